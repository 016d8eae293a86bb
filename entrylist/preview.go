// Package entrylist knows what the columns of an entry list mean, and judges each row: accepted,
// doubtful or refused, with the reason at the cell. Nothing is accepted here; a Preview shows what
// would be.
package entrylist

import (
	"slices"
	"strings"
	"time"

	"tianyuan/fault"
	"tianyuan/sheet"
)

// Options are what a judgement rests on beside the file.
type Options struct {
	Today time.Time // no birth date lies after it
	Known []Known   // who is entered already
	// Edits replace cells before judging, by address: "F11" is column F of row 11 of the file.
	Edits map[string]string
	// Take holds the decisions on doubtful rows, by row of the file: true accepts, false refuses.
	Take map[int]bool
	// Header is the row of the file with the heads; 0 finds it, NoHeader says that there is none.
	Header int
	// First is the first row of the file with an entry; 0 is the row below the heads.
	First int
	// Fields say what columns mean, by index, where the head says nothing or something else; Ignored
	// leaves a column out. Another column whose head means the same gives way.
	Fields map[int]Field
}

// NoHeader is the Options.Header of a list without a row of heads.
const NoHeader = -1

// Known is a player who is entered already.
type Known struct {
	Name, Unit string
	Birth      string // 2010-03-05, 2010-03, 2010 or ""
}

// Preview is the judgement of a whole list.
type Preview struct {
	File      string
	Encoding  string // as in sheet.Sheet
	HeaderRow int    // row of the file with the columns' heads, 0 = none found, and then no rows
	Columns   []Column
	Rows      []Row
	Empty     int // rows below the head without an entry: empty, only numbered, or the head again
	Count     Count

	fault error
}

// Count is how many rows have each verdict.
type Count struct{ Accepted, Doubtful, Refused int }

// Column is a column of the file.
type Column struct {
	Index  int    // from 0
	Letter string // A, B, …
	Head   string
	Field  Field // Ignored if the head isn't understood
	ByHand bool  // the field is from Options.Fields and isn't what the head says
}

// Verdict is the judgement on a row.
type Verdict string

// The verdicts.
const (
	Accepted Verdict = "accepted"
	Doubtful Verdict = "doubtful"
	Refused  Verdict = "refused"
)

// Row is a judged row.
type Row struct {
	No      int // in the file
	Verdict Verdict
	Decided bool   // the verdict is a person's decision by Options.Take
	Cells   []Cell // one for each of Preview.Columns
	Entry   Entry
	Private Private
}

// Cell is a judged cell.
type Cell struct {
	Text string // as in the file, or as edited
	// Shown is how the value was understood where that differs from the text: a string, or a
	// grading.Rank, which says itself in words; nil if there is nothing to add.
	Shown any
	Notes []Note
}

// Level is how grave a note is.
type Level string

// The levels. A row with a Refuse is refused, one with a Doubt doubtful.
const (
	Info   Level = "info"
	Doubt  Level = "doubt"
	Refuse Level = "refuse"
)

// Note is a remark on a cell. It has two texts in the catalogues: Key+".cell", short, to stand in
// the cell, and Key+".line", which names row and column and says what is right.
type Note struct {
	Level Level
	Key   string
	Args  fault.Args
}

// Entry is what becomes public. Ranks are canonical as grading.Rank writes them.
type Entry struct {
	No        int    `json:"no,omitempty"` // number in the list
	Name      string `json:"name"`
	Unit      string `json:"unit,omitempty"`
	Rank      string `json:"rank,omitempty"`
	Rating    int    `json:"rating,omitempty"` // 0–4000, 0 = none
	Sex       string `json:"sex,omitempty"`    // "M", "F" or ""
	BirthYear string `json:"birthYear,omitempty"`
	Seed      int    `json:"seed,omitempty"` // place among the seeded players, 0 = not seeded
	Remark    string `json:"remark,omitempty"`
}

// Private is what only the office sees; it never enters the journal.
type Private struct {
	Birth    string `json:"birth,omitempty"` // 2010-03-05, 2010-03 or 2010
	Phone    string `json:"phone,omitempty"`
	Email    string `json:"email,omitempty"`
	IDNumber string `json:"idNumber,omitempty"`
	Guardian string `json:"guardian,omitempty"`
}

