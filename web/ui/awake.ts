import { beside } from "./beside";

// keepAwake keeps the screen on: by a wake lock where the browser has one for this page, else by a
// clip that plays without end and without sound. Plain http has no wake lock, and a browser takes
// one back when the battery is low.
export function keepAwake(): void {
  if (!("wakeLock" in navigator)) {
    playOn();
    return;
  }
  const lock = async (): Promise<void> => {
    if (document.hidden) return;
    try {
      const held = await navigator.wakeLock.request("screen");
      held.addEventListener("release", () => document.hidden || playOn());
    } catch {
      playOn();
    }
  };
  void lock();
  document.addEventListener("visibilitychange", () => void lock());
}

let clip: HTMLVideoElement | null = null;

// A browser counts a clip only where it covers enough of the screen, so it lies behind the page.
function playOn(): void {
  if (clip) return;
  clip = document.createElement("video");
  clip.className = "awake";
  clip.setAttribute("aria-hidden", "true");
  clip.setAttribute("playsinline", "");
  clip.tabIndex = -1;
  Object.assign(clip, { muted: true, loop: true });
  for (const kind of ["mp4", "webm"]) {
    const source = document.createElement("source");
    Object.assign(source, { src: beside(`awake.${kind}`), type: `video/${kind}` });
    clip.append(source);
  }
  document.body.append(clip);
  const play = (): void => {
    if (clip?.paused && !document.hidden) clip.play().catch(() => undefined); // some browsers wait for the first tap
  };
  play();
  for (const type of ["click", "visibilitychange"]) document.addEventListener(type, play);
}
