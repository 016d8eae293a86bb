package clock_test

import (
	"testing"
	"time"

	"tianyuan/clock"
)

// after is a clock after some events, which must all be taken.
func after(t *testing.T, law clock.Law, system clock.System, events ...clock.Event) clock.Clock {
	t.Helper()
	k := clock.New(law, system)
	for _, e := range events {
		next, _, err := k.Apply(e)
		if err != nil {
			t.Fatalf("%s: %v", e.Do, err)
		}
		k = next
	}
	return k
}

func lawOf(t *testing.T, edition string) clock.Law {
	t.Helper()
	law, err := clock.LawOf(edition, clock.SeparateVenue)
	if err != nil {
		t.Fatal(err)
	}
	return law
}

var threeMinutes = clock.System{Kind: clock.Reserved, Base: time.Hour, Reserved: 3, Period: time.Minute}

// TestLateExclusive (options no. 7, D22.1): a lateness of the limit itself is in time by both editions;
// an event can have it lose.
func TestLateExclusive(t *testing.T) {
	for _, edition := range []string{"2002", "1988"} {
		for _, exclusive := range []bool{false, true} {
			law := lawOf(t, edition)
			law.LateExclusive = exclusive
			for by, lost := range map[time.Duration]bool{time.Hour - time.Second: false, time.Hour: exclusive, time.Hour + time.Second: true} {
				k := after(t, law, clock.System{Kind: clock.Absolute, Base: 3 * time.Hour}, clock.Event{Do: clock.DoLate, Side: clock.Black, By: by})
				if got := k.State(0).Flag == clock.Black; got != lost || law.TooLate(by) != lost {
					t.Errorf("%s, exclusive %v: %v late loses %v", edition, exclusive, by, got)
				}
			}
		}
	}
}

// TestLateFactor (options no. 8, D22.1): the whole lateness is deducted once or twice, as the edition or
// the event says.
func TestLateFactor(t *testing.T) {
	for edition, factor := range map[string]int{"2002": 2, "1988": 1} {
		law := lawOf(t, edition)
		for _, n := range []int{law.LateFactor, 1, 2} {
			law.LateFactor = n
			k := after(t, law, threeMinutes, clock.Event{Do: clock.DoLate, Side: clock.White, By: 10 * time.Minute})
			if main := k.State(0).White.Main; main != 57*time.Minute-time.Duration(n)*10*time.Minute {
				t.Errorf("%s × %d: %v left", edition, n, main)
			}
		}
		if lawOf(t, edition).LateFactor != factor {
			t.Errorf("%s deducts %d times", edition, lawOf(t, edition).LateFactor)
		}
	}
}

// TestLateLoses (options no. 9): where the deduction takes all the base time, a reading or a section
// begins, or the event has it lose under every system. Nothing is lost by coming in time.
func TestLateLoses(t *testing.T) {
	for name, system := range map[string]clock.System{
		"reserved": threeMinutes, "periods": {Kind: clock.Periods, Base: time.Hour, Periods: 3, Period: 30 * time.Second},
		"canadian": {Kind: clock.Canadian, Base: time.Hour, Moves: 5, Block: time.Minute}, "no base time": {Kind: clock.Periods, Periods: 3, Period: 30 * time.Second},
	} {
		for _, loses := range []bool{false, true} {
			law := lawOf(t, "2002")
			law.LateLoses = loses
			k := after(t, law, system, clock.Event{Do: clock.DoLate, Side: clock.Black, By: 40 * time.Minute})
			if s := k.State(0); (s.Flag == clock.Black) != loses || s.Black.Main != 0 || s.Black.Left != system.Reserved+system.Periods {
				t.Errorf("%s, loses %v: %+v", name, loses, s.Black)
			}
			k = after(t, law, system, clock.Event{Do: clock.DoLate, Side: clock.Black})
			if k.State(0).Flag != clock.Nobody {
				t.Errorf("%s, loses %v: who came in time has lost", name, loses)
			}
		}
	}
}

