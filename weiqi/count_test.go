package weiqi_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// TestCount counts drawn positions, in quarter-stones: G8, G9 (art. 8, 9 of both editions), D21.2
// (art. 21.2), C12.4(4) (2002 art. 12.4(4)).
func TestCount(t *testing.T) {
	for _, c := range []struct {
		name         string
		text         string
		agreement    weiqi.Agreement
		black, white int
		neutral      []weiqi.Point
	}{
		{"G9.1: stones and the points around which they stand", `
			..XO.
			..XO.
			XXXO.
			..XO.
			..XO.`, weiqi.Agreement{}, 60, 40, nil},
		{"G9.2: one shared point, half a stone each", `
			..X.O
			..XOO
			..XO.
			..XO.
			..XO.`, weiqi.Agreement{}, 62, 38, []weiqi.Point{at(3, 0)}},
		{"G9.2: two shared points, one stone each", `
			..X.O
			..X.O
			..XOO
			..XO.
			..XO.`, weiqi.Agreement{}, 64, 36, []weiqi.Point{at(3, 0), at(3, 1)}},
		{"G9.1: nobody surrounds an empty board", `
			..
			..`, weiqi.Agreement{}, 8, 8, []weiqi.Point{at(0, 0), at(1, 0), at(0, 1), at(1, 1)}},
		{"G9.1: one stone surrounds all the rest", `
			...
			.X.
			...`, weiqi.Agreement{}, 36, 0, nil},
		{"G8: without dead stones taken away, their surroundings are shared", `
			.OX.O
			..XOO
			XXXO.`, weiqi.Agreement{}, 4*5 + 2*4, 4*6 + 2*4, []weiqi.Point{at(0, 0), at(3, 0), at(0, 1), at(1, 1)}},
		{"G8: a dead chain is named by any of its stones and goes as a whole", `
			.OX.O
			.OXOO
			XXXO.`, weiqi.Agreement{Dead: []weiqi.Point{at(1, 1)}}, 4*9 + 2, 4*5 + 2, []weiqi.Point{at(3, 0)}},
		{"G9.2: seki with an eye each and one shared point", `
			.X.O.OX
			XXOOOOX
			OOXXXXX
			.OX....
			OOX....
			.OX....`, weiqi.Agreement{}, 4*(4+22) + 2, 4*(7+8) + 2, []weiqi.Point{at(2, 0)}},
		{"G9.2: seki with two shared points and no eyes", `
			.XXX.OX
			OOOOOOX
			XXXXXXX
			.......`, weiqi.Agreement{}, 4*(3+2+7+7) + 4, 4*7 + 4, []weiqi.Point{at(0, 0), at(4, 0)}},
		{"one-sided dame: only Black borders on it, it is Black's", `
			X.XO.
			XXXOO`, weiqi.Agreement{}, 4 * 6, 4 * 4, nil},
		{"a false eye counts as a point as long as it is empty", `
			.X.XO
			XXXOO
			OOOO.`, weiqi.Agreement{}, 4 * 7, 4 * 8, nil},
		{"bent four in the corner agreed to be dead", `
			.OXX.X
			OOOX..
			XXXX..`, weiqi.Agreement{Dead: []weiqi.Point{at(0, 1)}}, 72, 0, nil},
		{"D21.2: a contestable point is half each even beside one side alone", `
			.X.
			XX.
			OOO`, weiqi.Agreement{Contested: []weiqi.Point{at(0, 0)}}, 4*3 + 2 + 4, 4*3 + 2 + 4, nil},
		{"C12.4(4): three contestable points go to Black when White gave up, not 1½", `
			X.O
			X.O
			X.O`, weiqi.Agreement{Contested: []weiqi.Point{at(1, 0), at(1, 1), at(1, 2)}, To: weiqi.Black}, 24, 12, nil},
		{"C12.4(4): points that aren't named stay half each", `
			X.O
			X.O
			X.O`, weiqi.Agreement{Contested: []weiqi.Point{at(1, 0)}, To: weiqi.White}, 16, 20, []weiqi.Point{at(1, 1), at(1, 2)}},
	} {
		position := board(t, c.text)
		before := position.String()
		area, err := position.Count(c.agreement)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if area.Black != c.black || area.White != c.white || c.neutral != nil && !slices.Equal(area.Neutral, c.neutral) {
			t.Errorf("%s: %d, %d, shared %v, want %d, %d, %v", c.name, area.Black, area.White, area.Neutral, c.black, c.white, c.neutral)
		}
		if position.String() != before {
			t.Errorf("%s: counting changed the board", c.name)
		}
	}
}

