/** Judged by the calls that left, repeats after a refused token included, for each upstream order id. */
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
      departed({ operation, orderId, at, life }) {
        if (!CHANGES.has(operation)) return undefined;
        const key = `${life} ${orderId}`;
        const recent = [...(left.get(key) ?? []).filter((each) => each > at - WINDOW), at];
        left.set(key, recent);
        return recent.length > SENDS_MAX ? `${recent.length} changing calls for ${orderId} in 10 minutes` : undefined;
      },
    };
  },
};
