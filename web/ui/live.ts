// The boards of a round as they change: the page asks for the tables whose number of events differs.

import { faces, show, type Words } from "./faces";

export function live(): void {
  const root = document.querySelector<HTMLElement>("[data-live]");
  if (!root) return;
  const every = 2000;
  const words = JSON.parse(root.dataset["words"] ?? "{}") as Words;
  let running = faces(root);
  const stale = root.querySelector<HTMLElement>("[data-stale]");
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
  window.setInterval(() => void ask(), every);
  window.setInterval(() => running.forEach((face) => show(face, words)), 250);
}
