/**
 * What to do next for an order: a pure step. The loop (runner.ts) does it, absorb.ts says what the answer means.
 * Source: integrity rules 2 to 5 and 10.
 */
import { CALM_MAX, CLAIM, CLOCK_SPREAD, LIST_SETTLED, REFUSAL_SETTLED, WAIT_MAX } from "../timing.ts";
import { isObserved } from "./evidence.ts";

import { endsTooLate } from "./hold.ts";
import {
  type Attempt,
  currentAttempt,
  type Operation,
  type Order,
  type Pins,
  type SiteRequest,
} from "./model.ts";
import { repeatableCall } from "./repeat.ts";
import { isRevisited } from "./revival.ts";
import { bookEffectEnd, claim, quietExceptBookFrom, secondDeliveryEnd, sendableFrom } from "./sends.ts";

export type Action =
  /** Nothing, until a request changes the order. */
  | { readonly do: "rest" }
  | { readonly do: "wait"; readonly until: number }
  /** The hold ran out before a confirmation: give the attempt up. */
  | { readonly do: "lapse"; readonly n: number }
  /** List redemptions by order id: the only way to learn of a redemption whose id is not known. */
  | { readonly do: "list"; readonly n: number }
  | { readonly do: "read"; readonly n: number; readonly redemptionId: string }
  /** Run the recovery lookup: the ledger is not proven, and may be an older copy. */
  | { readonly do: "recover"; readonly n: number }
  | { readonly do: "send"; readonly n: number; readonly operation: Operation };

export interface Moment {
  /** Service time, epoch ms. */
  readonly now: number;
  /** This process: a call that another one announced may be its own predecessor's, and is asked about. */
  readonly instance: string;
  /** Whether a call may leave, as far as the ledger is concerned; see recovery-gate.ts. */
  readonly isGateOpen: boolean;
}

/** The next action: first for the current attempt, then for given-up and refused ones. */
export function next(order: Order, moment: Moment): Action {
  const current = currentAttempt(order);
  const first = current ? nextForCurrent(order, current, moment) : rest;
  if (first.do !== "rest" && first.do !== "wait") return first;
  const second = nextCheck(order, moment);
  if (second.do === "rest") return first;
  if (second.do === "wait" && first.do === "wait")
    return { do: "wait", until: Math.min(first.until, second.until) };
  return second;
}

const rest: Action = { do: "rest" };

function nextForCurrent({ pins }: Order, attempt: Attempt, moment: Moment): Action {
  if (attempt.request) return nextRequest(pins, attempt, attempt.request.operation, moment);
  const isCodeless = attempt.evidence.codeless_since !== undefined;
  switch (attempt.phase) {
    case "booking":
      return nextBooking(pins, attempt, moment);
    case "booked":
      if (moment.now >= attempt.hold_ends_at) return { do: "lapse", n: attempt.n };
      return endsTooLate(attempt, moment.now)
        ? (paused(attempt, moment) ?? listOrRead(attempt))
        : { do: "wait", until: attempt.hold_ends_at };
    case "confirmed":
      return nextConfirmed(pins, attempt, moment);
    case "linked":
      return isCodeless ? (paused(attempt, moment) ?? listOrRead(attempt)) : rest;
    case "redeemed":
      return isCodeless ? (paused(attempt, moment, CALM_MAX) ?? listOrRead(attempt)) : rest;
    case "refunded":
    case "refused":
    case "given_up":
    case "void":
    case "stopped":
      return rest;
    default:
      return attempt.phase satisfies never;
  }
}

/** What the service knows of the attempt. */
export function listOrRead(attempt: Attempt): Extract<Action, { do: "list" | "read" }> {
  return attempt.redemption_id === null
    ? { do: "list", n: attempt.n }
    : { do: "read", n: attempt.n, redemptionId: attempt.redemption_id };
}

/** A wait that is not over; one that ends later than any wait can was stored by a clock that was wrong, and is none. */
function waiting(until: number, now: number, longest = WAIT_MAX): Action | undefined {
  return until > now && until <= now + longest + CLOCK_SPREAD ? { do: "wait", until } : undefined;
}

/**
 * What comes before a call is sent again: a wait, or, while another process may be sending, a question to the service. A
 * question is harmless, and may find the effect of a call whose sender died. Undefined where nothing stands in the way.
 */
function paused(attempt: Attempt, { now, instance }: Moment, longest?: number): Action | undefined {
  const claimed = claim(attempt, now);
  if (!claimed) return waiting(attempt.retry.until, now, longest);
  if (claimed.by === instance) return { do: "wait", until: claimed.at + CLAIM };
  return waiting(attempt.retry.until, now) ?? listOrRead(attempt);
}

