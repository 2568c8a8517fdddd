/** Opens the details of a reward: over the whole picker on narrow columns, beside the picker on wide ones. */

import { focusedIn, isFocusFree } from "./focus.ts";
import { headerHeight, isModal, showModal, sizeObserver } from "./platform.ts";
import { keepInSight } from "./sight.ts";

/** Set by the style sheet, because only the style sheet knows the width of the column. */
const IS_OVER = "--_is-over";

export class SheetKeeper {
  readonly #host: HTMLElement;
  #following: AbortController | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    // The column may become wider or narrower.
    sizeObserver(() => this.keep())?.observe(host);
  }

  /** Call after each change of the document. */
  keep(): void {
    this.#stayBelow();
    const sheet = this.#host.shadowRoot?.querySelector<HTMLDialogElement>(".sheet");
    if (!sheet) return;
    const isOver = getComputedStyle(sheet).getPropertyValue(IS_OVER) === "1" && isFocusFree(this.#host);
    if (sheet.open && isModal(sheet) === isOver) return;
    const focused = focusedIn(this.#host);
    if (sheet.open) sheet.close();
    if (isOver) {
      showModal(sheet);
      keepInSight(sheet);
      // The browser would focus the scrolling box, which has no name.
      const target = sheet.contains(focused) ? focused : sheet.querySelector("h2");
      (target as HTMLElement | null)?.focus({ preventScroll: true });
    } else {
      // Not `show()`, which would move the focus: focus.ts decides about that.
      sheet.open = true;
      this.#follow(sheet);
    }
  }

  /** The panel beside the picker must not slide under a header that stays. */
  #stayBelow(): void {
    const panel = this.#host.shadowRoot?.querySelector<HTMLElement>(".beside");
    panel?.style.setProperty("--_header", `${headerHeight()}px`);
  }

  /**
   * Limits the height to the rest of the window below the sheet's top, so that the main button is in sight, also after
   * the page was scrolled.
   */
  #follow(sheet: HTMLDialogElement): void {
    const measure = (): void => {
      const top = sheet.parentElement?.getBoundingClientRect().top ?? 0;
      sheet.style.setProperty("--_top", `${Math.max(0, top)}px`);
      if (!sheet.isConnected || isModal(sheet)) this.#following?.abort();
    };
    this.#following?.abort();
    this.#following = new AbortController();
    // Whichever part of the page scrolls.
    const { signal } = this.#following;
    addEventListener("scroll", () => requestAnimationFrame(measure), {
      signal,
      capture: true,
      passive: true,
    });
    measure();
  }
}
