package tournament

import (
	"time"
	"unicode/utf8"

	"tianyuan/fault"
)

// Context is what surrounds a command: when, who, and why.
type Context struct {
	Now    time.Time
	Actor  string
	Reason string
}

// Command is something a person asks of a division. A refused command changes nothing.
type Command interface {
	decide(d *Division, c Context) ([]Event, error)
}

// Decide gives the events of a command on a state, or the fault that refuses it. A state that
// stops before a fact this version can't read takes no command.
func (d *Division) Decide(cmd Command, c Context) ([]Event, error) {
	if d.Unread != nil {
		return nil, d.Unread
	}
	if _, create := cmd.(CreateDivision); create != (d.head == 0) {
		return nil, fault.New(fault.NotFound, "fault.tournament.noDivision", nil)
	}
	if err := checkReason(c); err != nil {
		return nil, err
	}
	if _, restores := cmd.(RestoreDivision); d.Hidden != nil && !restores {
		return nil, clash("fault.tournament.hidden", fault.Args{"name": d.Name, "at": d.Hidden.At})
	}
	return cmd.decide(d, c)
}

func refuse(key string, args fault.Args) error { return fault.New(fault.Invalid, key, args) }

func clash(key string, args fault.Args) error { return fault.New(fault.Conflict, key, args) }

// checkReason bounds a reason: it stands on pages and sheets.
func checkReason(c Context) error {
	const most = 200
	if utf8.RuneCountInString(c.Reason) > most || hasControl(c.Reason) {
		return refuse("fault.tournament.reasonLong", fault.Args{"most": most})
	}
	return nil
}

// needReason refuses a command that has to say why and doesn't.
func needReason(c Context) error {
	if c.Reason == "" {
		return refuse("fault.tournament.reason", nil)
	}
	return nil
}
