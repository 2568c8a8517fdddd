/**
 * What just appeared takes no press of a pointer: the second half of a double tap, and a finger under which the page scrolls,
 * were meant for what stood there before. Keys and screen readers mean the very button, and are never kept from it.
 */
import type { RedemptionController, RedemptionHost } from "../redemption-controller.ts";

/** Read by the style sheet: no pointer finds what can be pressed, and what is long can be scrolled. */
const NEW = "data-new";
/** The cards beside a reward that is looked at: they did not move. */
const STAYS = ".list:has(+ .beside .sheet)";

export class ArrivalGuard {
  readonly #host: RedemptionHost;
  readonly #redemption: RedemptionController;

  constructor(host: RedemptionHost, redemption: RedemptionController) {
    this.#host = host;
    this.#redemption = redemption;
    // Also where a page's style for a part lets the pointer through.
    host.shadowRoot?.addEventListener("click", (press) => this.#keep(press as MouseEvent), { capture: true });
  }

  /** After each change of the document. */
  mark(): void {
    const { isNew } = this.#redemption.state;
    this.#host.shadowRoot?.querySelector(".frame")?.toggleAttribute(NEW, isNew === true);
  }

  #keep(press: MouseEvent): void {
    const { target, detail } = press;
    if (!this.#redemption.state.isNew || detail === 0) return;
    if (target instanceof Element && target.closest(STAYS)) return;
    press.preventDefault();
    press.stopPropagation();
  }
}
