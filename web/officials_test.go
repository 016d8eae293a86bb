package web_test

import (
	"context"
	"html"
	"net/url"
	"strings"
	"testing"

	"tianyuan/tournament"
)

// hallOf reads the tournament's state.
func (h *hall) hallOf(t *testing.T) *tournament.Tournament {
	t.Helper()
	s, err := h.office.Tournament(context.Background(), "t-1")
	must(t, err)
	return s
}

// text is a page as it is read.
func (h *hall) text(who, path string) string {
	return html.UnescapeString(h.ask(who, "GET", path, nil).Body.String())
}

// TestAssignments: the chief referee assigns referees, with accounts or by name, and releases them
// with a reason, which stays (O30: 2002 art. 30.3, 1988 art. 31.3).
func TestAssignments(t *testing.T) {
	h := newHall(t)
	const page = "/t/t-1/officials"
	h.send(t, "chiefReferee", page+"/assign", url.Values{"user": {"u-referee"}, "division": {"d-1"}, "from": {"1"}, "to": {"１2"}})
	h.send(t, "chiefReferee", page+"/assign", url.Values{"name": {"志愿者甲"}})
	for _, bad := range []url.Values{{"user": {"u-stranger"}}, {"name": {""}}, {"name": {"乙"}, "from": {"5"}, "to": {"2"}}, {"name": {"乙"}, "division": {"d-9"}}} {
		if w := h.ask("chiefReferee", "POST", page+"/assign", bad); w.Code != 404 && w.Code != 422 {
			t.Errorf("%v: %d", bad, w.Code)
		}
	}
	if w := h.ask("chiefReferee", "POST", page+"/release", url.Values{"id": {"1"}}); w.Code != 422 {
		t.Errorf("released without a reason: %d", w.Code)
	}
	if got := h.text("recorder", page); !strings.Contains(got, "1–12") || !strings.Contains(got, "志愿者甲") || strings.Contains(got, page+"/assign") {
		t.Error("the recorder doesn't read the assignments, or could change them")
	}
	h.send(t, "chiefReferee", page+"/release", url.Values{"id": {"1"}, "reason": {"临时有事"}})
	s := h.hallOf(t)
	if len(s.Assignments) != 1 || len(s.Released) != 1 || s.Released[0].User != "u-referee" || s.Released[0].Ended.Reason != "临时有事" {
		t.Errorf("%+v, released %+v", s.Assignments, s.Released)
	}
	if !strings.Contains(h.text("referee", page), "临时有事") {
		t.Error("the reason isn't told")
	}
}

// TestChecklists: duties and equipment with their article by edition, what is done by whom, and the
// sizes of the edition (O30, O32/33: 2002 art. 30, 32, 1988 art. 31, 33).
func TestChecklists(t *testing.T) {
	h := newHall(t)
	h.send(t, "chiefReferee", "/t/t-1/officials/duty", url.Values{"key": {"venue"}, "done": {"yes"}})
	h.send(t, "chiefReferee", "/t/t-1/officials/duty", url.Values{"key": {"clocks"}, "done": {"yes"}})
	h.send(t, "chiefReferee", "/t/t-1/officials/duty", url.Values{"key": {"clocks"}, "done": {"no"}})
	if w := h.ask("chiefReferee", "POST", "/t/t-1/officials/duty", url.Values{"key": {"sleep"}, "done": {"yes"}}); w.Code != 422 {
		t.Errorf("an unknown duty: %d", w.Code)
	}
	s := h.hallOf(t)
	if _, done := s.Done["venue"]; !done || len(s.Done) != 1 {
		t.Errorf("done: %v", s.Done)
	}
	for edition, words := range map[string][]string{
		"2002": {"art. 30.4", "art. 32", "2.3–2.4", "2.25–2.35", "1 of 1 divisions drawn"}, "1988": {"art. 31.4", "art. 33", "2.25–2.35", "2.2–2.3"},
	} {
		page := h.text("referee", "/t/t-1/officials?edition="+edition)
		for _, word := range words {
			if !strings.Contains(page, word) {
				t.Errorf("%s doesn't say %q", edition, word)
			}
		}
	}
}

