package diagram

import (
	"strconv"

	"tianyuan/record"
	"tianyuan/weiqi"
)

// Note says that a move was played where an earlier number stands already: "45 = 38", or that it
// was a pass.
type Note struct {
	Move int
	// Same is the number that stands on the point; 0 when the point bears none, and At says where.
	Same int
	At   weiqi.Point
}

// String writes the note as printed records do; the board has this height.
func (n Note) String(height int) string {
	if n.Same > 0 {
		return strconv.Itoa(n.Move) + " = " + strconv.Itoa(n.Same)
	}
	return strconv.Itoa(n.Move) + " = " + n.At.GTP(height)
}

// Figure is a stretch of a game's main line as records print it: the stones that stood before the
// move from, each move from it to the move to by its number on its point, stones that were captured
// meanwhile left standing, and what found no room in the notes. Moves count from 1; passes count.
// Faults: those of weiqi.NewBoard.
func Figure(g *record.Game, from, to int) (Diagram, []Note, error) {
	width, height := g.Size()
	board, err := weiqi.NewBoard(width, height)
	if err != nil {
		return Diagram{}, nil, err
	}
	f := figure{real: board, numbers: map[weiqi.Point]int{}, from: from}
	for step := range g.MainLine() {
		if step.Setup != nil {
			f.setUp(step.Setup)
			continue
		}
		if f.move++; f.move > to {
			break
		}
		f.play(step.Colour, step.At)
	}
	if f.shown == nil {
		f.shown = f.real.Clone()
	}
	return Diagram{Board: f.shown, Numbers: f.numbers, Last: f.last}, f.notes, nil
}

// figure is a figure in the making: the position as it is, and as it is printed from the first
// numbered move on.
type figure struct {
	real, shown *weiqi.Board
	numbers     map[weiqi.Point]int
	notes       []Note
	last        *weiqi.Point
	move, from  int
}

func (f *figure) setUp(s *record.Setup) {
	for _, part := range []struct {
		colour weiqi.Colour
		points []weiqi.Point
	}{{weiqi.Black, s.Black}, {weiqi.White, s.White}, {weiqi.Empty, s.Empty}} {
		for _, at := range part.points {
			f.real.SetUp(weiqi.Stone{Point: at, Colour: part.colour})
			if f.shown != nil {
				f.shown.SetUp(weiqi.Stone{Point: at, Colour: part.colour})
			}
		}
	}
}

func (f *figure) play(colour weiqi.Colour, at weiqi.Point) {
	if f.move >= f.from && f.shown == nil {
		f.shown = f.real.Clone()
	}
	f.real.Play(colour, at)
	if f.move < f.from {
		return
	}
	switch {
	case !f.shown.On(at):
		f.notes = append(f.notes, Note{Move: f.move, At: at})
	case f.shown.At(at) != weiqi.Empty:
		f.notes = append(f.notes, Note{Move: f.move, Same: f.numbers[at], At: at})
	default:
		f.shown.SetUp(weiqi.Stone{Point: at, Colour: colour})
		f.numbers[at] = f.move
		f.last = &at
	}
}
