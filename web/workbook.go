package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"

	"tianyuan/account"
	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/sheet"
	"tianyuan/tournament"
)

// workbook is a sheet that came back, held against the division: entries, or results.
type workbook struct {
	Results bool
	Entries *entrylist.Comparison
	Lines   []resultLine
}

// Wrong counts the rows that can't be taken.
func (w *workbook) Wrong() int {
	if !w.Results {
		return w.Entries.Count[entrylist.Wrong]
	}
	return w.count(entrylist.Wrong)
}

func (w *workbook) count(k entrylist.Kind) int {
	n := 0
	for _, l := range w.Lines {
		if l.Kind == k {
			n++
		}
	}
	return n
}

// Count is how many rows are of a kind.
func (w *workbook) Count(k string) int {
	if w.Results {
		return w.count(entrylist.Kind(k))
	}
	return w.Entries.Count[entrylist.Kind(k)]
}

// Different are the lines of results that aren't as they were.
func (w *workbook) Different() []resultLine {
	return slices.DeleteFunc(slices.Clone(w.Lines), func(l resultLine) bool { return l.Kind == entrylist.Same })
}

// Asks are the tables whose games are going on though the sheet has their results, in order.
func (w *workbook) Asks() []int {
	var tables []int
	for _, l := range w.Lines {
		if l.Going != "" {
			tables = append(tables, l.Table)
		}
	}
	slices.Sort(tables)
	return tables
}

// seen is a fingerprint of all that the preview shows: what is taken in was looked at.
func (w *workbook) seen() (string, error) {
	type line struct {
		Row, Round, Table int
		Kind              entrylist.Kind
		Was, Now          string
		Going             game.Phase
	}
	var lines []line
	for _, l := range w.Lines {
		lines = append(lines, line{l.Row, l.Round, l.Table, l.Kind, l.Was.String(), l.Now.String(), l.Going})
	}
	data, err := json.Marshal(struct {
		Entries *entrylist.Comparison
		Lines   []line
	}{w.Entries, lines})
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8]), nil
}

// ability is what taking the sheet in needs.
func (w *workbook) ability() account.Ability {
	if w.Results {
		return account.EnterResult
	}
	return account.EditEntries
}

func (q *request) workbookPage() error { return q.workbookAgain(http.StatusOK, nil) }

func (q *request) workbookAgain(status int, failure error) error {
	return q.show("workbook", "entries", status, failure, nil)
}

// compareSheet tells what a sheet holds and holds it against the division.
func (q *request) compareSheet(s *sheet.Sheet) (*workbook, error) {
	if head, columns, ok := resultSheet(s); ok {
		lines, err := q.readResults(s, head, columns)
		return &workbook{Results: true, Lines: lines}, err
	}
	preview := entrylist.Parse(s, entrylist.Options{Today: q.s.Now()})
	c, err := preview.Compare(entered(q.division))
	if err != nil {
		return nil, err
	}
	if q.division.Drawn {
		q.keepPublished(c)
	}
	return &workbook{Entries: c}, nil
}

// entered are the entries as the comparison takes them.
func entered(d *tournament.Division) []entrylist.Entered {
	all := make([]entrylist.Entered, len(d.Entries))
	for i, e := range d.Entries {
		all[i] = entrylist.Entered{ID: e.ID, Entry: entrylist.Entry{
			No: e.No, Name: e.Name, Unit: e.Unit, Rank: e.Rank, Rating: e.Rating, Sex: e.Sex, BirthYear: e.Birth, Seed: e.Seed, Remark: e.Remark,
		}}
	}
	return all
}

// publishedFields are fixed once the numbers are drawn.
var publishedFields = []entrylist.Field{entrylist.Name, entrylist.Rank, entrylist.Rating, entrylist.Seed}

// keepPublished marks the rows that would change what the draw made public.
func (q *request) keepPublished(c *entrylist.Comparison) {
	for i := range c.Rows {
		row := &c.Rows[i]
		if row.Kind != entrylist.Changed {
			continue
		}
		for _, f := range row.Fields {
			if slices.Contains(publishedFields, f) {
				row.Problems = append(row.Problems, entrylist.Note{Level: entrylist.Refuse, Key: "entrylist.fixed",
					Args: fault.Args{"row": row.Row, "name": row.Was.Name, "field": f, "no": row.Was.No}})
			}
		}
		if len(row.Problems) > 0 {
			row.Kind = entrylist.Wrong
			c.Count[entrylist.Changed]--
			c.Count[entrylist.Wrong]++
		}
	}
}

