// The referee who counts by hand: whose time it is, how much is left, the next call in large type. The
// page works alone: it asks nothing of the server once it is there, and what it counts stays on the
// phone through a reload.
import { Alarm } from "./alarm";
import { Clock, type Cue, type Event, type Side, type Snapshot, type SideState } from "./clock";
import { fill, keep, kept } from "./board";

interface Kept {
  clock: Snapshot;
  now: number; // the clock's moment when this was kept
  wall: number; // the time of day then, to bridge a reload
}

// Beyond this a page that comes back doesn't trust the time of day: the reader goes on by hand.
const bridge = 15 * 60 * 1000;
const shown = 1500; // how long a call that fell due stands in the seal's colour
const unread = 99 * 3600 * 1000; // the base time of a side whose seconds aren't read yet

export function read(): void {
  const root = document.querySelector<HTMLElement>("[data-reader]");
  if (root) new Reader(root);
}

class Reader {
  private readonly words: Record<string, string>;
  private readonly place: string;
  private clock: Clock | null = null;
  private base = 0; // performance.now() at the clock's moment 0
  private said = 0;
  private call: { text: string; until: number } | null = null;
  private told = "";
  private readonly alarm = new Alarm(() => this.draw()); // at the moment of the next call

  constructor(private readonly root: HTMLElement) {
    this.words = JSON.parse(root.dataset["words"] ?? "{}") as Record<string, string>;
    this.place = "tianyuan.read." + (root.dataset["reader"] ?? "");
    this.button("[data-begin]", () => this.begin());
    this.button("[data-played]", () => this.played());
    this.button("[data-pause]", () => this.pause());
    this.button("[data-end]", () => this.end());
    this.button("[data-pass-overrun]", () => this.passed());
    this.button("[data-misread]", () => this.misread());
    for (const side of ["B", "W"] as const) this.button(`[data-read=${side}]`, () => this.startReading(side));
    this.find<HTMLSelectElement>("[data-period]")?.addEventListener("change", () => this.periodChosen());
    document.addEventListener("keydown", (event) => this.key(event));
    this.restore();
    this.draw();
    window.setInterval(() => this.draw(), 50);
    document.addEventListener("visibilitychange", () => this.draw());
  }

  private find<T extends HTMLElement>(selector: string): T | null {
    return this.root.querySelector<T>(selector);
  }

  private button(selector: string, act: () => void): void {
    this.find(selector)?.addEventListener("click", act);
  }

  private now(): number {
    return Math.round(performance.now() - this.base);
  }

  private key(event: KeyboardEvent): void {
    const at = event.target as HTMLElement;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, button, a, summary")) return;
    if (event.code === "Space" || event.code === "Enter") {
      event.preventDefault();
      this.played();
    } else if (event.code === "KeyP") this.pause();
  }

  // periodChosen: minutes inside the limit for the minute, a number of periods for the short ones.
  private periodChosen(): void {
    const minute = this.find<HTMLSelectElement>("[data-period]")?.value === "60";
    for (const label of this.root.querySelectorAll<HTMLElement>("[data-left-word]")) label.textContent = this.words[minute ? "read.minutes" : "read.periods"] ?? "";
  }

  private begin(): void {
    const start = JSON.parse(this.root.dataset["clock"] ?? "{}") as Snapshot;
    const period = Number(this.find<HTMLSelectElement>("[data-period]")?.value ?? 60) * 1000;
    const number = (name: string): number => Math.max(0, Math.min(60, Math.floor(Number(this.find<HTMLInputElement>(`[name=${name}]`)?.value.normalize("NFKC") ?? 0)) || 0));
    const first: Side = this.find<HTMLInputElement>("[name=first]:checked")?.value === "W" ? "W" : "B";
    start.system = { ...start.system, kind: period === 60000 ? "reserved" : "periods", period, periods: period === 60000 ? 0 : 60, reserved: period === 60000 ? 60 : 0, base: unread + 60 * period };
    start.black = { ...start.black, ...this.minutes(number("black")) };
    start.white = { ...start.white, ...this.minutes(number("white")) };
    if (start.black.main > 0 && start.white.main > 0) return this.tell("read.nobody");
    this.base = performance.now();
    this.said = 0;
    this.clock = Clock.from(start);
    this.apply({ at: 0, do: "start", side: first });
  }

