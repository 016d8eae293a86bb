package clock

import (
	"strconv"
	"time"
)

// Word is a kind of announcement. Their order is the order in which they are said at one instant.
type Word uint8

const (
	SayReading Word = iota + 1 // the reading begins 开始读秒
	SaySecond                  // N seconds of the running minute or period are gone
	SayCount                   // the N-th of the last ten seconds, 1 to 10
	SayLeft                    // a minute or period is used up, N are left 还剩 N 分
	SayTimeout                 // the time is out 超时
)

// Cue is one announcement. Screens and voices say what cues say and nothing else.
type Cue struct {
	At   time.Duration // the moment, in the time of the events
	Side Side          // whose clock it is about
	Word Word
	N    int // the number said, for SaySecond, SayCount, SayLeft
}

// String is the cue's written form: "reading", "30", "count:1", "left:4", "timeout".
func (c Cue) String() string {
	switch c.Word {
	case SayReading:
		return "reading"
	case SaySecond:
		return strconv.Itoa(c.N)
	case SayCount:
		return "count:" + strconv.Itoa(c.N)
	case SayLeft:
		return "left:" + strconv.Itoa(c.N)
	default:
		return "timeout"
	}
}

// The calls inside a minute or period, as seconds before its end. For a minute they are 30, 40,
// 50, 55, 58, then "1 分, 还剩 X 分"; in the last one 30, 40, 50 and 1 to 10 second by second
// (C12.3, 2002 art. 12.3, 1988 art. 12.2). The tables for fixed periods of 30, 20 and 10 s
// (C12.3b) are the last minute's form cut to their length.
var (
	ordinaryCalls = [...]int{30, 20, 10, 5, 2, 0}
	countedCalls  = [...]int{30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
)

// counted says whether the side's running minute is read in the last minute's form.
func (k *Clock) counted(s *SideState) bool { return k.system.Kind == Periods || s.Left == 1 }

// dues are the announcements that fall due together on one side's clock.
type dues struct {
	in   time.Duration // from the clock's own moment, above 0
	cues [2]Cue
	n    int
}

func (d *dues) add(word Word, n int) {
	d.cues[d.n] = Cue{Word: word, N: n}
	d.n++
}

// due finds what a running side's clock says next; nothing when d.n is 0.
func (k *Clock) due(side Side) (d dues) {
	s := k.side(side)
	switch {
	case !k.runs(side) || k.system.Kind == None:
	case s.Main > 0 && !s.absent:
		d.in = s.Main
		d.add(k.opening(s), 0)
	case k.waits(s):
	case k.system.Kind == Canadian:
		d.in = s.Block
		d.add(SayTimeout, 0)
	case k.system.readAloud():
		k.dueInPeriod(s, &d)
	}
	for i := range d.n {
		d.cues[i].At, d.cues[i].Side = k.at+d.in, side
	}
	return d
}

func (k *Clock) dueInPeriod(s *SideState, d *dues) {
	counted := k.counted(s)
	calls := ordinaryCalls[:]
	if counted {
		calls = countedCalls[:]
	}
	for _, before := range calls {
		at := k.system.Period - time.Duration(before)*time.Second
		if at <= s.Spent {
			continue
		}
		d.in = at - s.Spent
		switch {
		case counted && before < 10:
			d.add(SayCount, 10-before)
		case before > 0:
			d.add(SaySecond, int(at/time.Second))
		}
		if before == 0 && s.Left > 1 {
			d.add(SayLeft, s.Left-1)
		} else if before == 0 {
			d.add(SayTimeout, 0)
		}
		return
	}
}

// next finds the first announcements after the clock's own moment, in the order in which they are
// said; two sides are read at once only while both are absent.
func (k *Clock) next() (cues [4]Cue, n int) {
	black, white := k.due(Black), k.due(White)
	if white.n > 0 && (black.n == 0 || white.in < black.in) {
		black.n = 0
	}
	if black.n > 0 && white.in > black.in {
		white.n = 0
	}
	for word := SayReading; word <= SayTimeout; word++ {
		for _, d := range [...]*dues{&black, &white} {
			for _, cue := range d.cues[:d.n] {
				if cue.Word == word {
					cues[n] = cue
					n++
				}
			}
		}
	}
	return cues, n
}

// NextCue returns the next announcement after now if no other event comes, and false when there is
// none. A second one may fall due at the same instant: say what Cues returns. It allocates nothing.
func (k *Clock) NextCue(now time.Duration) (Cue, bool) {
	later := k.At(now)
	cues, n := later.next()
	return cues[0], n > 0
}

// Cues returns what is said after from and up to to, to included, if no other event comes: the
// first words of a screen that slept or was reloaded come from here. The clock knows nothing from
// before its own last event; what an event itself causes comes from [Clock.Apply].
func (k *Clock) Cues(from, to time.Duration) []Cue {
	var said []Cue
	later := k.At(from)
	for {
		cues, n := later.next()
		if n == 0 || cues[0].At > to {
			return said
		}
		said = append(said, cues[:n]...)
		later.advance(cues[0].At)
	}
}
