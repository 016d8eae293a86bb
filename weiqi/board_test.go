package weiqi_test

import (
	"slices"
	"strings"
	"testing"

	"tianyuan/weiqi"
)

func at(x, y int) weiqi.Point { return weiqi.At(x, y) }

// TestStandardBoard: 19 lines have 361 points and nine stars with the centre (G1.1, art. 1 of both
// editions), and a game begins empty (G2.2, 2002 art. 2).
func TestStandardBoard(t *testing.T) {
	b := empty(t, 19, 19)
	if b.Size() != 361 || len(b.Stones(weiqi.Empty)) != 361 || b.Width() != 19 || b.Height() != 19 {
		t.Errorf("%d points, %d empty", b.Size(), len(b.Stones(weiqi.Empty)))
	}
	var want []weiqi.Point
	for _, y := range []int{3, 9, 15} {
		for _, x := range []int{3, 9, 15} {
			want = append(want, at(x, y))
		}
	}
	if got := weiqi.StarPoints(19, 19); !slices.Equal(got, want) {
		t.Errorf("stars %v, want %v", got, want)
	}
}

// TestSizes: boards of 2 to 25 lines a side, square or not, and no others.
func TestSizes(t *testing.T) {
	for width := -1; width <= 60; width++ {
		for _, height := range []int{width, 2, 25, 9, 1, 26} {
			b, err := weiqi.NewBoard(width, height)
			if fine := min(width, height) >= 2 && max(width, height) <= 25; fine != (err == nil) {
				t.Errorf("%d×%d: %v", width, height, err)
			} else if fine && (b.Size() != width*height || b.On(at(width, 0)) || b.On(at(0, height)) || !b.On(at(width-1, height-1))) {
				t.Errorf("%d×%d has wrong bounds", width, height)
			}
		}
	}
}

// TestLiberties: a stone in the corner, on the side and in the centre has 2, 3 and 4 liberties,
// two joined in the centre have 6 (G3, art. 3 of both editions).
func TestLiberties(t *testing.T) {
	b := board(t, `
		X...X....
		.........
		..X...XX.
		.........
		O........
		O..X.....
		OO.X.X...
		....X....
		.........`)
	for _, c := range []struct {
		x, y, stones, liberties int
	}{{0, 0, 1, 2}, {4, 0, 1, 3}, {2, 2, 1, 4}, {6, 2, 2, 6}, {1, 6, 4, 6}, {3, 5, 2, 6}, {4, 7, 1, 4}, {8, 8, 0, 0}} {
		p := at(c.x, c.y)
		if len(b.Chain(p)) != c.stones || len(b.Liberties(p)) != c.liberties {
			t.Errorf("%v: %d stones, %d liberties, want %d, %d", p, len(b.Chain(p)), len(b.Liberties(p)), c.stones, c.liberties)
		}
	}
}

// TestMoves plays single moves on drawn positions.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		name   string
		before string
		side   weiqi.Colour
		x, y   int
		reason weiqi.Reason
		after  string // the same as before when empty
	}{
		{"G4.1 art. 4: a chain without liberties is taken at once", `
			.XX.
			XOO.
			.XX.`, weiqi.Black, 3, 1, weiqi.Legal, `
			.XX.
			X..X
			.XX.`},
		{"G4.1 art. 4: one stone takes two chains", `
			.X.X.
			XO.OX
			.XXX.`, weiqi.Black, 2, 1, weiqi.Legal, `
			.X.X.
			X.X.X
			.XXX.`},
		{"G4.2 art. 4: with no liberties on both sides only the opponent's are taken ", `
			XXXXX.
			XOOOX.
			XO.OX.
			XXOXX.`, weiqi.Black, 2, 2, weiqi.Legal, `
			XXXXX.
			X...X.
			X.X.X.
			XX.XX.`},
		{"G4.2 art. 4: a snapback takes two and stays", `
			.OOX
			OXX.
			O...`, weiqi.Black, 0, 0, weiqi.Legal, `
			X..X
			OXX.
			O...`},
		{"G4.2 art. 4: with no liberties on both sides only the opponent's are taken", `
			.OX.
			O.OX
			XOX.
			.X..`, weiqi.Black, 1, 1, weiqi.Legal, `
			.OX.
			OX.X
			X.X.
			.X..`},
		{"G5 art. 5: a forbidden point, one stone (fig. 2, first)", `
			.......
			..OOO..
			..O.O..
			...OO..`, weiqi.Black, 3, 2, weiqi.Suicide, ``},
		{"G5, D19 art. 5, 19: the corner of one stone", `
			.O.
			O..
			...`, weiqi.Black, 0, 0, weiqi.Suicide, ``},
		{"G5, D19 art. 5, 19: the same point for the other side", `
			.O.
			O..
			...`, weiqi.White, 0, 0, weiqi.Legal, `
			OO.
			O..
			...`},
		{"G5, D19 art. 5, 19: three stones, two single ones joined", `
			..OO..
			.OX.O.
			.O.XO.
			..OO..`, weiqi.Black, 3, 1, weiqi.Legal, `
			..OO..
			.OXXO.
			.O.XO.
			..OO..`},
		{"G5, D19 art. 5, 19: three stones, the last liberty", `
			..OO..
			.OXXO.
			.O.XO.
			..OO..`, weiqi.Black, 2, 2, weiqi.Suicide, ``},
		{"G5 art. 5: two stones at the edge", `
			X.O.
			OO..
			....`, weiqi.Black, 1, 0, weiqi.Suicide, ``},
		{"G5 art. 5: the same point is allowed when it takes", `
			X.OX
			OOX.
			XX..`, weiqi.Black, 1, 0, weiqi.Legal, `
			XX.X
			..X.
			XX..`},
		{"occupied", `
			X.
			..`, weiqi.White, 0, 0, weiqi.Occupied, ``},
		{"off the board", `
			X.
			..`, weiqi.White, 2, 0, weiqi.OffBoard, ``},
	} {
		b := board(t, c.before)
		if c.after == "" {
			c.after = c.before
		}
		if got := b.Play(c.side, at(c.x, c.y)); got != c.reason || b.String() != board(t, c.after).String() {
			t.Errorf("%s: %q, want %q; board\n%s", c.name, got, c.reason, b)
		}
	}
}

