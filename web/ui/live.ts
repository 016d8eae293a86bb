// The boards of a round as they change. A line tells that something did, and the page asks for the
// tables that differ; without the line it asks every two seconds.

import { faces, show, type Words } from "./faces";

export function live(): void {
  const root = document.querySelector<HTMLElement>("[data-live]");
  if (!root) return;
  const every = 2000;
  const slow = 10000; // with a line only what no event tells: how long a device hasn't been heard
  const soon = 120;
  const words = JSON.parse(root.dataset["words"] ?? "{}") as Words;
  let running = faces(root);
  const stale = root.querySelector<HTMLElement>("[data-stale]");
  let open = false;
  let timer = 0;
  const later = (wait: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void ask().then(() => later(open ? slow : every)), wait);
  };
  const line = (): void => {
    const socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + (root.dataset["line"] ?? ""));
    socket.addEventListener("open", () => (open = true));
    socket.addEventListener("message", () => later(soon));
    socket.addEventListener("close", () => {
      open = false;
      later(every);
      window.setTimeout(line, 2 * every);
    });
  };
  const ask = async (): Promise<void> => {
    if (document.hidden) return;
    const have = Array.from(root.querySelectorAll<HTMLElement>("[data-table]"), (row) => row.dataset["table"] + ":" + row.dataset["rev"]).join(",");
    try {
      const answer = await fetch(location.pathname + "?have=" + encodeURIComponent(have), { headers: { "X-Fragment": "1" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new Set<HTMLElement>();
      for (const row of (await answer.json()) as { table: number; html: string }[]) {
        const find = (): HTMLElement | null => root.querySelector<HTMLElement>(`[data-table="${row.table}"]`);
        const place = find();
        if (!place) return location.reload();
        place.outerHTML = row.html;
        const now = find();
        if (now) fresh.add(now);
      }
      running = running.filter((face) => face.node.isConnected).concat(faces(root).filter((face) => fresh.has(face.node)));
      if (stale) stale.hidden = true;
    } catch {
      if (stale) stale.hidden = false;
    }
  };
  line();
  later(every);
  document.addEventListener("visibilitychange", () => later(0));
  window.setInterval(() => running.forEach((face) => show(face, words)), 250);
}
