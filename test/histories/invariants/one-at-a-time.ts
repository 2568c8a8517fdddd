/**
 * Judged when a changing call leaves: nobody waits for the same one on the same redemption. Otherwise two instances would pay
 * each confirmation twice out of the budget of I15.
 */
import { CHANGES } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** A claim lasts 40 s from its announcement, and what was announced may leave up to 15 s later. */
const CLAIMED = 25_000;

export const oneAtATime: Invariant = {
  id: "alone",
  isTimed: true,
  says: "no changing call leaves while the same one for the same order id is waited for",
  watch: ({ departures }) => ({
    departed(departure) {
      const { operation, orderId, at, generation } = departure;
      if (!CHANGES.has(operation)) return undefined;
      const other = departures.find(
        (each) =>
          each !== departure &&
          each.orderId === orderId &&
          each.generation === generation &&
          each.operation === operation &&
          each.answeredSeq === undefined &&
          at - each.at < CLAIMED,
      );
      return other && `${operation} for ${orderId} leaves while ${other.instance} waits for the same`;
    },
  }),
};
