/**
 * Judged when a changing call leaves: other instances count on it that what was announced leaves soon, or not at all, and a process
 * that stood still meanwhile must not send it any more.
 */
import { CHANGES } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { announcedAt } from "./announced.ts";

/** How long after its announcement a call may leave. Source: docs/redemption.md, "What is never believed". */
const LEAVES_WITHIN = 15_000;
/** The service tells its time in whole seconds. */
const RESOLUTION = 2_000;

export const leavesInTime: Invariant = {
  id: "prompt",
  isTimed: true,
  says: "a changing call leaves within 15 seconds of its announcement, or not at all",
  watch: (evidence) => ({
    departed(departure) {
      const { operation, orderId, instance, at } = departure;
      if (!CHANGES.has(operation)) return undefined;
      const since = at - announcedAt(evidence, departure);
      return since > LEAVES_WITHIN + RESOLUTION
        ? `${operation} for ${orderId} leaves ${instance} ${Math.round(since / 1_000)} s after its announcement`
        : undefined;
    },
  }),
};
