package store

import (
	"errors"
	"math"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"

	"tianyuan/fault"
)

// Space tells how many bytes are free for the SQLite database; false where that isn't known, as
// with PostgreSQL, which may lie elsewhere.
func (s *Store) Space() (free int64, known bool) {
	if s.postgres() {
		return 0, false
	}
	n, err := freeBytes(s.cfg.Dir)
	return int64(min(n, math.MaxInt64)), err == nil
}

// full tells that the disk had no room for what was to be written. SQLite and PostgreSQL have taken
// the whole transaction back then.
func full(err error) bool {
	const sqliteFull, sqliteNoSharedMemory, postgresFull = 13, 10 | 19<<8, "53100"
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		return lite.Code()&0xff == sqliteFull || lite.Code() == sqliteNoSharedMemory
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == postgresFull
	}
	return errors.Is(err, syscall.ENOSPC) || diskFull(err)
}

// full is the fault of a disk without room; it says how many MB are left. Fault: full
// "fault.store.full".
func (s *Store) full(err error) error {
	free, known := s.Space()
	if !known {
		return fault.Wrap(err, fault.Full, "fault.store.fullDatabase", nil)
	}
	return fault.Wrap(err, fault.Full, "fault.store.full", fault.Args{"mb": free >> 20})
}
