package weiqi

import (
	"strconv"
	"strings"

	"tianyuan/fault"
)

// Point names a point of any board: x from the left, y from the top, both from 0.
// The zero value is the upper left corner.
type Point uint16

const (
	// Pass is the point of a move that plays nowhere (虚着).
	Pass Point = 0xFFFF
	// Outside lies on no board.
	Outside Point = 0xFFFE
)

// maxCoordinate bounds x and y; no board is as large.
const maxCoordinate = 253

// At returns the point at column x and row y, both from 0 at the upper left corner; Outside when
// no board is as large or a number is below 0.
func At(x, y int) Point {
	if x < 0 || y < 0 || x > maxCoordinate || y > maxCoordinate {
		return Outside
	}
	return Point(y<<8 | x)
}

// X returns the column from the left, from 0.
func (p Point) X() int { return int(p & 0xFF) }

// Y returns the row from the top, from 0.
func (p Point) Y() int { return int(p >> 8) }

// String returns the point as SGF does, "dd", or "pass".
func (p Point) String() string {
	if p == Pass {
		return "pass"
	}
	return p.SGF()
}

const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// SGF writes the point in two letters, column first from the upper left: "dd"; "" for Pass and
// for a point beyond the 52 letters.
func (p Point) SGF() string {
	if p.X() >= len(sgfLetters) || p.Y() >= len(sgfLetters) {
		return ""
	}
	return string([]byte{sgfLetters[p.X()], sgfLetters[p.Y()]})
}

// ParseSGF reads a move or point of an SGF file for a board of this width and height. "" is a
// pass, and so is "tt" on a board of up to 19×19 (FF[3]). The point may lie off the board: whether
// it does is Board.On's to say. Fault: invalid "fault.weiqi.sgfPoint".
func ParseSGF(text string, width, height int) (Point, error) {
	if text == "" || text == "tt" && width <= 19 && height <= 19 {
		return Pass, nil
	}
	if len(text) == 2 {
		x, y := strings.IndexByte(sgfLetters, text[0]), strings.IndexByte(sgfLetters, text[1])
		if x >= 0 && y >= 0 {
			return At(x, y), nil
		}
	}
	return Outside, fault.New(fault.Invalid, "fault.weiqi.sgfPoint", fault.Args{"value": text})
}

// gtpLetters are the columns of GTP and of printed boards: there is no I.
const gtpLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// GTP writes the point as GTP and printed boards do, "D4", with rows counted from the lower edge
// of a board of this height; "PASS" for Pass and "" for a point that isn't on such a board.
func (p Point) GTP(height int) string {
	if p == Pass {
		return "PASS"
	}
	if p.X() >= len(gtpLetters) || p.Y() >= height {
		return ""
	}
	return gtpLetters[p.X():p.X()+1] + strconv.Itoa(height-p.Y())
}

// ParseGTP reads a vertex of GTP on a board of this width and height: "D4" or "pass" in any case.
// Fault: invalid "fault.weiqi.vertex".
func ParseGTP(text string, width, height int) (Point, error) {
	bad := fault.New(fault.Invalid, "fault.weiqi.vertex", fault.Args{"value": text, "width": width, "height": height})
	upper := strings.ToUpper(text)
	if upper == "PASS" {
		return Pass, nil
	}
	if len(upper) < 2 || len(upper) > 3 || upper[1] == '0' {
		return Outside, bad
	}
	x := strings.IndexByte(gtpLetters, upper[0])
	row := 0
	for _, digit := range []byte(upper[1:]) {
		if digit < '0' || digit > '9' {
			return Outside, bad
		}
		row = 10*row + int(digit-'0')
	}
	if x < 0 || x >= width || row > height {
		return Outside, bad
	}
	return At(x, height-row), nil
}

// MarshalText writes SGF letters, "" for Pass. Fault: internal "fault.weiqi.sgfPoint" for a point
// beyond the letters.
func (p Point) MarshalText() ([]byte, error) {
	text := p.SGF()
	if text == "" && p != Pass {
		return nil, fault.New(fault.Internal, "fault.weiqi.sgfPoint", fault.Args{"value": int(p)})
	}
	return []byte(text), nil
}

// UnmarshalText reads what MarshalText writes.
func (p *Point) UnmarshalText(text []byte) error {
	point, err := ParseSGF(string(text), MaxSize, MaxSize)
	*p = point
	return err
}
