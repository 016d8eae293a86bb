package web

import (
	"net/http"
	"slices"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/tournament"
)

// hideDivision takes a division that was made by mistake out of sight: POST /t/{t}/hidden.
func (q *request) hideDivision() error {
	id := q.PostFormValue("hide")
	d, err := q.ownDivision(id)
	if err == nil {
		_, err = q.s.Office.Do(q.Context(), q.actor, id, q.order(tournament.HideDivision{Typed: q.PostFormValue("typed")}))
	}
	if fault.KeyOf(err) == "fault.tournament.hideName" {
		q.mark("typed", err)
	}
	switch code := fault.CodeOf(err); {
	case err == nil:
		return q.to("/t/" + q.tournament.ID + "/hidden#" + d.ID)
	case code == fault.Invalid || code == fault.Conflict || code == fault.NotFound:
		return q.showTournament(statuses[code], err)
	}
	return err
}

// restoreDivision brings a hidden division back: POST /t/{t}/hidden/restore.
func (q *request) restoreDivision() error {
	d, err := q.ownDivision(q.PostFormValue("restore"))
	if err == nil {
		_, err = q.s.Office.Do(q.Context(), q.actor, d.ID, q.order(tournament.RestoreDivision{}))
	}
	switch code := fault.CodeOf(err); {
	case err == nil:
		return q.to("/d/" + d.ID)
	case code == fault.Invalid || code == fault.Conflict || code == fault.NotFound:
		return q.showHidden(statuses[code], err)
	}
	return err
}

// ownDivision is a division of the page's tournament, hidden or not.
func (q *request) ownDivision(id string) (*tournament.Division, error) {
	d, err := q.s.Office.Division(q.Context(), id)
	if err == nil && d.Tournament != q.tournament.ID {
		err = fault.New(fault.NotFound, "fault.tournament.noDivision", nil)
	}
	return d, err
}

func (q *request) hiddenPage() error { return q.showHidden(http.StatusOK, nil) }

// showHidden lists the hidden divisions with who hid them, when and why.
func (q *request) showHidden(status int, failure error) error {
	rows, err := q.s.Office.AllRows(q.Context(), office.KindDivision, q.tournament.ID)
	if err != nil {
		return err
	}
	var hidden []*tournament.Division
	for _, row := range rows {
		if !office.Hidden(row) {
			continue
		}
		d, err := q.s.Office.Division(q.Context(), row.ID)
		if err != nil {
			return err
		}
		hidden = append(hidden, d)
	}
	title := q.p.T("hidden.title")
	return q.render("hidden", status, page{Title: title, Place: title, Error: q.p.Fault(failure), Data: map[string]any{"Hidden": hidden}})
}

// divisionNames are the names of all divisions of the tournament by id, the hidden ones too: what was
// logged about them still says their name. hidden counts those.
func (q *request) divisionNames() (names map[string]string, hidden int, err error) {
	rows, err := q.s.Office.AllRows(q.Context(), office.KindDivision, q.tournament.ID)
	names = map[string]string{}
	for _, row := range rows {
		names[row.ID] = row.Title
		if office.Hidden(row) {
			hidden++
		}
	}
	return names, hidden, err
}

// notHere are those whom the page of a round warns of: who would play and hasn't checked in.
type notHere struct {
	Entries []*tournament.Entry
	// Nobody of the division has checked in, while people of other divisions have.
	Nobody bool
	// Pairs: the pairs are made already, so who is left out needs them made anew; Fixed: they were
	// published before and stay.
	Pairs, Fixed bool
}

// arrivals tells who hasn't checked in before a round is published; nil when the check-in isn't used,
// or everybody is there.
func (q *request) arrivals(r *tournament.Round, all []*tournament.Division) *notHere {
	if r.Out() && r.Phase != "" {
		return nil
	}
	d := q.division
	used := slices.ContainsFunc(all, func(x *tournament.Division) bool { return len(x.CheckedIn) > 0 })
	missing := d.NotHere(r.No)
	if !d.Drawn || !used || len(missing) == 0 {
		return nil
	}
	return &notHere{Entries: missing, Nobody: len(d.CheckedIn) == 0, Pairs: r.Phase != "", Fixed: r.Version > 0}
}

// elsewhere is a person's entry in another division of the tournament.
type elsewhere struct {
	Entry    *tournament.Entry
	Division *tournament.Division
	// Round and Table are where he sits in the other division's round that isn't closed; 0 for nowhere.
	Round, Table int
}

// Words says where the person plays besides.
func (e elsewhere) Words() (string, fault.Args) {
	if e.Table == 0 {
		return "twice.also", fault.Args{"division": e.Division.Name}
	}
	return "twice.at", fault.Args{"division": e.Division.Name, "round": e.Round, "table": e.Table}
}

// twice finds the entries of a division whose person is entered in another one too: the same name and
// unit, and no other year of birth; by the entry's id.
func twice(d *tournament.Division, all []*tournament.Division) map[int][]elsewhere {
	type key struct{ name, unit string }
	mine := map[key][]*tournament.Entry{}
	for i := range d.Entries {
		e := &d.Entries[i]
		k := key{e.Name, e.Unit}
		mine[k] = append(mine[k], e)
	}
	found := map[int][]elsewhere{}
	for _, other := range all {
		if other.ID == d.ID {
			continue
		}
		for i := range other.Entries {
			x := &other.Entries[i]
			for _, e := range mine[key{x.Name, x.Unit}] {
				if e.Birth == "" || x.Birth == "" || strings.HasPrefix(e.Birth, x.Birth) || strings.HasPrefix(x.Birth, e.Birth) {
					found[e.ID] = append(found[e.ID], placed(other, x))
				}
			}
		}
	}
	return found
}

func placed(d *tournament.Division, e *tournament.Entry) elsewhere {
	at := elsewhere{Entry: e, Division: d}
	if r := d.Current(); r != nil && r.Phase != tournament.Closed && e.No > 0 {
		if at.Table = tableOf(r, e.No); at.Table > 0 {
			at.Round = r.No
		}
	}
	return at
}

// clash is somebody who sits in a round of another division that isn't over.
type clash struct {
	Entry *tournament.Entry
	At    elsewhere
}

// clashes lists who would have two games at one time.
func (q *request) clashes(r *tournament.Round, all []*tournament.Division) []clash {
	var found []clash
	both := twice(q.division, all)
	for i := range q.division.Entries {
		e := &q.division.Entries[i]
		_, gone := q.division.Withdrawals[e.No]
		playing := r.Phase == "" && !gone && !slices.Contains(q.division.Absences[r.No], e.No) || tableOf(r, e.No) > 0
		for _, at := range both[e.ID] {
			if at.Table > 0 && playing && e.No > 0 {
				found = append(found, clash{e, at})
			}
		}
	}
	return found
}

// MayAbsent tells that the page offers to note an absence in a round of the division.
func (p *page) MayAbsent() bool {
	return p.q.actor.May(account.EditEntries) && p.q.division.Reg.Method == tournament.Swiss
}
