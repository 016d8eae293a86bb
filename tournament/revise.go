package tournament

import (
	"tianyuan/fault"
)

// Revision is an entry as it stood when somebody looked at a change, and as it would be after it.
type Revision struct{ Before, After Entry }

// ReviseEntries takes in a list of entries that came back from a spreadsheet: all of it or nothing.
// Before the draw everything may change; after it the numbers, names, ranks and ratings are
// published and stay, and nobody is removed.
type ReviseEntries struct {
	Source  string
	Changed []Revision
	Added   []Entry
	Removed []int // ids
}

func (c ReviseEntries) decide(d *Division, ctx Context) ([]Event, error) {
	var events []Event
	for _, id := range c.Removed {
		removed, err := RemoveEntry{ID: id}.decide(d, ctx)
		if err != nil {
			return nil, err
		}
		events = append(events, removed...)
	}
	for _, r := range c.Changed {
		changed, err := r.decide(d, ctx)
		if err != nil {
			return nil, err
		}
		events = append(events, changed...)
	}
	if len(c.Added) == 0 {
		return events, nil
	}
	added, err := AddEntries{Source: c.Source, Entries: c.Added}.decide(d, ctx)
	if err != nil {
		return nil, err
	}
	return append(events, added...), nil
}

func (r Revision) decide(d *Division, ctx Context) ([]Event, error) {
	if old := d.EntryByID(r.After.ID); old == nil || *old != r.Before {
		return nil, clash("fault.tournament.changedSince", fault.Args{"name": r.Before.Name})
	}
	if d.Drawn && r.published() {
		return nil, clash("fault.tournament.fixedAfterDraw", fault.Args{"name": r.Before.Name})
	}
	return ChangeEntry{Entry: r.After}.decide(d, ctx)
}

// published tells that a revision touches what the draw made public.
func (r Revision) published() bool {
	a, b := r.Before, r.After
	return a.Name != b.Name || a.Rank != b.Rank || a.Rating != b.Rating || a.Seed != b.Seed || a.No != b.No || a.From != b.From
}

// EnterResults records first results of several tables, of one round or more: all of them or none.
// A result that stands already may only be said again.
type EnterResults struct{ Results []EnterResult }

func (c EnterResults) decide(d *Division, ctx Context) ([]Event, error) {
	var events []Event
	seen := map[[2]int]bool{}
	for _, r := range c.Results {
		at := [2]int{r.Round, r.Table}
		if seen[at] {
			return nil, refuse("fault.tournament.resultTwice", fault.Args{"round": r.Round, "table": r.Table})
		}
		seen[at] = true
		entered, err := r.decide(d, ctx)
		if err != nil {
			return nil, err
		}
		events = append(events, entered...)
	}
	return events, nil
}
