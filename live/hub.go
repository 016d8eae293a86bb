// Package live keeps running games going: what the tables' devices hand in and whether it fits
// with what was heard of them before, the flags of games whose time keeper is the server, and who
// follows which stream. docs/live.md explains it.
package live

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/tournament"
)

const (
	// slack is how far a device's time may be from the server's between two contacts: the way of a
	// message and a page that was busy. Beyond it the device slept, or its clock jumped.
	slack = 2 * time.Second
	// drift is what a sound clock may gain or lose: 1 ms a second.
	drift = 1000
	// patience is how long what comes late waits for a later word of the device, which tells a slow
	// network from a device that slept.
	patience = 2500 * time.Millisecond
	// Unheard is the silence after which nothing is asked of a device any more, nor a clock given to it, and
	// from which on nobody knows how its clock stands.
	Unheard = 5 * time.Second
	// remembered is how long a device of a game that is over is remembered after its last word: its players
	// may still be at the table, and the referee asks when it was heard. sweep is how often at most such
	// devices are looked for.
	remembered = 10 * time.Minute
	sweep      = time.Minute
)

// Hub is what a process knows of the games that run. It is safe for several goroutines.
type Hub struct {
	office *office.Office
	times  Times

	mu sync.Mutex
	// mono and wall are what the machine's clocks said last; slept counts how often the machine did.
	mono      time.Duration
	wall      time.Time
	slept     int
	contacts  map[string]*contact // by game
	swept     time.Duration       // when contacts were dropped last
	followers map[*Follower]struct{}
	recent    map[string][]journal.Event
	waiters   map[tableKey]map[*Waiter]struct{}
	looked    map[string]*lookedAt // by division
}

// tableKey is a table of a tournament.
type tableKey struct {
	tournament string
	table      int
}

// Times are the machine's two clocks: one that only counts, and may stand still while the machine
// sleeps, and the one on the wall.
type Times struct {
	Mono func() time.Duration
	Wall func() time.Time
}

// Machine returns the machine's own clocks; the one that counts begins now.
func Machine() Times {
	began := time.Now()
	return Times{Mono: func() time.Duration { return time.Since(began) }, Wall: time.Now}
}

// New returns a hub that listens to an office which isn't in use yet.
func New(o *office.Office, times Times) *Hub {
	h := &Hub{office: o, times: times, mono: times.Mono(), wall: times.Wall().Round(0), contacts: map[string]*contact{}, followers: map[*Follower]struct{}{}, recent: map[string][]journal.Event{}, waiters: map[tableKey]map[*Waiter]struct{}{}, looked: map[string]*lookedAt{}}
	o.Watch(h.appended)
	return h
}

// now is the time of the process, and how often the machine slept up to now. What passed in its sleep
// it can't know, so devices are then held against nothing, as after a start.
func (h *Hub) now() (at time.Duration, slept int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	mono, wall := h.times.Mono(), h.times.Wall().Round(0)
	if wall.Sub(h.wall)-(mono-h.mono) > slack {
		h.slept++
	}
	h.mono, h.wall = mono, wall
	return mono, h.slept
}

// contact is the device that keeps a game's time. Its lock lets one batch at a time in.
type contact struct {
	mu sync.Mutex
	// gone: it was dropped, and another one may have its place.
	gone bool
	word
}

// word is what was heard of a device.
type word struct {
	device string
	// at is the device's moment up to which it has handed everything in; heard is when, in the
	// server's time. known is false before the first word.
	at    game.Instant
	heard time.Duration
	known bool
	// based says that the device's time can be held against the server's: first is the server's less
	// the device's at the first word, since is when that was; offset is the least difference, which is
	// nearest to the true one. slept is how often the machine had slept.
	based                bool
	first, offset, since time.Duration
	slept                int
	// pending is what isn't taken yet because it came late or doesn't fit, and late when that began;
	// nil = nothing.
	pending *Batch
	late    time.Duration
	misfit  *Misfit
	wish    *Wish
	link    *Link
}

// Batch is what a device hands in: entries of its log, and its own moment, up to which nothing else
// has happened.
type Batch struct {
	Entries []office.Press
	Now     game.Instant
}

