package game

import (
	"slices"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// ProposeEnd is the side to move saying that play is over; it gives up its move (C13, D21.1). The
// other side agrees, or refuses by playing on.
type ProposeEnd struct{ Side rules.Side }

func (c ProposeEnd) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	if c.Side != g.turn {
		return nil, g.clash("endTurn", g.topic(rules.TopicEnd), nil)
	}
	e := EndProposed{At: ctx.At, Side: c.Side, Signal: g.Terms.Edition.Data().EndSignal}
	return g.ended([]Event{e}, true, true, ctx), nil
}

// AgreeEnd is the other side's yes.
type AgreeEnd struct{ Side rules.Side }

func (c AgreeEnd) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	if g.Proposal != c.Side.Other() {
		return nil, g.clash("noProposal", g.topic(rules.TopicEnd), nil)
	}
	return []Event{PlayEnded{At: ctx.At, How: "agreed"}}, nil
}

// GiveUpContest gives up contesting under absolute time: the clocks stop and all points still open
// go to the other side (C12.4, 2002 art. 12.4(4)).
type GiveUpContest struct{ Side rules.Side }

func (c GiveUpContest) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	if !g.Terms.Edition.Data().GivesUpAll || g.Terms.System.Kind != clock.Absolute {
		return nil, g.clash("notBare", cite(g.row("contestedPoints")), nil)
	}
	return []Event{ContestGivenUp{At: ctx.At, Side: c.Side}, PlayEnded{At: ctx.At, How: "givenUp"}}, nil
}

// StopPlay is the chief referee ending play that only burns the opponent's time (C12.4, 2002
// art. 12.4(7)).
type StopPlay struct{}

func (c StopPlay) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	if err := g.official(ctx, rules.ChiefReferee); err != nil {
		return nil, err
	}
	if g.topic(rules.TopicBare).Number == "" || g.Terms.System.Kind != clock.Absolute {
		return nil, g.clash("notBare", g.topic(rules.TopicTime), nil)
	}
	return []Event{PlayEnded{At: ctx.At, How: "stopped"}}, nil
}

// ProposeLife is a side's opinion on what is dead, and on the points still open to both. Any stone
// names its chain.
type ProposeLife struct {
	Side            rules.Side
	Dead, Contested []weiqi.Point
}

func (c ProposeLife) decide(g *Game, _ Context) ([]Event, error) {
	life, err := g.opinion(c.Side, Life{Dead: c.Dead, Contested: c.Contested})
	if err != nil {
		return nil, err
	}
	if g.Ending.Agreed[index(c.Side)] && g.Ending.Life.equal(life) {
		return nil, nil
	}
	return []Event{LifeProposed{Side: c.Side, Life: life}}, nil
}

// opinion checks what is said of the board and puts it into its normal form.
func (g *Game) opinion(side rules.Side, l Life) (Life, error) {
	if err := g.side(side); err != nil {
		return l, err
	}
	if err := g.phase(Settle); err != nil {
		return l, err
	}
	if !g.Terms.Moves {
		return l, g.clash("notRecorded", g.topic(rules.TopicLife), nil)
	}
	b := g.board.Board()
	heads := []weiqi.Point{}
	for _, p := range l.Dead {
		chain := b.Chain(p)
		if len(chain) == 0 {
			return l, g.invalid("deadEmpty", g.topic(rules.TopicLife), fault.Args{"at": p.GTP(g.Terms.Size)})
		}
		heads = append(heads, chain[0])
	}
	l.Dead = sorted(heads)
	for _, p := range l.Contested {
		if !b.On(p) || b.At(p) != weiqi.Empty {
			return l, g.invalid("contestedStone", cite(g.row("contestedPoints")), fault.Args{"at": p.GTP(g.Terms.Size)})
		}
	}
	if len(l.Contested) == 0 {
		l.Contested = nil
	}
	l.Contested = sorted(slices.Clone(l.Contested))
	return l, nil
}

func sorted(points []weiqi.Point) []weiqi.Point {
	slices.Sort(points)
	return slices.Compact(points)
}

// AgreeLife is the other side's yes to exactly the set that it saw. When both agree the board is
// counted.
type AgreeLife struct {
	Side            rules.Side
	Dead, Contested []weiqi.Point
}

func (c AgreeLife) decide(g *Game, ctx Context) ([]Event, error) {
	life, err := g.opinion(c.Side, Life{Dead: c.Dead, Contested: c.Contested})
	if err != nil {
		return nil, err
	}
	agreed := g.Ending.Agreed
	switch {
	case agreed == [2]bool{}:
		return nil, g.clash("lifeOpen", g.topic(rules.TopicLife), nil)
	case !g.Ending.Life.equal(life):
		return nil, g.clash("lifeChanged", g.topic(rules.TopicLife), nil)
	case agreed[index(c.Side)] && !agreed[index(c.Side.Other())]:
		return nil, nil
	}
	area, err := g.board.Board().Count(weiqi.Agreement{Dead: life.Dead, Contested: life.Contested, To: g.GaveUp.Other()})
	if err != nil {
		return nil, err
	}
	return append([]Event{LifeAgreed{Side: c.Side}}, g.counted("board", area.Black, ctx)...), nil
}

