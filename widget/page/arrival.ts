/**
 * A screen that just appeared ignores presses of a pointer: the second half of a double tap, or a finger under which
 * the page scrolls, was meant for what stood there before. Keys and screen readers mean exactly this button, so their
 * presses always count.
 */
import type { RedemptionController, RedemptionHost } from "../redemption-controller.ts";

/** Read by the style sheet: controls take no pointer, but long contents can be scrolled. */
const NEW = "data-new";
/** Whether this is one of the cards beside an open reward: they did not move, so presses on them count. */
const stays = (target: Element): boolean =>
  Boolean(target.closest(".list")?.nextElementSibling?.querySelector(".sheet"));

export class ArrivalGuard {
  readonly #host: RedemptionHost;
  readonly #redemption: RedemptionController;

  constructor(host: RedemptionHost, redemption: RedemptionController) {
    this.#host = host;
    this.#redemption = redemption;
    // Needed because a page's style for a part may let the pointer through.
    host.shadowRoot?.addEventListener("click", (press) => this.#keep(press as MouseEvent), { capture: true });
  }

  /** Call after each change of the document. */
  mark(): void {
    const { isNew } = this.#redemption.state;
    this.#host.shadowRoot?.querySelector(".frame")?.toggleAttribute(NEW, isNew === true);
  }

  #keep(press: MouseEvent): void {
    const { target, detail } = press;
    if (!this.#redemption.state.isNew || detail === 0) return;
    if (target instanceof Element && stays(target)) return;
    press.preventDefault();
    press.stopPropagation();
  }
}
