package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
)

const userColumns = `id, login, name, hash, admin, disabled, created`

func scanUser(scan func(...any) error) (account.User, error) {
	var u account.User
	var admin, disabled, created int64
	err := scan(&u.ID, &u.Login, &u.Name, &u.Hash, &admin, &disabled, &created)
	u.Admin, u.Disabled, u.Created = admin == 1, disabled == 1, fromMicros(created)
	return u, err
}

func (s *Store) user(ctx context.Context, where, value string) (account.User, error) {
	u, err := scanUser(s.read.QueryRowContext(ctx, `SELECT `+userColumns+` FROM users WHERE `+where+` = $1`, value).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return u, fault.New(fault.NotFound, "fault.account.noUser", nil)
	}
	if err != nil {
		return u, broken(err)
	}
	return u, nil
}

// User returns a user by id. Fault: notFound "fault.account.noUser".
func (s *Store) User(ctx context.Context, id string) (account.User, error) {
	return s.user(ctx, "id", id)
}

// UserByLogin returns a user by login. Fault: notFound "fault.account.noUser".
func (s *Store) UserByLogin(ctx context.Context, login string) (account.User, error) {
	return s.user(ctx, "login", login)
}

// Users lists all users by login.
func (s *Store) Users(ctx context.Context) ([]account.User, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+userColumns+` FROM users ORDER BY login`)
	if err != nil {
		return nil, broken(err)
	}
	defer rows.Close()
	var list []account.User
	for rows.Next() {
		u, err := scanUser(rows.Scan)
		if err != nil {
			return nil, broken(err)
		}
		list = append(list, u)
	}
	if err := rows.Err(); err != nil {
		return nil, broken(err)
	}
	return list, nil
}

// PutUser makes a user or changes one. Fault: conflict "fault.account.loginTaken".
func (s *Store) PutUser(ctx context.Context, u account.User) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error { return putUser(ctx, tx, u) })
}

func putUser(ctx context.Context, tx queryer, u account.User) error {
	var holder string
	err := tx.QueryRowContext(ctx, `SELECT id FROM users WHERE login = $1`, u.Login).Scan(&holder)
	if err == nil && holder != u.ID {
		return fault.New(fault.Conflict, "fault.account.loginTaken", fault.Args{"value": u.Login})
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO users (`+userColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (id) DO UPDATE SET login = $2, name = $3, hash = $4, admin = $5, disabled = $6`,
		u.ID, u.Login, u.Name, u.Hash, flag(u.Admin), flag(u.Disabled), micros(u.Created))
	return err
}

// Grant is a role of a user in a tournament.
type Grant struct {
	Tournament, UserID string
	Role               account.Role
}

// Grants lists the roles of a tournament.
func (s *Store) Grants(ctx context.Context, tournament string) ([]Grant, error) {
	rows, err := s.read.QueryContext(s.read.brief(ctx), `SELECT tournament, user_id, role FROM grants WHERE tournament = $1 ORDER BY role, user_id`, tournament)
	if err != nil {
		return nil, broken(err)
	}
	defer rows.Close()
	var list []Grant
	for rows.Next() {
		var g Grant
		if err := rows.Scan(&g.Tournament, &g.UserID, &g.Role); err != nil {
			return nil, broken(err)
		}
		list = append(list, g)
	}
	if err := rows.Err(); err != nil {
		return nil, broken(err)
	}
	return list, nil
}

// RolesOf returns a user's roles in a tournament.
func (s *Store) RolesOf(ctx context.Context, userID, tournament string) ([]account.Role, error) {
	grants, err := s.Grants(ctx, tournament)
	if err != nil {
		return nil, err
	}
	var roles []account.Role
	for _, g := range grants {
		if g.UserID == userID {
			roles = append(roles, g.Role)
		}
	}
	return roles, nil
}

// PutGrant gives a role; giving it twice changes nothing.
func (s *Store) PutGrant(ctx context.Context, g Grant) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO grants (tournament, user_id, role) VALUES ($1, $2, $3) ON CONFLICT (tournament, user_id, role) DO NOTHING`,
			g.Tournament, g.UserID, string(g.Role))
		return err
	})
}

// DeleteGrant takes a role back.
func (s *Store) DeleteGrant(ctx context.Context, g Grant) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM grants WHERE tournament = $1 AND user_id = $2 AND role = $3`, g.Tournament, g.UserID, string(g.Role))
		return err
	})
}

