package record

import (
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// MaxReplay bounds the moves of a line that Replay goes through. No game comes near it, and
// looking for repetitions costs more the longer a line is.
const MaxReplay = 10000

// ReplayOptions say by what a line is played over.
type ReplayOptions struct {
	Policy rules.Policy
	// AnyTurn lets either side move at any time: records leave passes out.
	AnyTurn bool
	// Before, if above 0, is the number of the move before which the replay ends.
	Before int
}

// Offence is a move of a record that the rules void or that needs a ruling.
type Offence struct {
	// Number counts the moves of the line from 1, passes and void moves with them.
	Number int
	Colour rules.Side
	At     weiqi.Point
	rules.Judgement
	// Repeats is the number of the move, 0 for the set-up, after which the position of a
	// repetition stood last; Times is how often it has stood now.
	Repeats, Times int
}

// Replay is the main line of a record, played over by the rules: a void move doesn't stand and
// counts as a pass (D18.3, D19), one out of turn doesn't count at all (D17.2).
type Replay struct {
	// Game has the moves since the last set-up, without those out of turn; its board is the
	// position at the end.
	Game *weiqi.Game
	// Turn is the side to move, NoSide when nothing says which.
	Turn rules.Side
	// Moves counts the moves of the record.
	Moves int
	// Handicap is the number of handicap stones 让子, 0 for an even game.
	Handicap int
	Offences []Offence

	options ReplayOptions
	board   *weiqi.Board // the position when Game is nil
	// free counts the handicap stones that Black may still place by moves.
	free int
	// plies has what isn't in Game about each position of it.
	plies []ply
}

// ply is a position of a game: the number of the record's move after which it stands, and how
// often moves have led to it.
type ply struct{ number, times int }

// Replay plays the main line over. Positions before a set-up in mid-game don't count for
// repetition. Faults: invalid "fault.weiqi.size"; tooLarge "fault.record.replay".
func (g *Game) Replay(o ReplayOptions) (*Replay, error) {
	board, err := weiqi.NewBoard(g.Size())
	if err != nil {
		return nil, err
	}
	r := &Replay{options: o, board: board}
	if n := g.Info().Handicap; n >= 2 && n < board.Size() {
		r.Handicap = n
	}
	for step := range g.MainLine() {
		if step.Setup != nil {
			r.setUp(step.Setup)
			continue
		}
		if o.Before > 0 && r.Moves+1 >= o.Before {
			break
		}
		if r.Moves == MaxReplay {
			return nil, fault.New(fault.TooLarge, "fault.record.replay", fault.Args{"max": MaxReplay})
		}
		r.move(step.Colour, step.At)
	}
	if r.Game == nil {
		r.begin(r.firstTurn(rules.NoSide))
	}
	return r, nil
}

// setUp puts the stones of a node on the board. Who moves then, nobody knows unless it is said.
func (r *Replay) setUp(s *Setup) {
	var stones []weiqi.Stone
	for _, list := range []struct {
		colour rules.Side
		points []weiqi.Point
	}{{rules.Black, s.Black}, {rules.White, s.White}, {rules.NoSide, s.Empty}} {
		for _, p := range list.points {
			stones = append(stones, weiqi.Stone{Point: p, Colour: list.colour})
		}
	}
	if len(stones) > 0 {
		if r.Game != nil {
			r.board, r.Game = r.Game.Board().Clone(), nil
		}
		r.board.SetUp(stones...)
		r.Turn = rules.NoSide
	}
	if s.ToPlay != rules.NoSide {
		r.Turn = s.ToPlay
	}
}

// begin starts a game from the position.
func (r *Replay) begin(turn rules.Side) {
	r.Turn, r.plies = turn, []ply{{r.Moves, 1}}
	first := turn
	if first == rules.NoSide {
		first = rules.Black
	}
	r.Game = weiqi.NewGame(r.board, first, r.options.Policy.Options())
}

// firstTurn tells who is to move on the position when a move of that colour comes first: Black on
// an empty board (G2.3), White after handicap stones (options no. 14), else whoever moves.
func (r *Replay) firstTurn(mover rules.Side) rules.Side {
	black, white := len(r.board.Stones(rules.Black)), len(r.board.Stones(rules.White))
	switch {
	case r.Turn != rules.NoSide:
		return r.Turn
	case r.Moves > 0 || white > 0:
		return rules.NoSide
	case r.Handicap > 0 && black > 0:
		return rules.White
	case r.Handicap > 0 && mover == rules.Black:
		r.free = r.Handicap // 自由让子: the stones come as moves
		return rules.NoSide
	case r.Handicap > 0 || black > 0:
		return rules.NoSide
	}
	return rules.Black
}

func (r *Replay) move(c rules.Side, at weiqi.Point) {
	if r.Game == nil {
		r.begin(r.firstTurn(c))
	}
	r.Moves++
	j := r.options.Policy.Judge(r.Game, c, at)
	out := !r.options.AnyTurn && r.Turn != rules.NoSide && c != r.Turn
	if out && j.Reason != weiqi.OffBoard && j.Reason != weiqi.Occupied {
		j = r.options.Policy.Edition.Breach(weiqi.WrongColour)
	}
	times := 1
	if j.Reason != weiqi.Legal {
		times = r.note(c, at, j)
	}
	if out {
		return
	}
	if j.Void {
		at = weiqi.Pass
	}
	if at == weiqi.Pass {
		times = r.plies[r.Game.Ply()].times
	}
	r.Game.Play(c, at)
	r.plies = append(r.plies, ply{r.Moves, times})
	r.Turn = r.after(c)
}

// after tells whose turn it is after a move: the other side's, but who places handicap stones by
// moves places the next one or leaves the rest out.
func (r *Replay) after(c rules.Side) rules.Side {
	if r.free > 0 && c == rules.Black {
		if r.free--; r.free > 0 {
			return rules.NoSide
		}
	}
	r.free = 0
	return c.Other()
}

// note keeps an offence and returns how often the position after the move has stood.
func (r *Replay) note(c rules.Side, at weiqi.Point, j rules.Judgement) (times int) {
	o := Offence{Number: r.Moves, Colour: c, At: at, Judgement: j}
	if j.Reason == weiqi.Repetition {
		before := r.plies[j.Cycle.From]
		o.Repeats, o.Times = before.number, before.times+1
	}
	r.Offences = append(r.Offences, o)
	return max(o.Times, 1)
}
