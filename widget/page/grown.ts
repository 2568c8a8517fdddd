/**
 * A box that scrolls grows to what it says where that is only a little higher: a few pixels to scroll look like a mistake. One
 * that scrolls all the same is marked, so that the style sheet can fade its last line out.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";

/** Of the box: two lines of the lowest one. What is higher than that is seen to go on. */
const MOST = 1.25;

class Grown extends AsyncDirective {
  #box: Element | undefined;
  /** In the next frame: a size that is changed at once, while the page is told of sizes, is an error there. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#fit()));

  render(): unknown {
    return noChange;
  }

  override update({ element }: ElementPart): unknown {
    const isNew = this.#box === undefined;
    this.#box = element;
    // It is laid out when this rendering is over, and measured before anything is painted.
    queueMicrotask(() => {
      if (isNew) this.#observe();
      this.#fit();
    });
    return noChange;
  }

  #fit(): void {
    const box = this.#box;
    if (!box) return;
    // Measured without them.
    box.removeAttribute("data-grown");
    box.removeAttribute("data-scrolls");
    const { scrollHeight, clientHeight } = box;
    const isHigher = scrollHeight > clientHeight;
    const isGrown = isHigher && scrollHeight <= clientHeight * MOST;
    box.toggleAttribute("data-grown", isGrown);
    box.toggleAttribute("data-scrolls", isHigher && !isGrown);
  }

  override disconnected(): void {
    this.#observer.disconnect();
  }

  override reconnected(): void {
    this.#observe();
  }

  /** What is in it as well: a font that comes late changes its height alone. */
  #observe(): void {
    const content = this.#box?.firstElementChild;
    for (const each of [this.#box, content]) if (each) this.#observer.observe(each);
  }
}

/** On a box around one element, whose style sheet limits its height, but not while it has `data-grown`; `data-scrolls` says that it scrolls. */
export const grown = directive(Grown);
