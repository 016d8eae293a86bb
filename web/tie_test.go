package web_test

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tianyuan/pairing"
	"tianyuan/tournament"
)

// TestTieShown: everybody can see by what and in which order a shared place was decided, and repeat
// it; the record holds it too (2002 art. 27).
func TestTieShown(t *testing.T) {
	h := newHall(t)
	d := h.act(t, h.division, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
	var winners []int
	for _, p := range d.Rounds[0].Pairs {
		winners = append(winners, p.Black)
		h.act(t, h.division, tournament.EnterResult{Round: 1, Table: p.Table, Outcome: blackWins()})
	}
	w := h.ask("chiefReferee", http.MethodPost, "/d/d-1/do/tie", url.Values{"how": {"lots"}, "seed": {"a <b>"}, "numbers": {fmt.Sprint(winners[0], ",99")}})
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "has no number 99") {
		t.Errorf("a wrong number: %d", w.Code)
	}
	h.send(t, "chiefReferee", "/d/d-1/do/tie", url.Values{"how": {"lots"}, "seed": {"a <b>"}, "numbers": {fmt.Sprint(winners[0], ",", winners[1])}})
	order := pairing.Lots(winners, "a <b>")
	lot := pairing.Lot("a <b>", order[1])
	said := fmt.Sprintf("%d → %d", order[0], order[1])
	for _, page := range []string{"/d/d-1/ranking", "/p/t-1/d-1/ranking"} {
		body := h.page(t, "chiefReferee", page+fmt.Sprintf("?no=%d&key=lots", order[1]))
		for _, text := range []string{`key=lots&amp;after=1#explain">2</a>`, said, "a &lt;b&gt;", hex.EncodeToString(lot[:])} {
			if !strings.Contains(body, text) {
				t.Errorf("%s doesn't show %q", page, text)
			}
		}
	}
	if body := h.page(t, "chiefReferee", "/d/d-1/log"); !strings.Contains(body, said) || !strings.Contains(body, "a &lt;b&gt;") {
		t.Error("the record doesn't hold the order and the seed")
	}
}
