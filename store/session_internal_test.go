package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"tianyuan/fault"
)

// TestSession: a job that is refused or fails leaves nothing, alone or in a group, and the connection
// goes on with the next one. Its statements are parsed once.
func TestSession(t *testing.T) {
	s, err := Open(t.Context(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(name string, result error) error {
		return s.do(t.Context(), "", func(ctx context.Context, tx queryer) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO secrets (owner, name, value) VALUES ('o', $1, $2)`, name, []byte("x"))
			return errors.Join(err, result)
		})
	}
	kept := func() (names string) {
		t.Helper()
		rows, err := s.read.QueryContext(t.Context(), `SELECT name FROM secrets ORDER BY name`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			names += name
		}
		return names
	}
	refusal, failure := fault.New(fault.Conflict, "fault.journal.conflict", nil), errors.New("broken")
	for _, c := range []struct {
		name   string
		result error
		code   fault.Code
		want   string
	}{
		{"a", nil, "", "a"},
		{"b", refusal, fault.Conflict, "a"},
		{"c", failure, fault.Internal, "a"},
		{"d", nil, "", "ad"},
	} {
		if err := put(c.name, c.result); fault.CodeOf(err) != c.code || kept() != c.want {
			t.Errorf("%s: %v, kept %s", c.name, err, kept())
		}
	}

	// A group: the first job holds the writer until the others wait behind it.
	started, release := make(chan bool), make(chan bool)
	var all sync.WaitGroup
	all.Go(func() {
		s.do(t.Context(), "", func(context.Context, queryer) error { started <- true; <-release; return nil })
	})
	<-started
	for name, result := range map[string]error{"e": nil, "f": refusal, "g": failure, "h": nil} {
		all.Go(func() {
			if err := put(name, result); (err == nil) != (result == nil) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	for len(s.jobs) < 4 {
		time.Sleep(time.Millisecond)
	}
	release <- true
	all.Wait()
	if got := kept(); got != "adeh" {
		t.Errorf("kept of a group: %s", got)
	}

	var statements int
	if err := s.do(t.Context(), "", func(context.Context, queryer) error { statements = len(s.session.kept); return nil }); err != nil || statements < 4 {
		t.Errorf("%d statements are kept, %v", statements, err)
	}
}

// TestSessionBreaks: a connection on which a transaction was ended or left open by something else fails
// what is under way, and then goes on or gives way to a new one.
func TestSessionBreaks(t *testing.T) {
	s, err := Open(t.Context(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, breaks := range map[string]func(ctx context.Context, tx queryer) error{
		"ended":     func(ctx context.Context, tx queryer) error { _, err := tx.ExecContext(ctx, `ROLLBACK`); return err },
		"left open": func(context.Context, queryer) error { s.session.inside = false; return errors.New("broken") },
	} {
		if err := s.do(t.Context(), "", breaks); fault.CodeOf(err) != fault.Internal {
			t.Errorf("%s: %v", name, err)
		}
		for range 2 {
			err = s.Beat(t.Context(), time.Second)
		}
		if err != nil {
			t.Errorf("%s, afterwards: %v", name, err)
		}
	}
}
