package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/pairing"
	"tianyuan/rules"
	"tianyuan/standing"
	"tianyuan/tournament"
)

// table is one row of the desk and of the lists of pairs.
type table struct {
	tournament.Pair
	Result         tournament.Result
	Entered        bool
	Warned         tournament.Warnings
	B, W           *tournament.Entry
	PointsB        standing.Rat
	PointsW        standing.Rat
	FloatB, FloatW int
	// NamesakeB and NamesakeW tell that another player bears the name too.
	NamesakeB, NamesakeW bool
	PastB, PastW         []pairing.Colour
	SameUnit             bool
	Problems             []problem
	// Claims are what the players reported; Accord compares them.
	Claims tournament.Claims
	Accord tournament.Accord
	// Disputes are what other officials entered beside the result that stands.
	Disputes []tournament.Dispute
	Hidden   bool
	// GamePhase is how far the record of the table's game has come; "" while there is none.
	GamePhase string
}

// problem is what an officer should look at: the tag's kind and message, and a sentence.
type problem struct{ Table, Kind, Tag, Text string }

// tables makes the rows of a round, points and colours as they stood before it.
func (q *request) tables(r *tournament.Round) []table {
	d := q.division
	points := d.Points(r.No)
	past := map[int][]pairing.Colour{}
	for i := range r.No - 1 {
		for _, p := range d.Rounds[i].Pairs {
			if !d.Rounds[i].Results[p.Table].Outcome.Forfeit() && !p.Open() {
				past[p.Black] = append(past[p.Black], pairing.Black)
				past[p.White] = append(past[p.White], pairing.White)
			}
		}
	}
	shared := q.sharedNames()
	floats := d.Floats(r)
	rows := make([]table, len(r.Pairs))
	for i, p := range r.Pairs {
		t := table{Pair: p, B: d.Entry(p.Black), W: d.Entry(p.White), PointsB: points[p.Black], PointsW: points[p.White], PastB: past[p.Black], PastW: past[p.White]}
		t.Result, t.Entered = r.Results[p.Table]
		t.Warned = tournament.Warnings{B: t.Result.WarnB, W: t.Result.WarnW}
		if !t.Entered {
			t.Warned = r.Noted[p.Table]
		}
		t.Claims, t.Disputes = r.Claims[p.Table].By(p), r.Disputes[p.Table]
		t.Accord = t.Claims.Accord()
		t.FloatB, t.FloatW = floats[p.Black], floats[p.White]
		if t.B != nil && t.W != nil {
			t.NamesakeB, t.NamesakeW = shared[t.B.Name], shared[t.W.Name]
		}
		t.SameUnit = t.B != nil && t.W != nil && t.B.Unit != "" && t.B.Unit == t.W.Unit
		rows[i] = t
	}
	return rows
}

// judged adds to the rows what an officer should look at: before the publication the pairs, from
// the start on the results.
func (q *request) judged(r *tournament.Round, rows []table) []table {
	if r.Phase == tournament.Prepared || r.Phase == tournament.Checked {
		for i, faults := range q.division.Faults(r) {
			for _, x := range faults {
				rows[i].Problems = append(rows[i].Problems, problem{strconv.Itoa(rows[i].Table), "warn", "tag.pair", q.p.T("trial."+x.Key, x.Args)})
			}
		}
		return rows
	}
	overdue := q.division.Overdue(r, q.s.Now())
	for i := range rows {
		t := &rows[i]
		t.Problems = append(q.problems(t), q.onTheFloor(t, slices.Contains(overdue, t.Table))...)
	}
	return rows
}

// onTheFloor are the problems of a table without a result that come from the hall: somebody is
// missing past the limit, or the players' reports don't go together.
func (q *request) onTheFloor(t *table, overdue bool) []problem {
	no := strconv.Itoa(t.Table)
	var list []problem
	switch {
	case t.Entered:
		return nil
	case overdue:
		list = append(list, problem{no, "bad", "tag.overdue", q.p.T("floor.overdue")})
	}
	said := fault.Args{"black": t.Claims.Black.Outcome, "white": t.Claims.White.Outcome}
	switch t.Accord {
	case tournament.Differ:
		list = append(list, problem{no, "diff", "accord.differ", q.p.T("desk.claims", said)})
	case tournament.OnePhone:
		list = append(list, problem{no, "ask", "accord.onePhone", q.p.T("desk.claims", said)})
	}
	return list
}

