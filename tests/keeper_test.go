package tests

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tianyuan/clock"
)

// The time keeping of a table's device (web/ui/keeper.ts) in a world of its own: a clock that runs
// when it is told to, a memory that survives reloads, and a server that takes logs as office.TakeLog
// does, whole or not at all, each entry once.

// keeperWorld is that world. A play is a list of acts; it answers what came of them.
const keeperWorld = `
function play(text) {
  const input = JSON.parse(text);
  const state = { t: 1000000, offset: 1.7e12, memory: {}, timers: [], page: 0, origin: 1000000, unloaded: null, lines: [], up: true, deaf: 0 };
  const game = (id, table) => ({ id, division: "d", divisionName: "", round: 1, table: 1, phase: "ready", edition: "2002", moves: false, black: {name: "", unit: ""}, white: {name: "", unit: ""},
    turn: "B", count: 0, at: 0, clock: input.clock, warnings: {b: 0, w: 0}, break: null, proposal: "", outcome: null, signed: {b: false, w: false, referee: false}, called: false, started: true });
  const server = { seq: 1, id: "g-1", games: { "g-1": { picture: { view: game("g-1"), clock: ty.Clock.from(input.clock) }, log: [] } }, faults: [], refuse: null, seat: "yours" };
  const out = { looks: [], gaps: [] };
  let world, keeper, heard;

  // later runs what is due.
  const pass = (ms) => {
    const to = state.t + ms;
    for (;;) {
      const due = state.timers.filter((x) => x.at <= to).sort((a, b) => a.at - b.at || a.no - b.no)[0];
      if (!due) break;
      state.timers.splice(state.timers.indexOf(due), 1);
      state.t = Math.max(state.t, due.at);
      due.then();
    }
    state.t = to;
  };
  let no = 0;
  const after = (ms, then, page) => { const timer = { at: state.t + ms, then, no: no++, page }; state.timers.push(timer); return () => { const i = state.timers.indexOf(timer); if (i >= 0) state.timers.splice(i, 1); }; };

  const view = (g) => ({ ...g.picture.view, clock: g.picture.clock.toJSON() });
  const tell = (line, m) => { if (!line.shut) after(5, () => { if (!line.shut && state.up) line.ears.heard(JSON.stringify(m)); }); };
  const answer = (line, m) => {
    const g = server.games[m.game];
    switch (m.t) {
    case "hello": {
      const now = server.games[server.id];
      tell(line, { t: "seat", state: server.seat });
      tell(line, { t: "game", seq: server.seq, n: now.log.length, game: view(now) });
      return;
    }
    case "beat":
      tell(line, { t: "ack", of: m.game, n: g ? g.log.length : 0 });
      return;
    case "log": {
      if (server.refuse) { tell(line, { t: "refused", of: m.game, ...server.refuse }); return; }
      if (m.from > g.log.length + 1) { server.faults.push("gap at " + m.from + " after " + g.log.length); return; }
      let picture = g.picture, took = [];
      for (const [i, e] of m.entries.entries()) {
        if (e.n !== m.from + i) server.faults.push("entry " + e.n + " in the place of " + (m.from + i));
        if (e.n <= g.log.length) { if (JSON.stringify(g.log[e.n - 1]) !== JSON.stringify(e)) server.faults.push("entry " + e.n + " changed"); continue; }
        const before = took.length ? took[took.length - 1] : g.log[g.log.length - 1];
        if (before && e.at < before.at) server.faults.push("entry " + e.n + " goes back");
        if (e.at > m.now) server.faults.push("entry " + e.n + " lies after its contact");
        const next = ty.step(picture, e);
        if (next.refused) { tell(line, { t: "refused", of: m.game, n: e.n, key: "fault.clock.refused." + next.refused, text: "no" }); return; }
        picture = next.picture; took.push(e);
      }
      g.picture = picture; g.log.push(...took); server.seq += took.length;
      if (state.deaf > 0) { state.deaf--; cut(); return; } // the answer is lost
      tell(line, { t: "ack", of: m.game, n: g.log.length });
      if (m.game === server.id) tell(line, { t: "game", seq: server.seq, n: g.log.length, game: view(g) });
      return;
    }
    }
  };
  const cut = () => { for (const line of state.lines.splice(0)) { line.shut = true; after(1, () => line.ears.closed()); } };

  const begin = () => {
    const page = ++state.page;
    world = {
      mono: () => state.t - state.origin, wall: () => state.t + state.offset, unloaded: () => state.unloaded === null ? null : state.t - state.unloaded,
      read: (key) => state.memory[key] === undefined ? null : state.memory[key], write: (key, text) => { state.memory[key] = text; },
      random: () => "device0000000" + (no++), chance: () => 0.5,
      after: (ms, then) => { const here = () => page === state.page || page === state.both; return after(ms, () => here() && then(), page); },
      open: (url, ears) => {
        const guard = (f) => (...a) => (page === state.page || page === state.both) && f(...a);
        const line = { shut: false, ears: { opened: guard(ears.opened), heard: guard(ears.heard), closed: guard(ears.closed) } };
        if (state.up) { state.lines.push(line); after(5, () => { if (!line.shut) line.ears.opened(); }); } else after(5, () => line.ears.closed());
        return { send: (m) => { const text = JSON.parse(m); after(5, () => { if (!line.shut && state.up) answer(line, text); }); }, close: () => { line.shut = true; } };
      },
    };
    keeper = new ty.Keeper(world, "t.1", "ws://x?", () => {});
    keeper.connect();
  };
  const tick = (ms) => { for (let left = ms; left > 0; left -= 250) { pass(Math.min(250, left)); keeper.look(); } };
  begin();
  tick(50);

  for (const act of input.acts) {
    switch (act.do) {
    case "wait": tick(act.ms); break;
    case "act": out.looks.push({ said: keeper.act(act.act, act.side), at: keeper.now(), true: state.t }); break;
    case "cut": state.up = false; cut(); break;
    case "join": state.up = true; break;
    case "deaf": state.deaf++; break;
    case "reload": // the page writes its last word when it goes, the next one loads for so long
      keeper.look(); cutQuietly(); state.timers = []; state.origin = state.t; state.unloaded = state.t; state.t += act.ms; begin(); break;
    case "off": // no page for so long, and nobody says goodbye
      cutQuietly(); state.timers = []; state.t += act.ms; state.origin = state.t - 300; state.unloaded = null; begin(); break;
    case "sleep": state.offset += act.ms; keeper.look(); break; // the wall clock alone went on, or was set
    case "refuse": server.refuse = act.with; break;
    case "next": server.id = "g-2"; server.games["g-2"] = { picture: { view: { ...game("g-2"), round: 2 }, clock: ty.Clock.from(input.clock) }, log: [] }; server.seq++; break;
    case "window": { const first = keeper; begin(); out.first = () => first; tick(300); first.look(); out.firstSeat = first.seat; out.firstSays = first.act("press", "B"); break; }
    // A second window of the device is opened and closed, or is gone without a word; this one looks on. It may
    // take the clock by hand, or the machine may sleep after the second one's end.
    case "aside": {
      const first = keeper, begun = state.page, both = (ms) => { for (let left = ms; left > 0; left -= 250) { pass(250); first.look(); keeper.look(); } };
      const lines = state.lines.splice(0);
      begin();
      state.both = begun; // the timers of both pages run
      both(act.ms); out.firstSeat = first.seat; out.firstSays = first.act("press", "B");
      for (const line of lines) line.shut = true;
      if (act.act !== "crash") { keeper.release(); keeper.look(); }
      const second = state.page;
      cutQuietly(); state.page = begun; state.both = undefined; keeper = first;
      state.timers = state.timers.filter((timer) => timer.page !== second);
      if (act.act === "crash") { tick(20000); out.waited = keeper.seat; if (act.side === "sleep") { state.offset += 60000; tick(500); } keeper.takeOver(); }
      break;
    }
    case "older": { // the server goes on from an older copy of itself
      const g = server.games[server.id]; g.log.length = act.ms; server.seq = 1 + act.ms;
      g.picture = { view: game("g-1"), clock: ty.Clock.from(input.clock) };
      for (const e of g.log) g.picture = ty.step(g.picture, e).picture;
      cut(); break;
    }
    case "seat": server.seat = act.act; for (const line of state.lines) tell(line, { t: "seat", state: act.act }); break;
    case "tell": for (const line of state.lines) tell(line, act.message); break;
    case "look": break;
    }
    const p = keeper.picture();
    const at = keeper.now();
    out.looks.push({ do: act.do, seat: keeper.seat, phase: p ? p.view.phase : "", game: p ? p.view.id : "", turn: p ? p.view.turn : "", state: p ? p.clock.state(at) : null, now: at, true: state.t, unsent: keeper.unsent(), gap: keeper.gap, refusal: keeper.refusal });
  }
  function cutQuietly() { for (const line of state.lines.splice(0)) line.shut = true; }
  delete out.first;
  out.faults = server.faults;
  out.logs = Object.fromEntries(Object.entries(server.games).map(([id, g]) => [id, g.log]));
  const p = keeper.picture();
  out.same = p ? JSON.stringify(p.clock.toJSON()) === JSON.stringify(server.games[p.view.id].picture.clock.toJSON()) : false;
  return JSON.stringify(out);
}`

