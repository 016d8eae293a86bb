// The keys of the desk: a table's number, then one sign = saved. Every key is also a button in the
// bar of the row, so a mouse or a finger does the same.

interface Live {
  row?: string;
  rows?: string;
  said?: string;
  missing: number;
  head: number;
  progress: string;
  counts: string;
  filter: string;
  problems: string;
  divisions: string;
}

// Undo takes back what was just entered.
interface Undo {
  table: number;
  action: string;
  fields: Record<string, string>;
}

interface Question {
  title: string;
  yes: string;
  no: string;
  label?: string;
  help?: string;
  value?: string;
  question?: string;
  error?: string;
}

const signs: Record<string, string> = { "+": "+", "=": "+", "-": "-", "−": "-", "*": "*", "×": "*" };
const letters: Record<string, string> = { KeyB: "+", KeyW: "-", KeyD: "*" };
// A number waits so many milliseconds for its next key.
const patience = 1500;
const manners: Record<string, string> = { C1: "R", C2: "n", C3: "T", C4: "F" };

export function desk(): void {
  const table = document.querySelector<HTMLTableElement>("table[data-desk]");
  if (table) new Desk(table);
}

class Desk {
  private typed = "";
  private timer = 0;
  // When the last key of a number was pressed, by the browser's own stamp: a slow page doesn't make
  // a quick hand late.
  private last = 0;
  // The table that had the focus before a number was typed; the focus returns there when the number
  // comes to nothing.
  private origin = 0;
  // A number that came to nothing: until the hand moves on, a sign acts on no table.
  private refused = "";
  private late = false;
  private at = 0;
  private frame = 0;
  private byNo = new Map<number, HTMLTableRowElement>();
  private prefixes = new Set<string>();
  // What waits for a sign: F forfeit, J warning, C how, then C1 to C4, O who had Black.
  private pending = "";
  // With O: the result of a table whose colours are open, by the places of its row.
  private open = { no: 0, result: "" };
  // The table that was just saved, until the hand moves on.
  private fresh = 0;
  private head: string;
  // The heads of all divisions added up, when they were last asked for.
  private all = "";
  private readonly texts: Record<string, string>;

