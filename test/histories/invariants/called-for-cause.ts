/**
 * Judged at the end, when everybody came back once: whoever is still on the operator's list is there for something that the
 * service's own record shows. A list that calls for nothing is one that nobody reads.
 */
import type { RedemptionRecord } from "../../../demo/fulfillment/store.ts";
import type { Attempt, Order as Row } from "../../../server/redemption/model.ts";
import { type Evidence, emailAt } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";

export const calledForCause: Invariant = {
  id: "called",
  says: "nobody is called for an order with which everything is well",
  watch: (evidence) => ({
    ended() {
      for (const plan of evidence.plans) {
        const row = evidence.bed.row(plan.site, plan.order_id);
        if (row?.attention && !causeOf(evidence, plan, row))
          return `a person is called for ${plan.order_id} (${row.attention}), and nothing is the matter`;
      }
      return undefined;
    },
  }),
};

/** What a person could find, looking at all that the service has of the order. */
function causeOf(evidence: Evidence, plan: Plan, row: Row): string | undefined {
  const { prefix } = plan;
  const { control } = evidence;
  const records = control.redemptions().filter(({ orderId }) => isOf(prefix, orderId));
  const troubled = records.find((record) => !isSound(record));
  if (troubled) return `${troubled.orderId} is ${troubled.state}`;
  const others = records.find(({ email }) => email !== emailAt(evidence, plan, evidence.lives.length));
  if (others) return `${others.orderId} is another user's`;
  const foreign = records.find((record) => isForeign(row, record));
  if (foreign) return `${foreign.orderId} is not what this ledger knows by that id`;
  const rewards = records.filter(isReward);
  if (rewards.length > 1) return "there are several rewards";
  const unheard = row.attempts.find(isUnheard);
  if (unheard) return `nobody knows whether there is a redemption of ${unheard.upstream_order_id}`;
  const changed = row.attempts.find((attempt) => isChanged(evidence, attempt));
  if (changed)
    return `the service made something else of ${changed.upstream_order_id} since a person was called`;
  const [reward] = rewards;
  if (!reward) return undefined;
  if (row.canceled) return "the order is canceled";
  const attempt = row.attempts.find(({ redemption_id }) => redemption_id === reward.id);
  return attempt?.n === row.current ? undefined : "the reward is not what the order has in hand";
}

/** A Create whose answer nobody heard, and of which nothing is known to exist: no list proves that there is none (rule 2). */
function isUnheard({ phase, redemption_id, sends }: Attempt): boolean {
  const isInDoubt = sends.some(({ operation, answer }) => operation === "create" && answer !== "clear");
  return phase === "confirmed" && redemption_id === null && isInDoubt;
}

/**
 * What waits for a person is not opened again by itself, but for a hold of a lost life of the ledger. Where the service's own
 * people saw to it, one of ours has to hear of it all the same.
 */
function isChanged(evidence: Evidence, attempt: Attempt): boolean {
  const { phase, stop, billed, redemption_id, seen } = attempt;
  if (redemption_id === null) return false;
  const record = evidence.control.redemption(redemption_id);
  const isOther = record?.state !== seen;
  if (phase !== "stopped") return billed === true && isOther;
  if (stop !== "later_attempt" && isOther && !wasSoBefore(evidence, attempt, record)) return true;
  return seen === "refunded" && (stop === "debited" || wasTold(evidence, attempt));
}

/** Whether the service had it as it is now before the attempt was stopped. */
function wasSoBefore(
  { writes, start }: Evidence,
  { n, upstream_order_id, stop }: Attempt,
  record: RedemptionRecord | undefined,
): boolean {
  const stopped = writes.find(({ after }) =>
    after.attempts.some(
      (each) =>
        each.n === n &&
        each.upstream_order_id === upstream_order_id &&
        each.phase === "stopped" &&
        each.stop === stop,
    ),
  );
  return stopped !== undefined && record !== undefined && record.updatedAt < start + stopped.at;
}

/** Whether the service once named the state that stopped the attempt. */
function wasTold({ departures }: Evidence, { stop, upstream_order_id }: Attempt): boolean {
  return departures.some(
    ({ orderId, text }) => orderId === upstream_order_id && text?.includes(`"state":"${stop}"`),
  );
}

const isOf = (prefix: string, orderId: string): boolean =>
  orderId.slice(0, orderId.lastIndexOf(".") + 1) === prefix;

/** In a state in which the service leaves it, with nothing paid for nothing. */
function isSound({ state, codes, debited }: RedemptionRecord): boolean {
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

/** What its user has, or can have. */
const isReward = ({ state, codes, activated }: RedemptionRecord): boolean =>
  (codes !== undefined && state !== "refunded") || (state === "pending" && activated);

/** Of another life of the order: such an attempt stops for a person, whatever became of it (rule 6). */
function isForeign({ attempts }: Row, { orderId, reward, amount }: RedemptionRecord): boolean {
  const attempt = attempts.find(({ upstream_order_id }) => upstream_order_id === orderId);
  if (!attempt) return false;
  return attempt.sku !== reward.sku || (attempt.amount !== null && Number(attempt.amount) !== amount);
}
