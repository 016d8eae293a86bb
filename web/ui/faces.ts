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

export interface Face { node: HTMLElement; clock: Clock; system: System; zero: number }

// faces are the clocks on the page, each with the moment of the page at which its own time was 0.
export function faces(root: ParentNode): Face[] {
  const found: Face[] = [];
  root.querySelectorAll<HTMLElement>("[data-snapshot]").forEach((node) => {
    try {
      const snapshot = JSON.parse(node.dataset["snapshot"] ?? "") as Snapshot;
      if (snapshot.phase === "running" || snapshot.black.absent || snapshot.white.absent)
        found.push({ node, clock: Clock.from(snapshot), system: snapshot.system, zero: performance.now() - Number(node.dataset["at"]) });
    } catch {
      // A clock that can't be read stays as the server wrote it.
    }
  });
  return found;
}

// show writes what a face shows now, and returns what the page is to be asked for anew when it changes:
// who is read, who is in the last minute, whose time is out.
export function show(face: Face, words: Words): string {
  const state: State = face.clock.state(Math.floor(performance.now() - face.zero));
  face.node.querySelectorAll<HTMLElement>("[data-dial]").forEach((place) => {
    const black = place.dataset["dial"] === "B";
    const side = black ? state.black : state.white;
    const out = state.flag === "both" || state.flag === (black ? "B" : "W");
    const says = dial(face.system, side, state.phase === "running" && state.turn === (black ? "B" : "W"), out, words);
    for (const [name, text] of [["digits", says.digits], ["unit", says.unit], ["rest", says.rest]] as const) {
      const node = place.querySelector(`[data-${name}]`);
      if (node && node.textContent !== text) node.textContent = text;
    }
  });
  return [state.flag, state.black.reading, state.white.reading, state.black.left === 1, state.white.left === 1].join();
}
