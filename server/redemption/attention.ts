/** What an order still needs a person for, as its row tells. Pure. Source: integrity rules 4 to 6. */
import { type Attempt, type Attention, currentAttempt, type Order } from "./model.ts";

/** What nobody waits for any more, and something was paid for: a person has to see to it. */
export const isHeld = ({ phase, billed }: Attempt): boolean =>
  billed === true && (phase === "given_up" || phase === "void" || phase === "stopped");

/** The reason that is left when another one is gone: of several only the first is noted. */
export function remaining(order: Order): Attention | null {
  const isNew = ({ released_at }: Attempt): boolean => released_at === undefined;
  const current = currentAttempt(order);
  if (current?.phase === "stopped" && isNew(current)) return current.stop;
  return order.attempts.some((each) => isHeld(each) && isNew(each)) ? "debited_hold" : null;
}
