package gtp_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"tianyuan/gtp"
	"tianyuan/rules"
)

// files are the records that loadsgf finds in the tests.
var files = fstest.MapFS{
	"game.sgf":      {Data: []byte("(;SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[gc](;B[cg])(;B[dd]))")},
	"two words.sgf": {Data: []byte("(;SZ[5]KM[0];B[cc])")},
	"handicap.sgf":  {Data: []byte("(;SZ[9]HA[2]KM[0]AB[cg][gc];W[cc];B[gg])")},
	"quirk.sgf":     {Data: []byte("(;SZ[9]KM[375])")},
	"noKomi.sgf":    {Data: []byte("(;SZ[9];B[aa])")},
	"void.sgf":      {Data: []byte("(;SZ[5];B[cc];W[cc];B[cc];B[aa])")},
	"big.sgf":       {Data: []byte("(;SZ[37];B[aa])")},
	"noGame.sgf":    {Data: []byte("nothing here")},
	"long.sgf":      {Data: []byte("(;SZ[5]" + strings.Repeat(";B[];W[]", 5001) + ")")},
	"endless.sgf":   {Data: bytes.Repeat([]byte(" "), 17<<20)},
	"commented.sgf": {Data: []byte("(;SZ[5]C[one\n\n\ntwo];B[cc]C[\n\n])")},
	"rectangle.sgf": {Data: []byte("(;SZ[5:3];B[ac])")},
}

func open(name string) (io.ReadCloser, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	return file, nil
}

func front(edition rules.Edition) *gtp.Front {
	return gtp.NewFront(gtp.Options{Edition: edition, Version: "1.2.3", Open: open})
}

// converse sends the text and returns the answers without the empty lines after them.
func converse(t *testing.T, f *gtp.Front, text string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := f.Serve(strings.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		return nil
	}
	if !strings.HasSuffix(out.String(), "\n\n") {
		t.Fatalf("the last answer isn't ended by an empty line: %q", out.String())
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n")
}

// dialogue is a conversation, a line a command with the answer behind "->"; "|" is a line break.
func dialogue(t *testing.T, edition rules.Edition, text string) {
	t.Helper()
	var commands, wants []string
	for line := range strings.Lines(text) {
		command, want, found := strings.Cut(strings.TrimSpace(line), " -> ")
		if !found {
			continue
		}
		commands = append(commands, command)
		wants = append(wants, strings.TrimSpace(strings.ReplaceAll(want, "|", "\n")))
	}
	answers := converse(t, front(edition), strings.Join(commands, "\n")+"\n")
	if len(answers) != len(wants) {
		t.Fatalf("%d answers to %d commands: %q", len(answers), len(wants), answers)
	}
	for i, want := range wants {
		got := strings.TrimSpace(answers[i])
		if strings.HasPrefix(commands[i], "printsgf") {
			got = strings.ReplaceAll(got, "\n", "") // where its lines end is for the writer to say
		}
		if got != want {
			t.Errorf("%s: %q, want %q", commands[i], got, want)
		}
	}
}

// TestProtocol: the conversation as the draft of GTP version 2 has it: ids, comments, tabs, control
// characters, carriage returns, empty lines, the end of each answer.
func TestProtocol(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"no id", "name\n", "= Tianyuan\n\n"},
		{"an id", "7 name\n", "=7 Tianyuan\n\n"},
		{"an id with zeros", "007 name\n", "=007 Tianyuan\n\n"},
		{"the largest id", "2147483647 name\n", "=2147483647 Tianyuan\n\n"},
		{"no answer text", "1 komi 0\n", "=1 \n\n"},
		{"an error", "3 nothing\n", "?3 unknown command\n\n"},
		{"an id alone", "12\n", "?12 unknown command\n\n"},
		{"too large for an id", "2147483648 name\n", "? unknown command\n\n"},
		{"a negative id", "-1 name\n", "? unknown command\n\n"},
		{"a comment behind", "name # who is it\n", "= Tianyuan\n\n"},
		{"a comment alone", "# name\nversion\n", "= 1.2.3\n\n"},
		{"tabs and blanks", "\t 5\t\tname \t\n", "=5 Tianyuan\n\n"},
		{"carriage returns", "name\r\nversion\r\n", "= Tianyuan\n\n= 1.2.3\n\n"},
		{"control characters", "n\x00a\x07m\x1be\x7f\n", "= Tianyuan\n\n"},
		{"empty lines", "\n\r\n   \n\t\nname\n\n", "= Tianyuan\n\n"},
		{"no line end", "name", "= Tianyuan\n\n"},
		{"nothing", "", ""},
		{"capitals", "NAME\n", "? unknown command\n\n"},
		{"after quit", "quit\nname\n", "= \n\n"},
		{"a blank that is none of the protocol's", "name\u00a0\n\u00a0\n", "? unknown command\n\n? unknown command\n\n"},
		{"bytes beyond ASCII", "\xff\xfe 天元\n", "? unknown command\n\n"},
	} {
		var out bytes.Buffer
		if err := front(rules.Edition2002).Serve(strings.NewReader(c.in), &out); err != nil || out.String() != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, out.String(), err, c.want)
		}
	}
}

