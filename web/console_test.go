package web_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// roundRuns starts round 1 of division d-1, with a clock of 5 minutes of which one is reserved.
func (h *hall) roundRuns(t *testing.T) {
	t.Helper()
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	reg := d.Reg
	reg.Time = clock.System{Kind: clock.Reserved, Base: 5 * time.Minute, Reserved: 1, Period: time.Minute}
	reg.LateMinutes = 15
	h.act(t, h.division, tournament.DraftRegulations{Name: "A", Regulations: reg}, tournament.ApproveRegulations{}, tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
}

// newPlay is a hall whose round runs, with the game at table 1 begun by a clock of the table's own.
func newPlay(t *testing.T) *hall {
	t.Helper()
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "own", "yes")
	h.do("referee", "start")
	return h
}

// gameOf is the game at table 1 as it is now.
func (h *hall) gameOf(t *testing.T) *game.Game {
	t.Helper()
	id, exists, err := h.office.GameAt(context.Background(), office.Table{Division: h.division, Round: 1, Table: 1})
	must(t, err)
	if !exists {
		t.Fatal("table 1 has no record")
	}
	var found *game.Game
	must(t, h.office.Game(context.Background(), id, func(g *game.Game, _ office.GamePlace) error { found = g; return nil }))
	return found
}

const table1 = "/g/d-1/1/1"

// do sends a form of table 1 as somebody, with its fields in pairs.
func (h *hall) do(who, action string, pairs ...string) int {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return h.ask(who, "POST", table1+"/do/"+action, form).Code
}

// rule sends a ruling on table 1 and returns the answer's text when it is refused.
func (h *hall) rule(who, name string, pairs ...string) (int, string) {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	w := h.ask(who, "POST", table1+"/rule/"+name, form)
	return w.Code, w.Body.String()
}

// device hands a log in as the table's device does, from entry n on.
func (h *hall) device(t *testing.T, n int64, commands ...any) {
	t.Helper()
	id, _, err := h.office.GameAt(context.Background(), office.Table{Division: h.division, Round: 1, Table: 1})
	must(t, err)
	var log []office.Press
	for i := 0; i < len(commands); i += 2 {
		log = append(log, office.Press{N: n + int64(i/2), At: game.Instant(commands[i].(time.Duration)), Command: commands[i+1].(game.Command)})
	}
	_, err = h.office.TakeLog(context.Background(), id, "tabledevice1", n, log)
	must(t, err)
}

// open begins the record of table 1, with its own clock or ours.
func (h *hall) open(t *testing.T, pairs ...string) {
	t.Helper()
	if code := h.do("referee", "open", pairs...); code != 303 {
		t.Fatalf("open: %d", code)
	}
}

// TestGameActsByRole: acts of the course are anybody's who keeps records, the rest a referee's, and
// some the chief referee's (roles.md; 2002 art. 12.4, 16.4, 30).
func TestGameActsByRole(t *testing.T) {
	const referees, recorders = "chiefReferee deputy referee", "chiefReferee deputy referee recorder"
	const everybody = "guest stranger admin organiser chiefReferee deputy pairingOfficer referee recorder"
	for _, c := range []struct{ action, fields, who string }{
		{"open", "own=yes", recorders}, {"start", "", recorders}, {"propose", "side=B", recorders}, {"agree", "side=W", recorders},
		{"pause", "", referees}, {"resume", "", referees}, {"claim", "side=B&case=phoneRing", referees}, {"dismiss", "id=1&reason=x", referees}, {"came", "", referees},
		{"resign", "side=B", referees}, {"seats", "", referees}, {"absence", "side=B", referees}, {"reread", "side=B&second=10", referees}, {"readings", "side=B&black=0s&white=0s", referees},
		{"giveup", "side=B", referees}, {"stop", "", referees}, {"dispute", "side=B", referees}, {"takeup", "side=B", referees},
		{"count", "black=184", referees}, {"recount", "side=B", referees}, {"confirm", "outcome=B%2BR", referees}, {"correct", "result=B%2BR&reason=x", referees}, {"revoke", "id=1&reason=x", referees}, {"nigiri", "holder=1&hidden=3&shown=1", recorders}, {"colours", "black=1", recorders},
		{"life", "side=B&act=propose", recorders},
	} {
		t.Run(c.action, func(t *testing.T) {
			h := newHall(t)
			h.roundRuns(t)
			if c.action != "open" {
				h.open(t, "own", "yes")
			}
			fields, err := url.ParseQuery(c.fields)
			must(t, err)
			for who := range strings.FieldsSeq(everybody) {
				w := h.ask(who, "POST", table1+"/do/"+c.action, fields)
				in := w.Code == 303 || w.Code == 409 || w.Code == 404 || w.Code == 422 || w.Code == 403 && strings.Contains(w.Body.String(), "art.")
				if may := strings.Contains(" "+c.who+" ", " "+who+" "); in != may {
					t.Errorf("%s gets %d", who, w.Code)
				}
			}
		})
	}
}

// TestChiefsActs: what is left to the chief referee is refused to a referee, who reads whose it is
// (2002 art. 16.4, 30).
func TestChiefsActs(t *testing.T) {
	h := newPlay(t)
	if code, _ := h.rule("referee", "phoneRing", "against", "B"); code != 303 {
		t.Fatalf("a ruling of the referee's: %d", code)
	}
	w := h.ask("referee", "POST", table1+"/do/revoke", url.Values{"id": {"1"}, "reason": {"x"}})
	if w.Code != 403 || !strings.Contains(w.Body.String(), "hief referee") {
		t.Errorf("revoked by a referee: %d", w.Code)
	}
	if page := h.text("referee", table1); strings.Contains(page, "/do/revoke") {
		t.Error("a referee is offered to revoke")
	}
	if page := h.text("deputy", table1); !strings.Contains(page, "/do/revoke") {
		t.Error("the deputy isn't offered to revoke")
	}
	if code := h.do("deputy", "revoke", "id", "1"); code != 422 {
		t.Errorf("revoked without a reason: %d", code)
	}
	if code := h.do("deputy", "revoke", "id", "1", "reason", "the other player’s phone"); code != 303 || !h.gameOf(t).Rulings[0].Revoked || h.gameOf(t).Warnings != [2]int{} {
		t.Errorf("revoked by the deputy: %d %+v", code, h.gameOf(t).Rulings)
	}
	code, body := h.rule("referee", "movedStone", "choice", "draw")
	if code != 403 || !strings.Contains(body, "Chief referee") || !strings.Contains(body, "art. 17.5") {
		t.Errorf("a ruling of the chief referee's by a referee: %d", code)
	}
	if page := h.text("referee", table1+"/rule/movedStone"); !strings.Contains(page, "This ruling is the Chief referee’s") {
		t.Error("the page doesn’t say whose ruling it is")
	}
}

