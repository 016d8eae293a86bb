package web

import (
	"strings"
	"testing"
	"time"

	"tianyuan/clock"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/live"
	"tianyuan/rules"
)

// sat is a game with its time keeper.
type sat struct {
	*testing.T
	g   *game.Game
	now time.Duration
}

func sit(t *testing.T, system clock.System, moves bool) *sat {
	t.Helper()
	terms, err := game.TermsOf(rules.Edition2002, clock.SameVenue, system)
	if err != nil {
		t.Fatal(err)
	}
	terms.Moves = moves
	s := &sat{T: t, g: &game.Game{}}
	s.do(game.Create{Terms: terms, Players: [2]game.Player{{ID: "1"}, {ID: "2"}}})
	return s
}

func (s *sat) do(commands ...game.Command) {
	s.Helper()
	for _, c := range commands {
		events, err := s.g.Decide(c, game.Context{At: game.Instant(s.now), By: rules.ChiefReferee, Reason: "test"})
		if err != nil {
			s.Fatalf("%T: %v", c, err)
		}
		for _, e := range events {
			if err := s.g.Apply(game.Recorded{Event: e, Seq: s.g.Head() + 1}); err != nil {
				s.Fatal(err)
			}
		}
	}
}

// after lets time pass, with a call of the referee so that the record knows it.
func (s *sat) after(d time.Duration, commands ...game.Command) {
	s.Helper()
	s.now += d
	s.do(commands...)
}

func (s *sat) glance(c contact) glance {
	at := game.Instant(s.now)
	return glanceOf(i18n.For(i18n.Hans), s.g, moment{at, at}, c, func(game.Instant) string { return "14:35:42" })
}

var fiveMinutes = clock.System{Kind: clock.Reserved, Base: 5 * time.Minute, Reserved: 2, Period: time.Minute}

