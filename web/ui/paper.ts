// The print job: the button prints; no name is ever printed as an empty box, and none runs off its
// cell. Where this computer has no glyph for a character, room is left to write it by hand, and
// the list says whose name it is.

// Every Chinese font has these; all others are looked at.
const common = /^[\u0020-\u007e\u3000-\u303f\u4e00-\u9fa5\uff00-\uffef]*$/;

// What can't be seen needs no glyph: spaces, marks that join and select, controls.
const unseen = /^[\s\p{Cf}\p{Cc}\p{Mn}]*$/u;

const side = 40;
const canvas = document.createElement("canvas");
canvas.width = canvas.height = side;
const pen = canvas.getContext("2d", { willReadFrequently: true });

function picture(text: string): string {
  if (!pen) return "";
  pen.clearRect(0, 0, side, side);
  pen.font = "28px " + getComputedStyle(document.body).fontFamily;
  pen.fillText(text, 4, 30);
  return pen.getImageData(0, 0, side, side).data.join();
}

// Code points that no font has, of several planes: together they show every way in which this
// browser draws a missing glyph.
const nobody = ["\u{378}", "\u{2fffd}", "\u{1fbff}", "\u{e0fff}", "\u{10fffd}", ""];
let boxes: Set<string> | undefined;

function missing(sign: string): boolean {
  boxes ??= new Set(nobody.map(picture));
  // Of a sequence one missing part is enough.
  return [...sign].some((c) => !unseen.test(c) && !common.test(c) && boxes!.has(picture(c)));
}

// signs are what a reader takes for one character: an emoji of several code points is one.
function signs(text: string): string[] {
  return [...new Intl.Segmenter("zh", { granularity: "grapheme" }).segment(text)].map((s) => s.segment);
}

function leaveRoom(note: HTMLElement): void {
  const lacking = new Set<string>();
  const known = new Map<string, boolean>();
  const walk = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    if (!common.test(text.data) && !text.parentElement!.closest(".slip-foot")) found.push(text);
  }
  for (const text of found) {
    const parts: (string | Node)[] = [];
    let kept = "";
    for (const sign of signs(text.data)) {
      if (!known.has(sign)) known.set(sign, missing(sign));
      if (!known.get(sign)) {
        kept += sign;
        continue;
      }
      const blank = document.createElement("span");
      blank.className = "blank-glyph";
      blank.title = sign;
      parts.push(kept, blank);
      kept = "";
      lacking.add(text.data.trim());
    }
    if (parts.length > 0) text.replaceWith(...parts, kept);
  }
  if (lacking.size > 0) {
    note.hidden = false;
    note.append(" " + [...lacking].join("、"));
  }
}

// A box that is too long for its line, with the height that it or its row must keep.
interface Long {
  box: HTMLElement;
  frame: HTMLElement;
  height: number;
  points: number;
}

// fit sets what is too long for its line smaller and, in a table, on two lines or three, within the
// height of the row. A sheet has hundreds of such boxes, and each look at a height lays everything out
// anew: so one box of every row is set at a time, all of them together, and looked at together.
function fit(boxes: HTMLElement[]): void {
  const inRow = new Map<HTMLElement, number>();
  const turns: Long[][] = [];
  for (const box of boxes) {
    const frame = box.matches("td, th") ? box.parentElement! : box;
    const turn = inRow.get(frame) ?? 0;
    inRow.set(frame, turn + 1);
    (turns[turn] ??= []).push({ box, frame, height: 0, points: 0 });
  }
  turns.forEach(fitTogether);
}

function fitTogether(all: Long[]): void {
  for (const long of all) {
    long.height = long.frame.getBoundingClientRect().height;
    long.points = parseFloat(getComputedStyle(long.box).fontSize) * 0.75;
  }
  for (const { box } of all) {
    box.style.whiteSpace = "normal";
    box.style.overflowWrap = "anywhere";
    box.style.lineHeight = "1.05";
  }
  let left = all;
  for (let less = 0.5; left.length > 0; less += 0.5) {
    const small = left.filter((long) => long.points - less < 3.5);
    for (const { box } of small) box.style.whiteSpace = "nowrap";
    left = left.filter((long) => long.points - less >= 3.5);
    for (const { box, points } of left) box.style.fontSize = points - less + "pt";
    left = left.filter(({ box, frame, height }) => frame.getBoundingClientRect().height > height + 0.5 || box.scrollWidth > box.clientWidth);
  }
}

export function paper(): void {
  document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
  const note = document.querySelector<HTMLElement>("[data-rare]");
  if (!note) return;
  leaveRoom(note);
  fit([...document.querySelectorAll<HTMLElement>(".leaf :is(td, th, .fit)")].filter((box) => box.scrollWidth > box.clientWidth));
}
