package record_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// boardFindings lists the findings, each with the text at its place.
func boardFindings(t *testing.T, text string) string {
	t.Helper()
	var list []string
	for _, d := range gameOf(t, text).CheckBoard() {
		rest := text[d.Offset:]
		list = append(list, fmt.Sprint(d.Code, " ", rest[:min(len(rest), 5)]))
	}
	return strings.Join(list, ", ")
}

// TestCheckBoard: what the stones tell about a line and its variations (issue 3; numbers 39, 56
// to 58 and 61 to 63 of sgfc's list).
func TestCheckBoard(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a stone is captured, its point is free", "(;SZ[9];B[ba];W[aa];B[ab];W[cc];B[aa])", ""},
		{"a chain is captured", "(;SZ[9]AB[aa][ba]AW[ab][bb];W[ca];B[aa];W[ba])", ""},
		{"a move without a liberty doesn't stand", "(;SZ[9]AB[ba][ab]AW[ii];W[aa];B[aa])", ""},
		{"played on", "(;SZ[9];B[aa];W[aa];B[bb];W[bb])", "moveOccupied aa];B, moveOccupied bb])"},
		{"two moves in a node", "(;SZ[9];B[aa]W[aa])", "moveOccupied aa])"},
		{"a variation goes back", "(;SZ[9];B[aa](;W[bb];B[cc])(;W[cc];B[bb])(;W[aa]))", "moveOccupied aa]))"},
		{"captures come back", "(;SZ[9]AB[aa]AW[ab](;W[ba])(;W[cc];B[aa])(;W[ba];B[dd];W[aa]))", "moveOccupied aa])("},
		{"deep in a variation, back by two", "(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[cc];B[dd];W[cc]))", "moveOccupied cc]))"},
		{"a set-up is taken back", "(;SZ[9];B[aa](;W[ee];AE[aa:ii])(;W[bb];B[aa]))", "setupInGame AE[aa, moveOccupied aa]))"},
		{"off the board", "(;SZ[9];B[jj];W[jj])", ""},
		{"passes and old passes", "(;SZ[9];B[tt];W[];B[])", ""},

		{"Black's run at the start", "(;SZ[9];B[aa];B[bb];B[cc];W[dd])", ""},
		{"White's run at the start", "(;SZ[9];W[aa];W[bb])", "sameColour bb])"},
		{"White's run after handicap stones", "(;SZ[9]HA[2]AB[cc][gg];W[aa];W[bb])", "sameColour bb])"},
		{"later", "(;SZ[9];B[aa];W[bb];B[cc];B[dd];B[ee];W[ff])", "sameColour dd];B, sameColour ee];W"},
		{"PL allows it", "(;SZ[9];B[aa];W[bb];PL[W];W[cc])", ""},
		{"in a variation", "(;SZ[9];B[aa];W[bb](;B[cc])(;W[dd]))", "sameColour dd]))"},

		{"set-up before any move", "(;SZ[9];AB[aa];AW[bb];B[cc])", ""},
		{"set-up in a variation", "(;SZ[9];B[aa](;W[bb])(;AW[cc];B[dd]))", ""},
		{"in mid-game", "(;SZ[9];B[aa];AW[bb];W[cc])", "setupInGame AW[bb"},
		{"a set-up that changes nothing", "(;SZ[9]AW[ii]AB[aa][bb]AE[cc];AB[bb][cc]AE[dd])", "setupNoEffect cc];A, setupNoEffect bb][c, setupNoEffect dd])"},
		{"a rectangle, in part", "(;SZ[9]AW[ii]AB[aa:bb];AB[bb:cc];AE[cc:ii])", "setupNoEffect bb:cc"},
		{"an empty rectangle emptied", "(;SZ[9]AW[ia]AB[aa:bb];AE[cc:ii])", "setupNoEffect cc:ii"},
		{"the other colour", "(;SZ[9]AB[aa];AW[aa])", ""},

		{"a variation takes the move back", "(;SZ[9];B[aa](;W[bb])(;AE[aa];B[cc]))", "variationLevel AE[aa"},
		{"so does the main one", "(;SZ[9];B[aa](;AE[aa:bb];B[bb])(;W[cc]))", "setupInGame AE[aa, variationLevel AE[aa"},
		{"without variations it is a set-up", "(;SZ[9];B[aa];AE[aa];B[bb])", "setupInGame AE[aa"},
		{"an older move taken back", "(;SZ[9];B[aa];W[bb](;B[cc])(;AE[aa]))", ""},
		{"a variation begins without a move", "(;SZ[9](;B[aa])(;C[x];B[bb])(;B[cc])(;N[y]))", "variationNoMove C[x];, variationNoMove N[y])"},
		{"all begin without", "(;SZ[9](;C[a];B[aa])(;C[b];B[bb]))", ""},

		{"stones and no handicap", "(;SZ[9]AB[aa][bb];W[cc])", "handicapStones SZ[9]"},
		{"stones, a handicap", "(;SZ[9]HA[2]AB[aa][bb];W[cc])", ""},
		{"stones and no move", "(;SZ[9]AB[aa][bb])", "handicapStones SZ[9]"},
		{"a problem", "(;SZ[9]AB[aa][bb];B[cc])", ""},
		{"another problem", "(;SZ[9]AB[aa][bb]AW[cc];W[dd])", ""},

		{"not Go", "(;GM[2];B[aa];W[aa])", ""},
		{"more than are listed", "(;SZ[9];B[aa]" + strings.Repeat(";W[aa];B[aa]", 15) + ")", "14"},
	} {
		got := boardFindings(t, c.text)
		if c.name == "more than are listed" {
			if n := strings.Count(got, "moveOccupied"); n != record.MaxFindings || !strings.HasSuffix(got, "more ") {
				t.Errorf("%s: %s", c.name, got)
			}
			continue
		}
		if got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}

