package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
)

// limitPages bounds the SQLite file to some pages more than it has, as a full disk does; 0 = no bound.
func limitPages(t *testing.T, s *Store, more int) {
	t.Helper()
	err := s.do(t.Context(), "", func(ctx context.Context, tx queryer) error {
		most := 1 << 30
		if more > 0 {
			if err := tx.QueryRowContext(ctx, `PRAGMA page_count`).Scan(&most); err != nil {
				return err
			}
			most += more
		}
		_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA max_page_count = %d`, most))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func sized(bytes int) journal.Event {
	body, err := json.Marshal(strings.Repeat("x", bytes))
	if err != nil {
		panic(err)
	}
	return journal.Event{Type: "noted", Body: body}
}

// TestFull: a disk without room refuses what doesn't fit with the fault that says so, stores nothing
// of it, keeps everything before it, and takes it again once there is room, without a restart
// (issue 4, Bad input).
func TestFull(t *testing.T) {
	s, err := Open(t.Context(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(stream string, expected int64, events ...journal.Event) error {
		_, err := s.Append(t.Context(), journal.Write{Stream: stream, Expected: expected, Events: events})
		return err
	}
	if err := put("d-1", 0, sized(10)); err != nil {
		t.Fatal(err)
	}
	limitPages(t, s, 4)
	head := int64(1)
	for err == nil {
		if err = put("d-1", head, sized(3000)); err == nil {
			head++
		}
	}
	if head == 1 || fault.CodeOf(err) != fault.Full || fault.KeyOf(err) != "fault.store.full" || fault.ArgOf(err, "mb") == nil {
		t.Fatalf("after %d: %v", head, err)
	}
	// Of several events at once, all or none; of several writers in one group, those that fit.
	if err := put("d-1", head, sized(10), sized(9000)); fault.CodeOf(err) != fault.Full {
		t.Errorf("two events: %v", err)
	}
	var writers sync.WaitGroup
	var refused [8]error
	for i := range refused {
		writers.Go(func() { refused[i] = put(fmt.Sprint("d-", i+10), 0, sized(30000)) })
	}
	writers.Wait()
	for i, err := range refused {
		if fault.CodeOf(err) != fault.Full {
			t.Errorf("writer %d: %v", i, err)
		}
	}
	if err := s.PutUser(t.Context(), account.User{ID: "u-1", Login: "a", Name: strings.Repeat("名", 5000)}); fault.CodeOf(err) != fault.Full {
		t.Errorf("an account: %v", err)
	}
	events, err := s.Load(t.Context(), "d-1", 0)
	if err != nil || int64(len(events)) != head {
		t.Errorf("%d events, %d were acknowledged: %v", len(events), head, err)
	}
	limitPages(t, s, 0)
	if err := put("d-1", head, sized(10), sized(9000)); err != nil {
		t.Errorf("with room: %v", err)
	}
	if got, err := s.Heads(t.Context(), []string{"d-1", "d-10"}); err != nil || got["d-1"] != head+2 || got["d-10"] != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestFullPostgres: PostgreSQL's own word for a full disk is understood, and others aren't.
func TestFullPostgres(t *testing.T) {
	for code, want := range map[string]bool{"53100": true, "53200": false, "23505": false} {
		if got := full(fmt.Errorf("write: %w", &pgconn.PgError{Code: code})); got != want {
			t.Errorf("%s: %v", code, got)
		}
	}
}

// TestSpace: the free space of the folder is known for SQLite alone.
func TestSpace(t *testing.T) {
	lite := prepare(Config{Dir: t.TempDir()})
	if free, known := lite.Space(); !known || free <= 0 {
		t.Errorf("%d, %v", free, known)
	}
	if _, known := prepare(Config{URL: "postgres://127.0.0.1/x"}).Space(); known {
		t.Error("the server's disk isn't ours")
	}
}
