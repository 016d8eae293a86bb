package web

import (
	"net/http"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
)

// onUsers wraps a handler of the accounts, which administrators look after.
func (s *Server) onUsers(handle func(*request) error) http.HandlerFunc {
	return s.plain(func(q *request) error {
		if !q.actor.May(account.ManageUsers) {
			return q.refuse(account.ManageUsers)
		}
		return handle(q)
	})
}

// userRow is a user in the list.
type userRow struct {
	account.User
	// Sessions is how many sessions hold, Seen the last use of one.
	Sessions int
	Seen     time.Time
}

func (q *request) usersPage() error { return q.showUsers(http.StatusOK, nil) }

// showUsers lists the users, with a one-time link that was made just now.
func (q *request) showUsers(status int, failure error) error {
	link, err := q.shownLink()
	if err != nil {
		return err
	}
	users, err := q.s.Store.Users(q.Context())
	if err != nil {
		return err
	}
	rows := make([]userRow, len(users))
	for i, u := range users {
		rows[i].User = u
		sessions, err := q.liveSessions(u.ID)
		if err != nil {
			return err
		}
		if rows[i].Sessions = len(sessions); len(sessions) > 0 {
			rows[i].Seen = sessions[0].LastSeen
		}
	}
	return q.render("users", status, page{Title: q.p.T("page.users"), Error: q.p.Fault(failure), Data: map[string]any{"Users": rows, "Link": link}})
}

// newUser makes a user without a password and the one-time link that sets one.
// Faults: those of account.CheckNew.
func (q *request) newUser(u account.User) (account.User, string, error) {
	// The password is set by the link; until then none fits.
	if err := account.CheckNew(u.Login, u.Name, "placeholder password"); err != nil {
		return u, "", err
	}
	id, err := q.s.newID("u-")
	if err != nil {
		return u, "", err
	}
	u.ID, u.Created = id, q.s.Now()
	if err := q.s.Store.PutUser(q.Context(), u); err != nil {
		return u, "", err
	}
	link, err := q.newLink(u, account.InviteLife)
	return u, link, err
}

// markAccount marks the login or the name of a new account as wrong, in a form whose fields' marks begin
// with prefix.
func (q *request) markAccount(prefix string, err error) {
	if fault.KeyOf(err) == "fault.account.name" {
		q.mark(prefix+"name", err)
	} else {
		q.mark(prefix+"login", err)
	}
}

// newLink makes a one-time link that sets a user's password; his earlier ones end.
func (q *request) newLink(u account.User, life time.Duration) (string, error) {
	token, hash, err := account.NewToken(q.s.Random)
	if err != nil {
		return "", err
	}
	err = q.s.Store.PutLink(q.Context(), account.Link{TokenHash: hash, UserID: u.ID, Expires: q.s.Now().Add(life)})
	return q.base() + "/link/" + token, err
}

// linkCookie brings a one-time link over to the page that shows it: not in an address, which histories
// and logs keep, nor in the answer to a form, which is lost as soon as one looks elsewhere.
const linkCookie = "link"

// linkShown is how long a new link can be shown again, in another language say.
const linkShown = 10 * time.Minute

// toLink goes on at a page that shows a new link, to this session alone.
func (q *request) toLink(path, link string) error {
	c := q.kept(linkCookie, q.session.ID()+"."+link[strings.LastIndex(link, "/")+1:])
	c.Path, c.MaxAge, c.SameSite = path, int(linkShown/time.Second), http.SameSiteStrictMode
	http.SetCookie(q.w, c)
	return q.to(path + "?made=link")
}

// madeLink is a one-time link as a page shows it.
type madeLink struct {
	URL   string
	User  account.User
	Until time.Time
}

// shownLink is the link that was made just now when the address asks for it; nil when there is none, or
// when it was used, has run out or belongs to another session.
func (q *request) shownLink() (*madeLink, error) {
	c, err := q.Cookie(linkCookie)
	if err != nil || q.URL.Query().Get("made") != "link" {
		return nil, nil
	}
	session, token, _ := strings.Cut(c.Value, ".")
	if session != q.session.ID() {
		return nil, nil
	}
	l, err := q.s.Store.Link(q.Context(), account.HashToken(token), q.s.Now())
	if fault.CodeOf(err) == fault.NotFound || err == nil && l.UserID == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	u, err := q.s.Store.User(q.Context(), l.UserID)
	return &madeLink{URL: q.base() + "/link/" + token, User: u, Until: l.Expires.Local()}, err
}

func (q *request) addUser() error {
	u := account.User{Login: strings.TrimSpace(q.PostFormValue("login")), Name: strings.TrimSpace(q.PostFormValue("name")), Admin: q.PostFormValue("admin") != ""}
	u, link, err := q.newUser(u)
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict {
		q.markAccount("", err)
		return q.showUsers(statuses[code], err)
	}
	if err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "made", "user", u.ID, "admin", u.Admin, "by", q.user.ID)
	return q.toLink("/users", link)
}

// resetLink is for a lost password. The old one holds until the link is used.
func (q *request) resetLink() error {
	u, err := q.s.Store.User(q.Context(), q.PathValue("u"))
	if err != nil {
		return err
	}
	if u.Disabled {
		return q.showUsers(http.StatusConflict, fault.New(fault.Conflict, "fault.account.disabled", fault.Args{"name": u.Name}))
	}
	link, err := q.newLink(u, account.ResetLife)
	if err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "link made", "user", u.ID, "by", q.user.ID)
	return q.toLink("/users", link)
}

// setActive shuts a user out or lets him in again.
func (q *request) setActive() error {
	disabled := q.PostFormValue("active") != "yes"
	err := q.s.Store.SetDisabled(q.Context(), q.PathValue("u"), disabled)
	if fault.CodeOf(err) == fault.Conflict {
		return q.showUsers(http.StatusConflict, err)
	}
	if err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "disabled", "user", q.PathValue("u"), "disabled", disabled, "by", q.user.ID)
	return q.to("/users")
}

// endUserSessions signs a user out everywhere.
func (q *request) endUserSessions() error {
	u, err := q.s.Store.User(q.Context(), q.PathValue("u"))
	if err != nil {
		return err
	}
	if err := q.s.Store.DeleteSessions(q.Context(), u.ID, ""); err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "sessions ended", "user", u.ID, "by", q.user.ID)
	return q.to("/users")
}
