package entrylist

import (
	"tianyuan/fault"
	"tianyuan/sheet"
)

// Typed is a field of a form about one person; Head is the field's name as the reader sees it.
type Typed struct {
	Field      Field
	Head, Text string
}

// Judge judges one person typed into a form by the rules of a list's row; the cells of the row are
// those of the form in their order. Of the options only Today and Known matter.
func Judge(form []Typed, o Options) Row {
	columns, cells := make([]Column, len(form)), make([]sheet.Cell, len(form))
	for i, t := range form {
		columns[i] = Column{Index: i, Letter: sheet.Letter(i), Head: t.Head, Field: t.Field}
		cells[i].Text = t.Text
	}
	return newJudge(columns, Options{Today: o.Today, Known: o.Known}).row(1, cells)
}

// Words says the note in the short form of a cell.
func (n Note) Words() (string, fault.Args) { return n.Key + ".cell", n.Args }

// Fault is the first refusal of a form's field: invalid "fault.entrylist.typed"; nil for none.
func (c Cell) Fault() error {
	for _, n := range c.Notes {
		if n.Level == Refuse {
			return fault.New(fault.Invalid, "fault.entrylist.typed", fault.Args{"column": n.Args["column"], "why": n})
		}
	}
	return nil
}

// Doubt is the first doubt about a form's field: conflict "fault.entrylist.doubt"; nil for none.
func (c Cell) Doubt() error {
	for _, n := range c.Notes {
		if n.Level == Doubt {
			return fault.New(fault.Conflict, "fault.entrylist.doubt", fault.Args{"why": n})
		}
	}
	return nil
}