// Misfit is a log that doesn't fit with what was heard before. Nothing of it is taken; the referee
// decides what becomes of it (2002 art. 22.8, 22.9).
type Misfit struct {
	// Why is the fault that says what doesn't fit.
	Why error
	// From is the device's moment of the last word that fits; Device and Server are how much time has
	// passed since by each of them.
	From           game.Instant
	Device, Server time.Duration
	// Entries are how many the device has handed in since.
	Entries int
}

// Wish is something that an official asks of a table's device.
type Wish struct {
	// Do is "pause" or "resume".
	Do string
	By string
}

// Contact is what is known of a game's device.
type Contact struct {
	// Mark is the device's; "" while none has sat down since the server started.
	Mark string
	// Known says that it has said something; At is its last moment and Ago how long that is past.
	Known bool
	At    game.Instant
	Ago   time.Duration
	// Linked says that it is connected now.
	Linked bool
	Wish   *Wish
	Misfit *Misfit
}

// Link is the connection of a table's device to its game.
type Link struct {
	hub    *Hub
	game   string
	device string
	wishes chan Wish
}

// contact is the contact of a game's device, locked; it is made where there is none.
func (h *Hub) contact(id string) *contact {
	for {
		h.mu.Lock()
		c, ok := h.contacts[id]
		if !ok {
			c = &contact{}
			h.contacts[id] = c
		}
		h.mu.Unlock()
		c.mu.Lock()
		if !c.gone {
			return c
		}
		c.mu.Unlock() // it was dropped between the two locks
	}
}

// known is contact for a reader: nil where nothing is known.
func (h *Hub) known(id string) *contact {
	h.mu.Lock()
	c := h.contacts[id]
	h.mu.Unlock()
	if c != nil {
		c.mu.Lock()
	}
	return c
}

// forget drops the contacts that nobody needs any more: of games that are over, whose device is gone and
// wasn't heard for a while, and without a log that waits for the referee. A device that comes back all the
// same is met as after a start of the program.
func (h *Hub) forget(ctx context.Context) {
	now, _ := h.now()
	h.mu.Lock()
	due := now-h.swept >= sweep
	if due {
		h.swept = now
	}
	h.mu.Unlock()
	if !due {
		return
	}
	for id, c := range h.devices() {
		c.mu.Lock()
		idle := c.idle(now)
		c.mu.Unlock()
		if !idle || !h.over(ctx, id) {
			continue
		}
		c.mu.Lock()
		if c.idle(now) {
			c.gone = true
			h.mu.Lock()
			delete(h.contacts, id)
			h.mu.Unlock()
		}
		c.mu.Unlock()
	}
}

// idle tells that nothing is at hand with a device.
func (c *contact) idle(now time.Duration) bool {
	return c.link == nil && c.misfit == nil && c.pending == nil && (!c.known || now-c.heard >= remembered)
}

// over tells that a game is confirmed, or that its round is closed.
func (h *Hub) over(ctx context.Context, id string) bool {
	var phase game.Phase
	var place office.GamePlace
	err := h.office.Game(ctx, id, func(g *game.Game, p office.GamePlace) error { phase, place = g.Phase, p; return nil })
	if err != nil {
		return false
	}
	if phase == game.Final || phase == game.Anew {
		return true
	}
	d, err := h.office.Division(ctx, place.Division)
	if err != nil {
		return false
	}
	r := d.Round(place.Round)
	return r != nil && r.Phase == tournament.Closed
}

// Sit connects the device that keeps a table's clock to its game, in place of an older connection of
// the same device or of a device that was there before. The caller has looked at its seat. It returns
// the number of the last entry that was taken. Faults: those of office.LastEntry.
func (h *Hub) Sit(ctx context.Context, id, device string) (*Link, int64, error) {
	last, err := h.office.LastEntry(ctx, id, device)
	if err != nil {
		return nil, 0, err
	}
	h.forget(ctx)
	c := h.contact(id)
	defer c.mu.Unlock()
	if c.device != device {
		c.word = word{device: device}
	}
	l := &Link{hub: h, game: id, device: device, wishes: make(chan Wish, 1)}
	c.link = l
	h.touch(id)
	return l, last, nil
}

