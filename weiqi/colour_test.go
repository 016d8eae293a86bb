package weiqi_test

import (
	"encoding/json"
	"testing"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// TestColourText: a colour is written "B", "W" or "", and nothing else is read.
func TestColourText(t *testing.T) {
	for c, want := range map[weiqi.Colour]string{weiqi.Black: `"B"`, weiqi.White: `"W"`, weiqi.Empty: `""`} {
		body, err := json.Marshal(c)
		if err != nil || string(body) != want {
			t.Errorf("%v is written %s: %v", c, body, err)
		}
		back := weiqi.Black
		if err := json.Unmarshal(body, &back); err != nil || back != c {
			t.Errorf("%s is read as %v: %v", body, back, err)
		}
	}
	for _, bad := range []string{`"b"`, `"black"`, `"X"`} {
		var c weiqi.Colour
		if err := json.Unmarshal([]byte(bad), &c); fault.KeyOf(err) != "fault.weiqi.colour" {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
