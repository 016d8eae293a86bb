package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// person is somebody with a browser: an official, or a player with a phone.
type person struct {
	t      *testing.T
	client *http.Client
	base   *string // changes when the tournament goes on at another machine
}

func newPerson(t *testing.T, base *string) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &person{t: t, client: &http.Client{Jar: jar, CheckRedirect: stay, Timeout: 30 * time.Second}, base: base}
}

// ask sends a request; a form when there is one. A busy server is asked again, as a browser would.
func (p *person) ask(path string, form url.Values) (int, string, string) {
	p.t.Helper()
	for range 200 {
		var answer *http.Response
		var err error
		if form == nil {
			answer, err = p.client.Get(*p.base + path)
		} else {
			answer, err = p.client.PostForm(*p.base+path, form)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			p.t.Fatal(err)
		}
		if answer.StatusCode == http.StatusTooManyRequests {
			time.Sleep(60 * time.Millisecond)
			continue
		}
		return answer.StatusCode, string(body), answer.Header.Get("Location")
	}
	p.t.Fatalf("%s is busy for ever", path)
	return 0, "", ""
}

func (p *person) get(path string) string {
	p.t.Helper()
	code, body, _ := p.ask(path, nil)
	if code != 200 {
		p.t.Fatalf("GET %s: %d %.300s", path, code, body)
	}
	return body
}

// must sends a form that is taken, and returns where it leads.
func (p *person) must(path string, fields ...string) string {
	p.t.Helper()
	code, body, to := p.ask(path, values(fields...))
	if code != http.StatusSeeOther {
		p.t.Fatalf("POST %s %v: %d\n%s", path, fields, code, words(body))
	}
	return to
}

// refused sends a form that isn't taken.
func (p *person) refused(path string, want int, fields ...string) {
	p.t.Helper()
	if code, body, _ := p.ask(path, values(fields...)); code != want {
		p.t.Errorf("POST %s %v: %d, want %d\n%s", path, fields, code, want, words(body))
	}
}

func values(fields ...string) url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		v.Add(fields[i], fields[i+1])
	}
	return v
}

// words is what a page says, for the message of a failing test.
func words(body string) string {
	plain := regexp.MustCompile(`(?s)<(style|script).*?</(style|script)>|<[^>]*>`).ReplaceAllString(body, " ")
	return fmt.Sprintf("%.600s", strings.Join(strings.Fields(plain), " "))
}

// group is a division of the day.
type group struct {
	id, name, method string
	players, rounds  int
	chief            *person
}

func (g *group) do(action string, fields ...string) string {
	g.chief.t.Helper()
	return g.chief.must("/d/"+g.id+"/do/"+action, fields...)
}

// file is the division as scripts read it.
type dayFile struct {
	Entries []struct{ No int } `json:"entries"`
	Results []struct {
		Round, Table, Black, White int
		Result                     string
	} `json:"results"`
}

func (g *group) file() dayFile {
	g.chief.t.Helper()
	var f dayFile
	if err := json.Unmarshal([]byte(g.chief.get("/d/"+g.id+"/export/division.json")), &f); err != nil {
		g.chief.t.Fatal(err)
	}
	return f
}

// begin prepares and publishes a round and starts it.
func (g *group) begin(round int) {
	g.chief.t.Helper()
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		g.do(action, "round", strconv.Itoa(round), "seed", "骰子 4 2 6")
	}
}

// tables are the numbers on the round's slips, with the address of each code.
func (g *group) tables(tournament string) map[int]string {
	g.chief.t.Helper()
	body := g.chief.get("/t/" + tournament + "/paper/sheets?kind=slips&d=" + g.id)
	found := map[int]string{}
	for _, m := range regexp.MustCompile(`/s/d-[a-z0-9]+/\d+\.\d+\.(\d+)\.[a-z2-7]{16}`).FindAllStringSubmatch(body, -1) {
		table, err := strconv.Atoi(m[1])
		if err != nil {
			g.chief.t.Fatal(err)
		}
		found[table] = m[0]
	}
	if len(found) == 0 {
		g.chief.t.Fatal("no slips")
	}
	return found
}

