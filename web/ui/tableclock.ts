// The clock at the table: two halves, a tap ends your move. What is shown is computed from the
// keeper's picture and its moment, never from a chain of timers, so a page that was reloaded or
// slept shows the right thing at once.
import { keepAwake } from "./awake";
import type { Clock, Cue, Side, SideState, State, System } from "./clock";
import { Cues } from "./cues";
import { Keeper, other, type Do, type View } from "./keeper";
import { Shell } from "./shell";
import { Voice } from "./voice";
import { world } from "./world";

const holdFor = 500; // ms that pause and referee are held
const answer = 200; // ms: a tap so soon after the other side's was begun while waiting
const staleAfter = 20_000; // ms without the server until it is told
const noteFor = 1500; // ms that a remark on a half stands
const sides: readonly Side[] = ["B", "W"];

type Face = "asking" | "taken" | "lost" | "elsewhere" | "wait" | "ready" | "play" | "flag" | "pause" | "settle" | "result" | "final" | "anew";

// A page changes to a new build of the program only in these: no clock runs, and none goes on.
const calmFaces: readonly Face[] = ["taken", "lost", "wait", "ready", "settle", "result", "final", "anew"];
const plainFaces: readonly Face[] = ["asking", "taken", "lost", "elsewhere", "wait"];

interface Half {
  side: Side;
  box: HTMLElement;
  press: HTMLButtonElement;
  digits: HTMLElement;
  room: { width: number; height: number }; // for the figures, px
  note: { text: string; until: number };
  asking: "" | "end" | "resign"; // what its keys ask
}

export function tableClock(): void {
  const body = document.body;
  if (body.dataset["tableClock"] !== undefined) new Table(body);
}

class Table {
  private readonly words: Record<string, string>;
  private readonly main: HTMLElement;
  private readonly halves: Record<Side, Half>;
  private readonly keeper: Keeper;
  private readonly digitFont: string;
  private turned: boolean;
  private readonly voice: Voice;
  private readonly cues: Cues;
  private readonly shell: Shell;
  private followed = ""; // the game whose cues are said
  private blackNo = 0; // who is on Black's half of it
  private lastPress = { at: -Infinity, side: "B" as Side };
  private timer = 0;
  private looked = 0;
  private tapped = false;
  private nextShow = 0; // when the figures change next, by performance.now()
  private readonly found = new WeakMap<HTMLElement, Map<string, HTMLElement>>();
  private readonly counts: HTMLElement[];

  constructor(private readonly body: HTMLElement) {
    this.words = JSON.parse(document.querySelector("[data-words]")?.textContent ?? "{}") as Record<string, string>;
    this.shell = new Shell(body.dataset["build"] ?? "");
    this.voice = new Voice(document.documentElement.lang === "en" ? "en" : "zh", undefined, () => this.keeper && this.show());
    this.cues = new Cues((_, cues, now) => {
      this.show();
      this.voice.say(cues, now);
    });
    this.digitFont = getComputedStyle(body).getPropertyValue("--ty-digit").trim() || "sans-serif";
    this.main = body.querySelector<HTMLElement>(".tc")!;
    this.counts = [...body.querySelectorAll<HTMLElement>("[data-count]")];
    this.halves = { B: this.half("B"), W: this.half("W") };
    const sized = new ResizeObserver((all) => all.forEach(({ target, contentRect }) => this.resized(target, contentRect)));
    for (const side of sides) sized.observe(this.halves[side].digits);
    this.turned = localStorage.getItem("tianyuan.clock.turned") === "1";
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.keeper = new Keeper(world(), body.dataset["tableClock"] ?? "", `${scheme}//${location.host}${body.dataset["socket"] ?? ""}`, (cues) => this.changed(cues));
    this.listen();
    this.keeper.connect();
    this.changed([]);
    keepAwake();
  }

  private half(side: Side): Half {
    const box = this.main.querySelector<HTMLElement>(`[data-side="${side}"]`)!;
    const digits = box.querySelector<HTMLElement>("[data-digits]")!;
    return { side, box, press: box.querySelector<HTMLButtonElement>("[data-press]")!, digits, room: { width: digits.clientWidth, height: digits.clientHeight }, note: { text: "", until: 0 }, asking: "" };
  }

