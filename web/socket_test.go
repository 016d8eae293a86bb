package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// tablet is a table's device at the end of its line.
type tablet struct {
	t    *testing.T
	conn *websocket.Conn
	last message
}

// message is what the server tells a device.
type message struct {
	T, Of, Key, Text, Do, By, State, Why string
	N, Seq                               int64
	Game                                 *struct {
		ID                  string
		Phase, Turn         string
		Round, Table, Count int
		At                  int64
		Black, White        struct{ Name, Unit string }
		Clock               struct {
			Phase string
			Black struct{ Used int64 }
		}
		Started, Called bool
		Desk            string
		Outcome         *struct{ Text, Words string }
		Signed          struct{ B, W, Referee bool }
		Warnings        struct{ B, W int }
	}
}

// served is a hall with round 1 under way and a server that has sockets.
func served(t *testing.T) (*hall, *httptest.Server) {
	h := newHall(t)
	h.start(t)
	server := httptest.NewServer(h.handler)
	t.Cleanup(server.Close)
	return h, server
}

// clock is the path of a table's clock.
func (h *hall) clock(t *testing.T, table string, no int) string {
	t.Helper()
	code, err := h.office.ClockCode(t.Context(), "t-1", no)
	must(t, err)
	return "/k/t-1/" + table + "/" + code
}

func sit(t *testing.T, server *httptest.Server, path, device string) *tablet {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	conn, response, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(server.URL, "http")+path+"/ws?device="+device, &websocket.DialOptions{HTTPHeader: http.Header{"Accept-Language": {"en"}}})
	if err != nil {
		t.Fatalf("%v: %+v", err, response)
	}
	t.Cleanup(func() { conn.CloseNow() })
	return &tablet{t: t, conn: conn}
}

func (x *tablet) say(text string) {
	x.t.Helper()
	must(x.t, x.conn.Write(x.t.Context(), websocket.MessageText, []byte(text)))
}

// hear waits for a message of a kind and passes over the others.
func (x *tablet) hear(kind string) message {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(x.t.Context(), 10*time.Second)
	defer cancel()
	for {
		_, data, err := x.conn.Read(ctx)
		if err != nil {
			x.t.Fatalf("waiting for %q: %v", kind, err)
		}
		var m message
		must(x.t, json.Unmarshal(data, &m))
		if m.T == kind {
			x.last = m
			return m
		}
	}
}

// until waits for a game that is as it should be.
func (x *tablet) until(is func(message) bool) message {
	x.t.Helper()
	for {
		if m := x.hear("game"); is(m) {
			return m
		}
	}
}

func (h *hall) referee() office.Actor {
	return office.Actor{User: account.User{ID: "u-referee", Name: "referee"}, Roles: []account.Role{account.Referee}}
}

const tabletA, tabletB = "aaaaaaaaaaaa", "bbbbbbbbbbbb"