const sessionColumns = `token_hash, user_id, created, last_seen, agent`

func scanSession(scan func(...any) error) (account.Session, error) {
	var x account.Session
	var created, seen int64
	err := scan(&x.TokenHash, &x.UserID, &created, &seen, &x.Agent)
	x.Created, x.LastSeen = fromMicros(created), fromMicros(seen)
	return x, err
}

// PutSession keeps a session, or moves its last use on.
func (s *Store) PutSession(ctx context.Context, x account.Session) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO sessions (`+sessionColumns+`) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (token_hash) DO UPDATE SET last_seen = $4`, x.TokenHash, x.UserID, micros(x.Created), micros(x.LastSeen), x.Agent)
		return err
	})
}

// Session returns a session by its token's hash. Fault: signIn "fault.signIn".
func (s *Store) Session(ctx context.Context, tokenHash string) (account.Session, error) {
	x, err := scanSession(s.read.QueryRowContext(ctx, `SELECT `+sessionColumns+` FROM sessions WHERE token_hash = $1`, tokenHash).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return x, fault.New(fault.SignIn, "fault.signIn", nil)
	}
	if err != nil {
		return x, broken(err)
	}
	return x, nil
}

// Sessions lists a user's sessions, the last used first; those that have run out are among them.
func (s *Store) Sessions(ctx context.Context, userID string) ([]account.Session, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+sessionColumns+` FROM sessions WHERE user_id = $1 ORDER BY last_seen DESC, token_hash`, userID)
	if err != nil {
		return nil, broken(err)
	}
	defer rows.Close()
	var list []account.Session
	for rows.Next() {
		x, err := scanSession(rows.Scan)
		if err != nil {
			return nil, broken(err)
		}
		list = append(list, x)
	}
	if err := rows.Err(); err != nil {
		return nil, broken(err)
	}
	return list, nil
}

// DeleteOtherSessions ends all sessions of a user but one.
func (s *Store) DeleteOtherSessions(ctx context.Context, userID, keep string) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2`, userID, keep)
		return err
	})
}

// SetPassword changes a user's password and ends his other sessions and open links in the same
// commit: whoever knew the old one is out.
func (s *Store) SetPassword(ctx context.Context, userID, hash, keep string) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		if _, err := tx.ExecContext(ctx, `UPDATE users SET hash = $2 WHERE id = $1`, userID, hash); err != nil {
			return err
		}
		return endAll(ctx, tx, userID, keep)
	})
}

// endAll ends a user's links and sessions, all but the one to keep.
func endAll(ctx context.Context, tx queryer, userID, keep string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM links WHERE user_id = $1`, userID); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2`, userID, keep)
	return err
}

// SetDisabled shuts a user out, with all his sessions and links, or lets him in again. The last
// administrator stays. Faults: notFound "fault.account.noUser"; conflict "fault.account.lastAdmin".
func (s *Store) SetDisabled(ctx context.Context, userID string, disabled bool) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		var admin, others int64
		err := tx.QueryRowContext(ctx, `SELECT admin, (SELECT count(*) FROM users WHERE admin = 1 AND disabled = 0 AND hash <> '' AND id <> $1) FROM users WHERE id = $1`, userID).Scan(&admin, &others)
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.NotFound, "fault.account.noUser", nil)
		}
		if err != nil {
			return err
		}
		if disabled && admin == 1 && others == 0 {
			return fault.New(fault.Conflict, "fault.account.lastAdmin", nil)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE users SET disabled = $2 WHERE id = $1`, userID, flag(disabled)); err != nil {
			return err
		}
		if !disabled {
			return nil
		}
		return endAll(ctx, tx, userID, "")
	})
}

// DeleteSessions ends one session, or with tokenHash "" all of a user.
func (s *Store) DeleteSessions(ctx context.Context, userID, tokenHash string) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM sessions WHERE user_id = $1 AND (token_hash = $2 OR $2 = '')`, userID, tokenHash)
		return err
	})
}

