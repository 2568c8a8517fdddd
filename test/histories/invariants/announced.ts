/** When a call that left was announced in the ledger. */
import type { Departure, Evidence } from "../evidence.ts";

/**
 * History time, ms, of the last write of the instance for the order of the call; the call's own where there was none. An instance may
 * stand still between the two.
 */
export function announcedAt({ writes }: Evidence, { instance, orderId, seq, at }: Departure): number {
  const write = writes.findLast(
    ({ instance: writer, after, seq: written }) =>
      writer === instance &&
      written < seq &&
      after.attempts.some(({ upstream_order_id }) => upstream_order_id === orderId),
  );
  return write?.at ?? at;
}
