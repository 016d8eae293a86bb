package tournament

import (
	"encoding/json"
	"errors"
	"testing"

	"tianyuan/fault"
)

// TestUpcast: an event of an older type is read as the type that took its place, over several
// steps, and a body that can't be lifted is a broken record, not an unknown one.
func TestUpcast(t *testing.T) {
	kept := upcasters
	t.Cleanup(func() { upcasters = kept })
	rename := func(to, field string) upcaster {
		return func(body json.RawMessage) (string, json.RawMessage, error) {
			var old map[string]json.RawMessage
			if err := json.Unmarshal(body, &old); err != nil {
				return "", nil, err
			}
			number, ok := old[field]
			if !ok {
				return "", nil, errors.New("no " + field)
			}
			lifted, err := json.Marshal(map[string]json.RawMessage{"round": number, "turn": number})
			return to, lifted, err
		}
	}
	upcasters = map[string]upcaster{
		"turn.ended":   rename("turn.ended/2", "number"),
		"turn.ended/2": rename("round.closed", "turn"),
	}
	got, err := Decode("turn.ended", json.RawMessage(`{"number": 3}`))
	if err != nil || got != (RoundClosed{Round: 3}) {
		t.Errorf("read as %#v, %v", got, err)
	}
	if _, err := Decode("turn.ended", json.RawMessage(`{"other": 3}`)); fault.KeyOf(err) != "fault.tournament.brokenEvent" {
		t.Errorf("a body that can't be lifted: %v", err)
	}
	if _, err := Decode("turn.begun", nil); fault.CodeOf(err) != fault.Newer {
		t.Errorf("an unknown type: %v", err)
	}
}
