package office_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

const (
	black  = rules.Black
	white  = rules.White
	device = "tablet00001"
)

func official(role account.Role) office.Actor {
	return office.Actor{User: account.User{ID: "u-" + string(role)}, Roles: []account.Role{role}}
}

var (
	chief   = official(account.ChiefReferee)
	referee = official(account.Referee)
)

// floor is a hall in which round 1 of a division with four players was started: 20 minutes each, of
// which 3 are for the reading.
type floor struct {
	*testing.T
	st  *store.Store
	off *office.Office
}

func newFloor(t *testing.T, edition rules.Edition) *floor {
	t.Helper()
	return newFloorBy(t, edition, tournament.ByPairing)
}

func newFloorBy(t *testing.T, edition rules.Edition, colours tournament.Colours) *floor {
	t.Helper()
	ctx := context.Background()
	st, off := hall(t)
	f := &floor{t, st, off}
	system := clock.System{Kind: clock.Reserved, Base: 20 * time.Minute, Reserved: 3, Period: time.Minute}
	reg := tournament.Regulations{Edition: edition, Method: tournament.Swiss, Rounds: 3, Komi: 15, Time: system, Options: tournament.DefaultOptions(string(edition)), Colours: colours}
	_, err := off.CreateDivision(ctx, admin, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "乙组", Regulations: reg}})
	f.must(err)
	players := []tournament.Entry{{Name: "甲一"}, {Name: "乙二"}, {Name: "丙三"}, {Name: "丁四"}, {Name: "戊五"}}
	f.hall("", tournament.AddEntries{Source: "form", Entries: players}, tournament.Draw{How: "given"},
		tournament.PrepareRound{Seed: "1"}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1})
	return f
}

func (f *floor) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// hall carries out commands on the division by who was asked about the games that are going on.
func (f *floor) hall(reason string, commands ...tournament.Command) {
	f.Helper()
	for _, c := range commands {
		_, err := f.off.Do(context.Background(), admin, "d-2", office.Order{Reason: reason, Command: c, Asked: []int{1, 2}})
		f.must(err)
	}
}

func (f *floor) division() *tournament.Division {
	f.Helper()
	d, err := f.off.Division(context.Background(), "d-2")
	f.must(err)
	return d
}

func (f *floor) round() *tournament.Round {
	f.Helper()
	return f.division().Round(1)
}

// open begins the game of a table.
func (f *floor) open(table int, setup office.GameSetup) string {
	f.Helper()
	id, err := f.off.OpenGame(context.Background(), referee, office.Table{Division: "d-2", Round: 1, Table: table}, setup, "")
	f.must(err)
	return id
}

func (f *floor) at(table int) (id string, exists bool) {
	f.Helper()
	id, exists, err := f.off.GameAt(context.Background(), office.Table{Division: "d-2", Round: 1, Table: table})
	f.must(err)
	return id, exists
}

// do carries out commands of an official.
func (f *floor) do(actor office.Actor, id, reason string, commands ...game.Command) {
	f.Helper()
	for _, c := range commands {
		if err := f.off.DoGame(context.Background(), actor, id, office.GameOrder{Reason: reason, Command: c, Sure: true}); err != nil {
			f.Fatalf("%T: %v", c, err)
		}
	}
}

// refused wants a command to be refused with a message, and nothing to be written.
func (f *floor) refused(actor office.Actor, id, reason, key string, c game.Command) {
	f.Helper()
	before := f.heads(id)
	if err := f.off.DoGame(context.Background(), actor, id, office.GameOrder{Reason: reason, Command: c}); fault.KeyOf(err) != key {
		f.Errorf("%T: %v, want %s", c, err, key)
	}
	if after := f.heads(id); after != before {
		f.Errorf("%T was refused and wrote: %v to %v", c, before, after)
	}
}

// heads are those of a game and of its division.
func (f *floor) heads(id string) [2]int64 {
	f.Helper()
	heads, err := f.st.Heads(context.Background(), []string{id, "d-2"})
	f.must(err)
	return [2]int64{heads[id], heads["d-2"]}
}

func (f *floor) look(id string) (*game.Game, office.GamePlace) {
	f.Helper()
	var state *game.Game
	var place office.GamePlace
	f.must(f.off.Game(context.Background(), id, func(g *game.Game, p office.GamePlace) error { state, place = g, p; return nil }))
	return state, place
}

