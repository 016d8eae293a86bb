package clock_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
)

func TestLawOf(t *testing.T) {
	for _, edition := range []string{"2002", "1988"} {
		for venue, limit := range map[clock.Venue]time.Duration{clock.SeparateVenue: time.Hour, clock.SameVenue: 15 * time.Minute} {
			law, err := clock.LawOf(edition, venue)
			if err != nil || law.LateLimit != limit {
				t.Errorf("%s %s: %v, %v", edition, venue, law.LateLimit, err)
			}
		}
	}
	if _, err := clock.LawOf("1999", clock.SameVenue); err == nil {
		t.Error("an edition of 1999 is taken")
	}
	if _, err := clock.LawOf("2002", "ship"); err == nil {
		t.Error("a venue “ship” is taken")
	}
}

// drawnSystem draws a time system with small numbers, so that everything happens soon.
func drawnSystem(t *rapid.T) clock.System {
	seconds := func(name string, least, most int) time.Duration {
		return time.Duration(rapid.IntRange(least, most).Draw(t, name)) * time.Second
	}
	switch kind := rapid.SampledFrom(clock.Kinds).Draw(t, "kind"); kind {
	case clock.Absolute:
		return clock.System{Kind: kind, Base: seconds("base", 1, 300)}
	case clock.Reserved:
		n := rapid.IntRange(1, 5).Draw(t, "reserved")
		period := rapid.SampledFrom([]time.Duration{time.Minute, 30 * time.Second, 7 * time.Second}).Draw(t, "period")
		return clock.System{Kind: kind, Reserved: n, Period: period, Base: time.Duration(n)*period + seconds("free", 0, 100)}
	case clock.Periods:
		return clock.System{Kind: kind, Base: seconds("base", 0, 100), Periods: rapid.IntRange(1, 5).Draw(t, "periods"),
			Period: rapid.SampledFrom([]time.Duration{30, 20, 10, 60, 3}).Draw(t, "period") * time.Second}
	case clock.Canadian:
		return clock.System{Kind: kind, Base: seconds("base", 0, 60), Moves: rapid.IntRange(1, 4).Draw(t, "moves"), Block: seconds("block", 1, 120), Carry: rapid.Bool().Draw(t, "carry")}
	case clock.Fischer:
		return clock.System{Kind: kind, Base: seconds("base", 1, 100), Increment: seconds("increment", 1, 30), Cap: seconds("cap", 0, 120)}
	default:
		return clock.System{Kind: kind}
	}
}

// drawnEvents draws events of a game, mostly sensible ones; rulings that move clocks by hand only
// when asked for.
func drawnEvents(t *rapid.T, rulings bool) []clock.Event {
	ordinary := []clock.Do{clock.DoPress, clock.DoPress, clock.DoPress, clock.DoPress, clock.DoPause, clock.DoResume, clock.DoResume, clock.DoPlaced, clock.DoQuery, clock.DoPass, clock.DoStart}
	if rulings {
		ordinary = append(ordinary, clock.DoSet, clock.DoLate, clock.DoShare, clock.DoCorrect, clock.DoAbsent, clock.DoReread, clock.DoLeave, clock.DoBack)
	}
	var events []clock.Event
	at, side := time.Duration(0), clock.Black
	if !rulings || rapid.Bool().Draw(t, "startsAtOnce") {
		events = append(events, clock.Event{Do: clock.DoStart, Side: side})
	}
	for range rapid.IntRange(0, 40).Draw(t, "events") {
		step := rapid.SampledFrom([]time.Duration{0, 1, 500, 1000, 9999, 10000, 20000, 30000, 59999, 60000, 61000, 125000}).Draw(t, "step")
		at += step * time.Millisecond
		e := clock.Event{At: at, Do: rapid.SampledFrom(ordinary).Draw(t, "do"), Side: side}
		if rapid.IntRange(0, 9).Draw(t, "wrong") == 0 {
			e.Side = side.Other()
		}
		switch e.Do {
		case clock.DoPress, clock.DoPass:
			side = e.Side.Other()
		case clock.DoSet:
			d, n := time.Duration(rapid.IntRange(0, 90).Draw(t, "main"))*time.Second, rapid.IntRange(0, 5).Draw(t, "left")
			e.Set = clock.Setting{Main: &d, Left: &n}
		default:
			e.By = time.Duration(rapid.IntRange(0, 70).Draw(t, "by")) * time.Minute
			e.Black, e.White, e.Elapsed = e.By, 30*time.Minute, time.Hour
		}
		events = append(events, e)
	}
	return events
}

