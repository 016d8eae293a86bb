// The line of a tournament's console, on which the server tells that something has changed, and each two
// seconds that it lives. One that breaks is opened again; what a silence of it may have held back counts as
// a change.
import { unheard } from "./faces";

export interface Ears {
  changed(): void;
  alive(): void;
  turned(open: boolean): void;
}

const again = 4000; // ms until a line that broke is opened again
const dead = 10000; // ms without a word after which it is taken for broken: on a lost wifi nothing else tells

export function line(address: string, ears: Ears): void {
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
    const { t } = JSON.parse(String(event.data)) as { t: string };
    const late = performance.now() - heard >= unheard;
    heard = performance.now();
    if (t === "alive" && !late) ears.alive();
    else ears.changed();
  });
  socket.addEventListener("close", end);
}

// Pages that show how games stand ask at once when the line tells of a change, and else this often, ms:
// without the line, and with it for what no event tells. A question that nobody answers ends after unanswered.
export const withoutLine = 2000;
export const withLine = 10000;
export const soon = 120;
export const unanswered = 8000;
