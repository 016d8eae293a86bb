package web_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/tournament"
	"tianyuan/web"
)

// hall is a server with one tournament, one division with a drawn list, and a session for each role.
type hall struct {
	handler  http.Handler
	store    *store.Store
	office   *office.Office
	live     *live.Hub
	division string
	admin    account.User
	cookies  map[string]*http.Cookie
}

func newHall(t testing.TB) *hall { return newHallWith(t, nil) }

// newHallWith is newHall with a log of its own.
func newHallWith(t testing.TB, log *slog.Logger) *hall {
	t.Helper()
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	off := office.New(st, time.Now, "test")
	hub := live.New(off, live.Machine())
	handler, err := web.New(web.Config{Store: st, Office: off, Live: hub, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(handler.Close)
	h := &hall{handler: handler, store: st, office: off, live: hub, division: "d-1", cookies: map[string]*http.Cookie{}}
	admin := account.User{ID: "u-admin", Login: "admin", Name: "admin", Admin: true}
	must(t, st.PutUser(ctx, admin))
	actor := office.Actor{User: admin, Roles: account.Roles}
	must(t, off.CreateTournament(ctx, actor, "t-1", "", tournament.Info{Name: "Open", Public: true}))
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time.Kind = "none"
	_, err = off.CreateDivision(ctx, actor, h.division, office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "A", Regulations: reg}})
	must(t, err)
	for _, c := range []tournament.Command{tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "甲"}, {Name: "乙"}, {Name: "丙"}, {Name: "丁"}}}, tournament.Draw{How: "given"}} {
		_, err := off.Do(ctx, actor, h.division, office.Order{Command: c})
		must(t, err)
	}
	h.admin = admin
	h.session(t, st, "admin", admin)
	for _, r := range account.Roles {
		u := account.User{ID: "u-" + string(r), Login: strings.ToLower(string(r)), Name: string(r)}
		must(t, st.PutUser(ctx, u))
		must(t, st.PutGrant(ctx, store.Grant{Tournament: "t-1", UserID: u.ID, Role: r}))
		h.session(t, st, string(r), u)
	}
	stranger := account.User{ID: "u-stranger", Login: "stranger", Name: "stranger"}
	must(t, st.PutUser(ctx, stranger))
	h.session(t, st, "stranger", stranger)
	return h
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (h *hall) session(t testing.TB, st *store.Store, name string, u account.User) {
	t.Helper()
	token, hash, err := account.NewToken(rand.Reader)
	must(t, err)
	must(t, st.PutSession(context.Background(), account.Session{TokenHash: hash, UserID: u.ID, Created: time.Now(), LastSeen: time.Now()}))
	h.cookies[name] = &http.Cookie{Name: "tianyuan", Value: token}
}

