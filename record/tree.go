package record

import (
	"iter"
	"unsafe"

	"tianyuan/record/internal/proptext"
)

// Node is a place in the tree of a game: 0 is the root. It stays valid while its game does.
type Node int32

// Root is the first node of every game; NoNode is none.
const (
	Root   Node = 0
	NoNode Node = -1
)

// link is all that the tree keeps of a node. Nodes as read stand in the order of the file, so a
// node's first child is the one behind it; their properties stay where they are in the text.
// That is 12 bytes a node beside the text: with it, four times the smallest node that says
// anything (";B[]"). A reader leaves out nodes that say nothing where there are too many of them.
type link struct {
	parent, next Node
	at           uint32 // where the properties begin, behind ";"; addedText marks the own text
}

// NodeBytes is what a tree takes for a node beside the text.
const NodeBytes = int(unsafe.Sizeof(link{}))

// addedText in link.at marks properties that lie in Game.added.
const addedText = 1 << 31

// chunk is how many links are allocated at once: a tree grows without being copied.
const chunkBits = 12

// Game is one game of a record: a tree of nodes with properties.
type Game struct {
	// Format names the format that it was read from: "sgf". Offset is where its text begins in
	// the file, in bytes.
	Format string
	Offset int64
	// Diagnoses lists what was doubtful or repaired, in the order of the file.
	Diagnoses []Diagnosis

	src    []byte // as read, in enc
	added  []byte // properties of nodes that were made or changed since, UTF-8
	chunks [][]link
	n      int
	first  []Node // first children; nil while the nodes stand in the order of the file
	last   []Node // last children, kept when first is
	enc    *Encoding
	wide   *Encoding // the file's own encoding when src is a translation of it
	plain  int       // see proptext.Scanner.Plain

	changed bool
	width   int
	height  int
}

// New makes a game with an empty root and a board of that size (1 to MaxSize).
func New(width, height int) *Game {
	g := &Game{enc: UTF8, changed: true}
	g.add(link{NoNode, NoNode, addedText})
	g.added = append(g.added, ';')
	g.SetSize(width, height)
	return g
}

func (g *Game) link(n Node) *link { return &g.chunks[n>>chunkBits][n&(1<<chunkBits-1)] }

func (g *Game) add(l link) Node {
	last := len(g.chunks) - 1
	if last < 0 || len(g.chunks[last]) == 1<<chunkBits {
		g.chunks = append(g.chunks, nil)
		last++
	}
	g.chunks[last] = append(g.chunks[last], l)
	g.n++
	return Node(g.n - 1)
}

// Len returns the number of nodes that were ever made.
func (g *Game) Len() int { return g.n }

// Parent returns the node before, NoNode for the root.
func (g *Game) Parent(n Node) Node { return g.link(n).parent }

// Next returns the next variation beside n, NoNode when n is the last.
func (g *Game) Next(n Node) Node { return g.link(n).next }

// First returns the first node that follows n, the main variation, or NoNode.
func (g *Game) First(n Node) Node {
	if g.first != nil {
		return g.first[n]
	}
	if int(n)+1 < g.n && g.link(n+1).parent == n {
		return n + 1
	}
	return NoNode
}

// Children walks over the nodes that follow n, the main variation first.
func (g *Game) Children(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for c := g.First(n); c != NoNode; c = g.Next(c) {
			if !yield(c) {
				return
			}
		}
	}
}

// Nodes walks over the tree, each node before what follows it and the main variation first.
func (g *Game) Nodes() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for n := Root; n != NoNode; n = g.after(n) {
			if !yield(n) {
				return
			}
		}
	}
}

// after returns the node behind n in the order of Nodes.
func (g *Game) after(n Node) Node {
	if c := g.First(n); c != NoNode {
		return c
	}
	for ; n != NoNode; n = g.Parent(n) {
		if next := g.Next(n); next != NoNode {
			return next
		}
	}
	return NoNode
}

// Main walks over the nodes of the main line, from the root on.
func (g *Game) Main() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for n := Root; n != NoNode && yield(n); n = g.First(n) {
		}
	}
}

// Path returns the nodes from the root to n.
func (g *Game) Path(n Node) []Node {
	length := 0
	for m := n; m != NoNode; m = g.Parent(m) {
		length++
	}
	path := make([]Node, length)
	for ; n != NoNode; n = g.Parent(n) {
		length--
		path[length] = n
	}
	return path
}

// Encoding returns the encoding of the text as read; UTF8 for a game that was made here.
func (g *Game) Encoding() *Encoding {
	if g.wide != nil {
		return g.wide
	}
	return g.enc
}

// Changed tells that the game isn't any more what was read.
func (g *Game) Changed() bool { return g.changed }

// Original returns the bytes that the game was read from, nil for one that was made here.
func (g *Game) Original() []byte {
	if g.wide != nil {
		b, _ := g.wide.Encode(string(g.src))
		return b
	}
	return g.src
}

// scanner returns a scanner for the properties of n and where they begin.
func (g *Game) scanner(n Node) (proptext.Scanner, int) {
	at := g.link(n).at
	if at&addedText != 0 {
		return proptext.Scanner{Src: g.added, Plain: len(g.added)}, int(at &^ addedText)
	}
	return proptext.Scanner{Src: g.src, Trail: g.enc.trail(), Plain: g.plain}, int(at)
}

func (g *Game) textEncoding(n Node) *Encoding {
	if g.link(n).at&addedText != 0 {
		return UTF8
	}
	return g.enc
}
