package game_test

import (
	"testing"
	"time"

	"tianyuan/game"
	"tianyuan/rules"
)

// TestD231 (2002 art. 23.1): cheating proved at once is a loss or a loss for both; proved after the
// result is confirmed, results are cancelled, by the chief referee alone. 1988 has no such row.
func TestD231(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.refused("fault.rules.official", "2002 art. 23.1", game.Rule{Case: "cheating", Choice: rules.RuledLoss, Against: black}, referee)
	x.refused("fault.game.condition", "2002 art. 23.1", game.Rule{Case: "cheating", Choice: rules.Cancelled, Against: black}, chief)
	x.do(game.Rule{Case: "cheating", Choice: rules.RuledBothLose, With: []rules.Consequence{rules.Suspended}}, chief)
	x.wants(game.Result, "bothlose", 0, 0)

	x = sit(t, rules.Edition2002, nil)
	x.do(game.Resign{Side: white})
	x.confirm()
	x.refused("fault.game.condition", "2002 art. 23.1", game.Rule{Case: "cheating", Choice: rules.RuledLoss, Against: black}, chief)
	x.do(game.Rule{Case: "cheating", Choice: rules.Cancelled, Against: black}, chief)
	x.wants(game.Final, "B+R", 0, 0)
	if x.g.Cancelled != [2]bool{true, false} {
		t.Errorf("cancelled %v", x.g.Cancelled)
	}
	x.do(game.Rule{Case: "cheating", Choice: rules.Cancelled}, chief)
	if x.g.Cancelled != [2]bool{true, true} {
		t.Errorf("cancelled %v", x.g.Cancelled)
	}
	sit(t, rules.Edition1988, nil).refused("fault.rules.silent", "", game.Rule{Case: "cheating", Choice: rules.RuledLoss, Against: black}, chief)
}

// TestD23 goes through the rows of art. 23 of 2002 and of art. 24 of 1988 that are ruled in a game.
func TestD23(t *testing.T) {
	for _, c := range []struct {
		id      string
		edition rules.Edition
		rule    game.Rule
		by      game.Context
		phase   game.Phase
		outcome string
		warned  int
		article string
	}{
		{"D23.2", "2002", game.Rule{Case: "withdrawal"}, chief, game.Result, "W+F", 0, "23.2"},
		{"D23.2", "1988", game.Rule{Case: "withdrawal"}, chief, game.Result, "W+F", 0, "15.1"},
		{"D23.2", "1988", game.Rule{Case: "leaveHall"}, referee, game.Play, "", 1, "24.1"},
		{"D23.3", "2002", game.Rule{Case: "disturbing", Choice: rules.Warned}, referee, game.Play, "", 1, "23.3"},
		{"D23.3", "2002", game.Rule{Case: "disturbing", Choice: rules.RuledLoss}, chief, game.Result, "W+", 0, "23.3"},
		{"D23.3", "1988", game.Rule{Case: "disturbing", Choice: rules.Cautioned}, referee, game.Play, "", 0, "24.2"},
		{"D23.4", "2002", game.Rule{Case: "consulting", Choice: rules.RuledLoss}, chief, game.Result, "W+", 0, "23.4"},
		{"D23.4", "1988", game.Rule{Case: "consulting", Choice: rules.Warned}, referee, game.Play, "", 1, "24.3"},
		{"D23.5", "2002", game.Rule{Case: "talking", Choice: rules.Warned}, referee, game.Play, "", 1, "23.5"},
		{"D23.5", "1988", game.Rule{Case: "talking", Choice: rules.RuledLoss}, chief, game.Result, "W+", 0, "24.3"},
		{"D23.6", "2002", game.Rule{Case: "missedCeremony", With: []rules.Consequence{rules.PrizeLower}}, chief, game.Play, "", 0, "23.6"},
		{"D23.7", "2002", game.Rule{Case: "phoneRing"}, referee, game.Play, "", 1, "23.7"},
		{"D23.7", "2002", game.Rule{Case: "phoneRing", Earlier: 1}, chief, game.Result, "W+", 0, "23.7"},
		{"D23.7", "2002", game.Rule{Case: "phoneLook"}, chief, game.Result, "W+", 0, "23.7"},
		{"D23.8", "2002", game.Rule{Case: "smoking"}, referee, game.Play, "", 1, "23.8"},
		{"D23.8", "2002", game.Rule{Case: "smoking", Earlier: 2}, chief, game.Result, "W+", 0, "23.8"},
		{"D25.1", "1988", game.Rule{Case: "uncovered", Choice: rules.Cautioned}, referee, game.Play, "", 0, "25.1"},
		{"D25.1", "1988", game.Rule{Case: "uncovered", Choice: rules.RuledDraw}, chief, game.Result, "draw", 0, "25.1"},
	} {
		t.Run(c.id+" "+string(c.edition)+" "+c.rule.Case, func(t *testing.T) {
			x := sit(t, c.edition, nil)
			c.rule.Against = black
			if _, err := x.g.Decide(c.rule, game.Context{}); err == nil {
				t.Error("ruled by nobody")
			}
			x.do(c.rule, c.by)
			x.wants(c.phase, c.outcome, c.warned, 0)
			if r := x.g.Rulings[0]; r.Article != c.article || r.By != c.by.By {
				t.Errorf("by art. %s and %s", r.Article, r.By)
			}
		})
	}
}

