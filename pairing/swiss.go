package pairing

import (
	"cmp"
	"slices"

	"tianyuan/fault"
	"tianyuan/pairing/matching"
)

// Bounds of the matching: up to wholeField players are one matching over the complete graph; a
// larger field is matched bracket by bracket, a score group of up to maxBracket players whole,
// and a larger one in slices of twice maxSlice.
const (
	wholeField = 200
	maxBracket = 600
	maxSlice   = 128
)

// Swiss pairs a round of 积分编排 (E26.3, 2002 art. 26.3, 1988 art. 27.3; practice 5.4).
// Only the players who are there are handed in. Fault: invalid "fault.pairing.nobody".
func Swiss(players []Player, opt Options) (Proposal, error) {
	if len(players) == 0 {
		return Proposal{}, fault.New(fault.Invalid, "fault.pairing.nobody", fault.Args{"round": opt.Round})
	}
	f := newField(players, opt)
	s := splitter{field: f}
	s.run()
	return f.proposal(s.tables, s.byes), nil
}

// proposal orders the tables and gives the colours.
func (f *field) proposal(tables [][2]int, byes []int) Proposal {
	for i, t := range tables {
		a, b := &f.seats[t[0]], &f.seats[t[1]]
		if a.Points < b.Points || a.Points == b.Points && a.No > b.No {
			tables[i] = [2]int{t[1], t[0]}
		}
	}
	slices.SortFunc(tables, func(x, y [2]int) int {
		a, b, c, d := &f.seats[x[0]], &f.seats[x[1]], &f.seats[y[0]], &f.seats[y[1]]
		return cmp.Or(cmp.Compare(c.Points, a.Points), cmp.Compare(d.Points, b.Points),
			min(a.No, b.No)-min(c.No, d.No), max(a.No, b.No)-max(c.No, d.No))
	})
	var p Proposal
	for i, t := range tables {
		a, b := &f.seats[t[0]], &f.seats[t[1]]
		black := f.blackFirst(a, b)
		if f.opt.Round == 1 && !f.opt.Nigiri {
			black = f.firstBlack(i+1, a, b)
		}
		if !black {
			a, b = b, a
		}
		p.Pairs = append(p.Pairs, Pair{Black: a.No, White: b.No})
		f.add(&p.Cost, a, b)
	}
	for _, i := range byes {
		p.Byes = append(p.Byes, f.seats[i].No)
		f.addBye(&p.Cost, &f.seats[i])
	}
	return p
}

// firstBlack gives round 1 its colours (practice 5.4).
func (f *field) firstBlack(table int, a, b *seat) bool {
	aSmall := a.No < b.No
	switch f.opt.FirstColours {
	case "upperHalf":
		if upper := 2 * a.pos; upper < a.size != (2*b.pos < b.size) {
			return upper < a.size
		}
		return aSmall
	case "oddNumber":
		if a.No%2 != b.No%2 {
			return a.No%2 == 1
		}
		return aSmall == (table%2 == 1)
	case "lot":
		return aSmall == (f.mix(a.No, b.No)>>7&1 == 1)
	case "small":
		return aSmall
	case "large":
		return !aSmall
	}
	return aSmall == (table%2 == 1)
}

// splitter cuts a field into brackets from the top and matches each. An odd bracket sends one
// player down; a bracket that can't do without a rematch is matched again together with its
// neighbour.
type splitter struct {
	*field
	tables [][2]int
	byes   []int
	done   []bracket
}

// bracket is a matched part of the field.
type bracket struct {
	seats  []int // all that were matched here, also one who came from above
	carry  int   // who was sent down, -1 for nobody
	tables [][2]int
	bad    bool // a rematch or a forbidden pair, or a second bye
}

