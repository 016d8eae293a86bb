package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tianyuan/tournament"
)

// TestPlannedStart: a publication may say when the round starts; a delay moves it while the round
// hasn't begun; a new version has a plan of its own (O30, 2002 art. 30).
func TestPlannedStart(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	now := time.Unix(1, 0) // the desk's time
	at := now.Add(20 * time.Minute)
	d.must(tournament.PrepareRound{})
	d.must(tournament.CheckRound{Round: 1})
	d.refused(tournament.PublishRound{Round: 1, StartsAt: now.AddDate(1, 0, 0)}, "", "fault.tournament.startsAt")
	d.refused(tournament.PlanStart{Round: 1, StartsAt: at}, "", "fault.tournament.phase.checked")
	d.must(tournament.PublishRound{Round: 1, StartsAt: at})
	if !d.state.Round(1).StartsAt.Equal(at) {
		t.Errorf("planned for %v", d.state.Round(1).StartsAt)
	}
	d.refused(tournament.PlanStart{Round: 1, StartsAt: now.AddDate(0, 0, -2)}, "", "fault.tournament.startsAt")
	d.must(tournament.PlanStart{Round: 1, StartsAt: at.Add(time.Hour)})
	head := d.state.Head()
	if !d.state.Round(1).StartsAt.Equal(at.Add(time.Hour)) {
		t.Errorf("after the delay: %v", d.state.Round(1).StartsAt)
	}
	if d.must(tournament.PlanStart{Round: 1, StartsAt: at.Add(time.Hour)}); d.state.Head() != head {
		t.Error("the same plan is written twice")
	}
	if err := d.try(tournament.UnpublishRound{Round: 1}, "typed wrong"); err != nil {
		t.Fatal(err)
	}
	d.must(tournament.CheckRound{Round: 1})
	d.must(tournament.PublishRound{Round: 1})
	if !d.state.Round(1).StartsAt.IsZero() {
		t.Errorf("version 2 keeps the plan of version 1: %v", d.state.Round(1).StartsAt)
	}
	d.must(tournament.PlanStart{Round: 1, StartsAt: at})
	if d.must(tournament.PlanStart{Round: 1}); !d.state.Round(1).StartsAt.IsZero() {
		t.Error("a plan can't be taken back")
	}
	d.must(tournament.StartRound{Round: 1})
	d.refused(tournament.PlanStart{Round: 1, StartsAt: at}, "", "fault.tournament.phase.started")
}

// TestDrawShown: a ceremony's lots are the draw's; when the list changed in between, the draw is
// refused, because people saw other numbers (O30).
func TestDrawShown(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 7)
	lots, err := tournament.Lots(d.state.InNextDraw(), "  4 2 6 ")
	if err != nil {
		t.Fatal(err)
	}
	var shown []int
	for _, x := range lots {
		shown = append(shown, x.ID)
	}
	other := slices.Clone(shown)
	other[0], other[1] = other[1], other[0]
	d.refused(tournament.Draw{How: "lot", Seed: "4 2 6", Shown: other}, "", "fault.tournament.drawShown")
	d.refused(tournament.Draw{How: "lot", Seed: "4 2 6", Shown: shown[:6]}, "", "fault.tournament.drawShown")
	d.must(tournament.Draw{How: "lot", Seed: "4 2 6", Shown: shown})
	for i, id := range shown {
		if d.state.Entry(i+1).ID != id {
			t.Errorf("number %d went to entry %d, shown was %d", i+1, d.state.Entry(i+1).ID, id)
		}
	}
	d.must(tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "后来"}}})
	if d.state.InDraw != 7 {
		t.Errorf("%d were in the draw", d.state.InDraw)
	}
}

// TestPublicDivision: public pages see minors as the tournament chose, and no birth dates or remarks;
// the office's state stays whole.
func TestPublicDivision(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 1+1)
	d.must(tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "王小涵", Birth: "2015", Remark: "quiet table"}, {Name: "李大山", Birth: "1980"}}})
	info := tournament.Info{Starts: "2026-11-28"}
	for minors, want := range map[string]string{
		"": "棋手1 棋手2 王小涵 李大山", tournament.MinorsNamed: "棋手1 棋手2 王小涵 李大山",
		tournament.MinorsMasked: "棋手1 棋手2 王*涵 李大山", tournament.MinorsNumbered: "棋手1 棋手2 #3 李大山",
	} {
		info.Minors = minors
		var names []string
		for _, e := range d.state.Public(info).Entries {
			names = append(names, e.Name)
			if e.Birth != "" || e.Remark != "" {
				t.Errorf("%q shows %q %q", minors, e.Birth, e.Remark)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %s, want %s", minors, got, want)
		}
	}
	if e := d.state.Entry(3); e.Name != "王小涵" || e.Birth == "" {
		t.Error("the office's own state was changed")
	}
}
