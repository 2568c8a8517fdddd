/**
 * Judged when a book or create leaves that left before without a clear answer: between the two the service was asked for what it has
 * under the order id, and the question left after the answer to the first one, or its deadline (rules 2 and 14). What was asked
 * earlier is about the time before. Where the process died over the first one, its death is the end of it.
 */
import type { Departure, Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { isClear, parsed } from "./told.ts";

/** No process waits longer for a call, unless it was held up itself; 1 s for what it is held up by at least. */
const DEADLINE = 36_000;

export const lookBeforeRepeat: Invariant = {
  id: "I17",
  isTimed: true,
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
      // Nobody has ended waiting for it: that two are under way at once is another invariant's.
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

/** A redemption whose id is known is read; any other is looked for in the list. */
const LOOKS: readonly string[] = ["list_redemptions", "get_redemption"];

/** When nobody waited for the call any more: the network may note the end of a call after its process died. */
function endOf({ deaths }: Evidence, { answeredSeq, instance }: Departure): number | undefined {
  const ends = [answeredSeq, deaths.find((each) => each.instance === instance)?.seq];
  const known = ends.filter((seq) => seq !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
