package store_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/journal"
	"tianyuan/store"
)

// TestPrivateFacts: facts and their log go together; without facts the row is gone, the log stays.
func TestPrivateFacts(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		now := time.Date(2026, 11, 28, 1, 0, 0, 0, time.UTC)
		act := func(id string, entry int, what string) store.PrivateAct {
			now = now.Add(time.Second)
			return store.PrivateAct{ID: id, Division: "d-1", Entry: entry, At: now, Actor: "u-1", Act: what}
		}
		ok := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		ok(s.PutContacts(ctx, act("v-1", 0, store.PrivateImported), map[int]store.Contact{1: {Phone: "000-1"}, 2: {Phone: "000-2"}}))
		c, err := s.Contact(ctx, act("v-2", 1, store.PrivateViewed))
		if err != nil || c.Phone != "000-1" {
			t.Errorf("%+v, %v", c, err)
		}
		if c, err := s.Contact(ctx, act("v-3", 9, store.PrivateViewed)); err != nil || c != (store.Contact{}) {
			t.Errorf("of nobody: %+v, %v", c, err)
		}
		ok(s.ChangeContact(ctx, act("v-4", 1, store.PrivateChanged), store.Contact{Email: "a@b"}))
		ok(s.ChangeContact(ctx, act("v-5", 2, store.PrivateDeleted), store.Contact{}))
		all, err := s.Contacts(ctx, "d-1")
		if err != nil || len(all) != 1 || all[1] != (store.Contact{Email: "a@b"}) {
			t.Errorf("%+v, %v", all, err)
		}
		for entry, want := range map[int]string{0: "v-5 v-4 v-3 v-2 v-1", 1: "v-4 v-2", 2: "v-5", 7: ""} {
			acts, err := s.PrivateLog(ctx, "d-1", entry)
			var ids []string
			for _, a := range acts {
				ids = append(ids, a.ID)
			}
			if got := strings.Join(ids, " "); err != nil || got != want {
				t.Errorf("log of %d: %s, %v", entry, got, err)
			}
		}
		if a, err := s.PrivateLog(ctx, "d-1", 2); err != nil || len(a) != 1 || a[0] != (store.PrivateAct{ID: "v-5", Division: "d-1", Entry: 2, At: now, Actor: "u-1", Act: store.PrivateDeleted}) {
			t.Errorf("%+v, %v", a, err)
		}
	})
}

// TestErase: one commit appends the fact, rewrites what names the person, and deletes his facts; when
// anything is refused, nothing changes.
func TestErase(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		big := json.RawMessage(`{"name":"甲","fill":"` + strings.Repeat("x", 300<<10) + `"}`)
		must(t, s, journal.Write{Stream: "d-1", Events: []journal.Event{{Type: "a", Body: json.RawMessage(`{"name":"甲"}`), Reason: "甲"}, {Type: "a", Body: json.RawMessage(`{"name":"乙"}`)}, {Type: "a", Body: big}}})
		must(t, s, journal.Write{Stream: "t-1", Events: []journal.Event{{Type: "n", Body: json.RawMessage(`{"text":"甲"}`)}}})
		if err := s.PutContacts(ctx, store.PrivateAct{ID: "v-1", Division: "d-1"}, map[int]store.Contact{1: {Phone: "000-1"}}); err != nil {
			t.Fatal(err)
		}
		change := func(e journal.Event) (journal.Event, bool, error) {
			body := strings.ReplaceAll(string(e.Body), "甲", "匿名")
			changed := body != string(e.Body)
			e.Body, e.Reason = json.RawMessage(body), strings.ReplaceAll(e.Reason, "甲", "匿名")
			return e, changed, nil
		}
		fact := []journal.Event{{Type: "person.erased", Actor: "u-1", Reason: "asked"}}
		wantKey(t, s.Erase(ctx, 1, journal.Write{Stream: "d-1", Expected: 2, Events: fact}, []string{"d-1", "t-1"}, change), "fault.journal.conflict")
		if c, err := s.Contacts(ctx, "d-1"); err != nil || len(c) != 1 {
			t.Errorf("a refused act deleted facts: %v, %v", c, err)
		}
		if err := s.Erase(ctx, 1, journal.Write{Stream: "d-1", Expected: 3, Events: fact}, []string{"d-1", "t-1"}, change); err != nil {
			t.Fatal(err)
		}
		for _, stream := range []string{"d-1", "t-1"} {
			events, err := s.Load(ctx, stream, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if strings.Contains(string(e.Body)+e.Reason, "甲") {
					t.Errorf("%s %d still names him", stream, e.Seq)
				}
			}
			if stream == "d-1" && (len(events) != 4 || events[3].Type != "person.erased" || string(events[1].Body) != `{"name":"乙"}` || len(events[2].Body) < 300<<10 || events[0].Reason != "匿名") {
				t.Errorf("the stream is %d events, %v", len(events), events[3].Type)
			}
		}
		if c, err := s.Contacts(ctx, "d-1"); err != nil || len(c) != 0 {
			t.Errorf("facts left: %v, %v", c, err)
		}
		if a, err := s.PrivateLog(ctx, "d-1", 1); err != nil || len(a) != 1 || a[0].Act != store.PrivateErased || a[0].Actor != "u-1" {
			t.Errorf("log: %+v, %v", a, err)
		}
	})
}

