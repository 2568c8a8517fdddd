/** Reports when the end of the drawn cards comes near, so that more cards are drawn before the user sees the end. */
import { sightObserver } from "./platform.ts";

/** Far enough ahead for fast scrolling. */
const AHEAD = "600px";

export class EndWatcher {
  readonly #observer: IntersectionObserver | undefined;

  constructor(near: () => void) {
    this.#observer = sightObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && near(),
      { rootMargin: AHEAD },
    );
  }

  /**
   * Call after each change. The end is observed anew, because an end that is still near after more cards were drawn
   * must be reported, too.
   */
  watch(root: ParentNode): void {
    this.#observer?.disconnect();
    const end = root.querySelector("[part~=more]");
    if (end) this.#observer?.observe(end);
  }
}
