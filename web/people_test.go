package web_test

import (
	"bytes"
	"context"
	"html"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"tianyuan/account"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

var secrets = url.Values{"phone": {"000-1111-222"}, "email": {"parent@example.org"}, "birth": {"2011年3月5日"}, "idNumber": {"ZX0000000"}, "guardian": {"监护人示例"}}

// TestPrivateFacts: who may sees and changes them, each act is logged without the values, they can be
// deleted, and nothing else that the program hands out holds them.
func TestPrivateFacts(t *testing.T) {
	var log bytes.Buffer
	h := newHallWith(t, slog.New(slog.NewTextHandler(&log, nil)))
	const path = "/d/d-1/entry/2/private"
	if w := h.ask("organiser", "POST", path, secrets); w.Code != 303 {
		t.Fatalf("keeping them: %d %s", w.Code, w.Body)
	}
	page := h.ask("chiefReferee", "GET", path, nil).Body.String()
	values := []string{"000-1111-222", "parent@example.org", "2011-03-05", "ZX0000000", "监护人示例"}
	for _, v := range values {
		if !strings.Contains(page, v) {
			t.Errorf("the chief referee doesn't see %s", v)
		}
	}
	if e := h.regulationsOf(t).EntryByID(2); e.Birth != "2011" {
		t.Errorf("the public year is %q", e.Birth)
	}
	acts, err := h.store.PrivateLog(context.Background(), "d-1", 2)
	must(t, err)
	if len(acts) != 2 || acts[0].Act != store.PrivateViewed || acts[0].Actor != "u-chiefReferee" || acts[1].Act != store.PrivateChanged || acts[1].Fields != "birth phone email idNumber guardian" {
		t.Errorf("the log: %+v", acts)
	}
	out := log.String()
	for _, path := range []string{"/d/d-1/entries", "/d/d-1/entry/2", "/d/d-1/private", "/d/d-1/log", "/d/d-1/export/all.xlsx", "/d/d-1/export/entries.csv", "/d/d-1/export/division.json", "/p/t-1/d-1/entries", "/t/t-1"} {
		out += h.ask("organiser", "GET", path, nil).Body.String()
	}
	exported, err := h.store.Export(context.Background(), "t-1")
	must(t, err)
	out += string(exported)
	for _, v := range values {
		if strings.Contains(out, v) {
			t.Errorf("%s is in a page, an export, the journal or a log", v)
		}
	}
	if w := h.ask("organiser", "POST", path, url.Values{"do": {"delete"}}); w.Code != 303 {
		t.Errorf("deleting them: %d", w.Code)
	}
	contacts, err := h.store.Contacts(context.Background(), "d-1")
	if _, there := contacts[2]; err != nil || there {
		t.Errorf("still there: %v, %v", contacts, err)
	}
	if page := h.ask("organiser", "GET", "/d/d-1/private", nil).Body.String(); !strings.Contains(page, "Deleted") || strings.Contains(page, values[0]) {
		t.Error("the log of the division doesn't say so, or says too much")
	}
}

// TestPrivateMarked: a date that can't be is refused at its field, what only looks odd is kept and said.
func TestPrivateMarked(t *testing.T) {
	h := newHall(t)
	w := h.ask("organiser", "POST", "/d/d-1/entry/2/private", url.Values{"birth": {"2010-13-45"}, "guardian": {"甲\x00"}})
	if body := w.Body.String(); w.Code != 422 || !strings.Contains(body, `id="bad-birth"`) || !strings.Contains(body, `id="bad-guardian"`) || !strings.Contains(body, "2010-13-45") {
		t.Errorf("%d", w.Code)
	}
	h.ask("organiser", "POST", "/d/d-1/entry/2/private", url.Values{"phone": {"call me"}, "email": {"nowhere"}})
	if body := html.UnescapeString(h.ask("organiser", "GET", "/d/d-1/entry/2/private", nil).Body.String()); strings.Count(body, "doubt-field") != 2 || !strings.Contains(body, "call me") {
		t.Error("the doubts aren't said, or the facts weren't kept")
	}
}

// TestImportPrivate: the private facts of an import go to the right people even when somebody else
// added one meanwhile.
func TestImportPrivate(t *testing.T) {
	h := newHall(t)
	w := h.upload(t, "organiser", "/d/d-1/import", "list.csv", []byte("姓名,电话\n戊一,000-0000-005\n己二,000-0000-006\n"))
	v := previewForm(t, w.Body.String())
	if w := h.ask("pairingOfficer", "POST", "/d/d-1/do/add", url.Values{"name": {"插队"}}); w.Code != 303 {
		t.Fatalf("adding: %d", w.Code)
	}
	v.Set("do", "commit")
	for range 2 { // sent twice, taken once
		if w := h.ask("organiser", "POST", "/d/d-1/import", v); w.Code != 303 {
			t.Fatalf("the commit: %d", w.Code)
		}
	}
	contacts, err := h.store.Contacts(context.Background(), "d-1")
	must(t, err)
	got := map[string]string{}
	for _, e := range h.regulationsOf(t).Entries {
		got[e.Name] = contacts[e.ID].Phone
	}
	if got["戊一"] != "000-0000-005" || got["己二"] != "000-0000-006" || got["插队"] != "" || len(got) != 7 {
		t.Errorf("phones: %v", got)
	}
}

// TestEraseByForm: the organiser erases a person with a reason; nobody else may.
func TestEraseByForm(t *testing.T) {
	h := newHall(t)
	if w := h.ask("organiser", "POST", "/d/d-1/entry/2/erase", nil); w.Code != 422 {
		t.Errorf("without a reason: %d", w.Code)
	}
	if w := h.ask("organiser", "POST", "/d/d-1/entry/2/erase", url.Values{"reason": {"asked by letter"}}); w.Code != 303 || !h.regulationsOf(t).EntryByID(2).Erased() {
		t.Errorf("with one: %d", w.Code)
	}
	if page := h.ask("organiser", "GET", "/d/d-1/entry/2", nil).Body.String(); !strings.Contains(page, "匿名 2") || strings.Contains(page, "/do/change") {
		t.Error("the page of an erased person can be changed")
	}
}

// TestTwoClicks: from the entry list and from the desk one link leads to a player's page, whose buttons
// say what follows and do it.
func TestTwoClicks(t *testing.T) {
	h := newHall(t)
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		h.ask("chiefReferee", "POST", "/d/d-1/do/"+action, url.Values{"round": {"1"}})
	}
	for _, from := range []string{"/d/d-1/entries", "/d/d-1/round/1"} {
		if page := h.ask("pairingOfficer", "GET", from, nil).Body.String(); !strings.Contains(page, `href="/d/d-1/entry/3`) {
			t.Errorf("%s has no link to the player", from)
		}
	}
	page := html.UnescapeString(h.ask("chiefReferee", "GET", "/d/d-1/entry/3", nil).Body.String())
	for _, words := range []string{"Games played: 0", "from round 2 on (2002 art. 28.3)", "points plus A", "The game of round 1 has no result yet", "Away in round 2", "0 points, no forfeit"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page doesn't say %q", words)
		}
	}
	if w := h.ask("pairingOfficer", "POST", "/d/d-1/do/absent", url.Values{"no": {"3"}, "round": {"2"}}); w.Code != 303 || w.Header().Get("Location") != "/d/d-1/entry/3" {
		t.Errorf("absent: %d %s", w.Code, w.Header().Get("Location"))
	}
	if page := h.ask("pairingOfficer", "GET", "/d/d-1/entries", nil).Body.String(); !strings.Contains(page, "Away in round 2") {
		t.Error("the list doesn't say who is away")
	}
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/withdraw", url.Values{"no": {"3"}}); w.Code != 422 || !strings.Contains(w.Body.String(), "Leaving the tournament") {
		t.Errorf("leaving without a reason: %d", w.Code)
	}
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/withdraw", url.Values{"no": {"3"}, "reason": {"ill"}}); w.Code != 303 {
		t.Errorf("leaving: %d", w.Code)
	}
	if page := h.ask("chiefReferee", "GET", "/d/d-1/entry/3", nil).Body.String(); !strings.Contains(page, "Paired again from round 2 on") {
		t.Error("who has left can't come back")
	}
}

