package main

import (
	"sync"
	"time"

	"tianyuan/web"
)

// made is before this version was made: a clock that says less is wrong.
var made = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// The bounds of the clock's watch: a smaller step back is an ordinary correction; a leap forward is
// told of for a while when it is longer than a night with the lid closed; what was recorded may be
// ahead by a little.
const (
	smallStep  = 2 * time.Minute
	longLeap   = 20 * time.Hour
	leapShown  = time.Hour
	recordSlip = 2 * time.Minute
)

// steady is the program's time: the machine's clock, except that it never goes back. When somebody
// sets the clock back in the middle of a round, lateness, countdowns and the times of events go on as
// they were, and the office is told. A leap forward is taken, as after the lid was closed.
type steady struct {
	mu sync.Mutex
	// wall and elapsed are what the two clocks of the machine said when it was last asked; ours is
	// the program's time then.
	wall, ours time.Time
	elapsed    time.Duration
	// record is the time of the newest event before the start.
	record  time.Time
	trouble web.ClockTrouble
}

// newSteady begins at the machine's time.
func newSteady(wall time.Time) *steady {
	return &steady{wall: wall, ours: wall, elapsed: time.Since(begun)}
}

// after notes the time of the newest event before the start; zero for none.
func (s *steady) after(record time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.record = record
}

// at takes what the machine's two clocks say, the one on the wall and the one that only counts, and
// returns the program's time.
func (s *steady) at(wall time.Time, elapsed time.Duration) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	ours := s.ours.Add(max(0, elapsed-s.elapsed))
	switch behind := ours.Sub(wall); {
	case behind <= 0:
		if leap := -behind; leap > longLeap {
			s.trouble = web.ClockTrouble{Kind: "ahead", At: ours, By: leap}
		} else if s.trouble.Kind == "back" {
			s.trouble = web.ClockTrouble{}
		}
		ours = wall
	case behind > smallStep && s.trouble.Kind != "back":
		s.trouble = web.ClockTrouble{Kind: "back", At: ours, By: behind}
	}
	s.wall, s.ours, s.elapsed = wall, ours, max(s.elapsed, elapsed)
	return ours
}

// state is what is wrong with the clock.
func (s *steady) state() web.ClockTrouble {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch t := s.trouble; {
	case t.Kind == "back", t.Kind == "ahead" && s.ours.Sub(t.At)-t.By < leapShown:
		return t
	case s.wall.Before(made):
		return web.ClockTrouble{Kind: "old"}
	case s.record.Sub(s.wall) > recordSlip:
		return web.ClockTrouble{Kind: "record", At: s.record}
	}
	return web.ClockTrouble{}
}

// now is the program's time now.
func (s *steady) now() time.Time {
	now := time.Now()
	return s.at(now.Round(0), now.Sub(begun))
}

// begun is when the process began, by the clock that only counts.
var begun = time.Now()
