/** Tells when the end of the drawn cards comes near, so that more are drawn before it is seen. */

/** Far enough ahead for a quick finger. */
const AHEAD = "600px";

export class EndWatcher {
  readonly #observer: IntersectionObserver;

  constructor(near: () => void) {
    this.#observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && near(),
      { rootMargin: AHEAD },
    );
  }

  /** After each change, and anew: an end that is still near after more were drawn is news, too. */
  watch(root: ParentNode): void {
    this.#observer.disconnect();
    const end = root.querySelector("[part~=more]");
    if (end) this.#observer.observe(end);
  }
}
