/**
 * The gate before a call; `passesGate` says which calls wait while the gate is closed. The gate is open if the ledger is proven
 * (server/ledger-proof). Otherwise the gate opens for an order once this process has run the recovery lookup for it (recovery.ts):
 * from then on this ledger has all calls of the order. The opening is not stored: a process that starts on an older copy of the
 * ledger runs its own lookup.
 *
 * An order that may have or get a code without a call of this ledger (revival.ts) has a lookup before each call of a confirmation,
 * repeats included, also if the ledger is proven. For such an order the gate remembers a lookup only for the one call that waited
 * for it.
 * Source: integrity rules 4 and 15, and I16.
 */

import { LOOKED_UP_MAX } from "../timing.ts";
import { type Attempt, currentAttempt, nameOf, type Operation, type Order } from "./model.ts";
import { mayRevive } from "./revival.ts";
import { storedAs } from "./row-times.ts";

/** The state of the gate for a decision about a call. */
export interface AtGate {
  /** Whether the gate is open for the order; default: no. */
  readonly isGateOpen?: boolean;
  /** The process that would send the call; see Send. */
  readonly instance?: string;
}

/**
 * Whether the gate lets the call leave, or lets the site's request for it be closed. Three kinds of calls wait for the gate: calls
 * that make a code or a link; the cancel that a site asked for, because it closes the order; and the repeat of a Book that another
 * process sent, because the row may be from an older copy. All other calls pass: a first Book, a refund, and the loop's own cancel
 * after a failure. An Activate that asks for a link's address again makes no code and does not use this function (orders/links.ts).
 */
export function passesGate(operation: Operation, { sends, request }: Attempt, at: AtGate): boolean {
  const { isGateOpen = false, instance } = at;
  switch (operation) {
    case "refund":
      return true;
    case "book":
      return isGateOpen || sends.length === 0 || sends.at(-1)?.by === instance;
    case "cancel":
      return isGateOpen || request?.operation !== "cancel";
    case "create":
    case "redeem":
    case "activate":
      return isGateOpen;
    default:
      return operation satisfies never;
  }
}

export class RecoveryGate {
  readonly #ensureProven: (promotionId: string) => boolean;
  readonly #recovered = new Set<string>();

  /** @param ensureProven whether the ledger is proven for a promotion; starts a proof if it is not */
  constructor(ensureProven: (promotionId: string) => boolean) {
    this.#ensureProven = ensureProven;
  }

  isOpen(order: Order): boolean {
    const key = keyOf(order);
    if (key !== undefined && this.#recovered.has(key)) return true;
    return !isRevivable(order) && this.isProven(order);
  }

  /** Whether the ledger is known to be current for the order's promotion; starts a proof if it is not. */
  isProven({ pins }: Order): boolean {
    return this.#ensureProven(pins.promotion_id);
  }

  /** Forgets all lookups: another copy of the ledger may be in place, so each order needs a new lookup. */
  forget(): void {
    this.#recovered.clear();
  }

  /** Records that the recovery lookup ran for the order. */
  noteRecovered(order: Order): void {
    const key = keyOf(order);
    if (key === undefined) return;
    // A forgotten order is looked up again.
    if (this.#recovered.size >= LOOKED_UP_MAX) this.#recovered.clear();
    this.#recovered.add(key);
  }
}

const isRevivable = ({ attempts }: Order): boolean => attempts.some(mayRevive);

/**
 * The key under which a lookup is remembered; undefined if no call of a revivable order waits for a lookup. For a revivable order
 * the key has the revision, which rises with every call, and `opened_at`, because the number of an attempt whose call never left is
 * used again.
 */
function keyOf(order: Order): string | undefined {
  if (!isRevivable(order)) return nameOf(order);
  const current = currentAttempt(order);
  if (!current || !(current.request || current.phase === "booking" || current.phase === "confirmed"))
    return undefined;
  const { n, opened_at, evidence } = current;
  return [nameOf(order), n, storedAs(order, opened_at), evidence.revision].join("/");
}
