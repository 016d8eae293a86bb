package game_test

import (
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/rules"
)

const shared = `
	XX.OO
	XX.OO
	XX.OO
	XXXOO
	XXOOO`

// settled sets a position up and has both agree that play is over.
func settled(t *testing.T, e rules.Edition, drawing string, change func(*game.Terms)) *table {
	t.Helper()
	x := sit(t, e, func(terms *game.Terms) {
		terms.Size, terms.Komi = 5, 0
		if change != nil {
			change(terms)
		}
	})
	x.setUp(drawing)
	x.end()
	return x
}

// TestG8 (art. 8 of both editions): what is dead is agreed by both, and the agreement is bound to
// the exact set: who agrees to another one agrees to nothing.
func TestG8(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := settled(t, e, `
			.X.OO
			OX.OX
			.X.O.
			.X.OO
			.X.O.`, nil)
		x.refused("fault.game.lifeOpen", cites(e, "8", "8"), game.AgreeLife{Side: white})
		x.refused("fault.game.deadEmpty", cites(e, "8", "8"), game.ProposeLife{Side: black, Dead: x.points("A5")})
		x.do(game.ProposeLife{Side: black, Dead: x.points("A4")})
		x.refused("fault.game.lifeChanged", cites(e, "8", "8"), game.AgreeLife{Side: white, Dead: x.points("A4 E4")})
		x.do(game.ProposeLife{Side: white, Dead: x.points("E4 A4")})
		x.refused("fault.game.lifeChanged", cites(e, "8", "8"), game.AgreeLife{Side: black, Dead: x.points("A4")})
		if x.g.Ending.Agreed != [2]bool{false, true} {
			t.Errorf("agreed %v", x.g.Ending.Agreed)
		}
		x.do(game.AgreeLife{Side: black, Dead: x.points("A4 E4")})
		// 10 points and half of 5 shared ones each: 12½ 子.
		if x.g.Ending.Black != 50 || x.g.Ending.White != 50 {
			t.Errorf("counted %d and %d", x.g.Ending.Black, x.g.Ending.White)
		}
		x.wants(game.Result, "draw", 0, 0)
	})
}

// TestD212 (art. 21.2 of both editions): points still open to both are shared as in a seki, half
// each.
func TestD212(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := settled(t, e, `
			XXOOO
			XX.OO
			XXXOO
			XXXOO
			XXXO.`, nil)
		x.refused("fault.game.contestedStone", cites(e, "21.2", "21.2"), game.ProposeLife{Side: black, Contested: x.points("A1")})
		for range 2 {
			x.do(game.ProposeLife{Side: black, Contested: x.points("E1 C4")})
		}
		x.do(game.AgreeLife{Side: white, Contested: x.points("C4 E1")})
		if x.g.Ending.Black != 4*13+2+2 {
			t.Errorf("Black has %d", x.g.Ending.Black)
		}
	})
}

// TestC124 (2002 art. 12.4(4)): three points are open and White gives up contesting under absolute
// time: Black gets all three, not 1½. Elsewhere there is no such thing.
func TestC124(t *testing.T) {
	bare := func(t *game.Terms) { t.Size, t.Komi, t.System = 5, 0, absolute(time.Hour) }
	x := sit(t, rules.Edition2002, bare)
	x.setUp(shared)
	x.do(game.GiveUpContest{Side: white})
	open := x.points("C5 C4 C3")
	x.do(game.ProposeLife{Side: white, Contested: open})
	x.do(game.AgreeLife{Side: black, Contested: open})
	if x.g.Ending.Black != 4*(11+3) || x.g.GaveUp != white {
		t.Errorf("Black has %d", x.g.Ending.Black)
	}
	x = sit(t, rules.Edition2002, nil)
	x.refused("fault.game.notBare", "2002 art. 21.2", game.GiveUpContest{Side: white})
	x = sit(t, rules.Edition1988, bare)
	x.refused("fault.game.notBare", "1988 art. 21.2", game.GiveUpContest{Side: white})
}

// TestC1247 (2002 art. 12.4(7)): the chief referee may stop play that only burns time.
func TestC1247(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.System = absolute(time.Hour) })
	x.refused("fault.game.official", "2002 art. 30", game.StopPlay{}, referee)
	x.do(game.StopPlay{}, chief)
	x.wants(game.Settle, "", 0, 0)
	sit(t, rules.Edition2002, nil).refused("fault.game.notBare", "2002 art. 12", game.StopPlay{}, chief)
}

