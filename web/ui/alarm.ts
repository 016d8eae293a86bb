// An alarm that rings on time in a background tab, too: browsers hold back the timers of hidden
// pages for a second and more, but not those of a worker.
import { beside } from "./beside";

const LONGEST = 60_000; // milliseconds; a ring too many does no harm

export class Alarm {
  private timer = 0;
  private worker: Worker | null = null;

  constructor(private readonly ring: () => void) {
    const url = beside("ringer.js");
    if (!url || typeof Worker === "undefined") return;
    this.worker = new Worker(url);
    this.worker.onmessage = () => this.ring();
    this.worker.onerror = () => (this.worker = null); // the page's own timer is left
  }

  // set lets the alarm ring after some milliseconds and forgets what was set before.
  set(after: number): void {
    const delay = Math.min(Math.max(0, Math.ceil(after)), LONGEST);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(this.ring, delay);
    this.worker?.postMessage(delay);
  }
}
