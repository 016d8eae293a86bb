package standing

import "slices"

// Leaving is what the ranking makes of a player who leaves now (E28/29, 2002 art. 28, 1988 art. 29).
type Leaving struct {
	// Played are his games so far, Due the number that half is taken of on a round robin.
	Played, Due int
	// Annulled tells that everything of his is taken out of the ranking.
	Annulled bool
	// Counts is what he counts in his opponents' 对手分 on a Swiss.
	Counts Rat
}

// Leave tells what becomes of a player who leaves after a round; nothing is changed.
// Fault: invalid "fault.standing.unknown".
func Leave(in Input, no, after int) (Leaving, error) {
	in.Withdrawals = append(slices.DeleteFunc(slices.Clone(in.Withdrawals), func(w Withdrawal) bool { return w.No == no }), Withdrawal{No: no, After: after})
	in.Upto = max(in.Upto, after+1) // the first ranking that counts without him
	b, err := newBook(in)
	if err != nil {
		return Leaving{}, err
	}
	i, err := b.find(no, after)
	if err != nil {
		return Leaving{}, err
	}
	l := Leaving{Due: b.due(), Annulled: b.cards[i].annulled, Counts: b.scores()[i]}
	for _, g := range in.Games {
		if (g.Black == no || g.White == no) && g.Round <= after {
			l.Played++
		}
	}
	return l, nil
}
