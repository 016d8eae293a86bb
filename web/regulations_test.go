package web_test

import (
	"context"
	"html"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/tournament"
)

var field = regexp.MustCompile(`<(?:input|select|textarea)[^>]*\bname="([^"]+)"[^>]*>`)

// formOf reads the fields of the regulations' form as a browser would send them.
func formOf(t *testing.T, page string) url.Values {
	t.Helper()
	_, page, ok := strings.Cut(page, "data-regulations")
	if !ok {
		t.Fatal("the page has no form")
	}
	page, _, _ = strings.Cut(page, "</form>")
	v := url.Values{}
	for _, m := range field.FindAllStringSubmatchIndex(page, -1) {
		tag, name := page[m[0]:m[1]], page[m[2]:m[3]]
		switch {
		case strings.HasPrefix(tag, "<textarea"):
			text, _, _ := strings.Cut(page[m[1]:], "</textarea>")
			v.Add(name, html.UnescapeString(text))
		case strings.HasPrefix(tag, "<select"):
			body, _, _ := strings.Cut(page[m[1]:], "</select>")
			choice := regexp.MustCompile(`value="([^"]*)"[^>]* selected`).FindStringSubmatch(body)
			if choice == nil {
				choice = regexp.MustCompile(`value="([^"]*)"`).FindStringSubmatch(body)
			}
			v.Add(name, html.UnescapeString(choice[1]))
		case strings.Contains(tag, `type="checkbox"`):
			if strings.Contains(tag, " checked") {
				v.Add(name, "yes")
			}
		default:
			if value := regexp.MustCompile(`\bvalue="([^"]*)"`).FindStringSubmatch(tag); value != nil {
				v.Add(name, html.UnescapeString(value[1]))
			}
		}
	}
	v.Del("cmd")
	return v
}

// regulationsOf reads the division's state.
func (h *hall) regulationsOf(t *testing.T) *tournament.Division {
	t.Helper()
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	return d
}

