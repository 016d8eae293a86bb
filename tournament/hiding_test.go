package tournament_test

import (
	"slices"
	"testing"

	"tianyuan/rules"
	"tianyuan/tournament"
)

// TestHideDivision: a division made by mistake is hidden with a reason and brought back with all that
// is in it; one with published rounds by who writes its name; meanwhile it takes no command (issue 4,
// bad input).
func TestHideDivision(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.refused(tournament.HideDivision{}, "", "fault.tournament.reason")
	for _, c := range []struct {
		typed, key string
		begin      bool
	}{{"", "", false}, {"甲", "fault.tournament.hideName", true}, {"", "fault.tournament.hideName", true}, {" 甲组 ", "", true}} {
		if c.begin && len(d.state.Rounds) == 0 {
			d.begin()
		}
		if c.key != "" {
			d.refused(tournament.HideDivision{Typed: c.typed}, "建错了", c.key)
			continue
		}
		if err := d.try(tournament.HideDivision{Typed: c.typed}, "建错了"); err != nil {
			t.Fatal(err)
		}
		if h := d.state.Hidden; h == nil || h.Reason != "建错了" || h.By == "" {
			t.Fatalf("hidden: %+v", d.state.Hidden)
		}
		for _, other := range []tournament.Command{tournament.AddEntries{Entries: []tournament.Entry{{Name: "某人"}}}, tournament.PrepareRound{}, tournament.HideDivision{Typed: "甲组"}} {
			d.refused(other, "x", "fault.tournament.hidden")
		}
		d.must(tournament.RestoreDivision{})
		head := d.state.Head()
		if d.must(tournament.RestoreDivision{}); d.state.Hidden != nil || len(d.state.Entries) != 4 || d.state.Head() != head {
			t.Errorf("restored: %+v", d.state.Hidden)
		}
	}
	if d.state.Current().Phase != tournament.Started {
		t.Errorf("the round is %s", d.state.Current().Phase)
	}
}

// TestHiddenProposal: pairs that were published once and withdrawn still ask for the name.
func TestHiddenProposal(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	for _, c := range []tournament.Command{tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}} {
		d.must(c)
	}
	if err := d.try(tournament.UnpublishRound{Round: 1}, "x"); err != nil {
		t.Fatal(err)
	}
	d.refused(tournament.HideDivision{}, "x", "fault.tournament.hideName")
}

// TestNotHere: those who would play and neither checked in nor told of their absence; who is left out
// of a proposal is absent, and the rest is paired anew from the same seed.
func TestNotHere(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 7)
	d.must(tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "次轮来", From: 2}}})
	d.must(tournament.CheckIn{IDs: []int{1, 2, 3, 4}, Present: true})
	d.must(tournament.NoteAbsence{No: 5, Round: 1})
	numbers := func(round int) []int {
		var list []int
		for _, e := range d.state.NotHere(round) {
			list = append(list, e.No)
		}
		return list
	}
	if got := numbers(1); !slices.Equal(got, []int{6, 7}) {
		t.Errorf("round 1: %v", got)
	}
	if got := numbers(2); !slices.Equal(got, []int{5, 6, 7, 8}) {
		t.Errorf("round 2: %v", got)
	}
	d.must(tournament.PrepareRound{Seed: "s"})
	d.refused(tournament.LeaveOut{Round: 1, No: 9}, "", "fault.tournament.noEntry")
	d.must(tournament.LeaveOut{Round: 1, No: 6})
	r := d.state.Round(1)
	if !slices.Equal(r.Absent, []int{5, 6}) || r.Seed != "s" || len(r.Pairs) != 2 || r.Phase != tournament.Prepared {
		t.Errorf("after leaving out: %+v", r)
	}
	d.must(tournament.CheckRound{Round: 1})
	d.must(tournament.LeaveOut{Round: 1, No: 7})
	if r = d.state.Round(1); r.Phase != tournament.Prepared || len(r.Pairs) != 2 || len(r.Byes) != 0 {
		t.Errorf("after the second: %+v", r)
	}
	d.must(tournament.CheckRound{Round: 1})
	d.must(tournament.PublishRound{Round: 1})
	d.refused(tournament.LeaveOut{Round: 1, No: 1}, "", "fault.tournament.phase.published")
	if err := d.try(tournament.UnpublishRound{Round: 1}, "x"); err != nil {
		t.Fatal(err)
	}
	d.refused(tournament.LeaveOut{Round: 1, No: 1}, "", "fault.tournament.discardPublished")
}

// TestOldRoundsSlip: a slip of a round that is over says which round it is and which one is now, also
// where the table has the very result (ui.md 10).
func TestOldRoundsSlip(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.begin()
	for _, p := range d.state.Round(1).Pairs {
		d.must(tournament.EnterResult{Round: 1, Table: p.Table, Outcome: won(rules.Black, rules.Plain)})
	}
	claim := tournament.ClaimResult{Round: 1, Version: 1, Table: 1, Side: rules.Black, Outcome: won(rules.Black, rules.Plain)}
	d.must(claim)
	d.must(tournament.CloseRound{Round: 1})
	d.must(claim)
	d.must(tournament.PrepareRound{})
	d.must(claim)
	d.must(tournament.CheckRound{Round: 2})
	d.must(tournament.PublishRound{Round: 2})
	head := d.state.Head()
	d.refused(claim, "", "fault.tournament.slipRound")
	claim.Outcome.Winner = rules.White
	d.refused(claim, "", "fault.tournament.slipRound")
	if d.state.Head() != head {
		t.Error("an old slip was written down")
	}
}

