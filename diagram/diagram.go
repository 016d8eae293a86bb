// Package diagram draws positions as SVG in the proportions of the official board: a cell is 2.3 cm
// wide and 2.4 cm high, a stone 2.25 cm across (2002 and 1988, the chapters on equipment). The same
// measures serve pages, print and files; docs/board.md explains them.
//
// Points count from the upper left corner, as in package weiqi.
package diagram

import (
	"encoding/xml"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tianyuan/weiqi"
)

// Coordinates says what stands round the board.
type Coordinates string

// The kinds of coordinates.
const (
	NoCoordinates Coordinates = ""
	// Letters are A to T without I from the left and 1 to 19 from below, as in typed moves.
	Letters Coordinates = "letters"
	// Lines 中文线 are 1 to 19 from the left and 一 to 十九 from above.
	Lines Coordinates = "lines"
)

// Mark is a sign on a point: one of the shapes, or else a label of up to two characters.
type Mark string

// The shapes.
const (
	Triangle Mark = "triangle"
	Square   Mark = "square"
	Circle   Mark = "circle"
	Cross    Mark = "cross"
)

// Diagram is a position with what is drawn on it. Board alone is needed.
type Diagram struct {
	Board *weiqi.Board
	// Print draws in black and white on paper, without the board's colour.
	Print bool
	// Thumb crops the margin for small pictures; it has no coordinates.
	Thumb       bool
	Coordinates Coordinates
	// Title is what a screen reader says of the picture; with "" the picture is hidden from it.
	Title string

	// Last gets the ring of the last move, or where it has a number the bold number.
	Last *weiqi.Point
	// Numbers are move numbers; those of points without a stone aren't drawn (see Figure).
	Numbers map[weiqi.Point]int
	// Ghost is a stone that isn't played yet, with guides across the board.
	Ghost *weiqi.Stone
	// Dead are stones that are taken for dead (G8).
	Dead []weiqi.Point
	// Area marks empty points by their owner, and those that both share (G9.2); nil marks none.
	Area *weiqi.Area
	// Ko is the point that may not be retaken now (D20.1).
	Ko    *weiqi.Point
	Marks map[weiqi.Point]Mark
}

// palette are the colours of one style.
type palette struct{ wood, line, black, white, onBlack, onWhite, onBoard string }

var (
	screen = palette{"#F2DDA4", "#1C1A17", "#1C1A17", "#FFFDF8", "#F2806A", "#AE2A1A", "#AE2A1A"}
	paper  = palette{"#FFF", "#000", "#000", "#FFF", "#FFF", "#000", "#000"}
)

// SVG draws the picture. The same diagram always gives the same bytes. Colours stand as attributes,
// so that the file is whole by itself; a page's style sheet may replace them by class.
func (d *Diagram) SVG() string {
	w, h := d.Size()
	p := &picture{d: d, palette: screen, stoneLine: measures.StoneLine}
	if d.Print {
		p.palette, p.stoneLine = paper, measures.StoneLinePrint
	}
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" class="board`)
	if d.Print {
		p.add(" print")
	}
	p.add(`" viewBox="0 0 `, unit(w), " ", unit(h), `" `)
	if d.Title == "" {
		p.add(`aria-hidden="true">`)
	} else {
		p.add(`role="img" aria-label="`, escape(d.Title), `">`)
	}
	p.draw(w, h)
	p.add("</svg>")
	return p.String()
}

// escape writes a text into XML; what XML can't hold becomes U+FFFD.
func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}

// picture is an SVG in the making.
type picture struct {
	strings.Builder
	d *Diagram
	palette
	stoneLine int
	dead      map[weiqi.Point]bool
}

func (p *picture) add(parts ...string) {
	for _, part := range parts {
		p.WriteString(part)
	}
}

// draw goes from the wood up to what lies on the stones.
func (p *picture) draw(w, h int) {
	if !p.d.Print {
		p.add(`<rect class="wood" width="`, unit(w), `" height="`, unit(h), `" fill="`, p.wood, `"/>`)
	}
	p.lines()
	p.stars()
	p.coordinates(w, h)
	p.guides()
	p.area()
	p.ko()
	p.dead = map[weiqi.Point]bool{}
	for _, at := range p.d.Dead {
		p.dead[at] = true
	}
	p.stones(weiqi.Black, false)
	p.stones(weiqi.White, false)
	p.stones(weiqi.Black, true)
	p.stones(weiqi.White, true)
	p.crosses()
	p.numbers()
	p.marks()
	p.last()
	p.ghost()
}

