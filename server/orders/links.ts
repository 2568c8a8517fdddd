/**
 * The link of an activated order. The service may name it in the answer to Activate, in a reading, or in the answer to a repeated
 * Activate. Source: contract, `POST /v1/order/activate`; integrity rule 12.
 */
import type { Clock } from "../clock.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { ProblemError } from "../problem.ts";
import { type Attempt, attemptOf, type Order, type OrderKey, withAttempt } from "../redemption/model.ts";
import type { Rows } from "../redemption/rows.ts";
import { answerOf, type Runner } from "../redemption/runner.ts";
import { announce, budgetFrom, claim } from "../redemption/sends.ts";
import { CLOCK_SPREAD, POLL_AFTER, READ_LAG, STALE_RETRY } from "../timing.ts";
import { within } from "../within.ts";
import type { Settled } from "./confirmations.ts";
import type { Answer } from "./orders.ts";
import type { Products } from "./products.ts";
import type { ViewOf } from "./view.ts";

export interface LinksOptions {
  readonly rows: Rows;
  readonly view: ViewOf;
  readonly products: Products;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly instance: string;
}

/**
 * Whether a reading asked for at `askedAt` (service time, epoch ms) may still show the hold: both states are `pending`, and the
 * hold's link makes no code. Source: integrity rule 12.
 */
function mayNameHold({ evidence: { link_since } }: Attempt, askedAt: number): boolean {
  return link_since !== undefined && askedAt < link_since + READ_LAG + CLOCK_SPREAD;
}

export class Links {
  readonly #options: LinksOptions;

  constructor(options: LinksOptions) {
    this.#options = options;
  }

  /** @param end monotonic ms by which the browser has its answer @throws ProblemError upstream_unavailable, codes_unreadable */
  async of(
    key: OrderKey,
    { order, attempt, answer }: Settled,
    locale: string | null,
    end: number,
  ): Promise<Answer> {
    const { rows, products, view, clock } = this.#options;
    const known = answer && (await products.link(order, attempt, answer));
    if (known !== undefined) return { status: 200, order: { ...view(order, locale), url: known } };
    const askedAt = clock.monotonic();
    const read = await products.fresh(order, attempt);
    const shown = view(read.order, locale);
    // The link was opened meanwhile, or the order canceled: the order shows its new state.
    if (shown.state !== "activated") return { status: 200, order: shown };
    // A lagging reading, or a lagging row, may name the hold's link. Read again; do not repeat the Activate.
    if (
      read.redemption.state !== "pending" ||
      mayNameHold(attemptOf(read.order, attempt.n) ?? attempt, rows.timeOf(askedAt))
    )
      return this.#linkLater(key, read.order, attempt, locale, end);
    const url = await products.link(read.order, attempt, read.redemption);
    if (url !== undefined) return { status: 200, order: { ...shown, url } };
    const again = await this.#activateAgain(read.order, attempt, end);
    // A refusal may mean that the link was opened meanwhile.
    const newest = await rows.read(key);
    const row = again ? newest : (await products.fresh(newest, attempt)).order;
    const now = view(row, locale);
    if (now.state !== "activated") return { status: 200, order: now };
    if (!again) throw new ProblemError("upstream_unavailable");
    const named = (await products.link(row, attempt, again)) ?? (await products.missing(row, attempt));
    return { status: 200, order: { ...now, url: named } };
  }

  /** Reads again until the service shows the activation that the ledger knows. */
  async #linkLater(
    key: OrderKey,
    order: Order,
    attempt: Attempt,
    locale: string | null,
    end: number,
  ): Promise<Answer> {
    const { clock } = this.#options;
    if (clock.monotonic() + STALE_RETRY >= end) throw new ProblemError("upstream_unavailable");
    await clock.sleep(STALE_RETRY);
    return this.of(key, { order, attempt, answer: undefined }, locale, end);
  }

  /**
   * Repeats Activate, for a service that names the link only in that answer. The redemption was just read as `pending`: the repeat
   * makes no code.
   * @returns the answer; undefined if there was none in time, or the row has changed
   */
  async #activateAgain(order: Order, { n }: Attempt, end: number): Promise<Redemption | undefined> {
    const { clock, rows, runner, instance } = this.#options;
    const { order: announced, decision } = await rows.decide(order, (row) => {
      const attempt = attemptOf(row, n);
      const now = rows.now();
      if (attempt?.phase !== "linked") return { kind: "leave" };
      if (attempt.request) throw new ProblemError("order_processing");
      // Another request is sending.
      if (claim(attempt, now)) throw new ProblemError("upstream_unavailable", { retryAfterMs: POLL_AFTER });
      const from = budgetFrom(attempt, "activate", now);
      if (from > now) throw new ProblemError("rate_limited", { retryAfterMs: from - now });
      return { kind: "send", order: withAttempt(row, n, announce(attempt, "activate", instance, now)) };
    });
    if (decision.kind !== "send") return undefined;
    const call = runner.perform(announced, n, "activate");
    await within(clock, end - clock.monotonic(), call.done);
    return answerOf(call);
  }
}