// TestTwoDays holds a tournament of eight divisions and some 170 players over HTTP on the real
// program: check-in, no-shows, late entries, a withdrawn publication, slips right and wrong, a
// corrected result, a killed process, another machine, every sheet of paper, and the rankings.
func TestTwoDays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the long day is left out of short runs")
	}
	bin, data := binary(t), t.TempDir()
	s := serve(t, bin, "--data", data)
	base := s.url
	admin := newPerson(t, &base)
	admin.must(strings.TrimPrefix(s.link, s.url), "login", "admin", "name", "组委会", "password", "long enough 1")
	event := strings.TrimPrefix(admin.must("/new", "name", "两日公开赛", "venue", "体育馆", "starts", "2026-11-28", "ends", "2026-11-29", "public", "yes"), "/t/")

	var groups []*group
	for i, name := range []string{"甲组", "乙组", "丙组", "少年组", "女子组", "老年组", "名人组", "新秀组"} {
		g := &group{name: name, method: "swiss", players: 20 + 3*(i%3), rounds: 5}
		if i >= 6 {
			g.method, g.players, g.rounds = "roundrobin", 6, 5
		}
		g.id = strings.TrimPrefix(admin.must("/t/"+event+"/divisions", "name", name, "method", g.method, "edition", []string{"2002", "1988"}[i%2], "rounds", "5"), "/d/")
		g.chief = chiefOf(admin, &base, event, i)
		groups = append(groups, g)
	}
	for i, g := range groups {
		for n := range g.players {
			g.do("add", "name", fmt.Sprintf("棋手%d%02d", i, n), "unit", fmt.Sprint("单位", n%5), "rank", "2d")
		}
	}
	groups[0].chief.must("/t/"+event+"/tables", "first", "1", "spare", "4", "skip", "4, 13")
	if body := admin.get("/t/" + event); strings.Contains(body, "doubt-line") {
		t.Errorf("tables overlap: %s", words(body))
	}
	// One division too many, taken out of sight before anybody sees it.
	mistake := strings.TrimPrefix(admin.must("/t/"+event+"/divisions", "name", "误建组", "method", "swiss", "edition", "2002", "rounds", "5"), "/d/")
	admin.must("/t/"+event+"/hidden", "hide", mistake, "reason", "建重了")

	// Check-in: two players of the second division don't come, and are crossed out before the draw.
	for _, g := range groups {
		fields := []string{"present", "yes"}
		for id := 1; id <= g.players; id++ {
			if (g != groups[1] || id > 2) && (g != groups[3] || id != 3) {
				fields = append(fields, "id", strconv.Itoa(id))
			}
		}
		g.do("checkin", fields...)
	}
	if body := admin.get("/t/" + event + "/checkin?only=missing"); strings.Count(body, "data-keys=") != 3 {
		t.Errorf("%d players haven't reported, want 3", strings.Count(body, "data-keys="))
	}
	groups[1].do("remove", "id", "1")
	groups[1].do("remove", "id", "2")
	for _, g := range groups {
		g.do("draw", "how", "lot", "seed", "晚报末行 3719")
	}

	day := &twoDays{t: t, event: event, groups: groups, base: &base}
	for round := 1; round <= 2; round++ {
		day.round(round)
	}
	// The power fails in the middle of round 3.
	day.half(3)
	before := groups[0].file()
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	s.cmd.Wait()
	again := serveAgain(t, bin, "--data", data)
	base = again.url
	if after := groups[0].file(); len(after.Results) != len(before.Results) {
		t.Errorf("after the power failed there are %d results, before %d", len(after.Results), len(before.Results))
	}
	day.rest(3)

	// Round 4 is on its way when the laptop breaks down: the copy goes on at another one, with the
	// slips that the first one printed.
	for _, g := range groups {
		g.begin(4)
	}
	slips := groups[2].tables(event)
	copyFile := filepath.Join(t.TempDir(), "copy.tianyuan")
	run(t, bin, "backup", "--data", data, copyFile)
	again.cmd.Process.Kill()
	again.cmd.Wait()
	other := t.TempDir()
	run(t, bin, "restore", "--data", filepath.Join(other, "data"), copyFile)
	b := serveAgain(t, bin, "--data", filepath.Join(other, "data"))
	base = b.url
	day.claimAll(groups[2], 4, slips)
	for _, g := range groups {
		day.finish(g, 4)
	}
	day.round(5)

	for _, g := range groups {
		g.do("final")
		ranked := g.chief.get("/p/" + event + "/" + g.id + "/ranking")
		if !strings.Contains(ranked, "棋手") {
			t.Errorf("%s has no public ranking", g.name)
		}
		day.sameOnTheCommandLine(bin, g)
	}
	for _, kind := range []string{"pairs", "names", "slips", "cards", "checkin", "ranking", "cross", "prizes", "players", "book"} {
		body := admin.get("/t/" + event + "/paper/sheets?kind=" + kind)
		if n := strings.Count(body, `<section class="leaf`); n < len(groups) || strings.Contains(body, "误建组") {
			t.Errorf("%s: %d sheets for %d divisions", kind, n, len(groups))
		}
	}
	// On the other laptop too the hidden division is hidden, and comes back when it is wanted.
	if strings.Contains(admin.get("/p/"+event), "误建组") {
		t.Error("the public page shows the hidden division")
	}
	admin.must("/t/"+event+"/hidden/restore", "restore", mistake)
	if !strings.Contains(admin.get("/p/"+event), "误建组") {
		t.Error("the division didn't come back")
	}
	if body := admin.get("/t/" + event + "/log"); !strings.Contains(body, "建重了") {
		t.Error("the record doesn't tell why it was hidden")
	}
}

