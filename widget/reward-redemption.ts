import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { handedOver, takeEarly } from "./calls/hand-over.ts";
import { ownServer } from "./calls/server-address.ts";
import { type GetSession, SessionKeeper } from "./calls/session-keeper.ts";
import type { BeforeConfirm } from "./events.ts";
import { loaders } from "./loaders.ts";
import { pageClock } from "./page/clock.ts";
import { RedemptionController, type Surroundings } from "./redemption-controller.ts";
import { isTest } from "./state/is-test.ts";
import { needsFlow } from "./state/opening.ts";
import type { Screen } from "./state/state.ts";
import { baseStyles } from "./styles/base.ts";
import { en } from "./texts/en.ts";
import { type Messages, translator } from "./texts/texts.ts";
import { offlineView } from "./views/offline.ts";
import { loadingView, pickerView } from "./views/picker.ts";
import type { View } from "./views/view.ts";
import { directionOf, formatLocale, resolveLocale } from "./words/locale.ts";
import { Words } from "./words/words.ts";

/**
 * Lets one user choose, confirm and see one reward of an order.
 *
 * @element reward-redemption
 *
 * @attr session - The session token. Read at once and removed from the attribute; also a write-only property.
 * @attr server - The token server's address; by default where the script came from.
 * @attr session-url - Where a session comes from if the page can write no `getSession`: an address that answers a POST with
 *   `session_token`; 204: there is nothing for this visitor; 401 or 403: nobody is signed in.
 * @attr locale - BCP 47 (`en_US` is accepted); by default the session's, then the promotion's, then the page's.
 * @attr support - An `https:` address or `mailto:`, for help; by default the session's.
 * @attr {boolean} history - Present: each screen before a confirmation is a step of the page's history.
 * @attr {auto|light|dark} theme - By default `auto`: what the user's system prefers.
 *
 * @prop {() => Promise<string | null>} getSession - Asked for a new session when one ends, and for the first one of an element
 *   without a `session`; null: there is nothing for this visitor, and the element's own content is shown.
 * @prop {BeforeConfirm} beforeConfirm - Asked when the user presses `confirm`, before anything is sent; false stays.
 * @prop {Messages} messages - Texts that replace the built-in ones.
 *
 * @fires reward-ready - The first screen can be used.
 * @fires reward-select - A reward was picked.
 * @fires reward-book - A reward is held for the user, not yet confirmed.
 * @fires reward-redeem - The codes exist.
 * @fires reward-activate - The link exists.
 * @fires reward-notify - The service mails the link.
 * @fires reward-reveal - A masked code was asked for.
 * @fires reward-copy - A code or a link really was copied.
 * @fires reward-error - Something went wrong; `detail.code` is the problem's code.
 * @fires reward-session-expired - The session ended and no new one was given.
 *
 * @csspart title - Each screen's heading
 * @csspart card - A reward's picture
 * @csspart summary - What was chosen, on the screens after the choice
 * @csspart badge - The mark of a test
 * @csspart button - Every button, beside its own name
 * @csspart primary - Buttons that lead on
 * @csspart secondary - The other ones
 * @csspart search - The picker's search field
 * @csspart group - One button a group of rewards, and one for all
 * @csspart reward - One button a reward, with `data-sku`
 * @csspart unfold - The button that shows the rest of a brand's rewards
 * @csspart more - The button after the drawn rewards
 * @csspart amount - The amount field
 * @csspart amount-choice - One button a quick choice
 * @csspart terms - Terms and conditions
 * @csspart book - The button that reserves, or leads to the confirmation where nothing is reserved
 * @csspart countdown - Until when the reward is reserved; in the last minutes the time left to confirm
 * @csspart confirm - The button that confirms for good
 * @csspart back - The button one step back
 * @csspart code - One code, PIN or link, with `data-usage`
 * @csspart code-value - The value itself, and nothing else
 * @csspart reveal - The button that shows a masked code
 * @csspart hide - The button that masks the code again
 * @csspart copy - The button that copies a code or the link
 * @csspart link - The link to the reward
 * @csspart pdf - The link to the printable document
 * @csspart barcode - The barcode's SVG
 * @csspart till - The button that shows what a till needs on the whole screen
 * @csspart size - One button a size of the barcode on that screen
 * @csspart close - The button that closes that screen
 * @csspart rest - The control that opens the secondary actions
 * @csspart share - The button that shares a code or a link
 * @csspart give - Opens a card for somebody else, with the code on it
 * @csspart support - The link to help
 * @csspart balance - The button that looks up a card's balance
 * @csspart print - The button that prints
 * @csspart wallet - The button that puts the code into the phone's own wallet
 * @csspart remind - The button that makes an entry for the calendar
 * @csspart alert - What went wrong
 * @csspart retry - The button that tries again
 * @csspart next - The button that leads to the next reward of a grant
 * @csspart list - The button that leads to the list of what the user has
 * @csspart owned - One button a reward in that list, with `data-order`
 * @csspart used - The button that marks a reward as used
 * @csspart waiting - The button of what still can be chosen
 *
 * @cssprop {<color>} --reward-accent - Main buttons, focus
 * @cssprop {<color>} --reward-on-accent - Text on main buttons
 * @cssprop {<color>} --reward-surface - Background
 * @cssprop {<color>} --reward-text - Text
 * @cssprop {<color>} --reward-muted - Secondary text, borders of controls
 * @cssprop {<color>} --reward-line - Lines
 * @cssprop {<color>} --reward-soft - Placeholders, quiet surfaces
 * @cssprop {<color>} --reward-notice - Few left, little time left
 * @cssprop {<color>} --reward-danger - Problems
 * @cssprop {<length>} --reward-radius - Corners of surfaces
 * @cssprop {<length>} --reward-radius-button - Corners of buttons and fields; by default those of surfaces
 * @cssprop {<length>} --reward-radius-card - Corners of rewards' pictures; by default those of surfaces
 * @cssprop --reward-shadow - Shadow of what lies on the background; a `box-shadow`
 * @cssprop {<length>} --reward-space - One step of spacing; gaps and paddings are multiples of it
 * @cssprop {<integer>} --reward-columns - The most rewards in a row
 * @cssprop --reward-font - Font family of texts
 * @cssprop {<length>} --reward-font-size - Size of texts, which all other sizes follow; `em` is the user's own text size
 * @cssprop --reward-font-heading - Font family of headings
 * @cssprop --reward-font-code - Font family of numbers, PINs and links on the screen: of a single width, 0.6em or less
 * @cssprop --reward-heading-weight - Weight of headings
 * @cssprop {<length>} --reward-heading-spacing - Space between a heading's letters
 * @cssprop --reward-heading-transform - Case of headings' letters
 */
