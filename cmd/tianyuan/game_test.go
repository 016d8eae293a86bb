package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tianyuan runs a command in zh-Hans and returns what it printed.
func tianyuan(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	t.Setenv("LC_ALL", "C")
	var o, e bytes.Buffer
	code = run(t.Context(), args, &o, &e)
	return code, o.String(), e.String()
}

// golden compares with a file in testdata, or writes it with -update.
func golden(t *testing.T, name, out string) {
	t.Helper()
	var got bytes.Buffer
	if err := json.Indent(&got, []byte(out), "", " "); err != nil {
		t.Fatalf("%s: %v in %q", name, err, out)
	}
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s isn't what the command prints; look at it with -update", file)
	}
}

// sgfFile writes a record and returns its path.
func sgfFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// document runs a command with --json and reads what it prints.
func document[T any](t *testing.T, args ...string) T {
	t.Helper()
	code, out, errOut := tianyuan(t, append(args, "--json")...)
	var v T
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitDone {
		t.Fatalf("%v: exit %d, %v, %q, %q", args, code, err, out, errOut)
	}
	return v
}

// TestReplayGolden: every kind of move that the rules void or that needs a ruling, by both editions
// (G2.3, D17.2, D18.3, D19, D20; art. 2, 17 to 20).
func TestReplayGolden(t *testing.T) {
	for _, edition := range []string{"2002", "1988"} {
		_, out, errOut := tianyuan(t, "replay", "testdata/replay.sgf", "--edition", edition, "--json")
		if errOut != "" {
			t.Errorf("%s: %s", edition, errOut)
		}
		golden(t, "replay-"+edition+".json", out)
	}
}

// TestReplayContract: the fields that the contract names, as it spells them, in any language.
func TestReplayContract(t *testing.T) {
	path := sgfFile(t, "(;SZ[9];B[ba];W[gg];B[ab];W[aa];B[cc])")
	for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
		_, out, _ := tianyuan(t, "replay", path, "--json", "--lang", lang)
		const want = `{"moves":5,"faults":[{"move":4,"color":"W","at":"A9","kind":"suicide","article":"2002 art. 19","consequence":"void, counts as a pass",`
		if !strings.HasPrefix(out, want) {
			t.Errorf("%s: %s, want %s...", lang, out, want)
		}
	}
	if got := document[replayJSON](t, "replay", sgfFile(t, "(;SZ[9];B[aa])")); got.Moves != 1 || got.Faults == nil || len(got.Faults) != 0 {
		t.Errorf("without faults: %+v", got)
	}
}

// TestReplayStrict: --strict alone makes faults an exit code.
func TestReplayStrict(t *testing.T) {
	clean := sgfFile(t, "(;SZ[9];B[aa];W[bb])")
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"testdata/replay.sgf"}, exitDone},
		{[]string{"testdata/replay.sgf", "--strict"}, exitRefused},
		{[]string{"--strict", "--json", "testdata/replay.sgf"}, exitRefused},
		{[]string{clean, "--strict"}, exitDone},
	} {
		code, out, _ := tianyuan(t, append([]string{"replay"}, c.args...)...)
		if code != c.code || out == "" {
			t.Errorf("%v: exit %d, %q", c.args, code, out)
		}
	}
}

// TestReplayRepetition: the form of superko by itself (options no. 1): sending two and returning
// one repeats a position on move 3, a situation on move 5, and isn't a ko.
func TestReplayRepetition(t *testing.T) {
	path := sgfFile(t, "(;SZ[5:6]AB[cb][db][eb][ac][bc][cc][ad][ae][af][cf][df]AW[dc][ec][bd][cd][dd][be][de][bf]PL[B]AB[ee];B[ed];W[ef];B[ee];W[];B[ed])")
	for form, want := range map[string]string{"simple": "[]", "positional": "[3 B sendTwo]", "situational": "[5 B sendTwo]"} {
		got := []string{}
		for _, f := range document[replayJSON](t, "replay", path, "--repetition", form).Faults {
			got = append(got, fmt.Sprint(f.Move, " ", f.Color, " ", f.Cycle))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", form, got, want)
		}
	}
}

