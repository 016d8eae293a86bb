// Package office is the only door to the journal: it takes a command with its actor, asks who
// may, catches the state up, lets the domain decide, and appends what was decided.
package office

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tianyuan/account"
	"tianyuan/facts"
	"tianyuan/fault"
	"tianyuan/game"
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
	// KnownSecret returns that key, and whether there is one.
	KnownSecret(ctx context.Context, owner, name string) (value []byte, known bool, err error)
	// Erase appends w, rewrites what change changes of the streams named, and deletes the private facts
	// of an entry of w's stream, all in one commit.
	Erase(ctx context.Context, entry int, w journal.Write, streams []string, change func(journal.Event) (journal.Event, bool, error)) error
	// AppendMoving is Append for a player who changes divisions: his private facts go with him in the
	// same commit. The first write is of the division that he leaves, the second of the other.
	AppendMoving(ctx context.Context, from, to int, writes ...journal.Write) ([]journal.Event, error)
}

// Office holds the states that are in use. It is safe for several goroutines.
type Office struct {
	journal Keeper
	now     func() time.Time
	version string
	// random is what nobody can foresee: the keys of hidden things, and the stones of a nigiri.
	random io.Reader
	// watch are told of what was appended.
	watch   []func([]journal.Event)
	pairing prometheus.Histogram

	tournaments desks[tournament.Tournament]
	divisions   desks[tournament.Division]
	games       desks[held]
	// making is held while a division is begun or restored: names and numbers are counted before.
	making sync.Mutex
}

// The bounds on the states in memory; the longest unused is dropped.
const (
	maxTournaments = 200
	maxDivisions   = 400
	maxGames       = 2000
)

// New returns an office on a journal. The program's version is kept with every stream it
// writes, so that an older program can say which one is needed.
func New(j Keeper, now func() time.Time, version string) *Office {
	o := &Office{journal: j, now: now, version: version, random: rand.Reader, pairing: newPairing()}
	o.tournaments = desks[tournament.Tournament]{
		office: o, most: maxTournaments, none: "fault.notFound", decode: tournament.Decode,
		begin: func(id string) *tournament.Tournament { return &tournament.Tournament{ID: id} },
		head:  (*tournament.Tournament).Head,
		next:  nextTournament,
	}
	o.divisions = desks[tournament.Division]{
		office: o, most: maxDivisions, none: "fault.tournament.noDivision", decode: tournament.Decode,
		begin: func(id string) *tournament.Division { return &tournament.Division{ID: id} },
		head:  (*tournament.Division).Head,
		next:  o.nextDivision,
	}
	o.games = desks[held]{
		office: o, most: maxGames, none: "fault.office.noGame", decode: game.Decode,
		begin: func(id string) *held { return &held{id: id, game: &game.Game{}} },
		head:  func(h *held) int64 { return h.game.Head() },
		next:  (*held).next,
	}
	return o
}

func nextTournament(t *tournament.Tournament, all []facts.Recorded, unread error) (*tournament.Tournament, error) {
	next, err := t.Next(all)
	if err == nil {
		next.Unread = unread
	}
	return next, err
}

func (o *Office) nextDivision(d *tournament.Division, all []facts.Recorded, unread error) (*tournament.Division, error) {
	next, err := d.Next(all)
	if err != nil {
		return nil, err
	}
	next.Unread = unread
	if slices.ContainsFunc(all, func(r facts.Recorded) bool { _, erased := r.Event.(tournament.PersonErased); return erased }) {
		o.forgetNames(next)
	}
	return next, nil
}

// Random sets where random numbers come from, before the office is used; without it they are the
// machine's own.
func (o *Office) Random(source io.Reader) { o.random = source }

// Watch tells what is appended from now on. It is set before the office is used, as often as somebody
// listens.
func (o *Office) Watch(watch func([]journal.Event)) { o.watch = append(o.watch, watch) }

// tell tells what was appended.
func (o *Office) tell(events []journal.Event) {
	for _, watch := range o.watch {
		watch(events)
	}
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
	return o.divisions.get(ctx, id)
}

// Order is a command as it comes in.
type Order struct {
	// ID makes a repeated command harmless: it gets its first answer. "" = not repeatable.
	ID      string
	Reason  string
	Command tournament.Command
	// Asked are the tables of which the actor was told that a game is going on there, and wants it all
	// the same.
	Asked []int
}

