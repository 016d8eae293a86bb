package web

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/live"
	"tianyuan/rules"
)

// The sections of the referee's tables, the most urgent first.
const (
	sectionUrgent  = "urgent"  // nothing goes on without a ruling
	sectionGo      = "go"      // the referee is waited for
	sectionReading = "reading" // seconds are read
	sectionRunning = "running"
	sectionIdle    = "idle" // not begun
	sectionDone    = "done"
)

var sections = []string{sectionUrgent, sectionGo, sectionReading, sectionRunning, sectionIdle, sectionDone}

// Silence of a table's device after which nothing is asked of it any more, after which it is marked, and
// after which the referee is called.
const (
	silenceShort  = live.Unheard
	silenceMarked = 20 * time.Second
	silenceCalls  = time.Minute
)

// contact is what is known of the device that keeps a game's time.
type contact struct {
	// Keeps: a device sits at the table and keeps this game's time.
	Keeps bool
	// Heard says that it was heard since this program started. Silence is how long it hasn't been.
	Heard   bool
	Silence time.Duration
	// Linked: it is connected now.
	Linked bool
	// Misfit: its log doesn't fit to the time that passed here.
	Misfit *live.Misfit
	// Wish is what it was asked for and hasn't done yet; nil for nothing.
	Wish *live.Wish
	// Apart: no device is to keep this time; the table has a clock of its own, or the server keeps it.
	Apart bool
}

// ticks tells that time passes on a clock: a side's own, or what is read to an empty chair (D22.4).
func ticks(s clock.State) bool {
	return s.Phase == clock.Running || s.Phase == clock.Ready && (s.Black.Reading || s.White.Reading)
}

// unheard tells that a clock counts of which nobody here knows how it stands: its device is silent, or
// there is none. What is shown then is the last reading that was handed in.
func (c contact) unheard(s clock.State) bool {
	return !c.Apart && ticks(s) && (!c.Keeps || !c.Heard || c.Silence >= silenceShort)
}

// lost tells that a running clock's device has been silent for too long.
func (c contact) lost(s clock.State, after time.Duration) bool {
	return c.Keeps && s.Phase == clock.Running && c.Silence >= after
}

// deaf tells that nothing can be asked of the device now.
func (c contact) deaf() bool { return !c.Linked || c.Silence >= silenceShort }

// tag is a small label: a glyph, and a word.
type tag struct{ Kind, Text string }

// dial is what one side's clock shows, in words.
type dial struct {
	Side rules.Side
	// Digits are minutes and seconds that are left, or under reading the seconds read so far.
	Digits string
	// Unit stands behind seconds that are counted up, and Rest is what else is left.
	Unit, Rest string
	Runs, Out  bool
	// Reading: seconds are counted up.
	Reading bool
}

// glance is a game at one look.
type glance struct {
	Section string
	Tag     tag
	// Say is what the matter is; "" = the clocks say it.
	Say string
	// Small stands under the tag: the number of the move, or when the device was heard.
	Small string
	// Unheard says since when the clock that counts isn't heard; "" = it is, or none counts. The clocks then
	// stand still at the last reading that was handed in.
	Unheard string
	// Facts, Act and To are the panel of an urgent table: figures, and the one act with where it leads
	// behind the table's address.
	Facts   []string
	Act, To string
	Dials   []dial
	// Desk is the result that the desk has entered though the game goes on.
	Desk string
}

