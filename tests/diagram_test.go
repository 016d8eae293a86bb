package tests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBoardGeometry: the pages' script draws every sample position byte for byte as package diagram
// does, so that page, print and file show one board.
func TestBoardGeometry(t *testing.T) {
	draw := typescript(t, `function play(text) { return ty.svg(JSON.parse(text)) }`, "diagram")
	files, err := filepath.Glob("../diagram/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no sample positions", err)
	}
	for _, name := range files {
		figure, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".json") + ".svg")
		if err != nil {
			t.Fatal(err)
		}
		if got := draw(t, json.RawMessage(figure)); got+"\n" != string(want) {
			t.Errorf("%s: the script draws\n%s\nthe server\n%s", name, got, want)
		}
	}
}

// TestTypedPoints: a point is read as people type it, in letters and in Chinese lines, full-width or
// not; what isn't on the board is none (D16).
func TestTypedPoints(t *testing.T) {
	point := typescript(t, `function play(text) { return ty.pointOf(JSON.parse(text), 19, 19) }`, "diagram")
	for text, want := range map[string]string{
		"D16": "dd", "d16": "dd", " Ｄ１６ ": "dd", "J1": "is", "T19": "sa", "A1": "as", "t 1": "ss",
		"I5": "", "U1": "", "D20": "", "D0": "", "D": "", "16": "", "": "", "DD16": "",
		"4·十六": "dp", "4十六": "dp", "16-四": "pd", "１９ 十九": "ss", "1之一": "aa", "20·一": "", "0·一": "", "4·二十": "",
	} {
		if got := point(t, text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
