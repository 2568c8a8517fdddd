/**
 * The filters of List redemptions, with the interface's names. Values are sent unchanged. A caller that needs a filter checks each
 * redemption, because the service may ignore filters.
 * Source: docs/proof/interface.md, "Parameters of lists".
 */

/** The states that the interface names; a redemption may have another state. */
export const REDEMPTION_STATES = [
  "pending",
  "booked",
  "redeemed",
  "denied",
  "failed",
  "refunded",
  "blocked",
  "canceled",
  "expired",
] as const;

/** With `-` in front: descending. */
export const REDEMPTION_SORTS = [
  "activation_datetime",
  "-activation_datetime",
  "updated_datetime",
  "-updated_datetime",
  "redeem_datetime",
  "-redeem_datetime",
  "refund_datetime",
  "-refund_datetime",
] as const;

/** Date-times are ISO 8601; each end is included. */
export interface RedemptionFilters {
  readonly reward_sku?: string;
  readonly email?: string;
  readonly order_id?: string;
  readonly state?: (typeof REDEMPTION_STATES)[number];
  readonly redeemed_datetime_start?: string;
  readonly redeemed_datetime_end?: string;
  readonly activation_datetime_start?: string;
  readonly activation_datetime_end?: string;
  readonly refund_datetime_start?: string;
  readonly refund_datetime_end?: string;
  readonly sort?: (typeof REDEMPTION_SORTS)[number];
}
