/**
 * Judged when a changing call leaves: nobody waits for the same one on the same redemption. Otherwise two instances would pay
 * each confirmation twice out of the budget of I15.
 */
import { CHANGES, type Departure, type Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** A claim lasts 40 s from its announcement; the clocks of two instances may differ by seconds. */
const CLAIMED = 25_000;

export const oneAtATime: Invariant = {
  id: "alone",
  isTimed: true,
  says: "no changing call leaves while the same one for the same order id is waited for",
  watch: (evidence) => ({
    departed(departure) {
      const { operation, orderId, at, generation } = departure;
      if (!CHANGES.has(operation)) return undefined;
      const other = evidence.departures.find(
        (each) =>
          each !== departure &&
          each.orderId === orderId &&
          each.generation === generation &&
          each.operation === operation &&
          each.answeredSeq === undefined &&
          at - announcedAt(evidence, each) < CLAIMED,
      );
      return other && `${operation} for ${orderId} leaves while ${other.instance} waits for the same`;
    },
  }),
};

/** An instance may stand still between the announcement, whose claim others see, and the call. */
function announcedAt({ writes }: Evidence, { instance, orderId, seq, at }: Departure): number {
  const write = writes.findLast(
    ({ instance: writer, after, seq: written }) =>
      writer === instance &&
      written < seq &&
      after.attempts.some(({ upstream_order_id }) => upstream_order_id === orderId),
  );
  return write?.at ?? at;
}
