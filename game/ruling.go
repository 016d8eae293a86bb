package game

import (
	"slices"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Rule is a ruling by the referee law. What it does is the law's; the fields below Claim are what
// some consequences need.
type Rule struct {
	// Case is the key or a requirement ID.
	Case string
	// Choice is the key of one of the case's choices. Where the choice follows from the lateness or
	// the readings, "" takes it.
	Choice  rules.Consequence
	Against rules.Side
	Agreed  bool
	// Earlier counts the player's offences of the kind before this game in the event's scope (options
	// no. 37); those of this game are known.
	Earlier int
	With    []rules.Consequence
	// Claim is the claim that it answers; 0 = the official saw it himself.
	Claim int
	// Asked is the side that claims it as it is ruled: its claim, about the move Move (0 = the last
	// one), is noted with the ruling. Claim is then 0.
	Asked rules.Side
	Move  int

	// Point is where a stone belongs that was taken back.
	Point *weiqi.Point
	// Stones are points and what stands on them after the ruling.
	Stones []Stone
	// Turns is the number of turns up to which a scattered board could be reconstructed; 0 = all.
	Turns int
	// Late is how late a side came: Black's and White's.
	Late [2]Instant
	// Black, White and Elapsed are the readings of a faulty clock, and the time that passed.
	Black, White, Elapsed Instant
	// Lot is who won the lot that is drawn for the next pairing when both lose (2002 art. 17.5, 22.3).
	Lot rules.Side
	// Main, Block, Left and MovesLeft are set on the clock of Against.
	Main, Block     *Instant
	Left, MovesLeft *int
}

func (c Rule) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.official(ctx, rules.Referee); err != nil {
		return nil, err
	}
	if c.Asked != rules.NoSide {
		return c.asked(g, ctx)
	}
	if err := g.phase(Ready, Play, Rest, Settle, Result, Final); err != nil {
		return nil, err
	}
	p, err := rules.Case(g.Terms.Edition, c.Case)
	if err != nil {
		return nil, err
	}
	if err := g.fixedColours(p); err != nil {
		return nil, err
	}
	if p.Key == "lifeDispute" || p.Key == "reopenAfterEnd" {
		return nil, g.clash("ruleElsewhere", cite(p), fault.Args{"case": p})
	}
	if err := g.admissible(c, p); err != nil {
		return nil, err
	}
	c.Choice = g.chosen(c, p)
	d, err := g.Terms.Edition.Decide(rules.Ruling{
		By: ctx.By, Case: p.Key, Choice: c.Choice, Agreed: c.Agreed, Earlier: c.Earlier + g.offences(p.Key, c.Against), Used: g.used(c, p), Provided: g.Provided(p), With: c.With,
	})
	if err != nil {
		return nil, err
	}
	if err := g.conditions(c, d, ctx); err != nil {
		return nil, err
	}
	if err := g.timely(c, d, ctx); err != nil {
		return nil, err
	}
	return g.effects(c, d, ctx)
}

// asked notes the claim of the side that asks for the ruling, and rules on it.
func (c Rule) asked(g *Game, ctx Context) ([]Event, error) {
	claimed, err := MakeClaim{Side: c.Asked, Case: c.Case, Move: c.Move}.decide(g, ctx)
	if err != nil {
		return nil, err
	}
	made := claimed[0].(Claimed)
	heard := *g
	heard.Claims = append(slices.Clip(g.Claims), Claim{Claimed: made, Open: true})
	c.Claim, c.Asked = made.ID, rules.NoSide
	ruled, err := c.decide(&heard, ctx)
	if err != nil {
		return nil, err
	}
	return append(claimed, ruled...), nil
}

