package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tianyuan/tournament"
)

// started is a hall whose first round is on.
func started(t *testing.T) *hall {
	t.Helper()
	h := newHall(t)
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		if w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+action, url.Values{"round": {"1"}}); w.Code != 303 {
			t.Fatalf("%s: %d %s", action, w.Code, w.Body)
		}
	}
	return h
}

// enter sends the form of a result; pairs of name and value go on top of round 1, table 1.
func (h *hall) enter(who string, pairs ...string) *httptest.ResponseRecorder {
	v := url.Values{"round": {"1"}, "table": {"1"}}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return h.ask(who, "POST", "/d/d-1/do/result", v)
}

// exported is the first result of the division file.
func (h *hall) exported(t *testing.T) (result, lot string, b, w int) {
	t.Helper()
	var file struct {
		Results []struct {
			Result, Lot string
			Warnings    struct{ Black, White int }
		}
	}
	answer := h.ask("chiefReferee", "GET", "/d/d-1/export/division.json", nil)
	if err := json.Unmarshal(answer.Body.Bytes(), &file); err != nil || len(file.Results) == 0 {
		return "", "", 0, 0
	}
	r := file.Results[0]
	return r.Result, r.Lot, r.Warnings.Black, r.Warnings.White
}

// TestResultForm: every kind of result of the contract is entered by the form, with warnings of
// both sides, the margin as people write it and the lot after "both lose" (2002 art. 17.5).
func TestResultForm(t *testing.T) {
	for _, c := range []struct{ result, margin, lot, want, wantLot string }{
		{"B+", "", "", "B+", ""}, {"W+", "", "", "W+", ""}, {"B+R", "", "", "B+R", ""}, {"W+R", "", "", "W+R", ""}, {"B+T", "", "", "B+T", ""}, {"W+T", "", "", "W+T", ""},
		{"B+F", "", "", "B+F", ""}, {"W+F", "", "", "W+F", ""}, {"draw", "", "", "draw", ""}, {"bothlose", "", "W", "bothlose", "W"}, {"bothforfeit", "", "", "bothforfeit", ""}, {"noresult", "", "", "noresult", ""},
		{"B+n", "3/4", "", "B+0.75", ""}, {"B+n", "1又3/4", "", "B+1.75", ""}, {"W+n", "1.25", "", "W+1.25", ""}, {"W+n", "２ 又 １／４ 子", "", "W+2.25", ""}, {"B+", "2¾", "", "B+2.75", ""}, {"B+0.75", "", "", "B+0.75", ""},
	} {
		h := started(t)
		if w := h.enter("referee", "result", c.result, "margin", c.margin, "lot", c.lot, "warnB", "1", "warnW", "１"); w.Code != http.StatusSeeOther {
			t.Errorf("%s %s: %d", c.result, c.margin, w.Code)
			continue
		}
		if result, lot, b, w := h.exported(t); result != c.want || lot != c.wantLot || b != 1 || w != 1 {
			t.Errorf("%s %s is kept as %q lot %q, warnings %d : %d", c.result, c.margin, result, lot, b, w)
		}
	}
}

// TestMarginRefused: a margin that can't be read, or beside a result without one, is refused with
// what is right, and nothing is kept.
func TestMarginRefused(t *testing.T) {
	h := started(t)
	for _, c := range []struct{ result, margin, says string }{
		{"B+n", "", "can’t be read"}, {"B+n", "1/3", "“1/3”"}, {"W+n", "0", "above 0"}, {"B+n", "-1", "“-1”"}, {"draw", "3/4", "isn’t a win by count"}, {"B+R", "3/4", "isn’t a win by count"},
	} {
		w := h.enter("referee", "result", c.result, "margin", c.margin)
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s %q: %d, doesn't say %q", c.result, c.margin, w.Code, c.says)
		}
	}
	if result, _, _, _ := h.exported(t); result != "" {
		t.Errorf("kept %q", result)
	}
}

var sureField = regexp.MustCompile(`name="sure" value="([^"]+)"`)

// TestDoubtOnce: a margin that no count gives is asked about once, without scripts as with them;
// confirmed it is taken, and another doubtful margin is asked about anew (rules.md 1.1).
func TestDoubtOnce(t *testing.T) {
	h := started(t)
	w := h.enter("referee", "result", "B+n", "margin", "1/2")
	m := sureField.FindStringSubmatch(w.Body.String())
	if w.Code != http.StatusConflict || m == nil || !strings.Contains(w.Body.String(), "no count gives ½ zi: margins end in ¾ or ¼") {
		t.Fatalf("%d, asks %v", w.Code, m)
	}
	sure := strings.ReplaceAll(m[1], "&#43;", "+")
	if w := h.enter("referee", "result", "B+n", "margin", "2", "sure", sure); w.Code != http.StatusConflict {
		t.Errorf("another margin was taken with the answer of the first: %d", w.Code)
	}
	if w := h.enter("referee", "result", "B+n", "margin", "1/2", "sure", sure); w.Code != http.StatusSeeOther {
		t.Errorf("confirmed: %d", w.Code)
	}
	if result, _, _, _ := h.exported(t); result != "B+0.5" {
		t.Errorf("kept %q", result)
	}
	page := h.ask("referee", "GET", "/d/d-1/round/1", nil).Body.String()
	if !strings.Contains(page, "doubtful") || !strings.Contains(page, "data-problem") {
		t.Error("the desk doesn't list the doubtful result")
	}
}

