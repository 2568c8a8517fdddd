/**
 * What an answer means for an order: pure, and true whoever else changed the row in between, because it looks only at
 * the attempt as it stands. Source: integrity rules 2 to 6.
 */
import type { Outcome } from "../fulfillment/outcome.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { REFUSAL_SETTLED } from "../timing.ts";
import { absorbRedemption, type Word } from "./absorb-redemption.ts";
import { type AsOf, isObserved, isOutdated, observed, unobserved, withRevision } from "./evidence.ts";
import { absorbUnlisted, firstSighting } from "./first-sighting.ts";
import type { Sighting } from "./listed.ts";
import { type Attempt, type Operation, type Order, type Send, withAttempt } from "./model.ts";
import { AT_ONCE, end, giveUp, isBilled, isHarmless, later, since } from "./moves.ts";
import { answered, hasOpenSends } from "./sends.ts";

export type Observation =
  /** `asOf`: the revision that the announcement of the call made. */
  | ({
      readonly kind: "sent";
      readonly operation: Operation;
      readonly by: string;
      readonly outcome: Outcome;
    } & AsOf)
  /** List redemptions by order id; empty proves nothing by itself. `askedAt`: service time, epoch ms. */
  | ({
      readonly kind: "looked";
      readonly found: readonly Sighting[];
      readonly askedAt: number;
      readonly isLookedUp?: boolean;
    } & AsOf)
  /** `isLookedUp`: whether the process that asked has looked for what the ledger does not know. */
  | ({ readonly kind: "read"; readonly redemption: Sighting; readonly isLookedUp?: boolean } & AsOf)
  /** The service could not be asked. */
  | { readonly kind: "unreadable" }
  /** The service says that there is no such redemption. */
  | ({ readonly kind: "missing" } & AsOf)
  /** The hold ran out. */
  | { readonly kind: "lapsed" }
  /** The reward may no longer be booked (I9): a book is not repeated. */
  | { readonly kind: "unusable" };

/** The order after an observation about attempt `n`; `now` is service time, epoch ms. */
export function absorb(order: Order, n: number, observation: Observation, now: number): Order {
  const attempt = order.attempts.find((each) => each.n === n);
  if (!attempt) return order;
  const after = absorbObservation(order, attempt, observation, now);
  const attempts = after.attempts.map((each) => (each.n === n ? withRevision(attempt, each) : each));
  return after === order ? order : { ...after, attempts };
}

function absorbObservation(order: Order, attempt: Attempt, observation: Observation, now: number): Order {
  const { n } = attempt;
  switch (observation.kind) {
    case "sent":
      return absorbOutcome(order, attempt, observation, now);
    case "looked": {
      const found = pick(attempt, observation.found);
      if (isOutdated(attempt, observation)) return found ? recall(order, attempt, found, { now }) : order;
      if (found) return absorbRedemption(order, attempt, found, { now, isLookedUp: observation.isLookedUp });
      return absorbAbsence(order, attempt, observation.askedAt, now);
    }
    case "read": {
      const { redemption, isLookedUp } = observation;
      if (isOutdated(attempt, observation)) return recall(order, attempt, redemption, { now });
      return readWhileHeld(absorbRedemption(order, attempt, redemption, { now, isLookedUp }), attempt, now);
    }
    case "unreadable":
      return withAttempt(order, n, later(attempt, now));
    case "missing":
      return isOutdated(attempt, observation) ? order : absorbMissing(order, attempt, now);
    case "lapsed":
      // A wish of the site outlives the hold: its answer decides what becomes of the attempt.
      if (attempt.request) return order;
      return attempt.phase === "booked" || attempt.phase === "booking" ? giveUp(order, attempt, now) : order;
    case "unusable":
      return withAttempt(order, n, {
        // Where a redemption exists its fence comes next: it cannot be made again. What may have worked already is looked for,
        // and is repeated once it may be had again.
        ...(makesRedemption(attempt)
          ? {
              evidence: unobserved(attempt),
              ...(!hasOpenSends(attempt) && { refusal: { code: "reward_unavailable" as const } }),
            }
          : { evidence: { failures: attempt.evidence.failures + 1 } }),
        ...later(attempt, now),
      });
    default:
      return observation satisfies never;
  }
}

