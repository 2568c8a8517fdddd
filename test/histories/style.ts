/** The style of a history, with the odds of each property. */
import type { Draws } from "./draws.ts";

/** A process that is older than the lag of the service's lists can prove its ledger. Source: rule 15. */
export const PROVABLE_AFTER = 130_000;

export interface Style {
  /** Acts of users, and faults, in 100 steps while something is under way. */
  readonly pace: number;
  readonly faultRate: number;
  /** An instance dies at one of this many awaits; 0: at none. */
  readonly deaths: number;
  /** Whether the ledger gets lost. */
  readonly isLossy: boolean;
  /** Whether users choose again and again, over hours. */
  readonly isRestless: boolean;
  /** Whether wall clocks are wrong, and jump. */
  readonly isSkewed: boolean;
  /** Whether another environment uses the same account at the service with the same ids. */
  readonly isShared: boolean;
  /** Whether the ledger's database is locked, full or away at times. */
  readonly isBadDatabase: boolean;
  /** Whether the ledger is proven before the first confirmation, so that confirmations need no lookup. */
  readonly isProvenFirst: boolean;
  /** Whether operators release many orders, and the service may redeem released redemptions. */
  readonly isRevived: boolean;
  /** Whether the `Date` of all answers sometimes moves for good, by more than any tolerance. */
  readonly isMoved: boolean;
  /** Acts of users after which the faults end. */
  readonly acts: number;
}

/** @param later, `later` and `last` are for later additions: the other draws of a seed stay the same */
export function drawStyle(draws: Draws, later: Draws, last: Draws): Style {
  const pace = draws.one([2, 5, 12, 30]);
  const faultRate = draws.one([0, 1, 3, 6]);
  const deaths = draws.one([0, 40, 150, 400]);
  const isLossy = draws.oneIn(6);
  const isRestless = !isLossy && draws.oneIn(8);
  const isSkewed = draws.oneIn(4);
  const isShared = draws.oneIn(10);
  const acts = draws.between(14, isRestless ? 60 : 36);
  const isBadDatabase = later.oneIn(6);
  const isProvenFirst = later.oneIn(4);
  const isRevived = last.oneIn(12);
  const isMoved = !isSkewed && last.oneIn(12);
  return {
    isRevived,
    isMoved,
    isBadDatabase,
    isProvenFirst,
    pace,
    faultRate,
    deaths,
    isLossy,
    isRestless,
    isSkewed,
    isShared,
    acts,
  };
}