// sign lets both players and the referee confirm the result as it stands.
func (f *floor) sign(id string) {
	f.Helper()
	g, _ := f.look(id)
	for _, side := range []rules.Side{black, white, rules.NoSide} {
		f.do(referee, id, "", game.Confirm{Side: side, Outcome: g.Result.Outcome})
	}
}

func at(text string) game.Instant {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return game.Instant(d)
}

// log writes entries of a device's log, from number n on.
func log(n int64, entries ...any) []office.Press {
	var all []office.Press
	for i := 0; i < len(entries); i += 2 {
		all = append(all, office.Press{N: n + int64(i/2), At: at(entries[i].(string)), Command: entries[i+1].(game.Command)})
	}
	return all
}

// TestGameOfATable: a table's game follows from its pair; opening it twice gives one record, and its
// terms are those of the regulations and the pair.
func TestGameOfATable(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	pair, _ := f.round().Pair(1)
	id, exists := f.at(1)
	if id != "g-d-2-1-1.3" || exists || pair.Black != 1 || pair.White != 3 {
		t.Fatalf("table 1 of %+v has %s, %v", pair, id, exists)
	}
	for range 2 {
		if got := f.open(1, office.GameSetup{}); got != id {
			t.Errorf("opened %s", got)
		}
		if got, err := f.off.SitDown(ctx, office.Table{Division: "d-2", Round: 1, Table: 1}); got != id || err != nil {
			t.Errorf("a device sits down at %s, %v", got, err)
		}
	}
	g, place := f.look(id)
	if place != (office.GamePlace{Division: "d-2", Round: 1, First: 1, Second: 3, Table: 1, Version: 1}) {
		t.Errorf("it stands at %+v", place)
	}
	if g.Terms.Komi != 15 || g.Terms.System.Kind != clock.Reserved || g.Terms.Mode != game.Hall || !g.Terms.Referee || !g.Terms.Press || g.Terms.Moves || g.Players[game.First] != (game.Player{ID: "1"}) {
		t.Errorf("terms %+v, players %+v", g.Terms, g.Players)
	}
	if f.heads(id)[0] != 1 {
		t.Errorf("%d events", f.heads(id)[0])
	}
	row, err := f.st.Stream(ctx, id)
	if err != nil || row.Kind != office.KindGame || row.Parent != "d-2" || row.State != "ready" || row.Title != "1-1.3" {
		t.Errorf("row %+v, %v", row, err)
	}
	for _, other := range []string{"g-d-2-1-1", "g-d-2-1-1.3.1", "g-d-2-1-01.3", "g-d-2-1-1.3.2.4", "d-2", "g-"} {
		if err := f.off.Game(ctx, other, nil); fault.KeyOf(err) != "fault.office.noGame" {
			t.Errorf("%s: %v", other, err)
		}
	}
	for _, c := range []struct {
		at  office.Table
		key string
	}{
		{office.Table{Division: "d-2", Round: 1, Table: 9}, "fault.tournament.noTable"},
		{office.Table{Division: "d-2", Round: 2, Table: 1}, "fault.tournament.noRound"},
		{office.Table{Division: "d-9", Round: 1, Table: 1}, "fault.tournament.noDivision"},
	} {
		if _, _, err := f.off.GameAt(ctx, c.at); fault.KeyOf(err) != c.key {
			t.Errorf("%+v: %v", c.at, err)
		}
	}
}

// TestAmendedPairs: a moved table keeps its game; other players, other colours and a round that is
// withdrawn and published anew have games of their own, and the old records stay.
func TestAmendedPairs(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	first := f.open(1, office.GameSetup{})
	f.hall("坏桌子", tournament.MoveTable{Round: 1, Table: 1, To: 7})
	if id, exists := f.at(7); id != first || !exists {
		t.Errorf("at the new table: %s, %v", id, exists)
	}
	if _, place := f.look(first); place.Table != 7 {
		t.Errorf("it stands at %+v", place)
	}
	f.hall("没来", tournament.Substitute{Round: 1, Out: 3, In: 5})
	if id, exists := f.at(7); id != "g-d-2-1-1.5" || exists {
		t.Errorf("after the substitution: %s, %v", id, exists)
	}
	if _, place := f.look(first); place.Table != 0 {
		t.Errorf("the old record stands at %+v", place)
	}
	f.do(referee, first, "", game.Start{}, game.Resign{Side: white})
	f.do(referee, first, "", game.Confirm{Side: black, Outcome: rules.Outcome{Winner: black, Manner: rules.Resigned}}, game.Confirm{Side: white, Outcome: rules.Outcome{Winner: black, Manner: rules.Resigned}})
	f.refused(referee, first, "", "fault.office.gameGone", game.Confirm{Outcome: rules.Outcome{Winner: black, Manner: rules.Resigned}})
	f.hall("颜色错", tournament.SwapPlayers{Round: 1, A: 2, B: 2})
	if id, _ := f.at(2); id != "g-d-2-1-2.4" && id != "g-d-2-1-4.2" {
		t.Errorf("after the swap: %s", id)
	}
}

