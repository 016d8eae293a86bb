package store

import (
	"context"
	"errors"
	"fmt"
	"io"
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
// the last copy failed. The stick is looked for more often, which costs next to nothing. So many
// copies are kept. A copy that takes longer than slowCopy is told of.
const (
	mirrorEvery = 2 * time.Minute
	mirrorRetry = 15 * time.Second
	mirrorLook  = 3 * time.Second
	mirrorKept  = 30
	slowCopy    = 20 * time.Second
)

// MirrorTrouble is why there is no new copy.
type MirrorTrouble string

const (
	StickFine     MirrorTrouble = ""
	StickOut      MirrorTrouble = "out"      // pulled out, or another disk lies in its place
	StickFull     MirrorTrouble = "full"     // no room
	StickReadOnly MirrorTrouble = "readOnly" // nothing may be written
	StickBad      MirrorTrouble = "bad"      // what was read back isn't what was written
	StickSlow     MirrorTrouble = "slow"     // the copy has been under way for long
	StickOther    MirrorTrouble = "other"
)

// MirrorStatus says how the copies on the stick are doing.
type MirrorStatus struct {
	// Dir is where they go.
	Dir string
	// Last is when the last good copy was made; zero before the first.
	Last time.Time
	// Back is when a copy was good again after trouble; zero when there was none.
	Back time.Time
	// Err is why the latest attempt failed; nil when it didn't.
	Err error
	// Trouble is its kind.
	Trouble MirrorTrouble
}

// Mirror keeps copies of a store in a folder, such as a stick's: whole, synced, read back.
type Mirror struct {
	store *Store
	wake  chan struct{}
	// create opens a new file of a folder, as os.CreateTemp does.
	create func(dir, pattern string) (mirrorFile, error)
	// home is the disk of the store's own folder, when the stick is another one; else 0.
	home uint64

	copying sync.Mutex // one copy at a time
	mu      sync.Mutex
	status  MirrorStatus
	begun   time.Time // of the copy under way, by the process's own clock; zero for none
	seen    string    // the store's state in the last good copy
}

// mirrorFile is what a copy is written to.
type mirrorFile interface {
	io.Writer
	Name() string
	Sync() error
	Close() error
}

func createTemp(dir, pattern string) (mirrorFile, error) { return os.CreateTemp(dir, pattern) }

// NewMirror begins a mirror with a first copy. The folder must be there: one that is made anew would
// lie on the machine's own disk once the stick is out. Faults: those of the first copy.
func NewMirror(ctx context.Context, s *Store, dir string) (*Mirror, error) {
	m := &Mirror{store: s, wake: make(chan struct{}, 1), create: createTemp, status: MirrorStatus{Dir: dir}}
	if own, err := deviceOf(s.home()); err == nil {
		if there, err := deviceOf(dir); err == nil && there != own {
			m.home = own
		}
	}
	m.attempt(ctx)
	return m, m.Status().Err
}

// home is a folder on the machine's own disk.
func (s *Store) home() string {
	if s.postgres() {
		return os.TempDir()
	}
	return s.cfg.Dir
}

// Wake asks for a copy soon: something was published or closed.
func (m *Mirror) Wake() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Status is how the latest copy went. It never waits for the stick.
func (m *Mirror) Status() MirrorStatus {
	m.mu.Lock()
	defer m.mu.Unlock()
	status := m.status
	if status.Trouble == StickFine && !m.begun.IsZero() && time.Since(m.begun) > slowCopy {
		status.Trouble = StickSlow
	}
	return status
}

// Close makes a last copy, after everything that was accepted; a stick that hangs holds nobody up
// for longer than mirrorRetry.
func (m *Mirror) Close() {
	end, stop := context.WithTimeout(context.Background(), mirrorRetry)
	defer stop()
	made := make(chan struct{})
	go func() {
		m.attempt(end)
		close(made)
	}()
	select {
	case <-made:
	case <-end.Done():
	}
}

// Run makes copies until the context ends, and looks every few seconds whether the stick is there.
func (m *Mirror) Run(ctx context.Context) {
	looks := time.NewTicker(mirrorLook)
	defer looks.Stop()
	tried := time.Now()
	for {
		woken := false
		select {
		case <-ctx.Done():
			return
		case <-m.wake:
			woken = true
		case <-looks.C:
		}
		if woken || m.due(ctx, time.Since(tried)) {
			tried = time.Now()
			m.attempt(ctx)
		}
	}
}

// due tells whether a copy is due so long after the last attempt: at once when the stick is back.
func (m *Mirror) due(ctx context.Context, since time.Duration) bool {
	there := m.there()
	status := m.Status()
	switch {
	case there != nil && status.Trouble == StickOut:
		return false
	case there != nil || status.Trouble == StickOut:
		return true
	case status.Err != nil:
		return since >= mirrorRetry
	case since < mirrorEvery:
		return false
	}
	now, err := m.store.state(ctx)
	return err != nil || now != m.lastSeen()
}

func (m *Mirror) lastSeen() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seen
}

// errOut is a stick in whose place lies the machine's own disk.
var errOut = errors.New("the folder lies on the machine's own disk now")

// there tells whether the stick is in.
func (m *Mirror) there() error {
	dir := m.status.Dir
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	if m.home == 0 {
		return nil
	}
	if device, err := deviceOf(dir); err == nil && device == m.home {
		return errOut
	}
	return nil
}

// state changes whenever the journal or the officials do.
func (s *Store) state(ctx context.Context) (string, error) {
	var heads, users, grants, contacts int64
	err := s.read.QueryRowContext(ctx, `SELECT COALESCE(SUM(head), 0), (SELECT count(*) FROM users), (SELECT count(*) FROM grants), (SELECT count(*) FROM contacts) FROM streams`).
		Scan(&heads, &users, &grants, &contacts)
	return fmt.Sprint(heads, users, grants, contacts), err
}

func (m *Mirror) attempt(ctx context.Context) {
	m.copying.Lock()
	defer m.copying.Unlock()
	at := m.store.cfg.Now()
	m.mu.Lock()
	m.begun = time.Now()
	m.mu.Unlock()
	seen, err := m.store.state(ctx)
	if err == nil {
		err = m.copy(ctx, at)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begun = time.Time{}
	trouble := m.troubleOf(err)
	if err != nil && trouble != m.status.Trouble {
		m.store.cfg.Log.Error("mirror failed", "folder", m.status.Dir, "error", err)
	}
	if err == nil {
		if m.status.Err != nil {
			m.status.Back = at
			m.store.cfg.Log.Info("mirror good again", "folder", m.status.Dir)
		}
		m.status.Last, m.seen = at, seen
	}
	m.status.Err, m.status.Trouble = err, trouble
}

// troubleOf names the kind of a failure.
func (m *Mirror) troubleOf(err error) MirrorTrouble {
	switch {
	case err == nil:
		return StickFine
	case m.there() != nil:
		return StickOut
	case full(err):
		return StickFull
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, errReadOnly):
		return StickReadOnly
	case fault.KeyOf(err) == "fault.store.mirror" && fault.CodeOf(errors.Unwrap(err)) == fault.Invalid:
		return StickBad
	}
	return StickOther
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
	if err = m.there(); err != nil {
		return err
	}
	f, err := m.create(dir, mirrorPart)
	if err != nil {
		return err
	}
	part := f.Name()
	defer os.Remove(part)
	if err = errors.Join(m.store.Backup(ctx, f), f.Sync(), f.Close()); err != nil {
		return err
	}
	uncache(part)
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
