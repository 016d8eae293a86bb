// Package office is the only door to the journal: it takes a command with its actor, asks who
// may, catches the state up, lets the domain decide, and appends what was decided.
package office

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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

// Keeper is what the office rests on: the journal, and the keys that stay out of it.
type Keeper interface {
	journal.Journal
	// Secret returns the key of an owner under a name, and keeps the fresh one when there is none.
	Secret(ctx context.Context, owner, name string, fresh []byte) ([]byte, error)
	// Erase appends w, rewrites what change changes of the streams named, and deletes the private facts
	// of an entry of w's stream, all in one commit.
	Erase(ctx context.Context, entry int, w journal.Write, streams []string, change func(journal.Event) (journal.Event, bool, error)) error
}

// Office holds the states that are in use. It is safe for several goroutines.
type Office struct {
	journal Keeper
	now     func() time.Time
	version string
	// watch is told of what was appended to a division; nil when nobody listens.
	watch   func([]journal.Event)
	pairing prometheus.Histogram

	mu        sync.Mutex
	divisions map[string]*desk
}

// desk is one division's state, nil until it is read. Who moves it on holds mu; readers take the
// pointer, so that nobody waits for a round that is being paired or a disk that is slow.
type desk struct {
	mu    sync.Mutex
	state atomic.Pointer[tournament.Division]
	used  time.Time
}

// New returns an office on a journal. The program's version is kept with every stream it
// writes, so that an older program can say which one is needed.
func New(j Keeper, now func() time.Time, version string) *Office {
	return &Office{journal: j, now: now, version: version, pairing: newPairing(), divisions: map[string]*desk{}}
}

// Watch tells what is appended to divisions from now on. It is set before the office is used.
func (o *Office) Watch(watch func([]journal.Event)) { o.watch = watch }

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

// current tells whether a state has all that is in the stream; other processes may have written.
func (o *Office) current(ctx context.Context, state *tournament.Division) (bool, error) {
	if state == nil {
		return false, nil
	}
	heads, err := o.journal.Heads(ctx, []string{state.ID})
	return heads[state.ID] == state.Head(), err
}

// catchUp reads what the stream has beyond the state.
func (o *Office) catchUp(ctx context.Context, id string, d *desk) error {
	state := d.state.Load()
	if done, err := o.current(ctx, state); err != nil || done {
		return err
	}
	after := int64(0)
	if state != nil {
		after = state.Head()
	}
	events, err := o.journal.Load(ctx, id, after)
	if err != nil {
		return err
	}
	if state == nil {
		if len(events) == 0 {
			o.forget(id, d)
			return fault.New(fault.NotFound, "fault.tournament.noDivision", nil)
		}
		state = &tournament.Division{ID: id}
	}
	next, err := o.advance(ctx, state, events)
	if err != nil {
		return err
	}
	d.state.Store(next)
	return nil
}

// forget drops a desk of a division that isn't there: addresses made up by readers mustn't push
// out the divisions that are in use.
func (o *Office) forget(id string, d *desk) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.divisions[id] == d {
		delete(o.divisions, id)
	}
}

// advance returns the state after some events. At a type that this version doesn't know it
// stops: the state before it can be read, and takes no command.
func (o *Office) advance(ctx context.Context, state *tournament.Division, events []journal.Event) (*tournament.Division, error) {
	facts, unread := o.read(ctx, events)
	if unread != nil && fault.CodeOf(unread) != fault.Newer {
		return nil, unread
	}
	next, err := state.Next(facts)
	if err != nil {
		return nil, err
	}
	next.Unread = unread
	return next, nil
}

// read turns events into facts, up to the first that can't be read. A type that this version
// doesn't know is told with the version that wrote the stream last.
func (o *Office) read(ctx context.Context, events []journal.Event) ([]tournament.Recorded, error) {
	facts := make([]tournament.Recorded, 0, len(events))
	for _, e := range events {
		event, err := tournament.Decode(e.Type, e.Body)
		if fault.CodeOf(err) == fault.Newer {
			return facts, fault.Wrap(err, fault.Newer, fault.KeyOf(err), fault.Args{"type": e.Type, "version": o.writer(ctx, e.Stream)})
		}
		if err != nil {
			return facts, err
		}
		facts = append(facts, tournament.Recorded{Event: event, Seq: e.Seq, At: e.At, Actor: e.Actor, Reason: e.Reason})
	}
	return facts, nil
}

