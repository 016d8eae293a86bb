package store_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/store"
)

// fillStore puts something into every table.
func fillStore(t testing.TB, s *store.Store) {
	t.Helper()
	now := time.Date(2026, 11, 28, 9, 0, 0, 5000, time.UTC)
	fill := []error{
		s.PutUser(ctx, account.User{ID: "u-1", Login: "one", Name: "甲 <1>\u2028", Hash: "$argon2id$x", Admin: true, Created: now}),
		s.PutGrant(ctx, store.Grant{Tournament: "t-1", UserID: "u-1", Role: account.Organiser}),
		s.PutSession(ctx, account.Session{TokenHash: "s-1", UserID: "u-1", Created: now, LastSeen: now}),
		s.PutLink(ctx, account.Link{TokenHash: "l-1", UserID: "u-1", Expires: now}),
		s.PutContacts(ctx, store.PrivateAct{ID: "v-1", Division: "d-1", At: now, Actor: "u-1", Act: store.PrivateImported, Fields: "1"}, map[int]store.Contact{7: {Phone: "000-0000"}}),
	}
	_, err := s.Secret(ctx, "d-1", "slips", []byte("a key"))
	fill = append(fill, err)
	if err := errors.Join(fill...); err != nil {
		t.Fatal(err)
	}
	must(t, s,
		journal.Write{Stream: "t-1", Events: events("c-1", "a", "b"), List: &journal.Stream{Kind: "tournament", Title: "杯", State: "entries", Starts: now, Summary: []byte(`{"n":1}`)}},
		journal.Write{Stream: "d-1", Events: events("", "a"), List: &journal.Stream{Kind: "division", Parent: "t-1", Title: "甲组"}},
		journal.Write{Stream: "d-2", Events: []journal.Event{{Type: "large", Body: []byte(`"` + strings.Repeat("x<", 200_000) + `"`)}}, List: &journal.Stream{Kind: "division", Parent: "t-1", Title: "乙组"}},
		journal.Write{Stream: "t-2", Events: events("", "other"), List: &journal.Stream{Kind: "tournament", Title: "赛"}})
}

