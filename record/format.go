package record

import (
	"io"
	"path"
	"strings"

	"tianyuan/fault"
)

// Options steer the reading of a file.
type Options struct {
	// Encoding, if not nil, is the encoding of the text whatever the file says.
	Encoding *Encoding
	// Size of the file in bytes, where it is known: a large game is then read into no more memory
	// than it needs. 0 is unknown.
	Size int64
}

// Reader reads the games of a file one after the other.
type Reader interface {
	// Next returns the next game; io.EOF after the last one. Fault: invalid when the file holds
	// no game at all, tooLarge when one game is beyond the bound.
	Next() (*Game, error)
	// Outside returns what was found outside of games, complete after io.EOF.
	Outside() []Diagnosis
}

// Format is one format of records.
type Format struct {
	Name       string
	Extensions []string // lower case, without the dot
	// Sniff tells whether a file that begins with these bytes looks like the format.
	Sniff func(head []byte) bool
	Open  func(r io.Reader, o Options) Reader
	// Write writes games to a file of the format.
	Write func(w io.Writer, games ...*Game) error
}

// Registry lists the formats that a program knows, the likeliest first.
type Registry []*Format

// Find chooses the format of a file by its first bytes, then by its name's extension.
// Fault: invalid "fault.record.format".
func (r Registry) Find(name string, head []byte) (*Format, error) {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	var byName *Format
	for _, f := range r {
		for _, e := range f.Extensions {
			if e == extension {
				byName = f
			}
		}
	}
	if byName != nil && byName.Sniff(head) {
		return byName, nil
	}
	for _, f := range r {
		if f.Sniff(head) {
			return f, nil
		}
	}
	if byName != nil {
		return byName, nil
	}
	return nil, fault.New(fault.Invalid, "fault.record.format", fault.Args{"path": name, "known": r.names()})
}

func (r Registry) names() string {
	names := make([]string, len(r))
	for i, f := range r {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}
