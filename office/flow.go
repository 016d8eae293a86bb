package office

import (
	"context"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// flow says what a step of a game means for its table in the round, in the order in which it is entered
// there; nothing for most.
//
// Colours that were drawn are entered as they come out (2002 art. 10), with the warnings by them. A
// result that all have confirmed is entered; what changes it afterwards is a correction, and a replay
// takes it back. Warnings flow as they are given: until the result is confirmed they are noted, then
// they are the result's.
func flow(before, after *game.Game, at GamePlace, cancelled string) []tournament.Command {
	var commands []tournament.Command
	now, round, table := due(after, cancelled), at.Round, at.Table
	drawn := after.Nigiri != nil && after.Phase != game.Draw && (before.Phase == game.Draw || before.Assigned != after.Assigned)
	if drawn {
		black := [2]int{at.First, at.Second}[after.Assigned]
		commands = append(commands, tournament.EnterColours{Round: round, Table: table, Black: black, Warned: &tournament.Warnings{B: now.warnB, W: now.warnW}})
	}
	switch {
	case before.Confirmed && after.Phase == game.Anew && before.Phase != game.Anew:
		commands = append(commands, tournament.TakeBackResult{Round: round, Table: table})
	case before.Confirmed && now != due(before, cancelled):
		commands = append(commands, tournament.CorrectResult{Round: round, Table: table, Outcome: now.outcome, WarnB: now.warnB, WarnW: now.warnW})
	case !before.Confirmed && after.Confirmed:
		commands = append(commands, tournament.EnterResult{Round: round, Table: table, Outcome: now.outcome, WarnB: now.warnB, WarnW: now.warnW})
	case !before.Confirmed && !drawn && before.Warnings != after.Warnings:
		commands = append(commands, tournament.NoteWarnings{Round: round, Table: table, WarnB: now.warnB, WarnW: now.warnW})
	}
	return commands
}

// dues are what a round holds of a game, by the colours of the pair.
type dues struct {
	outcome      rules.Outcome
	warnB, warnW int
}

// due is what the round should hold of a game. The pair's colours are those of pairing, which counts
// them whoever sat behind the black stones (D17.1), or those of the nigiri. A result that was won by somebody
// whose result is cancelled leaves both without a win; his opponent keeps what he had, or the event
// gives him the win (2002 art. 23.1; options no. 31: "keep", "win").
func due(g *game.Game, cancelled string) dues {
	black, white := g.Assigned, g.Assigned.Other()
	d := dues{outcome: g.Result.Outcome, warnB: g.Warnings[black], warnW: g.Warnings[white]}
	d.outcome.Winner, d.outcome.Lot = assigned(g, d.outcome.Winner), assigned(g, d.outcome.Lot)
	won := d.outcome.Winner
	switch {
	case g.Cancelled == [2]bool{true, true},
		g.Cancelled[black] && d.outcome.Winner == rules.Black,
		g.Cancelled[white] && d.outcome.Winner == rules.White:
		d.outcome = rules.Outcome{Manner: rules.BothLost}
		if one := g.Cancelled != [2]bool{true, true}; one && cancelled == "win" {
			d.outcome = rules.Outcome{Winner: won.Other(), Manner: rules.Plain}
		}
	case g.Cancelled[black] && d.outcome.Manner == rules.Drawn:
		d.outcome = rules.Outcome{Winner: rules.White, Manner: rules.Plain}
	case g.Cancelled[white] && d.outcome.Manner == rules.Drawn:
		d.outcome = rules.Outcome{Winner: rules.Black, Manner: rules.Plain}
	}
	return d
}

// assigned is the pair's colour of who holds a side's stones.
func assigned(g *game.Game, side rules.Side) rules.Side {
	if side == rules.NoSide {
		return side
	}
	if g.Holds(side) == g.Assigned {
		return rules.Black
	}
	return rules.White
}

// draftFlow decides what a game's step means for the round; nil when it means nothing. What an
// official of the game did is his in the round, too; where a player's signature was the last one,
// the result is entered by the referee who signed.
func (o *Office) draftFlow(ctx context.Context, p pairing, made *draft[held], d *tournament.Division, order Order, actor Actor) (*draft[tournament.Division], error) {
	at := p.place(d)
	commands := flow(made.before.game, made.after.game, at, d.Reg.Games.Cancelled)
	if len(commands) == 0 {
		return nil, nil
	}
	if at.Table == 0 {
		return nil, fault.New(fault.Conflict, "fault.office.gameGone", fault.Args{"round": p.Round, "black": p.Black, "white": p.White})
	}
	if actor.User.ID == "" {
		actor = Actor{User: account.User{ID: made.after.signed}}
	}
	var all *draft[tournament.Division]
	for _, command := range commands {
		order.Command = command
		one, err := o.prepare(ctx, actor, d, order)
		if err != nil {
			return nil, err
		}
		if one == nil {
			continue
		}
		order.ID, d = "", one.after // the id names the first
		if all == nil {
			all = one
			continue
		}
		all.write.Events, all.write.List, all.after = append(all.write.Events, one.write.Events...), one.write.List, one.after
	}
	return all, nil
}

// PreviewGame shows what an order would make of a game, and appends nothing. It is refused as DoGame
// would refuse it, for what flows into the round, too.
func (o *Office) PreviewGame(ctx context.Context, actor Actor, id string, order GameOrder, look func(before, after *game.Game) error) error {
	p, err := parsePairing(id)
	if err != nil {
		return err
	}
	decide, err := o.deciding(ctx, actor, id, order)
	if err != nil {
		return err
	}
	h, err := o.games.get(ctx, id)
	if err != nil {
		return err
	}
	made, err := o.draftGame(ctx, id, h, decide)
	if err != nil {
		return err
	}
	if made == nil {
		return look(h.game, h.game)
	}
	d, err := o.Division(ctx, p.Division)
	if err != nil {
		return err
	}
	if _, err := o.draftFlow(ctx, p, made, d, Order{Reason: order.Reason}, actor); err != nil {
		return err
	}
	return look(h.game, made.after.game)
}
