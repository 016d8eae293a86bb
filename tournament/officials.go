package tournament

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tianyuan/fault"
	"tianyuan/rules"
)

// Duties are the chief referee's tasks in the order of the rules (O30: 2002 art. 30, 1988 art. 31).
var Duties = []string{"draftRules", "train", "assign", "draw", "venue", "reports", "announce", "summary", "discipline"}

// Gear is the checklist of the equipment (O32/33: 2002 art. 32, 1988 art. 33).
var Gear = []string{"boardLines", "boardLook", "stoneSize", "stoneSet", "tables", "clocks", "stopwatches", "lids"}

// Assignment is a referee's part of the hall.
type Assignment struct {
	ID       int
	User     string
	Name     string
	Division string // id; "" = all
	// From and To are table numbers; 0 and 0 = all of the division.
	From, To int
	Stamp    Stamp
}

// Covers is Includes for a part that is less than the whole hall: that is no table's in particular.
func (a Assignment) Covers(division string, table int) bool {
	if a.Division == "" && a.From == 0 {
		return false
	}
	return a.Includes(division, table)
}

// Includes tells that a table of a division is in the referee's part, which may be the whole hall.
func (a Assignment) Includes(division string, table int) bool {
	return (a.Division == "" || a.Division == division) && (a.From == 0 || a.From <= table && table <= a.To)
}

// Keepers are the referees to whom a table of a division is assigned, in the order of the assignments;
// none when it is anybody's.
func (t *Tournament) Keepers(division string, table int) []Assignment {
	var keepers []Assignment
	for _, a := range t.Assignments {
		if a.Covers(division, table) {
			keepers = append(keepers, a)
		}
	}
	return keepers
}

// Stranger returns whose a table is when it is assigned to others than a user; nil otherwise.
func (t *Tournament) Stranger(user, division string, table int) []Assignment {
	keepers := t.Keepers(division, table)
	if slices.ContainsFunc(keepers, func(a Assignment) bool { return a.User == user && user != "" }) {
		return nil
	}
	return keepers
}

// AssignReferee gives a referee a division or a range of tables. Given again it changes nothing.
type AssignReferee struct {
	User, Name, Division string
	From, To             int
}

const maxAssignments = 400

func (c AssignReferee) decide(t *Tournament, _ Context) ([]Event, error) {
	if err := checkName(c.Name); err != nil {
		return nil, err
	}
	if c.From < 0 || c.To < c.From || c.To > MaxTable || (c.From == 0) != (c.To == 0) {
		return nil, refuse("fault.tournament.tableRange", fault.Args{"from": c.From, "to": c.To, "most": MaxTable})
	}
	if slices.ContainsFunc(t.Assignments, func(a Assignment) bool {
		return AssignReferee{User: a.User, Name: a.Name, Division: a.Division, From: a.From, To: a.To} == c
	}) {
		return nil, nil
	}
	if len(t.Assignments) >= maxAssignments {
		return nil, clash("fault.tournament.logFull", fault.Args{"most": maxAssignments})
	}
	return []Event{RefereeAssigned{ID: t.nextID, User: c.User, Name: c.Name, Division: c.Division, From: c.From, To: c.To}}, nil
}

// Release is an assignment that has ended, and why.
type Release struct {
	Assignment
	Ended Stamp
}

// ReleaseReferee ends an assignment with a reason: a change of plan, or a dismissal (2002 art. 30.3,
// 1988 art. 31.3).
type ReleaseReferee struct{ ID int }

