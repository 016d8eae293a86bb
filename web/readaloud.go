package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/rules"
)

// readWay is a way in which seconds are read aloud: minutes that are reserved inside the limit, or
// periods after it, of some seconds each (C12.3, C12.3b).
type readWay struct {
	Kind    clock.Kind
	Seconds int
}

// Value is the way in a form.
func (w readWay) Value() string { return string(w.Kind) + "-" + strconv.Itoa(w.Seconds) }

// usualWays are offered beside the regulations' own.
var usualWays = []readWay{{clock.Reserved, 60}, {clock.Periods, 30}, {clock.Periods, 20}, {clock.Periods, 10}}

// readSide is one side at the beginning: what is left, and whether its reading has begun already.
type readSide struct {
	Name string // of its fields in the form
	Side string // "B" or "W"
	No   int
	// Left is in minutes or periods; 0 where the regulations don't say.
	Left    int
	Reading bool
}

// readPage is the page from which a referee reads the seconds aloud by hand (C12.3, C16). Once it is
// there it works alone; it is kept for the length of a session of play.
func (q *request) readPage(v *gameTable) error {
	system, law := q.readTerms(v)
	way, left := readWay{clock.Reserved, 60}, 0
	switch system.Kind {
	case clock.Reserved:
		way, left = readWay{system.Kind, int(system.Period.Seconds())}, system.Reserved
	case clock.Periods:
		way, left = readWay{system.Kind, int(system.Period.Seconds())}, system.Periods
	}
	ways := slices.Clone(usualWays)
	if !slices.Contains(ways, way) {
		ways = slices.Insert(ways, 0, way)
	}
	start := clock.New(law, clock.System{Kind: clock.Reserved, Base: time.Minute, Reserved: 1, Period: time.Minute})
	snapshot, err := json.Marshal(start)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "fault.internal", nil)
	}
	sides, first := readSides(v, system, left)
	q.w.Header().Set("Cache-Control", "private, max-age=43200")
	q.w.Header().Add("Vary", "Cookie") // another language, theme or person gets a page of its own
	return q.showBoard("read", v, http.StatusOK, nil, q.p.T("read.title"), map[string]any{
		"Table": v, "Clock": string(snapshot), "Way": way, "Ways": ways, "ReadSides": sides, "First": first,
		"Left": left, "System": system, "Bare": left > 0 && bareReading(system),
	})
}

// bareReading tells that nothing comes before the reading: the first move is read already.
func bareReading(s clock.System) bool {
	if s.Kind == clock.Reserved {
		return s.Base == time.Duration(s.Reserved)*s.Period
	}
	return s.Base == 0
}

// readTerms are the time and the law that hold at a table. A table with a clock of its own is read by
// the division's regulations.
func (q *request) readTerms(v *gameTable) (clock.System, clock.Law) {
	if v.Game != nil && v.Game.Terms.System.Kind != clock.None {
		return v.Game.Terms.System, v.Game.Terms.Law()
	}
	return q.division.Reg.System(), q.division.Reg.Law()
}

// readSides say how both sides stand, by our clock where it keeps the time, and whose move it is. By a
// clock of the table's own a side is in its base time until the referee says that its reading begins
// (2002 art. 12.3, 1988 art. 12.2).
func readSides(v *gameTable, system clock.System, left int) ([]readSide, string) {
	black, white := v.sitters()
	sides := []readSide{{"black", letter(rules.Black), black, left, left > 0 && bareReading(system)}, {"white", letter(rules.White), white, left, left > 0 && bareReading(system)}}
	if v.Game == nil {
		return sides, letter(rules.Black)
	}
	first := v.Game.ToMove()
	if first == rules.NoSide {
		first = rules.Black
	}
	if v.Game.Terms.System.Kind == clock.None || left == 0 || v.Game.Phase == game.Draw {
		return sides, letter(first)
	}
	now := v.Game.Time(v.Moment.Known)
	for i, s := range []clock.SideState{now.Black, now.White} {
		sides[i].Left, sides[i].Reading = s.Left, sides[i].Reading || s.Reading
	}
	return sides, letter(first)
}
