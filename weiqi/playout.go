package weiqi

// Playout plays random games from a position, each move drawn with equal chances from all legal
// ones that don't fill an eye of the mover's own. A game ends when both sides have nothing to play
// or after three times as many moves as the board has points. Nothing is allocated after
// NewPlayout. The zero value isn't ready.
type Playout struct {
	start   *Board
	board   Board
	superko bool
	// careful, both colours' bits or none, keeps the sides from most moves that put a chain of
	// their own in atari.
	careful Colour
	past    past
}

// NewPlayout prepares games from the position; the board's later changes don't matter. With
// superko no move brings back an earlier position of the same playout (G6, Positional), exactly as
// Game has it; else only the ko is forbidden. Suicide is forbidden even where the board allows it.
func NewPlayout(start *Board, superko bool) *Playout {
	p := &Playout{start: start.Clone(), superko: superko}
	ko, koFor := start.ko, start.koFor
	stones := start.stones()
	p.start.rebuild(&stones) // the games depend on the position, not on how it came about
	p.start.ko, p.start.koFor, p.start.suicide = ko, koFor, false
	p.board = *p.start
	return p
}

// Board is the position at the end of the last Run; read it before the next.
func (p *Playout) Board() *Board { return &p.board }

// Run plays one game and returns the number of moves, passes with them. The same position, side
// and numbers give the same game on every machine.
func (p *Playout) Run(toMove Colour, random *Random) int {
	b := &p.board
	b.become(p.start)
	if p.superko {
		p.past.begin(b)
	}
	c, passes, moves := toMove, 0, 0
	for limit := 3 * b.Size(); moves < limit && passes < 2; moves++ {
		at := p.draw(c, random)
		passes++
		if at == 0 {
			b.pass()
		} else {
			b.put(c, at)
			passes = 0
			if p.superko {
				p.past.add(b, c, at)
			}
		}
		c ^= 3
	}
	return moves
}

// draw returns the cell of a move, 0 for a pass. What it rejects goes to the end of the list of
// empty cells, so that the rest keep equal chances.
func (p *Playout) draw(c Colour, random *Random) uint {
	b := &p.board
	for n := uint(b.empties); n > 0; {
		i := uint(random.Below(int(n)))
		at := uint(b.empty[i]) & cellMask
		if (b.cell[at] >= someEmpty || b.enters(c, at)) && ((p.past.lost[at]|p.careful)&c == 0 || p.accepts(c, at)) {
			return at
		}
		n--
		last := b.empty[n]
		b.empty[n], b.empty[i] = uint16(at), last
		b.place[at], b.place[last&cellMask] = uint16(n), uint16(i)
	}
	return 0
}

// enters tells whether the side may play on an empty cell without empty neighbours that is no eye
// of its own.
func (b *Board) enters(c Colour, at uint) bool {
	if b.cell[at&cellMask]>>countShift(c)&countMask == four && b.eye(c, at) {
		return false
	}
	return b.breathes(c, at) && (uint16(at) != b.ko || c != b.koFor)
}

// accepts tells whether the move repeats no position, where that is forbidden, and is sensible,
// where that is asked.
func (p *Playout) accepts(c Colour, at uint) bool {
	if p.superko && p.past.lost[at&cellMask]&c != 0 && p.past.has(&p.board, c, at) {
		return false
	}
	return p.careful == 0 || p.sensible(c, at)
}

// become makes the board the same as another that was just rebuilt, copying no more than needed.
func (b *Board) become(from *Board) {
	b.width, b.height, b.suicide = from.width, from.height, from.suicide
	b.hash, b.captured, b.taken, b.ko, b.koFor = from.hash, from.captured, from.taken, from.ko, from.koFor
	b.empties = from.empties
	n := (from.height + 2) * stride
	copy(b.cell[:n], from.cell[:n])
	copy(b.free[:n], from.free[:n])
	copy(b.place[:n], from.place[:n])
	copy(b.empty[:b.empties], from.empty[:b.empties])
	if b.empties == from.Size() {
		return
	}
	copy(b.next[:n], from.next[:n])
	copy(b.size[:n], from.size[:n])
	copy(b.sums[:n], from.sums[:n])
}

