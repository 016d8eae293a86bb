package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// consoleRoutes are the addresses of the referee's console, and of the law.
func (s *Server) consoleRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /law", s.plain((*request).lawPage))
	mux.HandleFunc("GET /t/{t}/referee", s.inTournament(account.ViewOffice, (*request).refereePage))
	mux.HandleFunc("GET /t/{t}/referee/ws", s.inTournament(account.ViewOffice, (*request).refereeSocket))
	mux.HandleFunc("GET /t/{t}/referee/go", s.inTournament(account.ViewOffice, (*request).refereeGo))
	mux.HandleFunc("GET /t/{t}/referee/notes", s.inTournament(account.ViewOffice, (*request).notesPage))
	mux.HandleFunc("GET /g/{d}/{n}/{table}", s.onTable((*request).gameTablePage))
	mux.HandleFunc("POST /g/{d}/{n}/{table}/do/{action}", s.onRecord((*request).actOnGame))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/rule", s.onRuling((*request).pickCase))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/rule/{case}", s.onRuling((*request).ruleCase))
	mux.HandleFunc("POST /g/{d}/{n}/{table}/rule/{case}", s.onRuling((*request).rule))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/count", s.onTable((*request).countPage))
	mux.HandleFunc("GET /g/{d}/{n}/{table}/protocol", s.onTable((*request).protocolPage))
}

// tableRow is a table of the referee's list.
type tableRow struct {
	glance
	Division *tournament.Division
	Round    *tournament.Round
	Pair     tournament.Pair
	Table    int
	URL      string
	// Black and White are the names of who sits there.
	Black, White string
	// Game is nil while it has no record; ID is its id as it is or would be.
	Game *game.Game
	ID   string
	// At is the last moment that is known, in milliseconds of the game's time keeper.
	At int64
	// Hush is for how many milliseconds the device that keeps a counting clock hasn't been heard, "never" where
	// it wasn't at all or there is none; "" where no device is to be heard.
	Hush    string
	Contact contact
	Moment  moment
}

// Shown are the clocks that a row shows: of a side that is read alone, else both.
func (r tableRow) Shown() []dial {
	var shown []dial
	for _, d := range r.Dials {
		if d.Runs && d.Reading {
			return []dial{d}
		}
		if d.Digits != "" || d.Rest != "" {
			shown = append(shown, d)
		}
	}
	return shown
}

// Open tells that the colours of the table aren't drawn yet.
func (r tableRow) Open() bool {
	if r.Game == nil {
		return r.Pair.Open()
	}
	return r.Game.Phase == game.Draw
}

// tableURL is the address of a table's page.
func tableURL(division string, round, table int) string {
	return "/g/" + division + "/" + strconv.Itoa(round) + "/" + strconv.Itoa(table)
}

// rowsOf makes the rows of a round, in the order of its tables.
func (q *request) rowsOf(d *tournament.Division, r *tournament.Round, wanted func(table int) bool) ([]tableRow, error) {
	q.onDivision(d)
	games, err := q.s.Office.RoundGames(q.Context(), d.ID, r.No)
	if err != nil {
		return nil, err
	}
	var rows []tableRow
	for _, pair := range r.Pairs {
		if !wanted(pair.Table) {
			continue
		}
		rows = append(rows, q.rowWith(d, r, pair, games[pair.Table]))
	}
	return rows, nil
}

// rowOf makes a table's row.
func (q *request) rowOf(d *tournament.Division, r *tournament.Round, pair tournament.Pair) (tableRow, error) {
	var found office.TableGame
	id, exists, err := q.s.Office.GameAt(q.Context(), office.Table{Division: d.ID, Round: r.No, Table: pair.Table})
	if err != nil {
		return tableRow{}, err
	}
	found.ID = id
	if exists {
		if err := q.s.Office.Game(q.Context(), id, func(g *game.Game, _ office.GamePlace) error { found.Game = g; return nil }); err != nil {
			return tableRow{}, err
		}
	}
	q.onDivision(d)
	return q.rowWith(d, r, pair, found), nil
}

