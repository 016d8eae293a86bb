package weiqi

import "tianyuan/fault"

// Quarters is the worth of a point in quarter-stones.
const Quarters = 4

// Agreement is what both sides, or the chief referee, settled before counting.
type Agreement struct {
	// Dead names the dead chains, each by any of its stones (G8, art. 8 of both editions).
	Dead []Point
	// Contested are points still open to both that aren't left to the stones around them:
	// they go to the side To, when the other gave up contesting (C12.4(4), 2002 art. 12.4(4)), or
	// half to each when To is Empty, as in a seki (D21.2, art. 21.2 of both editions).
	Contested []Point
	To        Colour
}

// Area is the count of a board by 数子法 (G9, art. 9 of both editions).
type Area struct {
	// Black and White are the areas in quarter-stones; together they are the whole board.
	Black, White int
	// Neutral are the points shared half each, row by row.
	Neutral []Point
	owner   [cells]Colour
}

// Owner returns the side that the point counts for; Empty when it is shared or off the board.
func (a *Area) Owner(p Point) Colour {
	if p.X() >= MaxSize || p.Y() >= MaxSize || a.owner[cell(p)] == edge {
		return Empty
	}
	return a.owner[cell(p)]
}

// Count counts the board: without the dead stones, a side's stones and the points that it alone
// surrounds are its area (G9.1), and the points between both are shared half each (G9.2). The
// board isn't changed.
// Faults: invalid "fault.weiqi.deadEmpty", "fault.weiqi.contestedStone", with the point as "at".
func (b *Board) Count(a Agreement) (*Area, error) {
	area := &Area{owner: b.stones()}
	for _, p := range a.Dead {
		if b.At(p) == Empty {
			return nil, fault.New(fault.Invalid, "fault.weiqi.deadEmpty", fault.Args{"at": p.GTP(b.height)})
		}
		head := b.head(cell(p))
		for q := range b.cells() {
			if b.head(q) == head {
				area.owner[q] = Empty
			}
		}
	}
	stones := area.owner
	area.surround(b, &stones)
	for _, p := range a.Contested {
		if !b.On(p) || stones[cell(p)] != Empty {
			return nil, fault.New(fault.Invalid, "fault.weiqi.contestedStone", fault.Args{"at": p.GTP(b.height)})
		}
		area.owner[cell(p)] = a.To
	}
	area.add(b)
	return area, nil
}

// surround gives each connected set of empty points to the side that alone borders on it.
func (a *Area) surround(b *Board, stones *[cells]Colour) {
	var seen [cells]bool
	var region [maxPoints]uint16
	for p := range b.cells() {
		if stones[p] != Empty || seen[p] {
			continue
		}
		n, borders := 1, Empty
		region[0], seen[p] = uint16(p), true
		for i := 0; i < n; i++ {
			for _, q := range neighbours(uint(region[i])) {
				switch c := stones[q]; {
				case c == Empty && !seen[q]:
					seen[q] = true
					region[n] = uint16(q)
					n++
				case c == Black || c == White:
					borders |= c
				}
			}
		}
		if borders != Black && borders != White {
			borders = Empty
		}
		for _, q := range region[:n] {
			a.owner[q] = borders
		}
	}
}

func (a *Area) add(b *Board) {
	for p := range b.cells() {
		switch a.owner[p] {
		case Black:
			a.Black += Quarters
		case White:
			a.White += Quarters
		default:
			a.Neutral = append(a.Neutral, pointOf(p))
			a.Black += Quarters / 2
			a.White += Quarters / 2
		}
	}
}