// eye tells whether the diagonals leave a point between four of the side's neighbours an eye: at
// most one of them the opponent's, none at the edge.
func (b *Board) eye(c Colour, p uint) bool {
	w := &diagonal[c&3]
	d := w[b.at(p-stride-1)&3] + w[b.at(p-stride+1)&3] + w[b.at(p+stride-1)&3] + w[b.at(p+stride+1)&3]
	n := d >> 4
	if d&15 != 0 {
		n++
	}
	return n < 2
}

// diagonal counts the opponent's stones in the upper four bits and the frame in the lower.
var diagonal = [4][4]uint8{Black: {White: 1 << 4, edge: 1}, White: {Black: 1 << 4, edge: 1}}

// maxMoves bounds a playout.
const maxMoves = 3 * maxPoints

// buckets of past.first; a power of two.
const buckets = 1024

// past remembers the positions of one playout.
type past struct {
	// lost says of each cell which colours a move has taken from it since the start, as bits. A
	// move can only bring back a position in which its stone stood, so a stone of that colour
	// must have been taken there; where none was, nothing need be looked up.
	lost [cells]Colour
	// first and before lead from the bucket of a hash through the plies with it, latest first,
	// ply 0 being the start and the numbers kept being ply + 1.
	first  [buckets]uint16
	before [maxMoves + 1]uint16
	hashes [maxMoves + 1]uint64
	moves  [maxMoves + 1]played
	taken  [2 * maxMoves]uint16
	plies  int
	takes  int
	// fresh is the cell of the last stone if none of its colour was ever taken there, else 0: no
	// earlier position has that stone, so only a move that takes it can repeat one.
	fresh uint
}

// played is a move and where its captures end in past.taken.
type played struct {
	at    uint16
	lost  Colour
	takes uint16
}

func (h *past) begin(b *Board) {
	h.lost = [cells]Colour{}
	h.first = [buckets]uint16{}
	h.plies, h.takes, h.fresh = 0, 0, 0
	h.note(b.hash)
}

func (h *past) note(hash uint64) {
	bucket := &h.first[hash%buckets]
	h.hashes[h.plies], h.before[h.plies] = hash, *bucket
	h.plies++
	*bucket = uint16(h.plies)
}

// add remembers the move just made. Passes aren't remembered.
func (h *past) add(b *Board, c Colour, at uint) {
	other := c ^ 3
	h.fresh = 0
	if h.lost[at&cellMask]&c == 0 {
		h.fresh = at
	}
	for _, p := range b.empty[b.empties-b.taken : b.empties] {
		h.lost[p&cellMask] |= other
		h.taken[h.takes] = p
		h.takes++
	}
	h.moves[h.plies] = played{uint16(at), other, uint16(h.takes)}
	h.note(b.hash)
}

// has tells whether the move would bring back an earlier position.
func (h *past) has(b *Board, c Colour, at uint) bool {
	if h.fresh != 0 && b.dying(h.fresh, uint32(c^3)<<colourShift, liberty[at&cellMask]) == 0 {
		return false
	}
	hash := b.hashAfter(c, at)
	for i := h.first[hash%buckets]; i != 0; i = h.before[i-1] {
		if h.hashes[i-1] == hash && b.after(c, at) == h.stones(b, int(i-1)) {
			return true
		}
	}
	return false
}

// stones are those after ply: what stands now with the moves since then taken back.
func (h *past) stones(b *Board, ply int) [cells]Colour {
	now := b.stones()
	takes := h.takes
	for i := h.plies - 1; i > ply; i-- {
		m := h.moves[i]
		from := int(h.moves[i-1].takes)
		if i == 1 {
			from = 0
		}
		for ; takes > from; takes-- {
			now[h.taken[takes-1]] = m.lost
		}
		now[m.at] = Empty
	}
	return now
}
