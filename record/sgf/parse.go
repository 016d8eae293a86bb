package sgf

import (
	"bytes"

	"tianyuan/record"
	"tianyuan/record/internal/proptext"
)

// parser reads one tree: its structure, and the types of its properties. It keeps nothing of a
// property but findings, and is used again for the next tree.
type parser struct {
	src   []byte
	scan  proptext.Scanner
	build record.Builder

	encoding     *record.Encoding
	textFindings []record.TextFinding

	findings []finding
	counts   map[record.Code]int
	facts    []fact

	ff, gm        int // 0 when the file doesn't say
	width, height int
	small         byte // the board's size as far as moves are read in the shortest way, at most 26
	small2        byte
	declared      span // value of CA
	program       span // value of AP
	fox           bool
	handicap      int
	begun         bool
	stones        int // AB points before the first move
	handicapAt    int

	node  node
	spans []span
	root  []rootProp
	info  record.Node // the first node with game info on the line that is read
	level int         // the variations that were open then
	// said counts the bytes of nodes that aren't empty; surplus the empty nodes that were left out,
	// from surplusAt on.
	said, surplus, surplusAt int

	seen [2][record.MaxSize]uint64
}

// span is a part of the text.
type span struct{ from, to int }

// finding is a diagnosis before the encoding of its words is known.
type finding struct {
	at    int
	code  record.Code
	id    string
	value span
	as    any
	n     int
}

// fact is a value whose words can be judged once the encoding is known.
type fact struct {
	id    string
	value span
}

// maxFacts bounds how many values of game info are judged in one tree.
const maxFacts = 64

// tree reads the tree at the front of src, in the way of an encoding. Without its closing ")"
// it ends at len(src) and isn't complete.
func (p *parser) tree(src []byte, e *record.Encoding, bare bool, plain int) (end int, complete bool) {
	p.reset(src, e, plain)
	p.build.Begin()
	i := 0
	if bare {
		p.build.Open()
		p.find(finding{code: record.ParenAssumed})
	}
	for i < len(src) {
		switch c := src[i]; {
		case c == ';':
			if p.build.AfterVariation() {
				p.find(finding{at: i, code: record.ParenAssumed})
				p.build.Open()
			}
			if p.build.Len() > 0 {
				if plain := p.plainMoves(i); plain > i {
					i = plain
					continue
				}
			}
			i = p.begin(i + 1)
		case proptext.Space(c):
			i++
		case c == '(':
			if p.gameInside(i) {
				p.find(finding{at: i, code: record.GameInside, n: p.build.Depth()})
				return i, true
			}
			if p.build.Pending() > 0 {
				p.find(finding{at: i, code: record.DoubleParen})
			}
			p.build.Open()
			i++
		case c == ')':
			i++
			if p.endsTooEarly(i) {
				p.find(finding{at: i - 1, code: record.EndTooEarly})
				continue
			}
			closed := p.build.Close()
			if p.info != record.NoNode && p.build.Depth() < p.level {
				p.info = record.NoNode
			}
			switch closed {
			case record.ClosedEmpty:
				p.find(finding{at: i - 1, code: record.EmptyVariation})
			case record.ClosedTree:
				p.endTree()
				return i, true
			}
		default:
			i = p.stray(i)
		}
	}
	p.find(finding{at: len(src), code: record.ParenMissing, n: max(1, p.build.Depth()+p.build.Pending())})
	p.endTree()
	return len(src), false
}

func (p *parser) reset(src []byte, e *record.Encoding, plain int) {
	*p = parser{
		src: src, scan: record.Scanner(src, e), build: p.build, findings: p.findings[:0], facts: p.facts[:0], spans: p.spans, root: p.root,
		width: 19, height: 19, small: 19, small2: 19, info: record.NoNode,
	}
	p.scan.Plain = plain
	p.scan.Report = p.oddity
}