func (h *hall) ask(who, method, path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Accept-Language", "en")
	if c := h.cookies[who]; c != nil {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

// TestRoutesByRole states for every route who gets in: the others get 401 (a guest's page: 303 to
// the sign-in) or 403. A form of somebody who may is at least understood: 303, 409 or 422.
func TestRoutesByRole(t *testing.T) {
	const officials = "admin organiser chiefReferee deputy pairingOfficer referee recorder"
	everybody := "guest stranger " + officials
	for _, c := range []struct{ method, path, who string }{
		{"GET", "/", everybody}, {"GET", "/healthz", everybody}, {"GET", "/favicon.ico", everybody}, {"GET", "/login", everybody},
		{"GET", "/p/t-1", everybody}, {"GET", "/p/t-1/d-1", everybody}, {"GET", "/p/t-1/d-1/ranking", everybody}, {"GET", "/p/t-1/d-1/entries", everybody}, {"GET", "/p/t-1/d-1/regulations", everybody},
		{"GET", "/p/t-1/head", everybody}, {"GET", "/p/t-1/hall", everybody}, {"GET", "/p/t-1/find?q=1", everybody}, {"GET", "/p/t-1/find?kiosk=1", everybody}, {"GET", "/p/t-1/notices", everybody},
		{"GET", "/p/t-1/units", everybody}, {"GET", "/p/t-1/table/1", everybody}, {"GET", "/p/t-1/site.zip", everybody}, {"GET", "/p/t-1/d-1/draw", everybody},
		{"POST", "/t/t-1/notices", "admin organiser chiefReferee deputy pairingOfficer"}, {"GET", "/d/d-1/draw", officials}, {"GET", "/d/d-1/draw?seed=1", officials}, {"POST", "/d/d-1/do/plan", "chiefReferee deputy pairingOfficer"},
		{"GET", "/account", "stranger " + officials}, {"POST", "/account/password", "stranger " + officials}, {"POST", "/account/sessions", "stranger " + officials},
		{"GET", "/lights", "stranger " + officials}, {"GET", "/users", "admin"}, {"POST", "/users", "admin"}, {"POST", "/users/u-referee/link", "admin"}, {"POST", "/users/u-stranger/active", "admin"}, {"POST", "/users/u-nobody/sessions", "admin"},
		{"GET", "/new", "admin"}, {"POST", "/new", "admin"},
		{"GET", "/t/t-1", officials}, {"GET", "/t/t-1/paper", officials}, {"GET", "/t/t-1/connect", officials}, {"GET", "/t/t-1/checkin", officials}, {"GET", "/d/d-1/round/1/floor", officials},
		{"POST", "/d/d-1/do/checkin", officials}, {"POST", "/d/d-1/do/seating", "chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/seats", "chiefReferee deputy pairingOfficer referee recorder"}, {"POST", "/d/d-1/do/take", "chiefReferee deputy pairingOfficer referee recorder"},
		{"POST", "/d/d-1/do/substitute", "chiefReferee deputy"}, {"POST", "/d/d-1/do/pairwaiting", "chiefReferee deputy"}, {"POST", "/d/d-1/do/swapplayers", "chiefReferee deputy"}, {"POST", "/d/d-1/do/movetable", "chiefReferee deputy"}, {"POST", "/d/d-1/do/reopen", "chiefReferee"},
		{"GET", "/k/t-1/1/aaaaaaaaaaaaaaaa/ws?device=aaaaaaaaaaaa", everybody},
		{"GET", "/s/d-1/1.1.1.aaaaaaaaaaaaaaaa", everybody}, {"GET", "/t/t-1/paper/sheets?kind=checkin&kind=book", officials}, {"POST", "/t/t-1/info", "admin organiser"}, {"POST", "/t/t-1/officials", "admin organiser"}, {"POST", "/t/t-1/divisions", "admin organiser"},
		{"POST", "/d/d-1/regulations", "chiefReferee"},
		{"GET", "/t/t-1/officials", officials}, {"POST", "/t/t-1/officials/assign", "chiefReferee deputy"}, {"POST", "/t/t-1/officials/release", "chiefReferee"}, {"POST", "/t/t-1/officials/duty", "chiefReferee"},
		{"POST", "/t/t-1/officials/incident", "chiefReferee deputy referee recorder"}, {"POST", "/t/t-1/officials/appeal", "chiefReferee deputy referee recorder"}, {"POST", "/t/t-1/officials/decide", "admin organiser"},
		{"POST", "/t/t-1/officials/comment", "chiefReferee"}, {"POST", "/t/t-1/officials/announce", "chiefReferee"},
		{"GET", "/t/t-1/hidden", "admin organiser"}, {"POST", "/t/t-1/hidden", "admin organiser"}, {"POST", "/t/t-1/hidden/restore", "admin organiser"}, {"GET", "/t/t-1/tables", officials}, {"POST", "/t/t-1/tables", "chiefReferee deputy pairingOfficer"},
		{"GET", "/t/t-1/log", officials}, {"POST", "/d/d-1/do/leaveout", "chiefReferee deputy pairingOfficer"},
		{"GET", "/law", everybody}, {"GET", "/law?t=t-1&edition=1988", everybody}, {"GET", "/t/t-1/referee", officials}, {"GET", "/t/t-1/referee/go", officials}, {"GET", "/t/t-1/referee/notes", officials},
		{"GET", "/g/d-1/1/1", officials}, {"GET", "/g/d-1/1/1/count", officials}, {"GET", "/g/d-1/1/1/protocol", officials}, {"GET", "/g/d-1/1/1/rule", "chiefReferee deputy referee"}, {"GET", "/g/d-1/1/1/rule/phoneRing", "chiefReferee deputy referee"},
		{"POST", "/g/d-1/1/1/rule/phoneRing", "chiefReferee deputy referee"}, {"POST", "/g/d-1/1/1/do/open", "chiefReferee deputy referee recorder"},
		{"GET", "/d/d-1/workbook", officials}, {"POST", "/d/d-1/workbook", officials}, {"POST", "/d/d-1/entry/1/move", "admin organiser chiefReferee deputy pairingOfficer"},
		{"GET", "/new/club", "admin"}, {"POST", "/new/club", "admin"},
		{"GET", "/d/d-1", officials}, {"GET", "/d/d-1/regulations", officials}, {"GET", "/d/d-1/entries", officials}, {"GET", "/d/d-1/round/1", officials},
		{"GET", "/d/d-1/ranking", officials}, {"GET", "/d/d-1/log", officials}, {"GET", "/d/d-1/head", officials}, {"GET", "/d/d-1/export/all.xlsx", officials}, {"GET", "/d/d-1/export/division.json", officials}, {"GET", "/d/d-1/export/entries.csv", officials},
		{"GET", "/d/d-1/entry/1", officials}, {"POST", "/d/d-1/entry/1/erase", "admin organiser"},
		{"GET", "/d/d-1/entry/1/private", "organiser chiefReferee"}, {"POST", "/d/d-1/entry/1/private", "organiser chiefReferee"}, {"GET", "/d/d-1/private", "organiser chiefReferee"},
		{"GET", "/d/d-1/import", "admin organiser chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/import", "admin organiser chiefReferee deputy pairingOfficer"},
		{"POST", "/d/d-1/do/draft", "chiefReferee"}, {"POST", "/d/d-1/do/approve", "admin organiser"}, {"POST", "/d/d-1/do/reject", "admin organiser"},
		{"POST", "/d/d-1/do/add", "admin organiser chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/change", "admin organiser chiefReferee deputy pairingOfficer"},
		{"POST", "/d/d-1/do/remove", "admin organiser chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/absent", "admin organiser chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/present", "admin organiser chiefReferee deputy pairingOfficer"},
		{"POST", "/d/d-1/do/withdraw", "admin organiser chiefReferee"}, {"POST", "/d/d-1/do/readmit", "admin organiser chiefReferee"},
		{"POST", "/d/d-1/do/draw", "chiefReferee deputy"}, {"POST", "/d/d-1/do/swap", "chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/check", "chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/discard", "chiefReferee deputy pairingOfficer"},
		{"POST", "/d/d-1/do/publish", "chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/unpublish", "chiefReferee deputy pairingOfficer"}, {"POST", "/d/d-1/do/start", "chiefReferee deputy pairingOfficer"},
		{"POST", "/d/d-1/do/result", "chiefReferee deputy pairingOfficer referee recorder"}, {"POST", "/d/d-1/do/takeback", "chiefReferee deputy pairingOfficer referee recorder"}, {"POST", "/d/d-1/do/warn", "chiefReferee deputy pairingOfficer referee recorder"},
		{"POST", "/d/d-1/do/close", "chiefReferee deputy"}, {"POST", "/d/d-1/do/tie", "chiefReferee deputy"}, {"POST", "/d/d-1/do/final", "chiefReferee"}, {"POST", "/d/d-1/do/unpublish-final", "chiefReferee"},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			h := newHall(t)
			fields := form()
			if strings.HasSuffix(c.path, "/result") {
				fields.Del("reason") // with a reason it is a correction, which is another ability
			}
			for who := range strings.FieldsSeq(everybody) {
				w := h.ask(who, c.method, c.path, fields)
				in := w.Code == 200 || w.Code == 303 && !strings.HasPrefix(w.Header().Get("Location"), "/login") || w.Code == 409 || w.Code == 422 || w.Code == 404
				if may := strings.Contains(" "+c.who+" ", " "+who+" "); in != may {
					t.Errorf("%s gets %d %s", who, w.Code, w.Header().Get("Location"))
				}
				if strings.HasPrefix(w.Header().Get("Content-Type"), "text/") && strings.Contains(w.Body.String(), "⟦") {
					_, key, _ := strings.Cut(w.Body.String(), "⟦")
					t.Errorf("%s reads a raw key: %.60s", who, key)
				}
			}
		})
	}
}

