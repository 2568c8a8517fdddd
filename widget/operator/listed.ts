/** The list of orders that need a person, as it is shown. Pure. */
import type { NeedyOrder } from "./wire.ts";

/**
 * What is seen keeps its place while somebody reads and types: the button under a finger is never suddenly another order's.
 * @param before as it is shown @param now as it is
 */
export function inPlace(before: readonly NeedyOrder[], now: readonly NeedyOrder[]): NeedyOrder[] {
  const present = new Map(now.map((order) => [keyOf(order), order]));
  const known = new Set(before.map(keyOf));
  return [
    ...before.map((order) => present.get(keyOf(order)) ?? order),
    ...now.filter((order) => !known.has(keyOf(order))),
  ];
}

export const keyOf = ({
  site,
  order_id,
  reason,
  attempt,
}: Pick<NeedyOrder, "site" | "order_id" | "reason" | "attempt">): string =>
  `${site}/${order_id}/${attempt}/${reason}`;
