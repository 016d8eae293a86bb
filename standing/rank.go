package standing

import (
	"slices"

	"tianyuan/fault"
)

// Rank computes every key of every player and orders them by the chain.
// Faults: invalid "fault.standing.unknown" for a number that isn't entered, "fault.standing.twice".
func Rank(in Input) (Table, error) {
	b, err := newBook(in)
	if err != nil {
		return Table{}, err
	}
	for _, key := range in.Options.Chain {
		if !slices.Contains(Keys, key) {
			return Table{}, fault.New(fault.Invalid, "fault.standing.key", fault.Args{"key": key})
		}
	}
	r := ranker{book: b, rows: make([]Row, len(b.cards)), lots: map[int]int{}, max: b.highest()}
	for i, no := range in.Lots {
		r.lots[no] = i + 1
	}
	lowest := b.lowest()
	scores := b.scores()
	values := make([]Rat, 0, len(b.cards)*max(1, in.Upto))
	for i := range b.cards {
		start := len(values)
		values = b.reduce(i, scores, lowest, values)
		r.rows[i] = b.row(i, r.max, values[start:len(values):len(values)])
	}
	return r.table(), nil
}

// Keys are the keys of a chain.
var Keys = []string{"points", "sos", "cumulative", "beatenScore", "totalScore", "reverseSos", "directWin", "warnings", "lots"}

// highest returns the points that 总得分 divides by (options no. 5).
func (b *book) highest() Rat {
	if b.in.Options.MaxBasis == "possible" {
		return b.in.Options.Score.Win.Mul(Int(b.in.Upto))
	}
	var most Rat
	for i := range b.cards {
		if c := &b.cards[i]; !c.annulled && c.points.Cmp(most) > 0 {
			most = c.points
		}
	}
	return most
}

// lowest returns the fewest points of anybody who isn't annulled, for byeSos "lowest".
func (b *book) lowest() Rat {
	var least *Rat
	for i := range b.cards {
		c := &b.cards[i]
		if !c.annulled && (least == nil || c.points.Cmp(*least) < 0) {
			least = &c.points
		}
	}
	if least == nil {
		return Rat{}
	}
	return *least
}

// scores returns what each player counts in his opponents' 对手分.
func (b *book) scores() []Rat {
	scores := make([]Rat, len(b.cards))
	for i := range b.cards {
		c := &b.cards[i]
		scores[i] = c.points
		if c.withdrawn && !b.in.RoundRobin {
			scores[i] = b.absentee(c)
		}
	}
	return scores
}

// absentee is the score of a withdrawn Swiss player (E28/29.3, 1988 art. 29.3; options no. 19):
// his points and A for each game he didn't play, A = points per game over the board, at most 1; with
// forfeits and byes among the games where the event counts them (options no. 42).
func (b *book) absentee(c *card) Rat {
	switch b.in.Options.WithdrawnScore {
	case "actual":
		return c.points
	case "zero":
		return Rat{}
	}
	played, points := c.board, c.boardPts
	if b.in.Options.PlayedCounts == "anyResult" {
		played, points = c.results()
	}
	if played == 0 {
		return c.points
	}
	average := points.Div(Int(played))
	if average.Cmp(Int(1)) > 0 {
		average = Int(1)
	}
	rounds := 0
	for _, x := range c.cells {
		if x.opp >= 0 || x.kind == cellBye {
			rounds++
		}
	}
	return c.points.Add(average.Mul(Int(max(0, b.in.Rounds-rounds))))
}

// share is what one round adds to 对手分, and whether it does.
func (b *book) share(c *card, x *cell, scores []Rat, lowest Rat) (Rat, bool) {
	switch {
	case x.opp >= 0 && (x.board || x.kind == cellWalkover || b.in.Options.ForfeitSos != "none"):
		return scores[x.opp], true
	case x.kind == cellBye && b.in.Options.ByeSos == "lowest":
		return lowest, true
	case x.kind == cellBye && b.in.Options.ByeSos == "own":
		return c.points, true
	}
	return Rat{}, false
}

// reduce appends the sequence 逆减 of a player: first 对手分 itself, then what is left of it.
func (b *book) reduce(i int, scores []Rat, lowest Rat, values []Rat) []Rat {
	c := &b.cards[i]
	start := len(values)
	var sum Rat
	for k := range c.cells {
		if v, ok := b.share(c, &c.cells[k], scores, lowest); ok {
			values = append(values, v)
			sum = sum.Add(v)
		}
	}
	shares := values[start:]
	if b.in.Options.Reverse != "first" {
		slices.Reverse(shares)
	}
	left := sum
	for k, v := range shares {
		left = left.Sub(v)
		shares[k] = left
	}
	return append(values, sum)
}

