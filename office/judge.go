package office

import (
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// Judge tells whether the events of a stream from elsewhere can be read and follow one another.
// Faults: invalid "fault.store.importEvent" with the stream's title and the event's number;
// newer "fault.tournament.unknownEvent".
func Judge(row journal.Stream, events []journal.Event) error {
	apply := (&tournament.Tournament{ID: row.ID}).Apply
	division := &tournament.Division{ID: row.ID}
	if row.Kind == KindDivision {
		apply = division.Apply
	}
	for _, e := range events {
		event, err := tournament.Decode(e.Type, e.Body)
		if err == nil {
			err = apply(tournament.Recorded{Event: event, Seq: e.Seq, At: e.At, Actor: e.Actor, Reason: e.Reason})
		}
		if fault.CodeOf(err) == fault.Newer {
			return err
		}
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "fault.store.importEvent", fault.Args{"title": row.Title, "seq": e.Seq})
		}
	}
	if row.Kind == KindDivision && division.Tournament != row.Parent {
		return fault.New(fault.Invalid, "fault.store.importEvent", fault.Args{"title": row.Title, "seq": events[0].Seq})
	}
	return nil
}
