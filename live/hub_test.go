package live_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/store"
	"tianyuan/tournament"
)

const (
	black  = rules.Black
	white  = rules.White
	tablet = "tablet00001"
	other  = "tablet00002"
)

var (
	referee = office.Actor{User: account.User{ID: "u-r", Name: "裁判甲"}, Roles: []account.Role{account.Referee}}
	chief   = office.Actor{User: account.User{ID: "u-c", Name: "裁判长"}, Roles: []account.Role{account.ChiefReferee}}
)

// room is a hall with one table and the server's time in the test's hand.
type room struct {
	testing.TB
	st  *store.Store
	off *office.Office
	hub *live.Hub
	now time.Duration
	// sleep is how long the machine slept, which its counting clock doesn't know.
	sleep time.Duration
	game  string
	link  *live.Link
	n     int64
}

// newRoom has a round under way at whose table a device has sat down; each side has 5 minutes, of
// which 3 are for the reading, by the edition.
func newRoom(t testing.TB, edition rules.Edition) *room {
	t.Helper()
	ctx := context.Background()
	st, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	r := &room{TB: t, st: st, now: time.Hour}
	r.start()
	admin := office.Actor{User: account.User{ID: "u-1", Admin: true}, Roles: account.Roles}
	r.must(r.off.CreateTournament(ctx, admin, "t-1", "", tournament.Info{Name: "春季赛"}))
	reg := tournament.Regulations{Edition: edition, Method: tournament.Swiss, Rounds: 3, Komi: 15, Options: tournament.DefaultOptions(string(edition)),
		Time: clock.System{Kind: clock.Reserved, Base: 5 * time.Minute, Reserved: 3, Period: time.Minute}}
	_, err = r.off.CreateDivision(ctx, admin, "d-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "甲组", Regulations: reg}})
	r.must(err)
	for _, c := range []tournament.Command{
		tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "甲一"}, {Name: "乙二"}}}, tournament.Draw{How: "given"},
		tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
	} {
		_, err := r.off.Do(ctx, admin, "d-1", office.Order{Command: c})
		r.must(err)
	}
	r.must(r.off.SeatClock(ctx, "t-1", 1, tablet))
	r.game, err = r.off.SitDown(ctx, office.Table{Division: "d-1", Round: 1, Table: 1})
	r.must(err)
	r.link = r.sit(tablet)
	return r
}

// start starts the program on what is stored.
func (r *room) start() {
	r.off = office.New(r.st, time.Now, "0.1.0")
	wall := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	r.hub = live.New(r.off, live.Times{Mono: func() time.Duration { return r.now }, Wall: func() time.Time { return wall.Add(r.now + r.sleep) }})
}

func (r *room) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *room) sit(device string) *live.Link {
	r.Helper()
	link, last, err := r.hub.Sit(context.Background(), r.game, device)
	r.must(err)
	r.n = last
	return link
}

func at(text string) game.Instant {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return game.Instant(d)
}

// batch makes what the device hands in: entries from the next number on, and its moment.
func (r *room) batch(now string, entries ...any) live.Batch {
	b := live.Batch{Now: at(now)}
	for i := 0; i < len(entries); i += 2 {
		b.Entries = append(b.Entries, office.Press{N: r.n + 1 + int64(i/2), At: at(entries[i].(string)), Command: entries[i+1].(game.Command)})
	}
	return b
}

// take hands a batch in after the server's time has gone on by some time.
func (r *room) take(after, now string, entries ...any) (wait bool, err error) {
	r.now += time.Duration(at(after))
	last, wait, err := r.link.Take(context.Background(), r.batch(now, entries...))
	if err == nil {
		r.n = last
	}
	return wait, err
}

func (r *room) mustTake(after, now string, entries ...any) {
	r.Helper()
	if wait, err := r.take(after, now, entries...); err != nil || wait {
		r.Fatalf("at %s: wait %v, %v", now, wait, err)
	}
}

func (r *room) state() *game.Game {
	r.Helper()
	var state *game.Game
	r.must(r.off.Game(context.Background(), r.game, func(g *game.Game, _ office.GamePlace) error { state = g; return nil }))
	return state
}

func (r *room) head() int64 { return r.state().Head() }

