package tournament_test

import (
	"encoding/json"
	"testing"

	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// TestGameRules (options no. 2, 10, 35, 37, 38, 41): each switch takes its words and no other, the default is
// written as nothing, and the words are those of the law.
func TestGameRules(t *testing.T) {
	for _, c := range tournament.GameChoices {
		var r tournament.GameRules
		if c.Get(&r) != c.Words[0] {
			t.Errorf("%s: %q by default", c.Key, c.Get(&r))
		}
		for _, word := range c.Words {
			if c.Set(&r, word); c.Get(&r) != word || r.Validate() != nil {
				t.Errorf("%s: %q, want %q: %v", c.Key, c.Get(&r), word, r.Validate())
			}
		}
		c.Set(&r, "perhaps")
		if err := r.Validate(); fault.KeyOf(err) != "fault.tournament.optionValue" || fault.ArgOf(err, "option") != c.Key {
			t.Errorf("%s: %v", c.Key, err)
		}
		c.Set(&r, c.Words[0])
		if text, err := json.Marshal(r); err != nil || string(text) != "{}" {
			t.Errorf("%s: the default is %s, %v", c.Key, text, err)
		}
	}
	words := func(key string) []string {
		for _, c := range tournament.GameChoices {
			if c.Key == key {
				return c.Words[1:]
			}
		}
		return nil
	}
	for i, w := range words("rareCycle") {
		if rules.RareCycles[i] != rules.RareCycle(w) {
			t.Errorf("rareCycle %s, want %s", w, rules.RareCycles[i])
		}
	}
	for i, w := range words("claimWindow") {
		if rules.ClaimWindows[i] != rules.Deadline(w) {
			t.Errorf("claimWindow %s, want %s", w, rules.ClaimWindows[i])
		}
	}
}
