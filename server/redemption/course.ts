/**
 * The course of an order, from the choice to its end. `advance` looks at the row and names the next step; every write of a worker
 * is one advance. The points of the course, in the order of the story:
 *
 *     choose    an attempt is opened and its Book announced     (notify: its Create)
 *     confirm   the hold is confirmed and its Redeem or Activate announced
 *     inDoubt   a call without a clear answer: the service is asked, then the identical call is repeated
 *     outcome   what became of a call      -> answers.ts says what an answer means
 *     finding   what a question showed     -> answers.ts
 *     missing   codes that are not there yet are read again
 *     cancel, refund, release              what the site and the operator want
 *     lapse     holds run out
 *
 * A step asks or sends one thing. What is announced is in the row before it leaves, so that any process can go on from any point.
 * Pure. Source: docs/proof/course.md, "One worker an order" and docs/proof/outcomes.md, "When an outcome is unknown";
 * docs/proof/rules.md, rules 1 to 9; docs/proof/interface.md, R2 and R6 to R8.
 */
import type { Outcome } from "../fulfillment/outcome.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import {
  type Attempt,
  attemptOf,
  type Call,
  type Chosen,
  CONFIRMING,
  currentAttempt,
  type Operation,
  type Order,
  type Row,
  type Stop,
  UNSEEN,
  withAttempt,
  withKnown,
} from "../rows/order.ts";
import {
  ASK_AGAIN,
  CODES_LOOK_FIRST,
  CODES_LOOK_FOR,
  CODES_LOOK_MAX,
  CODES_LOOK_SHARE,
  CREATE_REFUSALS,
  REFUSED_CREATE_ASKED_AFTER,
} from "../timing.ts";
import { absorb, type Source, stop } from "./answers.ts";
import {
  callableFrom,
  holdEnd,
  isConfirmable,
  isFirstCall,
  isLive,
  repeatableFrom,
  retryDelay,
  withOpening,
  withSending,
} from "./limits.ts";
import { type Listed, lookedUp, lookUpFrom } from "./look-up.ts";
import { upstreamOrderId } from "./upstream-order-id.ts";

export type Step =
  /** Send the call that the row announces. */
  | { readonly kind: "call"; readonly operation: Operation; readonly n: number }
  /** Ask the service for the attempt's redemption: by its id, or by the list of the order's user. */
  | { readonly kind: "ask"; readonly n: number }
  /** Look the order up at the service after a lost ledger. */
  | { readonly kind: "look_up" }
  | { readonly kind: "wait"; readonly until: number }
  | { readonly kind: "rest" };

export interface Next {
  readonly order: Order;
  readonly step: Step;
}

/** @param orderIdMax the longest upstream order id */
export function advance(row: Omit<Row, "lease">, orderIdMax: number): Next {
  const { order, now } = row;
  const from = lookUpFrom(row);
  if (from !== undefined) return now < from ? wait(order, from) : { order, step: { kind: "look_up" } };
  const { wanted, known } = order;
  const current = currentAttempt(order);
  if (known.call) return inDoubt(order, known.call, now);
  if (wanted.releases > known.releases) return release(order, current, now, orderIdMax);
  if (current?.phase === "released") return ask(order, current, now);
  if (wanted.choices > known.choices && wanted.choice) return choose(order, wanted.choice, now, orderIdMax);
  if (current?.phase === "held" && wanted.confirmed === current.n) return confirm(order, current, now);
  if (wanted.links > known.links) return linkAgain(order, current, now, orderIdMax);
  if (wanted.cancels > known.cancels) return cancel(order, current, now, orderIdMax);
  if (wanted.refunds > known.refunds) return refund(order, current, now, orderIdMax);
  if (current?.phase === "made" && current.codes_missing_since !== null)
    return missing(order, current, current.codes_missing_since, now);
  return lapse(order, now);
}

/** Resumes a live hold of the same reward, or opens the next attempt. The hold before stays, and lapses by itself (rule 6). */
function choose(order: Order, choice: Chosen, now: number, orderIdMax: number): Next {
  const { site, order_id, pins, known } = order;
  const chosen = withKnown(order, { choices: order.wanted.choices, tries: 0, look_at: 0 });
  const live = liveHold(order, choice, now);
  if (live) return advance(again(withKnown(chosen, { current: live.n }), now), orderIdMax);
  const n = known.last_n + 1;
  const isConfirmed = pins.delivery === "notify";
  const attempt: Attempt = {
    ...choice,
    n,
    upstream_order_id: upstreamOrderId(site, order_id, n, orderIdMax),
    opened_at: now,
    confirmed_at: isConfirmed ? now : null,
    phase: isConfirmed ? "confirmed" : "booking",
    ...UNSEEN,
    confirmed_by: isConfirmed ? order.wanted.confirmed_by : null,
  };
  const opened = withKnown(chosen, {
    attempts: [...known.attempts.filter(isKept), attempt],
    current: n,
    last_n: n,
    opened: withOpening(known.opened, now),
  });
  return send(opened, newCall(isConfirmed ? "create" : "book", n, now), now);
}

