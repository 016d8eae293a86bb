package sgf_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

func written(tb testing.TB, write func(io.Writer, ...*record.Game) error, games ...*record.Game) string {
	tb.Helper()
	var b bytes.Buffer
	if err := write(&b, games...); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// picture shows all that a tree says: the shape, and each property's values by its type. The
// writer puts properties into its own order, so theirs doesn't show.
func picture(g *record.Game) string {
	var b strings.Builder
	for n := range g.Nodes() {
		var list []string
		for p := range g.Properties(n) {
			if p.ID == "FF" || p.ID == "GM" || p.ID == "CA" {
				continue
			}
			if p.ID == "C" {
				list = append(list, fmt.Sprintf("C=%q", g.Text(n, "C")))
				continue
			}
			for v := range p.Values() {
				list = append(list, fmt.Sprintf("%s=%q", p.ID, v.Shown()))
			}
		}
		slices.Sort(list)
		fmt.Fprintf(&b, "%d%v ", len(g.Path(n)), slices.Compact(list))
	}
	return b.String()
}

// TestBytesStay: a game that wasn't changed is written as it was read, repairs and all.
func TestBytesStay(t *testing.T) {
	for _, text := range []string{
		"(;FF[4]GM[1]SZ[19]\r\nC[a\\\r\nb]\r\n;B[pd];W[dp])", "(;GM[1];B[aa](;W[bb];B[cc](;W[dd]", "( ;GaMe[1] ;Black[pd] foo ;White[dp] )",
		"(;GM[1]KK[x]C[see [1]];B[aa]W[bb](;)())", "(;C[cut",
	} {
		if got := written(t, sgf.Write, one(t, text)); got != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
	gb := encoded(t, record.GB18030, "(;CA[gb2312]PB[李明]C[好点];B[pd])")
	games, _, err := sgf.ReadAll(gb, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, sgf.Write, games...); got != string(gb) {
		t.Errorf("GB18030 is written as %q", got)
	}
}

// TestWriteNormal: FF[4] in UTF-8, root first, a variation a line.
func TestWriteNormal(t *testing.T) {
	for text, want := range map[string]string{
		"(;PB[a]SZ[9]FF[3](;B[aa];W[bb])(;B[cc]C[x]]))": "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[a]\n(;B[aa];W[bb])\n(;B[cc]C[x\\]]))\n",
		"(;GaMe[1]SiZe[19];Black[pd]CoMment[a \\: b])":  "(;FF[4]GM[1]CA[UTF-8]SZ[19];B[pd]CM[a \\: b])\n",
		"(;GM[1];C[a]B[aa]C[b])":                        "(;FF[4]GM[1]CA[UTF-8];B[aa]C[a\n\nb])\n",
		"(;GM[1]PB[a\nb]C[a\\\nb\r\nc\td]LB[aa:x\\:y])": "(;FF[4]GM[1]CA[UTF-8]PB[a b]C[ab\nc d]LB[aa:x\\:y])\n",
		"(;GM[1];AB[aa]AB[bb]PL[W])":                    "(;FF[4]GM[1]CA[UTF-8];AB[aa][bb]PL[W])\n",
		"(;GM[2];B[d3])":                                "(;FF[4]GM[2]CA[UTF-8];B[d3])\n",
		"(;GM[1](;B[aa](;W[bb])(;W[cc];B[dd])))":        "(;FF[4]GM[1]CA[UTF-8];B[aa]\n(;W[bb])\n(;W[cc];B[dd]))\n",
	} {
		if got := written(t, sgf.WriteNormal, one(t, text)); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
	long := one(t, string(chain(100)))
	for line := range strings.Lines(written(t, sgf.WriteNormal, long)) {
		if len(line) > 80 {
			t.Errorf("a line of %d characters", len(line))
		}
	}
}

// TestEdit: a tree is made and changed by hand; what isn't touched stays.
func TestEdit(t *testing.T) {
	g := record.New(19, 13)
	g.SetText(record.Root, "PB", "李]明\\")
	g.SetPoints(record.Root, "AB", []weiqi.Point{weiqi.At(3, 3), weiqi.At(15, 3)})
	first := g.Play(record.Root, rules.White, weiqi.At(2, 5))
	second := g.Play(first, rules.Black, weiqi.Pass)
	other := g.Play(first, rules.Black, weiqi.At(4, 4))
	g.SetText(other, "C", "a\nb")
	g.Set(other, "LB", record.ComposedValue("ee", "x:y"))
	want := "(;FF[4]GM[1]CA[UTF-8]SZ[19:13]PB[李\\]明\\\\]AB[dd][pd];W[cf]\n(;B[])\n(;B[ee]C[a\nb]LB[ee:x\\:y]))\n"
	if got := written(t, sgf.Write, g); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if g.Parent(other) != first || g.Next(second) != other || g.First(first) != second {
		t.Error("links are wrong")
	}
	g.Delete(second)
	g.SetText(other, "C", "")
	if got := written(t, sgf.Write, g); !strings.HasSuffix(got, ";W[cf];B[ee]LB[ee:x\\:y])\n") {
		t.Errorf("after deleting: %q", got)
	}

	read := one(t, "(;GM[1]PB[a]KK[x\\:y];B[pd];W[dp](;B[aa])(;B[bb]))")
	read.SetText(2, "C", "好点")
	if !read.Changed() {
		t.Error("the game was changed")
	}
	read.Delete(3)
	if got := written(t, sgf.Write, read); got != "(;FF[4]GM[1]CA[UTF-8]PB[a]KK[x\\:y];B[pd];W[dp]C[好点];B[bb])\n" {
		t.Errorf("%q", got)
	}
	gb, _, err := sgf.ReadAll(encoded(t, record.ShiftJIS, "(;CA[Shift_JIS]PB[ソ]C[表]EV[\\]]KK[ソ];B[pd])"), record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	gb[0].SetText(record.Root, "PW", "十")
	if got := written(t, sgf.Write, gb...); got != "(;FF[4]GM[1]CA[UTF-8]PB[ソ]EV[\\]]PW[十]C[表]KK[ソ];B[pd])\n" {
		t.Errorf("%q", got)
	}
	read.SetSize(9, 9)
	if w, h := read.Size(); w != 9 || h != 9 {
		t.Errorf("size %d×%d", w, h)
	}
}

// TestManyChildren: variations added by hand stay in their order, also when the last or all were
// taken away between, and adding takes no longer the more there are.
func TestManyChildren(t *testing.T) {
	g := one(t, "(;GM[1](;B[aa])(;B[bb]))")
	for range 200000 {
		g.AddChild(record.Root)
	}
	for _, n := range []record.Node{record.Node(g.Len() - 1), 1} {
		g.Delete(n)
	}
	last := g.Play(record.Root, rules.Black, weiqi.At(2, 2))
	children := slices.Collect(g.Children(record.Root))
	if len(children) != 200001 || children[0] != 2 || children[200000] != last || !slices.IsSorted(children) {
		t.Errorf("%d variations from %d to %d", len(children), children[0], children[len(children)-1])
	}
	small := one(t, "(;GM[1];B[aa];W[bb])")
	small.Delete(2)
	if n := small.Play(1, rules.White, weiqi.At(2, 2)); small.First(1) != n || small.Next(n) != record.NoNode {
		t.Error("the only variation isn't the first")
	}
}

// drawGame makes any tree with any texts.
func drawGame(t *rapid.T) *record.Game {
	g := record.New(rapid.IntRange(1, 52).Draw(t, "width"), rapid.IntRange(1, 52).Draw(t, "height"))
	text := rapid.StringOf(rapid.SampledFrom([]rune("a]\\:[;()B\n\r\t 黑ソÄ\x00-{}")))
	for range rapid.IntRange(0, 12).Draw(t, "nodes") {
		n := record.Node(rapid.IntRange(0, g.Len()-1).Draw(t, "at"))
		if rapid.Bool().Draw(t, "move") {
			n = g.Play(n, rules.Black, weiqi.At(rapid.IntRange(0, 51).Draw(t, "x"), rapid.IntRange(0, 51).Draw(t, "y")))
		} else {
			n = g.AddChild(n)
		}
		for range rapid.IntRange(0, 3).Draw(t, "properties") {
			switch id := rapid.SampledFrom([]string{"C", "N", "PB", "KK", "LB", "AB", "GC"}).Draw(t, "id"); id {
			case "LB":
				g.Set(n, id, record.ComposedValue("aa", text.Draw(t, "label")))
			case "AB":
				g.SetPoints(n, id, []weiqi.Point{weiqi.At(0, 0), weiqi.At(1, 0)})
			default:
				g.SetText(n, id, text.Draw(t, "text"))
			}
		}
	}
	return g
}

// TestWriteThenRead: what is written reads as the same tree, and is then written the same.
func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		var first, second bytes.Buffer
		if err := sgf.WriteNormal(&first, g); err != nil {
			t.Fatal(err)
		}
		games, outside, err := sgf.ReadAll(first.Bytes(), record.Options{})
		if err != nil || len(games) != 1 || len(outside) > 0 {
			t.Fatalf("%d games, %v, %v from %q", len(games), outside, err, first.String())
		}
		if got, want := picture(games[0]), picture(g); got != want {
			t.Fatalf("%q\n got %s\nwant %s", first.String(), got, want)
		}
		if err := sgf.WriteNormal(&second, games[0]); err != nil || first.String() != second.String() {
			t.Fatalf("written again: %q, then %q", first.String(), second.String())
		}
	})
}

// TestStream: read through a window of any size of pieces, a file gives the same games and
// findings as read at once.
func TestStream(t *testing.T) {
	data := []byte(collection(400, 7) + "(;GM[1]C[\xC4]\n;B[dd]junk)\nbye\n" + strings.Repeat("(;GM[1]C[x]-;B[aa])", 3))
	data = append(data, encoded(t, record.ShiftJIS, strings.Repeat("(;PB[ソ表能十]EV[名人戦の予選];B[pd])", 50))...)
	data = append(data, chain(100000)...)
	data = append(data, "\n(;GM[1];B[aa])"...)
	whole, outside, err := sgf.ReadAll(data, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 1000, 1 << 20} {
		r := sgf.NewReader(&pieces{data, size}, record.Options{Size: int64(len(data)) * int64(size%2)})
		for i, want := range whole {
			got, err := r.Next()
			if err != nil {
				t.Fatalf("game %d: %v", i, err)
			}
			if got.Offset != want.Offset || !bytes.Equal(got.Original(), want.Original()) || got.Encoding() != want.Encoding() || fmt.Sprint(got.Diagnoses) != fmt.Sprint(want.Diagnoses) {
				t.Fatalf("pieces of %d: game %d at %d, want %d; %v, want %v", size, i, got.Offset, want.Offset, got.Diagnoses, want.Diagnoses)
			}
		}
		if _, err := r.Next(); err != io.EOF || fmt.Sprint(r.Outside()) != fmt.Sprint(outside) {
			t.Fatalf("pieces of %d end with %v, %v", size, err, r.Outside())
		}
	}
}

type pieces struct {
	data []byte
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.data[:min(p.size, len(p.data))])
	p.data = p.data[n:]
	return n, nil
}

