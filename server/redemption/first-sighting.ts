/**
 * An attempt whose redemption is not known yet meets one: in an answer to its call, or in a list. Only what the service lists
 * for the order's own user is taken over, as what it is; what was asked for needs no such proof. Pure.
 * Source: integrity rules 6 and 16.
 */
import type { Redemption } from "../fulfillment/schemas.ts";
import { CLOCK_SPREAD, LIST_LAG } from "../timing.ts";
import { observed, type Seen, unobserved } from "./evidence.ts";
import type { Sighting } from "./listed.ts";
import {
  type Attempt,
  changed,
  isLinkOut,
  type Operation,
  type Order,
  type Stop,
  withAttempt,
} from "./model.ts";
import {
  end,
  hasOurParameters,
  isCodeMade,
  isHarmless,
  isLeft,
  later,
  makeRoom,
  makesRedemption,
  since,
  stop,
} from "./moves.ts";
import { quietFrom } from "./sends.ts";

/** @returns the attempt that takes the redemption over, or the order where it does not */
export function firstSighting(
  order: Order,
  attempt: Attempt,
  redemption: Sighting,
  { now, answerTo }: Seen,
): { readonly attempt: Attempt } | { readonly order: Order } {
  if (redemption.is_users === false) return { order: absorbOthers(order, attempt, redemption, now) };
  const isAsked = isAsAsked(order, attempt, redemption, answerTo);
  if (redemption.is_users !== true && !(isAsked && answerTo !== undefined)) {
    // The identical call is answered by the same redemption, and its answer tells whose it is: where one is made.
    const isTold = isAsked && !isLeft(attempt) && isRepeatable(attempt) && !wasRefused(attempt);
    const waiting = { evidence: observed(attempt), ...later(attempt, now) };
    return {
      order: isTold
        ? withAttempt(order, attempt.n, waiting)
        : absorbUnlisted(order, attempt, now, now, redemption),
    };
  }
  const isOther = !hasOurParameters(order, attempt, redemption);
  const isReward = isCodeMade(redemption) || isLinkOut(order, redemption.state, attempt);
  if (isOther && attempt.phase === "confirmed" && !isReward)
    return { order: absorbInTheWay(order, attempt, redemption, now, "other_parameters") };
  const taker = isOther ? renamed(attempt, redemption) : attempt;
  const isHold =
    (answerTo === "book" && redemption.state === "pending") || isNewHold(order, taker, redemption);
  return { attempt: isHold ? changed(taker, { evidence: { hold_state: "pending" } }) : taker };
}

/** Whether nothing is known that forbids the identical call again. */
export const isRepeatable = ({ refusal, evidence }: Attempt): boolean =>
  refusal === null && evidence.unlisted_since === undefined;

/** Whether its Create was clearly refused once: it would be again. A Book so refused ends with its hold at the latest. */
const wasRefused = ({ sends }: Attempt): boolean =>
  sends.some(({ operation, answer }) => operation === "create" && answer === "clear");

/** Whether an answer is to what was asked, and not about another life of the order; nothing in it could be another user's. */
export function isAsAsked(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  answerTo?: Operation,
): boolean {
  if (!hasOurParameters(order, attempt, redemption) || isCodeMade(redemption)) return false;
  // What was there before anything was sent is of another life, whosever that was.
  return answerTo === undefined || !isOlder(attempt, redemption);
}

/** Whether the service changed it last before anything was sent for this attempt. */
function isOlder({ sends }: Attempt, { changed_at }: Redemption): boolean {
  const first = sends[0];
  return changed_at !== undefined && first !== undefined && changed_at < first.at - CLOCK_SPREAD;
}

/** Whether a `pending` redemption that was looked for after a Book is that Book's hold, and no link of another life. */
function isNewHold(order: Order, attempt: Attempt, redemption: Redemption): boolean {
  const isBook = attempt.sends.some(({ operation }) => operation === "book");
  return (
    isBook &&
    order.pins.delivery !== "notify" &&
    redemption.state === "pending" &&
    redemption.changed_at !== undefined &&
    !isOlder(attempt, redemption)
  );
}

