// The time keeping of a table's device (design.md, Time): its moments, its numbered log and the
// handing in. It knows no page; whoever uses it gives it clocks, a memory and a line to the server.
import { Clock, type Cue, type Do as Timed, type Side, type Snapshot } from "./clock";

// World is what the keeper needs of its surroundings.
export interface World {
  mono(): number; // ms, never goes back while the page lives
  wall(): number; // ms since 1970; somebody may set it
  unloaded(): number | null; // ms since the page before this one ended in the same window; null when unknown
  read(key: string): string | null;
  write(key: string, text: string): void;
  random(): string; // 80 bits that nobody else has
  chance(): number; // 0 to 1, for waiting times
  after(ms: number, then: () => void): () => void; // returns what calls it off
  open(url: string, ears: Ears): Line;
}

export interface Ears {
  opened(): void;
  heard(text: string): void;
  closed(): void;
}

export interface Line {
  send(text: string): void;
  close(): void;
}

export type Do = "colours" | "start" | "press" | "placed" | "pause" | "readings" | "resume" | "call" | "proposeEnd" | "agreeEnd" | "resign" | "confirm";

// Entry is one line of the log. Times are ms of the device since it sat down at the game.
export interface Entry {
  n: number;
  at: number;
  do: Do;
  side?: Side;
  black?: number; // with "readings": the times used that were seen
  white?: number;
  outcome?: string; // with "confirm": the result that was seen
  no?: number; // with "colours": the pairing number of who drew Black
}

export interface Player {
  name: string;
  unit: string;
  no: number; // the pairing number
}

// View is a game as the server tells it. Pairs are Black's and White's.
export interface View {
  id: string;
  division: string;
  divisionName: string;
  round: number;
  table: number;
  phase: "draw" | "ready" | "play" | "pause" | "settle" | "result" | "final" | "anew";
  edition: string;
  moves: boolean;
  nigiri: boolean; // the colours are drawn at the table; before that black and white are places alone
  black: Player;
  white: Player;
  turn: Side;
  count: number;
  at: number; // the last moment of the record
  clock: Snapshot;
  warnings: { b: number; w: number };
  break: { black: number; white: number; confirmed: [boolean, boolean] } | null;
  proposal: Side | "";
  outcome: { text: string; words: string } | null;
  signed: { b: boolean; w: boolean; referee: boolean };
  called: boolean;
  started: boolean;
  desk?: string; // the result that the desk has entered though the game goes on or came to another
}

// Picture is what the table shows: what the server knows and what the device did since.
export interface Picture {
  view: View;
  clock: Clock;
}

// Step is what an entry makes of a picture, or the code of the clock that refuses it.
export type Step = { picture: Picture; cues: Cue[] } | { refused: string };

export const other = (side: Side): Side => (side === "B" ? "W" : "B");

const index = (side: Side | undefined): 0 | 1 => (side === "W" ? 1 : 0);

