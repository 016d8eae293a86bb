package tournament_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// prepared plays a round among players and prepares the second.
func prepared(t testing.TB, players int) *desk {
	d := newDesk(t, tournament.Swiss, 5, players)
	d.play()
	d.must(tournament.PrepareRound{Seed: "s"})
	return d
}

// TestExchange: a change by hand keeps everybody in one place (issue of the pairing officer: players,
// colours, byes), and what can't be done says why.
func TestExchange(t *testing.T) {
	r := &tournament.Round{No: 2, Pairs: []tournament.Pair{{Table: 1, Black: 1, White: 2}, {Table: 2, Black: 3, White: 4}}, Byes: []int{5}}
	free := &tournament.Round{No: 2, Pairs: []tournament.Pair{{Table: 1, Black: 1, White: 2}}, Byes: []int{3, 4}}
	even := &tournament.Round{No: 2, Pairs: []tournament.Pair{{Table: 1, Black: 1, White: 2}, {Table: 2, Black: 3, White: 4}}}
	type seats [][2]int
	d := &tournament.Division{}
	for _, c := range []struct {
		name  string
		do    func() (tournament.ChangePairs, error)
		pairs seats
		byes  []int
	}{
		{"two players of two tables", func() (tournament.ChangePairs, error) { return d.Exchange(r, 2, 3) }, seats{{1, 3}, {2, 4}}, []int{5}},
		{"colours by one number twice", func() (tournament.ChangePairs, error) { return d.Exchange(r, 3, 3) }, seats{{1, 2}, {4, 3}}, []int{5}},
		{"colours by both numbers", func() (tournament.ChangePairs, error) { return d.Exchange(r, 1, 2) }, seats{{2, 1}, {3, 4}}, []int{5}},
		{"a player for the one with the bye", func() (tournament.ChangePairs, error) { return d.Exchange(r, 5, 4) }, seats{{1, 2}, {3, 5}}, []int{4}},
		{"the bye to a player", func() (tournament.ChangePairs, error) { return d.GiveBye(r, 1) }, seats{{5, 2}, {3, 4}}, []int{1}},
		{"two byes become a table", func() (tournament.ChangePairs, error) { return d.Exchange(free, 4, 3) }, seats{{1, 2}, {4, 3}}, nil},
		{"a table becomes two byes", func() (tournament.ChangePairs, error) { return d.GiveBye(even, 4) }, seats{{1, 2}}, []int{3, 4}},
	} {
		got, err := c.do()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var pairs seats
		for _, p := range got.Pairs {
			pairs = append(pairs, [2]int{p.Black, p.White})
		}
		if !slices.Equal(pairs, c.pairs) || !slices.Equal(got.Byes, c.byes) {
			t.Errorf("%s: %v byes %v, want %v byes %v", c.name, pairs, got.Byes, c.pairs, c.byes)
		}
	}
	for key, err := range map[string]error{
		"fault.tournament.notInRound": second(d.Exchange(r, 1, 9)), "fault.tournament.byeAlone": second(d.Exchange(r, 5, 5)), "fault.tournament.byeAlready": second(d.GiveBye(r, 5)),
	} {
		if err == nil || !isKey(err, key) {
			t.Errorf("%v, want %s", err, key)
		}
	}
}

// TestTry: the preview names the cost and the new faults of a change and changes nothing; what is
// then carried out costs what was shown.
func TestTry(t *testing.T) {
	d := prepared(t, 8)
	first := d.state.Rounds[0].Pairs[0]
	r := d.state.Current()
	seat, _ := r.Pair(1)
	for _, p := range r.Pairs {
		if p.Black == first.Black || p.White == first.Black {
			seat = p
		}
	}
	opponent := seat.Black + seat.White - first.Black
	change, err := d.state.Exchange(r, opponent, first.White)
	if err != nil {
		t.Fatal(err)
	}
	trial, err := d.state.Try(change)
	if err != nil {
		t.Fatal(err)
	}
	if trial.After.Rematches <= trial.Before.Rematches || trial.First().Key != "met" {
		t.Errorf("a rematch costs %+v after %+v", trial.After, trial.Before)
	}
	found := false
	for _, table := range trial.Tables {
		for _, reason := range table.Faults {
			found = found || reason.Key == "why.met.again"
		}
	}
	if !found || len(trial.Tables) != 2 {
		t.Errorf("the tables %+v don't name the rematch", trial.Tables)
	}
	d.refused(change, "", "fault.tournament.reason")
	if err := d.try(change, "asked by both teams"); err != nil {
		t.Fatal(err)
	}
	if got := d.state.CostOf(2, d.state.Current().Pairs, d.state.Current().Byes); got != trial.After {
		t.Errorf("it costs %+v, shown was %+v", got, trial.After)
	}
}

