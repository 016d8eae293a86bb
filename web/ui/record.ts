// The recorder: moves by tap, key or typed, each sent under an id of its own with the number of turns
// that it answers. On weak wifi they stay on the device and are sent again in their order; the server
// makes each of them once.
import { chosenCoordinates, fill, keep, kept, LiveBoard, type BoardWords, type Figure, type Side } from "./board";
import { Goban } from "./goban";
import { follow, unanswered } from "./line";
import { timeout } from "./timeout";

interface State {
  game: string;
  phase: string;
  board: string[];
  turns: string[];
  toMove: Side;
  taken: [number, number];
  last: string;
  ko: string;
  proposal: Side | "";
  warnings: [number, number];
  said: string;
}

// Sent is a turn on its way.
interface Sent {
  cmd: string;
  turns: number;
  side: Side;
  point: string; // "" for a pass
  sure: boolean;
}

const other = (side: Side): Side => (side === "B" ? "W" : "B");
const retry = 3000;

export function newID(): string {
  return "c-" + Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// wordsOf are the names that the board speaks with.
export function wordsOf(words: Record<string, string>): BoardWords {
  const word = (key: string): string => words["board." + key] ?? "";
  return { board: word("grid"), black: word("black"), white: word("white"), empty: word("empty"), dead: word("dead"), last: word("last") };
}

export function record(): void {
  const root = document.querySelector<HTMLElement>("[data-recorder]");
  if (root) new Recorder(root);
}

class Recorder {
  private readonly words: Record<string, string>;
  private readonly place: string;
  private readonly path = location.pathname;
  private readonly board: LiveBoard;
  private state: State;
  private queue: Sent[] = [];
  private chosen = "";
  private asked: Sent | null = null; // a move that the law table would rule on, waiting for a yes
  private sending = false;
  private coordinates = chosenCoordinates();

  constructor(private readonly root: HTMLElement) {
    this.words = JSON.parse(root.dataset["words"] ?? "{}") as Record<string, string>;
    this.state = JSON.parse(root.dataset["state"] ?? "{}") as State;
    this.place = "tianyuan.record." + this.state.game;
    try {
      this.queue = JSON.parse(kept(this.place) || "[]") as Sent[];
    } catch {
      this.queue = [];
    }
    this.board = new LiveBoard(this.need("[data-board]"), wordsOf(this.words), {
      choose: (at) => this.choose(at),
      play: (at) => this.play(at),
    });
    for (const button of root.querySelectorAll<HTMLElement>("[data-nudge]")) {
      const [dx = 0, dy = 0] = (button.dataset["nudge"] ?? "").split(",").map(Number);
      button.addEventListener("click", () => this.choose(this.board.nudge(this.chosen || this.board.centre, dx, dy)));
    }
    this.on("[data-play]", () => this.chosen && this.play(this.chosen));
    this.on("[data-pass]", () => this.send(""));
    this.on("[data-sure]", () => this.answer(true));
    this.on("[data-not]", () => this.answer(false));
    this.on("[data-coordinates]", () => this.turnCoordinates());
    this.need<HTMLFormElement>("[data-typed]").addEventListener("submit", (event) => this.typed(event));
    // What isn't sent yet comes before what the other forms ask.
    for (const form of root.querySelectorAll<HTMLFormElement>("form[data-settled], form[data-mend]")) {
      form.addEventListener("submit", (event) => {
        if (this.queue.length === 0) return;
        event.preventDefault();
        this.tell("ask", this.word("recorder.first", { n: this.queue.length }));
        void this.flush();
      });
    }
    window.addEventListener("online", () => void this.flush());
    window.setInterval(() => void this.flush(), retry);
    follow(root.dataset["line"] ?? "", () => this.refresh());
    this.draw();
    void this.flush();
  }

  private need<T extends HTMLElement>(selector: string): T {
    const found = this.root.querySelector<T>(selector);
    if (!found) throw new Error("no " + selector);
    return found;
  }

  private on(selector: string, act: () => void): void {
    this.root.querySelector(selector)?.addEventListener("click", (event) => {
      event.preventDefault();
      act();
    });
  }

  private word(key: string, values: Record<string, string | number> = {}): string {
    return fill(this.words[key] ?? "", values);
  }

  // now is the position with what is on its way.
  private now(): { goban: Goban; side: Side; turns: string[]; last: string } {
    const goban = new Goban(this.state.board, this.state.ko);
    const turns = [...this.state.turns];
    let side = this.state.toMove;
    let last = this.state.last;
    for (const sent of this.queue) {
      if (sent.point === "") goban.pass();
      else goban.play(sent.side, sent.point);
      turns.push(sent.side + (sent.point || "--"));
      last = sent.point;
      side = other(sent.side);
    }
    return { goban, side, turns, last };
  }

  private get open(): boolean {
    return this.state.phase === "play" && this.asked === null;
  }

  private choose(at: string): void {
    this.chosen = at;
    this.draw();
  }

  private play(at: string): void {
    if (!this.open) return;
    const { goban } = this.now();
    const name = this.board.name(at);
    if (goban.at(at) !== ".") {
      this.chosen = "";
      this.tell("bad", this.word("recorder.occupied", { at: name }));
      this.draw();
      return;
    }
    this.send(at);
  }

  private typed(event: Event): void {
    event.preventDefault();
    const field = this.need<HTMLInputElement>("[data-typed] input[name=point]");
    const text = field.value.normalize("NFKC").trim().toLowerCase();
    if (text === "pass" || text === this.word("board.pass")) {
      field.value = "";
      this.send("");
      return;
    }
    const at = this.board.parse(field.value);
    if (at === "") return this.tell("bad", this.word("recorder.noPoint", { text: field.value.trim() }));
    field.value = "";
    this.play(at);
  }

  private send(point: string): void {
    if (!this.open) return;
    const { side, turns, goban } = this.now();
    this.queue.push({ cmd: newID(), turns: turns.length, side, point, sure: false });
    this.chosen = "";
    this.keepQueue();
    const taken = point === "" ? 0 : goban.play(side, point).taken.length;
    this.speak(side, point, taken);
    this.tell("", "");
    this.draw();
    void this.flush();
  }

  private speak(side: Side, point: string, taken: number): void {
    const values = { side: this.word(side === "B" ? "board.black" : "board.white"), at: point === "" ? this.word("board.pass") : this.board.name(point), n: taken };
    this.need("[data-speak]").textContent = this.word(taken > 0 ? "board.playedTaking" : "board.played", values);
  }

  private keepQueue(): void {
    keep(this.place, this.queue.length > 0 ? JSON.stringify(this.queue) : "");
  }

  // flush sends what waits, one after the other.
  private async flush(): Promise<void> {
    if (this.sending || this.asked !== null) return;
    this.sending = true;
    for (let first = this.queue[0]; first; first = this.queue[0]) {
      if (!(await this.deliver(first))) break;
    }
    this.sending = false;
    this.draw();
  }

  private async deliver(sent: Sent): Promise<boolean> {
    const body = new URLSearchParams({ do: sent.point === "" ? "pass" : "move", cmd: sent.cmd, turns: String(sent.turns), side: sent.side, "point-sgf": sent.point });
    if (sent.sure) body.set("sure", sent.point);
    let answer: Response;
    try {
      answer = await fetch(this.path, { method: "POST", body, headers: { "X-Fragment": "1" }, signal: timeout(unanswered) });
    } catch {
      return false;
    }
    if (answer.status === 429 || answer.status >= 500) return false;
    if (answer.ok) {
      this.state = (await answer.json()) as State;
      this.queue.shift();
      this.keepQueue();
      this.draw();
      return true;
    }
    const text = (await answer.text()).trim();
    if (answer.headers.get("X-Doubt")) {
      this.asked = sent;
      this.tell("ask", text);
      this.draw();
      return false;
    }
    await this.refused(text);
    return false;
  }

  // refused: what was refused and all behind it is no longer on its way, and is named.
  private async refused(text: string): Promise<void> {
    const lost = this.queue.splice(0).map((sent) => this.word(sent.side === "B" ? "board.black" : "board.white") + " " + (sent.point === "" ? this.word("board.pass") : this.board.name(sent.point)));
    this.keepQueue();
    this.tell("bad", text + (lost.length > 0 ? "\n" + this.word("recorder.lost", { moves: lost.join("　") }) : ""));
    await this.refresh();
    this.draw();
  }

  private answer(yes: boolean): void {
    const asked = this.asked;
    this.asked = null;
    if (asked && yes) {
      asked.sure = true;
      this.tell("", "");
    } else {
      this.queue = [];
      this.tell("", "");
    }
    this.keepQueue();
    this.draw();
    void this.flush();
  }

  // refresh shows what others recorded; not over what is on its way.
  private async refresh(): Promise<boolean> {
    if (this.queue.length > 0) return false;
    try {
      const answer = await fetch(this.path, { headers: { "X-Fragment": "1" }, signal: timeout(unanswered) });
      if (this.queue.length > 0) return false;
      if (!answer.ok) return true;
      const next = (await answer.json()) as State;
      if (JSON.stringify(next) === JSON.stringify(this.state)) return true;
      if (next.game !== this.state.game) location.reload();
      else {
        this.state = next;
        this.draw();
      }
    } catch {
      // The line below says what waits.
    }
    return true;
  }

  private tell(kind: string, text: string): void {
    const line = this.need("[data-told]");
    line.className = "told " + kind;
    line.textContent = text;
  }

  private turnCoordinates(): void {
    this.coordinates = this.coordinates === "letters" ? "lines" : "letters";
    keep("tianyuan.coordinates", this.coordinates);
    this.draw();
  }

  private draw(): void {
    const { goban, side, turns, last } = this.now();
    const ghost = this.open && this.chosen !== "" && goban.at(this.chosen) === "." ? { at: this.chosen, colour: side } : null;
    const figure: Figure = { board: goban.rows(), coordinates: this.coordinates, last, ko: goban.ko, ghost };
    this.board.show(figure);
    const name = ghost ? this.board.name(ghost.at) : "";
    this.text("[data-next]", this.open ? this.word("recorder.next", { n: turns.length + 1, side: this.word(side === "B" ? "board.black" : "board.white") }) : this.state.said);
    this.text("[data-chosen]", name);
    const play = this.need<HTMLButtonElement>("[data-play]");
    play.textContent = name === "" ? this.word("recorder.choose") : this.word("recorder.play", { at: name });
    play.classList.toggle("act", name !== "");
    for (const part of this.root.querySelectorAll<HTMLElement>("[data-when=play]")) part.hidden = !this.open;
    this.need("[data-asked]").hidden = this.asked === null;
    this.text("[data-taken-b]", String(this.lost("X")));
    this.text("[data-taken-w]", String(this.lost("O")));
    this.root.dataset["turn"] = this.open ? side : "";
    this.list(turns);
    this.sync(turns.length);
    const ender = this.root.querySelector<HTMLButtonElement>("[data-to-move]");
    if (ender) ender.value = side;
    for (const field of this.root.querySelectorAll<HTMLInputElement>("input[name=turns]")) field.value = String(this.state.turns.length);
  }

  // lost counts the stones of a colour that are off the board.
  private lost(stone: "X" | "O"): number {
    const base = this.state.taken[stone === "X" ? 0 : 1];
    const count = (rows: string[]): number => rows.join("").split(stone).length - 1;
    const placed = this.queue.filter((sent) => sent.point !== "" && (sent.side === "B") === (stone === "X")).length;
    return base + count(this.state.board) + placed - count(this.now().goban.rows());
  }

  private list(turns: string[]): void {
    const strip = this.need("[data-turns]");
    const from = Math.max(0, turns.length - 6);
    strip.replaceChildren(
      ...turns.slice(from).map((turn, i) => {
        const item = document.createElement("li");
        const n = document.createElement("small");
        n.textContent = String(from + i + 1);
        const stone = document.createElement("span");
        stone.className = "st " + (turn.startsWith("B") ? "b" : "w");
        const name = document.createElement("span");
        name.textContent = this.turnName(turn.slice(1));
        item.append(n, stone, name);
        if (from + i >= this.state.turns.length) item.className = "unsent";
        if (from + i === turns.length - 1) item.setAttribute("aria-current", "true");
        return item;
      }),
    );
  }

  private turnName(mark: string): string {
    const word: Record<string, string> = { "--": "board.pass", "!!": "board.void", "==": "board.end", "??": "board.press" };
    return word[mark] ? this.word(word[mark] ?? "") : this.board.name(mark);
  }

  private sync(turns: number): void {
    const line = this.need("[data-sync]");
    const waiting = this.queue.length;
    line.className = "sync " + (waiting > 0 ? "warn" : "ok");
    const text = waiting > 0 ? this.word("recorder.unsent", { n: waiting }) : this.word("recorder.saved", { n: turns });
    if (line.textContent !== text) line.textContent = text;
  }

  private text(selector: string, text: string): void {
    const place = this.root.querySelector(selector);
    if (place && place.textContent !== text) place.textContent = text;
  }
}

