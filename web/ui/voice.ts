// The voice of a clock: short clips, else the browser's own voice, else silence; the same stands on
// the screen. It says what the clock says, when it says it: a word that would come too late isn't
// said, the next one is. Browsers let a page sound only after its first tap.
import { COUNTED, ORDINARY } from "./clock";
import type { Cue, System, Word } from "./clock";

export type Lang = "zh" | "en";

// Source is where a word comes from.
export type Source = "clip" | "speech" | "silent";

const LATE = 700; // milliseconds
const STUCK = 1500; // milliseconds after its end in which a clip must have ended

// What a word is called: name is its clip, text what the browser's voice reads.
interface Phrase { name: string; text: string }

const WORDS_ZH = {
  reading: "开始读秒", timeout: "超时", test: "读秒试听，一，二，三",
  second: (n: number) => `${n}秒`, minutes: (n: number) => `一分，还剩${n === 2 ? "两" : n}分`, times: (n: number) => `还剩${n === 2 ? "两" : n}次`,
};
const WORDS_EN: typeof WORDS_ZH = {
  reading: "the reading begins", timeout: "time is out", test: "reading test, one, two, three",
  second: (n) => `${n} seconds`, minutes: (n) => `one minute, ${n} minute${n === 1 ? "" : "s"} left`, times: (n) => `${n} period${n === 1 ? "" : "s"} left`,
};
const LANGS: Record<Lang, { words: typeof WORDS_ZH; voice: string }> = { zh: { words: WORDS_ZH, voice: "zh-CN" }, en: { words: WORDS_EN, voice: "en-US" } };

// inMinutes tells whether what is left is counted in minutes, or in periods of another length.
const inMinutes = (system: System): boolean => system.kind === "reserved" && system.period === 60_000;

function phrase(word: Word, n: number, lang: Lang, minutes: boolean): Phrase {
  const { words } = LANGS[lang];
  switch (word) {
    case "second": return { name: `second-${n}`, text: words.second(n) };
    case "count": return { name: `count-${n}`, text: String(n) };
    case "left": return minutes ? { name: `left-${n}`, text: words.minutes(n) } : { name: `times-${n}`, text: words.times(n) };
    default: return { name: word, text: words[word] };
  }
}

// sayable lists everything that a clock of a system may say.
function sayable(system: System): { word: Word; n: number }[] {
  const end = { word: "timeout" as const, n: 0 };
  if (system.kind === "none") return [];
  if (system.kind === "absolute" || system.kind === "fischer") return [end];
  const begin = { word: "reading" as const, n: 0 };
  if (system.kind === "canadian") return [begin, end];
  const seconds = [...new Set([...ORDINARY, ...COUNTED.filter((before) => before >= 10)])].map((before) => system.period / 1000 - before);
  const left = system.kind === "reserved" ? system.reserved : system.periods;
  return [
    begin, ...COUNTED.filter((before) => before < 10).map((before) => ({ word: "count" as const, n: 10 - before })),
    ...seconds.filter((n) => n > 0 && n < system.period / 1000).map((n) => ({ word: "second" as const, n })),
    ...Array.from({ length: left - 1 }, (_, i) => ({ word: "left" as const, n: left - 1 - i })), end,
  ];
}

export class Voice {
  // Made with the page: to make one takes a third of a second on some machines.
  private readonly audio = typeof AudioContext === "undefined" ? null : new AudioContext();
  private readonly clips = new Map<string, Promise<AudioBuffer | null>>();
  private readonly ready = new Map<string, AudioBuffer>();
  private queue: (Phrase & { due: number })[] = [];
  private busyUntil = 0; // also where a browser never says that a word is over
  private minutes = true;
  private stuck = false; // a clip that should have ended long ago plays on: no sound, whatever the state says

