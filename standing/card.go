package standing

import (
	"cmp"
	"slices"

	"tianyuan/fault"
)

// cell is one round of one player.
type cell struct {
	round  int
	opp    int // index of the opponent, -1 for none
	result Result
	points Rat
	// kind tells where the points come from.
	kind cellKind
	// board tells that the game was played over the board.
	board bool
	black bool
}

type cellKind uint8

const (
	cellGame cellKind = iota
	cellBye
	cellAbsent
	cellLate
	cellWalkover // a win over a player who withdrew (E28/29.2)
)

// card is one player's whole tournament.
type card struct {
	no        int
	from      int // first round that he can be paired in
	cells     []cell
	warnings  int
	points    Rat
	games     int // results of any kind, byes excluded
	board     int // games over the board
	boardPts  Rat
	withdrawn bool
	after     int
	annulled  bool
}

// book holds the cards of an input.
type book struct {
	in    Input
	cards []card
	index map[int]int
}

// newBook sorts every game, bye and absence up to the round into the players' cards.
func newBook(in Input) (*book, error) {
	b := &book{in: in, index: make(map[int]int, len(in.Players))}
	players := slices.SortedFunc(slices.Values(in.Players), func(a, c Player) int { return a.No - c.No })
	b.cards = make([]card, len(players))
	room := make([]cell, len(players)*max(1, min(in.Upto, 64)))
	width := len(room) / max(1, len(players))
	for i, p := range players {
		if _, twice := b.index[p.No]; twice {
			return nil, fault.New(fault.Invalid, "fault.standing.twice", fault.Args{"no": p.No})
		}
		b.index[p.No] = i
		b.cards[i] = card{no: p.No, from: max(1, p.From), cells: room[i*width : i*width : (i+1)*width]}
		for round := 1; round < min(p.From, in.Upto+1); round++ {
			b.add(i, cell{round: round, opp: -1, kind: cellLate, points: in.Options.Score.Late})
		}
	}
	if err := b.addGames(); err != nil {
		return nil, err
	}
	if err := b.addMarks(in.Byes, cellBye, in.Options.Score.Bye); err != nil {
		return nil, err
	}
	if err := b.addMarks(in.Absences, cellAbsent, in.Options.Score.Absent); err != nil {
		return nil, err
	}
	return b, b.withdraw()
}

func (b *book) add(i int, c cell) { b.cards[i].cells = append(b.cards[i].cells, c) }

func (b *book) find(no, round int) (int, error) {
	i, ok := b.index[no]
	if !ok {
		return 0, fault.New(fault.Invalid, "fault.standing.unknown", fault.Args{"no": no, "round": round})
	}
	return i, nil
}

func (b *book) addGames() error {
	for _, g := range b.in.Games {
		black, err := b.find(g.Black, g.Round)
		if err != nil {
			return err
		}
		white, err := b.find(g.White, g.Round)
		if err != nil {
			return err
		}
		if g.Round > b.in.Upto || black == white {
			continue
		}
		b.add(black, cell{round: g.Round, opp: white, result: g.BlackResult, points: b.in.Options.Score.Of(g.BlackResult), board: !g.Forfeit, black: true})
		b.add(white, cell{round: g.Round, opp: black, result: g.WhiteResult, points: b.in.Options.Score.Of(g.WhiteResult), board: !g.Forfeit})
		b.cards[black].warnings += g.WarnB
		b.cards[white].warnings += g.WarnW
	}
	return nil
}

// addMarks enters byes or absences; one beside a game of the same round counts for nothing.
func (b *book) addMarks(marks []Mark, kind cellKind, worth Rat) error {
	for _, m := range marks {
		i, err := b.find(m.No, m.Round)
		if err != nil {
			return err
		}
		taken := slices.ContainsFunc(b.cards[i].cells, func(c cell) bool { return c.round == m.Round })
		if m.Round <= b.in.Upto && !taken {
			b.add(i, cell{round: m.Round, opp: -1, kind: kind, points: worth})
		}
	}
	return nil
}