// TestUnlimitedPasses (options no. 10, D22.5): an overrun is treated as a pass once in a game, or as
// often as it is asked for; in 1988 never (art. 23.5).
func TestUnlimitedPasses(t *testing.T) {
	system := clock.System{Kind: clock.Reserved, Base: time.Minute, Reserved: 1, Period: time.Minute}
	for _, passes := range []int{0, 1, clock.Unlimited} {
		law := lawOf(t, "2002")
		law.OverrunPasses = passes
		k := after(t, law, system, clock.Event{Do: clock.DoStart, Side: clock.Black})
		at, taken := time.Duration(0), 0
		for range 4 {
			at += time.Minute
			next, _, err := k.Apply(clock.Event{At: at, Do: clock.DoPass, Side: clock.Black})
			if err != nil {
				break
			}
			taken++
			k, _, err = next.Apply(clock.Event{At: at, Do: clock.DoPress, Side: clock.White})
			if err != nil {
				t.Fatal(err)
			}
		}
		if taken != min(passes, 4) {
			t.Errorf("%d allowed, %d taken", passes, taken)
		}
	}
}

// TestAbsenceReading (options no. 36, D22.4): to an empty chair a side's whole allowance is read, or as
// many minutes or periods as the event says; who sits down has his own.
func TestAbsenceReading(t *testing.T) {
	for _, n := range []int{0, 1, 5} {
		law := lawOf(t, "2002")
		law.AbsenceReading = n
		minutes := n
		if n == 0 {
			minutes = threeMinutes.Reserved
		}
		k := after(t, law, threeMinutes, clock.Event{Do: clock.DoAbsent, Side: clock.White})
		out := time.Duration(minutes) * time.Minute
		if k.State(out-time.Millisecond).Flag != clock.Nobody || k.State(out).White.Lost != clock.NeverCame {
			t.Errorf("%d: %+v", n, k.State(out).White)
		}
		k = after(t, law, threeMinutes, clock.Event{Do: clock.DoAbsent, Side: clock.White}, clock.Event{At: 30 * time.Second, Do: clock.DoStart, Side: clock.Black})
		if s := k.State(time.Minute).White; s.Left != 3 || s.Reading || s.Main != 57*time.Minute {
			t.Errorf("%d: who sat down has %+v", n, s)
		}
	}
}

// TestLeaveWaits (options no. 39, D22.7): the reading of a side with leave goes on, or waits until it is
// back or acts; its base time runs on either way.
func TestLeaveWaits(t *testing.T) {
	system := clock.System{Kind: clock.Reserved, Base: 2 * time.Minute, Reserved: 2, Period: time.Minute}
	at := func(seconds int, do clock.Do, side clock.Side) clock.Event {
		return clock.Event{At: time.Duration(seconds) * time.Second, Do: do, Side: side}
	}
	law := lawOf(t, "2002")
	k := after(t, law, system, at(0, clock.DoStart, clock.White), at(5, clock.DoLeave, clock.Black), at(10, clock.DoPress, clock.White))
	if s := k.State(5 * time.Minute); s.Flag != clock.Nobody || s.Black.Left != 2 || s.Black.Spent != 0 || !s.Black.Away {
		t.Errorf("its reading ran: %+v", s.Black)
	}
	if cues := k.Cues(10*time.Second, 5*time.Minute); len(cues) > 0 {
		t.Errorf("to an empty chair was said %v", cues)
	}
	back := after(t, law, system, at(0, clock.DoStart, clock.White), at(5, clock.DoLeave, clock.Black), at(10, clock.DoPress, clock.White), at(100, clock.DoBack, clock.Black))
	if s := back.State(130 * time.Second).Black; s.Spent != 30*time.Second || s.Away {
		t.Errorf("back at the table: %+v", s)
	}
	moved := after(t, law, system, at(0, clock.DoStart, clock.White), at(5, clock.DoLeave, clock.Black), at(10, clock.DoPress, clock.White), at(200, clock.DoPress, clock.Black))
	if s := moved.State(200 * time.Second).Black; s.Left != 2 || s.Away {
		t.Errorf("it moved: %+v", s)
	}
	inBase := after(t, law, clock.System{Kind: clock.Reserved, Base: 5 * time.Minute, Reserved: 1, Period: time.Minute}, at(0, clock.DoStart, clock.Black), at(5, clock.DoLeave, clock.Black))
	if s := inBase.State(time.Minute).Black; s.Main != 3*time.Minute {
		t.Errorf("base time waits: %+v", s)
	}
	fresh := clock.New(law, system)
	if _, _, err := fresh.Apply(at(0, clock.DoLeave, clock.Black)); err == nil {
		t.Error("leave before the start")
	}
}
