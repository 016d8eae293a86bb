package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/tournament"
)

// leaf is one sheet of A4. Every leaf bears its page and what it belongs to, so that a pile that
// fell down can be put in order.
type leaf struct {
	Kind     string
	Division *tournament.Division
	Round    *tournament.Round
	// Draft is set while the round isn't published.
	Draft       bool
	Page, Pages int
	Data        any
}

// paperKinds are what can be printed, in the order of the form.
var paperKinds = []string{"pairs", "names", "slips", "cards", "clocks", "checkin", "ranking", "cross", "prizes", "players", "book"}

// posted are the kinds that hang where everybody reads them: minors stand there as the
// tournament chose.
var posted = []string{"pairs", "names", "ranking", "cross", "book"}

// paperJob is what somebody asked to print.
type paperJob struct {
	Kinds     []string
	Divisions []*tournament.Division
	Round     int // 0 = the latest
	Rows      int // tables on a page of pairs
	Per       int // slips on a sheet
	ByUnit    bool
	Prizes    int
}

func (q *request) paperPage() error {
	divisions, err := q.divisions()
	if err != nil {
		return err
	}
	return q.render("paperForm", http.StatusOK, page{Title: q.p.T("paper.title"), Data: map[string]any{"Kinds": paperKinds, "Divisions": divisions, "Kind": q.URL.Query().Get("kind"), "Chosen": q.URL.Query().Get("d")}})
}

