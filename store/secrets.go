package store

import (
	"context"
	"database/sql"
	"errors"
)

const findSecret = `SELECT value FROM secrets WHERE owner = $1 AND name = $2`

// KnownSecret returns the key that belongs to an owner under a name, and whether there is one.
func (s *Store) KnownSecret(ctx context.Context, owner, name string) (value []byte, known bool, err error) {
	err = s.read.QueryRowContext(ctx, findSecret, owner, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, broken(err)
	}
	return value, true, nil
}

// Secret returns the key that belongs to an owner (a tournament, a game) under a name, and keeps
// the fresh one when there is none yet. Keys are in backups and in nothing else that leaves the
// program.
func (s *Store) Secret(ctx context.Context, owner, name string, fresh []byte) ([]byte, error) {
	value, known, err := s.KnownSecret(ctx, owner, name)
	if err != nil || known {
		return value, err
	}
	err = s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO secrets (owner, name, value) VALUES ($1, $2, $3) ON CONFLICT (owner, name) DO NOTHING`, owner, name, fresh); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, findSecret, owner, name).Scan(&value)
	})
	return value, err
}
