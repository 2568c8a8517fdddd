/** The waits of this process for changes of orders. Changes by other processes are found by polling (PEER_POLL). */
import type { Clock } from "../clock.ts";
import { PEER_POLL } from "../timing.ts";
import { nameOf, type Order, type OrderKey } from "./model.ts";
import type { Rows } from "./rows.ts";

export interface Watch {
  /** Fires at the next change that this process makes to the row. */
  readonly signal: AbortSignal;
  /** The row that this process last stored since the watch began; undefined if it stored none. */
  readonly stored: () => Order | undefined;
  readonly end: () => void;
}

export class Watchers {
  readonly #rows: Pick<Rows, "newest">;
  readonly #clock: Clock;
  readonly #tells = new Map<string, Set<(order: Order) => void>>();

  constructor(rows: Pick<Rows, "newest">, clock: Clock) {
    this.#rows = rows;
    this.#clock = clock;
  }

  watch(key: OrderKey): Watch {
    const name = nameOf(key);
    const told = new AbortController();
    let stored: Order | undefined;
    const tell = (order: Order): void => {
      stored = order;
      told.abort("told");
    };
    const tells = this.#tells.get(name) ?? new Set();
    this.#tells.set(name, tells.add(tell));
    return {
      signal: told.signal,
      stored: () => stored,
      end: () => {
        tells.delete(tell);
        if (tells.size === 0 && this.#tells.get(name) === tells) this.#tells.delete(name);
      },
    };
  }

  tell(order: Order): void {
    for (const tell of this.#tells.get(nameOf(order)) ?? []) tell(order);
  }

  /**
   * Waits until `wanted` accepts the row or `ms` have passed, whichever process changes it; returns the newest row.
   * @param stored the row, if this process stored it just now
   */
  async waitFor(
    key: OrderKey,
    wanted: (order: Order) => boolean,
    ms: number,
    stored?: Order,
  ): Promise<Order | undefined> {
    const clock = this.#clock;
    const end = clock.monotonic() + ms;
    let newest = stored;
    for (;;) {
      const told = this.watch(key);
      try {
        const order = await this.#rows.newest(key, newest);
        const left = end - clock.monotonic();
        if (!order || wanted(order) || left <= 0) return order;
        await clock.sleep(Math.min(left, PEER_POLL), told.signal);
        // If this process stored nothing meanwhile, another process may have.
        newest = told.stored();
      } finally {
        told.end();
      }
    }
  }
}
