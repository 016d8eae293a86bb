package clock_test

import (
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
)

// TestTurn (2002 art. 21.4): the move given to a side: its time runs from then on, the other's
// begun minute is dropped, and no move is counted, no increment granted, no section moved on.
func TestTurn(t *testing.T) {
	for _, system := range []clock.System{
		{Kind: clock.Reserved, Base: 5 * time.Minute, Reserved: 5, Period: time.Minute},
		{Kind: clock.Canadian, Moves: 3, Block: 5 * time.Minute},
		{Kind: clock.Fischer, Base: 5 * time.Minute, Increment: 30 * time.Second},
	} {
		law, err := clock.LawOf("2002", clock.SeparateVenue)
		if err != nil {
			t.Fatal(err)
		}
		k := clock.New(law, system)
		if _, _, err := k.Apply(clock.Event{Do: clock.DoTurn, Side: clock.White}); fault.KeyOf(err) != "fault.clock.refused.notStarted" {
			t.Errorf("before the start: %v", err)
		}
		for _, e := range []clock.Event{
			{At: 0, Do: clock.DoStart, Side: clock.Black}, {At: 20 * time.Second, Do: clock.DoPause}, {At: time.Hour, Do: clock.DoTurn, Side: clock.White},
			{At: time.Hour, Do: clock.DoResume},
		} {
			next, _, err := k.Apply(e)
			if err != nil {
				t.Fatal(err)
			}
			k = next
		}
		s := k.State(time.Hour + 10*time.Second)
		if s.Turn != clock.White || s.White.Used != 10*time.Second || s.Black.Used != 20*time.Second || s.Black.Spent != 0 {
			t.Errorf("%s: %+v", system.Kind, s)
		}
		if s.Black.Moves != 0 || s.Black.MovesLeft != system.Moves || s.Black.Main > 5*time.Minute || s.Black.Left != system.Reserved {
			t.Errorf("%s: Black has %+v", system.Kind, s.Black)
		}
		if same, _, err := k.Apply(clock.Event{At: time.Hour + 10*time.Second, Do: clock.DoTurn, Side: clock.White}); err != nil || same.State(time.Hour+10*time.Second) != s {
			t.Errorf("%s: given the move that it has: %v", system.Kind, err)
		}
	}
}
