package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/tournament"
)

// floorRow is a table as the referees on the floor see it.
type floorRow struct {
	table
	Seats   tournament.Seats
	Overdue bool
}

// floorPage is what happens in the hall during a round: who is missing, what players claim, and
// the changes after the publication.
func (q *request) floorPage() error { return q.showFloor(http.StatusOK, nil) }

func (q *request) showFloor(status int, failure error) error {
	r := q.division.Current()
	if n, err := strconv.Atoi(q.PathValue("n")); err == nil {
		r = q.division.Round(n)
	}
	data := map[string]any{"Seating": q.division.Seating, "Skip": q.p.Numbers(q.division.Seating.Skip), "Doubt": q.doubt, "Asks": q.PathValue("action")}
	if r != nil {
		data["Round"] = r
		q.floorOf(r, data)
	}
	return q.show("floor", "round", status, failure, data)
}

func (q *request) floorOf(r *tournament.Round, data map[string]any) {
	overdue := q.division.Overdue(r, q.s.Now())
	var rows, missing, doubtful []floorRow
	agreed := 0
	for _, t := range q.tables(r) {
		row := floorRow{table: t, Seats: r.Seats[t.Table], Overdue: slices.Contains(overdue, t.Table)}
		rows = append(rows, row)
		switch {
		case t.Entered:
		case row.Seats != tournament.Seats{}:
			missing = append(missing, row)
		case row.Accord == tournament.Agreed:
			agreed++
		case row.Accord != tournament.NoClaim:
			doubtful = append(doubtful, row)
		}
	}
	data["Rows"], data["Missing"], data["Doubtful"], data["Agreed"] = rows, missing, doubtful, agreed
	data["Waiting"] = q.waiting(r)
	if !r.StartedAt.IsZero() {
		data["Limit"] = r.StartedAt.Add(q.division.Reg.LateLimit())
		data["Past"] = q.s.Now().After(data["Limit"].(time.Time))
	}
}

// waiting are the players without an opponent in a round who could still play.
func (q *request) waiting(r *tournament.Round) []*tournament.Entry {
	seated := map[int]bool{}
	for _, p := range r.Pairs {
		seated[p.Black], seated[p.White] = true, true
	}
	var free []*tournament.Entry
	for i := range q.division.Entries {
		e := &q.division.Entries[i]
		if _, gone := q.division.Withdrawals[e.No]; e.No > 0 && !seated[e.No] && !gone {
			free = append(free, e)
		}
	}
	return free
}

// onFloor makes an action on a round with two numbers.
func onFloor(first, second string, make func(round, a, b int) tournament.Command) action {
	return action{
		command: func(q *request) (tournament.Command, error) {
			n, err := roundOf(q)
			if err != nil {
				return nil, err
			}
			a, err := q.number(first, 1, tournament.MaxEntries)
			if err != nil {
				return nil, err
			}
			b, err := q.number(second, 1, tournament.MaxEntries)
			if err != nil {
				return nil, err
			}
			command := make(n, a, b)
			return command, q.disturbs(n, command, a, b)
		},
		back: (*request).floorAgain, next: toFloor,
	}
}

// disturbs asks once before an amendment that takes players from a game that has begun: what is recorded
// stays, and their new table begins a game of its own.
func (q *request) disturbs(round int, command tournament.Command, players ...int) error {
	r := q.division.Round(round)
	if _, seats := command.(tournament.PairWaiting); r == nil || seats || !q.actor.May(account.AmendRound) {
		return nil
	}
	var tables []int
	for _, no := range players {
		if table := (&page{q: q}).TableOf(r, no); table > 0 && !slices.Contains(tables, table) {
			tables = append(tables, table)
		}
	}
	return q.askBegun(q.division, r, "fault.web.amendBegun", fmt.Sprint(q.PathValue("action"), " ", players), tables)
}

// askBegun asks once about those of some tables of a division whose game has begun; token names the act.
func (q *request) askBegun(d *tournament.Division, r *tournament.Round, key, token string, tables []int) error {
	if q.PostFormValue("sure") == token {
		q.playing = tables
		return nil
	}
	for _, table := range tables {
		id, exists, err := q.s.Office.GameAt(q.Context(), office.Table{Division: d.ID, Round: r.No, Table: table})
		if code := fault.CodeOf(err); code == fault.NotFound || code == fault.Conflict || err == nil && !exists {
			continue
		}
		if err != nil {
			return err
		}
		moves, begun := 0, false
		err = q.s.Office.Game(q.Context(), id, func(g *game.Game, _ office.GamePlace) error {
			moves, begun = len(g.Turns), g.Head() > 1
			return nil
		})
		if err != nil {
			return err
		}
		if begun {
			q.doubt = token
			return fault.New(fault.Conflict, key, fault.Args{"table": table, "move": moves, "division": d.Name})
		}
	}
	return nil
}

func toFloor(q *request, d *tournament.Division) string {
	if n := q.PostFormValue("round"); n != "" {
		return "/d/" + d.ID + "/round/" + n + "/floor"
	}
	return "/d/" + d.ID + "/round/" + strconv.Itoa(max(1, len(d.Rounds))) + "/floor"
}

func (q *request) floorAgain(status int, failure error) error {
	q.SetPathValue("n", q.PostFormValue("round"))
	return q.showFloor(status, failure)
}

// seats says who is missing at a table: "B", "W", "both", or nobody.
func (q *request) seats() (tournament.Command, error) {
	round, table, err := q.tableOf()
	missing := q.PostFormValue("missing")
	c := tournament.MarkSeats{Round: round, Table: table}
	c.MissingB = missing == "B" || missing == "both"
	c.MissingW = missing == "W" || missing == "both"
	return c, err
}

