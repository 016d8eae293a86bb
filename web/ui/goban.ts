// The board's own rules, for a page that goes on without the server: chains, captures, the forbidden
// point and the ko (art. 4, 5 and 20.1). What a game makes of an illegal move is the server's word.
import { column, row, sgf, type Side } from "./diagram";

export type Verdict = "" | "occupied" | "offBoard" | "suicide" | "ko";

export class Goban {
  private readonly points: string[][];

  constructor(rows: string[], public ko = "") {
    this.points = rows.map((line) => [...line]);
  }

  rows(): string[] {
    return this.points.map((line) => line.join(""));
  }

  at(p: string): string {
    return this.points[row(p)]?.[column(p)] ?? "";
  }

  // chain lists the stones of the chain at a point, and whether it has a liberty.
  chain(p: string): { stones: string[]; free: boolean } {
    const colour = this.at(p);
    const stones = [p];
    const seen = new Set(stones);
    let free = false;
    for (let i = 0; i < stones.length; i++) {
      for (const next of this.around(stones[i] ?? p)) {
        if (this.at(next) === ".") free = true;
        if (this.at(next) !== colour || seen.has(next)) continue;
        seen.add(next);
        stones.push(next);
      }
    }
    return { stones, free };
  }

  // play puts a stone down and takes off what it captures; with a verdict nothing changes.
  play(side: Side, p: string): { taken: string[]; verdict: Verdict } {
    const mine = side === "B" ? "X" : "O";
    const none: string[] = [];
    if (this.at(p) === "") return { taken: none, verdict: "offBoard" };
    if (this.at(p) !== ".") return { taken: none, verdict: "occupied" };
    if (p === this.ko) return { taken: none, verdict: "ko" };
    this.set(p, mine);
    const taken = new Set<string>();
    for (const next of this.around(p)) {
      if (this.at(next) === "." || this.at(next) === mine) continue;
      const chain = this.chain(next);
      if (!chain.free) chain.stones.forEach((stone) => taken.add(stone));
    }
    taken.forEach((stone) => this.set(stone, "."));
    const own = this.chain(p);
    if (!own.free) {
      this.set(p, ".");
      return { taken: none, verdict: "suicide" };
    }
    const list = [...taken];
    const only = list.length === 1 && own.stones.length === 1 && this.around(p).filter((next) => this.at(next) === ".").length === 1;
    this.ko = only ? (list[0] ?? "") : "";
    return { taken: list, verdict: "" };
  }

  pass(): void {
    this.ko = "";
  }

  private set(p: string, value: string): void {
    const line = this.points[row(p)];
    if (line) line[column(p)] = value;
  }

  private around(p: string): string[] {
    const x = column(p);
    const y = row(p);
    return [[x, y - 1], [x - 1, y], [x + 1, y], [x, y + 1]].filter(([a = -1, b = -1]) => a >= 0 && b >= 0 && this.points[b]?.[a] !== undefined).map(([a = 0, b = 0]) => sgf(a, b));
  }
}