// TestGlance states for each state of a game in which section its table stands, with which tag, and
// what is said.
func TestGlance(t *testing.T) {
	heard := contact{Keeps: true, Heard: true, Linked: true}
	silent := func(d time.Duration) contact { return contact{Keeps: true, Heard: true, Silence: d} }
	for _, c := range []struct {
		name                string
		play                func(*sat)
		with                contact
		section, kind, word string
		say                 string
	}{
		{"before the start", func(*sat) {}, heard, sectionIdle, "none", "未开钟", ""},
		{"seats", func(s *sat) { s.do(game.NoteSeats{Black: game.Second}) }, heard, sectionIdle, "none", "未开钟", "坐反"},
		{"an empty chair", func(s *sat) { s.do(game.ReadAbsence{Side: rules.White}) }, heard, sectionReading, "run", "白缺席读秒", ""},
		{"running", func(s *sat) { s.do(game.Start{}); s.after(time.Minute) }, heard, sectionRunning, "none", "进行", ""},
		{"silent for 6 s", func(s *sat) { s.do(game.Start{}) }, silent(6 * time.Second), sectionRunning, "none", "进行", ""},
		{"read, and silent", func(s *sat) { s.do(game.Start{}); s.after(4*time.Minute + 20*time.Second) }, silent(6 * time.Second), sectionReading, "none", "进行", ""},
		{"an empty chair, silent", func(s *sat) { s.do(game.ReadAbsence{Side: rules.White}) }, silent(6 * time.Second), sectionReading, "none", "白缺席读秒", ""},
		{"silent for 21 s", func(s *sat) { s.do(game.Start{}) }, silent(21 * time.Second), sectionRunning, "warn", "失联", ""},
		{"silent for a minute", func(s *sat) { s.do(game.Start{}) }, silent(time.Minute), sectionUrgent, "bad", "失联", "没有回音"},
		{"silent, but paused", func(s *sat) { s.do(game.Start{}, game.Pause{}) }, silent(time.Hour), sectionGo, "ask", "暂停", "核对"},
		{"its log doesn't fit", func(s *sat) { s.do(game.Start{}) }, contact{Keeps: true, Heard: true, Misfit: &live.Misfit{Device: 31 * time.Second, Server: 5 * time.Second}}, sectionUrgent, "bad", "日志不合", "对不上"},
		{"reading", func(s *sat) { s.do(game.Start{}); s.after(3*time.Minute + 20*time.Second) }, heard, sectionReading, "run", "黑读秒", ""},
		{"the last minute", func(s *sat) { s.do(game.Start{}); s.after(4*time.Minute + 20*time.Second) }, heard, sectionReading, "last", "最后 1 分", ""},
		{"out of time", func(s *sat) { s.do(game.Start{}); s.after(6 * time.Minute) }, heard, sectionUrgent, "bad", "超时", "黑方最后 1 分钟超时"},
		{"out of time while silent", func(s *sat) { s.do(game.Start{}); s.after(6 * time.Minute) }, silent(time.Hour), sectionUrgent, "bad", "超时", "黑方最后 1 分钟超时"},
		{"called", func(s *sat) { s.do(game.Start{}, game.CallReferee{}) }, heard, sectionGo, "warn", "叫裁判", "叫裁判员"},
		{"a claim", func(s *sat) { s.do(game.Start{}, game.MakeClaim{Side: rules.White, Case: "phoneRing"}) }, heard, sectionGo, "warn", "待查", "白方报「手机、呼机发出响声」（23.7）"},
		{"an answered claim", func(s *sat) {
			s.do(game.Start{}, game.MakeClaim{Side: rules.White, Case: "phoneRing"}, game.DismissClaim{ID: 1})
		}, heard, sectionRunning, "none", "进行", ""},
		{"a proposal", func(s *sat) { s.do(game.Start{}, game.ProposeEnd{Side: rules.Black}) }, heard, sectionRunning, "none", "进行", "黑方提议终局"},
		{"one reading confirmed", func(s *sat) { s.do(game.Start{}, game.Pause{}, game.ConfirmReadings{Side: rules.Black}) }, heard, sectionGo, "ask", "暂停", "等白方"},
		{"both confirmed", func(s *sat) {
			s.do(game.Start{}, game.Pause{}, game.ConfirmReadings{Side: rules.Black}, game.ConfirmReadings{Side: rules.White})
		}, heard, sectionGo, "none", "暂停", "可以续弈"},
		{"to be counted", func(s *sat) { s.end() }, heard, sectionGo, "wait", "待数子", "等你数子"},
		{"disputed", func(s *sat) { s.end(); s.do(game.MakeClaim{Side: rules.Black, Case: "lifeDispute"}) }, heard, sectionUrgent, "bad", "死活争议", "意见不一"},
		{"counted", func(s *sat) { s.end(); s.do(game.EnterCount{Side: rules.Black, Area: 740}) }, heard, sectionGo, "wait", "待确认", "黑胜 3/4 子，等黑方、白方、裁判员确认"},
		{"recounted", func(s *sat) {
			s.end()
			s.do(game.EnterCount{Side: rules.Black, Area: 740}, game.AskRecount{Side: rules.White})
		}, heard, sectionGo, "wait", "待数子", "重数"},
		{"confirmed", func(s *sat) { s.end(); s.do(game.EnterCount{Side: rules.Black, Area: 740}); s.confirm() }, heard, sectionDone, "ok", "已确认", "黑胜 3/4 子"},
		{"cancelled", func(s *sat) {
			s.end()
			s.do(game.EnterCount{Side: rules.Black, Area: 740})
			s.confirm()
			s.do(game.Rule{Case: "cheating", Choice: rules.Cancelled, Against: rules.Black})
		}, heard, sectionDone, "ok", "已确认", "取消"},
		{"anew", func(s *sat) { s.do(game.Start{}, game.Rule{Case: "scatteredOutside", Choice: rules.RuledReplay}) }, heard, sectionGo, "warn", "另下", "重赛"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sit(t, fiveMinutes, false)
			c.play(s)
			v := s.glance(c.with)
			if v.Section != c.section || v.Tag.Kind != c.kind || v.Tag.Text != c.word || !strings.Contains(v.Say, c.say) || c.say == "" && v.Say != "" {
				t.Errorf("%s %s %q: %q, want %s %s %q: %q", v.Section, v.Tag.Kind, v.Tag.Text, v.Say, c.section, c.kind, c.word, c.say)
			}
			if (v.Section == sectionUrgent) != (v.Act != "") {
				t.Errorf("an act %q in section %s", v.Act, v.Section)
			}
			if strings.Contains(v.Say+v.Tag.Text+v.Small, "⟦") {
				t.Errorf("a raw key: %+v", v)
			}
		})
	}
}

