package web_test

import (
	"bytes"
	"context"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"tianyuan/account"
)

var linkOf = regexp.MustCompile(`href="http://[^/"]+(/link/[A-Za-z0-9_-]+)"`)

// signIn signs in by the form and keeps the session under a name.
func (h *hall) signIn(name, login, password string) *httptest.ResponseRecorder {
	w := h.ask("", "POST", "/login", url.Values{"login": {login}, "password": {password}})
	for _, c := range w.Result().Cookies() {
		if c.Name == "tianyuan" {
			h.cookies[name] = c
		}
	}
	return w
}

// link asks for a one-time link and returns its address, as the page shows it to which the form leads.
func (h *hall) link(t *testing.T, who, path string, form url.Values) string {
	t.Helper()
	page, cookie := h.made(t, who, path, form)
	m := linkOf.FindStringSubmatch(h.with(cookie, who, page).Body.String())
	if m == nil {
		t.Fatal("no link")
	}
	return m[1]
}

// made asks for a one-time link and returns the page that shows it, and the cookie that brings it there.
func (h *hall) made(t *testing.T, who, path string, form url.Values) (page string, cookie *http.Cookie) {
	t.Helper()
	w := h.ask(who, "POST", path, form)
	for _, c := range w.Result().Cookies() {
		if c.Name == "link" {
			cookie = c
		}
	}
	if w.Code != 303 || cookie == nil || !cookie.HttpOnly || strings.Contains(w.Header().Get("Location"), "/link/") {
		t.Fatalf("%d to %s, cookie %v", w.Code, w.Header().Get("Location"), cookie)
	}
	return w.Header().Get("Location"), cookie
}

// with asks for a page with one more cookie.
func (h *hall) with(cookie *http.Cookie, who, page string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", page, nil)
	r.Header.Set("Accept-Language", "en")
	r.AddCookie(h.cookies[who])
	r.AddCookie(cookie)
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

// TestMadeLink: a new link can be looked at in another language, by the session it was made in alone and
// until it is used; another look at the page doesn't show it, and no log does.
func TestMadeLink(t *testing.T) {
	var log bytes.Buffer
	h := newHallWith(t, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	for path, form := range map[string]url.Values{
		"/users/u-referee/link": nil, "/users": {"login": {"newcomer"}, "name": {"新人"}},
		"/t/t-1/officials": {"login": {"helper"}, "name": {"帮手"}, "role": {"referee"}},
	} {
		page, cookie := h.made(t, "admin", path, form)
		shown := linkOf.FindStringSubmatch(h.with(cookie, "admin", page+"&lang=zh-Hant").Body.String())
		if shown == nil {
			t.Fatalf("%s: another language doesn't show it", path)
		}
		bare, _, _ := strings.Cut(page, "?")
		if linkOf.MatchString(h.with(cookie, "organiser", page).Body.String()) || linkOf.MatchString(h.with(cookie, "admin", bare).Body.String()) {
			t.Errorf("%s: somebody else sees it, or everybody does who looks at the page", path)
		}
		token := strings.TrimPrefix(shown[1], "/link/")
		if !strings.HasSuffix(cookie.Value, token) || strings.Contains(log.String(), token) {
			t.Errorf("%s: the log tells the link", path)
		}
		h.ask("", "POST", shown[1], url.Values{"password": {"quite new words"}})
		if linkOf.MatchString(h.with(cookie, "admin", page).Body.String()) {
			t.Errorf("%s: it is shown after it was used", path)
		}
	}
	forged := &http.Cookie{Name: "link", Value: account.HashToken("x")[:16] + ".made-up"}
	if linkOf.MatchString(h.with(forged, "admin", "/users?made=link").Body.String()) {
		t.Error("a made-up link is shown")
	}
}

// TestOfficialsForm: a refused form keeps what was typed, with the reason at its field; a login that has
// an account keeps its name, and the page says so.
func TestOfficialsForm(t *testing.T) {
	h := newHall(t)
	for _, c := range []struct {
		login, name, bad string
	}{{"Big Letters", "周静远", "official.login"}, {"", "周静远", "official.login"}, {"zhou", strings.Repeat("长", 41), "official.name"}} {
		w := h.ask("organiser", "POST", "/t/t-1/officials", url.Values{"login": {c.login}, "name": {c.name}, "role": {"recorder"}})
		body := w.Body.String()
		for _, part := range []string{`value="` + c.login + `"`, `value="` + c.name + `"`, `<option value="recorder" selected>`, `id="bad-` + c.bad + `"`, `href="#bad-` + c.bad + `"`} {
			if w.Code != 422 || !strings.Contains(body, part) {
				t.Errorf("%q: %d, without %s", c.login, w.Code, part)
			}
		}
	}
	w := h.ask("organiser", "POST", "/t/t-1/officials", url.Values{"login": {"stranger"}, "name": {"另一个人"}, "role": {"recorder"}})
	if at := w.Header().Get("Location"); w.Code != 303 || !strings.Contains(h.text("organiser", strings.Replace(at, "#", "&x=#", 1)), "“stranger” has an account already, of stranger") {
		t.Errorf("the kept name isn't said: %d %s", w.Code, at)
	}
	if w := h.ask("organiser", "POST", "/t/t-1/officials", url.Values{"login": {"stranger"}, "name": {"stranger"}, "role": {"referee"}}); strings.Contains(w.Header().Get("Location"), "kept") {
		t.Error("the same name is called another one")
	}
}

// TestLanguageOfAnswer: the languages of an answer to a form lead to a page, not to the form's address.
func TestLanguageOfAnswer(t *testing.T) {
	h := newHall(t)
	for path, c := range map[string]struct{ from, want string }{
		"/d/d-1/do/draft": {"http://example.com/d/d-1/regulations?x=1", "/d/d-1/regulations?lang=en&amp;x=1"},
		"/d/d-1/do/tie":   {"", "/d/d-1?lang=en"}, "/t/t-1/info": {"http://elsewhere.test/t/t-1/paper", "/t/t-1?lang=en"},
		"/d/d-1/do/final": {"http://example.com/d/d-1/do/tie", "/d/d-1?lang=en"},
	} {
		r := httptest.NewRequest("POST", path, strings.NewReader("rounds=x&edition=2002&name="))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept-Language", "zh-CN")
		r.Header.Set("Referer", c.from)
		r.AddCookie(h.cookies[map[bool]string{true: "organiser", false: "chiefReferee"}[strings.HasPrefix(path, "/t/")]])
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), `href="`+c.want+`" lang="en"`) {
			t.Errorf("%s from %q: %d, no link to %s", path, c.from, w.Code, c.want)
		}
	}
}

