package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// said runs the command line and gives what it prints.
func said(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	if code := run(t.Context(), args, &out, &errOut); code != want {
		t.Errorf("%v: exit %d instead of %d\n%s", args, code, want, errOut.String())
	}
	return out.String() + errOut.String()
}

// TestHelp: every command's help has a text for every option in every language, wherever the
// language stands among the options.
func TestHelp(t *testing.T) {
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	for _, cmd := range commands {
		for lang, exit := range map[string]string{"zh-Hans": "退出码", "zh-Hant": "結束碼", "en": "Exit codes"} {
			before, after := said(t, exitDone, cmd.name, "--lang", lang, "--help"), said(t, exitDone, cmd.name, "--help", "--lang="+lang)
			if before != after || strings.Contains(before, "⟦") || lang == "en" && !strings.Contains(before, exit) {
				t.Errorf("%s --help in %s:\n%s", cmd.name, lang, after)
			}
		}
	}
}

// TestWrongOptions: what is wrong with an option is said in the user's language alone.
func TestWrongOptions(t *testing.T) {
	t.Setenv("LC_ALL", "en_GB.UTF-8")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"standings", "--bogus"}, exitUsage, "There is no option --bogus."},
		{[]string{"standings", "--after"}, exitUsage, "--after needs a value."},
		{[]string{"standings", "--after", "x"}, exitUsage, "“x” is not a value for --after."},
		{[]string{"serve", "--lan=perhaps"}, exitUsage, "“perhaps” is not a value for --lan."},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "nonsense"}, exitRefused, "“nonsense” is not an address."},
		{[]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:99999"}, exitRefused, "is not an address."},
		{[]string{"serve", "--data", filepath.Join(file, "x")}, exitRefused, "can't be made."},
	} {
		text := said(t, c.code, c.args...)
		if !strings.Contains(text, c.want) || strings.Contains(text, "fault.") || strings.Contains(text, "flag provided") {
			t.Errorf("%v: %.300s", c.args, text)
		}
	}
}

// TestBackupKeepsOthers: a copy replaces an earlier copy and nothing else.
func TestBackupKeepsOthers(t *testing.T) {
	t.Setenv("LC_ALL", "en_GB.UTF-8")
	data, out := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	said(t, exitDone, "backup", "--data", data, out)
	said(t, exitDone, "backup", "--data", data, out)
	if err := os.WriteFile(out, []byte("a list of mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text := said(t, exitRefused, "backup", "--data", data, out); !strings.Contains(text, "was not replaced") {
		t.Errorf("%s", text)
	}
	if kept, err := os.ReadFile(out); err != nil || string(kept) != "a list of mine" {
		t.Errorf("%q, %v", kept, err)
	}
}

// TestArguments: what is missing or too many is named before the usage.
func TestArguments(t *testing.T) {
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"standings"}, "还缺 FILE。"}, {[]string{"pair", "a.json", "b.json"}, "多写了「b.json」。"}, {[]string{"export", "t-1"}, "还缺 OUT.json。"},
		{[]string{"export"}, "还缺 ID。"}, {[]string{"serve", "now"}, "多写了「now」。"}, {[]string{"restore"}, "还缺 IN。"}, {[]string{"score"}, "还缺 FILE.sgf。"},
	} {
		if text := said(t, exitUsage, c.args...); !strings.HasPrefix(text, c.want+"\ntianyuan "+c.args[0]) {
			t.Errorf("%v: %.200s", c.args, text)
		}
	}
}

// TestFileFaults: a refusal names the file, the place, what is wrong there and what would be right.
func TestFileFaults(t *testing.T) {
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	file := filepath.Join(t.TempDir(), "division.json")
	write := func(body string) {
		t.Helper()
		head := `{"format": "tianyuan.division/1", "name": "x", "edition": "2002", "method": "swiss", "rounds": 3, "entries": [{"no": 1, "name": "甲"}, {"no": 2, "name": "乙"}]`
		if err := os.WriteFile(file, []byte(head+body+"}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for body, want := range map[string]string{
		`, "options": {"firstRound": "half"}`:                             "选项「firstRound」没有「half」这个值。可写：halves、adjacent、ends、random。",
		`, "options": {"tieBreak": "WAGC"}`:                               "没有「tieBreak」这个选项。可写：tiebreaks、score、",
		`, "options": {"cycles": "two"}`:                                  "选项「cycles」是文字，应为数。",
		`, "byes": [{"round": 1, "no": 1}, {"round": 0, "no": 2}]`:        "byes[1]：没有第 0 轮。轮次是 1 到 100。",
		`, "absences": [{"round": 101, "no": 1}]`:                         "absences[0]：没有第 101 轮。",
		`, "withdrawals": [{"no": 8, "after": 1}]`:                        "退出的 8 号，报名里没有。",
		`, "byes": [{"round": 1, "no": 8}]`:                               "第 1 轮轮空或请假的 8 号，报名里没有。",
		`, "results": [{"round": "1"}]`:                                   "第 1 行「results.round」是文字，应为数。",
		`, "results": [{"round": 0, "table": 1, "result": "B+"}]`:         "results[0]：第 0 轮 1 台超出范围。轮次是 1 到 100",
		`, "results": [{"round": 1, "table": 1, "black": 1, "white": 2}]`: "第 1 轮还没有结束，还差 1 台。",
	} {
		write(body)
		if text := said(t, exitRefused, "pair", file); !strings.HasPrefix(text, file+"：") || !strings.Contains(text, want) {
			t.Errorf("%s: %s", body, text)
		}
	}
	write(`, "results": [{"round": 1, "table": 4, "black": 1, "white": 2}, {"round": 2, "table": 1, "black": 2, "white": 1, "result": "B+"}]`)
	if text := said(t, exitRefused, "check", file); !strings.Contains(text, "第 1 轮 4 台（1、2 号）没有成绩。") || !strings.Contains(text, "1、2 号重复相遇") {
		t.Errorf("check says %s", text)
	}
	if text := said(t, exitRefused, "standings", file, "--after", "9"); !strings.Contains(text, "--after 是 9。这份文件有 3 轮") {
		t.Errorf("standings says %s", text)
	}
}
