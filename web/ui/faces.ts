// Clocks that the server has put on a page, going on between two of its answers.
import { Clock, type SideState, type Snapshot, type State, type System } from "./clock";

export type Words = Record<string, string>;

export const fill = (text: string, n: number | string): string => text.replace("{n}", String(n));
const two = (n: number): string => String(n).padStart(2, "0");

// digits writes what is left as clocks do; a second that has begun still counts.
function digits(ms: number): string {
  const s = Math.ceil(ms / 1000);
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return `${two(Math.floor(s / 60))}:${two(s % 60)}`;
}

interface Dial { digits: string; unit: string; rest: string }

// dial says what a side's clock shows, as dialOf does on the server.
function dial(system: System, s: SideState, runs: boolean, out: boolean, words: Words): Dial {
  const say = (key: string, n: number): string => fill(words[key] ?? "", n);
  if (out) return { digits: digits(0), unit: "", rest: "" };
  const aloud = system.kind === "reserved" || system.kind === "periods";
  if (aloud && (s.absent || (s.main === 0 && (s.reading || runs)))) {
    const key = system.kind === "periods" ? (s.left === 1 ? "lastPeriod" : "periods") : s.left === 1 ? "lastMinute" : "minutes";
    if (!runs && !s.absent) return { digits: "", unit: "", rest: say(key, s.left) };
    return { digits: two(Math.floor(s.spent / 1000)), unit: words["seconds"] ?? "", rest: say(key, s.left) };
  }
  if (system.kind === "canadian" && s.main === 0) return { digits: digits(s.block), unit: "", rest: say("moves", s.movesLeft) };
  return { digits: digits(s.main), unit: "", rest: "" };
}

// unheard is the silence, ms, after which nobody knows how a clock stands.
export const unheard = 5000;

// Face is a clock that the server has put on a page. zero is the page's moment at which its own time
// was 0, at its last moment that is known. heard is the page's moment at which the device was heard that
// keeps it: -Infinity = never, null = no device keeps it.
export interface Face { node: HTMLElement; clock: Clock | null; system: System | null; zero: number; at: number; heard: number | null }

// faces are the clocks on the page that go on, of those wanted, and what counts for how long one hasn't been
// heard.
export function faces(root: ParentNode, wanted: (node: HTMLElement) => boolean = () => true): Face[] {
  const found: Face[] = [];
  const now = performance.now();
  root.querySelectorAll<HTMLElement>("[data-snapshot], [data-hush]").forEach((node) => {
    if (!wanted(node)) return;
    const hush = node.dataset["hush"];
    const heard = hush === undefined ? null : hush === "never" ? -Infinity : now - Number(hush);
    const at = Number(node.dataset["at"]);
    const face: Face = { node, clock: null, system: null, zero: (heard !== null && heard > -Infinity ? heard : now) - at, at, heard };
    try {
      const snapshot = JSON.parse(node.dataset["snapshot"] ?? "") as Snapshot;
      if (snapshot.phase === "running" || snapshot.black.absent || snapshot.white.absent) Object.assign(face, { clock: Clock.from(snapshot), system: snapshot.system });
    } catch {
      // A clock that can't be read stays as the server wrote it.
    }
    if (face.clock || heard !== null) found.push(face);
  });
  return found;
}

// hear notes that the server has heard the devices of some clocks, or would have told.
export function hear(all: Face[]): void {
  const now = performance.now();
  for (const face of all) {
    if (face.heard === null || now - face.heard >= unheard) continue;
    face.heard = now;
    face.at = Math.floor(now - face.zero);
  }
}

// since says when a clock was heard last, as silenceText does on the server.
const since = (ms: number, words: Words): string =>
  ms < 100000 ? fill(words["heard.seconds"] ?? "", Math.floor(ms / 1000)) : fill(words["heard.minutes"] ?? "", Math.floor(ms / 60000));

// steps are the silences, ms, from which on the server says something else of a table: silenceShort,
// silenceMarked and silenceCalls.
const steps = [unheard, 20000, 60000];

// show writes what a face shows now, and returns what the page is to be asked for anew when it changes:
// who is read, who is in the last minute, whose time is out, for how long it isn't heard. A clock that isn't
// heard stands still at what is known of it.
export function show(face: Face, words: Words): string {
  const now = performance.now();
  const hush = face.heard === null ? 0 : now - face.heard;
  const still = hush >= unheard;
  const text = face.node.querySelector<HTMLElement>("[data-since]");
  if (still && text && hush < Infinity) {
    const says = since(hush, words);
    if (text.textContent !== says) text.textContent = says;
  }
  const step = steps.filter((ms) => hush >= ms).length;
  if (!face.clock || !face.system) return String(step);
  face.node.classList.toggle("unheard", still);
  const mark = face.node.querySelector<HTMLElement>("[data-unheard]");
  if (mark && mark.hidden === still) mark.hidden = !still;
  const { system } = face;
  const state: State = face.clock.state(still ? face.at : Math.floor(now - face.zero));
  face.node.querySelectorAll<HTMLElement>("[data-dial]").forEach((place) => {
    const black = place.dataset["dial"] === "B";
    const side = black ? state.black : state.white;
    const out = state.flag === "both" || state.flag === (black ? "B" : "W");
    const says = dial(system, side, state.phase === "running" && state.turn === (black ? "B" : "W"), out, words);
    for (const [name, text] of [["digits", says.digits], ["unit", says.unit], ["rest", says.rest]] as const) {
      const node = place.querySelector(`[data-${name}]`);
      if (node && node.textContent !== text) node.textContent = text;
    }
  });
  return [state.flag, state.black.reading, state.white.reading, state.black.left === 1, state.white.left === 1, step].join();
}
