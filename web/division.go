package web

import (
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/pairing"
	"tianyuan/rules"
	"tianyuan/standing"
	"tianyuan/tournament"
)

// divisionHome leads to where the work is.
func (q *request) divisionHome() error {
	d := q.division
	switch {
	case d.Final != nil:
		return q.to("/d/" + d.ID + "/ranking")
	case len(d.Rounds) > 0:
		return q.to("/d/" + d.ID + "/round/" + strconv.Itoa(len(d.Rounds)))
	}
	return q.to("/d/" + d.ID + "/entries")
}

func (q *request) show(name, tab string, status int, failure error, data map[string]any) error {
	return q.render(name, status, page{Title: q.division.Name, Place: q.division.Name, Tab: tab, Error: q.p.Fault(failure), Data: data})
}

// place is one row of the ranking with what the page shows of it.
type place struct {
	standing.Row
	Entry *tournament.Entry
	Cells []string // the chain's keys after the points
	// Used marks the keys that separate the row from a neighbour.
	Used []bool
	// Namesake tells that another player bears the name too.
	Namesake bool
	// Told marks the row of the number that the page explains, which is ToldAt in Cells, or -1.
	Told   bool
	ToldAt int
	// Group begins a new score group.
	Group bool
}

// asked is the round that the address asks for under a name; 0 for none.
func (q *request) asked(name string) int {
	if n, err := strconv.Atoi(q.URL.Query().Get(name)); err == nil && n > 0 && n <= tournament.MaxRounds {
		return n
	}
	return 0
}

// ranking is the ranking after a round, 0 = after the last with a result, with what the page shows of it.
func (q *request) ranking(after int) (standing.Table, []place, []string, error) {
	asked := q.URL.Query()
	t, err := q.division.Standings(after)
	if err != nil {
		return t, nil, nil, err
	}
	chain := q.division.Chain()
	rows := make([]place, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = place{Row: r, Entry: q.division.Entry(r.No), Used: make([]bool, len(chain)), ToldAt: -1, Group: i > 0 && r.Points.Cmp(t.Rows[i-1].Points) != 0}
		rows[i].Namesake = q.sharedNames()[rows[i].Entry.Name]
		rows[i].Told = asked.Get("no") == strconv.Itoa(r.No)
		if rows[i].Told {
			rows[i].ToldAt = slices.Index(chain, asked.Get("key"))
		}
		for k, key := range chain {
			rows[i].Cells = append(rows[i].Cells, r.Text(key))
			next := i+1 < len(t.Rows) && t.Rows[i+1].Decided == key
			rows[i].Used[k] = k > 0 && (r.Decided == key || next)
		}
	}
	return t, rows, chain, nil
}

// mark is one game in the cross table.
type mark struct {
	Opponent int
	Black    bool
	// Sign is win, loss, draw, none, bye, absent or "".
	Sign  string
	Float int
	Sum   standing.Rat
	// Void marks a game that is annulled, NoGame one that wasn't played over the board, because somebody
	// didn't come or had left: its colours count for neither.
	Void, NoGame bool
}

// crossTable has a row of marks for each player of the ranking. The running sums end with the points
// of the ranking: annulled games are left out, games that a withdrawal decided are in (E28/29).
func (q *request) crossTable(rows []place, upto int) ([][]mark, error) {
	d := q.division
	marks := map[int][]mark{}
	for i := range rows {
		marks[rows[i].No] = make([]mark, upto)
	}
	for i := range min(upto, len(d.Rounds)) {
		r := &d.Rounds[i]
		floats := d.Floats(r)
		for _, p := range r.Pairs {
			o := r.Results[p.Table].Outcome
			setMark(marks[p.Black], i, mark{Opponent: p.White, Black: true, Sign: sign(o, rules.Black), Float: floats[p.Black], NoGame: o.Forfeit() || p.Open()})
			setMark(marks[p.White], i, mark{Opponent: p.Black, Sign: sign(o, rules.White), Float: floats[p.White], NoGame: o.Forfeit() || p.Open()})
		}
		for _, no := range d.Idle(r) {
			setMark(marks[no], i, mark{Sign: "bye"})
		}
		for _, no := range d.Absences[r.No] {
			setMark(marks[no], i, mark{Sign: "absent"})
		}
	}
	table := make([][]mark, len(rows))
	if upto == 0 {
		return table, nil
	}
	in, err := d.StandingInput(upto)
	if err != nil {
		return nil, err
	}
	course, err := standing.Course(in)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		table[i] = marks[rows[i].No]
		addSums(table[i], course[rows[i].No])
	}
	return table, nil
}

// addSums adds to a player's marks what he has after each round.
func addSums(row []mark, parts []standing.Part) {
	var sum standing.Rat
	for i := range row {
		m := &row[i]
		counts := false
		for len(parts) > 0 && parts[0].Round <= i+1 {
			part := parts[0]
			parts = parts[1:]
			sum = sum.Add(part.Value)
			if part.Walkover() && m.Opponent == 0 {
				*m = mark{Opponent: part.Opponent, NoGame: true, Sign: map[bool]string{true: "win", false: "loss"}[part.Result == standing.Win]}
			}
			counts = counts || part.Opponent == m.Opponent
		}
		m.Void = m.Opponent > 0 && m.Sign != "" && !counts
		m.Sum = sum
	}
}

