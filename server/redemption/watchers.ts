/** Who waits for a change of an order in this process. Changes by others are found by looking (PEER_POLL). */
import { nameOf, type Order, type OrderKey } from "./model.ts";

export interface Watch {
  /** Fires at the next change that this process makes to the row. */
  readonly signal: AbortSignal;
  /** The row as this process stored it last since then; undefined where it stored none. */
  readonly stored: () => Order | undefined;
  readonly end: () => void;
}

export class Watchers {
  readonly #tells = new Map<string, Set<(order: Order) => void>>();

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
}
