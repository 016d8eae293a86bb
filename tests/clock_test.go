package tests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
	"tianyuan/fault"
)

// The clock of the table devices (web/ui/clock.ts) and that of the server (clock/) are written
// twice and must be the same. Here both play the same scripts; the one in TypeScript by a JavaScript
// engine in Go.

// playScript plays steps in TypeScript. After each one the clock is written and read back.
const playScript = `
function play(text) {
  const input = JSON.parse(text);
  let k = ty.Clock.from(input.clock);
  return JSON.stringify(input.steps.map(({event, looks}) => {
    const before = k.cues(k.toJSON().at, event.at);
    k = k.at(event.at);
    const done = k.apply(event);
    if (done.clock) k = done.clock;
    const snapshot = JSON.stringify(k);
    k = ty.Clock.from(JSON.parse(snapshot));
    return {
      before, said: done.cues || [], refused: done.refused || "", snapshot: JSON.parse(snapshot),
      looks: looks.map(({from, to}) => ({state: k.state(from), snapshot: k.at(from).toJSON(), cues: k.cues(from, to), next: k.nextCue(from)})),
    };
  }));
}`

// typescriptClock returns the function that plays a script with web/ui/clock.ts.
func typescriptClock(t *testing.T) player {
	t.Helper()
	play := typescript(t, playScript, "clock")
	return func(t fataler, s script) []stepShown {
		var shown []stepShown
		if err := json.Unmarshal([]byte(play(t, s)), &shown); err != nil {
			t.Fatalf("%v", err)
		}
		return shown
	}
}

// player plays a script and returns what is shown at each step.
type player func(fataler, script) []stepShown

type script struct {
	Clock clock.Clock `json:"clock"`
	Steps []step      `json:"steps"`
}

type step struct {
	Event tsEvent  `json:"event"`
	Looks []moment `json:"looks"`

	event clock.Event
}

// moment asks for what is shown at From and said until To, in milliseconds.
type moment struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// tsEvent is an event as web/ui/clock.ts takes it.
type tsEvent struct {
	At      int64          `json:"at"`
	Do      clock.Do       `json:"do"`
	Side    string         `json:"side,omitempty"`
	By      int64          `json:"by"`
	Black   int64          `json:"black"`
	White   int64          `json:"white"`
	Elapsed int64          `json:"elapsed"`
	From    int64          `json:"from"`
	Set     map[string]any `json:"set,omitempty"`
}

func newStep(e clock.Event, looks ...moment) step {
	set := map[string]any{}
	for key, v := range map[string]*time.Duration{"main": e.Set.Main, "block": e.Set.Block} {
		if v != nil {
			set[key] = v.Milliseconds()
		}
	}
	for key, v := range map[string]*int{"left": e.Set.Left, "movesLeft": e.Set.MovesLeft} {
		if v != nil {
			set[key] = *v
		}
	}
	return step{event: e, Looks: append([]moment{}, looks...), Event: tsEvent{
		At: e.At.Milliseconds(), Do: e.Do, Side: e.Side.String(), By: e.By.Milliseconds(), Black: e.Black.Milliseconds(),
		White: e.White.Milliseconds(), Elapsed: e.Elapsed.Milliseconds(), From: e.From.Milliseconds(), Set: set,
	}}
}

// stepShown is what a clock says before and because of an event, why it refuses it, and what it
// shows at the moments of the looks.
type stepShown struct {
	Before   []tsCue     `json:"before"`
	Said     []tsCue     `json:"said"`
	Refused  string      `json:"refused"`
	Snapshot any         `json:"snapshot"`
	Looks    []lookShown `json:"looks"`
}

type lookShown struct {
	State    any     `json:"state"`
	Snapshot any     `json:"snapshot"`
	Cues     []tsCue `json:"cues"`
	Next     *tsCue  `json:"next"`
}

type tsCue struct {
	At   int64  `json:"at"`
	Side string `json:"side"`
	Word string `json:"word"`
	N    int    `json:"n"`
}

var tsWords = map[clock.Word]string{
	clock.SayReading: "reading", clock.SaySecond: "second", clock.SayCount: "count", clock.SayLeft: "left", clock.SayTimeout: "timeout",
}