// TestAccountsEnd: a new password, a used link and an account turned off end the sessions and links
// that were open; the last administrator who can sign in stays.
func TestAccountsEnd(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		now := time.Date(2026, 11, 28, 1, 0, 0, 0, time.UTC)
		ok := func(errs ...error) {
			t.Helper()
			for _, err := range errs {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		fill := func() {
			t.Helper()
			ok(s.PutUser(ctx, account.User{ID: "u-1", Login: "one", Name: "One", Hash: "h"}), s.PutLink(ctx, account.Link{TokenHash: "l-1", UserID: "u-1", Expires: now}))
			for _, token := range []string{"s-1", "s-2", "s-3"} {
				ok(s.PutSession(ctx, account.Session{TokenHash: token, UserID: "u-1", Created: now, LastSeen: now, Agent: "Chrome, Linux"}))
			}
		}
		left := func() string {
			t.Helper()
			sessions, err := s.Sessions(ctx, "u-1")
			ok(err)
			var all []string
			for _, x := range sessions {
				if x.Agent != "Chrome, Linux" || !x.Created.Equal(now) {
					t.Errorf("%+v", x)
				}
				all = append(all, x.TokenHash)
			}
			if _, err := s.LinkUser(ctx, "l-1", now); err == nil {
				all = append(all, "l-1")
			}
			return strings.Join(all, " ")
		}
		for name, c := range map[string]struct {
			act  func() error
			want string
		}{
			"nothing":        {func() error { return nil }, "s-1 s-2 s-3 l-1"},
			"new password":   {func() error { return s.SetPassword(ctx, "u-1", "h2", "s-2") }, "s-2"},
			"other sessions": {func() error { return s.DeleteOtherSessions(ctx, "u-1", "s-3") }, "s-3 l-1"},
			"turned off":     {func() error { return s.SetDisabled(ctx, "u-1", true) }, ""},
			"turned on":      {func() error { return s.SetDisabled(ctx, "u-1", false) }, "s-1 s-2 s-3 l-1"},
			"a newer link":   {func() error { return s.PutLink(ctx, account.Link{TokenHash: "l-2", UserID: "u-1", Expires: now}) }, "s-1 s-2 s-3"},
			"a used link": {func() error {
				_, err := s.UseLink(ctx, "l-1", now, func(u *account.User) error { u.Hash = "h3"; return nil })
				return err
			}, ""},
		} {
			fill()
			ok(c.act())
			if got := left(); got != c.want {
				t.Errorf("%s: left %q, want %q", name, got, c.want)
			}
		}
		ok(s.PutUser(ctx, account.User{ID: "a-1", Login: "boss", Name: "Boss", Hash: "h", Admin: true}), s.PutUser(ctx, account.User{ID: "a-2", Login: "new", Name: "New", Admin: true}))
		wantKey(t, s.SetDisabled(ctx, "a-1", true), "fault.account.lastAdmin")
		ok(s.SetPassword(ctx, "a-2", "h", ""), s.SetDisabled(ctx, "a-1", true))
		wantKey(t, s.SetDisabled(ctx, "nobody", true), "fault.account.noUser")
	})
}
