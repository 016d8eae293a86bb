package game_test

import (
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
)

func under(system clock.System) func(*game.Terms) {
	return func(t *game.Terms) { t.System = system }
}

// reading is a clock that is read from the first move on, with five minutes.
var reading = clock.System{Kind: clock.Reserved, Base: 5 * time.Minute, Reserved: 5, Period: time.Minute}

func late(black, white time.Duration) [2]game.Instant {
	return [2]game.Instant{game.Instant(black), game.Instant(white)}
}

// TestD221 (2002 art. 22.1, 22.2; 1988 art. 23.1, 23.3): lateness is deducted twice in 2002 and once
// in 1988, up to and including the limit; beyond it the game is forfeited.
func TestD221(t *testing.T) {
	for _, c := range []struct {
		edition     rules.Edition
		limit, base time.Duration
		late        time.Duration
		left        time.Duration // 0 = forfeited
	}{
		{"2002", time.Hour, 3 * time.Hour, 20 * time.Minute, 2*time.Hour + 20*time.Minute},
		{"1988", time.Hour, 3 * time.Hour, 20 * time.Minute, 2*time.Hour + 40*time.Minute},
		{"2002", time.Hour, 3 * time.Hour, time.Hour, time.Hour},
		{"2002", time.Hour, 3 * time.Hour, time.Hour + time.Second, 0},
		{"2002", 15 * time.Minute, time.Hour, 10 * time.Minute, 40 * time.Minute},
		{"2002", 15 * time.Minute, time.Hour, 15*time.Minute + time.Second, 0},
		{"1988", 15 * time.Minute, time.Hour, 15*time.Minute + time.Second, 0},
	} {
		x := setOut(t, c.edition, func(t *game.Terms) { t.System, t.LateLimit = absolute(c.base), game.Instant(c.limit) })
		x.do(game.Rule{Case: "late", Against: black, Late: late(c.late, 0)}, referee)
		if c.left == 0 {
			x.wants(game.Result, "W+F", 0, 0)
			x.ruledLast("late", "22.1", "23.1")
			continue
		}
		x.wants(game.Ready, "", 0, 0)
		if got := x.left(black); got != c.left {
			t.Errorf("%s, %v late: %v left, want %v", c.edition, c.late, got, c.left)
		}
	}
	x := setOut(t, rules.Edition2002, under(absolute(time.Hour)))
	choice := game.Rule{Case: "late", Against: black, Late: late(time.Hour, 0), Choice: rules.RuledLoss}
	x.refused("fault.game.condition", "2002 art. 22.1", choice, referee)
	choice.Late[0]++
	choice.Choice = rules.TimeDoubled
	x.refused("fault.game.condition", "2002 art. 22.1", choice, referee)
	x.refused("fault.game.official", "2002 art. 31", choice)
	// 40 minutes late under 1 h of absolute time: 80 > 60, out of time at once (options no. 9).
	x.do(game.Rule{Case: "late", Against: black, Late: late(40*time.Minute, 0)}, referee)
	x.refused("fault.game.flagged", "2002 art. 12.4", game.Start{})
	x.do(game.RuleFlag{}, referee)
	x.wants(game.Result, "W+F", 0, 0)
}

// TestD221b (2002 art. 22.1): late after a pause the clock simply runs, and nothing is lost.
func TestD221b(t *testing.T) {
	x := sit(t, rules.Edition2002, under(absolute(3*time.Hour)))
	x.do(game.Pause{}, referee)
	b := x.g.Break
	x.do(game.ConfirmReadings{Side: black, Black: b.Black, White: b.White})
	x.do(game.ConfirmReadings{Side: white, Black: b.Black, White: b.White})
	x.do(game.Resume{}, referee)
	x.wait(90 * time.Minute)
	x.do(game.Rule{Case: "lateAfterPause", Against: black, Late: late(90*time.Minute, 0)}, referee)
	if got := x.left(black); got != 90*time.Minute {
		t.Errorf("%v left", got)
	}
	x.play("Q16")
}