// Parse judges a sheet. It never fails: what is wrong stands at the cells, and Fault says when no
// list was found at all.
func Parse(s *sheet.Sheet, o Options) *Preview {
	p := &Preview{File: s.File, Encoding: s.Encoding}
	head, rows := p.begin(s.Rows, o)
	if head != nil || o.Header != 0 || len(o.Fields) > 0 {
		p.Columns = columnsOf(head, s.Rows, o.Fields)
	}
	if p.fault = p.unusable(o); p.fault != nil {
		return p
	}
	j := newJudge(p.Columns, o)
	last := max(p.HeaderRow, o.First-1)
	for _, row := range rows {
		p.Empty += max(0, row.No-last-1)
		last = row.No
		cells := j.cells(row)
		if j.withoutEntry(cells) || head != nil && sameHead(cells, p.Columns) {
			p.Empty++
			continue
		}
		judged := j.row(row.No, cells)
		switch judged.Verdict {
		case Accepted:
			p.Count.Accepted++
		case Doubtful:
			p.Count.Doubtful++
		case Refused:
			p.Count.Refused++
		}
		p.Rows = append(p.Rows, judged)
	}
	if len(p.Rows) == 0 {
		p.fault = fault.New(fault.Invalid, "fault.entrylist.noRows", fault.Args{"file": p.File, "row": max(p.HeaderRow, o.First-1)})
	}
	return p
}

// begin finds the heads, nil when there are none, and the rows that are judged.
func (p *Preview) begin(rows []sheet.Row, o Options) (head []sheet.Cell, judged []sheet.Row) {
	at, found := 0, false
	switch {
	case o.Header == 0:
		at, found = findHeader(rows)
	case o.Header > 0:
		at = slices.IndexFunc(rows, func(r sheet.Row) bool { return r.No == o.Header })
		found = at >= 0
	}
	first := o.First
	if found {
		p.HeaderRow, head = rows[at].No, rows[at].Cells
		if first == 0 {
			first = p.HeaderRow + 1
		}
	}
	for _, r := range rows {
		if r.No >= first && r.No != p.HeaderRow {
			judged = append(judged, r)
		}
	}
	return head, judged
}

// unusable says why no row can be judged.
func (p *Preview) unusable(o Options) error {
	column := map[Field]string{}
	for _, c := range p.Columns {
		if other, twice := column[c.Field]; twice && c.Field != Ignored {
			return fault.New(fault.Invalid, "fault.entrylist.twoColumns", fault.Args{"file": p.File, "field": c.Field, "a": other, "b": c.Letter})
		}
		column[c.Field] = c.Letter
	}
	if _, named := column[Name]; named {
		return nil
	}
	if p.HeaderRow == 0 && o.Header == 0 {
		return fault.New(fault.Invalid, "fault.entrylist.noHeader", fault.Args{"file": p.File})
	}
	return fault.New(fault.Invalid, "fault.entrylist.noName", fault.Args{"file": p.File})
}

// Fault says that the file holds no list: no heads and no column named by hand, no column of
// names, two columns of one meaning, or no rows. Otherwise nil.
func (p *Preview) Fault() error { return p.fault }

// Accepted returns the accepted rows in the order of the file.
func (p *Preview) Accepted() []Row {
	var rows []Row
	for _, row := range p.Rows {
		if row.Verdict == Accepted {
			rows = append(rows, row)
		}
	}
	return rows
}

// Left is the table of the rows that weren't accepted, with their columns as in the file and the
// reasons in a column of their own, to be corrected and given in again. say prints a message of
// the reader's language.
func (p *Preview) Left(say func(key string, args ...fault.Args) string) sheet.Table {
	t := sheet.Table{Title: say("entrylist.left")}
	for _, c := range p.Columns {
		t.Head = append(t.Head, c.Head)
	}
	t.Head = append(t.Head, say("entrylist.reason"))
	for _, row := range p.Rows {
		if row.Verdict == Accepted {
			continue
		}
		var line, reasons []string
		for _, c := range row.Cells {
			line = append(line, c.Text)
			for _, n := range c.Notes {
				if n.Level != Info {
					reasons = append(reasons, say(n.Key+".line", n.Args))
				}
			}
		}
		t.Rows = append(t.Rows, append(line, strings.Join(reasons, " ")))
	}
	return t
}