func tsCues(cues []clock.Cue) []tsCue {
	list := []tsCue{}
	for _, c := range cues {
		list = append(list, tsCue{c.At.Milliseconds(), c.Side.String(), tsWords[c.Word], c.N})
	}
	return list
}

// snapshot is a clock's JSON as a value.
func snapshot(t fataler, k clock.Clock) map[string]any {
	text, err := json.Marshal(k)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v", err)
	}
	return v
}

// goClock plays a script with clock/.
func goClock(t fataler, s script) (all []stepShown, last clock.Clock) {
	k := s.Clock
	for _, step := range s.Steps {
		e := step.event
		shown := stepShown{Said: []tsCue{}, Looks: []lookShown{}, Before: tsCues(k.Cues(k.State(0).At, e.At))}
		k = k.At(e.At)
		next, said, err := k.Apply(e)
		if err != nil {
			shown.Refused = strings.TrimPrefix(fault.KeyOf(err), "fault.clock.refused.")
		} else {
			k, shown.Said = next, tsCues(said)
		}
		shown.Snapshot = snapshot(t, k)
		for _, l := range step.Looks {
			shown.Looks = append(shown.Looks, looked(t, k, l))
		}
		all = append(all, shown)
	}
	return all, k
}

func looked(t fataler, k clock.Clock, l moment) lookShown {
	from, to := time.Duration(l.From)*time.Millisecond, time.Duration(l.To)*time.Millisecond
	then := snapshot(t, k.At(from))
	state, phase := k.State(from), then["phase"]
	if state.Phase == clock.Flagged {
		phase = "flagged"
	}
	shown := lookShown{Snapshot: then, Cues: tsCues(k.Cues(from, to)), State: map[string]any{
		"at": float64(state.At.Milliseconds()), "phase": phase, "turn": state.Turn.String(), "black": then["black"], "white": then["white"], "flag": state.Flag.String(),
	}}
	if next, ok := k.NextCue(from); ok {
		shown.Next = &tsCues([]clock.Cue{next})[0]
	}
	return shown
}

// compare plays a script by both clocks; the last one in TypeScript is read in Go, too.
func compare(t fataler, typescript player, s script) []stepShown {
	want, last := goClock(t, s)
	got := typescript(t, s)
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("%+v\nevent %d, %+v\nin TypeScript %s\nin Go         %s", s.Clock, i, s.Steps[i].Event, written(got[i]), written(want[i]))
		}
	}
	if len(got) > 0 {
		var back clock.Clock
		if err := json.Unmarshal([]byte(written(got[len(got)-1].Snapshot)), &back); err != nil || back != last {
			t.Fatalf("the clock comes back as %+v, %v", back, err)
		}
	}
	return got
}

func written(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// TestClockGolden: the script files of clock/ give their golden reports in TypeScript, too.
func TestClockGolden(t *testing.T) {
	typescript := typescriptClock(t)
	files, err := filepath.Glob("../clock/testdata/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			read, err := clock.ParseScript(data)
			if err != nil {
				t.Fatal(err)
			}
			s := script{Clock: clock.New(read.Law, read.System)}
			for _, e := range read.Events {
				s.Steps = append(s.Steps, newStep(e, moment{e.At.Milliseconds(), e.At.Milliseconds() + 100_000}))
			}
			got := goldenOf(s, read.System.Kind, compare(t, typescript, s))
			golden, err := os.ReadFile(strings.TrimSuffix(name, ".json") + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			var want any
			if err := json.Unmarshal(golden, &want); err != nil {
				t.Fatal(err)
			}
			var report any
			if err := json.Unmarshal([]byte(written(got)), &report); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(report, want) {
				t.Errorf("got\n%s\nwant\n%s", written(report), written(want))
			}
		})
	}
}