// TestLongLine: a line of any length gets an error with its id and keeps the conversation going; a
// long comment is none.
func TestLongLine(t *testing.T) {
	long := strings.Repeat("D4 ", 1<<20)
	var out bytes.Buffer
	in := "8 set_free_handicap " + long + "\nname # " + long + "\n" + strings.Repeat(" ", 1<<20) + "version\n"
	if err := front(rules.Edition2002).Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "?8 line too long\n\n= Tianyuan\n\n= 1.2.3\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBoardCommands: size, komi, play, undo, captures with the errors of the draft. Sides may move
// in a row.
func TestBoardCommands(t *testing.T) {
	dialogue(t, rules.Edition2002, `
		protocol_version -> = 2
		known_command play -> = true
		known_command genmove -> = false
		known_command -> = false
		known_command a b -> ? syntax error
		boardsize 26 -> ? unacceptable size
		boardsize 1 -> ? unacceptable size
		boardsize 0 -> ? unacceptable size
		boardsize -5 -> ? unacceptable size
		boardsize 99999999999999999999 -> ? unacceptable size
		boardsize nineteen -> ? syntax error
		boardsize 9.5 -> ? syntax error
		boardsize -> ? syntax error
		boardsize 19 13 -> ? syntax error
		boardsize 25 -> =
		play black Z25 -> =
		boardsize 2 -> =
		play b A3 -> ? syntax error
		play b A2 -> =
		boardsize 5 -> =
		play b C3 -> =
		play w C3 -> ? illegal move
		play black pass -> =
		play b PASS -> =
		play b c4 -> =
		play green D4 -> ? syntax error
		play b I3 -> ? syntax error
		play b D0 -> ? syntax error
		play b D -> ? syntax error
		play b 44 -> ? syntax error
		play b resign -> ? syntax error
		play b -> ? syntax error
		play b D4 D5 -> ? syntax error
		undo -> =
		undo -> =
		undo -> =
		play w C4 -> =
		play w B3 -> =
		play w D3 -> =
		is_legal b C2 -> = 1
		play w C2 -> =
		captures white -> = 1
		captures B -> = 0
		captures -> ? syntax error
		captures x -> ? syntax error
		is_legal b C3 -> = 0
		is_legal w C3 -> = 1
		is_legal w pass -> = 1
		is_legal w F6 -> ? syntax error
		all_legal w -> = A5 B5 C5 D5 E5 A4 B4 D4 E4 A3 C3 E3 A2 B2 D2 E2 A1 B1 C1 D1 E1
		all_legal b -> = A5 B5 C5 D5 E5 A4 B4 D4 E4 A3 E3 A2 B2 D2 E2 A1 B1 C1 D1 E1
		all_legal -> ? syntax error
		undo -> =
		captures white -> = 0
		clear_board -> =
		undo -> ? cannot undo
		captures white -> = 0
		komi 6.5 -> =
		komi -> ? syntax error
		komi six -> ? syntax error
		komi 1e3 -> ? syntax error
		komi NaN -> ? syntax error
		komi -. -> ? syntax error
		komi 3.75 -> ? unacceptable komi
		komi 99999999999999999999 -> ? unacceptable komi
		komi +0.50 -> =
		final_score -> = W+0.5
		komi -7.5 -> =
		final_score -> = B+7.5
		komi 7. -> =
		final_score -> = W+7
		komi 0 -> =
		final_score -> = 0
		quit now -> ? syntax error
	`)
}

// TestEditions: the komi of the edition (C11), and what it makes of a ko and of repetition: D18.3,
// D20.1, G6 in 2002; in 1988 three kos are the referee's, an unbalanced cycle isn't (D20.3, D20.4).
func TestEditions(t *testing.T) {
	for edition, c := range map[rules.Edition]struct{ komi, triple string }{
		rules.Edition2002: {"W+7.5", "? illegal move"},
		rules.Edition1988: {"W+5.5", "="},
	} {
		dialogue(t, edition, `
			final_score -> = `+c.komi+`
			loadsgf ko.sgf -> ? cannot load file
		`)
		setUp(t, edition, "OOOOOOO OXO.O.O X.XOXOX XXXXXXX OOOOOOO ....... .......", `
			play b D6 -> =
			play w B5 -> =
			play b F6 -> =
			play w D5 -> =
			play b B6 -> =
			play w F5 -> `+c.triple+`
		`)
		setUp(t, edition, "XX.O. .XXOO ..... .X... XO...", "play w A5 -> ? illegal move")
		setUp(t, edition, "..... .XO.. X.XO. .XO.. .....", `
			play w B3 -> =
			play b C3 -> ? illegal move
			is_legal b C3 -> = 0
			play b E1 -> =
			play w E5 -> =
			play b C3 -> =
			play w B3 -> ? illegal move
		`)
	}
}

// setUp puts a position on the board by moves before a dialogue.
func setUp(t *testing.T, edition rules.Edition, rows, text string) {
	t.Helper()
	lines := strings.Fields(rows)
	script := fmt.Sprintf("boardsize %d -> =\n", len(lines))
	for y, row := range lines {
		for x, letter := range row {
			if letter != '.' {
				script += fmt.Sprintf("play %s %c%d -> =\n", map[rune]string{'X': "b", 'O': "w"}[letter], "ABCDEFGHJ"[x], len(lines)-y)
			}
		}
	}
	dialogue(t, edition, script+text)
}

// TestHandicap: fixed, free and chosen handicap stones with the errors of the draft; White gets
// half a stone 子, a point, for each (options no. 14).
func TestHandicap(t *testing.T) {
	dialogue(t, rules.Edition2002, `
		fixed_handicap 9 -> = D4 Q16 D16 Q4 D10 Q10 K4 K16 K10
		fixed_handicap 2 -> ? board not empty
		place_free_handicap 2 -> ? board not empty
		set_free_handicap A1 B1 -> ? board not empty
		clear_board -> =
		fixed_handicap 10 -> ? invalid number of stones
		fixed_handicap 1 -> ? invalid number of stones
		fixed_handicap 0 -> ? invalid number of stones
		fixed_handicap -> ? syntax error
		fixed_handicap two -> ? syntax error
		fixed_handicap 5 -> = D4 Q16 D16 Q4 K10
		play w K10 -> ? illegal move
		boardsize 8 -> =
		fixed_handicap 5 -> ? invalid number of stones
		fixed_handicap 4 -> = C3 F6 C6 F3
		boardsize 6 -> =
		fixed_handicap 2 -> ? invalid number of stones
		place_free_handicap 1 -> ? invalid number of stones
		place_free_handicap 36 -> ? invalid number of stones
		place_free_handicap 35 -> = B2 E5
		boardsize 2 -> =
		place_free_handicap 3 -> = A1 B2
		boardsize 19 -> =
		place_free_handicap 12 -> = D4 Q16 D16 Q4 D10 Q10 K4 K16 K10
		boardsize 9 -> =
		set_free_handicap -> ? bad vertex list
		set_free_handicap C3 -> ? bad vertex list
		set_free_handicap C3 C3 -> ? bad vertex list
		set_free_handicap C3 pass -> ? bad vertex list
		set_free_handicap C3 K10 -> ? bad vertex list
		showboard -> = |   A B C D E F G H J| 9 . . . . . . . . . 9| 8 . . . . . . . . . 8| 7 . . + . . . + . . 7| 6 . . . . . . . . . 6| 5 . . . . + . . . . 5| 4 . . . . . . . . . 4| 3 . . + . . . + . . 3| 2 . . . . . . . . . 2| 1 . . . . . . . . . 1|   A B C D E F G H J|captured by black: 0, by white: 0; komi 7.5; black to move
		set_free_handicap C3 G7 A1 -> =
		undo -> ? cannot undo
		komi 0 -> =
		final_score -> = B+78
		play w pass -> =
		play b E5 -> =
		play w E6 -> =
		printsgf -> = (;FF[4]GM[1]CA[UTF-8]SZ[9]AP[Tianyuan:1.2.3]KM[0]RU[Chinese]HA[3]AB[gc][cg][ai];W[];B[ee];W[ed])
	`)
}

// TestScore: area counting with shared points (G9), dead stones and seki as suggested (G8).
func TestScore(t *testing.T) {
	// Black lives above, White below; the white stone above and the black one below are dead.
	setUp(t, rules.Edition2002, "..X.X.XO. .XXXXXX.X XXXXXXXXX XXXXXXXXX OOOOOOOOO OOOOOOOOO O.OOOOO.O OOOOOOXOO O.O.O...O", `
		komi 0 -> =
		final_status_list dead -> = H9|G2
		final_status_list seki -> =
		final_score -> = W+9
		final_status_list dame -> =
		final_status_list white_territory -> = B3 H3 G2 B1 D1 F1 G1 H1
		final_status_list black_territory -> = A9 B9 D9 F9 H9 J9 A8 H8
		final_status_list live -> ? syntax error
		final_status_list -> ? syntax error
	`)
}

// TestLoad: size, komi, handicap and position of a record, whole or before a move, with variations
// left aside and void moves taken for passes.
func TestLoad(t *testing.T) {
	dialogue(t, rules.Edition2002, `
		loadsgf game.sgf -> =
		printsgf -> = (;FF[4]GM[1]CA[UTF-8]SZ[9]AP[Tianyuan:1.2.3]KM[6.5]RU[Chinese];B[ee];W[cc];B[gg];W[gc];B[cg])
		loadsgf game.sgf 3 -> =
		is_legal b G3 -> = 1
		is_legal b C7 -> = 0
		undo -> =
		undo -> =
		undo -> ? cannot undo
		loadsgf game.sgf 1 -> =
		all_legal b extra -> ? syntax error
		undo -> ? cannot undo
		loadsgf game.sgf 99 -> =
		is_legal w C3 -> = 0
		loadsgf game.sgf 0 -> ? syntax error
		loadsgf game.sgf -1 -> ? syntax error
		loadsgf game.sgf 99999999999999999999 -> ? syntax error
		loadsgf two words.sgf -> =
		is_legal w F1 -> ? syntax error
		loadsgf two words.sgf 1 -> =
		is_legal w C3 -> = 1
		loadsgf handicap.sgf 1 -> =
		final_score -> = B+79
		loadsgf quirk.sgf -> =
		final_score -> = W+7.5
		komi 1 -> =
		loadsgf noKomi.sgf 1 -> =
		final_score -> = W+1
		loadsgf void.sgf -> =
		printsgf -> = (;FF[4]GM[1]CA[UTF-8]SZ[5]AP[Tianyuan:1.2.3]KM[1]RU[Chinese];B[cc];W[];B[];B[aa])
		loadsgf commented.sgf -> =
		printsgf -> = (;FF[4]GM[1]CA[UTF-8]SZ[5]AP[Tianyuan:1.2.3]KM[1]RU[Chinese];B[cc])
		loadsgf rectangle.sgf -> =
		all_legal w -> = A3 B3 C3 D3 E3 A2 B2 C2 D2 E2 B1 C1 D1 E1
		clear_board -> =
		is_legal b E3 -> = 1
		is_legal b E4 -> ? syntax error
		loadsgf -> ? syntax error
		loadsgf nothing.sgf -> ? cannot load file
		loadsgf ../front.go -> ? cannot load file
		loadsgf noGame.sgf -> ? cannot load file
		loadsgf big.sgf -> ? cannot load file
		loadsgf long.sgf -> ? cannot load file
		loadsgf endless.sgf -> ? cannot load file
		is_legal b E3 -> = 1
	`)
}

type savedFile struct {
	bytes.Buffer
	fault error
}

func (s *savedFile) Close() error { return s.fault }

// TestPrint: printsgf FILE writes the file; what it writes is loaded to the same position.
func TestPrint(t *testing.T) {
	saved := map[string]*savedFile{}
	f := gtp.NewFront(gtp.Options{Edition: rules.Edition1988, Version: "1", Open: func(name string) (io.ReadCloser, error) {
		if file, ok := saved[name]; ok {
			return io.NopCloser(bytes.NewReader(file.Bytes())), nil
		}
		return nil, fs.ErrNotExist
	}, Create: func(name string) (io.WriteCloser, error) {
		switch name {
		case "forbidden":
			return nil, fs.ErrPermission
		case "full":
			return &savedFile{fault: errors.New("disk full")}, nil
		}
		saved[name] = &savedFile{}
		return saved[name], nil
	}})
	answers := converse(t, f, "boardsize 5\nkomi -0.5\nplay w A1\nplay w B1\nplay b pass\nprintsgf my game.sgf\nprintsgf forbidden\nprintsgf full\nshowboard\nclear_board\nloadsgf my game.sgf\nshowboard\nprintsgf\n")
	for i, want := range map[int]string{5: "= ", 6: "? cannot save file", 7: "? cannot save file", 10: "= "} {
		if answers[i] != want {
			t.Errorf("answer %d: %q, want %q", i, answers[i], want)
		}
	}
	if answers[8] != answers[11] || !strings.Contains(strings.ReplaceAll(answers[12], "\n", ""), "KM[-0.5]RU[Chinese];W[ae];W[be];B[]") {
		t.Errorf("saved\n%s\nloaded\n%s\n%s", answers[8], answers[11], answers[12])
	}
	if got := converse(t, front(rules.Edition2002), "printsgf file.sgf\n"); got[0] != "? cannot save file" {
		t.Errorf("without files: %q", got)
	}
	if got := converse(t, gtp.NewFront(gtp.Options{Edition: rules.Edition2002}), "loadsgf game.sgf\n"); got[0] != "? cannot load file" {
		t.Errorf("without files: %q", got)
	}
}

// TestListed: every command listed is known, and none is listed twice; the contract's are there.
func TestListed(t *testing.T) {
	answers := converse(t, front(rules.Edition2002), "list_commands\n")
	listed := strings.Fields(strings.TrimPrefix(answers[0], "="))
	seen := map[string]bool{}
	for _, name := range listed {
		if got := converse(t, front(rules.Edition2002), "known_command "+name+"\n"); got[0] != "= true" || seen[name] {
			t.Errorf("%s: %q, listed before %t", name, got, seen[name])
		}
		seen[name] = true
	}
	const contract = "protocol_version name version known_command list_commands quit boardsize clear_board komi play undo is_legal all_legal captures final_score final_status_list set_free_handicap fixed_handicap showboard loadsgf printsgf"
	for _, name := range strings.Fields(contract) {
		if !seen[name] {
			t.Errorf("%s isn't listed", name)
		}
	}
}

// brokenPipe fails on the second write.
type brokenPipe struct{ writes int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.writes++; b.writes > 1 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

// TestHungUp: a controller that is gone ends the conversation with the error.
func TestHungUp(t *testing.T) {
	if err := front(rules.Edition2002).Serve(strings.NewReader("name\nname\nname\n"), &brokenPipe{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v, want %v", err, io.ErrClosedPipe)
	}
	in := io.MultiReader(strings.NewReader("name\n"), errReader{})
	if err := front(rules.Edition2002).Serve(in, io.Discard); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v, want %v", err, io.ErrUnexpectedEOF)
	}
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestUndoLaw: any play and as many undo leave the board as it was, whatever was refused between.
func TestUndoLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.IntRange(2, 6).Draw(rt, "size")
		script := fmt.Sprintf("boardsize %d\nshowboard\n", size)
		moves := rapid.SliceOfN(rapid.IntRange(0, 2*size*size), 0, 60).Draw(rt, "moves")
		for _, m := range moves {
			vertex := "pass"
			if at := m / 2; at < size*size {
				vertex = fmt.Sprintf("%c%d", "ABCDEFGHJ"[at%size], at/size+1)
			}
			script += fmt.Sprintf("play %s %s\n", [2]string{"b", "w"}[m%2], vertex)
		}
		f := front(rules.Edition2002)
		var out bytes.Buffer
		if err := f.Serve(strings.NewReader(script), &out); err != nil {
			rt.Fatal(err)
		}
		answers := strings.Split(out.String(), "\n\n")
		played := 0
		for _, a := range answers[2:] {
			if a == "= " {
				played++
			}
		}
		var back bytes.Buffer
		if err := f.Serve(strings.NewReader(strings.Repeat("undo\n", played)+"showboard\nundo\n"), &back); err != nil {
			rt.Fatal(err)
		}
		ends := strings.Split(back.String(), "\n\n")
		if ends[played] != answers[1] || ends[played+1] != "? cannot undo" {
			rt.Fatalf("after %d moves and as many undo\n%s\nwant\n%s\n%q", played, ends[played], answers[1], ends[played+1])
		}
	})
}