// TestCountRefused: a dead chain has a stone, and what is contested is empty.
func TestCountRefused(t *testing.T) {
	b := board(t, ".X.\nXX.\nOOO")
	for _, c := range []struct {
		agreement weiqi.Agreement
		key       string
	}{
		{weiqi.Agreement{Dead: []weiqi.Point{at(0, 0)}}, "fault.weiqi.deadEmpty"},
		{weiqi.Agreement{Dead: []weiqi.Point{at(3, 0)}}, "fault.weiqi.deadEmpty"},
		{weiqi.Agreement{Dead: []weiqi.Point{weiqi.Pass}}, "fault.weiqi.deadEmpty"},
		{weiqi.Agreement{Contested: []weiqi.Point{at(1, 0)}}, "fault.weiqi.contestedStone"},
		{weiqi.Agreement{Contested: []weiqi.Point{at(0, 3)}}, "fault.weiqi.contestedStone"},
	} {
		if _, err := b.Count(c.agreement); fault.KeyOf(err) != c.key {
			t.Errorf("%+v: %v", c.agreement, err)
		}
	}
	if _, err := b.Count(weiqi.Agreement{Dead: []weiqi.Point{at(0, 2)}, Contested: []weiqi.Point{at(0, 2)}}); err != nil {
		t.Errorf("the place of a dead stone can be contested: %v", err)
	}
}

// TestOwner: each point has the owner that the count says.
func TestOwner(t *testing.T) {
	area, err := board(t, "..X.O\n..XOO\n..XO.").Count(weiqi.Agreement{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y int
		want weiqi.Colour
	}{{0, 0, weiqi.Black}, {2, 0, weiqi.Black}, {3, 0, weiqi.Empty}, {4, 0, weiqi.White}, {4, 2, weiqi.White}, {5, 0, weiqi.Empty}, {0, 3, weiqi.Empty}, {40, 40, weiqi.Empty}} {
		if got := area.Owner(at(c.x, c.y)); got != c.want {
			t.Errorf("(%d,%d) is %q, want %q", c.x, c.y, got, c.want)
		}
	}
}

// TestCountLaw: on every position Black, White and the shared points are the whole board, 4
// quarter-stones a point (G9.1: 361 on 19×19), and swapping the colours swaps the areas.
func TestCountLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, swapped := drawn(t), (*weiqi.Board)(nil)
		var stones []weiqi.Stone
		for p := range b.Points() {
			stones = append(stones, weiqi.Stone{Point: p, Colour: b.At(p).Other()})
		}
		swapped = b.Clone()
		swapped.SetUp(stones...)
		one, err1 := b.Count(weiqi.Agreement{})
		other, err2 := swapped.Count(weiqi.Agreement{})
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if one.Black+one.White != weiqi.Quarters*b.Size() || one.Black != other.White || !slices.Equal(one.Neutral, other.Neutral) {
			t.Fatalf("%d + %d of %d points; swapped %d + %d", one.Black, one.White, b.Size(), other.Black, other.White)
		}
		held := 2 * len(one.Neutral)
		for p := range b.Points() {
			if one.Owner(p) == weiqi.Black {
				held += weiqi.Quarters
			}
		}
		if held != one.Black {
			t.Fatalf("the owners give Black %d, the count %d", held, one.Black)
		}
	})
}

// drawn is a position of any size after some random moves.
func drawn(t *rapid.T) *weiqi.Board {
	width, height := rapid.IntRange(2, 13).Draw(t, "width"), rapid.IntRange(2, 13).Draw(t, "height")
	b, err := weiqi.NewBoard(width, height)
	if err != nil {
		t.Fatal(err)
	}
	random := weiqi.NewRandom(rapid.Uint64().Draw(t, "seed"))
	c := weiqi.Black
	for range random.Below(3 * width * height) {
		b.Play(c, at(random.Below(width), random.Below(height)))
		c = c.Other()
	}
	return b
}