// TestRegulationsForm: every option of the contract is set by the form, and an untouched form
// changes nothing.
func TestRegulationsForm(t *testing.T) {
	h := newHall(t)
	page := h.ask("chiefReferee", "GET", "/d/d-1/regulations", nil).Body.String()
	same := formOf(t, page)
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", same); w.Code != 422 || !strings.Contains(w.Body.String(), "same") && !strings.Contains(w.Body.String(), "Nothing") {
		t.Errorf("an untouched form gives %d", w.Code)
	}
	v := formOf(t, page)
	for name, value := range map[string]string{
		"name": "B", "edition": "1988", "rounds": "５", "komi": "2.75", "clock.kind": "canadian", "lateLimit": "other", "lateMinutes": "15", "clock.field.base": "1小时30分", "clock.field.moves": "15", "clock.field.block": "5",
		"clock.carry": "yes", "tiebreaks": "", "win": "3", "drawScore": "1.5", "loss": "1/2", "bye": "2", "absent": "1", "late": "0.5", "avoidSameUnit": "n", "avoidRounds": "3",
		"forbidden": "1-2，3–4", "dropAfterForfeits": "0", "cycles": "2", "losses": "3", "handicap": "ranks", "handicap.reduce": "2", "handicap.max": "4", "handicap.komi": "-0.5", "notes": "甲\r\n乙",
	} {
		v.Set(name, value)
	}
	for _, c := range tournament.Choices {
		v.Set(c.Key, c.Words[len(c.Words)-1])
	}
	for _, c := range tournament.GameChoices {
		v.Set(c.Key, c.Words[len(c.Words)-1])
	}
	v.Set("absenceReading", "2")
	v["chain"] = []string{"points", "reverseSos", "lots"}
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", v); w.Code != 303 {
		t.Fatalf("draft: %d %s", w.Code, w.Body)
	}
	d := h.regulationsOf(t)
	want := tournament.Regulations{Edition: "1988", Method: tournament.Swiss, Rounds: 5, Komi: 11, LateMinutes: 15, Notes: "甲\n乙",
		Time: clock.System{Kind: clock.Canadian, Base: 90 * time.Minute, Moves: 15, Block: 5 * time.Minute, Carry: true}}
	o := &want.Options
	for _, c := range tournament.Choices {
		c.Set(o, c.Words[len(c.Words)-1])
	}
	for _, c := range tournament.GameChoices {
		c.Set(&want.Games, c.Words[len(c.Words)-1])
	}
	want.Games.AbsenceReading = 2
	o.Tiebreaks = tournament.Tiebreaks{Keys: []string{"points", "reverseSos", "lots"}}
	o.Score = tournament.Score{Win: "3", Draw: "1.5", Loss: "1/2", Bye: "2", Absent: "1", Late: "0.5"}
	o.AvoidSameUnit = tournament.Rounds{N: 3}
	o.Forbidden = [][2]int{{1, 2}, {3, 4}}
	o.Cycles, o.Losses = 2, 3
	o.Handicap = tournament.Handicap{On: true, Reduce: 2, Max: 4, Komi: "-0.5"}
	if d.Draft == nil || !reflect.DeepEqual(d.Draft.Regulations, want) {
		t.Fatalf("drafted %+v\nwant %+v", d.Draft, want)
	}
	again := formOf(t, h.ask("chiefReferee", "GET", "/d/d-1/regulations", nil).Body.String())
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", again); w.Code != 303 || !reflect.DeepEqual(h.regulationsOf(t).Draft.Regulations, want) {
		t.Errorf("the form of a draft gives other regulations: %d %+v", w.Code, h.regulationsOf(t).Draft)
	}
	look := h.ask("organiser", "GET", "/d/d-1/regulations", nil).Body.String()
	for _, words := range []string{"<del>A</del>", "<ins>B</ins>", "1 h 30 min, then 15 moves in each 5 min", "do/approve", "on top of the base time", "gets the win", "waits until the side is back", "all that a side has"} {
		if !strings.Contains(look, words) {
			t.Errorf("the comparison doesn't say %q", words)
		}
	}
	if w := h.ask("organiser", "POST", "/d/d-1/do/approve", nil); w.Code != 303 || !reflect.DeepEqual(h.regulationsOf(t).Reg, want) {
		t.Errorf("approved: %d", w.Code)
	}
}

// TestRegulationsWithoutScripts: the buttons of the form work by the server and keep what is typed.
func TestRegulationsWithoutScripts(t *testing.T) {
	h := newHall(t)
	start := formOf(t, h.ask("chiefReferee", "GET", "/d/d-1/regulations", nil).Body.String())
	start.Set("rounds", "9")
	for _, c := range []struct {
		do, add, preset, want string
	}{
		{"up.1", "", "rules2002B", "sos points warnings"},
		{"down.0", "", "rules2002B", "sos points warnings"},
		{"up.0", "", "rules2002B", "points sos warnings"},
		{"remove.1", "", "rules2002B", "points warnings"},
		{"remove.9", "", "rules2002B", "points sos warnings"},
		{"add", "lots", "rules2002B", "points sos warnings lots"},
		{"add", "sos", "rules2002B", "points sos warnings"},
	} {
		v := url.Values{}
		for key, values := range start {
			v[key] = values
		}
		v.Set("do", c.do)
		v.Set("add", c.add)
		w := h.ask("chiefReferee", "POST", "/d/d-1/regulations", v)
		got := formOf(t, w.Body.String())
		if w.Code != 200 || strings.Join(got["chain"], " ") != c.want || got.Get("tiebreaks") != "" || got.Get("rounds") != "9" {
			t.Errorf("%s %s: %d, chain %v, preset %q, rounds %s", c.do, c.add, w.Code, got["chain"], got.Get("tiebreaks"), got.Get("rounds"))
		}
	}
	start.Set("edition", "1988")
	start.Set("do", "preset")
	if got := formOf(t, h.ask("chiefReferee", "POST", "/d/d-1/regulations", start).Body.String()); got.Get("komi") != "2.75" || got.Get("tiebreaks") != "rules1988" {
		t.Errorf("presets of 1988: komi %s, %s", got.Get("komi"), got.Get("tiebreaks"))
	}
	if d := h.regulationsOf(t); d.Draft != nil {
		t.Error("a look at the form drafted something")
	}
}

