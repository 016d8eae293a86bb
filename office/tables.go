package office

import (
	"context"
	"strings"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/tournament"
)

// Bound tells whether the assignments of tables concern an actor: he enters results, and isn't one of
// those who look after the whole hall.
func (a Actor) Bound() bool { return a.May(account.EnterResult) && !a.May(account.Pair) }

// ownTables keeps a referee to his tables where the tournament chose so (roles, referee): it refuses
// a command at a table that is assigned to others, and lets the taking of all agreeing claims leave
// those tables out. A table that is assigned to nobody with an account is everybody's.
// Fault: forbidden "fault.office.otherTable".
func (o *Office) ownTables(ctx context.Context, actor Actor, division string, command tournament.Command) (tournament.Command, error) {
	tables := tablesOf(command)
	take, takes := command.(tournament.TakeClaims)
	if !actor.Bound() || len(tables) == 0 && !takes {
		return command, nil
	}
	d, err := o.Division(ctx, division)
	if err != nil {
		return nil, err
	}
	t, err := o.Tournament(ctx, d.Tournament)
	if err != nil || !t.Info.OwnTables {
		return command, err
	}
	if takes {
		if r := d.Round(take.Round); r != nil {
			for table := range r.Claims {
				if barred(t.Stranger(actor.User.ID, division, table)) != "" {
					take.Except = append(take.Except, table)
				}
			}
		}
		return take, nil
	}
	return command, keepsOff(t, actor, division, tables...)
}

// ownGame is ownTables for what an official does to the game of a table; the record of its course is
// kept by whoever keeps records.
func (o *Office) ownGame(ctx context.Context, actor Actor, id string, command game.Command) error {
	ability, err := gameAbility(command)
	if err != nil || ability != account.KeepGames || !actor.Bound() {
		return err
	}
	p, d, err := o.pairingOf(ctx, id)
	if err != nil {
		return err
	}
	t, err := o.Tournament(ctx, d.Tournament)
	if err != nil || !t.Info.OwnTables {
		return err
	}
	return keepsOff(t, actor, d.ID, p.place(d).Table)
}

// keepsOff refuses a table that others keep.
func keepsOff(t *tournament.Tournament, actor Actor, division string, tables ...int) error {
	for _, table := range tables {
		if who := barred(t.Stranger(actor.User.ID, division, table)); who != "" {
			return fault.New(fault.Forbidden, "fault.office.otherTable", fault.Args{"table": table, "who": who})
		}
	}
	return nil
}

// barred names the keepers of a table who can enter its result themselves; "" when none can.
func barred(keepers []tournament.Assignment) string {
	var names []string
	for _, k := range keepers {
		if k.User != "" {
			names = append(names, k.Name)
		}
	}
	return strings.Join(names, ", ")
}

// tablesOf are the tables at which a command enters something.
func tablesOf(command tournament.Command) []int {
	switch c := command.(type) {
	case tournament.EnterResult:
		return []int{c.Table}
	case tournament.EnterColours:
		return []int{c.Table}
	case tournament.NoteWarnings:
		return []int{c.Table}
	case tournament.TakeBackResult:
		return []int{c.Table}
	case tournament.MarkSeats:
		return []int{c.Table}
	case tournament.EnterResults:
		var tables []int
		for _, r := range c.Results {
			tables = append(tables, r.Table)
		}
		return tables
	}
	return nil
}
