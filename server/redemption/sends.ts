/** The announced changing calls of an attempt: which process sends, which calls are in doubt, and how many the budget allows. */

import {
  ANSWERED_EFFECT,
  BOOK_SENDS_MAX,
  CLAIM,
  LATE_EFFECT,
  LEAVE_WITHIN,
  READ_LAG,
  SEND_GAPS,
  SEND_WINDOW,
  SENDS_MAX,
  TURNED_AWAY_MAX,
} from "../timing.ts";
import { markObserved, nextRevision } from "./evidence.ts";
import {
  type Attempt,
  CONFIRMING,
  changed,
  type Evidence,
  OPERATIONS,
  type Operation,
  type Send,
} from "./model.ts";

const BUT_BOOK = OPERATIONS.filter((operation) => operation !== "book");
const CONFIRMING_OPERATIONS: ReadonlySet<Operation> = new Set(Object.values(CONFIRMING));

/** Whether the service's answer settles what the call did. */
export const isOutcomeKnown = ({ outcome }: Send): boolean =>
  outcome === "clear" || outcome === "turned_away";

/** The announced calls of the confirmation, oldest first. */
export const confirmingSends = ({ sends }: Attempt): Send[] =>
  sends.filter(({ operation }) => CONFIRMING_OPERATIONS.has(operation));

/** The oldest announced call of the confirmation. */
export const firstConfirming = (attempt: Attempt): Send | undefined => confirmingSends(attempt)[0];

/** Adds the announcement of a call; the row must be durable before the call is sent (integrity rule 1). */
export function announce(attempt: Attempt, operation: Operation, by: string, now: number): Attempt {
  const { sends: before } = attempt;
  const lastBook = before.findLast((send) => send.operation === "book");
  // Kept for good: whether a call was sent, whether one is in doubt, and until when the hold of the last Book may live.
  const isMark = (send: Send): boolean =>
    send === lastBook ||
    send === before.find((each) => each.operation === send.operation && each.outcome === send.outcome);
  const kept = before.filter((send) => send.at > now - SEND_WINDOW - LATE_EFFECT || isMark(send));
  const sends: Send[] = [...kept, { operation, at: now, by, outcome: "unanswered" }];
  return changed(attempt, { evidence: nextRevision(attempt), sends });
}

/**
 * Records what the answer to the last announced call of `operation` by `by` proved; `not_sent` removes the announcement.
 * @param now when the answer arrived, service time, epoch ms; undefined if the call did nothing, however often it was delivered
 */
export function answered(
  attempt: Attempt,
  operation: Operation,
  by: string,
  outcome: Send["outcome"] | "not_sent",
  now: number | undefined,
): Attempt {
  const index = attempt.sends.findLastIndex(
    (send) => send.operation === operation && send.by === by && send.outcome === "unanswered",
  );
  if (index < 0) return attempt;
  const sends =
    outcome === "not_sent"
      ? attempt.sends.filter((_, at) => at !== index)
      : attempt.sends.map((send, at) => (at === index ? { ...send, outcome } : send));
  const evidence = {
    ...nextRevision(attempt),
    ...(outcome === "clear" && now !== undefined && { answered_at: Math.ceil(now) }),
  };
  return changed(attempt, { evidence, sends });
}

/**
 * Announces that `by` sends a call a second time, after an answer that proves that the first one did nothing; both count. Undefined
 * if the claim is over, or the budget of I15 is used up.
 */
export function announceAgain(
  attempt: Attempt,
  { operation, by }: Pick<Send, "operation" | "by">,
  now: number,
): Attempt | undefined {
  const last = claim(attempt, now);
  if (last?.operation !== operation || last.by !== by) return undefined;
  const first = answered(attempt, operation, by, "turned_away", now);
  return budgetFrom(first, operation, now) > now ? undefined : announce(first, operation, by, now);
}

/** Milliseconds within which an announced call may still leave; see LEAVE_WITHIN. */
export function leavesWithin(attempt: Attempt, operation: Operation, by: string, now: number): number {
  const own = attempt.sends.findLast((send) => send.operation === operation && send.by === by);
  return own ? own.at + LEAVE_WITHIN - now : 0;
}

/** The call that a process may be sending now. */
export function claim(attempt: Attempt, now: number): Send | undefined {
  const last = attempt.sends.at(-1);
  return last?.outcome === "unanswered" && last.at + CLAIM > now ? last : undefined;
}

/**
 * Marks the attempt as observed by a question. If a call was under way, the answer does not show what that call did, so the attempt
 * stays unobserved.
 * @param askedAt service time, epoch ms
 */
export const observedAt = (attempt: Attempt, askedAt: number): Partial<Evidence> =>
  claim(attempt, askedAt) ? {} : markObserved(attempt);

