package office_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

func (f *floor) pair(table int) tournament.Pair {
	f.Helper()
	p, _ := f.round().Pair(table)
	return p
}

// TestNigiriInTheHall (C10, 2002 art. 10): the colours that the table draws become the round's; the game
// keeps its name, and its result and warnings are by them.
func TestNigiriInTheHall(t *testing.T) {
	f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
	id := f.open(1, office.GameSetup{})
	if g, place := f.look(id); id != "g-d-2-1-1.3" || g.Phase != game.Draw || place.First != 1 || !f.pair(1).Open() {
		t.Fatalf("%s is in %s at %+v, the pair %+v", id, g.Phase, place, f.pair(1))
	}
	f.refused(referee, id, "", "fault.game.phase.draw", game.Start{})
	second := game.Second
	f.do(official(account.Recorder), id, "", game.DrawByHand{Hidden: 7, Shown: 2, Holder: &second})
	if p := f.pair(1); p.Black != 3 || p.White != 1 || p.Nigiri != tournament.Turned {
		t.Fatalf("the round has %+v", p)
	}
	if got, exists := f.at(1); got != id || !exists {
		t.Fatalf("the table's game is %s", got)
	}
	if g, place := f.look(id); g.Assigned != game.Second || place.Table != 1 || place.First != 1 {
		t.Errorf("drawn: Black is %d, at %+v", g.Assigned, place)
	}
	if at, err := f.off.GamesAt(context.Background(), f.division(), f.round()); err != nil || at[1] != game.Ready {
		t.Errorf("the round's games are %v, %v", at, err)
	}
	f.do(referee, id, "", game.Start{})
	f.refused(referee, id, "", "fault.game.coloursFree", game.Rule{Case: "wrongColours"})
	f.refused(referee, id, "", "fault.game.drawn", game.TellColours{Black: game.First})
	f.do(referee, id, "", game.Rule{Case: "talking", Choice: rules.Warned, Against: white}, game.Resign{Side: white})
	f.sign(id)
	if r := f.round().Results[1]; r.Outcome != (rules.Outcome{Winner: black, Manner: rules.Resigned}) || r.WarnW != 1 || r.WarnB != 0 {
		t.Errorf("the round has %+v", r)
	}
}

// TestNigiriPutRight: what was told wrongly is put right before the start by telling it again, after it
// by the referee with a reason, after a question, and follows into the round with the warnings, which stay with
// the person (2002 art. 10, 24.2).
func TestNigiriPutRight(t *testing.T) {
	f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.TellColours{Black: game.First}, game.TellColours{Black: game.Second}, game.TellColours{Black: game.First})
	if p := f.pair(1); p.Black != 1 || p.Nigiri != tournament.Listed {
		t.Errorf("told again: %+v", p)
	}
	f.do(referee, id, "", game.Start{}, game.Rule{Case: "talking", Choice: rules.Warned, Against: black})
	turn := game.NoteSeats{Black: game.Second}
	f.refused(referee, id, " ", "fault.office.coloursReason", turn)
	f.refused(referee, id, "misheard", "fault.office.coloursTurn", turn)
	f.must(f.off.DoGame(t.Context(), referee, id, office.GameOrder{Command: turn, Reason: "misheard", Sure: true}))
	if p, noted := f.pair(1), f.round().Noted[1]; p.Black != 3 || noted != (tournament.Warnings{W: 1}) {
		t.Errorf("put right: %+v, %+v", p, noted)
	}
	if g, _ := f.look(id); g.Assigned != game.Second || g.Warnings != [2]int{1, 0} {
		t.Errorf("the game has Black %d, warnings %v", g.Assigned, g.Warnings)
	}
}

