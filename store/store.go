// Package store keeps everything that lasts: the journal, the lists, accounts and private
// facts. It holds all SQL of the program, one text for SQLite and PostgreSQL: only BIGINT, TEXT
// and BYTEA, times in microseconds UTC, booleans 0 and 1, ids made by the program.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"tianyuan/fault"
)

// Config says where a store lies.
type Config struct {
	// Dir is the folder of the SQLite database; used when URL is "".
	Dir string
	// URL is a PostgreSQL address, postgres://...
	URL string
	// Version is the program's own version, written into copies.
	Version string
	// Now gives the time of events; nil = the system's clock.
	Now func() time.Time
	Log *slog.Logger
}

// Store is an open store. It is safe for several goroutines.
type Store struct {
	cfg   Config
	write *sql.DB // one connection; the writer goroutine's alone once it runs
	read  *reader
	jobs  chan *job
	quit  chan struct{}
	ended chan struct{}
	// session is the writer goroutine's, with SQLite; nil before the first commit.
	session *session

	figures figures
}

// fileName is the SQLite database inside Config.Dir.
const fileName = "tianyuan.db"

// Open opens or makes a store and brings its schema up to date. A copy of an older SQLite
// database is kept beside it first. Faults: newer "fault.store.newerSchema".
func Open(ctx context.Context, cfg Config) (*Store, error) {
	s := prepare(cfg)
	if err := s.connect(); err != nil {
		return nil, err
	}
	all, err := migrations()
	if err == nil {
		err = s.migrate(ctx, all)
	}
	if err != nil {
		s.disconnect()
		return nil, err
	}
	go s.writer()
	return s, nil
}

// prepare makes a store that has neither connections nor a writer yet.
func prepare(cfg Config) *Store {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Store{cfg: cfg, jobs: make(chan *job, maxQueue), quit: make(chan struct{}), ended: make(chan struct{}), figures: newFigures()}
}

func (s *Store) connect() error {
	driver, source := "pgx", s.cfg.URL
	if !s.postgres() {
		if err := os.MkdirAll(s.cfg.Dir, 0o700); err != nil {
			return fault.Wrap(err, fault.Internal, "fault.store.folder", fault.Args{"path": s.cfg.Dir})
		}
		driver, source = "sqlite", sqliteSource(filepath.Join(s.cfg.Dir, fileName))
	}
	var err error
	if s.write, err = sql.Open(driver, source); err != nil {
		return fault.Wrap(err, fault.Internal, "fault.store.open", nil)
	}
	read, err := sql.Open(driver, source)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.store.open", nil)
	}
	s.read = newReader(read, !s.postgres())
	s.write.SetMaxOpenConns(1)
	s.read.SetMaxOpenConns(4)
	s.read.SetMaxIdleConns(4)
	return nil
}

// sqliteSource waits for other processes first, keeps a write-ahead log, and syncs every
// commit to the disk: what was acknowledged survives a crash of the machine. What is deleted is
// overwritten.
func sqliteSource(path string) string {
	q := url.Values{"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "cache_size(-4000)", "secure_delete(1)"}, "_txlock": {"immediate"}}
	return sqliteURI(path, q)
}

func sqliteURI(path string, q url.Values) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: q.Encode()}
	return u.String()
}

func (s *Store) postgres() bool { return s.cfg.URL != "" }

// Close ends the writer after what was queued, and closes the database.
func (s *Store) Close() error {
	close(s.quit)
	<-s.ended
	return s.disconnect()
}

func (s *Store) disconnect() error {
	if err := errors.Join(s.read.Close(), s.write.Close()); err != nil {
		return fmt.Errorf("close store: %w", err)
	}
	return nil
}

// Ping tells whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	return s.read.QueryRowContext(ctx, `SELECT 1`).Scan(&one)
}

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// broken is a failed read.
func broken(err error) error { return failed(err, "fault.store.read") }

// failed is work that the database didn't do. What failed because its server starts, stops or has
// fallen over may be asked again: a command that is sent again is carried out once.
func failed(err error, key string) error {
	if gone(err) {
		return fault.Wrap(err, fault.Busy, "fault.busy", fault.Args{"seconds": 5})
	}
	return fault.Wrap(err, fault.Internal, key, nil)
}

// gone tells that the database server can't be reached just now.
func gone(err error) bool {
	const operatorIntervention = "57P"
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(pg.Code, operatorIntervention)
	}
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	_, network := errors.AsType[*net.OpError](err)
	return connecting || network || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, pgconn.ErrConnClosed)
}
