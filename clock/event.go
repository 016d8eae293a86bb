package clock

import (
	"time"

	"tianyuan/fault"
)

// Do names what happens to a clock.
type Do string

const (
	DoStart   Do = "start"       // the side's clock begins to run
	DoPress   Do = "press"       // the side ends its move
	DoPause   Do = "pause"       // both clocks stop (C14)
	DoResume  Do = "resume"      // the same side goes on
	DoLate    Do = "late"        // the side came late, by By (D22.1-22.3)
	DoSet     Do = "set"         // the chief referee sets the side's clock (2002 art. 22.8)
	DoQuery   Do = "query"       // the side asks what is left (C16)
	DoPlaced  Do = "placed"      // the side's stone is down, captures are still to be taken (D22.6)
	DoPass    Do = "passRequest" // the side asks to have its overrun treated as a pass (D22.5)
	DoCorrect Do = "correct"     // a faulty clock is corrected in proportion (D22.8)
	DoShare   Do = "share"       // lost readings are shared equally (D22.9)
	DoAbsent  Do = "absent"      // the absence reading of the side begins (D22.4)
	DoTurn    Do = "turn"        // the referee gives the move to the side (2002 art. 21.4)
	DoLeave   Do = "leave"       // the side has leave, and its reading waits until it acts or is back (D22.7)
	DoBack    Do = "back"        // the side is back, and its reading goes on
	DoReread  Do = "reread"      // the last minute is read again from where it was misread (C16, 2002 art. 16.2)
)

// Words is the name of the act, for people.
func (d Do) Words() (key string, args fault.Args) { return "clock.do." + string(d), nil }

// Event is one thing that happens to a clock. At is the time of the events, which runs through
// pauses; the other fields belong to some events alone.
type Event struct {
	At   time.Duration
	Do   Do
	Side Side
	// By is how late the side came.
	By time.Duration
	// Black, White and Elapsed are for a correction: the time that each side has used by the faulty
	// clock, and the time that really passed. Sharing takes Elapsed alone.
	Black, White, Elapsed time.Duration
	// From is the second from which the last minute is read again.
	From time.Duration
	// Set holds what the chief referee sets.
	Set Setting
}

// Setting is a change of one side's clock; nil leaves a value as it is.
type Setting struct {
	Main, Block *time.Duration
	// Left is reserved minutes or periods.
	Left, MovesLeft *int
}

// Bounded says whether the event's figures are within what a clock keeps: lengths from 0 to 7 days,
// at most 600 minutes or periods and 1000 moves.
func (e Event) Bounded() bool {
	for _, d := range [...]time.Duration{e.By, e.Black, e.White, e.Elapsed, e.From, value(e.Set.Main), value(e.Set.Block)} {
		if !fits(d) {
			return false
		}
	}
	left, moves := value(e.Set.Left), value(e.Set.MovesLeft)
	return left >= 0 && left <= mostPeriods && moves >= 0 && moves <= mostMoves
}

// value is what is set, 0 where nothing is.
func value[T any](v *T) (set T) {
	if v != nil {
		set = *v
	}
	return set
}

// refusal is the beginning of the message keys of refused events; the rest is the code.
const refusal = "fault.clock.refused."

func refuse(code string, e Event) error {
	return fault.New(fault.Conflict, refusal+code, fault.Args{"do": e.Do, "at": written(e.At)})
}

// act is one event being applied: the clock that it makes, and what is said because of it.
type act struct {
	Clock
	said []Cue
}

// Apply takes an event in. What falls due at the same instant comes first: a press at 60.0 s has
// used the minute. It returns the new clock and what is said because of the event itself, at its
// instant: the reading that begins with it, or the loss that it causes. A refused event changes
// nothing. Faults: conflict "fault.clock.refused." and one of outOfOrder, afterFlag, notStarted,
// alreadyStarted, notYourTurn, paused, notPaused, alreadyPlaced, alreadyLate, underWay, beingRead, noReading,
// notLastMinute, noOverrun, notInEdition, passUsed, noTime, noProportion.
func (k *Clock) Apply(e Event) (Clock, []Cue, error) {
	if e.At < k.at {
		return *k, nil, refuse("outOfOrder", e)
	}
	a := act{Clock: k.At(e.At)}
	if code := a.take(e); code != "" {
		return *k, nil, refuse(code, e)
	}
	a.settle()
	return a.Clock, a.said, nil
}

