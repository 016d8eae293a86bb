package weiqi

import (
	"iter"

	"tianyuan/fault"
)

// The bounds of a board's sides, in lines.
const (
	MinSize = 2
	MaxSize = 25
)

// Inside, a point is a cell: (y+1)·32 + x+1. The frame of cells around the board spares every
// look at a neighbour the question whether there is one; one stride for all boards makes
// neighbours constant distances and lets all boards share the hash keys.
const (
	stride    = 32
	cells     = 1024
	cellMask  = cells - 1
	maxPoints = MaxSize * MaxSize
)

// A cell is one word, so that one load tells all about a neighbour: in the lowest ten bits the cell
// that stands for its chain, 0 (a cell of the frame) where no stone stands; then two bits of
// colour; then how many of its neighbours are Black's, White's and empty, four bits each. The
// frame counts as a stone of both sides, so that "four of mine" is an eye at the edge, too.
const (
	headMask    = cellMask
	colourShift = 10
	colourMask  = 3
	countMask   = 15
	blackShift  = 12
	whiteShift  = 16
	emptyShift  = 20
	four        = 4
	// someEmpty is the least word of a cell with an empty neighbour.
	someEmpty = 1 << emptyShift
)

// filled is what a stone of a colour adds to the words of its neighbours, modulo 2^32. What
// overflows on the frame stays in bits that nobody reads.
var filled = [4]uint32{Black: 1<<32 + 1<<blackShift - 1<<emptyShift, White: 1<<32 + 1<<whiteShift - 1<<emptyShift}

// beside is what a neighbour adds to the word of a cell.
var beside = [4]uint32{Empty: 1 << emptyShift, Black: 1 << blackShift, White: 1 << whiteShift, edge: 1<<blackShift + 1<<whiteShift}

// The liberties of a chain are kept as a sum over its pseudo-liberties, that is pairs of a stone
// and an empty neighbour: their number, the sum of the cells and the sum of the cells' squares in
// one word. All of n pseudo-liberties are the point p exactly when the sums are n·p and n·p²
// (Cauchy-Schwarz), so "in atari at p" is one multiplication and one comparison, nothing is
// searched and the captures of a move are known before it is played.
// A board of 25×25 has at most 1200 such pairs, a cell is below 864: 11 + 20 + 30 bits.
const (
	libertySum     = 11
	libertySquares = 31
	libertyCount   = 1<<libertySum - 1
)

var (
	// liberty is what a cell is worth in the sums.
	liberty [cells]uint64
	// key are the hash keys of a stone of each colour on each cell.
	key [4][cells]uint64
)

func init() {
	random := NewRandom(0x5445_4e47_454e)
	for p := range uint64(cells) {
		liberty[p] = 1 | p<<libertySum | p*p<<libertySquares
		key[Black][p], key[White][p] = random.Uint64(), random.Uint64()
	}
}

// Board is a position with its chains. It isn't safe for concurrent use while it changes.
type Board struct {
	width, height int
	suicide       bool
	cell          [cells]uint32
	// next runs through the stones of a chain in a ring.
	next [cells]uint16
	// size and sums are kept under the cell that stands for the chain.
	size [cells]uint16
	sums [cells]sums
	// free is liberty where the cell is empty, else 0.
	free [cells]uint64
	// empty lists the empty cells in any order, place says where each is in it.
	empty    [maxPoints]uint16
	place    [cells]uint16
	empties  int
	hash     uint64
	captured [4]int
	// taken is the number of stones that the last move took: the last ones of empty.
	taken int
	// ko is the cell that koFor may not retake now, 0 when there is none.
	ko    uint16
	koFor Colour
}

// sums are the pseudo-liberties of a chain and the hash of its stones.
type sums struct {
	liberties uint64
	hash      uint64
}

