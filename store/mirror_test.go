package store_test

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/store"
)

// copies are the files of a pattern on the stick, by name. A copy in the making has another name.
func copies(t *testing.T, dir string, pattern ...string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, cmp.Or(strings.Join(pattern, ""), "*.copy")))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// until waits for something that another goroutine brings about.
func until(t *testing.T, what string, come func() bool) {
	t.Helper()
	for range 600 {
		if come() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s didn't come", what)
}

// TestMirror: the stick gets a whole copy at the start and whenever something is published; the
// newest one goes on elsewhere as a branch that says when it was copied.
func TestMirror(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s, stick := open(t, cfg), t.TempDir()
		m, err := store.NewMirror(ctx, s, stick)
		if err != nil || len(copies(t, stick)) != 1 {
			t.Fatalf("%v, %v", copies(t, stick), err)
		}
		run, stop := context.WithCancel(ctx)
		defer stop()
		go m.Run(run)
		must(t, s, journal.Write{Stream: "d-1", Events: events("", "published")})
		m.Wake()
		until(t, "the second copy", func() bool { return len(copies(t, stick)) == 2 })
		until(t, "its status", func() bool { return m.Status().Err == nil && !m.Status().Last.IsZero() })
		other := store.Config{Dir: t.TempDir()}
		if err := store.Restore(ctx, other, copies(t, stick)[1], false); err != nil {
			t.Fatal(err)
		}
		b := open(t, other)
		gapless(t, load(t, b, "d-1"), 1)
		branches, err := b.Branches(ctx)
		if err != nil || len(branches) != 1 || branches[0].Copied.IsZero() || branches[0].Restored.Before(branches[0].Copied) {
			t.Errorf("%+v, %v", branches, err)
		}
		if none, err := s.Branches(ctx); err != nil || len(none) != 0 {
			t.Errorf("the first machine is no branch: %+v, %v", none, err)
		}
	})
}

// TestMirrorStickOut: a stick that is pulled out turns the status bad, keeps the time of the last
// good copy, makes no folder in its place, and is good again when it is back.
func TestMirrorStickOut(t *testing.T) {
	s := open(t, place(t, "sqlite"))
	stick := filepath.Join(t.TempDir(), "stick")
	if err := os.Mkdir(stick, 0o700); err != nil {
		t.Fatal(err)
	}
	m, err := store.NewMirror(ctx, s, stick)
	if err != nil {
		t.Fatal(err)
	}
	good := m.Status().Last
	if err := os.Rename(stick, stick+"-out"); err != nil {
		t.Fatal(err)
	}
	run, stop := context.WithCancel(ctx)
	defer stop()
	go m.Run(run)
	m.Wake()
	until(t, "the failure", func() bool { return m.Status().Err != nil })
	if got := m.Status(); fault.KeyOf(got.Err) != "fault.store.mirror" || !got.Last.Equal(good) {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(stick); !errors.Is(err, os.ErrNotExist) {
		t.Error("a folder was made where the stick was")
	}
	if err := os.Rename(stick+"-out", stick); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	until(t, "the recovery", func() bool { return m.Status().Err == nil })
	if _, err := store.NewMirror(ctx, s, filepath.Join(stick, "none")); fault.KeyOf(err) != "fault.store.mirror" {
		t.Errorf("a folder that isn't there: %v", err)
	}
}

// TestMirrorPrunes: a bounded number of copies stays, and parts that a crash left go.
func TestMirrorPrunes(t *testing.T) {
	s, stick := open(t, place(t, "sqlite")), t.TempDir()
	for i := range 40 {
		name := time.Date(2026, 11, 1, 8, i, 0, 0, time.UTC).Format("tianyuan-20060102-150405.000.copy")
		if err := os.WriteFile(filepath.Join(stick, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{"tianyuan-123.part", "photo.jpg"} {
		if err := os.WriteFile(filepath.Join(stick, other), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.NewMirror(ctx, s, stick); err != nil {
		t.Fatal(err)
	}
	left := copies(t, stick, "*")
	if len(left) != 31 || filepath.Base(left[0]) != "photo.jpg" || filepath.Base(left[1]) != "tianyuan-20261101-081100.000.copy" {
		t.Errorf("%d left, first %v", len(left), left[:2])
	}
}
