/** The orders that this process works on: one loop for each order at a time, and a pause after a loop that failed. */
import type { Clock } from "../clock.ts";
import { LedgerUnavailable } from "../ledger/ledger.ts";
import { ledgerFaultOf } from "../ledger/ledger-fault.ts";
import { errorFields, type Log } from "../log.ts";
import { BROKEN_RETRY } from "../timing.ts";
import { nameOf, type Order, type OrderKey } from "./model.ts";

export interface LoopsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Works on an order until nothing is left to do. `stored` is the row, if this process stored it just now. */
  readonly run: (key: OrderKey, stopping: AbortSignal, stored: Order | undefined) => Promise<void>;
}

export class Loops {
  readonly #options: LoopsOptions;
  readonly #running = new Map<string, Promise<void>>();
  /** Orders that were woken while their loop ran: the loop may have read the row before the change that woke it. */
  readonly #wokenAgain = new Set<string>();
  /** Orders whose loop failed, and when; monotonic ms. */
  readonly #broken = new Map<string, number>();
  readonly #stopping = new AbortController();

  constructor(options: LoopsOptions) {
    this.#options = options;
  }

  /** How many loops failed lately: their orders stay due meanwhile, and must not take the place of others. */
  get broken(): number {
    return this.#broken.size;
  }

  /**
   * Starts the loop of an order; if the loop is running, starts it once more at its end.
   * @param stored the row, if this process stored it just now
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

  /** Starts the loops of due orders, except those that run and those that failed a moment ago. */
  wakeDue(keys: readonly OrderKey[]): void {
    const now = this.#options.clock.monotonic();
    for (const [name, brokeAt] of this.#broken) if (now - brokeAt >= BROKEN_RETRY) this.#broken.delete(name);
    for (const key of keys) {
      const name = nameOf(key);
      if (!this.#broken.has(name) && !this.#running.has(name)) this.wake(key);
    }
  }

  /** Starts no more loops; resolves when the running loops have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running.values());
  }
}

/**
 * Whether an unavailable ledger made the loop fail: the order continues as soon as the ledger is back. Damage is different: it
 * stays, may concern only this order's row, and must not delay other orders in every round.
 */
function isOfLedger(error: unknown): boolean {
  return error instanceof LedgerUnavailable && ledgerFaultOf(error.reason) !== "damaged";
}
