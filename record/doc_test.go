package record_test

import (
	"os"
	"strings"
	"testing"

	"tianyuan/record"
)

// TestCodesDocumented: docs/records.md has each code with its level and what is done.
func TestCodesDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/records.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(text)) {
		first, rest, found := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !found || !strings.HasPrefix(first, "`") {
			continue
		}
		for code := range strings.SplitSeq(first, ", ") {
			rows[strings.Trim(code, "`")] = rest
		}
	}
	for _, code := range record.Codes() {
		if code == record.More {
			continue
		}
		d := record.Diagnose(0, code, nil)
		row, found := rows[string(code)]
		if !found || !strings.Contains(row, string(d.Level())) || !strings.Contains(row, string(d.Done)) {
			t.Errorf("%s: %s, %s isn't in its row %q", code, d.Level(), d.Done, row)
		}
	}
}
