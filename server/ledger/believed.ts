/**
 * The stored times of a row, as far as they can be believed: a row that was last changed at a time that has not come was changed
 * before the clock was set back. All its waits then count from now: none is longer than it was meant, and no budget of calls is
 * refilled. Pure. Source: docs/proof/rules.md, rule 19.
 */
import type { Attempt, Order } from "../rows/order.ts";
import { CLOCK_STEP_LEAST } from "../timing.ts";

/** @param now epoch ms, by the clock of the database */
export function believed(order: Order, now: number): Order {
  const ahead = order.updated_at - now;
  if (!(ahead > CLOCK_STEP_LEAST)) return order;
  const back = (time: number): number => time - ahead;
  const maybe = (time: number | null): number | null => (time === null ? null : back(time));
  const { known } = order;
  const attempt = (each: Attempt): Attempt => ({
    ...each,
    opened_at: back(each.opened_at),
    sent: each.sent.map(back),
    codes_missing_since: maybe(each.codes_missing_since),
  });
  return {
    ...order,
    updated_at: now,
    due_at: maybe(order.due_at),
    known: {
      ...known,
      attempts: known.attempts.map(attempt),
      call: known.call && {
        ...known.call,
        since: back(known.call.since),
        refused_at: maybe(known.call.refused_at),
      },
      opened: known.opened.map(back),
      look_at: back(known.look_at),
      look_up_since: maybe(known.look_up_since),
    },
  };
}
