package rules

import (
	"slices"

	"tianyuan/fault"
)

// Ruling is what an official wants to rule in a case.
type Ruling struct {
	By Official
	// Case is the key or a requirement ID.
	Case string
	// Choice is the key of one of the case's choices, or with Agreed of what both settled;
	// "" where the case leaves nothing to choose.
	Choice Consequence
	// Agreed: both players have settled it together.
	Agreed bool
	// Earlier counts this player's offences of the same kind before this one, within the scope
	// that the event sets (2002 art. 23.7, 23.8; options no. 37).
	Earlier int
	// Used counts how often this player was given the same choice in this game (2002 art. 22.5,
	// 22.7); an event without that bound passes 0 (options no. 10).
	Used int
	// Provided is a ruling that the event's regulations add to the choices of the case (art. 20.3 of both
	// editions, options no. 2); "" = none.
	Provided Consequence
	// With are additions of the case's May.
	With []Consequence
}

// Decision is what follows from a ruling.
type Decision struct {
	Provision    Provision
	Consequences []Consequence
	// Warnings counts the warnings to record against the player.
	Warnings int
}

// Decide tells what follows from a ruling, or why it can't be made.
// Faults: not found "fault.rules.case"; conflict "fault.rules.silent" where the edition has no
// rule, "fault.rules.again" when a choice is used up; forbidden "fault.rules.official"; invalid
// "fault.rules.choice", "fault.rules.noChoice", "fault.rules.addition".
func (e Edition) Decide(r Ruling) (Decision, error) {
	p, err := Case(e, r.Case)
	if err != nil {
		return Decision{}, err
	}
	if p.Silent() {
		return Decision{}, fault.New(fault.Conflict, "fault.rules.silent", fault.Args{"case": p, "edition": string(e)})
	}
	choice, err := p.chosen(r)
	if err != nil {
		return Decision{}, err
	}
	need := p.Ruler(choice)
	if r.Agreed {
		need = Referee
	}
	if !r.By.Covers(need) {
		return Decision{}, fault.New(fault.Forbidden, "fault.rules.official", fault.Args{"case": p, "article": p.Cite(), "role": need})
	}
	if choice.PerGame > 0 && r.Used >= choice.PerGame {
		return Decision{}, fault.New(fault.Conflict, "fault.rules.again", fault.Args{"choice": choice.Key(), "n": choice.PerGame, "article": p.Cite()})
	}
	for _, c := range r.With {
		if !slices.Contains(p.May, c) {
			return Decision{}, fault.New(fault.Invalid, "fault.rules.addition", fault.Args{"case": p, "choice": string(c), "article": p.Cite()})
		}
	}
	all := slices.Concat(choice.Do, r.With)
	return Decision{Provision: p, Consequences: all, Warnings: Warnings(all)}, nil
}

// chosen returns what is done by the ruling: the agreement, the choice, or all that the case has.
func (p Provision) chosen(r Ruling) (Choice, error) {
	if r.Agreed && slices.Contains(p.Agreed, r.Choice) {
		return Choice{Do: []Consequence{r.Choice}}, nil
	}
	if len(p.Choices) == 0 {
		if r.Choice != "" || r.Agreed {
			return Choice{}, fault.New(fault.Invalid, "fault.rules.noChoice", fault.Args{"case": p, "article": p.Cite()})
		}
		if r.Earlier > 0 && len(p.Again) > 0 {
			return Choice{Do: p.Again}, nil
		}
		return Choice{Do: p.Consequences}, nil
	}
	for _, c := range p.Choices {
		if c.Key() == r.Choice && !r.Agreed {
			return c, nil
		}
	}
	if r.Choice == r.Provided && !r.Agreed && r.Choice != "" {
		return Choice{Do: []Consequence{r.Provided}}, nil
	}
	return Choice{}, fault.New(fault.Invalid, "fault.rules.choice", fault.Args{"case": p, "choice": string(r.Choice), "article": p.Cite()})
}

// Ruler returns who at least must make a ruling of the case: a mere warning or advice may be
// left to the referee where the rest isn't.
func (p Provision) Ruler(c Choice) Official {
	switch {
	case c.By != "":
		return c.By
	case p.WarnBy != "" && (c.Key() == Warned || c.Key() == Cautioned):
		return p.WarnBy
	}
	return p.By
}