// take changes the clock, or returns the reason why not.
func (a *act) take(e Event) string {
	if out := a.flag(); out != Nobody && !a.afterFlag(e, out) {
		return "afterFlag"
	}
	switch e.Do {
	case DoStart:
		return a.start(e)
	case DoPress:
		return a.press(e)
	case DoPlaced:
		return a.placed(e)
	case DoReread:
		return a.reread(e)
	case DoTurn:
		return a.give(e)
	case DoPause, DoResume:
		return a.pause(e)
	case DoLate:
		return a.lateness(e)
	case DoAbsent:
		return a.absence(e)
	case DoPass:
		return a.passRequest(e)
	case DoSet:
		return a.set(e)
	case DoCorrect, DoShare:
		return a.correct(e)
	case DoLeave, DoBack:
		return a.leave(e)
	}
	return ""
}

// afterFlag names the two things that may follow a flag: the request for a pass (D22.5), and the
// other side's own lateness or absence before the start (D22.3).
func (a *act) afterFlag(e Event, out Side) bool {
	switch e.Do {
	case DoPass:
		return true
	case DoLate, DoAbsent:
		return a.phase == Ready && out == e.Side.Other()
	}
	return false
}

// settle begins the reading of the side whose time now runs when it has no base time, or ends its
// game when it has nothing at all.
func (a *act) settle() {
	s := a.side(a.turn)
	if a.phase != Running || !a.runs(a.turn) || s.Main > 0 || a.system.Kind == None {
		return
	}
	was := s.Reading
	if !a.open(s) {
		a.lose(a.turn, Overrun)
	} else if !was {
		a.say(a.turn, SayReading)
	}
}

func (a *act) say(side Side, word Word) {
	a.said = append(a.said, Cue{At: a.at, Side: side, Word: word})
}

func (a *act) lose(side Side, cause Cause) {
	s := a.side(side)
	s.Lost, s.LostAt = cause, a.at
	a.say(side, SayTimeout)
}

// start begins the game. Who sat down while being read plays with his whole time (2002 art. 22.4).
func (a *act) start(e Event) string {
	if a.phase != Ready {
		return "alreadyStarted"
	}
	a.endAbsence(Black)
	a.endAbsence(White)
	a.phase, a.turn = Running, e.Side
	return ""
}

// onMove says why a side can't act on its own move now.
func (a *act) onMove(e Event) string {
	switch {
	case a.phase == Ready:
		return "notStarted"
	case a.phase == Paused:
		return "paused"
	case a.turn != e.Side:
		return "notYourTurn"
	}
	return ""
}

func (a *act) press(e Event) string {
	if code := a.onMove(e); code != "" {
		return code
	}
	s := a.side(e.Side)
	switch a.system.Kind {
	case Fischer:
		a.addIncrement(s)
	case Canadian:
		a.countMove(s)
	}
	a.handOver(e.Side)
	return ""
}

// handOver ends a side's move: a minute that isn't full costs nothing (art. 12.3).
func (a *act) handOver(side Side) {
	s := a.side(side)
	s.Spent, s.Placed, s.Away = 0, false, false
	s.Moves++
	a.turn = side.Other()
}

// addIncrement adds up to the cap; time above the cap from elsewhere stays.
func (a *act) addIncrement(s *SideState) {
	sum := s.Main + a.system.Increment
	if a.system.Cap > 0 {
		sum = min(sum, max(a.system.Cap, s.Main))
	}
	s.Main = sum
}

// countMove counts a move of a section; after the last one the next section begins, longer by what
// was left when that carries over (2002 art. 12.5).
func (a *act) countMove(s *SideState) {
	if !s.Reading {
		return
	}
	s.MovesLeft--
	if s.MovesLeft > 0 {
		return
	}
	carried := s.Block
	if !a.system.Carry {
		carried = 0
	}
	s.MovesLeft, s.Block = a.system.Moves, a.system.Block+carried
}

func (a *act) placed(e Event) string {
	if code := a.onMove(e); code != "" {
		return code
	}
	s := a.side(e.Side)
	if s.Placed {
		return "alreadyPlaced"
	}
	s.Placed = true
	return ""
}

// leave lets the reading of a side that has leave wait, or go on (options no. 39).
func (a *act) leave(e Event) string {
	if a.phase == Ready {
		return "notStarted"
	}
	a.side(e.Side).Away = e.Do == DoLeave
	return ""
}

// reread takes the count of the last minute back to where it was misread (2002 art. 16.2).
func (a *act) reread(e Event) string {
	s := a.side(e.Side)
	switch {
	case a.phase == Ready:
		return "notStarted"
	case a.turn != e.Side:
		return "notYourTurn"
	case !a.system.readAloud() || !s.Reading || !a.counted(s) || e.From > s.Spent:
		return "notLastMinute"
	}
	s.Spent = e.From
	return ""
}

