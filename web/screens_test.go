package web_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/web"
)

// act carries out commands as an administrator with every role.
func (h *hall) act(t *testing.T, division string, commands ...tournament.Command) *tournament.Division {
	t.Helper()
	var d *tournament.Division
	for _, c := range commands {
		var err error
		d, err = h.office.Do(context.Background(), everyRole, division, office.Order{Command: c, Reason: "test", Asked: []int{1, 2}})
		must(t, err)
	}
	return d
}

var everyRole = office.Actor{User: account.User{ID: "u-admin", Admin: true}, Roles: account.Roles}

// page is an answer's text that has to be there.
func (h *hall) page(t *testing.T, who, path string) string {
	t.Helper()
	w := h.ask(who, http.MethodGet, path, nil)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %.200s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// second adds a division B with its own tables, whose round 1 is published.
func (h *hall) second(t *testing.T, entries []tournament.Entry, first int) {
	t.Helper()
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	_, err = h.office.CreateDivision(context.Background(), everyRole, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "B", Regulations: d.Reg}})
	must(t, err)
	h.act(t, "d-2", tournament.AddEntries{Source: "form", Entries: entries}, tournament.Draw{How: "given"}, tournament.SetSeating{Seating: tournament.Seating{First: first}},
		tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1})
}

// generatedPairs are n entries with plain names.
func generatedPairs(n int) []tournament.Entry {
	entries := make([]tournament.Entry, n)
	for i := range entries {
		entries[i] = tournament.Entry{Name: fmt.Sprintf("选手%03d", i+1), Unit: fmt.Sprint("单位", i%7)}
	}
	return entries
}

func blackWins() rules.Outcome { return rules.Outcome{Winner: rules.Black, Manner: rules.Resigned} }

// TestHallScreen: every published table of every division stands on one of the pages of 22, the
// divisions in the order of their tables, with version, start, changes and notices (issue 4.7).
func TestHallScreen(t *testing.T) {
	h := newHall(t)
	if body := h.page(t, "guest", "/p/t-1/hall"); !strings.Contains(body, "The pairings aren") {
		t.Error("nothing is published, and the screen doesn't say so")
	}
	h.second(t, generatedPairs(60), 3)
	h.act(t, h.division, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1, StartsAt: time.Now().Add(20 * time.Minute)})
	h.act(t, "d-2", tournament.MoveTable{Round: 1, Table: 5, To: 99})
	h.send(t, "organiser", "/t/t-1/notices", url.Values{"text": {"Lunch <b>at</b> noon"}})
	body := h.page(t, "guest", "/p/t-1/hall")
	if n := strings.Count(body, `class="h-page"`); n != 3 {
		t.Errorf("%d pages for 2 and 30 tables, want 1 + 2", n)
	}
	if n := strings.Count(body, `" hidden`); n != 2 {
		t.Errorf("%d pages hidden, want 2", n)
	}
	tables := regexp.MustCompile(`class="h-no">(\d+)<`).FindAllStringSubmatch(body, -1)
	var got []string
	for _, m := range tables {
		got = append(got, m[1])
	}
	want := []string{"1", "2"}
	for n := 3; n <= 32; n++ {
		if n != 5 {
			want = append(want, fmt.Sprint(n))
		}
	}
	if want = append(want, "99"); !slices.Equal(got, want) {
		t.Errorf("tables %v", got)
	}
	for _, text := range []string{"1–2", "3–32, 99", "data-until", "h-changed", "corrected", "Lunch &lt;b&gt;at&lt;/b&gt; noon", `<svg class="qr"`, `url=?page=2`} {
		if !strings.Contains(body, text) {
			t.Errorf("the screen doesn't show %q", text)
		}
	}
	if body := h.page(t, "guest", "/p/t-1/hall?page=3"); !strings.Contains(body, `url=?page=1`) {
		t.Error("without scripts the last page doesn't lead to the first")
	}
}

func (h *hall) send(t *testing.T, who, path string, form url.Values) {
	t.Helper()
	if w := h.ask(who, http.MethodPost, path, form); w.Code != http.StatusSeeOther {
		t.Fatalf("%s: %d %.300s", path, w.Code, w.Body)
	}
}

