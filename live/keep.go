package live

import (
	"container/heap"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"tianyuan/clock"
	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/office"
)

const (
	// beat is how often the keeper writes down that it lives, while a clock of its runs.
	beat = 50 * time.Millisecond
	// hole is the gap after which nobody can say how time passed: the machine slept, or stood still.
	hole = 2 * time.Second
	// never is a moment after the end of every game.
	never = 10 * 365 * 24 * time.Hour
)

// Beats is where the keeper writes down how far it has counted.
type Beats interface {
	Beat(ctx context.Context, count time.Duration) error
	LastBeat(ctx context.Context) (time.Duration, error)
}

// Keeper is the time keeper of the games that are played at a distance. It counts on from where it
// was alive last, so that its moments never go back over a start. One heap holds the moments at which
// the next flag falls; no game has a timer of its own.
type Keeper struct {
	office *office.Office
	beats  Beats
	times  Times
	log    *slog.Logger

	// mono, wall and running are the turn before: what the two clocks said, and whether a clock ran.
	mono    time.Duration
	wall    time.Time
	running bool

	mu sync.Mutex
	// base is the count at the start, beaten the last one that was written down.
	base, beaten time.Duration
	games        map[string]*deadline
	heap         deadlines
	changed      map[string]bool
	wake         chan struct{}
}

// deadline is when a game's next flag falls if nobody moves; at is never while no clock runs.
type deadline struct {
	game  string
	at    time.Duration
	place int // in the heap, -1 outside
}

// NewKeeper returns a keeper that listens to an office which isn't in use yet. Run keeps it going.
// A nil log drops what it would say.
func NewKeeper(o *office.Office, beats Beats, times Times, log *slog.Logger) *Keeper {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	k := &Keeper{office: o, beats: beats, times: times, log: log, games: map[string]*deadline{}, changed: map[string]bool{}, wake: make(chan struct{}, 1)}
	o.Watch(k.appended)
	return k
}

// Moment is the keeper's moment now, for what a player does.
func (k *Keeper) Moment() game.Instant {
	k.mu.Lock()
	defer k.mu.Unlock()
	return game.Instant(k.count())
}

// count is how far the keeper has counted. k.mu is held.
func (k *Keeper) count() time.Duration { return k.base + k.times.Mono() }

// appended notes the games of which something was appended. It is called under the office's locks,
// so the games are looked at later.
func (k *Keeper) appended(events []journal.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, e := range events {
		if office.DivisionOf(e.Stream) != "" && (e.Seq == 1 || k.games[e.Stream] != nil) {
			k.changed[e.Stream] = true
		}
	}
	if len(k.changed) > 0 {
		k.ring()
	}
}

func (k *Keeper) ring() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// Start counts on from the last beat, and pauses at it the games whose keeper was gone since: what
// passed meanwhile is on nobody's clock.
func (k *Keeper) Start(ctx context.Context) error {
	last, err := k.beats.LastBeat(ctx)
	if err != nil {
		return err
	}
	k.mu.Lock()
	k.base, k.beaten = last-k.times.Mono(), last
	k.mu.Unlock()
	rows, err := k.office.Rows(ctx, office.KindGame, "")
	if err != nil {
		return err
	}
	for _, row := range rows {
		if game.Phase(row.State) == game.Final || !office.ServerKept(row) {
			continue
		}
		if err := k.office.KeepTime(ctx, row.ID, game.Instant(last), game.Pause{}); err != nil && fault.CodeOf(err) != fault.Conflict {
			return err
		}
		if err := k.look(ctx, row.ID); err != nil {
			return err
		}
	}
	return nil
}

// look works out when a game's next flag falls.
func (k *Keeper) look(ctx context.Context, id string) error {
	at, kept := never, false
	err := k.office.Game(ctx, id, func(g *game.Game, _ office.GamePlace) error {
		kept = g.Terms.Mode == game.Online && g.Phase != game.Final && g.Phase != game.Anew
		if g.Phase == game.Play {
			at = flagAt(g)
		}
		return nil
	})
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	d := k.games[id]
	switch {
	case d == nil && !kept:
		return nil
	case d == nil:
		d = &deadline{game: id, place: -1}
		k.games[id] = d
	case !kept:
		delete(k.games, id)
		at = never
	}
	d.at = at
	switch {
	case d.place >= 0 && at == never:
		heap.Remove(&k.heap, d.place)
	case d.place >= 0:
		heap.Fix(&k.heap, d.place)
	case at != never:
		heap.Push(&k.heap, d)
	}
	return nil
}

