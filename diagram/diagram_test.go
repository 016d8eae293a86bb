package diagram_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/diagram"
	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/weiqi"
)

var update = flag.Bool("update", false, "write the golden files anew")

// drawing is a diagram as a file holds it; web/ui/diagram.ts draws from the same form, and tests/
// compares the two.
type drawing struct {
	Board       []string          `json:"board"`
	Print       bool              `json:"print"`
	Thumb       bool              `json:"thumb"`
	Coordinates string            `json:"coordinates"`
	Title       string            `json:"title"`
	Last        string            `json:"last"`
	Numbers     map[string]int    `json:"numbers"`
	Ghost       *ghost            `json:"ghost"`
	Dead        []string          `json:"dead"`
	Ko          string            `json:"ko"`
	Marks       map[string]string `json:"marks"`
	// Black, White and Shared are the area as the file states it, checked against the count.
	Black  []string `json:"black"`
	White  []string `json:"white"`
	Shared []string `json:"shared"`
}

type ghost struct{ At, Colour string }

func point(t testing.TB, text string) weiqi.Point {
	t.Helper()
	p, err := weiqi.ParseSGF(text, 25, 25)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t testing.TB, name string) *diagram.Diagram {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var f drawing
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	b, err := weiqi.ParseBoard(strings.Join(f.Board, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := &diagram.Diagram{Board: b, Print: f.Print, Thumb: f.Thumb, Coordinates: diagram.Coordinates(f.Coordinates), Title: f.Title, Numbers: map[weiqi.Point]int{}, Marks: map[weiqi.Point]diagram.Mark{}}
	if f.Last != "" {
		p := point(t, f.Last)
		d.Last = &p
	}
	if f.Ko != "" {
		p := point(t, f.Ko)
		d.Ko = &p
	}
	if f.Ghost != nil {
		c, err := weiqi.ParseColour(f.Ghost.Colour)
		if err != nil {
			t.Fatal(err)
		}
		d.Ghost = &weiqi.Stone{Point: point(t, f.Ghost.At), Colour: c}
	}
	for at, n := range f.Numbers {
		d.Numbers[point(t, at)] = n
	}
	for at, m := range f.Marks {
		d.Marks[point(t, at)] = diagram.Mark(m)
	}
	for _, at := range f.Dead {
		d.Dead = append(d.Dead, point(t, at))
	}
	if len(f.Black)+len(f.White)+len(f.Shared) > 0 {
		area, err := b.Count(weiqi.Agreement{Dead: d.Dead})
		if err != nil {
			t.Fatal(err)
		}
		d.Area = area
		owned := map[weiqi.Colour][]string{}
		for p := range b.Points() {
			if b.At(p) == weiqi.Empty {
				owned[area.Owner(p)] = append(owned[area.Owner(p)], p.SGF())
			}
		}
		for side, list := range map[weiqi.Colour][]string{weiqi.Black: f.Black, weiqi.White: f.White, weiqi.Empty: f.Shared} {
			if !slices.Equal(owned[side], list) {
				t.Errorf("%s: %v has %q, the file says %q", name, side, owned[side], list)
			}
		}
	}
	return d
}

// TestGolden: each drawing gives exactly the committed picture, and the same again.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.json")
	if len(files) < 8 {
		t.Fatalf("%d drawings", len(files))
	}
	for _, name := range files {
		d := read(t, name)
		got := d.SVG()
		golden := strings.TrimSuffix(name, ".json") + ".svg"
		if *update {
			if err := os.WriteFile(golden, []byte(got+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got+"\n" != string(want) {
			t.Errorf("%s differs from its golden file; look at it and run the test with -update", name)
		}
		if d.SVG() != got {
			t.Errorf("%s: a second drawing differs", name)
		}
	}
}

// TestOfficialSize: on 19 lines the picture is 468 × 486 mm tenths with coordinates and 464 × 482
// without: cells of 2.3 × 2.4 cm and margins of 2.7 and 2.5 cm (the official board).
func TestOfficialSize(t *testing.T) {
	board, _ := weiqi.NewBoard(19, 19)
	for _, c := range []struct {
		coordinates diagram.Coordinates
		thumb       bool
		w, h        int
	}{{diagram.Letters, false, 4680, 4860}, {diagram.Lines, false, 4680, 4860}, {diagram.NoCoordinates, false, 4640, 4820}, {diagram.NoCoordinates, true, 4460, 4640}} {
		d := diagram.Diagram{Board: board, Coordinates: c.coordinates, Thumb: c.thumb}
		if w, h := d.Size(); w != c.w || h != c.h {
			t.Errorf("%q: %d × %d, want %d × %d", c.coordinates, w, h, c.w, c.h)
		}
	}
}

var circle = regexp.MustCompile(`<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"`)

// TestStonesFit: a stone with its outline is 22.5 to 23.5 mm across and never wider than the cell, on
// screen and on paper, so that neighbours don't cover one another.
func TestStonesFit(t *testing.T) {
	board, err := weiqi.ParseBoard("XO\nOX")
	if err != nil {
		t.Fatal(err)
	}
	for _, print := range []bool{false, true} {
		svg := (&diagram.Diagram{Board: board, Print: print}).SVG()
		stones := svg[strings.Index(svg, `class="stones`):]
		m := circle.FindStringSubmatch(stones)
		r, _ := strconv.ParseFloat(m[3], 64)
		line := 0.6
		if print {
			line = 0.8
		}
		if across := 2*r + line; across < 22.5 || across > 23.5 || across-line > 23 {
			t.Errorf("print %v: a stone is %.1f across", print, across)
		}
	}
}

// TestCoordinates: letters leave out I and rows count from below (D16); Chinese lines count from the
// left and from above (4·十六). Every board size names all of its lines.
func TestCoordinates(t *testing.T) {
	for _, c := range []struct {
		in   diagram.Coordinates
		at   weiqi.Point
		want string
	}{
		{diagram.Letters, weiqi.At(3, 3), "D16"}, {diagram.Letters, weiqi.At(8, 18), "J1"}, {diagram.NoCoordinates, weiqi.At(18, 0), "T19"},
		{diagram.Lines, weiqi.At(3, 15), "4·十六"}, {diagram.Lines, weiqi.At(0, 0), "1·一"}, {diagram.Lines, weiqi.At(18, 18), "19·十九"}, {diagram.Lines, weiqi.Pass, "PASS"},
	} {
		if got := c.in.Name(c.at, 19); got != c.want {
			t.Errorf("%v in %q: %s, want %s", c.at, c.in, got, c.want)
		}
	}
	big, _ := weiqi.NewBoard(25, 25)
	for _, kind := range []diagram.Coordinates{diagram.Letters, diagram.Lines} {
		svg := (&diagram.Diagram{Board: big, Coordinates: kind}).SVG()
		want := 100
		if kind == diagram.Lines {
			want += 2 * 15 // numbers of two characters stand upright
		}
		if n := strings.Count(svg, "<text"); n != want {
			t.Errorf("%q on 25 lines: %d names, want %d", kind, n, want)
		}
		if kind == diagram.Letters && strings.Contains(svg, ">I<") {
			t.Error("there is a column I")
		}
	}
}

// TestAnyBoard: whatever stands on a board of any size, the picture is well-formed XML, every stone is
// drawn once, and nothing lies outside of it.
func TestAnyBoard(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		board, err := weiqi.NewBoard(rapid.IntRange(2, 25).Draw(r, "width"), rapid.IntRange(2, 25).Draw(r, "height"))
		if err != nil {
			r.Fatal(err)
		}
		d := &diagram.Diagram{
			Board: board, Print: rapid.Bool().Draw(r, "print"), Thumb: rapid.Bool().Draw(r, "thumb"), Title: rapid.String().Draw(r, "title"),
			Coordinates: rapid.SampledFrom([]diagram.Coordinates{"", diagram.Letters, diagram.Lines}).Draw(r, "coordinates"),
			Numbers:     map[weiqi.Point]int{}, Marks: map[weiqi.Point]diagram.Mark{},
		}
		for p := range board.Points() {
			switch rapid.IntRange(0, 9).Draw(r, "stone") {
			case 0, 1:
				board.SetUp(weiqi.Stone{Point: p, Colour: weiqi.Black})
			case 2:
				board.SetUp(weiqi.Stone{Point: p, Colour: weiqi.White})
				d.Dead = append(d.Dead, p)
			case 3:
				d.Numbers[p] = rapid.IntRange(1, 400).Draw(r, "number")
			case 4:
				d.Marks[p] = diagram.Mark(rapid.SampledFrom([]string{"triangle", "square", "circle", "cross", "A", "<&", "一"}).Draw(r, "mark"))
			case 5:
				d.Ghost, d.Ko, d.Last = &weiqi.Stone{Point: p, Colour: weiqi.White}, &p, &p
			}
		}
		if d.Area, err = board.Count(weiqi.Agreement{Dead: d.Dead}); err != nil {
			r.Fatal(err)
		}
		svg := d.SVG()
		reader := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := reader.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				r.Fatalf("%v in %s", err, svg)
			}
		}
		w, h := d.Size()
		stones := 0
		for _, m := range circle.FindAllStringSubmatch(svg, -1) {
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			if m[3] == "11.2" {
				stones++
			}
			if x < 11.8 || y < 11.8 || x > float64(w)/10-11.8 || y > float64(h)/10-11.8 {
				r.Fatalf("a circle at %v %v leaves %d × %d", x, y, w, h)
			}
		}
		want := len(board.Stones(weiqi.Black)) + len(board.Stones(weiqi.White))
		if d.Ghost != nil {
			want++
		}
		if stones != want {
			r.Fatalf("%d stones drawn, want %d", stones, want)
		}
	})
}

