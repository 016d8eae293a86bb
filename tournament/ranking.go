package tournament

import (
	"encoding/json"
	"slices"

	"tianyuan/fault"
	"tianyuan/pairing"
	"tianyuan/standing"
)

// LastResult returns the last round with a result, a bye among them; 0 when there is none.
func (d *Division) LastResult() int {
	for i := len(d.Rounds) - 1; i >= 0; i-- {
		if r := &d.Rounds[i]; len(r.Results) > 0 || len(r.Pairs) == 0 && len(r.Byes) > 0 {
			return r.No
		}
	}
	return 0
}

// Standings ranks the division after a round; 0 = after the last round with a result.
func (d *Division) Standings(after int) (standing.Table, error) {
	in, err := d.StandingInput(after)
	if err != nil {
		return standing.Table{}, err
	}
	return standing.Rank(in)
}

// StandingInput is what the ranking after a round comes from; 0 = after the last with a result.
func (d *Division) StandingInput(after int) (standing.Input, error) {
	if after == 0 {
		after = d.LastResult()
	}
	score, err := d.Reg.Options.Score.rats()
	if err != nil {
		return standing.Input{}, err
	}
	o := d.Reg.Options
	in := standing.Input{
		RoundRobin: d.Reg.Method == RoundRobin, Rounds: d.PlannedRounds(), Upto: after, Lots: d.TieOrder, Cycles: o.Cycles,
		Schedule: d.Schedule,
		Options: standing.Options{
			Chain: d.Chain(), Score: score, MaxBasis: o.MaxBasis, ByeSos: o.ByeSos, ForfeitSos: o.ForfeitSos,
			WithdrawnScore: o.WithdrawnScore, HalfOf: o.HalfOf, Reverse: o.Reverse, PlayedCounts: o.PlayedCounts,
		},
	}
	if o.Tiebreaks.Preset == "WAGC" {
		in.Options.Reverse = "first" // its chain says: less the first rounds (practice 5.4)
	}
	for i := range d.Entries {
		if e := &d.Entries[i]; e.No > 0 {
			in.Players = append(in.Players, standing.Player{No: e.No, From: e.From})
		}
	}
	n := 0
	for i := range d.Rounds {
		n += len(d.Rounds[i].Pairs)
	}
	in.Games = make([]standing.Game, 0, n)
	for i := range d.Rounds {
		d.addGames(&in, &d.Rounds[i])
	}
	for round, absent := range d.Absences {
		for _, no := range absent {
			in.Absences = append(in.Absences, standing.Mark{Round: round, No: no})
		}
	}
	for no, w := range d.Withdrawals {
		in.Withdrawals = append(in.Withdrawals, standing.Withdrawal{No: no, After: w.After})
	}
	slices.SortFunc(in.Withdrawals, func(a, b standing.Withdrawal) int { return a.No - b.No })
	return in, nil
}

func (d *Division) addGames(in *standing.Input, r *Round) {
	if r.Version == 0 {
		return
	}
	for _, p := range r.Pairs {
		result, ok := r.Results[p.Table]
		if !ok || result.Outcome.IsZero() {
			continue
		}
		g := standing.Game{Round: r.No, Black: p.Black, White: p.White, Forfeit: result.Outcome.Forfeit(), WarnB: result.WarnB, WarnW: result.WarnW}
		g.BlackResult, g.WhiteResult = sideResults(result.Outcome)
		in.Games = append(in.Games, g)
	}
	for _, no := range r.Byes {
		in.Byes = append(in.Byes, standing.Mark{Round: r.No, No: no})
	}
}

// Chain returns the keys by which the division ranks. An order by lots or play-off that was
// decided comes last even where the chain doesn't name it: the regulations then don't let a
// place be shared (2002 art. 27, 1988 art. 28).
func (d *Division) Chain() []string {
	chain := d.Reg.Options.Tiebreaks.Chain(d.Reg.Method)
	if len(d.TieOrder) > 0 && !slices.Contains(chain, "lots") {
		chain = append(chain, "lots")
	}
	return chain
}

// Chain returns the keys in order that a preset or a chain of one's own means for a method.
func (t Tiebreaks) Chain(m Method) []string {
	if t.Preset != "" {
		return standing.Chain(t.Preset, m == RoundRobin)
	}
	return slices.Clone(t.Keys)
}