/**
 * A call is sent again only on evidence that nothing outdates, and within its budget; until then the service is asked.
 * @param operation undefined where none may be sent
 * @param isFree whether the call may leave; otherwise the recovery lookup runs first
 */
function sendOrAsk(
  attempt: Attempt,
  operation: Operation | undefined,
  isFree: boolean,
  { now }: Moment,
): Action {
  if (!isObserved(attempt) || operation === undefined || sendableFrom(attempt, operation, now) > now)
    return listOrRead(attempt);
  return isFree ? { do: "send", n: attempt.n, operation } : { do: "recover", n: attempt.n };
}

function nextBooking(pins: Pins, attempt: Attempt, moment: Moment): Action {
  const isOver = moment.now >= attempt.hold_ends_at && !claim(attempt, moment.now);
  if (isOver) return { do: "lapse", n: attempt.n };
  const operation = repeatableCall({ pins }, attempt, moment.now);
  // A row whose last Book this process sent is not one of an older copy of the ledger.
  const isOwn = attempt.sends.at(-1)?.by === moment.instance;
  return paused(attempt, moment) ?? sendOrAsk(attempt, operation, isOwn || moment.isGateOpen, moment);
}

/** What the site asked for is repeated until the service's answer is known; the redemption is read before each repeat. */
function nextRequest(pins: Pins, attempt: Attempt, requested: SiteRequest, moment: Moment): Action {
  const pause = paused(attempt, moment);
  if (pause) return pause;
  // The ledger may lack how this attempt ended, and the attempt after it. A refund makes no code.
  if (requested === "cancel" && !moment.isGateOpen) return { do: "recover", n: attempt.n };
  return sendOrAsk(attempt, repeatableCall({ pins }, attempt, moment.now), true, moment);
}

function nextConfirmed(pins: Pins, attempt: Attempt, moment: Moment): Action {
  const operation = repeatableCall({ pins }, attempt, moment.now);
  // A cancel makes nothing, whatever the ledger may lack.
  const isFree = moment.isGateOpen || operation === "cancel";
  return paused(attempt, moment) ?? sendOrAsk(attempt, operation, isFree, moment);
}

/**
 * The readings of attempts that are not worked any more:
 * - A given-up one is read once: a debited hold can be refunded only while it stands.
 * - A refused Book is listed once, and a failed one read once more: a gateway may have delivered it twice.
 * - A lost ledger's hold is read when it must have ended: from then on no person may be needed for it.
 * - A stopped one is read when no call can take effect any more, and then from time to time (revival.ts), and so is a released one
 *   that has not ended.
 */
function nextCheck(order: Order, moment: Moment): Action {
  let earliest: number | undefined;
  for (const attempt of order.attempts) {
    if (!isUnchecked(attempt, moment.now)) continue;
    const until = checkedFrom(attempt);
    const wait =
      waiting(
        attempt.retry.until,
        moment.now,
        isRevisited(attempt, moment.now) ? CALM_MAX : REFUSAL_SETTLED,
      ) ?? (until > moment.now ? { do: "wait", until } : undefined);
    if (wait?.do !== "wait") return listOrRead(attempt);
    earliest = Math.min(earliest ?? wait.until, wait.until);
  }
  return earliest === undefined ? rest : { do: "wait", until: earliest };
}

function isUnchecked(attempt: Attempt, now: number): boolean {
  const { phase, redemption_id, sends, request, released_at } = attempt;
  if (phase === "given_up" && redemption_id !== null && endsTooLate(attempt, now)) return true;
  if (isRevisited(attempt, now)) return true;
  if (isObserved(attempt)) return false;
  const isGivenUp =
    phase === "given_up" || (phase === "refused" && redemption_id === null && sends.length > 0);
  const isStopped = phase === "stopped" && redemption_id !== null && !request && released_at === undefined;
  return isGivenUp || isStopped;
}

/**
 * Service time of that reading: after the end of a lost ledger's hold, when no call that was sent can change any more what an order
 * stopped for, when a list must show whatever a Book made, and when no second delivery can change any more what failed.
 */
function checkedFrom(attempt: Attempt): number {
  if (attempt.phase === "stopped" && attempt.released_at === undefined)
    return attempt.stop === "later_attempt" ? attempt.hold_ends_at : quietExceptBookFrom(attempt);
  if (attempt.redemption_id === null) return bookEffectEnd(attempt) + LIST_SETTLED;
  return attempt.evidence.state === "failed" ? secondDeliveryEnd(attempt) : 0;
}
