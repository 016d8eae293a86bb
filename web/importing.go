package web

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/sheet"
	"tianyuan/store"
	"tianyuan/tournament"
)

func (q *request) importPage() error {
	if !q.actor.May(account.EditEntries) {
		return q.refuse(account.EditEntries)
	}
	return q.show("import", "entries", http.StatusOK, nil, map[string]any{"Encodings": sheet.Encodings})
}

// upload is the list under preview. It travels with the form, so that nothing is kept on the
// server before the commit and any node can go on.
type upload struct {
	Name, Data, Encoding, Sheet string
	// Header and First are as typed; "" is as recognised, header 0 is none.
	Header, First string
	// Edits replace cells by address, Take decides doubtful rows, Columns name columns by letter.
	Edits   map[string]string
	Take    map[int]bool
	Columns map[string]entrylist.Field
}

// reading says how the file is read. Edits, decisions and columns belong to one reading: they are
// dropped when another sheet, encoding or row is chosen.
func (u *upload) reading() string {
	return strings.Join([]string{u.Sheet, u.Encoding, plainDigits(strings.TrimSpace(u.Header)), plainDigits(strings.TrimSpace(u.First))}, "|")
}

func (q *request) upload() (upload, []byte, error) {
	if err := q.ParseForm(); err != nil {
		return upload{}, nil, badForm(err)
	}
	if err := q.ParseMultipartForm(4 << 20); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return upload{}, nil, badForm(err)
	}
	u := upload{Name: q.FormValue("name"), Data: q.FormValue("data"), Encoding: q.FormValue("encoding"), Sheet: q.FormValue("sheet"),
		Header: q.FormValue("header"), First: q.FormValue("first"), Edits: map[string]string{}, Take: map[int]bool{}, Columns: map[string]entrylist.Field{}}
	if was := q.FormValue("reading"); was == "" || was == u.reading() {
		u.choices(q.Form)
	}
	if file, head, err := q.FormFile("file"); err == nil {
		defer file.Close()
		data, err := io.ReadAll(file)
		if err != nil {
			return u, nil, normal(err)
		}
		u.Name, u.Data = head.Filename, base64.StdEncoding.EncodeToString(data)
		return u, data, nil
	}
	data, err := base64.StdEncoding.DecodeString(u.Data)
	if err != nil || len(data) == 0 {
		return u, nil, fault.New(fault.Invalid, "fault.web.noFile", nil)
	}
	return u, data, nil
}

// choices takes what was typed and chosen in the preview.
func (u *upload) choices(form url.Values) {
	for key, values := range form {
		value := values[len(values)-1]
		if cell, ok := strings.CutPrefix(key, "edit."); ok {
			u.Edits[cell] = value
		}
		if no, ok := strings.CutPrefix(key, "take."); ok {
			if n, err := strconv.Atoi(no); err == nil && value != "" {
				u.Take[n] = value == "yes"
			}
		}
		if letter, ok := strings.CutPrefix(key, "col."); ok {
			if field := entrylist.Field(strings.TrimPrefix(value, "-")); field.Known() {
				u.Columns[letter] = field
			}
		}
	}
}

// options are what the judgement of the rows rests on.
func (q *request) listOptions(u *upload, s *sheet.Sheet) (entrylist.Options, error) {
	known, err := q.known(nil)
	if err != nil {
		return entrylist.Options{}, err
	}
	o := entrylist.Options{Today: q.s.Now(), Known: known, Edits: u.Edits, Take: u.Take, Fields: map[int]entrylist.Field{}}
	last := s.Rows[len(s.Rows)-1].No
	if o.Header, err = q.optional("header", last); err != nil {
		return o, err
	}
	if strings.TrimSpace(u.Header) != "" && o.Header == 0 {
		o.Header = entrylist.NoHeader
	}
	if o.First, err = q.optional("first", last); err != nil {
		return o, err
	}
	for i := range sheet.MaxColumns {
		if field, chosen := u.Columns[sheet.Letter(i)]; chosen {
			o.Fields[i] = field
		}
	}
	return o, nil
}

