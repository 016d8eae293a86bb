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

func (f *Front) settle() *weiqi.Settlement {
	return weiqi.Settle(f.game.Board(), playouts, weiqi.NewRandom(seed))
}

// finalScore counts by area without the stones that final_status_list calls dead, with komi and
// the compensation for handicap stones (G9, C11, options no. 14): "B+3.5", "0".
func (f *Front) finalScore(command) answer {
	b := f.game.Board()
	area, err := b.Count(weiqi.Agreement{Dead: f.settle().Dead})
	if err != nil {
		return fail("cannot score")
	}
	count := f.options.Edition.Count(b.Size(), area.Black)
	count.Komi, count.Compensation = f.komi, rules.Compensation(f.handicap)
	return ok(count.Outcome().SGF())
}

// finalStatusList lists the chains of a status, a line each. What isn't dead or in seki is
// alive. The territories and the dame come with them as GNU Go has them.
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
	s := f.settle()
	dead := map[weiqi.Point]bool{}
	for _, p := range s.Dead {
		dead[p] = true
	}
	seki := map[weiqi.Point]bool{}
	for _, chain := range s.Left.Chains {
		for _, p := range chain.Stones {
			seki[p] = chain.Status == weiqi.Seki
		}
	}
	var lines []string
	listed := map[weiqi.Point]bool{}
	b := f.game.Board()
	for p := range b.Points() {
		if b.At(p) == rules.NoSide || listed[p] {
			continue
		}
		chain := b.Chain(p)
		for _, q := range chain {
			listed[q] = true
		}
		is := weiqi.Alive
		switch {
		case dead[p]:
			is = weiqi.Dead
		case seki[p]:
			is = weiqi.Seki
		}
		if is.String() == status {
			lines = append(lines, f.vertices(chain))
		}
	}
	return strings.Join(lines, "\n")
}

// owned lists the points without living stones that count for the side, or for neither.
func (f *Front) owned(side rules.Side) string {
	b, dead := f.game.Board(), f.settle().Dead
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