// Do carries out a command on a division and returns the state after it. A command id that was
// carried out before changes nothing and gets the state as it is.
// Faults: those of the domain; forbidden; conflict "fault.office.goingOn", and when the race was lost
// too often.
func (o *Office) Do(ctx context.Context, actor Actor, id string, order Order) (*tournament.Division, error) {
	ability, err := abilityOf(order.Command)
	if err != nil {
		return nil, err
	}
	if err := actor.need(ability); err != nil {
		return nil, err
	}
	if order.Command, err = o.ownTables(ctx, actor, id, order.Command); err != nil {
		return nil, err
	}
	if _, restores := order.Command.(tournament.RestoreDivision); restores {
		o.making.Lock()
		defer o.making.Unlock()
		if err := o.roomAgain(ctx, id); err != nil {
			return nil, err
		}
	}
	if order, err = o.overGames(ctx, id, order); err != nil {
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

// Foresee tells why an order would be refused though its giver answered every question about the games that go
// on; nil when it wouldn't be. Nothing is asked before that is known. Another result that stands is left to Do,
// which notes the second one. Faults: those of Do.
func (o *Office) Foresee(ctx context.Context, actor Actor, id string, order Order) error {
	ability, err := abilityOf(order.Command)
	if err != nil {
		return err
	}
	if err := actor.need(ability); err != nil {
		return err
	}
	if order.Command, err = o.ownTables(ctx, actor, id, order.Command); err != nil {
		return err
	}
	state, err := o.Division(ctx, id)
	if err != nil {
		return err
	}
	_, err = o.decide(state, order.Command, tournament.Context{Now: o.now(), Actor: actor.User.ID, Reason: order.Reason})
	if fault.KeyOf(err) == "fault.tournament.resultDiffers" {
		return nil
	}
	return err
}

// overGames holds an order against the games that are going on. A repeated order was answered before.
func (o *Office) overGames(ctx context.Context, id string, order Order) (Order, error) {
	if order.ID != "" {
		if _, done, err := o.journal.ByCmd(ctx, id, order.ID); err != nil || done {
			return order, err
		}
	}
	d, err := o.Division(ctx, id)
	if err != nil {
		return order, err
	}
	if takes, ok := order.Command.(tournament.TakeClaims); ok {
		order.Command, err = o.leaveGames(ctx, d, takes)
		return order, err
	}
	return order, o.askAbout(ctx, d, order)
}

// carryOut is Do for an actor whose right to the command was looked at.
func (o *Office) carryOut(ctx context.Context, actor Actor, id string, order Order) (*tournament.Division, error) {
	d := o.divisions.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	return o.divisions.inTurn(ctx, id, d, order.ID, func(state *tournament.Division) error { return o.try(ctx, actor, d, state, order) })
}

// try decides once on a state, appends, and puts the state after it on the desk.
func (o *Office) try(ctx context.Context, actor Actor, d *desk[tournament.Division], state *tournament.Division, order Order) error {
	draft, err := o.prepare(ctx, actor, state, order)
	if err != nil || draft == nil {
		return err
	}
	if _, publishes := order.Command.(tournament.PublishRound); publishes {
		if _, err := o.slipKey(ctx, state.ID); err != nil {
			return err
		}
	}
	draft.desk = d
	return o.commit(ctx, draft)
}

// prepare decides a command on a state, and makes the events and the row in the lists; nil when
// there is nothing to write.
func (o *Office) prepare(ctx context.Context, actor Actor, state *tournament.Division, order Order) (*draft[tournament.Division], error) {
	decided, err := o.decide(state, order.Command, tournament.Context{Now: o.now(), Actor: actor.User.ID, Reason: order.Reason})
	if err != nil || len(decided) == 0 {
		return nil, err
	}
	events, err := o.envelopes(decided, actor, order.ID, order.Reason)
	if err != nil {
		return nil, err
	}
	d, err := o.divisions.draft(ctx, state.ID, state, events)
	if err != nil {
		return nil, err
	}
	d.write.List = o.divisionRow(d.after)
	return d, nil
}

// envelopes put facts into their envelopes. The time is the office's, so that what is decided on
// the facts before they are stored holds of them afterwards.
func (o *Office) envelopes(decided []facts.Event, actor Actor, cmd, reason string) ([]journal.Event, error) {
	events := make([]journal.Event, len(decided))
	at := o.now().UTC().Truncate(time.Microsecond)
	for i, e := range decided {
		body, err := json.Marshal(e)
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "fault.internal", nil)
		}
		events[i] = journal.Event{Type: e.EventType(), At: at, Actor: actor.User.ID, Reason: reason, Body: body}
	}
	events[0].Cmd = cmd
	return events, nil
}
