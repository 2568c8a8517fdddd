/**
 * The recovery lookup: asks the service for attempts of an order that a new ledger, or an older copy of one, does not know. The
 * redemptions of the order's user are listed, and those of this order are selected by their order ids. The order ids that unknown
 * attempts would have are asked for too: before the first confirmation of the order, and if the list lacks a redemption that is
 * known to exist. An attempt that may still get a code without a call of this ledger is read by its redemption's id, because a list
 * may lag for minutes. recovery-findings.ts interprets the findings. Source: integrity I16, rules 4 and 6.
 */

import { mapConcurrently } from "../concurrent.ts";
import { type Fulfillment, UpstreamError } from "../fulfillment/client.ts";
import { LOOK_AHEAD, LOOK_FARTHEST, LOOK_MAX, LOOKS_AT_ONCE } from "../timing.ts";
import { mayHaveReward } from "./attempt-facts.ts";
import { BEFORE_OPENED, isObserved } from "./evidence.ts";
import { matchesCall } from "./first-sighting.ts";
import { attemptOf, currentAttempt, type Order } from "./model.ts";
import { laterOf, type OwnershipOptions, type Sighting, sight } from "./ownership.ts";
import { isHarmless } from "./redemption-facts.ts";
import { mayRevive } from "./revival.ts";
import { attemptNumberOf, upstreamOrderId } from "./upstream-order-id.ts";

/** A redemption of the order, by the number of its attempt. */
export interface Found {
  readonly n: number;
  readonly redemption: Sighting;
  /** The revision of the attempt when the service was asked; BEFORE_OPENED where the row had none of this number. */
  readonly asOf: number;
}

export interface LookupOptions extends OwnershipOptions {
  /** Longest order id the service takes, characters. */
  readonly orderIdMax: number;
}

/** Asks the service; changes nothing. Ordered by the number of the attempt. @throws UpstreamError */
export async function recoveryLookup(order: Order, service: LookupOptions): Promise<Found[]> {
  // An order without a confirmation here may have been confirmed in a lost ledger, also under another e-mail address.
  const isFirst = !order.attempts.some(mayHaveReward);
  const asked = new Set<number>();
  const [read, { found, isComplete }, early] = await Promise.all([
    readRevivable(order, service.fulfillment),
    listUser(order, service.fulfillment),
    isFirst ? askForOthers(order, service, [], asked) : [],
  ]);
  const listed = [...found, ...early];
  const known = [...read.map((each) => laterOfBoth(each, listed)), ...listed];
  const late = isComplete && !isFirst ? [] : await askForOthers(order, service, known, asked);
  const all = [...known, ...late].filter(
    (each, index, list) => list.findIndex(({ redemption }) => redemption.id === each.redemption.id) === index,
  );
  const sightings = await sight(
    order,
    all.map(({ redemption }) => redemption),
    service,
  );
  const isUnclear = ({ id, ...sighting }: Sighting): boolean =>
    sighting.is_own_users === undefined && !order.attempts.some(({ redemption_id }) => redemption_id === id);
  // For the current attempt, the answer to the identical call will show whose the redemption is.
  const current = currentAttempt(order);
  const isAnsweredByRepeat = (each: Sighting): boolean =>
    current !== undefined && current.upstream_order_id === each.order_id && matchesCall(order, current, each);
  // A redemption whose user is unknown makes the lookup fail.
  if (sightings.some((each) => isUnclear(each) && !isHarmless(each) && !isAnsweredByRepeat(each)))
    throw new UpstreamError("invalid");
  return all
    .map(({ n }, index): Found => {
      const asOf = attemptOf(order, n)?.evidence.revision ?? BEFORE_OPENED;
      return { n, redemption: sightings[index] as Sighting, asOf };
    })
    .sort((a, b) => a.n - b.n);
}

/** A redemption whose user is not known yet. */
type Unsighted = Pick<Found, "n" | "redemption">;

