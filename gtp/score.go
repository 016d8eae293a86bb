package gtp

import (
	"strings"

	"tianyuan/rules"
	"tianyuan/weiqi"
)

// What is dead is nobody's to confirm here, so it is suggested, always alike for a position.
const (
	playouts = 400
	seed     = 2002
)

func (f *Front) suggest() *weiqi.Suggestion {
	return weiqi.Suggest(f.game.Board(), playouts, weiqi.NewRandom(seed))
}

// finalScore counts by area without the stones that final_status_list calls dead, with komi and
// the compensation for handicap stones (G9, C11, options no. 14): "B+3.5", "0".
func (f *Front) finalScore(command) answer {
	b := f.game.Board()
	area, err := b.Count(weiqi.Agreement{Dead: f.suggest().Dead()})
	if err != nil {
		return fail("cannot score")
	}
	count := f.options.Edition.Count(b.Size(), area.Black)
	count.Komi, count.Compensation = f.komi, rules.Compensation(f.handicap)
	return ok(count.Outcome().SGF())
}

// finalStatusList lists the chains of a status, a line each. A chain that depends on who plays is
// alive: nobody has taken it. The territories and the dame come with them as GNU Go has them.
func (f *Front) finalStatusList(c command) answer {
	switch c.args[0] {
	case "alive", "dead", "seki":
		return ok(f.chains(c.args[0]))
	case "black_territory":
		return ok(f.owned(rules.Black))
	case "white_territory":
		return ok(f.owned(rules.White))
	case "dame":
		return ok(f.owned(rules.NoSide))
	}
	return fail(syntaxError)
}

func (f *Front) chains(status string) string {
	var lines []string
	for _, chain := range f.suggest().Chains {
		is := chain.Status
		if is == weiqi.Unsettled {
			is = weiqi.Alive
		}
		if is.String() == status {
			lines = append(lines, f.vertices(chain.Stones))
		}
	}
	return strings.Join(lines, "\n")
}

// owned lists the points without living stones that count for the side, or for neither.
func (f *Front) owned(side rules.Side) string {
	b, dead := f.game.Board(), f.suggest().Dead()
	area, err := b.Count(weiqi.Agreement{Dead: dead})
	if err != nil {
		return ""
	}
	stands := map[weiqi.Point]bool{}
	for _, c := range []rules.Side{rules.Black, rules.White} {
		for _, p := range b.Stones(c) {
			stands[p] = true
		}
	}
	for _, p := range dead {
		delete(stands, p)
	}
	var points []weiqi.Point
	for p := range b.Points() {
		if !stands[p] && area.Owner(p) == side {
			points = append(points, p)
		}
	}
	return f.vertices(points)
}
