// Package sheet reads and writes spreadsheets: .csv in every encoding in use for Chinese, and
// .xlsx. Files come from strangers, so every size is bounded before memory is spent, and
// nothing in a file is ever evaluated: a formula is a text with a mark.
package sheet

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"tianyuan/fault"
)

// Bounds of what is read.
const (
	MaxBytes   = 10 << 20 // of the file
	MaxRows    = 20_000   // rows with text
	MaxColumns = 200
	MaxChars   = 1_000 // in one cell
)

// Options say how to read; the zero value recognises everything.
type Options struct {
	Encoding string // one of Encodings for a text file; "" = recognise it
	Sheet    string // name of the sheet of an .xlsx file; "" = the first visible one with text
}

// Encodings are the identifiers of the text encodings that Read knows, as Sheet.Encoding gives
// them. "sheet.encoding." + identifier is the message that says one in words.
var Encodings = []string{"utf8", "utf8bom", "utf16le", "utf16be", "gb18030", "big5"}

// Sheet is one sheet of cells as text.
type Sheet struct {
	File     string   // name of the file as it was given
	Name     string   // name of the sheet; "" for a text file
	Encoding string   // one of Encodings, or "xlsx"
	Sheets   []string // names of all sheets of the file; nil for a text file
	Rows     []Row    // rows with text, in the file's order; empty ones are left out
}

// Row is a row with text.
type Row struct {
	No    int // number in the file, from 1, empty rows counted
	Cells []Cell
}

// Cell is one cell.
type Cell struct {
	// Text is what the cell holds: dates as 2010-03-05, a formula as "=" and its text.
	Text string
	// Formula marks a cell that a spreadsheet program would compute.
	Formula bool
	// Merged marks every cell of a merged range; only its first one has text.
	Merged bool
}

// Letter returns the letters of a column, counted from 0: A, B, … Z, AA.
func Letter(column int) string {
	letters := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		letters = string(rune('A'+(n-1)%26)) + letters
	}
	return letters
}

// Read reads a spreadsheet by its content; the name only serves the messages. Errors are faults
// that name the file, the place and what to do: an .xls or encrypted or damaged file, one beyond
// the bounds (code TooLarge), bytes that don't fit the encoding.
func Read(name string, data []byte, o Options) (*Sheet, error) {
	r := reader{file: name}
	if len(data) > MaxBytes {
		return nil, r.tooLarge("tooBig", fault.Args{"most": MaxBytes >> 20})
	}
	var s *Sheet
	var err error
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		s, err = r.xlsx(data, o.Sheet)
	case bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		err = r.compound(data)
	default:
		s, err = r.text(data, o.Encoding)
	}
	if err != nil {
		return nil, err
	}
	s.File = name
	if len(s.Rows) == 0 {
		return nil, r.refuse("empty", nil)
	}
	return s, nil
}

// reader carries what the messages name.
type reader struct{ file string }

func (r reader) fault(code fault.Code, why string, args fault.Args) error {
	all := fault.Args{"file": r.file}
	for k, v := range args {
		all[k] = v
	}
	return fault.New(code, "fault.sheet."+why, all)
}

func (r reader) refuse(why string, args fault.Args) error { return r.fault(fault.Invalid, why, args) }

func (r reader) tooLarge(why string, args fault.Args) error {
	return r.fault(fault.TooLarge, why, args)
}

// compound refuses an OLE compound file: an .xls of Excel 97–2003, or an .xlsx with a password,
// which carries a stream of this name in UTF-16.
func (r reader) compound(data []byte) error {
	if bytes.Contains(data, []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")) {
		return r.refuse("encrypted", nil)
	}
	return r.refuse("xls", nil)
}

// add appends a row unless it is empty, and holds it against the bounds. Empty cells at its end
// are cut off.
func (r reader) add(s *Sheet, row Row) error {
	last := len(row.Cells)
	for last > 0 && strings.TrimSpace(row.Cells[last-1].Text) == "" {
		last--
	}
	if last == 0 {
		return nil
	}
	if last > MaxColumns {
		return r.tooLarge("tooManyColumns", fault.Args{"row": row.No, "most": MaxColumns})
	}
	if len(s.Rows) == MaxRows {
		return r.tooLarge("tooManyRows", fault.Args{"most": MaxRows})
	}
	row.Cells = row.Cells[:last:last]
	for i, c := range row.Cells {
		if len(c.Text) > MaxChars && utf8.RuneCountInString(c.Text) > MaxChars {
			return r.tooLarge("cellTooLong", fault.Args{"row": row.No, "column": Letter(i), "most": MaxChars})
		}
	}
	s.Rows = append(s.Rows, row)
	return nil
}
