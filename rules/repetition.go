package rules

import "slices"

// Superko is the form in which a repeated whole-board position is forbidden (options no. 1).
// Basic ko is forbidden in each of them.
type Superko string

// The forms, named as the command line does.
const (
	SimpleKo    Superko = "simple"      // basic ko alone
	Positional  Superko = "positional"  // the board alone
	Situational Superko = "situational" // the board with the side to move
)

// Superkos lists the forms.
var Superkos = []Superko{SimpleKo, Positional, Situational}

// Cycle is the kind of a repetition.
type Cycle string

// The kinds that the rules tell apart.
const (
	SingleKo     Cycle = "singleKo"    // 单劫
	SendTwo      Cycle = "sendTwo"     // 送二还一 and other unbalanced cycles
	Moonshine    Cycle = "moonshine"   // 假生
	TripleKo     Cycle = "tripleKo"    // 三劫循环
	QuadrupleKo  Cycle = "quadrupleKo" // 四劫循环
	EternalLife  Cycle = "eternalLife" // 长生
	DoubleTwo    Cycle = "doubleTwo"   // 双提两子
	OtherBalance Cycle = "other"       // another balanced cycle
)

// Cycles lists the kinds.
var Cycles = []Cycle{SingleKo, SendTwo, Moonshine, TripleKo, QuadrupleKo, EternalLife, DoubleTwo, OtherBalance}

// RareCycle is what becomes of the balanced cycles (options no. 2).
type RareCycle string

// The values of the option rareCycle.
const (
	RareForbid    RareCycle = "forbid"
	RareDraw      RareCycle = "draw"
	RareNoResult  RareCycle = "noResult"
	RareReplay    RareCycle = "replay"
	RareExtraGame RareCycle = "extraGame"
)

// RareCycles lists the values of the option.
var RareCycles = []RareCycle{RareForbid, RareDraw, RareNoResult, RareReplay, RareExtraGame}

// CallAtOccurrence is the occurrence of a position at which the referee is called when its cycle
// isn't forbidden; the first repeat, the second occurrence, is marked (options no. 2).
const CallAtOccurrence = 3

// Treatment is what an edition makes of one kind of repetition.
type Treatment struct {
	Cycle Cycle
	// Case is the key of the law's row that it rests on; "" = the general rule alone.
	Case string
	// Article that decides.
	Article Article
	// Banned: the repeating move is always void. Else the option rareCycle decides, and what it
	// lets through is exempt from superko (options no. 47).
	Banned bool
	// Do are the consequences of the repeating move where it is forbidden.
	Do []Consequence
	// Choices are the results from which the referee or the event's regulations may choose.
	Choices []Consequence
}

// kinds says on which row of the law a kind rests, and whether it is banned whatever the event
// says: single ko, unbalanced cycles and false life (options no. 47).
var kinds = map[Cycle]struct {
	law    string
	banned bool
}{
	SingleKo:     {"koNoThreat", true},
	SendTwo:      {"cycleNoEnd", true},
	Moonshine:    {"falseLife", true},
	TripleKo:     {"longCycle", false},
	QuadrupleKo:  {"longCycle", false},
	EternalLife:  {"longCycle", false},
	DoubleTwo:    {"longCycle", false},
	OtherBalance: {"longCycle", false},
}

// Treatment returns what the edition makes of a kind of repetition (D18.3, D20.1 to D20.4).
// A kind that isn't one of Cycles is treated as OtherBalance.
func (e Edition) Treatment(c Cycle) Treatment {
	kind, known := kinds[c]
	if !known {
		c, kind = OtherBalance, kinds[OtherBalance]
	}
	t := Treatment{Cycle: c, Case: kind.law, Banned: kind.banned, Do: []Consequence{MoveVoid, MovePass}}
	p, err := Case(e, kind.law)
	if err != nil {
		return t
	}
	t.Article = p.Cite()
	if p.Silent() {
		t.Case, t.Article = "", p.SeeAlso()[0] // 2002: an unbalanced cycle falls under art. 6
	}
	if slices.Contains(p.Consequences, MoveVoid) {
		t.Do = p.Consequences
	}
	for _, choice := range p.Choices {
		if choice.Key() != MoveVoid {
			t.Choices = append(t.Choices, choice.Key())
		}
	}
	return t
}

// Exempt tells whether superko leaves the cycle alone because the event lets it end otherwise.
func (t Treatment) Exempt(rare RareCycle) bool { return !t.Banned && rare != RareForbid }

// Under returns what the option rareCycle makes of the repetition: the consequences of the void
// move, or the result that the referee gives when neither yields.
func (t Treatment) Under(rare RareCycle) []Consequence {
	if !t.Exempt(rare) {
		return t.Do
	}
	return []Consequence{Consequence(rare)}
}

// CallReferee tells whether the referee is to be called at this occurrence of a position (the
// first time that it stands is occurrence 1).
func (t Treatment) CallReferee(rare RareCycle, occurrence int) bool {
	return t.Exempt(rare) && occurrence >= CallAtOccurrence
}