// TestOwnClockGame: a table with its own clock from the opening to the confirmed count, which enters
// the round with the warning, and each act is in the log and the protocol with who and when (G9, C16,
// D24.1).
func TestOwnClockGame(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	if page := h.text("referee", table1); !strings.Contains(page, "Begin this game’s record") {
		t.Error("the record isn’t offered")
	}
	h.open(t, "own", "yes")
	steps := []struct{ action, side string }{{"start", ""}, {"claim", "W"}, {"propose", "B"}, {"agree", "W"}}
	for _, s := range steps {
		if code := h.do("referee", s.action, "side", s.side, "case", "phoneRing"); code != 303 {
			t.Fatalf("%s: %d", s.action, code)
		}
	}
	page := h.text("referee", table1)
	for _, words := range []string{"White", "A phone or pager rings", "art. 23.7", "before the claimant’s own next move", "/rule/phoneRing?claim=1&against=B", "Rule on it"} {
		if !strings.Contains(page, words) {
			t.Errorf("the claim doesn't say %q", words)
		}
	}
	if code, body := h.rule("referee", "phoneRing", "against", "B", "claim", "1"); code != 303 {
		t.Fatalf("%d %.300s", code, body)
	}
	for text, code := range map[string]int{"": 422, "x": 422, "184.25": 422, "362": 422, "-1": 422} {
		if got := h.do("referee", "count", "black", text, "back", "count"); got != code {
			t.Errorf("a count of %q: %d", text, got)
		}
	}
	if code := h.do("referee", "count", "black", "185", "white", "175", "back", "count"); code != 422 {
		t.Errorf("sides that don't add up: %d", code)
	}
	if code := h.do("referee", "count", "white", "175 1/2", "back", "count"); code != 303 {
		t.Fatalf("the count: %d", code)
	}
	count := h.text("referee", table1+"/count")
	for _, words := range []string{"185½ zi", "175½ zi", "− 1 zi", "+ ¼ zi", "Black wins by ¼ zi"} { // 185½ − 184¼ − 1
		if !strings.Contains(count, words) {
			t.Errorf("the count doesn't say %q", words)
		}
	}
	if body := html.UnescapeString(h.ask("referee", "POST", table1+"/do/reread", url.Values{"side": {"B"}, "second": {"90"}}).Body.String()); !strings.Contains(body, "“Second”: 90") {
		t.Errorf("a second that isn't one: %s", body)
	}
	if code := h.do("referee", "confirm", "side", "B", "outcome", "B+1.25"); code != 409 {
		t.Errorf("another result confirmed: %d", code)
	}
	// The right to a recount is a player's (2002 art. 16.4); an act that starts a clock says so.
	if text := h.text("referee", table1); !strings.Contains(text, "White asks for a recount") || !strings.Contains(text, "White claims “dead”: play on, White’s clock runs") {
		t.Errorf("the buttons of a counted game: %s", text)
	}
	if code := h.do("referee", "recount", "side", "W", "back", "count"); code != 303 || h.gameOf(t).Phase != game.Settle {
		t.Errorf("the recount: %d", code)
	}
	h.do("referee", "count", "black", "185.5")
	for _, side := range []string{"B", "W", ""} {
		if code := h.do("referee", "confirm", "side", side, "outcome", "B+0.25"); code != 303 {
			t.Fatalf("confirmed by %q: %d", side, code)
		}
	}
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	if r := d.Round(1).Results[1]; r.Outcome.String() != "B+0.25" || r.WarnB != 1 || r.WarnW != 0 {
		t.Errorf("the round has %+v", r)
	}
	for _, path := range []string{table1, table1 + "/protocol"} {
		body := h.text("referee", path)
		for _, words := range []string{"Record begun, 2002 rules", "Claim 1, White: A phone or pager rings", "Ruling 1: A phone or pager rings (art. 23.7)", "White asked for a recount", "Referee confirmed: Black wins by ¼ zi", "referee"} {
			if !strings.Contains(body, words) {
				t.Errorf("%s doesn't say %q", path, words)
			}
		}
	}
	if body := h.text("referee", table1+"/protocol"); !strings.Contains(body, "1 / 1") && !strings.Contains(body, "Page 1 of 1") {
		t.Error("the sheet isn't numbered")
	}
	if list := h.text("referee", "/t/t-1/referee"); !strings.Contains(list, "Confirmed") || !strings.Contains(list, "Black wins by ¼ zi") {
		t.Error("the list doesn't have the result")
	}
}

// TestFlagRuled: a fallen flag is the most urgent; the page offers the loss and, asked for, the pass
// once, and says before what each changes (D22.5, 2002 art. 22.5).
func TestFlagRuled(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	h.device(t, 1, time.Second, game.Start{}, 10*time.Second, game.Press{Side: rules.Black}, 20*time.Second, game.Press{Side: rules.White}, 10*time.Minute, game.CallReferee{Side: rules.White})
	list := h.text("referee", "/t/t-1/referee")
	for _, words := range []string{`class="con-urgent"`, "Black overran the last minute", "Rule table 1", "00:00"} {
		if !strings.Contains(list, words) {
			t.Errorf("the list doesn't say %q", words)
		}
	}
	if page := h.text("referee", table1); !strings.Contains(page, table1+"/rule/overrunLastMinute?against=B") {
		t.Error("the page doesn't lead to the ruling")
	}
	if pick := h.text("referee", table1+"/rule"); strings.Index(pick, "overrunLastMinute") > strings.Index(pick, "wrongColours") {
		t.Error("the overrun isn't among the first cases")
	}
	look := func(pairs string) string { return h.text("referee", table1+"/rule/overrunLastMinute?"+pairs) }
	for pairs, words := range map[string][]string{
		"against=B":                                 {"art. 22.5", "Black loses", "White wins on time; the game ends", "at most 1 a game"},
		"against=B&choice=loss":                     {"White wins on time", "Rule so: the game ends"},
		"against=B&choice=pass":                     {"asks for it"},
		"against=B&choice=pass&asked=yes":           {"last minute, read anew", "Rule so, White’s clock runs", "no: the next overrun loses", "0, unchanged"},
		"against=W&choice=loss":                     {"art. 22.5"},
		"against=B&choice=pass&asked=yes&cmd=c-abc": {"Move 3"},
	} {
		page := look(pairs)
		for _, word := range words {
			if !strings.Contains(page, word) {
				t.Errorf("%s doesn't say %q", pairs, word)
			}
		}
	}
	if g := h.gameOf(t); len(g.Rulings) != 0 || len(g.Claims) != 0 {
		t.Fatalf("looking rules: %+v", g.Rulings)
	}
	if code, _ := h.rule("referee", "overrunLastMinute", "against", "B", "choice", "pass"); code != 409 {
		t.Errorf("a pass that nobody asked for: %d", code)
	}
	h.do("referee", "claim", "side", "B", "case", "overrunLastMinute")
	if page := look(""); !strings.Contains(page, `name="against" value="B" checked`) {
		t.Error("the claim’s own side isn’t chosen")
	}
	h.do("referee", "dismiss", "id", "1", "reason", "asked again below")
	if code, body := h.rule("referee", "overrunLastMinute", "against", "B", "choice", "pass", "asked", "yes", "cmd", "c-1"); code != 303 {
		t.Fatalf("%d %.200s", code, body)
	}
	g := h.gameOf(t)
	if g.Phase != game.Play || g.ToMove() != rules.White || len(g.Claims) != 2 || g.Claims[1].Open || g.Rulings[0].Choice != rules.MovePass {
		t.Errorf("after the ruling: %s %+v", g.Phase, g.Rulings)
	}
}

// TestSecondRing: the count of earlier offences in the event is worked out from its other games, and
// the second one loses (D23.7, 2002 art. 23.7; options no. 37).
func TestSecondRing(t *testing.T) {
	for _, scope := range []string{"tournament", "round", "game"} {
		t.Run(scope, func(t *testing.T) { secondRing(t, scope) })
	}
}

func secondRing(t *testing.T, scope string) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "own", "yes")
	black := h.gameOf(t).Players[0].ID
	if code, _ := h.rule("referee", "phoneRing", "against", "B"); code != 303 {
		t.Fatal(code)
	}
	for _, s := range []string{"start", "resign"} {
		h.do("referee", s, "side", "W")
	}
	for _, side := range []string{"B", "W", ""} {
		h.do("referee", "confirm", "side", side, "outcome", "B+R")
	}
	reg := h.regulationsOf(t).Reg
	reg.Games.RepeatScope, reg.Notes = scope, "x"
	h.act(t, h.division, tournament.DraftRegulations{Name: "A", Regulations: reg}, tournament.ApproveRegulations{})
	h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 2, Outcome: blackWins()}, tournament.CloseRound{Round: 1}, tournament.PrepareRound{}, tournament.CheckRound{Round: 2}, tournament.PublishRound{Round: 2}, tournament.StartRound{Round: 2})
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	for _, p := range d.Round(2).Pairs {
		side := "B"
		if fmt.Sprint(p.White) == black {
			side = "W"
		} else if fmt.Sprint(p.Black) != black {
			continue
		}
		at := fmt.Sprintf("/g/d-1/2/%d", p.Table)
		h.ask("referee", "POST", at+"/do/open", url.Values{"own": {"yes"}})
		page := h.text("referee", at+"/rule/phoneRing?against="+side)
		counted := strings.Contains(page, "Other games have 1")
		if counted != (scope == "tournament") {
			t.Errorf("the ring of the round before is counted: %v", counted)
		}
		if !counted {
			continue
		}
		if code := h.ask("referee", "POST", at+"/rule/phoneRing", url.Values{"against": {side}}).Code; code != 403 {
			t.Errorf("a referee rules the second ring, which is a loss: %d", code)
		}
		if look := h.text("deputy", at+"/rule/phoneRing?against="+side); !strings.Contains(look, "the game ends") {
			t.Error("the second ring doesn't lose")
		}
		if other := h.text("deputy", at+"/rule/phoneRing?against="+map[string]string{"B": "W", "W": "B"}[side]); strings.Contains(other, "the game ends") {
			t.Error("the opponent's first ring loses")
		}
		if code := h.ask("deputy", "POST", at+"/rule/phoneRing", url.Values{"against": {side}}).Code; code != 303 {
			t.Fatalf("the second ring: %d", code)
		}
	}
}