// TestWithdrawnPublication: while a round isn't published its tables have no game; a record in which
// nothing has happened gives way when the regulations have become others.
func TestWithdrawnPublication(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	for table := range 2 {
		f.hall("", tournament.EnterResult{Round: 1, Table: table + 1, Outcome: rules.Outcome{Winner: black, Manner: rules.Plain}})
	}
	f.hall("", tournament.CloseRound{Round: 1}, tournament.PrepareRound{Seed: "2"}, tournament.CheckRound{Round: 2}, tournament.PublishRound{Round: 2})
	d, err := f.off.Division(ctx, "d-2")
	f.must(err)
	place := office.Table{Division: "d-2", Round: 2, Table: d.Round(2).Pairs[0].Table}
	was, err := f.off.OpenGame(ctx, referee, place, office.GameSetup{}, "")
	f.must(err)
	f.hall("改贴子", tournament.UnpublishRound{Round: 2})
	if _, _, err := f.off.GameAt(ctx, place); fault.KeyOf(err) != "fault.tournament.phase.prepared" {
		t.Errorf("of a withdrawn round: %v", err)
	}
	f.hall("", tournament.CheckRound{Round: 2}, tournament.PublishRound{Round: 2})
	if id, exists, err := f.off.GameAt(ctx, place); id != was || !exists || err != nil {
		t.Errorf("published anew: %s, %v, %v", id, exists, err)
	}
	reg := d.Reg
	reg.Time = clock.System{Kind: clock.Absolute, Base: time.Hour}
	f.hall("时间不够", tournament.DraftRegulations{Name: "乙组", Regulations: reg}, tournament.ApproveRegulations{})
	if id, exists, err := f.off.GameAt(ctx, place); id != was+".2" || exists || err != nil {
		t.Errorf("by other regulations: %s, %v, %v", id, exists, err)
	}
	now, err := f.off.SitDown(ctx, place)
	f.must(err)
	if g, _ := f.look(now); g.Terms.System.Kind != clock.Absolute {
		t.Errorf("the new record has %+v", g.Terms.System)
	}
	if id, err := f.off.OpenGame(ctx, referee, place, office.GameSetup{Moves: true}, ""); id != was+".3" || err != nil {
		t.Errorf("with moves: %s, %v", id, err)
	}
	if id, err := f.off.SitDown(ctx, place); id != was+".3" || err != nil {
		t.Errorf("the device sits down at %s, %v", id, err)
	}
	if err := f.off.DoGame(ctx, referee, was+".3", office.GameOrder{Command: game.Start{}, Sure: true}); fault.KeyOf(err) != "fault.tournament.phase.published" {
		t.Errorf("a game before its round: %v", err)
	}
	f.hall("", tournament.StartRound{Round: 2})
	f.do(referee, was+".3", "", game.Start{})
	if id, err := f.off.OpenGame(ctx, referee, place, office.GameSetup{}, ""); id != was+".3" || err != nil {
		t.Errorf("once it was begun: %s, %v", id, err)
	}
}

// TestPlayedAnew: a game that is ruled to be played anew has no result in the round; the pair's next
// game is another record (D20.3).
func TestPlayedAnew(t *testing.T) {
	f := newFloor(t, rules.Edition1988)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{}, game.Rule{Case: "longCycle", Choice: rules.RuledReplay})
	if next, exists := f.at(1); next != id+".2" || exists {
		t.Errorf("the next game is %s, %v", next, exists)
	}
	next := f.open(1, office.GameSetup{})
	f.do(referee, next, "", game.Start{}, game.Resign{Side: black})
	f.sign(next)
	if r := f.round().Results[1]; r.Outcome != (rules.Outcome{Winner: white, Manner: rules.Resigned}) {
		t.Errorf("the round has %+v", r)
	}
}

