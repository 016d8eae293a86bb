package rules

import (
	"slices"

	"tianyuan/weiqi"
)

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

// ReplayTime is the time with which a game is replayed after a cycle (options no. 2).
type ReplayTime string

// The values of the option replayTime.
const (
	ReplayRemaining ReplayTime = "remaining" // what each side has left
	ReplayFull      ReplayTime = "full"
)

// CallAtOccurrence is the occurrence of a position at which the referee is called when its cycle
// isn't forbidden; the first repeat, the second occurrence, is marked (options no. 2).
const CallAtOccurrence = 3

// Treatment is what an edition makes of one kind of repetition.
type Treatment struct {
	Cycle weiqi.CycleKind
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
var kinds = map[weiqi.CycleKind]struct {
	law    string
	banned bool
}{
	weiqi.SingleKo:     {"koNoThreat", true},
	weiqi.SendTwo:      {"cycleNoEnd", true},
	weiqi.Moonshine:    {"falseLife", true},
	weiqi.TripleKo:     {"longCycle", false},
	weiqi.QuadrupleKo:  {"longCycle", false},
	weiqi.MultiKo:      {"longCycle", false},
	weiqi.EternalLife:  {"longCycle", false},
	weiqi.RoundRobinKo: {"longCycle", false},
	weiqi.OtherCycle:   {"longCycle", false}, // 等罕见特例: the list of art. 20.3 is open
}

// Cycles lists the kinds of repetition in the order of the law.
var Cycles = []weiqi.CycleKind{
	weiqi.SingleKo, weiqi.SendTwo, weiqi.Moonshine, weiqi.TripleKo, weiqi.QuadrupleKo, weiqi.MultiKo,
	weiqi.EternalLife, weiqi.RoundRobinKo, weiqi.OtherCycle,
}

// Treatment returns what the edition makes of a kind of repetition (D18.3, D20.1 to D20.4).
func (e Edition) Treatment(c weiqi.CycleKind) Treatment {
	kind := kinds[c]
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
