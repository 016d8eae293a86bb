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
	if code != exitRefused || out != want || !strings.Contains(errOut, "game.json: events[1]: The question for the time left at 1m0s") {
		t.Errorf("an event after the flag: exit %d\n%s%s", code, out, errOut)
	}
	code, out, errOut = playClock(t, clockHead+`{"at": "0s", "do": "start", "side": "B"}]}`, "--json")
	if code != exitDone || !json.Valid([]byte(out)) || errOut != "" {
		t.Errorf("a sound script: exit %d\n%s%s", code, out, errOut)
	}
	code, out, errOut = playClock(t, clockHead+`{"at": "0s", "do": "start"}]}`, "--lang", "en")
	if code != exitRefused || out != "" || !strings.Contains(errOut, "game.json: events[0].side") {
		t.Errorf("a script without a side: exit %d\n%s%s", code, out, errOut)
	}
	var o, e bytes.Buffer
	if code := run(t.Context(), []string{"clock"}, &o, &e); code != exitUsage || o.Len() != 0 {
		t.Errorf("no file: exit %d", code)
	}
}

// TestClockFiles: each script of clock/testdata (the traces of C12.3, C12.5 and D22.1 to D22.9 are
// among them) as the command plays it: one document, its golden file, and exit 1 when an event is refused.
func TestClockFiles(t *testing.T) {
	files, err := filepath.Glob("../../clock/testdata/*.json")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			golden, err := os.ReadFile(strings.TrimSuffix(path, ".json") + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			var want bytes.Buffer
			if err := json.Compact(&want, golden); err != nil {
				t.Fatal(err)
			}
			exit := exitDone
			if !strings.Contains(want.String(), `"refused":[]`) {
				exit = exitRefused
			}
			code, out, errOut := tianyuan(t, "clock", path)
			if code != exit || out != want.String()+"\n" || (errOut == "") != (exit == exitDone) {
				t.Errorf("exit %d, %q\n%s\nwant %s", code, errOut, out, want.String())
			}
		})
	}
}

// TestClockFileForm: a byte order mark and the line ends of Windows are taken; what isn't one document
// in braces is refused with the file's name and the place, and nothing is printed.
func TestClockFileForm(t *testing.T) {
	sound := clockHead + `{"at": "0s", "do": "start", "side": "B"}]}`
	_, plain, _ := playClock(t, sound)
	for _, script := range []string{"\ufeff" + sound, strings.ReplaceAll(sound, ", ", ",\r\n") + "\r\n"} {
		if code, out, errOut := playClock(t, script); code != exitDone || out != plain || errOut != "" {
			t.Errorf("%q: exit %d, %s%s", script, code, out, errOut)
		}
	}
	for script, says := range map[string]string{
		sound + "\n" + sound: "game.json: Line 2", "[]": "game.json: The whole", "": "game.json: Line 1", sound + "\x00": "game.json: Line 1", "\xff": "game.json: ",
		clockHead + `{"at": "5s", "do": "start", "side": "B"}, {"at": "4s", "do": "press", "side": "B"}]}`: "game.json: events[1].at",
		clockHead + `{"at": "-1s", "do": "start", "side": "B"}]}`:                                          "game.json: events[0].at",
		clockHead + `{"at": "0s", "do": "start", "side": "B", "Side": "B"}]}`:                              "events[0].Side",
	} {
		if code, out, errOut := playClock(t, script, "--lang", "en"); code != exitRefused || out != "" || !strings.Contains(errOut, says) {
			t.Errorf("%q: exit %d, %q, %q", script, code, out, errOut)
		}
	}
}
