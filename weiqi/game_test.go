package weiqi_test

import (
	"slices"
	"strings"
	"testing"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// parsePoint reads "12,3" or "pass".
func parsePoint(t testing.TB, text string) weiqi.Point {
	t.Helper()
	if text == "pass" {
		return weiqi.Pass
	}
	xs, ys, ok := strings.Cut(text, ",")
	if !ok {
		t.Fatalf("%q is no point", text)
	}
	number := func(s string) (n int) {
		for _, digit := range s {
			n = 10*n + int(digit-'0')
		}
		return n
	}
	return at(number(xs), number(ys))
}

// anomaly is a position with moves that come round, drawn for these tests.
type anomaly struct {
	name, text string
	first      weiqi.Colour
	moves      string // "x,y" or "pass", sides in turn
	// illegal is the number of the first move refused in each mode, 0 for none.
	illegal map[weiqi.Mode]int
	reason  weiqi.Reason
	// ply is where the position stood that the refused move repeats, in the Positional mode.
	ply   int
	cycle weiqi.Cycle // of the whole, when all moves are made in the Simple mode
}

func refused(simple, positional, situational, natural int) map[weiqi.Mode]int {
	return map[weiqi.Mode]int{weiqi.Simple: simple, weiqi.Positional: positional, weiqi.Situational: situational, weiqi.NaturalSituational: natural}
}

var anomalies = []anomaly{
	{"D20.1 art. 20.1 单劫", `
		......
		..OX..
		.O.OX.
		..OX..`, weiqi.Black, "2,2 3,2", refused(2, 2, 2, 2), weiqi.Ko, -1, weiqi.Cycle{}},
	{"D18.3 art. 18.3: the ko after a threat and its answer", `
		......
		..OX..
		.O.OX.
		..OX..`, weiqi.Black, "2,2 0,0 5,0 3,2", refused(0, 0, 0, 0), weiqi.Legal, -1, weiqi.Cycle{}},
	{"D20.1 the ko after two passes", `
		......
		..OX..
		.O.OX.
		..OX..`, weiqi.Black, "2,2 pass pass 3,2", refused(0, 4, 4, 4), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.SingleKo, From: 0, To: 4, Length: 4, BlackLost: 1, WhiteLost: 1}},
	{"D20.4 art. 20.4 送二还一", `
		.X.XX
		OOXX.
		.OX..
		OOX..
		.OX..`, weiqi.Black, "0,0 2,0 1,0 pass 0,0", refused(0, 3, 5, 5), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.SendTwo, From: 1, To: 5, Length: 4, BlackLost: 2, WhiteLost: 1}},
	{"D20.3 art. 20.3 三劫循环", `
		XXOOX.
		XO.OX.
		XXOOX.
		X.XOX.
		XXOOX.
		X.XOX.
		XXOOX.`, weiqi.White, "1,3 2,1 1,5 2,3 1,1 2,5", refused(0, 6, 6, 6), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.TripleKo, From: 0, To: 6, Length: 6, BlackLost: 3, WhiteLost: 3}},
	{"D20.3 art. 20.3: five kos", `
		OOOOOOOOOOO
		OXO.OXO.O.O
		X.XOX.XOXOX
		XXXXXXXXXXX
		OOOOOOOOOOO
		...........`, weiqi.Black, "3,1 1,2 7,1 5,2 9,1 3,2 1,1 7,2 5,1 9,2", refused(0, 10, 10, 10), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.MultiKo, From: 0, To: 10, Length: 10, BlackLost: 5, WhiteLost: 5}},
	{"D20.3 art. 20.3: two kos go round with a pass", `
		.OOOOOOX....
		OOXO.OOXX...
		XX.XOXXO....
		XXXXXX.O....
		OOOOOXXO....
		OOOOOOOO....
		............`, weiqi.Black, "4,1 2,2 pass 4,2 2,1", refused(0, 5, 0, 0), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.MultiKo, From: 0, To: 5, Length: 5, BlackLost: 2, WhiteLost: 2}},
	{"D20.3 art. 20.3 四劫循环", `
		OOOOOOOOO
		OXO.OXO.O
		X.XOX.XOX
		XXXXXXXXX
		OOOOOOOOO
		.........`, weiqi.Black, "3,1 1,2 7,1 5,2 1,1 3,2 5,1 7,2", refused(0, 8, 8, 8), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.QuadrupleKo, From: 0, To: 8, Length: 8, BlackLost: 4, WhiteLost: 4}},
	{"D20.2 art. 20.2 假生", `
		.OOOOOOX....
		OOXO.OOXX...
		XX.XOXXO....
		XXXXXX.O....
		OOOOOXXO....
		OOOOOOOO....
		OOO.........
		XXO.........
		.XO.........
		XXO.........
		XOO.........
		.XO.........`, weiqi.White, "0,11 4,1 2,2 1,11 4,2 2,1", refused(0, 6, 6, 6), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.Moonshine, From: 0, To: 6, Length: 6, BlackLost: 3, WhiteLost: 3}},
	{"D20.3 art. 20.3 长生", `
		.OOX.
		XXOX.
		.XOX.
		OXOX.
		.OOX.
		XOXX.
		OX...
		.X...`, weiqi.White, "0,2 0,4 0,3 0,5", refused(0, 4, 4, 4), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.EternalLife, From: 0, To: 4, Length: 4, BlackLost: 2, WhiteLost: 2}},
	{"D20.3 art. 20.3 双提两子", `
		.X.XX.OO.O.
		OOXX...OOXX
		.OX.....OX.
		OOX.....OXX
		.OX.....OX.
		...........`, weiqi.Black, "0,0 10,0 8,0 2,0 1,0 9,0", refused(0, 6, 6, 6), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.RoundRobinKo, From: 0, To: 6, Length: 6, BlackLost: 3, WhiteLost: 3}},
	{"D20.3 art. 20.3: a ko among captures of two is none of the named kinds", `
		.X.XX.OO.O.
		OOXX...OOXX
		.OX.....OX.
		OOX.....OXX
		.OX.....OX.
		...........
		...OX......
		..O.OX.....
		...OX......`, weiqi.Black, "3,7 10,0 0,0 2,0 8,0 4,7 1,0 9,0", refused(0, 8, 8, 8), weiqi.Repetition, 0,
		weiqi.Cycle{Kind: weiqi.OtherCycle, From: 0, To: 8, Length: 8, BlackLost: 4, WhiteLost: 4}},
	{"G6: a position that White's pass left, not a move of White's", `
		......
		..OX..
		.O.OX.
		..OX..`, weiqi.Black, "5,0 pass 2,2 pass pass 3,2", refused(0, 6, 6, 0), weiqi.Repetition, 2,
		weiqi.Cycle{Kind: weiqi.SingleKo, From: 2, To: 6, Length: 4, BlackLost: 1, WhiteLost: 1}},
}

