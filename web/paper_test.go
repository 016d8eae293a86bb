package web_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/office"
	"tianyuan/rules"
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
	for _, kind := range []string{"pairs", "names", "slips", "cards", "checkin", "ranking", "cross", "players", "book"} {
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

// sheets are the leaves of a print job, as HTML.
func (h *hall) sheets(t *testing.T, query string) (leaves []string, body string) {
	t.Helper()
	w := h.ask("referee", "GET", "/t/t-1/paper/sheets?"+query, nil)
	if w.Code != 200 {
		t.Fatalf("%s: %d", query, w.Code)
	}
	return strings.Split(w.Body.String(), `<section class="leaf`)[1:], w.Body.String()
}

// TestSecondVersion: a later version says which it makes void on every leaf and slip and bears a
// bar; the first has neither (ui.md 7).
func TestSecondVersion(t *testing.T) {
	h := newHall(t)
	h.fill(t, 40)
	check := func(want bool) {
		t.Helper()
		for _, kind := range []string{"pairs", "names", "slips"} {
			leaves, _ := h.sheets(t, "kind="+kind)
			for i, leaf := range leaves {
				frames, due := strings.Count(leaf, `class="leaf-void">Version 2, replaces version 1<`), 0
				if want {
					due = max(1, strings.Count(leaf, `class="l-slip"`))
				}
				if bar := strings.HasPrefix(leaf, " leaf-"+kind+" again"); frames != due || bar != want {
					t.Errorf("%s %d: bar %v, %d frames instead of %d", kind, i+1, bar, frames, due)
				}
			}
		}
	}
	check(false)
	h.post(t, "chiefReferee", "unpublish", url.Values{"round": {"1"}, "reason": {"x"}})
	for _, action := range []string{"check", "publish"} {
		h.post(t, "chiefReferee", action, url.Values{"round": {"1"}})
	}
	check(true)
}

// TestPlannedStart: before the start paper and desk tell when it is planned; slips bear the day and
// the start, not when the round was published.
func TestPlannedStart(t *testing.T) {
	h := newHall(t)
	for _, action := range []string{"prepare", "check"} {
		h.post(t, "chiefReferee", action, url.Values{"round": {"1"}})
	}
	at := time.Now().Add(90 * time.Minute)
	h.post(t, "chiefReferee", "publish", url.Values{"round": {"1"}, "startsAt": {at.Format("2006-01-02 15:04")}})
	for kind, want := range map[string]string{"pairs": "<b>Start " + at.Format("15:04") + "</b>", "names": "<b>Start " + at.Format("15:04") + "</b>", "slips": "<span>" + at.Format("2 Jan　15:04") + "</span>"} {
		if _, body := h.sheets(t, "kind="+kind); !strings.Contains(body, want) {
			t.Errorf("%s doesn't say %q", kind, want)
		}
	}
	if body := h.ask("referee", "GET", "/d/d-1/round/1", nil).Body.String(); !strings.Contains(body, "Start "+at.Format("15:04")) {
		t.Error("the desk doesn't tell the planned start")
	}
}

// TestPrizeList: without a closed round there is no prize list, and the page says why; after one the
// list says that it isn't final.
func TestPrizeList(t *testing.T) {
	h := newHall(t)
	h.start(t)
	leaves, body := h.sheets(t, "kind=prizes")
	if len(leaves) != 0 || !strings.Contains(body, "no round is closed yet") {
		t.Errorf("%d sheets of prizes before any result", len(leaves))
	}
	for _, table := range []string{"1", "2"} {
		h.post(t, "referee", "result", url.Values{"round": {"1"}, "table": {table}, "result": {"B+R"}})
	}
	h.post(t, "chiefReferee", "close", url.Values{"round": {"1"}})
	for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
		if leaves, _ := h.sheets(t, "kind=prizes&lang="+lang); len(leaves) != 1 || strings.Contains(leaves[0], "⟦") {
			t.Errorf("%s: %d sheets of prizes", lang, len(leaves))
		}
	}
	if leaves, _ = h.sheets(t, "kind=prizes&lang=en"); len(leaves) != 1 || !strings.Contains(leaves[0], "Places after round 1, not final") {
		t.Errorf("after a round: %d sheets, or they don't say that they aren't final", len(leaves))
	}
	before := leaves[0]
	d := h.begin(t, h.division)
	h.act(t, h.division, tournament.EnterResult{Round: 2, Table: d.Current().Pairs[0].Table, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Resigned}})
	if leaves, _ = h.sheets(t, "kind=prizes"); len(leaves) != 1 || placesOf(leaves[0]) != placesOf(before) {
		t.Error("results of a round that isn't closed count for the prizes")
	}
}

