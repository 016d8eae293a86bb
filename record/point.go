// Package record holds records of games: a tree of nodes with variations and properties, the
// facts of a game, and what was found doubtful while reading. The formats lie in folders of
// their own (record/sgf); all speak of a game in the properties of SGF's FF4.
package record

// Point is a point of the board: X from the left, Y from the top, both from 0, so (0, 0) is the
// upper left. Boards reach 52×52. Pass is no point.
type Point struct{ X, Y int8 }

// Pass is the move that isn't on the board.
var Pass = Point{-1, -1}

// MaxSize is the largest width and height of a board that SGF has letters for.
const MaxSize = 52

// On tells whether the point lies on a board of that size.
func (p Point) On(width, height int) bool {
	return p.X >= 0 && p.Y >= 0 && int(p.X) < width && int(p.Y) < height
}

// letters are the coordinates of SGF, in order.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// String returns the point in SGF's letters, "" for Pass.
func (p Point) String() string {
	if !p.On(MaxSize, MaxSize) {
		return ""
	}
	return string([]byte{letters[p.X], letters[p.Y]})
}

// ParsePoint reads a point in SGF's letters: a–z, then A–Z, column first.
func ParsePoint(text []byte) (Point, bool) {
	if len(text) != 2 {
		return Pass, false
	}
	x, y := coordinate(text[0]), coordinate(text[1])
	return Point{x, y}, x >= 0 && y >= 0
}

func coordinate(c byte) int8 {
	switch {
	case c >= 'a' && c <= 'z':
		return int8(c - 'a')
	case c >= 'A' && c <= 'Z':
		return int8(c-'A') + 26
	}
	return -1
}