type keeperAct struct {
	Do      string         `json:"do"`
	MS      int            `json:"ms"`
	Act     string         `json:"act,omitempty"`
	Side    string         `json:"side,omitempty"`
	With    map[string]any `json:"with,omitempty"`
	Message map[string]any `json:"message,omitempty"`
}

type keeperEntry struct {
	N    int    `json:"n"`
	At   int    `json:"at"`
	Do   string `json:"do"`
	Side string `json:"side"`
}

type keeperLook struct {
	Do      string `json:"do"`
	Said    string `json:"said"`
	At      int    `json:"at"`
	True    int    `json:"true"`
	Now     int    `json:"now"`
	Seat    string `json:"seat"`
	Phase   string `json:"phase"`
	Game    string `json:"game"`
	Turn    string `json:"turn"`
	Unsent  int    `json:"unsent"`
	Gap     *struct{ From, Lost int }
	Refusal *struct {
		N         int
		Key, Text string
	}
	State *struct {
		Phase        string
		Black, White struct{ Used, Main int }
	}
}

type keeperOut struct {
	Looks     []keeperLook
	Faults    []string
	Logs      map[string][]keeperEntry
	Same      bool
	FirstSeat string
	FirstSays string
	Waited    string
}

// last is what was seen after the last act.
func (o keeperOut) last() keeperLook { return o.Looks[len(o.Looks)-1] }

