package tournament

import (
	"slices"

	"tianyuan/fault"
	"tianyuan/grading"
	"tianyuan/pairing"
	"tianyuan/rules"
	"tianyuan/standing"
)

// Proposal is the next round's pairs with what they cost.
type Proposal struct {
	Round  int
	Tables []Pair
	Byes   []int
	Absent []int
	Cost   pairing.Cost
	// Scale is the factor by which points were made whole for pairing; GapSquares is in Scale².
	Scale int64
}

func (p *Proposal) pairs() []Pair { return p.Tables }

// Pair proposes the pairs of the next round.
// Faults: invalid "fault.pairing.nobody", conflict "fault.tournament.allRounds".
func (d *Division) Pair(seed string) (*Proposal, error) {
	round := d.nextRound()
	if round > d.PlannedRounds() {
		return nil, clash("fault.tournament.allRounds", fault.Args{"rounds": d.PlannedRounds()})
	}
	if d.Reg.Method == RoundRobin {
		return d.scheduled(round)
	}
	players, scale, err := d.field(round)
	if err != nil {
		return nil, err
	}
	found, err := pairing.Swiss(players, d.pairingOptions(round, seed))
	if err != nil {
		return nil, err
	}
	p := &Proposal{Round: round, Byes: found.Byes, Absent: slices.Sorted(slices.Values(d.Absences[round])), Cost: found.Cost, Scale: scale}
	tables := d.Seating.Tables(len(found.Pairs))
	for i, pair := range found.Pairs {
		p.Tables = append(p.Tables, d.completed(Pair{Table: tables[i], Black: pair.Black, White: pair.White}))
	}
	d.fixTables(p.Tables)
	return p, nil
}

// scheduled takes a round robin's round from its table; who meets nobody is free.
func (d *Division) scheduled(round int) (*Proposal, error) {
	p := &Proposal{Round: round, Scale: 1}
	n := 0
	for _, pairs := range d.Schedule[round-1] {
		n = max(n, pairs[0], pairs[1])
	}
	tables := d.Seating.Tables(len(d.Schedule[round-1]))
	for _, pair := range d.Schedule[round-1] {
		sides := pairing.Colours(n, pairing.Table(d.Reg.Options.Table), round, pair)
		if sides.Black == 0 || sides.White == 0 || d.gone(sides.Black, round) || d.gone(sides.White, round) {
			continue
		}
		p.Tables = append(p.Tables, d.completed(Pair{Table: tables[len(p.Tables)], Black: sides.Black, White: sides.White}))
	}
	if len(p.Tables) == 0 {
		return nil, refuse("fault.tournament.nobody", fault.Args{"round": round})
	}
	return p, nil
}

// gone tells that a player withdrew before a round.
func (d *Division) gone(no, round int) bool {
	w, out := d.Withdrawals[no]
	return out && round > w.After
}

func (d *Division) pairingOptions(round int, seed string) pairing.Options {
	o := d.Reg.Options
	return pairing.Options{
		Round: round, Rounds: d.PlannedRounds(), FirstRound: o.FirstRound, FirstColours: o.FirstColours, EqualColours: o.EqualColours,
		ThreeColours: o.ThreeColours, AvoidSameUnit: round <= o.AvoidSameUnit.Until(d.PlannedRounds()), Forbidden: o.Forbidden, Seed: seed,
		Nigiri: d.Reg.Colours == ByNigiri,
	}
}