// TestRing: the last move has a ring; with its number on it has none, and the number is bold.
func TestRing(t *testing.T) {
	board, err := weiqi.ParseBoard("X.\n.O")
	if err != nil {
		t.Fatal(err)
	}
	at := weiqi.At(1, 1)
	plain := (&diagram.Diagram{Board: board, Last: &at}).SVG()
	numbered := (&diagram.Diagram{Board: board, Last: &at, Numbers: map[weiqi.Point]int{at: 2, weiqi.At(0, 0): 1}}).SVG()
	if !strings.Contains(plain, `class="last on-w"`) {
		t.Error("no ring on the white stone")
	}
	if strings.Contains(numbered, `class="last`) || strings.Count(numbered, `font-weight="700"`) != 1 {
		t.Error("a numbered last move has a ring, or its number isn't bold")
	}
}

// TestFigure: a figure shows the stones before it without numbers and its own with theirs; a captured
// stone stays, and a move on its point goes into the notes as "5 = 2" (records of the rules' annex).
func TestFigure(t *testing.T) {
	games, _, err := sgf.ReadAll([]byte("(;SZ[3];B[ab];W[aa];B[ba];W[bc];B[aa];W[];B[ca])"), recordOptions)
	if err != nil {
		t.Fatal(err)
	}
	d, notes, err := diagram.Figure(games[0], 2, 6)
	if err != nil {
		t.Fatal(err)
	}
	if want := "OX.\nX..\n.O.\n"; d.Board.String() != want {
		t.Errorf("the board is\n%swant\n%s", d.Board, want)
	}
	var said []string
	for _, n := range notes {
		said = append(said, n.String(3))
	}
	if got := strings.Join(said, ", "); got != "5 = 2, 6 = PASS" {
		t.Errorf("notes %q", got)
	}
	if len(d.Numbers) != 3 || d.Numbers[weiqi.At(0, 0)] != 2 || d.Numbers[weiqi.At(1, 2)] != 4 {
		t.Errorf("numbers %v", d.Numbers)
	}
	if _, first := d.Numbers[weiqi.At(0, 1)]; first {
		t.Error("the move before the figure has a number")
	}
}

var recordOptions = record.Options{}

// BenchmarkSVG: a full board with numbers.
func BenchmarkSVG(b *testing.B) {
	d := read(b, "testdata/numbers.json")
	b.ReportAllocs()
	for b.Loop() {
		d.SVG()
	}
}
