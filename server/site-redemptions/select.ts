/**
 * Selects and sorts the redemptions of a query. Pure. Uses the service's data of each redemption, because the service may ignore
 * its own filters. Source: docs/proof/interface.md, "Parameters of lists".
 */

import type { RedemptionFilters } from "../fulfillment/redemption-filters.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { readTime } from "../fulfillment/usable.ts";
import type { OwnedRedemption } from "../ledger/ledger.ts";
import type { RedemptionsQuery } from "./query.ts";

/** The members that filters and sorting use; small, because one request may need thousands. Epoch ms. */
export interface Facts {
  readonly state?: string;
  readonly activation?: number;
  readonly redeemed?: number;
  readonly refunded?: number;
  readonly updated?: number;
}

export interface Known {
  readonly owned: OwnedRedemption;
  readonly facts: Facts;
}

export function factsOf(redemption: Redemption): Facts {
  return {
    state: redemption.state,
    activation: readTime(redemption.activation_datetime),
    redeemed: readTime(redemption.redeemed_datetime),
    refunded: readTime(redemption.refunded_datetime),
    updated: readTime(redemption.updated_datetime),
  };
}

/** Whether the query filters by a member that only the service has. */
export function isFiltering(query: RedemptionsQuery): boolean {
  return Object.values(upstreamFilters(query)).some((value) => value !== undefined);
}

/** The filters of a query that the service's own list has. */
export function upstreamFilters(query: RedemptionsQuery): RedemptionFilters {
  const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
  return {
    state: query.state,
    redeemed_datetime_start: iso(query.redeemed_datetime_start),
    redeemed_datetime_end: iso(query.redeemed_datetime_end),
    activation_datetime_start: iso(query.activation_datetime_start),
    activation_datetime_end: iso(query.activation_datetime_end),
    refund_datetime_start: iso(query.refund_datetime_start),
    refund_datetime_end: iso(query.refund_datetime_end),
  };
}

export function fits(facts: Facts, query: RedemptionsQuery): boolean {
  return (
    (query.state === undefined || facts.state === query.state) &&
    within(facts.redeemed, query.redeemed_datetime_start, query.redeemed_datetime_end) &&
    within(facts.activation, query.activation_datetime_start, query.activation_datetime_end) &&
    within(facts.refunded, query.refund_datetime_start, query.refund_datetime_end)
  );
}

/** Both ends are included; a redemption without the date is in no range. */
function within(at: number | undefined, start: number | undefined, end: number | undefined): boolean {
  if (start === undefined && end === undefined) return true;
  return at !== undefined && at >= (start ?? at) && at <= (end ?? at);
}

/** The ledger's order by default and among equals. Redemptions without the date come last, in both directions. */
export function inOrder(all: readonly Known[], sort: RedemptionsQuery["sort"]): readonly Known[] {
  if (sort === undefined) return all;
  const isDescending = sort.startsWith("-");
  const dateOf = DATES[sort.replace(/^-/, "") as keyof typeof DATES];
  return all.toSorted((a, b) => {
    const [left, right] = [dateOf(a.facts), dateOf(b.facts)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return isDescending ? right - left : left - right;
  });
}

const DATES = {
  activation_datetime: (facts: Facts) => facts.activation,
  updated_datetime: (facts: Facts) => facts.updated,
  redeem_datetime: (facts: Facts) => facts.redeemed,
  refund_datetime: (facts: Facts) => facts.refunded,
};
