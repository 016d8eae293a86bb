// The clock of one game, the same as clock/ in Go: a value that has taken some events in, from which
// the figures and what is said at any later moment are computed. A test plays both on the same
// scripts and wants the same answers. Every length and moment is in whole milliseconds.

export type Side = "B" | "W";
export type Kind = "none" | "absolute" | "reserved" | "periods" | "canadian" | "fischer";
export type Phase = "ready" | "running" | "paused" | "flagged";
export type Cause = "" | "overrun" | "tooLate" | "neverCame";
export type Word = "reading" | "second" | "count" | "left" | "timeout";

// Cue is one announcement: n seconds are gone, the n-th of the last ten seconds, n are left.
export interface Cue { at: number; side: Side; word: Word; n: number }

export interface Law { edition: string; lateLimit: number; lateFactor: number; lateExclusive: boolean; lateLoses: boolean; absenceReading: number; capturesTimed: boolean; overrunPasses: number }

export interface System {
  kind: Kind; base: number; reserved: number; period: number; periods: number;
  moves: number; block: number; carry: boolean; increment: number; cap: number;
}

export interface SideState {
  main: number; // base time left
  left: number; // minutes or periods left, the running one included
  spent: number; // used of the running one
  block: number; movesLeft: number; // left of a section
  reading: boolean; placed: boolean; away: boolean;
  used: number; moves: number;
  lost: Cause; lostAt: number;
  charged: number; // used of main
  absent: boolean; kept: number; keptBlock: number; // the absence reading, and what it took the place of
  late: boolean; passes: number;
}

// Snapshot is a clock as clock.Clock writes and reads it.
export interface Snapshot {
  law: Law; system: System; at: number; phase: "ready" | "running" | "paused"; turn: Side | ""; wasPaused: boolean;
  black: SideState; white: SideState;
}

export interface State { at: number; phase: Phase; turn: Side | ""; black: SideState; white: SideState; flag: Side | "both" | "" }

export interface Setting { main?: number; left?: number; block?: number; movesLeft?: number }

export type Do =
  | "start" | "press" | "pause" | "resume" | "late" | "set" | "query" | "placed" | "passRequest" | "correct" | "share" | "absent" | "turn" | "reread" | "leave" | "back";

// Event: by belongs to late; black, white and elapsed to correct (elapsed alone to share); from to
// reread; set to set. side is needed by all but pause, resume, correct and share.
export interface Event {
  at: number; do: Do; side?: Side;
  by?: number; black?: number; white?: number; elapsed?: number; from?: number; set?: Setting;
}

// Refusal is the end of clock's message key fault.clock.refused.
export type Refusal =
  | "outOfOrder" | "afterFlag" | "notStarted" | "alreadyStarted" | "notYourTurn" | "paused" | "notPaused" | "alreadyPlaced" | "alreadyLate"
  | "underWay" | "beingRead" | "noReading" | "notLastMinute" | "noOverrun" | "notInEdition" | "passUsed" | "noTime" | "noProportion";

const SECOND = 1000;
const SIDES: readonly Side[] = ["B", "W"];

// Their order is the order in which they are said at one instant.
const WORDS: readonly Word[] = ["reading", "second", "count", "left", "timeout"];

