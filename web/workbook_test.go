package web_test

import (
	"context"
	"encoding/base64"
	"html"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tianyuan/rules"
)

// revise downloads the division's workbook in a language, lets change edit it, and hands it in.
func (h *hall) revise(t *testing.T, who, lang string, change func(f *excelize.File, sheets []string)) (*httptest.ResponseRecorder, []byte) {
	t.Helper()
	r := httptest.NewRequest("GET", "/d/"+h.division+"/export/all.xlsx?lang="+lang, nil)
	r.AddCookie(h.cookies["organiser"])
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	f, err := excelize.OpenReader(w.Body)
	must(t, err)
	defer f.Close()
	change(f, f.GetSheetList())
	out, err := f.WriteToBuffer()
	must(t, err)
	return h.upload(t, who, "/d/"+h.division+"/workbook", "back.xlsx", out.Bytes()), out.Bytes()
}

// commit takes in what a preview showed.
func (h *hall) commit(t *testing.T, who string, preview *httptest.ResponseRecorder, data []byte, more url.Values) *httptest.ResponseRecorder {
	t.Helper()
	_, rest, _ := strings.Cut(preview.Body.String(), `name="seen" value="`)
	seen, _, _ := strings.Cut(rest, `"`)
	v := url.Values{"name": {"back.xlsx"}, "data": {base64.StdEncoding.EncodeToString(data)}, "seen": {seen}, "do": {"commit"}}
	for key, values := range more {
		v[key] = values
	}
	return h.ask(who, "POST", "/d/"+h.division+"/workbook", v)
}

func set(t *testing.T, f *excelize.File, sheet string, cells map[string]string) {
	t.Helper()
	for cell, text := range cells {
		must(t, f.SetCellStr(sheet, cell, text))
	}
}

// TestWorkbookUntouched: the exported workbook handed back unchanged has no difference, in each
// language, for entries and for results.
func TestWorkbookUntouched(t *testing.T) {
	h := newHall(t)
	for _, e := range h.regulationsOf(t).Entries {
		h.send(t, "organiser", "/d/d-1/do/change", url.Values{"id": {string(rune('0' + e.ID))}, "name": {e.Name}, "unit": {"示例 一小"}, "rank": {[]string{"", "5d", "12k", "9p", "2k"}[e.ID]}, "rating": {"1500"}, "sex": {"F"}, "remark": {"老选手"}})
	}
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		h.send(t, "chiefReferee", "/d/d-1/do/"+action, url.Values{"round": {"1"}})
	}
	h.send(t, "referee", "/d/d-1/do/result", url.Values{"round": {"1"}, "table": {"1"}, "result": {"B+n"}, "margin": {"0.75"}})
	h.send(t, "referee", "/d/d-1/do/result", url.Values{"round": {"1"}, "table": {"2"}, "result": {"bothforfeit"}})
	for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
		for _, sheet := range []int{0, 1} {
			w, _ := h.revise(t, "chiefReferee", lang, func(f *excelize.File, sheets []string) {
				f.SetActiveSheet(sheet)
				for i, name := range sheets {
					if i != sheet {
						must(t, f.DeleteSheet(name))
					}
				}
			})
			if body := html.UnescapeString(w.Body.String()); w.Code != 200 || !strings.Contains(body, "There is no difference.") {
				t.Errorf("%s, sheet %d: %d\n%s", lang, sheet, w.Code, body)
			}
		}
	}
}

