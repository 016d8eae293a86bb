package record_test

import (
	"testing"

	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
)

func read(t *testing.T, text string) *record.Game {
	t.Helper()
	games, _, err := sgf.ReadAll([]byte(text), record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return games[0]
}

// TestInfo: the facts of a game, from the root or from the first node that has them.
func TestInfo(t *testing.T) {
	i := read(t, "(;FF[4]GM[1]AP[x:1]PB[ 李\n明 ]BR[5段]BT[甲]PW[b]WR[4d]WT[乙]EV[e]RO[2]PC[p]DT[2026-11-30]KM[375]HA[2]RU[Chinese]TM[7200]OT[3x30]RE[黑胜3/4子]GN[n]SO[s]US[u]AN[a]CP[c]ON[o]GC[g\nh])").Info()
	want := record.Info{
		Black: record.Player{Name: "李 明", Rank: "5段", Team: "甲"}, White: record.Player{Name: "b", Rank: "4d", Team: "乙"},
		Name: "n", Event: "e", Round: "2", Place: "p", Date: "2026-11-30", Rules: "Chinese", Time: "7200", Overtime: "3x30",
		Source: "s", User: "u", Annotator: "a", Copyright: "c", Opening: "o", Comment: "g\nh", Program: "x:1",
		Komi: record.Komi{Text: "375", Quarters: 15, Known: true}, Handicap: 2,
		Result: rules.Outcome{Winner: rules.Black, Manner: rules.Counted, Margin: 3}, ResultText: "黑胜3/4子",
	}
	if i != want {
		t.Errorf("got %+v\nwant %+v", i, want)
	}
	if late := read(t, "(;GM[1];B[aa];PB[x](;PW[y])(;PW[z]))").Info(); late.Black.Name != "x" || late.White.Name != "y" {
		t.Errorf("later nodes: %+v", late)
	}
	for text, quarters := range map[string]int{"KI[11]": 11, "AP[foxwq]KM[375]HA[1]": 0, "AP[foxwq]KM[50]": 1, "AP[foxwq]KM[0]HA[3]": 0, "KM[0]": 0, "KM[-3.75]": -15} {
		if k := read(t, "(;GM[1]"+text+")").Info().Komi; !k.Known || k.Quarters != quarters {
			t.Errorf("%s: %+v", text, k)
		}
	}
	for _, text := range []string{"KM[]", "AP[foxwq]KM[0]", "AP[foxwq]KM[0]HA[0]"} {
		if k := read(t, "(;GM[1]"+text+")").Info().Komi; k.Known {
			t.Errorf("%s: %+v", text, k)
		}
	}
}

// TestRegistry: the content decides, then the extension; what neither tells is refused.
func TestRegistry(t *testing.T) {
	formats := record.Registry{sgf.Format}
	for _, c := range []struct {
		name, head string
		known      bool
	}{
		{"a.sgf", "(;GM[1])", true}, {"a.txt", "(;GM[1])", true}, {"a.SGF", "", true}, {"a.mgt", "\n(;GaMe[1]", true}, {"a.txt", "\xFF\xFE(\x00;\x00", true},
		{"sgf", "no game", false}, {"a.txt", "a letter", false}, {"a.gib", "\\HS\n", false},
	} {
		f, err := formats.Find(c.name, []byte(c.head))
		if (err == nil) != c.known || c.known && f != sgf.Format {
			t.Errorf("%s with %q: %v, %v", c.name, c.head, f, err)
		}
	}
}

// TestPoints: 52 letters from the upper left; rectangles from any two corners (FF4).
func TestPoints(t *testing.T) {
	for text, want := range map[string][2]int{"aa": {0, 0}, "sa": {18, 0}, "as": {0, 18}, "zz": {25, 25}, "AA": {26, 26}, "ZZ": {51, 51}} {
		if p, ok := record.ParsePoint([]byte(text)); !ok || p.X() != want[0] || p.Y() != want[1] {
			t.Errorf("%s is %d, %d", text, p.X(), p.Y())
		}
	}
	for _, text := range []string{"", "a", "aaa", "a1", "  "} {
		if _, ok := record.ParsePoint([]byte(text)); ok {
			t.Errorf("%q is no point", text)
		}
	}
	a, b, ok := record.ParseRectangle([]byte("sa:qc"))
	if !ok || a.SGF() != "qa" || b.SGF() != "sc" {
		t.Errorf("sa:qc is %s to %s", a, b)
	}
	for text, want := range map[string][2]int{"19": {19, 19}, "19:13": {19, 13}, "1": {1, 1}, "52": {52, 52}, "99": {52, 52}, " 9 ": {9, 9}} {
		if w, h, ok := record.ParseSize([]byte(text)); !ok || w != want[0] || h != want[1] {
			t.Errorf("SZ[%s] is %d×%d", text, w, h)
		}
	}
	for _, text := range []string{"", "0", "-9", "x", "9:x"} {
		if w, h, ok := record.ParseSize([]byte(text)); ok || w != 19 || h != 19 {
			t.Errorf("SZ[%s] is %d×%d, %v", text, w, h, ok)
		}
	}
}
