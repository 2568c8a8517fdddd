/**
 * Reads a stored order, also one that an older release stored. A row keeps the form of the release that last wrote it, for as long as
 * nothing happens to its order: a member that came later is missing in it, and then has its default. So a new member of the row gets
 * a default (in order.ts UNPINNED, NOTHING_WANTED, NOTHING_KNOWN, UNSEEN or UNTOLD; the two below for a choice and a call), which says
 * what its absence means: without one nothing compiles. A member of the first release that the money depends on is never guessed:
 * without it the row is damaged. Source: docs/upgrades.md, "When the row changes".
 */
import {
  type Attempt,
  type Call,
  type Chosen,
  NOTHING_KNOWN,
  NOTHING_WANTED,
  newOrder,
  type Order,
  type Pins,
  UNPINNED,
  UNSEEN,
  UNTOLD,
  type Wanted,
} from "./order.ts";

/** Members of a row of version 0.1.0 without which nobody knows whether an order has had its code, and which one. */
const REQUIRED = {
  pins: ["promotion_id", "email", "delivery", "skus", "amount", "max_amount"],
  wanted: ["choices", "confirmed", "cancels", "refunds", "releases"],
  known: ["choices", "canceled", "current", "attempts", "call", "last_n"],
  attempt: ["n", "upstream_order_id", "sku", "amount", "opened_at", "phase", "redemption_id", "state"],
  call: ["operation", "n", "since", "asked"],
} as const;

/** The stored body of an order: what it lacks is not known. */
interface StoredOrder {
  readonly pins?: Partial<Pins>;
  readonly wanted?: Partial<Wanted>;
  readonly known?: Partial<Omit<Order["known"], "attempts" | "call">> & {
    readonly attempts?: readonly Partial<Attempt>[];
    readonly call?: Partial<Call> | null;
  };
  readonly told?: Partial<Order["told"]>;
}

/** @throws an error if the text is not that of a stored order */
export function orderOf(stored: unknown, version: number): Order {
  const row = stored as StoredOrder & Partial<Order>;
  const pins = having<Pins>(row.pins, REQUIRED.pins);
  const wanted = having<Wanted>(row.wanted, REQUIRED.wanted);
  const known = having<Order["known"]>(row.known, REQUIRED.known);
  const { site, order_id, promotion, created_at } = having<Order>(row, ["site", "order_id", "created_at"]);
  return {
    ...newOrder({ site, order_id }, pins, promotion ?? {}, created_at),
    state: null,
    ...row,
    version,
    pins: { ...UNPINNED, ...pins },
    wanted: {
      ...NOTHING_WANTED,
      ...wanted,
      choice: wanted.choice ? { ...OF_A_CHOICE, ...wanted.choice } : null,
    },
    known: {
      ...NOTHING_KNOWN,
      ...known,
      attempts: known.attempts.map((each) => ({ ...UNSEEN, ...having<Attempt>(each, REQUIRED.attempt) })),
      call: known.call && { ...OF_A_CALL, ...having<Call>(known.call, REQUIRED.call) },
    },
    told: { ...UNTOLD, ...row.told },
  };
}

const OF_A_CHOICE: Omit<Chosen, "sku" | "amount" | "reward_name" | "currency"> = {};
const OF_A_CALL: Omit<Call, "operation" | "n" | "since" | "asked"> = { refused_at: null };

/** The members of a part of the row, of which these must be there; a later one may be missing. */
function having<T extends object>(part: Partial<T> | undefined, names: readonly (keyof T)[]): T {
  for (const name of names)
    if (part?.[name] === undefined) throw new TypeError(`a stored row has no ${String(name)}`);
  return part as T;
}
