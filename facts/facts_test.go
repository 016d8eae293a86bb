package facts_test

import (
	"encoding/json"
	"errors"
	"testing"

	"tianyuan/facts"
	"tianyuan/fault"
)

type closed struct {
	Round int `json:"round"`
}

func (closed) EventType() string { return "round.closed" }

// TestUpcast: an event of an older type is read as the type that took its place, over several
// steps; a body that can't be lifted or read is a broken record, and not an unknown one.
func TestUpcast(t *testing.T) {
	r := facts.NewRegistry("fault.game.unknownEvent", "fault.game.brokenEvent")
	facts.Register[closed](r)
	rename := func(to, from, field string) facts.Upcaster {
		return func(body json.RawMessage) (string, json.RawMessage, error) {
			var old map[string]json.RawMessage
			if err := json.Unmarshal(body, &old); err != nil {
				return "", nil, err
			}
			number, ok := old[from]
			if !ok {
				return "", nil, errors.New("no " + from)
			}
			lifted, err := json.Marshal(map[string]json.RawMessage{field: number})
			return to, lifted, err
		}
	}
	r.Upcast("turn.ended", rename("turn.ended/2", "number", "turn"))
	r.Upcast("turn.ended/2", rename("round.closed", "turn", "round"))
	for _, c := range []struct {
		name, body, key string
		want            facts.Event
	}{
		{"turn.ended", `{"number": 3}`, "", closed{3}},
		{"turn.ended/2", `{"turn": 4}`, "", closed{4}},
		{"round.closed", `{"round": 5, "later": true}`, "", closed{5}},
		{"turn.ended", `{"other": 3}`, "fault.game.brokenEvent", nil},
		{"turn.ended", `{"number": "x"}`, "fault.game.brokenEvent", nil},
		{"round.closed", `{"round": "x"}`, "fault.game.brokenEvent", nil},
		{"turn.begun", `{}`, "fault.game.unknownEvent", nil},
	} {
		got, err := r.Decode(c.name, json.RawMessage(c.body))
		if c.key == "" && (err != nil || got != c.want) || c.key != "" && fault.KeyOf(err) != c.key {
			t.Errorf("%s %s: %#v, %v", c.name, c.body, got, err)
		}
		if unknown := fault.CodeOf(err) == fault.Newer; unknown != (c.key == "fault.game.unknownEvent") {
			t.Errorf("%s %s: %v", c.name, c.body, err)
		}
	}
}