// TestD237Again (2002 art. 23.7): the second ring in the same game is the second offence.
func TestD237Again(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	ring := game.Rule{Case: "phoneRing", Against: black}
	x.do(ring, referee)
	x.refused("fault.rules.official", "2002 art. 23.7", ring, referee)
	x.do(ring, chief)
	x.wants(game.Result, "W+", 1, 0)
	x.ruledLast("phoneRing", "23.7", "")
}

// TestD23Silent: what an edition has no rule for isn't ruled by the table.
func TestD23Silent(t *testing.T) {
	for name, e := range map[string]rules.Edition{
		"leaveHall": "2002", "uncovered": "2002", "phoneRing": "1988", "phoneLook": "1988", "smoking": "1988", "missedCeremony": "1988",
	} {
		sit(t, e, nil).refused("fault.rules.silent", "", game.Rule{Case: name, Against: black}, chief)
	}
}

// TestRuleRefused: a ruling names the side that it hits, and the case that it is.
func TestRuleRefused(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.refused("fault.game.against", "2002 art. 23.7", game.Rule{Case: "phoneLook"}, chief)
	x.refused("fault.game.side", "2002 art. 2", game.Rule{Case: "phoneLook", Against: 3}, chief)
	x.refused("fault.rules.case", "", game.Rule{Case: "sneezing", Against: black}, chief)
	x.refused("fault.rules.choice", "2002 art. 23.3", game.Rule{Case: "disturbing", Against: black}, chief)
	x.refused("fault.game.ruleElsewhere", "2002 art. 21.4", game.Rule{Case: "lifeDispute", Against: black}, chief)
	x.do(game.Rule{Case: "D23.7", Against: white}, referee)
	x.wants(game.Play, "", 0, 1)
}

// TestRecordBounds: what a ruling can't do to the record is refused: a stone that isn't the last one
// taken back, one put where none can stand, a board from before an earlier change, a pass in place
// of a move that was made.
func TestRecordBounds(t *testing.T) {
	x := sit(t, rules.Edition1988, onBoard(5))
	x.play("C3 D3 E3")
	p := x.at("A1")
	x.refused("fault.game.notLast", "1988 art. 17.2", game.Rule{Case: "takeBack", Against: white, Point: &p}, referee)
	p = x.at("C3")
	x.refused("fault.game.put", "1988 art. 17.2", game.Rule{Case: "takeBack", Against: black, Point: &p}, referee)
	x.do(game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: []game.Stone{{Point: x.at("A1"), Colour: black}}}, chief)
	x.play("B5")
	x.refused("fault.game.backTooFar", "1988 art. 17.4", game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true, Turns: 2}, referee)
	x.do(game.Rule{Case: "scatteredOutside", Choice: rules.BoardRebuilt, Agreed: true, Turns: 3}, referee)
	x.board(".....\n.....\n..XOX\n.....\nX....")

	x = sit(t, rules.Edition2002, func(t *game.Terms) { t.System, t.Press, t.Size = reading, true, 5 })
	x.do(game.Move{Side: black, Point: x.at("C3")}) // down, but never pressed
	x.wait(5 * time.Minute)
	x.claim(black, "overrunLastMinute")
	x.refused("fault.game.overrunMoved", "2002 art. 22.5", game.Rule{Case: "overrunLastMinute", Against: black, Choice: rules.MovePass}, referee)
}