// rowWith makes a table's row of its game.
func (q *request) rowWith(d *tournament.Division, r *tournament.Round, pair tournament.Pair, found office.TableGame) tableRow {
	row := tableRow{Division: d, Round: r, Pair: pair, Table: pair.Table, URL: tableURL(d.ID, r.No, pair.Table), ID: found.ID, Game: found.Game}
	black, white := pair.Black, pair.White
	result, entered := r.Results[pair.Table]
	switch {
	case row.Game != nil:
		black, white = personNo(row.Game, rules.Black), personNo(row.Game, rules.White)
		q.look(&row)
		if entered && row.Section != sectionDone && row.Game.Phase != game.Anew && !row.Game.Confirmed {
			row.fixed(q, result.Outcome)
		}
	case entered:
		row.entered(q, result.Outcome)
	default:
		row.set(sectionIdle, "none", "glance.none")
		row.tagged(q.p)
	}
	page := &page{q: q}
	row.Black, row.White = page.Name(black), page.Name(white)
	return row
}

// seated is a result of the round as the players sit: the round's goes by the colours of the pair (2002
// art. 17.1).
func (r tableRow) seated(o rules.Outcome) rules.Outcome {
	if r.Game == nil {
		return o
	}
	return seatedAt(r.Game, o)
}

// seatedAt turns a result between the colours of the pair and those at the table of a game.
func seatedAt(g *game.Game, o rules.Outcome) rules.Outcome {
	if g.Black != g.Assigned {
		return o.Turned()
	}
	return o
}

// fixed is a table whose result the desk has entered while its game has a record that isn't confirmed. A game
// that goes on stands where it stands, with the desk's result beside it; one that came to another result waits
// for somebody who finds out which is right (2002 art. 16.4).
func (r *tableRow) fixed(q *request, desk rules.Outcome) {
	stands := r.seated(desk)
	switch {
	case differs(r.Game, desk):
		urgent := r.Section == sectionUrgent
		reached := r.Game.Result.Outcome
		say := q.p.T("glance.other.say", fault.Args{"game": reached, "desk": stands})
		if urgent {
			r.Facts = append(r.Facts, say)
			return
		}
		r.set(sectionUrgent, "diff", "glance.other")
		r.tagged(q.p).Say = say
		r.Act, r.To = "glance.act.other", ""
	case r.Game.Phase == game.Result || !office.GoingOn(r.Game.Phase):
		r.entered(q, stands)
	default:
		r.Desk = q.p.T("gt.entered", fault.Args{"result": stands})
		if r.Section == sectionUrgent {
			r.Facts = append(r.Facts, r.Desk)
		}
	}
}

// differs tells that a game came to a result, not confirmed yet, that isn't what the desk has entered by the
// colours of the pair. A win of the desk's without its manner is the same: the game says more.
func differs(g *game.Game, desk rules.Outcome) bool {
	if g == nil || g.Phase != game.Result || g.Confirmed {
		return false
	}
	reached := seatedAt(g, g.Result.Outcome)
	grows := desk.Manner == rules.Plain && desk.Winner == reached.Winner
	return desk != reached && !grows
}

// entered is a table whose result the desk has entered.
func (r *tableRow) entered(q *request, o rules.Outcome) {
	r.glance = glance{Say: q.p.T(o.Words())}
	r.set(sectionDone, "ok", "glance.entered")
	r.tagged(q.p)
	r.Hush = ""
}

// onDivision makes a division the one that names are taken from.
func (q *request) onDivision(d *tournament.Division) {
	if q.division != d {
		q.division, q.shared = d, nil
	}
}

// look fills in how the row's game stands now.
func (q *request) look(row *tableRow) {
	g := row.Game
	shown := q.keeper(row)
	row.glance = glanceOf(q.p, g, row.Moment, row.Contact, shown)
	if s := g.Time(row.Moment.Known); ticks(s) && !row.Contact.Apart {
		row.Hush = "never"
		if row.Contact.Keeps && row.Contact.Heard {
			row.Hush = strconv.FormatInt(row.Contact.Silence.Milliseconds(), 10)
		}
	}
	row.At = time.Duration(row.Moment.Known).Milliseconds()
}

