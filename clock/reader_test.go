package clock_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden: whole scripts as files, for every other clock that must say the same.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := clock.ParseScript(data)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(s.Run(), "", " ")
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(name, ".json") + ".golden"
			if *update {
				if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if string(got)+"\n" != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestContractExample: the example of docs/contract.md, byte for byte.
func TestContractExample(t *testing.T) {
	s := script(t, "2002 separate reserved base=6m reserved=5 period=60s", "0s start B; 20s press B; 30s press W; 135s press B; 140s pause; 600s resume; 610s press W")
	got, err := json.Marshal(s.Run())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"timeline":[{"at":"1m10s","side":"B","cue":"reading"},{"at":"1m40s","side":"B","cue":"30"},{"at":"1m50s","side":"B","cue":"40"},` +
		`{"at":"2m0s","side":"B","cue":"50"},{"at":"2m5s","side":"B","cue":"55"},{"at":"2m8s","side":"B","cue":"58"},{"at":"2m10s","side":"B","cue":"left:4"}],` +
		`"answers":[],"refused":[],"state":{"B":{"main":"0s","reserved":4},"W":{"main":"35s","reserved":5}},"flag":null}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRounding: durations are written to the millisecond.
func TestRounding(t *testing.T) {
	r := play(t, "2002 separate absolute base=1m", "0s start B; 1.0004s press B; 2.0009s press W")
	if got := string(r.State["B"]) + string(r.State["W"]); got != `{"main":"59s"}{"main":"59s"}` {
		t.Errorf("58.9996 s and 58.9995 s are written %s", got)
	}
	r = play(t, "2002 separate absolute base=1m", "0s start B; 1.0014s press B")
	if got := string(r.State["B"]); got != `{"main":"58.999s"}` {
		t.Errorf("58.9986 s are written %s", got)
	}
}

const good = `{"format": "tianyuan.clock/1", "edition": "2002", "system": {"kind": "absolute", "base": "1h"}, "events": [`

// TestStrict: a wrong script is refused by the field's path.
func TestStrict(t *testing.T) {
	system := func(s string) string {
		return `{"format": "tianyuan.clock/1", "edition": "2002", "system": ` + s + `, "events": []}`
	}
	events := func(s string) string { return good + s + "]}" }
	of := func(kind, s string) string {
		return strings.Replace(events(s), `{"kind": "absolute", "base": "1h"}`, kind, 1)
	}
	const reserved = `{"kind": "reserved", "base": "6m", "reserved": 5, "period": "60s"}`
	for _, c := range []struct{ text, key, field string }{
		{``, "fault.file.syntax", ""},
		{`[]`, "fault.clock.script.noObject", ""},
		{`{"format": "tianyuan.clock/1"`, "fault.file.syntax", ""},
		{events(``) + `{}`, "fault.file.syntax", ""},
		{"{\"format\": \"\xff\"}", "fault.file.encoding", ""},
		{`{"edition": "2002"}`, "fault.clock.script.missing", "format"},
		{`{"format": "tianyuan.clock/2"}`, "fault.clock.script.choice", "format"},
		{`{"format": 1}`, "fault.clock.script.notText", "format"},
		{`{"format": null}`, "fault.clock.script.notText", "format"},
		{`{"Format": "tianyuan.clock/1"}`, "fault.clock.script.unknown", "Format"},
		{`{"format": "tianyuan.clock/1", "format": "tianyuan.clock/1"}`, "fault.clock.script.twice", "format"},
		{`{"format": "tianyuan.clock/1", "events": []}`, "fault.clock.script.missing", "edition"},
		{`{"format": "tianyuan.clock/1", "edition": "2003"}`, "fault.clock.edition", ""},
		{`{"format": "tianyuan.clock/1", "edition": "2002", "venue": "hall"}`, "fault.clock.venue", ""},
		{`{"format": "tianyuan.clock/1", "edition": "2002"}`, "fault.clock.script.missing", "system"},
		{`{"format": "tianyuan.clock/1", "edition": "2002", "system": {"kind": "none"}}`, "fault.clock.script.missing", "events"},
		{`{"format": "tianyuan.clock/1", "edition": "2002", "system": {"kind": "none"}, "events": {}}`, "fault.clock.script.notList", "events"},
		{system(`"none"`), "fault.clock.script.notObject", "system"},
		{system(`{"base": "1h"}`), "fault.clock.script.missing", "system.kind"},
		{system(`{"kind": "hourglass"}`), "fault.clock.script.choice", "system.kind"},
		{system(`{"kind": "absolute"}`), "fault.clock.script.missing", "system.base"},
		{system(`{"kind": "absolute", "base": "0s"}`), "fault.clock.script.system", "system.base"},
		{system(`{"kind": "absolute", "base": "-1h"}`), "fault.clock.script.bounds", "system.base"},
		{system(`{"kind": "absolute", "base": "169h"}`), "fault.clock.script.bounds", "system.base"},
		{system(`{"kind": "absolute", "base": "1 h"}`), "fault.clock.script.duration", "system.base"},
		{system(`{"kind": "absolute", "base": 3600}`), "fault.clock.script.notText", "system.base"},
		{system(`{"kind": "absolute", "base": "1h", "periods": 3}`), "fault.clock.script.needless", "system.periods"},
		{system(`{"kind": "none", "base": "1h"}`), "fault.clock.script.needless", "system.base"},
		{system(`{"kind": "reserved", "base": "6m", "reserved": 5}`), "fault.clock.script.missing", "system.period"},
		{system(`{"kind": "reserved", "base": "4m", "reserved": 5, "period": "60s"}`), "fault.clock.script.system", "system.reserved"},
		{system(`{"kind": "reserved", "base": "6m", "reserved": "5", "period": "60s"}`), "fault.clock.script.notWhole", "system.reserved"},
		{system(`{"kind": "reserved", "base": "6m", "reserved": 5.0, "period": "60s"}`), "fault.clock.script.notWhole", "system.reserved"},
		{system(`{"kind": "reserved", "base": "6m", "reserved": 0, "period": "60s"}`), "fault.clock.script.bounds", "system.reserved"},
		{system(`{"kind": "reserved", "base": "6m", "reserved": 601, "period": "60s"}`), "fault.clock.script.bounds", "system.reserved"},
		{system(`{"kind": "reserved", "base": "6m", "reserved": 99999999999999999999, "period": "60s"}`), "fault.clock.script.notWhole", "system.reserved"},
		{system(`{"kind": "periods", "periods": 3, "period": "1.5s"}`), "fault.clock.script.system", "system.period"},
		{system(`{"kind": "canadian", "moves": 15, "block": "10m", "carry": "yes"}`), "fault.clock.script.notFlag", "system.carry"},
		{system(`{"kind": "canadian", "moves": 15}`), "fault.clock.script.missing", "system.block"},
		{system(`{"kind": "fischer", "base": "10m"}`), "fault.clock.script.missing", "system.increment"},
		{events(`1`), "fault.clock.script.notObject", "events[0]"},
		{events(`null`), "fault.clock.script.notObject", "events[0]"},
		{events(`{"do": "start", "side": "B"}`), "fault.clock.script.missing", "events[0].at"},
		{events(`{"at": "0s", "side": "B"}`), "fault.clock.script.missing", "events[0].do"},
		{events(`{"at": "0s", "do": "start"}`), "fault.clock.script.missing", "events[0].side"},
		{events(`{"at": "0s", "do": "start", "side": "black"}`), "fault.clock.script.choice", "events[0].side"},
		{events(`{"at": "0s", "do": "start", "side": "B", "x": 1}`), "fault.clock.script.unknown", "events[0].x"},
		{events(`{"at": "0s", "do": "begin", "side": "B"}`), "fault.clock.script.choice", "events[0].do"},
		{events(`{"at": "-1s", "do": "start", "side": "B"}`), "fault.clock.script.bounds", "events[0].at"},
		{events(`{"at": "0s", "do": "start", "side": "B", "by": "1m"}`), "fault.clock.script.needless", "events[0].by"},
		{events(`{"at": "5s", "do": "start", "side": "B"}, {"at": "4s", "do": "press", "side": "B"}`), "fault.clock.script.order", "events[1].at"},
		{events(`{"at": "0s", "do": "late", "side": "B"}`), "fault.clock.script.missing", "events[0].by"},
		{events(`{"at": "0s", "do": "late", "side": "B", "by": "-1m"}`), "fault.clock.script.bounds", "events[0].by"},
		{events(`{"at": "0s", "do": "set", "side": "B"}`), "fault.clock.script.nothingSet", "events[0]"},
		{events(`{"at": "0s", "do": "set", "side": "B", "reserved": 3}`), "fault.clock.script.needless", "events[0].reserved"},
		{of(reserved, `{"at": "0s", "do": "set", "side": "B", "periods": 3}`), "fault.clock.script.needless", "events[0].periods"},
		{of(reserved, `{"at": "0s", "do": "set", "side": "B", "reserved": -1}`), "fault.clock.script.bounds", "events[0].reserved"},
		{of(`{"kind": "none"}`, `{"at": "0s", "do": "set", "side": "B", "main": "1m"}`), "fault.clock.script.needless", "events[0].main"},
		{of(`{"kind": "canadian", "moves": 5, "block": "5m"}`, `{"at": "0s", "do": "set", "side": "B", "movesLeft": 0}`), "fault.clock.script.bounds", "events[0].movesLeft"},
		{events(`{"at": "0s", "do": "correct", "B": "1m", "W": "1m"}`), "fault.clock.script.missing", "events[0].elapsed"},
		{events(`{"at": "0s", "do": "correct", "B": "1m", "W": "1m", "elapsed": "0s"}`), "fault.clock.script.bounds", "events[0].elapsed"},
		{events(`{"at": "0s", "do": "share", "elapsed": "1h", "B": "1m"}`), "fault.clock.script.needless", "events[0].B"},
		{events(strings.Repeat(`{"at": "0s", "do": "pause"},`, 10_000) + `{"at": "0s", "do": "pause"}`), "fault.clock.script.tooMany", ""},
	} {
		_, err := clock.ParseScript([]byte(c.text))
		if err == nil {
			t.Errorf("taken: %.200s", c.text)
			continue
		}
		found, ok := errors.AsType[*fault.Error](err)
		if !ok || found.Key != c.key {
			t.Errorf("%.200s\ngives %v, want %s", c.text, err, c.key)
			continue
		}
		if field := found.Args["field"]; c.field != "" && field != c.field {
			t.Errorf("%.200s\nnames %v, want %s", c.text, field, c.field)
		}
	}
	if _, err := clock.ReadScript(strings.NewReader(strings.Repeat(" ", 5<<20))); fault.CodeOf(err) != fault.TooLarge {
		t.Errorf("5 MB give %v", err)
	}
}

// TestLenient: what says nothing is allowed: a byte order mark, no venue, who asked for a pause.
func TestLenient(t *testing.T) {
	s, err := clock.ParseScript([]byte("\ufeff" + good + `{"at": "0s", "do": "start", "side": "B"}, {"at": "1s", "do": "pause", "side": "W"}, {"at": "1s", "do": "resume"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if s.Law.LateLimit != time.Hour {
		t.Errorf("without a venue the limit is %v", s.Law.LateLimit)
	}
	if r := s.Run(); len(r.Refused) != 0 {
		t.Errorf("refused %v", r.Refused)
	}
}

// FuzzParseScript: no input breaks the reader, and what it takes has an orderly report.
func FuzzParseScript(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(good + "]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := clock.ParseScript(data)
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		r := s.Run()
		for i, c := range r.Timeline {
			if i > 0 && c.At < r.Timeline[i-1].At {
				t.Fatalf("%v after %v", c, r.Timeline[i-1])
			}
		}
		for _, side := range []clock.SideState{r.State.Black, r.State.White} {
			if side.Main < 0 || side.Left < 0 || side.Spent < 0 || side.Block < 0 || side.Used < 0 {
				t.Fatalf("below 0: %+v", side)
			}
		}
		if out, err := json.Marshal(r); err != nil || !json.Valid(out) {
			t.Fatal(fmt.Errorf("no report: %w", err))
		}
	})
}