// TestCheckBoardWide: places are the file's also in UTF-16.
func TestCheckBoardWide(t *testing.T) {
	b, _ := record.UTF16LE.Encode("(;C[黑];B[aa];W[aa])")
	found := gameOf(t, "\xFF\xFE"+string(b)).CheckBoard()
	if len(found) != 1 || found[0].Offset != 2+2*15 {
		t.Error(found)
	}
}

// TestCheckBoardMade: nodes made by hand are looked at, too; they have no place.
func TestCheckBoardMade(t *testing.T) {
	g := gameOf(t, "bye (;SZ[9];B[aa])")
	g.Play(1, rules.White, weiqi.At(0, 0))
	found := g.CheckBoard()
	if len(found) != 1 || found[0].Code != record.MoveOccupied || found[0].Offset != 4 {
		t.Error(found)
	}
}

// drawTree draws a tree of moves and set-ups on a small board, as text. Each node has its number
// as its name.
func drawTree(t *rapid.T) string {
	var b strings.Builder
	n := 0
	point := func() string {
		return weiqi.At(rapid.IntRange(0, 3).Draw(t, "x"), rapid.IntRange(0, 2).Draw(t, "y")).SGF()
	}
	var grow func(depth int)
	grow = func(depth int) {
		for range rapid.IntRange(1, 6).Draw(t, "nodes") {
			n++
			fmt.Fprintf(&b, ";N[%d]", n)
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				fmt.Fprintf(&b, "AE[%s]AB[%s]AW[%s:%s]", point(), point(), point(), point())
			case 1:
				fmt.Fprintf(&b, "B[%s]W[%s]", point(), point())
			default:
				fmt.Fprintf(&b, "%s[%s]", rapid.SampledFrom([]string{"B", "W"}).Draw(t, "side"), point())
			}
		}
		if depth < 4 {
			for range rapid.IntRange(0, 3).Draw(t, "variations") {
				b.WriteString("(")
				grow(depth + 1)
				b.WriteString(")")
			}
		}
	}
	grow(0)
	return "(;SZ[4:3]" + b.String() + ")"
}

// stonesOnLine plays the line to n on a board of package weiqi, move by move, and lists the moves
// and set-ups of n that meet stones: what CheckBoard says by going back and forth.
func stonesOnLine(t *rapid.T, g *record.Game, n record.Node) (list []string) {
	board, err := weiqi.NewBoard(g.Size())
	if err != nil {
		t.Fatal(err)
	}
	for step := range g.LineTo(n) {
		if step.Setup != nil {
			before := board.Clone()
			for _, set := range []struct {
				side   rules.Side
				points []weiqi.Point
			}{{rules.Black, step.Setup.Black}, {rules.White, step.Setup.White}, {rules.NoSide, step.Setup.Empty}} {
				for _, p := range set.points {
					board.SetUp(weiqi.Stone{Point: p, Colour: set.side})
				}
				if step.Node == n && slices.ContainsFunc(set.points, func(p weiqi.Point) bool { return before.At(p) == set.side }) {
					list = append(list, "setupNoEffect")
				}
			}
			continue
		}
		if board.At(step.At) != weiqi.Empty {
			if step.Node == n {
				list = append(list, "moveOccupied "+step.At.SGF())
			}
			continue
		}
		board.SetUp() // lifts a ko: the ban is a matter of the rules
		board.Play(step.Colour, step.At)
	}
	slices.Sort(list)
	return list
}

