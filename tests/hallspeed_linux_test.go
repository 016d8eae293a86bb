package tests

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"tianyuan/account"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// fullHall is the hall of issue 4: 300 players in eight divisions, four rounds played and the
// fifth checked, on the real program.
type fullHall struct {
	url    string
	pid    int
	cookie *http.Cookie
}

const (
	fullDivisions = 8
	fullPlayers   = 300
	fullRound     = 5
)

func fullDivision(i int) string { return "d-" + strconv.Itoa(i%fullDivisions+1) }

// newFullHall plays the tournament t-1 in a folder and opens the program on it.
func newFullHall(b *testing.B) *fullHall {
	b.Helper()
	dir := b.TempDir()
	cookie := fillHall(b, dir)
	s := serve(b, binary(b), "--data", dir, "--public-url", "")
	return &fullHall{url: s.url, pid: s.cmd.Process.Pid, cookie: cookie}
}

func fine(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// emptyHall makes a tournament without divisions, and returns what fills it and the chief referee's cookie.
func emptyHall(b *testing.B, dir string) (*store.Store, *office.Office, office.Actor, *http.Cookie) {
	b.Helper()
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: dir})
	fine(b, err)
	user := account.User{ID: "u-chief", Login: "chief", Name: "裁判长"}
	fine(b, st.PutUser(ctx, user))
	fine(b, st.PutGrant(ctx, store.Grant{Tournament: "t-1", UserID: user.ID, Role: account.ChiefReferee}))
	token, hash, err := account.NewToken(rand.Reader)
	fine(b, err)
	fine(b, st.PutSession(ctx, account.Session{TokenHash: hash, UserID: user.ID, Created: time.Now(), LastSeen: time.Now()}))
	off := office.New(st, time.Now, "test")
	actor := office.Actor{User: account.User{ID: user.ID, Admin: true}, Roles: account.Roles}
	fine(b, off.CreateTournament(ctx, actor, "t-1", "", tournament.Info{Name: "市公开赛", Venue: "体育馆", Public: true}))
	return st, off, actor, &http.Cookie{Name: "tianyuan", Value: token}
}

// fillHall returns the chief referee's cookie.
func fillHall(b *testing.B, dir string) *http.Cookie {
	b.Helper()
	st, off, actor, cookie := emptyHall(b, dir)
	defer st.Close()
	random := mathrand.New(mathrand.NewPCG(4, 300))
	for i := range fullDivisions {
		playDivision(b, off, actor, random, i)
	}
	return cookie
}

func playDivision(b *testing.B, off *office.Office, actor office.Actor, random *mathrand.Rand, i int) {
	b.Helper()
	ctx, id := context.Background(), fullDivision(i)
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: 7, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time.Kind = "none"
	_, err := off.CreateDivision(ctx, actor, id, office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: string([]rune("甲乙丙丁戊己庚辛")[i]) + "组", Regulations: reg}})
	fine(b, err)
	do := func(commands ...tournament.Command) *tournament.Division {
		var d *tournament.Division
		for _, command := range commands {
			d, err = off.Do(ctx, actor, id, office.Order{Command: command})
			fine(b, err)
		}
		return d
	}
	surnames, given := []rune("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何"), []rune("春夏秋冬东南西北山川江河湖海松竹梅兰云月")
	entries := make([]tournament.Entry, fullPlayers/fullDivisions+i%2)
	for k := range entries {
		pick := func(from []rune) string { return string(from[random.IntN(len(from))]) }
		entries[k] = tournament.Entry{Name: pick(surnames) + pick(given) + pick(given), Unit: "示例" + pick(given) + "围棋学校", Rank: strconv.Itoa(1+random.IntN(6)) + "d", Rating: 1000 + random.IntN(1500)}
	}
	do(tournament.SetSeating{Seating: tournament.Seating{First: 1 + 20*i}}, tournament.AddEntries{Source: "list.csv", Entries: entries}, tournament.Draw{How: "lot", Seed: "3 6 1"})
	for round := 1; round <= fullRound; round++ {
		d := do(tournament.PrepareRound{}, tournament.CheckRound{Round: round})
		if round == fullRound {
			return
		}
		do(tournament.PublishRound{Round: round}, tournament.StartRound{Round: round})
		for _, p := range d.Current().Pairs {
			do(tournament.EnterResult{Round: round, Table: p.Table, Outcome: rules.Outcome{Winner: rules.Side(1 + random.IntN(2)), Manner: rules.Resigned}})
		}
		do(tournament.CloseRound{Round: round})
	}
}