// problems of a table that is played: a result hard to believe, warnings that lose, a correction.
func (q *request) problems(t *table) []problem {
	var list []problem
	no := strconv.Itoa(t.Table)
	edition := q.division.Reg.Edition
	if key, args := q.count(t.Pair, t.Warned).Doubt(edition, t.Result.Outcome); key != "" {
		list = append(list, problem{no, "ask", "tag.doubt", q.p.T(key, args)})
	}
	if most := edition.Data().WarningsToLose; !t.Entered && max(t.Warned.B, t.Warned.W) >= most {
		list = append(list, problem{no, "bad", "tag.lost", q.p.T("desk.warnedOut."+string(edition), fault.Args{"times": most})})
	}
	for _, x := range t.Disputes {
		list = append(list, problem{no, "diff", "tag.disputed", q.p.T("desk.disputed", fault.Args{"stands": t.Result.Outcome, "first": (&page{q: q}).UserName(t.Result.By), "other": x.Outcome, "second": (&page{q: q}).UserName(x.By), "time": x.At})})
	}
	if n := len(t.Result.Corrections); n > 0 {
		last := t.Result.Corrections[n-1]
		list = append(list, problem{no, "warn", "tag.corrected", q.p.T("desk.correction", fault.Args{"time": last.At, "before": last.Before, "after": t.Result.Outcome, "reason": last.Reason})})
	}
	return list
}

func (q *request) round() (*tournament.Round, error) {
	n, err := strconv.Atoi(q.PathValue("n"))
	if err != nil {
		return nil, fault.New(fault.NotFound, "fault.notFound", nil)
	}
	if n == len(q.division.Rounds)+1 && n <= max(1, q.division.PlannedRounds()) {
		return &tournament.Round{No: n}, nil
	}
	r := q.division.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noRound", fault.Args{"round": n})
	}
	return r, nil
}

// step is one stone of the stepper.
type step struct {
	Key, State, Note string
}

// stepper is the life of a round for the desk: done, now or to come.
func (q *request) stepper(r *tournament.Round) []step {
	order := []tournament.Phase{tournament.Prepared, tournament.Checked, tournament.Published, tournament.Started, "results", tournament.Closed}
	times := []string{q.p.Clock(r.PreparedAt), q.p.Clock(r.CheckedAt), q.p.Clock(r.PublishedAt), q.p.Clock(r.StartedAt),
		strconv.Itoa(len(r.Results)) + "\u2009/\u2009" + strconv.Itoa(len(r.Pairs)), q.p.Clock(r.ClosedAt)}
	done := map[tournament.Phase]int{"": 0, tournament.Prepared: 1, tournament.Checked: 2, tournament.Published: 3, tournament.Started: 4, tournament.Closed: 6}[r.Phase]
	if r.Phase == tournament.Started && len(r.Missing()) == 0 {
		done = 5
	}
	steps := make([]step, len(order))
	for i, key := range order {
		steps[i] = step{Key: string(key), State: "todo"}
		switch {
		case i < done:
			steps[i].State, steps[i].Note = "done", times[i]
		case i == done:
			steps[i].State = "now"
			if key == "results" {
				steps[i].Note = times[i]
			}
		}
	}
	return steps
}

func (q *request) roundPage() error { return q.showRound(http.StatusOK, nil) }

// desk is what the pages and fragments of a round show.
func (q *request) desk(r *tournament.Round) map[string]any {
	rows := q.judged(r, q.tables(r))
	q.addGames(r, rows)
	q.addDiffering(r, rows)
	counts := map[string]int{"all": len(rows), "done": len(r.Results), "open": len(r.Missing())}
	var problems []problem
	find, show := strings.TrimSpace(q.FormValue("find")), q.URL.Query().Get("show")
	for i := range rows {
		t := &rows[i]
		problems = append(problems, t.Problems...)
		if !t.Entered && t.Accord == tournament.Agreed {
			counts["agreed"]++
		}
		if !t.Entered && t.Accord == tournament.Differ {
			counts["differ"]++
		}
		t.Hidden = show == "open" && t.Entered || show == "done" && !t.Entered || find != "" && !t.matches(find)
	}
	problems = q.addShared(r, problems)
	left := counts["open"] - counts["agreed"]
	counts["silent"] = left - counts["differ"]
	return map[string]any{
		"Left": left, "Taken": "", "NotHere": (*notHere)(nil), "Clashes": []clash(nil), "WhyTable": nil, "Why": nil, "Trial": (*tournament.Trial)(nil), "Doubt": "", "Stood": false, "TryTable": nil, "Round": r, "Rows": rows, "Steps": q.stepper(r), "Missing": len(r.Missing()), "Next": r.No > len(q.division.Rounds),
		"Last": len(q.division.Rounds), "Counts": counts, "Problems": problems, "Show": show, "Find": find,
	}
}

// matches tells that a row is meant by what somebody looks for: a table's or player's number, a part
// of a name or unit, the first letters of a name's pinyin.
func (t *table) matches(text string) bool {
	text = strings.ToLower(plainDigits(text))
	if n, err := strconv.Atoi(text); err == nil {
		return n == t.Table || n == t.Black || n == t.White
	}
	for _, e := range []*tournament.Entry{t.B, t.W} {
		if e != nil && (strings.Contains(strings.ToLower(e.Name+" "+e.Unit), text) || strings.HasPrefix(initials(e.Name), text)) {
			return true
		}
	}
	return false
}

