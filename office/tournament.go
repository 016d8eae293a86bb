package office

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// The kinds of streams.
const (
	KindTournament = "tournament"
	KindDivision   = "division"
)

// Summary is what a division's row in the lists says beside title and state.
type Summary struct {
	Method  string `json:"method,omitempty"`
	Edition string `json:"edition,omitempty"`
	Entries int    `json:"entries"`
	Round   int    `json:"round"`
	Rounds  int    `json:"rounds"`
	Results int    `json:"results"`
	Tables  int    `json:"tables"`
	Public  bool   `json:"public,omitempty"`
	Venue   string `json:"venue,omitempty"`
	// Version of the program that wrote last.
	Version string `json:"version,omitempty"`
}

// divisionRow is the row of a division in the lists.
func (o *Office) divisionRow(d *tournament.Division) *journal.Stream {
	sum := Summary{Version: o.version, Method: string(d.Reg.Method), Edition: string(d.Reg.Edition), Entries: len(d.Entries), Rounds: d.PlannedRounds()}
	state := "entries"
	if d.Drawn {
		state = "drawn"
	}
	if cur := d.Current(); cur != nil {
		state = string(cur.Phase)
		sum.Round, sum.Results, sum.Tables = cur.No, len(cur.Results), len(cur.Pairs)
	}
	if d.Final != nil {
		state = "final"
	}
	if d.Hidden != nil {
		state = stateHidden
	}
	facts, err := json.Marshal(sum)
	if err != nil {
		facts = nil
	}
	return &journal.Stream{Kind: KindDivision, Parent: d.Tournament, Title: d.Name, State: state, Summary: facts}
}

// Tournament returns the state of a tournament as it is now. It must not be changed.
func (o *Office) Tournament(ctx context.Context, id string) (*tournament.Tournament, error) {
	return o.tournaments.get(ctx, id)
}

// CreateTournament begins a tournament under an id made by the caller.
func (o *Office) CreateTournament(ctx context.Context, actor Actor, id, cmd string, info tournament.Info) error {
	if err := actor.need(account.CreateTournament); err != nil {
		return err
	}
	k := o.tournaments.desk(id)
	k.mu.Lock()
	defer k.mu.Unlock()
	return o.inHall(ctx, actor, k, &tournament.Tournament{ID: id}, HallOrder{ID: cmd, Command: tournament.SetInfo{Info: info}})
}

// HallOrder is a command on a tournament as it comes in; like Order.
type HallOrder struct {
	ID      string
	Reason  string
	Command tournament.HallCommand
}

// DoHall carries out a command on a tournament. A command id that was carried out before changes
// nothing. Faults: those of the domain; forbidden; conflict when the race was lost too often.
func (o *Office) DoHall(ctx context.Context, actor Actor, id string, order HallOrder) error {
	ability, err := hallAbility(order.Command)
	if err != nil {
		return err
	}
	if err := actor.need(ability); err != nil {
		return err
	}
	return o.carryOutHall(ctx, actor, id, order)
}

// carryOutHall is DoHall for an actor whose right to the command was looked at.
func (o *Office) carryOutHall(ctx context.Context, actor Actor, id string, order HallOrder) error {
	k := o.tournaments.desk(id)
	k.mu.Lock()
	defer k.mu.Unlock()
	_, err := o.tournaments.inTurn(ctx, id, k, order.ID, func(t *tournament.Tournament) error { return o.inHall(ctx, actor, k, t, order) })
	return err
}

// inHall decides once and appends.
func (o *Office) inHall(ctx context.Context, actor Actor, k *desk[tournament.Tournament], t *tournament.Tournament, order HallOrder) error {
	decided, err := t.Decide(order.Command, tournament.Context{Now: o.now(), Actor: actor.User.ID, Reason: order.Reason})
	if err != nil || len(decided) == 0 {
		return err
	}
	events, err := o.envelopes(decided, actor, order.ID, order.Reason)
	if err != nil {
		return err
	}
	made, err := o.tournaments.draft(ctx, t.ID, t, events)
	if err != nil {
		return err
	}
	info := made.after.Info
	sum, err := json.Marshal(Summary{Version: o.version, Public: info.Public, Venue: info.Venue})
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	row := &journal.Stream{Kind: KindTournament, Title: info.Name, Summary: sum}
	if day, err := time.Parse(time.DateOnly, info.Starts); err == nil {
		row.Starts = day
	}
	made.desk, made.write.List = k, row
	return o.commit(ctx, made)
}