// phone is one browser with connections of its own that it keeps open.
type phone struct {
	http.Client
	url    string
	cookie *http.Cookie
	tags   map[string]string
}

func (h *fullHall) phone(cookie *http.Cookie) *phone {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &phone{Client: http.Client{Transport: &http.Transport{MaxConnsPerHost: 6, DisableCompression: true}, CheckRedirect: stay, Timeout: time.Minute}, url: h.url, cookie: cookie, tags: map[string]string{}}
}

// ask sends a request as a browser does, packed and with the tag of the copy that it has, and
// returns the status, the text and how long it took to the last byte.
func (p *phone) ask(method, path string, form url.Values) (int, string, time.Duration, error) {
	r, err := http.NewRequest(method, p.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, "", 0, err
	}
	r.Header.Set("Accept-Language", "zh-CN")
	r.Header.Set("Accept-Encoding", "gzip")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if form.Has("table") { // the desk's script wants the row alone
		r.Header.Set("X-Fragment", "1")
	}
	if tag := p.tags[path]; tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	if p.cookie != nil {
		r.AddCookie(p.cookie)
	}
	began := time.Now()
	answer, err := p.Do(r)
	if err != nil {
		return 0, "", 0, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	took := time.Since(began)
	p.tags[path] = answer.Header.Get("ETag")
	if err == nil && answer.Header.Get("Content-Encoding") == "gzip" && len(body) > 0 {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			body, err = io.ReadAll(z)
		}
	}
	return answer.StatusCode, string(body), took, err
}

// times are how long answers of one kind took.
type times struct {
	mu  sync.Mutex
	all []time.Duration
	bad []string
}

func (x *times) note(took time.Duration, code int, path string, err error, good ...int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err != nil || !slices.Contains(good, code) {
		x.bad = append(x.bad, fmt.Sprint(path, ": ", code, " ", err))
	}
	x.all = append(x.all, took)
}

// report gives the median, the 99th of a hundred and the slowest, in milliseconds.
func (x *times) report(b *testing.B, what string) {
	b.Helper()
	if len(x.bad) > 0 {
		b.Fatalf("%d of %d %s failed, such as %s", len(x.bad), len(x.all), what, x.bad[0])
	}
	slices.Sort(x.all)
	for _, at := range []struct {
		name string
		at   int
	}{{"median", len(x.all) / 2}, {"p99", len(x.all) * 99 / 100}, {"slowest", len(x.all) - 1}} {
		b.ReportMetric(float64(x.all[at.at].Microseconds())/1000, what+"-"+at.name+"-ms")
	}
	b.ReportMetric(float64(len(x.all)), what)
}

var assets = regexp.MustCompile(`(?:src|href)="(/static/[^"#]+)"`)

// read opens a public page as a phone does that was never here, with all that it asks for, and
// looks again twice later.
func (p *phone) read(path string, within time.Duration, random *mathrand.Rand, pages *times) {
	get := func(path string) string {
		code, body, took, err := p.ask("GET", path, nil)
		pages.note(took, code, path, err, http.StatusOK, http.StatusNotModified)
		return body
	}
	end := time.Now().Add(within)
	var loading sync.WaitGroup
	body := get(path)
	for _, found := range assets.FindAllStringSubmatch(body, -1) {
		other := &phone{Client: http.Client{Transport: p.Transport}, url: p.url, tags: map[string]string{}}
		loading.Go(func() {
			code, _, took, err := other.ask("GET", found[1], nil)
			pages.note(took, code, found[1], err, http.StatusOK)
		})
	}
	loading.Wait()
	for range 2 {
		time.Sleep(time.Duration(random.Int64N(max(1, int64(time.Until(end)/2)))))
		get(path)
	}
}

