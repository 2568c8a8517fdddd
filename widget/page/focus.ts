/** Where the focus goes when the document changes: with the person's own steps, never away from the rest of the page. */
import type { Failure } from "../state/failure.ts";
import { screenInSight } from "../state/selectors.ts";
import type { State } from "../state/state.ts";

/** Of the window above a heading; where more is above it, the heading comes to the top. */
const READY_SHARE = 0.15;
const OTHER_SHARE = 0.5;

/** What a person scrolls with. */
const OWN_SCROLLS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** Browsers take half a second. What ends later began later: there was nothing to scroll then. */
const LONGEST_SCROLL_MS = 2_000;

/** Whether the focus is in the widget, on what holds it, or nowhere: nobody reads or writes elsewhere in the page. */
export function isFocusFree(host: HTMLElement): boolean {
  const { activeElement } = host.getRootNode() as Document | ShadowRoot;
  return !activeElement || activeElement.contains(host);
}

export class FocusKeeper {
  readonly #host: HTMLElement;
  #screen: string | undefined;
  /** The reward that was looked at. */
  #sku: string | undefined;
  /** Where the button stood that unfolds chips, if it had the focus. */
  #fold: { readonly chips: Element; readonly at: number } | undefined;
  #refused: object | undefined;
  #failure: Failure | undefined;
  #hadFocus = false;
  /** The part that had it, where that was a button or a field. */
  #part: string | undefined;
  /** Whether that was on the screen for the till. */
  #wasAtTill = false;
  /** A reward has just become ready, and its main button was not brought into sight yet. */
  #isMainDue = false;
  /** Until the page has scrolled to where this sent it. */
  #scrolling: AbortController | undefined;
  /** Whether the button that shows more had the focus, and after how many cards. */
  #more = 0;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#screen = host.dataset.state;
  }

  /** Before the document changes. */
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
   * After it changed.
   * @param hasActed whether the person did something here: only then may the focus come in from the page
   */
  follow({ screen, failure, details }: State, hasActed: boolean): void {
    const isKept = screenInSight(screen) !== screen.name;
    const shown = isKept ? screenInSight(screen) : this.#host.dataset.state;
    const mayMove = hasActed && isFocusFree(this.#host);
    const sku = screen.name === "details" ? screen.sku : undefined;
    if (shown !== this.#screen || (sku !== this.#sku && sku !== undefined)) {
      // Back at the cards, the one that was looked at is where the person was.
      const last = this.#sku ?? details?.sku;
      const card = shown === "open" && last && !failure ? `[data-sku="${CSS.escape(last)}"]` : ".beside h2";
      // A link that was opened elsewhere changes the screen while the person may read the rest of the page.
      const isUnasked = this.#screen === "activated" || this.#screen === "notified";
      if (mayMove && (this.#hadFocus || !isUnasked)) this.#focus(card, "h2");
    } else if (this.#more > 0 && this.#cards.length > this.#more) {
      this.#cards[this.#more]?.focus();
    } else if (this.#fold && !this.#inside) {
      // The first of the chips that it brought stands in its place.
      (this.#fold.chips.children[this.#fold.at] as HTMLElement | undefined)?.focus();
    } else if (this.#hadFocus && !this.#inside) {
      // What was pressed is gone: on to what it was pressed for.
      const revealed = this.#part === "reveal" && screen.name === "redeemed" && screen.revealed.at(-1);
      const secret = revealed ? `[data-usage="${revealed}"] [part~=code-value]` : "[part~=reveal]";
      const next =
        this.#part === "balance"
          ? [".balance"]
          : this.#wasAtTill && screen.name === "redeemed" && !screen.till
            ? // However it was closed: without the browser's bars the dialog gives no focus back by itself.
              ["[part~=till]"]
            : [`dialog ${secret}`, secret];
      // A heading that gave way to another one was not pressed.
      this.#focus(...(this.#part ? next : []), "h2");
    }
    this.#screen = shown;
    this.#sku = sku;
    // A long reward's top is far from what was pressed, and what went wrong is told there.
    if (failure && failure !== this.#failure && mayMove)
      this.#focus("form .alert, .column:has(.foot) > .alert");
    this.#failure = failure;
    // Each refusal is news, also when its reason is the same.
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
    return this.#host.shadowRoot?.activeElement ?? null;
  }

  /** The first of these that is there. */
  #focus(...selectors: readonly string[]): void {
    const root = this.#host.shadowRoot;
    const [first] = selectors.flatMap((selector) => root?.querySelector<HTMLElement>(selector) ?? []);
    if (!first) return;
    first.focus({ preventScroll: true });
    const looked = first.localName === "h2" && first.closest(".sheet .scroll");
    // From its beginning, also where its heading has no room below that, or another reward was scrolled there.
    if (looked) {
      looked.scrollTop = 0;
      looked.closest(".sheet")?.scrollIntoView({ block: "nearest" });
      return;
    }
    // Browsers would put a heading in the middle of the window, and half of the new screen below it.
    const isHeading = first.localName === "h2" && !first.closest(".beside");
    const { top } = first.getBoundingClientRect();
    // On a phone a reward that is ready has the whole window: its barcode and what is done with it need that.
    const most = first.matches(".won") && this.#host.offsetWidth < innerHeight ? READY_SHARE : OTHER_SHARE;
    if (isHeading && (top < 0 || top > innerHeight * most || this.#isPassCovered()))
      this.#scrollTo(this.#host);
    else {
      first.closest(".sheet")?.scrollIntoView({ block: "nearest" });
      this.#scrollTo(first, "nearest");
    }
    if (first.matches(".won")) this.#isMainDue = true;
  }

  /** Whether the button that confirms lies over what it confirms. */
  #isPassCovered(): boolean {
    const root = this.#host.shadowRoot;
    const foot = root?.querySelector(".foot");
    // In a low window the foot has no box, and its buttons alone stay in sight.
    const stuck = foot?.getClientRects().length ? foot : foot?.querySelector(".actions");
    const pass = root?.querySelector(".pass")?.getBoundingClientRect();
    return pass !== undefined && stuck != null && pass.bottom > stuck.getBoundingClientRect().top;
  }

  /** A reward is ready: what one does with it must be in sight, on a low laptop as on a phone. */
  #showMain(): void {
    const root = this.#host.shadowRoot;
    const main = root?.querySelector(".pass .main");
    // A barcode that is still on its way will push the button down.
    if (!main || root?.querySelector(".pass .skeleton")) return;
    this.#isMainDue = false;
    const { bottom } = main.getBoundingClientRect();
    if (bottom <= innerHeight) return;
    const { top } = this.#host.getBoundingClientRect();
    const code = root?.querySelector(".pass .room, .pass .code");
    const below = Number.parseFloat(getComputedStyle(main).scrollMarginBlockEnd);
    if (bottom - top <= innerHeight) this.#scrollTo(this.#host);
    // On a phone on its side not both fit: a barcode that is cut is none, and the button is one movement away.
    else if (code && bottom + below - code.getBoundingClientRect().top > innerHeight) this.#scrollTo(code);
    else {
      const way = bottom + below - innerHeight;
      const heading = root?.querySelector(".won")?.getBoundingClientRect();
      const isCut = heading !== undefined && heading.top < way && heading.bottom > way;
      const pass = isCut && root?.querySelector(".pass");
      // Half a heading looks like a fault: on to what it stands above, which takes less than its height.
      if (pass) this.#scrollTo(pass);
      else this.#scrollTo(main, "end");
    }
  }

  /** In the page's own way; at once where that stopped short of it, as Chromium does on a busy machine. */
  #scrollTo(target: Element, block: ScrollLogicalPosition = "start"): void {
    target.scrollIntoView({ block });
    this.#scrolling?.abort();
    const scrolling = new AbortController();
    this.#scrolling = scrolling;
    const options = { signal: scrolling.signal, capture: true, passive: true };
    // Whoever scrolls by hand meanwhile stays where they are.
    for (const own of OWN_SCROLLS) addEventListener(own, () => scrolling.abort(), options);
    const begun = performance.now();
    const end = () => {
      const { top } = target.getBoundingClientRect();
      // The end of a scroll that this one replaced is told while this one goes on, and so is its own afterwards.
      const stood = () => {
        if (scrolling.signal.aborted || target.getBoundingClientRect().top !== top) return;
        scrolling.abort();
        if (performance.now() - begun > LONGEST_SCROLL_MS || !target.isConnected) return;
        target.scrollIntoView({ block, behavior: "instant" });
      };
      requestAnimationFrame(() => requestAnimationFrame(stood));
    };
    addEventListener("scrollend", end, options);
  }
}
