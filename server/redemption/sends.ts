/** The announced changing calls of an attempt: who sends, what is still open, and how many the budget allows. */
import { BOOK_SENDS_MAX, CLAIM, LATE_EFFECT, LEAVE_WITHIN, SEND_WINDOW, SENDS_MAX } from "../timing.ts";
import { type Attempt, CONFIRMING, type Operation, type Send } from "./model.ts";

const CONFIRMING_OPERATIONS: ReadonlySet<Operation> = new Set(Object.values(CONFIRMING));

const isConfirming = ({ operation }: Send): boolean => CONFIRMING_OPERATIONS.has(operation);

/** The oldest announced call that a confirmation stands for. */
export function firstConfirming({ sends }: Attempt): Send | undefined {
  return sends.find(isConfirming);
}

/** Whether what a confirmation stands for was announced more than once. */
export const wasRepeated = ({ sends }: Attempt): boolean => sends.filter(isConfirming).length > 1;

/** Adds the announcement of a call; the row must be durable before the call is sent (integrity rule 1). */
export function announce(attempt: Attempt, operation: Send["operation"], by: string, now: number): Attempt {
  const recent = attempt.sends.filter((send) => send.at > now - SEND_WINDOW - LATE_EFFECT);
  const first = firstConfirming(attempt);
  const kept = first && !recent.includes(first) ? [first, ...recent] : recent;
  return { ...attempt, sends: [...kept, { operation, at: now, by, answer: "none" }], looked: false };
}

/** Notes what the answer to the last announced call of `operation` by `by` proved; `not_sent` takes it back. */
export function answered(
  attempt: Attempt,
  operation: Send["operation"],
  by: string,
  answer: Send["answer"] | "not_sent",
): Attempt {
  const index = attempt.sends.findLastIndex(
    (send) => send.operation === operation && send.by === by && send.answer === "none",
  );
  if (index < 0) return attempt;
  const sends =
    answer === "not_sent"
      ? attempt.sends.filter((_, at) => at !== index)
      : attempt.sends.map((send, at) => (at === index ? { ...send, answer } : send));
  return { ...attempt, sends };
}

/**
 * Announces that a call of `by` goes out a second time, after an answer that proves that the first one did nothing; each
 * counts. Undefined where it may not: its claim is over, or the budget of I15 is used up.
 */
export function announceAgain(
  attempt: Attempt,
  operation: Send["operation"],
  by: string,
  now: number,
): Attempt | undefined {
  const last = claim(attempt, now);
  if (last?.operation !== operation || last.by !== by) return undefined;
  const first = answered(attempt, operation, by, "clear");
  return sendableFrom(first, operation, now) > now ? undefined : announce(first, operation, by, now);
}

/** Milliseconds within which a call that was announced may still leave; see LEAVE_WITHIN. */
export function leavesWithin(
  attempt: Attempt,
  operation: Send["operation"],
  by: string,
  now: number,
): number {
  const own = attempt.sends.findLast((send) => send.operation === operation && send.by === by);
  return own ? own.at + LEAVE_WITHIN - now : 0;
}

/** The call somebody is believed to be waiting for right now. */
export function claim(attempt: Attempt, now: number): Send | undefined {
  const last = attempt.sends.at(-1);
  return last?.answer === "none" && last.at + CLAIM > now ? last : undefined;
}

/** Service time from which every call sent was answered clearly, or is too old to take effect (rule 4). */
export function fenceEnd(attempt: Attempt): number {
  const open = attempt.sends.filter((send) => send.operation !== "book" && send.answer !== "clear");
  return Math.max(0, ...open.map((send) => send.at + LATE_EFFECT));
}

/** The last call that was announced for the wish at hand; calls for an earlier one are not it. */
export function closingSend(
  { sends, closing_at = 0, closing_from = 0 }: Attempt,
  closing: Operation,
): Send | undefined {
  const from = Math.max(closing_at, closing_from);
  return sends.findLast(({ operation, at }) => operation === closing && at >= from);
}

/** Service time from which no call of `operation` whose answer is not known can take effect any more. */
export function lateUntil({ sends }: Attempt, operation: Operation): number {
  const open = sends.filter((send) => send.operation === operation && send.answer !== "clear");
  return Math.max(0, ...open.map((send) => send.at + LATE_EFFECT));
}

/** Whether some call may have had an effect that we do not know. */
export function hasOpenSends(attempt: Attempt): boolean {
  return attempt.sends.some((send) => send.answer !== "clear");
}

/** Service time from which `operation` may be sent again under the budget of I15. */
export function sendableFrom(attempt: Attempt, operation: Send["operation"], now: number): number {
  const recent = attempt.sends.filter((send) => send.at > now - SEND_WINDOW);
  const freeAt = (sends: readonly Send[], max: number): number => {
    const blocking = sends[sends.length - max];
    return blocking === undefined ? now : blocking.at + SEND_WINDOW;
  };
  const all = freeAt(recent, SENDS_MAX);
  if (operation !== "book") return all;
  return Math.max(
    all,
    freeAt(
      recent.filter((send) => send.operation === "book"),
      BOOK_SENDS_MAX,
    ),
  );
}

/** Whether what was confirmed is known to have reached the service, at least as a request. */
export function confirmationKnownSent(attempt: Attempt): boolean {
  return attempt.sends.some(
    ({ operation, answer }) => CONFIRMING_OPERATIONS.has(operation) && answer !== "none",
  );
}
