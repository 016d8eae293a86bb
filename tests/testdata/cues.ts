// A page with as many clocks as the test wants, on the modules of the table clock.
import { Clock, type Snapshot } from "../../web/ui/clock";
import { Cues, instant } from "../../web/ui/cues";
import { Voice } from "../../web/ui/voice";

const page = {
  said: [] as { name: string; late: number; source: string }[],
  texts: {} as Record<string, string[]>,
  // follow shows clocks that started a little after each other.
  follow(snapshots: Snapshot[], apart: number): void {
    snapshots.forEach((snapshot, i) => {
      page.texts[i] = [];
      zeros[i] = performance.now() + 300 + i * apart;
      cues.set(String(i), Clock.from(snapshot), zeros[i] ?? 0);
    });
  },
  prepare: (snapshot: Snapshot): Promise<void> => voice.prepare(snapshot.system),
  press(i: number, side: "B" | "W"): string | null {
    voice.hush();
    return cues.apply(String(i), { at: instant(zeros[i] ?? 0), do: "press", side });
  },
  // sleep is a page that gets no time.
  sleep(ms: number): void {
    for (const end = performance.now() + ms; performance.now() < end; );
  },
  on: (): boolean => voice.on,
  test: (): Promise<string> => voice.test(),
};
const zeros: number[] = [];
const voice = new Voice("zh", (name, late, source) => page.said.push({ name, late, source }));
const cues = new Cues((key, list, now) => {
  const row = document.getElementById("now");
  for (const cue of list) {
    page.texts[key]?.push(`${cue.at} ${cue.side} ${cue.word} ${cue.n}`);
    if (row) row.textContent = `${key}: ${cue.word} ${cue.n}`;
  }
  if (key === "0") voice.say(list, now);
});
Object.assign(window, { page });
