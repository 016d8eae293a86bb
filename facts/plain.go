package facts

import "encoding/json"

// Fields walks through a body in the form in which this program writes it: one object, the fields in
// the order of their type, no blanks, texts of printable ASCII without escapes. Whatever differs in any
// way is left to encoding/json, so that a body means the same however it is read; this way is some ten
// times faster, and a game's record is mostly moves and presses.
type Fields struct {
	rest []byte
	// begun: a field has been read.
	begun, other bool
}

// Text returns the text of the next field, which must have this name. Else it is nil, and the body is
// left to encoding/json. The bytes belong to the body.
func (f *Fields) Text(name string) []byte {
	if !f.named(name) || len(f.rest) == 0 || f.rest[0] != '"' {
		f.other = true
		return nil
	}
	for i, c := range f.rest[1:] {
		switch {
		case c == '"':
			text := f.rest[1 : i+1]
			f.rest = f.rest[i+2:]
			return text
		case c < ' ' || c > '~' || c == '\\':
			f.other = true
			return nil
		}
	}
	f.other = true
	return nil
}

// True tells whether the next field has this name and is true. A field that is left out is false.
func (f *Fields) True(name string) bool {
	if !f.named(name) {
		return false
	}
	rest := f.rest
	if len(rest) < 4 || string(rest[:4]) != "true" {
		f.other = true
		return false
	}
	f.rest = rest[4:]
	return true
}

// Take leaves the body to encoding/json when a text couldn't be read.
func (f *Fields) Take(err error) {
	if err != nil {
		f.other = true
	}
}

// named steps over the name of the next field when it is this one.
func (f *Fields) named(name string) bool {
	before, rest, n := byte('{'), f.rest, len(name)
	if f.begun {
		before = ','
	}
	if len(rest) < n+4 || rest[0] != before || rest[1] != '"' || string(rest[2:n+2]) != name || rest[n+2] != '"' || rest[n+3] != ':' {
		return false
	}
	f.rest, f.begun = rest[n+4:], true
	return true
}

// Whole tells that all of the body was read.
func (f *Fields) Whole() bool { return !f.other && len(f.rest) == 1 && f.rest[0] == '}' }

// RegisterFrequent is Register for a type that comes often. read reads its fields in their order, and
// whole says whether there was nothing else; what it isn't made for goes the way of all other types.
func RegisterFrequent[E Event](r *Registry, read func(Fields) (e E, whole bool)) {
	var zero E
	Register[E](r)
	name := zero.EventType()
	other := r.decoders[name]
	r.decoders[name] = func(body json.RawMessage) (Event, error) {
		if e, whole := read(Fields{rest: body}); whole {
			return e, nil
		}
		return other(body)
	}
}
