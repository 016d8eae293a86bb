package office

import (
	"context"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/tournament"
)

// MoveEntry puts a player into another division of the tournament while neither division has begun
// its round 1: one append to both streams. In a division that is drawn already his number stays
// empty. The private facts stay with the old entry until the caller moves them.
// It needs a reason. Faults: forbidden; notFound; invalid "fault.tournament.reason"; conflict "fault.office.moveBegun", "fault.office.moveTournament".
func (o *Office) MoveEntry(ctx context.Context, actor Actor, from, to string, id int, order Order) (newID int, err error) {
	if err := actor.need(account.EditEntries); err != nil {
		return 0, err
	}
	if order.Reason == "" {
		return 0, fault.New(fault.Invalid, "fault.tournament.reason", nil)
	}
	a, b, unlock := o.both(from, to)
	defer unlock()
	for range tries {
		newID, err = o.tryMove(ctx, actor, from, to, a, b, id, order)
		if fault.KeyOf(err) != "fault.journal.conflict" {
			break
		}
	}
	return newID, err
}

// both locks two desks in the order of their ids, so that two moves can't wait for each other.
func (o *Office) both(from, to string) (a, b *desk[tournament.Division], unlock func()) {
	a, b = o.divisions.desk(from), o.divisions.desk(to)
	first, second := a, b
	if to < from {
		first, second = b, a
	}
	first.mu.Lock()
	if first == second {
		return a, b, first.mu.Unlock
	}
	second.mu.Lock()
	return a, b, func() {
		second.mu.Unlock()
		first.mu.Unlock()
	}
}

func (o *Office) tryMove(ctx context.Context, actor Actor, from, to string, a, b *desk[tournament.Division], id int, order Order) (int, error) {
	if err := o.divisions.catchUp(ctx, from, a); err != nil {
		return 0, err
	}
	if err := o.divisions.catchUp(ctx, to, b); err != nil {
		return 0, err
	}
	was, into := a.state.Load(), b.state.Load()
	entry := was.EntryByID(id)
	if entry == nil {
		return 0, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": id})
	}
	if from == to || was.Tournament != into.Tournament {
		return 0, fault.New(fault.Conflict, "fault.office.moveTournament", nil)
	}
	if len(was.Rounds) > 0 || len(into.Rounds) > 0 {
		return 0, fault.New(fault.Conflict, "fault.office.moveBegun", nil)
	}
	var leave tournament.Command = tournament.RemoveEntry{ID: id}
	if was.Drawn {
		leave = tournament.Withdraw{No: entry.No}
	}
	moved := *entry
	moved.From, moved.Seed = 0, 0
	out, err := o.prepare(ctx, actor, was, Order{ID: order.ID, Reason: order.Reason, Command: leave})
	if err != nil {
		return 0, err
	}
	in, err := o.prepare(ctx, actor, into, Order{ID: order.ID, Reason: order.Reason, Command: tournament.AddEntries{Source: "form", Entries: []tournament.Entry{moved}}})
	if err != nil {
		return 0, err
	}
	out.desk, in.desk = a, b
	if err := o.commit(ctx, out, in); err != nil {
		return 0, err
	}
	entries := b.state.Load().Entries
	return entries[len(entries)-1].ID, nil
}
