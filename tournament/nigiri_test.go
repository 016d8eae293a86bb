package tournament_test

import (
	"testing"

	"pgregory.net/rapid"

	"tianyuan/fault"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// byNigiri is a division whose colours are drawn at the tables.
func byNigiri(t testing.TB, method tournament.Method, rounds, players int) *desk {
	t.Helper()
	d := newDesk(t, method, rounds, players)
	reg := d.state.Reg
	reg.Colours = tournament.ByNigiri
	d.must(tournament.DraftRegulations{Name: d.state.Name, Regulations: reg})
	d.must(tournament.ApproveRegulations{})
	return d
}

func wonBy(side rules.Side) rules.Outcome { return rules.Outcome{Winner: side, Manner: rules.Plain} }

func (d *desk) pair(round, table int) tournament.Pair {
	p, _ := d.state.Round(round).Pair(table)
	return p
}

// TestColoursInRegulations (C10, 2002 art. 10): the regulations say how the colours come, and change as
// all of them do.
func TestColoursInRegulations(t *testing.T) {
	d := newDesk(t, tournament.Swiss, 3, 6)
	reg := d.state.Reg
	reg.Colours = "dice"
	d.refused(tournament.DraftRegulations{Name: "甲组", Regulations: reg}, "", "fault.tournament.coloursBy")
	d.play()
	reg.Colours = tournament.ByNigiri
	d.refused(tournament.DraftRegulations{Name: "甲组", Regulations: reg}, "", "fault.tournament.reason")
	if err := d.try(tournament.DraftRegulations{Name: "甲组", Regulations: reg}, "棋手商定"); err != nil {
		t.Fatal(err)
	}
	d.must(tournament.ApproveRegulations{})
	d.begin()
	if d.pair(1, 1).Nigiri != tournament.Assigned || !d.pair(2, 1).Open() {
		t.Errorf("round 1 %+v, round 2 %+v", d.pair(1, 1), d.pair(2, 1))
	}
}

// TestPairingWithoutColours: where colours are drawn, pairing weighs none, and lists each pair by number.
func TestPairingWithoutColours(t *testing.T) {
	for _, method := range []tournament.Method{tournament.Swiss, tournament.RoundRobin} {
		d := byNigiri(t, method, 5, 8)
		for range 5 {
			n := d.begin()
			r := d.state.Round(n)
			if r.Cost.ThreeColours != 0 || r.Cost.ColourUnmet != 0 {
				t.Errorf("round %d weighs colours: %+v", n, r.Cost)
			}
			for _, p := range r.Pairs {
				if !p.Open() || p.Black > p.White {
					t.Errorf("round %d lists %+v", n, p)
				}
				for _, why := range d.state.Why(n, p) {
					if why.Criterion == 4 || why.Criterion == 7 {
						t.Errorf("round %d gives a reason of colours: %+v", n, why)
					}
				}
				// The smaller number always draws Black: that would be forbidden of pairing.
				d.must(tournament.EnterResult{Round: n, Table: p.Table, Outcome: wonBy(rules.Black), Black: p.Black})
			}
			d.must(tournament.CloseRound{Round: n})
		}
	}
}

// TestDrawnColoursCount: colours that were drawn are played ones for a later round that is paired by
// colours; those of a game that nobody came to, or that stayed open, are none.
func TestDrawnColoursCount(t *testing.T) {
	d := byNigiri(t, tournament.Swiss, 3, 4)
	n := d.begin()
	first := d.pair(n, 1)
	d.must(tournament.EnterResult{Round: n, Table: 1, Outcome: wonBy(rules.White), Black: first.White})
	d.must(tournament.EnterResult{Round: n, Table: 2, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Forfeited}})
	if p := d.pair(n, 2); !p.Open() {
		t.Errorf("a forfeit gave colours: %+v", p)
	}
	d.must(tournament.CloseRound{Round: n})
	reg := d.state.Reg
	reg.Colours = tournament.ByPairing
	if err := d.try(tournament.DraftRegulations{Name: "甲组", Regulations: reg}, "改"); err != nil {
		t.Fatal(err)
	}
	d.must(tournament.ApproveRegulations{})
	n = d.begin()
	for _, p := range d.state.Round(n).Pairs {
		if p.Nigiri != tournament.Assigned || p.Black == first.White || p.White == first.Black {
			t.Errorf("who drew Black has it again, or White: %+v", p)
		}
	}
}

