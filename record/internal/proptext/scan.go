package proptext

import "bytes"

// Trail tells the two-byte characters of an encoding whose second byte may be a bracket or a
// backslash (Shift_JIS, Big5, GBK). Nil where that can't happen.
type Trail struct {
	// Lead marks first bytes, Second what may follow one.
	Lead, Second [256]bool
}

// Oddity is something that the text of a node has and shouldn't.
type Oddity uint8

// The oddities.
const (
	Junk          Oddity = iota // characters that belong to nothing
	Nul                         // zero bytes outside values
	NoValues                    // an identifier without a value
	NoIdentifier                // values without an identifier
	OpenMove                    // the "]" of a move is missing
	LooseBracket                // a "]" inside a text wasn't escaped
	EscapedSecond               // a writer escaped the second byte of a character
	HalfCharacter               // a value ends in the middle of a character
	Cut                         // the text ends inside a value
)

// Scanner finds properties in Src. It holds no place of its own, so it can start anywhere.
type Scanner struct {
	Src   []byte
	Trail *Trail
	// Plain is the place from which on every "]" ends its value: behind it none is followed by
	// what should follow. len(Src) when there is no such place.
	Plain int
	// Report is told of oddities, with their bytes; nil where nobody listens.
	Report func(odd Oddity, from, to int)
}

// Prop is one property: its identifier lies in Src[ID:IDEnd], its first "[" at Values.
type Prop struct {
	ID, IDEnd, Values int
	// Def is the place in Defs; Capitals and Others count the identifier's characters.
	Def, Capitals, Others int
}

// Space tells white space; zero bytes count as such between properties.
func Space(c byte) bool { return c <= ' ' && (c == ' ' || c >= '\t' && c <= '\r' || c == 0) }

// SkipSpace returns the next place that isn't white space.
func SkipSpace(src []byte, i int) int {
	for i < len(src) && Space(src[i]) {
		i++
	}
	return i
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// Next finds the first property from i on. Without one, ok is false and end is where the node's
// text ends: at ";", "(", ")" or the end of Src.
func (s *Scanner) Next(i int) (p Prop, end int, ok bool) {
	src := s.Src
	for i < len(src) {
		c := src[i]
		switch {
		case c == ';' || c == '(' || c == ')':
			return Prop{}, i, false
		case letter(c):
			p = s.identifier(i)
			if p.Values >= 0 && p.Capitals > 0 {
				return p, 0, true
			}
			if p.Values < 0 {
				s.report(NoValues, p.ID, p.IDEnd)
				i = p.IDEnd
				continue
			}
			fallthrough
		case c == '[':
			from := i
			if c != '[' {
				i = p.Values
			}
			_, i = s.Value(i+1, Unknown)
			s.report(NoIdentifier, from, i)
		case Space(c):
			if c == 0 {
				s.report(Nul, i, i+1)
			}
			i++
		default:
			from := i
			for i < len(src) && !letter(src[i]) && !Space(src[i]) && src[i] != '[' && src[i] != ';' && src[i] != '(' && src[i] != ')' {
				i++
			}
			s.report(Junk, from, i)
		}
	}
	return Prop{}, i, false
}

// identifier reads letters and digits; lower-case letters don't count (FF1 to FF3: "GaMe").
func (s *Scanner) identifier(i int) Prop {
	src := s.Src
	p := Prop{ID: i, Values: -1}
	key := 0
	for ; i < len(src); i++ {
		c := src[i]
		if c >= 'A' && c <= 'Z' {
			p.Capitals++
			if p.Capitals <= 2 {
				key = key*27 + int(c-'A') + 1
			}
		} else if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			p.Others++
			if c <= '9' {
				key = 0
			}
		} else {
			break
		}
	}
	p.IDEnd = i
	switch p.Capitals {
	case 1:
		p.Def = int(byKey[key*27])
	case 2:
		p.Def = int(byKey[key])
	}
	if i = SkipSpace(src, i); i < len(src) && src[i] == '[' {
		p.Values = i
	}
	return p
}

func (s *Scanner) report(odd Oddity, from, to int) {
	if s.Report != nil {
		s.Report(odd, from, to)
	}
}

// Name returns the property's identifier without lower-case letters, from its first capital on.
func (s *Scanner) Name(p Prop) string {
	if p.Def > 0 {
		return Defs[p.Def].ID
	}
	name := make([]byte, 0, p.Capitals+p.Others)
	for _, c := range s.Src[p.ID:p.IDEnd] {
		if c >= 'A' && c <= 'Z' || c <= '9' && len(name) > 0 {
			name = append(name, c)
		}
	}
	return string(name)
}

// Value returns the end of the value that begins at i, behind its "[", and the place behind
// its "]"; both are len(Src) when the text is cut there.
func (s *Scanner) Value(i int, kind Kind) (end, next int) {
	switch kind {
	case Move:
		return s.move(i)
	case Simple, Text, Unknown:
		if i < s.Plain {
			return s.text(i)
		}
	}
	return s.upTo(s.close(i))
}

func (s *Scanner) upTo(end int) (int, int) {
	if end == len(s.Src) {
		s.report(Cut, end, end)
		return end, end
	}
	return end, end + 1
}

