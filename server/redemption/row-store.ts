/**
 * Changes the row of an order by compare-and-swap, with what follows from it (when it is due, whether it needs a person), and
 * lets others wait for a change. Source: integrity, "One ledger row an order, changed only by compare-and-swap".
 */
import type { Clock } from "../clock.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import { type Ledger, RedemptionTaken } from "../ledger/ledger.ts";
import { PEER_POLL, SWAP_TRIES } from "../timing.ts";
import { attentionOf } from "./attention.ts";
import { type Attempt, attemptOf, type Evidence, type Order, type OrderKey, withAttempt } from "./model.ts";
import { type Moment, next } from "./next.ts";
import type { RecoveryGate } from "./recovery-gate.ts";
import { stamped } from "./stamp.ts";
import { Watchers } from "./watchers.ts";

export interface RowStoreOptions {
  readonly ledger: Ledger;
  readonly fulfillment: Pick<Fulfillment, "serviceNow">;
  readonly clock: Clock;
  readonly gate: RecoveryGate;
  /** Hears that a row was stored. Default: nobody does. */
  readonly stored?: (order: Order) => void;
  /** Hears what a redemption of a reward with a fixed value is worth, once its row is stored. Default: nobody does. */
  readonly learnValue?: (sku: string, value: NonNullable<Evidence["value"]>) => void;
}

export class RowStore {
  readonly #options: RowStoreOptions;
  readonly watchers = new Watchers();

  constructor(options: RowStoreOptions) {
    this.#options = options;
  }

  /** Service time, whole epoch milliseconds. */
  now(): number {
    return Math.floor(this.#options.fulfillment.serviceNow());
  }

  /** What a decision about the row rests on, for the process `instance`. */
  moment(order: Order, instance: string): Moment {
    return {
      now: this.now(),
      instance,
      isOpen: this.#options.gate.isOpen(order),
    };
  }

  /**
   * Changes a row by compare-and-swap: `change` sees the newest row and returns the next one, or undefined to leave it.
   * A redemption that belongs to another attempt of the ledger is not taken: its row stops for a person.
   * @returns the stored row, or undefined when it was left or does not exist
   */
  async swap(key: OrderKey, change: (order: Order) => Order | undefined): Promise<Order | undefined> {
    let taker: number | undefined;
    try {
      return await this.#swap(key, (row) => {
        const changed = change(row);
        taker = changed && takerOf(row, changed);
        return changed;
      });
    } catch (error) {
      const n = taker;
      if (!(error instanceof RedemptionTaken) || n === undefined) throw error;
      return this.#swap(key, (row) => {
        const isKnown = row.attempts.some((each) => each.n === n);
        // What was to be added stays out where another attempt is in hand: that one stops.
        const kept = isKnown || row.current !== null ? row : (change(row) ?? row);
        const stopped = isKnown || row.current === null ? n : row.current;
        const taken = { phase: "stopped", stop: "redemption_taken" } as const;
        return withAttempt(kept, stopped, kept === row ? taken : { ...taken, redemption_id: null });
      });
    }
  }

  async #swap(key: OrderKey, change: (order: Order) => Order | undefined): Promise<Order | undefined> {
    const { ledger, clock } = this.#options;
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const order = await ledger.readOrder(key);
      const changed = order && change(order);
      if (!order || !changed || changed === order) return undefined;
      const stored = await ledger.replaceOrder(stamped(order, this.#derived(changed), clock.now()));
      if (stored) {
        this.watchers.tell(key);
        this.#options.stored?.(stored);
        this.#learnValues(order, stored);
        return stored;
      }
    }
    throw new Error("the row changes faster than it can be read");
  }

  /** An amount is given for free values only, so an attempt without one tells a fixed value. Source: contract, Amounts. */
  #learnValues(before: Order, after: Order): void {
    for (const { n, sku, amount, evidence } of after.attempts) {
      const { value } = evidence;
      if (amount !== null || value === null) continue;
      if (attemptOf(before, n)?.evidence.value === value) continue;
      this.#options.learnValue?.(sku, value);
    }
  }

  /** Waits until the row is as wanted or `ms` have passed, whoever changes it; returns the newest row. */
  async waitFor(key: OrderKey, wanted: (order: Order) => boolean, ms: number): Promise<Order | undefined> {
    const { ledger, clock } = this.#options;
    const end = clock.monotonic() + ms;
    for (;;) {
      const told = this.watchers.watch(key);
      try {
        const order = await ledger.readOrder(key);
        const left = end - clock.monotonic();
        if (!order || wanted(order) || left <= 0) return order;
        await clock.sleep(Math.min(left, PEER_POLL), told.signal);
      } finally {
        told.end();
      }
    }
  }

  /** What follows from the rest of the row: when it is due, and whether it needs a person. */
  #derived(order: Order): Order {
    // Asked as nobody: the reconciler of another instance must find the row also while this one works on it.
    const action = next(order, this.moment(order, ""));
    const due_at = action.do === "rest" ? null : action.do === "wait" ? Math.ceil(action.until) : this.now();
    return { ...order, due_at, attention: attentionOf(order, this.now()) };
  }
}

/** The attempt that learns its redemption by a change. */
function takerOf(before: Order, after: Order): number | undefined {
  const isNew = ({ n, redemption_id }: Attempt): boolean =>
    redemption_id !== null && attemptOf(before, n)?.redemption_id !== redemption_id;
  return after.attempts.find(isNew)?.n;
}