// Wishes gives what officials ask of the device.
func (l *Link) Wishes() <-chan Wish { return l.wishes }

// Leave ends the connection. What the device does meanwhile it hands in later.
func (l *Link) Leave() {
	c := l.hub.contact(l.game)
	defer c.mu.Unlock()
	if c.link == l {
		c.link = nil
	}
	l.hub.touch(l.game)
}

// Take takes in what the device hands in, and returns the number of the last entry that is in the
// record. wait says that the batch came late and stays open until the device's next word.
// What doesn't fit is kept for the referee to decide: conflict "fault.live.misfit", "fault.live.gap",
// "fault.live.before", "fault.live.ahead". Other faults: conflict "fault.live.otherDevice"; those of
// office.TakeLog.
func (l *Link) Take(ctx context.Context, b Batch) (last int64, wait bool, err error) {
	h, c := l.hub, l.hub.contact(l.game)
	defer c.mu.Unlock()
	if c.device != l.device {
		return 0, false, fault.New(fault.Conflict, "fault.live.otherDevice", nil)
	}
	have, err := h.office.LastEntry(ctx, l.game, l.device)
	if err != nil {
		return 0, false, err
	}
	now := c.time(h)
	if c.pending != nil {
		b = c.pending.with(b)
	}
	err = c.order(have, b)
	if err == nil {
		switch c.fit(b.Now, now) {
		case late:
			if c.patient(now) {
				c.pending = &b
				return have, true, nil
			}
			err = c.differs(now, b.Now)
		case ahead:
			err = c.differs(now, b.Now)
		}
	}
	if err != nil {
		c.pending = &b
		c.misfit = &Misfit{Why: err, From: c.at, Device: time.Duration(b.Now - c.at), Server: now - c.heard, Entries: len(b.Entries)}
		h.touch(l.game)
		return 0, false, err
	}
	if c.misfit != nil {
		h.touch(l.game)
	}
	c.pending, c.misfit = nil, nil
	if last, err = h.take(ctx, l.game, l.device, have, b); err != nil {
		return 0, false, err
	}
	if c.silent(now) {
		h.touch(l.game)
	}
	c.hear(b.Now, now)
	if c.wish != nil && slices.ContainsFunc(b.Entries, c.wish.granted) {
		c.wish = nil
		h.touch(l.game)
	}
	return last, false, nil
}

// take hands a batch on to the record.
func (h *Hub) take(ctx context.Context, id, device string, have int64, b Batch) (int64, error) {
	rest := b.after(have)
	if len(rest) == 0 {
		return have, nil
	}
	return h.office.TakeLog(ctx, id, device, rest[0].N, rest)
}

// time is the server's time for this device: what the machine slept through breaks the comparison.
func (c *contact) time(h *Hub) time.Duration {
	now, slept := h.now()
	if c.slept != slept {
		c.slept, c.based = slept, false
	}
	return now
}

// patient tells that what is late may wait for the device's next word.
func (c *contact) patient(now time.Duration) bool {
	if c.pending == nil {
		c.late = now
	}
	return now-c.late < patience
}

// granted tells that an entry does what was wished.
func (w *Wish) granted(p office.Press) bool {
	switch p.Command.(type) {
	case game.Pause:
		return w.Do == "pause"
	case game.Resume:
		return w.Do == "resume"
	}
	return false
}

// after are the entries of a batch behind the last one that is taken.
func (b Batch) after(have int64) []office.Press {
	return slices.DeleteFunc(slices.Clone(b.Entries), func(p office.Press) bool { return p.N <= have })
}

// with adds a later batch, which may hold some of the same entries again.
func (b Batch) with(later Batch) Batch {
	sum := Batch{Entries: slices.Concat(b.Entries, later.Entries), Now: later.Now}
	slices.SortStableFunc(sum.Entries, func(x, y office.Press) int { return cmp.Compare(x.N, y.N) })
	sum.Entries = slices.CompactFunc(sum.Entries, func(x, y office.Press) bool { return x.N == y.N })
	return sum
}

