// The sealed move is entered in private: two steps, and nothing of it stays on the screen, in the
// page's history or on the device.
import { chosenCoordinates, fill, LiveBoard } from "./board";
import { wordsOf } from "./record";
import type { Side } from "./diagram";

export function seal(): void {
  const root = document.querySelector<HTMLElement>("[data-seal]");
  if (!root) return;
  const words = JSON.parse(root.dataset["words"] ?? "{}") as Record<string, string>;
  const state = JSON.parse(root.dataset["state"] ?? "{}") as { board: string[]; toMove: Side; last: string };
  const place = root.querySelector<HTMLElement>("[data-board]");
  const form = root.querySelector<HTMLFormElement>("form[data-hand-over]");
  const field = form?.querySelector<HTMLInputElement>("input[name=point-sgf]");
  const typed = form?.querySelector<HTMLInputElement>("input[name=point]");
  const act = form?.querySelector<HTMLButtonElement>("[data-act]");
  if (!place || !form || !field || !typed || !act) return;
  let chosen = "";
  const draw = (): void => {
    board.show({ board: state.board, coordinates: chosenCoordinates(), last: state.last, ghost: chosen === "" ? null : { at: chosen, colour: state.toMove } });
    field.value = chosen;
    act.textContent = chosen === "" ? (words["seal.choose"] ?? "") : fill(words["seal.do"] ?? "", { at: board.name(chosen) });
    act.classList.toggle("act", chosen !== "");
  };
  const choose = (at: string): void => {
    chosen = state.board.length > 0 ? at : "";
    typed.value = "";
    draw();
  };
  const board = new LiveBoard(place, wordsOf(words), { choose, play: choose });
  typed.addEventListener("input", () => {
    chosen = board.parse(typed.value);
    draw();
  });
  form.addEventListener("submit", (event) => {
    const pass = (event.submitter as HTMLButtonElement | null)?.value === "pass";
    if (chosen === "" && !pass && board.parse(typed.value) === "") event.preventDefault();
    else place.hidden = true;
  });
  // A page that comes back from the browser's memory forgets what was chosen.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  draw();
}