/** Whether the call under way is one that makes the redemption. */
function makesRedemption({ phase, redemption_id }: Attempt): boolean {
  return redemption_id === null && (phase === "booking" || phase === "confirmed");
}

/** Whether an answer with this state leaves nothing of the call itself in doubt. */
function isClear(operation: Operation, state: string): boolean {
  switch (operation) {
    case "redeem":
      return state !== "booked" && state !== "pending";
    case "activate":
      return state !== "booked";
    case "book":
    case "create":
    case "cancel":
    case "refund":
      return true;
    default:
      return operation satisfies never;
  }
}

/** What was adopted and waits for a person is read once more when its hold must have ended (next.ts). */
function readWhileHeld(order: Order, { n, hold_ends_at }: Attempt, now: number): Order {
  const adopted = order.attempts.find((each) => each.n === n && each.stop === "later_attempt");
  return adopted?.phase === "stopped" && now < hold_ends_at
    ? withAttempt(order, n, { evidence: unobserved(adopted) })
    : order;
}

/**
 * What never changes is kept of an outdated observation: which redemption the attempt has, and that a code was made. How the
 * redemption stands is asked for again.
 */
function recall(order: Order, before: Attempt, redemption: Sighting, { now, answerTo }: Word): Order {
  const first =
    before.redemption_id === null
      ? firstSighting(order, before, redemption, { now, answerTo })
      : { attempt: before };
  if ("order" in first) return first.order;
  const { attempt } = first;
  const redemption_id = attempt.redemption_id ?? redemption.id;
  const had_code = attempt.evidence.had_code || isBilled(redemption) || undefined;
  if (redemption_id === before.redemption_id && had_code === before.evidence.had_code) return order;
  const evidence = { ...attempt.evidence, ...unobserved(attempt), had_code };
  return withAttempt(order, attempt.n, { ...attempt, redemption_id, evidence });
}

/** Several redemptions under one order id are not expected; the one that was billed must not be overlooked, nor one that lives. */
export function pick<R extends Redemption>(attempt: Attempt, found: readonly R[]): R | undefined {
  return (
    found.find((each) => each.id === attempt.redemption_id) ??
    found.find(isBilled) ??
    found.find((each) => !isHarmless(each)) ??
    found[0]
  );
}

function absorbOutcome(
  order: Order,
  before: Attempt,
  { operation, by, outcome, asOf }: Extract<Observation, { kind: "sent" }>,
  now: number,
): Order {
  const note = (answer: Send["answer"] | "not_sent"): { order: Order; attempt: Attempt } => {
    const attempt = answered(before, operation, by, answer);
    return { order: withAttempt(order, attempt.n, { ...attempt }), attempt };
  };
  switch (outcome.kind) {
    case "answered": {
      const { redemption } = outcome;
      const { order: noted, attempt } = note(isClear(operation, redemption.state) ? "clear" : "doubt");
      const word: Word = { now, isLookedUp: true, answerTo: operation };
      if (isOutdated(before, { asOf })) return recall(noted, attempt, redemption, word);
      return absorbRedemption(noted, attempt, redemption, word);
    }
    case "refused": {
      // That a token ended is about who asks: what the site wished for is not answered by it.
      const isWish = operation === "cancel" || operation === "refund";
      const isTurnedAway = outcome.status === 401 && outcome.error !== "forbidden";
      const isAnswer = !isWish || !isTurnedAway;
      const { order: noted, attempt } = note(isTurnedAway ? "nothing" : "clear");
      if (!isAnswer) return withAttempt(noted, attempt.n, later(attempt, now));
      if (operation !== "book" && operation !== "create") {
        // Read before anything is decided; the pause keeps a service that always refuses from being hammered.
        const pause = attempt.retry.tries === 0 ? { retry: { tries: 1, until: now } } : later(attempt, now);
        return withAttempt(noted, attempt.n, pause);
      }
      // A create that is repeated for a redemption that exists is read like any other call on it.
      if (operation === "create" && attempt.redemption_id !== null)
        return withAttempt(noted, attempt.n, later(attempt, now));
      if (!makesRedemption(attempt)) return noted;
      const code = refusalOf(outcome);
      if (!hasOpenSends(attempt) && code !== "reward_unavailable" && operation === "book") {
        // It was about who asks, not about what: at worst a gateway delivered it twice, and a hold lapses.
        const refused = { evidence: observed(attempt), refusal: { code } };
        return end(withAttempt(noted, attempt.n, refused), attempt.n, "refused");
      }
      if (!hasOpenSends(attempt)) {
        // A gateway may have delivered it twice: a Create that worked may be refused the second time, for whatever reason.
        const refusal = { code, ...(operation === "create" && { at: now }) };
        return withAttempt(noted, attempt.n, { refusal, retry: { ...attempt.retry, until: now } });
      }
      // An earlier book is in doubt: the refusal may only mean that it worked. Look again, later (rule 2).
      return withAttempt(noted, attempt.n, later(attempt, now));
    }
    case "not_sent": {
      const { order: noted, attempt } = note("not_sent");
      if (makesRedemption(attempt) && attempt.sends.length === 0) {
        return end(
          withAttempt(noted, attempt.n, { refusal: { code: "upstream_unavailable" } }),
          attempt.n,
          "refused",
        );
      }
      return withAttempt(noted, attempt.n, later(attempt, now));
    }
    case "foreign":
    case "unknown": {
      const { order: noted, attempt } = note("doubt");
      const atLeast = outcome.kind === "unknown" ? outcome.retryAfterMs : 0;
      return withAttempt(noted, attempt.n, later(attempt, now, atLeast));
    }
    default:
      return outcome satisfies never;
  }
}