// PutLink keeps a one-time link; a user's earlier ones end with it.
func (s *Store) PutLink(ctx context.Context, l account.Link) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		if l.UserID != "" {
			if _, err := tx.ExecContext(ctx, `DELETE FROM links WHERE user_id = $1`, l.UserID); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO links (token_hash, user_id, expires) VALUES ($1, $2, $3)`, l.TokenHash, l.UserID, micros(l.Expires))
		return err
	})
}

// LinkUser returns whose password a one-time link sets; the zero user for the first administrator.
// Fault: notFound "fault.account.linkUsed" for a link that was used or has run out.
func (s *Store) LinkUser(ctx context.Context, tokenHash string, now time.Time) (account.User, error) {
	l, err := s.Link(ctx, tokenHash, now)
	if err != nil || l.UserID == "" {
		return account.User{}, err
	}
	return s.User(ctx, l.UserID)
}

// Link returns a one-time link that still holds.
// Fault: notFound "fault.account.linkUsed" for one that was used or has run out.
func (s *Store) Link(ctx context.Context, tokenHash string, now time.Time) (account.Link, error) {
	return link(ctx, s.read, tokenHash, now)
}

func link(ctx context.Context, q queryer, tokenHash string, now time.Time) (account.Link, error) {
	var expires int64
	l := account.Link{TokenHash: tokenHash}
	err := q.QueryRowContext(ctx, `SELECT user_id, expires FROM links WHERE token_hash = $1`, tokenHash).Scan(&l.UserID, &expires)
	if errors.Is(err, sql.ErrNoRows) || err == nil && expires < micros(now) {
		return account.Link{}, fault.New(fault.NotFound, "fault.account.linkUsed", nil)
	}
	l.Expires = fromMicros(expires)
	return l, err
}

// UseLink spends a one-time link and makes or changes the user in the same commit, which also ends
// his sessions and other links: change gets the user of the link, a new one when it is for nobody yet.
func (s *Store) UseLink(ctx context.Context, tokenHash string, now time.Time, change func(*account.User) error) (account.User, error) {
	var u account.User
	err := s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		l, err := link(ctx, tx, tokenHash, now)
		if err != nil {
			return err
		}
		u = account.User{}
		if l.UserID != "" {
			if u, err = scanUser(tx.QueryRowContext(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1`, l.UserID).Scan); err != nil {
				return err
			}
		}
		if err := change(&u); err != nil {
			return err
		}
		if err := putUser(ctx, tx, u); err != nil {
			return err
		}
		if _, err = tx.ExecContext(ctx, `DELETE FROM links WHERE token_hash = $1`, tokenHash); err != nil {
			return err
		}
		return endAll(ctx, tx, u.ID, "")
	})
	return u, err
}

// Contact holds the private facts of an entry; they never enter the journal.
type Contact struct {
	Birth    string `json:"birth,omitempty"`
	Phone    string `json:"phone,omitempty"`
	Email    string `json:"email,omitempty"`
	IDNumber string `json:"idNumber,omitempty"`
	Guardian string `json:"guardian,omitempty"`
}

// PutContacts keeps the private facts of entries of a division, by entry id, and logs it in the same
// commit.
func (s *Store) PutContacts(ctx context.Context, a PrivateAct, contacts map[int]Contact) error {
	if len(contacts) == 0 {
		return nil
	}
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		for entry, c := range contacts {
			if err := putContact(ctx, tx, a.Division, entry, c); err != nil {
				return err
			}
		}
		return logPrivate(ctx, tx, a)
	})
}

// Contacts returns the private facts of a division's entries, by entry id.
func (s *Store) Contacts(ctx context.Context, division string) (map[int]Contact, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT entry, facts FROM contacts WHERE division = $1`, division)
	if err != nil {
		return nil, broken(err)
	}
	defer rows.Close()
	all := map[int]Contact{}
	for rows.Next() {
		var entry int
		var facts []byte
		var c Contact
		if err := rows.Scan(&entry, &facts); err != nil {
			return nil, broken(err)
		}
		if err := json.Unmarshal(facts, &c); err != nil {
			return nil, broken(err)
		}
		all[entry] = c
	}
	if err := rows.Err(); err != nil {
		return nil, broken(err)
	}
	return all, nil
}
