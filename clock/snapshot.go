package clock

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"tianyuan/fault"
	"tianyuan/jsonfile"
)

// A snapshot is a clock as JSON: everything that it keeps, its law and its system included, so that
// another program goes on from there (web/ui/clock.ts). Durations are whole milliseconds; every key
// is there, and no other.

// lasting bounds the durations of a snapshot: pauses are part of a game's time, and an adjourned
// game can rest for long.
const lasting = 3650 * 24 * time.Hour

// Bounds of the whole numbers of a snapshot that the system's bounds don't cover.
const (
	mostFactor = 100
	mostTurns  = 1_000_000
)

// part is one value of a snapshot: a *time.Duration, *bool, *string, number, name, or the parts of an object.
type part struct {
	key   string
	value any
}

// number is a whole number from 0 to most.
type number struct {
	to   *int
	most int
}

// name is one of some words, which stand for 0, 1, 2 ...
type name struct {
	to    *uint8
	words []string
}

var (
	sideNames  = []string{"", "B", "W"}
	phaseNames = []string{"ready", "running", "paused"}
	causeNames = []string{"", "overrun", "tooLate", "neverCame"}
)

func (k *Clock) parts() []part {
	return []part{
		{"law", k.law.parts()}, {"system", k.system.parts()}, {"at", &k.at},
		{"phase", name{(*uint8)(&k.phase), phaseNames}}, {"turn", name{(*uint8)(&k.turn), sideNames}}, {"wasPaused", &k.wasPaused},
		{"black", k.side(Black).parts()}, {"white", k.side(White).parts()},
	}
}

func (l *Law) parts() []part {
	return []part{
		{"edition", &l.Edition}, {"lateLimit", &l.LateLimit}, {"lateFactor", number{&l.LateFactor, mostFactor}},
		{"lateExclusive", &l.LateExclusive}, {"lateLoses", &l.LateLoses}, {"absenceReading", number{&l.AbsenceReading, mostPeriods}},
		{"capturesTimed", &l.CapturesTimed}, {"overrunPasses", number{&l.OverrunPasses, mostTurns}},
	}
}

func (s *System) parts() []part {
	return []part{
		{"kind", (*string)(&s.Kind)}, {"base", &s.Base}, {"reserved", number{&s.Reserved, mostPeriods}}, {"period", &s.Period},
		{"periods", number{&s.Periods, mostPeriods}}, {"moves", number{&s.Moves, mostMoves}}, {"block", &s.Block},
		{"carry", &s.Carry}, {"increment", &s.Increment}, {"cap", &s.Cap},
	}
}

func (s *SideState) parts() []part {
	return []part{
		{"main", &s.Main}, {"left", number{&s.Left, mostPeriods}}, {"spent", &s.Spent}, {"block", &s.Block},
		{"movesLeft", number{&s.MovesLeft, mostMoves}}, {"reading", &s.Reading}, {"placed", &s.Placed}, {"away", &s.Away},
		{"used", &s.Used}, {"moves", number{&s.Moves, mostTurns}},
		{"lost", name{(*uint8)(&s.Lost), causeNames}}, {"lostAt", &s.LostAt}, {"charged", &s.charged},
		{"absent", &s.absent}, {"kept", number{&s.kept, mostPeriods}}, {"keptBlock", &s.keptBlock},
		{"late", &s.late}, {"passes", number{&s.passes, mostTurns}},
	}
}

// MarshalJSON writes the clock as a snapshot. Events at whole milliseconds keep a clock in whole
// milliseconds. Faults: invalid "fault.clock.snapshot.fraction", "fault.clock.script.bounds".
func (k Clock) MarshalJSON() ([]byte, error) { return appendParts(nil, "", k.parts()) }

