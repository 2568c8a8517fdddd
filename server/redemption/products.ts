/**
 * The products of an order: codes, a link, the balance of a card. None is stored; each is read from the service. A reading here has
 * no lease: it counts for the row only where nobody works on the order and the row is as it was when the service was asked.
 * Source: openapi.json, POST /v1/order/codes, POST /v1/order/activate and POST /v1/order/balance; docs/proof/rules.md, rules 14
 * and 15.
 */

import { LRUCache } from "lru-cache";
import { safeLink } from "../../shared/links.ts";
import { type Codes, lacksCodes, readCodes } from "../../shared/usages.ts";
import type { Balance } from "../../shared/wire.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { ProblemError } from "../problems/problem.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import { type Attempt, attemptOf, currentAttempt, type Row, withAttempt } from "../rows/order.ts";
import { CODES_RETRY, FRESH_FOR, FRESH_KEPT, FRESH_WITHIN } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { within } from "../tools/within.ts";
import { absorb } from "./answers.ts";
import type { Worker } from "./worker.ts";

export interface ProductsOptions {
  readonly clock: Clock;
  readonly fulfillment: Pick<Fulfillment, "readRedemption" | "consultCard">;
  readonly worker: Worker;
}

const LINK_MISSING =
  "There is a link to the reward, but it could not be read. Contact support with the reference.";

export class Products {
  readonly #options: ProductsOptions;
  /** When a redemption was read last, monotonic ms. */
  readonly #readAt = new LRUCache<string, number>({ max: FRESH_KEPT });

  constructor(options: ProductsOptions) {
    this.#options = options;
  }

  /** The row with a reading of its reward, at most one in FRESH_FOR; the row as it is if the service does not answer in time. */
  async fresh(row: Row): Promise<Row> {
    const { clock } = this.#options;
    const current = currentAttempt(row.order);
    if (current?.phase !== "made" || current.redemption_id === null) return row;
    const last = this.#readAt.get(current.redemption_id);
    if (last !== undefined && clock.monotonic() - last < FRESH_FOR) return row;
    this.#readAt.set(current.redemption_id, clock.monotonic());
    const read = this.read(row, current).then(
      (seen) => seen.row,
      // The stored view is shown: the next one asks again.
      () => row,
    );
    return (await within(clock, FRESH_WITHIN, read)) ?? row;
  }

  /** Reads the redemption of an attempt. @throws ProblemError, UpstreamError */
  async read(row: Row, { n, redemption_id }: Attempt): Promise<{ row: Row; redemption: Redemption }> {
    const { fulfillment, worker } = this.#options;
    const redemption = await fulfillment
      .readRedemption(redemption_id ?? "")
      .catch((error) => missingIsTrouble(error, redemption_id));
    const seen = absorb(row.order, n, redemption, "reading", row.now);
    const isNew = JSON.stringify(seen) !== JSON.stringify(row.order);
    return { redemption, row: (isNew && (await worker.note(row, seen))) || row };
  }

  /**
   * The codes of a redeemed order.
   * @param until end of the wait for codes that are not there yet, monotonic ms
   * @param answer the redemption in the answer to the Redeem, which saves a read
   * @returns undefined if they are not there by then
   * @throws ProblemError order_finished if the order was refunded meanwhile; codes_unreadable, which lists the order for operators
   */
  async codes(given: Row, attempt: Attempt, until: number, answer?: Redemption): Promise<Codes | undefined> {
    const { clock, worker } = this.#options;
    const known = answer?.id === attempt.redemption_id ? readCodes(answer?.codes) : undefined;
    if (known) return known;
    for (let row = given; ; row = await worker.read(given.order)) {
      const { redemption } = await this.read(row, attempt);
      if (redemption.state === "refunded") throw new ProblemError("order_finished");
      const codes = readCodes(redemption.codes);
      if (codes) return codes;
      const { codes_unreadable = false } = attemptOf(row.order, attempt.n) ?? {};
      if (!lacksCodes(redemption.codes) || codes_unreadable) throw unreadable(attempt);
      if (clock.monotonic() + CODES_RETRY >= until) return undefined;
      await clock.sleep(CODES_RETRY);
    }
  }

  /**
   * The link of an activated order, from an answer that says `pending` (rule 14).
   * @returns undefined if the answer names none
   * @throws ProblemError codes_unreadable if the link must not reach a browser
   */
  async link(row: Row, attempt: Attempt, { state, url }: Redemption): Promise<string | undefined> {
    if (state !== "pending" || url === undefined) return undefined;
    return safeLink(url) ?? this.linkMissing(row, attempt);
  }

  /** Lists the order for operators. @throws ProblemError codes_unreadable */
  async linkMissing(row: Row, attempt: Attempt): Promise<never> {
    await this.#options.worker.note(row, withAttempt(row.order, attempt.n, { codes_unreadable: true }));
    throw unreadable(attempt, LINK_MISSING);
  }

  /** @throws ProblemError balance_unavailable if the reward's provider does not offer it */
  async balance({ redemption_id }: Attempt): Promise<Balance> {
    const answer = await this.#options.fulfillment
      .consultCard(redemption_id ?? "")
      .catch((error) => missingIsTrouble(error, redemption_id));
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
}

const unreadable = ({ redemption_id }: Attempt, detail?: string): ProblemError =>
  new ProblemError("codes_unreadable", { reference: redemption_id ?? undefined, detail });

/** The redemption is known to exist: `not_found` is a fault of the service, not of the user. */
function missingIsTrouble(error: unknown, redemption_id: string | null): never {
  const isMissing = error instanceof UpstreamError && error.code === "not_found";
  throw isMissing ? new ProblemError("upstream_invalid", { reference: redemption_id ?? undefined }) : error;
}
