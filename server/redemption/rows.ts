/**
 * Reads, decides on, changes and watches the rows of orders. A change is stored by compare-and-swap, with the members that are
 * derived from it: when the order is due, and whether it needs a person. Source: integrity, "One ledger row an order, changed only
 * by compare-and-swap".
 */

import type { Clock } from "../clock.ts";
import { type Ledger, RedemptionTaken } from "../ledger/ledger.ts";
import { ProblemError } from "../problem.ts";
import { SWAP_TRIES } from "../timing.ts";
import { isReached } from "./attempt-facts.ts";
import { attentionOf } from "./attention.ts";
import type { DecideContext } from "./decide.ts";
import { attemptOf, currentAttempt, type Evidence, type Order, type OrderKey, withAttempt } from "./model.ts";
import { takerOf } from "./moves.ts";
import { type Moment, next } from "./next.ts";
import type { RecoveryGate } from "./recovery-gate.ts";
import { RowTimes } from "./row-times.ts";
import { Watchers } from "./watchers.ts";

export interface RowsOptions extends Pick<DecideContext, "instance" | "orderIdMax"> {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly gate: RecoveryGate;
  /** Makes the loop continue with an order. `stored` is the row, if this process stored it just now. */
  readonly wake: (key: OrderKey, stored?: Order) => void;
  /** Called after a row was stored. */
  readonly stored: (order: Order) => void;
  /** Called with the value of a fixed-value reward's redemption, once the row is stored. */
  readonly learnValue: (sku: string, value: NonNullable<Evidence["value"]>) => void;
}

/** A decision; `order` is present if the row changes. */
interface Decided {
  readonly kind: string;
  readonly order?: Order;
}

export class Rows {
  readonly #options: RowsOptions;
  readonly watchers: Watchers;
  readonly #times: RowTimes;

  constructor(options: RowsOptions) {
    this.#options = options;
    this.watchers = new Watchers(this, options.clock);
    this.#times = new RowTimes({ clock: options.clock, serviceNow: () => options.clock.now() });
  }

  /** Service time, whole epoch milliseconds. */
  now(): number {
    return Math.floor(this.#options.clock.now());
  }

  /**
   * Converts a monotonic time to service time, epoch ms. Callers keep monotonic times while they wait, because the service clock
   * may be corrected. Rounded up: `now` rounds down, and the converted time must not be earlier.
   */
  timeOf(moment: number): number {
    const { clock } = this.#options;
    return Math.ceil(clock.now() - (clock.monotonic() - moment));
  }

  /** The inputs of `next` for an order, for the process `instance`. */
  moment(order: Order, instance = this.#options.instance): Moment {
    return { now: this.now(), instance, isGateOpen: this.#options.gate.isOpen(order) };
  }

  context(): DecideContext {
    const { instance, orderIdMax } = this.#options;
    return { now: this.now(), instance, orderIdMax };
  }

  /**
   * Reads the row. If the row has a current attempt, also learns the service's time: decisions and the countdown use that clock.
   * @throws ProblemError order_not_found
   */
  async read(key: OrderKey): Promise<Order> {
    const stored = await this.#options.ledger.readOrder(key);
    if (!stored) throw new ProblemError("order_not_found");
    if (stored.current !== null) await this.knowsTime();
    return this.#times.of(stored);
  }

  /**
   * The row, with its times converted to the clock of this process (row-times.ts).
   * @param known the row, where this process stored it just now
   */
  async newest(key: OrderKey, known?: Order): Promise<Order | undefined> {
    if (known && this.#times.isCurrent(known)) return known;
    const stored = await this.#options.ledger.readOrder(key);
    return stored && this.#times.of(stored);
  }

  /** Whether the service's time is known. This machine's clock decides nothing (integrity rule 9). */
  knowsTime = async (): Promise<boolean> => true;

  /** @throws ProblemError upstream_unavailable where the service's time is not known */
  async requireTime(): Promise<void> {
    if (!(await this.knowsTime())) throw new ProblemError("upstream_unavailable");
  }

  /**
   * Decides on the newest row, and stores the decision by compare-and-swap.
   * @param known the row as it was a moment ago; see `swap`
   * @throws ProblemError order_not_found; upstream_unavailable where the service's time is not known
   */
  async decide<D extends Decided>(
    key: OrderKey,
    decide: (row: Order) => D,
    known?: Order,
  ): Promise<{ order: Order; decision: D }> {
    let last: { readonly row: Order; readonly decision: D } | undefined;
    const deciding = (row: Order): Order | undefined => {
      last = { row, decision: decide(row) };
      return last.decision.order;
    };
    const stored = await this.swap(key, deciding, known);
    if (!last) throw new ProblemError("order_not_found");
    // A given-up hold is read at once: a debited hold can be refunded only while it stands.
    if (stored) this.wake(key, stored);
    return { order: stored ?? last.row, decision: last.decision };
  }

  wake(key: OrderKey, stored?: Order): void {
    this.#options.wake(key, stored);
  }

  /**
   * Changes a row by compare-and-swap: `change` gets the newest row and returns the next one, or undefined for no change. A
   * redemption that belongs to another attempt of the ledger is not taken over: the order then needs a person.
   * @param known the row as it was a moment ago: if it is unchanged since, it need not be read
   * @returns the stored row, or undefined when it was left or does not exist
   */
  async swap(
    key: OrderKey,
    change: (order: Order) => Order | undefined,
    known?: Order,
  ): Promise<Order | undefined> {
    let taker: number | undefined;
    const changing = (row: Order): Order | undefined => {
      const changed = change(row);
      taker = changed && takerOf(row, changed);
      return changed;
    };
    try {
      return await this.#swap(key, changing, known);
    } catch (error) {
      const n = taker;
      if (!(error instanceof RedemptionTaken) || n === undefined) throw error;
      return this.#swap(key, (row) => {
        // A new attempt is not added if the order has a current attempt: the current attempt stops, and nothing is sent for it.
        const isAdded = attemptOf(row, n) === undefined && row.current === null;
        const kept = isAdded ? (change(row) ?? row) : row;
        const marked = attemptOf(kept, n) ?? currentAttempt(kept);
        // A reached attempt keeps its phase; attention.ts lists the order for operators.
        const phase = marked && isReached(marked) && !isAdded ? marked.phase : "stopped";
        const taken = { phase, stop: "redemption_taken", ...(isAdded && { redemption_id: null }) } as const;
        return marked && withAttempt(kept, marked.n, taken);
      });
    }
  }

  async #swap(
    key: OrderKey,
    change: (order: Order) => Order | undefined,
    known?: Order,
  ): Promise<Order | undefined> {
    const offered = known && this.#times.isCurrent(known) ? changeOf(known, change) : undefined;
    const swapped = known && offered && (await this.#replace(known, offered));
    if (swapped) return swapped;
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const order = await this.newest(key);
      const changed = order && change(order);
      if (!order || !changed || changed === order) return undefined;
      const stored = await this.#replace(order, changed);
      if (stored) return stored;
    }
    throw new Error("the row changes faster than it can be read");
  }

