package tournament

import (
	"maps"
	"slices"

	"tianyuan/fault"
	"tianyuan/rules"
)

// Colours are how the colours of a game are settled; 2002 art. 10 wants the regulations to say which.
type Colours string

// The ways (C10).
const (
	ByPairing Colours = ""       // 抽签编排
	ByNigiri  Colours = "nigiri" // 猜先
)

// Nigiri is how far the colours of a pair have come that are drawn at the table (C10, 2002 art. 10).
// While they are open, Black and White only name the two players, the smaller number first; what is
// said of a side then means the player listed there, and follows him when the colours come out.
type Nigiri string

// The states. The game of the pair is known by the order of the list, which never changes.
const (
	Assigned Nigiri = ""       // the colours came with the pairs
	Open     Nigiri = "open"   // not drawn yet
	Listed   Nigiri = "listed" // drawn: who is listed first has Black
	Turned   Nigiri = "turned" // drawn: who is listed first has White
)

// Open tells that nobody knows the colours of the pair yet.
func (p Pair) Open() bool { return p.Nigiri == Open }

// NeedsColours tells that an outcome can't be entered before it is known who had Black: the game was
// played, and its colours are open.
func (p Pair) NeedsColours(o rules.Outcome) bool {
	return p.Open() && !o.IsZero() && !o.Forfeit() && o.Manner != rules.NoResult
}

// Listed returns the two players in the order in which they were listed: Black and White where the
// colours came with the pairs.
func (p Pair) Listed() (first, second int) {
	if p.Nigiri == Turned {
		return p.White, p.Black
	}
	return p.Black, p.White
}

// completed gives a pair what follows from its players: stones and komi, and whether its colours are
// to be drawn. Where stones are given the weaker has Black.
func (d *Division) completed(p Pair) Pair {
	p = d.withHandicap(p)
	p.Nigiri = Assigned
	if d.Reg.Colours == ByNigiri && p.Handicap == 0 {
		p.Black, p.White, p.Nigiri = min(p.Black, p.White), max(p.Black, p.White), Open
	}
	return p
}

// drawnAlready keeps what two players have drawn in this round.
func (r *Round) drawnAlready(p Pair) Pair {
	if old, paired := r.seatOf(p.Black); paired && p.Open() && old.Nigiri != Assigned && (old.White == p.White || old.Black == p.White) {
		p.Black, p.White, p.Nigiri = old.Black, old.White, old.Nigiri
	}
	return p
}

// drawing looks at who is said to have had Black in a game with an outcome, and returns 0 where that
// stands already. Faults: conflict "fault.tournament.coloursOpen" where it has to be said and isn't,
// "fault.tournament.coloursDiffer" where other colours stand and aren't being corrected,
// "fault.tournament.coloursAssigned" where pairing gave them; invalid "fault.tournament.coloursWho".
func (p Pair) drawing(black int, o rules.Outcome, correcting bool) (int, error) {
	switch {
	case black == 0 && p.NeedsColours(o):
		return 0, clash("fault.tournament.coloursOpen", fault.Args{"table": p.Table})
	case black == 0, black == p.Black && !p.Open():
		return 0, nil
	case black != p.Black && black != p.White:
		return 0, refuse("fault.tournament.coloursWho", fault.Args{"table": p.Table, "no": black, "first": p.Black, "second": p.White})
	case p.Nigiri == Assigned:
		return 0, clash("fault.tournament.coloursAssigned", fault.Args{"table": p.Table})
	case !p.Open() && !correcting:
		return 0, clash("fault.tournament.coloursDiffer", fault.Args{"table": p.Table, "no": p.Black})
	}
	return black, nil
}

// EnterColours records what the nigiri at a table gave, or puts it right: the number of who has Black
// (C10, 2002 art. 10). What was noted of a player goes with him. Once a result stands it needs a
// reason; result, warnings and reports stay those of the players.
type EnterColours struct {
	Round, Table, Black int
	// Warned are the warnings by the colours after it, where the table's record says so.
	Warned *Warnings
}

