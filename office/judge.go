package office

import (
	"encoding/json"

	"tianyuan/facts"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// Judge tells whether the events of a stream from elsewhere can be read and follow one another.
// Faults: invalid "fault.store.importEvent" with the stream's title and the event's number;
// newer "fault.tournament.unknownEvent", "fault.game.unknownEvent".
func Judge(row journal.Stream, events []journal.Event) error {
	division, played := &tournament.Division{ID: row.ID}, &game.Game{}
	decode, apply := tournament.Decode, (&tournament.Tournament{ID: row.ID}).Apply
	switch row.Kind {
	case KindDivision:
		apply = division.Apply
	case KindGame:
		decode, apply = game.Decode, played.Apply
	}
	bad := func(err error, seq int64) error {
		return fault.Wrap(err, fault.Invalid, "fault.store.importEvent", fault.Args{"title": row.Title, "seq": seq})
	}
	for _, e := range events {
		if err := judgeOne(decode, apply, e); fault.CodeOf(err) == fault.Newer {
			return err
		} else if err != nil {
			return bad(err, e.Seq)
		}
	}
	if row.Kind == KindDivision && division.Tournament != row.Parent || row.Kind == KindGame && DivisionOf(row.ID) != row.Parent {
		return bad(nil, events[0].Seq)
	}
	return nil
}

func judgeOne(decode func(string, json.RawMessage) (facts.Event, error), apply func(facts.Recorded) error, e journal.Event) error {
	event, err := decode(e.Type, e.Body)
	if err != nil {
		return err
	}
	return apply(recorded(event, e))
}