// TestHandicapHasColours: where stones are given the weaker has Black, by nigiri as without it.
func TestHandicapHasColours(t *testing.T) {
	d := byNigiri(t, tournament.Swiss, 3, 2)
	for i, rank := range []string{"5d", "1d"} {
		e := d.state.Entries[i]
		e.Rank = rank
		d.must(tournament.ChangeEntry{Entry: e})
	}
	reg := d.state.Reg
	reg.Options.Handicap = tournament.Handicap{On: true, Reduce: 1, Max: 9, Komi: "0"}
	d.must(tournament.DraftRegulations{Name: "甲组", Regulations: reg})
	d.must(tournament.ApproveRegulations{})
	d.begin()
	if p := d.pair(1, 1); p.Nigiri != tournament.Assigned || p.Black != 2 || p.Handicap != 3 {
		t.Errorf("%+v", p)
	}
}

// TestResultNamesBlack: a game that was played needs its colours, once; who enters others than those
// that stand is refused, and so is who names somebody else.
func TestResultNamesBlack(t *testing.T) {
	d := byNigiri(t, tournament.Swiss, 3, 4)
	n := d.begin()
	p := d.pair(n, 1)
	enter := func(o rules.Outcome, black int) tournament.EnterResult {
		return tournament.EnterResult{Round: n, Table: 1, Outcome: o, Black: black}
	}
	d.refused(enter(wonBy(rules.Black), 0), "", "fault.tournament.coloursOpen")
	d.refused(enter(rules.Outcome{Manner: rules.Drawn}, 0), "", "fault.tournament.coloursOpen")
	d.refused(enter(wonBy(rules.Black), 99), "", "fault.tournament.coloursWho")
	d.must(tournament.NoteWarnings{Round: n, Table: 1, WarnB: 1})
	d.must(tournament.MarkSeats{Round: n, Table: 1, Seats: tournament.Seats{MissingW: true}})
	d.must(tournament.EnterColours{Round: n, Table: 1, Black: p.White})
	r := d.state.Round(n)
	if got := d.pair(n, 1); got.Black != p.White || got.Nigiri != tournament.Turned || r.Noted[1] != (tournament.Warnings{W: 1}) || !r.Seats[1].MissingB {
		t.Errorf("drawn: %+v, noted %+v, seats %+v", got, r.Noted[1], r.Seats[1])
	}
	d.refused(enter(wonBy(rules.Black), p.Black), "", "fault.tournament.coloursDiffer")
	d.must(enter(wonBy(rules.Black), p.White))
	if res := d.state.Round(n).Results[1]; res.Outcome.Winner != rules.Black || res.WarnW != 1 || res.Drew {
		t.Errorf("%+v", res)
	}
	before := d.seq
	d.must(enter(wonBy(rules.Black), p.White))
	if d.seq != before {
		t.Error("said again, it made an event")
	}
	d.must(tournament.TakeBackResult{Round: n, Table: 1})
	if got := d.pair(n, 1); got.Black != p.White {
		t.Errorf("the colours went with a result that didn't bring them: %+v", got)
	}
	other := newDesk(t, tournament.Swiss, 3, 4)
	other.begin()
	paired := other.pair(1, 1)
	other.must(tournament.EnterResult{Round: 1, Table: 1, Outcome: wonBy(rules.Black), Black: paired.Black})
	other.refused(tournament.EnterResult{Round: 1, Table: 2, Outcome: wonBy(rules.Black), Black: other.pair(1, 2).White}, "", "fault.tournament.coloursAssigned")
	other.refused(tournament.EnterColours{Round: 1, Table: 2, Black: other.pair(1, 2).White}, "", "fault.tournament.coloursAssigned")
}

