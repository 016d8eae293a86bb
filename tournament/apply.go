package tournament

import (
	"maps"
	"slices"
	"time"

	"tianyuan/rules"
	"tianyuan/standing"
)

// Apply moves the state on by one fact. A fault here means a broken journal, never bad input.
func (d *Division) Apply(r Recorded) error {
	if err := d.apply(r); err != nil {
		return err
	}
	d.head = r.Seq
	return nil
}

func (d *Division) apply(r Recorded) error {
	if _, created := r.Event.(DivisionCreated); created != (d.head == 0) {
		return misplaced(r.Event)
	}
	switch e := r.Event.(type) {
	case DivisionCreated, RegulationsDrafted, RegulationsApproved, RegulationsRejected:
		d.applyRegulations(r)
	case DivisionHidden:
		d.Hidden = &Stamp{At: r.At, By: r.Actor, Reason: r.Reason}
	case DivisionRestored:
		d.Hidden = nil
	case EntriesAdded, EntryChanged, EntryRemoved, DrawMade, PersonErased:
		d.applyEntries(e)
	case AbsenceNoted, AbsenceCancelled, PlayerWithdrawn, WithdrawalCancelled:
		d.applyAttendance(r)
	case SeatingSet:
		d.Seating = e.Seating
	case CheckedIn:
		d.applyCheckIn(e)
	case RoundPrepared, PairsChanged, RoundDiscarded, RoundChecked, RoundPublished, StartPlanned, RoundUnpublished, RoundStarted, RoundReopened, RoundClosed:
		return d.applyRound(r)
	case PairsAmended:
		return d.applyAmendment(e, r)
	case SeatsSeen, ResultClaimed, ColoursDrawn, ResultEntered, ResultCorrected, ResultTakenBack, ResultDisputed, WarningsNoted:
		return d.applyResult(r)
	case TieDecided:
		d.applyTie(e, r)
	case RankingPublished:
		d.Final = &Final{By: r.Actor, At: r.At, Rows: e.Rows, Round: e.Round}
	case RankingWithdrawn:
		d.Final = nil
	default:
		return misplaced(r.Event)
	}
	return nil
}

// applyTie keeps a decision among tied players. Older facts name all the players decided so far,
// those of the decision last.
func (d *Division) applyTie(e TieDecided, r Recorded) {
	numbers := e.Numbers
	if numbers == nil {
		numbers = slices.DeleteFunc(slices.Clone(e.Order), func(no int) bool { return slices.Contains(d.TieOrder, no) })
	}
	d.TieOrder = e.Order
	d.Ties = append(slices.Clone(d.Ties), Tie{How: e.How, Seed: e.Seed, Numbers: numbers, Entry: Stamp{At: r.At, By: r.Actor, Reason: r.Reason}})
}

func (d *Division) applyRegulations(r Recorded) {
	switch e := r.Event.(type) {
	case DivisionCreated:
		d.Tournament, d.Name, d.Reg = e.Tournament, e.Name, e.Regulations
		d.Absences, d.Withdrawals, d.CheckedIn = map[int][]int{}, map[int]Withdrawal{}, map[int]bool{}
		d.nextID = 1
		d.index()
	case RegulationsDrafted:
		d.Draft = &Draft{Name: e.Name, Regulations: e.Regulations, By: r.Actor, At: r.At, Reason: r.Reason}
	case RegulationsApproved:
		d.Name, d.Reg, d.Draft = e.Name, e.Regulations, nil
	case RegulationsRejected:
		d.Draft = nil
	}
}

func (d *Division) applyEntries(e Event) {
	switch e := e.(type) {
	case EntriesAdded:
		for _, entry := range e.Entries {
			d.Entries = append(d.Entries, entry)
			d.nextID = max(d.nextID, entry.ID+1)
		}
	case EntryChanged:
		if old := d.EntryByID(e.Entry.ID); old != nil {
			*old = e.Entry
		}
	case EntryRemoved:
		d.Entries = slices.DeleteFunc(d.Entries, func(x Entry) bool { return x.ID == e.ID })
	case PersonErased:
		if old := d.EntryByID(e.ID); old != nil {
			*old = old.without(e.Pseudonym)
		}
	case DrawMade:
		d.applyDraw(e)
	}
	d.index()
}

// applyDraw gives the numbers. Absences noted under the numbers of an earlier draw follow
// their players; who had withdrawn by then was removed by the same act.
func (d *Division) applyDraw(e DrawMade) {
	number := make(map[int]int, len(e.Numbers))
	for i, id := range e.Numbers {
		number[id] = i + 1
	}
	renumbered := map[int]int{}
	for i := range d.Entries {
		entry := &d.Entries[i]
		renumbered[entry.No] = number[entry.ID]
		entry.No = number[entry.ID]
	}
	for round, absent := range d.Absences {
		for i, no := range absent {
			absent[i] = renumbered[no]
		}
		d.Absences[round] = slices.DeleteFunc(absent, func(no int) bool { return no == 0 })
	}
	d.Withdrawals = map[int]Withdrawal{}
	d.Drawn, d.Seed, d.How, d.Schedule, d.InDraw = true, e.Seed, e.How, e.Schedule, len(e.Numbers)
}