  // resized: the room of a half's figures is told by the browser, before it paints. To ask it in the
  // middle of a change would make it lay out the page then and there.
  private resized(target: Element, { width, height }: { width: number; height: number }): void {
    for (const side of sides) {
      const half = this.halves[side];
      if (half.digits !== target || width === 0) continue; // hidden, it keeps what it had
      half.room = { width: Math.floor(width), height: Math.floor(height) };
      this.show();
    }
  }

  // word fills a text; a side's name is an argument like any other.
  private word(key: string, args: Record<string, string | number> = {}): string {
    return (this.words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
  }

  private sideWord(side: Side): string {
    return this.word(side === "B" ? "side.B" : "side.W");
  }

  private listen(): void {
    for (const side of sides) {
      const { press } = this.halves[side];
      press.addEventListener("pointerdown", (event) => this.tap(side, event));
      press.addEventListener("click", (event) => {
        if (event.detail === 0) this.press(side); // by a key or a screen reader
      });
      press.addEventListener("keydown", (event) => {
        if (event.repeat) event.preventDefault(); // a key that is held presses once
      });
    }
    this.main.addEventListener("click", (event) => this.key(event));
    this.main.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const button of this.main.querySelectorAll<HTMLButtonElement>("[data-hold]")) this.holdable(button);
    for (const type of ["visibilitychange", "pagehide", "pageshow", "focus"]) window.addEventListener(type, () => this.wake());
    document.addEventListener("visibilitychange", () => this.wake());
    window.addEventListener("online", () => this.keeper.connect());
    window.addEventListener("pagehide", () => this.keeper.release());
    window.addEventListener("pageshow", () => this.keeper.returned());
    window.addEventListener("storage", () => this.keeper.look());
    window.addEventListener("resize", () => this.show());
    document.addEventListener("click", () => this.firstTap());
    document.addEventListener("keydown", (event) => this.typed(event));
    window.addEventListener("popstate", () => this.stay());
    window.addEventListener("beforeunload", (event) => {
      if (this.endangered()) event.preventDefault();
    });
  }

  // endangered: a clock runs, and nobody could bring the page back before the line is there again.
  private endangered(): boolean {
    return this.face() === "play" && !this.keeper.connected() && !this.shell.safe;
  }

  // stay: going back leaves no clock that runs; a swipe from the edge of the screen does so, too.
  private stay(): void {
    if (this.face() === "play") history.pushState(null, "");
    else history.back();
  }

