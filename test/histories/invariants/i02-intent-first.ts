/** Judged when a changing call leaves and again when it reaches the service, by the rows as they stand then. */
import type { Attempt, Order as Row } from "../../../server/rows/order.ts";
import { LEASE } from "../../../server/timing.ts";
import {
  CHANGES,
  type Departure,
  dataOf,
  type Evidence,
  type Json,
  leasesEndedSince,
  planOf,
} from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { attemptOf } from "../plan.ts";

export const intentFirst: Invariant = {
  id: "I2",
  says: "when the service receives a changing call, its upstream order id and parameters already are in the ledger",
  watch: (evidence) => ({
    departed: (departure) => check(evidence, departure, true),
    // The answer to an earlier call may have been stored meanwhile, and an old copy restored.
    arrived: (departure) =>
      departure.generation === evidence.generations.length ? check(evidence, departure, false) : undefined,
  }),
};

function check(evidence: Evidence, departure: Departure, isLeaving: boolean): string | undefined {
  const { bed, plans } = evidence;
  const { operation, orderId } = departure;
  if (!CHANGES.has(operation)) return undefined;
  const plan = planOf(plans, orderId);
  if (!plan) return `${operation} for ${orderId}, which is no order of this history`;
  const row = bed.row(plan.site, plan.order_id);
  const attempt = row?.known.attempts.find((each) => each.upstream_order_id === orderId);
  // A Book that arrives after its hold's end: the ended attempt may have left the row, its number stays used.
  const isPruned = !isLeaving && operation === "book" && attemptOf(orderId) <= (row?.known.last_n ?? 0);
  if (row && !attempt && isPruned) return undefined;
  // A clock that leaps ends the lease of a call that is about to leave: its next worker may have had the answer, or given the Book up.
  if (row && leasesEndedSince(evidence, departure.at - LEASE)) return undefined;
  if (!row || !attempt) return `${operation} for ${orderId}, of which the ledger knows nothing`;
  const { call } = row.known;
  if (isLeaving && (call?.operation !== operation || call.n !== attempt.n))
    return `${operation} for ${orderId} leaves, and the ledger announces none`;
  const wrong = differs(departure, row, attempt);
  return wrong && `${operation} for ${orderId} carries another ${wrong} than the ledger has`;
}

/** The parameter of a call that differs from the row's. */
function differs({ operation, url, body, redemptionId }: Departure, row: Row, attempt: Attempt) {
  const { pathname } = new URL(url);
  const data = dataOf(body);
  const named = redemptionId ?? null;
  if (named !== null && attempt.redemption_id !== named) return "redemption";
  const email = (data.user as Json | undefined)?.email;
  if (["cancel", "refund"].includes(operation)) return undefined;
  if (email !== row.pins.email) return "e-mail";
  if (named !== null) return undefined;
  const sku = (data.reward as Json | undefined)?.sku ?? /\/rewards\/([^/]+)/.exec(pathname)?.[1];
  if (sku !== attempt.sku) return "sku";
  const promotion = /\/promotions\/([^/]+)/.exec(pathname)?.[1];
  if (promotion !== row.pins.promotion_id) return "promotion";
  const amount = (data.value as Json | undefined)?.amount ?? null;
  return amount === attempt.amount ? undefined : "amount";
}