// TestResultFlows: a result confirmed by both and the referee is the round's, with the warnings of
// both sides, in one commit and by the referee who signed; until then the round has none (C16).
func TestResultFlows(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{}, game.Rule{Case: "talking", Choice: rules.Warned, Against: white})
	if noted := f.round().Noted[1]; noted != (tournament.Warnings{W: 1}) {
		t.Errorf("noted %+v", noted)
	}
	f.do(referee, id, "", game.ProposeEnd{Side: black}, game.AgreeEnd{Side: white}, game.EnterCount{Side: black, Area: 4 * 190})
	g, _ := f.look(id)
	outcome := g.Result.Outcome
	if outcome.Winner != black || outcome.Manner != rules.Counted {
		t.Fatalf("counted %+v", outcome)
	}
	f.do(referee, id, "", game.Confirm{Outcome: outcome}, game.Confirm{Side: black, Outcome: outcome})
	if len(f.round().Results) != 0 {
		t.Error("the round has a result before both have confirmed it")
	}
	before := f.heads(id)
	last, err := f.off.TakeLog(context.Background(), id, device, 1, log(1, "0s", game.Confirm{Side: white, Outcome: outcome}))
	if err != nil || last != 1 {
		t.Fatalf("%d, %v", last, err)
	}
	if after := f.heads(id); after != [2]int64{before[0] + 1, before[1] + 1} {
		t.Errorf("heads %v to %v", before, after)
	}
	r := f.round().Results[1]
	if r.Outcome != outcome || r.WarnW != 1 || r.WarnB != 0 || r.By != referee.User.ID {
		t.Errorf("the round has %+v", r)
	}
	f.refused(referee, id, "", "fault.rules.late", game.Rule{Case: "phoneRing", Against: black})
}

// TestDeskWasFirst: what the desk has entered stands; the last signature under another result is
// refused with what stands there, the same result is no second entry.
func TestDeskWasFirst(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{}, game.Resign{Side: white})
	outcome := rules.Outcome{Winner: black, Manner: rules.Resigned}
	f.do(referee, id, "", game.Confirm{Side: black, Outcome: outcome}, game.Confirm{Side: white, Outcome: outcome})
	f.hall("", tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: white, Manner: rules.Timeout}})
	f.refused(referee, id, "", "fault.tournament.resultDiffers", game.Confirm{Outcome: outcome})
	f.hall("", tournament.TakeBackResult{Round: 1, Table: 1}, tournament.EnterResult{Round: 1, Table: 1, Outcome: outcome})
	head := f.heads(id)
	f.do(referee, id, "", game.Confirm{Outcome: outcome})
	if after := f.heads(id); after != [2]int64{head[0] + 1, head[1]} {
		t.Errorf("heads %v to %v", head, after)
	}
	second := f.open(2, office.GameSetup{})
	f.hall("", tournament.EnterResult{Round: 1, Table: 2, Outcome: outcome})
	f.do(referee, second, "", game.Start{})
	f.refused(referee, second, "", "fault.tournament.warnEntered", game.Rule{Case: "talking", Choice: rules.Warned, Against: white})
}

// TestCorrectionsFlow: a confirmed result is changed by the chief referee alone, with a reason, and
// the round's with it (2002 art. 16.4, 23.1).
func TestCorrectionsFlow(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{}, game.Resign{Side: white})
	f.sign(id)
	slip := rules.Outcome{Winner: white, Manner: rules.Resigned}
	f.refused(referee, id, "笔误", "fault.game.confirmed", game.Correct{Outcome: slip})
	f.refused(chief, id, "", "fault.game.reason", game.Correct{Outcome: slip})
	f.do(official(account.Deputy), id, "笔误", game.Correct{Outcome: slip})
	r := f.round().Results[1]
	if r.Outcome != slip || len(r.Corrections) != 1 || r.Corrections[0].Reason != "笔误" || r.Corrections[0].By != "u-deputy" {
		t.Errorf("the round has %+v", r)
	}
	f.refused(chief, id, "", "fault.tournament.reason", game.Rule{Case: "cheating", Choice: rules.Cancelled, Against: white})
	f.do(chief, id, "查实作弊", game.Rule{Case: "cheating", Choice: rules.Cancelled, Against: white})
	if r := f.round().Results[1]; r.Outcome.Manner != rules.BothLost || r.Corrections[1].Reason != "查实作弊" {
		t.Errorf("cancelled: %+v", r)
	}
}

// TestWrongColours: the round has results by the assigned colours, whoever sat behind the black
// stones (D17.1).
func TestWrongColours(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.NoteSeats{Black: game.Second}, game.Start{}, game.Rule{Case: "talking", Choice: rules.Warned, Against: black}, game.Resign{Side: white})
	f.sign(id)
	if r := f.round().Results[1]; r.Outcome != (rules.Outcome{Winner: white, Manner: rules.Resigned}) || r.WarnW != 1 || r.WarnB != 0 {
		t.Errorf("the stones of White's player won: %+v", r)
	}
}

