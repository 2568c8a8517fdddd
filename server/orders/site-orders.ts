/**
 * A site backend's operations on an order: view, cancel, refund. The rules are in decide-request.ts and absorb-request.ts. Source:
 * contract, "For the site's own backend"; interface R7 and R8.
 */

import type { Order as OrderView } from "../../shared/wire.ts";
import type { Clock } from "../clock.ts";
import { ProblemError } from "../problem.ts";
import { isLast } from "../redemption/absorb-request.ts";
import { mayHaveReward } from "../redemption/attempt-facts.ts";
import type { RequestContext } from "../redemption/decide.ts";
import {
  type Debited,
  decideCancel,
  decideRefund,
  type RequestDecision,
} from "../redemption/decide-request.ts";
import { currentAttempt, type Order, type OrderKey, type SiteRequest } from "../redemption/model.ts";
import type { Recovery } from "../redemption/recovery.ts";
import type { RecoveryGate } from "../redemption/recovery-gate.ts";
import type { Rows } from "../redemption/rows.ts";
import type { Runner } from "../redemption/runner.ts";
import { ANSWER_WITHIN, CANCEL_LOOKUP_WITHIN, FRESH_WITHIN, POLL_AFTER } from "../timing.ts";
import { within } from "../within.ts";
import type { Freshness } from "./freshness.ts";
import type { Products } from "./products.ts";
import type { ViewOf } from "./view.ts";

export interface SiteOrdersOptions {
  readonly rows: Rows;
  readonly view: ViewOf;
  readonly recovery: Recovery;
  readonly gate: RecoveryGate;
  readonly freshness: Freshness;
  readonly products: Products;
  readonly runner: Runner;
  readonly clock: Clock;
}

export class SiteOrders {
  readonly #options: SiteOrdersOptions;

  constructor(options: SiteOrdersOptions) {
    this.#options = options;
  }

  /** The order; if delivered, refreshed from the service. @throws ProblemError order_not_found */
  async view(key: OrderKey): Promise<OrderView> {
    const { rows, freshness, view } = this.#options;
    const order = await rows.read(key);
    const attempt = currentAttempt(order);
    const isDelivered = attempt?.phase === "linked" || attempt?.phase === "redeemed";
    return view(isDelivered ? await freshness.of(order, attempt) : order, null);
  }

  /** @throws ProblemError order_not_found, order_processing, not_cancelable, rate_limited, upstream_… */
  async cancel(key: OrderKey): Promise<OrderView> {
    const { rows, recovery, clock, view } = this.#options;
    const end = clock.monotonic() + ANSWER_WITHIN;
    const before = await rows.read(key);
    const first = decideCancel(before, { ...rows.context(), isGateOpen: true });
    // The ledger may lack a code of this order: the recovery lookup runs before the order is closed.
    const isAsked = first.kind === "store" || first.kind === "send";
    const ms = first.kind === "send" ? undefined : CANCEL_LOOKUP_WITHIN;
    const isGateOpen = isAsked && ((await this.#isLast(before)) || (await recovery.opens(before, ms)));
    const decide = (row: Order, context: RequestContext) => decideCancel(row, { ...context, isGateOpen });
    const order = await this.#close(key, "cancel", decide, end);
    // The service did not cancel: the user was faster, or the redemption cannot be canceled.
    if (!order.canceled) throw new ProblemError("not_cancelable");
    return view(order, null);
  }

  /** Whether the service says that no attempt can have been opened after the current one (rule 4). */
  async #isLast(order: Order): Promise<boolean> {
    const { products, gate, clock } = this.#options;
    const attempt = currentAttempt(order);
    if (attempt?.phase !== "linked") return false;
    const read = products.fresh(order, attempt).then(
      ({ redemption }) => isLast(redemption),
      () => false,
    );
    const wasLast = (await within(clock, FRESH_WITHIN, read)) ?? false;
    if (wasLast) gate.noteRecovered(order);
    return wasLast;
  }

  /** @throws ProblemError order_not_found, order_processing, not_redeemed, rate_limited, upstream_… */
  async refund(key: OrderKey): Promise<{ readonly order: OrderView; readonly refunded: boolean }> {
    const { rows, recovery, clock, view } = this.#options;
    const end = clock.monotonic() + ANSWER_WITHIN;
    const before = await rows.read(key);
    // "Nothing to refund" is certain only if the ledger lacks no attempt of the order.
    const current = currentAttempt(before);
    const hasReward = current !== undefined && mayHaveReward(current);
    if (!hasReward && !(await recovery.opens(before, CANCEL_LOOKUP_WITHIN)))
      throw new ProblemError("upstream_unavailable");
    const asked = await within(
      clock,
      ANSWER_WITHIN,
      this.#debited(key).then((debited) => ({ debited })),
    );
    if (!asked) throw new ProblemError("upstream_unavailable");
    const decide = (row: Order, context: RequestContext) => decideRefund(row, { ...context, ...asked });
    const order = await this.#close(key, "refund", decide, end);
    const refunded = currentAttempt(order)?.phase === "refunded";
    return { order: view(order, null), refunded };
  }

  /**
   * Whether the service reports an unredeemed attempt as debited. An attempt that is not debited cannot be refunded, so no refund
   * is sent for it. Undefined if the row itself decides.
   */
  async #debited(key: OrderKey): Promise<Debited | undefined> {
    const { rows, products } = this.#options;
    const order = await rows.read(key);
    const attempt = currentAttempt(order);
    const isAsked =
      attempt !== undefined &&
      attempt.redemption_id !== null &&
      !attempt.request &&
      ["booked", "given_up", "linked", "stopped"].includes(attempt.phase);
    if (!isAsked) return undefined;
    const { redemption } = await products.fresh(order, attempt);
    return { n: attempt.n, isDebited: redemption.debited || redemption.state === "redeemed" };
  }

  /** Stores the request, sends its call, and waits for the outcome. */
  async #close(
    key: OrderKey,
    requested: SiteRequest,
    decide: (order: Order, context: RequestContext) => RequestDecision,
    /** Monotonic ms. */
    end: number,
  ): Promise<Order> {
    const { rows, runner, clock } = this.#options;
    if ((await rows.read(key)).current !== null) await rows.requireTime();
    const { order, decision } = await rows.decide(key, (row) => decide(row, rows.context()));
    switch (decision.kind) {
      case "done":
        return order;
      case "store":
        // The order is closed, or the request's call follows the recovery lookup.
        if (order.canceled) return order;
        break;
      case "join":
      case "send":
        break;
      default:
        return decision satisfies never;
    }
    const { n } = decision;
    const call = decision.kind === "send" ? runner.perform(order, n, requested) : undefined;
    const isAnswered = (row: Order): boolean => row.attempts.every((each) => each.n !== n || !each.request);
    const settled = await rows.watchers.waitFor(key, isAnswered, end - clock.monotonic());
    if (!settled) throw new ProblemError("order_not_found");
    if (!isAnswered(settled)) {
      throw new ProblemError("upstream_unavailable", {
        detail: `The fulfillment service has not answered the ${requested} yet. It is noted and repeated until it has: ask again for the outcome.`,
        retryAfterMs: POLL_AFTER,
      });
    }
    // After any other refusal, the answer follows from the service's later readings.
    const outcome = call?.outcome;
    if (outcome?.kind === "refused" && outcome.status === 401 && outcome.error === "forbidden")
      throw new ProblemError("upstream_forbidden");
    return settled;
  }
}
