/** What an order still needs a person for, as its row tells. Pure. Source: integrity rules 4 to 6. */
import { type Attempt, type Attention, currentAttempt, type Order } from "./model.ts";

/**
 * Why a person has to see to an attempt that nobody waits for any more: it was paid for, its link is out, or its id is another
 * user's.
 */
export function heldBecause({
  phase,
  billed,
  linked,
  seen,
  others,
}: Attempt): "debited_hold" | "later_attempt" | "other_user" | undefined {
  if (others) return "other_user";
  if (phase !== "given_up" && phase !== "void" && phase !== "stopped") return undefined;
  if (billed) return "debited_hold";
  return linked && seen === "pending" ? "later_attempt" : undefined;
}

/** The reason that is left when another one is gone: of several only the first is noted. */
export function remaining(order: Order): Attention | null {
  const isNew = ({ released_at }: Attempt): boolean => released_at === undefined;
  const current = currentAttempt(order);
  if (current?.phase === "stopped" && isNew(current)) return current.stop;
  const held = order.attempts.filter(isNew).map(heldBecause);
  return (
    held.find((reason) => reason === "debited_hold") ?? held.find((reason) => reason !== undefined) ?? null
  );
}
