package sgf

import (
	"bytes"
	"strconv"

	"tianyuan/record"
	"tianyuan/record/internal/proptext"
	"tianyuan/weiqi"
)

// node is what is known of the node that is being read.
type node struct {
	n     record.Node
	at    int
	props [2]uint64 // places in proptext.Defs
}

func (d *node) has(def int) bool { return d.props[def>>6]&(1<<(def&63)) != 0 }
func (d *node) add(def int)      { d.props[def>>6] |= 1 << (def & 63) }

var (
	defB, defW                        = proptext.Index("B"), proptext.Index("W")
	defAB, defAW, defAE, defPL        = proptext.Index("AB"), proptext.Index("AW"), proptext.Index("AE"), proptext.Index("PL")
	defTE, defBM, defDO, defIT        = proptext.Index("TE"), proptext.Index("BM"), proptext.Index("DO"), proptext.Index("IT")
	defGB, defGW, defDM, defUC        = proptext.Index("GB"), proptext.Index("GW"), proptext.Index("DM"), proptext.Index("UC")
	defHA, defVW, defAP               = proptext.Index("HA"), proptext.Index("VW"), proptext.Index("AP")
	defFF, defGM, defSZ               = proptext.Index("FF"), proptext.Index("GM"), proptext.Index("SZ")
	defTR, defCR, defMA, defSQ, defSL = proptext.Index("TR"), proptext.Index("CR"), proptext.Index("MA"), proptext.Index("SQ"), proptext.Index("SL")
)

// group tells the lists in which a point may stand once a node: set-up, and markup.
func group(def int) int {
	switch def {
	case defAB, defAW, defAE:
		return 0
	case defTR, defCR, defMA, defSQ, defSL:
		return 1
	}
	return -1
}

// property judges one property with its values.
func (p *parser) property(prop proptext.Prop, values []span) {
	def := &proptext.Defs[prop.Def]
	p.identifier(prop, def)
	twice := prop.Def > 0 && p.node.has(prop.Def)
	if twice {
		p.find(finding{at: prop.ID, code: record.Twice, id: def.ID})
	}
	if !twice && group(prop.Def) >= 0 && !p.grouped(group(prop.Def)) {
		p.seen[group(prop.Def)] = [record.MaxSize]uint64{}
	}
	p.node.add(prop.Def)
	p.place(prop, def)
	if len(values) > 1 && !def.List && prop.Def > 0 {
		p.find(finding{at: values[1].from - 1, code: record.ManyValues, id: def.ID})
	}
	if prop.Def == defVW && len(values) > 2 && p.ff >= 1 && p.ff < 4 {
		p.find(finding{at: values[2].from, code: record.NewerFeature, id: def.ID, n: p.ff})
	}
	for count, v := range values {
		p.value(prop.Def, v, count)
	}
}

func (p *parser) grouped(g int) bool {
	if g == 0 {
		return p.node.has(defAB) || p.node.has(defAW) || p.node.has(defAE)
	}
	return p.node.has(defTR) || p.node.has(defCR) || p.node.has(defMA) || p.node.has(defSQ) || p.node.has(defSL)
}

// identifier judges the name of a property.
func (p *parser) identifier(prop proptext.Prop, def *proptext.Def) {
	switch length := prop.IDEnd - prop.ID; {
	case length > 100:
		p.find(finding{at: prop.ID, code: record.HugeIdentifier, n: length})
	case prop.Def == 0 && prop.Capitals > 2:
		p.named(record.LongIdentifier, prop)
	case prop.Def == 0:
		p.named(record.UnknownProperty, prop)
	case prop.Others > 0 && p.ff == 4 && p.room(record.LowerCase):
		p.findings = append(p.findings, finding{at: prop.ID, code: record.LowerCase, id: string(p.src[prop.ID:prop.IDEnd]), as: def.ID})
	}
	if prop.Def > 0 && p.ff >= 1 && p.ff <= 4 && def.FF&(1<<(p.ff-1)) == 0 && prop.Def != defAP {
		p.find(finding{at: prop.ID, code: record.OtherFormat, id: def.ID, n: p.ff})
	}
}

