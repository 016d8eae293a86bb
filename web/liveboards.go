package web

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/tournament"
)

// liveRow is a table of the round as the chief referee watches it.
type liveRow struct {
	tableRow
	Page *page
	// Rev changes with whatever the row shows.
	Rev string
	// Picture is the small board of a recorded game, "" for the others.
	Picture template.HTML
	// Result is what the desk has entered, in words.
	Result string
}

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
		recorded = recorded || row.Recorded()
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
		if have[strconv.Itoa(row.Table)+":"+row.Rev] {
			continue
		}
		var b bytes.Buffer
		if err := q.s.pages.ExecuteTemplate(&b, "live-row", row); err != nil {
			return fault.Wrap(err, fault.Internal, "fault.internal", nil)
		}
		changes = append(changes, change{row.Table, strings.TrimSpace(b.String())})
	}
	return q.boardJSON(changes)
}

// liveRows are the tables of a published round in their order.
func (q *request) liveRows(r *tournament.Round) ([]liveRow, error) {
	if r.Phase == tournament.Prepared || r.Phase == tournament.Checked {
		return nil, nil
	}
	tables, err := q.rowsOf(q.division, r, func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	var rows []liveRow
	for _, t := range tables {
		rows = append(rows, q.liveRow(r, t))
	}
	return rows, nil
}

func (q *request) liveRow(r *tournament.Round, t tableRow) liveRow {
	row := liveRow{tableRow: t, Page: &page{q: q}}
	if o := r.Results[t.Table].Outcome; !o.IsZero() {
		row.Result = q.p.T(t.seated(o).Words())
	}
	head := int64(0)
	if t.Game != nil {
		head = t.Game.Head()
	}
	if t.Recorded() {
		d := boardDiagram(t.Game, q.p.T("live.board", fault.Args{"table": t.Table, "n": len(t.Game.Turns)}))
		d.Thumb = true
		row.Picture = template.HTML(d.SVG())
	}
	sum := fnv.New32a()
	fmt.Fprint(sum, head, row.Result, row.Tag, row.Say, row.Small, row.Unheard != "")
	row.Rev = strconv.FormatUint(uint64(sum.Sum32()), 36)
	return row
}
