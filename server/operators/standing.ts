/** Counts of all orders for metrics and warnings. Pure. */

import type { Recovery, Standing } from "../ledger/ledger.ts";
import { REASONS } from "../redemption/needs-person.ts";
import type { Attention } from "../rows/order.ts";
import { ORDER_OVERDUE_AFTER } from "../timing.ts";
import type { Warning } from "./warnings.ts";

export interface StandingNow {
  /** Orders that need a person, by reason; every reason is present. */
  readonly attention: Readonly<Record<Attention, number>>;
  /** How long the longest waiting order has waited, seconds; 0 without any. */
  readonly attentionSeconds: number;
  /** Orders that the reconciler has to wake sooner or later, holds included. */
  readonly unfinished: number;
  /** How long the earliest due order has been due, seconds; 0 without any. */
  readonly overdueSeconds: number;
  /** The last recovery of the ledger; undefined without any. Epoch ms. */
  readonly recovery: Recovery | undefined;
}

/** @param now epoch ms */
export function standingAt(standing: Standing, recovery: Recovery | undefined, now: number): StandingNow {
  const counts = new Map(standing.attention.map(({ reason, count }) => [reason, count]));
  const since = Math.min(now, ...standing.attention.map((each) => each.since));
  return {
    attention: Object.fromEntries(REASONS.map((reason) => [reason, counts.get(reason) ?? 0])) as Record<
      Attention,
      number
    >,
    attentionSeconds: (now - since) / 1000,
    unfinished: standing.unfinished,
    overdueSeconds: Math.max(0, now - (standing.due_at ?? now)) / 1000,
    recovery,
  };
}

/** So many confirmations without a known outcome at once are the service's failure, and not theirs. */
const OUTAGE_ORDERS = 5;

/** @param standing undefined if the ledger did not answer, which readiness reports and not this list */
export function attentionWarnings(standing: StandingNow | undefined): Warning[] {
  const listed = REASONS.flatMap((reason) => {
    const count = standing?.attention[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
  return [...listWarnings(listed), ...workWarnings(standing)];
}

function listWarnings(listed: readonly { readonly reason: Attention; readonly count: number }[]): Warning[] {
  if (listed.length === 0) return [];
  const total = listed.reduce((sum, { count }) => sum + count, 0);
  const orders = total === 1 ? "1 order needs" : `${total} orders need`;
  const names = listed.map(({ reason, count }) => `${reason} ${count}`).join(", ");
  return [{ code: "attention", message: `${orders} a person: ${names}. See GET /v1/attention.` }];
}

function workWarnings(standing: StandingNow | undefined): Warning[] {
  const warnings: Warning[] = [];
  const unknown = standing?.attention.outcome_unknown ?? 0;
  if (unknown > OUTAGE_ORDERS)
    warnings.push({
      code: "outcomes_unknown",
      message: `${unknown} confirmations have no known outcome: the service fails them. They end by themselves when it is back. Runbook: When something is down.`,
    });
  const overdue = standing?.overdueSeconds ?? 0;
  if (overdue * 1000 > ORDER_OVERDUE_AFTER)
    warnings.push({
      code: "orders_overdue",
      message: `An order has been due for ${Math.round(overdue / 60)} minutes: no instance takes up what is due. Their logs say why.`,
    });
  return warnings;
}