// TestReplayWords: without --json a line for each fault in the reader's language.
func TestReplayWords(t *testing.T) {
	for lang, want := range map[string][]string{
		"zh-Hans": {"第 2 手白 D6：没有找劫材就提回。着手无效，弃权一次，警告一次（2002 版第 18 条第 3 款）\n", "第 4 手白 zz：不在棋盘上。", "第 11 手白 F6：与开始时全局同形，第 2 次出现（三劫循环）", "共 11 手，其中 6 手"},
		"zh-Hant": {"第 2 手白 D6：沒有找劫材就提回。著手無效"},
		"en":      {"move 2, White D6: ko retaken without a threat; void, counts as a pass, one warning (2002 art. 18.3)\n"},
	} {
		_, out, _ := tianyuan(t, "replay", "testdata/replay.sgf", "--lang", lang)
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: %q isn't in\n%s", lang, w, out)
			}
		}
	}
}

// divided is a board on which Black owns the first points in reading order and White the rest,
// with a point shared between them if wanted. Stones stand along the border.
func divided(lines, black int, shared bool) string {
	owner := func(x, y int) int {
		switch {
		case x < 0 || y < 0 || x >= lines || y >= lines:
			return 0
		case y*lines+x < black:
			return 'B'
		case shared && y*lines+x == black:
			return 'S'
		}
		return 'W'
	}
	points := map[int]string{}
	for n := range lines * lines {
		x, y := n%lines, n/lines
		mine, border := owner(x, y), false
		for _, other := range []int{owner(x-1, y), owner(x+1, y), owner(x, y-1), owner(x, y+1)} {
			border = border || other != 0 && other != mine
		}
		if border && mine != 'S' {
			points[mine] += fmt.Sprintf("[%c%c]", 'a'+x, 'a'+y)
		}
	}
	text := fmt.Sprintf("SZ[%d]", lines)
	for mine, list := range points {
		text += fmt.Sprintf("A%c%s", mine, list)
	}
	return text
}

// TestScoreVectors: the counting table: G9.2, G9.3, C11 by 2002 art. 11 and 1988 art. 11, as RE of
// SGF; ".5" is a point shared half each.
func TestScoreVectors(t *testing.T) {
	for _, c := range []struct{ black, new, old, none string }{
		{"180", "W+8.5", "W+6.5", "W+1"},
		{"180.5", "W+7.5", "W+5.5", "0"},
		{"183", "W+2.5", "W+0.5", "B+5"},
		{"183.5", "W+1.5", "B+0.5", "B+6"},
		{"184", "W+0.5", "B+1.5", "B+7"},
		{"184.5", "B+0.5", "B+2.5", "B+8"},
		{"185", "B+1.5", "B+3.5", "B+9"},
	} {
		whole, half, shared := strings.Cut(c.black, ".")
		var n int
		fmt.Sscan(whole, &n)
		path := sgfFile(t, "(;"+divided(19, n, half != "")+")")
		for _, run := range []struct {
			args []string
			want string
		}{
			{[]string{"--edition", "2002"}, c.new}, {[]string{"--edition", "1988"}, c.old}, {[]string{"--komi", "0"}, c.none}, {nil, c.new},
		} {
			got := document[scoreJSON](t, append([]string{"score", path}, run.args...)...)
			if got.RE != run.want || got.Black != c.black || shared != (got.Dame == 1) {
				t.Errorf("%s %v: black %s, %s, dame %d; want %s", c.black, run.args, got.Black, got.RE, got.Dame, run.want)
			}
		}
	}
}

// TestScoreContract: the contract's example, in its words and its order.
func TestScoreContract(t *testing.T) {
	path := sgfFile(t, "(;"+divided(19, 185, false)+")")
	_, out, errOut := tianyuan(t, "score", path, "--json")
	const want = `{"black":"185","white":"176","winner":"B","margin":"0.75","text":"黑胜3/4子","re":"B+1.5","dead":[],"dame":0,`
	if !strings.HasPrefix(out, want) || errOut != "" {
		t.Errorf("%s%s, want %s...", out, errOut, want)
	}
	for lang, words := range map[string]string{"zh-Hans": "黑胜3/4子", "zh-Hant": "黑勝3/4子", "en": "Black wins by ¾ zi"} {
		if got := document[scoreJSON](t, "score", path, "--lang", lang); got.Text != words {
			t.Errorf("%s: %s, want %s", lang, got.Text, words)
		}
		if _, out, _ := tianyuan(t, "score", "--lang", lang, path); !strings.HasPrefix(out, words+"\n") {
			t.Errorf("%s: %s", lang, out)
		}
	}
}

