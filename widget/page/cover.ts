/**
 * Clickjacking: a page that shows this one in a frame, invisible or under something else, gets a person to press `confirm`
 * without seeing it. Where the browser can tell (Intersection Observer v2, Chromium), a press of the pointer counts only once
 * the button was seen. Keys and screen readers cannot be led like that. Source: W3C Intersection Observer, "Visibility".
 */

/** The least that the standard allows, ms: seeing through a page costs. */
const LOOK_EVERY_MS = 100;
/** Less than anybody takes to see a button and decide to press it; with the look above, over before it can be pressed. */
const SEEN_FOR_MS = 200;

const CONFIRM = "[part~=confirm]";

/** Not in every library of types yet. */
interface WithVisibility extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}

/** In a page that nobody framed, whatever covers the button is the page's own. */
const canTell = (): boolean => window !== window.top && "isVisible" in IntersectionObserverEntry.prototype;

export class CoverWatcher {
  readonly #host: HTMLElement;
  #observer: IntersectionObserver | undefined;
  /** What the button stands in: the button itself is paler while it cannot be pressed, and a browser calls that unseen. */
  #watched: Element | null | undefined;
  /** Since when it is seen, on the clock of events; undefined while it is not. */
  #seenSince: number | undefined;

  /** @param refused a press was kept from the button */
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
    // Before the button hears of it.
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

  /** After each change of the document. */
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
    if (!isConfirm || isAltered(this.#host)) return false;
    return this.#seenSince === undefined || press.timeStamp - this.#seenSince < SEEN_FOR_MS;
  }
}

/**
 * Whether this very document shows the element otherwise than as it is, with a fade or a transform: then the browser calls it
 * unseen, whatever is before it. The framing page has no hand in these styles.
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