// MaxDivisions bounds the divisions of one tournament.
const MaxDivisions = 40

// CreateDivision begins a division under an id made by the caller.
// Faults: those of the domain; forbidden; conflict "fault.office.tooManyDivisions",
// "fault.office.sameDivision", and "fault.journal.conflict" when the id has a division already.
func (o *Office) CreateDivision(ctx context.Context, actor Actor, id string, order Order) (*tournament.Division, error) {
	if err := actor.need(account.EditDivisions); err != nil {
		return nil, err
	}
	o.making.Lock()
	defer o.making.Unlock()
	if create, ok := order.Command.(tournament.CreateDivision); ok {
		if err := o.room(ctx, create.Tournament, id, create.Name); err != nil {
			return nil, err
		}
		if _, err := o.journal.Stream(ctx, id); err == nil {
			return nil, fault.New(fault.Conflict, "fault.journal.conflict", nil)
		}
	}
	d := o.divisions.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.state.Load() != nil {
		return nil, fault.New(fault.Conflict, "fault.journal.conflict", nil)
	}
	if err := o.try(ctx, actor, d, &tournament.Division{ID: id}, order); err != nil {
		return nil, err
	}
	return d.state.Load(), nil
}

// room refuses one more division of a tournament where its name is taken or there are enough.
// Hidden ones don't count.
func (o *Office) room(ctx context.Context, tournament, id, name string) error {
	rows, err := o.Rows(ctx, KindDivision, tournament)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.Title == name && row.ID != id {
			return fault.New(fault.Conflict, "fault.office.sameDivision", fault.Args{"name": name})
		}
	}
	if len(rows) >= MaxDivisions && !slices.ContainsFunc(rows, func(row journal.Stream) bool { return row.ID == id }) {
		return fault.New(fault.Conflict, "fault.office.tooManyDivisions", fault.Args{"most": MaxDivisions})
	}
	return nil
}

// roomAgain is room for a hidden division that comes back.
func (o *Office) roomAgain(ctx context.Context, id string) error {
	d, err := o.Division(ctx, id)
	if err != nil || d.Hidden == nil {
		return err
	}
	return o.room(ctx, d.Tournament, id, d.Name)
}

// Rows lists the tournaments, or the divisions of one that aren't hidden.
func (o *Office) Rows(ctx context.Context, kind, parent string) ([]journal.Stream, error) {
	rows, err := o.journal.Streams(ctx, kind, parent)
	return slices.DeleteFunc(rows, Hidden), err
}

// AllRows is Rows with the hidden divisions.
func (o *Office) AllRows(ctx context.Context, kind, parent string) ([]journal.Stream, error) {
	return o.journal.Streams(ctx, kind, parent)
}

// stateHidden is the state of a hidden division's row.
const stateHidden = "hidden"

// Hidden tells that a row is of a division that was taken out of sight.
func Hidden(row journal.Stream) bool { return row.Kind == KindDivision && row.State == stateHidden }

// Log returns a stream's events for the protocol page, oldest first.
func (o *Office) Log(ctx context.Context, id string) ([]journal.Event, error) {
	return o.journal.Load(ctx, id, 0)
}

// Since returns a stream's events after a number, oldest first.
func (o *Office) Since(ctx context.Context, id string, after int64) ([]journal.Event, error) {
	return o.journal.Load(ctx, id, after)
}

// Heads returns the heads of the streams that exist, for followers.
func (o *Office) Heads(ctx context.Context, ids []string) (map[string]int64, error) {
	return o.journal.Heads(ctx, ids)
}
