package weiqi_test

import (
	"slices"
	"strings"
	"testing"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// TestSetUp: stones are put and taken away without captures, and every flaw is named: points off
// the board, points named twice, chains without liberties (G3).
func TestSetUp(t *testing.T) {
	b := board(t, `
		.X.
		XO.
		.X.`)
	flaws := b.SetUp(
		weiqi.Stone{Point: at(2, 1), Colour: weiqi.Black},
		weiqi.Stone{Point: at(0, 0), Colour: weiqi.White},
		weiqi.Stone{Point: at(0, 1), Colour: weiqi.Empty},
		weiqi.Stone{Point: at(3, 0), Colour: weiqi.Black},
		weiqi.Stone{Point: weiqi.Pass, Colour: weiqi.Black},
		weiqi.Stone{Point: at(0, 1), Colour: weiqi.Black},
	)
	want := []weiqi.Flaw{
		{Kind: weiqi.FlawOffBoard, Point: at(3, 0)}, {Kind: weiqi.FlawOffBoard, Point: weiqi.Pass}, {Kind: weiqi.FlawDuplicate, Point: at(0, 1)},
		{Kind: weiqi.FlawNoLiberties, Point: at(0, 0)}, {Kind: weiqi.FlawNoLiberties, Point: at(1, 1)},
	}
	if !slices.Equal(flaws, want) {
		t.Errorf("flaws %v, want %v", flaws, want)
	}
	if got := b.String(); got != "OX.\nXOX\n.X.\n" {
		t.Errorf("board\n%s", got)
	}
	if names := want[0].Kind.String() + want[2].Kind.String() + want[3].Kind.String(); names != "offBoardduplicatenoLiberties" {
		t.Errorf("names %s", names)
	}
}

// TestSetUpLiftsKo: what is set up is no move, so the ko is over and prisoners stay.
func TestSetUpLiftsKo(t *testing.T) {
	b := board(t, `
		.XO.
		X.XO
		.XO.`)
	b.Play(weiqi.White, at(1, 1))
	if p, side := b.Ko(); p != at(2, 1) || side != weiqi.Black {
		t.Fatalf("ko at %v for %v", p, side)
	}
	b.SetUp()
	if p, side := b.Ko(); p != weiqi.Outside || side != weiqi.Empty || b.Captured(weiqi.Black) != 1 {
		t.Errorf("ko at %v for %v, %d prisoners", p, side, b.Captured(weiqi.Black))
	}
	if b.Check(weiqi.Black, at(2, 1)) != weiqi.Legal {
		t.Error("the ko is still on")
	}
}

// TestFixedHandicap holds the table of GTP version 2 for 19×19, and its bounds on other boards
// (G2.2: handicap is an event's own rule).
func TestFixedHandicap(t *testing.T) {
	for n, want := range map[int]string{
		2: "D4 Q16", 3: "D4 Q16 D16", 4: "D4 Q16 D16 Q4", 5: "D4 Q16 D16 Q4 K10", 6: "D4 Q16 D16 Q4 D10 Q10",
		7: "D4 Q16 D16 Q4 D10 Q10 K10", 8: "D4 Q16 D16 Q4 D10 Q10 K4 K16", 9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
	} {
		if got := vertices(t, 19, 19, n); got != want {
			t.Errorf("19×19, %d stones: %s, want %s", n, got, want)
		}
	}
	for _, c := range []struct {
		width, height, n int
		want             string
	}{{9, 9, 5, "C3 G7 C7 G3 E5"}, {13, 13, 4, "D4 K10 D10 K4"}, {8, 8, 4, "C3 F6 C6 F3"}, {7, 7, 2, "C3 E5"}, {9, 13, 3, "C4 G10 C10"}, {11, 11, 6, "C3 J9 C9 J3 C6 J6"}} {
		if got := vertices(t, c.width, c.height, c.n); got != c.want {
			t.Errorf("%d×%d, %d stones: %s, want %s", c.width, c.height, c.n, got, c.want)
		}
	}
	for _, c := range []struct{ width, height, most int }{{19, 19, 9}, {9, 9, 9}, {7, 7, 4}, {8, 8, 4}, {18, 18, 4}, {25, 25, 9}, {24, 25, 4}, {6, 6, 0}, {5, 19, 0}} {
		if got := weiqi.MaxFixedHandicap(c.width, c.height); got != c.most {
			t.Errorf("%d×%d allows %d, want %d", c.width, c.height, got, c.most)
		}
		for _, n := range []int{-1, 0, 1, c.most + 1} {
			if _, err := weiqi.FixedHandicap(c.width, c.height, n); fault.KeyOf(err) != "fault.weiqi.fixedHandicap" {
				t.Errorf("%d×%d, %d stones: %v", c.width, c.height, n, err)
			}
		}
	}
}

func vertices(t *testing.T, width, height, n int) string {
	t.Helper()
	points, err := weiqi.FixedHandicap(width, height, n)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range points {
		all = append(all, p.GTP(height))
	}
	return strings.Join(all, " ")
}

// TestStarPoints: what is marked on smaller boards.
func TestStarPoints(t *testing.T) {
	for _, c := range []struct{ width, height, n int }{{19, 19, 9}, {15, 15, 9}, {13, 13, 5}, {9, 9, 5}, {7, 7, 5}, {5, 5, 1}, {4, 4, 0}, {3, 3, 0}, {8, 8, 4}, {18, 18, 4}, {25, 25, 9}, {19, 18, 6}, {5, 19, 1}} {
		if got := weiqi.StarPoints(c.width, c.height); len(got) != c.n {
			t.Errorf("%d×%d has %v, want %d", c.width, c.height, got, c.n)
		}
	}
}

// TestPlaceHandicap: free handicap stones stand on different points of an empty board.
func TestPlaceHandicap(t *testing.T) {
	b := empty(t, 9, 9)
	for _, c := range []struct {
		points []weiqi.Point
		key    string
	}{
		{[]weiqi.Point{at(2, 2)}, "fault.weiqi.handicapCount"},
		{slices.Collect(b.Points()), "fault.weiqi.handicapCount"},
		{[]weiqi.Point{at(2, 2), at(2, 2)}, "fault.weiqi.handicapPoint"},
		{[]weiqi.Point{at(2, 2), at(9, 2)}, "fault.weiqi.handicapPoint"},
		{[]weiqi.Point{at(2, 2), weiqi.Pass}, "fault.weiqi.handicapPoint"},
	} {
		if err := b.PlaceHandicap(c.points); fault.KeyOf(err) != c.key || len(b.Stones(weiqi.Black)) > 0 {
			t.Errorf("%v: %v", c.points, err)
		}
	}
	if err := b.PlaceHandicap([]weiqi.Point{at(4, 4), at(2, 6)}); err != nil || !slices.Equal(b.Stones(weiqi.Black), []weiqi.Point{at(4, 4), at(2, 6)}) {
		t.Errorf("%v:\n%s", err, b)
	}
	if err := b.PlaceHandicap([]weiqi.Point{at(0, 0), at(1, 1)}); fault.KeyOf(err) != "fault.weiqi.handicapNotEmpty" {
		t.Errorf("a second time: %v", err)
	}
}