// TestOwnClock: at a table with a clock of its own the referee's word stands for what it shows, and
// no ruling is refused for want of a flag (D22.5, D22.9).
func TestOwnClock(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{Own: true})
	f.do(referee, id, "", game.Start{}, game.Pause{Black: at("28m34s"), White: at("31m26s")})
	g, _ := f.look(id)
	if g.Break.Black != at("28m34s") || g.Break.White != at("31m26s") {
		t.Errorf("the readings are %+v", g.Break)
	}
	for _, side := range []rules.Side{black, white} {
		f.do(referee, id, "", game.ConfirmReadings{Side: side, Black: at("28m34s"), White: at("31m26s")})
	}
	f.do(referee, id, "", game.Resume{}, game.MakeClaim{Side: white, Case: "overrunLastMinute"},
		game.Rule{Case: "overrunLastMinute", Choice: rules.MovePass, Against: white, Claim: 1})
	if _, n := f.look(id); n.Table != 1 {
		t.Error("the game left its table")
	}
	f.do(referee, id, "", game.RuleFlag{Against: white})
	if g, _ := f.look(id); g.Result.Outcome.Winner != black || g.Result.Article != "12" && g.Result.Article == "" {
		t.Errorf("the result is %+v", g.Result)
	}
	second := f.open(2, office.GameSetup{})
	f.do(referee, second, "", game.Start{})
	f.refused(referee, second, "", "fault.game.noFlag", game.RuleFlag{Against: white})
}

// TestGameAbilities: who keeps records may record the course of a game, officials what is theirs.
func TestGameAbilities(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	place := office.Table{Division: "d-2", Round: 1, Table: 1}
	for _, role := range []account.Role{account.Organiser, account.PairingOfficer} {
		if _, err := f.off.OpenGame(ctx, official(role), place, office.GameSetup{}, ""); fault.CodeOf(err) != fault.Forbidden {
			t.Errorf("%s opens a game: %v", role, err)
		}
	}
	if _, err := f.off.OpenGame(ctx, office.Actor{}, place, office.GameSetup{}, ""); fault.CodeOf(err) != fault.SignIn {
		t.Errorf("a guest opens a game: %v", err)
	}
	recorder := official(account.Recorder)
	id, err := f.off.OpenGame(ctx, recorder, place, office.GameSetup{Moves: true}, "")
	f.must(err)
	f.do(recorder, id, "", game.Start{}, game.Move{Side: black, Point: 0})
	f.refused(recorder, id, "", "fault.forbidden", game.Pause{})
	f.refused(office.Actor{}, id, "", "fault.signIn", game.Press{Side: black})
	f.refused(referee, id, "", "fault.rules.official", game.Rule{Case: "phoneLook", Against: black})
	f.do(official(account.Deputy), id, "", game.Rule{Case: "phoneLook", Against: black})
}

// TestOwnGames: where referees enter at their own tables only, another one's game is recorded by whoever
// keeps records, and ruled by its referee, a deputy or the chief referee (roles, referee).
func TestOwnGames(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	other := office.Actor{User: account.User{ID: "u-other", Name: "b"}, Roles: []account.Role{account.Referee}}
	id, err := f.off.OpenGame(ctx, other, office.Table{Division: "d-2", Round: 1, Table: 1}, office.GameSetup{Moves: true}, "")
	f.must(err)
	for _, c := range []tournament.HallCommand{tournament.AssignReferee{User: referee.User.ID, Name: "a", Division: "d-2", From: 1, To: 1}, tournament.SetInfo{Info: tournament.Info{Name: "春季赛", OwnTables: true}}} {
		f.must(f.off.DoHall(ctx, admin, "t-1", office.HallOrder{Command: c}))
	}
	f.do(other, id, "", game.Start{}, game.Move{Side: black, Point: 0})
	f.refused(other, id, "", "fault.office.otherTable", game.Pause{})
	f.do(referee, id, "", game.Pause{})
	f.do(official(account.Deputy), id, "", game.NoteSeats{})
}

