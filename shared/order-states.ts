/**
 * States of an order as a client sees them. Without the schema: the events of the element name them, and no type of the npm
 * package needs zod. Source: openapi.json, GET /v1/order.
 */
export const ORDER_STATES = [
  "open",
  "booked",
  "processing",
  "redeemed",
  "activated",
  "notified",
  "canceled",
  "refunded",
  "failed",
  "denied",
  "blocked",
  "expired",
] as const;

export type OrderState = (typeof ORDER_STATES)[number];