// TestRulingShownAnew: a ruling that was looked at before somebody else's is shown anew with what it
// would change now, and not carried out (2002 art. 24.2).
func TestRulingShownAnew(t *testing.T) {
	h := newPlay(t)
	seen := fmt.Sprint(h.gameOf(t).Head())
	if page := h.text("deputy", table1+"/rule/wrongCapture?against=W"); !strings.Contains(page, `name="seen" value="`+seen+`"`) {
		t.Fatal("the form doesn't say what it rests on")
	}
	if code, _ := h.rule("referee", "wrongCapture", "against", "W", "seen", seen); code != 303 {
		t.Fatal(code)
	}
	code, page := h.rule("deputy", "wrongCapture", "against", "W", "seen", seen)
	now := fmt.Sprint(h.gameOf(t).Head())
	if code != 409 || !strings.Contains(page, "Meanwhile") || !strings.Contains(page, "the game ends") || !strings.Contains(page, `name="seen" value="`+now+`"`) {
		t.Errorf("%d: the ruling isn't shown anew", code)
	}
	if g := h.gameOf(t); g.Warnings[1] != 1 || g.Phase != game.Play {
		t.Errorf("%v warnings, %s", g.Warnings, g.Phase)
	}
	if code, _ := h.rule("deputy", "wrongCapture", "against", "W", "seen", now); code != 303 || h.gameOf(t).Phase != game.Result {
		t.Errorf("%d: who has looked again may rule", code)
	}
}

// TestResultOverGame: the desk asks once before it enters a result over a game that is going on, also
// after another doubt; agreeing reports of such a table aren't taken by one key; closing the round names it
// (2002 art. 16.4).
func TestResultOverGame(t *testing.T) {
	h := newPlay(t)
	for _, side := range []rules.Side{rules.Black, rules.White} {
		slip := office.Slip{Division: h.division, Round: 1, Version: 1, Table: 1}
		code, err := h.office.SlipCode(t.Context(), slip)
		must(t, err)
		_, err = h.office.Claim(t.Context(), slip, code, "", tournament.ClaimResult{Round: 1, Version: 1, Table: 1, Side: side, Outcome: blackWins(), Device: "phone" + side.String()})
		must(t, err)
	}
	taken := h.ask("referee", "POST", "/d/d-1/do/take", url.Values{"round": {"1"}})
	if to := taken.Header().Get("Location"); taken.Code != 303 || to != "/d/d-1/round/1?taken=0" {
		t.Errorf("%d %s", taken.Code, to)
	}
	const why = "Taken: 0. Not taken: table 1, the game isn’t over (in play). Not taken: table 2, nothing reported."
	if page := h.text("referee", "/d/d-1/round/1?taken=0"); !strings.Contains(page, why) {
		t.Error("the page doesn't say what wasn't taken, and why")
	}
	if w := h.script("referee", "POST", "/d/d-1/do/take", "round", "1"); w.Code != 200 || !strings.Contains(w.Body.String(), why) {
		t.Errorf("the desk's script isn't told what wasn't taken: %d %s", w.Code, w.Body)
	}
	if d, err := h.office.Division(t.Context(), h.division); err != nil || len(d.Round(1).Results) != 0 {
		t.Fatal("a result was taken over a game", err)
	}
	doubted := url.Values{"round": {"1"}, "table": {"1"}, "result": {"B+n"}, "margin": {"1/2"}}
	for _, going := range []bool{false, true} {
		w := h.ask("referee", "POST", "/d/d-1/do/result", doubted)
		m := sureField.FindStringSubmatch(w.Body.String())
		if w.Code != 409 || m == nil || strings.Contains(w.Body.String(), "isn’t over on its record") != going {
			t.Fatalf("%d, asks %v, of the game: want %v", w.Code, m, going)
		}
		doubted.Set("sure", html.UnescapeString(m[1]))
	}
	result := url.Values{"round": {"1"}, "table": {"1"}, "result": {"draw"}}
	w := h.ask("referee", "POST", "/d/d-1/do/result", result)
	m := sureField.FindStringSubmatch(w.Body.String())
	if w.Code != 409 || m == nil || !strings.Contains(w.Body.String(), "in play") {
		t.Fatalf("%d, asks %v", w.Code, m)
	}
	result.Set("sure", m[1])
	h.post(t, "referee", "result", result)
	h.post(t, "referee", "result", url.Values{"round": {"1"}, "table": {"2"}, "result": {"B+R"}})
	closing := url.Values{"round": {"1"}}
	w = h.ask("chiefReferee", "POST", "/d/d-1/do/close", closing)
	m = sureField.FindStringSubmatch(w.Body.String())
	if w.Code != 409 || m == nil || !strings.Contains(w.Body.String(), "still going on at 1,") {
		t.Fatalf("%d, asks %v", w.Code, m)
	}
	closing.Set("sure", m[1])
	h.post(t, "chiefReferee", "close", closing)
}

// TestOtherResultAtDesk: where the desk's result isn't the game's, the console says what stands and leads
// to the correction; the referee's signature would only be refused (2002 art. 16.4).
func TestOtherResultAtDesk(t *testing.T) {
	h := newPlay(t)
	h.do("referee", "resign", "side", "B")
	before := h.text("referee", table1)
	h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 1, Outcome: blackWins()})
	page := h.text("referee", table1)
	if strings.Contains(before, "Correct at the desk") || !strings.Contains(page, "Correct at the desk") || !strings.Contains(page, "stands at the desk") {
		t.Error("what stands at the desk isn't told")
	}
	if n := strings.Count(before, "/do/confirm") - strings.Count(page, "/do/confirm"); n != 1 {
		t.Errorf("%d keys less: the referee's signature is offered though it is refused", n)
	}
}

// TestResultsDiffer: while the game runs, its clocks stay on the console's list with the desk's result beside
// them; when it came to another result, that is on top of the list, among the desk's problems, and named with
// both results when the round is closed (2002 art. 16.4).
func TestResultsDiffer(t *testing.T) {
	h := newPlay(t)
	h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Resigned}})
	list := h.text("referee", "/t/t-1/referee")
	row := list[strings.Index(list, `id="t1"`):]
	row = row[:strings.Index(row, "</li>")]
	if !strings.Contains(row, "Entered at the desk: White wins by resignation") || strings.Contains(row, "#g-ok") || !strings.Contains(list, `data-section="running"`) {
		t.Errorf("a running game whose result the desk has: %s", row)
	}
	if strings.Contains(h.text("referee", "/d/d-1/round/1"), "Table differs") {
		t.Error("a game that runs has no other result")
	}
	h.do("referee", "resign", "side", "W")
	list = h.text("referee", "/t/t-1/referee")
	if !strings.Contains(list, `class="con-urgent"`) || !strings.Contains(list, "Settle table 1") || !strings.Contains(list, "Black wins by resignation at the table, White wins by resignation at the desk") {
		t.Error("the list doesn't call for the table whose results differ")
	}
	if page := h.text("referee", "/d/d-1/round/1"); !strings.Contains(page, "Table differs") || !strings.Contains(page, "came to “Black wins by resignation”") {
		t.Error("the desk's problems don't name the table")
	}
	h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 2, Outcome: blackWins()})
	closing := url.Values{"round": {"1"}}
	w := h.ask("chiefReferee", "POST", "/d/d-1/do/close", closing)
	m := sureField.FindStringSubmatch(w.Body.String())
	if w.Code != 409 || m == nil || !strings.Contains(w.Body.String(), "table 1: “White wins by resignation” at the desk, “Black wins by resignation” at the table") {
		t.Fatalf("%d, asks %v", w.Code, m)
	}
	closing.Set("sure", html.UnescapeString(m[1]))
	h.post(t, "chiefReferee", "close", closing)
}

