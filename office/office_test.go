package office_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

var admin = office.Actor{User: account.User{ID: "u-1", Admin: true}, Roles: account.Roles}

// hall opens a store with a tournament and a division in it.
func hall(t *testing.T) (*store.Store, *office.Office) {
	t.Helper()
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	off := office.New(st, time.Now, "0.1.0")
	if err := off.CreateTournament(ctx, admin, "t-1", "c-1", tournament.Info{Name: "春季赛"}); err != nil {
		t.Fatal(err)
	}
	reg := tournament.Regulations{Edition: rules.Edition2002, Method: tournament.Swiss, Rounds: 3, Komi: 15, Time: clock.System{Kind: clock.None}, Options: tournament.DefaultOptions("2002")}
	order := office.Order{ID: "c-2", Command: tournament.CreateDivision{Tournament: "t-1", Name: "甲组", Regulations: reg}}
	if _, err := off.CreateDivision(ctx, admin, "d-1", order); err != nil {
		t.Fatal(err)
	}
	return st, off
}

// TestUnknownEvent: a type of a newer release closes the stream for writing, leaves what stood
// before it readable, and says which version is needed (design, "Events are facts").
func TestUnknownEvent(t *testing.T) {
	ctx := context.Background()
	st, off := hall(t)
	row, err := st.Stream(ctx, "d-1")
	if err != nil {
		t.Fatal(err)
	}
	row.Summary = json.RawMessage(`{"version":"9.1.0"}`)
	newer := journal.Event{Type: "division.merged", Body: json.RawMessage(`{}`)}
	if _, err := st.Append(ctx, journal.Write{Stream: "d-1", Expected: 1, Events: []journal.Event{newer}, List: &row}); err != nil {
		t.Fatal(err)
	}
	for _, o := range []*office.Office{off, office.New(st, time.Now, "0.1.0")} {
		d, err := o.Division(ctx, "d-1")
		if err != nil || d.Name != "甲组" || fault.CodeOf(d.Unread) != fault.Newer {
			t.Fatalf("read as %+v, %v", d, err)
		}
		add := tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "棋手1"}}}
		_, err = o.Do(ctx, admin, "d-1", office.Order{Command: add})
		f, ok := err.(*fault.Error)
		if !ok || f.Code != fault.Newer || f.Args["version"] != "9.1.0" || f.Args["type"] != "division.merged" {
			t.Errorf("written after an unknown fact: %v", err)
		}
	}
	if rows, err := st.Load(ctx, "d-1", 2); err != nil || len(rows) != 0 {
		t.Errorf("the journal grew: %v, %v", rows, err)
	}
}

// TestRepeatedCommand: a command sent twice is carried out once and answered twice.
func TestRepeatedCommand(t *testing.T) {
	ctx := context.Background()
	_, off := hall(t)
	order := office.Order{ID: "c-3", Command: tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "棋手1"}}}}
	for range 2 {
		d, err := off.Do(ctx, admin, "d-1", order)
		if err != nil || len(d.Entries) != 1 {
			t.Fatalf("%d entries, %v", len(d.Entries), err)
		}
	}
}

// TestLostRace: two offices on one journal; the one behind catches up and decides anew.
func TestLostRace(t *testing.T) {
	ctx := context.Background()
	st, one := hall(t)
	two := office.New(st, time.Now, "0.1.0")
	for i, o := range []*office.Office{one, two, one, two} {
		order := office.Order{Command: tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "棋手" + string(rune('甲'+i))}}}}
		d, err := o.Do(ctx, admin, "d-1", order)
		if err != nil || len(d.Entries) != i+1 {
			t.Fatalf("after %d: %v", i+1, err)
		}
	}
}

// TestRefusedWithoutRole: who lacks the ability is told whom to ask, and nothing is written.
func TestRefusedWithoutRole(t *testing.T) {
	ctx := context.Background()
	st, off := hall(t)
	add := office.Order{Command: tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "棋手1"}}}}
	for _, c := range []struct {
		actor office.Actor
		code  fault.Code
	}{
		{office.Actor{}, fault.SignIn},
		{office.Actor{User: account.User{ID: "u-2"}}, fault.Forbidden},
	} {
		if _, err := off.Do(ctx, c.actor, "d-1", add); fault.CodeOf(err) != c.code {
			t.Errorf("%+v: %v", c.actor, err)
		}
	}
	if rows, err := st.Load(ctx, "d-1", 1); err != nil || len(rows) != 0 {
		t.Errorf("the journal grew: %v, %v", rows, err)
	}
}

// TestJudge: a stream from elsewhere must be readable from its first event to its last.
func TestJudge(t *testing.T) {
	row := journal.Stream{ID: "d-1", Kind: office.KindDivision, Parent: "t-1", Title: "甲组"}
	created := journal.Event{Seq: 1, Type: "division.created", Body: json.RawMessage(`{"tournament":"t-1","name":"甲组"}`)}
	event := func(kind, body string) journal.Event {
		return journal.Event{Seq: 2, Type: kind, Body: json.RawMessage(body)}
	}
	for _, c := range []struct {
		name   string
		events []journal.Event
		want   string
	}{
		{"whole", []journal.Event{created, event("entries.added", `{"entries":[{"id":1,"name":"棋手1"}]}`)}, ""},
		{"of another tournament", []journal.Event{{Seq: 1, Type: "division.created", Body: json.RawMessage(`{"tournament":"t-2"}`)}}, "fault.store.importEvent"},
		{"no beginning", []journal.Event{event("absence.noted", `{"no":1,"round":1}`)}, "fault.store.importEvent"},
		{"begun twice", []journal.Event{created, created}, "fault.store.importEvent"},
		{"a round that isn't there", []journal.Event{created, event("round.closed", `{"round":4}`)}, "fault.store.importEvent"},
		{"a body of another shape", []journal.Event{created, event("round.closed", `{"round":"x"}`)}, "fault.store.importEvent"},
		{"an unknown type", []journal.Event{created, event("division.merged", `{}`)}, "fault.tournament.unknownEvent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := office.Judge(row, c.events)
			if c.want == "" && err != nil || c.want != "" && (err == nil || fault.KeyOf(err) != c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}
