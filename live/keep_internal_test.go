package live

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
	"tianyuan/weiqi"
)

// machine is a program on a machine whose clocks are in the test's hand.
type machine struct {
	testing.TB
	st   *store.Store
	off  *office.Office
	keep *Keeper
	mono time.Duration
	wall time.Time
}

func newMachine(t testing.TB) *machine {
	st, err := store.Open(context.Background(), store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	m := &machine{TB: t, st: st, mono: 40 * time.Hour, wall: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)}
	m.boot()
	admin := office.Actor{User: account.User{ID: "u-1", Admin: true}, Roles: account.Roles}
	m.must(m.off.CreateTournament(t.Context(), admin, "t-1", "", tournament.Info{Name: "网上赛"}))
	reg := tournament.Regulations{Edition: rules.Edition2002, Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions("2002")}
	reg.Time.Kind = clock.None
	_, err = m.off.CreateDivision(t.Context(), admin, "d-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "甲组", Regulations: reg}})
	m.must(err)
	return m
}

// boot starts the program anew on what is stored.
func (m *machine) boot() {
	m.off = office.New(m.st, time.Now, "0.1.0")
	m.keep = NewKeeper(m.off, m.st, Times{Mono: func() time.Duration { return m.mono }, Wall: func() time.Time { return m.wall }}, nil)
	m.must(m.keep.Start(context.Background()))
}

func (m *machine) must(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

// pass lets time go by in steps as the keeper takes them.
func (m *machine) pass(d, each time.Duration) {
	m.Helper()
	for ; d > 0; d -= each {
		step := min(d, each)
		m.mono, m.wall = m.mono+step, m.wall.Add(step)
		_, err := m.keep.turn(context.Background())
		m.must(err)
	}
}

// play begins a game at a distance with a minute for each side, and starts it.
func (m *machine) play(id string) {
	m.Helper()
	m.begin(clock.System{Kind: clock.Absolute, Base: time.Minute}, id)
	m.do(id, game.Start{})
}

// begin appends the first facts of games.
func (m *machine) begin(system clock.System, ids ...string) {
	m.Helper()
	terms, err := game.TermsOf(rules.Edition2002, clock.SeparateVenue, system)
	m.must(err)
	terms.Mode, terms.Press, terms.Referee = game.Online, false, false
	body, err := json.Marshal(game.Created{Terms: terms, Players: [2]game.Player{{ID: "1"}, {ID: "2"}}})
	m.must(err)
	var writes []journal.Write
	for _, id := range ids {
		row := &journal.Stream{Kind: office.KindGame, Parent: "d-1", State: "ready", Summary: json.RawMessage(`{"server":true}`)}
		writes = append(writes, journal.Write{Stream: id, Events: []journal.Event{{Type: "game.created", Body: body}}, List: row})
	}
	stored, err := m.st.Append(context.Background(), writes...)
	m.must(err)
	m.keep.appended(stored)
	_, err = m.keep.turn(context.Background())
	m.must(err)
}

func (m *machine) do(id string, commands ...game.Command) {
	m.Helper()
	actor := office.Actor{User: account.User{ID: "u-r"}, Roles: []account.Role{account.Referee}}
	for _, c := range commands {
		m.must(m.off.DoGame(context.Background(), actor, id, office.GameOrder{At: m.keep.Moment(), Command: c}))
		_, err := m.keep.turn(context.Background())
		m.must(err)
	}
}

func (m *machine) look(id string) *game.Game {
	m.Helper()
	var state *game.Game
	m.must(m.off.Game(context.Background(), id, func(g *game.Game, _ office.GamePlace) error { state = g; return nil }))
	return state
}

const first, second = "g-d-1-1-1.2", "g-d-1-1-3.4"

// TestFlagByServer: the server rules a flag at its very moment, whatever else runs (C12.4), and only
// when nobody has moved in time.
func TestFlagByServer(t *testing.T) {
	m := newMachine(t)
	m.play(first)
	m.pass(50*time.Second, time.Second)
	m.play(second)
	m.do(first, game.Move{Side: rules.Black, Point: weiqi.At(3, 3)})
	m.pass(59*time.Second, time.Second)
	if a, b := m.look(first).Phase, m.look(second).Phase; a != game.Play || b != game.Play {
		t.Fatalf("%s and %s", a, b)
	}
	m.pass(2*time.Second, beat)
	g := m.look(first)
	if o := g.Result.Outcome; o.Winner != rules.Black || o.Manner != rules.Timeout || g.Rulings[0].At-g.Turns[0].At != game.Instant(time.Minute) {
		t.Errorf("%+v, ruled at %v", g.Result, g.Rulings)
	}
	if g := m.look(second); g.Result.Outcome.Winner != rules.White || g.Rulings[0].At-m.startOf(second) != game.Instant(time.Minute) {
		t.Errorf("the other game: %+v", g.Result)
	}
}

// startOf is when a game's clock was started.
func (m *machine) startOf(id string) game.Instant {
	events, err := m.off.Since(context.Background(), id, 0)
	m.must(err)
	for _, e := range events {
		if e.Type == "game.started" {
			var s game.Started
			m.must(json.Unmarshal(e.Body, &s))
			return s.At
		}
	}
	return 0
}

// TestKeeperGone: a game whose time keeper died is paused at its last sign of life: at most 50 ms are
// on nobody's clock, and what passed until the next start on neither's. The count goes on from there.
func TestKeeperGone(t *testing.T) {
	m := newMachine(t)
	m.play(first)
	m.pass(20*time.Second, time.Second)
	m.pass(30*time.Millisecond, 10*time.Millisecond)
	died := m.keep.Moment()
	m.mono = 3 * time.Second // another machine, hours later
	m.wall = m.wall.Add(5 * time.Hour)
	m.boot()
	g := m.look(first)
	if g.Phase != game.Rest || died-g.Break.At < 0 || died-g.Break.At > game.Instant(beat) {
		t.Fatalf("%s, paused at %v, died at %v", g.Phase, g.Break, died)
	}
	if now := m.keep.Moment(); now < g.Break.At {
		t.Errorf("the count went back to %v", now)
	}
	used := g.Break.Black
	for _, side := range []rules.Side{rules.Black, rules.White} {
		m.do(first, game.ConfirmReadings{Side: side, Black: used, White: g.Break.White})
	}
	m.pass(time.Minute, time.Second)
	m.do(first, game.Resume{})
	m.pass(30*time.Second, time.Second)
	if got := m.look(first).Time(m.keep.Moment()).Black.Used; got != time.Duration(used)+30*time.Second {
		t.Errorf("Black has used %v, %v before", got, used)
	}
}

// TestLidClosed: a gap of more than 2 s in a living process pauses its games at the last sign of life,
// whether the counting clock stood still meanwhile or not; a shorter one doesn't.
func TestLidClosed(t *testing.T) {
	for _, c := range []struct {
		name       string
		mono, wall time.Duration
		paused     bool
	}{
		{"the counting clock goes on", time.Hour, time.Hour, true}, {"the counting clock stands still", 0, time.Hour, true},
		{"a busy machine", 1900 * time.Millisecond, 1900 * time.Millisecond, false}, {"the wall clock is set back", beat, -time.Hour, false},
	} {
		m := newMachine(t)
		m.play(first)
		m.pass(10*time.Second, time.Second)
		last := m.keep.Moment()
		m.mono, m.wall = m.mono+c.mono, m.wall.Add(c.wall)
		_, err := m.keep.turn(context.Background())
		m.must(err)
		g := m.look(first)
		if paused := g.Phase == game.Rest; paused != c.paused || paused && g.Break.At != last {
			t.Errorf("%s: %s, %+v, the last sign at %v", c.name, g.Phase, g.Break, last)
		}
	}
}

// TestFlagWhileGone: a flag that fell before the last sign of life is ruled after the start, not
// paused away.
func TestFlagWhileGone(t *testing.T) {
	m := newMachine(t)
	m.play(first)
	m.pass(59*time.Second, time.Second)
	m.pass(980*time.Millisecond, beat)
	m.mono += 30 * time.Millisecond
	m.must(m.st.Beat(context.Background(), time.Duration(m.keep.Moment()))) // its last sign, and then it died
	m.boot()
	_, err := m.keep.turn(context.Background())
	m.must(err)
	if o := m.look(first).Result.Outcome; o.Winner != rules.White || o.Manner != rules.Timeout {
		t.Errorf("%s, %+v", m.look(first).Phase, o)
	}
}

// TestKeeperRests: while no clock of the keeper's runs nothing is written and no timer set; games of
// tables aren't its own.
func TestKeeperRests(t *testing.T) {
	m := newMachine(t)
	next, err := m.keep.turn(context.Background())
	if next != 0 || err != nil {
		t.Errorf("with no game: %v, %v", next, err)
	}
	m.play(first)
	if next, _ := m.keep.turn(context.Background()); next <= 0 || next > beat {
		t.Errorf("with a running clock: %v", next)
	}
	m.do(first, game.Resign{Side: rules.Black})
	if next, _ := m.keep.turn(context.Background()); next != 0 {
		t.Errorf("after the game: %v", next)
	}
}