// give lets the side go on in place of the one whose time ran, which begins its next move anew: no
// move was made, so nothing is counted or granted for one.
func (a *act) give(e Event) string {
	if a.phase == Ready {
		return "notStarted"
	}
	if a.turn != e.Side {
		s := a.side(a.turn)
		s.Spent, s.Placed = 0, false
		a.turn = e.Side
	}
	return ""
}

func (a *act) pause(e Event) string {
	switch {
	case a.phase == Ready:
		return "notStarted"
	case e.Do == DoPause && a.phase == Paused:
		return "paused"
	case e.Do == DoResume && a.phase != Paused:
		return "notPaused"
	case e.Do == DoPause:
		a.phase, a.wasPaused = Paused, true
	default:
		a.phase = Running
	}
	return ""
}

// lateness deducts, or loses beyond the limit. After a pause the clocks simply run and there is
// nothing to deduct (D22.1b); who was being read is seated in time and isn't charged (D22.4).
func (a *act) lateness(e Event) string {
	s := a.side(e.Side)
	switch {
	case a.wasPaused:
		return ""
	case s.late:
		return "alreadyLate"
	case s.Moves > 0:
		return "underWay"
	case s.absent:
		a.endAbsence(e.Side)
	case a.law.TooLate(e.By):
		a.lose(e.Side, TooLate)
	case a.system.Kind != None:
		a.deduct(e.Side, time.Duration(a.law.LateFactor)*e.By)
	}
	s.late = true
	return ""
}

// deduct takes time off the base time. When it takes all: the reading or the section begins, and
// where there is none the game is lost (options no. 9).
func (a *act) deduct(side Side, d time.Duration) {
	s := a.side(side)
	bare := a.system.Kind == Absolute || a.system.Kind == Fischer || a.law.LateLoses
	if bare && d > 0 && d >= s.Main {
		a.lose(side, TooLate)
	}
	s.Main -= min(d, s.Main)
}

// absence begins to read to an empty chair: a side's whole allowance, or what the event says (2002
// art. 22.4, options no. 36).
func (a *act) absence(e Event) string {
	s := a.side(e.Side)
	switch {
	case a.phase != Ready:
		return "underWay"
	case s.absent || s.late:
		return "alreadyLate"
	case !a.system.readAloud() && a.system.Kind != Canadian:
		return "noReading"
	}
	s.kept, s.keptBlock = s.Left, s.Block
	s.Left, s.Block = a.system.allowance(), a.system.Block
	if a.law.AbsenceReading > 0 && a.system.readAloud() {
		s.Left = a.law.AbsenceReading
	}
	s.absent, s.Reading = true, true
	a.say(e.Side, SayReading)
	return ""
}

// endAbsence gives back what was read to the empty chair.
func (a *act) endAbsence(side Side) {
	s := a.side(side)
	if !s.absent {
		return
	}
	s.absent, s.Reading, s.Spent = false, false, 0
	s.Left, s.Block = s.kept, s.keptBlock
	s.kept, s.keptBlock = 0, 0
}

// passRequest turns the overrun of the last minute into a pass; the side is in its last minute as
// before and the other side moves (2002 art. 22.5).
func (a *act) passRequest(e Event) string {
	s := a.side(e.Side)
	switch {
	case a.law.OverrunPasses == 0:
		return "notInEdition"
	case a.flag() == e.Side.Other():
		return "notYourTurn"
	case s.Lost != Overrun || !s.Reading || !a.system.readAloud():
		return "noOverrun"
	case s.passes >= a.law.OverrunPasses:
		return "passUsed"
	}
	s.Lost, s.LostAt, s.Left = NotLost, 0, 1
	s.passes++
	a.handOver(e.Side)
	return ""
}

// set is the chief referee's adjustment. Base time given to a side in reading ends its reading.
func (a *act) set(e Event) string {
	s := a.side(e.Side)
	if s.absent {
		return "beingRead"
	}
	if v := e.Set.Main; v != nil {
		s.Main = *v
		if s.Main > 0 {
			s.Reading, s.Spent = false, 0
		}
	}
	if v := e.Set.Left; v != nil {
		s.Left = *v
	}
	if v := e.Set.Block; v != nil {
		s.Block = *v
	}
	if v := e.Set.MovesLeft; v != nil {
		s.MovesLeft = *v
	}
	return ""
}
