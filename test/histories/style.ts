/** The style of a history, with the odds of each property. */
import type { Draws } from "./draws.ts";

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
  /** Whether another environment uses the same account at the service with the same ids. */
  readonly isShared: boolean;
  /** Whether the ledger's database is locked, full or away at times. */
  readonly isBadDatabase: boolean;
  /** Whether operators release many orders. */
  readonly isReleased: boolean;
  /** Whether the machines' clock is set back and ahead. */
  readonly isLeaping: boolean;
  /** Acts of users after which the faults end. */
  readonly acts: number;
}

/** Acts that a grant needs to be spent. */
const FOR_GRANT = 30;

export function drawStyle(draws: Draws, hasGrant: boolean): Style {
  const isLossy = draws.oneIn(6);
  const isRestless = !isLossy && draws.oneIn(8);
  return {
    pace: draws.one([2, 5, 12, 30]),
    faultRate: draws.one([0, 1, 3, 6]),
    deaths: draws.one([0, 40, 150, 400]),
    isLossy,
    isRestless,
    isShared: draws.oneIn(10),
    isBadDatabase: draws.oneIn(6),
    isReleased: draws.oneIn(12),
    isLeaping: draws.oneIn(8),
    acts: draws.between(14, isRestless ? 60 : 36) + (hasGrant ? FOR_GRANT : 0),
  };
}
