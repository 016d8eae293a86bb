package game

import (
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
)

// MakeClaim is a player's claim: of an infraction of the opponent, or of what the law lets him ask
// for. Move is the number of the move that it is about; 0 = the last one.
type MakeClaim struct {
	Side rules.Side
	Case string
	Move int
	// Urgent: it can't wait for the side's own thinking time (1988 art. 16.2).
	Urgent bool
}

func (c MakeClaim) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
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
	if c.Move == 0 {
		c.Move = len(g.Turns)
	}
	if c.Move < 0 || c.Move > len(g.Turns) {
		return nil, g.invalid("claimMove", g.topic(rules.TopicClaim), fault.Args{"move": c.Move, "last": len(g.Turns)})
	}
	if err := p.Claim(g.Terms.ClaimWindow, g.moment(p, c.Move, c.Side)); err != nil {
		return nil, err
	}
	if g.outOfTurn(c, ctx) {
		return nil, g.clash("claimTurn", g.topic(rules.TopicClaim), nil)
	}
	return []Event{Claimed{ID: len(g.Claims) + 1, At: ctx.At, Side: c.Side, Case: p.Key, Move: c.Move, Urgent: c.Urgent}}, nil
}

// outOfTurn tells that a matter which isn't urgent is raised in the opponent's time where the
// edition doesn't want that.
func (g *Game) outOfTurn(c MakeClaim, ctx Context) bool {
	s := g.Time(ctx.At)
	return g.Terms.Edition.Data().ClaimInOwnTime && !c.Urgent && s.Phase == clock.Running && s.Turn != clock.Side(c.Side)
}

// moment says how far the game has come since a move that a claim of a case is about. A loss by a flag is
// confirmed when it is ruled (2002 art. 22.5).
func (g *Game) moment(p rules.Provision, move int, side rules.Side) rules.Moment {
	m := rules.Moment{Move: len(g.Turns), Since: len(g.Turns) - move, Ended: g.over(), Confirmed: g.Phase == Final}
	m.Confirmed = m.Confirmed || p.Deadline == rules.LossConfirmed && g.Phase == Result
	for _, t := range g.Turns[move:] {
		m.OwnMove = m.OwnMove || t.Side == side
	}
	return m
}

// CallReferee calls the referee to the table (C16). Side may be NoSide: somebody at the table.
type CallReferee struct{ Side rules.Side }

func (c CallReferee) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.phase(Draw, Ready, Play, Rest, Settle, Result); err != nil {
		return nil, err
	}
	if c.Side != rules.NoSide {
		if err := g.side(c.Side); err != nil {
			return nil, err
		}
	}
	if g.Call != nil {
		return nil, nil
	}
	return []Event{RefereeCalled{At: ctx.At, Side: c.Side}}, nil
}

// AnswerCall says that an official has come to the table.
type AnswerCall struct{}

func (c AnswerCall) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.official(ctx, rules.Referee); err != nil {
		return nil, err
	}
	if g.Call == nil {
		return nil, nil
	}
	return []Event{CallAnswered{By: ctx.By}}, nil
}

// DismissClaim answers a claim with no ruling, with a reason.
type DismissClaim struct{ ID int }

func (c DismissClaim) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.official(ctx, rules.Referee); err != nil {
		return nil, err
	}
	if err := g.openClaim(c.ID); err != nil {
		return nil, err
	}
	if ctx.Reason == "" {
		return nil, g.invalid("reason", g.topic(rules.TopicReferee), nil)
	}
	return []Event{ClaimDismissed{ID: c.ID, By: ctx.By}}, nil
}

func (g *Game) openClaim(id int) error {
	claim := g.claim(id)
	if claim == nil {
		return refusal(fault.NotFound, "claimUnknown", g.topic(rules.TopicClaim), fault.Args{"id": id})
	}
	if !claim.Open {
		return g.clash("claimClosed", g.topic(rules.TopicClaim), fault.Args{"id": id})
	}
	return nil
}

// claimOf returns the number of the side's open claim of a case, 0 when there is none.
func (g *Game) claimOf(key string, side rules.Side) int {
	for _, c := range g.Claims {
		if c.Open && c.Case == key && c.Side == side {
			return c.ID
		}
	}
	return 0
}