// digits writes a length of time as a clock shows what is left: 12:44, from an hour on 1:12:44. A
// second that has begun still counts.
func digits(d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// dialOf says what a side's clock shows.
func dialOf(p *i18n.Printer, system clock.System, s clock.State, side rules.Side) dial {
	x, cs := s.Black, clock.Side(side)
	if side == rules.White {
		x = s.White
	}
	d := dial{Side: side, Runs: s.Phase == clock.Running && s.Turn == cs, Out: s.Flag&cs != 0}
	aloud := system.Kind == clock.Reserved || system.Kind == clock.Periods
	switch {
	case system.Kind == clock.None:
		return dial{Side: side}
	case d.Out:
		d.Digits = digits(0)
	case aloud && x.Main == 0 && (x.Reading || d.Runs):
		d.Rest = p.T(restKey(system.Kind, x.Left), fault.Args{"n": x.Left})
		if !d.Runs {
			break // it isn't read while the other side thinks
		}
		d.Reading = true
		d.Digits, d.Unit = fmt.Sprintf("%02d", int(x.Spent/time.Second)), p.T("dial.seconds")
	case system.Kind == clock.Canadian && x.Main == 0:
		d.Digits, d.Rest = digits(x.Block), p.T("dial.moves", fault.Args{"n": x.MovesLeft})
	default:
		d.Digits = digits(x.Main)
	}
	return d
}

func restKey(kind clock.Kind, left int) string {
	switch {
	case kind == clock.Periods && left == 1:
		return "dial.lastPeriod"
	case kind == clock.Periods:
		return "dial.periods"
	case left == 1:
		return "dial.lastMinute"
	}
	return "dial.minutes"
}

// sideName is a side as sentences name it.
func sideName(p *i18n.Printer, s rules.Side) string {
	switch s {
	case rules.Black:
		return p.T("game.side.B")
	case rules.White:
		return p.T("game.side.W")
	}
	return p.T("game.side.both")
}

// moment is a moment of a game's time keeper: the last one that is known, and the present one as far
// as it can be told. Only what is known decides anything.
type moment struct{ Known, Now game.Instant }

// glanceOf tells at one look how a game stands at a moment. shown tells when a moment was, as time of
// day; "" where that isn't known.
func glanceOf(p *i18n.Printer, g *game.Game, at moment, c contact, shown func(game.Instant) string) glance {
	s, now := g.Time(at.Known), g.Time(at.Now)
	v := glance{Small: moveText(p, len(g.Turns))}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		v.Dials = append(v.Dials, dialOf(p, g.Terms.System, now, side))
	}
	if c.unheard(s) {
		v.Unheard = silenceText(p, c)
	}
	if v.urgent(p, g, s, c, shown) || v.claims(p, g) {
		return v
	}
	switch g.Phase {
	case game.Draw:
		v.set(sectionIdle, "none", "glance.draw")
		v.tagged(p).Say, v.Small = p.T("glance.draw.say"), ""
	case game.Ready:
		v.ready(p, g, now)
	case game.Play:
		v.playing(p, g, now, c)
	case game.Rest:
		v.paused(p, g)
	case game.Settle:
		v.set(sectionGo, "wait", "glance.settle")
		v.tagged(p).Say = p.T("glance.settle.say")
		if g.Ending.Recounts > 0 {
			v.Say = p.T("glance.recount.say")
		}
	case game.Result:
		v.set(sectionGo, "wait", "glance.result")
		v.tagged(p).Say = p.T("glance.result.say", fault.Args{"result": g.Result.Outcome, "who": unsigned(p, g)})
	case game.Final:
		v.set(sectionDone, "ok", "glance.final")
		v.tagged(p).Say = p.T(g.Result.Outcome.Words())
		if g.Cancelled != [2]bool{} {
			v.Say = p.T("glance.cancelled.say")
		}
	case game.Anew:
		v.set(sectionGo, "warn", "glance.anew")
		v.tagged(p).Say = p.T("glance.anew.say", fault.Args{"how": g.Again})
	}
	return v
}

// moveText is the number of the last turn; "" before the first.
func moveText(p *i18n.Printer, n int) string {
	if n == 0 {
		return ""
	}
	return p.T("glance.move", fault.Args{"n": n})
}

func (v *glance) set(section, kind, key string) { v.Section, v.Tag = section, tag{kind, key} }

// tagged turns the tag's key into its words.
func (v *glance) tagged(p *i18n.Printer) *glance {
	v.Tag.Text = p.T(v.Tag.Text)
	return v
}

// urgent is a game in which nothing may go on before the referee has ruled.
func (v *glance) urgent(p *i18n.Printer, g *game.Game, s clock.State, c contact, shown func(game.Instant) string) bool {
	over := g.Phase != game.Ready && g.Phase != game.Play && g.Phase != game.Rest
	switch {
	case s.Flag != clock.Nobody && !over:
		v.flag(p, g, s, shown)
	case c.Misfit != nil && !over:
		v.set(sectionUrgent, "bad", "glance.misfit")
		v.tagged(p).Say = p.T("glance.misfit.say")
		v.Facts = []string{p.T("glance.misfit.device", fault.Args{"time": c.Misfit.Device.Round(time.Millisecond)}), p.T("glance.misfit.server", fault.Args{"time": c.Misfit.Server.Round(time.Millisecond)})}
		v.Act, v.To = "glance.act.misfit", "#device"
	case disputed(g) && !over || disputed(g) && (g.Phase == game.Settle || g.Phase == game.Result):
		v.set(sectionUrgent, "bad", "glance.dispute")
		v.tagged(p).Say = p.T("glance.dispute.say")
		v.Act, v.To = "glance.act.dispute", "#dispute"
	case c.lost(s, silenceCalls) && g.Phase == game.Play:
		v.set(sectionUrgent, "bad", "glance.lost")
		v.tagged(p).Say = p.T("glance.lost.say")
		v.Act, v.To = "glance.act.lost", "#device"
	default:
		return false
	}
	v.Facts = append(v.Facts, v.dialFacts(p)...)
	if v.Small != "" {
		v.Facts = append(v.Facts, v.Small)
	}
	return true
}