// looksAfter are those after acts of a kind.
func (o keeperOut) looksAfter(do string) []keeperLook {
	var looks []keeperLook
	for _, l := range o.Looks {
		if l.Do == do {
			looks = append(looks, l)
		}
	}
	return looks
}

func typescriptKeeper(t *testing.T) func(fataler, []keeperAct) keeperOut {
	t.Helper()
	play := typescript(t, keeperWorld, "keeper", "clock")
	law, err := clock.LawOf("2002", clock.SameVenue)
	if err != nil {
		t.Fatal(err)
	}
	fresh := clock.New(law, clock.System{Kind: clock.Reserved, Base: time.Hour, Reserved: 5, Period: time.Minute})
	return func(t fataler, acts []keeperAct) keeperOut {
		var out keeperOut
		if err := json.Unmarshal([]byte(play(t, map[string]any{"clock": fresh, "acts": acts})), &out); err != nil {
			t.Fatalf("%v", err)
		}
		if len(out.Faults) > 0 {
			t.Fatalf("the server finds fault: %q\n%v", out.Faults, acts)
		}
		return out
	}
}

func wait(ms int) keeperAct             { return keeperAct{Do: "wait", MS: ms} }
func enters(act, side string) keeperAct { return keeperAct{Do: "act", Act: act, Side: side} }

