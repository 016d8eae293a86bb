package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
)

// unit is a transaction: a *sql.Tx, or a session that is in one.
type unit interface {
	queryer
	Commit() error
	Rollback() error
}

// session is the connection on which the writer works with SQLite, one transaction after another. It
// keeps its statements, those that begin and end a transaction too.
type session struct {
	*sql.Conn
	statements
	// inside: a transaction has begun and hasn't ended.
	inside bool
}

// begin begins a transaction.
func (s *Store) begin(ctx context.Context) (unit, error) {
	if s.postgres() {
		return s.write.BeginTx(ctx, nil)
	}
	if s.session == nil {
		conn, err := s.write.Conn(ctx)
		if err != nil {
			return nil, err
		}
		s.session = &session{Conn: conn, statements: statements{on: conn, kept: map[string]*sql.Stmt{}}}
	}
	if _, err := s.session.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		if !locked(err) {
			s.leave(driver.ErrBadConn)
		}
		return nil, err
	}
	s.session.inside = true
	return s.session, nil
}

// leave gives the connection back; with driver.ErrBadConn it is closed, and the next transaction has a
// new one. Its statements are closed before it: SQLite keeps a connection open as long as it has some.
func (s *Store) leave(state error) {
	if s.session == nil {
		return
	}
	for _, stmt := range s.session.kept {
		stmt.Close()
	}
	s.session.Raw(func(any) error { return state })
	s.session.Conn.Close()
	s.session = nil
}

// Commit ends the transaction with what was done in it, or without when that fails.
func (s *session) Commit() error {
	_, err := s.ExecContext(context.Background(), `COMMIT`)
	s.inside = err != nil
	return err
}

// Rollback ends the transaction without what was done in it; after Commit it does nothing.
func (s *session) Rollback() error {
	if !s.inside {
		return nil
	}
	s.inside = false
	_, err := s.ExecContext(context.Background(), `ROLLBACK`)
	return err
}

// ExecContext is that of sql.Conn.
func (s *session) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := s.stmt(ctx, query); stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return s.Conn.ExecContext(ctx, query, args...)
}

// QueryContext is that of sql.Conn.
func (s *session) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := s.stmt(ctx, query); stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return s.Conn.QueryContext(ctx, query, args...)
}

// QueryRowContext is that of sql.Conn.
func (s *session) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := s.stmt(ctx, query); stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return s.Conn.QueryRowContext(ctx, query, args...)
}
