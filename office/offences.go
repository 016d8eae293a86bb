package office

import (
	"context"
	"strconv"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
)

// Offences counts a player's offences of a case in his other games, as they stand on record, in the scope
// that the regulations set for 初违 and 再违: the event, the round, or the game alone (2002 art. 23.7, 23.8;
// options no. 37). Those of the game named are known to it. no is his pairing number.
// Faults: notFound "fault.office.noGame"; those of Division.
func (o *Office) Offences(ctx context.Context, id, name string, no int) (int, error) {
	p, d, err := o.pairingOf(ctx, id)
	if err != nil {
		return 0, err
	}
	n := 0
	for i := range d.Rounds {
		r := &d.Rounds[i]
		if d.Reg.Games.RepeatScope == "game" || d.Reg.Games.RepeatScope == "round" && r.No != p.Round {
			continue
		}
		for _, pair := range r.Pairs {
			if pair.Black != no && pair.White != no {
				continue
			}
			first, second := pair.Listed()
			found, err := o.offencesOf(ctx, pairing{Division: d.ID, Round: r.No, Black: first, White: second}, id, name, no)
			if err != nil {
				return 0, err
			}
			n += found
		}
	}
	return n, nil
}

// offencesOf counts the offences of a player in all games of a pair, those that were played anew among them,
// but the one named.
func (o *Office) offencesOf(ctx context.Context, p pairing, except, name string, no int) (int, error) {
	n := 0
	for p.Anew = 1; p.Anew <= maxAnew; p.Anew++ {
		h, err := o.games.get(ctx, p.id())
		if fault.CodeOf(err) == fault.NotFound {
			break
		}
		if err != nil {
			return 0, err
		}
		if p.id() == except {
			continue
		}
		for _, r := range h.game.Rulings {
			if !r.Revoked && r.Case == name && r.Against != rules.NoSide && h.game.Players[r.Hit].ID == strconv.Itoa(no) {
				n++
			}
		}
	}
	return n, nil
}

// withRecord adds to a ruling on an offence the earlier ones that are on record: what the official knows
// besides is in it already. Faults: those of Offences.
func (o *Office) withRecord(ctx context.Context, id string, c game.Command) (game.Command, error) {
	rule, ok := c.(game.Rule)
	if !ok || rule.Against != rules.Black && rule.Against != rules.White {
		return c, nil
	}
	h, err := o.games.get(ctx, id)
	if err != nil {
		return nil, err
	}
	p, err := rules.Case(h.game.Terms.Edition, rule.Case)
	if err != nil || len(p.Again) == 0 {
		return c, nil // the game refuses what is no case
	}
	no, err := strconv.Atoi(h.game.Players[h.game.Holds(rule.Against)].ID)
	if err != nil {
		return c, nil // nobody who is entered
	}
	n, err := o.Offences(ctx, id, p.Key, no)
	rule.Earlier += n
	return rule, err
}
