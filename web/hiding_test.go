package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// fragment asks as the scripts of a page do.
func (h *hall) fragment(who, path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("X-Fragment", "1")
	r.AddCookie(h.cookies[who])
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

// TestHiddenDivision: a division hidden by mistake's reason is on no list, public page, screen, print
// or answer; its slips say so and record nothing; it stands with its reason among the hidden ones, and
// comes back with everything in it. Where pairs were published its name has to be written (issue 4,
// bad input).
func TestHiddenDivision(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "误建者", Unit: "东"}, {Name: "误二", Unit: "东"}, {Name: "误三"}, {Name: "误四"}}, 7)
	h.act(t, "d-2", tournament.StartRound{Round: 1})
	h.send(t, "organiser", "/t/t-1/notices", url.Values{"text": {"误建通知"}, "division": {"d-2"}})
	h.send(t, "chiefReferee", "/t/t-1/officials/assign", url.Values{"name": {"志愿者"}, "division": {"d-2"}})
	sheets := h.page(t, "chiefReferee", "/t/t-1/paper/sheets?kind=slips&d=d-2")
	slip := regexp.MustCompile(`/s/d-2/[a-z0-9.]+`).FindString(sheets)
	before := h.page(t, "guest", "/p/t-1/head")
	hide := url.Values{"hide": {"d-2"}, "reason": {"建错了"}}
	if w := h.ask("organiser", "POST", "/t/t-1/hidden", hide); w.Code != 422 || !strings.Contains(w.Body.String(), `id="bad-typed"`) || !strings.Contains(w.Body.String(), "type its name exactly") || !strings.Contains(w.Body.String(), `value="建错了"`) {
		t.Errorf("without the name: %d", w.Code)
	}
	hide.Set("typed", "B")
	hide.Del("reason")
	if w := h.ask("organiser", "POST", "/t/t-1/hidden", hide); w.Code != 422 {
		t.Errorf("without a reason: %d", w.Code)
	}
	hide.Set("reason", "建错了")
	h.send(t, "organiser", "/t/t-1/hidden", hide)
	if h.page(t, "guest", "/p/t-1/head") == before {
		t.Error("the screens aren't told")
	}
	kinds := "kind=pairs&kind=names&kind=slips&kind=cards&kind=checkin&kind=ranking&kind=cross&kind=players&kind=book"
	places := map[string][]string{
		"guest":        {"/p/t-1", "/p/t-1/hall", "/p/t-1/find?q=" + url.QueryEscape("误建者"), "/p/t-1/find?q=7", "/p/t-1/units", "/p/t-1/notices", "/p/t-1/table/7"},
		"chiefReferee": {"/t/t-1", "/t/t-1/checkin", "/t/t-1/paper", "/t/t-1/paper/sheets?" + kinds, "/t/t-1/tables", "/d/d-1/round/1", "/t/t-1/connect", "/t/t-1/referee", "/t/t-1/referee/notes"},
	}
	for who, paths := range places {
		for _, path := range paths {
			body := h.page(t, who, path)
			if strings.Contains(body, "d-2") || strings.Contains(body, "误二") || strings.Contains(body, "误建通知") {
				t.Errorf("%s still shows it", path)
			}
		}
	}
	for _, path := range []string{"/p/t-1/d-2", "/p/t-1/d-2/ranking", "/p/t-1/d-2/entries"} {
		if w := h.ask("guest", "GET", path, nil); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	for name, data := range unzip(t, h) {
		if strings.Contains(string(data), "误") {
			t.Errorf("%s of the archive shows it", name)
		}
	}
	for _, method := range []string{"GET", "POST"} {
		if w := (&phone{h: h}).ask(method, slip, url.Values{"side": {"B"}, "result": {"B+"}}, false); w.Code != 409 || !strings.Contains(w.Body.String(), "Nothing has been recorded") {
			t.Errorf("its slip, %s: %d %.200s", method, w.Code, w.Body)
		}
	}
	if w := h.ask("chiefReferee", "GET", "/g/d-2/1/7", nil); w.Code != 409 {
		t.Errorf("a game of it: %d", w.Code)
	}
	if w := h.ask("chiefReferee", "GET", "/d/d-2/round/1", nil); w.Code != 409 || !strings.Contains(w.Body.String(), "Hidden divisions") {
		t.Errorf("its desk: %d", w.Code)
	}
	if w := h.ask("organiser", "POST", "/d/d-1/entry/1/move", url.Values{"to": {"d-2"}, "reason": {"x"}}); w.Code != 409 {
		t.Errorf("a player moved into it: %d", w.Code)
	}
	if page := h.text("chiefReferee", "/t/t-1/officials"); !strings.Contains(page, ">B<") {
		t.Error("the assignment to it is told as one to all divisions")
	}
	if page := h.text("organiser", "/t/t-1"); !strings.Contains(page, "Hidden divisions (1)") {
		t.Error("the organiser isn't led to it")
	}
	list := h.text("organiser", "/t/t-1/hidden")
	for _, words := range []string{"建错了", "organiser", "Restore B", "4 players"} {
		if !strings.Contains(list, words) {
			t.Errorf("the list of hidden ones doesn't say %q", words)
		}
	}
	if w := h.ask("organiser", "POST", "/t/t-1/hidden/restore", url.Values{"restore": {"d-9"}}); w.Code != 404 {
		t.Errorf("a division that isn't there: %d", w.Code)
	}
	h.send(t, "organiser", "/t/t-1/hidden/restore", url.Values{"restore": {"d-2"}})
	if w := (&phone{h: h}).ask("POST", slip, url.Values{"side": {"B"}, "result": {"B+"}}, false); w.Code != 303 {
		t.Errorf("its slip after it came back: %d", w.Code)
	}
	if body := h.page(t, "guest", "/p/t-1/hall"); !strings.Contains(body, "误建者") {
		t.Error("it isn't on the hall screen again")
	}
	log := h.text("referee", "/t/t-1/log")
	if !strings.Contains(log, "division hidden") || !strings.Contains(log, "建错了") || !strings.Contains(log, "division restored") {
		t.Error("the tournament's record doesn't tell it")
	}
}

