package clock_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
)

// tick is the step of the slow clock.
const tick = 100 * time.Millisecond

// slow is a clock that ticks and reads its words off a list for each second: the plainest reading of
// the articles, to hold the computed one against.
type slow struct {
	system  clock.System
	law     clock.Law
	now     time.Duration
	turn    string
	paused  bool
	flagged bool
	sides   map[string]*slowSide
	said    []string
}

type slowSide struct {
	main, spent, block time.Duration
	left, moves        int
	reading, placed    bool
	passed             bool
}

func newSlow(law clock.Law, system clock.System) *slow {
	s := &slow{system: system, law: law, sides: map[string]*slowSide{}}
	for _, name := range []string{"B", "W"} {
		side := &slowSide{main: system.Base, block: system.Block, moves: system.Moves, left: system.Reserved + system.Periods}
		for range system.Reserved {
			side.main -= system.Period
		}
		s.sides[name] = side
	}
	return s
}

func (s *slow) say(side, word string) {
	s.said = append(s.said, fmt.Sprintf("%v %s %s", s.now, side, word))
}

// words are what is said in each second of a minute or period, from the texts of both editions.
func (s *slow) words(last bool) map[int]string {
	switch {
	case s.system.Period == time.Minute && !last:
		return map[int]string{30: "30", 40: "40", 50: "50", 55: "55", 58: "58"}
	case s.system.Period == time.Minute:
		return counted(map[int]string{30: "30", 40: "40", 50: "50"}, 51)
	case s.system.Period == 30*time.Second:
		return counted(map[int]string{10: "10", 20: "20"}, 21)
	case s.system.Period == 20*time.Second:
		return counted(map[int]string{10: "10"}, 11)
	default:
		return counted(map[int]string{}, 1)
	}
}

func counted(words map[int]string, first int) map[int]string {
	for i := range 10 {
		words[first+i] = fmt.Sprint("count:", i+1)
	}
	return words
}

// begin is called while a side without base time is to move.
func (s *slow) begin(name string) {
	side := s.sides[name]
	if side.main > 0 || side.reading || s.system.Kind == clock.None {
		return
	}
	if s.system.Kind == clock.Absolute || s.system.Kind == clock.Fischer {
		s.flag(name)
		return
	}
	side.reading = true
	s.say(name, "reading")
}

func (s *slow) flag(name string) {
	s.flagged = true
	s.say(name, "timeout")
}

func (s *slow) tick() {
	s.now += tick
	if s.turn == "" || s.paused || s.flagged {
		return
	}
	side := s.sides[s.turn]
	if side.main > 0 {
		side.main -= tick
		s.begin(s.turn)
		return
	}
	switch s.system.Kind {
	case clock.Canadian:
		side.block -= tick
		if side.block == 0 {
			s.flag(s.turn)
		}
	case clock.Reserved, clock.Periods:
		if side.placed && s.law.Edition == "1988" {
			return
		}
		side.spent += tick
		s.read(side)
	}
}

func (s *slow) read(side *slowSide) {
	last := s.system.Kind == clock.Periods || side.left == 1
	if side.spent%time.Second == 0 {
		if word := s.words(last)[int(side.spent/time.Second)]; word != "" {
			s.say(s.turn, word)
		}
	}
	if side.spent < s.system.Period {
		return
	}
	side.spent = 0
	side.left--
	if side.left > 0 {
		s.say(s.turn, fmt.Sprint("left:", side.left))
	} else {
		s.flag(s.turn)
	}
}

// do takes an event, and says whether it may happen.
func (s *slow) do(e clock.Event) bool {
	for s.now < e.At {
		s.tick()
	}
	name := e.Side.String()
	side, other := s.sides[name], e.Side.Other().String()
	if s.flagged {
		over := s.turn == name && side.left == 0 && side.reading && (s.system.Kind == clock.Reserved || s.system.Kind == clock.Periods)
		if e.Do != clock.DoPass || !over || side.passed || s.law.Edition == "1988" {
			return false
		}
		s.flagged, side.passed, side.left, side.placed, s.turn = false, true, 1, false, other
		s.begin(other)
		return true
	}
	switch e.Do {
	case clock.DoStart:
		if s.turn != "" {
			return false
		}
		s.turn = name
		s.begin(name)
	case clock.DoPress:
		if s.turn != name || s.paused {
			return false
		}
		s.press(side)
		s.turn = other
		s.begin(other)
	case clock.DoPlaced:
		if s.turn != name || s.paused || side.placed {
			return false
		}
		side.placed = true
	case clock.DoPause:
		if s.turn == "" || s.paused {
			return false
		}
		s.paused = true
	case clock.DoResume:
		if !s.paused {
			return false
		}
		s.paused = false
		s.begin(s.turn)
	default:
		return e.Do == clock.DoQuery
	}
	return true
}

func (s *slow) press(side *slowSide) {
	side.spent, side.placed = 0, false
	switch s.system.Kind {
	case clock.Fischer:
		for range int(s.system.Increment / tick) {
			if s.system.Cap == 0 || side.main < s.system.Cap {
				side.main += tick
			}
		}
	case clock.Canadian:
		if !side.reading {
			return
		}
		if side.moves--; side.moves > 0 {
			return
		}
		side.moves = s.system.Moves
		if s.system.Carry {
			side.block += s.system.Block
		} else {
			side.block = s.system.Block
		}
	}
}

// TestSlowClock: the computed clock says and shows what a ticking one does that reads its words off
// the rules (C12, C14, D22.5, D22.6).
func TestSlowClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, system := drawnLaw(t), drawnSystem(t)
		if system.Kind == clock.Reserved {
			system.Base += time.Duration(system.Reserved) * (time.Minute - system.Period)
			system.Period = time.Minute // the rules have no words for others
		}
		if system.Kind == clock.Periods {
			system.Period = rapid.SampledFrom([]time.Duration{30, 20, 10}).Draw(t, "table") * time.Second
		}
		events := drawnEvents(t, false)
		for i := range events {
			events[i].At = events[i].At.Truncate(tick)
		}
		s := newSlow(law, system)
		var refused []int
		for i, e := range events {
			if !s.do(e) {
				refused = append(refused, i)
			}
		}
		script := clock.Script{Law: law, System: system, Events: events}
		r := script.Run()
		var said []string
		for _, c := range r.Timeline {
			said = append(said, fmt.Sprintf("%v %s %s", c.At, c.Side, c))
		}
		var no []int
		for _, f := range r.Refused {
			no = append(no, f.Index)
		}
		if !slices.Equal(said, s.said) || !slices.Equal(no, refused) {
			t.Fatalf("%+v\n%v\nsays %v, refuses %v\nthe slow clock %v, %v", system, events, said, no, s.said, refused)
		}
		for name, got := range map[string]clock.SideState{"B": r.State.Black, "W": r.State.White} {
			want := s.sides[name]
			if got.Main != want.main || got.Left != want.left || got.Spent != want.spent || got.Block != want.block || got.MovesLeft != want.moves {
				t.Fatalf("%s shows %+v, the slow clock %+v", name, got, *want)
			}
		}
	})
}
