package record

import (
	"iter"
	"strconv"

	"tianyuan/record/internal/proptext"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Setup is what a node puts on the board or takes from it, before any move in it.
type Setup struct {
	Black, White, Empty []weiqi.Point
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
	At     weiqi.Point
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

func (g *Game) steps(n Node, yield func(Step) bool) bool {
	if colour, at, ok := g.PlainMove(n); ok {
		return yield(Step{Node: n, Colour: colour, At: at})
	}
	if setup := g.Setup(n); setup != nil && !yield(Step{Node: n, Setup: setup}) {
		return false
	}
	for p := range g.Properties(n) {
		if p.ID != "B" && p.ID != "W" {
			continue
		}
		at, ok := ParseMove(p.First().raw, g.width, g.height)
		if ok && !yield(Step{Node: n, Colour: side(p.ID[0]), At: at}) {
			return false
		}
	}
	return true
}

// PlainMove returns the move of a node that holds one on the board, written in two small letters,
// and nothing else, as most nodes do.
func (g *Game) PlainMove(n Node) (rules.Side, weiqi.Point, bool) {
	text, at := g.src, int(g.link(n).at)
	if at&addedText != 0 {
		text, at = g.added, at&^addedText
	}
	if at+5 >= len(text) || text[at] != 'B' && text[at] != 'W' || text[at+1] != '[' || text[at+4] != ']' {
		return rules.NoSide, weiqi.Outside, false
	}
	next := proptext.SkipSpace(text, at+5)
	if next == len(text) || text[next] != ';' && text[next] != '(' && text[next] != ')' {
		return rules.NoSide, weiqi.Outside, false
	}
	x, y := int(text[at+2])-'a', int(text[at+3])-'a'
	if x < 0 || y < 0 || x >= min(g.width, 26) || y >= min(g.height, 26) {
		return rules.NoSide, weiqi.Outside, false
	}
	return side(text[at]), weiqi.At(x, y), true
}

func side(letter byte) rules.Side {
	if letter == 'B' {
		return rules.Black
	}
	return rules.White
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

// Points returns the points of a list property, rectangles written out. What can't be read or
// lies off the board is left out.
func (g *Game) Points(n Node, id string) []weiqi.Point {
	var points []weiqi.Point
	for p := range g.Properties(n) {
		if p.ID == id {
			points = g.appendPoints(points, p)
		}
	}
	return points
}

func (g *Game) appendPoints(points []weiqi.Point, p Property) []weiqi.Point {
	width, height := g.Size()
	for v := range p.Values() {
		a, b, ok := ParseRectangle(v.raw)
		if !ok {
			continue
		}
		for y := a.Y(); y <= min(b.Y(), height-1); y++ {
			for x := a.X(); x <= min(b.X(), width-1); x++ {
				points = append(points, weiqi.At(x, y))
			}
		}
	}
	return points
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