/** A hold of the same reward that can still be confirmed. */
export const liveHold = ({ known }: Order, { sku, amount }: Pick<Chosen, "sku" | "amount">, now: number) =>
  known.attempts.find(
    (each) => each.phase === "held" && isConfirmable(each, now) && each.sku === sku && each.amount === amount,
  );

/** Ended attempts that were neither confirmed nor paid leave the row, so that it stays small whatever a user looks at. */
const isKept = ({ phase, confirmed_at, debited }: Attempt): boolean =>
  phase !== "over" || confirmed_at !== null || debited;

function confirm(order: Order, hold: Attempt, now: number): Next {
  const confirmed = withAttempt(order, hold.n, {
    phase: "confirmed",
    confirmed_at: now,
    confirmed_by: order.wanted.confirmed_by,
  });
  return send(confirmed, newCall(CONFIRMING[order.pins.delivery], hold.n, now), now);
}

/** The call leaves after this row is stored. A process that dies now leaves a call whose outcome is unknown. */
function send(order: Order, call: Call, now: number): Next {
  const { operation, n } = call;
  const sent = withSending(attemptOf(order, n)?.sent ?? [], now);
  const announced = withKnown(withAttempt(order, n, { sent }), { call: { ...call, asked: false } });
  return { order: announced, step: { kind: "call", operation, n } };
}

/** A call has no clear answer: ask, then repeat the identical call (rules 2, 8 and 9). */
function inDoubt(order: Order, call: Call, now: number): Next {
  const { operation, n, asked } = call;
  const { look_at } = order.known;
  const attempt = attemptOf(order, n);
  if (!attempt) return { order, step: { kind: "rest" } };
  if (operation === "book" && now >= holdEnd(attempt))
    return lapse(end(order, n, "upstream_unavailable"), now);
  if (now < look_at) return wait(order, look_at);
  if (!asked) return ask(order, attempt, now);
  const from = isRefusedEnough(attempt, operation)
    ? Number.POSITIVE_INFINITY
    : repeatableFrom(attempt, operation, now);
  if (from <= now) return send(order, call, now);
  // While no call may leave, the service is asked: an effect may come late.
  const until = Math.min(from, now + ASK_AGAIN);
  return wait(withKnown(order, { call: { ...call, asked: false }, look_at: until }), until);
}

function ask(order: Order, { n }: Attempt, now: number): Next {
  const { call, look_at } = order.known;
  if (now < look_at) return wait(order, look_at);
  // A Create that is asked for without an answer to it may have been made (rule 5).
  const isInDoubt = call?.operation === "create" && call.refused_at === null;
  return { order: isInDoubt ? withAttempt(order, n, { in_doubt: true }) : order, step: { kind: "ask", n } };
}

/** What became of a call: docs/proof/outcomes.md, "When an outcome is unknown". */
function outcome(order: Order, { operation, n }: Call, heard: Outcome, now: number): Order {
  const attempt = attemptOf(order, n);
  if (!attempt) return order;
  switch (heard.kind) {
    case "answered": {
      const seen = absorb(order, n, heard.redemption, "call", now);
      return seen.known.call ? later(seen, now) : seen;
    }
    case "refused":
      return refused(order, operation, attempt, heard, now);
    case "not_sent": {
      const unsent = withAttempt(order, n, { sent: attempt.sent.slice(0, -1) });
      const why = heard.cause ? "upstream_forbidden" : "upstream_unavailable";
      if (isFirstCall(attempt) && !attempt.in_doubt && (operation === "book" || operation === "create"))
        return end(unsent, n, why);
      return later(unsent, now);
    }
    case "about_another":
      return later(order, now);
    case "unknown":
      return later(order, now, heard.retryAfterMs);
    default:
      return heard satisfies never;
  }
}

