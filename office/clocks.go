package office

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"tianyuan/fault"
	"tianyuan/tournament"
)

// ClockCode is the secret of a table's clock, printed on the table's card: whoever has it may keep
// that table's clock, for the whole tournament, and nothing else.
func (o *Office) ClockCode(ctx context.Context, tournamentID string, table int) (string, error) {
	t, err := o.Tournament(ctx, tournamentID)
	if err != nil {
		return "", err
	}
	fresh := make([]byte, 32)
	rand.Read(fresh)
	key, err := o.journal.Secret(ctx, tournamentID, "clocks", fresh)
	if err != nil {
		return "", err
	}
	return code(key, "clock", tournamentID, table, t.ClockCodes), nil
}

// CheckClockCode tells whether a code belongs to a table's clock. Fault: notFound "fault.office.clock".
func (o *Office) CheckClockCode(ctx context.Context, tournamentID string, table int, given string) error {
	right, err := o.ClockCode(ctx, tournamentID, table)
	if err != nil {
		return err
	}
	if !hmac.Equal([]byte(right), []byte(strings.ToLower(given))) {
		return fault.New(fault.NotFound, "fault.office.clock", nil)
	}
	return nil
}

// DeviceMark is the digest by which records know a device: its own name stays with it, since who
// has it may write the table's log.
func DeviceMark(device string) string {
	sum := sha256.Sum256([]byte("device\x00" + device))
	return hex.EncodeToString(sum[:8])
}

// SeatClock lets a device keep the clock of a table. The table's code stands for the right to do so,
// which the caller has looked at. Faults: invalid "fault.office.device"; conflict
// "fault.tournament.clockTaken" when another device keeps it.
func (o *Office) SeatClock(ctx context.Context, tournamentID string, table int, device string) error {
	if err := CheckDevice(device); err != nil {
		return err
	}
	return o.carryOutHall(ctx, Actor{}, tournamentID, HallOrder{Command: tournament.SeatClock{Table: table, Device: DeviceMark(device)}})
}

// HasClock tells whether a device keeps the clock of a table, and whether any does.
func (o *Office) HasClock(ctx context.Context, tournamentID string, table int, device string) (mine, taken bool, err error) {
	t, err := o.Tournament(ctx, tournamentID)
	if err != nil {
		return false, false, err
	}
	seat, taken := t.Clocks[table]
	return taken && seat.Device == DeviceMark(device), taken, nil
}

// TableNow finds where a table of the hall plays now: in the division whose round is under way, or
// else published. found is false while no round that is published and not closed has the table.
func (o *Office) TableNow(ctx context.Context, tournamentID string, table int) (at Table, found bool, err error) {
	rows, err := o.Rows(ctx, KindDivision, tournamentID)
	if err != nil {
		return Table{}, false, err
	}
	started := false
	for _, row := range rows {
		d, err := o.Division(ctx, row.ID)
		if err != nil {
			return Table{}, false, err
		}
		r := d.Current()
		if r == nil || r.Phase != tournament.Published && r.Phase != tournament.Started {
			continue
		}
		if _, has := r.Pair(table); has && (!found || !started && r.Phase == tournament.Started) {
			at, found, started = Table{Division: d.ID, Round: r.No, Table: table}, true, r.Phase == tournament.Started
		}
	}
	return at, found, nil
}
