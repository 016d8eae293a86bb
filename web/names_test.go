package web_test

import (
	"context"
	"html"
	"net/url"
	"strings"
	"testing"

	"tianyuan/account"
	"tianyuan/office"
	"tianyuan/tournament"
)

// TestSharedNames: where a name stands alone and two players bear it, the unit stands beside it
// (ui rule 6): on the desk, the cross table, the public pages, paper; a name of one player stays bare.
func TestSharedNames(t *testing.T) {
	h := newHall(t)
	ctx := context.Background()
	actor := office.Actor{User: h.admin, Roles: account.Roles}
	reg := tournament.Regulations{Edition: "2002", Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time.Kind = "none"
	_, err := h.office.CreateDivision(ctx, actor, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "B", Regulations: reg}})
	must(t, err)
	entries := []tournament.Entry{{Name: "示例甲", Unit: "一小"}, {Name: "示例甲", Unit: "二小"}, {Name: "示例乙", Unit: "三小"}, {Name: "示例丙", Unit: "四小"}, {Name: "示例甲", Unit: "五小"}}
	for _, c := range []tournament.Command{tournament.AddEntries{Source: "form", Entries: entries}, tournament.Draw{How: "given"}} {
		_, err := h.office.Do(ctx, actor, "d-2", office.Order{Command: c})
		must(t, err)
	}
	h.act(t, "d-1", tournament.SetSeating{Seating: tournament.Seating{First: 51}})
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		h.ask("chiefReferee", "POST", "/d/d-2/do/"+action, url.Values{"round": {"1"}})
	}
	for table := range []int{1, 2} {
		h.ask("chiefReferee", "POST", "/d/d-2/do/result", url.Values{"round": {"1"}, "table": {string(rune('1' + table))}, "result": {"B+R"}})
	}
	for path, want := range map[string]string{
		"/d/d-2/round/1":                   "示例甲 (五小)", // the bye
		"/d/d-2/round/1?why=1":             "示例甲 (一小)",
		"/d/d-2/round/1/floor":             "示例甲 (二小)",
		"/d/d-2/ranking":                   "示例甲 (一小)", // the cross table
		"/p/t-1/d-2?by=name":               "示例甲 (",    // the opponents
		"/p/t-1/d-2/ranking?no=1&key=sos":  "示例甲 (二小)",
		"/t/t-1/paper/sheets?kind=cross":   "示例甲 (五小)",
		"/t/t-1/paper/sheets?kind=players": "示例甲 (",
	} {
		page := html.UnescapeString(h.ask("chiefReferee", "GET", path, nil).Body.String())
		if !strings.Contains(page, want) {
			t.Errorf("%s doesn't say %q", path, want)
		}
		if strings.Contains(page, "示例乙 (") {
			t.Errorf("%s puts the unit beside a name of one player", path)
		}
	}
}
