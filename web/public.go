package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/tournament"
)

// fresh answers where nothing has to be made: 304 when the reader's copy is of this head, language,
// theme and bundle, else the page that is kept for guests.
func (q *request) fresh() bool {
	tag := `"` + bundleSum + "-" + string(q.p.Lang) + "-" + strconv.FormatInt(q.tournament.Head(), 10)
	if q.division != nil {
		tag += "-" + strconv.FormatInt(q.division.Head(), 10)
	}
	tag += "-" + q.chosenTheme() + "-" + q.user.ID + `"`
	h := q.w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Vary", "Accept-Language, Cookie")
	if q.Header.Get("If-None-Match") == tag {
		q.w.WriteHeader(http.StatusNotModified)
		return true
	}
	q.shelf = q.shelfName(tag)
	packed, kept := q.s.shelf.take(q.shelf)
	if kept {
		q.sendPacked(packed)
	}
	return kept
}

func (q *request) public(name, tab string, data map[string]any) error {
	title, place := q.tournament.Info.Name, ""
	if q.division != nil {
		place = q.division.Name
	}
	return q.render(name, http.StatusOK, page{Title: title, Place: place, Tab: tab, Public: true, Data: data})
}

func (q *request) publicTournament() error {
	streams, err := q.s.Office.Rows(q.Context(), office.KindDivision, q.tournament.ID)
	if err != nil {
		return err
	}
	return q.public("publicTournament", "", map[string]any{"Rows": rowsOf(streams)})
}

// published is the last round whose pairs are out, or the one that is asked for; nil for none.
func (q *request) published() *tournament.Round {
	asked, err := strconv.Atoi(q.URL.Query().Get("round"))
	for i := len(q.division.Rounds) - 1; i >= 0; i-- {
		r := &q.division.Rounds[i]
		out := r.Phase != tournament.Prepared && r.Phase != tournament.Checked
		if out && (err != nil || r.No == asked) {
			return r
		}
	}
	return nil
}

// seat is one player in the list of pairs by name.
type seat struct {
	Entry    *tournament.Entry
	Opponent *tournament.Entry
	Table    int
	Black    bool
	Bye      bool
	sort     string
}

func (q *request) publicPairs() error {
	if q.fresh() {
		return nil
	}
	r := q.published()
	data := map[string]any{"Round": r, "By": q.URL.Query().Get("by"), "Find": strings.TrimSpace(q.URL.Query().Get("find"))}
	if r != nil {
		rows := q.tables(r)
		data["Rows"] = rows
		seats := seatsOf(q.division, r, rows)
		data["Seats"] = seats
		if find := data["Find"].(string); find != "" {
			data["Found"] = find1(seats, find)
		}
		var out []int
		for i := range q.division.Rounds {
			if x := &q.division.Rounds[i]; x.Phase != tournament.Prepared && x.Phase != tournament.Checked {
				out = append(out, x.No)
			}
		}
		data["Out"] = out
	}
	return q.public("publicPairs", "pairs", data)
}

// seatsOf lists everybody of a round in the order of the names' pinyin.
func seatsOf(d *tournament.Division, r *tournament.Round, rows []table) []seat {
	var seats []seat
	for _, t := range rows {
		if t.B != nil && t.W != nil {
			seats = append(seats, seat{Entry: t.B, Opponent: t.W, Table: t.Table, Black: true}, seat{Entry: t.W, Opponent: t.B, Table: t.Table})
		}
	}
	for _, no := range r.Byes {
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

// find1 finds players by number, name or the initials of its pinyin.
func find1(seats []seat, text string) []seat {
	text = strings.ToLower(plainDigits(text))
	no, err := strconv.Atoi(text)
	var found []seat
	for _, s := range seats {
		if err == nil && s.Entry.No == no || strings.Contains(strings.ToLower(s.Entry.Name), text) || err != nil && strings.HasPrefix(initials(s.Entry.Name), text) {
			found = append(found, s)
		}
	}
	const most = 12
	return found[:min(len(found), most)]
}

func (q *request) publicView() error {
	if q.fresh() {
		return nil
	}
	switch q.PathValue("view") {
	case "ranking":
		return q.publicRanking()
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
	t, rows, chain, err := q.ranking()
	if err != nil {
		return err
	}
	data := map[string]any{"Table": t, "Rows": rows, "Chain": chain, "Cross": q.crossTable(rows, t.Upto), "Rounds": rounds(t.Upto)}
	if err := q.explain(data, t.Upto); err != nil {
		return err
	}
	return q.public("publicRanking", "ranking", data)
}
