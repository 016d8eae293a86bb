package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"

	"tianyuan/fault"
)

// Bounds of the writer: how many jobs may wait, how many share a commit, and how long a
// group may grow before it is committed.
const (
	maxQueue = 256
	maxGroup = 64
	maxWork  = 20 * time.Millisecond
)

// job is one thing to write. Jobs are independent: each of a group has a savepoint of its own, so that
// one that is refused doesn't hinder the others.
type job struct {
	ctx context.Context
	// key is the smallest stream that the job touches; groups work in this order, so that two
	// processes on one PostgreSQL take their locks in the same order.
	key   string
	run   func(ctx context.Context, tx queryer) error
	since time.Time // when it began to wait
	err   error
	done  chan struct{}
}

// do runs a job in the writer and returns when it is committed or refused.
func (s *Store) do(ctx context.Context, key string, run func(context.Context, queryer) error) error {
	j := &job{ctx: ctx, key: key, run: run, since: time.Now(), done: make(chan struct{})}
	select {
	case <-s.quit:
		return fault.New(fault.Busy, "fault.store.closing", nil)
	default:
	}
	select {
	case s.jobs <- j:
	default:
		s.figures.busy.Inc()
		return fault.New(fault.Busy, "fault.journal.busy", nil)
	}
	select {
	case <-j.done:
		return j.err
	case <-s.ended:
		select {
		case <-j.done:
			return j.err
		default:
			return fault.New(fault.Busy, "fault.store.closing", nil)
		}
	}
}

// writer is the one goroutine that writes. It takes what waits, up to a bound, into one commit.
func (s *Store) writer() {
	defer close(s.ended)
	defer s.leave(nil)
	for {
		select {
		case first := <-s.jobs:
			s.commit(s.gather(first))
		case <-s.quit:
			for {
				select {
				case j := <-s.jobs:
					s.commit(s.gather(j))
				default:
					return
				}
			}
		}
	}
}

// gather takes what waits already; a lone job never waits for company.
func (s *Store) gather(first *job) []*job {
	group := []*job{first}
	for len(group) < maxGroup {
		select {
		case j := <-s.jobs:
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// commit writes a group in one transaction. When the transaction itself fails, as two
// processes may deadlock or one job's SQL is refused, each job is tried alone.
func (s *Store) commit(group []*job) {
	slices.SortStableFunc(group, func(a, b *job) int {
		if a.key < b.key {
			return -1
		}
		if a.key > b.key {
			return 1
		}
		return 0
	})
	rest, err := s.transact(group)
	if err != nil && len(group) > 1 && !locked(err) {
		for _, j := range group {
			s.commit([]*job{j})
		}
		return
	}
	for try := 0; err != nil && retriable(err) && try < 5; try++ {
		rest, err = s.transact(group)
	}
	if err != nil {
		s.cfg.Log.Error("write failed", "error", err, "jobs", len(group))
		rest = nil
	}
	for _, j := range group[:len(group)-len(rest)] {
		switch {
		case locked(err):
			j.err = fault.Wrap(err, fault.Busy, "fault.journal.busy", nil)
		case full(err):
			j.err = s.full(err)
		case err != nil:
			j.err = failed(err, "fault.store.write")
		}
		close(j.done)
	}
	if len(rest) > 0 {
		s.commit(rest)
	}
}

// locked tells that another process held the SQLite database for longer than we wait. Then
// trying each job alone would only make everybody wait again.
func locked(err error) bool {
	lite, ok := errors.AsType[*sqlite.Error](err)
	return ok && lite.Code()&0xff == 5 // SQLITE_BUSY
}

// transact runs a group's jobs, stops when the group has worked for long enough, commits, and
// returns the jobs that are still to be done.
func (s *Store) transact(group []*job) (rest []*job, err error) {
	ctx := context.Background()
	tx, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	began := time.Now()
	if len(group) == 1 {
		if err := s.run(ctx, tx, group[0]); err != nil || group[0].err != nil {
			return nil, err // with nothing of it kept
		}
	} else if rest, err = s.share(ctx, tx, group); err != nil {
		return nil, err
	}
	if err := tx.Commit(); err != nil {
		return rest, err
	}
	s.figures.group.Observe(float64(len(group) - len(rest)))
	s.figures.commit.Observe(time.Since(began).Seconds())
	return rest, nil
}

// share runs jobs in one transaction, and returns those that are still to be done when it has taken
// long enough.
func (s *Store) share(ctx context.Context, tx queryer, group []*job) (rest []*job, err error) {
	began := time.Now()
	for i, j := range group {
		if i > 0 && time.Since(began) > maxWork {
			return group[i:], nil
		}
		if err := s.attempt(ctx, tx, j); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// attempt runs one job of several inside a savepoint, so that one that is refused leaves nothing.
func (s *Store) attempt(ctx context.Context, tx queryer, j *job) error {
	if _, err := tx.ExecContext(ctx, `SAVEPOINT job`); err != nil {
		return err
	}
	if err := s.run(ctx, tx, j); err != nil {
		return err
	}
	if j.err != nil {
		if _, err := tx.ExecContext(ctx, `ROLLBACK TO SAVEPOINT job`); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `RELEASE SAVEPOINT job`)
	return err
}

// run runs a job. A fault refuses the job alone; any other error ends the group.
func (s *Store) run(ctx context.Context, tx queryer, j *job) error {
	if j.err = j.ctx.Err(); j.err != nil {
		return nil
	}
	if !j.since.IsZero() { // the first try: how long it waits is counted once
		s.figures.wait.Observe(time.Since(j.since).Seconds())
		j.since = time.Time{}
	}
	err := j.run(ctx, tx)
	if refused, isFault := errors.AsType[*fault.Error](err); isFault {
		j.err = refused
		return nil
	}
	return err
}

// retriable tells a deadlock or a serialization failure of PostgreSQL.
func retriable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40P01" || pg.Code == "40001")
}
