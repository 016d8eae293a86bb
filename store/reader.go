package store

import (
	"context"
	"database/sql"
	"sync"
)

// mostKept bounds the statements that a reader keeps; the program has fewer.
const mostKept = 64

// reader is the connections that read. With SQLite it keeps what it was asked: to parse a statement
// anew took longer than to answer it, six times for every request (docs/performance.md). The driver for
// PostgreSQL keeps statements by itself.
type reader struct {
	*sql.DB
	keeps bool
	mu    sync.Mutex
	kept  map[string]*sql.Stmt
}

func newReader(db *sql.DB, keeps bool) *reader {
	return &reader{DB: db, keeps: keeps, kept: map[string]*sql.Stmt{}}
}

// QueryContext is that of sql.DB.
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := r.stmt(ctx, query); stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return r.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext is that of sql.DB.
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := r.stmt(ctx, query); stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return r.DB.QueryRowContext(ctx, query, args...)
}

// stmt is the statement as it is kept; nil when none is, or when it can't be parsed: asked without it,
// the database then says why.
func (r *reader) stmt(ctx context.Context, query string) *sql.Stmt {
	if !r.keeps {
		return nil
	}
	r.mu.Lock()
	stmt, full := r.kept[query], len(r.kept) >= mostKept
	r.mu.Unlock()
	if stmt != nil || full {
		return stmt
	}
	made, err := r.DB.PrepareContext(ctx, query)
	if err != nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if stmt = r.kept[query]; stmt != nil { // somebody else was faster
		made.Close()
		return stmt
	}
	r.kept[query] = made
	return made
}