// admissible refuses a ruling at the wrong time: after the confirmed result, past the deadline of
// the case, without the claim that it needs, or against nobody.
func (g *Game) admissible(c Rule, p rules.Provision) error {
	if g.Phase == Final || p.Deadline == rules.Move10 || p.Deadline == rules.LossConfirmed {
		if err := p.Claim(g.Terms.ClaimWindow, g.moment(p, len(g.Turns), c.Against)); err != nil {
			return err
		}
	}
	if c.Claim > 0 {
		if err := g.openClaim(c.Claim); err != nil {
			return err
		}
		if made := g.claim(c.Claim); made.Case != p.Key {
			return g.invalid("claimCase", p.Cite(), fault.Args{"id": c.Claim, "case": p})
		}
	}
	// A stone taken back is the opponent's to claim (2002 art. 17.3); other things the referee may see himself.
	if p.Deadline == rules.NextMove && (c.Claim == 0 || g.claim(c.Claim).Side == c.Against) {
		return g.clash("needsClaim", p.Cite(), fault.Args{"case": p})
	}
	if c.Against != rules.NoSide {
		return g.side(c.Against)
	}
	return nil
}

// chosen is the choice, where "" leaves it to the facts.
func (g *Game) chosen(c Rule, p rules.Provision) rules.Consequence {
	if c.Choice != "" || c.Agreed {
		return c.Choice
	}
	when := ""
	switch p.Key {
	case "late":
		when = map[bool]string{false: "withinLimit", true: "overLimit"}[g.tooLate(c, c.Against)]
	case "lateBoth":
		over := [2]bool{g.tooLate(c, rules.Black), g.tooLate(c, rules.White)}
		when = map[[2]bool]string{{false, false}: "bothWithin", {true, true}: "bothOver"}[over]
		if when == "" {
			when = "oneOver"
		}
	case "clockFault":
		when = map[bool]string{false: "errorSmall", true: "errorLarge"}[c.faulty()]
	}
	for _, choice := range p.Choices {
		if when != "" && choice.When == when {
			return choice.Key()
		}
	}
	return ""
}

// Provided is what the event's regulations give for a rare cycle where the edition itself doesn't name it
// (D20.3, options no. 2); "" for any other case.
func (g *Game) Provided(p rules.Provision) rules.Consequence {
	provided := rules.Consequence(g.Terms.Rare)
	named := slices.ContainsFunc(p.Choices, func(c rules.Choice) bool { return c.Key() == provided })
	if p.Key != "longCycle" || g.Terms.Rare == rules.RareForbid || named {
		return ""
	}
	return provided
}

func (g *Game) tooLate(c Rule, side rules.Side) bool {
	return isSide(side) && g.Terms.Law().TooLate(time.Duration(c.Late[index(side)]))
}

func (c Rule) faulty() bool {
	return clock.Faulty(time.Duration(c.Black), time.Duration(c.White), time.Duration(c.Elapsed))
}

// used counts how often the player was given the same choice in this game. Overruns have the bound
// of the clock's law, which may be another (options no. 10).
func (g *Game) used(c Rule, p rules.Provision) int {
	if p.Key == "overrunLastMinute" && g.Terms.OverrunPasses != 1 {
		return 0
	}
	n := 0
	for _, r := range g.Rulings {
		if r.hits(g, p.Key, c.Against) && r.Choice == c.Choice {
			n++
		}
	}
	return n
}

// hits tells that a ruling in force is one of a case against who holds a side's stones now.
func (r Ruling) hits(g *Game, name string, side rules.Side) bool {
	return !r.Revoked && r.Case == name && isSide(side) && isSide(r.Against) && r.Hit == g.Holds(side)
}

// offences counts the rulings of a case against who holds a side's stones in this game.
func (g *Game) offences(name string, side rules.Side) int {
	n := 0
	for _, r := range g.Rulings {
		if r.hits(g, name, side) {
			n++
		}
	}
	return n
}

