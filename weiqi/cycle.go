package weiqi

import "slices"

// CycleKind names a repetition by its shape. What follows from it is for the rules to say
// (art. 20 of both editions).
type CycleKind uint8

// The kinds of cycles.
const (
	// OtherCycle is balanced and none of those below, such as molasses ko.
	OtherCycle CycleKind = iota
	// SingleKo is one ko, taken and retaken (D20.1 单劫).
	SingleKo
	// SendTwo is any cycle that costs one side more stones than the other, so that the other
	// passes in it: sending two, returning one 送二还一 (1988 art. 20.4).
	SendTwo
	// Moonshine is false life 假生: a ko for the life of one group, kept going by two kos or more
	// of another fight (D20.2).
	Moonshine
	// TripleKo goes round three kos 三劫循环 (D20.3).
	TripleKo
	// QuadrupleKo goes round four kos 四劫循环 (D20.3).
	QuadrupleKo
	// MultiKo goes round two kos, which takes passes, or more than four.
	MultiKo
	// EternalLife is 长生: both sides take two stones in turn on one spot, in four moves (D20.3).
	EternalLife
	// RoundRobinKo is 双提两子: both sides take two stones in turn and the prisoners balance, on
	// more spots or in more moves than eternal life (D20.3).
	RoundRobinKo
)

// String returns the key of the kind: "other", "simpleKo", "sendTwo", "moonshine", "tripleKo",
// "quadKo", "multiKo", "eternalLife", "roundRobinKo".
func (k CycleKind) String() string {
	return [...]string{"other", "simpleKo", "sendTwo", "moonshine", "tripleKo", "quadKo", "multiKo", "eternalLife", "roundRobinKo"}[k]
}

// KoPoints are the two points of a ko: the stone of one side stands on one of them in turn.
type KoPoints [2]Point

// Cycle is a stretch of moves that leads from a position back to the same.
type Cycle struct {
	Kind CycleKind
	// From and To are the plies after which the position stands; Length is the number of moves
	// between them, passes with them.
	From, To, Length int
	// BlackLost and WhiteLost are the stones taken from each side over the cycle.
	BlackLost, WhiteLost int
	// Kos are the kos taken in it, each once, in the order of their first capture.
	Kos []KoPoints
}

// Balanced tells whether both sides lose the same number of stones.
func (c Cycle) Balanced() bool { return c.BlackLost == c.WhiteLost }

// play is one move of a cycle.
type play struct {
	move  Move
	taken []uint16
	ko    bool
}

// Cycle describes the cycle that the move would close, whoever is to move in the position that it
// brings back; false when it closes none. A ko that may not be retaken is described, too.
func (g *Game) Cycle(c Colour, p Point) (Cycle, bool) {
	if reason := g.board.Check(c, p); p == Pass || reason != Legal && reason != Ko {
		return Cycle{}, false
	}
	plies := g.repeats(c, cell(p), Positional, 1)
	if plies == nil {
		return Cycle{}, false
	}
	after := g.board.Clone()
	after.put(c, cell(p))
	last := play{Move{c, p}, after.empty[after.empties-after.taken : after.empties], after.ko != 0}
	moves := append(g.plays(plies[0], g.Ply()), last)
	return classify(after, plies[0], moves), true
}

// CycleAt describes the cycle that move number ply closed, false when the position after it
// hadn't stood before or it was a pass.
func (g *Game) CycleAt(ply int) (Cycle, bool) {
	if ply < 1 || ply > g.Ply() || g.steps[ply].move.Point == Pass {
		return Cycle{}, false
	}
	after := g.colours(ply)
	for from := g.steps[ply].prev; from >= 0; from = g.steps[from].prev {
		if g.colours(int(from)) == after {
			return classify(g.Position(ply), int(from), g.plays(int(from), ply)), true
		}
	}
	return Cycle{}, false
}

// plays lists the moves after ply from up to ply to.
func (g *Game) plays(from, to int) []play {
	var all []play
	for ply := from + 1; ply <= to; ply++ {
		all = append(all, play{g.steps[ply].move, g.takenBy(ply), g.steps[ply].ko != 0})
	}
	return all
}

// classify describes the moves that lead from the position back to it.
func classify(b *Board, from int, moves []play) Cycle {
	cycle := Cycle{From: from, To: from + len(moves), Length: len(moves)}
	onlyKos, twos := true, [3]int{}
	for _, m := range moves {
		lost := m.move.Colour.Other()
		if slices.Contains(m.taken, uint16(cell(m.move.Point))) {
			lost = m.move.Colour // it took itself
		}
		if lost == Black {
			cycle.BlackLost += len(m.taken)
		} else {
			cycle.WhiteLost += len(m.taken)
		}
		switch {
		case m.ko:
			cycle.addKo(m.move.Point, pointOf(uint(m.taken[0])))
		case len(m.taken) > 0:
			onlyKos = false
		}
		if len(m.taken) == 2 {
			twos[lost]++
		}
	}
	cycle.Kind = cycle.kind(b, moves, onlyKos, twos[Black] > 0 && twos[Black] == twos[White])
	return cycle
}

