// One tap makes pictures of a table for a chat, 1080 px wide, or copies it as text. Both are made of
// what stands on the page, with the fonts of the device.

export function share(): void {
  for (const box of document.querySelectorAll<HTMLElement>("[data-share]")) {
    const table = document.getElementById(box.dataset["share"] ?? "");
    if (!(table instanceof HTMLTableElement)) continue;
    box.append(button(box.dataset["save"], () => showPictures(box, table)), button(box.dataset["copy"], () => void copy(box, table)));
  }
}

function button(text: string | undefined, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text ?? "";
  made.addEventListener("click", act);
  return made;
}

interface Cell {
  stone: "" | "b" | "w";
  main: string;
  sub: string;
  bold: boolean;
  right: boolean;
  centre: boolean;
}

const clean = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

function cellOf(cell: HTMLTableCellElement): Cell {
  const stone = cell.querySelector(".st");
  const meta = cell.querySelector(".meta");
  const parts = meta ? (meta.children.length > 0 ? Array.from(meta.children) : [meta]) : [];
  const tags = Array.from(cell.querySelectorAll(".tag"), (tag) => `△ ${clean(tag.textContent)}`);
  const sub = [...parts.map((part) => clean(part.textContent)), ...tags].filter((text) => text !== "").join("　");
  const body = cell.cloneNode(true) as HTMLElement;
  body.querySelectorAll(".meta, .tag, .sr").forEach((element) => element.remove());
  return {
    stone: stone ? (stone.classList.contains("b") ? "b" : "w") : "",
    main: clean(body.textContent), sub, bold: cell.tagName === "TH" || cell.querySelector("b:not(.name), .won") !== null,
    right: cell.classList.contains("num") || cell.classList.contains("tno"), centre: cell.classList.contains("vs"),
  };
}

function rowsOf(rows: Iterable<HTMLTableRowElement>): Cell[][] {
  return Array.from(rows, (row) => Array.from(row.cells, cellOf));
}

// besides are the lines under a table that belong to it: who has a bye.
const besides = (table: HTMLTableElement): string[] => Array.from(table.closest("main")?.querySelectorAll(".bye") ?? [], (line) => clean(line.textContent));

const headOf = (table: HTMLTableElement): Cell[][] => rowsOf(table.tHead?.rows ?? []);
const bodyOf = (table: HTMLTableElement): Cell[][] => rowsOf(Array.from(table.tBodies).flatMap((body) => Array.from(body.rows)));

// textOf writes the table for a chat: a line a row.
export function textOf(box: HTMLElement, table: HTMLTableElement): string[] {
  const stones = { "": "", b: "●", w: "○" };
  const line = (cells: Cell[]): string => cells.map((cell) => `${stones[cell.stone]}${cell.main}${cell.sub ? ` ${cell.sub}` : ""}`).filter((text) => text !== "").join("　");
  return [box.dataset["title"] ?? "", box.dataset["sub"] ?? "", ...headOf(table).map(line), ...bodyOf(table).map(line), ...besides(table)].filter((text) => text !== "");
}

async function copy(box: HTMLElement, table: HTMLTableElement): Promise<void> {
  const lines = textOf(box, table);
  const text = lines.join("\n");
  let done = false;
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      done = true;
    }
  } catch {
    // Not allowed: the older way follows.
  }
  if (!done) done = copySelected(text);
  if (done) return say(box, (box.dataset["copied"] ?? "").replace("{n}", String(lines.length)));
  // Neither way: the text stands there, selected, to be copied by hand.
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-label", box.dataset["copy"] ?? "");
  const note = document.createElement("p");
  note.textContent = box.dataset["byHand"] ?? "";
  open(box, [note, area]);
  area.focus();
  area.select();
}

// copySelected copies where there is no clipboard for pages: on plain http.
function copySelected(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr";
  document.body.append(area);
  area.select();
  area.setSelectionRange(0, text.length);
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  area.remove();
  return done;
}

function say(box: HTMLElement, text: string): void {
  box.querySelector("[role=status]")?.remove();
  const note = document.createElement("span");
  note.setAttribute("role", "status");
  note.className = "meta";
  box.append(note);
  note.textContent = text;
  window.setTimeout(() => note.remove(), 6000);
}

