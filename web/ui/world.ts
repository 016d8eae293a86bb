// The browser as the surroundings of a time keeper. Nothing here needs a secure context.
import type { Ears, Line, World } from "./keeper";

export function world(): World {
  return {
    mono: () => performance.now(),
    wall: () => Date.now(),
    unloaded,
    read: (key) => localStorage.getItem(key),
    write: (key, text) => localStorage.setItem(key, text),
    random: () => Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    chance: Math.random,
    after: (ms, then) => {
      const timer = window.setTimeout(then, ms);
      return () => window.clearTimeout(timer);
    },
    open,
  };
}

// unloaded reads from the navigation when the page before this one ended; browsers tell it only of
// pages of the same origin.
function unloaded(): number | null {
  const [navigation] = performance.getEntriesByType("navigation");
  const ended = (navigation as PerformanceNavigationTiming | undefined)?.unloadEventEnd ?? 0;
  return ended > 0 ? performance.now() - ended : null;
}

function open(url: string, ears: Ears): Line {
  const socket = new WebSocket(url);
  socket.addEventListener("open", () => ears.opened());
  socket.addEventListener("message", (event) => ears.heard(String(event.data)));
  socket.addEventListener("close", () => ears.closed());
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}
