package tournament_test

import (
	"testing"

	"tianyuan/fault"
	"tianyuan/tournament"
)

// TestScoreOrder: a win is worth more than a draw, a draw at least a loss, and nothing is below 0
// (contract.md, option score).
func TestScoreOrder(t *testing.T) {
	usual := tournament.Score{Win: "2", Draw: "1", Loss: "0", Bye: "2", Absent: "0", Late: "0"}
	for _, c := range []struct {
		name   string
		change func(*tournament.Score)
		want   string
	}{
		{"2 1 0", func(*tournament.Score) {}, ""},
		{"1 1/2 0", func(s *tournament.Score) { s.Win, s.Draw = "1", "1/2" }, ""},
		{"3 1 1", func(s *tournament.Score) { s.Win, s.Loss = "3", "1" }, ""},
		{"win 0, loss 2", func(s *tournament.Score) { s.Win, s.Loss = "0", "2" }, "fault.tournament.scoreOrder"},
		{"win -1", func(s *tournament.Score) { s.Win = "-1" }, "fault.tournament.scoreOrder"},
		{"win as a draw", func(s *tournament.Score) { s.Draw = "2" }, "fault.tournament.scoreOrder"},
		{"loss -1", func(s *tournament.Score) { s.Loss = "-1" }, "fault.tournament.scoreOrder"},
		{"absent -1", func(s *tournament.Score) { s.Absent = "-1" }, "fault.tournament.scoreNegative"},
	} {
		o := tournament.DefaultOptions("2002")
		o.Score = usual
		c.change(&o.Score)
		if err := o.Validate(); (err != nil) != (c.want != "") || err != nil && fault.KeyOf(err) != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
