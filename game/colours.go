package game

import (
	"slices"

	"tianyuan/fault"
	"tianyuan/rules"
)

// Create begins a game's record.
type Create struct {
	Terms   Terms
	Players [2]Player
	// Nigiri: the colours are drawn, and Holder hides the stones. Else Black was assigned Black.
	Nigiri bool
	Holder Person
	// Drawn: there was a nigiri before the record began, and Black drew Black.
	Drawn bool
	Black Person
}

func (c Create) decide(_ *Game, _ Context) ([]Event, error) {
	if err := c.Terms.Validate(); err != nil {
		return nil, err
	}
	if !c.Black.valid() || !c.Holder.valid() {
		return nil, refusal(fault.Invalid, "person", c.Terms.Edition.Article(rules.TopicColours), nil)
	}
	return []Event{Created(c)}, nil
}

// Holder tells who hides the stones of a nigiri: the higher dan, of equal ones the elder (C10,
// 2002 art. 10). Dans are any numbers that grow with strength.
func Holder(dan [2]int, elder Person) Person {
	switch {
	case dan[First] > dan[Second]:
		return First
	case dan[Second] > dan[First]:
		return Second
	}
	return elder
}

// BlackByNigiri tells who is Black: the one who shows 1 stone says "odd, then I am Black", with 2
// he says "even" (C10, 2002 art. 10).
func BlackByNigiri(holder Person, hidden, shown int) Person {
	if hidden%2 == shown%2 {
		return holder.Other()
	}
	return holder
}

// HideStones commits to the number of stones in the holder's hand, at a distance.
type HideStones struct{ Secret Secret }

func (c HideStones) decide(g *Game, _ Context) ([]Event, error) {
	if err := g.drawing(Online); err != nil {
		return nil, err
	}
	switch {
	case !c.Secret.valid():
		return nil, g.invalid("secret", g.topic(rules.TopicColours), nil)
	case g.Nigiri.Secret.Commitment != "":
		return nil, g.clash("hidden", g.topic(rules.TopicColours), nil)
	}
	return []Event{StonesHidden(c)}, nil
}

// drawing refuses a step of the nigiri where there is none in this mode.
func (g *Game) drawing(m Mode) error {
	if g.Phase != Draw {
		return g.clash("drawn", g.topic(rules.TopicColours), nil)
	}
	if g.Terms.Mode != m {
		return g.clash("nigiri."+string(g.Terms.Mode), g.topic(rules.TopicColours), nil)
	}
	return nil
}

// ShowStones is the other player's guess: 1 for odd, 2 for even.
type ShowStones struct{ Shown int }

func (c ShowStones) decide(g *Game, _ Context) ([]Event, error) {
	if err := g.drawing(Online); err != nil {
		return nil, err
	}
	switch {
	case c.Shown != 1 && c.Shown != 2:
		return nil, g.invalid("shown", g.topic(rules.TopicColours), nil)
	case g.Nigiri.Secret.Commitment == "":
		return nil, g.clash("notHidden", g.topic(rules.TopicColours), nil)
	case g.Nigiri.Shown != 0:
		return nil, g.clash("shownTwice", g.topic(rules.TopicColours), nil)
	}
	return []Event{StonesShown(c)}, nil
}

// OpenStones opens the holder's hand after the guess.
type OpenStones struct{ Opening Opening }

func (c OpenStones) decide(g *Game, _ Context) ([]Event, error) {
	if err := g.drawing(Online); err != nil {
		return nil, err
	}
	if g.Nigiri.Shown == 0 {
		return nil, g.clash("notShown", g.topic(rules.TopicColours), nil)
	}
	if err := g.Nigiri.Secret.Check(c.Opening); err != nil {
		return nil, err
	}
	hidden, err := parseCount(c.Opening.Value)
	if err != nil {
		return nil, err
	}
	n := g.Nigiri
	return []Event{ColoursDrawn{Hidden: hidden, Shown: n.Shown, Black: BlackByNigiri(n.Holder, hidden, n.Shown), Opening: &c.Opening}}, nil
}

// DrawByHand enters a nigiri at the table.
type DrawByHand struct {
	Hidden, Shown int
	// Holder hid the stones; nil: who was to.
	Holder *Person
}

// MaxHand bounds the stones of a hand in a nigiri: a whole bowl.
const MaxHand = 180

