package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"tianyuan/clock"
	"tianyuan/rules"
)

// GameRules are the regulations' switches for the games themselves, where the text leaves something to the
// event or is silent. "" is the first word of a choice: what the edition says, or the default.
type GameRules struct {
	// RareCycle is what becomes of triple ko and its like (D20.3, options no. 2).
	RareCycle string `json:"rareCycle,omitempty"`
	// ClaimWindow is how long an infraction may be claimed (C16, options no. 35).
	ClaimWindow string `json:"claimWindow,omitempty"`
	// OverrunPasses is how often a pass may stand for the loss in the last minute (D22.5, options no. 10).
	OverrunPasses string `json:"overrunPasses,omitempty"`
	// RepeatScope is in what the second offence is the second (D23.7, D23.8, options no. 37).
	RepeatScope string `json:"repeatScope,omitempty"`
	// VoidPassEnds: a void move that counts as a pass counts for the two that end the game (options no. 38).
	VoidPassEnds string `json:"voidPassEnds,omitempty"`
	// ColourFix is how colours taken the wrong way round are put right (D17.1, options no. 41).
	ColourFix string `json:"colourFix,omitempty"`
	// Superko is the form of repetition that alone is forbidden (options no. 1, 47), ReplayTime the time of
	// a game that is played anew (options no. 2).
	Superko    string `json:"superko,omitempty"`
	ReplayTime string `json:"replayTime,omitempty"`
	// LateEdge says whether a lateness of just the limit is in time, LateFactor how often a lateness is
	// deducted, LateAll what it means that it takes all the base time (D22.1, options no. 7, 8, 9).
	LateEdge   string `json:"lateEdge,omitempty"`
	LateFactor string `json:"lateFactor,omitempty"`
	LateAll    string `json:"lateAll,omitempty"`
	// Reserved says whether the reserved minutes are part of the base time (C12.3, options no. 34).
	Reserved string `json:"reserved,omitempty"`
	// GrantedLeave: the reading of a side with leave goes on or waits (D22.7, options no. 39).
	GrantedLeave string `json:"grantedLeave,omitempty"`
	// Cancelled is what the opponent has of a result that is cancelled for cheating (D23.1, options no. 31).
	Cancelled string `json:"cancelled,omitempty"`
	// AbsenceReading is how many minutes or periods are read to an empty chair; 0 = all that a side has
	// (D22.4, options no. 36).
	AbsenceReading int `json:"absenceReading,omitempty"`
}

// GameChoice is one of the switches with the words that it takes, the default first.
type GameChoice struct {
	Key   string
	Words []string
	value func(*GameRules) *string
}

// ByEdition is the word of a switch that leaves a thing to the edition.
const ByEdition = "edition"

// GameChoices are the switches in the order of a game. All but the scope are settled when a game begins.
var GameChoices = []GameChoice{
	{"colourFix", []string{"swapStones", "restart"}, func(r *GameRules) *string { return &r.ColourFix }},
	{"claimWindow", []string{ByEdition, "nextOwnMove", "nextMove", "gameEnd"}, func(r *GameRules) *string { return &r.ClaimWindow }},
	{"rareCycle", []string{ByEdition, "forbid", "draw", "noResult", "replay", "extraGame"}, func(r *GameRules) *string { return &r.RareCycle }},
	{"superko", []string{ByEdition, "positional", "situational", "simple"}, func(r *GameRules) *string { return &r.Superko }},
	{"replayTime", []string{ByEdition, "remaining", "full"}, func(r *GameRules) *string { return &r.ReplayTime }},
	{"reserved", []string{"inside", "outside"}, func(r *GameRules) *string { return &r.Reserved }},
	{"lateEdge", []string{"included", "excluded"}, func(r *GameRules) *string { return &r.LateEdge }},
	{"lateFactor", []string{ByEdition, "once", "twice"}, func(r *GameRules) *string { return &r.LateFactor }},
	{"lateAll", []string{"reading", "loses"}, func(r *GameRules) *string { return &r.LateAll }},
	{"grantedLeave", []string{"reads", "waits"}, func(r *GameRules) *string { return &r.GrantedLeave }},
	{"cancelled", []string{"keep", "win"}, func(r *GameRules) *string { return &r.Cancelled }},
	{"overrunPasses", []string{"once", "unlimited", "never"}, func(r *GameRules) *string { return &r.OverrunPasses }},
	{"voidPassEnds", []string{"no", "yes"}, func(r *GameRules) *string { return &r.VoidPassEnds }},
	{"repeatScope", []string{"tournament", "round", "game"}, func(r *GameRules) *string { return &r.RepeatScope }},
}

// Get returns the chosen word.
func (c GameChoice) Get(r *GameRules) string {
	if word := *c.value(r); word != "" {
		return word
	}
	return c.Words[0]
}

// Set chooses a word without checking it; Validate does.
func (c GameChoice) Set(r *GameRules, word string) {
	if word == c.Words[0] {
		word = ""
	}
	*c.value(r) = word
}

// MostAbsence bounds the minutes or periods of an absence reading.
const MostAbsence = 60

// Validate refuses a word that a switch doesn't take. Fault: invalid "fault.tournament.optionValue".
func (r *GameRules) Validate() error {
	for _, c := range GameChoices {
		if !slices.Contains(c.Words, c.Get(r)) {
			return badOption(c.Key, c.Get(r), c.Words)
		}
	}
	if r.AbsenceReading < 0 || r.AbsenceReading > MostAbsence {
		return badOption("absenceReading", strconv.Itoa(r.AbsenceReading), "0–"+strconv.Itoa(MostAbsence))
	}
	return nil
}

// Law is what the regulations say about time: the edition's law with the event's own limits. The
// edition must be known.
func (r Regulations) Law() clock.Law {
	law, _ := clock.LawOf(string(r.Edition), clock.SeparateVenue)
	law.LateLimit = r.LateLimit()
	law.LateExclusive, law.LateLoses, law.AbsenceReading = r.Games.LateEdge == "excluded", r.Games.LateAll == "loses", r.Games.AbsenceReading
	switch r.Games.LateFactor {
	case "once":
		law.LateFactor = 1
	case "twice":
		law.LateFactor = 2
	}
	switch {
	case r.Games.OverrunPasses == "never":
		law.OverrunPasses = 0
	case r.Games.OverrunPasses == "unlimited" && law.OverrunPasses > 0: // 1988 art. 23.5 knows no such pass
		law.OverrunPasses = clock.Unlimited
	}
	return law
}

// System is the time system of a game: reserved minutes lie inside the limit, or are added to it (2002
// art. 12.3, options no. 34).
func (r Regulations) System() clock.System {
	s := r.Time
	if s.Kind == clock.Reserved && r.Games.Reserved == "outside" {
		s.Base += time.Duration(s.Reserved) * s.Period
	}
	return s
}

// Cycles is what the regulations say about repetition: the form that alone is forbidden, "" for the
// edition's own articles; what becomes of balanced cycles; and the time of a replay (options no. 1, 2, 47).
func (r Regulations) Cycles() (superko string, rare rules.RareCycle, replay rules.ReplayTime) {
	d := r.Edition.Data()
	return r.Games.Superko, rules.RareCycle(cmp.Or(r.Games.RareCycle, string(d.RareCycle))), rules.ReplayTime(cmp.Or(r.Games.ReplayTime, string(d.ReplayTime)))
}
