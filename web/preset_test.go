package web_test

import (
	"context"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tianyuan/entrylist"
	"tianyuan/store"
	"tianyuan/tournament"
)

// TestClubNight: one form makes tournament, division, entries, draw and the first pairs, with the
// handicap by rank; sent twice it makes one. The next time the same people can be ticked.
func TestClubNight(t *testing.T) {
	h := newHall(t)
	form := url.Values{"cmd": {"c-aaaaaaaaaaaaaaaa"}, "name": {"活动夜"}, "names": {"示例甲 5段\r\n示例乙，2k\r\n示例丙\r\nAnna Bo 3k\r\n"}, "rounds": {"3"}, "minutes": {"２０"}, "handicap": {"ranks"}}
	for range 2 {
		w := h.ask("admin", "POST", "/new/club", form)
		if w.Code != 303 || w.Header().Get("Location") != "/d/d-aaaaaaaaaaaaaaaa/round/1" {
			t.Fatalf("%d %s %s", w.Code, w.Header().Get("Location"), html.UnescapeString(w.Body.String()))
		}
	}
	d, err := h.office.Division(context.Background(), "d-aaaaaaaaaaaaaaaa")
	must(t, err)
	if len(d.Entries) != 4 || len(d.Rounds) != 1 || len(d.Rounds[0].Pairs) != 2 || d.Reg.Rounds != 3 || d.Reg.Time.Base.Minutes() != 20 {
		t.Fatalf("%+v", d)
	}
	if e := d.Entry(1); e.Name != "示例甲" || e.Rank != "5d" {
		t.Errorf("number 1 is %+v", e)
	}
	stones := map[int]int{} // 5d and 2k stand 6 ranks apart, less the reduction of 1
	for _, p := range d.Rounds[0].Pairs {
		stones[p.Handicap]++
	}
	if stones[5] != 1 || stones[0] != 1 {
		t.Errorf("handicaps: %+v", d.Rounds[0].Pairs)
	}
	rows, err := h.office.Rows(context.Background(), "tournament", "")
	must(t, err)
	if len(rows) != 2 {
		t.Errorf("%d tournaments", len(rows))
	}
	page := h.ask("admin", "GET", "/new/club", nil).Body.String()
	key := regexp.MustCompile(`name="who" value="(示例乙[^"]*)"`).FindStringSubmatch(page)
	if key == nil {
		t.Fatal("nobody from last time can be ticked")
	}
	again := url.Values{"name": {"又一晚"}, "who": {html.UnescapeString(key[1])}, "names": {"新人 10级"}, "rounds": {"2"}, "minutes": {"30"}}
	w := h.ask("admin", "POST", "/new/club", again)
	if w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d, err = h.office.Division(context.Background(), strings.Split(w.Header().Get("Location"), "/")[2])
	must(t, err)
	if len(d.Entries) != 2 || d.Entries[0].Rank != "2k" || d.Reg.Options.Handicap.On || d.Rounds[0].Pairs[0].Handicap != 0 {
		t.Errorf("%+v", d.Entries)
	}
}

// TestClubRefused: what is wrong is said before anything is made.
func TestClubRefused(t *testing.T) {
	h := newHall(t)
	for _, c := range []struct{ field, value, words string }{
		{"names", "甲", "At least two"}, {"names", "甲，9段段\n乙", "Line 1"}, {"names", "甲\n甲", "stands there twice"}, {"rounds", "0", "1"}, {"minutes", "", "Minutes"}, {"name", "", "name"},
	} {
		form := url.Values{"cmd": {"c-aaaaaaaaaaaaaaaa"}, "name": {"活动夜"}, "names": {"甲\n乙"}, "rounds": {"3"}, "minutes": {"20"}}
		form.Set(c.field, c.value)
		w := h.ask("admin", "POST", "/new/club", form)
		if w.Code != 422 || !strings.Contains(html.UnescapeString(w.Body.String()), c.words) {
			t.Errorf("%+v: %d", c, w.Code)
		}
	}
	rows, err := h.office.Rows(context.Background(), "tournament", "")
	must(t, err)
	if len(rows) != 1 {
		t.Errorf("%d tournaments were made", len(rows))
	}
}

