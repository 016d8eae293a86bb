package web_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/record"
	"tianyuan/record/sgf"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// sheet posts a form to a table's page of round 1.
func (h *hall) sheet(who, page string, pairs ...string) *httptest.ResponseRecorder {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return h.ask(who, "POST", "/g/d-1/1/1/"+page, v)
}

// script sends a form as the pages' script does.
func (h *hall) script(who, method, path string, pairs ...string) *httptest.ResponseRecorder {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(method, path, strings.NewReader(v.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("X-Fragment", "1")
	r.AddCookie(h.cookies[who])
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

// recording is a hall where the moves of table 1 are recorded and the game is on.
func recording(t *testing.T) *hall {
	t.Helper()
	h := started(t)
	for _, pairs := range [][]string{{"do/open", "own", "yes", "moves", "yes", "back", "record"}, {"do/start", "back", "record"}} {
		if w := h.sheet("recorder", pairs[0], pairs[1:]...); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/g/d-1/1/1/record" {
			t.Fatalf("%s: %d %s %s", pairs[0], w.Code, w.Header().Get("Location"), w.Body)
		}
	}
	return h
}

type boardView struct {
	Phase, ToMove, Last, Ko, Said, Proposal string
	Board, Turns                            []string
	Taken, Warnings                         [2]int
}

func (h *hall) view(t *testing.T) boardView {
	t.Helper()
	var v boardView
	w := h.script("recorder", "GET", "/g/d-1/1/1/record")
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	return v
}

// moves records moves in letters, each as answer to the one before.
func (h *hall) moves(t *testing.T, points string) {
	t.Helper()
	n := len(h.view(t).Turns)
	for i, p := range strings.Fields(points) {
		if w := h.sheet("recorder", "record", "do", "move", "point", p, "turns", strconv.Itoa(n+i)); w.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d %s", p, w.Code, w.Body)
		}
	}
}

// TestBoardPagesByRole states who may open the pages of a game's board and who may use their forms.
func TestBoardPagesByRole(t *testing.T) {
	const officials = "admin organiser chiefReferee deputy pairingOfficer referee recorder"
	const keepers = "chiefReferee deputy referee recorder"
	h := recording(t)
	h.moves(t, "D16")
	for _, c := range []struct{ method, path, who string }{
		{"GET", "/g/d-1/1/1/record", keepers}, {"POST", "/g/d-1/1/1/record", keepers}, {"GET", "/g/d-1/1/2/record", keepers},
		{"GET", "/g/d-1/1/1/life", keepers}, {"GET", "/g/d-1/1/1/read", keepers},
		{"GET", "/g/d-1/1/1/seal", "chiefReferee deputy referee"}, {"POST", "/g/d-1/1/1/seal", "chiefReferee deputy referee"},
		{"GET", "/g/d-1/1/1/game.sgf", officials}, {"GET", "/d/d-1/round/1/games.zip", officials}, {"GET", "/d/d-1/round/1/live", officials},
	} {
		for who := range strings.FieldsSeq("guest stranger " + officials) {
			w := h.ask(who, c.method, c.path, url.Values{})
			in := w.Code == 200 || w.Code == 303 && !strings.HasPrefix(w.Header().Get("Location"), "/login") || w.Code == 404 || w.Code == 409 || w.Code == 422
			if may := strings.Contains(" "+c.who+" ", " "+who+" "); in != may {
				t.Errorf("%s %s: %s gets %d", c.method, c.path, who, w.Code)
			}
			if strings.Contains(w.Body.String(), "⟦") {
				t.Errorf("%s %s: %s reads a raw key", c.method, c.path, who)
			}
		}
	}
	for _, path := range []string{"/g/d-1/1/99/record", "/g/d-1/9/1/record", "/g/d-1/x/1/record", "/g/d-9/1/1/record", "/d/d-1/round/9/live", "/d/d-1/round/x/games.zip"} {
		if w := h.ask("chiefReferee", "GET", path, nil); w.Code != http.StatusNotFound && w.Code != http.StatusConflict {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// TestRecord: moves typed by either name and a pass go into the record; captures and the ko are shown
// (G2, G4, D20.1).
func TestRecord(t *testing.T) {
	h := recording(t)
	h.moves(t, "b19 a19 A18 4·十六")
	v := h.view(t)
	if v.Board[0] != ".X................." || v.Board[15][3] != 'O' || v.Taken != [2]int{0, 1} || !slices.Equal(v.Turns, []string{"Bba", "Waa", "Bab", "Wdp"}) || v.Last != "dp" || v.ToMove != "B" {
		t.Errorf("%+v", v)
	}
	if w := h.sheet("recorder", "record", "do", "pass", "turns", "4"); w.Code != http.StatusSeeOther {
		t.Errorf("pass: %d", w.Code)
	}
	if v := h.view(t); v.Turns[4] != "B--" || v.ToMove != "W" || v.Last != "" {
		t.Errorf("%+v", v)
	}
	page := h.text("recorder", "/g/d-1/1/1/record")
	for _, words := range []string{"Move 6, White to play", `class="board"`, "data-recorder", `name="turns" value="5"`} {
		if !strings.Contains(page, words) {
			t.Errorf("the page doesn't have %q", words)
		}
	}
	if w := h.sheet("recorder", "record", "do", "move", "point", "I5", "turns", "5"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "I5") {
		t.Errorf("a point that isn't there: %d", w.Code)
	}
	if w := h.sheet("recorder", "record", "do", "move", "point", "d4", "turns", "5"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "D4") {
		t.Errorf("an occupied point: %d", w.Code)
	}
}

// TestRecordedOnce: a move that is sent again under its id, or that a second recorder enters too, is
// made once; another move for the same turn is refused, and what stands stays.
func TestRecordedOnce(t *testing.T) {
	h := recording(t)
	for range 2 {
		if w := h.script("recorder", "POST", "/g/d-1/1/1/record", "do", "move", "point-sgf", "dd", "turns", "0", "cmd", "c-first"); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if w := h.script("referee", "POST", "/g/d-1/1/1/record", "do", "move", "point-sgf", "dd", "turns", "0", "cmd", "c-other"); w.Code != 200 {
		t.Errorf("the same move by a second recorder: %d %s", w.Code, w.Body)
	}
	w := h.script("referee", "POST", "/g/d-1/1/1/record", "do", "move", "point-sgf", "pp", "turns", "0", "cmd", "c-third")
	if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "after move 0") {
		t.Errorf("another move for the same turn: %d %s", w.Code, w.Body)
	}
	if v := h.view(t); !slices.Equal(v.Turns, []string{"Bdd"}) {
		t.Errorf("%v", v.Turns)
	}
}

// TestIllegalAskedOnce: a move that the law table rules on is asked about before it is recorded; said
// to be played, it gets its ruling as the game has it (2002 art. 19: void, a pass).
func TestIllegalAskedOnce(t *testing.T) {
	h := recording(t)
	h.moves(t, "b19 q4 a18 q3") // Black, and the corner is a forbidden point for White
	if w := h.sheet("recorder", "record", "do", "pass", "turns", "4"); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	w := h.script("recorder", "POST", "/g/d-1/1/1/record", "do", "move", "point-sgf", "aa", "turns", "5")
	if w.Code != http.StatusConflict || w.Header().Get("X-Doubt") != "aa" || !strings.Contains(w.Body.String(), "art. 19") {
		t.Fatalf("%d %q %s", w.Code, w.Header().Get("X-Doubt"), w.Body)
	}
	if v := h.view(t); len(v.Turns) != 5 {
		t.Fatalf("it was recorded: %v", v.Turns)
	}
	if w := h.script("recorder", "POST", "/g/d-1/1/1/record", "do", "move", "point-sgf", "aa", "turns", "5", "sure", "aa"); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if v := h.view(t); v.Turns[5] != "W!!" || v.ToMove != "B" || v.Board[0][0] != '.' {
		t.Errorf("%+v", v)
	}
}

// TestMendForm: a slip is put right in the record with its reason, in the middle or at the end; without
// a reason it is refused.
func TestMendForm(t *testing.T) {
	h := recording(t)
	h.moves(t, "d16 q4 q16")
	if w := h.sheet("recorder", "record", "do", "mend", "from", "2", "how", "point", "point", "d4", "turns", "3"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "reason") {
		t.Errorf("without a reason: %d", w.Code)
	}
	if w := h.sheet("recorder", "record", "do", "mend", "from", "２", "how", "point", "point", "d4", "turns", "3", "reason", "slip"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if v := h.view(t); !slices.Equal(v.Turns, []string{"Bdd", "Wdp", "Bpd"}) {
		t.Errorf("%v", v.Turns)
	}
	if w := h.sheet("recorder", "record", "do", "mend", "from", "2", "how", "pass", "turns", "3", "reason", "slip"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := h.sheet("recorder", "record", "do", "mend", "from", "3", "how", "back", "turns", "3", "reason", "slip"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if v := h.view(t); !slices.Equal(v.Turns, []string{"Bdd", "W--"}) || v.ToMove != "B" {
		t.Errorf("%+v", v)
	}
	protocol := h.text("referee", "/g/d-1/1/1/protocol")
	for _, words := range []string{"put right from move 2 on", "move 3 and all after it taken off", "slip"} {
		if !strings.Contains(protocol, words) {
			t.Errorf("the protocol doesn't say %q", words)
		}
	}
	for _, from := range []string{"0", "3", "", "x"} {
		if w := h.sheet("recorder", "record", "do", "mend", "from", from, "how", "back", "turns", "2", "reason", "slip"); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("from %q: %d", from, w.Code)
		}
	}
}

// TestLife: both sides agree on exactly the set on the screen, then the board is counted (G8, G9); a
// yes to another set is refused.
func TestLife(t *testing.T) {
	h := recording(t)
	h.moves(t, "d4 q16 k10 a1")
	page := h.text("referee", "/g/d-1/1/1/life")
	if !strings.Contains(page, "isn’t over yet") {
		t.Error("the page marks dead stones during play")
	}
	for i, side := range []string{"B", "W"} {
		do := []string{"do/propose", "do/agree"}[i]
		if w := h.sheet("recorder", do, "side", side); w.Code != http.StatusSeeOther {
			t.Fatalf("%s %s: %d %s", side, do, w.Code, w.Body)
		}
	}
	var s struct {
		Dead, Black, White, Shared []string
		Count                      string
	}
	w := h.script("referee", "GET", "/g/d-1/1/1/life?dead=A1")
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || !slices.Equal(s.Dead, []string{"as"}) || !strings.Contains(s.Count, "Black") {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := h.script("referee", "GET", "/g/d-1/1/1/life?dead=B2"); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("an empty point as dead: %d", w.Code)
	}
	if w := h.sheet("referee", "do/life", "back", "life", "side", "B", "dead", "A1"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := h.sheet("referee", "do/life", "back", "life", "act", "agree", "side", "W", "dead", ""); w.Code != http.StatusConflict {
		t.Errorf("a yes to another set: %d", w.Code)
	}
	if w := h.sheet("referee", "do/life", "back", "life", "act", "agree", "side", "W", "dead", "A1"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if v := h.view(t); v.Phase != "result" || !strings.Contains(v.Said, "to be confirmed") {
		t.Errorf("%+v", v)
	}
	if page := h.text("referee", "/g/d-1/1/1/life"); !strings.Contains(page, "are settled") {
		t.Error("the page still asks")
	}
}

// TestPressesAlone: a game whose moves aren't recorded says so on the board's pages, and has no record
// to download.
func TestPressesAlone(t *testing.T) {
	h := started(t)
	if page := h.text("recorder", "/g/d-1/1/1/record"); !strings.Contains(page, "has no record yet") {
		t.Error("the page doesn't offer to begin")
	}
	for _, path := range []string{"/g/d-1/1/1/game.sgf", "/d/d-1/round/1/games.zip"} {
		if w := h.ask("recorder", "GET", path, nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if page := h.text("recorder", "/g/d-1/1/1/life"); !strings.Contains(page, "aren’t recorded") {
		t.Error("the page of life and death doesn't say why it is empty")
	}
}

// TestRecordFile: the record as SGF has the players, the komi in points, handicap and every turn; a
// reader of records finds nothing wrong with it, and the zip has it once.
func TestRecordFile(t *testing.T) {
	h := recording(t)
	h.moves(t, "d16 q4")
	h.sheet("recorder", "record", "do", "pass", "turns", "2")
	w := h.ask("referee", "GET", "/g/d-1/1/1/game.sgf", nil)
	if w.Code != 200 || !strings.Contains(w.Header().Get("Content-Type"), "x-go-sgf") {
		t.Fatalf("%d %s", w.Code, w.Header())
	}
	games, outside, err := sgf.ReadAll(w.Body.Bytes(), record.Options{})
	if err != nil || len(games) != 1 || len(outside) > 0 || len(games[0].Diagnoses) > 0 {
		t.Fatalf("%v, %v, %v", err, outside, games[0].Diagnoses)
	}
	info := games[0].Info()
	if info.Black.Name == "" || info.White.Name == "" || info.Komi.Quarters != 15 || info.Komi.Text != "7.5" || info.Round != "1" || !strings.Contains(info.Event, "Open") {
		t.Errorf("%+v", info)
	}
	if !strings.Contains(w.Body.String(), ";B[dd]") || !strings.Contains(w.Body.String(), ";B[]") {
		t.Errorf("%s", w.Body)
	}
	z := h.ask("referee", "GET", "/d/d-1/round/1/games.zip", nil)
	pack, err := zip.NewReader(bytes.NewReader(z.Body.Bytes()), int64(z.Body.Len()))
	if err != nil || len(pack.File) != 1 {
		t.Fatalf("%d %v", z.Code, err)
	}
	f, err := pack.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	inside, _ := io.ReadAll(f)
	if !bytes.Equal(inside, w.Body.Bytes()) {
		t.Error("the zip holds something else")
	}
}

var liveRow = regexp.MustCompile(`data-table="(\d+)" data-rev="([^"]+)"`)

// TestLiveBoards: the round's page shows a board for the recorded game; asked with what a page has, it
// answers with the rows that changed alone.
func TestLiveBoards(t *testing.T) {
	h := recording(t)
	h.moves(t, "d16")
	page := h.text("chiefReferee", "/d/d-1/round/1/live")
	rows := liveRow.FindAllStringSubmatch(page, -1)
	if len(rows) != 2 || strings.Count(page, `class="board"`) != 1 {
		t.Fatalf("%v", rows)
	}
	var have []string
	for _, r := range rows {
		have = append(have, r[1]+":"+r[2])
	}
	path := "/d/d-1/round/1/live?have=" + strings.Join(have, ",")
	if w := h.script("chiefReferee", "GET", path); strings.TrimSpace(w.Body.String()) != "[]" {
		t.Errorf("nothing changed: %s", w.Body)
	}
	h.moves(t, "q4")
	h.enter("referee", "table", "2", "result", "B+R")
	var changes []struct {
		Table int
		HTML  string
	}
	w := h.script("chiefReferee", "GET", path)
	if err := json.Unmarshal(w.Body.Bytes(), &changes); err != nil || len(changes) != 2 {
		t.Fatalf("%v %s", err, w.Body)
	}
	if !strings.Contains(changes[0].HTML, "after move 2") || !strings.Contains(changes[1].HTML, "by resignation") {
		t.Errorf("%+v", changes)
	}
}

// regulate puts other regulations in force before round 1 and starts it.
func (h *hall) regulate(t *testing.T, change func(*tournament.Regulations)) {
	t.Helper()
	d, err := h.office.Division(t.Context(), "d-1")
	must(t, err)
	reg := d.Reg
	change(&reg)
	h.act(t, "d-1", tournament.DraftRegulations{Name: "B", Regulations: reg}, tournament.ApproveRegulations{}, tournament.PrepareRound{},
		tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
}

// TestReadPage: the page for reading by hand brings the edition's clock and what the regulations read,
// for both sides as they stand: in their base time, of which the page counts nothing, or being read
// where nothing comes before it. A time without a reading is named, and no minutes are made up. The page
// may be kept by the phone: it works without a network (C12.3, C12.3b).
func TestReadPage(t *testing.T) {
	const base, reading = `<option value="base" selected>`, `<option value="reading" selected>`
	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	for name, c := range map[string]struct {
		system clock.System
		has    []string
		not    string
	}{
		"reserved": {clock.System{Kind: clock.Reserved, Base: minutes(60), Reserved: 3, Period: minutes(1)},
			[]string{base, `<option value="reserved-60" selected>`, `name="black" inputmode="numeric" autocomplete="off" value="3"`, `name="white-left" inputmode="numeric" autocomplete="off" value="3"`}, reading},
		"reserved alone":  {clock.System{Kind: clock.Reserved, Base: minutes(5), Reserved: 5, Period: minutes(1)}, []string{reading, " data-bare", `value="5"`}, base},
		"periods of 30 s": {clock.System{Kind: clock.Periods, Base: minutes(10), Periods: 3, Period: 30 * time.Second}, []string{base, `<option value="periods-30" selected>`, `value="3"`}, reading},
		"periods alone":   {clock.System{Kind: clock.Periods, Periods: 5, Period: 20 * time.Second}, []string{reading, " data-bare", `<option value="periods-20" selected>`, `value="5"`}, base},
		"periods of 10 s": {clock.System{Kind: clock.Periods, Base: minutes(1), Periods: 1, Period: 10 * time.Second}, []string{base, `<option value="periods-10" selected>`}, reading},
		"periods of 60 s": {clock.System{Kind: clock.Periods, Base: minutes(1), Periods: 3, Period: minutes(1)}, []string{base, `<option value="periods-60" selected>`}, reading},
		"canadian":        {clock.System{Kind: clock.Canadian, Base: minutes(60), Moves: 15, Block: minutes(10)}, []string{base, "Nothing is read by", `name="black" inputmode="numeric" autocomplete="off" value=""`}, reading},
		"absolute":        {clock.System{Kind: clock.Absolute, Base: minutes(60)}, []string{base, "Nothing is read by", `value=""`}, reading},
		"fischer":         {clock.System{Kind: clock.Fischer, Base: minutes(60), Increment: time.Minute}, []string{base, "Nothing is read by", `value=""`}, reading},
		"none":            {clock.System{Kind: clock.None}, []string{base, "Nothing is read by", `value=""`}, reading},
	} {
		for _, edition := range rules.Editions {
			t.Run(name+" "+string(edition), func(t *testing.T) {
				h := newHall(t)
				h.regulate(t, func(r *tournament.Regulations) {
					r.Edition, r.Time = edition, c.system
				})
				w := h.ask("recorder", "GET", "/g/d-1/1/1/read", nil)
				if w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "max-age=43200") || !strings.Contains(w.Header().Get("Cache-Control"), "private") || !slices.Contains(w.Header().Values("Vary"), "Cookie") {
					t.Errorf("%d %v", w.Code, w.Header())
				}
				page := w.Body.String()
				for _, words := range append(c.has, `&#34;edition&#34;:&#34;`+string(edition)+`&#34;`, "/g/d-1/1/1/rule/overrunLastMinute") {
					if !strings.Contains(page, words) {
						t.Errorf("the page doesn't have %q", words)
					}
				}
				if strings.Contains(page, c.not) {
					t.Errorf("the page has %q", c.not)
				}
			})
		}
	}
}

// TestReadPageOfGame: a table with a clock of its own is read by the regulations, with both sides in
// their base time; where our clock keeps the time, the sides stand as it says (C12.3).
func TestReadPageOfGame(t *testing.T) {
	for _, own := range []string{"yes", ""} {
		h := newHall(t)
		h.regulate(t, func(r *tournament.Regulations) {
			r.Time = clock.System{Kind: clock.Reserved, Base: 5 * time.Minute, Reserved: 5, Period: time.Minute}
			if own != "" {
				r.Time.Base = time.Hour
			}
		})
		id, err := h.office.OpenGame(t.Context(), everyRole, office.Table{Division: "d-1", Round: 1, Table: 1}, office.GameSetup{Own: own != ""}, "")
		must(t, err)
		if own == "" {
			must(t, h.office.SeatClock(t.Context(), "t-1", 1, "tabledevice1"))
		}
		must(t, h.office.DoGame(t.Context(), everyRole, id, office.GameOrder{Command: game.Start{}}))
		page := h.text("referee", "/g/d-1/1/1/read")
		want := map[string]string{"yes": `<option value="base" selected>`, "": `<option value="reading" selected>`}[own]
		if strings.Count(page, want) != 2 || !strings.Contains(page, `name="black" inputmode="numeric" autocomplete="off" value="5"`) {
			t.Errorf("own clock %q: the sides don't stand as the rules say", own)
		}
	}
}

// sealedPage is the page of a sealed move.
func (h *hall) sealedPage(t *testing.T, who string) string {
	t.Helper()
	return h.text(who, "/g/d-1/1/1/seal")
}

// TestSeal: a sealed move is taken in and nothing of it stands on any page, in the record or in what is
// exported, until the chief referee opens it; then it is played, and anybody can check it against the
// fingerprint that was shown (C14, 1988 art. 22).
func TestSeal(t *testing.T) {
	h := recording(t)
	h.moves(t, "d16 q4")
	if w := h.sheet("recorder", "seal", "do", "seal", "point", "k10"); w.Code != http.StatusForbidden {
		t.Errorf("a recorder seals: %d", w.Code)
	}
	if w := h.sheet("referee", "seal", "do", "seal", "point", "k99"); w.Code != http.StatusUnprocessableEntity || strings.Contains(strings.ToLower(w.Body.String()), "k99") {
		t.Errorf("a point that isn't there: %d, or it is repeated on the page", w.Code)
	}
	if w := h.sheet("referee", "seal", "do", "seal", "point-sgf", "jj", "cmd", "c-seal"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/g/d-1/1/1/seal" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	page := h.sealedPage(t, "referee")
	print := regexp.MustCompile(`[0-9a-f]{64}`).FindString(page)
	if print == "" || !strings.Contains(page, "is handed over") || strings.Contains(page, "data-seal") {
		t.Error("the page doesn't show the fingerprint, or still asks for a move")
	}
	if strings.Contains(page, "Open the sealed move and play it") || !strings.Contains(h.sealedPage(t, "chiefReferee"), "Open the sealed move and play it") {
		t.Error("the opening isn't the chief referee's alone")
	}
	for _, path := range []string{"/g/d-1/1/1/seal", "/g/d-1/1/1/record", "/g/d-1/1/1", "/g/d-1/1/1/protocol", "/g/d-1/1/1/game.sgf", "/d/d-1/export/division.json", "/d/d-1/log", "/d/d-1/round/1/live"} {
		body := h.ask("chiefReferee", "GET", path, nil).Body.String()
		if strings.Contains(body, "K10") || regexp.MustCompile(`[^a-z]jj[^a-z]`).MatchString(body) {
			t.Errorf("%s tells the sealed move", path)
		}
	}
	if w := h.sheet("referee", "seal", "do", "open"); w.Code != http.StatusForbidden {
		t.Errorf("a referee opens: %d", w.Code)
	}
	if w := h.sheet("chiefReferee", "seal", "do", "open", "cmd", "c-open"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	page = h.sealedPage(t, "referee")
	for _, words := range []string{"The sealed move: K10", print, "It is what the fingerprint committed to", "<dd>jj</dd>"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page doesn't have %q", words)
		}
	}
	if v := h.view(t); v.Turns[2] != "Bjj" || v.ToMove != "W" {
		t.Errorf("%+v", v)
	}
}

// TestSealOccupied: a sealed point on which a stone stands counts as a pass (1988 art. 22).
func TestSealOccupied(t *testing.T) {
	h := recording(t)
	h.moves(t, "d16 q4 q3") // White seals: at a table without our clock a recorded move ends its turn
	if w := h.sheet("referee", "seal", "do", "seal", "point", "q4"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := h.sheet("deputy", "seal", "do", "open"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if page := h.sealedPage(t, "referee"); !strings.Contains(page, "counts as a pass") {
		t.Error("the page doesn't say that it is a pass")
	}
	if v := h.view(t); v.Turns[3] != "W!!" || v.ToMove != "B" {
		t.Errorf("%+v", v)
	}
}

// TestSealByPaper: when the key is lost the chief referee enters the move from the paper, with a reason.
func TestSealByPaper(t *testing.T) {
	h := recording(t)
	h.sheet("referee", "seal", "do", "pass")
	if w := h.sheet("chiefReferee", "seal", "do", "paper", "point", "c3"); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("without a reason: %d", w.Code)
	}
	if w := h.sheet("chiefReferee", "seal", "do", "paper", "point", "c3", "reason", "key lost"); w.Code != http.StatusSeeOther {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if page := h.sealedPage(t, "referee"); !strings.Contains(page, "The sealed move: C3") || !strings.Contains(page, "wasn’t checked") || strings.Contains(page, "It is what the fingerprint") {
		t.Error("the page doesn't say that it was entered from the paper")
	}
}

// TestPrintedFigure: the protocol of a recorded game has its moves on the board, numbered, in black and
// white, with what found no room beside it.
func TestPrintedFigure(t *testing.T) {
	h := recording(t)
	h.moves(t, "b19 a19 a18") // Black takes the corner
	h.sheet("recorder", "record", "do", "pass", "turns", "3")
	page := h.text("referee", "/g/d-1/1/1/protocol")
	for _, words := range []string{`class="board print"`, "Moves 1–4", "4 Pass", ">3</text>"} {
		if !strings.Contains(page, words) {
			t.Errorf("the protocol doesn't have %q", words)
		}
	}
}