// TestCheckBoardLaw: going back and forth in a tree finds what playing each line over from the
// start finds.
func TestCheckBoardLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawTree(t)
		g := record.New(1, 1)
		if games, _, err := sgf.ReadAll([]byte(text), record.Options{}); err == nil {
			g = games[0]
		}
		got := map[int][]string{}
		for _, d := range g.CheckBoard() {
			if d.Code != record.MoveOccupied && d.Code != record.SetupNoEffect {
				continue
			}
			word := string(d.Code)
			if d.Code == record.MoveOccupied {
				word += " " + d.Args["value"].(string)
			}
			if d.Code == record.SetupNoEffect && d.Args["id"] == "AE" && strings.Contains(d.Args["value"].(string), ":") {
				t.Fatal("no rectangle is emptied here")
			}
			node := strings.Count(text[:d.Offset], ";") - 1
			got[node] = append(got[node], word)
		}
		counts := map[string]int{}
		for n := range g.Nodes() {
			want := stonesOnLine(t, g, n)
			slices.Sort(got[int(n)])
			listed := true // beyond the bound findings are only counted
			for _, word := range want {
				code, _, _ := strings.Cut(word, " ")
				counts[code]++
				listed = listed && counts[code] <= record.MaxFindings
			}
			if listed && !slices.Equal(got[int(n)], want) {
				t.Fatalf("%s\nnode %d: %v, want %v", text, n, got[int(n)], want)
			}
		}
	})
}

// TestCheckBoardBounds: long lines, deep forks, and texts made to take long: it ends, says where
// it stopped, and takes no more memory than four times the text, the tree included (issue 3).
func TestCheckBoardBounds(t *testing.T) {
	const size = 100000
	const own = 256 << 10
	repeat := func(n int, s string) string { return strings.Repeat(s, n) }
	for _, c := range []struct {
		name, text string
		stops      bool
	}{
		{"line", "(;FF[4]" + repeat(size, ";B[dd];W[pp]") + ")", false},
		{"nested", "(;FF[4]" + repeat(size, "(;B[dd](;W[pp]") + repeat(2*size, ")") + ")", false},
		{"beside each other", "(;FF[4]" + repeat(size, "(;B[dd])") + ")", false},
		{"forks", "(;FF[4]" + repeat(size, "(;B[dd](;W[pp])") + repeat(size, ")") + ")", false},
		{"forks left open", "(;FF[4]" + repeat(size, "(;B[]") + "(;W[])" + repeat(size, "(;W[]))") + ")", false},
		{"forks left open, with stones", "(;FF[4]" + repeat(size, "(;B[dd](;AE[dd]") + "(;W[dd])" + repeat(size, "(;W[dd]))(;B[ee]))") + ")", false},
		{"a board captured again and again", "(;SZ[52]AB[aa:ZZ]AE[ZZ]" + repeat(size, "(;W[ZZ])") + ")", true},
		{"filled and emptied", "(;SZ[52]" + repeat(size, ";AB[aa:ZZ];AE[aa:ZZ]") + ")", true},
		{"filled and emptied in forks", "(;SZ[52]" + repeat(size, "(;AB[aa:ZZ](;AE[aa:ZZ]") + "(;B[])" + repeat(size, "(;B[]))(;B[]))") + ")", true},
		{"filled in one node", "(;SZ[52]AB" + repeat(size, "[aa:ZZ]") + ")", true},
	} {
		g := gameOf(t, c.text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		found := g.CheckBoard()
		runtime.ReadMemStats(&after)
		stopped := slices.ContainsFunc(found, func(d record.Diagnosis) bool { return d.Code == record.BoardUnchecked })
		if stopped != c.stops {
			t.Errorf("%s: stopped %v", c.name, stopped)
		}
		used := after.TotalAlloc - before.TotalAlloc + uint64(len(c.text)+g.Len()*record.NodeBytes)
		if used > 4*uint64(len(c.text))+own {
			t.Errorf("%s: %.2f times its text", c.name, float64(used)/float64(len(c.text)))
		}
	}
}