// TestKeeperLosesNothing: whatever happens to the line, the page and the answers, the server gets
// every entry once and in order, and both then show the same clock (design.md, Time).
func TestKeeperLosesNothing(t *testing.T) {
	play := typescriptKeeper(t)
	rapid.Check(t, func(t *rapid.T) {
		acts := []keeperAct{enters("start", ""), wait(700)}
		did := []string{"start"}
		turn := "B"
		for range rapid.IntRange(1, 25).Draw(t, "n") {
			switch rapid.SampledFrom([]string{"press", "press", "press", "wait", "cut", "join", "deaf", "reload"}).Draw(t, "act") {
			case "press":
				acts = append(acts, enters("press", turn), wait(rapid.IntRange(0, 3000).Draw(t, "think")))
				did = append(did, "press"+turn)
				turn = map[string]string{"B": "W", "W": "B"}[turn]
			case "wait":
				acts = append(acts, wait(rapid.IntRange(1, 20000).Draw(t, "ms")))
			case "reload":
				acts = append(acts, keeperAct{Do: "reload", MS: rapid.IntRange(0, 1900).Draw(t, "ms")}, wait(20))
			case "cut":
				acts = append(acts, keeperAct{Do: "cut"})
			case "join":
				acts = append(acts, keeperAct{Do: "join"})
			case "deaf":
				acts = append(acts, keeperAct{Do: "deaf"})
			}
		}
		acts = append(acts, keeperAct{Do: "join"}, wait(60_000))
		out := play(t, acts)
		var got []string
		for _, e := range out.Logs["g-1"] {
			got = append(got, e.Do+e.Side)
		}
		if !reflect.DeepEqual(got, did) {
			t.Fatalf("the server has %q of %q", got, did)
		}
		if out.last().Unsent != 0 || !out.Same {
			t.Fatalf("unsent %d, same clock %v", out.last().Unsent, out.Same)
		}
		// The device's time is the true time, from the first entry to the last look.
		first := out.Logs["g-1"][0].At
		for _, l := range out.Looks {
			if l.Do == "" || l.Now == 0 {
				continue
			}
			if d := (l.Now - first) - (l.True - out.Looks[0].True); d < -1 || d > 1 {
				t.Fatalf("after %d true ms the clock has gone %d", l.True-out.Looks[0].True, l.Now-first)
			}
		}
	})
}

// TestKeeperAway: a device that was off, slept, or whose wall clock ran ahead by more than 2 s has
// paused the running clock at its last sure moment and says for how long it knows nothing; less than
// that, or a wall clock that was set back under a living page, changes nothing.
func TestKeeperAway(t *testing.T) {
	play := typescriptKeeper(t)
	for name, c := range map[string]struct {
		act    keeperAct
		paused bool
		lost   int
	}{
		"off for a minute":             {keeperAct{Do: "off", MS: 60_000}, true, 60_000},
		"gone for a second":            {keeperAct{Do: "off", MS: 1000}, false, 0},
		"reloaded, slowly":             {keeperAct{Do: "reload", MS: 30_000}, false, 0},
		"asleep, or set ahead":         {keeperAct{Do: "sleep", MS: 5000}, true, 5000},
		"a nudge of the wall clock":    {keeperAct{Do: "sleep", MS: 1900}, false, 0},
		"set back under a living page": {keeperAct{Do: "sleep", MS: -3_600_000}, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			out := play(t, []keeperAct{enters("start", ""), wait(10_000), c.act, wait(500)})
			got := out.looksAfter(c.act.Do)[0]
			if paused := got.Phase == "pause"; paused != c.paused {
				t.Fatalf("the game is in %q", got.Phase)
			}
			if !c.paused {
				if got.Gap != nil || got.State.Phase != "running" {
					t.Errorf("gap %v, clock %s", got.Gap, got.State.Phase)
				}
				return
			}
			if got.Gap == nil || got.Gap.Lost-c.lost > 250 || c.lost-got.Gap.Lost > 250 {
				t.Errorf("gap %+v, want %d ms", got.Gap, c.lost)
			}
			if used := got.State.Black.Used; used < 9700 || used > 10_000 {
				t.Errorf("Black has used %d ms of the 10 s that are sure", used)
			}
			log := out.Logs["g-1"]
			if e := log[len(log)-1]; e.Do != "pause" {
				t.Errorf("the log ends in %+v", e)
			}
		})
	}
}

