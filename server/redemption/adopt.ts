/**
 * Takes up an attempt that the service knows and this ledger does not: the ledger was lost, or an old copy was restored. Pure.
 * Source: integrity rule 6 and I16.
 */

import { absorb } from "./absorb.ts";
import { mayHaveReward } from "./attempt-facts.ts";
import { nextRevision } from "./evidence.ts";
import { isReward } from "./hold-or-link.ts";
import { type Attempt, currentAttempt, type Order, type Phase, withAttempt } from "./model.ts";
import { end, giveUp, newAttempt } from "./moves.ts";
import type { Found } from "./recovery-lookup.ts";

/** Phases of an attempt that is the order's reward, or waits for a person. */
const DECIDED: ReadonlySet<Phase> = new Set(["redeemed", "refunded", "linked", "stopped"]);

/**
 * Whether a finding is the user's own code, or a link to one. Another user's redemption, or one without a code or link, is none.
 */
export const isUsersReward = (order: Order, { redemption }: Found, now: number): boolean =>
  redemption.is_own_users !== false && isReward(order, undefined, redemption, { now });

/** Makes the found attempt the current one. If it has a code or a link, it is the order's reward; otherwise it needs a person. */
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
 * The order without its current attempt, which a finding replaces. If the confirmation was sent, the attempt may still get a code,
 * so it is read from time to time (revival.ts).
 */
export function giveWay(order: Order, attempt: Attempt, now: number): Order {
  if (!mayHaveReward(attempt) || attempt.evidence.billed) return giveUp(order, attempt, now);
  const left = { stop: null, request: undefined, released_at: undefined };
  return withAttempt(end(order, attempt.n, "void"), attempt.n, left);
}

/**
 * Adds the attempt beside the current one. The new attempt is read like a given-up hold, for as long as it may get a code
 * (revival.ts).
 */
export function addBeside(order: Order, found: Found, now: number): Order {
  const { n, redemption } = found;
  // The end of the hold is unknown, so the hold is never resumed.
  const added: Attempt = { ...attemptFor(found, now), phase: "given_up", hold_ends_at: now };
  return absorb({ ...order, attempts: [...order.attempts, added] }, n, { kind: "read", redemption }, now);
}

/** @param chosen the user's own choice: the attempt names it instead of another user's reward */
function attemptFor({ n, redemption }: Found, now: number, chosen?: Attempt): Attempt {
  const { order_id = "", sku = "", reward_name = sku, is_own_users } = redemption;
  const named =
    is_own_users === false
      ? { sku: chosen?.sku ?? "", reward_name: chosen?.reward_name ?? "" }
      : { sku, reward_name };
  return newAttempt({ n, upstream_order_id: order_id, ...named, amount: null, now });
}
