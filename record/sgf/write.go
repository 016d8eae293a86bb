package sgf

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"tianyuan/record"
	"tianyuan/record/internal/proptext"
)

// lineLength is where the writer begins a new line before a node.
const lineLength = 70

// Write writes a collection. A game that is as it was read from SGF is written byte for byte as
// it was, in its own encoding; any other in the way of WriteNormal.
func Write(w io.Writer, games ...*record.Game) error {
	return write(w, games, func(g *record.Game) bool { return g.Format == formatName && !g.Changed() && !g.Encoding().Wide() })
}

// WriteNormal writes a collection as FF[4] in UTF-8: escaped as each type wants it, properties
// in one order, a variation a line.
func WriteNormal(w io.Writer, games ...*record.Game) error {
	return write(w, games, func(*record.Game) bool { return false })
}

func write(w io.Writer, games []*record.Game, asRead func(*record.Game) bool) error {
	out := &writer{w: bufio.NewWriter(w)}
	for i, g := range games {
		if i > 0 {
			out.line()
		}
		if asRead(g) {
			out.w.Write(g.Original())
			continue
		}
		out.game(g)
	}
	if len(games) > 0 && !asRead(games[len(games)-1]) {
		out.line()
	}
	return out.w.Flush() // the first error of all writes
}

type writer struct {
	w      *bufio.Writer
	column int
}

func (o *writer) put(s string) {
	o.w.WriteString(s)
	o.column += len(s)
}

func (o *writer) line() {
	o.w.WriteByte('\n')
	o.column = 0
}

// game walks over the tree without recursion: a variation is opened where a node has brothers
// and closed on the way back.
func (o *writer) game(g *record.Game) {
	o.put("(")
	o.node(g, record.Root)
	for n := record.Root; ; {
		if c := g.First(n); c != record.NoNode {
			n = c
		} else if n = o.back(g, n); n == record.NoNode {
			break
		}
		if varies(g, n) {
			if o.column > 0 {
				o.line()
			}
			o.put("(")
		} else if o.column > lineLength {
			o.line()
		}
		o.node(g, n)
	}
	o.put(")")
}

// varies tells that the node begins a variation, having brothers.
func varies(g *record.Game, n record.Node) bool {
	parent := g.Parent(n)
	return parent != record.NoNode && g.Next(g.First(parent)) != record.NoNode
}

// back closes variations up to the next brother and returns it, NoNode at the end.
func (o *writer) back(g *record.Game, n record.Node) record.Node {
	for ; n != record.NoNode; n = g.Parent(n) {
		if varies(g, n) {
			o.put(")")
		}
		if next := g.Next(n); next != record.NoNode {
			return next
		}
	}
	return record.NoNode
}

// written is one property as it will be written.
type written struct {
	id     string
	rank   int
	values []string
}

func (o *writer) node(g *record.Game, n record.Node) {
	o.put(";")
	if colour, at, ok := g.PlainMove(n); ok && n != record.Root {
		o.put(colour.String())
		o.put("[")
		o.put(at.SGF())
		o.put("]")
		return
	}
	for _, p := range properties(g, n) {
		o.put(p.id)
		for _, v := range p.values {
			o.put("[")
			o.put(v)
			o.put("]")
		}
	}
}

// properties returns the properties of a node in the writer's order: root, game info, move and
// set-up, the rest as it came. What stands twice is joined; texts are joined by an empty line.
func properties(g *record.Game, n record.Node) []written {
	var list []written
	if n == record.Root {
		list = rootProperties(g)
	}
	for p := range g.Properties(n) {
		if p.ID == "FF" || p.ID == "GM" || p.ID == "CA" {
			continue // the writer's own, and without meaning behind the root
		}
		at := slices.IndexFunc(list, func(w written) bool { return w.id == p.ID })
		if at < 0 {
			list = append(list, written{id: p.ID, rank: rank(p.ID)})
			at = len(list) - 1
		}
		for v := range p.Values() {
			list[at].values = append(list[at].values, v.Normal())
		}
		if p.ID == "C" {
			list[at].values = []string{joined(list[at].values)}
		}
	}
	slices.SortStableFunc(list, func(a, b written) int { return a.rank - b.rank })
	return list
}

// joined puts an empty line between the texts of a comment, as Game.Text does.
func joined(texts []string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n\n")
}

// rootProperties are those that the writer decides itself.
func rootProperties(g *record.Game) []written {
	gm := "1"
	if v, ok := g.Value(record.Root, "GM"); ok {
		if n, _, ok := number(v.Raw()); ok {
			gm = strconv.Itoa(n)
		}
	}
	return []written{
		{"FF", -3, []string{"4"}}, {"GM", -2, []string{gm}}, {"CA", -1, []string{"UTF-8"}},
	}
}

// rank orders properties by class; within one they stay as they came, so that moves and the
// set-up keep their order.
func rank(id string) int {
	switch def := proptext.Defs[proptext.Index(id)]; def.Class {
	case proptext.Root:
		return 0
	case proptext.Info:
		return 1
	case proptext.Setup:
		return 2
	case proptext.MoveProp:
		return 3
	}
	if proptext.Index(id) > 0 {
		return 4
	}
	return 5
}