// TestAnomalies: the kos and cycles of art. 20 of both editions, in every mode of repetition, with
// their kinds, lengths and prisoners: D18.3, D20.1-D20.4, G6.
func TestAnomalies(t *testing.T) {
	for _, c := range anomalies {
		for mode, number := range c.illegal {
			g := weiqi.NewGame(board(t, c.text), c.first, weiqi.Options{Repetition: mode, Alternate: true})
			for i, word := range strings.Fields(c.moves) {
				p := parsePoint(t, word)
				v := g.Play(g.ToMove(), p)
				want := weiqi.Legal
				if i+1 == number {
					want = c.reason
				}
				if v.Reason != want {
					t.Errorf("%s, %s: move %d at %v is %q, want %q\n%s", c.name, mode, i+1, p, v.Reason, want, g.Board())
					break
				}
				if mode == weiqi.Positional && i+1 == number && v.Ply != c.ply {
					t.Errorf("%s: repeats ply %d, want %d", c.name, v.Ply, c.ply)
				}
				if want != weiqi.Legal {
					if number != len(strings.Fields(c.moves)) && g.Ply() != number-1 {
						t.Errorf("%s: a refused move counts as a ply", c.name)
					}
					break
				}
			}
		}
		if c.cycle.Length > 0 {
			testCycle(t, c)
		}
	}
}

