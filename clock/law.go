package clock

import (
	"time"

	"tianyuan/fault"
)

// Venue says where the players live, which sets how late one may be (2002 art. 22.1, 22.2).
type Venue string

const (
	SeparateVenue Venue = "separate" // lodging elsewhere: 1 hour
	SameVenue     Venue = "same"     // lodging at the place of play: 15 minutes
)

// Law is what an edition of the rules says about time, as data. A competition's own regulations
// may change any of it.
type Law struct {
	Edition string // "2002" or "1988"
	// LateLimit is the greatest lateness that doesn't lose, itself included (D22.1, D22.2). The
	// 1988 edition leaves the figure to the event; ours is that of 2002 (options no. 43).
	LateLimit time.Duration
	// LateFactor says how often a lateness is deducted: 2 in 2002 (art. 22.1), 1 in 1988 (art. 23.3).
	LateFactor int
	// LateExclusive: a lateness of the limit itself loses, too (options no. 7). Both editions let it
	// through ("含", 2002 art. 22.1).
	LateExclusive bool
	// LateLoses: a deduction of all the base time or more loses under every time system; else a reading
	// or a section begins where there is one (options no. 9).
	LateLoses bool
	// AbsenceReading is how many minutes or periods are read to an empty chair (2002 art. 22.4); 0: all
	// that a side has (options no. 36). A section is read whole.
	AbsenceReading int
	// CapturesTimed says whether taking stones off counts during the reading: yes in 2002
	// (art. 22.6), no in 1988 (art. 23.4).
	CapturesTimed bool
	// OverrunPasses is how often in a game a side may have the overrun of its last minute treated
	// as a pass (2002 art. 22.5; once: options no. 10). 0: the overrun always loses (1988 art. 23.5).
	OverrunPasses int
}

// Bounded says whether the figures are within what a clock keeps: a limit of at most 7 days, a
// factor of at most 100.
func (l Law) Bounded() bool {
	return fits(l.LateLimit) && l.LateFactor >= 0 && l.LateFactor <= mostFactor && l.OverrunPasses >= 0 && l.OverrunPasses <= mostTurns &&
		l.AbsenceReading >= 0 && l.AbsenceReading <= mostPeriods
}

// TooLate tells that a side which comes so late has lost (D22.1, D22.2).
func (l Law) TooLate(by time.Duration) bool {
	return by > l.LateLimit || l.LateExclusive && by == l.LateLimit && by > 0
}

// Unlimited is an OverrunPasses without a bound (options no. 10).
const Unlimited = mostTurns

var (
	laws = map[string]Law{
		"2002": {Edition: "2002", LateFactor: 2, CapturesTimed: true, OverrunPasses: 1},
		"1988": {Edition: "1988", LateFactor: 1},
	}
	lateLimits = map[Venue]time.Duration{SeparateVenue: time.Hour, SameVenue: 15 * time.Minute}
)

// LawOf returns the law of an edition at a venue. Faults: invalid "fault.clock.edition",
// "fault.clock.venue".
func LawOf(edition string, venue Venue) (Law, error) {
	law, known := laws[edition]
	if !known {
		return Law{}, fault.New(fault.Invalid, "fault.clock.edition", fault.Args{"value": edition})
	}
	limit, known := lateLimits[venue]
	if !known {
		return Law{}, fault.New(fault.Invalid, "fault.clock.venue", fault.Args{"value": string(venue)})
	}
	law.LateLimit = limit
	return law, nil
}