// arrows write a float, 上调 and 下调.
var arrows = map[int]string{1: "↑", -1: "↓"}

// ArrowB is the arrow of Black's float, ArrowW of White's.
func (t table) ArrowB() string { return arrows[t.FloatB] }

// ArrowW is the arrow of White's float.
func (t table) ArrowW() string { return arrows[t.FloatW] }

// Initials are what the desk's search finds a row by, beside its text.
func (t table) Initials() string {
	var words []string
	for _, e := range []*tournament.Entry{t.B, t.W} {
		if e != nil {
			words = append(words, initials(e.Name))
		}
	}
	return strings.Join(words, " ")
}

func (q *request) showRound(status int, failure error) error {
	r, err := q.round()
	if err != nil {
		return err
	}
	data := q.desk(r)
	query := q.URL.Query()
	if n, err := strconv.Atoi(query.Get("why")); err == nil {
		if p, ok := r.Pair(n); ok {
			data["WhyTable"], data["Why"] = p, q.division.Why(r.No, p)
		}
	}
	switch query.Get("fragment") {
	case "rows":
		return q.live(r, data, "rows")
	case "why":
		return q.show("why", "round", status, nil, data)
	case "divisions":
		if err := q.listDivisions(data); err != nil {
			return err
		}
		return q.show("divisions", "round", status, nil, data)
	}
	if n, err := strconv.Atoi(query.Get("try")); err == nil && q.actor.May(account.Pair) {
		if p, ok := r.Pair(n); ok {
			const most = 6
			data["TryTable"], data["Tries"] = p, q.division.Alternatives(r.No, n, most)
		}
	}
	if failure == nil || fault.KeyOf(failure) == "fault.tournament.reason" || fault.KeyOf(failure) == "fault.web.trialStale" {
		trial, err := q.trial(r)
		if err != nil && failure == nil {
			status, failure = statuses[fault.CodeOf(err)], err
		}
		data["Trial"] = trial
	}
	if err := q.listDivisions(data); err != nil {
		return err
	}
	if r.Phase != tournament.Started && r.Phase != tournament.Closed {
		all, err := q.divisions()
		if err != nil {
			return err
		}
		data["NotHere"], data["Clashes"] = q.arrivals(r, all), q.clashes(r, all)
	}
	if taken, err := strconv.Atoi(query.Get("taken")); err == nil && r.Phase == tournament.Started {
		if data["Taken"], err = q.takenSaid(r, taken); err != nil {
			return err
		}
	}
	data["Doubt"], data["Stood"], data["Closing"] = q.doubt, q.stood, q.closing
	return q.show("round", "round", status, failure, data)
}

// listDivisions adds the tournament's divisions with their progress.
func (q *request) listDivisions(data map[string]any) error {
	streams, err := q.s.Office.Rows(q.Context(), office.KindDivision, q.division.Tournament)
	data["Divisions"] = rowsOf(streams)
	return err
}

// trial is the change by hand that the question ?how=swap&a=5&b=9 asks for; nil for none.
func (q *request) trial(r *tournament.Round) (*tournament.Trial, error) {
	if q.FormValue("how") == "" || !q.actor.May(account.Pair) {
		return nil, nil
	}
	change, err := q.change(r)
	if err != nil {
		return nil, err
	}
	return q.division.Try(change)
}

// change reads what a change by hand does: "swap" exchanges players a and b, "bye" gives a the bye.
func (q *request) change(r *tournament.Round) (tournament.ChangePairs, error) {
	a, err := q.number("a", 1, tournament.MaxEntries)
	if err != nil {
		return tournament.ChangePairs{}, err
	}
	if q.FormValue("how") == "bye" {
		return q.division.GiveBye(r, a)
	}
	b, err := q.number("b", 1, tournament.MaxEntries)
	if err != nil {
		return tournament.ChangePairs{}, err
	}
	return q.division.Exchange(r, a, b)
}

// swap carries out a change by hand whose cost was shown on the state as it still is.
func (q *request) swap() (tournament.Command, error) {
	round, err := roundOf(q)
	if err != nil {
		return nil, err
	}
	r := q.division.Round(round)
	if r == nil || !q.actor.May(account.Pair) {
		return tournament.ChangePairs{Round: round}, nil // the office refuses it, by the role first
	}
	change, err := q.change(r)
	if err == nil && q.PostFormValue("head") != strconv.FormatInt(q.division.Head(), 10) {
		err = fault.New(fault.Conflict, "fault.web.trialStale", nil)
	}
	return change, err
}

