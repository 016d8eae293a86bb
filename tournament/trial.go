package tournament

import (
	"cmp"
	"slices"
	"strings"

	"tianyuan/fault"
	"tianyuan/pairing"
	"tianyuan/standing"
)

// Exchange lets two players of a proposal change places. The same number twice, or both sides of
// one table, exchanges the colours; two players with byes are paired, the first with Black.
// Fault: invalid "fault.tournament.notInRound".
func (d *Division) Exchange(r *Round, a, b int) (ChangePairs, error) {
	for _, no := range []int{a, b} {
		if _, paired := r.seatOf(no); !paired && !slices.Contains(r.Byes, no) {
			return ChangePairs{}, refuse("fault.tournament.notInRound", fault.Args{"no": no, "round": r.No})
		}
	}
	if slices.Contains(r.Byes, a) && slices.Contains(r.Byes, b) {
		return d.seatFree(r, a, b)
	}
	if p, paired := r.seatOf(a); paired && p.Nigiri != Assigned && (b == p.Black || b == p.White) {
		return ChangePairs{}, refuse("fault.tournament.nigiriTurn", fault.Args{"table": p.Table})
	}
	c := ChangePairs{Round: r.No}
	for _, p := range r.Pairs {
		if a == b && (p.Black == a || p.White == a) {
			p.Black, p.White = p.White, p.Black
		} else {
			p.Black, p.White = exchanged(p.Black, a, b), exchanged(p.White, a, b)
		}
		c.Pairs = append(c.Pairs, p)
	}
	for _, no := range r.Byes {
		c.Byes = append(c.Byes, exchanged(no, a, b))
	}
	return c, nil
}

// seatFree pairs two players who have byes, at the first free table.
func (d *Division) seatFree(r *Round, a, b int) (ChangePairs, error) {
	if a == b {
		return ChangePairs{}, refuse("fault.tournament.byeAlone", fault.Args{"no": a})
	}
	byes := slices.DeleteFunc(slices.Clone(r.Byes), func(no int) bool { return no == a || no == b })
	return ChangePairs{Round: r.No, Pairs: append(slices.Clone(r.Pairs), Pair{Table: d.freeTable(r), Black: a, White: b}), Byes: byes}, nil
}

// GiveBye gives a player the bye. Who has the only bye takes his seat; with none or several his
// table is dissolved, and the opponent has a bye too.
// Faults: invalid "fault.tournament.notInRound", "fault.tournament.byeAlready".
func (d *Division) GiveBye(r *Round, no int) (ChangePairs, error) {
	p, paired := r.seatOf(no)
	switch {
	case slices.Contains(r.Byes, no):
		return ChangePairs{}, refuse("fault.tournament.byeAlready", fault.Args{"no": no})
	case !paired:
		return ChangePairs{}, refuse("fault.tournament.notInRound", fault.Args{"no": no, "round": r.No})
	case len(r.Byes) == 1:
		return d.Exchange(r, no, r.Byes[0])
	}
	pairs := slices.DeleteFunc(slices.Clone(r.Pairs), func(x Pair) bool { return x.Table == p.Table })
	return ChangePairs{Round: r.No, Pairs: pairs, Byes: append(slices.Clone(r.Byes), p.Black, p.White)}, nil
}

// seatOf returns the pair in which a player sits.
func (r *Round) seatOf(no int) (Pair, bool) {
	for _, p := range r.Pairs {
		if p.Black == no || p.White == no {
			return p, true
		}
	}
	return Pair{}, false
}

// changed returns the pairs of a change as they would stand: complete, with stones and komi, in the
// order of the tables.
func (d *Division) changed(r *Round, c ChangePairs) ([]Pair, error) {
	if err := samePlayers(r, c.Pairs, c.Byes); err != nil {
		return nil, err
	}
	pairs := slices.Clone(c.Pairs)
	for i := range pairs {
		pairs[i] = r.drawnAlready(d.completed(pairs[i]))
	}
	slices.SortFunc(pairs, byTable)
	if slices.Equal(pairs, r.Pairs) && slices.Equal(c.Byes, r.Byes) {
		return nil, refuse("fault.tournament.changeNothing", nil)
	}
	return pairs, nil
}

