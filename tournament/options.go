package tournament

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"tianyuan/fault"
	"tianyuan/rules"
)

// Options are the regulations' switches, each with every value written out: a division
// never rests on a preset's name alone. JSON names and values are those of the division
// file (docs/contract.md).
type Options struct {
	Tiebreaks      Tiebreaks `json:"tiebreaks"`
	Score          Score     `json:"score"`
	MaxBasis       string    `json:"maxBasis"`
	FirstRound     string    `json:"firstRound"`
	FirstColours   string    `json:"firstColours"`
	EqualColours   string    `json:"equalColours"`
	AvoidSameUnit  Rounds    `json:"avoidSameUnit"`
	ThreeColours   string    `json:"threeColours"`
	Forbidden      [][2]int  `json:"forbidden"`
	ByeSos         string    `json:"byeSos"`
	ForfeitSos     string    `json:"forfeitSos"`
	WithdrawnScore string    `json:"withdrawnScore"`
	HalfOf         string    `json:"halfOf"`
	// DropAfterForfeits is how many forfeits in a row end the pairing of a player; 0 = never.
	DropAfterForfeits int      `json:"dropAfterForfeits"`
	Losses            int      `json:"losses"`
	Cycles            int      `json:"cycles"`
	Table             string   `json:"table"`
	Reverse           string   `json:"reverse"`
	KnockoutDraw      string   `json:"knockoutDraw"`
	TeamSwissRank     string   `json:"teamSwissRank"`
	Handicap          Handicap `json:"handicap"`
	// BothLose says whether a loss of both can be entered (options no. 6), PlayedCounts which games count
	// as played when a player leaves (options no. 42). "" is the first word, which isn't written.
	BothLose     string `json:"bothLose,omitempty"`
	PlayedCounts string `json:"playedCounts,omitempty"`
}

// Score is what each kind of result is worth, as exact numbers in text ("2", "0.5", "1/3"); E27.
type Score struct {
	Win    string `json:"win"`
	Draw   string `json:"draw"`
	Loss   string `json:"loss"`
	Bye    string `json:"bye"`
	Absent string `json:"absent"`
	Late   string `json:"late"`
}

// Tiebreaks is a preset's name or the keys of a chain in order.
type Tiebreaks struct {
	Preset string
	Keys   []string
}

// MarshalJSON writes a text for a preset and an array for a chain.
func (t Tiebreaks) MarshalJSON() ([]byte, error) {
	if t.Preset != "" {
		return json.Marshal(t.Preset)
	}
	return json.Marshal(t.Keys)
}

// UnmarshalJSON reads a text or an array of texts.
func (t *Tiebreaks) UnmarshalJSON(data []byte) error {
	*t = Tiebreaks{}
	if err := json.Unmarshal(data, &t.Preset); err == nil {
		return nil
	}
	return json.Unmarshal(data, &t.Keys)
}

// Rounds says in which rounds something holds: "first", "never", "always", or in the first N.
type Rounds struct {
	Word string
	N    int
}

// MarshalJSON writes the word, or the number where there is no word.
func (r Rounds) MarshalJSON() ([]byte, error) {
	if r.Word != "" {
		return json.Marshal(r.Word)
	}
	return json.Marshal(r.N)
}

// UnmarshalJSON reads a word or a number.
func (r *Rounds) UnmarshalJSON(data []byte) error {
	*r = Rounds{}
	if err := json.Unmarshal(data, &r.N); err == nil {
		return nil
	}
	return json.Unmarshal(data, &r.Word)
}

// Until returns the last round in which it holds; rounds is the number planned.
func (r Rounds) Until(rounds int) int {
	switch r.Word {
	case "never":
		return 0
	case "always":
		return rounds
	case "first":
		return 1
	}
	return r.N
}

// Handicap says whether the weaker player takes stones by the difference of ranks.
type Handicap struct {
	On bool
	// Reduce is taken off the difference of ranks; Max bounds the stones.
	Reduce int
	Max    int
	// Komi in 子 holds in games with stones, e.g. "0".
	Komi string
}