func (p *parser) named(code record.Code, prop proptext.Prop) {
	if p.room(code) {
		p.findings = append(p.findings, finding{at: prop.ID, code: code, id: p.scan.Name(prop)})
	}
}

// place judges whether the property belongs into this node.
func (p *parser) place(prop proptext.Prop, def *proptext.Def) {
	switch {
	case def.Class == proptext.Root && p.node.n != record.Root:
		p.find(finding{at: prop.ID, code: record.RootMisplaced, id: def.ID})
	case def.Class == proptext.Info && p.info == record.NoNode:
		p.info, p.level = p.node.n, p.build.Depth()
	case def.Class == proptext.Info && p.info != p.node.n:
		p.find(finding{at: prop.ID, code: record.InfoMisplaced, id: def.ID})
	}
}

// endNode judges what the properties of a node say together.
func (p *parser) endNode() {
	d := &p.node
	black, white := d.has(defB), d.has(defW)
	move := black || white
	p.begun = p.begun || move
	find := func(code record.Code) { p.find(finding{at: d.at, code: code}) }
	if black && white {
		find(record.TwoMoves)
	}
	if move && (d.has(defAB) || d.has(defAW) || d.has(defAE) || d.has(defPL)) {
		find(record.SetupAndMove)
	}
	if move && d.n == record.Root {
		find(record.MoveInRoot)
	}
	if !move && (d.has(defTE) || d.has(defBM) || d.has(defDO) || d.has(defIT)) {
		find(record.AnnotationNoMove)
	}
	if d.has(defTE) && d.has(defBM) {
		find(record.AnnotationPair)
	} else if more(d, defTE, defBM, defDO, defIT) {
		find(record.Contradiction)
	}
	if more(d, defGB, defGW, defDM, defUC) {
		find(record.Contradiction)
	}
	if d.n == record.Root {
		p.endRoot()
	}
}

// more tells whether the node has more than one of the properties.
func more(d *node, defs ...int) bool {
	count := 0
	for _, def := range defs {
		if d.has(def) {
			count++
		}
	}
	return count > 1
}

func (p *parser) endRoot() {
	if p.gm > 1 {
		p.find(finding{at: p.node.at, code: record.NotGo, n: p.gm})
	}
	if p.ff > 4 {
		p.find(finding{at: p.node.at, code: record.FormatUnknown, n: p.ff})
	}
}

// value judges one value by the type of its property.
func (p *parser) value(def int, v span, count int) {
	d := &proptext.Defs[def]
	text := p.src[v.from:v.to]
	if d.Class == proptext.Info && p.judged(d.ID, v) {
		return
	}
	switch d.Kind {
	case proptext.Unknown, proptext.Count:
	case proptext.Simple, proptext.Text:
		if len(text) == 0 && d.Class == proptext.Anywhere {
			p.find(finding{at: v.from, code: record.ValueEmpty, id: d.ID})
		}
	case proptext.None:
		if len(bytes.TrimSpace(text)) > 0 {
			p.loose(d.ID, v, "")
		}
	case proptext.Move:
		p.move(def, v)
	case proptext.Point:
		p.points(def, v, count)
	case proptext.Number, proptext.Size:
		p.number(def, v)
	case proptext.Real:
		if !exactReal(text) {
			p.roughNumber(d.ID, v)
		}
	case proptext.Double:
		p.double(d.ID, v)
	case proptext.Colour:
		p.colour(d.ID, v)
	default:
		p.composed(def, v)
	}
}

// judged keeps the values whose words are judged when the encoding is known.
func (p *parser) judged(id string, v span) bool {
	switch id {
	case "RE", "DT", "KM", "TM":
	case "KI":
		p.find(finding{at: v.from, code: record.OldKomi, value: v})
		return false
	default:
		return false
	}
	if len(p.facts) < maxFacts {
		p.facts = append(p.facts, fact{id, v})
	}
	return true
}

func (p *parser) bad(id string, v span) {
	code := record.ValueBad
	if len(bytes.TrimSpace(p.src[v.from:v.to])) == 0 {
		code = record.ValueEmpty
	}
	p.find(finding{at: v.from, code: code, id: id, value: v})
}

func (p *parser) loose(id string, v span, as string) {
	if p.room(record.ValueLoose) {
		p.findings = append(p.findings, finding{at: v.from, code: record.ValueLoose, id: id, value: v, as: as})
	}
}

