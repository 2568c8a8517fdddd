/**
 * Judged when a changing call leaves: no process waits for the same call on the same redemption, and the call was announced a
 * moment ago. Otherwise two instances would use the budget of I15 twice for each confirmation. An instance that paused since the
 * announcement must not send the call: other instances rely on its leaving soon or not at all.
 */
import { CHANGES, type Departure, type Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** A claim lasts 40 s from the announcement; the clocks of two instances may differ by seconds. */
const CLAIMED = 25_000;
/** How long after its announcement a call may leave… */
const LEAVES_WITHIN = 15_000;
/** …with the service's time in whole seconds. */
const RESOLUTION = 2_000;

export const oneAtATime: Invariant = {
  id: "alone",
  isTimed: true,
  says: "no changing call leaves while the same one for the same order id is waited for, or long after its announcement",
  watch: (evidence) => ({
    departed(departure) {
      const { operation, orderId, at, generation } = departure;
      if (!CHANGES.has(operation)) return undefined;
      const since = at - announcedAt(evidence, departure);
      if (since > LEAVES_WITHIN + RESOLUTION)
        return `${operation} for ${orderId} leaves ${Math.round(since / 1_000)} s after its announcement`;
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

/**
 * History time, ms, of the instance's last write for the call's order; without a write, that of the call. An instance may pause
 * between the two.
 */
function announcedAt({ writes }: Evidence, { instance, orderId, seq, at }: Departure): number {
  const write = writes.findLast(
    ({ instance: writer, after, seq: written }) =>
      writer === instance &&
      written < seq &&
      after.attempts.some(({ upstream_order_id }) => upstream_order_id === orderId),
  );
  return write?.at ?? at;
}
