package diagram

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tianyuan/weiqi"
)

// Parse reads a point as people type it on a board of this size: D16, d16, Ｄ１６, 4·十六, 4 十六.
// It may lie off the board, as for weiqi.ParseGTP. Fault: invalid "fault.weiqi.vertex".
func Parse(text string, width, height int) (weiqi.Point, error) {
	plain := strings.ToUpper(strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case unicode.IsSpace(r):
			return -1
		}
		return r
	}, text))
	if p := parseLines(plain); p.X() < width && p.Y() < height && p != weiqi.Outside {
		return p, nil
	}
	return weiqi.ParseGTP(plain, width, height)
}

// parseLines reads "4·十六", the column from the left and the row from above; Outside for anything else.
func parseLines(text string) weiqi.Point {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	x, err := strconv.Atoi(text[:digits])
	if err != nil || text[0] == '0' {
		return weiqi.Outside
	}
	name := []rune(text[digits:])
	if len(name) > 1 && strings.ContainsRune("·・.,，、之-", name[0]) {
		name = name[1:]
	}
	row := string(name)
	if rest, ok := strings.CutPrefix(row, "二十"); ok && rest != "" {
		row = "廿" + rest
	}
	y := slices.Index(numerals, row)
	if y < 0 {
		return weiqi.Outside
	}
	return weiqi.At(x-1, y)
}
