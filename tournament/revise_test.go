package tournament_test

import (
	"slices"
	"testing"

	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// TestReviseEntries: a list that comes back is taken whole or not at all; after the draw what it made
// public stays.
func TestReviseEntries(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	head := d.state.Head()
	first, second := d.state.Entries[0], d.state.Entries[1]
	unit, name, stale := first, second, first
	unit.Unit, name.Name = "新单位", "新名"
	stale.Unit = "旧单位"
	for key, c := range map[string]tournament.ReviseEntries{
		"fault.tournament.fixedAfterDraw":  {Changed: []tournament.Revision{{Before: first, After: unit}, {Before: second, After: name}}},
		"fault.tournament.changedSince":    {Changed: []tournament.Revision{{Before: stale, After: unit}}},
		"fault.tournament.removeAfterDraw": {Changed: []tournament.Revision{{Before: first, After: unit}}, Removed: []int{3}},
		"fault.tournament.entryName":       {Changed: []tournament.Revision{{Before: first, After: unit}}, Added: []tournament.Entry{{}}},
	} {
		d.refused(c, "", key)
	}
	if d.state.Head() != head {
		t.Fatal("a refused list changed something")
	}
	d.must(tournament.ReviseEntries{Source: "back.xlsx", Changed: []tournament.Revision{{Before: first, After: unit}}, Added: []tournament.Entry{{Name: "晚到"}}})
	if d.state.Entries[0].Unit != "新单位" || d.state.Entries[4].No != 5 {
		t.Errorf("%+v", d.state.Entries)
	}
}

// TestEnterResults: several results come in together or not at all; one that stands may only be said
// again.
func TestEnterResults(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.begin()
	won := rules.Outcome{Winner: rules.Black, Manner: rules.Resigned}
	lost := rules.Outcome{Winner: rules.White, Manner: rules.Resigned}
	d.refused(tournament.EnterResults{Results: []tournament.EnterResult{{Round: 1, Table: 1, Outcome: won}, {Round: 1, Table: 1, Outcome: won}}}, "", "fault.tournament.resultTwice")
	d.refused(tournament.EnterResults{Results: []tournament.EnterResult{{Round: 1, Table: 1, Outcome: won}, {Round: 1, Table: 7, Outcome: won}}}, "", "fault.tournament.noTable")
	if n := len(d.state.Round(1).Results); n != 0 {
		t.Fatalf("%d results", n)
	}
	d.must(tournament.EnterResults{Results: []tournament.EnterResult{{Round: 1, Table: 1, Outcome: won}, {Round: 1, Table: 2, Outcome: lost}}})
	d.refused(tournament.EnterResults{Results: []tournament.EnterResult{{Round: 1, Table: 1, Outcome: lost}}}, "", "fault.tournament.resultDiffers")
	if r := d.state.Round(1); r.Results[1].Outcome != won || r.Results[2].Outcome != lost {
		t.Errorf("%+v", r.Results)
	}
}

// TestOverlaps: divisions whose next tables are the same are told, with the tables; one whose tables
// begin elsewhere, or that is over, isn't.
func TestOverlaps(t *testing.T) {
	a, b, c := newDesk(t, tournament.Swiss, 1, 8), newDesk(t, tournament.Swiss, 3, 6), newDesk(t, tournament.Swiss, 3, 6)
	b.must(tournament.SetSeating{Seating: tournament.Seating{First: 3}})
	c.must(tournament.SetSeating{Seating: tournament.Seating{First: 10}})
	c.begin()
	all := func() []tournament.Overlap {
		return tournament.Overlaps([]*tournament.Division{a.state, b.state, c.state})
	}
	found := all()
	if len(found) != 1 || !slices.Equal(found[0].Divisions, []*tournament.Division{a.state, b.state}) || !slices.Equal(found[0].Tables, []int{3, 4}) {
		t.Errorf("%+v", found)
	}
	a.begin()
	if found := all(); len(found) != 1 {
		t.Errorf("while the round is on: %+v", found)
	}
	for _, p := range a.state.Round(1).Pairs {
		a.must(tournament.EnterResult{Round: 1, Table: p.Table, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Plain}})
	}
	a.must(tournament.CloseRound{Round: 1})
	if found := all(); len(found) != 0 {
		t.Errorf("after the last round: %+v", found)
	}
}

// TestPresetRegulations: every preset can be played by, and writes its values out (issue of a club
// night: handicap by rank).
func TestPresetRegulations(t *testing.T) {
	for _, p := range append(slices.Clone(tournament.Presets), "") {
		reg := p.Regulations()
		if err := reg.Validate(); err != nil {
			t.Errorf("%q: %v", p, err)
		}
		if reg.Options.Handicap.On != (p == tournament.ClubNight) || p.Known() != (p != "") {
			t.Errorf("%q: %+v", p, reg.Options.Handicap)
		}
	}
}

// TestReleased: a referee is released with a reason, which stays in the record (O30: 2002 art. 30.3).
func TestReleased(t *testing.T) {
	h := &hallDesk{t: t, state: &tournament.Tournament{ID: "t"}}
	h.must(tournament.SetInfo{Info: tournament.Info{Name: "公开赛"}})
	h.must(tournament.AssignReferee{User: "u-2", Name: "裁判1"})
	if err := h.try(tournament.ReleaseReferee{ID: h.state.Assignments[0].ID}); fault.KeyOf(err) != "fault.tournament.reason" {
		t.Errorf("without a reason: %v", err)
	}
	for _, c := range []tournament.LogIncident{{Text: "x", Edition: "2002", Case: "nothing"}, {Text: "x", Edition: "2002", Case: "suicide", Choice: "draw"}, {Text: "x", Round: 1000}} {
		if err := h.try(c); err == nil {
			t.Errorf("%+v was logged", c)
		}
	}
}