// TestD223 (2002 art. 22.3, 1988 art. 23.2): both late: each by his own lateness, up to both losing.
func TestD223(t *testing.T) {
	venue := func(t *game.Terms) { t.System, t.LateLimit = absolute(time.Hour), game.Instant(15*time.Minute) }
	both(t, func(t *testing.T, e rules.Edition) {
		x := setOut(t, e, venue)
		x.do(game.Rule{Case: "lateBoth", Late: late(10*time.Minute, 5*time.Minute)}, referee)
		want := map[rules.Edition][2]time.Duration{"2002": {40 * time.Minute, 50 * time.Minute}, "1988": {50 * time.Minute, 55 * time.Minute}}[e]
		if got := [2]time.Duration{x.left(black), x.left(white)}; got != want {
			t.Errorf("%v left, want %v", got, want)
		}
		x = setOut(t, e, venue)
		x.do(game.Rule{Case: "lateBoth", Against: white, Late: late(10*time.Minute, 16*time.Minute)}, referee)
		x.wants(game.Result, "B+F", 0, 0)
		x = setOut(t, e, venue)
		x.do(game.Rule{Case: "lateBoth", Late: late(16*time.Minute, 20*time.Minute)}, referee)
		x.wants(game.Result, map[rules.Edition]string{"2002": "bothlose", "1988": "bothforfeit"}[e], 0, 0)
	})
}

// TestD224 (2002 art. 22.4): the clock of who isn't there is read; seated in time he plays with all
// his time, and when it is read out he has forfeited.
func TestD224(t *testing.T) {
	x := setOut(t, rules.Edition2002, under(reading))
	x.refused("fault.game.official", "2002 art. 31", game.ReadAbsence{Side: white})
	x.do(game.ReadAbsence{Side: white}, referee)
	x.wait(4*time.Minute + 59*time.Second)
	x.do(game.Start{})
	if s := x.g.Time(game.Instant(x.now)); s.White.Left != 5 {
		t.Errorf("%d minutes left", s.White.Left)
	}
	x = setOut(t, rules.Edition2002, under(reading))
	x.do(game.ReadAbsence{Side: white}, referee)
	x.wait(5 * time.Minute)
	x.refused("fault.game.flagged", "2002 art. 22.5", game.Start{})
	x.do(game.RuleFlag{}, referee)
	x.wants(game.Result, "B+F", 0, 0)
	x.ruledLast("absenceReading", "22.4", "")
	x = setOut(t, rules.Edition1988, under(reading))
	x.do(game.ReadAbsence{Side: white}, referee)
	x.wait(5 * time.Minute)
	x.do(game.RuleFlag{}, referee)
	x.wants(game.Result, "B+F", 0, 0)
	setOut(t, rules.Edition2002, under(absolute(time.Hour))).refused("fault.game.clock", "2002 art. 12", game.ReadAbsence{Side: white}, referee)
}

// TestD225 (2002 art. 22.5, 1988 art. 23.5): the last minute overrun without a move loses; in 2002
// it is a pass at the side's request, once, asked for before the loss is confirmed.
func TestD225(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, func(t *game.Terms) { t.System, t.Size = reading, 9 })
		x.refused("fault.game.noFlag", cites(e, "22.5", "23.5"), game.RuleFlag{}, referee)
		x.wait(4 * time.Minute)
		x.play("C3 D3")
		x.wait(time.Minute)
		x.refused("fault.game.flagged", cites(e, "22.5", "23.5"), game.Move{Side: black, Point: x.at("E3")})
		pass := game.Rule{Case: "overrunLastMinute", Against: black, Choice: rules.MovePass}
		if e == rules.Edition1988 {
			x.refused("fault.rules.noChoice", "1988 art. 23.5", pass, referee)
		} else {
			x.refused("fault.game.condition", "2002 art. 22.5", pass, referee) // nobody asked
			x.claim(black, "overrunLastMinute")
			x.do(pass, referee)
			s := x.g.Time(game.Instant(x.now))
			if last := x.g.Turns[len(x.g.Turns)-1]; last.Kind != game.Voided || last.Side != black {
				t.Errorf("no pass on record: %+v", last)
			}
			if s.Flag != clock.Nobody || s.Black.Left != 1 || s.Turn != clock.White || x.g.ToMove() != white {
				t.Errorf("%+v", s)
			}
			x.play("D4")
			x.wait(time.Minute)
			x.claim(black, "overrunLastMinute")
			x.refused("fault.rules.again", "2002 art. 22.5", pass, referee)
		}
		x.refused("fault.game.official", cites(e, "31", "32"), game.RuleFlag{})
		x.do(game.RuleFlag{}, referee)
		x.wants(game.Result, "W+T", 0, 0)
		x.ruledLast("overrunLastMinute", "22.5", "23.5")
	})
}

