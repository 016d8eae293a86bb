package game

import (
	"tianyuan/fault"
	"tianyuan/rules"
)

// Revoke takes a ruling back while the result isn't confirmed: the chief referee's, on an appeal or
// for a mistake, with a reason. Its warnings and its result go; what it did to board and clocks is
// changed by another ruling.
type Revoke struct {
	// ID is the number of the ruling, from 1.
	ID int
}

func (c Revoke) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.phase(Ready, Play, Rest, Settle, Result, Anew); err != nil {
		return nil, err
	}
	if err := g.official(ctx, rules.ChiefReferee); err != nil {
		return nil, err
	}
	if ctx.Reason == "" {
		return nil, g.invalid("reason", g.topic(rules.TopicChief), nil)
	}
	r := g.ruling(c.ID)
	if r == nil {
		return nil, refusal(fault.NotFound, "rulingUnknown", g.topic(rules.TopicChief), fault.Args{"id": c.ID})
	}
	if r.Revoked {
		return nil, nil
	}
	if err := g.revocable(c.ID, *r); err != nil {
		return nil, err
	}
	e := RulingRevoked{At: ctx.At, ID: c.ID}
	if r.Warnings > 0 && !r.ends() && g.Phase == Result && g.Ending != nil && g.Ending.Counted {
		count := g.Count()
		if r.Hit == g.Holds(rules.Black) {
			count.WarnBlack -= r.Warnings
		} else {
			count.WarnWhite -= r.Warnings
		}
		e.Outcome, e.Article = count.Outcome(), g.topic(rules.TopicCount).Number
	}
	return []Event{e}, nil
}

// ends tells that a ruling gave the game its result or had it played anew. A warning after the count only
// makes another sum of it (D24.1).
func (r Ruling) ends() bool {
	_, result := rules.Decision{Consequences: r.Do}.Outcome(r.Against)
	return result || r.Again != ""
}

// revocable refuses to take back what moved board or clocks, and what later rulings rest on.
func (g *Game) revocable(id int, r Ruling) error {
	if r.Board != nil || len(r.Clock) > 0 || r.Swap {
		return g.clash("revokeBoard", g.topic(rules.TopicChief), fault.Args{"id": id})
	}
	gave := r.ends()
	if gave && (r.Outcome != g.Result.Outcome || r.Again != g.Again) {
		return g.clash("revokeLater", g.topic(rules.TopicChief), fault.Args{"id": id})
	}
	for _, later := range g.Rulings[id:] {
		rests := later.Warnings > 0 || later.ends()
		if !later.Revoked && rests && (gave || later.Case == "twoWarnings" && later.Hit == r.Hit) {
			return g.clash("revokeLater", g.topic(rules.TopicChief), fault.Args{"id": id})
		}
	}
	return nil
}
