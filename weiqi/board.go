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

// The neighbours of a cell are counted in one number: Black's stones, White's and empty points,
// four bits each. The frame counts as a stone of both sides, so that "four of mine" is an eye at
// the edge, too.
const (
	oneBlack = 1
	oneWhite = 1 << 4
	oneEmpty = 1 << 8
	four     = 4
)

// filled is what a stone of a colour adds to the count of its neighbours, modulo 2^16.
var filled = [4]uint16{Black: 1<<16 + oneBlack - oneEmpty, White: 1<<16 + oneWhite - oneEmpty}

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
	colour        [cells]Colour
	// around counts the neighbours of a cell.
	around [cells]uint16
	// chain is the cell that stands for the chain of a stone; 0, a cell of the frame, elsewhere.
	chain [cells]uint16
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
	for p := range b.colour {
		b.colour[p] = edge
	}
	for p := range b.cells() {
		b.colour[p] = Empty
	}
	b.rebuild()
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

// rebuild makes everything anew from the colours: chains, liberties, the list of empty cells in
// reading order, the hash. It lifts a ko.
func (b *Board) rebuild() {
	b.empties, b.hash, b.taken, b.ko = 0, 0, 0, 0
	b.chain, b.sums[0] = [cells]uint16{}, sums{}
	for p := range b.cells() {
		b.free[p] = 0
		if b.colour[p] == Empty {
			b.free[p] = liberty[p]
			b.putEmpty(p)
		}
	}
	for p := range b.cells() {
		b.around[p] = 0
		for _, q := range neighbours(p) {
			b.around[p] += [4]uint16{Empty: oneEmpty, Black: oneBlack, White: oneWhite, edge: oneBlack + oneWhite}[b.colour[q]]
		}
		if c := b.colour[p]; c != Empty {
			b.hash ^= key[c][p]
			b.link(c, p)
		}
	}
}

func (b *Board) putEmpty(p uint) {
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
	return b.colour[cell(p)]
}

