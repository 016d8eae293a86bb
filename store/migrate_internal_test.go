package store

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"tianyuan/journal"
)

// TestCopyBeforeMigrating: before an older SQLite database is changed, it is kept as it was.
func TestCopyBeforeMigrating(t *testing.T) {
	ctx := context.Background()
	cfg := Config{Dir: t.TempDir()}
	s, err := Open(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(ctx, journal.Write{Stream: "d-1", Events: []journal.Event{{Type: "a"}}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	next := migration{number: int64(len(all) + 1), name: "later.sql", text: "CREATE TABLE later (a BIGINT);\n", sum: "later"}
	broken := migration{number: int64(len(all) + 2), name: "broken.sql", text: "CREATE TABLE half (a BIGINT);\nNONSENSE;\n", sum: "broken"}
	later := prepare(cfg)
	if err := later.connect(); err != nil {
		t.Fatal(err)
	}
	defer later.disconnect()
	if err := later.migrate(ctx, append(all, next)); err != nil {
		t.Fatal(err)
	}
	if _, err := later.write.Exec(`INSERT INTO later VALUES (1)`); err != nil {
		t.Error(err)
	}
	copies, err := filepath.Glob(filepath.Join(cfg.Dir, "before-schema-*.db"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("copies %v, %v", copies, err)
	}
	db, err := sql.Open("sqlite", copies[0])
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var events, applied int
	if err := db.QueryRow(`SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM migrations)`).Scan(&events, &applied); err != nil {
		t.Fatal(err)
	}
	if events != 1 || applied != len(all) {
		t.Errorf("the copy has %d events and %d migrations", events, applied)
	}
	if err := later.migrate(ctx, append(all, next, broken)); err == nil {
		t.Error("a broken migration was taken")
	}
	var half int
	if err := later.write.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name = 'half'`).Scan(&half); err != nil || half != 0 {
		t.Errorf("a broken migration left %d tables, %v", half, err)
	}
}
