/**
 * Moves the focus when the document changes: only after actions of the user, and never away from the rest of the page.
 */
import type { Failure } from "../state/failure.ts";
import { screenInSight } from "../state/selectors.ts";
import type { State } from "../state/state.ts";
import { headerHeight, scrollIntoView } from "./platform.ts";

/** The share of the window that may be above a heading. If more is above it, the heading is scrolled to the top. */
const READY_SHARE = 0.15;
/** A phone on its side, or a window with very large text. */
const LOW_PX = 480;
const OTHER_SHARE = 0.5;

/** Events by which a user scrolls. */
const OWN_SCROLLS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** Browsers take half a second. A scroll that ends later also began later: there was nothing to scroll before. */
const LONGEST_SCROLL_MS = 2_000;

/**
 * Whether the focus is in the widget, on an element that contains it, or nowhere: then nobody reads or writes elsewhere
 * in the page.
 */
export function isFocusFree(host: HTMLElement): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return !activeElement || activeElement.contains(host);
}

/**
 * What has the focus in the widget. Its surroundings are asked first: in happy-dom 21 a shadow root throws while the focus is in another
 * one.
 */
export function focusedIn(host: HTMLElement): Element | null {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return activeElement === host ? (host.shadowRoot?.activeElement ?? null) : null;
}

