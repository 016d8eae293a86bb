// The service worker behind the tables' clocks, for /k/ alone. It keeps a clock's page with its
// scripts, style and clips, so that a page that is loaded anew while the line is away is there again.
// Its page comes from the server as long as that answers in time and runs the same build; another
// build waits until the page says that no clock runs. It keeps no data and no other page.

interface Late extends Event { waitUntil(done: Promise<unknown>): void }
interface Asked extends Late { readonly request: Request; respondWith(answer: Promise<Response>): void }
interface Told extends Late { readonly data: Order }
interface Scope {
  readonly tianyuan: { build: string; files: string[] }; // the line that the server writes before this script
  readonly clients: { claim(): Promise<void> };
  readonly registration: { update(): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listen: (event: Late) => void): void;
  addEventListener(type: "fetch", listen: (event: Asked) => void): void;
  addEventListener(type: "message", listen: (event: Told) => void): void;
}

// Order is what a page says: the paths of its own page and its clips, to be kept; with take, the
// worker that waits takes over when it has them.
export interface Order { page: string; clips: string[]; take: boolean }

const patience = 2000; // ms for the server's answer
const distrust = 20_000; // ms for which a line that was found away isn't waited for again
const stem = "tianyuan-clock-";
const page = /^\/k\/[^/]+\/\d+\/[^/]+$/;
const clip = /^\/voice\/(zh|en)\/[a-z]+(-\d+)?\.mp3$/;

const worker = self as unknown as Scope;
const { build, files } = worker.tianyuan;
const here = new URL(self.location.href).origin;
let away = -Infinity; // when the line was found away

const shelf = (): Promise<Cache> => caches.open(stem + build);

worker.addEventListener("install", (event) => event.waitUntil(shelf().then((cache) => cache.addAll(files))));

worker.addEventListener("activate", (event) =>
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(stem) && name !== stem + build).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  ),
);

worker.addEventListener("message", (event) => event.waitUntil(keep(event.data).then(() => (event.data.take ? worker.skipWaiting() : undefined))));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== here) return;
  if (files.includes(url.pathname + url.search)) event.respondWith(file(request));
  else if (request.mode === "navigate" && page.test(url.pathname)) event.respondWith(answer(event, url.pathname, ours));
  else if (clip.test(url.pathname)) event.respondWith(answer(event, url.pathname, (got) => got.ok));
});

// file: what has the build in its address never changes.
async function file(request: Request): Promise<Response> {
  return (await (await shelf()).match(request, { ignoreVary: true })) ?? fetch(request);
}

const ours = (got: Response): boolean => got.ok && !got.redirected && got.headers.get("Tianyuan-Build") === build;

// gone: our server says that there is no such page any more, as after cards were made void.
const gone = (got: Response): boolean => got.headers.has("Tianyuan-Build") && (got.status === 404 || got.status === 410);

// answer is the server's, kept if it is good; else what was kept under exactly this path.
async function answer(event: Asked, path: string, good: (got: Response) => boolean): Promise<Response> {
  const cache = await shelf();
  const kept = await cache.match(path, { ignoreVary: true });
  const asked = fetch(event.request).then(async (got) => {
    if (good(got)) await cache.put(path, got.clone());
    else if (gone(got)) await cache.delete(path);
    return got;
  });
  event.waitUntil(asked.catch(() => undefined));
  if (!kept) return asked;
  const wait = navigator.onLine && Date.now() - away > distrust ? patience : 0;
  const got = await Promise.race([asked.catch(() => null), new Promise<null>((done) => setTimeout(done, wait, null))]);
  if (got && (good(got) || gone(got))) return got;
  if (got) void worker.registration.update().catch(() => undefined); // perhaps another build
  else if (wait > 0) away = Date.now();
  return kept;
}

// keep fetches what isn't kept yet. A page of another build is no reason to take over.
async function keep(order: Order): Promise<void> {
  const cache = await shelf();
  const add = async (path: string, good: (got: Response) => boolean): Promise<void> => {
    if (await cache.match(path, { ignoreVary: true })) return;
    const got = await fetch(path, good === ours ? { cache: "no-cache" } : {});
    if (!good(got)) throw new Error(path);
    await cache.put(path, got);
  };
  if (page.test(order.page)) await add(order.page, ours);
  await Promise.all(order.clips.filter((path) => clip.test(path)).map((path) => add(path, (got) => got.ok).catch(() => undefined)));
}