// TestLeavingRoundRobin: both outcomes of the half test are told with their article, by the edition.
func TestLeavingRoundRobin(t *testing.T) {
	h := newHall(t)
	ctx := context.Background()
	actor := office.Actor{User: h.admin, Roles: account.Roles}
	reg := tournament.Regulations{Edition: "1988", Method: tournament.RoundRobin, Rounds: 3, Komi: 11, Options: tournament.DefaultOptions("1988")}
	reg.Time.Kind = "none"
	_, err := h.office.CreateDivision(ctx, actor, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "B", Regulations: reg}})
	must(t, err)
	do := func(c tournament.Command) {
		t.Helper()
		_, err := h.office.Do(ctx, actor, "d-2", office.Order{Command: c})
		must(t, err)
	}
	do(tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "甲"}, {Name: "乙"}, {Name: "丙"}, {Name: "丁"}}})
	do(tournament.Draw{How: "given"})
	for i, words := range []string{"less than half of 3", "at least half of 3"} {
		round := i + 1
		for _, c := range []tournament.Command{tournament.PrepareRound{}, tournament.CheckRound{Round: round}, tournament.PublishRound{Round: round}, tournament.StartRound{Round: round}} {
			do(c)
		}
		d, err := h.office.Division(ctx, "d-2")
		must(t, err)
		for _, p := range d.Current().Pairs {
			do(tournament.EnterResult{Round: round, Table: p.Table, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Resigned}})
		}
		do(tournament.CloseRound{Round: round})
		page := html.UnescapeString(h.ask("chiefReferee", "GET", "/d/d-2/entry/1", nil).Body.String())
		for _, want := range []string{words, "1988 art. 29.2", "A round robin has no absence"} {
			if !strings.Contains(page, want) {
				t.Errorf("after round %d the page doesn't say %q", round, want)
			}
		}
	}
}

