package weiqi_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/weiqi"
)

// TestSettle: which chains are taken off when a game is over (G8, art. 8 of both editions): those
// that a first look isn't sure of, too, and none that stands in seki or lives.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		name, text string
		dead       []weiqi.Point // one stone of each dead chain
	}{
		{"two stones cut off at the edge of the opponent's area", `
			.OOX.....
			.OX.X....
			.OX.X....
			.OX......
			..OXXX...
			.O.OOOXX.
			....OXOO.
			....OXXX.
			....OOX..`, []weiqi.Point{at(6, 6)}},
		{"stones inside a large area", `
			........XOO..
			.......X.XO..
			.XX......XO..
			..OX.X...XOO.
			..O.....XOO.O
			...O....XXO..
			....X.....XOO
			..X...OXXXXOX
			XX...XXOXOXXX
			OXXXXXOOOOX.X
			OOXOOO..OXXXX
			.OOO....OOXOX
			.........OOOO`, []weiqi.Point{at(2, 3), at(3, 5), at(6, 7)}},
		{"seki with an eye each and one shared point (双活)", `
			.X.O.OX.X
			XXOOOOXX.
			OOXXXXX.X
			.OXXX.XXX
			OOX.XXX.X
			.OXXXXXXX
			OOOOOOOOO
			.O.O.O.O.
			OOOOOOOOO`, nil},
		{"seki with two shared points", `
			.XXX.OX.X
			OOOOOOXXX
			XXXXXXX.X
			X.X.XXXXX
			XXXXXXXXX
			OOOOOOOOO
			O.O.O.O.O
			OOOOOOOOO
			.........`, nil},
		{"hardly begun", `
			.........
			.........
			..X...O..
			.........
			....X....
			.........
			..O......
			.........
			.........`, nil},
		{"nothing", "...\n...\n...", nil},
	} {
		b := board(t, c.text)
		s := weiqi.Settle(b, 400, weiqi.NewRandom(1))
		var want []weiqi.Point
		for _, p := range c.dead {
			want = append(want, b.Chain(p)...)
		}
		got := slices.Clone(s.Dead)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: dead %v, want %v", c.name, got, want)
		}
		if len(c.dead) > 0 && len(s.Doubtful) == 0 {
			t.Errorf("%s: no doubt is told", c.name)
		}
	}
}

// TestSettleLaws: whole chains are dead, each once; the board stays as it is; what is left has the
// others' stones alone; the same seed gives the same.
func TestSettleLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, err := weiqi.NewBoard(rapid.IntRange(2, 7).Draw(t, "width"), rapid.IntRange(2, 7).Draw(t, "height"))
		if err != nil {
			t.Fatal(err)
		}
		side := weiqi.Black
		for range rapid.IntRange(0, 40).Draw(t, "moves") {
			b.Play(side, at(rapid.IntRange(0, b.Width()-1).Draw(t, "x"), rapid.IntRange(0, b.Height()-1).Draw(t, "y")))
			side = side.Other()
		}
		before := b.String()
		s := weiqi.Settle(b, 20, weiqi.NewRandom(5))
		if b.String() != before {
			t.Fatal("the board has changed")
		}
		if again := weiqi.Settle(b, 20, weiqi.NewRandom(5)); !reflect.DeepEqual(s, again) {
			t.Fatal("the same seed gives something else")
		}
		dead := map[weiqi.Point]bool{}
		for _, p := range s.Dead {
			if dead[p] || b.At(p) == weiqi.Empty {
				t.Fatalf("%v is dead twice or no stone", p)
			}
			dead[p] = true
		}
		for _, p := range s.Dead {
			for _, q := range b.Chain(p) {
				if !dead[q] {
					t.Fatalf("%v is dead without %v of its chain", p, q)
				}
			}
		}
		stones := len(s.Dead)
		for _, chain := range s.Left.Chains {
			stones += len(chain.Stones)
		}
		if stones != b.Size()-len(b.Stones(weiqi.Empty)) {
			t.Fatalf("%d stones dead or left of\n%s", stones, before)
		}
	})
}
