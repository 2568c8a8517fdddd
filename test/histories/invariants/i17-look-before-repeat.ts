/**
 * Judged when a Book or Create leaves again after a first one without a clear answer. Between the two the service was asked for
 * redemptions under the order id, and the question left after the answer to the first call, or its deadline (docs/proof/rules.md,
 * rule 2): an earlier question is outdated. If the process died during the first call, its death ends that call.
 */
import { LEASE } from "../../../server/timing.ts";
import { type Departure, type Evidence, leasesEndedSince } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { isClear, parsed } from "./told.ts";

/** No process waits longer for a call, unless it was held up; includes 1 s for small delays. */
const DEADLINE = 36_000;

export const lookBeforeRepeat: Invariant = {
  id: "I17",
  says: "between a Book or Create without a clear answer and its repeat a look is asked",
  watch: (evidence) => ({
    departed(departure) {
      const { operation, orderId, generation, seq } = departure;
      if (operation !== "book" && operation !== "create") return undefined;
      const before = evidence.departures.findLast(
        (each) =>
          each.seq < seq &&
          each.operation === operation &&
          each.orderId === orderId &&
          each.generation === generation &&
          each.heard !== "not_sent",
      );
      if (!before || isClear(before)) return undefined;
      const ended = endOf(evidence, before);
      // The first call is still under way: another invariant judges concurrent calls.
      if (ended === undefined) return undefined;
      const look = evidence.departures.find(
        (each) =>
          LOOKS.includes(each.operation) &&
          each.orderId === orderId &&
          each.generation === generation &&
          (each.seq > ended || each.at >= before.at + DEADLINE) &&
          each.heard === 200 &&
          parsed(each.text).data !== undefined,
      );
      return look
        ? undefined
        : `${operation} for ${orderId} is repeated, and nothing was looked for since the first had no answer`;
    },
  }),
};

/** A redemption with a known id is read; any other is searched in the list. */
const LOOKS: readonly string[] = ["list_redemptions", "get_redemption"];

/** When the call ended for its process: the network may record the end of a call after its process died. */
function endOf(
  evidence: Evidence,
  { seq, at, answeredAt = at, answeredSeq, instance }: Departure,
): number | undefined {
  const { deaths, pauses } = evidence;
  if (leasesEndedSince(evidence, at - LEASE, answeredAt)) return seq;
  // A process that slept lost its lease: for the order's next worker the call is without an answer from the first.
  if (pauses.some((each) => each.instance === instance && each.until > at && each.until <= answeredAt))
    return seq;
  const ends = [answeredSeq, deaths.find((each) => each.instance === instance)?.seq];
  const known = ends.filter((seq) => seq !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
