package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkFiles writes files, runs `record check` on them in their folder, and returns what it did.
func checkFiles(t *testing.T, files map[string]string, args ...string) (code int, out, errOut string) {
	t.Helper()
	t.Setenv("LC_ALL", "C")
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(filepath.Base(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"record"}, args...), &o, &e)
	return code, o.String(), e.String()
}

// TestRecordCheck: a line a finding with file, place, code and what was done; exit 1 for faults
// and for files without a game, 0 for doubts (contract, records).
func TestRecordCheck(t *testing.T) {
	for _, c := range []struct {
		name, text, out, errOut string
		code                    int
	}{
		{"clean", "(;FF[4]GM[1]SZ[19];B[pd])", "没有查出问题。\n", "", exitDone},
		{"doubt", "(;FF[4]GM[1]KM[375])", "a.sgf:15: komiRead (存疑) 贴子「375」不是以目写的。 读作 3 又 3/4 子。\n", "", exitDone},
		{"fault", "(;SZ[9];B[zz])", "a.sgf:10: pointOff (错误) B[zz] 在 9×9 的棋盘之外。 文字保留，不作数。\n", "", exitRefused},
		{"the stones", "(;GM[1];B[aa];W[aa]KM[some])", "a.sgf:16: moveOccupied (存疑) W[aa] 下在已有棋子的点上。 照原样保留。\na.sgf:22: komiUnclear (存疑) 贴子「some」不明。 照原样保留。\n", "", exitDone},
		{"no game", "()", "", "a.sgf: 2 字节里没有棋谱：找不到「(;」。文件以「()」开头，请核对是不是棋谱。\n", exitRefused},
		{"empty", "", "", "a.sgf: 文件是空的。SGF 棋谱以「(;」开头。\n", exitRefused},
	} {
		code, out, errOut := checkFiles(t, map[string]string{"a.sgf": c.text}, "check", "a.sgf")
		if code != c.code || out != c.out || errOut != c.errOut {
			t.Errorf("%s: exit %d, %q, %q; want %d, %q, %q", c.name, code, out, errOut, c.code, c.out, c.errOut)
		}
	}
}

// TestRecordCheckMany: one bad file doesn't stop the others; options stand anywhere; a file
// without an extension is told by its content.
func TestRecordCheckMany(t *testing.T) {
	files := map[string]string{"a.sgf": "(;GM[1]B[aa])", "b.sgf": "", "c": "mail\n(;GM[1];B[aa])"}
	code, out, errOut := checkFiles(t, files, "--lang", "en", "check", "a.sgf", "b.sgf", "missing.sgf", "c", "--json")
	var doc struct {
		Files []struct {
			File, Refused string
			Games, Faults int
			Encodings     []string
			Diagnoses     []struct {
				Offset, Game            int
				Code, Level, Done, Text string
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitRefused || len(doc.Files) != 4 {
		t.Fatalf("exit %d, %v, %q", code, err, out)
	}
	if !strings.Contains(errOut, "b.sgf: The file is empty") || !strings.Contains(errOut, "missing.sgf: Can’t open") {
		t.Errorf("stderr: %q", errOut)
	}
	a, c := doc.Files[0], doc.Files[3]
	if a.Games != 1 || len(a.Diagnoses) != 1 || a.Diagnoses[0].Code != "moveInRoot" || a.Diagnoses[0].Level != "doubt" || a.Diagnoses[0].Game != 1 || a.Diagnoses[0].Done != "kept" {
		t.Errorf("%+v", a)
	}
	if c.Games != 1 || len(c.Diagnoses) != 1 || c.Diagnoses[0].Code != "textOutside" || doc.Files[1].Refused == "" {
		t.Errorf("%+v", doc.Files)
	}
}

// TestRecordEncoding: --encoding counts more than the file; an unknown one is refused.
func TestRecordEncoding(t *testing.T) {
	const sjis = "(;PB[\x83\\]PW[\x95\\];B[aa])"
	code, out, _ := checkFiles(t, map[string]string{"a.sgf": sjis}, "check", "a.sgf", "--encoding", "sjis", "--json")
	if code != exitDone || !strings.Contains(out, `"encodings":["Shift_JIS"]`) || !strings.Contains(out, `"diagnoses":[]`) {
		t.Errorf("exit %d, %s", code, out)
	}
	if code, _, errOut := checkFiles(t, map[string]string{"a.sgf": sjis}, "check", "a.sgf", "--encoding", "klingon"); code != exitRefused || !strings.Contains(errOut, "klingon") {
		t.Errorf("exit %d, %q", code, errOut)
	}
}

// TestRecordUsage: exit 2 and the help.
func TestRecordUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"check"}, {"look", "a.sgf"}, {"check", "a.sgf", "--what"}} {
		if code, _, errOut := checkFiles(t, nil, args...); code != exitUsage || !strings.Contains(errOut, "tianyuan record check FILE...") {
			t.Errorf("%v: exit %d, %q", args, code, errOut)
		}
	}
}