func (p *parser) move(def int, v span) {
	text := p.src[v.from:v.to]
	id := proptext.Defs[def].ID
	at, ok := record.ParseMove(text, p.width, p.height)
	switch {
	case !ok && p.gm <= 1:
		p.bad(id, v)
	case p.gm > 1:
	case at == weiqi.Pass && len(text) != 2 && p.ff < 4:
		p.find(finding{at: v.from, code: record.PassOld, id: id, n: max(p.ff, 1)})
	case len(text) != 2 && len(text) != 0:
		p.loose(id, v, at.SGF())
	}
	if ok && at != weiqi.Pass && !record.On(at, p.width, p.height) && p.gm <= 1 {
		p.off(id, v)
	}
}

func (p *parser) off(id string, v span) {
	if p.room(record.PointOff) {
		p.findings = append(p.findings, finding{at: v.from, code: record.PointOff, id: id, value: v, as: strconv.Itoa(p.width) + "×" + strconv.Itoa(p.height)})
	}
}

// points judges one value of a list of points.
func (p *parser) points(def int, v span, count int) {
	d := &proptext.Defs[def]
	text := p.src[v.from:v.to]
	if len(text) == 0 && d.Empty {
		if count > 0 {
			p.find(finding{at: v.from, code: record.ValueEmpty, id: d.ID})
		} else if next := p.scan.Behind(v.to + 1); def == defVW && next >= 0 {
			p.find(finding{at: next, code: record.ViewValues})
		}
		return
	}
	if p.gm > 1 {
		return
	}
	a, b, ok := record.ParseRectangle(text)
	if !ok {
		p.bad(d.ID, v)
		return
	}
	if !record.On(a, p.width, p.height) || !record.On(b, p.width, p.height) {
		p.off(d.ID, v)
	}
	if written := text; len(written) != 2 {
		p.rectangle(d.ID, v, a, b)
	}
	if def == defAB && !p.begun {
		p.stones += (b.X() - a.X() + 1) * (b.Y() - a.Y() + 1)
	}
	if g := group(def); g >= 0 {
		p.once(g, d.ID, v, a, b)
	}
}

// rectangle judges a point that isn't written in two letters.
func (p *parser) rectangle(id string, v span, a, b weiqi.Point) {
	text := p.src[v.from:v.to]
	as := a.SGF()
	if bytes.IndexByte(text, ':') >= 0 {
		as += ":" + b.SGF()
		if p.ff >= 1 && p.ff < 4 {
			p.find(finding{at: v.from, code: record.NewerFeature, id: id, n: p.ff})
		}
	}
	if as != string(text) {
		p.loose(id, v, as)
	}
}

// once notes the points and tells those that stood in the node before.
func (p *parser) once(g int, id string, v span, a, b weiqi.Point) {
	row := uint64(1)<<(b.X()+1) - uint64(1)<<a.X()
	twice := false
	for y := a.Y(); y <= b.Y(); y++ {
		twice = twice || p.seen[g][y]&row != 0
		p.seen[g][y] |= row
	}
	if twice {
		p.find(finding{at: v.from, code: record.PointTwice, id: id, value: v})
	}
}

