/** The operator's page: signs in, keeps itself up to date while it is seen, and shows one of its views by the address's fragment. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { ask, Refused } from "./api.ts";
import { inPlace } from "./listed.ts";
import { styles } from "./styles.ts";
import { auditView } from "./views/audit.ts";
import { homeView } from "./views/home.ts";
import { orderView } from "./views/order.ts";
import { searchView } from "./views/search.ts";
import { serverView } from "./views/server.ts";
import { signInView } from "./views/sign-in.ts";
import { webhooksView } from "./views/webhooks.ts";
import type {
  AuditEntry,
  FailedEvent,
  Finding,
  FoundOrder,
  InForce,
  NeedyOrder,
  OrderSeen,
  Session,
  Situation,
} from "./wire.ts";
import { spanWords, zone } from "./words.ts";

/** One request in this time while the page is seen, none while it is hidden. Milliseconds. */
const REFRESH_MS = 5_000;

/** What happened to something that was asked for. */
export interface Said {
  readonly text: string;
  readonly isBad: boolean;
}

const VIEWS = [
  ["", "Now"],
  ["orders", "Orders"],
  ["webhooks", "Webhooks"],
  ["audit", "Who did what"],
  ["server", "Server"],
] as const;

export class RewardOperator extends LitElement {
  static override readonly styles = styles;
  static override readonly properties = {
    session: { state: true },
    situation: { state: true },
    situationAt: { state: true },
    listed: { state: true },
    isAway: { state: true },
    route: { state: true },
    order: { state: true },
    found: { state: true },
    audit: { state: true },
    failures: { state: true },
    inForce: { state: true },
    findings: { state: true },
    said: { state: true },
    busy: { state: true },
  };