func drawnLaw(t *rapid.T) clock.Law {
	law, err := clock.LawOf(rapid.SampledFrom([]string{"2002", "1988"}).Draw(t, "edition"), clock.SameVenue)
	if err != nil {
		t.Fatal(err)
	}
	law.LateExclusive, law.LateLoses = rapid.Bool().Draw(t, "exclusive"), rapid.Bool().Draw(t, "loses")
	law.AbsenceReading = rapid.IntRange(0, 3).Draw(t, "absence")
	return law
}

// TestSplitLaw: whoever looks once, often, or only at the moments of the next cue hears the same and
// sees the same.
func TestSplitLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := clock.New(drawnLaw(t), drawnSystem(t))
		for _, e := range drawnEvents(t, true) {
			next, _, err := k.Apply(e)
			if err == nil {
				k = next
			}
		}
		from := k.State(0).At
		to := from + time.Duration(rapid.IntRange(0, 400_000).Draw(t, "to"))*time.Millisecond
		whole := k.Cues(from, to)
		end := k.At(to)
		mid := from + time.Duration(rapid.Int64Range(0, int64(to-from)).Draw(t, "mid"))
		if len(whole) > 0 && rapid.Bool().Draw(t, "atCue") {
			mid = rapid.SampledFrom(whole).Draw(t, "cue").At
		}
		later := k.At(mid)
		if parts := slices.Concat(k.Cues(from, mid), k.Cues(mid, to)); !slices.Equal(parts, whole) {
			t.Fatalf("split at %v: %v, whole: %v", mid, parts, whole)
		}
		if parts := slices.Concat(k.Cues(from, mid), later.Cues(mid, to)); !slices.Equal(parts, whole) {
			t.Fatalf("reloaded at %v: %v, whole: %v", mid, parts, whole)
		}
		if later.At(to) != end || later.State(to) != k.State(to) {
			t.Fatalf("by %v: %+v, at once: %+v", mid, later.At(to), end)
		}
		checkNext(t, k, from, to, whole)
	})
}

// checkNext goes from cue to cue by NextCue alone.
func checkNext(t *rapid.T, k clock.Clock, from, to time.Duration, whole []clock.Cue) {
	var moments []time.Duration
	for now := from; ; {
		cue, ok := k.NextCue(now)
		if !ok || cue.At > to {
			break
		}
		if cue.At <= now {
			t.Fatalf("the next cue after %v is at %v", now, cue.At)
		}
		now = cue.At
		moments = append(moments, now)
	}
	var want []time.Duration
	for _, c := range whole {
		want = append(want, c.At)
	}
	if !slices.Equal(moments, slices.Compact(want)) {
		t.Fatalf("next by next at %v, cues at %v", moments, want)
	}
}

// TestLookingLaw: asking for the time at any moments changes nothing of what is said or shown.
func TestLookingLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := clock.Script{Law: drawnLaw(t), System: drawnSystem(t), Events: drawnEvents(t, true)}
		plain := s.Run()
		looked := clock.Script{Law: s.Law, System: s.System}
		for i, e := range s.Events {
			if i > 0 && rapid.Bool().Draw(t, "look") {
				before := s.Events[i-1].At
				at := before + time.Duration(rapid.Int64Range(0, int64(e.At-before)).Draw(t, "at"))
				looked.Events = append(looked.Events, clock.Event{At: at, Do: clock.DoQuery, Side: clock.White})
			}
			looked.Events = append(looked.Events, e)
		}
		again := looked.Run()
		if !slices.Equal(again.Timeline, plain.Timeline) || again.State != plain.State {
			t.Fatalf("looked at: %v %+v\nnot: %v %+v", again.Timeline, again.State, plain.Timeline, plain.State)
		}
	})
}

