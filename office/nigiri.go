package office

import (
	"tianyuan/game"
	"tianyuan/tournament"
)

// NigiriHolder proposes who hides the stones of a pair's nigiri: the higher dan, of equal ones the elder
// (C10, 2002 art. 10). sure is false where neither rank nor year of birth tells; it is then who is listed
// first, and the referee knows better.
func NigiriHolder(d *tournament.Division, pair tournament.Pair) (holder game.Person, sure bool) {
	one, two := pair.Listed()
	first, second := d.Entry(one), d.Entry(two)
	if first == nil || second == nil {
		return game.First, false
	}
	dans := [2]int{first.Strength(), second.Strength()}
	born, bornToo := first.BirthYear(), second.BirthYear()
	elder := game.First
	if born > bornToo && bornToo > 0 {
		elder = game.Second
	}
	return game.Holder(dans, elder), dans[0] != dans[1] || born != bornToo && min(born, bornToo) > 0
}
