package weiqi

import "slices"

// Status is what a suggestion takes a chain for.
type Status uint8

// The statuses.
const (
	Unsettled Status = iota // it depends on who plays
	Alive
	Dead
	Seki // 双活: it lives beside points that neither side fills
)

// String returns "unsettled", "alive", "dead" or "seki".
func (s Status) String() string { return [...]string{"unsettled", "alive", "dead", "seki"}[s] }

// Opinion is what a suggestion says of one chain.
type Opinion struct {
	// Stones are the chain's, row by row.
	Stones []Point
	Colour Colour
	Status Status
	// Confidence in per mille that the status is right, as far as random games can tell; 1000
	// where life is proved.
	Confidence int
}

// Suggestion is an opinion on a position, made by random games. It only ever suggests: what is
// dead is for both sides to confirm (G8, art. 8 of both editions).
type Suggestion struct {
	// Chains has an opinion for every chain, by their first stones row by row.
	Chains []Opinion
	// Dame are the points that neither side is taken to own, row by row.
	Dame  []Point
	owned [cells]int
}

// Ownership returns in per mille who held the point at the ends of the games: 1000 always Black,
// -1000 always White.
func (s *Suggestion) Ownership(p Point) int {
	if p.X() >= MaxSize || p.Y() >= MaxSize {
		return 0
	}
	return s.owned[cell(p)]
}

// Dead lists the stones of the chains taken for dead, for Agreement.
func (s *Suggestion) Dead() []Point {
	var all []Point
	for _, chain := range s.Chains {
		if chain.Status == Dead {
			all = append(all, chain.Stones...)
		}
	}
	return all
}

// The bounds of an opinion, in per mille of the games.
const (
	settled = 700 // from here a chain is taken for alive or dead
	shared  = 500 // from here an empty point is taken for one that neither side fills
)

// Suggest plays so many random games from the position, both sides beginning equally often, and
// says what became of each chain. The same position, number and seed give the same opinion on
// every machine. 200 games suit a position at the end of a game; more than 10000 are cut.
func Suggest(b *Board, games int, random *Random) *Suggestion {
	games = min(max(games, 1), 10000)
	p := NewPlayout(b, false)
	p.start.pass()
	p.careful = Black | White
	s := &Suggestion{}
	var neutral [cells]int
	side := Black
	for range games {
		p.Run(side, random)
		s.observe(&p.board, &neutral)
		side = side.Other()
	}
	for q := range b.cells() {
		s.owned[q] = 1000 * s.owned[q] / games
		neutral[q] = 1000 * neutral[q] / games
	}
	s.judge(b, &neutral)
	return s
}

// observe adds the owners at the end of a game.
func (s *Suggestion) observe(b *Board, neutral *[cells]int) {
	area := Area{owner: b.stones()}
	stones := area.owner
	area.surround(b, &stones)
	for p := range b.cells() {
		switch area.owner[p] {
		case Black:
			s.owned[p]++
		case White:
			s.owned[p]--
		default:
			neutral[p]++
		}
	}
}

// judge makes an opinion for each chain from what was observed.
func (s *Suggestion) judge(b *Board, neutral *[cells]int) {
	var life Life
	life.Find(b)
	var seen [cells]bool
	for p := range b.cells() {
		head := b.head(p)
		switch {
		case b.at(p) == Empty && neutral[p] >= shared:
			s.Dame = append(s.Dame, pointOf(p))
		case b.at(p) != Empty && !seen[head]:
			seen[head] = true
			s.Chains = append(s.Chains, s.opinion(b, &life, neutral, p))
		}
	}
}

func (s *Suggestion) opinion(b *Board, life *Life, neutral *[cells]int, p uint) Opinion {
	o := Opinion{Stones: b.Chain(pointOf(p)), Colour: b.at(p)}
	switch life.safe[p] {
	case o.Colour:
		o.Status, o.Confidence = Alive, 1000
		return o
	case o.Colour.Other():
		o.Status, o.Confidence = Dead, 1000
		return o
	}
	switch held := s.held(o); {
	case held <= 1000-settled:
		o.Status, o.Confidence = Dead, 1000-held
	case held < settled:
		o.Status, o.Confidence = Unsettled, 1000-max(held, 1000-held)
	default:
		o.Status, o.Confidence = Alive, held
		for _, q := range b.Liberties(pointOf(p)) {
			if neutral[cell(q)] >= shared {
				o.Status = Seki
			}
		}
	}
	return o
}

// sensible keeps a side from putting a chain of its own in atari, which random games would do
// until no seki is left. Single stones may be thrown in, and larger chains too where their shape
// is one that kills from inside an eye once it is taken.
func (p *Playout) sensible(c Colour, at uint) bool {
	size, atari := p.board.selfAtari(c, at)
	return !atari || size == 1 || size <= largestEye && p.board.killing(c, at, size)
}

// largestEye is the size of the largest shape that kills from inside an eye.
const largestEye = 6

// killing tells whether the chain that a stone there makes has one of the shapes that leave an eye
// of one point when they are taken and the middle is played again: two or three stones, the
// square and the T of four, the cross of five and the square with one more, the flower of six.
func (b *Board) killing(c Colour, at uint, size int) bool {
	var shape [largestEye]uint
	shape[0] = at
	n, links, most := 1, 0, 0
	for i := 0; i < n; i++ {
		degree := 0
		for _, q := range neighbours(shape[i]) {
			if q != at && b.at(q) != c {
				continue
			}
			degree++
			if !slices.Contains(shape[:n], q) {
				shape[n] = q
				n++
			}
		}
		links += degree
		most = max(most, degree)
	}
	switch links /= 2; size {
	case 2, 3:
		return true
	case 4:
		return links == 4 || most == 3
	case 5:
		return links == 5 || most == 4
	}
	return links == 6 && most == 4
}

// selfAtari tells whether a move that takes nothing leaves its chain a single liberty, and how
// many stones that has.
func (b *Board) selfAtari(c Colour, at uint) (size int, atari bool) {
	v := liberty[at]
	sum := b.free[at-stride] + b.free[at-1] + b.free[at+1] + b.free[at+stride]
	size = 1
	var seen [4]uint16
	for i, q := range neighbours(at) {
		head := b.head(q)
		switch b.at(q) {
		case c ^ 3:
			if l := b.sums[head].liberties; l == l&libertyCount*v {
				return 0, false
			}
		case c:
			sum -= v
			if seen[0] == head || seen[1] == head || seen[2] == head {
				continue
			}
			seen[i] = head
			sum += b.sums[head].liberties
			size += int(b.size[head])
		}
	}
	n := sum & libertyCount
	only := sum >> libertySum & (1<<(libertySquares-libertySum) - 1) / n
	return size, sum == n*liberty[only&cellMask]
}
