package web_test

import (
	"strings"
	"testing"

	"tianyuan/rules"
)

// TestRulingShowsBoard (2002 art. 17.3, 17.5): the preview says what stands where after a ruling, and the log
// keeps it; a claim about an earlier move is refused as too late on the page, too.
func TestRulingShowsBoard(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "own", "yes", "moves", "yes")
	h.do("referee", "start")
	for _, p := range []string{"Q16", "D4", "Q4", "D16"} {
		if w := h.ask("referee", "POST", table1+"/record", map[string][]string{"do": {"move"}, "point": {p}}); w.Code != 303 {
			t.Fatalf("%s: %d", p, w.Code)
		}
	}
	look := h.text("deputy", table1+"/rule/movedStone?choice=valid&clear.valid=D4&stonesW.valid=E4")
	for _, row := range []string{`D4</th><td>White</td>`, `E4</th><td>empty</td>`} {
		if !strings.Contains(look, row) {
			t.Errorf("the preview doesn't say %q", row)
		}
	}
	if code, _ := h.rule("deputy", "movedStone", "choice", "valid", "clear.valid", "D4", "stonesW.valid", "E4"); code != 303 {
		t.Fatal(code)
	}
	if log := h.text("referee", table1+"/protocol"); !strings.Contains(log, "D4 empty") || !strings.Contains(log, "E4 White") {
		t.Error("the protocol doesn't say what stands where")
	}
	if code, page := h.rule("referee", "takeBack", "against", "B", "claim", "ask", "move", "3"); code != 409 || !strings.Contains(page, "Too late") {
		t.Errorf("a take-back of move 3 claimed after move 4: %d", code)
	}
	if code, _ := h.rule("referee", "takeBack", "against", "W", "claim", "ask", "move", "4"); code != 303 {
		t.Errorf("a take-back of move 4: %d", code)
	}
}

// TestLatenessByHand (2002 art. 22.1): by a clock of the table's own, the preview says what is to be taken off
// it, twice the lateness, and the log how late he was.
func TestLatenessByHand(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "own", "yes")
	if look := h.text("referee", table1+"/rule/late?against=W&late=12:30"); !strings.Contains(look, "take 25 min off by hand") {
		t.Error("what is to be taken off isn't said")
	}
	_, page := h.rule("referee", "late", "against", "W", "late", "12:30") // longer than the round has run: asked about
	if code, _ := h.rule("referee", "late", "against", "W", "late", "12:30", "sure", hiddenSure(page)); code != 303 {
		t.Fatal(code)
	}
	if log := h.text("referee", table1+"/protocol"); !strings.Contains(log, "White 12 min 30 s late") {
		t.Error("the protocol doesn't say how late White was")
	}
}

// TestSilentCase (2002 art. 30.6): what the edition doesn't cover is the chief referee's, and the page offers no
// ruling that can't be made.
func TestSilentCase(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "own", "yes")
	page := h.text("referee", table1+"/rule/leaveHall")
	if !strings.Contains(page, "Note it, for the chief referee") || strings.Contains(page, "A case that the law doesn’t cover") {
		t.Error("the page offers a ruling that 2002 doesn't have")
	}
	if code, page := h.rule("deputy", "leaveHall", "against", "W"); code != 409 || !strings.Contains(page, "art. 30.6") {
		t.Errorf("%d", code)
	}
}

// TestLotRuled (2002 art. 17.5; options no. 6): the lot drawn where both lose is entered with the ruling, and is
// the round's for pairing, by the colours of the pair.
func TestLotRuled(t *testing.T) {
	h := newPlay(t)
	if code, page := h.rule("deputy", "movedStone", "choice", "bothLose", "lot.bothLose", "W"); code != 303 {
		t.Fatalf("%d %.300s", code, page)
	}
	for _, side := range []string{"B", "W", ""} {
		if code := h.do("referee", "confirm", "side", side, "outcome", "bothlose", "lot", "W"); code != 303 {
			t.Fatalf("%q signs: %d", side, code)
		}
	}
	d, err := h.office.Division(t.Context(), h.division)
	must(t, err)
	if o := d.Round(1).Results[1].Outcome; o.Manner != rules.BothLost || o.Lot != rules.White {
		t.Errorf("the round has %+v", o)
	}
}