// TestRegulationsMarked: what is wrong is said at each field, in words, and nothing is drafted.
func TestRegulationsMarked(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "戊"}, {Name: "己"}}, 20)
	start := formOf(t, h.ask("chiefReferee", "GET", "/d/d-1/regulations", nil).Body.String())
	for name, c := range map[string]struct {
		set  map[string]string
		says []string
	}{
		"rounds":   {map[string]string{"rounds": "0"}, []string{"“Rounds”: 0 won’t do", `id="bad-rounds"`}},
		"empty":    {map[string]string{"rounds": " "}, []string{"“Rounds” is empty"}},
		"several":  {map[string]string{"rounds": "x", "cycles": "99", "win": "two"}, []string{"3 fields", `id="bad-cycles"`, `id="bad-win"`, "“Cycles”"}},
		"time":     {map[string]string{"clock.kind": "reserved", "clock.field.base": "soon", "clock.field.reserved": "3", "clock.field.period": "1m"}, []string{"soon", `id="bad-clock.field.base"`}},
		"reserved": {map[string]string{"clock.kind": "reserved", "clock.field.base": "2", "clock.field.reserved": "3", "clock.field.period": "60"}, []string{"3 min", "2 min", `id="bad-clock.field.reserved"`}},
		"missing":  {map[string]string{"clock.kind": "fischer", "clock.field.base": "5"}, []string{`id="bad-clock.field.increment"`}},
		"pairs":    {map[string]string{"forbidden": "3-3"}, []string{"3-3", `id="bad-forbidden"`}},
		"komi":     {map[string]string{"komi": "3.8"}, []string{"3.8", `id="bad-komi"`, `href="#bad-komi"`}},
		"far komi": {map[string]string{"komi": "999"}, []string{`id="bad-komi"`}},
		"both":     {map[string]string{"komi": "3.8", "win": "1"}, []string{"2 fields", `id="bad-komi"`, `id="bad-win"`}},
		"no win":   {map[string]string{"win": "1"}, []string{"Win 1, draw 1", `id="bad-win"`}},
		"draw":     {map[string]string{"drawScore": "0", "loss": "1", "win": "1"}, []string{`id="bad-drawScore"`}},
		"loss":     {map[string]string{"loss": "-1"}, []string{`id="bad-loss"`}},
		"absence":  {map[string]string{"absent": "-1"}, []string{"“Absent” is -1", `id="bad-absent"`}},
		"no name":  {map[string]string{"name": " "}, []string{`id="bad-name"`}},
		"taken":    {map[string]string{"name": "B"}, []string{"“B” already", `id="bad-name"`}},
		"method":   {map[string]string{"method": "roundrobin"}, []string{"after the draw", `id="bad-method"`}},
		"edition":  {map[string]string{"edition": "1999"}, []string{`id="bad-edition"`}},
		"word":     {map[string]string{"byeSos": "all"}, []string{"all", `id="bad-byeSos"`}},
		"scope":    {map[string]string{"repeatScope": "year"}, []string{"year", `id="bad-repeatScope"`}},
		"preset":   {map[string]string{"tiebreaks": "none"}, []string{`id="bad-tiebreaks"`}},
		"chain":    {map[string]string{"tiebreaks": "", "chain": "luck"}, []string{`id="bad-tiebreaks"`}},
		"handicap": {map[string]string{"handicap": "ranks", "handicap.komi": "?", "handicap.max": "99"}, []string{`id="bad-handicap.komi"`, `id="bad-handicap.max"`}},
		"notes":    {map[string]string{"notes": strings.Repeat("长", 20001)}, []string{`id="bad-notes"`}},
	} {
		v := url.Values{}
		for key, values := range start {
			v[key] = values
		}
		for key, value := range c.set {
			v.Set(key, value)
		}
		w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", v)
		body := html.UnescapeString(w.Body.String())
		for _, words := range c.says {
			if w.Code < 409 || w.Code > 422 || !strings.Contains(body, words) {
				t.Errorf("%s: %d, doesn't say %q", name, w.Code, words)
			}
		}
		if got := formOf(t, w.Body.String()); got.Get("rounds") != v.Get("rounds") {
			t.Errorf("%s: what was typed is lost: %q", name, got.Get("rounds"))
		}
	}
	if h.regulationsOf(t).Draft != nil {
		t.Error("something was drafted")
	}
}

