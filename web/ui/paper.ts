// The print job: the button prints, and no name is ever printed as an empty box. Where this
// computer has no glyph for a character, room is left to write it by hand, and the list says so.

// Characters beyond the common block may be missing; the others are in every Chinese font.
const rare = /[\u3400-\u4dbf\u9fa6-\u9fff\ue000-\uf8ff]|[\u{20000}-\u{3ffff}]/gu;

function picture(text: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 40;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  pen.font = "32px " + getComputedStyle(document.body).fontFamily;
  pen.fillText(text, 2, 32);
  return canvas.toDataURL();
}

function missing(character: string): boolean {
  // An unassigned code point shows what this browser draws when it has no glyph.
  return picture(character) === picture("\u{2fffd}");
}

export function paper(): void {
  document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
  const note = document.querySelector<HTMLElement>("[data-rare]");
  if (!note) return;
  const lacking = new Set<string>();
  const known = new Map<string, boolean>();
  const walk = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walk.nextNode()) if ((walk.currentNode as Text).data.search(rare) >= 0) found.push(walk.currentNode as Text);
  for (const text of found) {
    const parts: (string | Node)[] = [];
    let from = 0;
    for (const match of text.data.matchAll(rare)) {
      if (!known.has(match[0])) known.set(match[0], missing(match[0]));
      if (!known.get(match[0])) continue;
      const blank = document.createElement("span");
      blank.className = "blank-glyph";
      blank.title = match[0];
      parts.push(text.data.slice(from, match.index), blank);
      from = match.index + match[0].length;
      lacking.add(text.data.trim());
    }
    if (parts.length > 0) text.replaceWith(...parts, text.data.slice(from));
  }
  if (lacking.size > 0) {
    note.hidden = false;
    note.append(" " + [...lacking].join("、"));
  }
}
