package record

import (
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// A cell of position is (row+1)·64 + column+1: a frame of cells that are no points lies around
// the board, so that every point has four neighbours.
const (
	stride = 64
	cells  = (MaxSize + 2) * stride
	frame  = 3
)

// position is a board of any size that SGF has, with stones that are put, played and taken back.
// It knows captures and nothing else of the rules: package weiqi has boards up to 25 lines and all
// of them, but can't take back what a set-up did.
type position struct {
	width, height int
	stone         [cells]uint8 // a rules.Side, or frame
	// changes has what stood on a cell before, as cell·4 + stone, while logging is on.
	changes stack[uint16]
	logging bool

	chain []uint16 // the stones that reaches went through
	seen  [cells]uint32
	round uint32
	// work counts the cells that were looked at.
	work int
}

func (p *position) begin(width, height int) {
	p.width, p.height = width, height
	for c := range p.stone {
		p.stone[c] = frame
	}
	for y := range height {
		row := p.stone[int(cellAt(weiqi.At(0, y))):]
		clear(row[:width])
	}
}

func cellAt(at weiqi.Point) uint16 { return uint16((at.Y()+1)*stride + at.X() + 1) }

func (p *position) put(cell uint16, stone uint8) {
	if p.stone[cell] == stone {
		return
	}
	if p.logging {
		p.changes.push(cell<<2 | uint16(p.stone[cell]))
	}
	p.stone[cell] = stone
}

// back undoes the changes behind the first ones.
func (p *position) back(first int) {
	p.work += p.changes.n - first
	for p.changes.n > first {
		change := p.changes.pop()
		p.stone[change>>2] = uint8(change & 3)
	}
}

func around(cell uint16) [4]uint16 {
	return [4]uint16{cell - stride, cell - 1, cell + 1, cell + stride}
}

// play puts a stone and takes what it captures. A move that would stand without a liberty doesn't
// stand, as in Replay.
func (p *position) play(side rules.Side, cell uint16) {
	p.put(cell, uint8(side))
	for _, next := range around(cell) {
		if p.stone[next] == uint8(side.Other()) && !p.breathes(next) {
			for _, taken := range p.chain {
				p.put(taken, 0)
			}
		}
	}
	if !p.breathes(cell) {
		p.put(cell, 0)
	}
}

// breathes tells whether the chain of a stone has a liberty. If not, the stones are in p.chain.
func (p *position) breathes(cell uint16) bool {
	side := p.stone[cell]
	p.round++
	p.seen[cell] = p.round
	p.chain = append(p.chain[:0], cell)
	for i := 0; i < len(p.chain); i++ {
		p.work++
		for _, next := range around(p.chain[i]) {
			switch {
			case p.stone[next] == 0:
				return true
			case p.stone[next] == side && p.seen[next] != p.round:
				p.seen[next] = p.round
				p.chain = append(p.chain, next)
			}
		}
	}
	return false
}

// stack grows by pieces of one size, so that nothing is copied and little lies idle.
type stack[T any] struct {
	pieces [][]T
	n      int
}

func (s *stack[T]) push(v T) {
	if s.n == len(s.pieces)<<chunkBits {
		s.pieces = append(s.pieces, make([]T, 1<<chunkBits))
	}
	s.n++
	*s.top() = v
}

func (s *stack[T]) top() *T { return &s.pieces[(s.n-1)>>chunkBits][(s.n-1)&(1<<chunkBits-1)] }

func (s *stack[T]) pop() T {
	v := *s.top()
	s.n--
	return v
}
