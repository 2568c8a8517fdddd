/**
 * What to do with an attempt that the service knows and this ledger does not: the ledger was lost, or an old copy of it
 * was restored. Pure. Source: integrity rule 6 and I16.
 */
import { absorb } from "./absorb.ts";
import { unobserved } from "./evidence.ts";
import type { Sighting } from "./listed.ts";
import { type Attempt, currentAttempt, type Order, type Phase, withAttempt } from "./model.ts";
import { giveUp, newAttempt } from "./moves.ts";

/** Where an attempt is the order's reward, or waits for a person. */
const DECIDED: ReadonlySet<Phase> = new Set(["redeemed", "refunded", "linked", "stopped"]);

/**
 * Adds attempt `n` as the service knows it: one that is redeemed, or whose link is out, is the order's reward; any other
 * calls a person.
 */
export function adopt(
  order: Order,
  n: number,
  upstreamOrderId: string,
  redemption: Sighting,
  now: number,
): Order {
  const current = currentAttempt(order);
  const left = current ? giveUp(order, current, now) : order;
  const added: Order = {
    ...left,
    current: n,
    attempts: [...left.attempts, attemptOf(n, upstreamOrderId, redemption, now, current)],
  };
  const adopted = absorb(added, n, { kind: "read", redemption }, now);
  const adoptedAttempt = currentAttempt(adopted);
  if (!adoptedAttempt || DECIDED.has(adoptedAttempt.phase)) return adopted;
  const stopped = withAttempt(adopted, n, {
    evidence: unobserved(adoptedAttempt),
    phase: "stopped",
    stop: "later_attempt",
  });
  return { ...stopped, current: n };
}

/** Adds attempt `n` beside the current one: it is read like a hold that was given up. */
export function addBeside(
  order: Order,
  n: number,
  upstreamOrderId: string,
  redemption: Sighting,
  now: number,
): Order {
  const added: Attempt = {
    ...attemptOf(n, upstreamOrderId, redemption, now),
    phase: "given_up",
    // The end of its hold is not known: it is never resumed.
    hold_ends_at: now,
  };
  return absorb({ ...order, attempts: [...order.attempts, added] }, n, { kind: "read", redemption }, now);
}

/** @param chosen the user's own choice, which is named instead of another user's reward */
function attemptOf(
  n: number,
  upstreamOrderId: string,
  { sku = "", reward_name = sku, is_users }: Sighting,
  now: number,
  chosen?: Attempt,
): Attempt {
  const named =
    is_users === false
      ? { sku: chosen?.sku ?? "", reward_name: chosen?.reward_name ?? "" }
      : { sku, reward_name };
  return newAttempt({ n, upstream_order_id: upstreamOrderId, ...named, amount: null, now });
}
