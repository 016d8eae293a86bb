package weiqi

// Stone is a stone to set up; Empty takes away what stands on the point.
type Stone struct {
	Point  Point
	Colour Colour
}

// FlawKind says what is wrong with a set-up.
type FlawKind uint8

// The flaws of a set-up.
const (
	FlawOffBoard    FlawKind = iota + 1 // the point isn't on the board; ignored
	FlawDuplicate                       // the point was named before; the later stone stands
	FlawNoLiberties                     // a chain stands without liberties, which no game can show (G3)
)

// String returns "offBoard", "duplicate" or "noLiberties".
func (k FlawKind) String() string {
	return [...]string{"", "offBoard", "duplicate", "noLiberties"}[k]
}

// Flaw is something wrong with a set-up. For a chain, Point is its first stone row by row.
type Flaw struct {
	Kind  FlawKind
	Point Point
}

// SetUp puts stones on the board or takes them away, without capturing, and tells what is wrong
// with the list or with the position. It lifts a ko; prisoners stay as they are.
func (b *Board) SetUp(stones ...Stone) []Flaw {
	var flaws []Flaw
	named, board := map[Point]bool{}, b.stones()
	for _, s := range stones {
		switch {
		case !b.On(s.Point):
			flaws = append(flaws, Flaw{FlawOffBoard, s.Point})
			continue
		case named[s.Point]:
			flaws = append(flaws, Flaw{FlawDuplicate, s.Point})
		}
		named[s.Point] = true
		board[cell(s.Point)] = s.Colour
	}
	b.rebuild(&board)
	return append(flaws, b.breathless()...)
}

// breathless lists the chains without liberties.
func (b *Board) breathless() []Flaw {
	var flaws []Flaw
	seen := map[uint16]bool{}
	for p := range b.cells() {
		head := b.head(p)
		if b.at(p) == Empty || b.sums[head].liberties != 0 || seen[head] {
			continue
		}
		seen[head] = true
		flaws = append(flaws, Flaw{FlawNoLiberties, pointOf(p)})
	}
	return flaws
}
