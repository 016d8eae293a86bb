package web

import (
	"encoding/json"
	"net/http"
	"time"

	"tianyuan/fault"
	"tianyuan/store"
)

// light says in the masthead of the office how the machine is doing; a bad one or a warning stands
// in a strip below.
type light struct {
	// Kind is ok, warn or bad.
	Kind, Text string
}

// ClockTrouble is what is wrong with the machine's clock.
type ClockTrouble struct {
	// Kind is "" for none, "back" when it was set back while the program ran, "ahead" when it leapt
	// forward, "record" when it is behind what was recorded, "old" when it is before the program was
	// made.
	Kind string
	// At is when it was noticed, or the last record's time.
	At time.Time
	// By is how far it was set.
	By time.Duration
}

// The bounds of free space, in bytes: below the first the office is warned, below the second it is
// told that the next thing may not be stored.
const (
	spaceLow  = 500 << 20
	spaceNone = 60 << 20
)

// backShown is how long the page says that the stick has caught up.
const backShown = 10 * time.Minute

// lights are what the office is told of the machine.
func (q *request) lights() []light {
	if q.user.ID == "" {
		return nil
	}
	var all []light
	if q.s.Mirror != nil {
		all = append(all, q.stick(q.s.Mirror()))
	}
	if free, known := q.s.space(); known && free < spaceLow {
		l := light{"warn", q.p.T("disk.low", fault.Args{"mb": free >> 20})}
		if free < spaceNone {
			l = light{"bad", q.p.T("disk.none", fault.Args{"mb": free >> 20})}
		}
		all = append(all, l)
	}
	if q.s.Clock != nil {
		if x := q.s.Clock(); x.Kind != "" {
			all = append(all, light{"bad", q.p.T("clock."+x.Kind, fault.Args{"at": withYear(x.At), "minutes": int((x.By + 30*time.Second) / time.Minute), "now": withYear(q.s.Now())})})
		}
	}
	return all
}

// withYear writes a moment with its year, which may be what is wrong with it.
func withYear(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// stick says how the copies on the stick are doing.
func (q *request) stick(status store.MirrorStatus) light {
	last := fault.Args{"time": status.Last.Local().Format("15:04"), "path": status.Dir}
	switch {
	case status.Trouble == store.StickSlow:
		return light{"warn", q.p.T("mirror.slow", last)}
	case status.Err != nil:
		return light{"bad", q.p.T("mirror."+string(status.Trouble), last)}
	case !status.Back.IsZero() && q.s.Now().Sub(status.Back) < backShown:
		return light{"ok", q.p.T("mirror.back", fault.Args{"time": status.Back.Local().Format("15:04")})}
	}
	return light{"ok", q.p.T("mirror.ok", last)}
}

// Lights are those that stand in the masthead, Alarms those in the strip below it.
func (p *page) Lights() []light {
	return p.q.litBy(func(l light) bool { return l.Kind == "ok" || l.Kind == "" })
}

// Alarms are the lights that need somebody.
func (p *page) Alarms() []light {
	return p.q.litBy(func(l light) bool { return l.Kind == "bad" || l.Kind == "warn" })
}

func (q *request) litBy(wanted func(light) bool) []light {
	var some []light
	for _, l := range q.lights() {
		if wanted(l) {
			some = append(some, l)
		}
	}
	return some
}

// lightsNow gives both as fragments, for pages that stay open: GET /lights.
func (q *request) lightsNow() error {
	if q.user.ID == "" {
		return fault.New(fault.SignIn, "fault.signIn", nil)
	}
	p := &page{q: q}
	answer := map[string]any{"now": q.s.Now().UnixMilli()}
	for _, name := range []string{"lights", "alarms"} {
		html, err := q.fragment(name, p)
		if err != nil {
			return err
		}
		answer[name] = html
	}
	q.w.Header().Set("Content-Type", "application/json")
	q.w.Header().Set("Cache-Control", "no-store")
	q.w.WriteHeader(http.StatusOK)
	return json.NewEncoder(q.w).Encode(answer)
}