// playing has Black's first move on the record: both clocks are known up to 10.5 s.
func playing(t testing.TB, edition rules.Edition) *room {
	t.Helper()
	r := newRoom(t, edition)
	r.mustTake("0s", "0s", "0s", game.Start{})
	r.mustTake("10.5s", "10.5s", "10s", game.Press{Side: black})
	return r
}

// TestWhatFits: a log is taken when it has no gap, lies between the last word and its own moment, and
// the device's time is the server's within 2 s; else nothing of it is taken, both figures are kept
// for the referee, and no clock changes (2002 art. 22.8, 22.9).
func TestWhatFits(t *testing.T) {
	for _, c := range []struct {
		name       string
		after, now string
		entries    []any
		key        string
	}{
		{"a sign of life", "2s", "12.5s", nil, ""},
		{"a press", "2s", "12.5s", []any{"12s", game.Press{Side: white}}, ""},
		{"a press at the last word", "2s", "12.5s", []any{"10.5s", game.Press{Side: white}}, ""},
		{"a network that is slow by 1.9 s", "3.9s", "12.5s", []any{"12s", game.Press{Side: white}}, ""},
		{"long without a network", "100s", "110.4s", []any{"20s", game.Press{Side: white}, "30s", game.Press{Side: black}}, ""},
		{"an hour without a network and a sound clock", "1h", "1h10s", []any{"20s", game.Press{Side: white}}, ""},
		{"a clock that jumped on by 5 minutes", "2s", "5m12s", []any{"5m11s", game.Press{Side: white}}, "fault.live.misfit"},
		{"a clock that jumped back", "2s", "3s", nil, "fault.live.misfit"},
		{"before what was handed in", "2s", "12.5s", []any{"10.4s", game.Press{Side: white}}, "fault.live.before"},
		{"in its own future", "2s", "12.5s", []any{"12.6s", game.Press{Side: white}}, "fault.live.ahead"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := playing(t, rules.Edition2002)
			head, clocks := r.head(), r.state().Timer()
			wait, err := r.take(c.after, c.now, c.entries...)
			if c.key == "" {
				if wait || err != nil || r.head() != head+int64(len(c.entries)/2) || r.hub.Moment(r.game) != at(c.now) {
					t.Errorf("wait %v, %v, %d events", wait, err, r.head()-head)
				}
				return
			}
			if fault.KeyOf(err) != c.key {
				t.Errorf("%v", err)
			}
			x := r.hub.Contact(r.game)
			if x.Misfit == nil || fault.KeyOf(x.Misfit.Why) != c.key || x.Misfit.Entries != len(c.entries)/2 || x.At != at("10.5s") || x.Misfit.From != at("10.5s") {
				t.Errorf("the console reads %+v", x)
			}
			if r.head() != head || r.state().Timer() != clocks {
				t.Error("something was taken")
			}
		})
	}
}

// TestGap: a log with a gap waits for the referee, and is taken when the missing entry comes after all.
func TestGap(t *testing.T) {
	r := playing(t, rules.Edition2002)
	r.n++
	head := r.head()
	if _, err := r.take("2s", "12.5s", "12s", game.Press{Side: black}); fault.KeyOf(err) != "fault.live.gap" || r.head() != head {
		t.Errorf("%v", err)
	}
	r.n--
	if _, err := r.take("2s", "14.5s", "11s", game.Press{Side: white}); err != nil || r.head() != head+2 {
		t.Errorf("with the missing entry: %v, %d events", err, r.head()-head)
	}
	if x := r.hub.Contact(r.game); x.Misfit != nil {
		t.Errorf("the console still reads %+v", x.Misfit)
	}
}

// TestSleep: a device that slept is late for good: what it hands in waits for its next word and then
// for the referee. A network that was slow catches up by itself.
func TestSleep(t *testing.T) {
	press := []any{"12s", game.Press{Side: white}}
	r := playing(t, rules.Edition2002)
	head := r.head()
	if wait, err := r.take("62s", "12.5s", press...); !wait || err != nil || r.head() != head {
		t.Errorf("the first word after a sleep: wait %v, %v", wait, err)
	}
	_, err := r.take("3s", "15.5s")
	if x := r.hub.Contact(r.game); fault.KeyOf(err) != "fault.live.misfit" || x.Misfit == nil || x.Misfit.Device != 5*time.Second || x.Misfit.Server != 65*time.Second || x.Misfit.Entries != 1 {
		t.Errorf("the second: %v, %+v", err, x.Misfit)
	}
	if r.head() != head {
		t.Error("something was taken")
	}

	slow := playing(t, rules.Edition2002)
	for _, word := range []string{"12.5s", "14.5s", "16.5s"} { // all arrive together
		after := "0s"
		if word == "12.5s" {
			after = "7s"
		}
		wait, err := slow.take(after, word, press...)
		if err != nil || wait != (word != "16.5s") {
			t.Errorf("at %s: wait %v, %v", word, wait, err)
		}
		if wait {
			press = nil
		}
	}
	if slow.head() != head+1 || slow.hub.Moment(slow.game) != at("16.5s") {
		t.Errorf("%d events up to %v", slow.head()-head, slow.hub.Moment(slow.game))
	}
}