/** The redemptions of attempts that may still get a code without a call of this ledger. @throws UpstreamError */
async function readRevivable({ attempts }: Order, fulfillment: Fulfillment): Promise<Unsighted[]> {
  const read = await mapConcurrently(attempts.filter(mayRevive), LOOKS_AT_ONCE, async (attempt) => {
    const { n, redemption_id } = attempt;
    if (redemption_id === null) return [];
    try {
      return [{ n, redemption: await fulfillment.readRedemption(redemption_id) }];
    } catch (error) {
      if (error instanceof UpstreamError && error.code === "not_found") return [];
      throw error;
    }
  });
  return read.flat();
}

/** A redemption that was read, or its entry in the list if the entry is newer. */
function laterOfBoth({ n, redemption }: Unsighted, listed: readonly Unsighted[]): Unsighted {
  const entry = listed.find((each) => each.redemption.id === redemption.id);
  return { n, redemption: laterOf(redemption, entry?.redemption) };
}

/**
 * @returns `isComplete`: whether the list has a redemption of the order that is known to exist, so that the list is not wrongly
 *   empty
 */
async function listUser(
  { site, order_id, pins, attempts }: Order,
  fulfillment: Fulfillment,
): Promise<{ found: Unsighted[]; isComplete: boolean }> {
  const known = new Set(attempts.map((each) => each.redemption_id));
  const found: Unsighted[] = [];
  let isComplete = false;
  let listed = 0;
  if (pins.email === null) return { found, isComplete };
  // Sorted by activation time: changes during paging move no entry.
  const filters = { email: pins.email, sort: "activation_datetime" } as const;
  for await (const redemption of fulfillment.listRedemptions(pins.promotion_id, filters)) {
    const n = redemption.order_id && attemptNumberOf(site, order_id, redemption.order_id);
    if (n) found.push({ n, redemption });
    if (known.has(redemption.id)) isComplete = true;
    // The service may ignore the filter: stop before reading the redemptions of all users.
    if (++listed >= LOOK_MAX) return { found, isComplete: false };
  }
  return { found, isComplete };
}

/** The numbers of attempts that may have a redemption without a known id: attempts of the row, and those after the last one. */
function numbersToAsk({ attempts, current }: Order, found: readonly Unsighted[]): number[] {
  // The current attempt may share its number with an attempt of a lost ledger. A refused or given-up attempt that was observed
  // since its last change is not asked about again.
  const suspects = attempts.filter(
    (each) =>
      each.redemption_id === null &&
      (each.n === current || (["refused", "given_up"].includes(each.phase) && !isObserved(each))),
  );
  const own = Math.max(0, ...attempts.map(({ n }) => n));
  const last = Math.max(own, ...found.map(({ n }) => n));
  // Refused Books leave gaps in the numbers, so one missing attempt proves nothing about the next.
  const ahead = Math.min(last - own + LOOK_AHEAD, LOOK_FARTHEST);
  return [...suspects.map(({ n }) => n), ...Array.from({ length: ahead }, (_, index) => own + 1 + index)];
}

/**
 * Asks for the numbers until nothing more is found.
 * @param asked the numbers that were asked for; those of this call are added
 */
async function askForOthers(
  order: Order,
  service: LookupOptions,
  known: readonly Unsighted[],
  asked: Set<number>,
): Promise<Unsighted[]> {
  const found: Unsighted[] = [];
  for (;;) {
    const seen = [...known, ...found];
    const numbers = numbersToAsk(order, seen).filter(
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
  { fulfillment, orderIdMax }: LookupOptions,
): Promise<Unsighted[]> {
  const known = attempts.find((each) => each.n === n)?.upstream_order_id;
  const orderId = known ?? upstreamOrderId(site, order_id, n, orderIdMax);
  const redemptions = await fulfillment.findRedemptions({ promotionId: pins.promotion_id, orderId });
  return redemptions.map((redemption) => ({ n, redemption }));
}