func (p *picture) lines() {
	b, m := p.d.Board, p.d.margin()
	right, bottom := m+(b.Width()-1)*measures.CellWidth, m+(b.Height()-1)*measures.CellHeight
	p.add(`<path class="lines" fill="none" stroke="`, p.line, `" stroke-width="`, unit(measures.Line), `" d="`)
	for x := 1; x < b.Width()-1; x++ {
		p.add("M", unit(m+x*measures.CellWidth), " ", unit(m), "V", unit(bottom))
	}
	for y := 1; y < b.Height()-1; y++ {
		p.add("M", unit(m), " ", unit(m+y*measures.CellHeight), "H", unit(right))
	}
	p.add(`"/><path class="frame" fill="none" stroke="`, p.line, `" stroke-width="`, unit(measures.Frame), `" d="M`, unit(m), " ", unit(m), "H", unit(right), "V", unit(bottom), "H", unit(m), `Z"/>`)
}

func (p *picture) stars() {
	stars := weiqi.StarPoints(p.d.Board.Width(), p.d.Board.Height())
	if len(stars) == 0 {
		return
	}
	p.add(`<g class="stars" fill="`, p.line, `">`)
	for _, at := range stars {
		p.circle(at, measures.Star)
	}
	p.add("</g>")
}

func (p *picture) circle(at weiqi.Point, r int) {
	x, y := p.d.place(at)
	p.add(`<circle cx="`, unit(x), `" cy="`, unit(y), `" r="`, unit(r), `"/>`)
}

// numerals are the Chinese numbers of the lines from above.
var numerals = strings.Fields("一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 廿一 廿二 廿三 廿四 廿五")

// Name names a point of a board of this height in the coordinates, "D4" or "4·十六"; letters where
// there are none.
func (c Coordinates) Name(p weiqi.Point, height int) string {
	if c != Lines || p == weiqi.Pass || p.Y() >= len(numerals) {
		return p.GTP(height)
	}
	return strconv.Itoa(p.X()+1) + "·" + numerals[p.Y()]
}

func (p *picture) coordinates(w, h int) {
	d := p.d
	if d.Thumb || d.Coordinates == NoCoordinates {
		return
	}
	size := measures.Coordinate
	p.add(`<g class="coords" fill="`, p.line, `" font-family="`, digits, `" font-size="`, unit(size), `" text-anchor="middle">`)
	for x := range d.Board.Width() {
		name := strings.TrimRight(weiqi.At(x, 0).GTP(d.Board.Height()), "0123456789")
		if d.Coordinates == Lines {
			name = strconv.Itoa(x + 1)
		}
		middle, _ := d.place(weiqi.At(x, 0))
		p.text(middle, measures.CoordinateEdge, size, name)
		p.text(middle, h-measures.CoordinateEdge, size, name)
	}
	for y := range d.Board.Height() {
		_, middle := d.place(weiqi.At(0, y))
		for _, x := range []int{measures.CoordinateEdge, w - measures.CoordinateEdge} {
			p.row(x, middle, y)
		}
	}
	p.add("</g>")
}

// row writes the number of a line; a Chinese one of two characters stands upright.
func (p *picture) row(x, middle, y int) {
	if p.d.Coordinates != Lines {
		p.text(x, middle, measures.Coordinate, strconv.Itoa(p.d.Board.Height()-y))
		return
	}
	name := []rune(numerals[y])
	if len(name) == 1 {
		p.text(x, middle, measures.Coordinate, string(name))
		return
	}
	p.text(x, middle-measures.CoordinateStack, measures.Coordinate, string(name[:1]))
	p.text(x, middle+measures.CoordinateStack, measures.Coordinate, string(name[1:]))
}

const digits = "Helvetica Neue,Segoe UI,Roboto,Liberation Sans,Arial,sans-serif"

// text writes a text with its middle at a place.
func (p *picture) text(x, y, size int, text string) {
	p.add(`<text x="`, unit(x), `" y="`, unit(y+size*measures.Baseline/100), `">`, escape(text), `</text>`)
}

