/**
 * What to do with an attempt that the service knows and this ledger does not: the ledger was lost, or an old copy of it
 * was restored. Pure. Source: integrity rule 6 and I16.
 */

import { absorb } from "./absorb.ts";
import { mayHaveReward } from "./attempt-facts.ts";
import { nextRevision } from "./evidence.ts";
import { isReward } from "./hold-or-link.ts";
import { type Attempt, currentAttempt, type Order, type Phase, withAttempt } from "./model.ts";
import { end, giveUp, newAttempt } from "./moves.ts";
import type { Found } from "./recovery-lookup.ts";

/** Where an attempt is the order's reward, or waits for a person. */
const DECIDED: ReadonlySet<Phase> = new Set(["redeemed", "refunded", "linked", "stopped"]);

/**
 * Whether a finding is the user's own code, or a link to one that is out. What is another user's, or may still get a code (a hold, or
 * what was denied, for example), is none.
 */
export const isUsersReward = (order: Order, { redemption }: Found, now: number): boolean =>
  redemption.is_own_users !== false && isReward(order, undefined, redemption, { now });

/**
 * The attempt as the service knows it becomes the current one. One that is redeemed, or whose link is out, is the order's reward; any
 * other needs a person.
 */
export function adopt(order: Order, found: Found, now: number): Order {
  const { n, redemption } = found;
  const current = currentAttempt(order);
  const left = current ? giveWay(order, current, now) : order;
  const attempts = [...left.attempts, attemptFor(found, now, current)];
  const adopted = absorb({ ...left, current: n, attempts }, n, { kind: "read", redemption }, now);
  const attempt = currentAttempt(adopted);
  if (!attempt || DECIDED.has(attempt.phase)) return adopted;
  const stopped = withAttempt(adopted, n, {
    evidence: nextRevision(attempt),
    phase: "stopped",
    stop: "later_attempt",
  });
  return { ...stopped, current: n };
}

/**
 * The order without its current attempt, in whose place something was found. Where its confirmation was sent it may still get a code
 * by itself, and is awaited (revival.ts).
 */
export function giveWay(order: Order, attempt: Attempt, now: number): Order {
  if (!mayHaveReward(attempt) || attempt.evidence.billed) return giveUp(order, attempt, now);
  const left = { stop: null, request: undefined, released_at: undefined };
  return withAttempt(end(order, attempt.n, "void"), attempt.n, left);
}

/**
 * Adds the attempt beside the current one: it is read like a hold that was given up, and for as long as it may still get a code
 * (revival.ts).
 */
export function addBeside(order: Order, found: Found, now: number): Order {
  const { n, redemption } = found;
  // The end of its hold is not known: it is never resumed.
  const added: Attempt = { ...attemptFor(found, now), phase: "given_up", hold_ends_at: now };
  return absorb({ ...order, attempts: [...order.attempts, added] }, n, { kind: "read", redemption }, now);
}

/** @param chosen the user's own choice, which is named instead of another user's reward */
function attemptFor({ n, redemption }: Found, now: number, chosen?: Attempt): Attempt {
  const { order_id = "", sku = "", reward_name = sku, is_own_users } = redemption;
  const named =
    is_own_users === false
      ? { sku: chosen?.sku ?? "", reward_name: chosen?.reward_name ?? "" }
      : { sku, reward_name };
  return newAttempt({ n, upstream_order_id: order_id, ...named, amount: null, now });
}