// TestHead: the mark that the screens ask for changes with a notice and with any division, and an
// asker who has it gets 304.
func TestHead(t *testing.T) {
	h := newHall(t)
	seen := map[string]bool{}
	next := func() {
		t.Helper()
		tag := h.page(t, "guest", "/p/t-1/head")
		if seen[tag] {
			t.Errorf("the mark %q stays", tag)
		}
		seen[tag] = true
	}
	next()
	h.send(t, "organiser", "/t/t-1/notices", url.Values{"text": {"x"}})
	next()
	h.act(t, h.division, tournament.PrepareRound{})
	next()
	w := h.ask("guest", http.MethodGet, "/p/t-1/head", nil)
	r := httptest.NewRequest(http.MethodGet, "/p/t-1/head", nil)
	r.Header.Set("If-None-Match", w.Header().Get("ETag"))
	again := httptest.NewRecorder()
	if h.handler.ServeHTTP(again, r); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("%d with %d bytes", again.Code, again.Body.Len())
	}
}

// TestNotices: posted by those who may, shown on every public page and in the office, for one
// division or for all, and taken down.
func TestNotices(t *testing.T) {
	h := newHall(t)
	h.second(t, generatedPairs(4), 3)
	h.send(t, "pairingOfficer", "/t/t-1/notices", url.Values{"text": {"all: lunch"}, "back": {"/d/d-1/round/1"}})
	h.send(t, "organiser", "/t/t-1/notices", url.Values{"text": {"B starts late"}, "division": {"d-2"}})
	for path, want := range map[string][2]bool{
		"/p/t-1": {true, true}, "/p/t-1/hall": {true, true}, "/p/t-1/find": {true, true}, "/p/t-1/notices": {true, true}, "/p/t-1/table/3": {true, true},
		"/p/t-1/d-1": {true, false}, "/p/t-1/d-2": {true, true},
	} {
		body := h.page(t, "guest", path)
		if got := [2]bool{strings.Contains(body, "all: lunch"), strings.Contains(body, "B starts late")}; got != want {
			t.Errorf("%s shows %v, want %v", path, got, want)
		}
	}
	remove := regexp.MustCompile(`name="remove" value="(\d+)"`).FindAllStringSubmatch(h.page(t, "organiser", "/t/t-1"), -1)
	if len(remove) != 2 {
		t.Fatalf("%d notices to take down", len(remove))
	}
	if strings.Contains(h.page(t, "referee", "/t/t-1"), `name="remove"`) {
		t.Error("a referee is offered to take notices down")
	}
	h.send(t, "organiser", "/t/t-1/notices", url.Values{"remove": {remove[0][1]}})
	if body := h.page(t, "guest", "/p/t-1/notices"); strings.Contains(body, "B starts late") || !strings.Contains(body, "all: lunch") {
		t.Error("the wrong one was taken down")
	}
	if w := h.ask("organiser", http.MethodPost, "/t/t-1/notices", url.Values{"text": {strings.Repeat("x", 121)}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("a notice of 121 characters: %d", w.Code)
	}
	if w := h.ask("organiser", http.MethodPost, "/t/t-1/notices", url.Values{"text": {"x"}, "division": {"d-9"}}); w.Code != http.StatusNotFound {
		t.Errorf("a notice to no division: %d", w.Code)
	}
}

// TestFindMe: by number, name, whole pinyin, initials, a surname's own reading, the other script;
// over all divisions (issue 4.7).
func TestFindMe(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "张小明", Unit: "一中"}, {Name: "曾乐"}, {Name: "吕涵"}, {Name: "Anna Bö"}, {Name: "章三"}, {Name: "单于飞"}}, 3)
	for text, want := range map[string][]string{
		"1": {"张小明", "甲"}, "１": {"张小明", "甲"}, "张": {"张小明"}, "小明": {"张小明"}, "zxm": {"张小明"}, "ZX": {"张小明"}, "zhangxiaoming": {"张小明"}, "Zhang Xiao": {"张小明"},
		"zengle": {"曾乐"}, "zengyue": {"曾乐"}, "zl": {"曾乐"}, "lvhan": {"吕涵"}, "luhan": {"吕涵"}, "anna bo": {"Anna Bö"}, "ab": {"Anna Bö"}, "bö": {"Anna Bö"},
		"張小明": {"张小明"}, "zhangsan": {"章三"}, "shanyufei": {"单于飞"}, "chanyufei": {"单于飞"}, "9": nil, "没有": nil, "···": nil,
	} {
		body := h.page(t, "guest", "/p/t-1/find?fragment=1&q="+url.QueryEscape(text))
		var got []string
		for _, m := range regexp.MustCompile(`class="card me" aria-label="([^"]+)"`).FindAllStringSubmatch(body, -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
	body := h.page(t, "guest", "/p/t-1/find?q=zxm")
	for _, text := range []string{`class="tableno">`, "B　Round 1　Version 1", "一中"} {
		if !strings.Contains(body, text) {
			t.Errorf("the card doesn't show %q", text)
		}
	}
	if body := h.page(t, "guest", "/p/t-1/find?is=d-2.2"); !strings.Contains(body, "曾乐") || strings.Contains(body, "张小明") && !strings.Contains(body, "Opponent") {
		t.Error("an entry named by its address isn't the one that is shown")
	}
}

// TestFindRecord: the card shows the rounds so far with opponents and results.
func TestFindRecord(t *testing.T) {
	h := newHall(t)
	h.act(t, h.division, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	for _, p := range d.Current().Pairs {
		h.act(t, h.division, tournament.EnterResult{Round: 1, Table: p.Table, Outcome: blackWins()})
	}
	d = h.act(t, h.division, tournament.CloseRound{Round: 1}, tournament.PrepareRound{}, tournament.CheckRound{Round: 2}, tournament.PublishRound{Round: 2})
	first := d.Round(1).Pairs[0]
	body := h.page(t, "guest", fmt.Sprintf("/p/t-1/find?q=%d", first.Black))
	line := regexp.MustCompile(`(?s)<tr><th scope="row">Round 1</th>.*?</tr>`).FindString(body)
	if !strings.Contains(line, d.Entry(first.White).Name) || !strings.Contains(line, `class="win"`) || !strings.Contains(line, `st b`) {
		t.Errorf("round 1 reads %q", line)
	}
	if strings.Contains(body, `<th scope="row">Round 2</th>`) {
		t.Error("the round to come stands among those played")
	}
}

// TestTablePage: the code on a table shows whoever plays there now, in any division; two divisions
// may number from 1.
func TestTablePage(t *testing.T) {
	h := newHall(t)
	h.second(t, generatedPairs(4), 2)
	h.act(t, h.division, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1})
	for no, want := range map[int]int{1: 1, 2: 2, 3: 1, 4: 0} {
		body := h.page(t, "guest", fmt.Sprint("/p/t-1/table/", no))
		if got := strings.Count(body, `class="card-sides"`); got != want {
			t.Errorf("table %d: %d pairs, want %d", no, got, want)
		}
	}
	for _, bad := range []string{"0", "x", "10000", "-1"} {
		if w := h.ask("guest", http.MethodGet, "/p/t-1/table/"+bad, nil); w.Code != http.StatusNotFound {
			t.Errorf("table %s: %d", bad, w.Code)
		}
	}
}

// publicPaths are all public pages of the hall's tournament.
var publicPaths = []string{"/p/t-1", "/p/t-1/hall", "/p/t-1/units", "/p/t-1/notices", "/p/t-1/table/3", "/p/t-1/d-2", "/p/t-1/d-2?by=name", "/p/t-1/d-2/ranking", "/p/t-1/d-2/ranking?no=1&key=points",
	"/p/t-1/d-2/entries", "/p/t-1/d-2/regulations", "/p/t-1/d-2/draw", "/p/t-1/find?q=1", "/p/t-1/find?q=2", "/p/t-1/find?kiosk=1&q=1", "/p/t-1/find?is=d-2.1"}

// TestMinors: no public page names a minor otherwise than the tournament chose; the office sees the
// names. A hidden name is found by its number or when it is written whole, not by its parts
// (design, Secrets and people).
func TestMinors(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "王雨涵", Unit: "一小", Birth: "2016"}, {Name: "李晓彤", Unit: "一小", Birth: "2015"}, {Name: "成年人", Birth: "1980"}, {Name: "不详"}}, 3)
	h.act(t, "d-2", tournament.StartRound{Round: 1}, tournament.EnterResult{Round: 1, Table: 3, Outcome: blackWins()}, tournament.EnterResult{Round: 1, Table: 4, Outcome: blackWins()})
	for minors, shown := range map[string]string{tournament.MinorsNamed: "王雨涵", tournament.MinorsMasked: "王*涵", tournament.MinorsNumbered: "#1"} {
		h.send(t, "organiser", "/t/t-1/info", url.Values{"name": {"Open"}, "starts": {"2026-11-28"}, "public": {"yes"}, "minors": {minors}})
		if body := h.page(t, "organiser", "/t/t-1"); !strings.Contains(body, `value="`+minors+`" checked`) {
			t.Errorf("%s: the form doesn't show the choice", minors)
		}
		hidden := minors != tournament.MinorsNamed
		for _, path := range publicPaths {
			body := h.page(t, "guest", path)
			if hidden && (strings.Contains(body, "王雨涵") || strings.Contains(body, "李晓彤")) {
				t.Errorf("%s: %s names a minor", minors, path)
			}
		}
		if body := h.page(t, "guest", "/p/t-1/hall"); !strings.Contains(body, shown) || !strings.Contains(body, "成年人") {
			t.Errorf("%s: the hall screen doesn't show %s", minors, shown)
		}
		if body := h.page(t, "referee", "/d/d-2/entries"); !strings.Contains(body, "王雨涵") {
			t.Errorf("%s: the office doesn't see the name", minors)
		}
		for name, data := range unzip(t, h) {
			if hidden && bytes.Contains(data, []byte("王雨涵")) {
				t.Errorf("%s: %s of the archive names a minor", minors, name)
			}
		}
		for text, finds := range map[string]bool{"王雨涵": true, "wangyuhan": true, "1": true, "王": !hidden, "wyh": !hidden, "雨涵": !hidden, "wang": !hidden, "王雨寒": true, "王雨": !hidden} {
			body := h.page(t, "guest", "/p/t-1/find?fragment=1&q="+url.QueryEscape(text))
			if got := strings.Contains(body, `aria-label="`+shown+`"`); got != finds {
				t.Errorf("%s: %q finds %v, want %v", minors, text, got, finds)
			}
		}
	}
}

