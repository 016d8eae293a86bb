package standing_test

import (
	"testing"

	"tianyuan/standing"
)

// TestLotsShown: lots show the order that they gave among the tied players, from 1, and nothing for
// whom they didn't decide; the explanation adds up no opponents (2002 art. 27, 1988 art. 28).
func TestLotsShown(t *testing.T) {
	in := standing.Input{Rounds: 1, Upto: 1, Players: players(6), Options: options("points", "lots")}
	for _, pair := range [][2]int{{1, 2}, {3, 4}, {5, 6}} {
		in.Games = append(in.Games, standing.Game{Round: 1, Black: pair[0], White: pair[1], BlackResult: standing.Win, WhiteResult: standing.Loss})
	}
	in.Lots = []int{5, 1, 3}
	table, err := standing.Rank(in)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]string{5: "1", 1: "2", 3: "3", 2: "–", 4: "–", 6: "–"}
	for _, row := range table.Rows {
		if got := row.Text("lots"); got != want[row.No] {
			t.Errorf("no. %d shows %s, want %s", row.No, got, want[row.No])
		}
		e, err := standing.Explain(in, row.No, "lots")
		if err != nil || e.Total != want[row.No] || len(e.Parts) != 0 {
			t.Errorf("no. %d: %+v, %v", row.No, e, err)
		}
	}
}

// TestNeverStarted: who never had a game or a bye has no place once he left, on a Swiss and on a round
// robin, a late entry among them (contract: "one who never started"; E28/29).
func TestNeverStarted(t *testing.T) {
	for _, roundRobin := range []bool{false, true} {
		for _, c := range []struct {
			from, after int
			absent      bool
		}{{0, 0, false}, {2, 0, false}, {3, 1, false}, {3, 2, false}, {0, 0, true}} {
			in := standing.Input{RoundRobin: roundRobin, Rounds: 3, Upto: 1, Players: players(4), Options: options("points", "sos")}
			in.Players[0].From = c.from
			in.Games = []standing.Game{{Round: 1, Black: 2, White: 3, BlackResult: standing.Win, WhiteResult: standing.Loss}}
			in.Byes = []standing.Mark{{Round: 1, No: 4}}
			if c.absent {
				in.Absences = []standing.Mark{{Round: 1, No: 1}}
			}
			in.Withdrawals = []standing.Withdrawal{{No: 1, After: c.after}}
			table, err := standing.Rank(in)
			if err != nil {
				t.Fatal(err)
			}
			if last := table.Rows[3]; last.No != 1 || last.Place != 0 || last.Status != standing.Annulled {
				t.Errorf("round robin %v, %+v: %+v", roundRobin, c, last)
			}
		}
	}
}
