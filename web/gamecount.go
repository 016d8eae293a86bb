package web

import (
	"net/http"
	"strings"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
)

// countView is a count as the page shows it, in quarter-stones.
type countView struct {
	// Black and White are what was counted; they add up to Whole.
	Black, White, Whole int
	// Base is 归本数, Threshold what Black needs for an equal game.
	Base, Threshold      int
	Komi, Compensation   int
	FineBlack, FineWhite int
	// Counted: a count stands.
	Counted bool
	// Moves: the board is recorded.
	Moves bool
	// MarginBlack is how far Black is ahead after komi and fines.
	MarginBlack, MarginWhite int
}

func (q *request) countView(g *game.Game) countView {
	c := g.Count()
	v := countView{
		Whole: 2 * rules.BaseNumber(c.Points), Base: rules.BaseNumber(c.Points), Threshold: c.Threshold(), Komi: c.Komi, Compensation: c.Compensation,
		FineBlack: c.Fine * c.WarnBlack, FineWhite: c.Fine * c.WarnWhite, Moves: g.Terms.Moves,
	}
	if e := g.Ending; e != nil && e.Counted {
		v.Counted, v.Black, v.White = true, e.Black, e.White
		v.MarginBlack, v.MarginWhite = c.Margin(), -c.Margin()
	}
	return v
}

// scoreWords say a count in one line.
func (q *request) scoreWords(g *game.Game) string {
	v := q.countView(g)
	return q.p.T("gc.score", fault.Args{"black": rules.Quarters(v.Black), "white": rules.Quarters(v.White)})
}

// countPage is the count of a game: GET /g/{d}/{n}/{table}/count.
func (q *request) countPage(v *gameTable) error { return q.showCount(v, http.StatusOK, nil) }

func (q *request) showCount(v *gameTable, status int, failure error) error {
	if v.Game == nil {
		return fault.New(fault.Conflict, "fault.web.noRecord", nil)
	}
	return q.render("gcount", status, page{
		Title: q.p.T("gc.title"), Place: q.p.T("table.n", fault.Args{"n": v.Table}), Tab: "tables", Back: v.URL, Edition: string(v.Edition),
		Error: q.p.Fault(failure), Data: map[string]any{"Table": v, "Round": v.Round, "Count": q.countView(v.Game)},
	})
}

// countOf reads a count by hand: one side's stones, as people write them.
func (q *request) countOf(v *gameTable) (game.Command, error) {
	black, white := strings.TrimSpace(q.PostFormValue("black")), strings.TrimSpace(q.PostFormValue("white"))
	if black == "" && white == "" {
		return nil, fault.New(fault.Invalid, "fault.web.noCount", nil)
	}
	if black == "" {
		area, err := stonesOf(white)
		return game.EnterCount{Side: rules.White, Area: area}, err
	}
	area, err := stonesOf(black)
	if err == nil && white != "" {
		var other int
		other, err = stonesOf(white)
		whole := 2 * rules.BaseNumber(v.Game.Terms.Size*v.Game.Terms.Size)
		if sum := area + other; err == nil && sum != whole {
			err = fault.New(fault.Invalid, "fault.web.countSum", fault.Args{"sum": rules.Quarters(sum), "whole": rules.Quarters(whole)})
		}
	}
	return game.EnterCount{Side: rules.Black, Area: area}, err
}

// stonesOf reads a number of stones of one side. Fault: invalid "fault.web.count".
func stonesOf(text string) (int, error) {
	area, err := rules.ReadQuarters(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "fault.web.count", fault.Args{"value": text})
	}
	return area, nil
}

// lifeOf reads a side's opinion on what is dead, or its yes to the one that stands.
func (q *request) lifeOf(v *gameTable) (game.Command, error) {
	dead, err := pointsOf(q.PostFormValue("dead"), v.Game.Terms.Size)
	if err != nil {
		return nil, err
	}
	contested, err := pointsOf(q.PostFormValue("contested"), v.Game.Terms.Size)
	if err != nil {
		return nil, err
	}
	side := sideOf(q.PostFormValue("side"))
	if q.PostFormValue("act") == "agree" {
		return game.AgreeLife{Side: side, Dead: dead, Contested: contested}, nil
	}
	return game.ProposeLife{Side: side, Dead: dead, Contested: contested}, nil
}

// Signed writes quarter-stones with their sign; a bare 0 for nothing.
func (p *page) Signed(n int) string {
	switch {
	case n > 0:
		return "+ " + p.q.p.Stones(n)
	case n < 0:
		return "− " + p.q.p.Stones(-n)
	}
	return "0"
}

// Negated is a number with the other sign.
func (p *page) Negated(n int) int { return -n }
