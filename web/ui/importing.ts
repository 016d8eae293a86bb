// The preview of an entry list judges anew as soon as a cell or a decision is changed, and
// leads from one problem to the next; columns wait for the button, for one is seldom changed alone. Without this the buttons of the form do the same.

export function importing(): void {
  const main = document.querySelector<HTMLElement>("main.import");
  if (main?.querySelector("[data-preview]")) new Preview(main);
}

const PROBLEM = "td.c-refuse, td.c-doubt";

class Preview {
  // A change while an answer is awaited asks once more when it is there; onward goes on to the next problem.
  private asking = false;
  private again = false;
  private onward = false;

  constructor(private readonly main: HTMLElement) {
    this.live();
    main.addEventListener("change", (event) => {
      const name = (event.target as HTMLInputElement).name;
      if (/^(edit|take)\./.test(name)) void this.look(false);
    });
    // Enter in a cell, too: the form's first button looks again.
    main.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement) || button.value !== "look") return;
      event.preventDefault();
      void this.look((document.activeElement as HTMLInputElement | null)?.name?.startsWith("edit.") ?? false);
    });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  private get form(): HTMLFormElement {
    return this.main.querySelector("form")!;
  }

  private live(): void {
    this.main.querySelectorAll<HTMLElement>("[data-live]").forEach((hint) => (hint.hidden = false));
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target as HTMLElement;
    const cell = at instanceof HTMLInputElement && at.name.startsWith("edit.") ? at : null;
    if (cell && event.key === "Escape") {
      cell.value = cell.defaultValue;
      cell.select();
    } else if (event.code === "KeyN" && !at.matches("input:not([type=radio]), select, textarea")) {
      event.preventDefault();
      this.next(event.shiftKey);
    }
  }

  // next goes to the next problem that is shown, or to the one before.
  private next(back: boolean): void {
    const cells = Array.from(this.main.querySelectorAll<HTMLElement>(PROBLEM)).filter((cell) => cell.offsetParent !== null);
    if (cells.length === 0) return;
    const here = cells.findIndex((cell) => cell.contains(document.activeElement));
    const step = here < 0 ? (back ? cells.length - 1 : 0) : (here + (back ? -1 : 1) + cells.length) % cells.length;
    this.show(cells[step]!);
  }

  private show(cell: HTMLElement): void {
    const input = cell.querySelector<HTMLInputElement>("input");
    if (!input) cell.tabIndex = -1;
    (input ?? cell).focus();
    input?.select();
    cell.scrollIntoView({ block: "center", inline: "nearest" });
  }

  // look judges the list as it stands in the form and shows the answer at the same place.
  private async look(onward: boolean): Promise<void> {
    this.onward = this.onward || onward;
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    this.form.setAttribute("aria-busy", "true");
    const fields = new FormData(this.form);
    fields.set("do", "look");
    try {
      const answer = await fetch(this.form.action, { method: "POST", body: fields });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main.import");
      if (page && !this.again) this.replace(page);
    } catch {
      // The server can't be reached: the form stays as it is, its button asks again.
    }
    this.form.removeAttribute("aria-busy");
    this.asking = false;
    if (this.again) {
      this.again = false;
      void this.look(false);
    }
  }

  private replace(page: Element): void {
    const onward = this.onward;
    this.onward = false;
    const named = (document.activeElement as HTMLInputElement | null)?.name ?? "";
    const typed = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : "";
    const row = document.activeElement?.closest("tr")?.id ?? "";
    const [left, top] = [this.main.querySelector(".scroll")?.scrollLeft ?? 0, window.scrollY];
    this.main.replaceChildren(...Array.from(page.childNodes));
    this.live();
    this.main.querySelector(".scroll")?.scrollTo({ left });
    window.scrollTo(0, top);
    const same = named ? this.main.querySelector<HTMLInputElement>(`[name="${CSS.escape(named)}"]`) : null;
    const rows = Array.from(this.main.querySelectorAll<HTMLElement>("tr[id]"));
    const from = rows.findIndex((tr) => tr.id === row);
    const later = rows.slice(Math.max(0, from)).flatMap((tr) => Array.from(tr.querySelectorAll<HTMLElement>(PROBLEM)));
    if (onward && later[0]) this.show(later[0]);
    else if (same && !onward) {
      if (same.type === "text") same.value = typed;
      same.focus();
    }
  }
}
