// The check-in list narrows while one types, and a tap is saved without leaving the place.

export function checkin(): void {
  const box = document.querySelector<HTMLInputElement>("[data-arrivals]");
  if (!box) return;
  const rows = Array.from(document.querySelectorAll<HTMLLIElement>(".arrivals li[data-keys]"));
  box.addEventListener("input", () => {
    const words = box.value.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every((word) => (row.dataset["keys"] ?? "").includes(word));
  });
  for (const row of rows) {
    row.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      void tick(row, event.target as HTMLFormElement);
    });
  }
}

async function tick(row: HTMLLIElement, form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button")!;
  const fields = new URLSearchParams();
  new FormData(form).forEach((value, name) => fields.set(name, String(value)));
  fields.set("present", button.value);
  fields.delete("cmd");
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // The list as it is now: others tick on their phones, too.
    if (answer.ok) refresh(page);
    told(button, answer.ok ? "" : (page.querySelector(".error")?.textContent ?? ""));
  } catch {
    told(button, document.querySelector<HTMLElement>("[data-said]")?.dataset["unsent"] ?? "");
  }
  button.removeAttribute("aria-busy");
  row.querySelector<HTMLButtonElement>("button")?.focus();
}

// told marks a tap that wasn't taken, and says why; "" takes the mark off.
function told(button: HTMLButtonElement, why: string): void {
  if (why === "") button.removeAttribute("aria-invalid");
  else button.setAttribute("aria-invalid", "true");
  const place = document.querySelector<HTMLElement>("[data-said]");
  if (!place) return;
  place.textContent = why;
  place.hidden = why === "";
}

function refresh(page: Document): void {
  const fresh = new Map<string, Element>();
  page.querySelectorAll(".arrivals li[data-keys]").forEach((row) => fresh.set(key(row), row));
  document.querySelectorAll(".arrivals li[data-keys]").forEach((row) => {
    const now = fresh.get(key(row));
    if (!now) return;
    row.className = now.className;
    const [old, next] = [row.querySelector("button")!, now.querySelector("button")!];
    old.value = next.value;
    old.setAttribute("aria-pressed", next.getAttribute("aria-pressed") ?? "false");
    old.querySelector(".mark")!.textContent = next.querySelector(".mark")!.textContent;
  });
  const here = page.querySelector("[data-here]");
  if (here) document.querySelector("[data-here]")!.textContent = here.textContent;
}

function key(row: Element): string {
  const form = row.querySelector("form")!;
  return form.getAttribute("action") + "#" + form.querySelector<HTMLInputElement>("input[name=id]")!.value;
}
