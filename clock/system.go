// Package clock keeps the time of a game by the Chinese competition rules: the time systems as
// data, a clock as a fold over its events, and what a reader says aloud at which moment.
//
// Nothing here reads the time or waits for it. A [Clock] is a small value that has taken some
// events in; what it shows at any later moment, and what is to be said next, are computed from it,
// so a screen that was reloaded or slept says the right thing at once. docs/clock.md explains it.
package clock

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"tianyuan/fault"
)

// Kind names a time system (C12, 2002 art. 12, 1988 art. 12).
type Kind string

const (
	None     Kind = "none"     // no clocks
	Absolute Kind = "absolute" // 包干: over the limit loses (2002 art. 12.4)
	Reserved Kind = "reserved" // 保留时间读秒: minutes kept inside the limit (art. 12.3)
	Periods  Kind = "periods"  // 快棋读秒: fixed periods after the limit
	Canadian Kind = "canadian" // 定时限步: M moves within a section (2002 art. 12.5)
	Fischer  Kind = "fischer"  // an increment for each move, with a cap
)

// System is a time system as the regulations state it. Durations are of one side.
// Fields that a kind doesn't use are zero.
type System struct {
	Kind      Kind
	Base      time.Duration // base time 基本时限; for Reserved it contains the reserved minutes
	Reserved  int           // reserved minutes
	Period    time.Duration // length of one period or reserved minute
	Periods   int           // number of fixed periods
	Moves     int           // moves of a Canadian section
	Block     time.Duration // length of a Canadian section
	Carry     bool          // time left of a section goes to the next (2002 art. 12.5)
	Increment time.Duration // Fischer increment
	Cap       time.Duration // Fischer cap; 0 = none
}

type systemJSON struct {
	Kind      Kind   `json:"kind"`
	Base      string `json:"base,omitempty"`
	Reserved  int    `json:"reserved,omitempty"`
	Period    string `json:"period,omitempty"`
	Periods   int    `json:"periods,omitempty"`
	Moves     int    `json:"moves,omitempty"`
	Block     string `json:"block,omitempty"`
	Carry     bool   `json:"carry,omitempty"`
	Increment string `json:"increment,omitempty"`
	Cap       string `json:"cap,omitempty"`
}

// MarshalJSON writes durations as time.Duration.String does.
func (s System) MarshalJSON() ([]byte, error) {
	return json.Marshal(systemJSON{
		Kind: s.Kind, Base: text(s.Base), Reserved: s.Reserved, Period: text(s.Period), Periods: s.Periods,
		Moves: s.Moves, Block: text(s.Block), Carry: s.Carry, Increment: text(s.Increment), Cap: text(s.Cap),
	})
}

// UnmarshalJSON reads what MarshalJSON writes, and no other key: one that is overlooked would be time
// that somebody was promised. Fault: invalid "fault.clock.duration".
func (s *System) UnmarshalJSON(data []byte) error {
	var raw systemJSON
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&raw); err != nil {
		return err
	}
	*s = System{Kind: raw.Kind, Reserved: raw.Reserved, Periods: raw.Periods, Moves: raw.Moves, Carry: raw.Carry}
	for _, d := range []struct {
		to   *time.Duration
		from string
	}{{&s.Base, raw.Base}, {&s.Period, raw.Period}, {&s.Block, raw.Block}, {&s.Increment, raw.Increment}, {&s.Cap, raw.Cap}} {
		if d.from == "" {
			continue
		}
		v, err := time.ParseDuration(d.from)
		if err != nil {
			return fault.New(fault.Invalid, "fault.clock.duration", fault.Args{"value": d.from})
		}
		*d.to = v
	}
	return nil
}

func text(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return written(d)
}

// written writes a duration as every file of ours does: as Duration.String, rounded to 1 ms.
func written(d time.Duration) string { return d.Round(time.Millisecond).String() }

// longest is the bound on every duration of a system: a game fits into a week.
const longest = 7 * 24 * time.Hour

// Bounds of the whole numbers of a system.
const (
	mostPeriods = 600
	mostMoves   = 1000
)

// Validate says what a system lacks. Faults: invalid "fault.clock.kind", "fault.clock.length",
// "fault.clock.number", "fault.clock.wholeSeconds", "fault.clock.reservedTooMuch"; the argument "field" is a Field.
func (s System) Validate() error {
	needed, known := map[Kind][]Field{
		None: {}, Absolute: {FieldBase}, Reserved: {FieldBase, FieldReserved, FieldPeriod}, Periods: {FieldPeriods, FieldPeriod},
		Canadian: {FieldMoves, FieldBlock}, Fischer: {FieldBase, FieldIncrement},
	}[s.Kind]
	if !known {
		return fault.New(fault.Invalid, "fault.clock.kind", fault.Args{"value": string(s.Kind)})
	}
	for _, f := range []struct {
		field Field
		value time.Duration
	}{{FieldBase, s.Base}, {FieldPeriod, s.Period}, {FieldBlock, s.Block}, {FieldIncrement, s.Increment}, {FieldCap, s.Cap}} {
		if f.value < 0 || f.value > longest || f.value == 0 && slices.Contains(needed, f.field) {
			return fault.New(fault.Invalid, "fault.clock.length", fault.Args{"field": f.field, "days": int(longest / (24 * time.Hour))})
		}
	}
	for _, f := range []struct {
		field       Field
		value, most int
	}{{FieldReserved, s.Reserved, mostPeriods}, {FieldPeriods, s.Periods, mostPeriods}, {FieldMoves, s.Moves, mostMoves}} {
		if f.value < 0 || f.value > f.most || f.value == 0 && slices.Contains(needed, f.field) {
			return fault.New(fault.Invalid, "fault.clock.number", fault.Args{"field": f.field, "most": f.most})
		}
	}
	if s.Period%time.Second != 0 { // it is counted aloud
		return fault.New(fault.Invalid, "fault.clock.wholeSeconds", fault.Args{"field": FieldPeriod})
	}
	if sum := time.Duration(s.Reserved) * s.Period; s.Kind == Reserved && sum > s.Base {
		return fault.New(fault.Invalid, "fault.clock.reservedTooMuch", fault.Args{"field": FieldReserved, "sum": sum, "base": s.Base})
	}
	return nil
}

// fits says whether a duration is within the bounds of a game.
func fits(d time.Duration) bool { return d >= 0 && d <= longest }

// free is what a side has before its reading begins: the reserved minutes lie inside the base time
// (2002 art. 12.3, 1988 art. 12.2; options no. 34).
func (s System) free() time.Duration {
	if s.Kind == Reserved {
		return s.Base - time.Duration(s.Reserved)*s.Period
	}
	return s.Base
}

// allowance is the number of minutes or periods that a side may use up.
func (s System) allowance() int {
	switch s.Kind {
	case Reserved:
		return s.Reserved
	case Periods:
		return s.Periods
	}
	return 0
}

// readAloud says whether the system ends in a reading second by second.
func (s System) readAloud() bool { return s.Kind == Reserved || s.Kind == Periods }