// TestWorkbookEntries: before the draw rows are added, changed and, when it is ticked, removed, all in
// one step; the preview shows old and new and writes nothing.
func TestWorkbookEntries(t *testing.T) {
	h := newHall(t)
	ctx := context.Background()
	must(t, h.fresh(t, "甲", "乙", "丙", "丁"))
	w, data := h.revise(t, "organiser", "zh-Hans", func(f *excelize.File, sheets []string) {
		// columns: 报名号 序号 姓名 性别 单位 段位 等级分 备注
		set(t, f, sheets[0], map[string]string{"C2": "甲一", "E2": "示例一小", "F3": "业余3段", "C6": "戊", "F6": "2级"})
		must(t, f.RemoveRow(sheets[0], 5))
	})
	body := html.UnescapeString(w.Body.String())
	for _, words := range []string{"<del>甲</del> → <ins>甲一</ins>", "<ins>3 dan</ins>", "戊", "丁"} {
		if !strings.Contains(body, words) {
			t.Errorf("the preview doesn't say %q", words)
		}
	}
	if got := names(h, t); got != "甲 乙 丙 丁" {
		t.Fatalf("the preview wrote: %s", got)
	}
	if w := h.commit(t, "organiser", httptest.NewRecorder(), data, nil); w.Code != 409 {
		t.Errorf("taken in without being looked at: %d", w.Code)
	}
	head := h.regulationsOf(t).Head()
	if w := h.commit(t, "organiser", w, data, url.Values{"missing": {"remove"}}); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d := h.regulationsOf(t)
	if got := names(h, t); got != "甲一 乙 丙 戊" || d.Entries[0].ID != 1 || d.Entries[0].Unit != "示例一小" || d.Entries[1].Rank != "3d" || d.Entries[3].Rank != "2k" {
		t.Errorf("%s: %+v", got, d.Entries)
	}
	log, err := h.office.Log(ctx, h.division)
	must(t, err)
	if n := len(log) - int(head); n != 4 {
		t.Errorf("%d events: one removed, two changed, one added", n)
	}
}

// fresh begins the division anew with some entries, undrawn.
func (h *hall) fresh(t *testing.T, entries ...string) error {
	t.Helper()
	for i, name := range entries {
		if h.division == "d-1" && i == 0 {
			h.send(t, "organiser", "/t/t-1/divisions", url.Values{"name": {"C"}, "edition": {"2002"}, "method": {"swiss"}, "rounds": {"3"}})
			rows, err := h.office.Rows(context.Background(), "division", "t-1")
			if err != nil {
				return err
			}
			for _, r := range rows {
				if r.ID != "d-1" {
					h.division = r.ID
				}
			}
		}
		h.send(t, "organiser", "/d/"+h.division+"/do/add", url.Values{"name": {name}})
	}
	return nil
}

// TestWorkbookPublished: what the draw made public, pairs, and results that stand can't change by a
// spreadsheet; one such row refuses the whole.
func TestWorkbookPublished(t *testing.T) {
	h := newHall(t)
	w, data := h.revise(t, "organiser", "en", func(f *excelize.File, sheets []string) {
		set(t, f, sheets[0], map[string]string{"C2": "甲甲", "E3": "示例二中"})
	})
	if body := html.UnescapeString(w.Body.String()); !strings.Contains(body, "after the draw a spreadsheet can’t change the Name of no. 1 甲") || strings.Contains(body, `value="commit"`) {
		t.Errorf("%s", body)
	}
	if w := h.commit(t, "organiser", w, data, nil); w.Code != 422 || h.regulationsOf(t).Entries[1].Unit != "" {
		t.Errorf("a part was taken: %d", w.Code)
	}
	w, data = h.revise(t, "organiser", "en", func(f *excelize.File, sheets []string) {
		set(t, f, sheets[0], map[string]string{"E3": "示例二中", "A6": "", "C6": "戊"})
	})
	if w := h.commit(t, "organiser", w, data, url.Values{"missing": {"remove"}}); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if d := h.regulationsOf(t); d.Entries[1].Unit != "示例二中" || len(d.Entries) != 5 || d.Entries[4].No != 5 {
		t.Errorf("%+v", d.Entries)
	}
	for cell, text := range map[string]string{"A2": "99", "A3": "x", "A4": "1"} {
		w, _ := h.revise(t, "organiser", "en", func(f *excelize.File, sheets []string) { set(t, f, sheets[0], map[string]string{cell: text}) })
		if strings.Contains(w.Body.String(), `value="commit"`) {
			t.Errorf("%s = %s may be taken in", cell, text)
		}
	}
}

