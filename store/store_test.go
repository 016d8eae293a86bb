package store_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/store"
)

// childEnv makes the test binary a writer that appends until it is killed.
const childEnv = "TIANYUAN_STORE_CHILD"

func TestMain(m *testing.M) {
	if at := os.Getenv(childEnv); at != "" {
		appendForever(at)
		return
	}
	os.Exit(m.Run())
}

var ctx = context.Background()

// version is the program's version in the tests.
const version = "1.2.0"

// kinds are the databases of which every test of the suite runs.
var kinds = []string{"sqlite", "postgres"}

// each runs a test on both databases, each time in a database of its own.
func each(t *testing.T, test func(t *testing.T, cfg store.Config)) {
	t.Helper()
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) { test(t, place(t, kind)) })
	}
}

// place makes an empty place for a store.
func place(t testing.TB, kind string) store.Config {
	t.Helper()
	cfg := store.Config{Version: version}
	if kind == "sqlite" {
		cfg.Dir = filepath.Join(t.TempDir(), "数据 #1") // a path that a URI must escape
		return cfg
	}
	server := os.Getenv("TIANYUAN_TEST_PG")
	if server == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("TIANYUAN_TEST_PG names no PostgreSQL; ci/postgres starts one")
		}
		t.Skip("TIANYUAN_TEST_PG names no PostgreSQL; ci/postgres starts one")
	}
	admin, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), time.Now().UnixNano())
	if _, err := admin.Exec(`CREATE DATABASE ` + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec(`DROP DATABASE ` + name + ` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
		admin.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	cfg.URL = u.String()
	return cfg
}

// open opens a store and closes it at the end of the test.
func open(t testing.TB, cfg store.Config) *store.Store {
	t.Helper()
	s, err := store.Open(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// closed runs what with an open store and closes it again.
func closed(t testing.TB, cfg store.Config, what func(s *store.Store)) {
	t.Helper()
	s, err := store.Open(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	what(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// raw opens the database behind a store.
func raw(t testing.TB, cfg store.Config) *sql.DB {
	t.Helper()
	driver, source := "pgx", cfg.URL
	if source == "" {
		driver, source = "sqlite", filepath.Join(cfg.Dir, "tianyuan.db")
		if strings.ContainsAny(source, "?") {
			t.Fatal("the driver would cut the path")
		}
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

func events(cmd string, types ...string) []journal.Event {
	list := make([]journal.Event, len(types))
	for i, name := range types {
		list[i] = journal.Event{Type: name, Actor: "u-1", Body: []byte(`{"n":` + strconv.Itoa(i) + `}`)}
	}
	list[0].Cmd = cmd
	return list
}

func must(t testing.TB, s *store.Store, writes ...journal.Write) []journal.Event {
	t.Helper()
	stored, err := s.Append(ctx, writes...)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func wantKey(t testing.TB, err error, key string) {
	t.Helper()
	if err == nil || fault.KeyOf(err) != key {
		t.Errorf("got %v, want %s", err, key)
	}
}

func load(t testing.TB, s *store.Store, stream string) []journal.Event {
	t.Helper()
	list, err := s.Load(ctx, stream, 0)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestAppendLoad: what is appended is read back as it was returned, numbered from 1.
func TestAppendLoad(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		now := time.Date(2026, 11, 28, 9, 0, 0, 123456789, time.UTC)
		cfg.Now = func() time.Time { return now }
		s := open(t, cfg)
		write := events("c-1", "a", "b")
		write[1].Reason, write[1].Article, write[1].Body = "迟到 <15>", "27.1", nil
		stored := must(t, s, journal.Write{Stream: "d-1", Events: write})
		stored = append(stored, must(t, s, journal.Write{Stream: "d-1", Expected: 2, Events: events("", "c")})...)
		list := load(t, s, "d-1")
		if !reflect.DeepEqual(stored, list) {
			t.Errorf("stored %v\nloaded %v", stored, list)
		}
		for i, e := range list {
			if e.Stream != "d-1" || e.Seq != int64(i)+1 || !e.At.Equal(now.Truncate(time.Microsecond)) || e.Actor != "u-1" {
				t.Errorf("event %d: %+v", i, e)
			}
		}
		if list[1].Reason != "迟到 <15>" || list[1].Article != "27.1" || string(list[1].Body) != "{}" || list[1].Cmd != "" {
			t.Errorf("second event %+v", list[1])
		}
		if after, err := s.Load(ctx, "d-1", 2); err != nil || len(after) != 1 || after[0].Seq != 3 {
			t.Errorf("after 2: %v, %v", after, err)
		}
		if none := load(t, s, "d-2"); len(none) != 0 {
			t.Errorf("an unknown stream has %v", none)
		}
	})
}

// TestConflict: who has seen an old head is refused, and nothing of his is stored.
func TestConflict(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		must(t, s, journal.Write{Stream: "d-1", Events: events("c-1", "a", "b")})
		for _, expected := range []int64{0, 1, 3} {
			_, err := s.Append(ctx, journal.Write{Stream: "d-1", Expected: expected, Events: events("", "late")})
			wantKey(t, err, "fault.journal.conflict")
		}
		_, err := s.Append(ctx, journal.Write{Stream: "d-none", Expected: 1, Events: events("", "late")})
		wantKey(t, err, "fault.journal.conflict")
		if n := len(load(t, s, "d-1")); n != 2 {
			t.Errorf("%d events, want 2", n)
		}
	})
}

// TestRepeated: a command id is in a stream once, whatever head comes with it; its event is found.
func TestRepeated(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		must(t, s, journal.Write{Stream: "d-1", Events: events("c-1", "a", "b")})
		for _, expected := range []int64{0, 1, 2} {
			_, err := s.Append(ctx, journal.Write{Stream: "d-1", Expected: expected, Events: events("c-1", "a", "b")})
			wantKey(t, err, "fault.journal.repeated")
		}
		must(t, s, journal.Write{Stream: "d-2", Events: events("c-1", "a")})
		e, found, err := s.ByCmd(ctx, "d-1", "c-1")
		if err != nil || !found || e.Seq != 1 || e.Type != "a" {
			t.Errorf("ByCmd: %+v %v %v", e, found, err)
		}
		if _, found, err := s.ByCmd(ctx, "d-1", "c-2"); found || err != nil {
			t.Errorf("an unknown command: %v %v", found, err)
		}
	})
}

// TestSeveralStreams: an append to several streams is stored whole or not at all, and answered
// in the order in which it was given.
func TestSeveralStreams(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		stored := must(t, s, journal.Write{Stream: "t-9", Events: events("", "x")}, journal.Write{Stream: "d-1", Events: events("", "y", "z")})
		var order []string
		for _, e := range stored {
			order = append(order, e.Stream+e.Type)
		}
		if got := strings.Join(order, " "); got != "t-9x d-1y d-1z" {
			t.Errorf("answered %s", got)
		}
		_, err := s.Append(ctx, journal.Write{Stream: "d-1", Expected: 2, Events: events("", "w")}, journal.Write{Stream: "t-9", Expected: 0, Events: events("", "w")})
		wantKey(t, err, "fault.journal.conflict")
		heads, err := s.Heads(ctx, []string{"d-1", "t-9", "none"})
		if want := map[string]int64{"d-1": 2, "t-9": 1}; err != nil || !reflect.DeepEqual(heads, want) {
			t.Errorf("heads %v, %v; want %v", heads, err, want)
		}
		if n := len(load(t, s, "d-1")); n != 2 {
			t.Errorf("a refused append left %d events", n)
		}
	})
}

// TestTimeNeverGoesBack: the time of an event is that of the one before when a clock is set back;
// a time that is given is kept when it doesn't go back.
func TestTimeNeverGoesBack(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		start := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
		now := start
		cfg.Now = func() time.Time { return now }
		s := open(t, cfg)
		must(t, s, journal.Write{Stream: "d-1", Events: events("", "a")})
		now = start.Add(-time.Hour)
		must(t, s, journal.Write{Stream: "d-1", Expected: 1, Events: events("", "b")})
		given := events("", "c", "d")
		given[0].At, given[1].At = start.Add(time.Minute), start.Add(time.Second)
		must(t, s, journal.Write{Stream: "d-1", Expected: 2, Events: given})
		want := []time.Duration{0, 0, time.Minute, time.Minute}
		for i, e := range load(t, s, "d-1") {
			if got := e.At.Sub(start); got != want[i] {
				t.Errorf("event %d is at %v, want %v", i+1, got, want[i])
			}
		}
	})
}

// TestLists: rows come with the append, keep what a later append leaves alone, and are listed
// by kind and parent, the latest start first.
func TestLists(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		day := func(d int) time.Time { return time.Date(2026, 11, d, 1, 30, 0, 0, time.UTC) }
		row := journal.Stream{Kind: "division", Parent: "t-1", Title: "甲组", State: "entries", Starts: day(28), Deadline: day(20), Summary: []byte(`{"n":64}`)}
		must(t, s, journal.Write{Stream: "t-1", Events: events("", "a"), List: &journal.Stream{Kind: "tournament", Title: "杯", Starts: day(1)}})
		must(t, s, journal.Write{Stream: "t-2", Events: events("", "a"), List: &journal.Stream{Kind: "tournament", Title: "赛", Starts: day(2)}})
		must(t, s, journal.Write{Stream: "d-1", Events: events("", "a"), List: &row})
		must(t, s, journal.Write{Stream: "d-1", Expected: 1, Events: events("", "b")})
		row.ID, row.Head = "d-1", 2
		if got, err := s.Stream(ctx, "d-1"); err != nil || !reflect.DeepEqual(got, row) {
			t.Errorf("row %+v, %v\nwant %+v", got, err, row)
		}
		row.State, row.Deadline = "round", time.Time{}
		must(t, s, journal.Write{Stream: "d-1", Expected: 2, Events: events("", "c"), List: &row})
		row.Head = 3
		if list, err := s.Streams(ctx, "division", "t-1"); err != nil || !reflect.DeepEqual(list, []journal.Stream{row}) {
			t.Errorf("list %+v, %v", list, err)
		}
		if list, err := s.Streams(ctx, "division", "t-2"); err != nil || len(list) != 0 {
			t.Errorf("list of another parent: %+v, %v", list, err)
		}
		list, err := s.Streams(ctx, "tournament", "")
		if err != nil || len(list) != 2 || list[0].ID != "t-2" || list[1].ID != "t-1" {
			t.Errorf("tournaments %+v, %v", list, err)
		}
		_, err = s.Stream(ctx, "t-3")
		wantKey(t, err, "fault.journal.noStream")
		var ids []string
		for i := range 450 {
			ids = append(ids, "none-"+strconv.Itoa(i))
		}
		if heads, err := s.Heads(ctx, append(ids, "t-1")); err != nil || len(heads) != 1 || heads["t-1"] != 1 {
			t.Errorf("heads %v, %v", heads, err)
		}
	})
}

// TestLargeBody: a large body is packed and comes back as it was; one beyond the bound is refused.
func TestLargeBody(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		body := []byte(`{"text":"` + strings.Repeat("围棋", 100_000) + `"}`)
		must(t, s, journal.Write{Stream: "d-1", Events: []journal.Event{{Type: "a", Body: body}}})
		if got := load(t, s, "d-1")[0].Body; string(got) != string(body) {
			t.Errorf("%d bytes came back of %d", len(got), len(body))
		}
		var size, packed int
		if err := raw(t, cfg).QueryRow(`SELECT length(body), packed FROM events`).Scan(&size, &packed); err != nil || packed != 1 || size > len(body)/10 {
			t.Errorf("stored in %d bytes of %d, packed %d, %v", size, len(body), packed, err)
		}
		if testing.Short() {
			return
		}
		huge := make([]byte, 64<<20+1)
		_, err := s.Append(ctx, journal.Write{Stream: "d-2", Events: []journal.Event{{Type: "a", Body: huge}}})
		wantKey(t, err, "fault.journal.tooLarge")
	})
}

// TestMany: events of one append beyond a batch are all stored.
func TestMany(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		must(t, s, journal.Write{Stream: "d-1", Events: events("", strings.Split(strings.Repeat("a ", 120)+"a", " ")...)})
		gapless(t, load(t, s, "d-1"), 121)
	})
}

// TestClockBack: a clock that goes back by an hour, or by years, between two events never makes the
// times of a stream go back (design, "Time").
func TestClockBack(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		noon := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
		now := noon
		cfg.Now = func() time.Time { return now }
		s := open(t, cfg)
		for i, at := range []time.Time{noon, noon.Add(-time.Hour), noon.AddDate(-7, 0, 0), noon.Add(time.Minute)} {
			now = at
			must(t, s, journal.Write{Stream: "d-1", Expected: int64(i), Events: events("", "a")})
		}
		list := load(t, s, "d-1")
		gapless(t, list, 4)
		for i, want := range []time.Time{noon, noon, noon, noon.Add(time.Minute)} {
			if !list[i].At.Equal(want) {
				t.Errorf("event %d is of %v, want %v", i+1, list[i].At, want)
			}
		}
		if last, err := s.Latest(ctx); err != nil || !last.Equal(noon.Add(time.Minute)) {
			t.Errorf("the latest is of %v, %v", last, err)
		}
	})
}

func gapless(t testing.TB, list []journal.Event, n int) {
	t.Helper()
	if len(list) != n {
		t.Errorf("%d events, want %d", len(list), n)
	}
	for i, e := range list {
		if e.Seq != int64(i)+1 {
			t.Fatalf("event %d has the number %d", i+1, e.Seq)
		}
		if i > 0 && e.At.Before(list[i-1].At) {
			t.Fatalf("event %d goes back in time", i+1)
		}
	}
}

// TestBusy: while the writer is held up, what its queue can't take is refused at once as busy,
// and what was taken is stored afterwards.
func TestBusy(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		hold := `LOCK TABLE streams IN EXCLUSIVE MODE`
		db := raw(t, cfg)
		conn, err := db.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if cfg.URL == "" {
			hold = `BEGIN IMMEDIATE`
		} else {
			hold = `BEGIN; ` + hold
		}
		if _, err := conn.ExecContext(ctx, hold); err != nil {
			t.Fatal(err)
		}
		// At most 256 wait and 64 are in the writer's hands.
		const all, most = 400, 256 + 64
		answers := make(chan error, all)
		for i := range all {
			go func() {
				_, err := s.Append(ctx, journal.Write{Stream: "d-" + strconv.Itoa(i), Events: events("", "a")})
				answers <- err
			}()
		}
		busy := 0
		for range all - most {
			err := <-answers
			wantKey(t, err, "fault.journal.busy")
			busy++
		}
		if _, err := conn.ExecContext(ctx, `COMMIT`); err != nil {
			t.Fatal(err)
		}
		for range most {
			if err := <-answers; fault.CodeOf(err) == fault.Busy {
				busy++
			} else if err != nil {
				t.Error(err)
			}
		}
		list, err := s.Streams(ctx, "", "")
		if err != nil || len(list) != all-busy {
			t.Errorf("%d streams, want %d of %d; %v", len(list), all-busy, all, err)
		}
	})
}

// TestHeldLong: when another process holds an SQLite database for longer than we wait, the
// answer is busy, not a failure.
func TestHeldLong(t *testing.T) {
	if testing.Short() {
		t.Skip("waits five seconds")
	}
	cfg := place(t, "sqlite")
	s := open(t, cfg)
	db := raw(t, cfg)
	if _, err := db.Exec(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	_, err := s.Append(ctx, journal.Write{Stream: "d-1", Events: events("", "a")})
	wantKey(t, err, "fault.journal.busy")
	if _, err := db.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	must(t, s, journal.Write{Stream: "d-1", Events: events("", "a")})
}

// TestClosing: a store that is closed refuses, and what it took before is stored.
func TestClosing(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		var wait sync.WaitGroup
		stored := make(chan string, 50)
		closed(t, cfg, func(s *store.Store) {
			for i := range 50 {
				id := "d-" + strconv.Itoa(i)
				wait.Go(func() {
					_, err := s.Append(ctx, journal.Write{Stream: id, Events: events("", "a")})
					if err == nil {
						stored <- id
					} else if fault.CodeOf(err) != fault.Busy {
						t.Error(err)
					}
				})
			}
			if err := s.Ping(ctx); err != nil {
				t.Error(err)
			}
		})
		wait.Wait()
		close(stored)
		s := open(t, cfg)
		for id := range stored {
			gapless(t, load(t, s, id), 1)
		}
	})
}

// TestCancelled: who has gone away before his turn leaves nothing behind.
func TestCancelled(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := s.Append(gone, journal.Write{Stream: "d-1", Events: events("", "a")}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if n := len(load(t, s, "d-1")); n != 0 {
			t.Errorf("%d events", n)
		}
	})
}

// TestTwoStores: two programs on one database append at once; with retries nothing is lost and
// nothing is doubled.
func TestTwoStores(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		pair := []*store.Store{open(t, cfg), open(t, cfg)}
		const n, streams = 200, 5
		var wait sync.WaitGroup
		for i := range n {
			wait.Go(func() { persist(t, pair[i%2], "d-"+strconv.Itoa(i%streams), "c-"+strconv.Itoa(i)) })
		}
		wait.Wait()
		seen := map[string]bool{}
		for i := range streams {
			list := load(t, pair[0], "d-"+strconv.Itoa(i))
			gapless(t, list, n/streams)
			for _, e := range list {
				if seen[e.Cmd] {
					t.Errorf("%s is doubled", e.Cmd)
				}
				seen[e.Cmd] = true
			}
		}
		if len(seen) != n {
			t.Errorf("%d commands stored, want %d", len(seen), n)
		}
	})
}

// persist appends one event, looking again after each conflict.
func persist(t testing.TB, s *store.Store, stream, cmd string) {
	for range 10_000 {
		heads, err := s.Heads(ctx, []string{stream})
		if err == nil {
			_, err = s.Append(ctx, journal.Write{Stream: stream, Expected: heads[stream], Events: events(cmd, "a")})
		}
		if err == nil || fault.KeyOf(err) == "fault.journal.repeated" {
			return
		}
		if code := fault.CodeOf(err); code != fault.Conflict && code != fault.Busy {
			t.Errorf("%s: %v", cmd, err)
			return
		}
	}
	t.Errorf("%s never got in", cmd)
}

// TestOpenAtOnce: several programs that meet an empty place make one schema together.
func TestOpenAtOnce(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				s, err := store.Open(ctx, cfg)
				if err != nil {
					t.Error(err)
					return
				}
				s.Close()
			})
		}
		wait.Wait()
	})
}

// TestNewerSchema: a database that a newer program changed, or whose past isn't ours, is refused
// and stays as it is.
func TestNewerSchema(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		closed(t, cfg, func(s *store.Store) { must(t, s, journal.Write{Stream: "d-1", Events: events("", "a")}) })
		db := raw(t, cfg)
		if _, err := db.Exec(`INSERT INTO migrations (number, name, sum, at) VALUES (9000, '9000_later.sql', 'x', 0)`); err != nil {
			t.Fatal(err)
		}
		_, err := store.Open(ctx, cfg)
		wantKey(t, err, "fault.store.newerSchema")
		if _, err := db.Exec(`DELETE FROM migrations WHERE number = 9000`); err != nil {
			t.Fatal(err)
		}
		gapless(t, load(t, open(t, cfg), "d-1"), 1)
		if _, err := db.Exec(`UPDATE migrations SET sum = 'y' WHERE number = 1`); err != nil {
			t.Fatal(err)
		}
		_, err = store.Open(ctx, cfg)
		wantKey(t, err, "fault.store.otherSchema")
	})
}

// appendForever is the child of TestKilled: it prints a line for each append that was acknowledged.
func appendForever(at string) {
	cfg := store.Config{Dir: at}
	if strings.HasPrefix(at, "postgres") {
		cfg = store.Config{URL: at}
	}
	s, err := store.Open(ctx, cfg)
	if err != nil {
		fmt.Println("failed", err)
		return
	}
	for i := range 4 {
		go func() {
			stream := "d-" + strconv.Itoa(i)
			heads, err := s.Heads(ctx, []string{stream})
			for err == nil {
				var stored []journal.Event
				stored, err = s.Append(ctx, journal.Write{Stream: stream, Expected: heads[stream], Events: events("", "a", "b")})
				if err == nil {
					heads[stream] += 2
					fmt.Println("stored", stream, stored[1].Seq)
				}
			}
			fmt.Println("failed", err)
		}()
	}
	select {}
}

// TestKilled: a program killed at any moment has kept all that it acknowledged, without gaps.
func TestKilled(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		acknowledged := map[string]int{}
		for round := range 4 {
			runChild(t, cfg, 15+40*round, acknowledged)
		}
		s := open(t, cfg)
		for stream, n := range acknowledged {
			list := load(t, s, stream)
			if len(list) < n || len(list)%2 != 0 {
				t.Errorf("%s: %d events, %d were acknowledged in pairs", stream, len(list), n)
			}
			gapless(t, list, len(list))
			heads, err := s.Heads(ctx, []string{stream})
			if err != nil || heads[stream] != int64(len(list)) {
				t.Errorf("%s: head %d of %d events, %v", stream, heads[stream], len(list), err)
			}
		}
	})
}

// runChild runs a child until it has acknowledged so many appends, and kills it.
func runChild(t *testing.T, cfg store.Config, lines int, acknowledged map[string]int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childEnv+"="+cfg.Dir+cfg.URL)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	read := bufio.NewScanner(out)
	for n := 0; read.Scan(); n++ {
		var stream string
		var seq int
		if _, err := fmt.Sscanf(read.Text(), "stored %s %d", &stream, &seq); err != nil {
			child.Process.Kill()
			t.Fatalf("the child says %q", read.Text())
		}
		acknowledged[stream] = max(acknowledged[stream], seq)
		if n == lines {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLibc: modernc.org/libc stays at the version that modernc.org/sqlite is made for.
func TestLibc(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite").Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := libcVersion(t, strings.TrimSpace(string(out)))
	if ours := libcVersion(t, filepath.Join("..", "go.mod")); ours != theirs {
		t.Errorf("go.mod has modernc.org/libc %s, modernc.org/sqlite wants %s", ours, theirs)
	}
}

func libcVersion(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(fields) >= 2 && fields[0] == "modernc.org/libc" {
			return fields[1]
		}
	}
	t.Fatalf("%s requires no modernc.org/libc", path)
	return ""
}

// TestSecret: the first key of an owner under a name stays, whoever asks next.
func TestSecret(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		for _, fresh := range []string{"first", "second"} {
			if got, err := s.Secret(ctx, "d-1", "slips", []byte(fresh)); err != nil || string(got) != "first" {
				t.Errorf("%q, %v", got, err)
			}
		}
		if got, err := s.Secret(ctx, "d-2", "slips", []byte("third")); err != nil || string(got) != "third" {
			t.Errorf("%q, %v", got, err)
		}
	})
}
