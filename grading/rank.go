// Package grading holds the ranks of Go players: what they are, how people write them and
// how strong one is beside another.
package grading

import (
	"strconv"

	"tianyuan/fault"
)

// Kind is the ladder a rank stands on.
type Kind uint8

// The ladders, the weakest first. None is a player without a rank.
const (
	None Kind = iota
	Kyu
	Dan
	Pro
)

// Bounds of the ladders: 25 kyu to 1 kyu, amateur 1 to 7 dan, professional 1 to 9 dan.
const (
	MostKyu = 25
	MostDan = 7
	MostPro = 9
)

// Rank is a rank. It is comparable with ==, and its zero value is no rank at all.
type Rank struct {
	Kind Kind
	N    int // 25..1 for Kyu, 1..7 for Dan, 1..9 for Pro, 0 for None
}

// String writes the canonical form, which is also what the journal and the files keep:
// "3k", "5d", "9p", and "" for none. Parse reads it back.
func (r Rank) String() string {
	switch r.Kind {
	case Kyu:
		return strconv.Itoa(r.N) + "k"
	case Dan:
		return strconv.Itoa(r.N) + "d"
	case Pro:
		return strconv.Itoa(r.N) + "p"
	}
	return ""
}

// Strength orders ranks: a greater number is the stronger rank. None is 0, 25 kyu 1, 1 kyu 25,
// amateur 1 dan 26, amateur 7 dan 32, professional 1 dan 33, professional 9 dan 41.
func (r Rank) Strength() int {
	switch r.Kind {
	case Kyu:
		return MostKyu + 1 - r.N
	case Dan:
		return MostKyu + r.N
	case Pro:
		return MostKyu + MostDan + r.N
	}
	return 0
}

// Words says the rank in the reader's language: 业 5 段, 职业九段, 3 级; 5 dan, 9 dan pro, 3 kyu.
func (r Rank) Words() (key string, args fault.Args) {
	switch r.Kind {
	case Kyu:
		return "grading.rank.kyu", fault.Args{"n": r.N}
	case Dan:
		return "grading.rank.dan", fault.Args{"n": r.N}
	case Pro:
		// Professional ranks are written with Chinese numerals, so each has a text of its own.
		return "grading.rank.pro" + strconv.Itoa(r.N), nil
	}
	return "grading.rank.none", nil
}
