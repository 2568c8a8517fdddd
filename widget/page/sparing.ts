/**
 * What gives way to the code on the screen for the till where not everything fits: what the cashier needs least goes first, and
 * only until the code has its room. Measured, because texts, their size and windows differ; the style sheet hides it.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import type { Room } from "../views/fitted.ts";

/**
 * The mark of a test, which the pass has as well, and some air; the sizes, first the words on them; what the number is
 * called; on a low window the place beside the code; then the reward's name, which the code itself tells the till. The hint to raise the brightness goes last: what
 * does not scan needs it.
 */
const ORDER = ["test", "air", "choice", "sizes", "label", "beside", "name", "hint"] as const;
/** Engines round the heights of what scrolls. */
const ROUNDING_PX = 1;

type IsRoomy = (room: Pick<Room, "width" | "height">) => boolean;

class Sparing extends AsyncDirective {
  #counter: Element | undefined;
  #isRoomy: IsRoomy = () => true;
  /** It fills the window. In the next frame: sizes that are changed while the page is told of them are an error there. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#spare()));

  render(_: IsRoomy): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [isRoomy]: [IsRoomy]): unknown {
    this.#isRoomy = isRoomy;
    const isNew = this.#counter === undefined;
    this.#counter = element;
    // It is laid out when this rendering is over; a PIN that is shown may have taken room.
    queueMicrotask(() => {
      if (isNew) this.#observer.observe(element);
      this.#spare();
    });
    return noChange;
  }

  #spare(): void {
    const counter = this.#counter;
    const screen = counter?.querySelector<HTMLElement>(".screen");
    if (!counter || !screen || screen.offsetWidth === 0) return;
    const isWhole = () => counter.scrollHeight <= counter.clientHeight + ROUNDING_PX;
    for (let count = 0; count <= ORDER.length; count++) {
      counter.setAttribute("data-spared", ORDER.slice(0, count).join(" "));
      if (isWhole() && this.#isRoomy({ width: screen.offsetWidth, height: screen.offsetHeight })) break;
    }
    counter.toggleAttribute("data-scrolls", !isWhole());
  }

  override disconnected(): void {
    this.#observer.disconnect();
  }

  override reconnected(): void {
    if (this.#counter) this.#observer.observe(this.#counter);
  }
}

/**
 * On what contains the whole screen for the till.
 * @param isRoomy whether what stands on it is as large there as a till needs
 */
export const sparing = directive(Sparing);