// FuzzServe: whatever a controller sends and whatever lies in the file that it has loaded, every
// line that isn't empty gets one answer until the front is told to quit.
func FuzzServe(f *testing.F) {
	f.Add([]byte("1 boardsize 9\n2 fixed_handicap 4\nplay w E5 # in the middle\nshowboard\nfinal_score\n"), []byte("(;SZ[9];B[aa])"))
	f.Add([]byte("loadsgf x 3\nprintsgf\nall_legal b\nfinal_status_list dead\nundo\n"), []byte("(;SZ[3:2]AB[aa:cb];W[aa];B[bb])"))
	f.Add([]byte("komi 0.5\nset_free_handicap A1 B2\ncaptures b\nquit\nname\n"), []byte("(;HA[2]AW[aa]PL[W];W[tt];AE[aa])"))
	f.Fuzz(func(t *testing.T, script, file []byte) {
		front := gtp.NewFront(gtp.Options{Edition: rules.Edition2002, Version: "1", Open: func(string) (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(file)), nil
		}})
		var out bytes.Buffer
		if err := front.Serve(bytes.NewReader(script), &out); err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(out.String(), "\n\n")
		answers = answers[:len(answers)-1]
		for i, a := range answers {
			if a[0] != '=' && a[0] != '?' || strings.ContainsFunc(a, func(r rune) bool { return r < ' ' && r != '\n' }) {
				t.Fatalf("answer %d: %q", i, a)
			}
		}
		if lines, quits := countLines(script); len(answers) != lines && !(quits && len(answers) < lines) {
			t.Fatalf("%d answers to %d lines", len(answers), lines)
		}
	})
}

// countLines counts the lines that want an answer, and tells whether a command to quit may be
// among them.
func countLines(script []byte) (lines int, quits bool) {
	for line := range bytes.Lines(script) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		line = bytes.Map(func(r rune) rune {
			if r < ' ' && r != '\t' || r == 0x7F {
				return -1
			}
			return r
		}, line)
		if len(bytes.Trim(line, " \t")) > 0 {
			lines++
		}
		quits = quits || bytes.Contains(line, []byte("quit"))
	}
	return lines, quits
}