// step takes an entry in, as the server's fold of the game does.
export function step({ view, clock }: Picture, e: Entry): Step {
  const made = (change: Partial<View>, next: Clock = clock, cues: Cue[] = []): Step => ({ picture: { view: { ...view, ...change }, clock: next }, cues });
  const timed = (does: Timed, side: Side | undefined, change: Partial<View>): Step => {
    const done = clock.apply({ at: e.at, do: does, ...(side ? { side } : {}) });
    return "refused" in done ? done : made(change, done.clock, done.cues);
  };
  // What ends play stops both clocks where they run.
  const stopped = (change: Partial<View>): Step => (clock.state(e.at).phase === "running" ? timed("pause", undefined, change) : made(change));
  const moved = (side: Side): Partial<View> => ({ turn: other(side), count: view.count + 1 });
  const runs = (side: Side): boolean => {
    const now = clock.state(e.at);
    return now.phase === "running" && now.turn === side;
  };
  const side = e.side ?? view.turn;
  switch (e.do) {
    case "colours": {
      if (!view.nigiri || (view.phase !== "draw" && view.phase !== "ready")) return { refused: "drawn" };
      const turned = e.no === view.white.no;
      return made({ phase: "ready", black: turned ? view.white : view.black, white: turned ? view.black : view.white });
    }
    case "start":
      return view.phase === "ready" ? timed("start", view.turn, { phase: "play" }) : { refused: "alreadyStarted" };
    case "press":
      return timed("press", side, view.moves ? {} : { ...moved(side), proposal: "" });
    case "placed":
      return timed("placed", side, {});
    case "pause": {
      if (view.phase !== "play") return { refused: "paused" };
      const now = clock.state(e.at);
      return timed("pause", undefined, { phase: "pause", break: { black: now.black.used, white: now.white.used, confirmed: [false, false] } });
    }
    case "readings": {
      if (view.phase !== "pause" || !view.break) return { refused: "notPaused" };
      const confirmed: [boolean, boolean] = [...view.break.confirmed];
      confirmed[index(side)] = true;
      return made({ break: { ...view.break, confirmed } });
    }
    case "resume":
      return view.phase === "pause" ? timed("resume", undefined, { phase: "play", break: null }) : { refused: "notPaused" };
    case "proposeEnd":
      if (view.phase !== "play" || side !== view.turn) return { refused: "notYourTurn" };
      return runs(side) ? timed("press", side, { ...moved(side), proposal: side }) : made({ ...moved(side), proposal: side });
    case "agreeEnd":
      return view.phase === "play" && view.proposal === other(side) ? stopped({ phase: "settle" }) : { refused: "notYourTurn" };
    case "resign":
      return stopped({ phase: "result", outcome: { text: `${other(side)}+R`, words: "" }, break: null });
    case "confirm":
      return made({ signed: { ...view.signed, [side === "B" ? "b" : "w"]: true } });
    case "call":
      return made({ called: true });
  }
}

// Gap is time that the device can't vouch for: it was off or asleep, or its wall clock was set.
export interface Gap {
  from: number; // the last sure moment, ms
  lost: number; // ms after it; negative: the wall clock went back while the page was away
}

const trust = 2000; // ms by which the wall clock may differ from the monotonic one (design.md, Time)

// Moments is one time line of the device that goes on through reloads. The wall clock carries it
// over a reload; the monotonic clock vouches for the wall clock.
export class Moments {
  private base: number;
  private mono: number;
  private wall: number;
  private sure: number; // the wall clock since which nothing is in doubt

  // kept is what save returned last, also in an earlier page.
  constructor(private readonly world: World, kept: { at: number; wall: number } | null, private readonly gap: (gap: Gap) => void) {
    this.mono = world.mono();
    this.wall = world.wall();
    this.base = kept?.at ?? 0;
    this.sure = this.wall;
    if (!kept) return;
    const away = this.wall - kept.wall;
    const proved = world.unloaded() ?? this.mono;
    this.sure = this.wall - proved;
    if (away < -trust || away > proved + trust) this.doubt(away < 0 ? Math.max(0, world.unloaded() ?? 0) : away, away);
    else this.base += Math.max(0, away, world.unloaded() ?? 0);
  }

  now(): number {
    return Math.floor(this.base + this.world.mono() - this.mono);
  }

  private doubt(on: number, lost: number): void {
    const from = this.now();
    this.base += on;
    this.gap({ from, lost: Math.round(lost) });
  }

  // look compares both clocks. A wall clock that ran ahead means that the device slept, for the
  // monotonic one may stand still meanwhile; one that was set back means nothing.
  look(): void {
    const mono = this.world.mono();
    const wall = this.world.wall();
    const ahead = wall - this.wall - (mono - this.mono);
    const from = Math.floor(this.base);
    this.base += mono - this.mono;
    this.mono = mono;
    this.wall = wall;
    if (ahead <= trust) return;
    this.base += ahead;
    this.sure = wall;
    this.gap({ from, lost: Math.round(ahead) });
  }

  // join goes on where another window of the device ended. This page has looked on meanwhile, so it
  // vouches for the time since, unless the device slept after that window's last word.
  join(kept: { at: number; wall: number }): void {
    this.look();
    const away = this.wall - kept.wall;
    this.base = Math.max(this.base, kept.at + Math.max(0, away));
    if (kept.wall < this.sure - trust) this.gap({ from: kept.at, lost: Math.round(away) });
  }

