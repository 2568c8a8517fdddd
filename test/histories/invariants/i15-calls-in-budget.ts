/** Judged by the calls that reached the service and when they left, repeats after a refused token included, for each upstream order id. */
import { CHANGES } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

const WINDOW = 600_000;
const SENDS_MAX = 6;

export const callsInBudget: Invariant = {
  id: "I15",
  says: "changing calls per confirmation stay at or below 6 in 10 minutes",
  watch: () => {
    const left = new Map<string, number[]>();
    return {
      // What never left did not reach anybody; when it left is what counts.
      arrived({ operation, orderId, at, life }) {
        if (!CHANGES.has(operation)) return undefined;
        const key = `${life} ${orderId}`;
        const all = [...(left.get(key) ?? []), at].sort((a, b) => a - b);
        left.set(key, all);
        const most = Math.max(
          ...all.map((from) => all.filter((each) => each >= from && each < from + WINDOW).length),
        );
        return most > SENDS_MAX ? `${most} changing calls for ${orderId} in 10 minutes` : undefined;
      },
    };
  },
};