/** As the browser is told. Only a 401 is about who asks; everything else is about the reward. */
function refusalOf({
  status,
  error,
}: Extract<Outcome, { kind: "refused" }>): NonNullable<Attempt["refusal"]>["code"] {
  if (status !== 401) return "reward_unavailable";
  return error === "forbidden" ? "upstream_forbidden" : "upstream_unavailable";
}

/**
 * Nothing is listed under the order id. Only together with a clear refusal of every call does that end an attempt: of a
 * Create where the list was asked for after its lag, of a Book at once, which is looked for once more after that.
 */
function absorbAbsence(order: Order, attempt: Attempt, askedAt: number, now: number): Order {
  switch (attempt.phase) {
    case "booking":
    case "confirmed":
      if (attempt.evidence.unlisted_since !== undefined) return absorbUnlisted(order, attempt, askedAt, now);
      if (attempt.refusal !== null && !hasOpenSends(attempt)) {
        const { code, at } = attempt.refusal;
        const refusedAt = at === undefined ? undefined : since(at, now);
        if (refusedAt !== undefined && askedAt < refusedAt + REFUSAL_SETTLED) {
          // What a second delivery made is looked for all the while: its user waits for it.
          const { retry } = later(attempt, now);
          return withAttempt(order, attempt.n, {
            evidence: observed(attempt),
            refusal: { code, at: refusedAt },
            retry: { ...retry, until: Math.min(retry.until, refusedAt + REFUSAL_SETTLED) },
          });
        }
        const ended = end(order, attempt.n, "refused");
        return withAttempt(
          ended,
          attempt.n,
          attempt.phase === "booking"
            ? { evidence: unobserved(attempt), retry: { ...attempt.retry, until: now + REFUSAL_SETTLED } }
            : { evidence: observed(attempt), retry: AT_ONCE },
        );
      }
      // The first look frees the repeat at once, later ones wait: the list may lag.
      return withAttempt(order, attempt.n, {
        evidence: observed(attempt),
        ...(isObserved(attempt) ? later(attempt, now) : { retry: { ...attempt.retry, until: now } }),
      });
    case "given_up":
    case "refused":
      return withAttempt(order, attempt.n, { evidence: observed(attempt) });
    default:
      return withAttempt(order, attempt.n, later(attempt, now));
  }
}

/** A hold that nobody waits for and that the service does not know once it must have ended needs no look any more. */
function absorbMissing(order: Order, attempt: Attempt, now: number): Order {
  const isLeft = attempt.phase === "given_up" || attempt.stop === "later_attempt";
  const isOver = isLeft && !attempt.request && now >= attempt.hold_ends_at;
  return withAttempt(order, attempt.n, isOver ? { evidence: observed(attempt) } : later(attempt, now));
}
