package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"tianyuan/journal"
)

// The names under which a child is told where, up to which migration and how many of its statements.
const (
	migrateDir  = "TIANYUAN_MIGRATE_DIR"
	migrateTo   = "TIANYUAN_MIGRATE_TO"
	migrateStep = "TIANYUAN_MIGRATE_STEP"
)

// TestMigrateAndDie is the child of TestKilledMigrating: it dies in the middle of a migration.
func TestMigrateAndDie(t *testing.T) {
	dir := os.Getenv(migrateDir)
	if dir == "" {
		t.Skip("only a child of TestKilledMigrating does this")
	}
	to, err := strconv.Atoi(os.Getenv(migrateTo))
	if err != nil {
		t.Fatal(err)
	}
	steps, err := strconv.Atoi(os.Getenv(migrateStep))
	if err != nil {
		t.Fatal(err)
	}
	all, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	s := prepare(Config{Dir: dir})
	if err := s.connect(); err != nil {
		t.Fatal(err)
	}
	if err := s.migrate(t.Context(), all[:to]); err != nil {
		t.Fatal(err)
	}
	go s.writer()
	if _, err := s.Append(t.Context(), journal.Write{Stream: "d-1", Events: []journal.Event{{Type: "a"}, {Type: "b"}}}); err != nil {
		t.Fatal(err)
	}
	close(s.quit) // who migrates doesn't write yet
	<-s.ended
	if err := s.copyBefore(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	tx, err := s.write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`INSERT INTO migrations (number, name, sum, at) VALUES ($1, $2, $3, $4)`, all[to].number, all[to].name, all[to].sum, 1); err != nil {
		t.Fatal(err)
	}
	for _, statement := range all[to].statements()[:steps] {
		if _, err := tx.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Kill(); err != nil {
		t.Fatal(err)
	}
	select {}
}

// TestKilledMigrating: a program killed after any statement of any migration leaves the database as
// it was before that migration; the next start brings it up to date with everything in it.
func TestKilledMigrating(t *testing.T) {
	all, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	for to := 1; to < len(all); to++ {
		for steps := range len(all[to].statements()) + 1 {
			dir := t.TempDir()
			child := exec.Command(os.Args[0], "-test.run", "^TestMigrateAndDie$")
			child.Env = append(os.Environ(), migrateDir+"="+dir, migrateTo+"="+strconv.Itoa(to), migrateStep+"="+strconv.Itoa(steps))
			if out, err := child.CombinedOutput(); err == nil || child.ProcessState.ExitCode() == 1 {
				t.Fatalf("migration %d, %d statements: the child wasn't killed: %v\n%s", to+1, steps, err, out)
			}
			s, err := Open(t.Context(), Config{Dir: dir})
			if err != nil {
				t.Fatalf("migration %d, %d statements: %v", to+1, steps, err)
			}
			events, err := s.Load(t.Context(), "d-1", 0)
			if err != nil || len(events) != 2 {
				t.Errorf("migration %d, %d statements: %d events, %v", to+1, steps, len(events), err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if parts, err := filepath.Glob(filepath.Join(dir, "*.part")); err != nil || len(parts) != 0 {
				t.Errorf("migration %d: %v is left, %v", to+1, parts, err)
			}
		}
	}
}