// goldenOf brings what was shown into the form of docs/contract.md.
func goldenOf(s script, kind clock.Kind, all []stepShown) map[string]any {
	duration := func(ms any) string { return (time.Duration(ms.(float64)) * time.Millisecond).String() }
	side := func(v any) map[string]any {
		of := v.(map[string]any)
		out := map[string]any{"main": duration(of["main"])}
		switch kind {
		case clock.Reserved, clock.Periods:
			out[string(kind)] = of["left"]
		case clock.Canadian:
			out["block"], out["movesLeft"] = duration(of["block"]), of["movesLeft"]
		}
		return out
	}
	timeline, answers, refused := []any{}, []any{}, []any{}
	var state map[string]any
	for i, shown := range all {
		for _, c := range slices.Concat(shown.Before, shown.Said) {
			cue := map[string]string{"second": "", "count": "count:", "left": "left:"}
			text, numbered := cue[c.Word]
			if text += strconv.Itoa(c.N); !numbered {
				text = c.Word
			}
			timeline = append(timeline, map[string]any{"at": duration(float64(c.At)), "side": c.Side, "cue": text})
		}
		state = shown.Looks[0].State.(map[string]any)
		e := s.Steps[i].Event
		if shown.Refused != "" {
			refused = append(refused, map[string]any{"index": i, "code": shown.Refused})
		} else if e.Do == clock.DoQuery {
			answer := side(state[map[string]string{"B": "black", "W": "white"}[e.Side]])
			answer["index"], answer["at"], answer["side"] = i, duration(float64(e.At)), e.Side
			answers = append(answers, answer)
		}
	}
	out := map[string]any{
		"timeline": timeline, "answers": answers, "refused": refused, "flag": nil,
		"state": map[string]any{"B": side(state["black"]), "W": side(state["white"])},
	}
	if flag := state["flag"]; flag != "" {
		out["flag"] = flag
	}
	return out
}

// TestClockEqual: whatever happens to a clock of any kind and edition, both say, show, refuse and
// write the same.
func TestClockEqual(t *testing.T) {
	t.Parallel()
	typescript := typescriptClock(t)
	for _, kind := range clock.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			said, refused := 0, map[string]int{}
			rapid.Check(t, func(t *rapid.T) {
				for _, step := range compare(t, typescript, drawnScript(t, kind)) {
					said += len(step.Said) + len(step.Before)
					refused[step.Refused]++
				}
			})
			t.Logf("%d cues; events by refusal %v", said, refused)
			if said == 0 && kind != clock.None {
				t.Error("nothing was ever said")
			}
		})
	}
}

func drawnScript(t *rapid.T, kind clock.Kind) script {
	law, err := clock.LawOf(rapid.SampledFrom([]string{"2002", "1988"}).Draw(t, "edition"), clock.SameVenue)
	if err != nil {
		t.Fatal(err)
	}
	law.LateExclusive, law.LateLoses = rapid.Bool().Draw(t, "exclusive"), rapid.Bool().Draw(t, "loses")
	law.AbsenceReading, law.OverrunPasses = rapid.IntRange(0, 3).Draw(t, "absence"), rapid.SampledFrom([]int{0, law.OverrunPasses, clock.Unlimited}).Draw(t, "passes")
	k := clock.New(law, drawnSystem(t, kind))
	s := script{Clock: k}
	at, side := time.Duration(0), clock.Black
	for i := range rapid.IntRange(10, 24).Draw(t, "events") {
		at = max(0, at+drawnWait(t, k, at))
		e := drawnEvent(t, at, side)
		if i == 4 {
			e = clock.Event{At: at, Do: clock.DoStart, Side: side} // after what happens before a game
		}
		if next, _, err := k.Apply(e); err == nil {
			k = next
		}
		if turn := k.State(at).Turn; turn != clock.Nobody {
			side = turn
		}
		var looks []moment
		if among(t, "look", 2) == 0 {
			from := at.Milliseconds() + rapid.Int64Range(-5, 130_000).Draw(t, "from")
			looks = append(looks, moment{from, from + rapid.Int64Range(0, 100_000).Draw(t, "long")})
		}
		s.Steps = append(s.Steps, newStep(e, looks...))
	}
	return s
}

// among draws one of n things, all as often as each other; ranges are drawn small more often.
func among(t *rapid.T, what string, n int) int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return rapid.SampledFrom(numbers).Draw(t, what)
}

