package game

import (
	"encoding/json"

	"tianyuan/clock"
	"tianyuan/facts"
	"tianyuan/rules"
	"tianyuan/weiqi"
)

// Event is a fact of a game's stream.
type Event = facts.Event

// The facts before the first move.
type (
	// Created begins a game's record.
	Created struct {
		Terms   Terms     `json:"terms"`
		Players [2]Player `json:"players"`
		// Nigiri: the colours are still to be drawn, and Holder hides the stones. Else Black is
		// who was assigned Black.
		Nigiri bool   `json:"nigiri,omitempty"`
		Holder Person `json:"holder,omitempty"`
		// Drawn: Black drew Black by a nigiri before the record began.
		Drawn bool   `json:"drawn,omitempty"`
		Black Person `json:"black,omitempty"`
	}
	// StonesHidden commits to the number of stones in the holder's hand (C10).
	StonesHidden struct {
		Secret Secret `json:"secret"`
	}
	// StonesShown is the other's guess: 1 for odd, 2 for even (C10, 2002 art. 10).
	StonesShown struct {
		Shown int `json:"shown"`
	}
	// ColoursDrawn is the end of a nigiri, with what opens the commitment when there was one. Hidden
	// and Shown are 0 where only the colours were told; Parity is 1 for an odd hand and 2 for an even one where
	// that is all that is known of it. Before the start it may come again.
	ColoursDrawn struct {
		Hidden int `json:"hidden"`
		Shown  int `json:"shown"`
		Parity int `json:"parity,omitempty"`
		// Holder hid the stones, where it wasn't who was to.
		Holder  *Person  `json:"holder,omitempty"`
		Black   Person   `json:"black"`
		Opening *Opening `json:"opening,omitempty"`
	}
	// SeatsNoted says who really sits behind the black stones; the assigned colours stay (D17.1), and
	// those of a nigiri are put right by it.
	SeatsNoted struct {
		Black Person `json:"black"`
		// Stay: warnings and offences stay with whom they were given (D17.1, 2002 art. 24.2), and what was signed is to
		// be signed anew. Facts without it moved them with the stones.
		Stay bool `json:"stay,omitempty"`
	}
	// AbsenceRead begins the reading to an empty chair (D22.4).
	AbsenceRead struct {
		At   Instant    `json:"at"`
		Side rules.Side `json:"side"`
	}
	// Started starts the clock of the side that moves first.
	Started struct {
		At Instant `json:"at"`
	}
)

// The facts of play.
type (
	// MovePlayed puts a stone on the board.
	MovePlayed struct {
		At    Instant     `json:"at"`
		Side  rules.Side  `json:"side"`
		Point weiqi.Point `json:"point"`
		// Cycle is the repetition that the move closes and that the terms don't forbid, and
		// Occurrence how often the position has stood now (D20.3).
		Cycle      string `json:"cycle,omitempty"`
		Occurrence int    `json:"occurrence,omitempty"`
	}
	// MoveVoided is a stone that doesn't stand. Pass: the turn counts as a pass.
	MoveVoided struct {
		At     Instant     `json:"at"`
		Side   rules.Side  `json:"side"`
		Point  weiqi.Point `json:"point"`
		Reason string      `json:"reason"`
		Pass   bool        `json:"pass,omitempty"`
	}
	// Passed is a pass that the side chose (G2.5).
	Passed struct {
		At   Instant    `json:"at"`
		Side rules.Side `json:"side"`
	}
	// Pressed is a press of the clock. Early: no stone of this turn was recorded before it (D17.4).
	Pressed struct {
		At    Instant    `json:"at"`
		Side  rules.Side `json:"side"`
		Early bool       `json:"early,omitempty"`
	}
	// Reread takes the reading of the last minute back to a second (C16, 2002 art. 16.2).
	Reread struct {
		At   Instant    `json:"at"`
		Side rules.Side `json:"side"`
		From Instant    `json:"from"`
	}
	// StonePut says that the side's stone is down and captures are still to be taken (D22.6), where
	// presses alone are recorded.
	StonePut struct {
		At   Instant    `json:"at"`
		Side rules.Side `json:"side"`
	}
	// Paused stops both clocks and writes down what each side has used (D22.9).
	Paused struct {
		At    Instant `json:"at"`
		Black Instant `json:"black"`
		White Instant `json:"white"`
	}
	// ReadingsConfirmed is a side's signature under the readings of a pause.
	ReadingsConfirmed struct {
		Side rules.Side `json:"side"`
	}
	// Resumed lets the clock run on.
	Resumed struct {
		At Instant `json:"at"`
	}
	// MoveSealed hands a sealed move over; both clocks stop (C14).
	MoveSealed struct {
		At     Instant    `json:"at"`
		Side   rules.Side `json:"side"`
		Secret Secret     `json:"secret"`
		// Black and White are the times used, as in Paused.
		Black Instant `json:"black"`
		White Instant `json:"white"`
	}
	// SealOpened plays the sealed move. Reason says why it stands for a pass; "" when it is played.
	SealOpened struct {
		At      Instant     `json:"at"`
		Opening Opening     `json:"opening"`
		Point   weiqi.Point `json:"point"`
		Reason  string      `json:"reason,omitempty"`
		Article string      `json:"article,omitempty"`
		// Stated: read from the paper, for the secret is lost.
		Stated bool `json:"stated,omitempty"`
	}
)

