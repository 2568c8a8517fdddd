/** Judged by the answers of any instance before a request, within one generation of the ledger. */
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";

export const neverBack: Invariant = {
  id: "I13",
  says: "the client never sees `redeemed` go back, except to `refunded`",
  watch: () => {
    /** When the reward was first shown, by order and generation. */
    const shown = new Map<Plan, { seq: number; generation: number; refundedSeq: number }>();
    return {
      answered(ask, { data, seq }) {
        const { plan, generation } = ask;
        const state = data?.state;
        if (!plan || typeof state !== "string") return undefined;
        let first = shown.get(plan);
        if (first && first.generation !== generation) first = undefined;
        if (first && first.seq < ask.seq && state !== "redeemed" && state !== "refunded")
          return `${state} is shown of an order that was redeemed`;
        if (first && first.refundedSeq < ask.seq && state === "redeemed")
          return "redeemed is shown of an order that was refunded";
        if (state === "redeemed" && !first)
          shown.set(plan, { seq, generation, refundedSeq: Number.POSITIVE_INFINITY });
        if (state === "refunded" && first) first.refundedSeq = Math.min(first.refundedSeq, seq);
        return undefined;
      },
    };
  },
};
