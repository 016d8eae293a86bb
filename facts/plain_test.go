package facts_test

import (
	"encoding/json"
	"testing"

	"tianyuan/facts"
)

// called is a fact with a text and a switch.
type called struct {
	Side side `json:"side"`
	Late bool `json:"late,omitempty"`
}

func (called) EventType() string { return "side.called" }

// side is "B" or "W".
type side string

func (s *side) UnmarshalText(text []byte) error {
	if string(text) != "B" && string(text) != "W" {
		return errSide
	}
	*s = side(text)
	return nil
}

var errSide = &json.UnsupportedValueError{Str: "side"}

// frequent counts how often the short way is taken to the end.
func frequent(counted *int) *facts.Registry {
	r := facts.NewRegistry("fault.game.unknownEvent", "fault.game.brokenEvent")
	facts.RegisterFrequent(r, func(f facts.Fields) (e called, whole bool) {
		f.Take(e.Side.UnmarshalText(f.Text("side")))
		e.Late = f.True("late")
		if f.Whole() {
			*counted++
		}
		return e, f.Whole()
	})
	return r
}

// TestFrequent: a body as this program writes it takes the short way; every other one is read by
// encoding/json, and either gives the same.
func TestFrequent(t *testing.T) {
	for _, c := range []struct {
		body  string
		short bool
	}{
		{`{"side":"B"}`, true},
		{`{"side":"W","late":true}`, true},
		{`{"side":"W","late":false}`, false},
		{`{"side":"W","late":null}`, false},
		{`{"side":"W","late":truer}`, false},
		{`{"late":true,"side":"W"}`, false},
		{`{"side":"B","side":"W"}`, false},
		{`{"Side":"B"}`, false},
		{`{"side":"\u0042"}`, false},
		{`{"side":"B","more":1}`, false},
		{`{"side": "B"}`, false},
		{` {"side":"B"}`, false},
		{`{"side":"B"} `, false},
		{`{"side":"B"}}`, false},
		{`{"side":"B"`, false},
		{`{"side":"B`, false},
		{`{"side":"C"}`, false},
		{`{"side":null}`, false},
		{`{"side":1}`, false},
		{`{"side":"黑"}`, false},
		{`{"side":"B","late":tru`, false},
		{`{}`, false},
		{`{`, false},
		{``, false},
		{`null`, false},
	} {
		short := 0
		got, err := frequent(&short).Decode("side.called", json.RawMessage(c.body))
		var want called
		wrong := json.Unmarshal([]byte(c.body), &want)
		if (short == 1) != c.short || (err == nil) != (wrong == nil) || err == nil && got != facts.Event(want) {
			t.Errorf("%s: %#v, %v, by the short way %d times; want %#v, %v", c.body, got, err, short, want, wrong)
		}
	}
}