// TestLogNamesPeople: the protocol says of whom an absence, a withdrawal, its end, a change or a removal
// is, and in which round; a removed entry keeps its name there.
func TestLogNamesPeople(t *testing.T) {
	h := newHall(t)
	_, err := h.office.CreateDivision(context.Background(), everyRole, "x-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "X", Regulations: h.regulationsOf(t).Reg}})
	must(t, err)
	h.act(t, "x-1", tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "走错门"}}}, tournament.RemoveEntry{ID: 1})
	h.act(t, h.division, tournament.NoteAbsence{No: 2, Round: 2}, tournament.CancelAbsence{No: 2, Round: 2}, tournament.Withdraw{No: 3}, tournament.Readmit{No: 3},
		tournament.ChangeEntry{Entry: tournament.Entry{ID: 4, No: 4, Name: "丁大"}})
	h.act(t, h.division, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.UnpublishRound{Round: 1})
	page := h.text("recorder", "/d/d-1/log") + h.text("recorder", "/d/x-1/log")
	for _, line := range []string{
		"Entry removed　走错门<", "Absence noted　no. 2　乙　round 2<", "Absence cancelled　no. 2　乙　round 2<", "Withdrawn　no. 3　丙<", "Readmitted　no. 3　丙<", "Entry changed　丁大<", "checked　round 1<", "pairings withdrawn　round 1<",
	} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(line)) {
			t.Errorf("the protocol doesn't say %q", line)
		}
	}
}
