package weiqi_test

import (
	"reflect"
	"slices"
	"testing"

	"tianyuan/weiqi"
)

// TestSuggest: what random games make of positions at the end of a game. It only suggests (G8,
// art. 8 of both editions), so the positions are plain ones.
func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		name, text string
		dead       []weiqi.Point // one stone of each dead chain
		seki       []weiqi.Point // and of each chain in seki
		dame       []weiqi.Point
	}{
		{"nothing is dead", `
			.X.XO....
			XXXXO.O..
			..XOOO...
			XXXXO.O..
			.X.XOOO..
			XXXXO....
			..XOOOOO.
			XXXXO.O.O
			.X.XO..O.`, nil, nil, nil},
		{"a stone and a chain in the opponent's area", `
			.X.XO....
			XXXXO.X..
			.OXOOO...
			XXXXO.O..
			.X.XOOO.X
			XXXXO..XX
			..XOOOOO.
			XXXXO.O.O
			.X.XO..O.`, []weiqi.Point{at(1, 2), at(6, 1), at(8, 4)}, nil, nil},
		{"a group with one eye", `
			.OOX.X.X.
			OOXXXXXXX
			XXX.X.X.X
			XXXXXXXXX
			OOOOOOOOO
			O.O.O.O.O
			OOOOOOOOO
			.........
			.........`, []weiqi.Point{at(1, 0)}, nil, nil},
		{"seki with an eye each and one shared point (双活)", `
			.X.O.OX.X
			XXOOOOXX.
			OOXXXXX.X
			.OXXX.XXX
			OOX.XXX.X
			.OXXXXXXX
			OOOOOOOOO
			.O.O.O.O.
			OOOOOOOOO`, nil, []weiqi.Point{at(1, 0), at(3, 0)}, []weiqi.Point{at(2, 0)}},
		{"seki with two shared points: three in a row inside of five", `
			.XXX.OX.X
			OOOOOOXXX
			XXXXXXX.X
			X.X.XXXXX
			XXXXXXXXX
			OOOOOOOOO
			O.O.O.O.O
			OOOOOOOOO
			.........`, nil, []weiqi.Point{at(1, 0), at(5, 0)}, []weiqi.Point{at(0, 0), at(4, 0)}},
		{"bent four in the corner, not played out: whether it is dead is decided by play (D21.4)", `
			XX.OX.X.X
			XOOOXXXXX
			.OXXX.X.X
			OOXXXXXXX
			XXXX.X.X.
			XXXXXXXXX
			OOOOOOOOO
			O.O.O.O.O
			OOOOOOOOO`, nil, []weiqi.Point{at(0, 0), at(3, 0), at(0, 3)}, []weiqi.Point{at(2, 0), at(0, 2)}},
		{"a false eye doesn't save a group", `
			.OXOX.X.X
			OOO.XXXXX
			XXXOXX.XX
			X.XXXX.XX
			XXXXXXXXX
			OOOOOOOOO
			O.O.O.O.O
			OOOOOOOOO
			.........`, []weiqi.Point{at(1, 0), at(3, 0), at(3, 2)}, nil, nil},
	} {
		b := board(t, c.text)
		s := weiqi.Suggest(b, 200, weiqi.NewRandom(1))
		for _, chain := range s.Chains {
			t.Logf("%s: %v %v %d: %v %d", c.name, chain.Colour, chain.Stones[0], len(chain.Stones), chain.Status, chain.Confidence)
			want := weiqi.Alive
			for _, p := range chain.Stones {
				if slices.Contains(c.dead, p) {
					want = weiqi.Dead
				}
				if slices.Contains(c.seki, p) {
					want = weiqi.Seki
				}
			}
			if chain.Status != want || chain.Confidence < 500 || chain.Confidence > 1000 {
				t.Errorf("%s: %v at %v is %v with %d, want %v", c.name, chain.Colour, chain.Stones[0], chain.Status, chain.Confidence, want)
			}
		}
		if !slices.Equal(s.Dame, c.dame) {
			t.Errorf("%s: dame %v, want %v", c.name, s.Dame, c.dame)
		}
	}
}

// TestSuggestionRepeats: the same position and seed give the same opinion, however the position
// came about and whichever ko was open.
func TestSuggestionRepeats(t *testing.T) {
	text := `
		.X.X.OO.
		XXX.O.O.
		..XXOOO.
		.XOO....
		.X.O.X..`
	one := board(t, text)
	other := empty(t, 8, 5)
	for _, c := range []weiqi.Colour{weiqi.White, weiqi.Black} {
		for _, p := range one.Stones(c) {
			if reason := other.Play(c, p); reason != weiqi.Legal {
				t.Fatal(p, reason)
			}
		}
	}
	a, b := weiqi.Suggest(one, 100, weiqi.NewRandom(7)), weiqi.Suggest(other, 100, weiqi.NewRandom(7))
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v\n%+v", a, b)
	}
	if dead := a.Dead(); len(dead) > 0 {
		if _, err := one.Count(weiqi.Agreement{Dead: dead}); err != nil {
			t.Error(err)
		}
	}
	if one.String() != board(t, text).String() {
		t.Error("the suggestion changed the board")
	}
}

// TestOwnership: per mille of the games, from all Black to all White.
func TestOwnership(t *testing.T) {
	b := board(t, `
		.X.XO.O
		XXXXOOO
		XX.XO.O
		.XXXOO.`)
	s := weiqi.Suggest(b, 50, weiqi.NewRandom(3))
	if s.Ownership(at(0, 0)) != 1000 || s.Ownership(at(6, 3)) != -1000 || s.Ownership(weiqi.Pass) != 0 {
		t.Errorf("%d, %d", s.Ownership(at(0, 0)), s.Ownership(at(6, 3)))
	}
	if names := weiqi.Alive.String() + weiqi.Dead.String() + weiqi.Seki.String() + weiqi.Unsettled.String(); names != "alivedeadsekiunsettled" {
		t.Error(names)
	}
}