// Stones lists the points of a colour row by row; those of Empty are the empty points.
func (b *Board) Stones(c Colour) []Point {
	var all []Point
	for p := range b.cells() {
		if b.colour[p] == c {
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
	head := b.chain[cell(p)]
	var all []Point
	for q := range b.cells() {
		if b.chain[q] == head {
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
	head := b.chain[cell(p)]
	var all []Point
	for q := range b.cells() {
		if b.colour[q] == Empty && b.touches(q, head) {
			all = append(all, pointOf(q))
		}
	}
	return all
}

func (b *Board) touches(p uint, head uint16) bool {
	return b.chain[p-stride] == head || b.chain[p-1] == head || b.chain[p+1] == head || b.chain[p+stride] == head
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
	return b.colour == other.colour
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
	case b.colour[at] != Empty:
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
	return b.colour[p-stride] == c || b.colour[p-1] == c || b.colour[p+1] == c || b.colour[p+stride] == c
}

// breathes tells whether a stone on an empty cell would have a liberty once it has taken what it
// takes: G4, G5 (art. 4, 5 of both editions). Where no neighbour is empty, a chain of its own must
// have a liberty elsewhere or one of the opponent's must have none.
func (b *Board) breathes(c Colour, p uint) bool {
	if b.around[p&cellMask] >= oneEmpty {
		return true
	}
	v, other := liberty[p&cellMask], c^3
	return b.helps(other, p-stride, v) || b.helps(other, p-1, v) || b.helps(other, p+1, v) || b.helps(other, p+stride, v)
}

// helps tells whether the chain on a cell beside the point worth v gives a stone there a liberty:
// an opponent's chain by dying, a chain of its own by living. The frame has sums of 0, which look
// like atari, and isn't the opponent's.
func (b *Board) helps(other Colour, q uint, v uint64) bool {
	l := b.sums[b.chain[q&cellMask]&cellMask].liberties
	return (l == l&libertyCount*v) == (b.colour[q&cellMask] == other)
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

// put plays on an empty cell without asking.
func (b *Board) put(c Colour, p uint) {
	p &= cellMask
	// A stone that takes one stone from the middle of the opponent's makes a ko.
	other := c ^ 3
	surrounded := b.around[p]>>(4*(other-1))&15 == four
	b.empties--
	last := b.empty[b.empties]
	b.empty[b.place[p]], b.place[last&cellMask] = last, b.place[p]
	b.hash ^= key[c][p]
	b.free[p] = 0
	b.colour[p] = c
	d := filled[c]
	b.around[(p-stride)&cellMask] += d
	b.around[(p-1)&cellMask] += d
	b.around[(p+1)&cellMask] += d
	b.around[(p+stride)&cellMask] += d
	v := liberty[p]
	b.lose((p-stride)&cellMask, v)
	b.lose((p-1)&cellMask, v)
	b.lose((p+1)&cellMask, v)
	b.lose((p+stride)&cellMask, v)
	b.sums[0].liberties = 0
	head := b.link(c, p)

	before := b.empties
	b.takeIfDead(other, p-stride)
	b.takeIfDead(other, p-1)
	b.takeIfDead(other, p+1)
	b.takeIfDead(other, p+stride)
	b.taken = b.empties - before
	b.captured[other] += b.taken
	b.ko, b.koFor = 0, other
	if surrounded && b.taken == 1 {
		b.ko = b.empty[before]
	}
	if b.suicide && b.sums[head].liberties == 0 {
		b.take(head)
		b.taken = b.empties - before
		b.captured[c] += b.taken
	}
}

// lose takes a pseudo-liberty from whatever chain is there; that of empty cells and of the frame
// is chain 0, whose sums the caller clears.
func (b *Board) lose(q uint, v uint64) { b.sums[b.chain[q&cellMask]&cellMask].liberties -= v }

// link makes a chain of the stone on a cell and joins it to its neighbours (G3). It returns the
// cell that stands for the chain.
func (b *Board) link(c Colour, p uint) uint {
	b.chain[p], b.next[p], b.size[p] = uint16(p), uint16(p), 1
	b.sums[p] = sums{b.free[(p-stride)&cellMask] + b.free[(p-1)&cellMask] + b.free[(p+1)&cellMask] + b.free[(p+stride)&cellMask], key[c][p]}
	head := p
	head = b.join(c, head, p-stride)
	head = b.join(c, head, p-1)
	head = b.join(c, head, p+1)
	return b.join(c, head, p+stride)
}

func (b *Board) join(c Colour, head, q uint) uint {
	q &= cellMask
	if b.colour[q] != c {
		return head
	}
	other := uint(b.chain[q])
	if other == head || other == 0 {
		return head
	}
	return b.merge(head, other)
}

// merge makes one chain of two; the smaller takes the name of the larger.
func (b *Board) merge(head, other uint) uint {
	head, other = head&cellMask, other&cellMask
	if b.size[head] < b.size[other] {
		head, other = other, head
	}
	for q := other; ; {
		b.chain[q] = uint16(head)
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

func (b *Board) takeIfDead(c Colour, q uint) {
	q &= cellMask
	if head := uint(b.chain[q]) & cellMask; uint64(b.colour[q]^c)|b.sums[head].liberties == 0 {
		b.take(head)
	}
}

// take removes a chain and gives its neighbours their liberties.
func (b *Board) take(head uint) {
	c := b.colour[head]
	b.hash ^= b.sums[head].hash
	d := -filled[c]
	for p := head; ; {
		b.colour[p], b.chain[p] = Empty, 0
		v := liberty[p]
		b.free[p] = v
		b.putEmpty(p)
		n, w, e, s := (p-stride)&cellMask, (p-1)&cellMask, (p+1)&cellMask, (p+stride)&cellMask
		b.around[n] += d
		b.around[w] += d
		b.around[e] += d
		b.around[s] += d
		b.gain(n, v)
		b.gain(w, v)
		b.gain(e, v)
		b.gain(s, v)
		if p = uint(b.next[p]) & cellMask; p == head {
			break
		}
	}
	b.sums[0].liberties = 0
}

func (b *Board) gain(q uint, v uint64) { b.sums[b.chain[q&cellMask]&cellMask].liberties += v }