// TestOtherResultSwapped: also while the players sit the other way round the desk's result is held against the
// game's, by the persons; the page says it by the colours at the table, and how the desk writes it (2002 art.
// 17.1).
func TestOtherResultSwapped(t *testing.T) {
	for _, same := range []bool{true, false} {
		h := newHall(t)
		h.roundRuns(t)
		h.open(t, "own", "yes")
		h.do("referee", "seats")
		h.do("referee", "start")
		h.do("referee", "resign", "side", "B") // who sits at White wins, and is Black by the pairing
		winner := rules.Black
		if !same {
			winner = rules.White
		}
		h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: winner, Manner: rules.Resigned}})
		page, list := h.text("referee", table1), h.text("referee", "/t/t-1/referee")
		if differs := strings.Contains(page, "Correct at the desk"); differs == same {
			t.Errorf("the same person won: %v, and the page says that they differ: %v", same, differs)
		}
		at := map[bool]string{true: "White wins by resignation", false: "Black wins by resignation"}[same]
		if !strings.Contains(list, at) {
			t.Errorf("same %v: the list doesn't say %q of who sits there", same, at)
		}
		if !same && (!strings.Contains(page, "Black wins by resignation stands at the desk, White wins by resignation in the game") || !strings.Contains(page, "the desk writes it White wins by resignation")) {
			t.Error("the page doesn't say how the desk writes it")
		}
	}
}

// TestRefusedBeforeAsked: what would be refused whatever the answer isn't asked about: a table that isn't there, and
// players who change places where a result stands, though a game has begun (C16).
func TestRefusedBeforeAsked(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.otherRuns(t)
	h.open(t, "own", "yes")
	h.do("referee", "start")
	h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 1, Outcome: blackWins()})
	d, err := h.office.Division(t.Context(), h.division)
	must(t, err)
	at1, at2 := d.Round(1).Pairs[0], d.Round(1).Pairs[1]
	for name, c := range map[string]struct {
		act  string
		form url.Values
		code int
		says string
	}{
		"a table that isn't there": {"movetable", url.Values{"table": {"99"}, "to": {"1"}}, 404, "no table 99"},
		"a result stands":          {"swapplayers", url.Values{"a": {strconv.Itoa(at1.Black)}, "b": {strconv.Itoa(at2.Black)}}, 409, "has a result already"},
	} {
		c.form.Set("round", "1")
		c.form.Set("reason", "x")
		w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+c.act, c.form)
		if page := html.UnescapeString(w.Body.String()); w.Code != c.code || sureField.MatchString(page) || !strings.Contains(page, c.says) {
			i := strings.Index(page, "error")
			t.Errorf("%s: %d, asks %v: %.300s", name, w.Code, sureField.FindStringSubmatch(page), page[max(0, i):])
		}
	}
}

// TestMoveToOthersTable: a table that moves to another division's number is asked about with that, with its
// own game that has begun, and with the one that is played there; each answer holds those before.
func TestMoveToOthersTable(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.otherRuns(t)
	h.act(t, "d-2", tournament.MoveTable{Round: 1, Table: 1, To: 30})
	h.open(t, "own", "yes")
	h.do("referee", "start")
	other := "/g/d-2/1/30"
	for _, act := range []string{"open", "start"} {
		if w := h.ask("referee", "POST", other+"/do/"+act, url.Values{"own": {"yes"}}); w.Code != 303 {
			t.Fatalf("%s: %d", act, w.Code)
		}
	}
	form := url.Values{"round": {"1"}, "table": {"1"}, "to": {"30"}, "reason": {"漏水"}}
	for _, says := range []string{"belongs to Juniors", "The game of table 1 has begun", "At table 30 Juniors is playing a game that has begun"} {
		w := h.ask("chiefReferee", "POST", "/d/d-1/do/movetable", form)
		m := sureField.FindStringSubmatch(w.Body.String())
		if w.Code != 409 || m == nil || !strings.Contains(w.Body.String(), says) {
			t.Fatalf("%d, asks %v instead of %q", w.Code, m, says)
		}
		form.Set("sure", m[1])
	}
	h.post(t, "chiefReferee", "movetable", form)
	form = url.Values{"round": {"1"}, "table": {"2"}, "to": {"30"}, "reason": {"漏水"}, "sure": {"1 30 left taken"}}
	if w := h.ask("chiefReferee", "POST", "/d/d-1/do/movetable", form); w.Code != 409 {
		t.Errorf("the answer about another table is taken: %d", w.Code)
	}
}

// TestAmendBegunTable: before players are taken from a game that has begun, or its table is moved, the
// table and the move are named once (2002 art. 10, 16.4).
func TestAmendBegunTable(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	d, err := h.office.Division(t.Context(), h.division)
	must(t, err)
	a, b := d.Round(1).Pairs[0].Black, d.Round(1).Pairs[1].Black
	moved := url.Values{"round": {"1"}, "table": {"2"}, "to": {"9"}, "reason": {"x"}}
	h.post(t, "chiefReferee", "movetable", moved) // nothing has begun there
	h.open(t, "own", "yes")
	h.do("referee", "start")
	for _, c := range []struct {
		act  string
		form url.Values
		says string
	}{
		{"movetable", url.Values{"round": {"1"}, "table": {"1"}, "to": {"3"}, "reason": {"漏水"}}, "goes along to the new number"},
		{"swapplayers", url.Values{"round": {"1"}, "a": {fmt.Sprint(a)}, "b": {fmt.Sprint(b)}, "reason": {"漏水"}}, "a new game begins"},
	} {
		w := h.ask("chiefReferee", "POST", "/d/d-1/do/"+c.act, c.form)
		m := sureField.FindStringSubmatch(w.Body.String())
		if w.Code != 409 || m == nil || !strings.Contains(w.Body.String(), "has begun (move 0)") || !strings.Contains(w.Body.String(), c.says) || !strings.Contains(w.Body.String(), `value="漏水"`) {
			t.Fatalf("%s: %d, asks %v", c.act, w.Code, m)
		}
		c.form.Set("sure", m[1])
		h.post(t, "chiefReferee", c.act, c.form)
	}
}

// TestLateness: how late a side is follows from the round's start; within the limit it is doubled, past
// it the game is lost (D22.1, 2002 art. 22.1, 22.2).
func TestLateness(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	if page := h.text("referee", table1); !strings.Contains(page, "/rule/late?against=B&late=0%3a0") {
		t.Error("the lateness isn't worked out")
	}
	if look := h.text("referee", table1+"/rule/late?against=W&late=1:30"); !strings.Contains(look, "04:00") || !strings.Contains(look, "01:00") {
		t.Error("the deduction isn't shown")
	}
	if look := h.text("referee", table1+"/rule/late?against=W&late=15:01"); !strings.Contains(look, "the game ends") {
		t.Error("past the limit the game isn't lost")
	}
	if code, body := h.rule("referee", "late", "against", "W", "late", "soon"); code != 422 || !strings.Contains(body, "no length of time") {
		t.Errorf("a bad lateness: %d", code)
	}
	// No longer than the round has run; else it is asked about, with the figures, and with others anew.
	code, page := h.rule("referee", "lateBoth", "lateB", "1:00", "lateW", "17")
	if code != 409 || !strings.Contains(page, "17 min late is more than has passed") || h.gameOf(t).Phase != game.Ready {
		t.Errorf("later than the round has run: %d", code)
	}
	sure := hiddenSure(page)
	if code, page = h.rule("referee", "lateBoth", "lateB", "1:00", "lateW", "16", "sure", sure); code != 409 {
		t.Errorf("another figure: %d", code)
	}
	if code, _ := h.rule("referee", "lateBoth", "lateB", "1:00", "lateW", "16", "sure", hiddenSure(page)); code != 303 {
		t.Errorf("both late, one past the limit: %d", code)
	}
	if g := h.gameOf(t); g.Result.Outcome.Winner != rules.Black || g.Result.Outcome.Manner != rules.Forfeited {
		t.Errorf("result %v", g.Result.Outcome)
	}
}

