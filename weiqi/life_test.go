package weiqi_test

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/weiqi"
)

// TestLife marks unconditional life in drawn positions: "x" and "o" are points that Benson's
// theorem gives to Black and White, stones or not (G8: not capturable is alive).
func TestLife(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"two eyes", `
			.X.XO
			XXXXO
			OOOOO
			.....`, `
			xxxx.
			xxxx.
			.....
			.....`},
		{"one eye of two points isn't enough", `
			..XO
			XXXO
			OOOO`, `
			....
			....
			....`},
		{"two chains that share two eyes", `
			.X.X.
			X.X.X
			OOOOO
			.....`, `
			.....
			.....
			.....
			.....`},
		{"chains that live by each other's eyes", `
			.XX.
			X..X
			.XX.`, `
			xxxx
			xxxx
			xxxx`},
		{"an opponent's stone inside of a vital region is lost", `
			.X.OXO
			XXXXXO
			OOOOOO
			......`, `
			xxxxx.
			xxxxx.
			......
			......`},
		{"a point in a region that no chain touches gives nothing away", `
			.X....X.
			XX....XX
			OOOOOOOO
			........`, `
			........
			........
			........
			........`},
		{"both sides live", `
			.X.XO.O
			XXXXOOO
			XX.XO.O
			.XXXOO.`, `
			xxxxooo
			xxxxooo
			xxxxooo
			xxxxooo`},
		{"a false eye is none", `
			.X.XO
			XXXOO
			OOOO.`, `
			.....
			.....
			.....`},
	} {
		b := board(t, c.text)
		var life weiqi.Life
		life.Find(b)
		want := board(t, c.want)
		for p := range b.Points() {
			if life.Safe(p) != want.At(p) {
				t.Errorf("%s: %v is %q, want %q", c.name, p, life.Safe(p), want.At(p))
			}
		}
		if life.Safe(weiqi.Pass) != weiqi.Empty {
			t.Error("a pass is safe")
		}
	}
}

// naiveLife is Benson's theorem from its definition, with sets.
func naiveLife(b *weiqi.Board, c weiqi.Colour) map[weiqi.Point]bool {
	type set = map[weiqi.Point]bool
	var regions, chains []set
	seen := set{}
	near := func(p weiqi.Point) []weiqi.Point {
		var all []weiqi.Point
		for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			if q := at(p.X()+d[0], p.Y()+d[1]); q != weiqi.Outside && b.On(q) {
				all = append(all, q)
			}
		}
		return all
	}
	var grow func(p weiqi.Point, mine bool, into set)
	grow = func(p weiqi.Point, mine bool, into set) {
		if seen[p] || (b.At(p) == c) != mine {
			return
		}
		seen[p], into[p] = true, true
		for _, q := range near(p) {
			grow(q, mine, into)
		}
	}
	for p := range b.Points() {
		into := set{}
		if grow(p, b.At(p) == c, into); len(into) == 0 {
			continue
		}
		if b.At(p) == c {
			chains = append(chains, into)
		} else {
			regions = append(regions, into)
		}
	}
	touches := func(p weiqi.Point, chain set) bool {
		for _, q := range near(p) {
			if chain[q] {
				return true
			}
		}
		return false
	}
	vital := func(r, chain set) bool {
		any := false
		for p := range r {
			if b.At(p) == weiqi.Empty {
				any = true
				if !touches(p, chain) {
					return false
				}
			}
		}
		return any
	}
	borders := func(r, chain set) bool {
		for p := range r {
			if touches(p, chain) {
				return true
			}
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		var keep []set
		for _, chain := range chains {
			n := 0
			for _, r := range regions {
				if vital(r, chain) {
					n++
				}
			}
			if n >= 2 {
				keep = append(keep, chain)
				continue
			}
			changed = true
			var left []set
			for _, r := range regions {
				if !borders(r, chain) {
					left = append(left, r)
				}
			}
			regions = left
		}
		chains = keep
	}
	safe := set{}
	for _, chain := range chains {
		maps.Copy(safe, chain)
		for _, r := range regions {
			if vital(r, chain) {
				maps.Copy(safe, r)
			}
		}
	}
	return safe
}

// TestLifeLaw: on random positions the fast search finds what the definition says.
func TestLifeLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawn(t)
		if rapid.Bool().Draw(t, "to the end") {
			p := weiqi.NewPlayout(b, false)
			p.Run(weiqi.Black, weiqi.NewRandom(rapid.Uint64().Draw(t, "seed")))
			b = p.Board()
		}
		compareLife(t, b)
	})
}

// TestLifeAtTheEnd: the same at the ends of random games, where much lives.
func TestLifeAtTheEnd(t *testing.T) {
	p, random, safe := weiqi.NewPlayout(empty(t, 9, 9), false), weiqi.NewRandom(4), 0
	for range 30 {
		p.Run(weiqi.Black, random)
		safe += compareLife(t, p.Board())
	}
	if safe < 30*81/2 {
		t.Errorf("only %d points are safe in 30 finished games", safe)
	}
}

// compareLife returns the number of safe points.
func compareLife(t interface {
	Helper()
	Fatalf(string, ...any)
}, b *weiqi.Board) (safe int) {
	t.Helper()
	var life weiqi.Life
	life.Find(b)
	black, white := naiveLife(b, weiqi.Black), naiveLife(b, weiqi.White)
	for p := range b.Points() {
		want := weiqi.Empty
		if black[p] {
			want = weiqi.Black
		}
		if white[p] {
			want = weiqi.White
		}
		if want != weiqi.Empty {
			safe++
		}
		if life.Safe(p) != want {
			t.Fatalf("%v is %q, want %q in\n%s", p, life.Safe(p), want, b)
		}
	}
	return safe
}
