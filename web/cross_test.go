package web_test

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// roundRobin adds a round robin division r-1 of n players.
func (h *hall) roundRobin(t *testing.T, n int) {
	t.Helper()
	d, err := h.office.Division(context.Background(), h.division)
	must(t, err)
	reg := d.Reg
	reg.Method = tournament.RoundRobin
	_, err = h.office.CreateDivision(context.Background(), everyRole, "r-1", office.Order{Command: tournament.CreateDivision{Tournament: "t-1", Name: "R", Regulations: reg}})
	must(t, err)
	h.act(t, "r-1", tournament.AddEntries{Source: "form", Entries: generatedPairs(n)}, tournament.Draw{How: "given"})
}

// begin publishes and starts the next round of a division, play also enters Black's wins and closes it.
func (h *hall) begin(t *testing.T, division string) *tournament.Division {
	t.Helper()
	d := h.act(t, division, tournament.PrepareRound{})
	n := len(d.Rounds)
	return h.act(t, division, tournament.CheckRound{Round: n}, tournament.PublishRound{Round: n}, tournament.StartRound{Round: n})
}

func (h *hall) play(t *testing.T, division string) *tournament.Division {
	t.Helper()
	d := h.begin(t, division)
	for _, p := range d.Current().Pairs {
		h.act(t, division, tournament.EnterResult{Round: len(d.Rounds), Table: p.Table, Outcome: blackWins()})
	}
	return h.act(t, division, tournament.CloseRound{Round: len(d.Rounds)})
}

// TestIdleShown: in a round robin with an odd number everybody is told who is free (2002 art. 26.2).
func TestIdleShown(t *testing.T) {
	h := newHall(t)
	h.roundRobin(t, 5)
	d := h.play(t, "r-1")
	idle := d.Idle(d.Current())
	if len(idle) != 1 {
		t.Fatalf("free are %v", idle)
	}
	name := d.Entry(idle[0]).Name
	for page, text := range map[string]string{
		"/d/r-1/round/1": fmt.Sprintf("no. %d %s", idle[0], name), "/p/t-1/r-1": fmt.Sprintf("no. %d %s", idle[0], name),
		"/p/t-1/r-1?by=name": "<td>bye</td>", "/p/t-1/find?q=" + url.QueryEscape(name): "bye", "/p/t-1/hall": name, "/p/t-1/r-1/ranking": `<b class="bye">`,
	} {
		if !strings.Contains(h.page(t, "chiefReferee", page), text) {
			t.Errorf("%s doesn't say %q", page, text)
		}
	}
	if table, err := d.Standings(0); err != nil || table.Rows[4].Points.Sign() != 0 {
		t.Errorf("the free round is worth something: %+v, %v", table.Rows, err)
	}
}

// TestCrossSums: a row of the cross table ends with the points of the ranking, annulled games are
// struck out, and a round robin has no floats (2002 art. 28.2).
func TestCrossSums(t *testing.T) {
	for _, after := range []int{1, 3} { // of 5 rounds: annulled, and kept
		h := newHall(t)
		h.roundRobin(t, 6)
		for round := 1; round <= 5; round++ {
			h.play(t, "r-1")
			if round == after {
				h.act(t, "r-1", tournament.Withdraw{No: 1})
			}
		}
		body := h.page(t, "guest", "/p/t-1/r-1/ranking")
		_, cross, _ := strings.Cut(body, `class="cross"`)
		if got := strings.Count(cross, `class="mark void"`); got != map[int]int{1: 2, 3: 0}[after] {
			t.Errorf("left after %d: %d games are struck out", after, got)
		}
		rows := regexp.MustCompile(`<small>([^<]*)</small></td><td class="num"><b>([^<]*)</b>`).FindAllStringSubmatch(cross, -1)
		if len(rows) != 6 {
			t.Fatalf("%d rows in %.2000s", len(rows), cross)
		}
		for _, row := range rows {
			if row[1] != row[2] {
				t.Errorf("left after %d: a row ends with %s, its points are %s", after, row[1], row[2])
			}
		}
		if strings.ContainsAny(cross, "↑↓") {
			t.Error("a round robin shows floats")
		}
	}
}

// TestAffectedShown: who is moved by a late correction is named on the corrected round's page and on
// every later one, with the way to his row.
func TestAffectedShown(t *testing.T) {
	h := newHall(t)
	h.play(t, h.division)
	d := h.begin(t, h.division)
	h.act(t, h.division, tournament.CorrectResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Resigned}})
	for round := 1; round <= 2; round++ {
		body := h.page(t, "chiefReferee", fmt.Sprintf("/d/d-1/round/%d", round))
		_, list, _ := strings.Cut(body, `class="affected"`)
		list, _, _ = strings.Cut(list, "</div>")
		for _, p := range d.Rounds[0].Pairs[:1] {
			for _, no := range []int{p.Black, p.White} {
				table := 0
				for _, x := range d.Rounds[round-1].Pairs {
					if x.Black == no || x.White == no {
						table = x.Table
					}
				}
				if want := fmt.Sprintf(`<a href="#t%d">%s</a>`, table, d.Entry(no).Name); !strings.Contains(list, want) {
					t.Errorf("round %d lists %q, not %q", round, list, want)
				}
			}
		}
	}
}