// TestD225Over (2002 art. 12.4; 12): absolute time and sections have no such request.
func TestD225Over(t *testing.T) {
	for system, article := range map[clock.System]string{
		absolute(time.Minute):                                                              "12.4",
		{Kind: clock.Canadian, Moves: 5, Block: time.Minute}:                               "12",
		{Kind: clock.Fischer, Base: time.Minute, Increment: time.Second}:                   "12",
		{Kind: clock.Periods, Periods: 2, Period: 30 * time.Second, Base: 0 * time.Second}: "22.5",
	} {
		x := sit(t, rules.Edition2002, under(system))
		x.wait(time.Minute)
		x.do(game.RuleFlag{}, referee)
		x.wants(game.Result, "W+T", 0, 0)
		if r := x.g.Rulings[0]; r.Article != article {
			t.Errorf("%s: by %s, want %s", system.Kind, r.Article, article)
		}
	}
	x := sit(t, rules.Edition2002, func(t *game.Terms) { online(t); t.System = absolute(time.Minute) })
	x.wait(time.Minute)
	x.do(game.RuleFlag{}) // no official takes part
	x.wants(game.Result, "W+T", 0, 0)
}

// TestD226 (2002 art. 22.6, 1988 art. 23.4): twelve stones taken in 15 s after a move of 50 s: 65 s
// and a minute in 2002, 50 s and none in 1988. Pressing before they are off: a warning.
func TestD226(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, func(t *game.Terms) { t.System, t.Press, t.Size = reading, true, 9 })
		x.setUp(strings.Repeat(".........\n", 4) + `
			.XXXXX...
			OOOOOOX..
			OOOOOOX..
			XXXXXX...
			.........`)
		x.wait(50 * time.Second)
		x.do(game.Move{Side: black, Point: x.at("A5")})
		if n := x.g.Board().Captured(black) + x.g.Board().Captured(white); n != 12 {
			t.Fatalf("%d stones taken", n)
		}
		x.wait(15 * time.Second)
		x.do(game.Press{Side: black})
		want := map[rules.Edition]int{"2002": 4, "1988": 5}[e]
		if got := x.g.Time(game.Instant(x.now)).Black.Left; got != want {
			t.Errorf("%d minutes left, want %d", got, want)
		}
		r := game.Rule{Case: "captureBeforePress", Against: black}
		if e == rules.Edition1988 {
			r.Choice = rules.Warned
		}
		x.do(r, referee)
		x.wants(game.Play, "", 1, 0)
		x.ruledLast("captureBeforePress", "22.6", "23.4")
	})
}

// TestD227 (2002 art. 22.7, 1988 art. 23.6): leave during the reading only in the opponent's time,
// with the referee's leave, once a game; the clock isn't touched.
func TestD227(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, func(t *game.Terms) { t.System, t.Size = reading, 9 })
		leave := game.Rule{Case: "leaveInReading", Against: black, Choice: rules.LeaveGranted}
		x.refused("fault.game.condition", cites(e, "22.7", "23.6"), leave, referee)
		x.play("C3")
		x.refused("fault.game.official", "", leave)
		x.do(leave, referee)
		x.play("D3 E3")
		x.refused("fault.rules.again", cites(e, "22.7", "23.6"), leave, referee)
		x.do(game.Rule{Case: "leaveInReading", Against: black, Choice: rules.ReadingGoesOn}, referee)
		leave.Against = white
		x.refused("fault.game.condition", cites(e, "22.7", "23.6"), leave, referee)
	})
}