// TestLidClosed: when the server's own machine slept, its counting clock stood still; that is no fault
// of the devices, which are held against it anew from their next word on.
func TestLidClosed(t *testing.T) {
	r := playing(t, rules.Edition2002)
	r.sleep += 10 * time.Minute
	r.mustTake("1s", "2m30s", "2m", game.Press{Side: white}) // the device played on, whatever the server thinks
	r.mustTake("2s", "2m32s")
	if _, err := r.take("2s", "4m"); fault.KeyOf(err) != "fault.live.misfit" {
		t.Errorf("a jump after it: %v", err)
	}
	if _, err := r.take("2s", "2m"); fault.KeyOf(err) != "fault.live.misfit" {
		t.Errorf("a step back: %v", err)
	}
}

// TestSlowClock: a device whose clock runs wrong little by little is found out, too, for it is held
// against the first word and not only the last; a quartz isn't.
func TestSlowClock(t *testing.T) {
	for _, c := range []struct {
		name  string
		each  time.Duration // of the device in 2 s of the server
		wrong bool
	}{{"5 % slow", 1900 * time.Millisecond, true}, {"5 % fast", 2100 * time.Millisecond, true}, {"50 millionths", 2*time.Second + 100*time.Microsecond, false}} {
		r := playing(t, rules.Edition2002)
		device, found := time.Duration(at("10.5s")), 0
		for i := range 900 {
			r.now, device = r.now+2*time.Second, device+c.each
			if _, _, err := r.link.Take(context.Background(), live.Batch{Now: game.Instant(device)}); err != nil {
				found = i
				break
			}
		}
		if (found > 0) != c.wrong || found > 60 {
			t.Errorf("%s: found after %d words", c.name, found)
		}
	}
}

// TestTakenAnyway: the referee takes a log that doesn't fit as it is, with the reason, and from then
// on the device's time counts; or goes on from the last readings, and what the device hands
// in later is another keeper's (2002 art. 22.8, 22.9).
func TestTakenAnyway(t *testing.T) {
	ctx := context.Background()
	misfit := func() *room {
		r := playing(t, rules.Edition2002)
		if _, err := r.take("2s", "72s", "70s", game.Press{Side: white}); fault.KeyOf(err) != "fault.live.misfit" {
			t.Fatal(err)
		}
		return r
	}
	r := misfit()
	if err := r.hub.TakeAnyway(ctx, referee, r.game, ""); fault.KeyOf(err) != "fault.tournament.reason" {
		t.Errorf("without a reason: %v", err)
	}
	if err := r.hub.TakeAnyway(ctx, office.Actor{}, r.game, "为什么"); fault.CodeOf(err) != fault.SignIn {
		t.Errorf("by a guest: %v", err)
	}
	r.must(r.hub.TakeAnyway(ctx, referee, r.game, "平板锁屏，双方认可"))
	events, err := r.off.Since(ctx, r.game, 0)
	r.must(err)
	if last := events[len(events)-1]; last.Type != "clock.pressed" || last.Actor != "u-r" || last.Reason != "平板锁屏，双方认可" {
		t.Errorf("recorded as %+v", last)
	}
	if err := r.hub.TakeAnyway(ctx, referee, r.game, "再来"); fault.KeyOf(err) != "fault.live.noMisfit" {
		t.Errorf("twice: %v", err)
	}
	r.n++
	r.mustTake("2s", "74s", "73s", game.Press{Side: black})

	r = misfit()
	r.must(r.hub.GoOn(ctx, referee, r.game, "平板坏了"))
	g := r.state()
	if g.Phase != game.Rest || g.Break.At != at("10.5s") || g.Break.Black != at("10s") || g.Break.White != at("500ms") {
		t.Errorf("%s, %+v", g.Phase, g.Break)
	}
	if mine, taken, err := r.off.HasClock(ctx, "t-1", 1, tablet); mine || taken || err != nil {
		t.Errorf("the seat: %v, %v, %v", mine, taken, err)
	}
	if _, err := r.take("2s", "76s", "75s", game.Press{Side: black}); fault.KeyOf(err) != "fault.live.otherDevice" {
		t.Errorf("the old device's late log: %v", err)
	}
	r.must(r.off.SeatClock(ctx, "t-1", 1, other))
	r.link = r.sit(other)
	read := func(side rules.Side) game.Command {
		return game.ConfirmReadings{Side: side, Black: at("10s"), White: at("500ms")}
	}
	r.mustTake("60s", "20s", "12s", read(black), "13s", read(white), "20s", game.Resume{})
	if used := r.state().Time(at("25s")).White.Used; used != 5500*time.Millisecond {
		t.Errorf("White has used %v", used)
	}
}

