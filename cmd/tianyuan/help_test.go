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
