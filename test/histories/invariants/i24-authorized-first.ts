/** Judged when a Redeem, Activate or Create leaves, by the answers of the site's backend. */
import { CONFIRMING, planOf } from "../evidence.ts";
import { SITES } from "../instance.ts";
import type { Invariant } from "../judge.ts";
import { attemptOf } from "../plan.ts";

export const authorizedFirst: Invariant = {
  id: "I24",
  says: "a confirmation of a site with `authorize` is sent only after its allow",
  watch: ({ plans, authorizations }) => ({
    departed({ operation, orderId, seq }) {
      const plan = CONFIRMING.has(operation) ? planOf(plans, orderId) : undefined;
      if (!plan || !("authorize" in SITES[plan.site])) return undefined;
      const isAllowed = authorizations.some(
        ({ order_id, attempt, allowedSeq = Number.POSITIVE_INFINITY }) =>
          order_id === plan.order_id && attempt === attemptOf(orderId) && allowedSeq < seq,
      );
      return isAllowed ? undefined : `${operation} for ${orderId} leaves, and the site has not allowed it`;
    },
  }),
};
