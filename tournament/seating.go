package tournament

import (
	"slices"

	"tianyuan/fault"
)

// MaxTable is the highest table number 台号.
const MaxTable = 9999

// Seating says which table numbers of the hall are a division's. The zero value counts from 1.
type Seating struct {
	// First is the number of the division's first table; 0 means 1.
	First int `json:"first,omitempty"`
	// Skip lists numbers that no table bears, ascending.
	Skip []int `json:"skip,omitempty"`
}

// Tables returns the first n table numbers, ascending.
func (s Seating) Tables(n int) []int {
	tables := make([]int, 0, n)
	for no := max(1, s.First); len(tables) < n; no++ {
		if _, skipped := slices.BinarySearch(s.Skip, no); !skipped {
			tables = append(tables, no)
		}
	}
	return tables
}

// SetSeating chooses the tables of the rounds to come. A proposal that isn't published yet is
// numbered anew; published tables are moved one by one (MoveTable).
type SetSeating struct{ Seating Seating }

func (c SetSeating) decide(d *Division, _ Context) ([]Event, error) {
	const mostSkipped = 200
	s := Seating{First: max(1, c.Seating.First), Skip: slices.Compact(slices.Sorted(slices.Values(c.Seating.Skip)))}
	if s.First > MaxTable || len(s.Skip) > mostSkipped || len(s.Skip) > 0 && (s.Skip[0] < 1 || s.Skip[len(s.Skip)-1] > MaxTable) {
		return nil, refuse("fault.tournament.seating", fault.Args{"most": MaxTable, "skipped": mostSkipped})
	}
	if s.First == max(1, d.Seating.First) && slices.Equal(s.Skip, d.Seating.Skip) {
		return nil, nil
	}
	events := []Event{SeatingSet{Seating: s}}
	if cur := d.Current(); cur != nil && (cur.Phase == Prepared || cur.Phase == Checked) {
		pairs := slices.Clone(cur.Pairs)
		for i, table := range s.Tables(len(pairs)) {
			pairs[i].Table = table
		}
		d.fixTables(pairs)
		events = append(events, PairsChanged{Round: cur.No, Pairs: pairs, Byes: cur.Byes, Before: cur.Cost, After: cur.Cost})
	}
	return events, nil
}

// freeTable is the lowest number of the division's own that no pair of a round has.
func (d *Division) freeTable(r *Round) int {
	for _, no := range d.Seating.Tables(len(r.Pairs) + 1) {
		if _, taken := r.Pair(no); !taken {
			return no
		}
	}
	return 0 // can't be: there is one number more than pairs
}

// tablesInUse are the tables of the round at hand, or those that the next round will need; none when
// the division is over.
func (d *Division) tablesInUse() []int {
	if cur := d.Current(); cur != nil && cur.Phase != Closed {
		var tables []int
		for _, p := range cur.Pairs {
			tables = append(tables, p.Table)
		}
		slices.Sort(tables)
		return tables
	}
	if d.Final != nil || len(d.Rounds) > 0 && len(d.Rounds) >= d.PlannedRounds() {
		return nil
	}
	return d.Seating.Tables(len(d.InNextDraw()) / 2)
}

// Overlap is what two divisions both count among their tables.
type Overlap struct {
	A, B   *Division
	Tables []int // ascending
}

// Overlaps lists the divisions of a hall whose tables overlap.
func Overlaps(divisions []*Division) []Overlap {
	var found []Overlap
	for i, a := range divisions {
		mine := a.tablesInUse()
		for _, b := range divisions[i+1:] {
			var shared []int
			for _, table := range b.tablesInUse() {
				if _, both := slices.BinarySearch(mine, table); both {
					shared = append(shared, table)
				}
			}
			if len(shared) > 0 {
				found = append(found, Overlap{A: a, B: b, Tables: shared})
			}
		}
	}
	return found
}