  private minutes(left: number): Partial<SideState> {
    return left > 0 ? { main: 0, left } : { main: unread, left: 1 };
  }

  private isRead(s: SideState): boolean {
    return s.main === 0 || s.lost !== "";
  }

  private startReading(side: Side): void {
    const left = Number(this.find<HTMLInputElement>(side === "B" ? "[name=black-left]" : "[name=white-left]")?.value.normalize("NFKC") ?? 0);
    if (!(left >= 1 && left <= 60)) return this.tell("read.number");
    this.apply({ at: this.now(), do: "set", side, set: { main: 0, left: Math.floor(left) } });
  }

  private played(): void {
    if (!this.clock) return;
    const s = this.clock.state(this.now());
    if (s.phase === "paused") return this.pause();
    if (s.turn !== "") this.apply({ at: this.now(), do: "press", side: s.turn });
  }

  private pause(): void {
    if (!this.clock) return;
    const paused = this.clock.state(this.now()).phase === "paused";
    this.apply({ at: this.now(), do: paused ? "resume" : "pause" });
  }

  private misread(): void {
    if (!this.clock) return;
    const s = this.clock.state(this.now());
    const from = Number(this.find<HTMLInputElement>("[name=second]")?.value.normalize("NFKC") ?? 0);
    if (s.turn === "" || !(from >= 0 && from < 60)) return this.tell("read.number");
    this.apply({ at: this.now(), do: "reread", side: s.turn, from: Math.floor(from) * 1000 });
  }

  private passed(): void {
    const flag = this.clock?.state(this.now()).flag;
    if (flag === "B" || flag === "W") this.apply({ at: this.now(), do: "passRequest", side: flag });
  }

  private end(): void {
    this.clock = null;
    this.call = null;
    keep(this.place, "");
    this.tell("");
    this.draw();
  }

  private apply(event: Event): void {
    if (!this.clock) return;
    const answer = this.clock.apply(event);
    if ("refused" in answer) return this.tell("read.refused." + answer.refused);
    this.say(this.clock.cues(this.said, event.at).concat(answer.cues));
    this.said = event.at;
    this.clock = answer.clock;
    if (event.do !== "start") this.tell("");
    this.save();
    this.draw();
  }

  private save(): void {
    if (this.clock) keep(this.place, JSON.stringify({ clock: this.clock.toJSON(), now: this.now(), wall: Date.now() } satisfies Kept));
  }

  private restore(): void {
    const text = kept(this.place);
    if (text === "") return;
    try {
      const stored = JSON.parse(text) as Kept;
      this.clock = Clock.from(stored.clock);
      const away = Date.now() - stored.wall;
      const trusted = away >= 0 && away < bridge;
      const now = stored.now + (trusted ? away : 0);
      this.base = performance.now() - now;
      this.said = now;
      if (!trusted && this.clock.state(now).phase === "running") {
        this.apply({ at: now, do: "pause" });
        this.tell("read.away");
      }
    } catch {
      keep(this.place, "");
    }
  }

  private tell(key: string): void {
    this.told = key === "" ? "" : (this.words[key] ?? this.words["read.refused"] ?? "");
    const line = this.find("[data-told]");
    if (line && line.textContent !== this.told) line.textContent = this.told;
  }

  // word is a call as it is said: 30 秒, 还剩 2 分, 5.
  private word(cue: Cue): string {
    const minute = this.clock?.toJSON().system.kind === "reserved";
    switch (cue.word) {
      case "reading":
        return this.words["read.call.reading"] ?? "";
      case "second":
        return fill(this.words["read.call.second"] ?? "", { n: cue.n });
      case "count":
        return String(cue.n);
      case "left":
        return fill(this.words[minute ? "read.call.left" : "read.call.leftPeriods"] ?? "", { n: cue.n });
      default:
        return this.words["read.call.timeout"] ?? "";
    }
  }

