package office_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/tournament"
)

// TestErasePerson: after the one audited command no stored byte names the person, who else is named
// stays, what was played stays, and a second office that had read the old state follows.
func TestErasePerson(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	st, err := store.Open(ctx, store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	off := office.New(st, time.Now, "0.1.0")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(off.CreateTournament(ctx, admin, "t-1", "", tournament.Info{Name: "春季赛"}))
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time.Kind = "none"
	_, err = off.CreateDivision(ctx, admin, "d-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "甲组", Regulations: reg}})
	must(err)
	do := func(reason string, commands ...tournament.Command) {
		t.Helper()
		for _, c := range commands {
			_, err := off.Do(ctx, admin, "d-1", office.Order{Reason: reason, Command: c})
			must(err)
		}
	}
	const name, unit = "欧阳示例甲", "只此一家示例棋院"
	do("", tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: name, Unit: unit, Rank: "3d", Birth: "2011"}, {Name: "赵一", Unit: "示例一小"}, {Name: "钱二"}, {Name: "孙三"}}},
		tournament.Draw{How: "given"}, tournament.PrepareRound{Seed: "1"}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1})
	do(name+"生病", tournament.Withdraw{No: 1})
	must(off.DoHall(ctx, admin, "t-1", office.HallOrder{Command: tournament.PostNotice{Text: "请" + name + "到裁判台"}}))
	must(st.PutContacts(ctx, store.PrivateAct{ID: "v-1", Division: "d-1", Act: store.PrivateImported}, map[int]store.Contact{1: {Phone: "000-0000-001"}, 2: {Phone: "000-0000-002"}}))
	second := office.New(st, time.Now, "0.1.0")
	before, err := second.Division(ctx, "d-1")
	must(err)

	chief := office.Actor{User: account.User{ID: "u-2"}, Roles: []account.Role{account.ChiefReferee}}
	order := office.Order{ID: "c-9", Reason: "应" + name + "家长要求", Command: tournament.ErasePerson{ID: 1}}
	if _, err := off.ErasePerson(ctx, chief, "d-1", order); fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("the chief referee: %v", err)
	}
	for range 2 { // sent twice, done once
		d, err := off.ErasePerson(ctx, admin, "d-1", order)
		must(err)
		if e := d.EntryByID(1); !e.Erased() || e.Unit != "" || e.Rank != "3d" || d.Withdrawals[1].Reason != "匿名 1生病" {
			t.Fatalf("after it: %+v, %+v", e, d.Withdrawals)
		}
	}
	after, err := second.Division(ctx, "d-1")
	must(err)
	if !after.EntryByID(1).Erased() || before.EntryByID(1).Name != name || after.EntryByID(2).Name != "赵一" {
		t.Error("the second office doesn't follow, or changed a state that was read")
	}
	fresh, err := office.New(st, time.Now, "0.1.0").Division(ctx, "d-1")
	must(err)
	if !reflect.DeepEqual(fresh.Rounds, after.Rounds) || !reflect.DeepEqual(fresh.Entries, after.Entries) {
		t.Error("read anew, the division differs")
	}
	events, err := off.Log(ctx, "d-1")
	must(err)
	last := events[len(events)-1]
	var fact tournament.PersonErased
	must(json.Unmarshal(last.Body, &fact))
	if last.Type != "person.erased" || last.Actor != "u-1" || last.Reason != "应家长要求" || fact.ID != 1 {
		t.Errorf("the log says %+v", last)
	}
	contacts, err := st.Contacts(ctx, "d-1")
	must(err)
	if _, there := contacts[1]; there || contacts[2].Phone == "" {
		t.Errorf("private facts left: %v", contacts)
	}
	acts, err := st.PrivateLog(ctx, "d-1", 1)
	if err != nil || len(acts) != 1 || acts[0].Act != store.PrivateErased || acts[0].Actor != "u-1" {
		t.Errorf("the log of private facts: %+v, %v", acts, err)
	}
	must(st.Close())
	files, err := filepath.Glob(filepath.Join(dir, "tianyuan.db*"))
	must(err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(err)
		for _, words := range []string{name, unit, "000-0000-001"} {
			if bytes.Contains(data, []byte(words)) {
				t.Errorf("%s still holds %s", filepath.Base(file), words)
			}
		}
		if filepath.Base(file) == "tianyuan.db" && !bytes.Contains(data, []byte("000-0000-002")) {
			t.Error("somebody else's facts are gone")
		}
	}
}
