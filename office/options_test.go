package office_test

import (
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// regulate puts changed regulations in force, also in mid-round.
func (f *floor) regulate(change func(*tournament.Regulations)) {
	f.Helper()
	d := f.division()
	reg := d.Reg
	change(&reg)
	f.hall("规程", tournament.DraftRegulations{Name: d.Name, Regulations: reg}, tournament.ApproveRegulations{})
}

// TestTermsFromRegulations: a game begins on the terms of the regulations: the edition's where they say
// nothing, else the event's own; a game that has begun keeps its terms (options no. 1, 2, 6-10, 34-36,
// 38, 39, 41).
func TestTermsFromRegulations(t *testing.T) {
	for _, edition := range rules.Editions {
		f := newFloor(t, edition)
		first := f.open(1, office.GameSetup{Moves: true})
		f.do(referee, first, "", game.Start{})
		g, _ := f.look(first)
		plain, err := game.TermsOf(edition, clock.SeparateVenue, g.Terms.System)
		f.must(err)
		if got := g.Terms; got.LateFactor != plain.LateFactor || got.OverrunPasses != plain.OverrunPasses || got.Rare != plain.Rare || got.Replay != plain.Replay ||
			got.Superko != "" || got.ClaimWindow != "" || got.ColourFix != game.FixSwap || got.VoidPassEnds || got.LeaveWaits || got.NoBothLose || got.LateExclusive || got.LateLoses || got.AbsenceReading != 0 ||
			got.System.Base != 20*time.Minute {
			t.Errorf("%s: by default %+v", edition, got)
		}
		f.regulate(func(r *tournament.Regulations) {
			r.Games = tournament.GameRules{
				Superko: "positional", RareCycle: "extraGame", ReplayTime: "full", LateEdge: "excluded", LateFactor: "twice", LateAll: "loses", OverrunPasses: "never",
				Reserved: "outside", ClaimWindow: "gameEnd", VoidPassEnds: "yes", GrantedLeave: "waits", ColourFix: "restart", AbsenceReading: 2,
			}
			r.Options.BothLose = "forbid"
		})
		own, _ := f.look(f.open(2, office.GameSetup{Moves: true}))
		if got := own.Terms; got.Superko != "positional" || got.Rare != rules.RareExtraGame || got.Replay != rules.ReplayFull || !got.LateExclusive || got.LateFactor != 2 || !got.LateLoses || got.OverrunPasses != 0 ||
			got.System.Base != 23*time.Minute || got.ClaimWindow != rules.GameEnd || !got.VoidPassEnds || !got.LeaveWaits || got.ColourFix != game.FixRestart || got.AbsenceReading != 2 || !got.NoBothLose {
			t.Errorf("%s: %+v", edition, got)
		}
		if id, _ := f.at(1); id != first {
			t.Errorf("%s: the game at table 1 is %s now", edition, id)
		}
	}
}

// TestCancelledResult (options no. 31, 2002 art. 23.1): a result cancelled for cheating gives its player
// nothing; the opponent keeps what he had, or gets the win where the event says so.
func TestCancelledResult(t *testing.T) {
	won := func(side rules.Side) rules.Outcome { return rules.Outcome{Winner: side, Manner: rules.Resigned} }
	for _, c := range []struct {
		option  string
		resigns rules.Side
		against rules.Side
		want    rules.Outcome
	}{
		{"", white, black, rules.Outcome{Manner: rules.BothLost}},                // the winner cheated
		{"win", white, black, rules.Outcome{Winner: white, Manner: rules.Plain}}, // likewise
		{"", black, black, won(white)},                                           // the loser cheated
		{"win", black, black, won(white)},                                        // likewise
		{"", white, rules.NoSide, rules.Outcome{Manner: rules.BothLost}},         // both cheated
		{"win", white, rules.NoSide, rules.Outcome{Manner: rules.BothLost}},      // likewise
	} {
		f := newFloor(t, rules.Edition2002)
		f.regulate(func(r *tournament.Regulations) { r.Games.Cancelled, r.Notes = c.option, "x" })
		id := f.open(1, office.GameSetup{})
		f.do(referee, id, "", game.Start{}, game.Resign{Side: c.resigns})
		f.sign(id)
		f.do(chief, id, "查实作弊", game.Rule{Case: "cheating", Choice: rules.Cancelled, Against: c.against})
		if got := f.round().Results[1].Outcome; got != c.want {
			t.Errorf("%q, against %s: %+v, want %+v", c.option, c.against, got, c.want)
		}
	}
}

// TestNoBothLose (options no. 6): where the event knows no loss of both, it is neither ruled nor entered.
func TestNoBothLose(t *testing.T) {
	for word, refused := range map[string]bool{"lot": false, "forbid": true} {
		f := newFloor(t, rules.Edition2002)
		f.regulate(func(r *tournament.Regulations) { r.Options.BothLose, r.Notes = word, "x" })
		id := f.open(1, office.GameSetup{})
		f.do(referee, id, "", game.Start{})
		err := f.off.DoGame(t.Context(), official(account.ChiefReferee), id, office.GameOrder{Command: game.Rule{Case: "movedStone", Choice: rules.RuledBothLose}})
		if got := fault.KeyOf(err) == "fault.game.noBothLose"; got != refused || err != nil && !got {
			t.Errorf("%s: %v", word, err)
		}
	}
}