// Digits tells that a clock is shown.
func (r tableRow) Digits() bool {
	return slices.ContainsFunc(r.Dials, func(d dial) bool { return d.Digits != "" || d.Rest != "" })
}

// Snapshot is the clock from which the page goes on counting; "" where none is shown.
func (r tableRow) Snapshot() (string, error) {
	if !r.Digits() {
		return "", nil
	}
	return snapshot(r.Game)
}

// snapshot writes a game's clock down as pages read it; "" for no game.
func snapshot(g *game.Game) (string, error) {
	if g == nil {
		return "", nil
	}
	timer := g.Timer()
	data, err := json.Marshal(&timer)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	return string(data), nil
}

// round at which referees look: the last one that is published.
func liveRound(d *tournament.Division) *tournament.Round {
	r := d.Current()
	if r == nil || r.Phase != tournament.Published && r.Phase != tournament.Started {
		return nil
	}
	return r
}

// assigned tells whether a table is among a referee's assignments.
func assigned(list []tournament.Assignment, user, division string, table int) bool {
	return slices.ContainsFunc(list, func(a tournament.Assignment) bool {
		return a.User == user && a.Includes(division, table)
	})
}

// tableSection is a part of the list.
type tableSection struct {
	Key  string
	Rows []tableRow
}

// refereeTables are the tables of the running rounds: those that are assigned to the user, or all.
// others counts the tables that are left out.
func (q *request) refereeTables(all bool) (rows []tableRow, others int, err error) {
	divisions, err := q.divisions()
	if err != nil {
		return nil, 0, err
	}
	list := q.tournament.Assignments
	mine := slices.ContainsFunc(list, func(a tournament.Assignment) bool { return a.User == q.user.ID })
	for _, d := range divisions {
		r := liveRound(d)
		if r == nil {
			continue
		}
		in, err := q.rowsOf(d, r, func(table int) bool {
			if !mine || assigned(list, q.user.ID, d.ID, table) {
				return true
			}
			others++
			return all
		})
		if err != nil {
			return nil, 0, err
		}
		rows = append(rows, in...)
	}
	q.division = nil
	slices.SortStableFunc(rows, func(a, b tableRow) int { return a.Table - b.Table })
	return rows, others, nil
}

// mostNamed bounds the games that one request names; a page that wants more asks for all.
const mostNamed = 100

// refereeRows are the rows of some games alone, in the sections where they stand now: GET
// /t/{t}/referee?game=ID&game=... A game that isn't played at a table now has none.
func (q *request) refereeRows(games []string) error {
	divisions, err := q.divisions()
	if err != nil {
		return err
	}
	games = games[:min(len(games), mostNamed)]
	var rows []tableRow
	for _, d := range divisions {
		r := liveRound(d)
		if r == nil {
			continue
		}
		found, err := q.s.Office.Games(q.Context(), d, games)
		if err != nil {
			return err
		}
		q.onDivision(d)
		for _, id := range games {
			if row, stands := q.refereeRow(d, r, id, found[id]); stands {
				rows = append(rows, row)
			}
		}
	}
	urgent, rest := sectionsOf(rows)
	return q.render("con-tables", http.StatusOK, page{Data: map[string]any{"Urgent": urgent, "Sections": rest}})
}

// refereeRow is the row of one game. stands is false for a game that isn't on the list: it isn't played
// in the round that is under way, is to be played anew, or has no record.
func (q *request) refereeRow(d *tournament.Division, r *tournament.Round, id string, found office.PlacedGame) (row tableRow, stands bool) {
	if found.Game == nil || r.No != found.Place.Round || found.Game.Phase == game.Anew {
		return row, false
	}
	pair, listed := r.Pair(found.Place.Table)
	if !listed {
		return row, false
	}
	return q.rowWith(d, r, pair, office.TableGame{ID: id, Game: found.Game}), true
}

