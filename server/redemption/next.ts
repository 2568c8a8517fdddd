/**
 * What to do next for an order: a pure step. The loop (runner.ts) does it, absorb.ts says what the answer means.
 * Source: integrity rules 2 to 5 and 10.
 */
import {
  CLAIM,
  CLOCK_SPREAD,
  CODES_RETRY_MAX,
  FAILED_RETRIES,
  REFUSAL_SETTLED,
  WAIT_MAX,
} from "../timing.ts";
import { isObserved } from "./evidence.ts";
import { isRepeatable } from "./first-sighting.ts";
import {
  type Attempt,
  CONFIRMING,
  type Confirming,
  currentAttempt,
  type Operation,
  type Order,
  type SiteRequest,
} from "./model.ts";
import { claim, confirmationKnownSent, quietFrom, requestSend, sendableFrom } from "./sends.ts";

export type Action =
  /** Nothing, until somebody asks for something. */
  | { readonly do: "rest" }
  | { readonly do: "wait"; readonly until: number }
  /** The hold ran out before a confirmation: give the attempt up. */
  | { readonly do: "lapse"; readonly n: number }
  /** List redemptions by order id: the only way to learn of a redemption whose id is not known. */
  | { readonly do: "look"; readonly n: number }
  | { readonly do: "read"; readonly n: number; readonly redemptionId: string }
  /** Run the recovery lookup: the ledger is not proven, and may be an older copy. */
  | { readonly do: "look_up"; readonly n: number }
  | { readonly do: "send"; readonly n: number; readonly operation: Operation };

export interface Moment {
  /** Service time, epoch ms. */
  readonly now: number;
  /** This process: it does not wait for its own dead predecessors. */
  readonly instance: string;
  /** Whether a call may leave, as far as the ledger is concerned; see recovery-gate.ts. */
  readonly isOpen: boolean;
}

/** The next action: first for the attempt in hand, then for given-up ones that were not checked yet. */
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
  switch (attempt.phase) {
    case "booking":
      return nextBooking(attempt, moment);
    case "booked":
      if (attempt.request) return nextRequest(attempt, attempt.request.operation, moment);
      return moment.now >= attempt.hold_ends_at
        ? { do: "lapse", n: attempt.n }
        : { do: "wait", until: attempt.hold_ends_at };
    case "confirmed":
      return nextConfirmed(attempt, CONFIRMING[pins.delivery], moment);
    case "stopped":
      if (attempt.request) return nextRequest(attempt, attempt.request.operation, moment);
      return attempt.stop === "later_attempt" ? nextAdopted(attempt, moment) : rest;
    case "linked":
      if (attempt.request) return nextRequest(attempt, attempt.request.operation, moment);
      return attempt.evidence.codeless_since !== undefined ? nextReading(attempt, moment) : rest;
    case "redeemed":
      if (attempt.request) return nextRequest(attempt, attempt.request.operation, moment);
      if (attempt.evidence.codeless_since === undefined) return rest;
      return waiting(attempt.retry.until, moment.now, CODES_RETRY_MAX) ?? ask(attempt);
    case "given_up":
      return attempt.request ? nextRequest(attempt, attempt.request.operation, moment) : rest;
    case "refunded":
    case "refused":
    case "void":
      return rest;
    default:
      return attempt.phase satisfies never;
  }
}

/** Reading is harmless and may find the effect of a call whose sender died; only sending waits for the claim. */
function whileClaimed(attempt: Attempt, moment: Moment): Action | undefined {
  const claimed = claim(attempt, moment.now);
  if (!claimed) return undefined;
  if (claimed.by === moment.instance) return { do: "wait", until: claimed.at + CLAIM };
  return nextReading(attempt, moment);
}

/** What the service knows of the attempt. */
export function ask(attempt: Attempt): Extract<Action, { do: "look" | "read" }> {
  return attempt.redemption_id === null
    ? { do: "look", n: attempt.n }
    : { do: "read", n: attempt.n, redemptionId: attempt.redemption_id };
}

function nextReading(attempt: Attempt, { now }: Moment): Action {
  return waiting(attempt.retry.until, now) ?? ask(attempt);
}

/** A wait that is not over; one that ends later than any wait can was stored by a clock that was wrong, and is none. */
function waiting(until: number, now: number, longest = WAIT_MAX): Action | undefined {
  return until > now && until <= now + longest + CLOCK_SPREAD ? { do: "wait", until } : undefined;
}

/** A hold of another life of the ledger is read once more when it must have ended: perhaps nobody is needed for it. */
function nextAdopted(attempt: Attempt, moment: Moment): Action {
  if (isObserved(attempt) || attempt.released_at !== undefined) return rest;
  if (attempt.hold_ends_at > moment.now) return { do: "wait", until: attempt.hold_ends_at };
  return nextReading(attempt, moment);
}