  // save is what a later page goes on from.
  save(): { at: number; wall: number } {
    return { at: Math.floor(this.base), wall: this.wall };
  }
}

// Kept is a game in the device's memory. A log that isn't handed in survives the next round.
interface Kept {
  zero: number; // the device's moment at which the game's time began
  seq: number; // of what the server told last
  n: number; // the last entry that is in it
  view: View;
  log: Entry[]; // all of the game, for the server may go on from an older copy of itself
  taken: number; // the last entry that the server has acknowledged
  calledAt: number | null; // wall time of the call for the referee
  gap: Gap | null;
  refused: Refusal | null;
  dropped: Entry[]; // what the server refused
}

// Refusal is an answer to the log that took nothing of it, in the page's words.
export interface Refusal {
  n: number;
  key: string;
  text: string;
}

interface Memory {
  device: string;
  game: string;
  games: Record<string, Kept>;
}

// Seat says whether this page keeps the table's clock: "lost" when a referee took it from the device.
export type Seat = "asking" | "yours" | "taken" | "lost" | "elsewhere";

// Notice is what the server says of a table without a game.
export interface Notice {
  why: string;
  words: string;
}

interface Message {
  t: string;
  of?: string; // the game that an answer is about
  seq?: number;
  n?: number;
  game?: View;
  key?: string;
  text?: string;
  do?: string;
  by?: string;
  state?: string;
  why?: string;
  mark?: string;
  build?: string;
}

const doubted = "fault.live."; // keys of refusals that wait for the referee
const helloEach = 5; // beats between two questions of a device that has no game
const beatEach = 2000; // ms between two signs of life
const silence = 9000; // ms without an answer after which the line is taken for dead
const firstWait = 400; // ms before the first new attempt; doubled up to
const longestWait = 8000;

// Keeper keeps the time of one table.
export class Keeper {
  seat: Seat = "asking";
  notice: Notice | null = null;
  mark = ""; // by what the console calls this device
  build = ""; // the digest of the page that the server has; "" until it was heard
  wish: string | null = null; // who asked for the pause that stands
  private memory: Memory;
  private readonly moments: Moments;
  private readonly me: string;
  private line: Line | null = null;
  private open = false;
  private sent = 0; // the last entry handed to this line
  private waits = 0;
  private lastHeard: number | null = null; // by the monotonic clock
  private stopWaiting: (() => void) | null = null;
  private offered: Message | null = null; // the game, as long as another device keeps its clock
  private gone = false; // the page is going
  private drawn: Picture | null = null; // the picture as it was drawn last

  // name distinguishes the table in the device's memory; url is the server's end of the line.
  constructor(private readonly world: World, private readonly name: string, private readonly url: string, private readonly changed: (cues: Cue[]) => void) {
    this.me = world.random();
    world.write(this.key("owner"), this.me);
    const kept = parse<Memory>(world.read(this.key("log")));
    this.memory = kept ?? { device: world.random(), game: "", games: {} };
    let doubt: Gap | null = null;
    this.moments = new Moments(world, parse(world.read(this.key("pulse"))), (gap) => {
      if (this.moments) this.away(gap);
      else doubt = gap;
    });
    if (doubt) this.away(doubt);
    this.save();
    this.look();
  }

  private key(part: string): string {
    return `tianyuan.clock.${this.name}.${part}`;
  }

  private save(): void {
    if (this.owns()) this.world.write(this.key("log"), JSON.stringify(this.memory));
  }

  // owns: no other window of this device has opened the same table since.
  private owns(): boolean {
    if (this.world.read(this.key("owner")) === this.me) return true;
    if (this.seat !== "elsewhere") {
      this.seat = "elsewhere";
      this.hangUp();
      this.changed([]);
    }
    return false;
  }

  private get kept(): Kept | null {
    return this.memory.games[this.memory.game] ?? null;
  }

  get device(): string {
    return this.memory.device;
  }

  // now is the moment of the game that is shown, ms.
  now(): number {
    const kept = this.kept;
    if (!kept) return this.moments.now();
    return Math.max(this.moments.now() - kept.zero, lastOf(kept.log)?.at ?? 0, lastMoment(kept.view));
  }