// The facts of claims and rulings.
type (
	// EntryNoted is an entry of a device's log that changed nothing, as a second call for the referee:
	// it keeps the count of the log.
	EntryNoted struct{}
	// RefereeCalled is somebody at the table calling the referee (C16); Side is "" when it isn't said
	// who.
	RefereeCalled struct {
		At   Instant    `json:"at"`
		Side rules.Side `json:"side,omitempty"`
	}
	// CallAnswered says that an official has come.
	CallAnswered struct {
		By rules.Official `json:"by"`
	}
	// Claimed is a player's claim. Move is the number of the move that it is about.
	Claimed struct {
		ID     int        `json:"id"`
		At     Instant    `json:"at"`
		Side   rules.Side `json:"side"`
		Case   string     `json:"case"`
		Move   int        `json:"move"`
		Urgent bool       `json:"urgent,omitempty"`
	}
	// ClaimDismissed answers a claim with no ruling.
	ClaimDismissed struct {
		ID int            `json:"id"`
		By rules.Official `json:"by"`
	}
	// Ruled is a ruling with all that it does.
	Ruled struct {
		At Instant `json:"at"`
		// By is "" for what the law table does by itself while moves are recorded.
		By      rules.Official      `json:"by,omitempty"`
		Case    string              `json:"case"`
		Article string              `json:"article"`
		Against rules.Side          `json:"against,omitempty"`
		Choice  rules.Consequence   `json:"choice,omitempty"`
		Agreed  bool                `json:"agreed,omitempty"`
		Do      []rules.Consequence `json:"do"`
		Claim   int                 `json:"claim,omitempty"`
		// Warnings are those that the side against which it is ruled gets.
		Warnings int `json:"warnings,omitempty"`
		// Swap: the players change colours (D17.1).
		Swap  bool          `json:"swap,omitempty"`
		Board *BoardChange  `json:"board,omitempty"`
		Clock []ClockChange `json:"clock,omitempty"`
		// Outcome is the result that it gives; Again names a game that is to be played anew.
		Outcome rules.Outcome     `json:"outcome,omitzero"`
		Again   rules.Consequence `json:"again,omitempty"`
	}
	// RulingRevoked takes a ruling back: its warnings, and the result that it gave. Outcome is the
	// result of a count that stands with the other warnings.
	RulingRevoked struct {
		At      Instant       `json:"at"`
		ID      int           `json:"id"`
		Outcome rules.Outcome `json:"outcome,omitzero"`
		Article string        `json:"article,omitempty"`
	}
	// BoardChange is what a ruling does to the board: turns taken back, then stones set or taken
	// off, then a turn in place of the last one taken back.
	BoardChange struct {
		Back   int     `json:"back,omitempty"`
		Stones []Stone `json:"stones,omitempty"`
		// Play and Pass are what the side's turn becomes.
		Play *weiqi.Point `json:"play,omitempty"`
		Pass bool         `json:"pass,omitempty"`
	}
	// Stone is a point and what stands on it afterwards.
	Stone struct {
		Point  weiqi.Point `json:"point"`
		Colour rules.Side  `json:"colour"`
	}
	// ClockChange is what a ruling does to a clock.
	ClockChange struct {
		Do   clock.Do   `json:"do"`
		Side rules.Side `json:"side,omitempty"`
		// By is how late the side came.
		By Instant `json:"by,omitempty"`
		// Black, White and Elapsed are for correcting and sharing.
		Black   Instant `json:"black,omitempty"`
		White   Instant `json:"white,omitempty"`
		Elapsed Instant `json:"elapsed,omitempty"`
		// Main, Block, Left and MovesLeft are for setting; nil leaves a value.
		Main      *Instant `json:"main,omitempty"`
		Block     *Instant `json:"block,omitempty"`
		Left      *int     `json:"left,omitempty"`
		MovesLeft *int     `json:"movesLeft,omitempty"`
	}
)

