package clock

import (
	"encoding/json"
	"strings"
	"time"

	"tianyuan/fault"
)

// ScriptFormat is what a clock script calls itself (docs/contract.md).
const ScriptFormat = "tianyuan.clock/1"

// Script is a clock script: a game's clock and what happens to it.
type Script struct {
	Law    Law
	System System
	Events []Event
}

// Report is what comes of a script.
type Report struct {
	Timeline []Cue
	Answers  []Answer
	Refused  []Refusal
	// State is the clock at the last event.
	State State

	kind Kind
}

// Answer is what a side was told that asked for its time (C16, 2002 art. 16.2, 1988 art. 16.1).
type Answer struct {
	Index int // of the event, from 0
	At    time.Duration
	Side  Side
	Shows SideState
}

// Refusal is an event that changed nothing.
type Refusal struct {
	Index int // of the event, from 0
	Code  string
	Err   error // the reason in words
}

// Run takes all events in; the script ends at its last event.
func (s *Script) Run() Report {
	r := Report{kind: s.System.Kind}
	k := New(s.Law, s.System)
	for i, e := range s.Events {
		r.Timeline = append(r.Timeline, k.Cues(k.at, e.At)...)
		k = k.At(e.At)
		next, said, err := k.Apply(e)
		if err != nil {
			r.Refused = append(r.Refused, Refusal{Index: i, Code: strings.TrimPrefix(fault.KeyOf(err), refusal), Err: err})
			continue
		}
		k = next
		r.Timeline = append(r.Timeline, said...)
		if e.Do == DoQuery {
			r.Answers = append(r.Answers, Answer{Index: i, At: e.At, Side: e.Side, Shows: *k.side(e.Side)})
		}
	}
	r.State = k.State(k.at)
	return r
}

type cueJSON struct {
	At   string `json:"at"`
	Side string `json:"side"`
	Cue  string `json:"cue"`
}

// sideJSON holds the fields of the state that the kind of system has.
type sideJSON struct {
	Main      string `json:"main"`
	Reserved  *int   `json:"reserved,omitempty"`
	Periods   *int   `json:"periods,omitempty"`
	Block     string `json:"block,omitempty"`
	MovesLeft *int   `json:"movesLeft,omitempty"`
}

type answerJSON struct {
	Index int    `json:"index"`
	At    string `json:"at"`
	Side  string `json:"side"`
	sideJSON
}

type refusalJSON struct {
	Index int    `json:"index"`
	Code  string `json:"code"`
}

func (r *Report) side(s SideState) sideJSON {
	j := sideJSON{Main: written(s.Main)}
	switch r.kind {
	case Reserved:
		j.Reserved = &s.Left
	case Periods:
		j.Periods = &s.Left
	case Canadian:
		j.Block, j.MovesLeft = written(s.Block), &s.MovesLeft
	}
	return j
}

// MarshalJSON writes the report as docs/contract.md has it.
func (r Report) MarshalJSON() ([]byte, error) {
	var out struct {
		Timeline []cueJSON     `json:"timeline"`
		Answers  []answerJSON  `json:"answers"`
		Refused  []refusalJSON `json:"refused"`
		State    struct {
			B sideJSON `json:"B"`
			W sideJSON `json:"W"`
		} `json:"state"`
		Flag *string `json:"flag"`
	}
	out.Timeline = make([]cueJSON, len(r.Timeline))
	for i, c := range r.Timeline {
		out.Timeline[i] = cueJSON{At: written(c.At), Side: c.Side.String(), Cue: c.String()}
	}
	out.Answers = make([]answerJSON, len(r.Answers))
	for i, a := range r.Answers {
		out.Answers[i] = answerJSON{Index: a.Index, At: written(a.At), Side: a.Side.String(), sideJSON: r.side(a.Shows)}
	}
	out.Refused = make([]refusalJSON, len(r.Refused))
	for i, f := range r.Refused {
		out.Refused[i] = refusalJSON{Index: f.Index, Code: f.Code}
	}
	out.State.B, out.State.W = r.side(r.State.Black), r.side(r.State.White)
	if r.State.Flag != Nobody {
		flag := r.State.Flag.String()
		out.Flag = &flag
	}
	return json.Marshal(out)
}