  constructor(private readonly table: HTMLTableElement) {
    this.head = table.dataset["head"] ?? "";
    this.texts = JSON.parse(table.dataset["texts"] ?? "{}") as Record<string, string>;
    this.index();
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => this.click(event));
    this.finder();
    const divisions = document.querySelector<HTMLSelectElement>("[data-divisions]");
    if (divisions) {
      divisions.hidden = false;
      divisions.addEventListener("change", () => (window.location.href = divisions.value));
    }
    if (this.phase() === "started" || this.phase() === "published") window.setInterval(() => void this.poll(), 4000);
    const asked = Number(new URLSearchParams(window.location.search).get("why") ?? new URLSearchParams(window.location.search).get("try"));
    const row = this.row(asked);
    if (row) this.focus(row);
    else if (this.phase() === "started") this.focusNext(0);
  }

  private phase(): string {
    return this.table.dataset["phase"] ?? "";
  }

  private text(name: string, values: Record<string, string | number> = {}): string {
    let text = this.texts[name] ?? "";
    for (const [key, value] of Object.entries(values)) text = text.split(`{${key}}`).join(String(value));
    return text;
  }

  private rows(): HTMLTableRowElement[] {
    return Array.from(this.byNo.values());
  }

  // index keeps the rows by number, and the beginnings of all numbers, so that a key costs the same
  // in a hall of ten tables and of a thousand.
  private index(): void {
    this.byNo.clear();
    this.prefixes.clear();
    for (const row of this.table.querySelectorAll<HTMLTableRowElement>("tr[data-table]")) {
      const no = row.dataset["table"] ?? "";
      this.byNo.set(Number(no), row);
      for (let i = 1; i <= no.length; i++) this.prefixes.add(no.slice(0, i));
    }
  }

  // Letters are read from the key's place, because an input method hides them; while it composes,
  // and inside text fields and dialogs, no key is taken.
  private key(event: KeyboardEvent): void {
    const at = event.target as HTMLElement;
    if (event.isComposing || event.ctrlKey || event.metaKey || at.closest("input, select, textarea, dialog")) return;
    if (event.altKey) {
      const digit = /^Digit([1-8])$/.exec(event.code)?.[1];
      const link = digit ? document.querySelector<HTMLAnchorElement>(`a[data-division="${digit}"]`) : null;
      if (link) this.take(event, () => link.click());
      return;
    }
    const name = keyName(event);
    if (name === "Enter" && at.closest("a, button, summary")) return;
    if (name !== "" && this.press(name, event.timeStamp, /^Key([BW])$/.exec(event.code)?.[1])) event.preventDefault();
  }

  private take(event: Event, act: () => void): void {
    event.preventDefault();
    act();
  }

  private click(event: MouseEvent): void {
    const at = event.target as HTMLElement;
    const key = at.closest<HTMLElement>("[data-key]")?.dataset["key"];
    if (key) {
      // A button stands in the bar of its row: it is clear which table is meant.
      this.refused = "";
      return this.take(event, () => void this.press(key, event.timeStamp));
    }
    if (at.closest("a.whylink")) {
      const row = at.closest<HTMLTableRowElement>("tr[data-table]");
      if (row) return this.take(event, () => this.why(Number(row.dataset["table"])));
    }
    const problem = at.closest<HTMLAnchorElement>('[data-live="problems"] a');
    const row = problem ? this.row(Number(problem.hash.slice(2))) : at.closest<HTMLTableRowElement>("tr[data-table]");
    if (!row || !problem && at.closest("a:not(.blank)")) return;
    event.preventDefault();
    this.moved();
    this.forget();
    this.focus(row);
  }

  // press acts on a key by its name and tells whether it is one of the desk's.
  // letter is B or W where the key was the name of a colour.
  private press(name: string, stamp: number, letter = ""): boolean {
    this.settle(stamp);
    if (/^[0-9]$/.test(name)) return this.digit(name, stamp);
    switch (name) {
      case "?":
        document.querySelector<HTMLDialogElement>("#keys")?.showModal();
        return true;
      case "/":
        document.querySelector<HTMLInputElement>("[data-find]")?.focus();
        return true;
      case "Escape":
        if (this.typed !== "") this.goBack();
        this.refused = "";
        this.forget();
        return true;
      case "ArrowDown":
      case "ArrowUp":
        this.moved();
        this.step(name === "ArrowDown" ? 1 : -1);
        return true;
      case "Enter":
        this.moved();
        this.focusNext(this.focused());
        return true;
      case "N":
      case "⇧N":
        this.problem(name === "N" ? 1 : -1);
        return true;
      case "G":
        void this.claims();
        return true;
      case "P":
        document.querySelector<HTMLAnchorElement>("a[data-print]")?.click();
        return true;
      case "Y":
        this.why(this.target());
        return true;
      case "X":
        this.other(this.target());
        return true;
      case "+":
      case "-":
      case "*":
      case "L":
        this.sign(name, letter);
        return true;
      case "F":
      case "J":
      case "C":
        return this.wait(name, stamp);
      case "Z":
        void this.undo();
        return true;
    }
    return false;
  }

  // digit adds to the number being typed. After a number that no table has, further digits belong to
  // that number still: 999 isn't table 9 after a wrong 99.
  private digit(digit: string, stamp: number): boolean {
    if (this.pending === "C" && /^[1-4]$/.test(digit)) return this.how(digit);
    if (this.pending === "O") this.pending = "";
    if (this.typed === "") {
      this.moved();
      this.origin = this.at;
    }
    this.typed += digit;
    const row = this.row(Number(this.typed));
    if (!this.prefixes.has(this.typed)) {
      this.goBack();
      this.say(this.text("noTable", { table: this.typed }), true);
    } else if (row) {
      this.focus(row);
    }
    this.show();
    this.restart(stamp);
    return true;
  }

  // restart gives the number that is being typed another 1.5 s.
  private restart(stamp: number): void {
    if (this.typed === "") return;
    this.last = stamp;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.lapse(), patience);
  }

  // settle ends a number whose time was over when a key was pressed, and takes up again one that
  // ended only because the page was late with the key.
  private settle(stamp: number): void {
    const inTime = stamp - this.last <= patience;
    if (this.typed !== "" && !inTime) return this.lapse();
    if (this.typed !== "" || !this.late || !inTime) return;
    this.typed = this.refused;
    this.refused = "";
    this.late = false;
    const row = this.row(Number(this.typed));
    if (row && this.prefixes.has(this.typed)) this.focus(row);
  }

  private lapse(): void {
    window.clearTimeout(this.timer);
    if (this.typed === "") return;
    this.goBack();
    this.refused = this.typed;
    this.late = true;
    this.clear();
  }

  // goBack returns the focus to where it was before a number was typed.
  private goBack(): void {
    const row = this.row(this.origin);
    if (row) return this.focus(row);
    this.blur();
  }

  // wait notes that the next sign says who forfeits, who is warned, or how the game ended. The table
  // just saved takes its manner at once.
  private wait(name: string, stamp: number): boolean {
    if (!this.mayEnter()) return true;
    this.restart(stamp);
    if (name === "C" && this.typed === "" && this.fresh > 0) {
      const row = this.row(this.fresh);
      if (row) this.focus(row);
    }
    this.pending = this.pending === name ? "" : name;
    this.show();
    return true;
  }

  private how(digit: string): boolean {
    this.pending = "C" + digit;
    const no = this.target();
    const entered = this.row(no)?.dataset["entered"] ?? "";
    if (/^[BW]\+/.test(entered)) this.sign(entered.startsWith("B") ? "+" : "-", "");
    else this.show();
    return true;
  }

  private mayCorrect(): boolean {
    return this.table.dataset["correct"] !== undefined;
  }

  private mayEnter(): boolean {
    if (this.phase() === "started" || this.phase() === "closed") return true;
    this.say(this.text("notNow"), true);
    return false;
  }

  // sign enters the result that a sign means after what waits.
  private sign(sign: string, letter: string): void {
    if (!this.mayEnter()) return;
    if (this.pending === "O") return this.colours(sign, letter);
    const no = this.target();
    const pending = this.pending;
    // Until the colours are drawn, signs mean the places of the row, and "Black won" says nothing.
    if (letter !== "" && pending === "" && this.row(no)?.dataset["open"] !== undefined) {
      this.forget();
      return this.say(this.text("neither", { table: no }), true);
    }
    if (this.typed !== "" && (!this.row(no) || !this.prefixes.has(this.typed))) {
      this.goBack();
      this.refused = this.typed;
      this.late = false;
    }
    this.forget();
    if (this.refused !== "") return this.say(this.text(this.late ? "lateTable" : "noTable", { table: this.refused }), true);
    if (!this.row(no)) return this.say(this.text("noTable", { table: no }), true);
    if (sign === "L") return void this.began(no, "bothlose");
    if (pending === "J") return sign === "*" ? undefined : void this.warn(no, sign === "+" ? "B" : "W");
    // F, then the sign of who forfeits: the other one wins.
    if (pending === "F") return void this.enter(no, sign === "+" ? "W+F" : sign === "-" ? "B+F" : "bothforfeit");
    if (sign === "*") return void this.began(no, "draw");
    void this.began(no, (sign === "+" ? "B+" : "W+") + (manners[pending] ?? ""));
  }

  // began enters a result, or asks first who had Black where the colours are open: + is the player on the
  // left, - the one on the right, as for who won.
  private began(no: number, result: string): void {
    const row = this.row(no);
    if (row?.dataset["open"] === undefined || result.endsWith("F")) return void this.enter(no, result);
    this.focus(row);
    this.say("", false);
    this.open = { no, result };
    this.pending = "O";
    this.show();
  }

  // colours enters the open result with the colours that a sign says: of the player whose place it is, or
  // as a letter of who won.
  private colours(sign: string, letter: string): void {
    const { no, result } = this.open;
    const won = result.charAt(0);
    if (sign !== "+" && sign !== "-") return;
    if (letter !== "" && !/^[BW]\+/.test(result)) return;
    const leftIsBlack = letter === "" ? sign === "+" : (letter === "B") === (won === "B");
    const [left, right] = (this.row(no)?.dataset["no"] ?? "").split(" ");
    this.forget();
    const turned = /^[BW]\+/.test(result) ? (won === "B" ? "W" : "B") + result.slice(1) : result;
    void this.enter(no, leftIsBlack ? result : turned, { black: (leftIsBlack ? left : right) ?? "" });
  }

  // names are those of an open row, the left one first.
  private names(no: number): [string, string] {
    const row = this.row(no);
    return [row?.dataset["open"] ?? "", row?.dataset["second"] ?? ""];
  }

  // asked says who won, and asks who had Black.
  private asked(): string {
    const { no, result } = this.open;
    const [left, right] = this.names(no);
    const won = result.startsWith("B+") ? this.text("wonBy", { name: left }) : result.startsWith("W+") ? this.text("wonBy", { name: right }) : this.text(result);
    return this.text("whoBlack", { table: no, result: won, left, right });
  }

  private target(): number {
    return this.typed === "" ? this.focused() : Number(this.typed);
  }

  private moved(): void {
    this.fresh = 0;
    this.refused = "";
    this.late = false;
  }

  private clear(): void {
    window.clearTimeout(this.timer);
    this.typed = "";
    this.show();
  }

  private forget(): void {
    this.pending = "";
    this.clear();
  }

  private show(): void {
    const text = [this.typed, this.pending === "" ? "" : this.pending === "O" ? this.asked() : this.text(this.pending)].filter((x) => x !== "").join("　");
    for (const out of document.querySelectorAll<HTMLElement>("[data-typed]")) out.textContent = text;
    const at = this.row(this.at);
    const bar = this.table.querySelector<HTMLElement>("tr.bar");
    if (at && bar) this.label(at, bar);
    for (const hows of document.querySelectorAll<HTMLElement>(".hows")) hows.hidden = this.pending !== "C";
    for (const button of document.querySelectorAll<HTMLElement>(".bar [data-key]")) {
      const key = button.dataset["key"] ?? "";
      if (key === "F" || key === "J" || key === "C") button.setAttribute("aria-pressed", String(this.pending.startsWith(key)));
    }
  }

  // label puts the names on the keys of a row whose colours are open.
  private label(row: HTMLTableRowElement, bar: HTMLElement): void {
    const open = row.dataset["open"] !== undefined;
    for (const [i, key] of ["+", "-"].entries()) {
      const words = bar.querySelector<HTMLElement>(`[data-key="${key}"] span`);
      const name = this.names(this.at)[i] ?? "";
      if (words) words.textContent = !open ? this.text(i === 0 ? "keyBlack" : "keyWhite") : this.text(this.pending === "O" ? "holds" : "wonBy", { name });
    }
  }

  private row(no: number): HTMLTableRowElement | undefined {
    return this.byNo.get(no);
  }

  // focus marks a row at once; its bar and the scrolling, which make the browser lay out the whole
  // table, follow once a frame.
  private focus(row: HTMLTableRowElement): void {
    this.row(this.at)?.classList.remove("focus");
    this.at = Number(row.dataset["table"]);
    row.classList.add("focus");
    row.hidden = false;
    if (this.frame === 0) this.frame = window.requestAnimationFrame(() => this.placeBar());
  }

  private placeBar(): void {
    this.frame = 0;
    const row = this.row(this.at);
    const bar = this.table.querySelector("tr.bar") ?? document.querySelector<HTMLTemplateElement>("template[data-bar]")?.content.firstElementChild?.cloneNode(true);
    if (!row || !(bar instanceof HTMLElement)) return;
    bar.hidden = row.hidden;
    row.after(bar);
    this.show();
    row.scrollIntoView({ block: "nearest" });
    bar.scrollIntoView({ block: "nearest" });
  }

  private blur(): void {
    this.row(this.at)?.classList.remove("focus");
    this.table.querySelector("tr.bar")?.remove();
    this.at = 0;
  }

  private focused(): number {
    return this.at;
  }

  private step(by: number): void {
    const rows = this.rows().filter((row) => !row.hidden);
    const at = rows.findIndex((row) => row.classList.contains("focus"));
    const row = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (row) this.focus(row);
  }

  private focusNext(after: number): void {
    const empty = this.rows().filter((row) => row.dataset["entered"] === undefined);
    const row = empty.find((x) => Number(x.dataset["table"]) > after) ?? empty[0];
    if (row) this.focus(row);
  }

  private problem(by: number): void {
    this.moved();
    const list = this.rows().filter((row) => row.dataset["problem"] !== undefined);
    if (by < 0) list.reverse();
    const at = this.focused();
    const row = list.find((x) => (Number(x.dataset["table"]) - at) * by > 0) ?? list[0];
    if (row) this.focus(row);
    else this.say(this.text("noProblems"), false);
  }

  // claims takes the results of all tables where both players report the same.
  private async claims(): Promise<void> {
    if (!document.querySelector('[data-key="G"]')) return this.say(this.text("noClaims"), false);
    const body = new URLSearchParams({ round: this.table.dataset["round"] ?? "" });
    try {
      const response = await fetch(`/d/${this.table.dataset["desk"]}/do/take`, { method: "POST", body, headers: { "X-Fragment": "1" } });
      if (!response.ok) return this.say(this.text("unsent"), true);
      const live = (await response.json()) as Live;
      await this.poll();
      this.say(live.said ?? "", false);
    } catch {
      this.say(this.text("unsent"), true);
    }
  }

  private async why(no: number): Promise<void> {
    const panel = document.querySelector<HTMLElement>('[data-live="why"]');
    if (!panel || no === 0) return;
    const row = this.row(no);
    if (row) this.focus(row);
    try {
      const response = await fetch(`?why=${no}&fragment=why`);
      if (!response.ok) return this.say(this.text("unsent"), true);
      panel.innerHTML = await response.text();
      window.history.replaceState(null, "", `?why=${no}`);
      if (panel.getBoundingClientRect().top > window.innerHeight - 120) panel.scrollIntoView();
    } catch {
      this.say(this.text("unsent"), true);
    }
  }

  private other(no: number): void {
    if (this.phase() !== "prepared" && this.phase() !== "checked") return this.say(this.text("noTrial"), true);
    if (no > 0) window.location.href = `?try=${no}#trial`;
  }

  // enter saves a result. A table that has one asks for a reason; a margin is asked for; a result
  // hard to believe is asked about once.
  private async enter(no: number, result: string, more: Record<string, string> = {}): Promise<void> {
    const row = this.row(no);
    const before = row?.dataset["entered"];
    const fields: Record<string, string> = { result, ...more };
    if (row?.dataset["open"] !== undefined && more["black"] === undefined) fields["left"] = (row.dataset["no"] ?? "").split(" ")[0] ?? "";
    const grows = before !== undefined && /^[BW]\+$/.test(before) && result.startsWith(before);
    let undo: Undo = { table: no, action: "takeback", fields: {} };
    if (before !== undefined && before !== result && !grows && this.mayCorrect()) {
      const asked = { title: this.text("reason", { table: no, before: row?.dataset["words"] ?? "", after: this.text(result) }), label: this.text("reasonLabel"), yes: this.text("change"), no: this.text("cancel") };
      const reason = await ask(asked);
      if (!reason) return;
      fields["reason"] = reason;
      undo = { table: no, action: "result", fields: { result: before, reason: this.text("reasonUndo") } };
    }
    await this.save(no, fields, undo, result.endsWith("n"));
  }

  private async save(no: number, fields: Record<string, string>, undo: Undo, margin: boolean): Promise<void> {
    const winner = this.text((fields["result"] ?? "").startsWith("B") ? "B" : "W");
    const plain: Question = { title: this.text("marginTitle", { table: no, winner }), label: this.text("marginLabel"), help: this.text("marginHelp"), yes: this.text("save"), no: this.text("cancel") };
    let asked: Question | undefined = margin ? plain : undefined;
    for (;;) {
      if (asked) {
        const value = await ask(asked);
        if (value === null) return;
        if (margin) fields["margin"] = value;
      }
      const answer = await this.post("result", no, fields);
      if (!answer) return;
      if (answer.live) return this.done(no, answer.live, undo);
      if (answer.doubt !== "") {
        fields["sure"] = answer.doubt;
        const title = margin ? plain.title : this.text("doubtTitle", { table: no, result: this.text(fields["result"] ?? "") });
        asked = { ...(margin ? plain : {}), title, question: answer.text, yes: this.text("sure"), no: this.text("notSure"), value: fields["margin"] ?? "" };
      } else if (answer.status === 409) {
        return this.stands(no, fields, answer.text, answer.stood);
      } else if (margin && answer.status === 422) {
        asked = { ...plain, error: answer.text, value: fields["margin"] ?? "" };
      } else {
        return this.say(answer.text, true);
      }
    }
  }

  // stands shows the result that somebody else entered first, and lets who may correct choose.
  private async stands(no: number, fields: Record<string, string>, text: string, choose: boolean): Promise<void> {
    await this.poll();
    const before = this.row(no)?.dataset["entered"] ?? "";
    if (!choose) return this.say(text, true);
    const name = this.text(fields["result"] ?? "");
    const reason = await ask({ title: this.text("changeTo", { result: name }), question: text, label: this.text("reasonLabel"), yes: this.text("changeTo", { result: name }), no: this.text("keep") });
    if (reason) await this.save(no, { ...fields, reason }, { table: no, action: "result", fields: { result: before, reason: this.text("reasonUndo") } }, false);
  }

  private async warn(no: number, side: "B" | "W"): Promise<void> {
    const row = this.row(no);
    const [b, w] = (row?.dataset["warn"] ?? "0,0").split(",").map(Number);
    const now = { warnB: String((b ?? 0) + (side === "B" ? 1 : 0)), warnW: String((w ?? 0) + (side === "W" ? 1 : 0)) };
    const old = { warnB: String(b ?? 0), warnW: String(w ?? 0) };
    const entered = row?.dataset["entered"];
    if (entered === undefined || !this.mayCorrect()) {
      const answer = await this.post("warn", no, now);
      if (answer?.live) return this.done(no, answer.live, { table: no, action: "warn", fields: old }, no);
      return answer ? this.say(answer.text, true) : undefined;
    }
    const reason = await ask({ title: this.text("reasonWarn", { table: no }), label: this.text("reasonLabel"), yes: this.text("save"), no: this.text("cancel") });
    if (reason) await this.save(no, { result: entered, reason, ...now }, { table: no, action: "result", fields: { result: entered, reason: this.text("reasonUndo"), ...old } }, false);
  }

  private async undo(): Promise<void> {
    const last = readUndo(this.where());
    if (!last) return;
    this.forget();
    const answer = await this.post(last.action, last.table, last.fields);
    if (!answer?.live) return answer ? this.say(answer.text, true) : undefined;
    this.done(last.table, answer.live, undefined, last.table);
    this.moved();
  }

  private where(): string {
    return `${this.table.dataset["desk"]} ${this.table.dataset["round"]}`;
  }

  // done shows what the server answered, and goes on to the next table without a result.
  private done(no: number, live: Live, undo?: Undo, stay = 0): void {
    this.replace(no, live.row ?? "");
    this.refresh(live);
    writeUndo(this.where(), undo);
    this.say(live.said ?? "", false);
    const row = this.row(stay);
    if (row) this.focus(row);
    else this.focusNext(no);
    if (!row && live.missing === 0) this.rest(no);
    this.fresh = no;
  }

  // rest leaves the focus at a table when every table has a result.
  private rest(no: number): void {
    const row = this.row(no);
    if (row) this.focus(row);
  }

  private async post(action: string, no: number, fields: Record<string, string>): Promise<{ live?: Live; text: string; doubt: string; stood: boolean; status: number } | undefined> {
    const body = new URLSearchParams({ ...fields, cmd: commandID(), round: this.table.dataset["round"] ?? "", table: String(no) });
    try {
      const response = await fetch(`/d/${this.table.dataset["desk"]}/do/${action}`, { method: "POST", body, headers: { "X-Fragment": "row" } });
      if (response.ok) return { live: (await response.json()) as Live, text: "", doubt: "", stood: false, status: response.status };
      return { text: await response.text(), doubt: response.headers.get("X-Doubt") ?? "", stood: response.headers.has("X-Stood"), status: response.status };
    } catch {
      this.say(this.text("unsent"), true);
      return undefined;
    }
  }

  private replace(no: number, html: string): void {
    const holder = document.createElement("tbody");
    holder.innerHTML = html;
    const fresh = holder.querySelector("tr");
    if (!fresh) return;
    this.row(no)?.replaceWith(fresh);
    this.byNo.set(no, fresh);
  }

  private refresh(live: Live): void {
    this.head = String(live.head);
    const chosen = Array.from(document.querySelectorAll('[data-live="filter"] a')).findIndex((a) => a.hasAttribute("aria-current"));
    for (const name of ["progress", "counts", "filter", "problems", "divisions"] as const) {
      const part = document.querySelector<HTMLElement>(`[data-live="${name}"]`);
      if (part) part.innerHTML = live[name];
    }
    // What is filtered stays chosen: the answer to an entry doesn't know it.
    for (const [i, a] of document.querySelectorAll('[data-live="filter"] a').entries()) {
      if (i === chosen) a.setAttribute("aria-current", "true");
      else a.removeAttribute("aria-current");
    }
  }

  private say(text: string, bad: boolean): void {
    const toast = document.querySelector<HTMLElement>("[data-toast]");
    if (!toast) return;
    toast.textContent = text;
    toast.classList.toggle("bad", bad);
    if (!bad) window.setTimeout(() => (toast.textContent === text ? (toast.textContent = "") : undefined), 6000);
  }

  private finder(): void {
    const field = document.querySelector<HTMLInputElement>("[data-find]");
    field?.addEventListener("input", () => this.find(field.value));
    field?.addEventListener("keydown", (event) => {
      if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.preventDefault();
      const first = this.rows().find((row) => !row.hidden);
      if (event.key === "Escape") field.value = "";
      this.find("");
      field.blur();
      if (event.key === "Enter" && first) this.focus(first);
    });
  }

  private find(text: string): void {
    const wanted = text.normalize("NFKC").trim().toLowerCase();
    for (const row of this.rows()) row.hidden = wanted !== "" && !matches(row, wanted);
    const bar = this.table.querySelector<HTMLElement>("tr.bar");
    if (bar) bar.hidden = this.row(this.at)?.hidden ?? true;
  }

  // poll fetches the rows again when somebody else has entered something.
  private async poll(): Promise<void> {
    if (document.hidden || this.typed !== "" || this.pending !== "" || document.querySelector("dialog[open]")) return;
    try {
      const answer = await fetch(`/d/${this.table.dataset["desk"]}/head`);
      const [head, all] = [await answer.text(), answer.headers.get("X-Divisions") ?? ""];
      if (!/^\d+$/.test(head)) return;
      const others = this.all !== "" && all !== this.all;
      this.all = all;
      if (head === this.head) return others ? await this.divisions() : undefined;
      const search = new URLSearchParams(window.location.search);
      search.set("fragment", "rows");
      const response = await fetch(`${window.location.pathname}?${search.toString()}`);
      if (!response.ok) return;
      const live = (await response.json()) as Live;
      const focused = this.focused();
      const old = new Map(this.rows().map((row) => [row.dataset["table"], row.dataset["entered"]]));
      const body = this.table.querySelector("[data-rows]");
      if (body) body.innerHTML = live.rows ?? "";
      this.index();
      this.refresh(live);
      for (const row of this.rows()) if (old.get(row.dataset["table"]) !== row.dataset["entered"]) this.tint(row);
      const row = this.row(focused);
      if (row) this.focus(row);
    } catch {
      // The next poll tries again; what is on the page stays.
    }
  }

  // divisions shows how far the other divisions are.
  private async divisions(): Promise<void> {
    const response = await fetch(`${window.location.pathname}?fragment=divisions`);
    const list = document.querySelector<HTMLElement>('[data-live="divisions"]');
    if (response.ok && list) list.innerHTML = await response.text();
  }

  private tint(row: HTMLTableRowElement): void {
    row.classList.add("fresh");
    window.setTimeout(() => row.classList.remove("fresh"), 2000);
  }
}