// TestResultBounds: a game that was resigned has nothing to dispute, and a correction says to what.
func TestResultBounds(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.do(game.Resign{Side: white})
	x.refused("fault.game.phase.result", "2002 art. 16.4", game.Dispute{Claimant: white}, referee)
	x.confirm()
	x.refused("fault.game.noOutcome", "2002 art. 16.4", game.Correct{}, chief)
	if x.g.Head() != int64(len(x.log)) {
		t.Errorf("head %d after %d events", x.g.Head(), len(x.log))
	}
}

// TestCues (C12.3): what is said comes from the game's clock: 30 seconds after the start the reader
// says 30.
func TestCues(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.System = reading })
	timer := x.g.Timer()
	if cue, ok := timer.NextCue(0); !ok || cue.String() != "30" || cue.At != 30*time.Second {
		t.Errorf("%v at %v", cue, cue.At)
	}
}

// TestRevoke (2002 art. 30, 1988 art. 31): the chief referee takes a ruling back, with a reason: its
// warning, the loss by two of them, and a result after which play goes on with the time that was left.
func TestRevoke(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(9))
		x.play("C3 D3")
		warn := game.Rule{Case: "wrongCapture", Against: white}
		x.do(warn, referee)
		x.do(warn, referee)
		x.wants(game.Result, "B+", 0, 2)
		x.refused("fault.game.official", cites(e, "30", "31"), game.Revoke{ID: 2}, referee)
		x.refused("fault.game.reason", cites(e, "30", "31"), game.Revoke{ID: 2}, game.Context{By: rules.ChiefReferee})
		x.refused("fault.game.rulingUnknown", cites(e, "30", "31"), game.Revoke{ID: 4}, chief)
		x.refused("fault.game.revokeLater", cites(e, "30", "31"), game.Revoke{ID: 2}, chief)
		before := [2]time.Duration{x.left(black), x.left(white)}
		x.wait(time.Hour)
		x.do(game.Revoke{ID: 3}, chief)
		x.do(game.Revoke{ID: 2}, chief)
		if again := x.do(game.Revoke{ID: 2}, chief); again != nil {
			t.Errorf("taken back twice: %v", again)
		}
		x.wants(game.Rest, "", 0, 1)
		b := x.g.Break
		x.do(game.ConfirmReadings{Side: black, Black: b.Black, White: b.White})
		x.do(game.ConfirmReadings{Side: white, Black: b.Black, White: b.White})
		x.do(game.Resume{}, referee)
		if after := [2]time.Duration{x.left(black), x.left(white)}; after != before {
			t.Errorf("%v left, then %v", before, after)
		}
		x.play("E3")
		x.do(game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: []game.Stone{{Point: x.at("A1"), Colour: black}}}, chief)
		x.refused("fault.game.revokeBoard", cites(e, "30", "31"), game.Revoke{ID: 4}, chief)
		x.do(game.Rule{Case: "movedStone", Choice: rules.RuledReplay}, chief)
		x.do(game.Revoke{ID: 5}, chief)
		x.wants(game.Rest, "", 0, 1)
	})
}

// TestRevokeCounted: a warning taken back after the count gives back the fine, whenever it was given.
func TestRevokeCounted(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.do(game.Rule{Case: "wrongCapture", Against: black}, referee)
	x.end()
	x.do(game.EnterCount{Side: black, Area: 2 * 370}, referee)
	x.wants(game.Result, "W+0.25", 1, 0)
	x.do(game.Rule{Case: "wrongCapture", Against: white}, referee)
	x.wants(game.Result, "B+0.75", 1, 1)
	x.do(game.Confirm{Side: black, Outcome: x.g.Result.Outcome})
	x.do(game.Revoke{ID: 2}, chief)
	x.wants(game.Result, "W+0.25", 1, 0)
	x.do(game.Revoke{ID: 1}, chief)
	x.wants(game.Result, "B+0.75", 0, 0)
	if x.g.Result.Players != [2]bool{} {
		t.Error("a signature under another result stands")
	}
	x.confirm()
	x.refused("fault.game.phase.final", "2002 art. 16.4", game.Revoke{ID: 1}, chief)
}

// TestRevokeFlag: the loss by a flag taken back leaves the flag to be ruled anew, as a pass.
func TestRevokeFlag(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.System = reading })
	x.wait(5 * time.Minute)
	x.claim(black, "overrunLastMinute")
	x.do(game.RuleFlag{}, referee)
	x.do(game.Revoke{ID: 1}, chief)
	x.wants(game.Play, "", 0, 0)
	x.do(game.Rule{Case: "overrunLastMinute", Against: black, Choice: rules.MovePass}, referee)
	x.play("Q16")
}
