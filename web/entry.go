package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/entrylist"
	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/store"
	"tianyuan/tournament"
)

func (q *request) entriesPage() error { return q.showEntries(http.StatusOK, nil) }

func (q *request) showEntries(status int, failure error) error {
	entries := slices.Clone(q.division.Entries)
	slices.SortStableFunc(entries, func(a, b tournament.Entry) int { return a.No - b.No })
	absent := map[int][]int{}
	for round := len(q.division.Rounds) + 1; round <= q.division.PlannedRounds(); round++ {
		for _, no := range q.division.Absences[round] {
			absent[no] = append(absent[no], round)
		}
	}
	return q.show("entries", "entries", status, failure, map[string]any{"Entries": entries, "Absent": absent})
}

// entry reads the form of an entry. Every field that is wrong is marked.
func (q *request) entry() (tournament.Entry, error) {
	e := tournament.Entry{
		Name: strings.TrimSpace(q.PostFormValue("name")), Unit: strings.TrimSpace(q.PostFormValue("unit")),
		Sex: q.PostFormValue("sex"), Birth: strings.TrimSpace(q.PostFormValue("birth")), Remark: strings.TrimSpace(q.PostFormValue("remark")),
	}
	if e.Name == "" {
		q.mark("name", fault.New(fault.Invalid, "fault.tournament.entryName", nil))
	}
	rank, err := grading.Parse(q.PostFormValue("rank"))
	q.mark("rank", err)
	e.Rank = rank.String()
	for _, f := range []struct {
		name string
		most int
		to   *int
	}{{"rating", 4000, &e.Rating}, {"fixedTable", tournament.MaxEntries, &e.FixedTable}, {"from", tournament.MaxRounds, &e.From}} {
		*f.to, err = q.optional(f.name, f.most)
		q.mark(f.name, err)
	}
	return e, q.firstMarked()
}

// person is the judgement of a list on what the form says of a person: texts and birth date as they
// are kept, what is refused marked at its field. old is the entry that changes, nil for a new one.
func (q *request) person(e *tournament.Entry, old *tournament.Entry) (entrylist.Row, error) {
	known, err := q.known(old)
	if err != nil {
		return entrylist.Row{}, err
	}
	form := []entrylist.Typed{
		{Field: entrylist.Name, Head: q.p.T("field.name"), Text: e.Name}, {Field: entrylist.Unit, Head: q.p.T("col.unit"), Text: e.Unit},
		{Field: entrylist.Birth, Head: q.p.T(entrylist.Birth.Words()), Text: e.Birth}, {Field: entrylist.Remark, Head: q.p.T("col.remark"), Text: e.Remark},
	}
	row := entrylist.Judge(form, entrylist.Options{Today: q.s.Now(), Known: known})
	for i, t := range form {
		q.mark(string(t.Field), row.Cells[i].Fault())
	}
	if err := q.firstMarked(); err != nil {
		return row, err
	}
	e.Name, e.Unit, e.Birth, e.Remark = row.Entry.Name, row.Entry.Unit, row.Entry.BirthYear, row.Entry.Remark
	if old != nil && e.Name == old.Name && e.Unit == old.Unit && e.Birth == old.Birth {
		return row, nil
	}
	token := e.Name + "|" + e.Unit + "|" + row.Private.Birth
	// Who may not enter players is refused for that, and learns nothing of who is in.
	if doubt := row.Cells[0].Doubt(); doubt != nil && q.actor.May(account.EditEntries) && q.PostFormValue("sure") != token {
		q.doubt = token
		return row, doubt
	}
	return row, nil
}

// addEntry takes in a person by form, once sure that it is another one where somebody of the name is
// in already (the same birth date, or the same unit while a date is missing).
func (q *request) addEntry() (tournament.Command, error) {
	e, err := q.entry()
	if err != nil && e.Name == "" {
		return nil, err
	}
	row, err := q.person(&e, nil)
	q.row = row
	return tournament.AddEntries{Source: "form", Entries: []tournament.Entry{e}}, err
}

func (q *request) changeEntry() (tournament.Command, error) {
	old, err := q.theEntry()
	if err != nil {
		return nil, err
	}
	e, err := q.entry()
	if err != nil && e.Name == "" {
		return nil, err
	}
	if !q.typed("birth") {
		e.Birth = old.Birth
	}
	was := *old
	if q.row, err = q.person(&e, &was); err != nil {
		return nil, err
	}
	e.ID, e.Seed = old.ID, old.Seed
	return tournament.ChangeEntry{Entry: e}, nil
}

// keepAdded keeps the birth date of the person that the form added, as an import does.
func (q *request) keepAdded() error {
	cmd := q.PostFormValue("cmd")
	if cmd == "" || q.row.Private.Birth == "" {
		return nil
	}
	return q.keepPrivate(cmd, []entrylist.Row{q.row})
}

// keepChanged keeps a birth date more exact than the year. The year alone, as the form shows it,
// leaves the date that is kept.
func (q *request) keepChanged() error {
	e, err := q.theEntry()
	birth := q.row.Private.Birth
	if err != nil || len(birth) <= len("2010") {
		return err
	}
	contacts, err := q.s.Store.Contacts(q.Context(), q.division.ID)
	if err != nil || contacts[e.ID].Birth == birth {
		return err
	}
	facts := contacts[e.ID]
	facts.Birth = birth
	act, err := q.privateAct(e.ID, store.PrivateChanged, string(entrylist.Birth))
	if err != nil {
		return err
	}
	return q.s.Store.ChangeContact(q.Context(), act, facts)
}

