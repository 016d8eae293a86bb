package tournament

import (
	"slices"
	"time"

	"tianyuan/fault"
)

// PrepareRound makes the next round's pairs. The one before must be closed.
type PrepareRound struct{ Seed string }

func (c PrepareRound) decide(d *Division, _ Context) ([]Event, error) {
	if !d.Drawn {
		return nil, clash("fault.tournament.notDrawn", nil)
	}
	if d.Draft != nil {
		return nil, clash("fault.tournament.draftOpen", nil)
	}
	if cur := d.Current(); cur != nil && cur.Phase == Started && len(cur.Missing()) == 0 {
		return nil, clash("fault.tournament.roundUnsigned", fault.Args{"round": cur.No})
	}
	if cur := d.Current(); cur != nil && cur.Phase != Closed {
		return nil, clash("fault.tournament.roundOpen", fault.Args{"round": cur.No, "missing": len(cur.Missing())})
	}
	if len(d.Rounds) >= d.PlannedRounds() {
		return nil, clash("fault.tournament.allRounds", fault.Args{"rounds": d.PlannedRounds()})
	}
	if d.Final != nil {
		return nil, clash("fault.tournament.finalPublished", nil)
	}
	proposal, err := d.Pair(c.Seed)
	if err != nil {
		return nil, err
	}
	return []Event{RoundPrepared{
		Round: proposal.Round, Seed: c.Seed, Pairs: proposal.pairs(), Byes: proposal.Byes, Absent: proposal.Absent, Cost: proposal.Cost,
	}}, nil
}

// ChangePairs replaces the pairs of a proposal by hand. Every player stays in exactly one place;
// what it costs is kept beside the reason.
type ChangePairs struct {
	Round int
	Pairs []Pair
	Byes  []int
}

func (c ChangePairs) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Prepared, Checked)
	if err != nil {
		return nil, err
	}
	pairs, err := d.changed(r, c)
	if err != nil {
		return nil, err
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	after := d.CostOf(c.Round, pairs, c.Byes)
	return []Event{PairsChanged{Round: c.Round, Pairs: pairs, Byes: c.Byes, Before: r.Cost, After: after}}, nil
}

// samePlayers refuses a change that loses, doubles or adds a player or a table.
func samePlayers(r *Round, pairs []Pair, byes []int) error {
	count := map[int]int{}
	for _, p := range r.Pairs {
		count[p.Black]++
		count[p.White]++
	}
	for _, no := range r.Byes {
		count[no]++
	}
	tables := map[int]bool{}
	for _, p := range pairs {
		count[p.Black]--
		count[p.White]--
		if p.Table < 1 || tables[p.Table] {
			return refuse("fault.tournament.changeTable", fault.Args{"table": p.Table})
		}
		tables[p.Table] = true
	}
	for _, no := range byes {
		count[no]--
	}
	for no, n := range count {
		if n != 0 {
			return refuse("fault.tournament.changePlayers", fault.Args{"no": no})
		}
	}
	return nil
}

// CheckRound records that the pairs were looked through.
type CheckRound struct{ Round int }

func (c CheckRound) decide(d *Division, _ Context) ([]Event, error) {
	if _, err := d.roundIn(c.Round, Prepared); err != nil {
		return nil, err
	}
	return []Event{RoundChecked(c)}, nil
}

// DiscardRound drops a proposal that was never published.
type DiscardRound struct{ Round int }

func (c DiscardRound) decide(d *Division, _ Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Prepared, Checked)
	if err != nil {
		return nil, err
	}
	if r.Version > 0 {
		return nil, clash("fault.tournament.discardPublished", fault.Args{"round": r.No})
	}
	return []Event{RoundDiscarded(c)}, nil
}

// PublishRound makes the checked pairs official.
type PublishRound struct {
	Round int
	// StartsAt is when the round is planned to start; zero plans nothing.
	StartsAt time.Time
}

func (c PublishRound) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Checked)
	if err != nil {
		return nil, err
	}
	if err := plausibleStart(c.StartsAt, ctx.Now); err != nil {
		return nil, err
	}
	return []Event{RoundPublished{Round: r.No, Version: r.Version + 1, Pairs: r.Pairs, Byes: r.Byes, Absent: r.Absent, StartsAt: c.StartsAt}}, nil
}

// PlanStart changes when a published round is planned to start: a delay, or a first plan. Zero
// takes the plan back. The start itself is recorded by StartRound.
type PlanStart struct {
	Round    int
	StartsAt time.Time
}

func (c PlanStart) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Published)
	if err != nil {
		return nil, err
	}
	if err := plausibleStart(c.StartsAt, ctx.Now); err != nil {
		return nil, err
	}
	if c.StartsAt.Equal(r.StartsAt) {
		return nil, nil
	}
	return []Event{StartPlanned(c)}, nil
}

// plausibleStart refuses a planned start that only a wrong clock or a slip of the pen explains.
func plausibleStart(at, now time.Time) error {
	const past, ahead = 24 * time.Hour, 60 * 24 * time.Hour
	if !at.IsZero() && (at.Before(now.Add(-past)) || at.After(now.Add(ahead))) {
		return refuse("fault.tournament.startsAt", fault.Args{"value": at.Format("2006-01-02 15:04")})
	}
	return nil
}

// UnpublishRound takes a publication back before the round starts; the next one is a new version.
type UnpublishRound struct{ Round int }

func (c UnpublishRound) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Published)
	if err != nil {
		return nil, err
	}
	if len(r.Results) > 0 {
		return nil, clash("fault.tournament.unpublishResults", fault.Args{"round": r.No})
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{RoundUnpublished{Round: r.No, Version: r.Version}}, nil
}

// StartRound records the start: lateness counts from it (D22.1).
type StartRound struct{ Round int }

func (c StartRound) decide(d *Division, _ Context) ([]Event, error) {
	if _, err := d.roundIn(c.Round, Published); err != nil {
		return nil, err
	}
	return []Event{RoundStarted(c)}, nil
}

// CloseRound is the chief referee's signature under a round whose tables all have results.
type CloseRound struct{ Round int }

func (c CloseRound) decide(d *Division, _ Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Started)
	if err != nil {
		return nil, err
	}
	if missing := r.Missing(); len(missing) > 0 {
		return nil, clash("fault.tournament.closeMissing", fault.Args{
			"round": r.No, "n": len(missing), "tables": missing, "first": missing[0],
		})
	}
	return []Event{RoundClosed(c)}, nil
}

// roundIn returns a round that is in one of the phases, or says which phase it is in.
func (d *Division) roundIn(no int, phases ...Phase) (*Round, error) {
	r := d.Round(no)
	if r == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noRound", fault.Args{"round": no})
	}
	if !slices.Contains(phases, r.Phase) {
		return nil, clash("fault.tournament.phase."+string(r.Phase), fault.Args{"round": no})
	}
	return r, nil
}