// RankTitle says which ranking it is: the final one, the one after a round, or the one of a round whose
// results still come in.
func (p *page) RankTitle(d *tournament.Division, upto int) string {
	r := d.Round(upto)
	switch {
	case d.Final != nil && upto >= d.Final.Round:
		return p.q.p.T("rank.final")
	case r == nil:
		return p.q.p.T("rank.before")
	case r.Phase != tournament.Closed:
		return p.q.p.T("rank.during", fault.Args{"n": upto, "done": len(r.Results), "all": len(r.Pairs)})
	}
	return p.q.p.T("rank.after", fault.Args{"n": upto})
}

// voids tells whether a cross table holds annulled games, which it then has to say.
func voids(table [][]mark) bool {
	return slices.ContainsFunc(table, func(row []mark) bool { return slices.ContainsFunc(row, func(m mark) bool { return m.Void }) })
}

func setMark(row []mark, i int, m mark) {
	if i < len(row) {
		row[i] = m
	}
}

func sign(o rules.Outcome, side rules.Side) string {
	switch {
	case o.IsZero():
		return ""
	case o.Winner == side:
		return "win"
	case o.Winner == side.Other():
		return "loss"
	case o.Manner == rules.Drawn:
		return "draw"
	case o.Manner == rules.NoResult:
		return "none"
	}
	return "loss"
}

func (q *request) rankingPage() error { return q.showRanking(http.StatusOK, nil) }

func (q *request) showRanking(status int, failure error) error {
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
	return q.show("ranking", "ranking", status, failure, data)
}

func rounds(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i + 1
	}
	return list
}

// explain adds the explanation that the question ?no=5&key=sos asks for.
func (q *request) explain(data map[string]any, upto int) error {
	no, err := strconv.Atoi(q.URL.Query().Get("no"))
	if err != nil {
		return nil
	}
	in, err := q.division.StandingInput(upto)
	if err != nil {
		return err
	}
	e, err := standing.Explain(in, no, q.URL.Query().Get("key"))
	if err != nil {
		return err
	}
	if e.Key == "lots" && e.Total != "–" {
		if tie := q.division.Tie(no); tie != nil {
			e.Text += "." + tie.How
			e.Args = fault.Args{"order": e.Total, "seed": tie.Seed, "reason": tie.Entry.Reason, "by": (&page{q: q}).UserName(tie.Entry.By), "at": tie.Entry.At}
			data["Tie"] = tieShown(tie)
		}
	}
	data["Explain"] = e
	return nil
}

// tieDraw is a decision among tied players as the explanation shows it.
type tieDraw struct {
	Order string
	// Lots are what was hashed and the digest, of each player; empty for a play-off.
	Lots []tieLot
}

type tieLot struct{ Text, Hex string }

func tieShown(tie *tournament.Tie) tieDraw {
	shown := tieDraw{Order: orderText(tie.Numbers)}
	if tie.How != "lots" {
		return shown
	}
	for _, no := range tie.Numbers {
		lot := pairing.Lot(tie.Seed, no)
		shown.Lots = append(shown.Lots, tieLot{Text: strings.TrimSpace(tie.Seed) + " " + strconv.Itoa(no), Hex: hex.EncodeToString(lot[:])})
	}
	return shown
}

// orderText writes numbers in an order, "22 → 12".
func orderText(numbers []int) string {
	words := make([]string, len(numbers))
	for i, no := range numbers {
		words[i] = strconv.Itoa(no)
	}
	return strings.Join(words, " → ")
}

// entryOf is one line of the protocol.
type entryOf struct {
	Seq                       int64
	At, Who, Type, Reason, In string
}

// entryOf is the line of a protocol on an event.
func (q *request) entryOf(e journal.Event, kind, in string) entryOf {
	return entryOf{Seq: e.Seq, At: e.At.Local().Format("2006-01-02 15:04:05"), Who: (&page{q: q}).UserName(e.Actor), Type: kind, Reason: e.Reason, In: in}
}

// logPage is the division's protocol: who did what, when and why.
func (q *request) logPage() error {
	events, err := q.s.Office.Log(q.Context(), q.division.ID)
	if err != nil {
		return err
	}
	q.entered = map[int]string{}
	var lines []entryOf
	for _, e := range events {
		lines = append(lines, q.entryOf(e, e.Type, q.gist(e.Type, e.Body)))
	}
	slices.Reverse(lines)
	return q.show("log", "log", http.StatusOK, nil, map[string]any{"Lines": lines})
}