// fragment makes a part of the page.
func (q *request) fragment(name string, data any) (string, error) {
	var html strings.Builder
	err := q.s.pages.ExecuteTemplate(&html, name, data)
	return html.String(), err
}

// live gives the desk's script the parts that move: the rows or one of them, the steps with the next
// act, the counts, the problems.
func (q *request) live(r *tournament.Round, data map[string]any, parts ...string) error {
	p := &page{q: q, Data: data}
	if err := q.listDivisions(data); err != nil {
		return err
	}
	answer := map[string]any{"missing": len(r.Missing()), "head": q.division.Head(), "said": data["Said"], "row": data["Row"]}
	for _, name := range append(parts, "progress", "counts", "filter", "problems", "divisions") {
		html, err := q.fragment(name, p)
		if err != nil {
			return err
		}
		answer[name] = html
	}
	q.w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(q.w).Encode(answer)
}

// answer tells the desk's script what a result, a warning or its taking back has changed.
func (q *request) answer() error {
	if q.PathValue("action") == "take" {
		return q.answerTaken()
	}
	round, no, err := q.tableOf()
	if err != nil {
		return err
	}
	r := q.division.Round(round)
	if r == nil {
		return fault.New(fault.NotFound, "fault.tournament.noRound", fault.Args{"round": round})
	}
	data := q.desk(r)
	for _, t := range data["Rows"].([]table) {
		if t.Table != no {
			continue
		}
		data["Said"] = q.said(&t)
		if data["Row"], err = q.fragment("row", map[string]any{"Page": &page{q: q}, "Row": t, "Round": r}); err != nil {
			return err
		}
	}
	return q.live(r, data)
}

// answerTaken tells the desk's script what became of the players' reports.
func (q *request) answerTaken() error {
	n, err := roundOf(q)
	r := q.division.Round(n)
	if err != nil || r == nil {
		return fault.New(fault.NotFound, "fault.tournament.noRound", fault.Args{"round": n})
	}
	data := q.desk(r)
	if data["Said"], err = q.takenSaid(r, len(r.Results)-q.before); err != nil {
		return err
	}
	return q.live(r, data, "rows")
}

// said is the line at the bottom of the desk after an act on a table.
func (q *request) said(t *table) string {
	switch action := q.PathValue("action"); {
	case action == "takeback":
		return q.p.T("desk.taken", fault.Args{"table": t.Table})
	case action == "warn":
		return q.p.T("desk.warned", fault.Args{"table": t.Table, "b": t.Warned.B, "w": t.Warned.W})
	}
	said := q.p.T("desk.saved", fault.Args{"table": t.Table, "result": q.resultNamed(t), "time": t.Result.At.Local().Format("15:04:05")})
	if whose := (&page{q: q}).Whose(t.Table); whose != "" {
		said += q.p.T("desk.saved.note", fault.Args{"note": whose})
	}
	if t.Result.Outcome.Manner == rules.Drawn {
		if key, args := q.count(t.Pair, t.Warned).Doubt(q.division.Reg.Edition, t.Result.Outcome); key != "" {
			said += q.p.T("desk.saved.note", fault.Args{"note": q.p.T(key, args)})
		}
	}
	return said
}

// ResultOf says a table's result in words.
func (p *page) ResultOf(t table) string { return p.q.resultNamed(&t) }

// resultNamed says a table's result. Where the colours were drawn the winner's name comes with it: they are new
// to everybody, and a game that nobody played has none.
func (q *request) resultNamed(t *table) string {
	o := t.Result.Outcome
	winner := t.B
	if o.Winner == rules.White {
		winner = t.W
	}
	switch {
	case t.Nigiri == tournament.Assigned || o.Winner == rules.NoSide || winner == nil:
		return q.p.T(o.Words())
	case t.Open():
		return q.p.T("nigiri.won.forfeit", fault.Args{"name": winner.Name})
	}
	return q.p.T("nigiri.won", fault.Args{"name": winner.Name, "result": q.p.T(o.Words())})
}

func (q *request) tableOf() (round, table int, err error) {
	if round, err = roundOf(q); err != nil {
		return 0, 0, err
	}
	table, err = q.number("table", 1, tournament.MaxEntries)
	return round, table, err
}

// warnings reads the counts of a game's warnings; a field left empty means those that stand.
func (q *request) warnings(round, table int) (tournament.Warnings, error) {
	warned := q.warned(round, table)
	for _, side := range []struct {
		name string
		to   *int
	}{{"warnB", &warned.B}, {"warnW", &warned.W}} {
		if strings.TrimSpace(q.PostFormValue(side.name)) == "" {
			continue
		}
		const most = 9
		n, err := q.number(side.name, 0, most)
		if err != nil {
			return warned, err
		}
		*side.to = n
	}
	return warned, nil
}

