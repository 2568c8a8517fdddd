/**
 * Judged by the Books and Creates that leave, and by the service's own holds when a Book is answered. Source: docs/proof/rules.md,
 * rules 6 and 7.
 */
import { HOLD } from "../../../server/timing.ts";
import { isUserOf, leapedSince, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";

const HOLDS_MAX = 8;
const ATTEMPTS_MAX = 30;
const DAY = 86_400_000;

export const holdsAndAttempts: Invariant = {
  id: "I12",
  says: "holds and attempts stay inside rule 6",
  watch: (evidence) => {
    const { plans, control, start, now } = evidence;
    /** When the first call of each upstream order id left, history time. */
    const opened = new Map<Plan, Map<string, number>>();
    return {
      departed({ operation, orderId, at, generation }) {
        const plan = planOf(plans, orderId);
        // Hours are counted by the clock of the machines.
        if (leapedSince(evidence, 0)) return undefined;
        if (!plan || orderId === undefined || (operation !== "book" && operation !== "create"))
          return undefined;
        const own = opened.get(plan) ?? new Map<string, number>();
        opened.set(plan, own);
        const key = `${generation} ${orderId}`;
        if (!own.has(key)) own.set(key, at);
        const recent = [...own].filter(([id, since]) => since > at - DAY && id.startsWith(`${generation} `));
        return recent.length > ATTEMPTS_MAX
          ? `order ${plan.order_id} opened ${recent.length} attempts in a day`
          : undefined;
      },
      heard({ operation, orderId, generation }) {
        const plan = operation === "book" ? planOf(plans, orderId) : undefined;
        if (leapedSince(evidence, 0)) return undefined;
        // A lost ledger does not know the holds that it made.
        if (!plan || generation > 0) return undefined;
        const held = control.redemptions().filter(
          (each) =>
            planOf(plans, each.orderId) === plan &&
            isUserOf(plan, each.email) &&
            each.state === "booked" &&
            // A hold ends 30 minutes after its first Book was sent (rule 7), though the service may keep it a little longer.
            start + now() < start + (opened.get(plan)?.get(`0 ${each.orderId}`) ?? 0) + HOLD,
        );
        return held.length > HOLDS_MAX
          ? `the service holds ${held.length} rewards for order ${plan.order_id}`
          : undefined;
      },
    };
  },
};