// Words returns the message key of the official's name.
func (o Official) Words() (key string, args fault.Args) { return "role." + string(o), nil }

// Outcome returns the result that the decision gives the game, with the side that it is ruled
// against; false when the game has no result from it (it goes on, or is played anew).
func (d Decision) Outcome(against Side) (Outcome, bool) {
	for _, c := range d.Consequences {
		switch c {
		case RuledLoss:
			return Outcome{Winner: against.Other(), Manner: orElse(d.Provision.lossAs, Plain)}, true
		case Withdrawn: // the game that he leaves is forfeited (1988 art. 13.1, 29)
			return Outcome{Winner: against.Other(), Manner: Forfeited}, true
		case RuledBothLose:
			return Outcome{Manner: orElse(d.Provision.bothAs, BothLost)}, true
		case RuledDraw:
			return Outcome{Manner: Drawn}, true
		case RuledNoResult:
			return Outcome{Manner: NoResult}, true
		}
	}
	return Outcome{}, false
}

func orElse(manner, otherwise Manner) Manner {
	if manner == Open {
		return otherwise
	}
	return manner
}

// Penalty is what the warnings of one player in one game mean.
type Penalty struct {
	// Fine in quarter-stones when the game is counted (D24.1); a game that ends otherwise has none.
	Fine int
	// Loses: the warnings lose the game at once (D24.2).
	Loses bool
}

// Penalty tells what a number of warnings of one player in one game means: 2002 art. 24, 1988
// art. 25.2.
func (e Edition) Penalty(warnings int) Penalty {
	d := e.Data()
	return Penalty{Fine: d.WarningFine * warnings, Loses: d.WarningsToLose > 0 && warnings >= d.WarningsToLose}
}

// Moment says how far the game has come when a claim is made.
type Moment struct {
	// Move counts the moves made by both sides, passes included.
	Move int
	// Since counts those of them that were made after what is claimed.
	Since int
	// OwnMove: the claimant has made one of these.
	OwnMove bool
	// Ended: both have agreed that play is over.
	Ended bool
	// Confirmed: the loss or the result is confirmed.
	Confirmed bool
}

// ClaimUntil returns the last moment for a player's claim of the case. The window is the event's
// option claimWindow, "" = the edition's: the claimant's own next move (2002 art. 16.3, options
// no. 35), or the confirmed result where the edition has no window (1988).
func (p Provision) ClaimUntil(window Deadline) Deadline {
	switch {
	case p.Deadline != NoDeadline:
		return p.Deadline
	case p.claim == anyTime:
		return NoDeadline
	case p.claim == inGame:
		return ResultConfirmed
	case window != "":
		return window
	}
	return p.Edition.Data().ClaimWindow
}

// Claim refuses a claim that comes too late. A result confirmed by both players and the referee
// ends every claim but that of cheating (2002 art. 16.4, 23.1).
// Faults: conflict "fault.rules.late"; invalid "fault.rules.claimWindow".
func (p Provision) Claim(window Deadline, at Moment) error {
	if window != "" && !slices.Contains(ClaimWindows, window) {
		return fault.New(fault.Invalid, "fault.rules.claimWindow", fault.Args{"value": string(window)})
	}
	until := p.ClaimUntil(window)
	if until == NoDeadline || !at.Confirmed && !until.passed(at) {
		return nil
	}
	if at.Confirmed && until != LossConfirmed {
		until = ResultConfirmed
	}
	return fault.New(fault.Conflict, "fault.rules.late", fault.Args{"case": p, "deadline": until, "article": p.claimArticle(until), "move": at.Move})
}

// claimArticle is the one that sets the deadline: the case's own, or that on claims.
func (p Provision) claimArticle(until Deadline) Article {
	if until == p.Deadline {
		return p.Cite()
	}
	if until == ResultConfirmed {
		return Article{p.Edition, p.Edition.Data().confirmArticle}
	}
	return Article{p.Edition, p.Edition.Data().claimArticle}
}

func (d Deadline) passed(at Moment) bool {
	switch d {
	case NextOwnMove:
		return at.OwnMove
	case NextMove:
		return at.Since > 0
	case Move10:
		return at.Move > 10
	case GameEnd:
		return at.Ended
	}
	return false // LossConfirmed, ResultConfirmed: the caller looks at Confirmed
}
