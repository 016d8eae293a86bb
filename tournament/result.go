package tournament

import (
	"maps"
	"slices"
	"time"

	"tianyuan/fault"
	"tianyuan/rules"
)

// EnterResult records the first result of a table of the running round. Warnings noted during the
// game go with it. A win that stands without its manner takes the manner of the same winner; that is
// no correction.
type EnterResult struct {
	Round, Table int
	Outcome      rules.Outcome
	WarnB, WarnW int
	// Black is the number of who had Black, where the colours were drawn at the table and aren't
	// entered; the outcome is by the colours. 0: as they stand. A game that wasn't played needs none.
	Black int
	// Left is the number of who stood at Black's place before whoever entered this, where the colours
	// may have been drawn since; the outcome follows the players. 0: as they stand.
	Left int
}

func (c EnterResult) decide(d *Division, _ Context) ([]Event, error) {
	r, err := d.resultRound(c.Round, c.Table, Published, Started)
	if err != nil {
		return nil, err
	}
	if err := d.checkResult(c.Outcome, c.WarnB, c.WarnW); err != nil {
		return nil, err
	}
	pair, _ := r.Pair(c.Table)
	if c.Left == pair.White && c.Left != 0 {
		c.Outcome, c.WarnB, c.WarnW = c.Outcome.Turned(), c.WarnW, c.WarnB
	}
	c.Left = 0
	if c.Black, err = pair.drawing(c.Black, c.Outcome, false); err != nil {
		return nil, err
	}
	noted := r.Noted[c.Table]
	if c.Black == pair.White {
		noted = noted.turned()
	}
	c.WarnB, c.WarnW = max(c.WarnB, noted.B), max(c.WarnW, noted.W)
	old, entered := r.Results[c.Table]
	if entered && old.says(c) {
		return nil, nil
	}
	if entered && !old.grows(c) {
		return nil, clash("fault.tournament.resultDiffers", fault.Args{
			"table": c.Table, "yours": c.Outcome, "theirs": old.Outcome, "by": old.By, "at": old.At,
		})
	}
	if r.Phase == Published {
		return nil, clash("fault.tournament.phase.published", fault.Args{"round": c.Round})
	}
	return []Event{ResultEntered{Round: c.Round, Table: c.Table, Outcome: c.Outcome, WarnB: c.WarnB, WarnW: c.WarnW, Black: c.Black}}, nil
}

// says tells that a result holds all that is entered.
func (r Result) says(c EnterResult) bool {
	bare := c.Outcome.Manner == rules.Plain && c.Outcome.Winner == r.Outcome.Winner
	return (r.Outcome == c.Outcome || bare) && r.WarnB == c.WarnB && r.WarnW == c.WarnW
}

// grows tells that what is entered only adds the manner to a win.
func (r Result) grows(c EnterResult) bool {
	return r.Outcome.Manner == rules.Plain && c.Outcome.Winner == r.Outcome.Winner && r.WarnB == c.WarnB && r.WarnW == c.WarnW
}

// NoteWarnings records how many warnings both sides have in a game that has no result yet (D24.1,
// 2002 art. 24, 1988 art. 25). With a result, the result is corrected instead.
type NoteWarnings struct {
	Round, Table int
	WarnB, WarnW int
}

func (c NoteWarnings) decide(d *Division, _ Context) ([]Event, error) {
	r, err := d.resultRound(c.Round, c.Table, Started)
	if err != nil {
		return nil, err
	}
	if err := checkWarnings(c.WarnB, c.WarnW); err != nil {
		return nil, err
	}
	if _, entered := r.Results[c.Table]; entered {
		return nil, clash("fault.tournament.warnEntered", fault.Args{"table": c.Table})
	}
	if r.Noted[c.Table] == (Warnings{B: c.WarnB, W: c.WarnW}) {
		return nil, nil
	}
	return []Event{WarningsNoted(c)}, nil
}

// CorrectResult replaces a result by a new event with its reason. When a later round was published
// already, its pairs stay as they are and who is affected is listed.
type CorrectResult struct {
	Round, Table int
	Outcome      rules.Outcome
	WarnB, WarnW int
	// Black is the number of who had Black, where the colours were drawn at the table and are put
	// right, or become known, with the result; the outcome is by them. 0: as they stand.
	Black int
}

func (c CorrectResult) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.resultRound(c.Round, c.Table, Started, Closed)
	if err != nil {
		return nil, err
	}
	old, entered := r.Results[c.Table]
	if !entered {
		return nil, clash("fault.tournament.correctNothing", fault.Args{"table": c.Table})
	}
	if err := d.checkResult(c.Outcome, c.WarnB, c.WarnW); err != nil {
		return nil, err
	}
	pair, _ := r.Pair(c.Table)
	if c.Black, err = pair.drawing(c.Black, c.Outcome, true); err != nil {
		return nil, err
	}
	if c.Black == 0 && old.Outcome == c.Outcome && old.WarnB == c.WarnB && old.WarnW == c.WarnW {
		return nil, nil
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	if d.Final != nil {
		return nil, clash("fault.tournament.finalPublished", nil)
	}
	e := ResultCorrected{
		Round: c.Round, Table: c.Table, Outcome: c.Outcome, WarnB: c.WarnB, WarnW: c.WarnW,
		Before: old.Outcome, BeforeWarnB: old.WarnB, BeforeWarnW: old.WarnW, Black: c.Black,
	}
	if next := d.Round(c.Round + 1); next != nil && next.Version > 0 {
		e.Affected, err = d.affectedBy(e)
		if err != nil {
			return nil, err
		}
	}
	return []Event{e}, nil
}

