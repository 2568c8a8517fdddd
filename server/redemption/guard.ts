/**
 * The look behind a confirmation. The ledger may be a new one, or an older copy: before the first redeem, activate or
 * create of an attempt the service is asked for what such a ledger would not know of the order. Its user's redemptions are
 * listed and those of the order picked out by their ids; before the first confirmation of the order, and where the list does
 * not show what must be in it, the ids that an unknown attempt would have are asked for as well. Source: integrity I16, rule 6.
 */

import { mapConcurrently } from "../concurrent.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { LOOK_AHEAD, LOOK_MAX, LOOKS_AT_ONCE } from "../timing.ts";
import { absorb } from "./absorb.ts";
import { addBeside, adopt, isHarmless } from "./adopt.ts";
import {
  type Attempt,
  currentAttempt,
  isConfirmed,
  isPendingUser,
  linkPhaseOf,
  type Order,
  withAttempt,
} from "./model.ts";
import { giveUp, hadCode } from "./moves.ts";
import { firstConfirming } from "./sends.ts";
import { attemptNumberOf, upstreamOrderId } from "./upstream-order-id.ts";

/** A redemption of the order, by the number of its attempt. */
export interface Found {
  readonly n: number;
  readonly redemption: Redemption;
}

export interface LookOptions {
  readonly fulfillment: Fulfillment;
  /** Longest order id the service takes, characters. */
  readonly orderIdMax: number;
}

/** Asks the service; changes nothing. Ordered by the number of the attempt. @throws UpstreamError */
export async function lookBehind(order: Order, service: LookOptions): Promise<Found[]> {
  // Before anything of the order was ever confirmed here, it may have a life that this ledger knows nothing of, under
  // another address as well.
  const isFirst = !order.attempts.some(wasConfirmed);
  const [{ found, isTelling }, asked] = await Promise.all([
    listUser(order, service.fulfillment),
    isFirst ? askForUnlisted(order, service) : [],
  ]);
  const more = isTelling || isFirst ? [] : await askForUnlisted(order, service);
  const all = [...found, ...asked, ...more].filter(
    (each, index, list) => list.findIndex(({ redemption }) => redemption.id === each.redemption.id) === index,
  );
  return all.sort((a, b) => a.n - b.n);
}

/** Whether a confirmation of it may have left, or had an effect. */
const wasConfirmed = (attempt: Attempt): boolean =>
  firstConfirming(attempt) !== undefined ||
  ["redeemed", "activated", "notified", "refunded"].includes(attempt.phase);

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

/** Attempts of which no redemption is known may exist all the same; and so may those that come next. */
function unlistedNumbers({ attempts, current }: Order): number[] {
  // A refusal that was followed by a look, and a hold that was read when it was given up, need no other one.
  const suspects = attempts.filter(
    ({ n, phase, redemption_id, looked, checked }) =>
      n !== current &&
      redemption_id === null &&
      ((phase === "refused" && !looked) || (phase === "given_up" && !checked)),
  );
  // Refused books leave gaps in the numbers, so one missing attempt says nothing of the next.
  const next = Math.max(0, ...attempts.map((each) => each.n)) + 1;
  return [...suspects.map(({ n }) => n), ...Array.from({ length: LOOK_AHEAD }, (_, index) => next + index)];
}

async function askForUnlisted(order: Order, service: LookOptions): Promise<Found[]> {
  const asked = await mapConcurrently(unlistedNumbers(order), LOOKS_AT_ONCE, (n) =>
    askFor(order, n, service),
  );
  return asked.flat();
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
  // Of the attempt in hand that it exists, and of one that was not sent whatever makes it another than what was booked.
  if (known.n === order.current)
    return (
      known.redemption_id === null ||
      (isUnsent(known) && !isHold(order, redemption)) ||
      // Another one may have come after it.
      (isPendingUser(known) && !["booked", "pending"].includes(redemption.state))
    );
  // Of a hold that was given up, or of an attempt that ended without a code, only a code is news, or a link to one.
  if (known.phase === "refused") return !isHarmless(redemption);
  const isEnded = ["given_up", "void", "stopped"].includes(known.phase);
  const isLinked = known.phase === "given_up" && isLinkOut(order, redemption);
  return isEnded && (isBilled(redemption) || known.redemption_id === null || isLinked);
}

/** Booked, or confirmed and not sent yet. */
const isUnsent = (attempt: Attempt): boolean =>
  attempt.phase === "booked" || (isConfirmed(attempt) && !firstConfirming(attempt));

/** Whether it still is what was booked. */
const isHold = (order: Order, redemption: Redemption): boolean =>
  redemption.state === "booked" || (redemption.state === "pending" && !isLinkOut(order, redemption));

/** Whether the user has a link, of which this ledger knows nothing. */
const isLinkOut = (order: Order, { state }: Redemption): boolean => linkPhaseOf(order, state) !== undefined;

const isBilled = (redemption: Redemption): boolean =>
  redemption.state === "redeemed" || redemption.has_codes || hadCode(redemption);

/** What was found means this: pure. With no news, the attempt in hand may be redeemed. `now` is service time. */
export function applyFindings(order: Order, found: readonly Found[], now: number): Order {
  const { current } = order;
  const news = found.filter((each) => isNews(order, each));
  let next = order;
  const before = currentAttempt(order);
  // What was not confirmed, or not sent yet, gives way to a code that the order has already, and to a link to one.
  const hasPriority = ({ n, redemption }: Found): boolean =>
    n !== current && (isBilled(redemption) || isLinkOut(order, redemption));
  if (before && isUnsent(before) && news.some(hasPriority)) next = giveUp(next, before, now);
  const unknown = news.filter(({ n }) => !order.attempts.some((each) => each.n === n));
  // A cancel was wished for without a look: it was not meant for what comes to light now.
  if (before?.closing_unlooked && unknown.length > 0)
    next = withAttempt(next, before.n, {
      closing: undefined,
      closing_at: undefined,
      closing_unlooked: undefined,
    });
  for (const { n, redemption } of news) {
    if (next.attempts.some((each) => each.n === n)) next = absorb(next, n, { kind: "read", redemption }, now);
  }
  // One is the order's reward, or a person's case: above all the one that was billed.
  const adopted = unknown.find(({ redemption }) => isBilled(redemption)) ?? unknown[0];
  const isSettled = next.current !== null && next.current !== current;
  if (adopted && !isSettled) {
    const { n, redemption } = adopted;
    const held = currentAttempt(next);
    const add = held && isKeptInHand(held) ? addBeside : adopt;
    next = add(next, n, redemption.order_id ?? "", redemption, now);
  }
  const inHand = currentAttempt(next);
  // A look that comes late, after another one has let the call go, says nothing of what was sent since.
  const isWaiting =
    inHand?.n === current && ((isConfirmed(inHand) && !inHand.guarded) || inHand.closing_unlooked === true);
  return inHand && isWaiting ? absorb(next, inHand.n, { kind: "guarded" }, now) : next;
}
