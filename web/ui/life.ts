// Dead stones by tapping chains, points that are still open by tapping points, and what it counts to
// while it is marked. What is agreed is exactly the set on the screen.
import { chosenCoordinates, LiveBoard } from "./board";
import { nameOf } from "./diagram";
import { Goban } from "./goban";
import { wordsOf } from "./record";

interface LifeState {
  board: string[];
  dead: string[];
  contested: string[];
  black: string[];
  white: string[];
  shared: string[];
  count: string;
  last: string;
}

export function life(): void {
  const root = document.querySelector<HTMLElement>("[data-life]");
  if (root) new LifeBoard(root);
}

class LifeBoard {
  private readonly words: Record<string, string>;
  private readonly board: LiveBoard;
  private state: LifeState;
  private asking = 0;

  constructor(private readonly root: HTMLElement) {
    this.words = JSON.parse(root.dataset["words"] ?? "{}") as Record<string, string>;
    this.state = JSON.parse(root.dataset["state"] ?? "{}") as LifeState;
    const place = root.querySelector<HTMLElement>("[data-board]");
    if (!place) throw new Error("no board");
    const editable = root.dataset["editable"] === "true";
    this.board = new LiveBoard(place, wordsOf(this.words), {
      choose: (at, byKey) => {
        if (editable && !byKey) this.tap(at);
      },
      play: (at) => {
        if (editable) this.tap(at);
      },
    });
    root.querySelector("[data-clear]")?.addEventListener("click", () => this.set([], []));
    this.draw();
  }

  // tap: arrows only move along; a finger, a click or Enter marks.
  private tap(at: string): void {
    const goban = new Goban(this.state.board);
    if (goban.at(at) === ".") {
      if (!this.root.querySelector<HTMLInputElement>("[data-open-points]")?.checked) return;
      const open = this.state.contested.includes(at);
      this.set(this.state.dead, open ? this.state.contested.filter((p) => p !== at) : [...this.state.contested, at]);
      return;
    }
    const chain = new Set(goban.chain(at).stones);
    const dead = this.state.dead.includes(at);
    this.set(dead ? this.state.dead.filter((p) => !chain.has(p)) : [...this.state.dead, ...chain], this.state.contested);
  }

  private set(dead: string[], contested: string[]): void {
    this.state = { ...this.state, dead, contested, black: [], white: [], shared: [], count: "" };
    this.draw();
    void this.count();
  }

  private async count(): Promise<void> {
    const mine = ++this.asking;
    const query = new URLSearchParams({ dead: this.names(this.state.dead), contested: this.names(this.state.contested) });
    try {
      const answer = await fetch(location.pathname + "?" + query.toString(), { headers: { "X-Fragment": "1" } });
      if (!answer.ok || mine !== this.asking) return;
      this.state = (await answer.json()) as LifeState;
      this.draw();
    } catch {
      // Marks stand without their count until the server is there.
    }
  }

  private names(points: string[]): string {
    return points.map((at) => nameOf(at, this.state.board.length, "letters")).join(" ");
  }

  private draw(): void {
    const marks: Record<string, string> = {};
    for (const at of this.state.contested) marks[at] = "circle";
    this.board.show({ board: this.state.board, coordinates: chosenCoordinates(), dead: this.state.dead, black: this.state.black, white: this.state.white, shared: this.state.shared, last: this.state.last, marks });
    for (const field of this.root.querySelectorAll<HTMLInputElement>("input[name=dead]")) field.value = this.names(this.state.dead);
    for (const field of this.root.querySelectorAll<HTMLInputElement>("input[name=contested]")) field.value = this.names(this.state.contested);
    const line = this.root.querySelector("[data-count]");
    if (line) line.textContent = this.state.count;
    const chosen = this.root.querySelector("[data-chosen-dead]");
    if (chosen) chosen.textContent = String(this.state.dead.length);
  }
}
