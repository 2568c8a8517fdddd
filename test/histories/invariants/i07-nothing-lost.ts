/**
 * Judged a minute after faults and late effects ended, again when the budget of changing calls has refilled, and at the end: by the
 * service's record, by the answers to sites, users and the operator, and by the times of calls. A code is on the operator's list,
 * or its owner has it or can get it; and no order is under way for ever. Rows are not used. Source of the rules:
 * docs/proof/rules.md.
 */
import { CHANGES, type Departure, type Evidence, leapedSince, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { attemptOf, type Plan } from "../plan.ts";
import { isClear, isForNoRow, lastView, listed, reportedOf, viewed } from "./told.ts";

/** The window of the budget of changing calls, and how many it holds. Source: docs/proof/invariants.md, I15. */
const WINDOW = 600_000;
const SENDS_MAX = 6;
/**
 * For an unfinished order, readings of one attempt leave at two times at least within AT_WORK, or a changing call leaves. For a
 * finished order readings leave at one time at most, because attempts that may still get a code are read ever more seldom. Several
 * instances may read at one time.
 */
const AT_WORK = 180_000;
const AT_ONCE = 10_000;
/** A call ends within 35 s, and a lease within 15 s of its process falling asleep. */
const ASLEEP = 50_000;
const STORED_WITHIN = 20_000;
/** The lag of a list, and the spread of clocks. */
const LISTS_LAG = 120_000;
const RESOLUTION = 10_000;
/** The four minutes of rule 5, and the time of the look. */
const CREATE_LOOKED_FOR_WITHIN = 240_000 + RESOLUTION;
const DELIVERED: readonly unknown[] = ["redeemed", "activated", "notified"];

export const nothingLost: Invariant = {
  id: "I7",
  says: "after the faults every created code is shown to its owner or its order is on the operator's list",
  watch: (evidence) => ({
    soonAfter(calm) {
      const lost = codesLost(evidence).filter(
        (plan) =>
          !isOutOfBudget(evidence, plan, calm) &&
          !isYetUnknown(evidence, plan) &&
          !isYetLookedFor(evidence, plan),
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

/** Orders with a code that was never shown, that its owner cannot get, and that is not on the list. */
export function codesLost(evidence: Evidence): Plan[] {
  const { plans, codesOf, generations, start, control, released, acknowledged } = evidence;
  // The knowledge of a lost ledger is missing until the user returns; I16 covers that case.
  const since = start + (generations.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
  return plans.filter((plan) => {
    if (listed(evidence, plan)) return false;
    // A code that was made or changed after the site's last answer is judged at the site's next answer.
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
        !acknowledged.has(order_id) &&
        !isDelivered(evidence, plan, redemption_id) &&
        !isShown(evidence, plan, codes),
    );
  });
}

/** Whether a process got another answer about the redemption since then. */
function isToldSince({ departures }: Evidence, redemptionId: string, since: number): boolean {
  const told = reportedOf(departures.filter((each) => !isForNoRow(each))).filter(
    ({ id }) => id === redemptionId,
  );
  const [before, last] = [told.findLast(({ at }) => at <= since), told.at(-1)];
  return (
    last !== undefined && last.at > since && (last.state !== before?.state || last.codes !== before.codes)
  );
}

/** Whether every code is so recent that a new ledger cannot know its owner yet: a list lags for two minutes. */
function isYetUnknown({ generations, codesOf, start, now }: Evidence, plan: Plan): boolean {
  const young = start + now() - LISTS_LAG - RESOLUTION;
  return generations.length > 0 && codesOf(plan).every(({ created_at }) => created_at > young);
}

/** Whether a refused Create is looked for only later, because another delivery of it may come and lists lag (rule 5). */
const isYetLookedFor = ({ departures, plans, now }: Evidence, plan: Plan): boolean =>
  departures.some(
    (each) =>
      each.operation.startsWith("create") &&
      planOf(plans, each.orderId) === plan &&
      isRefusal(each) &&
      (each.answeredAt ?? 0) > now() - CREATE_LOOKED_FOR_WITHIN &&
      // After a sending whose outcome is unknown the service is asked at once.
      departures.every(
        (other) =>
          other.orderId !== each.orderId ||
          !other.operation.startsWith("create") ||
          other.seq >= each.seq ||
          other.heard === "not_sent" ||
          isClear(other),
      ),
  );

const isRefusal = (each: Departure): boolean => isClear(each) && Number(each.heard) >= 400;

/** Whether the order's site gets this redemption as the order's reward. */
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

/** An order that is reported as under way, or for which calls still go to the service, without any request. */
function unfinished(evidence: Evidence, plan: Plan, rested: number): string | undefined {
  const { plans, departures, generations } = evidence;
  const view = viewed(evidence, plan);
  if (view?.state === "processing")
    return `attempt ${view.attempt} is still processing (${view.step}), and no person is needed`;
  const late = departures.filter(
    ({ orderId, at, generation }) =>
      planOf(plans, orderId) === plan &&
      generation === generations.length &&
      at > rested - AT_WORK &&
      at < rested,
  );
  const call = late.find(
    ({ operation, orderId, at }) =>
      CHANGES.has(operation) || late.some((each) => each.orderId === orderId && at - each.at > AT_ONCE),
  );
  return (
    call && `${call.operation} for ${call.orderId} leaves long after the faults, and no person is needed`
  );
}

/** At the last visit a redeemed reward was shown, or the order needs a person. */
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

/** A debited, given-up hold can be refunded only while the hold lives, so the order needs a person (rule 6). */
function unnoticed(evidence: Evidence, plan: Plan): string | undefined {
  const { control, departures, deaths, generations, plans, released, acknowledged } = evidence;
  if (generations.length > 0) return undefined;
  const { attempt } = viewed(evidence, plan) ?? {};
  const found = control.redemptions().find(
    ({ id, orderId, email, debited, codes, reward }) =>
      planOf(plans, orderId) === plan &&
      // Holds of another environment's users do not count.
      email === plan.email &&
      debited &&
      !codes &&
      reward.debitOnHold &&
      attemptOf(orderId) !== attempt &&
      !released.has(orderId) &&
      !acknowledged.has(orderId) &&
      // A hold counts only if a process was told that it is debited, and neither died before that was stored nor slept until its
      // lease was another's. A Book in doubt is given up with its hold (rule 9).
      reportedOf(
        departures.filter(
          ({ orderId: of, at, answeredAt = at, instance }) =>
            of === orderId &&
            answeredAt - at < ASLEEP &&
            // A clock that leaped past the hold's end gave the hold up before it was known.
            !leapedSince(evidence, at - ASLEEP) &&
            !deaths.some((each) => each.instance === instance && each.at - answeredAt < STORED_WITHIN),
        ),
      ).findLast((each) => each.id === id)?.debited,
  );
  return found && `the hold of ${found.orderId} was paid for and given up, and no person is needed`;
}

/** Whether the budget may be used up, by calls that left and by calls that a process announced before its death. */
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
