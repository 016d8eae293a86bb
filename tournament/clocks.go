package tournament

import (
	"tianyuan/fault"
)

// ClockSeat is the device that keeps the clock of a table.
type ClockSeat struct {
	// Device is a digest of the device's own name, which stays with it.
	Device string
	Seated Stamp
}

// SeatClock lets a device keep the clock of a table for the tournament: one device a table. Over says
// that an official gives it the seat of another one.
type SeatClock struct {
	Table  int
	Device string
	Over   bool
}

func (c SeatClock) decide(t *Tournament, _ Context) ([]Event, error) {
	if c.Table < 1 || c.Table > MaxTable {
		return nil, refuse("fault.tournament.changeTable", fault.Args{"table": c.Table})
	}
	seat, taken := t.Clocks[c.Table]
	switch {
	case taken && seat.Device == c.Device:
		return nil, nil
	case taken && !c.Over:
		return nil, clash("fault.tournament.clockTaken", fault.Args{"table": c.Table, "at": seat.Seated.At})
	}
	return []Event{ClockSeated{Table: c.Table, Device: c.Device}}, nil
}

// ReleaseClock takes the seat from the device that keeps a table's clock; the next one to come sits
// down.
type ReleaseClock struct{ Table int }

func (c ReleaseClock) decide(t *Tournament, _ Context) ([]Event, error) {
	if _, taken := t.Clocks[c.Table]; !taken {
		return nil, nil
	}
	return []Event{ClockReleased(c)}, nil
}

// RenewClockCodes makes the codes of all tables void, and with them all seats: for cards that got
// lost.
type RenewClockCodes struct{}

func (RenewClockCodes) decide(t *Tournament, ctx Context) ([]Event, error) {
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{ClockCodesRenewed{Generation: t.ClockCodes + 1}}, nil
}