// form has fields that make every form understood as far as its role.
func form() url.Values {
	v := url.Values{}
	for key, value := range map[string]string{"round": "1", "table": "1", "result": "B+", "no": "1", "id": "1", "a": "1", "b": "2", "name": "戊", "text": "午饭 12:00", "role": "referee", "login": "referee",
		"how": "lot", "seed": "s", "numbers": "1, 2", "first": "1", "missing": "B", "out": "1", "in": "2", "black": "1", "white": "2", "to": "3", "present": "yes", "edition": "2002", "method": "swiss", "rounds": "3", "komi": "3.75", "tiebreaks": "rules2002B", "win": "2", "drawScore": "1",
		"loss": "0", "bye": "2", "absent": "0", "late": "0", "avoidSameUnit": "first", "dropAfterForfeits": "2", "cycles": "1", "reason": "why"} {
		v.Set(key, value)
	}
	return v
}

// TestCrossOrigin: a form of another site isn't carried out.
func TestCrossOrigin(t *testing.T) {
	h := newHall(t)
	r := httptest.NewRequest("POST", "/d/d-1/do/draw", strings.NewReader("how=given"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.AddCookie(h.cookies["chiefReferee"])
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("status %d", w.Code)
	}
}

// TestTwoOfficersOnePage: the second officer reads both values, and the first stays.
func TestTwoOfficersOnePage(t *testing.T) {
	h := newHall(t)
	for i, action := range []string{"prepare", "check", "publish", "start"} {
		if w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+action, url.Values{"round": {"1"}}); w.Code != 303 {
			t.Fatalf("step %d: %d %s", i, w.Code, w.Body)
		}
	}
	send := func(who, result string) *httptest.ResponseRecorder {
		return h.ask(who, "POST", "/d/d-1/do/result", url.Values{"round": {"1"}, "table": {"1"}, "result": {result}})
	}
	if w := send("referee", "B+R"); w.Code != 303 {
		t.Fatalf("first: %d", w.Code)
	}
	w := send("recorder", "W+R")
	for _, words := range []string{"White wins by resignation", "Black wins by resignation", "referee entered", "Only the chief referee changes"} {
		if w.Code != 409 || !strings.Contains(w.Body.String(), words) {
			t.Errorf("second: %d, doesn't say %q", w.Code, words)
		}
	}
	send("recorder", "W+R")
	if log := h.text("chiefReferee", "/d/d-1/log"); strings.Count(log, "another result entered") != 1 || !strings.Contains(log, "White wins by resignation") {
		t.Error("the record doesn't keep the second value once")
	}
	if page := h.text("chiefReferee", "/d/d-1/round/1"); !strings.Contains(page, "recorder entered “White wins by resignation”") || !strings.Contains(page, `data-correct`) {
		t.Error("the chief referee's desk doesn't show both values")
	}
	if page := h.text("referee", "/d/d-1/round/1"); strings.Contains(page, `data-correct`) {
		t.Error("a referee's desk asks for the reason of a correction")
	}
	retry := h.enter("referee", "result", "W+", "reason", "the slip says so")
	if retry.Code != 409 || !strings.Contains(retry.Body.String(), "Only the chief referee changes") {
		t.Errorf("a referee with a reason: %d", retry.Code)
	}
	bare := send("chiefReferee", "W+R")
	if bare.Code != 409 || !strings.Contains(bare.Body.String(), "give the reason") || !strings.Contains(bare.Body.String(), "required autofocus") {
		t.Errorf("the chief referee without a reason: %d", bare.Code)
	}
	if w := h.enter("chiefReferee", "result", "W+R", "reason", "the slip says so"); w.Code != 303 {
		t.Errorf("the chief referee with a reason: %d", w.Code)
	}
	if page := h.text("chiefReferee", "/d/d-1/round/1"); strings.Contains(page, "two entries") {
		t.Error("the dispute outlives the correction")
	}
}
