/** Builds a Standing from the rows of any database: one row for each reason, and one without a reason for the unfinished orders. */
import type { Attention } from "../redemption/model.ts";
import type { Standing } from "./ledger.ts";

export interface StandingRow {
  readonly reason: Attention | null;
  readonly count: number;
  /** Since when the oldest order is listed; for unfinished orders, when the first is due. */
  readonly since: number | null;
}

export function standingOf(rows: readonly StandingRow[]): Standing {
  const attention = rows.flatMap(({ reason, count, since }) =>
    reason === null ? [] : [{ reason, count, since: since ?? 0 }],
  );
  const unfinished = rows.find(({ reason }) => reason === null);
  return { attention, unfinished: unfinished?.count ?? 0, due_at: unfinished?.since ?? null };
}