type handicapJSON struct {
	Reduce int    `json:"reduce"`
	Max    int    `json:"max"`
	Komi   string `json:"komi"`
}

// MarshalJSON writes "none" or the object.
func (h Handicap) MarshalJSON() ([]byte, error) {
	if !h.On {
		return json.Marshal("none")
	}
	return json.Marshal(handicapJSON{h.Reduce, h.Max, h.Komi})
}

// UnmarshalJSON reads "none" or the object; missing fields are 1, 9 and "0".
func (h *Handicap) UnmarshalJSON(data []byte) error {
	*h = Handicap{}
	var word string
	if json.Unmarshal(data, &word) == nil {
		if word != "none" {
			return badOption("handicap", word, `none, {"reduce": 1, "max": 9, "komi": "0"}`)
		}
		return nil
	}
	raw := handicapJSON{Reduce: 1, Max: 9, Komi: "0"}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&raw); err != nil {
		return err
	}
	*h = Handicap{On: true, Reduce: raw.Reduce, Max: raw.Max, Komi: raw.Komi}
	return nil
}

// DefaultOptions returns the first value of every option of the contract, with the chain of
// the edition: the 2002 text offers points and 对手分 (27.2.1 B), the 1988 text 总得分 alone (28.2).
func DefaultOptions(edition string) Options {
	chain := "rules2002B"
	if edition == "1988" {
		chain = "rules1988"
	}
	return Options{
		Tiebreaks:         Tiebreaks{Preset: chain},
		Score:             Score{Win: "2", Draw: "1", Loss: "0", Bye: "2", Absent: "0", Late: "0"},
		MaxBasis:          "attained",
		FirstRound:        "halves",
		FirstColours:      "oddTableSmall",
		EqualColours:      "roundParity",
		AvoidSameUnit:     Rounds{Word: "first"},
		ThreeColours:      "forbid",
		Forbidden:         [][2]int{},
		ByeSos:            "none",
		ForfeitSos:        "actual",
		WithdrawnScore:    "average",
		HalfOf:            "rounds",
		DropAfterForfeits: 2,
		Losses:            1,
		Cycles:            1,
		Table:             "rotation",
		Reverse:           "last",
		KnockoutDraw:      "replaySwapped",
		TeamSwissRank:     "totalScore",
	}
}

// Choice is one option that takes a word, with the words it takes, the default first.
type Choice struct {
	Key   string
	Words []string
	value func(*Options) *string
}

// unwritten are the options whose default isn't written.
var unwritten = []string{"bothLose", "playedCounts"}

// Get returns the chosen word.
func (c Choice) Get(o *Options) string {
	if slices.Contains(unwritten, c.Key) {
		return cmp.Or(*c.value(o), c.Words[0])
	}
	return *c.value(o)
}

// Set chooses a word without checking it; Validate does.
func (c Choice) Set(o *Options, word string) {
	if slices.Contains(unwritten, c.Key) && word == c.Words[0] {
		word = ""
	}
	*c.value(o) = word
}

// Choices are the options that take a word, in the order of the contract.
var Choices = []Choice{
	{"maxBasis", []string{"attained", "possible"}, func(o *Options) *string { return &o.MaxBasis }},
	{"firstRound", []string{"halves", "adjacent", "ends", "random"}, func(o *Options) *string { return &o.FirstRound }},
	{"firstColours", []string{"oddTableSmall", "upperHalf", "oddNumber", "lot", "small", "large"}, func(o *Options) *string { return &o.FirstColours }},
	{"equalColours", []string{"roundParity", "numberSum"}, func(o *Options) *string { return &o.EqualColours }},
	{"threeColours", []string{"forbid", "lastRoundFree", "allow"}, func(o *Options) *string { return &o.ThreeColours }},
	{"byeSos", []string{"none", "lowest", "own"}, func(o *Options) *string { return &o.ByeSos }},
	{"forfeitSos", []string{"actual", "none"}, func(o *Options) *string { return &o.ForfeitSos }},
	{"withdrawnScore", []string{"average", "actual", "zero"}, func(o *Options) *string { return &o.WithdrawnScore }},
	{"halfOf", []string{"rounds", "games"}, func(o *Options) *string { return &o.HalfOf }},
	{"table", []string{"rotation", "berger"}, func(o *Options) *string { return &o.Table }},
	{"reverse", []string{"last", "first"}, func(o *Options) *string { return &o.Reverse }},
	{"knockoutDraw", []string{"replaySwapped", "lots"}, func(o *Options) *string { return &o.KnockoutDraw }},
	{"bothLose", []string{"lot", "forbid"}, func(o *Options) *string { return &o.BothLose }},
	{"playedCounts", []string{"byUse", "anyResult", "overBoard"}, func(o *Options) *string { return &o.PlayedCounts }},
	{"teamSwissRank", []string{"totalScore", "points"}, func(o *Options) *string { return &o.TeamSwissRank }},
}

