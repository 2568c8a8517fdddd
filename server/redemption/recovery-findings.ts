/**
 * The effect of the recovery lookup's findings on an order: pure. A code or a delivered link of an attempt that the ledger does not
 * know, or had closed, is the order's reward. The current attempt gives way to that reward, unless its call was sent;
 * `mayHaveSuccessor` and `keepsItsPlace` name the exceptions.
 * Source: integrity rules 4 to 6 and 16, I16.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import { LIST_SETTLED, WAIT_MAX } from "../timing.ts";
import { absorb, pick } from "./absorb.ts";
import { addBeside, adopt, giveWay, isUsersReward } from "./adopt.ts";
import { isUnsent, mayHaveReward } from "./attempt-facts.ts";
import { meaningOf } from "./effects.ts";
import { isOfOlderRevision, nextRevision, type Seen } from "./evidence.ts";
import { isReward, mayBeLink } from "./hold-or-link.ts";
import { type Attempt, attemptOf, currentAttempt, type Order, withAttempt } from "./model.ts";
import type { Found } from "./recovery-lookup.ts";
import { isBilled, isCodeMade, isHarmless, withSeenCode } from "./redemption-facts.ts";
import { later } from "./repeat.ts";
import { mayRevive } from "./revival.ts";
import { firstConfirming, quietExceptBookFrom } from "./sends.ts";

/**
 * Whether a finding is evidence that the row lacks.
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
    // For a given-up attempt, new evidence is: its existence, a code or link, or a change of whether it was paid for.
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
 * For the current attempt, its existence is new evidence. Before its confirmation is sent, so is any state other than the booked
 * hold. After that, so is the end of a link, or a new state of a failed attempt: another attempt may have been opened since.
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

/** Whether the redemption's payment differs from the row: a new payment needs a person, a returned one may need none any more. */
const isPaidAnew = (attempt: Attempt, redemption: Redemption): boolean =>
  isBilled(withSeenCode(attempt, redemption)) !== (attempt.evidence.billed === true);

/** Whether a given-up attempt may have left a hold or a link: until a hold must have ended, no other attempt is confirmed. */
function mayHaveLeftLink(order: Order, { n, redemption }: Found): boolean {
  const known = attemptOf(order, n);
  return known?.phase === "given_up" && mayBeLink(order, known, redemption);
}

/**
 * The findings that conflict with the current attempt: a code, or a delivered link, of another attempt. Another user's redemption
 * conflicts with an attempt whose call was not sent yet, until an operator has examined it.
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

/** How the recovery lookup ran. */
export interface Lookup {
  /** When the lookup began, service time, epoch ms: its answers show nothing that happened later. Default: `now`. */
  readonly askedAt?: number;
  /** Whether the ledger is known to be current. */
  readonly isProven?: boolean;
}

/**
 * The order after the recovery lookup. If nothing new was found, the call of the current attempt may be sent.
 * @param now service time, epoch ms
 */
export function applyFindings(
  order: Order,
  found: readonly Found[],
  now: number,
  { askedAt = now, isProven = false }: Lookup = {},
): Order {
  const fresh = found.filter((each) => isNewEvidence(order, each, now));
  const conflicts = conflictsOf(order, found, now);
  const before = currentAttempt(order);
  const mayBeSuperseded = before && mayHaveSuccessor(before) && !fresh.some(({ n }) => n === before.n);
  const goneFrom = before ? effectsListedFrom(before) : 0;
  if (before && mayBeSuperseded && conflicts.length > 0 && goneFrom > askedAt) {
    // A call that was sent for the current attempt may still take effect; until a list must show its effect, nothing is sent again.
    const until = Math.min(goneFrom, now + WAIT_MAX);
    return withAttempt(order, before.n, { retry: { ...before.retry, until } });
  }
  // An attempt whose call was not sent gives way to a conflict. So does an attempt that may have ended before this ledger knew it.
  const givesWay = before && conflicts.length > 0 && (isUnsent(before) || mayBeSuperseded);
  let next = givesWay ? giveWay(order, before, now) : order;
  const unknown = fresh.filter(({ n }) => !attemptOf(order, n));
  // The site's cancel did not mean an attempt that is found only now.
  if (before?.request?.operation === "cancel" && unknown.length > 0)
    next = withAttempt(next, before.n, { request: undefined });
  // A released attempt needs a person again if it replaces the attempt that the user confirmed.
  if (next.current !== order.current)
    for (const { n } of conflicts) next = withAttempt(next, n, { released_at: undefined });
  next = absorbKnown(next, order, fresh, { now, askedAt });
  const mustWait = conflicts.length > 0 || isLeftOpen(next, found);
  return resumed(addUnknown(next, order, unknown, now), order, { mustWait, isProven }, now);
}

