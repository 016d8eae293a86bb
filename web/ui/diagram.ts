// A position as SVG, exactly as package diagram of the server draws it: both read the measures from
// one file, and a test compares what they make. Lengths are tenths of a unit, as in that file.
import measures from "../../diagram/geometry.json";

export type Side = "B" | "W";

// Figure is what is drawn. Points are in SGF's letters.
export interface Figure {
  board: string[]; // rows from above: "." "X" "O"
  print?: boolean;
  thumb?: boolean;
  coordinates?: "" | "letters" | "lines";
  title?: string;
  last?: string;
  numbers?: Record<string, number>;
  ghost?: { at: string; colour: Side } | null;
  dead?: string[];
  ko?: string;
  black?: string[]; // empty points that count for Black, for White, for both
  white?: string[];
  shared?: string[];
  marks?: Record<string, string>;
}

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const numerals = "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 廿一 廿二 廿三 廿四 廿五".split(" ");
const digits = "Helvetica Neue,Segoe UI,Roboto,Liberation Sans,Arial,sans-serif";
const screen = { wood: "#F2DDA4", line: "#1C1A17", black: "#1C1A17", white: "#FFFDF8", onBlack: "#F2806A", onWhite: "#AE2A1A", onBoard: "#AE2A1A" };
const paper = { wood: "#FFF", line: "#000", black: "#000", white: "#FFF", onBlack: "#FFF", onWhite: "#000", onBoard: "#000" };

export const sgf = (x: number, y: number): string => alphabet.charAt(x) + alphabet.charAt(y);
export const column = (at: string): number => alphabet.indexOf(at.charAt(0));
export const row = (at: string): number => alphabet.indexOf(at.charAt(1));

// nameOf names a point in the coordinates: "D4" or "4·十六".
export function nameOf(at: string, height: number, coordinates: Figure["coordinates"]): string {
  if (coordinates === "lines") return column(at) + 1 + "·" + (numerals[row(at)] ?? "");
  return columns.charAt(column(at)) + (height - row(at));
}

// pointOf reads a point as people type it: D16, d16, Ｄ１６, 4·十六, 4 十六; "" when it is none.
export function pointOf(text: string, width: number, height: number): string {
  const plain = text.normalize("NFKC").toUpperCase().replace(/\s+/g, " ").trim();
  const letters = /^([A-HJ-Z]) ?([1-9]\d?)$/.exec(plain);
  const lines = /^([1-9]\d?)[ ·・.,，、之-]?([一二三四五六七八九十廿]{1,3})$/.exec(plain);
  let x = -1;
  let y = -1;
  if (letters) {
    x = columns.indexOf(letters[1] ?? "");
    y = height - Number(letters[2]);
  } else if (lines) {
    x = Number(lines[1]) - 1;
    y = numerals.indexOf((lines[2] ?? "").replace(/^二十(?=.)/, "廿"));
  }
  return x >= 0 && x < width && y >= 0 && y < height ? sgf(x, y) : "";
}

function unit(tenths: number): string {
  return tenths % 10 === 0 ? String(tenths / 10) : Math.floor(tenths / 10) + "." + (tenths % 10);
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&#34;").replace(/'/g, "&#39;");
}

export function widthOf(f: Figure): number {
  return f.board[0]?.length ?? 0;
}

function marginOf(f: Figure): number {
  return f.thumb ? measures.marginThumb : f.coordinates ? measures.marginCoordinates : measures.margin;
}

// sizeOf is the picture's width and height in tenths of a unit.
export function sizeOf(f: Figure): [number, number] {
  const m = 2 * marginOf(f);
  return [m + (widthOf(f) - 1) * measures.cellWidth, m + (f.board.length - 1) * measures.cellHeight];
}

// cells is where the points lie: the upper left corner of the first cell and the size of one, as parts
// of the picture's size.
export function cells(f: Figure): { left: number; top: number; width: number; height: number } {
  const [w, h] = sizeOf(f);
  const m = marginOf(f);
  return { left: (m - measures.cellWidth / 2) / w, top: (m - measures.cellHeight / 2) / h, width: measures.cellWidth / w, height: measures.cellHeight / h };
}

function lines(n: number): [number, number, number] | null {
  if (n < 7) return null;
  const first = n >= 13 ? 3 : 2;
  return [first, n % 2 === 1 ? (n - 1) / 2 : -1, n - 1 - first];
}

