package record

import (
	"bytes"
	"iter"
	"strings"

	"tianyuan/record/internal/proptext"
	"tianyuan/weiqi"
)

// Property is one property of a node, with all its values.
type Property struct {
	// ID is the identifier in capitals: "PB".
	ID   string
	def  int
	from int // the "[" of the first value
	s    proptext.Scanner
	enc  *Encoding
}

// Value is one value of a property: the text between brackets.
type Value struct {
	raw  []byte
	enc  *Encoding
	kind proptext.Kind
}

// Properties walks over the properties of a node in the order of the text. One that stands
// twice comes twice.
func (g *Game) Properties(n Node) iter.Seq[Property] {
	return func(yield func(Property) bool) {
		s, i := g.scanner(n)
		for {
			p, _, ok := s.Next(i)
			if !ok {
				return
			}
			if !yield(Property{s.Name(p), p.Def, p.Values, s, g.textEncoding(n)}) {
				return
			}
			i = skipValues(&s, p)
		}
	}
}

func skipValues(s *proptext.Scanner, p proptext.Prop) int {
	kind := proptext.Defs[p.Def].Kind
	i := p.Values
	for {
		_, next := s.Value(i+1, kind)
		if i = s.Behind(next); i < 0 {
			return next
		}
	}
}

// Values walks over the values, of which there is at least one.
func (p Property) Values() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		kind := proptext.Defs[p.def].Kind
		for i := p.from; i >= 0; {
			end, next := p.s.Value(i+1, kind)
			if !yield(Value{p.s.Src[i+1 : end], p.enc, kind}) {
				return
			}
			i = p.s.Behind(next)
		}
	}
}

// First returns the first value.
func (p Property) First() Value {
	for v := range p.Values() {
		return v
	}
	return Value{}
}

// Values walks over all values of a property of a node, also when it stands there twice.
func (g *Game) Values(n Node, id string) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for p := range g.Properties(n) {
			if p.ID != id {
				continue
			}
			for v := range p.Values() {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// Value returns the first value of a property of a node.
func (g *Game) Value(n Node, id string) (v Value, ok bool) {
	for v := range g.Values(n, id) {
		return v, true
	}
	return Value{}, false
}

// Has tells whether the node has the property.
func (g *Game) Has(n Node, id string) bool {
	_, ok := g.Value(n, id)
	return ok
}

// Text returns the text of a property, with its line breaks; values that stand beside each other
// (C[..][..], or C twice) are separated by an empty line.
func (g *Game) Text(n Node, id string) string {
	var texts []string
	for v := range g.Values(n, id) {
		if text := v.Text(); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// Line returns the first value of a property as text in one line.
func (g *Game) Line(n Node, id string) string {
	v, _ := g.Value(n, id)
	return v.Line()
}

// Raw returns the bytes as they stand in the file, with their escapes.
func (v Value) Raw() []byte { return v.raw }

// Text returns the value as FF4's Text: escapes and soft line breaks are gone, a line break is
// "\n", other white space a space.
func (v Value) Text() string { return v.decode(false) }

// Line returns the value as FF4's SimpleText: as Text, but a line break is a space.
func (v Value) Line() string { return v.decode(true) }

func (v Value) decode(line bool) string {
	raw := v.raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		raw = unescape(raw, v.enc.trail())
	}
	return spaces(v.enc.Decode(raw), line)
}

// Shown returns the text as the property's type has it: Text with its line breaks for comments
// and for what isn't known, one line for everything else.
func (v Value) Shown() string { return v.decode(v.kind != proptext.Text && v.kind != proptext.Unknown) }

// unescape removes escapes and soft line breaks. In encodings whose second bytes may be
// backslashes it goes character by character.
func unescape(raw []byte, t *proptext.Trail) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c >= 0x80 && t != nil && t.Escapes(raw, i):
			out = append(out, c, ']')
			i += 2
		case c >= 0x80 && t != nil && i+1 < len(raw) && t.Lead[c] && t.Second[raw[i+1]]:
			out = append(out, c, raw[i+1])
			i++
		case c == '\\' && i+1 < len(raw):
			i++
			if width := lineBreak(raw, i); width > 0 {
				i += width - 1
				continue
			}
			if c := raw[i]; c >= 0x80 && t != nil && i+1 < len(raw) && t.Lead[c] && t.Second[raw[i+1]] {
				i-- // an escaped character of two bytes
				out = append(out, c, raw[i+2])
				i += 2
				continue
			}
			out = append(out, raw[i])
		default:
			out = append(out, c)
		}
	}
	return out
}

