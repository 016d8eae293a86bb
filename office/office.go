// Package office is the only door to the journal: it takes a command with its actor, asks who
// may, catches the state up, lets the domain decide, and appends what was decided.
package office

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// Actor is who gives a command, with his roles in the tournament at hand.
type Actor struct {
	User  account.User
	Roles []account.Role
}

// May tells whether the actor has an ability.
func (a Actor) May(ability account.Ability) bool { return account.May(a.User, a.Roles, ability) }

// need refuses an actor without an ability, and says whom to ask.
func (a Actor) need(ability account.Ability) error {
	if a.User.ID == "" {
		return fault.New(fault.SignIn, "fault.signIn", nil)
	}
	if a.May(ability) {
		return nil
	}
	return Forbidden(ability)
}

// Forbidden is the refusal of an ability, with the role that has it.
func Forbidden(ability account.Ability) error {
	return fault.New(fault.Forbidden, "fault.forbidden", fault.Args{"who": role(account.Who(ability))})
}

// role is a role that a printer says in words.
type role account.Role

// Words implements the printer's interface.
func (r role) Words() (string, fault.Args) {
	if r == "" {
		return "role.admin", nil
	}
	return "role." + string(r), nil
}

// Office holds the states that are in use. It is safe for several goroutines.
type Office struct {
	journal journal.Journal
	now     func() time.Time

	mu        sync.Mutex
	divisions map[string]*desk
}

// desk is one division's state; writers take turns, readers take the pointer.
type desk struct {
	mu    sync.Mutex
	state *tournament.Division
	used  time.Time
}

// New returns an office on a journal.
func New(j journal.Journal, now func() time.Time) *Office {
	return &Office{journal: j, now: now, divisions: map[string]*desk{}}
}

// maxDesks bounds the divisions in memory; the longest unused is dropped.
const maxDesks = 400

func (o *Office) desk(id string) *desk {
	o.mu.Lock()
	defer o.mu.Unlock()
	d, ok := o.divisions[id]
	if !ok {
		if len(o.divisions) >= maxDesks {
			o.dropOldest()
		}
		d = &desk{}
		o.divisions[id] = d
	}
	d.used = o.now()
	return d
}

func (o *Office) dropOldest() {
	oldest := ""
	for id, d := range o.divisions {
		if oldest == "" || d.used.Before(o.divisions[oldest].used) {
			oldest = id
		}
	}
	delete(o.divisions, oldest)
}

// catchUp reads what the stream has beyond the state; other processes may have written.
func (o *Office) catchUp(ctx context.Context, id string, d *desk) error {
	state := d.state
	after := int64(0)
	if state != nil {
		heads, err := o.journal.Heads(ctx, []string{id})
		if err != nil {
			return err
		}
		if after = state.Head(); heads[id] == after {
			return nil
		}
	}
	events, err := o.journal.Load(ctx, id, after)
	if err != nil {
		return err
	}
	if state == nil {
		if len(events) == 0 {
			return fault.New(fault.NotFound, "fault.tournament.noDivision", nil)
		}
		state = &tournament.Division{ID: id}
		for _, e := range events {
			fact, err := recorded(e)
			if err != nil {
				return err
			}
			if err := state.Apply(fact); err != nil {
				return err
			}
		}
		d.state = state
		return nil
	}
	return d.advance(events)
}

func (d *desk) advance(events []journal.Event) error {
	facts := make([]tournament.Recorded, len(events))
	for i, e := range events {
		fact, err := recorded(e)
		if err != nil {
			return err
		}
		facts[i] = fact
	}
	next, err := d.state.Next(facts)
	if err != nil {
		return err
	}
	d.state = next
	return nil
}

func recorded(e journal.Event) (tournament.Recorded, error) {
	event, err := tournament.Decode(e.Type, e.Body)
	return tournament.Recorded{Event: event, Seq: e.Seq, At: e.At, Actor: e.Actor, Reason: e.Reason}, err
}

// Division returns the state of a division as it is now. It must not be changed.
func (o *Office) Division(ctx context.Context, id string) (*tournament.Division, error) {
	d := o.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := o.catchUp(ctx, id, d); err != nil {
		return nil, err
	}
	return d.state, nil
}

// Order is a command as it comes in.
type Order struct {
	// ID makes a repeated command harmless: it gets its first answer. "" = not repeatable.
	ID      string
	Reason  string
	Command tournament.Command
}

// tries is how often a command that lost a race is decided anew.
const tries = 5

// Do carries out a command on a division and returns the state after it. A command id that was
// carried out before changes nothing and gets the state as it is.
// Faults: those of the domain; forbidden; conflict when the race was lost too often.
func (o *Office) Do(ctx context.Context, actor Actor, id string, order Order) (*tournament.Division, error) {
	ability, err := abilityOf(order.Command)
	if err != nil {
		return nil, err
	}
	if err := actor.need(ability); err != nil {
		return nil, err
	}
	d := o.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	for range tries {
		if err = o.catchUp(ctx, id, d); err != nil {
			return nil, err
		}
		if order.ID != "" {
			if _, done, err := o.journal.ByCmd(ctx, id, order.ID); err != nil || done {
				return d.state, err
			}
		}
		if err = o.try(ctx, actor, id, d, order); fault.KeyOf(err) != "fault.journal.conflict" {
			break
		}
	}
	if err != nil && fault.KeyOf(err) != "fault.journal.repeated" {
		return nil, err
	}
	return d.state, nil
}

// try decides once and appends.
func (o *Office) try(ctx context.Context, actor Actor, id string, d *desk, order Order) error {
	facts, err := d.state.Decide(order.Command, tournament.Context{Now: o.now(), Actor: actor.User.ID, Reason: order.Reason})
	if err != nil || len(facts) == 0 {
		return err
	}
	events, err := envelopes(facts, actor, order)
	if err != nil {
		return err
	}
	preview, err := d.state.Next(provisional(facts, d.state.Head(), o.now(), actor, order))
	if err != nil {
		return err
	}
	stored, err := o.journal.Append(ctx, journal.Write{Stream: id, Expected: d.state.Head(), Events: events, List: divisionRow(preview)})
	if err != nil {
		return err
	}
	return d.advance(stored)
}

// provisional are the facts as they will be, for the row in the lists that goes with them.
func provisional(facts []tournament.Event, head int64, now time.Time, actor Actor, order Order) []tournament.Recorded {
	all := make([]tournament.Recorded, len(facts))
	for i, e := range facts {
		all[i] = tournament.Recorded{Event: e, Seq: head + int64(i) + 1, At: now, Actor: actor.User.ID, Reason: order.Reason}
	}
	return all
}

func envelopes(facts []tournament.Event, actor Actor, order Order) ([]journal.Event, error) {
	events := make([]journal.Event, len(facts))
	for i, e := range facts {
		body, err := json.Marshal(e)
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "fault.internal", nil)
		}
		events[i] = journal.Event{Type: e.EventType(), Actor: actor.User.ID, Reason: order.Reason, Body: body}
	}
	events[0].Cmd = order.ID
	return events, nil
}
