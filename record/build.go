package record

import "tianyuan/record/internal/proptext"

// Builder makes the tree of a game while its text is read from front to back. It needs no
// stack, however deep variations lie: while a variation is open, the link of its first node to
// the next variation isn't needed yet and holds the variation around it.
type Builder struct {
	chunks [][]link
	spare  [][]link // chunks of a tree that wasn't finished, to be used again
	stage  []link   // the last chunk, used again for the next tree when it stays short
	n      int

	cur  Node // the node that the next one follows
	open Node // first node of the innermost open variation
	last Node // first node of the variation closed last, NoNode since a node was added
	// pending counts "(" since the last node; doubled holds those that began no variation.
	pending int
	doubled []doubling
	depth   int
}

type doubling struct {
	inside Node
	count  int
}

// Closing says what a ")" ended.
type Closing uint8

// The things that a ")" can end.
const (
	ClosedVariation Closing = iota
	ClosedEmpty             // a variation without a node
	ClosedDouble            // a "(" that began no variation
	ClosedTree              // the tree is complete
)

// Begin starts a new tree.
func (b *Builder) Begin() {
	b.spare = append(b.spare, b.chunks...)
	stage := b.stage
	if stage == nil {
		stage = b.chunk()
	}
	*b = Builder{stage: stage[:0], spare: b.spare, doubled: b.doubled[:0], cur: NoNode, open: NoNode, last: NoNode}
}

func (b *Builder) chunk() []link {
	if last := len(b.spare) - 1; last >= 0 {
		chunk := b.spare[last][:0]
		b.spare = b.spare[:last]
		return chunk
	}
	return make([]link, 0, 1<<chunkBits)
}

func (b *Builder) link(n Node) *link {
	if c := int(n >> chunkBits); c < len(b.chunks) {
		return &b.chunks[c][n&(1<<chunkBits-1)]
	}
	return &b.stage[n&(1<<chunkBits-1)]
}

// Open notes a "(": the next node begins a variation.
func (b *Builder) Open() { b.pending++ }

// Len returns the number of nodes.
func (b *Builder) Len() int { return b.n }

// Depth returns the number of open variations, the tree itself being one.
func (b *Builder) Depth() int { return b.depth }

// Pending returns the number of "(" since the last node.
func (b *Builder) Pending() int { return b.pending }

// AfterVariation tells that a variation was closed since the last node, so that a node without
// "(" has no place.
func (b *Builder) AfterVariation() bool { return b.last != NoNode && b.pending == 0 }

// Add makes the node whose properties begin at that place of the text.
func (b *Builder) Add(at int) Node {
	if len(b.stage) == 1<<chunkBits {
		b.chunks = append(b.chunks, b.stage)
		b.stage = b.chunk()
	}
	n := Node(b.n)
	b.n++
	if b.pending == 0 {
		b.stage = append(b.stage, link{b.cur, NoNode, uint32(at)})
		b.cur, b.last = n, NoNode
		return n
	}
	if b.pending > 1 {
		b.doubled = append(b.doubled, doubling{b.open, b.pending - 1})
	}
	b.stage = append(b.stage, link{b.cur, b.open, uint32(at)})
	if b.last != NoNode {
		b.link(b.last).next = n
	}
	b.cur, b.open, b.last, b.pending = n, n, NoNode, 0
	b.depth++
	return n
}

// Close notes a ")".
func (b *Builder) Close() Closing {
	if b.pending > 0 {
		b.pending--
		return ClosedEmpty
	}
	if top := len(b.doubled) - 1; top >= 0 && b.doubled[top].inside == b.open {
		if b.doubled[top].count--; b.doubled[top].count == 0 {
			b.doubled = b.doubled[:top]
		}
		return ClosedDouble
	}
	l := b.link(b.open)
	b.last, b.cur = b.open, l.parent
	b.open, l.next = l.next, NoNode
	b.depth--
	if b.open == NoNode {
		return ClosedTree
	}
	return ClosedVariation
}

// Source is the text of a tree and how it is to be read.
type Source struct {
	Text     []byte
	Encoding *Encoding
	// Wide is the file's own encoding when Text is a translation of it into UTF-8.
	Wide *Encoding
	// Plain is the scanner's place of that name.
	Plain  int
	Format string
	Offset int64
	// Width and Height of the board as read.
	Width, Height int
}

// Finish closes what is still open and returns the game.
func (b *Builder) Finish(s Source) *Game {
	for b.open != NoNode {
		b.pending, b.doubled = 0, b.doubled[:0]
		b.Close()
	}
	chunks := b.chunks
	if len(b.stage) == 1<<chunkBits {
		chunks, b.stage = append(chunks, b.stage), nil
	} else {
		chunks = append(chunks, append([]link(nil), b.stage...))
	}
	b.chunks, b.spare = nil, nil
	return &Game{
		Format: s.Format, Offset: s.Offset, src: s.Text, enc: s.Encoding, wide: s.Wide, plain: s.Plain,
		chunks: chunks, n: b.n, width: s.Width, height: s.Height,
	}
}

// Scanner returns a scanner of text in that encoding, for readers of formats.
func Scanner(text []byte, e *Encoding) proptext.Scanner {
	return proptext.Scanner{Src: text, Trail: e.trail(), Plain: len(text)}
}