export class RewardRedemption extends LitElement {
  /** How Lit keeps the properties. */
  static override readonly properties = {
    session: { noAccessor: true },
    server: {},
    locale: {},
    // The style sheet uses this attribute.
    theme: { reflect: true },
    support: {},
    messages: { attribute: false },
    getSession: { attribute: false, noAccessor: true },
    beforeConfirm: { attribute: false },
  };

  /** The styles of the first screen; further ones bring theirs. */
  static override readonly styles = baseStyles;

  /** The token server's address; by default where the script came from. */
  declare server: string | undefined;
  /** BCP 47 (`en_US` is accepted); by default the session's, then the promotion's, then the page's. */
  declare locale: string | undefined;
  /** By default `auto`: what the user's system prefers. */
  declare theme: "auto" | "light" | "dark" | undefined;
  /** An `https:` address or `mailto:`, for help; by default the session's. */
  declare support: string | undefined;
  /** Texts that replace the built-in ones. */
  declare messages: Messages | undefined;
  /** Asked when the user presses `confirm`, before anything is sent; false stays. */
  declare beforeConfirm: BeforeConfirm | undefined;
  /** What is used in place of the page's `fetch`: for a sandbox, and for a host's own tests. Set before the session. */
  declare fetch: typeof fetch | undefined;