export class FocusKeeper {
  readonly #host: HTMLElement;
  #screen: string | undefined;
  /** The reward whose details were shown. */
  #sku: string | undefined;
  /** Where the button that unfolds chips stood, if it had the focus. */
  #fold: { readonly chips: Element; readonly at: number } | undefined;
  #refused: object | undefined;
  #failure: Failure | undefined;
  #hadFocus = false;
  /** The part that had the focus, if the part was a button or a field. */
  #part: string | undefined;
  /** Whether the focus was on the screen for the till. */
  #wasAtTill = false;
  /** A reward has just become ready, and its main button was not scrolled into sight yet. */
  #isMainDue = false;
  /** Set until the page has scrolled to where this class sent it. */
  #scrolling: AbortController | undefined;
  /** The number of cards if the button that shows more had the focus; otherwise 0. */
  #more = 0;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#screen = host.dataset.state;
  }

  /** Call before the document changes. */
  note(): void {
    this.#hadFocus = this.#inside !== null;
    const part = this.#inside?.part;
    this.#part = part?.contains("title") ? undefined : part?.[0];
    this.#wasAtTill = this.#inside?.closest(".till") != null;
    this.#more = this.#part === "more" ? this.#cards.length : 0;
    const chips = this.#part === "unfold" ? this.#inside?.parentElement : undefined;
    this.#fold = chips ? { chips, at: chips.childElementCount - 1 } : undefined;
  }

  /**
   * Call after the document changed.
   * @param hasActed whether the user acted here: only then may the focus come in from the page
   */
  follow({ screen, failure, details }: State, hasActed: boolean): void {
    const isKept = screenInSight(screen) !== screen.name;
    const shown = isKept ? screenInSight(screen) : this.#host.dataset.state;
    const mayMove = hasActed && isFocusFree(this.#host);
    const sku = screen.name === "details" ? screen.sku : undefined;
    if (shown !== this.#screen || (sku !== this.#sku && sku !== undefined)) {
      // Back at the cards, the focus goes to the reward that the user looked at.
      const last = this.#sku ?? details?.sku;
      const card =
        shown === "open" && last && !failure
          ? `[data-sku="${globalThis.CSS?.escape(last) ?? last}"]`
          : ".beside h2";
      // A link that was opened elsewhere changes the screen while the user may be reading the rest of the page.
      const isUnasked = this.#screen === "activated" || this.#screen === "notified";
      if (mayMove && (this.#hadFocus || !isUnasked)) this.#focus(card, "h2");
    } else if (this.#more > 0 && this.#cards.length > this.#more) {
      this.#cards[this.#more]?.focus();
    } else if (this.#fold && !this.#inside) {
      // The first unfolded chip stands in the button's place.
      (this.#fold.chips.children[this.#fold.at] as HTMLElement | undefined)?.focus();
    } else if (this.#hadFocus && !this.#inside) {
      // The pressed button is gone: the focus goes to what it revealed.
      const revealed = this.#part === "reveal" && screen.name === "redeemed" && screen.revealed.at(-1);
      const secret = revealed ? `[data-usage="${revealed}"] [part~=code-value]` : "[part~=reveal]";
      const next =
        this.#part === "balance"
          ? [".balance"]
          : this.#wasAtTill && screen.name === "redeemed" && !screen.till
            ? // Needed for every way of closing: without fullscreen the dialog does not return the focus.
              ["[part~=till]"]
            : [`dialog ${secret}`, secret];
      // A heading that gave way to another one was not pressed.
      this.#focus(...(this.#part ? next : []), "h2");
    }
    this.#screen = shown;
    this.#sku = sku;
    // The alert stands at the top, and the top of a long reward is far from the pressed button.
    if (failure && failure !== this.#failure && mayMove) {
      const column = this.#host.shadowRoot?.querySelector(".foot")?.closest(".column");
      this.#focus("form .alert", column?.querySelector<HTMLElement>(":scope > .alert"));
    }
    this.#failure = failure;
    // Each refusal moves the focus, even if its reason is the same as before.
    const refused = screen.name === "details" && screen.refusal ? screen : undefined;
    if (refused && refused !== this.#refused && mayMove) this.#focus("[part~=amount]");
    this.#refused = refused;
    this.#isMainDue &&= screen.name === "redeemed";
    // The barcode is drawn for its room right after the document has changed.
    if (this.#isMainDue) queueMicrotask(() => this.#showMain());
  }

  get #cards(): readonly HTMLElement[] {
    return [...(this.#host.shadowRoot?.querySelectorAll<HTMLElement>("[part~=reward]") ?? [])];
  }

  get #inside(): Element | null {
    return focusedIn(this.#host);
  }

  /** Focuses the first of the given elements, or selectors of elements, that is there. */
  #focus(...wanted: readonly (string | HTMLElement | null | undefined)[]): void {
    const root = this.#host.shadowRoot;
    const [first] = wanted.flatMap(
      (each) => (typeof each === "string" ? root?.querySelector<HTMLElement>(each) : each) ?? [],
    );
    if (!first) return;
    first.focus({ preventScroll: true });
    const looked = first.localName === "h2" && first.closest(".sheet .scroll");
    // The reward is shown from its beginning: its heading may have no room below, and another reward may have been
    // scrolled here.
    if (looked) {
      looked.scrollTop = 0;
      scrollIntoView(looked.closest(".sheet"), { block: "nearest" });
      return;
    }
    // Browsers would put a heading in the middle of the window, and half of the new screen below the window.
    const isHeading = first.localName === "h2" && !first.closest(".beside");
    const { top } = first.getBoundingClientRect();
    // Upright, or on its side: a phone.
    const isNarrow = this.#host.offsetWidth < innerHeight || innerHeight < LOW_PX;
    // On a phone a reward that is ready needs the whole window for its barcode and buttons.
    const most = first.matches(".won") ? READY_SHARE : OTHER_SHARE;
    const column = isHeading && first.closest(".column")?.getBoundingClientRect();
    if (
      isHeading &&
      (top < headerHeight() || (isNarrow && (top > innerHeight * most || this.#isPassCovered())))
    )
      this.#scrollTo(this.#host);
    // Beside a wide widget people look for the page that they came from: it moves no more than the screen needs.
    else if (column && !isNarrow && !first.matches(".won")) {
      if (column.height > innerHeight) this.#scrollTo(this.#host);
      else if (column.bottom > innerHeight) this.#scrollTo(first.closest(".column") as Element, "end");
    } else {
      scrollIntoView(first.closest(".sheet"), { block: "nearest" });
      this.#scrollTo(first, "nearest");
    }
    if (first.matches(".won")) this.#isMainDue = true;
  }

  /** Whether the confirm button covers the pass that it confirms. */
  #isPassCovered(): boolean {
    const root = this.#host.shadowRoot;
    const foot = root?.querySelector(".foot");
    // In a low window the foot has no box, and only its buttons stay in sight.
    const stuck = foot?.getClientRects().length ? foot : foot?.querySelector(".actions");
    const pass = root?.querySelector(".pass")?.getBoundingClientRect();
    return pass !== undefined && stuck != null && pass.bottom > stuck.getBoundingClientRect().top;
  }

  /** A reward is ready: its main button must be in sight, and of the page around it as much as can be. */
  #showMain(): void {
    const root = this.#host.shadowRoot;
    const main = root?.querySelector(".pass .main");
    // A barcode that is still loading will push the button down.
    if (!main || root?.querySelector(".pass .skeleton")) return;
    this.#isMainDue = false;
    const { bottom } = main.getBoundingClientRect();
    if (bottom <= innerHeight) return;
    const code = root?.querySelector(".pass .room, .pass .code");
    const below = Number.parseFloat(getComputedStyle(main).scrollMarginBlockEnd);
    // On a phone on its side, or with very large text, there is no room for all: that the reward is ready comes first, and the
    // code and its button are one scroll away.
    const isCramped = code && bottom + below - code.getBoundingClientRect().top > innerHeight;
    if (innerHeight < LOW_PX || isCramped) this.#scrollTo(this.#host);
    else {
      const way = bottom + below - innerHeight;
      const heading = root?.querySelector(".won")?.getBoundingClientRect();
      const edge = way + headerHeight();
      const isCut = heading !== undefined && heading.top < edge && heading.bottom > edge;
      const pass = isCut && root?.querySelector(".pass");
      // Half a heading looks like a fault. The pass below it is shown instead, because moving there takes less than the
      // heading's height.
      if (pass) this.#scrollTo(pass);
      else this.#scrollTo(main, "end");
    }
  }

  /** Scrolls in the page's own way; at once if that scroll stopped short, as in Chromium on a busy machine. */
  #scrollTo(target: Element, block: ScrollLogicalPosition = "start"): void {
    scrollIntoView(target, { block });
    this.#scrolling?.abort();
    const scrolling = new AbortController();
    this.#scrolling = scrolling;
    const options = { signal: scrolling.signal, capture: true, passive: true };
    // A user who scrolls meanwhile is not moved.
    for (const own of OWN_SCROLLS) addEventListener(own, () => scrolling.abort(), options);
    const begun = performance.now();
    const end = () => {
      const { top } = target.getBoundingClientRect();
      // A `scrollend` may belong to a scroll that this one replaced: only a target that no longer moves has arrived.
      const stood = () => {
        if (scrolling.signal.aborted || target.getBoundingClientRect().top !== top) return;
        scrolling.abort();
        if (performance.now() - begun > LONGEST_SCROLL_MS || !target.isConnected) return;
        scrollIntoView(target, { block, behavior: "instant" });
      };
      requestAnimationFrame(() => requestAnimationFrame(stood));
    };
    addEventListener("scrollend", end, options);
  }
}
