/**
 * What a user's wish does to an order: pure decisions, made on the row that is then compared and swapped.
 * Source: integrity rules 4, 5 and 11; contract, `book`, `redeem`, `activate` and `notify`.
 */
import type { ProblemCode } from "../../shared/problems.ts";
import type { Choice, Confirmation } from "../../shared/wire.ts";
import type { ProblemError, ProblemExtras } from "../problem.ts";
import { HOLD_MARGIN } from "../timing.ts";
import { limitWait } from "./attempt-limits.ts";
import { refuseValue, whyGone } from "./hold.ts";
import { type Attempt, CONFIRMING, currentAttempt, type Order, withAttempt } from "./model.ts";
import { AT_ONCE, giveUp, newAttempt } from "./moves.ts";
import { announce, budgetFrom } from "./sends.ts";
import { upstreamOrderId } from "./upstream-order-id.ts";

export type Decision =
  /** Nothing to change: attempt `n` already is what was asked for. */
  | { readonly kind: "join"; readonly n: number }
  /** Store the order, then call. */
  | { readonly kind: "send"; readonly order: Order; readonly n: number }
  /** Store the order; no call is needed. */
  | { readonly kind: "store"; readonly order: Order; readonly n: number }
  | {
      readonly kind: "problem";
      readonly code: ProblemCode;
      readonly retryAfterMs?: number;
      /** What is told beside the code. */
      readonly extras?: ProblemExtras;
    };

const problem = (code: ProblemCode, retryAfterMs?: number): Decision => ({
  kind: "problem",
  code,
  retryAfterMs,
});

const problemOf = ({ code, extras }: ProblemError): Decision => ({ kind: "problem", code, extras });

export interface DecideContext {
  /** Service time, epoch ms. */
  readonly now: number;
  readonly instance: string;
  /** For a confirmation: whether the gate before its call is open (recovery-gate.ts); else the loop opens it first. */
  readonly isOpen?: boolean;
  /** Longest order id the service takes, characters. */
  readonly orderIdMax: number;
}

const equals = (attempt: Attempt, choice: Choice): boolean =>
  attempt.sku === choice.sku && attempt.amount === (choice.amount ?? null);

/** Whether a hold may still be confirmed. Inside the margin it counts as live but is not offered again. */
const isOffered = (attempt: Attempt, now: number): boolean => now < attempt.hold_ends_at - HOLD_MARGIN;

/** What stands in the way of any new choice, or undefined. */
export function refuseChoice(order: Order): ProblemCode | undefined {
  if (order.canceled) return "order_finished";
  const current = currentAttempt(order);
  if (!current) return undefined;
  switch (current.phase) {
    case "confirmed":
      return "order_processing";
    case "redeemed":
    case "linked":
    case "refunded":
    case "stopped":
      return "order_finished";
    case "booking":
    case "booked":
      return current.request ? "order_processing" : undefined;
    case "refused":
    case "given_up":
    case "void":
      return undefined;
    default:
      return current.phase satisfies never;
  }
}

/** A choice that needs no look at the catalog: one that is refused anyway, or equals a live hold. */
export function resume(order: Order, choice: Choice, { now }: DecideContext): Decision | undefined {
  const refused = refuseChoice(order);
  if (refused) return problem(refused);
  const current = currentAttempt(order);
  if (current && equals(current, choice)) {
    if (current.phase === "booking") return { kind: "join", n: current.n };
    if (current.phase === "booked" && isOffered(current, now)) return { kind: "join", n: current.n };
  }
  const held = order.attempts.find(
    (each) =>
      each.phase === "given_up" &&
      each.redemption_id !== null &&
      equals(each, choice) &&
      !refuseValue(order.pins, each.evidence.value) &&
      isOffered(each, now),
  );
  if (!held) return undefined;
  const left = current ? giveUp(order, current, now) : order;
  const back = withAttempt(left, held.n, {
    phase: "booked",
    retry: { ...held.retry, until: 0 },
  });
  return { kind: "store", order: { ...back, current: held.n }, n: held.n };
}

/** Opens the next attempt for a choice that was held against the catalog; gives up what was in hand. */
export function open(order: Order, choice: Choice, rewardName: string, context: DecideContext): Decision {
  const resumed = resume(order, choice, context);
  if (resumed) return resumed;
  const { now, instance } = context;
  const wait = limitWait(order, now);
  if (wait > 0) return problem("attempts_exhausted", wait);
  const { left, attempt } = nextAttempt(order, choice, rewardName, context);
  const { n } = attempt;
  const sent = announce(attempt, "book", instance, now);
  return { kind: "send", order: { ...left, attempts: [...left.attempts, sent], current: n }, n };
}

