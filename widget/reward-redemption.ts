import { adoptStyles, html, LitElement, nothing, type TemplateResult } from "lit";
import type { AmountRefusal } from "../shared/amounts.ts";
import type { Usage } from "../shared/usages.ts";
import { pageClock } from "./clock.ts";
import type { Failure } from "./failure.ts";
import { loaders } from "./loaders.ts";
import { formatLocale, resolveLocale } from "./locale.ts";
import { needsFlow, RedemptionController, type Surroundings } from "./redemption-controller.ts";
import { serverOf } from "./server-address.ts";
import { SessionKeeper } from "./session-keeper.ts";
import type { Event } from "./state.ts";
import { baseStyles } from "./styles/base.ts";
import { en } from "./texts/en.ts";
import { type Messages, translator } from "./texts/texts.ts";
import { foundText, pickerView } from "./views/picker.ts";
import { problemView } from "./views/problem.ts";
import type { View } from "./views/view.ts";
import { Words } from "./words.ts";

/**
 * Lets one person choose, confirm and see one reward of an order.
 *
 * @element reward-redemption
 *
 * @attr session - The session token. Read at once and removed from the attribute; also a write-only property.
 * @attr server - The token server's address; by default where the script came from.
 * @attr locale - BCP 47 (`en_US` is accepted); by default the session's, then the promotion's, then the page's.
 * @attr {auto|light|dark} theme - By default `auto`: what the person's system prefers.
 *
 * @fires reward-ready - The first screen can be used.
 * @fires reward-select - A reward was picked.
 * @fires reward-book - A reward is held for the person, not yet confirmed.
 * @fires reward-redeem - The codes exist.
 * @fires reward-activate - The link exists.
 * @fires reward-notify - The service mails the link.
 * @fires reward-reveal - A masked code was asked for.
 * @fires reward-copy - A code really was copied.
 * @fires reward-error - Something went wrong; `detail.code` is the problem's code.
 * @fires reward-session-expired - The session ended and no new one was given.
 *
 * @csspart search - The picker's search field
 * @csspart reward - One button a reward, with `data-sku`
 * @csspart amount - The amount field
 * @csspart terms - Terms and conditions
 * @csspart book - The button that reserves
 * @csspart countdown - The time left to confirm
 * @csspart confirm - The button that confirms for good
 * @csspart back - The button back to the choice
 * @csspart code - One code, PIN or link, with `data-usage`
 * @csspart code-value - The value itself, and nothing else
 * @csspart reveal - The button that shows a masked code
 * @csspart copy - The button that copies a code
 * @csspart link - The link to the reward
 * @csspart pdf - The link to the printable document
 * @csspart barcode - The barcode's SVG
 * @csspart print - The button that prints
 * @csspart alert - What went wrong
 * @csspart retry - The button that tries again
 *
 * @cssprop --reward-accent - Main buttons, focus
 * @cssprop --reward-on-accent - Text on them
 * @cssprop --reward-surface - Background
 * @cssprop --reward-text - Text
 * @cssprop --reward-muted - Secondary text, borders of controls
 * @cssprop --reward-line - Lines
 * @cssprop --reward-soft - Placeholders
 * @cssprop --reward-danger - Problems
 * @cssprop --reward-radius - Corners
 * @cssprop --reward-font - Font family
 */
export class RewardRedemption extends LitElement {
  static override styles = baseStyles;
  static override properties = {
    session: { noAccessor: true },
    getSession: { noAccessor: true, attribute: false },
    server: {},
    locale: {},
    theme: { reflect: true },
    messages: { attribute: false },
  };

  declare server: string | undefined;
  declare locale: string | undefined;
  declare theme: "auto" | "light" | "dark" | undefined;
  /** Texts that replace the built-in ones. */
  declare messages: Messages | undefined;

  readonly #world = this.surroundings();
  readonly #session = new SessionKeeper();
  readonly #redemption = new RedemptionController(this, this.#session, this.#world);
  readonly #words = new Words(this.#world.loaders, () => this.requestUpdate());
  #shown = "loading";
  #refusal: AmountRefusal | undefined;
  #failure: Failure | undefined;
  #isStyled = false;
  #hadFocus = false;
  /** Whether the person did something here: only then may the focus be moved. */
  #hasActed = false;

  /** The world outside; a test's subclass brings its own. */
  protected surroundings(): Surroundings {
    return { fetch: (...call) => fetch(...call), clock: pageClock, loaders };
  }

  /** The session token goes in and never comes out: neither a property nor an attribute shows it. */
  get session(): undefined {
    return undefined;
  }