func (h *hall) signedIn(who string) bool {
	return h.ask(who, "GET", "/account", nil).Code == http.StatusOK
}

// TestLostPassword: an administrator's link sets a new password once and ends all sessions; a newer
// link ends the older one; the page shows it this once.
func TestLostPassword(t *testing.T) {
	h := newHall(t)
	old := h.link(t, "admin", "/users/u-referee/link", nil)
	link := h.link(t, "admin", "/users/u-referee/link", nil)
	if w := h.ask("", "GET", old, nil); w.Code != http.StatusNotFound {
		t.Errorf("the older link: %d", w.Code)
	}
	if page := h.ask("admin", "GET", "/users", nil).Body.String(); strings.Contains(page, "/link/") && linkOf.MatchString(page) {
		t.Error("the link is shown again")
	}
	if page := h.ask("", "GET", link, nil).Body.String(); !strings.Contains(page, "<b>referee</b>") || strings.Contains(page, `name="login"`) {
		t.Error("the page doesn't say whose password it is, or asks for a login")
	}
	if w := h.ask("", "POST", link, url.Values{"password": {"short"}}); w.Code != 422 {
		t.Errorf("a short password: %d", w.Code)
	}
	if w := h.ask("", "POST", link, url.Values{"password": {"quite new words"}, "login": {"other"}}); w.Code != 303 {
		t.Fatalf("using the link: %d", w.Code)
	}
	if h.signedIn("referee") {
		t.Error("the old session still holds")
	}
	if w := h.ask("", "POST", link, url.Values{"password": {"once more please"}}); w.Code != http.StatusNotFound {
		t.Errorf("the link works twice: %d", w.Code)
	}
	if w := h.signIn("again", "referee", "quite new words"); w.Code != 303 || !h.signedIn("again") {
		t.Errorf("the new password: %d", w.Code)
	}
}

// TestLinkRunsOut: a link for a lost password holds a day, one for a new user a week.
func TestLinkRunsOut(t *testing.T) {
	h := newHall(t)
	for _, c := range []struct {
		path string
		form url.Values
		life time.Duration
	}{
		{"/users/u-referee/link", nil, account.ResetLife},
		{"/users", url.Values{"login": {"newcomer"}, "name": {"新人"}}, account.InviteLife},
	} {
		link := h.link(t, "admin", c.path, c.form)
		hash := account.HashToken(strings.TrimPrefix(link, "/link/"))
		now := time.Now()
		if _, err := h.store.LinkUser(context.Background(), hash, now.Add(c.life-time.Minute)); err != nil {
			t.Errorf("%s: %v before its end", c.path, err)
		}
		if _, err := h.store.LinkUser(context.Background(), hash, now.Add(c.life+time.Minute)); err == nil {
			t.Errorf("%s holds after its end", c.path)
		}
	}
}