// TestTakeLog: a device's log is taken whole or not at all; what was taken is answered again and not
// taken again; a gap, a wrong order and what the rules refuse are each told with the entry.
func TestTakeLog(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	take := func(from int64, entries []office.Press) (int64, error) {
		return f.off.TakeLog(ctx, id, device, from, entries)
	}
	begin := log(1, "0s", game.Start{}, "61.25s", game.Press{Side: black}, "70s", game.Press{Side: white})
	for range 2 {
		if last, err := take(1, begin); last != 3 || err != nil {
			t.Fatalf("%d, %v", last, err)
		}
	}
	if head := f.heads(id)[0]; head != 4 {
		t.Errorf("%d events", head)
	}
	for _, c := range []struct {
		name string
		from int64
		log  []office.Press
		key  string
		n    int64
	}{
		{"a gap", 5, log(5, "80s", game.Press{Side: black}), "fault.live.gap", 0},
		{"out of order", 4, append(log(4, "80s", game.Press{Side: black}), log(6, "81s", game.Press{Side: white})...), "fault.office.logOrder", 0},
		{"before what is known", 4, log(4, "69s", game.Press{Side: black}), "fault.game.order", 4},
		{"back in time", 4, log(4, "80s", game.Press{Side: black}, "79s", game.Press{Side: white}), "fault.game.order", 5},
		{"the side not to move", 4, log(4, "80s", game.Press{Side: white}), "fault.game.clock", 4},
		{"two presses at once", 4, log(4, "80s", game.Press{Side: black}, "80s", game.Press{Side: black}), "fault.game.clock", 5},
		{"after the flag", 4, log(4, "30m", game.Press{Side: black}), "fault.game.flagged", 4},
		{"a good one before a bad one", 4, log(4, "80s", game.Press{Side: black}, "25m", game.Press{Side: white}), "fault.game.flagged", 5},
		{"a ruling", 4, log(4, "80s", game.Rule{Case: "talking", Choice: rules.Warned, Against: white}), "fault.game.official", 4},
	} {
		last, err := take(c.from, c.log)
		var refused *office.Refused
		if last != 0 || fault.KeyOf(err) != c.key || errors.As(err, &refused) != (c.n > 0) || c.n > 0 && refused.N != c.n {
			t.Errorf("%s: %d, %v", c.name, last, err)
		}
		if head := f.heads(id)[0]; head != 4 {
			t.Fatalf("%s: %d events", c.name, head)
		}
	}
	if _, err := f.off.TakeLog(ctx, id, "no device", 4, nil); fault.KeyOf(err) != "fault.office.device" {
		t.Errorf("a device without a name: %v", err)
	}
	again := office.New(f.st, time.Now, "0.1.0")
	if n, err := again.LastEntry(ctx, id, device); n != 3 || err != nil {
		t.Errorf("after a start anew: %d, %v", n, err)
	}
	if last, err := again.TakeLog(ctx, id, device, 2, append(begin[1:], log(4, "80s", game.Press{Side: black})...)); last != 4 || err != nil {
		t.Errorf("the rest: %d, %v", last, err)
	}
}

// TestEntryWithoutEffect: an entry that changes nothing keeps its place in the log, also after a start
// anew.
func TestEntryWithoutEffect(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	if last, err := f.off.TakeLog(ctx, id, device, 1, log(1, "0s", game.Start{}, "1s", game.CallReferee{}, "2s", game.CallReferee{})); last != 3 || err != nil {
		t.Fatalf("%d, %v", last, err)
	}
	again := office.New(f.st, time.Now, "0.1.0")
	if last, err := again.TakeLog(ctx, id, device, 4, log(4, "3s", game.Press{Side: black})); last != 4 || err != nil {
		t.Errorf("%d, %v", last, err)
	}
}

// TestPauseAtTheTable: the table's device stops and starts the clocks for the referee at the table;
// both confirm the readings before play goes on (D22.9).
func TestPauseAtTheTable(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	read := func(side rules.Side) game.Command {
		return game.ConfirmReadings{Side: side, Black: at("60s"), White: 0}
	}
	last, err := f.off.TakeLog(context.Background(), id, device, 1, log(1, "0s", game.Start{}, "60s", game.Pause{}, "70s", read(black), "75s", read(white), "90s", game.Resume{}))
	if last != 5 || err != nil {
		t.Fatalf("%d, %v", last, err)
	}
	if g, _ := f.look(id); g.Phase != game.Play || g.Time(at("100s")).Black.Used != 70*time.Second {
		t.Errorf("%s, %+v", g.Phase, g.Time(at("100s")).Black)
	}
}