// TestGoOnHeard: a device that is heard and whose log fits keeps its clock, whatever a stale page asks for; once
// it wasn't heard for 5 s the referee goes on from the last readings (2002 art. 22.8, 22.9).
func TestGoOnHeard(t *testing.T) {
	ctx := context.Background()
	r := playing(t, rules.Edition2002)
	r.now += live.Unheard - time.Millisecond
	if err := r.hub.GoOn(ctx, referee, r.game, "平板坏了"); fault.KeyOf(err) != "fault.live.heard" {
		t.Errorf("a device that is heard: %v", err)
	}
	if mine, _, err := r.off.HasClock(ctx, "t-1", 1, tablet); !mine || err != nil || r.state().Phase != game.Play {
		t.Errorf("it has the clock: %v, %v, in phase %s", mine, err, r.state().Phase)
	}
	r.now += time.Millisecond
	r.must(r.hub.GoOn(ctx, referee, r.game, "平板坏了"))
	if _, taken, err := r.off.HasClock(ctx, "t-1", 1, tablet); taken || err != nil || r.state().Phase != game.Rest {
		t.Errorf("it lost the clock: %v, %v, in phase %s", !taken, err, r.state().Phase)
	}
}

// TestConsoleActs: an official's act is of the moment up to which the device has handed everything
// in, so it never collides with what the device still has.
func TestConsoleActs(t *testing.T) {
	ctx := context.Background()
	r := playing(t, rules.Edition2002)
	r.now += 90 * time.Second // the device is silent, and plays on
	warn := office.GameOrder{At: r.hub.Moment(r.game), Command: game.Rule{Case: "talking", Choice: rules.Warned, Against: black}}
	r.must(r.off.DoGame(ctx, referee, r.game, warn))
	if _, err := r.take("0s", "100s", "20s", game.Press{Side: white}, "99s", game.Press{Side: black}); err != nil {
		t.Errorf("the device's log: %v", err)
	}
	g := r.state()
	if g.Rulings[0].At != at("10.5s") || len(g.Turns) != 3 || g.Warnings[game.First] != 1 {
		t.Errorf("%+v, %d turns", g.Rulings, len(g.Turns))
	}
	if err := r.off.DoGame(ctx, referee, r.game, office.GameOrder{At: r.hub.Moment(r.game), Command: game.Rule{Case: "phoneLook", Against: black}}); fault.KeyOf(err) != "fault.rules.official" {
		t.Errorf("a ruling by who may not make it: %v", err)
	}
	if err := r.off.DoGame(ctx, referee, r.game, office.GameOrder{At: r.hub.Moment(r.game), Command: game.MakeClaim{Side: black, Case: "takeBack", Move: 1}}); fault.KeyOf(err) != "fault.rules.late" {
		t.Errorf("a claim after its deadline: %v", err)
	}
	r.must(r.off.DoGame(ctx, chief, r.game, office.GameOrder{At: r.hub.Moment(r.game), Command: game.Rule{Case: "phoneLook", Against: black}}))
	var refused *office.Refused
	if _, err := r.take("2s", "102s", "101s", game.Press{Side: white}); !errors.As(err, &refused) || fault.KeyOf(err) != "fault.game.phase.result" {
		t.Errorf("a press after the loss was ruled: %v", err)
	}
}