// TestNigiriAtTheDesk: a result that says who had Black gives the colours; taken back, it takes them
// along. A record begun meanwhile in which nothing happened gives way to one with the colours known.
func TestNigiriAtTheDesk(t *testing.T) {
	f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
	id := f.open(2, office.GameSetup{})
	_, err := f.off.Do(context.Background(), admin, "d-2", office.Order{Command: tournament.EnterResult{Round: 1, Table: 2, Outcome: rules.Outcome{Winner: white, Manner: rules.Plain}}})
	if fault.KeyOf(err) != "fault.tournament.coloursOpen" {
		t.Errorf("without the colours: %v", err)
	}
	f.hall("", tournament.EnterResult{Round: 1, Table: 2, Outcome: rules.Outcome{Winner: white, Manner: rules.Plain}, Black: 4})
	if p := f.pair(2); p.Black != 4 || p.White != 2 {
		t.Errorf("the pair is %+v", p)
	}
	if got, exists := f.at(2); got != id+".2" || exists {
		t.Errorf("the next record would be %s, %v", got, exists)
	}
	f.hall("", tournament.TakeBackResult{Round: 1, Table: 2})
	if p := f.pair(2); !p.Open() || p.Black != 2 {
		t.Errorf("taken back: %+v", p)
	}
	if got, exists := f.at(2); got != id || !exists {
		t.Errorf("the record is %s, %v", got, exists)
	}
	f.hall("", tournament.EnterColours{Round: 1, Table: 2, Black: 4})
	again := f.open(2, office.GameSetup{})
	if g, _ := f.look(again); again != id+".2" || g.Phase != game.Ready || g.Black != game.Second || g.Nigiri == nil {
		t.Errorf("%s is in %s, Black is %d", again, g.Phase, g.Black)
	}
	f.refused(referee, again, "", "fault.game.coloursFree", game.MakeClaim{Side: black, Case: "wrongColours"})
}

// TestNigiriOnTheDevice: the table's device tells the colours as an entry of its log, and the log that
// begins with it is taken whole; while nothing else has happened the record can still be set up anew.
func TestNigiriOnTheDevice(t *testing.T) {
	ctx := context.Background()
	f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
	id, err := f.off.SitDown(ctx, office.Table{Division: "d-2", Round: 1, Table: 1})
	f.must(err)
	if last, err := f.off.TakeLog(ctx, id, device, 1, log(1, "0s", game.TellColours{Black: game.Second})); last != 1 || err != nil {
		t.Fatalf("%d, %v", last, err)
	}
	if p := f.pair(1); p.Black != 3 {
		t.Errorf("the round has %+v", p)
	}
	moves := f.open(1, office.GameSetup{Moves: true})
	if g, _ := f.look(moves); moves != id+".2" || !g.Terms.Moves || g.Black != game.Second {
		t.Errorf("%s: moves %v, Black %d", moves, g.Terms.Moves, g.Black)
	}
	if last, err := f.off.TakeLog(ctx, moves, device, 1, log(1, "5s", game.TellColours{Black: game.First}, "6s", game.Start{}, "9s", game.Press{Side: black})); last != 3 || err != nil {
		t.Fatalf("%d, %v", last, err)
	}
	if p := f.pair(1); p.Black != 1 {
		t.Errorf("the round has %+v", p)
	}
}

// TestHolderProposed (C10, 2002 art. 10): the higher dan hides the stones, of equal ones the elder.
func TestHolderProposed(t *testing.T) {
	for _, c := range []struct {
		first, second tournament.Entry
		holder        game.Person
		sure          bool
	}{
		{tournament.Entry{Rank: "3d"}, tournament.Entry{Rank: "5d"}, game.Second, true},
		{tournament.Entry{Rank: "5d", Birth: "2001"}, tournament.Entry{Rank: "5d", Birth: "1990"}, game.Second, true},
		{tournament.Entry{Rank: "5d", Birth: "1990"}, tournament.Entry{Rank: "5d", Birth: "2001"}, game.First, true},
		{tournament.Entry{Rank: "5d", Birth: "1990"}, tournament.Entry{Rank: "5d", Birth: "1990"}, game.First, false},
		{tournament.Entry{Rank: "2k"}, tournament.Entry{}, game.First, true},
		{tournament.Entry{}, tournament.Entry{Birth: "1990"}, game.First, false},
	} {
		f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
		for i, e := range []tournament.Entry{c.first, c.second} {
			e.ID, e.No, e.Name = []int{1, 3}[i], []int{1, 3}[i], "名"
			f.hall("", tournament.ChangeEntry{Entry: e})
		}
		if holder, sure := office.NigiriHolder(f.division(), f.pair(1)); holder != c.holder || sure != c.sure {
			t.Errorf("%+v and %+v: %d holds, sure %v", c.first, c.second, holder, sure)
		}
	}
}

