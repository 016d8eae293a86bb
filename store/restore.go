package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"

	"tianyuan/fault"
)

// Restore fills a store that isn't open from a copy made by Backup, all or nothing. The whole
// copy is verified before anything is written. A place that holds users or records is refused
// unless replace is set; an SQLite database that is replaced is kept beside as
// before-restore-*.db. An older copy is brought up to date.
// Faults: those of a bad copy (newer "fault.store.newerBackup"; invalid "fault.store.notBackup",
// "fault.store.brokenBackup", "fault.store.backupUnreadable"); conflict "fault.store.notEmpty",
// "fault.store.inUse"; internal "fault.store.restore".
func Restore(ctx context.Context, cfg Config, path string, replace bool) error {
	m, sum, err := readBackupFile(path, cfg.Version, func(*table, []any) error { return nil })
	if err != nil {
		return err
	}
	s := prepare(cfg)
	if s.postgres() {
		err = s.restorePostgres(ctx, path, m, sum, replace)
	} else {
		err = s.restoreSQLite(ctx, path, m, sum, replace)
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "55P03" { // lock_not_available
		return fault.Wrap(err, fault.Conflict, "fault.store.inUse", nil)
	}
	if _, isFault := errors.AsType[*fault.Error](err); err != nil && !isFault {
		return fault.Wrap(err, fault.Internal, "fault.store.restore", nil)
	}
	return err
}

// CheckBackup reads a copy through and changes nothing; nil when a program of version ours could
// restore it. Faults: invalid "fault.store.backupUnreadable", "…notBackup", "…brokenBackup",
// "…newerBackup".
func CheckBackup(path, ours string) error {
	_, _, err := readBackupFile(path, ours, func(*table, []any) error { return nil })
	return err
}

func readBackupFile(path, ours string, row func(*table, []any) error) (manifest, string, error) {
	f, err := os.Open(path)
	if err != nil {
		return manifest{}, "", fault.Wrap(err, fault.Invalid, "fault.store.backupUnreadable", fault.Args{"path": path})
	}
	defer f.Close()
	return readBackup(f, ours, row)
}

// fill writes the rows of a verified copy, whose sum must still be the same.
func (s *Store) fill(ctx context.Context, tx *sql.Tx, path, sum string) error {
	prepared := map[string]*sql.Stmt{}
	defer func() {
		for _, statement := range prepared {
			statement.Close()
		}
	}()
	_, now, err := readBackupFile(path, s.cfg.Version, func(t *table, values []any) error {
		if prepared[t.name] == nil {
			statement, err := tx.PrepareContext(ctx, t.insert())
			if err != nil {
				return err
			}
			prepared[t.name] = statement
		}
		_, err := prepared[t.name].ExecContext(ctx, values...)
		return err
	})
	if err == nil && now != sum {
		return errors.New("the copy changed while it was read")
	}
	return err
}

// load makes the schema of the copy, fills it, brings it up to date, and notes that what follows
// is a branch of its own.
func (s *Store) load(ctx context.Context, tx *sql.Tx, path string, from manifest, sum string) error {
	all, err := migrations()
	if err != nil {
		return err
	}
	if _, err := schema(ctx, tx); err != nil {
		return err
	}
	for _, m := range all[:from.Schema] {
		if err := s.applyIn(ctx, tx, m); err != nil {
			return err
		}
	}
	if err := s.fill(ctx, tx, path, sum); err != nil {
		return err
	}
	for _, m := range all[from.Schema:] {
		if err := s.applyIn(ctx, tx, m); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO branches (no, copied, restored) SELECT count(*) + 1, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM branches`, micros(from.At), micros(s.cfg.Now()))
	return err
}

// holdsData tells whether a store has users or records; one with only a set-up link counts as empty.
func holdsData(ctx context.Context, q queryer) (bool, error) {
	var n int
	err := q.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM streams)`).Scan(&n)
	return n > 0, err
}

// notEmpty refuses to put a copy over data, and says which of the two is the later.
func notEmpty(ctx context.Context, q queryer, copied time.Time) error {
	last, err := latest(ctx, q)
	if err != nil {
		return err
	}
	key := "fault.store.notEmpty"
	if last.After(copied) {
		key = "fault.store.notEmptyLater"
	}
	return fault.New(fault.Conflict, key, fault.Args{"here": last.Local().Format(time.DateTime), "copy": copied.Local().Format(time.DateTime)})
}

// restorePostgres does everything in one transaction; who reads meanwhile sees the old state.
func (s *Store) restorePostgres(ctx context.Context, path string, from manifest, sum string, replace bool) error {
	if err := s.connect(); err != nil {
		return err
	}
	defer s.disconnect()
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `SET LOCAL lock_timeout = '10s'`); err != nil {
		return err
	}
	done, err := schema(ctx, tx)
	if err != nil {
		return err
	}
	all, err := shapes()
	if err != nil {
		return err
	}
	if ours := len(all) - 1; len(done) > ours {
		return fault.New(fault.Newer, "fault.store.newerSchema", fault.Args{"theirs": len(done), "ours": ours})
	}
	if len(done) > 0 && !replace {
		used, err := holdsData(ctx, tx)
		if err != nil {
			return err
		}
		if used {
			return notEmpty(ctx, tx, from.At)
		}
	}
	for _, t := range append(all[len(done)], table{name: "migrations"}) {
		if _, err := tx.ExecContext(ctx, `DROP TABLE `+t.name); err != nil {
			return err
		}
	}
	if err := s.load(ctx, tx, path, from, sum); err != nil {
		return err
	}
	return tx.Commit()
}

