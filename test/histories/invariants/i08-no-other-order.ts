/** Judged at every answer to a session or a site: nothing in it is another order's. */
import type { Evidence } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { isOf, isOneGrant, type Plan } from "../plan.ts";

/** A shorter value may occur in an answer by chance. */
const DISTINCTIVE_LENGTH = 8;

export const noOtherOrder: Invariant = {
  id: "I8",
  says: "no answer to one session contains another order's data",
  watch: (evidence) => {
    if (evidence.plans.length < 2) return {};
    return {
      answered({ plan, as, path }, { text, data }) {
        if (!plan || as === "operator") return undefined;
        for (const other of evidence.plans) {
          if (other === plan) continue;
          // The list of what was got of a grant names all of it, but no codes.
          if (path === "/v1/rewards" && isOneGrant(plan, other)) continue;
          // Two orders of one site belong to the same backend.
          if (as === "site" && (other.site === plan.site || !data)) continue;
          const told = distinctiveOf(evidence, other).find((value) => text.includes(value));
          if (told !== undefined)
            return `an answer about ${plan.order_id} holds ${told}, which is of ${other.order_id}`;
        }
        if (as === "browser" && data?.order_id !== undefined && data.order_id !== plan.order_id)
          return `an answer about ${plan.order_id} is about ${data.order_id}`;
        return undefined;
      },
    };
  },
};

function distinctiveOf({ control, codesOf }: Evidence, plan: Plan): string[] {
  const records = control.redemptions().filter(({ orderId }) => isOf(plan, orderId));
  return [
    plan.email,
    ...records.map(({ id }) => id),
    ...codesOf(plan).flatMap(({ codes }) => codes.map(({ value }) => value)),
  ].filter((value) => value.length >= DISTINCTIVE_LENGTH);
}
