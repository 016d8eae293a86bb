package web

import (
	"net/http"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/tournament"
)

// onPrivate wraps a handler of private facts, which few may see.
func (s *Server) onPrivate(handle func(*request) error) http.HandlerFunc {
	return s.inDivision(func(q *request) error {
		if !q.actor.May(account.ViewPrivate) {
			return q.refuse(account.ViewPrivate)
		}
		q.w.Header().Set("Cache-Control", "no-store")
		return handle(q)
	})
}

// privateAct is a line of the log about an entry; 0 = about many.
func (q *request) privateAct(entry int, act, fields string) (store.PrivateAct, error) {
	id, err := q.s.newID("v-")
	return store.PrivateAct{ID: id, Division: q.division.ID, Entry: entry, At: q.s.Now(), Actor: q.user.ID, Act: act, Fields: fields}, err
}

// privateLine is a line of the log in words.
type privateLine struct {
	At, Who, What string
	Entry         *tournament.Entry
}

func (q *request) privateLog(entry int) ([]privateLine, error) {
	acts, err := q.s.Store.PrivateLog(q.Context(), q.division.ID, entry)
	lines := make([]privateLine, len(acts))
	for i, a := range acts {
		var fields []string
		for f := range strings.FieldsSeq(a.Fields) {
			if field := entrylist.Field(f); field.Known() {
				f = q.p.T(field.Words())
			}
			fields = append(fields, f)
		}
		lines[i] = privateLine{At: a.At.Local().Format("2006-01-02 15:04:05"), Who: (&page{q: q}).UserName(a.Actor), Entry: q.division.EntryByID(a.Entry),
			What: q.p.T("private.act."+a.Act, fault.Args{"fields": q.p.List(fields)})}
	}
	return lines, err
}

// privatePage says of whom which facts are kept, without the facts, and who looked at what.
func (q *request) privatePage() error {
	contacts, err := q.s.Store.Contacts(q.Context(), q.division.ID)
	if err != nil {
		return err
	}
	type row struct {
		*tournament.Entry
		Has []bool
	}
	rows := make([]row, len(q.division.Entries))
	for i := range q.division.Entries {
		e := &q.division.Entries[i]
		rows[i].Entry = e
		for _, f := range entrylist.PrivateFields {
			rows[i].Has = append(rows[i].Has, entrylist.Private(contacts[e.ID]).Get(f) != "")
		}
	}
	lines, err := q.privateLog(0)
	if err != nil {
		return err
	}
	return q.show("privateList", "entries", http.StatusOK, nil, map[string]any{"Rows": rows, "Fields": entrylist.PrivateFields, "Lines": lines})
}

// privateEntry shows the private facts of one entry; the look is logged before they are shown.
func (q *request) privateEntry() error {
	e, err := q.theEntry()
	if err != nil {
		return err
	}
	act, err := q.privateAct(e.ID, store.PrivateViewed, "")
	if err != nil {
		return err
	}
	c, err := q.s.Store.Contact(q.Context(), act)
	if err != nil {
		return err
	}
	return q.showPrivate(http.StatusOK, nil, e, entrylist.Private(c))
}

func (q *request) showPrivate(status int, failure error, e *tournament.Entry, facts entrylist.Private) error {
	lines, err := q.privateLog(e.ID)
	if err != nil {
		return err
	}
	return q.show("private", "entries", status, failure, map[string]any{
		"E": e, "Facts": facts, "Doubts": facts.Doubts(), "Fields": entrylist.PrivateFields, "Lines": lines, "Erased": e.Erased(),
	})
}

// changePrivate keeps or deletes the private facts of an entry; the log says which, not what.
func (q *request) changePrivate() error {
	e, err := q.theEntry()
	if err != nil {
		return err
	}
	contacts, err := q.s.Store.Contacts(q.Context(), q.division.ID)
	if err != nil {
		return err
	}
	old := entrylist.Private(contacts[e.ID])
	var facts entrylist.Private
	act := store.PrivateDeleted
	if q.PostFormValue("do") != "delete" {
		act = store.PrivateChanged
		typed := entrylist.Private{Birth: q.PostFormValue("birth"), Phone: q.PostFormValue("phone"), Email: q.PostFormValue("email"), IDNumber: q.PostFormValue("idNumber"), Guardian: q.PostFormValue("guardian")}
		read, wrong := entrylist.ReadPrivate(typed, q.s.Now())
		for _, f := range entrylist.PrivateFields {
			q.mark(string(f), wrong[f])
		}
		if err := q.firstMarked(); err != nil {
			return q.showPrivate(http.StatusUnprocessableEntity, err, e, typed)
		}
		facts = read
	}
	changed := old.Changed(facts)
	if len(changed) == 0 {
		return q.to(toEntry(q, q.division) + "/private")
	}
	var names []string
	for _, f := range changed {
		names = append(names, string(f))
	}
	line, err := q.privateAct(e.ID, act, strings.Join(names, " "))
	if err != nil {
		return err
	}
	if err := q.s.Store.ChangeContact(q.Context(), line, store.Contact(facts)); err != nil {
		return err
	}
	if err := q.keepYear(*e, facts.Birth); err != nil {
		return err
	}
	return q.to("/d/" + q.division.ID + "/entry/" + strconv.Itoa(e.ID) + "/private")
}

// keepYear lets the public year of birth follow the private date.
func (q *request) keepYear(e tournament.Entry, birth string) error {
	if len(birth) < 4 || birth[:4] == e.Birth {
		return nil
	}
	e.Birth = birth[:4]
	_, err := q.s.Office.Do(q.Context(), q.actor, q.division.ID, office.Order{Command: tournament.ChangeEntry{Entry: e}})
	return err
}

// erasePerson takes a person out of the record, for ever.
func (q *request) erasePerson() error {
	e, err := q.theEntry()
	if err != nil {
		return err
	}
	d, err := q.s.Office.ErasePerson(q.Context(), q.actor, q.division.ID, q.order(tournament.ErasePerson{ID: e.ID}))
	if fault.CodeOf(err) == fault.Invalid {
		return q.showEntry(http.StatusUnprocessableEntity, err)
	}
	if err != nil {
		return err
	}
	return q.to("/d/" + d.ID + "/entry/" + strconv.Itoa(e.ID))
}
