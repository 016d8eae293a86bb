package pairing_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/pairing"
)

func options(round, rounds int) pairing.Options {
	return pairing.Options{Round: round, Rounds: rounds, FirstRound: "halves", FirstColours: "oddTableSmall", EqualColours: "roundParity", ThreeColours: "forbid", Seed: "seed"}
}

// play makes a field of n players after some rounds, paired by Swiss itself, with random results.
func play(t testing.TB, n, rounds, units int, seed uint64) []pairing.Player {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	players := make([]pairing.Player, n)
	for i := range players {
		players[i] = pairing.Player{No: i + 1, Unit: fmt.Sprint("u", r.IntN(units))}
	}
	for round := 1; round <= rounds; round++ {
		p, err := pairing.Swiss(players, options(round, rounds+3))
		if err != nil {
			t.Fatal(err)
		}
		score(players, p, r)
	}
	return players
}

// score enters random results of a round into the players' histories.
func score(players []pairing.Player, p pairing.Proposal, r *rand.Rand) {
	before := slices.Clone(players)
	at := func(no int) *pairing.Player { return &players[no-1] }
	for _, pair := range p.Pairs {
		b, w := at(pair.Black), at(pair.White)
		way := int8(0)
		if gap := before[pair.Black-1].Points - before[pair.White-1].Points; gap > 0 {
			way = -1
		} else if gap < 0 {
			way = 1
		}
		b.Past = append(b.Past, pairing.Past{Opponent: w.No, Colour: pairing.Black, Float: way})
		w.Past = append(w.Past, pairing.Past{Opponent: b.No, Colour: pairing.White, Float: -way})
		got := []int64{2, 2, 2, 0, 0, 0, 1}[r.IntN(7)]
		b.Points += got
		w.Points += 2 - got
	}
	for _, no := range p.Byes {
		at(no).Past = append(at(no).Past, pairing.Past{Bye: true})
		at(no).Points += 2
	}
}

// once tells that everybody has exactly one place.
func once(t interface{ Fatalf(string, ...any) }, players []pairing.Player, p pairing.Proposal) {
	var seen []int
	for _, pair := range p.Pairs {
		seen = append(seen, pair.Black, pair.White)
	}
	seen = append(seen, p.Byes...)
	slices.Sort(seen)
	var want []int
	for _, x := range players {
		want = append(want, x.No)
	}
	slices.Sort(want)
	if !slices.Equal(seen, want) || len(p.Byes) != len(players)%2 {
		t.Fatalf("places %v for players %v, byes %v", seen, want, p.Byes)
	}
}

// bruteForce tries every set of pairs, every bye and both ways of colours.
func bruteForce(players []pairing.Player, opt pairing.Options) pairing.Cost {
	var best *pairing.Cost
	var pairs []pairing.Pair
	var byes []int
	var try func(left []int)
	try = func(left []int) {
		if len(left) == 0 {
			if c := pairing.CostOf(players, opt, pairs, byes); best == nil || c.Compare(*best) < 0 {
				best = &c
			}
			return
		}
		if len(left)%2 == 1 {
			for i, no := range left {
				byes = []int{no}
				try(slices.Concat(left[:i], left[i+1:]))
			}
			byes = nil
			return
		}
		for i := 1; i < len(left); i++ {
			rest := slices.Concat(left[1:i], left[i+1:])
			for _, p := range []pairing.Pair{{Black: left[0], White: left[i]}, {Black: left[i], White: left[0]}} {
				pairs = append(pairs, p)
				try(rest)
				pairs = pairs[:len(pairs)-1]
			}
		}
	}
	var all []int
	for _, p := range players {
		all = append(all, p.No)
	}
	try(all)
	return *best
}

// TestBruteForce: up to seven players the answer costs as little as the best of all.
func TestBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(rt, "n")
		done := rapid.IntRange(0, min(4, n-1)).Draw(rt, "rounds")
		players := play(t, n, done, rapid.IntRange(1, 4).Draw(rt, "units"), rapid.Uint64().Draw(rt, "seed"))
		opt := options(done+1, rapid.IntRange(done+1, 6).Draw(rt, "planned"))
		opt.AvoidSameUnit = rapid.Bool().Draw(rt, "avoid")
		opt.ThreeColours = rapid.SampledFrom([]string{"forbid", "lastRoundFree", "allow"}).Draw(rt, "three")
		if rapid.Bool().Draw(rt, "forbid") {
			opt.Forbidden = [][2]int{{1, 2}}
		}
		p, err := pairing.Swiss(players, opt)
		if err != nil {
			rt.Fatal(err)
		}
		once(rt, players, p)
		if got := pairing.CostOf(players, opt, p.Pairs, p.Byes); got != p.Cost {
			rt.Fatalf("the answer says %+v and costs %+v", p.Cost, got)
		}
		if want := bruteForce(players, opt); p.Cost.Compare(want) != 0 {
			rt.Fatalf("cost %+v, the best is %+v", p.Cost, want)
		}
	})
}

