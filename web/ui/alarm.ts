// An alarm that rings on time in a background tab, too: browsers hold back the timers of hidden
// pages for a second and more, but not those of a worker. On a machine that has been late the page asks
// for frame after frame in the last moments: what is under way already doesn't wait in line to begin.
import { beside } from "./beside";

const LONGEST = 60_000; // milliseconds; a ring too many does no harm
const EARLY = 40; // milliseconds before, about two frames
const LATE = 20; // milliseconds of lateness after which frames are asked for,
const WARY = 60_000; // for so many milliseconds

export class Alarm {
  private timer = 0;
  private frame = 0;
  private due = Infinity;
  private waryUntil = 0;
  private worker: Worker | null = null;

  constructor(private readonly ring: () => void) {
    const url = beside("ringer.js");
    if (!url || typeof Worker === "undefined") return;
    this.worker = new Worker(url);
    this.worker.onmessage = () => this.rung();
    this.worker.onerror = () => (this.worker = null); // the page's own timer is left
  }

  // set lets the alarm ring after some milliseconds and forgets what was set before. It may ring a
  // little early, too: whoever is rung looks what is due, and sets it anew.
  set(after: number): void {
    const now = performance.now();
    const wary = now < this.waryUntil && !document.hidden;
    this.due = now + after;
    const delay = Math.min(Math.max(0, Math.ceil(wary && after > EARLY + 5 ? after - EARLY : after)), LONGEST);
    window.clearTimeout(this.timer);
    window.cancelAnimationFrame(this.frame);
    this.timer = window.setTimeout(() => this.rung(), delay);
    this.worker?.postMessage(delay);
    if (wary && after <= EARLY + 5) this.watch();
  }

  private rung(): void {
    const now = performance.now();
    if (now - this.due > LATE) this.waryUntil = now + WARY;
    this.due = Infinity;
    this.ring();
  }

  private watch(): void {
    this.frame = window.requestAnimationFrame(() => {
      if (performance.now() >= this.due) this.rung();
      else this.watch();
    });
  }
}
