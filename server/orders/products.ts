/**
 * The products of an order: codes, a link, the balance of a card. None of them is stored; each is read from the service, and
 * concurrent requests for the same codes share one read.
 * Source: contract, `codes`, `activate` and `balance`; integrity, "Who knows what" and rule 12.
 */
import { safeLink } from "../../shared/links.ts";
import { type Codes, lacksCodes, readCodes } from "../../shared/usages.ts";
import type { Balance } from "../../shared/wire.ts";
import type { Clock } from "../clock.ts";
import { type Fulfillment, UpstreamError } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { ProblemError } from "../problem.ts";
import { absorb, type Observation } from "../redemption/absorb.ts";
import { type Attempt, attemptOf, type Order, type OrderKey, withAttempt } from "../redemption/model.ts";
import { askedAs } from "../redemption/observe.ts";
import type { Rows } from "../redemption/rows.ts";
import { CODES_WITHIN, POLL_AFTER, STALE_RETRY } from "../timing.ts";

export interface ProductsOptions {
  readonly clock: Clock;
  readonly fulfillment: Fulfillment;
  readonly rows: Rows;
}

const LINK_MISSING =
  "There is a link to the reward, but it could not be read. Contact support with the reference.";

/** A reading of an attempt's redemption. */
interface Read {
  readonly redemption: Redemption;
  /** The attempt as it was when the read began. */
  readonly asked: Attempt;
  /** When the read began, monotonic ms. */
  readonly askedAt: number;
}

export class Products {
  readonly #options: ProductsOptions;
  /** Reads of codes; all began after the Redeem. */
  readonly #reads = new Map<string, Promise<Read>>();

  constructor(options: ProductsOptions) {
    this.#options = options;
  }

  /**
   * The codes of a redeemed attempt.
   * @param until end of the wait for codes that are not there yet, monotonic ms
   * @param answer the redemption in the answer to the Redeem, which saves a read
   * @throws ProblemError order_finished if the order was refunded meanwhile; codes_unreadable, which lists the order for operators
   */
  async codes(order: Order, attempt: Attempt, until: number, answer?: Redemption): Promise<Codes> {
    const known = answer?.id === attempt.redemption_id ? readCodes(answer?.codes) : undefined;
    if (known) return known;
    for (;;) {
      const read = await this.#read(attempt);
      const { redemption } = read;
      if (redemption.state === "refunded") {
        await this.#note(order, read);
        throw new ProblemError("order_finished");
      }
      const codes = readCodes(redemption.codes);
      if (codes || !lacksCodes(redemption.codes)) return this.#orUnreadable(order, attempt, codes);
      await this.#waitForCodes(order, attempt, until);
    }
  }