// TestClockSocket: a table's device sits down, hands its log in and is told what officials do; the
// same entry again changes nothing, and what the rules refuse is told with its entry.
func TestClockSocket(t *testing.T) {
	h, server := served(t)
	x := sit(t, server, h.clock(t, "1", 1), tabletA)
	x.say(`{"t":"hello","device":"aaaaaaaaaaaa","game":"","seq":0,"n":0,"now":0}`)
	if m := x.hear("seat"); m.State != "yours" {
		t.Errorf("the seat is %s", m.State)
	}
	m := x.hear("game")
	id := m.Game.ID
	if id != "g-d-1-1-1.3" || m.N != 0 || m.Seq != 1 || m.Game.Phase != "ready" || m.Game.Black.Name != "甲" || m.Game.White.Name != "丙" || !m.Game.Started || m.Game.Table != 1 {
		t.Errorf("the game is %+v", m.Game)
	}
	log := `{"t":"log","game":"` + id + `","from":1,"entries":[{"n":1,"at":0,"do":"start"},{"n":2,"at":61250,"do":"press","side":"B"}],"now":61900}`
	for range 2 {
		x.say(log)
		if m := x.hear("ack"); m.N != 2 || m.Of != id {
			t.Errorf("answered %+v", m)
		}
	}
	x.say(`{"t":"log","game":"` + id + `","from":3,"entries":[{"n":3,"at":61950,"do":"press","side":"B"}],"now":62000}`)
	if m := x.hear("refused"); m.N != 3 || m.Key != "fault.game.clock" || m.Text == "" || m.Of != id {
		t.Errorf("a press by the side not to move: %+v", m)
	}
	x.say(`{"t":"log","game":"` + id + `","from":3,"entries":[{"n":3,"at":61950,"do":"fly","side":"B"}],"now":62000}`)
	if m := x.hear("refused"); m.N != 3 || m.Key != "fault.office.entry" {
		t.Errorf("an entry that can't be read: %+v", m)
	}
	must(t, h.office.DoGame(t.Context(), h.referee(), id, office.GameOrder{Command: game.Rule{Case: "talking", Choice: rules.Warned, Against: rules.White}}))
	if m := x.until(func(m message) bool { return m.Game.Warnings.W == 1 }); m.N != 2 || m.Game.At != 61250 || m.Game.Count != 1 || m.Game.Turn != "W" {
		t.Errorf("after the warning: %+v", m)
	}
	x.say(`{"t":"log","game":"` + id + `","from":3,"entries":[{"n":3,"at":62000,"do":"resign","side":"W"},{"n":4,"at":62000,"do":"confirm","side":"B","outcome":"B+R"},{"n":5,"at":62000,"do":"confirm","side":"W","outcome":"B+R"}],"now":62000}`)
	x.hear("ack")
	must(t, h.office.DoGame(t.Context(), h.referee(), id, office.GameOrder{Command: game.Confirm{Outcome: rules.Outcome{Winner: rules.Black, Manner: rules.Resigned}}}))
	if m := x.until(func(m message) bool { return m.Game.Phase == "final" }); m.Game.Outcome.Text != "B+R" || m.Game.Outcome.Words != "Black wins by resignation" || !m.Game.Signed.Referee {
		t.Errorf("at the end: %+v", m.Game)
	}
	d, err := h.office.Division(t.Context(), "d-1")
	must(t, err)
	if r := d.Round(1).Results[1]; r.Outcome.String() != "B+R" || r.WarnW != 1 || r.By != "u-referee" {
		t.Errorf("the round has %+v", r)
	}
}

// TestOneDeviceATable: the first device keeps the clock; another one is told, and takes over when a
// referee gives it the seat. The old one's log is then refused.
func TestOneDeviceATable(t *testing.T) {
	h, server := served(t)
	path := h.clock(t, "1", 1)
	a := sit(t, server, path, tabletA)
	a.say(`{"t":"hello","device":"aaaaaaaaaaaa"}`)
	a.hear("game")
	b := sit(t, server, path, tabletB)
	b.say(`{"t":"hello","device":"bbbbbbbbbbbb"}`)
	if m := b.hear("seat"); m.State != "taken" {
		t.Errorf("the second device's seat is %s", m.State)
	}
	id := b.hear("game").Game.ID
	b.say(`{"t":"log","game":"` + id + `","entries":[{"n":1,"at":0,"do":"start"}],"now":1}`)
	if m := b.hear("refused"); m.Key != "fault.live.otherDevice" {
		t.Errorf("the second device's log: %+v", m)
	}
	a.say(`{"t":"log","game":"` + id + `","entries":[{"n":1,"at":0,"do":"start"}],"now":1000}`)
	a.hear("ack")
	over := tournament.SeatClock{Table: 1, Device: office.DeviceMark(tabletB), Over: true}
	for _, c := range []struct {
		actor office.Actor
		code  fault.Code
	}{{office.Actor{User: account.User{ID: "u-recorder"}, Roles: []account.Role{account.Recorder}}, fault.Forbidden}, {h.referee(), ""}} {
		if err := h.office.DoHall(t.Context(), c.actor, "t-1", office.HallOrder{Command: over}); fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", c.actor.User.ID, err)
		}
	}
	if m := b.hear("seat"); m.State != "yours" {
		t.Errorf("after it the second device's seat is %s", m.State)
	}
	if m := a.hear("seat"); m.State != "taken" {
		t.Errorf("the first device's seat is %s", m.State)
	}
	a.say(`{"t":"log","game":"` + id + `","entries":[{"n":2,"at":2000,"do":"press","side":"B"}],"now":2000}`)
	if m := a.hear("refused"); m.Key != "fault.live.otherDevice" {
		t.Errorf("the first device's late log: %+v", m)
	}
	b.say(`{"t":"log","game":"` + id + `","entries":[{"n":1,"at":3000,"do":"press","side":"B"}],"now":3000}`)
	if m := b.hear("ack"); m.N != 1 {
		t.Errorf("the second device's log: %+v", m)
	}
}

