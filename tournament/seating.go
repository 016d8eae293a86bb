package tournament

import (
	"maps"
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

// TablesInUse are the tables of the round at hand, or those that the next round will need, ascending;
// none when the division is over.
func (d *Division) TablesInUse() []int {
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
	return d.Seating.Tables(d.coming() / 2)
}

// coming is how many can be paired in the next round.
func (d *Division) coming() int {
	n := 0
	for i := range d.Entries {
		if e := &d.Entries[i]; e.First() <= d.nextRound() && !d.gone(e.No, d.nextRound()) {
			n++
		}
	}
	return n
}

// Overlap is a group of divisions that count the same tables among theirs, each with at least one
// other of the group.
type Overlap struct {
	Divisions []*Division
	Tables    []int // those that two or more of them count, ascending
}

// Overlaps lists the groups of a hall's divisions whose tables overlap, in the order of the divisions.
func Overlaps(divisions []*Division) []Overlap {
	users := map[int][]int{} // table → places in divisions
	for i, d := range divisions {
		for _, table := range slices.Compact(d.TablesInUse()) {
			users[table] = append(users[table], i)
		}
	}
	group := make([]int, len(divisions)) // the first division of each one's group
	for i := range group {
		group[i] = i
	}
	tables := slices.Sorted(maps.Keys(users))
	for _, table := range tables {
		join(group, users[table])
	}
	var found []Overlap
	for i := range divisions {
		var o Overlap
		for k, first := range group {
			if first == i {
				o.Divisions = append(o.Divisions, divisions[k])
			}
		}
		if len(o.Divisions) < 2 {
			continue
		}
		for _, table := range tables {
			if at := users[table]; len(at) > 1 && group[at[0]] == i {
				o.Tables = append(o.Tables, table)
			}
		}
		found = append(found, o)
	}
	return found
}

// join makes one group of the groups of some members.
func join(group, members []int) {
	first := group[members[0]]
	for _, m := range members {
		first = min(first, group[m])
	}
	for _, m := range members {
		old := group[m]
		for k := range group {
			if group[k] == old {
				group[k] = first
			}
		}
	}
}

// UsersOf lists the divisions among whose tables a number is.
func UsersOf(divisions []*Division, table int) []*Division {
	var users []*Division
	for _, d := range divisions {
		if slices.Contains(d.TablesInUse(), table) {
			users = append(users, d)
		}
	}
	return users
}

// OneAfterTheOther numbers the divisions' tables from first on in their order, so that none has a
// table of another: the numbers of skip are left out, and after each division so many as spare stay
// free. A division takes what its round at hand or its next round needs, and at least one table.
func OneAfterTheOther(divisions []*Division, first, spare int, skip []int) []Seating {
	seatings := make([]Seating, len(divisions))
	for i, d := range divisions {
		seatings[i] = Seating{First: first, Skip: skip}
		tables := seatings[i].Tables(max(1, len(d.TablesInUse())) + spare)
		seatings[i].First = tables[0]
		first = tables[len(tables)-1] + 1
	}
	return seatings
}
