package game

import (
	"slices"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Phase says how far a game has come.
type Phase string

const (
	Draw   Phase = "draw"   // the colours are being drawn
	Ready  Phase = "ready"  // the first move is to come
	Play   Phase = "play"   // 对局
	Rest   Phase = "pause"  // 暂停, with a sealed move or without
	Settle Phase = "settle" // both have agreed that play is over; what is dead, and the count
	Result Phase = "result" // a result is to be confirmed
	Final  Phase = "final"  // confirmed by both and the referee
	Anew   Phase = "anew"   // no result: the game is played anew
)

// TurnKind says what became of a turn.
type TurnKind string

const (
	Placed   TurnKind = "stone"
	Yielded  TurnKind = "pass"   // 虚着, chosen by the player
	Voided   TurnKind = "void"   // a void move that counts as a pass
	Unseen   TurnKind = "unseen" // a press, where moves aren't recorded
	Proposed TurnKind = "end"    // the proposal to end, which gives up the move
)

// Edit is what a ruling made of the board after a number of turns.
type Edit struct {
	After  int
	Stones []Stone
}

// Turn is one turn of one side.
type Turn struct {
	Side  rules.Side
	Kind  TurnKind
	Point weiqi.Point // Pass unless Kind is Placed
	At    Instant
}

// Nigiri is how the colours are drawn (C10). Numbers are 0 while they aren't known, and where only the
// colours were told.
type Nigiri struct {
	Holder  Person
	Secret  Secret
	Shown   int
	Hidden  int
	Opening *Opening
}

// Break is a pause with the times used that were written down (D22.9).
type Break struct {
	At           Instant
	Black, White Instant
	Confirmed    [2]bool // Black's signature, White's
	// Sealed is the side whose sealed move is to be opened; Secret holds it.
	Sealed rules.Side
	Secret Secret
}

// Life is an opinion on what is dead, by exact points.
type Life struct {
	// Dead names each dead chain by its first stone row by row, in this order (G8).
	Dead []weiqi.Point `json:"dead"`
	// Contested are points still open to both (D21.2).
	Contested []weiqi.Point `json:"contested,omitempty"`
}

func (l Life) equal(other Life) bool {
	return slices.Equal(l.Dead, other.Dead) && slices.Equal(l.Contested, other.Contested)
}

// Unsealed is a sealed move that was opened, with what anybody needs to check it (C14).
type Unsealed struct {
	SealOpened
	Side   rules.Side
	Secret Secret
}

// Ending is what has been settled since play ended.
type Ending struct {
	How  string
	At   Instant
	Life Life
	// Agreed says which sides, Black and White, agree on Life.
	Agreed [2]bool
	// Counted says whether a count stands; Black and White are in quarter-stones.
	Counted      bool
	By           string
	Black, White int
	Recounts     int
}

// Claim is a player's claim.
type Claim struct {
	Claimed
	Open bool
}

// Ruling is a ruling that was made. Its number is its place in the list, from 1.
type Ruling struct {
	Ruled
	// Revoked: the chief referee took it back.
	Revoked bool

	// Hit is the player whom Against named, whatever colour he holds since (D17.1).
	Hit Person

	// before and standing are the phase and the result that it found.
	before   Phase
	standing Standing
}

// Call is somebody at the table calling the referee. Side is NoSide when it isn't said who.
type Call struct {
	At   Instant
	Side rules.Side
}

// Change is a correction of a confirmed result.
type Change struct {
	ResultChanged
	At     time.Time
	By     string
	Reason string
}

// Standing is a result and who has confirmed it.
type Standing struct {
	Outcome rules.Outcome
	Article string
	Players [2]bool // Black, White
	Referee bool
	Changes []Change
}

// Game is the state of one game. Its zero value waits for Created. It isn't safe for concurrent use.
type Game struct {
	Terms   Terms
	Players [2]Player
	Phase   Phase
	// Assigned was assigned Black by pairing or nigiri, and pairing counts that (D17.1). Black sits
	// behind the black stones.
	Assigned, Black Person
	Nigiri          *Nigiri
	Turns           []Turn
	// Edits are the rulings that moved stones, in their order.
	Edits   []Edit
	Claims  []Claim
	Rulings []Ruling
	// Warnings are those of each player in this game (D24).
	Warnings [2]int
	// Proposal is the side whose proposal to end stands (D21.1).
	Proposal rules.Side
	// GaveUp is the side that gave up contesting (C12.4).
	GaveUp rules.Side
	// Called: a position has come up so often that the referee is called (D20.3).
	Called bool
	Break  *Break
	// Unsealed is the sealed move that was opened last; nil while there is none.
	Unsealed *Unsealed
	Ending   *Ending
	Result   Standing
	// Call is the call for a referee that nobody has answered yet; nil when there is none.
	Call *Call
	// Confirmed says that the result was confirmed by all once, whatever became of it since.
	Confirmed bool
	// Cancelled says whose result was cancelled after it was confirmed (D23.1).
	Cancelled [2]bool
	// Again names how the game is played anew when Phase is Anew.
	Again rules.Consequence

	turn  rules.Side
	board *weiqi.Game
	// rested: the game was paused once, so nobody can be late for its beginning any more (D22.1b).
	rested bool
	// edited is the number of turns before the last change of the board by a ruling.
	edited int
	// fresh is the number of turns before play was taken up again: passes before it don't count
	// for the two of art. 7 (options no. 12).
	fresh int
	timer clock.Clock
	at    Instant
	head  int64
}

// Head is the number of the last event.
func (g *Game) Head() int64 { return g.head }

// Last is the moment of the last event that had one.
func (g *Game) Last() Instant { return g.at }

// ToMove is the side whose turn it is on the board.
func (g *Game) ToMove() rules.Side { return g.turn }

// Board returns a copy of the position; the start's where moves aren't recorded.
func (g *Game) Board() *weiqi.Board { return g.board.Board().Clone() }

// Time returns what both clocks show at a moment.
func (g *Game) Time(at Instant) clock.State { return g.timer.State(time.Duration(at)) }

// Timer returns the clock, from which the announcements come.
func (g *Game) Timer() clock.Clock { return g.timer }

// Holds returns who holds the side's stones. side is Black or White.
func (g *Game) Holds(side rules.Side) Person {
	if side == rules.White {
		return g.Black.Other()
	}
	return g.Black
}

// Count returns the count as it stands, with komi and the fines of both sides (D24.1).
func (g *Game) Count() rules.Count {
	c := rules.Count{
		Points: g.Terms.Size * g.Terms.Size, Komi: g.Terms.Komi, Compensation: g.Terms.Compensation, Fine: g.Terms.Fine,
		WarnBlack: g.Warnings[g.Holds(rules.Black)], WarnWhite: g.Warnings[g.Holds(rules.White)],
	}
	if g.Ending != nil {
		c.Black = g.Ending.Black
	}
	return c
}

// passes is the number of passes in a row that count for the end of the game (G7.3, options no. 38).
func (g *Game) passes() int {
	n := 0
	for i := len(g.Turns) - 1; i >= g.fresh; i-- {
		kind := g.Turns[i].Kind
		if kind != Yielded && kind != Proposed && (kind != Voided || !g.Terms.VoidPassEnds) {
			break
		}
		n++
	}
	return n
}

// ownClock tells that the table has a clock of its own, or none: what it shows is the referee's word.
func (g *Game) ownClock() bool { return g.Terms.System.Kind == clock.None }

// over tells that both have agreed that play is over, or that there is a result.
func (g *Game) over() bool { return g.Phase == Settle || g.Phase == Result || g.Phase == Final }

// claim finds a claim by its number.
func (g *Game) claim(id int) *Claim {
	if id < 1 || id > len(g.Claims) {
		return nil
	}
	return &g.Claims[id-1]
}

// ruling finds a ruling by its number.
func (g *Game) ruling(id int) *Ruling {
	if id < 1 || id > len(g.Rulings) {
		return nil
	}
	return &g.Rulings[id-1]
}

func isSide(s rules.Side) bool { return s == rules.Black || s == rules.White }

func index(s rules.Side) int { return int(s) - 1 }

func misplaced(e Event) error {
	return fault.New(fault.Internal, "fault.game.misplacedEvent", fault.Args{"type": e.EventType()})
}
