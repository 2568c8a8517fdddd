/**
 * Judged at the end, after every user returned once: an order that is still on the operator's list has a cause that the service's
 * record shows, or that the service reported. Operators would ignore a list with causeless entries. Rows are not used.
 */
import type { RedemptionRecord } from "../../../demo/fulfillment/store.ts";
import { type Ask, type Departure, type Evidence, emailAt, type Json, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";
import { isClear, isForNoRow, type Listed, listed, type Reported, reportedOf, viewed } from "./told.ts";

/** Reasons for which an attempt stands still until an operator acts, whatever the service says later. */
const LASTING: readonly string[] = [
  "denied",
  "blocked",
  "expired",
  "failed",
  "unknown_state",
  "debited",
  "other_parameters",
  "other_user",
];

export const calledForCause: Invariant = {
  id: "called",
  isTimed: true,
  says: "an order with which everything is well needs no person",
  watch: (evidence) => ({
    ended() {
      for (const plan of evidence.plans) {
        const entry = listed(evidence, plan);
        if (entry && !causeOf(evidence, plan, entry))
          return `a person is called for ${plan.order_id} (${entry.reason}), and nothing is the matter`;
      }
      return undefined;
    },
  }),
};

/** The cause that an operator could find in the service's record of the order and in its answers. */
function causeOf(evidence: Evidence, plan: Plan, entry: Listed): string | undefined {
  const { control, plans, departures } = evidence;
  const isOwn = ({ orderId }: { readonly orderId?: string }): boolean => planOf(plans, orderId) === plan;
  const records = control.redemptions().filter(isOwn);
  const troubled = records.find((record) => !isSound({ ...record, codes: record.codes !== undefined }));
  if (troubled) return `${troubled.orderId} is ${troubled.state}`;
  const email = emailOf(evidence, plan);
  const others = records.find((record) => record.email !== email);
  if (others) return `${others.orderId} is another user's`;
  const foreign = records.find((record) => isForeign(evidence, plan, record));
  if (foreign) return `${foreign.orderId} is of another generation of the ledger, and not what is chosen now`;
  const rewards = records.filter(isReward);
  if (rewards.length > 1) return "there are several rewards";
  if (isCreateInDoubt(evidence, plan, records, entry)) return "nobody knows whether a Create worked";
  const heard = departures.filter((each) => !isForNoRow(each));
  const told = reportedOf(heard).filter(isOwn);
  // An answer that its process may not have stored may or may not be the last one known: both cases are tried.
  const stored = reportedOf(heard.filter((each) => !wasUnstored(evidence, each))).filter(isOwn);
  const read = reportedOf(heard.filter((each) => !isForLookup(each))).filter(isOwn);
  const last = records.flatMap(({ id }) =>
    [told, stored, read].flatMap((all) => all.findLast((each) => each.id === id) ?? []),
  );
  const toldLast = last.find((each) => !isSound(each));
  if (toldLast) return `${toldLast.orderId} was last told to be ${toldLast.state}`;
  if (LASTING.includes(entry.reason)) {
    const once = told.find((each) => each.orderId === entry.upstream_order_id && !isSound(each));
    if (once) return `${once.orderId} was once told to be ${once.state}`;
  }
  const [reward] = rewards;
  if (!reward) return undefined;
  const { state, reference } = viewed(evidence, plan) ?? {};
  if (state === "canceled") return "the order is canceled";
  return reference === reward.id ? undefined : "the reward is not what the order has";
}

/**
 * The address of the order's user on the present ledger: that of the first session for the order there. After a loss this may be an
 * address that the lost ledger refused as a conflict.
 */
function emailOf(evidence: Evidence, plan: Plan): string {
  const { asks, generations } = evidence;
  const first = asks.find(
    (ask) =>
      ask.plan === plan &&
      ask.path === "/v1/sessions" &&
      ask.generation === generations.length &&
      ask.answer?.status === 201,
  );
  const user = first?.body?.user as Json | undefined;
  return typeof user?.email === "string" ? user.email : emailAt(evidence, plan, generations.length);
}

/** The recovery lookup's list of the user's redemptions: if another list of the lookup fails, nothing of this one is stored. */
const isForLookup = ({ operation, url }: Departure): boolean =>
  operation === "list_redemptions" && new URL(url).searchParams.get("sort") === "activation_datetime";

/** The time within which a process stores an answer, or tries to. */
const STORED_WITHIN = 1_000;

/** Whether the process may not have stored an answer: it died meanwhile, or its ledger refused a call. */
function wasUnstored({ deaths, refusals }: Evidence, { instance, answeredAt }: Departure): boolean {
  const isMeanwhile = (event: { readonly at: number; readonly instance: string }): boolean =>
    answeredAt !== undefined &&
    event.instance === instance &&
    event.at >= answeredAt &&
    event.at <= answeredAt + STORED_WITHIN;
  return deaths.some(isMeanwhile) || refusals.some(isMeanwhile);
}

/** Whether the redemption is in an ordinary state, without a payment for nothing. */
function isSound({ state, codes, debited }: Pick<Reported, "state" | "codes" | "debited">): boolean {
  switch (state) {
    case "booked":
    case "pending":
      return !codes && !debited;
    case "redeemed":
    case "refunded":
      return true;
    case "canceled":
      return !codes && !debited;
    default:
      return false;
  }
}

/** Whether the user has, or can get, a reward: a `pending` redemption without a hold was made by a Create, whose link is mailed. */
const isReward = ({ state, codes, activated, holdEndsAt }: RedemptionRecord): boolean =>
  (codes !== undefined && state !== "refunded") ||
  (state === "pending" && (activated || holdEndsAt === null));

/**
 * Whether a Create is in doubt without a redemption: it had no clear answer, its process died meanwhile, or the ledger may not have
 * stored its announcement or answer. No list proves that there is no redemption (rule 2). A ledger restored from a copy between the
 * announcement and the answer lacks the answer, too.
 */
function isCreateInDoubt(
  evidence: Evidence,
  plan: Plan,
  records: readonly RedemptionRecord[],
  { upstream_order_id }: Listed,
): boolean {
  const { departures, asks, deaths, generations, plans, refusals } = evidence;
  const generation = generations.length;
  // The answer came to a process that had been killed.
  const isUnheard = ({ instance, seq, answeredSeq = seq }: Departure): boolean =>
    deaths.some((death) => death.instance === instance && death.seq > seq && death.seq < answeredSeq);
  const isLeft = departures.some(
    (each) =>
      each.operation === "create" &&
      planOf(plans, each.orderId) === plan &&
      each.heard !== "not_sent" &&
      (each.generation < generation || !isClear(each) || isUnheard(each) || wasUnstored(evidence, each)) &&
      !records.some(({ orderId }) => orderId === each.orderId),
  );
  // A write that a failing database refused may have been carried out: announced, but not sent.
  const isRefused = ({ instance, at, answer }: Ask): boolean =>
    refusals.some((each) => each.instance === instance && each.at >= at && each.at <= (answer?.at ?? at));
  // The process died before the call left, during the request or later; the ledger may be a copy of that time.
  const isDied = asks.some(
    (ask) =>
      ask.plan === plan &&
      isNotify(ask) &&
      (ask.lost || isRefused(ask) || deaths.some((death) => mayHaveAnnounced(ask, death))),
  );
  return isLeft || (isDied && !records.some(({ orderId }) => orderId === upstream_order_id));
}

/**
 * Whether a process that died after the request may have announced its Create. After a 202 any process may carry the order on; after
 * a 503 only the process that answered may have announced anything.
 */
const mayHaveAnnounced = (
  { seq, instance, answer }: Ask,
  death: { readonly seq: number; readonly instance: string },
): boolean =>
  death.seq > seq && (answer?.status === 202 || (answer?.status === 503 && death.instance === instance));

const isNotify = ({ path }: { readonly path: string }): boolean => path === "/v1/order/notify";

/**
 * Whether the redemption is of another generation of the ledger, with another reward or amount than was chosen since: the attempt
 * stops for a person (rule 6).
 */
function isForeign({ asks, generations, start }: Evidence, plan: Plan, record: RedemptionRecord): boolean {
  const last = generations.at(-1);
  if (!last || record.createdAt > start + last.at) return false;
  return asks.some(
    ({ plan: asked, generation, body, path }) =>
      asked === plan &&
      generation === generations.length &&
      (path === "/v1/order/book" || isNotify({ path })) &&
      isOther(body ?? {}, record),
  );
}

function isOther(choice: Json, { reward, amount }: RedemptionRecord): boolean {
  const chosen = choice.amount;
  return choice.sku !== reward.sku || (chosen !== undefined && Number(chosen) !== amount);
}
