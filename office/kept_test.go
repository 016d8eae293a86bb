package office_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tianyuan/office"
	"tianyuan/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestKeptJournals: the journal of every release folds to the same standings for ever.
func TestKeptJournals(t *testing.T) {
	files, err := filepath.Glob("../testdata/journals/*/tournament.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no journals: %v", err)
	}
	for _, file := range files {
		ctx := context.Background()
		st, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		id, err := st.Import(ctx, data, office.Judge)
		if err != nil {
			t.Fatal(err)
		}
		off := office.New(st, time.Now, "test")
		rows, err := off.Rows(ctx, office.KindDivision, id)
		if err != nil || len(rows) == 0 {
			t.Fatalf("no divisions: %v", err)
		}
		var b strings.Builder
		for _, row := range rows {
			d, err := off.Division(ctx, row.ID)
			if err != nil {
				t.Fatal(err)
			}
			table, err := d.Standings(0)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range table.Rows {
				fmt.Fprintln(&b, row.Title, r.Place, r.No, r.Points, r.Sos, r.Cumulative, r.ReverseSos, r.Warnings, r.Status)
			}
		}
		golden := filepath.Join(filepath.Dir(file), "standings.golden")
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s folds to other standings:\n%s", file, b.String())
		}
	}
}