// lineBreak returns the length of the line break at i: "\n", "\r", "\r\n" or "\n\r".
func lineBreak[T string | []byte](s T, i int) int {
	if s[i] != '\n' && s[i] != '\r' {
		return 0
	}
	if i+1 < len(s) && s[i]+s[i+1] == '\n'+'\r' {
		return 2
	}
	return 1
}

// spaces makes line breaks "\n" (or a space, for a line) and other white space a space.
func spaces(text string, line bool) string {
	if !strings.ContainsAny(text, "\r\t\v\f") && !(line && strings.Contains(text, "\n")) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		width := lineBreak(text, i)
		switch {
		case width > 0 && line:
			b.WriteByte(' ')
		case width > 0:
			b.WriteByte('\n')
		case text[i] == '\t' || text[i] == '\v' || text[i] == '\f':
			b.WriteByte(' ')
		default:
			b.WriteByte(text[i])
		}
		i += max(width-1, 0)
	}
	return b.String()
}

// Compose splits a composed value at its first ":" that isn't escaped.
func (v Value) Compose() (left, right Value, ok bool) {
	t := v.enc.trail()
	for i := 0; i < len(v.raw); i++ {
		switch c := v.raw[i]; {
		case c == ':':
			left, right = v, v
			left.raw, right.raw = v.raw[:i], v.raw[i+1:]
			return left, right, true
		case c == '\\':
			i++
		case c >= 0x80 && t != nil && i+1 < len(v.raw) && t.Lead[c] && t.Second[v.raw[i+1]]:
			i++
		}
	}
	return v, Value{}, false
}

// trimmed returns the bytes of a value that isn't text, without white space around.
func (v Value) trimmed() []byte { return bytes.TrimFunc(v.raw, isSpace) }

func isSpace(r rune) bool { return r < 0x80 && proptext.Space(byte(r)) }

// Normal returns the value in UTF-8 as it is written between brackets, escaped as its type
// wants it.
func (v Value) Normal() string {
	switch v.kind {
	case proptext.Simple:
		return escape(v.Line())
	case proptext.Text:
		return escape(v.Text())
	}
	raw := v.raw
	if t := v.enc.trail(); t != nil {
		raw = plainSeconds(raw, t)
	}
	return escapeLoose(v.enc.Decode(raw))
}

// plainSeconds removes the escapes inside characters.
func plainSeconds(raw []byte, t *proptext.Trail) []byte {
	var out []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] >= 0x80 && t.Escapes(raw, i) {
			out = append(out, raw[i], ']')
			i += 2
			continue
		}
		out = append(out, raw[i])
		if raw[i] >= 0x80 && i+1 < len(raw) && t.Lead[raw[i]] && t.Second[raw[i+1]] {
			i++
			out = append(out, raw[i])
		}
	}
	return out
}

// escape writes text as a value.
func escape(text string) string {
	if !strings.ContainsAny(text, `\]`) {
		return text
	}
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text)
}

// escapeLoose escapes what isn't escaped and must be.
func escapeLoose(text string) string {
	if !strings.ContainsAny(text, `\]`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == ']', text[i] == '\\' && i+1 == len(text):
			b.WriteByte('\\')
		case text[i] == '\\':
			b.WriteByte('\\')
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// TextValue makes a value of plain text.
func TextValue(text string) Value {
	return Value{raw: []byte(escape(strings.ToValidUTF8(text, "\uFFFD"))), enc: UTF8}
}

// PointValue makes a value of a point; Pass gives the empty value.
func PointValue(p weiqi.Point) Value { return Value{raw: []byte(p.SGF()), enc: UTF8} }

// ComposedValue makes a composed value of two texts.
func ComposedValue(left, right string) Value {
	text := strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`)
	return Value{raw: []byte(text.Replace(strings.ToValidUTF8(left, "\uFFFD")) + ":" + text.Replace(strings.ToValidUTF8(right, "\uFFFD"))), enc: UTF8}
}

// ValueOf makes a value of bytes as they stand between brackets, for readers of formats.
func ValueOf(raw []byte, e *Encoding) Value { return Value{raw: raw, enc: e} }