// drawnWait is the time to the next event: often none, often up to the next words exactly, and now
// and then one that goes back.
func drawnWait(t *rapid.T, k clock.Clock, at time.Duration) time.Duration {
	switch among(t, "wait", 12) {
	case 0, 1:
		return 0
	case 2, 3, 4:
		if next, ok := k.NextCue(at); ok {
			return next.At - at
		}
		return time.Second
	case 5:
		return -time.Millisecond
	case 6:
		return time.Duration(1+among(t, "long", 100_000)) * time.Millisecond
	default:
		return time.Duration(1+among(t, "short", 20_000)) * time.Millisecond
	}
}

// drawnDos are mostly what happens in a game.
var drawnDos = slices.Concat(slices.Repeat([]clock.Do{clock.DoPress}, 12), []clock.Do{
	clock.DoStart, clock.DoPause, clock.DoResume, clock.DoResume, clock.DoPlaced, clock.DoQuery, clock.DoPass, clock.DoPass, clock.DoPass,
	clock.DoSet, clock.DoLate, clock.DoShare, clock.DoCorrect, clock.DoAbsent, clock.DoReread, clock.DoTurn, clock.DoLeave, clock.DoBack,
})

func drawnEvent(t *rapid.T, at time.Duration, side clock.Side) clock.Event {
	millis := func(name string, most int64) time.Duration {
		return time.Duration(rapid.Int64Range(0, most).Draw(t, name)) * time.Millisecond
	}
	e := clock.Event{At: at, Do: rapid.SampledFrom(drawnDos).Draw(t, "do"), Side: side}
	if among(t, "wrong", 8) == 0 {
		e.Side = side.Other()
	}
	switch e.Do {
	case clock.DoLate:
		e.By = millis("by", rapid.SampledFrom([]int64{1000, 60_000, 900_000, 901_000}).Draw(t, "late"))
	case clock.DoReread:
		e.From = millis("from", 60_000)
	case clock.DoCorrect, clock.DoShare:
		// Products of a week's milliseconds don't fit into a JavaScript number.
		most := rapid.SampledFrom([]int64{0, 1, 100_000, 3_600_000, 604_800_000}).Draw(t, "most")
		e.Black, e.White, e.Elapsed = millis("black", most), millis("white", most), millis("elapsed", most)
	case clock.DoSet:
		main, block := millis("main", 100_000), millis("block", 100_000)
		left, moves := rapid.IntRange(0, 5).Draw(t, "left"), rapid.IntRange(1, 5).Draw(t, "movesLeft")
		e.Set = rapid.SampledFrom([]clock.Setting{{Main: &main}, {Left: &left}, {Block: &block}, {MovesLeft: &moves}, {Main: new(time.Duration), Left: &left, Block: &block}}).Draw(t, "set")
	}
	return e
}

func drawnSystem(t *rapid.T, kind clock.Kind) clock.System {
	millis := func(name string, least, most int) time.Duration {
		return time.Duration(rapid.IntRange(least, most).Draw(t, name)) * time.Millisecond
	}
	s := clock.System{Kind: kind}
	switch kind {
	case clock.Absolute:
		s.Base = millis("base", 1, 300_000)
	case clock.Reserved, clock.Periods:
		s.Period = rapid.SampledFrom([]time.Duration{60, 30, 20, 10, 45, 7, 1}).Draw(t, "period") * time.Second
		n := rapid.IntRange(1, 5).Draw(t, "minutes")
		s.Base = millis("base", 0, 100_000)
		if s.Periods = n; kind == clock.Reserved {
			s.Periods, s.Reserved = 0, n
			s.Base += time.Duration(n) * s.Period
		}
	case clock.Canadian:
		s.Base, s.Block = millis("base", 0, 60_000), millis("block", 1, 120_000)
		s.Moves, s.Carry = rapid.IntRange(1, 4).Draw(t, "moves"), rapid.Bool().Draw(t, "carry")
	case clock.Fischer:
		s.Base, s.Increment, s.Cap = millis("base", 1, 100_000), millis("increment", 1, 30_000), millis("cap", 0, 120_000)
	}
	return s
}
