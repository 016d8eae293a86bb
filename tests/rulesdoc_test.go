package tests

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// articleIDs are the requirements of both editions, article by article: 1 to 33 of 2002, 1 to 34 of 1988.
const articleIDs = `G1.1 G1.2 G2.1 G2.2 G2.3 G2.4 G2.5 G3 G4.1 G4.2 G5 G6 G7.1 G7.2 G7.3 G8 G9.1 G9.2 G9.3 G9.4
	C10 C11 C12.1 C12.2 C12.3 C12.3b C12.4 C12.5 C13 C14 C15 C16
	D17.1 D17.2 D17.3 D17.3b D17.4 D17.5 D17.5b D17.6 D17.6b D18.1 D18.2 D18.3 D19 D20.1 D20.2 D20.3 D20.4 D21.1 D21.2 D21.3 D21.4
	D22.1 D22.1b D22.2 D22.3 D22.4 D22.5 D22.6 D22.7 D22.8 D22.9 D23.1 D23.2 D23.3 D23.4 D23.5 D23.6 D23.7 D23.8 D24.1 D24.2 D25.1
	E25 E25.3 E26.1 E26.2 E26.3 E26.4 E26.5 E26.6 E27 E28 O29 O30 O31/32 O32/33`

// unbuilt are the methods that aren't built yet; a file that asks for them is refused by name.
const unbuilt = "E26.1 E26.4 E26.5 E26.6"

var (
	testName   = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
	backticked = regexp.MustCompile("`([^`]+)`")
	testOrName = regexp.MustCompile("`([^`]+)`|\\b(?:Test|Fuzz|Benchmark)[A-Z]\\w*")
	idRange    = regexp.MustCompile(`^([A-Z]?)(\d+)(?:\.(\d+))?(b?)(?:–([A-Z]?)(\d+)(?:\.(\d+))?)?$`)
)

