// The hall screen: it pages by itself, follows changes without a flicker and goes on showing what it
// has when the network is gone. Without scripts the page turns by the browser's own refresh.
import { timeout } from "./timeout";
import { keepAwake } from "./awake";
import { serverTime, setServerTime, updateCountdowns } from "./countdown";

export function hall(): void {
  if (document.body.dataset["hall"]) new Hall(document.body);
}

const quietSeconds = 15; // without an answer for so long, the age of what is shown stands there
const shiftSeconds = 600; // against burn-in

class Hall {
  private at = 1;
  private turned = 0; // seconds the page has been shown
  private seconds = 0;
  private paused = false;
  private heard = serverTime();
  private asking = false;

  constructor(private readonly body: HTMLElement) {
    this.read(this.screen());
    setServerTime(Number(this.screen().dataset["now"]));
    this.heard = serverTime();
    this.at = this.pages().findIndex((page) => !page.hidden) + 1 || 1;
    this.show(this.at);
    window.setInterval(() => this.tick(), 1000);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => this.click(event));
    void this.ask();
    keepAwake();
  }

  private screen(): HTMLElement {
    return this.body.querySelector<HTMLElement>("[data-screen]")!;
  }

  private pages(): HTMLElement[] {
    return Array.from(this.body.querySelectorAll<HTMLElement>("[data-page]"));
  }

  // read takes the plain refresh off: the script does it better.
  private read(screen: HTMLElement): void {
    screen.ownerDocument.querySelectorAll("noscript").forEach((element) => element.remove());
  }

  private number(name: string): number {
    return Number(this.body.dataset[name]);
  }

  private tick(): void {
    this.seconds++;
    if (!this.paused) this.turned++;
    if (this.turned >= this.number("turn")) this.go(1);
    if (this.seconds % this.number("poll") === 0) void this.ask();
    if (this.seconds % shiftSeconds === 0 && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) this.body.classList.toggle("shifted");
    this.faces();
  }

  private faces(): void {
    const zone = Number(this.screen().dataset["zone"]) * 1000;
    const time = (at: number): string => new Date(at + zone).toISOString().slice(11, 16);
    this.text("[data-time]", time(serverTime()));
    this.text("[data-state]", this.paused ? (this.body.dataset["pausedText"] ?? "") : "");
    const stale = serverTime() - this.heard > quietSeconds * 1000;
    this.text("[data-stale]", stale ? (this.body.dataset["staleText"] ?? "").replace("{time}", time(this.heard)) : "");
    const bar = this.body.querySelector<HTMLElement>("[data-bar]");
    if (bar) bar.style.width = `${Math.round((100 * this.turned) / this.number("turn"))}%`;
    updateCountdowns();
  }

  private text(selector: string, text: string): void {
    const element = this.body.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }

  private show(no: number): void {
    const pages = this.pages();
    if (pages.length === 0) return;
    this.at = ((no - 1 + pages.length) % pages.length) + 1;
    this.turned = 0;
    for (const page of pages) page.hidden = Number(page.dataset["page"]) !== this.at;
    for (const tab of this.tabs()) {
      const here = Number(tab.dataset["first"]) <= this.at && this.at <= Number(tab.dataset["last"]);
      if (here) {
        tab.setAttribute("aria-current", "page");
        tab.scrollIntoView({ block: "nearest", inline: "center" });
        tab.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else tab.removeAttribute("aria-current");
    }
    this.text("[data-count]", (this.body.dataset["pageText"] ?? "").replace("{n}", String(this.at)).replace("{of}", String(pages.length)));
    this.faces();
  }

  private tabs(): HTMLElement[] {
    return Array.from(this.body.querySelectorAll<HTMLElement>("[data-first]"));
  }

  private go(by: number): void {
    this.show(this.at + by);
  }

  private division(by: number): void {
    const tabs = this.tabs();
    const here = tabs.findIndex((tab) => tab.hasAttribute("aria-current"));
    const next = tabs[(here + by + tabs.length) % tabs.length];
    if (next) this.show(Number(next.dataset["first"]));
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      Space: () => this.pause(), ArrowRight: () => this.go(1), ArrowLeft: () => this.go(-1), ArrowDown: () => this.division(1), ArrowUp: () => this.division(-1),
      KeyF: () => void document.documentElement.requestFullscreen?.().catch(() => undefined),
    };
    const act = acts[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private pause(): void {
    this.paused = !this.paused;
    this.faces();
  }

  private click(event: MouseEvent): void {
    const tab = (event.target as HTMLElement).closest<HTMLElement>("[data-first]");
    if (!tab) return;
    event.preventDefault();
    this.show(Number(tab.dataset["first"]));
  }

  // ask looks whether anything changed: a few bytes, most often "304".
  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const answer = await fetch(`${this.body.dataset["hall"]}/head`, { cache: "no-store", signal: timeout(8000) });
      const tag = await answer.text();
      if (!answer.ok) return;
      this.noteTime(answer);
      if (tag !== this.screen().dataset["tag"]) await this.renew();
      this.heard = serverTime();
    } catch {
      // Nobody answers: what is shown stays, with its age.
    } finally {
      this.asking = false;
    }
  }

  private noteTime(answer: Response): void {
    const date = Date.parse(answer.headers.get("Date") ?? "");
    if (Math.abs(date - serverTime()) > 2500) setServerTime(date + 500);
  }

  // renew puts the new pages in the place of the old ones and stays where it is.
  private async renew(): Promise<void> {
    const answer = await fetch(window.location.pathname, { cache: "no-store", signal: timeout(8000) });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector<HTMLElement>("[data-screen]");
    if (!fresh) return;
    const here = this.pages()[this.at - 1]?.dataset["key"];
    const inside = this.pages().slice(0, this.at - 1).filter((page) => page.dataset["key"] === here).length;
    const turned = this.turned;
    this.screen().replaceWith(document.adoptNode(fresh));
    const same = this.pages().filter((page) => page.dataset["key"] === here);
    const page = same[Math.min(inside, same.length - 1)];
    this.show(Number(page?.dataset["page"] ?? 1));
    this.turned = turned;
  }
}
