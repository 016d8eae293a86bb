// The boards of a round as they change. A line tells that something did, and the page asks for the
// tables that differ; without the line it asks every two seconds.

import { faces, hear, show, type Words } from "./faces";
import { follow, unanswered } from "./line";
import { timeout } from "./timeout";

export function live(): void {
  const root = document.querySelector<HTMLElement>("[data-live]");
  if (!root) return;
  const words = JSON.parse(root.dataset["words"] ?? "{}") as Words;
  let running = faces(root);
  const stale = root.querySelector<HTMLElement>("[data-stale]");
  const ask = async (): Promise<boolean> => {
    // A row that stands still may do so because this page wasn't answered: it is asked for again.
    const have = Array.from(root.querySelectorAll<HTMLElement>("[data-table]:not(.unheard)"), (row) => row.dataset["table"] + ":" + row.dataset["rev"]).join(",");
    try {
      const answer = await fetch(location.pathname + "?have=" + encodeURIComponent(have), { headers: { "X-Fragment": "1" }, signal: timeout(unanswered) });
      if (!answer.ok) throw new Error(String(answer.status));
      hear(running);
      const fresh = new Set<HTMLElement>();
      for (const row of (await answer.json()) as { table: number; html: string }[]) {
        const find = (): HTMLElement | null => root.querySelector<HTMLElement>(`[data-table="${row.table}"]`);
        const place = find();
        if (!place) {
          location.reload();
          return true;
        }
        place.outerHTML = row.html;
        const now = find();
        if (now) fresh.add(now);
      }
      running = running.filter((face) => face.node.isConnected).concat(faces(root).filter((face) => fresh.has(face.node)));
      if (stale) stale.hidden = true;
    } catch {
      if (stale) stale.hidden = false;
    }
    return true;
  };
  follow(root.dataset["line"] ?? "", ask, () => hear(running));
  window.setInterval(() => running.forEach((face) => show(face, words)), 250);
}