// TestUnheard: a clock that counts and whose device was silent for 5 s, or that has none, is said not to be
// heard and since when; one that stands, is another's or is heard isn't. No reading is called so then (ui.md
// rule 4).
func TestUnheard(t *testing.T) {
	running := func(s *sat) { s.do(game.Start{}); s.after(4*time.Minute + 20*time.Second) }
	paused := func(s *sat) { s.do(game.Start{}, game.Pause{}) }
	for _, c := range []struct {
		name string
		play func(*sat)
		with contact
		want string
	}{
		{"heard", running, contact{Keeps: true, Heard: true, Silence: 4999 * time.Millisecond}, ""},
		{"silent", running, contact{Keeps: true, Heard: true, Linked: true, Silence: 5 * time.Second}, "最后消息 5 秒前"},
		{"for long", running, contact{Keeps: true, Heard: true, Silence: 40*time.Second + 999*time.Millisecond}, "最后消息 40 秒前"},
		{"for very long", running, contact{Keeps: true, Heard: true, Silence: 3 * time.Minute}, "最后消息 3 分钟前"},
		{"never since the start", running, contact{Keeps: true}, "还没听到"},
		{"no clock", running, contact{}, "台上没有钟"},
		{"kept by the server", running, contact{Apart: true}, ""},
		{"paused", paused, contact{Keeps: true, Heard: true, Silence: time.Hour}, ""},
		{"not begun", func(*sat) {}, contact{}, ""},
		{"an empty chair", func(s *sat) { s.do(game.ReadAbsence{Side: rules.White}) }, contact{Keeps: true, Heard: true, Silence: 7 * time.Second}, "最后消息 7 秒前"},
		{"out of time", func(s *sat) { s.do(game.Start{}); s.after(6 * time.Minute) }, contact{Keeps: true, Heard: true, Silence: time.Hour}, ""},
	} {
		s := sit(t, fiveMinutes, false)
		c.play(s)
		v := s.glance(c.with)
		if v.Unheard != c.want {
			t.Errorf("%s: %q, want %q", c.name, v.Unheard, c.want)
		}
		if v.Unheard != "" && (v.Tag.Kind == "run" || v.Tag.Kind == "last") {
			t.Errorf("%s: the tag %s says that it is read", c.name, v.Tag.Text)
		}
	}
}

func (s *sat) end() {
	s.Helper()
	s.do(game.Start{}, game.ProposeEnd{Side: rules.Black}, game.AgreeEnd{Side: rules.White})
}

func (s *sat) confirm() {
	s.Helper()
	for _, side := range []rules.Side{rules.Black, rules.White, rules.NoSide} {
		s.do(game.Confirm{Side: side, Outcome: s.g.Result.Outcome})
	}
}

