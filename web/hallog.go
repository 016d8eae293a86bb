package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/tournament"
)

// hallLogPage is the tournament's protocol: what concerns the whole hall, the divisions that were
// begun, hidden and restored, and the players who moved between them: GET /t/{t}/log.
func (q *request) hallLogPage() error {
	events, err := q.s.Office.Log(q.Context(), q.tournament.ID)
	if err != nil {
		return err
	}
	names, _, err := q.divisionNames()
	if err != nil {
		return err
	}
	rows, err := q.s.Office.AllRows(q.Context(), office.KindDivision, q.tournament.ID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		own, err := q.s.Office.Log(q.Context(), row.ID)
		if err != nil {
			return err
		}
		events = append(events, slices.DeleteFunc(own, func(e journal.Event) bool { return !ofHall(e) })...)
	}
	slices.SortStableFunc(events, func(a, b journal.Event) int { return b.At.Compare(a.At) })
	var lines []entryOf
	for _, e := range events {
		lines = append(lines, q.entryOf(e, q.hallType(e), q.hallGist(e, names)))
	}
	title := q.p.T("tab.log")
	return q.render("hallLog", http.StatusOK, page{Title: title, Place: title, Data: map[string]any{"Lines": lines}})
}

// ofHall tells that an event of a division concerns the tournament.
func ofHall(e journal.Event) bool {
	switch e.Type {
	case tournament.DivisionCreated{}.EventType(), tournament.DivisionHidden{}.EventType(), tournament.DivisionRestored{}.EventType():
		return true
	case tournament.EntriesAdded{}.EventType():
		event, err := tournament.Decode(e.Type, e.Body)
		added, ok := event.(tournament.EntriesAdded)
		return err == nil && ok && added.Moved != ""
	}
	return false
}

// hallType is the word for an event: a move is an entry's arrival from another division.
func (q *request) hallType(e journal.Event) string {
	if e.Type == (tournament.EntriesAdded{}).EventType() {
		return "entry.moved"
	}
	return e.Type
}

// hallGist says what an event of the whole hall is about. What the chief referee writes about a
// referee stays out: the protocol is read by all officials.
func (q *request) hallGist(e journal.Event, names map[string]string) string {
	event, err := tournament.Decode(e.Type, e.Body)
	if err != nil {
		return ""
	}
	in := func(division string) string {
		if division == "" {
			return q.p.T("officials.allDivisions")
		}
		return cmp.Or(names[division], division)
	}
	facts := func(words ...string) string {
		return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), "　")
	}
	switch x := event.(type) {
	case tournament.TournamentCreated:
		return x.Info.Name
	case tournament.TournamentChanged:
		return x.Info.Name
	case tournament.NoticePosted:
		return facts(in(x.Division), x.Text)
	case tournament.NoticeRemoved:
		return "#" + strconv.Itoa(x.ID)
	case tournament.RefereeAssigned:
		tables := ""
		if x.From > 0 {
			tables = q.p.T("hall.tables", fault.Args{"range": strconv.Itoa(x.From) + "–" + strconv.Itoa(x.To)})
		}
		return facts(x.Name, in(x.Division), tables)
	case tournament.RefereeReleased:
		for _, r := range q.tournament.Released {
			if r.ID == x.ID {
				return facts(r.Name, in(r.Division))
			}
		}
	case tournament.DutyMarked:
		return q.dutyGist(x)
	case tournament.IncidentLogged:
		article := ""
		if r := rulingOf(x.Edition, x.Case, x.Choice); r != nil {
			article = q.p.T(r.Cite().Words())
		}
		return facts(in(x.Division), q.placeGist(x.Round, x.Table), article, shorter(x.Text))
	case tournament.AppealLodged:
		return facts(x.By, shorter(x.Text))
	case tournament.AppealDecided:
		return facts(q.p.T("appeal."+x.Decision), shorter(x.Answer))
	case tournament.RefereeCommented:
		return x.Name
	case tournament.Announced:
		return shorter(x.Text)
	case tournament.ClockSeated:
		return facts(q.placeGist(0, x.Table), shortMark(x.Device))
	case tournament.ClockReleased:
		return q.placeGist(0, x.Table)
	case tournament.ClockCodesRenewed:
		return strconv.Itoa(x.Generation)
	case tournament.EntriesAdded:
		return q.p.T("log.moved", fault.Args{"name": x.Entries[0].Name, "from": in(x.Moved), "to": in(e.Stream)})
	}
	return in(e.Stream)
}

func (q *request) dutyGist(x tournament.DutyMarked) string {
	kind := "duty."
	if slices.Contains(tournament.Gear, x.Key) {
		kind = "gear."
	}
	state := "duty.open"
	if x.Done {
		state = "duty.done"
	}
	return q.p.T(kind+x.Key) + "　" + q.p.T(state)
}

func (q *request) placeGist(round, table int) string {
	var words []string
	if round > 0 {
		words = append(words, q.p.T("round.n", fault.Args{"n": round}))
	}
	if table > 0 {
		words = append(words, q.p.T("table.n", fault.Args{"n": table}))
	}
	return strings.Join(words, "　")
}

// shorter is the beginning of a text of several lines.
func shorter(text string) string {
	const most = 120
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// warningRow is a change of a game's warnings, for the referees' log.
type warningRow struct {
	tournament.WarningChange
	Division string
	ID       string
	Round    int
	Name     string
}

// warningRows are the warnings given at the tables of all divisions, the newest first (D24).
func (q *request) warningRows(divisions []*tournament.Division) []warningRow {
	var rows []warningRow
	for _, d := range divisions {
		for i := range d.Rounds {
			r := &d.Rounds[i]
			for _, w := range r.Warned {
				row := warningRow{WarningChange: w, Division: d.Name, ID: d.ID, Round: r.No}
				row.Name = q.in(d).warnedNames(r, w)
				rows = append(rows, row)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b warningRow) int { return b.Entry.At.Compare(a.Entry.At) })
	return rows
}

// warnedNames says whose warnings changed to how many.
func (q *request) warnedNames(r *tournament.Round, w tournament.WarningChange) string {
	p, _ := r.Pair(w.Table)
	var words []string
	for _, side := range []struct {
		key      string
		no       int
		was, now int
	}{{"col.black.short", p.Black, w.Was.B, w.Now.B}, {"col.white.short", p.White, w.Was.W, w.Now.W}} {
		if side.was != side.now {
			words = append(words, q.p.T("warned.side", fault.Args{"side": q.p.T(side.key), "name": (&page{q: q}).Name(side.no), "was": side.was, "now": side.now}))
		}
	}
	return strings.Join(words, "　")
}
