// Package weiqi is the board of the game of Go: stones, chains, liberties and captures, the
// forbidden points, exact repetition over a whole game, area counting, unconditional life and
// random playouts. It knows no edition of the rules; what a repetition or a forbidden point leads
// to is decided in package rules.
//
// Points count from the upper left corner, x to the right and y downwards, both from 0, as in SGF.
// Counts of area are in quarter-stones 四分之一子.
package weiqi

import (
	"strings"

	"tianyuan/fault"
)

// Colour is what stands on a point, or a side of a game.
type Colour uint8

// The colours. Empty is also "neither side".
const (
	Empty Colour = iota
	Black
	White
	// edge surrounds the board inside of this package and never leaves it.
	edge
)

// Other returns the opponent's colour; Empty stays.
func (c Colour) Other() Colour {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// String returns "B", "W" or "".
func (c Colour) String() string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	return ""
}

// ParseColour reads "B", "black", "W" or "white" in any case, as GTP writes colours.
// Fault: invalid "fault.weiqi.colour".
func ParseColour(text string) (Colour, error) {
	switch strings.ToLower(text) {
	case "b", "black":
		return Black, nil
	case "w", "white":
		return White, nil
	}
	return Empty, fault.New(fault.Invalid, "fault.weiqi.colour", fault.Args{"value": text})
}

// MarshalText writes what String returns.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes. Fault: invalid "fault.weiqi.colour".
func (c *Colour) UnmarshalText(text []byte) error {
	switch string(text) {
	case "":
		*c = Empty
	case "B":
		*c = Black
	case "W":
		*c = White
	default:
		return fault.New(fault.Invalid, "fault.weiqi.colour", fault.Args{"value": string(text)})
	}
	return nil
}
