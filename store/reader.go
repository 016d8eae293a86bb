package store

import (
	"context"
	"database/sql"
	"sync"
)

// mostKept bounds the statements that a connection or a pool of them keeps, and longestKept the text of
// each in bytes; the program has fewer, and longer ones are lists of rows, each of another length.
const (
	mostKept    = 64
	longestKept = 1500
)

// statements keeps what SQLite was asked: to parse a statement anew took longer than to answer it, six
// times for every request and four times for every commit (docs/performance.md). The driver for
// PostgreSQL keeps statements by itself.
type statements struct {
	on interface {
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	}
	mu   sync.Mutex
	kept map[string]*sql.Stmt
}

// stmt is the statement as it is kept; nil when none is, or when it can't be parsed: asked without it,
// the database then says why.
func (s *statements) stmt(ctx context.Context, query string) *sql.Stmt {
	s.mu.Lock()
	stmt, full := s.kept[query], len(s.kept) >= mostKept
	s.mu.Unlock()
	if stmt != nil || full || len(query) > longestKept {
		return stmt
	}
	made, err := s.on.PrepareContext(ctx, query)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if stmt = s.kept[query]; stmt != nil { // somebody else was faster
		made.Close()
		return stmt
	}
	s.kept[query] = made
	return made
}

// reader is the connections that read. With SQLite it keeps what it was asked.
type reader struct {
	*sql.DB
	keeps bool
	statements
}

func newReader(db *sql.DB, keeps bool) *reader {
	return &reader{DB: db, keeps: keeps, statements: statements{on: db, kept: map[string]*sql.Stmt{}}}
}

// QueryContext is that of sql.DB.
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if r.keeps {
		if stmt := r.stmt(ctx, query); stmt != nil {
			return stmt.QueryContext(ctx, args...)
		}
	}
	return r.DB.QueryContext(ctx, query, args...)
}

// brief is a context for a question that SQLite answers in far less than a millisecond: once asked it
// isn't broken off. To be ready for that takes two goroutines for each question, and a hall's round asks a
// thousand of them a second (docs/performance.md).
func (r *reader) brief(ctx context.Context) context.Context {
	if r.keeps && ctx.Err() == nil {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// QueryRowContext is that of sql.DB.
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if r.keeps {
		if stmt := r.stmt(ctx, query); stmt != nil {
			return stmt.QueryRowContext(r.brief(ctx), args...)
		}
	}
	return r.DB.QueryRowContext(ctx, query, args...)
}
