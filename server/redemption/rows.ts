/** The row of an order as decisions need it: with the service's time, decided upon by compare-and-swap, and shown. */
import type { ProblemCode } from "../../shared/problems.ts";
import type { Environment, Order as OrderView } from "../../shared/wire.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ProblemError, type ProblemExtras } from "../problem.ts";
import type { DecideContext } from "./decide.ts";
import type { Order, OrderKey } from "./model.ts";
import type { Runner } from "./runner.ts";
import { viewOrder } from "./view.ts";

export interface RowsOptions {
  readonly ledger: Ledger;
  readonly fulfillment: Fulfillment;
  readonly runner: Runner;
  readonly environment: Environment;
  readonly instance: string;
  readonly orderIdMax: number;
}

/** What a decision may be; `order` is there where the row changes. */
interface Decided {
  readonly kind: string;
  readonly order?: Order;
}

export class Rows {
  readonly #options: RowsOptions;

  constructor(options: RowsOptions) {
    this.#options = options;
  }

  /**
   * The row, and for one in hand the service's time with it: decisions and the countdown rest on that clock.
   * @throws ProblemError order_not_found
   */
  async read(key: OrderKey): Promise<Order> {
    const { ledger, fulfillment } = this.#options;
    const order = await ledger.readOrder(key);
    if (!order) throw new ProblemError("order_not_found");
    if (order.current !== null) await fulfillment.learnTime();
    return order;
  }

  /**
   * Before a decision that a hold's end may turn on: never by this machine's clock (integrity rule 9).
   * @throws ProblemError upstream_unavailable
   */
  async requireTime(): Promise<void> {
    if (!(await this.#options.fulfillment.learnTime())) throw new ProblemError("upstream_unavailable");
  }

  /** Decides on the newest row and stores the decision by compare-and-swap. */
  async decide<D extends Decided>(
    key: OrderKey,
    decide: (row: Order) => D,
  ): Promise<{ order: Order; decision: D }> {
    let last: { readonly row: Order; readonly decision: D } | undefined;
    const stored = await this.#options.runner.swap(key, (row) => {
      last = { row, decision: decide(row) };
      return last.decision.order;
    });
    if (!last) throw new ProblemError("order_not_found");
    // A given-up hold is read at once: while it lives, a debited one can still be refunded.
    if (stored) this.#options.runner.loops.wake(key);
    return { order: stored ?? last.row, decision: last.decision };
  }

  view(order: Order, locale: string | null): OrderView {
    const { environment, runner } = this.#options;
    return viewOrder(order, { environment, now: runner.now(), locale });
  }

  context(): DecideContext {
    const { instance, orderIdMax, runner } = this.#options;
    return { now: runner.now(), instance, orderIdMax };
  }
}

/** The problem that a decision comes to. */
export function refused({
  code,
  retryAfterMs,
  extras,
}: {
  code: ProblemCode;
  retryAfterMs?: number;
  extras?: ProblemExtras;
}): ProblemError {
  return new ProblemError(code, { retryAfterMs, ...extras });
}
