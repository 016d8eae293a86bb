package office_test

import (
	"slices"
	"testing"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// TestGoingOnIsAsked: whatever enters or changes a result or a pair of a table whose game is going on is
// refused with the tables until its giver was asked about each of them; the players' reports of such a
// table aren't taken (C16, 2002 art. 16.4).
func TestGoingOnIsAsked(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	resigned := rules.Outcome{Winner: black, Manner: rules.Resigned}
	enter := func(table int) tournament.EnterResult {
		return tournament.EnterResult{Round: 1, Table: table, Outcome: resigned}
	}
	pair := f.round().Pairs[0]
	other := f.round().Pairs[1]
	free := f.round().Byes[0]
	commands := map[string]struct {
		command tournament.Command
		tables  []int
	}{
		"a result":           {enter(1), []int{1}},
		"results of a sheet": {tournament.EnterResults{Results: []tournament.EnterResult{enter(2), enter(1)}}, []int{1}},
		"a correction":       {tournament.CorrectResult{Round: 1, Table: 1, Outcome: resigned}, []int{1}},
		"a substitute":       {tournament.Substitute{Round: 1, Out: pair.White, In: free}, []int{1}},
		"a swap":             {tournament.SwapPlayers{Round: 1, A: pair.Black, B: other.Black}, []int{1}},
		"a moved table":      {tournament.MoveTable{Round: 1, Table: 2, To: 1}, []int{1}},
		"no publication":     {tournament.UnpublishRound{Round: 1}, []int{1}},
		"another table":      {enter(2), nil},
		"another swap":       {tournament.SwapPlayers{Round: 1, A: other.Black, B: other.White}, nil},
		"warnings":           {tournament.NoteWarnings{Round: 1, Table: 1, WarnB: 1}, nil},
		"a round with a gap": {tournament.CloseRound{Round: 1}, nil},
	}
	for name, c := range commands { // nothing has begun
		if tables, err := f.off.Disturbs(t.Context(), f.division(), c.command); err != nil || len(tables) > 0 {
			t.Errorf("%s, before a game has begun: %v, %v", name, tables, err)
		}
	}
	f.do(referee, id, "", game.Start{})
	for name, c := range commands {
		tables, err := f.off.Disturbs(t.Context(), f.division(), c.command)
		if err != nil || !slices.Equal(tables, c.tables) {
			t.Errorf("%s disturbs %v, want %v: %v", name, tables, c.tables, err)
		}
		if len(c.tables) == 0 {
			continue
		}
		for _, asked := range [][]int{nil, {2}} {
			_, err = f.off.Do(t.Context(), admin, "d-2", office.Order{Reason: "x", Command: c.command, Asked: asked})
			if tables, _ := fault.ArgOf(err, "tables").([]int); fault.KeyOf(err) != "fault.office.goingOn" || !slices.Equal(tables, c.tables) {
				t.Errorf("%s, asked about %v: %v", name, asked, err)
			}
		}
	}
	if len(f.round().Results) != 0 {
		t.Error("something was entered")
	}
	f.hall("", enter(1), enter(2))
	if _, err := f.off.Do(t.Context(), admin, "d-2", office.Order{Command: tournament.CloseRound{Round: 1}}); fault.KeyOf(err) != "fault.office.goingOn" {
		t.Errorf("the round is closed over a game: %v", err)
	}
	f.do(referee, id, "", game.Resign{Side: white})
	f.sign(id)
	if _, err := f.off.Do(t.Context(), admin, "d-2", office.Order{Command: tournament.CloseRound{Round: 1}}); err != nil {
		t.Errorf("the game is over: %v", err)
	}
}
