package game

import (
	"slices"

	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Answer is a command that answers a position: it is refused when the game has gone on, or back,
// since. So a move that two recorders enter, or that is sent again, can't be made twice.
type Answer struct {
	// Turns is the number of turns that the position had.
	Turns   int
	Command Command
}

func (c Answer) decide(g *Game, ctx Context) ([]Event, error) {
	if c.Turns != len(g.Turns) {
		return nil, g.clash("answered", g.topic(rules.TopicTurn), fault.Args{"yours": c.Turns, "now": len(g.Turns)})
	}
	return c.Command.decide(g, ctx)
}

// MendRecord puts right what a recorder entered wrongly. It isn't 悔棋: nobody moved otherwise than
// he did, and neither a claim nor a clock comes into it, except that where a move presses the clock,
// the clock of the side that is now to move runs. The reason is written down (C16: the record is the
// referee's word).
type MendRecord struct {
	// From is the number of the first turn that was entered wrongly, from 1.
	From int
	// Points are the turns that were played from there on, Pass for a pass. None takes the turns back.
	Points []weiqi.Point
}

func (c MendRecord) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.phase(Play, Rest, Settle); err != nil {
		return nil, err
	}
	topic := g.topic(rules.TopicTurn)
	switch {
	case !g.Terms.Moves:
		return nil, g.clash("notRecorded", topic, nil)
	case ctx.Reason == "":
		return nil, g.invalid("reason", topic, nil)
	case c.From < 1 || c.From > len(g.Turns):
		return nil, g.invalid("mendTurn", topic, fault.Args{"move": c.From, "last": len(g.Turns)})
	case c.From <= g.edited:
		return nil, g.clash("backTooFar", topic, fault.Args{"move": c.From})
	case g.Phase == Settle && len(c.Points) != len(g.Turns)-c.From+1:
		return nil, g.clash("mendEnded", topic, nil)
	}
	turns, err := g.mended(c, ctx)
	if err != nil || slices.Equal(turns, g.Turns[c.From-1:]) {
		return nil, err
	}
	e := RecordMended{At: ctx.At, From: c.From}
	for _, t := range turns {
		e.Turns = append(e.Turns, MendedTurn{Side: t.Side, Kind: t.Kind, Point: t.Point, At: t.At})
	}
	return []Event{e}, nil
}

// mended checks the right turns on a copy of the board. What the referee law or a player's word made
// of a turn stays as it is.
func (g *Game) mended(c MendRecord, ctx Context) ([]Turn, error) {
	old := g.Turns[c.From-1:]
	board := g.board.Clone()
	for range old {
		board.Undo()
	}
	for i, t := range old {
		if g.ruledOrSaid(t) && (i >= len(c.Points) || c.Points[i] != weiqi.Pass) {
			return nil, g.clash("mendFixed", g.topic(rules.TopicTurn), fault.Args{"move": c.From + i})
		}
	}
	turns := make([]Turn, len(c.Points))
	for i, p := range c.Points {
		t := Turn{Kind: Placed, Point: p, At: ctx.At, Side: old[0].Side}
		if i > 0 {
			t.Side = turns[i-1].Side.Other()
		}
		if i < len(old) {
			t.Side, t.At = old[i].Side, old[i].At
		}
		if p == weiqi.Pass {
			t.Kind = Yielded
			if i < len(old) && old[i].Kind != Placed {
				t.Kind = old[i].Kind
			}
		}
		if err := g.mendable(board, t, c.From+i); err != nil {
			return nil, err
		}
		turns[i] = t
	}
	return turns, nil
}

// mendable puts a turn on the board, or says why it can't have been played.
func (g *Game) mendable(board *weiqi.Game, t Turn, move int) error {
	if t.Point == weiqi.Pass {
		board.Play(t.Side, t.Point)
		return nil
	}
	topic := g.topic(rules.TopicTurn)
	at := fault.Args{"at": t.Point.GTP(g.Terms.Size), "move": move}
	switch reason := board.Check(t.Side, t.Point).Reason; reason {
	case weiqi.OffBoard, weiqi.Occupied:
		return g.invalid("mend."+reason.String(), topic, at)
	}
	if j := g.Terms.policy().Judge(board, t.Side, t.Point); j.Void {
		return g.invalid("mend.void", j.Article, at)
	}
	board.Play(t.Side, t.Point)
	return nil
}

// ruledOrSaid tells that a turn isn't the recorder's alone: a void move whose ruling stands, or a
// proposal to end.
func (g *Game) ruledOrSaid(t Turn) bool {
	switch t.Kind {
	case Proposed:
		return true
	case Voided:
		return slices.ContainsFunc(g.Rulings, func(r Ruling) bool { return !r.Revoked && r.Against == t.Side && r.At == t.At })
	}
	return false
}

// RecordMended puts the turns from one on right that a recorder entered wrongly; the reason stands in
// the envelope.
type RecordMended struct {
	At    Instant      `json:"at"`
	From  int          `json:"from"`
	Turns []MendedTurn `json:"turns,omitempty"`
}

// MendedTurn is a turn as it was really played.
type MendedTurn struct {
	At    Instant     `json:"at"`
	Side  rules.Side  `json:"side"`
	Kind  TurnKind    `json:"kind"`
	Point weiqi.Point `json:"point"`
}

// EventType implements Event.
func (RecordMended) EventType() string { return "record.mended" }

func (g *Game) applyMended(e RecordMended) error {
	if e.From < 1 || e.From > len(g.Turns) || e.From <= g.edited || (g.Phase != Play && g.Phase != Rest && g.Phase != Settle) {
		return misplaced(e)
	}
	side := g.Turns[e.From-1].Side
	proposal := g.Proposal
	for len(g.Turns) >= e.From {
		g.board.Undo()
		g.Turns = g.Turns[:len(g.Turns)-1]
	}
	g.turn = side
	for _, t := range e.Turns {
		if err := g.put(e, Turn{Side: t.Side, Kind: t.Kind, Point: t.Point, At: t.At}); err != nil {
			return err
		}
	}
	g.fresh, g.Proposal, g.Called = min(g.fresh, len(g.Turns)), rules.NoSide, false
	if n := len(g.Turns); n > 0 && g.Turns[n-1].Kind == Proposed {
		g.Proposal = proposal
	}
	switch {
	case g.Phase == Settle:
		g.Ending = &Ending{How: g.Ending.How, At: g.Ending.At}
	case g.Phase == Play && !g.Terms.Press:
		return g.give(e, e.At)
	}
	return nil
}