/** A clear refusal: the call had no effect. A call whose token was refused provably did nothing, and does not count (rule 9). */
function refused(
  order: Order,
  operation: Operation,
  attempt: Attempt,
  { status, error }: Extract<Outcome, { kind: "refused" }>,
  now: number,
): Order {
  const { n, redemption_id, in_doubt, failures } = attempt;
  const isTurnedAway = status === 401 && error !== "forbidden";
  const why =
    error === "forbidden"
      ? "upstream_forbidden"
      : isTurnedAway
        ? "upstream_unavailable"
        : "reward_unavailable";
  const sent = isTurnedAway ? attempt.sent.slice(0, -1) : attempt.sent;
  const told = withAttempt(order, n, { refusal: why, sent });
  switch (operation) {
    case "book":
      return end(told, n, why);
    case "create":
      // A redemption that is known by its id is read at once: no list that lags has to be waited for.
      if (redemption_id !== null) return later(told, now);
      if (in_doubt) return later(withAttempt(told, n, { failures: failures + 1 }), now);
      // Also where the token was refused: another delivery may be accepted.
      return refusedAt(told, now, REFUSED_CREATE_ASKED_AFTER);
    case "redeem":
    case "activate":
      return later(told, now);
    case "cancel":
    case "refund":
      return later(isTurnedAway ? told : refusedAt(told, now, 0), now);
    default:
      return operation satisfies never;
  }
}

function refusedAt(order: Order, now: number, askAfter: number): Order {
  const { call } = order.known;
  if (!call) return order;
  return withKnown(order, {
    call: { ...call, refused_at: call.refused_at ?? now },
    look_at: now + askAfter,
  });
}

/** What came back from a step. */
export type Heard =
  | { readonly kind: "call"; readonly call: Call; readonly outcome: Outcome }
  | { readonly kind: "ask"; readonly n: number; readonly finding: Finding }
  /** Undefined if the service did not answer. */
  | { readonly kind: "look_up"; readonly listed: readonly Listed[] | undefined };

/** The order after a step. */
export function hear(
  order: Order,
  heard: Heard,
  { now, recovered_at }: Pick<Row, "now" | "recovered_at">,
): Order {
  switch (heard.kind) {
    case "call":
      return outcome(order, heard.call, heard.outcome, now);
    case "ask":
      return finding(order, heard.n, heard.finding, now);
    case "look_up": {
      const { order: after, isDone } = heard.listed
        ? lookedUp(order, heard.listed, now)
        : { order: later(order, now), isDone: false };
      return withKnown(
        after,
        isDone
          ? { look_up_since: null, looked_up_for: recovered_at }
          : { look_up_since: order.known.look_up_since ?? now },
      );
    }
    default:
      return heard satisfies never;
  }
}

/** What a question to the service showed. */
export type Finding =
  | { readonly kind: "found"; readonly redemption: Redemption; readonly source: Source }
  /** The list of the order's user is empty. */
  | { readonly kind: "none" }
  /** The service ignored the filter of its list: nothing says whose the redemption is (rule 13). */
  | { readonly kind: "unfiltered" }
  /** The service did not answer readably, or does not know the id. */
  | { readonly kind: "unreadable" };

function finding(order: Order, n: number, found: Finding, now: number): Order {
  const { call } = order.known;
  const attempt = attemptOf(order, n);
  switch (found.kind) {
    case "found": {
      const seen = absorb(order, n, found.redemption, found.source, now);
      return withKnown(seen, { look_at: seen.known.look_at || now + looksAgain(attemptOf(seen, n), now) });
    }
    case "none":
      if (attempt?.phase === "released") return end(order, n, null);
      if (!call) return later(order, now);
      // A Create that was clearly refused, and whose second delivery made nothing either (rule 5).
      if (call.operation === "create" && call.refused_at !== null)
        return end(order, n, attempt?.refusal ?? "reward_unavailable");
      if (call.operation === "create" && attempt && isRefusedForGood(attempt, now))
        return stop(order, n, "outcome_unknown");
      return withKnown(order, { call: { ...call, asked: true } });
    case "unfiltered":
      if (!call) return finding(order, n, { kind: "unreadable" }, now);
      // Only the answer to the identical call tells what it made.
      return call.refused_at === null
        ? withKnown(order, { call: { ...call, asked: true } })
        : stop(order, n, "outcome_unknown");
    case "unreadable":
      // Nobody released an attempt that the service does not know (any more): a person asks again.
      if (attempt?.phase === "released") return stop(order, n, attempt.reason as Stop);
      return later(order, now, looksAgain(attempt, now));
    default:
      return found satisfies never;
  }
}

/** A Create without an answer whose repeats were refused this often is not sent again. */
const isRefusedEnough = ({ in_doubt, failures }: Attempt, operation: Operation): boolean =>
  operation === "create" && in_doubt && failures >= CREATE_REFUSALS;

/** When the list, which lags, shows nothing of it still: a person looks. */
const isRefusedForGood = (attempt: Attempt, now: number): boolean =>
  isRefusedEnough(attempt, "create") &&
  now >= (attempt.sent.at(-1) ?? attempt.opened_at) + REFUSED_CREATE_ASKED_AFTER;

