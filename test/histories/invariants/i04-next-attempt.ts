/**
 * Judged when a Book or Create leaves: for every other attempt of the order whose confirmation was sent, the service's record must
 * fulfil rule 4 (docs/proof/rules.md).
 */
import { CONFIRMING, type Departure, type Evidence, isUserOf, leapedSince, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { attemptOf } from "../plan.ts";
import { isClear } from "./told.ts";

export const nextAttempt: Invariant = {
  id: "I4",
  says: "the next attempt after a sent redeem, activate or create opens only as rule 4 says",
  watch: (evidence) => ({
    departed(departure) {
      const { operation, orderId } = departure;
      if (operation !== "book" && operation !== "create") return undefined;
      const plan = planOf(evidence.plans, orderId);
      if (!plan) return undefined;
      const others = new Set(
        evidence.departures.flatMap((each) =>
          planOf(evidence.plans, each.orderId) === plan && each.orderId !== orderId
            ? (each.orderId ?? [])
            : [],
        ),
      );
      for (const other of others) {
        if (attemptOf(other) > attemptOf(orderId)) continue;
        const why = stillOpen(evidence, other, departure);
        if (why) return `${operation} for ${orderId} leaves while ${other} ${why}`;
      }
      return undefined;
    },
  }),
};

/**
 * Whether an answer with codes reached a process that lived on. A refunded redemption shows its codes no more: what only a killed
 * process heard of them, nobody can know.
 */
const saidCodes = ({ departures, deaths }: Evidence, orderId: string): boolean =>
  departures.some(
    ({ orderId: about, heard, text = "", instance }) =>
      about === orderId &&
      typeof heard === "number" &&
      /"codes":\s*[[{]/.test(text) &&
      !deaths.some((death) => death.instance === instance),
  );

/** Rule 5. */
const REFUSED_CREATE_ASKED_AFTER = 240_000;

/** Why an attempt may still make a code; undefined if it cannot, was never confirmed, or was released. */
function stillOpen(evidence: Evidence, orderId: string, departure: Departure): string | undefined {
  const { departures, control, plans, released } = evidence;
  const sent = departures.filter(
    (each) =>
      each.orderId === orderId &&
      each.generation === departure.generation &&
      each.seq < departure.seq &&
      CONFIRMING.has(each.operation) &&
      each.heard !== "not_sent",
  );
  if (sent.length === 0 || released.has(orderId)) return undefined;
  const plan = planOf(plans, orderId);
  // Another environment's redemption under the same id belongs to another user, not to this attempt.
  const record = control
    .redemptions()
    .find((each) => each.orderId === orderId && plan !== undefined && isUserOf(plan, each.email));
  if (!record) {
    if (!sent.every(isClear)) return "had no clear answer and has no redemption yet";
    // Another copy of a refused Create may come, and lists lag (rule 5). A call whose token was refused did nothing.
    const refused = sent.findLast(
      ({ operation, heard, text }) =>
        operation.startsWith("create") &&
        typeof heard === "number" &&
        heard >= 400 &&
        (heard !== 401 || (text ?? "").includes('"forbidden"')),
    );
    return refused &&
      !leapedSince(evidence, refused.at) &&
      departure.at - (refused.answeredAt ?? 0) < REFUSED_CREATE_ASKED_AFTER
      ? "was refused less than four minutes ago"
      : undefined;
  }
  if (record.state !== "canceled" && record.state !== "refunded") return `is ${record.state} at the service`;
  if (record.codes && (record.state === "canceled" || saidCodes(evidence, orderId))) return "had codes";
  return record.debited ? "is debited" : undefined;
}