// TestScoreWarnings: a warning costs 1 子 in 2002 and nothing in 1988 (D24.1); two lose the game
// whatever the count says (D24.2).
func TestScoreWarnings(t *testing.T) {
	for _, c := range []struct {
		black              int
		edition, warn      string
		re, text, winner   string
		marginShown, error bool
	}{
		{185, "2002", "1,0", "W+0.5", "白胜1/4子", "W", true, false},
		{184, "2002", "0,1", "B+1.5", "黑胜3/4子", "B", true, false},
		{186, "2002", "1,0", "B+1.5", "黑胜3/4子", "B", true, false},
		{185, "2002", "1,1", "B+1.5", "黑胜3/4子", "B", true, false},
		{185, "1988", "1,0", "B+3.5", "黑胜1又3/4子", "B", true, false},
		{185, "2002", "2,0", "W+", "白胜", "W", false, false},
		{185, "1988", "0, 3", "B+", "黑胜", "B", false, false},
		{185, "2002", "2,2", "", "", "", false, true},
	} {
		path := sgfFile(t, "(;"+divided(19, c.black, false)+")")
		args := []string{"score", path, "--edition", c.edition, "--warnings", c.warn}
		if c.error {
			if code, out, errOut := tianyuan(t, args...); code != exitRefused || out != "" || !strings.Contains(errOut, "2 次") {
				t.Errorf("%v: exit %d, %q, %q", args, code, out, errOut)
			}
			continue
		}
		got := document[scoreJSON](t, args...)
		if got.RE != c.re || got.Text != c.text || got.Winner != c.winner || (got.Margin != nil) != c.marginShown {
			t.Errorf("%v: %+v, want %s", args, got, c.re)
		}
	}
}

// TestScoreKomi: the command line goes before the record, and the record before the edition; KM is
// in points, or what servers write besides.
func TestScoreKomi(t *testing.T) {
	for _, c := range []struct{ facts, args, komi, compensation string }{
		{"", "", "3.75", "0"},
		{"", "--edition 1988", "2.75", "0"},
		{"KM[6.5]", "", "3.25", "0"},
		{"KM[6.5]", "--edition 2002", "3.75", "0"},
		{"KM[7.5]", "--edition 1988", "2.75", "0"},
		{"KM[6.5]", "--komi 0.25", "0.25", "0"},
		{"KM[6.5]", "--komi -2 --edition 1988", "-2", "0"},
		{"KM[375]", "", "3.75", "0"},
		{"KM[750]", "", "3.75", "0"},
		{"KM[550]", "", "2.75", "0"},
		{"KM[-3]", "", "-1.5", "0"},
		{"KM[]", "", "3.75", "0"},
		{"KM[what]", "", "3.75", "0"},
		{"KM[0]HA[3]", "", "0", "1.5"},
		{"HA[2]", "--komi 0", "0", "1"},
		{"HA[1]", "", "3.75", "0"},
	} {
		path := sgfFile(t, "(;"+c.facts+divided(19, 185, false)+")")
		got := document[scoreJSON](t, append([]string{"score", path}, strings.Fields(c.args)...)...)
		if got.Komi != c.komi || got.Compensation != c.compensation {
			t.Errorf("%s %s: komi %s, compensation %s; want %s, %s", c.facts, c.args, got.Komi, got.Compensation, c.komi, c.compensation)
		}
	}
}

// TestScoreBoards: 归本数 is half of the points of any board (G9.3), a draw is "0", and the main line
// is played to its end.
func TestScoreBoards(t *testing.T) {
	for _, c := range []struct{ text, args, black, white, re string }{
		{"(;SZ[9];B[ee])", "--komi 0", "81", "0", "B+81"},
		{"(;SZ[9])", "", "40.5", "40.5", "W+7.5"},
		{"(;SZ[9])", "--komi 0", "40.5", "40.5", "0"},
		{"(;SZ[2])", "--komi 0.25", "2", "2", "W+0.5"},
		{"(;SZ[19:13])", "--komi 0", "123.5", "123.5", "0"},
		{"(;SZ[5:3];B[ba];W[da];B[bb];W[db];B[bc];W[dc])", "--komi 0", "7.5", "7.5", "0"},
		{"(;SZ[25];B[aa])", "--komi 0", "625", "0", "B+625"},
		{"(;SZ[9];B[ee](;W[tt];B[cc])(;W[aa]))", "--komi 0", "81", "0", "B+81"},
		{"(;SZ[3];B[bb];B[ab];W[cb])", "--komi 0", "5", "4", "B+1"},
		{"(;SZ[3];B[ab];W[cb];B[bb];W[aa];B[ba])", "--komi 0", "6", "3", "B+3"},
	} {
		got := document[scoreJSON](t, append([]string{"score", sgfFile(t, c.text)}, strings.Fields(c.args)...)...)
		if got.Black != c.black || got.White != c.white || got.RE != c.re {
			t.Errorf("%s: %s to %s, %s; want %s to %s, %s", c.text, got.Black, got.White, got.RE, c.black, c.white, c.re)
		}
		if got.RE == "0" && (got.Winner != "draw" || got.Text != "和棋" || got.Margin == nil || *got.Margin != "0") {
			t.Errorf("%s: %+v", c.text, got)
		}
	}
}