// TestTryNothing: a change that changes nothing is refused before anybody gives a reason.
func TestTryNothing(t *testing.T) {
	d := prepared(t, 4)
	r := d.state.Current()
	if _, err := d.state.Try(tournament.ChangePairs{Round: 2, Pairs: r.Pairs, Byes: r.Byes}); !isKey(err, "fault.tournament.changeNothing") {
		t.Errorf("%v", err)
	}
}

// TestSecondBye: the preview says that a bye is the second one.
func TestSecondBye(t *testing.T) {
	d := prepared(t, 5)
	had := d.state.Rounds[0].Byes[0]
	change, err := d.state.GiveBye(d.state.Current(), had)
	if err != nil {
		t.Fatal(err)
	}
	trial, err := d.state.Try(change)
	if err != nil || len(trial.Byes) != 1 || !trial.Byes[0].Second || trial.After.ByesTwice != 1 {
		t.Errorf("%+v, %v", trial, err)
	}
}

// TestAlternativesLaw: what the list of alternatives says of an exchange is what trying it says.
func TestAlternativesLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := prepared(t, rapid.IntRange(4, 13).Draw(rt, "players"))
		r := d.state.Current()
		table := rapid.IntRange(1, len(r.Pairs)).Draw(rt, "table")
		list := d.state.Alternatives(2, table, 100)
		if len(list) != 1+4*(len(r.Pairs)-1)+2*len(r.Byes) {
			rt.Fatalf("%d alternatives for %d tables", len(list), len(r.Pairs))
		}
		x := list[rapid.IntRange(0, len(list)-1).Draw(rt, "one")]
		change, err := d.state.Exchange(r, x.A, x.B)
		if err != nil {
			rt.Fatal(err)
		}
		trial, err := d.state.Try(change)
		if err != nil || trial.After != x.Trial.After || trial.Before != x.Trial.Before {
			rt.Fatalf("%d for %d: listed %+v, tried %+v, %v", x.A, x.B, x.Trial.After, trial.After, err)
		}
	})
}

// TestWarnings: warnings of a running game go into its result, an officer who doesn't know of them
// can't drop them, and a corrected result states them anew (D24.1).
func TestWarnings(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.begin()
	d.must(tournament.NoteWarnings{Round: 1, Table: 1, WarnW: 1})
	before := d.seq
	d.must(tournament.NoteWarnings{Round: 1, Table: 1, WarnW: 1})
	if d.seq != before {
		t.Error("the same warnings twice are two facts")
	}
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: black()})
	if got := d.state.Current().Results[1]; got.WarnB != 0 || got.WarnW != 1 {
		t.Errorf("the result has warnings %d : %d", got.WarnB, got.WarnW)
	}
	d.refused(tournament.NoteWarnings{Round: 1, Table: 1, WarnW: 2}, "", "fault.tournament.warnEntered")
	d.refused(tournament.NoteWarnings{Round: 1, Table: 2, WarnB: 10}, "", "fault.tournament.warnings")
	if err := d.try(tournament.CorrectResult{Round: 1, Table: 1, Outcome: black()}, "the warning was given at table 2"); err != nil {
		t.Fatal(err)
	}
	if got := d.state.Current().Results[1]; got.WarnW != 0 {
		t.Errorf("after the correction %d", got.WarnW)
	}
}

// TestMannerAfterwards: "Black wins" takes the manner of the same winner without a correction, a
// second officer's plain sign for the same winner changes nothing, and the other winner is refused.
func TestMannerAfterwards(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.begin()
	plain := rules.Outcome{Winner: rules.Black, Manner: rules.Plain}
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: plain})
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: black()})
	before := d.seq
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: plain})
	if got := d.state.Current().Results[1]; got.Outcome != black() || len(got.Corrections) != 0 || d.seq != before {
		t.Errorf("the table has %+v", got)
	}
	d.refused(tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Timeout}}, "", "fault.tournament.resultDiffers")
	d.refused(tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Plain}}, "", "fault.tournament.resultDiffers")
}

func second[T any](_ T, err error) error { return err }

func isKey(err error, key string) bool { return fault.KeyOf(err) == key }
