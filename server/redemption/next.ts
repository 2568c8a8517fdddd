/**
 * The next action for an order: a pure step. The loop (runner.ts) performs the action; absorb.ts interprets the answer.
 * Source: integrity rules 2 to 5 and 10.
 */
import { CALM_MAX, CLAIM, CLOCK_SPREAD, LIST_SETTLED, REFUSAL_SETTLED, WAIT_MAX } from "../timing.ts";
import { isObserved } from "./evidence.ts";
import { endsTooLate } from "./hold.ts";
import { type Attempt, currentAttempt, type Operation, type Order } from "./model.ts";
import { passesGate } from "./recovery-gate.ts";
import { repeatableCall } from "./repeat.ts";
import { isRevisited } from "./revival.ts";
import { bookEffectEnd, claim, quietExceptBookFrom, secondDeliveryEnd, sendableFrom } from "./sends.ts";

export type Action =
  /** Nothing, until a request changes the order. */
  | { readonly do: "rest" }
  | { readonly do: "wait"; readonly until: number }
  /** The hold ran out before a confirmation: give the attempt up. */
  | { readonly do: "lapse"; readonly n: number }
  /** List redemptions by order id: the only way to find a redemption whose id is unknown. */
  | { readonly do: "list"; readonly n: number }
  | { readonly do: "read"; readonly n: number; readonly redemptionId: string }
  /** Run the recovery lookup: the ledger is not proven, and may be an older copy. */
  | { readonly do: "recover"; readonly n: number }
  | { readonly do: "send"; readonly n: number; readonly operation: Operation };

export interface Moment {
  /** Service time, epoch ms. */
  readonly now: number;
  /** This process. A call that another process announced may have lost its sender, so the service is asked about its effect. */
  readonly instance: string;
  /** Whether the recovery gate lets a call leave; see recovery-gate.ts. */
  readonly isGateOpen: boolean;
}

/** The next action: first in the current attempt's own course, then of the readings (`nextCheck`); else the earliest wait. */
export function next(order: Order, moment: Moment): Action {
  const current = currentAttempt(order);
  const unchecked = order.attempts.filter((each) => isUnchecked(each, moment.now));
  const checks = unchecked.map((each) => nextCheck(each, moment));
  const actions = current ? [nextForCurrent(order, current, moment), ...checks] : checks;
  const waits = actions.filter((each) => each.do === "wait").map(({ until }) => until);
  return (
    actions.find((each) => each.do !== "rest" && each.do !== "wait") ??
    (waits.length > 0 ? { do: "wait", until: Math.min(...waits) } : REST)
  );
}

const REST: Action = { do: "rest" };

function nextForCurrent(order: Order, attempt: Attempt, moment: Moment): Action {
  const { n, phase, request, hold_ends_at, evidence } = attempt;
  const { now } = moment;
  if (request) {
    // The call is repeated until the service's answer is known; the redemption is read before each repeat. The lookup runs before
    // the reading: the ledger may lack the end of this attempt, and the attempt after it.
    return passesGate(request.operation, attempt, moment)
      ? askOrSend(order, attempt, moment)
      : (paused(attempt, moment) ?? { do: "recover", n });
  }
  switch (phase) {
    case "booking":
      return now >= hold_ends_at && !claim(attempt, now)
        ? { do: "lapse", n }
        : askOrSend(order, attempt, moment);
    case "booked":
      if (now >= hold_ends_at) return { do: "lapse", n };
      return endsTooLate(attempt, now) ? ask(attempt, moment) : { do: "wait", until: hold_ends_at };
    case "confirmed":
      return askOrSend(order, attempt, moment);
    case "linked":
    case "redeemed":
      if (evidence.codeless_since === undefined) return REST;
      return ask(attempt, moment, phase === "redeemed" ? CALM_MAX : undefined);
    case "refunded":
    case "refused":
    case "given_up":
    case "void":
    case "stopped":
      return REST;
    default:
      return phase satisfies never;
  }
}

/** The question to the service about the attempt. */
export function listOrRead(attempt: Attempt): Extract<Action, { do: "list" | "read" }> {
  return attempt.redemption_id === null
    ? { do: "list", n: attempt.n }
    : { do: "read", n: attempt.n, redemptionId: attempt.redemption_id };
}

/** A wait that is not over. A wait that ends later than any wait can was stored by a wrong clock, and is ignored. */
function waiting(until: number, now: number, longest = WAIT_MAX): Action | undefined {
  return until > now && until <= now + longest + CLOCK_SPREAD ? { do: "wait", until } : undefined;
}

/**
 * What precedes a repeated call: a wait, or, while another process may be sending, a question to the service. A question is
 * harmless, and may find the effect of a call whose sender died. Undefined if the call may be sent now.
 */
function paused(attempt: Attempt, { now, instance }: Moment, longest?: number): Action | undefined {
  const claimed = claim(attempt, now);
  if (!claimed) return waiting(attempt.retry.until, now, longest);
  if (claimed.by === instance) return { do: "wait", until: claimed.at + CLAIM };
  return waiting(attempt.retry.until, now) ?? listOrRead(attempt);
}

/** Asks the service, after any pause. */
const ask = (attempt: Attempt, moment: Moment, longest?: number): Action =>
  paused(attempt, moment, longest) ?? listOrRead(attempt);

/**
 * A call is repeated only on current evidence and within its budget; until then the service is asked. If the ledger may be
 * incomplete, the recovery lookup runs before the call.
 */
function askOrSend(order: Order, attempt: Attempt, moment: Moment): Action {
  const { now } = moment;
  const operation = repeatableCall(order, attempt, now);
  const isDue = operation !== undefined && sendableFrom(attempt, operation, now) <= now;
  if (!isDue || !isObserved(attempt)) return ask(attempt, moment);
  const { n } = attempt;
  const passes = passesGate(operation, attempt, moment);
  return paused(attempt, moment) ?? (passes ? { do: "send", n, operation } : { do: "recover", n });
}

/**
 * The readings besides the current attempt's own course (a stopped attempt is mostly the current one):
 * - A given-up attempt is read once: a debited hold can be refunded only while it stands.
 * - A refused Book is listed once, and a failed attempt is read once more: a gateway may have delivered the call twice.
 * - A lost ledger's hold is read when it must have ended: it may then need no person any more.
 * - A stopped attempt is read when no call can take effect any more, and then from time to time (revival.ts). So is a released
 *   attempt that has not ended.
 */
function nextCheck(attempt: Attempt, { now }: Moment): Action {
  const until = checkedFrom(attempt);
  const longest = isRevisited(attempt, now) ? CALM_MAX : REFUSAL_SETTLED;
  const check: Action = until > now ? { do: "wait", until } : listOrRead(attempt);
  return waiting(attempt.retry.until, now, longest) ?? check;
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
 * Service time of that reading. A lost ledger's hold: its end. Another stopped attempt: when no sent call can take effect any more.
 * No known redemption: when a list must show the effect of a Book. A failed redemption: when no second delivery can change it any
 * more.
 */
function checkedFrom(attempt: Attempt): number {
  if (attempt.phase === "stopped" && attempt.released_at === undefined)
    return attempt.stop === "later_attempt" ? attempt.hold_ends_at : quietExceptBookFrom(attempt);
  if (attempt.redemption_id === null) return bookEffectEnd(attempt) + LIST_SETTLED;
  return attempt.evidence.state === "failed" ? secondDeliveryEnd(attempt) : 0;
}
