/**
 * What the findings of the recovery lookup mean for an order: pure. A code, or a link that is out, of an attempt that the ledger
 * does not know or had closed, is what the order has; the current attempt gives way to it, unless its call was sent.
 * Source: integrity rules 4 to 6 and 16, I16.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import { LIST_SETTLED, WAIT_MAX } from "../timing.ts";
import { absorb, pick } from "./absorb.ts";
import { addBeside, adopt, giveWay, isUsersReward } from "./adopt.ts";
import { isUnsent, mayHaveReward } from "./attempt-facts.ts";
import { meaningOf } from "./effects.ts";
import { nextRevision } from "./evidence.ts";
import { isReward, mayBeLink } from "./hold-or-link.ts";
import { type Attempt, attemptOf, currentAttempt, type Order, withAttempt } from "./model.ts";
import type { Found } from "./recovery-lookup.ts";
import { isBilled, isCodeMade, isHarmless, withSeenCode } from "./redemption-facts.ts";
import { later } from "./repeat.ts";
import { mayRevive } from "./revival.ts";
import { firstConfirming, quietExceptBookFrom } from "./sends.ts";

/**
 * Whether a finding is evidence that the row does not have.
 * @param now service time, epoch ms
 */
export function isNewEvidence(order: Order, finding: Found, now: number): boolean {
  const { n, redemption } = finding;
  const known = attemptOf(order, n);
  if (!known) return !isHarmless(redemption);
  if (known.evidence.others && redemption.is_own_users === false) return false;
  if (n === order.current) return isNewOfCurrent(order, known, redemption, now);
  switch (known.phase) {
    case "refused":
      return !isHarmless(redemption);
    // New of an attempt that was given up is that it exists, that it has a code or a link to one, or whether it was paid for.
    case "given_up":
      return (
        known.redemption_id === null ||
        isReward(order, known, redemption, { now }) ||
        mayHaveLeftLink(order, finding) ||
        isPaidAnew(known, redemption)
      );
    case "void":
    case "stopped":
      return (
        known.redemption_id === null ||
        isCodeMade(redemption) ||
        (mayRevive(known) && isReward(order, known, redemption, { now })) ||
        isPaidAnew(known, redemption)
      );
    case "booking":
    case "booked":
    case "confirmed":
    case "linked":
    case "redeemed":
    case "refunded":
      return false;
    default:
      return known.phase satisfies never;
  }
}

/**
 * For the current attempt its existence is new evidence. Before its confirmation is sent, so is any state other than the hold that
 * was booked. After that, so is the end of what was linked or had failed: another attempt may have been opened after it.
 */
function isNewOfCurrent(order: Order, current: Attempt, redemption: Redemption, now: number): boolean {
  const { phase, evidence, redemption_id } = current;
  return (
    redemption_id === null ||
    (isUnsent(current) && meaningOf(order, current, redemption, { now }) !== "hold") ||
    (phase === "linked" && !["booked", "pending"].includes(redemption.state)) ||
    (phase === "confirmed" && evidence.state === "failed" && redemption.state !== "failed")
  );
}

/** Whether it was paid for and the row does not say so yet, or is paid for no more: then it needs a person, or none any more. */
const isPaidAnew = (attempt: Attempt, redemption: Redemption): boolean =>
  isBilled(withSeenCode(attempt, redemption)) !== (attempt.evidence.billed === true);

/** Whether it cannot be told what a given-up attempt left: until a hold must have ended, no other attempt is confirmed beside it. */
function mayHaveLeftLink(order: Order, { n, redemption }: Found): boolean {
  const known = attemptOf(order, n);
  return known?.phase === "given_up" && mayBeLink(order, known, redemption);
}

/**
 * The findings that conflict with the current attempt: a code, or a link that is out, of another attempt. A redemption of another
 * user conflicts with an attempt whose call was not sent yet, until a person has found out what it is.
 */
export function conflictsOf(order: Order, found: readonly Found[], now: number): Found[] {
  const current = currentAttempt(order);
  const keepsAgainstOthers = current !== undefined && !isUnsent(current);
  return found.filter(
    (each) =>
      each.n !== order.current &&
      (each.redemption.is_own_users !== false || !keepsAgainstOthers) &&
      (mayHaveLeftLink(order, each) || isReward(order, attemptOf(order, each.n), each.redemption, { now })) &&
      isNewEvidence(order, each, now),
  );
}

/**
 * The order after the recovery lookup. Where nothing new was found, the call of the current attempt may be sent.
 * @param now service time, epoch ms
 * @param isProven whether the ledger is known to be current
 */
