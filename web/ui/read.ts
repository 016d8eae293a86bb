// The referee who counts by hand: whose time it is, how much is left, the next call in large type. The
// page works alone: it asks nothing of the server once it is there, and what it counts stays on the
// phone through a reload.
import { fill, keep, kept } from "./board";
import { Clock, type Cue, type Event, type Side, type SideState, type Snapshot } from "./clock";
import { Cues, instant } from "./cues";
import { Voice } from "./voice";

interface Kept {
  clock: Snapshot;
  now: number; // the clock's moment when this was kept
  wall: number; // the time of day then, to bridge a reload
}

const game = "read";
// Beyond this a page that comes back doesn't trust the time of day: the reader goes on by hand.
const bridge = 15 * 60 * 1000;
const shown = 1500; // how long a call that fell due stands in the seal's colour
const unread = 99 * 3600 * 1000; // the base time of a side whose seconds aren't read yet
const most = 60; // minutes or periods

export function read(): void {
  const root = document.querySelector<HTMLElement>("[data-reader]");
  if (root) new Reader(root);
}

class Reader {
  private readonly words: Record<string, string>;
  private readonly place: string;
  private readonly cues = new Cues((_, list, now) => this.said(list, now));
  private readonly voice: Voice;
  private aloud = false;
  private zero = 0; // performance.now() at the clock's moment 0
  private call: { text: string; until: number } | null = null;

