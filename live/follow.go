package live

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/tournament"
)

const (
	// kept is how many of a stream's last events are held for followers.
	kept = 64
	// keptStreams bounds the streams of which they are held.
	keptStreams = 4000
	// poll is how often followed streams are asked for what other processes appended.
	poll = 2 * time.Second
)

// News is what has happened to one stream.
type News struct {
	Stream string
	// Events are those that the follower hasn't had, in order and without a gap.
	Events []journal.Event
	// Contact says that something about the game's device has changed: see Hub.Contact.
	Contact bool
}

// Follower follows some streams and the games of some divisions. It keeps no queue: what is new is
// fetched when it is asked for, so a slow follower holds nobody up and misses nothing. It belongs to
// one goroutine.
type Follower struct {
	hub  *Hub
	wake chan struct{}

	mu        sync.Mutex
	seen      map[string]int64 // by stream: the last event that was given out
	divisions map[string]bool
	begun     map[string]bool // divisions of which only the beginnings of games are followed
	changed   map[string]bool
	contacts  map[string]bool
	silent    map[string]bool // of the devices that were heard, those that have fallen silent

	// due is when the devices are listened to next, in the hub's time.
	due time.Duration
}

// Follow begins to follow streams from the events after the numbers given, and all games of
// divisions from their beginning. Close ends it.
func (h *Hub) Follow(after map[string]int64, divisions ...string) *Follower {
	f := &Follower{hub: h, wake: make(chan struct{}, 1), seen: map[string]int64{}, divisions: map[string]bool{}, begun: map[string]bool{}, changed: map[string]bool{}, contacts: map[string]bool{}, silent: map[string]bool{}}
	for stream, seq := range after {
		f.seen[stream], f.changed[stream] = seq, true
	}
	for _, d := range divisions {
		f.divisions[d] = true
	}
	f.ring()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.followers[f] = struct{}{}
	return f
}

// Add follows one more stream from the events after a number.
func (f *Follower) Add(stream string, after int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, followed := f.seen[stream]; !followed {
		f.seen[stream], f.changed[stream] = after, true
		f.ring()
	}
}

// AddBegun follows the beginnings of games in divisions, as far as this process makes them.
func (f *Follower) AddBegun(divisions ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, d := range divisions {
		f.begun[d] = true
	}
}

// Close ends following.
func (f *Follower) Close() {
	f.hub.mu.Lock()
	defer f.hub.mu.Unlock()
	delete(f.hub.followers, f)
}

func (f *Follower) ring() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// wants tells that a stream is followed. f.mu is held.
func (f *Follower) wants(stream string) bool {
	_, followed := f.seen[stream]
	return followed || f.divisions[office.DivisionOf(stream)]
}

// hear marks a stream as changed; begins says that its first event is among what is new.
func (f *Follower) hear(stream string, contact, begins bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.wants(stream) && !(begins && f.begun[office.DivisionOf(stream)]) {
		return
	}
	if contact {
		f.contacts[stream] = true
	} else {
		f.changed[stream] = true
	}
	f.ring()
}

// Next waits for news and returns all that there is. It returns ctx's error when that ends.
func (f *Follower) Next(ctx context.Context) ([]News, error) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	listen := time.NewTimer(f.quiet())
	defer listen.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-f.wake:
		case <-tick.C:
			if err := f.poll(ctx); err != nil {
				return nil, err
			}
		case <-listen.C:
			listen.Reset(f.quiet())
		}
		news, err := f.collect(ctx)
		if err != nil || len(news) > 0 {
			return news, err
		}
	}
}

