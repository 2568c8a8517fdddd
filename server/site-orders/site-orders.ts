/**
 * The requests of a site's backend and of operators on an order: view, cancel, refund, release.
 * Source: docs/server/refunds.md and docs/operate/index.md, "The list"; docs/proof/interface.md, R7 and R8.
 */
import type { SiteOrder } from "../../shared/wire.ts";
import { ProblemError } from "../problems/problem.ts";
import type { Heard } from "../redemption/course.ts";
import { isBusy, isRefunded, wantCancel, wantRefund } from "../redemption/decide.ts";
import type { Products } from "../redemption/products.ts";
import type { ViewOf } from "../redemption/view.ts";
import type { Seen } from "../redemption/waiting.ts";
import type { Worker } from "../redemption/worker.ts";
import { type Deed, type Doer, deedOf } from "../rows/audit.ts";
import { currentAttempt, isCanceled, type Order, type OrderKey, type Row } from "../rows/order.ts";
import { ANSWER_WITHIN, POLL_AFTER } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { forSite } from "./site-view.ts";

export interface SiteOrdersOptions {
  readonly worker: Worker;
  readonly products: Products;
  readonly view: ViewOf;
  readonly clock: Clock;
}

export class SiteOrders {
  readonly #options: SiteOrdersOptions;

  constructor(options: SiteOrdersOptions) {
    this.#options = options;
  }

  /** The order; if delivered, refreshed from the service. @throws ProblemError order_not_found */
  async view(key: OrderKey): Promise<SiteOrder> {
    const { worker, products } = this.#options;
    return this.shown(await products.fresh(await worker.readLookedUp(key)));
  }

  /** @throws ProblemError order_not_found, order_processing, not_cancelable, upstream_… */
  async cancel(key: OrderKey, by: Doer): Promise<SiteOrder> {
    const { row } = await this.#wish(key, "cancels", wantCancel, deedOf(by, "cancel", key));
    // The service did not cancel: the user was faster, or the redemption cannot be canceled.
    if (!isCanceled(row.order)) throw new ProblemError("not_cancelable");
    return this.shown(row);
  }

  /** @throws ProblemError order_not_found, order_processing, not_redeemed, upstream_… */
  async refund(key: OrderKey, by: Doer): Promise<{ readonly order: SiteOrder; readonly refunded: boolean }> {
    await this.#readUnredeemed(key);
    const { row } = await this.#wish(key, "refunds", wantRefund, deedOf(by, "refund", key));
    return { order: this.shown(row), refunded: isRefunded(currentAttempt(row.order)) };
  }

  /** The order as its row says it is. */
  shown(row: Row): SiteOrder {
    return forSite(this.#options.view(row, null), row);
  }

  /** Whether something unredeemed was paid for is known only to the service. */
  async #readUnredeemed(key: OrderKey): Promise<void> {
    const { worker, products } = this.#options;
    const row = await worker.read(key);
    const current = currentAttempt(row.order);
    if (current?.redemption_id != null && !current.was_redeemed && !isBusy(row))
      await products.read(row, current);
  }

  /** Stores a wish and waits until the worker has handled it. */
  async #wish(
    key: OrderKey,
    count: "cancels" | "refunds",
    decide: (row: Row) => Order,
    deed: Deed,
  ): Promise<Seen> {
    const { worker, clock } = this.#options;
    const isHandled = ({ order }: Row, { order: { wanted } }: Row): boolean =>
      order.known[count] >= wanted[count];
    const until = clock.monotonic() + ANSWER_WITHIN;
    const seen = await worker.wishAndWait(key, decide, { until, isDone: isHandled, deed });
    if (seen.heard.some(isForbidden)) throw new ProblemError("upstream_forbidden");
    if (isHandled(seen.row, seen.first)) return seen;
    const asked = count === "cancels" ? "cancel" : "refund";
    throw new ProblemError("upstream_unavailable", {
      detail: `The fulfillment service has not answered the ${asked} yet. It is noted and repeated until it has: ask again for the outcome.`,
      retryAfterMs: POLL_AFTER,
    });
  }
}

const isForbidden = (heard: Heard): boolean =>
  heard.kind === "call" && heard.outcome.kind === "refused" && heard.outcome.error === "forbidden";
