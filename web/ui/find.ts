// Find me: answers while one types; on a kiosk by keys on the screen, and cleared when nobody is there.
import { setServerTime, updateCountdowns } from "./countdown";

export function find(): void {
  const root = document.querySelector<HTMLElement>("[data-find-me]");
  if (root) new Find(root);
  else if (document.querySelector("[data-until]")) window.setInterval(updateCountdowns, 1000);
}

class Find {
  private readonly input: HTMLInputElement;
  private readonly kiosk: number;
  private wait = 0;
  private idle = 0;
  private asked = 0;

  constructor(private readonly root: HTMLElement) {
    this.input = root.querySelector<HTMLInputElement>("input[type=search]")!;
    this.kiosk = Number(root.dataset["kiosk"] ?? 0);
    setServerTime(Number(root.dataset["now"]));
    window.setInterval(updateCountdowns, 1000);
    let composing = false;
    this.input.addEventListener("compositionstart", () => (composing = true));
    this.input.addEventListener("compositionend", () => {
      composing = false;
      this.typed();
    });
    this.input.addEventListener("input", () => {
      if (!composing) this.typed();
    });
    root.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.ask();
    });
    if (this.kiosk > 0) this.serve();
  }

  private typed(): void {
    window.clearTimeout(this.wait);
    this.wait = window.setTimeout(() => void this.ask(), 60);
    this.stay();
  }

  private async ask(search?: string): Promise<void> {
    const turn = ++this.asked;
    const address = new URL(this.root.dataset["findMe"] ?? "", window.location.href);
    address.search = search ?? "";
    if (search === undefined) address.searchParams.set("q", this.input.value.trim());
    if (this.kiosk > 0) address.searchParams.set("kiosk", "1");
    else window.history.replaceState(null, "", address);
    address.searchParams.set("fragment", "1");
    try {
      const answer = await fetch(address, { cache: "no-store" });
      const html = await answer.text();
      if (turn !== this.asked || !answer.ok) return; // somebody typed on
      const found = this.root.querySelector<HTMLElement>("[data-found]");
      if (found) found.innerHTML = html;
      updateCountdowns();
    } catch {
      // The next key asks again; what is shown stays.
    }
  }

  // serve makes the page a kiosk: keys, and clearing by itself.
  private serve(): void {
    const keys = this.root.querySelector<HTMLElement>("[data-keys]");
    if (keys) keys.hidden = false;
    this.root.addEventListener("click", (event) => this.click(event));
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => this.stay());
    this.input.inputMode = "none"; // the keys are on the screen already
    this.input.focus();
    if (this.input.value !== "" || window.location.search.includes("is=")) this.stay();
  }

  private click(event: MouseEvent): void {
    const at = event.target as HTMLElement;
    const key = at.closest<HTMLElement>("[data-key]")?.dataset["key"];
    const person = at.closest<HTMLAnchorElement>(".found a");
    if (key !== undefined) {
      if (key === "clear") return this.clear();
      this.input.value = key === "back" ? this.input.value.slice(0, -1) : this.input.value + (key === "space" ? " " : key.toLowerCase());
      this.typed();
    } else if (person) {
      event.preventDefault();
      void this.ask(new URL(person.href).search);
    } else if (at.closest("[data-clear]")) {
      event.preventDefault();
      this.clear();
    }
  }

  private stay(): void {
    window.clearTimeout(this.idle);
    if (this.kiosk > 0) this.idle = window.setTimeout(() => this.clear(), this.kiosk * 1000);
  }

  private clear(): void {
    window.clearTimeout(this.wait);
    this.asked++;
    this.input.value = "";
    const found = this.root.querySelector<HTMLElement>("[data-found]");
    if (found) found.innerHTML = "";
    window.scrollTo(0, 0);
    this.input.focus();
  }
}
