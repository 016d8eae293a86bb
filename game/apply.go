package game

import (
	"slices"
	"time"

	"tianyuan/clock"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Apply moves the state on by one fact. A fault here means a broken journal, never bad input.
func (g *Game) Apply(r Recorded) error {
	if err := g.apply(r); err != nil {
		return err
	}
	g.head = r.Seq
	return nil
}

func (g *Game) apply(r Recorded) error {
	if _, created := r.Event.(Created); created != (g.head == 0) {
		return misplaced(r.Event)
	}
	if at, timed := atOf(r.Event); timed && at < g.at {
		return misplaced(r.Event)
	} else if timed {
		g.at = at
	}
	switch e := r.Event.(type) {
	case Created, StonesHidden, StonesShown, ColoursDrawn, SeatsNoted:
		return g.applyColours(e)
	case Started, AbsenceRead, Pressed, Reread, StonePut, Paused, ReadingsConfirmed, Resumed:
		return g.applyTime(e)
	case MovePlayed, MoveVoided, Passed, EndProposed:
		return g.applyTurn(e)
	case MoveSealed, SealOpened:
		return g.applySeal(e)
	case RecordMended:
		return g.applyMended(e)
	case EntryNoted: // nothing happened
	case RefereeCalled:
		g.Call = &Call{At: e.At, Side: e.Side}
	case CallAnswered:
		g.Call = nil
	case Claimed:
		if e.ID != len(g.Claims)+1 {
			return misplaced(e)
		}
		g.Claims = append(g.Claims, Claim{Claimed: e, Open: true})
	case ClaimDismissed:
		g.Call = nil
		return g.close(e, e.ID)
	case Ruled:
		return g.applyRuling(e)
	case RulingRevoked:
		return g.applyRevoked(e)
	case PlayEnded, ContestGivenUp, PlayTakenUp, LifeProposed, LifeAgreed, Counted, RecountAsked:
		return g.applyEnding(e)
	case Resigned:
		return g.stop(e, e.At)
	case ResultReached, ResultConfirmed, ResultChanged:
		return g.applyResult(r)
	default:
		return misplaced(r.Event)
	}
	return nil
}

// atOf returns the moment of a fact that happened at one.
func atOf(e Event) (Instant, bool) {
	switch e := e.(type) {
	case AbsenceRead:
		return e.At, true
	case Started:
		return e.At, true
	case MovePlayed:
		return e.At, true
	case MoveVoided:
		return e.At, true
	case Passed:
		return e.At, true
	case Pressed:
		return e.At, true
	case Reread:
		return e.At, true
	case StonePut:
		return e.At, true
	case RefereeCalled:
		return e.At, true
	case Paused:
		return e.At, true
	case Resumed:
		return e.At, true
	case MoveSealed:
		return e.At, true
	case SealOpened:
		return e.At, true
	case RecordMended:
		return e.At, true
	case Claimed:
		return e.At, true
	case Ruled:
		return e.At, true
	case RulingRevoked:
		return e.At, true
	case EndProposed:
		return e.At, true
	case PlayEnded:
		return e.At, true
	case ContestGivenUp:
		return e.At, true
	case PlayTakenUp:
		return e.At, true
	case Resigned:
		return e.At, true
	case ResultReached:
		return e.At, true
	}
	return 0, false
}

func (g *Game) applyColours(fact Event) error {
	switch e := fact.(type) {
	case Created:
		if e.Terms.Validate() != nil || !e.Black.valid() || !e.Holder.valid() {
			return misplaced(fact)
		}
		g.Terms, g.Players, g.Phase = e.Terms, e.Players, Ready
		g.Assigned, g.Black = e.Black, e.Black
		if e.Nigiri {
			g.Phase, g.Nigiri = Draw, &Nigiri{Holder: e.Holder}
		} else if e.Drawn {
			g.Nigiri = &Nigiri{Holder: e.Holder}
		}
		g.timer = e.Terms.clock()
		return g.clear(fact)
	case SeatsNoted:
		if !e.Black.valid() {
			return misplaced(fact)
		}
		switch {
		case e.Black == g.Black:
		case e.Stay:
			g.Result.Players, g.Result.Referee = [2]bool{}, false
		default: // older facts: what was noted by the stones belongs to who held them
			g.Warnings[First], g.Warnings[Second] = g.Warnings[Second], g.Warnings[First]
			for i := range g.Rulings {
				g.Rulings[i].Hit = g.Rulings[i].Hit.Other()
			}
		}
		g.Black = e.Black
		if g.Nigiri != nil {
			g.Assigned = e.Black
		}
		return nil
	}
	if _, drawn := fact.(ColoursDrawn); g.Phase != Draw && (g.Phase != Ready || !drawn || g.Nigiri == nil) {
		return misplaced(fact)
	}
	switch e := fact.(type) {
	case StonesHidden:
		g.Nigiri.Secret = e.Secret
	case StonesShown:
		g.Nigiri.Shown = e.Shown
	case ColoursDrawn:
		if !e.Black.valid() {
			return misplaced(fact)
		}
		g.Nigiri.Hidden, g.Nigiri.Shown, g.Nigiri.Opening = e.Hidden, e.Shown, e.Opening
		if e.Holder != nil {
			if !e.Holder.valid() {
				return misplaced(fact)
			}
			g.Nigiri.Holder = *e.Holder
		}
		g.Assigned, g.Black, g.Phase = e.Black, e.Black, Ready
	}
	return nil
}

// clear puts the board to its start.
func (g *Game) clear(e Event) error {
	start, err := g.Terms.start()
	if err != nil {
		return misplaced(e)
	}
	g.board = weiqi.NewGame(start, g.Terms.first(), g.Terms.policy().Options())
	g.Turns, g.Edits, g.edited, g.fresh, g.turn = nil, nil, 0, 0, g.Terms.first()
	return nil
}

// tick takes an event of the clock in.
func (g *Game) tick(e Event, c clock.Event) error {
	next, _, err := g.timer.Apply(c)
	if err != nil {
		return misplaced(e)
	}
	g.timer = next
	return nil
}

// stop stops both clocks where they run.
func (g *Game) stop(e Event, at Instant) error {
	if g.timer.State(time.Duration(at)).Phase != clock.Running {
		return nil
	}
	return g.tick(e, clock.Event{At: time.Duration(at), Do: clock.DoPause})
}

// run lets the clock go on for the side to move.
func (g *Game) run(e Event, at Instant) error {
	now := time.Duration(at)
	if g.timer.State(now).Phase == clock.Paused {
		if err := g.tick(e, clock.Event{At: now, Do: clock.DoResume}); err != nil {
			return err
		}
	}
	return g.give(e, at)
}

// give lets the clock of the side to move run in place of the other's.
func (g *Game) give(e Event, at Instant) error {
	s := g.timer.State(time.Duration(at))
	if s.Phase == clock.Ready || s.Phase == clock.Flagged || s.Turn == clock.Side(g.turn) {
		return nil
	}
	return g.tick(e, clock.Event{At: time.Duration(at), Do: clock.DoTurn, Side: clock.Side(g.turn)})
}

func (g *Game) applyTime(fact Event) error {
	event := func(at Instant, do clock.Do, side rules.Side) clock.Event {
		return clock.Event{At: time.Duration(at), Do: do, Side: clock.Side(side)}
	}
	switch e := fact.(type) {
	case Started:
		if g.Phase != Ready {
			return misplaced(fact)
		}
		g.Phase = Play
		return g.tick(fact, event(e.At, clock.DoStart, g.turn))
	case AbsenceRead:
		return g.tick(fact, event(e.At, clock.DoAbsent, e.Side))
	case Reread:
		again := event(e.At, clock.DoReread, e.Side)
		again.From = time.Duration(e.From)
		return g.tick(fact, again)
	case StonePut:
		return g.tick(fact, event(e.At, clock.DoPlaced, e.Side))
	case Pressed:
		if err := g.tick(fact, event(e.At, clock.DoPress, e.Side)); err != nil {
			return err
		}
		if !g.Terms.Moves {
			g.Proposal = rules.NoSide // to play on is to refuse (D21.1)
			g.took(Turn{Side: e.Side, Kind: Unseen, Point: weiqi.Pass, At: e.At})
		}
	case Paused:
		if g.Phase != Play {
			return misplaced(fact)
		}
		g.Phase, g.Break, g.rested = Rest, &Break{At: e.At, Black: e.Black, White: e.White}, true
		return g.stop(fact, e.At)
	case ReadingsConfirmed:
		if g.Break == nil || !isSide(e.Side) {
			return misplaced(fact)
		}
		g.Break.Confirmed[index(e.Side)] = true
	case Resumed:
		if g.Phase != Rest {
			return misplaced(fact)
		}
		g.Phase, g.Break, g.Call = Play, nil, nil
		return g.run(fact, e.At)
	}
	return nil
}

// took ends a turn on the board.
func (g *Game) took(t Turn) {
	g.Turns = append(g.Turns, t)
	g.turn = t.Side.Other()
}

// put makes a turn on the board and its list.
func (g *Game) put(e Event, t Turn) error {
	if !isSide(t.Side) || g.board.Play(t.Side, t.Point).Reason != weiqi.Legal {
		return misplaced(e)
	}
	g.took(t)
	return nil
}

func (g *Game) applyTurn(fact Event) error {
	if g.Phase != Play {
		return misplaced(fact)
	}
	switch e := fact.(type) {
	case MovePlayed:
		g.Proposal = rules.NoSide
		g.Called = e.Occurrence >= rules.CallAtOccurrence
		if err := g.put(fact, Turn{Side: e.Side, Kind: Placed, Point: e.Point, At: e.At}); err != nil {
			return err
		}
		return g.moved(fact, e.Side, e.At, len(g.board.Taken(g.board.Ply())) > 0)
	case MoveVoided:
		if !e.Pass {
			return nil
		}
		g.Proposal = rules.NoSide
		if err := g.put(fact, Turn{Side: e.Side, Kind: Voided, Point: weiqi.Pass, At: e.At}); err != nil {
			return err
		}
		return g.moved(fact, e.Side, e.At, false)
	case Passed:
		g.Proposal = rules.NoSide
		if err := g.put(fact, Turn{Side: e.Side, Kind: Yielded, Point: weiqi.Pass, At: e.At}); err != nil {
			return err
		}
		return g.moved(fact, e.Side, e.At, false)
	case EndProposed:
		g.Proposal = e.Side
		if err := g.put(fact, Turn{Side: e.Side, Kind: Proposed, Point: weiqi.Pass, At: e.At}); err != nil {
			return err
		}
		return g.pressIfRunning(fact, e.Side, e.At)
	}
	return nil
}

// moved does for the clock what a turn means: a press, or where the clock is pressed by itself the
// stone being down while captures are still to be taken (D22.6).
func (g *Game) moved(e Event, side rules.Side, at Instant, captures bool) error {
	if !g.Terms.Press || !g.Terms.Moves {
		return g.tick(e, clock.Event{At: time.Duration(at), Do: clock.DoPress, Side: clock.Side(side)})
	}
	if !captures {
		return nil
	}
	s := g.timer.State(time.Duration(at))
	if s.Turn != clock.Side(side) || s.Phase != clock.Running || sideState(s, side).Placed {
		return nil
	}
	return g.tick(e, clock.Event{At: time.Duration(at), Do: clock.DoPlaced, Side: clock.Side(side)})
}

// pressIfRunning ends the turn of a side on the clock where its time runs: words need no press.
func (g *Game) pressIfRunning(e Event, side rules.Side, at Instant) error {
	s := g.timer.State(time.Duration(at))
	if s.Phase != clock.Running || s.Turn != clock.Side(side) {
		return nil
	}
	return g.tick(e, clock.Event{At: time.Duration(at), Do: clock.DoPress, Side: clock.Side(side)})
}

func sideState(s clock.State, side rules.Side) clock.SideState {
	if side == rules.White {
		return s.White
	}
	return s.Black
}

func (g *Game) applySeal(fact Event) error {
	switch e := fact.(type) {
	case MoveSealed:
		if g.Phase != Play || e.Side != g.turn {
			return misplaced(fact)
		}
		if err := g.pressIfRunning(fact, e.Side, e.At); err != nil {
			return err
		}
		g.Phase, g.rested = Rest, true
		g.Break = &Break{At: e.At, Black: e.Black, White: e.White, Sealed: e.Side, Secret: e.Secret}
		return g.stop(fact, e.At)
	case SealOpened:
		if g.Break == nil || !isSide(g.Break.Sealed) {
			return misplaced(fact)
		}
		turn := Turn{Side: g.Break.Sealed, Kind: Placed, Point: e.Point, At: e.At}
		switch {
		case e.Reason != "":
			turn.Kind, turn.Point = Voided, weiqi.Pass
		case e.Point == weiqi.Pass:
			turn.Kind = Yielded
		}
		g.Unsealed = &Unsealed{SealOpened: e, Side: g.Break.Sealed, Secret: g.Break.Secret}
		g.Break.Sealed = rules.NoSide
		if !g.Terms.Moves {
			g.took(turn)
			return nil
		}
		return g.put(fact, turn)
	}
	return nil
}

func (g *Game) close(e Event, id int) error {
	claim := g.claim(id)
	if claim == nil {
		return misplaced(e)
	}
	claim.Open = false
	return nil
}

func (g *Game) applyRuling(e Ruled) error {
	g.Call = nil
	ruling := Ruling{Ruled: e, before: g.Phase, standing: g.Result}
	if isSide(e.Against) {
		ruling.Hit = g.Holds(e.Against)
	}
	g.Rulings = append(g.Rulings, ruling)
	if e.Claim > 0 {
		if err := g.close(e, e.Claim); err != nil {
			return err
		}
	}
	if e.Warnings > 0 {
		if !isSide(e.Against) {
			return misplaced(e)
		}
		g.Warnings[ruling.Hit] += e.Warnings
	}
	for _, c := range e.Clock {
		if err := g.tick(e, c.event(e.At)); err != nil {
			return err
		}
	}
	if e.Swap {
		g.Black = g.Assigned
	}
	if e.Board != nil {
		if err := g.applyBoard(e, *e.Board); err != nil {
			return err
		}
	}
	if slices.Contains(e.Do, rules.TimeShared) && g.Break != nil {
		g.Break.Confirmed = [2]bool{true, true} // there is nothing left to confirm (D22.9)
	}
	if slices.Contains(e.Do, rules.Cancelled) {
		g.cancel(e.Against)
	}
	switch {
	case e.Again != "":
		g.Again, g.Phase = e.Again, Anew
		return g.stop(e, e.At)
	case !e.Outcome.IsZero():
		g.reach(e.Outcome, e.Article)
		return g.stop(e, e.At)
	}
	return nil
}

// applyRevoked takes a ruling's warnings and result back. Play that its result had ended waits as
// after a pause.
func (g *Game) applyRevoked(e RulingRevoked) error {
	r := g.ruling(e.ID)
	if r == nil || r.Revoked || g.Phase == Final {
		return misplaced(e)
	}
	r.Revoked = true
	if isSide(r.Against) {
		g.Warnings[r.Hit] -= r.Warnings
	}
	if r.ends() {
		g.Phase, g.Result, g.Again = r.before, r.standing, ""
	}
	if !e.Outcome.IsZero() {
		g.reach(e.Outcome, e.Article)
	}
	if s := g.timer.State(time.Duration(e.At)); g.Phase == Play && s.Phase == clock.Paused {
		g.Phase, g.Break, g.rested = Rest, &Break{At: e.At, Black: Instant(s.Black.Used), White: Instant(s.White.Used)}, true
	}
	return nil
}

// cancel notes whose result is cancelled: one player's, or both when it is ruled against neither.
func (g *Game) cancel(side rules.Side) {
	if !isSide(side) {
		g.Cancelled = [2]bool{true, true}
		return
	}
	g.Cancelled[g.Holds(side)] = true
}

func (c ClockChange) event(at Instant) clock.Event {
	return clock.Event{
		At: time.Duration(at), Do: c.Do, Side: clock.Side(c.Side), By: time.Duration(c.By),
		Black: time.Duration(c.Black), White: time.Duration(c.White), Elapsed: time.Duration(c.Elapsed),
		Set: clock.Setting{Main: (*time.Duration)(c.Main), Block: (*time.Duration)(c.Block), Left: c.Left, MovesLeft: c.MovesLeft},
	}
}

func (g *Game) applyBoard(e Ruled, b BoardChange) error {
	side := g.turn
	if b.Back > len(g.Turns)-g.edited && b.Back != len(g.Turns) || b.Back < 0 {
		return misplaced(e)
	}
	if b.Back > 0 {
		side = g.Turns[len(g.Turns)-b.Back].Side
	}
	if b.Back == len(g.Turns) && b.Back > 0 {
		if err := g.clear(e); err != nil {
			return err
		}
	}
	for range min(b.Back, len(g.Turns)) {
		g.board.Undo()
		g.Turns = g.Turns[:len(g.Turns)-1]
	}
	g.turn, g.fresh, g.Proposal, g.Called = side, min(g.fresh, len(g.Turns)), rules.NoSide, false
	if len(b.Stones) > 0 {
		g.edit(b.Stones)
	}
	turn := Turn{Side: side, Kind: Voided, Point: weiqi.Pass, At: e.At}
	if b.Play != nil {
		turn.Kind, turn.Point = Placed, *b.Play
	}
	if b.Play != nil || b.Pass {
		if err := g.put(e, turn); err != nil {
			return err
		}
	}
	g.unsettle()
	return g.give(e, e.At)
}

// unsettle drops what was said of life and death, and the count, on a board that a ruling has changed.
func (g *Game) unsettle() {
	if g.Ending == nil {
		return
	}
	g.Ending = &Ending{How: g.Ending.How, At: g.Ending.At, Recounts: g.Ending.Recounts}
	if g.Phase == Result {
		g.Phase, g.Result = Settle, Standing{}
	}
}

// edit goes on from the board with some points changed. Positions from before it aren't compared
// with those after it.
func (g *Game) edit(stones []Stone) {
	b := g.board.Board().Clone()
	set := make([]weiqi.Stone, len(stones))
	for i, s := range stones {
		set[i] = weiqi.Stone{Point: s.Point, Colour: s.Colour}
	}
	b.SetUp(set...)
	g.board = weiqi.NewGame(b, g.turn, g.Terms.policy().Options())
	g.edited = len(g.Turns)
	g.Edits = append(g.Edits, Edit{After: len(g.Turns), Stones: stones})
}

func (g *Game) applyEnding(fact Event) error {
	if e, ended := fact.(PlayEnded); ended {
		if g.Phase != Play {
			return misplaced(fact)
		}
		g.Phase, g.Proposal, g.Ending = Settle, rules.NoSide, &Ending{How: e.How, At: e.At}
		return g.stop(fact, e.At)
	}
	if e, given := fact.(ContestGivenUp); given {
		g.GaveUp = e.Side
		return nil
	}
	if g.Ending == nil {
		return misplaced(fact)
	}
	switch e := fact.(type) {
	case PlayTakenUp:
		g.Phase, g.Ending, g.turn, g.fresh, g.GaveUp = Play, nil, e.First, len(g.Turns), rules.NoSide
		g.Result = Standing{}
		return g.run(fact, e.At)
	case LifeProposed:
		g.Ending.Life, g.Ending.Agreed, g.Ending.Counted = e.Life, [2]bool{}, false
		return g.agree(fact, e.Side)
	case LifeAgreed:
		return g.agree(fact, e.Side)
	case Counted:
		g.Ending.Counted, g.Ending.By, g.Ending.Black, g.Ending.White = true, e.By, e.Black, e.White
	case RecountAsked:
		g.Ending.Counted, g.Phase, g.Result = false, Settle, Standing{}
		g.Ending.Recounts++
	}
	return nil
}

func (g *Game) agree(e Event, side rules.Side) error {
	if !isSide(side) {
		return misplaced(e)
	}
	g.Ending.Agreed[index(side)] = true
	return nil
}

// reach notes a result that is to be confirmed; signatures under another one are void.
func (g *Game) reach(o rules.Outcome, article string) {
	g.Phase, g.Result = Result, Standing{Outcome: o, Article: article}
}

func (g *Game) applyResult(r Recorded) error {
	switch e := r.Event.(type) {
	case ResultReached:
		g.reach(e.Outcome, e.Article)
		return g.stop(e, e.At)
	case ResultConfirmed:
		if g.Phase != Result {
			return misplaced(e)
		}
		if isSide(e.Side) {
			g.Result.Players[index(e.Side)] = true
		} else {
			g.Result.Referee = true
		}
		if g.Result.Players == [2]bool{true, true} && (g.Result.Referee || !g.Terms.Referee) {
			g.Phase, g.Confirmed = Final, true
		}
	case ResultChanged:
		if g.Phase != Final {
			return misplaced(e)
		}
		g.Result.Outcome = e.Outcome
		g.Result.Changes = append(g.Result.Changes, Change{ResultChanged: e, At: r.At, By: r.Actor, Reason: r.Reason})
	}
	return nil
}
