package weiqi

// Life finds unconditional life: chains that their side keeps even if it passes for ever, and
// the points that they so surround (D. B. Benson, "Life in the game of Go", Information Sciences
// 10, 1976). It proves life; what it doesn't find may still be alive. The zero value is ready, and
// one Life may look at many boards without allocating.
type Life struct {
	safe [cells]Colour
	// mark is the last region, plus 1, that a cell or the chain of a cell was met in.
	mark    [cells]uint16
	regions []region
	borders []uint16
	queue   [maxPoints]uint16
	// eyes counts the vital regions of a chain, under its head.
	eyes [cells]uint16
}

// region is a connected set of cells without stones of the side.
type region struct {
	first uint16 // one of its cells
	vital [4]uint16
	n     int
	// from, to bound its bordering chains in Life.borders.
	from, to int
	lost     bool
}

// Find looks at the board anew.
func (l *Life) Find(b *Board) {
	l.safe = [cells]Colour{}
	l.find(b, Black)
	l.find(b, White)
}

// Safe returns the side whose unconditionally living stone stands on the point or whose
// unconditional territory it is; Empty for neither.
func (l *Life) Safe(p Point) Colour {
	if p.X() >= MaxSize || p.Y() >= MaxSize {
		return Empty
	}
	return l.safe[cell(p)]
}

func (l *Life) find(b *Board, c Colour) {
	l.split(b, c)
	for l.weed() {
	}
	for p := range b.cells() {
		if b.at(p) == c && l.eyes[b.head(p)] >= 2 {
			l.safe[p] = c
		}
	}
	for i := range l.regions {
		if r := &l.regions[i]; r.n > 0 && !r.lost {
			l.fill(b, c, r.first)
		}
	}
}

// split finds the regions, and for each the chains to which it is vital: those that have all its
// empty points as liberties.
func (l *Life) split(b *Board, c Colour) {
	l.regions, l.borders = l.regions[:0], l.borders[:0]
	l.mark, l.eyes = [cells]uint16{}, [cells]uint16{}
	for p := range b.cells() {
		if b.at(p) != c && l.mark[p] == 0 {
			l.flood(b, c, p)
		}
	}
}

func (l *Life) flood(b *Board, c Colour, start uint) {
	l.regions = append(l.regions, region{first: uint16(start), n: -1, from: len(l.borders)})
	r := &l.regions[len(l.regions)-1]
	name := uint16(len(l.regions))
	l.queue[0], l.mark[start] = uint16(start), name
	own := uint32(c) << colourShift
	for i, n := 0, 1; i < n; i++ {
		p := uint(l.queue[i]) & cellMask
		var beside [4]uint16
		for k, q := range neighbours(p) {
			q &= cellMask
			word := b.cell[q]
			switch word & (colourMask << colourShift) {
			case own:
				head := uint16(word & headMask)
				beside[k] = head
				if l.mark[head] != name {
					l.mark[head] = name
					l.borders = append(l.borders, head)
				}
			case uint32(edge) << colourShift:
			default:
				if l.mark[q] == 0 {
					l.mark[q] = name
					l.queue[n] = uint16(q)
					n++
				}
			}
		}
		if r.n != 0 && b.at(p) == Empty {
			r.narrow(beside)
		}
	}
	r.n = max(r.n, 0)
	r.to = len(l.borders)
	for _, head := range r.vital[:r.n] {
		l.eyes[head]++
	}
}

// narrow keeps the vital chains that are also beside the next empty point.
func (r *region) narrow(beside [4]uint16) {
	if r.n < 0 {
		r.n = 0
		for _, head := range beside {
			if head != 0 && !r.has(head) {
				r.vital[r.n] = head
				r.n++
			}
		}
		return
	}
	kept := 0
	for _, head := range r.vital[:r.n] {
		if beside[0] == head || beside[1] == head || beside[2] == head || beside[3] == head {
			r.vital[kept] = head
			kept++
		}
	}
	r.n = kept
}

func (r *region) has(head uint16) bool {
	for _, h := range r.vital[:r.n] {
		if h == head {
			return true
		}
	}
	return false
}

// weed drops the vital regions that a chain with fewer than two of them borders on; it tells
// whether there was one.
func (l *Life) weed() bool {
	dropped := false
	for i := range l.regions {
		r := &l.regions[i]
		if r.n == 0 || r.lost {
			continue
		}
		for _, head := range l.borders[r.from:r.to] {
			if l.eyes[head] < 2 {
				r.lost, dropped = true, true
				break
			}
		}
		if r.lost {
			for _, head := range r.vital[:r.n] {
				l.eyes[head]--
			}
		}
	}
	return dropped
}

// fill gives a region to the side.
func (l *Life) fill(b *Board, c Colour, start uint16) {
	l.queue[0], l.safe[start] = start, c
	for i, n := 0, 1; i < n; i++ {
		for _, q := range neighbours(uint(l.queue[i])) {
			if b.at(q) != c && b.at(q) != edge && l.safe[q] != c {
				l.safe[q] = c
				l.queue[n] = uint16(q)
				n++
			}
		}
	}
}
