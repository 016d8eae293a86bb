package office_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// carry carries out commands on a division with a reason.
func carry(t *testing.T, off *office.Office, division string, commands ...tournament.Command) *tournament.Division {
	t.Helper()
	var d *tournament.Division
	for _, c := range commands {
		var err error
		if d, err = off.Do(context.Background(), admin, division, office.Order{Command: c, Reason: "x"}); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	return d
}

func create(t *testing.T, off *office.Office, id, name string) error {
	t.Helper()
	d, err := off.Division(context.Background(), "d-1")
	if err != nil {
		t.Fatal(err)
	}
	_, err = off.CreateDivision(context.Background(), admin, id, office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: name, Regulations: d.Reg}})
	return err
}

// TestHiddenRows: a hidden division is on no list of the lists, gives its name free, and comes back
// where there is room for it and its name isn't taken.
func TestHiddenRows(t *testing.T) {
	ctx := context.Background()
	_, off := hall(t)
	carry(t, off, "d-1", tournament.HideDivision{})
	rows := func(all func(context.Context, string, string) ([]journal.Stream, error)) int {
		list, err := all(ctx, office.KindDivision, "t-1")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if rows(off.Rows) != 0 || rows(off.AllRows) != 1 {
		t.Errorf("%d shown of %d", rows(off.Rows), rows(off.AllRows))
	}
	if err := create(t, off, "d-1", "别组"); fault.KeyOf(err) != "fault.journal.conflict" {
		t.Errorf("the hidden one's id: %v", err)
	}
	if err := create(t, off, "d-2", "甲组"); err != nil {
		t.Fatalf("its name: %v", err)
	}
	restore := func() error {
		_, err := off.Do(ctx, admin, "d-1", office.Order{Command: tournament.RestoreDivision{}})
		return err
	}
	if err := restore(); fault.KeyOf(err) != "fault.office.sameDivision" {
		t.Errorf("restored beside one of its name: %v", err)
	}
	carry(t, off, "d-2", tournament.HideDivision{})
	if err := restore(); err != nil || rows(off.Rows) != 1 {
		t.Errorf("restored: %v, %d shown", err, rows(off.Rows))
	}
	for n := 3; n < 2+office.MaxDivisions; n++ {
		if err := create(t, off, fmt.Sprint("d-", n), fmt.Sprint("组", n)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := off.Do(ctx, admin, "d-2", office.Order{Command: tournament.RestoreDivision{}}); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("the 41st restored: %v", err)
	}
}

// TestLastDivision: of two who begin the fortieth division at once, one is told that there are enough
// (issue 4.1: up to 40 divisions).
func TestLastDivision(t *testing.T) {
	_, off := hall(t)
	for n := 2; n < office.MaxDivisions; n++ {
		if err := create(t, off, fmt.Sprint("d-", n), fmt.Sprint("组", n)); err != nil {
			t.Fatal(err)
		}
	}
	const at = 8
	faults := make([]error, at)
	var wait sync.WaitGroup
	for i := range at {
		wait.Go(func() { faults[i] = create(t, off, fmt.Sprint("d-x", i), fmt.Sprint("末", i)) })
	}
	wait.Wait()
	made := 0
	for _, err := range faults {
		if err == nil {
			made++
		} else if fault.KeyOf(err) != "fault.office.tooManyDivisions" {
			t.Error(err)
		}
	}
	rows, err := off.Rows(context.Background(), office.KindDivision, "t-1")
	if err != nil || made != 1 || len(rows) != office.MaxDivisions {
		t.Errorf("%d made, %d there, %v", made, len(rows), err)
	}
}

// TestPrivateMovesAlong: the private facts of a player who changes divisions go with him in the same
// commit: where the move is refused they stay, and the same order again answers as before.
func TestPrivateMovesAlong(t *testing.T) {
	ctx := context.Background()
	st, off := hall(t)
	if err := create(t, off, "d-2", "乙组"); err != nil {
		t.Fatal(err)
	}
	carry(t, off, "d-1", tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "棋手1"}, {Name: "棋手2"}}})
	phone := store.Contact{Phone: "000-0000-0001"}
	if err := st.PutContacts(ctx, store.PrivateAct{ID: "v-1", Division: "d-1", Act: store.PrivateImported}, map[int]store.Contact{2: phone}); err != nil {
		t.Fatal(err)
	}
	carry(t, off, "d-2", tournament.HideDivision{})
	if _, err := off.MoveEntry(ctx, admin, "d-1", "d-2", 2, office.Order{ID: "m", Reason: "x"}); fault.KeyOf(err) != "fault.tournament.hidden" {
		t.Errorf("into a hidden one: %v", err)
	}
	kept := func(division string, entry int) store.Contact {
		all, err := st.Contacts(ctx, division)
		if err != nil {
			t.Fatal(err)
		}
		return all[entry]
	}
	if kept("d-1", 2) != phone {
		t.Error("they left without him")
	}
	carry(t, off, "d-2", tournament.RestoreDivision{})
	for range 2 {
		id, err := off.MoveEntry(ctx, admin, "d-1", "d-2", 2, office.Order{ID: "m", Reason: "x"})
		if err != nil || id != 1 {
			t.Fatalf("id %d, %v", id, err)
		}
	}
	if kept("d-2", 1) != phone || kept("d-1", 2) != (store.Contact{}) {
		t.Errorf("%+v, %+v", kept("d-1", 2), kept("d-2", 1))
	}
	for division, entry := range map[string]int{"d-1": 2, "d-2": 1} {
		if log, err := st.PrivateLog(ctx, division, entry); err != nil || len(log) != 1 || log[0].Act != store.PrivateMoved || log[0].Actor != admin.User.ID {
			t.Errorf("%s: %+v, %v", division, log, err)
		}
	}
}