// NewBoard returns an empty board (G2.2, 2002 art. 2: 空枰) of 2 to 25 lines a side.
// Fault: invalid "fault.weiqi.size".
func NewBoard(width, height int) (*Board, error) {
	if min(width, height) < MinSize || max(width, height) > MaxSize {
		return nil, fault.New(fault.Invalid, "fault.weiqi.size", fault.Args{"width": width, "height": height, "min": MinSize, "max": MaxSize})
	}
	b := &Board{width: width, height: height}
	b.rebuild(&[cells]Colour{})
	return b, nil
}

// cells runs through the cells of the board in reading order.
func (b *Board) cells() iter.Seq[uint] {
	return func(yield func(uint) bool) {
		for y := range uint(b.height) {
			for x := range uint(b.width) {
				if !yield((y+1)*stride + x + 1) {
					return
				}
			}
		}
	}
}

// rebuild makes everything anew from the stones: chains, liberties, the list of empty cells in
// reading order, the hash. It lifts a ko.
func (b *Board) rebuild(stones *[cells]Colour) {
	b.empties, b.hash, b.taken, b.ko, b.sums[0] = 0, 0, 0, 0, sums{}
	for p := range b.cell {
		b.cell[p] = uint32(edge) << colourShift
	}
	for p := range b.cells() {
		b.cell[p], b.free[p] = uint32(stones[p])<<colourShift, 0
		if stones[p] == Empty {
			b.putEmpty(p)
		}
	}
	for p := range b.cells() {
		for _, q := range neighbours(p) {
			b.cell[p] += beside[b.at(q)]
		}
	}
	for p := range b.cells() {
		if c := stones[p]; c != Empty {
			b.hash ^= key[c][p]
			b.link(c, p)
		}
	}
}

// at returns what is on a cell.
func (b *Board) at(p uint) Colour { return Colour(b.cell[p&cellMask] >> colourShift & colourMask) }

// head returns the cell that stands for the chain of a stone, 0 where there is none.
func (b *Board) head(p uint) uint16 { return uint16(b.cell[p&cellMask] & headMask) }

// stones returns what is on each cell.
func (b *Board) stones() (stones [cells]Colour) {
	for p := range stones {
		stones[p] = b.at(uint(p))
	}
	return stones
}

func (b *Board) putEmpty(p uint) {
	b.free[p] = liberty[p]
	b.empty[b.empties] = uint16(p)
	b.place[p] = uint16(b.empties)
	b.empties++
}

func neighbours(p uint) [4]uint { return [4]uint{p - stride, p - 1, p + 1, p + stride} }

// Clone returns a copy that shares nothing.
func (b *Board) Clone() *Board {
	c := *b
	return &c
}

// AllowSuicide lets moves take their own chain of two stones or more off, as some rules outside
// of China do. Under the Chinese rules such a point is forbidden (G5, art. 5 of both editions).
func (b *Board) AllowSuicide(allow bool) { b.suicide = allow }

// Width returns the number of columns.
func (b *Board) Width() int { return b.width }

// Height returns the number of rows.
func (b *Board) Height() int { return b.height }

// Size returns the number of points, 361 on 19×19 (G1.1, art. 1 of both editions).
func (b *Board) Size() int { return b.width * b.height }

// On tells whether the point lies on the board; Pass doesn't.
func (b *Board) On(p Point) bool { return p.X() < b.width && p.Y() < b.height }

// Points runs through the board's points row by row from the upper left corner.
func (b *Board) Points() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for p := range b.cells() {
			if !yield(pointOf(p)) {
				return
			}
		}
	}
}

func pointOf(p uint) Point { return At(int(p%stride)-1, int(p/stride)-1) }

// cell returns the cell of a point on the board.
func cell(p Point) uint { return uint(p.Y()+1)*stride + uint(p.X()+1) }

// At returns what stands on the point; Empty off the board.
func (b *Board) At(p Point) Colour {
	if !b.On(p) {
		return Empty
	}
	return b.at(cell(p))
}

// Stones lists the points of a colour row by row; those of Empty are the empty points.
func (b *Board) Stones(c Colour) []Point {
	var all []Point
	for p := range b.cells() {
		if b.at(p) == c {
			all = append(all, pointOf(p))
		}
	}
	return all
}