// TestD227BeforeReading (2002 art. 22.7, 1988 art. 23.6): nobody leaves the reading before it began; by a
// clock of the table's own, it is the referee's word that it has.
func TestD227BeforeReading(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		for _, choice := range []rules.Consequence{rules.LeaveGranted, rules.ReadingGoesOn} {
			x := sit(t, e, nil)
			x.play("C3")
			x.refused("fault.game.notReading", cites(e, "22.7", "23.6"), game.Rule{Case: "leaveInReading", Against: black, Choice: choice}, referee)
			own := sit(t, e, func(t *game.Terms) { t.System = clock.System{Kind: clock.None} })
			own.do(game.Rule{Case: "leaveInReading", Against: black, Choice: choice}, referee)
		}
	})
}

// TestD225TimeLeft (2002 art. 22.5): while there is time left, the refusal says so, and not which of the
// two rulings isn't in principle.
func TestD225TimeLeft(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	for _, choice := range []rules.Consequence{rules.RuledLoss, rules.MovePass} {
		_, err := x.try(game.Rule{Case: "overrunLastMinute", Against: black, Choice: choice}, referee)
		when, named := fault.ArgOf(err, "when").(interface{ Words() (string, fault.Args) })
		if fault.KeyOf(err) != "fault.game.condition" || !named {
			t.Fatalf("%s with time left: %v", choice, err)
		}
		if key, _ := when.Words(); key != "fault.game.condition.timeLeft" {
			t.Errorf("%s with time left: %s", choice, key)
		}
	}
}

// TestD228 (2002 art. 22.8): readings of 30:00 and 33:00 in an hour are corrected in proportion to
// 28:34 and 31:26; 29:00 and 32:00 aren't; 4 minutes in 2 hours are (inclusive), and losing clocks
// likewise. One side alone is for the chief referee to set.
func TestD228(t *testing.T) {
	m := func(min int) game.Instant { return game.Instant(time.Duration(min) * time.Minute) }
	for _, c := range []struct {
		black, white, elapsed game.Instant
		choice                rules.Consequence
		want                  time.Duration // Black's used time; 0 = not corrected
	}{
		{m(30), m(33), m(60), rules.TimeCorrected, 28*time.Minute + 34*time.Second},
		{m(29), m(32), m(60), rules.ClockReplaced, 0},
		{m(62), m(62), m(120), rules.TimeCorrected, time.Hour},
		{m(28), m(28), m(60), rules.TimeCorrected, 30 * time.Minute},
	} {
		x := sit(t, rules.Edition2002, under(absolute(3*time.Hour)))
		x.wait(30 * time.Minute)
		x.play("Q16")
		x.wait(30 * time.Minute)
		before := x.left(black)
		x.do(game.Rule{Case: "clockFault", Black: c.black, White: c.white, Elapsed: c.elapsed}, referee)
		if r := x.g.Rulings[0]; r.Choice != c.choice {
			t.Errorf("%v: %s, want %s", c, r.Choice, c.choice)
		}
		want := 3*time.Hour - c.want
		if c.want == 0 {
			want = before
		}
		if got := x.left(black); got != want {
			t.Errorf("%v: %v left, want %v", c, got, want)
		}
	}
	x := sit(t, rules.Edition2002, nil)
	wrong := game.Rule{Case: "clockFault", Choice: rules.TimeCorrected, Black: m(29), White: m(32), Elapsed: m(60)}
	x.refused("fault.game.condition", "2002 art. 22.8", wrong, referee)
	main, less := m(20), -m(1)
	set := game.Rule{Case: "clockFault", Choice: rules.TimeSet, Against: white, Main: &main}
	x.refused("fault.rules.official", "2002 art. 22.8", set, referee)
	x.do(set, chief)
	if x.left(white) != 20*time.Minute || x.left(black) != 115*time.Minute {
		t.Errorf("%v and %v left", x.left(black), x.left(white))
	}
	set.Main = &less
	x.refused("fault.game.negative", "2002 art. 22.8", set, chief)
	sit(t, rules.Edition1988, nil).refused("fault.rules.silent", "", set, chief)
}