function nextBooking(attempt: Attempt, moment: Moment): Action {
  const claimed = whileClaimed(attempt, moment);
  if (claimed) return claimed;
  if (moment.now >= attempt.hold_ends_at) return { do: "lapse", n: attempt.n };
  // A clear refusal of every call is never repeated; the look only makes sure that no other life of the order exists.
  const wait = waiting(attempt.retry.until, moment.now);
  if (wait) return wait;
  const sendable = isRepeatable(attempt) && sendableFrom(attempt, "book", moment.now) <= moment.now;
  if (!isObserved(attempt) || !sendable) return ask(attempt);
  // The row of a book that this process sent last is none of an older copy.
  const isOwn = attempt.sends.at(-1)?.by === moment.instance;
  return isOwn || moment.isOpen
    ? { do: "send", n: attempt.n, operation: "book" }
    : { do: "look_up", n: attempt.n };
}

/** What the site asked for is repeated until the service's word is known; it is read before each repeat. */
function nextRequest(attempt: Attempt, operation: SiteRequest, moment: Moment): Action {
  const claimed = whileClaimed(attempt, moment);
  if (claimed) return claimed;
  const wait = waiting(attempt.retry.until, moment.now);
  if (wait) return wait;
  // The attempt may have ended in another life of the ledger, and another one may have come after it.
  if (!moment.isOpen) return { do: "look_up", n: attempt.n };
  if (!isObserved(attempt) || sendableFrom(attempt, operation, moment.now) > moment.now) return ask(attempt);
  // Answered, and only waiting for what an earlier call may still do.
  if (requestSend(attempt, operation)?.answer === "clear") return ask(attempt);
  return { do: "send", n: attempt.n, operation };
}

function nextConfirmed(attempt: Attempt, confirming: Confirming, moment: Moment): Action {
  const claimed = whileClaimed(attempt, moment);
  if (claimed) return claimed;
  const wait = waiting(attempt.retry.until, moment.now, REFUSAL_SETTLED);
  if (wait) return wait;
  if (!isObserved(attempt)) return ask(attempt);
  const operation = repeatable(attempt, confirming, moment.now);
  if (operation === undefined || sendableFrom(attempt, operation, moment.now) > moment.now)
    return ask(attempt);
  // A cancel makes nothing, whatever the ledger may lack.
  return moment.isOpen || operation === "cancel"
    ? { do: "send", n: attempt.n, operation }
    : { do: "look_up", n: attempt.n };
}

/** Which changing call the last known state allows; undefined: only go on reading. */
function repeatable(attempt: Attempt, operation: Confirming, now: number): Operation | undefined {
  // Nothing is known to exist: the identical call again, unless it was refused (rule 2).
  if (attempt.redemption_id === null)
    return operation === "create" && isRepeatable(attempt) ? operation : undefined;
  // What perhaps never left is only sent inside the hold; what did is repeated until it is known.
  const mayLeave = confirmationKnownSent(attempt) || now < attempt.hold_ends_at;
  switch (attempt.evidence.state) {
    case "booked":
    case "pending":
      // A hold is not made by Create: it belongs to another life of the order, and lapses.
      return mayLeave && operation !== "create" ? operation : undefined;
    case "failed":
      // That it exists shows that its Create arrived.
      return (mayLeave || operation === "create") && attempt.evidence.failures <= FAILED_RETRIES
        ? operation
        : "cancel";
    default:
      return undefined;
  }
}

/**
 * A given-up attempt is read once: a debited hold can be refunded only while it lives. One whose Book was refused is looked
 * for once as well: a gateway may have delivered the Book twice.
 */
function nextCheck(order: Order, moment: Moment): Action {
  let earliest: number | undefined;
  for (const attempt of order.attempts) {
    if (!isUnchecked(attempt)) continue;
    const wait = waiting(attempt.retry.until, moment.now, REFUSAL_SETTLED) ?? untilQuiet(attempt, moment);
    if (wait?.do !== "wait") return ask(attempt);
    earliest = Math.min(earliest ?? wait.until, wait.until);
  }
  return earliest === undefined ? rest : { do: "wait", until: earliest };
}

function isUnchecked(attempt: Attempt): boolean {
  const { phase, redemption_id, sends } = attempt;
  if (isObserved(attempt)) return false;
  return phase === "given_up" || (phase === "refused" && redemption_id === null && sends.length > 0);
}

/** While a book is in doubt its effect may still arrive: the one look that counts is the one after that. */
function untilQuiet(attempt: Attempt, { now }: Moment): Action | undefined {
  const quiet = attempt.redemption_id === null ? quietFrom(attempt) : 0;
  return quiet > now ? { do: "wait", until: quiet } : undefined;
}