// TestIncidents: an incident is logged with a case of the division's edition; its article, warnings
// and consequences are told before and after (2002 art. 16–25).
func TestIncidents(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	const page = "/t/t-1/officials"
	for _, place := range [][2]string{{"2", ""}, {"1", "99"}, {"", "99"}} { // no such round, no such table
		if w := h.ask("referee", "POST", page+"/incident", url.Values{"division": {"d-1"}, "round": {place[0]}, "table": {place[1]}, "text": {"灯灭了"}}); w.Code != 422 || !strings.Contains(w.Body.String(), "no such round or table") {
			t.Errorf("an incident in round %q at table %q: %d", place[0], place[1], w.Code)
		}
	}
	look := h.text("referee", page+"?division=d-1&case=phoneRing&round=1&table=2&text=x")
	for _, words := range []string{"art. 23.7", "1 warning", `value="2"`} {
		if !strings.Contains(look, words) {
			t.Errorf("the rule doesn't say %q", words)
		}
	}
	h.send(t, "referee", page+"/incident", url.Values{"division": {"d-1"}, "case": {"phoneRing"}, "round": {"1"}, "table": {"2"}, "text": {"手机响了\r\n两声"}})
	h.send(t, "referee", page+"/incident", url.Values{"case": {"movedStone"}, "asked": {"movedStone"}, "choice": {"replay"}, "text": {"移动"}, "edition": {"1988"}})
	h.send(t, "referee", page+"/incident", url.Values{"case": {"suicide"}, "asked": {"movedStone"}, "choice": {"replay"}, "text": {"后选的情形"}})
	h.send(t, "recorder", page+"/incident", url.Values{"text": {"灯灭了"}})
	got := h.hallOf(t).Incidents
	if len(got) != 4 || got[0].Article != "2002 art. 23.7" || got[0].Edition != "2002" || got[0].Text != "手机响了\n两声" || got[1].Article != "1988 art. 17.3" || got[1].Choice != "replay" || got[2].Choice != "" || got[3].Edition != "" {
		t.Errorf("%+v", got)
	}
	for _, bad := range []url.Values{{"text": {""}}, {"text": {"x"}, "case": {"nothing"}}, {"text": {"x"}, "division": {"d-9"}}, {"text": {"x"}, "round": {"1000"}}, {"text": {"x"}, "case": {"suicide"}, "asked": {"suicide"}, "choice": {"draw"}}} {
		if w := h.ask("referee", "POST", page+"/incident", bad); w.Code != 404 && w.Code != 422 {
			t.Errorf("%v: %d", bad, w.Code)
		}
	}
	if list := h.text("deputy", page); !strings.Contains(list, "art. 23.7") || !strings.Contains(list, "<p>手机响了</p><p>两声</p>") {
		t.Error("the log doesn't tell article and text")
	}
}

// TestAppeals: taken in by the referees, decided once by the organiser, with a reason (C16.3, 2002
// art. 16.3).
func TestAppeals(t *testing.T) {
	h := newHall(t)
	const page = "/t/t-1/officials"
	h.send(t, "referee", page+"/appeal", url.Values{"by": {"示例二中"}, "appeal": {"第 3 台成绩"}})
	id := url.Values{"id": {"1"}, "grant": {"yes"}, "answer": {"重赛"}}
	if w := h.ask("organiser", "POST", page+"/decide", url.Values{"id": {"1"}, "grant": {"yes"}}); w.Code != 422 {
		t.Errorf("decided without a reason: %d", w.Code)
	}
	h.send(t, "organiser", page+"/decide", id)
	if w := h.ask("organiser", "POST", page+"/decide", id); w.Code != 409 {
		t.Errorf("decided twice: %d", w.Code)
	}
	if got := h.text("referee", page); !strings.Contains(got, "重赛") || !strings.Contains(got, "Granted") {
		t.Error("the decision isn't told")
	}
}

// TestComments: the chief referee comments on each referee; he and the organiser read it, nobody
// else does, on no page (O30: 2002 art. 30.8).
func TestComments(t *testing.T) {
	h := newHall(t)
	const page = "/t/t-1/officials"
	const secret = "认真但到场偏晚"
	h.send(t, "chiefReferee", page+"/assign", url.Values{"name": {"志愿者甲"}})
	for _, user := range []string{"u-referee", "name:志愿者甲"} {
		h.send(t, "chiefReferee", page+"/comment", url.Values{"user": {user}, "comment": {secret}})
	}
	if w := h.ask("chiefReferee", "POST", page+"/comment", url.Values{"user": {"u-stranger"}, "comment": {"x"}}); w.Code != 404 {
		t.Errorf("a comment on a stranger: %d", w.Code)
	}
	for who, times := range map[string]int{"chiefReferee": 2, "organiser": 2, "admin": 2, "deputy": 0, "referee": 0, "pairingOfficer": 0, "recorder": 0} {
		if got := strings.Count(h.text(who, page), secret); got != times {
			t.Errorf("%s reads it %d times", who, got)
		}
	}
	for _, path := range []string{"/p/t-1", "/t/t-1", "/p/t-1/notices", "/d/d-1/log", "/d/d-1/export/division.json"} {
		if strings.Contains(h.text("deputy", path), secret) {
			t.Errorf("%s tells it", path)
		}
	}
}

// TestAnnouncement: the chief referee's final announcement stands on the public pages (O30: 2002 art.
// 30.7, 1988 art. 31.7).
func TestAnnouncement(t *testing.T) {
	h := newHall(t)
	before := h.text("guest", "/p/t-1")
	h.send(t, "chiefReferee", "/t/t-1/officials/announce", url.Values{"announcement": {"比赛结束。\r\n<b>示例甲</b>第一名"}})
	for _, path := range []string{"/p/t-1", "/p/t-1/notices"} {
		raw := h.ask("guest", "GET", path, nil).Body.String()
		if !strings.Contains(raw, "<p>比赛结束。</p>") || !strings.Contains(raw, "&lt;b&gt;示例甲") || strings.Contains(before, "比赛结束") {
			t.Errorf("%s doesn't tell it", path)
		}
	}
}
