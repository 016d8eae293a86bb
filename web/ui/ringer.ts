// The worker of alarm.ts: it is told a number of milliseconds and answers after them.

let timer = 0;

self.onmessage = (event: MessageEvent<number>): void => {
  self.clearTimeout(timer);
  timer = self.setTimeout(() => self.postMessage(0), event.data);
};
