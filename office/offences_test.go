package office_test

import (
	"context"
	"testing"

	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// TestRepeatScope (2002 art. 23.7, 23.8; options no. 37): the second offence is the second in the event, in the
// round or in the game, as the regulations say. The record counts it without being asked, a game that was
// played anew with it, for whoever holds the stones now.
func TestRepeatScope(t *testing.T) {
	for scope, wants := range map[string]struct{ next, anew string }{
		"tournament": {"fault.rules.official", "fault.rules.official"},
		"round":      {"", "fault.rules.official"},
		"game":       {"", ""},
	} {
		t.Run(scope, func(t *testing.T) {
			f := newFloor(t, rules.Edition2002)
			reg := f.division().Reg
			for _, c := range tournament.GameChoices {
				if c.Key == "repeatScope" {
					c.Set(&reg.Games, scope)
				}
			}
			if scope != "tournament" { // the default
				f.hall("the scope of 再违", tournament.DraftRegulations{Name: "乙组", Regulations: reg}, tournament.ApproveRegulations{})
			}
			id := f.open(1, office.GameSetup{Own: true})
			ring := game.Rule{Case: "phoneRing", Against: black}
			f.do(referee, id, "", game.Start{}, ring)
			player := f.division().Round(1).Pairs[0].Black
			f.do(chief, id, "the board fell down", game.Rule{Case: "scatteredOutside", Choice: rules.RuledReplay})
			id = f.open(1, office.GameSetup{Own: true})
			f.do(referee, id, "", game.Start{})
			try := func(key string) {
				t.Helper()
				if key != "" {
					f.refused(referee, id, "", key, ring)
					return
				}
				f.do(referee, id, "", ring)
			}
			try(wants.anew)
			other := ring
			other.Against = ring.Against.Other()
			f.do(referee, id, "", other) // his opponent's first
			f.do(referee, id, "", game.Resign{Side: white})
			f.sign(id)
			for _, p := range f.division().Round(1).Pairs[1:] {
				f.hall("", tournament.EnterResult{Round: 1, Table: p.Table, Outcome: rules.Outcome{Winner: black, Manner: rules.Plain}})
			}
			f.hall("", tournament.CloseRound{Round: 1}, tournament.PrepareRound{}, tournament.CheckRound{Round: 2}, tournament.PublishRound{Round: 2}, tournament.StartRound{Round: 2})
			for _, p := range f.division().Round(2).Pairs {
				if p.Black != player && p.White != player {
					continue
				}
				if p.White == player {
					ring.Against = white
				}
				var err error
				id, err = f.off.OpenGame(context.Background(), referee, office.Table{Division: "d-2", Round: 2, Table: p.Table}, office.GameSetup{Own: true}, "")
				f.must(err)
				f.do(referee, id, "", game.Start{})
				try(wants.next)
				return
			}
			t.Fatal("the player has no second game")
		})
	}
}

// TestGamesByRegulations (options no. 2, 10, 35, 38, 41): what the regulations say of games is in their terms.
func TestGamesByRegulations(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	plain := f.open(1, office.GameSetup{})
	g, _ := f.look(plain)
	if x := g.Terms; x.Rare != rules.RareForbid || x.ClaimWindow != "" || x.OverrunPasses != 1 || x.VoidPassEnds || x.ColourFix != game.FixSwap {
		t.Errorf("by the edition: %+v", x)
	}
	reg := f.division().Reg
	for _, c := range tournament.GameChoices {
		c.Set(&reg.Games, map[string]string{"rareCycle": "noResult", "claimWindow": "gameEnd", "overrunPasses": "unlimited", "voidPassEnds": "yes", "colourFix": "restart", "repeatScope": "game"}[c.Key])
	}
	f.hall("三劫无胜负", tournament.DraftRegulations{Name: "乙组", Regulations: reg}, tournament.ApproveRegulations{})
	id := f.open(1, office.GameSetup{})
	if id == plain {
		t.Fatal("the record in which nothing happened keeps the old terms")
	}
	g, _ = f.look(id)
	if x := g.Terms; x.Rare != rules.RareNoResult || x.ClaimWindow != rules.GameEnd || x.OverrunPasses < 100 || !x.VoidPassEnds || x.ColourFix != game.FixRestart {
		t.Errorf("by the regulations: %+v", x)
	}
	f.do(referee, id, "", game.Start{})
	f.do(referee, id, "", game.Rule{Case: "longCycle", Choice: rules.RuledNoResult})
	if g, _ = f.look(id); g.Result.Outcome.Manner != rules.NoResult {
		t.Errorf("三劫 gave %s", g.Result.Outcome)
	}
}