// TestTogether: the tables of several divisions change in one append, or none does.
func TestTogether(t *testing.T) {
	ctx := context.Background()
	_, off := hall(t)
	if err := create(t, off, "d-2", "乙组"); err != nil {
		t.Fatal(err)
	}
	orders := func(first, second int) []office.DivisionOrder {
		return []office.DivisionOrder{{Division: "d-2", Command: tournament.SetSeating{Seating: tournament.Seating{First: second}}}, {Division: "d-1", Command: tournament.SetSeating{Seating: tournament.Seating{First: first}}}}
	}
	tables := func() [2]int {
		a, err := off.Division(ctx, "d-1")
		if err != nil {
			t.Fatal(err)
		}
		b, err := off.Division(ctx, "d-2")
		if err != nil {
			t.Fatal(err)
		}
		return [2]int{a.Seating.First, b.Seating.First}
	}
	if err := off.DoTogether(ctx, admin, orders(5, 10000), "c-1", ""); fault.KeyOf(err) != "fault.tournament.seating" || tables() != [2]int{} {
		t.Errorf("%v, %v", err, tables())
	}
	for range 2 {
		if err := off.DoTogether(ctx, admin, orders(5, 20), "c-1", ""); err != nil || tables() != [2]int{5, 20} {
			t.Errorf("%v, %v", err, tables())
		}
	}
	if err := off.DoTogether(ctx, office.Actor{User: account.User{ID: "u"}, Roles: []account.Role{account.Referee}}, orders(1, 2), "", ""); fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("a referee: %v", err)
	}
}

