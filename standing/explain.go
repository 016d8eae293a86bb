package standing

import (
	"slices"

	"tianyuan/fault"
)

// Part is one summand of a number.
type Part struct {
	Round    int
	Opponent int // 0 = none
	Black    bool
	Result   Result
	// Note is a message key for a round without an ordinary game; "" otherwise.
	Note  string
	Value Rat
}

// Neighbour is the comparison with the place before or after: the key that decides, and both values.
type Neighbour struct {
	No           int
	Key          string
	Mine, Theirs string
}

// Explanation tells where a number comes from.
type Explanation struct {
	No    int
	Key   string
	Parts []Part
	Total string
	// Text is the message key of the sentence that says how the number is made, with its arguments.
	Text string
	Args fault.Args
	// Before and After are nil at the ends of the ranking and beside a shared place.
	Before, After *Neighbour
}

// Explain tells where a player's key comes from: the parts add up to it (points, 对手分,
// 累进分, 胜者小分), or the formula's arguments are given (总得分).
// Faults: notFound "fault.standing.unknown", invalid "fault.standing.key".
func Explain(in Input, no int, key string) (Explanation, error) {
	t, err := Rank(in)
	if err != nil {
		return Explanation{}, err
	}
	b, err := newBook(in)
	if err != nil {
		return Explanation{}, err
	}
	i, ok := b.index[no]
	if !ok {
		return Explanation{}, fault.New(fault.NotFound, "fault.standing.unknown", fault.Args{"no": no, "round": in.Upto})
	}
	if !slices.Contains(Keys, key) {
		return Explanation{}, fault.New(fault.Invalid, "fault.standing.key", fault.Args{"key": key})
	}
	pos := slices.IndexFunc(t.Rows, func(r Row) bool { return r.No == no })
	e := Explanation{No: no, Key: key, Total: value(&t.Rows[pos], key), Text: "explain." + key, Parts: b.parts(i, key)}
	e.Args = fault.Args{
		"n": len(e.Parts), "points": t.Rows[pos].Points.String(), "sos": t.Rows[pos].Sos.String(),
		"max": t.Max.String(), "rounds": in.Upto,
	}
	e.Before, e.After = neighbours(t, pos)
	return e, nil
}

func neighbours(t Table, pos int) (before, after *Neighbour) {
	compare := func(other, later int) *Neighbour {
		key := t.Rows[later].Decided
		if key == "" || t.Rows[later].Place == 0 {
			return nil
		}
		return &Neighbour{No: t.Rows[other].No, Key: key, Mine: value(&t.Rows[pos], key), Theirs: value(&t.Rows[other], key)}
	}
	if pos > 0 && t.Rows[pos].Place > 0 {
		before = compare(pos-1, pos)
	}
	if pos+1 < len(t.Rows) {
		after = compare(pos+1, pos+1)
	}
	return before, after
}

// value writes a row's key for people; of 逆减 the first element that is shown is the sequence.
func value(r *Row, key string) string {
	switch v := r.Keys()[key].(type) {
	case string:
		return v
	case []string:
		text := ""
		for i, s := range v {
			if i > 0 {
				text += ", "
			}
			text += s
		}
		return text
	}
	return r.Text(key)
}

// parts are the summands of a key; an order by lots, the warnings and 直胜 are no sums over opponents.
func (b *book) parts(i int, key string) []Part {
	if slices.Contains([]string{"lots", "warnings", "directWin"}, key) {
		return nil
	}
	c := &b.cards[i]
	scores, lowest := b.scores(), b.lowest()
	var parts []Part
	var running Rat
	for k := range c.cells {
		x := &c.cells[k]
		p := b.part(x)
		counts := true
		running = running.Add(x.points)
		switch key {
		case "points":
			p.Value = x.points
		case "cumulative":
			p.Value = running
		case "beatenScore":
			p.Value, counts = b.beaten(x)
		default:
			p.Value, counts = b.share(c, x, scores, lowest)
			if counts && x.opp >= 0 && scores[x.opp].Cmp(b.cards[x.opp].points) != 0 {
				p.Note = "explain.average"
			}
		}
		if counts {
			parts = append(parts, p)
		}
	}
	if key == "cumulative" {
		return b.everyRound(parts)
	}
	return parts
}

// part is a round of a player; its value is what it adds to his points.
func (b *book) part(x *cell) Part {
	p := Part{Round: x.round, Black: x.black, Result: x.result, Note: x.note(), Value: x.points}
	if x.opp >= 0 {
		p.Opponent = b.cards[x.opp].no
	}
	return p
}

// Walkover tells a win or loss of a game that the opponent's, or the player's own, leaving decided.
func (p Part) Walkover() bool { return p.Note == "explain.walkover" }

// Course returns, by number, what each player has from each round, in the order of the rounds; the
// values add up to his points. An annulled player has nothing, and nobody anything from him (E28/29).
// Faults: as Rank.
func Course(in Input) (map[int][]Part, error) {
	b, err := newBook(in)
	if err != nil {
		return nil, err
	}
	course := make(map[int][]Part, len(b.cards))
	for i := range b.cards {
		c := &b.cards[i]
		parts := make([]Part, len(c.cells))
		for k := range c.cells {
			parts[k] = b.part(&c.cells[k])
		}
		course[c.no] = parts
	}
	return course, nil
}

// everyRound fills the rounds without a cell, in which the running points stay.
func (b *book) everyRound(parts []Part) []Part {
	full := make([]Part, 0, b.in.Upto)
	var running Rat
	for round := 1; round <= b.in.Upto; round++ {
		p := Part{Round: round, Value: running}
		for len(parts) > 0 && parts[0].Round == round {
			p, parts = parts[0], parts[1:]
		}
		running = p.Value
		full = append(full, p)
	}
	return full
}

func (b *book) beaten(x *cell) (Rat, bool) {
	if x.opp < 0 {
		return Rat{}, false
	}
	switch x.result {
	case Win:
		return b.cards[x.opp].points, true
	case Draw:
		return b.cards[x.opp].points.Mul(Rat{num: 1, den: 2}), true
	}
	return Rat{}, false
}

func (x *cell) note() string {
	return map[cellKind]string{cellBye: "explain.bye", cellAbsent: "explain.absent", cellLate: "explain.late", cellWalkover: "explain.walkover"}[x.kind]
}
