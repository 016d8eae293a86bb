package web

import (
	"encoding/base64"
	"errors"
	"io"
	"net/http"
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
	Edits                       map[string]string
	Take                        map[int]bool
}

func (q *request) upload() (upload, []byte, error) {
	if err := q.ParseMultipartForm(4 << 20); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return upload{}, nil, normal(err)
	}
	u := upload{Name: q.FormValue("name"), Data: q.FormValue("data"), Encoding: q.FormValue("encoding"), Sheet: q.FormValue("sheet"), Edits: map[string]string{}, Take: map[int]bool{}}
	for key, values := range q.Form {
		if cell, ok := strings.CutPrefix(key, "edit."); ok {
			u.Edits[cell] = values[len(values)-1]
		}
		if no, ok := strings.CutPrefix(key, "take."); ok {
			if n, err := strconv.Atoi(no); err == nil && values[len(values)-1] != "" {
				u.Take[n] = values[len(values)-1] == "yes"
			}
		}
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
	known, err := q.known()
	if err != nil {
		return err
	}
	preview := entrylist.Parse(s, entrylist.Options{Today: q.s.Now(), Known: known, Edits: u.Edits, Take: u.Take})
	if err := preview.Fault(); err != nil {
		return q.importRefused(err)
	}
	switch q.FormValue("do") {
	case "left":
		return q.download(safeName(q.p.T("entrylist.left"))+".csv", "text/csv; charset=utf-8", sheet.WriteCSV(preview.Left(q.p.T)))
	case "commit":
		return q.importCommit(u, preview)
	}
	return q.show("importPreview", "entries", http.StatusOK, nil, map[string]any{
		"Preview": preview, "Upload": u, "Sheet": s, "Filter": q.FormValue("filter"), "Before": len(q.division.Entries),
		"Encodings": sheet.Encodings,
	})
}

func (q *request) importRefused(err error) error {
	if fault.CodeOf(err) == fault.Internal {
		return err
	}
	return q.show("import", "entries", statuses[fault.CodeOf(err)], err, map[string]any{"Encodings": sheet.Encodings})
}

// known are the entries that are in already, with the birth dates that only the office has.
func (q *request) known() ([]entrylist.Known, error) {
	contacts, err := q.s.Store.Contacts(q.Context(), q.division.ID)
	if err != nil {
		return nil, err
	}
	var known []entrylist.Known
	for _, e := range q.division.Entries {
		birth := contacts[e.ID].Birth
		if birth == "" {
			birth = e.Birth
		}
		known = append(known, entrylist.Known{Name: e.Name, Unit: e.Unit, Birth: birth})
	}
	return known, nil
}

// importCommit takes the accepted rows in one event; the private facts go to their own table.
func (q *request) importCommit(u upload, preview *entrylist.Preview) error {
	accepted := preview.Accepted()
	add := tournament.AddEntries{Source: u.Name}
	for _, r := range accepted {
		e := r.Entry
		add.Entries = append(add.Entries, tournament.Entry{
			Name: e.Name, Unit: e.Unit, Rank: e.Rank, Rating: e.Rating, Sex: e.Sex, Birth: e.BirthYear, Seed: e.Seed, Remark: e.Remark,
		})
	}
	before := q.division
	d, err := q.s.Office.Do(q.Context(), q.actor, q.division.ID, office.Order{ID: q.FormValue("cmd"), Command: add})
	if err != nil {
		return q.importRefused(err)
	}
	contacts := map[int]store.Contact{}
	fresh := d.Entries[len(before.Entries):]
	for i, e := range fresh {
		if i < len(accepted) && accepted[i].Private != (entrylist.Private{}) {
			contacts[e.ID] = store.Contact(accepted[i].Private)
		}
	}
	if err := q.s.Store.PutContacts(q.Context(), d.ID, contacts); err != nil {
		return err
	}
	return q.to("/d/" + d.ID + "/entries")
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