  /** Undefined: not known yet; null: nobody is signed in. */
  declare session: Session | null | undefined;
  declare situation: Situation | undefined;
  /** The orders of the list in the places in which they were first seen, also those that are settled by now. */
  declare listed: readonly NeedyOrder[];
  /** When it was heard, epoch ms. */
  declare situationAt: number;
  /** The server did not answer the last time. */
  declare isAway: boolean;
  declare route: readonly string[];
  declare order: OrderSeen | undefined;
  declare found: readonly FoundOrder[] | undefined;
  declare audit: readonly AuditEntry[] | undefined;
  /** By site. */
  declare failures: Readonly<Record<string, readonly FailedEvent[]>> | undefined;
  declare inForce: InForce | undefined;
  declare findings: readonly Finding[] | undefined;
  declare said: Said | undefined;
  /** What came of the orders that were settled here, by their keys. */
  readonly done = new Map<string, string>();
  /** Something is being done: a second press does nothing. */
  declare busy: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.situationAt = 0;
    this.listed = [];
    this.isAway = false;
    this.busy = false;
    this.route = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("hashchange", this.#onAddress);
    document.addEventListener("visibilitychange", this.#onVisible);
    this.#onAddress();
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#onAddress);
    document.removeEventListener("visibilitychange", this.#onVisible);
    clearTimeout(this.#timer);
  }

  /** Whether the operator may change something. */
  get mayAct(): boolean {
    return this.session?.role === "act";
  }

  /** @param work what is asked for; what it returns is said @returns whether it was done */
  async act(work: () => Promise<Said | string | undefined>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.said = undefined;
    try {
      const said = await work();
      this.said = typeof said === "string" ? { text: said, isBad: false } : said;
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async signIn(key: string): Promise<void> {
    const isIn = await this.act(async () => {
      try {
        this.session = await ask<Session>("operator/session", "POST", { key });
      } catch (error) {
        if (!isSignedOut(error)) throw error;
        return {
          text: "No operator has this key. Twenty wrong ones within a minute, and none is taken.",
          isBad: true,
        };
      }
      return undefined;
    });
    if (!isIn || !this.session) return;
    await this.reload();
    this.#focusHeading();
  }

  /** Where the form was that somebody sent, they go on. @param key of a settled order */
  async focusOn(key: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] a`)?.focus();
  }

  async signOut(): Promise<void> {
    await this.act(async () => {
      await ask("operator/session/end", "POST");
      this.#forget();
      return undefined;
    });
  }

  /** Reads how things are, now. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.situation = await ask<Situation>("operator/state");
      this.situationAt = Date.now();
      this.listed = inPlace(this.listed, this.situation.orders);
      if (this.isAway) void this.#load();
      this.isAway = false;
    } catch (error) {
      if (isSignedOut(error)) return this.#forget();
      this.isAway = true;
    }
    this.#timer = setTimeout(() => void this.#onVisible(), REFRESH_MS);
  }

  async reload(): Promise<void> {
    await this.refresh();
    await this.#load();
  }

  async #begin(): Promise<void> {
    try {
      this.session = await ask<Session>("operator/session");
    } catch (error) {
      if (error instanceof Refused) this.session = null;
      else this.isAway = true;
      if (this.session === undefined) this.#timer = setTimeout(() => void this.#begin(), REFRESH_MS);
      return;
    }
    await this.refresh();
    await this.#load();
  }

  /** What the view shows beside how things are. */
  async #load(): Promise<void> {
    const [view, site, id] = this.route;
    if (!this.session) return;
    try {
      if (view === "orders" && site && id)
        this.order = await ask<OrderSeen>(
          `v1/sites/${encodeURIComponent(site)}/orders/${encodeURIComponent(id)}`,
        );
      if (view === "webhooks") this.failures = await this.#readFailures();
      if (view === "server") this.inForce = await ask<InForce>("operator/settings");
      if (view === "audit" && !this.audit) this.audit = await ask<AuditEntry[]>("v1/audit");
    } catch (error) {
      // That the server is away, the page says by itself.
      if (error instanceof Refused) this.#failed(error);
      else this.isAway = true;
    }
  }

  async #readFailures(): Promise<Record<string, FailedEvent[]>> {
    const sites = this.situation?.webhooks.map(({ site }) => site) ?? [];
    const read = async (site: string) => [site, await ask<FailedEvent[]>(`v1/webhooks/${site}/failures`)];
    return Object.fromEntries(await Promise.all(sites.map(read)));
  }

  readonly #onVisible = (): void => {
    if (document.hidden || !this.session) return;
    void this.refresh();
  };

  readonly #onAddress = (): void => {
    this.route = routeOf(location.hash);
    this.order = this.audit = this.failures = this.inForce = this.findings = undefined;
    this.said = undefined;
    this.listed = this.situation?.orders ?? [];
    void this.#load();
  };

  /** What was said before is read by now, and must not lie over the field. */
  readonly #onInput = (): void => {
    this.said = undefined;
  };

  #failed(error: unknown): void {
    if (isSignedOut(error) && this.session) this.#forget();
    else if (error instanceof Refused) this.said = { text: error.message, isBad: true };
    else {
      this.isAway = true;
      this.said = {
        text: "The server did not answer. Look before you repeat it: it may have been done.",
        isBad: true,
      };
    }
  }

  /** Nothing of what was seen stays on the screen. */
  #forget(): void {
    clearTimeout(this.#timer);
    this.session = null;
    this.situation = this.order = this.found = this.audit = undefined;
    this.failures = this.inForce = this.findings = undefined;
    this.listed = [];
    this.done.clear();
  }

  /** A new view begins at its heading. */
  override updated(changed: PropertyValues<this>): void {
    if (changed.has("route") && changed.get("route") !== undefined) this.#focusHeading();
    if (changed.has("session") && this.session === null)
      this.renderRoot.querySelector<HTMLElement>("[type=password]")?.focus();
  }

  #focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>("h1")?.focus();
  }

  override render(): TemplateResult {
    if (this.session === undefined)
      return html`<main>${this.isAway ? html`<h1 class="bad">The server does not answer</h1>` : nothing}</main>`;
    if (this.session === null) return signInView(this);
    return html`
      <header>
        <b>Operator</b>
        ${
          this.situation
            ? html`<span class="quiet">
              ${this.situation.environment} service, version ${this.situation.version}, times in ${zone}
            </span>`
            : nothing
        }
        <span>${this.session.name}${this.mayAct ? "" : " (reads)"}</span>
        ${this.session.by === "cookie" ? html`<button type="button" @click=${this.signOut}>Sign out</button>` : nothing}
        <nav aria-label="Views">
          ${VIEWS.map(
            ([view, name]) => html`<a
              href="#/${view}"
              aria-current=${(this.route[0] ?? "") === view ? "page" : nothing}
              >${name}</a
            >`,
          )}
        </nav>
      </header>
      <main @input=${this.#onInput}>
        ${
          this.isAway
            ? html`<p class="said bad" role="alert">
              The server does not answer. What you see is ${spanWords(Date.now() - this.situationAt)} old.
            </p>`
            : nothing
        }
        ${this.#view()}
      </main>
      <p class="said ${this.said?.isBad ? "bad" : ""}" role="status">${this.said?.text ?? ""}</p>
    `;
  }

  #view(): TemplateResult {
    switch (this.route[0]) {
      case "orders":
        return this.route.length > 2 ? orderView(this) : searchView(this);
      case "webhooks":
        return webhooksView(this);
      case "server":
        return serverView(this);
      case "audit":
        return auditView(this);
      default:
        return homeView(this);
    }
  }
}

/** The parts of an address's fragment; none where it is not one of ours. */
function routeOf(fragment: string): string[] {
  try {
    return fragment.slice(1).split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof Refused && error.code === "operator_key_invalid";