// TestPauseAndReadings: both readings are confirmed before play goes on (C14, D22.9, 2002 art. 22.9).
func TestPauseAndReadings(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	h.device(t, 1, time.Second, game.Start{}, 31*time.Second, game.Press{Side: rules.Black}, 40*time.Second, game.Pause{})
	page := h.text("referee", table1)
	for _, words := range []string{"Black confirms 30 s used", "White confirms 9 s used", "Go on, start the clock"} {
		if !strings.Contains(page, words) {
			t.Errorf("the pause doesn't say %q", words)
		}
	}
	if code := h.do("referee", "resume"); code != 409 {
		t.Errorf("resumed unconfirmed: %d", code)
	}
	if code := h.do("referee", "readings", "side", "B", "black", "31s", "white", "9s"); code != 409 {
		t.Errorf("other readings confirmed: %d", code)
	}
	for _, side := range []string{"B", "W"} {
		if code := h.do("referee", "readings", "side", side, "black", "30s", "white", "9s"); code != 303 {
			t.Errorf("confirmed by %s: %d", side, code)
		}
	}
	if code := h.do("referee", "resume"); code != 303 || h.gameOf(t).Phase != game.Play {
		t.Errorf("resumed: %d", code)
	}
}

// TestMyTables: a referee sees the tables that are assigned to him, and the others on request; who has
// none assigned sees all (O30: 2002 art. 30.3).
func TestMyTables(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	if got := strings.Count(h.text("referee", "/t/t-1/referee"), `class="con-no"`); got != 2 {
		t.Errorf("%d tables, want both", got)
	}
	h.send(t, "chiefReferee", "/t/t-1/officials/assign", url.Values{"user": {"u-referee"}, "division": {"d-1"}, "from": {"2"}, "to": {"9"}})
	page := h.text("referee", "/t/t-1/referee")
	if strings.Contains(page, "/g/d-1/1/1\"") || !strings.Contains(page, "/g/d-1/1/2\"") || !strings.Contains(page, "Tables 2　A, round 1") {
		t.Error("the assignment isn't followed")
	}
	if page := h.text("referee", "/t/t-1/referee?all=1"); !strings.Contains(page, "/g/d-1/1/1\"") {
		t.Error("the other tables can't be seen")
	}
	if w := h.ask("referee", "GET", "/t/t-1/referee/go?table=２", nil); w.Code != 303 || w.Header().Get("Location") != "/g/d-1/1/2" {
		t.Errorf("to table 2: %d %s", w.Code, w.Header().Get("Location"))
	}
	for text, code := range map[string]int{"99": 404, "x": 422, "": 200} {
		if w := h.ask("referee", "GET", "/t/t-1/referee/go?table="+text, nil); w.Code != code {
			t.Errorf("to table %q: %d", text, w.Code)
		}
	}
}

// otherRuns starts round 1 of a second division, d-2, at the same tables, and returns its name.
func (h *hall) otherRuns(t *testing.T) string {
	t.Helper()
	d, err := h.office.Division(t.Context(), h.division)
	must(t, err)
	actor := office.Actor{User: h.admin, Roles: account.Roles}
	_, err = h.office.CreateDivision(t.Context(), actor, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "Juniors", Regulations: d.Reg}})
	must(t, err)
	h.act(t, "d-2", tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "戊"}, {Name: "己"}}}, tournament.Draw{How: "given"},
		tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
	return "Juniors"
}

// TestGoToTableNow: a number leads where the table plays now, by the same choice as the table's clock; where
// two divisions play there now, both are offered with who sits there.
func TestGoToTableNow(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.otherRuns(t)
	to := func() (int, string, string) {
		w := h.ask("referee", "GET", "/t/t-1/referee/go?table=1", nil)
		return w.Code, w.Header().Get("Location"), w.Body.String()
	}
	code, _, said := to()
	if code != 200 || !strings.Contains(said, `href="/g/d-1/1/1"`) || !strings.Contains(said, `href="/g/d-2/1/1"`) || !strings.Contains(said, "Juniors, round 1") || !strings.Contains(said, "戊") {
		t.Errorf("two divisions: %d", code)
	}
	h.act(t, "d-1", tournament.EnterResult{Round: 1, Table: 1, Outcome: blackWins()})
	if code, at, _ := to(); code != 303 || at != "/g/d-2/1/1" {
		t.Errorf("one of them has a result: %d %s", code, at)
	}
	h.act(t, "d-2", tournament.EnterResult{Round: 1, Table: 1, Outcome: blackWins()})
	if code, _, said := to(); code != 200 || !strings.Contains(said, `href="/g/d-1/1/1"`) {
		t.Errorf("both have one: %d", code)
	}
}

// TestWaysOn: an error about a table, a round or a game that isn't there leads an official to what is: the
// round, and the referee's tables; to a stranger it tells nothing of them.
func TestWaysOn(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	for path, ways := range map[string][]string{
		"/g/d-1/1/99": {"/d/d-1/round/1", "/t/t-1/referee"}, "/g/d-1/9/1": {"/d/d-1/round/1", "/t/t-1/referee"}, "/g/d-1/x/y": {"/d/d-1/round/1", "/t/t-1/referee"},
		"/g/d-1/1/99/rule/phoneRing": {"/d/d-1/round/1", "/t/t-1/referee"}, "/g/d-1/1/1/rule/nonsense": {table1, "/d/d-1/round/1", "/t/t-1/referee"}, "/g/d-1/1/1/count": {table1, "/t/t-1/referee"},
		"/d/d-1/round/9/live": {"/d/d-1/round/1", "/t/t-1/referee"}, "/d/d-1/round/9": {"/d/d-1/round/1"},
	} {
		w := h.ask("referee", "GET", path, nil)
		if w.Code == 200 && path != "/g/d-1/1/1/count" {
			continue
		}
		for _, way := range ways {
			if !strings.Contains(w.Body.String(), `href="`+way+`"`) {
				t.Errorf("%s (%d) doesn't lead to %s", path, w.Code, way)
			}
		}
		if said := h.ask("stranger", "GET", path, nil).Body.String(); strings.Contains(said, "/referee") {
			t.Errorf("%s leads a stranger to the console", path)
		}
	}
	if said := h.ask("referee", "GET", "/g/d-1/1/99", nil).Body.String(); strings.Contains(said, `href="/g/d-1/1/99"`) {
		t.Error("the error leads to itself")
	}
}

// TestNotes: claims that wait are listed with their time limit, and an incident is noted from here
// (C16.3, 2002 art. 16.3).
func TestNotes(t *testing.T) {
	h := newPlay(t)
	h.do("referee", "claim", "side", "W", "case", "talking")
	page := h.text("referee", "/t/t-1/referee/notes")
	for _, words := range []string{"Claims to be answered 1", "Talking against the rules", "before the claimant’s own next move"} {
		if !strings.Contains(strings.NewReplacer("<small>", "", "</small>", "").Replace(page), words) {
			t.Errorf("the notes don't say %q", words)
		}
	}
	w := h.ask("referee", "POST", "/t/t-1/officials/incident", url.Values{"back": {"notes"}, "text": {"the light went out"}})
	if w.Code != 303 || w.Header().Get("Location") != "/t/t-1/referee/notes" {
		t.Errorf("noted: %d %s", w.Code, w.Header().Get("Location"))
	}
	if w := h.ask("referee", "POST", "/t/t-1/officials/incident", url.Values{"back": {"notes"}}); w.Code != 422 || !strings.Contains(w.Body.String(), "Claims to be answered") {
		t.Errorf("an empty note: %d", w.Code)
	}
	if page := h.text("referee", "/t/t-1/referee/notes"); !strings.Contains(page, "the light went out") {
		t.Error("the incident isn't listed")
	}
	if code := h.do("referee", "dismiss", "id", "1", "reason", "nobody talked"); code != 303 {
		t.Errorf("dismissed: %d", code)
	}
}