func (c DrawByHand) decide(g *Game, _ Context) ([]Event, error) {
	if err := g.drawing(Hall); err != nil {
		return nil, err
	}
	if c.Shown != 1 && c.Shown != 2 {
		return nil, g.invalid("shown", g.topic(rules.TopicColours), nil)
	}
	if c.Hidden < 1 || c.Hidden > MaxHand {
		return nil, g.invalid("hand", g.topic(rules.TopicColours), fault.Args{"most": MaxHand})
	}
	holder := g.Nigiri.Holder
	if c.Holder != nil {
		holder = *c.Holder
	}
	if !holder.valid() {
		return nil, g.invalid("person", g.topic(rules.TopicColours), nil)
	}
	e := ColoursDrawn{Hidden: c.Hidden, Shown: c.Shown, Black: BlackByNigiri(holder, c.Hidden, c.Shown)}
	if holder != g.Nigiri.Holder {
		e.Holder = &holder
	}
	return []Event{e}, nil
}

// TellColours enters by who has Black what a nigiri at the table gave. Before the start it may be told
// again; the start fixes it.
type TellColours struct {
	Black Person
	// Holder, Shown and Parity say how it was drawn: who hid the stones (nil: who was to), how many the other
	// showed, and whether the hand was odd (1) or even (2). 0 where only the colours are told.
	Holder        *Person
	Shown, Parity int
}

func (c TellColours) decide(g *Game, _ Context) ([]Event, error) {
	drawn, holder := c.Shown != 0 || c.Parity != 0, First
	if c.Holder != nil {
		holder = *c.Holder
	} else if g.Nigiri != nil {
		holder = g.Nigiri.Holder
	}
	switch {
	case g.Nigiri == nil:
		return nil, g.clash("assigned", g.topic(rules.TopicColours), nil)
	case g.Terms.Mode != Hall:
		return nil, g.clash("nigiri."+string(g.Terms.Mode), g.topic(rules.TopicColours), nil)
	case !c.Black.valid():
		return nil, g.invalid("person", g.topic(rules.TopicColours), nil)
	case drawn && (c.Shown != 1 && c.Shown != 2 || c.Parity != 1 && c.Parity != 2 || !holder.valid() || c.Black != BlackByNigiri(holder, c.Parity, c.Shown)):
		return nil, g.invalid("drawing", g.topic(rules.TopicColours), nil)
	case g.Phase == Ready && c.Black == g.Black && !drawn:
		return nil, nil
	case g.Phase != Draw && (g.Phase != Ready || len(g.Rulings)+len(g.Claims) > 0): // a ruling went by the colours as they were
		return nil, g.clash("drawn", g.topic(rules.TopicColours), nil)
	}
	e := ColoursDrawn{Black: c.Black, Shown: c.Shown, Parity: c.Parity}
	if drawn && holder != g.Nigiri.Holder {
		e.Holder = &holder
	}
	return []Event{e}, nil
}

// NoteSeats notes who really sits behind the black stones. It rules nothing: colours that pairing gave
// are put right by a ruling (D17.1), and pairing keeps them in any case. Where they were drawn, this
// puts right what was told of the nigiri. Warnings and offences stay with whom they were given.
type NoteSeats struct{ Black Person }

func (c NoteSeats) decide(g *Game, ctx Context) ([]Event, error) {
	if err := g.phase(Ready, Play, Rest, Settle, Result); err != nil {
		return nil, err
	}
	if err := g.official(ctx, rules.Referee); err != nil {
		return nil, err
	}
	if !c.Black.valid() {
		return nil, g.invalid("person", g.topic(rules.TopicColours), nil)
	}
	if c.Black == g.Black {
		return nil, nil
	}
	if g.Phase == Result && g.rests() {
		return nil, g.clash("seatsResult", g.topic(rules.TopicColours), nil)
	}
	return []Event{SeatsNoted{Black: c.Black, Stay: true}}, nil
}

// rests tells that the result was given to a person, by a ruling or by unequal warnings in the count: with
// other colours it would be the opponent's.
func (g *Game) rests() bool {
	ruled := slices.ContainsFunc(g.Rulings, func(r Ruling) bool { return !r.Revoked && !r.Outcome.IsZero() })
	return ruled || g.Ending != nil && g.Ending.Counted && g.Warnings[First] != g.Warnings[Second]
}

// fixedColours refuses the case of wrong colours where no organiser had fixed them: 2002 art. 17.1
// speaks of games in which he had.
func (g *Game) fixedColours(p rules.Provision) error {
	if p.Key != "wrongColours" || g.Nigiri == nil {
		return nil
	}
	return g.clash("coloursFree", cite(p), nil)
}
