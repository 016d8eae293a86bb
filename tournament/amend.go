package tournament

import (
	"slices"

	"tianyuan/fault"
)

// The kinds of an amendment.
const (
	Substituted = "substituted" // a waiting player came in for a no-show
	Waiting     = "waiting"     // two waiting players were paired
	Swapped     = "swapped"     // two players changed places, or two colours
	Moved       = "moved"       // a table got another number
)

// Amendment is a change of published pairs; the public pages show it.
type Amendment struct {
	Change PairsAmended
	Entry  Stamp
}

// Substitute puts a waiting player in the place of one who didn't come. The no-show gets
// nothing for the round, and it counts as a forfeit among those that end his part.
type Substitute struct{ Round, Out, In int }

func (c Substitute) decide(d *Division, ctx Context) ([]Event, error) {
	a, err := d.amending(c.Round, Substituted, ctx, true)
	if err != nil {
		return nil, err
	}
	if err := a.free(c.In); err != nil {
		return nil, err
	}
	at, err := a.seat(c.Out)
	if err != nil {
		return nil, err
	}
	p := &a.event.Pairs[at]
	p.Black, p.White = exchanged(p.Black, c.Out, c.In), exchanged(p.White, c.Out, c.In)
	a.event.Absent = append(a.event.Absent, c.Out)
	a.event.NoShows = append(a.event.NoShows, c.Out)
	return a.done(c.Out, c.In)
}

// PairWaiting gives two players who have no opponent a table. The first takes Black.
type PairWaiting struct{ Round, Black, White int }

func (c PairWaiting) decide(d *Division, ctx Context) ([]Event, error) {
	a, err := d.amending(c.Round, Waiting, ctx, true)
	if err != nil {
		return nil, err
	}
	if c.Black == c.White {
		return nil, refuse("fault.tournament.changePlayers", fault.Args{"no": c.Black})
	}
	for _, no := range []int{c.Black, c.White} {
		if err := a.free(no); err != nil {
			return nil, err
		}
	}
	a.event.Pairs = append(a.event.Pairs, Pair{Table: d.freeTable(a.round), Black: c.Black, White: c.White})
	return a.done(c.Black, c.White)
}

// SwapPlayers exchanges the places of two players of a published round; the same player twice
// exchanges the colours of his table.
type SwapPlayers struct{ Round, A, B int }

func (c SwapPlayers) decide(d *Division, ctx Context) ([]Event, error) {
	a, err := d.amending(c.Round, Swapped, ctx, c.A != c.B)
	if err != nil {
		return nil, err
	}
	if p, seated := a.round.seatOf(c.A); seated && p.Nigiri != Assigned && (c.B == p.Black || c.B == p.White) {
		return nil, refuse("fault.tournament.nigiriTurn", fault.Args{"table": p.Table})
	}
	if c.A == c.B {
		at, err := a.seat(c.A)
		if err != nil {
			return nil, err
		}
		p := &a.event.Pairs[at]
		p.Black, p.White = p.White, p.Black
		return a.done(p.Black, p.White)
	}
	for _, no := range []int{c.A, c.B} {
		if _, err := a.seat(no); err != nil && !slices.Contains(a.event.Byes, no) {
			return nil, err
		}
	}
	for i := range a.event.Pairs {
		p := &a.event.Pairs[i]
		p.Black, p.White = exchanged(p.Black, c.A, c.B), exchanged(p.White, c.A, c.B)
	}
	for i, no := range a.event.Byes {
		a.event.Byes[i] = exchanged(no, c.A, c.B)
	}
	return a.done(c.A, c.B)
}

// MoveTable gives a table of a published round another number. When the number is taken, the
// two tables change places.
type MoveTable struct{ Round, Table, To int }

func (c MoveTable) decide(d *Division, ctx Context) ([]Event, error) {
	a, err := d.amending(c.Round, Moved, ctx, false)
	if err != nil {
		return nil, err
	}
	if c.To < 1 || c.To > MaxTable || c.To == c.Table {
		return nil, refuse("fault.tournament.changeTable", fault.Args{"table": c.To})
	}
	from := a.table(c.Table)
	if from < 0 {
		return nil, fault.New(fault.NotFound, "fault.tournament.noTable", fault.Args{"round": c.Round, "table": c.Table, "most": a.round.lastTable()})
	}
	moved := []int{c.Table, c.To}
	for _, table := range moved {
		if _, entered := a.round.Results[table]; entered {
			return nil, clash("fault.tournament.amendResult", fault.Args{"table": table})
		}
	}
	if other := a.table(c.To); other >= 0 {
		a.event.Pairs[other].Table = c.Table
	}
	a.event.Pairs[from].Table = c.To
	a.event.Tables = moved
	slices.SortFunc(a.event.Pairs, byTable)
	return []Event{a.event}, nil
}