// Trial is what a change by hand would do.
type Trial struct {
	Change        ChangePairs
	Before, After pairing.Cost
	// Scale is the factor of the points in GapSquares, which is in Scale².
	Scale int64
	// Tables are the pairs that would be new, Byes the players whose bye would be.
	Tables []TrialTable
	Byes   []TrialBye
}

// TrialTable is a new pair with what is wrong with it.
type TrialTable struct {
	Pair   Pair
	Faults []pairing.Reason
}

// TrialBye is a new bye; Second tells that the player had one before.
type TrialBye struct {
	No     int
	Second bool
}

// Try tells what a change would cost, and changes nothing.
// Faults: as those of ChangePairs, but for the reason.
func (d *Division) Try(c ChangePairs) (*Trial, error) {
	r, err := d.roundIn(c.Round, Prepared, Checked)
	if err != nil {
		return nil, err
	}
	pairs, err := d.changed(r, c)
	if err != nil {
		return nil, err
	}
	t := &Trial{Change: c, Scale: 1}
	for _, p := range pairs {
		if old, ok := r.Pair(p.Table); !ok || old != p {
			t.Tables = append(t.Tables, TrialTable{Pair: p})
		}
	}
	for _, no := range c.Byes {
		if !slices.Contains(r.Byes, no) {
			t.Byes = append(t.Byes, TrialBye{No: no})
		}
	}
	if d.Reg.Method == RoundRobin {
		return t, nil
	}
	j, scale, err := d.judge(c.Round)
	if err != nil {
		return nil, err
	}
	t.Scale = scale
	t.Before, t.After = j.Cost(sides(r.Pairs), r.Byes), j.Cost(sides(pairs), c.Byes)
	for i := range t.Tables {
		p := t.Tables[i].Pair
		t.Tables[i].Faults = faults(unscaled(j.Why(pairing.Pair{Black: p.Black, White: p.White}), scale))
	}
	for i := range t.Byes {
		t.Byes[i].Second = j.SecondBye(t.Byes[i].No)
	}
	return t, nil
}

// faults keeps the reasons that speak against a pair; closeness to the group's order is none.
func faults(reasons []pairing.Reason) []pairing.Reason {
	const order = 8
	return slices.DeleteFunc(reasons, func(r pairing.Reason) bool {
		return r.Criterion == order || strings.HasSuffix(r.Key, ".none") || strings.HasSuffix(r.Key, ".allowed")
	})
}

// Faults lists for each pair of a Swiss round what an officer should look at before it is
// published: met before or forbidden, three of a colour, one unit while that is avoided, floating the
// same way again.
func (d *Division) Faults(r *Round) [][]pairing.Reason {
	all := d.Whys(r.No, r.Pairs)
	for i := range all {
		all[i] = slices.DeleteFunc(faults(all[i]), func(x pairing.Reason) bool { return x.Criterion == 3 || x.Criterion == 7 })
	}
	return all
}

// Part is one criterion of a cost, in the order of the objective (docs/pairing.md).
type Part struct {
	Key           string // message "cost.<key>"
	Criterion     int
	Before, After standing.Rat
}

