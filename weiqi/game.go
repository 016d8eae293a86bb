package weiqi

import (
	"maps"
	"slices"

	"tianyuan/fault"
)

// Mode says which repetitions of a position a game forbids. A ko is never retaken at once in any
// of them (D20.1), and a pass is never a repetition (G2.5).
type Mode uint8

// The modes.
const (
	// Simple forbids nothing but the ko: 1988, with art. 20 in the referee's hand.
	Simple Mode = iota
	// Positional forbids a move that brings back any earlier position (G6, 2002 art. 6).
	Positional
	// Situational forbids a move that brings back an earlier position with the same side to move.
	Situational
	// NaturalSituational forbids a move that brings back a position which an earlier move of the
	// same side made, passes not counting. The position of the start counts as made by the side
	// that isn't to move first.
	NaturalSituational
)

var modes = [...]string{"simple", "positional", "situational", "natural"}

// String returns "simple", "positional", "situational" or "natural".
func (m Mode) String() string { return modes[m] }

// ParseMode reads what String writes. Fault: invalid "fault.weiqi.mode".
func ParseMode(text string) (Mode, error) {
	if i := slices.Index(modes[:], text); i >= 0 {
		return Mode(i), nil
	}
	return Simple, fault.New(fault.Invalid, "fault.weiqi.mode", fault.Args{"value": text})
}

// Options are what a game asks of its moves.
type Options struct {
	Repetition Mode
	// Alternate asks for the sides to move in turn (G2.3).
	Alternate bool
	// Suicide allows chains of two stones or more to be taken by their own move; never under
	// the Chinese rules (G5).
	Suicide bool
}

// Move is a stone of a side on a point, or its pass.
type Move struct {
	Colour Colour
	Point  Point
}

// Verdict is what Check says of a move.
type Verdict struct {
	Move   Move
	Reason Reason
	// Ply is the number of moves after which the position repeated stood before, 0 for the start;
	// of several the latest. It is -1 unless Reason is Repetition.
	Ply    int
	height int
}

// Legal tells that the move is allowed.
func (v Verdict) Legal() bool { return v.Reason == Legal }

// Err returns nil for a legal move, else an invalid fault "fault.weiqi.suicide" and so on, with
// the point as "at" and the ply of a repetition as "ply".
func (v Verdict) Err() error {
	if v.Legal() {
		return nil
	}
	args := fault.Args{"at": v.Move.Point.GTP(v.height)}
	switch v.Reason {
	case OffBoard:
		args = fault.Args{"at": v.Move.Point.String()}
	case WrongColour:
		args = nil
	case Repetition:
		args["ply"] = v.Ply
	}
	return fault.New(fault.Invalid, "fault.weiqi."+v.Reason.String(), args)
}

// Game is a game's moves from its start position, with every position that stood. Repetition is
// exact: it looks over the whole game, and equal hashes are confirmed stone by stone.
// A Game isn't safe for concurrent use.
type Game struct {
	options Options
	first   Colour
	board   *Board
	steps   []step
	// taken holds the stones that the moves took off, one move after another.
	taken []uint16
	// latest finds the latest ply by hash; each step leads on to the one before.
	latest map[uint64]int32
}

// step is the start (ply 0) or a move.
type step struct {
	move  Move
	hash  uint64 // of the position after it
	prev  int32  // the ply before with the same hash, -1 for none
	ko    uint16
	koFor Colour
	// taken is where the stones of this move begin in Game.taken.
	taken int32
}

// NewGame begins a game at the position, which may have handicap or other stones and counts for
// repetition (options no. 1). first is the side to move, Black on an empty board (G2.3).
func NewGame(start *Board, first Colour, options Options) *Game {
	g := &Game{options: options, first: first, board: start.Clone(), latest: map[uint64]int32{}}
	g.board.suicide = options.Suicide
	g.board.captured = [4]int{}
	g.board.pass()
	g.remember(Move{first.Other(), Pass})
	return g
}

