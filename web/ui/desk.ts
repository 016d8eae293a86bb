// The keys of the desk: a table's number, then one sign = saved.

interface Answer {
  row: string;
  said: string;
  missing: number;
  done: number;
  head: number;
}

const signs: Record<string, string> = { "+": "B+", "-": "W+", "*": "draw", "＋": "B+", "－": "W+", "＊": "draw" };
const letters: Record<string, string> = { KeyB: "B+", KeyW: "W+", KeyD: "draw", KeyL: "bothlose" };

export function desk(): void {
  const table = document.querySelector<HTMLTableElement>("table[data-desk]");
  if (table) new Desk(table);
}

class Desk {
  private typed = "";
  private timer = 0;
  private forfeit = false;
  private last = 0;
  private head: string;

  constructor(private readonly table: HTMLTableElement) {
    this.head = table.dataset["head"] ?? "";
    document.addEventListener("keydown", (event) => this.key(event));
    document.querySelector("[data-find]")?.addEventListener("input", (event) => this.find((event.target as HTMLInputElement).value));
    if (this.open()) window.setInterval(() => void this.poll(), 4000);
    if (table.dataset["phase"] === "started") this.focusNext(0);
  }

  private open(): boolean {
    return this.table.dataset["phase"] === "started" || this.table.dataset["phase"] === "published";
  }

  private rows(): HTMLTableRowElement[] {
    return Array.from(this.table.querySelectorAll<HTMLTableRowElement>("tr[data-table]"));
  }

