package tournament

import (
	"slices"

	"tianyuan/fault"
)

// NoteAbsence records that a player told in time he won't come to a round: he isn't paired in it.
type NoteAbsence struct{ No, Round int }

func (c NoteAbsence) decide(d *Division, _ Context) ([]Event, error) {
	if err := d.mayAttend(c.No, c.Round); err != nil {
		return nil, err
	}
	if slices.Contains(d.Absences[c.Round], c.No) {
		return nil, nil
	}
	return []Event{AbsenceNoted(c)}, nil
}

// CancelAbsence takes the notice back before the round is prepared.
type CancelAbsence struct{ No, Round int }

func (c CancelAbsence) decide(d *Division, _ Context) ([]Event, error) {
	if err := d.mayAttend(c.No, c.Round); err != nil {
		return nil, err
	}
	if !slices.Contains(d.Absences[c.Round], c.No) {
		return nil, nil
	}
	return []Event{AbsenceCancelled(c)}, nil
}

func (d *Division) mayAttend(no, round int) error {
	if d.Entry(no) == nil {
		return fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": no})
	}
	if d.Reg.Method == RoundRobin {
		return clash("fault.tournament.absenceRoundRobin", nil)
	}
	if round < d.nextRound() || round > d.PlannedRounds() {
		return clash("fault.tournament.absencePast", fault.Args{"round": round, "next": d.nextRound()})
	}
	return nil
}

// Withdraw ends a player's part: results stand on a Swiss and he isn't paired any more; on a
// round robin everything is annulled when he has played less than half (E28/29, 2002 art. 28,
// 1988 art. 29). A game of a round that is published already still needs its result.
type Withdraw struct{ No int }

func (c Withdraw) decide(d *Division, ctx Context) ([]Event, error) {
	if d.Entry(c.No) == nil {
		return nil, fault.New(fault.NotFound, "fault.tournament.noEntry", fault.Args{"no": c.No})
	}
	if _, gone := d.Withdrawals[c.No]; gone {
		return nil, clash("fault.tournament.withdrawnTwice", fault.Args{"no": c.No})
	}
	after := len(d.Rounds)
	if cur := d.Current(); cur != nil && (cur.Phase == Prepared || cur.Phase == Checked) {
		return nil, clash("fault.tournament.withdrawWhilePreparing", fault.Args{"round": cur.No})
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{PlayerWithdrawn{No: c.No, After: after}}, nil
}

// Readmit lets a withdrawn player in again from the next round on.
type Readmit struct{ No int }

func (c Readmit) decide(d *Division, ctx Context) ([]Event, error) {
	if _, gone := d.Withdrawals[c.No]; !gone {
		return nil, clash("fault.tournament.notWithdrawn", fault.Args{"no": c.No})
	}
	if cur := d.Current(); cur != nil && (cur.Phase == Prepared || cur.Phase == Checked) {
		return nil, clash("fault.tournament.withdrawWhilePreparing", fault.Args{"round": cur.No})
	}
	if err := needReason(ctx); err != nil {
		return nil, err
	}
	return []Event{WithdrawalCancelled(c)}, nil
}