// order refuses a log with a gap, entries before the moment up to which the device had nothing more to
// hand in, and such as lie in its future.
func (c *contact) order(have int64, b Batch) error {
	if rest := b.after(have); len(rest) > 0 && rest[0].N > have+1 {
		return fault.New(fault.Conflict, "fault.live.gap", fault.Args{"have": have, "from": rest[0].N})
	}
	for _, p := range b.after(have) {
		switch {
		case c.known && p.At < c.at:
			return fault.New(fault.Conflict, "fault.live.before", fault.Args{"n": p.N, "at": time.Duration(p.At), "since": time.Duration(c.at)})
		case p.At > b.Now:
			return fault.New(fault.Conflict, "fault.live.ahead", fault.Args{"n": p.N, "at": time.Duration(p.At), "now": time.Duration(b.Now)})
		}
	}
	return nil
}

type fitness int

const (
	fits fitness = iota
	late
	ahead
)

// fit compares the device's time with the server's since they first met. What is late may have been
// on its way; what is ahead can't.
func (c *contact) fit(device game.Instant, server time.Duration) fitness {
	if c.known && device < c.at {
		return ahead
	}
	if !c.based {
		return fits
	}
	allowed := slack + (server-c.since)/drift
	switch offset := server - time.Duration(device); {
	case offset < c.first-allowed:
		return ahead
	case offset > c.offset+allowed:
		return late
	}
	return fits
}

// silent tells that the device hasn't been heard for too long, or never.
func (c *contact) silent(now time.Duration) bool { return !c.known || now-c.heard >= Unheard }

// hear notes a word of the device that fits.
func (c *contact) hear(device game.Instant, server time.Duration) {
	offset := server - time.Duration(device)
	if !c.based {
		c.based, c.first, c.offset, c.since = true, offset, offset, server
	}
	c.known = true
	c.at, c.heard, c.offset = max(c.at, device), server, min(c.offset, offset)
}

// differs says by how much the device's time isn't the server's.
func (c *contact) differs(server time.Duration, device game.Instant) error {
	return fault.New(fault.Conflict, "fault.live.misfit", fault.Args{
		"device": time.Duration(device - c.at).Round(100 * time.Millisecond), "server": (server - c.heard).Round(100 * time.Millisecond),
	})
}

// Waiter is the line of a device that is at a table whose clock another one keeps. A referee may give
// it the clock as long as it is heard.
type Waiter struct {
	hub   *Hub
	key   tableKey
	mark  string
	known bool // it has said something on this line since it began to wait
	heard time.Duration
}

