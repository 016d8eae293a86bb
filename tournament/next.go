package tournament

import (
	"maps"
	"slices"
)

// Next returns the state after some facts and leaves the receiver as it is, so that readers
// of the old state need no lock. What the facts can't touch is shared between the two.
func (d *Division) Next(facts []Recorded) (*Division, error) {
	next := *d
	next.Entries = slices.Clone(d.Entries)
	next.Rounds = slices.Clone(d.Rounds)
	next.Affected = slices.Clip(d.Affected)
	next.Withdrawals = maps.Clone(d.Withdrawals)
	next.CheckedIn = maps.Clone(d.CheckedIn)
	next.Absences = make(map[int][]int, len(d.Absences))
	for round, absent := range d.Absences {
		next.Absences[round] = slices.Clone(absent)
	}
	for _, fact := range facts {
		if r := next.Round(roundOf(fact.Event)); r != nil {
			r.Results = maps.Clone(r.Results)
			r.Seats = maps.Clone(r.Seats)
			r.Claims = maps.Clone(r.Claims)
			r.Changes = slices.Clip(r.Changes)
			r.Amendments = slices.Clip(r.Amendments)
		}
	}
	for _, fact := range facts {
		if err := next.Apply(fact); err != nil {
			return nil, err
		}
	}
	return &next, nil
}

// Next returns the state after some facts and leaves the receiver as it is.
func (t *Tournament) Next(facts []Recorded) (*Tournament, error) {
	next := *t
	next.Notices, next.Assignments, next.Released = slices.Clone(t.Notices), slices.Clone(t.Assignments), slices.Clone(t.Released)
	next.Incidents, next.Appeals = slices.Clone(t.Incidents), slices.Clone(t.Appeals)
	next.Done, next.Comments, next.Clocks = maps.Clone(t.Done), maps.Clone(t.Comments), maps.Clone(t.Clocks)
	for _, fact := range facts {
		if err := next.Apply(fact); err != nil {
			return nil, err
		}
	}
	return &next, nil
}