export function applyFindings(order: Order, found: readonly Found[], now: number, isProven = false): Order {
  const fresh = found.filter((each) => isNewEvidence(order, each, now));
  const conflicts = conflictsOf(order, found, now);
  const before = currentAttempt(order);
  const mayBeSuperseded = before && mayHaveSuccessor(before) && !fresh.some(({ n }) => n === before.n);
  const goneFrom = before ? effectsListedFrom(before) : 0;
  if (before && mayBeSuperseded && conflicts.length > 0 && goneFrom > now) {
    // A call that was sent for it may still take effect; until a list shows that, nothing is sent again.
    const until = Math.min(goneFrom, now + WAIT_MAX);
    return withAttempt(order, before.n, { retry: { ...before.retry, until } });
  }
  // An attempt whose call was not sent gives way to a conflict, and so does one that ended before this ledger learned of it.
  const givesWay = before && conflicts.length > 0 && (isUnsent(before) || mayBeSuperseded);
  let next = givesWay ? giveWay(order, before, now) : order;
  const unknown = fresh.filter(({ n }) => !attemptOf(order, n));
  // The site's cancel was not meant for an attempt that is found now.
  if (before?.request?.operation === "cancel" && unknown.length > 0)
    next = withAttempt(next, before.n, { request: undefined });
  // A released attempt needs a person again where it takes the place of what the user confirmed.
  if (next.current !== order.current)
    for (const { n } of conflicts) next = withAttempt(next, n, { released_at: undefined });
  next = absorbKnown(next, order, fresh, now);
  const mustWait = conflicts.length > 0 || isLeftOpen(next, found);
  return resumed(addUnknown(next, order, unknown, now), order, { mustWait, isProven }, now);
}

function absorbKnown(row: Order, before: Order, fresh: readonly Found[], now: number): Order {
  let next = row;
  for (const attempt of row.attempts) {
    const own = fresh.filter(({ n }) => n === attempt.n);
    const redemption = pick(
      attempt,
      own.map((each) => each.redemption),
    );
    if (!redemption) continue;
    // An attempt that gave way to the findings has a new revision; the findings still are about it.
    const asked = own[0]?.asOf;
    const isCurrent = asked === attemptOf(before, attempt.n)?.evidence.revision;
    const asOf = isCurrent ? attempt.evidence.revision : asked;
    next = absorb(next, attempt.n, { kind: "read", redemption, asOf }, now);
  }
  return next;
}

/** Of the attempts that the ledger lacks one is the order's reward, or needs a person: first of all one with the user's own code. */
function addUnknown(row: Order, before: Order, unknown: readonly Found[], now: number): Order {
  const rank = (each: Found): number =>
    !isUsersReward(before, each, now) ? 2 : isCodeMade(each.redemption) ? 0 : 1;
  let next = row;
  for (const each of unknown.toSorted((a, b) => rank(a) - rank(b))) {
    // Two of one number are not expected; the one with a code came first.
    if (attemptOf(next, each.n)) continue;
    const current = currentAttempt(next);
    const isReplaced = next.current !== null && next.current !== before.current;
    const isBeside = isReplaced || (current && keepsItsPlace(current, before, each, now));
    next = isBeside ? addBeside(next, each, now) : adopt(next, each, now);
  }
  return next;
}

/**
 * An attempt whose confirmation was sent stays the current one, and so does one that is a reward. What an order stopped for gives
 * way to the user's own code or link under a later order id alone: that one opened after it had ended, or after a person released it.
 */
const keepsItsPlace = (attempt: Attempt, order: Order, found: Found, now: number): boolean =>
  mayHaveReward(attempt) && !(attempt.phase === "stopped" && isUsersReward(order, found, now));

/** Whether something was found of which it cannot be told what a given-up attempt left: then no call of the order may leave. */
export const isLeftOpen = (order: Order, found: readonly Found[]): boolean =>
  found.some((each) => mayHaveLeftLink(order, each));

/**
 * The order with its current attempt free to go on at once, where that is the one for which the lookup ran.
 * `mustWait`: it may not go on, and is looked up again later.
 */
function resumed(
  order: Order,
  before: Order,
  { mustWait, isProven }: { readonly mustWait: boolean; readonly isProven: boolean },
  now: number,
): Order {
  const current = currentAttempt(order);
  if (!current || current.n !== before.current) return order;
  const { n, phase, request, retry } = current;
  const hasSentConfirmation = phase === "confirmed" && firstConfirming(current) !== undefined;
  const isFromCopy = !isProven && (hasSentConfirmation || request !== undefined);
  const goesOn = { retry: { tries: isFromCopy ? 0 : retry.tries, until: now } };
  if (!mustWait && phase !== "confirmed" && request?.operation !== "cancel") return order;
  return withAttempt(order, n, {
    // A call that was sent is read once more before it is repeated: an older copy does not know what came of it.
    ...(hasSentConfirmation && (mustWait || !isProven) && { evidence: nextRevision(current) }),
    ...(mustWait ? later(current, now) : goesOn),
  });
}

/** Service time from which a call that was sent for it has no effect that a list does not show. */
const effectsListedFrom = (attempt: Attempt): number =>
  quietExceptBookFrom(attempt) + (attempt.redemption_id === null ? LIST_SETTLED : 0);

/**
 * Whether its call was sent, its outcome is unknown, and another attempt may have been opened after it by a lost ledger: it
 * failed and was released by a person there, or never had a redemption.
 */
const mayHaveSuccessor = (attempt: Attempt): boolean =>
  attempt.phase === "confirmed" && (attempt.redemption_id === null || attempt.evidence.state === "failed");
