package record

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"tianyuan/fault"
)

// Detector chooses the encoding of each game of a file, from what the file says, what the text
// looks like and what its neighbours are in.
type Detector struct {
	// Override, if not nil, is taken whatever the file says.
	Override *Encoding
	last     *Encoding // of the game before that had more than ASCII
}

// Clue is what a game says of its encoding besides its text.
type Clue struct {
	// Declared is the encoding's name in the file (CA), "" when there is none.
	Declared string
	// Program wrote the file (AP).
	Program string
}

// TextFinding is a finding about the encoding; At is a place in the text, -1 for the
// declaration's.
type TextFinding struct {
	At   int
	Code Code
	Args fault.Args
}

// Choose returns the encoding of a game's text. ASCII alone is UTF-8.
func (d *Detector) Choose(text []byte, clue Clue) (e *Encoding, found []TextFinding) {
	declared, known := ParseEncoding(clue.Declared)
	named := strings.TrimSpace(clue.Declared) != ""
	if named && !known && d.Override == nil {
		found = append(found, TextFinding{-1, EncodingUnknown, fault.Args{"name": clue.Declared, "as": UTF8.String()}})
	}
	first := asciiEnd(text, 0)
	if first == len(text) {
		return UTF8, found
	}
	e = d.Override
	valid := false
	switch {
	case e != nil:
	case utf8.Valid(text[first:]):
		e, valid = UTF8, true
	case known && declared.fits(text):
		e, valid = declared, true
	case known && !declared.Wide() && declared.holds(text):
		e = declared
		if likely, clear := Detect(text, declared); clear && likely != declared && likely.fits(text) {
			if declared.pairs == nil {
				e = likely // one byte a character: anything decodes, so the claim proves nothing
			} else {
				found = append(found, TextFinding{-1, EncodingDoubt, fault.Args{"name": clue.Declared, "likely": likely.String()}})
			}
		}
	case !(named && known) && d.last.fits(text):
		e, valid = d.last, true
	case mostlyUTF8(text):
		e = UTF8
	default:
		e, _ = Detect(text, d.hint(clue.Program))
	}
	found = append(found, d.findings(e, text, first, claim{clue.Declared, declared, named && known}, valid)...)
	for i := range found {
		found[i].Args["as"] = e.String()
	}
	d.last = e
	return e, found
}

// claim is what a file says of its encoding.
type claim struct {
	name     string
	encoding *Encoding
	known    bool
}

func (d *Detector) findings(e *Encoding, text []byte, first int, c claim, valid bool) (found []TextFinding) {
	switch {
	case d.Override != nil:
	case c.known && e != c.encoding:
		found = append(found, TextFinding{-1, EncodingClaim, fault.Args{"name": c.name}})
	case !c.known && e != UTF8 && e != d.last:
		found = append(found, TextFinding{first, EncodingGuessed, fault.Args{}})
	}
	if d.last != nil && d.last != e {
		found = append(found, TextFinding{first, EncodingMixed, fault.Args{"other": d.last.String()}})
	}
	if !valid {
		if at := e.Faulty(text[first:]); at >= 0 {
			found = append(found, TextFinding{first + at, EncodingBytes, fault.Args{"encoding": e.String()}})
		}
	}
	if e == UTF8 {
		if at := bytes.Index(text, []byte("\uFFFD")); at >= 0 {
			found = append(found, TextFinding{at, EncodingDamaged, fault.Args{}})
		}
	}
	return found
}

// hint returns the encoding that the neighbours or the program suggest.
func (d *Detector) hint(program string) *Encoding {
	if d.last != nil {
		return d.last
	}
	program = strings.ToLower(program)
	for _, name := range []string{"multigo", "foxwq", "tygem", "ewei"} {
		if strings.Contains(program, name) {
			return GB18030
		}
	}
	return nil
}

// holds tells whether the text may be in the encoding: not more than one fault in fifty
// characters, as when a name was cut in the middle of one.
func (e *Encoding) holds(text []byte) bool {
	switch {
	case e == UTF8:
		return mostlyUTF8(text)
	case e.pairs != nil:
		_, count, faults := e.pairs().score(text)
		return faults*50 <= count
	}
	return e.Faulty(text) < 0
}

// mostlyUTF8 tells UTF-8 with a few broken bytes from another encoding, whose pairs hardly ever
// form characters of three bytes.
func mostlyUTF8(text []byte) bool {
	good, bad := 0, 0
	for i := asciiEnd(text, 0); i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			bad++
		} else if size >= 3 {
			good++
		}
		if i += size; i < len(text) && text[i] < 0x80 {
			i = asciiEnd(text, i)
		}
	}
	return good > 3*bad
}

// HasBrackets tells whether some two-byte character of the text has a bracket or a backslash
// as its second byte, so that the text must be read character by character.
func (e *Encoding) HasBrackets(text []byte) bool {
	t := e.trail()
	if t == nil {
		return false
	}
	for i := asciiEnd(text, 0); i < len(text); {
		switch {
		case text[i] < 0x80:
			i = asciiEnd(text, i)
		case i+1 < len(text) && t.Lead[text[i]] && t.Second[text[i+1]]:
			if c := text[i+1]; c >= '[' && c <= ']' {
				return true
			}
			i += 2
		default:
			i++
		}
	}
	return false
}
