package rules

import (
	"encoding/json"
	"strconv"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// Side is a colour of stones, or neither: the one type of package weiqi.
type Side = weiqi.Colour

// The sides.
const (
	NoSide = weiqi.Empty
	Black  = weiqi.Black
	White  = weiqi.White
)

// Manner is how a game ended.
type Manner uint8

// The manners of an outcome.
const (
	Open       Manner = iota // no result yet: the zero Outcome
	Plain                    // won, no detail given
	Counted                  // 数子胜 with a margin
	Resigned                 // 中盘胜
	Timeout                  // 超时胜
	Forfeited                // 弃权胜: the loser didn't play
	Drawn                    // 和棋
	BothLost                 // 双方均负 (2002 art. 17.5, 17.6, 22.3, 23.1)
	BothAbsent               // 双方弃权
	NoResult                 // 无胜负: nobody gets points, the two have met
)

// Outcome is the result of a game. The zero value means that there is none yet.
type Outcome struct {
	// Winner is NoSide unless one side won.
	Winner Side
	Manner Manner
	// Margin in quarter-stones, above 0 for Counted alone.
	Margin int
	// Lot says who counts as the winner for pairing alone after BothLost (2002 art. 17.5).
	Lot Side
}

// IsZero tells that there is no result yet.
func (o Outcome) IsZero() bool { return o.Manner == Open }

// Forfeit tells that the game wasn't played over the board: its colours count for neither
// (options no. 18).
func (o Outcome) Forfeit() bool { return o.Manner == Forfeited || o.Manner == BothAbsent }

// Turned is the outcome of the same game seen with the sides exchanged.
func (o Outcome) Turned() Outcome {
	o.Winner, o.Lot = o.Winner.Other(), o.Lot.Other()
	return o
}

var manners = map[string]Manner{"R": Resigned, "T": Timeout, "F": Forfeited, "": Plain}

var words = map[string]Manner{"draw": Drawn, "bothlose": BothLost, "bothforfeit": BothAbsent, "noresult": NoResult}

// ParseOutcome reads a result as the division file writes it, with the lot of "bothlose":
// "B+R", "W+0.75", "B+", "draw", "bothlose" and so on; "" is no result yet.
// Fault: invalid "fault.rules.outcome".
func ParseOutcome(text, lot string) (Outcome, error) {
	side, ok := parseSide(lot)
	if !ok || lot != "" && text != "bothlose" {
		return Outcome{}, badOutcome(text)
	}
	if text == "" {
		return Outcome{}, nil
	}
	if manner, ok := words[text]; ok {
		return Outcome{Manner: manner, Lot: side}, nil
	}
	if len(text) < 2 || text[1] != '+' || text[0] != 'B' && text[0] != 'W' {
		return Outcome{}, badOutcome(text)
	}
	o := Outcome{Winner: Black}
	if text[0] == 'W' {
		o.Winner = White
	}
	if manner, ok := manners[text[2:]]; ok {
		o.Manner = manner
		return o, nil
	}
	q, err := ParseQuarters(text[2:])
	if err != nil || q <= 0 {
		return Outcome{}, badOutcome(text)
	}
	o.Manner, o.Margin = Counted, q
	return o, nil
}

func badOutcome(text string) error {
	return fault.New(fault.Invalid, "fault.rules.outcome", fault.Args{"value": text})
}

// parseSide reads what Side.String writes.
func parseSide(text string) (Side, bool) {
	switch text {
	case "":
		return NoSide, true
	case "B":
		return Black, true
	case "W":
		return White, true
	}
	return NoSide, false
}

// Text writes what ParseOutcome reads.
func (o Outcome) Text() (text, lot string) {
	for word, manner := range words {
		if o.Manner == manner {
			return word, o.Lot.String()
		}
	}
	if o.Manner == Open {
		return "", ""
	}
	text = o.Winner.String() + "+"
	if o.Manner == Counted {
		return text + QuarterText(o.Margin), ""
	}
	for letter, manner := range manners {
		if o.Manner == manner {
			text += letter
		}
	}
	return text, ""
}

// String writes the result without the lot.
func (o Outcome) String() string {
	text, _ := o.Text()
	return text
}

type outcomeJSON struct {
	Result string `json:"result"`
	Lot    string `json:"lot,omitempty"`
}

// MarshalJSON writes {"result": "B+R"}.
func (o Outcome) MarshalJSON() ([]byte, error) {
	text, lot := o.Text()
	return json.Marshal(outcomeJSON{text, lot})
}

// UnmarshalJSON reads what MarshalJSON writes; what it refuses leaves the receiver as it was.
// Fault: invalid "fault.rules.outcome".
func (o *Outcome) UnmarshalJSON(data []byte) error {
	var raw outcomeJSON
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	parsed, err := ParseOutcome(raw.Result, raw.Lot)
	if err != nil {
		return err
	}
	*o = parsed
	return nil
}

// Words returns the message key of the result in words, with its arguments: "result.B.counted"
// with the margin in quarter-stones, "result.draw" and so on; "result.open" when there is none. A win
// of which it isn't known yet whose it is, as of a ruling whose side is still to be chosen, is
// "result.timeout" and so on.
func (o Outcome) Words() (key string, args fault.Args) {
	name := [...]string{
		Open: "open", Plain: "plain", Counted: "counted", Resigned: "resigned", Timeout: "timeout", Forfeited: "forfeit",
		Drawn: "draw", BothLost: "bothLose", BothAbsent: "bothForfeit", NoResult: "none",
	}[o.Manner]
	if o.Manner == Counted {
		args = fault.Args{"margin": Quarters(o.Margin)}
	}
	if o.Winner == NoSide {
		return "result." + name, args
	}
	return "result." + o.Winner.String() + "." + name, args
}

// SGF writes the result as the property RE of SGF: points, of which a 子 has two. A loss of both
// sides, which SGF doesn't know, is "Void" as no result is; no result yet is "?".
func (o Outcome) SGF() string {
	switch o.Manner {
	case Open:
		return "?"
	case Drawn:
		return "0"
	case BothLost, BothAbsent, NoResult:
		return "Void"
	case Counted:
		return o.Winner.String() + "+" + points(o.Margin)
	}
	return o.String()
}

// points writes quarter-stones in points: 3 → "1.5".
func points(quarters int) string {
	return strconv.Itoa(quarters/2) + [2]string{"", ".5"}[quarters%2]
}

// Quarters is a count in quarter-stones that a printer writes in words (1 又 3/4 子).
type Quarters int

// QuarterStones returns the count itself, for printers.
func (q Quarters) QuarterStones() int { return int(q) }