  set session(token: string | null | undefined) {
    if (this.hasAttribute("session")) this.removeAttribute("session");
    if (!token || token === this.#session.token) return;
    this.#session.token = token;
    this.#redemption.renew();
  }

  /** Asked for a new session when one ends. */
  get getSession(): (() => Promise<string>) | undefined {
    return this.#session.getSession;
  }

  set getSession(ask: (() => Promise<string>) | undefined) {
    this.#session.getSession = ask;
    this.#redemption.start();
  }

  get serverAddress(): string {
    return this.server || serverOf(import.meta.url);
  }

  /** Brings the document up to date at once: a page that is going away waits for nobody. */
  flush(): void {
    if (this.hasUpdated) this.performUpdate();
  }

  protected override render(): TemplateResult {
    const { state, flow, drawers } = this.#redemption;
    const { order } = state;
    if (flow && !this.#isStyled) {
      this.#isStyled = true;
      adoptStyles(this.renderRoot as ShadowRoot, [baseStyles, flow.flowStyles]);
    }
    const locale = resolveLocale(
      this.locale,
      order?.locale,
      order?.promotion.locale,
      document.documentElement.lang,
    );
    const texts = this.#words.for(locale, flow?.enLater, this.messages, needsFlow(state));
    const language = this.#words.languageFor(locale);
    const view: View = {
      state,
      texts: texts ?? en,
      t: translator(texts ?? en),
      locale: formatLocale(locale, language),
      serviceLang: order?.promotion.locale?.replaceAll("_", "-") ?? "",
      canRenew: this.getSession !== undefined,
      drawers,
      send: this.#act,
      copy: (usage, value) => void this.#copy(usage, value),
      print: () => print(),
    };
    const isTest = order && (order.environment !== "production" || order.testing);
    // Both built-in languages are written from left to right; the page's own words are written as the page is.
    return html`
      <div class="frame" lang=${language} dir=${this.messages ? nothing : "ltr"}>
        ${isTest ? html`<p class="badge" title=${view.t("test_note")}>${view.t("test_badge")}</p>` : nothing}
        ${this.#screen(view, texts !== undefined)}
      </div>
      <div class="unseen" role="status" lang=${language}>${state.screen.name === "open" ? foundText(view, state.screen.query) : flow?.announcementOf(view)}</div>
    `;
  }

  protected override willUpdate(): void {
    this.#hadFocus = this.shadowRoot?.activeElement != null;
  }

  protected override updated(): void {
    const { screen, failure } = this.#redemption.state;
    const isLost = this.#hadFocus && !this.shadowRoot?.activeElement;
    if (this.dataset.state !== this.#shown) {
      this.dataset.state = this.#shown;
      if (this.#mayFocus()) this.#focus("h2");
    } else if (isLost) {
      // What was pressed is gone: on to what it was pressed for.
      this.#focus(
        screen.name === "redeemed" ? `[data-usage="${screen.revealed.at(-1)}"] [part=code-value], h2` : "h2",
      );
    }
    // A long reward's top is far from what was pressed, and what went wrong is told there.
    if (failure && failure !== this.#failure && this.#mayFocus()) this.#focus("form .alert");
    this.#failure = failure;
    const refusal = screen.name === "details" ? screen.refusal : undefined;
    if (refusal && refusal !== this.#refusal) this.#focus("[part=amount]");
    this.#refusal = refusal;
  }

  #focus(selector: string): void {
    const found = [...this.renderRoot.querySelectorAll<HTMLElement>(selector)];
    found.at(-1)?.focus();
  }

  #screen(view: View, hasWords: boolean): TemplateResult {
    const { flow, state } = this.#redemption;
    const { screen } = state;
    this.#shown = screen.name;
    if (hasWords && (flow || !needsFlow(state))) {
      if (screen.name === "open") return pickerView(view, screen.query);
      if (screen.name === "problem") return problemView(view, screen.failure, screen.from.name === "details");
      if (screen.name !== "loading" && flow) return flow.flowView(view, screen);
    }
    this.#shown = "loading";
    return html`<p class="unseen">${view.t("loading")}</p><div class="cards" aria-hidden="true"><div class="card skeleton"></div></div>`;
  }

  /** The focus follows the person's own steps; it is never taken from another place of the page. */
  #mayFocus(): boolean {
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    return this.#hasActed && (!activeElement || activeElement === this || activeElement === document.body);
  }

  readonly #act = (event: Event): void => {
    this.#hasActed = true;
    this.#redemption.send(event);
  };

  /** Says "copied" only when it happened; otherwise the text is selected for the person to copy. */
  async #copy(usage: Usage, value: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      this.#act({ type: "copied", copied: { usage, outcome: "copied" } });
    } catch {
      this.#act({ type: "reveal", usage });
      this.#act({ type: "copied", copied: { usage, outcome: "selected" } });
      await this.updateComplete;
      const text = this.renderRoot.querySelector(`[data-usage="${usage}"] [part=code-value]`);
      if (text) getSelection()?.selectAllChildren(text);
    }
  }
}
