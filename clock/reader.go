package clock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tianyuan/fault"
	"tianyuan/jsonfile"
)

// Bounds of a script.
const (
	maxScript = 4 << 20 // bytes
	maxEvents = 10_000
)

// ReadScript reads a clock script strictly: an unknown, missing or needless key and a value out of
// bounds are refused by the field's path, like events[3].by. Faults: invalid "fault.clock.script.",
// "fault.clock.edition", "fault.clock.venue", "fault.clock.kind"; tooLarge "fault.file.tooLarge",
// "fault.clock.script.tooMany".
func ReadScript(r io.Reader) (*Script, error) {
	data, err := jsonfile.Read(r, maxScript)
	if err != nil {
		return nil, err
	}
	return ParseScript(data)
}

// ParseScript is ReadScript on bytes.
func ParseScript(data []byte) (*Script, error) {
	data, err := jsonfile.Text(data, maxScript)
	if err != nil {
		return nil, err
	}
	var whole json.RawMessage
	if err := jsonfile.Decode(data, &whole); err != nil {
		return nil, err
	}
	top, err := object("", whole, []string{"format", "edition", "venue", "system", "events"})
	if err != nil {
		return nil, err
	}
	s := &Script{}
	for _, read := range []func(fields) error{readFormat, s.readLaw, s.readSystem, s.readEvents} {
		if err := read(top); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// fields are the values of one JSON object.
type fields struct {
	path   string // ends in a dot unless empty
	values map[string]json.RawMessage
}

func wrong(key, field string, args fault.Args) error {
	all := fault.Args{"field": field}
	for name, v := range args {
		all[name] = v
	}
	return fault.New(fault.Invalid, "fault.clock.script."+key, all)
}

// object splits an object into the known keys; encoding/json alone would take a key twice, and in
// any case of letters.
func object(path string, raw json.RawMessage, known []string) (fields, error) {
	f := fields{path: path, values: map[string]json.RawMessage{}}
	if raw[0] != '{' {
		field := strings.TrimSuffix(path, ".")
		if field == "" {
			return f, wrong("noObject", field, nil)
		}
		return f, wrong("notObject", field, nil)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return f, err
	}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return f, err
		}
		key := fmt.Sprint(token)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return f, err
		}
		if !slices.Contains(known, key) {
			return f, wrong("unknown", path+key, fault.Args{"right": join(known)})
		}
		if _, twice := f.values[key]; twice {
			return f, wrong("twice", path+key, nil)
		}
		f.values[key] = value
	}
	return f, nil
}

// need returns a value that must be there.
func (f fields) need(key string) (json.RawMessage, error) {
	raw, ok := f.values[key]
	if !ok {
		return nil, wrong("missing", f.path+key, nil)
	}
	return raw, nil
}

func (f fields) text(key string) (string, error) {
	raw, err := f.need(key)
	if err != nil {
		return "", err
	}
	var s string
	if raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", wrong("notText", f.path+key, fault.Args{"value": string(raw)})
	}
	return s, nil
}

// duration reads a duration from 0 to a week.
func (f fields) duration(key string) (time.Duration, error) {
	s, err := f.text(key)
	if err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, wrong("duration", f.path+key, fault.Args{"value": s})
	}
	if !fits(d) {
		return 0, wrong("bounds", f.path+key, fault.Args{"value": s, "least": "0s", "most": written(longest)})
	}
	return d, nil
}

func (f fields) whole(key string, least, most int) (int, error) {
	n, err := f.long(key, int64(least), int64(most))
	return int(n), err
}

func (f fields) long(key string, least, most int64) (int64, error) {
	raw, err := f.need(key)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || raw[0] == '+' {
		return 0, wrong("notWhole", f.path+key, fault.Args{"value": string(raw)})
	}
	if n < least || n > most {
		return 0, wrong("bounds", f.path+key, fault.Args{"value": n, "least": least, "most": most})
	}
	return n, nil
}

func (f fields) flag(key string) (bool, error) {
	raw, err := f.need(key)
	if err != nil {
		return false, err
	}
	if s := string(raw); s != "true" && s != "false" {
		return false, wrong("notFlag", f.path+key, fault.Args{"value": s})
	}
	return raw[0] == 't', nil
}

