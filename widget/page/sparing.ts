/**
 * Hides parts of the screen for the till when space is short: first what the cashier needs least, and only until the
 * code has its room. The room is measured, because texts, text sizes and windows differ. The style sheet does the
 * hiding.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import type { Room } from "../views/fitted.ts";
import { sizeObserver } from "./platform.ts";

/**
 * The order of hiding: the test mark, which the pass also shows, and some air; the sizes, first their hint; the
 * number's label; on a low window the column beside the code; then the reward's name, which the code itself gives the
 * till. The hint to raise the brightness goes last, because a code that does not scan needs it.
 */
const ORDER = ["test", "air", "choice", "sizes", "label", "beside", "name", "hint"] as const;
/** Engines round the heights of scrolled contents. */
const ROUNDING_PX = 1;

type IsRoomy = (room: Pick<Room, "width" | "height">) => boolean;

class Sparing extends AsyncDirective {
  #counter: Element | undefined;
  #isRoomy: IsRoomy = () => true;
  readonly #observer = sizeObserver(() => this.#spare());

  render(_: IsRoomy): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [isRoomy]: [IsRoomy]): unknown {
    this.#isRoomy = isRoomy;
    const isNew = this.#counter === undefined;
    this.#counter = element;
    // The screen has a layout after this rendering. A PIN that is shown may have taken room.
    queueMicrotask(() => {
      if (isNew) this.#observer?.observe(element);
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
    this.#observer?.disconnect();
  }

  override reconnected(): void {
    if (this.#counter) this.#observer?.observe(this.#counter);
  }
}

/**
 * For the element that contains the whole screen for the till.
 * @param isRoomy whether the code is as large there as a till needs
 */
export const sparing = directive(Sparing);
