package office_test

import (
	"context"
	"testing"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
)

// TestRoundGames: the games of a round at one look are those that each table has by itself, before
// and after a game is begun, moves on and is to be played anew.
func TestRoundGames(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	same := func(when string) {
		t.Helper()
		all, err := f.off.RoundGames(ctx, "d-2", 1)
		f.must(err)
		if len(all) != len(f.round().Pairs) {
			t.Fatalf("%s: %d games", when, len(all))
		}
		for table, found := range all {
			id, exists := f.at(table)
			if found.ID != id || exists != (found.Game != nil) {
				t.Errorf("%s: table %d has %s, %v", when, table, found.ID, found.Game != nil)
			}
			if !exists {
				continue
			}
			if g, _ := f.look(id); g.Head() != found.Game.Head() || g.Phase != found.Game.Phase {
				t.Errorf("%s: table %d is at %d, want %d", when, table, found.Game.Head(), g.Head())
			}
		}
	}
	same("before")
	id := f.open(1, office.GameSetup{})
	same("begun")
	f.do(referee, id, "", game.Start{})
	same("started")
	f.do(chief, id, "outside", game.Rule{Case: "scatteredOutside", Choice: rules.RuledReplay})
	same("to be played anew")
	f.open(1, office.GameSetup{})
	same("anew")
	if _, err := f.off.RoundGames(ctx, "d-2", 9); fault.KeyOf(err) != "fault.tournament.noRound" {
		t.Errorf("a round that isn't there: %v", err)
	}
}
