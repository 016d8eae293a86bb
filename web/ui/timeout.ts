// A question that nobody answers ends after so many milliseconds: a server that sleeps doesn't refuse,
// it is silent.
export function timeout(milliseconds: number): AbortSignal {
  const stop = new AbortController();
  window.setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
}