// TestLeftStays: what is entered by the places of the list means the players, though their colours were
// drawn meanwhile.
func TestLeftStays(t *testing.T) {
	d := byNigiri(t, tournament.Swiss, 3, 4)
	n := d.begin()
	p := d.pair(n, 1)
	absent := rules.Outcome{Winner: rules.White, Manner: rules.Forfeited} // who was listed first didn't come
	d.must(tournament.EnterColours{Round: n, Table: 1, Black: p.White})
	d.must(tournament.EnterResult{Round: n, Table: 1, Outcome: absent, Left: p.Black})
	if res := d.state.Round(n).Results[1].Outcome; res.Winner != rules.Black {
		t.Errorf("no. %d won by %+v", p.White, res)
	}
	d.refused(tournament.EnterResult{Round: n, Table: 1, Outcome: wonBy(rules.Black), Left: p.Black}, "", "fault.tournament.resultDiffers")
	d.must(tournament.DisputeResult{Round: n, Table: 1, Outcome: wonBy(rules.Black), Left: p.Black})
	if x := d.state.Round(n).Disputes[1]; len(x) != 1 || x[0].Outcome.Winner != rules.White {
		t.Errorf("disputed %+v", x)
	}
}

// TestColoursPutRight: colours entered wrongly are put right, with a reason once a result stands; the
// players keep what is theirs.
func TestColoursPutRight(t *testing.T) {
	d := byNigiri(t, tournament.Swiss, 3, 4)
	n := d.begin()
	p := d.pair(n, 1)
	d.must(tournament.EnterResult{Round: n, Table: 1, Outcome: wonBy(rules.Black), Black: p.Black, WarnW: 1})
	turn := tournament.EnterColours{Round: n, Table: 1, Black: p.White}
	d.refused(turn, "", "fault.tournament.reason")
	if err := d.try(turn, "记录单写反"); err != nil {
		t.Fatal(err)
	}
	if res := d.state.Round(n).Results[1]; res.Outcome.Winner != rules.White || res.WarnB != 1 || d.pair(n, 1).Black != p.White {
		t.Errorf("%+v, %+v", d.pair(n, 1), res)
	}
	fix := tournament.CorrectResult{Round: n, Table: 1, Outcome: wonBy(rules.Black), Black: p.Black}
	d.refused(fix, "", "fault.tournament.reason")
	if err := d.try(fix, "又写反"); err != nil {
		t.Fatal(err)
	}
	res := d.state.Round(n).Results[1]
	if d.pair(n, 1).Black != p.Black || res.Outcome.Winner != rules.Black || len(res.Corrections) != 1 || res.Corrections[0].Before != wonBy(rules.Black) || res.Corrections[0].WarnW != 1 {
		t.Errorf("%+v, %+v", d.pair(n, 1), res)
	}
}

// TestPairsOfANigiri: colours that are drawn can't be turned by hand; new players draw anew, and two who
// stay together keep what they drew.
func TestPairsOfANigiri(t *testing.T) {
	d := byNigiri(t, tournament.Swiss, 3, 4)
	n := d.begin()
	p, q := d.pair(n, 1), d.pair(n, 2)
	for _, table := range []int{1, 2} {
		d.must(tournament.EnterColours{Round: n, Table: table, Black: d.pair(n, table).White})
	}
	d.refused(tournament.SwapPlayers{Round: n, A: p.Black, B: p.Black}, "x", "fault.tournament.nigiriTurn")
	d.refused(tournament.SwapPlayers{Round: n, A: p.Black, B: p.White}, "x", "fault.tournament.nigiriTurn")
	if err := d.try(tournament.SwapPlayers{Round: n, A: p.Black, B: q.Black}, "坐错"); err != nil {
		t.Fatal(err)
	}
	for _, x := range d.state.Round(n).Pairs {
		if !x.Open() || x.Black > x.White {
			t.Errorf("new players, and the pair is %+v", x)
		}
	}
	e := byNigiri(t, tournament.Swiss, 3, 6)
	e.must(tournament.PrepareRound{Seed: "s"})
	e.must(tournament.CheckRound{Round: 1})
	e.must(tournament.PublishRound{Round: 1})
	one, two, three := e.pair(1, 1), e.pair(1, 2), e.pair(1, 3)
	e.must(tournament.EnterColours{Round: 1, Table: 1, Black: one.White})
	if err := e.try(tournament.UnpublishRound{Round: 1}, "重排"); err != nil {
		t.Fatal(err)
	}
	if _, err := e.state.Exchange(e.state.Round(1), one.Black, one.White); fault.KeyOf(err) != "fault.tournament.nigiriTurn" {
		t.Errorf("turned by hand: %v", err)
	}
	change, err := e.state.Exchange(e.state.Round(1), two.Black, three.Black)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.try(change, "重排"); err != nil {
		t.Fatal(err)
	}
	if p := e.pair(1, 1); p.Black != one.White || p.Nigiri != tournament.Turned || !e.pair(1, 2).Open() {
		t.Errorf("%+v, %+v", p, e.pair(1, 2))
	}
	if c := e.state.Round(1).Cost; c.ThreeColours+c.ColourUnmet != 0 {
		t.Errorf("the cost weighs colours: %+v", c)
	}
}