  private key(event: KeyboardEvent): void {
    const at = event.target as HTMLElement;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || at.closest("input, select, textarea, dialog")) return;
    if (event.code === "Slash" || event.key === "/") return this.take(event, () => document.querySelector<HTMLInputElement>("[data-find]")?.focus());
    if (event.key === "Escape") return this.take(event, () => this.forget());
    if (event.key === "ArrowDown" || event.key === "ArrowUp") return this.take(event, () => this.step(event.key === "ArrowDown" ? 1 : -1));
    if (this.table.dataset["phase"] !== "started") return;
    if (/^[0-9０-９]$/.test(event.key)) return this.take(event, () => this.digit(event.key.normalize("NFKC")));
    if (event.code === "KeyZ" && this.last > 0) return this.take(event, () => void this.send("takeback", this.last, {}));
    if (event.code === "KeyF") return this.take(event, () => this.wait());
    let result = signs[event.key] ?? letters[event.code];
    if (!result) return;
    // F, then the sign of who forfeits: the other one wins.
    if (this.forfeit) result = result === "B+" ? "W+F" : result === "W+" ? "B+F" : "bothforfeit";
    this.take(event, () => void this.enter(result));
  }

  private take(event: KeyboardEvent, act: () => void): void {
    event.preventDefault();
    act();
  }

  private digit(digit: string): void {
    this.typed += digit;
    this.show();
    const row = this.row(Number(this.typed));
    if (row) this.focus(row);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.clear(), 1500);
  }

  private wait(): void {
    this.forfeit = true;
    this.show();
  }

  private clear(): void {
    this.typed = "";
    this.show();
  }

  private forget(): void {
    this.forfeit = false;
    this.clear();
  }

  private show(): void {
    const out = document.querySelector("[data-typed]");
    if (out) out.textContent = this.typed + (this.forfeit ? " F" : "");
  }

  private row(no: number): HTMLTableRowElement | undefined {
    return this.rows().find((row) => Number(row.dataset["table"]) === no);
  }

  private focus(row: HTMLTableRowElement): void {
    this.table.querySelector("tr.focus")?.classList.remove("focus");
    row.classList.add("focus");
    row.scrollIntoView({ block: "nearest" });
  }

  private focused(): number {
    return Number(this.table.querySelector<HTMLTableRowElement>("tr.focus")?.dataset["table"] ?? 0);
  }

  private step(by: number): void {
    const rows = this.rows();
    const at = rows.findIndex((row) => row.classList.contains("focus"));
    const row = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (row) this.focus(row);
  }

  private focusNext(after: number): void {
    const empty = this.rows().filter((row) => row.dataset["entered"] === undefined);
    const row = empty.find((x) => Number(x.dataset["table"]) > after) ?? empty[0];
    if (row) this.focus(row);
  }

  private async enter(result: string): Promise<void> {
    const no = this.typed === "" ? this.focused() : Number(this.typed);
    this.forget();
    const row = this.row(no);
    if (!row) return this.say((this.table.dataset["notable"] ?? "").replace("{table}", String(no)), true);
    const fields: Record<string, string> = { result };
    if (row.dataset["entered"] !== undefined && row.dataset["entered"] !== result) {
      const reason = window.prompt(this.table.dataset["ask"] ?? "");
      if (!reason) return;
      fields["reason"] = reason;
    }
    await this.send("result", no, fields);
  }

  private async send(action: string, no: number, fields: Record<string, string>): Promise<void> {
    const body = new URLSearchParams({ ...fields, cmd: commandID(), round: this.table.dataset["round"] ?? "", table: String(no) });
    try {
      const response = await fetch(`/d/${this.table.dataset["desk"]}/do/${action}`, { method: "POST", body, headers: { "X-Fragment": "row" } });
      if (!response.ok) return this.say(await response.text(), true);
      const answer = (await response.json()) as Answer;
      this.replace(no, answer.row);
      this.head = String(answer.head);
      this.last = action === "result" ? no : 0;
      this.say(answer.said, false);
      this.count(answer.missing);
      this.focusNext(no);
    } catch {
      this.say(this.table.dataset["unsent"] ?? "", true);
    }
  }

  private replace(no: number, html: string): void {
    const holder = document.createElement("tbody");
    holder.innerHTML = html;
    const fresh = holder.querySelector("tr");
    if (fresh) this.row(no)?.replaceWith(fresh);
  }

  private count(missing: number): void {
    const out = document.querySelector<HTMLElement>("[data-missing]");
    if (out) out.textContent = (out.textContent ?? "").replace(/\d+/, String(missing));
    if (missing === 0) window.location.reload();
  }

  private say(text: string, bad: boolean): void {
    const toast = document.querySelector<HTMLElement>("[data-toast]");
    if (!toast) return;
    toast.textContent = text;
    toast.classList.toggle("bad", bad);
    if (!bad) window.setTimeout(() => (toast.textContent === text ? (toast.textContent = "") : undefined), 6000);
  }

  private find(text: string): void {
    const wanted = text.normalize("NFKC").trim().toLowerCase();
    for (const row of this.rows()) {
      row.hidden = wanted !== "" && row.dataset["table"] !== wanted && !(row.textContent ?? "").toLowerCase().includes(wanted);
    }
  }

  // poll fetches the rows again when somebody else has entered something.
  private async poll(): Promise<void> {
    if (document.hidden || this.typed !== "") return;
    try {
      const head = await (await fetch(`/d/${this.table.dataset["desk"]}/head`)).text();
      if (!/^\d+$/.test(head) || head === this.head) return;
      const response = await fetch(`${window.location.pathname}?fragment=rows`);
      if (!response.ok) return;
      const focused = this.focused();
      const body = this.table.querySelector("[data-rows]");
      if (body) body.innerHTML = await response.text();
      this.head = head;
      const row = this.row(focused);
      if (row) this.focus(row);
      this.count(this.rows().filter((x) => x.dataset["entered"] === undefined).length);
    } catch {
      // The next poll tries again; what is on the page stays.
    }
  }
}

// commandID makes a command harmless when it is sent twice.
function commandID(): string {
  const raw = crypto.getRandomValues(new Uint8Array(10));
  return "k-" + Array.from(raw, (x) => x.toString(16).padStart(2, "0")).join("");
}
