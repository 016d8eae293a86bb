// Package pairing decides who meets whom: the draw of numbers, 积分编排 (Swiss, E26.3) and
// 循环 (round robin, E26.2). docs/pairing.md states the objective, docs/draw.md the draw.
// The same input and seed give the same answer on every machine.
package pairing

import (
	"tianyuan/fault"
)

// Colour is the colour of a player's stones in a game.
type Colour int8

// The colours. NoColour: a bye, an absence, or a game not played over the board (options no. 18).
const (
	NoColour Colour = iota
	Black
	White
)

// Past is one earlier round of a player.
type Past struct {
	// Opponent is a pairing number, 0 for none. A forfeited game counts as a meeting.
	Opponent int
	Colour   Colour
	// Float is -1 when he met somebody with fewer points (下调), +1 with more (上调), else 0.
	Float int8
	Bye   bool
}

// Player is somebody to be paired.
type Player struct {
	No int
	// Points are scaled by the caller to whole numbers, all by the same factor.
	Points int64
	// Unit is the player's unit 单位; "" is nobody's unit.
	Unit string
	// Past has an element for each earlier round, in order.
	Past []Past
}

// Options are the regulations as far as a round's pairs rest on them; words of the division file.
type Options struct {
	Round, Rounds int
	FirstRound    string // halves 拦腰, adjacent 临近, ends 首尾, random
	FirstColours  string // oddTableSmall, upperHalf, oddNumber, lot, small, large
	EqualColours  string // roundParity, numberSum
	ThreeColours  string // forbid, lastRoundFree, allow
	// Nigiri: colours are drawn at the tables 猜先 (C10, 2002 art. 10). Pairing then weighs none, and
	// Black and White only name the two of a pair, the smaller number first.
	Nigiri bool
	// AvoidSameUnit tells whether pairs of one unit are avoided in this round.
	AvoidSameUnit bool
	Forbidden     [][2]int
	// Seed settles what the objective leaves equal.
	Seed string
}

// Pair is one table; a round's pairs stand in the order of the tables.
type Pair struct{ Black, White int }

// Cost is what a round's pairs cost, the most important first.
type Cost struct {
	// Forbidden and Rematches count pairs; criterion 1 is their sum.
	Forbidden int `json:"forbidden"`
	Rematches int `json:"rematches"`
	// ByesTwice counts byes of players who had one; ByeAbove adds up how many score groups with
	// a player who had none lie below each bye (criterion 2).
	ByesTwice int `json:"-"`
	ByeAbove  int `json:"-"`
	// Floated counts pairs of unequal points, GapSquares adds up the squares of their differences
	// in the caller's scale (criterion 3).
	Floated    int   `json:"floated"`
	GapSquares int64 `json:"gapSquares"`
	// ThreeColours counts players with a third game running of one colour or a difference of
	// colours of three or more (criterion 4).
	ThreeColours int `json:"threeColours"`
	// SameUnit counts pairs of one unit while it is avoided (criterion 5).
	SameUnit int `json:"sameUnit"`
	// RepeatedFloats counts players who float the same way as in the round before (criterion 6).
	RepeatedFloats int `json:"repeatedFloats"`
	// ColourUnmet counts players who don't get the colour due to them (criterion 7).
	ColourUnmet int `json:"colourUnmet"`
	// Order adds up the squared distances from the group's own order (criterion 8).
	Order int64 `json:"-"`
}

// Compare returns -1, 0 or 1 as a is better than, equal to or worse than b.
func (a Cost) Compare(b Cost) int {
	for _, p := range [][2]int64{
		{int64(a.Forbidden + a.Rematches), int64(b.Forbidden + b.Rematches)},
		{int64(a.ByesTwice), int64(b.ByesTwice)}, {int64(a.ByeAbove), int64(b.ByeAbove)},
		{int64(a.Floated), int64(b.Floated)}, {a.GapSquares, b.GapSquares},
		{int64(a.ThreeColours), int64(b.ThreeColours)}, {int64(a.SameUnit), int64(b.SameUnit)},
		{int64(a.RepeatedFloats), int64(b.RepeatedFloats)}, {int64(a.ColourUnmet), int64(b.ColourUnmet)},
		{a.Order, b.Order},
	} {
		if p[0] != p[1] {
			if p[0] < p[1] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Plus adds two costs, part by part.
func (a Cost) Plus(b Cost) Cost {
	return Cost{
		Forbidden: a.Forbidden + b.Forbidden, Rematches: a.Rematches + b.Rematches,
		ByesTwice: a.ByesTwice + b.ByesTwice, ByeAbove: a.ByeAbove + b.ByeAbove,
		Floated: a.Floated + b.Floated, GapSquares: a.GapSquares + b.GapSquares,
		ThreeColours: a.ThreeColours + b.ThreeColours, SameUnit: a.SameUnit + b.SameUnit,
		RepeatedFloats: a.RepeatedFloats + b.RepeatedFloats, ColourUnmet: a.ColourUnmet + b.ColourUnmet, Order: a.Order + b.Order,
	}
}

// Minus takes a part of a cost off it.
func (a Cost) Minus(b Cost) Cost {
	return a.Plus(Cost{
		Forbidden: -b.Forbidden, Rematches: -b.Rematches, ByesTwice: -b.ByesTwice, ByeAbove: -b.ByeAbove,
		Floated: -b.Floated, GapSquares: -b.GapSquares, ThreeColours: -b.ThreeColours, SameUnit: -b.SameUnit,
		RepeatedFloats: -b.RepeatedFloats, ColourUnmet: -b.ColourUnmet, Order: -b.Order,
	})
}

// Proposal is a round's pairs with what they cost.
type Proposal struct {
	Pairs []Pair
	Byes  []int
	Cost  Cost
}

// Reason tells one criterion of one pair; Key and Args are a message.
type Reason struct {
	Criterion int
	Key       string
	Args      fault.Args
}
