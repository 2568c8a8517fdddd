/**
 * The gate before the call of a confirmation, before a site's cancel, and before a repeat. A first Book and a refund make no
 * code and pass it. It is open where the ledger is proven (server/ledger-proof). Where the ledger is not, the gate opens for
 * an order once this process has run the recovery lookup for it (recovery.ts): from then on this ledger has all calls of the
 * order. That is not stored: a process that starts on an older copy of the ledger runs its own lookup.
 * Source: integrity rule 15 and I16.
 */

import { LOOKED_UP_MAX } from "../timing.ts";
import { nameOf, type Order } from "./model.ts";

export class RecoveryGate {
  readonly #ensureProven: (promotionId: string) => boolean;
  readonly #recovered = new Set<string>();

  /** @param ensureProven whether the ledger is proven for a promotion; where it is not, a proof is begun */
  constructor(ensureProven: (promotionId: string) => boolean) {
    this.#ensureProven = ensureProven;
  }

  isOpen(order: Order): boolean {
    if (this.#recovered.has(keyOf(order))) return true;
    return !isReleased(order) && this.#ensureProven(order.pins.promotion_id);
  }

  /** Another copy of the ledger may be in place: each order needs another lookup. */
  forget(): void {
    this.#recovered.clear();
  }

  /** The recovery lookup ran for the order. */
  noteRecovered(order: Order): void {
    // An order that is forgotten is looked up again.
    if (this.#recovered.size >= LOOKED_UP_MAX) this.#recovered.clear();
    this.#recovered.add(keyOf(order));
  }
}

/**
 * A redemption that a person released may still change at the service, without this ledger: such an order is looked up for each of
 * its attempts, also where the ledger is proven.
 */
const isReleased = ({ attempts }: Order): boolean =>
  attempts.some(({ released_at }) => released_at !== undefined);

const keyOf = (order: Order): string =>
  isReleased(order) ? `${nameOf(order)}/${order.current}` : nameOf(order);