// warned are the warnings that a table has: with its result, or noted before it.
func (q *request) warned(round, table int) tournament.Warnings {
	r := q.division.Round(round)
	if r == nil {
		return tournament.Warnings{}
	}
	if result, entered := r.Results[table]; entered {
		return tournament.Warnings{B: result.WarnB, W: result.WarnW}
	}
	return r.Noted[table]
}

// result enters a table's result, or with a reason corrects the one that stands there. Without a
// result it notes the warnings alone.
func (q *request) result() (tournament.Command, error) {
	round, table, err := q.tableOf()
	if err != nil {
		return nil, err
	}
	warned, err := q.warnings(round, table)
	if err != nil {
		return nil, err
	}
	if q.PostFormValue("result") == "warnings" {
		return tournament.NoteWarnings{Round: round, Table: table, WarnB: warned.B, WarnW: warned.W}, nil
	}
	o, err := q.outcome()
	if err != nil {
		return nil, err
	}
	// Where colours are drawn, the form says who had Black, or by whose place the result is.
	black, err := q.optional("black", tournament.MaxEntries)
	if err != nil {
		return nil, err
	}
	left, err := q.optional("left", tournament.MaxEntries)
	if err != nil {
		return nil, err
	}
	asks := q.question(round, table, o, warned)
	closed := q.division.Round(round) != nil && q.division.Round(round).Phase == tournament.Closed
	if q.stands(round, table) && q.actor.May(account.CorrectResult) && (closed || strings.TrimSpace(q.PostFormValue("reason")) != "") {
		return tournament.CorrectResult{Round: round, Table: table, Outcome: o, WarnB: warned.B, WarnW: warned.W, Black: black}, asks
	}
	return tournament.EnterResult{Round: round, Table: table, Outcome: o, WarnB: warned.B, WarnW: warned.W, Black: black, Left: left}, asks
}

// stands tells that a table has a result.
func (q *request) stands(round, table int) bool {
	r := q.division.Round(round)
	if r == nil {
		return false
	}
	_, entered := r.Results[table]
	return entered
}

// outcome reads the fields result, margin and lot. "B+n" is a win by count with the margin in 子,
// as people write it.
// Faults: invalid "fault.web.margin", "fault.web.marginKind", those of rules.
func (q *request) outcome() (rules.Outcome, error) {
	text, margin := strings.TrimSpace(q.PostFormValue("result")), strings.TrimSpace(q.PostFormValue("margin"))
	winner, counted := strings.CutSuffix(text, "+n")
	if !counted && margin == "" {
		return rules.ParseOutcome(text, q.PostFormValue("lot"))
	}
	if !counted {
		winner, counted = strings.CutSuffix(text, "+")
	}
	if !counted {
		return rules.Outcome{}, fault.New(fault.Invalid, "fault.web.marginKind", fault.Args{"value": margin})
	}
	n, err := rules.ReadQuarters(margin)
	if err != nil || n <= 0 {
		return rules.Outcome{}, fault.New(fault.Invalid, "fault.web.margin", fault.Args{"value": margin})
	}
	return rules.ParseOutcome(winner+"+"+rules.QuarterText(n), "")
}

// question asks once about a result that is hard to believe; the same form sent again with what it
// asked about in the field "sure" is taken. A draw isn't asked about: it may be a ruling.
func (q *request) question(round, table int, o rules.Outcome, warned tournament.Warnings) error {
	r := q.division.Round(round)
	if r == nil {
		return nil
	}
	p, ok := r.Pair(table)
	if !ok {
		return nil
	}
	if noted := r.Noted[table]; !q.stands(round, table) {
		warned = tournament.Warnings{B: max(warned.B, noted.B), W: max(warned.W, noted.W)}
	}
	key, args := q.count(p, warned).Doubt(q.division.Reg.Edition, o)
	token := fmt.Sprint(table, " ", o, " ", warned.B, " ", warned.W)
	sure, playing := strings.CutSuffix(q.PostFormValue("sure"), playingOn)
	if key != "" && o.Manner != rules.Drawn && sure != token {
		q.doubt = token
		return fault.New(fault.Conflict, key, args)
	}
	going, err := q.s.Office.GoingOnAt(q.Context(), q.division, r)
	if err != nil {
		return err
	}
	phase := going[table]
	if phase == "" {
		return nil
	}
	if playing && sure == token {
		q.playing = []int{table}
		return nil
	}
	q.doubt = token + playingOn
	return fault.New(fault.Conflict, "fault.web.goingOn", fault.Args{"table": table, "state": gamePhase(phase)})
}

// playingOn ends the token of a question about a result whose game is going on.
const playingOn = " playing"

// gamePhase is how far a game has come, in a message.
type gamePhase string

// Words names the message.
func (g gamePhase) Words() (key string, args fault.Args) { return "desk.game." + string(g), nil }

