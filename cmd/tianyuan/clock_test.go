package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// playClock runs the command on a script and returns what it printed.
func playClock(t *testing.T, script string, args ...string) (code int, out, errOut string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.json")
	if err := os.WriteFile(path, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"clock", path}, args...), &o, &e)
	return code, o.String(), e.String()
}

const clockHead = `{"format": "tianyuan.clock/1", "edition": "2002", "venue": "same", "system": {"kind": "absolute", "base": "1m"}, "events": [`

// TestClockExit: 0 done, 1 with an event refused (the report is whole) or a script refused (the field
// is named), 2 without a file; JSON with and without --json.
func TestClockExit(t *testing.T) {
	code, out, errOut := playClock(t, clockHead+`{"at": "0s", "do": "start", "side": "B"}, {"at": "1m", "do": "query", "side": "W"}]}`, "--lang", "en")
	const want = `{"timeline":[{"at":"1m0s","side":"B","cue":"timeout"}],"answers":[],"refused":[{"index":1,"code":"afterFlag"}],"state":{"B":{"main":"0s"},"W":{"main":"1m0s"}},"flag":"B"}` + "\n"
	if code != exitRefused || out != want || !strings.Contains(errOut, "events[1]: query at 1m0s") {
		t.Errorf("an event after the flag: exit %d\n%s%s", code, out, errOut)
	}
	code, out, errOut = playClock(t, clockHead+`{"at": "0s", "do": "start", "side": "B"}]}`, "--json")
	if code != exitDone || !json.Valid([]byte(out)) || errOut != "" {
		t.Errorf("a sound script: exit %d\n%s%s", code, out, errOut)
	}
	code, out, errOut = playClock(t, clockHead+`{"at": "0s", "do": "start"}]}`, "--lang", "en")
	if code != exitRefused || out != "" || !strings.Contains(errOut, "events[0].side") {
		t.Errorf("a script without a side: exit %d\n%s%s", code, out, errOut)
	}
	var o, e bytes.Buffer
	if code := run(t.Context(), []string{"clock"}, &o, &e); code != exitUsage || o.Len() != 0 {
		t.Errorf("no file: exit %d", code)
	}
}
