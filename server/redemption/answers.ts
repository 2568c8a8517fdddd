/**
 * What an answer of the service means for an attempt: one table, the state that the service names × the attempt's phase, and the
 * carrying out of its effects. Pure.
 * Source: docs/proof/interface.md, "Redemption states"; docs/proof/course.md, "What an answer means"; docs/proof/rules.md, rules
 * 3, 4 and 13 to 15.
 */
import { safeLink } from "../../shared/links.ts";
import { lacksCodes, readCodes } from "../../shared/usages.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import {
  type Attempt,
  attemptOf,
  CONFIRMING,
  isCanceled,
  type Operation,
  type Order,
  type Phase,
  type Stop,
  withAttempt,
  withKnown,
} from "../rows/order.ts";
import { CANCEL_REFUSED_FOR, CODES_WITHIN, FAILED_RETRIES } from "../timing.ts";
import { refuseValue } from "./value-limit.ts";

/** How a redemption was learned of. */
export type Source =
  /** The answer to the attempt's own call. */
  | "call"
  /** A reading by id. */
  | "reading"
  /** The list of the order's user. */
  | "list";

/** What a redemption says, in the words of the table. */
export const WORDS = [
  /** A code is reserved, and nothing is confirmed. */
  "booked",
  /** `pending`, where the order's delivery makes no link. */
  "pending",
  /** `pending`: the user has a link (rule 14). */
  "link",
  "redeemed",
  /** Ended, and nothing was ever made or paid. */
  "canceled",
  "refunded",
  /** Ended after a code was made. */
  "returned",
  /** Ended with something paid or made, and never redeemed. */
  "owed",
  "failed",
  /** `denied`, `blocked`, `expired`, or a state that the interface does not name. */
  "other",
] as const;
export type Word = (typeof WORDS)[number];

export type Effect =
  /** The hold stands and can be confirmed. */
  | "hold"
  /** There is a product, a link, or a final refund. */
  | "make"
  /** The attempt ended without a reward. */
  | "end"
  /** A person has to look. */
  | "stop"
  /** The identical call is repeated. */
  | "repeat"
  /** The same, at most FAILED_RETRIES times; then the redemption is canceled. */
  | "retry"
  /** Nothing changes. */
  | "stay";

/**
 * State × phase: every change of an attempt by an answer is one of these cells. A stuck attempt is read for a site's Cancel or Refund
 * only; what can still become a code, or was paid for, keeps a released one stuck.
 */
// biome-ignore format: a table
export const TABLE: Readonly<Record<Phase, Readonly<Record<Word, Effect>>>> = {
  booking:   { booked: "hold",   pending: "stop",   link: "make", redeemed: "make", canceled: "end",  refunded: "end",  owed: "end",  returned: "make", failed: "end",   other: "stop" },
  held:      { booked: "hold",   pending: "stay",   link: "stay", redeemed: "make", canceled: "end",  refunded: "end",  owed: "end",  returned: "make", failed: "end",   other: "stop" },
  confirmed: { booked: "repeat", pending: "repeat", link: "make", redeemed: "make", canceled: "end",  refunded: "end",  owed: "stop", returned: "make", failed: "retry", other: "stop" },
  made:      { booked: "stay",   pending: "stay",   link: "make", redeemed: "make", canceled: "end",  refunded: "make", owed: "stop", returned: "make", failed: "retry", other: "stop" },
  stuck:     { booked: "stay",   pending: "stay",   link: "stay", redeemed: "make", canceled: "end",  refunded: "end",  owed: "stay", returned: "make", failed: "stay",  other: "stay" },
  released:  { booked: "stop",   pending: "stop",   link: "make", redeemed: "make", canceled: "end",  refunded: "end",  owed: "stop", returned: "make", failed: "end",   other: "end"  },
  over:      { booked: "stay",   pending: "stay",   link: "stay", redeemed: "stay", canceled: "stay", refunded: "stay", owed: "stay", returned: "stay", failed: "stay",  other: "stay" },
};

