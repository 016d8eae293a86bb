package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"tianyuan/tournament"
	"tianyuan/web"
)

// TestThreePhones: three officials check people in at once; nobody is lost, a double tap counts once,
// and the list finds by number, name, unit, pinyin and initials, and shows who is missing (issue 4.3).
func TestThreePhones(t *testing.T) {
	h := newHall(t)
	entries := generatedPairs(57)
	entries = append(entries, tournament.Entry{Name: "曾乐", Unit: "临江少年宫"}, tournament.Entry{Name: "张小明", Unit: "二中"}, tournament.Entry{Name: "区文", Unit: "二中"})
	h.second(t, entries, 7)
	who := []string{"referee", "recorder", "organiser"}
	var wait sync.WaitGroup
	for i, name := range who {
		wait.Go(func() {
			for id := i + 1; id <= 58; id += len(who) {
				for range 2 {
					form := url.Values{"id": {fmt.Sprint(id)}, "present": {"yes"}, "cmd": {fmt.Sprint("c-", id)}, "back": {"/t/t-1/checkin"}}
					if w := h.ask(name, http.MethodPost, "/d/d-2/do/checkin", form); w.Code != http.StatusSeeOther && w.Code != http.StatusTooManyRequests {
						t.Errorf("%s checks %d in: %d", name, id, w.Code)
					}
				}
			}
		})
	}
	wait.Wait()
	d, err := h.office.Division(t.Context(), "d-2")
	must(t, err)
	if len(d.CheckedIn) != 58 {
		t.Errorf("%d are there, want 58", len(d.CheckedIn))
	}
	list := h.text("referee", "/t/t-1/checkin?only=missing")
	if got := strings.Count(list, "data-keys="); got != 6 || !strings.Contains(list, "<b class=\"ok\" data-here>58</b> / <span data-all>64</span>") {
		t.Errorf("%d are missing, want 6", got)
	}
	for find, want := range map[string]string{"59": "张小明", "张小": "张小明", "zxm": "张小明", "zhangxiaoming": "张小明", "曾": "曾乐", "zengle": "曾乐", "临江": "曾乐", "ljsng": "曾乐", "ow": "区文", "ouwen": "区文"} {
		if body := h.text("referee", "/t/t-1/checkin?find="+url.QueryEscape(find)); !strings.Contains(body, "<b>"+want+"</b>") {
			t.Errorf("%q doesn't find %s", find, want)
		}
	}
}

// later is the same hall some time later.
func (h *hall) later(t *testing.T, by time.Duration) *hall {
	t.Helper()
	handler, err := web.New(web.Config{Store: h.store, Office: h.office, Now: func() time.Time { return time.Now().Add(by) }})
	must(t, err)
	next := *h
	next.handler = handler
	return &next
}

// TestPastTheLimit: in time the page of the floor waits for who isn't there; past the limit it lists the
// tables with one key for the forfeit of one or both and one for the arrival (D22.1-D22.3, issue 4.4).
func TestPastTheLimit(t *testing.T) {
	h := newHall(t)
	h.start(t)
	const page = "/d/d-1/round/1/floor"
	h.post(t, "referee", "seats", url.Values{"round": {"1"}, "table": {"1"}, "missing": {"W"}})
	h.post(t, "referee", "seats", url.Values{"round": {"1"}, "table": {"2"}, "missing": {"both"}})
	if body := h.page(t, "referee", page); strings.Contains(body, `class="overdue"`) || !strings.Contains(body, "Within the limit") {
		t.Error("a table is overdue before the limit")
	}
	next := h.later(t, 61*time.Minute)
	body := next.page(t, "referee", page)
	if strings.Count(body, `class="overdue"`) != 2 || !strings.Contains(body, `value="B+F"`) || !strings.Contains(body, `value="bothforfeit"`) {
		t.Error("past the limit the tables aren't listed with their keys")
	}
	if desk := next.text("chiefReferee", "/d/d-1/round/1"); strings.Count(desk, "Past the limit") == 0 {
		t.Error("the desk doesn't tell it")
	}
	send := func(action string, form url.Values) *httptest.ResponseRecorder {
		form.Set("round", "1")
		form.Set("back", page)
		return next.ask("referee", http.MethodPost, "/d/d-1/do/"+action, form)
	}
	if w := send("seats", url.Values{"table": {"1"}, "missing": {""}}); w.Code != 303 || w.Header().Get("Location") != page {
		t.Errorf("the arrival: %d", w.Code)
	}
	if w := send("result", url.Values{"table": {"2"}, "result": {"bothforfeit"}}); w.Code != 303 || w.Header().Get("Location") != page {
		t.Errorf("the forfeit of both: %d", w.Code)
	}
	if body := next.page(t, "referee", page); strings.Contains(body, `class="overdue"`) {
		t.Error("what was settled is still listed")
	}
}
