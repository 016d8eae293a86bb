package web

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"tianyuan/account"
	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/tournament"
)

// keeper fills in what is known of who keeps a row's game, and its moment. The function returned tells
// when a moment was, as time of day; "" where that isn't known.
func (q *request) keeper(row *tableRow) func(game.Instant) string {
	g := row.Game
	x := q.s.Live.Contact(row.ID)
	seat, taken := q.tournament.Clocks[row.Table]
	timed := g.Terms.System.Kind != clock.None
	row.Contact = contact{
		Keeps: timed && (x.Mark != "" || taken && seat.Device != ""), Heard: x.Known, Silence: x.Ago, Linked: x.Linked, Misfit: x.Misfit, Wish: x.Wish, Apart: !timed || g.Terms.Mode == game.Online,
	}
	if !x.Known {
		row.Contact.Silence = q.s.Now().Sub(q.s.began)
	}
	row.Moment.Known = max(x.At, g.Last())
	row.Moment.Now = row.Moment.Known
	if !x.Known {
		return func(game.Instant) string { return "" }
	}
	now, at := q.s.Now(), max(row.Moment.Known, x.At+game.Instant(x.Ago.Truncate(time.Millisecond)))
	if !row.Contact.unheard(g.Time(row.Moment.Known)) {
		row.Moment.Now = at
	}
	return func(then game.Instant) string {
		return now.Add(-time.Duration(at - then)).Local().Format(time.TimeOnly)
	}
}

// deviceView is what a table's page says of the device that keeps its clock.
type deviceView struct {
	// URL is where the device finds the clock of the table.
	URL string
	// Seated says since when a device has the clock, Mark which it is; "" = none.
	Seated, Mark string
	// Heard says whether it is heard, and Hush for how many milliseconds it hasn't been; "" = it is.
	Heard, Hush string
	// Waiting are the devices that would take the clock over, and are heard.
	Waiting []waitingDevice
	// Misfit is why a log wasn't taken, with how many entries it has; "" = nothing waits.
	Misfit  string
	Entries int
	Wish    string
	// Lost: a running clock isn't heard.
	Lost bool
}

// waitingDevice is a device by its whole mark and by the short one that its own screen shows.
type waitingDevice struct{ Mark, Short string }

// shortMark is what people call a device by: of those at one table no two are likely to share it.
func shortMark(mark string) string { return strings.ToUpper(mark[:min(4, len(mark))]) }

// deviceView is nil where the table has no clock of ours.
func (q *request) deviceView(v *gameTable) (*deviceView, error) {
	if q.division.Reg.Time.Kind == clock.None || v.Own {
		return nil, nil
	}
	code, err := q.s.Office.ClockCode(q.Context(), q.tournament.ID, v.Table)
	if err != nil {
		return nil, err
	}
	d := &deviceView{URL: q.base() + "/k/" + q.tournament.ID + "/" + strconv.Itoa(v.Table) + "/" + code}
	if seat, taken := q.tournament.Clocks[v.Table]; taken {
		d.Seated, d.Mark = q.p.Clock(seat.Seated.At.Local()), shortMark(seat.Device)
	}
	for _, mark := range q.s.Live.Waiting(q.tournament.ID, v.Table) {
		if mark != q.tournament.Clocks[v.Table].Device {
			d.Waiting = append(d.Waiting, waitingDevice{Mark: mark, Short: shortMark(mark)})
		}
	}
	if v.Game == nil {
		return d, nil
	}
	c := v.Contact
	switch {
	case d.Mark == "":
	case c.Heard && c.Silence < silenceShort:
		d.Heard = q.p.T("gt.device.heard")
	case c.Heard:
		d.Hush = strconv.FormatInt(c.Silence.Milliseconds(), 10)
		fallthrough
	default:
		d.Heard = silenceText(q.p, c)
	}
	if c.Misfit != nil {
		d.Misfit, d.Entries = q.p.Fault(c.Misfit.Why), c.Misfit.Entries
	}
	if c.Wish != nil {
		d.Wish = q.p.T("gt.wish."+c.Wish.Do, fault.Args{"name": c.Wish.By})
	}
	d.Lost = v.Game.Phase == game.Play && c.Keeps && (!c.Heard || c.Silence >= silenceShort)
	return d, nil
}

