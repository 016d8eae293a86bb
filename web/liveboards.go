package web

import (
	"bytes"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
	"tianyuan/tournament"
)

// liveRow is a table of the round as the chief referee watches it.
type liveRow struct {
	*boardTable
	p *page
	// Rev changes with whatever the row shows.
	Rev string
	// Tag and Word are the state's tag; Said is a sentence.
	Tag, Word, Said string
	// Board is the small picture of a recorded game, "" for the others.
	Board template.HTML
	// Result is what the desk has entered.
	Result rules.Outcome
}

// Black and White are the names of who sits there.
func (r liveRow) Black() string { return r.p.Name(r.BlackNo()) }

// White is Black for White.
func (r liveRow) White() string { return r.p.Name(r.WhiteNo()) }

// T and Tagged lend the page's words to a row that is drawn alone.
func (r liveRow) T(key string, pairs ...any) (string, error) { return r.p.T(key, pairs...) }

// Tagged is the state's tag.
func (r liveRow) Tagged() template.HTML { return r.p.Tag(r.Tag, r.Word) }

// Outcome says a result in words.
func (r liveRow) Outcome(o rules.Outcome) string { return r.p.Outcome(o) }

// livePage shows the boards of a round as they change. A script asks with the rows that it has, and
// gets those that differ.
func (q *request) livePage() error {
	n, err := strconv.Atoi(q.PathValue("n"))
	r := q.division.Round(n)
	if err != nil || r == nil {
		return fault.New(fault.NotFound, "fault.notFound", nil)
	}
	if q.wantsFragment() {
		return q.liveChanges(r)
	}
	rows, err := q.liveRows(r)
	if err != nil {
		return err
	}
	recorded := false
	for _, row := range rows {
		recorded = recorded || row.Moves()
	}
	return q.render("live", http.StatusOK, page{Title: q.p.T("live.title", fault.Args{"division": q.division.Name, "n": n}), Tab: "round", Data: map[string]any{"Round": r, "Rows": rows, "Recorded": recorded}})
}

// liveChanges answers with the rows that a page hasn't as they are.
func (q *request) liveChanges(r *tournament.Round) error {
	have := map[string]bool{}
	for _, word := range strings.Split(q.URL.Query().Get("have"), ",") {
		have[word] = true
	}
	rows, err := q.liveRows(r)
	if err != nil {
		return err
	}
	type change struct {
		Table int    `json:"table"`
		HTML  string `json:"html"`
	}
	changes := []change{}
	for _, row := range rows {
		if have[strconv.Itoa(row.Pair.Table)+":"+row.Rev] {
			continue
		}
		var b bytes.Buffer
		if err := q.s.pages.ExecuteTemplate(&b, "live-row", row); err != nil {
			return fault.Wrap(err, fault.Internal, "fault.internal", nil)
		}
		changes = append(changes, change{row.Pair.Table, strings.TrimSpace(b.String())})
	}
	return q.boardJSON(changes)
}

// liveRows are the tables of a published round in their order.
func (q *request) liveRows(r *tournament.Round) ([]liveRow, error) {
	if r.Phase == tournament.Prepared || r.Phase == tournament.Checked {
		return nil, nil
	}
	var rows []liveRow
	for _, pair := range r.Pairs {
		t, err := q.boardTable(r.No, pair.Table)
		if err != nil {
			return nil, err
		}
		rows = append(rows, q.liveRow(r, t))
	}
	return rows, nil
}

func (q *request) liveRow(r *tournament.Round, t *boardTable) liveRow {
	row := liveRow{boardTable: t, p: &page{q: q}, Result: r.Results[t.Pair.Table].Outcome, Tag: "none", Word: "live.none"}
	row.Rev = "0-" + row.Result.String()
	if t.Game == nil {
		if !row.Result.IsZero() {
			row.Tag, row.Word = "ok", "live.entered"
		}
		return row
	}
	g := t.Game
	row.Rev = strconv.FormatInt(g.Head(), 10) + "-" + row.Result.String()
	row.Tag, row.Word = liveTag(g)
	row.Said = q.boardSaid(g)
	if !row.Result.IsZero() && !g.Confirmed {
		row.Tag, row.Word = "ok", "live.entered" // the desk was faster
	}
	if t.Moves() {
		d := boardDiagram(g, q.p.T("live.board", fault.Args{"table": t.Pair.Table, "n": len(g.Turns)}))
		d.Thumb = true
		row.Board = template.HTML(d.SVG())
	}
	return row
}

// liveTag is the tag of a game's state, the most urgent first.
func liveTag(g *game.Game) (tag, word string) {
	open := false
	for _, c := range g.Claims {
		open = open || c.Open
	}
	switch {
	case g.Call != nil:
		return "bad", "live.called"
	case open:
		return "ask", "live.claim"
	case g.Called:
		return "ask", "live.cycle"
	}
	switch g.Phase {
	case game.Play:
		return "none", "live.play"
	case game.Rest:
		return "warn", "live.pause"
	case game.Settle:
		return "wait", "live.settle"
	case game.Result:
		return "wait", "live.result"
	case game.Final:
		return "ok", "live.final"
	case game.Anew:
		return "warn", "live.anew"
	}
	return "none", "live.ready"
}
