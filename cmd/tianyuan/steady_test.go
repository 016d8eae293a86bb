package main

import (
	"testing"
	"time"
)

// TestSteady: the program's time never goes back, whatever the machine's clock does, and says what is
// wrong with it (issue 4, Bad input: a wrong system clock).
func TestSteady(t *testing.T) {
	start := time.Date(2026, 11, 28, 14, 0, 0, 0, time.UTC)
	type look struct {
		wall    time.Duration // of the machine's clock, from the start
		elapsed time.Duration
		want    time.Duration
		trouble string
	}
	for _, c := range []struct {
		name   string
		record time.Time
		looks  []look
	}{
		{"a plain day", time.Time{}, []look{{0, 0, 0, ""}, {time.Minute, time.Minute, time.Minute, ""}, {9 * time.Hour, 9 * time.Hour, 9 * time.Hour, ""}}},
		{"a small correction is told to nobody", time.Time{}, []look{{time.Hour, time.Hour, time.Hour, ""}, {time.Hour - time.Minute, time.Hour + time.Second, time.Hour + time.Second, ""}, {time.Hour + time.Minute, time.Hour + 2*time.Minute, time.Hour + 2*time.Minute, ""}}},
		{"an hour back in mid-round", time.Time{}, []look{{time.Hour, time.Hour, time.Hour, ""}, {time.Minute, time.Hour + time.Minute, time.Hour + time.Minute, "back"}, {16 * time.Minute, 76 * time.Minute, 76 * time.Minute, "back"}, {2 * time.Hour, 77 * time.Minute, 2 * time.Hour, ""}}},
		{"the lid closed for half an hour", time.Time{}, []look{{time.Minute, time.Minute, time.Minute, ""}, {31 * time.Minute, time.Minute + time.Second, 31 * time.Minute, ""}}},
		{"a leap of a year", time.Time{}, []look{{time.Minute, time.Minute, time.Minute, ""}, {8760 * time.Hour, 2 * time.Minute, 8760 * time.Hour, "ahead"}, {8762 * time.Hour, 122 * time.Minute, 8762 * time.Hour, ""}}},
		{"behind the last record", start.Add(time.Hour), []look{{0, 0, 0, "record"}, {59 * time.Minute, 59 * time.Minute, 59 * time.Minute, ""}}},
		{"before the program was made", time.Time{}, []look{{-8760 * time.Hour, 0, 0, "back"}}},
	} {
		s := newSteady(start)
		s.after(c.record)
		s.elapsed = 0
		for i, x := range c.looks {
			if got := s.at(start.Add(x.wall), x.elapsed).Sub(start); got != x.want || s.state().Kind != x.trouble {
				t.Errorf("%s, look %d: %v after the start, trouble %q; want %v, %q", c.name, i, got, s.state().Kind, x.want, x.trouble)
			}
		}
	}
	old := newSteady(start.AddDate(-3, 0, 0))
	if old.at(start.AddDate(-3, 0, 0), 0); old.state().Kind != "old" {
		t.Errorf("a clock of three years ago: %+v", old.state())
	}
}
