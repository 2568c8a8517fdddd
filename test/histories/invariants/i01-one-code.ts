/** Judged by the service's billing record, after each answer of its own and at the end. */
import { planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

export const oneCode: Invariant = {
  id: "I1",
  says: "an order never has more than one created code",
  watch: (evidence) => {
    const { plans } = evidence;
    const check = (orderId?: string): string | undefined => {
      for (const plan of orderId === undefined ? plans : [planOf(plans, orderId)]) {
        if (!plan) continue;
        const codes = evidence.codesOf(plan);
        if (codes.length > 1)
          return `order ${plan.order_id} was billed ${codes.length} codes: ${codes.map(({ order_id }) => order_id).join(", ")}`;
      }
      return undefined;
    };
    return {
      heard: ({ operation, orderId }) =>
        ["redeem", "create_and_redeem"].includes(operation) ? check(orderId) : undefined,
      ended: () => check(),
    };
  },
};