// number reads a whole number; exact is false when something stands beside it.
func number(text []byte) (n int, exact, ok bool) {
	trimmed := bytes.TrimFunc(text, func(r rune) bool { return r < 0x80 && proptext.Space(byte(r)) })
	end := 0
	if end < len(trimmed) && (trimmed[end] == '-' || trimmed[end] == '+') {
		end++
	}
	for end < len(trimmed) && trimmed[end] >= '0' && trimmed[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(string(trimmed[:end]))
	return n, err == nil && end == len(text), err == nil
}

func (p *parser) number(def int, v span) {
	d := &proptext.Defs[def]
	text := p.src[v.from:v.to]
	if def == defSZ {
		p.size(v)
		return
	}
	n, exact, ok := number(text)
	switch {
	case !ok && (def == defFF || def == defGM):
		p.loose(d.ID, v, "1")
	case !ok && def == defHA && len(bytes.TrimSpace(text)) == 0:
	case !ok:
		p.bad(d.ID, v)
	case !exact:
		p.loose(d.ID, v, strconv.Itoa(n))
	}
	if def == defHA && !p.begun && ok {
		p.handicap, p.handicapAt = n, v.from
	}
}

func (p *parser) size(v span) {
	if p.node.n != record.Root {
		return
	}
	text := p.src[v.from:v.to]
	width, height, ok := record.ParseSize(text)
	as := strconv.Itoa(width)
	if width != height {
		as += ":" + strconv.Itoa(height)
	}
	_, exact, _ := number(text)
	colon := bytes.IndexByte(text, ':') >= 0
	switch {
	case !ok:
		p.find(finding{at: v.from, code: record.SizeBad, value: v, as: as})
	case tooBig(text):
		p.find(finding{at: v.from, code: record.SizeBig, value: v, as: as})
	case colon && width == height:
		p.find(finding{at: v.from, code: record.SizeSquare, value: v, as: as})
	case colon && p.ff >= 1 && p.ff < 4:
		p.find(finding{at: v.from, code: record.NewerFeature, id: "SZ", n: p.ff})
	case !colon && !exact:
		p.loose("SZ", v, as)
	}
}

func tooBig(text []byte) bool {
	for part := range bytes.SplitSeq(text, []byte(":")) {
		if n, _, _ := number(part); n > record.MaxSize {
			return true
		}
	}
	return false
}

// exactReal tells a decimal number as FF4 writes it.
func exactReal(text []byte) bool {
	i := 0
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		i++
	}
	from := i
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	if i == from {
		return false
	}
	if i < len(text) && text[i] == '.' {
		from = i + 1
		for i++; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
		}
		return i == len(text) && i > from
	}
	return i == len(text)
}

// roughNumber reads the number at the front of a value that isn't one.
func (p *parser) roughNumber(id string, v span) {
	text := bytes.TrimSpace(p.src[v.from:v.to])
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '.' || end == 0 && (text[end] == '-' || text[end] == '+')) {
		end++
	}
	if as := bytes.TrimRight(text[:end], "."); exactReal(as) {
		p.loose(id, v, string(as))
		return
	}
	p.bad(id, v)
}

func (p *parser) double(id string, v span) {
	switch text := p.src[v.from:v.to]; {
	case len(text) == 1 && (text[0] == '1' || text[0] == '2'):
	case bytes.HasPrefix(bytes.TrimSpace(text), []byte("2")):
		p.loose(id, v, "2")
	default:
		p.loose(id, v, "1")
	}
}

func (p *parser) colour(id string, v span) {
	text := p.src[v.from:v.to]
	if len(text) == 1 && (text[0] == 'B' || text[0] == 'W') {
		return
	}
	if side := record.ParseColour(bytes.TrimSpace(text)); side.String() != "" {
		p.loose(id, v, side.String())
		return
	}
	p.bad(id, v)
}

// composed judges a value of two parts.
func (p *parser) composed(def int, v span) {
	d := &proptext.Defs[def]
	text := p.src[v.from:v.to]
	colon := bytes.IndexByte(text, ':')
	switch {
	case d.Kind == proptext.Figure && len(text) == 0, d.Kind == proptext.App && colon < 0 && len(text) > 0:
		return
	case colon < 0:
		p.find(finding{at: v.from, code: record.NotComposed, id: d.ID, value: v})
		return
	}
	switch d.Kind {
	case proptext.PointText:
		p.end(d.ID, v, text[:colon], false)
	case proptext.PointPoint:
		if p.end(d.ID, v, text[:colon], false) {
			p.end(d.ID, v, text[colon+1:], true)
		}
	case proptext.Figure:
		if _, exact, ok := number(text[:colon]); !ok || !exact {
			p.bad(d.ID, v)
		}
	}
}

// end judges a point that is one part of a composed value.
func (p *parser) end(id string, v span, text []byte, last bool) bool {
	if p.gm > 1 {
		return true
	}
	at, _, ok := record.ParseRectangle(text)
	switch {
	case !ok || bytes.IndexByte(text, ':') >= 0:
		p.bad(id, v)
	case !record.On(at, p.width, p.height):
		p.off(id, v)
	case len(text) != 2:
		p.loose(id, v, at.SGF())
	default:
		return true
	}
	return false
}