// TestNotHereWarning: before a round is paired and published the desk names who hasn't checked in, with
// one key each; nothing is said where the check-in isn't used (issue 4.3).
func TestNotHereWarning(t *testing.T) {
	h := newHall(t)
	const page, title = "/d/d-1/round/1", "Not checked in: "
	if strings.Contains(h.text("chiefReferee", page), title) {
		t.Error("it warns where nobody uses the check-in")
	}
	h.second(t, generatedPairs(4), 7)
	h.act(t, "d-2", tournament.CheckIn{IDs: []int{1}, Present: true})
	if body := h.text("chiefReferee", page); !strings.Contains(body, "Nobody of this division has checked in") || strings.Contains(body, "do/absent") {
		t.Error("a division without any check-in isn't told in one line")
	}
	h.post(t, "referee", "checkin", url.Values{"id": {"1"}, "present": {"yes"}})
	body := h.text("pairingOfficer", page)
	if !strings.Contains(body, title+"3") || strings.Count(body, `/do/absent"`) != 3 || strings.Count(body, `/do/checkin"`) != 3 {
		t.Errorf("the warning: %d to mark absent, %d to check in", strings.Count(body, `/do/absent"`), strings.Count(body, `/do/checkin"`))
	}
	if body := h.text("referee", page); strings.Contains(body, `/do/absent"`) || !strings.Contains(body, `/do/checkin"`) {
		t.Error("a referee may check in and not mark absent")
	}
	for _, c := range []struct {
		action string
		form   url.Values
	}{{"checkin", url.Values{"id": {"2"}, "present": {"yes"}}}, {"absent", url.Values{"no": {"3"}}}} {
		c.form.Set("back", page)
		c.form.Set("round", "1")
		if w := h.ask("pairingOfficer", "POST", "/d/d-1/do/"+c.action, c.form); w.Code != 303 || w.Header().Get("Location") != page {
			t.Errorf("%s: %d to %s", c.action, w.Code, w.Header().Get("Location"))
		}
	}
	h.post(t, "pairingOfficer", "prepare", nil)
	body = h.text("pairingOfficer", page)
	if !strings.Contains(body, title+"1") || strings.Count(body, `/do/leaveout"`) != 1 {
		t.Error("nothing is said beside the proposal")
	}
	h.post(t, "pairingOfficer", "leaveout", url.Values{"round": {"1"}, "no": {"4"}})
	d := h.act(t, "d-1", tournament.CheckRound{Round: 1})
	if len(d.Round(1).Pairs) != 1 || strings.Contains(h.text("pairingOfficer", page), title) {
		t.Errorf("%+v", d.Round(1).Pairs)
	}
}