// TestPreview: a preview shows what an order would do and is refused as the order would be; nothing
// is written.
func TestPreview(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{}, game.Rule{Case: "talking", Choice: rules.Warned, Against: white})
	head := f.heads(id)
	warn := office.GameOrder{Command: game.Rule{Case: "smoking", Against: white}}
	shown := 0
	f.must(f.off.PreviewGame(ctx, referee, id, warn, func(before, after *game.Game) error {
		shown++
		if before.Phase != game.Play || after.Phase != game.Result || after.Result.Outcome.Winner != black || before.Warnings[game.Second] != 1 {
			t.Errorf("%s, then %s with %+v", before.Phase, after.Phase, after.Result)
		}
		return nil
	}))
	if after := f.heads(id); shown != 1 || after != head {
		t.Errorf("shown %d times, heads %v to %v", shown, head, after)
	}
	f.hall("", tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: black, Manner: rules.Plain}})
	if err := f.off.PreviewGame(ctx, referee, id, warn, nil); fault.KeyOf(err) != "fault.tournament.warnEntered" {
		t.Errorf("with a result at the desk: %v", err)
	}
}

// TestRuledMeanwhile (2002 art. 24.2, 1988 art. 25.2): two officials who rule the same incident don't
// make two warnings of it: an order that rests on what was shown is refused once somebody has ruled since,
// and isn't by the course of play.
func TestRuledMeanwhile(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{})
	g, _ := f.look(id)
	warn := office.GameOrder{Command: game.Rule{Case: "wrongCapture", Against: white}, Seen: g.Head()}
	f.do(referee, id, "", game.Press{Side: black}, game.CallReferee{Side: black})
	f.must(f.off.DoGame(ctx, referee, id, warn))
	err := f.off.DoGame(ctx, chief, id, warn)
	if fault.KeyOf(err) != "fault.office.ruledMeanwhile" || fault.ArgOf(err, "by") != "u-referee" {
		t.Fatalf("the second ruling: %v", err)
	}
	g, _ = f.look(id)
	if g.Warnings != [2]int{0, 1} || g.Phase != game.Play {
		t.Errorf("%v warnings, %s", g.Warnings, g.Phase)
	}
	warn.Seen = g.Head()
	f.do(chief, id, "查过录像", game.Revoke{ID: 1})
	if err := f.off.DoGame(ctx, referee, id, warn); fault.KeyOf(err) != "fault.office.changedMeanwhile" {
		t.Errorf("after a ruling was taken back: %v", err)
	}
	g, _ = f.look(id)
	warn.Seen = g.Head()
	f.do(referee, id, "", game.Resign{Side: black})
	if err := f.off.DoGame(ctx, referee, id, warn); fault.KeyOf(err) != "fault.office.changedMeanwhile" {
		t.Errorf("after the game was resigned: %v", err)
	}
	warn.Seen = 0
	f.must(f.off.DoGame(ctx, referee, id, warn))
}

// TestTableOfTwoDivisions: where two divisions have a table of the same number, it is the one without a
// result that is played at; with results alone, the one whose game goes on (D19, 2002 art. 19).
func TestTableOfTwoDivisions(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	_, err := f.off.CreateDivision(ctx, admin, "d-3", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "丙组", Regulations: f.division().Reg}})
	f.must(err)
	for _, c := range []tournament.Command{
		tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "己六"}, {Name: "庚七"}}}, tournament.Draw{How: "given"},
		tournament.PrepareRound{Seed: "1"}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
	} {
		_, err := f.off.Do(ctx, admin, "d-3", office.Order{Command: c})
		f.must(err)
	}
	now := func(want string) {
		t.Helper()
		at, found, err := f.off.TableNow(ctx, "t-1", 1)
		if err != nil || !found || at.Division != want {
			t.Errorf("table 1 is in %q, want %s: %v", at.Division, want, err)
		}
	}
	won := tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: black, Manner: rules.Plain}}
	now("d-2")
	f.hall("", won)
	now("d-3")
	id, err := f.off.SitDown(ctx, office.Table{Division: "d-3", Round: 1, Table: 1})
	f.must(err)
	f.do(referee, id, "", game.Start{})
	_, err = f.off.Do(ctx, admin, "d-3", office.Order{Command: won, Asked: []int{1}})
	f.must(err)
	now("d-3")
	_, err = f.off.SitDown(ctx, office.Table{Division: "d-2", Round: 1, Table: 1})
	if fault.KeyOf(err) != "fault.office.resultStands" {
		t.Errorf("a game where a result stands: %v", err)
	}
	f.hall("", tournament.EnterResult{Round: 1, Table: 2, Outcome: won.Outcome})
	if _, found, err := f.off.TableNow(ctx, "t-1", 2); found || fault.KeyOf(err) != "fault.office.resultStands" {
		t.Errorf("a table with a result alone: %v", err)
	}
}

