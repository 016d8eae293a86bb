// Package game is one game of two players as an official record: a fold over its events, by the
// 2002 and the 1988 edition of the Chinese Go Competition Rules.
//
// A command and what surrounds it are decided on a state and give events, or a fault that changes
// nothing; events move the state on. What the referee law says comes from package rules, time from
// package clock, the board from package weiqi. docs/game.md explains it.
package game

import (
	"slices"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Mode says where a game is played.
type Mode string

const (
	// Hall: over the board; an illegal move is dealt with by the referee law.
	Hall Mode = "hall"
	// Online: at a distance; an illegal move is refused.
	Online Mode = "online"
)

// Instant is a moment of a game's time keeper, from the keeper's start; it runs on through pauses
// and never goes back.
type Instant time.Duration

// MarshalText writes the moment as time.Duration.String does.
func (i Instant) MarshalText() ([]byte, error) { return []byte(time.Duration(i).String()), nil }

// UnmarshalText reads what MarshalText writes. Fault: invalid "fault.clock.duration".
func (i *Instant) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return fault.New(fault.Invalid, "fault.clock.duration", fault.Args{"value": string(text)})
	}
	*i = Instant(d)
	return nil
}

// Person is one of the two players, whatever colour he holds.
type Person int

// The players, in the order in which the pairing names them.
const (
	First Person = iota
	Second
)

// Other returns the opponent.
func (p Person) Other() Person { return 1 - p }

func (p Person) valid() bool { return p == First || p == Second }

// Player is who plays.
type Player struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ColourFix is how colours taken the wrong way round are put right (options no. 41).
type ColourFix string

// The values of the option.
const (
	FixSwap    ColourFix = "swapStones" // the position stays, the players change sides
	FixRestart ColourFix = "restart"    // the board is cleared
)

// Terms are all that is agreed for a game before it begins, every value written out.
type Terms struct {
	Edition rules.Edition `json:"edition"`
	Mode    Mode          `json:"mode"`
	// Size is the board's, in lines.
	Size int `json:"size"`
	// Komi, Compensation and Fine are in quarter-stones (C11, D24.1).
	Komi         int `json:"komi"`
	Compensation int `json:"compensation,omitempty"`
	Fine         int `json:"fine"`
	// Handicap are Black's stones on the board before the first move (options no. 14).
	Handicap []weiqi.Point `json:"handicap,omitempty"`
	// Moves: the moves are recorded; else only presses of the clock are.
	Moves bool `json:"moves"`
	// Press: the clock is pressed by itself; else a move presses it.
	Press bool `json:"press"`
	// Referee: an official takes part, and confirms the result (C16).
	Referee bool         `json:"referee"`
	System  clock.System `json:"system"`
	// LateLimit, LateFactor, CapturesTimed and OverrunPasses are those of clock.Law (D22).
	LateLimit     Instant `json:"lateLimit"`
	LateFactor    int     `json:"lateFactor"`
	CapturesTimed bool    `json:"capturesTimed"`
	OverrunPasses int     `json:"overrunPasses"`
	// LateExclusive, LateLoses and AbsenceReading are likewise (options no. 7, 9, 36).
	LateExclusive  bool `json:"lateExclusive,omitempty"`
	LateLoses      bool `json:"lateLoses,omitempty"`
	AbsenceReading int  `json:"absenceReading,omitempty"`
	// LeaveWaits: the reading of a side that was given leave waits for it (options no. 39).
	LeaveWaits bool `json:"leaveWaits,omitempty"`
	// NoBothLose: the event knows no loss of both sides (options no. 6).
	NoBothLose bool `json:"noBothLose,omitempty"`
	// Superko: this form of repetition alone is forbidden, in place of art. 6 and 20; "" = these
	// articles with Rare for the balanced cycles (options no. 1, 2, 47).
	Superko string           `json:"superko,omitempty"`
	Rare    rules.RareCycle  `json:"rareCycle"`
	Replay  rules.ReplayTime `json:"replayTime"`
	// ClaimWindow is the event's; "" = the edition's (options no. 35).
	ClaimWindow rules.Deadline `json:"claimWindow,omitempty"`
	// VoidPassEnds: a void move that counts as a pass counts for the two passes of art. 7, too
	// (options no. 38).
	VoidPassEnds bool      `json:"voidPassEnds,omitempty"`
	ColourFix    ColourFix `json:"colourFix"`
	// Sealing: the event seals moves (C14).
	Sealing bool `json:"sealing"`
}

