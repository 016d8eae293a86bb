package web_test

import (
	"strings"
	"testing"

	"tianyuan/tournament"
)

// TestRankingNarrow: unit and rank stand under the name too, for screens on which their columns make
// room for the points; the list of keys has the language's own commas.
func TestRankingNarrow(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "甲", Unit: "长单位", Rank: "3d"}, {Name: "乙"}}, 3)
	body := h.page(t, "chiefReferee", "/d/d-2/ranking")
	for _, text := range []string{`甲<small class="under">长单位 <span class="whole-line">3 dan</span></small>`, `class="room unit" title="长单位"`} {
		if !strings.Contains(body, text) {
			t.Errorf("the ranking doesn't show %q", text)
		}
	}
	_, head, _ := strings.Cut(body, `class="meta"`)
	if head, _, _ = strings.Cut(head, "</p>"); strings.Contains(head, "，") || !strings.Contains(head, "Points, ") {
		t.Errorf("the keys are listed as %q", head)
	}
}