// TestLawPageSearch: a case is found by a word, the initials of its pinyin or its article, in every
// language, and no page has a raw key.
func TestLawPageSearch(t *testing.T) {
	h := newHall(t)
	for _, c := range []struct{ lang, query, has, hasNot string }{
		{"zh-Hans", "edition=2002&find=悔棋", `id="takeBack"`, `id="suicide"`}, {"zh-Hans", "edition=2002&find=jzd", "", `id="late"`}, {"zh-Hans", "edition=2002&find=hq", `id="takeBack"`, `id="late"`},
		{"zh-Hans", "edition=2002&find=22.5", `id="overrunLastMinute"`, `id="late"`}, {"zh-Hans", "edition=1988&find=２３", `id="late"`, `id="takeBack"`}, {"en", "edition=2002&find=PHONE", `id="phoneRing"`, `id="late"`},
		{"zh-Hant", "edition=1988", "封棋之點", ""}, {"en", "edition=2002&find=zzz", "No such case", `id="late"`},
	} {
		page := h.text("guest", "/law?"+c.query+"&lang="+c.lang)
		if !strings.Contains(page, c.has) || c.hasNot != "" && strings.Contains(page, c.hasNot) || strings.Contains(page, "⟦") {
			t.Errorf("%s %s", c.lang, c.query)
		}
	}
}

// TestEveryCaseHasAPage: the page of every case of both editions reads in every language, with or
// without moves, before and during play.
func TestEveryCaseHasAPage(t *testing.T) {
	for _, edition := range rules.Editions {
		h := newHall(t)
		d, err := h.office.Division(context.Background(), h.division)
		must(t, err)
		reg := d.Reg
		reg.Edition = edition
		h.act(t, h.division, tournament.DraftRegulations{Name: "A'", Regulations: reg}, tournament.ApproveRegulations{})
		h.roundRuns(t)
		h.open(t, "moves", "yes")
		h.do("referee", "start")
		for _, row := range rules.Law(edition) {
			for _, lang := range i18n.Langs {
				page := h.ask("referee", "GET", table1+"/rule/"+row.Key+"?against=B&lang="+string(lang), nil)
				if page.Code != 200 || strings.Contains(page.Body.String(), "⟦") {
					t.Errorf("%s %s %s: %d", edition, row.Key, lang, page.Code)
				}
			}
		}
		if w := h.ask("referee", "GET", table1+"/rule/nothing", nil); w.Code != 404 {
			t.Errorf("an unknown case: %d", w.Code)
		}
	}
}

// TestDeskShowsGames: the desk says at which tables a record was begun and leads to it, until the
// table has its result; the pages that a referee comes by lead to the console.
func TestDeskShowsGames(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	const link = `href="/g/d-1/1/1">`
	if strings.Contains(h.text("referee", "/d/d-1/round/1"), link) {
		t.Error("a table without a record")
	}
	h.open(t, "own", "yes")
	h.do("referee", "start")
	if page := h.text("referee", "/d/d-1/round/1"); !strings.Contains(page, link+"in play") || strings.Contains(page, `href="/g/d-1/1/2">`) {
		t.Error("the desk doesn't lead to the game")
	}
	h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 1, Outcome: blackWins()})
	if strings.Contains(h.text("referee", "/d/d-1/round/1"), link) {
		t.Error("a table that has its result")
	}
	if page := h.text("referee", table1); !strings.Contains(page, "Entered at the desk: Black wins") {
		t.Error("the table's page doesn't say what the desk entered")
	}
	if page := h.text("referee", "/p/t-1/table/1"); !strings.Contains(page, `href="/g/d-1/1/1"`) {
		t.Error("the table's card doesn't lead a referee to the console")
	}
	if strings.Contains(h.text("guest", "/p/t-1/table/1"), `/g/d-1`) {
		t.Error("a guest is led to the console")
	}
}

// keeper is the hub's line to the device at table 1.
func (h *hall) keeper(t *testing.T) *live.Link {
	t.Helper()
	id, _, err := h.office.GameAt(context.Background(), office.Table{Division: h.division, Round: 1, Table: 1})
	must(t, err)
	must(t, h.office.SeatClock(context.Background(), "t-1", 1, "tabledevice1"))
	link, _, err := h.live.Sit(context.Background(), id, "tabledevice1")
	must(t, err)
	return link
}

// TestDeviceOnTheConsole: the page says which device keeps the clock and leads a new one there; what is
// asked of it it does at its own moment; a log that doesn't fit waits for the referee, with both
// figures and two ways on (D22.8, D22.9, 2002 art. 22.8, 22.9).
func TestDeviceOnTheConsole(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	if page := h.text("referee", table1); !strings.Contains(page, "No device yet") || !strings.Contains(page, "/k/t-1/1/") || !strings.Contains(page, `<svg class="qr"`) {
		t.Error("no device can be connected")
	}
	link := h.keeper(t)
	ctx := context.Background()
	if _, _, err := link.Take(ctx, live.Batch{Now: game.Instant(time.Second), Entries: []office.Press{{N: 1, At: game.Instant(time.Second), Command: game.Start{}}}}); err != nil {
		t.Fatal(err)
	}
	if code := h.do("referee", "wish", "do", "pause"); code != 303 {
		t.Fatalf("asked: %d", code)
	}
	if w := <-link.Wishes(); w.Do != "pause" || w.By != "referee" {
		t.Errorf("the device hears %+v", w)
	}
	if page := h.text("referee", table1); !strings.Contains(page, "referee has asked it to pause") || strings.Contains(page, `action="`+table1+`/do/pause"`) {
		t.Error("the wish isn't told, or the clock could be stopped past its keeper")
	}
	leap := live.Batch{Now: game.Instant(time.Hour), Entries: []office.Press{{N: 2, At: game.Instant(time.Hour), Command: game.CallReferee{}}}}
	if _, _, err := link.Take(ctx, leap); err == nil {
		t.Fatal("a leap of an hour fits")
	}
	list := h.text("referee", "/t/t-1/referee")
	for _, words := range []string{`class="con-urgent"`, "The clock’s log doesn’t fit", "clock: 59 min 59 s", "See to table 1’s clock"} {
		if !strings.Contains(list, words) {
			t.Errorf("the list doesn't say %q", words)
		}
	}
	page := h.text("referee", table1)
	for _, words := range []string{"Its entries (1)", "art. 22.8", "Take the clock’s log as it is", "Go on from the last readings"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page doesn't say %q", words)
		}
	}
	for _, action := range []string{"takelog", "goon"} {
		if code := h.do("referee", action); code != 422 {
			t.Errorf("%s without a reason: %d", action, code)
		}
		if code := h.do("recorder", action, "reason", "x"); code != 403 {
			t.Errorf("%s by a recorder: %d", action, code)
		}
	}
	if code := h.do("referee", "goon", "reason", "the tablet slept"); code != 303 {
		t.Fatalf("going on: %d", code)
	}
	if g := h.gameOf(t); g.Phase != game.Rest || g.Last() != game.Instant(time.Second) {
		t.Errorf("it goes on in %s at %v", g.Phase, g.Last())
	}
	if _, _, err := link.Take(ctx, leap); err == nil {
		t.Error("the old device's log is taken afterwards")
	}
	page = h.text("referee", table1)
	if !strings.Contains(page, "No device yet") {
		t.Error("the seat isn't free")
	}
	if !strings.Contains(page, "its device no longer keeps the table’s clock") {
		t.Error("the log doesn't tell that the device lost the clock")
	}
}

