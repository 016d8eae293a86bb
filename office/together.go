package office

import (
	"context"
	"slices"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// DivisionOrder is a command on one of several divisions.
type DivisionOrder struct {
	Division string
	Command  tournament.Command
}

// DoTogether carries out a command on each of several divisions in one append: all or none. The
// commands' ID and Reason are those of order. A command id that was carried out before changes nothing.
// Faults: those of Do.
func (o *Office) DoTogether(ctx context.Context, actor Actor, orders []DivisionOrder, id, reason string) error {
	ids := make([]string, len(orders))
	for i, x := range orders {
		ability, err := abilityOf(x.Command)
		if err != nil {
			return err
		}
		if err := actor.need(ability); err != nil {
			return err
		}
		ids[i] = x.Division
	}
	err := o.together(ctx, ids, func(states []*tournament.Division) ([]*draft[tournament.Division], error) {
		drafts := make([]*draft[tournament.Division], len(states))
		for i, state := range states {
			var err error
			if drafts[i], err = o.prepare(ctx, actor, state, Order{ID: id, Reason: reason, Command: orders[i].Command}); err != nil {
				return nil, err
			}
		}
		return drafts, nil
	}, o.journal.Append)
	if fault.KeyOf(err) == "fault.journal.repeated" {
		return nil
	}
	return err
}

// together locks the desks of some divisions, always in the order of their ids so that nobody waits
// for each other, decides on their states and appends what was decided, anew while another process was
// faster. decide gets the states in the order of ids and answers in it; nil where nothing is to be
// written.
func (o *Office) together(ctx context.Context, ids []string, decide func([]*tournament.Division) ([]*draft[tournament.Division], error), add func(context.Context, ...journal.Write) ([]journal.Event, error)) error {
	locked := map[string]*desk[tournament.Division]{}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		d := o.divisions.desk(id)
		d.mu.Lock()
		defer d.mu.Unlock()
		locked[id] = d
	}
	once := func() error {
		states := make([]*tournament.Division, len(ids))
		for i, id := range ids {
			if err := o.divisions.catchUp(ctx, id, locked[id]); err != nil {
				return err
			}
			states[i] = locked[id].state.Load()
		}
		decided, err := decide(states)
		if err != nil {
			return err
		}
		var drafts []appended
		for i, d := range decided {
			if d != nil {
				d.desk = locked[ids[i]]
				drafts = append(drafts, d)
			}
		}
		if len(drafts) == 0 {
			return nil
		}
		return o.commitBy(ctx, add, drafts...)
	}
	var err error
	for range tries {
		if err = once(); fault.KeyOf(err) != "fault.journal.conflict" {
			break
		}
	}
	return err
}
