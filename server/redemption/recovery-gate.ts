/**
 * The gate before the call of a confirmation, before a site's cancel, and before a repeat; a first Book and a refund make no code and
 * pass it. It is open where the ledger
 * is proven (ledger-proof.ts). Where it is not, it opens for an order once this process has run the recovery lookup for it
 * (recovery-lookup.ts): from then on all calls for the order go through the same ledger. That is not stored: a process that starts
 * on an older copy of the ledger runs its own lookup.
 * Source: integrity rule 15 and I16.
 */

import { LOOKED_UP_MAX } from "../timing.ts";
import { nameOf, type Order } from "./model.ts";

export class RecoveryGate {
  readonly #ensureProven: (promotionId: string) => boolean;
  readonly #lookedUp = new Set<string>();

  /** @param ensureProven whether the ledger is proven for a promotion; where it is not, a proof is begun */
  constructor(ensureProven: (promotionId: string) => boolean) {
    this.#ensureProven = ensureProven;
  }

  isOpen(order: Order): boolean {
    if (this.#lookedUp.has(keyOf(order))) return true;
    return !isReleased(order) && this.#ensureProven(order.pins.promotion_id);
  }

  /** Another copy of the ledger may be in place: what was looked up is no more to be relied on. */
  forget(): void {
    this.#lookedUp.clear();
  }

  /** The service was asked for what the ledger may lack of the order. */
  noteRecovered(order: Order): void {
    // What is forgotten is looked up again.
    if (this.#lookedUp.size >= LOOKED_UP_MAX) this.#lookedUp.clear();
    this.#lookedUp.add(keyOf(order));
  }
}

/**
 * What a person released may come to life at the service all the same, whatever the ledger knows: such an order is looked up
 * for each of its attempts.
 */
const isReleased = ({ attempts }: Order): boolean =>
  attempts.some(({ released_at }) => released_at !== undefined);

const keyOf = (order: Order): string =>
  isReleased(order) ? `${nameOf(order)}/${order.current}` : nameOf(order);