// seating reads the division's tables: the first, and the numbers that are left out.
func (q *request) seating() (tournament.Command, error) {
	first, err := q.number("first", 1, tournament.MaxTable)
	if err != nil {
		return nil, err
	}
	c := tournament.SetSeating{Seating: tournament.Seating{First: first}}
	c.Seating.Skip, err = q.skipped()
	return c, err
}

// seatingAgain shows the page that the form came from with a refusal.
func (q *request) seatingAgain(status int, failure error) error {
	if strings.HasSuffix(q.PostFormValue("back"), "/tables") {
		return q.showTables(status, failure)
	}
	return q.floorAgain(status, failure)
}

// checkIn ticks entries by id.
func (q *request) checkIn() (tournament.Command, error) {
	if err := q.ParseForm(); err != nil {
		return nil, normal(err)
	}
	c := tournament.CheckIn{Present: q.PostFormValue("present") == "yes"}
	for _, text := range q.PostForm["id"] {
		id, err := strconv.Atoi(text)
		if err != nil {
			return nil, fault.New(fault.NotFound, "fault.notFound", nil)
		}
		c.IDs = append(c.IDs, id)
	}
	return c, nil
}

// arrival is a player in the check-in list.
type arrival struct {
	Division *tournament.Division
	Entry    *tournament.Entry
	Here     bool
	// Keys is what the search looks through: number, name, unit, pinyin and initials.
	Keys string
	// Also are the person's entries in other divisions.
	Also []elsewhere
}

// checkinPage is one list over all divisions.
func (q *request) checkinPage() error {
	divisions, err := q.divisions()
	if err != nil {
		return err
	}
	find, only := strings.ToLower(strings.TrimSpace(plainDigits(q.URL.Query().Get("find")))), q.URL.Query().Get("only")
	var list []arrival
	here, all := 0, 0
	for _, d := range divisions {
		q.division = d
		entries := q.byUnit()
		both := twice(d, divisions)
		for i := range entries {
			a := arrival{Division: d, Entry: d.EntryByID(entries[i].ID), Here: d.CheckedIn[entries[i].ID]}
			if w, gone := d.Withdrawals[a.Entry.No]; gone && a.Entry.No > 0 && w.After == 0 {
				continue
			}
			all++
			if a.Here {
				here++
			}
			a.Keys, a.Also = arrivalKeys(a.Entry), both[a.Entry.ID]
			if find != "" && !strings.Contains(a.Keys, find) || only == "missing" && a.Here {
				continue
			}
			list = append(list, a)
		}
	}
	q.division = nil
	return q.render("checkin", http.StatusOK, page{Title: q.p.T("checkin.title"), Data: map[string]any{"List": list, "Here": here, "All": all, "Find": find, "Only": only, "May": q.actor.May(account.CheckIn)}})
}

func arrivalKeys(e *tournament.Entry) string {
	number := e.No
	if number == 0 {
		number = e.ID
	}
	return strings.ToLower(strings.Join([]string{strconv.Itoa(number), e.Name, e.Unit, initials(e.Name), strings.ReplaceAll(sortKey(e.Name), " ", ""), initials(e.Unit)}, " "))
}

// floorGist is gist for what happens in the hall.
func (q *request) floorGist(event tournament.Event) string {
	switch e := event.(type) {
	case tournament.CheckedIn:
		key := "log.notHere"
		if e.Present {
			key = "log.checkedIn"
		}
		return q.p.T(key, fault.Args{"names": q.namesByID(e.IDs)})
	case tournament.SeatingSet:
		skip := q.p.Numbers(e.Seating.Skip)
		if skip == "" {
			skip = q.p.T("log.noSkip")
		}
		return q.p.T("log.seating", fault.Args{"first": max(1, e.Seating.First), "skip": skip})
	case tournament.SeatsSeen:
		var who []string
		if e.MissingB {
			who = append(who, q.p.T("col.black.short"))
		}
		if e.MissingW {
			who = append(who, q.p.T("col.white.short"))
		}
		if len(who) == 0 {
			who = []string{q.p.T("log.allHere")}
		}
		return q.p.T("log.seats", fault.Args{"round": e.Round, "table": e.Table, "names": strings.Join(who, " ")})
	case tournament.PairsAmended:
		var names []string
		for _, no := range e.Players {
			names = append(names, (&page{q: q}).Name(no))
		}
		for _, table := range e.Tables {
			names = append(names, q.p.T("table.n", fault.Args{"n": table}))
		}
		return q.p.T("log.amended", fault.Args{"round": e.Round, "kind": q.p.T("amend." + e.Kind), "names": strings.Join(names, " ")})
	case tournament.ResultClaimed:
		side := "col.black.short"
		if e.Side == "W" {
			side = "col.white.short"
		}
		return q.p.T("log.claim", fault.Args{"round": e.Round, "table": e.Table, "side": q.p.T(side), "result": q.p.T(e.Outcome.Words())})
	case tournament.RoundReopened:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	}
	return ""
}

// namesByID names entries for the log, at most a few of them.
func (q *request) namesByID(ids []int) string {
	const most = 8
	var names []string
	for i, id := range ids {
		if i == most {
			names = append(names, "… "+strconv.Itoa(len(ids)))
			break
		}
		if e := q.division.EntryByID(id); e != nil {
			names = append(names, e.Name)
		}
	}
	return strings.Join(names, " ")
}
