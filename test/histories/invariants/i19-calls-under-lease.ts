/** Judged when a changing call is handed to the network, by the ledger as it stands then. */
import { CHANGES, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

export const callsUnderLease: Invariant = {
  id: "I19",
  says: "a call is handed to the network only while the ledger shows an unexpired lease of its sender",
  watch: ({ plans, bed, leases, start }) => ({
    departed({ operation, orderId, instance, at }) {
      const plan = CHANGES.has(operation) ? planOf(plans, orderId) : undefined;
      if (!plan) return undefined;
      const lease = bed.lease(plan.site, plan.order_id);
      const isOwn = lease !== undefined && leases.get(String(lease.name)) === instance;
      return isOwn && lease.until > start + at
        ? undefined
        : `${operation} for ${orderId} leaves ${instance} without its lease`;
    },
  }),
};
