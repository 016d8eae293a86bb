// Package rules holds the editions of the Chinese Go Competition Rules as data, and Outcome,
// the one type for the result of a game. Counts are in quarter-stones: 4 = 1 子 = 2 points.
package rules

import (
	"strconv"
	"strings"

	"tianyuan/fault"
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

// Data is what an edition fixes, as far as a division needs it.
type Data struct {
	// Komi in quarter-stones (C11): 3¾ 子 in 2002 art. 11, 2¾ 子 in 1988 art. 11.
	Komi int
	// WarningFine in quarter-stones for a game that is counted (D24.1): 1 子 in 2002 art. 24.1,
	// none in 1988 art. 25.1.
	WarningFine int
	// WarningsToLose in one game (D24.2, 2002 art. 24.2, 1988 art. 25.2).
	WarningsToLose int
}

var editions = map[Edition]Data{
	Edition1988: {Komi: 11, WarningFine: 0, WarningsToLose: 2},
	Edition2002: {Komi: 15, WarningFine: 4, WarningsToLose: 2},
}

// Known tells whether the edition is one of ours.
func (e Edition) Known() bool {
	_, ok := editions[e]
	return ok
}

// Data returns what the edition fixes; zero for an unknown one.
func (e Edition) Data() Data { return editions[e] }

// Margin returns Black's margin in quarter-stones on a 19×19 board, below zero when White
// wins: the count of Black's area (quarter-stones, G9), less the base number 归本数 of 180½ 子
// and the komi, and one fine a warning where the edition has it (D24.1).
func (e Edition) Margin(black, komi, warnB, warnW int) int {
	const baseNumber = 361 * 2 // quarter-stones: half of the board
	fine := e.Data().WarningFine
	return black - baseNumber - komi + fine*(warnW-warnB)
}

// maxQuarters bounds counts and komi: the whole 19×19 board and more.
const maxQuarters = 4 * 1000

// ParseQuarters reads a number of 子 in quarters: "3.75", "-0.5", "2".
// Fault: invalid "fault.rules.quarters".
func ParseQuarters(s string) (int, error) {
	text, negative := strings.CutPrefix(s, "-")
	whole, fraction, dotted := strings.Cut(text, ".")
	quarters := map[string]int{"": 0, "0": 0, "00": 0, "25": 1, "5": 2, "50": 2, "75": 3}
	q, ok := quarters[fraction]
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

// QuarterText writes quarter-stones as a decimal number of 子: 15 → "3.75".
func QuarterText(q int) string {
	sign := ""
	if q < 0 {
		sign, q = "-", -q
	}
	return sign + strconv.Itoa(q/4) + [4]string{"", ".25", ".5", ".75"}[q%4]
}
