package office

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"tianyuan/facts"
	"tianyuan/fault"
	"tianyuan/journal"
)

// desk is the state of one stream, nil until it is read. Who moves it on holds mu; readers take the
// pointer, so that nobody waits for a round that is being paired or a disk that is slow. A state
// never changes once it is on its desk.
type desk[S any] struct {
	mu    sync.Mutex
	state atomic.Pointer[S]
	used  time.Time
}

// desks hold the states of one kind of stream that are in use.
type desks[S any] struct {
	office *Office
	// most bounds the states in memory.
	most int
	// none is the message when there is no such stream.
	none   string
	decode func(eventType string, body json.RawMessage) (facts.Event, error)
	begin  func(id string) *S
	head   func(*S) int64
	// next is the state after some facts; unread says why those behind them can't be read.
	next func(s *S, all []facts.Recorded, unread error) (*S, error)

	mu   sync.Mutex
	open map[string]*desk[S]
}

func (k *desks[S]) desk(id string) *desk[S] {
	k.mu.Lock()
	defer k.mu.Unlock()
	d, ok := k.open[id]
	if !ok {
		if len(k.open) >= k.most {
			k.dropOldest()
		}
		if k.open == nil {
			k.open = map[string]*desk[S]{}
		}
		d = &desk[S]{}
		k.open[id] = d
	}
	d.used = k.office.now()
	return d
}

func (k *desks[S]) dropOldest() {
	oldest := ""
	for id, d := range k.open {
		if oldest == "" || d.used.Before(k.open[oldest].used) {
			oldest = id
		}
	}
	delete(k.open, oldest)
}

// forget drops a desk of a stream that isn't there: addresses made up by readers mustn't push out
// the states that are in use.
func (k *desks[S]) forget(id string, d *desk[S]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.open[id] == d {
		delete(k.open, id)
	}
}

// drop drops the states of some streams; they are read anew when they are needed.
func (k *desks[S]) drop(these func(id string) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id := range k.open {
		if these(id) {
			delete(k.open, id)
		}
	}
}

// size is the number of states in memory.
func (k *desks[S]) size() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.open)
}

