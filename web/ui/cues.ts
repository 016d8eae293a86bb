// Cues on time: a timer rings at the exact moment of the next one. What is due then is computed from
// the clock, so a page that slept says what it missed at once and in order, and nothing twice.
import { Alarm } from "./alarm";
import type { Clock, Cue, Event, Refusal } from "./clock";

// Shown is one line of the log: the cue's moment and the one when it was on the screen, both in
// milliseconds of performance.now().
export interface Shown { key: string; cue: Cue; due: number; shown: number }

// Followed is a clock with the moments up to which it was announced, in its own time, and of its
// next cue, in that of performance.now().
interface Followed { clock: Clock; zero: number; heard: number; next: number }

declare global {
  interface Window { tianyuanCues?: Shown[] }
}

const MOST_LOGGED = 1000;
const SHIFT = 5000; // zero is estimated anew by a few milliseconds; more is another device's time

export class Cues {
  private readonly followed = new Map<string, Followed>();
  private readonly alarm = new Alarm(() => this.tick());
  private readonly log: Shown[] = [];

  // show puts what is announced on the screen and hands it to the voice; now is the moment in the
  // clock's own time.
  constructor(private readonly show: (key: string, cues: Cue[], now: number) => void) {
    window.tianyuanCues = this.log;
    document.addEventListener("visibilitychange", () => this.tick());
  }

  // set follows a clock from now on, or puts another one in its place: what was announced isn't
  // announced again. zero is the moment of performance.now() when the clock's own time was 0.
  set(key: string, clock: Clock, zero: number): void {
    const before = this.followed.get(key);
    const now = instant(zero);
    const same = before && Math.abs(before.zero - zero) < SHIFT;
    this.followed.set(key, { clock, zero, heard: same ? before.heard : now, next: 0 });
    this.tick();
  }

  drop(key: string): void {
    this.followed.delete(key);
    this.tick();
  }

  clock(key: string): Clock | null {
    return this.followed.get(key)?.clock ?? null;
  }

  // apply takes an event in, with what fell due before it and what is said because of it.
  apply(key: string, e: Event): Refusal | null {
    const f = this.followed.get(key);
    if (!f) return "notStarted";
    const before = f.clock.cues(f.heard, e.at);
    const done = f.clock.apply(e);
    if ("refused" in done) return done.refused;
    f.clock = done.clock;
    f.heard = Math.max(f.heard, e.at);
    f.next = 0;
    this.announce(key, f, [...before, ...done.cues], instant(f.zero));
    this.tick();
    return null;
  }

  // tick announces what is due and sets the alarm to what comes next.
  tick(): void {
    let next = Infinity;
    for (const [key, f] of this.followed) {
      if (f.next <= performance.now()) this.hear(key, f);
      next = Math.min(next, f.next);
    }
    this.alarm.set(next - performance.now());
  }

  private hear(key: string, f: Followed): void {
    const now = instant(f.zero);
    const due = f.clock.cues(f.heard, now);
    f.heard = Math.max(f.heard, now);
    const cue = f.clock.nextCue(f.heard);
    f.next = cue ? cue.at + f.zero : Infinity;
    this.announce(key, f, due, now);
  }

  private announce(key: string, f: Followed, cues: Cue[], now: number): void {
    if (cues.length === 0) return;
    this.show(key, cues, now);
    const shown = cues.map((cue) => ({ key, cue, due: cue.at + f.zero, shown: performance.now() }));
    this.log.push(...shown);
    this.log.splice(0, this.log.length - MOST_LOGGED);
    // What was written is seen with the next frame; a hidden page has none.
    if (!document.hidden) requestAnimationFrame(() => shown.forEach((line) => (line.shown = performance.now())));
  }
}

// instant is the present moment in a clock's own time.
export function instant(zero: number): number {
  return Math.floor(performance.now() - zero);
}
