package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/tournament"
)

// tablesRow is a division with its tables.
type tablesRow struct {
	Division *tournament.Division
	First    int
	Skip     string
	// Needs is how many tables the round at hand or the next one takes, Range which.
	Needs int
	Range string
	// Out: the pairs of the round at hand are published, and keep their tables.
	Out bool
}

func (q *request) tablesPage() error { return q.showTables(http.StatusOK, nil) }

// showTables is the page of all divisions' tables: GET /t/{t}/tables.
func (q *request) showTables(status int, failure error) error {
	divisions, err := q.byTables()
	if err != nil {
		return err
	}
	var rows []tablesRow
	for _, d := range divisions {
		tables := d.TablesInUse()
		row := tablesRow{Division: d, First: max(1, d.Seating.First), Skip: q.p.Numbers(d.Seating.Skip), Needs: len(tables), Range: q.ranges(tables, 0)}
		if r := d.Current(); r != nil {
			row.Out = r.Out() && r.Phase != tournament.Closed
		}
		rows = append(rows, row)
	}
	q.division = nil
	title := q.p.T("tables.title")
	return q.render("tables", status, page{Title: title, Place: title, Error: q.p.Fault(failure), Data: map[string]any{"Rows": rows, "Overlaps": tournament.Overlaps(divisions)}})
}

// byTables are the divisions in the order of their first tables, else as they were begun.
func (q *request) byTables() ([]*tournament.Division, error) {
	divisions, err := q.divisions()
	slices.SortStableFunc(divisions, func(a, b *tournament.Division) int {
		return cmp.Compare(max(1, a.Seating.First), max(1, b.Seating.First))
	})
	return divisions, err
}

// numberTables numbers the tables of all divisions one after the other, in one step: POST
// /t/{t}/tables.
func (q *request) numberTables() error {
	divisions, err := q.byTables()
	if err != nil {
		return err
	}
	orders, err := q.oneAfterTheOther(divisions)
	if err == nil {
		err = q.s.Office.DoTogether(q.Context(), q.actor, orders, q.PostFormValue("cmd"), "")
	}
	switch code := fault.CodeOf(err); {
	case err == nil:
		return q.to("/t/" + q.tournament.ID + "/tables")
	case code == fault.Invalid || code == fault.Conflict:
		return q.showTables(statuses[code], err)
	}
	return err
}

func (q *request) oneAfterTheOther(divisions []*tournament.Division) ([]office.DivisionOrder, error) {
	const mostSpare = 500
	first, err := q.number("first", 1, tournament.MaxTable)
	if err != nil {
		return nil, err
	}
	spare, err := q.optional("spare", mostSpare)
	if err != nil {
		return nil, err
	}
	skip, err := q.skipped()
	if err != nil {
		return nil, err
	}
	orders := make([]office.DivisionOrder, len(divisions))
	for i, s := range tournament.OneAfterTheOther(divisions, first, spare, skip) {
		orders[i] = office.DivisionOrder{Division: divisions[i].ID, Command: tournament.SetSeating{Seating: s}}
	}
	return orders, nil
}

// skipped reads the numbers that no table bears.
func (q *request) skipped() ([]int, error) {
	var skip []int
	for _, word := range fields(plainDigits(q.PostFormValue("skip"))) {
		no, err := strconv.Atoi(word)
		if err != nil || no < 1 || no > tournament.MaxTable {
			return nil, fault.New(fault.Invalid, "fault.web.number", fault.Args{"field": label("seating.skip"), "value": word, "least": 1, "most": tournament.MaxTable})
		}
		skip = append(skip, no)
	}
	return slices.Compact(slices.Sorted(slices.Values(skip))), nil
}

// ranges writes ascending numbers, "1–4, 7, 9–11". So many numbers as gap may be left out inside a range.
func (q *request) ranges(numbers []int, gap int) string {
	var words []string
	for i := 0; i < len(numbers); {
		k := i
		for k+1 < len(numbers) && numbers[k+1] <= numbers[k]+1+gap {
			k++
		}
		word := strconv.Itoa(numbers[i])
		if k > i {
			word += "–" + strconv.Itoa(numbers[k])
		}
		words = append(words, word)
		i = k + 1
	}
	return q.p.List(words)
}

// span says where a round's tables lie: numbers left out in between don't break it, a table that was
// moved far away stands by itself.
func (q *request) span(r *tournament.Round) string {
	const gap = 9
	tables := make([]int, len(r.Pairs))
	for i, p := range r.Pairs {
		tables[i] = p.Table
	}
	slices.Sort(tables)
	return q.ranges(tables, gap)
}

// Ranges writes ascending numbers for a page.
func (p *page) Ranges(numbers []int) string { return p.q.ranges(numbers, 0) }

// NameList lists the names of divisions.
func (p *page) NameList(divisions []*tournament.Division) string {
	names := make([]string, len(divisions))
	for i, d := range divisions {
		names[i] = d.Name
	}
	return p.q.p.List(names)
}

