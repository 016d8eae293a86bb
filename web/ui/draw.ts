// The ceremony: each lot by the space key or a click, without leaving the page.

export function draw(): void {
  const root = document.querySelector<HTMLElement>("[data-draw]");
  if (root) new Draw(root);
}

class Draw {
  private n: number;
  private readonly lots: HTMLElement[];

  constructor(private readonly root: HTMLElement) {
    this.n = Number(root.dataset["n"]);
    this.lots = Array.from(root.querySelectorAll<HTMLElement>("[data-lot]"));
    root.querySelector("[data-next]")?.addEventListener("click", (event) => this.to(event, this.n + 1));
    root.querySelector("[data-rest]")?.addEventListener("click", (event) => this.to(event, this.lots.length));
    document.addEventListener("keydown", (event) => {
      const at = event.target as HTMLElement;
      if (event.code !== "Space" || event.repeat || at.closest("button, input, [data-commit]")) return;
      this.to(event, this.n + 1);
    });
    this.lots[this.n - 1]?.scrollIntoView({ block: "nearest" });
  }

  private to(event: Event, n: number): void {
    event.preventDefault();
    if (n > this.lots.length) return;
    this.n = n;
    this.lots.forEach((lot, i) => {
      lot.className = i + 1 === n ? "now" : i + 1 < n ? "drawn" : "todo";
    });
    this.lots[n - 1]?.scrollIntoView({ block: "nearest" });
    for (const sum of this.all("[data-sum]")) sum.hidden = Number(sum.dataset["sum"]) !== n;
    for (const name of this.all("[data-left]")) name.hidden = Number(name.dataset["left"]) <= n;
    const done = n === this.lots.length;
    this.say("[data-title]", "titleText", { n, name: this.lots[n - 1]?.dataset["name"] ?? "" });
    this.say("[data-drawn]", "drawnText", { n });
    this.say("[data-left-count]", "leftText", { n: this.lots.length - n });
    this.say("[data-next]", "nextText", { n: n + 1 });
    for (const selector of ["[data-next]", "[data-rest]"]) this.all(selector).forEach((link) => (link.hidden = done));
    for (const form of this.all("[data-commit]")) form.hidden = !done;
    const address = new URL(window.location.href);
    address.searchParams.set("n", String(n));
    window.history.replaceState(null, "", address);
    if (done) this.root.querySelector<HTMLElement>("[data-commit] .act")?.focus();
  }

  private all(selector: string): HTMLElement[] {
    return Array.from(this.root.querySelectorAll<HTMLElement>(selector));
  }

  private say(selector: string, text: string, values: Record<string, number | string>): void {
    const element = this.root.querySelector(selector);
    if (element) element.textContent = (this.root.dataset[text] ?? "").replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  }
}