// flagAt is when somebody's time is out if nobody moves.
func flagAt(g *game.Game) time.Duration {
	timer := g.Timer()
	s := timer.State(never)
	switch {
	case s.Flag&clock.Black != 0 && s.Flag&clock.White != 0:
		return min(s.Black.LostAt, s.White.LostAt)
	case s.Flag&clock.Black != 0:
		return s.Black.LostAt
	case s.Flag&clock.White != 0:
		return s.White.LostAt
	}
	return never
}

// Run keeps the games until ctx ends. It sleeps while no clock runs.
func (k *Keeper) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-timer.C:
		}
		next, err := k.turn(ctx)
		if err != nil && ctx.Err() == nil {
			k.log.Error("the games' time wasn't kept; it is tried again", "error", err)
			next = time.Second
		}
		if next > 0 {
			timer.Reset(next)
		}
	}
}

// gap is how much time has passed since the last turn, by the clock that makes it longer: the one that
// counts may stand still while the machine sleeps. It is 0 after a turn in which no clock ran.
func (k *Keeper) gap() time.Duration {
	mono, wall := k.times.Mono(), k.times.Wall().Round(0)
	gap := max(mono-k.mono, wall.Sub(k.wall))
	k.mono, k.wall = mono, wall
	if !k.running {
		return 0
	}
	return gap
}

// turn does what is due, and returns after how long to come again; 0 while no clock runs.
func (k *Keeper) turn(ctx context.Context) (time.Duration, error) {
	if gap := k.gap(); gap > hole {
		if err := k.halt(ctx, gap); err != nil {
			return 0, err
		}
	}
	k.mu.Lock()
	changed := k.changed
	k.changed = map[string]bool{}
	k.mu.Unlock()
	for id := range changed {
		if err := k.look(ctx, id); err != nil {
			return 0, err
		}
	}
	for {
		id, at, due := k.due()
		if !due {
			break
		}
		if err := k.office.KeepTime(ctx, id, game.Instant(at), game.RuleFlag{}); err != nil && fault.CodeOf(err) != fault.Conflict {
			return 0, err
		}
		if err := k.look(ctx, id); err != nil {
			return 0, err
		}
	}
	k.mu.Lock()
	now := k.count()
	k.running = len(k.heap) > 0
	next := beat
	if k.running {
		next = min(beat, max(k.heap[0].at-now, time.Millisecond))
	}
	late := k.running && now-k.beaten >= beat-beat/10
	if late {
		k.beaten = now
	}
	k.mu.Unlock()
	if !k.running {
		return 0, nil
	}
	if late {
		if err := k.beats.Beat(ctx, now); err != nil && !errors.Is(err, context.Canceled) {
			k.log.Warn("the time keeper's sign of life wasn't written", "error", err)
		}
	}
	return next, nil
}

// due is the game whose flag has fallen first, if one has.
func (k *Keeper) due() (id string, at time.Duration, due bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.heap) == 0 || k.heap[0].at > k.count() {
		return "", 0, false
	}
	return k.heap[0].game, k.heap[0].at, true
}

// halt pauses all games at the last sign of life: the machine slept, or stood still, and what passed
// meanwhile is on nobody's clock.
func (k *Keeper) halt(ctx context.Context, gap time.Duration) error {
	k.mu.Lock()
	at := k.beaten
	var running []string
	for _, d := range k.heap {
		running = append(running, d.game)
	}
	k.mu.Unlock()
	k.log.Warn("time stood still; the games are paused at the last sign of life", "gap", gap, "games", len(running))
	for _, id := range running {
		if err := k.office.KeepTime(ctx, id, game.Instant(at), game.Pause{}); err != nil && fault.CodeOf(err) != fault.Conflict {
			return err
		}
		if err := k.look(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// deadlines is a heap of deadlines, the next one first.
type deadlines []*deadline

// Len implements heap.Interface.
func (d deadlines) Len() int { return len(d) }

// Less implements heap.Interface.
func (d deadlines) Less(i, j int) bool { return d[i].at < d[j].at }

// Swap implements heap.Interface.
func (d deadlines) Swap(i, j int) {
	d[i], d[j] = d[j], d[i]
	d[i].place, d[j].place = i, j
}

// Push implements heap.Interface.
func (d *deadlines) Push(x any) {
	one := x.(*deadline)
	one.place = len(*d)
	*d = append(*d, one)
}

// Pop implements heap.Interface.
func (d *deadlines) Pop() any {
	old := *d
	one := old[len(old)-1]
	*d = old[:len(old)-1]
	one.place = -1
	return one
}
