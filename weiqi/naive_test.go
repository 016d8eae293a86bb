package weiqi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/weiqi"
)

// naive is a second board, written as plainly as possible and sharing nothing with the first:
// rows of runes, chains by recursion, every position of the game kept as text.
type naive struct {
	rows    [][]rune
	suicide bool
	first   weiqi.Colour
	// past are the positions with the side that moved and whether it passed.
	past      []naivePast
	lost      map[rune]int
	koX, koY  int // the point of a ko just taken, -1 for none
	koFor     rune
	lastTaken int
}

type naivePast struct {
	board string
	side  weiqi.Colour
	pass  bool
}

func newNaive(b *weiqi.Board, first weiqi.Colour, suicide bool) *naive {
	n := &naive{suicide: suicide, first: first, lost: map[rune]int{}, koX: -1}
	for _, row := range strings.Fields(b.String()) {
		n.rows = append(n.rows, []rune(row))
	}
	n.past = []naivePast{{n.text(), first.Other(), true}}
	return n
}

func (n *naive) text() string {
	var lines []string
	for _, row := range n.rows {
		lines = append(lines, string(row)+"\n")
	}
	return strings.Join(lines, "")
}

func (n *naive) at(x, y int) rune {
	if y < 0 || y >= len(n.rows) || x < 0 || x >= len(n.rows[y]) {
		return '#'
	}
	return n.rows[y][x]
}

// chain returns the stones and liberties of the chain at a point, as "x,y".
func (n *naive) chain(x, y int, stones, liberties map[string]bool) {
	stones[fmt.Sprint(x, ",", y)] = true
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		qx, qy := x+d[0], y+d[1]
		name := fmt.Sprint(qx, ",", qy)
		switch n.at(qx, qy) {
		case '.':
			liberties[name] = true
		case n.at(x, y):
			if !stones[name] {
				n.chain(qx, qy, stones, liberties)
			}
		}
	}
}

func (n *naive) takeDead(x, y int) int {
	stones, liberties := map[string]bool{}, map[string]bool{}
	n.chain(x, y, stones, liberties)
	if len(liberties) > 0 {
		return 0
	}
	for name := range stones {
		var sx, sy int
		fmt.Sscanf(name, "%d,%d", &sx, &sy)
		n.rows[sy][sx] = '.'
	}
	return len(stones)
}

// play makes a move or says why not; the board is then unchanged.
func (n *naive) play(c weiqi.Colour, p weiqi.Point, mode weiqi.Mode) weiqi.Reason {
	if p == weiqi.Pass {
		n.koX, n.lastTaken = -1, 0
		n.past = append(n.past, naivePast{n.text(), c, true})
		return weiqi.Legal
	}
	x, y := p.X(), p.Y()
	me, you := []rune(".XO")[c], []rune(".XO")[c.Other()]
	switch n.at(x, y) {
	case '#':
		return weiqi.OffBoard
	case '.':
	default:
		return weiqi.Occupied
	}
	if x == n.koX && y == n.koY && me == n.koFor {
		return weiqi.Ko
	}
	before := n.text()
	n.rows[y][x] = me
	taken, tx, ty := 0, 0, 0
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if qx, qy := x+d[0], y+d[1]; n.at(qx, qy) == you {
			if k := n.takeDead(qx, qy); k > 0 {
				taken += k
				tx, ty = qx, qy
			}
		}
	}
	stones, liberties := map[string]bool{}, map[string]bool{}
	n.chain(x, y, stones, liberties)
	ownLost := 0
	if len(liberties) == 0 {
		if !n.suicide || len(stones) == 1 {
			n.restore(before)
			return weiqi.Suicide
		}
		ownLost = n.takeDead(x, y)
	}
	now := n.text()
	for ply, past := range n.past {
		same := past.board == now
		switch mode {
		case weiqi.Simple:
			same = false
		case weiqi.Situational:
			same = same && past.side == c
		case weiqi.NaturalSituational:
			same = same && past.side == c && (!past.pass || ply == 0)
		}
		if same {
			n.restore(before)
			return weiqi.Repetition
		}
	}
	n.lost[you] += taken
	n.lost[me] += ownLost
	n.lastTaken = taken + ownLost
	n.koX = -1
	if taken == 1 && len(stones) == 1 && len(liberties) == 1 {
		n.koX, n.koY, n.koFor = tx, ty, you
	}
	n.past = append(n.past, naivePast{now, c, false})
	return weiqi.Legal
}