func (g *Game) remember(m Move) {
	s := step{move: m, hash: g.board.hash, prev: -1, ko: g.board.ko, koFor: g.board.koFor, taken: int32(len(g.taken))}
	if prev, ok := g.latest[s.hash]; ok {
		s.prev = prev
	}
	g.latest[s.hash] = int32(len(g.steps))
	g.steps = append(g.steps, s)
	b := g.board
	g.taken = append(g.taken, b.empty[b.empties-b.taken:b.empties]...)
}

// Clone returns a copy that goes on by itself.
func (g *Game) Clone() *Game {
	c := *g
	c.board = g.board.Clone()
	c.steps, c.taken, c.latest = slices.Clone(g.steps), slices.Clone(g.taken), maps.Clone(g.latest)
	return &c
}

// Board is the position now. It belongs to the game: read it, or Clone it to change it.
func (g *Game) Board() *Board { return g.board }

// Options returns the game's options.
func (g *Game) Options() Options { return g.options }

// Ply returns the number of moves made, passes with them.
func (g *Game) Ply() int { return len(g.steps) - 1 }

// ToMove returns the side whose turn it is: the other than moved last.
func (g *Game) ToMove() Colour { return g.steps[len(g.steps)-1].move.Colour.Other() }

// Move returns move number ply, from 1.
func (g *Game) Move(ply int) Move { return g.steps[ply].move }

// Taken lists the stones that move number ply, from 1, took off.
func (g *Game) Taken(ply int) []Point {
	var all []Point
	for _, p := range g.takenBy(ply) {
		all = append(all, pointOf(uint(p)))
	}
	return all
}

func (g *Game) takenBy(ply int) []uint16 {
	end := int32(len(g.taken))
	if ply+1 < len(g.steps) {
		end = g.steps[ply+1].taken
	}
	return g.taken[g.steps[ply].taken:end]
}

// Check tells whether the side may play there now. Of several reasons it gives the first of
// OffBoard, Occupied, WrongColour, Ko, Suicide, Repetition.
func (g *Game) Check(c Colour, p Point) Verdict {
	v := Verdict{Move: Move{c, p}, Ply: -1, height: g.board.height}
	v.Reason = g.board.Check(c, p)
	if g.options.Alternate && c != g.ToMove() && v.Reason != OffBoard && v.Reason != Occupied {
		v.Reason = WrongColour
	}
	if v.Reason != Legal || p == Pass || g.options.Repetition == Simple {
		return v
	}
	if plies := g.repeats(c, cell(p), g.options.Repetition, 1); len(plies) > 0 {
		v.Reason, v.Ply = Repetition, plies[0]
	}
	return v
}

// Play makes the move if Check allows it; else nothing changes.
func (g *Game) Play(c Colour, p Point) Verdict {
	v := g.Check(c, p)
	if !v.Legal() {
		return v
	}
	if p == Pass {
		g.board.pass()
	} else {
		g.board.put(c, cell(p))
	}
	g.remember(v.Move)
	return v
}

// Repeats lists the plies, latest first, after which the position stood that the move would make,
// as the mode compares positions (Simple compares as Positional does). It is nil for a pass and
// for a move that the board doesn't allow for another reason than a ko. With it a referee counts
// how often a position has come up (options no. 2).
func (g *Game) Repeats(c Colour, p Point, mode Mode) []int {
	if reason := g.board.Check(c, p); p == Pass || reason != Legal && reason != Ko {
		return nil
	}
	return g.repeats(c, cell(p), mode, len(g.steps))
}

func (g *Game) repeats(c Colour, p uint, mode Mode, most int) []int {
	hash := g.board.hashAfter(c, p)
	if g.board.suicide && !g.board.breathes(c, p) {
		next := *g.board
		next.put(c, p)
		hash = next.hash
	}
	ply, ok := g.latest[hash]
	if !ok {
		return nil
	}
	var plies []int
	after := g.board.after(c, p)
	for ; ply >= 0 && len(plies) < most; ply = g.steps[ply].prev {
		if g.counts(int(ply), c, mode) && g.colours(int(ply)) == after {
			plies = append(plies, int(ply))
		}
	}
	return plies
}