  // look is called often: it finds out that the device slept and keeps the time for the next page.
  // A window that only looks on keeps its own time, to vouch for it when it takes over.
  look(): void {
    if (this.gone) return;
    if (this.world.read(this.key("owner")) === "") this.takeOver();
    const owns = this.owns();
    this.moments.look();
    if (!owns) return;
    this.world.write(this.key("pulse"), JSON.stringify(this.moments.save()));
  }

  // release leaves the clock to another window of this device, when this one goes.
  release(): void {
    this.look();
    if (this.owns()) this.world.write(this.key("owner"), "");
    this.gone = true;
  }

  // returned: the page that went was kept by the browser, and is shown again.
  returned(): void {
    this.gone = false;
    this.look();
  }

  // takeOver goes on in this window with the log and the time that the other one kept.
  takeOver(): void {
    this.world.write(this.key("owner"), this.me);
    this.hangUp();
    this.memory = parse<Memory>(this.world.read(this.key("log"))) ?? this.memory;
    this.drawn = null;
    this.seat = "asking";
    const pulse = parse<{ at: number; wall: number }>(this.world.read(this.key("pulse")));
    if (pulse) this.moments.join(pulse);
    this.connect();
    this.changed([]);
  }

  // away: nobody can say what happened meanwhile, so a running clock is paused at the last sure
  // moment, as a game whose keeper is gone, and the referee decides.
  private away(gap: Gap): void {
    const kept = this.kept;
    if (!kept || this.seat === "elsewhere") return; // the window that keeps the clock finds it out, too
    const at = Math.max(gap.from - kept.zero, lastOf(kept.log)?.at ?? 0, lastMoment(kept.view));
    const picture = this.picture();
    if (!picture || picture.view.phase !== "play" || picture.clock.state(at).phase !== "running") return;
    kept.gap = { from: at, lost: gap.lost };
    this.enter({ n: 0, at, do: "pause" });
  }

  // picture is what the table shows; null while there is no game.
  picture(): Picture | null {
    const kept = this.kept;
    if (!kept) return null;
    if (this.drawn) return this.drawn;
    let picture: Picture = { view: kept.view, clock: Clock.from(kept.view.clock) };
    for (const e of after(kept, kept.n)) {
      const next = step(picture, e);
      if (!("refused" in next)) picture = next.picture;
    }
    this.drawn = picture;
    return picture;
  }

  // act enters what somebody did now. It returns the code of the refusal, or "".
  act(does: Do, side?: Side, more: Partial<Entry> = {}): string {
    if (this.seat === "elsewhere" || this.seat === "taken" || this.seat === "lost" || !this.owns()) return "notYours";
    return this.enter({ ...more, n: 0, at: this.now(), do: does, ...(side ? { side } : {}) });
  }

  private enter(e: Entry): string {
    const kept = this.kept;
    const picture = this.picture();
    if (!kept || !picture) return "noGame";
    const next = step(picture, e);
    if ("refused" in next) return next.refused;
    kept.log.push({ ...e, n: (lastOf(kept.log)?.n ?? Math.max(kept.n, kept.taken)) + 1 });
    if (e.do === "resume") kept.gap = null;
    if (e.do === "call") kept.calledAt = this.world.wall();
    if (e.do !== "call") kept.refused = null;
    this.drawn = next.picture;
    this.save();
    this.handIn();
    this.changed(next.cues);
    return "";
  }

  // unsent counts the entries of all games that the server hasn't acknowledged.
  unsent(): number {
    return Object.values(this.memory.games).reduce((sum, kept) => sum + after(kept, kept.taken).length, 0);
  }

  // silent is how long ago the server was heard, ms; null: never by this page.
  silent(): number | null {
    return this.lastHeard === null ? null : this.world.mono() - this.lastHeard;
  }

  connected(): boolean {
    return this.open;
  }

  get gap(): Gap | null {
    return this.kept?.gap ?? null;
  }

  get refusal(): Refusal | null {
    return this.kept?.refused ?? null;
  }

  get calledAt(): number | null {
    return this.kept?.calledAt ?? null;
  }

  dismiss(): void {
    if (this.kept) this.kept.refused = null;
    this.save();
    this.changed([]);
  }

  // dismissGap: somebody has read of the gap; the next one is told anew.
  dismissGap(): void {
    if (this.kept) this.kept.gap = null;
    this.save();
    this.changed([]);
  }