// The facts of the end.
type (
	// EndProposed is the side to move saying that play is over; it gives up the move (C13, D21.1).
	EndProposed struct {
		At     Instant         `json:"at"`
		Side   rules.Side      `json:"side"`
		Signal rules.EndSignal `json:"signal"`
	}
	// PlayEnded stops the clocks: both have agreed, or two passes came in a row.
	PlayEnded struct {
		At  Instant `json:"at"`
		How string  `json:"how"`
	}
	// ContestGivenUp: the side leaves all contestable points to the other (C12.4).
	ContestGivenUp struct {
		At   Instant    `json:"at"`
		Side rules.Side `json:"side"`
	}
	// PlayTaken up again: after a dispute about life and death the side First moves (D21.4).
	PlayTakenUp struct {
		At      Instant    `json:"at"`
		First   rules.Side `json:"first"`
		Case    string     `json:"case"`
		Article string     `json:"article"`
	}
	// LifeProposed is a side's opinion on what is dead, with the points still open to both.
	LifeProposed struct {
		Side rules.Side `json:"side"`
		Life Life       `json:"life"`
	}
	// LifeAgreed is the other side's yes to exactly that.
	LifeAgreed struct {
		Side rules.Side `json:"side"`
	}
	// Counted is a count of the board, in quarter-stones.
	Counted struct {
		// By is "board" for the program's own count, "hand" for one entered.
		By    string `json:"by"`
		Black int    `json:"black"`
		White int    `json:"white"`
	}
	// RecountAsked drops a count that isn't confirmed (C16).
	RecountAsked struct {
		Side rules.Side `json:"side,omitempty"`
	}
	// Resigned is 中途认输.
	Resigned struct {
		At   Instant    `json:"at"`
		Side rules.Side `json:"side"`
	}
	// ResultReached is a result that both and the referee are to confirm.
	ResultReached struct {
		At      Instant       `json:"at"`
		Outcome rules.Outcome `json:"outcome"`
		Article string        `json:"article"`
	}
	// ResultConfirmed is a signature under it; Side is "" for the referee's.
	ResultConfirmed struct {
		Side    rules.Side    `json:"side,omitempty"`
		Outcome rules.Outcome `json:"outcome"`
	}
	// ResultChanged replaces a confirmed result as a clerical correction.
	ResultChanged struct {
		Before  rules.Outcome `json:"before"`
		Outcome rules.Outcome `json:"outcome"`
		Article string        `json:"article"`
	}
)

// EventType implements Event.
func (Created) EventType() string           { return "game.created" }
func (StonesHidden) EventType() string      { return "nigiri.hidden" }
func (StonesShown) EventType() string       { return "nigiri.shown" }
func (ColoursDrawn) EventType() string      { return "nigiri.opened" }
func (SeatsNoted) EventType() string        { return "seats.noted" }
func (AbsenceRead) EventType() string       { return "absence.read" }
func (Started) EventType() string           { return "game.started" }
func (MovePlayed) EventType() string        { return "move.played" }
func (MoveVoided) EventType() string        { return "move.voided" }
func (Passed) EventType() string            { return "move.passed" }
func (Pressed) EventType() string           { return "clock.pressed" }
func (Reread) EventType() string            { return "clock.reread" }
func (StonePut) EventType() string          { return "stone.put" }
func (Paused) EventType() string            { return "game.paused" }
func (ReadingsConfirmed) EventType() string { return "readings.confirmed" }
func (Resumed) EventType() string           { return "game.resumed" }
func (MoveSealed) EventType() string        { return "move.sealed" }
func (SealOpened) EventType() string        { return "seal.opened" }
func (EntryNoted) EventType() string        { return "entry.noted" }
func (RefereeCalled) EventType() string     { return "referee.called" }
func (CallAnswered) EventType() string      { return "referee.came" }
func (Claimed) EventType() string           { return "claim.made" }
func (ClaimDismissed) EventType() string    { return "claim.dismissed" }
func (Ruled) EventType() string             { return "ruling.made" }
func (RulingRevoked) EventType() string     { return "ruling.revoked" }
func (EndProposed) EventType() string       { return "end.proposed" }
func (PlayEnded) EventType() string         { return "play.ended" }
func (ContestGivenUp) EventType() string    { return "contest.givenUp" }
func (PlayTakenUp) EventType() string       { return "play.takenUp" }
func (LifeProposed) EventType() string      { return "life.proposed" }
func (LifeAgreed) EventType() string        { return "life.agreed" }
func (Counted) EventType() string           { return "count.made" }
func (RecountAsked) EventType() string      { return "recount.asked" }
func (Resigned) EventType() string          { return "game.resigned" }
func (ResultReached) EventType() string     { return "result.reached" }
func (ResultConfirmed) EventType() string   { return "result.confirmed" }
func (ResultChanged) EventType() string     { return "result.changed" }