// TestKeeperBack: while the page was away the wall clock went back by an hour: it says so.
func TestKeeperBack(t *testing.T) {
	play := typescriptKeeper(t)
	out := play(t, []keeperAct{enters("start", ""), wait(5000), {Do: "sleep", MS: -1}, {Do: "reload", MS: 100}, wait(100)})
	if out.last().Gap != nil {
		t.Fatalf("gap %+v without a jump", out.last().Gap)
	}
}

// TestKeeperRefused: what the game refuses goes with all after it, and the table shows the server's
// game and words; a log that doesn't fit stays until the referee has decided, and then goes out.
func TestKeeperRefused(t *testing.T) {
	play := typescriptKeeper(t)
	refuse := func(key string) keeperAct {
		return keeperAct{Do: "refuse", With: map[string]any{"n": 2, "key": key, "text": "words"}}
	}
	out := play(t, []keeperAct{enters("start", ""), wait(3000), refuse("fault.game.phase.result"), enters("press", "B"), wait(1000), {Do: "look"}})
	if l := out.last(); l.Refusal == nil || l.Refusal.Text != "words" || l.Turn != "B" || l.Unsent != 0 {
		t.Errorf("after a refusal: %+v", l)
	}
	out = play(t, []keeperAct{enters("start", ""), wait(3000), refuse("fault.live.gap"), enters("press", "B"), wait(1000), {Do: "look"}, {Do: "refuse"}, {Do: "cut"}, {Do: "join"}, wait(20_000)})
	if l := out.looksAfter("look")[0]; l.Refusal == nil || l.Turn != "W" || l.Unsent != 1 {
		t.Errorf("while the referee thinks: %+v", l)
	}
	if l := out.last(); l.Unsent != 0 || len(out.Logs["g-1"]) != 2 {
		t.Errorf("after the decision %d unsent, %d taken", l.Unsent, len(out.Logs["g-1"]))
	}
}

// TestKeeperNextRound: the log of a game that ended without a line is handed in when the next
// round's game is at the table already.
func TestKeeperNextRound(t *testing.T) {
	play := typescriptKeeper(t)
	out := play(t, []keeperAct{enters("start", ""), wait(3000), {Do: "cut"}, enters("press", "B"), enters("resign", "W"), wait(1000), {Do: "next"}, {Do: "join"}, wait(20_000), enters("start", ""), wait(3000)})
	if l := out.last(); l.Game != "g-2" || l.Unsent != 0 {
		t.Errorf("the table shows %s, %d unsent", l.Game, l.Unsent)
	}
	if len(out.Logs["g-1"]) != 3 || len(out.Logs["g-2"]) != 1 {
		t.Errorf("logs of %d and %d entries", len(out.Logs["g-1"]), len(out.Logs["g-2"]))
	}
}

// TestKeeperOneWindow: a clock runs in one window of a device, the one opened last.
func TestKeeperOneWindow(t *testing.T) {
	play := typescriptKeeper(t)
	out := play(t, []keeperAct{enters("start", ""), wait(3000), {Do: "window"}, wait(500), enters("press", "B"), wait(1000)})
	if out.FirstSeat != "elsewhere" || out.FirstSays != "notYours" {
		t.Errorf("the first window: seat %q, a press says %q", out.FirstSeat, out.FirstSays)
	}
	if len(out.Logs["g-1"]) != 2 {
		t.Errorf("the log: %+v", out.Logs["g-1"])
	}
}