// TestScoreDead: a dead chain is named by any of its stones, once or more often, and is taken off
// whole (G8, G9.1); what is no stone is refused.
func TestScoreDead(t *testing.T) {
	// Black has walled off the upper left of a 9×9 board; two White chains stand inside.
	path := sgfFile(t, "(;SZ[9]KM[0]AB[ea][eb][ec][ed][ee][de][ce][be][ae]AW[fa][fb][fc][fd][fe][ff][ef][df][cf][bf][af][bb][bc][dc])")
	for dead, want := range map[string]string{
		"":            `"" 15.5`,
		"B8":          `"B8 B7" 16.5`,
		"b7":          `"B8 B7" 16.5`,
		"B7,D7":       `"B8 B7 D7" 25`,
		"D7,B7":       `"D7 B8 B7" 25`,
		"D7, B8 ,B7,": `"D7 B8 B7" 25`,
	} {
		got := document[scoreJSON](t, "score", path, "--dead", dead)
		if s := fmt.Sprintf("%q %s", strings.Join(got.Dead, " "), got.Black); s != want {
			t.Errorf("%q: %s, want %s", dead, s, want)
		}
	}
	for dead, says := range map[string]string{"A9": "「A9」没有棋子", "B8,E5,J1": "「J1」没有棋子", "K1": "「K1」", "Z9": "「Z9」", "pass": "「pass」", "bb": "「bb」"} {
		code, out, errOut := tianyuan(t, "score", path, "--dead", dead)
		if code != exitRefused || out != "" || !strings.Contains(errOut, says) || !strings.Contains(errOut, path) {
			t.Errorf("%s: exit %d, %q, %q", dead, code, out, errOut)
		}
	}
}

// TestScoreSuggest: what is plainly dead is suggested, always alike (G8).
func TestScoreSuggest(t *testing.T) {
	// Black lives above, White below; the white stone above and the black one below are dead.
	path := sgfFile(t, "(;SZ[9]KM[0]AB[ca][ea][ga][bb:gb][ib][ac:id]AW[ha]AW[ae:if][ag][cg:gg][ig][ah:fh][hh:ih][ai][ci][ei][ii]AB[gh])")
	got := document[scoreJSON](t, "score", path, "--dead", "suggest")
	if again := document[scoreJSON](t, "score", path, "--dead", "suggest"); fmt.Sprintf("%v %s %s", got.Dead, got.Black, got.White) != "[H9 G2] 36 45" || fmt.Sprint(again.Dead) != fmt.Sprint(got.Dead) {
		t.Errorf("%v, %s to %s; again %v", got.Dead, got.Black, got.White, again.Dead)
	}
}

// TestScoreVoid: moves that the rules void don't stand, and that is told.
func TestScoreVoid(t *testing.T) {
	path := sgfFile(t, "(;SZ[3];B[bb];W[bb];B[ba];W[zz])")
	code, out, errOut := tianyuan(t, "score", path, "--json")
	if code != exitDone || !strings.Contains(out, `"moves":4,"void":2}`) || !strings.Contains(errOut, "有 2 手") || !strings.Contains(errOut, path) {
		t.Errorf("exit %d, %s, %s", code, out, errOut)
	}
}