// disputed tells that the sides disagree on life and death, and have said so.
func disputed(g *game.Game) bool {
	for _, c := range g.Claims {
		if c.Open && c.Case == "lifeDispute" {
			return true
		}
	}
	return false
}

// flag is a game in which somebody's time is out.
func (v *glance) flag(p *i18n.Printer, g *game.Game, s clock.State, shown func(game.Instant) string) {
	side := rules.Side(s.Flag)
	x := s.Black
	if side == rules.White {
		x = s.White
	}
	key := "glance.flag.time"
	switch {
	case side != rules.Black && side != rules.White:
		key = "glance.flag.both"
	case x.Lost == clock.TooLate:
		key = "glance.flag.late"
	case x.Lost == clock.NeverCame:
		key = "glance.flag.absent"
	case g.Terms.System.Kind == clock.Reserved:
		key = "glance.flag.minute"
	case g.Terms.System.Kind == clock.Periods:
		key = "glance.flag.period"
	case g.Terms.System.Kind == clock.Canadian:
		key = "glance.flag.block"
	}
	v.set(sectionUrgent, "bad", "glance.flag")
	v.tagged(p).Say = p.T(key, fault.Args{"side": sideName(p, side)})
	if when := shown(game.Instant(x.LostAt)); when != "" {
		v.Facts = append(v.Facts, p.T("glance.stopped", fault.Args{"time": when}))
	}
	v.Small = p.T("glance.move", fault.Args{"n": len(g.Turns) + 1})
	if g.Phase == game.Ready {
		v.Small = ""
	}
	name, against := flagCase(g, s)
	v.Act, v.To = "glance.act.flag", "/rule/"+name+"?against="+against
}

// dialFacts say both clocks in a sentence's parts.
func (v *glance) dialFacts(p *i18n.Printer) []string {
	var facts []string
	for _, d := range v.Dials {
		switch {
		case d.Digits == "" && d.Rest == "":
		case d.Reading || d.Digits == "":
			facts = append(facts, p.T("glance.dial", fault.Args{"side": sideName(p, d.Side), "time": d.Rest}))
		default:
			facts = append(facts, p.T("glance.dial", fault.Args{"side": sideName(p, d.Side), "time": d.Digits}))
		}
	}
	return facts
}

// claims is a game in which a player waits for an answer, or in which somebody called.
func (v *glance) claims(p *i18n.Printer, g *game.Game) bool {
	if g.Phase == game.Anew {
		return false
	}
	for _, c := range g.Claims {
		if !c.Open {
			continue
		}
		row, err := rules.Case(g.Terms.Edition, c.Case)
		if err != nil {
			continue
		}
		v.set(sectionGo, "warn", "glance.claim")
		v.tagged(p).Say = p.T("glance.claim.say", fault.Args{"side": sideName(p, c.Side), "case": row})
		if row.Article != "" {
			v.Say = p.T("glance.claim.cited", fault.Args{"side": sideName(p, c.Side), "case": row, "article": row.Article})
		}
		return true
	}
	return false
}

// ready is a game before its start, with an empty chair to which is read perhaps (D22.4).
func (v *glance) ready(p *i18n.Printer, g *game.Game, s clock.State) {
	v.set(sectionIdle, "none", "glance.ready")
	timer := g.Timer()
	if cue, read := timer.NextCue(s.At); read && s.Phase == clock.Ready {
		i, x := 0, s.Black
		if cue.Side == clock.White {
			i, x = 1, s.White
		}
		v.set(sectionReading, map[bool]string{true: "run", false: "none"}[v.Unheard == ""], []string{"glance.absent.B", "glance.absent.W"}[i])
		d := &v.Dials[i]
		d.Reading, d.Runs, d.Digits, d.Unit = true, true, fmt.Sprintf("%02d", int(x.Spent/time.Second)), p.T("dial.seconds")
		d.Rest = p.T(restKey(g.Terms.System.Kind, x.Left), fault.Args{"n": x.Left})
	}
	v.tagged(p).Small = ""
	if g.Black != g.Assigned {
		v.Say = p.T("glance.seats.say")
	}
}

