/**
 * Judged by the codes that the service made for the orders of a grant: whenever it answered a changing call, and at the end. And by
 * the answers: once somebody was told of a later order of the grant, an earlier one can be chosen no more.
 */
import { type Ask, CHANGES, CONFIRMING, type Evidence, type Json, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";
import { isOneGrant } from "../plan.ts";
import { listed, viewed } from "./told.ts";

export const grantNeverExceeded: Invariant = {
  id: "I21",
  says: "the codes of a grant that are not refunded cost at most its amount; no order of it can be chosen beside a later one",
  watch: (evidence) => {
    const { plans, departures, generations } = evidence;
    const grants = plans.filter(({ grant }) => grant?.k === 1);
    if (grants.length === 0) return {};
    /** The highest order of the grant that an answer named, in this generation of the ledger. */
    const latest = new Map<string, { readonly k: number; readonly seq: number }[]>();
    const keyOf = ({ site, grant }: Plan, generation: number): string =>
      `${generation} ${site}/${grant?.grant_id}`;
    /** A later order that somebody had been told of by then. */
    const laterThan = (plan: Plan, generation: number, seq: number): number | undefined =>
      latest.get(keyOf(plan, generation))?.find((each) => each.k > (plan.grant?.k ?? 0) && each.seq < seq)?.k;
    const exceeded = (): string | undefined => {
      for (const first of grants) {
        const sum = spentOf(evidence, first);
        const { grant_id, amount = 0 } = first.grant ?? {};
        if (sum > amount) return `the codes of grant ${grant_id} cost ${sum} of ${amount}`;
      }
      return undefined;
    };
    return {
      departed({ operation, orderId, seq, generation }) {
        const plan = planOf(plans, orderId);
        if (!plan?.grant || !CHANGES.has(operation)) return undefined;
        const later = laterThan(plan, generation, seq);
        const isRepeat = departures.some(
          (each) => each.orderId === orderId && each.seq < seq && CONFIRMING.has(each.operation),
        );
        // What was confirmed before is counted, and may be repeated.
        if (later === undefined || isRepeat || operation === "cancel" || operation === "refund")
          return undefined;
        return `${operation} for ${orderId} leaves, and order ${later} of the grant is open`;
      },
      heard: ({ operation }) => (CHANGES.has(operation) ? exceeded() : undefined),
      answered(ask, { data, seq: answeredSeq }) {
        const { plan, as, seq, generation } = ask;
        if (!plan?.grant || as === "operator") return undefined;
        const { order_id, state } = data ?? {};
        if (order_id !== plan.order_id) return undefined;
        const unheld = withoutStopped(evidence, plan, ask, (data?.grant ?? {}) as Json);
        if (unheld !== undefined) return unheld;
        const key = keyOf(plan, generation);
        latest.set(key, [...(latest.get(key) ?? []), { k: plan.grant.k, seq: answeredSeq }]);
        const later = laterThan(plan, generation, seq);
        if (later === undefined || (state !== "open" && state !== "booked")) return undefined;
        return `order ${plan.order_id} is ${state}, and order ${later} of the grant is open`;
      },
      ended() {
        const sum = exceeded();
        if (sum !== undefined || generations.length === 0) return sum;
        // After a lost ledger the chain is walked again as far as codes were made, or it stops for a person.
        for (const plan of plans.filter(({ grant }) => grant !== undefined)) {
          const own = plans.filter((each) => isOneGrant(each, plan));
          const isStopped = own.some((each) => listed(evidence, each) !== undefined);
          const has = evidence.codesOf(plan).some(({ state }) => state === "redeemed");
          if (has && !isStopped && viewed(evidence, plan) === undefined)
            return `order ${plan.order_id} has a code, and the ledger does not know the order any more`;
        }
        return undefined;
      },
    };
  },
};

/** The states of an order that waits for a person. */
const STOPPED: readonly unknown[] = ["failed", "denied", "blocked", "expired"];

/** An order that was seen stopped, and that nobody released, counts until then (rule 18 of docs/proof/rules.md). */
function withoutStopped(
  { plans, asks }: Evidence,
  plan: Plan,
  { seq, generation }: Ask,
  { left }: Json,
): string | undefined {
  const amount = plan.grant?.amount ?? 0;
  for (const other of plans) {
    if (other === plan || !isOneGrant(other, plan)) continue;
    const isReleased = asks.some((each) => each.plan === other && each.path.endsWith("/release"));
    const last = asks.findLast(
      (each) =>
        each.plan === other &&
        each.generation === generation &&
        // The answer with a session has the grant's amount, not the order's.
        !each.path.endsWith("/sessions") &&
        each.answer?.data?.order_id === other.order_id &&
        (each.answer?.seq ?? seq) < seq,
    )?.answer?.data;
    if (isReleased || !STOPPED.includes(last?.state)) continue;
    const held = Number((last?.value as { readonly amount: number } | undefined)?.amount ?? last?.amount);
    // Not judged where nobody was told the value.
    if (Number(left) > amount - held)
      return `${left} of ${amount} are left, and ${other.order_id} is ${last?.state} with ${held}`;
  }
  return undefined;
}

/** What the codes of a grant's orders cost that are not refunded. */
const spentOf = ({ plans, codesOf }: Evidence, first: Plan): number =>
  plans
    .filter((plan) => isOneGrant(plan, first))
    .flatMap((plan) => codesOf(plan))
    .filter(({ state }) => state !== "refunded")
    .reduce((sum, { amount }) => sum + amount, 0);
