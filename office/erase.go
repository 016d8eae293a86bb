package office

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// ErasePerson takes a person out of the stored record of his division and of its tournament's
// stream: a pseudonym stands in every event, also where a reason or a note names him, and his private
// facts are deleted. It returns the state after it.
// Faults: forbidden; notFound "fault.tournament.noEntry"; invalid "fault.tournament.reason".
func (o *Office) ErasePerson(ctx context.Context, actor Actor, id string, order Order) (*tournament.Division, error) {
	command, ok := order.Command.(tournament.ErasePerson)
	if !ok {
		return nil, fault.New(fault.Internal, "fault.internal", nil)
	}
	if err := actor.need(account.ErasePerson); err != nil {
		return nil, err
	}
	d := o.divisions.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	_, err := o.divisions.inTurn(ctx, id, d, order.ID, func(state *tournament.Division) error { return o.erase(ctx, actor, state, command.ID, order) })
	if err != nil {
		return nil, err
	}
	d.state.Store(nil) // it holds the name; the record no longer does
	if err := o.divisions.catchUp(ctx, id, d); err != nil {
		return nil, err
	}
	return d.state.Load(), nil
}

func (o *Office) erase(ctx context.Context, actor Actor, state *tournament.Division, id int, order Order) error {
	entry := state.EntryByID(id)
	if entry != nil {
		order.Reason = without(order.Reason, entry.Name, "")
	}
	draft, err := o.prepare(ctx, actor, state, order)
	if err != nil || draft == nil {
		return err
	}
	write := draft.write
	var fact tournament.PersonErased
	if err := json.Unmarshal(write.Events[0].Body, &fact); err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	name := entry.Name
	streams := []string{state.ID, state.Tournament}
	games, err := o.Rows(ctx, KindGame, state.ID)
	if err != nil {
		return err
	}
	for _, row := range games {
		streams = append(streams, row.ID)
	}
	err = o.journal.Erase(ctx, id, write, streams, func(e journal.Event) (journal.Event, bool, error) {
		return rewrite(e, state, fact, name)
	})
	if err != nil {
		return err
	}
	stored, err := o.journal.Load(ctx, state.ID, state.Head())
	if err == nil {
		o.tell(stored)
	}
	return err
}

// forgetNames drops the states that may hold the name of a person who was erased from a division:
// those of its tournament and of its games.
func (o *Office) forgetNames(d *tournament.Division) {
	o.tournaments.drop(func(id string) bool { return id == d.Tournament })
	o.games.drop(func(id string) bool { return DivisionOf(id) == d.ID })
}

// rewrite takes a person out of one event: out of his entry by its number, out of the texts of the
// tournament's stream and out of every reason by his name. Games hold no name but in reasons.
func rewrite(e journal.Event, d *tournament.Division, fact tournament.PersonErased, name string) (journal.Event, bool, error) {
	reason := without(e.Reason, name, fact.Pseudonym)
	changed := reason != e.Reason
	e.Reason = reason
	switch e.Stream {
	case d.ID:
	case d.Tournament:
		body, touched, err := withoutIn(e.Body, name, fact.Pseudonym)
		e.Body = body
		return e, changed || touched, err
	default:
		return e, changed, nil
	}
	event, err := tournament.Decode(e.Type, e.Body)
	if fault.CodeOf(err) == fault.Newer {
		return e, changed, nil
	}
	if err != nil {
		return e, false, err
	}
	rewritten, touched := fact.Rewrite(event)
	if !touched {
		return e, changed, nil
	}
	e.Type = rewritten.EventType()
	e.Body, err = json.Marshal(rewritten)
	return e, true, err
}

// without replaces a name in a text. A name of one character is left: it would hit other words.
func without(text, name, pseudonym string) string {
	if utf8.RuneCountInString(name) < 2 {
		return text
	}
	return strings.ReplaceAll(text, name, pseudonym)
}

// withoutIn replaces a name in every text of a JSON value.
func withoutIn(body json.RawMessage, name, pseudonym string) (json.RawMessage, bool, error) {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return body, false, err
	}
	touched := false
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case string:
			text := without(v, name, pseudonym)
			touched = touched || text != v
			return text
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case map[string]any:
			for key := range v {
				v[key] = walk(v[key])
			}
		}
		return v
	}
	value = walk(value)
	if !touched {
		return body, false, nil
	}
	out, err := json.Marshal(value)
	return out, true, err
}