// chiefOf invites a chief referee by a one-time link.
func chiefOf(admin *person, base *string, event string, i int) *person {
	admin.t.Helper()
	body := admin.get(admin.must("/t/"+event+"/officials", "login", fmt.Sprint("chief", i), "name", fmt.Sprint("裁判长", i), "role", "chiefReferee"))
	link := regexp.MustCompile(`/link/[A-Za-z0-9_-]+`).FindString(body)
	if link == "" {
		admin.t.Fatalf("no link for a chief referee: %s", words(body))
	}
	p := newPerson(admin.t, base)
	p.must(link, "password", "long enough 2")
	return p
}

// serveAgain starts the program on data that has users: no link is printed.
func serveAgain(t *testing.T, bin string, args ...string) *server {
	t.Helper()
	return serve(t, bin, append(args, "--public-url", "")...)
}

func run(t *testing.T, bin string, args ...string) []byte {
	t.Helper()
	var out, bad bytes.Buffer
	cmd := exec.Command(bin, args...)
	cmd.Stdout, cmd.Stderr = &out, &bad
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, bad.String())
	}
	return out.Bytes()
}

type twoDays struct {
	t      *testing.T
	event  string
	groups []*group
	base   *string
}

// round holds a whole round of every division, interleaved.
func (d *twoDays) round(n int) {
	for i, g := range d.groups {
		switch {
		case i == 0 && n == 1:
			d.withdrawnPublication(g)
		case i == 3 && n == 1:
			d.leftOut(g)
		default:
			g.begin(n)
		}
	}
	for _, g := range slices.Backward(d.groups) {
		if g == d.groups[2] {
			d.claimAll(g, n, g.tables(d.event))
		}
		d.finish(g, n)
	}
}

// withdrawnPublication publishes round 1 twice: the slips of version 1 are of no use any more.
func (d *twoDays) withdrawnPublication(g *group) {
	for _, action := range []string{"prepare", "check", "publish"} {
		g.do(action, "round", "1", "seed", "s")
	}
	old := g.tables(d.event)
	g.do("unpublish", "round", "1", "reason", "漏了一人")
	for _, action := range []string{"check", "publish", "start"} {
		g.do(action, "round", "1")
	}
	phone := newPerson(d.t, d.base)
	for _, path := range old {
		phone.refused(path, 409, "side", "B", "result", "B+")
		break
	}
}

// leftOut pairs round 1 while one player hasn't reported: the desk names him, and one key leaves him out
// of the pairs.
func (d *twoDays) leftOut(g *group) {
	g.do("prepare", "round", "1", "seed", "s")
	body := g.chief.get("/d/" + g.id + "/round/1")
	missing := regexp.MustCompile(`/do/leaveout".*?name="no" value="(\d+)"`).FindAllStringSubmatch(body, -1)
	if len(missing) != 1 {
		d.t.Fatalf("%s: the desk names %d players who aren't there, want 1", g.name, len(missing))
	}
	g.do("leaveout", "round", "1", "no", missing[0][1])
	for _, action := range []string{"check", "publish", "start"} {
		g.do(action, "round", "1")
	}
	for _, r := range g.file().Results {
		if no := fmt.Sprint(r.Black); no == missing[0][1] || fmt.Sprint(r.White) == missing[0][1] {
			d.t.Errorf("%s: number %s is paired without being there", g.name, missing[0][1])
		}
	}
}