// restoreSQLite builds the new database beside the old one and renames it over.
func (s *Store) restoreSQLite(ctx context.Context, path string, from manifest, sum string, replace bool) error {
	target := filepath.Join(s.cfg.Dir, fileName)
	old, err := inspect(ctx, target)
	if err != nil {
		return err
	}
	if old >= placeUsed && !replace {
		return s.refuseOver(ctx, target, old, from.At)
	}
	building := filepath.Join(s.cfg.Dir, "restoring")
	if err := os.RemoveAll(building); err != nil {
		return err
	}
	defer os.RemoveAll(building)
	cfg := s.cfg
	cfg.Dir = building
	if err := prepare(cfg).build(ctx, path, from, sum); err != nil {
		return err
	}
	if err := s.retire(ctx, target, old); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(building, fileName), target); err != nil {
		return err
	}
	return syncFolder(s.cfg.Dir)
}

// refuseOver says why a copy isn't put over what is there.
func (s *Store) refuseOver(ctx context.Context, target string, old place, copied time.Time) error {
	if old == placeUnreadable {
		return fault.New(fault.Conflict, "fault.store.unreadableHere", nil)
	}
	db, err := openPlain(target)
	if err != nil {
		return err
	}
	defer db.Close()
	return notEmpty(ctx, db, copied)
}

// build makes the SQLite database of a copy; when it returns, the file is whole without a log.
func (s *Store) build(ctx context.Context, path string, from manifest, sum string) error {
	if err := s.connect(); err != nil {
		return err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err == nil {
		err = s.load(ctx, tx, path, from, sum)
	}
	if err == nil {
		err = tx.Commit()
	} else if tx != nil {
		tx.Rollback()
	}
	if err == nil {
		err = withoutLog(ctx, s.write)
	}
	return errors.Join(err, s.disconnect())
}

// place says what lies where a copy is restored to.
type place int

const (
	placeNone place = iota
	placeEmpty
	placeUsed
	placeUnreadable
)

func inspect(ctx context.Context, target string) (place, error) {
	if _, err := os.Stat(target); errors.Is(err, os.ErrNotExist) {
		return placeNone, nil
	} else if err != nil {
		return placeNone, err
	}
	db, err := openPlain(target)
	if err != nil {
		return placeNone, err
	}
	defer db.Close()
	var tables int
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name IN ('users', 'streams')`).Scan(&tables)
	if damaged(err) {
		return placeUnreadable, nil
	}
	if err != nil {
		return placeNone, err
	}
	if tables < 2 {
		return placeEmpty, nil
	}
	used, err := holdsData(ctx, db)
	if damaged(err) {
		return placeUnreadable, nil
	}
	if used {
		return placeUsed, err
	}
	return placeEmpty, err
}

// retire readies the old database for being replaced: nobody may have it open, its log must be
// gone (a log beside another database would ruin that one), and what it held is kept.
func (s *Store) retire(ctx context.Context, target string, old place) error {
	stamp := s.cfg.Now().UnixMicro()
	switch old {
	case placeNone:
		return dropLog(target)
	case placeUnreadable:
		for _, end := range []string{"", "-wal", "-shm"} {
			kept := filepath.Join(s.cfg.Dir, fmt.Sprintf("unreadable-%d.db%s", stamp, end))
			if err := os.Rename(target+end, kept); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
		return nil
	}
	db, err := openPlain(target)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := withoutLog(ctx, db); err != nil {
		return fault.Wrap(err, fault.Conflict, "fault.store.inUse", nil)
	}
	if old == placeEmpty {
		return db.Close()
	}
	kept := filepath.Join(s.cfg.Dir, fmt.Sprintf("before-restore-%d.db", stamp))
	if _, err := db.ExecContext(ctx, `VACUUM INTO $1`, kept); err != nil {
		return fault.Wrap(err, fault.Internal, "fault.store.copy", fault.Args{"path": kept})
	}
	return errors.Join(os.Chmod(kept, 0o600), db.Close())
}

// dropLog removes a log whose database is gone.
func dropLog(target string) error {
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(target + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// withoutLog moves the write-ahead log into the database and ends it; it fails while somebody
// else has the database open.
func withoutLog(ctx context.Context, db *sql.DB) error {
	var mode string
	if err := db.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&mode); err != nil {
		return err
	}
	if mode != "delete" {
		return errors.New("the log stays: " + mode)
	}
	return nil
}

// openPlain opens an SQLite file as it is, without making or changing it.
func openPlain(path string) (*sql.DB, error) {
	q := url.Values{"_pragma": {"busy_timeout(2000)"}, "mode": {"rw"}}
	db, err := sql.Open("sqlite", sqliteURI(path, q))
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// damaged tells that a file isn't a sound SQLite database.
func damaged(err error) bool {
	lite, ok := errors.AsType[*sqlite.Error](err)
	return ok && (lite.Code()&0xff == 11 || lite.Code()&0xff == 26) // SQLITE_CORRUPT, SQLITE_NOTADB
}

// syncFolder makes a rename last; Windows does so by itself.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