func (s *splitter) run() {
	waiting := s.brackets()
	for i := 0; i < len(waiting); i++ {
		seats := waiting[i]
		if n := len(s.done); n > 0 && s.done[n-1].carry >= 0 {
			seats = append([]int{s.done[n-1].carry}, seats...)
		}
		last := i == len(waiting)-1
		b := s.match(seats, last)
		for b.bad && last && len(s.done) > 0 && len(seats)+len(s.done[len(s.done)-1].seats) <= maxBracket {
			above := s.done[len(s.done)-1]
			s.done = s.done[:len(s.done)-1]
			seats = union(above.seats, seats)
			b = s.match(seats, true)
		}
		if b.bad && !last && len(seats)+len(waiting[i+1]) <= maxBracket {
			if n := len(s.done); n > 0 && s.done[n-1].carry >= 0 {
				seats = seats[1:]
			}
			waiting[i+1] = union(seats, waiting[i+1])
			continue
		}
		s.done = append(s.done, b)
	}
	for _, b := range s.done {
		s.tables = append(s.tables, b.tables...)
	}
	if n := len(s.done); n > 0 && s.done[n-1].carry >= 0 {
		s.byes = append(s.byes, s.done[n-1].carry)
	}
}

func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// brackets returns the whole field, or the score groups, or the slices of large ones.
func (s *splitter) brackets() [][]int {
	if len(s.seats) <= wholeField {
		return [][]int{union(slices.Concat(s.groups...), nil)}
	}
	var all [][]int
	for _, group := range s.groups {
		if len(group) <= maxBracket {
			all = append(all, group)
			continue
		}
		all = append(all, slicesOf(group)...)
	}
	return all
}

// slicesOf cuts a group so that a slice holds players of the upper half with those of the lower
// half whom the group's order gives them.
func slicesOf(group []int) [][]int {
	half := len(group) / 2
	var all [][]int
	for a := 0; a < half; a += maxSlice {
		b := min(a+maxSlice, half)
		upper := half + b
		if b == half {
			upper = len(group)
		}
		all = append(all, slices.Concat(group[a:b], group[half+a:upper]))
	}
	return all
}

// match finds the best tables of a bracket. An odd one gets an empty place: in the last bracket
// it is the bye, elsewhere the way down.
func (s *splitter) match(seats []int, last bool) bracket {
	n := len(seats)
	lowest := 0
	for _, i := range seats {
		lowest = max(lowest, s.seats[i].group)
	}
	mate := matching.Perfect(n+n%2, func(u, v int) matching.Cost {
		if v < n {
			return s.pairCost(&s.seats[seats[u]], &s.seats[seats[v]])
		}
		a := &s.seats[seats[u]]
		if last {
			var c Cost
			s.addBye(&c, a)
			return vector(&c, s.mix(a.No, 0))
		}
		return s.downCost(a, lowest)
	})
	b := bracket{seats: seats, carry: -1}
	var cost Cost
	for u, v := range mate {
		switch {
		case u > v || u == n:
		case v == n:
			b.carry = seats[u]
			if last {
				s.addBye(&cost, &s.seats[seats[u]])
			}
		default:
			b.tables = append(b.tables, [2]int{seats[u], seats[v]})
			s.add(&cost, &s.seats[seats[u]], &s.seats[seats[v]])
		}
	}
	b.bad = cost.Forbidden+cost.Rematches+cost.ByesTwice > 0
	return b
}

// downCost is the cost of sending a player to the next bracket: he should come from the lowest
// group here, not have floated down in the round before, and stand last.
func (s *splitter) downCost(a *seat, lowest int) matching.Cost {
	c := Cost{Floated: 1, Order: square(a.size - 1 - a.pos)}
	below := a.Points
	if lowest+1 < len(s.groups) {
		below = s.seats[s.groups[lowest+1][0]].Points
	}
	c.GapSquares = (a.Points - below) * (a.Points - below)
	if a.floated == -1 {
		c.RepeatedFloats = 1
	}
	return vector(&c, s.mix(a.No, 0))
}
