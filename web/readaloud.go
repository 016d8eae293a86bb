package web

import (
	"encoding/json"
	"net/http"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
)

// readPage is the page from which a referee reads the seconds aloud by hand (C12.3, C16). Once it is
// there it works alone; it is kept for the length of a session of play.
func (q *request) readPage(v *gameTable) error {
	edition := q.division.Reg.Edition
	law, err := clock.LawOf(string(edition), clock.SeparateVenue)
	if err != nil {
		return err
	}
	system, left := readSystem(q.division.Reg.Time)
	start := clock.New(law, clock.System{Kind: clock.Reserved, Base: system.Period, Reserved: 1, Period: system.Period})
	snapshot, err := json.Marshal(start)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	q.w.Header().Set("Cache-Control", "private, max-age=43200")
	q.w.Header().Add("Vary", "Cookie") // another language, theme or person gets a page of its own
	return q.showBoard("read", v, http.StatusOK, nil, q.p.T("read.title"), map[string]any{
		"Table": v, "Clock": string(snapshot), "Period": int(system.Period.Seconds()), "Left": left, "Own": v.Game == nil || v.Game.Terms.System.Kind == clock.None,
	})
}

// readSystem is what is read under a time system: its own minutes or periods, and where it has none
// the reserved minutes that the edition speaks of (1988 art. 12: 5 at national events).
func readSystem(s clock.System) (clock.System, int) {
	const usual = 5
	switch s.Kind {
	case clock.Reserved:
		return s, s.Reserved
	case clock.Periods:
		return s, s.Periods
	}
	minute := clock.System{Kind: clock.Reserved, Period: time.Minute}
	return minute, usual
}