// TestTwiceEntered: a person of two divisions is marked in the check-in list, and before a round the
// desk tells who has a game in the other one at the same time (issue 4.1).
func TestTwiceEntered(t *testing.T) {
	h := newHall(t)
	h.second(t, []tournament.Entry{{Name: "甲"}, {Name: "丁", Unit: "他校"}, {Name: "戊"}, {Name: "乙", Birth: "2010"}}, 7)
	e := tournament.Entry{ID: 2, Name: "乙", Birth: "2012"}
	h.act(t, "d-1", tournament.ChangeEntry{Entry: e})
	list := h.text("referee", "/t/t-1/checkin")
	if got := strings.Count(list, `class="also"`); got != 2 || !strings.Contains(list, "also in A") || !strings.Contains(list, "also in B, round 1, table 7") {
		t.Errorf("%d marks: want 甲 twice, not who bears the name with another unit or year", got)
	}
	if body := h.text("chiefReferee", "/d/d-1/round/1"); !strings.Contains(body, "1 play in another division") || !strings.Contains(body, "also in B, round 1, table 7") {
		t.Error("the clash isn't told before the pairing")
	}
	h.act(t, "d-2", tournament.StartRound{Round: 1}, tournament.EnterResult{Round: 1, Table: 7, Outcome: blackWins()}, tournament.EnterResult{Round: 1, Table: 8, Outcome: blackWins()}, tournament.CloseRound{Round: 1})
	if strings.Contains(h.text("chiefReferee", "/d/d-1/round/1"), "play in another division") {
		t.Error("a round that is over clashes")
	}
}

// TestTablesPage: all divisions' tables at one place; one form numbers them one after the other, each
// can be changed there, and overlaps are told in one line (issue 4.1).
func TestTablesPage(t *testing.T) {
	h := newHall(t)
	h.second(t, generatedPairs(6), 1)
	const page = "/t/t-1/tables"
	if body := h.text("referee", page); !strings.Contains(body, "A, B share tables: 1–2.") || strings.Contains(body, `/do/seating"`) {
		t.Error("the referee doesn't read the overlap, or could change the tables")
	}
	for _, bad := range []url.Values{{"first": {"0"}}, {"first": {"x"}}, {"first": {"1"}, "skip": {"4, y"}}, {"first": {"1"}, "spare": {"-1"}}, {"first": {"9999"}}} {
		if w := h.ask("pairingOfficer", "POST", page, bad); w.Code != 422 {
			t.Errorf("%v: %d", bad, w.Code)
		}
	}
	h.send(t, "pairingOfficer", page, url.Values{"first": {"１1"}, "spare": {"2"}, "skip": {"13、14"}})
	d, err := h.office.Division(t.Context(), "d-2")
	must(t, err)
	if d.Seating.First != 17 || len(d.Seating.Skip) != 2 || d.Round(1).Pairs[0].Table != 1 {
		t.Errorf("%+v, round 1 at table %d", d.Seating, d.Round(1).Pairs[0].Table)
	}
	if body := h.text("pairingOfficer", page); !strings.Contains(body, "11–12") || !strings.Contains(body, "published") || strings.Contains(body, "share tables") {
		t.Error("the ranges aren't told")
	}
	if w := h.ask("pairingOfficer", "POST", "/d/d-1/do/seating", url.Values{"first": {"21"}, "back": {page}}); w.Code != 303 || w.Header().Get("Location") != page {
		t.Errorf("one division: %d to %s", w.Code, w.Header().Get("Location"))
	}
	if w := h.ask("pairingOfficer", "POST", "/d/d-1/do/seating", url.Values{"first": {""}, "back": {page}}); w.Code != 422 || !strings.Contains(w.Body.String(), "Number all divisions") {
		t.Errorf("a refusal comes back on another page: %d", w.Code)
	}
}

