package store

import (
	"context"
	"database/sql"
	"errors"
)

// Secret returns the key that belongs to an owner (a tournament, a game) under a name, and keeps
// the fresh one when there is none yet. Keys are in backups and in nothing else that leaves the
// program.
func (s *Store) Secret(ctx context.Context, owner, name string, fresh []byte) ([]byte, error) {
	const find = `SELECT value FROM secrets WHERE owner = $1 AND name = $2`
	var value []byte
	err := s.read.QueryRowContext(ctx, find, owner, name).Scan(&value)
	if err == nil {
		return value, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, broken(err)
	}
	err = s.do(ctx, "", func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO secrets (owner, name, value) VALUES ($1, $2, $3) ON CONFLICT (owner, name) DO NOTHING`, owner, name, fresh); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, find, owner, name).Scan(&value)
	})
	return value, err
}
