/**
 * Decides on a user's choice or confirmation: pure. The decision is stored by compare-and-swap on the row it was made on. A refusal
 * is thrown as its problem.
 * Source: integrity rules 4, 5 and 11; contract, `book`, `redeem`, `activate` and `notify`.
 */

import type { ProblemCode } from "../../shared/problems.ts";
import type { Choice, Confirmation } from "../../shared/wire.ts";
import { ProblemError } from "../problem.ts";
import { limitWait } from "./attempt-limits.ts";
import { isOffered, refuseValue, whyGone } from "./hold.ts";
import { isLinkOut } from "./hold-or-link.ts";
import {
  type Attempt,
  attemptOf,
  CONFIRMING,
  currentAttempt,
  type Operation,
  type Order,
  type Phase,
  withAttempt,
} from "./model.ts";
import { giveUp, newAttempt } from "./moves.ts";
import { passesGate } from "./recovery-gate.ts";
import { AT_ONCE } from "./repeat.ts";
import { announce, budgetFrom } from "./sends.ts";
import { upstreamOrderId } from "./upstream-order-id.ts";

export type Decision =
  /** Nothing to change: attempt `n` already matches the request. */
  | { readonly kind: "join"; readonly n: number }
  /** `store`: store the order. `send`: store it, then the caller calls `perform` (runner.ts). */
  | { readonly kind: "send" | "store"; readonly order: Order; readonly n: number };

export interface DecideContext {
  /** Service time, epoch ms. */
  readonly now: number;
  /** Names this process in announcements; a new name after every start. */
  readonly instance: string;
  /**
   * Whether the recovery gate is open (recovery-gate.ts), for a call that waits for the gate; if not, the loop opens the gate
   * first.
   */
  readonly isGateOpen?: boolean;
  /** Longest order id the service takes, characters. */
  readonly orderIdMax: number;
}

/** The inputs of a decision on a site's request, which opens no attempt. */
export type RequestContext = Omit<DecideContext, "orderIdMax">;

const equals = (attempt: Attempt, choice: Choice): boolean =>
  attempt.sku === choice.sku && attempt.amount === (choice.amount ?? null);

/** The refusal of a new choice in each phase of the current attempt; null if the choice is allowed. */
const REFUSED_IN: Readonly<Record<Phase, ProblemCode | null>> = {
  booking: null,
  booked: null,
  confirmed: "order_processing",
  linked: "order_finished",
  redeemed: "order_finished",
  refunded: "order_finished",
  refused: null,
  given_up: null,
  void: null,
  stopped: "order_finished",
};

/** Why every new choice is refused now; undefined if none is. */
export function refuseChoice(order: Order): ProblemCode | undefined {
  if (order.canceled) return "order_finished";
  const current = currentAttempt(order);
  if (!current) return undefined;
  // A refund of the hold is under way.
  const isAsked = current.request && (current.phase === "booking" || current.phase === "booked");
  return isAsked ? "order_processing" : (REFUSED_IN[current.phase] ?? undefined);
}