  #shown: Screen["name"] = "loading";
  readonly #internals = this.attachInternals?.();
  readonly #world = this.surroundings();
  readonly #session = new SessionKeeper(this.#world.clock);
  readonly #words = new Words(this.#world, () => this.requestUpdate());
  readonly #redemption = new RedemptionController(this, this.#session, this.#world, this.#words);

  /**
   * Fetch, clock and loaders; a test's subclass brings its own.
   * @internal
   */
  protected surroundings(): Surroundings {
    return {
      fetch: (...call) => (this.fetch || fetch)(...call),
      clock: pageClock,
      loaders,
      handedOver,
      takeEarly,
    };
  }

  /** The session token can be set but not read: neither a property nor an attribute shows it. */
  get session(): undefined {
    return undefined;
  }

  set session(token: string | null | undefined) {
    if (this.hasAttribute("session")) this.removeAttribute("session");
    if (!token || token === this.#session.token) return;
    this.#session.token = token;
    this.#redemption.renew();
  }

  /**
   * Asked for a new session when one ends, and for the first one of an element without a `session`; null: there is nothing for this
   * visitor, and the element's own content is shown.
   */
  get getSession(): GetSession | undefined {
    return this.#session.getSession;
  }

  set getSession(ask: GetSession | undefined) {
    this.#session.getSession = ask;
    this.#redemption.start();
  }

  /** @internal */
  get serverAddress(): string {
    return this.server || ownServer(this.fetch);
  }

  /**
   * Renders at once: a page that is going away does not wait.
   * @internal
   */
  flush(): void {
    if (this.isUpdatePending) this.performUpdate();
  }

  /** A test's page may be gone before what was loaded for it. */
  protected override shouldUpdate(): boolean {
    return !!globalThis.document;
  }

  protected override render(): TemplateResult {
    const { state, flow, drawers } = this.#redemption;
    const { order, owned } = state;
    const locale = resolveLocale(
      this.locale,
      order?.locale ?? owned?.locale,
      order?.promotion.locale,
      document.documentElement.lang,
    );
    const { texts, language } = this.#words.for(locale, flow, this.messages, state);
    const written = formatLocale(locale, language);
    const view: View = {
      state,
      texts: texts ?? [en],
      t: translator(texts ?? [en], written),
      locale: written,
      serviceLang: order?.promotion.locale?.replaceAll("_", "-") ?? "",
      session: this.#session,
      flow,
      drawers,
      send: this.#redemption.act,
      support: this.support,
      clock: this.#world.clock,
      drawn: () => this.updateComplete,
    };
    const shown = texts && screenView(view);
    this.#shown = shown ? state.screen.name : "loading";
    return html`
      <section>
        <div class="frame" lang=${language} dir=${directionOf(written)} translate="no">
          ${isTest(order) ? html`<p class="badge"><small part="badge">${view.t("test_note")}</small></p>` : nothing}
          ${shown ?? loadingView(view, language === "en")}
        </div>
        <div class="unseen" role="status" lang=${language} translate="no">${flow?.announcementOf(view)}</div>
      </section>
    `;
  }

  /** Gives the page the screen's name, before the controllers look: `data-state`, and `:state(…)` for its styles. */
  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.dataset.state = this.#shown;
    try {
      const { states } = this.#internals;
      states.clear();
      states.add(this.#shown);
    } catch {
      // Browsers before mid-2024 have no custom states, or an older form of them.
    }
  }
}

/** Undefined while the screen's chunk is loaded. */
function screenView(view: View): TemplateResult | undefined {
  const { state, flow } = view;
  const { screen, catalog } = state;
  const hasPicker = screen.name === "open" ? !needsFlow(state) : screen.name === "details" && catalog?.[1];
  const { points_per_unit, groups } = state.order ?? {};
  // Prices in points and headings come with the later screens, and nothing may jump when they do.
  const isWhole = flow || (screen.name === "open" && !points_per_unit && !groups);
  if (hasPicker && isWhole) return pickerView(view, flow);
  if (screen.name !== "loading" && flow) return flow.flowView(view, screen);
  if (!needsFlow(state) && screen.name === "problem") return offlineView(view, screen.failure);
  return undefined;
}