  // connect opens the line and keeps it open from then on.
  connect(): void {
    this.stopWaiting?.();
    this.stopWaiting = null;
    if (this.line || !this.owns()) return;
    const line = this.world.open(`${this.url}&device=${this.memory.device}`, {
      opened: () => this.line === line && this.opened(),
      heard: (text) => this.line === line && this.heard(text),
      closed: () => this.line === line && this.closed(),
    });
    this.line = line;
    this.stopWaiting = this.world.after(silence, () => this.lost(line));
  }

  private lost(line: Line): void {
    if (this.line !== line) return;
    line.close();
    this.closed();
  }

  private hangUp(): void {
    this.stopWaiting?.();
    this.line?.close();
    this.line = null;
    this.open = false;
  }

  private opened(): void {
    this.open = true;
    this.sent = Infinity; // nothing goes out before the server has said what it has
    if (this.seat === "lost") this.say({ t: "here" }); // who lost the clock asks for it only by hand
    else this.hello();
    this.beat();
    this.changed([]);
  }

  private closed(): void {
    this.line = null;
    this.open = false;
    this.stopWaiting?.();
    const wait = Math.min(longestWait, firstWait * 2 ** this.waits++) * (0.7 + 0.6 * this.world.chance());
    this.stopWaiting = this.world.after(wait, () => this.connect());
    this.changed([]);
  }

  // beat is a sign of life each two seconds; a line on which nothing comes back is dead.
  private beat(beats = 1): void {
    const line = this.line;
    const keeps = this.seat === "yours" && this.kept !== null;
    this.stopWaiting?.();
    this.stopWaiting = this.world.after(beatEach, () => {
      if (this.line !== line || !line) return;
      if ((this.silent() ?? 0) > (keeps ? silence : helloEach * beatEach + silence)) {
        this.lost(line);
        return;
      }
      this.look();
      if (keeps) this.say({ t: "beat", game: this.memory.game, now: this.now() });
      else if (beats % helloEach === 0 && this.seat !== "lost") this.hello();
      else this.say({ t: "here" });
      this.beat(beats + 1);
    });
  }

  private hello(): void {
    this.say({ t: "hello", device: this.memory.device, game: this.memory.game, seq: this.kept?.seq ?? 0, n: this.kept?.n ?? 0, now: this.now() });
  }

  // ask wants the clock back that a referee took from this device.
  ask(): void {
    this.seat = "asking";
    this.hello();
    this.changed([]);
  }

  private say(message: object): void {
    this.line?.send(JSON.stringify(message));
  }

  // handIn sends what hasn't gone out on this line: the logs of earlier games first.
  private handIn(): void {
    if (!this.open || this.sent === Infinity || this.seat === "taken") return;
    for (const [game, kept] of Object.entries(this.memory.games)) {
      if (game !== this.memory.game && kept.log.length > 0 && !kept.refused) {
        this.say({ t: "log", game, from: kept.log[0]!.n, entries: kept.log, now: Math.max(this.moments.now() - kept.zero, lastOf(kept.log)!.at) });
      }
    }
    const kept = this.kept;
    const entries = kept?.log.filter((e) => e.n > this.sent) ?? [];
    const first = entries[0];
    if (!first) return;
    this.sent = lastOf(entries)!.n;
    this.say({ t: "log", game: this.memory.game, from: first.n, entries, now: this.now() });
  }

  private heard(text: string): void {
    const m = parse<Message>(text);
    if (!m) return;
    this.lastHeard = this.world.mono();
    this.waits = 0;
    switch (m.t) {
      case "game":
        this.told(m);
        break;
      case "ack":
        this.taken(m);
        break;
      case "drop":
        this.drop(m);
        break;
      case "refused":
        this.refuse(m);
        break;
      case "wish":
        if (m.do === "resume") this.act("resume");
        else if (m.do === "pause" && this.act("pause") === "") this.wish = m.by ?? "";
        break;
      case "seat":
        this.mark = m.mark ?? "";
        this.build = m.build ?? "";
        this.seated(m.state ?? "");
        break;
      case "wait":
        this.offered = null;
        this.notice = { why: m.why ?? "", words: m.text ?? "" };
        this.leave("");
        break;
    }
    this.changed([]);
  }