// TestOwnPassword: the old password is wanted, what is wrong stands at its field, and the other
// sessions end.
func TestOwnPassword(t *testing.T) {
	h := newHall(t)
	h.ask("", "POST", h.link(t, "admin", "/users/u-deputy/link", nil), url.Values{"password": {"first words"}})
	h.signIn("here", "deputy", "first words")
	h.signIn("there", "deputy", "first words")
	bad := h.ask("here", "POST", "/account/password", url.Values{"old": {"wrong"}, "password": {"short"}, "again": {"other"}})
	for _, id := range []string{`id="bad-old"`, `id="bad-password"`, `id="bad-again"`} {
		if bad.Code != 422 || !strings.Contains(bad.Body.String(), id) {
			t.Errorf("%d, without %s", bad.Code, id)
		}
	}
	if w := h.ask("here", "POST", "/account/password", url.Values{"old": {"first words"}, "password": {"second words"}, "again": {"second words"}}); w.Code != 303 {
		t.Fatalf("the change: %d", w.Code)
	}
	if !h.signedIn("here") || h.signedIn("there") {
		t.Errorf("here %v, there %v after the change", h.signedIn("here"), h.signedIn("there"))
	}
	if w := h.signIn("old", "deputy", "first words"); w.Code != 401 {
		t.Errorf("the old password: %d", w.Code)
	}
}

// TestPasswordLimit: wrong passwords are bounded for each account, at the sign-in and at the change,
// and another account doesn't notice.
func TestPasswordLimit(t *testing.T) {
	h := newHall(t)
	h.ask("", "POST", h.link(t, "admin", "/users/u-deputy/link", nil), url.Values{"password": {"first words"}})
	h.signIn("here", "deputy", "first words")
	last := 0
	for range 12 {
		last = h.ask("here", "POST", "/account/password", url.Values{"old": {"guess"}, "password": {"second words"}, "again": {"second words"}}).Code
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the twelfth guess gets %d", last)
	}
	if w := h.signIn("", "deputy", "first words"); w.Code != http.StatusTooManyRequests {
		t.Errorf("the sign-in of the same account: %d", w.Code)
	}
	if w := h.signIn("", "recorder", "guess"); w.Code != 401 {
		t.Errorf("the sign-in of another account: %d", w.Code)
	}
}

// TestSessions: a user sees his sessions by device and ends one or all others, and nobody else's.
func TestSessions(t *testing.T) {
	h := newHall(t)
	h.ask("", "POST", h.link(t, "admin", "/users/u-deputy/link", nil), url.Values{"password": {"first words"}})
	for _, name := range []string{"one", "two", "three"} {
		h.signIn(name, "deputy", "first words")
	}
	session := func(who string) account.Session {
		x, err := h.store.Session(context.Background(), account.HashToken(h.cookies[who].Value))
		must(t, err)
		return x
	}
	if page := h.ask("one", "GET", "/account", nil).Body.String(); strings.Count(page, `name="end"`) != 4 { // the link's session among them
		t.Errorf("%d sessions can be ended", strings.Count(page, `name="end"`))
	}
	two, referee := session("two").ID(), session("referee").ID()
	h.ask("one", "POST", "/account/sessions", url.Values{"end": {two}})
	h.ask("one", "POST", "/account/sessions", url.Values{"end": {referee}})
	if h.signedIn("two") || !h.signedIn("three") || !h.signedIn("referee") {
		t.Error("ending one session ended another one, or not that one")
	}
	h.ask("one", "POST", "/account/sessions", url.Values{"end": {"others"}})
	if !h.signedIn("one") || h.signedIn("three") {
		t.Error("ending the others")
	}
	h.ask("admin", "POST", "/users/u-deputy/sessions", nil)
	if h.signedIn("one") {
		t.Error("the administrator can't end a session")
	}
}

// TestDisabled: who is turned off is out at once, gets no link, and comes back when turned on; the
// last administrator stays.
func TestDisabled(t *testing.T) {
	h := newHall(t)
	link := h.link(t, "admin", "/users/u-referee/link", nil)
	if w := h.ask("admin", "POST", "/users/u-referee/active", url.Values{"active": {"no"}}); w.Code != 303 {
		t.Fatalf("turning off: %d", w.Code)
	}
	if h.signedIn("referee") {
		t.Error("still signed in")
	}
	if w := h.ask("", "GET", link, nil); w.Code != http.StatusNotFound {
		t.Errorf("the link still works: %d", w.Code)
	}
	if w := h.ask("admin", "POST", "/users/u-referee/link", nil); w.Code != http.StatusConflict {
		t.Errorf("a link for an account that is off: %d", w.Code)
	}
	h.ask("admin", "POST", "/users/u-referee/active", url.Values{"active": {"yes"}})
	h.link(t, "admin", "/users/u-referee/link", nil)
	w := h.ask("admin", "POST", "/users/u-admin/active", url.Values{"active": {"no"}})
	if body := html.UnescapeString(w.Body.String()); w.Code != http.StatusConflict || !strings.Contains(body, "last administrator") || !h.signedIn("admin") {
		t.Errorf("the last administrator: %d", w.Code)
	}
}
