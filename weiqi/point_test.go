package weiqi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// TestPointForms: a point reads and writes as GTP and SGF have it, on boards of every size: GTP
// without I and with rows from below, SGF with columns first from the upper left.
func TestPointForms(t *testing.T) {
	for _, c := range []struct {
		x, y, height int
		gtp, sgf     string
	}{{0, 0, 19, "A19", "aa"}, {3, 15, 19, "D4", "dp"}, {15, 3, 19, "Q16", "pd"}, {7, 0, 9, "H9", "ha"}, {8, 8, 9, "J1", "ii"}, {24, 24, 25, "Z1", "yy"}, {18, 0, 25, "T25", "sa"}} {
		p := at(c.x, c.y)
		if p.X() != c.x || p.Y() != c.y || p.GTP(c.height) != c.gtp || p.SGF() != c.sgf || p.String() != c.sgf {
			t.Errorf("(%d,%d) on %d lines: %s, %s", c.x, c.y, c.height, p.GTP(c.height), p.SGF())
		}
	}
	for width := 2; width <= 25; width++ {
		height := 27 - width
		for p := range empty(t, width, height).Points() {
			if q, err := weiqi.ParseGTP(strings.ToLower(p.GTP(height)), width, height); err != nil || q != p {
				t.Errorf("%d×%d: %v is %q in GTP and comes back as %v, %v", width, height, p, p.GTP(height), q, err)
			}
			if q, err := weiqi.ParseSGF(p.SGF(), width, height); err != nil || q != p {
				t.Errorf("%d×%d: %v is %q in SGF and comes back as %v, %v", width, height, p, p.SGF(), q, err)
			}
		}
	}
	if weiqi.Pass.GTP(19) != "PASS" || weiqi.Pass.SGF() != "" || weiqi.Pass.String() != "pass" || at(25, 0).GTP(19) != "" || at(0, 19).GTP(19) != "" || at(52, 0).SGF() != "" {
		t.Error("pass and points beyond a board are written wrong")
	}
	if at(-1, 0) != weiqi.Outside || at(0, 999) != weiqi.Outside {
		t.Error("points that no board has must be outside of all")
	}
}

// TestVertexRefused: what isn't a vertex of the board is refused as such.
func TestVertexRefused(t *testing.T) {
	for _, text := range []string{"", "A", "I5", "A0", "A20", "A01", "U1", "AA1", "A1x", "4D", "A-1", "A+1", "D４", "PAS", "A1 ", "A111"} {
		if p, err := weiqi.ParseGTP(text, 19, 19); err == nil || fault.KeyOf(err) != "fault.weiqi.vertex" {
			t.Errorf("%q is read as %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"pass", "PASS", "Pass"} {
		if p, err := weiqi.ParseGTP(text, 19, 19); err != nil || p != weiqi.Pass {
			t.Errorf("%q is read as %v, %v", text, p, err)
		}
	}
}

// TestSGFPass: "tt" is a pass up to 19×19 and a point on larger boards; points off the board are
// read, since a reader of records has to name them.
func TestSGFPass(t *testing.T) {
	for _, c := range []struct {
		text          string
		width, height int
		want          weiqi.Point
		bad           bool
	}{
		{"", 19, 19, weiqi.Pass, false}, {"tt", 19, 19, weiqi.Pass, false}, {"tt", 9, 9, weiqi.Pass, false},
		{"tt", 21, 21, at(19, 19), false}, {"tt", 19, 20, at(19, 19), false}, {"zz", 9, 9, at(25, 25), false},
		{"aZ", 19, 19, at(0, 51), false}, {"a", 19, 19, 0, true}, {"abc", 19, 19, 0, true}, {"a1", 19, 19, 0, true}, {"é", 19, 19, 0, true},
	} {
		if p, err := weiqi.ParseSGF(c.text, c.width, c.height); c.bad != (err != nil) || !c.bad && p != c.want {
			t.Errorf("%q on %d×%d is %v, %v", c.text, c.width, c.height, p, err)
		}
	}
}

// TestPointJSON: points are text in JSON and come back.
func TestPointJSON(t *testing.T) {
	all := []weiqi.Point{at(0, 0), at(24, 24), at(18, 2), at(19, 19), weiqi.Pass}
	data, err := json.Marshal(all)
	if err != nil || string(data) != `["aa","yy","sc","tt",""]` {
		t.Fatalf("%s, %v", data, err)
	}
	var back []weiqi.Point
	if err := json.Unmarshal(data, &back); err != nil || len(back) != len(all) {
		t.Fatalf("%v, %v", back, err)
	}
	for i := range all {
		if back[i] != all[i] {
			t.Errorf("%v comes back as %v", all[i], back[i])
		}
	}
	if _, err := json.Marshal(weiqi.Outside); err == nil {
		t.Error("a point outside of all boards is written")
	}
	if json.Unmarshal([]byte(`"a"`), &back[0]) == nil {
		t.Error("a letter alone is no point")
	}
}

// TestColour: the other side, the letters of sides, and the colours of GTP.
func TestColour(t *testing.T) {
	if weiqi.Black.Other() != weiqi.White || weiqi.White.Other() != weiqi.Black || weiqi.Empty.Other() != weiqi.Empty {
		t.Error("the other side is wrong")
	}
	if weiqi.Black.String()+weiqi.White.String()+weiqi.Empty.String() != "BW" {
		t.Error("the letters are wrong")
	}
	for text, want := range map[string]weiqi.Colour{"b": weiqi.Black, "BLACK": weiqi.Black, "w": weiqi.White, "White": weiqi.White} {
		if c, err := weiqi.ParseColour(text); err != nil || c != want {
			t.Errorf("%q is %v, %v", text, c, err)
		}
	}
	for _, text := range []string{"", "x", "blackish", "黑"} {
		if _, err := weiqi.ParseColour(text); fault.KeyOf(err) != "fault.weiqi.colour" {
			t.Errorf("%q is let through: %v", text, err)
		}
	}
}

func FuzzParseGTP(f *testing.F) {
	for _, text := range []string{"D4", "pass", "I9", "Z25", "a1", "T0"} {
		f.Add(text, 19, 19)
	}
	f.Fuzz(func(t *testing.T, text string, width, height int) {
		if min(width, height) < weiqi.MinSize || max(width, height) > weiqi.MaxSize {
			return
		}
		p, err := weiqi.ParseGTP(text, width, height)
		if err == nil && !strings.EqualFold(p.GTP(height), text) {
			t.Fatalf("%q is read as %v, which is written %q", text, p, p.GTP(height))
		}
		if b := empty(t, width, height); err == nil && p != weiqi.Pass && !b.On(p) {
			t.Fatalf("%q is read as %v, off the board", text, p)
		}
	})
}

func FuzzParseSGF(f *testing.F) {
	for _, text := range []string{"dd", "", "tt", "zZ", "a"} {
		f.Add(text, 19, 19)
	}
	f.Fuzz(func(t *testing.T, text string, width, height int) {
		p, err := weiqi.ParseSGF(text, width, height)
		if err == nil && p.SGF() != text && p != weiqi.Pass {
			t.Fatalf("%q is read as %v", text, p)
		}
	})
}
