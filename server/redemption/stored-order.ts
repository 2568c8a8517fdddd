/**
 * How an order's row is stored, and read again. Two versions of the server may write to one ledger while one replaces the
 * other, so the stored form keeps the members that the version before understands. Pure. Source: contract, "a published
 * version … two versions of the server may run on one ledger".
 */
import type { Delivery } from "../../shared/wire.ts";
import { heldBecause } from "./attention.ts";
import type { Attempt, Order, Phase, Stop } from "./model.ts";

/** The deliveries have phases of their own in a stored row. */
const CONFIRMED = { redeem: "redeeming", activate: "activating", notify: "creating" } as const;
const LINKED = { redeem: "activated", activate: "activated", notify: "notified" } as const;

type StoredPhase =
  | Exclude<Phase, "confirmed" | "linked">
  | (typeof CONFIRMED)[Delivery]
  | (typeof LINKED)[Delivery];

/** An attempt as any version stored it. */
type StoredAttempt = Omit<Attempt, "phase" | "stop" | "revision" | "observed"> & {
  readonly phase: StoredPhase;
  /** Whose redemption is another order's stops for `other_parameters`, and the row's attention says which it is. */
  readonly stop: Exclude<Stop, "redemption_taken"> | null;
  /** Whether it was given up and its user has a link to it all the same. */
  readonly linked?: true;
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
    attempts: order.attempts.map((attempt) => ({
      ...attempt,
      phase: storedPhase(attempt.phase, delivery),
      stop: attempt.stop === "redemption_taken" ? "other_parameters" : attempt.stop,
      ...(heldBecause(order, attempt) === "later_attempt" && { linked: true }),
    })),
  };
}

/** @param version of the row: it rises with every change, whichever version of the server made it */
export function fromStored(row: StoredOrder, version: number): Order {
  const attempts = row.attempts.map((stored): Attempt => {
    const attempt = readAttempt(stored, version);
    return stored.n === row.current ? { ...attempt, ...calledFor(row, attempt) } : attempt;
  });
  return { ...row, version, attempts };
}

/** An earlier version noted in the row alone what a person was called for, where the attempt in hand does not tell it. */
function calledFor({ attention }: StoredOrder, { phase, stop }: Attempt): Partial<Attempt> {
  if (attention === "codes_unreadable" && (phase === "redeemed" || phase === "linked"))
    return { unreadable: true };
  return attention === "redemption_taken" && stop === "other_parameters" ? { stop: attention } : {};
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
  const { looked, checked, linked: _, revision = 0, observed = 0, ...rest } = stored;
  const attempt = { ...rest, phase: readPhase(rest.phase) };
  if (looked === undefined) return { ...attempt, revision, observed };
  // An earlier version wrote it last, and counts no revisions: this one is beyond any that was asked under.
  const beyond = revision + version;
  const isLeft = ["given_up", "refused"].includes(attempt.phase) || attempt.stop === "later_attempt";
  return { ...attempt, revision: beyond, observed: (isLeft ? checked : looked) ? beyond : beyond - 1 };
}