// TestWorkbookResults: results come in by round, table and result, in words or as a score, all or none.
func TestWorkbookResults(t *testing.T) {
	h := newHall(t)
	for _, action := range []string{"prepare", "check", "publish", "start"} {
		h.send(t, "chiefReferee", "/d/d-1/do/"+action, url.Values{"round": {"1"}})
	}
	only := func(cells map[string]string) func(*excelize.File, []string) {
		return func(f *excelize.File, sheets []string) {
			must(t, f.DeleteSheet(sheets[0]))
			set(t, f, sheets[1], cells)
		}
	}
	// columns: 轮次 台 序号 黑 单位 成绩 序号 白 单位 胜法
	for name, cells := range map[string]map[string]string{
		"another player": {"C2": "4", "F2": "2:0"}, "no such table": {"B2": "77", "F2": "2:0"}, "no such round": {"A2": "3", "F2": "2:0"},
		"twice": {"F2": "2:0", "B3": "1", "C3": "", "G3": "", "F3": "0:2"}, "unreadable": {"F2": "won"}, "two results": {"F2": "2:0", "J2": "白中盘胜"}, "nobody": {"F2": "0:0", "J2": ""}, "more than there is": {"F2": "2:2"},
	} {
		w, data := h.revise(t, "referee", "zh-Hans", only(cells))
		if w := h.commit(t, "referee", w, data, nil); w.Code != 422 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	if n := len(h.regulationsOf(t).Round(1).Results); n != 0 {
		t.Fatalf("%d results", n)
	}
	w, data := h.revise(t, "referee", "zh-Hans", only(map[string]string{"F2": "２：０", "F3": "", "J3": "白胜 1 又 3/4 子"}))
	if body := html.UnescapeString(w.Body.String()); !strings.Contains(body, "<b>Black wins</b>") {
		t.Errorf("%s", body)
	}
	if w := h.commit(t, "referee", w, data, nil); w.Code != 303 {
		t.Fatalf("%d %s", w.Code, html.UnescapeString(w.Body.String()))
	}
	r := h.regulationsOf(t).Round(1)
	if r.Results[1].Outcome != (rules.Outcome{Winner: rules.Black, Manner: rules.Plain}) || r.Results[2].Outcome != (rules.Outcome{Winner: rules.White, Manner: rules.Counted, Margin: 7}) || r.Results[1].By != "u-referee" {
		t.Errorf("%+v", r.Results)
	}
	w, data = h.revise(t, "referee", "zh-Hans", only(map[string]string{"F3": "2:0", "J3": ""}))
	if w := h.commit(t, "referee", w, data, nil); w.Code != 422 || !strings.Contains(html.UnescapeString(w.Body.String()), "corrected at the desk") {
		t.Errorf("a result that stands: %d", w.Code)
	}
	h.send(t, "chiefReferee", "/d/d-1/do/takeback", url.Values{"round": {"1"}, "table": {"1"}})
	for _, do := range [][]string{{"do/open", "own", "yes"}, {"do/start"}} {
		if w := h.sheet("referee", do[0], do[1:]...); w.Code != 303 {
			t.Fatalf("%v: %d %s", do, w.Code, w.Body)
		}
	}
	w, data = h.revise(t, "referee", "zh-Hans", only(map[string]string{"F2": "2:0", "J2": ""}))
	if body := html.UnescapeString(w.Body.String()); !strings.Contains(body, "the game isn’t over: in play") || !strings.Contains(body, `name="going"`) || !strings.Contains(body, "The game at table 1 isn’t over") {
		t.Errorf("the preview doesn't ask about the game: %s", body)
	}
	if w := h.commit(t, "referee", w, data, nil); w.Code != 409 || !strings.Contains(html.UnescapeString(w.Body.String()), "The game at table 1 isn’t over, and nothing was written") || len(h.regulationsOf(t).Round(1).Results) != 1 {
		t.Errorf("a result over a game: %d", w.Code)
	}
	if w := h.commit(t, "referee", w, data, url.Values{"going": {"yes"}}); w.Code != 303 || len(h.regulationsOf(t).Round(1).Results) != 2 {
		t.Errorf("taken after the question: %d", w.Code)
	}
	if w, _ := h.revise(t, "organiser", "zh-Hans", only(nil)); w.Code != 403 {
		t.Errorf("the organiser enters results: %d", w.Code)
	}
}
