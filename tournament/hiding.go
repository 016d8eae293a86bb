package tournament

import (
	"slices"
	"strings"

	"tianyuan/fault"
)

// HideDivision puts a division that was made by mistake out of sight. Nothing of it is lost:
// RestoreDivision brings all of it back. One whose pairs were published already is hidden only by who
// writes its name.
type HideDivision struct {
	// Typed is the division's name, written by hand; needed once pairs were published.
	Typed string
}

func (c HideDivision) decide(d *Division, ctx Context) ([]Event, error) {
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	if n := d.publications(); n > 0 && strings.TrimSpace(c.Typed) != d.Name {
		return nil, refuse("fault.tournament.hideName", fault.Args{"name": d.Name, "n": n})
	}
	return []Event{DivisionHidden{}}, nil
}

// RestoreDivision brings a hidden division back as it was.
type RestoreDivision struct{}

func (c RestoreDivision) decide(d *Division, _ Context) ([]Event, error) {
	if d.Hidden == nil {
		return nil, nil
	}
	return []Event{DivisionRestored{}}, nil
}

// publications counts the rounds whose pairs were published, also those taken back since.
func (d *Division) publications() int {
	n := 0
	for i := range d.Rounds {
		if d.Rounds[i].Version > 0 {
			n++
		}
	}
	return n
}

// LeaveOut takes a player who isn't there out of a proposal that was never published: his absence is
// noted, and the pairs are made anew from the same seed.
type LeaveOut struct{ Round, No int }

func (c LeaveOut) decide(d *Division, ctx Context) ([]Event, error) {
	r, err := d.roundIn(c.Round, Prepared, Checked)
	if err != nil {
		return nil, err
	}
	if r.Version > 0 {
		return nil, clash("fault.tournament.discardPublished", fault.Args{"round": r.No})
	}
	events := []Event{RoundDiscarded{Round: c.Round}}
	facts := func() []Recorded {
		all := make([]Recorded, len(events))
		for i, e := range events {
			all[i] = Recorded{Event: e, Seq: d.head + int64(i) + 1, At: ctx.Now, Actor: ctx.Actor, Reason: ctx.Reason}
		}
		return all
	}
	for _, step := range []Command{NoteAbsence{No: c.No, Round: c.Round}, PrepareRound{Seed: r.Seed}} {
		next, err := d.Next(facts())
		if err != nil {
			return nil, err
		}
		more, err := step.decide(next, ctx)
		if err != nil {
			return nil, err
		}
		events = append(events, more...)
	}
	return events, nil
}

// NotHere lists who would play in a round, has told nothing of staying away, and hasn't checked in, by
// number.
func (d *Division) NotHere(round int) []*Entry {
	var missing []*Entry
	for i := range d.Entries {
		e := &d.Entries[i]
		if e.No == 0 || d.CheckedIn[e.ID] || d.gone(e.No, round) || slices.Contains(d.Absences[round], e.No) || e.First() > round {
			continue
		}
		missing = append(missing, e)
	}
	slices.SortFunc(missing, func(a, b *Entry) int { return a.No - b.No })
	return missing
}
