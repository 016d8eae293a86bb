// A player's entry from the slip. On weak wifi it stays on the phone until the server has taken
// it: shown as not yet sent, sent again with the same id, answered once.

interface Kept {
  path: string;
  body: string;
}

const shelf = "tianyuan.claims";

function kept(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

function keep(all: Kept[]): void {
  try {
    localStorage.setItem(shelf, JSON.stringify(all.slice(-20)));
  } catch {
    // A phone that keeps nothing still sends while the page is open.
  }
}

function say(text: string, state: string): void {
  const place = document.querySelector<HTMLElement>("[data-claims]");
  if (!place) return;
  let line = place.querySelector<HTMLElement>("[data-line]");
  if (!line) {
    line = document.createElement("p");
    line.dataset["line"] = "";
    line.setAttribute("role", "status");
    place.append(line);
  }
  line.className = "slip-state " + state;
  line.textContent = text;
}

// patience is how long an answer is waited for: a phone at the edge of the wifi may hang for minutes.
const patience = 8000;

// send gives an entry to the server and tells whether it answered. An answer that breaks off is none:
// the entry is sent again, and counts once by its id.
async function send(claim: Kept): Promise<boolean> {
  const enough = new AbortController();
  const timer = window.setTimeout(() => enough.abort(), patience);
  const here = claim.path === location.pathname;
  try {
    const answer = await fetch(claim.path, { method: "POST", body: claim.body, headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Fragment": "1" }, signal: enough.signal });
    // Busy or broken servers are asked again; a refusal is an answer.
    if (answer.status === 429 || answer.status >= 500) return false;
    if (!answer.ok) {
      const refusal = (await answer.text()).trim();
      if (here) say(refusal, "bad");
      return true;
    }
    const told = (await answer.json()) as { said: string; accord: string };
    if (here) say(told.said, told.accord === "agree" ? "ok" : told.accord === "differ" ? "bad" : "");
    return true;
  } catch {
    return false;
  } finally {
    window.clearTimeout(timer);
  }
}

let sending = false;
let late = false;

async function flush(unsent: string): Promise<void> {
  if (sending) return;
  sending = true;
  for (const claim of kept()) {
    if (await send(claim)) keep(kept().filter((x) => x.body !== claim.body || x.path !== claim.path));
    else if (claim.path === location.pathname) say(unsent, "ask");
  }
  sending = false;
  // What was entered meanwhile doesn't wait for the next turn.
  if (late) {
    late = false;
    void flush(unsent);
  }
}

export function slip(): void {
  const forms = document.querySelectorAll<HTMLFormElement>("form[data-claim]");
  const unsent = forms[0]?.dataset["unsent"] ?? "";
  for (const form of forms) {
    form.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement)) return;
      event.preventDefault();
      const fields = new URLSearchParams();
      new FormData(form).forEach((value, name) => fields.set(name, String(value)));
      fields.set("result", button.value);
      // Each entry has an id of its own, so that a changed mind counts and a repeated sending doesn't.
      const id = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, "0")).join("");
      fields.set("cmd", "c-" + id);
      keep([...kept().filter((x) => x.path !== location.pathname), { path: location.pathname, body: fields.toString() }]);
      say(form.dataset["sent"] ?? "", "");
      button.removeAttribute("aria-busy");
      late = sending;
      void flush(unsent);
    });
  }
  if (forms.length > 0 || kept().length > 0) {
    void flush(unsent);
    window.setInterval(() => {
      if (kept().length > 0) void flush(unsent);
    }, 5000);
    window.addEventListener("online", () => void flush(unsent));
  }
}