// Chain lists the stones of the chain at the point row by row; nil where no stone stands
// (G3, art. 3 of both editions).
func (b *Board) Chain(p Point) []Point {
	if b.At(p) == Empty {
		return nil
	}
	head := b.head(cell(p))
	var all []Point
	for q := range b.cells() {
		if b.head(q) == head {
			all = append(all, pointOf(q))
		}
	}
	return all
}

// Liberties lists the liberties 气 of the chain at the point row by row; nil where no stone
// stands (G3, art. 3 of both editions).
func (b *Board) Liberties(p Point) []Point {
	if b.At(p) == Empty {
		return nil
	}
	head := b.head(cell(p))
	var all []Point
	for q := range b.cells() {
		if b.at(q) == Empty && b.touches(q, head) {
			all = append(all, pointOf(q))
		}
	}
	return all
}

func (b *Board) touches(p uint, head uint16) bool {
	return b.head(p-stride) == head || b.head(p-1) == head || b.head(p+1) == head || b.head(p+stride) == head
}

// Captured returns how many stones of the colour moves have taken off the board.
func (b *Board) Captured(c Colour) int { return b.captured[c&3] }

// Taken lists the stones that the last move took off, in no order.
func (b *Board) Taken() []Point {
	if b.taken == 0 {
		return nil
	}
	all := make([]Point, b.taken)
	for i, p := range b.empty[b.empties-b.taken : b.empties] {
		all[i] = pointOf(uint(p))
	}
	return all
}

// Ko returns the point that a side may not retake now, and that side; Outside when there is
// none (D20.1).
func (b *Board) Ko() (Point, Colour) {
	if b.ko == 0 {
		return Outside, Empty
	}
	return pointOf(uint(b.ko)), b.koFor
}

// Hash returns 64 bits that depend on width, height and stones alone. Different positions may
// have the same; Equal decides.
func (b *Board) Hash() uint64 {
	return b.hash ^ uint64(b.width<<8|b.height)*0x9E3779B97F4A7C15
}

// Equal tells whether the boards have the same size and the same stones.
func (b *Board) Equal(other *Board) bool {
	if b.width != other.width || b.height != other.height || b.hash != other.hash {
		return false
	}
	return b.stones() == other.stones()
}

// Reason says why a move isn't allowed.
type Reason uint8

// The reasons. The names that String gives are those of the command line's contract.
const (
	Legal       Reason = iota
	OffBoard           // the point isn't on the board
	Occupied           // a stone stands there
	Suicide            // a forbidden point 禁着点 (G5)
	Ko                 // takes back a ko at once (D20.1)
	Repetition         // repeats a position of the game (G6)
	WrongColour        // the other side is to move (G2.3)
)

// String returns "" for Legal, else "occupied" and so on.
func (r Reason) String() string {
	return [...]string{"", "offBoard", "occupied", "suicide", "ko", "repetition", "wrongColour"}[r]
}

// Check tells whether the board allows the side to play there, looking at nothing but the
// position and the ko just taken: G5 (art. 5), D20.1 (art. 20.1), both editions. A pass is always
// allowed (G2.5).
func (b *Board) Check(c Colour, p Point) Reason {
	switch {
	case p == Pass:
		return Legal
	case !b.On(p):
		return OffBoard
	}
	at := cell(p)
	switch {
	case b.at(at) != Empty:
		return Occupied
	case uint16(at) == b.ko && c == b.koFor:
		return Ko
	case !b.breathes(c, at) && !(b.suicide && b.joins(c, at)):
		return Suicide
	}
	return Legal
}

// joins tells whether a stone there would join another of its colour.
func (b *Board) joins(c Colour, p uint) bool {
	return b.at(p-stride) == c || b.at(p-1) == c || b.at(p+1) == c || b.at(p+stride) == c
}

