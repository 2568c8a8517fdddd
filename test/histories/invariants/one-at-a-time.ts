/**
 * Judged when a changing call leaves: nobody waits for the same one on the same redemption. Otherwise two instances would pay
 * each confirmation twice out of the budget of I15.
 */
import { CHANGES } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { announcedAt } from "./announced.ts";

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