// poll looks for what other processes appended.
func (f *Follower) poll(ctx context.Context) error {
	f.mu.Lock()
	streams := make([]string, 0, len(f.seen))
	for stream := range f.seen {
		streams = append(streams, stream)
	}
	divisions := make([]string, 0, len(f.divisions))
	for d := range f.divisions {
		divisions = append(divisions, d)
	}
	f.mu.Unlock()
	heads, err := f.hub.office.Heads(ctx, streams)
	if err != nil {
		return err
	}
	for _, d := range divisions {
		games, err := f.hub.gameHeads(ctx, d)
		if err != nil {
			return err
		}
		maps.Copy(heads, games)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for stream, head := range heads {
		if head > f.seen[stream] {
			f.changed[stream] = true
		}
	}
	return nil
}

// quiet looks for devices that have fallen silent when it is time to, and returns after how long to look
// again. Every look goes through all devices, so news between two of them don't bring one forward.
func (f *Follower) quiet() time.Duration {
	now, _ := f.hub.now()
	if f.due <= now {
		f.due = now + f.listen()
	}
	return f.due - now
}

// listen marks the games whose devices have fallen silent since the last look, and returns after how
// long to look again: when the next one may be silent.
func (f *Follower) listen() time.Duration {
	next := poll
	silent := map[string]bool{}
	now, _ := f.hub.now()
	for id, c := range f.devices() {
		f.mu.Lock()
		wanted := f.wants(id)
		f.mu.Unlock()
		if !wanted {
			continue
		}
		c.mu.Lock()
		if c.known && c.silent(now) {
			silent[id] = true
		} else if c.known {
			next = min(next, c.heard+Unheard-now)
		}
		c.mu.Unlock()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for id := range silent {
		if !f.silent[id] {
			f.contacts[id] = true
			f.ring()
		}
	}
	f.silent = silent
	return next
}

// lookedAt are the heads of a division's games as they were a moment ago.
type lookedAt struct {
	mu    sync.Mutex
	at    time.Duration
	heads map[string]int64
}

// gameHeads are the heads of a division's games, looked up once for all who ask within half a poll. The
// map isn't changed any more.
func (h *Hub) gameHeads(ctx context.Context, division string) (map[string]int64, error) {
	h.mu.Lock()
	x := h.looked[division]
	if x == nil {
		x = &lookedAt{}
		h.looked[division] = x
	}
	h.mu.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	now := h.times.Mono()
	if x.heads != nil && now-x.at < poll/2 {
		return x.heads, nil
	}
	rows, err := h.office.Rows(ctx, office.KindGame, division)
	if err != nil {
		return nil, err
	}
	x.at, x.heads = now, make(map[string]int64, len(rows))
	for _, row := range rows {
		x.heads[row.ID] = row.Head
	}
	return x.heads, nil
}

// collect fetches what is new.
func (f *Follower) collect(ctx context.Context) ([]News, error) {
	f.mu.Lock()
	changed, contacts := f.changed, f.contacts
	f.changed, f.contacts = map[string]bool{}, map[string]bool{}
	f.mu.Unlock()
	var all []News
	for stream := range changed {
		f.mu.Lock()
		after := f.seen[stream]
		f.mu.Unlock()
		events, err := f.hub.since(ctx, stream, after)
		if err != nil {
			return nil, err
		}
		if len(events) == 0 {
			continue
		}
		f.mu.Lock()
		if f.wants(stream) {
			f.seen[stream] = events[len(events)-1].Seq
		}
		f.mu.Unlock()
		all = append(all, News{Stream: stream, Events: events, Contact: contacts[stream]})
		delete(contacts, stream)
	}
	for stream := range contacts {
		all = append(all, News{Stream: stream, Contact: true})
	}
	return all, nil
}

// since returns a stream's events after a number: those that are held, or else the journal's.
func (h *Hub) since(ctx context.Context, stream string, after int64) ([]journal.Event, error) {
	h.mu.Lock()
	held := h.recent[stream]
	h.mu.Unlock()
	if n := len(held); n > 0 && held[0].Seq <= after+1 && held[n-1].Seq > after {
		return held[after+1-held[0].Seq:], nil
	}
	return h.office.Since(ctx, stream, after)
}

// appended takes note of what this process appended.
func (h *Hub) appended(events []journal.Event) {
	begins := map[string]bool{} // by stream
	h.mu.Lock()
	for _, e := range events {
		begins[e.Stream] = begins[e.Stream] || e.Seq == 1
		if e.Type == (tournament.PersonErased{}).EventType() {
			clear(h.recent) // the name is in reasons
		}
		h.remember(e)
	}
	followers := make([]*Follower, 0, len(h.followers))
	for f := range h.followers {
		followers = append(followers, f)
	}
	h.mu.Unlock()
	for _, f := range followers {
		for stream, first := range begins {
			f.hear(stream, false, first)
		}
	}
}

// remember holds a stream's last events, without a gap. h.mu is held.
func (h *Hub) remember(e journal.Event) {
	held := h.recent[e.Stream]
	if n := len(held); n > 0 && held[n-1].Seq != e.Seq-1 {
		held = nil
	}
	if len(held) >= kept {
		held = append([]journal.Event(nil), held[kept/2:]...) // readers may hold the old one
	}
	if len(h.recent) >= keptStreams {
		clear(h.recent) // the journal has them all
	}
	h.recent[e.Stream] = append(held, e)
}

// devices are the contacts of all games.
func (h *Hub) devices() map[string]*contact {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.contacts)
}

// devices are the contacts of the games that are followed, and of others that may be.
func (f *Follower) devices() map[string]*contact {
	f.mu.Lock()
	streams := slices.Collect(maps.Keys(f.seen))
	all := len(f.divisions) > 0
	f.mu.Unlock()
	h := f.hub
	if all {
		return h.devices()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	found := map[string]*contact{}
	for _, stream := range streams {
		if c := h.contacts[stream]; c != nil {
			found[stream] = c
		}
	}
	return found
}

// touch tells that something about a game's device has changed.
func (h *Hub) touch(id string) {
	h.mu.Lock()
	followers := make([]*Follower, 0, len(h.followers))
	for f := range h.followers {
		followers = append(followers, f)
	}
	h.mu.Unlock()
	for _, f := range followers {
		f.hear(id, true, false)
	}
}
