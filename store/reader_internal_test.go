package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestReaderKeeps: a statement is parsed once, sees what was written since, holds up no checkpoint, and
// says what is wrong with it; no more than the bound are kept.
func TestReaderKeeps(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s, err := Open(ctx, Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const count = `SELECT count(*) FROM secrets WHERE owner = $1`
	secrets := func() (n int) {
		t.Helper()
		if err := s.read.QueryRowContext(ctx, count, "o").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for want := range 3 {
		if got := secrets(); got != want {
			t.Errorf("%d instead of %d", got, want)
		}
		if _, err := s.Secret(ctx, "o", fmt.Sprint(want), []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				secrets()
			}
		})
	}
	all.Wait()
	if _, err := s.read.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	if log, err := os.Stat(filepath.Join(dir, fileName+"-wal")); err != nil || log.Size() != 0 {
		t.Errorf("a kept statement holds the log: %v %v", log, err)
	}
	if s.read.kept[count] == nil {
		t.Error("the statement isn't kept")
	}
	if _, err := s.read.QueryContext(ctx, `SELECT nothing FROM nowhere`); err == nil {
		t.Error("a statement that can't be parsed is answered")
	}
	for i := range 2 * mostKept {
		var n int
		if err := s.read.QueryRowContext(ctx, fmt.Sprint("SELECT ", i)).Scan(&n); err != nil || n != i {
			t.Fatalf("%d: %v", n, err)
		}
	}
	if len(s.read.kept) > mostKept {
		t.Errorf("%d statements are kept", len(s.read.kept))
	}
}

// TestBriefQuestions: SQLite isn't ready to be broken off at a brief question, and nothing is asked for
// somebody who has left already; PostgreSQL, which may be far away, is broken off.
func TestBriefQuestions(t *testing.T) {
	s, err := Open(context.Background(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, leave := context.WithCancel(context.Background())
	asked := s.read.brief(ctx)
	far := reader{DB: s.read.DB}
	leave()
	if asked.Err() != nil || far.brief(ctx).Err() == nil {
		t.Error("a question to SQLite is broken off, or one to PostgreSQL isn't")
	}
	if _, err := s.Heads(ctx, []string{"d-1"}); err == nil {
		t.Error("the heads are looked up for somebody who has left")
	}
	if _, err := s.User(ctx, "u-1"); !errors.Is(err, context.Canceled) {
		t.Errorf("a user is looked up for somebody who has left: %v", err)
	}
}
