// Countdowns of a page. The device's clock may be wrong: moments are those of the server.

let ahead = 0; // milliseconds that the server's clock is ahead of the device's

export function serverTime(): number {
  return Date.now() + ahead;
}

// setServerTime takes what the server says; small differences are the way's, not the clock's.
export function setServerTime(now: number): void {
  const difference = now - Date.now();
  if (Number.isFinite(difference) && Math.abs(difference - ahead) > 1500) ahead = difference;
}

const two = (n: number): string => String(n).padStart(2, "0");

// clockText writes seconds as 07:42, from an hour on as 1:12:44.
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  const rest = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  return left >= 3600 ? `${Math.floor(left / 3600)}:${rest}` : rest;
}

export function updateCountdowns(): void {
  for (const face of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const text = clockText((Number(face.dataset["until"]) - serverTime()) / 1000);
    if (face.textContent !== text) face.textContent = text;
  }
}