func (c *Cycle) addKo(p, q Point) {
	ko := KoPoints{min(p, q), max(p, q)}
	if !slices.Contains(c.Kos, ko) {
		c.Kos = append(c.Kos, ko)
	}
}

// kind decides by prisoners, kos and captures of two; bothTwo says that both sides took two stones
// at once, equally often.
func (c *Cycle) kind(b *Board, moves []play, onlyKos, bothTwo bool) CycleKind {
	switch {
	case !c.Balanced():
		return SendTwo
	case onlyKos && len(c.Kos) == 1:
		return SingleKo
	case onlyKos && len(c.Kos) >= 3 && falseLife(b, c.Kos):
		return Moonshine
	case onlyKos && len(c.Kos) == 3:
		return TripleKo
	case onlyKos && len(c.Kos) == 4:
		return QuadrupleKo
	case onlyKos && len(c.Kos) > 0:
		return MultiKo
	case bothTwo && len(c.Kos) == 0 && len(moves) == 4 && oneSpot(moves):
		return EternalLife
	case bothTwo && len(c.Kos) == 0:
		return RoundRobinKo
	}
	return OtherCycle
}

// oneSpot tells whether the points played and taken hang together.
func oneSpot(moves []play) bool {
	open := map[uint]bool{}
	for _, m := range moves {
		if m.move.Point != Pass {
			open[cell(m.move.Point)] = true
		}
		for _, p := range m.taken {
			open[uint(p)] = true
		}
	}
	for p := range open {
		spread(open, p)
		break
	}
	return len(open) == 0
}

// spread removes p and what hangs together with it.
func spread(open map[uint]bool, p uint) {
	delete(open, p)
	for _, q := range neighbours(p) {
		if open[q] {
			spread(open, q)
		}
	}
}

// falseLife tells whether the kos belong to different fights, one of them with a single ko and
// one with more: the one ko is for a life that only the others' endless threats put off.
func falseLife(b *Board, kos []KoPoints) bool {
	alone, together := false, false
	for _, size := range fights(b, kos) {
		alone = alone || size == 1
		together = together || size > 1
	}
	return alone && together
}

// weakLiberties is how many liberties apart from the kos a chain may have to be in danger. The
// strong chains round a fight touch kos of several fights without joining them.
const weakLiberties = 2

// fights returns how many kos each fight has. Two kos are of one fight when a chain in danger
// borders on both, or when such chains border on each other.
func fights(b *Board, kos []KoPoints) map[int]int {
	fight := make([]int, len(kos)) // ko → the first ko of its fight
	weak := make([]map[uint16]bool, len(kos))
	for i, ko := range kos {
		fight[i], weak[i] = i, weakBeside(b, ko, kos)
	}
	for i := range kos {
		for j := range i {
			if linked(b, weak[i], weak[j]) {
				was, now := fight[i], fight[j]
				for k := range i + 1 {
					if fight[k] == was {
						fight[k] = now
					}
				}
			}
		}
	}
	sizes := map[int]int{}
	for _, first := range fight {
		sizes[first]++
	}
	return sizes
}

// weakBeside lists the chains in danger beside a ko, its own stones apart.
func weakBeside(b *Board, ko KoPoints, kos []KoPoints) map[uint16]bool {
	weak := map[uint16]bool{}
	for _, p := range ko {
		for _, q := range neighbours(cell(p)) {
			if head := b.head(q); head != 0 && !slices.Contains(ko[:], pointOf(q)) && inDanger(b, q, kos) {
				weak[head] = true
			}
		}
	}
	return weak
}

func inDanger(b *Board, q uint, kos []KoPoints) bool {
	n := 0
	for _, l := range b.Liberties(pointOf(q)) {
		if !slices.ContainsFunc(kos, func(ko KoPoints) bool { return l == ko[0] || l == ko[1] }) {
			n++
		}
	}
	return n <= weakLiberties
}

// linked tells whether two sets of chains share one or border on each other.
func linked(b *Board, one, other map[uint16]bool) bool {
	for head := range one {
		if other[head] {
			return true
		}
		for p := range b.cells() {
			if b.head(p) != head {
				continue
			}
			for _, q := range neighbours(p) {
				if b.head(q) != 0 && other[b.head(q)] {
					return true
				}
			}
		}
	}
	return false
}
