package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tianyuan/game"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/web"
)

// TestConsoleRowsAreFresh: after whatever changes at a table, its row in the list says the same as that of a
// server which has made none before, in every language, and something else than it said; also a second of
// the clock and the silence of its device are changes.
func TestConsoleRowsAreFresh(t *testing.T) {
	h, ctx := newHall(t), context.Background()
	h.roundRuns(t)
	now, began := time.Duration(0), time.Now()
	h.live = live.New(h.office, live.Times{Mono: func() time.Duration { return now }, Wall: func() time.Time { return began.Add(now) }})
	server := func() http.Handler {
		s, err := web.New(web.Config{Store: h.store, Office: h.office, Live: h.live})
		must(t, err)
		t.Cleanup(s.Close)
		return s
	}
	h.handler = server()
	rows := func(handler http.Handler, who, lang string) string {
		r := httptest.NewRequest("GET", "/t/t-1/referee", nil)
		r.Header.Set("X-Fragment", "1")
		r.Header.Set("Accept-Language", lang)
		r.AddCookie(h.cookies[who])
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Body.String()
	}
	said := map[string]string{}
	fresh := func(after string) {
		t.Helper()
		none := server()
		for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
			want := rows(none, "referee", lang)
			for _, who := range []string{"referee", "chiefReferee"} {
				if got := rows(h.handler, who, lang); got != want {
					t.Errorf("%s, %s, %s:\n%s\ninstead of\n%s", after, lang, who, got, want)
				}
			}
			if said[lang] == want {
				t.Errorf("%s changes nothing in %s", after, lang)
			}
			said[lang] = want
		}
		if said["zh-Hans"] == said["en"] || said["zh-Hans"] == said["zh-Hant"] {
			t.Errorf("%s: two languages say the same", after)
		}
	}
	fresh("the start of the round")
	h.open(t)
	fresh("opening the record")
	link := h.keeper(t)
	n, at := int64(0), time.Duration(0)
	take := func(commands ...game.Command) {
		t.Helper()
		b := live.Batch{Now: game.Instant(at)}
		for _, c := range commands {
			n++
			b.Entries = append(b.Entries, office.Press{N: n, At: game.Instant(at), Command: c})
		}
		_, _, err := link.Take(ctx, b)
		must(t, err)
	}
	pass := func(d time.Duration) { now, at = now+d, at+d }
	take(game.Start{})
	fresh("the start of the game")
	pass(1500 * time.Millisecond)
	fresh("a second of a clock")
	take(game.Press{Side: rules.Black})
	fresh("a press")
	pass(time.Second)
	take()
	fresh("a sign of life")
	pass(30 * time.Second)
	fresh("half a minute of silence")
	take(game.CallReferee{Side: rules.White})
	fresh("a call")
	h.act(t, h.division, tournament.ChangeEntry{Entry: tournament.Entry{ID: 1, Name: "戊"}})
	fresh("another name")
	if code := h.do("referee", "came"); code != 303 {
		t.Fatalf("the referee's coming: %d", code)
	}
	fresh("the referee's coming")
	take(game.Resign{Side: rules.White})
	fresh("resigning")
	if list := said["en"]; strings.Count(list, "data-key") != 2 {
		t.Errorf("the list has other tables: %s", list)
	}
}