// testCycle makes all moves in the Simple mode and looks at the cycle before and after the last.
func testCycle(t *testing.T, c anomaly) {
	t.Helper()
	g := weiqi.NewGame(board(t, c.text), c.first, weiqi.Options{})
	moves := strings.Fields(c.moves)
	for i, word := range moves {
		p := parsePoint(t, word)
		if i == len(moves)-1 {
			before, ok := g.Cycle(g.ToMove(), p)
			before.Kos = nil
			if !ok || !sameCycle(before, c.cycle) {
				t.Errorf("%s: the move would close %v %+v, want %+v", c.name, ok, before, c.cycle)
			}
		}
		if v := g.Play(g.ToMove(), p); !v.Legal() {
			t.Errorf("%s: move %d is %q\n%s", c.name, i+1, v.Reason, g.Board())
			return
		}
	}
	after, ok := g.CycleAt(g.Ply())
	if !ok || !sameCycle(after, c.cycle) {
		t.Errorf("%s: the move closed %v %+v, want %+v", c.name, ok, after, c.cycle)
	}
}

func sameCycle(a, b weiqi.Cycle) bool {
	a.Kos, b.Kos = nil, nil
	return a.Kind == b.Kind && a.From == b.From && a.To == b.To && a.Length == b.Length && a.BlackLost == b.BlackLost && a.WhiteLost == b.WhiteLost
}

// TestCycleKos: the kos of a cycle are named once each, by both of their points.
func TestCycleKos(t *testing.T) {
	g := weiqi.NewGame(board(t, anomalies[4].text), weiqi.White, weiqi.Options{})
	for _, word := range strings.Fields(anomalies[4].moves) {
		g.Play(g.ToMove(), parsePoint(t, word))
	}
	cycle, _ := g.CycleAt(g.Ply())
	want := []weiqi.KoPoints{{at(1, 3), at(2, 3)}, {at(1, 1), at(2, 1)}, {at(1, 5), at(2, 5)}}
	if !slices.Equal(cycle.Kos, want) || !cycle.Balanced() {
		t.Errorf("kos %v, want %v", cycle.Kos, want)
	}
	for ply := range g.Ply() {
		if _, ok := g.CycleAt(ply); ok {
			t.Errorf("a cycle after move %d", ply)
		}
	}
	if _, ok := g.Cycle(weiqi.White, weiqi.Pass); ok {
		t.Error("a pass closes no cycle (G2.5)")
	}
}

// TestThirdOccurrence: a referee can count how often a position has come up (options no. 2).
func TestThirdOccurrence(t *testing.T) {
	c := anomalies[4]
	g := weiqi.NewGame(board(t, c.text), c.first, weiqi.Options{})
	for round := range 3 {
		for i, word := range strings.Fields(c.moves) {
			p := parsePoint(t, word)
			if i == 5 {
				var want []int
				for ply := 6 * round; ply >= 0; ply -= 6 {
					want = append(want, ply)
				}
				if got := g.Repeats(g.ToMove(), p, weiqi.Situational); !slices.Equal(got, want) {
					t.Errorf("round %d repeats %v, want %v", round+1, got, want)
				}
			}
			g.Play(g.ToMove(), p)
		}
	}
}

// TestStartCounts: the position of the start, with its handicap or other stones, counts as one
// that stood (options no. 1).
func TestStartCounts(t *testing.T) {
	b := board(t, `
		.X.XX
		OOXX.
		.OX..
		OOX..
		.OX..`)
	g := weiqi.NewGame(b, weiqi.Black, weiqi.Options{Repetition: weiqi.Positional})
	g.Play(weiqi.Black, at(0, 0))
	g.Play(weiqi.White, at(2, 0))
	v := g.Check(weiqi.Black, at(1, 0))
	if v.Reason != weiqi.Repetition || v.Ply != 0 || b.Captured(weiqi.Black) != 0 {
		t.Errorf("%+v", v)
	}
}

