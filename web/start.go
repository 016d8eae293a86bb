package web

import (
	"strings"
	"time"

	"tianyuan/fault"
)

// plannedStart reads a round and when it is planned to start; an empty field plans nothing.
func (q *request) plannedStart() (round int, at time.Time, err error) {
	if round, err = roundOf(q); err != nil {
		return 0, at, err
	}
	at, err = ParseStart(q.PostFormValue("startsAt"), q.s.Now().Local())
	return round, at, err
}

// ParseStart reads when a round starts, in the zone of now: "13:30", "13：30", "1330", or with a date
// "2026-11-29 13:30". A time of day that is more than two hours past means tomorrow; "" is the zero
// time. Fault: invalid "fault.web.startsAt".
func ParseStart(text string, now time.Time) (time.Time, error) {
	const late = 2 * time.Hour
	text = strings.Join(strings.Fields(plainDigits(strings.ReplaceAll(text, "T", " "))), " ")
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{"2006-1-2 15:04", "2006-1-2 1504"} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, nil
		}
	}
	for _, layout := range []string{"15:04", "1504"} {
		clock, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		day := now
		at := time.Date(day.Year(), day.Month(), day.Day(), clock.Hour(), clock.Minute(), 0, 0, now.Location())
		if now.Sub(at) > late {
			at = time.Date(day.Year(), day.Month(), day.Day()+1, clock.Hour(), clock.Minute(), 0, 0, now.Location())
		}
		return at, nil
	}
	return time.Time{}, fault.New(fault.Invalid, "fault.web.startsAt", fault.Args{"value": text})
}
