/**
 * The look behind a confirmation. The ledger may be a new one, or an older copy: before the first redeem, activate or
 * create of an attempt the service is asked for what such a ledger would not know of the order. Its user's redemptions are
 * listed and those of the order picked out by their ids; before the first confirmation of the order, and where the list does
 * not show what must be in it, the ids that an unknown attempt would have are asked for as well. Source: integrity I16, rule 6.
 */

import { mapConcurrently } from "../concurrent.ts";
import { type Fulfillment, UpstreamError } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { LOOK_AHEAD, LOOK_FARTHEST, LOOK_MAX, LOOKS_AT_ONCE, WAIT_MAX } from "../timing.ts";
import { absorb, pick } from "./absorb.ts";
import { addBeside, adopt } from "./adopt.ts";
import { isObserved, unobserved } from "./evidence.ts";
import { isAsAsked } from "./first-sighting.ts";
import { type ListedOptions, type Sighting, sight } from "./listed.ts";
import { type Attempt, currentAttempt, isLinkOut, type Order, withAttempt } from "./model.ts";
import { end, giveUp, isBilled, isHarmless } from "./moves.ts";
import { fenceEnd, firstConfirming } from "./sends.ts";
import { attemptNumberOf, upstreamOrderId } from "./upstream-order-id.ts";

/** A redemption of the order, by the number of its attempt. */
export interface Found {
  readonly n: number;
  readonly redemption: Sighting;
  /** The revision of the attempt when the service was asked; absent where the row had none of this number. */
  readonly asOf?: number;
}

export interface LookOptions extends ListedOptions {
  /** Longest order id the service takes, characters. */
  readonly orderIdMax: number;
}

/** Asks the service; changes nothing. Ordered by the number of the attempt. @throws UpstreamError */
export async function lookBehind(order: Order, service: LookOptions): Promise<Found[]> {
  // Before anything of the order was ever confirmed here, it may have a life that this ledger knows nothing of, under
  // another address as well.
  const isFirst = !order.attempts.some(wasConfirmed);
  const asked = new Set<number>();
  const [{ found, isTelling }, early] = await Promise.all([
    listUser(order, service.fulfillment),
    isFirst ? askForUnlisted(order, service, [], asked) : [],
  ]);
  const known = [...found, ...early];
  const late = isTelling && !isFirst ? [] : await askForUnlisted(order, service, known, asked);
  const all = [...known, ...late].filter(
    (each, index, list) => list.findIndex(({ redemption }) => redemption.id === each.redemption.id) === index,
  );
  const sightings = await sight(
    order,
    all.map(({ redemption }) => redemption),
    service,
  );
  const isUnclear = ({ id, ...sighting }: Sighting): boolean =>
    sighting.is_users === undefined && !order.attempts.some(({ redemption_id }) => redemption_id === id);
  // Of the attempt in hand the identical call tells, where nothing speaks against it.
  const inHand = currentAttempt(order);
  const isTold = (each: Sighting): boolean =>
    inHand !== undefined && inHand.upstream_order_id === each.order_id && isAsAsked(order, inHand, each);
  // Whose it is cannot be found out: then the look is none.
  if (sightings.some((each) => isUnclear(each) && !isHarmless(each) && !isTold(each)))
    throw new UpstreamError("invalid");
  return all
    .map(({ n }, index): Found => {
      const asOf = attemptOf(order, n)?.evidence.revision;
      return { n, redemption: sightings[index] as Sighting, ...(asOf !== undefined && { asOf }) };
    })
    .sort((a, b) => a.n - b.n);
}

/** Whether a confirmation of it may have left, or had an effect. */
const wasConfirmed = (attempt: Attempt): boolean =>
  firstConfirming(attempt) !== undefined || ["redeemed", "linked", "refunded"].includes(attempt.phase);

/** What was confirmed and sent stays in hand, and so does what it gave. */
const isKeptInHand = (attempt: Attempt): boolean => wasConfirmed(attempt) && attempt.phase !== "stopped";

/** @returns `isTelling`: whether the list shows a redemption of the order that is known to exist */
async function listUser(
  { site, order_id, pins, attempts }: Order,
  fulfillment: Fulfillment,
): Promise<{ found: Found[]; isTelling: boolean }> {
  const known = new Set(attempts.map((each) => each.redemption_id));
  const found: Found[] = [];
  let isTelling = false;
  let listed = 0;
  if (pins.email === null) return { found, isTelling };
  for await (const redemption of fulfillment.listRedemptions(pins.promotion_id, { email: pins.email })) {
    const n = redemption.order_id && attemptNumberOf(site, order_id, redemption.order_id);
    if (n) found.push({ n, redemption });
    if (known.has(redemption.id)) isTelling = true;
    // Whether the filter is obeyed is not known: everybody's redemptions are not gone through.
    if (++listed >= LOOK_MAX) return { found, isTelling: false };
  }
  return { found, isTelling };
}

