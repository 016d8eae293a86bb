package sheet

import (
	"bytes"
	"strings"

	"tianyuan/fault"
)

// text reads a text file with separators, which are recognised.
func (r reader) text(data []byte, want string) (*Sheet, error) {
	text, id, err := r.decode(data, want)
	if err != nil {
		return nil, err
	}
	if isMarkup(text) {
		return nil, r.refuse("html", nil)
	}
	s := &Sheet{Encoding: id}
	records := &records{rest: text, separator: separatorOf(text)}
	for no := 1; records.rest != ""; no++ {
		fields, closed := records.next()
		if !closed {
			return nil, r.refuse("quote", fault.Args{"row": no})
		}
		row := Row{No: no, Cells: make([]Cell, len(fields))}
		for i, f := range fields {
			row.Cells[i] = textCell(f)
		}
		if err := r.add(s, row); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// isMarkup recognises the web pages and XML that some systems hand out under the name .xls.
func isMarkup(text string) bool {
	head := strings.ToLower(strings.TrimSpace(text[:min(len(text), 200)]))
	for _, mark := range []string{"<html", "<!doctype", "<table", "<?xml", "<meta", "<head"} {
		if strings.HasPrefix(head, mark) {
			return true
		}
	}
	return false
}

// textCell undoes the guard of WriteCSV and marks what a spreadsheet program would compute.
func textCell(text string) Cell {
	if strings.HasPrefix(text, "'") && needsGuard(text) {
		return Cell{Text: text[1:]}
	}
	return Cell{Text: text, Formula: FormulaLike(text)}
}

// FormulaLike tells whether a spreadsheet program could take the text for a formula. A number
// with its sign, a telephone number and a lone dash are none.
func FormulaLike(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
		return false
	}
	switch text[0] {
	case '=', '@':
		return len(text) > 1
	case '+', '-':
		return strings.Trim(text, "+-0123456789 ()./") != "" && strings.ContainsAny(text, "(=!|&\"")
	}
	return false
}

// records cuts a text into records. Quotes work as in RFC 4180; a quote inside an unquoted field
// is a character like others, because people type such files by hand.
type records struct {
	rest      string
	separator string
	stray     bool // a quote stood where RFC 4180 has none
}

// next takes the next record; closed is false if a quoted field never ends.
func (r *records) next() (fields []string, closed bool) {
	for {
		field, closed := r.field()
		if !closed {
			return nil, false
		}
		fields = append(fields, field)
		if after, more := strings.CutPrefix(r.rest, r.separator); more {
			r.rest = after
			continue
		}
		r.rest = cutNewline(r.rest)
		return fields, true
	}
}

func cutNewline(text string) string {
	if rest, ok := strings.CutPrefix(text, "\r\n"); ok {
		return rest
	}
	if text != "" {
		return text[1:]
	}
	return ""
}

// field takes the next field and stops before its separator or the end of the line.
func (r *records) field() (string, bool) {
	if !strings.HasPrefix(r.rest, `"`) {
		text := r.bare()
		r.stray = r.stray || strings.Contains(text, `"`)
		return text, true
	}
	r.rest = r.rest[1:]
	var b strings.Builder
	for {
		part, after, found := strings.Cut(r.rest, `"`)
		if !found {
			return "", false
		}
		b.WriteString(part)
		r.rest = after
		if !strings.HasPrefix(r.rest, `"`) {
			break
		}
		b.WriteByte('"')
		r.rest = r.rest[1:]
	}
	text := strings.ReplaceAll(b.String(), "\r\n", "\n")
	after := r.bare()
	r.stray = r.stray || after != ""
	return text + after, true
}

// bare takes the text up to the separator or the end of the line.
func (r *records) bare() string {
	end := strings.IndexAny(r.rest, "\r\n"+r.separator)
	if end < 0 {
		end = len(r.rest)
	}
	text := r.rest[:end]
	r.rest = r.rest[end:]
	return text
}

var separators = []string{",", "\t", ";", "，"}

// separatorOf finds the separator by which the first rows agree best on more than one column.
func separatorOf(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if named, ok := strings.CutPrefix(strings.TrimRight(first, "\r"), "sep="); ok && len(named) == 1 {
		return named // the hint that Excel understands
	}
	best, bestRows, bestFields := separators[0], 0, 0
	for _, sep := range separators {
		rows, fields := agreement(text, sep)
		if rows > bestRows || rows == bestRows && fields > bestFields {
			best, bestRows, bestFields = sep, rows, fields
		}
	}
	return best
}

// agreement returns how many of the first rows have the most frequent number of fields above
// one, and that number. A row with quotes in odd places is no witness: the wrong separator cuts
// quoted fields apart.
func agreement(text, sep string) (rows, fields int) {
	counts := map[int]int{}
	r := &records{rest: text, separator: sep}
	for n := 0; n < 30 && r.rest != ""; n++ {
		r.stray = false
		record, closed := r.next()
		if !closed {
			break
		}
		if len(record) > 1 && !r.stray {
			counts[len(record)]++
		}
	}
	for n, count := range counts {
		if count > rows || count == rows && n > fields {
			rows, fields = count, n
		}
	}
	return rows, fields
}

// Table is a table to be written; every cell is text.
type Table struct {
	Title string // name of the sheet
	Head  []string
	Rows  [][]string
}

// WriteCSV writes the table as UTF-8 with a byte order mark, which Excel needs, commas and CR LF.
// A cell that begins with = + - @, a tab or CR gets a ' before it, so that no program computes it;
// Read takes it off again.
func WriteCSV(t Table) []byte {
	var b bytes.Buffer
	b.WriteString("\uFEFF")
	if t.Head != nil {
		writeRecord(&b, t.Head)
	}
	for _, row := range t.Rows {
		writeRecord(&b, row)
	}
	return b.Bytes()
}

func writeRecord(b *bytes.Buffer, fields []string) {
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		if needsGuard(f) {
			f = "'" + f
		}
		if strings.ContainsAny(f, "\",\r\n\t;，") {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		b.WriteString(f)
	}
	b.WriteString("\r\n")
}

// needsGuard also holds for a text that already begins with ' before such a character, so that
// undoing is exact.
func needsGuard(text string) bool {
	bare := strings.TrimLeft(text, "'")
	return bare != "" && strings.IndexByte("=+-@\t\r", bare[0]) >= 0
}
