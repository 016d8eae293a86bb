package game_test

import (
	"testing"

	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

const tripleKo = `
OOOOOOO
OXO.O.O
X.XOXOX
XXXXXXX
OOOOOOO
.......
.......`

var tripleMoves = [][2]int{{3, 1}, {1, 2}, {5, 1}, {3, 2}, {1, 1}, {5, 2}}

// ruledLast wants the last ruling to be of a case by an article of each edition.
func (x *table) ruledLast(name, in2002, in1988 string) {
	x.t.Helper()
	want := map[rules.Edition]string{"2002": in2002, "1988": in1988}[x.g.Terms.Edition]
	if r := x.g.Rulings[len(x.g.Rulings)-1]; r.Case != name || r.Article != want {
		x.t.Errorf("%q by %s, want %q by %s", r.Case, r.Article, name, want)
	}
}

// TestD202 (art. 20.2 of both editions): false life: the move that repeats the position is void and
// a pass; at the end the group is dead by a ruling in 1988.
func TestD202(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(13))
		x.setUp(`
			O.OOOX....XO.
			OOOOOX....XXO
			OXO.OXXXX.XOO
			X.XOXOXXX.XO.
			XXXXXOOOX.XOO
			X.XOOO.OX.XXX
			XXXO.OOOXXXXX
			OOOOOOOOOOOOO
			OOOOOOOOOOOOO
			.............
			.............
			.............
			.............`)
		x.moves([][2]int{{12, 0}, {1, 3}, {3, 2}, {11, 0}, {1, 2}, {3, 3}}...)
		x.ruledLast("falseLife", "20.2", "20.2")
		last := x.g.Turns[len(x.g.Turns)-1]
		if last.Kind != game.Voided || x.g.ToMove() != black {
			t.Errorf("%+v", last)
		}
		x.wants(game.Play, "", 0, 0)
	})
}

// TestD203 (2002 art. 20.3, 6): a triple ko is forbidden in principle: the repeating move is void
// and a pass. Where the event provides a result, the position may come back, the referee is called
// at its third occurrence, and rules what the event provides and nothing else.
func TestD203(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(7))
	x.setUp(tripleKo)
	x.moves(tripleMoves...)
	x.ruledLast("longCycle", "20.3", "20.3")
	if last := x.g.Turns[len(x.g.Turns)-1]; last.Kind != game.Voided {
		t.Errorf("%+v", last)
	}
	x = sit(t, rules.Edition2002, func(t *game.Terms) { t.Size, t.Rare = 7, rules.RareNoResult })
	x.setUp(tripleKo)
	x.moves(tripleMoves...)
	if e := x.log[len(x.log)-1].(game.MovePlayed); e.Cycle != "tripleKo" || e.Occurrence != 2 || x.g.Called {
		t.Errorf("%+v, called %v", e, x.g.Called)
	}
	x.moves(tripleMoves...)
	if !x.g.Called {
		t.Error("nobody called the referee at the third occurrence")
	}
	x.refused("fault.game.condition", "2002 art. 20.3", game.Rule{Case: "longCycle", Choice: rules.RuledDraw}, referee)
	x.refused("fault.game.condition", "2002 art. 20.3", game.Rule{Case: "longCycle", Choice: rules.MoveVoid, Against: white}, referee)
	x.do(game.Rule{Case: "longCycle", Choice: rules.RuledNoResult}, referee)
	x.wants(game.Result, "noresult", 0, 0)
}

// TestD2031988 (1988 art. 20.3): if neither yields, a draw or a replay; one who yields goes on.
func TestD2031988(t *testing.T) {
	for choice, want := range map[rules.Consequence]game.Phase{rules.RuledDraw: game.Result, rules.RuledReplay: game.Anew} {
		x := sit(t, rules.Edition1988, onBoard(7))
		x.setUp(tripleKo)
		x.moves(tripleMoves...)
		x.moves(tripleMoves...)
		if !x.g.Called {
			t.Error("nobody called the referee")
		}
		x.do(game.Rule{Case: "longCycle", Choice: choice}, referee)
		if x.g.Phase != want {
			t.Errorf("%s, want %s", x.g.Phase, want)
		}
	}
	x := sit(t, rules.Edition1988, onBoard(7))
	x.setUp(tripleKo)
	x.moves(tripleMoves...)
	x.moves(tripleMoves...)
	x.moves([2]int{0, 6})
	if x.g.Called {
		t.Error("still called after Black has yielded")
	}
}

// TestD203Alone: without a referee the event's result comes by itself at the third occurrence.
func TestD203Alone(t *testing.T) {
	x := sit(t, rules.Edition1988, onBoard(7))
	x.setUp(tripleKo)
	x.g.Terms.Referee = false // the position needs an official, the rest has none
	x.moves(tripleMoves...)
	x.wants(game.Play, "", 0, 0)
	x.moves(tripleMoves...)
	x.wants(game.Result, "draw", 0, 0)
}

// TestD203Eternal (2002 art. 20.3): eternal life is of the same kind.
func TestD203Eternal(t *testing.T) {
	x := sit(t, rules.Edition2002, onBoard(8))
	x.setUp(`
		........
		........
		........
		........
		OOOOOO..
		XXXXXO..
		XOOOXXOO
		.O.X.OX.`)
	x.moves([][2]int{{2, 7}, {4, 7}, {3, 7}, {5, 7}}...)
	x.ruledLast("longCycle", "20.3", "")
}

// TestD204 (1988 art. 20.4; 2002 by art. 6): sending two, returning one can't go on for ever.
func TestD204(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, onBoard(6))
		x.setUp(`
			......
			...XXX
			.XXXOO
			.XOOO.
			.XO.OX
			.XOXX.`)
		x.moves([][2]int{{5, 3}, {5, 5}, {5, 4}}...)
		x.ruledLast(map[rules.Edition]string{"2002": "", "1988": "cycleNoEnd"}[e], "6", "20.4")
		if last := x.g.Turns[len(x.g.Turns)-1]; last.Kind != game.Voided || last.Side != black {
			t.Errorf("%+v", last)
		}
	})
}

// TestG6 (2002 art. 6): online a repetition is refused with its article; with superko alone as the
// event's form, too.
func TestG6(t *testing.T) {
	for _, form := range []string{"", "positional", "situational"} {
		x := sit(t, rules.Edition2002, func(t *game.Terms) { t.Size, t.Superko = 7, form })
		x.setUp(tripleKo)
		x.g.Terms.Mode = game.Online // the position was put there by an official
		x.moves(tripleMoves[:5]...)
		x.refused("fault.game.illegal.repetition", "2002 art. 20.3", game.Move{Side: white, Point: weiqi.At(5, 2)})
	}
}