// TestBruteForceTen: the same for eight, nine and ten players, on fixed rounds played before
// and on every setting of the options that changes the objective.
func TestBruteForceTen(t *testing.T) {
	for n := 8; n <= 10; n++ {
		for done := range 5 {
			for seed := range uint64(2) {
				players := play(t, n, done, 2+done%3, seed+uint64(100*n))
				opt := options(done+1, 5)
				opt.AvoidSameUnit = seed == 0
				opt.ThreeColours = []string{"forbid", "lastRoundFree", "allow"}[(done+n)%3]
				if done%2 == 1 {
					opt.Forbidden = [][2]int{{1, 2}, {3, n}}
				}
				p, err := pairing.Swiss(players, opt)
				if err != nil {
					t.Fatal(err)
				}
				once(t, players, p)
				if want := bruteForce(players, opt); p.Cost.Compare(want) != 0 {
					t.Errorf("%d players after %d rounds, seed %d: cost %+v, the best is %+v", n, done, seed, p.Cost, want)
				}
			}
		}
	}
}

// TestCountedByHand states how each criterion is counted on two players.
func TestCountedByHand(t *testing.T) {
	past := func(colours string, float int8) []pairing.Past {
		var all []pairing.Past
		for i, c := range colours {
			p := pairing.Past{Opponent: 10 + i, Colour: map[rune]pairing.Colour{'B': pairing.Black, 'W': pairing.White, '-': pairing.NoColour}[c]}
			if i == len(colours)-1 {
				p.Float = float
			}
			all = append(all, p)
		}
		return all
	}
	for _, c := range []struct {
		name string
		a, b pairing.Player
		want pairing.Cost
	}{
		{"a third Black running", pairing.Player{Past: past("WBB", 0)}, pairing.Player{Past: past("BWW", 0)}, pairing.Cost{ThreeColours: 2, ColourUnmet: 2}},
		{"a forfeit doesn't break a run", pairing.Player{Past: past("BB-", 0)}, pairing.Player{Past: past("WBW", 0)}, pairing.Cost{ThreeColours: 1, ColourUnmet: 2}},
		{"a difference of three", pairing.Player{Past: past("BB-WB", 0)}, pairing.Player{Past: past("WBWBW", 0)}, pairing.Cost{ThreeColours: 1, ColourUnmet: 2}},
		{"due: the opposite of the last when equal", pairing.Player{Past: past("WB", 0)}, pairing.Player{Past: past("WB", 0)}, pairing.Cost{ColourUnmet: 1}},
		{"the same float twice", pairing.Player{Points: 2, Past: past("WB", -1)}, pairing.Player{Past: past("BW", 1)}, pairing.Cost{Floated: 1, GapSquares: 4, RepeatedFloats: 2, ColourUnmet: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.a.No, c.b.No = 1, 2
			got := pairing.CostOf([]pairing.Player{c.a, c.b}, options(len(c.a.Past)+1, 9), []pairing.Pair{{Black: 1, White: 2}}, nil)
			got.Order = 0
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// TestLaws: everybody once, no rematch in a large field, no third colour while it can be
// avoided, and the same answer whatever the order of the input.
func TestLaws(t *testing.T) {
	for _, n := range []int{200, 201, 333, 601, 1500} {
		players := play(t, n, 4, 12, uint64(n))
		opt := options(5, 9)
		p, err := pairing.Swiss(players, opt)
		if err != nil {
			t.Fatal(err)
		}
		once(t, players, p)
		if p.Cost.Rematches+p.Cost.ThreeColours+p.Cost.ByesTwice != 0 {
			t.Errorf("%d players: %+v", n, p.Cost)
		}
		groups := map[int64]int{}
		for _, x := range players {
			groups[x.Points]++
		}
		odd := 0
		for _, size := range groups {
			odd += size % 2
		}
		// Every float joins two groups, so half of the odd groups is the least, and brackets from the
		// top never need more floats than there are groups.
		if p.Cost.Floated < odd/2 || p.Cost.Floated > len(groups) {
			t.Errorf("%d players in %d groups, %d of them odd: %d floated", n, len(groups), odd, p.Cost.Floated)
		}
		slices.Reverse(players)
		again, err := pairing.Swiss(players, opt)
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("%d players: the order of the input matters", n)
		}
	}
}

// TestFirstRound holds the schemes of practice 5.4 and round 1 of the worked example W3.
func TestFirstRound(t *testing.T) {
	for _, c := range []struct {
		scheme, colours string
		n               int
		want            string
	}{
		{"halves", "oddTableSmall", 8, "[{1 5} {6 2} {3 7} {8 4}] []"},
		{"adjacent", "small", 8, "[{1 2} {3 4} {5 6} {7 8}] []"},
		{"ends", "large", 8, "[{8 1} {7 2} {6 3} {5 4}] []"},
		{"halves", "upperHalf", 6, "[{1 4} {2 5} {3 6}] []"},
		{"halves", "oddNumber", 6, "[{1 4} {5 2} {3 6}] []"},
		{"halves", "oddTableSmall", 7, "[{1 4} {5 2} {3 6}] [7]"},
		{"ends", "small", 5, "[{1 4} {2 3}] [5]"},
		{"halves", "oddTableSmall", 1, "[] [1]"},
	} {
		opt := options(1, 5)
		opt.FirstRound, opt.FirstColours = c.scheme, c.colours
		players := make([]pairing.Player, c.n)
		for i := range players {
			players[i].No = i + 1
		}
		p, err := pairing.Swiss(players, opt)
		if got := fmt.Sprint(p.Pairs, p.Byes); err != nil || got != c.want {
			t.Errorf("%s, %s, %d players: %s, want %s (%v)", c.scheme, c.colours, c.n, got, c.want, err)
		}
	}
	if _, err := pairing.Swiss(nil, options(1, 5)); err == nil {
		t.Error("nobody was paired")
	}
}

// TestRoundRobin holds tables worked out by hand (practice 5.1).
func TestRoundRobin(t *testing.T) {
	for _, c := range []struct {
		n     int
		table pairing.Table
		want  string
	}{
		{4, pairing.Rotation, "[[[1 4] [2 3]] [[1 3] [4 2]] [[1 2] [3 4]]]"},
		{5, pairing.Rotation, "[[[1 0] [2 5] [3 4]] [[1 5] [0 4] [2 3]] [[1 4] [5 3] [0 2]] [[1 3] [4 2] [5 0]] [[1 2] [3 0] [4 5]]]"},
		{6, pairing.Rotation, "[[[1 6] [2 5] [3 4]] [[1 5] [6 4] [2 3]] [[1 4] [5 3] [6 2]] [[1 3] [4 2] [5 6]] [[1 2] [3 6] [4 5]]]"},
		{4, pairing.Berger, "[[[1 4] [2 3]] [[4 3] [1 2]] [[2 4] [3 1]]]"},
		{5, pairing.Berger, "[[[1 0] [2 5] [3 4]] [[0 4] [5 3] [1 2]] [[2 0] [3 1] [4 5]] [[0 5] [1 4] [2 3]] [[3 0] [4 2] [5 1]]]"},
		{6, pairing.Berger, "[[[1 6] [2 5] [3 4]] [[6 4] [5 3] [1 2]] [[2 6] [3 1] [4 5]] [[6 5] [1 4] [2 3]] [[3 6] [4 2] [5 1]]]"},
	} {
		if got := fmt.Sprint(pairing.RoundRobin(c.n, 1, c.table)); got != c.want {
			t.Errorf("%d by %s: %s\nwant %s", c.n, c.table, got, c.want)
		}
	}
}

// TestRoundRobinLaws: everybody meets everybody once a cycle and is once in each round; a second
// cycle exchanges the colours.
func TestRoundRobinLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(rt, "n")
		table := rapid.SampledFrom([]pairing.Table{pairing.Rotation, pairing.Berger}).Draw(rt, "table")
		rounds := pairing.RoundRobin(n, 2, table)
		met := map[pairing.Pair]int{}
		for r, pairs := range rounds {
			seen := map[int]bool{}
			for _, p := range pairs {
				for _, no := range p {
					if no > n || seen[no] {
						rt.Fatalf("round %d: %v", r+1, pairs)
					}
					seen[no] = true
				}
				if p[0] != 0 && p[1] != 0 {
					met[pairing.Colours(n, table, r+1, p)]++
				}
			}
		}
		for a := 1; a <= n; a++ {
			for b := 1; b <= n; b++ {
				if a != b && met[pairing.Pair{Black: a, White: b}] != 1 {
					rt.Fatalf("%d has Black against %d %d times in two cycles", a, b, met[pairing.Pair{Black: a, White: b}])
				}
			}
		}
	})
}

