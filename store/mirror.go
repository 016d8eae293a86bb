package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tianyuan/fault"
)

// The rhythm of a mirror: after so long of change without a publication, and after so long when
// the last copy failed. So many copies are kept.
const (
	mirrorEvery = 2 * time.Minute
	mirrorRetry = 15 * time.Second
	mirrorKept  = 30
)

// MirrorStatus says how the copies on the stick are doing.
type MirrorStatus struct {
	// Dir is where they go.
	Dir string
	// Last is when the last good copy was made; zero before the first.
	Last time.Time
	// Err is why the latest attempt failed; nil when it didn't.
	Err error
}

// Mirror keeps copies of a store in a folder, such as a stick's: whole, synced, read back.
type Mirror struct {
	store *Store
	wake  chan struct{}

	mu     sync.Mutex
	status MirrorStatus
}

// NewMirror begins a mirror with a first copy. The folder must be there: one that is made anew would
// lie on the machine's own disk once the stick is out. Faults: those of the first copy.
func NewMirror(ctx context.Context, s *Store, dir string) (*Mirror, error) {
	m := &Mirror{store: s, wake: make(chan struct{}, 1), status: MirrorStatus{Dir: dir}}
	m.attempt(ctx)
	return m, m.Status().Err
}

// Wake asks for a copy soon: something was published or closed.
func (m *Mirror) Wake() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Status is how the latest copy went.
func (m *Mirror) Status() MirrorStatus {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.status
}

// Close makes a last copy, after everything that was accepted.
func (m *Mirror) Close() {
	end, stop := context.WithTimeout(context.Background(), mirrorRetry)
	defer stop()
	m.attempt(end)
}

// Run makes copies until the context ends.
func (m *Mirror) Run(ctx context.Context) {
	seen, _ := m.store.state(ctx)
	for {
		wait := mirrorEvery
		if m.Status().Err != nil {
			wait = mirrorRetry
		}
		timer := time.NewTimer(wait)
		woken := false
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-m.wake:
			woken = true
		case <-timer.C:
		}
		timer.Stop()
		now, err := m.store.state(ctx)
		if err == nil && now == seen && !woken && m.Status().Err == nil {
			continue
		}
		m.attempt(ctx)
		seen = now
	}
}

// state changes whenever the journal or the officials do.
func (s *Store) state(ctx context.Context) (string, error) {
	var heads, users, grants, contacts int64
	err := s.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(head), 0), (SELECT count(*) FROM users), (SELECT count(*) FROM grants), (SELECT count(*) FROM contacts) FROM streams`).
		Scan(&heads, &users, &grants, &contacts)
	return fmt.Sprint(heads, users, grants, contacts), err
}

func (m *Mirror) attempt(ctx context.Context) {
	at := m.store.cfg.Now()
	err := m.copy(ctx, at)
	if err != nil {
		m.store.cfg.Log.Error("mirror failed", "folder", m.status.Dir, "error", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.status.Err = err
	if err == nil {
		m.status.Last = at
	}
}

// copy writes beside, syncs, reads back and renames: a name that is there is a good copy.
// Fault: internal "fault.store.mirror".
func (m *Mirror) copy(ctx context.Context, at time.Time) (err error) {
	dir := m.status.Dir
	defer func() {
		if err != nil {
			err = fault.Wrap(err, fault.Internal, "fault.store.mirror", fault.Args{"path": dir})
		}
	}()
	f, err := os.CreateTemp(dir, mirrorPart)
	if err != nil {
		return err
	}
	part := f.Name()
	defer os.Remove(part)
	if err = errors.Join(m.store.Backup(ctx, f), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = CheckBackup(part, m.store.cfg.Version); err != nil {
		return err
	}
	if err = os.Rename(part, filepath.Join(dir, at.Local().Format(mirrorName))); err != nil {
		return err
	}
	return errors.Join(syncFolder(dir), m.prune())
}

// The names of copies: their order is that of their time.
const (
	mirrorPart = "tianyuan-*.part"
	mirrorName = "tianyuan-20060102-150405.000.copy"
)

// prune drops the oldest copies, and parts that a crash left behind.
func (m *Mirror) prune() error {
	entries, err := os.ReadDir(m.status.Dir)
	if err != nil {
		return err
	}
	var copies []string
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "tianyuan-") && strings.HasSuffix(name, ".copy"):
			copies = append(copies, name)
		case strings.HasPrefix(name, "tianyuan-") && strings.HasSuffix(name, ".part"):
			err = errors.Join(err, remove(filepath.Join(m.status.Dir, name)))
		}
	}
	slices.Sort(copies)
	for _, name := range copies[:max(0, len(copies)-mirrorKept)] {
		err = errors.Join(err, remove(filepath.Join(m.status.Dir, name)))
	}
	return err
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Branch is one time that a copy went on: on another machine, or after a loss.
type Branch struct {
	// Copied is when the copy was made, Restored when it went on.
	Copied, Restored time.Time
}

// Branches lists the times that this store went on from a copy, oldest first.
func (s *Store) Branches(ctx context.Context) ([]Branch, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT copied, restored FROM branches ORDER BY no`)
	if err != nil {
		return nil, broken(err)
	}
	defer rows.Close()
	var all []Branch
	for rows.Next() {
		var copied, restored int64
		if err := rows.Scan(&copied, &restored); err != nil {
			return nil, broken(err)
		}
		all = append(all, Branch{Copied: fromMicros(copied), Restored: fromMicros(restored)})
	}
	if err := rows.Err(); err != nil {
		return nil, broken(err)
	}
	return all, nil
}