// TiebreakPresets are the named chains; TiebreakKeys are what a chain of one's own is made of.
var (
	TiebreakPresets = []string{"rules2002B", "rules2002A", "rules1988", "yunbisai", "yunbisai-simple", "WAGC"}
	TiebreakKeys    = []string{"points", "sos", "cumulative", "beatenScore", "totalScore", "reverseSos", "directWin", "warnings", "lots"}
)

// badOption refuses an option's value; right says what it can be.
func badOption(key, value string, right any) error {
	return fault.New(fault.Invalid, "fault.tournament.optionValue", fault.Args{"option": key, "value": value, "right": right})
}

// Validate refuses a value that the contract doesn't list, by name.
// Fault: invalid "fault.tournament.optionValue".
func (o *Options) Validate() error {
	for _, c := range Choices {
		if !slices.Contains(c.Words, c.Get(o)) {
			return badOption(c.Key, c.Get(o), c.Words)
		}
	}
	if err := o.Tiebreaks.validate(); err != nil {
		return err
	}
	if w := o.AvoidSameUnit.Word; w != "" && w != "first" && w != "never" && w != "always" {
		return badOption("avoidSameUnit", w, []string{"first", "never", "always", "1", "2 …"})
	}
	for _, n := range []struct {
		key          string
		value        int
		least, bound int
	}{
		{"avoidSameUnit", o.AvoidSameUnit.N, 0, MaxRounds}, {"dropAfterForfeits", o.DropAfterForfeits, 0, MaxRounds},
		{"losses", o.Losses, 1, MaxRounds}, {"cycles", o.Cycles, 1, 8},
		{"handicap.reduce", o.Handicap.Reduce, 0, 40}, {"handicap.max", o.Handicap.Max, 0, 25},
	} {
		if n.value < n.least || n.value > n.bound {
			return badOption(n.key, strconv.Itoa(n.value), strconv.Itoa(n.least)+"–"+strconv.Itoa(n.bound))
		}
	}
	for _, pair := range o.Forbidden {
		if pair[0] == pair[1] || pair[0] < 1 || pair[1] < 1 {
			return badOption("forbidden", "["+strconv.Itoa(pair[0])+", "+strconv.Itoa(pair[1])+"]", "[[3, 8], [4, 9]]")
		}
	}
	if _, err := rules.ParseQuarters(o.Handicap.Komi); o.Handicap.On && err != nil {
		return badOption("handicap.komi", o.Handicap.Komi, `"0", "-0.5", "3.75" …`)
	}
	return o.Score.validate()
}

func (t Tiebreaks) validate() error {
	if t.Preset != "" || len(t.Keys) == 0 {
		if !slices.Contains(TiebreakPresets, t.Preset) {
			return badOption("tiebreaks", t.Preset, TiebreakPresets)
		}
		return nil
	}
	for i, key := range t.Keys {
		if !slices.Contains(TiebreakKeys, key) || slices.Contains(t.Keys[:i], key) || key == "lots" && i != len(t.Keys)-1 {
			return badOption("tiebreaks", key, TiebreakKeys)
		}
	}
	return nil
}