// TestNigiriAtADistance: the holder's hand, 1 to 20 stones from a source that nobody can foresee, is
// committed to before the guess, is nowhere until it is opened, and gives the colours of the round; what
// was opened can be checked against the commitment (C10).
func TestNigiriAtADistance(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		first  byte // the random byte of the count
		hidden int
		shown  int
		black  int // the pairing number
	}{{6, 7, 1, 3}, {6, 7, 2, 1}, {11, 12, 2, 3}, {19, 20, 1, 1}, {20, 1, 1, 3}} {
		f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
		f.off.Random(bytes.NewReader(append([]byte{255, c.first}, bytes.Repeat([]byte{3, 141, 59}, 400)...)))
		id := f.online(true)
		f.must(f.off.HideStones(ctx, referee, id, "h-1"))
		f.must(f.off.HideStones(ctx, referee, id, "h-1"))
		if err := f.off.OpenStones(ctx, referee, id, ""); fault.KeyOf(err) != "fault.game.notShown" {
			t.Errorf("opened before the guess: %v", err)
		}
		events, err := f.off.Since(ctx, id, 0)
		f.must(err)
		record, err := json.Marshal(events)
		f.must(err)
		g, _ := f.look(id)
		secret := g.Nigiri.Secret
		if strings.Contains(string(record), `"hidden":`) || len(events) != 2 || len(secret.Commitment) != 64 {
			t.Errorf("the record says %s", record)
		}
		f.do(official(account.Recorder), id, "", game.ShowStones{Shown: c.shown})
		f.must(f.off.OpenStones(ctx, referee, id, ""))
		g, _ = f.look(id)
		n := g.Nigiri
		if n.Hidden != c.hidden || n.Opening == nil || secret.Check(*n.Opening) != nil || g.Phase != game.Ready {
			t.Errorf("%s, %+v, want %d hidden", g.Phase, n, c.hidden)
		}
		if p := f.pair(1); p.Black != c.black {
			t.Errorf("hidden %d, shown %d: no. %d has Black, want %d", c.hidden, c.shown, p.Black, c.black)
		}
	}
	f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
	f.off.Random(bytes.NewReader(nil))
	id := f.online(true)
	if err := f.off.HideStones(ctx, referee, id, ""); fault.KeyOf(err) != "fault.game.random" {
		t.Errorf("without random numbers: %v", err)
	}
}

// TestColoursFlowRefused: colours that a game draws where the desk has entered others with a result are
// refused, and neither stream changes.
func TestColoursFlowRefused(t *testing.T) {
	f := newFloorBy(t, rules.Edition2002, tournament.ByNigiri)
	id := f.open(1, office.GameSetup{})
	f.must(f.off.DoGame(context.Background(), referee, id, office.GameOrder{Command: game.CallReferee{Side: black}}))
	f.hall("", tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: black, Manner: rules.Plain}, Black: 1})
	f.refused(referee, id, "", "fault.tournament.reason", game.TellColours{Black: game.Second})
	f.do(referee, id, "", game.TellColours{Black: game.First})
	if r := f.round().Results[1]; r.Outcome.Winner != black || f.pair(1).Black != 1 {
		t.Errorf("the round has %+v", r)
	}
}
