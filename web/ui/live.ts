// The boards of a round as they change: the page asks for the tables whose number of events differs.

export function live(): void {
  const root = document.querySelector<HTMLElement>("[data-live]");
  if (!root) return;
  const every = 2000;
  const stale = root.querySelector<HTMLElement>("[data-stale]");
  const ask = async (): Promise<void> => {
    if (document.hidden) return;
    const have = Array.from(root.querySelectorAll<HTMLElement>("[data-table]"), (row) => row.dataset["table"] + ":" + row.dataset["rev"]).join(",");
    try {
      const answer = await fetch(location.pathname + "?have=" + encodeURIComponent(have), { headers: { "X-Fragment": "1" } });
      if (!answer.ok) throw new Error(String(answer.status));
      for (const row of (await answer.json()) as { table: number; html: string }[]) {
        const place = root.querySelector<HTMLElement>(`[data-table="${row.table}"]`);
        if (!place) return location.reload();
        place.outerHTML = row.html;
      }
      if (stale) stale.hidden = true;
    } catch {
      if (stale) stale.hidden = false;
    }
  };
  window.setInterval(() => void ask(), every);
}
