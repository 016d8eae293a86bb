package clock

import "time"

// Side is a player's side. Black and White together are Both.
type Side uint8

const (
	Black Side = 1 << iota
	White
	Both   = Black | White
	Nobody = Side(0)
)

// Other is the opponent of Black or White.
func (s Side) Other() Side { return Both ^ s }

// String writes a side as files do: "B", "W", "both", or nothing.
func (s Side) String() string { return [...]string{"", "B", "W", "both"}[s&Both] }

// Phase says what a clock is doing.
type Phase uint8

const (
	Ready   Phase = iota // nobody has started it
	Running              // one side's time runs
	Paused               // stopped; the same side goes on
	Flagged              // somebody's time is out
)

// Cause says how a side's time came to be out.
type Cause uint8

const (
	NotLost   Cause = iota
	Overrun         // the time or the last minute was used up (2002 art. 12.3, 12.4, 12.5, 22.5; 1988 art. 23.5)
	TooLate         // late beyond the limit, or for longer than there was time (2002 art. 22.1-22.3, 1988 art. 23.1, 23.2)
	NeverCame       // the absence reading ran out (2002 art. 22.4)
)

// SideState is what one side's clock shows and what has happened to it.
type SideState struct {
	// Main is the base time left before the reading or the section begins.
	Main time.Duration
	// Left is the number of reserved minutes or of periods left, the running one included.
	Left int
	// Spent is the time used of the running minute or period: what the reader counts up.
	Spent time.Duration
	// Block and MovesLeft are what is left of a Canadian section.
	Block     time.Duration
	MovesLeft int
	// Reading says that the reading, or the first Canadian section, has begun.
	Reading bool
	// Placed says that the stone is down and captures are still to be taken (D22.6).
	Placed bool
	// Away says that the side has leave in its reading, which waits meanwhile (D22.7, options no. 39).
	Away bool
	// Used is how long this side's clock has run in the game; Moves counts its presses.
	Used  time.Duration
	Moves int
	// Lost says how the side's time came to be out, and LostAt when.
	Lost   Cause
	LostAt time.Duration

	charged   time.Duration // used of Main
	absent    bool          // the absence reading runs, on Left or Block
	kept      int           // Left of the game during the absence reading
	keptBlock time.Duration // Block likewise
	late      bool          // a lateness was entered
	passes    int           // overruns that were treated as a pass
}

// Clock is the clock of one game after some events. It is a value: copies are independent, and
// equal clocks behave alike.
type Clock struct {
	law       Law
	system    System
	at        time.Duration // the moment that the values are of
	phase     Phase         // Ready, Running or Paused
	turn      Side
	wasPaused bool
	sides     [2]SideState
}

// New returns a clock that nobody has started. The system must be valid.
func New(law Law, system System) Clock {
	side := SideState{Main: system.free(), Left: system.allowance(), Block: system.Block, MovesLeft: system.Moves}
	return Clock{law: law, system: system, sides: [2]SideState{side, side}}
}

// State is everything that a clock shows at one moment.
type State struct {
	At    time.Duration
	Phase Phase
	// Turn is the side whose time runs, or goes on after a pause; nobody's before the start.
	Turn Side
	// Black and White are the two clocks.
	Black, White SideState
	// Flag names who is out of time.
	Flag Side
}

// At returns the clock as it stands at a moment if no other event comes. A moment before the last
// event gives the clock as that event left it.
func (k *Clock) At(now time.Duration) Clock {
	later := *k
	later.advance(max(now, k.at))
	return later
}

// State returns everything that the clock shows at a moment.
func (k *Clock) State(now time.Duration) State {
	later := k.At(now)
	s := State{At: later.at, Phase: later.phase, Turn: later.turn, Black: later.sides[0], White: later.sides[1], Flag: later.flag()}
	if s.Flag != Nobody {
		s.Phase = Flagged
	}
	return s
}

func (k *Clock) side(side Side) *SideState { return &k.sides[side>>1] }

// flag names who is out of time.
func (k *Clock) flag() Side {
	out := Nobody
	for _, side := range [...]Side{Black, White} {
		if k.side(side).Lost != NotLost {
			out |= side
		}
	}
	return out
}

// runs says whether time passes on a side's clock: its game time, until somebody is out of time, or
// its absence reading before the start.
func (k *Clock) runs(side Side) bool {
	if s := k.side(side); s.absent {
		return s.Lost == NotLost
	}
	return k.phase == Running && k.turn == side && k.flag() == Nobody
}

// waits says that a side's reading waits: it takes stones off in time that isn't counted (1988
// art. 23.4), or has leave that isn't read (options no. 39).
func (k *Clock) waits(s *SideState) bool {
	return k.system.readAloud() && (s.Away || s.Placed && !k.law.CapturesTimed)
}

// advance lets time pass up to a moment.
func (k *Clock) advance(to time.Duration) {
	d := to - k.at
	for _, side := range [...]Side{Black, White} {
		if d > 0 && k.runs(side) {
			k.run(side, d)
		}
	}
	k.at = to
}

// run lets d pass on one side's clock.
func (k *Clock) run(side Side, d time.Duration) {
	s := k.side(side)
	begin := s.Used
	if !s.absent {
		free := min(s.Main, d)
		s.Main -= free
		s.charged += free
		s.Used += free
		d -= free
		if s.Main > 0 || !k.open(s) {
			k.flagAfter(s, s.Used-begin)
			return
		}
	}
	if d == 0 || k.waits(s) {
		return
	}
	took := k.runReading(s, d)
	if s.absent {
		k.flagAfter(s, took)
		return
	}
	s.Used += took
	k.flagAfter(s, s.Used-begin)
}

// flagAfter notes the moment of a loss, some time after the clock's own moment.
func (k *Clock) flagAfter(s *SideState, d time.Duration) {
	if s.Lost != NotLost {
		s.LostAt = k.at + d
	}
}

// opening is what begins, or happens, when a side has no base time left.
func (k *Clock) opening(s *SideState) Word {
	if k.system.readAloud() && s.Left > 0 || k.system.Kind == Canadian && s.Block > 0 {
		return SayReading
	}
	return SayTimeout
}

// open begins the reading or the section of a side without base time, once; a side that has
// nothing left loses, and open is false.
func (k *Clock) open(s *SideState) bool {
	if k.system.Kind == None {
		return true
	}
	if k.opening(s) == SayTimeout {
		s.Lost = Overrun
		return false
	}
	s.Reading = true
	return true
}

// runReading lets d pass in the reading or the section and returns how much of it passed before
// the time was out.
func (k *Clock) runReading(s *SideState, d time.Duration) time.Duration {
	switch k.system.Kind {
	case Canadian:
		d = min(d, s.Block)
		s.Block -= d
		if s.Block == 0 {
			s.Lost = s.cause()
		}
	case Reserved, Periods:
		// Each full minute takes one (art. 12.3): 125 s cost two.
		whole := time.Duration(s.Left)*k.system.Period - s.Spent
		if d >= whole {
			d = whole
			s.Left, s.Spent, s.Lost = 0, 0, s.cause()
			break
		}
		s.Spent += d
		s.Left -= int(s.Spent / k.system.Period)
		s.Spent %= k.system.Period
	}
	return d
}

func (s *SideState) cause() Cause {
	if s.absent {
		return NeverCame
	}
	return Overrun
}
