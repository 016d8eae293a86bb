package game_test

import (
	"testing"
	"time"

	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

var slip = game.Context{Reason: "点错位置"}

// recorded has moves and presses both, as with a recorder beside a table clock.
func recorded(t *game.Terms) { t.Size, t.Press = 5, true }

// TestAnswer: a move answers the position that its recorder saw; sent again, or by a second recorder,
// it isn't made twice (G2.3).
func TestAnswer(t *testing.T) {
	x := sit(t, rules.Edition2002, recorded)
	x.do(game.Answer{Turns: 0, Command: game.Move{Side: black, Point: weiqi.At(2, 2)}})
	x.refused("fault.game.answered", "2002 art. 2", game.Answer{Turns: 0, Command: game.Move{Side: black, Point: weiqi.At(2, 2)}})
	x.refused("fault.game.answered", "2002 art. 2", game.Answer{Turns: 2, Command: game.Move{Side: white, Point: weiqi.At(1, 1)}})
	x.do(game.Answer{Turns: 1, Command: game.Move{Side: white, Point: weiqi.At(1, 1)}})
	x.refused("fault.game.occupied", "2002 art. 2", game.Answer{Turns: 2, Command: game.Move{Side: black, Point: weiqi.At(1, 1)}})
}

// TestMendLast: a recorder's slip is put right by an event of its own with its reason: no claim, no
// warning, no clock moves (it isn't 悔棋, 2002 art. 17.3).
func TestMendLast(t *testing.T) {
	x := sit(t, rules.Edition2002, recorded)
	x.moves([2]int{2, 2}, [2]int{1, 1}, [2]int{3, 3})
	x.do(game.Press{Side: black})
	x.wait(20 * time.Second)
	before := x.g.Time(game.Instant(x.now))
	x.refused("fault.game.reason", "2002 art. 2", game.MendRecord{From: 3})
	x.do(game.MendRecord{From: 3, Points: []weiqi.Point{weiqi.At(3, 2)}}, slip)
	x.board(".....\n.O...\n..XX.\n.....\n.....")
	if after := x.g.Time(game.Instant(x.now)); after != before {
		t.Errorf("the clocks went from %+v to %+v", before, after)
	}
	if x.g.ToMove() != white || x.g.Warnings != [2]int{} || len(x.g.Claims) != 0 {
		t.Errorf("%v to move, warnings %v", x.g.ToMove(), x.g.Warnings)
	}
	x.do(game.MendRecord{From: 3}, slip)
	if x.g.ToMove() != black || len(x.g.Turns) != 2 {
		t.Errorf("taken back: %v to move, %d turns", x.g.ToMove(), len(x.g.Turns))
	}
	x.do(game.Move{Side: black, Point: weiqi.At(0, 0)})
}

// TestMendEarlier: a slip some moves ago is put right with all that follows played over it: captures,
// the moments of the moves and whose turn it is come out as they were played.
func TestMendEarlier(t *testing.T) {
	x := sit(t, rules.Edition2002, recorded)
	x.moves([2]int{1, 0}, [2]int{3, 3}, [2]int{0, 1}, [2]int{4, 4}) // White's first was on the corner
	at := x.g.Turns[1].At
	x.do(game.MendRecord{From: 2, Points: []weiqi.Point{weiqi.At(0, 0), weiqi.At(0, 1), weiqi.At(4, 4)}}, slip)
	x.board(".X...\nX....\n.....\n.....\n....O")
	if x.g.Turns[1].At != at || x.g.ToMove() != black {
		t.Errorf("at %v, want %v; %v to move", x.g.Turns[1].At, at, x.g.ToMove())
	}
	x.refused("fault.game.mend.occupied", "2002 art. 2", game.MendRecord{From: 4, Points: []weiqi.Point{weiqi.At(1, 0)}}, slip)
	x.refused("fault.game.mend.void", "2002 art. 19", game.MendRecord{From: 4, Points: []weiqi.Point{weiqi.At(0, 0)}}, slip)
	x.refused("fault.game.mendTurn", "2002 art. 2", game.MendRecord{From: 5, Points: []weiqi.Point{weiqi.At(2, 2)}}, slip)
	x.refused("fault.game.mendTurn", "2002 art. 2", game.MendRecord{From: 0}, slip)
}

// TestMendSame: nothing is written when nothing was wrong.
func TestMendSame(t *testing.T) {
	x := sit(t, rules.Edition2002, recorded)
	x.moves([2]int{1, 0}, [2]int{3, 3})
	if events := x.do(game.MendRecord{From: 2, Points: []weiqi.Point{weiqi.At(3, 3)}}, slip); len(events) != 0 {
		t.Errorf("%v", events)
	}
}

// TestMendKeepsRulings: what the law table ruled (D19) and what a player said (D21.1) is no slip; when
// the chief referee has revoked the ruling, the entry behind it can be put right.
func TestMendKeepsRulings(t *testing.T) {
	x := sit(t, rules.Edition2002, recorded)
	x.moves([2]int{1, 0}, [2]int{4, 4}, [2]int{0, 1}, [2]int{0, 0}) // the last is a forbidden point: void, a pass
	if n := len(x.g.Rulings); n != 1 {
		t.Fatalf("%d rulings", n)
	}
	x.refused("fault.game.mendFixed", "2002 art. 2", game.MendRecord{From: 4}, slip)
	x.do(game.Revoke{ID: 1}, game.Context{By: rules.ChiefReferee, Reason: "记录员点错"})
	x.do(game.MendRecord{From: 4, Points: []weiqi.Point{weiqi.At(1, 1)}}, slip)
	x.board(".X...\nXO...\n.....\n.....\n....O")
	x.do(game.ProposeEnd{Side: black})
	x.refused("fault.game.mendFixed", "2002 art. 2", game.MendRecord{From: 5}, slip)
	x.do(game.MendRecord{From: 4, Points: []weiqi.Point{weiqi.At(2, 2), weiqi.Pass}}, slip)
	if x.g.Proposal != black {
		t.Error("the proposal to end is gone")
	}
	x.do(game.AgreeEnd{Side: white})
}

// TestMendAfterEnd: after play is over a wrong point can still be put right, and what was said of life
// and death falls; the number of moves stays. A result is past it (C16).
func TestMendAfterEnd(t *testing.T) {
	x := sit(t, rules.Edition2002, recorded)
	x.moves([2]int{1, 1}, [2]int{3, 3})
	x.do(game.Pass{Side: black})
	x.do(game.Pass{Side: white})
	x.do(game.ProposeLife{Side: black, Dead: []weiqi.Point{weiqi.At(3, 3)}})
	x.refused("fault.game.mendEnded", "2002 art. 2", game.MendRecord{From: 3}, slip)
	x.do(game.MendRecord{From: 2, Points: []weiqi.Point{weiqi.At(2, 3), weiqi.Pass, weiqi.Pass}}, slip)
	if x.g.Phase != game.Settle || x.g.Ending.Agreed != [2]bool{} || len(x.g.Ending.Life.Dead) != 0 {
		t.Errorf("phase %s, %+v", x.g.Phase, x.g.Ending)
	}
	x.do(game.ProposeLife{Side: black})
	x.do(game.AgreeLife{Side: white})
	x.refused("fault.game.phase.result", "", game.MendRecord{From: 2, Points: []weiqi.Point{weiqi.At(3, 3), weiqi.Pass, weiqi.Pass}}, slip)
}

// TestMendPress: where a move presses the clock, taking it back gives the time to the side that is to
// move; where a ruling moved stones, the record isn't mended past it.
func TestMendPress(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(5))
	x.moves([2]int{1, 1}, [2]int{3, 3})
	x.do(game.MendRecord{From: 2}, slip)
	if x.g.Time(game.Instant(x.now)).Turn.String() != "W" {
		t.Error("White's clock doesn't run")
	}
	x.moves([2]int{3, 3})
	x.do(game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: []game.Stone{{Point: weiqi.At(2, 2), Colour: black}, {Point: weiqi.At(1, 1), Colour: rules.NoSide}}}, game.Context{By: rules.ChiefReferee})
	x.refused("fault.game.backTooFar", "2002 art. 2", game.MendRecord{From: 2}, slip)
}
