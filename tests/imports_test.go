// Package tests holds what concerns the whole program: the import table, and the real binary
// with a real browser.
package tests

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestImportTable holds every package against the table of docs/design.md: a package may
// import only those that its row names, and `fault`.
func TestImportTable(t *testing.T) {
	allowed := readTable(t)
	for _, pkg := range listPackages(t) {
		folder, _, _ := strings.Cut(strings.TrimPrefix(pkg.ImportPath, "tianyuan/"), "/")
		may, known := allowed[folder]
		if !known {
			t.Errorf("folder %s/ is not in the table of docs/design.md", folder)
			continue
		}
		if slices.Contains(may, "everything") {
			continue
		}
		for _, path := range pkg.Imports {
			other, ours := strings.CutPrefix(path, "tianyuan/")
			if !ours {
				continue
			}
			other, _, _ = strings.Cut(other, "/")
			if other != folder && other != "fault" && !slices.Contains(may, other) {
				t.Errorf("%s imports %s; its row in docs/design.md allows %v", pkg.ImportPath, path, may)
			}
		}
	}
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "tianyuan/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

var row = regexp.MustCompile("^\\| ((?:`[a-z0-9]+/(?:[a-z/]*)?`(?:, )?)+) \\|.*\\| ([^|]*) \\|$")

// readTable reads the rows "| `folder/` | holds | may import |".
func readTable(t *testing.T) map[string][]string {
	t.Helper()
	file, err := os.Open("../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table := map[string][]string{}
	var above []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		m := row.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		may := strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ' ' })
		if strings.HasPrefix(m[2], "everything above") {
			may = slices.Clone(above)
		}
		for folder := range strings.SplitSeq(m[1], ", ") {
			name, _, _ := strings.Cut(strings.Trim(folder, "`"), "/")
			table[name] = may
			above = append(above, name)
		}
	}
	if len(table) < 20 {
		t.Fatalf("read only %d rows of the table", len(table))
	}
	return table
}