// guides lie under the stones.
func (p *picture) guides() {
	if p.d.Ghost == nil {
		return
	}
	w, h := p.d.Size()
	m := p.d.margin()
	x, y := p.d.place(p.d.Ghost.Point)
	p.add(`<path class="guide" fill="none" stroke="`, p.onBoard, `" stroke-width="`, unit(measures.Guide), `" d="M`, unit(m), " ", unit(y), "H", unit(w-m), "M", unit(x), " ", unit(m), "V", unit(h-m), `"/>`)
}

// square draws a square round a point.
func (p *picture) square(at weiqi.Point, side int) {
	x, y := p.d.place(at)
	p.add(`<rect x="`, unit(x-side/2), `" y="`, unit(y-side/2), `" width="`, unit(side), `" height="`, unit(side), `"/>`)
}

func (p *picture) area() {
	if p.d.Area == nil {
		return
	}
	fills := map[weiqi.Colour]string{weiqi.Black: p.black, weiqi.White: p.white}
	names := map[weiqi.Colour]string{weiqi.Black: "b", weiqi.White: "w"}
	for _, c := range []weiqi.Colour{weiqi.Black, weiqi.White} {
		p.add(`<g class="area `, names[c], `" fill="`, fills[c], `" stroke="`, p.line, `" stroke-width="`, unit(measures.TerritoryLine), `">`)
		for at := range p.d.Board.Points() {
			if p.d.Board.At(at) == weiqi.Empty && p.d.Area.Owner(at) == c {
				p.square(at, measures.Territory)
			}
		}
		p.add("</g>")
	}
	if len(p.d.Area.Neutral) == 0 {
		return
	}
	side := measures.Territory
	p.add(`<g class="area w" fill="`, p.white, `" stroke="`, p.line, `" stroke-width="`, unit(measures.TerritoryLine), `">`)
	for _, at := range p.d.Area.Neutral {
		p.square(at, side)
	}
	p.add(`</g><g class="area half" fill="`, p.black, `">`)
	for _, at := range p.d.Area.Neutral {
		x, y := p.d.place(at)
		p.add(`<path d="M`, unit(x-side/2), " ", unit(y-side/2), "h", unit(side), "L", unit(x-side/2), " ", unit(y+side/2), `Z"/>`)
	}
	p.add("</g>")
}

func (p *picture) ko() {
	if p.d.Ko == nil {
		return
	}
	p.add(`<g class="ko" fill="none" stroke="`, p.line, `" stroke-width="`, unit(measures.KoLine), `">`)
	p.square(*p.d.Ko, measures.Ko)
	p.add("</g>")
}

func (p *picture) stones(c weiqi.Colour, dead bool) {
	fill, class := p.black, "b"
	if c == weiqi.White {
		fill, class = p.white, "w"
	}
	open := false
	for at := range p.d.Board.Points() {
		if p.d.Board.At(at) != c || p.dead[at] != dead {
			continue
		}
		if !open {
			open = true
			p.add(`<g class="stones `, class, `" fill="`, fill, `" stroke="`, p.line, `" stroke-width="`, unit(p.stoneLine), `"`)
			if dead {
				p.add(` opacity=".42"`)
			}
			p.add(">")
		}
		p.circle(at, measures.Stone)
	}
	if open {
		p.add("</g>")
	}
}

func (p *picture) crosses() {
	open := false
	for at := range p.d.Board.Points() {
		if !p.dead[at] || p.d.Board.At(at) == weiqi.Empty {
			continue
		}
		if !open {
			open = true
			p.add(`<path class="dead" fill="none" stroke="`, p.onBoard, `" stroke-width="`, unit(measures.DeadLine), `" d="`)
		}
		p.cross(at, measures.Dead)
	}
	if open {
		p.add(`"/>`)
	}
}

// cross adds an ✕ round a point to a path.
func (p *picture) cross(at weiqi.Point, side int) {
	x, y := p.d.place(at)
	half := side / 2
	p.add("M", unit(x-half), " ", unit(y-half), "L", unit(x+half), " ", unit(y+half), "M", unit(x+half), " ", unit(y-half), "L", unit(x-half), " ", unit(y+half))
}