func (c EnterColours) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.resultRound(c.Round, c.Table, Published, Started, Closed)
	if err != nil {
		return nil, err
	}
	pair, _ := r.Pair(c.Table)
	black, err := pair.drawing(c.Black, rules.Outcome{Manner: rules.NoResult}, true)
	if err != nil {
		return nil, err
	}
	if c.Black == 0 {
		return nil, refuse("fault.tournament.coloursWho", fault.Args{"table": c.Table, "no": 0, "first": pair.Black, "second": pair.White})
	}
	var events []Event
	noted := r.Noted[c.Table]
	if black != 0 {
		if err := d.redrawing(r, c, ctx); err != nil {
			return nil, err
		}
		events = append(events, ColoursDrawn{Round: c.Round, Table: c.Table, Black: black})
		if black == pair.White {
			noted = noted.turned()
		}
	}
	if _, entered := r.Results[c.Table]; c.Warned != nil && *c.Warned != noted && !entered {
		events = append(events, WarningsNoted{Round: c.Round, Table: c.Table, WarnB: c.Warned.B, WarnW: c.Warned.W})
	}
	return events, nil
}

// redrawing refuses colours that come after a result without a reason, or after the ranking.
func (d *Division) redrawing(r *Round, c EnterColours, ctx Context) error {
	if d.Final != nil {
		return clash("fault.tournament.finalPublished", nil)
	}
	if _, entered := r.Results[c.Table]; entered || r.Phase == Closed {
		return needReason(ctx)
	}
	return nil
}

// draw puts the colours of a table in force, and tells whether the sides changed. 0 changes nothing.
func (r *Round) draw(e Event, table, black int) (turned bool, err error) {
	if black == 0 {
		return false, nil
	}
	i := slices.IndexFunc(r.Pairs, func(p Pair) bool { return p.Table == table })
	if i < 0 || r.Pairs[i].Nigiri == Assigned || black != r.Pairs[i].Black && black != r.Pairs[i].White {
		return false, misplaced(e)
	}
	pair := r.Pairs[i]
	first, _ := pair.Listed()
	turned = black != pair.Black
	if turned {
		pair.Black, pair.White = pair.White, pair.Black
		r.turn(table)
	}
	pair.Nigiri = Listed
	if black != first {
		pair.Nigiri = Turned
	}
	r.replace(i, pair)
	return turned, nil
}

// reopen takes the colours of a table back.
func (r *Round) reopen(table int) {
	i := slices.IndexFunc(r.Pairs, func(p Pair) bool { return p.Table == table })
	if i < 0 {
		return
	}
	pair := r.Pairs[i]
	pair.Black, pair.White = pair.Listed()
	if pair.Black != r.Pairs[i].Black {
		r.turn(table)
	}
	pair.Nigiri = Open
	r.replace(i, pair)
}

func (r *Round) replace(i int, p Pair) {
	r.Pairs = slices.Clone(r.Pairs)
	r.Pairs[i] = p
}

// turn exchanges the sides in all that is held of a table, so that each player keeps what is his.
func (r *Round) turn(table int) {
	if result, ok := r.Results[table]; ok {
		result.Outcome, result.WarnB, result.WarnW = result.Outcome.Turned(), result.WarnW, result.WarnB
		result.Corrections = slices.Clone(result.Corrections)
		for i, c := range result.Corrections {
			result.Corrections[i].Before, result.Corrections[i].WarnB, result.Corrections[i].WarnW = c.Before.Turned(), c.WarnW, c.WarnB
		}
		r.Results[table] = result
	}
	if seats, ok := r.Seats[table]; ok {
		r.Seats[table] = Seats{MissingB: seats.MissingW, MissingW: seats.MissingB}
	}
	if c, ok := r.Claims[table]; ok {
		c.Black.Outcome, c.White.Outcome = c.Black.Outcome.Turned(), c.White.Outcome.Turned()
		r.Claims[table] = Claims{Black: c.White, White: c.Black}
	}
	if noted, ok := r.Noted[table]; ok {
		r.Noted = maps.Clone(r.Noted)
		r.Noted[table] = noted.turned()
	}
	if disputes, ok := r.Disputes[table]; ok {
		disputes = slices.Clone(disputes)
		for i, x := range disputes {
			disputes[i].Outcome, disputes[i].WarnB, disputes[i].WarnW = x.Outcome.Turned(), x.WarnW, x.WarnB
		}
		r.Disputes = maps.Clone(r.Disputes)
		r.Disputes[table] = disputes
	}
	r.Warned = slices.Clone(r.Warned)
	for i, x := range r.Warned {
		if x.Table == table {
			r.Warned[i].Was, r.Warned[i].Now = x.Was.turned(), x.Now.turned()
		}
	}
}

func (w Warnings) turned() Warnings { return Warnings{B: w.W, W: w.B} }
