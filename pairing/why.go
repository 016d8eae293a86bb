package pairing

import (
	"tianyuan/fault"
)

// Judge tells about pairs of one round.
type Judge struct {
	field *field
	at    map[int]*seat
}

// NewJudge prepares the field of a round: histories and points are those before it.
func NewJudge(players []Player, opt Options) *Judge {
	f := newField(players, opt)
	return &Judge{field: f, at: f.byNumber()}
}

// Cost tells what pairs and byes cost as they stand. Numbers that aren't in the field are left out.
func (j *Judge) Cost(pairs []Pair, byes []int) Cost {
	var c Cost
	for _, p := range pairs {
		black, ok1 := j.at[p.Black]
		white, ok2 := j.at[p.White]
		if ok1 && ok2 {
			j.field.add(&c, black, white)
		}
	}
	for _, no := range byes {
		if s, ok := j.at[no]; ok {
			j.field.addBye(&c, s)
		}
	}
	return c
}

// SecondBye tells that a player has had a bye already.
func (j *Judge) SecondBye(no int) bool {
	s, ok := j.at[no]
	return ok && s.hadBye
}

// Why tells each criterion of a pair as it stands, also of one changed by hand, in the order of
// the objective; nil when a player isn't in the field. The gap of points is in the caller's scale.
func (j *Judge) Why(pair Pair) []Reason {
	f, opt := j.field, j.field.opt
	black, ok1 := j.at[pair.Black]
	white, ok2 := j.at[pair.White]
	if !ok1 || !ok2 {
		return nil
	}
	var c Cost
	f.add(&c, black, white)
	reasons := []Reason{{1, meeting(c), fault.Args{"last": opt.Round - 1}}}
	gap := black.Points - white.Points
	if gap < 0 {
		gap = -gap
	}
	if gap == 0 {
		reasons = append(reasons, Reason{3, "why.gap.none", nil})
	} else {
		reasons = append(reasons, Reason{3, "why.gap.some", fault.Args{"gap": gap}})
	}
	if !opt.Nigiri {
		reasons = append(reasons, Reason{4, word("why.three", c.ThreeColours), fault.Args{"n": c.ThreeColours}})
	}
	reasons = append(reasons, unitReason(f, &c, black, white))
	reasons = append(reasons, Reason{6, word("why.floats", c.RepeatedFloats), fault.Args{"n": c.RepeatedFloats}})
	if opt.Round > 1 && !opt.Nigiri {
		reasons = append(reasons, Reason{7, word("why.due", c.ColourUnmet), fault.Args{"n": c.ColourUnmet}})
	}
	return append(reasons, orderReason(black, white))
}

func meeting(c Cost) string {
	switch {
	case c.Forbidden > 0:
		return "why.met.forbidden"
	case c.Rematches > 0:
		return "why.met.again"
	}
	return "why.met.none"
}

func word(key string, n int) string {
	if n == 0 {
		return key + ".none"
	}
	return key + ".some"
}

func unitReason(f *field, c *Cost, black, white *seat) Reason {
	same := black.Unit != "" && black.Unit == white.Unit
	switch {
	case c.SameUnit > 0:
		return Reason{5, "why.unit.unavoidable", nil}
	case same && !f.opt.AvoidSameUnit:
		return Reason{5, "why.unit.allowed", nil}
	}
	return Reason{5, "why.unit.none", nil}
}

// orderReason tells whom the group's own order would have given the smaller number of a pair.
func orderReason(a, b *seat) Reason {
	if a.group != b.group {
		return Reason{8, "why.order.between", nil}
	}
	if a.pos > b.pos {
		a, b = b, a
	}
	away := b.pos - a.target
	if away < 0 {
		away = -away
	}
	if away == 0 {
		return Reason{8, "why.order.exact", nil}
	}
	return Reason{8, "why.order.away", fault.Args{"n": away}}
}