// gameInside tells whether a new game begins at the "(" while another is open: its first
// property is one that only a root has.
func (p *parser) gameInside(i int) bool {
	if p.build.Depth() == 0 {
		return false
	}
	i = proptext.SkipSpace(p.src, i+1)
	if i == len(p.src) || p.src[i] != ';' {
		return false
	}
	rest := p.src[proptext.SkipSpace(p.src, i+1):]
	return bytes.HasPrefix(rest, []byte("GM[")) || bytes.HasPrefix(rest, []byte("FF["))
}

// endsTooEarly tells a ")" behind which the nodes of the game go on.
func (p *parser) endsTooEarly(i int) bool {
	if p.build.Depth() != 1 || p.build.Pending() > 0 {
		return false
	}
	i = proptext.SkipSpace(p.src, i)
	return i < len(p.src) && p.src[i] == ';' && propertyAt(p.src, proptext.SkipSpace(p.src, i+1))
}

// stray reads what stands where a node or variation should: a property begins a node of its
// own, anything else is passed over.
func (p *parser) stray(i int) int {
	if propertyAt(p.src, i) {
		code := record.SemicolonMissing
		if p.build.AfterVariation() {
			code = record.ParenAssumed
			p.build.Open()
		}
		p.find(finding{at: i, code: code})
		return p.begin(i)
	}
	from := i
	for i < len(p.src) && !proptext.Space(p.src[i]) && p.src[i] != ';' && p.src[i] != '(' && p.src[i] != ')' {
		i++
		if before := p.src[i-1]; !isLetter(before) && (before < '0' || before > '9') && propertyAt(p.src, i) {
			break
		}
	}
	p.find(finding{at: from, code: record.Junk, value: span{from, i}})
	return i
}

// begin adds the node whose properties begin at i and returns where they end.
func (p *parser) begin(i int) int {
	if p.build.Len() == 0 {
		p.node = node{n: p.build.Add(i), at: i}
		return p.beginRoot(i)
	}
	prop, end, ok := p.scan.Next(i)
	if !ok {
		p.empty(i)
		return end
	}
	from := i
	p.node = node{n: p.build.Add(i), at: i}
	for ok {
		p.spans = p.spans[:0]
		i = p.collect(prop)
		p.property(prop, p.spans)
		prop, end, ok = p.scan.Next(i)
	}
	p.said += end + len(";") - from
	p.endNode()
	return end
}

// spareNodes is how many nodes a game may have beyond what its text allows; no game of people
// has so many that say nothing.
const spareNodes = 1 << 14

// empty adds a node without properties. Where the tree has grown beyond three times the text of
// the other nodes, which only such nodes can do, it is left out: a tree takes memory in proportion
// to its text, whatever the text is. The "(" of a variation that it began is then the next node's.
func (p *parser) empty(i int) {
	if p.build.Len() > spareNodes+p.said/(record.NodeBytes/3) {
		if p.surplus++; p.surplus == 1 {
			p.surplusAt = i
		}
		return
	}
	p.build.Add(i)
	p.find(finding{at: i, code: record.EmptyNode})
}

// plainMoves adds the nodes from i on that hold one move on the board in the shortest way and
// nothing else, as most do: ";B[dd]". It returns where they end.
func (p *parser) plainMoves(i int) int {
	src, width, height, from := p.src, p.small, p.small2, i
	for i+6 <= len(src) && src[i] == ';' {
		m := src[i : i+6 : i+6]
		if m[2] != '[' || m[5] != ']' || m[1] != 'B' && m[1] != 'W' || m[3]-'a' >= width || m[4]-'a' >= height {
			break
		}
		next := i + 6
		for next < len(src) && (src[next] == '\n' || src[next] == '\r' || src[next] == ' ') {
			next++
		}
		if next < len(src) && src[next] != ';' && src[next] != '(' && src[next] != ')' {
			break
		}
		p.build.Add(i + 1)
		p.begun = true
		i = next
	}
	p.said += i - from
	return i
}

