package tournament_test

import (
	"testing"

	"tianyuan/clock"
	"tianyuan/tournament"
)

// TestLateLimits: a tournament's limits of lateness are those of the clock (D22.1, D22.2).
func TestLateLimits(t *testing.T) {
	for _, c := range []struct {
		venue   clock.Venue
		minutes int
	}{{clock.SeparateVenue, 0}, {clock.SameVenue, int(tournament.SamePlaceLimit.Minutes())}} {
		law, err := clock.LawOf("2002", c.venue)
		if got := (tournament.Regulations{LateMinutes: c.minutes}).LateLimit(); err != nil || got != law.LateLimit {
			t.Errorf("%s: %v in a tournament, %v on a clock, %v", c.venue, got, law.LateLimit, err)
		}
	}
}