func (n *naive) restore(text string) {
	for y, row := range strings.Fields(text) {
		n.rows[y] = []rune(row)
	}
}

// agree checks stones, chains, liberties and prisoners of a board against the naive one.
func (n *naive) agree(t interface{ Fatalf(string, ...any) }, b *weiqi.Board) {
	if b.String() != n.text() {
		t.Fatalf("boards differ: got\n%swant\n%s", b, n.text())
	}
	if b.Captured(weiqi.Black) != n.lost['X'] || b.Captured(weiqi.White) != n.lost['O'] {
		t.Fatalf("prisoners %d, %d, want %v", b.Captured(weiqi.Black), b.Captured(weiqi.White), n.lost)
	}
	for p := range b.Points() {
		if b.At(p) == weiqi.Empty {
			continue
		}
		stones, liberties := map[string]bool{}, map[string]bool{}
		n.chain(p.X(), p.Y(), stones, liberties)
		if got := names(b.Chain(p)); !slices.Equal(got, keys(stones)) {
			t.Fatalf("chain at %v is %v, want %v in\n%s", p, got, keys(stones), b)
		}
		if got := names(b.Liberties(p)); !slices.Equal(got, keys(liberties)) {
			t.Fatalf("liberties at %v are %v, want %v in\n%s", p, got, keys(liberties), b)
		}
	}
}

func names(points []weiqi.Point) []string {
	var all []string
	for _, p := range points {
		all = append(all, fmt.Sprint(p.X(), ",", p.Y()))
	}
	slices.Sort(all)
	return all
}

func keys(set map[string]bool) []string {
	var all []string
	for name := range set {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

var allModes = []weiqi.Mode{weiqi.Simple, weiqi.Positional, weiqi.Situational, weiqi.NaturalSituational}

// TestLegality: on boards of every size and form, every move of random games is judged as a
// plainly written board judges it, in every mode of repetition, with and without suicide, with
// passes, moves out of turn and undo: G3-G6, D19, D20. Chains, liberties and prisoners agree, and
// after undo so does the hash.
func TestLegality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(weiqi.MinSize, weiqi.MaxSize).Draw(t, "width")
		height := rapid.IntRange(weiqi.MinSize, weiqi.MaxSize).Draw(t, "height")
		if rapid.IntRange(0, 2).Draw(t, "small") > 0 {
			width, height = 2+width%4, 2+height%4 // repetitions need small boards
		}
		mode := rapid.SampledFrom(allModes).Draw(t, "mode")
		suicide := rapid.Bool().Draw(t, "suicide")
		random := weiqi.NewRandom(rapid.Uint64().Draw(t, "seed"))
		b, err := weiqi.NewBoard(width, height)
		if err != nil {
			t.Fatal(err)
		}
		g := weiqi.NewGame(b, weiqi.Black, weiqi.Options{Repetition: mode, Suicide: suicide})
		ref := newNaive(b, weiqi.Black, suicide)
		hashes := []uint64{g.Board().Hash()}
		c := weiqi.Black
		for range 30 + random.Below(3*width*height) {
			if random.Below(10) > 0 {
				c = c.Other()
			}
			p := weiqi.At(random.Below(width+1), random.Below(height))
			if random.Below(40) == 0 {
				p = weiqi.Pass
			}
			want := ref.play(c, p, mode)
			if got := g.Check(c, p); got.Reason != want {
				t.Fatalf("%s: %v at %v is %q, want %q in\n%s", mode, c, p, got.Reason, want, g.Board())
			}
			g.Play(c, p)
			if want == weiqi.Legal {
				hashes = append(hashes, g.Board().Hash())
				if p != weiqi.Pass && len(g.Board().Taken()) != ref.lastTaken {
					t.Fatalf("took %v, want %d stones", g.Board().Taken(), ref.lastTaken)
				}
			}
		}
		ref.agree(t, g.Board())
		for ply := range ref.past {
			if at := g.Position(ply); at.String() != ref.past[ply].board || at.Hash() != hashes[ply] {
				t.Fatalf("position after %d moves is\n%swant\n%s", ply, at, ref.past[ply].board)
			}
		}
		for ply := g.Ply(); g.Undo(); {
			ply--
			if g.Board().String() != ref.past[ply].board || g.Board().Hash() != hashes[ply] {
				t.Fatalf("after undo to %d:\n%swant\n%s", ply, g.Board(), ref.past[ply].board)
			}
		}
	})
}
