/**
 * Rows of earlier versions, read as rows of this one. An earlier version may still write to the same ledger while this one
 * replaces it, so a row may go back and forth. Pure. Source: contract, upgrades.
 */
import type { Attempt, Order } from "./model.ts";

/** An attempt as any version stored it. */
type StoredAttempt = Omit<Attempt, "revision" | "observed"> &
  Partial<Pick<Attempt, "revision" | "observed">> & {
    /** Of an earlier version: whether the service was asked since the last call. */
    readonly looked?: boolean;
    /** Of an earlier version: whether what nobody waits for any more was asked about once. */
    readonly checked?: boolean;
  };

export type StoredOrder = Omit<Order, "attempts"> & { readonly attempts: readonly StoredAttempt[] };

/** @param version of the row: it rises with every change, whichever version of the server made it */
export function upgraded(row: StoredOrder, version: number): Order {
  return { ...row, version, attempts: row.attempts.map((attempt) => upgradedAttempt(attempt, version)) };
}

function upgradedAttempt(stored: StoredAttempt, version: number): Attempt {
  const { looked, checked, revision = 0, observed = 0, ...attempt } = stored;
  if (looked === undefined) return { ...attempt, revision, observed };
  // An earlier version wrote it last, and counts no revisions: this one is beyond any that was asked under.
  const beyond = revision + version;
  const isLeft = ["given_up", "refused"].includes(attempt.phase) || attempt.stop === "later_attempt";
  return { ...attempt, revision: beyond, observed: (isLeft ? checked : looked) ? beyond : beyond - 1 };
}