// TestD213 (2002 art. 21.3): after both have agreed that play is over it may not go on, even for a
// good move found. 1988 is silent, and the referee decides by art. 25.1.
func TestD213(t *testing.T) {
	x := settled(t, rules.Edition2002, shared, nil)
	x.refused("fault.game.reopen", "2002 art. 21.3", game.TakeUp{Side: white}, referee)
	x.refused("fault.game.phase.settle", "2002 art. 21.3", game.Move{Side: black, Point: x.at("C5")})
	x = settled(t, rules.Edition1988, shared, nil)
	x.refused("fault.game.official", "1988 art. 32", game.TakeUp{Side: white})
	x.do(game.TakeUp{Side: white}, referee)
	x.wants(game.Play, "", 0, 0)
}

// TestD214 (2002 art. 21.4, 1988 art. 21.3): a dispute is decided by play: in 2002 the side that
// claims "dead" moves first, in 1988 the turn stays. The passes before don't count for two in a row,
// and the clocks go on with what is left.
func TestD214(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := settled(t, e, shared, nil) // White proposed, Black is to move after both agreed
		before := [2]time.Duration{x.left(black), x.left(white)}
		turn := x.g.ToMove()
		x.wait(time.Hour)
		x.do(game.ProposeLife{Side: black, Dead: x.points("E1")})
		x.do(game.Dispute{Claimant: turn.Other()})
		first := map[rules.Edition]rules.Side{"2002": turn.Other(), "1988": turn}[e]
		s := x.g.Time(game.Instant(x.now))
		if x.g.ToMove() != first || s.Turn != clock.Side(first) || s.Phase != clock.Running {
			t.Errorf("%s moves and %s runs, want %s", x.g.ToMove(), s.Turn, first)
		}
		if after := [2]time.Duration{x.left(black), x.left(white)}; after != before {
			t.Errorf("time moved: %v, then %v", before, after)
		}
		x.do(game.Pass{Side: first})
		x.wants(game.Play, "", 0, 0) // one pass since play was taken up
		if e == rules.Edition2002 {
			x.do(game.Pass{Side: first.Other()})
			x.wants(game.Settle, "", 0, 0)
		}
	})
}

// TestD214Settled: what both have agreed on isn't reopened by one of them; the referee may.
func TestD214Settled(t *testing.T) {
	x := settled(t, rules.Edition2002, shared, nil)
	x.do(game.ProposeLife{Side: black})
	x.do(game.AgreeLife{Side: white})
	x.refused("fault.game.lifeSettled", "2002 art. 8", game.Dispute{Claimant: white})
	x.do(game.Dispute{Claimant: white}, referee)
	x.wants(game.Play, "", 0, 0)
	x.end()
	x.do(game.ProposeLife{Side: black})
	x.do(game.AgreeLife{Side: white})
	x.confirm()
	x.refused("fault.rules.late", "2002 art. 16.4", game.Dispute{Claimant: white}, referee)
}

// hand has both end and a referee enter Black's count.
func hand(t *testing.T, e rules.Edition, area int, change func(*game.Terms)) *table {
	t.Helper()
	x := sit(t, e, change)
	x.play("Q16 D4")
	x.end()
	x.do(game.EnterCount{Side: black, Area: area}, referee)
	return x
}

// TestC11 (art. 9, 11 of both editions): the printed examples and those of komi 2¾, entered by
// hand; the other side's count is what remains of the board.
func TestC11(t *testing.T) {
	for _, c := range []struct {
		edition rules.Edition
		area    int // half 子
		want    string
	}{
		{"2002", 368, "W+0.25"}, {"2002", 369, "B+0.25"}, {"2002", 370, "B+0.75"}, {"2002", 360, "W+4.25"}, {"2002", 367, "W+0.75"},
		{"1988", 366, "W+0.25"}, {"1988", 367, "B+0.25"}, {"1988", 368, "B+0.75"}, {"1988", 361, "W+2.75"}, {"1988", 370, "B+1.75"},
	} {
		x := hand(t, c.edition, 2*c.area, nil)
		x.wants(game.Result, c.want, 0, 0)
		if x.g.Ending.White != 4*361-2*c.area {
			t.Errorf("White's count is %d", x.g.Ending.White)
		}
	}
	x := hand(t, "2002", 736, func(t *game.Terms) { t.Komi = 0 })
	x.wants(game.Result, "B+3.5", 0, 0)
	x = hand(t, "2002", 722, func(t *game.Terms) { t.Komi = 0 })
	x.wants(game.Result, "draw", 0, 0)
}