// TestCutInTheLastSeconds: a line that is cut in the last ten seconds of the last minute changes
// nothing: the device decides by the same rules, in time or not, and the server agrees (D22.5).
func TestCutInTheLastSeconds(t *testing.T) {
	for _, c := range []struct {
		press, key string
	}{{"5m9.999s", ""}, {"5m10s", "fault.game.flagged"}} {
		r := playing(t, rules.Edition2002)                                    // White thinks from 10 s on, to 5m10s
		r.mustTake("4m51.5s", "5m2s")                                         // the count is at 52
		wait, err := r.take("40s", "5m42s", c.press, game.Press{Side: white}) // heard again 40 s later
		if wait || c.key == "" && err != nil || c.key != "" && fault.KeyOf(err) != c.key {
			t.Errorf("a press at %s: wait %v, %v", c.press, wait, err)
		}
		if flag := r.state().Time(at("5m42s")).Flag; (flag == clock.White) != (c.key != "") {
			t.Errorf("a press at %s: flag %v", c.press, flag)
		}
	}
}

// TestWishes: an official asks the device to stop the clocks, which it does at its own moment; one
// that isn't heard for 5 s isn't asked.
func TestWishes(t *testing.T) {
	r := playing(t, rules.Edition2002)
	if err := r.hub.Ask(office.Actor{User: account.User{ID: "u"}}, r.game, "pause"); fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("by who may not: %v", err)
	}
	if err := r.hub.Ask(referee, r.game, "explode"); fault.KeyOf(err) != "fault.live.wish" {
		t.Errorf("something else: %v", err)
	}
	for range 3 { // the last one counts
		r.must(r.hub.Ask(referee, r.game, "pause"))
	}
	if w := <-r.link.Wishes(); w != (live.Wish{Do: "pause", By: "裁判甲"}) {
		t.Errorf("asked %+v", w)
	}
	if x := r.hub.Contact(r.game); x.Wish == nil || !x.Linked {
		t.Errorf("the console reads %+v", x)
	}
	r.mustTake("1s", "11.5s", "11.3s", game.Pause{})
	if x := r.hub.Contact(r.game); x.Wish != nil {
		t.Errorf("the wish stands: %+v", x)
	}
	if b := r.state().Break; b == nil || b.At != at("11.3s") {
		t.Errorf("paused at %+v", b)
	}
	r.now += 5001 * time.Millisecond
	if err := r.hub.Ask(referee, r.game, "resume"); fault.KeyOf(err) != "fault.live.unheard" {
		t.Errorf("of a device that isn't heard: %v", err)
	}
	r.link.Leave()
	if x := r.hub.Contact(r.game); x.Linked || x.Ago != 5001*time.Millisecond {
		t.Errorf("the console reads %+v", x)
	}
}

// TestServerStops: a stop of the server, however hard, pauses no game whose time keeper is the
// device: it plays on, and hands in what happened meanwhile when the server is there again.
func TestServerStops(t *testing.T) {
	r := playing(t, rules.Edition2002)
	r.start() // as after kill -9: nothing that was in memory is left
	r.now = 7 * time.Second
	if x := r.hub.Contact(r.game); x.Known || r.hub.Moment(r.game) != 0 {
		t.Errorf("a fresh start knows %+v", x)
	}
	r.link = r.sit(tablet)
	if r.n != 2 {
		t.Errorf("the last entry is %d", r.n)
	}
	r.mustTake("0s", "3m", "2m", game.Press{Side: white}, "2m30s", game.Press{Side: black})
	if g := r.state(); g.Phase != game.Play || len(g.Turns) != 3 || g.Time(at("3m")).White.Used != 110*time.Second+30*time.Second {
		t.Errorf("%s, %d turns, %+v", g.Phase, len(g.Turns), g.Time(at("3m")).White)
	}
}