// conditions refuses a choice whose condition isn't met, as far as the state shows it.
func (g *Game) conditions(c Rule, d rules.Decision, ctx Context) error {
	p := d.Provision
	s := g.Time(ctx.At)
	flagged := isSide(c.Against) && s.Flag&clock.Side(c.Against) != 0
	out := flagged || g.ownClock()                   // its flag is the referee's word
	if p.Key == "twoWarnings" && isSide(c.Against) { // D24.2
		if n := g.Warnings[g.Holds(c.Against)]; !g.Terms.Edition.Penalty(n).Loses {
			return g.clash("fewWarnings", p.Cite(), fault.Args{"side": sideWord(c.Against), "n": n})
		}
	}
	if p.Key == "overrunLastMinute" && !out { // whatever is asked: there is time left
		return g.clash("condition", p.Cite(), fault.Args{"choice": d.Consequences[0], "when": condition("fault.game.condition.timeLeft")})
	}
	met := true
	for _, choice := range p.Choices {
		if choice.Key() != c.Choice || c.Agreed {
			continue
		}
		switch choice.When {
		case "eventProvides":
			met = c.Choice == rules.Consequence(g.Terms.Rare)
		case "eventSilent":
			met = g.Terms.Rare == rules.RareForbid
		case "onRequest":
			met = c.Claim > 0 && g.claim(c.Claim).Side == c.Against || c.Claim == 0 && g.claimOf(p.Key, c.Against) > 0
		case "inPrinciple":
			met = out
		case "opponentsTime":
			met = g.ownClock() || s.Phase == clock.Running && s.Turn == clock.Side(c.Against).Other()
		case "withinLimit":
			met = !g.tooLate(c, c.Against)
		case "overLimit":
			met = g.tooLate(c, c.Against) || flagged
		case "bothWithin":
			met = !g.tooLate(c, rules.Black) && !g.tooLate(c, rules.White)
		case "oneOver":
			met = g.tooLate(c, c.Against) && !g.tooLate(c, c.Against.Other())
		case "bothOver":
			met = g.tooLate(c, rules.Black) && g.tooLate(c, rules.White) || s.Flag == clock.Both
		case "errorLarge":
			met = c.faulty()
		case "errorSmall":
			met = !c.faulty()
		case "seated":
			met = !flagged
		case "readOut":
			met = out
		case "provedNow":
			met = g.Phase != Final
		case "provedLater":
			met = g.Phase == Final
		}
		if !met {
			return g.clash("condition", p.Cite(), fault.Args{"choice": c.Choice, "when": condition("law.when." + choice.When)})
		}
	}
	return nil
}

// ofPlay are the consequences that mean nothing any more when play is over: those of the clocks, and who
// sits behind which stones.
var ofPlay = []rules.Consequence{
	rules.TimeDeducted, rules.TimeDoubled, rules.TimeShared, rules.TimeCorrected, rules.TimeSet, rules.ClockReplaced, rules.ClockRuns,
	rules.ReadingGoesOn, rules.LeaveGranted, rules.ColoursSwapped,
}

// whilePlayed are the cases of lateness and of time that is out: what came to an end otherwise isn't lost by
// them afterwards.
var whilePlayed = []string{"late", "lateBoth", "lateAfterPause", "absenceReading", "overrunLastMinute"}

// timely refuses a case in a state in which it can't have come up: contestable points are left over when
// a game has ended (D21.2), late for the beginning is who hasn't moved in a game that wasn't paused (D22.1),
// and during the reading leaves who is read (D22.7). By a clock of the table's own, what is read is the
// referee's word. A confirmed result is given by no ruling (2002 art. 16.4).
func (g *Game) timely(c Rule, d rules.Decision, ctx Context) error {
	p := d.Provision
	if slices.Contains(whilePlayed, p.Key) || slices.ContainsFunc(d.Consequences, func(do rules.Consequence) bool { return slices.Contains(ofPlay, do) }) {
		if err := g.phase(Ready, Play, Rest); err != nil {
			return err
		}
	}
	if _, ends := d.Outcome(c.Against); ends && g.Phase == Final {
		return g.phase(Result)
	}
	switch {
	case p.Key == "contestedPoints" && !g.over():
		return g.clash("notEnded", p.Cite(), fault.Args{"case": p})
	case (p.Key == "late" || p.Key == "lateBoth") && g.begun(c):
		return g.clash("begun", p.Cite(), fault.Args{"case": p})
	case p.Key == "late" && isSide(c.Against) && c.Late[index(c.Against)] <= 0 && g.Time(ctx.At).Flag == clock.Nobody,
		p.Key == "lateBoth" && min(c.Late[0], c.Late[1]) <= 0 && g.Time(ctx.At).Flag == clock.Nobody:
		return g.invalid("lateMissing", p.Cite(), nil)
	case p.Key == "lateAfterPause" && !g.rested:
		return g.clash("notRested", p.Cite(), nil)
	case has(d.Consequences, rules.TimeSet) && c.Main == nil && c.Block == nil && c.Left == nil && c.MovesLeft == nil:
		return g.invalid("settingMissing", p.Cite(), nil)
	case p.Key == "leaveInReading" && !g.ownClock() && !isRead(g.Time(ctx.At), c.Against):
		return g.clash("notReading", p.Cite(), fault.Args{"case": p})
	}
	return nil
}