// TestG91 (art. 9): a count is 0 to 361 子 in halves; White's may be counted instead.
func TestG91(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, nil)
		x.refused("fault.game.phase.play", cites(e, "13", "13"), game.EnterCount{Side: black, Area: 740}, referee)
		x.end()
		x.refused("fault.game.official", cites(e, "31", "32"), game.EnterCount{Side: black, Area: 740})
		x.refused("fault.game.area", cites(e, "9", "9"), game.EnterCount{Side: black, Area: 1446}, referee)
		x.refused("fault.game.area", cites(e, "9", "9"), game.EnterCount{Side: black, Area: -2}, referee)
		x.refused("fault.game.areaQuarter", cites(e, "9", "9"), game.EnterCount{Side: black, Area: 741}, referee)
		x.do(game.EnterCount{Side: white, Area: 706}, referee)
		if x.g.Ending.Black != 1444-706 {
			t.Errorf("Black's count is %d", x.g.Ending.Black)
		}
		x.refused("fault.game.countStands", cites(e, "16.4", "16.3"), game.EnterCount{Side: black, Area: 740}, referee)
	})
}

// TestD241 (2002 art. 24.1, 1988 art. 25.2): a warning costs 1 子 when the game is counted in 2002,
// and nothing in 1988; a resignation isn't touched by it.
func TestD241(t *testing.T) {
	for _, c := range []struct {
		area           int // half 子
		warnB, warnW   bool
		in2002, in1988 string
	}{
		{370, true, false, "W+0.25", "B+1.75"},
		{368, false, true, "B+0.75", "B+0.75"},
		{372, true, false, "B+0.75", "B+2.75"},
		{370, true, true, "B+0.75", "B+1.75"},
		{369, false, true, "B+1.25", "B+1.25"},
	} {
		both(t, func(t *testing.T, e rules.Edition) {
			for _, late := range []bool{false, true} { // warned before or after the count
				x := sit(t, e, nil)
				x.play("Q16 D4")
				warn := func() {
					if c.warnB {
						x.do(game.Rule{Case: "wrongCapture", Against: black}, referee)
					}
					if c.warnW {
						x.do(game.Rule{Case: "wrongCapture", Against: white}, referee)
					}
				}
				if !late {
					warn()
				}
				x.end()
				x.do(game.EnterCount{Side: black, Area: 2 * c.area}, referee)
				if late {
					warn()
				}
				want := map[rules.Edition]string{"2002": c.in2002, "1988": c.in1988}[e]
				if got := x.g.Result.Outcome.String(); got != want {
					t.Errorf("%d/2 子, warned %v %v, late %v: %s, want %s", c.area, c.warnB, c.warnW, late, got, want)
				}
			}
		})
	}
	x := sit(t, rules.Edition2002, nil)
	x.do(game.Rule{Case: "wrongCapture", Against: black}, referee)
	x.do(game.Resign{Side: white})
	x.wants(game.Result, "B+R", 1, 0)
}

// TestD242 (2002 art. 24.2, 1988 art. 25.2): two warnings in one game lose it, whoever gets them.
func TestD242(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, nil)
		x.do(game.Rule{Case: "wrongCapture", Against: white}, referee)
		x.do(game.Rule{Case: "wrongCapture", Against: black}, referee)
		x.wants(game.Play, "", 1, 1)
		x.do(game.Rule{Case: "wrongCapture", Against: white}, referee)
		x.wants(game.Result, "B+", 1, 2)
		x.ruledLast("twoWarnings", "24.2", "25.2")
	})
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, nil)
		few, cite := "fault.game.fewWarnings", cites(e, "24.2", "25.2")
		x.refused(few, cite, game.Rule{Case: "twoWarnings", Against: black}, referee)
		x.do(game.Rule{Case: "wrongCapture", Against: black}, referee)
		x.refused(few, cite, game.Rule{Case: "twoWarnings", Against: black}, referee)
		x.refused(few, cite, game.Rule{Case: "D24.2", Against: white}, chief)
	})
	x := koGame(t, rules.Edition2002) // by the table as moves are recorded
	x.do(game.Rule{Case: "wrongCapture", Against: white}, referee)
	x.do(game.Move{Side: white, Point: x.at("B3")})
	x.wants(game.Result, "B+", 0, 2)
}