// breathes tells whether a stone on an empty cell would have a liberty once it has taken what it
// takes: G4, G5 (art. 4, 5 of both editions). Where no neighbour is empty, a chain of its own must
// have a liberty elsewhere or one of the opponent's must have none.
func (b *Board) breathes(c Colour, p uint) bool {
	if b.cell[p&cellMask] >= someEmpty {
		return true
	}
	v, other := liberty[p&cellMask], c^3
	return b.helps(other, p-stride, v) || b.helps(other, p-1, v) || b.helps(other, p+1, v) || b.helps(other, p+stride, v)
}

// helps tells whether the chain on a cell beside the point worth v gives a stone there a liberty:
// an opponent's chain by dying, a chain of its own by living. The frame has sums of 0, which look
// like atari, and isn't the opponent's.
func (b *Board) helps(other Colour, q uint, v uint64) bool {
	w := b.cell[q&cellMask]
	l := b.sums[w&headMask].liberties
	return (l == l&libertyCount*v) == (Colour(w>>colourShift&colourMask) == other)
}

// Play makes the move when Check allows it, and takes off the chains left without liberties: the
// opponent's first (G4, art. 4 of both editions). Pass lifts a ko. Else nothing changes.
func (b *Board) Play(c Colour, p Point) Reason {
	if reason := b.Check(c, p); reason != Legal {
		return reason
	}
	if p == Pass {
		b.pass()
		return Legal
	}
	b.put(c, cell(p))
	return Legal
}

func (b *Board) pass() { b.ko, b.taken = 0, 0 }

// put plays on an empty cell without asking. It is written out for speed: each neighbour is read
// once, and what differs between neighbours is computed with masks, not branched on.
func (b *Board) put(c Colour, p uint) {
	p &= cellMask
	n, w, e, s := (p-stride)&cellMask, (p-1)&cellMask, (p+1)&cellMask, (p+stride)&cellMask
	own, other := uint32(c)<<colourShift, uint32(c^3)<<colourShift
	word := b.cell[p]
	b.hash ^= key[c&3][p]

	b.empties--
	last := b.empty[b.empties]
	b.empty[b.place[p]], b.place[last&cellMask] = last, b.place[p]
	b.free[p] = 0

	wn, ww, we, ws := b.cell[n], b.cell[w], b.cell[e], b.cell[s]
	d := filled[c&3]
	b.cell[n], b.cell[w], b.cell[e], b.cell[s] = wn+d, ww+d, we+d, ws+d
	v := liberty[p]
	b.sums[wn&headMask].liberties -= v
	b.sums[ww&headMask].liberties -= v
	b.sums[we&headMask].liberties -= v
	b.sums[ws&headMask].liberties -= v
	b.sums[0].liberties = 0

	// A chain of one, under the name of a neighbour's chain if there is one of its colour.
	on, ow, oe, os := headIf(wn, own), headIf(ww, own), headIf(we, own), headIf(ws, own)
	b.next[p], b.size[p], b.sums[p] = uint16(p), 0, sums{}
	head := uint32(p)
	if on != 0 {
		head = on
	}
	if ow != 0 {
		head = ow
	}
	if oe != 0 {
		head = oe
	}
	if os != 0 {
		head = os
	}
	h := uint(head) & cellMask
	b.next[p] = b.next[h]
	b.next[h] = uint16(p)
	b.size[h]++
	b.sums[h].liberties += b.free[n] + b.free[w] + b.free[e] + b.free[s]
	b.sums[h].hash ^= key[c&3][p]
	b.cell[p] = word | own | head
	if on*(on^head)|ow*(ow^head)|oe*(oe^head) != 0 {
		h = b.mergeAll(c, h, n, w, e)
	}

	before := b.empties
	if b.dead(wn, other) {
		b.take(n)
	}
	if b.dead(ww, other) {
		b.take(w)
	}
	if b.dead(we, other) {
		b.take(e)
	}
	if b.dead(ws, other) {
		b.take(s)
	}
	b.taken, b.ko = b.empties-before, 0
	if b.taken > 0 {
		b.captured[c^3] += b.taken
		// A stone that takes one from the middle of the opponent's makes a ko.
		b.koFor = c ^ 3
		if b.taken == 1 && word>>countShift(c^3)&countMask == four {
			b.ko = b.empty[before]
		}
	}
	if b.suicide && b.sums[h].liberties == 0 {
		b.take(p)
		b.taken = b.empties - before
		b.captured[c&3] += b.taken
	}
}