// keyName names a key as the desk knows it; "" for one that it doesn't.
function keyName(event: KeyboardEvent): string {
  const key = event.key.normalize("NFKC");
  const letter = /^Key([LFJCNZYXPG])$/.exec(event.code)?.[1];
  if (letter) return letter === "N" && event.shiftKey ? "⇧N" : letter;
  const sign = letters[event.code] ?? signs[key];
  if (sign) return sign;
  if (/^[0-9?/]$/.test(key) || ["Escape", "Enter", "ArrowUp", "ArrowDown"].includes(key)) return key;
  if (key !== "Process") return "";
  // An input method hides the sign as well: the key's place tells.
  if (event.shiftKey) return { Slash: "?", Equal: "+", Digit8: "*" }[event.code] ?? "";
  return /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? { NumpadAdd: "+", Equal: "+", NumpadSubtract: "-", Minus: "-", NumpadMultiply: "*", Slash: "/" }[event.code] ?? "";
}

// matches tells that a row is meant: a table's or player's number, a part of its text, the first
// letters of a name's pinyin.
function matches(row: HTMLTableRowElement, wanted: string): boolean {
  if (/^\d+$/.test(wanted)) return row.dataset["table"] === wanted || (row.dataset["no"] ?? "").split(" ").includes(wanted);
  const initials = (row.dataset["initials"] ?? "").split(" ");
  return initials.some((x) => x.startsWith(wanted)) || (row.textContent ?? "").toLowerCase().includes(wanted);
}

