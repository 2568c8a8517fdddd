/** Judged when a changing call is handed to the network, by the ledger as it stands then. */
import { LEASE } from "../../../server/timing.ts";
import { CHANGES, leasesEndedSince, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

export const callsUnderLease: Invariant = {
  id: "I19",
  says: "a call is handed to the network only while the ledger shows an unexpired lease of its sender",
  watch: (evidence) => ({
    departed({ operation, orderId, instance, at }) {
      const { plans, bed, leases, machine } = evidence;
      const plan = CHANGES.has(operation) ? planOf(plans, orderId) : undefined;
      if (!plan) return undefined;
      // A clock that leaps ends the lease of a call that is about to leave: its sender stores nothing any more.
      if (leasesEndedSince(evidence, at - LEASE)) return undefined;
      const lease = bed.lease(plan.site, plan.order_id);
      const isOwn = lease !== undefined && leases.get(String(lease.name)) === instance;
      return isOwn && lease.until > machine()
        ? undefined
        : `${operation} for ${orderId} leaves ${instance} without its lease`;
    },
  }),
};