func (d *Division) applyAttendance(r Recorded) {
	switch e := r.Event.(type) {
	case AbsenceNoted:
		d.Absences[e.Round] = append(d.Absences[e.Round], e.No)
	case AbsenceCancelled:
		d.Absences[e.Round] = slices.DeleteFunc(d.Absences[e.Round], func(no int) bool { return no == e.No })
	case PlayerWithdrawn:
		d.Withdrawals[e.No] = Withdrawal{After: e.After, Reason: r.Reason, At: r.At}
	case WithdrawalCancelled:
		delete(d.Withdrawals, e.No)
	}
}

func (d *Division) applyRound(r Recorded) error {
	if e, ok := r.Event.(RoundPrepared); ok {
		if e.Round != len(d.Rounds)+1 {
			return misplaced(e)
		}
		var stood map[int]standing.Rat
		if d.Reg.Method != RoundRobin {
			stood = d.pairingPoints(e.Round)
		}
		d.Rounds = append(d.Rounds, Round{
			Stood: stood, No: e.Round, Phase: Prepared, Seed: e.Seed, Pairs: e.Pairs, Byes: e.Byes, Absent: e.Absent,
			Cost: e.Cost, Results: map[int]Result{}, Seats: map[int]Seats{}, Claims: map[int]Claims{}, PreparedAt: r.At,
		})
		return nil
	}
	round := d.Round(roundOf(r.Event))
	if round == nil {
		return misplaced(r.Event)
	}
	switch e := r.Event.(type) {
	case PairsChanged:
		round.Pairs, round.Byes, round.Cost, round.Phase = e.Pairs, e.Byes, e.After, Prepared
		round.Changes = append(round.Changes, PairChange{At: r.At, By: r.Actor, Reason: r.Reason, Before: e.Before, After: e.After})
	case RoundDiscarded:
		d.Rounds = d.Rounds[:e.Round-1]
	case RoundChecked:
		round.Phase, round.CheckedAt = Checked, r.At
	case RoundPublished:
		round.Phase, round.PublishedAt, round.Version = Published, r.At, e.Version
		round.Pairs, round.Byes, round.Absent, round.StartsAt = e.Pairs, e.Byes, e.Absent, e.StartsAt
	case StartPlanned:
		round.StartsAt = e.StartsAt
	case RoundUnpublished:
		round.Phase = Prepared
		clear(round.Seats)
		clear(round.Claims)
	case RoundReopened:
		round.Phase = Started
	case RoundStarted:
		round.Phase, round.StartedAt = Started, r.At
	case RoundClosed:
		round.Phase, round.ClosedAt, round.ClosedBy = Closed, r.At, r.Actor
	}
	return nil
}

func roundOf(e Event) int {
	switch e := e.(type) {
	case PairsChanged:
		return e.Round
	case RoundDiscarded:
		return e.Round
	case RoundChecked:
		return e.Round
	case RoundPublished:
		return e.Round
	case StartPlanned:
		return e.Round
	case RoundUnpublished:
		return e.Round
	case RoundStarted:
		return e.Round
	case RoundReopened:
		return e.Round
	case RoundClosed:
		return e.Round
	case PairsAmended:
		return e.Round
	case SeatsSeen:
		return e.Round
	case ResultClaimed:
		return e.Round
	case ColoursDrawn:
		return e.Round
	case ResultEntered:
		return e.Round
	case ResultCorrected:
		return e.Round
	case ResultTakenBack:
		return e.Round
	case ResultDisputed:
		return e.Round
	case WarningsNoted:
		return e.Round
	}
	return 0
}

// settled copies the disputes without those of a table.
func settled(disputes map[int][]Dispute, table int) map[int][]Dispute {
	rest := make(map[int][]Dispute, len(disputes)+1)
	maps.Copy(rest, disputes)
	delete(rest, table)
	return rest
}