/** Attempts of which no redemption is known may exist all the same; and so may those that come after the last that does. */
function unlistedNumbers({ attempts, current }: Order, found: readonly Found[]): number[] {
  // The one in hand may have its number from another life of the ledger. A refusal that was followed by a look, and a hold
  // that was read when it was given up, need no other one.
  const suspects = attempts.filter(
    (each) =>
      each.redemption_id === null &&
      (each.n === current || (["refused", "given_up"].includes(each.phase) && !isObserved(each))),
  );
  const own = Math.max(0, ...attempts.map(({ n }) => n));
  const last = Math.max(own, ...found.map(({ n }) => n));
  // Refused books leave gaps in the numbers, so one missing attempt says nothing of the next.
  const ahead = Math.min(last - own + LOOK_AHEAD, LOOK_FARTHEST);
  return [...suspects.map(({ n }) => n), ...Array.from({ length: ahead }, (_, index) => own + 1 + index)];
}

/**
 * Asks for them until nothing more comes to light.
 * @param asked the numbers that were asked for; those of this call are added
 */
async function askForUnlisted(
  order: Order,
  service: LookOptions,
  known: readonly Found[],
  asked: Set<number>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (;;) {
    const seen = [...known, ...found];
    const numbers = unlistedNumbers(order, seen).filter(
      (n) => !asked.has(n) && !seen.some((each) => each.n === n),
    );
    if (numbers.length === 0) return found;
    for (const n of numbers) asked.add(n);
    const answers = await mapConcurrently(numbers, LOOKS_AT_ONCE, (n) => askFor(order, n, service));
    found.push(...answers.flat());
  }
}

async function askFor(
  { site, order_id, pins, attempts }: Order,
  n: number,
  { fulfillment, orderIdMax }: LookOptions,
): Promise<Found[]> {
  const known = attempts.find((each) => each.n === n)?.upstream_order_id;
  const orderId = known ?? upstreamOrderId(site, order_id, n, orderIdMax);
  const redemptions = await fulfillment.findRedemptions({ promotionId: pins.promotion_id, orderId });
  return redemptions.map((redemption) => ({ n, redemption }));
}

/** Whether what was found is anything that the row does not say. */
export function isNews(order: Order, { n, redemption }: Found): boolean {
  const known = order.attempts.find((each) => each.n === n);
  if (!known) return !isHarmless(redemption);
  // Another user's, and known to be.
  if (known.evidence.others && redemption.is_users === false) return false;
  // Of the attempt in hand that it exists, and of one that was not sent whatever makes it another than what was booked.
  if (known.n === order.current)
    return (
      known.redemption_id === null ||
      (isUnsent(known) && !isHold(order, known, redemption)) ||
      // Another one may have come after it.
      (known.phase === "linked" && !["booked", "pending"].includes(redemption.state)) ||
      (known.phase === "confirmed" && known.evidence.state === "failed" && redemption.state !== "failed")
    );
  // Of a hold that was given up, or of an attempt that ended without a code, only a code is news, or a link to one.
  if (known.phase === "refused") return !isHarmless(redemption);
  const isEnded = ["given_up", "void", "stopped"].includes(known.phase);
  const isLinked = known.phase === "given_up" && isLinkOut(order, redemption.state, known);
  return isEnded && (isBilled(redemption) || known.redemption_id === null || isLinked);
}

/** Booked, or confirmed and not sent yet. */
const isUnsent = (attempt: Attempt): boolean =>
  attempt.phase === "booked" || (attempt.phase === "confirmed" && !firstConfirming(attempt));

/** Whether it still is what was booked. */
const isHold = (order: Order, known: Attempt, redemption: Redemption): boolean =>
  redemption.state === "booked" ||
  (redemption.state === "pending" && !isLinkOut(order, redemption.state, known));

/**
 * What the order has beside the attempt in hand, by what was found: a code, or a link that is out. Another user's stands in
 * the way of what was not sent yet, until a person has found out what it is; of what was sent it says nothing.
 */