/** The attempt as what the service has under its order id, which was chosen in another life of the order. */
function renamed(attempt: Attempt, { sku, value, reward_name }: Sighting): Attempt {
  const isSame = sku === undefined || sku === attempt.sku;
  const amount = isSame && attempt.amount !== null && value !== undefined ? String(value.amount) : null;
  return {
    ...attempt,
    sku: sku ?? attempt.sku,
    amount,
    reward_name: isSame ? attempt.reward_name : (reward_name ?? sku),
    chosen: { sku: attempt.sku, amount: attempt.amount },
  };
}

/**
 * The service has a redemption under this attempt's order id, and has not listed it for this order's user so far: its lists
 * may lag. What is not listed after that is for a person, but for a hold that nobody waits for: it lapses. Nothing is sent
 * meanwhile.
 * @param askedAt when the service was asked, service time, epoch ms
 * @param redemption where it was seen
 */
export function absorbUnlisted(
  order: Order,
  attempt: Attempt,
  askedAt: number,
  now: number,
  redemption?: Redemption,
): Order {
  const unlisted_since = since(attempt.evidence.unlisted_since, now);
  if (askedAt >= unlisted_since + LIST_LAG) {
    if (makesRedemption(attempt)) return stop(order, attempt, "other_user", "unlisted");
    if (isLeft(attempt) && redemption)
      return isOwnHold(order, attempt, redemption)
        ? withAttempt(order, attempt.n, { evidence: observed(attempt) })
        : absorbOthers(order, attempt, redemption, now);
  }
  return withAttempt(order, attempt.n, {
    evidence: { ...unobserved(attempt), unlisted_since },
    ...later(attempt, now),
  });
}

/** Whether it is what this attempt asked for, and neither paid for nor given to anybody. */
function isOwnHold(order: Order, attempt: Attempt, redemption: Redemption): boolean {
  const isAlive = redemption.state === "booked" || redemption.state === "pending";
  const isOut = isLinkOut(order, redemption.state, attempt);
  return isAlive && !isOut && !redemption.debited && isAsAsked(order, attempt, redemption);
}

/**
 * Under this attempt's order id the service has what was not asked for and is no reward of the order: nothing can be made
 * under it any more. What is over for good, with nothing, lets the user choose again; anything else is for a person (rule 4).
 */
function absorbInTheWay(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  now: number,
  reason: Extract<Stop, "other_parameters" | "other_user">,
): Order {
  const isOver = redemption.state === "canceled" || redemption.state === "refunded";
  if (!isOver || !isHarmless(redemption)) return stop(order, attempt, reason, redemption.state);
  if (quietFrom(attempt) > now) return withAttempt(order, attempt.n, later(attempt, now));
  const refusal = { code: "reward_unavailable", at: now } as const;
  const ended = { evidence: observed(attempt), refusal };
  return end(withAttempt(order, attempt.n, ended), attempt.n, "refused");
}

/** Under this attempt's order id the service has what it does not list for this order's user: nothing of it is taken over. */
function absorbOthers(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  if (makesRedemption(attempt)) return absorbInTheWay(order, attempt, redemption, now, "other_user");
  if (!isLeft(attempt)) return withAttempt(order, attempt.n, later(attempt, now));
  const checked = withAttempt(order, attempt.n, { evidence: observed(attempt) });
  if (isHarmless(redemption)) return checked;
  // It may be this order's all the same, made for its user under another address: nothing else is sent before a person looked.
  const free = makeRoom(checked, attempt.n, now);
  return free
    ? { ...stop(free, attempt, "other_user", redemption.state), current: attempt.n }
    : withAttempt(checked, attempt.n, { evidence: { others: true } });
}
