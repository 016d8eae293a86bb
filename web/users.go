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

func (q *request) usersPage() error { return q.showUsers(http.StatusOK, nil, nil) }

// showUsers lists the users; link is a one-time link that is shown this once.
func (q *request) showUsers(status int, failure error, link map[string]any) error {
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

// newLink makes a one-time link that sets a user's password; his earlier ones end.
func (q *request) newLink(u account.User, life time.Duration) (string, error) {
	token, hash, err := account.NewToken(q.s.Random)
	if err != nil {
		return "", err
	}
	err = q.s.Store.PutLink(q.Context(), account.Link{TokenHash: hash, UserID: u.ID, Expires: q.s.Now().Add(life)})
	return q.base() + "/link/" + token, err
}

func (q *request) shownLink(u account.User, link string, life time.Duration) map[string]any {
	return map[string]any{"URL": link, "Name": u.Name, "Login": u.Login, "Until": q.s.Now().Add(life).Local()}
}

func (q *request) addUser() error {
	u := account.User{Login: strings.TrimSpace(q.PostFormValue("login")), Name: strings.TrimSpace(q.PostFormValue("name")), Admin: q.PostFormValue("admin") != ""}
	u, link, err := q.newUser(u)
	if code := fault.CodeOf(err); code == fault.Invalid || code == fault.Conflict {
		return q.showUsers(statuses[code], err, nil)
	}
	if err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "made", "user", u.ID, "admin", u.Admin, "by", q.user.ID)
	return q.showUsers(http.StatusOK, nil, q.shownLink(u, link, account.InviteLife))
}

// resetLink is for a lost password. The old one holds until the link is used.
func (q *request) resetLink() error {
	u, err := q.s.Store.User(q.Context(), q.PathValue("u"))
	if err != nil {
		return err
	}
	if u.Disabled {
		return q.showUsers(http.StatusConflict, fault.New(fault.Conflict, "fault.account.disabled", fault.Args{"name": u.Name}), nil)
	}
	link, err := q.newLink(u, account.ResetLife)
	if err != nil {
		return err
	}
	q.s.Log.Info("account", "act", "link made", "user", u.ID, "by", q.user.ID)
	return q.showUsers(http.StatusOK, nil, q.shownLink(u, link, account.ResetLife))
}

// setActive shuts a user out or lets him in again.
func (q *request) setActive() error {
	disabled := q.PostFormValue("active") != "yes"
	err := q.s.Store.SetDisabled(q.Context(), q.PathValue("u"), disabled)
	if fault.CodeOf(err) == fault.Conflict {
		return q.showUsers(http.StatusConflict, err, nil)
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