// heldBack is a journal whose appends to one stream wait for a sign.
type heldBack struct {
	*store.Store
	stream           string
	entered, release chan struct{}
}

func (h *heldBack) Append(ctx context.Context, writes ...journal.Write) ([]journal.Event, error) {
	if writes[0].Stream == h.stream {
		h.entered <- struct{}{}
		<-h.release
	}
	return h.Store.Append(ctx, writes...)
}

// TestPressesDontWait: while the round's desk is busy, presses are taken; a result waits for it.
func TestPressesDontWait(t *testing.T) {
	ctx := context.Background()
	f := newFloor(t, rules.Edition2002)
	id := f.open(1, office.GameSetup{})
	slow := &heldBack{Store: f.st, stream: "d-2", entered: make(chan struct{}), release: make(chan struct{})}
	off := office.New(slow, time.Now, "0.1.0")
	done := make(chan error)
	go func() {
		_, err := off.Do(ctx, admin, "d-2", office.Order{Command: tournament.EnterResult{Round: 1, Table: 2, Outcome: rules.Outcome{Winner: black, Manner: rules.Plain}}})
		done <- err
	}()
	<-slow.entered
	if last, err := off.TakeLog(ctx, id, device, 1, log(1, "0s", game.Start{}, "3s", game.Press{Side: black})); last != 2 || err != nil {
		t.Errorf("%d, %v", last, err)
	}
	close(slow.release)
	f.must(<-done)
}

// TestGamesAreWatched: who listens is told of what is appended to games and, with it, to rounds.
func TestGamesAreWatched(t *testing.T) {
	f := newFloor(t, rules.Edition2002)
	seen := map[string]int{}
	for range 2 {
		f.off.Watch(func(events []journal.Event) {
			for _, e := range events {
				seen[e.Stream]++
			}
		})
	}
	id := f.open(1, office.GameSetup{})
	f.do(referee, id, "", game.Start{}, game.Rule{Case: "talking", Choice: rules.Warned, Against: white})
	if seen[id] != 6 || seen["d-2"] != 2 {
		t.Errorf("told %v", seen)
	}
}

// TestStartWithoutClock: the start of a game by our clock at a table where no device sits is asked about,
// whoever gives it; it isn't where a device sits, the table has a clock of its own, or it was answered. What
// the game refuses is refused at once (design.md, Time).
func TestStartWithoutClock(t *testing.T) {
	for _, c := range []struct {
		name   string
		setup  office.GameSetup
		sits   bool
		order  office.GameOrder
		actor  office.Actor
		begun  bool
		refuse string
	}{
		{"no device", office.GameSetup{}, false, office.GameOrder{}, referee, false, "fault.office.noClock"},
		{"by a recorder", office.GameSetup{Moves: true}, false, office.GameOrder{}, office.Actor{User: account.User{ID: "u-9"}, Roles: []account.Role{account.Recorder}}, false, "fault.office.noClock"},
		{"answered", office.GameSetup{}, false, office.GameOrder{Sure: true}, referee, false, ""},
		{"a device", office.GameSetup{}, true, office.GameOrder{}, referee, false, ""},
		{"a clock of its own", office.GameSetup{Own: true}, false, office.GameOrder{}, referee, false, ""},
		{"begun already", office.GameSetup{}, false, office.GameOrder{}, referee, true, "fault.game.phase"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFloor(t, rules.Edition2002)
			id := f.open(1, c.setup)
			if c.sits {
				f.must(f.off.SeatClock(t.Context(), "t-1", 1, device))
			}
			if c.begun {
				f.do(referee, id, "", game.Start{})
			}
			c.order.Command = game.Start{}
			before := f.heads(id)
			err := f.off.DoGame(t.Context(), c.actor, id, c.order)
			if key := fault.KeyOf(err); !strings.HasPrefix(key, c.refuse) || c.refuse == "" && err != nil {
				t.Fatalf("%v, want %s", err, c.refuse)
			}
			if c.refuse != "" && f.heads(id) != before {
				t.Error("something was written")
			}
			if c.refuse == "fault.office.noClock" && (fault.CodeOf(err) != fault.Conflict || fault.ArgOf(err, "table") != 1) {
				t.Errorf("%v", err)
			}
		})
	}
}
