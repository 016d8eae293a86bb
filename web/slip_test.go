package web_test

import (
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tianyuan/tournament"
)

// slips returns the paths that the codes on the printed slips lead to, by table.
func (h *hall) slips(t *testing.T) []string {
	t.Helper()
	d, err := h.office.Division(t.Context(), "d-1")
	if err != nil {
		t.Fatal(err)
	}
	r := d.Current()
	paths := make([]string, 0, len(r.Pairs))
	for _, p := range r.Pairs {
		paths = append(paths, h.slipPath(t, r, p.Table))
	}
	return paths
}

// phone is a browser without an account that keeps its cookies.
type phone struct {
	h       *hall
	cookies []string
}

func (p *phone) ask(method, path string, form url.Values, fragment bool) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if fragment {
		r.Header.Set("X-Fragment", "1")
	}
	r.Header.Set("Accept-Language", "en")
	for _, c := range p.cookies {
		r.Header.Add("Cookie", c)
	}
	w := httptest.NewRecorder()
	p.h.handler.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		p.cookies = append(p.cookies, c.Name+"="+c.Value)
	}
	return w
}

// TestClaimsFromPhones: both players' entries agree and one act of the desk takes them; nothing
// counts before.
func TestClaimsFromPhones(t *testing.T) {
	h := newHall(t)
	h.start(t)
	path := h.slips(t)[0]
	black, white := &phone{h: h}, &phone{h: h}
	if w := black.ask("GET", path, nil, false); w.Code != 200 || !strings.Contains(w.Body.String(), "I have Black") {
		t.Fatalf("%d %.300s", w.Code, w.Body)
	}
	send := func(p *phone, side, result, cmd string) *httptest.ResponseRecorder {
		return p.ask("POST", path, url.Values{"side": {side}, "result": {result}, "cmd": {cmd}}, true)
	}
	for range 2 {
		if w := send(black, "B", "B+", "c-1"); w.Code != 200 || !strings.Contains(w.Body.String(), "waiting for the other side") {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	shows := func(when string, words ...string) {
		t.Helper()
		page := h.text("recorder", "/d/d-1/round/1")
		for _, x := range words {
			if !strings.Contains(page, x) {
				t.Errorf("%s: the desk doesn't show %q", when, x)
			}
		}
	}
	shows("one side", "One side only", ">2\u2009:\u20090</a>")
	if w := send(white, "W", "W+", "c-2"); !strings.Contains(w.Body.String(), "Call a referee") {
		t.Errorf("differing: %s", w.Body)
	}
	shows("differing", `class="differ"`, ">2\u2009:\u20090 ≠ 0\u2009:\u20092</a>", `#g-diff`)
	if w := send(white, "W", "B+", "c-3"); !strings.Contains(w.Body.String(), "Both sides agree") {
		t.Errorf("agreeing: %s", w.Body)
	}
	shows("agreeing", `class="agree"`, `class="claimed"`, "Both agree", `<button class="act" data-key="G">Enter 1 reports`)
	d, _ := h.office.Division(t.Context(), "d-1")
	if len(d.Current().Results) != 0 {
		t.Fatal("a claim counts by itself")
	}
	h.post(t, "recorder", "take", url.Values{"round": {"1"}})
	d, _ = h.office.Division(t.Context(), "d-1")
	if got := d.Current().Results; len(got) != 1 || got[1].Outcome.String() != "B+" {
		t.Errorf("taken: %+v", got)
	}
	if w := send(white, "W", "W+R", "c-4"); w.Code != 409 || !strings.Contains(w.Body.String(), "has been entered") {
		t.Errorf("too late: %d %s", w.Code, w.Body)
	}
}

// TestSlipAfterMove: the page of a slip whose table got another number says the new one everywhere, also in its
// title and to a screen reader.
func TestSlipAfterMove(t *testing.T) {
	h := newHall(t)
	h.start(t)
	path := h.slips(t)[0]
	said := (&phone{h: h}).ask("GET", path, nil, false).Body.String()
	h.post(t, "chiefReferee", "movetable", url.Values{"round": {"1"}, "table": {"1"}, "to": {"77"}, "reason": {"x"}})
	page := (&phone{h: h}).ask("GET", path, nil, false).Body.String()
	for _, part := range []string{"<title>", `<h1 class="sr">`} {
		after := func(page string) string { return strings.SplitN(strings.SplitN(page, part, 2)[1], "<", 2)[0] }
		if was, is := after(said), after(page); !strings.Contains(was, "1") || is != strings.Replace(was, "1", "77", 1) {
			t.Errorf("%s: %q, before %q", part, is, was)
		}
	}
}

// TestOnePhone: one child who enters both sides is told from two players.
func TestOnePhone(t *testing.T) {
	h := newHall(t)
	h.start(t)
	path := h.slips(t)[1]
	p := &phone{h: h}
	p.ask("POST", path, url.Values{"side": {"B"}, "result": {"B+"}}, true)
	if w := p.ask("POST", path, url.Values{"side": {"W"}, "result": {"B+"}}, true); !strings.Contains(w.Body.String(), "came from this phone") {
		t.Errorf("%s", w.Body)
	}
	h.post(t, "recorder", "take", url.Values{"round": {"1"}})
	if d, _ := h.office.Division(t.Context(), "d-1"); len(d.Current().Results) != 0 {
		t.Error("claims from one phone were taken")
	}
}

// TestWrongSlips: a forged code, another table's code and an earlier version's are refused with a
// reason; too many claims from one slip have to wait.
func TestWrongSlips(t *testing.T) {
	h := newHall(t)
	h.start(t)
	paths := h.slips(t)
	p := &phone{h: h}
	code := regexp.MustCompile(`[a-z2-7]{16}$`)
	swapped := code.ReplaceAllString(paths[0], code.FindString(paths[1]))
	for _, path := range []string{code.ReplaceAllString(paths[0], strings.Repeat("a", 16)), swapped, "/s/d-1/1.1.1", "/s/d-1/x.1.1.aaaaaaaaaaaaaaaa", "/s/d-9/1.1.1.aaaaaaaaaaaaaaaa"} {
		for _, method := range []string{"GET", "POST"} {
			if w := p.ask(method, path, url.Values{"side": {"B"}, "result": {"B+"}}, false); w.Code != 404 {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
		}
	}
	d, _ := h.office.Division(t.Context(), "d-1")
	old := h.slipPathOf(t, 1, 9, 1)
	if w := p.ask("GET", old, nil, false); w.Code != 409 || !strings.Contains(w.Body.String(), "no longer in use") {
		t.Errorf("a slip of version 9: %d", w.Code)
	}
	if w := p.ask("POST", paths[0], url.Values{"side": {"B"}, "result": {"W+F"}}, false); w.Code != 422 {
		t.Errorf("a forfeit claimed: %d", w.Code)
	}
	busy := false
	for range 40 {
		busy = busy || p.ask("POST", paths[0], url.Values{"side": {"B"}, "result": {"B+"}}, true).Code == 429
	}
	if after, _ := h.office.Division(t.Context(), "d-1"); !busy || after.Head() > d.Head()+2 {
		t.Errorf("busy %v, %d events more", busy, after.Head()-d.Head())
	}
}

// TestRefereeScansSlip: an official who scans the slip enters the result by one tap and comes back
// to the slip.
func TestRefereeScansSlip(t *testing.T) {
	h := newHall(t)
	h.start(t)
	path := h.slips(t)[0]
	if body := h.ask("referee", "GET", path, nil).Body.String(); !strings.Contains(body, "one tap enters") {
		t.Errorf("the referee reads %.400s", body)
	}
	w := h.ask("referee", "POST", "/d/d-1/do/result", url.Values{"round": {"1"}, "table": {"1"}, "result": {"W+"}, "back": {path}})
	if w.Code != 303 || w.Header().Get("Location") != path {
		t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
	}
	w = h.ask("referee", "POST", "/d/d-1/do/result", url.Values{"round": {"1"}, "table": {"2"}, "result": {"W+"}, "back": {"https://elsewhere.test/"}})
	if strings.Contains(w.Header().Get("Location"), "elsewhere") {
		t.Error("the browser was sent elsewhere")
	}
}

// TestHallActions: the acts of the hall by form, with the roles that may.
func TestHallActions(t *testing.T) {
	h := newHall(t)
	h.post(t, "chiefReferee", "add", url.Values{"name": {"戊"}})
	h.post(t, "referee", "checkin", url.Values{"id": {"1", "2"}, "present": {"yes"}})
	h.post(t, "pairingOfficer", "seating", url.Values{"first": {"21"}, "skip": {"22, 24"}})
	h.start(t)
	d, _ := h.office.Division(t.Context(), "d-1")
	r := d.Current()
	if !d.CheckedIn[1] || !d.CheckedIn[2] || r.Pairs[0].Table != 21 || r.Pairs[1].Table != 23 {
		t.Fatalf("%v %+v", d.CheckedIn, r.Pairs)
	}
	h.post(t, "referee", "seats", url.Values{"round": {"1"}, "table": {"21"}, "missing": {"B"}})
	out, in := r.Pairs[0].Black, r.Byes[0]
	if w := h.ask("pairingOfficer", "POST", "/d/d-1/do/substitute", url.Values{"round": {"1"}, "out": {number(out)}, "in": {number(in)}, "reason": {"x"}}); w.Code != 403 {
		t.Errorf("a pairing officer substitutes: %d", w.Code)
	}
	h.post(t, "deputy", "substitute", url.Values{"round": {"1"}, "out": {number(out)}, "in": {number(in)}, "reason": {"x"}})
	h.post(t, "deputy", "movetable", url.Values{"round": {"1"}, "table": {"21"}, "to": {"30"}, "reason": {"x"}})
	h.post(t, "deputy", "swapplayers", url.Values{"round": {"1"}, "a": {number(in)}, "b": {number(in)}, "reason": {"x"}})
	d, _ = h.office.Division(t.Context(), "d-1")
	r = d.Current()
	if p, ok := r.Pair(30); !ok || p.White != in || len(r.Amendments) != 3 || r.Seats[21] != (tournament.Seats{}) {
		t.Errorf("%+v", r)
	}
	for _, p := range r.Pairs {
		h.post(t, "referee", "result", url.Values{"round": {"1"}, "table": {number(p.Table)}, "result": {"B+"}})
	}
	h.post(t, "deputy", "close", url.Values{"round": {"1"}})
	h.post(t, "chiefReferee", "reopen", url.Values{"round": {"1"}, "reason": {"x"}})
}

// TestWithdrawnSlip: while a withdrawn publication is worked on, its slips show nothing of what
// it becomes; a slip of a moved table leads to where the game is played now.
func TestWithdrawnSlip(t *testing.T) {
	h := newHall(t)
	for _, action := range []string{"prepare", "check", "publish"} {
		h.post(t, "chiefReferee", action, url.Values{"round": {"1"}})
	}
	path := h.slips(t)[0]
	h.post(t, "chiefReferee", "unpublish", url.Values{"round": {"1"}, "reason": {"x"}})
	p := &phone{h: h}
	if w := p.ask("GET", path, nil, false); w.Code != 409 || strings.Contains(w.Body.String(), "甲") {
		t.Errorf("a withdrawn slip: %d", w.Code)
	}
	for _, action := range []string{"check", "publish", "start"} {
		h.post(t, "chiefReferee", action, url.Values{"round": {"1"}})
	}
	path = h.slips(t)[0]
	h.post(t, "chiefReferee", "movetable", url.Values{"round": {"1"}, "table": {"1"}, "to": {"2"}, "reason": {"x"}})
	h.post(t, "chiefReferee", "movetable", url.Values{"round": {"1"}, "table": {"2"}, "to": {"9"}, "reason": {"x"}})
	if w := p.ask("POST", path, url.Values{"side": {"B"}, "result": {"B+"}}, false); w.Code != 303 {
		t.Fatalf("a slip of a moved table: %d", w.Code)
	}
	d, err := h.office.Division(t.Context(), "d-1")
	if err != nil || d.Current().Claims[9].Black.Outcome.IsZero() {
		t.Errorf("the claim isn't at table 9: %+v, %v", d.Current().Claims, err)
	}
}

// TestLogSaysWhat: the log names everything that happens in the hall, without a raw key.
func TestLogSaysWhat(t *testing.T) {
	h := newHall(t)
	h.post(t, "referee", "checkin", url.Values{"id": {"1", "2"}, "present": {"yes"}})
	h.post(t, "pairingOfficer", "seating", url.Values{"first": {"3"}, "skip": {"5"}})
	h.start(t)
	h.post(t, "referee", "seats", url.Values{"round": {"1"}, "table": {"3"}, "missing": {"B"}})
	h.post(t, "chiefReferee", "movetable", url.Values{"round": {"1"}, "table": {"3"}, "to": {"8"}, "reason": {"x"}})
	(&phone{h: h}).ask("POST", h.slips(t)[0], url.Values{"side": {"B"}, "result": {"B+"}}, false)
	for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
		body := h.ask("referee", "GET", "/d/d-1/log?lang="+lang, nil).Body.String()
		if strings.Contains(body, "⟦") || !strings.Contains(body, "甲") {
			t.Errorf("%s: raw keys %v", lang, strings.Contains(body, "⟦"))
		}
	}
}