// TestMoveIntoOthers: a table moved to a number of another division is asked about once (issue 4.8).
func TestMoveIntoOthers(t *testing.T) {
	h := newHall(t)
	h.second(t, generatedPairs(4), 7)
	h.start(t)
	move := url.Values{"round": {"1"}, "table": {"1"}, "to": {"8"}, "reason": {"漏水"}}
	w := h.ask("chiefReferee", "POST", "/d/d-1/do/movetable", move)
	m := sureField.FindStringSubmatch(w.Body.String())
	if w.Code != 409 || m == nil || !strings.Contains(w.Body.String(), "Table 8 belongs to B") || !strings.Contains(w.Body.String(), `value="漏水"`) {
		t.Fatalf("%d, asks %v", w.Code, m)
	}
	other := url.Values{"round": {"1"}, "table": {"2"}, "to": {"7"}, "reason": {"漏水"}, "sure": {m[1]}}
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/movetable", other); w.Code != 409 {
		t.Errorf("the answer to one question is taken for another: %d", w.Code)
	}
	move.Set("sure", m[1])
	h.post(t, "chiefReferee", "movetable", move)
	h.post(t, "chiefReferee", "movetable", url.Values{"round": {"1"}, "table": {"2"}, "to": {"30"}, "reason": {"x"}})
	if w := h.ask("pairingOfficer", "POST", "/d/d-1/do/movetable", url.Values{"round": {"1"}, "table": {"30"}, "to": {"7"}, "reason": {"x"}, "sure": {"30 7"}}); w.Code != 403 {
		t.Errorf("a pairing officer moves: %d", w.Code)
	}
}

// TestOldSlip: a slip of round 1 shown in round 2 says which round it is and which is now, to a phone
// and to a referee, and offers nothing to enter (ui.md 10).
func TestOldSlip(t *testing.T) {
	h := newHall(t)
	h.start(t)
	path := h.slips(t)[0]
	for _, table := range []int{1, 2} {
		h.act(t, "d-1", tournament.EnterResult{Round: 1, Table: table, Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Plain}})
	}
	h.act(t, "d-1", tournament.CloseRound{Round: 1})
	if w := h.ask("guest", "GET", path, nil); w.Code != 200 {
		t.Errorf("between the rounds: %d", w.Code)
	}
	h.act(t, "d-1", tournament.PrepareRound{}, tournament.CheckRound{Round: 2}, tournament.PublishRound{Round: 2})
	const says = "This slip is of round 1; it is round 2 now. Scan the slip of round 2. Nothing has been recorded."
	p := &phone{h: h}
	for _, result := range []string{"B+", "W+"} {
		if w := p.ask("POST", path, url.Values{"side": {"B"}, "result": {result}}, true); w.Code != 409 || !strings.Contains(w.Body.String(), says) {
			t.Errorf("%s: %d %s", result, w.Code, w.Body)
		}
	}
	for _, who := range []string{"guest", "referee"} {
		if w := h.ask(who, "GET", path, nil); w.Code != 409 || !strings.Contains(w.Body.String(), says) || strings.Contains(w.Body.String(), `name="result"`) {
			t.Errorf("%s: %d", who, w.Code)
		}
	}
}