// TermsOf returns what the edition itself says for a game on 19 lines in the hall, with recorded
// moves and a referee. Fault: invalid "fault.clock.edition", "fault.clock.venue".
func TermsOf(e rules.Edition, venue clock.Venue, system clock.System) (Terms, error) {
	law, err := clock.LawOf(string(e), venue)
	if err != nil {
		return Terms{}, err
	}
	d := e.Data()
	return Terms{
		Edition: e, Mode: Hall, Size: 19, Komi: d.Komi, Fine: d.WarningFine, Moves: true, Press: true, Referee: true, System: system,
		LateLimit: Instant(law.LateLimit), LateFactor: law.LateFactor, CapturesTimed: law.CapturesTimed, OverrunPasses: law.OverrunPasses,
		Rare: d.RareCycle, Replay: d.ReplayTime, ColourFix: FixSwap, Sealing: d.Sealing,
	}, nil
}

// maxQuarters bounds komi, compensation and fine: 1000 子.
const maxQuarters = 4000

// Validate says what is wrong with the terms. Faults: invalid "fault.game.terms" with the field,
// and those of clock.System.Validate and of the handicap stones.
func (t Terms) Validate() error {
	bad := func(field string) error {
		return fault.New(fault.Invalid, "fault.game.terms", fault.Args{"field": field})
	}
	_, superko := weiqi.ParseMode(t.Superko)
	switch {
	case !t.Edition.Known():
		return bad("edition")
	case t.Mode != Hall && t.Mode != Online:
		return bad("mode")
	case t.Size < weiqi.MinSize || t.Size > weiqi.MaxSize:
		return bad("size")
	case max(t.Komi, -t.Komi, t.Compensation) > maxQuarters || t.Compensation < 0:
		return bad("komi")
	case t.Fine < 0 || t.Fine > maxQuarters:
		return bad("fine")
	case t.Mode == Online && (!t.Moves || t.Press):
		return bad("moves")
	case !t.Moves && !t.Press:
		return bad("press")
	case !t.Law().Bounded():
		return bad("lateLimit")
	case t.Superko != "" && superko != nil:
		return bad("superko")
	case !slices.Contains(rules.RareCycles, t.Rare):
		return bad("rareCycle")
	case t.Replay != rules.ReplayRemaining && t.Replay != rules.ReplayFull:
		return bad("replayTime")
	case t.ClaimWindow != "" && !slices.Contains(rules.ClaimWindows, t.ClaimWindow):
		return bad("claimWindow")
	case t.ColourFix != FixSwap && t.ColourFix != FixRestart:
		return bad("colourFix")
	}
	if len(t.Handicap) > 0 { // any size within the bounds has an empty board
		if _, err := t.start(); err != nil {
			return err
		}
	}
	return t.System.Validate()
}

// start returns the board before the first move.
func (t Terms) start() (*weiqi.Board, error) {
	b, err := weiqi.NewBoard(t.Size, t.Size)
	if err != nil || len(t.Handicap) == 0 {
		return b, err
	}
	return b, b.PlaceHandicap(t.Handicap)
}

// first is who moves first: Black on an empty board (G2.3), White after handicap stones.
func (t Terms) first() rules.Side {
	if len(t.Handicap) > 0 {
		return rules.White
	}
	return rules.Black
}

func (t Terms) policy() rules.Policy {
	p := rules.Policy{Edition: t.Edition, Rare: t.Rare}
	if t.Superko != "" {
		p.FormAlone = true
		p.Form, _ = weiqi.ParseMode(t.Superko) // Validate has read it
	}
	return p
}

func (t Terms) clock() clock.Clock { return clock.New(t.Law(), t.System) }

// Law is what the terms say about time.
func (t Terms) Law() clock.Law {
	return clock.Law{
		Edition: string(t.Edition), LateLimit: time.Duration(t.LateLimit), LateFactor: t.LateFactor,
		CapturesTimed: t.CapturesTimed, OverrunPasses: t.OverrunPasses,
		LateExclusive: t.LateExclusive, LateLoses: t.LateLoses, AbsenceReading: t.AbsenceReading,
	}
}
