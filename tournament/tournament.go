package tournament

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tianyuan/entrylist"
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
	// Minors says how players under 18 stand on public pages: "" and "name" in full, "mask" as
	// 王*涵, "number" by their number alone.
	Minors string `json:"minors,omitempty"`
	// OwnTables keeps a referee from entering anything at a table that is another one's by the
	// assignments; otherwise he is only told whose it is.
	OwnTables bool `json:"ownTables,omitempty"`
}

// The ways to show minors.
const (
	MinorsNamed    = "name"
	MinorsMasked   = "mask"
	MinorsNumbered = "number"
)

// Tournament is the state of a tournament's stream.
type Tournament struct {
	ID   string
	Info Info
	// Unread is set when the stream goes on with a fact that this version can't read.
	Unread error
	// Notices that are shown now, oldest first.
	Notices     []Notice
	Assignments []Assignment
	// Released are the assignments that ended, oldest first.
	Released []Release
	// Done holds the ticked items of Duties and Gear.
	Done      map[string]Stamp
	Incidents []Incident
	Appeals   []Appeal
	// Comments on referees by user id, for the chief referee and the organiser alone.
	Comments     map[string]Comment
	Announcement Announcement
	// Clocks are the devices that keep the tables' clocks; ClockCodes counts the generations of the
	// tables' codes.
	Clocks     map[int]ClockSeat
	ClockCodes int

	nextID int
	head   int64
}

// Comment is the chief referee's on a referee.
type Comment struct {
	Name, Text string
	Stamp      Stamp
}

// Announcement is the final one.
type Announcement struct {
	Text  string
	Stamp Stamp
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
		t.Info, t.nextID = e.Info, 1
		t.Done, t.Comments, t.Clocks = map[string]Stamp{}, map[string]Comment{}, map[int]ClockSeat{}
	case TournamentChanged:
		t.Info = e.Info
	default:
		if err := t.applyHall(r); err != nil {
			return err
		}
	}
	t.head = r.Seq
	return nil
}

// applyHall takes what concerns the whole hall: notices, referees, the log.
func (t *Tournament) applyHall(r Recorded) error {
	stamp := Stamp{At: r.At, By: r.Actor, Reason: r.Reason}
	switch e := r.Event.(type) {
	case NoticePosted:
		t.Notices = append(t.Notices, Notice{ID: t.took(e.ID), Text: e.Text, Division: e.Division, Posted: stamp})
	case NoticeRemoved:
		t.Notices = slices.DeleteFunc(t.Notices, func(n Notice) bool { return n.ID == e.ID })
	case RefereeAssigned:
		t.Assignments = append(t.Assignments, Assignment{ID: t.took(e.ID), User: e.User, Name: e.Name, Division: e.Division, From: e.From, To: e.To, Stamp: stamp})
	case RefereeReleased:
		if i := slices.IndexFunc(t.Assignments, func(a Assignment) bool { return a.ID == e.ID }); i >= 0 {
			t.Released = append(t.Released, Release{Assignment: t.Assignments[i], Ended: stamp})
		}
		t.Assignments = slices.DeleteFunc(t.Assignments, func(a Assignment) bool { return a.ID == e.ID })
	case DutyMarked:
		delete(t.Done, e.Key)
		if e.Done {
			t.Done[e.Key] = stamp
		}
	case IncidentLogged:
		t.Incidents = append(t.Incidents, Incident{ID: t.took(e.ID), IncidentLogged: e, Stamp: stamp})
	case AppealLodged:
		t.Appeals = append(t.Appeals, Appeal{ID: t.took(e.ID), By: e.By, Text: e.Text, Lodged: stamp})
	case AppealDecided:
		for i := range t.Appeals {
			if a := &t.Appeals[i]; a.ID == e.ID {
				a.Decision, a.Answer, a.Decided = e.Decision, e.Answer, stamp
			}
		}
	case RefereeCommented:
		t.Comments[e.User] = Comment{Name: e.Name, Text: e.Text, Stamp: stamp}
	case ClockSeated:
		t.Clocks[e.Table] = ClockSeat{Device: e.Device, Seated: stamp}
	case ClockReleased:
		delete(t.Clocks, e.Table)
	case ClockCodesRenewed:
		t.ClockCodes = e.Generation
		clear(t.Clocks)
	case Announced:
		t.Announcement = Announcement{Text: e.Text, Stamp: stamp}
	default:
		return misplaced(r.Event)
	}
	return nil
}

