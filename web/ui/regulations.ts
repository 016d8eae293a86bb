// The order of the ranking is edited in place; without this the same buttons ask the server.

export function regulations(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-regulations]");
  const list = form?.querySelector<HTMLOListElement>("ol[data-chain]");
  const preset = form?.querySelector<HTMLSelectElement>("[data-presets]");
  const adder = form?.querySelector<HTMLSelectElement>("[name=add]");
  if (form && list && preset && adder) new Chain(form, list, preset, adder);
}

class Chain {
  // A row to copy, for chains that begin empty, and its name in its labels.
  private readonly model: HTMLLIElement | null;

  constructor(form: HTMLFormElement, private readonly list: HTMLOListElement, private readonly preset: HTMLSelectElement, private readonly adder: HTMLSelectElement) {
    const first = list.querySelector<HTMLLIElement>("li");
    this.model = first ? (first.cloneNode(true) as HTMLLIElement) : null;
    if (!this.model) return;
    form.addEventListener("click", (event) => this.click(event));
    preset.addEventListener("change", () => this.fill());
  }

  private click(event: Event): void {
    const button = (event.target as HTMLElement).closest<HTMLButtonElement>("button[data-move]");
    if (!button) return;
    event.preventDefault();
    const row = button.closest("li");
    const move = button.dataset["move"];
    if (move === "add") this.add(this.adder.value);
    else if (row && move === "up") row.previousElementSibling?.before(row);
    else if (row && move === "down") row.nextElementSibling?.after(row);
    else if (row) this.remove(row);
    const lots = this.list.querySelector("[data-key=lots]");
    if (lots) this.list.append(lots);
    this.preset.value = "";
    if (row?.isConnected) button.focus();
  }

  private remove(row: HTMLLIElement): void {
    const near = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (near?.querySelector<HTMLButtonElement>("[data-move=remove]") ?? this.adder).focus();
  }

  private add(key: string): void {
    if (!this.list.querySelector(`[data-key="${key}"]`)) this.list.append(this.row(key));
  }

  private fill(): void {
    const chain = this.preset.selectedOptions[0]?.dataset["chain"];
    if (chain !== undefined) this.list.replaceChildren(...chain.split(" ").map((key) => this.row(key)));
  }

  private nameOf(key: string): string {
    return Array.from(this.adder.options).find((option) => option.value === key)?.text ?? key;
  }

  private row(key: string): HTMLLIElement {
    const row = (this.model as HTMLLIElement).cloneNode(true) as HTMLLIElement;
    const before = this.nameOf(row.dataset["key"] ?? "");
    const name = this.nameOf(key);
    row.dataset["key"] = key;
    (row.querySelector("input") as HTMLInputElement).value = key;
    (row.querySelector("span") as HTMLElement).textContent = name;
    row.querySelectorAll("button").forEach((button) => {
      button.title = button.title.replace(before, name);
      button.setAttribute("aria-label", button.title);
    });
    return row;
  }
}