// TestD229 (2002 art. 22.9): the times of the first part lost: shared equally, 1:10 and 0:50 become
// an hour each, and play may go on without signatures.
func TestD229(t *testing.T) {
	x := sit(t, rules.Edition2002, under(absolute(3*time.Hour)))
	x.wait(70 * time.Minute)
	x.do(game.Move{Side: black, Point: x.at("Q16")})
	x.wait(50 * time.Minute)
	x.do(game.Pause{}, referee)
	x.do(game.Rule{Case: "lostRecord", Elapsed: game.Instant(2 * time.Hour)}, referee)
	if x.left(black) != 2*time.Hour || x.left(white) != 2*time.Hour {
		t.Errorf("%v and %v left", x.left(black), x.left(white))
	}
	x.do(game.Resume{}, referee)
}

// TestC123 (2002 art. 12.3, 1988 art. 12.2): the trace of the rules with five minutes.
func TestC123(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.System, t.Size = reading, 9 })
	points := []string{"A1", "A2", "A3", "A4", "A5", "A6", "A7"}
	for i, c := range []struct {
		think time.Duration
		left  int
	}{
		{42 * time.Second, 5}, {59900 * time.Millisecond, 5}, {60 * time.Second, 4}, {125 * time.Second, 2}, {61 * time.Second, 1},
		{59900 * time.Millisecond, 1},
	} {
		x.wait(c.think)
		x.do(game.Move{Side: black, Point: x.at(points[i])})
		if got := x.g.Time(game.Instant(x.now)).Black.Left; got != c.left {
			t.Errorf("%v: %d left, want %d", c.think, got, c.left)
		}
		x.do(game.Move{Side: white, Point: x.at(strings.Replace(points[i], "A", "J", 1))})
	}
	x.wait(time.Minute)
	x.refused("fault.game.flagged", "2002 art. 22.5", game.Press{Side: black})
}

// TestC16Reread (2002 art. 16.2): a last minute that was misread is read again from there.
func TestC16Reread(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.System = reading })
	x.refused("fault.game.clock", "2002 art. 12", game.ReadAgain{Side: black, From: game.Instant(10 * time.Second)})
	x.wait(4*time.Minute + 55*time.Second)
	x.do(game.ReadAgain{Side: black, From: game.Instant(40 * time.Second)})
	if got := x.g.Time(game.Instant(x.now)).Black.Spent; got != 40*time.Second {
		t.Errorf("read from %v", got)
	}
}

// TestPressesAlone: where only presses are recorded, the turns, the passes and the end are there.
func TestPressesAlone(t *testing.T) {
	x := sit(t, rules.Edition2002, func(t *game.Terms) { t.Moves, t.Press = false, true })
	x.refused("fault.game.notRecorded", "2002 art. 2", game.Move{Side: black, Point: x.at("Q16")})
	x.wait(time.Minute)
	x.do(game.Press{Side: black})
	x.refused("fault.game.clock", "2002 art. 12", game.Press{Side: black})
	x.do(game.Press{Side: white})
	x.do(game.Rule{Case: "doubleMove", Against: black}, referee)
	x.wants(game.Play, "", 1, 0)
	x.do(game.Pass{Side: black})
	x.do(game.Pass{Side: white})
	x.wants(game.Settle, "", 1, 0)
	x.refused("fault.game.notRecorded", "2002 art. 8", game.ProposeLife{Side: black})
	x.do(game.EnterCount{Side: black, Area: 2 * 370}, referee)
	x.wants(game.Result, "W+0.25", 1, 0)
	if len(x.g.Turns) != 4 || x.g.Turns[0].Kind != game.Unseen {
		t.Errorf("turns %+v", x.g.Turns)
	}
	sit(t, rules.Edition2002, nil).refused("fault.game.noPress", "2002 art. 12", game.Press{Side: black})
}

// TestOrder: what is entered out of its order changes nothing, nor does anything before the start.
func TestOrder(t *testing.T) {
	x := setOut(t, rules.Edition2002, nil)
	x.refused("fault.game.phase.ready", "2002 art. 12", game.Move{Side: black, Point: x.at("Q16")})
	x.refused("fault.game.exists", "", game.Create{Terms: x.g.Terms})
	x.wait(time.Minute)
	x.do(game.Start{})
	x.now -= time.Second
	x.refused("fault.game.order", "2002 art. 12", game.Move{Side: black, Point: x.at("Q16")})
	x.now += time.Second
	x.refused("fault.game.side", "2002 art. 2", game.Move{Point: x.at("Q16")})
	empty := &table{t: t, g: &game.Game{}}
	empty.refused("fault.game.none", "", game.Start{})
}