// begun tells that the game goes on already for who is said to be late.
func (g *Game) begun(c Rule) bool {
	return g.rested || slices.ContainsFunc(g.Turns, func(t Turn) bool { return c.Late[index(t.Side)] > 0 })
}

// isRead tells that a side's reading has begun; either's where none is named.
func isRead(s clock.State, side rules.Side) bool {
	if !isSide(side) {
		return s.Black.Reading || s.White.Reading
	}
	return sideState(s, side).Reading
}

// condition is the message's key of the condition of a choice that a message names.
type condition string

// Words names the message.
func (w condition) Words() (key string, args fault.Args) { return string(w), nil }

// hits are the consequences that hit one side, which must then be named.
var hits = []rules.Consequence{
	rules.Warned, rules.RuledLoss, rules.Withdrawn, rules.TimeDeducted, rules.TimeDoubled, rules.TimeSet, rules.LeaveGranted, rules.MoveVoid,
}

// effects is what a decision does here.
func (g *Game) effects(c Rule, d rules.Decision, ctx Context) ([]Event, error) {
	for _, do := range d.Consequences {
		if slices.Contains(hits, do) && !isSide(c.Against) && d.Provision.Key != "lateBoth" {
			return nil, g.invalid("against", d.Provision.Cite(), fault.Args{"case": d.Provision})
		}
	}
	r := Ruled{
		At: ctx.At, By: ctx.By, Case: d.Provision.Key, Article: d.Provision.Article, Against: c.Against, Choice: c.Choice,
		Agreed: c.Agreed, Do: d.Consequences, Claim: c.Claim, Warnings: d.Warnings, Again: again(d.Consequences),
	}
	if r.Claim == 0 && d.Provision.Key == "overrunLastMinute" {
		r.Claim = g.claimOf(r.Case, c.Against)
	}
	r.Outcome, _ = d.Outcome(c.Against)
	if g.Terms.NoBothLose && r.Outcome.Manner == rules.BothLost {
		return nil, g.clash("noBothLose", d.Provision.Cite(), nil)
	}
	if c.Lot != rules.NoSide {
		if r.Outcome.Manner != rules.BothLost {
			return nil, g.invalid("lotNeedless", d.Provision.Cite(), nil)
		}
		if err := g.side(c.Lot); err != nil {
			return nil, err
		}
		r.Outcome.Lot = c.Lot
	}
	for _, effect := range []func(Rule, rules.Decision, Context, *Ruled) error{g.boardEffect, g.colourEffect, g.clockEffect} {
		if err := effect(c, d, ctx, &r); err != nil {
			return nil, err
		}
	}
	return g.warned(r), nil
}

// again names how a decision has the game played anew, "" when it doesn't.
func again(do []rules.Consequence) rules.Consequence {
	for _, c := range do {
		if c == rules.RuledReplay || c == rules.ExtraGame {
			return c
		}
	}
	return ""
}

func has(do []rules.Consequence, c rules.Consequence) bool { return slices.Contains(do, c) }