// TestGameFiles: which game of a file, and what can't be read, each with the file's name.
func TestGameFiles(t *testing.T) {
	two := sgfFile(t, "(;SZ[9];B[aa])(;SZ[9];B[aa];W[bb])")
	if code, _, errOut := tianyuan(t, "replay", two, "--json"); code != exitDone || !strings.Contains(errOut, "不止一局") {
		t.Errorf("two games: exit %d, %s", code, errOut)
	}
	if code, out, errOut := tianyuan(t, "replay", two, "--json", "--game", "2"); code != exitDone || errOut != "" || !strings.HasPrefix(out, `{"moves":2,`) {
		t.Errorf("the second: exit %d, %s%s", code, out, errOut)
	}
	missing := filepath.Join(t.TempDir(), "missing.sgf")
	for _, command := range []string{"score", "replay"} {
		for _, c := range []struct {
			args []string
			code int
			says string
		}{
			{[]string{two, "--game", "3"}, exitRefused, "没有第 3 局，一共 2 局"},
			{[]string{two, "--game", "0"}, exitUsage, "「0」"},
			{[]string{missing}, exitRefused, missing},
			{[]string{sgfFile(t, "")}, exitRefused, "文件是空的"},
			{[]string{sgfFile(t, "no game at all")}, exitRefused, "找不到"},
			{[]string{sgfFile(t, "(;SZ[52];B[aa])")}, exitRefused, "52 × 52"},
			{[]string{sgfFile(t, "(;SZ[5]"+strings.Repeat(";B[];W[]", 5001)+")")}, exitRefused, "10000"},
			{[]string{}, exitUsage, "tianyuan " + command},
			{[]string{two, two}, exitUsage, "tianyuan " + command},
			{[]string{two, "--edition", "2024"}, exitUsage, "「2024」"},
			{[]string{two, "--what"}, exitUsage, "tianyuan " + command},
			{[]string{two, "--lang", "fr"}, exitUsage, "「fr」"},
		} {
			code, out, errOut := tianyuan(t, append([]string{command}, c.args...)...)
			if code != c.code || out != "" || !strings.Contains(errOut, c.says) {
				t.Errorf("%s %v: exit %d, %q, %q; want %d and %q on stderr", command, c.args, code, out, errOut, c.code, c.says)
			}
		}
	}
	for _, args := range [][]string{{"score", "--komi", "3.7"}, {"score", "--komi", ""}, {"score", "--warnings", "1"}, {"score", "--warnings", "-1,0"}, {"score", "--warnings", "1,2,3"}, {"replay", "--repetition", "natural"}, {"replay", "--repetition", "none"}, {"gtp", "--edition", "x"}, {"gtp", "file"}} {
		if code, out, errOut := tianyuan(t, append(args, two)...); code != exitUsage || out != "" || errOut == "" {
			t.Errorf("%v: exit %d, %q, %q", args, code, out, errOut)
		}
	}
}

// TestGameHelp: each command's --help has its options, an example and the exit codes.
func TestGameHelp(t *testing.T) {
	for command, options := range map[string][]string{
		"score": {"--edition", "--komi", "--dead", "--warnings", "--json", "--lang"}, "replay": {"--edition", "--strict", "--repetition", "--json", "--lang"}, "gtp": {"--edition"},
	} {
		for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
			code, out, errOut := tianyuan(t, command, "--help", "--lang", lang)
			if code != exitDone || errOut != "" || !strings.Contains(out, "  tianyuan "+command) || strings.Contains(out, "⟦") {
				t.Errorf("%s --help: exit %d, %s%s", command, code, out, errOut)
			}
			for _, option := range options {
				if !strings.Contains(out, "\n  "+option+" ") {
					t.Errorf("%s --help doesn't have %s", command, option)
				}
			}
		}
	}
}

// TestGTPCommand: the command speaks on standard input and output until quit.
func TestGTPCommand(t *testing.T) {
	in, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin := os.Stdin
	os.Stdin = in
	t.Cleanup(func() { os.Stdin = stdin })
	dir := t.TempDir()
	saved := filepath.Join(dir, "saved.sgf")
	fmt.Fprintf(to, "1 version\nloadsgf testdata/replay.sgf 2\nprintsgf %s\nloadsgf %s\n2 final_score\nquit\n", saved, saved)
	code, out, errOut := tianyuan(t, "gtp", "--edition", "1988")
	if want := "=1 " + Version + "\n\n= \n\n= \n\n= \n\n=2 "; code != exitDone || errOut != "" || !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "\n\n= \n\n") {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
	if data, err := os.ReadFile(saved); err != nil || !bytes.Contains(data, []byte("SZ[7:8]")) {
		t.Errorf("%s, %v", data, err)
	}
}
