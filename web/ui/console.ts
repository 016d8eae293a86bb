// The referee's console: tables that follow their games, clocks that go on between two answers of the
// server, and what a ruling changes while it is being chosen. Everything works without it by links
// and forms.
import { faces, hear, show, type Face, type Words } from "./faces";
import { follow as followLine, unanswered } from "./line";
import { timeout } from "./timeout";

let ticking: Face[] = [];

// stands is what each clock on the page has come to, and turned is called when one comes to something
// that the page's words depend on: no event tells that a reading begins or a time is out.
const stands = new WeakMap<Face, string>();
let turned = (): void => {};

function tick(words: Words): void {
  for (const face of ticking) {
    const before = stands.get(face);
    const now = show(face, words);
    stands.set(face, now);
    if (before !== undefined && before !== now) turned();
  }
}

// print is what a part of the page says, without what differs between two answers that say the same.
function print(node: Element): string {
  const copy = node.cloneNode(true) as Element;
  for (const x of [copy, ...copy.querySelectorAll("*")]) {
    x.removeAttribute("data-at");
    x.removeAttribute("data-snapshot");
    x.removeAttribute("data-hush");
    x.classList.remove("fresh", "unheard");
    if (x.getAttribute("class") === "") x.removeAttribute("class");
    if (x instanceof HTMLInputElement && x.name === "cmd") x.removeAttribute("value");
    if (x.matches("[data-digits], [data-unit], [data-rest], [data-since]")) x.textContent = "";
    if (x.matches("[data-unheard]")) x.removeAttribute("hidden");
    if (x instanceof HTMLDetailsElement) x.removeAttribute("open");
  }
  return copy.outerHTML;
}

let touched = 0;

// busy tells that a hand is on the page: nothing may jump under it.
function busy(part: Element): boolean {
  const at = document.activeElement;
  const typing = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
  return performance.now() - touched < 900 || (typing && part.contains(at)) || part.querySelector("[aria-busy]") !== null;
}