// warned adds to a ruling what its warnings lead to: the loss by two of them (D24.2), or another
// result of a game that is counted already (D24.1).
func (g *Game) warned(r Ruled) []Event {
	if r.Warnings == 0 || !r.Outcome.IsZero() || r.Again != "" {
		return []Event{r}
	}
	person := g.Holds(r.Against)
	if !g.Terms.Edition.Penalty(g.Warnings[person] + r.Warnings).Loses {
		if g.Phase == Result && g.Ending != nil && g.Ending.Counted {
			count := g.Count()
			if r.Against == rules.Black {
				count.WarnBlack += r.Warnings
			} else {
				count.WarnWhite += r.Warnings
			}
			r.Outcome = count.Outcome()
		}
		return []Event{r}
	}
	p := g.row("twoWarnings")
	loss := Ruled{At: r.At, By: r.By, Case: p.Key, Article: p.Article, Against: r.Against, Do: p.Consequences}
	loss.Outcome, _ = rules.Decision{Provision: p, Consequences: p.Consequences}.Outcome(r.Against)
	return []Event{r, loss}
}

// boardEffect fills in what the ruling does to the board.
func (g *Game) boardEffect(c Rule, d rules.Decision, ctx Context, r *Ruled) error {
	if g.judged(d.Provision.Key) {
		return g.clash("boardRules", d.Provision.Cite(), fault.Args{"case": d.Provision})
	}
	var b BoardChange
	do, key := d.Consequences, d.Provision.Key
	last := len(g.Turns) > 0 && g.Turns[len(g.Turns)-1].Side == c.Against && g.Turns[len(g.Turns)-1].Kind == Placed
	switch {
	case key == "overrunLastMinute" && has(do, rules.MovePass):
		if g.ownClock() && !g.Terms.Moves {
			break // no turns are recorded
		}
		if g.turn != c.Against {
			return g.clash("overrunMoved", d.Provision.Cite(), nil)
		}
		b.Pass = true
	case key == "takeBack":
		if c.Point == nil {
			break
		}
		if !last {
			return g.clash("notLast", d.Provision.Cite(), nil)
		}
		b.Back, b.Play = 1, c.Point
	case has(do, rules.MoveVoid) && last:
		b.Back, b.Pass = 1, has(do, rules.MovePass)
	case has(do, rules.StoneFree) && last:
		b.Back = 1
	case has(do, rules.BoardRebuilt) && c.Turns > 0:
		if c.Turns > len(g.Turns) {
			return g.invalid("turns", d.Provision.Cite(), fault.Args{"most": len(g.Turns)})
		}
		b.Back = len(g.Turns) - c.Turns
	}
	if err := g.stones(c, d, &b); err != nil {
		return err
	}
	if b.Back == 0 && !b.Pass && b.Play == nil && len(b.Stones) == 0 {
		return nil
	}
	r.Board = &b
	if err := g.changeable(b); err != nil {
		return err
	}
	return g.tryBoard(*r)
}

// judged tells that the board itself shows the case while moves are recorded: such a move was dealt
// with as it was entered.
func (g *Game) judged(key string) bool {
	for _, reason := range []weiqi.Reason{weiqi.WrongColour, weiqi.Ko, weiqi.Suicide} {
		if g.Terms.Moves && g.Terms.Edition.Breach(reason).Case == key {
			return true
		}
	}
	return false
}

// stones takes the stones that a ruling sets: those of a stone found moved (D17.5), and of a board
// that was scattered or wrongly cleared (D17.6, D18).
func (g *Game) stones(c Rule, d rules.Decision, b *BoardChange) error {
	moves := has(d.Consequences, rules.StoneReasonable) || has(d.Consequences, rules.StoneAgreed)
	if len(c.Stones) == 0 {
		if moves && g.Terms.Moves {
			return g.invalid("stonesMissing", d.Provision.Cite(), nil)
		}
		return nil
	}
	if !moves && !has(d.Consequences, rules.StoneValid) && !has(d.Consequences, rules.BoardRebuilt) {
		return g.invalid("stonesNeedless", d.Provision.Cite(), nil)
	}
	board := g.board.Board().Clone()
	set := make([]weiqi.Stone, len(c.Stones))
	for i, s := range c.Stones {
		set[i] = weiqi.Stone{Point: s.Point, Colour: s.Colour}
	}
	if flaws := board.SetUp(set...); len(flaws) > 0 {
		return g.invalid("stones."+flaws[0].Kind.String(), d.Provision.Cite(), fault.Args{"at": flaws[0].Point.GTP(g.Terms.Size)})
	}
	b.Stones = c.Stones
	return nil
}