// TestKeeperWindowBack: the first window goes on by itself when the second one is closed, from the log of
// both and without a pause, and by hand when the second one is gone without a word; only a machine that
// slept since pauses the clock.
func TestKeeperWindowBack(t *testing.T) {
	play := typescriptKeeper(t)
	aside := func(how, slept string) keeperOut {
		return play(t, []keeperAct{enters("start", ""), wait(3000), {Do: "aside", MS: 14_000, Act: how, Side: slept}, wait(1000), enters("press", "B"), wait(1000)})
	}
	out := aside("", "")
	if l := out.last(); out.FirstSeat != "elsewhere" || l.Seat != "yours" || l.Phase != "play" || l.Gap != nil || len(out.Logs["g-1"]) != 2 || !out.Same {
		t.Errorf("closed: first %q, then %+v, log %+v", out.FirstSeat, l, out.Logs["g-1"])
	}
	log := out.Logs["g-1"]
	if took := log[len(log)-1].At - log[0].At; took < 17_900 || took > 18_100 {
		t.Errorf("Black's move took %d ms of 18000", took)
	}
	out = aside("crash", "")
	if l := out.last(); out.Waited != "elsewhere" || l.Seat != "yours" || l.Phase != "play" || l.Gap != nil || len(out.Logs["g-1"]) != 2 {
		t.Errorf("gone: waited %q, then %+v", out.Waited, l)
	}
	out = aside("crash", "sleep")
	if l := out.last(); l.Phase != "pause" || l.Gap == nil {
		t.Errorf("slept: %+v", l)
	}
}

// TestKeeperWish: the referee's wish for a pause becomes an entry at the device's own moment.
func TestKeeperWish(t *testing.T) {
	play := typescriptKeeper(t)
	out := play(t, []keeperAct{enters("start", ""), wait(4000), {Do: "tell", Message: map[string]any{"t": "wish", "do": "pause", "by": "R"}}, wait(500)})
	log := out.Logs["g-1"]
	if e := log[len(log)-1]; e.Do != "pause" || e.At-log[0].At < 4000 {
		t.Errorf("the log ends in %+v", e)
	}
}

// TestKeeperOlderServer: a server that goes on from a copy of two minutes ago gets again what it has
// lost since.
func TestKeeperOlderServer(t *testing.T) {
	play := typescriptKeeper(t)
	out := play(t, []keeperAct{enters("start", ""), wait(3000), enters("press", "B"), wait(2000), enters("press", "W"), wait(2000), {Do: "older", MS: 1}, wait(20_000), enters("press", "B"), wait(1000)})
	if got := len(out.Logs["g-1"]); got != 4 || !out.Same || out.last().Unsent != 0 {
		t.Errorf("the server has %d entries of 4, %d unsent, same clock %v", got, out.last().Unsent, out.Same)
	}
}

// TestKeeperSeat: a device whose clock another one keeps changes nothing; one that loses its seat
// forgets what it hasn't handed in, and goes on from the server's game when it gets it back.
func TestKeeperSeat(t *testing.T) {
	play := typescriptKeeper(t)
	out := play(t, []keeperAct{{Do: "seat", Act: "taken"}, wait(500), enters("start", ""), wait(500), {Do: "seat", Act: "yours"}, wait(500), enters("start", ""), wait(500)})
	if out.Looks[2].Said != "notYours" || len(out.Logs["g-1"]) != 1 {
		t.Errorf("an act at another's clock says %q; the server has %d entries", out.Looks[2].Said, len(out.Logs["g-1"]))
	}
	out = play(t, []keeperAct{enters("start", ""), wait(3000), {Do: "cut"}, enters("press", "B"), wait(500), {Do: "seat", Act: "none"}, {Do: "join"}, wait(20_000), {Do: "look"}, {Do: "seat", Act: "yours"}, wait(20_000)})
	if seat := out.looksAfter("look")[0].Seat; seat != "lost" {
		t.Errorf("the seat is %q", seat)
	}
	if l := out.last(); l.Turn != "B" || l.Unsent != 0 || len(out.Logs["g-1"]) != 1 {
		t.Errorf("after it: %+v", l)
	}
}
