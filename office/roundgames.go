package office

import (
	"context"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/tournament"
)

// TableGame is the game of a table: its id, as it is or would be, and its state; nil while it has no
// record. The state must not be changed.
type TableGame struct {
	ID   string
	Game *game.Game
}

// RoundGames returns the games of a published round by table number, with one look at the lists for
// all of them. Faults: those of Division and of tournament.Division.PublishedPair.
func (o *Office) RoundGames(ctx context.Context, division string, round int) (map[int]TableGame, error) {
	d, err := o.Division(ctx, division)
	if err != nil {
		return nil, err
	}
	r := d.Round(round)
	if r == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noRound", fault.Args{"round": round})
	}
	rows, err := o.journal.Streams(ctx, KindGame, division)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]journal.Stream, len(rows))
	for _, row := range rows {
		byID[row.ID] = row
	}
	find := func(id string) (journal.Stream, error) {
		row, ok := byID[id]
		if !ok {
			return row, fault.New(fault.NotFound, "fault.office.noGame", nil)
		}
		return row, nil
	}
	games := make(map[int]TableGame, len(r.Pairs))
	for _, pair := range r.Pairs {
		if _, err := d.PublishedPair(round, pair.Table); err != nil {
			return nil, err
		}
		id, exists, err := currentOf(d, round, pair, nil, find)
		if err != nil {
			return nil, err
		}
		found := TableGame{ID: id}
		if exists {
			h, err := o.games.at(ctx, id, byID[id].Head)
			if err != nil {
				return nil, err
			}
			found.Game = h.game
		}
		games[pair.Table] = found
	}
	return games, nil
}

// PlacedGame is the state of a game, which must not be changed, and where it stands.
type PlacedGame struct {
	Game  *game.Game
	Place GamePlace
}

// Games returns those of some games of a division that have a record, by id, with one look at the lists
// for all of them. What is no id of such a game is left out.
func (o *Office) Games(ctx context.Context, d *tournament.Division, ids []string) (map[string]PlacedGame, error) {
	heads, err := o.journal.Heads(ctx, ids)
	if err != nil {
		return nil, err
	}
	games := make(map[string]PlacedGame, len(heads))
	for id, head := range heads {
		p, ok := splitPairing(id)
		if !ok || p.Division != d.ID {
			continue
		}
		h, err := o.games.at(ctx, id, head)
		if err != nil {
			return nil, err
		}
		games[id] = PlacedGame{h.game, p.place(d)}
	}
	return games, nil
}