// TestClockWaits: a table without a game is told so, and finds its game when the round is published.
func TestClockWaits(t *testing.T) {
	h := newHall(t)
	server := httptest.NewServer(h.handler)
	t.Cleanup(server.Close)
	x := sit(t, server, h.clock(t, "2", 2), tabletA)
	x.say(`{"t":"hello","device":"aaaaaaaaaaaa"}`)
	if m := x.hear("wait"); m.Why != "noGame" || m.Text == "" {
		t.Errorf("told %+v", m)
	}
	h.start(t)
	if m := x.hear("game"); m.Game.Table != 2 || m.Game.Round != 1 {
		t.Errorf("the game is %+v", m.Game)
	}
}

// TestResultStandsAtTable: no game begins at a table whose result the desk has entered, and its device is
// told so; a game that was going on stays (2002 art. 16.4).
func TestResultStandsAtTable(t *testing.T) {
	h, server := served(t)
	going := sit(t, server, h.clock(t, "2", 2), "bbbbbbbbbbbb")
	going.say(`{"t":"hello","device":"bbbbbbbbbbbb"}`)
	id := going.hear("game").Game.ID
	must(t, h.office.DoGame(t.Context(), h.referee(), id, office.GameOrder{Command: game.Start{}}))
	for table := 1; table <= 2; table++ {
		h.act(t, "d-1", tournament.EnterResult{Round: 1, Table: table, Outcome: blackWins()})
	}
	x := sit(t, server, h.clock(t, "1", 1), tabletA)
	x.say(`{"t":"hello","device":"aaaaaaaaaaaa"}`)
	if m := x.hear("wait"); m.Why != "stands" || !strings.Contains(m.Text, "table 1") {
		t.Errorf("told %+v", m)
	}
	if _, exists, err := h.office.GameAt(t.Context(), office.Table{Division: "d-1", Round: 1, Table: 1}); exists || err != nil {
		t.Errorf("a record was begun: %v", err)
	}
	if now, err := h.office.SitDown(t.Context(), office.Table{Division: "d-1", Round: 1, Table: 2}); now != id || err != nil {
		t.Errorf("the game that goes on: %s, %v", now, err)
	}
}

// TestDeskSaysAtTable: a clock whose game goes on though the desk has entered a result says so, and goes on;
// it says nothing before, nor when the table came to the same (2002 art. 16.4).
func TestDeskSaysAtTable(t *testing.T) {
	h, server := served(t)
	x := sit(t, server, h.clock(t, "1", 1), tabletA)
	x.say(`{"t":"hello","device":"aaaaaaaaaaaa","game":"","seq":0,"n":0,"now":0}`)
	m := x.hear("game")
	id := m.Game.ID
	x.say(`{"t":"log","game":"` + id + `","from":1,"entries":[{"n":1,"at":0,"do":"start"},{"n":2,"at":1000,"do":"press","side":"B"}],"now":1100}`)
	if m = x.until(func(m message) bool { return m.Game.Phase == "play" }); m.Game.Desk != "" {
		t.Errorf("before: %q", m.Game.Desk)
	}
	h.act(t, "d-1", tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Resigned}})
	x.say(`{"t":"log","game":"` + id + `","from":3,"entries":[{"n":3,"at":2000,"do":"press","side":"W"}],"now":2100}`)
	m = x.until(func(m message) bool { return m.Game.Desk != "" })
	if m.Game.Phase != "play" || m.Game.Clock.Phase != "running" || m.Game.Desk != "The desk has entered: White wins by resignation. Call the referee if it isn’t so." {
		t.Errorf("told %+v", m.Game)
	}
	x.say(`{"t":"log","game":"` + id + `","from":4,"entries":[{"n":4,"at":3000,"do":"resign","side":"B"}],"now":3100}`)
	if m = x.until(func(m message) bool { return m.Game.Phase == "result" }); m.Game.Desk != "" {
		t.Errorf("the same result: %q", m.Game.Desk)
	}
}

