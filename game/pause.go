package game

import (
	"tianyuan/clock"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Pause stops both clocks and writes the times used down (C14, D22.9).
type Pause struct {
	// Black and White are the times used that were read off clocks of the table's own; where our
	// clock runs its readings are taken.
	Black, White Instant
}

func (c Pause) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	if g.Terms.Referee {
		if err := g.official(ctx, rules.Referee); err != nil {
			return nil, err
		}
	}
	if g.ownClock() {
		if min(c.Black, c.White) < 0 {
			return nil, g.invalid("negative", g.topic(rules.TopicPause), nil)
		}
		return []Event{Paused{At: ctx.At, Black: c.Black, White: c.White}}, nil
	}
	s := g.Time(ctx.At)
	return []Event{Paused{At: ctx.At, Black: Instant(s.Black.Used), White: Instant(s.White.Used)}}, nil
}

// ConfirmReadings is a side's yes to the times written down. Black and White are those that it saw.
type ConfirmReadings struct {
	Side         rules.Side
	Black, White Instant
}

func (c ConfirmReadings) decide(g *Game, _ Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if g.Phase != Rest {
		return nil, g.clash("notPaused", g.topic(rules.TopicPause), nil)
	}
	switch {
	case c.Black != g.Break.Black || c.White != g.Break.White:
		return nil, g.clash("readings", cite(g.row("lostRecord")), nil)
	case g.Break.Confirmed[index(c.Side)]:
		return nil, nil
	}
	return []Event{ReadingsConfirmed{Side: c.Side}}, nil
}

// Resume goes on after a pause. In 2002 both must have confirmed the times (art. 22.9), or the
// referee have shared those that are lost.
type Resume struct{}

func (c Resume) decide(g *Game, ctx Context) ([]Event, error) {
	switch {
	case g.Phase != Rest:
		return nil, g.clash("notPaused", g.topic(rules.TopicPause), nil)
	case isSide(g.Break.Sealed):
		return nil, g.clash("sealedFirst", g.topic(rules.TopicSealed), nil)
	case !g.row("lostRecord").Silent() && g.Break.Confirmed != [2]bool{true, true}:
		return nil, g.clash("unconfirmed", g.row("lostRecord").Cite(), nil)
	}
	if g.Terms.Referee {
		if err := g.official(ctx, rules.Referee); err != nil {
			return nil, err
		}
	}
	return []Event{Resumed{At: ctx.At}}, nil
}

// Seal hands a sealed move over in place of playing it: the side's clock runs until now, and both
// stop (C14).
type Seal struct {
	Side   rules.Side
	Secret Secret
}

func (c Seal) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	switch {
	case !g.Terms.Sealing:
		return nil, g.clash("noSealing", g.topic(rules.TopicPause), nil)
	case c.Side != g.turn || g.Time(ctx.At).Turn != clock.Side(c.Side):
		return nil, g.clash("turn", g.topic(rules.TopicPause), nil)
	case !c.Secret.valid():
		return nil, g.invalid("secret", g.topic(rules.TopicPause), nil)
	}
	s := g.Time(ctx.At)
	return []Event{MoveSealed{At: ctx.At, Side: c.Side, Secret: c.Secret, Black: Instant(s.Black.Used), White: Instant(s.White.Used)}}, nil
}

// OpenSeal opens the sealed move and plays it. A point on which it can't be played makes it a pass
// (C14, 1988 art. 22), and so does what is no point.
type OpenSeal struct {
	Opening Opening
	// Stated is the move as the chief referee reads it from the paper when the secret is lost; he
	// says why.
	Stated *weiqi.Point
}

func (c OpenSeal) decide(g *Game, ctx Context) ([]Event, error) {
	if g.Phase != Rest || !isSide(g.Break.Sealed) {
		return nil, g.clash("noSeal", g.topic(rules.TopicSealed), nil)
	}
	if g.Terms.Referee || c.Stated != nil {
		if err := g.official(ctx, rules.ChiefReferee); err != nil {
			return nil, err
		}
	}
	e := SealOpened{At: ctx.At, Point: weiqi.Pass}
	switch {
	case c.Stated != nil && ctx.Reason == "":
		return nil, g.invalid("reason", g.topic(rules.TopicSealed), nil)
	case c.Stated != nil:
		e.Stated = true
		return []Event{g.unsealed(e, *c.Stated)}, nil
	}
	if err := g.Break.Secret.Check(c.Opening); err != nil {
		return nil, err
	}
	e.Opening = c.Opening
	p, readable := parseSealed(c.Opening.Value, g.Terms.Size)
	if !readable {
		p = weiqi.Outside
	}
	return []Event{g.unsealed(e, p)}, nil
}

// unsealed says what becomes of the sealed point.
func (g *Game) unsealed(e SealOpened, p weiqi.Point) SealOpened {
	switch {
	case p == weiqi.Pass:
		return e
	case !g.board.Board().On(p):
		e.Reason = weiqi.OffBoard.String()
	case g.Terms.Moves:
		if j := g.Terms.policy().Judge(g.board, g.Break.Sealed, p); j.Void {
			e.Reason = j.Reason.String()
		}
	}
	if e.Reason != "" {
		e.Article = cite(g.row("sealedOccupied")).Number
		if !g.board.Board().On(p) {
			return e
		}
	}
	e.Point = p
	return e
}