// countShift is where a word counts the neighbours of a colour.
func countShift(c Colour) uint32 { return blackShift + (whiteShift-blackShift)*(uint32(c)-1) }

// headIf returns the head in a cell's word if it has the colour, else 0.
func headIf(word, colour uint32) uint32 {
	differs := int32(word&(colourMask<<colourShift)^colour) - 1 // below 0 when it hasn't
	return word & headMask & uint32(differs>>31)
}

// dead tells whether a neighbour, by the word it had, is a stone of the colour whose chain has no
// liberty left and is still on the board.
func (b *Board) dead(word, colour uint32) bool {
	return uint64(word&(colourMask<<colourShift)^colour)|b.sums[word&headMask].liberties == 0
}

// link makes a chain of the stone on a cell and joins it to its neighbours (G3).
func (b *Board) link(c Colour, p uint) {
	b.cell[p] = b.cell[p]&^headMask | uint32(p)
	b.next[p], b.size[p] = uint16(p), 1
	b.sums[p] = sums{0, key[c][p]}
	for _, q := range neighbours(p) {
		b.sums[p].liberties += b.free[q]
	}
	head := p
	for _, q := range neighbours(p) {
		if other := uint(b.head(q)); b.at(q) == c && other != 0 && other != head {
			head = b.merge(head, other)
		}
	}
}

// mergeAll joins the chains of a colour on three cells to the one under head.
func (b *Board) mergeAll(c Colour, head, n, w, e uint) uint {
	for _, q := range [3]uint{n, w, e} {
		if other := uint(b.head(q)); b.at(q) == c && other != head {
			head = b.merge(head, other)
		}
	}
	return head
}

// merge makes one chain of two; the smaller takes the name of the larger.
func (b *Board) merge(head, other uint) uint {
	head, other = head&cellMask, other&cellMask
	if b.size[head] < b.size[other] {
		head, other = other, head
	}
	change := uint32(other ^ head)
	for q := other; ; {
		b.cell[q] ^= change
		if q = uint(b.next[q]) & cellMask; q == other {
			break
		}
	}
	b.next[head], b.next[other] = b.next[other], b.next[head]
	b.size[head] += b.size[other]
	b.sums[head].liberties += b.sums[other].liberties
	b.sums[head].hash ^= b.sums[other].hash
	return head
}

// take removes the chain of the stone on a cell and gives its neighbours their liberties.
func (b *Board) take(at uint) {
	at &= cellMask
	word := b.cell[at]
	b.hash ^= b.sums[word&headMask].hash
	d := -filled[word>>colourShift&colourMask]
	for p := at; ; {
		b.cell[p] &^= headMask | colourMask<<colourShift
		v := liberty[p]
		b.free[p] = v
		b.empty[b.empties] = uint16(p)
		b.place[p] = uint16(b.empties)
		b.empties++
		n, w, e, s := (p-stride)&cellMask, (p-1)&cellMask, (p+1)&cellMask, (p+stride)&cellMask
		wn, ww, we, ws := b.cell[n], b.cell[w], b.cell[e], b.cell[s]
		b.cell[n], b.cell[w], b.cell[e], b.cell[s] = wn+d, ww+d, we+d, ws+d
		b.sums[wn&headMask].liberties += v
		b.sums[ww&headMask].liberties += v
		b.sums[we&headMask].liberties += v
		b.sums[ws&headMask].liberties += v
		if p = uint(b.next[p]) & cellMask; p == at {
			break
		}
	}
	b.sums[0].liberties = 0
}
