/**
 * Keeps the height of the frame from screen to screen, so that a shorter screen does not pull up the page's contents
 * below. Only the part that can be in sight is kept, which is one window; contents out of sight may move.
 */
import type { ReactiveController } from "lit";
import { sizeObserver } from "./platform.ts";

/** Read by the style sheet for screens only: on paper nothing has to be kept in place. */
const HELD = "--_held";

export class HeightKeeper implements ReactiveController {
  readonly #host: HTMLElement;
  /** The frame's height before the document changed. */
  #before = 0;
  #width = 0;
  /** The height that the frame is kept at; 0 if it is not kept. */
  #held = 0;

  constructor(host: HTMLElement) {
    this.#host = host;
    // In another width lines break elsewhere: the earlier height means nothing any more.
    sizeObserver(() => this.#follow())?.observe(host);
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

  /** Done before the focus may move the window: a page that became shorter could not be scrolled as far. */
  hostUpdated(): void {
    const height = this.#frame?.offsetHeight ?? 0;
    if (height < this.#before) this.#hold(this.#before);
    else if (height > this.#held) this.#hold(0);
  }

  /** Called after the focus has moved: a frame that ends far below the window may end higher. */
  settle(): void {
    if (this.#held === 0) return;
    const top = this.#frame?.getBoundingClientRect().top ?? 0;
    // In an iframe as tall as its page, the window's height does not tell what is in sight; the screen's height does.
    // The frame keeps a whole window from its top, plus the part that is scrolled away above: a taller screen pushes
    // the page's contents down.
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
