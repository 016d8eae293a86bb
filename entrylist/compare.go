package entrylist

import (
	"slices"
	"strconv"

	"tianyuan/fault"
)

// Entered is an entry as it stands, for comparison with a list that comes back. Its No is the
// pairing number, 0 before the draw.
type Entered struct {
	ID int
	Entry
}

// Kind is what a row of a list means to the entries that there are.
type Kind string

// The kinds.
const (
	Same    Kind = "same"
	Added   Kind = "added"
	Changed Kind = "changed"
	Wrong   Kind = "wrong"
)

// Difference is a row of a list against the entry that it is about.
type Difference struct {
	Row  int // in the file
	Kind Kind
	Was  Entered // the zero value for an added one
	Now  Entry   // as the entry would be; its No is Was.No
	// Fields are those that change.
	Fields   []Field
	Problems []Note
}

// Comparison is a whole list against the entries that there are.
type Comparison struct {
	Rows    []Difference // one for each row of the list
	Missing []Entered    // who isn't in the list, in the order given
	// ByID tells that the list's numbers are those of the entry and not those of the draw.
	ByID  bool
	Count map[Kind]int
}

// Revisable are the fields that a list that comes back may change.
var Revisable = []Field{Name, Unit, Rank, Rating, Sex, Seed, Remark}

// idHeads are the heads of the number that an entry has from the beginning and keeps.
var idHeads = []string{"报名号", "entryno"}

// Compare holds the rows of a list against the entries that there are. A row and an entry belong
// together by their number: the entry's own where the column's head says so, else that of the draw.
// A row without a number is a new entry; one with a number that nobody has is wrong. Columns that
// the list lacks stay as they are. Fault: invalid "fault.entrylist.noNumber" when no column holds
// numbers, and those of Fault.
func (p *Preview) Compare(entered []Entered) (*Comparison, error) {
	if p.fault != nil {
		return nil, p.fault
	}
	number := slices.IndexFunc(p.Columns, func(c Column) bool { return c.Field == Number })
	if number < 0 {
		return nil, fault.New(fault.Invalid, "fault.entrylist.noNumber", fault.Args{"file": p.File})
	}
	c := &Comparison{ByID: slices.Contains(idHeads, plainHead(p.Columns[number].Head)), Count: map[Kind]int{}}
	byNo := map[int]Entered{}
	for _, e := range entered {
		byNo[c.numberOf(e)] = e
	}
	met := map[int]bool{}
	for _, row := range p.Rows {
		d := p.difference(row, number, byNo, entered)
		met[d.Was.ID] = true
		c.Count[d.Kind]++
		c.Rows = append(c.Rows, d)
	}
	for _, e := range entered {
		if !met[e.ID] {
			c.Missing = append(c.Missing, e)
		}
	}
	return c, nil
}

func (c *Comparison) numberOf(e Entered) int {
	if c.ByID {
		return e.ID
	}
	return e.No
}

// Differences are the rows that aren't as they were.
func (c *Comparison) Differences() []Difference {
	return slices.DeleteFunc(slices.Clone(c.Rows), func(d Difference) bool { return d.Kind == Same })
}

// difference judges one row.
func (p *Preview) difference(row Row, number int, byNo map[int]Entered, entered []Entered) Difference {
	d := Difference{Row: row.No}
	told := false
	for i, cell := range row.Cells {
		for _, n := range cell.Notes {
			if n.Level == Refuse {
				d.Problems = append(d.Problems, n)
				told = told || i == number
			}
		}
	}
	text := trim(row.Cells[number].Text)
	was, known := byNo[row.Entry.No]
	known = known && row.Entry.No > 0
	if text != "" && !known && !told {
		d.Problems = append(d.Problems, p.problem(row, number, "unknownNumber", nil))
	}
	if known {
		d.Was = was
	}
	d.Now = d.Was.Entry
	for i, col := range p.Columns {
		if slices.Contains(Revisable, col.Field) && d.Now.take(col.Field, row.Entry, trim(row.Cells[i].Text)) {
			d.Fields = append(d.Fields, col.Field)
		}
	}
	if !known && text == "" {
		if at := slices.IndexFunc(entered, func(e Entered) bool { return samePerson(e.Entry, row.Entry) }); at >= 0 {
			d.Problems = append(d.Problems, p.problem(row, number, "enteredAlready", fault.Args{"name": row.Entry.Name, "id": entered[at].ID}))
		}
	}
	switch {
	case len(d.Problems) > 0:
		d.Kind = Wrong
	case !known:
		d.Kind = Added
	case len(d.Fields) > 0:
		d.Kind = Changed
	default:
		d.Kind = Same
	}
	return d
}

func samePerson(a, b Entry) bool {
	return compareKey(a.Name) == compareKey(b.Name) && compareKey(a.Unit) == compareKey(b.Unit)
}

func (p *Preview) problem(row Row, at int, key string, args fault.Args) Note {
	c := p.Columns[at]
	all := fault.Args{"row": row.No, "column": c.Head, "cell": c.Letter + strconv.Itoa(row.No), "value": short(trim(row.Cells[at].Text))}
	for k, v := range args {
		all[k] = v
	}
	return Note{Refuse, "entrylist." + key, all}
}

// Get returns a field of an entry as text, ranks and sexes as they are kept.
func (e Entry) Get(f Field) string {
	switch f {
	case Name:
		return e.Name
	case Unit:
		return e.Unit
	case Rank:
		return e.Rank
	case Rating:
		return positive(e.Rating)
	case Sex:
		return e.Sex
	case Seed:
		return positive(e.Seed)
	case Remark:
		return e.Remark
	}
	return ""
}

func positive(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// take takes one field over from another entry and tells whether it changes. A text that stands in
// the file exactly as it is kept is no change, whatever reading it would make of it.
func (e *Entry) take(f Field, from Entry, text string) bool {
	if e.Get(f) == from.Get(f) || e.Get(f) == text {
		return false
	}
	switch f {
	case Name:
		e.Name = from.Name
	case Unit:
		e.Unit = from.Unit
	case Rank:
		e.Rank = from.Rank
	case Rating:
		e.Rating = from.Rating
	case Sex:
		e.Sex = from.Sex
	case Seed:
		e.Seed = from.Seed
	case Remark:
		e.Remark = from.Remark
	}
	return true
}