// theEntry is the entry that the address names, or the form by its id or number.
func (q *request) theEntry() (*tournament.Entry, error) {
	var e *tournament.Entry
	if id, err := strconv.Atoi(q.PathValue("id")); err == nil {
		e = q.division.EntryByID(id)
	} else if id, err := strconv.Atoi(q.PostFormValue("id")); err == nil {
		e = q.division.EntryByID(id)
	} else if no, err := strconv.Atoi(q.PostFormValue("no")); err == nil {
		e = q.division.Entry(no)
	}
	if e == nil {
		return nil, fault.New(fault.NotFound, "fault.web.noEntry", nil)
	}
	return e, nil
}

func (q *request) entryPage() error { return q.showEntry(http.StatusOK, nil) }

// entryAgain shows the entry's page with a refusal, or the list when there is no such entry.
func (q *request) entryAgain(status int, failure error) error {
	if _, err := q.theEntry(); err != nil {
		return q.showEntries(status, failure)
	}
	return q.showEntry(status, failure)
}

func toEntry(q *request, d *tournament.Division) string {
	q.division = d
	e, err := q.theEntry()
	if err != nil {
		return "/d/" + d.ID + "/entries"
	}
	return "/d/" + d.ID + "/entry/" + strconv.Itoa(e.ID)
}

// coming is a round still to be paired, and whether the player told that he won't come.
type coming struct {
	Round  int
	Absent bool
}

// showEntry shows one entry: its facts, when it won't come, and what leaving would mean.
func (q *request) showEntry(status int, failure error) error {
	e, err := q.theEntry()
	if err != nil {
		return err
	}
	d := q.division
	data := map[string]any{"E": e, "Erased": e.Erased()}
	w, gone := d.Withdrawals[e.No]
	if gone = gone && e.No > 0; gone {
		data["Gone"] = w
	}
	if e.No > 0 && !gone {
		if data["Leaving"], err = q.leaving(e); err != nil {
			return err
		}
		data["Away"] = q.away()
		if d.Reg.Method == tournament.Swiss && d.Final == nil {
			var rounds []coming
			for n := max(e.First(), len(d.Rounds)+1); n <= d.PlannedRounds(); n++ {
				rounds = append(rounds, coming{n, slices.Contains(d.Absences[n], e.No)})
			}
			data["Coming"] = rounds
		}
	}
	if e.No > 0 && gone {
		data["Next"] = len(d.Rounds) + 1
	}
	data["Private"] = q.actor.May(account.ViewPrivate)
	if len(d.Rounds) == 0 && !gone && !e.Erased() && q.actor.May(account.EditEntries) {
		if data["Others"], err = q.others(); err != nil {
			return err
		}
	}
	return q.show("entry", "entries", status, failure, data)
}

// others are the tournament's other divisions that an entry can still move to.
func (q *request) others() ([]*tournament.Division, error) {
	all, err := q.divisions()
	return slices.DeleteFunc(all, func(d *tournament.Division) bool { return d.ID == q.division.ID || len(d.Rounds) > 0 }), err
}

// moveEntry puts a player into another division before round 1; his private facts go with him.
func (q *request) moveEntry() error {
	if !q.actor.May(account.EditEntries) {
		return q.refuse(account.EditEntries)
	}
	e, err := q.theEntry()
	if err != nil {
		return err
	}
	to := q.PostFormValue("to")
	order := q.order(nil)
	id, err := q.s.Office.MoveEntry(q.Context(), q.actor, q.division.ID, to, e.ID, order)
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict || code == fault.NotFound {
		return q.showEntry(statuses[code], err)
	}
	if err != nil {
		return err
	}
	return q.to("/d/" + to + "/entry/" + strconv.Itoa(id))
}

// leaving says in sentences what it means when a player leaves now (E28/29, 2002 art. 28, 1988 art.
// 29; options no. 19).
func (q *request) leaving(e *tournament.Entry) ([]string, error) {
	d := q.division
	l, err := d.Leaving(e.No)
	if err != nil {
		return nil, err
	}
	law := label("withdrawal.article." + string(d.Reg.Edition))
	args := fault.Args{"law": law, "played": l.Played, "due": l.Due, "round": l.Next, "score": l.Counts.String()}
	var keys []string
	switch {
	case len(d.Rounds) == 0:
		keys = []string{"leave.redraw"}
	case d.Reg.Method == tournament.RoundRobin && l.Annulled:
		keys = []string{"leave.annulled"}
	case d.Reg.Method == tournament.RoundRobin:
		keys = []string{"leave.kept"}
	default:
		keys = []string{"leave.swiss", "leave.swiss." + d.Reg.Options.WithdrawnScore}
		if d.Reg.Edition == "2002" {
			keys = append(keys, "leave.swiss.silent")
		}
	}
	var said []string
	for _, key := range keys {
		said = append(said, q.p.T(key, args))
	}
	if l.Open > 0 {
		said = append(said, q.p.T("leave.open", fault.Args{"round": l.Open}))
	}
	return said, nil
}

// away says what it means not to come to a round.
func (q *request) away() []string {
	o := q.division.Reg.Options
	if q.division.Reg.Method == tournament.RoundRobin {
		return []string{q.p.T("away.roundrobin")}
	}
	said := []string{q.p.T("away.swiss", fault.Args{"points": o.Score.Absent})}
	if o.DropAfterForfeits > 0 {
		said = append(said, q.p.T("away.drop", fault.Args{"rounds": o.DropAfterForfeits}))
	}
	return said
}