  // typed lets a keyboard press: the blank for the side to move, arrows for the half that lies there.
  private typed(event: KeyboardEvent): void {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || (event.target as HTMLElement).closest("button, a")) return;
    const upright = window.innerHeight > window.innerWidth;
    const first: Side = upright === this.turned ? "B" : "W"; // to the left, or above
    const places: Record<string, Side | undefined> = upright ? { ArrowUp: first, ArrowDown: other(first) } : { ArrowLeft: first, ArrowRight: other(first) };
    const picture = this.keeper.picture();
    const side = event.key === " " ? (this.face() === "ready" ? other(picture?.view.turn ?? "B") : picture?.clock.state(this.keeper.now()).turn) : places[event.key];
    if (!side) return;
    event.preventDefault();
    this.press(side);
  }

  private wake(): void {
    this.keeper.look();
    this.show();
  }

  // firstTap is what browsers let a page do only after somebody touched it.
  private firstTap(): void {
    if (this.tapped) return;
    this.tapped = true;
    history.pushState(null, ""); // stay needs a place to come back from
    const root = document.documentElement;
    if (root.requestFullscreen && !document.fullscreenElement) root.requestFullscreen({ navigationUI: "hide" }).catch(() => undefined);
  }

  // tap keeps apart what was begun while waiting: it must not end the move that has just begun.
  private tap(side: Side, event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    if (side !== this.lastPress.side && performance.now() - this.lastPress.at < answer) return;
    this.press(side);
  }

  private press(side: Side): void {
    const picture = this.keeper.picture();
    if (!picture) return;
    const { view, clock } = picture;
    const half = this.halves[side];
    const face = this.face();
    let refused = "none";
    if (face === "ready" && view.started) refused = side === other(view.turn) ? this.act("start") : "wait";
    else if (face === "play") refused = clock.state(this.keeper.now()).turn === side ? this.act("press", side) : "wait";
    else if (face !== "ready") return;
    if (refused === "") {
      this.voice.hush();
      this.lastPress = { at: performance.now(), side };
      for (const each of sides) this.halves[each].asking = "";
    } else this.note(half, view.phase === "draw" ? this.word("hint.draw") : view.started ? this.word("hint.notYours") : this.word("hint.notStarted"));
    this.show();
  }

  private note(half: Half, text: string): void {
    half.note = { text, until: performance.now() + noteFor };
  }

  // holdable: pause and referee need half a second, so that no sleeve stops a game. From the
  // keyboard or a screen reader one act is enough.
  private holdable(button: HTMLButtonElement): void {
    let timer = 0;
    let down = 0;
    let done = false;
    const stop = (): void => {
      window.clearTimeout(timer);
      button.classList.remove("held");
    };
    button.addEventListener("pointerdown", () => {
      down = performance.now();
      done = false;
      button.classList.add("held");
      timer = window.setTimeout(() => {
        done = true;
        stop();
        this.run(button.dataset["hold"] ?? "");
      }, holdFor);
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(type, stop);
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.run(button.dataset["hold"] ?? "");
      else if (!done && performance.now() - down < holdFor + 1000) this.say("[data-told]", this.word("hold"));
    });
  }

  private key(event: MouseEvent): void {
    const button = (event.target as HTMLElement).closest<HTMLButtonElement>("[data-do]");
    if (!button) return;
    const box = button.closest<HTMLElement>("[data-side]");
    this.run(button.dataset["do"] ?? "", box ? (box.dataset["side"] as Side) : undefined);
  }

  private run(act: string, side?: Side): void {
    const keeper = this.keeper;
    const view = keeper.picture()?.view;
    const ask = (what: Half["asking"]): void => {
      for (const each of side ? [side] : sides) this.halves[each].asking = what;
    };
    switch (act) {
      case "test":
        void this.voice.test();
        break;
      case "turn":
        this.turn();
        break;
      case "colours": {
        const player = side === "B" ? view?.black : view?.white;
        if (player) this.act("colours", undefined, { no: player.no });
        break;
      }
      case "end":
        ask(sides.some((each) => this.halves[each].asking) ? "" : "end");
        break;
      case "ask":
        ask("resign");
        break;
      case "back":
        ask("");
        break;
      case "dismiss":
        keeper.dismiss();
        break;
      case "gapSeen":
        keeper.dismissGap();
        break;
      case "here":
        if (keeper.seat === "lost") keeper.ask();
        else keeper.takeOver();
        break;
      case "readings":
        if (view?.break) this.act("readings", side, { black: view.break.black, white: view.break.white });
        break;
      case "confirm":
        if (view?.outcome) this.act("confirm", side, { outcome: view.outcome.text });
        break;
      default:
        this.act(act as Do, side);
        for (const each of sides) this.halves[each].asking = "";
    }
    this.show();
  }

  private turn(): void {
    this.turned = !this.turned;
    localStorage.setItem("tianyuan.clock.turned", this.turned ? "1" : "0");
  }

  // act says what fell due up to now before the clock becomes another one.
  private act(does: Do, side?: Side, more?: Parameters<Keeper["act"]>[2]): string {
    this.cues.tick();
    return this.keeper.act(does, side, more);
  }

  // changed follows the clock as it is now; cues are what was said because of the change itself.
  private changed(cues: Cue[]): void {
    if (!this.keeper) return; // the keeper is still beginning
    const picture = this.keeper.picture();
    const id = picture?.view.id ?? "";
    const black = picture?.view.black.no ?? 0;
    // What a nigiri gives colours the halves; nobody changes places for it.
    if (picture?.view.nigiri && id === this.followed && black !== this.blackNo) this.turn();
    this.blackNo = black;
    if (id !== this.followed) {
      this.cues.drop(this.followed);
      this.followed = id;
      if (picture) this.prepare(picture.clock.toJSON().system);
    }
    if (picture) this.cues.set(id, picture.clock, performance.now() - this.keeper.now());
    if (cues.length > 0) this.voice.say(cues, this.keeper.now());
    this.show();
    this.tick();
  }

  // prepare has what the clock may say loaded, and kept for a page that is loaded anew.
  private prepare(system: System): void {
    void this.voice.prepare(system);
    this.shell.keep(this.voice.addresses(system));
  }

  // tick shows the figures when they change, and comes back when they do or the time is to be kept.
  private tick(): void {
    window.clearTimeout(this.timer);
    const now = performance.now();
    if (now - this.looked > 240) {
      this.looked = now;
      this.keeper.look();
    }
    if (now >= this.nextShow) this.show();
    const pulse = Math.max(4, Math.min(250, this.nextShow - performance.now()));
    this.timer = window.setTimeout(() => this.tick(), Math.ceil(pulse));
  }

  // untilNext is how long what is shown stays right, ms.
  private untilNext(face: Face, state: State): number {
    if (face !== "play" || !state.turn) return 250;
    const s = sideOf(state, state.turn);
    const main = s.main > 0 ? s.main : s.block;
    const tenth = main > 0 && main < 10_000;
    return tenth ? main % 100 || 100 : main > 0 ? main % 1000 || 1000 : 1000 - (s.spent % 1000);
  }

  private face(): Face {
    const { seat } = this.keeper;
    if (seat === "taken" || seat === "lost" || seat === "elsewhere") return seat;
    const picture = this.keeper.picture();
    if (!picture) return this.keeper.notice ? "wait" : "asking";
    const { phase } = picture.view;
    if (phase === "draw") return "ready";
    if (phase === "play" && picture.clock.state(this.keeper.now()).phase === "flagged") return "flag";
    if (phase === "ready" && picture.clock.state(this.keeper.now()).phase === "flagged") return "flag";
    return phase;
  }

  private show(): void {
    const face = this.face();
    this.nextShow = performance.now() + 250;
    this.attribute(this.main, "state", face);
    this.attribute(this.main, "turned", this.turned ? "yes" : "no");
    this.strip(face);
    if (plainFaces.includes(face)) {
      this.attribute(this.main, "run", "");
      this.plain(face);
      return;
    }
    const { view, clock } = this.keeper.picture()!;
    const state = clock.state(this.keeper.now());
    this.nextShow = performance.now() + this.untilNext(face, state);
    const run = face === "play" || face === "flag" ? state.turn : "";
    this.attribute(this.main, "run", run);
    this.attribute(this.main, "open", view.phase === "draw" ? "yes" : "no");
    this.text("[data-table]", String(view.table));
    for (const side of sides) this.showHalf(this.halves[side], face, view, state, clock);
    this.alarm(face, state);
  }

  // alarm speaks what can't wait: a flag, a result (ui.md 11).
  private alarm(face: Face, state: State): void {
    const out = state.flag;
    this.say("[data-alarm]", face !== "flag" ? "" : this.word("flag.said", { side: out === "both" ? this.word("side.both") : this.sideWord(out as Side) }));
    const outcome = this.keeper.picture()?.view.outcome;
    this.say("[data-result]", (face === "result" || face === "final") && outcome ? this.outcome(outcome) : "");
  }

  private outcome(outcome: { text: string; words: string }): string {
    return outcome.words || this.word(`result.${outcome.text}`);
  }

  private plain(face: Face): void {
    const notice = this.keeper.notice;
    this.text("[data-plain-title]", this.word(`${face}.title`));
    this.text("[data-plain-help]", face === "wait" && notice?.words ? notice.words : this.word(`${face}.help`, { mark: this.keeper.mark }));
    this.hide("[data-do=here]", face !== "elsewhere" && face !== "lost");
  }

  private strip(face: Face): void {
    const keeper = this.keeper;
    const view = keeper.picture()?.view;
    const inGame = !plainFaces.includes(face);
    this.hide("[data-hold=pause]", face !== "play");
    this.hide("[data-hold=resume]", face !== "pause" || !view?.break?.confirmed.every(Boolean));
    this.hide("[data-hold=call]", !inGame || face === "final" || face === "anew");
    const mute = !this.voice.on && ["ready", "wait", "play", "pause"].includes(face);
    this.hide("[data-do=test]", !mute && !["ready", "wait"].includes(face));
    this.hide("[data-mute]", !mute);
    this.attribute(this.main, "sound", mute ? "off" : "");
    this.find("[data-do=test]").classList.toggle("mute", mute);
    if (calmFaces.includes(face) && keeper.connected() && keeper.unsent() === 0) this.shell.renew(keeper.build);
    this.hide("[data-do=turn]", !["ready", "pause"].includes(face));
    this.hide("[data-do=end]", face !== "play");
    const move = view && inGame && face !== "ready" ? this.word("move", { n: view.count + (face === "play" || face === "flag" ? 1 : 0) }) : "";
    for (const element of this.counts) setText(element, move);
    const silent = keeper.silent();
    const unsent = keeper.unsent();
    const stale = !keeper.connected() && (silent === null || silent > staleAfter);
    const status = this.find("[data-server]");
    status.classList.toggle("stale", stale || (unsent > 0 && (silent ?? 0) > staleAfter));
    this.text("[data-heard]", silent === null ? this.word("server.never") : this.word("server.ago", { n: age(silent) }));
    this.text("[data-unsent]", unsent > 0 && !(keeper.connected() && (silent ?? 0) < 3000) ? this.word("unsent", { n: unsent }) : "");
    this.say("[data-told]", this.told(face, view));
    const refusal = keeper.refusal;
    this.hide("[data-refused]", !refusal);
    if (refusal) this.text("[data-refused-text]", refusal.text);
    const gap = keeper.gap;
    this.hide("[data-gap]", !gap || face !== "pause");
    if (gap) this.text("[data-gap-text]", this.word(gap.lost < 0 ? "gap.back" : "gap.off", { time: figure(Math.abs(gap.lost)) }));
  }

  // told is the one sentence of the strip.
  private told(face: Face, view: View | undefined): string {
    const keeper = this.keeper;
    if (view?.called && face !== "final") {
      const at = keeper.calledAt;
      const sent = keeper.connected() && keeper.unsent() === 0;
      return `${this.word("called", { time: at ? timeOfDay(at).slice(0, 5) : "" }).trim()}${sent ? "" : this.word("called.unsent")}`;
    }
    if (face === "pause" && keeper.wish) return this.word("pause.by", { name: keeper.wish });
    if (view?.desk && face !== "final") return view.desk;
    if (face === "pause") {
      return this.word(view?.break?.confirmed.every(Boolean) ? "pause.both" : "pause.title");
    }
    if (!window.isSecureContext && (face === "ready" || face === "wait" || this.endangered())) return this.word("noReload");
    return "";
  }

  private showHalf(half: Half, face: Face, view: View, state: State, clock: Clock): void {
    const { side, box } = half;
    const running = (face === "play" || face === "flag") && state.turn === side;
    const s = sideOf(state, side);
    const system = clock.toJSON().system;
    const player = side === "B" ? view.black : view.white;
    const out = state.flag === side || state.flag === "both";
    const last = (system.kind === "reserved" || system.kind === "periods") && s.reading && s.left === 1;
    box.classList.toggle("running", running && face === "play");
    box.classList.toggle("last", running && last && face === "play");
    box.classList.toggle("out", out);
    this.text("[data-name]", player.name, box);
    box.classList.toggle("long", player.name.length > 16);
    this.text("[data-unit]", player.unit, box);
    const stage = face === "flag" && out ? this.word("flag.stage") : this.word(`stage.${stageOf(system.kind, s)}`);
    this.text("[data-stage]", stage, box);
    // On an upright screen the figures come before the ruler where more has to be said.
    const crowded = window.innerHeight > window.innerWidth && (view.proposal !== "" || this.keeper.refusal !== null);
    this.ruler(half, !crowded && face === "play" && s.reading && running && (system.kind === "reserved" || system.kind === "periods") ? { period: system.period / 1000, counted: last || system.kind === "periods", spent: s.spent } : null);
    const left = this.left(face, s, system, running);
    this.squares(box, system.kind === "reserved" ? system.reserved : system.kind === "periods" ? system.periods : 0, s.left);
    this.text("[data-left]", left, box);
    const hint = half.note.until > performance.now() ? half.note.text : this.hint(face, view, side, s, clock, out, running);
    box.classList.toggle("noted", half.note.until > performance.now());
    this.text("[data-hint]", hint, box);
    this.keys(half, face, view, s, clock, running);
    const alive = face === "play" || (face === "ready" && view.phase !== "draw");
    half.press.hidden = !alive;
    if (alive) {
      const label = this.word("press.label", { side: this.sideWord(side), name: player.name, stage, left, hint });
      if (half.press.getAttribute("aria-label") !== label) half.press.setAttribute("aria-label", label);
    }
    this.digits(half, face, view, s, system.kind, running, out, state);
  }

  private digits(half: Half, face: Face, view: View, s: SideState, kind: string, running: boolean, out: boolean, state: State): void {
    const { box, side } = half;
    let big = "";
    let small = "";
    let spoken = "";
    if (face === "settle" || face === "result" || face === "final" || face === "anew") {
      big = "";
    } else if (face === "flag" && out) {
      big = this.word("flag");
      small = timeOfDay(Date.now() - (this.keeper.now() - s.lostAt));
    } else if (face === "pause" && view.break) {
      big = shown(s, kind);
      small = this.word("pause.used", { time: figure(side === "B" ? view.break.black : view.break.white, true) });
    } else if (kind === "none") {
      big = running ? String(view.count + 1) : "";
    } else if (!running && s.reading && face !== "ready" && (kind === "reserved" || kind === "periods")) {
      big = String(s.left); // the reading begins anew with each move, so what waits is what is left
      small = this.word(kind === "reserved" ? "unit.minutes" : "unit.periods");
    } else {
      big = shown(s, kind);
      if (running && (kind === "reserved" || kind === "periods") && s.reading) {
        const period = Number(box.dataset["period"] ?? 60);
        const n = Math.floor(s.spent / 1000) - (period - 10);
        if (box.classList.contains("last") && n >= 1 && state.phase === "running") spoken = String(n);
      }
    }
    this.fit(half, big, small, spoken);
  }

  // fit gives the figures the greatest size that their half has room for. From an hour on the
  // seconds stand below or beside, smaller, where the whole would fall under a quarter of the screen's short side.
  private fit({ box, digits: element, room: { width, height } }: Half, big: string, small: string, spoken: string): void {
    const short = Math.min(window.innerWidth, window.innerHeight);
    const heavy = box.classList.contains("running");
    const room = (text: string, share: number): number => sizeOf(text, heavy ? 700 : 400, this.digitFont, width - 4, height * share);
    let first = big;
    let rest = "";
    let size = room(first, small ? 0.8 : spoken && window.innerWidth > window.innerHeight ? 0.56 : 1);
    let aside = false;
    if (/^\d+:\d\d:\d\d$/.test(big) && size < short * (heavy ? 0.26 : 0.16)) {
      first = big.slice(0, -3);
      rest = big.slice(-2);
      const below = room(first, small ? 0.5 : 0.6);
      const beside = small ? 0 : Math.min(width / (width / room(first, 9) + 0.62), height / 0.86);
      aside = beside > below;
      size = Math.max(below, beside);
    }
    element.classList.toggle("aside", aside);
    const most = short * (heavy ? 0.56 : 0.24);
    size = Math.floor(Math.min(size, small && !heavy ? short * 0.22 : most));
    this.text("[data-big]", first, element);
    this.text("[data-rest]", rest, element);
    this.text("[data-small]", small, element);
    this.text("[data-spoken]", spoken, element);
    if (width === 0) return; // hidden: nobody knows its room
    const key = String(size);
    if (element.dataset["size"] !== key) {
      element.dataset["size"] = key;
      element.style.setProperty("--size", `${size}px`);
    }
    const said = spoken ? Math.floor(Math.min(height * 0.44, width * 0.3)) : 0;
    if (element.dataset["said"] !== String(said)) {
      element.dataset["said"] = String(said);
      element.style.setProperty("--said", `${said}px`);
    }
  }

  // ruler draws the running minute: a tall tick where a call is made, all filled up to now.
  private ruler(half: Half, reading: { period: number; counted: boolean; spent: number } | null): void {
    const ruler = this.find("[data-ruler]", half.box);
    ruler.hidden = !reading;
    if (!reading) return;
    const { period, counted, spent } = reading;
    half.box.dataset["period"] = String(period);
    const kind = `${period}${counted ? "c" : ""}`;
    if (ruler.dataset["kind"] !== kind) {
      ruler.dataset["kind"] = kind;
      this.drawRuler(ruler, period, counted);
    }
    const at = spent / (period * 1000);
    this.find("[data-fill]", ruler).style.transform = `scaleX(${at.toFixed(4)})`;
    this.find("[data-hand]", ruler).style.transform = `translateX(${(100 * at).toFixed(2)}%)`;
  }

  private drawRuler(ruler: HTMLElement, period: number, counted: boolean): void {
    const calls = (counted ? [30, 20, 10] : [30, 20, 10, 5, 2]).map((before) => period - before).filter((at) => at > 0);
    const ticks = this.find("[data-ticks]", ruler);
    ticks.replaceChildren();
    ticks.classList.toggle("counted", counted);
    const label = (at: number, text: string): void => {
      const element = document.createElement("b");
      element.textContent = text;
      element.style.left = `${(100 * at) / period}%`;
      ticks.append(element);
    };
    const step = period > 120 ? 10 : 1;
    for (let at = 0; at <= period; at += step) {
      const tick = document.createElement("i");
      tick.style.left = `${(100 * at) / period}%`;
      if (at === period || calls.includes(at) || (counted && at > period - 10)) tick.className = "tall";
      else if (at % 10 === 0) tick.className = "ten";
      ticks.append(tick);
    }
    label(0, this.word("ruler.zero"));
    // A call without room for its number has its tick alone; a minute has room for all.
    let before = 0;
    for (const at of [...calls, period]) {
      if (at !== period && ((at - before) / period < 0.033 || (period - at) / period < 0.033)) continue;
      label(at, String(at));
      before = at;
    }
  }

  private squares(box: HTMLElement, all: number, left: number): void {
    const squares = this.find("[data-squares]", box);
    const key = all > 10 ? "" : `${left}/${all}`;
    if (squares.dataset["key"] === key) return;
    squares.dataset["key"] = key;
    squares.replaceChildren();
    for (let n = 1; key && n <= Math.max(all, left); n++) {
      const square = document.createElement("i");
      if (n > left) square.className = "gone";
      squares.append(square);
    }
  }

  private left(face: Face, s: SideState, system: { kind: string; moves: number; block: number; increment: number }, running: boolean): string {
    if (face !== "ready" && face !== "play" && face !== "pause" && face !== "flag") return "";
    switch (system.kind) {
      case "reserved":
        if (s.reading && s.left === 1) return this.word("left.last");
        return this.word(running && s.reading ? "left.minutes" : "kept.minutes", { n: s.left });
      case "periods":
        if (s.reading && s.left === 1) return this.word("left.lastPeriod");
        return this.word(running && s.reading ? "left.periods" : "kept.periods", { n: s.left });
      case "canadian":
        return s.reading ? this.word("left.moves", { n: s.movesLeft }) : this.word("kept.section", { n: system.moves, time: figure(system.block) });
      case "fischer":
        return this.word("left.increment", { n: system.increment / 1000 });
    }
    return "";
  }

  private hint(face: Face, view: View, side: Side, s: SideState, clock: Clock, out: boolean, running: boolean): string {
    const mine = view.turn === side;
    switch (face) {
      case "ready":
        if (view.phase === "draw") return this.word("hint.draw");
        if (!view.started) return this.word("hint.notStarted");
        return mine ? this.word("hint.startSoon", { side: this.sideWord(other(side)) }) : this.word("hint.start", { side: this.sideWord(view.turn) });
      case "play":
        if (view.proposal === side) return this.word("hint.proposed");
        if (view.proposal === other(side)) return this.word("hint.offered");
        if (!running) return this.word("hint.wait");
        return s.placed && !clock.toJSON().law.capturesTimed ? this.word("hint.captures") : this.word("hint.press");
      case "flag":
        return out ? this.word("flag.hint") : this.word("flag.other");
      case "pause":
        return view.break?.confirmed[side === "B" ? 0 : 1] ? this.word("pause.confirmed") : "";
      case "settle":
        return this.word("settle.hint");
      case "result":
        return "";
      case "final":
        return this.word("final.hint");
      case "anew":
        return this.word("anew.hint");
    }
    return "";
  }

  // keys shows the keys of a half that make sense now.
  private keys(half: Half, face: Face, view: View, s: SideState, clock: Clock, running: boolean): void {
    const { box, side, asking } = half;
    const mine = view.turn === side;
    const playing = face === "play";
    const system = clock.toJSON().system;
    const signed = side === "B" ? view.signed.b : view.signed.w;
    const open: Record<string, boolean> = {
      colours: view.nigiri && (view.phase === "draw" || (view.phase === "ready" && side === "W" && view.count === 0)),
      placed: playing && running && s.reading && !s.placed && !clock.toJSON().law.capturesTimed && (system.kind === "reserved" || system.kind === "periods"),
      agreeEnd: playing && view.proposal === other(side),
      proposeEnd: playing && mine && asking === "end" && view.proposal === "",
      ask: playing && asking === "end",
      resign: playing && asking === "resign",
      back: playing && asking !== "",
      readings: face === "pause" && !view.break?.confirmed[side === "B" ? 0 : 1],
      confirm: face === "result" && !signed && view.outcome !== null,
    };
    this.text("[data-do=colours]", this.word(view.phase === "draw" ? "key.black" : "key.blackAfterAll"), box);
    for (const [act, shown] of Object.entries(open)) this.hide(`[data-do=${act}]`, !shown, box);
    box.classList.toggle("asking", Object.values(open).some(Boolean));
    const resign = this.find("[data-do=resign]", box);
    if (open["resign"]) setText(resign, this.word("key.resign.yes", { side: this.sideWord(side) }));
    const words = view.outcome ? this.outcome(view.outcome) : "";
    this.text("[data-do=confirm]", this.word("key.confirm", { result: words }), box);
    const ended = face === "settle" || face === "result" || face === "final" || face === "anew";
    this.text("[data-outcome]", !ended ? "" : words || this.word(`${face}.title`), box);
    this.hide("[data-outcome]", !ended, box);
    this.hide("[data-signed]", face !== "result" || !signed, box);
    this.text("[data-signed-text]", this.word(view.signed.b && view.signed.w ? "signed.wait" : "signed"), box);
    box.classList.toggle("offer", open["agreeEnd"] === true);
  }

  // find knows what it has found: nothing that has a name here ever goes.
  private find(selector: string, root: HTMLElement = this.body): HTMLElement {
    const known = this.found.get(root) ?? new Map<string, HTMLElement>();
    this.found.set(root, known);
    const element = known.get(selector) ?? root.querySelector<HTMLElement>(selector)!;
    known.set(selector, element);
    return element;
  }

  private text(selector: string, text: string, root: HTMLElement = this.body): void {
    setText(this.find(selector, root), text);
  }

  private say(selector: string, text: string): void {
    setText(this.find(selector), text);
  }

  private hide(selector: string, hidden: boolean, root: HTMLElement = this.body): void {
    const element = this.find(selector, root);
    if (element.hidden !== hidden) element.hidden = hidden;
  }

  private attribute(element: HTMLElement, name: string, value: string): void {
    if (element.dataset[name] !== value) element.dataset[name] = value;
  }
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const sideOf = (state: State, side: Side): SideState => (side === "B" ? state.black : state.white);