// took keeps the ids of the hall's things apart.
func (t *Tournament) took(id int) int {
	t.nextID = max(t.nextID, id+1)
	return id
}

func misplaced(e Event) error {
	return fault.New(fault.Internal, "fault.tournament.brokenEvent", fault.Args{"type": e.EventType()})
}

// HallCommand is something a person asks of a tournament. A refused command changes nothing.
type HallCommand interface {
	decide(t *Tournament, c Context) ([]Event, error)
}

// Decide gives the events of a command on a tournament, or the fault that refuses it.
func (t *Tournament) Decide(cmd HallCommand, c Context) ([]Event, error) {
	if t.Unread != nil {
		return nil, t.Unread
	}
	if _, create := cmd.(SetInfo); !create && t.head == 0 {
		return nil, fault.New(fault.NotFound, "fault.notFound", nil)
	}
	if err := checkReason(c); err != nil {
		return nil, err
	}
	return cmd.decide(t, c)
}

// SetInfo makes or changes a tournament.
type SetInfo struct{ Info Info }

func (c SetInfo) decide(t *Tournament, _ Context) ([]Event, error) {
	if err := checkName(c.Info.Name); err != nil {
		return nil, err
	}
	for _, text := range []string{c.Info.Venue, c.Info.Organiser} {
		if utf8.RuneCountInString(text) > 200 || hasControl(text) {
			return nil, fault.New(fault.Invalid, "fault.tournament.infoText", fault.Args{"value": brief(text), "most": 200})
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
	if !slices.Contains([]string{"", MinorsNamed, MinorsMasked, MinorsNumbered}, c.Info.Minors) {
		return nil, fault.New(fault.Invalid, "fault.tournament.minors", fault.Args{"value": c.Info.Minors})
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
	if n < 1 {
		return fault.New(fault.Invalid, "fault.tournament.nameMissing", nil)
	}
	if n > 80 || hasControl(name) {
		return fault.New(fault.Invalid, "fault.tournament.name", fault.Args{"value": brief(name)})
	}
	return nil
}

// brief is the beginning of a text, for a message about one that is too long.
func brief(text string) string {
	const most = 20
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}

func hasControl(s string) bool { return strings.ContainsFunc(s, entrylist.Unreadable) }

// minorBelow is the age under which a player is a minor.
const minorBelow = 18

// PublicName is how a player stands on public pages: a minor as the tournament chose. Whose year
// of birth isn't known counts as grown up. The age is reckoned by the year the tournament starts.
func (i Info) PublicName(e *Entry) string {
	start, err := time.Parse(time.DateOnly, i.Starts)
	if i.Minors == "" || i.Minors == MinorsNamed || err != nil || len(e.Birth) < 4 {
		return e.Name
	}
	year, err := strconv.Atoi(e.Birth[:4])
	if err != nil || start.Year()-year >= minorBelow {
		return e.Name
	}
	if i.Minors == MinorsNumbered {
		if e.No == 0 {
			return "#" + strconv.Itoa(e.ID)
		}
		return "#" + strconv.Itoa(e.No)
	}
	return masked(e.Name)
}

// masked hides the middle of a name: 王雨涵 is 王*涵, 王涵 is 王*, "Anna Bo" is "A*o".
func masked(name string) string {
	runes := []rune(name)
	switch {
	case len(runes) < 2:
		return "*"
	case len(runes) == 2:
		return string(runes[0]) + "*"
	}
	return string(runes[0]) + "*" + string(runes[len(runes)-1])
}