// TestTimeLaw: no time appears or vanishes. Both sides together have used what passed while a clock
// ran; what is left and what was used make what was granted; used time never decreases; nothing
// moves in a pause; refused events change nothing.
func TestTimeLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, system := drawnLaw(t), drawnSystem(t)
		law.CapturesTimed = true // without it captures are time that nobody is charged
		k := clock.New(law, system)
		var ran time.Duration
		for _, e := range drawnEvents(t, false) {
			before := k.State(k.State(0).At)
			now := k.State(e.At)
			if before.Phase == clock.Running {
				end := e.At
				if now.Flag != clock.Nobody {
					end = max(now.Black.LostAt, now.White.LostAt)
				}
				ran += end - before.At
			} else if now.Black != before.Black || now.White != before.White {
				t.Fatalf("a standing clock moved: %+v to %+v", before, now)
			}
			next, _, err := k.Apply(e)
			if err != nil {
				// Time passes all the same: keep the moment.
				next = k.At(e.At)
			}
			after := next.State(e.At)
			if after.Black.Used < before.Black.Used || after.White.Used < before.White.Used {
				t.Fatalf("used time went back: %+v to %+v", before, after)
			}
			if sum := after.Black.Used + after.White.Used; sum != ran {
				t.Fatalf("%v used in %v at %v", sum, ran, e)
			}
			for _, s := range []clock.SideState{after.Black, after.White} {
				checkGranted(t, system, s)
			}
			k = next
		}
	})
}

// checkGranted holds a side's clock against what the system granted it.
func checkGranted(t *rapid.T, system clock.System, s clock.SideState) {
	moves := time.Duration(s.Moves)
	switch system.Kind {
	case clock.Absolute:
		if s.Main+s.Used != system.Base {
			t.Fatalf("%v left and %v used of %v", s.Main, s.Used, system.Base)
		}
	case clock.Fischer:
		granted := system.Base + moves*system.Increment
		if system.Cap == 0 && s.Main+s.Used != granted || s.Main+s.Used > granted || system.Cap > 0 && s.Main > max(system.Cap, system.Base) {
			t.Fatalf("%v left and %v used of %v", s.Main, s.Used, granted)
		}
	case clock.Canadian:
		left := s.Main + s.Block + s.Used - system.Base
		if system.Carry && left%system.Block != 0 || left > (moves+1)*system.Block || s.MovesLeft < 1 || s.MovesLeft > system.Moves {
			t.Fatalf("%v and %v left, %v used, %d moves left", s.Main, s.Block, s.Used, s.MovesLeft)
		}
	case clock.Reserved, clock.Periods:
		n, free := system.Periods, system.Base
		if system.Kind == clock.Reserved {
			n = system.Reserved
			free -= time.Duration(n) * system.Period
		}
		taken := time.Duration(n-s.Left) * system.Period
		if s.Main > 0 && s.Main+s.Used != free || s.Main == 0 && s.Used < free+s.Spent || s.Left < 0 || s.Left > n || s.Spent >= system.Period ||
			s.Lost == clock.NotLost && s.Moves == 0 && s.Main == 0 && s.Used != free+taken+s.Spent {
			t.Fatalf("%+v of %+v", s, system)
		}
	}
}

// TestOnceLaw: cues come in the order of time and of words, and what is counted down never comes
// twice.
func TestOnceLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := clock.Script{Law: drawnLaw(t), System: drawnSystem(t), Events: drawnEvents(t, false)}
		said := s.Run().Timeline
		seen := map[string]bool{}
		for i, c := range said {
			if i > 0 && (c.At < said[i-1].At || c.At == said[i-1].At && c.Side == said[i-1].Side && c.Word <= said[i-1].Word) {
				t.Fatalf("%v after %v", c, said[i-1])
			}
			key := fmt.Sprint(c.At, c.Side, c)
			if c.Word == clock.SayReading || c.Word == clock.SayLeft {
				key = fmt.Sprint(c.Side, c)
			}
			if seen[key] {
				t.Fatalf("%s is said twice in %v", key, said)
			}
			seen[key] = true
		}
	})
}