/** The last call announced for the site's pending request; calls of an earlier request do not count. */
export function requestSend({ sends, request }: Attempt, requested: Operation): Send | undefined {
  return sends.findLast(({ operation, at }) => operation === requested && at >= (request?.at ?? 0));
}

/**
 * Service time from which no call of these operations can take effect any more: a call without a clear answer for LATE_EFFECT.
 * @param answered how long a clearly answered call may have another effect, because a gateway delivered it twice
 */
function effectEnd({ sends }: Attempt, operations: readonly Operation[], answered: number): number {
  const own = sends.filter(({ operation }) => operations.includes(operation));
  return Math.max(0, ...own.map((send) => send.at + (isOutcomeKnown(send) ? answered : LATE_EFFECT)));
}

/** A clear answer ends a call at once: no second delivery of the call is waited for (see `secondDeliveryEnd`). */
const NO_LONGER = Number.NEGATIVE_INFINITY;

/**
 * Service time from which none of the calls can take effect any more: each was answered clearly, or is too old (rule 4).
 * @param operations which calls; default: all that were sent for the attempt
 */
export const quietFrom = (attempt: Attempt, operations: readonly Operation[] = OPERATIONS): number =>
  effectEnd(attempt, operations, NO_LONGER);

/** `quietFrom` for every call but the Book, whose late effect is only a hold, and lapses. */
export const quietExceptBookFrom = (attempt: Attempt): number => quietFrom(attempt, BUT_BOOK);

/** Service time from which no Book of the attempt can take effect any more, even if a gateway delivers an answered Book twice. */
export const bookEffectEnd = (attempt: Attempt): number => effectEnd(attempt, ["book"], ANSWERED_EFFECT);

/** `bookEffectEnd` for every call: a second delivery of an answered call changes a redemption that `failed`. */
export const secondDeliveryEnd = (attempt: Attempt): number =>
  effectEnd(attempt, OPERATIONS, ANSWERED_EFFECT);

/** Service time from which a reading shows the effect of the last clearly answered call: readings lag (rule 14). */
export const readableFrom = ({ evidence }: Attempt): number =>
  evidence.answered_at === undefined ? 0 : evidence.answered_at + READ_LAG;

/** Whether a call may have had an effect that is not known. */
export function hasCallInDoubt(attempt: Attempt): boolean {
  return attempt.sends.some((send) => !isOutcomeKnown(send));
}

/**
 * Service time from which the loop may send `operation` again: within the budget of I15, and spread over its window, so that some
 * calls are left when a fault of a minute or two ends. A call that a user or a site asks for is not spread: see `budgetFrom`.
 */
export function sendableFrom(attempt: Attempt, operation: Operation, now: number): number {
  // Calls of an earlier, answered request do not delay this request.
  const from = operation === "cancel" || operation === "refund" ? (attempt.request?.at ?? 0) : 0;
  const own = attempt.sends.filter(
    (send) =>
      send.operation === operation &&
      send.at > now - SEND_WINDOW &&
      send.at >= from &&
      send.outcome !== "turned_away",
  );
  const gap = SEND_GAPS[Math.min(own.length, SEND_GAPS.length) - 1];
  const last = own.at(-1);
  const spread = last && gap !== undefined ? last.at + gap : now;
  return Math.max(budgetFrom(attempt, operation, now), spread);
}

/** Service time from which `operation` fits into the budget of I15. Calls that provably did nothing have a separate limit. */
export function budgetFrom(attempt: Attempt, operation: Operation, now: number): number {
  const recent = attempt.sends.filter((send) => send.at > now - SEND_WINDOW);
  const turnedAway = recent.filter(({ outcome }) => outcome === "turned_away");
  const counted = recent.filter(({ outcome }) => outcome !== "turned_away");
  const own = counted.filter((send) => send.operation === operation);
  const freeAt = (sends: readonly Send[], max: number): number => {
    const blocking = sends[sends.length - max];
    return blocking === undefined ? now : blocking.at + SEND_WINDOW;
  };
  return Math.max(
    now,
    freeAt(counted, SENDS_MAX),
    freeAt(turnedAway, TURNED_AWAY_MAX),
    operation === "book" ? freeAt(own, BOOK_SENDS_MAX) : now,
  );
}

/** The next moment after `now` at which an earlier call may be repeated; undefined if no call waits. */
export function nextRepeat(attempt: Attempt, now: number): number | undefined {
  const operations = new Set(attempt.sends.map(({ operation }) => operation));
  const times = [...operations].map((operation) => sendableFrom(attempt, operation, now));
  const later = times.filter((time) => time > now);
  return later.length > 0 ? Math.min(...later) : undefined;
}

/** Whether a call of the confirmation is known to have left. */
export const confirmationKnownSent = (attempt: Attempt): boolean =>
  confirmingSends(attempt).some(({ outcome }) => outcome !== "unanswered" && outcome !== "turned_away");