func unzip(t *testing.T, h *hall) map[string][]byte {
	t.Helper()
	w := h.ask("guest", http.MethodGet, "/p/t-1/site.zip", nil)
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	z, err := zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	must(t, err)
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		must(t, err)
		data, err := io.ReadAll(r)
		must(t, err)
		files[f.Name] = data
	}
	return files
}

// TestSite: the archive stands alone: every link leads to a file of it, every file but the index is
// linked, and no form, script or address of the server is left.
func TestSite(t *testing.T) {
	h := newHall(t)
	h.second(t, generatedPairs(6), 3)
	h.act(t, h.division, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1})
	h.send(t, "organiser", "/t/t-1/notices", url.Values{"text": {"Lunch"}})
	files := unzip(t, h)
	linked := map[string]bool{"index.html": true}
	for name, data := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllSubmatch(data, -1) {
			link, _, _ := strings.Cut(string(m[1]), "#")
			if _, there := files[link]; !there && link != "" {
				t.Errorf("%s links to %q, which isn't there", name, m[1])
			}
			linked[link] = true
		}
		for _, bad := range []string{"<form", "<script", "<button", "<input", "action=", "http://", "https://"} {
			if bytes.Contains(data, []byte(bad)) {
				t.Errorf("%s has %s", name, bad)
			}
		}
		if !bytes.HasPrefix(data, []byte("<!DOCTYPE html>")) {
			t.Errorf("%s begins %.40q", name, data)
		}
	}
	for name := range files {
		if !linked[name] {
			t.Errorf("nothing links to %s", name)
		}
	}
	for _, name := range []string{"index.html", "d1.html", "d2.html", "d1-round1.html", "d1-round1-names.html", "d2-ranking.html", "d2-entries.html", "d1-regulations.html", "d1-draw.html", "units.html", "notices.html", "tianyuan.css"} {
		if files[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	if !bytes.Contains(files["d2-round1.html"], []byte("选手001")) {
		t.Error("the pairs aren't in the archive")
	}
}

// TestCeremony: the lots that are shown are those of the ordinary command, the page shows its
// arithmetic, and a list that changed meanwhile is refused (O30, docs/draw.md).
func TestCeremony(t *testing.T) {
	h := newHall(t)
	body := h.page(t, "chiefReferee", "/d/d-1/draw?seed=+3+6+1+&n=2")
	shown := regexp.MustCompile(`name="shown" value="([\d,]+)"`).FindStringSubmatch(body)[1]
	for _, text := range []string{"3 6 1 1", "19bfaad9", `class="now"`, `data-n="2"`} { // docs/draw.md: entrant 1's lot begins 19bfaad9
		if !strings.Contains(body, text) {
			t.Errorf("the ceremony doesn't show %q", text)
		}
	}
	form := url.Values{"how": {"lot"}, "seed": {"3 6 1"}, "shown": {shown}}
	h.act(t, h.division, tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "late"}}})
	if w := h.ask("chiefReferee", http.MethodPost, "/d/d-1/do/draw", form); w.Code != http.StatusConflict {
		t.Fatalf("another list: %d", w.Code)
	}
	body = h.page(t, "chiefReferee", "/d/d-1/draw?seed=3+6+1&n=5")
	form.Set("shown", regexp.MustCompile(`name="shown" value="([\d,]+)"`).FindStringSubmatch(body)[1])
	w := h.ask("chiefReferee", http.MethodPost, "/d/d-1/do/draw", form)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/d/d-1/draw" {
		t.Fatalf("the draw: %d %s", w.Code, w.Header().Get("Location"))
	}
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	for i, id := range strings.Split(form.Get("shown"), ",") {
		if e := d.Entry(i + 1); fmt.Sprint(e.ID) != id {
			t.Errorf("number %d is entry %d, shown was %s", i+1, e.ID, id)
		}
	}
	for _, path := range []string{"/d/d-1/draw", "/p/t-1/d-1/draw"} {
		if body := h.page(t, "chiefReferee", path); !strings.Contains(body, "19bfaad9") || !strings.Contains(body, "upper half") {
			t.Errorf("%s doesn't show the steps", path)
		}
	}
	if strings.Contains(h.page(t, "referee", "/d/d-1/draw?again=1"), `name="seed"`) {
		t.Error("a referee is asked for a seed")
	}
}