// counts tells whether the position after ply is one that the mode compares when c moves.
func (g *Game) counts(ply int, c Colour, mode Mode) bool {
	m := g.steps[ply].move
	switch mode {
	case Situational:
		return m.Colour == c
	case NaturalSituational:
		return m.Colour == c && (m.Point != Pass || ply == 0)
	}
	return true
}

// hashAfter is the hash of the position that a move would make which takes nothing of its own: the
// chains that it takes are those of the opponent in atari there.
func (b *Board) hashAfter(c Colour, p uint) uint64 {
	p &= cellMask
	hash, other, v := b.hash^key[c&3][p], uint32(c^3)<<colourShift, liberty[p]
	n, w, e, s := b.dying(p-stride, other, v), b.dying(p-1, other, v), b.dying(p+1, other, v), b.dying(p+stride, other, v)
	if n|w|e|s == 0 {
		return hash
	}
	hash ^= b.sums[n].hash
	if w != n {
		hash ^= b.sums[w].hash
	}
	if e != n && e != w {
		hash ^= b.sums[e].hash
	}
	if s != n && s != w && s != e {
		hash ^= b.sums[s].hash
	}
	return hash
}

// dying returns the head of the chain on a cell if it has the colour and no liberty but the one
// worth v, else 0; chain 0 has the hash 0.
func (b *Board) dying(q uint, colour uint32, v uint64) uint32 {
	word := b.cell[q&cellMask]
	head := headIf(word, colour)
	l := b.sums[head&headMask].liberties
	if l != l&libertyCount*v {
		return 0
	}
	return head & headMask
}

// after returns the stones as the move would leave them.
func (b *Board) after(c Colour, p uint) [cells]Colour {
	next := *b
	next.put(c, p)
	return next.stones()
}

// colours returns the stones as they stood after ply: the moves since then, taken back.
func (g *Game) colours(ply int) [cells]Colour {
	now := g.board.stones()
	for i := len(g.steps) - 1; i > ply; i-- {
		g.takeBack(&now, i)
	}
	return now
}

func (g *Game) takeBack(stones *[cells]Colour, ply int) {
	m := g.steps[ply].move
	if m.Point == Pass {
		return
	}
	at := cell(m.Point)
	lost := m.Colour.Other()
	if stones[at] == Empty {
		lost = m.Colour // it took itself
	}
	for _, p := range g.takenBy(ply) {
		stones[p] = lost
	}
	stones[at] = Empty
}

// Position returns a copy of the position after ply moves, 0 being the start.
func (g *Game) Position(ply int) *Board {
	b := g.board.Clone()
	stones := g.colours(ply)
	b.rebuild(&stones)
	b.ko, b.koFor = g.steps[ply].ko, g.steps[ply].koFor
	for i := len(g.steps) - 1; i > ply; i-- {
		b.captured[g.lost(i)] -= len(g.takenBy(i))
	}
	return b
}

// lost is the colour of the stones that move number ply took.
func (g *Game) lost(ply int) Colour {
	m := g.steps[ply].move
	if slices.Contains(g.takenBy(ply), uint16(cell(m.Point))) {
		return m.Colour
	}
	return m.Colour.Other()
}

// Undo takes the last move back; false at the start.
func (g *Game) Undo() bool {
	ply := g.Ply()
	if ply == 0 {
		return false
	}
	b := g.board
	b.captured[g.lost(ply)] -= len(g.takenBy(ply))
	stones := b.stones()
	g.takeBack(&stones, ply)
	b.rebuild(&stones)
	s := g.steps[ply]
	if s.prev >= 0 {
		g.latest[s.hash] = s.prev
	} else {
		delete(g.latest, s.hash)
	}
	g.taken, g.steps = g.taken[:s.taken], g.steps[:ply]
	b.ko, b.koFor = g.steps[ply-1].ko, g.steps[ply-1].koFor
	return true
}