function absorbKnown(
  row: Order,
  before: Order,
  fresh: readonly Found[],
  { now, askedAt }: Pick<Seen, "now" | "askedAt">,
): Order {
  let next = row;
  for (const attempt of row.attempts) {
    const own = fresh.filter(({ n }) => n === attempt.n);
    const redemption = pick(
      attempt,
      own.map((each) => each.redemption),
    );
    if (!redemption) continue;
    // An attempt that gave way to the findings has a new revision; the findings still apply to it.
    const asked = own[0]?.asOf;
    const isCurrent = asked === attemptOf(before, attempt.n)?.evidence.revision;
    const asOf = isCurrent ? attempt.evidence.revision : asked;
    next = absorb(next, attempt.n, { kind: "read", redemption, asOf, askedAt }, now);
  }
  return next;
}

/** One of the unknown attempts becomes the order's reward, or needs a person: an attempt with the user's own code comes first. */
function addUnknown(row: Order, before: Order, unknown: readonly Found[], now: number): Order {
  const rank = (each: Found): number =>
    !isUsersReward(before, each, now) ? 2 : isCodeMade(each.redemption) ? 0 : 1;
  let next = row;
  for (const each of unknown.toSorted((a, b) => rank(a) - rank(b))) {
    // Two findings with one number are not expected; the one with a code came first.
    if (attemptOf(next, each.n)) continue;
    const current = currentAttempt(next);
    const isReplaced = next.current !== null && next.current !== before.current;
    const isBeside = isReplaced || (current && keepsItsPlace(current, before, each, now));
    next = isBeside ? addBeside(next, each, now) : adopt(next, each, now);
  }
  return next;
}

/**
 * An attempt whose confirmation was sent stays the current one, and so does the order's reward. A stopped attempt gives way only to
 * the user's own reward under an order id that the row lacks: that attempt was opened after the stopped one ended or was released.
 */
const keepsItsPlace = (attempt: Attempt, order: Order, found: Found, now: number): boolean =>
  mayHaveReward(attempt) && !(attempt.phase === "stopped" && isUsersReward(order, found, now));

/** Whether a finding may be a hold or a link that a given-up attempt left: then no call of the order may leave. */
export const isLeftOpen = (order: Order, found: readonly Found[]): boolean =>
  found.some((each) => mayHaveLeftLink(order, each));

/**
 * Whether a finding is new and its attempt has changed since the question: then only the facts that never change were kept of the
 * finding, and the lookup has to run again.
 */
export const hasOutdated = (order: Order, found: readonly Found[], now: number): boolean =>
  found.some((each) => {
    const known = attemptOf(order, each.n);
    return known !== undefined && isOfOlderRevision(known, each) && isNewEvidence(order, each, now);
  });

/**
 * The order with its current attempt free to continue at once, if the lookup ran for that attempt. `mustWait`: the attempt waits,
 * and the lookup runs again later.
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
    // The effect of a sent call is read once more before a repeat: an older copy of the ledger does not know the outcome.
    ...(hasSentConfirmation && (mustWait || !isProven) && { evidence: nextRevision(current) }),
    ...(mustWait ? later(current, now) : goesOn),
  });
}

/** Service time from which a list shows every effect of the attempt's sent calls. */
const effectsListedFrom = (attempt: Attempt): number =>
  quietExceptBookFrom(attempt) + (attempt.redemption_id === null ? LIST_SETTLED : 0);

/**
 * Whether the call was sent, its outcome is unknown, and a lost ledger may have opened another attempt since: the attempt failed
 * and an operator released it there, or it never had a redemption.
 */
const mayHaveSuccessor = (attempt: Attempt): boolean =>
  attempt.phase === "confirmed" && (attempt.redemption_id === null || attempt.evidence.state === "failed");