func (d *Division) applyResult(r Recorded) error {
	round := d.Round(roundOf(r.Event))
	if round == nil {
		return misplaced(r.Event)
	}
	switch e := r.Event.(type) {
	case SeatsSeen:
		round.Seats[e.Table] = e.Seats
	case ResultClaimed:
		round.Claims[e.Table] = round.Claims[e.Table].with(e, r.At)
	case ColoursDrawn:
		_, err := round.draw(e, e.Table, e.Black)
		return err
	case ResultEntered:
		if _, err := round.draw(e, e.Table, e.Black); err != nil {
			return err
		}
		round.warned(e.Table, round.warnings(e.Table), Warnings{B: e.WarnB, W: e.WarnW}, r)
		round.Results[e.Table] = Result{Outcome: e.Outcome, WarnB: e.WarnB, WarnW: e.WarnW, By: r.Actor, At: r.At, Drew: e.Black != 0}
	case ResultTakenBack:
		if round.Results[e.Table].Drew {
			round.reopen(e.Table)
		}
		delete(round.Results, e.Table)
		round.Disputes = settled(round.Disputes, e.Table)
	case ResultDisputed:
		disputes := settled(round.Disputes, 0)
		disputes[e.Table] = append(slices.Clone(disputes[e.Table]), Dispute{Outcome: e.Outcome, WarnB: e.WarnB, WarnW: e.WarnW, By: r.Actor, At: r.At})
		round.Disputes = disputes
	case WarningsNoted:
		round.warned(e.Table, round.Noted[e.Table], Warnings{B: e.WarnB, W: e.WarnW}, r)
		noted := maps.Clone(round.Noted)
		if noted == nil {
			noted = map[int]Warnings{}
		}
		noted[e.Table] = Warnings{B: e.WarnB, W: e.WarnW}
		round.Noted = noted
	case ResultCorrected:
		turned, err := round.draw(e, e.Table, e.Black)
		if err != nil {
			return err
		}
		if turned {
			e.Before, e.BeforeWarnB, e.BeforeWarnW = e.Before.Turned(), e.BeforeWarnW, e.BeforeWarnB
		}
		round.warned(e.Table, Warnings{B: e.BeforeWarnB, W: e.BeforeWarnW}, Warnings{B: e.WarnB, W: e.WarnW}, r)
		round.Disputes = settled(round.Disputes, e.Table)
		old := round.Results[e.Table]
		round.Results[e.Table] = Result{
			Outcome: e.Outcome, WarnB: e.WarnB, WarnW: e.WarnW, By: r.Actor, At: r.At, Drew: old.Drew,
			Corrections: append(slices.Clone(old.Corrections), Correction{
				Before: e.Before, WarnB: e.BeforeWarnB, WarnW: e.BeforeWarnW, Reason: r.Reason, By: r.Actor, At: r.At,
			}),
		}
		if len(e.Affected) > 0 {
			d.Affected = append(d.Affected, Affected{Round: e.Round, Table: e.Table, No: e.Affected, At: r.At})
		}
	}
	return nil
}

// warnings are those of a table: with its result, or noted before it.
func (r *Round) warnings(table int) Warnings {
	if result, entered := r.Results[table]; entered {
		return Warnings{B: result.WarnB, W: result.WarnW}
	}
	return r.Noted[table]
}

// warned keeps a change of a table's warnings. Readers of the state before share the list's beginning.
func (r *Round) warned(table int, was, now Warnings, fact Recorded) {
	if was != now {
		r.Warned = append(slices.Clip(r.Warned), WarningChange{Table: table, Was: was, Now: now, Entry: Stamp{At: fact.At, By: fact.Actor, Reason: fact.Reason}})
	}
}

// with returns the claims of a table after one more.
func (c Claims) with(e ResultClaimed, at time.Time) Claims {
	side := &c.Black
	if e.Side == rules.White.String() {
		side = &c.White
	}
	*side = Claim{Outcome: e.Outcome, Black: e.Black, Device: e.Device, At: at, Count: side.Count + 1}
	return c
}

func (d *Division) applyCheckIn(e CheckedIn) {
	for _, id := range e.IDs {
		if e.Present {
			d.CheckedIn[id] = true
		} else {
			delete(d.CheckedIn, id)
		}
	}
}

// missingPlayers are the numbers of those whom a referee saw missing.
func (r *Round) missingPlayers() map[int]bool {
	missing := map[int]bool{}
	for _, p := range r.Pairs {
		seats := r.Seats[p.Table]
		missing[p.Black], missing[p.White] = seats.MissingB, seats.MissingW
	}
	return missing
}

// applyAmendment replaces a published round's pairs. What was claimed at the tables that it touches
// no longer holds.
func (d *Division) applyAmendment(e PairsAmended, r Recorded) error {
	round := d.Round(e.Round)
	if round == nil {
		return misplaced(e)
	}
	missing := round.missingPlayers()
	round.Pairs, round.Byes, round.Absent, round.NoShows = e.Pairs, e.Byes, e.Absent, e.NoShows
	d.Absences[e.Round] = slices.Clone(e.Absent)
	for _, table := range e.Tables {
		delete(round.Claims, table)
	}
	// Who is missing stays so wherever he sits now.
	clear(round.Seats)
	for _, p := range round.Pairs {
		if seats := (Seats{MissingB: missing[p.Black], MissingW: missing[p.White]}); seats != (Seats{}) {
			round.Seats[p.Table] = seats
		}
	}
	round.Amendments = append(round.Amendments, Amendment{Change: e, Entry: Stamp{At: r.At, By: r.Actor, Reason: r.Reason}})
	return nil
}
