/** Opens the reward that is looked at: over everything on narrow columns, beside the picker on wide ones. */

import { isFocusFree } from "./focus.ts";

/** Set by the style sheet, which alone knows how wide the column is. */
const IS_OVER = "--_is-over";

export class SheetKeeper {
  readonly #host: HTMLElement;
  #following: AbortController | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    // Also when the column becomes wider or narrower.
    // In the next frame: an observer that changes a size itself is an error on the page's window.
    new ResizeObserver(() => requestAnimationFrame(() => this.keep())).observe(host);
  }

  /** After each change of the document. */
  keep(): void {
    const sheet = this.#host.shadowRoot?.querySelector<HTMLDialogElement>(".sheet");
    if (!sheet) return;
    const isOver = getComputedStyle(sheet).getPropertyValue(IS_OVER) === "1" && isFocusFree(this.#host);
    if (sheet.open && sheet.matches(":modal") === isOver) return;
    const focused = this.#host.shadowRoot?.activeElement;
    if (sheet.open) sheet.close();
    if (isOver) {
      sheet.showModal();
      // The browser would choose the box that scrolls, which has no name.
      const target = sheet.contains(focused ?? null) ? focused : sheet.querySelector("h2");
      (target as HTMLElement | null)?.focus({ preventScroll: true });
    } else {
      // Not `show()`, which would move the focus: that is for focus.ts to decide.
      sheet.open = true;
      this.#follow(sheet);
    }
  }

  /** As high as what is left of the window below it, so that the main button is in sight, also after the page was scrolled. */
  #follow(sheet: HTMLDialogElement): void {
    const measure = (): void => {
      const top = sheet.parentElement?.getBoundingClientRect().top ?? 0;
      sheet.style.setProperty("--_top", `${Math.max(0, top)}px`);
      if (!sheet.isConnected || sheet.matches(":modal")) this.#following?.abort();
    };
    this.#following?.abort();
    this.#following = new AbortController();
    // Whichever part of the page is scrolled.
    const { signal } = this.#following;
    addEventListener("scroll", () => requestAnimationFrame(measure), {
      signal,
      capture: true,
      passive: true,
    });
    measure();
  }
}