// testsOf are the names of the tests of each package, by its folder.
func testsOf(t *testing.T) map[string][]string {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w*)\(`)
	found := map[string][]string{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "../")
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			found[dir] = append(found[dir], m[1])
		}
		return nil
	})
	if err != nil || len(found) < 10 {
		t.Fatal(len(found), err)
	}
	return found
}

// ruleRow is a line of a table of docs/rules.md.
type ruleRow struct {
	cells []string
	// pkg is the package that the table's head names for its tests, section its heading.
	pkg, section string
}

func ruleRows(text string) []ruleRow {
	var rows []ruleRow
	pkg, section, table := "", "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			section = heading
		}
		if !strings.HasPrefix(line, "|") {
			table = false
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case !table:
			table, pkg = true, ""
			if m := backticked.FindStringSubmatch(cells[len(cells)-1]); m != nil {
				pkg = m[1]
			}
		case strings.Trim(line, "|- ") != "":
			rows = append(rows, ruleRow{cells, pkg, section})
		}
	}
	return rows
}

// idsOf reads a list of IDs with its ranges: "D17.3, 17.3b", "G4.1–2", "D22.1–22.3".
func idsOf(t *testing.T, cell string) []string {
	t.Helper()
	var ids []string
	letter := ""
	for word := range strings.SplitSeq(cell, ", ") {
		if word == "O31/32" || word == "O32/33" {
			ids = append(ids, word)
			continue
		}
		m := idRange.FindStringSubmatch(word)
		if m == nil {
			continue // "-", and "D17–D25" of all of them
		}
		if m[1] != "" {
			letter = m[1]
		}
		number, _ := strconv.Atoi(m[2])
		sub, _ := strconv.Atoi(m[3])
		last := sub
		switch {
		case m[6] != "" && m[7] != "":
			last, _ = strconv.Atoi(m[7])
		case m[6] != "" && m[5] == "":
			last, _ = strconv.Atoi(m[6])
		}
		if m[3] == "" {
			ids = append(ids, letter+m[2])
			continue
		}
		for n := sub; n <= last; n++ {
			ids = append(ids, letter+strconv.Itoa(number)+"."+strconv.Itoa(n)+m[4])
		}
	}
	return ids
}

// TestRulesDoc: docs/rules.md has every requirement of every article of both editions with code and a test,
// and every file and test that it names exists, in the package that it names.
func TestRulesDoc(t *testing.T) {
	data, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	text, tests := string(data), testsOf(t)
	var all []string
	for _, names := range tests {
		all = append(all, names...)
	}
	for _, name := range testName.FindAllString(text, -1) {
		if !slices.Contains(all, name) {
			t.Errorf("there is no test %s", name)
		}
	}
	checked := map[string]bool{} // IDs with code and a test
	for _, row := range ruleRows(text) {
		code, last := 0, row.cells[len(row.cells)-1]
		for _, cell := range row.cells {
			code += checkPaths(t, row, cell)
		}
		named := checkTests(t, tests, row, last)
		for _, id := range idsOf(t, row.cells[0]) {
			checked[id] = checked[id] || named && (code > 0 || row.section == "The referee law")
		}
	}
	for id := range strings.FieldsSeq(articleIDs) {
		if whole, _, _ := strings.Cut(id, "."); !checked[id] && !checked[whole] && !strings.Contains(unbuilt, id) {
			t.Errorf("%s has no line with code and a test", id)
		}
	}
}

// checkPaths wants every file and folder that a cell names to exist, and counts them. A bare file name is
// in the folder of the one before it.
func checkPaths(t *testing.T, row ruleRow, cell string) int {
	t.Helper()
	dir, n := "", 0
	for _, m := range backticked.FindAllStringSubmatch(cell, -1) {
		name := m[1]
		ext := path.Ext(name)
		isFile := ext == ".go" || ext == ".ts"
		switch {
		case strings.Contains(name, "/"):
			dir = path.Dir(name)
		case isFile && dir != "":
			name = dir + "/" + name
		default:
			continue
		}
		if _, err := os.Stat("../" + name); err != nil && (isFile || strings.HasSuffix(name, "/") || dir == "cmd") {
			t.Errorf("%s: there is no %s", row.cells[0], name)
		}
		n++
	}
	return n
}

// checkTests wants the tests of a cell in the packages that are named before them, and tells whether it
// names any.
func checkTests(t *testing.T, tests map[string][]string, row ruleRow, cell string) bool {
	t.Helper()
	packages, fresh, named := []string{row.pkg}, false, false
	if row.section == "The referee law" {
		packages, named = []string{"rules"}, true // TestLawByArticle has all of them
	}
	for _, m := range testOrName.FindAllStringSubmatch(cell, -1) {
		if pkg := m[1]; pkg != "" {
			if !fresh {
				packages = nil
			}
			packages, fresh = append(packages, pkg), true
			continue
		}
		fresh, named = false, true
		for _, pkg := range packages {
			if pkg != "" && !slices.Contains(tests[pkg], m[0]) {
				t.Errorf("%s: %s has no test %s", row.cells[0], pkg, m[0])
			}
		}
	}
	return named
}

// differences are the topics in which the editions differ.
const differences = `komi|two passes|two moves in a row|warning|ko without threat|capture in the reading|late|last minute overrun|end signal|sealed move|
	dispute|both lose|team rank|clock pressed before the move|dead stones not taken off|dropped stone|moved stone|take-back claim|
	resumed after the end|pressed before captures are off|deliberate scattering|leaving the hall|phone, smoking, ceremonies, absence reading|
	十局制|Swiss rank|withdrawn from a Swiss|包干, 定时限步|tie|dan`

// TestEditionsDoc: each topic in which the editions differ has a line with a test of both, or says that the
// method isn't built.
func TestEditionsDoc(t *testing.T) {
	data, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for _, row := range ruleRows(string(data)) {
		if row.section == "What differs between the editions" {
			lines[row.cells[0]] = row.cells[len(row.cells)-1]
		}
	}
	for topic := range strings.SplitSeq(differences, "|") {
		topic = strings.TrimSpace(topic)
		if line, there := lines[topic]; !there || !testName.MatchString(line) && line != "not built" {
			t.Errorf("%q: %q names no test", topic, line)
		}
		delete(lines, topic)
	}
	if len(lines) > 0 {
		t.Errorf("more than the differences: %v", lines)
	}
}