// half enters the results of a few tables of a round, and corrects one of the round before after
// the next was published.
func (d *twoDays) half(n int) {
	g := d.groups[0]
	g.do("add", "name", "迟到报名", "unit", "单位9")
	for _, g := range d.groups {
		g.begin(n)
	}
	last := g.file().Results[0]
	g.do("result", "round", strconv.Itoa(last.Round), "table", strconv.Itoa(last.Table), "result", "draw", "reason", "成绩单写错")
	tables := slices.Sorted(maps.Keys(g.tables(d.event)))
	for _, table := range tables[:4] {
		g.do("result", "round", strconv.Itoa(n), "table", strconv.Itoa(table), "result", "W+R")
	}
	// A player of the last table isn't there; who waits comes in, or the game is forfeited.
	g.do("seats", "round", strconv.Itoa(n), "table", strconv.Itoa(tables[len(tables)-1]), "missing", "B")
}

func (d *twoDays) rest(n int) {
	for _, g := range d.groups {
		d.finish(g, n)
	}
}

// finish enters what is missing of a round and closes it: a round closed too early is refused.
func (d *twoDays) finish(g *group, n int) {
	round := strconv.Itoa(n)
	entered := map[int]bool{}
	for _, r := range g.file().Results {
		if r.Round == n && r.Result != "" {
			entered[r.Table] = true
		}
	}
	tables := slices.Sorted(maps.Keys(g.tables(d.event)))
	for i, table := range tables {
		if entered[table] {
			continue
		}
		if i == len(tables)-1 {
			g.chief.refused("/d/"+g.id+"/do/close", 409, "round", round)
		}
		result := []string{"B+R", "W+0.25", "B+T", "draw", "W+R", "B+"}[(table+n)%6]
		g.do("result", "round", round, "table", strconv.Itoa(table), "result", result)
	}
	g.do("close", "round", round)
}

// claimAll lets the players of every table report from their phones: most agree, one pair doesn't,
// and a forged slip is refused. The desk takes all that agree by one act.
func (d *twoDays) claimAll(g *group, n int, slips map[int]string) {
	black, white := newPerson(d.t, d.base), newPerson(d.t, d.base)
	tables := slices.Sorted(maps.Keys(slips))
	for i, table := range tables {
		path := slips[table]
		black.must(path, "side", "B", "result", "B+", "cmd", fmt.Sprintf("c-b%d-%d", n, table))
		black.must(path, "side", "B", "result", "B+", "cmd", fmt.Sprintf("c-b%d-%d", n, table))
		says := "B+R"
		if i == 0 {
			says = "W+"
		}
		white.must(path, "side", "W", "result", says)
	}
	forged := slips[tables[0]][:len(slips[tables[0]])-16] + "aaaaaaaaaaaaaaaa"
	white.refused(forged, 404, "side", "W", "result", "W+")
	g.do("take", "round", strconv.Itoa(n))
	taken := 0
	for _, r := range g.file().Results {
		if r.Round == n && r.Result == "B+R" {
			taken++
		}
	}
	if taken != len(tables)-1 {
		d.t.Errorf("%s round %d: %d results taken, want %d", g.name, n, taken, len(tables)-1)
	}
}

// sameOnTheCommandLine: the exported division ranks on the command line as it was published.
func (d *twoDays) sameOnTheCommandLine(bin string, g *group) {
	path := filepath.Join(d.t.TempDir(), "division.json")
	if err := os.WriteFile(path, []byte(g.chief.get("/d/"+g.id+"/export/division.json")), 0o600); err != nil {
		d.t.Fatal(err)
	}
	run(d.t, bin, "check", "--json", path)
	var standings struct {
		Standings []struct {
			Place *int
			No    int
		}
	}
	if err := json.Unmarshal(run(d.t, bin, "standings", "--json", path), &standings); err != nil {
		d.t.Fatal(err)
	}
	var want []string
	for _, row := range standings.Standings {
		if row.Place != nil {
			want = append(want, fmt.Sprint(*row.Place, ".", row.No))
		}
	}
	var got []string
	for _, m := range regexp.MustCompile(`<td class="num place">(\d+).*?</td><td class="num sub">(\d+)</td>`).FindAllStringSubmatch(g.chief.get("/d/"+g.id+"/ranking"), -1) {
		got = append(got, m[1]+"."+m[2])
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(got) == 0 || !slices.Equal(want, got) {
		d.t.Errorf("%s: the page ranks %v, the command line %v", g.name, got, want)
	}
}
