/** Filters, order and pages of lists. Source: docs/proof/interface.md, "Parameters of lists". */

import type { Page, RedemptionFilters } from "./requests.ts";
import type { Paging } from "./resources.ts";
import type { RedemptionRecord } from "./store.ts";

export function paginate<T>(items: readonly T[], { page, perPage }: Page): { data: T[]; paging: Paging } {
  const from = (page - 1) * perPage;
  return {
    data: items.slice(from, from + perPage),
    paging: { page, per_page: perPage, total: items.length },
  };
}

type Moment = (record: RedemptionRecord) => number | null;

const MOMENTS: Record<string, Moment> = {
  activation_datetime: (record) => record.activatedAt,
  updated_datetime: (record) => record.updatedAt,
  redeem_datetime: (record) => record.redeemedAt,
  refund_datetime: (record) => record.refundedAt,
};

/** Whether a time is in the range, both ends included. A redemption without the time is in no range. */
function within(at: number | null, start: number | undefined, end: number | undefined): boolean {
  if (start === undefined && end === undefined) return true;
  return at !== null && at >= (start ?? at) && at <= (end ?? at);
}

export function matches(record: RedemptionRecord, filters: RedemptionFilters): boolean {
  return (
    record.reward.sku === (filters.reward_sku ?? record.reward.sku) &&
    record.email === (filters.email ?? record.email) &&
    record.orderId === (filters.order_id ?? record.orderId) &&
    record.state === (filters.state ?? record.state) &&
    within(record.redeemedAt, filters.redeemed_datetime_start, filters.redeemed_datetime_end) &&
    within(record.activatedAt, filters.activation_datetime_start, filters.activation_datetime_end) &&
    within(record.refundedAt, filters.refund_datetime_start, filters.refund_datetime_end)
  );
}

/** Newest first by default. Redemptions without the time come last in either direction. */
export function inOrder(records: readonly RedemptionRecord[], sort: string | undefined): RedemptionRecord[] {
  const newest = (a: RedemptionRecord, b: RedemptionRecord) => b.sequence - a.sequence;
  const moment = sort === undefined ? undefined : MOMENTS[sort.replace(/^-/, "")];
  if (!moment) return [...records].sort(newest);
  const direction = sort?.startsWith("-") ? -1 : 1;
  return [...records].sort((a, b) => {
    const [left, right] = [moment(a), moment(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || newest(a, b);
    return direction * (left - right || a.sequence - b.sequence);
  });
}
