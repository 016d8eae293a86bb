package office

import (
	"context"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// MoveEntry puts a player into another division of the tournament while neither division has begun
// its round 1: one append to both streams, in which his private facts go with him. In a division that
// is drawn already his number stays empty. It returns his entry's new id; an order that was carried
// out before gets its first answer.
// It needs a reason. Faults: forbidden; notFound; invalid "fault.tournament.reason"; conflict "fault.office.moveBegun", "fault.office.moveTournament", "fault.tournament.hidden".
func (o *Office) MoveEntry(ctx context.Context, actor Actor, from, to string, id int, order Order) (newID int, err error) {
	if err := actor.need(account.EditEntries); err != nil {
		return 0, err
	}
	if order.Reason == "" {
		return 0, fault.New(fault.Invalid, "fault.tournament.reason", nil)
	}
	if newID, done, err := o.movedBy(ctx, to, order.ID); err != nil || done {
		return newID, err
	}
	err = o.together(ctx, []string{from, to}, func(states []*tournament.Division) ([]*draft[tournament.Division], error) {
		return o.move(ctx, actor, states[0], states[1], id, order)
	}, func(ctx context.Context, writes ...journal.Write) ([]journal.Event, error) {
		if newID, err = addedID(writes[1].Events[0]); err != nil {
			return nil, err
		}
		return o.journal.AppendMoving(ctx, id, newID, writes...)
	})
	return newID, err
}

// movedBy is the entry's id that a command gave before, and whether there is one.
func (o *Office) movedBy(ctx context.Context, division, cmd string) (int, bool, error) {
	if cmd == "" {
		return 0, false, nil
	}
	e, done, err := o.journal.ByCmd(ctx, division, cmd)
	if err != nil || !done {
		return 0, false, err
	}
	id, err := addedID(e)
	return id, true, err
}

// addedID is the id that the event gave its one entry.
func addedID(e journal.Event) (int, error) {
	fact, err := tournament.Decode(e.Type, e.Body)
	if err != nil {
		return 0, err
	}
	added, ok := fact.(tournament.EntriesAdded)
	if !ok || len(added.Entries) != 1 {
		return 0, fault.New(fault.Internal, "fault.internal", nil)
	}
	return added.Entries[0].ID, nil
}

// move decides the leaving and the entering.
func (o *Office) move(ctx context.Context, actor Actor, was, into *tournament.Division, id int, order Order) ([]*draft[tournament.Division], error) {
	entry := was.EntryByID(id)
	if entry == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": id})
	}
	if was.ID == into.ID || was.Tournament != into.Tournament {
		return nil, fault.New(fault.Conflict, "fault.office.moveTournament", nil)
	}
	if len(was.Rounds) > 0 || len(into.Rounds) > 0 {
		return nil, fault.New(fault.Conflict, "fault.office.moveBegun", nil)
	}
	var leave tournament.Command = tournament.RemoveEntry{ID: id}
	if was.Drawn {
		leave = tournament.Withdraw{No: entry.No}
	}
	moved := *entry
	moved.From, moved.Seed = 0, 0
	out, err := o.prepare(ctx, actor, was, Order{ID: order.ID, Reason: order.Reason, Command: leave})
	if err != nil {
		return nil, err
	}
	add := tournament.AddEntries{Source: "form", Entries: []tournament.Entry{moved}, Moved: was.ID}
	in, err := o.prepare(ctx, actor, into, Order{ID: order.ID, Reason: order.Reason, Command: add})
	return []*draft[tournament.Division]{out, in}, err
}