// DecideTie orders tied players by lots from a public seed or by a play-off's result.
type DecideTie struct {
	How  string // "lots" or "playoff"
	Seed string
	// Numbers are the tied players, for a play-off in the order of its result.
	Numbers []int
}

func (c DecideTie) decide(d *Division, ctx Context) ([]Event, error) {
	if d.Final != nil {
		return nil, clash("fault.tournament.finalPublished", nil)
	}
	t, err := d.Standings(0)
	if err != nil {
		return nil, err
	}
	if c.How != "lots" && c.How != "playoff" || len(c.Numbers) < 2 {
		return nil, refuse("fault.tournament.tieOrder", nil)
	}
	if err := tied(t, c.Numbers); err != nil {
		return nil, err
	}
	order := c.Numbers
	if c.How == "lots" {
		if c.Seed == "" {
			return nil, refuse("fault.tournament.drawSeed", nil)
		}
		order = pairing.Lots(c.Numbers, c.Seed)
	} else if err := needReason(ctx); err != nil {
		return nil, err
	}
	rest := slices.DeleteFunc(slices.Clone(d.TieOrder), func(no int) bool { return slices.Contains(order, no) })
	return []Event{TieDecided{How: c.How, Seed: c.Seed, Order: append(rest, order...), Numbers: order}}, nil
}

// tied refuses numbers that aren't all the players of one shared place, each once, and says which
// of them is wrong.
func tied(t standing.Table, numbers []int) error {
	place := 0
	for i, no := range numbers {
		at := slices.IndexFunc(t.Rows, func(r standing.Row) bool { return r.No == no })
		switch {
		case at < 0:
			return refuse("fault.tournament.tieUnknown", fault.Args{"no": no})
		case slices.Contains(numbers[:i], no):
			return refuse("fault.tournament.tieTwice", fault.Args{"no": no})
		case !t.Rows[at].Shared:
			return refuse("fault.tournament.tieAlone", fault.Args{"no": no})
		case place > 0 && t.Rows[at].Place != place:
			return refuse("fault.tournament.tieOther", fault.Args{"no": no, "place": t.Rows[at].Place, "first": numbers[0], "firstPlace": place})
		}
		place = t.Rows[at].Place
	}
	for _, row := range t.Rows {
		if row.Place == place && !slices.Contains(numbers, row.No) {
			return refuse("fault.tournament.tieMissing", fault.Args{"no": row.No, "place": place})
		}
	}
	return nil
}

// PublishRanking is the chief referee's signature under the final ranking (O30).
type PublishRanking struct{}

func (PublishRanking) decide(d *Division, _ Context) ([]Event, error) {
	if d.Final != nil {
		return nil, clash("fault.tournament.rankingTwice", nil)
	}
	cur := d.Current()
	if cur == nil {
		return nil, clash("fault.tournament.rankingNone", nil)
	}
	if cur.Phase != Closed {
		return nil, clash("fault.tournament.rankingOpen", fault.Args{"round": cur.No})
	}
	t, err := d.Standings(cur.No)
	if err != nil {
		return nil, err
	}
	return []Event{RankingPublished{Round: cur.No, Rows: finalRows(t)}}, nil
}

func finalRows(t standing.Table) []FinalRow {
	rows := make([]FinalRow, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = FinalRow{Place: r.Place, No: r.No, Shared: r.Shared, Status: r.Status, Keys: map[string]string{}}
		for key, value := range r.Keys() {
			if text, ok := value.(string); ok {
				rows[i].Keys[key] = text
			}
		}
	}
	return rows
}

// WithdrawRanking takes a published ranking back, with the reason.
type WithdrawRanking struct{}

func (WithdrawRanking) decide(d *Division, ctx Context) ([]Event, error) {
	if d.Final == nil {
		return nil, clash("fault.tournament.rankingNotOut", nil)
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{RankingWithdrawn{}}, nil
}

// fingerprint is everything that a row shows, to see whether it moved.
func fingerprint(r standing.Row) string {
	data, err := json.Marshal(struct {
		Place int
		Keys  map[string]any
	}{r.Place, r.Keys()})
	if err != nil {
		return ""
	}
	return string(data)
}