// amending is an amendment in the making: the event holds copies of the round's lists.
type amending struct {
	d     *Division
	round *Round
	event PairsAmended
}

// amending begins an amendment of a published round. Players of a round robin meet by its table
// and don't change places.
func (d *Division) amending(round int, kind string, ctx Context, players bool) (*amending, error) {
	r, err := d.roundIn(round, Published, Started)
	if err != nil {
		return nil, err
	}
	if players && d.Reg.Method == RoundRobin {
		return nil, clash("fault.tournament.amendRoundRobin", nil)
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return &amending{d: d, round: r, event: PairsAmended{
		Round: round, Kind: kind, Pairs: slices.Clone(r.Pairs), Byes: slices.Clone(r.Byes),
		Absent: slices.Clone(r.Absent), NoShows: slices.Clone(r.NoShows),
	}}, nil
}

func (a *amending) table(no int) int {
	return slices.IndexFunc(a.event.Pairs, func(p Pair) bool { return p.Table == no })
}

// seat finds a player's pair, which must have no result yet.
func (a *amending) seat(no int) (int, error) {
	at := slices.IndexFunc(a.event.Pairs, func(p Pair) bool { return p.Black == no || p.White == no })
	if at < 0 {
		return 0, refuse("fault.tournament.notSeated", fault.Args{"no": no, "round": a.round.No})
	}
	if table := a.event.Pairs[at].Table; !a.open(table) {
		return 0, clash("fault.tournament.amendResult", fault.Args{"table": table})
	}
	return at, nil
}

func (a *amending) open(table int) bool {
	_, entered := a.round.Results[table]
	return !entered
}

// free wants a player who has no opponent in this round, and takes him from the lists of those.
func (a *amending) free(no int) error {
	e := a.d.Entry(no)
	if e == nil {
		return fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": no})
	}
	seated := slices.ContainsFunc(a.round.Pairs, func(p Pair) bool { return p.Black == no || p.White == no })
	if seated || a.d.gone(no, a.round.No) {
		return refuse("fault.tournament.notWaiting", fault.Args{"no": no, "name": e.Name, "round": a.round.No})
	}
	for _, list := range []*[]int{&a.event.Byes, &a.event.Absent, &a.event.NoShows} {
		*list = slices.DeleteFunc(*list, func(x int) bool { return x == no })
	}
	return nil
}

// done finishes an amendment of players: handicap and komi follow, and the tables are named.
func (a *amending) done(players ...int) ([]Event, error) {
	for i, p := range a.event.Pairs {
		if slices.Contains(players, p.Black) || slices.Contains(players, p.White) {
			a.event.Pairs[i] = a.d.completed(p)
			a.event.Tables = append(a.event.Tables, p.Table)
		}
	}
	slices.SortFunc(a.event.Pairs, byTable)
	a.event.Players = players
	return []Event{a.event}, nil
}

func byTable(a, b Pair) int { return a.Table - b.Table }

func exchanged(no, a, b int) int {
	switch no {
	case a:
		return b
	case b:
		return a
	}
	return no
}

// TableOf is where the game of a published table is played now: tables may have been moved since.
func (r *Round) TableOf(printed int) int {
	table := printed
	for _, a := range r.Amendments {
		if a.Change.Kind != Moved || a.Entry.At.Before(r.PublishedAt) {
			continue
		}
		table = exchanged(table, a.Change.Tables[0], a.Change.Tables[1])
	}
	return table
}

// lastTable is the highest table number of the round.
func (r *Round) lastTable() int {
	most := 0
	for _, p := range r.Pairs {
		most = max(most, p.Table)
	}
	return most
}

// ReopenRound takes the chief referee's signature back from the last round while nothing rests
// on it: no later round is begun and no ranking published.
type ReopenRound struct{ Round int }

func (c ReopenRound) decide(d *Division, ctx Context) ([]Event, error) {
	if _, err := d.roundIn(c.Round, Closed); err != nil {
		return nil, err
	}
	if c.Round < len(d.Rounds) {
		return nil, clash("fault.tournament.reopenLater", fault.Args{"round": c.Round, "next": c.Round + 1})
	}
	if d.Final != nil {
		return nil, clash("fault.tournament.finalPublished", nil)
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{RoundReopened(c)}, nil
}