// collect finds the values of a property and returns where they end.
func (p *parser) collect(prop proptext.Prop) (end int) {
	kind := proptext.Defs[prop.Def].Kind
	for at := prop.Values; at >= 0; at = p.scan.Behind(end) {
		var stop int
		stop, end = p.scan.Value(at+1, kind)
		p.spans = append(p.spans, span{at + 1, stop})
	}
	return end
}

// rootProp is a property of the root with its part of parser.spans.
type rootProp struct {
	prop        proptext.Prop
	first, last int
}

// beginRoot collects all properties before it judges any: the board's size and the file format
// may stand behind what they are needed for.
func (p *parser) beginRoot(i int) int {
	p.spans, p.root = p.spans[:0], p.root[:0]
	for {
		prop, end, ok := p.scan.Next(i)
		if !ok {
			i = end
			break
		}
		first := len(p.spans)
		i = p.collect(prop)
		p.root = append(p.root, rootProp{prop, first, len(p.spans)})
		p.rootFact(proptext.Defs[prop.Def].ID, p.spans[first])
	}
	for _, r := range p.root {
		p.property(r.prop, p.spans[r.first:r.last])
	}
	p.said = i - p.node.at
	p.endNode()
	return i
}

// rootFact keeps what the rest of the tree is read by.
func (p *parser) rootFact(id string, value span) {
	text := p.src[value.from:value.to]
	switch id {
	case "FF":
		p.ff, _, _ = number(text)
	case "GM":
		p.gm, _, _ = number(text)
	case "CA":
		p.declared = value
	case "AP":
		p.program = value
		p.fox = bytes.Contains(text, []byte("foxwq"))
	case "SZ":
		p.width, p.height, _ = record.ParseSize(text)
		p.small, p.small2 = byte(min(p.width, 26)), byte(min(p.height, 26))
	}
}

// clue returns what the tree says of its encoding.
func (p *parser) clue(text []byte) record.Clue {
	declared, program := text[p.declared.from:p.declared.to], text[p.program.from:p.program.to]
	return record.Clue{Declared: excerpt(record.UTF8, declared), Program: excerpt(record.UTF8, program)}
}

// find notes a finding, up to a bound for each code.
func (p *parser) find(f finding) {
	if p.room(f.code) {
		p.findings = append(p.findings, f)
	}
}

// room counts a finding and tells whether it is still to be listed, so that a finding's words
// needn't be made when it isn't.
func (p *parser) room(code record.Code) bool {
	if p.counts == nil {
		p.counts = map[record.Code]int{}
	}
	p.counts[code]++
	return p.counts[code] <= record.MaxFindings
}

func (p *parser) oddity(odd proptext.Oddity, from, to int) {
	switch odd {
	case proptext.Junk:
		p.find(finding{at: from, code: record.Junk, value: span{from, to}})
	case proptext.NoValues:
		p.find(finding{at: from, code: record.NoValues, value: span{from, to}})
	case proptext.NoIdentifier:
		p.find(finding{at: from, code: record.NoIdentifier, value: span{from, to}})
	case proptext.OpenMove:
		p.find(finding{at: from, code: record.MoveUnclosed})
	case proptext.LooseBracket:
		p.find(finding{at: from, code: record.LooseBracket})
	case proptext.EscapedSecond:
		p.find(finding{at: from, code: record.EscapedByte})
	case proptext.HalfCharacter:
		p.find(finding{at: from, code: record.EncodingBytes})
	case proptext.Cut:
		p.find(finding{at: from, code: record.CutInValue})
	}
}

// endTree judges what only the whole tree tells.
func (p *parser) endTree() {
	if p.surplus > 0 {
		p.find(finding{at: p.surplusAt, code: record.EmptyNodes, n: p.surplus})
	}
	if p.handicap >= 2 && p.handicap != p.stones {
		p.find(finding{at: p.handicapAt, code: record.HandicapStones, n: p.handicap, as: p.stones})
	}
}