// sectionsOf puts rows into their sections; the urgent ones stand by themselves.
func sectionsOf(rows []tableRow) (urgent []tableRow, rest []tableSection) {
	for _, key := range sections {
		var in []tableRow
		for _, r := range rows {
			if r.Section == key {
				in = append(in, r)
			}
		}
		switch {
		case key == sectionUrgent:
			urgent = in
		case len(in) > 0:
			rest = append(rest, tableSection{key, in})
		}
	}
	return urgent, rest
}

// refereePage is the list of a referee's tables: GET /t/{t}/referee.
func (q *request) refereePage() error {
	if games := q.URL.Query()["game"]; len(games) > 0 && q.wantsFragment() {
		return q.refereeRows(games)
	}
	all := q.URL.Query().Get("all") == "1"
	rows, others, err := q.refereeTables(all)
	if err != nil {
		return err
	}
	urgent, rest := sectionsOf(rows)
	data := map[string]any{"Urgent": urgent, "Sections": rest, "Others": others, "All": all}
	if q.wantsFragment() {
		return q.render("con-tables", http.StatusOK, page{Data: data})
	}
	return q.render("referee", http.StatusOK, page{Title: q.p.T("console.title"), Place: q.scopeOf(rows), Tab: "tables", Data: data})
}

// scopeOf says which tables a list shows: their range, with the division and the round where it is one.
func (q *request) scopeOf(rows []tableRow) string {
	if len(rows) == 0 {
		return ""
	}
	first, last := rows[0], rows[len(rows)-1]
	numbers := strconv.Itoa(first.Table)
	if last.Table > first.Table {
		numbers += "–" + strconv.Itoa(last.Table)
	}
	words := []string{q.p.T("console.range", fault.Args{"range": numbers})}
	one := !slices.ContainsFunc(rows, func(r tableRow) bool { return r.Division != first.Division })
	if one {
		words = append(words, q.p.T("console.place", fault.Args{"division": first.Division.Name, "round": first.Round.No}))
	}
	return strings.Join(words, "　")
}

// refereeGo leads to a table by its number, or to each of the divisions that play there now: GET
// /t/{t}/referee/go.
func (q *request) refereeGo() error {
	var rows []tableRow
	show := func(status int, failure error) error {
		q.division = nil
		return q.render("referee-go", status, page{Title: q.p.T("console.tab.go"), Tab: "go", Error: q.p.Fault(failure), Data: rows})
	}
	if strings.TrimSpace(q.FormValue("table")) == "" {
		return show(http.StatusOK, nil)
	}
	n, err := q.number("table", 1, tournament.MaxTable)
	if err != nil {
		return show(http.StatusUnprocessableEntity, err)
	}
	places, _, err := q.s.Office.PlacesNow(q.Context(), q.tournament.ID, n)
	switch {
	case err != nil:
		return err
	case len(places) == 0:
		return show(http.StatusNotFound, fault.New(fault.NotFound, "fault.web.noTable", fault.Args{"table": n}))
	case len(places) == 1:
		return q.to(tableURL(places[0].Division, places[0].Round, n))
	}
	for _, at := range places {
		d, err := q.s.Office.Division(q.Context(), at.Division)
		if err != nil {
			return err
		}
		in, err := q.rowsOf(d, d.Round(at.Round), func(table int) bool { return table == n })
		if err != nil {
			return err
		}
		rows = append(rows, in...)
	}
	return show(http.StatusOK, nil)
}

// addGames notes at which tables of a round a game's record was begun, and how far it has come. The
// rows in the lists tell it: no game is read for it.
func (q *request) addGames(r *tournament.Round, rows []table) {
	phases, err := q.s.Office.GamesAt(q.Context(), q.division, r)
	if err != nil {
		q.s.Log.Error("games of a round", "division", q.division.ID, "error", err)
		return
	}
	for i := range rows {
		rows[i].GamePhase = string(phases[rows[i].Table])
	}
}