function starPoints(width: number, height: number): string[] {
  const across = lines(width);
  const down = lines(height);
  const least = Math.min(width, height);
  if (!across || !down) return width % 2 === 1 && height % 2 === 1 && least >= 5 ? [sgf((width - 1) / 2, (height - 1) / 2)] : [];
  const all: string[] = [];
  for (const y of down) {
    for (const x of across) {
      const middle = x === across[1] || y === down[1];
      const centre = x === across[1] && y === down[1];
      if (x < 0 || y < 0 || (middle && !centre && least < 15)) continue;
      all.push(sgf(x, y));
    }
  }
  return all;
}

const byRow = (a: string, b: string): number => row(a) - row(b) || column(a) - column(b);

class Picture {
  private out = "";
  private readonly ink: typeof screen;
  private readonly stoneLine: number;
  private readonly margin: number;
  private readonly dead: Set<string>;

  constructor(private readonly f: Figure) {
    this.ink = f.print ? paper : screen;
    this.stoneLine = f.print ? measures.stoneLinePrint : measures.stoneLine;
    this.margin = marginOf(f);
    this.dead = new Set(f.dead ?? []);
  }

  draw(): string {
    const [w, h] = sizeOf(this.f);
    if (!this.f.print) this.out += `<rect class="wood" width="${unit(w)}" height="${unit(h)}" fill="${this.ink.wood}"/>`;
    this.lines();
    this.stars();
    this.coordinates(w, h);
    this.guides(w, h);
    this.area();
    if (this.f.ko) {
      this.out += `<g class="ko" fill="none" stroke="${this.ink.line}" stroke-width="${unit(measures.koLine)}">`;
      this.square(this.f.ko, measures.ko);
      this.out += "</g>";
    }
    this.stones("X", false);
    this.stones("O", false);
    this.stones("X", true);
    this.stones("O", true);
    this.crosses();
    this.numbers();
    for (const at of Object.keys(this.f.marks ?? {}).sort(byRow)) this.mark(at, this.f.marks?.[at] ?? "");
    this.last();
    this.ghost();
    return this.out;
  }

  private stone(at: string): string {
    return this.f.board[row(at)]?.charAt(column(at)) ?? ".";
  }

  private *points(): Generator<string> {
    for (let y = 0; y < this.f.board.length; y++) for (let x = 0; x < widthOf(this.f); x++) yield sgf(x, y);
  }

  private place(at: string): [number, number] {
    return [this.margin + column(at) * measures.cellWidth, this.margin + row(at) * measures.cellHeight];
  }

  private circle(at: string, r: number): void {
    const [x, y] = this.place(at);
    this.out += `<circle cx="${unit(x)}" cy="${unit(y)}" r="${unit(r)}"/>`;
  }

  private square(at: string, side: number): void {
    const [x, y] = this.place(at);
    this.out += `<rect x="${unit(x - Math.floor(side / 2))}" y="${unit(y - Math.floor(side / 2))}" width="${unit(side)}" height="${unit(side)}"/>`;
  }

  private cross(at: string, side: number): void {
    const [x, y] = this.place(at);
    const half = Math.floor(side / 2);
    this.out += `M${unit(x - half)} ${unit(y - half)}L${unit(x + half)} ${unit(y + half)}M${unit(x + half)} ${unit(y - half)}L${unit(x - half)} ${unit(y + half)}`;
  }

  private text(x: number, y: number, size: number, text: string): void {
    this.out += `<text x="${unit(x)}" y="${unit(y + Math.floor((size * measures.baseline) / 100))}">${escape(text)}</text>`;
  }

  private lines(): void {
    const w = widthOf(this.f);
    const h = this.f.board.length;
    const m = this.margin;
    const right = m + (w - 1) * measures.cellWidth;
    const bottom = m + (h - 1) * measures.cellHeight;
    this.out += `<path class="lines" fill="none" stroke="${this.ink.line}" stroke-width="${unit(measures.line)}" d="`;
    for (let x = 1; x < w - 1; x++) this.out += `M${unit(m + x * measures.cellWidth)} ${unit(m)}V${unit(bottom)}`;
    for (let y = 1; y < h - 1; y++) this.out += `M${unit(m)} ${unit(m + y * measures.cellHeight)}H${unit(right)}`;
    this.out += `"/><path class="frame" fill="none" stroke="${this.ink.line}" stroke-width="${unit(measures.frame)}" d="M${unit(m)} ${unit(m)}H${unit(right)}V${unit(bottom)}H${unit(m)}Z"/>`;
  }