/** Only the answer to our own Book may call a hold `pending`; every other `pending` is a link, where the delivery makes one. */
export function wordOf(order: Order, attempt: Attempt, redemption: Redemption, source: Source): Word {
  const { state, debited, has_codes } = redemption;
  switch (state) {
    case "booked":
    case "redeemed":
      return state;
    case "failed":
      return attempt.phase === "released" && debited ? "owed" : state;
    case "pending":
      if (attempt.phase === "booking" && source === "call") return "booked";
      return order.pins.delivery === "redeem" ? "pending" : "link";
    case "canceled":
    case "refunded":
      if (attempt.was_redeemed || wasRedeemed(redemption)) return "returned";
      return debited || has_codes || attempt.had_codes ? "owed" : state;
    default:
      // What was paid for is refunded before a person can release it.
      return attempt.phase === "released" && debited ? "owed" : "other";
  }
}

/** Where the time is missing, a refund is taken for one of a code, and a cancellation for one of a hold. */
const wasRedeemed = ({ state, redeemed_datetime }: Redemption): boolean =>
  state === "refunded" ? redeemed_datetime !== null : typeof redeemed_datetime === "string";

/**
 * The order after the service has shown the redemption of one of its attempts.
 * @param now epoch ms
 */
export function absorb(order: Order, n: number, redemption: Redemption, source: Source, now: number): Order {
  const before = attemptOf(order, n);
  if (!before) return order;
  const isOurs = hasOurParameters(order, before, redemption);
  if (!isOurs && before.phase !== "released" && before.phase !== "over")
    return stop(order, n, "other_parameters", redemption);
  const word = wordOf(order, before, redemption, source);
  const effect = TABLE[before.phase][word];
  const seen = withAttempt(order, n, observed(before, redemption, word, now));
  switch (effect) {
    case "hold":
      return closeCall(hold(seen, n), word, source);
    case "make":
      // What carries other parameters is never shown under this order's name.
      if (!isOurs) return stop(order, n, "other_parameters", redemption);
      return closeCall(withAttempt(seen, n, { phase: "made", reason: null }), word, source);
    case "end":
      return closeCall(withAttempt(seen, n, { phase: "over", reason: "ended" }), word, source);
    case "stop":
      return stop(seen, n, stopOf(before, word, redemption), redemption);
    case "repeat":
      return repeat(seen, n, now);
    case "retry":
      return retry(seen, n, now);
    case "stay":
      return closeCall(seen, word, source);
    default:
      return effect satisfies never;
  }
}

/** Source: rule 3. A missing member is no contradiction: the interface promises `id` and `state` alone. */
function hasOurParameters(
  { pins }: Order,
  attempt: Attempt,
  { order_id, sku, promotion_id, value }: Redemption,
): boolean {
  const { amount, upstream_order_id } = attempt;
  return (
    (order_id === undefined || order_id === upstream_order_id) &&
    (promotion_id === undefined || promotion_id === pins.promotion_id) &&
    (sku === undefined || sku === attempt.sku) &&
    (amount === null || value === undefined || value.amount === Number(amount))
  );
}

function observed(before: Attempt, redemption: Redemption, word: Word, now: number): Partial<Attempt> {
  const isMade = word === "redeemed";
  const isMissing = isMade && lacksCodes(redemption.codes);
  const missing_since = isMissing ? (before.codes_missing_since ?? now) : null;
  const isUnreadable = isMade && !isMissing && !readCodes(redemption.codes);
  // A link that could not be shown, until the service names another one.
  const isUnshown = word === "link" && before.codes_unreadable && !safeLink(redemption.url);
  return {
    redemption_id: redemption.id,
    state: redemption.state,
    value: redemption.value ?? before.value,
    testing: before.testing || redemption.testing,
    debited: redemption.debited,
    was_redeemed: before.was_redeemed || isMade,
    had_codes: before.had_codes || redemption.has_codes,
    in_doubt: false,
    // The hold of a refused confirmation still stands: the user is told why it was refused.
    refusal: word === "booked" ? before.refusal : null,
    codes_missing_since: missing_since,
    codes_unreadable:
      isUnreadable || isUnshown || (missing_since !== null && now - missing_since >= CODES_WITHIN),
  };
}