// TestLotFloats: arrows follow the points that a round was paired by, in which the lot after "both
// lose" counts, and stay as they were after a correction (2002 art. 17.5).
func TestLotFloats(t *testing.T) {
	h := newHall(t)
	d := h.begin(t, h.division)
	h.act(t, h.division, tournament.EnterResult{Round: 1, Table: 1, Outcome: rules.Outcome{Manner: rules.BothLost, Lot: rules.Black}},
		tournament.EnterResult{Round: 1, Table: 2, Outcome: blackWins()}, tournament.CloseRound{Round: 1})
	winner := d.Rounds[0].Pairs[0].Black
	d = h.begin(t, h.division)
	body := h.page(t, "chiefReferee", fmt.Sprintf("/d/d-1/round/2?why=%d", d.Current().Pairs[0].Table))
	if d.Current().Cost.Floated != 0 || strings.Contains(body, `<span class="fl">↑`) || strings.Contains(body, `<span class="fl">↓`) {
		t.Errorf("%d tables float, and arrows are shown", d.Current().Cost.Floated)
	}
	if want := d.Entry(winner).Name + ": won the lot after both lost in round 1; it adds 2 points"; !strings.Contains(body, want) {
		t.Error("the reasons don't tell of the lot")
	}
	h.act(t, h.division, tournament.CorrectResult{Round: 1, Table: 1, Outcome: rules.Outcome{Winner: rules.White, Manner: rules.Resigned}})
	if body := h.page(t, "guest", "/p/t-1/d-1/ranking?after=2"); strings.ContainsAny(body, "↑↓") {
		t.Error("the correction made floats of old pairs")
	}
}

// TestCrossOnPaper: on paper, too, annulled games are struck out and said to be, and no stone stands
// beside a win by withdrawal or forfeit: there was no game (2002 art. 28.2, options 18).
func TestCrossOnPaper(t *testing.T) {
	for _, after := range []int{1, 3} { // of 5 rounds: annulled, and kept
		h := newHall(t)
		h.roundRobin(t, 6)
		for round := 1; round <= 4; round++ {
			h.play(t, "r-1")
			if round == after {
				h.act(t, "r-1", tournament.Withdraw{No: 1})
			}
		}
		d := h.begin(t, "r-1")
		for i, p := range d.Current().Pairs {
			o := blackWins()
			if i == 0 {
				o = rules.Outcome{Winner: rules.Black, Manner: rules.Forfeited}
			}
			h.act(t, "r-1", tournament.EnterResult{Round: 5, Table: p.Table, Outcome: o})
		}
		h.act(t, "r-1", tournament.CloseRound{Round: 5})
		void := map[int]int{1: 2, 3: 0}[after]
		for kind, voids := range map[string]int{"cross": strings.Count(h.text("guest", "/p/t-1/r-1/ranking"), `class="mark void"`), "players": void} {
			_, body := h.sheets(t, "d=r-1&kind="+kind)
			struck := strings.Count(body, `class="l-mark void"`) + strings.Count(body, `<tr class="void">`)
			if struck != void || voids != void || strings.Contains(body, "Struck-out games") != (void > 0) {
				t.Errorf("left after %d, %s: %d games are struck out, or it isn't said", after, kind, struck)
			}
			// Five rounds of three games; two stones each where one was played.
			played := 0
			for i := range d.Rounds {
				played += len(d.Rounds[i].Pairs)
			}
			if got := strings.Count(body, `class="st `); got != 2*(played-1) {
				t.Errorf("left after %d, %s: %d stones for %d games", after, kind, got, played-1)
			}
		}
	}
}

// TestRankingOfOpenRound: a ranking says whether its round is still played; the final one doesn't call an
// earlier one final.
func TestRankingOfOpenRound(t *testing.T) {
	h := newHall(t)
	says := func(query, title string) {
		t.Helper()
		for who, page := range map[string]string{"guest": "/p/t-1/d-1/ranking", "chiefReferee": "/d/d-1/ranking"} {
			if !strings.Contains(h.text(who, page+query), title) {
				t.Errorf("%s%s doesn't say %q", page, query, title)
			}
		}
	}
	says("", "No results yet; by number")
	h.play(t, h.division)
	says("", "Ranking after round 1")
	d := h.begin(t, h.division)
	h.act(t, h.division, tournament.EnterResult{Round: 2, Table: d.Current().Pairs[0].Table, Outcome: blackWins()})
	says("", "Ranking during round 2, 1 of 2 results")
	says("?after=1", "Ranking after round 1")
	if _, body := h.sheets(t, "kind=ranking&kind=cross"); strings.Count(body, "Ranking during round 2, 1 of 2 results") != 2 {
		t.Error("the sheets don't say that the round is played")
	}
	h.act(t, h.division, tournament.EnterResult{Round: 2, Table: d.Current().Pairs[1].Table, Outcome: blackWins()}, tournament.CloseRound{Round: 2})
	h.play(t, h.division)
	h.act(t, h.division, tournament.PublishRanking{})
	says("", "Final ranking")
	says("?after=1", "Ranking after round 1")
}
