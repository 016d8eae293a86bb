package clock_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
	"tianyuan/fault"
)

// played is a clock that took in what it didn't refuse.
func played(law clock.Law, system clock.System, events []clock.Event) clock.Clock {
	k := clock.New(law, system)
	for _, e := range events {
		if next, _, err := k.Apply(e); err == nil {
			k = next
		}
	}
	return k
}

// TestSnapshotLaw: a clock written and read back is the same value, at its last event and at any
// later millisecond; so it behaves alike (equal clocks do).
func TestSnapshotLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := played(drawnLaw(t), drawnSystem(t), drawnEvents(t, true))
		if rapid.Bool().Draw(t, "later") {
			k = k.At(k.State(0).At + time.Duration(rapid.IntRange(0, 200_000).Draw(t, "by"))*time.Millisecond)
		}
		text, err := json.Marshal(k)
		if err != nil {
			t.Fatalf("%+v isn't written: %v", k, err)
		}
		var back clock.Clock
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%s isn't read: %v", text, err)
		}
		if back != k {
			t.Fatalf("%s\nof %+v\ncomes back as %+v", text, k, back)
		}
	})
}

// TestSnapshotForm: the written form is that of web/ui/clock.ts.
func TestSnapshotForm(t *testing.T) {
	s := script(t, "2002 same reserved base=6m reserved=5 period=60s", "0s late W by=10s; 2s start B; 67.5s press B; 70s pause")
	got, err := json.MarshalIndent(played(s.Law, s.System, s.Events), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/snapshot/reserved.json"
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
}

// TestSnapshotWhole: fractions of milliseconds aren't written, and halving an odd number of them
// makes none (D22.9): Black has the smaller half.
func TestSnapshotWhole(t *testing.T) {
	s := script(t, "2002 same absolute base=1h", "0s start B; 1.0005s press B")
	if _, err := json.Marshal(played(s.Law, s.System, s.Events)); fault.KeyOf(err) != "fault.clock.snapshot.fraction" {
		t.Errorf("half a millisecond gives %v", err)
	}
	s = script(t, "2002 same absolute base=1h", "0s start B; 2s share elapsed=1.001s")
	k := played(s.Law, s.System, s.Events)
	if now := k.State(2 * time.Second); now.Black.Used != 500*time.Millisecond || now.White.Used != 501*time.Millisecond {
		t.Errorf("1.001 s are shared as %v and %v", now.Black.Used, now.White.Used)
	}
	if _, err := json.Marshal(k); err != nil {
		t.Error(err)
	}
}

// TestSnapshotStrict: what no game leads to is refused by its path, and the clock stays as it was.
func TestSnapshotStrict(t *testing.T) {
	data, err := os.ReadFile("testdata/snapshot/reserved.json")
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.NewReplacer("\n", "", " ", "").Replace(string(data))
	black := strings.Index(flat, `"black"`)
	change := func(from, to string) string { // in the law, the system, the head or Black's clock
		if !strings.Contains(flat, from) {
			t.Fatalf("no %s in %s", from, flat)
		}
		return strings.Replace(flat, from, to, 1)
	}
	inBlack := func(from, to string) string {
		if !strings.Contains(flat[black:], from) {
			t.Fatalf("no %s in %s", from, flat[black:])
		}
		return flat[:black] + strings.Replace(flat[black:], from, to, 1)
	}
	for _, c := range []struct{ text, key, field string }{
		{``, "fault.file.syntax", ""},
		{`null`, "fault.clock.script.noObject", ""},
		{`{}`, "fault.clock.script.missing", "law"},
		{flat + `1`, "fault.file.syntax", ""},
		{change(`"wasPaused":true,`, ``), "fault.clock.script.missing", "wasPaused"},
		{change(`"wasPaused":true`, `"WasPaused":true`), "fault.clock.script.unknown", "WasPaused"},
		{change(`"wasPaused":true`, `"wasPaused":true,"wasPaused":true`), "fault.clock.script.twice", "wasPaused"},
		{change(`"wasPaused":true`, `"wasPaused":1`), "fault.clock.script.notFlag", "wasPaused"},
		{change(`"law":{`, `"law":{"x":1,`), "fault.clock.script.unknown", "law.x"},
		{change(`"law":{`, `"law":[{`), "fault.file.syntax", ""},
		{change(`"lateFactor":2`, `"lateFactor":-1`), "fault.clock.script.bounds", "law.lateFactor"},
		{change(`"edition":"2002"`, `"edition":2002`), "fault.clock.script.notText", "law.edition"},
		{change(`"kind":"reserved"`, `"kind":"hourglass"`), "fault.clock.kind", ""},
		{change(`"period":60000`, `"period":60001`), "fault.clock.wholeSeconds", ""},
		{change(`"period":60000`, `"period":60000.0`), "fault.clock.script.notWhole", "system.period"},
		{change(`"period":60000`, `"period":"1m"`), "fault.clock.script.notWhole", "system.period"},
		{change(`"at":70000`, `"at":999999999999999999`), "fault.clock.script.bounds", "at"},
		{change(`"phase":"paused"`, `"phase":"flagged"`), "fault.clock.script.choice", "phase"},
		{change(`"phase":"paused"`, `"phase":"ready"`), "fault.clock.snapshot.unsound", "turn"},
		{change(`"turn":"W"`, `"turn":""`), "fault.clock.snapshot.unsound", "turn"},
		{change(`"turn":"W"`, `"turn":"both"`), "fault.clock.script.choice", "turn"},
		{inBlack(`"left":5`, `"left":601`), "fault.clock.script.bounds", "black.left"},
		{inBlack(`"spent":0`, `"spent":60000`), "fault.clock.snapshot.unsound", "black.spent"},
		{inBlack(`"main":0`, `"main":1`), "fault.clock.snapshot.unsound", "black.reading"},
		{inBlack(`"absent":false`, `"absent":true`), "fault.clock.snapshot.unsound", "black.absent"},
		{inBlack(`"kept":0`, `"kept":1`), "fault.clock.snapshot.unsound", "black.kept"},
		{inBlack(`"keptBlock":0`, `"keptBlock":1`), "fault.clock.snapshot.unsound", "black.keptBlock"},
		{inBlack(`"lostAt":0`, `"lostAt":1`), "fault.clock.snapshot.unsound", "black.lostAt"},
		{inBlack(`"lost":"","lostAt":0`, `"lost":"overrun","lostAt":70001`), "fault.clock.snapshot.unsound", "black.lostAt"},
		{inBlack(`"lost":""`, `"lost":"tired"`), "fault.clock.script.choice", "black.lost"},
	} {
		k := clock.New(clock.Law{Edition: "kept"}, clock.System{Kind: clock.None})
		before := k
		err := k.UnmarshalJSON([]byte(c.text))
		found, ok := errors.AsType[*fault.Error](err)
		if !ok || found.Key != c.key || c.field != "" && found.Args["field"] != c.field {
			t.Errorf("%s\ngives %v, want %s %s", c.text, err, c.key, c.field)
		}
		if k != before {
			t.Errorf("%s changed the clock", c.text)
		}
	}
}

// TestSystemStrict: a time system as JSON has no other keys than ours.
func TestSystemStrict(t *testing.T) {
	var s clock.System
	if err := json.Unmarshal([]byte(`{"kind": "fischer", "base": "10m", "increment": "10s", "delay": "5s"}`), &s); err == nil {
		t.Error("a delay is overlooked")
	}
	if err := json.Unmarshal([]byte(`{"kind": "fischer", "base": "10m", "increment": "10s"}`), &s); err != nil || s.Increment != 10*time.Second {
		t.Errorf("%+v, %v", s, err)
	}
}

// FuzzSnapshot: no input breaks the reader; what it takes is written the same way again, and goes on
// without time below 0.
func FuzzSnapshot(f *testing.F) {
	for _, top := range []string{
		"2002 same none", "2002 same absolute base=1m", "1988 same reserved base=6m reserved=5 period=60s",
		"2002 separate periods periods=3 period=30s", "2002 same canadian base=10s moves=3 block=1m carry=true", "2002 same fischer base=1m increment=10s cap=2m",
	} {
		for _, events := range []string{"", "0s start B; 5s press B; 12s press W; 40s pause", "0s absent W; 20s query W", "0s start W; 9000s query W"} {
			s := script(f, top, events)
			data, err := json.Marshal(played(s.Law, s.System, s.Events))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var k, again clock.Clock
		if err := k.UnmarshalJSON(data); err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		text, err := json.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &again); err != nil || again != k {
			t.Fatalf("%s comes back as %+v, %v", text, again, err)
		}
		at := k.State(0).At
		for _, do := range []clock.Do{clock.DoStart, clock.DoResume, clock.DoPress, clock.DoPlaced, clock.DoPause} {
			for _, side := range []clock.Side{clock.Black, clock.White} {
				at += 31 * time.Second
				if next, _, err := k.Apply(clock.Event{At: at, Do: do, Side: side}); err == nil {
					k = next
				}
			}
		}
		if next, ok := k.NextCue(at); ok && next.At <= at {
			t.Fatalf("%v is said after %v", next, at)
		}
		now := k.State(at)
		for _, side := range []clock.SideState{now.Black, now.White} {
			if side.Main < 0 || side.Left < 0 || side.Spent < 0 || side.Block < 0 || side.MovesLeft < 0 || side.Used < 0 {
				t.Fatalf("below 0: %+v", side)
			}
		}
	})
}