  // seated: whoever loses the clock loses what he hasn't handed in, for another keeper goes on from
  // what the server has.
  private seated(state: string): void {
    const had = this.seat === "yours";
    if (state === "yours") this.seat = "yours";
    else if (state === "taken") this.seat = "taken";
    else this.seat = had ? "lost" : "asking";
    if (had && this.seat !== "yours" && this.kept) this.drop({ t: "", n: this.kept.taken });
    const offered = this.offered;
    if (this.seat === "yours" && offered) this.told(offered);
  }

  // told takes in what the server says of a game, and hands in what it doesn't know yet. A server
  // that goes on from an older copy of itself gets what it has lost.
  private told(m: Message): void {
    const view = m.game;
    if (!view) return;
    this.notice = null;
    this.offered = this.seat === "yours" ? null : m;
    if (this.offered) return;
    const n = m.n ?? 0;
    const seq = m.seq ?? 0;
    const greeted = this.sent === Infinity;
    const kept = this.memory.games[view.id];
    if (kept && seq < kept.seq && !greeted) return;
    this.leave(view.id);
    if (kept) {
      Object.assign(kept, { view, n, seq, taken: greeted ? n : Math.max(kept.taken, n) });
      if (view.phase !== "play" && view.phase !== "pause") kept.gap = null;
    } else {
      this.memory.games[view.id] = { zero: this.moments.now() - lastMoment(view), seq, n, view, log: [], taken: n, calledAt: null, gap: null, refused: null, dropped: [] };
    }
    if (view.phase !== "pause") this.wish = null;
    this.drawn = null;
    if (greeted || kept?.refused?.key.startsWith(doubted)) this.sent = n;
    this.save();
    this.handIn();
  }

  // leave turns to another game. Of the others only what isn't handed in is kept.
  private leave(game: string): void {
    if (game !== this.memory.game && this.sent !== Infinity) this.sent = 0;
    this.memory.game = game;
    for (const [id, kept] of Object.entries(this.memory.games)) {
      if (id !== game && after(kept, kept.taken).length === 0) delete this.memory.games[id];
    }
    this.drawn = null;
    this.save();
  }

  // taken notes what is in the record. The log of an earlier game goes when all of it is.
  private taken(m: Message): void {
    const of = m.of ?? this.memory.game;
    const kept = this.memory.games[of];
    if (!kept || (m.n ?? 0) <= kept.taken) return;
    kept.taken = m.n ?? 0;
    if (kept.refused?.key.startsWith(doubted)) kept.refused = null;
    this.leave(this.memory.game);
  }

  // refuse: the server took nothing of a log, because of entry n. A log that doesn't fit between two
  // contacts stays as it is, for the referee decides. Anything else no longer applies to the game as
  // it stands, so what comes from entry n on goes, and what came before is handed in again.
  private refuse(m: Message): void {
    const of = m.of ?? this.memory.game;
    const kept = this.memory.games[of];
    if (!kept) return;
    const n = m.n ?? 0;
    kept.refused = { n, key: m.key ?? "", text: m.text ?? "" };
    if (!kept.refused.key.startsWith(doubted)) this.drop({ ...m, n: n - 1 });
    this.save();
  }

  // drop forgets the entries after n. They stay in the memory as what was refused.
  private drop(m: Message): void {
    const of = m.of ?? this.memory.game;
    const kept = this.memory.games[of];
    if (!kept) return;
    const n = m.n ?? 0;
    kept.dropped.push(...kept.log.filter((e) => e.n > n));
    kept.log = kept.log.filter((e) => e.n <= n);
    this.drawn = null;
    if (of === this.memory.game && this.sent !== Infinity) this.sent = kept.taken;
    this.save();
    this.handIn();
  }
}

// lastMoment is the moment before which nothing can happen any more.
const lastMoment = (view: View): number => Math.max(view.at, view.clock.at);

// after are the entries behind number n.
function after(kept: Kept, n: number): Entry[] {
  return kept.log.filter((e) => e.n > n);
}

function lastOf(log: Entry[]): Entry | undefined {
  return log[log.length - 1];
}

function parse<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