// field returns the players who can be paired in a Swiss round, with whole points: all points
// times the least common denominator.
func (d *Division) field(round int) ([]pairing.Player, int64, error) {
	score, err := d.Reg.Options.Score.rats()
	if err != nil {
		return nil, 0, err
	}
	scale := int64(1)
	for _, v := range []standing.Rat{score.Win, score.Draw, score.Loss, score.Bye, score.Absent, score.Late} {
		scale = lcm(scale, v.Denominator())
	}
	if scale > 10000 {
		return nil, 0, badOption("score", "1/"+standing.Int(int(scale)).String(), []string{"2", "1", "0", "0.5", "1/3 …"})
	}
	h := newHistory(d, score, scale, round)
	var players []pairing.Player
	for i := range d.Entries {
		e := &d.Entries[i]
		if e.No > 0 && e.First() <= round && !d.gone(e.No, round) && !slices.Contains(d.Absences[round], e.No) && !h.dropped(e.No) {
			players = append(players, pairing.Player{No: e.No, Points: h.points[e.No], Unit: e.Unit, Past: h.past[e.No]})
		}
	}
	return players, scale, nil
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// history collects what pairing needs of the rounds before one.
type history struct {
	d      *Division
	points map[int]int64
	past   map[int][]pairing.Past
	missed map[int]int // forfeits running
}

func newHistory(d *Division, score standing.Score, scale int64, round int) *history {
	h := &history{d: d, points: map[int]int64{}, past: map[int][]pairing.Past{}, missed: map[int]int{}}
	whole := func(r standing.Rat) int64 {
		n, _ := r.Scale(scale)
		return n
	}
	room := make([]pairing.Past, len(d.Entries)*(round-1))
	for i := range d.Entries {
		no := d.Entries[i].No
		h.past[no] = room[i*(round-1) : (i+1)*(round-1) : (i+1)*(round-1)]
	}
	for r := range d.Rounds {
		if r+1 >= round {
			break
		}
		h.addRound(&d.Rounds[r], r, score, whole)
	}
	return h
}

func (h *history) addRound(round *Round, r int, score standing.Score, whole func(standing.Rat) int64) {
	late := whole(score.Late)
	if late != 0 {
		for i := range h.d.Entries {
			if e := &h.d.Entries[i]; round.No < e.First() {
				h.points[e.No] += late
			}
		}
	}
	gained := map[int]int64{}
	for _, p := range round.Pairs {
		if h.past[p.Black] == nil || h.past[p.White] == nil {
			continue
		}
		outcome := round.Results[p.Table].Outcome
		gap := h.points[p.Black] - h.points[p.White]
		black := pairing.Past{Opponent: p.White, Colour: pairing.Black, Float: direction(gap)}
		white := pairing.Past{Opponent: p.Black, Colour: pairing.White, Float: direction(-gap)}
		if outcome.Forfeit() || p.Open() {
			black.Colour, white.Colour = pairing.NoColour, pairing.NoColour
		}
		h.past[p.Black][r], h.past[p.White][r] = black, white
		b, w := virtual(outcome)
		gained[p.Black] += whole(score.Of(b))
		gained[p.White] += whole(score.Of(w))
		h.count(p.Black, outcome, rules.Black)
		h.count(p.White, outcome, rules.White)
	}
	for _, no := range round.Byes {
		if h.past[no] != nil {
			h.past[no][r].Bye = true
			gained[no] += whole(score.Bye)
		}
	}
	for _, no := range round.NoShows {
		h.missed[no]++
	}
	for _, no := range h.d.Absences[round.No] {
		gained[no] += whole(score.Absent)
	}
	for no, n := range gained {
		h.points[no] += n
	}
}

// count keeps how many forfeits running a player has lost.
func (h *history) count(no int, o rules.Outcome, side rules.Side) {
	if missed(o, side) {
		h.missed[no]++
		return
	}
	h.missed[no] = 0
}

// missed tells that a side lost because it didn't come.
func missed(o rules.Outcome, side rules.Side) bool {
	return o.Manner == rules.BothAbsent || o.Manner == rules.Forfeited && o.Winner != side
}

// dropped tells that a player isn't paired any more after forfeits running (practice 5.4).
func (h *history) dropped(no int) bool {
	most := h.d.Reg.Options.DropAfterForfeits
	return most > 0 && h.missed[no] >= most
}

func direction(gap int64) int8 {
	switch {
	case gap > 0:
		return -1
	case gap < 0:
		return 1
	}
	return 0
}

// sideResults gives both sides' results of an outcome.
func sideResults(o rules.Outcome) (black, white standing.Result) {
	switch {
	case o.Winner == rules.Black:
		return standing.Win, standing.Loss
	case o.Winner == rules.White:
		return standing.Loss, standing.Win
	case o.Manner == rules.Drawn:
		return standing.Draw, standing.Draw
	case o.Manner == rules.BothLost || o.Manner == rules.BothAbsent:
		return standing.Loss, standing.Loss
	}
	return standing.None, standing.None
}

// virtual gives the results for pairing: after "both lose" the drawn lot counts as the winner
// (2002 art. 17.5; options no. 6).
func virtual(o rules.Outcome) (black, white standing.Result) {
	if o.Manner == rules.BothLost && o.Lot != rules.NoSide {
		return sideResults(rules.Outcome{Winner: o.Lot, Manner: rules.Plain})
	}
	return sideResults(o)
}

// CostOf tells what pairs of a round cost as they stand, on the state before that round.
func (d *Division) CostOf(round int, pairs []Pair, byes []int) pairing.Cost {
	if d.Reg.Method == RoundRobin {
		return pairing.Cost{}
	}
	j, _, err := d.judge(round)
	if err != nil {
		return pairing.Cost{}
	}
	return j.Cost(sides(pairs), byes)
}

// judge prepares what tells about the pairs of a Swiss round, and the scale of its points.
func (d *Division) judge(round int) (*pairing.Judge, int64, error) {
	players, scale, err := d.field(round)
	if err != nil {
		return nil, 0, err
	}
	return pairing.NewJudge(players, d.pairingOptions(round, d.seedOf(round))), scale, nil
}

func sides(pairs []Pair) []pairing.Pair {
	plain := make([]pairing.Pair, len(pairs))
	for i, p := range pairs {
		plain[i] = pairing.Pair{Black: p.Black, White: p.White}
	}
	return plain
}

func (d *Division) seedOf(round int) string {
	if r := d.Round(round); r != nil {
		return r.Seed
	}
	return ""
}

// Why tells each criterion of a pair of a Swiss round.
func (d *Division) Why(round int, p Pair) []pairing.Reason {
	return d.Whys(round, []Pair{p})[0]
}

// Whys is Why for several pairs of one round.
func (d *Division) Whys(round int, pairs []Pair) [][]pairing.Reason {
	all := make([][]pairing.Reason, len(pairs))
	if d.Reg.Method == RoundRobin {
		return all
	}
	j, scale, err := d.judge(round)
	if err != nil {
		return all
	}
	for i, p := range sides(pairs) {
		all[i] = unscaled(j.Why(p), scale)
	}
	return all
}

// unscaled puts the differences of points back into points.
func unscaled(reasons []pairing.Reason, scale int64) []pairing.Reason {
	for _, r := range reasons {
		if gap, ok := r.Args["gap"].(int64); ok {
			r.Args["gap"] = standing.Int(int(gap)).Div(standing.Int(int(scale))).String()
		}
	}
	return reasons
}

// Points returns everybody's points before a round, for pages and lists, as exact numbers.
func (d *Division) Points(round int) map[int]standing.Rat {
	score, err := d.Reg.Options.Score.rats()
	if err != nil {
		return nil
	}
	return d.pointsBefore(round, score, sideResults)
}

// pairingPoints are the points before a round that it is paired by: after "both lose" the lot counts
// (2002 art. 17.5).
func (d *Division) pairingPoints(round int) map[int]standing.Rat {
	score, err := d.Reg.Options.Score.rats()
	if err != nil {
		return nil
	}
	return d.pointsBefore(round, score, virtual)
}

// Floats tells who floated in a Swiss round, by the points that stood when it was paired: 1 is up 上调,
// -1 down 下调. It is nil where that isn't known, and on a round robin, which has no floats.
func (d *Division) Floats(r *Round) map[int]int {
	if d.Reg.Method == RoundRobin || r.Stood == nil {
		return nil
	}
	floats := make(map[int]int, 2*len(r.Pairs))
	for _, p := range r.Pairs {
		floats[p.Black] = r.Stood[p.White].Cmp(r.Stood[p.Black])
		floats[p.White] = -floats[p.Black]
	}
	return floats
}

// LotGain is a game that both sides lost and whose lot a player won: for pairing alone it counts
// Points more than the ranking gives (2002 art. 17.5).
type LotGain struct {
	Round  int
	Points standing.Rat
}

// LotGains lists a player's lots won in the rounds before one.
func (d *Division) LotGains(no, round int) []LotGain {
	score, err := d.Reg.Options.Score.rats()
	if err != nil {
		return nil
	}
	var gains []LotGain
	for i := range min(round-1, len(d.Rounds)) {
		r := &d.Rounds[i]
		for _, p := range r.Pairs {
			o := r.Results[p.Table].Outcome
			if o.Manner == rules.BothLost && (o.Lot == rules.Black && p.Black == no || o.Lot == rules.White && p.White == no) {
				gains = append(gains, LotGain{Round: r.No, Points: score.Win.Sub(score.Loss)})
			}
		}
	}
	return gains
}

// Idle lists who is free in a round 轮空: the byes, and on a round robin who meets nobody in it. A
// round robin's free round is worth nothing unless it is entered as a bye.
func (d *Division) Idle(r *Round) []int {
	if d.Reg.Method != RoundRobin || len(r.Pairs) == 0 {
		return r.Byes
	}
	busy := map[int]bool{}
	for _, p := range r.Pairs {
		busy[p.Black], busy[p.White] = true, true
	}
	for _, no := range d.Absences[r.No] {
		busy[no] = true
	}
	var idle []int
	for i := range d.Entries {
		if e := &d.Entries[i]; e.No > 0 && e.First() <= r.No && !busy[e.No] && !d.gone(e.No, r.No) {
			idle = append(idle, e.No)
		}
	}
	slices.Sort(idle)
	return idle
}

// pointsBefore adds up the rounds before one, with what each outcome gives both sides.
func (d *Division) pointsBefore(round int, score standing.Score, of func(rules.Outcome) (black, white standing.Result)) map[int]standing.Rat {
	points := make(map[int]standing.Rat, len(d.Entries))
	for i := range min(round-1, len(d.Rounds)) {
		d.addPoints(points, &d.Rounds[i], score, of)
	}
	return points
}

// addPoints adds what a round was worth.
func (d *Division) addPoints(points map[int]standing.Rat, r *Round, score standing.Score, of func(rules.Outcome) (black, white standing.Result)) {
	add := func(no int, worth standing.Rat) {
		if worth.Sign() != 0 {
			points[no] = points[no].Add(worth)
		}
	}
	for _, p := range r.Pairs {
		b, w := of(r.Results[p.Table].Outcome)
		add(p.Black, score.Of(b))
		add(p.White, score.Of(w))
	}
	for _, no := range r.Byes {
		add(no, score.Bye)
	}
	for _, no := range d.Absences[r.No] {
		add(no, score.Absent)
	}
	if score.Late.Sign() == 0 {
		return
	}
	for i := range d.Entries {
		if e := &d.Entries[i]; r.No < e.First() {
			add(e.No, score.Late)
		}
	}
}

// withHandicap sets a pair's stones and komi: with the handicap on, the weaker takes Black and
// as many stones as the ranks differ, less the reduction (options no. 14).
func (d *Division) withHandicap(p Pair) Pair {
	p.Handicap, p.Komi = 0, d.Reg.Komi
	h := d.Reg.Options.Handicap
	black, white := d.Entry(p.Black), d.Entry(p.White)
	if !h.On || black == nil || white == nil {
		return p
	}
	b, err1 := grading.Parse(black.Rank)
	w, err2 := grading.Parse(white.Rank)
	if err1 != nil || err2 != nil || black.Rank == "" || white.Rank == "" {
		return p
	}
	diff := w.Strength() - b.Strength()
	if diff < 0 {
		diff = -diff
	}
	if stones := min(diff-h.Reduce, h.Max); stones > 0 {
		if b.Strength() > w.Strength() {
			p.Black, p.White = p.White, p.Black
		}
		komi, err := rules.ParseQuarters(h.Komi)
		if err == nil {
			p.Komi = komi
		}
		p.Handicap = stones
	}
	return p
}

// fixTables moves the games of players with a fixed table there, and whoever held it to the
// table that became free.
func (d *Division) fixTables(pairs []Pair) {
	at := make(map[int]int, len(pairs))
	for i := range pairs {
		at[pairs[i].Table] = i
	}
	for i := range pairs {
		want := 0
		for _, no := range []int{pairs[i].Black, pairs[i].White} {
			if e := d.Entry(no); e != nil && e.FixedTable > 0 {
				want = e.FixedTable
			}
		}
		if want == 0 || want == pairs[i].Table {
			continue
		}
		old := pairs[i].Table
		if other, taken := at[want]; taken {
			pairs[other].Table = old
			at[old] = other
		} else {
			delete(at, old)
		}
		pairs[i].Table = want
		at[want] = i
	}
	slices.SortFunc(pairs, byTable)
}

func drawNumbers(entries []Entry, c Draw) ([]int, error) {
	if !slices.Contains([]string{pairing.ByLot, pairing.ByRating, pairing.AsGiven}, c.How) {
		return nil, refuse("fault.tournament.drawHow", fault.Args{"value": c.How})
	}
	if c.How == pairing.ByLot && c.Seed == "" {
		return nil, refuse("fault.tournament.drawSeed", nil)
	}
	entrants, err := entrantsOf(entries)
	if err != nil {
		return nil, err
	}
	return pairing.Draw(entrants, c.How, c.Seed), nil
}

func entrantsOf(entries []Entry) ([]pairing.Entrant, error) {
	entrants := make([]pairing.Entrant, len(entries))
	for i, e := range entries {
		rank, err := grading.Parse(e.Rank)
		if err != nil {
			return nil, err
		}
		// The rating decides; among equal ratings the rank does.
		const ranksBelow = 1000
		entrants[i] = pairing.Entrant{ID: e.ID, Unit: e.Unit, Rating: int64(e.Rating)*ranksBelow + int64(rank.Strength()) + ranksBelow/2}
	}
	return entrants, nil
}

// Lots shows the draw by lot of some entries step by step, in the order of their new numbers; a Draw
// of the same entries and seed gives the same.
func Lots(entries []Entry, seed string) ([]pairing.Drawn, error) {
	entrants, err := entrantsOf(entries)
	if err != nil {
		return nil, err
	}
	return pairing.DrawByLot(entrants, seed), nil
}

// validate refuses worths that can't be read, that are below 0, and an order that would let a loss
// or a draw be worth more than what beats it. A bye, an absence and a late round stand beside that
// order: the regulations value them as they like.
// Faults: those of standing.ParseRat; invalid "fault.tournament.scoreOrder", "fault.tournament.scoreNegative".
func (s Score) validate() error {
	r, err := s.rats()
	if err != nil {
		return err
	}
	nothing := standing.Rat{}
	wrong := ""
	switch {
	case r.Loss.Cmp(nothing) < 0:
		wrong = "loss"
	case r.Draw.Cmp(r.Loss) < 0:
		wrong = "draw"
	case r.Win.Cmp(r.Draw) <= 0:
		wrong = "win"
	}
	if wrong != "" {
		return refuse("fault.tournament.scoreOrder", fault.Args{"field": wrong, "win": s.Win, "draw": s.Draw, "loss": s.Loss})
	}
	for _, f := range []struct {
		name, text string
		worth      standing.Rat
	}{{"bye", s.Bye, r.Bye}, {"absent", s.Absent, r.Absent}, {"late", s.Late, r.Late}} {
		if f.worth.Cmp(nothing) < 0 {
			return refuse("fault.tournament.scoreNegative", fault.Args{"field": f.name, "value": f.text})
		}
	}
	return nil
}

func (s Score) rats() (standing.Score, error) {
	var out standing.Score
	for _, f := range []struct {
		text string
		to   *standing.Rat
	}{{s.Win, &out.Win}, {s.Draw, &out.Draw}, {s.Loss, &out.Loss}, {s.Bye, &out.Bye}, {s.Absent, &out.Absent}, {s.Late, &out.Late}} {
		r, err := standing.ParseRat(f.text)
		if err != nil {
			return out, err
		}
		*f.to = r
	}
	return out, nil
}
