/**
 * A page in a frame that is taller than the window, because the page around it made the frame as tall as its contents: a dialog
 * in the middle of the frame is where nobody looks. Only an observer tells which part of the frame is in sight.
 */
import { sightObserver } from "./platform.ts";

/** Often enough for a frame of many windows. */
const STEPS = 400;
const THRESHOLDS = [...Array(STEPS + 1)].map((_, step) => step / STEPS);

const isTall = (): boolean => window !== window.top && innerHeight > screen.height;

/** Keeps an open dialog in the part of the frame that is in sight, by the style sheet's distances above and below. */
export function keepInSight(dialog: HTMLDialogElement): void {
  if (!isTall()) return;
  const observer = sightObserver(
    ([entry]) => {
      if (!dialog.open) return observer?.disconnect();
      if (!entry?.isIntersecting) return;
      const { top, bottom } = entry.intersectionRect;
      dialog.style.setProperty("--_sight-start", `${Math.max(0, top)}px`);
      dialog.style.setProperty("--_sight-end", `${Math.max(0, innerHeight - bottom)}px`);
    },
    { threshold: THRESHOLDS },
  );
  observer?.observe(document.documentElement);
}