// changeable refuses to change turns when play is over or a sealed move waits for its board, and stones
// when the result doesn't rest on a count of them.
func (g *Game) changeable(b BoardChange) error {
	switch {
	case g.Break != nil && isSide(g.Break.Sealed) && (b.Back > 0 || b.Pass || b.Play != nil):
		return g.clash("sealedFirst", g.topic(rules.TopicSealed), nil)
	case b.Back > 0 || b.Pass || b.Play != nil:
		return g.phase(Ready, Play, Rest)
	case g.Phase == Result && (g.Ending == nil || !g.Ending.Counted):
		return g.phase(Ready, Play, Rest, Settle)
	}
	return nil
}

// tryBoard refuses a change that the record can't make: further back than the board was last
// changed by a ruling, or a stone where none can stand.
func (g *Game) tryBoard(r Ruled) error {
	b := *r.Board
	if b.Back > len(g.Turns)-g.edited && b.Back != len(g.Turns) {
		return g.clash("backTooFar", rules.Article{Edition: g.Terms.Edition, Number: r.Article}, fault.Args{"move": g.edited})
	}
	if b.Play == nil {
		return nil
	}
	before := g.board.Position(max(0, g.board.Ply()-b.Back))
	if reason := before.Check(g.Turns[len(g.Turns)-b.Back].Side, *b.Play); reason != weiqi.Legal {
		return g.invalid("put", rules.Article{Edition: g.Terms.Edition, Number: r.Article}, fault.Args{"at": b.Play.GTP(g.Terms.Size)})
	}
	return nil
}

// colourEffect fills in what it means that the colours are put right: the players change sides and
// their clocks go with them, or the game begins anew on the board (D17.1, options no. 41).
func (g *Game) colourEffect(_ Rule, d rules.Decision, ctx Context, r *Ruled) error {
	if !has(d.Consequences, rules.ColoursSwapped) {
		return nil
	}
	if g.Black == g.Assigned {
		return g.clash("coloursRight", d.Provision.Cite(), nil)
	}
	r.Swap = true
	if g.Terms.ColourFix == FixRestart && len(g.Turns) > 0 {
		r.Board = &BoardChange{Back: len(g.Turns)}
	}
	if g.Terms.System.Kind == clock.None {
		return nil
	}
	s := g.Time(ctx.At)
	r.Clock = append(r.Clock, setting(rules.Black, s.White), setting(rules.White, s.Black))
	return g.tryClock(*r)
}

// setting sets a side's clock to what another one shows.
func setting(side rules.Side, to clock.SideState) ClockChange {
	main, block, left, moves := Instant(to.Main), Instant(to.Block), to.Left, to.MovesLeft
	return ClockChange{Do: clock.DoSet, Side: side, Main: &main, Block: &block, Left: &left, MovesLeft: &moves}
}

// clockEffect fills in what the ruling does to the clocks. A clock of the table's own is set by hand.
func (g *Game) clockEffect(c Rule, d rules.Decision, _ Context, r *Ruled) error {
	for _, do := range d.Consequences {
		switch do {
		case rules.TimeDeducted, rules.TimeDoubled, rules.ClockRuns:
			r.Clock = append(r.Clock, g.lateness(c)...)
		}
		if g.ownClock() {
			continue
		}
		switch do {
		case rules.TimeCorrected:
			r.Clock = append(r.Clock, ClockChange{Do: clock.DoCorrect, Black: c.Black, White: c.White, Elapsed: c.Elapsed})
		case rules.TimeShared:
			r.Clock = append(r.Clock, ClockChange{Do: clock.DoShare, Elapsed: c.Elapsed})
		case rules.LeaveGranted:
			if g.Terms.LeaveWaits {
				r.Clock = append(r.Clock, ClockChange{Do: clock.DoLeave, Side: c.Against})
			}
		case rules.ReadingGoesOn:
			if isSide(c.Against) && sideState(g.timer.State(0), c.Against).Away {
				r.Clock = append(r.Clock, ClockChange{Do: clock.DoBack, Side: c.Against})
			}
		case rules.TimeSet:
			r.Clock = append(r.Clock, ClockChange{Do: clock.DoSet, Side: c.Against, Main: c.Main, Block: c.Block, Left: c.Left, MovesLeft: c.MovesLeft})
		case rules.MovePass:
			if d.Provision.Key == "overrunLastMinute" {
				r.Clock = append(r.Clock, ClockChange{Do: clock.DoPass, Side: c.Against})
			}
		}
	}
	return g.tryClock(*r)
}

