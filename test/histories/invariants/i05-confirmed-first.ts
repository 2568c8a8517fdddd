/**
 * Judged when a Redeem, Activate or Create leaves: a session of that order requested exactly this before, and got no answer since,
 * in the same generation of the ledger, that nothing was sent.
 */
import {
  type Ask,
  CONFIRMING,
  type Departure,
  dataOf,
  type Evidence,
  type Json,
  planOf,
} from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { attemptOf } from "../plan.ts";

/** The call that a confirmation of each delivery causes. */
const CAUSES = { redeem: "redeem", activate: "activate", notify: "create" } as const;

export const confirmedFirst: Invariant = {
  id: "I5",
  says: "each redeem, activate or create follows a confirmation by the user of the same attempt, sku and amount",
  watch: (evidence) => ({
    departed(departure) {
      const { operation, orderId } = departure;
      if (!CONFIRMING.has(operation)) return undefined;
      const plan = planOf(evidence.plans, orderId);
      if (!plan) return undefined;
      if (operation !== CAUSES[plan.delivery])
        return `${operation} for an order that is delivered by ${plan.delivery}`;
      const is = evidence.asks.some((ask) => ask.plan === plan && confirms(ask, departure, evidence));
      return is ? undefined : `${operation} for ${orderId}, which nobody confirmed`;
    },
  }),
};

function confirms(ask: Ask, departure: Departure, { control, plans }: Evidence): boolean {
  const { method, path, body, answer } = ask;
  const plan = planOf(plans, departure.orderId);
  if (ask.as !== "browser" || method !== "POST" || path !== `/v1/order/${plan?.delivery}` || !body)
    return false;
  // A refusal promises that nothing will be sent; a 5xx or 202 does not. An older copy of the ledger cannot know the refusal.
  if (
    ask.generation === departure.generation &&
    answer &&
    answer.status >= 400 &&
    answer.status < 500 &&
    (path.endsWith("notify") || !LATER.includes(answer.code ?? ""))
  )
    return false;
  const n = attemptOf(departure.orderId);
  const record =
    departure.redemptionId === undefined ? undefined : control.redemption(departure.redemptionId);
  const data = dataOf(departure.body);
  const sku = record ? record.reward.sku : skuOf(departure, data);
  const amount = record
    ? typeof record.reward.worth === "number"
      ? undefined
      : String(record.amount)
    : (data.value as Json | undefined)?.amount;
  return body.sku === sku && body.amount === amount && (path.endsWith("notify") || body.attempt === n);
}

/**
 * Refusals of a confirmation whose call is still repeated: the reward was paused, the hold stands, and the answer says that the
 * confirmation is kept.
 */
const LATER: readonly string[] = ["promotion_unavailable", "reward_unavailable"];

const skuOf = ({ url }: Departure, data: Json): unknown =>
  (data.reward as Json | undefined)?.sku ?? /\/rewards\/([^/]+)/.exec(new URL(url).pathname)?.[1];