/** Codes may follow a Redeem by seconds; later they are read again from time to time (rule 15). */
function missing(order: Order, attempt: Attempt, since: number, now: number): Next {
  if (now - since > CODES_LOOK_FOR) return { order, step: { kind: "rest" } };
  return ask(order, attempt, now);
}

/** The wait before missing codes are read again: a share of the time waited so far. */
function looksAgain(attempt: Attempt | undefined, now: number): number {
  const since = attempt?.codes_missing_since ?? null;
  if (since === null) return 0;
  return Math.min(CODES_LOOK_MAX, Math.max(CODES_LOOK_FIRST, (now - since) * CODES_LOOK_SHARE));
}

/** Some services name the link only in the answer to Activate: it is repeated, and makes no code (R6). */
function linkAgain(order: Order, current: Attempt | undefined, now: number, orderIdMax: number): Next {
  if (current?.phase === "made" && current.state === "pending")
    return send(order, newCall("activate", current.n, now), now);
  return advance(again(withKnown(order, { links: order.wanted.links }), now), orderIdMax);
}

/** A hold lapses by itself (R7), a link has to be canceled at the service, and a reward that is made cannot be canceled. */
function cancel(order: Order, current: Attempt | undefined, now: number, orderIdMax: number): Next {
  const { cancels } = order.wanted;
  if (current && isCancelable(current)) return sendInBudget(order, current, "cancel", now);
  const isOpen = !current || current.phase === "over" || current.phase === "held";
  const handled = withKnown(order, { cancels, canceled: order.known.canceled || isOpen });
  return advance(again(handled, now), orderIdMax);
}

/** Source: R7. */
export const isCancelable = ({ phase, reason, state, redemption_id }: Attempt): boolean =>
  redemption_id !== null &&
  ((phase === "made" && state === "pending") || (phase === "stuck" && reason === "failed"));

/** Rule 9 counts all changing calls of an attempt. */
function sendInBudget(order: Order, current: Attempt, operation: Operation, now: number): Next {
  const from = callableFrom(current, operation, now);
  return from > now ? wait(order, from) : send(order, newCall(operation, current.n, now), now);
}

/** Only the service knows what can be refunded (R8): it is asked for every attempt that it knows. */
function refund(order: Order, current: Attempt | undefined, now: number, orderIdMax: number): Next {
  if (current && current.redemption_id !== null) return sendInBudget(order, current, "refund", now);
  return advance(again(withKnown(order, { refunds: order.wanted.refunds }), now), orderIdMax);
}

/** A person allows the next attempt: the service is asked once more whether a reward can still come of this one. */
function release(order: Order, current: Attempt | undefined, now: number, orderIdMax: number): Next {
  const noted = withKnown(order, { releases: order.wanted.releases, tries: 0, look_at: 0 });
  const isStuck = current?.phase === "stuck";
  const released = isStuck ? withAttempt(noted, current.n, { phase: "released" }) : noted;
  return advance(again(released, now), orderIdMax);
}

/** Ends holds whose time has come. */
function lapse(order: Order, now: number): Next {
  const attempts = order.known.attempts.map((each) =>
    each.phase === "held" && !isLive(each, now)
      ? { ...each, phase: "over" as const, reason: "lapsed" as const }
      : each,
  );
  const ends = attempts.filter(({ phase }) => phase === "held").map(holdEnd);
  const isSame = attempts.every((each, i) => each === order.known.attempts[i]);
  const left = isSame ? order : withKnown(order, { attempts });
  return ends.length === 0 ? { order: left, step: { kind: "rest" } } : wait(left, Math.min(...ends));
}

function end(order: Order, n: number, refusal: Attempt["refusal"]): Order {
  const reason = refusal === null ? "ended" : "refused";
  return withKnown(withAttempt(order, n, { phase: "over", reason, refusal }), {
    call: null,
    tries: 0,
    look_at: 0,
  });
}

/** The next try waits longer; a call that may have had an effect is asked for first. */
function later(order: Order, now: number, least = 0): Order {
  const { call, tries, look_at } = order.known;
  const wait = Math.max(least, retryDelay(tries + 1, call?.operation));
  return withKnown(order, { tries: tries + 1, look_at: Math.max(look_at, now + wait) });
}

const newCall = (operation: Operation, n: number, now: number): Call => ({
  operation,
  n,
  since: now,
  asked: false,
  refused_at: null,
});

const wait = (order: Order, until: number): Next => ({ order, step: { kind: "wait", until } });

/** The row after a wish that needed no call; the look-up was done before. */
const again = (order: Order, now: number): Omit<Row, "lease"> => ({ order, now, recovered_at: null });
