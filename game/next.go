package game

import "slices"

// Next returns the state after some facts and leaves the receiver as it is, so that readers of
// the old state need no lock.
func (g *Game) Next(facts []Recorded) (*Game, error) {
	next := *g
	next.Turns = append(make([]Turn, 0, len(g.Turns)+len(facts)), g.Turns...)
	next.Claims, next.Rulings = slices.Clone(g.Claims), slices.Clone(g.Rulings)
	next.Edits = slices.Clip(g.Edits)
	next.Nigiri, next.Break, next.Ending = copied(g.Nigiri), copied(g.Break), copied(g.Ending)
	next.Result.Changes = slices.Clip(g.Result.Changes)
	if g.board != nil && slices.ContainsFunc(facts, func(r Recorded) bool { return !boardKept(r.Event) }) {
		next.board = g.board.Clone()
	}
	for _, fact := range facts {
		if err := next.Apply(fact); err != nil {
			return nil, err
		}
	}
	return &next, nil
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}

// boardKept tells that a fact leaves the board alone: those that come most often are worth it.
func boardKept(e Event) bool {
	switch e.(type) {
	case Pressed, StonePut, Started, Paused, ReadingsConfirmed, Resumed, ResultConfirmed, RefereeCalled, CallAnswered, Claimed, EntryNoted:
		return true
	}
	return false
}