// withdraw applies E28/29: on a round robin a player who left with less than half played is
// annulled with all his games, else the games left are wins of his opponents.
func (b *book) withdraw() error {
	for _, w := range b.in.Withdrawals {
		i, err := b.find(w.No, w.After)
		if err != nil {
			return err
		}
		c := &b.cards[i]
		if w.After >= b.in.Upto && w.After >= c.from {
			continue // he is still in after this round
		}
		c.withdrawn, c.after = true, w.After
		played := 0
		for _, cell := range c.cells {
			if cell.opp >= 0 && cell.round <= w.After && (cell.board || b.in.Options.PlayedCounts != "overBoard") {
				played++
			}
		}
		if b.in.RoundRobin {
			c.annulled = 2*played < b.due()
		} else {
			c.annulled = w.After < c.from && !c.started()
		}
	}
	if b.in.RoundRobin {
		b.annul()
		b.walkovers()
	}
	for i := range b.cards {
		b.total(&b.cards[i])
	}
	return nil
}

// started tells that a player had a game or a bye; rounds before he came, or announced absences,
// are no start.
func (c *card) started() bool {
	return slices.ContainsFunc(c.cells, func(x cell) bool { return x.opp >= 0 || x.kind == cellBye })
}

// due is the number that "half" is taken of (options no. 15): the rounds, or a player's games.
func (b *book) due() int {
	if b.in.Options.HalfOf == "games" {
		return (len(b.cards) - 1) * max(1, b.in.Cycles)
	}
	return b.in.Rounds
}

// annul removes the annulled players' games from everybody's cards.
func (b *book) annul() {
	for i := range b.cards {
		c := &b.cards[i]
		if c.annulled {
			c.cells = nil
			continue
		}
		c.cells = slices.DeleteFunc(c.cells, func(x cell) bool { return x.opp >= 0 && b.cards[x.opp].annulled })
	}
}

// walkovers gives the opponents of a player who left after half the games that are left as
// wins, unless they are listed already: in the scheduled round, or where there is no schedule
// when the last round has counted.
func (b *book) walkovers() {
	for left := range b.cards {
		if !b.cards[left].withdrawn || b.cards[left].annulled {
			continue
		}
		for i := range b.cards {
			c := &b.cards[i]
			if i == left || c.annulled {
				continue
			}
			met := 0
			for _, x := range c.cells {
				if x.opp == left {
					met++
				}
			}
			for _, round := range b.owed(c.no, b.cards[left].no, met) {
				b.grant(i, left, round)
			}
		}
	}
}

// owed lists the rounds up to now in which two players should still have met.
func (b *book) owed(one, other, met int) []int {
	cycles := max(1, b.in.Cycles)
	var rounds []int
	if b.in.Schedule == nil {
		if b.in.Upto >= b.in.Rounds {
			for range cycles - met {
				rounds = append(rounds, b.in.Rounds)
			}
		}
		return rounds
	}
	for r, pairs := range b.in.Schedule {
		if r+1 > b.in.Upto {
			break
		}
		for _, p := range pairs {
			if p == [2]int{one, other} || p == [2]int{other, one} {
				rounds = append(rounds, r+1)
			}
		}
	}
	return rounds[min(met, len(rounds)):]
}

// grant enters a walkover for one player and the loss for the one who left; of two who left
// nobody wins.
func (b *book) grant(winner, left, round int) {
	if b.cards[winner].withdrawn && round > b.cards[winner].after {
		return
	}
	b.add(winner, cell{round: round, opp: left, result: Win, points: b.in.Options.Score.Win, kind: cellWalkover})
	b.add(left, cell{round: round, opp: winner, result: Loss, points: b.in.Options.Score.Loss, kind: cellWalkover})
}

// results counts a player's games of any kind and his byes, with what they gave him.
func (c *card) results() (n int, points Rat) {
	for _, x := range c.cells {
		if x.opp >= 0 || x.kind == cellBye {
			n++
			points = points.Add(x.points)
		}
	}
	return n, points
}

func (b *book) total(c *card) {
	slices.SortStableFunc(c.cells, func(x, y cell) int { return cmp.Compare(x.round, y.round) })
	for _, x := range c.cells {
		c.points = c.points.Add(x.points)
		if x.opp >= 0 {
			c.games++
		}
		if x.board && x.opp >= 0 {
			c.board++
			c.boardPts = c.boardPts.Add(x.points)
		}
	}
}