// TestBounded: what is taken into a clock can be written, too.
func TestBounded(t *testing.T) {
	week, more, none := 7*24*time.Hour, 7*24*time.Hour+1, -time.Millisecond
	many, over, below := 600, 601, -1
	for _, e := range []clock.Event{{By: week}, {Set: clock.Setting{Main: &week, Left: &many}}, {Black: week, White: week, Elapsed: week}} {
		if !e.Bounded() {
			t.Errorf("%+v is out of bounds", e)
		}
	}
	for _, e := range []clock.Event{
		{By: more}, {By: none}, {From: none}, {Black: none}, {White: more}, {Elapsed: more}, {Set: clock.Setting{Main: &more}},
		{Set: clock.Setting{Block: &none}}, {Set: clock.Setting{Left: &over}}, {Set: clock.Setting{Left: &below}}, {Set: clock.Setting{MovesLeft: &below}},
	} {
		if e.Bounded() {
			t.Errorf("%+v is taken", e)
		}
	}
	law, err := clock.LawOf("2002", clock.SeparateVenue)
	if err != nil || !law.Bounded() {
		t.Errorf("the law of 2002: %v", err)
	}
	for _, change := range []func(*clock.Law){
		func(l *clock.Law) { l.LateLimit = more }, func(l *clock.Law) { l.LateFactor = 101 }, func(l *clock.Law) { l.OverrunPasses = -1 },
	} {
		other := law
		if change(&other); other.Bounded() {
			t.Errorf("%+v is taken", other)
		}
	}
}
