/**
 * Judged a minute after faults and late effects ended, once more when the budget of changing calls has refilled, and at the
 * end, by the service's record, by what sites, users and the operator are answered then, and by the times of calls: a code is
 * on the operator's list, or its owner has it or can have it; and no order is at work for ever. Rows are not asked.
 */
import { type Evidence, emailAt, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";
import { isForNoRow, lastView, listed, reportedOf, viewed } from "./told.ts";

/** The window of the budget of changing calls, and how many it holds. Source: I15. */
const WINDOW = 600_000;
const SENDS_MAX = 6;
/** What the program still does for an order comes round at least once in this. */
const AT_WORK = 180_000;
/** How long a list may lag, and the spread of the clocks that it is told by. */
const LISTS_LAG = 120_000;
const RESOLUTION = 10_000;
const DELIVERED: readonly unknown[] = ["redeemed", "activated", "notified"];

export const nothingLost: Invariant = {
  id: "I7",
  says: "after the faults every created code is shown to its owner or its order is on the operator's list",
  watch: (evidence) => ({
    soonAfter(calm) {
      const lost = codesLost(evidence).filter(
        (plan) => !isOutOfBudget(evidence, plan, calm) && !isYetUnknown(evidence, plan),
      );
      return (
        lost[0] &&
        `a minute after the faults the code of ${lost[0].order_id} is neither with its owner nor on the list`
      );
    },
    afterBudget() {
      const [lost] = codesLost(evidence);
      return lost && `the code of ${lost.order_id} is neither with its owner nor on the list`;
    },
    ended(rested) {
      const [lost] = codesLost(evidence);
      if (lost) return `the code of ${lost.order_id} is neither with its owner nor on the list`;
      for (const plan of evidence.plans) {
        if (listed(evidence, plan)) continue;
        const fault =
          unfinished(evidence, plan, rested) ?? withheld(evidence, plan) ?? unnoticed(evidence, plan);
        if (fault) return fault;
      }
      return undefined;
    },
  }),
};

/** Orders with a code that nobody was shown, that its owner cannot have, and that is not on the list. */
export function codesLost(evidence: Evidence): Plan[] {
  const { plans, codesOf, generations, start, control, released } = evidence;
  // What a ledger knew that was lost, nobody knows until its user comes back; then I16 speaks.
  const since = start + (generations.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  return plans.filter((plan) => {
    if (listed(evidence, plan)) return false;
    // A code that was made, or told otherwise, after the site was last answered is judged when the site is answered again.
    const viewedAt = lastView(evidence, plan)?.at ?? Number.POSITIVE_INFINITY;
    const until = start + viewedAt;
    return codesOf(plan).some(
      ({ state, redemption_id, order_id, codes, created_at }) =>
        state !== "refunded" &&
        created_at <= until &&
        !isToldSince(evidence, redemption_id, viewedAt) &&
        (control.redemption(redemption_id)?.createdAt ?? since) > since &&
        isOfThisGeneration(evidence, plan, { redemption_id, order_id }) &&
        // An operator has handled it.
        !released.has(order_id) &&
        !isDelivered(evidence, plan, redemption_id) &&
        !isShown(evidence, plan, codes),
    );
  });
}

/** Whether a process was told something else of the redemption since then: the list may have been asked for after that. */
function isToldSince({ departures }: Evidence, redemptionId: string, since: number): boolean {
  const told = reportedOf(departures.filter((each) => !isForNoRow(each))).filter(
    ({ id }) => id === redemptionId,
  );
  const [before, last] = [told.findLast(({ at }) => at <= since), told.at(-1)];
  return (
    last !== undefined && last.at > since && (last.state !== before?.state || last.codes !== before.codes)
  );
}

/** Whether every code was made so recently that a new ledger cannot know yet whose it is: a list lags for two minutes. */
function isYetUnknown({ generations, codesOf, start, now }: Evidence, plan: Plan): boolean {
  const young = start + now() - LISTS_LAG - RESOLUTION;
  return generations.length > 0 && codesOf(plan).every(({ created_at }) => created_at > young);
}

/** Whether the order's site is told that this redemption is what the order has. */
function isDelivered(evidence: Evidence, plan: Plan, redemptionId: string): boolean {
  const { state, reference } = viewed(evidence, plan) ?? {};
  return DELIVERED.includes(state) && reference === redemptionId;
}

function isShown({ asks }: Evidence, plan: Plan, items: readonly { readonly value: string }[]): boolean {
  return asks.some(
    ({ plan: asked, answer, hungUp }) =>
      asked === plan && !hungUp && items.every(({ value }) => answer?.text.includes(value)),
  );
}

/** Whether a call about the redemption left, or an answer named it, since the ledger was lost, if it was. */
function isOfThisGeneration(
  { departures, asks, generations }: Evidence,
  plan: Plan,
  { order_id, redemption_id }: { readonly order_id: string; readonly redemption_id: string },
): boolean {
  return (
    departures.some((each) => each.orderId === order_id && each.generation === generations.length) ||
    asks.some(
      ({ plan: asked, generation, answer }) =>
        asked === plan && generation === generations.length && answer?.data?.reference === redemption_id,
    )
  );
}

/** An order that is said to be under way, or for which the service is still called, though nobody asks for anything. */
function unfinished(evidence: Evidence, plan: Plan, rested: number): string | undefined {
  const { plans, departures, generations, dateMoves } = evidence;
  const view = viewed(evidence, plan);
  if (view?.state === "processing")
    return `attempt ${view.attempt} is still processing (${view.step}), and no person is needed`;
  // A clock that turned out to be wrong has put the end of a hold off.
  if (dateMoves.length > 0) return undefined;
  const call = departures.findLast(
    ({ orderId, at, generation }) =>
      planOf(plans, orderId) === plan &&
      generation === generations.length &&
      at > rested - AT_WORK &&
      at < rested &&
      // What a person released is read from time to time.
      !evidence.released.has(orderId ?? ""),
  );
  return (
    call && `${call.operation} for ${call.orderId} leaves long after the faults, and no person is needed`
  );
}

/** At the last visit what is redeemed was shown, or somebody is called. */
function withheld({ asks, codesOf }: Evidence, plan: Plan): string | undefined {
  const last = asks.findLast(
    ({ plan: asked, as, path }) => asked === plan && as === "browser" && path === "/v1/order/codes",
  );
  const view = asks.findLast(
    ({ plan: asked, as, path }) => asked === plan && as === "browser" && path === "/v1/order",
  );
  if (!last?.answer || !view?.answer || view.seq > last.seq || view.answer.data?.state !== "redeemed")
    return undefined;
  if (
    last.answer.status === 200 ||
    last.answer.status === 401 ||
    codesOf(plan).some(({ state }) => state === "refunded")
  )
    return undefined;
  return `at the last visit the codes of ${plan.order_id} are answered ${last.answer.status} ${last.answer.code}`;
}

/** A hold that was paid for and given up can be refunded only while the hold lives: a person is called (rule 5). */
function unnoticed(evidence: Evidence, plan: Plan): string | undefined {
  const { control, departures, generations, plans, released } = evidence;
  if (generations.length > 0) return undefined;
  const { attempt } = viewed(evidence, plan) ?? {};
  const found = control.redemptions().find(
    ({ id, orderId, email, debited, codes, reward }) =>
      planOf(plans, orderId) === plan &&
      // What another environment holds for its own users is theirs.
      email === emailAt(evidence, plan, 0) &&
      debited &&
      !codes &&
      reward.debitOnHold &&
      Number(orderId.slice(orderId.lastIndexOf(".") + 1)) !== attempt &&
      !released.has(orderId) &&
      // What nobody was told, nobody can be called for. It is read once, and lists of others may name it later.
      reportedOf(departures.filter((each) => each.orderId === orderId)).findLast((each) => each.id === id)
        ?.debited,
  );
  return found && `the hold of ${found.orderId} was paid for and given up, and no person is needed`;
}

/** Whether the budget may be used up: by calls that left, and by those that a process announced before it died. */
function isOutOfBudget({ departures, deaths, plans }: Evidence, plan: Plan, calm: number): boolean {
  const isRecent = ({ at }: { readonly at: number }): boolean => at > calm - WINDOW;
  const died = deaths.filter(isRecent).length;
  const left = new Map<string, number>();
  for (const { orderId = "", at, method } of departures) {
    if (planOf(plans, orderId) === plan && method === "POST" && isRecent({ at }))
      left.set(orderId, (left.get(orderId) ?? 0) + 1);
  }
  return [...left.values()].some((count) => count + died >= SENDS_MAX);
}
