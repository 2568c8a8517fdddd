/**
 * How fresh an order is when somebody looks at it: what the user or the service did outside of this server since (a link
 * opened, a refund) is read, at most so often and never for long. It only reads.
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

  /** The row with what the service says of the attempt; as the ledger knows it where the service does not answer. */
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
