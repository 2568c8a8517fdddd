/**
 * How an order's row is stored, and read again. Two versions of the server may write to one ledger while one replaces the
 * other, so the stored form keeps the members that the version before understands. Pure. Source: contract, "a published
 * version … two versions of the server may run on one ledger".
 */
import type { Delivery } from "../../shared/wire.ts";
import type { Attempt, Order, Phase } from "./model.ts";

/** The deliveries have phases of their own in a stored row. */
const CONFIRMED = { redeem: "redeeming", activate: "activating", notify: "creating" } as const;
const LINKED = { redeem: "activated", activate: "activated", notify: "notified" } as const;

type StoredPhase =
  | Exclude<Phase, "confirmed" | "linked">
  | (typeof CONFIRMED)[Delivery]
  | (typeof LINKED)[Delivery];

/** An attempt as any version stored it. */
type StoredAttempt = Omit<Attempt, "phase" | "revision" | "observed"> & {
  readonly phase: StoredPhase;
} & Partial<Pick<Attempt, "revision" | "observed">> & {
    /** Of an earlier version: whether the service was asked since the last call. */
    readonly looked?: boolean;
    /** Of an earlier version: whether what nobody waits for any more was asked about once. */
    readonly checked?: boolean;
  };

export type StoredOrder = Omit<Order, "attempts"> & { readonly attempts: readonly StoredAttempt[] };

/** The row as it is stored. */
export function toStored(order: Order): StoredOrder {
  const { delivery } = order.pins;
  return {
    ...order,
    attempts: order.attempts.map((attempt) => ({ ...attempt, phase: storedPhase(attempt.phase, delivery) })),
  };
}

/** @param version of the row: it rises with every change, whichever version of the server made it */
export function fromStored(row: StoredOrder, version: number): Order {
  return { ...row, version, attempts: row.attempts.map((attempt) => readAttempt(attempt, version)) };
}

function storedPhase(phase: Phase, delivery: Delivery): StoredPhase {
  if (phase === "confirmed") return CONFIRMED[delivery];
  return phase === "linked" ? LINKED[delivery] : phase;
}

function readPhase(phase: StoredPhase): Phase {
  switch (phase) {
    case "redeeming":
    case "activating":
    case "creating":
      return "confirmed";
    case "activated":
    case "notified":
      return "linked";
    default:
      return phase;
  }
}

function readAttempt(stored: StoredAttempt, version: number): Attempt {
  const { looked, checked, revision = 0, observed = 0, ...rest } = stored;
  const attempt = { ...rest, phase: readPhase(rest.phase) };
  if (looked === undefined) return { ...attempt, revision, observed };
  // An earlier version wrote it last, and counts no revisions: this one is beyond any that was asked under.
  const beyond = revision + version;
  const isLeft = ["given_up", "refused"].includes(attempt.phase) || attempt.stop === "later_attempt";
  return { ...attempt, revision: beyond, observed: (isLeft ? checked : looked) ? beyond : beyond - 1 };
}
