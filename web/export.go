package web

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"tianyuan/fault"
	"tianyuan/sheet"
	"tianyuan/standing"
	"tianyuan/tournament"
)

func urlEscape(s string) string { return url.PathEscape(s) }

// exportFile sends the division as .xlsx, a list as .csv, or the whole as a division file.
func (q *request) exportFile() error {
	name := q.PathValue("name")
	base := safeName(q.tournament.Info.Name + " " + q.division.Name)
	switch {
	case name == "division.json":
		return q.exportDivision(base)
	case name == "all.xlsx":
		tables, err := q.exportTables()
		if err != nil {
			return err
		}
		data, err := sheet.WriteXLSX(tables)
		if err != nil {
			return err
		}
		return q.download(base+".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", data)
	}
	tables, err := q.exportTables()
	if err != nil {
		return err
	}
	for i, t := range tables {
		if name == []string{"entries.csv", "pairs.csv", "ranking.csv"}[i] {
			return q.download(base+" "+t.Title+".csv", "text/csv; charset=utf-8", sheet.WriteCSV(t))
		}
	}
	return fault.New(fault.NotFound, "fault.notFound", nil)
}

func (q *request) exportDivision(base string) error {
	f, err := tournament.NewFile(q.division)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	return q.download(base+".json", "application/json", data)
}

// exportTables are entries, pairs with results, and the ranking.
func (q *request) exportTables() ([]sheet.Table, error) {
	ranking, err := q.rankingSheet()
	return []sheet.Table{q.entriesSheet(), q.pairsSheet(), ranking}, err
}

func (q *request) heads(keys ...string) []string {
	words := make([]string, len(keys))
	for i, k := range keys {
		words[i] = q.p.T(k)
	}
	return words
}

func (q *request) entriesSheet() sheet.Table {
	t := sheet.Table{Title: q.p.T("tab.entries"), Head: q.heads("col.entryNo", "col.no", "col.name", "col.sex", "col.unit", "col.rank", "col.rating", "col.remark")}
	for _, e := range q.division.Entries {
		sex := ""
		if e.Sex != "" {
			sex = q.p.T("sex." + e.Sex)
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(e.ID), number(e.No), e.Name, sex, e.Unit, rankWords(q.p, e.Rank), number(e.Rating), e.Remark})
	}
	return t
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (q *request) pairsSheet() sheet.Table {
	t := sheet.Table{Title: q.p.T("tab.pairs"), Head: q.heads("col.round", "col.table", "col.no", "col.black", "col.unit", "col.result", "col.no", "col.white", "col.unit", "col.words")}
	p := &page{q: q}
	for i := range q.division.Rounds {
		r := &q.division.Rounds[i]
		if r.Version == 0 {
			continue
		}
		for _, x := range q.tables(r) {
			t.Rows = append(t.Rows, []string{strconv.Itoa(r.No), strconv.Itoa(x.Table), strconv.Itoa(x.Black), x.B.Name, x.B.Unit,
				strings.ReplaceAll(p.Score(x.Result.Outcome), "\u2009", ""), strconv.Itoa(x.White), x.W.Name, x.W.Unit, p.Outcome(x.Result.Outcome)})
		}
		for _, no := range q.division.Idle(r) {
			t.Rows = append(t.Rows, []string{strconv.Itoa(r.No), "", strconv.Itoa(no), q.division.Entry(no).Name, q.division.Entry(no).Unit, q.p.T("explain.bye"), "", "", "", ""})
		}
	}
	return t
}

func (q *request) rankingSheet() (sheet.Table, error) {
	_, rows, chain, err := q.ranking(0)
	t := sheet.Table{Title: q.p.T("tab.ranking"), Head: q.heads("col.place", "col.no", "col.name", "col.unit", "col.rank", "col.wins", "col.draws", "col.losses")}
	for _, key := range chain {
		t.Head = append(t.Head, q.p.T("key."+key))
	}
	for _, r := range rows {
		where := q.p.T("status." + standing.Annulled)
		if r.Place > 0 {
			where = strconv.Itoa(r.Place)
		}
		line := []string{where, strconv.Itoa(r.No), r.Entry.Name, r.Entry.Unit, rankWords(q.p, r.Entry.Rank), strconv.Itoa(r.Wins), strconv.Itoa(r.Draws), strconv.Itoa(r.Losses)}
		t.Rows = append(t.Rows, append(line, r.Cells...))
	}
	return t, err
}