// TestTurns: sides alternate with Black first where a game asks for it, otherwise any side may
// move (G2.1, G2.3, D17.2); a pass is a move and always allowed in turn (G2.5); a stone once placed
// stays (G2.4).
func TestTurns(t *testing.T) {
	g := weiqi.NewGame(empty(t, 9, 9), weiqi.Black, weiqi.Options{Alternate: true})
	steps := []struct {
		c    weiqi.Colour
		p    weiqi.Point
		want weiqi.Reason
	}{
		{weiqi.White, at(0, 0), weiqi.WrongColour}, {weiqi.Black, at(0, 0), weiqi.Legal}, {weiqi.Black, at(1, 0), weiqi.WrongColour},
		{weiqi.Black, weiqi.Pass, weiqi.WrongColour}, {weiqi.White, weiqi.Pass, weiqi.Legal}, {weiqi.Black, weiqi.Pass, weiqi.Legal},
		{weiqi.White, weiqi.Pass, weiqi.Legal}, {weiqi.White, at(0, 0), weiqi.Occupied}, {weiqi.White, at(9, 0), weiqi.OffBoard},
	}
	for i, s := range steps {
		if v := g.Play(s.c, s.p); v.Reason != s.want {
			t.Errorf("step %d: %q, want %q", i+1, v.Reason, s.want)
		}
	}
	if g.Ply() != 4 || g.ToMove() != weiqi.Black || g.Move(1) != (weiqi.Move{Colour: weiqi.Black, Point: at(0, 0)}) {
		t.Errorf("%d moves, %v to move", g.Ply(), g.ToMove())
	}
	free := weiqi.NewGame(empty(t, 9, 9), weiqi.Black, weiqi.Options{})
	for x := range 3 {
		if v := free.Play(weiqi.Black, at(x, 0)); !v.Legal() {
			t.Errorf("a second move in a row is %q where turns are free", v.Reason)
		}
	}
}

// TestSuicideAllowed: where other rules allow it, two stones or more may take themselves, a single
// one may not, and it counts for repetition (G5 forbids all under the Chinese rules).
func TestSuicideAllowed(t *testing.T) {
	const text = `
		..O..
		OOO..
		.....`
	g := weiqi.NewGame(board(t, text), weiqi.Black, weiqi.Options{Suicide: true})
	g.Play(weiqi.Black, at(0, 0))
	if v := g.Play(weiqi.Black, at(1, 0)); !v.Legal() || g.Board().String() != board(t, text).String() || g.Board().Captured(weiqi.Black) != 2 || len(g.Taken(2)) != 2 {
		t.Errorf("%q\n%s", v.Reason, g.Board())
	}
	if cycle, ok := g.CycleAt(2); !ok || cycle.Kind != weiqi.SendTwo || cycle.BlackLost != 2 {
		t.Errorf("cycle %v %+v", ok, cycle)
	}
	if g.Undo(); g.Board().Captured(weiqi.Black) != 0 || g.Board().At(at(0, 0)) != weiqi.Black {
		t.Errorf("after undo\n%s", g.Board())
	}
	strict := weiqi.NewGame(board(t, text), weiqi.Black, weiqi.Options{Suicide: true, Repetition: weiqi.Positional})
	strict.Play(weiqi.Black, at(0, 0))
	if v := strict.Check(weiqi.Black, at(1, 0)); v.Reason != weiqi.Repetition {
		t.Errorf("with positional superko %q", v.Reason)
	}
	one := weiqi.NewGame(board(t, ".O.\nOO.\n..."), weiqi.Black, weiqi.Options{Suicide: true})
	if v := one.Check(weiqi.Black, at(0, 0)); v.Reason != weiqi.Suicide {
		t.Errorf("a single stone's suicide is %q", v.Reason)
	}
}