// Wait begins the waiting of a device; Leave ends it.
func (h *Hub) Wait(tournamentID string, table int, device string) *Waiter {
	w := &Waiter{hub: h, key: tableKey{tournamentID, table}, mark: office.DeviceMark(device)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiters[w.key] == nil {
		h.waiters[w.key] = map[*Waiter]struct{}{}
	}
	h.waiters[w.key][w] = struct{}{}
	return w
}

// Heard notes that the device has said something.
func (w *Waiter) Heard() {
	now, _ := w.hub.now()
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	w.known, w.heard = true, now
}

// Leave ends the waiting.
func (w *Waiter) Leave() {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	delete(w.hub.waiters[w.key], w)
	if len(w.hub.waiters[w.key]) == 0 {
		delete(w.hub.waiters, w.key)
	}
}

// Waiting lists the marks of the devices that wait at a table and were heard in the last 5 s: one
// whose line is dead can't take a clock over.
func (h *Hub) Waiting(tournamentID string, table int) []string {
	now, _ := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	marks := map[string]struct{}{}
	for w := range h.waiters[tableKey{tournamentID, table}] {
		if w.known && now-w.heard <= Unheard {
			marks[w.mark] = struct{}{}
		}
	}
	return slices.Sorted(maps.Keys(marks))
}

// Moment is up to when a game's device has handed everything in: the moment of an official's act,
// which so can't collide with what the device still has. It is 0 while nothing is known, and the
// office then takes the last moment of the record.
func (h *Hub) Moment(id string) game.Instant {
	c := h.known(id)
	if c == nil {
		return 0
	}
	defer c.mu.Unlock()
	return c.at
}

// Contact says what is known of a game's device.
func (h *Hub) Contact(id string) Contact {
	c := h.known(id)
	if c == nil {
		return Contact{}
	}
	defer c.mu.Unlock()
	x := Contact{Known: c.known, At: c.at, Linked: c.link != nil, Wish: c.wish, Misfit: c.misfit}
	if c.device != "" {
		x.Mark = office.DeviceMark(c.device)
	}
	if c.known {
		now, _ := h.now()
		x.Ago = now - c.heard
	}
	return x
}

// Ask asks the table's device to stop or start the clocks: it does so at its own moment and hands it
// in. Do is "pause" or "resume". Faults: forbidden; invalid "fault.live.wish"; conflict
// "fault.live.unheard" when the device can't be reached, and "fault.live.misfit".
func (h *Hub) Ask(actor office.Actor, id, do string) error {
	if !actor.May(account.KeepGames) {
		return office.Forbidden(account.KeepGames)
	}
	if do != "pause" && do != "resume" {
		return fault.New(fault.Invalid, "fault.live.wish", nil)
	}
	c := h.contact(id)
	defer c.mu.Unlock()
	if c.misfit != nil {
		return c.misfit.Why
	}
	now, _ := h.now()
	if ago := now - c.heard; c.link == nil || !c.known || ago > Unheard {
		return fault.New(fault.Conflict, "fault.live.unheard", nil)
	}
	c.wish = &Wish{Do: do, By: actor.User.Name}
	select {
	case <-c.link.wishes: // an older one gives way
	default:
	}
	c.link.wishes <- *c.wish
	h.touch(id)
	return nil
}

// TakeAnyway takes the log that doesn't fit as it is, on a referee's word and with the reason; from
// here on the device's time counts as right (D22.8). Faults: conflict "fault.live.noMisfit"; those
// of office.TakeLogAnyway.
func (h *Hub) TakeAnyway(ctx context.Context, actor office.Actor, id, reason string) error {
	c := h.contact(id)
	defer c.mu.Unlock()
	if c.misfit == nil {
		return fault.New(fault.Conflict, "fault.live.noMisfit", nil)
	}
	have, err := h.office.LastEntry(ctx, id, c.device)
	if err != nil {
		return err
	}
	b := *c.pending
	if rest := b.after(have); len(rest) > 0 {
		if _, err := h.office.TakeLogAnyway(ctx, actor, id, c.device, reason, rest[0].N, rest); err != nil {
			return err
		}
	}
	c.pending, c.misfit, c.based, c.at = nil, nil, false, 0
	c.hear(b.Now, c.time(h))
	h.touch(id)
	return nil
}

// GoOn continues a game from the last readings that the server received: it is paused at the last moment of which
// the device was heard, and the device loses its seat, so that a log it hands in later is refused as
// another keeper's (2002 art. 22.8, 22.9). A device that is heard keeps its clock, unless its log doesn't fit.
// Faults: conflict "fault.live.heard"; those of office.DoGame and office.DoHall.
func (h *Hub) GoOn(ctx context.Context, actor office.Actor, id, reason string) error {
	if reason == "" {
		return fault.New(fault.Invalid, "fault.tournament.reason", nil)
	}
	c := h.contact(id)
	defer c.mu.Unlock()
	if now, _ := h.now(); actor.May(account.KeepGames) && !c.silent(now) && c.misfit == nil {
		return fault.New(fault.Conflict, "fault.live.heard", nil)
	}
	var phase game.Phase
	var place office.GamePlace
	err := h.office.Game(ctx, id, func(g *game.Game, p office.GamePlace) error { phase, place = g.Phase, p; return nil })
	if err != nil {
		return err
	}
	if phase == game.Play {
		if err := h.office.DoGame(ctx, actor, id, office.GameOrder{Reason: reason, At: c.at, Command: game.Pause{}}); err != nil {
			return err
		}
	}
	d, err := h.office.Division(ctx, place.Division)
	if err != nil {
		return err
	}
	if err := h.office.DoHall(ctx, actor, d.Tournament, office.HallOrder{Reason: reason, Command: tournament.ReleaseClock{Table: place.Table}}); err != nil {
		return err
	}
	c.word = word{}
	h.touch(id)
	return nil
}