// TestFollow: a follower gets every event of what it follows once and in order, also such as another
// process appended, and is told of what changes about a device.
func TestFollow(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r := newRoom(t, rules.Edition2002)
	f := r.hub.Follow(map[string]int64{"t-1": 0}, "d-1")
	defer f.Close()
	var got []string
	collect := func(want int) {
		t.Helper()
		for len(got) < want {
			news, err := f.Next(ctx)
			if err != nil {
				t.Fatalf("%v after %q", err, got)
			}
			for _, n := range news {
				for _, e := range n.Events {
					got = append(got, fmt.Sprintf("%s %d", e.Stream, e.Seq))
				}
			}
		}
	}
	collect(2) // created, seated
	r.mustTake("0s", "0s", "0s", game.Start{})
	r.mustTake("10s", "10s", "10s", game.Press{Side: black})
	collect(5)
	elsewhere := office.New(r.st, time.Now, "0.1.0")
	if _, err := elsewhere.TakeLog(ctx, r.game, tablet, 3, []office.Press{{N: 3, At: at("12s"), Command: game.Press{Side: white}}}); err != nil {
		t.Fatal(err)
	}
	collect(6)
	want := []string{"t-1 1", "t-1 2", r.game + " 1", r.game + " 2", r.game + " 3", r.game + " 4"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q", got)
	}
	r.must(r.hub.Ask(referee, r.game, "pause"))
	news, err := f.Next(ctx)
	if err != nil || len(news) != 1 || !news[0].Contact || news[0].Stream != r.game || len(news[0].Events) != 0 {
		t.Errorf("told %+v, %v", news, err)
	}
}

// TestFollowSilence: who follows a game is told when its device has fallen silent, once, and when it is
// heard again, for no event says so and a clock that nobody hears mustn't seem to go on (docs/live.md).
func TestFollowSilence(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := newRoom(t, rules.Edition2002)
	f := r.hub.Follow(map[string]int64{"t-1": 2}, "d-1")
	defer f.Close()
	told := func(what string) {
		t.Helper()
		if news, err := f.Next(ctx); err != nil || len(news) != 1 || !news[0].Contact || news[0].Stream != r.game || len(news[0].Events) != 0 {
			t.Fatalf("%s: told %+v, %v", what, news, err)
		}
	}
	quiet := func(what string) {
		t.Helper()
		short, cancel := context.WithTimeout(ctx, 5*time.Second/2) // a look and a half
		defer cancel()
		if news, err := f.Next(short); err == nil {
			t.Fatalf("%s: told %+v", what, news)
		}
	}
	r.mustTake("0s", "0s", "0s", game.Start{})
	if _, err := f.Next(ctx); err != nil {
		t.Fatal(err)
	}
	r.mustTake("2s", "2s")
	r.now += live.Unheard - time.Millisecond
	quiet("a word just in time")
	r.now += time.Millisecond
	told("5 s without a word")
	quiet("silent on")
	r.mustTake("2s", "9s")
	told("heard again")
	r.now += live.Unheard
	told("silent again")
}

// TestFollowAnywhere: wherever a follower begins, and however long the stream, it gets the rest of it
// without a gap and nothing twice.
func TestFollowAnywhere(t *testing.T) {
	ctx := context.Background()
	r := newRoom(t, rules.Edition2002)
	r.mustTake("0s", "0s", "0s", game.Start{})
	side := black
	for i := range 150 {
		r.n = int64(i + 1)
		if _, err := r.off.TakeLog(ctx, r.game, tablet, r.n+1, []office.Press{{N: r.n + 1, At: game.Instant(time.Duration(i+1) * time.Second), Command: game.Press{Side: side}}}); err != nil {
			t.Fatal(err)
		}
		side = side.Other()
	}
	for _, after := range []int64{0, 1, 75, 119, 120, 121, 150, 151} {
		f := r.hub.Follow(map[string]int64{r.game: after})
		news, err := f.Next(ctx)
		f.Close()
		var events []journal.Event
		for _, n := range news {
			events = append(events, n.Events...)
		}
		if err != nil || int64(len(events)) != 152-after || events[0].Seq != after+1 || events[len(events)-1].Seq != 152 {
			t.Errorf("after %d: %d events, %v", after, len(events), err)
		}
	}
}