// TestClaimsNameBlack: players who report where the colours are open say who had Black; both must say
// the same, and the result that is taken gives the colours.
func TestClaimsNameBlack(t *testing.T) {
	d := byNigiri(t, tournament.Swiss, 3, 6)
	n := d.begin()
	claim := func(table int, side rules.Side, winner rules.Side, black int) tournament.ClaimResult {
		return tournament.ClaimResult{Round: n, Version: 1, Table: table, Side: side, Outcome: wonBy(winner), Device: side.String(), Black: black}
	}
	d.refused(claim(1, rules.Black, rules.Black, 0), "", "fault.tournament.claimColours")
	d.refused(claim(1, rules.Black, rules.Black, 77), "", "fault.tournament.claimColours")
	for table := 1; table <= 3; table++ {
		p := d.pair(n, table)
		said := []int{p.White, p.White, p.Black}[table-1]
		d.must(claim(table, rules.Black, rules.Black, p.White)) // by places: who is listed first won, with White
		d.must(claim(table, rules.White, rules.Black, said))
	}
	if a, b := d.state.Round(n).Claims[1].Accord(), d.state.Round(n).Claims[3].Accord(); a != tournament.Agreed || b != tournament.Differ {
		t.Fatalf("%s and %s", a, b)
	}
	first := d.pair(n, 1)
	d.must(tournament.NoteWarnings{Round: n, Table: 1, WarnB: 1})
	d.must(tournament.EnterColours{Round: n, Table: 2, Black: d.pair(n, 2).Black}) // the referee says otherwise
	d.must(tournament.TakeClaims{Round: n})
	r := d.state.Round(n)
	if p := d.pair(n, 1); p.Black != first.White || r.Results[1].Outcome != wonBy(rules.White) || r.Results[1].WarnW != 1 {
		t.Errorf("%+v, %+v", p, r.Results[1])
	}
	if len(r.Results) != 1 {
		t.Errorf("%d results were taken", len(r.Results))
	}
}

// TestColoursKeepPlayers is a law: however often the colours of a table change, each player keeps his
// result, his warnings and his points.
func TestColoursKeepPlayers(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		d := byNigiri(outer, tournament.Swiss, 2, 4)
		n := d.begin()
		p := d.pair(n, 1)
		winner := rapid.SampledFrom([]rules.Side{rules.Black, rules.White}).Draw(t, "winner")
		black := rapid.SampledFrom([]int{p.Black, p.White}).Draw(t, "black")
		d.must(tournament.EnterResult{Round: n, Table: 1, Outcome: wonBy(winner), Black: black, WarnB: 1})
		who := black
		if winner == rules.White {
			who = p.Black + p.White - black
		}
		for _, turn := range rapid.SliceOfN(rapid.Bool(), 0, 5).Draw(t, "turns") {
			c := tournament.EnterColours{Round: n, Table: 1, Black: p.Black}
			if turn {
				c.Black = p.White
			}
			if err := d.try(c, "why"); err != nil {
				t.Fatal(err)
			}
		}
		now, res := d.pair(n, 1), d.state.Round(n).Results[1]
		got, warned := now.Black, now.Black
		if res.Outcome.Winner == rules.White {
			got = now.White
		}
		if res.WarnW == 1 {
			warned = now.White
		}
		if first, second := now.Listed(); got != who || warned != black || first != p.Black || second != p.White {
			t.Errorf("no. %d won and %d is warned, want %d and %d; listed %d.%d", got, warned, who, black, first, second)
		}
	})
}
