package game

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
	upcasters = map[string]upcaster{
		"stone.put": func(body json.RawMessage) (string, json.RawMessage, error) { return "stone.put/2", body, nil },
		"stone.put/2": func(body json.RawMessage) (string, json.RawMessage, error) {
			var old struct{ Side, On string }
			if err := json.Unmarshal(body, &old); err != nil || old.On == "" {
				return "", nil, errors.Join(err, errors.New("no point"))
			}
			lifted, err := json.Marshal(map[string]string{"side": old.Side, "point": old.On})
			return "move.played", lifted, err
		},
	}
	got, err := Decode("stone.put", json.RawMessage(`{"side": "W", "on": "ba"}`))
	if e, ok := got.(MovePlayed); err != nil || !ok || e.Side.String() != "W" || e.Point.X() != 1 {
		t.Errorf("read as %#v, %v", got, err)
	}
	if _, err := Decode("stone.put", json.RawMessage(`{"side": "W"}`)); fault.KeyOf(err) != "fault.game.brokenEvent" {
		t.Errorf("a body that can't be lifted: %v", err)
	}
	if _, err := Decode("move.played", json.RawMessage(`{"side": "green"}`)); fault.KeyOf(err) != "fault.game.brokenEvent" {
		t.Errorf("a side that is none: %v", err)
	}
	if _, err := Decode("stone.eaten", nil); fault.CodeOf(err) != fault.Newer {
		t.Errorf("an unknown type: %v", err)
	}
}
