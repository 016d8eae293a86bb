package web_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tianyuan/account"
	"tianyuan/office"
	"tianyuan/tournament"
)

// fill enters players, draws and publishes round 1 in the hall's division.
func (h *hall) fill(t *testing.T, players int) {
	t.Helper()
	for i := range players {
		h.post(t, "chiefReferee", "add", url.Values{"name": {fmt.Sprint("棋手", i+10)}, "unit": {[]string{"东城", "西城"}[i%2]}})
	}
	h.post(t, "chiefReferee", "draw", url.Values{"how": {"given"}})
	for _, action := range []string{"prepare", "check", "publish"} {
		h.post(t, "chiefReferee", action, url.Values{"round": {"1"}})
	}
}

func (h *hall) post(t *testing.T, who, action string, form url.Values) {
	t.Helper()
	if w := h.ask(who, "POST", "/d/d-1/do/"+action, form); w.Code != 303 {
		t.Fatalf("%s: %d %.300s", action, w.Code, w.Body)
	}
}

// TestSlipOrder: cut and stacked place by place, the slips lie in the order of the tables; every
// page says which it is.
func TestSlipOrder(t *testing.T) {
	h := newHall(t)
	h.fill(t, 40)
	for _, per := range []int{4, 6, 8} {
		body := h.ask("referee", "GET", fmt.Sprintf("/t/t-1/paper/sheets?kind=slips&per=%d", per), nil).Body.String()
		pages := strings.Split(body, `<section class="leaf`)[1:]
		number := regexp.MustCompile(`<b class="slip-no">(\d+)`)
		stacked := make([][]int, per)
		for i, page := range pages {
			for place, m := range number.FindAllStringSubmatch(page, -1) {
				no, err := strconv.Atoi(m[1])
				if err != nil {
					t.Fatal(err)
				}
				stacked[place] = append(stacked[place], no)
			}
			if want := fmt.Sprintf("Page %d of %d", i+1, len(pages)); !strings.Contains(page, want) {
				t.Errorf("%d a sheet: page %d doesn't say %q", per, i+1, want)
			}
		}
		pile := slices.Concat(stacked...)
		if len(pile) < 20 || !slices.IsSorted(pile) {
			t.Errorf("%d a sheet: %v", per, stacked)
		}
	}
}

// TestPaperKinds: every kind makes its sheets, in three languages, without a raw key; a proposal
// that isn't published says that it is a draft, and has no slips.
func TestPaperKinds(t *testing.T) {
	h := newHall(t)
	h.fill(t, 100)
	h.post(t, "chiefReferee", "start", url.Values{"round": {"1"}})
	for table, result := range map[string]string{"1": "B+R", "2": "draw", "3": "noresult", "4": "bothforfeit"} {
		h.post(t, "referee", "result", url.Values{"round": {"1"}, "table": {table}, "result": {result}, "sure": {"yes"}})
	}
	for _, kind := range []string{"pairs", "names", "slips", "cards", "checkin", "ranking", "cross", "prizes", "players", "book"} {
		for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
			w := h.ask("referee", "GET", "/t/t-1/paper/sheets?kind="+kind+"&lang="+lang, nil)
			if body := w.Body.String(); w.Code != 200 || !strings.Contains(body, "leaf-"+kind) || strings.Contains(body, "⟦") {
				t.Errorf("%s in %s: %d, %d bytes", kind, lang, w.Code, len(body))
			}
		}
	}
	h = newHall(t)
	h.fill(t, 4)
	h.post(t, "chiefReferee", "unpublish", url.Values{"round": {"1"}, "reason": {"x"}})
	body := h.ask("referee", "GET", "/t/t-1/paper/sheets?kind=pairs", nil).Body.String()
	if !strings.Contains(body, "Draft, not published") {
		t.Error("a proposal doesn't say that it is one")
	}
	if w := h.ask("referee", "GET", "/t/t-1/paper/sheets?kind=nothing", nil); w.Code != 422 {
		t.Errorf("an unknown kind: %d", w.Code)
	}
}

// TestPostedNames: on what hangs on the wall minors stand as the tournament chose; on slips the
// referee reads whole names.
func TestPostedNames(t *testing.T) {
	h := newHall(t)
	if err := h.office.DoHall(t.Context(), office.Actor{User: account.User{ID: "u-admin", Admin: true}}, "t-1", office.HallOrder{Command: tournament.SetInfo{Info: tournament.Info{Name: "杯", Starts: "2026-11-28", Public: true, Minors: "mask"}}}); err != nil {
		t.Fatal(err)
	}
	h.post(t, "chiefReferee", "add", url.Values{"name": {"王雨涵"}, "birth": {"2016"}})
	h.fill(t, 3)
	for kind, want := range map[string]string{"pairs": "王*涵", "names": "王*涵", "book": "王*涵", "slips": "王雨涵", "checkin": "王雨涵"} {
		body := h.ask("referee", "GET", "/t/t-1/paper/sheets?kind="+kind, nil).Body.String()
		if !strings.Contains(body, want) || want == "王*涵" && strings.Contains(body, "王雨涵") {
			t.Errorf("%s doesn't show %s", kind, want)
		}
	}
}

// start prepares, checks, publishes and starts round 1.
func (h *hall) start(t *testing.T) {
	t.Helper()
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		h.post(t, "chiefReferee", action, url.Values{"round": {"1"}})
	}
}

func number(n int) string { return strconv.Itoa(n) }

func (h *hall) slipPath(t *testing.T, r *tournament.Round, table int) string {
	t.Helper()
	return h.slipPathOf(t, r.No, r.Version, table)
}

func (h *hall) slipPathOf(t *testing.T, round, version, table int) string {
	t.Helper()
	code, err := h.office.SlipCode(t.Context(), office.Slip{Division: "d-1", Round: round, Version: version, Table: table})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("/s/d-1/%d.%d.%d.%s", round, version, table, code)
}
