package tests

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

const clockHallPassword = "tianyuan-test"

// clockHall makes a hall with four players whose first round is under way and whose reading begins
// at once, and returns the paths of the clocks of tables 1 and 2.
func clockHall(t testing.TB, dir string, system clock.System) [2]string {
	t.Helper()
	return hallOf(t, dir, system, 4, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
}

// hallOf is clockHall with some players and with what has happened since the draw.
func hallOf(t testing.TB, dir string, system clock.System, players int, since ...tournament.Command) [2]string {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	st, err := store.Open(ctx, store.Config{Dir: dir, Version: "test"})
	must(err)
	defer st.Close()
	off := office.New(st, time.Now, "test")
	chief := account.User{ID: "u-chief", Login: "chief", Name: "示例裁判长", Admin: true, Created: time.Now()}
	must(st.PutUser(ctx, chief))
	hash, err := account.HashPassword(ctx, clockHallPassword, rand.Reader)
	must(err)
	must(st.SetPassword(ctx, chief.ID, hash, ""))
	must(st.PutGrant(ctx, store.Grant{Tournament: "t-demo", UserID: chief.ID, Role: account.ChiefReferee}))
	actor := office.Actor{User: chief, Roles: []account.Role{account.ChiefReferee, account.Organiser}}
	today := time.Now().Format(time.DateOnly)
	must(off.CreateTournament(ctx, actor, "t-demo", "", tournament.Info{Name: "示例赛", Venue: "示例馆", Starts: today, Ends: today, Organiser: "示例", Public: true}))
	reg := tournament.Regulations{
		Edition: rules.Edition2002, Method: tournament.Swiss, Rounds: 3, Komi: rules.Edition2002.Data().Komi,
		Time: system, Options: tournament.DefaultOptions("2002"),
	}
	_, err = off.CreateDivision(ctx, actor, "d-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-demo", Name: "甲组", Regulations: reg}})
	must(err)
	var entries []tournament.Entry
	for i := range players {
		entries = append(entries, tournament.Entry{Name: fmt.Sprint("选手", i+1), Unit: "示例"})
	}
	for _, c := range append([]tournament.Command{tournament.AddEntries{Source: "test", Entries: entries}, tournament.Draw{How: "lot", Seed: "1"}}, since...) {
		_, err := off.Do(ctx, actor, "d-1", office.Order{Command: c})
		must(err)
	}
	var paths [2]string
	for i := range paths {
		code, err := off.ClockCode(ctx, "t-demo", i+1)
		must(err)
		paths[i] = fmt.Sprintf("/k/t-demo/%d/%s", i+1, code)
	}
	return paths
}

// cable is a network between browser and server that can be cut.
type cable struct {
	listener net.Listener
	mu       sync.Mutex
	to       string // "" = cut
	dead     bool   // takes calls and says nothing
	ends     map[net.Conn]bool
}

func newCable(t *testing.T) *cable {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &cable{listener: l, ends: map[net.Conn]bool{}}
	t.Cleanup(func() {
		l.Close()
		w.cut()
	})
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go w.carry(conn)
		}
	}()
	return w
}

func (w *cable) carry(near net.Conn) {
	w.mu.Lock()
	to := w.to
	if w.dead {
		w.ends[near] = true
	}
	dead := w.dead
	w.mu.Unlock()
	if dead {
		return
	}
	far, err := net.Dial("tcp", to)
	if to == "" || err != nil {
		near.Close()
		return
	}
	w.mu.Lock()
	w.ends[near], w.ends[far] = true, true
	w.mu.Unlock()
	done := make(chan struct{}, 2)
	for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			io.Copy(pair[0], pair[1])
			done <- struct{}{}
		}()
	}
	<-done
	near.Close()
	far.Close()
	<-done
	w.mu.Lock()
	delete(w.ends, near)
	delete(w.ends, far)
	w.mu.Unlock()
}

func (w *cable) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.to = ""
	for end := range w.ends {
		end.Close()
	}
	clear(w.ends)
}

// stall is a wifi that is there and carries nothing.
func (w *cable) stall() {
	w.cut()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead = true
}

func (w *cable) join(s *server) {
	w.cut()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead = false
	w.to = strings.TrimPrefix(s.url, "http://")
}

// seen is what the server tells somebody else of a table's game.
type seen struct {
	T    string
	Game struct {
		Phase string
		Turn  string
		Count int
		Clock struct {
			At           int64
			Black, White struct{ Used int64 }
		}
	}
}

// onlooker asks the server how a table's game stands, as a device without the clock.
func onlooker(t *testing.T, s *server, path string) seen {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.url, "http")+path+"/ws?device=onlooker1234", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	if err := conn.Write(ctx, websocket.MessageText, []byte(`{"t":"hello","device":"onlooker1234","game":"","seq":0,"n":0,"now":0}`)); err != nil {
		t.Fatal(err)
	}
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var m seen
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		if m.T == "game" {
			return m
		}
	}
}

