/**
 * Holds the height of the frame from screen to screen, so that a shorter one does not pull up what the page has below:
 * as much of it as can be seen at once, which is a window of it. What is out of sight may follow.
 */
import type { ReactiveController } from "lit";

/** Read by the style sheet, on screens alone: paper has no page to hold. */
const HELD = "--_held";

export class HeightKeeper implements ReactiveController {
  readonly #host: HTMLElement;
  /** Of the frame, before the document changed. */
  #before = 0;
  #width = 0;
  /** What the frame is held at now; 0 where it is not. */
  #held = 0;

  constructor(host: HTMLElement) {
    this.#host = host;
    // Lines break elsewhere in another width: the height of before says nothing any more.
    // In the next frame: an observer that changes a size itself is an error on the page's window.
    new ResizeObserver(() => requestAnimationFrame(() => this.#follow())).observe(host);
  }

  #follow(): void {
    const { offsetWidth } = this.#host;
    if (this.#width && offsetWidth !== this.#width) this.#hold(0);
    this.#width = offsetWidth;
  }

  hostDisconnected(): void {
    this.#hold(0);
    this.#before = 0;
  }

  hostUpdate(): void {
    this.#before = this.#frame?.offsetHeight ?? 0;
  }

  /** At once, before the focus may move the window: a page that became shorter could not be moved as far. */
  hostUpdated(): void {
    const height = this.#frame?.offsetHeight ?? 0;
    if (height < this.#before) this.#hold(this.#before);
    else if (height > this.#held) this.#hold(0);
  }

  /** After the focus has moved: what ends far below the window need not end as far below as it did. */
  settle(): void {
    if (this.#held === 0) return;
    const top = this.#frame?.getBoundingClientRect().top ?? 0;
    // An iframe that is as tall as its page tells nothing of what is seen of it, a screen's height does. A whole window from
    // the frame's top, or what stands above is scrolled away, and a taller screen pushes down what then is in sight.
    const seen = Math.ceil(Math.min(innerHeight, screen.availHeight) - Math.min(0, top));
    if (seen < this.#held) this.#hold(seen);
  }

  #hold(height: number): void {
    if (height === this.#held) return;
    this.#held = height;
    if (height) this.#frame?.style.setProperty(HELD, `${height}px`);
    else this.#frame?.style.removeProperty(HELD);
  }

  get #frame(): HTMLElement | null | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLElement>(".frame");
  }
}
