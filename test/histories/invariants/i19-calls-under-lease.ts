/** Judged when a changing call is handed to the network, by the ledger as it stands then. */
import { LEASE } from "../../../server/timing.ts";
import { CHANGES, leapedSince, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

export const callsUnderLease: Invariant = {
  id: "I19",
  says: "a call is handed to the network only while the ledger shows an unexpired lease of its sender",
  watch: (evidence) => ({
    departed({ operation, orderId, instance, at }) {
      const { plans, bed, leases, machine } = evidence;
      const plan = CHANGES.has(operation) ? planOf(plans, orderId) : undefined;
      if (!plan) return undefined;
      const lease = bed.lease(plan.site, plan.order_id);
      const isOwn = lease !== undefined && leases.get(String(lease.name)) === instance;
      return isOwn && (lease.until > machine() || leapedSince(evidence, at - LEASE))
        ? undefined
        : `${operation} for ${orderId} leaves ${instance} without its lease`;
    },
  }),
};
