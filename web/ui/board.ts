// The live board: the picture of diagram.ts with a grid over it that keyboard, screen reader, mouse
// and finger share. A finger only ever chooses a point; a button plays it.
import { cells, column, inside, nameOf, pointOf, row, sgf, sizeOf, viewBox, widthOf, type Figure, type Side } from "./diagram";

export interface BoardWords {
  board: string; // the grid's name
  black: string;
  white: string;
  empty: string;
  dead: string;
  last: string;
}

export interface BoardEvents {
  // choose: a finger pointed at a point, or the keys went there; it isn't played yet.
  choose(at: string, byKey: boolean): void;
  // play: a point was pointed at by mouse, or entered by key.
  play(at: string): void;
}

// fill puts values into a text's {places}.
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

// kept and keep remember a choice on this device; a browser that keeps nothing does without.
export function kept(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function keep(name: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Private windows keep nothing.
  }
}

// chosenCoordinates is the device's choice of coordinates.
export function chosenCoordinates(): "letters" | "lines" {
  return kept("tianyuan.coordinates") === "lines" ? "lines" : "letters";
}

export class LiveBoard {
  private readonly svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  private readonly grid = document.createElement("div");
  private readonly points = new Map<string, HTMLElement>();
  private figure: Figure = { board: [] };
  private shape = "";
  private drawn = "";
  private cursor = "";

  constructor(private readonly root: HTMLElement, private readonly words: BoardWords, private readonly on: BoardEvents) {
    this.svg.setAttribute("class", "board");
    this.svg.setAttribute("aria-hidden", "true");
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-label", words.board);
    this.grid.className = "points";
    root.replaceChildren(this.svg, this.grid);
    root.classList.add("goban");
    this.grid.addEventListener("pointerup", (event) => this.pointed(event));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("focusin", (event) => {
      const at = (event.target as HTMLElement).dataset["at"];
      if (at) this.moveTo(at, false);
    });
  }

  // show draws a position. The grid is built once for a size; later only what changed is touched.
  show(figure: Figure): void {
    this.figure = figure;
    const shape = [widthOf(figure), figure.board.length, figure.coordinates].join();
    if (shape !== this.shape) this.build(shape);
    const picture = inside(figure);
    if (picture !== this.drawn) {
      this.drawn = picture;
      this.svg.innerHTML = picture;
    }
    const dead = new Set(figure.dead ?? []);
    for (const [at, cell] of this.points) {
      const label = this.label(at, dead);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    }
  }

  // name names a point in the coordinates shown.
  name(at: string): string {
    return nameOf(at, this.figure.board.length, this.figure.coordinates);
  }

  // parse reads a typed point; "" when it is none.
  parse(text: string): string {
    return pointOf(text, widthOf(this.figure), this.figure.board.length);
  }

  // nudge goes to a neighbour of a point.
  nudge(from: string, dx: number, dy: number): string {
    const x = Math.min(widthOf(this.figure) - 1, Math.max(0, column(from) + dx));
    const y = Math.min(this.figure.board.length - 1, Math.max(0, row(from) + dy));
    return sgf(x, y);
  }

  get centre(): string {
    return sgf(Math.floor(widthOf(this.figure) / 2), Math.floor(this.figure.board.length / 2));
  }

  private build(shape: string): void {
    this.shape = shape;
    this.svg.setAttribute("viewBox", viewBox(this.figure));
    const [w, h] = sizeOf(this.figure);
    this.root.style.aspectRatio = `${w} / ${h}`;
    const box = cells(this.figure);
    const across = widthOf(this.figure);
    const down = this.figure.board.length;
    const percent = (part: number): string => part * 100 + "%";
    Object.assign(this.grid.style, { left: percent(box.left), top: percent(box.top), width: percent(box.width * across), height: percent(box.height * down) });
    this.points.clear();
    const lines: HTMLElement[] = [];
    for (let y = 0; y < down; y++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let x = 0; x < across; x++) {
        const at = sgf(x, y);
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.dataset["at"] = at;
        cell.tabIndex = -1;
        this.points.set(at, cell);
        line.append(cell);
      }
      lines.push(line);
    }
    this.grid.replaceChildren(...lines);
    if (!this.points.has(this.cursor)) this.cursor = this.centre;
    const first = this.points.get(this.cursor);
    if (first) first.tabIndex = 0;
  }

  private label(at: string, dead: Set<string>): string {
    const stone = this.figure.board[row(at)]?.charAt(column(at));
    const what = stone === "X" ? this.words.black : stone === "O" ? this.words.white : this.words.empty;
    const more = (dead.has(at) ? " " + this.words.dead : "") + (this.figure.last === at ? " " + this.words.last : "");
    return this.name(at) + " " + what + more;
  }

  private moveTo(at: string, focus: boolean): void {
    const before = this.points.get(this.cursor);
    const now = this.points.get(at);
    if (!now) return;
    if (before) before.tabIndex = -1;
    now.tabIndex = 0;
    this.cursor = at;
    if (focus) now.focus({ preventScroll: true });
  }

  private pointed(event: PointerEvent): void {
    if (event.button !== 0) return;
    const box = this.grid.getBoundingClientRect();
    const across = widthOf(this.figure);
    const down = this.figure.board.length;
    const x = Math.floor(((event.clientX - box.left) / box.width) * across);
    const y = Math.floor(((event.clientY - box.top) / box.height) * down);
    if (x < 0 || y < 0 || x >= across || y >= down) return;
    const at = sgf(x, y);
    this.moveTo(at, false);
    if (event.pointerType === "mouse") this.on.play(at);
    else this.on.choose(at, false);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const far = Math.max(widthOf(this.figure), this.figure.board.length);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) this.goTo(event, this.nudge(this.cursor, ...step));
    else if (event.key === "Home") this.goTo(event, this.nudge(this.cursor, -far, 0));
    else if (event.key === "End") this.goTo(event, this.nudge(this.cursor, far, 0));
    else if (event.key === "PageUp") this.goTo(event, this.nudge(this.cursor, 0, -far));
    else if (event.key === "PageDown") this.goTo(event, this.nudge(this.cursor, 0, far));
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on.play(this.cursor);
    }
  }

  private goTo(event: Event, at: string): void {
    event.preventDefault();
    this.moveTo(at, true);
    this.on.choose(at, true);
  }
}

// draw shows pictures that the server has put on the page as data, such as small boards that change.
export function paint(place: HTMLElement, figure: Figure): void {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "board");
  picture.setAttribute("viewBox", viewBox(figure));
  if (figure.title) {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", figure.title);
  } else picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = inside(figure);
  place.replaceChildren(picture);
}

export type { Figure, Side };
