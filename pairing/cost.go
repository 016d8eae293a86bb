package pairing

import (
	"slices"

	"tianyuan/pairing/matching"
)

func square(n int) int64 { return int64(n) * int64(n) }

// add counts what one table costs; black has Black.
func (f *field) add(c *Cost, black, white *seat) {
	if slices.Contains(black.forbidden, white.No) {
		c.Forbidden++
	}
	if slices.Contains(black.met, white.No) {
		c.Rematches++
	}
	if gap := black.Points - white.Points; gap != 0 {
		c.Floated++
		c.GapSquares += gap * gap
	}
	c.ThreeColours += f.excess(black, Black) + f.excess(white, White)
	if f.opt.AvoidSameUnit && black.Unit != "" && black.Unit == white.Unit {
		c.SameUnit++
	}
	c.RepeatedFloats += repeated(black, white) + repeated(white, black)
	if f.opt.Round > 1 && !f.opt.Nigiri {
		c.ColourUnmet += unmet(black, Black) + unmet(white, White)
	}
	c.Order += distance(black, white)
}

// float is the direction in which a floats against b.
func float(a, b *seat) int8 {
	switch {
	case a.Points > b.Points:
		return -1
	case a.Points < b.Points:
		return 1
	}
	return 0
}

func repeated(a, b *seat) int {
	if way := float(a, b); way != 0 && way == a.floated {
		return 1
	}
	return 0
}

// distance is how far a pair is from the group's own order: inside a group the squares of how
// far each is from the place that the order gives the other; between groups the last of the
// higher group should meet the first of the lower one.
func distance(a, b *seat) int64 {
	if a.group == b.group {
		return square(b.pos-a.target) + square(a.pos-b.target)
	}
	if a.group > b.group {
		a, b = b, a
	}
	return square(a.size-1-a.pos) + square(b.pos)
}

// addBye counts what a bye costs: nobody twice, the lowest group that has somebody who had
// none, the last of the group.
func (f *field) addBye(c *Cost, s *seat) {
	if s.hadBye {
		c.ByesTwice++
	}
	c.ByeAbove += f.cleanBelow(s.group)
	c.Order += square(s.size - 1 - s.pos)
}

// cleanBelow counts the groups below one in which somebody had no bye yet.
func (f *field) cleanBelow(group int) int {
	n := 0
	for _, clean := range f.clean[group+1:] {
		if clean {
			n++
		}
	}
	return n
}

// vector puts a cost into the components of the matching. The criteria of one component are
// apart by more than a bracket can add up to (matching of at most 1,024 players).
func vector(c *Cost, tie uint64) matching.Cost {
	return matching.Cost{
		int64(c.Forbidden+c.Rematches)<<42 | int64(c.ByesTwice)<<40 | int64(c.ByeAbove)<<24 | int64(c.Floated),
		c.GapSquares,
		int64(c.ThreeColours)<<36 | int64(c.SameUnit)<<24 | int64(c.RepeatedFloats)<<12 | int64(c.ColourUnmet),
		c.Order<<20 | int64(tie>>52),
	}
}

// pairCost is the cost of two seats at one table, with the better of the two ways of colours.
func (f *field) pairCost(a, b *seat) matching.Cost {
	if !f.blackFirst(a, b) {
		a, b = b, a
	}
	var c Cost
	f.add(&c, a, b)
	return vector(&c, f.mix(a.No, b.No))
}

// CostOf tells what pairs and byes cost as they stand, those of Swiss as well as those changed
// by hand. Numbers that aren't among the players are left out.
func CostOf(players []Player, opt Options, pairs []Pair, byes []int) Cost {
	return NewJudge(players, opt).Cost(pairs, byes)
}

func (f *field) byNumber() map[int]*seat {
	at := make(map[int]*seat, len(f.seats))
	for i := range f.seats {
		at[f.seats[i].No] = &f.seats[i]
	}
	return at
}
