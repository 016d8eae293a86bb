package game

import (
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Start starts the clock of the side that moves first.
type Start struct{}

func (c Start) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.phase(Ready); err != nil {
		return nil, err
	}
	if err := g.unflagged(ctx); err != nil {
		return nil, err
	}
	return []Event{Started{At: ctx.At}}, nil
}

// ReadAbsence begins to read the clock of a side that isn't there (D22.4).
type ReadAbsence struct{ Side rules.Side }

func (c ReadAbsence) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.phase(Ready); err != nil {
		return nil, err
	}
	if err := g.official(ctx, rules.Referee); err != nil {
		return nil, err
	}
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.timed(g.clockEvent(ctx, clock.DoAbsent, c.Side)); err != nil {
		return nil, err
	}
	return []Event{AbsenceRead{At: ctx.At, Side: c.Side}}, nil
}

// Move puts a stone on a point. Online an illegal one is refused; in the hall the referee law says
// what it is.
type Move struct {
	Side  rules.Side
	Point weiqi.Point
}

func (c Move) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.mayMove(c.Side, ctx); err != nil {
		return nil, err
	}
	if !g.Terms.Moves {
		return nil, g.clash("notRecorded", g.topic(rules.TopicTurn), nil)
	}
	if c.Point == weiqi.Pass {
		return Pass{Side: c.Side}.decide(g, ctx)
	}
	if reason := g.board.Check(c.Side, c.Point).Reason; reason == weiqi.OffBoard || reason == weiqi.Occupied {
		return nil, g.invalid(reason.String(), g.topic(rules.TopicTurn), fault.Args{"at": c.Point.GTP(g.Terms.Size)})
	}
	if c.Side != g.turn {
		return g.illegal(c, ctx, g.Terms.Edition.Breach(weiqi.WrongColour))
	}
	j := g.Terms.policy().Judge(g.board, c.Side, c.Point)
	if j.Void {
		return g.illegal(c, ctx, j)
	}
	e := MovePlayed{At: ctx.At, Side: c.Side, Point: c.Point}
	if j.Reason == weiqi.Repetition {
		e.Cycle = j.Cycle.Kind.String()
		e.Occurrence = 1 + len(g.board.Repeats(c.Side, c.Point, weiqi.Positional))
	}
	return g.cycled(e, j, []Event{e}), nil
}

// cycled adds the result of a cycle that nobody ends where no referee can be called (D20.3).
func (g *Game) cycled(e MovePlayed, j rules.Judgement, events []Event) []Event {
	if g.Terms.Referee || e.Occurrence < rules.CallAtOccurrence {
		return events
	}
	d := rules.Decision{Provision: g.row("longCycle"), Consequences: j.Do}
	r := Ruled{At: e.At, Case: d.Provision.Key, Article: j.Article.Number, Do: j.Do}
	r.Outcome, _ = d.Outcome(rules.NoSide)
	r.Again = again(j.Do)
	return append(events, r)
}

// mayMove refuses a turn at a moment when the side can't have one.
func (g *Game) mayMove(side rules.Side, c Context) error {
	if err := g.side(side); err != nil {
		return err
	}
	if err := g.running(c); err != nil {
		return err
	}
	if g.Terms.Mode == Online && side != g.turn {
		return g.clash("turn", g.topic(rules.TopicTurn), nil)
	}
	if side == g.turn && (!g.Terms.Press || !g.Terms.Moves) {
		return g.timed(g.clockEvent(c, clock.DoPress, side))
	}
	return nil
}

// illegal refuses a void move online, and rules it by the law table in the hall.
func (g *Game) illegal(c Move, ctx Context, j rules.Judgement) ([]Event, error) {
	if g.Terms.Mode == Online {
		return nil, g.invalid("illegal."+j.Reason.String(), j.Article, fault.Args{"at": c.Point.GTP(g.Terms.Size)})
	}
	pass := has(j.Do, rules.MovePass)
	events := []Event{MoveVoided{At: ctx.At, Side: c.Side, Point: c.Point, Reason: j.Reason.String(), Pass: pass}}
	r := Ruled{
		At: ctx.At, Case: j.Case, Article: j.Article.Number, Against: c.Side, Do: j.Do, Warnings: rules.Warnings(j.Do),
	}
	if j.Case != "" {
		r.Outcome, _ = rules.Decision{Provision: g.row(j.Case), Consequences: j.Do}.Outcome(c.Side)
	}
	events = append(g.ended(events, pass, g.Terms.VoidPassEnds, ctx), g.warned(r)...)
	return events, nil
}

// ended adds the end of play when a pass that counts is the last of those in a row that end a game
// (G7.3, 2002 art. 7).
func (g *Game) ended(events []Event, pass, counts bool, c Context) []Event {
	most := g.Terms.Edition.Data().PassesEnd
	if !pass || !counts || most == 0 || g.passes()+1 < most {
		return events
	}
	return append(events, PlayEnded{At: c.At, How: "passes"})
}

// Pass is a pass (G2.5).
type Pass struct{ Side rules.Side }

func (c Pass) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.mayTurn(c.Side, ctx); err != nil {
		return nil, err
	}
	return g.ended([]Event{Passed{At: ctx.At, Side: c.Side}}, true, true, ctx), nil
}

// mayTurn refuses a turn without a stone out of turn, too, in either mode.
func (g *Game) mayTurn(side rules.Side, c Context) error {
	if err := g.mayMove(side, c); err != nil {
		return err
	}
	if side != g.turn {
		return g.clash("turn", g.topic(rules.TopicTurn), nil)
	}
	return nil
}

// Press ends the side's turn on the clock.
type Press struct{ Side rules.Side }

func (c Press) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	if !g.Terms.Press {
		return nil, g.clash("noPress", g.topic(rules.TopicTime), nil)
	}
	if err := g.timed(g.clockEvent(ctx, clock.DoPress, c.Side)); err != nil {
		return nil, err
	}
	return []Event{Pressed{At: ctx.At, Side: c.Side, Early: g.Terms.Moves && g.turn == c.Side}}, nil
}

// PutDown says that the side's stone is down and that it still takes off what it has captured: in
// 1988 the reading counts no further (D22.6). It is for games of which presses alone are recorded.
type PutDown struct{ Side rules.Side }

func (c PutDown) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	if g.Terms.Moves {
		return nil, g.clash("movesRecorded", g.topic(rules.TopicTurn), nil)
	}
	if err := g.timed(g.clockEvent(ctx, clock.DoPlaced, c.Side)); err != nil {
		return nil, err
	}
	return []Event{StonePut{At: ctx.At, Side: c.Side}}, nil
}

// ReadAgain takes the reading of the side's last minute back to a second at its wish (C16).
type ReadAgain struct {
	Side rules.Side
	From Instant
}

func (c ReadAgain) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.side(c.Side); err != nil {
		return nil, err
	}
	if err := g.running(ctx); err != nil {
		return nil, err
	}
	e := g.clockEvent(ctx, clock.DoReread, c.Side)
	c.From = max(0, c.From)
	e.From = time.Duration(c.From)
	if err := g.timed(e); err != nil {
		return nil, err
	}
	return []Event{Reread{At: ctx.At, Side: c.Side, From: c.From}}, nil
}