// takeClaims takes what both players report. The office leaves the tables out where the game is still
// going on: the desk asks about each of those.
func (q *request) takeClaims() (tournament.Command, error) {
	n, err := roundOf(q)
	return tournament.TakeClaims{Round: n}, err
}

// closeRound asks once about the tables whose games are going on though their results stand.
func (q *request) closeRound() (tournament.Command, error) {
	n, err := roundOf(q)
	if err != nil || !q.actor.May(account.CloseRound) {
		return tournament.CloseRound{Round: n}, err
	}
	return tournament.CloseRound{Round: n}, q.askOnce("close", "fault.web.closeGoing", n, tournament.CloseRound{Round: n})
}

// differing are the tables of a round whose games came to another result than the desk's, not confirmed yet,
// with the games' results by the colours of the pairs. among says which may be: no other game is read.
func (q *request) differing(r *tournament.Round, among []int) (map[int]rules.Outcome, error) {
	found := map[int]rules.Outcome{}
	for _, table := range among {
		result, entered := r.Results[table]
		if !entered {
			continue
		}
		id, exists, err := q.s.Office.GameAt(q.Context(), office.Table{Division: q.division.ID, Round: r.No, Table: table})
		if err != nil || !exists {
			return found, err
		}
		err = q.s.Office.Game(q.Context(), id, func(g *game.Game, _ office.GamePlace) error {
			if differs(g, result.Outcome) {
				found[table] = seatedAt(g, g.Result.Outcome)
			}
			return nil
		})
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

// addDiffering adds to the rows that the game came to another result than the desk's (2002 art. 16.4).
func (q *request) addDiffering(r *tournament.Round, rows []table) {
	var among []int
	for _, t := range rows {
		if t.Entered && t.GamePhase == string(game.Result) {
			among = append(among, t.Table)
		}
	}
	found, err := q.differing(r, among)
	if err != nil {
		q.s.Log.Error("results of games", "division", q.division.ID, "error", err)
		return
	}
	for i := range rows {
		t := &rows[i]
		if reached, there := found[t.Table]; there {
			t.Problems = append(t.Problems, problem{strconv.Itoa(t.Table), "diff", "tag.other", q.p.T("desk.other", fault.Args{"desk": t.Result.Outcome, "game": reached})})
		}
	}
}

// unpublishRound asks once about the tables whose games have begun before the round did.
func (q *request) unpublishRound() (tournament.Command, error) {
	n, err := roundOf(q)
	if err != nil || !q.actor.May(account.Publish) {
		return tournament.UnpublishRound{Round: n}, err
	}
	return tournament.UnpublishRound{Round: n}, q.askOnce("unpublish", "fault.web.unpublishGoing", n, tournament.UnpublishRound{Round: n})
}

// askOnce asks about the tables whose games a command on a round would disturb; the form sent again
// with what it asked about is taken.
func (q *request) askOnce(act, key string, round int, command tournament.Command) error {
	tables, err := q.s.Office.Disturbs(q.Context(), q.division, command)
	if err != nil || len(tables) == 0 {
		return err
	}
	r := q.division.Round(round)
	differ, err := q.differing(r, tables)
	if err != nil {
		return err
	}
	token := fmt.Sprint(act, " ", tables)
	var said []string
	for _, table := range slices.Sorted(maps.Keys(differ)) {
		said = append(said, q.p.T("desk.other.at", fault.Args{"table": table, "desk": r.Results[table].Outcome, "game": differ[table]}))
		token += fmt.Sprint(" ", table, r.Results[table].Outcome, differ[table])
	}
	if q.PostFormValue("sure") == token {
		q.playing = tables
		return nil
	}
	q.closing = token
	if len(said) > 0 {
		return fault.New(fault.Conflict, "fault.web.closeDiffers", fault.Args{"round": round, "tables": q.ranges(tables, 0), "results": q.p.List(said)})
	}
	return fault.New(fault.Conflict, key, fault.Args{"round": round, "tables": q.ranges(tables, 0)})
}

// leftOut is a table whose players' reports weren't taken, and why.
type leftOut struct {
	Tables string
	Why    string
}

// untaken says which tables of a round have no result after the agreeing reports were taken, by reason:
// the game is going on, the reports differ or come from one phone, one side alone has said something,
// or nobody has.
func (q *request) untaken(r *tournament.Round) ([]leftOut, error) {
	going, err := q.s.Office.GoingOnAt(q.Context(), q.division, r)
	if err != nil {
		return nil, err
	}
	by := map[string][]int{}
	for _, table := range r.Missing() {
		accord := r.Claims[table].Accord()
		why := "accord." + string(accord)
		switch phase, plays := going[table]; {
		case accord == tournament.Agreed && plays:
			why = "desk.game." + string(phase)
		case accord == tournament.Agreed: // another one's table by the assignments, or said a moment ago
			why = "desk.untaken.agree"
		}
		by[why] = append(by[why], table)
	}
	var list []leftOut
	silent := "accord." + string(tournament.NoClaim) // the longest list comes last
	reasons := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		if (a == silent) != (b == silent) {
			if a == silent {
				return 1
			}
			return -1
		}
		return by[a][0] - by[b][0]
	})
	for _, why := range reasons {
		text := q.p.T(why)
		if strings.HasPrefix(why, "desk.game.") {
			text = q.p.T("desk.untaken.playing", fault.Args{"state": text})
		}
		list = append(list, leftOut{Tables: q.ranges(by[why], 0), Why: text})
	}
	return list, nil
}