// TestVerdictErr: a refusal names the point as people write it and what was repeated.
func TestVerdictErr(t *testing.T) {
	g := weiqi.NewGame(board(t, anomalies[4].text), weiqi.White, weiqi.Options{Repetition: weiqi.Positional, Alternate: true})
	moves := strings.Fields(anomalies[4].moves)
	for _, word := range moves[:5] {
		if err := g.Play(g.ToMove(), parsePoint(t, word)).Err(); err != nil {
			t.Fatal(err)
		}
	}
	err := g.Check(weiqi.Black, parsePoint(t, moves[5])).Err()
	if e, ok := err.(*fault.Error); !ok || e.Key != "fault.weiqi.repetition" || e.Args["at"] != "C2" || e.Args["ply"] != 0 || e.Code != fault.Invalid {
		t.Errorf("%v", err)
	}
	for _, c := range []struct {
		side weiqi.Colour
		p    weiqi.Point
		key  string
	}{{weiqi.White, at(5, 5), "fault.weiqi.wrongColour"}, {weiqi.Black, at(0, 0), "fault.weiqi.occupied"}, {weiqi.Black, at(40, 2), "fault.weiqi.offBoard"}} {
		if err := g.Check(c.side, c.p).Err(); fault.KeyOf(err) != c.key {
			t.Errorf("%v, want %s", err, c.key)
		}
	}
}

// TestModes: their names read back.
func TestModes(t *testing.T) {
	for _, mode := range allModes {
		if got, err := weiqi.ParseMode(mode.String()); err != nil || got != mode {
			t.Errorf("%s reads as %v, %v", mode, got, err)
		}
	}
	if _, err := weiqi.ParseMode("superko"); fault.KeyOf(err) != "fault.weiqi.mode" {
		t.Error(err)
	}
}

// TestUndoAtStart: there is nothing to take back before the first move.
func TestUndoAtStart(t *testing.T) {
	g := weiqi.NewGame(empty(t, 5, 5), weiqi.Black, weiqi.Options{})
	if g.Undo() || g.Ply() != 0 || g.ToMove() != weiqi.Black {
		t.Error("a move was taken back at the start")
	}
}

// TestBoardSuicide: a board by itself allows suicide only when asked (G5).
func TestBoardSuicide(t *testing.T) {
	b := board(t, `
		X.O
		OO.
		...`)
	if got := b.Check(weiqi.Black, at(1, 0)); got != weiqi.Suicide {
		t.Errorf("%q", got)
	}
	b.AllowSuicide(true)
	if got := b.Play(weiqi.Black, at(1, 0)); got != weiqi.Legal || len(b.Taken()) != 2 || b.At(at(0, 0)) != weiqi.Empty {
		t.Errorf("%q\n%s", got, b)
	}
}

// TestNames: reasons are named as the command line's contract has them, cycles by the glossary.
func TestNames(t *testing.T) {
	var reasons, kinds []string
	for r := weiqi.Legal; r <= weiqi.WrongColour; r++ {
		reasons = append(reasons, r.String())
	}
	for k := weiqi.OtherCycle; k <= weiqi.RoundRobinKo; k++ {
		kinds = append(kinds, k.String())
	}
	if got := strings.Join(reasons, " "); got != " offBoard occupied suicide ko repetition wrongColour" {
		t.Error(got)
	}
	if got := strings.Join(kinds, " "); got != "other simpleKo sendTwo moonshine tripleKo quadKo multiKo eternalLife roundRobinKo" {
		t.Error(got)
	}
	options := weiqi.Options{Repetition: weiqi.Situational, Alternate: true}
	if got := weiqi.NewGame(empty(t, 5, 5), weiqi.Black, options).Options(); got != options {
		t.Errorf("%+v", got)
	}
}
