/**
 * Unwraps the pass of a new code, once. The gift lies closed on the pass until the page is in place, so that nobody misses it
 * while the window scrolls; then the style sheet (unwrap.ts) opens it, and the card goes to its place. Any key, touch or turn of
 * the wheel, anywhere on the page, ends that at once. Nothing else waits for it: the code stands in the document from the first
 * moment, and is only not seen until then.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { matchesMedia } from "./platform.ts";

/** Read by the style sheet. Removed at the end, so that a pass that is hidden and shown again is not unwrapped again. */
const UNWRAPPING = "data-unwrap";
/** What a user does who wants to go on. */
const ENDS = ["keydown", "pointerdown", "wheel"] as const;
/** So many frames without any movement mean that the page is in place: a smooth scroll begins a few frames late. */
const STILL_FRAMES = 6;
/** A page that moves for longer moves by itself. */
const LONGEST_WAIT_MS = 800;

class Unwrap extends AsyncDirective {
  #unwrapping: AbortController | undefined;

  render(_isFresh: boolean): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [isFresh]: [boolean]): unknown {
    if (!isFresh || this.#unwrapping) return noChange;
    this.#unwrapping = new AbortController();
    if (matchesMedia("(prefers-reduced-motion: reduce)")) return noChange;
    const { signal } = this.#unwrapping;
    const end = () => this.disconnected();
    signal.addEventListener("abort", () => element.removeAttribute(UNWRAPPING));
    for (const name of ENDS) addEventListener(name, end, { signal, capture: true, passive: true });
    // Other parts of a pass are animated, too, and some of them never end.
    const isCard = ({ target }: Event) => (target as Element).matches(".picture");
    element.addEventListener("animationend", (event) => isCard(event) && end(), { signal });
    element.setAttribute(UNWRAPPING, "closed");
    openInPlace(element as HTMLElement, signal);
    return noChange;
  }

  protected override disconnected(): void {
    this.#unwrapping?.abort();
  }
}

/** Opens the gift once the pass stands still and all of it is drawn. */
function openInPlace(pass: HTMLElement, signal: AbortSignal): void {
  let still = 0;
  let top = Number.NaN;
  const begun = performance.now();
  const look = (now: number) => {
    if (signal.aborted) return;
    const place = pass.getBoundingClientRect();
    const isDrawn = !pass.querySelector(".skeleton");
    still = isDrawn && place.top === top ? still + 1 : 0;
    top = place.top;
    layCard(pass, place);
    if (still < STILL_FRAMES && now - begun < LONGEST_WAIT_MS) requestAnimationFrame(look);
    else pass.setAttribute(UNWRAPPING, "opening");
  };
  // The pass has its contents right after this rendering, and is measured before it is painted.
  queueMicrotask(() => layCard(pass, pass.getBoundingClientRect()));
  requestAnimationFrame(look);
}

/** Tells the style sheet how far the middle of what is seen of the pass is from the card's place, and how large the card is. */
function layCard(pass: HTMLElement, { top, bottom, left, width }: DOMRect): void {
  const card = pass.querySelector<HTMLElement>(".picture");
  if (!card) return;
  const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const { style } = pass;
  // Not by its rectangle: the card is moved already.
  let [x, y] = [card.offsetWidth / 2, card.offsetHeight / 2];
  for (let each: HTMLElement | null = card; each && each !== pass; each = each.offsetParent as HTMLElement)
    [x, y] = [x + each.offsetLeft, y + each.offsetTop];
  style.setProperty("--_aside", `${left + width / 2 - (left + x)}px`);
  style.setProperty("--_below", `${middle - (top + y)}px`);
  style.setProperty("--_lid-top", `${middle - top}px`);
  style.setProperty("--_lid", `${card.offsetWidth}px`);
}

/** In a template: `<div class="pass" ${unwrap(isFresh)}>`. */
export const unwrap = directive(Unwrap);
