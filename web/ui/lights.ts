// The lights of the office: how the stick, the disk and the clock are doing. A page that stays open
// asks every few seconds, and says so when nobody answers.
import { timeout } from "./timeout";

const every = 4000; // milliseconds between two questions
const quiet = 12000; // so long without an answer is told
const apart = 120000; // clocks that differ by more are told

interface Lights {
  lights: string;
  alarms: string;
}

export function lights(): void {
  const strip = document.querySelector<HTMLElement>("[data-alarms]");
  const place = document.querySelector<HTMLElement>("[data-lights]");
  if (!strip || !place) return;
  const own = differs(strip);
  let shown = strip.innerHTML;
  let heard = Date.now();
  let asking = false;
  const show = (html: string): void => {
    if (html + own === shown) return;
    shown = html + own;
    strip.innerHTML = shown;
  };
  show(strip.innerHTML);
  const ask = async (): Promise<void> => {
    if (document.hidden || asking) return;
    asking = true;
    const began = Date.now();
    try {
      const answer = await fetch("/lights", { cache: "no-store", signal: timeout(8000) });
      if (answer.ok) {
        const now = (await answer.json()) as Lights;
        if (place.innerHTML !== now.lights) place.innerHTML = now.lights;
        show(now.alarms);
      }
      heard = Date.now();
    } catch {
      // A page that slept isn't told of the time it slept: it asks first.
      if (began - heard > quiet) show(alarm((strip.dataset["silent"] ?? "").replace("{time}", new Date(heard).toTimeString().slice(0, 5))));
    } finally {
      asking = false;
    }
  };
  window.setInterval(() => void ask(), every);
}

// differs tells when the server's clock and this device's are far apart: one of them is wrong. Pages
// of the office are never kept, so the time on the page is the answer's.
function differs(strip: HTMLElement): string {
  const theirs = Number(strip.dataset["now"]);
  const ours = Date.now();
  if (!theirs || Math.abs(ours - theirs) < apart) return "";
  const face = (at: number): string => {
    const t = new Date(at);
    return `${t.getFullYear()}-${String(t.getMonth() + 1).padStart(2, "0")}-${String(t.getDate()).padStart(2, "0")} ${t.toTimeString().slice(0, 5)}`;
  };
  return alarm((strip.dataset["differs"] ?? "").replace("{minutes}", String(Math.round(Math.abs(ours - theirs) / 60000))).replace("{theirs}", face(theirs)).replace("{ours}", face(ours)));
}

function alarm(text: string): string {
  const line = document.createElement("p");
  line.className = "alarm bad";
  line.textContent = text;
  return line.outerHTML;
}