// TestDials: what a clock shows is written as it is read: what is left, or the seconds read so far
// with the minutes that remain (C12).
func TestDials(t *testing.T) {
	p := i18n.For(i18n.Hans)
	for _, c := range []struct {
		system clock.System
		after  time.Duration
		want   string
	}{
		{fiveMinutes, 0, "03:00"}, {fiveMinutes, 100 * time.Millisecond, "03:00"}, {fiveMinutes, time.Second, "02:59"}, {fiveMinutes, 3 * time.Minute, "00秒 还剩 2 分"},
		{fiveMinutes, 3*time.Minute + 37900*time.Millisecond, "37秒 还剩 2 分"}, {fiveMinutes, 4 * time.Minute, "00秒 最后 1 分"}, {fiveMinutes, 5 * time.Minute, "00:00"},
		{clock.System{Kind: clock.Absolute, Base: 2 * time.Hour}, 0, "2:00:00"}, {clock.System{Kind: clock.Absolute, Base: time.Hour}, time.Second, "59:59"},
		{clock.System{Kind: clock.Periods, Base: time.Minute, Periods: 3, Period: 30 * time.Second}, 70 * time.Second, "10秒 还剩 3 次"},
		{clock.System{Kind: clock.Periods, Base: time.Minute, Periods: 1, Period: 30 * time.Second}, 70 * time.Second, "10秒 最后 1 次"},
		{clock.System{Kind: clock.Canadian, Base: time.Minute, Moves: 15, Block: 10 * time.Minute}, 90 * time.Second, "09:30 还差 15 手"},
		{clock.System{Kind: clock.None}, time.Minute, ""},
	} {
		s := sit(t, c.system, false)
		s.do(game.Start{})
		d := dialOf(p, c.system, s.g.Time(game.Instant(c.after)), rules.Black)
		if got := strings.TrimSpace(d.Digits + d.Unit + " " + d.Rest); got != c.want {
			t.Errorf("%s after %s: %q, want %q", c.system.Kind, c.after, got, c.want)
		}
	}
}

// TestLengths: a length of time is written as people do; anything else is refused.
func TestLengths(t *testing.T) {
	for text, want := range map[string]time.Duration{"12": 12 * time.Minute, "0": 0, "12:30": 12*time.Minute + 30*time.Second, "1:12:30": 72*time.Minute + 30*time.Second, " １２：３０ ": 12*time.Minute + 30*time.Second, "90:00": 90 * time.Minute} {
		if got, err := lengthOf(text); err != nil || got != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "12:5", "12:60", "1:2:3:4", "-1", "1:-1:00", "1.5", "12:", "99999999999999999999"} {
		if got, err := lengthOf(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// FuzzLengthOf: whatever is typed, the answer is a length within reach or a fault.
func FuzzLengthOf(f *testing.F) {
	for _, seed := range []string{"12", "12:30", "1:12:30", "：", "0x1", "9999:59:59"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := lengthOf(text); err == nil && (d < 0 || d > 10001*time.Hour) {
			t.Errorf("%q is %s", text, d)
		}
	})
}

// TestProtocolSheets: every line is on one sheet, in order; sheets are numbered, the head is on the
// first, the signatures are behind the last line.
func TestProtocolSheets(t *testing.T) {
	for _, n := range []int{0, 1, 30, 31, 200} {
		log := make([]logLine, n)
		for i := range log {
			log[i] = logLine{Say: strings.Repeat("字", i%90), Ruling: i, Moves: []playedMove{{No: i + 1}}}
		}
		sheets := protocolSheets(log, true)
		if most := map[int]int{30: 1, 31: 2}[n]; most != 0 && !sheets[most-1].Last {
			t.Errorf("%d lines don't end on sheet %d", n, most)
		}
		line, move := 0, 0
		for i, s := range sheets {
			if s.Page != i+1 || s.Pages != len(sheets) || s.First != (i == 0) {
				t.Errorf("%d lines: sheet %d is %d of %d", n, i, s.Page, s.Pages)
			}
			for _, l := range s.Lines {
				if l.Ruling != line {
					t.Fatalf("%d lines: line %d stands where %d belongs", n, l.Ruling, line)
				}
				line++
			}
			for _, column := range s.Moves {
				for _, m := range column {
					move++
					if m.No != move {
						t.Fatalf("move %d stands where %d belongs", m.No, move)
					}
				}
			}
			if s.Last && line != n {
				t.Errorf("%d lines: the signatures come after %d", n, line)
			}
		}
		if line != n || move != n {
			t.Errorf("%d lines: %d lines and %d moves are printed", n, line, move)
		}
	}
}
