/**
 * The requests on a grant: what is left, the next order, the end by its site. Every change is a compare-and-swap on the grant's last
 * order. Source: docs/points/grants.md; openapi.json, POST /v1/grant/next and GET /v1/grants/{grant_id}; docs/proof/rules.md, rule
 * 18.
 */
import type { Order as OrderView, SiteGrant } from "../../shared/wire.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ProblemError } from "../problems/problem.ts";
import type { GrantBalance } from "../redemption/events.ts";
import type { Worker } from "../redemption/worker.ts";
import { type Doer, deedOf } from "../rows/audit.ts";
import { type GrantKey, grantOf, placeOf } from "../rows/grant.ts";
import { currentAttempt, type Order, type OrderKey, type Row } from "../rows/order.ts";
import type { SessionRow } from "../rows/session.ts";
import type { SiteOrders } from "../site-orders/site-orders.ts";
import { POLL_AFTER, SWAP_TRIES } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { balanceOf, type Chain, chainOf, type Following, followingOf, moneyOf } from "./chain.ts";

export interface GrantsOptions {
  readonly ledger: Pick<Ledger, "chainOf" | "lastOfGrant" | "succeedOrder">;
  readonly worker: Pick<Worker, "readLookedUp" | "amend">;
  readonly siteOrders: Pick<SiteOrders, "shown">;
  readonly clock: Clock;
  /** Whether the promotion has a reward, usable now, that this order may choose; true where that cannot be read in time. */
  readonly isAnythingOffered: (order: Order) => Promise<boolean>;
}

/** The orders of a grant whose next one was opened, or that was open already. */
export interface Next {
  readonly chain: Chain;
  readonly isNew: boolean;
}

