package web_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tianyuan/tournament"
)

// TestSlipOfANigiri (C10, 2002 art. 10): at a table whose colours are open the slip asks each player which
// colour he had; two reports that agree give result and colours, and an official enters both with one tap.
func TestSlipOfANigiri(t *testing.T) {
	h := newHall(t)
	h.regulate(t, func(r *tournament.Regulations) { r.Colours = tournament.ByNigiri })
	path := h.slips(t)[0]
	d, err := h.office.Division(t.Context(), "d-1")
	must(t, err)
	pair := d.Current().Pairs[0]
	first, second := strconv.Itoa(pair.Black), strconv.Itoa(pair.White)
	one, two := &phone{h: h}, &phone{h: h}
	if page := one.ask("GET", path, nil, false).Body.String(); !strings.Contains(page, "?side="+first) || strings.Contains(page, "?side=B") {
		t.Errorf("the slip asks who reports: %s", page)
	}
	if page := one.ask("GET", path+"?side="+first, nil, false).Body.String(); !strings.Contains(page, "I drew White") || !strings.Contains(page, `name="black" value="`+second+`"`) {
		t.Errorf("the slip doesn’t ask for the colour: %s", page)
	}
	if page := h.text("referee", path); !strings.Contains(page, `name="black" value="`+second+`"`) || !strings.Contains(page, "forfeits") {
		t.Errorf("an official is asked: %s", page)
	}
	for _, c := range []struct {
		who  *phone
		form url.Values
		code int
	}{
		{one, url.Values{"side": {"B"}, "result": {"B+"}}, 409},
		{one, url.Values{"side": {first}, "result": {"me+R"}}, 422},
		{one, url.Values{"side": {first}, "black": {second}, "result": {"me+R"}}, 303},
		{two, url.Values{"side": {second}, "black": {second}, "result": {"you+R"}}, 303},
	} {
		if w := c.who.ask("POST", path, c.form, false); w.Code != c.code {
			t.Errorf("%v: %d %s", c.form, w.Code, w.Body)
		}
	}
	if w := h.ask("referee", "POST", "/d/d-1/do/take", url.Values{"round": {"1"}}); w.Code != 303 {
		t.Fatalf("taken: %d", w.Code)
	}
	d, err = h.office.Division(t.Context(), "d-1")
	must(t, err)
	r := d.Current()
	if p := r.Pairs[0]; strconv.Itoa(p.Black) != second || r.Results[p.Table].Outcome.String() != "W+R" {
		t.Errorf("%+v, %s", p, r.Results[p.Table].Outcome)
	}
	if page := one.ask("GET", path, nil, false).Body.String(); !strings.Contains(page, "won: White wins by resignation") {
		t.Errorf("the slip says %s", page)
	}
}

// TestNigiriTurned (2002 art. 10, 24.2): drawn colours are turned in a game that goes on with a reason and after a
// question with the warnings, which stay with the person; the log names him.
func TestNigiriTurned(t *testing.T) {
	h := newHall(t)
	h.regulate(t, func(r *tournament.Regulations) { r.Colours = tournament.ByNigiri })
	h.open(t, "own", "yes")
	g := h.gameOf(t)
	first, second := g.Players[0].ID, g.Players[1].ID
	h.do("referee", "colours", "black", first)
	h.do("referee", "start")
	if code, body := h.rule("referee", "talking", "against", "B", "choice", "warning"); code != 303 {
		t.Fatalf("warned: %d %s", code, body)
	}
	if code := h.do("referee", "colours", "black", second); code != 422 {
		t.Errorf("without a reason: %d", code)
	}
	form := url.Values{"black": {second}, "reason": {"misheard"}}
	w := h.ask("referee", "POST", table1+"/do/colours", form)
	if page := w.Body.String(); w.Code != 409 || !strings.Contains(page, "Warnings stay with the person") || !strings.Contains(page, `name="sure" value="turn"`) || strings.Contains(page, `value="no clock"`) {
		t.Errorf("asked with %d", w.Code)
	}
	form.Set("sure", "turn")
	if w := h.ask("referee", "POST", table1+"/do/colours", form); w.Code != 303 {
		t.Fatalf("sure: %d", w.Code)
	}
	g = h.gameOf(t)
	if g.Players[g.Black].ID != second || g.Warnings != [2]int{1, 0} {
		t.Errorf("Black is %d, warnings %v", g.Black, g.Warnings)
	}
	d, err := h.office.Division(t.Context(), "d-1")
	must(t, err)
	no, _ := strconv.Atoi(first)
	if log := h.text("referee", table1+"/protocol"); !strings.Contains(log, "Black "+d.Entry(no).Name) || !strings.Contains(log, "warnings that stay with "+d.Entry(no).Name+": 1") {
		t.Error("the protocol doesn't name whom the warning stays with")
	}
}

// TestNigiriEntered (2002 art. 10): numbers that contradict each other or that no hand holds are refused, and the
// log and the protocol say who held how many stones and what was shown.
func TestNigiriEntered(t *testing.T) {
	for _, c := range []struct {
		hidden, parity string
		code           int
		say            string
	}{
		{"8", "odd", 422, ""}, {"7", "even", 422, ""}, {"999", "", 422, ""}, {"181", "", 422, ""}, {"0", "", 422, ""}, {"", "", 422, ""},
		{"7", "odd", 303, "held 7 stones, %s showed 2; %s has Black"}, {"180", "", 303, "held 180 stones, %[1]s showed 2; %[3]s has Black"},
		{"", "even", 303, "held an even number, %[1]s showed 2; %[3]s has Black"},
	} {
		h := newHall(t)
		h.regulate(t, func(r *tournament.Regulations) { r.Colours = tournament.ByNigiri })
		h.open(t, "own", "yes")
		g := h.gameOf(t)
		if code := h.do("referee", "nigiri", "holder", g.Players[1].ID, "shown", "2", "hidden", c.hidden, "parity", c.parity); code != c.code {
			t.Errorf("%q %q: %d", c.hidden, c.parity, code)
		}
		if c.say == "" {
			continue
		}
		d, err := h.office.Division(t.Context(), "d-1")
		must(t, err)
		first, _ := strconv.Atoi(g.Players[0].ID)
		second, _ := strconv.Atoi(g.Players[1].ID)
		other, holder := d.Entry(first).Name, d.Entry(second).Name
		say := strings.NewReplacer("%[1]s", other, "%[3]s", other).Replace(c.say)
		say = strings.Replace(strings.Replace(say, "%s", other, 1), "%s", holder, 1)
		for _, page := range []string{table1, table1 + "/protocol"} {
			if text := h.text("referee", page); !strings.Contains(text, holder+" "+say) {
				t.Errorf("%s doesn't say %q", page, holder+" "+say)
			}
		}
	}
}