/** Decides on a choice without the catalog: a choice that is refused anyway, or that equals a live hold. */
export function resume(order: Order, choice: Choice, { now }: DecideContext): Decision | undefined {
  const refused = refuseChoice(order);
  if (refused) throw new ProblemError(refused);
  const current = currentAttempt(order);
  if (current && equals(current, choice)) {
    if (current.phase === "booking") return { kind: "join", n: current.n };
    if (current.phase === "booked" && isOffered(current, now)) return { kind: "join", n: current.n };
  }
  const held = order.attempts.find(
    (each) =>
      each.phase === "given_up" &&
      each.redemption_id !== null &&
      // A Book for another reward was sent under this order id: the hold stays the lost ledger's, and lapses (I3).
      each.chosen === undefined &&
      // A hold from an outdated observation (`recall` in absorb.ts): its value is unknown, and whether it stands.
      each.evidence.state !== null &&
      // Its user has a link: it is no hold any more.
      !isLinkOut(order, each.evidence.state, each) &&
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

/**
 * With `notify` a choice is also its confirmation; the same choice again joins the confirmed attempt. Undefined if an attempt may
 * be opened. Source: contract, `notify`.
 */
export function rejoin(order: Order, choice: Choice): Decision | undefined {
  const current = currentAttempt(order);
  const isConfirmed = ["confirmed", "linked", "redeemed", "stopped"].includes(current?.phase ?? "");
  if (current && isConfirmed && !order.canceled && equals(current, choice))
    return { kind: "join", n: current.n };
  const refused = refuseChoice(order);
  if (refused) throw new ProblemError(refused);
  return undefined;
}

/**
 * Opens the next attempt for a choice that was checked against the catalog, and gives the current attempt up. With `notify` there
 * is no hold, and the attempt is confirmed at once.
 */
export function openAttempt(
  order: Order,
  choice: Choice,
  rewardName: string,
  context: DecideContext,
): Decision {
  const isConfirmed = order.pins.delivery === "notify";
  const known = isConfirmed ? rejoin(order, choice) : resume(order, choice, context);
  if (known) return known;
  const { now, orderIdMax } = context;
  const wait = limitWait(order, now);
  if (wait > 0) throw new ProblemError("attempts_exhausted", { retryAfterMs: wait });
  const current = currentAttempt(order);
  const left = current ? giveUp(order, current, now) : order;
  const attempts = left.attempts.filter((each) => !isNumberFree(each));
  const n = Math.max(0, ...attempts.map((each) => each.n)) + 1;
  const booking = newAttempt({
    n,
    upstream_order_id: upstreamOrderId(order.site, order.order_id, n, orderIdMax),
    sku: choice.sku,
    amount: choice.amount ?? null,
    reward_name: rewardName,
    now,
  });
  const opened: Attempt = isConfirmed ? { ...booking, phase: "confirmed", hold_ends_at: now } : booking;
  const row = { ...left, attempts: [...attempts, opened], current: n };
  return announceIfOpen(row, opened, isConfirmed ? "create" : "book", context);
}

/**
 * Whether the number of an attempt is used again: it was refused, this ledger sent no call for it, and the service has no other
 * redemption under its order id (`refusal.at`).
 */
const isNumberFree = ({ phase, sends, refusal }: Attempt): boolean =>
  phase === "refused" && sends.length === 0 && refusal?.at === undefined;

/**
 * The row with an attempt for which a call is requested, within the budget. The call is announced at once if it passes the recovery
 * gate. Otherwise the loop announces the call after the recovery lookup.
 */
export function announceIfOpen(
  order: Order,
  attempt: Attempt,
  operation: Operation,
  context: RequestContext,
): Decision {
  const { now, instance } = context;
  const { n } = attempt;
  const from = budgetFrom(attempt, operation, now);
  if (from > now) throw new ProblemError("rate_limited", { retryAfterMs: from - now });
  const leavesNow = passesGate(operation, attempt, context);
  const asked = leavesNow ? announce(attempt, operation, instance, now) : attempt;
  return { kind: leavesNow ? "send" : "store", order: withAttempt(order, n, asked), n };
}

/** The confirmation names something other than the booked reward; the problem names the booked reward. */
function mismatch({ n, sku, amount }: Attempt): ProblemError {
  const what = `attempt ${n}, ${sku}${amount === null ? "" : ` of ${amount}`}`;
  const detail = `The order has ${what}, which is not what was confirmed, so nothing was sent. Read the order again.`;
  return new ProblemError("confirmation_mismatch", { detail });
}

/** Why nothing can be confirmed if the order has no current attempt. */
function nothingBooked(order: Order, confirmation: Confirmation, now: number): ProblemError {
  const asked = attemptOf(order, confirmation.attempt);
  if (!asked || !equals(asked, confirmation)) return new ProblemError("not_booked");
  const why = (asked.phase === "given_up" || asked.phase === "void") && whyGone(order, asked, now);
  if (why) return why;
  // A void attempt was confirmed: it is not a hold that lapsed.
  const isLapsed = asked.phase !== "refused" && asked.phase !== "void";
  return new ProblemError(isLapsed ? "hold_expired" : "not_booked");
}

/** Checks a confirmation against the booked reward, and announces the Redeem or Activate in the same write. */
export function confirm(order: Order, confirmation: Confirmation, context: DecideContext): Decision {
  if (order.canceled) throw new ProblemError("order_finished");
  const current = currentAttempt(order);
  if (!current) throw nothingBooked(order, confirmation, context.now);
  const { n, phase } = current;
  const isOver = phase === "refused" || phase === "given_up" || phase === "void";
  if (isOver) throw new ProblemError("not_booked");
  if (n !== confirmation.attempt || !equals(current, confirmation)) throw mismatch(current);
  switch (phase) {
    case "booking":
      throw new ProblemError("order_processing");
    case "booked":
      return confirmHold(order, current, context);
    case "confirmed":
    case "linked":
    case "redeemed":
    case "stopped":
      return { kind: "join", n };
    case "refunded":
      throw new ProblemError("order_finished");
    default:
      return phase satisfies never;
  }
}

function confirmHold(order: Order, hold: Attempt, context: DecideContext): Decision {
  const { now } = context;
  // An older server booked the hold without checking its value against the limit.
  const above = refuseValue(order.pins, hold.evidence.value);
  if (above) throw above;
  // A refund of the hold is under way: the compare-and-swap decides which of the two came first.
  if (hold.request) throw new ProblemError("order_processing");
  if (!isOffered(hold, now)) throw new ProblemError("hold_expired");
  const confirmed: Attempt = { ...hold, phase: "confirmed", confirmed_at: now, retry: AT_ONCE };
  return announceIfOpen(order, confirmed, CONFIRMING[order.pins.delivery], context);
}
