package tournament_test

import (
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// TestBothLose (options no. 6, D17.5b): a loss of both can be entered, unless the event knows none; both
// absent is no such ruling.
func TestBothLose(t *testing.T) {
	for word, refused := range map[string]bool{"lot": false, "forbid": true} {
		d := newDesk(t, tournament.Swiss, 3, 4)
		reg := d.state.Reg
		reg.Options.BothLose, reg.Notes = word, "x"
		d.must(tournament.DraftRegulations{Name: "甲组", Regulations: reg})
		d.must(tournament.ApproveRegulations{})
		d.begin()
		err := d.try(tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Manner: rules.BothLost, Lot: rules.Black}}, "")
		if got := fault.KeyOf(err) == "fault.tournament.bothLose"; got != refused || err != nil && !got {
			t.Errorf("%q: %v", word, err)
		}
		d.must(tournament.EnterResult{Round: 1, Table: 2, Outcome: rules.Outcome{Manner: rules.BothAbsent}})
	}
}

// TestOverdueAtTheLimit (D22.1, options no. 7): a table where somebody is missing at just the limit isn't
// overdue yet, unless the event's limit is exclusive.
func TestOverdueAtTheLimit(t *testing.T) {
	for word, overdue := range map[string]int{"included": 0, "excluded": 1} {
		d := newDesk(t, tournament.Swiss, 3, 4)
		reg := d.state.Reg
		reg.Games.LateEdge, reg.Notes = word, "x"
		d.must(tournament.DraftRegulations{Name: "甲组", Regulations: reg})
		d.must(tournament.ApproveRegulations{})
		d.begin()
		d.must(tournament.MarkSeats{Round: 1, Table: 1, Seats: tournament.Seats{MissingB: true}})
		r := d.state.Round(1)
		for after, want := range map[time.Duration]int{time.Hour - time.Second: 0, time.Hour: overdue, time.Hour + time.Second: 1} {
			if got := d.state.Overdue(r, r.StartedAt.Add(after)); len(got) != want {
				t.Errorf("%s, after %v: %v", word, after, got)
			}
		}
	}
}
