package web

import (
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"tianyuan/tournament"
)

// A page of the hall screen has two columns of so many rows (1920 × 1080).
const (
	hallRows  = 11
	hallTurn  = 12 // seconds a page stays
	hallPolls = 5  // seconds between two looks for changes
)

// hallRow is a table or a bye of the hall screen.
type hallRow struct {
	table
	Amended bool
	Bye     *tournament.Entry
}

// hallPage is one page of the hall screen.
type hallPage struct {
	No          int
	Division    *tournament.Division
	Round       *tournament.Round
	Left, Right []hallRow
}

// hallTab is a division's tab with the range of its tables.
type hallTab struct {
	Division *tournament.Division
	// Tables says where its tables lie.
	Tables      string
	First, Last int // its pages
}

// hallScreen shows the pairs of all divisions page by page: GET /p/{t}/hall.
func (q *request) hallScreen() error {
	v, err := q.hall()
	if err != nil {
		return err
	}
	pages, tabs := q.hallPages(v)
	at, err := strconv.Atoi(q.URL.Query().Get("page"))
	if err != nil || at < 1 || at > len(pages) {
		at = 1
	}
	now := q.s.Now()
	_, zone := now.Local().Zone()
	notices := q.notices("")
	return q.render("hall", http.StatusOK, page{Title: q.tournament.Info.Name, Public: true, Data: map[string]any{
		"Pages": pages, "Tabs": tabs, "At": at, "Next": at%max(1, len(pages)) + 1, "Turn": hallTurn, "Poll": hallPolls, "Zone": zone, "Tag": v.tag,
		"Notices": notices[:min(len(notices), 2)], "Band": bandSize(notices), "Find": q.base() + "/p/" + q.tournament.ID + "/find",
	}})
}

// hallPages lays out the rounds that are published and not closed; when there is none, those that
// were closed last, with their results.
func (q *request) hallPages(v *hallView) (pages []hallPage, tabs []hallTab) {
	shown := func(open bool) {
		for _, d := range v.divisions {
			r := lastOut(d)
			if r == nil || len(r.Pairs) == 0 || open == (r.Phase == tournament.Closed) {
				continue
			}
			tab := hallTab{Division: d, Tables: q.span(r), First: len(pages) + 1}
			for rows := q.hallRows(d, r); len(rows) > 0; {
				cut := min(len(rows), 2*hallRows)
				half := min(cut, hallRows)
				pages = append(pages, hallPage{No: len(pages) + 1, Division: d, Round: r, Left: rows[:half], Right: rows[half:cut]})
				rows = rows[cut:]
			}
			tab.Last = len(pages)
			tabs = append(tabs, tab)
		}
	}
	if shown(true); len(pages) == 0 {
		shown(false)
	}
	return pages, tabs
}

func (q *request) hallRows(d *tournament.Division, r *tournament.Round) []hallRow {
	var rows []hallRow
	for _, t := range q.in(d).tables(r) {
		rows = append(rows, hallRow{table: t, Amended: r.Amended(t.Table)})
	}
	for _, no := range d.Idle(r) {
		if e := d.Entry(no); e != nil {
			rows = append(rows, hallRow{Bye: e})
		}
	}
	return rows
}

// LongName tells whether a name needs the smaller letters of the hall screen: more than eight
// characters' width.
func (hallRow) LongName(name string) bool {
	const room = 16
	return wide(name) > room
}

// bandSize chooses the letters of the notices' band so that both of the shown ones fit whole.
func bandSize(notices []shownNotice) string {
	longest, total := 0, 0
	for _, n := range notices[:min(len(notices), 2)] {
		length := utf8.RuneCountInString(n.Text)
		longest, total = max(longest, length), total+length
	}
	switch {
	case total <= 32:
		return "short"
	case longest <= 40:
		return "lines"
	}
	return "long"
}

// Countdown says how long it is until a moment: 07:42, from an hour 1:12:44; "00:00" afterwards.
func (p *page) Countdown(at time.Time) string {
	left := max(0, int(at.Sub(p.q.s.Now()).Seconds()+0.5))
	two := func(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }
	if left >= 3600 {
		return strconv.Itoa(left/3600) + ":" + two(left/60%60) + ":" + two(left%60)
	}
	return two(left/60) + ":" + two(left%60)
}

// Millis is a moment for the scripts of the page; 0 for none.
func (p *page) Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