// TestUnheardStandsStill: on the list, a table's page and the live boards a clock that counts stands at the
// last reading that its device has handed in as long as that isn't heard, and is marked so; when it is heard
// all three go on (docs/live.md; ui.md rules 3, 4).
func TestUnheardStandsStill(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	link := h.keeper(t)
	h.device(t, 1, time.Duration(0), game.Start{}, 41*time.Second, game.CallReferee{Side: rules.Black}) // 2 minutes of 4 are unread
	id, _, err := h.office.GameAt(t.Context(), office.Table{Division: h.division, Round: 1, Table: 1})
	must(t, err)
	must(t, h.office.DoGame(t.Context(), h.referee(), id, office.GameOrder{Command: game.AnswerCall{}}))
	marked := regexp.MustCompile(`<span class="tag warn" data-unheard>(<svg.*?</svg>)<span data-since>([^<]+)`)
	for _, path := range []string{"/t/t-1/referee", table1, "/d/d-1/round/1/live"} {
		page := h.text("referee", path)
		if !strings.Contains(page, "03:19") || !strings.Contains(page, `data-at="41000" data-hush="never"`) {
			t.Errorf("%s doesn't stand at the last reading", path)
		}
		if m := marked.FindStringSubmatch(page); m == nil || m[2] != "not heard yet" || !strings.Contains(m[1], "#g-warn") {
			t.Errorf("%s: marked as %q", path, m)
		}
		if !strings.Contains(page, "unheard\"") {
			t.Errorf("%s shows it as a fact", path)
		}
	}
	if _, _, err := link.Take(t.Context(), live.Batch{Now: game.Instant(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/t/t-1/referee", table1, "/d/d-1/round/1/live"} {
		page := h.text("referee", path)
		if marked.MatchString(page) || strings.Contains(page, " unheard\"") || strings.Contains(page, `class="unheard"`) {
			t.Errorf("%s doesn't go on", path)
		}
		if !strings.Contains(page, `data-at="60000" data-hush="`) || !strings.Contains(page, "data-unheard hidden") {
			t.Errorf("%s can't find out by itself that it isn't heard", path)
		}
	}
}

// TestTakeOverOnTheConsole: a second device waits until a referee gives it the clock (one device a
// table).
func TestTakeOverOnTheConsole(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	h.keeper(t)
	if strings.Contains(h.text("referee", table1), "waiting to take") {
		t.Error("somebody waits")
	}
	waiter := h.live.Wait("t-1", 1, "tabledevice2")
	defer waiter.Leave()
	if page := h.text("referee", table1); strings.Contains(page, "waiting to take") {
		t.Error("a device that nobody has heard is offered")
	}
	if code := h.do("referee", "seat", "device", office.DeviceMark("tabledevice2")); code != 409 {
		t.Errorf("given to a device that isn't heard: %d", code)
	}
	waiter.Heard()
	if page := h.text("referee", table1); !strings.Contains(page, "Give device "+strings.ToUpper(office.DeviceMark("tabledevice2")[:4])+" the clock") {
		t.Error("the waiting device isn't told of")
	}
	mark := office.DeviceMark("tabledevice2")
	if code := h.do("recorder", "seat", "device", mark); code != 403 {
		t.Errorf("given over by a recorder: %d", code)
	}
	if code := h.do("referee", "seat", "device", mark); code != 303 {
		t.Errorf("given over: %d", code)
	}
	if seat := h.hallOf(t).Clocks[1]; seat.Device != mark {
		t.Errorf("the clock is kept by %q", seat.Device)
	}
	if code := h.do("referee", "start"); code != 303 {
		t.Fatalf("started: %d", code)
	}
	for _, action := range []string{"seat", "unseat"} { // another device doesn't know how long the clock has run
		if code := h.do("referee", action, "device", office.DeviceMark("tabledevice1")); code != 409 {
			t.Errorf("%s while the clock runs: %d", action, code)
		}
	}
	if code := h.do("referee", "pause"); code != 303 {
		t.Fatalf("paused: %d", code)
	}
	if code := h.do("referee", "wish", "do", "resume"); code != 409 { // 2002 art. 22.9
		t.Errorf("asked to go on before both have confirmed: %d", code)
	}
	if code := h.do("referee", "unseat"); code != 303 || h.hallOf(t).Clocks[1].Device != "" {
		t.Errorf("freed: %d", code)
	}
}

// TestConsoleLine: the socket says when something changed in a game of the tournament, to officials
// alone.
func TestConsoleLine(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	s := httptest.NewServer(h.handler)
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	dial := func(who string) (*websocket.Conn, *http.Response, error) {
		header := http.Header{}
		if c := h.cookies[who]; c != nil {
			header.Set("Cookie", c.String())
		}
		return websocket.Dial(ctx, s.URL+"/t/t-1/referee/ws", &websocket.DialOptions{HTTPHeader: header})
	}
	for who, code := range map[string]int{"guest": 200 /* the page to sign in */, "stranger": 403} {
		if _, answer, err := dial(who); err == nil || answer == nil || answer.StatusCode != code {
			t.Errorf("%s: %v", who, err)
		}
	}
	line, _, err := dial("referee")
	must(t, err)
	defer line.CloseNow()
	h.open(t, "own", "yes")
	for _, act := range []string{"open", "start"} {
		if act == "start" {
			h.do("referee", "start")
		}
		text := `"alive"`
		for err == nil && strings.Contains(text, `"alive"`) {
			var data []byte
			_, data, err = line.Read(ctx)
			text = string(data)
		}
		if err != nil || !strings.Contains(text, `"new"`) {
			t.Errorf("after %s: %s %v", act, text, err)
		}
	}
	for range 2 { // a page that isn't told so doesn't know how the clocks stand
		if _, text, err := line.Read(ctx); err != nil || !strings.Contains(string(text), `"alive"`) {
			t.Errorf("while nothing happens: %s %v", text, err)
		}
	}
}

// TestConsoleRows: the page asks for the rows of the games that its line names, and gets those alone, as
// they stand in the list; what isn't played there has none.
func TestConsoleRows(t *testing.T) {
	h := newPlay(t)
	rows := func(query string) string {
		t.Helper()
		r := httptest.NewRequest("GET", "/t/t-1/referee"+query, nil)
		r.Header.Set("X-Fragment", "1")
		r.AddCookie(h.cookies["referee"])
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "<html") {
			t.Fatalf("%s: %d", query, w.Code)
		}
		return w.Body.String()
	}
	row := regexp.MustCompile(`(?s)<li id="t1".*?</li>`)
	all := rows("")
	id := regexp.MustCompile(`data-key="d-1 1" data-game="([^"]+)"`).FindStringSubmatch(all)
	if id == nil || strings.Count(all, "data-key") < 2 {
		t.Fatalf("the list: %s", all)
	}
	one := rows("?game=" + id[1] + "&game=g-d-1-1-98.99&game=g-d-9-1-1.2&game=d-1")
	if strings.Count(one, "data-key") != 1 || row.FindString(one) != row.FindString(all) {
		t.Errorf("one row: %s\nof %s", one, all)
	}
	if none := rows("?game=g-d-1-1-98.99"); strings.Contains(none, "data-key") {
		t.Errorf("a game that there isn't: %s", none)
	}
}

// TestRulingSaysWhatIsMissing: a ruling that nobody has chosen yet, or whose figures nobody has typed, is
// asked for and not called wrong; what only the opponent may claim is offered as his claim (2002 art.
// 17.3, D17.3); what only the chief referee may rule says so before it is pressed (D17.5).
func TestRulingSaysWhatIsMissing(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "moves", "yes")
	h.do("referee", "start", "sure", "no clock")
	if code, said := h.rule("chiefReferee", "movedStone", "against", "B"); code != 422 || !strings.Contains(said, "Choose one first") {
		t.Errorf("nothing chosen: %d", code)
	}
	page := func(name string) string { return h.ask("referee", "GET", table1+"/rule/"+name, nil).Body.String() }
	if said := page("lostRecord"); strings.Contains(said, "length of time") || !strings.Contains(said, "data-after") {
		t.Error("lostRecord opens with a complaint about what isn't typed yet")
	}
	if code, said := h.rule("referee", "lostRecord"); code != 422 || !strings.Contains(said, "The length of time is empty") {
		t.Errorf("lostRecord without a time: %d", code)
	}
	if said := page("takeBack"); !strings.Contains(said, `<option value="ask" selected>`) {
		t.Error("takeBack isn't offered as the opponent's claim")
	}
	if said := page("movedStone"); !strings.Contains(said, "barred") || strings.Contains(said, "disabled") {
		t.Error("a ruling for the chief referee isn't marked")
	}
	w := h.ask("referee", "POST", table1+"/do/claim", url.Values{"side": {"B"}, "case": {"phoneRing"}, "move": {"99999"}})
	if said := w.Body.String(); w.Code != 422 || !strings.Contains(said, "“Move”: 99999 won’t do. It should be a whole number from 0 to 0.") {
		t.Errorf("claim at move 99999: %d", w.Code)
	}
	if said := h.ask("referee", "GET", "/t/t-1/referee/go?table=999", nil).Body.String(); !strings.Contains(said, "/t/t-1/referee?all=1") {
		t.Error("no way to all tables")
	}
	if said := h.ask("referee", "GET", table1+"/rule/nonsense", nil).Body.String(); !strings.Contains(said, `<a href="`+table1+`">`) {
		t.Error("the error page doesn't lead back to the table")
	}
}