func appendParts(out []byte, path string, parts []part) ([]byte, error) {
	for i, p := range parts {
		open := byte(',')
		if i == 0 {
			open = '{'
		}
		out = append(strconv.AppendQuote(append(out, open), p.key), ':')
		var err error
		if out, err = appendPart(out, path+p.key, p.value); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}

func appendPart(out []byte, field string, value any) ([]byte, error) {
	switch v := value.(type) {
	case *time.Duration:
		if *v%time.Millisecond != 0 {
			return nil, fault.New(fault.Invalid, "fault.clock.snapshot.fraction", fault.Args{"field": field, "value": v.String()})
		}
		return appendNumber(out, field, v.Milliseconds(), lasting.Milliseconds())
	case number:
		return appendNumber(out, field, int64(*v.to), int64(v.most))
	case *bool:
		return strconv.AppendBool(out, *v), nil
	case *string:
		text, err := json.Marshal(*v)
		return append(out, text...), err
	case name:
		return strconv.AppendQuote(out, v.words[*v.to]), nil
	default:
		return appendParts(out, field+".", v.([]part))
	}
}

func appendNumber(out []byte, field string, n, most int64) ([]byte, error) {
	if n < 0 || n > most {
		return nil, wrong("bounds", field, fault.Args{"value": n, "least": 0, "most": most})
	}
	return strconv.AppendInt(out, n, 10), nil
}

// UnmarshalJSON reads a snapshot strictly: a missing or unknown key, a value out of bounds and one
// that no events lead to are refused by the field's path, like black.spent, and leave the clock as
// it was. Faults: invalid "fault.file.syntax", "fault.clock.script.", "fault.clock.snapshot.unsound"
// and those of [System.Validate].
func (k *Clock) UnmarshalJSON(data []byte) error {
	var whole json.RawMessage
	if err := jsonfile.Decode(data, &whole); err != nil {
		return err
	}
	var read Clock
	if err := readParts("", whole, read.parts()); err != nil {
		return err
	}
	if err := read.system.Validate(); err != nil {
		return err
	}
	if field := read.unsound(); field != "" {
		return fault.New(fault.Invalid, "fault.clock.snapshot.unsound", fault.Args{"field": field})
	}
	*k = read
	return nil
}

func readParts(path string, raw json.RawMessage, parts []part) error {
	keys := make([]string, len(parts))
	for i, p := range parts {
		keys[i] = p.key
	}
	f, err := object(path, raw, keys)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if err := f.readInto(p); err != nil {
			return err
		}
	}
	return nil
}

func (f fields) readInto(p part) (err error) {
	switch to := p.value.(type) {
	case *time.Duration:
		var n int64
		n, err = f.long(p.key, 0, lasting.Milliseconds())
		*to = time.Duration(n) * time.Millisecond
	case number:
		*to.to, err = f.whole(p.key, 0, to.most)
	case *bool:
		*to, err = f.flag(p.key)
	case *string:
		*to, err = f.text(p.key)
	case name:
		*to.to, err = f.name(p.key, to.words)
	default:
		var raw json.RawMessage
		if raw, err = f.need(p.key); err == nil {
			err = readParts(f.path+p.key+".", raw, to.([]part))
		}
	}
	return err
}

func (f fields) name(key string, words []string) (uint8, error) {
	text, err := f.text(key)
	if err != nil {
		return 0, err
	}
	i := slices.Index(words, text)
	if i < 0 {
		return 0, wrong("choice", f.path+key, fault.Args{"value": text, "right": join(words)})
	}
	return uint8(i), nil
}

// unsound names a value that doesn't fit the others: no events lead to it.
func (k *Clock) unsound() string {
	if (k.phase == Ready) != (k.turn == Nobody) {
		return "turn"
	}
	for _, side := range [...]Side{Black, White} {
		if key := k.unsoundSide(k.side(side)); key != "" {
			return map[Side]string{Black: "black.", White: "white."}[side] + key
		}
	}
	return ""
}

func (k *Clock) unsoundSide(s *SideState) string {
	hasReading := k.system.readAloud() || k.system.Kind == Canadian
	switch {
	case s.Spent > 0 && s.Spent >= k.system.Period:
		return "spent"
	case s.Reading && (!hasReading || s.Main > 0 && !s.absent):
		return "reading"
	case s.absent && (k.phase != Ready || !s.Reading):
		return "absent"
	case !s.absent && s.kept > 0:
		return "kept"
	case !s.absent && s.keptBlock > 0:
		return "keptBlock"
	case s.LostAt > k.at || s.Lost == NotLost && s.LostAt > 0:
		return "lostAt"
	}
	return ""
}