// TestOneAfterTheOther: the divisions take their tables in their order, without those that no table
// bears, with the free ones between; nothing overlaps (issue 4.1).
func TestOneAfterTheOther(t *testing.T) {
	a, b, c := newDesk(t, tournament.Swiss, 3, 8), newDesk(t, tournament.Swiss, 3, 7), newDesk(t, tournament.Swiss, 3, 6)
	desks := []*desk{a, b, c}
	all := []*tournament.Division{a.state, b.state, c.state}
	if got := tournament.Overlaps(all); len(got) != 1 || len(got[0].Divisions) != 3 || !slices.Equal(got[0].Tables, []int{1, 2, 3}) {
		t.Errorf("one group: %+v", got)
	}
	for i, s := range tournament.OneAfterTheOther(all, 2, 1, []int{4, 8}) {
		desks[i].must(tournament.SetSeating{Seating: s})
		all[i] = desks[i].state
	}
	for i, want := range [][]int{{2, 3, 5, 6}, {9, 10, 11}, {13, 14, 15}} {
		if got := all[i].TablesInUse(); !slices.Equal(got, want) {
			t.Errorf("division %d: %v, want %v", i, got, want)
		}
	}
	if got := tournament.Overlaps(all); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if users := tournament.UsersOf(all, 10); len(users) != 1 || users[0] != all[1] || len(tournament.UsersOf(all, 4)) != 0 {
		t.Errorf("table 10: %v", users)
	}
	// Two pairs of divisions that overlap are two groups.
	e := newDesk(t, tournament.Swiss, 3, 6)
	e.must(tournament.SetSeating{Seating: tournament.Seating{First: 14}})
	f := newDesk(t, tournament.Swiss, 3, 8)
	f.must(tournament.SetSeating{Seating: tournament.Seating{First: 6}})
	if got := tournament.Overlaps(append(all, e.state, f.state)); len(got) != 2 || len(got[0].Divisions) != 3 || len(got[1].Divisions) != 2 || !slices.Equal(got[1].Tables, []int{14, 15}) {
		t.Errorf("groups: %+v", got)
	}
}

// TestKeepers: a table is its referee's by division and range; one who has the whole hall keeps nobody
// from a table (roles, referee).
func TestKeepers(t *testing.T) {
	h := &hallDesk{t: t, state: &tournament.Tournament{ID: "t"}}
	h.must(tournament.SetInfo{Info: tournament.Info{Name: "公开赛"}})
	for _, a := range []tournament.AssignReferee{{User: "u-1", Name: "一", Division: "d", From: 1, To: 10}, {User: "u-2", Name: "二", Division: "d", From: 10, To: 20}, {User: "u-3", Name: "三", Division: "e"}, {Name: "四", From: 30, To: 40}, {User: "u-5", Name: "五"}} {
		h.must(a)
	}
	for _, c := range []struct {
		user, division string
		table          int
		want           string
	}{{"u-1", "d", 5, ""}, {"u-2", "d", 5, "一"}, {"u-5", "d", 10, "一二"}, {"u-2", "d", 10, ""}, {"u-1", "e", 5, "三"}, {"u-1", "d", 25, ""}, {"u-1", "f", 35, "四"}, {"", "d", 35, "四"}} {
		got := ""
		for _, a := range h.state.Stranger(c.user, c.division, c.table) {
			got += a.Name
		}
		if got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestWarnedChanges: every change of a table's warnings is kept with who made it: given during the
// game, with the result, by a correction (D24).
func TestWarnedChanges(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.begin()
	d.must(tournament.NoteWarnings{Round: 1, Table: 1, WarnB: 1})
	d.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: won(rules.Black, rules.Plain), WarnB: 1, WarnW: 1})
	d.must(tournament.EnterResult{Round: 1, Table: 2, Outcome: won(rules.Black, rules.Plain)})
	if err := d.try(tournament.CorrectResult{Round: 1, Table: 1, Outcome: won(rules.Black, rules.Plain), WarnB: 1}, "记错"); err != nil {
		t.Fatal(err)
	}
	want := []tournament.WarningChange{
		{Table: 1, Now: tournament.Warnings{B: 1}}, {Table: 1, Was: tournament.Warnings{B: 1}, Now: tournament.Warnings{B: 1, W: 1}}, {Table: 1, Was: tournament.Warnings{B: 1, W: 1}, Now: tournament.Warnings{B: 1}},
	}
	got := d.state.Round(1).Warned
	if len(got) != len(want) || got[2].Entry.Reason != "记错" || got[0].Entry.By == "" {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i].Entry = (tournament.Stamp{}); got[i] != want[i] {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
}
