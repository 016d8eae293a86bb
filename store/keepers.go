package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// keeperID names the program's own time keeper; each other one would have a row of its own.
const keeperID = "server"

// Beat writes down how far the program's time keeper has counted, so that a start after a crash knows
// when it was alive last. It never goes back.
func (s *Store) Beat(ctx context.Context, count time.Duration) error {
	return s.do(ctx, "", func(ctx context.Context, tx queryer) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO keepers (id, beat) VALUES ($1, $2)
			ON CONFLICT (id) DO UPDATE SET beat = $2 WHERE keepers.beat < $2`, keeperID, count.Microseconds())
		return err
	})
}

// LastBeat returns what was written down last, 0 before the first.
func (s *Store) LastBeat(ctx context.Context) (time.Duration, error) {
	var beat int64
	err := s.read.QueryRowContext(ctx, `SELECT beat FROM keepers WHERE id = $1`, keeperID).Scan(&beat)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, broken(err)
	}
	return time.Duration(beat) * time.Microsecond, nil
}