// writer returns the version of the program that wrote to a stream last, "?" when it isn't known.
func (o *Office) writer(ctx context.Context, stream string) string {
	row, err := o.journal.Stream(ctx, stream)
	var sum Summary
	if err != nil || json.Unmarshal(row.Summary, &sum) != nil || sum.Version == "" {
		return "?"
	}
	return sum.Version
}

// Division returns the state of a division as it is now. It must not be changed.
func (o *Office) Division(ctx context.Context, id string) (*tournament.Division, error) {
	d := o.desk(id)
	state := d.state.Load()
	if done, err := o.current(ctx, state); err != nil || done {
		return state, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := o.catchUp(ctx, id, d); err != nil {
		return nil, err
	}
	return d.state.Load(), nil
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
	state, err := o.carryOut(ctx, actor, id, order)
	if enter, enters := order.Command.(tournament.EnterResult); enters && fault.KeyOf(err) == "fault.tournament.resultDiffers" {
		// Not under the order's id: sent again, the order is to be refused again.
		if _, failed := o.carryOut(ctx, actor, id, Order{Command: tournament.DisputeResult(enter)}); failed != nil {
			return nil, failed
		}
	}
	return state, err
}

// carryOut is Do for an actor whose right to the command was looked at.
func (o *Office) carryOut(ctx context.Context, actor Actor, id string, order Order) (*tournament.Division, error) {
	d := o.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	return o.inTurn(ctx, id, d, order, func(state *tournament.Division) error { return o.try(ctx, actor, d, state, order) })
}

// inTurn catches a locked desk up and lets work decide, anew while another process was faster. An
// order that was carried out before changes nothing.
func (o *Office) inTurn(ctx context.Context, id string, d *desk, order Order, work func(*tournament.Division) error) (*tournament.Division, error) {
	var err error
	for range tries {
		if err = o.catchUp(ctx, id, d); err != nil {
			return nil, err
		}
		if order.ID != "" {
			if _, done, err := o.journal.ByCmd(ctx, id, order.ID); err != nil || done {
				return d.state.Load(), err
			}
		}
		if err = work(d.state.Load()); fault.KeyOf(err) != "fault.journal.conflict" {
			break
		}
	}
	if err != nil && fault.KeyOf(err) != "fault.journal.repeated" {
		return nil, err
	}
	return d.state.Load(), nil
}

// try decides once on a state, appends, and puts the state after it on the desk.
func (o *Office) try(ctx context.Context, actor Actor, d *desk, state *tournament.Division, order Order) error {
	write, err := o.prepare(actor, state, order)
	if err != nil || len(write.Events) == 0 {
		return err
	}
	if _, publishes := order.Command.(tournament.PublishRound); publishes {
		if _, err := o.slipKey(ctx, write.Stream); err != nil {
			return err
		}
	}
	stored, err := o.journal.Append(ctx, write)
	if err != nil {
		return err
	}
	if o.watch != nil {
		o.watch(stored)
	}
	next, err := o.advance(ctx, state, stored)
	if err != nil {
		return err
	}
	d.state.Store(next)
	return nil
}

// prepare decides a command on a state, and makes the events and the row in the lists.
func (o *Office) prepare(actor Actor, state *tournament.Division, order Order) (journal.Write, error) {
	facts, err := o.decide(state, order.Command, tournament.Context{Now: o.now(), Actor: actor.User.ID, Reason: order.Reason})
	if err != nil || len(facts) == 0 {
		return journal.Write{}, err
	}
	events, err := envelopes(facts, actor, order.ID, order.Reason)
	if err != nil {
		return journal.Write{}, err
	}
	preview, err := state.Next(provisional(facts, state.Head(), o.now(), actor, order))
	if err != nil {
		return journal.Write{}, err
	}
	return journal.Write{Stream: state.ID, Expected: state.Head(), Events: events, List: o.divisionRow(preview)}, nil
}

// provisional are the facts as they will be, for the row in the lists that goes with them.
func provisional(facts []tournament.Event, head int64, now time.Time, actor Actor, order Order) []tournament.Recorded {
	all := make([]tournament.Recorded, len(facts))
	for i, e := range facts {
		all[i] = tournament.Recorded{Event: e, Seq: head + int64(i) + 1, At: now, Actor: actor.User.ID, Reason: order.Reason}
	}
	return all
}

func envelopes(facts []tournament.Event, actor Actor, cmd, reason string) ([]journal.Event, error) {
	events := make([]journal.Event, len(facts))
	for i, e := range facts {
		body, err := json.Marshal(e)
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "fault.internal", nil)
		}
		events[i] = journal.Event{Type: e.EventType(), Actor: actor.User.ID, Reason: reason, Body: body}
	}
	events[0].Cmd = cmd
	return events, nil
}