// TestWhoseTable: a referee who enters at another one's table is told whose it is, and kept from it
// where the tournament chose so; deputies assign tables and do not dismiss (roles).
func TestWhoseTable(t *testing.T) {
	h := newHall(t)
	h.start(t)
	h.send(t, "deputy", "/t/t-1/officials/assign", url.Values{"user": {"u-recorder"}, "division": {"d-1"}, "from": {"1"}, "to": {"1"}})
	for _, path := range []string{"/release", "/comment", "/announce", "/duty"} {
		if w := h.ask("deputy", "POST", "/t/t-1/officials"+path, form()); w.Code != 403 {
			t.Errorf("a deputy does %s: %d", path, w.Code)
		}
	}
	if page := h.text("deputy", "/t/t-1/officials"); !strings.Contains(page, "/officials/assign") || strings.Contains(page, "/officials/release") || strings.Contains(page, "/officials/announce") {
		t.Error("the deputy's page offers what he may not, or not what he may")
	}
	slip := h.slips(t)[0]
	if body := h.text("referee", slip); !strings.Contains(body, "table 1 is recorder’s") {
		t.Error("the slip doesn't tell the referee whose table it is")
	}
	for _, who := range []string{"recorder", "chiefReferee", "guest"} {
		if body := h.text(who, slip); strings.Contains(body, "recorder’s") {
			t.Errorf("%s is told", who)
		}
	}
	enter := func(who, table string) (int, string) {
		w := h.fragment(who, "/d/d-1/do/result", url.Values{"round": {"1"}, "table": {table}, "result": {"B+"}})
		return w.Code, w.Body.String()
	}
	if code, said := enter("referee", "1"); code != 200 || !strings.Contains(said, "table 1 is recorder’s") {
		t.Errorf("%d %s", code, said)
	}
	h.post(t, "chiefReferee", "takeback", url.Values{"round": {"1"}, "table": {"1"}})
	h.send(t, "organiser", "/t/t-1/info", url.Values{"name": {"Open"}, "public": {"yes"}, "ownTables": {"yes"}})
	if code, said := enter("referee", "1"); code != http.StatusForbidden || !strings.Contains(said, "Table 1 is assigned to recorder") || !strings.Contains(said, "Nothing was recorded") {
		t.Errorf("%d %s", code, said)
	}
	for who, table := range map[string]string{"recorder": "1", "referee": "2"} {
		if code, said := enter(who, table); code != 200 || strings.Contains(said, "’s") {
			t.Errorf("%s at table %s: %d %s", who, table, code, said)
		}
	}
}

// TestWarningsInTheLog: the referees' log lists the warnings given at the tables, with round, table,
// player and who gave them (D24, 2002 art. 24, 1988 art. 25).
func TestWarningsInTheLog(t *testing.T) {
	h := newHall(t)
	h.start(t)
	h.post(t, "referee", "warn", url.Values{"round": {"1"}, "table": {"2"}, "warnB": {"1"}})
	d, err := h.office.Division(t.Context(), "d-1")
	must(t, err)
	p, _ := d.Round(1).Pair(2)
	page := h.text("recorder", "/t/t-1/officials")
	_, section, _ := strings.Cut(page, `id="warnings"`)
	section, _, _ = strings.Cut(section, "</section>")
	for _, words := range []string{"Round 1", "Table 2", "Black " + d.Entry(p.Black).Name + " 0 → 1", "referee", `href="/d/d-1/round/1#t2"`} {
		if !strings.Contains(section, words) {
			t.Errorf("the log doesn't say %q: %s", words, section)
		}
	}
}