// divisions are all of the tournament, in the order of the lists.
func (q *request) divisions() ([]*tournament.Division, error) {
	rows, err := q.s.Office.Rows(q.Context(), office.KindDivision, q.tournament.ID)
	if err != nil {
		return nil, err
	}
	all := make([]*tournament.Division, len(rows))
	for i, row := range rows {
		if all[i], err = q.s.Office.Division(q.Context(), row.ID); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// paperSheets makes one print job of all that was chosen.
func (q *request) paperSheets() error {
	job, err := q.paperJob()
	if err != nil {
		return err
	}
	var leaves []leaf
	var unranked []string // divisions whose prizes can't be listed yet
	for _, kind := range job.Kinds {
		for _, d := range job.Divisions {
			q.division = d
			made, err := q.leaves(kind, job)
			if err != nil {
				return err
			}
			if kind == "prizes" && len(made) == 0 {
				unranked = append(unranked, d.Name)
			}
			for i := range made {
				made[i].Kind, made[i].Division, made[i].Page, made[i].Pages = kind, d, i+1, len(made)
			}
			leaves = append(leaves, made...)
		}
	}
	q.division = nil
	return q.render("paperSheets", http.StatusOK, page{Title: q.p.T("paper.title"), Data: map[string]any{"Leaves": leaves, "Job": job, "Unranked": q.p.List(unranked)}})
}

func (q *request) paperJob() (paperJob, error) {
	job := paperJob{Rows: 40, Per: 4, Prizes: 8, ByUnit: q.FormValue("order") == "unit"}
	all, err := q.divisions()
	if err != nil {
		return job, err
	}
	values := q.URL.Query()
	for _, kind := range paperKinds {
		if slices.Contains(values["kind"], kind) {
			job.Kinds = append(job.Kinds, kind)
		}
	}
	for _, d := range all {
		if len(values["d"]) == 0 || slices.Contains(values["d"], d.ID) {
			job.Divisions = append(job.Divisions, d)
		}
	}
	if len(job.Kinds) == 0 || len(job.Divisions) == 0 {
		return job, fault.New(fault.Invalid, "fault.web.nothingToPrint", nil)
	}
	for _, f := range []struct {
		name        string
		to          *int
		least, most int
	}{{"round", &job.Round, 1, tournament.MaxRounds}, {"rows", &job.Rows, 10, 42}, {"per", &job.Per, 4, 8}, {"prizes", &job.Prizes, 1, 500}} {
		if strings.TrimSpace(values.Get(f.name)) == "" {
			continue
		}
		if *f.to, err = q.number(f.name, f.least, f.most); err != nil {
			return job, err
		}
	}
	if job.Per%2 != 0 {
		job.Per++
	}
	return job, nil
}

// leaves makes the sheets of one kind for one division; none when there is nothing to print yet.
func (q *request) leaves(kind string, job paperJob) ([]leaf, error) {
	switch kind {
	case "pairs", "names", "slips":
		return q.roundLeaves(kind, job)
	case "cards":
		return sheets(q.division.Seating.Tables((len(q.division.Entries)+1)/2), 4), nil
	case "clocks":
		return q.clockLeaves()
	case "checkin":
		return evenly(q.byUnit(), 36), nil
	case "ranking", "cross", "prizes":
		return q.rankingLeaves(kind, job)
	case "players":
		return q.playerLeaves()
	}
	return q.bookLeaves()
}

// sheets cuts a list into leaves of n rows.
func sheets[T any](rows []T, n int) []leaf {
	var leaves []leaf
	for part := range slices.Chunk(rows, n) {
		leaves = append(leaves, leaf{Data: part})
	}
	return leaves
}

func (q *request) roundLeaves(kind string, job paperJob) ([]leaf, error) {
	r := q.division.Current()
	if job.Round > 0 {
		r = q.division.Round(job.Round)
	}
	if r == nil {
		return nil, nil
	}
	rows := q.tables(r)
	var leaves []leaf
	switch kind {
	case "pairs":
		leaves = q.pairLeaves(r, rows, job.Rows)
	case "names":
		leaves = q.nameLeaves(r, rows, job.ByUnit)
	case "slips":
		var err error
		if leaves, err = q.slipLeaves(r, rows, job.Per); err != nil {
			return nil, err
		}
	}
	for i := range leaves {
		leaves[i].Round = r
		leaves[i].Draft = r.Phase == tournament.Prepared || r.Phase == tournament.Checked
	}
	return leaves, nil
}

// nameLeaves lists everybody of a round in two columns, by name or by unit.
func (q *request) nameLeaves(r *tournament.Round, rows []table, byUnit bool) []leaf {
	seats := seatsOf(q.division, r, rows)
	if byUnit {
		slices.SortStableFunc(seats, func(a, b seat) int { return cmp.Compare(sortKey(a.Entry.Unit), sortKey(b.Entry.Unit)) })
	}
	const column = 44
	var leaves []leaf
	for part := range slices.Chunk(seats, 2*column) {
		leaves = append(leaves, leaf{Data: slices.Collect(slices.Chunk(part, column))})
	}
	return leaves
}

// slip is a result slip with the address that its code leads to.
type slip struct {
	table
	URL string
}

// slipLeaves puts the slips so that the sheets, cut and stacked place by place, lie in the order
// of the tables: with 11 sheets of four, tables 1, 12, 23 and 34 are on the first.
func (q *request) slipLeaves(r *tournament.Round, rows []table, per int) ([]leaf, error) {
	if r.Version == 0 {
		return nil, nil
	}
	n := (len(rows) + per - 1) / per
	leaves := make([]leaf, n)
	for i := range leaves {
		var on []slip
		for place := range per {
			at := place*n + i
			if at >= len(rows) {
				break
			}
			code, err := q.s.Office.SlipCode(q.Context(), office.Slip{Division: q.division.ID, Round: r.No, Version: r.Version, Table: rows[at].Table})
			if err != nil {
				return nil, err
			}
			on = append(on, slip{table: rows[at], URL: q.base() + slipPath(q.division.ID, r.No, r.Version, rows[at].Table, code)})
		}
		leaves[i].Data = map[string]any{"Slips": on, "Per": per}
	}
	return leaves, nil
}

// slipPath is where the code on a slip leads.
func slipPath(division string, round, version, table int, code string) string {
	return "/s/" + division + "/" + strings.Join([]string{strconv.Itoa(round), strconv.Itoa(version), strconv.Itoa(table), code}, ".")
}

// byUnit are the entries by unit and name in the order of pinyin.
func (q *request) byUnit() []tournament.Entry {
	entries := slices.Clone(q.division.Entries)
	keys := make(map[int][2]string, len(entries))
	for _, e := range entries {
		keys[e.ID] = [2]string{sortKey(e.Unit), sortKey(e.Name)}
	}
	slices.SortStableFunc(entries, func(a, b tournament.Entry) int {
		return cmp.Or(cmp.Compare(keys[a.ID][0], keys[b.ID][0]), cmp.Compare(keys[a.ID][1], keys[b.ID][1]))
	})
	return entries
}

// crossRow is a player's row of the cross table.
type crossRow struct {
	place
	Marks []mark
}

func (q *request) rankingLeaves(kind string, job paperJob) ([]leaf, error) {
	if len(q.division.Rounds) == 0 || kind == "prizes" && q.division.LastClosed() == 0 {
		return nil, nil
	}
	after := 0
	if kind == "prizes" {
		after = q.division.LastClosed() // prizes go by results that are signed
	}
	t, rows, chain, err := q.ranking(after)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "ranking":
		leaves := evenly(rows, 38)
		for i := range leaves {
			leaves[i].Data = map[string]any{"Rows": leaves[i].Data, "Chain": chain, "Upto": t.Upto}
		}
		return leaves, nil
	case "prizes":
		rows = slices.DeleteFunc(rows, func(p place) bool { return p.Place == 0 || p.Place > job.Prizes })
		leaves := evenly(rows, 20)
		for i := range leaves {
			leaves[i].Data = map[string]any{"Rows": leaves[i].Data, "Upto": t.Upto}
		}
		return leaves, nil
	}
	marks, err := q.crossTable(rows, t.Upto)
	if err != nil {
		return nil, err
	}
	const wide = 11 // rounds that fit beside each other
	var leaves []leaf
	for from := 0; from < max(1, t.Upto); from += wide {
		to := min(from+wide, t.Upto)
		for start := 0; start < len(rows); start += 30 {
			var part []crossRow
			for i := start; i < min(start+30, len(rows)); i++ {
				part = append(part, crossRow{place: rows[i], Marks: marks[i][from:to]})
			}
			leaves = append(leaves, leaf{Data: map[string]any{"Rows": part, "Rounds": rounds(t.Upto)[from:to], "Upto": t.Upto, "Voids": voids(marks)}})
		}
	}
	return leaves, nil
}

// playerCard 编排卡 is what a player takes along: his games so far and room for those to come.
type playerCard struct {
	Entry *tournament.Entry
	Lines []playerLine
	// Void tells that one of the games is annulled.
	Void bool
}

type playerLine struct {
	Round int
	mark
	Table int
}

func (q *request) playerLeaves() ([]leaf, error) {
	d := q.division
	if !d.Drawn {
		return nil, nil
	}
	entries := slices.Clone(d.Entries)
	slices.SortFunc(entries, func(a, b tournament.Entry) int { return a.No - b.No })
	rows := make([]place, len(entries))
	for i := range entries {
		rows[i].No = entries[i].No
	}
	marks, err := q.crossTable(rows, len(d.Rounds))
	if err != nil {
		return nil, err
	}
	cards := make([]playerCard, len(entries))
	for i := range entries {
		cards[i].Entry = &entries[i]
		for n := range max(d.PlannedRounds(), len(d.Rounds)) {
			line := playerLine{Round: n + 1}
			if n < len(d.Rounds) {
				line.mark, line.Table = marks[i][n], tableOf(&d.Rounds[n], entries[i].No)
			}
			cards[i].Lines = append(cards[i].Lines, line)
			cards[i].Void = cards[i].Void || line.Void
		}
	}
	per := 8
	if d.PlannedRounds() > 9 {
		per = 4
	}
	return sheets(cards, per), nil
}

func tableOf(r *tournament.Round, no int) int {
	for _, p := range r.Pairs {
		if p.Black == no || p.White == no {
			return p.Table
		}
	}
	return 0
}

// unitRow is a unit of the programme with its players.
type unitRow struct {
	Unit    string
	Players int
}

// bookLeaves are the programme 秩序册: regulations and officials, units, entries, and the rounds.
func (q *request) bookLeaves() ([]leaf, error) {
	d := q.division
	officials, err := q.officials()
	if err != nil {
		return nil, err
	}
	info := q.tournament.Info
	said := append([]saidRow{
		{Label: q.p.T("field.venue"), Text: strings.Trim(info.Venue+"　"+(&page{q: q}).Days(), "　")}, {Label: q.p.T("field.organiser"), Text: info.Organiser},
	}, relevant(q.say(d.Name, &d.Reg), d.Reg.Method)...)
	var leaves []leaf
	for _, on := range bookTexts(said, officials) {
		leaves = append(leaves, leaf{Data: map[string]any{"Part": "regulations", "Said": on.Said, "Officials": on.Officials}})
	}
	var units []unitRow
	for _, e := range q.byUnit() {
		if len(units) == 0 || units[len(units)-1].Unit != e.Unit {
			units = append(units, unitRow{Unit: e.Unit})
		}
		units[len(units)-1].Players++
	}
	for part := range slices.Chunk(units, 44) {
		leaves = append(leaves, leaf{Data: map[string]any{"Part": "units", "Units": part}})
	}
	entries := slices.Clone(d.Entries)
	slices.SortStableFunc(entries, func(a, b tournament.Entry) int { return a.No - b.No })
	for part := range slices.Chunk(entries, 88) {
		leaves = append(leaves, leaf{Data: map[string]any{"Part": "entries", "Columns": slices.Collect(slices.Chunk(part, 44))}})
	}
	if len(d.Schedule) > 0 {
		for part := range slices.Chunk(d.Schedule, 12) {
			leaves = append(leaves, leaf{Data: map[string]any{"Part": "schedule", "Rounds": part}})
		}
	}
	return leaves, nil
}

// PaperName is a player's name on a leaf.
func (p *page) PaperName(l leaf, e *tournament.Entry) string {
	if e == nil {
		return "–"
	}
	if slices.Contains(posted, l.Kind) {
		return p.q.tournament.Info.PublicName(e)
	}
	return e.Name
}

// PaperAlone is a player's name on a leaf where no unit stands in a column beside it: the unit
// follows a name that two players bear.
func (p *page) PaperAlone(l leaf, e *tournament.Entry) string {
	name := p.PaperName(l, e)
	if e == nil || e.Unit == "" || !l.Division.SharedNames()[e.Name] {
		return name
	}
	return p.q.p.T("name.unit", fault.Args{"name": name, "unit": e.Unit})
}

// PaperEntry is PaperName for an entry in a list.
func (p *page) PaperEntry(l leaf, e tournament.Entry) string { return p.PaperName(l, &e) }

// TableURL is where the code on a table's card leads: who plays there now.
func (p *page) TableURL(table int) string {
	return p.q.base() + "/p/" + p.q.tournament.ID + "/table/" + strconv.Itoa(table)
}

// Start says when a round started or is planned to; "" while that isn't known.
func (p *page) Start(r *tournament.Round) string {
	at := p.startOf(r)
	if at.IsZero() {
		return ""
	}
	return p.q.p.T("paper.start", fault.Args{"time": p.Clock(at)})
}

func (p *page) startOf(r *tournament.Round) time.Time {
	at := cmp.Or(r.StartedAt, r.StartsAt)
	if at.IsZero() {
		return at
	}
	return at.Local()
}

// SlipDay is the day of a round, and when it starts if that is known.
func (p *page) SlipDay(r *tournament.Round) string {
	at := p.startOf(r)
	if at.IsZero() {
		return p.q.p.Date(r.PublishedAt.Local())
	}
	return p.q.p.Date(at) + "　" + p.Clock(at)
}

// Supersedes says which version of a round is void by this one; "" for the first.
func (p *page) Supersedes(l leaf) string {
	if l.Draft || l.Round == nil || l.Round.Version < 2 {
		return ""
	}
	return p.q.p.T("paper.supersedes", fault.Args{"n": l.Round.Version, "old": l.Round.Version - 1})
}
