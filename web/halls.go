package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/tournament"
)

// hallView is a whole tournament as the public may see it. It is made once for each change and not
// changed afterwards.
type hallView struct {
	// tag is another one after every fact of the tournament or of one of its divisions.
	tag string
	// divisions in the order of their tables.
	divisions []*tournament.Division
	people    []person
}

// halls keeps the views of the tournaments that are looked at. A view is made by one reader while
// the others of its tournament wait for it.
type halls struct {
	mu    sync.Mutex
	views map[string]*hallSlot
}

// hallSlot holds the view of one tournament, nil at first.
type hallSlot struct {
	mu   sync.Mutex
	view *hallView
}

// maxHalls bounds the views in memory.
const maxHalls = 64

func (h *halls) slot(id string) *hallSlot {
	h.mu.Lock()
	defer h.mu.Unlock()
	slot := h.views[id]
	if slot != nil {
		return slot
	}
	if h.views == nil || len(h.views) >= maxHalls {
		h.views = map[string]*hallSlot{}
	}
	slot = &hallSlot{}
	h.views[id] = slot
	return slot
}

// hallTag is the tag of a tournament as its rows in the lists stand. Hidden divisions count in it: the
// tag never is an old one again.
func (q *request) hallTag() (string, []row, error) {
	streams, err := q.s.Office.AllRows(q.Context(), office.KindDivision, q.tournament.ID)
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	b.WriteString(strconv.FormatInt(q.tournament.Head(), 10))
	for _, x := range streams {
		b.WriteString("." + strconv.FormatInt(x.Head, 10))
	}
	return b.String(), rowsOf(slices.DeleteFunc(streams, office.Hidden)), nil
}

// hall returns the view of the request's tournament.
func (q *request) hall() (*hallView, error) {
	slot := q.s.halls.slot(q.tournament.ID)
	slot.mu.Lock()
	defer slot.mu.Unlock()
	tag, rows, err := q.hallTag()
	if err != nil {
		return nil, err
	}
	if slot.view == nil || slot.view.tag != tag {
		v, err := q.makeHall(tag, rows)
		if err != nil {
			return nil, err
		}
		slot.view = v
	}
	return slot.view, nil
}

func (q *request) makeHall(tag string, rows []row) (*hallView, error) {
	v := &hallView{tag: tag}
	for _, r := range rows {
		d, err := q.s.Office.Division(q.Context(), r.ID)
		if err != nil {
			return nil, err
		}
		public := d.Public(q.tournament.Info)
		v.divisions = append(v.divisions, public)
		v.people = append(v.people, peopleOf(d, public)...)
	}
	slices.SortStableFunc(v.divisions, func(a, b *tournament.Division) int {
		return cmp.Or(cmp.Compare(firstTable(a), firstTable(b)), strings.Compare(sortKey(a.Name), sortKey(b.Name)))
	})
	slices.SortStableFunc(v.people, func(a, b person) int { return strings.Compare(a.sort, b.sort) })
	return v, nil
}

// firstTable is the lowest table of a division's last published round, or where its tables begin.
func firstTable(d *tournament.Division) int {
	if r := lastOut(d); r != nil && len(r.Pairs) > 0 {
		return lowest(r)
	}
	return max(1, d.Seating.First)
}

func lowest(r *tournament.Round) int {
	least := r.Pairs[0].Table
	for _, p := range r.Pairs {
		least = min(least, p.Table)
	}
	return least
}

// lastOut is the last round whose pairs are published; nil for none.
func lastOut(d *tournament.Division) *tournament.Round {
	if out := d.Out(); len(out) > 0 {
		return out[len(out)-1]
	}
	return nil
}

// in is the request with another division.
func (q *request) in(d *tournament.Division) *request {
	other := *q
	other.division = d
	return &other
}

// freshAs answers where nothing has to be made: 304 when the reader's copy has this tag, language,
// theme and bundle, else the page that is kept for guests.
func (q *request) freshAs(tag string) bool {
	tag = `"` + bundleSum + "-" + string(q.p.Lang) + "-" + q.chosenTheme() + "-" + tag + "-" + q.user.ID + `"`
	h := q.w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Vary", "Accept-Language, Cookie")
	if q.Header.Get("If-None-Match") == tag {
		q.w.WriteHeader(http.StatusNotModified)
		return true
	}
	name := q.shelfName(tag)
	if name == "" {
		return false
	}
	packed, kept, left := q.s.shelf.take(q.Context(), name)
	switch {
	case kept:
		q.sendPacked(packed)
	case left == nil:
		q.shelf = name
	}
	return kept || left != nil
}

// publicHead says in a few bytes whether anything changed: the screens ask for it every few seconds.
func (q *request) publicHead() error {
	tag, _, err := q.hallTag()
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	q.w.Header().Set("Cache-Control", "no-cache")
	q.w.Header().Set("ETag", `"`+tag+`"`)
	if q.Header.Get("If-None-Match") == `"`+tag+`"` {
		q.w.WriteHeader(http.StatusNotModified)
		return nil
	}
	_, err = q.w.Write([]byte(tag))
	return err
}

// tablePage shows who plays at a table now, in whatever division: the code on the table leads here.
func (q *request) tablePage() error {
	no, err := strconv.Atoi(q.PathValue("n"))
	if err != nil || no < 1 || no > tournament.MaxTable {
		return fault.New(fault.NotFound, "fault.notFound", nil)
	}
	v, err := q.hall()
	if err != nil {
		return err
	}
	if q.freshAs(v.tag) {
		return nil
	}
	var at []seated
	for _, d := range v.divisions {
		r := lastOut(d)
		if r == nil {
			continue
		}
		for _, t := range q.in(d).tables(r) {
			if t.Table == no {
				at = append(at, seated{Division: d, Round: r, table: t})
			}
		}
	}
	return q.public("publicTable", "table", map[string]any{"Table": no, "At": at})
}

// seated is a table with its division and round.
type seated struct {
	Division *tournament.Division
	Round    *tournament.Round
	table
}

// Row is the table as lists have it.
func (s seated) Row() table { return s.table }

// Change is the last change that touched the table after its publication.
func (s seated) Change() *tournament.Amendment { return lastChange(s.Round, s.Table) }

func lastChange(r *tournament.Round, table int) *tournament.Amendment {
	for i := len(r.Amendments) - 1; i >= 0; i-- {
		if a := &r.Amendments[i]; slices.Contains(a.Change.Tables, table) {
			return a
		}
	}
	return nil
}

// unitsPage ranks the units over the chosen divisions: ?best=3&d=d-1&d=d-2; without a choice over all.
func (q *request) unitsPage() error {
	const bestOrdinary, bestMost = 4, 50
	v, err := q.hall()
	if err != nil {
		return err
	}
	if q.freshAs(v.tag) {
		return nil
	}
	best, err := strconv.Atoi(plainDigits(strings.TrimSpace(q.URL.Query().Get("best"))))
	if err != nil || best < 1 || best > bestMost {
		best = bestOrdinary
	}
	wanted := q.URL.Query()["d"]
	var choices []unitChoice
	var chosen []*tournament.Division
	for _, d := range v.divisions {
		in := len(wanted) == 0 || slices.Contains(wanted, d.ID)
		choices = append(choices, unitChoice{Division: d, In: in})
		if in && d.LastResult() > 0 {
			chosen = append(chosen, d)
		}
	}
	totals, err := tournament.UnitTotals(chosen, best)
	if err != nil {
		return err
	}
	return q.public("publicUnits", "units", map[string]any{"Choices": choices, "Totals": totals, "Best": best})
}

type unitChoice struct {
	Division *tournament.Division
	In       bool
}