/** A choice and its confirmation in one: answered where the order has one already. Source: contract, `notify`. */
export function rejoin(order: Order, choice: Choice): Decision | undefined {
  if (order.canceled) return problem("order_finished");
  const current = currentAttempt(order);
  if (!current) return undefined;
  const same = equals(current, choice);
  switch (current.phase) {
    case "confirmed":
    case "linked":
    case "redeemed":
    case "stopped":
      if (same) return { kind: "join", n: current.n };
      return problem(current.phase === "confirmed" ? "order_processing" : "order_finished");
    case "refunded":
      return problem("order_finished");
    case "booking":
    case "booked":
      // Of another delivery, which is pinned: no order comes here.
      return problem("delivery_mismatch");
    case "refused":
    case "given_up":
    case "void":
      return undefined;
    default:
      return current.phase satisfies never;
  }
}

/** Opens an attempt that is confirmed at once, for a choice that was held against the catalog; announces its Create. */
export function notify(order: Order, choice: Choice, rewardName: string, context: DecideContext): Decision {
  const known = rejoin(order, choice);
  if (known) return known;
  const { now, instance, isOpen = false } = context;
  const wait = limitWait(order, now);
  if (wait > 0) return problem("attempts_exhausted", wait);
  const { left, attempt } = nextAttempt(order, choice, rewardName, context);
  const { n } = attempt;
  // Nothing is held for it.
  const confirmed: Attempt = { ...attempt, phase: "confirmed", hold_ends_at: now };
  const sent = isOpen ? announce(confirmed, "create", instance, now) : confirmed;
  const opened: Order = { ...left, attempts: [...left.attempts, sent], current: n };
  return { kind: isOpen ? "send" : "store", order: opened, n };
}

/** The attempt that comes next, and the order without the one in hand. */
function nextAttempt(
  order: Order,
  choice: Choice,
  rewardName: string,
  { now, orderIdMax }: DecideContext,
): { readonly left: Order; readonly attempt: Attempt } {
  const current = currentAttempt(order);
  const left = current ? giveUp(order, current, now) : order;
  // Of an attempt whose book never left nothing exists anywhere: its number is free.
  const attempts = left.attempts.filter((each) => each.phase !== "refused" || each.sends.length > 0);
  const n = Math.max(0, ...attempts.map((each) => each.n)) + 1;
  const attempt = newAttempt({
    n,
    upstream_order_id: upstreamOrderId(order.site, order.order_id, n, orderIdMax),
    sku: choice.sku,
    amount: choice.amount ?? null,
    reward_name: rewardName,
    now,
  });
  return { left: { ...left, attempts }, attempt };
}

/** Something else is booked than was confirmed, and what that is. */
function mismatch({ n, sku, amount }: Attempt): Decision {
  const what = `attempt ${n}, ${sku}${amount === null ? "" : ` of ${amount}`}`;
  const detail = `The order has ${what}, which is not what was confirmed, so nothing was sent. Read the order again.`;
  return { kind: "problem", code: "confirmation_mismatch", extras: { detail } };
}

/** Holds a confirmation against what is booked, and announces the redeem or activate in the same write. */
export function confirm(order: Order, confirmation: Confirmation, context: DecideContext): Decision {
  const { now, instance, isOpen = false } = context;
  if (order.canceled) return problem("order_finished");
  const current = currentAttempt(order);
  if (!current) {
    const asked = order.attempts.find((each) => each.n === confirmation.attempt);
    const isAsked = asked !== undefined && equals(asked, confirmation);
    const why =
      isAsked && (asked.phase === "given_up" || asked.phase === "void") && whyGone(order, asked, now);
    if (why) return problemOf(why);
    // What was confirmed and came to nothing is no reservation that ran out.
    const isLapsed = isAsked && !["refused", "void"].includes(asked.phase);
    return problem(isLapsed ? "hold_expired" : "not_booked");
  }
  const same = current.n === confirmation.attempt && equals(current, confirmation);
  switch (current.phase) {
    case "booking":
      return same ? problem("order_processing") : mismatch(current);
    case "booked": {
      if (!same) return mismatch(current);
      // Booked by a server that did not hold its value against the limit yet.
      const above = refuseValue(order.pins, current.evidence.value);
      if (above) return problemOf(above);
      // A refund of the hold is under way: which of the two came first is decided by this write.
      if (current.request) return problem("order_processing");
      if (!isOffered(current, now)) return problem("hold_expired");
      const operation = CONFIRMING[order.pins.delivery];
      const from = budgetFrom(current, operation, now);
      if (from > now) return problem("rate_limited", from - now);
      const confirmed: Attempt = {
        ...current,
        phase: "confirmed",
        confirmed_at: now,
        retry: AT_ONCE,
      };
      if (!isOpen) return { kind: "store", order: withAttempt(order, current.n, confirmed), n: current.n };
      const sent = announce(confirmed, operation, instance, now);
      return { kind: "send", order: withAttempt(order, current.n, sent), n: current.n };
    }
    case "confirmed":
    case "linked":
    case "redeemed":
    case "stopped":
      return same ? { kind: "join", n: current.n } : mismatch(current);
    case "refunded":
      return same ? problem("order_finished") : mismatch(current);
    case "refused":
    case "given_up":
    case "void":
      return problem("not_booked");
    default:
      return current.phase satisfies never;
  }
}
