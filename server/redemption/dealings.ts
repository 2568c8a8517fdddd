/**
 * What went to the service for an order, and what it answered: read from each change of its row, so that an operator sees the course
 * of the order. Nothing is decided by it. Pure. Source: docs/operate/index.md, "One order".
 */
import { attemptOf, type Dealing, type Order } from "../rows/order.ts";

/** Of the attempts that the row still has; of so many, the last are what a person asks about. */
export const DEALINGS_KEPT = 40;

/** @param now when `after` takes the place of `before`, epoch ms */
export function dealingsOf(before: Order, after: Order, now: number): readonly Dealing[] {
  const all = [...after.dealings, ...answersOf(before, after, now), ...sendingOf(before, after, now)];
  return all.filter(({ n }) => attemptOf(after, n)).slice(-DEALINGS_KEPT);
}

/** A call that is announced with this change leaves after it. */
function sendingOf(before: Order, after: Order, at: number): Dealing[] {
  const { call } = after.known;
  const last = call && attemptOf(after, call.n)?.sent.at(-1);
  const isNew = call && !call.asked && last === at && attemptOf(before, call.n)?.sent.at(-1) !== at;
  return isNew ? [{ at, n: call.n, kind: "sent", what: call.operation }] : [];
}

/**
 * A state that the service did not name before, that it refused the call, or that the call never left or was turned away for its
 * token. An outcome that nobody knows is none.
 */
function answersOf(before: Order, after: Order, at: number): Dealing[] {
  return after.known.attempts.flatMap((attempt): Dealing[] => {
    const { n, state, refusal, sent } = attempt;
    const was = attemptOf(before, n);
    const entry = (what: string): Dealing => ({ at, n, kind: "answered", what });
    if (state !== null && state !== was?.state) return [entry(state)];
    if (was && sent.length === was.sent.length - 1) return [entry("turned_away")];
    return refusal !== null && refusal !== was?.refusal ? [entry("refused")] : [];
  });
}