// importPreview shows each row as accepted, doubtful or refused; with commit it takes the accepted
// ones in one event.
func (q *request) importPreview() error {
	if !q.actor.May(account.EditEntries) {
		return q.refuse(account.EditEntries)
	}
	u, data, err := q.upload()
	if err != nil {
		return q.importRefused(err)
	}
	s, err := sheet.Read(u.Name, data, sheet.Options{Encoding: u.Encoding, Sheet: u.Sheet})
	if err != nil {
		return q.importRefused(err)
	}
	u.Sheet = s.Name
	o, err := q.listOptions(&u, s)
	if fault.CodeOf(err) == fault.Invalid {
		o.Header, o.First = 0, 0
		return q.showPreview(&u, s, entrylist.Parse(s, o), err)
	}
	if err != nil {
		return err
	}
	preview := entrylist.Parse(s, o)
	if fault.KeyOf(preview.Fault()) == "fault.entrylist.noHeader" {
		// The columns are offered to be named by hand.
		o.Header = entrylist.NoHeader
		return q.showPreview(&u, s, entrylist.Parse(s, o), preview.Fault())
	}
	if err := preview.Fault(); err != nil {
		return q.showPreview(&u, s, preview, err)
	}
	do := q.FormValue("do")
	if q.FormValue("reading") != u.reading() {
		do = "look" // another sheet or row was chosen: nobody has seen these rows yet
	}
	switch do {
	case "left":
		return q.download(safeName(q.p.T("entrylist.left"))+".csv", "text/csv; charset=utf-8", sheet.WriteCSV(preview.Left(q.p.T)))
	case "commit":
		return q.importCommit(&u, s, preview)
	}
	return q.showPreview(&u, s, preview, nil)
}

// Bounds of the preview page: how many rows can be corrected in place, a browser sends them all back;
// and how many rows are shown as they are while the columns aren't known.
const (
	mostEditable = 1500
	mostRaw      = 20
)

// cellEdit is one corrected cell.
type cellEdit struct{ Cell, Text string }

// showPreview shows the judged rows, or the first rows as they are where none could be judged.
func (q *request) showPreview(u *upload, s *sheet.Sheet, p *entrylist.Preview, failure error) error {
	status := http.StatusOK
	if failure != nil {
		status = statuses[fault.CodeOf(failure)]
	}
	editable, flagged := map[int]bool{}, map[string]bool{}
	for _, row := range p.Rows {
		if row.Verdict == entrylist.Accepted && !row.Decided || len(editable) == mostEditable {
			continue
		}
		editable[row.No] = true
		for i, c := range row.Cells {
			if slices.ContainsFunc(c.Notes, func(n entrylist.Note) bool { return n.Level != entrylist.Info }) {
				flagged[p.Columns[i].Letter+strconv.Itoa(row.No)] = true
			}
		}
	}
	// A cell that was put right has no field any more; its correction goes on with the form.
	var kept []cellEdit
	for cell, text := range u.Edits {
		if !flagged[cell] {
			kept = append(kept, cellEdit{cell, text})
		}
	}
	slices.SortFunc(kept, func(a, b cellEdit) int { return strings.Compare(a.Cell, b.Cell) })
	var raw []sheet.Row
	if p.Fault() != nil {
		raw = s.Rows[:min(len(s.Rows), mostRaw)]
	}
	return q.show("importPreview", "entries", status, failure, map[string]any{
		"Preview": p, "Upload": u, "Sheet": s, "Before": len(q.division.Entries), "Encodings": sheet.Encodings, "Fields": entrylist.Fields,
		"Editable": editable, "Kept": kept, "Raw": raw, "Reading": u.reading(), "Bar": barOf(p), "Show": q.FormValue("show"),
	})
}

// bar is how the rows of a preview divide over the verdicts.
type bar struct{ Parts []barPart }

// barPart is one verdict's part of a bar; the verdict "" is the whole. From and Width are in hundredths of
// the bar, as the picture wants them.
type barPart struct {
	Verdict     entrylist.Verdict
	Glyph       string
	N           int
	From, Width string
}