// TakeBackResult empties a table again while its round is open: the desk's undo.
type TakeBackResult struct{ Round, Table int }

func (c TakeBackResult) decide(d *Division, _ Context) ([]Event, error) {
	r, err := d.resultRound(c.Round, c.Table, Started)
	if err != nil {
		return nil, err
	}
	old, entered := r.Results[c.Table]
	if !entered {
		return nil, nil
	}
	return []Event{ResultTakenBack{Round: c.Round, Table: c.Table, Before: old.Outcome}}, nil
}

// Dispute is what an official entered at a table that had another result.
type Dispute struct {
	Outcome      rules.Outcome
	WarnB, WarnW int
	By           string
	At           time.Time
}

// DisputeResult keeps an entry that was refused because the table has another result: of two
// officials at one table both values stay in the record.
type DisputeResult EnterResult

// maxDisputes bounds how many other values are kept for one result.
const maxDisputes = 12

func (c DisputeResult) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.resultRound(c.Round, c.Table, Published, Started)
	if err != nil {
		return nil, err
	}
	if err := d.checkResult(c.Outcome, c.WarnB, c.WarnW); err != nil {
		return nil, err
	}
	if pair, _ := r.Pair(c.Table); c.Left == pair.White && c.Left != 0 || c.Black == pair.White {
		c.Outcome, c.WarnB, c.WarnW = c.Outcome.Turned(), c.WarnW, c.WarnB
	}
	old, entered := r.Results[c.Table]
	kept := r.Disputes[c.Table]
	known := slices.ContainsFunc(kept, func(x Dispute) bool {
		return x.Outcome == c.Outcome && x.WarnB == c.WarnB && x.WarnW == c.WarnW && x.By == ctx.Actor
	})
	if !entered || old.says(EnterResult(c)) || known || len(kept) >= maxDisputes {
		return nil, nil
	}
	return []Event{ResultDisputed{Round: c.Round, Table: c.Table, Outcome: c.Outcome, WarnB: c.WarnB, WarnW: c.WarnW, Stands: old.Outcome}}, nil
}

func (d *Division) resultRound(round, table int, phases ...Phase) (*Round, error) {
	r, err := d.roundIn(round, phases...)
	if err != nil {
		return nil, err
	}
	if _, ok := r.Pair(table); !ok {
		return nil, fault.New(fault.NotFound, "fault.tournament.noTable", fault.Args{"round": round, "table": table, "most": r.lastTable()})
	}
	return r, nil
}

// Playing refuses a round that isn't being played now. Faults: notFound "fault.tournament.noRound";
// conflict "fault.tournament.phase.…".
func (d *Division) Playing(round int) error {
	_, err := d.roundIn(round, Started)
	return err
}

// PublishedPair returns who plays at a table of a round that is published. Faults: notFound
// "fault.tournament.noRound", "fault.tournament.noTable"; conflict "fault.tournament.phase.…".
func (d *Division) PublishedPair(round, table int) (Pair, error) {
	r, err := d.resultRound(round, table, Published, Started, Closed)
	if err != nil {
		return Pair{}, err
	}
	pair, _ := r.Pair(table)
	return pair, nil
}

// maxWarnings bounds the warnings of one side in one game: two lose already (D24.2).
const maxWarnings = 9

func (d *Division) checkResult(o rules.Outcome, warnB, warnW int) error {
	if o.IsZero() {
		return refuse("fault.tournament.noOutcome", nil)
	}
	if o.Manner == rules.BothLost && d.Reg.Options.BothLose == "forbid" {
		return refuse("fault.tournament.bothLose", nil)
	}
	return checkWarnings(warnB, warnW)
}

func checkWarnings(warnB, warnW int) error {
	if min(warnB, warnW) < 0 || max(warnB, warnW) > maxWarnings {
		return refuse("fault.tournament.warnings", fault.Args{"most": maxWarnings})
	}
	return nil
}

// affectedBy lists the numbers whose points or tie-breaks a correction moves.
func (d *Division) affectedBy(e ResultCorrected) ([]int, error) {
	before, err := d.Standings(0)
	if err != nil {
		return nil, err
	}
	changed, err := d.with(e)
	if err != nil {
		return nil, err
	}
	after, err := changed.Standings(0)
	if err != nil {
		return nil, err
	}
	was := make(map[int]string, len(before.Rows))
	for _, row := range before.Rows {
		was[row.No] = fingerprint(row)
	}
	var moved []int
	for _, row := range after.Rows {
		if was[row.No] != fingerprint(row) {
			moved = append(moved, row.No)
		}
	}
	slices.Sort(moved)
	return moved, nil
}

// with returns a copy of the state in which a correction holds; the receiver stays as it is.
func (d *Division) with(e ResultCorrected) (*Division, error) {
	clone := *d
	clone.Rounds = slices.Clone(d.Rounds)
	r := &clone.Rounds[e.Round-1]
	r.Results, r.Seats, r.Claims = maps.Clone(r.Results), maps.Clone(r.Seats), maps.Clone(r.Claims)
	if _, err := r.draw(e, e.Table, e.Black); err != nil {
		return nil, err
	}
	r.Results[e.Table] = Result{Outcome: e.Outcome, WarnB: e.WarnB, WarnW: e.WarnW}
	return &clone, nil
}