function open(box: HTMLElement, content: HTMLElement[]): void {
  const dialog = document.createElement("dialog");
  dialog.className = "shared";
  dialog.setAttribute("aria-label", box.dataset["title"] ?? "");
  const bar = document.createElement("div");
  bar.className = "tools";
  bar.append(button(box.dataset["close"], () => dialog.close()));
  dialog.append(bar, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const width = 1080;
const margin = 44;
const rowsAPicture = 24;

function showPictures(box: HTMLElement, table: HTMLTableElement): void {
  const name = clean(`${box.dataset["title"]} ${box.dataset["sub"]}`).replace(/[\\/:*?"<>|]/g, "-");
  const note = document.createElement("p");
  note.textContent = box.dataset["hold"] ?? "";
  const pictures = pictures1080(box, table).map((canvas, i, all) => {
    const link = document.createElement("a");
    const image = document.createElement("img");
    image.src = canvas.toDataURL("image/png");
    image.alt = pageText(box, i, all.length) || name;
    link.href = image.src;
    link.download = `${name}${all.length > 1 ? ` ${i + 1}` : ""}.png`;
    link.append(image);
    return link;
  });
  open(box, [note, ...pictures]);
}

const pageText = (box: HTMLElement, i: number, of: number): string =>
  of > 1 ? (box.dataset["pageText"] ?? "").replace("{n}", String(i + 1)).replace("{of}", String(of)) : "";

// pictures1080 draws the table, so many rows a picture.
export function pictures1080(box: HTMLElement, table: HTMLTableElement): HTMLCanvasElement[] {
  const rows = bodyOf(table);
  const head = table.tHead?.classList.contains("sr") ? [] : (headOf(table)[0] ?? []);
  const parts: Cell[][][] = [];
  for (let i = 0; i < rows.length; i += rowsAPicture) parts.push(rows.slice(i, i + rowsAPicture));
  const plan = new Plan(head, rows);
  return parts.map((part, i) => new Picture(plan).draw(box, head, part, i === parts.length - 1 ? besides(table) : [], pageText(box, i, parts.length)));
}

const style = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const font = (size: number, bold: boolean, family = "--ty-font"): string => `${bold ? 700 : 400} ${size}px ${style(family)}`;

// Plan chooses letters and columns so that every name fits the width of the picture.
class Plan {
  size = 34;
  columns: number[] = [];
  readonly twoLines: boolean;
  private readonly brush = document.createElement("canvas").getContext("2d")!;

  constructor(head: Cell[], rows: Cell[][]) {
    this.twoLines = rows.some((row) => row.some((cell) => cell.sub !== ""));
    for (; this.size > 15; this.size--) {
      this.columns = this.measure(head, rows);
      if (this.total() <= width - 2 * margin) break;
    }
    const wide = this.columns.map((_, i) => rows.some((row) => row[i] && !row[i]!.right && !row[i]!.centre));
    const spare = Math.max(0, width - 2 * margin - this.total()) / Math.max(1, wide.filter(Boolean).length);
    this.columns = this.columns.map((column, i) => column + (wide[i] ? spare : 0));
  }

  get sub(): number {
    return Math.max(13, Math.round(this.size * 0.68));
  }

  get line(): number {
    return Math.round(this.size * (this.twoLines ? 2.5 : 1.75));
  }

  private total(): number {
    return this.columns.reduce((sum, column) => sum + column, 0);
  }

  private measure(head: Cell[], rows: Cell[][]): number[] {
    const columns: number[] = [];
    const widen = (i: number, text: string, size: number, bold: boolean, extra: number): void => {
      this.brush.font = font(size, bold);
      columns[i] = Math.max(columns[i] ?? 0, this.brush.measureText(text).width + extra);
    };
    const gap = this.size * 0.8;
    head.forEach((cell, i) => widen(i, cell.main, this.sub, false, gap));
    for (const row of rows) {
      row.forEach((cell, i) => {
        const stone = cell.stone ? this.size * 1.1 : 0;
        widen(i, cell.main, this.size, cell.bold, stone + gap);
        widen(i, cell.sub, this.sub, false, stone + gap);
      });
    }
    return columns;
  }
}

// The pictures have one look, whatever the theme: ink on paper.
const ink = { paper: "#F6F2E8", sheet: "#FCFAF5", ink: "#1C1A17", faint: "#665F53", rule: "#DCD4C4", white: "#FFFDF8" };

class Picture {
  private readonly canvas = document.createElement("canvas");
  private readonly brush = this.canvas.getContext("2d")!;

  constructor(private readonly plan: Plan) {}

  draw(box: HTMLElement, head: Cell[], rows: Cell[][], below: string[], page: string): HTMLCanvasElement {
    const top = 178;
    const headLine = head.length > 0 ? Math.round(this.plan.sub * 2) : 0;
    this.canvas.width = width;
    const foot = 60 + below.length * 48;
    this.canvas.height = top + headLine + rows.length * this.plan.line + foot;
    this.fill(0, 0, width, this.canvas.height, ink.paper);
    this.titles(box, page);
    this.fill(margin, top - 2, width - 2 * margin, 2, ink.ink);
    this.fill(margin, top, width - 2 * margin, this.canvas.height - top - foot, ink.sheet);
    if (headLine) {
      this.row(head.map((cell) => ({ ...cell, bold: false })), top, headLine, this.plan.sub, ink.faint);
      this.fill(margin, top + headLine - 1, width - 2 * margin, 1, ink.ink);
    }
    rows.forEach((row, i) => {
      const y = top + headLine + i * this.plan.line;
      this.row(row, y, this.plan.line, this.plan.size, ink.ink);
      this.fill(margin, y + this.plan.line - 1, width - 2 * margin, 1, ink.rule);
    });
    below.forEach((line, i) => this.text(line, margin, this.canvas.height - foot + 48 * (i + 1), font(28, false), ink.ink));
    return this.canvas;
  }

  private titles(box: HTMLElement, page: string): void {
    const size = this.fit(box.dataset["title"] ?? "", 54, "--ty-song");
    this.text(box.dataset["title"] ?? "", margin, 78, font(size, true, "--ty-song"), ink.ink);
    this.text(`${box.dataset["sub"] ?? ""}${page ? `　${page}` : ""}`, margin, 138, font(30, false), ink.faint);
  }

  private fit(text: string, size: number, family: string): number {
    for (; size > 26; size--) {
      this.brush.font = font(size, true, family);
      if (this.brush.measureText(text).width <= width - 2 * margin) break;
    }
    return size;
  }

  private row(cells: Cell[], y: number, height: number, size: number, colour: string): void {
    let x = margin;
    cells.forEach((cell, i) => {
      const room = this.plan.columns[i] ?? 0;
      this.cell(cell, x, y, room, height, size, colour);
      x += room;
    });
  }

  private cell(cell: Cell, x: number, y: number, room: number, height: number, size: number, colour: string): void {
    const middle = cell.sub ? y + height * 0.36 : y + height / 2;
    const left = x + size * 0.3;
    const begin = cell.stone ? left + size * 1.1 : left;
    if (cell.stone) this.stone(left + size * 0.38, middle, size * 0.36, cell.stone === "b");
    this.brush.font = font(size, cell.bold);
    const wide = this.brush.measureText(cell.main).width;
    const at = cell.right ? x + room - size * 0.5 - wide : cell.centre ? x + (room - wide) / 2 : begin;
    this.text(cell.main, at, middle + size * 0.36, font(size, cell.bold), colour);
    if (cell.sub) this.text(cell.sub, begin, y + height * 0.82, font(this.plan.sub, false), ink.faint);
  }

  private stone(x: number, y: number, radius: number, black: boolean): void {
    this.brush.beginPath();
    this.brush.arc(x, y, radius, 0, 2 * Math.PI);
    this.brush.fillStyle = black ? ink.ink : ink.white;
    this.brush.fill();
    this.brush.lineWidth = 1.5;
    this.brush.strokeStyle = ink.ink;
    this.brush.stroke();
  }

  private text(text: string, x: number, y: number, face: string, colour: string): void {
    this.brush.font = face;
    this.brush.fillStyle = colour;
    this.brush.fillText(text, x, y);
  }

  private fill(x: number, y: number, w: number, h: number, colour: string): void {
    this.brush.fillStyle = colour;
    this.brush.fillRect(x, y, w, h);
  }
}
