package live_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

// device is a table's device as it plays: it goes on alone, logs what happens at its own moments and
// hands the log in when it can.
type device struct {
	name string
	now  time.Duration
	log  []office.Press
	// acked is the last entry that the server has.
	acked int64
}

// TestNoTimeAppears: whatever the order in which a device plays, hands in, is cut off and heard again,
// officials act on the console, the server stops and another device takes over: the time that both
// sides have used is exactly the time during which a clock ran, by the moments on the record, side by
// side; and every entry that was acknowledged is on the record once.
func TestNoTimeAppears(t *testing.T) {
	st, err := store.Open(context.Background(), store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		w := newWorld(t, rt, st, run)
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			w.step()
		}
		w.device.now += time.Second
		w.handIn()
		w.check()
	})
}

type world struct {
	*room
	rt         *rapid.T
	tournament string
	device     *device
	devices    int
	// phase, turn and started are the game as the device has it.
	phase game.Phase
	turn  rules.Side
}

func newWorld(t *testing.T, rt *rapid.T, st *store.Store, run int) *world {
	ctx := context.Background()
	r := &room{TB: t, st: st, now: time.Hour}
	r.start()
	w := &world{room: r, rt: rt, tournament: fmt.Sprintf("t-%d", run), phase: game.Ready, turn: black}
	admin := office.Actor{User: account.User{ID: "u-1", Admin: true}, Roles: account.Roles}
	division := fmt.Sprintf("d-%d", run)
	r.must(r.off.CreateTournament(ctx, admin, w.tournament, "", tournament.Info{Name: "春季赛"}))
	reg := tournament.Regulations{Edition: rules.Edition2002, Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions("2002"),
		Time: clock.System{Kind: clock.Reserved, Base: 10 * time.Hour, Reserved: 3, Period: time.Minute}}
	_, err := r.off.CreateDivision(ctx, admin, division, office.Order{Command: tournament.CreateDivision{Tournament: w.tournament, Name: "甲组", Regulations: reg}})
	r.must(err)
	for _, c := range []tournament.Command{
		tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "甲一"}, {Name: "乙二"}}}, tournament.Draw{How: "given"},
		tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
	} {
		_, err := r.off.Do(ctx, admin, division, office.Order{Command: c})
		r.must(err)
	}
	r.game, err = r.off.SitDown(ctx, office.Table{Division: division, Round: 1, Table: 1})
	r.must(err)
	w.newDevice()
	return w
}

// newDevice sits a fresh device down; its time goes on from the record's last moment.
func (w *world) newDevice() {
	w.devices++
	g := w.state()
	w.device = &device{name: fmt.Sprintf("tablet%05d", w.devices), now: time.Duration(g.Last())}
	w.must(w.off.SeatClock(context.Background(), w.tournament, 1, w.device.name))
	w.link = w.sit(w.device.name)
	w.phase, w.turn = g.Phase, rules.Side(g.Time(g.Last()).Turn)
	if w.turn == rules.NoSide {
		w.turn = black
	}
}

// enter is something that happens at the table.
func (w *world) enter(c game.Command) {
	n := w.device.acked + 1
	if k := len(w.device.log); k > 0 {
		n = w.device.log[k-1].N + 1
	}
	w.device.log = append(w.device.log, office.Press{N: n, At: game.Instant(w.device.now), Command: c})
}

// pass lets time go by for everybody.
func (w *world) pass() {
	d := time.Duration(rapid.IntRange(0, 90_000).Draw(w.rt, "ms")) * time.Millisecond
	w.device.now, w.now = w.device.now+d, w.now+d
}

func (w *world) step() {
	ctx := context.Background()
	w.pass()
	switch do := rapid.SampledFrom([]string{"play", "play", "play", "hand in", "hand in", "twice", "warn", "call", "stop", "jump", "pause", "lost"}).Draw(w.rt, "do"); do {
	case "play":
		w.play()
	case "pause":
		if w.phase == game.Play {
			w.enter(game.Pause{})
			w.phase = game.Rest
		}
	case "call":
		w.enter(game.CallReferee{})
	case "hand in":
		w.handIn()
	case "twice":
		w.handIn()
		all := w.device.log
		w.handIn()
		w.device.log = all
		w.handIn()
	case "warn":
		err := w.off.DoGame(ctx, referee, w.game, office.GameOrder{At: w.hub.Moment(w.game), Command: game.Rule{Case: "lateCeremony", Against: black}})
		if fault.CodeOf(err) == fault.Internal {
			w.rt.Fatal(err)
		}
		w.must(w.off.DoGame(ctx, referee, w.game, office.GameOrder{At: w.hub.Moment(w.game), Command: game.AnswerCall{}}))
	case "stop":
		w.start()
		w.link = w.sit(w.device.name)
	case "jump": // its clock jumps: nothing may be taken but by the referee's word
		jumped := *w.device
		jumped.now += time.Minute
		known, head := w.hub.Contact(w.game).Known, w.head()
		_, _, err := w.link.Take(ctx, handed(&jumped))
		if known && err == nil && w.head() != head {
			w.rt.Fatal("a log from the future was taken")
		}
		if err == nil { // a fresh start had nothing to hold it against: the jump is the device's time now
			w.took(&jumped)
			*w.device = jumped
			return
		}
		// What was kept back is in the way until the referee decides: the table goes on from what is known.
		w.lost("钟跳了")
	case "lost": // the referee may go on without it once it wasn't heard for a while
		w.now, w.device.now = w.now+live.Unheard, w.device.now+live.Unheard
		w.lost("平板坏了")
	}
}