// TestPresets: a new tournament begins with the divisions that its form names, by the regulations of
// its kind; at most 40, else nothing is made.
func TestPresets(t *testing.T) {
	h := newHall(t)
	w := h.ask("admin", "POST", "/new", url.Values{"name": {"校园赛"}, "preset": {"schoolDay"}, "divisions": {"低年级\r\n\r\n高年级\r\n低年级"}})
	if w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	rows, err := h.office.Rows(context.Background(), "division", strings.TrimPrefix(w.Header().Get("Location"), "/t/"))
	must(t, err)
	if len(rows) != 2 {
		t.Fatalf("%d divisions", len(rows))
	}
	d, err := h.office.Division(context.Background(), rows[0].ID)
	must(t, err)
	if d.Reg.Rounds != 5 || d.Reg.LateLimit() != tournament.SamePlaceLimit {
		t.Errorf("%+v", d.Reg)
	}
	for _, divisions := range []string{numbered(41), strings.Repeat("长", 81)} {
		if w := h.ask("admin", "POST", "/new", url.Values{"name": {"太多"}, "divisions": {divisions}}); w.Code != 422 {
			t.Errorf("%.20s: %d", divisions, w.Code)
		}
	}
	if w := h.ask("admin", "POST", "/new", url.Values{"name": {"怪"}, "preset": {"party"}}); w.Code != 422 {
		t.Errorf("an unknown kind: %d", w.Code)
	}
	all, err := h.office.Rows(context.Background(), "tournament", "")
	must(t, err)
	if len(all) != 2 {
		t.Errorf("%d tournaments", len(all))
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("组" + strconv.Itoa(i+1) + "\n")
	}
	return b.String()
}

// TestFortyDivisions: the 41st division is refused with the reason.
func TestFortyDivisions(t *testing.T) {
	h := newHall(t)
	add := func(n int) (int, string) {
		w := h.ask("organiser", "POST", "/t/t-1/divisions", url.Values{"name": {"组" + strconv.Itoa(n)}, "edition": {"2002"}, "method": {"swiss"}, "rounds": {"3"}})
		return w.Code, html.UnescapeString(w.Body.String())
	}
	for n := 2; n <= 40; n++ {
		if code, _ := add(n); code != 303 {
			t.Fatalf("division %d: %d", n, code)
		}
	}
	if code, body := add(41); code != 409 || !strings.Contains(body, "at most 40 divisions") {
		t.Errorf("%d", code)
	}
}

// TestOverlapTold: the tournament's page warns of two divisions that use the same tables.
func TestOverlapTold(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "戊"}, {Name: "己"}, {Name: "庚"}, {Name: "辛"}}, 2)
	if page := html.UnescapeString(h.page(t, "organiser", "/t/t-1")); !strings.Contains(page, "A, B share tables: 2.") {
		t.Error("the overlap isn't told")
	}
	h.send(t, "chiefReferee", "/d/d-1/do/seating", url.Values{"first": {"4"}})
	if page := html.UnescapeString(h.page(t, "organiser", "/t/t-1")); strings.Contains(page, "share tables") {
		t.Error("an overlap that is none is told")
	}
}

