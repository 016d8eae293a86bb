package tournament

import (
	"slices"
	"strings"

	"tianyuan/standing"
)

// UnitTotal is the sum of a unit's best players over several divisions.
type UnitTotal struct {
	// Place is shared by units with the same points and the same sum of places.
	Place   int
	Unit    string
	Points  standing.Rat
	Places  int // the sum of the places of those who count; fewer is better
	Members []UnitMember
}

// UnitMember is a player who counts for his unit.
type UnitMember struct {
	Division *Division
	No       int
	Place    int
	Points   standing.Rat
}

// UnitTotals ranks the units by the points of their best players, as many as best says, over the
// divisions; then by the smaller sum of those players' places. Units with fewer players count
// those they have. Who has no place (annulled, never started) doesn't count.
func UnitTotals(divisions []*Division, best int) ([]UnitTotal, error) {
	members := map[string][]UnitMember{}
	for _, d := range divisions {
		table, err := d.Standings(0)
		if err != nil {
			return nil, err
		}
		for _, row := range table.Rows {
			e := d.Entry(row.No)
			if e == nil || e.Unit == "" || row.Place == 0 {
				continue
			}
			members[e.Unit] = append(members[e.Unit], UnitMember{Division: d, No: row.No, Place: row.Place, Points: row.Points})
		}
	}
	var totals []UnitTotal
	for unit, all := range members {
		slices.SortStableFunc(all, func(a, b UnitMember) int {
			if c := b.Points.Cmp(a.Points); c != 0 {
				return c
			}
			return a.Place - b.Place
		})
		total := UnitTotal{Unit: unit, Members: all[:min(best, len(all))]}
		for _, m := range total.Members {
			total.Points = total.Points.Add(m.Points)
			total.Places += m.Place
		}
		totals = append(totals, total)
	}
	slices.SortFunc(totals, func(a, b UnitTotal) int {
		if c := a.compare(b); c != 0 {
			return c
		}
		return strings.Compare(a.Unit, b.Unit)
	})
	for i := range totals {
		totals[i].Place = i + 1
		if i > 0 && totals[i].compare(totals[i-1]) == 0 {
			totals[i].Place = totals[i-1].Place
		}
	}
	return totals, nil
}

func (u UnitTotal) compare(v UnitTotal) int {
	if c := v.Points.Cmp(u.Points); c != 0 {
		return c
	}
	return u.Places - v.Places
}