// ask opens the one dialog and gives what was typed, "" without a field, or null for no.
function ask(q: Question): Promise<string | null> {
  const dialog = document.querySelector<HTMLDialogElement>("#ask");
  if (!dialog) return Promise.resolve(null);
  const part = <T extends HTMLElement>(name: string): T => dialog.querySelector<T>(`[data-ask="${name}"]`) as T;
  const input = part<HTMLInputElement>("input");
  const fill = (name: string, text: string | undefined): void => {
    part(name).textContent = text ?? "";
    part(name).hidden = text === undefined;
  };
  (dialog.querySelector("h2") as HTMLElement).textContent = q.title;
  fill("question", q.question);
  fill("error", q.error);
  fill("label", q.help === undefined ? q.label : `${q.label ?? ""}　${q.help}`);
  part("field").hidden = q.label === undefined;
  input.required = q.label !== undefined;
  input.disabled = q.label === undefined;
  input.value = q.value ?? "";
  fill("no", q.no);
  fill("yes", q.yes);
  return new Promise((resolve) => {
    part("no").onclick = () => dialog.close("no");
    dialog.onclose = () => resolve(dialog.returnValue === "yes" ? input.value.trim() : null);
    dialog.returnValue = "";
    dialog.showModal();
    if (q.label === undefined || q.question !== undefined) part("no").focus();
    else input.select();
  });
}

// The last entry is kept for the tab, so that it can be taken back after the page was loaded again.
const kept = "tianyuan.undo";

function writeUndo(where: string, undo?: Undo): void {
  window.sessionStorage.setItem(kept, JSON.stringify(undo ? { where, undo } : {}));
}

function readUndo(where: string): Undo | undefined {
  const saved = JSON.parse(window.sessionStorage.getItem(kept) ?? "{}") as { where?: string; undo?: Undo };
  return saved.where === where ? saved.undo : undefined;
}

// commandID makes a command harmless when it is sent twice.
function commandID(): string {
  const raw = crypto.getRandomValues(new Uint8Array(10));
  return "k-" + Array.from(raw, (x) => x.toString(16).padStart(2, "0")).join("");
}