  /** @returns the stored row; undefined if another process changed the row first */
  async #replace(order: Order, changed: Order): Promise<Order | undefined> {
    const replaced = await this.#options.ledger.replaceOrder(
      this.#times.toStore(this.#derived(order, changed)),
    );
    if (!replaced) return undefined;
    const stored = this.#times.of(replaced);
    this.watchers.tell(stored);
    this.#options.stored(stored);
    this.#learnValues(order, stored);
    return stored;
  }

  /** The row with what follows from a change: when it is due, whether and since when it needs a person, and when it was changed. */
  #derived(before: Order, after: Order): Order {
    // Without an instance name: another instance's reconciler must find the row also while this instance works on it.
    const action = next(after, this.moment(after, ""));
    const due_at = action.do === "rest" ? null : action.do === "wait" ? Math.ceil(action.until) : this.now();
    const attention = attentionOf(after, this.now());
    // Operators read these two times; no rule uses the machine's clock.
    const updated_at = this.#options.clock.now();
    const since = attention === before.attention ? (before.attention_since ?? before.updated_at) : updated_at;
    const { attention_since: _, ...row } = after;
    return { ...row, due_at, attention, updated_at, ...(attention !== null && { attention_since: since }) };
  }

  /** Only a free value has an amount, so an attempt without an amount shows the reward's fixed value. Source: contract, Amounts. */
  #learnValues(before: Order, after: Order): void {
    for (const { n, sku, amount, evidence } of after.attempts) {
      const { value } = evidence;
      if (amount !== null || value === null) continue;
      if (attemptOf(before, n)?.evidence.value !== value) this.#options.learnValue(sku, value);
    }
  }
}

/**
 * The change of a row that may be outdated. The change counts only if it is stored: the version comparison then proves that the row
 * was current. A refusal stores nothing, so it is decided again on a row read anew: undefined.
 */
function changeOf(known: Order, change: (order: Order) => Order | undefined): Order | undefined {
  try {
    const changed = change(known);
    return changed === known ? undefined : changed;
  } catch {
    return undefined;
  }
}
