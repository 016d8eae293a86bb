package pairing

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
)

// seat is a player with what the objective needs to know of him.
type seat struct {
	*Player
	blacks, whites int
	last, before   Colour // the last two colours of games over the board
	floated        int8   // in the round before
	hadBye         bool
	met, forbidden []int // numbers of those he has met, and of those he must not meet
	group          int   // score group, 0 = highest
	pos, size      int   // place in the group by number, and the group's size
	target         int   // the place in the group that the order gives as opponent
}

// field is a round's players in the order of their numbers, with the objective.
type field struct {
	opt    Options
	seats  []seat
	groups [][]int // indexes of seats by score group, in the order of numbers
	clean  []bool  // groups with a player who had no bye
	salt   uint64
}

func newField(players []Player, opt Options) *field {
	sorted := slices.SortedFunc(slices.Values(players), func(a, b Player) int { return a.No - b.No })
	f := &field{opt: opt, seats: make([]seat, len(sorted))}
	f.salt = digest(opt.Seed + "\n" + strconv.Itoa(opt.Round))
	for i := range sorted {
		f.seats[i] = newSeat(&sorted[i], opt.Round)
	}
	f.makeGroups()
	f.makeBans()
	return f
}

// makeBans gives each seat the numbers that it has met or must not meet. The lists are short and
// are asked for every possible pair: searching them is much quicker than a map of pairs.
func (f *field) makeBans() {
	at := f.byNumber()
	note := func(one, other int, list func(*seat) *[]int) {
		a, b := at[one], at[other]
		if a == nil || b == nil || slices.Contains(*list(a), other) {
			return
		}
		*list(a) = append(*list(a), other)
		*list(b) = append(*list(b), one)
	}
	for i := range f.seats {
		for _, past := range f.seats[i].Past {
			note(f.seats[i].No, past.Opponent, func(s *seat) *[]int { return &s.met })
		}
	}
	for _, p := range f.opt.Forbidden {
		note(p[0], p[1], func(s *seat) *[]int { return &s.forbidden })
	}
}

func newSeat(p *Player, round int) seat {
	s := seat{Player: p}
	for i, past := range p.Past {
		s.hadBye = s.hadBye || past.Bye
		if i == round-2 {
			s.floated = past.Float
		}
		switch past.Colour {
		case Black:
			s.blacks++
		case White:
			s.whites++
		default:
			continue
		}
		s.before, s.last = s.last, past.Colour
	}
	return s
}

func (f *field) makeGroups() {
	var points []int64
	for i := range f.seats {
		points = append(points, f.seats[i].Points)
	}
	slices.SortFunc(points, func(a, b int64) int { return cmp.Compare(b, a) })
	points = slices.Compact(points)
	f.groups, f.clean = make([][]int, len(points)), make([]bool, len(points))
	for i := range f.seats {
		g, _ := slices.BinarySearchFunc(points, f.seats[i].Points, func(a, b int64) int { return cmp.Compare(b, a) })
		f.seats[i].group = g
		f.groups[g] = append(f.groups[g], i)
		f.clean[g] = f.clean[g] || !f.seats[i].hadBye
	}
	for _, group := range f.groups {
		f.order(group)
	}
}

// order gives each member of a score group his place, and the place of the opponent that the
// group's own order gives him: in round 1 by the regulations' scheme, later 拦腰 (practice 5.4).
func (f *field) order(group []int) {
	scheme := "halves"
	if f.opt.Round == 1 {
		scheme = f.opt.FirstRound
	}
	if scheme == "random" {
		group = slices.Clone(group)
		slices.SortFunc(group, func(a, b int) int {
			return cmp.Or(cmp.Compare(f.mix(f.seats[a].No, 0), f.mix(f.seats[b].No, 0)), a-b)
		})
	}
	m := len(group)
	half := m / 2
	for pos, i := range group {
		s := &f.seats[i]
		s.pos, s.size = pos, m
		switch {
		case scheme == "adjacent":
			s.target = pos ^ 1
		case scheme == "ends":
			s.target = m - m%2 - 1 - pos
		case pos < half:
			s.target = pos + half
		default:
			s.target = pos - half
		}
	}
}

func digest(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:8])
}

// mix is a number that the seed gives two pairing numbers: the finaliser of SplitMix64 over the
// salted pair. It settles what everything else leaves equal.
func (f *field) mix(a, b int) uint64 {
	x := f.salt ^ (uint64(min(a, b))<<32 | uint64(max(a, b)))
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// colourFree tells that criterion 4 is off in this round.
func (f *field) colourFree() bool {
	return f.opt.Nigiri || f.opt.ThreeColours == "allow" || f.opt.ThreeColours == "lastRoundFree" && f.opt.Round >= f.opt.Rounds
}

// excess is 1 when a colour would be the third running, or make a difference of three.
func (f *field) excess(s *seat, c Colour) int {
	if f.colourFree() {
		return 0
	}
	if s.last == c && s.before == c {
		return 1
	}
	diff := s.blacks - s.whites
	if c == Black && diff >= 2 || c == White && diff <= -2 {
		return 1
	}
	return 0
}

// due is the colour that a player should have next: the one he had less often, else the
// opposite of his last one; NoColour before his first game.
func (s *seat) due() Colour {
	switch {
	case s.blacks < s.whites:
		return Black
	case s.blacks > s.whites:
		return White
	case s.last == Black:
		return White
	case s.last == White:
		return Black
	}
	return NoColour
}

func unmet(s *seat, c Colour) int {
	if d := s.due(); d != NoColour && d != c {
		return 1
	}
	return 0
}

// blackFirst tells whether a takes Black against b: first what criteria 4 and 7 cost least, then
// fewer Blacks, then the histories backwards, then the regulations' rule for equal ones.
func (f *field) blackFirst(a, b *seat) bool {
	if f.opt.Nigiri {
		return a.No < b.No
	}
	excess := f.excess(a, Black) + f.excess(b, White) - f.excess(a, White) - f.excess(b, Black)
	missed := unmet(a, Black) + unmet(b, White) - unmet(a, White) - unmet(b, Black)
	if c := cmp.Or(excess, missed, a.blacks-b.blacks); c != 0 {
		return c < 0
	}
	for i := max(len(a.Past), len(b.Past)) - 1; i >= 0; i-- {
		x, y := colourAt(a, i), colourAt(b, i)
		if x != y && x != NoColour && y != NoColour {
			return x == White
		}
	}
	small := f.opt.Round%2 == 1
	if f.opt.EqualColours == "numberSum" {
		small = (a.No+b.No)%2 == 1
	}
	return (a.No < b.No) == small
}

func colourAt(s *seat, i int) Colour {
	if i < len(s.Past) {
		return s.Past[i].Colour
	}
	return NoColour
}
