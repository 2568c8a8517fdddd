/**
 * Lets a box that scrolls grow to its contents if they are only a little higher: a few pixels to scroll look like a
 * mistake. A box that still scrolls is marked, so that the style sheet can fade its last line out.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { sizeObserver } from "./platform.ts";

/** A share of the box: two lines of the lowest box. With higher contents, the user sees that there is more. */
const MOST = 1.25;

class Grown extends AsyncDirective {
  #box: Element | undefined;
  readonly #observer = sizeObserver(() => this.#fit());

  render(): unknown {
    return noChange;
  }

  override update({ element }: ElementPart): unknown {
    const isNew = this.#box === undefined;
    this.#box = element;
    // The box has a layout after this rendering, and is measured before the paint.
    queueMicrotask(() => {
      if (isNew) this.#observe();
      this.#fit();
    });
    return noChange;
  }

  #fit(): void {
    const box = this.#box;
    if (!box) return;
    // Measured without the attributes.
    box.removeAttribute("data-grown");
    box.removeAttribute("data-scrolls");
    const { scrollHeight, clientHeight } = box;
    const isHigher = scrollHeight > clientHeight;
    const isGrown = isHigher && scrollHeight <= clientHeight * MOST;
    box.toggleAttribute("data-grown", isGrown);
    box.toggleAttribute("data-scrolls", isHigher && !isGrown);
  }

  override disconnected(): void {
    this.#observer?.disconnect();
  }

  override reconnected(): void {
    this.#observe();
  }

  /** Observes the contents as well: a font that loads late changes only their height. */
  #observe(): void {
    const content = this.#box?.firstElementChild;
    for (const each of [this.#box, content]) if (each) this.#observer?.observe(each);
  }
}

/**
 * For a box around one element. The style sheet limits the box's height, except while it has `data-grown`.
 * `data-scrolls` marks a box that scrolls.
 */
export const grown = directive(Grown);