// TestC16Confirm (2002 art. 16.4, 1988 art. 16.3): a result is final when both players and the
// referee have confirmed the same one; then nobody changes it but by the procedure of cheating, or
// the chief referee a slip.
func TestC16Confirm(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := hand(t, e, 740, nil)
		o := x.g.Result.Outcome
		other, _ := rules.ParseOutcome("B+R", "")
		x.refused("fault.game.resultChanged", cites(e, "16.4", "16.3"), game.Confirm{Side: black, Outcome: other})
		x.refused("fault.game.official", cites(e, "31", "32"), game.Confirm{Outcome: o})
		x.refused("fault.game.notConfirmed", cites(e, "16.4", "16.3"), game.Correct{Outcome: other}, chief)
		x.do(game.Confirm{Outcome: o}, referee)
		x.do(game.Confirm{Side: black, Outcome: o})
		if again := x.do(game.Confirm{Side: black, Outcome: o}); again != nil {
			t.Errorf("signed twice: %v", again)
		}
		if x.g.Phase != game.Result {
			t.Error("final without White")
		}
		x.do(game.Confirm{Side: white, Outcome: o})
		x.wants(game.Final, o.String(), 0, 0)

		final := "fault.game.phase.final"
		for _, cmd := range []game.Command{
			game.Move{Side: black, Point: x.at("C3")}, game.Pass{Side: black}, game.ProposeEnd{Side: black}, game.AskRecount{Side: white},
			game.Resign{Side: black}, game.Pause{}, game.TakeUp{Side: black}, game.StopPlay{},
		} {
			x.refused(final, cites(e, "16.4", "16.3"), cmd, chief)
		}
		x.refused("fault.rules.late", cites(e, "16.4", "16.3"), game.MakeClaim{Side: black, Case: "wrongCapture", Urgent: true})
		x.refused("fault.rules.late", cites(e, "16.4", "16.3"), game.Rule{Case: "wrongCapture", Against: black}, chief)
		x.refused("fault.game.confirmed", cites(e, "16.4", "16.3"), game.Correct{Outcome: other}, referee)
		x.refused("fault.game.reason", cites(e, "30", "31"), game.Correct{Outcome: other}, game.Context{By: rules.ChiefReferee})
		x.do(game.Correct{Outcome: other}, chief)
		x.wants(game.Final, "B+R", 0, 0)
		if c := x.g.Result.Changes; len(c) != 1 || c[0].Before != o || c[0].Reason != chief.Reason {
			t.Errorf("changes %+v", c)
		}
	})
}

// TestC16Recount (2002 art. 16.4, 1988 art. 16.3): a recount may be asked for until both have
// confirmed; signatures under the old count are void.
func TestC16Recount(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := hand(t, e, 740, nil)
		o := x.g.Result.Outcome
		x.do(game.Confirm{Side: black, Outcome: o})
		x.do(game.AskRecount{Side: white})
		x.wants(game.Settle, "", 0, 0)
		x.do(game.EnterCount{Side: black, Area: 736}, referee)
		if x.g.Result.Players != [2]bool{} || x.g.Ending.Recounts != 1 {
			t.Errorf("signed %v", x.g.Result.Players)
		}
		o = x.g.Result.Outcome
		x.do(game.Confirm{Side: black, Outcome: o})
		x.do(game.Confirm{Side: white, Outcome: o})
		x.refused("fault.game.recountLate", cites(e, "16.4", "16.3"), game.AskRecount{Side: white})
	})
	x := sit(t, rules.Edition2002, nil)
	x.do(game.Resign{Side: white})
	x.refused("fault.game.notCounted", "2002 art. 16.4", game.AskRecount{Side: white})
}