// BenchmarkHall measures issue 4's hall on the real program, over loopback: eight rounds are
// published and started, 300 phones open their pairs with everything that belongs to it and look
// again twice, all first looks within a minute (or within 5 s), while three recorders enter
// results as fast as one types. The phones share the machine's cores with the program. Run it
// with -benchtime 1x.
func BenchmarkHall(b *testing.B) {
	for _, c := range []struct {
		name   string
		within time.Duration
	}{{"minute", time.Minute}, {"burst", 5 * time.Second}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				newFullHall(b).rush(b, c.within)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// publish publishes and starts the round in every division.
func (h *fullHall) publish(b *testing.B) *fullHall {
	b.Helper()
	chief := h.phone(h.cookie)
	for _, action := range []string{"publish", "start"} {
		for i := range fullDivisions {
			if code, body, _, err := chief.ask("POST", "/d/"+fullDivision(i)+"/do/"+action, url.Values{"round": {strconv.Itoa(fullRound)}}); err != nil || code != http.StatusSeeOther {
				b.Fatal(action, code, err, body)
			}
		}
	}
	return h
}

// used is the program's processor time so far, user and system.
func (h *fullHall) used(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.pid))
	fine(b, err)
	_, rest, _ := strings.Cut(string(stat), ") ") // the name may hold anything
	fields := strings.Fields(rest)
	var ticks int
	for _, text := range fields[11:13] {
		n, err := strconv.Atoi(text)
		fine(b, err)
		ticks += n
	}
	const tick = 10 * time.Millisecond
	return time.Duration(ticks) * tick
}

func (h *fullHall) rush(b *testing.B, within time.Duration) {
	h.publish(b)
	began := h.used(b)
	var readers, recorders sync.WaitGroup
	var pages, results times
	for i := range fullPlayers {
		readers.Go(func() {
			random := mathrand.New(mathrand.NewPCG(uint64(i), 1))
			path := "/p/t-1/" + fullDivision(i)
			switch {
			case i%10 < 2:
				path += "?by=name"
			case i%10 == 2:
				path = "/p/t-1"
			case i%10 == 3:
				path = "/p/t-1/find?q=" + strconv.Itoa(1+i%37)
			}
			began := time.Now()
			time.Sleep(time.Duration(random.Int64N(int64(within))))
			h.phone(nil).read(path, within-time.Since(began)+within/4, random, &pages)
		})
	}
	const hands = 3
	for hand := range hands {
		recorders.Go(func() { h.record(hand, hands, within, &results) })
	}
	readers.Wait()
	recorders.Wait()
	b.ReportMetric(float64((h.used(b) - began).Milliseconds()), "cpu-ms")
	pages.report(b, "pages")
	results.report(b, "results")
}

// record enters the results of every so many divisions, a table each second or so.
func (h *fullHall) record(hand, hands int, within time.Duration, results *times) {
	desk := h.phone(h.cookie)
	random := mathrand.New(mathrand.NewPCG(uint64(hand), 2))
	end := time.Now().Add(within)
	for i := hand; i < fullDivisions; i += hands {
		for table := 1 + 20*i; table <= 18+20*i && time.Now().Before(end); table++ {
			time.Sleep(time.Duration(random.Int64N(int64(time.Second))))
			path := "/d/" + fullDivision(i) + "/do/result"
			code, body, took, err := desk.ask("POST", path, url.Values{"round": {strconv.Itoa(fullRound)}, "table": {strconv.Itoa(table)}, "result": {[]string{"B+R", "W+R"}[random.IntN(2)]}})
			if code != http.StatusOK {
				path += " " + body
			}
			results.note(took, code, path, err, http.StatusOK)
		}
	}
}