// TestSetUpAnew: an official who wants the moves recorded before anything has happened gives the table
// another record, and its device turns to it at once.
func TestSetUpAnew(t *testing.T) {
	h, server := served(t)
	x := sit(t, server, h.clock(t, "1", 1), tabletA)
	x.say(`{"t":"hello","device":"aaaaaaaaaaaa"}`)
	was := x.hear("game").Game.ID
	id, err := h.office.OpenGame(t.Context(), h.referee(), office.Table{Division: "d-1", Round: 1, Table: 1}, office.GameSetup{Moves: true}, "")
	must(t, err)
	if m := x.until(func(m message) bool { return m.Game.ID != was }); m.Game.ID != id || id != was+".2" {
		t.Errorf("the device turned to %s, the game is %s", m.Game.ID, id)
	}
	x.say(`{"t":"log","game":"` + id + `","entries":[{"n":1,"at":0,"do":"start"},{"n":2,"at":1000,"do":"move","side":"B","point":"Q16"},{"n":3,"at":1200,"do":"press","side":"B"}],"now":1300}`)
	if m := x.hear("ack"); m.N != 3 {
		t.Errorf("answered %+v", m)
	}
}

// TestClockDoor: a line needs the table's own code and a device's name, and comes from a page of ours.
func TestClockDoor(t *testing.T) {
	h, server := served(t)
	path := h.clock(t, "1", 1)
	for _, c := range []struct {
		name, path string
		header     http.Header
		status     int
	}{
		{"the code of another table", strings.Replace(path, "/1/", "/2/", 1) + "/ws?device=" + tabletA, nil, http.StatusNotFound},
		{"no code", "/k/t-1/1/aaaaaaaaaaaaaaaa/ws?device=" + tabletA, nil, http.StatusNotFound},
		{"no table", strings.Replace(path, "/1/", "/x/", 1) + "/ws?device=" + tabletA, nil, http.StatusNotFound},
		{"no device", path + "/ws", nil, http.StatusUnprocessableEntity},
		{"a page of another site", path + "/ws?device=" + tabletA, http.Header{"Origin": {"http://elsewhere.example"}}, http.StatusForbidden},
	} {
		_, response, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+c.path, &websocket.DialOptions{HTTPHeader: c.header})
		if err == nil || response == nil || response.StatusCode != c.status {
			t.Errorf("%s: %+v, %v", c.name, response, err)
		}
	}
	chief := office.Actor{User: account.User{ID: "u-chiefReferee"}, Roles: []account.Role{account.ChiefReferee}}
	must(t, h.office.DoHall(t.Context(), chief, "t-1", office.HallOrder{Reason: "cards lost", Command: tournament.RenewClockCodes{}}))
	if _, response, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+path+"/ws?device="+tabletA, nil); err == nil || response.StatusCode != http.StatusNotFound {
		t.Errorf("a card that was made void: %v", err)
	}
}

// TestHostileLine: what can't be read, is too large or comes too fast ends the line, and nothing of
// it is recorded.
func TestHostileLine(t *testing.T) {
	h, server := served(t)
	path := h.clock(t, "1", 1)
	for name, say := range map[string]func(*tablet){
		"no JSON":   func(x *tablet) { x.say(`{"t":`) },
		"too large": func(x *tablet) { x.conn.Write(t.Context(), websocket.MessageText, make([]byte, 1<<20)) },
		"too fast": func(x *tablet) {
			for range 200 {
				if x.conn.Write(t.Context(), websocket.MessageText, []byte(`{"t":"nothing"}`)) != nil {
					return
				}
			}
		},
	} {
		x := sit(t, server, path, tabletA)
		say(x)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		var err error
		for err == nil {
			_, _, err = x.conn.Read(ctx)
		}
		cancel()
		if websocket.CloseStatus(err) < websocket.StatusNormalClosure && ctx.Err() == context.DeadlineExceeded {
			t.Errorf("%s: the line goes on: %v", name, err)
		}
	}
	if id, exists, err := h.office.GameAt(t.Context(), office.Table{Division: "d-1", Round: 1, Table: 1}); exists || err != nil {
		t.Errorf("%s was begun: %v", id, err)
	}
}
