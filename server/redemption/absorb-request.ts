/**
 * The effect of an observation on a cancel or refund that the site asked for. Pure. The request ends when the redemption has the
 * requested state, and when the attempt was given up or can no longer be canceled or refunded. Otherwise a readable answer to the
 * call, or a reading after a clear answer, ends the request, unless an earlier call of the request may still take effect.
 * Source: interface, R7 and R8; integrity rules 1, 3 and 10.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import { WAIT_MAX } from "../timing.ts";
import { markObserved, nextRevision, type Seen } from "./evidence.ts";
import { type Attempt, attemptOf, changed, type Order, type SiteRequest, withAttempt } from "./model.ts";
import { reach } from "./moves.ts";
import { passesGate } from "./recovery-gate.ts";
import { isBilled, withSeenCode } from "./redemption-facts.ts";
import { AT_ONCE, later, untilRepeat } from "./repeat.ts";
import { claim, observedAt, quietFrom, readableFrom, requestSend } from "./sends.ts";

/** The state that each request leads to. */
const LEADS_TO = { cancel: "canceled", refund: "refunded" } as const satisfies Record<SiteRequest, string>;

/** @param absorbed the order after the observation, as if the site had asked for nothing */
export function absorbRequest(
  order: Order,
  before: Attempt,
  absorbed: Order,
  redemption: Redemption,
  seen: Seen,
): Order {
  const { now, askedAt = now, answerTo } = seen;
  const requested = before.request?.operation;
  if (!requested) return absorbed;
  const mayClose = passesGate(requested, before, seen);
  if (!mayClose && !isLast(redemption)) {
    // The ledger may lack how this attempt ended, and the attempt after it: the recovery lookup comes first.
    return withAttempt(order, before.n, { evidence: { state: redemption.state }, ...later(before, now) });
  }
  if (redemption.state === LEADS_TO[requested]) return settleRequest(order, before, requested, redemption);
  const attempt = attemptOf(absorbed, before.n);
  // An attempt that was given up has lost its request.
  if (!attempt?.request) return absorbed;
  // Redeemed: a cancel is answered by it; a refund is still open.
  if (requested === "cancel" && attempt.phase === "redeemed") return drop(absorbed, attempt.n);
  if (!mayClose) {
    // While another process may still be sending, the next reading need not be soon.
    const wait = claim(attempt, now)
      ? later({ ...attempt, retry: before.retry }, now)
      : { retry: { ...attempt.retry, until: now } };
    return withAttempt(absorbed, attempt.n, { evidence: observedAt(attempt, askedAt), ...wait });
  }
  if (!isClosable(attempt)) return drop(absorbed, attempt.n);
  if (requestSend(attempt, requested)?.outcome !== "clear") {
    // The reading is the one before the repeat, also if the attempt has to be read again for another reason.
    const read = changed(attempt, { evidence: observedAt(attempt, askedAt), retry: before.retry });
    return withAttempt(absorbed, attempt.n, { evidence: read.evidence, ...untilRepeat(order, read, now) });
  }
  // The answer to the call itself is final. A reading may lag behind the answer: the call may have been delivered twice, and the
  // first delivery carried out.
  const told = answerTo === requested ? now : readableFrom(attempt);
  const knownFrom = Math.max(quietFrom(attempt, [requested]), told);
  if (knownFrom <= askedAt) return drop(absorbed, attempt.n);
  const retry = { ...attempt.retry, until: Math.min(knownFrom, now + WAIT_MAX) };
  return withAttempt(absorbed, attempt.n, { evidence: nextRevision(attempt), retry });
}

/**
 * Whether no attempt can have been opened after this one (rule 4): its link is unopened, or it was redeemed. No lookup is needed.
 */
export const isLast = ({ state }: Redemption): boolean => state === "pending" || state === "redeemed";

/** Whether a cancel or a refund can still change something. */
function isClosable({ phase }: Attempt): boolean {
  return ["booked", "given_up", "redeemed", "linked", "stopped"].includes(phase);
}

/** Ends the site's request. */
function drop(order: Order, n: number): Order {
  return withAttempt(order, n, { request: undefined, retry: AT_ONCE });
}

function settleRequest(order: Order, before: Attempt, requested: SiteRequest, redemption: Redemption): Order {
  const attempt = changed(before, {
    evidence: { ...markObserved(before), state: redemption.state },
    request: undefined,
    redemption_id: before.redemption_id ?? redemption.id,
  });
  const known = withAttempt(order, before.n, attempt);
  switch (requested) {
    case "refund":
      return reach(known, attempt, "refunded");
    case "cancel": {
      // This answer shows whether something was paid; a code that was seen once was made.
      const billed = isBilled(withSeenCode(before, redemption)) || undefined;
      const ended = withAttempt(known, before.n, {
        phase: "void",
        stop: null,
        retry: AT_ONCE,
        evidence: { billed },
      });
      return { ...ended, canceled: true };
    }
    default:
      return requested satisfies never;
  }
}
