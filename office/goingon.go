package office

import (
	"context"
	"maps"
	"slices"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/tournament"
)

// GoingOn tells of a phase that the game was begun and its result isn't confirmed.
func GoingOn(phase game.Phase) bool {
	return phase == game.Play || phase == game.Rest || phase == game.Settle || phase == game.Result
}

// GamesAt returns how far the games of a round's tables have come, by table; a table without a record
// isn't there. The rows in the lists tell it: no game is read for it.
func (o *Office) GamesAt(ctx context.Context, d *tournament.Division, r *tournament.Round) (map[int]game.Phase, error) {
	rows, err := o.Rows(ctx, KindGame, d.ID)
	if err != nil {
		return nil, err
	}
	type seat struct{ first, second int }
	latest := map[seat]pairing{}
	phases := map[seat]game.Phase{}
	for _, row := range rows {
		p, err := parsePairing(row.ID)
		at := seat{p.Black, p.White}
		if err != nil || p.Round != r.No || p.Anew < latest[at].Anew {
			continue
		}
		latest[at], phases[at] = p, game.Phase(row.State)
	}
	tables := map[int]game.Phase{}
	for _, pair := range r.Pairs {
		first, second := pair.Listed()
		if phase, there := phases[seat{first, second}]; there {
			tables[pair.Table] = phase
		}
	}
	return tables, nil
}

// GoingOnAt returns the tables of a round whose games are going on, with how far each has come.
func (o *Office) GoingOnAt(ctx context.Context, d *tournament.Division, r *tournament.Round) (map[int]game.Phase, error) {
	tables, err := o.GamesAt(ctx, d, r)
	maps.DeleteFunc(tables, func(_ int, phase game.Phase) bool { return !GoingOn(phase) })
	return tables, err
}

// Disturbs returns the tables whose games are going on and whose result or pair a command enters or
// changes, in order. Who gives the command is asked about them and names them in Order.Asked; without
// that it is refused (C16, 2002 art. 16.4).
func (o *Office) Disturbs(ctx context.Context, d *tournament.Division, command tournament.Command) ([]int, error) {
	round, tables, all := touched(d, command)
	r := d.Round(round)
	if r == nil || !all && len(tables) == 0 {
		return nil, nil
	}
	going, err := o.GoingOnAt(ctx, d, r)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(going, func(table int, _ game.Phase) bool { return !all && !slices.Contains(tables, table) })
	return slices.Sorted(maps.Keys(going)), nil
}

// touched are the tables of a round whose result or pair a command enters or changes; all of them, or
// some.
func touched(d *tournament.Division, command tournament.Command) (round int, tables []int, all bool) {
	seats := func(round int, players ...int) (int, []int, bool) {
		var at []int
		if r := d.Round(round); r != nil {
			for _, p := range r.Pairs {
				if slices.Contains(players, p.Black) || slices.Contains(players, p.White) {
					at = append(at, p.Table)
				}
			}
		}
		return round, at, false
	}
	switch c := command.(type) {
	case tournament.EnterResult:
		return c.Round, []int{c.Table}, false
	case tournament.CorrectResult:
		return c.Round, []int{c.Table}, false
	case tournament.EnterResults:
		for _, x := range c.Results {
			round, tables = x.Round, append(tables, x.Table)
		}
		return round, tables, false
	case tournament.CloseRound:
		r := d.Round(c.Round)
		return c.Round, nil, r != nil && len(r.Missing()) == 0
	case tournament.UnpublishRound:
		return c.Round, nil, true
	case tournament.Substitute:
		return seats(c.Round, c.Out)
	case tournament.SwapPlayers:
		return seats(c.Round, c.A, c.B)
	case tournament.MoveTable:
		return c.Round, []int{c.Table, c.To}, false
	}
	return 0, nil, false
}

// askAbout refuses a command that would disturb games that its giver wasn't asked about.
// Fault: conflict "fault.office.goingOn".
func (o *Office) askAbout(ctx context.Context, d *tournament.Division, order Order) error {
	tables, err := o.Disturbs(ctx, d, order.Command)
	if err != nil {
		return err
	}
	tables = slices.DeleteFunc(tables, func(table int) bool { return slices.Contains(order.Asked, table) })
	if len(tables) == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "fault.office.goingOn", fault.Args{"tables": tables})
}

// leaveGames takes the tables whose games are going on out of what is entered from the players' reports:
// each of those is asked about at its table.
func (o *Office) leaveGames(ctx context.Context, d *tournament.Division, c tournament.TakeClaims) (tournament.TakeClaims, error) {
	r := d.Round(c.Round)
	if r == nil {
		return c, nil
	}
	going, err := o.GoingOnAt(ctx, d, r)
	c.Except = slices.Compact(slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(going)), c.Except...))))
	return c, err
}