// TestUnitsPage: the best k of each unit over the chosen divisions.
func TestUnitsPage(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "a", Unit: "X"}, {Name: "b", Unit: "Y"}, {Name: "c", Unit: "X"}, {Name: "d", Unit: "Y"}}, 3)
	d := h.act(t, "d-2", tournament.StartRound{Round: 1})
	for _, p := range d.Current().Pairs {
		o := blackWins()
		if d.Entry(p.White).Unit == "X" {
			o.Winner = 2
		}
		h.act(t, "d-2", tournament.EnterResult{Round: 1, Table: p.Table, Outcome: o})
	}
	row := regexp.MustCompile(`(?s)<th scope="row">([XY])</th><td class="num">(\d+)</td>`)
	for query, want := range map[string]string{"": "X4 Y0", "?best=1": "X2 Y0", "?best=1&d=d-2": "X2 Y0", "?d=d-1": "", "?best=x": "X4 Y0"} {
		var got []string
		for _, m := range row.FindAllStringSubmatch(h.page(t, "guest", "/p/t-1/units"+query), -1) {
			got = append(got, m[1]+m[2])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", query, got, want)
		}
	}
}

// TestParseStart: a start is written as people write it; a time of day long past means tomorrow.
func TestParseStart(t *testing.T) {
	zone := time.FixedZone("", 8*3600)
	now := time.Date(2026, 11, 29, 13, 20, 0, 0, zone)
	for text, want := range map[string]string{
		"": "", "13:30": "2026-11-29 13:30", "13：30": "2026-11-29 13:30", "１３:３０": "2026-11-29 13:30", "1330": "2026-11-29 13:30", "9:00": "2026-11-30 09:00", " 13:05 ": "2026-11-29 13:05",
		"2026-12-01 09:00": "2026-12-01 09:00", "2026-12-01T09:00": "2026-12-01 09:00", "2026-12-1 9:00": "2026-12-01 09:00",
	} {
		at, err := web.ParseStart(text, now)
		if got := at.Format("2006-01-02 15:04"); err != nil || want != "" && got != want || want == "" && !at.IsZero() {
			t.Errorf("%q: %s %v, want %s", text, got, err, want)
		}
	}
	for _, bad := range []string{"25:00", "noon", "13:60", "2026-13-01 09:00", "13:30:00"} {
		if at, err := web.ParseStart(bad, now); err == nil {
			t.Errorf("%q is %v", bad, at)
		}
	}
}

// FuzzParseStart: whatever is typed, the answer is a time within reach or a fault.
func FuzzParseStart(f *testing.F) {
	for _, seed := range []string{"13:30", "13：30", "1330", "2026-11-29 13:30", "T", "24:00"} {
		f.Add(seed)
	}
	now := time.Date(2026, 11, 29, 13, 20, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		at, err := web.ParseStart(text, now)
		if err == nil && !at.IsZero() && len(text) < 6 && (at.Before(now.Add(-2*time.Hour)) || at.After(now.Add(24*time.Hour))) {
			t.Errorf("%q is %v", text, at)
		}
	})
}

// FuzzFindMe: whatever is typed, the page answers, and what was typed never becomes markup.
func FuzzFindMe(f *testing.F) {
	for _, seed := range []string{"1", "张三", "zs", "１７", "<b>", "\x00", "é", "…", "d-1.1"} {
		f.Add(seed)
	}
	h := newHall(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"q", "is"} {
			w := h.ask("guest", http.MethodGet, "/p/t-1/find?fragment=1&"+name+"="+url.QueryEscape(text), nil)
			if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "<script") {
				t.Fatalf("%q: %d %s", text, w.Code, w.Body)
			}
		}
	})
}
