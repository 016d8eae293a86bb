package tournament

import (
	"reflect"
	"unicode/utf8"

	"tianyuan/fault"
	"tianyuan/rules"
)

// CreateDivision begins a division with regulations that the organiser sets.
type CreateDivision struct {
	Tournament  string
	Name        string
	Regulations Regulations
}

func (c CreateDivision) decide(*Division, Context) ([]Event, error) {
	if err := checkName(c.Name); err != nil {
		return nil, err
	}
	if err := c.Regulations.Validate(); err != nil {
		return nil, err
	}
	return []Event{DivisionCreated(c)}, nil
}

// DraftRegulations proposes a change; after round 1 was published it needs a reason.
type DraftRegulations struct {
	Name        string
	Regulations Regulations
}

func (c DraftRegulations) decide(d *Division, ctx Context) ([]Event, error) {
	if err := checkName(c.Name); err != nil {
		return nil, err
	}
	if err := c.Regulations.Validate(); err != nil {
		return nil, err
	}
	if c.Name == d.Name && reflect.DeepEqual(c.Regulations, d.Reg) {
		return nil, refuse("fault.tournament.sameRegulations", nil)
	}
	if err := d.fits(c.Regulations); err != nil {
		return nil, err
	}
	if d.Begun() {
		if err := needReason(ctx); err != nil {
			return nil, err
		}
	}
	return []Event{RegulationsDrafted(c)}, nil
}

// fits refuses regulations that contradict what has already happened.
func (d *Division) fits(reg Regulations) error {
	if d.Drawn && reg.Method != d.Reg.Method {
		return clash("fault.tournament.methodAfterDraw", nil)
	}
	tableChanged := reg.Options.Table != d.Reg.Options.Table || reg.Options.Cycles != d.Reg.Options.Cycles
	if d.Drawn && reg.Method == RoundRobin && tableChanged {
		return clash("fault.tournament.tableAfterDraw", nil)
	}
	if reg.Method == Swiss && reg.Rounds < len(d.Rounds) {
		return clash("fault.tournament.fewerRounds", fault.Args{"rounds": reg.Rounds, "begun": len(d.Rounds)})
	}
	return nil
}

// Begun tells whether round 1 was published.
func (d *Division) Begun() bool {
	return len(d.Rounds) > 0 && d.Rounds[0].Version > 0
}

// ApproveRegulations puts the draft in force.
type ApproveRegulations struct{}

func (ApproveRegulations) decide(d *Division, _ Context) ([]Event, error) {
	if d.Draft == nil {
		return nil, clash("fault.tournament.noDraft", nil)
	}
	if err := d.fits(d.Draft.Regulations); err != nil {
		return nil, err
	}
	return []Event{RegulationsApproved{Name: d.Draft.Name, Regulations: d.Draft.Regulations}}, nil
}

// RejectRegulations drops the draft.
type RejectRegulations struct{}

func (RejectRegulations) decide(d *Division, _ Context) ([]Event, error) {
	if d.Draft == nil {
		return nil, clash("fault.tournament.noDraft", nil)
	}
	return []Event{RegulationsRejected{}}, nil
}

// MostLate bounds the lateness allowed, in minutes.
const MostLate = 180

// maxNotes bounds the supplementary rules, in characters.
const maxNotes = 20000

// Validate refuses regulations that can't be played by, and says what would be right.
func (r *Regulations) Validate() error {
	if !r.Edition.Known() {
		return refuse("fault.tournament.edition", fault.Args{"value": string(r.Edition)})
	}
	if r.Method != Swiss && r.Method != RoundRobin {
		return refuse("fault.tournament.method", fault.Args{"value": string(r.Method)})
	}
	if r.Colours != ByPairing && r.Colours != ByNigiri {
		return refuse("fault.tournament.coloursBy", fault.Args{"value": string(r.Colours)})
	}
	if r.Rounds < 1 || r.Rounds > MaxRounds {
		return refuse("fault.tournament.rounds", fault.Args{"value": r.Rounds, "most": MaxRounds})
	}
	if r.LateMinutes < 0 || r.LateMinutes > MostLate {
		return refuse("fault.tournament.lateLimit", fault.Args{"value": r.LateMinutes, "most": MostLate})
	}
	const wholeBoard = 361 * 4
	if r.Komi < -wholeBoard || r.Komi > wholeBoard {
		return refuse("fault.tournament.komi", fault.Args{"value": rules.QuarterText(r.Komi)})
	}
	if utf8.RuneCountInString(r.Notes) > maxNotes {
		return fault.New(fault.TooLarge, "fault.tournament.notes", fault.Args{"most": maxNotes})
	}
	if err := r.Time.Validate(); err != nil {
		return err
	}
	if err := r.Games.Validate(); err != nil {
		return err
	}
	return r.Options.Validate()
}
