package tournament_test

import (
	"slices"
	"testing"

	"tianyuan/pairing"
	"tianyuan/tournament"
)

// TestTieRefused: a refusal says which number is wrong (2002 art. 27).
func TestTieRefused(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 6)
	d.play()
	var winners, losers []int
	for _, p := range d.state.Rounds[0].Pairs {
		winners, losers = append(winners, p.Black), append(losers, p.White)
	}
	for key, numbers := range map[string][]int{
		"fault.tournament.tieOrder": winners[:1], "fault.tournament.tieUnknown": {winners[0], 99}, "fault.tournament.tieTwice": {winners[0], winners[0], winners[1]},
		"fault.tournament.tieOther": {winners[0], losers[0]}, "fault.tournament.tieMissing": winners[:2],
	} {
		d.refused(tournament.DecideTie{How: "lots", Seed: "x", Numbers: numbers}, "", key)
	}
	d.must(tournament.DecideTie{How: "lots", Seed: "x", Numbers: winners})
	d.refused(tournament.DecideTie{How: "lots", Seed: "x", Numbers: winners}, "", "fault.tournament.tieAlone")
	if err := d.try(tournament.DecideTie{How: "playoff", Numbers: losers}, "played at noon"); err != nil {
		t.Fatal(err)
	}
	first, second := d.state.Tie(winners[0]), d.state.Tie(losers[0])
	if first == nil || first.Seed != "x" || !slices.Equal(first.Numbers, pairing.Lots(winners, "x")) {
		t.Errorf("the draw is kept as %+v", first)
	}
	if second == nil || second.How != "playoff" || second.Entry.Reason != "played at noon" || !slices.Equal(second.Numbers, losers) {
		t.Errorf("the play-off is kept as %+v", second)
	}
}
