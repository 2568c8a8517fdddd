/**
 * Which redemptions fit a query and in which order. Pure: it looks at what the service said of each, because whether the
 * service obeys its own filters is never trusted. Source: interface, List redemptions query parameters.
 */

import type { RedemptionFilters } from "../fulfillment/redemption-filters.ts";
import type { FullRedemption } from "../fulfillment/resources.ts";
import { readTime } from "../fulfillment/usable.ts";
import type { OwnedRedemption } from "../ledger/ledger.ts";
import type { RedemptionsQuery } from "./query.ts";

/** What filters and orders look at; small, because thousands may be held for one request. Epoch ms. */
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

export function factsOf(redemption: FullRedemption): Facts {
  return {
    state: redemption.state,
    activation: readTime(redemption.activation_datetime),
    redeemed: readTime(redemption.redeemed_datetime),
    refunded: readTime(redemption.refunded_datetime),
    updated: readTime(redemption.updated_datetime),
  };
}

/** Whether the query leaves something out that only the service can tell. */
export function isFiltering(query: RedemptionsQuery): boolean {
  return Object.values(upstreamFilters(query)).some((value) => value !== undefined);
}

/** The part of a query that the service's own list can narrow down. */
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

/** Both ends included; what has no such date lies in no range. */
function within(at: number | undefined, start: number | undefined, end: number | undefined): boolean {
  if (start === undefined && end === undefined) return true;
  return at !== undefined && at >= (start ?? at) && at <= (end ?? at);
}

/** The ledger's order where no other is asked for, and among equals. What has no such date comes last, either way. */
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