// workbookPreview shows how a spreadsheet that came back differs from the division; with commit it
// takes all of the differences in one step, or none.
func (q *request) workbookPreview() error {
	if !q.actor.May(account.EditEntries) && !q.actor.May(account.EnterResult) {
		return q.refuse(account.EditEntries)
	}
	u, data, err := q.upload()
	if err != nil {
		return q.workbookRefused(err)
	}
	s, err := sheet.Read(u.Name, data, sheet.Options{Encoding: u.Encoding, Sheet: u.Sheet})
	if err != nil {
		return q.workbookRefused(err)
	}
	u.Sheet = s.Name
	w, err := q.compareSheet(s)
	if code := fault.CodeOf(err); code == fault.Invalid {
		return q.showWorkbook(&u, s, nil, "", err)
	}
	if err != nil {
		return err
	}
	if !q.actor.May(w.ability()) {
		return q.refuse(w.ability())
	}
	seen, err := w.seen()
	if err != nil {
		return err
	}
	if q.FormValue("do") != "commit" {
		return q.showWorkbook(&u, s, w, seen, nil)
	}
	switch {
	case w.Wrong() > 0:
		err = fault.New(fault.Invalid, "fault.web.sheetWrong", fault.Args{"n": w.Wrong()})
	case q.FormValue("seen") != seen:
		err = fault.New(fault.Conflict, "fault.web.sheetSeen", nil)
	case len(w.Asks()) > 0 && q.FormValue("going") != "yes":
		err = fault.New(fault.Conflict, "fault.web.sheetGoing", fault.Args{"tables": q.ranges(w.Asks(), 0)})
	default:
		_, err = q.s.Office.Do(q.Context(), q.actor, q.division.ID, office.Order{ID: q.FormValue("cmd"), Command: q.revision(&u, w), Asked: w.Asks()})
	}
	switch code := fault.CodeOf(err); {
	case err == nil && w.Results:
		return q.to("/d/" + q.division.ID)
	case err == nil:
		return q.to("/d/" + q.division.ID + "/entries")
	case code == fault.Invalid || code == fault.Conflict || code == fault.TooLarge:
		return q.showWorkbook(&u, s, w, seen, err)
	}
	return err
}

// revision is the one command for all of a sheet's differences.
func (q *request) revision(u *upload, w *workbook) tournament.Command {
	if w.Results {
		var c tournament.EnterResults
		for _, l := range w.Different() {
			warned := q.warned(l.Round, l.Table)
			c.Results = append(c.Results, tournament.EnterResult{Round: l.Round, Table: l.Table, Outcome: l.Now, WarnB: warned.B, WarnW: warned.W, Left: l.Pair.Black})
		}
		return c
	}
	c := tournament.ReviseEntries{Source: u.Name}
	for _, row := range w.Entries.Differences() {
		n := row.Now
		if row.Kind == entrylist.Added {
			c.Added = append(c.Added, tournament.Entry{Name: n.Name, Unit: n.Unit, Rank: n.Rank, Rating: n.Rating, Sex: n.Sex, Seed: n.Seed, Remark: n.Remark})
			continue
		}
		before := *q.division.EntryByID(row.Was.ID)
		after := before
		after.Name, after.Unit, after.Rank, after.Rating, after.Sex, after.Seed, after.Remark = n.Name, n.Unit, n.Rank, n.Rating, n.Sex, n.Seed, n.Remark
		c.Changed = append(c.Changed, tournament.Revision{Before: before, After: after})
	}
	if q.FormValue("missing") == "remove" {
		for _, e := range w.Entries.Missing {
			c.Removed = append(c.Removed, e.ID)
		}
	}
	return c
}

func (q *request) showWorkbook(u *upload, s *sheet.Sheet, w *workbook, seen string, failure error) error {
	status := http.StatusOK
	if failure != nil {
		status = statuses[fault.CodeOf(failure)]
	}
	return q.show("workbookPreview", "entries", status, failure, map[string]any{"Upload": u, "Sheet": s, "Book": w, "Seen": seen})
}

func (q *request) workbookRefused(err error) error {
	if fault.CodeOf(err) == fault.Internal {
		return err
	}
	return q.workbookAgain(statuses[fault.CodeOf(err)], err)
}

// FieldText says a field of an entry in words.
func (p *page) FieldText(e entrylist.Entry, f entrylist.Field) string {
	text := e.Get(f)
	switch {
	case text == "":
		return "–"
	case f == entrylist.Rank:
		return rankWords(p.q.p, text)
	case f == entrylist.Sex:
		return p.q.p.T("sex." + text)
	}
	return text
}

// FaultText says a fault.
func (p *page) FaultText(err error) string { return p.q.p.Fault(err) }
