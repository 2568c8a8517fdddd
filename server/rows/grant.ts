/**
 * A grant: an amount that one user may spend on several rewards. It has no row of its own. It is the chain of its orders, one at a time;
 * each carries the grant's terms, and only the last one can be chosen from. So whatever changes a grant is a compare-and-swap on the
 * row of its last order. Source: docs/points/grants.md; docs/proof/rules.md, rule 18.
 */
import type { OrderKey } from "./order.ts";

export interface GrantKey {
  readonly site: string;
  readonly grant_id: string;
}

/** Where an order stands in its grant: the k-th, from 1. */
export interface Place {
  readonly grant_id: string;
  readonly k: number;
}

/** A site's own order ids have no tilde: none of them can be taken for an order of a grant. */
const PLACE = /^([A-Za-z0-9._-]{1,64})~([1-9]\d{0,5})$/;

/** The id of the k-th order of a grant: `{grant_id}~{k}`. */
export const grantOrderId = (grantId: string, k: number): string => `${grantId}~${k}`;

/** The place that an order id names; undefined for an order that stands alone. */
export function placeOf(orderId: string): Place | undefined {
  const [, grant_id, k] = PLACE.exec(orderId) ?? [];
  return grant_id === undefined ? undefined : { grant_id, k: Number(k) };
}

export const grantOf = ({ site, order_id }: OrderKey): GrantKey | undefined => {
  const place = placeOf(order_id);
  return place && { site, grant_id: place.grant_id };
};