// tap taps a side's half.
func tap(side string) chromedp.Action {
	return chromedp.Tasks{chromedp.Sleep(250 * time.Millisecond), chromedp.Click(`[data-side=` + side + `] [data-press]`)}
}

func running(side string) chromedp.Action { return chromedp.WaitVisible(`main[data-run=` + side + `]`) }

// kept is the device's own log of a table, and by how much its moments and the wall clock differ.
func kept(table int, log *[]keeperEntry, offset *float64) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(`(() => {
		const memory = JSON.parse(localStorage.getItem("tianyuan.clock.t-demo.%d.log")), pulse = JSON.parse(localStorage.getItem("tianyuan.clock.t-demo.%[1]d.pulse"));
		return {log: memory.games[memory.game].log, offset: pulse.wall - pulse.at};
	})()`, table), &struct {
		Log    *[]keeperEntry
		Offset *float64
	}{log, offset})
}

// TestTableClock: two clocks in a browser without a secure context. The line is cut and the server
// stopped while both are read, the page is loaded anew in the middle of it; the time goes on, and
// the server gets every press once (issue 5, design.md Time).
func TestTableClock(t *testing.T) {
	bin := binary(t)
	dir := t.TempDir()
	paths := clockHall(t, dir, clock.System{Kind: clock.Reserved, Base: 30 * time.Minute, Reserved: 30, Period: time.Minute})
	insecure := chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1")
	ctx, two := browser(t, insecure), browser(t, insecure)
	s := serve(t, bin, "--demo", "--data", dir)
	net := newCable(t)
	net.join(s)
	_, port, _ := strings.Cut(net.listener.Addr().String(), ":")
	tabs := []context.Context{ctx, two}
	var secure bool
	for i, tab := range tabs {
		do(t, tab, "the clock opens", chromedp.EmulateViewport(1024, 768), chromedp.Navigate("http://hall.test:"+port+paths[i]), chromedp.WaitVisible(`main[data-state=ready]`), chromedp.Evaluate(`window.isSecureContext`, &secure))
		do(t, tab, "White starts Black's clock", tap("W"), running("B"))
	}
	if secure {
		t.Fatal("the page has a secure context, so the test shows nothing")
	}
	do(t, ctx, "two presses", tap("B"), running("W"), tap("B"), running("W"), tap("W"), running("B"), chromedp.Poll(`document.querySelector("[data-unsent]").textContent === ""`, nil, patient))
	g := onlooker(t, s, paths[0]).Game
	for range 100 { // the last entry may still be on its way
		if g.Count >= 2 {
			break
		}
		time.Sleep(100 * time.Millisecond)
		g = onlooker(t, s, paths[0]).Game
	}
	if g.Count != 2 || g.Turn != "B" {
		t.Errorf("the server has %d turns, %s to move; a tap on the half that waits must not count", g.Count, g.Turn)
	}

	net.cut()
	do(t, ctx, "presses without a line", tap("B"), running("W"), tap("W"), running("B"), tap("B"), running("W"), chromedp.Poll(`document.querySelector("[data-unsent]").textContent.includes("3")`, nil, patient))
	do(t, two, "the other table plays on, too", tap("B"), running("W"))
	s.cmd.Process.Signal(syscall.SIGTERM)
	s.cmd.Wait()
	do(t, ctx, "without a server", tap("W"), running("B"))
	s = serve(t, bin, "--demo", "--data", dir)

	var before, after float64
	var log []keeperEntry
	do(t, ctx, "before", kept(1, &log, &before))
	if len(log) != 7 {
		t.Fatalf("the device has %d entries, want a start and six presses", len(log))
	}
	net.join(s)
	chromedp.ListenTarget(ctx, func(ev any) {
		if _, ok := ev.(*page.EventJavascriptDialogOpening); ok { // as long as the line isn't there, it asks
			go chromedp.Run(ctx, page.HandleJavaScriptDialog(true))
		}
	})
	do(t, ctx, "loaded anew in the reading", chromedp.Reload(), running("B"), chromedp.WaitVisible(`[data-side=B] [data-ruler]`), kept(1, &log, &after))
	if d := after - before; d < -100 || d > 100 {
		t.Errorf("loading anew cost %v ms", d)
	}
	var state string
	do(t, ctx, "goes on", tap("B"), running("W"), chromedp.Evaluate(`document.querySelector("main").dataset.state + (document.querySelector("[data-gap]").hidden ? "" : " gap")`, &state))
	if state != "play" {
		t.Errorf("the page shows %q", state)
	}
	for i, want := range []int{7, 1} {
		do(t, tabs[i], "handed in", chromedp.Poll(`document.querySelector("[data-unsent]").textContent === "" && document.querySelector("[data-refused]").hidden`, nil, patient), kept(i+1, &log, &after))
		var g seen
		for range 100 { // the last entry may still be on its way
			if g = onlooker(t, s, paths[i]); g.Game.Count == want {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		used := map[string]int64{}
		turn := "B"
		for k := 1; k < len(log); k++ {
			used[turn] += int64(log[k].At - log[k-1].At)
			turn = map[string]string{"B": "W", "W": "B"}[turn]
		}
		c := g.Game.Clock
		if g.Game.Count != want || c.Black.Used != used["B"] || c.White.Used != used["W"] || c.At != int64(log[len(log)-1].At) {
			t.Errorf("table %d: the server has %d turns, want %d, and %d and %d ms, want %v", i+1, g.Game.Count, want, c.Black.Used, c.White.Used, used)
		}
	}
	do(t, ctx, "a pause wants half a second", chromedp.Click(`[data-hold=pause]`), chromedp.Sleep(100*time.Millisecond), chromedp.WaitVisible(`main[data-state=play]`),
		hold(`[data-hold=pause]`), chromedp.WaitVisible(`main[data-state=pause]`), chromedp.Click(`[data-side=B] [data-do=readings]`), chromedp.Click(`[data-side=W] [data-do=readings]`), chromedp.WaitVisible(`[data-hold=resume]`),
		hold(`[data-hold=resume]`), running("W"))
	do(t, ctx, "White says it is over, Black agrees", tap("W"), running("B"), chromedp.Click(`[data-do=end]`), chromedp.Click(`[data-side=B] [data-do=proposeEnd]`), chromedp.Click(`[data-side=W] [data-do=agreeEnd]`), chromedp.WaitVisible(`main[data-state=settle]`))
	do(t, two, "one question, then resigned", chromedp.Click(`[data-do=end]`), chromedp.Click(`[data-side=W] [data-do=ask]`), chromedp.Click(`[data-side=W] [data-do=resign]`), chromedp.WaitVisible(`main[data-state=result]`),
		chromedp.Click(`[data-side=B] [data-do=confirm]`), chromedp.Click(`[data-side=W] [data-do=confirm]`), chromedp.Poll(`document.querySelector("[data-unsent]").textContent === "" && [...document.querySelectorAll("[data-signed]")].every(e => !e.hidden)`, nil, patient))
	for i, want := range []string{"settle", "result"} {
		g := onlooker(t, s, paths[i])
		for range 100 {
			if g = onlooker(t, s, paths[i]); g.Game.Phase == want {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if g.Game.Phase != want {
			t.Errorf("table %d is in %q, want %q", i+1, g.Game.Phase, want)
		}
	}
}

// hold holds a key for as long as pause and referee want.
func hold(selector string) chromedp.Action {
	event := func(kind string) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new PointerEvent(%q, {bubbles: true, button: 0}))`, selector, kind), nil)
	}
	return chromedp.Tasks{event("pointerdown"), chromedp.Sleep(700 * time.Millisecond), event("pointerup")}
}

//go:embed testdata/tableclock.js
var fakeLine string

// TestTableClockStates: every state of the clock on phone and tablet, in three languages: no
// barriers, no raw keys, nothing cut off, and figures that can be read at two metres: the running
// one of at least 25 % of the screen's short side, the waiting one of 15 % (ui.md 5).
func TestTableClockStates(t *testing.T) {
	t.Parallel()
	bin := binary(t)
	dir := t.TempDir()
	paths := clockHall(t, dir, clock.System{Kind: clock.Reserved, Base: 30 * time.Minute, Reserved: 30, Period: time.Minute})
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", dir)
	do(t, ctx, "a line in the page", chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(fakeLine).Do(ctx)
		return err
	}), chromedp.Navigate(s.url+paths[0]))
	var states []string
	do(t, ctx, "states", chromedp.Evaluate(`fake.states`, &states))
	phone, tablet := [2]int64{390, 844}, [2]int64{1024, 768}
	for lang, sizes := range map[string][][2]int64{"zh-Hans": {phone, {768, 1024}, {1280, 800}}, "zh-Hant": {phone}, "en": {tablet, phone}} {
		for _, size := range sizes {
			for _, state := range states {
				name := fmt.Sprintf("clock-%s-%s-%dx%d", state, lang, size[0], size[1])
				do(t, ctx, name, chromedp.EmulateViewport(size[0], size[1]), chromedp.Evaluate(`localStorage.clear()`, nil), chromedp.Navigate(s.url+paths[0]+"?lang="+lang), chromedp.WaitReady(`html[data-line=open]`), chromedp.Evaluate(`fake.show("`+state+`")`, nil), painted)
				clockFits(t, ctx, name)
				if lang == "en" {
					barriers(t, ctx, name, axeAll)
				}
				keepShot(t, ctx, name)
			}
		}
		for _, turned := range []string{"0", "1"} {
			for _, size := range [][2]int64{phone, {768, 1024}, tablet, {844, 390}} {
				still(t, ctx, s.url+paths[0]+"?lang="+lang, turned, size)
			}
		}
	}
}

// painted waits until what was shown is on the screen.
var painted = chromedp.Evaluate(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`, nil, awaitPromise)

// still: a move changes no place of a key: who reaches for 暂停 while the turn changes must not end
// a move (2002 art. 12.3).
func still(t *testing.T, ctx context.Context, url, turned string, size [2]int64) {
	t.Helper()
	var places []string
	for _, run := range []string{"base", "hours"} {
		var place string
		do(t, ctx, "a move at "+turned, chromedp.EmulateViewport(size[0], size[1]), chromedp.Evaluate(`localStorage.clear(); localStorage.setItem("tianyuan.clock.turned", "`+turned+`")`, nil), chromedp.Navigate(url), chromedp.WaitReady(`html[data-line=open]`), chromedp.Evaluate(`fake.show("`+run+`")`, nil), painted,
			chromedp.Evaluate(`JSON.stringify([...document.querySelectorAll(".tc-half, .tc-strip, .tc-strip button")].map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; }))`, &place))
		places = append(places, place)
	}
	if places[0] != places[1] {
		t.Errorf("%v: the keys move with the turn:\n%s\n%s", size, places[0], places[1])
	}
}

// clockFits looks at what a state shows: keys that nothing covers, figures of their size, nothing cut off, no raw words.
func clockFits(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	var got struct {
		Text    string
		Running float64
		Waiting float64
		Cut     []string
	}
	do(t, ctx, name, chromedp.Evaluate(`(() => {
		const short = Math.min(innerWidth, innerHeight), size = (e) => e && e.textContent ? parseFloat(getComputedStyle(e).fontSize) / short : 1;
		const halves = [...document.querySelectorAll(".tc-half")], run = halves.find(e => e.classList.contains("running") && e.getClientRects().length);
		const cut = [...document.querySelectorAll(".tc-half, .tc-half *, .tc-strip, .tc-strip *, .tc-plain *")].filter(e => e.getClientRects().length && getComputedStyle(e).display !== "inline" && !e.closest(".tc-ruler") && !e.matches("[data-digits], [data-digits] *, i, .sr, svg, svg *") && (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 6) && getComputedStyle(e).overflow !== "visible");
		const outside = [...document.querySelectorAll(".tc-face *, .tc-strip *")].filter(e => { const r = e.getBoundingClientRect(), home = e.closest(".tc-half, .tc-strip").getBoundingClientRect(); return r.width && !e.closest(".tc-ruler") && (r.left < home.left - 1 || r.right > home.right + 1 || r.top < home.top - 1 || r.bottom > home.bottom + 1); });
		for (const key of document.querySelectorAll(".tc button:not([data-press])")) if (key.getClientRects().length) { const r = key.getBoundingClientRect(), top = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2); if (!key.contains(top)) outside.push(key); }
		for (const box of document.querySelectorAll("[data-digits]")) if (box.getClientRects().length) { const parts = [...box.children].filter(e => e.getClientRects().length).map(e => e.getBoundingClientRect()); if (Math.max(...parts.map(r => r.bottom)) - Math.min(...parts.map(r => r.top)) > box.clientHeight + 14 || Math.max(...parts.map(r => r.right)) - Math.min(...parts.map(r => r.left)) > box.clientWidth + 2) cut.push(box); }
		return {text: document.body.innerText, running: run ? size(run.querySelector("[data-big]")) : 1, waiting: Math.min(1, ...halves.filter(e => e !== run && e.getClientRects().length).map(e => size(e.querySelector("[data-big]"))).filter(() => run)), cut: [...cut, ...outside].map(e => e.className + " " + JSON.stringify(e.dataset) + " " + e.textContent.trim().slice(0, 30))};
	})()`, &got))
	if strings.Contains(got.Text, "⟦") || strings.Contains(got.Text, "{") || strings.Contains(got.Text, "hint.") || strings.Contains(got.Text, "stage.") {
		t.Errorf("%s shows a raw text: %.300s", name, got.Text)
	}
	if got.Running < 0.25 || got.Waiting < 0.15 {
		t.Errorf("%s: figures of %.0f %% and %.0f %% of the short side", name, 100*got.Running, 100*got.Waiting)
	}
	if len(got.Cut) > 0 {
		t.Errorf("%s: cut off or outside: %q", name, got.Cut)
	}
}
