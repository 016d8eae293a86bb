package tournament

import (
	"time"

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
	return cmd.decide(d, c)
}

func refuse(key string, args fault.Args) error { return fault.New(fault.Invalid, key, args) }

func clash(key string, args fault.Args) error { return fault.New(fault.Conflict, key, args) }

// needReason refuses a command that has to say why and doesn't.
func needReason(c Context) error {
	if c.Reason == "" {
		return refuse("fault.tournament.reason", nil)
	}
	return nil
}
