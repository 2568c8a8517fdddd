/**
 * Protection against clickjacking: a page that frames this one, invisible or under something else, may get a user to
 * press `confirm` without seeing it. If the browser can tell (Intersection Observer v2, Chromium), a press of the
 * pointer counts only after the button was visible. Keys and screen readers cannot be misled like that. Source: W3C
 * Intersection Observer, "Visibility".
 */

import { tellOnce } from "./mistakes.ts";

/** The least that the standard allows, ms, because tracking visibility is expensive. */
const LOOK_EVERY_MS = 100;
/**
 * Nobody sees a button and decides to press it in less time. Together with the interval above, this time is over before
 * the button can be pressed.
 */
const SEEN_FOR_MS = 200;

const CONFIRM = "[part~=confirm]";

const UNCHECKED =
  "in this frame nothing checks that no other page covers the confirm button, because an element around it has an opacity, filter or transform. Take that style away, or keep the page out of other websites' frames (frame-ancestors).";

/** Not every library of types has these options yet. */
interface WithVisibility extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}

/** In a page without a frame around it, only the page itself can cover the button. */
const canTell = (): boolean =>
  window !== window.top && "isVisible" in (globalThis.IntersectionObserverEntry?.prototype ?? {});

export class CoverWatcher {
  readonly #host: HTMLElement;
  #observer: IntersectionObserver | undefined;
  /**
   * The button's parent is watched: the button itself is paler while it cannot be pressed, and a browser calls a pale
   * element not visible.
   */
  #watched: Element | null | undefined;
  /** Since when the parent is visible, on the clock of events; undefined while it is not. */
  #seenSince: number | undefined;

  /** @param refused called when a press was kept from the button */
  constructor(host: HTMLElement, refused: () => void) {
    this.#host = host;
    if (!canTell()) return;
    const options: WithVisibility = { trackVisibility: true, delay: LOOK_EVERY_MS };
    this.#observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1) as
        | (IntersectionObserverEntry & { readonly isVisible: boolean })
        | undefined;
      this.#seenSince = last?.isVisible ? (this.#seenSince ?? last.time) : undefined;
    }, options);
    // Captured, so that the button does not get the press.
    host.shadowRoot?.addEventListener(
      "click",
      (press) => {
        if (!(press instanceof MouseEvent) || press.detail === 0 || !this.#isCovered(press)) return;
        press.stopPropagation();
        refused();
      },
      { capture: true },
    );
  }

  /** Call after each change of the document. */
  watch(root: ParentNode): void {
    if (!this.#observer) return;
    const around = root.querySelector(CONFIRM)?.parentElement;
    if (around === this.#watched) return;
    this.#observer.disconnect();
    this.#seenSince = undefined;
    this.#watched = around;
    if (around) this.#observer.observe(around);
  }

  #isCovered(press: MouseEvent): boolean {
    const isConfirm = press.composedPath().some((each) => each instanceof Element && each.matches(CONFIRM));
    const isSeen = this.#seenSince !== undefined && press.timeStamp - this.#seenSince >= SEEN_FOR_MS;
    if (!isConfirm || isSeen) return false;
    if (!isAltered(this.#host)) return true;
    tellOnce(UNCHECKED, undefined);
    return false;
  }
}

/**
 * Whether this document itself alters the element's look with a fade or a transform. The browser then calls the element
 * not visible, whatever covers it. The framing page cannot set these styles.
 */
function isAltered(host: Element): boolean {
  for (let element: Element | null = host; element; element = parentOf(element)) {
    const { opacity, filter, transform, rotate, scale } = getComputedStyle(element);
    if (opacity !== "1" || [filter, transform, rotate, scale].some((value) => value !== "none")) return true;
  }
  return false;
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