// TestDeepAndLong: a million variations inside each other, a million moves in a row, a million
// variations beside each other: read, walked over and written without recursion.
func TestDeepAndLong(t *testing.T) {
	const size = 1000000
	for name, c := range map[string]struct {
		data []byte
		main int
	}{
		"nested": {nested(size), size + 1}, "line": {chain(size), size + 1},
		"wide": {[]byte("(;GM[1]FF[4]SZ[19]" + strings.Repeat("(;B[dd])", size) + ")"), 2},
		"open": {[]byte("(;GM[1]FF[4]SZ[19]" + strings.Repeat("(;B[dd]", size)), size + 1},
	} {
		games, _, err := sgf.ReadAll(c.data, record.Options{})
		if err != nil || len(games) != 1 {
			t.Fatalf("%s: %d games, %v", name, len(games), err)
		}
		g := games[0]
		if g.Len() != size+1 {
			t.Errorf("%s: %d nodes", name, g.Len())
		}
		all, main := 0, 0
		for range g.Nodes() {
			all++
		}
		for range g.MainLine() {
			main++
		}
		if all != size+1 || main != c.main-1 {
			t.Errorf("%s: %d nodes, %d moves on the main line", name, all, main)
		}
		if err := sgf.WriteNormal(io.Discard, g); err != nil {
			t.Error(err)
		}
	}
}

