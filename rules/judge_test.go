package rules_test

import (
	"fmt"
	"testing"

	"tianyuan/rules"
	"tianyuan/weiqi"
)

// The positions of the tests: X is Black, O White.
const (
	koBoard = `
		.....
		.XO..
		X.XO.
		.XO..
		.....`
	tripleKoBoard = `
		OOOOOOO
		OXO.O.O
		X.XOXOX
		XXXXXXX
		OOOOOOO
		.......`
	sendTwoBoard = `
		.....
		..XXX
		XXXOO
		XOOO.
		XO.OX
		XOXX.`
	eternalLifeBoard = `
		........
		OOOOOO..
		XXXXXO..
		XOOOXXOO
		.O.X.OX.`
	moonshineBoard = `
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
		.............`
	forbiddenBoard = `
		.X...
		XX...
		....X
		XX.XO
		O.XO.`
)

// gameOf begins a game for the policy and plays the moves, B and W in turn from first on.
func gameOf(t *testing.T, policy rules.Policy, board string, first rules.Side, moves ...weiqi.Point) *weiqi.Game {
	t.Helper()
	b, err := weiqi.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	g := weiqi.NewGame(b, first, policy.Options())
	for i, at := range moves {
		if v := g.Play(g.ToMove(), at); !v.Legal() {
			t.Fatalf("move %d: %s", i+1, v.Reason)
		}
	}
	return g
}

func told(j rules.Judgement) string {
	if j.Reason == weiqi.Legal {
		return "legal"
	}
	return fmt.Sprintf("%s, void %t, %s, %v, %v", j.Reason, j.Void, j.Article, j.Do, j.Choices)
}

// TestJudge: what each edition makes of a move: G3 to G5, D18.3, D19, D20.1 to D20.4, options
// no. 1, 2 and 47.
func TestJudge(t *testing.T) {
	at := weiqi.At
	ko := []weiqi.Point{at(1, 2)}
	triple := []weiqi.Point{at(3, 1), at(1, 2), at(5, 1), at(3, 2), at(1, 1)}
	sendTwo := []weiqi.Point{at(4, 3), at(4, 5)}
	eternal := []weiqi.Point{at(2, 4), at(4, 4), at(3, 4)}
	moonshine := []weiqi.Point{at(12, 0), at(1, 3), at(3, 2), at(11, 0), at(1, 2)}
	for _, c := range []struct {
		name     string
		board    string
		first    rules.Side
		moves    []weiqi.Point
		at       weiqi.Point
		new, old string
	}{
		{"an empty point", koBoard, rules.White, nil, at(4, 4), "legal", "legal"},
		{"a pass (G2.5)", koBoard, rules.White, ko, weiqi.Pass, "legal", "legal"},
		{"a taken point", koBoard, rules.White, nil, at(1, 1), "occupied, void true, 2002 art. 2, [void pass], []", "occupied, void true, 1988 art. 2, [void pass], []"},
		{"a point off the board", koBoard, rules.White, nil, at(5, 0), "offBoard, void true, 2002 art. 2, [void pass], []", "offBoard, void true, 1988 art. 2, [void pass], []"},
		{"one stone on a forbidden point", forbiddenBoard, rules.White, nil, at(0, 0), "suicide, void true, 2002 art. 19, [void pass], []", "suicide, void true, 1988 art. 19, [void pass], []"},
		{"two stones on a forbidden point", forbiddenBoard, rules.White, nil, at(1, 4), "suicide, void true, 2002 art. 19, [void pass], []", "suicide, void true, 1988 art. 19, [void pass], []"},
		{"a forbidden point that takes", forbiddenBoard, rules.Black, nil, at(4, 4), "legal", "legal"},
		{"the ko retaken at once", koBoard, rules.White, ko, at(2, 2), "ko, void true, 2002 art. 18.3, [void pass warning], []", "ko, void true, 1988 art. 20.1, [void pass], []"},
		{"the ko retaken after a threat", koBoard, rules.White, []weiqi.Point{at(1, 2), at(4, 4), at(4, 0)}, at(2, 2), "legal", "legal"},
		{"the ko retaken after passes alone", koBoard, rules.White, []weiqi.Point{at(1, 2), weiqi.Pass, weiqi.Pass}, at(2, 2), "repetition, void true, 2002 art. 18.3, [void pass warning], []", "repetition, void true, 1988 art. 20.1, [void pass], []"},
		{"three kos", tripleKoBoard, rules.Black, triple, at(5, 2), "repetition, void true, 2002 art. 20.3, [void pass], []", "repetition, void false, 1988 art. 20.3, [draw], [draw replay]"},
		{"eternal life", eternalLifeBoard, rules.Black, eternal, at(5, 4), "repetition, void true, 2002 art. 20.3, [void pass], []", "repetition, void false, 1988 art. 20.3, [draw], [draw replay]"},
		{"false life", moonshineBoard, rules.Black, moonshine, at(3, 3), "repetition, void true, 2002 art. 20.2, [void pass], []", "repetition, void true, 1988 art. 20.2, [void pass], []"},
		{"sending two, returning one", sendTwoBoard, rules.Black, sendTwo, at(4, 4), "repetition, void true, 2002 art. 6, [void pass], []", "repetition, void true, 1988 art. 20.4, [void pass], []"},
	} {
		for edition, want := range map[rules.Edition]string{rules.Edition2002: c.new, rules.Edition1988: c.old} {
			policy := edition.Policy()
			g := gameOf(t, policy, c.board, c.first, c.moves...)
			if got := told(policy.Judge(g, g.ToMove(), c.at)); got != want {
				t.Errorf("%s %s: %s, want %s", edition, c.name, got, want)
			}
			if g.Ply() != len(c.moves) {
				t.Errorf("%s %s: the game has changed", edition, c.name)
			}
		}
	}
}

