/**
 * Unwraps the pass of a new code, once: the style sheet (unwrap.ts) turns the wrapped card over and lays it into its
 * place. Any key or touch, anywhere on the page, ends that at once. Nothing else waits for it, and the code is readable
 * from the first frame.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";

/** Read by the style sheet. Removed at the end, so that a pass that is hidden and shown again is not unwrapped again. */
const UNWRAPPING = "data-unwrap";
const ENDS = ["keydown", "pointerdown"] as const;

class Unwrap extends AsyncDirective {
  #unwrapping: AbortController | undefined;

  render(_isFresh: boolean): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [isFresh]: [boolean]): unknown {
    if (!isFresh || this.#unwrapping) return noChange;
    this.#unwrapping = new AbortController();
    const { signal } = this.#unwrapping;
    const end = () => this.disconnected();
    signal.addEventListener("abort", () => element.removeAttribute(UNWRAPPING));
    for (const name of ENDS) addEventListener(name, end, { signal, capture: true, passive: true });
    // The other animations of a pass never end.
    element.addEventListener("animationend", end, { signal });
    element.setAttribute(UNWRAPPING, "");
    return noChange;
  }

  protected override disconnected(): void {
    this.#unwrapping?.abort();
  }
}

/** In a template: `<div class="pass" ${unwrap(isFresh)}>`. */
export const unwrap = directive(Unwrap);