// moveTable reads where a table moves to. A number that is another division's is asked about once, and so
// are games that have begun: the one that leaves its number, and the one that is played at the new one.
func (q *request) moveTable() (tournament.Command, error) {
	n, err := roundOf(q)
	if err != nil {
		return nil, err
	}
	from, err := q.number("table", 1, tournament.MaxTable)
	if err != nil {
		return nil, err
	}
	to, err := q.number("to", 1, tournament.MaxTable)
	if err != nil {
		return nil, err
	}
	all, err := q.divisions()
	if err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(tournament.UsersOf(all, to), func(d *tournament.Division) bool { return d.ID == q.division.ID })
	command := tournament.MoveTable{Round: n, Table: from, To: to}
	token := strconv.Itoa(from) + " " + strconv.Itoa(to)
	sure := q.PostFormValue("sure")
	if len(others) > 0 && !strings.HasPrefix(sure+" ", token+" ") {
		q.doubt = token
		return command, fault.New(fault.Conflict, "fault.web.otherTables", fault.Args{"to": to, "divisions": (&page{q: q}).NameList(others)})
	}
	r := q.division.Round(n)
	if r == nil || !q.actor.May(account.AmendRound) {
		return command, nil
	}
	// Each answer holds those before it; what is asked about is told to the office.
	left := token + " left"
	if sure != left+" taken" {
		if err := q.askBegun(q.division, r, "fault.web.moveBegun", left, []int{from, to}); err != nil {
			return command, err
		}
	}
	for _, d := range others {
		if r := liveRound(d); r != nil {
			if err := q.askBegun(d, r, "fault.web.takenBegun", left+" taken", []int{to}); err != nil {
				return command, err
			}
		}
	}
	q.playing = []int{from, to}
	return command, nil
}

// sharing are the divisions that count tables of a round of the division at hand among theirs, and those tables,
// ascending. Where live, they are only what is published or played now.
func (q *request) sharing(r *tournament.Round, live bool) (with []*tournament.Division, tables []int, err error) {
	all, err := q.divisions()
	if err != nil {
		return nil, nil, err
	}
	own := map[int]bool{}
	for _, p := range r.Pairs {
		own[p.Table] = true
	}
	for _, d := range all {
		if d.ID == q.division.ID || live && liveRound(d) == nil {
			continue
		}
		used := slices.DeleteFunc(d.TablesInUse(), func(table int) bool { return !own[table] })
		if len(used) > 0 {
			with, tables = append(with, d), append(tables, used...)
		}
	}
	slices.Sort(tables)
	return with, slices.Compact(tables), nil
}

// addShared is the doubt about a round that isn't under way whose tables are other divisions' too.
func (q *request) addShared(r *tournament.Round, problems []problem) []problem {
	switch r.Phase {
	case tournament.Prepared, tournament.Checked, tournament.Published:
	default:
		return problems
	}
	with, tables, err := q.sharing(r, false)
	if err != nil {
		q.s.Log.Error("tables of divisions", "division", q.division.ID, "error", err)
		return problems
	}
	if len(tables) == 0 {
		return problems
	}
	text := q.p.T("desk.shared", fault.Args{"divisions": (&page{q: q}).NameList(with), "tables": q.ranges(tables, 0)})
	return append(problems, problem{strconv.Itoa(tables[0]), "warn", sharedTag, text})
}

// sharedTag marks the doubt that leads to the tables of all divisions.
const sharedTag = "tag.shared"

// askShared asks once before a round is published or started at tables that are other divisions' too.
func (q *request) askShared(act, key string, round int, live bool) error {
	r := q.division.Round(round)
	if r == nil {
		return nil
	}
	with, tables, err := q.sharing(r, live)
	if err != nil || len(tables) == 0 {
		return err
	}
	names := (&page{q: q}).NameList(with)
	token := act + " " + names + " " + q.ranges(tables, 0)
	if q.PostFormValue("sure") == token {
		return nil
	}
	q.closing = token
	return fault.New(fault.Conflict, key, fault.Args{"divisions": names, "tables": q.ranges(tables, 0)})
}

// publishRound asks once about tables that are other divisions' too.
func (q *request) publishRound() (tournament.Command, error) {
	n, at, err := q.plannedStart()
	command := tournament.PublishRound{Round: n, StartsAt: at}
	if r := q.division.Round(n); err != nil || r == nil || r.Phase != tournament.Checked || !q.actor.May(account.Publish) {
		return command, err
	}
	return command, q.askShared("publish", "fault.web.publishShared", n, false)
}

// startRound asks once about tables at which another division's round is published or played.
func (q *request) startRound() (tournament.Command, error) {
	n, err := roundOf(q)
	command := tournament.StartRound{Round: n}
	if r := q.division.Round(n); err != nil || r == nil || r.Phase != tournament.Published || !q.actor.May(account.StartRound) {
		return command, err
	}
	return command, q.askShared("start", "fault.web.startShared", n, true)
}
