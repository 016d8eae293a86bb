// Package record holds records of games: a tree of nodes with variations and properties, the
// facts of a game, and what was found doubtful while reading. The formats lie in folders of
// their own (record/sgf); all speak of a game in the properties of SGF's FF4.
package record

import (
	"bytes"

	"tianyuan/rules"
	"tianyuan/weiqi"
)

// MaxSize is the largest width and height of a board that SGF has letters for.
const MaxSize = 52

// On tells whether the point lies on a board of that size; Pass lies on none.
func On(p weiqi.Point, width, height int) bool { return p.X() < width && p.Y() < height }

// ParsePoint reads a point in SGF's two letters: a–z, then A–Z, column first from the upper left.
func ParsePoint(text []byte) (weiqi.Point, bool) {
	if len(text) != 2 {
		return weiqi.Outside, false
	}
	x, y := coordinate(text[0]), coordinate(text[1])
	return weiqi.At(x, y), x >= 0 && y >= 0
}

// coordinate reads one of SGF's letters, -1 for anything else. weiqi.ParseSGF reads the same from
// a string; a record has millions of points and no strings.
func coordinate(letter byte) int {
	switch {
	case letter >= 'a' && letter <= 'z':
		return int(letter - 'a')
	case letter >= 'A' && letter <= 'Z':
		return int(letter-'A') + 26
	}
	return -1
}

// ParseMove reads the value of a move: a point, or a pass as "" or, on boards up to 19×19, "tt".
// White space and escapes in it don't count.
func ParseMove(text []byte, width, height int) (weiqi.Point, bool) {
	if len(text) != 2 {
		text = squeeze(text)
	}
	if len(text) == 0 || string(text) == "tt" && width <= 19 && height <= 19 {
		return weiqi.Pass, true
	}
	return ParsePoint(text)
}

// ParseRectangle reads a point or a compressed list "aa:cc" and returns its upper left and
// lower right corner, whichever corners were written.
func ParseRectangle(text []byte) (a, b weiqi.Point, ok bool) {
	if len(text) != 2 {
		text = squeeze(text)
	}
	if a, ok = ParsePoint(text); ok {
		return a, a, true
	}
	if len(text) != 5 || text[2] != ':' {
		return weiqi.Outside, weiqi.Outside, false
	}
	a, ok = ParsePoint(text[:2])
	b, also := ParsePoint(text[3:])
	if !ok || !also {
		return weiqi.Outside, weiqi.Outside, false
	}
	return weiqi.At(min(a.X(), b.X()), min(a.Y(), b.Y())), weiqi.At(max(a.X(), b.X()), max(a.Y(), b.Y())), true
}

// squeeze leaves out white space and escapes, which points have no use for.
func squeeze(text []byte) []byte {
	if bytes.IndexFunc(text, unneeded) < 0 {
		return text
	}
	return bytes.Map(func(r rune) rune {
		if unneeded(r) {
			return -1
		}
		return r
	}, text)
}

func unneeded(r rune) bool { return isSpace(r) || r == '\\' }

// ParseColour reads B or W, as letter, word or FF1's number.
func ParseColour(text []byte) rules.Side {
	if len(text) == 0 {
		return rules.NoSide
	}
	switch text[0] {
	case 'B', 'b', '1':
		return rules.Black
	case 'W', 'w', '2':
		return rules.White
	}
	return rules.NoSide
}