// takenSaid says after all agreeing reports were taken how many that were, and what wasn't and why.
func (q *request) takenSaid(r *tournament.Round, taken int) (string, error) {
	left, err := q.untaken(r)
	if err != nil {
		return "", err
	}
	said := q.p.T("desk.claimsTaken", fault.Args{"n": taken})
	for _, x := range left {
		said += q.p.T("desk.untaken", fault.Args{"tables": x.Tables, "why": x.Why})
	}
	return said, nil
}

// count is the counting of a table's game, as far as it is known without the board.
func (q *request) count(p tournament.Pair, warned tournament.Warnings) rules.Count {
	const points = 19 * 19
	c := q.division.Reg.Edition.Count(points, 0)
	c.Komi, c.Compensation, c.WarnBlack, c.WarnWhite = p.Komi, rules.Compensation(p.Handicap), warned.B, warned.W
	return c
}

// Whose tells a referee that a table of the division is another one's by the assignments; "" when it
// is his, or anybody's.
func (p *page) Whose(table int) string {
	q := p.q
	if q.tournament == nil || q.division == nil || !q.actor.Bound() {
		return ""
	}
	var names []string
	for _, a := range q.tournament.Stranger(q.user.ID, q.division.ID, table) {
		names = append(names, a.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return q.p.T("desk.whose", fault.Args{"table": table, "who": q.p.List(names)})
}

// headOf lets the desk see whether somebody else entered something: the head of the division, and beside
// it those of all divisions of the tournament added up.
func (q *request) headOf() error {
	streams, err := q.s.Office.Rows(q.Context(), office.KindDivision, q.division.Tournament)
	if err != nil {
		return err
	}
	all := int64(0)
	for _, s := range streams {
		all += s.Head
	}
	q.w.Header().Set("Content-Type", "text/plain")
	q.w.Header().Set("X-Divisions", strconv.FormatInt(all, 10))
	_, err = q.w.Write([]byte(strconv.FormatInt(q.division.Head(), 10)))
	return err
}

// ResultGroups are the results to choose from, by who wins.
func (p *page) ResultGroups() []resultGroup {
	return []resultGroup{
		{"result.B.plain", []string{"B+", "B+R", "B+n", "B+T", "B+F"}}, {"result.W.plain", []string{"W+", "W+R", "W+n", "W+T", "W+F"}},
		{"desk.neither", []string{"draw", "bothlose", "bothforfeit", "noresult"}},
	}
}

type resultGroup struct {
	Key     string
	Results []string
}

// ResultName says a result that can be chosen in words; "B+n" is a win by a margin to be given.
func (p *page) ResultName(text string) (string, error) {
	if winner, counted := strings.CutSuffix(text, "+n"); counted {
		return p.q.p.T("desk.counted." + winner), nil
	}
	o, err := rules.ParseOutcome(text, "")
	return p.Outcome(o), err
}

// TrialWord says the most important change of a trial.
func (p *page) TrialWord(t *tournament.Trial) string {
	first := t.First()
	if first == nil {
		return p.q.p.T("trial.same")
	}
	key := "trial.worse"
	if first.After.Cmp(first.Before) < 0 {
		key = "trial.better"
	}
	return p.q.p.T(key, fault.Args{"n": first.Criterion, "what": p.q.p.T("cost." + first.Key), "before": first.Before, "after": first.After})
}

// Cmp compares two numbers for a template.
func (p *page) Cmp(a, b standing.Rat) int { return a.Cmp(b) }

// Head is the number of the division's last event.
func (p *page) Head() int64 { return p.q.division.Head() }

// HasOpen tells that a round has tables whose colours aren't drawn yet.
func (p *page) HasOpen(r *tournament.Round) bool {
	return slices.ContainsFunc(r.Pairs, tournament.Pair.Open)
}

// OpenAt are the two players of a table whose colours aren't drawn yet; nil for any other.
func (p *page) OpenAt(r *tournament.Round, table string) []*tournament.Entry {
	for _, x := range r.Pairs {
		if x.Open() && strconv.Itoa(x.Table) == table {
			return []*tournament.Entry{p.q.division.Entry(x.Black), p.q.division.Entry(x.White)}
		}
	}
	return nil
}

// TableOf is the table of a round at which a player sits; 0 for none.
func (p *page) TableOf(r *tournament.Round, no int) int {
	for _, x := range r.Pairs {
		if x.Black == no || x.White == no {
			return x.Table
		}
	}
	return 0
}

// HasBye tells that a player has a bye in a round.
func (p *page) HasBye(r *tournament.Round, no int) bool { return slices.Contains(r.Byes, no) }

// Claimed writes what the players of a table report: one score, or both where they differ.
func (p *page) Claimed(c tournament.Claims) string {
	switch c.Accord() {
	case tournament.Differ:
		return p.Score(c.Black.Outcome) + " ≠ " + p.Score(c.White.Outcome)
	case tournament.OneClaim:
		return p.Score(c.Black.Outcome) + p.Score(c.White.Outcome)
	}
	return p.Score(c.Outcome())
}

// WhyOf says a reason of a pair; in a round changed by hand it doesn't claim that there is no
// other way.
func (p *page) WhyOf(r *tournament.Round, x pairing.Reason) string {
	if key := "trial." + x.Key; len(r.Changes) > 0 && p.q.p.Has(key) {
		return p.q.p.T(key, x.Args)
	}
	return p.q.p.T(x.Key, x.Args)
}

// TrialFault says what is wrong with a pair that is only tried.
func (p *page) TrialFault(x pairing.Reason) string { return p.q.p.T("trial."+x.Key, x.Args) }

// keyHelp is a line of the list of keys.
type keyHelp struct {
	Caps []string
	Text string
}

// Keys lists all keys of the desk, in the order in which they are learned.
func (p *page) Keys() []keyHelp {
	return []keyHelp{
		{[]string{"1", "2", "+"}, "keys.table"}, {[]string{"+", "=", "B"}, "keys.black"}, {[]string{"−", "W"}, "keys.white"}, {[]string{"*", "D"}, "keys.draw"},
		{[]string{"L"}, "keys.lose"}, {[]string{"F"}, "keys.forfeit.long"}, {[]string{"C"}, "keys.how.long"}, {[]string{"J"}, "keys.warn.long"}, {[]string{"Z"}, "keys.undo.long"},
		{[]string{"↑", "↓"}, "keys.step"}, {[]string{"⏎"}, "keys.next"}, {[]string{"G"}, "keys.claims"}, {[]string{"N"}, "keys.problem"}, {[]string{"⇧", "N"}, "keys.problem.back"},
		{[]string{"/"}, "keys.find"}, {[]string{"Y"}, "keys.why.long"}, {[]string{"X"}, "keys.try"}, {[]string{"P"}, "keys.print.long"},
		{[]string{"Alt", "1–8"}, "keys.division"}, {[]string{"Esc"}, "keys.forget"}, {[]string{"?"}, "desk.keys"},
	}
}

// DeskTexts are the words of the desk's script, as JSON.
func (p *page) DeskTexts() (string, error) {
	texts := map[string]string{}
	for name, key := range map[string]string{
		"reason": "desk.reason", "reasonWarn": "desk.reason.warn", "reasonUndo": "desk.reason.undo", "reasonLabel": "field.reason", "change": "desk.change", "cancel": "desk.cancel",
		"marginTitle": "desk.margin.title", "marginLabel": "desk.margin", "marginHelp": "desk.margin.help", "save": "desk.save", "sure": "desk.sure", "notSure": "desk.notSure", "doubtTitle": "desk.doubt.title",
		"unsent": "desk.unsent", "noTable": "desk.noTable", "keep": "desk.keep", "changeTo": "desk.changeTo", "lateTable": "desk.lateTable", "noProblems": "desk.problems.none", "notNow": "desk.notNow", "noClaims": "desk.noClaims", "noTrial": "desk.noTrial",
		"F": "keys.pending.F", "J": "keys.pending.J", "C": "keys.pending.C", "C1": "keys.pending.C1", "C2": "keys.pending.C2", "C3": "keys.pending.C3", "C4": "keys.pending.C4", "B": "col.black.short", "W": "col.white.short", "whoBlack": "nigiri.whoBlack", "wonBy": "nigiri.wonBy", "holds": "nigiri.holds", "keyBlack": "keys.black", "keyWhite": "keys.white", "neither": "nigiri.neither",
	} {
		texts[name] = p.q.p.T(key)
	}
	for _, group := range p.ResultGroups() {
		for _, result := range group.Results {
			name, err := p.ResultName(result)
			if err != nil {
				return "", err
			}
			texts[result] = name
		}
	}
	data, err := json.Marshal(texts)
	return string(data), err
}