// TestContactsForgotten: what is known of a device goes when its game is confirmed or its round closed, it is
// gone, and it wasn't heard for ten minutes; not before, and never a log that waits for the referee. To look
// at a game leaves nothing behind.
func TestContactsForgotten(t *testing.T) {
	ctx := context.Background()
	admin := office.Actor{User: account.User{ID: "u-1", Admin: true}, Roles: account.Roles}
	resigned := rules.Outcome{Winner: white, Manner: rules.Resigned}
	confirm := func(r *room) {
		r.mustTake("1s", "1s", "1s", game.Resign{Side: black}, "1s", game.Confirm{Side: black, Outcome: resigned}, "1s", game.Confirm{Side: white, Outcome: resigned})
		r.must(r.off.DoGame(ctx, referee, r.game, office.GameOrder{Command: game.Confirm{Outcome: resigned}}))
	}
	closed := func(r *room) {
		for _, c := range []tournament.Command{tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: white, Manner: rules.Plain}}, tournament.CloseRound{Round: 1}} {
			_, err := r.off.Do(ctx, admin, "d-1", office.Order{Command: c, Asked: []int{1}})
			r.must(err)
		}
	}
	for _, c := range []struct {
		name   string
		ends   func(*room)
		misfit bool
		leaves bool
		after  time.Duration
		left   int
	}{
		{"the game goes on", func(*room) {}, false, true, time.Hour, 1},
		{"confirmed", confirm, false, true, 10 * time.Minute, 0},
		{"confirmed just now", confirm, false, true, 10*time.Minute - time.Second, 1},
		{"confirmed, and still at the table", confirm, false, false, time.Hour, 1},
		{"the round is closed", closed, false, true, time.Hour, 0},
		{"a log waits", closed, true, true, time.Hour, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRoom(t, rules.Edition2002)
			r.mustTake("0s", "0s", "0s", game.Start{})
			c.ends(r)
			if c.misfit {
				if _, err := r.take("1s", "1h", "1h", game.CallReferee{}); err == nil {
					t.Fatal("a leap of an hour fits")
				}
			}
			if c.leaves {
				r.link.Leave()
			}
			r.now += c.after
			// Another table's device comes.
			_, err := r.off.CreateDivision(ctx, admin, "d-2", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "乙组", Regulations: r.division().Reg}})
			r.must(err)
			for _, c := range []tournament.Command{
				tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "丙三"}, {Name: "丁四"}}}, tournament.Draw{How: "given"}, tournament.SetSeating{Seating: tournament.Seating{First: 7}},
				tournament.PrepareRound{}, tournament.CheckRound{Round: 1}, tournament.PublishRound{Round: 1}, tournament.StartRound{Round: 1},
			} {
				_, err := r.off.Do(ctx, admin, "d-2", office.Order{Command: c})
				r.must(err)
			}
			r.must(r.off.SeatClock(ctx, "t-1", 7, "othertablet2"))
			other, err := r.off.SitDown(ctx, office.Table{Division: "d-2", Round: 1, Table: 7})
			r.must(err)
			_, _, err = r.hub.Sit(ctx, other, "othertablet2")
			r.must(err)
			if n := r.hub.Contacts() - 1; n != c.left {
				t.Errorf("%d devices are remembered, want %d", n, c.left)
			}
			if misfit := r.hub.Contact(r.game).Misfit; (misfit != nil) != c.misfit {
				t.Errorf("what waits for the referee: %+v", misfit)
			}
			for _, id := range []string{"g-d-1-1-1.9", "g-d-1-7-1.2"} {
				if x := r.hub.Contact(id); x.Known || r.hub.Moment(id) != 0 {
					t.Errorf("something is known of %s", id)
				}
			}
			if n := r.hub.Contacts() - 1; n != c.left {
				t.Errorf("looking leaves %d", n-c.left)
			}
		})
	}
}

// division is the room's division as it is now.
func (r *room) division() *tournament.Division {
	r.Helper()
	d, err := r.off.Division(context.Background(), "d-1")
	r.must(err)
	return d
}

// TestWaiting: the clock of a table is offered only to a device that is heard: one whose line is dead,
// such as the one that just lost the clock, can't take it over (2002 art. 22.8).
func TestWaiting(t *testing.T) {
	r := newRoom(t, rules.Edition2002)
	lists := func(when string, want ...string) {
		t.Helper()
		if got := r.hub.Waiting("t-1", 1); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", when, got, want)
		}
	}
	w := r.hub.Wait("t-1", 1, other)
	lists("never heard")
	w.Heard()
	lists("heard", office.DeviceMark(other))
	again := r.hub.Wait("t-1", 1, other)
	again.Heard()
	lists("on two lines", office.DeviceMark(other))
	again.Leave()
	r.now += 5 * time.Second
	lists("5 s ago", office.DeviceMark(other))
	r.now += time.Second
	lists("6 s ago")
	w.Heard()
	lists("back", office.DeviceMark(other))
	w.Leave()
	lists("gone")
}
