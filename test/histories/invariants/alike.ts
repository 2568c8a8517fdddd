/** A redeemed order is shown alike in every tab and by every instance. */
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";

export const alike: Invariant = {
  id: "alike",
  says: "every answer about a redeemed order names the same attempt, reward, reference and codes",
  watch: () => {
    const known = new Map<Plan, Map<string, string>>();
    return {
      answered({ plan, generation, as }, { data }) {
        if (!plan || !data || as === "operator") return undefined;
        const seen = known.get(plan) ?? new Map<string, string>();
        known.set(plan, seen);
        const { codes, state, attempt, sku, amount, reference } = data;
        const parts = {
          ...(codes !== undefined && { codes: JSON.stringify(codes) }),
          // A ledger that found the reward by lookup knows less about the choice.
          ...(state === "redeemed" &&
            reference !== undefined && {
              [`order ${generation}`]: JSON.stringify([attempt, sku, amount, reference]),
            }),
        };
        for (const [name, text] of Object.entries(parts)) {
          const before = seen.get(name) ?? text;
          seen.set(name, before);
          if (before !== text) return `the ${name.split(" ")[0]} shown is ${text} and was ${before}`;
        }
        return undefined;
      },
    };
  },
};
