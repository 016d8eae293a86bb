package web

import (
	"slices"
	"time"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/i18n"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// changed is one line of what a ruling changes.
type changed struct {
	What, Before, After string
	// Stone is the side whose stone stands before what is new; "" for none.
	Stone rules.Side
	// Same: it stays as it is.
	Same bool
}

// changesOf lists what a game is before and after a ruling, as a referee looks at it: what is changed,
// and of what isn't what he would ask about. seats names who holds a side's stones.
func changesOf(p *i18n.Printer, before, after *game.Game, r game.Rule, at game.Instant, seats func(*game.Game, rules.Side) string) []changed {
	var list []changed
	add := func(what, was, is string) {
		list = append(list, changed{What: what, Before: was, After: is, Same: was == is})
	}
	for _, line := range turnChanges(p, before, after) {
		add(line.What, line.Before, line.After)
	}
	for _, s := range r.Stones {
		add(s.Point.GTP(before.Terms.Size), stoneWords(p, before.Board().At(s.Point)), stoneWords(p, after.Board().At(s.Point)))
	}
	for _, c := range byHand(before, after) {
		off := time.Duration(after.Terms.LateFactor) * time.Duration(c.By)
		list = append(list, changed{What: p.T("rule.after.time", fault.Args{"side": sideName(p, c.Side)}), After: p.T("rule.after.takeOff", fault.Args{"time": p.Duration(off)})})
	}
	going := after.Phase == game.Play || after.Phase == game.Rest
	if going && len(before.Turns)+len(after.Turns) > 0 {
		list = append(list, changed{What: p.T("rule.after.turn"), Before: sideName(p, before.ToMove()), After: sideName(p, after.ToMove()), Stone: after.ToMove(), Same: before.ToMove() == after.ToMove()})
	}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		was, is := clockWords(p, before, at, side), clockWords(p, after, at, side)
		if was != is {
			add(p.T("rule.after.time", fault.Args{"side": sideName(p, side)}), was, is)
		}
		if was, is := seats(before, side), seats(after, side); was != is {
			add(sideName(p, side), was, is)
		}
	}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		was, is := before.Warnings[before.Holds(side)], after.Warnings[before.Holds(side)]
		if was != is || side == r.Against {
			list = append(list, changed{What: p.T("rule.after.warnings", fault.Args{"side": sideName(p, side)}), Before: p.T("rule.after.times", fault.Args{"n": was}), After: p.T("rule.after.times", fault.Args{"n": is}), Same: was == is})
		}
	}
	if r.Case == "overrunLastMinute" && after.Phase == game.Play && after.Terms.OverrunPasses == 1 {
		add(p.T("rule.after.ask"), p.T("rule.after.mayAsk"), p.T("rule.after.mayNot"))
	}
	if was, is := standingWords(p, before), standingWords(p, after); was != is {
		add(p.T("rule.after.result"), was, is)
	}
	return list
}

// byHand are the latenesses that the last ruling takes off clocks of the table's own, which the referee sets
// by hand: 2002 art. 22.1, 1988 art. 23.3.
func byHand(before, after *game.Game) []game.ClockChange {
	if after.Terms.System.Kind != clock.None || len(after.Rulings) == len(before.Rulings) {
		return nil
	}
	last := after.Rulings[len(after.Rulings)-1]
	if !slices.Contains(last.Do, rules.TimeDeducted) && !slices.Contains(last.Do, rules.TimeDoubled) {
		return nil
	}
	return last.Clock
}

// stoneWords says what stands on a point.
func stoneWords(p *i18n.Printer, c weiqi.Colour) string {
	if c == weiqi.Empty {
		return p.T("rule.after.empty")
	}
	return sideName(p, c)
}

// turnChanges says what becomes of the last turns.
func turnChanges(p *i18n.Printer, before, after *game.Game) []changed {
	was, is := len(before.Turns), len(after.Turns)
	switch {
	case is > was:
		return []changed{{What: p.T("glance.move", fault.Args{"n": is}), Before: p.T("rule.after.none"), After: turnWords(p, after, is-1)}}
	case is < was:
		return []changed{{What: p.T("rule.after.moves"), Before: p.T("rule.after.made", fault.Args{"n": was}), After: p.T("rule.after.made", fault.Args{"n": is})}}
	case is > 0 && before.Turns[is-1] != after.Turns[is-1]:
		return []changed{{What: p.T("glance.move", fault.Args{"n": is}), Before: turnWords(p, before, is-1), After: turnWords(p, after, is-1)}}
	}
	return nil
}

