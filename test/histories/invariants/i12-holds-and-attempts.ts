/** Judged by the rows as they are stored, and by the service's own holds when a book has reached it. */
import { isUserOf, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

const LIVE_HOLDS_MAX = 2;
const ATTEMPTS_MAX = 5;
const DAY = 86_400_000;
const HOLD = 1_800_000;
const HOLDS = ["booking", "booked", "given_up"];

export const holdsAndAttempts: Invariant = {
  id: "I12",
  isTimed: true,
  says: "holds and attempts stay inside rule 5",
  watch: ({ plans, control, generations, now }) => {
    const refused = new Set<string>();
    const failed = new Set<string>();
    const announcedAt = new Map<string, number>();
    return {
      wrote({ before, after, at }) {
        for (const { upstream_order_id: id } of after.attempts)
          announcedAt.set(id, announcedAt.get(id) ?? at);
        const added = after.attempts.length > (before?.attempts.length ?? 0);
        if (!added) return undefined;
        const counted = after.attempts.filter(({ phase }) => phase !== "refused");
        const last = Math.max(...counted.map(({ opened_at }) => opened_at), 0);
        const recent = counted.filter(({ opened_at }) => opened_at > last - DAY);
        if (recent.length > ATTEMPTS_MAX && generations.length === 0)
          return `order ${after.order_id} opened ${recent.length} attempts in a day`;
        const live = counted.filter(
          ({ phase, hold_ends_at }) => HOLDS.includes(phase) && hold_ends_at > last,
        );
        return live.length > LIVE_HOLDS_MAX
          ? `order ${after.order_id} has ${live.length} live holds`
          : undefined;
      },
      heard({ operation, orderId, heard, text }) {
        if (operation === "book" && orderId !== undefined) {
          if (heard === 401 || heard === 404 || heard === 422) refused.add(orderId);
          else refused.delete(orderId);
          if (/"state":"failed"/.test(text ?? "")) failed.add(orderId);
          else failed.delete(orderId);
        }
        const plan = operation === "book" ? planOf(plans, orderId) : undefined;
        if (!plan || generations.length > 0) return undefined;
        // A refused Book may have worked if a gateway delivered it twice: its hold lapses (rule 2).
        const own = control
          .redemptions()
          .filter(
            (each) =>
              planOf(plans, each.orderId) === plan &&
              isUserOf(plan, each.email) &&
              !refused.has(each.orderId),
          );
        // A hold ends 30 minutes after its first book was announced (rule 9), though the service may keep it a little longer.
        const isLive = (id: string) => now() < (announcedAt.get(id) ?? 0) + HOLD;
        // A hold made by a second delivery, after the first was answered with `failed`, does not count (R2).
        const isHeld = ({ state, orderId: id }: (typeof own)[number]) =>
          state === "booked" && isLive(id) && !failed.has(id);
        const booked = own.filter(isHeld).length;
        if (booked > LIVE_HOLDS_MAX) return `the service holds ${booked} rewards for order ${plan.order_id}`;
        return own.length > ATTEMPTS_MAX
          ? `the service has ${own.length} redemptions for order ${plan.order_id}`
          : undefined;
      },
    };
  },
};