// BenchmarkDesk measures what an officer waits for in the same hall: the check-in list as it
// narrows (the list is searched by the page's own script; this is the page for a browser without
// one), and the print run of everything for all divisions.
func BenchmarkDesk(b *testing.B) {
	h := newFullHall(b).publish(b)
	for _, c := range []struct{ name, path, holds string }{
		{"checkin", "/t/t-1/checkin", "data-keys"},
		{"checkinSearch", "/t/t-1/checkin?find=zs", "checkin"},
		{"printRun", "/t/t-1/paper/sheets?kind=pairs&kind=names&kind=slips&kind=cards&kind=checkin", "leaf"},
		{"printAll", "/t/t-1/paper/sheets?kind=pairs&kind=names&kind=slips&kind=cards&kind=checkin&kind=ranking&kind=cross&kind=prizes&kind=players&kind=book", "leaf"},
	} {
		b.Run(c.name, func(b *testing.B) {
			desk := h.phone(h.cookie)
			var took times
			for b.Loop() {
				code, body, t, err := desk.ask("GET", c.path, nil)
				if !strings.Contains(body, c.holds) {
					err = fmt.Errorf("%.200s", body)
				}
				took.note(t, code, c.path, err, http.StatusOK)
			}
			took.report(b, "answers")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkDeskInBrowser measures the same in a real browser: a letter typed into the check-in search,
// from the key to the list laid out anew, and the browser's processor time for the print run, up to
// the page that is ready to print and up to the finished PDF.
func BenchmarkDeskInBrowser(b *testing.B) {
	h := newFullHall(b).publish(b)
	ctx := browser(b)
	at, err := url.Parse(h.url)
	fine(b, err)
	fine(b, chromedp.Run(ctx, network.Enable(), network.SetCookie(h.cookie.Name, h.cookie.Value).WithDomain(at.Hostname()).WithPath("/")))
	b.Run("checkinLetter", func(b *testing.B) {
		const letter = `(() => {
			const box = document.querySelector("[data-arrivals]"), times = [];
			for (const text of ["z", "zs", "z", "l", "li", "7", "70", ""]) {
				const began = performance.now();
				box.value = text;
				box.dispatchEvent(new Event("input"));
				document.body.offsetHeight;
				times.push(performance.now() - began);
			}
			return times;
		})()`
		var slowest times
		for b.Loop() {
			var took []float64
			fine(b, chromedp.Run(ctx, chromedp.Navigate(h.url+"/t/t-1/checkin"), chromedp.WaitVisible(`[data-arrivals]`), chromedp.Evaluate(letter, &took)))
			for _, ms := range took {
				slowest.note(time.Duration(ms*float64(time.Millisecond)), http.StatusOK, "", nil, http.StatusOK)
			}
		}
		slowest.report(b, "letters")
		b.ReportMetric(0, "ns/op")
	})
	b.Run("printRun", func(b *testing.B) {
		var shown, made times
		for b.Loop() {
			began := browserTime(b, ctx)
			fine(b, chromedp.Run(ctx, chromedp.Navigate(h.url+"/t/t-1/paper/sheets?kind=pairs&kind=names&kind=slips&kind=cards&kind=checkin")))
			shown.note(browserTime(b, ctx)-began, http.StatusOK, "", nil, http.StatusOK)
			fine(b, chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) error {
				_, _, err := cdppage.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
				return err
			})))
			made.note(browserTime(b, ctx)-began, http.StatusOK, "", nil, http.StatusOK)
		}
		shown.report(b, "shown-cpu")
		made.report(b, "made-cpu")
		b.ReportMetric(0, "ns/op")
	})
}

// browserTime is the processor time of the browser and all its processes so far.
func browserTime(b *testing.B, ctx context.Context) time.Duration {
	b.Helper()
	var used float64
	fine(b, chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		for _, p := range all {
			used += p.CPUTime
		}
		return err
	})))
	return time.Duration(used * float64(time.Second))
}