func barOf(p *entrylist.Preview) bar {
	all := p.Count.Accepted + p.Count.Doubtful + p.Count.Refused
	b := bar{Parts: []barPart{{N: all}}}
	from := 0
	share := func(n int) string {
		part := n * 10000 / max(1, all)
		return fmt.Sprintf("%d.%02d", part/100, part%100)
	}
	for _, x := range []barPart{
		{Verdict: entrylist.Accepted, Glyph: "ok", N: p.Count.Accepted}, {Verdict: entrylist.Doubtful, Glyph: "ask", N: p.Count.Doubtful}, {Verdict: entrylist.Refused, Glyph: "no", N: p.Count.Refused},
	} {
		x.From, x.Width = share(from), share(x.N)
		from += x.N
		b.Parts = append(b.Parts, x)
	}
	return b
}

func (q *request) importRefused(err error) error {
	if fault.CodeOf(err) == fault.Internal {
		return err
	}
	return q.show("import", "entries", statuses[fault.CodeOf(err)], err, map[string]any{"Encodings": sheet.Encodings})
}

// known are the entries that are in already except one, with the birth dates that only the office has.
func (q *request) known(except *tournament.Entry) ([]entrylist.Known, error) {
	contacts, err := q.s.Store.Contacts(q.Context(), q.division.ID)
	if err != nil {
		return nil, err
	}
	var known []entrylist.Known
	for _, e := range q.division.Entries {
		if except != nil && e.ID == except.ID {
			continue
		}
		birth := contacts[e.ID].Birth
		if birth == "" {
			birth = e.Birth
		}
		known = append(known, entrylist.Known{Name: e.Name, Unit: e.Unit, Birth: birth})
	}
	return known, nil
}

// importCommit takes the accepted rows in one event; the private facts go to their own table.
func (q *request) importCommit(u *upload, s *sheet.Sheet, preview *entrylist.Preview) error {
	accepted := preview.Accepted()
	add := tournament.AddEntries{Source: u.Name}
	for _, r := range accepted {
		e := r.Entry
		add.Entries = append(add.Entries, tournament.Entry{
			Name: e.Name, Unit: e.Unit, Rank: e.Rank, Rating: e.Rating, Sex: e.Sex, Birth: e.BirthYear, Seed: e.Seed, Remark: e.Remark,
		})
	}
	cmd := q.FormValue("cmd")
	if cmd == "" {
		var err error
		if cmd, err = q.s.newID("c-"); err != nil {
			return err
		}
	}
	d, err := q.s.Office.Do(q.Context(), q.actor, q.division.ID, office.Order{ID: cmd, Command: add})
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict || code == fault.TooLarge {
		return q.showPreview(u, s, preview, err)
	}
	if err != nil {
		return err
	}
	if err := q.keepPrivate(cmd, accepted); err != nil {
		return err
	}
	return q.to("/d/" + d.ID + "/entries")
}

// keepPrivate keeps the private facts of the rows that a command took in. Their ids come from the
// command's own event: somebody else may have added people meanwhile.
func (q *request) keepPrivate(cmd string, rows []entrylist.Row) error {
	events, err := q.s.Office.Log(q.Context(), q.division.ID)
	if err != nil {
		return err
	}
	contacts := map[int]store.Contact{}
	for _, e := range events {
		if e.Cmd != cmd {
			continue
		}
		fact, err := tournament.Decode(e.Type, e.Body)
		if err != nil {
			return err
		}
		added, _ := fact.(tournament.EntriesAdded)
		for i, entry := range added.Entries {
			if i < len(rows) && entry.Name == rows[i].Entry.Name && rows[i].Private != (entrylist.Private{}) {
				contacts[entry.ID] = store.Contact(rows[i].Private)
			}
		}
	}
	act, err := q.privateAct(0, store.PrivateImported, strconv.Itoa(len(contacts)))
	if err != nil {
		return err
	}
	return q.s.Store.PutContacts(q.Context(), act, contacts)
}

// download sends a file.
func (q *request) download(name, kind string, data []byte) error {
	h := q.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", "attachment; filename*=UTF-8''"+urlEscape(name))
	h.Set("Cache-Control", "no-store")
	_, err := q.w.Write(data)
	return err
}

// safeName keeps a name that every file system takes.
func safeName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`\/:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
}
