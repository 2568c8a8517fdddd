/** Who waits for a change of an order in this process. Changes by others are found by looking (PEER_POLL). */
import { nameOf, type OrderKey } from "./model.ts";

export interface Watch {
  /** Fires at the next change that this process makes to the row. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

export class Watchers {
  readonly #tells = new Map<string, Set<() => void>>();

  watch(key: OrderKey): Watch {
    const name = nameOf(key);
    const told = new AbortController();
    const tell = (): void => told.abort("told");
    const tells = this.#tells.get(name) ?? new Set();
    this.#tells.set(name, tells.add(tell));
    return {
      signal: told.signal,
      end: () => {
        tells.delete(tell);
        if (tells.size === 0 && this.#tells.get(name) === tells) this.#tells.delete(name);
      },
    };
  }

  tell(key: OrderKey): void {
    for (const tell of this.#tells.get(nameOf(key)) ?? []) tell();
  }
}