  // said is told of every word that begins, how late it does and where it comes from; turned when the
  // sound may have come or gone.
  constructor(private readonly lang: Lang, private readonly said?: (name: string, late: number, source: Source) => void, turned?: () => void) {
    const unlock = (): void => void this.unlock();
    for (const tap of ["click", "touchend", "keydown"]) document.addEventListener(tap, unlock, { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden || unlock());
    if (turned) this.audio?.addEventListener("statechange", turned);
  }

  // on says whether a tap has let the page sound. A call on a phone or a page that was away takes it
  // back (suspended, interrupted); the next tap brings it.
  get on(): boolean {
    return this.audio?.state === "running" && !this.stuck;
  }

  // addresses are those of the clips of what a clock of this system may say.
  addresses(system: System): string[] {
    const names = sayable(system).map(({ word, n }) => phrase(word, n, this.lang, inMinutes(system)).name);
    return [...names, "test"].map((name) => this.address(name));
  }

  private address(name: string): string {
    return `/voice/${this.lang}/${name}.mp3`;
  }

  // prepare loads what a clock of this system may say; later words find it there.
  async prepare(system: System): Promise<void> {
    this.minutes = inMinutes(system);
    const names = sayable(system).map(({ word, n }) => phrase(word, n, this.lang, this.minutes).name);
    await Promise.all([...names, "test"].map((name) => this.load(name)));
  }

  // say takes what a clock announces at a moment now of its own time, in the order of the cues.
  say(cues: Cue[], now: number): void {
    const passed = performance.now();
    for (const cue of cues) this.queue.push({ ...phrase(cue.word, cue.n, this.lang, this.minutes), due: passed - (now - cue.at) });
    void this.next();
  }

  // hush forgets what waits to be said: the move is made.
  hush(): void {
    this.queue = [];
  }

  // test lets the hall hear the voice, and resolves to where it came from.
  async test(): Promise<Source> {
    await this.unlock();
    await this.load("test");
    const source = this.sourceOf("test");
    this.queue.push({ name: "test", text: LANGS[this.lang].words.test, due: performance.now() });
    void this.next();
    return source;
  }

  private async unlock(): Promise<void> {
    if (this.on) return;
    if (this.stuck) void this.audio?.suspend();
    this.stuck = false;
    await this.audio?.resume();
  }

  private load(name: string): Promise<AudioBuffer | null> {
    let clip = this.clips.get(name);
    if (!clip) {
      clip = this.fetch(name);
      this.clips.set(name, clip);
    }
    return clip;
  }

  // fetch gets null when there is no such clip, and tries again later when the wifi was gone.
  private async fetch(name: string): Promise<AudioBuffer | null> {
    if (!this.audio) return null;
    try {
      const answer = await fetch(this.address(name));
      if (!answer.ok) return null;
      const clip = await this.audio.decodeAudioData(await answer.arrayBuffer());
      this.ready.set(name, clip);
      return clip;
    } catch {
      this.clips.delete(name);
      return null;
    }
  }

  private sourceOf(name: string): Source {
    if (this.on && this.ready.has(name)) return "clip";
    return this.browserVoice() ? "speech" : "silent";
  }

  private browserVoice(): SpeechSynthesisVoice | null {
    if (typeof speechSynthesis === "undefined") return null;
    return speechSynthesis.getVoices().find((voice) => voice.lang.replace("_", "-").startsWith(this.lang)) ?? null;
  }

  // next says the first word that isn't too late, one after the other.
  private next(): void {
    if (performance.now() < this.busyUntil) return;
    for (;;) {
      const word = this.queue.shift();
      if (!word) return;
      const late = performance.now() - word.due;
      if (late > LATE) continue;
      const source = this.sourceOf(word.name);
      if (source === "silent") void this.load(word.name);
      this.said?.(word.name, late, source);
      if (source === "silent") continue;
      const over = (): void => {
        this.busyUntil = 0;
        this.next();
      };
      this.busyUntil = performance.now() + 1000 * (this.ready.get(word.name)?.duration ?? 3) + 300;
      if (source === "clip") this.play(word.name, over);
      else this.speak(word.text, over);
      return;
    }
  }

  private play(name: string, over: () => void): void {
    const clip = this.ready.get(name);
    if (!this.audio || !clip) return over();
    const source = this.audio.createBufferSource();
    source.buffer = clip;
    source.connect(this.audio.destination);
    let ended = false;
    source.onended = () => {
      ended = true;
      this.stuck = false;
      over();
    };
    source.start();
    window.setTimeout(() => (this.stuck = !ended && !document.hidden), 1000 * clip.duration + STUCK);
  }

  private speak(text: string, over: () => void): void {
    const words = new SpeechSynthesisUtterance(text);
    words.voice = this.browserVoice();
    words.lang = LANGS[this.lang].voice;
    words.rate = 1.2;
    words.onend = over;
    words.onerror = over;
    speechSynthesis.speak(words);
  }
}