  private stars(): void {
    const all = starPoints(widthOf(this.f), this.f.board.length);
    if (all.length === 0) return;
    this.out += `<g class="stars" fill="${this.ink.line}">`;
    for (const at of all) this.circle(at, measures.star);
    this.out += "</g>";
  }

  private coordinates(w: number, h: number): void {
    if (this.f.thumb || !this.f.coordinates) return;
    const size = measures.coordinate;
    const edge = measures.coordinateEdge;
    this.out += `<g class="coords" fill="${this.ink.line}" font-family="${digits}" font-size="${unit(size)}" text-anchor="middle">`;
    for (let x = 0; x < widthOf(this.f); x++) {
      const name = this.f.coordinates === "lines" ? String(x + 1) : columns.charAt(x);
      const [middle] = this.place(sgf(x, 0));
      this.text(middle, edge, size, name);
      this.text(middle, h - edge, size, name);
    }
    for (let y = 0; y < this.f.board.length; y++) {
      const [, middle] = this.place(sgf(0, y));
      for (const x of [edge, w - edge]) this.row(x, middle, y);
    }
    this.out += "</g>";
  }

  private row(x: number, middle: number, y: number): void {
    const size = measures.coordinate;
    if (this.f.coordinates !== "lines") return this.text(x, middle, size, String(this.f.board.length - y));
    const name = numerals[y] ?? "";
    if (name.length === 1) return this.text(x, middle, size, name);
    this.text(x, middle - measures.coordinateStack, size, name.charAt(0));
    this.text(x, middle + measures.coordinateStack, size, name.charAt(1));
  }

  private guides(w: number, h: number): void {
    if (!this.f.ghost) return;
    const [x, y] = this.place(this.f.ghost.at);
    const m = this.margin;
    this.out += `<path class="guide" fill="none" stroke="${this.ink.onBoard}" stroke-width="${unit(measures.guide)}" d="M${unit(m)} ${unit(y)}H${unit(w - m)}M${unit(x)} ${unit(m)}V${unit(h - m)}"/>`;
  }

  private area(): void {
    const { black = [], white = [], shared = [] } = this.f;
    if (black.length + white.length + shared.length === 0) return;
    const side = measures.territory;
    const open = (name: string, fill: string): string => `<g class="area ${name}" fill="${fill}" stroke="${this.ink.line}" stroke-width="${unit(measures.territoryLine)}">`;
    for (const [name, fill, list] of [["b", this.ink.black, black], ["w", this.ink.white, white]] as const) {
      this.out += open(name, fill);
      for (const at of list) this.square(at, side);
      this.out += "</g>";
    }
    if (shared.length === 0) return;
    this.out += open("w", this.ink.white);
    for (const at of shared) this.square(at, side);
    this.out += `</g><g class="area half" fill="${this.ink.black}">`;
    for (const at of shared) {
      const [x, y] = this.place(at);
      this.out += `<path d="M${unit(x - side / 2)} ${unit(y - side / 2)}h${unit(side)}L${unit(x - side / 2)} ${unit(y + side / 2)}Z"/>`;
    }
    this.out += "</g>";
  }

  private stones(c: "X" | "O", dead: boolean): void {
    const list = [...this.points()].filter((at) => this.stone(at) === c && this.dead.has(at) === dead);
    if (list.length === 0) return;
    const [name, fill] = c === "X" ? ["b", this.ink.black] : ["w", this.ink.white];
    this.out += `<g class="stones ${name}" fill="${fill}" stroke="${this.ink.line}" stroke-width="${unit(this.stoneLine)}"${dead ? ` opacity=".42"` : ""}>`;
    for (const at of list) this.circle(at, measures.stone);
    this.out += "</g>";
  }

  private crosses(): void {
    const list = [...this.points()].filter((at) => this.dead.has(at) && this.stone(at) !== ".");
    if (list.length === 0) return;
    this.out += `<path class="dead" fill="none" stroke="${this.ink.onBoard}" stroke-width="${unit(measures.deadLine)}" d="`;
    for (const at of list) this.cross(at, measures.dead);
    this.out += `"/>`;
  }

