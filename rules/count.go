package rules

// BaseNumber returns 归本数, half of the points of a board, in quarter-stones: 180½ 子 of 361
// points, 84½ of 169, 40½ of 81 (G9.3, art. 9 of both editions).
func BaseNumber(points int) int { return 2 * points }

// Compensation returns what White gets for handicap stones, in quarter-stones: half a 子 for
// each of two or more (options no. 14; the rules themselves know no handicap).
func Compensation(stones int) int {
	if stones < 2 {
		return 0
	}
	return 2 * stones
}

// Count is a counted game 数子. Numbers are in quarter-stones.
type Count struct {
	// Points of the board: 361 on 19 lines.
	Points int
	// Black is Black's area: living stones, the points they surround, half of the shared ones.
	Black int
	// Komi that Black gives back (C11); below zero for 倒贴.
	Komi int
	// Compensation that Black gives back for handicap stones.
	Compensation int
	// Fine for each warning (D24.1; options no. 3).
	Fine int
	// WarnBlack and WarnWhite count the warnings in the game.
	WarnBlack, WarnWhite int
}

// Count begins a count with the edition's komi and fine; events that override them set the fields.
func (e Edition) Count(points, black int) Count {
	d := e.Data()
	return Count{Points: points, Black: black, Komi: d.Komi, Fine: d.WarningFine}
}

// White returns White's area: the two add up to the whole board (G9.1).
func (c Count) White() int { return 2*BaseNumber(c.Points) - c.Black }

// Threshold returns the area that would give Black an equal game: the base number, komi,
// compensation and fines. 184¼ 子 in 2002 on 19 lines without warnings.
func (c Count) Threshold() int {
	return BaseNumber(c.Points) + c.Komi + c.Compensation + c.Fine*(c.WarnBlack-c.WarnWhite)
}

// Margin returns Black's margin, below zero when White wins.
func (c Count) Margin() int { return c.Black - c.Threshold() }

// Outcome returns the result: counted, or drawn.
func (c Count) Outcome() Outcome {
	switch m := c.Margin(); {
	case m > 0:
		return Outcome{Winner: Black, Manner: Counted, Margin: m}
	case m < 0:
		return Outcome{Winner: White, Manner: Counted, Margin: -m}
	}
	return Outcome{Manner: Drawn}
}

// ContestedPoints divides points that were open to both when play was over, in quarter-stones:
// half each (D21.2). In 2002 a side that gave up contesting them under absolute time leaves all
// of them to the other (art. 12.4(4), options no. 13); gaveUp is that side, or NoSide.
func (e Edition) ContestedPoints(points int, gaveUp Side) (black, white int) {
	if !e.Data().GivesUpAll || gaveUp == NoSide {
		return 2 * points, 2 * points
	}
	if gaveUp == Black {
		return 0, 4 * points
	}
	return 4 * points, 0
}