// TestJudgeForm: a form of superko by itself (options no. 1): nothing but the ko is asked for by
// the simple one, and a situation differs from a position by whose turn it is.
func TestJudgeForm(t *testing.T) {
	at := weiqi.At
	early := []weiqi.Point{at(4, 3), at(4, 5)}
	late := append(early[:2:2], at(4, 4), weiqi.Pass)
	for _, c := range []struct {
		form  weiqi.Mode
		moves []weiqi.Point
		at    weiqi.Point
		void  bool
	}{
		{weiqi.Simple, early, at(4, 4), false},
		{weiqi.Simple, late, at(4, 3), false},
		{weiqi.Positional, early, at(4, 4), true},
		{weiqi.Situational, early, at(4, 4), false},
		{weiqi.Situational, late, at(4, 3), true},
	} {
		policy := rules.Policy{Edition: rules.Edition2002, FormAlone: true, Form: c.form}
		g := gameOf(t, policy, sendTwoBoard, rules.Black, c.moves...)
		if got := policy.Judge(g, g.ToMove(), c.at); got.Void != c.void || (got.Reason == weiqi.Repetition) != c.void {
			t.Errorf("%s after %d moves: %s", c.form, len(c.moves), told(got))
		}
	}
}

// TestJudgeEvent: an event that lets balanced cycles end otherwise exempts them from superko and
// keeps the ban on the others (D20.3, options no. 2 and 47).
func TestJudgeEvent(t *testing.T) {
	at := weiqi.At
	for _, rare := range []rules.RareCycle{rules.RareDraw, rules.RareNoResult, rules.RareExtraGame, rules.RareReplay} {
		policy := rules.Policy{Edition: rules.Edition2002, Rare: rare}
		g := gameOf(t, policy, tripleKoBoard, rules.Black, at(3, 1), at(1, 2), at(5, 1), at(3, 2), at(1, 1))
		if got, want := told(policy.Judge(g, rules.White, at(5, 2))), fmt.Sprintf("repetition, void false, 2002 art. 20.3, [%s], []", rare); got != want {
			t.Errorf("%s: %s, want %s", rare, got, want)
		}
		if v := g.Play(rules.White, at(5, 2)); !v.Legal() {
			t.Errorf("%s: a move that stands can't be played: %s", rare, v.Reason)
		}
		banned := gameOf(t, policy, sendTwoBoard, rules.Black, at(4, 3), at(4, 5))
		if got := policy.Judge(banned, rules.Black, at(4, 4)); !got.Void {
			t.Errorf("%s: an unbalanced cycle stands: %s", rare, told(got))
		}
	}
}

// TestBreach: out of turn is a void move with a warning in 2002 art. 17.2, a loss in 1988 art. 17.1
// (D17.2).
func TestBreach(t *testing.T) {
	for edition, want := range map[rules.Edition]string{
		rules.Edition2002: "wrongColour, void true, 2002 art. 17.2, [void warning], []",
		rules.Edition1988: "wrongColour, void true, 1988 art. 17.1, [loss], []",
	} {
		if got := told(edition.Breach(weiqi.WrongColour)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
