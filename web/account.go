package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
)

func (q *request) loginPage() error {
	return q.render("login", http.StatusOK, page{Title: q.p.T("page.login"), Data: map[string]string{"To": q.URL.Query().Get("to")}})
}

// login signs a user in. The bucket is the login's, so that one hall behind one address isn't
// shut out together.
func (q *request) login() error {
	login, password := strings.TrimSpace(q.PostFormValue("login")), q.PostFormValue("password")
	if ok, wait := q.s.signIn.Allow(login, q.s.Now()); !ok {
		return fault.New(fault.Busy, "fault.busy", fault.Args{"seconds": int(wait.Seconds()) + 1})
	}
	u, err := q.s.Store.UserByLogin(q.Context(), login)
	if err != nil && fault.CodeOf(err) != fault.NotFound {
		return err
	}
	ok, err := account.VerifyPassword(q.Context(), u.Hash, password)
	if err != nil {
		return err
	}
	if !ok || u.Disabled {
		return q.render("login", http.StatusUnauthorized, page{Title: q.p.T("page.login"), Error: q.p.T("login.wrong"),
			Data: map[string]string{"To": q.PostFormValue("to"), "Login": login}})
	}
	if err := q.begin(u); err != nil {
		return err
	}
	return q.to(inside(q.PostFormValue("to")))
}

// inside keeps a return address on this site.
func inside(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(to, "//") || strings.Contains(to, "\\") {
		return "/"
	}
	return u.RequestURI()
}

func (q *request) begin(u account.User) error {
	token, hash, err := account.NewToken(q.s.Random)
	if err != nil {
		return err
	}
	now := q.s.Now()
	if err := q.s.Store.PutSession(q.Context(), account.Session{TokenHash: hash, UserID: u.ID, Created: now, LastSeen: now}); err != nil {
		return err
	}
	http.SetCookie(q.w, &http.Cookie{
		Name: sessionCookie, Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: q.TLS != nil || strings.HasPrefix(q.s.PublicURL, "https:"), MaxAge: int(account.SessionMost / time.Second),
	})
	return nil
}

func (q *request) logout() error {
	if q.user.ID != "" {
		if err := q.s.Store.DeleteSessions(q.Context(), q.user.ID, q.session.TokenHash); err != nil {
			return err
		}
	}
	http.SetCookie(q.w, &http.Cookie{Name: sessionCookie, Path: "/", MaxAge: -1})
	return q.to("/")
}

func (q *request) linkPage() error {
	if err := q.s.Store.LinkHolds(q.Context(), account.HashToken(q.PathValue("token")), q.s.Now()); err != nil {
		return err
	}
	return q.render("link", http.StatusOK, page{Title: q.p.T("page.link"), Data: map[string]string{"Token": q.PathValue("token")}})
}

// useLink makes the first administrator, or sets the password of an invited user.
func (q *request) useLink() error {
	login, name, password := strings.TrimSpace(q.PostFormValue("login")), strings.TrimSpace(q.PostFormValue("name")), q.PostFormValue("password")
	hash, err := account.HashPassword(q.Context(), password, q.s.Random)
	if err != nil {
		return err
	}
	id, err := q.s.newID("u-")
	if err != nil {
		return err
	}
	u, err := q.s.Store.UseLink(q.Context(), account.HashToken(q.PathValue("token")), q.s.Now(), func(u *account.User) error {
		if u.ID == "" {
			*u = account.User{ID: id, Admin: true, Created: q.s.Now()}
		} else {
			login, name = u.Login, u.Name
		}
		u.Login, u.Name, u.Hash = login, name, hash
		return account.CheckNew(login, name, password)
	})
	if fault.CodeOf(err) == fault.Invalid || fault.CodeOf(err) == fault.Conflict {
		return q.render("link", http.StatusUnprocessableEntity, page{Title: q.p.T("page.link"), Error: q.p.Fault(err),
			Data: map[string]string{"Token": q.PathValue("token"), "Login": login, "Name": name}})
	}
	if err != nil {
		return err
	}
	if err := q.begin(u); err != nil {
		return err
	}
	return q.to("/")
}

// theme keeps light or dark by hand; anything else follows the device again.
func (q *request) theme() error {
	c := &http.Cookie{Name: themeCookie, Value: q.PostFormValue("theme"), Path: "/", MaxAge: 400 * 24 * 3600, SameSite: http.SameSiteLaxMode}
	if c.Value != "light" && c.Value != "dark" {
		c.MaxAge = -1
	}
	http.SetCookie(q.w, c)
	return q.to(inside(q.PostFormValue("to")))
}