// counted is a count and the result that it gives.
func (g *Game) counted(by string, black int, c Context) []Event {
	count := g.Count()
	count.Black = black
	return []Event{
		Counted{By: by, Black: black, White: count.White()},
		ResultReached{At: c.At, Outcome: count.Outcome(), Article: g.topic(rules.TopicCount).Number},
	}
}

// Dispute goes on with play because the sides disagree on what is dead; Claimant is the side that
// claims "dead" (D21.4, 2002 art. 21.4, 1988 art. 21.3).
type Dispute struct{ Claimant rules.Side }

func (c Dispute) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Claimant); err != nil {
		return nil, err
	}
	p := g.row("lifeDispute")
	if g.Phase == Final {
		return nil, p.Claim(g.Terms.ClaimWindow, g.moment(p, len(g.Turns), c.Claimant))
	}
	if err := g.phase(Settle, Result); err != nil {
		return nil, err
	}
	if g.Ending == nil {
		return nil, g.clash("phase.result", g.topic(rules.TopicConfirm), nil)
	}
	if g.Ending.Agreed == [2]bool{true, true} || g.Phase == Result {
		if err := g.official(ctx, rules.Referee); err != nil {
			return nil, g.clash("lifeSettled", g.topic(rules.TopicLife), nil)
		}
	}
	d, err := g.Terms.Edition.Decide(rules.Ruling{By: rules.Referee, Case: p.Key})
	if err != nil {
		return nil, err
	}
	first := g.turn
	if has(d.Consequences, rules.ClaimantFirst) {
		first = c.Claimant
	}
	return []Event{PlayTakenUp{At: ctx.At, First: first, Case: p.Key, Article: p.Article}}, nil
}

// TakeUp asks to go on with play after both have agreed that it is over, without a dispute: refused
// where the edition says so (D21.3, 2002 art. 21.3), the referee's to allow where it is silent.
type TakeUp struct{ Side rules.Side }

func (c TakeUp) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if g.Phase != Settle {
		return nil, g.phase(Settle)
	}
	p := g.row("reopenAfterEnd")
	if !p.Silent() {
		return nil, g.clash("reopen", p.Cite(), nil)
	}
	if err := g.official(ctx, p.By); err != nil {
		return nil, err
	}
	return []Event{PlayTakenUp{At: ctx.At, First: g.turn, Case: p.Key, Article: cite(p).Number}}, nil
}

// EnterCount is a count made by hand: the area of one side in quarter-stones; the other's is what
// remains of the board (G9.1).
type EnterCount struct {
	Side rules.Side
	Area int
}

func (c EnterCount) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if g.Phase == Result && g.Ending != nil && g.Ending.Counted {
		return nil, g.clash("countStands", g.topic(rules.TopicConfirm), nil)
	}
	if err := g.phase(Settle); err != nil {
		return nil, err
	}
	if err := g.official(ctx, rules.Referee); err != nil {
		return nil, err
	}
	whole := 2 * rules.BaseNumber(g.Terms.Size*g.Terms.Size)
	if c.Area < 0 || c.Area > whole {
		return nil, g.invalid("area", g.topic(rules.TopicCount), fault.Args{"most": rules.Quarters(whole)})
	}
	if c.Area%2 != 0 { // a shared point is half a stone each, never a quarter (G9.2)
		return nil, g.invalid("areaQuarter", g.topic(rules.TopicCount), fault.Args{"area": rules.Quarters(c.Area)})
	}
	black := c.Area
	if c.Side == rules.White {
		black = whole - c.Area
	}
	return g.counted("hand", black, ctx), nil
}

// AskRecount asks to count again, before both have confirmed the result (C16).
type AskRecount struct{ Side rules.Side }

func (c AskRecount) decide(g *Game, ctx Context) ([]Event, error) {
	if c.Side == rules.NoSide {
		if err := g.official(ctx, rules.Referee); err != nil {
			return nil, err
		}
	}
	if err := g.phase(Result); err != nil {
		return nil, err
	}
	switch {
	case g.Ending == nil || !g.Ending.Counted:
		return nil, g.clash("notCounted", g.topic(rules.TopicConfirm), nil)
	case g.Result.Players == [2]bool{true, true}:
		return nil, g.clash("recountLate", g.topic(rules.TopicConfirm), nil)
	}
	return []Event{RecountAsked(c)}, nil
}
