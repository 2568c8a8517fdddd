/**
 * What to do with an attempt that the service knows and this ledger does not: the ledger was lost, or an old copy of it
 * was restored. Pure. Source: integrity rule 6 and I16.
 */
import { absorb } from "./absorb.ts";
import { unobserved } from "./evidence.ts";
import type { Sighting } from "./listed.ts";
import { type Attempt, currentAttempt, type Order, type Phase, withAttempt } from "./model.ts";
import { giveUp, newAttempt } from "./moves.ts";

/** What the order has, or what a person was called for. */
const SETTLED: ReadonlySet<Phase> = new Set(["redeemed", "refunded", "linked", "stopped"]);

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
  if (!adoptedAttempt || SETTLED.has(adoptedAttempt.phase)) return adopted;
  const stopped = withAttempt(adopted, n, {
    evidence: unobserved(adoptedAttempt),
    phase: "stopped",
    stop: "later_attempt",
  });
  return { ...stopped, current: n };
}

/** Adds attempt `n` beside what the order has in hand: it is looked after like a hold that was given up. */
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
    // Nobody knows how long it is held: it is offered to nobody.
    hold_ends_at: now,
  };
  return absorb({ ...order, attempts: [...order.attempts, added] }, n, { kind: "read", redemption }, now);
}

/** @param chosen what its user had chosen: of another user's redemption nothing is shown, not even what it is */
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