// The calls inside a minute or period, as seconds before its end (C12.3, C12.3b).
export const ORDINARY = [30, 20, 10, 5, 2, 0];
export const COUNTED = [30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

const other = (side: Side): Side => (side === "B" ? "W" : "B");
const readAloud = (s: System): boolean => s.kind === "reserved" || s.kind === "periods";
const allowance = (s: System): number => (s.kind === "reserved" ? s.reserved : s.kind === "periods" ? s.periods : 0);
const toSecond = (ms: number): number => Math.floor((ms + SECOND / 2) / SECOND) * SECOND;

// copy leaves law and system to both: nothing changes them.
function copy(k: Snapshot): Snapshot {
  return { ...k, black: { ...k.black }, white: { ...k.white } };
}

// Clock never changes: what happens makes another one.
export class Clock {
  private constructor(private readonly k: Readonly<Snapshot>) {}

  static from(json: Snapshot): Clock {
    return new Clock({ ...copy(json), law: { ...json.law }, system: { ...json.system } });
  }

  toJSON(): Snapshot {
    return { ...copy(this.k), law: { ...this.k.law }, system: { ...this.k.system } };
  }

  // at returns the clock as it stands at a moment if no other event comes.
  at(now: number): Clock {
    return new Clock(this.later(now).k);
  }

  // state returns everything that the clock shows at a moment.
  state(now: number): State {
    const later = this.later(now);
    const { at, phase, turn, black, white } = later.k;
    const flag = later.flag();
    return { at, phase: flag ? "flagged" : phase, turn, black, white, flag };
  }

  // apply takes an event in; what falls due at its instant comes first. The cues are what is said
  // because of the event itself. A refused event changes nothing.
  apply(e: Event): { clock: Clock; cues: Cue[] } | { refused: Refusal } {
    if (e.at < this.k.at) return { refused: "outOfOrder" };
    const act = new Act(copy(this.later(e.at).k));
    const refused = act.take(e);
    if (refused) return { refused };
    act.settle();
    return { clock: new Clock(act.k), cues: act.said };
  }

  // cues returns what is said after from and up to to, to included, if no other event comes. The
  // clock knows nothing from before its own last event.
  cues(from: number, to: number): Cue[] {
    const said: Cue[] = [];
    const later = this.later(from);
    for (;;) {
      const next = later.next();
      const first = next[0];
      if (!first || first.at > to) return said;
      said.push(...next);
      later.advance(first.at);
    }
  }

  // nextCue returns the next announcement after now; a second one may fall due at the same instant,
  // so say what cues returns.
  nextCue(now: number): Cue | null {
    return this.later(now).next()[0] ?? null;
  }

  private later(now: number): Run {
    const run = new Run(copy(this.k));
    run.advance(Math.max(now, this.k.at));
    return run;
  }
}

interface Due { in: number; cues: Cue[] }

// Run is a clock of its own that time passes on.
class Run {
  constructor(readonly k: Snapshot) {}

  side(side: Side): SideState {
    return side === "B" ? this.k.black : this.k.white;
  }

  flag(): Side | "both" | "" {
    const black = this.k.black.lost !== "";
    const white = this.k.white.lost !== "";
    return black && white ? "both" : black ? "B" : white ? "W" : "";
  }

  // runs says whether time passes on a side's clock: its game time, until somebody is out of time,
  // or its absence reading.
  protected runs(side: Side): boolean {
    const s = this.side(side);
    if (s.absent) return s.lost === "";
    return this.k.phase === "running" && this.k.turn === side && this.flag() === "";
  }

  // A side's reading waits while it takes stones off in time that isn't counted (1988 art. 23.4), or
  // has leave that isn't read (options no. 39).
  private waits(s: SideState): boolean {
    return readAloud(this.k.system) && (s.away || (s.placed && !this.k.law.capturesTimed));
  }

  advance(to: number): void {
    const d = to - this.k.at;
    for (const side of SIDES) if (d > 0 && this.runs(side)) this.run(this.side(side), d);
    this.k.at = to;
  }

  private run(s: SideState, d: number): void {
    const begin = s.used;
    if (!s.absent) {
      const free = Math.min(s.main, d);
      s.main -= free;
      s.charged += free;
      s.used += free;
      d -= free;
      if (s.main > 0 || !this.open(s)) {
        this.flagAfter(s, s.used - begin);
        return;
      }
    }
    if (d === 0 || this.waits(s)) return;
    const took = this.runReading(s, d);
    if (s.absent) {
      this.flagAfter(s, took);
      return;
    }
    s.used += took;
    this.flagAfter(s, s.used - begin);
  }

  private flagAfter(s: SideState, d: number): void {
    if (s.lost) s.lostAt = this.k.at + d;
  }

  // opening is what begins, or happens, when a side has no base time left.
  private opening(s: SideState): "reading" | "timeout" {
    const { system } = this.k;
    return (readAloud(system) && s.left > 0) || (system.kind === "canadian" && s.block > 0) ? "reading" : "timeout";
  }

  // open begins the reading or the section of a side without base time; a side that has nothing
  // left loses, and open is false.
  protected open(s: SideState): boolean {
    if (this.k.system.kind === "none") return true;
    if (this.opening(s) === "timeout") {
      s.lost = "overrun";
      return false;
    }
    s.reading = true;
    return true;
  }

  // runReading returns how much of d passed before the time was out.
  private runReading(s: SideState, d: number): number {
    const { system } = this.k;
    const out = s.absent ? "neverCame" : "overrun";
    if (system.kind === "canadian") {
      d = Math.min(d, s.block);
      s.block -= d;
      if (s.block === 0) s.lost = out;
    } else if (readAloud(system)) {
      const whole = s.left * system.period - s.spent;
      if (d >= whole) {
        s.left = 0;
        s.spent = 0;
        s.lost = out;
        return whole;
      }
      s.spent += d;
      s.left -= Math.floor(s.spent / system.period);
      s.spent %= system.period;
    }
    return d;
  }

  // counted says whether the running minute is read in the last minute's form.
  protected counted(s: SideState): boolean {
    return this.k.system.kind === "periods" || s.left === 1;
  }

  // due finds what a running side's clock says next.
  private due(side: Side): Due | null {
    const s = this.side(side);
    const { system } = this.k;
    if (!this.runs(side) || system.kind === "none") return null;
    if (s.main > 0 && !s.absent) return this.dueIn(side, s.main, [[this.opening(s), 0]]);
    if (this.waits(s)) return null;
    if (system.kind === "canadian") return this.dueIn(side, s.block, [["timeout", 0]]);
    return readAloud(system) ? this.dueInPeriod(side, s) : null;
  }

  private dueIn(side: Side, d: number, words: [Word, number][]): Due {
    return { in: d, cues: words.map(([word, n]) => ({ at: this.k.at + d, side, word, n })) };
  }

  private dueInPeriod(side: Side, s: SideState): Due | null {
    const counted = this.counted(s);
    for (const before of counted ? COUNTED : ORDINARY) {
      const at = this.k.system.period - before * SECOND;
      if (at <= s.spent) continue;
      const words: [Word, number][] = [];
      if (counted && before < 10) words.push(["count", 10 - before]);
      else if (before > 0) words.push(["second", at / SECOND]);
      if (before === 0) words.push(s.left > 1 ? ["left", s.left - 1] : ["timeout", 0]);
      return this.dueIn(side, at - s.spent, words);
    }
    return null;
  }

  // next finds the first announcements after the clock's own moment, in the order in which they are said.
  next(): Cue[] {
    const black = this.due("B");
    const white = this.due("W");
    if (!black || !white) return (black ?? white)?.cues ?? [];
    if (black.in !== white.in) return (black.in < white.in ? black : white).cues;
    return [...black.cues, ...white.cues].sort((a, b) => WORDS.indexOf(a.word) - WORDS.indexOf(b.word)); // stable: Black first
  }
}

// Act is one event being applied: the clock that it makes, and what is said because of it.
class Act extends Run {
  readonly said: Cue[] = [];

  // take changes the clock, or returns the reason why not.
  take(e: Event): Refusal | null {
    const { flag, side } = { flag: this.flag(), side: e.side ?? "B" };
    if (flag && !this.mayFollow(e, flag)) return "afterFlag";
    switch (e.do) {
      case "start": return this.start(side);
      case "press": return this.press(side);
      case "placed": return this.placed(side);
      case "reread": return this.reread(side, e.from ?? 0);
      case "turn": return this.give(side);
      case "pause": return this.pause();
      case "resume": return this.resume();
      case "late": return this.lateness(side, e.by ?? 0);
      case "absent": return this.absence(side);
      case "passRequest": return this.passRequest(side);
      case "set": return this.set(side, e.set ?? {});
      case "correct": return this.correct(e.black ?? 0, e.white ?? 0, e.elapsed ?? 0);
      case "share": return this.share(e.elapsed ?? 0);
      case "leave": return this.leave(side, true);
      case "back": return this.leave(side, false);
      case "query": return null;
    }
  }

  // After a flag come only the request for a pass (D22.5), and the other side's own lateness or
  // absence before the start (D22.3).
  private mayFollow(e: Event, flag: Side | "both"): boolean {
    if (e.do === "passRequest") return true;
    return (e.do === "late" || e.do === "absent") && this.k.phase === "ready" && flag !== "both" && e.side === other(flag);
  }

  // settle begins the reading of the side whose time now runs when it has no base time, or ends its
  // game when it has nothing at all.
  settle(): void {
    const { phase, turn, system } = this.k;
    if (phase !== "running" || turn === "" || !this.runs(turn)) return;
    const s = this.side(turn);
    if (s.main > 0 || system.kind === "none") return;
    const was = s.reading;
    if (!this.open(s)) this.lose(turn, "overrun");
    else if (!was) this.say(turn, "reading");
  }

  private say(side: Side, word: Word): void {
    this.said.push({ at: this.k.at, side, word, n: 0 });
  }

  private lose(side: Side, cause: Cause): void {
    const s = this.side(side);
    s.lost = cause;
    s.lostAt = this.k.at;
    this.say(side, "timeout");
  }

  // Who sat down while being read plays with his whole time (2002 art. 22.4).
  private start(side: Side): Refusal | null {
    if (this.k.phase !== "ready") return "alreadyStarted";
    for (const each of SIDES) this.endAbsence(this.side(each));
    this.k.phase = "running";
    this.k.turn = side;
    return null;
  }

  // notOnMove says why a side can't act on its own move now.
  private notOnMove(side: Side): Refusal | null {
    if (this.k.phase === "ready") return "notStarted";
    if (this.k.phase === "paused") return "paused";
    return this.k.turn === side ? null : "notYourTurn";
  }

  private press(side: Side): Refusal | null {
    const code = this.notOnMove(side);
    if (code) return code;
    const s = this.side(side);
    if (this.k.system.kind === "fischer") this.addIncrement(s);
    if (this.k.system.kind === "canadian") this.countMove(s);
    this.handOver(side);
    return null;
  }

  // handOver ends a side's move: a minute that isn't full costs nothing (art. 12.3).
  private handOver(side: Side): void {
    const s = this.side(side);
    s.spent = 0;
    s.placed = false;
    s.away = false;
    s.moves++;
    this.k.turn = other(side);
  }

  // addIncrement adds up to the cap; time above the cap from elsewhere stays.
  private addIncrement(s: SideState): void {
    const { increment, cap } = this.k.system;
    const sum = s.main + increment;
    s.main = cap > 0 ? Math.min(sum, Math.max(cap, s.main)) : sum;
  }

  // countMove counts a move of a section; after the last one the next section begins, longer by
  // what was left when that carries over (2002 art. 12.5).
  private countMove(s: SideState): void {
    if (!s.reading) return;
    s.movesLeft--;
    if (s.movesLeft > 0) return;
    const { moves, block, carry } = this.k.system;
    s.movesLeft = moves;
    s.block = block + (carry ? s.block : 0);
  }

  private placed(side: Side): Refusal | null {
    const code = this.notOnMove(side);
    if (code) return code;
    const s = this.side(side);
    if (s.placed) return "alreadyPlaced";
    s.placed = true;
    return null;
  }

  // leave lets the reading of a side that has leave wait, or go on (D22.7, options no. 39).
  private leave(side: Side, away: boolean): Refusal | null {
    if (this.k.phase === "ready") return "notStarted";
    this.side(side).away = away;
    return null;
  }

  // reread takes the count of the last minute back to where it was misread (2002 art. 16.2).
  private reread(side: Side, from: number): Refusal | null {
    if (this.k.phase === "ready") return "notStarted";
    if (this.k.turn !== side) return "notYourTurn";
    const s = this.side(side);
    if (!readAloud(this.k.system) || !s.reading || !this.counted(s) || from > s.spent) return "notLastMinute";
    s.spent = from;
    return null;
  }

  // give lets the side go on in place of the one whose time ran; no move was made.
  private give(side: Side): Refusal | null {
    if (this.k.turn === "") return "notStarted";
    if (this.k.turn !== side) {
      const s = this.side(this.k.turn);
      s.spent = 0;
      s.placed = false;
      this.k.turn = side;
    }
    return null;
  }

  private pause(): Refusal | null {
    if (this.k.phase === "ready") return "notStarted";
    if (this.k.phase === "paused") return "paused";
    this.k.phase = "paused";
    this.k.wasPaused = true;
    return null;
  }

  private resume(): Refusal | null {
    if (this.k.phase === "ready") return "notStarted";
    if (this.k.phase !== "paused") return "notPaused";
    this.k.phase = "running";
    return null;
  }

  // lateness deducts, or loses beyond the limit; after a pause there is nothing to deduct (D22.1b),
  // and who was being read is seated in time (D22.4).
  private lateness(side: Side, by: number): Refusal | null {
    const s = this.side(side);
    const { law, system, wasPaused } = this.k;
    if (wasPaused) return null;
    if (s.late) return "alreadyLate";
    if (s.moves > 0) return "underWay";
    if (s.absent) this.endAbsence(s);
    else if (by > law.lateLimit || (law.lateExclusive && by === law.lateLimit && by > 0)) this.lose(side, "tooLate");
    else if (system.kind !== "none") this.deduct(side, law.lateFactor * by);
    s.late = true;
    return null;
  }

  // deduct takes time off the base time; where no reading follows, all of it loses (options no. 9).
  private deduct(side: Side, d: number): void {
    const s = this.side(side);
    const { kind } = this.k.system;
    if ((kind === "absolute" || kind === "fischer" || this.k.law.lateLoses) && d > 0 && d >= s.main) this.lose(side, "tooLate");
    s.main -= Math.min(d, s.main);
  }

  // absence begins to read to an empty chair: all that a side has, or what the event says (2002 art. 22.4).
  private absence(side: Side): Refusal | null {
    const s = this.side(side);
    const { law, system, phase } = this.k;
    if (phase !== "ready") return "underWay";
    if (s.absent || s.late) return "alreadyLate";
    if (!readAloud(system) && system.kind !== "canadian") return "noReading";
    s.kept = s.left;
    s.keptBlock = s.block;
    s.left = law.absenceReading > 0 && readAloud(system) ? law.absenceReading : allowance(system);
    s.block = system.block;
    s.absent = true;
    s.reading = true;
    this.say(side, "reading");
    return null;
  }

  private endAbsence(s: SideState): void {
    if (!s.absent) return;
    s.absent = false;
    s.reading = false;
    s.spent = 0;
    s.left = s.kept;
    s.block = s.keptBlock;
    s.kept = 0;
    s.keptBlock = 0;
  }

  // passRequest turns the overrun of the last minute into a pass (2002 art. 22.5).
  private passRequest(side: Side): Refusal | null {
    const s = this.side(side);
    const { law, system } = this.k;
    if (law.overrunPasses === 0) return "notInEdition";
    if (this.flag() === other(side)) return "notYourTurn";
    if (s.lost !== "overrun" || !s.reading || !readAloud(system)) return "noOverrun";
    if (s.passes >= law.overrunPasses) return "passUsed";
    s.lost = "";
    s.lostAt = 0;
    s.left = 1;
    s.passes++;
    this.handOver(side);
    return null;
  }

  // set is the chief referee's adjustment. Base time given to a side in reading ends its reading.
  private set(side: Side, to: Setting): Refusal | null {
    const s = this.side(side);
    if (s.absent) return "beingRead";
    if (to.main !== undefined) {
      s.main = to.main;
      if (s.main > 0) {
        s.reading = false;
        s.spent = 0;
      }
    }
    s.left = to.left ?? s.left;
    s.block = to.block ?? s.block;
    s.movesLeft = to.movesLeft ?? s.movesLeft;
    return null;
  }

  private notCorrectable(): Refusal | null {
    if (this.k.system.kind === "none") return "noTime";
    return this.k.black.absent || this.k.white.absent ? "beingRead" : null;
  }

  // correct shares out the time that passed as the readings of a faulty clock stand to each other
  // (2002 art. 22.8).
  private correct(black: number, white: number, elapsed: number): Refusal | null {
    const code = this.notCorrectable();
    if (code) return code;
    if (black + white === 0) return "noProportion";
    if (Math.abs(black + white - elapsed) * 30 < elapsed) return null;
    const whole = toSecond(elapsed);
    // The product of two lengths doesn't fit into a number.
    const exact = Number((BigInt(black) * BigInt(elapsed)) / BigInt(black + white));
    this.recharge(toSecond(exact), whole);
    return null;
  }

  // share gives each half when no reading was kept (2002 art. 22.9).
  private share(elapsed: number): Refusal | null {
    const code = this.notCorrectable();
    if (!code) this.recharge(Math.floor(elapsed / 2), elapsed);
    return code;
  }

  private recharge(black: number, whole: number): void {
    this.rechargeSide(this.k.black, black);
    this.rechargeSide(this.k.white, whole - black);
  }

  // rechargeSide sets the time that a side has used. The base time follows; minutes and periods
  // aren't on the clock's dial and stay. In a section the difference falls into the section.
  private rechargeSide(s: SideState, used: number): void {
    const granted = s.main + s.charged;
    const canadian = this.k.system.kind === "canadian";
    if (canadian && s.reading) {
      s.block = Math.max(0, s.block + s.used - used);
    } else if (used >= granted) {
      if (canadian) s.block = Math.max(0, s.block - (used - granted));
      s.main = 0;
    } else {
      s.main = granted - used;
      s.reading = false;
      s.spent = 0;
    }
    s.charged = granted - s.main;
    s.used = used;
  }
}