  private say(cues: Cue[]): void {
    const last = cues[cues.length - 1];
    if (!last) return;
    this.call = { text: this.word(last), until: performance.now() + shown };
    const aloud = this.find("[data-aloud]");
    if (aloud) aloud.textContent = cues.map((cue) => this.word(cue)).join("　");
    if ("vibrate" in navigator) navigator.vibrate(last.word === "timeout" ? 600 : 80);
  }

  private draw(): void {
    const running = this.clock !== null;
    for (const part of this.root.querySelectorAll<HTMLElement>("[data-setup]")) part.hidden = running;
    for (const part of this.root.querySelectorAll<HTMLElement>("[data-running]")) part.hidden = !running;
    if (!this.clock) return;
    const now = this.now();
    this.say(this.clock.cues(this.said, now));
    this.said = Math.max(this.said, now);
    const s = this.clock.state(now);
    const side = s.flag === "W" || s.flag === "B" ? s.flag : s.turn === "W" ? "W" : "B";
    const mine = side === "B" ? s.black : s.white;
    this.root.dataset["turn"] = side;
    this.root.dataset["phase"] = s.phase;
    const isRead = this.isRead(mine);
    this.text("[data-who]", this.root.dataset[side === "B" ? "black" : "white"] ?? "");
    this.text("[data-side]", this.words[side === "B" ? "game.side.B" : "game.side.W"] ?? "");
    this.text("[data-second]", isRead ? String(Math.floor(mine.spent / 1000)) : "–");
    const minute = this.clock.toJSON().system.kind === "reserved";
    const leftWord = mine.left === 1 ? (minute ? "read.lastMinute" : "read.lastPeriod") : minute ? "read.left" : "read.leftPeriods";
    this.text("[data-left]", isRead ? fill(this.words[leftWord] ?? "", { n: mine.left }) : (this.words["read.notRead"] ?? ""));
    const next = s.phase === "running" && isRead ? this.clock.nextCue(now) : null;
    if (next) this.alarm.set(next.at + this.base - performance.now());
    const calling = this.call !== null && performance.now() < this.call.until;
    this.text("[data-call]", calling && this.call ? this.call.text : next ? this.word(next) : "");
    this.text("[data-call-word]", this.words[calling ? "read.now" : next ? "read.next" : "read.none"] ?? "");
    this.find("[data-call]")?.classList.toggle("now", calling);
    this.show("[data-played]", s.phase !== "flagged");
    this.text("[data-played]", fill(this.words[s.phase === "paused" ? "read.resume" : "read.played"] ?? "", { side: this.words[side === "B" ? "game.side.B" : "game.side.W"] ?? "" }));
    this.show("[data-pause]", s.phase === "running");
    this.show("[data-over]", s.phase === "flagged");
    this.show("[data-reread]", isRead && mine.left === 1 && s.phase === "running");
    this.show("[data-read-black]", !this.isRead(s.black) && s.phase !== "flagged");
    this.show("[data-read-white]", !this.isRead(s.white) && s.phase !== "flagged");
    const rule = this.find<HTMLAnchorElement>("[data-rule]");
    if (rule) rule.href = (rule.dataset["rule"] ?? "") + "?against=" + side;
    this.other(side === "B" ? s.white : s.black, side === "B" ? "W" : "B", minute);
  }

  // other is the line of the side that waits.
  private other(s: SideState, side: Side, minute: boolean): void {
    const left = fill(this.words[minute ? "read.left" : "read.leftPeriods"] ?? "", { n: s.left });
    this.text("[data-other]", (this.root.dataset[side === "B" ? "black" : "white"] ?? "") + "　" + (this.isRead(s) ? left : (this.words["read.notRead"] ?? "")));
  }

  private text(selector: string, text: string): void {
    const place = this.find(selector);
    if (place && place.textContent !== text) place.textContent = text;
  }

  private show(selector: string, on: boolean): void {
    const place = this.find(selector);
    if (place && place.hidden === on) place.hidden = !on;
  }
}