// row computes the keys; values is the sequence of reduce with 对手分 at its end.
func (b *book) row(i int, most Rat, values []Rat) Row {
	c := &b.cards[i]
	last := len(values) - 1
	row := Row{No: c.no, Status: Active, Points: c.points, Sos: values[last], ReverseSos: values[:last], Warnings: c.warnings}
	switch {
	case c.annulled:
		row.Status = Annulled
	case c.withdrawn:
		row.Status = Withdrawn
	}
	var running Rat
	half := Rat{num: 1, den: 2}
	round := 0
	for k := range c.cells {
		x := &c.cells[k]
		for ; round < x.round-1; round++ {
			row.Cumulative = row.Cumulative.Add(running)
		}
		running = running.Add(x.points)
		if k+1 == len(c.cells) || c.cells[k+1].round > x.round {
			row.Cumulative = row.Cumulative.Add(running)
			round = x.round
		}
		switch {
		case x.opp < 0:
		case x.result == Win:
			row.Wins++
			row.BeatenScore = row.BeatenScore.Add(b.cards[x.opp].points)
		case x.result == Draw:
			row.Draws++
			row.BeatenScore = row.BeatenScore.Add(b.cards[x.opp].points.Mul(half))
		case x.result == Loss:
			row.Losses++
		}
	}
	for ; round < b.in.Upto; round++ {
		row.Cumulative = row.Cumulative.Add(running)
	}
	row.TotalScore = c.points
	if most.Sign() > 0 {
		// 2002 art. 27.2.1 A, 1988 art. 28.2: the rounds are those that count so far.
		row.TotalScore = c.points.Add(row.Sos.Div(most.Mul(half))).Sub(Int(b.in.Upto))
	}
	return row
}

type ranker struct {
	book *book
	rows []Row
	lots map[int]int
	max  Rat
}

// table orders the rows: groups of equal keys are split key by key.
func (r *ranker) table() Table {
	order := make([]int, 0, len(r.rows))
	var annulled []int
	for i := range r.rows {
		if r.rows[i].Status == Annulled {
			annulled = append(annulled, i)
		} else {
			order = append(order, i)
		}
	}
	r.split(order, 0)
	t := Table{Upto: r.book.in.Upto, Max: r.max, Rows: make([]Row, 0, len(r.rows))}
	for pos, i := range order {
		row := r.rows[i]
		row.Place = pos + 1
		if pos > 0 && row.Decided == "" {
			before := &t.Rows[pos-1]
			row.Place, row.Shared, before.Shared = before.Place, true, true
		}
		t.Rows = append(t.Rows, row)
	}
	for _, i := range annulled {
		t.Rows = append(t.Rows, r.rows[i])
	}
	return t
}

// split orders a group by the chain from a key on. Members left equal stay in the order of
// their numbers.
func (r *ranker) split(group []int, k int) {
	chain := r.book.in.Options.Chain
	if len(group) < 2 {
		return
	}
	if len(group) == 2 && (k == len(chain) || chain[k] == "directWin" || chain[k] == "lots") {
		r.meet(group[0], group[1])
	}
	if k == len(chain) {
		return
	}
	order := r.comparer(chain[k], group)
	slices.SortStableFunc(group, order)
	start := 0
	for end := 1; end <= len(group); end++ {
		if end < len(group) && order(group[end-1], group[end]) == 0 {
			continue
		}
		r.split(group[start:end], k+1)
		if start > 0 {
			r.rows[group[start]].Decided = chain[k]
		}
		start = end
	}
	if chain[k] == "lots" && order(group[0], group[len(group)-1]) != 0 {
		for i, member := range group {
			r.rows[member].Lot = i + 1
		}
	}
}

// comparer orders two rows by one key, the better first.
func (r *ranker) comparer(key string, group []int) func(a, b int) int {
	by := func(value func(*Row) Rat) func(a, b int) int {
		return func(a, b int) int { return value(&r.rows[b]).Cmp(value(&r.rows[a])) }
	}
	switch key {
	case "points":
		return by(func(x *Row) Rat { return x.Points })
	case "sos":
		return by(func(x *Row) Rat { return x.Sos })
	case "cumulative":
		return by(func(x *Row) Rat { return x.Cumulative })
	case "beatenScore":
		return by(func(x *Row) Rat { return x.BeatenScore })
	case "totalScore":
		return by(func(x *Row) Rat { return x.TotalScore })
	case "reverseSos":
		return func(a, b int) int { return compareSequences(r.rows[b].ReverseSos, r.rows[a].ReverseSos) }
	case "warnings":
		return func(a, b int) int { return r.rows[a].Warnings - r.rows[b].Warnings }
	case "directWin":
		if len(group) != 2 || r.rows[group[0]].DirectWin == nil {
			return func(int, int) int { return 0 }
		}
		return by(func(x *Row) Rat { return *x.DirectWin })
	}
	return r.byLots(group)
}

// byLots orders a group by the lots drawn; unless every member has one, it stays as it is.
func (r *ranker) byLots(group []int) func(a, b int) int {
	for _, i := range group {
		if r.lots[r.rows[i].No] == 0 {
			return func(int, int) int { return 0 }
		}
	}
	return func(a, b int) int { return r.lots[r.rows[a].No] - r.lots[r.rows[b].No] }
}

func compareSequences(a, b []Rat) int {
	for i := range max(len(a), len(b)) {
		var x, y Rat
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if c := x.Cmp(y); c != 0 {
			return c
		}
	}
	return 0
}

// meet computes 直胜 for two tied players: the share of the games between them that each won.
func (r *ranker) meet(a, b int) {
	half := Rat{num: 1, den: 2}
	var mine, games Rat
	for _, x := range r.book.cards[a].cells {
		if x.opp != b {
			continue
		}
		games = games.Add(Int(1))
		switch x.result {
		case Win:
			mine = mine.Add(Int(1))
		case Draw:
			mine = mine.Add(half)
		}
	}
	if games.Sign() == 0 {
		return
	}
	var theirs Rat
	for _, x := range r.book.cards[b].cells {
		switch {
		case x.opp == a && x.result == Win:
			theirs = theirs.Add(Int(1))
		case x.opp == a && x.result == Draw:
			theirs = theirs.Add(half)
		}
	}
	r.rows[a].DirectWin, r.rows[b].DirectWin = &mine, &theirs
}