// get returns the state of a stream as it is now.
func (k *desks[S]) get(ctx context.Context, id string) (*S, error) {
	d := k.desk(id)
	state := d.state.Load()
	if done, err := k.current(ctx, id, state); err != nil || done {
		return state, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := k.catchUp(ctx, id, d); err != nil {
		return nil, err
	}
	return d.state.Load(), nil
}

// at is get for a stream whose head was looked up already.
func (k *desks[S]) at(ctx context.Context, id string, head int64) (*S, error) {
	if state := k.desk(id).state.Load(); state != nil && k.head(state) >= head {
		return state, nil
	}
	return k.get(ctx, id)
}

// current tells whether a state has all that is in the stream; other processes may have written.
func (k *desks[S]) current(ctx context.Context, id string, state *S) (bool, error) {
	if state == nil {
		return false, nil
	}
	heads, err := k.office.journal.Heads(ctx, []string{id})
	return heads[id] == k.head(state), err
}

// catchUp reads what the stream has beyond the state.
func (k *desks[S]) catchUp(ctx context.Context, id string, d *desk[S]) error {
	state := d.state.Load()
	if done, err := k.current(ctx, id, state); err != nil || done {
		return err
	}
	after := int64(0)
	if state != nil {
		after = k.head(state)
	}
	events, err := k.office.journal.Load(ctx, id, after)
	if err != nil {
		return err
	}
	if state == nil {
		if len(events) == 0 {
			k.forget(id, d)
			return fault.New(fault.NotFound, k.none, nil)
		}
		state = k.begin(id)
	}
	next, err := k.advance(ctx, state, events)
	if err != nil {
		return err
	}
	d.state.Store(next)
	return nil
}

// advance returns the state after some events. At a type that this version doesn't know it
// stops: the state before it can be read, and takes no command.
func (k *desks[S]) advance(ctx context.Context, state *S, events []journal.Event) (*S, error) {
	all, unread := k.office.read(ctx, k.decode, events)
	if unread != nil && fault.CodeOf(unread) != fault.Newer {
		return nil, unread
	}
	return k.next(state, all, unread)
}

// tries is how often a command that lost a race is decided anew.
const tries = 5

// inTurn catches a locked desk up and lets work decide, anew while another process was faster. A
// command that was carried out before changes nothing.
func (k *desks[S]) inTurn(ctx context.Context, id string, d *desk[S], cmd string, work func(*S) error) (*S, error) {
	var err error
	for range tries {
		if err = k.catchUp(ctx, id, d); err != nil {
			return nil, err
		}
		if cmd != "" {
			if _, done, err := k.office.journal.ByCmd(ctx, id, cmd); err != nil || done {
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

// draft is what a decision is about to append to one stream, with the state after it.
type draft[S any] struct {
	kind  *desks[S]
	desk  *desk[S]
	write journal.Write
	// before and after are the states between which the events lie.
	before, after *S
}

// draft makes one from events in their envelopes.
func (k *desks[S]) draft(ctx context.Context, id string, state *S, events []journal.Event) (*draft[S], error) {
	head := k.head(state)
	planned := make([]journal.Event, len(events))
	for i, e := range events {
		e.Stream, e.Seq = id, head+int64(i)+1
		planned[i] = e
	}
	after, err := k.advance(ctx, state, planned)
	if err != nil {
		return nil, err
	}
	return &draft[S]{kind: k, write: journal.Write{Stream: id, Expected: head, Events: events}, before: state, after: after}, nil
}

// appended is a draft of any kind that is being committed.
type appended interface {
	plan() journal.Write
	settle(ctx context.Context, stored []journal.Event) error
}

func (d *draft[S]) plan() journal.Write { return d.write }

// settle puts the state after a commit on its desk: the one that was worked out before it, unless
// the journal moved a time on.
func (d *draft[S]) settle(ctx context.Context, stored []journal.Event) error {
	for i, e := range stored {
		if !e.At.Equal(d.write.Events[i].At) {
			after, err := d.kind.advance(ctx, d.before, stored)
			if err != nil {
				return err
			}
			d.after = after
			break
		}
	}
	d.desk.state.Store(d.after)
	return nil
}

// commit appends drafts in one commit, moves their desks on and tells who listens. The desks are
// locked by the caller.
func (o *Office) commit(ctx context.Context, drafts ...appended) error {
	return o.commitBy(ctx, o.journal.Append, drafts...)
}

// commitBy is commit by a way of appending that does something else in the same commit.
func (o *Office) commitBy(ctx context.Context, add func(context.Context, ...journal.Write) ([]journal.Event, error), drafts ...appended) error {
	writes := make([]journal.Write, len(drafts))
	for i, d := range drafts {
		writes[i] = d.plan()
	}
	stored, err := add(ctx, writes...)
	if err != nil {
		return err
	}
	o.tell(stored)
	at := 0
	for i, d := range drafts {
		n := len(writes[i].Events)
		if err := d.settle(ctx, stored[at:at+n]); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// read turns events into facts, up to the first that can't be read. A type that this version
// doesn't know is told with the version that wrote the stream last.
func (o *Office) read(ctx context.Context, decode func(string, json.RawMessage) (facts.Event, error), events []journal.Event) ([]facts.Recorded, error) {
	all := make([]facts.Recorded, 0, len(events))
	for _, e := range events {
		event, err := decode(e.Type, e.Body)
		if fault.CodeOf(err) == fault.Newer {
			return all, fault.Wrap(err, fault.Newer, fault.KeyOf(err), fault.Args{"type": e.Type, "version": o.writer(ctx, e.Stream)})
		}
		if err != nil {
			return all, err
		}
		all = append(all, recorded(event, e))
	}
	return all, nil
}

// recorded is a fact with what its envelope says.
func recorded(event facts.Event, e journal.Event) facts.Recorded {
	return facts.Recorded{Event: event, Seq: e.Seq, At: e.At, Actor: e.Actor, Cmd: e.Cmd, Reason: e.Reason}
}