func (f fields) side(key string) (Side, error) {
	s, err := f.text(key)
	if err != nil {
		return Nobody, err
	}
	switch s {
	case "B":
		return Black, nil
	case "W":
		return White, nil
	}
	return Nobody, wrong("choice", f.path+key, fault.Args{"value": s, "right": "B, W"})
}

func readFormat(top fields) error {
	format, err := top.text("format")
	if err == nil && format != ScriptFormat {
		err = wrong("choice", "format", fault.Args{"value": format, "right": ScriptFormat})
	}
	return err
}

// readLaw reads edition and venue; without a venue the lodging is elsewhere.
func (s *Script) readLaw(top fields) error {
	edition, err := top.text("edition")
	if err != nil {
		return err
	}
	venue := string(SeparateVenue)
	if _, ok := top.values["venue"]; ok {
		if venue, err = top.text("venue"); err != nil {
			return err
		}
	}
	s.Law, err = LawOf(edition, Venue(venue))
	return err
}

func (s *Script) readSystem(top fields) error {
	raw, err := top.need("system")
	if err != nil {
		return err
	}
	all := []string{"kind", "base", "reserved", "period", "periods", "moves", "block", "carry", "increment", "cap"}
	f, err := object("system.", raw, all)
	if err != nil {
		return err
	}
	kind, err := f.text("kind")
	if err != nil {
		return err
	}
	s.System.Kind = Kind(kind)
	used, known := parts[s.System.Kind]
	if !known {
		return wrong("choice", f.path+"kind", fault.Args{"value": kind, "right": join(Kinds)})
	}
	for _, key := range all[1:] {
		if _, there := f.values[key]; !there {
			continue
		}
		if !slices.Contains(used, Field(key)) {
			return wrong("needless", f.path+key, fault.Args{"of": kind})
		}
		if err := s.System.readPart(f, key); err != nil {
			return err
		}
	}
	if err := s.System.Validate(); err != nil {
		return f.explain(err)
	}
	return nil
}

// parts names the fields that each kind uses.
var parts = map[Kind][]Field{
	None:     {},
	Absolute: {FieldBase},
	Reserved: {FieldBase, FieldReserved, FieldPeriod},
	Periods:  {FieldBase, FieldPeriods, FieldPeriod},
	Canadian: {FieldBase, FieldMoves, FieldBlock, "carry"},
	Fischer:  {FieldBase, FieldIncrement, FieldCap},
}

func (s *System) readPart(f fields, key string) (err error) {
	switch key {
	case "base":
		s.Base, err = f.duration(key)
	case "period":
		s.Period, err = f.duration(key)
	case "block":
		s.Block, err = f.duration(key)
	case "increment":
		s.Increment, err = f.duration(key)
	case "cap":
		s.Cap, err = f.duration(key)
	case "reserved":
		s.Reserved, err = f.whole(key, 1, mostPeriods)
	case "periods":
		s.Periods, err = f.whole(key, 1, mostPeriods)
	case "moves":
		s.Moves, err = f.whole(key, 1, mostMoves)
	case "carry":
		s.Carry, err = f.flag(key)
	}
	return err
}

// explain says of a system that isn't valid which field is missing, or doesn't fit.
func (f fields) explain(err error) error {
	found, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	key := fmt.Sprint(found.Args["field"])
	if _, there := f.values[key]; !there {
		return wrong("missing", f.path+key, nil)
	}
	return wrong("system", f.path+key, fault.Args{"most": written(longest)})
}

func (s *Script) readEvents(top fields) error {
	raw, err := top.need("events")
	if err != nil {
		return err
	}
	var list []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &list) != nil {
		return wrong("notList", "events", nil)
	}
	if len(list) > maxEvents {
		return fault.New(fault.TooLarge, "fault.clock.script.tooMany", fault.Args{"most": maxEvents})
	}
	before := time.Duration(0)
	for i, raw := range list {
		e, err := readEvent(fmt.Sprintf("events[%d].", i), raw, s.System.Kind)
		if err != nil {
			return err
		}
		if e.At < before {
			return wrong("order", fmt.Sprintf("events[%d].at", i), fault.Args{"value": written(e.At), "before": written(before)})
		}
		before = e.At
		s.Events = append(s.Events, e)
	}
	return nil
}

// shape says which keys an event has beside at and do.
type shape struct {
	need []string
	// may be there: who asked for a pause says nothing of the clocks.
	may []string
}