// TestRegulationsReason: after round 1 was published a change has to say why (2002 art. 30.1).
func TestRegulationsReason(t *testing.T) {
	h := newHall(t)
	for _, action := range []string{"prepare", "check", "publish"} {
		if w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+action, url.Values{"round": {"1"}}); w.Code != 303 {
			t.Fatalf("%s: %d", action, w.Code)
		}
	}
	v := formOf(t, h.ask("chiefReferee", "GET", "/d/d-1/regulations", nil).Body.String())
	v.Set("byeSos", "lowest")
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", v); w.Code != 422 || !strings.Contains(w.Body.String(), `id="bad-reason"`) {
		t.Errorf("without a reason: %d", w.Code)
	}
	v.Set("reason", "the committee asked for it")
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", v); w.Code != 303 {
		t.Errorf("with a reason: %d", w.Code)
	}
	if page := h.ask("organiser", "GET", "/d/d-1/regulations", nil).Body.String(); !strings.Contains(page, "the committee asked for it") {
		t.Error("the organiser doesn't read the reason")
	}
}

// TestLateLimit: how late a player may come is one of the two limits of the rules, or another
// (D22.1, D22.2, 2002 art. 22.1, 22.2).
func TestLateLimit(t *testing.T) {
	for _, c := range []struct {
		choice, minutes string
		want            int
	}{{"15", "99", 15}, {"other", "２０", 20}, {"other", "0", -1}, {"other", "", -1}} {
		h := newHall(t)
		v := formOf(t, h.ask("chiefReferee", "GET", "/d/d-1/regulations", nil).Body.String())
		if v.Get("lateLimit") != "60" {
			t.Fatalf("an hour shows as %q", v.Get("lateLimit"))
		}
		v.Set("lateLimit", c.choice)
		v.Set("lateMinutes", c.minutes)
		w := h.ask("chiefReferee", "POST", "/d/d-1/do/draft", v)
		if d := h.regulationsOf(t); c.want < 0 {
			if w.Code != 422 || d.Draft != nil || !strings.Contains(w.Body.String(), `id="bad-lateMinutes"`) {
				t.Errorf("%+v: %d", c, w.Code)
			}
		} else if w.Code != 303 || d.Draft == nil || d.Draft.Regulations.LateMinutes != c.want {
			t.Errorf("%+v: %d %+v", c, w.Code, d.Draft)
		}
	}
}

// TestNameTaken: two drafts can't give two divisions one name; the second approval is refused.
func TestNameTaken(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "戊"}, {Name: "己"}}, 20)
	for _, division := range []string{"d-1", "d-2"} {
		v := formOf(t, h.ask("chiefReferee", "GET", "/d/"+division+"/regulations", nil).Body.String())
		v.Set("name", "C")
		v.Set("reason", "one list")
		if w := h.ask("chiefReferee", "POST", "/d/"+division+"/do/draft", v); w.Code != 303 {
			t.Fatalf("%s: %d", division, w.Code)
		}
	}
	if w := h.ask("organiser", "POST", "/d/d-1/do/approve", nil); w.Code != 303 {
		t.Fatalf("the first approval: %d", w.Code)
	}
	if w := h.ask("organiser", "POST", "/d/d-2/do/approve", nil); w.Code != 409 || !strings.Contains(html.UnescapeString(w.Body.String()), "“C” already") {
		t.Errorf("the second approval: %d", w.Code)
	}
}