func backup(t testing.TB, s *store.Store) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Backup(ctx, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lines unpacks a copy; each line keeps its end.
func lines(t testing.TB, data []byte) []string {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.SplitAfter(string(text), "\n")
	return all[:len(all)-1]
}

// rows are the lines of a copy between manifest and end.
func rows(t testing.TB, data []byte) []string {
	t.Helper()
	all := lines(t, data)
	// A restored store notes where it came from; what is compared is the rest.
	return slices.DeleteFunc(all[1:len(all)-1], func(line string) bool { return strings.HasPrefix(line, `{"t":"branches"`) })
}

func packed(text string) []byte {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	io.WriteString(zip, text)
	zip.Close()
	return b.Bytes()
}

// summed puts a right sum into the end of a copy, so that only the rest is at fault.
func summed(all []string) []byte {
	body := strings.Join(all[:len(all)-1], "")
	sum := sha256.Sum256([]byte(body))
	end := all[len(all)-1]
	if before, _, found := strings.Cut(end, `"sha256":"`); found {
		end = before + `"sha256":"` + hex.EncodeToString(sum[:]) + "\"}\n"
	}
	return packed(body + end)
}

func file(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.gz")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBackupRestore: a copy restored to the other database and back is the same, row by row.
func TestBackupRestore(t *testing.T) {
	first := place(t, "sqlite")
	var data []byte
	closed(t, first, func(s *store.Store) {
		fillStore(t, s)
		data = backup(t, s)
	})
	want := rows(t, data)
	for _, table := range []string{"contacts", "events", "grants", "links", "secrets", "sessions", "streams", "users"} {
		if !strings.Contains(strings.Join(want, ""), `{"t":"`+table+`","r":[`) {
			t.Errorf("no row of %s", table)
		}
	}
	for _, kind := range []string{"postgres", "sqlite"} {
		t.Run(kind, func(t *testing.T) {
			cfg := place(t, kind)
			if err := store.Restore(ctx, cfg, file(t, data), false); err != nil {
				t.Fatal(err)
			}
			s := open(t, cfg)
			data = backup(t, s)
			if got := rows(t, data); !reflect.DeepEqual(got, want) {
				t.Errorf("got %d rows, want %d", len(got), len(want))
			}
			must(t, s, journal.Write{Stream: "t-1", Expected: 2, Events: events("", "on")})
			if u, err := s.UserByLogin(ctx, "one"); err != nil || u.Name != "甲 <1>\u2028" {
				t.Errorf("user %+v, %v", u, err)
			}
		})
	}
}

// TestBackupWhileWriting: a copy made while others write is of one moment: each append to two
// streams is in it with both halves or with none, and the lists agree with the events.
func TestBackupWhileWriting(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		var stop atomic.Bool
		begun, ended := make(chan bool), make(chan error, 1)
		more := make(chan bool, 30) // 50 appends beside each copy, so that the copies don't grow without end
		go func() {
			var err error
			for n := int64(0); err == nil && !stop.Load(); n++ {
				_, err = s.Append(ctx, journal.Write{Stream: "a", Expected: n, Events: events("", "x")}, journal.Write{Stream: "z", Expected: n, Events: events("", "x")})
				if n == 0 {
					close(begun)
				}
				if n%50 == 49 {
					<-more
				}
			}
			ended <- err
		}()
		<-begun
		for range 30 {
			more <- true
			count, head := map[string]int{}, map[string]int{}
			for _, line := range rows(t, backup(t, s)) {
				var row struct {
					T string
					R []any
				}
				if err := json.Unmarshal([]byte(line), &row); err != nil {
					t.Fatal(err)
				}
				stream := row.R[0].(string)
				if row.T == "events" {
					count[stream]++
				} else {
					head[stream] = int(row.R[3].(float64))
				}
			}
			if count["a"] != count["z"] || !reflect.DeepEqual(count, head) {
				t.Errorf("a copy has the events %v and the heads %v", count, head)
			}
		}
		stop.Store(true)
		close(more)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestReplace: a place with data is refused and unchanged; with replace it becomes the copy, and
// an SQLite database is kept beside.
func TestReplace(t *testing.T) {
	source := place(t, "sqlite")
	var data []byte
	closed(t, source, func(s *store.Store) {
		fillStore(t, s)
		data = backup(t, s)
	})
	each(t, func(t *testing.T, cfg store.Config) {
		closed(t, cfg, func(s *store.Store) { must(t, s, journal.Write{Stream: "d-9", Events: events("", "old")}) })
		wantKey(t, store.Restore(ctx, cfg, file(t, data), false), "fault.store.notEmptyLater")
		closed(t, cfg, func(s *store.Store) { gapless(t, load(t, s, "d-9"), 1) })
		if err := store.Restore(ctx, cfg, file(t, data), true); err != nil {
			t.Fatal(err)
		}
		s := open(t, cfg)
		if got := rows(t, backup(t, s)); !reflect.DeepEqual(got, rows(t, data)) {
			t.Errorf("%d rows after the replacement, want %d", len(got), len(rows(t, data)))
		}
		if n := len(load(t, s, "d-9")); n != 0 {
			t.Errorf("%d old events are left", n)
		}
		if cfg.URL != "" {
			return
		}
		kept, err := filepath.Glob(filepath.Join(cfg.Dir, "before-restore-*.db"))
		if err != nil || len(kept) != 1 {
			t.Fatalf("kept %v, %v", kept, err)
		}
		dir := t.TempDir()
		if err := os.Rename(kept[0], filepath.Join(dir, "tianyuan.db")); err != nil {
			t.Fatal(err)
		}
		gapless(t, load(t, open(t, store.Config{Dir: dir}), "d-9"), 1)
	})
}

// TestRestoreOverEmpty: a place that was only opened and has no more than a set-up link is empty.
func TestRestoreOverEmpty(t *testing.T) {
	source := place(t, "sqlite")
	var data []byte
	closed(t, source, func(s *store.Store) {
		fillStore(t, s)
		data = backup(t, s)
	})
	each(t, func(t *testing.T, cfg store.Config) {
		closed(t, cfg, func(s *store.Store) {
			if err := s.PutLink(ctx, account.Link{TokenHash: "l-9", Expires: time.Now()}); err != nil {
				t.Fatal(err)
			}
		})
		if err := store.Restore(ctx, cfg, file(t, data), false); err != nil {
			t.Fatal(err)
		}
		if got := rows(t, backup(t, open(t, cfg))); !reflect.DeepEqual(got, rows(t, data)) {
			t.Errorf("%d rows, want %d", len(got), len(rows(t, data)))
		}
	})
}

// TestReplaceInUse: an SQLite database that a program has open isn't replaced under it.
func TestReplaceInUse(t *testing.T) {
	cfg := place(t, "sqlite")
	s := open(t, cfg)
	fillStore(t, s)
	path := file(t, backup(t, s))
	wantKey(t, store.Restore(ctx, cfg, path, true), "fault.store.inUse")
	must(t, s, journal.Write{Stream: "t-1", Expected: 2, Events: events("", "on")})
}

// TestReplaceUnreadable: a ruined SQLite database can be replaced, and is kept too.
func TestReplaceUnreadable(t *testing.T) {
	cfg := place(t, "sqlite")
	var data []byte
	closed(t, cfg, func(s *store.Store) {
		fillStore(t, s)
		data = backup(t, s)
	})
	if err := os.WriteFile(filepath.Join(cfg.Dir, "tianyuan.db"), bytes.Repeat([]byte("ruin"), 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	wantKey(t, store.Restore(ctx, cfg, file(t, data), false), "fault.store.unreadableHere")
	if err := store.Restore(ctx, cfg, file(t, data), true); err != nil {
		t.Fatal(err)
	}
	gapless(t, load(t, open(t, cfg), "t-1"), 2)
	if kept, err := filepath.Glob(filepath.Join(cfg.Dir, "unreadable-*.db")); err != nil || len(kept) != 1 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

// TestBadCopies: a copy that is cut, altered or newer is refused, and nothing is written.
func TestBadCopies(t *testing.T) {
	source := place(t, "sqlite")
	var data []byte
	closed(t, source, func(s *store.Store) {
		fillStore(t, s)
		data = backup(t, s)
	})
	all := lines(t, data)
	last := len(all) - 1
	changed := func(i int, old, with string) []string {
		list := append([]string(nil), all...)
		if !strings.Contains(list[i], old) {
			t.Fatalf("line %d has no %s: %.200s", i+1, old, list[i])
		}
		list[i] = strings.Replace(list[i], old, with, 1)
		return list
	}
	without := append(append([]string(nil), all[:2]...), all[3:]...)
	schema := regexp.MustCompile(`"schema":\d+`).FindString(all[0])
	bad := map[string]struct {
		data []byte
		key  string
	}{
		"nothing":              {nil, "fault.store.notBackup"},
		"not gzip":             {[]byte("hello"), "fault.store.notBackup"},
		"another file":         {packed(`{"format":"tianyuan.journal/1"}` + "\n"), "fault.store.notBackup"},
		"cut gzip":             {data[:len(data)-4], "fault.store.brokenBackup"},
		"half":                 {data[:len(data)/2], "fault.store.brokenBackup"},
		"no end":               {packed(strings.Join(all[:last], "")), "fault.store.brokenBackup"},
		"cut in the end":       {packed(strings.TrimSuffix(strings.Join(all, ""), "\n")), "fault.store.brokenBackup"},
		"a letter altered":     {packed(strings.Join(changed(2, "a", "b"), "")), "fault.store.brokenBackup"},
		"a row missing":        {summed(without), "fault.store.brokenBackup"},
		"two ends":             {packed(strings.Join(all, "") + all[last]), "fault.store.brokenBackup"},
		"two files":            {append(append([]byte(nil), data...), data...), "fault.store.brokenBackup"},
		"rubbish after":        {append(append([]byte(nil), data...), 'x', 'y'), "fault.store.brokenBackup"},
		"unknown table":        {summed(changed(1, `"t":"contacts"`, `"t":"migrations"`)), "fault.store.brokenBackup"},
		"wrong type":           {summed(changed(1, `,7,`, `,"7",`)), "fault.store.brokenBackup"},
		"null":                 {summed(changed(1, `"d-1"`, `null`)), "fault.store.brokenBackup"},
		"too few values":       {summed(changed(1, `"d-1",`, ``)), "fault.store.brokenBackup"},
		"bad base64":           {summed(changed(1, `,"e`, `,"*`)), "fault.store.brokenBackup"},
		"unknown key":          {summed(changed(1, `{"t"`, `{"u":1,"t"`)), "fault.store.brokenBackup"},
		"schema none":          {summed(changed(0, schema, `"schema":0`)), "fault.store.brokenBackup"},
		"schema negative":      {summed(changed(0, schema, `"schema":-1`)), "fault.store.brokenBackup"},
		"newer schema":         {summed(changed(0, schema, `"schema":9999`)), "fault.store.newerBackup"},
		"newer version":        {summed(changed(0, `"1.2.0"`, `"1.10.0"`)), "fault.store.newerBackup"},
		"newer format":         {summed(changed(0, `backup/1`, `backup/2`)), "fault.store.newerBackup"},
		"a unique key doubled": {summed(doubled(all)), "fault.store.restore"},
	}
	each(t, func(t *testing.T, cfg store.Config) {
		wantKey(t, store.Restore(ctx, cfg, filepath.Join(t.TempDir(), "none"), false), "fault.store.backupUnreadable")
		closed(t, cfg, func(s *store.Store) { must(t, s, journal.Write{Stream: "d-9", Events: events("", "old")}) })
		for name, c := range bad {
			t.Run(name, func(t *testing.T) {
				err := store.Restore(ctx, cfg, file(t, c.data), true)
				wantKey(t, err, c.key)
				if f, _ := errors.AsType[*fault.Error](err); f != nil && f.Code == fault.Newer && name == "newer version" &&
					(f.Args["theirs"] != "1.10.0" || f.Args["ours"] != version) {
					t.Errorf("arguments %v", f.Args)
				}
			})
		}
		s := open(t, cfg)
		gapless(t, load(t, s, "d-9"), 1)
		if n := len(load(t, s, "t-1")); n != 0 {
			t.Errorf("%d events of bad copies", n)
		}
		if cfg.URL == "" {
			if left, _ := os.ReadDir(filepath.Join(cfg.Dir, "restoring")); len(left) > 0 {
				t.Errorf("left %v", left)
			}
		}
	})
	older := summed(changed(0, `"1.2.0"`, `"1.1.9"`))
	if err := store.Restore(ctx, place(t, "sqlite"), file(t, older), false); err != nil {
		t.Errorf("an older copy: %v", err)
	}
}

// doubled has the first row twice, and counts it twice.
func doubled(all []string) []string {
	list := append([]string{all[0], all[1]}, all[1:]...)
	last := len(list) - 1
	list[last] = strings.Replace(list[last], `"contacts":1`, `"contacts":2`, 1)
	return list
}

// TestExportImport: a tournament with its divisions goes to another store as it is, without
// accounts and private facts, and only once.
func TestExportImport(t *testing.T) {
	each(t, func(t *testing.T, cfg store.Config) {
		from := open(t, place(t, "sqlite"))
		fillStore(t, from)
		data, err := from.Export(ctx, "t-1")
		if err != nil {
			t.Fatal(err)
		}
		for _, private := range []string{"argon2id", "000-0000", "one", "s-1", "l-1", "t-2"} {
			if bytes.Contains(data, []byte(private)) {
				t.Errorf("the file holds %s", private)
			}
		}
		to := open(t, cfg)
		id, err := to.Import(ctx, data, unjudged)
		if err != nil || id != "t-1" {
			t.Fatalf("%q, %v", id, err)
		}
		for _, stream := range []string{"t-1", "d-1", "d-2"} {
			if got, want := load(t, to, stream), load(t, from, stream); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %.300v\nwant %.300v", stream, got, want)
			}
			got, err1 := to.Stream(ctx, stream)
			want, err2 := from.Stream(ctx, stream)
			if err1 != nil || err2 != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v, want %+v; %v %v", stream, got, want, err1, err2)
			}
		}
		again, err := to.Export(ctx, "t-1")
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("exported again it differs, %v", err)
		}
		_, err = to.Import(ctx, data, unjudged)
		wantKey(t, err, "fault.store.importExists")
		must(t, to, journal.Write{Stream: "t-1", Expected: 2, Events: events("", "on")})
		for _, other := range []string{"d-1", "none", ""} {
			_, err := from.Export(ctx, other)
			wantKey(t, err, "fault.journal.noStream")
		}
	})
}

// sample is a small tournament file.
const sample = `{"format":"tianyuan.journal/1","version":"1.2.0","streams":[
{"id":"t-5","kind":"tournament","title":"杯","state":"entries","starts":"2026-11-28T01:00:00Z","summary":{},"events":[
{"seq":1,"type":"a","at":"2026-11-01T01:00:00.000001Z","cmd":"c-1","body":{"n": 1}},
{"seq":2,"type":"b","at":"2026-11-01T01:00:00.000001Z","body":{}}]},
{"id":"d-5","kind":"division","parent":"t-5","title":"甲组","state":"","summary":{},"events":[
{"seq":1,"type":"c","at":"2026-11-01T01:00:00Z","body":{}}]}]}`

// TestBadImports: a file that isn't whole and in order is refused, says why, and leaves nothing.
func TestBadImports(t *testing.T) {
	bad := []struct{ name, old, with, key string }{
		{"format", `tianyuan.journal/1`, `other/1`, "fault.file.format"},
		{"newer format", `journal/1`, `journal/2`, "fault.store.newerExport"},
		{"newer version", `"1.2.0"`, `"2.0"`, "fault.store.newerExport"},
		{"unknown key", `"seq":2,`, `"seq":2,"x":1,`, "fault.file.unknownKey"},
		{"type", `"seq":2`, `"seq":"2"`, "fault.file.type"},
		{"cut", `]}]}`, `]}`, "fault.file.syntax"},
		{"a second value", `]}]}`, `]}]} {}`, "fault.file.syntax"},
		{"encoding", `杯`, "\xff", "fault.file.encoding"},
		{"time", `"2026-11-28T01:00:00Z"`, `"yesterday"`, "fault.file.syntax"},
		{"gap", `"seq":2`, `"seq":3`, "fault.store.importSeq"},
		{"not from 1", `{"seq":1,"type":"c"`, `{"seq":0,"type":"c"`, "fault.store.importSeq"},
		{"twice the same", `"seq":2`, `"seq":1`, "fault.store.importSeq"},
		{"time back", `"type":"b","at":"2026-11-01T01:00:00.000001Z"`, `"type":"b","at":"2026-11-01T01:00:00Z"`, "fault.store.importTime"},
		{"nanoseconds", `"type":"c","at":"2026-11-01T01:00:00Z"`, `"type":"c","at":"2026-11-01T01:00:00.000000001Z"`, "fault.store.importTime"},
		{"no time", `"type":"c","at":"2026-11-01T01:00:00Z",`, `"type":"c",`, "fault.store.importTime"},
		{"before 1970", `"type":"c","at":"2026`, `"type":"c","at":"1926`, "fault.store.importTime"},
		{"command twice", `"type":"b",`, `"type":"b","cmd":"c-1",`, "fault.store.importEvent"},
		{"no type", `"type":"b",`, ``, "fault.store.importEvent"},
		{"no body", `"body":{}}]},`, `"actor":""}]},`, "fault.store.importEvent"},
		{"NUL", `"type":"b"`, `"type":"b\u0000"`, "fault.store.importEvent"},
		{"NUL in a title", `"甲组"`, `"甲\u0000"`, "fault.store.importStream"},
		{"no streams", sample[strings.Index(sample, `"streams"`):], `"streams":[]}`, "fault.store.importStream"},
		{"a division first", `"kind":"tournament"`, `"kind":"division"`, "fault.store.importStream"},
		{"a stranger's division", `"parent":"t-5"`, `"parent":"t-6"`, "fault.store.importStream"},
		{"an id twice", `"id":"d-5"`, `"id":"t-5"`, "fault.store.importStream"},
		{"a bad id", `"id":"d-5"`, `"id":"../d"`, "fault.store.importStream"},
		{"an id that exists", `"id":"d-5"`, `"id":"d-9"`, "fault.store.importExists"},
	}
	each(t, func(t *testing.T, cfg store.Config) {
		s := open(t, cfg)
		must(t, s, journal.Write{Stream: "d-9", Events: events("", "a")})
		for _, c := range bad {
			t.Run(c.name, func(t *testing.T) {
				if !strings.Contains(sample, c.old) {
					t.Fatalf("the sample has no %s", c.old)
				}
				_, err := s.Import(ctx, []byte(strings.Replace(sample, c.old, c.with, 1)), unjudged)
				wantKey(t, err, c.key)
			})
		}
		if !testing.Short() {
			_, err := s.Import(ctx, make([]byte, 64<<20+1), unjudged)
			wantKey(t, err, "fault.file.tooLarge")
		}
		if heads, err := s.Heads(ctx, []string{"t-5", "d-5", "d-9"}); err != nil || len(heads) != 1 {
			t.Errorf("after refusals %v, %v", heads, err)
		}
		if id, err := s.Import(ctx, []byte(sample), unjudged); err != nil || id != "t-5" {
			t.Fatalf("%q, %v", id, err)
		}
		if body := load(t, s, "t-5")[0].Body; string(body) != `{"n":1}` {
			t.Errorf("body %s", body)
		}
	})
}

func benchmark(b *testing.B, run func(b *testing.B, cfg store.Config)) {
	for _, kind := range kinds {
		b.Run(kind, func(b *testing.B) { run(b, place(b, kind)) })
	}
}

// BenchmarkAppend measures one append of one event, synced to the disk.
func BenchmarkAppend(b *testing.B) {
	benchmark(b, func(b *testing.B, cfg store.Config) {
		s := open(b, cfg)
		for n := int64(0); b.Loop(); n++ {
			must(b, s, journal.Write{Stream: "d-1", Expected: n, Events: events("", "a")})
		}
	})
}

// BenchmarkBeat measures one sign of life of the time keeper, synced to the disk.
func BenchmarkBeat(b *testing.B) {
	benchmark(b, func(b *testing.B, cfg store.Config) {
		s := open(b, cfg)
		for n := time.Duration(1); b.Loop(); n++ {
			if err := s.Beat(ctx, n*time.Millisecond); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkAppend200 measures 200 appends to 200 streams at once.
func BenchmarkAppend200(b *testing.B) {
	benchmark(b, func(b *testing.B, cfg store.Config) {
		s := open(b, cfg)
		for n := int64(0); b.Loop(); n++ {
			ended := make(chan error)
			for i := range 200 {
				go func() {
					_, err := s.Append(ctx, journal.Write{Stream: "d-" + strconv.Itoa(i), Expected: n, Events: events("", "a")})
					ended <- err
				}()
			}
			for range 200 {
				if err := <-ended; err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// BenchmarkOpen measures the start of a program with 50 tournaments of four divisions, and its lists.
func BenchmarkOpen(b *testing.B) {
	benchmark(b, func(b *testing.B, cfg store.Config) {
		closed(b, cfg, func(s *store.Store) {
			for i := range 50 {
				id := "t-" + strconv.Itoa(i)
				writes := []journal.Write{{Stream: id, Events: events("", "a"), List: &journal.Stream{Kind: "tournament"}}}
				for k := range 4 {
					types := strings.Split(strings.Repeat("a ", 299)+"a", " ")
					writes = append(writes, journal.Write{Stream: "d-" + strconv.Itoa(i*4+k), Events: events("", types...), List: &journal.Stream{Kind: "division", Parent: id}})
				}
				must(b, s, writes...)
			}
		})
		for b.Loop() {
			closed(b, cfg, func(s *store.Store) {
				list, err := s.Streams(ctx, "tournament", "")
				if err != nil || len(list) != 50 {
					b.Fatal(len(list), err)
				}
			})
		}
	})
}

// unjudged lets every stream pass: the store's tests write events that mean nothing.
func unjudged(journal.Stream, []journal.Event) error { return nil }

// TestImportJudged: what the judge refuses isn't written, whichever stream it is.
func TestImportJudged(t *testing.T) {
	for _, kind := range []string{"tournament", "division"} {
		s, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		refusal := fault.New(fault.Invalid, "fault.store.importEvent", nil)
		_, err = s.Import(ctx, []byte(sample), func(row journal.Stream, _ []journal.Event) error {
			if row.Kind == kind {
				return refusal
			}
			return nil
		})
		if !errors.Is(err, refusal) {
			t.Errorf("%s: %v", kind, err)
		}
		if rows, err := s.Streams(ctx, "tournament", ""); err != nil || len(rows) != 0 {
			t.Errorf("%s: %v, %v", kind, rows, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