func (v *glance) playing(p *i18n.Printer, g *game.Game, s clock.State, c contact) {
	v.set(sectionRunning, "none", "glance.play")
	if s.Phase == clock.Paused {
		v.set(sectionRunning, "none", "glance.stopped.tag")
	}
	for i, d := range v.Dials {
		if d.Runs && d.Reading {
			key, kind := []string{"glance.reading.B", "glance.reading.W"}[i], "run"
			if left := []clock.SideState{s.Black, s.White}[i].Left; left == 1 {
				key, kind = restKey(g.Terms.System.Kind, 1), "last"
			}
			v.set(sectionReading, kind, key)
			if v.Unheard != "" {
				v.set(sectionReading, "none", "glance.play")
			}
		}
	}
	switch {
	case g.Call != nil || g.Called:
		v.set(sectionGo, "warn", "glance.called")
		v.Say = p.T(map[bool]string{true: "glance.repeat.say", false: "glance.called.say"}[g.Called && g.Call == nil])
	case g.Proposal != rules.NoSide:
		v.Say = p.T("glance.proposal.say", fault.Args{"side": sideName(p, g.Proposal)})
	case c.lost(s, silenceMarked):
		v.set(v.Section, "warn", "glance.silent")
	}
	v.tagged(p)
}

// silenceText says when a device was heard last.
func silenceText(p *i18n.Printer, c contact) string {
	switch {
	case !c.Keeps:
		return p.T("glance.noClock")
	case !c.Heard:
		return p.T("glance.unheard")
	case c.Silence < 100*time.Second:
		return p.T("glance.heard.seconds", fault.Args{"n": int(c.Silence / time.Second)})
	}
	return p.T("glance.heard.minutes", fault.Args{"n": int(c.Silence / time.Minute)})
}

func (v *glance) paused(p *i18n.Printer, g *game.Game) {
	v.set(sectionGo, "ask", "glance.pause")
	switch b := g.Break; {
	case b.Sealed != rules.NoSide:
		v.set(sectionGo, "none", "glance.sealed")
		v.Say = p.T("glance.sealed.say", fault.Args{"side": sideName(p, b.Sealed)})
	case b.Confirmed == [2]bool{true, true}:
		v.set(sectionGo, "none", "glance.pause")
		v.Say = p.T("glance.pause.ready")
	case b.Confirmed[0]:
		v.Say = p.T("glance.pause.one", fault.Args{"side": sideName(p, rules.White)})
	case b.Confirmed[1]:
		v.Say = p.T("glance.pause.one", fault.Args{"side": sideName(p, rules.Black)})
	default:
		v.Say = p.T("glance.pause.say")
	}
	v.tagged(p)
}

// unsigned names who has not confirmed a result yet.
func unsigned(p *i18n.Printer, g *game.Game) string {
	var who []string
	for i, side := range []rules.Side{rules.Black, rules.White} {
		if !g.Result.Players[i] {
			who = append(who, sideName(p, side))
		}
	}
	if !g.Result.Referee && g.Terms.Referee {
		who = append(who, p.T("role.referee"))
	}
	return p.List(who)
}

// personNo is the pairing number of who holds a side's stones.
func personNo(g *game.Game, side rules.Side) int {
	no, err := strconv.Atoi(g.Players[g.Holds(side)].ID)
	if err != nil {
		return 0
	}
	return no
}

// DialWords are the words with which the console's script goes on writing clocks, as JSON.
func (p *page) DialWords() (string, error) {
	texts := map[string]string{}
	for _, name := range []string{"seconds", "minutes", "lastMinute", "periods", "lastPeriod", "moves"} {
		texts[name] = p.q.p.T("dial." + name)
	}
	for _, name := range []string{"heard.seconds", "heard.minutes"} {
		texts[name] = p.q.p.T("glance." + name)
	}
	data, err := json.Marshal(texts)
	return string(data), err
}