// gist says what an event is about: the round, the table and the result.
func (q *request) gist(eventType string, body []byte) string {
	event, err := tournament.Decode(eventType, body)
	if err != nil {
		return ""
	}
	result := func(round, table int, o rules.Outcome) string {
		return q.p.T("log.result", fault.Args{"round": round, "table": table, "result": q.p.T(o.Words())})
	}
	switch e := event.(type) {
	case tournament.ResultEntered:
		return result(e.Round, e.Table, e.Outcome)
	case tournament.ResultCorrected:
		return result(e.Round, e.Table, e.Before) + " → " + q.p.T(e.Outcome.Words())
	case tournament.WarningsNoted:
		return q.p.T("log.warnings", fault.Args{"round": e.Round, "table": e.Table, "b": e.WarnB, "w": e.WarnW})
	case tournament.ResultDisputed:
		return result(e.Round, e.Table, e.Outcome)
	case tournament.ResultTakenBack:
		return result(e.Round, e.Table, e.Before)
	case tournament.EntriesAdded:
		for _, x := range e.Entries {
			q.entered[x.ID] = x.Name
		}
		return q.p.T("log.entries", fault.Args{"n": len(e.Entries), "source": e.Source})
	case tournament.DrawMade:
		return q.p.T("log.draw", fault.Args{"n": len(e.Numbers), "seed": e.Seed})
	case tournament.CheckedIn, tournament.SeatingSet, tournament.SeatsSeen, tournament.PairsAmended, tournament.ResultClaimed, tournament.RoundReopened:
		return q.floorGist(e)
	case tournament.RoundPrepared:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	case tournament.RoundPublished:
		return q.p.T("log.published", fault.Args{"round": e.Round, "version": e.Version})
	case tournament.RoundClosed:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	case tournament.RoundStarted:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	case tournament.RoundChecked:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	case tournament.RoundDiscarded:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	case tournament.RoundUnpublished:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	case tournament.PairsChanged:
		return q.p.T("log.round", fault.Args{"round": e.Round})
	case tournament.StartPlanned:
		return q.p.T("log.round", fault.Args{"round": e.Round}) + "　" + q.p.DateTime(e.StartsAt.Local())
	case tournament.TieDecided:
		order := e.Numbers
		if order == nil {
			order = e.Order
		}
		return q.p.T("log.tie."+e.How, fault.Args{"order": orderText(order), "seed": e.Seed})
	}
	return q.peopleGist(event)
}

// peopleGist is gist for what happens to single players.
func (q *request) peopleGist(event tournament.Event) string {
	player := func(no int) string {
		return q.p.T("log.player", fault.Args{"no": no}) + "　" + (&page{q: q}).Name(no)
	}
	inRound := func(no, round int) string {
		return player(no) + "　" + q.p.T("log.round", fault.Args{"round": round})
	}
	switch e := event.(type) {
	case tournament.PlayerWithdrawn:
		return player(e.No)
	case tournament.WithdrawalCancelled:
		return player(e.No)
	case tournament.AbsenceNoted:
		return inRound(e.No, e.Round)
	case tournament.AbsenceCancelled:
		return inRound(e.No, e.Round)
	case tournament.EntryChanged:
		q.entered[e.Entry.ID] = e.Entry.Name
		return e.Entry.Name
	case tournament.EntryRemoved:
		return q.entered[e.ID]
	}
	return ""
}

// order wraps a command with the form's id and reason.
func (q *request) order(c tournament.Command) office.Order {
	return office.Order{ID: q.PostFormValue("cmd"), Reason: strings.TrimSpace(q.PostFormValue("reason")), Command: c, Asked: q.playing}
}

// moved is a correction made after later pairs were out, with those whose standing it moved.
type moved struct {
	tournament.Affected
	Players []movedPlayer
}

// movedPlayer is one of them; Table is where he sits in the round that the page shows, 0 for nowhere.
type movedPlayer struct{ No, Table int }

// Affected lists the late corrections of a round and of those before it.
func (p *page) Affected(r *tournament.Round) []moved {
	var list []moved
	for _, a := range p.q.division.Affected {
		if a.Round > r.No {
			continue
		}
		m := moved{Affected: a}
		for _, no := range a.No {
			m.Players = append(m.Players, movedPlayer{No: no, Table: tableOf(r, no)})
		}
		list = append(list, m)
	}
	return list
}

// KeyList writes the keys of a ranking one after the other.
func (p *page) KeyList(chain []string) string {
	words := make([]string, len(chain))
	for i, key := range chain {
		words[i] = p.q.p.T("key." + key)
	}
	return p.q.p.List(words)
}

// WhyLots says which lots after "both lose" count in the points that a pair was made by.
func (p *page) WhyLots(r *tournament.Round, pair tournament.Pair) []string {
	var list []string
	for _, no := range []int{pair.Black, pair.White} {
		for _, gain := range p.q.division.LotGains(no, r.No) {
			list = append(list, p.q.p.T("desk.whyLot", fault.Args{"name": p.Name(no), "round": gain.Round, "points": gain.Points.String()}))
		}
	}
	return list
}