// TestOwnTables: where the tournament chose so, a referee enters nothing at a table that is another
// one's, and the taking of all claims leaves those out; deputies and pairing officers aren't bound,
// and a table of somebody without an account is everybody's (roles, referee).
func TestOwnTables(t *testing.T) {
	ctx := context.Background()
	_, off := hall(t)
	names := make([]tournament.Entry, 8)
	for i := range names {
		names[i] = tournament.Entry{Name: fmt.Sprint("棋手", i+1)}
	}
	carry(t, off, "d-1", tournament.AddEntries{Source: "form", Entries: names}, tournament.Draw{How: "given"},
		tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
	inHall := func(c tournament.HallCommand) {
		t.Helper()
		if err := off.DoHall(ctx, admin, "t-1", office.HallOrder{Command: c, Reason: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	inHall(tournament.AssignReferee{User: "u-a", Name: "甲裁", Division: "d-1", From: 1, To: 2})
	inHall(tournament.AssignReferee{Name: "志愿者", Division: "d-1", From: 3, To: 3})
	who := func(id string, role account.Role) office.Actor {
		return office.Actor{User: account.User{ID: id, Name: id}, Roles: []account.Role{role}}
	}
	enter := func(a office.Actor, table int) string {
		_, err := off.Do(ctx, a, "d-1", office.Order{Command: tournament.EnterResult{Round: 1, Table: table, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Plain}}})
		if err == nil {
			return ""
		}
		return fault.KeyOf(err)
	}
	back := func(table int) { carry(t, off, "d-1", tournament.TakeBackResult{Round: 1, Table: table}) }
	if key := enter(who("u-b", account.Referee), 1); key != "" {
		t.Errorf("without the choice: %s", key)
	}
	back(1)
	inHall(tournament.SetInfo{Info: tournament.Info{Name: "春季赛", OwnTables: true}})
	for _, c := range []struct {
		actor office.Actor
		table int
		want  string
	}{
		{who("u-b", account.Referee), 1, "fault.office.otherTable"}, {who("u-b", account.Recorder), 2, "fault.office.otherTable"}, {who("u-a", account.Referee), 1, ""},
		{who("u-b", account.Referee), 3, ""}, {who("u-b", account.Referee), 4, ""}, {who("u-c", account.Deputy), 2, ""}, {who("u-d", account.PairingOfficer), 1, ""},
	} {
		order := office.Order{Command: tournament.EnterResult{Round: 1, Table: c.table, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Plain}}}
		if err := off.Foresee(ctx, c.actor, "d-1", order); (c.want == "") != (err == nil) || err != nil && fault.KeyOf(err) != c.want {
			t.Errorf("%s at table %d: foreseen %v, want %q", c.actor.User.ID, c.table, err, c.want)
		}
		if key := enter(c.actor, c.table); key != c.want {
			t.Errorf("%s %v at table %d: %q, want %q", c.actor.User.ID, c.actor.Roles, c.table, key, c.want)
		}
		if c.want == "" {
			back(c.table)
		}
	}
	for _, c := range []tournament.Command{tournament.NoteWarnings{Round: 1, Table: 1, WarnB: 1}, tournament.MarkSeats{Round: 1, Table: 1}, tournament.TakeBackResult{Round: 1, Table: 1}, tournament.EnterResults{Results: []tournament.EnterResult{{Round: 1, Table: 1}}}} {
		if _, err := off.Do(ctx, who("u-b", account.Referee), "d-1", office.Order{Command: c}); fault.KeyOf(err) != "fault.office.otherTable" {
			t.Errorf("%T: %v", c, err)
		}
	}
	for _, table := range []int{1, 4} {
		slip := office.Slip{Division: "d-1", Round: 1, Version: 1, Table: table}
		code, err := off.SlipCode(ctx, slip)
		if err != nil {
			t.Fatal(err)
		}
		for side, device := range map[rules.Side]string{rules.Black: "p1", rules.White: "p2"} {
			claim := tournament.ClaimResult{Round: 1, Version: 1, Table: table, Side: side, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Plain}, Device: device}
			if _, err := off.Claim(ctx, slip, code, "", claim); err != nil {
				t.Fatal(err)
			}
		}
	}
	d, err := off.Do(ctx, who("u-b", account.Referee), "d-1", office.Order{Command: tournament.TakeClaims{Round: 1}})
	if err != nil || len(d.Round(1).Results) != 1 || d.Round(1).Results[4].Outcome.IsZero() {
		t.Errorf("taken: %v, %v", d, err)
	}
}
