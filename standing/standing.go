// Package standing ranks a division: points and the chain of tie-breaks, as exact rationals
// (E27/28, 2002 art. 27, 1988 art. 28; withdrawals E28/29, 2002 art. 28, 1988 art. 29).
// It knows results and numbers and nothing else.
package standing

import (
	"slices"
	"strconv"
)

// Result is what one side has from a game.
type Result uint8

// The results of a side. None: nobody gets points, the two have met.
const (
	None Result = iota
	Win
	Draw
	Loss
)

// Game is one game with a result. A game without a result is left out.
type Game struct {
	Round, Black, White      int
	BlackResult, WhiteResult Result
	// Forfeit: not played over the board.
	Forfeit bool
	// Warnings of the game (D24).
	WarnB, WarnW int
}

// Player is a number and the first round in which it can play; From 0 means 1.
type Player struct{ No, From int }

// Mark is a bye or an announced absence of a player in a round.
type Mark struct{ Round, No int }

// Withdrawal is a player who left; After is the last round that counts him, 0 = never started.
type Withdrawal struct{ No, After int }

// Score is what each kind of round is worth.
type Score struct{ Win, Draw, Loss, Bye, Absent, Late Rat }

// Options are the switches of the regulations, with the words of the division file.
type Options struct {
	// Chain holds the keys in order; see Chain.
	Chain          []string
	Score          Score
	MaxBasis       string // attained, possible
	ByeSos         string // none, lowest, own
	ForfeitSos     string // actual, none
	WithdrawnScore string // average, actual, zero
	HalfOf         string // rounds, games
	Reverse        string // last, first
	// PlayedCounts says which games count as played when a player leaves (E28/29, options no. 42):
	// anyResult, overBoard, or "" for any result in the half test and games over the board in A.
	PlayedCounts string
}

// Input is everything that a ranking comes from.
type Input struct {
	RoundRobin bool
	// Rounds planned; Upto is the last round that counts.
	Rounds, Upto int
	Players      []Player
	Games        []Game
	Byes         []Mark
	Absences     []Mark
	Withdrawals  []Withdrawal
	// Schedule is a round robin's table, pairs for each round, 0 = bye; nil when there is none.
	Schedule [][][2]int
	// Cycles of a round robin; 0 means 1.
	Cycles int
	// Lots is an order drawn or played off among tied players, best first.
	Lots    []int
	Options Options
}

// The statuses of a row.
const (
	Active    = "active"
	Withdrawn = "withdrawn"
	Annulled  = "annulled"
)

// Row is one player of a ranking. All keys are computed, not only those of the chain.
type Row struct {
	// Place is 0 for an annulled player; places after a shared one skip (1, 2, 2, 4).
	Place  int
	No     int
	Shared bool
	Status string

	Points      Rat
	Sos         Rat // 对手分
	Cumulative  Rat // 累进分
	BeatenScore Rat // 胜者小分
	TotalScore  Rat // 总得分
	// ReverseSos is 逆减: 对手分 less the last opponent's points, then the last two, and so on.
	ReverseSos []Rat
	// DirectWin is 1, ½ or 0 of the games between exactly two tied players who met; nil otherwise.
	DirectWin *Rat
	Warnings  int
	// Lot is the place among the tied players that lots or a play-off ordered, from 1; 0 where
	// they decided nothing.
	Lot int

	Wins, Draws, Losses int
	// Decided is the key of the chain that separates the row from the one before it; "" for the
	// first and for a shared place.
	Decided string
}

// Table is a ranking after a round: by place, then by number, annulled players last.
type Table struct {
	Upto int
	Rows []Row
	// Max is the highest points that 总得分 divides by.
	Max Rat
}

// presets are the named chains (options no. 20). Points come first where they do.
var presets = map[string][]string{
	"rules2002B":      {"points", "sos", "warnings"},
	"rules2002A":      {"totalScore", "warnings"},
	"rules1988":       {"totalScore", "warnings"},
	"yunbisai":        {"points", "sos", "cumulative", "reverseSos"},
	"yunbisai-simple": {"points", "sos", "reverseSos"},
	"WAGC":            {"points", "sos", "reverseSos", "directWin", "lots"},
}

// Chain returns the keys of a preset. On a round robin the chains of both editions are points,
// 胜者小分 and fewer warnings (2002 art. 27.1, 1988 art. 28.1).
func Chain(preset string, roundRobin bool) []string {
	if roundRobin && slices.Contains([]string{"rules2002B", "rules2002A", "rules1988"}, preset) {
		return []string{"points", "beatenScore", "warnings"}
	}
	return slices.Clone(presets[preset])
}

// Keys returns the row's keys with the names and forms of the command line's JSON.
func (r Row) Keys() map[string]any {
	keys := map[string]any{
		"points": r.Points.String(), "sos": r.Sos.String(), "cumulative": r.Cumulative.String(),
		"beatenScore": r.BeatenScore.String(), "totalScore": r.TotalScore.String(), "warnings": Int(r.Warnings).String(),
	}
	reverse := make([]string, len(r.ReverseSos))
	for i, v := range r.ReverseSos {
		reverse[i] = v.String()
	}
	keys["reverseSos"] = reverse
	if r.DirectWin != nil {
		keys["directWin"] = r.DirectWin.String()
	}
	return keys
}

// Text writes one key for a table: of 逆减 its first element, "–" where there is nothing.
func (r Row) Text(key string) string {
	switch key {
	case "points":
		return r.Points.String()
	case "sos":
		return r.Sos.String()
	case "cumulative":
		return r.Cumulative.String()
	case "beatenScore":
		return r.BeatenScore.String()
	case "totalScore":
		return r.TotalScore.String()
	case "warnings":
		return strconv.Itoa(r.Warnings)
	case "reverseSos":
		if len(r.ReverseSos) > 0 {
			return r.ReverseSos[0].String()
		}
	case "directWin":
		if r.DirectWin != nil {
			return r.DirectWin.String()
		}
	case "lots":
		if r.Lot > 0 {
			return strconv.Itoa(r.Lot)
		}
	}
	return "–"
}

// Of returns what a side's result is worth.
func (s Score) Of(r Result) Rat {
	switch r {
	case Win:
		return s.Win
	case Draw:
		return s.Draw
	case Loss:
		return s.Loss
	}
	return Rat{}
}