// TestDraw: the worked example of docs/draw.md, and the spread of units over the halves.
func TestDraw(t *testing.T) {
	if got, want := pairing.Lot(" 3 6 1 ", 2), sha256.Sum256([]byte("3 6 1 2")); got != want {
		t.Error("a lot is not the digest of seed, blank and number")
	}
	list := []pairing.Entrant{{ID: 1, Unit: "甲"}, {ID: 2, Unit: "甲"}, {ID: 3, Unit: "乙"}, {ID: 4, Unit: "丙"}, {ID: 5, Unit: "甲"}, {ID: 6, Unit: "乙"}}
	if got := fmt.Sprint(pairing.Draw(list, pairing.ByLot, "3 6 1")); got != drawExample {
		t.Errorf("the example gives %s, docs/draw.md says %s", got, drawExample)
	}
	var steps []string
	for _, x := range pairing.DrawByLot(list, " 3 6 1") {
		steps = append(steps, fmt.Sprintf("%d:%x lot %d half %d place %d room %v dealt %d unit %d/%d", x.ID, x.Lot[:2], x.Rank, x.Half, x.Place, x.Room, x.Dealt, x.UnitTurn, x.UnitSize))
	}
	if got := strings.Join(steps, "\n"); got != drawSteps {
		t.Errorf("the steps of the example are\n%s\ndocs/draw.md says\n%s", got, drawSteps)
	}
	rated := []pairing.Entrant{{ID: 1, Rating: 5}, {ID: 2, Rating: 9}, {ID: 3, Rating: 7}}
	if got := fmt.Sprint(pairing.Draw(rated, pairing.ByRating, "x")); got != "[2 3 1]" {
		t.Errorf("by rating: %s", got)
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(rt, "n")
		units := rapid.IntRange(1, 12).Draw(rt, "units")
		entrants := make([]pairing.Entrant, n)
		for i := range entrants {
			entrants[i] = pairing.Entrant{ID: i + 1, Unit: fmt.Sprint(rapid.IntRange(1, units).Draw(rt, "unit"))}
		}
		ids := pairing.Draw(entrants, pairing.ByLot, rapid.String().Draw(rt, "seed"))
		balance := map[string]int{}
		for pos, id := range ids {
			if pos < (n+1)/2 {
				balance[entrants[id-1].Unit]++
			} else {
				balance[entrants[id-1].Unit]--
			}
		}
		large := 0
		for _, d := range balance {
			if d < -1 || d > 1 {
				large++
			}
		}
		if sorted := slices.Sorted(slices.Values(ids)); len(slices.Compact(sorted)) != n || large > 1 {
			rt.Fatalf("numbers %v, balance %v", ids, balance)
		}
	})
}

const drawExample = "[1 2 6 3 5 4]"

// drawSteps are the steps of the example of docs/draw.md: 甲 is dealt 1, 5, 2, then 乙 3, 6, then 丙 4.
const drawSteps = `1:19bf lot 1 half 0 place 1 room [3 3] dealt 1 unit 1/3
2:7fd7 lot 4 half 0 place 2 room [2 2] dealt 3 unit 3/3
6:c178 lot 5 half 0 place 3 room [1 1] dealt 5 unit 2/2
3:4cce lot 2 half 1 place 1 room [1 2] dealt 4 unit 1/2
5:5516 lot 3 half 1 place 2 room [2 3] dealt 2 unit 2/3
4:d98b lot 6 half 1 place 3 room [0 1] dealt 6 unit 1/1`

func BenchmarkSwiss(b *testing.B) {
	for _, n := range []int{100, 200, 600, 1000, 10000} {
		players := play(b, n, 4, 40, 3)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := pairing.Swiss(players, options(5, 9)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