// TestKo: a ko may not be retaken at once, neither in the open nor at the edge, but after a move
// elsewhere or a pass; taking two stones, or with two, makes no ko (D20.1, art. 20.1 of both
// editions; a pass is a move elsewhere, G2.5).
func TestKo(t *testing.T) {
	const open = `
		.....
		.XO..
		X.XO.
		.XO..
		.....`
	for _, c := range []struct {
		name, text         string
		side               weiqi.Colour
		takes, elsewhere   weiqi.Point
		retakes            weiqi.Point
		atOnce, afterwards weiqi.Reason
	}{
		{"open", open, weiqi.White, at(1, 2), at(4, 4), at(2, 2), weiqi.Ko, weiqi.Legal},
		{"after a pass", open, weiqi.White, at(1, 2), weiqi.Pass, at(2, 2), weiqi.Ko, weiqi.Legal},
		{"in the corner", `
			.XO.
			XO..
			.O..`, weiqi.White, at(0, 0), at(3, 2), at(1, 0), weiqi.Ko, weiqi.Legal},
		{"on the side", `
			X.XO.
			.XO..
			.....`, weiqi.White, at(1, 0), at(4, 2), at(2, 0), weiqi.Ko, weiqi.Legal},
		{"two stones taken are no ko", `
			.XXO.
			XOO.O
			.XXO.`, weiqi.Black, at(3, 1), at(0, 0), at(2, 1), weiqi.Legal, weiqi.Legal},
	} {
		for _, wait := range []bool{false, true} {
			b, want := board(t, c.text), c.atOnce
			b.Play(c.side, c.takes)
			if wait {
				b.Play(c.side.Other(), c.elsewhere)
				want = c.afterwards
			}
			if got := b.Check(c.side.Other(), c.retakes); got != want {
				t.Errorf("%s, waiting %v: %q, want %q\n%s", c.name, wait, got, want, b)
			}
		}
	}
}

// TestPrisoners: the stones taken are counted for each side and named.
func TestPrisoners(t *testing.T) {
	b := board(t, `
		.XX.
		XOO.
		.XX.`)
	b.Play(weiqi.Black, at(3, 1))
	taken := b.Taken()
	slices.Sort(taken)
	if !slices.Equal(taken, []weiqi.Point{at(1, 1), at(2, 1)}) || b.Captured(weiqi.White) != 2 || b.Captured(weiqi.Black) != 0 {
		t.Errorf("took %v, prisoners %d and %d", taken, b.Captured(weiqi.Black), b.Captured(weiqi.White))
	}
	if b.Play(weiqi.White, weiqi.Pass); b.Taken() != nil {
		t.Errorf("a pass took %v", b.Taken())
	}
}

// TestClone: a copy doesn't follow the board.
func TestClone(t *testing.T) {
	b := empty(t, 9, 9)
	c := b.Clone()
	b.Play(weiqi.Black, at(4, 4))
	if c.At(at(4, 4)) != weiqi.Empty || !c.Equal(empty(t, 9, 9)) || b.Equal(c) {
		t.Error("the copy changed")
	}
	if !strings.Contains(b.String(), "X") {
		t.Error("the board didn't change")
	}
}
