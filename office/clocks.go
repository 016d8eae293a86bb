package office

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"tianyuan/fault"
	"tianyuan/game"
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

// TableNow finds where a table of the hall plays now: the first of PlacesNow, for a device keeps one game.
// found is false while no round that is published and not closed has the table. Fault: conflict
// "fault.office.resultStands" where the table has nothing but a result.
func (o *Office) TableNow(ctx context.Context, tournamentID string, table int) (at Table, found bool, err error) {
	places, stands, err := o.PlacesNow(ctx, tournamentID, table)
	switch {
	case err != nil || len(places) == 0:
		return Table{}, false, err
	case stands:
		return Table{}, false, fault.New(fault.Conflict, "fault.office.resultStands", fault.Args{"table": table})
	}
	return places[0], true, nil
}

// PlacesNow finds where a table of the hall plays now, by division: where no result stands, of those in
// the rounds that are under way, or else in ones that are published; then where the game goes on though a
// result stands; then where it has ended; and where nothing but a result is left, as stands tells. More than
// one place says that divisions use the same number at the same time. It is empty while no round that is
// published and not closed has the table.
func (o *Office) PlacesNow(ctx context.Context, tournamentID string, table int) (places []Table, stands bool, err error) {
	rows, err := o.Rows(ctx, KindDivision, tournamentID)
	if err != nil {
		return nil, false, err
	}
	best := seatStands
	for _, row := range rows {
		d, err := o.Division(ctx, row.ID)
		if err != nil {
			return nil, false, err
		}
		r := d.Current()
		if r == nil || r.Phase != tournament.Published && r.Phase != tournament.Started {
			continue
		}
		pair, has := r.Pair(table)
		if !has {
			continue
		}
		rank, err := o.rankSeat(ctx, d, r, pair)
		if err != nil {
			return nil, false, err
		}
		if rank > best {
			places, best = nil, rank
		}
		if rank == best {
			places = append(places, Table{Division: d.ID, Round: r.No, Table: table})
		}
	}
	return places, len(places) > 0 && best == seatStands, nil
}

// How much a table of a round is the one that is played at, the least first.
const (
	seatStands    = iota // a result stands, and nothing was played on a record
	seatEnded            // the game has ended
	seatOutlasts         // the game goes on though a result stands
	seatPublished        // no result, and the round hasn't started
	seatOpen             // no result, in the round that is under way
)

func (o *Office) rankSeat(ctx context.Context, d *tournament.Division, r *tournament.Round, pair tournament.Pair) (int, error) {
	if _, entered := r.Results[pair.Table]; !entered {
		if r.Phase == tournament.Started {
			return seatOpen, nil
		}
		return seatPublished, nil
	}
	id, exists, err := o.current(ctx, d, r.No, pair, nil)
	if err != nil || !exists {
		return seatStands, err
	}
	row, err := o.journal.Stream(ctx, id)
	switch phase := game.Phase(row.State); {
	case err != nil:
		return seatStands, err
	case GoingOn(phase):
		return seatOutlasts, nil
	case phase == game.Final:
		return seatEnded, nil
	}
	return seatStands, nil
}