export class Grants {
  readonly #options: GrantsOptions;

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /** Undefined if there is no such grant. */
  async read(key: GrantKey): Promise<Chain | undefined> {
    return chainOf(await this.#options.ledger.chainOf(key));
  }

  /**
   * The same; after a lost ledger as far as its orders had come: each one is looked up before the next is opened, so that what was spent
   * is known again.
   */
  async settled(key: GrantKey): Promise<Chain | undefined> {
    for (;;) {
      const chain = await this.#looked(key);
      if (!chain || !mayBeBehind(chain.last)) return chain;
      const following = followingOf(chain, this.#now(), true);
      if (following.kind !== "next") return chain;
      await this.#options.ledger.succeedOrder(following.marked, following.next);
    }
  }

  /** @throws ProblemError grant_not_found, order_processing, grant_spent, session_expired */
  async next(key: GrantKey): Promise<Next> {
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const chain = await this.#looked(key);
      if (!chain) throw new ProblemError("grant_not_found");
      const following = followingOf(chain, this.#now());
      if (following.kind === "present") return { chain, isNew: false };
      const isMade = await this.#open(following);
      const made = isMade ? await this.settled(key) : undefined;
      if (made) return { chain: made, isNew: true };
    }
    throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
  }

  /** @returns false if the last order was changed meanwhile */
  async #open(following: Exclude<Following, { kind: "present" }>): Promise<boolean> {
    switch (following.kind) {
      case "unknown":
        throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
      case "none":
        throw new ProblemError("grant_spent", following.state === "closed" ? { detail: CLOSED } : {});
      case "next": {
        const { marked, next } = following;
        // The service needs the address; a new session restores it.
        if (next.pins.email === null) throw new ProblemError("session_expired");
        if (!(await this.#options.isAnythingOffered(next)))
          throw new ProblemError("grant_spent", { detail: tooLittle(next) });
        return this.#options.ledger.succeedOrder(marked, next);
      }
      default:
        return following satisfies never;
    }
  }

  /** For the grant's site. @throws ProblemError grant_not_found */
  async view(key: GrantKey): Promise<SiteGrant> {
    const chain = await this.#looked(key);
    if (!chain) throw new ProblemError("grant_not_found");
    return this.shown(key, chain);
  }

  /** Nothing more is chosen; what is open of it is canceled, what was confirmed goes its way. @throws ProblemError grant_not_found */
  async close(key: GrantKey, by: Doer): Promise<SiteGrant> {
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const chain = await this.read(key);
      if (!chain) throw new ProblemError("grant_not_found");
      const { order } = chain.last;
      if (order.grant?.is_closed) return this.view(key);
      // The row may have got a successor meanwhile: then it is that one.
      await this.#options.worker.amend(
        order,
        ({ grant, ...known }) =>
          grant && !grant.is_succeeded ? { ...known, grant: { ...grant, is_closed: true } } : undefined,
        deedOf(by, "close_grant", key),
      );
    }
    throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
  }

  /** The order that a request of a grant's session is about: the named one, else the last one. @throws ProblemError order_not_found */
  async orderOf({ site, grant_id }: SessionRow, named: string | undefined): Promise<string> {
    if (grant_id === null) throw new ProblemError("order_not_found");
    if (named !== undefined && placeOf(named)?.grant_id === grant_id) return named;
    const last = named === undefined ? await this.#options.ledger.lastOfGrant({ site, grant_id }) : undefined;
    if (last === undefined) throw new ProblemError("order_not_found");
    return last;
  }

  /** An order's view with the money of its grant; the view itself where it stands alone. */
  async withBalance<V extends Pick<OrderView, "order_id">>(
    { site }: Pick<OrderKey, "site">,
    view: V,
  ): Promise<V> {
    const key = grantOf({ site, order_id: view.order_id });
    const chain = key && (await this.read(key));
    return chain ? { ...view, ...moneyOf(chain) } : view;
  }

  /** The money of an order's grant, with the row as it is about to be stored. */
  async balanceWith(row: Row): Promise<GrantBalance | undefined> {
    const key = grantOf(row.order);
    const rows = key ? await this.#options.ledger.chainOf(key) : [];
    const chain = chainOf(rows.map((each) => (each.order.order_id === row.order.order_id ? row : each)));
    if (!chain) return undefined;
    const { amount, spent, left } = balanceOf(chain);
    return { amount, spent, left };
  }

  shown({ grant_id }: GrantKey, chain: Chain): SiteGrant {
    const { amount, currency, spent, left, state } = balanceOf(chain);
    const { rewards_max } = chain.terms;
    const orders = chain.rows.map((row) => ({ ...this.#options.siteOrders.shown(row), grant_id }));
    return { grant_id, amount, currency, spent, left, state, rewards_max, orders };
  }

  async #looked(key: GrantKey): Promise<Chain | undefined> {
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const chain = await this.read(key);
      if (!chain) return undefined;
      const last = await this.#options.worker.readLookedUp(chain.last.order);
      // Else another request has opened the next order meanwhile.
      if (!last.order.grant?.is_succeeded) return chainOf([...chain.rows.slice(0, -1), last]);
    }
    throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
  }

  #now(): number {
    return Math.floor(this.#options.clock.now());
  }
}

const CLOSED =
  "The site has closed this balance, so nothing more can be chosen. What was chosen stays as it is.";
const tooLittle = ({ pins, grant }: Order): string =>
  `The ${pins.max_amount} ${grant?.currency} that are left are less than the cheapest reward costs. What was chosen stays as it is.`;

/**
 * Whether later orders of the grant may have been lost with a ledger: this one was looked up after a recovery, and not confirmed since.
 */
function mayBeBehind({ order, recovered_at }: Row): boolean {
  const { known, grant } = order;
  // Nothing of it or of a later one was found: an open grant has its present order here, a closed one its end.
  if (grant?.is_closed && known.last_n === 0 && !known.canceled) return false;
  if (recovered_at === null || known.looked_up_for !== recovered_at) return false;
  const confirmed = currentAttempt(order)?.confirmed_at ?? null;
  return confirmed === null || confirmed < recovered_at;
}