  constructor(private readonly root: HTMLElement) {
    this.words = JSON.parse(root.dataset["words"] ?? "{}") as Record<string, string>;
    this.place = "tianyuan.read." + (root.dataset["reader"] ?? "");
    this.voice = new Voice(document.documentElement.lang === "en" ? "en" : "zh");
    this.button("[data-begin]", () => this.begin());
    this.button("[data-played]", () => this.played());
    this.button("[data-pause]", () => this.pause());
    this.button("[data-end]", () => this.end());
    this.button("[data-pass-overrun]", () => this.passed());
    this.button("[data-misread]", () => this.misread());
    this.button("[data-voice]", () => this.turnVoice());
    for (const side of ["B", "W"] as const) this.button(`[data-read=${side}]`, () => this.startReading(side));
    this.find<HTMLSelectElement>("[data-period]")?.addEventListener("change", () => this.periodChosen());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => this.save());
    this.restore();
    const frame = (): void => {
      this.draw();
      requestAnimationFrame(frame);
    };
    frame();
  }

  private find<T extends HTMLElement>(selector: string): T | null {
    return this.root.querySelector<T>(selector);
  }

  private button(selector: string, act: () => void): void {
    this.find(selector)?.addEventListener("click", act);
  }

  private number(name: string): number {
    const value = Number(this.find<HTMLInputElement>(`[name=${name}]`)?.value.normalize("NFKC").trim() || NaN);
    return Number.isInteger(value) ? value : -1;
  }

  private get clock(): Clock | null {
    return this.cues.clock(game);
  }

  private get now(): number {
    return instant(this.zero);
  }

  private key(event: KeyboardEvent): void {
    const at = event.target as HTMLElement;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, button, a, summary")) return;
    if (event.code === "Space" || event.code === "Enter") {
      event.preventDefault();
      this.played();
    } else if (event.code === "KeyP") this.pause();
  }

  // way is what is read: reserved minutes or periods, and how long each is, in ms.
  private get way(): { kind: "reserved" | "periods"; period: number } {
    const [kind, seconds] = (this.find<HTMLSelectElement>("[data-period]")?.value ?? "").split("-");
    return { kind: kind === "periods" ? "periods" : "reserved", period: Number(seconds ?? 60) * 1000 };
  }

  private periodChosen(): void {
    const text = this.words["read.leftOf." + this.way.kind] ?? "";
    for (const label of this.root.querySelectorAll<HTMLElement>("[data-left-word]")) label.textContent = text;
  }

  private begin(): void {
    const start = JSON.parse(this.root.dataset["start"] ?? "{}") as Snapshot;
    const { kind, period } = this.way;
    const black = this.side("black");
    const white = this.side("white");
    if (!black || !white) return this.tell("read.number");
    const minutes = kind === "reserved";
    start.system = { ...start.system, kind, period, periods: minutes ? 0 : most, reserved: minutes ? most : 0, base: minutes ? unread + most * period : unread };
    start.black = { ...start.black, ...black };
    start.white = { ...start.white, ...white };
    this.follow(Clock.from(start), 0);
    this.apply({ at: this.now, do: "start", side: this.find<HTMLInputElement>("[name=first]:checked")?.value === "W" ? "W" : "B" });
  }

  // side is how one side begins: in its base time, of which this page counts nothing, or being read.
  // A reading that has begun already isn't announced again; without base time it begins with the
  // side's first move. Null where what is left isn't a number that can be read.
  private side(name: "black" | "white"): Partial<SideState> | null {
    const left = this.number(name);
    const from = this.find<HTMLInputElement>(`[name=${name}-left]`);
    if (from) from.value = this.find<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
    if (this.find<HTMLSelectElement>(`[name=${name}-stands]`)?.value !== "reading") return { main: unread, left: 1 };
    if (left < 1 || left > most) return null;
    return { main: 0, left, reading: !("bare" in this.root.dataset) };
  }

  private follow(clock: Clock, now: number): void {
    this.zero = performance.now() - now;
    this.cues.drop(game);
    this.cues.set(game, clock, this.zero);
    void this.voice.prepare(clock.toJSON().system);
  }

  private isRead(s: SideState): boolean {
    return s.main === 0 || s.lost !== "";
  }

  private startReading(side: Side): void {
    const left = this.number(side === "B" ? "black-left" : "white-left");
    if (left < 1 || left > most) return this.tell("read.number");
    this.apply({ at: this.now, do: "set", side, set: { main: 0, left } });
  }

  private played(): void {
    const s = this.clock?.state(this.now);
    if (!s) return;
    if (s.phase === "paused") return this.pause();
    if (s.turn !== "") this.apply({ at: this.now, do: "press", side: s.turn });
    this.voice.hush();
  }

  private pause(): void {
    const s = this.clock?.state(this.now);
    if (s) this.apply({ at: this.now, do: s.phase === "paused" ? "resume" : "pause" });
  }

  private misread(): void {
    const s = this.clock?.state(this.now);
    const from = this.number("second");
    if (!s || s.turn === "" || from < 0 || from > 59) return this.tell("read.number");
    this.apply({ at: this.now, do: "reread", side: s.turn, from: from * 1000 });
  }

  private passed(): void {
    const flag = this.clock?.state(this.now).flag;
    if (flag === "B" || flag === "W") this.apply({ at: this.now, do: "passRequest", side: flag });
  }

  private end(): void {
    this.cues.drop(game);
    this.call = null;
    this.voice.hush();
    keep(this.place, "");
    this.tell("");
    this.draw();
  }

  private turnVoice(): void {
    this.aloud = !this.aloud;
    this.find("[data-voice]")?.setAttribute("aria-pressed", String(this.aloud));
    if (this.aloud) void this.voice.test();
    else this.voice.hush();
  }

  private apply(event: Event): void {
    const refused = this.cues.apply(game, event);
    this.tell(refused === null ? "" : "read.refused." + refused);
    this.save();
    this.draw();
  }

  private save(): void {
    const clock = this.clock;
    if (clock) keep(this.place, JSON.stringify({ clock: clock.toJSON(), now: this.now, wall: Date.now() } satisfies Kept));
  }

  private restore(): void {
    const text = kept(this.place);
    if (text === "") return;
    try {
      const stored = JSON.parse(text) as Kept;
      const clock = Clock.from(stored.clock);
      const away = Date.now() - stored.wall;
      const trusted = away >= 0 && away < bridge;
      this.follow(clock, stored.now + (trusted ? away : 0));
      if (!trusted && clock.state(stored.now).phase === "running") {
        this.apply({ at: this.now, do: "pause" });
        this.tell("read.away");
      }
    } catch {
      keep(this.place, "");
    }
  }

  private tell(key: string): void {
    const text = key === "" ? "" : (this.words[key] ?? this.words["read.refused"] ?? "");
    for (const line of this.root.querySelectorAll("[data-told]")) if (line.textContent !== text) line.textContent = text;
  }

  private get inMinutes(): boolean {
    const system = this.clock?.toJSON().system;
    return system?.kind === "reserved" && system.period === 60000;
  }

  // counted tells that the side is read in the last minute's form, which can be read again (2002 art. 16.2).
  private counted(s: SideState): boolean {
    return s.left === 1 || this.clock?.toJSON().system.kind === "periods";
  }

  // word is a call as it is said: 30 秒, 还剩 2 分, 5.
  private word(cue: Cue): string {
    switch (cue.word) {
      case "reading":
        return this.words["read.call.reading"] ?? "";
      case "second":
        return fill(this.words["read.call.second"] ?? "", { n: cue.n });
      case "count":
        return String(cue.n);
      case "left":
        return fill(this.words[this.inMinutes ? "read.call.left" : "read.call.leftPeriods"] ?? "", { n: cue.n });
      default:
        return this.words["read.call.timeout"] ?? "";
    }
  }

  // said shows what falls due, and says it where the voice was turned on.
  private said(list: Cue[], now: number): void {
    const last = list[list.length - 1];
    if (!last) return;
    this.call = { text: this.word(last), until: performance.now() + shown };
    const line = this.find("[data-aloud]");
    if (line) line.textContent = list.map((cue) => this.word(cue)).join("　");
    if (this.aloud) this.voice.say(list, now);
    if ("vibrate" in navigator) navigator.vibrate(last.word === "timeout" ? 600 : 80);
    this.draw();
  }

  private draw(): void {
    const clock = this.clock;
    for (const part of this.root.querySelectorAll<HTMLElement>("[data-setup]")) this.hide(part, clock !== null);
    for (const part of this.root.querySelectorAll<HTMLElement>("[data-running]")) this.hide(part, clock === null);
    if (!clock) return;
    const now = this.now;
    const s = clock.state(now);
    const side = s.flag === "W" || s.flag === "B" ? s.flag : s.turn === "W" ? "W" : "B";
    const mine = side === "B" ? s.black : s.white;
    const isRead = this.isRead(mine);
    this.root.dataset["turn"] = side;
    this.root.dataset["phase"] = s.phase;
    this.root.dataset["read"] = isRead ? "yes" : "no";
    this.text("[data-who]", this.root.dataset[side === "B" ? "black" : "white"] ?? "");
    this.text("[data-side]", this.sideWord(side));
    this.text("[data-second]", isRead ? String(Math.floor(mine.spent / 1000)) : "0");
    this.text("[data-left]", this.leftWord(mine));
    const next = s.phase === "running" && isRead ? clock.nextCue(now) : null;
    const calling = this.call !== null && performance.now() < this.call.until;
    this.text("[data-call]", calling && this.call ? this.call.text : next ? this.word(next) : "");
    this.text("[data-call-word]", this.words[calling ? "read.now" : next ? "read.next" : s.phase === "paused" ? "read.paused" : "read.none"] ?? "");
    this.find("[data-call]")?.classList.toggle("now", calling);
    this.text("[data-played]", fill(this.words[s.phase === "paused" ? "read.resume" : "read.played"] ?? "", { side: this.sideWord(side) }));
    this.show("[data-played]", s.phase !== "flagged");
    this.show("[data-pause]", s.phase === "running");
    this.show("[data-over]", s.phase === "flagged");
    this.show("[data-reread]", isRead && this.counted(mine) && (s.phase === "running" || s.phase === "paused"));
    this.show("[data-read-black]", !this.isRead(s.black) && s.phase !== "flagged");
    this.show("[data-read-white]", !this.isRead(s.white) && s.phase !== "flagged");
    const rule = this.find<HTMLAnchorElement>("[data-rule]");
    if (rule) rule.href = (rule.dataset["rule"] ?? "") + "?against=" + side;
    const waits = side === "B" ? s.white : s.black;
    this.text("[data-other]", (this.root.dataset[side === "B" ? "white" : "black"] ?? "") + "　" + this.leftWord(waits));
  }

  private sideWord(side: Side): string {
    return this.words[side === "B" ? "game.side.B" : "game.side.W"] ?? "";
  }

  private leftWord(s: SideState): string {
    if (!this.isRead(s)) return this.words["read.notRead"] ?? "";
    const key = s.left === 1 ? (this.inMinutes ? "read.lastMinute" : "read.lastPeriod") : this.inMinutes ? "read.left" : "read.leftPeriods";
    return fill(this.words[key] ?? "", { n: s.left });
  }

  private text(selector: string, text: string): void {
    const place = this.find(selector);
    if (place && place.textContent !== text) place.textContent = text;
  }

  private show(selector: string, on: boolean): void {
    const place = this.find(selector);
    if (place) this.hide(place, !on);
  }

  private hide(place: HTMLElement, hidden: boolean): void {
    if (place.hidden !== hidden) place.hidden = hidden;
  }
}