// turnWords says one turn.
func turnWords(p *i18n.Printer, g *game.Game, i int) string {
	t := g.Turns[i]
	if t.Kind == game.Placed && t.Point != weiqi.Pass {
		return t.Point.GTP(g.Terms.Size)
	}
	return p.T("turn." + string(t.Kind))
}

// clockWords says a side's clock in words: what is left, or that its time is out.
func clockWords(p *i18n.Printer, g *game.Game, at game.Instant, side rules.Side) string {
	if g.Terms.System.Kind == clock.None {
		return ""
	}
	d := dialOf(p, g.Terms.System, g.Time(at), side)
	switch {
	case d.Out:
		return p.T("rule.after.out")
	case d.Digits == "" || d.Reading && d.Digits == "00": // who waits is read from the beginning
		return p.T("rule.after.anew", fault.Args{"rest": d.Rest})
	case d.Reading:
		return p.T("rule.after.reading", fault.Args{"rest": d.Rest, "n": d.Digits})
	case d.Rest != "":
		return p.T("rule.after.block", fault.Args{"time": d.Digits, "rest": d.Rest})
	}
	return d.Digits
}

// standingWords says what a game has come to.
func standingWords(p *i18n.Printer, g *game.Game) string {
	switch {
	case g.Cancelled != [2]bool{}:
		return p.T("glance.cancelled.say")
	case g.Phase == game.Anew:
		return p.T(g.Again.Words())
	case g.Phase == game.Result || g.Phase == game.Final:
		return p.T(g.Result.Outcome.Words())
	}
	return p.T("rule.after.open")
}

// confirmWords is what the button of a ruling says: that it is ruled so, and what follows at once.
func confirmWords(p *i18n.Printer, before, after *game.Game, at game.Instant) string {
	runs := starts(before, after, at)
	switch {
	case after.Phase == game.Anew:
		return p.T("rule.do.anew")
	case after.Phase == game.Result && before.Phase != game.Result:
		return p.T("rule.do.ends")
	case runs != rules.NoSide:
		return p.T("rule.do.runs", fault.Args{"side": sideName(p, runs)})
	}
	return p.T("rule.do")
}

// starts is the side whose clock runs after an act and didn't before; NoSide where none is started.
func starts(before, after *game.Game, at game.Instant) rules.Side {
	was, is := before.Time(at), after.Time(at)
	if is.Phase == clock.Running && (was.Phase != clock.Running || was.Turn != is.Turn) {
		return rules.Side(is.Turn)
	}
	return rules.NoSide
}

// actWords is what a button says: the act, and the clock that it starts at once.
func (q *request) actWords(v *gameTable, words string, command game.Command) string {
	runs := rules.NoSide
	err := q.s.Office.PreviewGame(q.Context(), q.actor, v.ID, office.GameOrder{At: v.Moment.Known, Command: command}, func(was, is *game.Game) error {
		runs = starts(was, is, v.Moment.Known)
		return nil
	})
	if err != nil || runs == rules.NoSide { // what is refused is told when it is pressed
		return words
	}
	return q.p.T("gt.runs", fault.Args{"act": words, "side": sideName(q.p, runs)})
}

// disputeWords fills in what the buttons say that go on with play after its end.
func (q *request) disputeWords(v *gameTable) {
	if !v.Disputable || !q.actor.May(account.KeepGames) {
		return
	}
	for i, side := range []rules.Side{rules.Black, rules.White} {
		v.Sides[i].Dispute = q.actWords(v, q.p.T("gt.dispute.do", fault.Args{"side": sideName(q.p, side)}), game.Dispute{Claimant: side})
	}
	v.TakeUp = q.actWords(v, q.p.T("gt.takeup"), game.TakeUp{Side: v.Game.ToMove()})
}