  /**
   * Waits for missing codes: they may come within a minute, or a read may lag. The loop goes on reading.
   * @param until monotonic ms
   * @throws ProblemError upstream_unavailable if they did not come by then; codes_unreadable after the minute
   */
  async #waitForCodes(order: Order, attempt: Attempt, until: number): Promise<void> {
    const { rows, clock } = this.#options;
    const now = rows.now();
    let missing_since = now;
    await rows.swap(order, (row) => {
      const known = attemptOf(row, attempt.n);
      missing_since = known?.evidence.codeless_since ?? now;
      const isNew = known?.phase === "redeemed" && known.evidence.codeless_since === undefined;
      return isNew
        ? withAttempt(row, attempt.n, {
            evidence: { codeless_since: now },
            retry: { ...known.retry, until: now },
          })
        : undefined;
    });
    rows.wake(order);
    if (now >= missing_since + CODES_WITHIN) await this.#orUnreadable(order, attempt, undefined);
    if (clock.monotonic() + STALE_RETRY >= until)
      throw new ProblemError("upstream_unavailable", {
        detail: "The reward was redeemed, and its codes are not there yet. Ask again in a moment.",
        retryAfterMs: POLL_AFTER,
      });
    await clock.sleep(STALE_RETRY);
  }

  /**
   * The link of an activated attempt; undefined if the service names none. Only a `pending` redemption names the link that Activate
   * made: a lagging read names the hold's link. Source: integrity rule 12.
   * @throws ProblemError codes_unreadable if the link must not reach a browser, which lists the order for operators
   */
  async link(order: Order, attempt: Attempt, redemption: Redemption): Promise<string | undefined> {
    if (redemption.state !== "pending" || redemption.url === undefined) return undefined;
    return this.#orUnreadable(order, attempt, safeLink(redemption.url), { detail: LINK_MISSING });
  }

  /** The link cannot be shown: list the order for operators. @throws ProblemError codes_unreadable */
  async missing(order: Order, attempt: Attempt): Promise<never> {
    return this.#orUnreadable<never>(order, attempt, undefined, { detail: LINK_MISSING });
  }

  /** @throws ProblemError balance_unavailable if the reward's provider does not offer it */
  async balance(attempt: Attempt): Promise<Balance> {
    const answer = await this.#options.fulfillment
      .consultCard(attempt.redemption_id ?? "")
      .catch((error) => missingIsTrouble(error, attempt));
    switch (answer.kind) {
      case "not_available":
        throw new ProblemError("balance_unavailable");
      case "balance": {
        const { card_balance, card_currency } = answer;
        return { card_balance, card_currency };
      }
      default:
        return answer satisfies never;
    }
  }

  /** The redemption by a read that begins now, and the row after that reading. */
  async fresh(order: Order, attempt: Attempt): Promise<{ redemption: Redemption; order: Order }> {
    const asked = attemptOf(order, attempt.n) ?? attempt;
    const read = await this.#ask(asked);
    return { redemption: read.redemption, order: await this.#note(order, read) };
  }

  /**
   * Stores the effect of a reading.
   * @returns the row, changed or not
   */
  async #note(order: Order, { asked, askedAt, redemption }: Read): Promise<Order> {
    const { rows } = this.#options;
    const { n, evidence } = asked;
    if (!(await rows.knowsTime())) return order;
    const stored = await rows.swap(order, (row) => {
      const { now, isGateOpen } = rows.moment(row);
      const read: Observation = { kind: "read", redemption, isGateOpen, asOf: evidence.revision };
      const next = withoutDelay(row, absorb(row, n, askedAs(read, rows.timeOf(askedAt)), now), n);
      // Most reads change nothing: they need no write.
      return JSON.stringify(next) === JSON.stringify(row) ? undefined : next;
    });
    return stored ?? order;
  }

  async #orUnreadable<T>(
    order: Order,
    attempt: Attempt,
    value: T | undefined,
    { detail }: { readonly detail?: string } = {},
  ): Promise<T> {
    if (value !== undefined) {
      if (attempt.evidence.unreadable) await this.#noteUnreadable(order, attempt, undefined);
      return value;
    }
    await this.#noteUnreadable(order, attempt, true);
    throw new ProblemError("codes_unreadable", { reference: attempt.redemption_id ?? undefined, detail });
  }

  /**
   * Records whether the codes or the link can be shown. If not, a release of the attempt is undone: the order needs a person again.
   */
  async #noteUnreadable(key: OrderKey, { n }: Attempt, unreadable: true | undefined): Promise<void> {
    await this.#options.rows.swap(key, (row) => {
      const known = attemptOf(row, n);
      const released_at = unreadable ? undefined : known?.released_at;
      const isNoted = known?.evidence.unreadable === unreadable && known?.released_at === released_at;
      return isNoted ? undefined : withAttempt(row, n, { evidence: { unreadable }, released_at });
    });
  }

  async #read(attempt: Attempt): Promise<Read> {
    const id = attempt.redemption_id ?? "";
    const shared = this.#reads.get(id);
    if (shared) return shared;
    const read = this.#ask(attempt).finally(() => this.#reads.delete(id));
    this.#reads.set(id, read);
    return read;
  }

  async #ask(asked: Attempt): Promise<Read> {
    const { fulfillment, clock } = this.#options;
    const askedAt = clock.monotonic();
    const redemption = await fulfillment
      .readRedemption(asked.redemption_id ?? "")
      .catch((error) => missingIsTrouble(error, asked));
    return { redemption, asked, askedAt };
  }
}

/** A mere view of the order must not delay the loop's next call for the site's request. */
function withoutDelay(before: Order, after: Order, n: number): Order {
  const was = attemptOf(before, n);
  return was?.request && attemptOf(after, n)?.request ? withAttempt(after, n, { retry: was.retry }) : after;
}

/** The redemption is known to exist: `not_found` is a fault of the service, not of the user. */
function missingIsTrouble(error: unknown, { redemption_id }: Attempt): never {
  const isMissing = error instanceof UpstreamError && error.code === "not_found";
  throw isMissing ? new ProblemError("upstream_invalid", { reference: redemption_id ?? undefined }) : error;
}
