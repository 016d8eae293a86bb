package weiqi

import (
	"fmt"
	"strings"

	"tianyuan/fault"
)

// ParseBoard reads a board drawn in text, a line a row from the top: "." "," "+" for an empty
// point, "X" "#" "x" for Black, "O" "o" for White. Spaces inside of rows, spaces around them and
// empty lines don't count. Chains without liberties are let through as SetUp lets them.
// Faults: invalid "fault.weiqi.drawing" with row and column from 1, "fault.weiqi.size".
func ParseBoard(text string) (*Board, error) {
	var rows []string
	for line := range strings.Lines(text) {
		if row := strings.Join(strings.Fields(line), ""); row != "" {
			rows = append(rows, row)
		}
	}
	width := 0
	if len(rows) > 0 {
		width = len(rows[0])
	}
	b, err := NewBoard(width, len(rows))
	if err != nil {
		return nil, err
	}
	var stones [cells]Colour
	for y, row := range rows {
		for x := range max(len(row), width) {
			c, ok := Empty, false
			if x < len(row) && x < width {
				c, ok = colourOf(row[x])
			}
			if !ok {
				return nil, fault.New(fault.Invalid, "fault.weiqi.drawing", fault.Args{"row": y + 1, "column": x + 1})
			}
			stones[cell(At(x, y))] = c
		}
	}
	b.rebuild(&stones)
	return b, nil
}

func colourOf(letter byte) (c Colour, ok bool) {
	switch letter {
	case '.', ',', '+':
		return Empty, true
	case 'X', 'x', '#':
		return Black, true
	case 'O', 'o':
		return White, true
	}
	return Empty, false
}

// String draws the board as ParseBoard reads it: ".", "X" for Black, "O" for White, each row
// ended by a line break.
func (b *Board) String() string {
	var text strings.Builder
	for y := range b.height {
		for x := range b.width {
			text.WriteByte(".XO"[b.At(At(x, y))])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// Show draws the board for people, with the letters and numbers of GTP on all sides and the star
// points as "+".
func (b *Board) Show() string {
	stars := map[Point]bool{}
	for _, p := range StarPoints(b.width, b.height) {
		stars[p] = true
	}
	var letters strings.Builder
	letters.WriteString("  ")
	for x := range b.width {
		letters.WriteByte(' ')
		letters.WriteByte(gtpLetters[x])
	}
	var text strings.Builder
	text.WriteString(letters.String() + "\n")
	for y := range b.height {
		fmt.Fprintf(&text, "%2d", b.height-y)
		for x := range b.width {
			p := At(x, y)
			mark := ".XO"[b.At(p)]
			if mark == '.' && stars[p] {
				mark = '+'
			}
			text.WriteByte(' ')
			text.WriteByte(mark)
		}
		fmt.Fprintf(&text, " %d\n", b.height-y)
	}
	text.WriteString(letters.String() + "\n")
	return text.String()
}