// TestHallLog: the tournament's record tells notices, assignments, incidents, appeals, duties and moves
// with who and why, in three languages without raw keys, and nothing of the comments on referees.
func TestHallLog(t *testing.T) {
	h := newHall(t)
	d, err := h.office.Division(t.Context(), "d-1")
	must(t, err)
	h.act(t, "d-1", tournament.SetSeating{Seating: tournament.Seating{First: 5}})
	_, err = h.office.CreateDivision(t.Context(), everyRole, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "B", Regulations: d.Reg}})
	must(t, err)
	h.send(t, "organiser", "/d/d-1/entry/2/move", url.Values{"to": {"d-2"}, "reason": {"报错组"}})
	h.roundRuns(t)
	const officials = "/t/t-1/officials"
	h.send(t, "organiser", "/t/t-1/notices", url.Values{"text": {"午饭"}, "division": {"d-2"}})
	h.send(t, "chiefReferee", officials+"/assign", url.Values{"name": {"志愿者"}, "from": {"1"}, "to": {"9"}})
	h.send(t, "chiefReferee", officials+"/release", url.Values{"id": {"2"}, "reason": {"有事先走"}})
	h.send(t, "chiefReferee", officials+"/duty", url.Values{"key": {"clocks"}, "done": {"yes"}})
	h.send(t, "referee", officials+"/incident", url.Values{"text": {"灯灭了"}, "round": {"1"}, "table": {"5"}})
	h.send(t, "referee", officials+"/appeal", url.Values{"by": {"二中"}, "appeal": {"成绩有误"}})
	h.send(t, "organiser", officials+"/decide", url.Values{"id": {"4"}, "grant": {"yes"}, "answer": {"照改"}})
	h.send(t, "chiefReferee", officials+"/comment", url.Values{"user": {"u-referee"}, "comment": {"绝密评语"}})
	h.send(t, "chiefReferee", officials+"/announce", url.Values{"announcement": {"到此结束"}})
	h.send(t, "organiser", "/t/t-1/info", url.Values{"name": {"Open 2"}, "public": {"yes"}})
	page := h.text("recorder", "/t/t-1/log")
	for _, words := range []string{"午饭", "志愿者　All divisions　tables 1–9", "有事先走", "灯灭了", "Round 1　Table 5", "二中", "照改", "到此结束", "Open 2", "乙　A → B", "报错组", "division made", "chiefReferee"} {
		if !strings.Contains(page, words) {
			t.Errorf("the record doesn't say %q", words)
		}
	}
	if strings.Contains(page, "绝密评语") {
		t.Error("the record tells a comment")
	}
	for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
		if body := h.page(t, "recorder", "/t/t-1/log?lang="+lang); strings.Contains(body, "⟦") {
			t.Errorf("%s has a raw key", lang)
		}
	}
}

// TestLatePairing: who waits alone isn't offered as his own opponent; of two the second is White
// (issue 4.4).
func TestLatePairing(t *testing.T) {
	h := newHall(t)
	h.post(t, "chiefReferee", "add", url.Values{"name": {"戊"}})
	h.start(t)
	if body := h.page(t, "chiefReferee", "/d/d-1/round/1/floor"); strings.Contains(body, "/do/pairwaiting") || !strings.Contains(body, "/do/substitute") {
		t.Error("one waiting player is offered a game")
	}
	h.act(t, "d-1", tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "己"}}})
	body := h.page(t, "chiefReferee", "/d/d-1/round/1/floor")
	_, white, _ := strings.Cut(body, `name="white"`)
	if !strings.Contains(body, "/do/pairwaiting") || !strings.Contains(strings.SplitN(white, "</select>", 2)[0], `<option value="6" selected>`) {
		t.Error("two waiting players aren't offered a game with each other")
	}
}