// Parts lists what a trial would change in the cost, the most important first; parts that are
// nothing before and after are left out.
func (t *Trial) Parts() []Part {
	b, a := t.Before, t.After
	square := standing.Int(int(t.Scale * t.Scale))
	var parts []Part
	for _, x := range []struct {
		key           string
		criterion     int
		before, after int64
	}{
		{"met", 1, int64(b.Forbidden + b.Rematches), int64(a.Forbidden + a.Rematches)},
		{"byesTwice", 2, int64(b.ByesTwice), int64(a.ByesTwice)}, {"byeAbove", 2, int64(b.ByeAbove), int64(a.ByeAbove)},
		{"floated", 3, int64(b.Floated), int64(a.Floated)}, {"gapSquares", 3, b.GapSquares, a.GapSquares},
		{"three", 4, int64(b.ThreeColours), int64(a.ThreeColours)}, {"unit", 5, int64(b.SameUnit), int64(a.SameUnit)},
		{"floats", 6, int64(b.RepeatedFloats), int64(a.RepeatedFloats)}, {"unmet", 7, int64(b.ColourUnmet), int64(a.ColourUnmet)},
		{"order", 8, b.Order, a.Order},
	} {
		if x.before == 0 && x.after == 0 {
			continue
		}
		p := Part{Key: x.key, Criterion: x.criterion, Before: standing.Int(int(x.before)), After: standing.Int(int(x.after))}
		if x.key == "gapSquares" {
			p.Before, p.After = p.Before.Div(square), p.After.Div(square)
		}
		parts = append(parts, p)
	}
	return parts
}

// First returns the most important part that changes; nil when the cost stays.
func (t *Trial) First() *Part {
	for _, p := range t.Parts() {
		if p.Before.Cmp(p.After) != 0 {
			return &p
		}
	}
	return nil
}

// Alternative is an exchange of two players, with its trial.
type Alternative struct {
	A, B  int
	Trial *Trial
}

// Alternatives lists the cheapest exchanges for a table of a proposal, at most n of them, the best
// first: its colours turned, and each of its players against everybody else.
func (d *Division) Alternatives(round, table, n int) []Alternative {
	r := d.Round(round)
	if r == nil || d.Reg.Method == RoundRobin {
		return nil
	}
	p, ok := r.Pair(table)
	j, scale, err := d.judge(round)
	if !ok || err != nil {
		return nil
	}
	whole := j.Cost(sides(r.Pairs), r.Byes)
	after := func(old, fresh []pairing.Pair, oldBye, freshBye []int) *Trial {
		return &Trial{Before: whole, After: whole.Minus(j.Cost(old, oldBye)).Plus(j.Cost(fresh, freshBye)), Scale: scale}
	}
	here := pairing.Pair{Black: p.Black, White: p.White}
	var list []Alternative
	if p.Nigiri == Assigned {
		list = append(list, Alternative{p.Black, p.Black, after([]pairing.Pair{here}, []pairing.Pair{{Black: p.White, White: p.Black}}, nil, nil)})
	}
	for _, there := range sides(r.Pairs) {
		if there == here {
			continue
		}
		for _, x := range []struct {
			a, b   int
			ha, ta pairing.Pair
		}{
			{p.Black, there.Black, pairing.Pair{Black: there.Black, White: p.White}, pairing.Pair{Black: p.Black, White: there.White}},
			{p.Black, there.White, pairing.Pair{Black: there.White, White: p.White}, pairing.Pair{Black: there.Black, White: p.Black}},
			{p.White, there.Black, pairing.Pair{Black: p.Black, White: there.Black}, pairing.Pair{Black: p.White, White: there.White}},
			{p.White, there.White, pairing.Pair{Black: p.Black, White: there.White}, pairing.Pair{Black: there.Black, White: p.White}},
		} {
			list = append(list, Alternative{x.a, x.b, after([]pairing.Pair{here, there}, []pairing.Pair{x.ha, x.ta}, nil, nil)})
		}
	}
	for _, free := range r.Byes {
		list = append(list,
			Alternative{p.Black, free, after([]pairing.Pair{here}, []pairing.Pair{{Black: free, White: p.White}}, []int{free}, []int{p.Black})},
			Alternative{p.White, free, after([]pairing.Pair{here}, []pairing.Pair{{Black: p.Black, White: free}}, []int{free}, []int{p.White})})
	}
	slices.SortStableFunc(list, func(a, b Alternative) int {
		return cmp.Or(a.Trial.After.Compare(b.Trial.After), cmp.Compare(a.B, b.B))
	})
	return list[:min(n, len(list))]
}
