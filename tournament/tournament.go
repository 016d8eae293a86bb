package tournament

import (
	"slices"
	"time"
	"unicode/utf8"

	"tianyuan/fault"
)

// Info is what the poster of a tournament announces.
type Info struct {
	Name  string `json:"name"`
	Venue string `json:"venue,omitempty"`
	// Starts and Ends are dates, "2026-11-28".
	Starts string `json:"starts,omitempty"`
	Ends   string `json:"ends,omitempty"`
	// Organiser is the body that holds it 主办方.
	Organiser string `json:"organiser,omitempty"`
	// Public tells whether its pages are open to everybody.
	Public bool `json:"public"`
}

// Tournament is the state of a tournament's stream.
type Tournament struct {
	ID   string
	Info Info
	// Unread is set when the stream goes on with a fact that this version can't read.
	Unread error
	head   int64
}

// Head returns the sequence number of the last event applied.
func (t *Tournament) Head() int64 { return t.head }

// Apply returns nothing: it moves the state on by one fact.
func (t *Tournament) Apply(r Recorded) error {
	if _, created := r.Event.(TournamentCreated); created != (t.head == 0) {
		return misplaced(r.Event)
	}
	switch e := r.Event.(type) {
	case TournamentCreated:
		t.Info = e.Info
	case TournamentChanged:
		t.Info = e.Info
	default:
		return misplaced(r.Event)
	}
	t.head = r.Seq
	return nil
}

func misplaced(e Event) error {
	return fault.New(fault.Internal, "fault.tournament.brokenEvent", fault.Args{"type": e.EventType()})
}

// SetInfo makes or changes a tournament.
type SetInfo struct{ Info Info }

// Decide gives the event of a change of the poster's facts.
// Faults: invalid "fault.tournament.name", "fault.tournament.dates".
func (t *Tournament) Decide(c SetInfo) ([]Event, error) {
	if t.Unread != nil {
		return nil, t.Unread
	}
	if err := checkName(c.Info.Name); err != nil {
		return nil, err
	}
	for _, text := range []string{c.Info.Venue, c.Info.Organiser} {
		if utf8.RuneCountInString(text) > 200 {
			return nil, fault.New(fault.Invalid, "fault.tournament.name", fault.Args{"value": text})
		}
	}
	var days []string
	for _, day := range []string{c.Info.Starts, c.Info.Ends} {
		if day == "" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return nil, fault.New(fault.Invalid, "fault.tournament.dates", fault.Args{"value": day})
		}
		days = append(days, day)
	}
	if !slices.IsSorted(days) {
		return nil, fault.New(fault.Invalid, "fault.tournament.datesOrder", fault.Args{"starts": c.Info.Starts, "ends": c.Info.Ends})
	}
	if t.head == 0 {
		return []Event{TournamentCreated(c)}, nil
	}
	if c.Info == t.Info {
		return nil, nil
	}
	return []Event{TournamentChanged(c)}, nil
}

// checkName bounds the name of a tournament or division: 1 to 80 characters on one line.
func checkName(name string) error {
	n := utf8.RuneCountInString(name)
	if n < 1 || n > 80 || hasControl(name) {
		return fault.New(fault.Invalid, "fault.tournament.name", fault.Args{"value": name})
	}
	return nil
}

func hasControl(s string) bool {
	for _, r := range s {
		if r < ' ' || r == 0x7f {
			return true
		}
	}
	return !utf8.ValidString(s)
}
