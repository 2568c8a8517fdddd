/**
 * Judged ten minutes after the back office and the users acted at the service alone, and nobody asked for an order since: by the service's own record and the events of the ledger. What the
 * operator's list has, and what was looked up after a loss, is judged elsewhere.
 */
import { isUserOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { isOf } from "../plan.ts";

/** The last event of an order by what became of its redemption at the service. */
const TOLD: Readonly<Record<string, string>> = { redeemed: "order.redeemed", refunded: "order.refunded" };

export const foundElsewhere: Invariant = {
  id: "I23",
  says: "a change at the service alone is an event within ten minutes after faults end",
  watch: ({ plans, control, bed, generations }) => ({
    elsewhere() {
      if (generations.length > 0) return undefined;
      for (const plan of plans) {
        const row = bed.row(plan.site, plan.order_id);
        if (!row || row.attention !== null) continue;
        const current = row.known.attempts.find(({ n }) => n === row.known.current);
        const record = control
          .redemptions()
          .find(
            ({ orderId, email }) =>
              orderId === current?.upstream_order_id && isOf(plan, orderId) && isUserOf(plan, email),
          );
        if (!record?.codes || current?.phase !== "made") continue;
        const expected = TOLD[record.state];
        const last = bed.events(plan.site, plan.order_id).findLast(({ type }) => type !== "order.attention");
        if (expected !== undefined && last?.type !== expected)
          return `${record.orderId} is ${record.state} at the service, and the last event of its order is ${last?.type}`;
      }
      return undefined;
    },
  }),
};
