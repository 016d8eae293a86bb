package weiqi

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPlayoutLegal: at every turn of random games from random positions, a playout considers
// exactly the moves that a game allows and that fill no eye, with exact positional superko (G6)
// and with the ko alone; and a game goes through with every move it makes.
func TestPlayoutLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, err := NewBoard(rapid.IntRange(2, 9).Draw(t, "width"), rapid.IntRange(2, 7).Draw(t, "height"))
		if err != nil {
			t.Fatal(err)
		}
		random := NewRandom(rapid.Uint64().Draw(t, "seed"))
		c := Black
		for range random.Below(b.Size()) {
			b.Play(c, At(random.Below(b.width), random.Below(b.height)))
			c = c.Other()
		}
		b.pass()
		follow(t, b, c, rapid.Bool().Draw(t, "superko"), random)
	})
}

// TestPlayoutRepeats: the same on small boards, where positions do come back (G6).
func TestPlayoutRepeats(t *testing.T) {
	random, hits := NewRandom(6), 0
	for _, size := range []int{2, 3, 4, 5} {
		for range 20 {
			b, err := NewBoard(size, size)
			if err != nil {
				t.Fatal(err)
			}
			hits += follow(t, b, Black, true, random)
		}
	}
	if hits < 20 {
		t.Errorf("only %d repetitions came up", hits)
	}
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// follow plays a game on a playout's board and in a Game at once; it returns how many
// repetitions were met.
func follow(t failer, b *Board, c Colour, superko bool, random *Random) (repetitions int) {
	t.Helper()
	mode := Simple
	if superko {
		mode = Positional
	}
	g := NewGame(b, c, Options{Repetition: mode})
	p := NewPlayout(b, superko)
	p.past.begin(&p.board)
	for range 3 * b.Size() {
		repetitions += agree(t, g, p, c)
		at := p.draw(c, random)
		point := Pass
		if at == 0 {
			p.board.pass()
		} else {
			point = pointOf(at)
			p.board.put(c, at)
			if superko {
				p.past.add(&p.board, c, at)
			}
		}
		if v := g.Play(c, point); !v.Legal() || !g.board.Equal(&p.board) {
			t.Fatalf("%v at %v is %q\n%sthe playout has\n%s", c, point, v.Reason, g.board, &p.board)
		}
		c = c.Other()
	}
	return repetitions
}

// agree compares what a playout and a game allow; it returns how many repetitions there are.
func agree(t failer, g *Game, p *Playout, c Colour) (repetitions int) {
	t.Helper()
	for at := range p.board.cells() {
		if p.board.at(at) != Empty {
			continue
		}
		own := 0
		for _, q := range neighbours(at) {
			if k := p.board.at(q); k == c || k == edge {
				own++
			}
		}
		v := g.Check(c, pointOf(at))
		if v.Reason == Repetition {
			repetitions++
		}
		want := v.Legal() && !(own == 4 && naiveEye(&p.board, c, at))
		got := (p.board.cell[at] >= someEmpty || p.board.enters(c, at)) && p.accepts(c, at)
		if got != want {
			t.Fatalf("%v at %v: the playout says %v, the game %q in\n%s", c, pointOf(at), got, v.Reason, &p.board)
		}
	}
	return repetitions
}

func naiveEye(b *Board, c Colour, at uint) bool {
	enemies, frame := 0, 0
	for _, q := range []uint{at - stride - 1, at - stride + 1, at + stride - 1, at + stride + 1} {
		switch b.at(q) {
		case c.Other():
			enemies++
		case edge:
			frame++
		}
	}
	return enemies == 0 || enemies == 1 && frame == 0
}

// TestPlayoutEnd: a playout ends with both sides out of moves; what is left are eyes and points
// that nobody may play. The same numbers give the same game.
func TestPlayoutEnd(t *testing.T) {
	for _, size := range []int{2, 3, 5, 9, 19, 25} {
		b, err := NewBoard(size, size)
		if err != nil {
			t.Fatal(err)
		}
		for _, superko := range []bool{false, true} {
			p, q := NewPlayout(b, superko), NewPlayout(b, superko)
			r, s := NewRandom(5), NewRandom(5)
			for range 20 {
				m, n := p.Run(Black, r), q.Run(Black, s)
				if m != n || !p.Board().Equal(q.Board()) || m > 3*b.Size() || m < 2 {
					t.Fatalf("%d lines: games of %d and %d moves", size, m, n)
				}
				if m == 3*b.Size() {
					continue
				}
				for _, c := range []Colour{Black, White} {
					if at := p.draw(c, r); at != 0 && !superko && uint16(at) != p.board.ko {
						t.Fatalf("%d lines: %v could still play at %v in\n%s", size, c, pointOf(at), p.Board())
					}
				}
				s.state = r.state
			}
		}
	}
}

// TestPlayoutUniform: every legal move has the same chance, also beside points that are refused.
func TestPlayoutUniform(t *testing.T) {
	b, err := ParseBoard(`
		.X.O.
		XXXO.
		.XOOO
		.....`)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlayout(b, false)
	random := NewRandom(11)
	var moves []Point
	for point := range b.Points() {
		if b.Check(Black, point) == Legal && point != At(0, 0) {
			moves = append(moves, point)
		}
	}
	const each = 3000
	counts := map[Point]int{}
	for range each * len(moves) {
		counts[pointOf(p.draw(Black, random))]++
	}
	for point, n := range counts {
		if !slices.Contains(moves, point) || n < each*9/10 || n > each*11/10 {
			t.Errorf("%v was drawn %d times of %d, %d moves are allowed", point, n, each*len(moves), len(moves))
		}
	}
	if len(counts) != len(moves) {
		t.Errorf("%d moves were drawn, %d are allowed", len(counts), len(moves))
	}
}

// TestPlayoutLeavesTheBoard: the board that games start from stays as it was, and its later
// changes don't matter.
func TestPlayoutLeavesTheBoard(t *testing.T) {
	b, err := ParseBoard(".X.\nO.X\n...")
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlayout(b, true)
	before := b.String()
	p.Run(White, NewRandom(1))
	first := p.Board().String()
	if b.String() != before {
		t.Error("a playout changed the board")
	}
	b.Play(Black, At(1, 1))
	if p.Run(White, NewRandom(1)); p.Board().String() != first {
		t.Error("a later move changed a playout")
	}
}

// TestNoAllocation: nothing is allocated in a playout, with superko or without, nor in a search
// for unconditional life.
func TestNoAllocation(t *testing.T) {
	b, err := NewBoard(19, 19)
	if err != nil {
		t.Fatal(err)
	}
	random := NewRandom(1)
	for _, superko := range []bool{false, true} {
		p := NewPlayout(b, superko)
		if n := testing.AllocsPerRun(20, func() { p.Run(Black, random) }); n != 0 {
			t.Errorf("superko %v: %v allocations a game", superko, n)
		}
		var life Life
		life.Find(p.Board())
		if n := testing.AllocsPerRun(20, func() { life.Find(p.Board()) }); n != 0 {
			t.Errorf("%v allocations a search for life", n)
		}
	}
}

// TestBelow: numbers stay below the bound and all come up.
func TestBelow(t *testing.T) {
	random := NewRandom(0)
	for n := 1; n < 40; n++ {
		seen := map[int]bool{}
		for range 60 * n {
			k := random.Below(n)
			if k < 0 || k >= n {
				t.Fatalf("%d is not below %d", k, n)
			}
			seen[k] = true
		}
		if len(seen) != n {
			t.Errorf("only %d of %d numbers came up", len(seen), n)
		}
	}
}
