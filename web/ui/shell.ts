// The page of a table's clock as something that stays on the device and changes only between games.
import type { Order } from "./clockworker";

const tried = "tianyuan.clock.renewed";
const again = 30_000; // ms until a change is tried once more

// Shell keeps the page by a service worker, where the context is secure.
export class Shell {
  private readonly workers = "serviceWorker" in navigator ? navigator.serviceWorker : null;
  private clips: string[] = [];
  private wanted = ""; // the build that is being changed to

  // build is the digest of the program that made the page.
  constructor(private readonly build: string) {
    if (!this.workers) return;
    this.workers.register("/k/worker.js", { scope: "/k/" }).catch(() => undefined); // without it the page runs as it is
    this.workers.addEventListener("controllerchange", () => {
      if (this.wanted) this.reload();
    });
  }

  // safe says whether the page can be loaded anew without the server.
  get safe(): boolean {
    return Boolean(this.workers?.controller);
  }

  // keep has the page and its clips kept, from now on.
  keep(clips: string[]): void {
    this.clips = clips;
    void this.workers?.ready.then(({ active }) => this.order(active, false));
  }

  private order(worker: ServiceWorker | null, take: boolean): void {
    const order: Order = { page: location.pathname, clips: this.clips, take };
    worker?.postMessage(order);
  }

  // renew changes to the build that the server runs; whoever calls it knows that no clock runs and
  // that the server is there. A page that came out the same as before isn't loaded once more.
  renew(build: string): void {
    if (!build || build === this.build || this.wanted || sessionStorage.getItem(tried) === build) return;
    this.wanted = build;
    window.setTimeout(() => (this.wanted = ""), again);
    if (this.safe) this.takeOver().catch(() => undefined);
    else this.reload();
  }

  private reload(): void {
    sessionStorage.setItem(tried, this.wanted);
    location.reload();
  }

  // takeOver lets the new build's worker take over when it has the new page; then the page changes.
  private async takeOver(): Promise<void> {
    const registration = await this.workers?.getRegistration("/k/");
    await registration?.update();
    const next = registration?.waiting ?? registration?.installing;
    if (!next) return this.reload(); // another window was first
    if (next.state === "installed") return this.order(next, true);
    next.addEventListener("statechange", () => next.state === "installed" && this.order(next, true));
  }
}
