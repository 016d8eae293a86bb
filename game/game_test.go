package game_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

const (
	black = rules.Black
	white = rules.White
)

// table is a game with its time keeper: it decides commands, sends every event through JSON and
// applies it.
type table struct {
	t   *testing.T
	g   *game.Game
	now time.Duration
	log []game.Event
	// reasons are those of the envelopes.
	reasons []string
}

var (
	referee = game.Context{By: rules.Referee}
	chief   = game.Context{By: rules.ChiefReferee, Reason: "as the referees saw it"}
)

// sit begins a game by an edition with its clock running; change may change the terms.
func sit(t *testing.T, e rules.Edition, change func(*game.Terms)) *table {
	t.Helper()
	x := setOut(t, e, change)
	x.do(game.Start{})
	return x
}

// setOut begins a game whose first player was assigned Black.
func setOut(t *testing.T, e rules.Edition, change func(*game.Terms)) *table {
	t.Helper()
	x := &table{t: t, g: &game.Game{}}
	x.do(game.Create{Terms: terms(t, e, change), Players: players})
	return x
}

var players = [2]game.Player{{ID: "p1", Name: "甲一"}, {ID: "p2", Name: "乙二"}}

// terms are the edition's with 2 hours of which 5 minutes are reserved, one act a move, and change.
func terms(t *testing.T, e rules.Edition, change func(*game.Terms)) game.Terms {
	t.Helper()
	system := clock.System{Kind: clock.Reserved, Base: 2 * time.Hour, Reserved: 5, Period: time.Minute}
	terms, err := game.TermsOf(e, clock.SeparateVenue, system)
	if err != nil {
		t.Fatal(err)
	}
	terms.Press = false
	if change != nil {
		change(&terms)
	}
	return terms
}

func absolute(base time.Duration) clock.System { return clock.System{Kind: clock.Absolute, Base: base} }

// onBoard starts from no handicap on a small board.
func onBoard(size int) func(*game.Terms) {
	return func(t *game.Terms) { t.Size = size }
}

func online(t *game.Terms) { t.Mode, t.Press, t.Referee = game.Online, false, false }

// try decides a command and returns its events, applied, or the fault.
func (x *table) try(cmd game.Command, c ...game.Context) ([]game.Event, error) {
	x.t.Helper()
	ctx := game.Context{}
	if len(c) > 0 {
		ctx = c[0]
	}
	ctx.At = game.Instant(x.now)
	events, err := x.g.Decide(cmd, ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		body, err := json.Marshal(e)
		if err != nil {
			x.t.Fatalf("%s: %v", e.EventType(), err)
		}
		back, err := game.Decode(e.EventType(), body)
		if err != nil {
			x.t.Fatalf("%s %s: %v", e.EventType(), body, err)
		}
		x.log, x.reasons = append(x.log, back), append(x.reasons, ctx.Reason)
		if err := x.g.Apply(game.Recorded{Event: back, Seq: int64(len(x.log)), Reason: ctx.Reason}); err != nil {
			x.t.Fatalf("%s %s: %v", e.EventType(), body, err)
		}
	}
	return events, nil
}

func (x *table) do(cmd game.Command, c ...game.Context) []game.Event {
	x.t.Helper()
	events, err := x.try(cmd, c...)
	if err != nil {
		x.t.Fatalf("%T%+v: %v", cmd, cmd, err)
	}
	return events
}

// refused wants a command to be refused with a key, an article and no event.
func (x *table) refused(key, article string, cmd game.Command, c ...game.Context) {
	x.t.Helper()
	before := snapshot(x.g, x.now)
	_, err := x.try(cmd, c...)
	if got := fault.KeyOf(err); err == nil || got != key {
		x.t.Fatalf("%T%+v: %v, want %s", cmd, cmd, err, key)
	}
	if got := fmt.Sprint(fault.ArgOf(err, "article")); article != "" && got != article {
		x.t.Errorf("%T: cites %s, want %s", cmd, got, article)
	}
	if after := snapshot(x.g, x.now); after != before {
		x.t.Errorf("%T: refused, yet the state moved\n%s\n%s", cmd, before, after)
	}
	for _, lang := range i18n.Langs {
		if words := i18n.For(lang).Fault(err); strings.ContainsAny(words, "{}⟦%") {
			x.t.Errorf("%s in %s: %s", key, lang, words)
		}
	}
}

// wait lets time pass.
func (x *table) wait(d time.Duration) { x.now += d }

// play makes moves in turn, "pass" among them, a second each.
func (x *table) play(points string) {
	x.t.Helper()
	for _, p := range strings.Fields(points) {
		x.wait(time.Second)
		x.do(game.Move{Side: x.g.ToMove(), Point: x.at(p)})
	}
}