  private numbers(): void {
    const numbers = this.f.numbers ?? {};
    const list = Object.keys(numbers).sort(byRow);
    if (list.length === 0) return;
    this.out += `<g class="numbers" font-family="${digits}" text-anchor="middle">`;
    for (const at of list) {
      const stone = this.stone(at);
      if (stone === ".") continue;
      const [name, fill] = stone === "O" ? ["on-w", this.ink.black] : ["on-b", this.ink.white];
      const number = String(numbers[at]);
      const size = number.length > 2 ? measures.numberLong : measures.number;
      const [x, y] = this.place(at);
      this.out += `<text class="${name}" x="${unit(x)}" y="${unit(y + Math.floor((size * measures.baseline) / 100))}" font-size="${unit(size)}" font-weight="${this.f.last === at ? "700" : "600"}" fill="${fill}">${number}</text>`;
    }
    this.out += "</g>";
  }

  private mark(at: string, mark: string): void {
    const stone = this.stone(at);
    const [name, ink] = stone === "X" ? ["mark on-b", this.ink.white] : stone === "O" ? ["mark on-w", this.ink.black] : ["mark on-board", this.ink.line];
    const [x, y] = this.place(at);
    const half = Math.floor(measures.mark / 2);
    const shape = `<g class="${name}" fill="none" stroke="${ink}" stroke-width="${unit(measures.markLine)}">`;
    switch (mark) {
      case "triangle":
        this.out += `${shape}<path d="M${unit(x)} ${unit(y - half)}L${unit(x + half)} ${unit(y + Math.floor((half * 6) / 10))}H${unit(x - half)}Z"/></g>`;
        return;
      case "square":
        this.out += shape;
        this.square(at, Math.floor((measures.mark * 8) / 10));
        this.out += "</g>";
        return;
      case "circle":
        this.out += shape;
        this.circle(at, Math.floor((half * 9) / 10));
        this.out += "</g>";
        return;
      case "cross":
        this.out += `${shape}<path d="`;
        this.cross(at, Math.floor((measures.mark * 8) / 10));
        this.out += `"/></g>`;
        return;
    }
    if (stone === ".") {
      this.out += `<g class="ground" fill="${this.ink.wood}">`;
      this.circle(at, measures.markGround);
      this.out += "</g>";
    }
    this.out += `<g class="${name} label" fill="${ink}" font-family="${digits}" font-size="${unit(measures.mark)}" font-weight="600" text-anchor="middle">`;
    this.text(x, y, measures.mark, mark);
    this.out += "</g>";
  }

  private last(): void {
    const at = this.f.last;
    if (!at || this.stone(at) === "." || this.f.numbers?.[at] !== undefined) return;
    const [name, ink] = this.stone(at) === "O" ? ["last on-w", this.ink.onWhite] : ["last on-b", this.ink.onBlack];
    this.out += `<g class="${name}" fill="none" stroke="${ink}" stroke-width="${unit(measures.lastLine)}">`;
    this.circle(at, measures.last);
    this.out += "</g>";
  }

  private ghost(): void {
    const g = this.f.ghost;
    if (!g) return;
    const [name, fill] = g.colour === "W" ? ["w", this.ink.white] : ["b", this.ink.black];
    this.out += `<g class="stones ghost ${name}" fill="${fill}" stroke="${this.ink.line}" stroke-width="${unit(this.stoneLine)}" opacity=".5">`;
    this.circle(g.at, measures.stone);
    this.out += `</g><g class="ghost-ring" fill="none" stroke="${this.ink.onBoard}" stroke-width="${unit(measures.ghostLine)}">`;
    this.circle(g.at, measures.ghost);
    this.out += "</g>";
  }
}

// inside is what stands between <svg> and </svg>.
export function inside(f: Figure): string {
  return new Picture(f).draw();
}

// viewBox is the picture's box.
export function viewBox(f: Figure): string {
  const [w, h] = sizeOf(f);
  return `0 0 ${unit(w)} ${unit(h)}`;
}

// svg is the whole picture, the same bytes as the server's.
export function svg(f: Figure): string {
  const label = f.title ? `role="img" aria-label="${escape(f.title)}"` : `aria-hidden="true"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="board${f.print ? " print" : ""}" viewBox="${viewBox(f)}" ${label}>${inside(f)}</svg>`;
}
