// The line of a tournament's console, on which the server tells that something has changed, and each two
// seconds that it lives. One that breaks is opened again; what a silence of it may have held back counts as
// a change.
import { unheard } from "./faces";

interface Ears {
  // games are those of which nothing but their own record or device changed; null when more did.
  changed(games: string[] | null): void;
  alive(): void;
  turned(open: boolean): void;
}

const again = 4000; // ms until a line that broke is opened again
const dead = 10000; // ms without a word after which it is taken for broken: on a lost wifi nothing else tells

function line(address: string, ears: Ears): void {
  let heard = performance.now();
  let ended = false;
  const socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + address);
  const end = (): void => {
    if (ended) return;
    ended = true;
    window.clearInterval(watch);
    socket.close();
    ears.turned(false);
    window.setTimeout(() => line(address, ears), again);
  };
  const watch = window.setInterval(() => performance.now() - heard > dead && end(), 1000);
  socket.addEventListener("open", () => !ended && ears.turned(true));
  socket.addEventListener("message", (event) => {
    if (ended) return;
    const { t, games } = JSON.parse(String(event.data)) as { t: string; games?: string[] | null };
    const late = performance.now() - heard >= unheard;
    heard = performance.now();
    if (t === "alive" && !late) ears.alive();
    else ears.changed(late ? null : games ?? null);
  });
  socket.addEventListener("close", end);
}

// Pages that show how games stand ask at once when the line tells of a change, and else this often, ms:
// without the line, and with it for what no event tells; soon again when the answer couldn't be shown. A
// question that nobody answers ends after unanswered.
const withoutLine = 2000;
const withLine = 30000;
const soon = 120;
const untaken = 1000;
export const unanswered = 8000;

// follow lets ask go on, one question at a time, and returns what asks for all after some ms. ask tells
// whether its answer could be shown. A change that comes during a question is asked for by another one.
// Where the line names games, only those that the page shows are asked for, at once; without shows, and for
// any other change, all is. Changes that come without pause don't put off the answer to the first.
export function follow(address: string, ask: (games: string[]) => Promise<boolean>, alive: () => void = () => {}, shows?: (game: string) => boolean): (ms: number) => void {
  let open = false;
  let asking = false;
  let changed = false;
  let timer = 0;
  let due = Infinity;
  const named = new Set<string>();
  const later = (ms: number): void => {
    window.clearTimeout(timer);
    due = performance.now() + ms;
    timer = window.setTimeout(() => void run([]), ms);
  };
  const run = async (games: string[]): Promise<void> => {
    const all = games.length === 0;
    if (asking) {
      changed ||= all;
      return;
    }
    asking = true;
    if (all) {
      named.clear();
      changed = false;
      due = Infinity;
    }
    const taken = document.hidden || (await ask(games));
    asking = false;
    if (all || changed || !taken) later(changed ? soon : !taken ? (all ? untaken : 0) : open ? withLine : withoutLine);
    changed = false;
    next();
  };
  const next = (): void => {
    if (asking || named.size === 0) return;
    const games = [...named].slice(0, 50);
    games.forEach((game) => named.delete(game));
    void run(games);
  };
  line(address, {
    turned: (now) => {
      open = now;
      later(open ? 0 : withoutLine); // what happened between the page and its line
    },
    changed: (games) => {
      if (games && shows) {
        games.filter(shows).forEach((game) => named.add(game));
        next();
      } else if (asking) changed = true;
      else if (due > performance.now() + soon) later(soon);
    },
    alive,
  });
  document.addEventListener("visibilitychange", () => later(0));
  later(withoutLine);
  return later;
}