func (x *table) at(text string) weiqi.Point {
	x.t.Helper()
	p, err := weiqi.ParseGTP(text, x.g.Terms.Size, x.g.Terms.Size)
	if err != nil {
		x.t.Fatal(err)
	}
	return p
}

func (x *table) points(text string) []weiqi.Point {
	x.t.Helper()
	var all []weiqi.Point
	for _, p := range strings.Fields(text) {
		all = append(all, x.at(p))
	}
	return all
}

// wants holds phase, result and warnings of Black and White.
func (x *table) wants(phase game.Phase, outcome string, warnBlack, warnWhite int) {
	x.t.Helper()
	if x.g.Phase != phase || x.g.Result.Outcome.String() != outcome {
		x.t.Errorf("%s %q, want %s %q", x.g.Phase, x.g.Result.Outcome, phase, outcome)
	}
	if got := [2]int{x.g.Warnings[x.g.Holds(black)], x.g.Warnings[x.g.Holds(white)]}; got != [2]int{warnBlack, warnWhite} {
		x.t.Errorf("warnings %v, want %d and %d", got, warnBlack, warnWhite)
	}
}

// board wants the position to be the one drawn.
func (x *table) board(drawing string) {
	x.t.Helper()
	want, err := weiqi.ParseBoard(drawing)
	if err != nil {
		x.t.Fatal(err)
	}
	if !x.g.Board().Equal(want) {
		x.t.Errorf("the board is\n%swant\n%s", x.g.Board(), want)
	}
}

// end has both agree that play is over.
func (x *table) end() {
	x.t.Helper()
	side := x.g.ToMove()
	x.do(game.ProposeEnd{Side: side})
	x.do(game.AgreeEnd{Side: side.Other()})
}

// confirm has both players and the referee sign.
func (x *table) confirm() {
	x.t.Helper()
	o := x.g.Result.Outcome
	x.do(game.Confirm{Side: black, Outcome: o})
	x.do(game.Confirm{Side: white, Outcome: o})
	x.do(game.Confirm{Outcome: o}, referee)
}

// left is what a side has of its base time.
func (x *table) left(side rules.Side) time.Duration {
	s := x.g.Time(game.Instant(x.now))
	if side == white {
		return s.White.Main
	}
	return s.Black.Main
}

// both runs a test by both editions.
func both(t *testing.T, f func(t *testing.T, e rules.Edition)) {
	for _, e := range rules.Editions {
		t.Run(string(e), func(t *testing.T) { f(t, e) })
	}
}

// cites is "2002 art. x" or "1988 art. y", by the edition.
func cites(e rules.Edition, in2002, in1988 string) string {
	if e == rules.Edition1988 {
		return "1988 art. " + in1988
	}
	return "2002 art. " + in2002
}

// snapshot is everything that can be seen of a state at a moment.
func snapshot(g *game.Game, now time.Duration) string {
	if g.Phase == "" {
		return ""
	}
	text := fmt.Sprintf("%+v %s %s %d%d %+v %v %v %v %v %v %+v %v %s\n%s%+v", g.Terms.Mode, g.Phase, g.ToMove(), g.Assigned, g.Black, g.Turns,
		g.Claims, g.Warnings, g.Proposal, g.GaveUp, g.Called, g.Result, g.Cancelled, g.Again, g.Board(), g.Time(game.Instant(now)))
	for _, part := range []any{g.Rulings, g.Break, g.Ending, g.Nigiri, g.Terms} {
		body, _ := json.Marshal(part)
		text += "\n" + string(body)
	}
	return text
}

// setUp has the chief referee put a position on an empty board, rows from the top.
func (x *table) setUp(drawing string) {
	x.t.Helper()
	b, err := weiqi.ParseBoard(drawing)
	if err != nil {
		x.t.Fatal(err)
	}
	var stones []game.Stone
	for p := range b.Points() {
		if c := b.At(p); c != weiqi.Empty {
			stones = append(stones, game.Stone{Point: p, Colour: c})
		}
	}
	x.do(game.Rule{Case: "movedStone", Choice: rules.StoneValid, Stones: stones}, chief)
}

// moves plays points in the coordinates of package weiqi, alternately.
func (x *table) moves(points ...[2]int) {
	x.t.Helper()
	for _, p := range points {
		x.wait(time.Second)
		x.do(game.Move{Side: x.g.ToMove(), Point: weiqi.At(p[0], p[1])})
	}
}

// TestDecode: a body that says what can't be is a broken record, an unknown type a newer one.
func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, body, key string }{
		{"move.played", `{"side": "green"}`, "fault.game.brokenEvent"},
		{"clock.pressed", `{"at": "soon"}`, "fault.game.brokenEvent"},
		{"stone.eaten", `{}`, "fault.game.unknownEvent"},
	} {
		if _, err := game.Decode(c.name, json.RawMessage(c.body)); fault.KeyOf(err) != c.key {
			t.Errorf("%s %s: %v", c.name, c.body, err)
		}
	}
}
