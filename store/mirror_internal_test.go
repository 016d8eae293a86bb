package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/journal"
)

// badStick is a file that goes wrong: err is what writing gives, spoil changes a byte, hold lets
// nothing through until it is closed.
type badStick struct {
	*os.File
	err   error
	spoil bool
	hold  chan struct{}
}

// Write implements io.Writer.
func (b *badStick) Write(p []byte) (int, error) {
	if b.hold != nil {
		<-b.hold
	}
	if b.err != nil {
		return 0, b.err
	}
	if b.spoil && len(p) > 20 {
		p = append([]byte(nil), p...)
		p[len(p)/2] ^= 1
	}
	return b.File.Write(p)
}

// stickOf opens files that go wrong in one way.
func stickOf(open error, bad badStick) func(dir, pattern string) (mirrorFile, error) {
	return func(dir, pattern string) (mirrorFile, error) {
		if open != nil {
			return nil, open
		}
		f, err := os.CreateTemp(dir, pattern)
		if err != nil {
			return nil, err
		}
		one := bad
		one.File = f
		return &one, nil
	}
}

func mirrorOf(t *testing.T) (*Store, *Mirror) {
	t.Helper()
	s, err := Open(t.Context(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	m, err := NewMirror(t.Context(), s, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return s, m
}

func note(t *testing.T, s *Store, expected int64) {
	t.Helper()
	if _, err := s.Append(t.Context(), journal.Write{Stream: "d-1", Expected: expected, Events: []journal.Event{{Type: "noted"}}}); err != nil {
		t.Fatal(err)
	}
}

// TestMirrorTroubles: a stick that is full, read-only, or gives back something else than was written
// is told by its kind; what was started there is taken away; a good one catches up and says since when.
func TestMirrorTroubles(t *testing.T) {
	s, m := mirrorOf(t)
	good := m.Status().Last
	for _, c := range []struct {
		name   string
		create func(dir, pattern string) (mirrorFile, error)
		want   MirrorTrouble
	}{
		{"no room for a file", stickOf(&os.PathError{Op: "open", Err: syscall.ENOSPC}, badStick{}), StickFull},
		{"no room for the rest", stickOf(nil, badStick{err: &os.PathError{Op: "write", Err: syscall.ENOSPC}}), StickFull},
		{"read-only", stickOf(&os.PathError{Op: "open", Err: errReadOnly}, badStick{}), StickReadOnly},
		{"no right", stickOf(&os.PathError{Op: "open", Err: syscall.EACCES}, badStick{}), StickReadOnly},
		{"spoilt", stickOf(nil, badStick{spoil: true}), StickBad},
		{"a fault of the disk", stickOf(nil, badStick{err: &os.PathError{Op: "write", Err: syscall.EIO}}), StickOther},
	} {
		m.create = c.create
		m.attempt(t.Context())
		got := m.Status()
		if got.Trouble != c.want || fault.KeyOf(got.Err) != "fault.store.mirror" || !got.Last.Equal(good) || !got.Back.IsZero() {
			t.Errorf("%s: %+v", c.name, got)
		}
		if left, err := filepath.Glob(filepath.Join(m.status.Dir, "*")); err != nil || len(left) != 1 {
			t.Errorf("%s leaves %v", c.name, left)
		}
	}
	note(t, s, 0)
	m.create = createTemp
	m.attempt(t.Context())
	if got := m.Status(); got.Trouble != StickFine || got.Err != nil || !got.Last.After(good) || got.Back != got.Last {
		t.Errorf("good again: %+v", got)
	}
}

// TestMirrorSlow: a stick that takes nothing for minutes holds up no result, no question about its
// state and not the end of the program.
func TestMirrorSlow(t *testing.T) {
	s, m := mirrorOf(t)
	hold := make(chan struct{})
	m.create = stickOf(nil, badStick{hold: hold})
	made := make(chan struct{})
	go func() {
		m.attempt(context.WithoutCancel(t.Context()))
		close(made)
	}()
	for m.underWay().IsZero() {
		time.Sleep(time.Millisecond)
	}
	for seq := range int64(20) {
		note(t, s, seq)
	}
	if got := m.Status().Trouble; got != StickFine {
		t.Errorf("at first: %q", got)
	}
	m.mu.Lock()
	m.begun = m.begun.Add(-time.Hour)
	m.mu.Unlock()
	if got := m.Status().Trouble; got != StickSlow {
		t.Errorf("after an hour: %q", got)
	}
	close(hold)
	<-made
	if got := m.Status(); got.Trouble != StickFine || got.Err != nil {
		t.Errorf("once it is written: %+v", got)
	}
}

func (m *Mirror) underWay() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.begun
}

// TestMirrorDue: the stick is looked for at every look; a copy is due at once when it goes or comes,
// after mirrorRetry when the last one failed, and after mirrorEvery when something changed.
func TestMirrorDue(t *testing.T) {
	s, m := mirrorOf(t)
	dir := m.status.Dir
	due := func(when string, since time.Duration, want bool) {
		t.Helper()
		if got := m.due(t.Context(), since); got != want {
			t.Errorf("%s: due is %v", when, got)
		}
	}
	due("nothing changed", time.Hour, false)
	note(t, s, 0)
	due("a change a minute ago", mirrorEvery-time.Second, false)
	due("a change two minutes ago", mirrorEvery, true)
	m.attempt(t.Context())
	due("copied", time.Hour, false)
	m.status.Err, m.status.Trouble = errors.New("full"), StickFull
	due("full a moment ago", mirrorRetry-time.Second, false)
	due("full a while ago", mirrorRetry, true)
	m.status.Err, m.status.Trouble = nil, StickFine
	if err := os.Rename(dir, dir+"-out"); err != nil {
		t.Fatal(err)
	}
	due("just pulled out", 0, true)
	m.attempt(t.Context())
	if got := m.Status().Trouble; got != StickOut {
		t.Errorf("pulled out: %q", got)
	}
	due("still out", time.Hour, false)
	if err := os.Rename(dir+"-out", dir); err != nil {
		t.Fatal(err)
	}
	due("back", 0, true)
}

// TestMirrorMountPoint: where the stick's folder stays when the stick goes, nothing is written to the
// machine's own disk in its place.
func TestMirrorMountPoint(t *testing.T) {
	_, m := mirrorOf(t)
	own, err := deviceOf(m.store.cfg.Dir)
	if err != nil {
		t.Fatal(err)
	}
	m.home = own // as if the stick had been another disk at the start
	m.attempt(t.Context())
	if got := m.Status(); got.Trouble != StickOut {
		t.Errorf("%+v", got)
	}
	if left, err := filepath.Glob(filepath.Join(m.status.Dir, "*.copy")); err != nil || len(left) != 1 {
		t.Errorf("%v", left)
	}
}