// deviceActions are the forms of a table's page about its device. What the device keeps it does at its
// own moment; only when it can't, the referee goes on from what is known (2002 art. 22.8, 22.9).
var deviceActions = map[string]func(*request, *gameTable) error{
	"wish": func(q *request, v *gameTable) error {
		// The device would be refused where nobody at the console sees it (2002 art. 22.9).
		if q.PostFormValue("do") == "resume" {
			if _, err := v.Game.Decide(game.Resume{}, game.Context{At: v.Moment.Now}); fault.KeyOf(err) == "fault.game.unconfirmed" {
				return err
			}
		}
		return q.s.Live.Ask(q.actor, v.ID, cmp.Or(q.PostFormValue("do"), "pause"))
	},
	"goon": func(q *request, v *gameTable) error { return q.s.Live.GoOn(q.Context(), q.actor, v.ID, q.reason()) },
	"takelog": func(q *request, v *gameTable) error {
		return q.s.Live.TakeAnyway(q.Context(), q.actor, v.ID, q.reason())
	},
	"seat": func(q *request, v *gameTable) error {
		if !slices.Contains(q.s.Live.Waiting(q.tournament.ID, v.Table), q.PostFormValue("device")) {
			return fault.New(fault.Conflict, "fault.live.notWaiting", fault.Args{"device": shortMark(q.PostFormValue("device"))})
		}
		return q.inSeat(v, tournament.SeatClock{Table: v.Table, Device: q.PostFormValue("device"), Over: true})
	},
	"unseat": func(q *request, v *gameTable) error { return q.inSeat(v, tournament.ReleaseClock{Table: v.Table}) },
}

// inSeat changes who keeps a table's clock. While it runs only going on from the last readings that the server received
// does: another device doesn't know how long it has run.
func (q *request) inSeat(v *gameTable, c tournament.HallCommand) error {
	if v.Game != nil && v.Game.Phase == game.Play && q.actor.May(account.KeepGames) {
		return fault.New(fault.Conflict, "fault.live.running", fault.Args{"table": v.Table})
	}
	return q.s.Office.DoHall(q.Context(), q.actor, q.tournament.ID, office.HallOrder{ID: q.PostFormValue("cmd"), Reason: q.reason(), Command: c})
}

// wordEach is how often a console's line says something at most: a hall of hundreds of tables changes
// thirty times a second.
const wordEach = 100 * time.Millisecond

// word is a message to a console: what changed since the one before. Games are those of which nothing but
// their own record or their device changed; it is null when more did, and the page then asks for all that
// it shows.
type word struct {
	T     string   `json:"t"`
	Games []string `json:"games"`
}

// changes gathers what a console's line has to say.
type changes struct {
	mu    sync.Mutex
	games map[string]bool
	all   bool
}

// note takes news in. A game that begins may take another one's place on the list.
func (c *changes) note(news []live.News) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range news {
		begins := len(n.Events) > 0 && n.Events[0].Seq == 1
		if office.DivisionOf(n.Stream) == "" || begins {
			c.all = true
		}
		c.games[n.Stream] = true
	}
	return true
}

// take is what was noted since the last time; some is false when that is nothing.
func (c *changes) take() (w word, some bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	some, w.T = c.all || len(c.games) > 0, "new"
	if !c.all {
		w.Games = slices.Sorted(maps.Keys(c.games))
	}
	c.all = false
	clear(c.games)
	return w, some
}

// refereeSocket tells the console what changed in the games of the tournament: GET
// /t/{t}/referee/ws. It says only that; the page then asks for what it shows.
func (q *request) refereeSocket() error {
	after, divisions, err := q.followed(q.Context())
	if err != nil {
		return err
	}
	conn, err := q.accept()
	if err != nil {
		return nil // it has answered
	}
	defer conn.CloseNow()
	ctx, cancel := context.WithCancel(q.Context())
	defer cancel()
	news := q.s.Live.Follow(after, divisions...)
	defer news.Close()
	go func() {
		defer cancel()
		// Nothing is heard on this line but its end.
		_ = read(ctx, conn, make(chan []byte))
	}()
	noted := &changes{games: map[string]bool{}}
	return q.tell(ctx, conn, stir(ctx, cancel, news, noted.note), noted)
}

// signOfLife is how often the console is told that the line lives, and with it that no device has fallen silent
// since the last change: without a sign for 5 s its page can't know how a clock stands.
const signOfLife = 2 * time.Second

// tell says what changed, at once but not too often, and a sign of life, and looks after the line while
// nothing happens.
func (q *request) tell(ctx context.Context, conn *websocket.Conn, changed <-chan struct{}, noted *changes) error {
	ping := time.NewTicker(socketPing)
	defer ping.Stop()
	alive := time.NewTicker(signOfLife)
	defer alive.Stop()
	var due <-chan time.Time
	var said time.Time
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-q.s.closing:
			return conn.Close(websocket.StatusGoingAway, "")
		case <-changed:
			if due == nil {
				due = time.After(wordEach - time.Since(said))
			}
		case <-due:
			due = nil
			if w, some := noted.take(); some { // what a sign is for may have been said with the one before
				said = time.Now()
				err = write(ctx, conn, w)
			}
		case <-alive.C:
			err = write(ctx, conn, map[string]string{"t": "alive"})
		case <-ping.C:
			wait, cancel := context.WithTimeout(ctx, socketWrite)
			err = conn.Ping(wait)
			cancel()
		}
		if err != nil {
			return nil // the reader left
		}
	}
}
