package web

import (
	"net/http"
	"net/url"
	"slices"
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
	if err := q.s.Store.PutSession(q.Context(), account.Session{TokenHash: hash, UserID: u.ID, Created: now, LastSeen: now, Agent: agentOf(q.UserAgent())}); err != nil {
		return err
	}
	c := q.kept(sessionCookie, token)
	c.MaxAge = int(account.SessionMost / time.Second)
	http.SetCookie(q.w, c)
	return nil
}

// kept is a cookie that no script reads and that goes over plain http only where that is all there is.
func (q *request) kept(name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: q.TLS != nil || strings.HasPrefix(q.s.PublicURL, "https:"),
	}
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
	u, err := q.s.Store.LinkUser(q.Context(), account.HashToken(q.PathValue("token")), q.s.Now())
	if err != nil {
		return err
	}
	return q.showLink(http.StatusOK, nil, u)
}

func (q *request) showLink(status int, failure error, u account.User) error {
	return q.render("link", status, page{Title: q.p.T("page.link"), Error: q.p.Fault(failure), Data: map[string]any{"Token": q.PathValue("token"), "Known": u.ID != "", "User": u}})
}

// useLink makes the first administrator, or sets the password of a user who has one to set. The link
// is looked up before the password is hashed: a stranger makes nobody wait.
func (q *request) useLink() error {
	token := account.HashToken(q.PathValue("token"))
	known, err := q.s.Store.LinkUser(q.Context(), token, q.s.Now())
	if err != nil {
		return err
	}
	password := q.PostFormValue("password")
	if known.ID == "" {
		known.Login, known.Name = strings.TrimSpace(q.PostFormValue("login")), strings.TrimSpace(q.PostFormValue("name"))
		if err := account.CheckNew(known.Login, known.Name, password); err != nil {
			return q.showLink(http.StatusUnprocessableEntity, err, known)
		}
	} else if err := account.CheckPassword(known.Login, password); err != nil {
		return q.showLink(http.StatusUnprocessableEntity, err, known)
	}
	hash, err := account.HashPassword(q.Context(), password, q.s.Random)
	if err != nil {
		return err
	}
	id, err := q.s.newID("u-")
	if err != nil {
		return err
	}
	u, err := q.s.Store.UseLink(q.Context(), token, q.s.Now(), func(u *account.User) error {
		if u.ID == "" {
			*u = account.User{ID: id, Login: known.Login, Name: known.Name, Admin: true, Created: q.s.Now()}
		}
		u.Hash = hash
		return nil
	})
	if fault.CodeOf(err) == fault.Conflict {
		return q.showLink(http.StatusConflict, err, known)
	}
	if err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "password set by link", "user", u.ID)
	if err := q.begin(u); err != nil {
		return err
	}
	return q.to("/")
}

func (q *request) accountPage() error { return q.showAccount(http.StatusOK, nil) }

func (q *request) showAccount(status int, failure error) error {
	if q.user.ID == "" {
		return fault.New(fault.SignIn, "fault.signIn", nil)
	}
	sessions, err := q.liveSessions(q.user.ID)
	if err != nil {
		return err
	}
	return q.render("account", status, page{Title: q.p.T("page.account"), Error: q.p.Fault(failure), Data: map[string]any{"Sessions": sessions, "Own": q.session.TokenHash}})
}

// liveSessions lists the sessions of a user that still hold.
func (q *request) liveSessions(userID string) ([]account.Session, error) {
	sessions, err := q.s.Store.Sessions(q.Context(), userID)
	return slices.DeleteFunc(sessions, func(x account.Session) bool { return !x.Live(q.s.Now()) }), err
}

// changePassword wants the old password: an open screen alone doesn't do. Wrong ones count against
// the same bound as sign-ins.
func (q *request) changePassword() error {
	if q.user.ID == "" {
		return fault.New(fault.SignIn, "fault.signIn", nil)
	}
	if ok, wait := q.s.signIn.Allow(q.user.Login, q.s.Now()); !ok {
		return fault.New(fault.Busy, "fault.busy", fault.Args{"seconds": int(wait.Seconds()) + 1})
	}
	password := q.PostFormValue("password")
	ok, err := account.VerifyPassword(q.Context(), q.user.Hash, q.PostFormValue("old"))
	if err != nil {
		return err
	}
	if !ok {
		q.mark("old", fault.New(fault.Invalid, "fault.account.oldPassword", nil))
	}
	q.mark("password", account.CheckPassword(q.user.Login, password))
	if password != q.PostFormValue("again") {
		q.mark("again", fault.New(fault.Invalid, "fault.account.again", nil))
	}
	if err := q.firstMarked(); err != nil {
		return q.showAccount(http.StatusUnprocessableEntity, err)
	}
	hash, err := account.HashPassword(q.Context(), password, q.s.Random)
	if err != nil {
		return err
	}
	if err := q.s.Store.SetPassword(q.Context(), q.user.ID, hash, q.session.TokenHash); err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "password changed", "user", q.user.ID)
	return q.to("/account?done=password")
}

// endSessions ends one of the user's own sessions, or all others.
func (q *request) endSessions() error {
	if q.user.ID == "" {
		return fault.New(fault.SignIn, "fault.signIn", nil)
	}
	which := q.PostFormValue("end")
	if which == "others" {
		if err := q.s.Store.DeleteOtherSessions(q.Context(), q.user.ID, q.session.TokenHash); err != nil {
			return err
		}
		return q.to("/account?done=sessions")
	}
	sessions, err := q.s.Store.Sessions(q.Context(), q.user.ID)
	if err != nil {
		return err
	}
	for _, x := range sessions {
		if x.ID() == which {
			if err := q.s.Store.DeleteSessions(q.Context(), q.user.ID, x.TokenHash); err != nil {
				return err
			}
		}
	}
	return q.to("/account?done=sessions")
}

// agentOf names browser and system of a request's header, in words that need no translation.
func agentOf(header string) string {
	name := func(pairs [][2]string) string {
		for _, p := range pairs {
			if strings.Contains(header, p[0]) {
				return p[1]
			}
		}
		return ""
	}
	browser := name([][2]string{{"MicroMessenger", "WeChat"}, {"Edg", "Edge"}, {"Firefox", "Firefox"}, {"Chrome", "Chrome"}, {"Safari", "Safari"}})
	system := name([][2]string{{"Windows", "Windows"}, {"Android", "Android"}, {"HarmonyOS", "HarmonyOS"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Macintosh", "macOS"}, {"Linux", "Linux"}})
	return strings.Trim(browser+", "+system, ", ")
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
