package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/tournament"
)

// fresh answers where nothing has to be made: 304 when the reader's copy is of this head, else the
// page that is kept for guests.
func (q *request) fresh() bool {
	return q.freshAs(strconv.FormatInt(q.tournament.Head(), 10) + "-" + strconv.FormatInt(q.division.Head(), 10))
}

func (q *request) public(name, tab string, data map[string]any) error {
	title, place := q.tournament.Info.Name, ""
	if q.division != nil {
		place = q.division.Name
	}
	return q.render(name, http.StatusOK, page{Title: title, Place: place, Tab: tab, Public: true, Data: data})
}

// publicTournament is the page over all divisions: where to look oneself up, the notices, and each
// division with its tables.
func (q *request) publicTournament() error {
	v, err := q.hall()
	if err != nil {
		return err
	}
	if q.freshAs(v.tag) {
		return nil
	}
	units := false
	var lines []divisionLine
	for _, d := range v.divisions {
		line := divisionLine{Division: d, Round: lastOut(d)}
		if line.Round != nil {
			line.Tables = q.span(line.Round)
		}
		lines = append(lines, line)
		units = units || d.LastResult() > 0 && slices.ContainsFunc(d.Entries, func(e tournament.Entry) bool { return e.Unit != "" })
	}
	return q.public("publicTournament", "", map[string]any{"Lines": lines, "Units": units})
}

// divisionLine is a division on the tournament's page.
type divisionLine struct {
	Division *tournament.Division
	Round    *tournament.Round
	// Tables says where the round's tables lie.
	Tables string
}

// published is the last round whose pairs are out, or the one that is asked for; nil for none.
func (q *request) published() *tournament.Round {
	asked, err := strconv.Atoi(q.URL.Query().Get("round"))
	if r := q.division.Round(asked); err == nil && r != nil && r.Out() {
		return r
	}
	return lastOut(q.division)
}

// seat is one player in the list of pairs by name.
type seat struct {
	Entry    *tournament.Entry
	Opponent *tournament.Entry
	Table    int
	Black    bool
	// Open: the colours aren't drawn yet.
	Open bool
	Bye  bool
	sort string
}

func (q *request) publicPairs() error {
	if q.fresh() {
		return nil
	}
	r := q.published()
	data := map[string]any{"Round": r, "By": q.URL.Query().Get("by")}
	if r != nil {
		rows := q.tables(r)
		data["Rows"] = rows
		data["Seats"] = seatsOf(q.division, r, rows)
		data["Out"] = q.division.Out()
	}
	return q.public("publicPairs", "pairs", data)
}

// seatsOf lists everybody of a round in the order of the names' pinyin.
func seatsOf(d *tournament.Division, r *tournament.Round, rows []table) []seat {
	var seats []seat
	for _, t := range rows {
		if t.B != nil && t.W != nil {
			seats = append(seats, seat{Entry: t.B, Opponent: t.W, Table: t.Table, Black: true, Open: t.Open()}, seat{Entry: t.W, Opponent: t.B, Table: t.Table, Open: t.Open()})
		}
	}
	for _, no := range d.Idle(r) {
		if e := d.Entry(no); e != nil {
			seats = append(seats, seat{Entry: e, Bye: true})
		}
	}
	for i := range seats {
		seats[i].sort = sortKey(seats[i].Entry.Name)
	}
	slices.SortStableFunc(seats, func(a, b seat) int {
		if c := strings.Compare(a.sort, b.sort); c != 0 {
			return c
		}
		return a.Entry.No - b.Entry.No
	})
	return seats
}

func (q *request) publicView() error {
	if q.fresh() {
		return nil
	}
	switch q.PathValue("view") {
	case "ranking":
		return q.publicRanking()
	case "draw":
		return q.render("drawDone", http.StatusOK, q.drawDone(q.division, nil))
	case "entries":
		entries := slices.Clone(q.division.Entries)
		slices.SortStableFunc(entries, func(a, b tournament.Entry) int { return a.No - b.No })
		return q.public("publicEntries", "entries", map[string]any{"Entries": entries})
	case "regulations":
		return q.public("publicRegulations", "regulations", map[string]any{"Said": relevant(q.say(q.division.Name, &q.division.Reg), q.division.Reg.Method)})
	}
	return fault.New(fault.NotFound, "fault.notFound", nil)
}

func (q *request) publicRanking() error {
	t, rows, chain, err := q.ranking(q.asked("after"))
	if err != nil {
		return err
	}
	cross, err := q.crossTable(rows, t.Upto)
	if err != nil {
		return err
	}
	data := map[string]any{"Table": t, "Rows": rows, "Chain": chain, "Cross": cross, "Voids": voids(cross), "Rounds": rounds(t.Upto)}
	if err := q.explain(data, t.Upto); err != nil {
		return err
	}
	return q.public("publicRanking", "ranking", data)
}
