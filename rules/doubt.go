package rules

import "tianyuan/fault"

// Doubt says why a result is hard to believe after a game with this komi, compensation and
// warnings, as a message; key is "" when nothing speaks against it. It is a question for whoever
// enters the result and never a refusal. Black's area in the count isn't looked at.
//
// The points of the board are an odd number, and each shared point gives both sides half a 子
// (G9.2). So Black's count is whole with an even number of shared points and ends in ½ with an odd
// one, and the margin follows from it by komi and fines (G9.3, C11, D24.1): with a komi of 2¾ or
// 3¾ a win of Black ends in ¾ and one of White in ¼, with an odd number of shared points the other
// way round, and no other fraction can come from a count.
func (c Count) Doubt(e Edition, o Outcome) (key string, args fault.Args) {
	if c.warnedWinner(e, o.Winner) {
		return "doubt." + o.Winner.String() + ".warned." + string(e), fault.Args{"times": e.Data().WarningsToLose}
	}
	switch o.Manner {
	case Counted:
		return c.doubtMargin(o)
	case Drawn:
		return c.doubtDraw()
	}
	return "", nil
}

// warnedWinner tells that the winner has as many warnings as lose a game (D24.2, 2002 art. 24.2,
// 1988 art. 25.2).
func (c Count) warnedWinner(e Edition, winner Side) bool {
	most := e.Data().WarningsToLose
	return most > 0 && (winner == Black && c.WarnBlack >= most || winner == White && c.WarnWhite >= most)
}

func (c Count) doubtMargin(o Outcome) (string, fault.Args) {
	margin, most := o.Margin, 2*BaseNumber(c.Points)-c.Threshold()
	if o.Winner == White {
		margin, most = -o.Margin, c.Threshold()
	}
	if o.Margin > most {
		return "doubt.beyond", fault.Args{"margin": Quarters(o.Margin), "most": Quarters(most), "komi": Quarters(c.Komi)}
	}
	even := Ending(-c.Threshold() & 3) // the fraction of Black's margin when no point is shared
	if o.Winner == White {
		even = -even & 3
	}
	switch (margin + c.Threshold()) & 3 {
	case 0:
		return "", nil
	case 2:
		return "doubt.shared", fault.Args{"margin": Quarters(o.Margin), "komi": Quarters(c.Komi), "even": even}
	}
	return "doubt.fraction", fault.Args{"margin": Quarters(o.Margin), "komi": Quarters(c.Komi), "even": even, "odd": even ^ 2}
}

// doubtDraw: a draw by count needs a margin of nothing, so with a komi in odd quarters there is
// none, and else the shared points have to be odd or even in number.
func (c Count) doubtDraw() (string, fault.Args) {
	switch c.Threshold() & 3 {
	case 0:
		return "", nil
	case 2:
		return "doubt.draw.shared", fault.Args{"komi": Quarters(c.Komi)}
	}
	return "doubt.draw", fault.Args{"komi": Quarters(c.Komi)}
}

// Ending is the part of a margin behind the whole 子, in quarters from 0 to 3.
type Ending int

// Words implements the words of a message.
func (n Ending) Words() (key string, args fault.Args) {
	return [...]string{"ending.whole", "ending.quarter", "ending.half", "ending.threeQuarters"}[n], nil
}