// inorder lists a map's points row by row.
func inorder[V any](m map[weiqi.Point]V) []weiqi.Point { return slices.Sorted(maps.Keys(m)) }

func (p *picture) numbers() {
	if len(p.d.Numbers) == 0 {
		return
	}
	p.add(`<g class="numbers" font-family="`, digits, `" text-anchor="middle">`)
	for _, at := range inorder(p.d.Numbers) {
		class, fill := "on-b", p.white
		switch p.d.Board.At(at) {
		case weiqi.Empty:
			continue
		case weiqi.White:
			class, fill = "on-w", p.black
		}
		number, size, weight := strconv.Itoa(p.d.Numbers[at]), measures.Number, "600"
		if len(number) > 2 {
			size = measures.NumberLong
		}
		if p.d.Last != nil && *p.d.Last == at {
			weight = "700"
		}
		x, y := p.d.place(at)
		p.add(`<text class="`, class, `" x="`, unit(x), `" y="`, unit(y+size*measures.Baseline/100), `" font-size="`, unit(size), `" font-weight="`, weight, `" fill="`, fill, `">`, number, `</text>`)
	}
	p.add("</g>")
}

func (p *picture) marks() {
	for _, at := range inorder(p.d.Marks) {
		class, ink := "mark on-board", p.line
		switch p.d.Board.At(at) {
		case weiqi.Black:
			class, ink = "mark on-b", p.white
		case weiqi.White:
			class, ink = "mark on-w", p.black
		}
		p.mark(at, class, ink, p.d.Marks[at])
	}
}

// mark draws a shape in lines, or a label; on an empty point a label has the board's colour behind it.
func (p *picture) mark(at weiqi.Point, class, ink string, m Mark) {
	x, y := p.d.place(at)
	half := measures.Mark / 2
	shape := `<g class="` + class + `" fill="none" stroke="` + ink + `" stroke-width="` + unit(measures.MarkLine) + `">`
	switch m {
	case Triangle:
		p.add(shape, `<path d="M`, unit(x), " ", unit(y-half), "L", unit(x+half), " ", unit(y+half*6/10), "H", unit(x-half), `Z"/></g>`)
	case Square:
		p.add(shape)
		p.square(at, measures.Mark*8/10)
		p.add("</g>")
	case Circle:
		p.add(shape)
		p.circle(at, half*9/10)
		p.add("</g>")
	case Cross:
		p.add(shape, `<path d="`)
		p.cross(at, measures.Mark*8/10)
		p.add(`"/></g>`)
	default:
		if p.d.Board.At(at) == weiqi.Empty {
			p.add(`<g class="ground" fill="`, p.wood, `">`)
			p.circle(at, measures.MarkGround)
			p.add("</g>")
		}
		p.add(`<g class="`, class, ` label" fill="`, ink, `" font-family="`, digits, `" font-size="`, unit(measures.Mark), `" font-weight="600" text-anchor="middle">`)
		p.text(x, y, measures.Mark, string(m))
		p.add("</g>")
	}
}

func (p *picture) last() {
	if p.d.Last == nil || p.d.Board.At(*p.d.Last) == weiqi.Empty {
		return
	}
	if _, numbered := p.d.Numbers[*p.d.Last]; numbered {
		return
	}
	class, ink := "last on-b", p.onBlack
	if p.d.Board.At(*p.d.Last) == weiqi.White {
		class, ink = "last on-w", p.onWhite
	}
	p.add(`<g class="`, class, `" fill="none" stroke="`, ink, `" stroke-width="`, unit(measures.LastLine), `">`)
	p.circle(*p.d.Last, measures.Last)
	p.add("</g>")
}

func (p *picture) ghost() {
	g := p.d.Ghost
	if g == nil {
		return
	}
	class, fill := "b", p.black
	if g.Colour == weiqi.White {
		class, fill = "w", p.white
	}
	p.add(`<g class="stones ghost `, class, `" fill="`, fill, `" stroke="`, p.line, `" stroke-width="`, unit(p.stoneLine), `" opacity=".5">`)
	p.circle(g.Point, measures.Stone)
	p.add(`</g><g class="ghost-ring" fill="none" stroke="`, p.onBoard, `" stroke-width="`, unit(measures.GhostLine), `">`)
	p.circle(g.Point, measures.Ghost)
	p.add("</g>")
}
