package tournament_test

import (
	"testing"

	"tianyuan/standing"
	"tianyuan/tournament"
)

// TestLeaving: what is told before a withdrawal is what the ranking does after it, for every round and
// both methods (E28/29, 2002 art. 28, 1988 art. 29).
func TestLeaving(t *testing.T) {
	for _, method := range []tournament.Method{tournament.Swiss, tournament.RoundRobin} {
		for closed := 1; closed <= 4; closed++ {
			d := newDesk(t, method, 5, 6)
			for range closed {
				d.play()
			}
			told, err := d.state.Leaving(2)
			if err != nil || told.Next != closed+1 || told.Open != 0 || told.Played != closed {
				t.Fatalf("%s after %d: %+v, %v", method, closed, told, err)
			}
			if err := d.try(tournament.Withdraw{No: 2}, "ill"); err != nil {
				t.Fatal(err)
			}
			d.play()
			table, err := d.state.Standings(0)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range table.Rows {
				if annulled := row.Status == standing.Annulled; row.No == 2 && annulled != told.Annulled {
					t.Errorf("%s after %d: told %v, ranked as %s", method, closed, told.Annulled, row.Status)
				}
			}
		}
	}
}

// TestLeavingOpen: a game of the running round still needs its result.
func TestLeavingOpen(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	if told, err := d.state.Leaving(1); err != nil || told.Open != 0 || told.Next != 1 {
		t.Errorf("before round 1: %+v, %v", told, err)
	}
	d.begin()
	if told, err := d.state.Leaving(1); err != nil || told.Open != 1 || told.Next != 2 {
		t.Errorf("in round 1: %+v, %v", told, err)
	}
	if _, err := d.state.Leaving(9); err == nil {
		t.Error("somebody who isn't there leaves")
	}
}

// TestErasePerson: the fact itself and the rewritten events before it give the same state.
func TestErasePerson(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 4)
	d.must(tournament.ChangeEntry{Entry: tournament.Entry{ID: 2, Name: "钱二", Unit: "示例二中", Rank: "3d", Rating: 1500, Sex: "F", Birth: "2010", Remark: "左手"}})
	d.refused(tournament.ErasePerson{ID: 2}, "", "fault.tournament.reason")
	d.refused(tournament.ErasePerson{ID: 9}, "asked", "fault.tournament.noEntry")
	if err := d.try(tournament.ErasePerson{ID: 2}, "asked for it"); err != nil {
		t.Fatal(err)
	}
	want := tournament.Entry{ID: 2, No: 2, Name: "匿名 2", Rank: "3d", Rating: 1500}
	if e := d.state.EntryByID(2); *e != want || !e.Erased() || d.state.EntryByID(1).Erased() {
		t.Errorf("after the fact: %+v", e)
	}
	fact := tournament.PersonErased{ID: 2, Pseudonym: "匿名 2"}
	added := tournament.EntriesAdded{Entries: []tournament.Entry{{ID: 1, Name: "赵一"}, {ID: 2, Name: "钱二", Unit: "示例二中", Rank: "3d"}}}
	event, touched := fact.Rewrite(added)
	if e := event.(tournament.EntriesAdded).Entries; !touched || e[0].Name != "赵一" || e[1].Name != "匿名 2" || e[1].Unit != "" || e[1].Rank != "3d" || added.Entries[1].Name != "钱二" {
		t.Errorf("rewritten %+v; before %+v", e, added.Entries)
	}
	for _, other := range []tournament.Event{tournament.EntryChanged{Entry: tournament.Entry{ID: 1, Name: "钱二"}}, tournament.PlayerWithdrawn{No: 2}} {
		if _, touched := fact.Rewrite(other); touched {
			t.Errorf("%T of somebody else was rewritten", other)
		}
	}
}

// TestLeavingBeforeStart: who leaves before round 1 is left out of a new draw, by both methods; without
// one he isn't paired, has no place, and his games of a round robin count for nobody (2002 art. 28.1, 28.2).
func TestLeavingBeforeStart(t *testing.T) {
	for _, method := range []tournament.Method{tournament.Swiss, tournament.RoundRobin} {
		again := newDesk(t, method, 5, 6)
		if err := again.try(tournament.Withdraw{No: 3}, "ill"); err != nil {
			t.Fatal(err)
		}
		again.must(tournament.Draw{How: "given"})
		if n := len(again.state.Entries); n != 5 || len(again.state.Withdrawals) != 0 {
			t.Errorf("%s: %d entries after the new draw, withdrawn %v", method, n, again.state.Withdrawals)
		}
		for i, e := range again.state.Entries {
			if e.No != i+1 || e.Name == "棋手3" {
				t.Errorf("%s: no. %d is %s", method, e.No, e.Name)
			}
		}

		late := newDesk(t, method, 5, 6)
		if err := late.try(tournament.Withdraw{No: 3}, "ill"); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			late.play()
		}
		for _, r := range late.state.Rounds {
			for _, p := range r.Pairs {
				if p.Black == 3 || p.White == 3 {
					t.Errorf("%s: no. 3 is paired in round %d", method, r.No)
				}
			}
		}
		table, err := late.state.Standings(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table.Rows {
			if row.No == 3 && (row.Place != 0 || row.Points.Sign() != 0) {
				t.Errorf("%s: no. 3 has place %d with %s", method, row.Place, row.Points)
			}
		}
	}
}