async function answer(path: string, fragment: boolean): Promise<Document | null> {
  const response = await fetch(path, { headers: fragment ? { "X-Fragment": "1" } : {}, credentials: "same-origin", signal: timeout(unanswered) });
  if (!response.ok) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

// lost says that the server can't be reached, and since when; "" takes it back.
function lost(main: HTMLElement, since: string): void {
  const line = document.querySelector<HTMLElement>("[data-lost-line]");
  if (!line) return;
  line.hidden = since === "";
  line.textContent = since === "" ? "" : (main.dataset["lost"] ?? "").replace("{time}", since);
}

// follow asks the server for a page, or for the rows of some games of it, and lets take put its answer on
// this one; take says whether it could.
function follow(main: HTMLElement, path: (games: string[]) => string, fragment: boolean, shows: (game: string) => boolean, take: (from: Document, part: boolean) => boolean): void {
  let last = new Date();
  const ask = async (games: string[]): Promise<boolean> => {
    try {
      const from = await answer(path(games), fragment);
      if (!from) return true;
      last = new Date();
      const taken = take(from, games.length > 0);
      lost(main, "");
      return taken;
    } catch {
      lost(main, last.toTimeString().slice(0, 8));
      return true;
    }
  };
  const later = followLine(main.dataset["line"] ?? "", ask, () => hear(ticking), shows);
  // The device hands its moment in within two seconds: the server may know a little later.
  turned = () => {
    later(50);
    window.setTimeout(() => later(0), 2500);
  };
}

const keyed = (root: ParentNode): Map<string, HTMLElement> => {
  const map = new Map<string, HTMLElement>();
  root.querySelectorAll<HTMLElement>("[data-key]").forEach((node) => map.set(node.dataset["key"] ?? "", node));
  return map;
};

// shape is which tables stand where.
const shape = (root: ParentNode): string =>
  [...root.querySelectorAll<HTMLElement>("[data-section], [data-key]")].map((x) => x.dataset["section"] ?? x.dataset["key"]).join("|");

// place is the section in which a table stands.
const place = (node: HTMLElement | undefined): string => (node ? node.closest<HTMLElement>("[data-section]")?.dataset["section"] ?? "urgent" : "");

// tables follows the list: rows are filled in where they stand; when tables change their section the
// list is made anew around the row that is read.
function tables(main: HTMLElement, words: Words): void {
  const list = main.querySelector<HTMLElement>("[data-tables]");
  if (!list) return;
  ticking = faces(list);
  const here = (games: string[]): string => {
    const query = new URLSearchParams(location.search);
    games.forEach((game) => query.append("game", game));
    return location.pathname + (query.size > 0 ? "?" + query.toString() : "");
  };
  const shows = (game: string): boolean => list.querySelector(`[data-game="${CSS.escape(game)}"]`) !== null;
  follow(main, here, true, shows, (from, part) => {
    const fresh = from.body;
    const changed: string[] = [];
    const now = keyed(list);
    const answered = new Set(keyed(fresh).keys());
    keyed(fresh).forEach((node, key) => {
      const old = now.get(key);
      if (!old || print(old) !== print(node)) changed.push(key);
    });
    const stays = part ? [...keyed(fresh)].every(([key, node]) => place(now.get(key)) === place(node)) : shape(list) === shape(fresh);
    if (stays) {
      keyed(fresh).forEach((node, key) => {
        const old = now.get(key);
        if (!old) return;
        if (changed.includes(key)) old.innerHTML = node.innerHTML;
        for (const name of ["snapshot", "at", "hush", "game"]) {
          const value = node.dataset[name];
          if (value === undefined) delete old.dataset[name];
          else old.dataset[name] = value;
        }
        old.classList.toggle("unheard", node.classList.contains("unheard"));
      });
    } else if (!part && !busy(list)) {
      anew(list, fresh);
    } else return false;
    // A clock that wasn't answered goes on from what it was told.
    const told = (node: HTMLElement): boolean => answered.has(node.closest<HTMLElement>("[data-key]")?.dataset["key"] ?? "");
    ticking = part ? ticking.filter((face) => !told(face.node)).concat(faces(list, told)) : faces(list);
    tick(words);
    keyed(list).forEach((node, key) => {
      if (!changed.includes(key) || node.tagName !== "LI") return;
      node.classList.add("fresh");
      window.setTimeout(() => node.classList.remove("fresh"), 60);
    });
    return true;
  });
}

// anew puts the new list in place of the old one; the row at the top of the window stays there, and
// the focus stays on its table.
function anew(list: HTMLElement, fresh: HTMLElement): void {
  const top = [...keyed(list)].find(([, node]) => node.getBoundingClientRect().bottom > 60);
  const before = top?.[1].getBoundingClientRect().top ?? 0;
  const focus = document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset["key"];
  list.replaceChildren(...fresh.childNodes);
  const rows = keyed(list);
  const again = top && rows.get(top[0]);
  if (again && window.scrollY > 0) window.scrollBy(0, again.getBoundingClientRect().top - before);
  if (focus) rows.get(focus)?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
}

// table follows a page of one table, part by part.
function table(main: HTMLElement, words: Words): void {
  ticking = faces(main);
  follow(main, () => location.pathname, false, (game) => game === main.dataset["game"], (from) => {
    let whole = true;
    from.querySelectorAll<HTMLElement>("[data-part]").forEach((node) => {
      const old = main.querySelector<HTMLElement>(`[data-part="${node.dataset["part"] ?? ""}"]`);
      if (!old) return;
      const ticks = [node, old].some((part) => part.querySelector("[data-snapshot], [data-hush]") !== null);
      const same = print(old) === print(node);
      if (!same && busy(old)) whole = false;
      else if (!same || ticks) {
        old.innerHTML = node.innerHTML;
        old.querySelectorAll<HTMLFormElement>("form[data-count]").forEach(counting);
      }
    });
    const game = from.querySelector<HTMLElement>("main")?.dataset["game"];
    if (game !== undefined) main.dataset["game"] = game;
    ticking = faces(main);
    tick(words);
    return whole;
  });
}

// ruling shows what the ruling would change whenever something in the form changes.
function ruling(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[data-look]")?.remove();
  let turn = 0;
  const look = async (): Promise<void> => {
    const mine = ++turn;
    const fields = new URLSearchParams();
    new FormData(form).forEach((value, name) => {
      if (name !== "cmd" && !(name === "choice" && value === "")) fields.append(name, String(value));
    });
    const chosen = form.querySelector<HTMLInputElement>("input[name=choice]:checked");
    if (chosen) fields.set("choice", chosen.value);
    let from: Document | null = null;
    try {
      from = await answer(location.pathname + "?" + fields.toString(), false);
    } catch {
      return;
    }
    if (!from || mine !== turn) return;
    swap(form, from, "[data-after]", "[data-confirm]", "[data-earlier]");
    const texts = from.querySelectorAll(".block > label > span");
    form.querySelectorAll(".block > label > span").forEach((node, i) => {
      const text = texts[i];
      if (text && text.innerHTML !== node.innerHTML) node.innerHTML = text.innerHTML;
    });
    const names = from.querySelectorAll("select[name=claim] option");
    form.querySelectorAll("select[name=claim] option").forEach((node, i) => {
      node.textContent = names[i]?.textContent ?? node.textContent;
    });
  };
  let waiting = 0;
  const soon = (): void => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => void look(), 180);
  };
  form.addEventListener("input", (event) => {
    if (!(event as InputEvent).isComposing) soon();
  });
  form.addEventListener("change", soon);
}