// TestC16Online: without officials both players' signatures make the result final.
func TestC16Online(t *testing.T) {
	x := sit(t, rules.Edition2002, online)
	x.do(game.Resign{Side: black})
	x.do(game.Confirm{Side: black, Outcome: x.g.Result.Outcome})
	x.do(game.Confirm{Side: white, Outcome: x.g.Result.Outcome})
	x.wants(game.Final, "W+R", 0, 0)
}

// TestC16Claim (2002 art. 16.3): an infraction is claimed at once, before one's own next move, or by
// the event's window; 1988 art. 16.2: in one's own thinking time unless it is urgent.
func TestC16Claim(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(9))
	x.play("C3 D3 E3")
	x.refused("fault.rules.late", "2002 art. 16.3", game.MakeClaim{Side: black, Case: "wrongCapture", Move: 2})
	x.do(game.MakeClaim{Side: white, Case: "wrongCapture", Move: 3})
	x.refused("fault.game.claimMove", "2002 art. 16.3", game.MakeClaim{Side: black, Case: "wrongCapture", Move: 4})
	x.refused("fault.game.claimCase", "", game.Rule{Case: "talking", Choice: rules.Warned, Against: black, Claim: 1}, referee)
	x.refused("fault.game.reason", "2002 art. 31", game.DismissClaim{ID: 1}, referee)
	x.refused("fault.game.claimUnknown", "2002 art. 16.3", game.DismissClaim{ID: 7}, referee)
	x.do(game.DismissClaim{ID: 1}, chief)
	x.refused("fault.game.claimClosed", "2002 art. 16.3", game.DismissClaim{ID: 1}, chief)

	x = sit(t, rules.Edition2002, func(t *game.Terms) { t.Size, t.ClaimWindow = 9, rules.GameEnd })
	x.play("C3 D3 E3 F3 G3")
	x.do(game.MakeClaim{Side: black, Case: "wrongCapture", Move: 2})
	x.end()
	x.refused("fault.rules.late", "2002 art. 16.3", game.MakeClaim{Side: black, Case: "wrongCapture", Move: 2})

	x = sit(t, rules.Edition1988, onBoard(9))
	x.play("C3 D3 E3 F3 G3")
	x.refused("fault.game.claimTurn", "1988 art. 16.2", game.MakeClaim{Side: black, Case: "wrongCapture", Move: 2})
	x.do(game.MakeClaim{Side: black, Case: "wrongCapture", Move: 2, Urgent: true})
	x.do(game.MakeClaim{Side: white, Case: "wrongCapture", Move: 1})
}

// TestC16Ruled (C16, 2002 art. 16.4, 1988 art. 16.3): a correction is for slips; it doesn't undo a loss
// that was ruled. Once the ruling is revoked before the confirmation, it binds nobody.
func TestC16Ruled(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		for _, c := range []struct {
			name, to string
			revoke   bool
			key      string
		}{
			{"the loser wins", "W+R", false, "fault.game.correctRuled"},
			{"a draw", "draw", false, "fault.game.correctRuled"},
			{"how it was won", "B+R", false, ""},
			{"revoked", "W+R", true, ""},
		} {
			t.Run(c.name, func(t *testing.T) {
				x := sit(t, e, nil)
				x.do(game.Rule{Case: "wrongCapture", Against: white}, referee)
				x.do(game.Rule{Case: "wrongCapture", Against: white}, referee)
				if c.revoke {
					x.do(game.Revoke{ID: 3}, chief)
					x.do(game.Resign{Side: white})
				}
				for _, side := range []rules.Side{black, white, rules.NoSide} {
					x.do(game.Confirm{Side: side, Outcome: x.g.Result.Outcome}, referee)
				}
				to, err := rules.ParseOutcome(c.to, "")
				if err != nil {
					t.Fatal(err)
				}
				if c.key != "" {
					x.refused(c.key, cites(e, "16.4", "16.3"), game.Correct{Outcome: to}, chief)
					return
				}
				x.do(game.Correct{Outcome: to}, chief)
				x.wants(game.Final, c.to, 0, 2)
			})
		}
	})
}

// TestD212BeforeTheEnd (2002 art. 21.2, 1988 art. 21.2): contestable points are what is left when the game
// has ended; before, there is nothing to rule.
func TestD212BeforeTheEnd(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, nil)
		x.play("C3")
		x.refused("fault.game.notEnded", cites(e, "21.2", "21.2"), game.Rule{Case: "contestedPoints"}, referee)
	})
}