// TestHostile: texts that would take quadratic time if anything were read again and again.
func TestHostile(t *testing.T) {
	const size = 200000
	for name, text := range map[string]string{
		"escapes":           "(;C[" + strings.Repeat(`\a`, size) + "])",
		"no end":            "(;C[" + strings.Repeat(`a]-C[`, size),
		"no end in trees":   strings.Repeat("(;C[a]-)", size),
		"open moves":        "(;" + strings.Repeat("B[aa;", size),
		"open properties":   "(;" + strings.Repeat("B[aa", size),
		"half characters":   "(;CA[Shift_JIS]C[" + strings.Repeat("\x83] ", size) + "]",
		"brackets":          "(;C[" + strings.Repeat("[", size) + strings.Repeat("]", size),
		"spaces":            "(;C[" + strings.Repeat("]    ", size),
		"letters":           "(;C[" + strings.Repeat("]aaaa", size),
		"parens":            strings.Repeat("(", size),
		"parens, trees":     strings.Repeat("(;)", size),
		"semicolons":        "(" + strings.Repeat(";", size) + ")",
		"closed":            "(;)" + strings.Repeat(")", size),
		"identifiers":       "(;" + strings.Repeat("A", size) + "[x])",
		"values":            "(;AB" + strings.Repeat("[aa]", size) + ")",
		"properties":        "(;" + strings.Repeat("AB[aa]", size) + ")",
		"second bytes":      "(;CA[Shift_JIS]C[" + strings.Repeat("\x83\\]", size) + "])",
		"encodings in turn": strings.Repeat("(;C[\x83\\])(;C[あ])", size/10),
		"early ends":        "(" + strings.Repeat(";B[aa])", size),
		"games inside":      strings.Repeat("(;GM[1];B[aa]", size),
	} {
		games, _, err := sgf.ReadAll([]byte(text), record.Options{})
		if err == nil && len(games) == 0 {
			t.Errorf("%s: no game and no reason", name)
		}
	}
}