// TestOneColumn: a list that fits in one column has no second head.
func TestOneColumn(t *testing.T) {
	h := newHall(t)
	h.start(t)
	for _, kind := range []string{"names", "book"} {
		if _, body := h.sheets(t, "kind="+kind); strings.Count(body, `<table class="l-names"`)+strings.Count(body, `<table class="l-entries"`) != 1 {
			t.Errorf("%s: more than one column for four players", kind)
		}
	}
}

// placesOf are the rows of a sheet of prizes.
func placesOf(leaf string) string {
	_, rows, _ := strings.Cut(leaf, "<tbody>")
	rows, _, _ = strings.Cut(rows, "</tbody>")
	return rows
}

// TestLongNotesOnPaper: what is told under a list of pairs goes on on a next sheet when it is long, each
// change once, and every sheet says which it is; regulations that fill several sheets likewise (issue
// 4.6).
func TestLongNotesOnPaper(t *testing.T) {
	h := newHall(t)
	h.fill(t, 76)
	const changes = 12
	for i := range changes {
		h.post(t, "chiefReferee", "movetable", url.Values{"round": {"1"}, "table": {number(i + 1)}, "to": {number(i + 101)}, "reason": {fmt.Sprint("缘由", i, "号", strings.Repeat("桌面不平", 45))}})
	}
	leaves, body := h.sheets(t, "kind=pairs")
	if len(leaves) != 2 || !strings.Contains(body, "age 2 of 2") || strings.Count(leaves[0], "<tr>") != 41 {
		t.Errorf("%d sheets", len(leaves))
	}
	for i := range changes {
		if n := strings.Count(body, fmt.Sprint("缘由", i, "号")); n != 1 {
			t.Errorf("change %d stands %d times", i, n)
		}
	}
	if !strings.Contains(leaves[1], "缘由11号") || strings.Contains(leaves[1], "<table") {
		t.Error("the notes don't go on on a sheet of their own")
	}
	var lines []string
	for i := range 300 {
		lines = append(lines, fmt.Sprintf("补充规定第%d条%s。", i, strings.Repeat("细则", i%50)))
	}
	d, err := h.office.Division(t.Context(), "d-1")
	must(t, err)
	reg := d.Reg
	reg.Notes = strings.Join(lines, "\n")
	h.act(t, "d-1", tournament.DraftRegulations{Name: d.Name, Regulations: reg}, tournament.ApproveRegulations{})
	leaves, body = h.sheets(t, "kind=book")
	for i := range lines {
		if n := strings.Count(body, fmt.Sprintf("补充规定第%d条", i)); n != 1 {
			t.Errorf("line %d of the regulations stands %d times", i, n)
		}
	}
	if !strings.Contains(body, "<dd>recorder</dd>") || !strings.Contains(leaves[len(leaves)-1], fmt.Sprintf("age %d of %d", len(leaves), len(leaves))) {
		t.Error("the officials or the pages are missing")
	}
}

// TestNoOrphanSheet: a list of 37 is two sheets of about the same length, not one with a single row.
func TestNoOrphanSheet(t *testing.T) {
	h := newHall(t)
	for i := range 33 {
		h.post(t, "chiefReferee", "add", url.Values{"name": {fmt.Sprint("棋手", i)}})
	}
	leaves, _ := h.sheets(t, "kind=checkin")
	if len(leaves) != 2 || strings.Count(leaves[0], `class="box"`) != 19 || strings.Count(leaves[1], `class="box"`) != 18 {
		t.Errorf("%d sheets", len(leaves))
	}
}
