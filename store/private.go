package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"tianyuan/journal"
)

// PrivateAct is a line of the log of private facts: who looked at or changed whose, and which, never
// the values.
type PrivateAct struct {
	ID       string
	Division string
	// Entry is the entry's id; 0 for an act on many, as an import.
	Entry int
	At    time.Time
	Actor string
	// Act is one of the acts below.
	Act string
	// Fields are the names of what was changed, or the number of entries of an import.
	Fields string
}

// The acts of the log.
const (
	PrivateViewed   = "viewed"
	PrivateChanged  = "changed"
	PrivateDeleted  = "deleted"
	PrivateImported = "imported"
	PrivateErased   = "erased"
	PrivateMoved    = "moved" // with their entry, from or to another division
)

const privateColumns = `id, division, entry, at, actor, act, fields`

func logPrivate(ctx context.Context, tx queryer, a PrivateAct) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO private_log (`+privateColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		a.ID, a.Division, a.Entry, micros(a.At), a.Actor, a.Act, a.Fields)
	return err
}

// LogPrivate adds a line to the log.
func (s *Store) LogPrivate(ctx context.Context, a PrivateAct) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error { return logPrivate(ctx, tx, a) })
}

// PrivateLog returns the log of a division, or with an entry's id what concerns it; newest first.
func (s *Store) PrivateLog(ctx context.Context, division string, entry int) ([]PrivateAct, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+privateColumns+` FROM private_log WHERE division = $1 AND ($2 = 0 OR entry = $2) ORDER BY at DESC, id`, division, entry)
	if err != nil {
		return nil, broken(err)
	}
	defer rows.Close()
	var list []PrivateAct
	for rows.Next() {
		var a PrivateAct
		var at int64
		if err := rows.Scan(&a.ID, &a.Division, &a.Entry, &at, &a.Actor, &a.Act, &a.Fields); err != nil {
			return nil, broken(err)
		}
		a.At = fromMicros(at)
		list = append(list, a)
	}
	if err := rows.Err(); err != nil {
		return nil, broken(err)
	}
	return list, nil
}

// Contact returns the private facts of one entry and logs that they were looked at, in one commit.
func (s *Store) Contact(ctx context.Context, a PrivateAct) (Contact, error) {
	var c Contact
	err := s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		c = Contact{}
		var facts []byte
		err := tx.QueryRowContext(ctx, `SELECT facts FROM contacts WHERE division = $1 AND entry = $2`, a.Division, a.Entry).Scan(&facts)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err == nil {
			if err := json.Unmarshal(facts, &c); err != nil {
				return err
			}
		}
		return logPrivate(ctx, tx, a)
	})
	return c, err
}

// ChangeContact keeps the private facts of one entry, or deletes them when none is left, and logs it.
func (s *Store) ChangeContact(ctx context.Context, a PrivateAct, c Contact) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		var err error
		if c == (Contact{}) {
			_, err = tx.ExecContext(ctx, `DELETE FROM contacts WHERE division = $1 AND entry = $2`, a.Division, a.Entry)
		} else {
			err = putContact(ctx, tx, a.Division, a.Entry, c)
		}
		if err != nil {
			return err
		}
		return logPrivate(ctx, tx, a)
	})
}

func putContact(ctx context.Context, tx queryer, division string, entry int, c Contact) error {
	facts, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO contacts (division, entry, facts) VALUES ($1, $2, $3)
		ON CONFLICT (division, entry) DO UPDATE SET facts = $3`, division, entry, facts)
	return err
}

// AppendMoving is Append for a player who changes divisions: the private facts of the entry from of
// the first write's stream become those of the entry to of the second's, and both logs say so, all in
// one commit. Faults: those of Append.
func (s *Store) AppendMoving(ctx context.Context, from, to int, writes ...journal.Write) ([]journal.Event, error) {
	return s.appendWith(ctx, writes, func(ctx context.Context, tx queryer, stored map[string][]journal.Event) error {
		was, into := writes[0].Stream, writes[1].Stream
		moved, err := tx.ExecContext(ctx, `UPDATE contacts SET division = $1, entry = $2 WHERE division = $3 AND entry = $4`, into, to, was, from)
		if err != nil {
			return err
		}
		if n, err := moved.RowsAffected(); err != nil || n == 0 {
			return err
		}
		for _, line := range []struct {
			division string
			entry    int
		}{{was, from}, {into, to}} {
			first := stored[line.division][0]
			id := "moved-" + line.division + "-" + strconv.FormatInt(first.Seq, 10)
			if err := logPrivate(ctx, tx, PrivateAct{ID: id, Division: line.division, Entry: line.entry, At: first.At, Actor: first.Actor, Act: PrivateMoved}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Erase appends w, rewrites what change changes of the events of the streams named, and deletes the
// private facts of an entry of w's stream, all in one commit. It is the only rewriting of stored
// events. On SQLite the old bytes are overwritten in the file and its log is emptied.
// Faults: those of Append; what change returns.
func (s *Store) Erase(ctx context.Context, entry int, w journal.Write, streams []string, change func(journal.Event) (journal.Event, bool, error)) error {
	err := s.do(ctx, w.Stream, func(ctx context.Context, tx queryer) error {
		events, err := s.append(ctx, tx, w)
		if err != nil {
			return err
		}
		for _, stream := range streams {
			if err := rewriteEvents(ctx, tx, stream, change); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM contacts WHERE division = $1 AND entry = $2`, w.Stream, entry); err != nil {
			return err
		}
		first := events[0]
		return logPrivate(ctx, tx, PrivateAct{ID: "erased-" + first.Stream + "-" + strconv.FormatInt(first.Seq, 10), Division: w.Stream, Entry: entry, At: first.At, Actor: first.Actor, Act: PrivateErased})
	})
	if err != nil || s.postgres() {
		return err
	}
	if _, err := s.read.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		s.cfg.Log.Warn("the log of the database wasn't emptied", "error", err)
	}
	return nil
}

func rewriteEvents(ctx context.Context, tx queryer, stream string, change func(journal.Event) (journal.Event, bool, error)) error {
	events, err := loadEvents(ctx, tx, stream, 0)
	if err != nil {
		return err
	}
	for _, e := range events {
		e, changed, err := change(e)
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		body, packed, err := pack(e.Body)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE events SET type = $3, reason = $4, packed = $5, body = $6 WHERE stream = $1 AND seq = $2`,
			e.Stream, e.Seq, e.Type, e.Reason, flag(packed), body); err != nil {
			return err
		}
	}
	return nil
}