// TestNumberNamesItsField: a wrong number is told with the name of its field.
func TestNumberNamesItsField(t *testing.T) {
	h := newHall(t)
	h.start(t)
	h.act(t, "d-1", tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "戊"}}})
	for _, c := range []struct{ who, path, field, label string }{
		{"chiefReferee", "/d/d-1/do/seating", "first", "First table"}, {"chiefReferee", "/d/d-1/do/seating", "skip", "Numbers left out"}, {"chiefReferee", "/t/t-1/tables", "first", "First table"}, {"chiefReferee", "/t/t-1/tables", "spare", "Free tables after each"},
		{"chiefReferee", "/d/d-1/do/movetable", "table", "From table"}, {"chiefReferee", "/d/d-1/do/movetable", "to", "To table"}, {"chiefReferee", "/d/d-1/do/substitute", "out", "Who isn’t there (no.)"}, {"chiefReferee", "/d/d-1/do/substitute", "in", "Waiting player"},
		{"chiefReferee", "/d/d-1/do/pairwaiting", "black", "Black"}, {"chiefReferee", "/d/d-1/do/pairwaiting", "white", "White"}, {"chiefReferee", "/d/d-1/do/swapplayers", "a", "Number"}, {"chiefReferee", "/t/t-1/officials/assign", "from", "From table"}, {"chiefReferee", "/t/t-1/officials/assign", "to", "To table"},
		{"referee", "/d/d-1/do/result", "table", "Table"}, {"referee", "/d/d-1/do/result", "warnB", "Warnings Black"}, {"organiser", "/t/t-1/divisions", "rounds", "Rounds"}, {"referee", "/t/t-1/officials/incident", "round", "Round"},
	} {
		fields := url.Values{"round": {"1"}, "table": {"1"}, "to": {"9"}, "out": {"1"}, "in": {"5"}, "black": {"5"}, "white": {"5"}, "a": {"1"}, "b": {"2"}, "first": {"1"}, "reason": {"x"}, "name": {"x"}, "text": {"x"}, "result": {"B+"}, "rounds": {"3"}, "edition": {"2002"}, "method": {"swiss"}, "from": {"1"}}
		fields.Set(c.field, "一二三")
		body := h.ask(c.who, "POST", c.path, fields)
		got := strings.NewReplacer("&#39;", "'").Replace(body.Body.String())
		if body.Code != 422 || !strings.Contains(got, "“"+c.label) {
			said := regexp.MustCompile(`role="alert">.*?</svg>([^<]*)`).FindStringSubmatch(got)
			t.Errorf("%s %s: %d %v, want “%s…", c.path, c.field, body.Code, said, c.label)
		}
	}
	if w := h.ask("chiefReferee", "GET", "/t/t-1/paper/sheets?kind=pairs&rows=x", nil); !strings.Contains(w.Body.String(), "“Tables a page”") {
		t.Error("the print job's field isn't named")
	}
}

// TestLongValue: what was typed is told again in a few words, however long it is.
func TestLongValue(t *testing.T) {
	h := newHall(t)
	h.start(t)
	long := strings.Repeat("B", 500<<10)
	for _, field := range []string{"result", "margin", "warnB", "table", "lot"} {
		v := url.Values{"round": {"1"}, "table": {"1"}, "result": {"B+"}}
		v.Set(field, long)
		for _, w := range []int{h.ask("referee", "POST", "/d/d-1/do/result", v).Body.Len(), h.fragment("referee", "/d/d-1/do/result", v).Body.Len()} {
			if w > 100<<10 {
				t.Errorf("%s: an answer of %d bytes", field, w)
			}
		}
	}
	if w := (&phone{h: h}).ask("POST", h.slips(t)[0], url.Values{"side": {"B"}, "result": {long}}, true); w.Body.Len() > 1000 {
		t.Errorf("a slip answers with %d bytes", w.Body.Len())
	}
}

// TestFirstRoundHistory: in round 1 there are no rounds before it, and no column of them.
func TestFirstRoundHistory(t *testing.T) {
	h := newHall(t)
	h.start(t)
	if body := h.page(t, "referee", "/d/d-1/round/1"); !strings.Contains(body, `class="pairs first-round"`) || strings.Contains(body, "Last 0") {
		t.Error("round 1 has a column of the rounds before it")
	}
}