// TestAskedWithTheRuling: the counted side asks as it is ruled; its claim is noted with the ruling, by
// the same deadlines (2002 art. 22.5, 17.3).
func TestAskedWithTheRuling(t *testing.T) {
	x := sit(t, rules.Edition2002, nil)
	x.wait(2 * time.Hour)
	pass := game.Rule{Case: "overrunLastMinute", Against: black, Choice: rules.MovePass}
	x.refused("fault.game.condition", "2002 art. 22.5", pass, referee)
	pass.Asked = black
	events := x.do(pass, referee)
	if made, ok := events[0].(game.Claimed); !ok || made.Side != black || made.Case != "overrunLastMinute" {
		t.Errorf("the claim isn't noted: %+v", events)
	}
	if c := x.g.Claims; len(c) != 1 || c[0].Open || x.g.Rulings[0].Claim != 1 {
		t.Errorf("claims %+v, ruling %+v", c, x.g.Rulings)
	}
	x.wants(game.Play, "", 0, 0)

	y := sit(t, rules.Edition2002, onBoard(9))
	y.play("E5 D4 C3")
	y.refused("fault.game.needsClaim", "2002 art. 17.3", game.Rule{Case: "takeBack", Against: black, Asked: black}, referee)
	y.do(game.Rule{Case: "takeBack", Against: black, Asked: white}, referee)
	y.wants(game.Play, "", 1, 0)
	if len(y.g.Claims) != 1 {
		t.Errorf("a refused ruling notes its claim: %+v", y.g.Claims)
	}
}

// TestD227Waits (D22.7, options no. 39): the reading of a side with leave goes on once the opponent has
// moved, or waits until the referee says that it is back.
func TestD227Waits(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		for _, waits := range []bool{false, true} {
			x := sit(t, e, func(t *game.Terms) { t.System, t.Size, t.LeaveWaits = reading, 9, waits })
			x.play("C3")
			x.do(game.Rule{Case: "leaveInReading", Against: black, Choice: rules.LeaveGranted}, referee)
			x.play("D3")
			before := x.g.Time(game.Instant(x.now)).Black
			x.wait(40 * time.Second)
			if spent := x.g.Time(game.Instant(x.now)).Black.Spent - before.Spent; spent != map[bool]time.Duration{false: 40 * time.Second}[waits] {
				t.Errorf("waits %v: %v were read", waits, spent)
			}
			x.do(game.Rule{Case: "leaveInReading", Against: black, Choice: rules.ReadingGoesOn}, referee)
			before = x.g.Time(game.Instant(x.now)).Black
			x.wait(10 * time.Second)
			if s := x.g.Time(game.Instant(x.now)).Black; s.Away || s.Spent-before.Spent != 10*time.Second {
				t.Errorf("waits %v, back at the table: %+v", waits, s)
			}
		}
	})
}

// TestVoidedTime (options no. 48): the time of a move that doesn't stand stays used, and no minute of the
// reading is given back.
func TestVoidedTime(t *testing.T) {
	both(t, func(t *testing.T, e rules.Edition) {
		x := sit(t, e, func(t *game.Terms) { t.System, t.Size = reading, 9 })
		x.play("E5 A2 E6 B1 E7 D3")
		before := x.g.Time(game.Instant(x.now)).Black
		x.wait(70 * time.Second)
		at := x.at("A1")
		x.do(game.Move{Side: black, Point: at})
		last := x.g.Turns[len(x.g.Turns)-1]
		after := x.g.Time(game.Instant(x.now)).Black
		if last.Kind != game.Voided || after.Left != before.Left-1 || after.Used-before.Used != 70*time.Second {
			t.Errorf("%s: %d minutes before, %d after, %v used", last.Kind, before.Left, after.Left, after.Used-before.Used)
		}
	})
}