function swap(root: ParentNode, from: Document, ...selectors: string[]): void {
  for (const selector of selectors) {
    const old = root.querySelector(selector);
    const node = from.querySelector(selector);
    if (old && node && old.innerHTML !== node.innerHTML) old.innerHTML = node.innerHTML;
  }
}

// quarters reads a number of stones as people write it, in quarter-stones; null when it is none.
function quarters(text: string): number | null {
  const plain = text.normalize("NFKC").replace(/⁄/g, "/").replace(/子/g, "").trim();
  const m = /^(\d+)?(?:\s*又?\s*([1-3])\/(2|4)|\.(25|5|50|75|0|00))?$/.exec(plain);
  if (!m || plain === "") return null;
  const parts: Record<string, number> = { "25": 1, "5": 2, "50": 2, "75": 3 };
  const fraction = m[2] ? (Number(m[2]) * 4) / Number(m[3]) : parts[m[4] ?? ""] ?? 0;
  return Number(m[1] ?? 0) * 4 + fraction;
}

function stones(n: number): string {
  return String(Math.floor(n / 4)) + ["", "¼", "½", "¾"][n % 4]!;
}

// counting shows the other side's stones while one side's are typed.
function counting(form: HTMLFormElement): void {
  const whole = Number(form.dataset["count"]);
  const fields = ["black", "white"].map((name) => form.querySelector<HTMLInputElement>(`input[name=${name}]`));
  fields.forEach((field, i) => {
    const other = fields[1 - i];
    if (!field || !other) return;
    field.addEventListener("input", () => {
      const n = quarters(field.value);
      other.placeholder = n !== null && n <= whole ? stones(whole - n) : "";
    });
  });
}

function start(): void {
  const main = document.querySelector<HTMLElement>("main.con");
  if (!main) return;
  const words = JSON.parse(main.dataset["words"] ?? "{}") as Words;
  addEventListener("pointerdown", () => (touched = performance.now()), { passive: true });
  addEventListener("scroll", () => (touched = performance.now()), { passive: true });
  if (main.dataset["referee"] !== undefined) tables(main, words);
  else if (main.dataset["line"] !== undefined) table(main, words);
  document.querySelectorAll<HTMLFormElement>("form[data-ruling]").forEach(ruling);
  document.querySelectorAll<HTMLFormElement>("form[data-count]").forEach(counting);
  if (ticking.length > 0 || main.dataset["words"]) window.setInterval(() => tick(words), 200);
}

start();
