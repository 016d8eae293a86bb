// Package rules holds the editions of the Chinese Go Competition Rules as data, and Outcome,
// the one type for the result of a game. Counts are in quarter-stones: 4 = 1 子 = 2 points.
package rules

import (
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/weiqi"
)

// Edition names a printed edition of the rules.
type Edition string

// The two editions.
const (
	Edition1988 Edition = "1988"
	Edition2002 Edition = "2002"
)

// Editions lists the editions, the default first.
var Editions = []Edition{Edition2002, Edition1988}

// Data is what an edition fixes besides the referee law (Law). An event may override each value.
type Data struct {
	// Komi in quarter-stones (C11): 3¾ 子 in 2002 art. 11, 2¾ 子 in 1988 art. 11.
	Komi int
	// WarningFine in quarter-stones for a game that is counted (D24.1): 1 子 in 2002 art. 24.1,
	// none in 1988 art. 25.2.
	WarningFine int
	// WarningsToLose in one game (D24.2, 2002 art. 24.2, 1988 art. 25.2).
	WarningsToLose int
	// Repetition is the form of the repetition rule (G6, options no. 1, 47): positional in 2002
	// art. 6; 1988 has no sentence, so basic ko and art. 20.
	Repetition weiqi.Mode
	// RareCycle is what becomes of balanced cycles (D20.3, options no. 2): forbidden in principle
	// in 2002; in 1988 the referee may give a draw or have the game replayed.
	RareCycle RareCycle
	// ReplayTime is the time of a game replayed after a cycle (options no. 2); both texts are silent.
	ReplayTime ReplayTime
	// GivesUpAll: who gives up contesting under absolute time leaves all contestable points to
	// the other side (C12.4, 2002 art. 12.4(4)).
	GivesUpAll bool
	// ClaimWindow is the last moment for claiming an infraction (C16, options no. 35): 2002
	// art. 16.3 "at once"; 1988 art. 16.2 only wants it raised in one's own thinking time.
	ClaimWindow Deadline
	// ClaimInOwnTime: a matter that isn't urgent is raised in one's own thinking time (C16, 1988
	// art. 16.2).
	ClaimInOwnTime bool
	// PassesEnd is the number of passes in a row that end a game: 2 in 2002 art. 7, none in 1988 (G7.3).
	PassesEnd int
	// EndSignal is how a side says that play is over (C13, art. 13).
	EndSignal EndSignal
	// Sealing: the edition itself settles the sealed move (C14, 1988 art. 14, 22); 2002 art. 14
	// leaves it to the event.
	Sealing bool

	// claimArticle and confirmArticle set the window, and that a confirmed result stands.
	claimArticle, confirmArticle string
}

var editions = map[Edition]Data{
	Edition1988: {
		Komi: 11, WarningFine: 0, WarningsToLose: 2, Repetition: weiqi.Simple, RareCycle: RareDraw, ReplayTime: ReplayRemaining,
		ClaimWindow: ResultConfirmed, ClaimInOwnTime: true, EndSignal: EndByStone, Sealing: true,
		claimArticle: "16.2", confirmArticle: "16.3",
	},
	Edition2002: {
		Komi: 15, WarningFine: 4, WarningsToLose: 2, Repetition: weiqi.Positional, RareCycle: RareForbid, ReplayTime: ReplayRemaining,
		GivesUpAll: true, ClaimWindow: NextOwnMove, PassesEnd: 2, EndSignal: EndByWords, claimArticle: "16.3", confirmArticle: "16.4",
	},
}

// Known tells whether the edition is one of ours.
func (e Edition) Known() bool {
	_, ok := editions[e]
	return ok
}

// Data returns what the edition fixes; zero for an unknown one.
func (e Edition) Data() Data { return editions[e] }

// maxQuarters bounds counts and komi: the whole 19×19 board and more.
const maxQuarters = 4 * 1000

var quarterDigits = map[string]int{"": 0, "0": 0, "00": 0, "25": 1, "5": 2, "50": 2, "75": 3}

// ParseQuarters reads a number of 子 in quarters: "3.75", "-0.5", "2".
// Fault: invalid "fault.rules.quarters".
func ParseQuarters(s string) (int, error) {
	text, negative := strings.CutPrefix(s, "-")
	whole, fraction, dotted := strings.Cut(text, ".")
	q, ok := quarterDigits[fraction]
	n, err := strconv.Atoi(whole)
	if err != nil || !ok || dotted && fraction == "" || n > maxQuarters/4 || whole[0] == '+' || whole[0] == '-' {
		return 0, fault.New(fault.Invalid, "fault.rules.quarters", fault.Args{"value": s})
	}
	n = 4*n + q
	if negative {
		n = -n
	}
	return n, nil
}

// ReadQuarters reads a number of 子 as people write it: what ParseQuarters reads, and "3/4", "1/4",
// "1 3/4", "1又3/4", "1¾", "¾", each also with 子 behind it. Full-width digits count as plain ones.
// Fault: invalid "fault.rules.quarters".
func ReadQuarters(s string) (int, error) {
	plain := strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, s)
	plain = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(plain), "子"))
	plain = strings.NewReplacer("1/4", "¼", "1/2", "½", "2/4", "½", "3/4", "¾").Replace(plain)
	for i, part := range [...]string{1: "¼", 2: "½", 3: "¾"} {
		whole, found := strings.CutSuffix(plain, part)
		if part == "" || !found {
			continue
		}
		whole = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(whole), "又"))
		if whole == "" {
			return i, nil
		}
		if n, err := ParseQuarters(whole); err == nil && n >= 0 && !strings.ContainsAny(whole, ".-") {
			return n + i, nil
		}
	}
	if n, err := ParseQuarters(plain); err == nil {
		return n, nil
	}
	return 0, fault.New(fault.Invalid, "fault.rules.quarters", fault.Args{"value": s})
}

// QuarterText writes quarter-stones as a decimal number of 子: 15 → "3.75".
func QuarterText(q int) string {
	sign := ""
	if q < 0 {
		sign, q = "-", -q
	}
	return sign + strconv.Itoa(q/4) + [4]string{"", ".25", ".5", ".75"}[q%4]
}
