package record

import (
	"strconv"

	"tianyuan/record/internal/proptext"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// thaw gives up the order of the file: from now on first and last children are kept.
func (g *Game) thaw() {
	if g.first != nil {
		return
	}
	first, last := make([]Node, g.n), make([]Node, g.n)
	for n := range first {
		first[n], last[n] = g.First(Node(n)), NoNode
		if parent := g.Parent(Node(n)); parent != NoNode {
			last[parent] = Node(n)
		}
	}
	g.first, g.last = first, last
}

// AddChild makes an empty node behind n, as its last variation.
func (g *Game) AddChild(n Node) Node {
	g.thaw()
	g.changed = true
	c := g.add(link{n, NoNode, uint32(len(g.added)) | addedText})
	g.added = append(g.added, ';')
	g.first, g.last = append(g.first, NoNode), append(g.last, NoNode)
	if last := g.last[n]; last != NoNode {
		g.link(last).next = c
	} else {
		g.first[n] = c
	}
	g.last[n] = c
	return c
}

// Play makes a node behind n with a move; Pass is a move, too.
func (g *Game) Play(n Node, colour rules.Side, at weiqi.Point) Node {
	c := g.AddChild(n)
	g.Set(c, colour.String(), PointValue(at))
	return c
}

// Delete takes n and all behind it out of the tree. The root stays.
func (g *Game) Delete(n Node) {
	parent := g.Parent(n)
	if parent == NoNode {
		return
	}
	g.thaw()
	g.changed = true
	before := NoNode
	if g.first[parent] == n {
		g.first[parent] = g.Next(n)
	} else {
		before = g.first[parent]
		for g.Next(before) != n {
			before = g.Next(before)
		}
		g.link(before).next = g.Next(n)
	}
	if g.last[parent] == n {
		g.last[parent] = before
	}
	g.link(n).parent, g.link(n).next = NoNode, NoNode
}

// Set gives a property of a node its values; without values the property goes. The identifier
// has capitals and digits alone.
func (g *Game) Set(n Node, id string, values ...Value) {
	var text []byte
	done := false
	put := func() {
		if !done && len(values) > 0 {
			text = append(text, id...)
			for _, v := range values {
				v.kind = proptext.Unknown // already in the form between brackets
				text = append(append(append(text, '['), v.Normal()...), ']')
			}
		}
		done = true
	}
	for p := range g.Properties(n) {
		if p.ID == id {
			put()
			continue
		}
		text = append(text, p.ID...)
		for v := range p.Values() {
			text = append(append(append(text, '['), v.Normal()...), ']')
		}
	}
	put()
	g.link(n).at = uint32(len(g.added)) | addedText
	g.added = append(append(g.added, text...), ';')
	g.changed = true
	if n == Root && id == "SZ" {
		size, _ := g.Value(Root, "SZ")
		g.width, g.height, _ = ParseSize(size.raw)
	}
}

// SetText sets a property to one text; an empty text takes it away.
func (g *Game) SetText(n Node, id, text string) {
	if text == "" {
		g.Set(n, id)
		return
	}
	g.Set(n, id, TextValue(text))
}

// SetPoints sets a property to a list of points; none takes it away.
func (g *Game) SetPoints(n Node, id string, points []weiqi.Point) {
	values := make([]Value, len(points))
	for i, p := range points {
		values[i] = PointValue(p)
	}
	g.Set(n, id, values...)
}

// SetSize sets the size of the board, 1 to MaxSize.
func (g *Game) SetSize(width, height int) {
	if width == height {
		g.SetText(Root, "SZ", strconv.Itoa(width))
	} else {
		g.Set(Root, "SZ", ComposedValue(strconv.Itoa(width), strconv.Itoa(height)))
	}
}
