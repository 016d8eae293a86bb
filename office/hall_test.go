package office_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// TestSlip: the code of a slip is for one table of one version alone, is the same after a start
// anew, and isn't in what is exported.
func TestSlip(t *testing.T) {
	ctx := context.Background()
	st, off := hall(t)
	slip := office.Slip{Division: "d-1", Round: 1, Version: 1, Table: 3}
	code, err := off.SlipCode(ctx, slip)
	if err != nil || len(code) != 16 {
		t.Fatalf("%q, %v", code, err)
	}
	again := office.New(st, time.Now, "0.1.0")
	if err := again.CheckSlip(ctx, slip, strings.ToUpper(code)); err != nil {
		t.Error(err)
	}
	for _, other := range []office.Slip{
		{Division: "d-1", Round: 1, Version: 1, Table: 4}, {Division: "d-1", Round: 1, Version: 2, Table: 3},
		{Division: "d-1", Round: 2, Version: 1, Table: 3}, {Division: "d-2", Round: 1, Version: 1, Table: 3},
	} {
		if err := off.CheckSlip(ctx, other, code); fault.KeyOf(err) != "fault.office.slip" {
			t.Errorf("%+v takes the code: %v", other, err)
		}
	}
	key, err := st.Secret(ctx, "d-1", "slips", nil)
	if err != nil || len(key) != 32 {
		t.Fatalf("%d bytes, %v", len(key), err)
	}
	data, err := st.Export(ctx, "t-1")
	if err != nil || bytes.Contains(data, key) {
		t.Errorf("the key is exported: %v", err)
	}
}

// TestClaimDoor: a claim needs the slip's code and no account; the same claim sent again is
// answered and not written twice.
func TestClaimDoor(t *testing.T) {
	ctx := context.Background()
	_, off := hall(t)
	for _, c := range []tournament.Command{
		tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "棋手1"}, {Name: "棋手2"}}}, tournament.Draw{How: "given"},
		tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
	} {
		if _, err := off.Do(ctx, admin, "d-1", office.Order{Command: c}); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
	}
	slip := office.Slip{Division: "d-1", Round: 1, Version: 1, Table: 1}
	claim := tournament.ClaimResult{Round: 1, Version: 1, Table: 1, Side: rules.Black, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Plain}, Device: "p1"}
	if _, err := off.Claim(ctx, slip, "aaaaaaaaaaaaaaaa", "c-9", claim); fault.KeyOf(err) != "fault.office.slip" {
		t.Errorf("a forged code: %v", err)
	}
	code, err := off.SlipCode(ctx, slip)
	if err != nil {
		t.Fatal(err)
	}
	var heads []int64
	for range 2 {
		d, err := off.Claim(ctx, slip, code, "c-9", claim)
		if err != nil {
			t.Fatal(err)
		}
		heads = append(heads, d.Head())
	}
	if heads[0] != heads[1] {
		t.Errorf("heads %v", heads)
	}
	if _, err := off.Do(ctx, admin, "d-1", office.Order{Command: claim}); err == nil {
		t.Error("a claim came in by the officials' door")
	}
}

// TestMoveEntry: a player changes divisions in one append, before round 1 of either.
func TestMoveEntry(t *testing.T) {
	ctx := context.Background()
	_, off := hall(t)
	d, err := off.Division(ctx, "d-1")
	if err != nil {
		t.Fatal(err)
	}
	create := tournament.CreateDivision{Tournament: "t-1", Name: "乙组", Regulations: d.Reg}
	if _, err := off.CreateDivision(ctx, admin, "d-2", office.Order{Command: create}); err != nil {
		t.Fatal(err)
	}
	add := tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "棋手1"}, {Name: "棋手2"}, {Name: "棋手3"}}}
	for _, id := range []string{"d-1", "d-2"} {
		if _, err := off.Do(ctx, admin, id, office.Order{Command: add}); err != nil {
			t.Fatal(err)
		}
	}
	id, err := off.MoveEntry(ctx, admin, "d-1", "d-2", 2, office.Order{ID: "m-1", Reason: "报错组"})
	if err != nil || id != 4 {
		t.Fatalf("id %d, %v", id, err)
	}
	a, _ := off.Division(ctx, "d-1")
	b, _ := off.Division(ctx, "d-2")
	if len(a.Entries) != 2 || len(b.Entries) != 4 || b.EntryByID(4).Name != "棋手2" {
		t.Errorf("%d and %d entries", len(a.Entries), len(b.Entries))
	}
	if _, err := off.Do(ctx, admin, "d-1", office.Order{Command: tournament.Draw{How: "given"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := off.MoveEntry(ctx, admin, "d-1", "d-2", 1, office.Order{ID: "m-2", Reason: "报错组"}); err != nil {
		t.Fatal(err)
	}
	a, _ = off.Division(ctx, "d-1")
	if w, gone := a.Withdrawals[1]; !gone || w.After != 0 {
		t.Errorf("number 1 is still in: %v", a.Withdrawals)
	}
	for _, c := range []struct{ from, to, key string }{{"d-1", "d-1", "fault.office.moveTournament"}, {"d-1", "d-3", "fault.tournament.noDivision"}} {
		if _, err := off.MoveEntry(ctx, admin, c.from, c.to, 3, office.Order{Reason: "x"}); fault.KeyOf(err) != c.key {
			t.Errorf("%v: %v", c, err)
		}
	}
	for _, c := range []tournament.Command{tournament.Draw{How: "given"}, tournament.PrepareRound{}} {
		if _, err := off.Do(ctx, admin, "d-2", office.Order{Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := off.MoveEntry(ctx, admin, "d-1", "d-2", 3, office.Order{Reason: "x"}); fault.KeyOf(err) != "fault.office.moveBegun" {
		t.Errorf("after the pairing: %v", err)
	}
}