func (c ReleaseReferee) decide(t *Tournament, ctx Context) ([]Event, error) {
	if !slices.ContainsFunc(t.Assignments, func(a Assignment) bool { return a.ID == c.ID }) {
		return nil, nil
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{RefereeReleased(c)}, nil
}

// MarkDuty ticks an item of Duties or Gear, or takes the tick back.
type MarkDuty struct {
	Key  string
	Done bool
}

func (c MarkDuty) decide(t *Tournament, _ Context) ([]Event, error) {
	if !slices.Contains(Duties, c.Key) && !slices.Contains(Gear, c.Key) {
		return nil, refuse("fault.tournament.duty", fault.Args{"value": c.Key})
	}
	if _, done := t.Done[c.Key]; done == c.Done {
		return nil, nil
	}
	return []Event{DutyMarked(c)}, nil
}

// Incident is an entry of the referees' log.
type Incident struct {
	ID int
	IncidentLogged
	Stamp Stamp
}

// LogIncident writes down what happened and by which case of the law it was judged.
type LogIncident struct {
	Division     string
	Round, Table int
	// Edition and Case name a case of the referee law; "" = none.
	Edition rules.Edition
	Case    string
	// Choice is the one that was taken where the case leaves a choice; "" = none, or not yet.
	Choice rules.Consequence
	Text   string
}

// maxLogged bounds the incidents and the appeals of a tournament.
const maxLogged = 2000

func (c LogIncident) decide(t *Tournament, _ Context) ([]Event, error) {
	if err := checkProse(c.Text, true); err != nil {
		return nil, err
	}
	if c.Round < 0 || c.Round > MaxRounds || c.Table < 0 || c.Table > MaxTable {
		return nil, refuse("fault.tournament.incidentPlace", fault.Args{"rounds": MaxRounds, "tables": MaxTable})
	}
	article, err := c.article()
	if err != nil {
		return nil, err
	}
	if len(t.Incidents) >= maxLogged {
		return nil, clash("fault.tournament.logFull", fault.Args{"most": maxLogged})
	}
	return []Event{IncidentLogged{ID: t.nextID, Division: c.Division, Round: c.Round, Table: c.Table, Edition: c.Edition, Case: c.Case, Choice: c.Choice, Article: article, Text: c.Text}}, nil
}

// article is the one that decides the incident's case, "" where there is none.
func (c LogIncident) article() (string, error) {
	if c.Case == "" {
		return "", nil
	}
	p, err := rules.Case(c.Edition, c.Case)
	if err != nil {
		return "", err
	}
	offered := slices.ContainsFunc(p.Choices, func(x rules.Choice) bool { return x.Key() == c.Choice })
	if c.Choice != "" && !offered && !slices.Contains(p.Agreed, c.Choice) {
		return "", refuse("fault.rules.choice", fault.Args{"case": p, "choice": string(c.Choice), "article": p.Cite()})
	}
	return p.Cite().String(), nil
}

// Appeal is a protest 申诉 and what the committee decided.
type Appeal struct {
	ID       int
	By       string
	Text     string
	Lodged   Stamp
	Decision string // "", "granted", "refused"
	Answer   string
	Decided  Stamp
}

// LodgeAppeal takes in a protest in writing (C16.3, 2002 art. 16.3).
type LodgeAppeal struct{ By, Text string }

func (c LodgeAppeal) decide(t *Tournament, _ Context) ([]Event, error) {
	if err := checkName(c.By); err != nil {
		return nil, err
	}
	if err := checkProse(c.Text, true); err != nil {
		return nil, err
	}
	if len(t.Appeals) >= maxLogged {
		return nil, clash("fault.tournament.logFull", fault.Args{"most": maxLogged})
	}
	return []Event{AppealLodged{ID: t.nextID, By: c.By, Text: c.Text}}, nil
}

// DecideAppeal records the committee's decision with its reason.
type DecideAppeal struct {
	ID     int
	Grant  bool
	Answer string
}

func (c DecideAppeal) decide(t *Tournament, _ Context) ([]Event, error) {
	at := slices.IndexFunc(t.Appeals, func(a Appeal) bool { return a.ID == c.ID })
	if at < 0 {
		return nil, fault.New(fault.NotFound, "fault.notFound", nil)
	}
	if t.Appeals[at].Decision != "" {
		return nil, clash("fault.tournament.appealDecided", nil)
	}
	if err := checkProse(c.Answer, true); err != nil {
		return nil, err
	}
	decision := "refused"
	if c.Grant {
		decision = "granted"
	}
	return []Event{AppealDecided{ID: c.ID, Decision: decision, Answer: c.Answer}}, nil
}

// CommentReferee is the chief referee's written comment on a referee (O30); an empty text removes it.
type CommentReferee struct{ User, Name, Text string }

func (c CommentReferee) decide(t *Tournament, _ Context) ([]Event, error) {
	if err := checkName(c.Name); err != nil {
		return nil, err
	}
	if err := checkProse(c.Text, false); err != nil {
		return nil, err
	}
	if t.Comments[c.User].Text == c.Text {
		return nil, nil
	}
	return []Event{RefereeCommented(c)}, nil
}

// Announce publishes the chief referee's final announcement (O30: 2002 art. 30.7); a later one replaces it.
type Announce struct{ Text string }

func (c Announce) decide(t *Tournament, _ Context) ([]Event, error) {
	if err := checkProse(c.Text, true); err != nil {
		return nil, err
	}
	if t.Announcement.Text == c.Text {
		return nil, nil
	}
	return []Event{Announced(c)}, nil
}

// maxProse bounds a text of several lines, in characters.
const maxProse = 4000

func checkProse(text string, needed bool) error {
	plain := strings.NewReplacer("\n", "", "\t", "").Replace(text)
	if needed && strings.TrimSpace(plain) == "" || utf8.RuneCountInString(text) > maxProse || hasControl(plain) {
		return refuse("fault.tournament.prose", fault.Args{"most": maxProse})
	}
	return nil
}
