package office

import (
	"context"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
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