// Behind returns the "[" of a further value of the same property, or -1.
func (s *Scanner) Behind(next int) int {
	if next = SkipSpace(s.Src, next); next < len(s.Src) && s.Src[next] == '[' {
		return next
	}
	return -1
}

// move ends at the first "]", or behind two letters when a new node or property follows them
// at once: B[dd;W[pp].
func (s *Scanner) move(i int) (end, next int) {
	src := s.Src
	if i+2 < len(src) && src[i+2] == ']' && letter(src[i]) && letter(src[i+1]) {
		return i + 2, i + 3
	}
	if i+2 < len(src) && letter(src[i]) && letter(src[i+1]) && s.starts(i+2) {
		s.report(OpenMove, i+2, i+2)
		return i + 2, i + 2
	}
	return s.upTo(s.close(i))
}

// starts tells whether a node, a property or a variation begins at i.
func (s *Scanner) starts(i int) bool {
	src := s.Src
	if i = SkipSpace(src, i); i == len(src) {
		return false
	}
	switch c := src[i]; {
	case c == ';':
		i = SkipSpace(src, i+1)
		return i == len(src) || src[i] >= 'A' && src[i] <= 'Z' || src[i] == ';' || src[i] == '(' || src[i] == ')' || s.property(i)
	case c == '(':
		i = SkipSpace(src, i+1)
		return i < len(src) && (src[i] == ';' || src[i] == '(' || src[i] == ')' || s.property(i))
	}
	return s.property(i)
}

// skipName returns the end of the identifier that begins at i, i itself if none does.
func skipName(src []byte, i int) int {
	if i == len(src) || !letter(src[i]) {
		return i
	}
	for i < len(src) && (letter(src[i]) || src[i] >= '0' && src[i] <= '9') {
		i++
	}
	return i
}

// property tells whether an identifier with a value begins at i.
func (s *Scanner) property(i int) bool {
	end := skipName(s.Src, i)
	if end == i {
		return false
	}
	end = SkipSpace(s.Src, end)
	return end < len(s.Src) && s.Src[end] == '['
}

// closes tells whether what stands at i can follow a value.
func (s *Scanner) closes(i int) bool {
	src := s.Src
	if i = SkipSpace(src, i); i == len(src) || src[i] == ')' || src[i] == '[' || s.starts(i) {
		return true
	}
	end := skipName(src, i)
	if end == i {
		return false
	}
	end = SkipSpace(src, end)
	return end == len(src) || src[end] == ';' || src[end] == '(' || src[end] == ')'
}

// text ends at the first "]" that is followed by what can follow a value: writers forget to
// escape. Where none is, every "]" ends its value from here on.
func (s *Scanner) text(i int) (end, next int) {
	first := s.close(i)
	for end = first; end < len(s.Src); end = s.close(end + 1) {
		if s.closes(end + 1) {
			if end != first {
				s.report(LooseBracket, first, first+1)
			}
			return end, end + 1
		}
	}
	if first < len(s.Src) {
		s.Plain = i
		return first, first + 1
	}
	return s.upTo(end)
}

// close returns the place of the first "]" from i on that isn't escaped, or len(Src).
func (s *Scanner) close(i int) int {
	if s.Trail != nil {
		return s.closeByCharacter(i)
	}
	src := s.Src
	end := -1
	for i < len(src) {
		if end < i {
			n := bytes.IndexByte(src[i:], ']')
			if n < 0 {
				return len(src)
			}
			end = i + n
		}
		escape := bytes.IndexByte(src[i:end], '\\')
		if escape < 0 {
			return end
		}
		i += escape + 2
	}
	return len(src)
}

// closeByCharacter is close for encodings whose second bytes may be brackets.
func (s *Scanner) closeByCharacter(i int) int {
	src, t := s.Src, s.Trail
	for i < len(src) {
		c := src[i]
		switch {
		case c == ']':
			return i
		case c == '\\':
			i += 2
		case c >= 0x80 && t.Lead[c] && i+1 < len(src) && t.Second[src[i+1]]:
			second := src[i+1]
			if second == ']' && s.starts(i+2) {
				s.report(HalfCharacter, i, i+1)
				return i + 1
			}
			if second == '\\' && s.escapedSecond(i) {
				s.report(EscapedSecond, i, i+3)
				if src[i+2] == '\\' {
					return i + 3
				}
				i += 3
				continue
			}
			i += 2
		default:
			i++
		}
	}
	return len(src)
}

// escapedSecond tells whether the "\" at i+1 escapes the second byte of a character instead of
// being one, as writers do that know no characters: a "]" that doesn't close, or "\\]" that does.
func (s *Scanner) escapedSecond(i int) bool {
	src := s.Src
	if i+2 < len(src) && src[i+2] == ']' {
		return !s.closes(i + 3)
	}
	return i+3 < len(src) && src[i+2] == '\\' && src[i+3] == ']' && (i+4 == len(src) || src[i+4] != ']') && s.closes(i+4)
}

// Escapes tells whether the character at i is a lead byte whose second byte a writer has
// escaped, inside a value that ends at len(Src).
func (t *Trail) Escapes(value []byte, i int) bool {
	return t.Lead[value[i]] && i+2 < len(value) && value[i+1] == '\\' && value[i+2] == ']'
}
