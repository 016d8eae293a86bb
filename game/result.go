package game

import (
	"tianyuan/fault"
	"tianyuan/rules"
)

// Resign is 中途认输 (G7.2).
type Resign struct{ Side rules.Side }

func (c Resign) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.phase(Play, Rest, Settle); err != nil {
		return nil, err
	}
	if err := g.unflagged(ctx); err != nil {
		return nil, err
	}
	return []Event{
		Resigned{At: ctx.At, Side: c.Side},
		ResultReached{At: ctx.At, Outcome: rules.Outcome{Winner: c.Side.Other(), Manner: rules.Resigned}, Article: g.topic(rules.TopicOver).Number},
	}, nil
}

// Confirm is a signature under the result that the signer saw. Side is NoSide for the referee's.
type Confirm struct {
	Side    rules.Side
	Outcome rules.Outcome
}

func (c Confirm) decide(g *Game, ctx Context) ([]Event, error) {
	if c.Side == rules.NoSide {
		if err := g.official(ctx, rules.Referee); err != nil {
			return nil, err
		}
	} else if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if g.Phase != Result {
		if g.Phase == Final && c.Outcome == g.Result.Outcome {
			return nil, nil
		}
		return nil, g.phase(Result)
	}
	signed := g.Result.Referee
	if isSide(c.Side) {
		signed = g.Result.Players[index(c.Side)]
	}
	switch {
	case c.Outcome != g.Result.Outcome:
		return nil, g.clash("resultChanged", g.topic(rules.TopicConfirm), fault.Args{"now": g.Result.Outcome, "yours": c.Outcome})
	case signed:
		return nil, nil
	}
	return []Event{ResultConfirmed(c)}, nil
}

// Correct puts a clerical mistake in a confirmed result right: the chief referee's, with a reason.
// Everything else about a confirmed result goes by the procedure of cheating, so a loss that was ruled
// isn't undone by it (C16, 2002 art. 16.4, 23.1).
type Correct struct{ Outcome rules.Outcome }

func (c Correct) decide(g *Game, ctx Context) ([]Event, error) {
	if g.Phase != Final {
		return nil, g.clash("notConfirmed", g.topic(rules.TopicConfirm), nil)
	}
	if !ctx.By.Covers(rules.ChiefReferee) {
		return nil, refusal(fault.Forbidden, "confirmed", g.topic(rules.TopicConfirm), nil)
	}
	switch {
	case ctx.Reason == "":
		return nil, g.invalid("reason", g.topic(rules.TopicChief), nil)
	case c.Outcome.IsZero():
		return nil, g.invalid("noOutcome", g.topic(rules.TopicConfirm), nil)
	case c.Outcome == g.Result.Outcome:
		return nil, nil
	}
	if id := g.lossAgainst(c.Outcome); id > 0 {
		return nil, g.clash("correctRuled", g.topic(rules.TopicConfirm), fault.Args{"id": id, "result": g.ruling(id).Outcome})
	}
	return []Event{ResultChanged{Before: g.Result.Outcome, Outcome: c.Outcome, Article: g.topic(rules.TopicChief).Number}}, nil
}

// lossAgainst is the number of the ruling in force that gave a loss which an outcome would undo; 0 when
// there is none. The last such ruling counts.
func (g *Game) lossAgainst(o rules.Outcome) int {
	for i := len(g.Rulings) - 1; i >= 0; i-- {
		r := g.Rulings[i]
		if r.Revoked || !has(r.Do, rules.RuledLoss) && !has(r.Do, rules.RuledBothLose) || r.Outcome.IsZero() {
			continue
		}
		if r.Outcome.Winner != o.Winner || r.Outcome.Winner == rules.NoSide && r.Outcome.Manner != o.Manner {
			return i + 1
		}
		return 0
	}
	return 0
}