export function rivalsOf(order: Order, found: readonly Found[]): Found[] {
  const current = currentAttempt(order);
  const isSent = current !== undefined && !isUnsent(current);
  const isRival = ({ n, redemption }: Found): boolean =>
    n !== order.current &&
    (redemption.is_users !== false || !isSent) &&
    (isBilled(redemption) || isLinkOut(order, redemption.state, attemptOf(order, n)));
  return found.filter((each) => isRival(each) && isNews(order, each));
}

/**
 * What was found means this: pure. With no news, the attempt in hand may be redeemed.
 * @param now service time, epoch ms
 */
export function applyFindings(order: Order, found: readonly Found[], now: number): Order {
  const { current } = order;
  const news = found.filter((each) => isNews(order, each));
  let next = order;
  const before = currentAttempt(order);
  // What was not confirmed, or not sent yet, gives way to a code that the order has already, and to a link to one.
  const rivals = rivalsOf(order, found);
  if (before && rivals.length > 0) {
    if (isUnsent(before)) next = giveUp(next, before, now);
    else if (isOutlived(before) && !news.some(({ n }) => n === current)) {
      const quiet = fenceEnd(before);
      // What an earlier process sent for it may still arrive; until then nothing is sent again.
      if (quiet > now)
        return withAttempt(order, before.n, {
          retry: { ...before.retry, until: Math.min(quiet, now + WAIT_MAX) },
        });
      next = before.evidence.billed ? giveUp(next, before, now) : end(next, before.n, "void");
    }
  }
  const unknown = news.filter(({ n }) => !order.attempts.some((each) => each.n === n));
  // It was not meant for what comes to light now.
  if (before?.request?.operation === "cancel" && unknown.length > 0)
    next = withAttempt(next, before.n, { request: undefined });
  // What a person has seen to is theirs again where it takes the place of what the user confirmed.
  if (next.current !== current)
    for (const { n } of rivals) next = withAttempt(next, n, { released_at: undefined });
  for (const attempt of next.attempts) {
    const own = news.filter(({ n }) => n === attempt.n);
    const redemption = pick(
      attempt,
      own.map((each) => each.redemption),
    );
    if (!redemption) continue;
    // What is given up because of the findings changes by that: the findings speak of what it was before.
    const isAsAsked = attempt.evidence.revision === attemptOf(order, attempt.n)?.evidence.revision;
    const asOf = isAsAsked ? own[0]?.asOf : undefined;
    next = absorb(next, attempt.n, { kind: "read", redemption, asOf }, now);
  }
  // One is the order's reward, or a person's case: above all the one that was billed.
  const first =
    unknown.find(({ redemption }) => isBilled(redemption)) ??
    unknown.find(({ redemption }) => isLinkOut(order, redemption.state, undefined)) ??
    unknown[0];
  for (const each of first ? [first, ...unknown.filter((other) => other !== first)] : []) {
    const { n, redemption } = each;
    // Two of one number are not expected; the one that was billed came first.
    if (next.attempts.some((known) => known.n === n)) continue;
    const held = currentAttempt(next);
    const isSettled = next.current !== null && next.current !== current;
    const add = each !== first || isSettled || (held && isKeptInHand(held)) ? addBeside : adopt;
    next = add(next, n, redemption.order_id ?? "", redemption, now);
  }
  return letGo(next, order, now);
}

const attemptOf = ({ attempts }: Order, number: number): Attempt | undefined =>
  attempts.find(({ n }) => n === number);

/** Lets the call of the attempt in hand go, where that still is the one that the look was for. */
function letGo(order: Order, before: Order, now: number): Order {
  const inHand = currentAttempt(order);
  if (inHand?.n !== before.current || !inHand) return order;
  // What was sent is read once more before it is repeated: an older copy does not know what came of it.
  if (inHand.phase === "confirmed")
    return withAttempt(order, inHand.n, {
      // The waits that came before were for a call that may leave now.
      ...(firstConfirming(inHand) && { evidence: unobserved(inHand) }),
      retry: { tries: firstConfirming(inHand) ? 0 : inHand.retry.tries, until: now },
    });
  return inHand.request?.operation === "cancel"
    ? // The waits that came before were for somebody else's call.
      withAttempt(order, inHand.n, { retry: { tries: 0, until: now } })
    : order;
}

/**
 * Whether it was sent and nothing is known to have come of it, in a state in which another attempt may have been opened: after
 * one that failed, which a person released, or of which there never was a redemption.
 */
const isOutlived = (attempt: Attempt): boolean =>
  attempt.phase === "confirmed" && (attempt.redemption_id === null || attempt.evidence.state === "failed");
