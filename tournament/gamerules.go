package tournament

import "slices"

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
	{"overrunPasses", []string{"once", "unlimited"}, func(r *GameRules) *string { return &r.OverrunPasses }},
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

// Validate refuses a word that a switch doesn't take. Fault: invalid "fault.tournament.optionValue".
func (r *GameRules) Validate() error {
	for _, c := range GameChoices {
		if !slices.Contains(c.Words, c.Get(r)) {
			return badOption(c.Key, c.Get(r), c.Words)
		}
	}
	return nil
}