// TestDoubtOfWarnings: two warnings lose the game (D24.2), so a win of that side is asked about, also
// when the warnings were noted before the result.
func TestDoubtOfWarnings(t *testing.T) {
	h := started(t)
	if w := h.ask("referee", "POST", "/d/d-1/do/warn", url.Values{"round": {"1"}, "table": {"1"}, "warnB": {"2"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("warnings: %d", w.Code)
	}
	if w := h.enter("recorder", "result", "B+R"); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "2002 art. 24.2") {
		t.Errorf("a win after two warnings: %d", w.Code)
	}
	if w := h.enter("recorder", "result", "W+"); w.Code != http.StatusSeeOther {
		t.Errorf("the loss: %d", w.Code)
	}
	if result, _, b, _ := h.exported(t); result != "W+" || b != 2 {
		t.Errorf("kept %q with %d warnings", result, b)
	}
}

// TestCorrectionKeepsWarnings: fields left empty leave the warnings as they stand.
func TestCorrectionKeepsWarnings(t *testing.T) {
	h := started(t)
	h.enter("referee", "result", "B+R", "warnW", "1")
	if w := h.enter("chiefReferee", "result", "B+T", "reason", "the slip says so"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d", w.Code)
	}
	if result, _, _, w := h.exported(t); result != "B+T" || w != 1 {
		t.Errorf("kept %q with %d warnings", result, w)
	}
}

// TestPairsPreview: the cost of a change by hand is shown before anything changes; it is carried out
// with a reason, and only on the state whose cost was shown.
func TestPairsPreview(t *testing.T) {
	h := newHall(t)
	h.ask("chiefReferee", "POST", "/d/d-1/do/prepare", url.Values{"round": {"1"}})
	before := h.ask("pairingOfficer", "GET", "/d/d-1/head", nil).Body.String()
	page := h.ask("pairingOfficer", "GET", "/d/d-1/round/1?how=swap&a=1&b=2", nil).Body.String()
	if !strings.Contains(page, "What this change costs") || !strings.Contains(page, "Away from the group’s order") {
		t.Error("the preview doesn't tell the cost")
	}
	if after := h.ask("pairingOfficer", "GET", "/d/d-1/head", nil).Body.String(); after != before {
		t.Error("the preview changed the division")
	}
	send := func(head, reason string) int {
		return h.ask("pairingOfficer", "POST", "/d/d-1/do/swap", url.Values{"round": {"1"}, "how": {"swap"}, "a": {"1"}, "b": {"2"}, "head": {head}, "reason": {reason}}).Code
	}
	for _, c := range []struct {
		head, reason string
		want         int
	}{{before, "", 422}, {"1", "brothers", 409}, {before, "brothers", 303}, {before, "again", 409}} {
		if got := send(c.head, c.reason); got != c.want {
			t.Errorf("head %s reason %q: %d, want %d", c.head, c.reason, got, c.want)
		}
	}
	if page := h.ask("referee", "GET", "/d/d-1/round/1?how=swap&a=1&b=2", nil).Body.String(); strings.Contains(page, "What this change costs") {
		t.Error("a referee is offered a change of pairs")
	}
}

// TestDivisionsLive: the answer to a result and the desk's polls tell how far each division is, so that
// the list at the left follows without a reload.
func TestDivisionsLive(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "戊"}, {Name: "己"}}, 20)
	h.act(t, "d-2", tournament.StartRound{Round: 1})
	d := h.begin(t, h.division)
	all := func() string { return h.ask("recorder", "GET", "/d/d-1/head", nil).Header().Get("X-Divisions") }
	before := all()
	var live struct{ Divisions string }
	form := url.Values{"round": {"1"}, "table": {strconv.Itoa(d.Current().Pairs[0].Table)}, "result": {"B+"}}
	r := httptest.NewRequest("POST", "/d/d-1/do/result", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("X-Fragment", "1")
	r.AddCookie(h.cookies["recorder"])
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	must(t, json.Unmarshal(w.Body.Bytes(), &live))
	if !strings.Contains(live.Divisions, "Results 1 / 2") || !strings.Contains(live.Divisions, "Results 0 / 1") {
		t.Errorf("the answer tells %s", live.Divisions)
	}
	between := all()
	h.act(t, "d-2", tournament.EnterResult{Round: 1, Table: 20, Outcome: blackWins()})
	if before == between || between == all() {
		t.Errorf("the heads of all divisions: %s, %s, %s", before, between, all())
	}
	if list := h.ask("recorder", "GET", "/d/d-1/round/1?fragment=divisions", nil).Body.String(); !strings.Contains(list, "Results 1 / 1") || strings.Contains(list, "<html") {
		t.Errorf("the list tells %s", list)
	}
}
