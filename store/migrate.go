package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"modernc.org/sqlite"

	"tianyuan/fault"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

type migration struct {
	number int64
	name   string
	text   string
	sum    string
}

func migrations() ([]migration, error) {
	entries, err := migrationFiles.ReadDir("migrations")
	if err != nil {
		return nil, err
	}
	var all []migration
	for i, e := range entries {
		data, err := migrationFiles.ReadFile("migrations/" + e.Name())
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		m := migration{number: int64(i + 1), name: e.Name(), text: string(data), sum: hex.EncodeToString(sum[:])}
		if want := fmt.Sprintf("%04d_", m.number); !strings.HasPrefix(m.name, want) {
			return nil, fmt.Errorf("migration %s should begin with %s", m.name, want)
		}
		all = append(all, m)
	}
	return all, nil
}

// migrate applies what is missing of all, one transaction each. A schema that is newer than this
// program, or whose past differs from ours, is refused and left as it is. When another process
// migrates at the same time, the loser of the race looks again and goes on from there.
func (s *Store) migrate(ctx context.Context, all []migration) error {
	done, err := s.applied(ctx, all)
	if err != nil {
		return err
	}
	if len(done) > 0 && len(done) < len(all) {
		if err := s.copyBefore(ctx, len(done)); err != nil {
			return err
		}
	}
	for len(done) < len(all) {
		m, before := all[len(done)], len(done)
		failed := s.apply(ctx, m)
		if done, err = s.applied(ctx, all); err != nil {
			return err
		}
		if len(done) == before {
			return fault.Wrap(failed, fault.Internal, "fault.store.migrate", fault.Args{"name": m.name})
		}
	}
	return nil
}

// applied returns the checksums of the migrations that the database has, all of them ours.
func (s *Store) applied(ctx context.Context, all []migration) ([]string, error) {
	done, err := schema(ctx, s.write)
	if err != nil {
		// Two processes that make the table at once disturb each other; it is there now.
		if done, err = schema(ctx, s.write); err != nil {
			return nil, s.unopened(err)
		}
	}
	if len(done) > len(all) {
		return nil, fault.New(fault.Newer, "fault.store.newerSchema", fault.Args{"theirs": len(done), "ours": len(all)})
	}
	for i, sum := range done {
		if sum != all[i].sum {
			return nil, fault.New(fault.Newer, "fault.store.otherSchema", fault.Args{"name": all[i].name})
		}
	}
	return done, nil
}

// unopened says why a database can't be opened. Faults: conflict "fault.store.locked"; full
// "fault.store.fullStart"; internal "fault.store.readOnly", "fault.store.notDatabase", "fault.store.open".
func (s *Store) unopened(err error) error {
	const readOnly, cantOpen, notDatabase, corrupt = 8, 14, 26, 11
	args := fault.Args{"path": s.cfg.Dir}
	code := 0
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		code = lite.Code() & 0xff
	}
	switch {
	case locked(err):
		return fault.Wrap(err, fault.Conflict, "fault.store.locked", args)
	case full(err):
		return fault.Wrap(err, fault.Full, "fault.store.fullStart", args)
	case code == readOnly || code == cantOpen:
		return fault.Wrap(err, fault.Internal, "fault.store.readOnly", args)
	case code == notDatabase || code == corrupt:
		return fault.Wrap(err, fault.Internal, "fault.store.notDatabase", args)
	}
	return fault.Wrap(err, fault.Internal, "fault.store.open", nil)
}

// schema returns the checksums of the migrations applied, in order.
func schema(ctx context.Context, q queryer) ([]string, error) {
	const table = `CREATE TABLE IF NOT EXISTS migrations (number BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, sum TEXT NOT NULL, at BIGINT NOT NULL)`
	if _, err := q.ExecContext(ctx, table); err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, `SELECT sum FROM migrations ORDER BY number`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var done []string
	for rows.Next() {
		var sum string
		if err := rows.Scan(&sum); err != nil {
			return nil, err
		}
		done = append(done, sum)
	}
	return done, rows.Err()
}

func (s *Store) apply(ctx context.Context, m migration) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := s.applyIn(ctx, tx, m); err != nil {
		return err
	}
	return tx.Commit()
}

// applyIn applies one migration inside a transaction.
func (s *Store) applyIn(ctx context.Context, tx *sql.Tx, m migration) error {
	// The row comes first: of two processes at once, the second one waits here and then fails.
	if _, err := tx.ExecContext(ctx, `INSERT INTO migrations (number, name, sum, at) VALUES ($1, $2, $3, $4)`,
		m.number, m.name, m.sum, micros(s.cfg.Now())); err != nil {
		return err
	}
	for _, statement := range m.statements() {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// statements splits the text of a migration; each statement ends with its line.
func (m migration) statements() []string {
	var all []string
	for statement := range strings.SplitSeq(m.text, ";\n") {
		if strings.TrimSpace(statement) != "" {
			all = append(all, statement)
		}
	}
	return all
}

// copyBefore keeps a copy of an SQLite database as it was before its schema changes.
func (s *Store) copyBefore(ctx context.Context, schema int) error {
	if s.postgres() {
		return nil
	}
	// A name of its own: two programs may bring one database up to date at the same time. Under its
	// last name the copy is whole, whatever ends the program meanwhile.
	file, err := os.CreateTemp(s.cfg.Dir, fmt.Sprintf("before-schema-%04d-%d-*.part", schema+1, s.cfg.Now().Unix()))
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.store.copy", fault.Args{"path": s.cfg.Dir})
	}
	part := file.Name()
	defer os.Remove(part)
	path := strings.TrimSuffix(part, ".part") + ".db"
	if err = file.Close(); err == nil {
		_, err = s.write.ExecContext(ctx, `VACUUM INTO $1`, part)
	}
	if err == nil {
		err = errors.Join(os.Chmod(part, 0o600), os.Rename(part, path), syncFolder(s.cfg.Dir))
	}
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.store.copy", fault.Args{"path": path})
	}
	return nil
}

// queryer is what both a database and a transaction can be asked.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}
