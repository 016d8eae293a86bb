package tournament

import (
	"maps"
	"slices"
	"time"

	"tianyuan/fault"
)

// CheckIn records that players reported at the desk 报到, or takes it back. Entries are named by
// id: there are no numbers before the draw.
type CheckIn struct {
	IDs     []int
	Present bool
}

func (c CheckIn) decide(d *Division, _ Context) ([]Event, error) {
	var changed []int
	for _, id := range slices.Compact(slices.Sorted(slices.Values(c.IDs))) {
		if d.EntryByID(id) == nil {
			return nil, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": id})
		}
		if d.CheckedIn[id] != c.Present {
			changed = append(changed, id)
		}
	}
	if len(changed) == 0 {
		return nil, nil
	}
	return []Event{CheckedIn{IDs: changed, Present: c.Present}}, nil
}

// Seats tells who is missing at a table, as a referee saw it.
type Seats struct {
	MissingB bool `json:"missingB,omitempty"`
	MissingW bool `json:"missingW,omitempty"`
}

// MarkSeats records who is missing at a table of a published round; both false when all are there.
type MarkSeats struct {
	Round, Table int
	Seats
}

func (c MarkSeats) decide(d *Division, _ Context) ([]Event, error) {
	r, err := d.resultRound(c.Round, c.Table, Published, Started)
	if err != nil {
		return nil, err
	}
	if r.Seats[c.Table] == c.Seats {
		return nil, nil
	}
	return []Event{SeatsSeen(c)}, nil
}

// DefaultLateLimit is how late a player may be where playing room and lodging are apart: one hour
// (D22.1, 2002 art. 22.1). In one place it is 15 minutes (D22.2, art. 22.2).
const (
	DefaultLateLimit = time.Hour
	SamePlaceLimit   = 15 * time.Minute
)

// LateLimit is how late a player may come before his game is lost; the limit itself is in time.
func (r Regulations) LateLimit() time.Duration {
	if r.LateMinutes == 0 {
		return DefaultLateLimit
	}
	return time.Duration(r.LateMinutes) * time.Minute
}

// Overdue lists the tables of a running round where somebody is missing past the limit
// (D22.1-D22.3), in order.
func (d *Division) Overdue(r *Round, now time.Time) []int {
	if r.Phase != Started || !d.Reg.Law().TooLate(now.Sub(r.StartedAt)) {
		return nil
	}
	var tables []int
	for _, table := range slices.Sorted(maps.Keys(r.Seats)) {
		if _, entered := r.Results[table]; !entered && r.Seats[table] != (Seats{}) {
			tables = append(tables, table)
		}
	}
	return tables
}
