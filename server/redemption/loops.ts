/** Which orders this process is working on: each by one loop at a time, and none by a loop that just broke off. */
import type { Clock } from "../clock.ts";
import { LedgerUnavailable } from "../ledger/ledger.ts";
import { ledgerFaultOf } from "../ledger/ledger-fault.ts";
import { errorFields, type Log } from "../log.ts";
import { BROKEN_RETRY } from "../timing.ts";
import { nameOf, type Order, type OrderKey } from "./model.ts";

export interface LoopsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Works an order as far as it goes by itself. `stored` is its row, where it was stored just now. */
  readonly run: (key: OrderKey, stopping: AbortSignal, stored: Order | undefined) => Promise<void>;
}

export class Loops {
  readonly #options: LoopsOptions;
  readonly #running = new Map<string, Promise<void>>();
  /** Woken while they were running: what they saw may be older than what woke them. */
  readonly #wokenAgain = new Set<string>();
  /** Orders whose loop broke off, and when; monotonic ms. */
  readonly #broken = new Map<string, number>();
  readonly #stopping = new AbortController();

  constructor(options: LoopsOptions) {
    this.#options = options;
  }

  /** How many broke off lately: they are due for as long as that lasts, and must not stand before the others. */
  get broken(): number {
    return this.#broken.size;
  }

  /**
   * Goes on with an order; where its loop runs, once more after it.
   * @param stored its row, where it was stored just now
   */
  wake({ site, order_id }: OrderKey, stored?: Order): void {
    const { run, clock, log } = this.#options;
    const key = { site, order_id };
    const name = nameOf(key);
    if (this.#stopping.signal.aborted) return;
    if (this.#running.has(name)) {
      this.#wokenAgain.add(name);
      return;
    }
    const done = run(key, this.#stopping.signal, stored)
      .then(
        () => {
          this.#broken.delete(name);
        },
        (error) => {
          if (!isOfLedger(error)) this.#broken.set(name, clock.monotonic());
          this.#wokenAgain.delete(name);
          log.error("order loop failed", { ...key, ...errorFields(error) });
        },
      )
      .finally(() => {
        this.#running.delete(name);
        if (this.#wokenAgain.delete(name)) this.wake(key);
      });
    this.#running.set(name, done);
  }

  /** Goes on with orders that are due, but for those at work and those that broke off a moment ago. */
  wakeDue(keys: readonly OrderKey[]): void {
    const now = this.#options.clock.monotonic();
    for (const [name, brokeAt] of this.#broken) if (now - brokeAt >= BROKEN_RETRY) this.#broken.delete(name);
    for (const key of keys) {
      const name = nameOf(key);
      if (!this.#broken.has(name) && !this.#running.has(name)) this.wake(key);
    }
  }

  /** Starts no more; resolves when those that run have come to their end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running.values());
  }
}

/**
 * A ledger that is away is no fault of the order's: the order goes on as soon as the ledger is back. Damage stays, and may be in the
 * row of this order alone: such an order must not stand before the others in every round.
 */
function isOfLedger(error: unknown): boolean {
  return error instanceof LedgerUnavailable && ledgerFaultOf(error.reason) !== "damaged";
}