// lateness is what is deducted from those who came late: both, or whom the ruling names.
func (g *Game) lateness(c Rule) []ClockChange {
	var all []ClockChange
	for _, side := range []rules.Side{rules.Black, rules.White} {
		if c.Late[index(side)] > 0 && (side == c.Against || !isSide(c.Against)) {
			all = append(all, ClockChange{Do: clock.DoLate, Side: side, By: c.Late[index(side)]})
		}
	}
	return all
}

func (g *Game) tryClock(r Ruled) error {
	events := make([]clock.Event, len(r.Clock))
	for i, c := range r.Clock {
		if events[i] = c.event(r.At); !events[i].Bounded() {
			return g.invalid("negative", rules.Article{Edition: g.Terms.Edition, Number: r.Article}, nil)
		}
	}
	return g.timed(events...)
}

// RuleFlag confirms that a side's time is out: the loss that the edition gives for it. A pass in
// its place is ruled by Rule (2002 art. 22.5).
type RuleFlag struct {
	// Against is whose time is out by a clock of the table's own; our clock says it itself.
	Against rules.Side
}

func (c RuleFlag) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.phase(Ready, Play, Rest); err != nil {
		return nil, err
	}
	if g.Terms.Referee {
		if err := g.official(ctx, rules.Referee); err != nil {
			return nil, err
		}
	}
	s := g.Time(ctx.At)
	if s.Flag == clock.Nobody && g.ownClock() && isSide(c.Against) {
		s.Flag = clock.Side(c.Against)
	}
	if s.Flag == clock.Nobody {
		return nil, g.clash("noFlag", g.flagArticle(), nil)
	}
	by := ctx.By
	if by == "" {
		by = rules.Referee // the program rules where no official takes part
	}
	r, err := g.flagRuling(s, by)
	if err != nil {
		return nil, err
	}
	r.At, r.By = ctx.At, ctx.By
	return []Event{r}, nil
}

// flagRuling finds the case of the law under which a flag falls, and what it gives.
func (g *Game) flagRuling(s clock.State, by rules.Official) (Ruled, error) {
	against := rules.Side(s.Flag)
	if s.Flag == clock.Both {
		against = rules.NoSide
		return g.lossBy("lateBoth", rules.RuledBothLose, against, by)
	}
	switch side := sideState(s, against); {
	case side.Lost == clock.TooLate:
		return g.lossBy("late", rules.RuledLoss, against, by)
	case side.Lost == clock.NeverCame && !g.row("absenceReading").Silent():
		return g.lossBy("absenceReading", rules.RuledLoss, against, by)
	case side.Lost == clock.NeverCame:
		o := rules.Outcome{Winner: against.Other(), Manner: rules.Forfeited}
		return Ruled{Case: "absenceReading", Article: g.topic(rules.TopicTime).Number, Against: against, Do: []rules.Consequence{rules.RuledLoss}, Outcome: o}, nil
	}
	r, err := g.lossBy("overrunLastMinute", rules.RuledLoss, against, by)
	r.Article = g.flagArticle().Number
	return r, err
}

func (g *Game) lossBy(name string, choice rules.Consequence, against rules.Side, by rules.Official) (Ruled, error) {
	p := g.row(name)
	ruling := rules.Ruling{By: by, Case: name}
	if len(p.Choices) > 0 {
		ruling.Choice = choice
	}
	d, err := g.Terms.Edition.Decide(ruling)
	if err != nil {
		return Ruled{}, err
	}
	r := Ruled{Case: name, Article: p.Article, Against: against, Choice: ruling.Choice, Do: d.Consequences}
	r.Outcome, _ = d.Outcome(against)
	return r, nil
}