// TestOrderLaw: whatever is ruled, nothing is said of a moment before the last one, and nothing is
// counted or left over twice at one moment.
func TestOrderLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := clock.Script{Law: drawnLaw(t), System: drawnSystem(t)}
		for _, e := range drawnEvents(t, true) {
			e.At += time.Duration(rapid.IntRange(0, 900).Draw(t, "fraction")) * time.Millisecond
			if n := len(s.Events); n > 0 {
				e.At = max(e.At, s.Events[n-1].At)
			}
			s.Events = append(s.Events, e)
		}
		said := s.Run().Timeline
		seen := map[clock.Cue]bool{}
		for i, c := range said {
			if i > 0 && c.At < said[i-1].At || seen[c] && c.Word != clock.SayReading {
				t.Fatalf("%v at %v in %v", c, c.At, said)
			}
			seen[c] = true
		}
	})
}

// TestFlagLaw: once somebody is out of time in a game no clock runs and nothing more is said, however
// long one waits (2002 art. 12.3, 12.4, 22.1).
func TestFlagLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := clock.New(drawnLaw(t), drawnSystem(t))
		for _, e := range drawnEvents(t, true) {
			now := k.State(e.At)
			if next, _, err := k.Apply(e); err == nil {
				k, now = next, next.State(e.At)
			}
			if now.Flag == clock.Nobody || now.Turn == clock.Nobody {
				continue
			}
			later := k.State(e.At + time.Hour)
			if cues := k.Cues(e.At, e.At+time.Hour); cues != nil || later.Black != now.Black || later.White != now.White {
				t.Fatalf("after a flag %v, from %+v to %+v", cues, now, later)
			}
		}
	})
}

// TestWrongSideLaw: a press by the side that isn't to move never changes a clock.
func TestWrongSideLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := clock.New(drawnLaw(t), drawnSystem(t))
		for _, e := range drawnEvents(t, true) {
			if next, _, err := k.Apply(e); err == nil {
				k = next
			}
			if now := k.State(e.At); now.Turn != clock.Nobody {
				after, said, err := k.Apply(clock.Event{At: e.At, Do: clock.DoPress, Side: now.Turn.Other()})
				if err == nil || after != k || said != nil {
					t.Fatalf("%v pressed for %v", now.Turn.Other(), now.Turn)
				}
			}
		}
	})
}

// TestNextCueAllocates: a heap of clocks asks each for its next cue; that makes no garbage.
func TestNextCueAllocates(t *testing.T) {
	k := started(t, 0)
	if n := testing.AllocsPerRun(100, func() { k.NextCue(100 * time.Second) }); n != 0 {
		t.Errorf("NextCue allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { k.State(100 * time.Second) }); n != 0 {
		t.Errorf("State allocates %v times", n)
	}
}

func started(t testing.TB, i int) clock.Clock {
	at := time.Duration(i) * time.Millisecond
	s := script(t, "2002 separate reserved base=5m30s reserved=5 period=60s", strings.ReplaceAll("AT start B", "AT", at.String()))
	k := clock.New(s.Law, s.System)
	k, _, err := k.Apply(s.Events[0])
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func BenchmarkNextCue10000(b *testing.B) {
	clocks := make([]clock.Clock, 10_000)
	for i := range clocks {
		clocks[i] = started(b, i)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range clocks {
			if _, ok := clocks[i].NextCue(100 * time.Second); !ok {
				b.Fatal("nothing to say")
			}
		}
	}
}

func BenchmarkRun400Events(b *testing.B) {
	var line strings.Builder
	line.WriteString("0s start B")
	for i := range 399 {
		fmt.Fprintf(&line, "; %ds press %s", (i+1)*20, []string{"B", "W"}[i%2])
	}
	s := script(b, "2002 separate reserved base=1h reserved=5 period=60s", line.String())
	b.ReportAllocs()
	for b.Loop() {
		s.Run()
	}
}