function stageOf(kind: string, s: SideState): string {
  if (kind === "reserved" || kind === "periods") return s.reading ? "reading" : "base";
  if (kind === "canadian") return s.reading ? "section" : "base";
  return kind;
}

// shown is a side's figure: base time left, seconds of the reading counted up, what is left of a section.
function shown(s: SideState, kind: string): string {
  if (kind === "absolute" || kind === "fischer") return s.main < 10_000 ? tenths(s.main) : figure(s.main);
  if (kind === "canadian") return figure(s.reading ? s.block : s.main);
  return s.reading ? String(Math.floor(s.spent / 1000)) : figure(s.main);
}

function tenths(ms: number): string {
  const all = Math.ceil(ms / 100);
  return `${Math.floor(all / 10)}.${all % 10}`;
}

// figure is a length of time: 12:44, from an hour 1:12:44. What is left is rounded up, so that it
// is 0:00 only when nothing is; what is used is rounded down.
function figure(ms: number, down = false): string {
  const all = down ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const minutes = Math.floor(all / 60);
  return minutes < 60 ? `${minutes}:${two(all % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(all % 60)}`;
}

// age is how long ago something was, in seconds that don't flicker.
function age(ms: number): number {
  const seconds = Math.floor(ms / 1000);
  return seconds < 20 ? seconds : seconds < 60 ? seconds - (seconds % 5) : seconds - (seconds % 10);
}

function timeOfDay(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

// sizeOf is the font size at which a figure fills its room. It is measured with every digit as a 0,
// and a figure has always room for two of them, so that it keeps its size while it changes.
function sizeOf(text: string, weight: number, font: string, width: number, height: number): number {
  const digits = text.replace(/[0-9]/g, "0").padStart(2, "0");
  const close = /^[\d:.]+$/.test(digits) ? (digits.length - 1) * 0.05 : 0; // figures stand closer than words
  return Math.min(width / (widthOf(`${weight} 100px ${font}`, digits) - close), height / 0.86);
}

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null = null;

// widthOf is a text's width in em.
function widthOf(font: string, text: string): number {
  const key = `${font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    pen ??= document.createElement("canvas").getContext("2d");
    if (pen) pen.font = font;
    width = pen ? pen.measureText(text).width / 100 : text.length * 0.6;
    widths.set(key, width);
  }
  return width;
}

tableClock();