// lost lets the referee go on from the last readings with another device.
func (w *world) lost(reason string) {
	old := w.link
	w.must(w.hub.GoOn(context.Background(), referee, w.game, reason))
	if _, _, err := old.Take(context.Background(), handed(w.device)); fault.KeyOf(err) != "fault.live.otherDevice" {
		w.rt.Fatalf("the old device's late log: %v", err)
	}
	w.newDevice()
}

// play does what comes next at the table.
func (w *world) play() {
	switch w.phase {
	case game.Ready:
		w.enter(game.Start{})
		w.phase = game.Play
	case game.Play:
		w.enter(game.Press{Side: w.turn})
		w.turn = w.turn.Other()
	case game.Rest:
		// Both must confirm what is on the record, so it is handed in first.
		w.handIn()
		b := w.state().Break
		if b == nil {
			w.rt.Fatalf("the record isn't paused: %s", w.state().Phase)
		}
		for _, side := range []rules.Side{black, white} {
			w.enter(game.ConfirmReadings{Side: side, Black: b.Black, White: b.White})
		}
		w.enter(game.Resume{})
		w.phase = game.Play
	}
}

// handIn hands in all that isn't acknowledged, as after a new connection.
func (w *world) handIn() {
	last, wait, err := w.link.Take(context.Background(), handed(w.device))
	if err != nil || wait {
		var refused *office.Refused
		errors.As(err, &refused)
		w.rt.Fatalf("handing in up to %v: wait %v, %v (%+v)", w.device.now, wait, err, refused)
	}
	w.device.acked = last
	w.took(w.device)
}

// took drops what the server has.
func (w *world) took(d *device) {
	n, err := w.off.LastEntry(context.Background(), w.game, d.name)
	w.must(err)
	d.acked = max(d.acked, n)
	for len(d.log) > 0 && d.log[0].N <= d.acked {
		d.log = d.log[1:]
	}
}

// check compares the clocks with the moments on the record.
func (w *world) check() {
	ctx := context.Background()
	events, err := w.off.Since(ctx, w.game, 0)
	w.must(err)
	var used [2]time.Duration
	running, turn, since := false, black, time.Duration(0)
	spend := func(at game.Instant) {
		if running {
			used[turn-1] += time.Duration(at) - since
		}
		since = time.Duration(at)
	}
	cmds := map[string]int{}
	for _, e := range events {
		if e.Cmd != "" {
			cmds[e.Cmd]++
		}
		event, err := game.Decode(e.Type, e.Body)
		w.must(err)
		switch e := event.(type) {
		case game.Started:
			running, since = true, time.Duration(e.At)
		case game.Pressed:
			spend(e.At)
			turn = e.Side.Other()
		case game.Paused:
			spend(e.At)
			running = false
		case game.Resumed:
			running, since = true, time.Duration(e.At)
		}
	}
	now := game.Instant(w.device.now)
	spend(now)
	s := w.state().Time(now)
	if s.Black.Used != used[0] || s.White.Used != used[1] {
		w.rt.Fatalf("the clocks show %v and %v, %v and %v passed", s.Black.Used, s.White.Used, used[0], used[1])
	}
	for cmd, n := range cmds {
		if n != 1 {
			w.rt.Fatalf("%s is on the record %d times", cmd, n)
		}
	}
	again := office.New(w.st, time.Now, "0.1.0")
	w.must(again.Game(ctx, w.game, func(g *game.Game, _ office.GamePlace) error {
		if g.Timer() != w.state().Timer() {
			w.rt.Fatal("read anew, the clock is another")
		}
		return nil
	}))
}

// handed is all that a device has to hand in.
func handed(d *device) live.Batch { return live.Batch{Entries: d.log, Now: game.Instant(d.now)} }
