package record

import (
	"bytes"
	"iter"
	"strconv"

	"tianyuan/record/internal/proptext"
	"tianyuan/rules"
)

// Setup is what a node puts on the board or takes from it, before any move in it.
type Setup struct {
	Black, White, Empty []Point
	// ToPlay is the side to move next, NoSide when the node doesn't say it.
	ToPlay rules.Side
}

// Step is one thing that happens on a line: a set-up, or a move.
type Step struct {
	Node Node
	// Setup is nil for a move.
	Setup *Setup
	// Colour and At are the move; At is Pass for a pass and may lie off the board.
	Colour rules.Side
	At     Point
}

// MainLine walks over the set-ups and moves of the main line in their order. A node with both
// gives the set-up first; one with two moves gives both in the order of the text. What can't be
// read as a point isn't a step.
func (g *Game) MainLine() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for n := range g.Main() {
			if !g.steps(n, yield) {
				return
			}
		}
	}
}

// LineTo walks over the set-ups and moves from the root to n.
func (g *Game) LineTo(n Node) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for _, m := range g.Path(n) {
			if !g.steps(m, yield) {
				return
			}
		}
	}
}

// squeeze leaves out white space and escapes, which points have no use for.
func squeeze(text []byte) []byte {
	if bytes.IndexFunc(text, unneeded) < 0 {
		return text
	}
	return bytes.Map(func(r rune) rune {
		if unneeded(r) {
			return -1
		}
		return r
	}, text)
}

func unneeded(r rune) bool { return isSpace(r) || r == '\\' }

func (g *Game) steps(n Node, yield func(Step) bool) bool {
	if setup := g.Setup(n); setup != nil && !yield(Step{Node: n, Setup: setup}) {
		return false
	}
	width, height := g.Size()
	s, i := g.scanner(n)
	for {
		p, _, ok := s.Next(i)
		if !ok {
			return true
		}
		if id := proptext.Defs[p.Def].ID; id == "B" || id == "W" {
			end, _ := s.Value(p.Values+1, proptext.Move)
			if at, ok := ParseMove(s.Src[p.Values+1:end], width, height); ok && !yield(Step{Node: n, Colour: side(id), At: at}) {
				return false
			}
		}
		i = skipValues(&s, p)
	}
}

func side(id string) rules.Side {
	if id == "B" {
		return rules.Black
	}
	return rules.White
}

// ParseMove reads the value of a move: a point, or a pass as "" or, on boards up to 19×19, "tt".
func ParseMove(text []byte, width, height int) (Point, bool) {
	if len(text) != 2 {
		text = squeeze(text)
	}
	if len(text) == 0 || string(text) == "tt" && width <= 19 && height <= 19 {
		return Pass, true
	}
	return ParsePoint(text)
}

// Setup returns what the node sets up, nil if nothing.
func (g *Game) Setup(n Node) *Setup {
	var setup *Setup
	for p := range g.Properties(n) {
		if proptext.Defs[p.def].Class != proptext.Setup {
			continue
		}
		if setup == nil {
			setup = &Setup{}
		}
		switch p.ID {
		case "AB":
			setup.Black = g.appendPoints(setup.Black, p)
		case "AW":
			setup.White = g.appendPoints(setup.White, p)
		case "AE":
			setup.Empty = g.appendPoints(setup.Empty, p)
		case "PL":
			setup.ToPlay = ParseColour(p.First().trimmed())
		}
	}
	return setup
}

// ParseColour reads B or W, as letter or word.
func ParseColour(text []byte) rules.Side {
	if len(text) == 0 {
		return rules.NoSide
	}
	switch text[0] {
	case 'B', 'b', '1':
		return rules.Black
	case 'W', 'w', '2':
		return rules.White
	}
	return rules.NoSide
}

// Points returns the points of a list property, rectangles written out. What can't be read or
// lies off the board is left out.
func (g *Game) Points(n Node, id string) []Point {
	var points []Point
	for p := range g.Properties(n) {
		if p.ID == id {
			points = g.appendPoints(points, p)
		}
	}
	return points
}

func (g *Game) appendPoints(points []Point, p Property) []Point {
	width, height := g.Size()
	for v := range p.Values() {
		a, b, ok := ParseRectangle(v.raw)
		if !ok {
			continue
		}
		for y := max(a.Y, 0); y <= b.Y; y++ {
			for x := max(a.X, 0); x <= b.X; x++ {
				if at := (Point{x, y}); at.On(width, height) {
					points = append(points, at)
				}
			}
		}
	}
	return points
}

// ParseRectangle reads a point or a compressed list "aa:cc" and returns its upper left and
// lower right corner, whichever corners were written.
func ParseRectangle(text []byte) (a, b Point, ok bool) {
	if len(text) != 2 {
		text = squeeze(text)
	}
	if a, ok = ParsePoint(text); ok {
		return a, a, true
	}
	if len(text) != 5 || text[2] != ':' {
		return Pass, Pass, false
	}
	a, ok = ParsePoint(text[:2])
	b, also := ParsePoint(text[3:])
	return Point{min(a.X, b.X), min(a.Y, b.Y)}, Point{max(a.X, b.X), max(a.Y, b.Y)}, ok && also
}

// Size returns the width and height of the board, 19 when the record doesn't say.
func (g *Game) Size() (width, height int) { return g.width, g.height }

// ParseSize reads SZ: a number, or columns:rows. Sizes beyond MaxSize count as MaxSize; what
// can't be read is 19×19 and not ok.
func ParseSize(text []byte) (width, height int, ok bool) {
	left, right, both := Value{raw: text}.Compose()
	width, err := strconv.Atoi(string(left.trimmed()))
	height = width
	if both && err == nil {
		height, err = strconv.Atoi(string(right.trimmed()))
	}
	if err != nil || width < 1 || height < 1 {
		return 19, 19, false
	}
	return min(width, MaxSize), min(height, MaxSize), true
}