// eventKeys are the keys of events beside at and do.
var eventKeys = []string{"side", "by", "main", "reserved", "periods", "block", "movesLeft", "B", "W", "elapsed", "from"}

var shapes = map[Do]shape{
	DoStart:   {need: []string{"side"}},
	DoPress:   {need: []string{"side"}},
	DoPause:   {may: []string{"side"}},
	DoResume:  {may: []string{"side"}},
	DoLate:    {need: []string{"side", "by"}},
	DoSet:     {need: []string{"side"}},
	DoQuery:   {need: []string{"side"}},
	DoPlaced:  {need: []string{"side"}},
	DoPass:    {need: []string{"side"}},
	DoCorrect: {need: []string{"B", "W", "elapsed"}},
	DoShare:   {need: []string{"elapsed"}},
	DoAbsent:  {need: []string{"side"}},
	DoReread:  {need: []string{"side", "from"}},
}

// settable are the fields of the state that each kind of system has.
var settable = map[Kind][]string{
	Absolute: {"main"},
	Reserved: {"main", "reserved"},
	Periods:  {"main", "periods"},
	Canadian: {"main", "block", "movesLeft"},
	Fischer:  {"main"},
}

func readEvent(path string, raw json.RawMessage, kind Kind) (Event, error) {
	f, err := object(path, raw, append([]string{"at", "do"}, eventKeys...))
	if err != nil {
		return Event{}, err
	}
	at, err := f.duration("at")
	if err != nil {
		return Event{}, err
	}
	do, err := f.text("do")
	if err != nil {
		return Event{}, err
	}
	want, known := shapes[Do(do)]
	if !known {
		return Event{}, wrong("choice", path+"do", fault.Args{"value": do, "right": join(slices.Sorted(maps.Keys(shapes)))})
	}
	if Do(do) == DoSet {
		want.may = settable[kind]
	}
	if err := f.check(do, want); err != nil {
		return Event{}, err
	}
	e := Event{At: at, Do: Do(do)}
	return e, e.read(f)
}

func join[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

// check refuses missing and needless keys.
func (f fields) check(do string, want shape) error {
	for _, key := range want.need {
		if _, err := f.need(key); err != nil {
			return err
		}
	}
	for _, key := range eventKeys {
		if _, there := f.values[key]; there && !slices.Contains(want.need, key) && !slices.Contains(want.may, key) {
			return wrong("needless", f.path+key, fault.Args{"of": do})
		}
	}
	if Do(do) == DoSet && len(f.values) < 4 { // at, do, side and something to set
		return wrong("nothingSet", strings.TrimSuffix(f.path, "."), fault.Args{"right": join(want.may)})
	}
	return nil
}

// read takes the values of the keys that are there.
func (e *Event) read(f fields) (err error) {
	if _, there := f.values["side"]; there {
		if e.Side, err = f.side("side"); err != nil {
			return err
		}
	}
	for _, d := range []struct {
		key string
		to  *time.Duration
	}{{"by", &e.By}, {"B", &e.Black}, {"W", &e.White}, {"elapsed", &e.Elapsed}, {"from", &e.From}} {
		if _, there := f.values[d.key]; !there {
			continue
		}
		if *d.to, err = f.duration(d.key); err != nil {
			return err
		}
	}
	if _, there := f.values["elapsed"]; there && e.Elapsed == 0 {
		return wrong("bounds", f.path+"elapsed", fault.Args{"value": "0s", "least": "1ns", "most": written(longest)})
	}
	return e.Set.read(f)
}

func (s *Setting) read(f fields) error {
	for key, to := range map[string]**time.Duration{"main": &s.Main, "block": &s.Block} {
		if _, there := f.values[key]; !there {
			continue
		}
		d, err := f.duration(key)
		if err != nil {
			return err
		}
		*to = &d
	}
	for _, n := range []struct {
		key         string
		least, most int
		to          **int
	}{{"reserved", 0, mostPeriods, &s.Left}, {"periods", 0, mostPeriods, &s.Left}, {"movesLeft", 1, mostMoves, &s.MovesLeft}} {
		if _, there := f.values[n.key]; !there {
			continue
		}
		v, err := f.whole(n.key, n.least, n.most)
		if err != nil {
			return err
		}
		*n.to = &v
	}
	return nil
}
