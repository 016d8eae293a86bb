package standing_test

import (
	"slices"
	"testing"

	"tianyuan/standing"
)

// TestLeave tells before what the ranking does after: the half test of a round robin (2002 art. 28.2,
// 1988 art. 29.2) and the A formula of 1988 art. 29.3, with the examples of the rules.
func TestLeave(t *testing.T) {
	for after, annulled := range map[int]bool{0: true, 1: true, 2: true, 3: false, 4: false} {
		in := w1(t, false)
		in.Games = slices.DeleteFunc(in.Games, func(g standing.Game) bool { return g.Round > after })
		in.Upto = after
		l, err := standing.Leave(in, 6, after)
		if err != nil || l.Annulled != annulled || l.Played != after || l.Due != 5 {
			t.Errorf("after %d of 5 rounds: %+v, %v", after, l, err)
		}
	}
	for _, c := range []struct {
		points, played, rounds int
		want                   string
	}{{4, 3, 7, "8"}, {2, 4, 7, "3.5"}, {3, 4, 7, "5.25"}, {0, 2, 5, "0"}, {1, 3, 5, "5/3"}, {2, 2, 5, "5"}, {5, 3, 7, "9"}} {
		in := standing.Input{Rounds: c.rounds, Upto: c.played, Players: players(c.played + 1), Options: options("points", "sos")}
		left := c.points
		for r := 1; r <= c.played; r++ {
			take := min(2, left)
			left -= take
			g := standing.Game{Round: r, Black: 1, White: r + 1}
			g.BlackResult = []standing.Result{standing.Loss, standing.Draw, standing.Win}[take]
			g.WhiteResult = []standing.Result{standing.Win, standing.Draw, standing.Loss}[take]
			in.Games = append(in.Games, g)
		}
		l, err := standing.Leave(in, 1, c.played)
		if err != nil || l.Counts.String() != c.want || l.Annulled || len(in.Withdrawals) != 0 {
			t.Errorf("%d points in %d of %d: %s, want %s; %v", c.points, c.played, c.rounds, l.Counts, c.want, err)
		}
	}
	if _, err := standing.Leave(standing.Input{Players: players(2)}, 9, 0); err == nil {
		t.Error("somebody who isn't there leaves")
	}
}
