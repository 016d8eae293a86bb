package game_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
)

// TestCallReferee: somebody at the table calls the referee (C16); the call stands until an official
// answers it, rules, or lets play go on.
func TestCallReferee(t *testing.T) {
	for name, answer := range map[string]func(x *table){
		"he comes": func(x *table) { x.do(game.AnswerCall{}, referee) },
		"he rules": func(x *table) { x.do(game.Rule{Case: "talking", Choice: rules.Warned, Against: white}, referee) },
		"he lets play go on": func(x *table) {
			x.do(game.Pause{}, referee)
			x.readings()
			x.do(game.Resume{}, referee)
		},
	} {
		x := sit(t, rules.Edition2002, nil)
		x.do(game.CallReferee{Side: black})
		if events := x.do(game.CallReferee{Side: white}); len(events) > 0 {
			t.Error("one call is enough")
		}
		if c := x.g.Call; c == nil || c.Side != black {
			t.Fatalf("%s: the call is %+v", name, c)
		}
		answer(x)
		if x.g.Call != nil {
			t.Errorf("%s: the call stands", name)
		}
	}
	x := sit(t, rules.Edition2002, nil)
	x.do(game.CallReferee{})
	x.refused("fault.game.official", "", game.AnswerCall{})
}

// readings lets both confirm the times of the pause.
func (x *table) readings() {
	x.t.Helper()
	b := x.g.Break
	for _, side := range []rules.Side{black, white} {
		x.do(game.ConfirmReadings{Side: side, Black: b.Black, White: b.White})
	}
}

// TestPutDown: where presses alone are recorded, the stone being down ends the reading of 1988 while
// its side takes off what it captured (D22.6, 1988 art. 23.4); in 2002 the reading goes on (22.6).
func TestPutDown(t *testing.T) {
	for e, left := range map[rules.Edition]int{rules.Edition1988: 1, rules.Edition2002: 0} {
		x := sit(t, e, func(terms *game.Terms) {
			terms.Moves, terms.Press = false, true
			terms.System = clock.System{Kind: clock.Reserved, Base: time.Minute, Reserved: 1, Period: time.Minute}
		})
		x.wait(30 * time.Second)
		x.refused("fault.game.clock", "", game.PutDown{Side: white})
		x.do(game.PutDown{Side: black})
		x.refused("fault.game.clock", "", game.PutDown{Side: black})
		x.wait(40 * time.Second)
		if got := x.g.Time(game.Instant(x.now)).Black.Left; got != left {
			t.Errorf("%s: %d minutes left", e, got)
		}
	}
	x := sit(t, rules.Edition2002, nil)
	x.refused("fault.game.movesRecorded", "", game.PutDown{Side: black})
}

// TestOwnClock: where the table has a clock of its own its readings are what the referee reads off,
// and what needs a flag elsewhere needs his word alone (D22.5, D22.9). Our own clock's word stands.
func TestOwnClock(t *testing.T) {
	x := sit(t, rules.Edition2002, func(terms *game.Terms) {
		terms.Moves, terms.Press, terms.System = false, true, clock.System{Kind: clock.None}
	})
	x.refused("fault.game.negative", "", game.Pause{Black: -1}, referee)
	read := game.Pause{Black: game.Instant(28 * time.Minute), White: game.Instant(31 * time.Minute)}
	x.do(read, referee)
	if b := x.g.Break; b.Black != read.Black || b.White != read.White {
		t.Errorf("the readings are %+v", b)
	}
	x.readings()
	x.do(game.Resume{}, referee)
	x.refused("fault.game.noFlag", "", game.RuleFlag{}, referee)
	x.do(game.RuleFlag{Against: white}, referee)
	if o := x.g.Result.Outcome; o.Winner != black || o.Manner != rules.Timeout {
		t.Errorf("the result is %+v", o)
	}
	ours := sit(t, rules.Edition2002, nil)
	ours.wait(time.Second)
	ours.do(read, referee)
	if b := ours.g.Break; b.Black != game.Instant(time.Second) || b.White != 0 {
		t.Errorf("our clock's readings are %+v", b)
	}
	ours.refused("fault.game.noFlag", "", game.RuleFlag{Against: white}, referee)
}

// TestNext: over any course, the state that Next returns is the one that Apply makes, and every state
// before it stays as it was.
func TestNext(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x := &table{t: t, g: &game.Game{}}
		x.do(game.Create{Terms: anyTerms(r, t), Players: players})
		x.do(game.Start{})
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			x.wait(time.Duration(rapid.IntRange(0, 30).Draw(r, "wait")) * time.Second)
			cmd, by := anyCommand(r, x.g)
			if _, err := x.try(cmd, by); fault.CodeOf(err) == fault.Internal {
				r.Fatal(err)
			}
		}
		state := &game.Game{}
		var states []*game.Game
		var pictures []string
		for i, e := range x.log {
			next, err := state.Next([]game.Recorded{{Event: e, Seq: int64(i + 1), Reason: x.reasons[i]}})
			if err != nil {
				r.Fatal(err)
			}
			state = next
			states, pictures = append(states, next), append(pictures, snapshot(next, x.now))
		}
		if got, want := snapshot(state, x.now), snapshot(x.g, x.now); got != want {
			r.Fatalf("by Next:\n%s\nby Apply:\n%s", got, want)
		}
		for i, g := range states {
			if got := snapshot(g, x.now); got != pictures[i] {
				r.Fatalf("the state after event %d became\n%s\nit was\n%s", i+1, got, pictures[i])
			}
		}
	})
}