// TestSharedTablesAsked: a round whose tables are another division's too is doubted among the desk's problems,
// and its publication and its start are asked about once, with the way out; none of it once they are numbered one
// after the other.
func TestSharedTablesAsked(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "戊"}, {Name: "己"}, {Name: "庚"}, {Name: "辛"}}, 1)
	h.act(t, h.division, tournament.Draw{How: "given"}, tournament.PrepareRound{}, tournament.CheckRound{Round: 1})
	page := func() string { return html.UnescapeString(h.page(t, "chiefReferee", "/d/d-1/round/1")) }
	if p := page(); !strings.Contains(p, "Tables 1–2 are also B’s") || strings.Contains(p, `<p class="meta">No problems`) || !strings.Contains(p, `href="/t/t-1/tables"`) {
		t.Error("the desk has no doubt about shared tables")
	}
	for _, act := range []struct{ do, says string }{{"publish", "Tables 1–2 are also B’s, and nothing was published"}, {"start", "B has published tables 1–2 too"}} {
		form := url.Values{"round": {"1"}}
		w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+act.do, form)
		asked := html.UnescapeString(w.Body.String())
		m := sureField.FindStringSubmatch(w.Body.String())
		if w.Code != 409 || m == nil || !strings.Contains(asked, act.says) || !strings.Contains(strings.ToLower(asked), "number all divisions one after the other") {
			t.Fatalf("%s: %d, asks %v", act.do, w.Code, m)
		}
		form.Set("sure", html.UnescapeString(m[1]))
		if w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+act.do, form); w.Code != 303 {
			t.Fatalf("%s, asked: %d", act.do, w.Code)
		}
	}
	h = newHall(t)
	h.second(t, []tournament.Entry{{Name: "戊"}, {Name: "己"}, {Name: "庚"}, {Name: "辛"}}, 1)
	h.act(t, h.division, tournament.Draw{How: "given"}, tournament.PrepareRound{}, tournament.CheckRound{Round: 1})
	h.send(t, "chiefReferee", "/d/d-1/do/seating", url.Values{"first": {"11"}})
	h.act(t, h.division, tournament.CheckRound{Round: 1})
	if strings.Contains(page(), "are also B’s") {
		t.Error("a doubt about tables that are the division's alone")
	}
	for _, do := range []string{"publish", "start"} {
		if w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+do, url.Values{"round": {"1"}}); w.Code != 303 {
			t.Fatalf("%s: %d", do, w.Code)
		}
	}
}

// TestMovePlayer: before round 1 a player changes divisions with a reason; the private facts move
// along and both logs say so.
func TestMovePlayer(t *testing.T) {
	h := newHall(t)
	ctx := context.Background()
	h.send(t, "organiser", "/t/t-1/divisions", url.Values{"name": {"C"}, "edition": {"2002"}, "method": {"swiss"}, "rounds": {"3"}})
	rows, err := h.office.Rows(ctx, "division", "t-1")
	must(t, err)
	other := rows[0].ID
	if other == "d-1" {
		other = rows[1].ID
	}
	h.send(t, "organiser", "/d/d-1/entry/2/private", secrets)
	if w := h.ask("organiser", "POST", "/d/d-1/entry/2/move", url.Values{"to": {other}}); w.Code != 422 {
		t.Errorf("without a reason: %d", w.Code)
	}
	w := h.ask("organiser", "POST", "/d/d-1/entry/2/move", url.Values{"to": {other}, "reason": {"报错组"}, "cmd": {"c-1"}})
	if w.Code != 303 || w.Header().Get("Location") != "/d/"+other+"/entry/1" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	from, err := h.store.Contacts(ctx, "d-1")
	must(t, err)
	to, err := h.store.Contacts(ctx, other)
	must(t, err)
	if _, left := from[2]; left || entrylist.Private(to[1]).Get(entrylist.Phone) != "000-1111-222" {
		t.Errorf("%v %v", from, to)
	}
	for _, x := range []struct {
		division string
		entry    int
	}{{"d-1", 2}, {other, 1}} {
		acts, err := h.store.PrivateLog(ctx, x.division, x.entry)
		must(t, err)
		if len(acts) == 0 || acts[0].Act != store.PrivateMoved {
			t.Errorf("the log of %s: %+v", x.division, acts)
		}
	}
	h.send(t, "chiefReferee", "/d/d-1/do/prepare", url.Values{"round": {"1"}})
	if w := h.ask("organiser", "POST", "/d/d-1/entry/1/move", url.Values{"to": {other}, "reason": {"x"}}); w.Code != 409 {
		t.Errorf("after round 1 was paired: %d", w.Code)
	}
	if page := h.page(t, "organiser", "/d/d-1/entry/1"); strings.Contains(page, "entry/1/move") {
		t.Error("the page still offers it")
	}
}
