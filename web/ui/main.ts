// What all pages gain by scripts: the clock in the masthead, the lights, the screens for everybody.
// Everything works without it by forms and links. office.ts has what officials need besides.
import { draw } from "./draw";
import { find } from "./find";
import { hall } from "./hall";
import { lights } from "./lights";
import { slip } from "./slip";
import { share } from "./share";

function clock(): void {
  const face = document.querySelector<HTMLElement>("[data-clock]");
  if (!face) return;
  const tick = (): void => {
    face.textContent = new Date().toTimeString().slice(0, 8);
  };
  tick();
  window.setInterval(tick, 1000);
}

function onceOnly(): void {
  document.addEventListener("submit", (event) => {
    const button = (event as SubmitEvent).submitter;
    if (button instanceof HTMLButtonElement) button.setAttribute("aria-busy", "true");
  });
}

function printing(): void {
  const button = document.querySelector<HTMLElement>("[data-print-page]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

clock();
onceOnly();
printing();
lights();
slip();
hall();
find();
draw();
share();
