package clock

import (
	"math/bits"
	"time"
)

// correct gives both sides the time used that a referee has worked out: in proportion to the
// readings of a faulty clock (2002 art. 22.8), or half each when no reading was kept (art. 22.9).
func (a *act) correct(e Event) string {
	if a.system.Kind == None {
		return "noTime"
	}
	if a.side(Black).absent || a.side(White).absent {
		return "beingRead"
	}
	black := (e.Elapsed / 2).Truncate(time.Millisecond) // clocks go by whole milliseconds
	if e.Do == DoCorrect {
		if e.Black+e.White == 0 {
			return "noProportion"
		}
		if !Faulty(e.Black, e.White, e.Elapsed) {
			return ""
		}
		black, e.Elapsed = Proportion(e.Black, e.White, e.Elapsed)
	}
	a.recharge(a.side(Black), black)
	a.recharge(a.side(White), e.Elapsed-black)
	return ""
}

// Faulty says whether a clock is wrong enough to be corrected: the sum of both readings differs
// from the time that passed by 2 minutes an hour or more (D22.8, 2002 art. 22.8).
func Faulty(black, white, elapsed time.Duration) bool {
	return (black+white-elapsed).Abs()*30 >= elapsed
}

// Proportion shares out the time that passed as the two readings of used time stand to each other,
// to the second; the sum is kept (D22.8, options no. 32). It returns Black's part and the whole.
// The readings must not both be 0.
func Proportion(black, white, elapsed time.Duration) (part, whole time.Duration) {
	whole = elapsed.Round(time.Second)
	high, low := bits.Mul64(uint64(black), uint64(elapsed))
	exact, _ := bits.Div64(high, low, uint64(black+white))
	return time.Duration(exact).Round(time.Second), whole
}

// recharge sets the time that a side has used. The base time follows; the minutes and periods that
// the referee took by his watch aren't on the clock's dial and stay. In a Canadian section the
// difference falls into the section.
func (a *act) recharge(s *SideState, used time.Duration) {
	granted := s.Main + s.charged
	switch {
	case a.system.Kind == Canadian && s.Reading:
		s.Block = max(0, s.Block+s.Used-used)
	case used >= granted:
		if a.system.Kind == Canadian {
			s.Block = max(0, s.Block-(used-granted))
		}
		s.Main = 0
	default:
		s.Main, s.Reading, s.Spent = granted-used, false, 0
	}
	s.charged = granted - s.Main
	s.Used = used
}