// TestStartAskedWithoutClock: where no device sits the start of our clock is asked about on the page that the
// form came from, and only the answer to that very question starts it (design.md, Time).
func TestStartAskedWithoutClock(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "moves", "yes")
	for page, back := range map[string]string{table1: "", table1 + "/record": "record"} {
		if said := h.text("referee", page); strings.Contains(said, `name="sure"`) {
			t.Errorf("%s answers before it is asked", page)
		}
		for _, sure := range []string{"", "yes"} {
			w := h.ask("referee", "POST", table1+"/do/start", url.Values{"back": {back}, "sure": {sure}})
			said := w.Body.String()
			if w.Code != 409 || !strings.Contains(said, "No clock is connected at table 1") || !strings.Contains(said, `name="sure" value="no clock"`) || !strings.Contains(said, "Start without a clock") {
				t.Errorf("%s, sure %q: %d", page, sure, w.Code)
			}
		}
	}
	if h.gameOf(t).Phase != game.Ready {
		t.Fatal("it was started")
	}
	if code := h.do("referee", "start", "sure", "no clock"); code != 303 || h.gameOf(t).Phase != game.Play {
		t.Errorf("answered: %d", code)
	}
}

// TestNoIdleButtons: what can't work isn't offered: to read the last minute again in the base time, life
// and death after a loss by ruling, sealing and reading by hand after the end (D21.4, D22.5, C14).
func TestNoIdleButtons(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "moves", "yes")
	h.do("referee", "start", "sure", "no clock")
	if said := h.text("referee", table1); strings.Contains(said, "Read the last minute again") || !strings.Contains(said, table1+"/read") {
		t.Error("the base time is read again, or there is no reading by hand")
	}
	h.do("referee", "resign", "side", "B")
	said := h.text("referee", table1)
	for _, idle := range []string{"Disagreement on life and death", table1 + "/read", table1 + "/seal"} {
		if strings.Contains(said, idle) || strings.Contains(h.text("referee", table1+"/record"), idle) {
			t.Errorf("an ended game offers %q", idle)
		}
	}
}

// TestProtocolTime: a game by the table's own clock has the time of the regulations (2002 art. 12.4).
func TestProtocolTime(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t, "own", "yes")
	if said := h.text("referee", table1+"/protocol"); !strings.Contains(said, "time by the table’s own clock, 5 min") {
		t.Error("the protocol doesn't tell the time of the regulations")
	}
}

// TestOneNextAct: an open claim is the next act of its table's page, before what the game asks for, and the
// likely cases give way to it.
func TestOneNextAct(t *testing.T) {
	h := newPlay(t)
	acts := func(page string) int {
		return strings.Count(page, `class="btn act"`) + strings.Count(page, `<button class="act"`)
	}
	likely := table1 + `/rule/phoneRing"`
	if page := h.text("referee", table1); acts(page) != 0 || !strings.Contains(page, likely) {
		t.Errorf("a running game has %d next acts, its likely cases: %v", acts(page), strings.Contains(page, likely))
	}
	h.do("referee", "propose", "side", "B")
	h.do("referee", "agree", "side", "W")
	if page := h.text("referee", table1); acts(page) != 1 || !strings.Contains(page, `class="btn act" href="`+table1+`/count"`) {
		t.Errorf("a game to be counted has %d next acts", acts(page))
	}
	h.do("referee", "claim", "side", "W", "case", "talking")
	if page := h.text("referee", table1); acts(page) != 1 || !strings.Contains(page, `class="btn act" href="`+table1+`/rule/talking?claim=1`) || strings.Contains(page, likely) {
		t.Errorf("a claim among %d next acts", acts(page))
	}
}

// TestSeatsNotedLate (2002 art. 17.1): after move 10 the colours stay as they are played, and who really holds
// Black is still noted, so that the result is his; the refused ruling leads there.
func TestSeatsNotedLate(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	h.do("referee", "start", "sure", "no clock")
	id, _, err := h.office.GameAt(t.Context(), office.Table{Division: h.division, Round: 1, Table: 1})
	must(t, err)
	for i := range 12 {
		side := []rules.Side{rules.Black, rules.White}[i%2]
		must(t, h.office.DoGame(t.Context(), h.referee(), id, office.GameOrder{Command: game.Press{Side: side}}))
	}
	page := h.text("referee", table1)
	if n := strings.Count(page, table1+"/do/seats"); n != 1 || !strings.Contains(page, "After move 10 the game stays") || strings.Contains(page, table1+`/rule/wrongColours"`) {
		t.Errorf("after move 10 the page has %d keys to note who holds Black", n)
	}
	if code, body := h.rule("referee", "wrongColours"); code != 409 || !strings.Contains(body, table1+"#seats") {
		t.Errorf("refused with %d, and it leads nowhere", code)
	}
	if code := h.do("referee", "seats"); code != 303 {
		t.Fatalf("noted: %d", code)
	}
	if page := h.text("referee", table1); !strings.Contains(page, "They sit right; take it back") {
		t.Error("what was noted can't be taken back")
	}
	h.do("referee", "resign", "side", "W") // who sits at White is Black by the pairing
	for _, side := range []string{"B", "W", ""} {
		h.do("referee", "confirm", "side", side, "outcome", "B+R")
	}
	d, err := h.office.Division(t.Context(), h.division)
	must(t, err)
	if got := d.Round(1).Results[1].Outcome.String(); got != "W+R" {
		t.Errorf("the round has %q", got)
	}
}

// hiddenSure is the answer that a page's question offers.
func hiddenSure(page string) string {
	_, rest, _ := strings.Cut(page, `name="sure" value="`)
	value, _, _ := strings.Cut(rest, `"`)
	return html.UnescapeString(value)
}

// TestOddReadings (2002 art. 22.8): readings of our own clock that it doesn't show, or that don't go with the time
// that passed, are asked about with what is known, and change nothing before.
func TestOddReadings(t *testing.T) {
	h := newHall(t)
	h.roundRuns(t)
	h.open(t)
	h.do("referee", "start", "sure", "no clock")
	form := []string{"against", "B", "choice", "", "readB", "10:00", "readW", "30:00", "elapsed", "0:30"}
	code, page := h.rule("referee", "clockFault", form...)
	if code != 409 || !strings.Contains(page, "Black 10 min and White 30 min in 30 s") || len(h.gameOf(t).Rulings) != 0 {
		t.Fatalf("asked with %d", code)
	}
	if code, _ := h.rule("referee", "clockFault", append(form, "sure", hiddenSure(page))...); code != 303 || len(h.gameOf(t).Rulings) != 1 {
		t.Errorf("sure: %d", code)
	}
	h = newHall(t)
	h.roundRuns(t)
	h.open(t)
	h.do("referee", "start", "sure", "no clock")
	if code, page := h.rule("referee", "clockFault", "against", "B", "choice", "", "readB", "0:20", "readW", "0:10", "elapsed", "0:25"); code != 303 {
		t.Errorf("readings that may be: %d %s", code, page)
	}
}
