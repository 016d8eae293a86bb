package rules_test

import (
	"slices"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/rules"
)

// TestClockLaw: what clock/ does by itself is what the law table says of the same cases: how often a
// lateness is deducted (D22.1; 2002 art. 22.1, 1988 art. 23.3), how often an overrun may be a pass
// (D22.5; 2002 art. 22.5, 1988 art. 23.5), and whether captures are timed (D22.6; 2002 art. 22.6,
// 1988 art. 23.4).
func TestClockLaw(t *testing.T) {
	for _, e := range rules.Editions {
		law, err := clock.LawOf(string(e), clock.SeparateVenue)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[rules.Consequence]int{rules.TimeDeducted: 1, rules.TimeDoubled: 2}[choice(t, e, "late", "withinLimit").Do[0]]; law.LateFactor != want {
			t.Errorf("%s: deducted %d times, by the table %d", e, law.LateFactor, want)
		}
		if got := choice(t, e, "late", "overLimit").Do; !slices.Equal(got, []rules.Consequence{rules.RuledLoss}) {
			t.Errorf("%s: beyond the limit %v", e, got)
		}
		if want := choice(t, e, "overrunLastMinute", "onRequest").PerGame; law.OverrunPasses != want {
			t.Errorf("%s: %d passes for an overrun, by the table %d", e, law.OverrunPasses, want)
		}
		p, err := rules.Case(e, "captureBeforePress")
		if err != nil {
			t.Fatal(err)
		}
		if timed := slices.Contains(p.Consequences, rules.TimeKept); law.CapturesTimed != timed {
			t.Errorf("%s: captures timed %v, by the table %v", e, law.CapturesTimed, timed)
		}
	}
}

// choice is what the law gives under a condition, nothing where it has no such choice.
func choice(t *testing.T, e rules.Edition, name, when string) rules.Choice {
	t.Helper()
	p, err := rules.Case(e, name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Choices {
		if string(c.When) == when {
			return c
		}
	}
	return rules.Choice{}
}

// TestLateLimits: the figures of D22.1 and D22.2, which the texts of the law name.
func TestLateLimits(t *testing.T) {
	for venue, want := range map[clock.Venue]time.Duration{clock.SeparateVenue: time.Hour, clock.SameVenue: 15 * time.Minute} {
		for _, e := range rules.Editions {
			if law, err := clock.LawOf(string(e), venue); err != nil || law.LateLimit != want {
				t.Errorf("%s, %s: %v, %v", e, venue, law.LateLimit, err)
			}
		}
	}
}
