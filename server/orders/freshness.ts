/**
 * Refreshes an order when it is viewed: reads what the user or the service did outside of this server (a link opened, a refund), at
 * most once in FRESH_FOR and for at most FRESH_WITHIN. Only reads the service.
 * Source: contract, "activated and notified become redeemed when the service says so".
 */
import type { Clock } from "../clock.ts";
import type { Attempt, Order } from "../redemption/model.ts";
import { FRESH_FOR, FRESH_KEPT, FRESH_WITHIN } from "../timing.ts";
import { within } from "../within.ts";
import type { Products } from "./products.ts";

export interface FreshnessOptions {
  readonly products: Products;
  readonly clock: Clock;
}

export class Freshness {
  readonly #options: FreshnessOptions;
  /** When a redemption was read, monotonic ms; oldest first. */
  readonly #readAt = new Map<string, number>();

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  /** The row with the service's answer about the attempt; the ledger's row if the service does not answer. */
  async of(order: Order, attempt: Attempt): Promise<Order> {
    const { products, clock } = this.#options;
    const id = attempt.redemption_id;
    if (id === null) return order;
    const last = this.#readAt.get(id);
    if (last !== undefined && clock.monotonic() - last < FRESH_FOR) return order;
    this.#remember(id);
    const read = products.fresh(order, attempt).then(
      (fresh) => fresh.order,
      () => order,
    );
    return (await within(clock, FRESH_WITHIN, read)) ?? order;
  }

  #remember(id: string): void {
    this.#readAt.delete(id);
    this.#readAt.set(id, this.#options.clock.monotonic());
    const [oldest] = this.#readAt.keys();
    if (this.#readAt.size > FRESH_KEPT && oldest !== undefined) this.#readAt.delete(oldest);
  }
}