// registry knows the types of the facts, and the way up from older ones.
var registry = facts.NewRegistry("fault.game.unknownEvent", "fault.game.brokenEvent")

func init() {
	facts.Register[Created](registry)
	facts.Register[StonesHidden](registry)
	facts.Register[StonesShown](registry)
	facts.Register[ColoursDrawn](registry)
	facts.Register[SeatsNoted](registry)
	facts.Register[AbsenceRead](registry)
	facts.Register[Started](registry)
	facts.RegisterFrequent(registry, readMove)
	facts.Register[MoveVoided](registry)
	facts.Register[Passed](registry)
	facts.RegisterFrequent(registry, readPress)
	facts.Register[Reread](registry)
	facts.RegisterFrequent(registry, readStonePut)
	facts.Register[Paused](registry)
	facts.Register[ReadingsConfirmed](registry)
	facts.Register[Resumed](registry)
	facts.Register[MoveSealed](registry)
	facts.Register[SealOpened](registry)
	facts.Register[RecordMended](registry)
	facts.Register[EntryNoted](registry)
	facts.Register[RefereeCalled](registry)
	facts.Register[CallAnswered](registry)
	facts.Register[Claimed](registry)
	facts.Register[ClaimDismissed](registry)
	facts.Register[Ruled](registry)
	facts.Register[RulingRevoked](registry)
	facts.Register[EndProposed](registry)
	facts.Register[PlayEnded](registry)
	facts.Register[ContestGivenUp](registry)
	facts.Register[PlayTakenUp](registry)
	facts.Register[LifeProposed](registry)
	facts.Register[LifeAgreed](registry)
	facts.Register[Counted](registry)
	facts.Register[RecountAsked](registry)
	facts.Register[Resigned](registry)
	facts.Register[ResultReached](registry)
	facts.Register[ResultConfirmed](registry)
	facts.Register[ResultChanged](registry)
}

// readMove reads a move that closes no cycle.
func readMove(f facts.Fields) (e MovePlayed, whole bool) {
	f.Take(e.At.UnmarshalText(f.Text("at")))
	f.Take(e.Side.UnmarshalText(f.Text("side")))
	f.Take(e.Point.UnmarshalText(f.Text("point")))
	return e, f.Whole()
}

func readPress(f facts.Fields) (e Pressed, whole bool) {
	f.Take(e.At.UnmarshalText(f.Text("at")))
	f.Take(e.Side.UnmarshalText(f.Text("side")))
	e.Early = f.True("early")
	return e, f.Whole()
}

func readStonePut(f facts.Fields) (e StonePut, whole bool) {
	f.Take(e.At.UnmarshalText(f.Text("at")))
	f.Take(e.Side.UnmarshalText(f.Text("side")))
	return e, f.Whole()
}

// Recorded is an event with what its envelope says.
type Recorded = facts.Recorded

// Decode reads an event's body, and one of an older type as the type that took its place.
// Faults: newer "fault.game.unknownEvent" for a type that this version doesn't know: the
// stream can then be read no further and not be written; internal "fault.game.brokenEvent".
func Decode(eventType string, body json.RawMessage) (Event, error) {
	return registry.Decode(eventType, body)
}
