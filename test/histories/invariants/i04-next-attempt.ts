/**
 * Judged when a row is stored with another current attempt than before: for every other confirmed attempt, the service's record and
 * the log of calls must fulfil rule 4.
 */
import { CONFIRMING, type Departure, type Evidence, isUserOf, planOf, wasTakenBack } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** A call without a seen answer may take effect for this long. Source: rule 4. */
const LATE_EFFECT = 600_000;
const HOLD = 1_800_000;
/** The service's time has whole seconds. */
const RESOLUTION = 2_000;
const LIVE = ["booking", "booked", "confirmed"];

export const nextAttempt: Invariant = {
  id: "I4",
  isTimed: true,
  says: "the next attempt after a sent redeem, activate or create opens only as rule 4 says",
  watch: (evidence) => ({
    departed: (departure) => afterHold(evidence, departure),
    wrote({ before, after, at, generation }) {
      const current = after.attempts.find(({ n }) => n === after.current);
      if (!current || !LIVE.includes(current.phase)) return undefined;
      const was = before?.attempts.find(({ n }) => n === before.current);
      if (was?.n === current.n && LIVE.includes(was.phase)) return undefined;
      for (const { n, upstream_order_id: orderId } of after.attempts) {
        if (n === current.n || evidence.released.has(orderId)) continue;
        const why = stillOpen(evidence, orderId, generation, at);
        if (why) return `attempt ${current.n} opened while attempt ${n} ${why}`;
      }
      return undefined;
    },
  }),
};

/** A confirmation that was not sent yet may be sent only inside the hold, which ends 30 minutes after the first Book left. */
function afterHold({ departures }: Evidence, departure: Departure): string | undefined {
  const { operation, orderId, at, generation } = departure;
  if (operation !== "redeem" && operation !== "activate") return undefined;
  const own = departures.filter(
    (each) => each.orderId === orderId && each.generation === generation && each !== departure,
  );
  const booked = own.find((each) => each.operation === "book" && mayHaveLeft(each));
  if (!booked || own.some((each) => each.operation === operation)) return undefined;
  return at > booked.at + HOLD + RESOLUTION
    ? `${operation} for ${orderId} leaves for the first time ${Math.round((at - booked.at) / 60_000)} minutes after its book`
    : undefined;
}

/** Why an attempt may still make a code; undefined if it cannot, or was never confirmed. */
function stillOpen(
  { departures, control, generations, plans, writes, start }: Evidence,
  orderId: string,
  generation: number,
  at: number,
): string | undefined {
  const sent = departures.filter(
    (each) =>
      each.orderId === orderId &&
      each.generation === generation &&
      CONFIRMING.has(each.operation) &&
      mayHaveLeft(each),
  );
  if (sent.length === 0) return undefined;
  // A redemption of another environment under the same id belongs to another user, not to this attempt.
  const plan = planOf(plans, orderId);
  const record = control
    .redemptions()
    .find((each) => each.orderId === orderId && plan !== undefined && isUserOf(plan, each.email));
  const isRefused = ({ heard }: Departure) => typeof heard === "number" && isClearNo(heard);
  // If another environment used the id before the call left, the call makes nothing.
  const isTaken = control
    .redemptions()
    .some(
      ({ orderId: id, createdAt }) => id === orderId && sent.every((call) => createdAt < start + call.at),
    );
  if (!record)
    return isTaken || sent.every(isRefused) ? undefined : "had no clear answer and no redemption yet";
  // Clearly refused calls did not change a redemption of another generation of the ledger.
  const isOfOtherGeneration =
    generation > 0 && record.createdAt < start + (generations[generation - 1]?.at ?? 0);
  const isOver =
    !["pending", "booked", "redeemed"].includes(record.state) && !record.codes && !record.debited;
  if (isOfOtherGeneration && isOver && sent.every(isRefused)) return undefined;
  if (record.state !== "canceled" && record.state !== "refunded") return `was ${record.state} at the service`;
  if (record.codes && !wasTakenBack({ control, departures, generations, writes, start }, record.id))
    return "had codes";
  if (record.debited) return "was debited";
  const open = sent.filter(({ heard, at: sentAt }) => !isClear(heard) && sentAt + LATE_EFFECT > at);
  return open.length === 0
    ? undefined
    : "had a call without a clear answer, sent less than 10 minutes before";
}

/** A call that certainly never left does not count. */
const mayHaveLeft = ({ heard }: Departure): boolean => heard !== "not_sent";
const isClearNo = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 425, 429].includes(status);
const isClear = (heard: Departure["heard"]): boolean =>
  typeof heard === "number" && ((heard >= 200 && heard < 300) || isClearNo(heard));