/** The words that answer a site's Cancel or Refund when the redemption is read; any other repeats the call. */
const ANSWERED: Partial<Record<Operation, readonly Word[]>> = {
  cancel: ["canceled", "refunded", "returned", "owed", "redeemed", "booked"],
  refund: ["refunded", "returned"],
};

/** The call has its answer. What the service refused and shows unchanged is answered, too. */
function closeCall(order: Order, word: Word, source: Source): Order {
  const { wanted, known } = order;
  const { call } = known;
  const answers = call && ANSWERED[call.operation];
  if (call && answers && source !== "call" && call.refused_at === null && !answers.includes(word))
    return withKnown(order, { call: { ...call, asked: true } });
  const isCanceled = call?.operation === "cancel" && wanted.cancels > known.cancels && word === "canceled";
  return withKnown(order, {
    call: null,
    tries: 0,
    look_at: 0,
    canceled: known.canceled || isCanceled,
    ...(call?.operation === "activate" && { links: wanted.links }),
    ...(call?.operation === "cancel" && { cancels: wanted.cancels }),
    ...(call?.operation === "refund" && { refunds: wanted.refunds }),
  });
}

/**
 * A hold above the session's limit is given up before it can be confirmed, and lapses. Source: docs/server/routes.md, "Limits of
 * the choice".
 */
function hold(order: Order, n: number): Order {
  const attempt = attemptOf(order, n);
  if (!attempt) return order;
  if (refuseValue(order.pins, attempt))
    return withAttempt(order, n, { phase: "over", reason: "above_limit" });
  // Books do not count for the calls after a confirmation (rule 9).
  return withAttempt(order, n, { phase: "held", sent: attempt.phase === "booking" ? [] : attempt.sent });
}

const NAMED = ["denied", "blocked", "expired"] as const;

function stopOf({ phase, reason }: Attempt, word: Word, { state }: Redemption): Stop {
  if (word === "owed") return "debited";
  if (phase === "released") return reason as Stop;
  if (word === "pending") return "other_parameters";
  return NAMED.find((name) => name === state) ?? "unknown_state";
}

/** The attempt waits for a person. @param seen the redemption that is the reason */
export function stop(order: Order, n: number, reason: Stop, seen?: Redemption): Order {
  const shown = seen && { redemption_id: seen.id, state: seen.state, debited: seen.debited };
  const { wanted } = order;
  return withKnown(withAttempt(order, n, { ...shown, phase: "stuck", reason }), {
    // An order of a closed grant stays canceled, whatever is found of it.
    canceled: isCanceled(order),
    call: null,
    tries: 0,
    look_at: 0,
    cancels: wanted.cancels,
    refunds: wanted.refunds,
  });
}

/** The confirmation's call may be repeated when its time has come. */
function repeat(order: Order, n: number, now: number): Order {
  const { call } = order.known;
  const operation = CONFIRMING[order.pins.delivery];
  const since = call?.operation === operation ? call.since : now;
  return withKnown(order, { call: { operation, n, since, asked: true, refused_at: null } });
}

/**
 * R2: a failed redemption is retried by the same call. After FAILED_RETRIES only a Cancel that the service confirms frees the
 * order; a Cancel that stays refused is for a person.
 */
function retry(order: Order, n: number, now: number): Order {
  const { call } = order.known;
  if (call?.operation === "cancel") {
    if (call.refused_at !== null && now - call.refused_at >= CANCEL_REFUSED_FOR)
      return stop(order, n, "failed");
    return withKnown(order, { call: { ...call, asked: true } });
  }
  const failures = (attemptOf(order, n)?.failures ?? 0) + 1;
  const failed = withAttempt(order, n, { phase: "confirmed", failures });
  if (failures <= FAILED_RETRIES) return repeat(failed, n, now);
  return withKnown(failed, {
    call: { operation: "cancel", n, since: now, asked: true, refused_at: null },
    tries: 0,
    look_at: 0,
  });
}
