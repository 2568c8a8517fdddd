/** The order as its site's backend sees it: pure. Source: openapi.json, GET /v1/orders/{order_id}. */
import type { Order, SiteOrder } from "../../shared/wire.ts";
import { currentAttempt, type Row } from "../rows/order.ts";

const written = (time: number): string => new Date(time).toISOString();
const maybe = (time: number | null | undefined): string | undefined =>
  time == null ? undefined : written(time);

/** Copied member by member, so that a later member for the browser does not reach a backend's logs. */
export function forSite(view: Order, { order }: Row): SiteOrder {
  const { booked_at, redeemed_at, refunded_at } = order.told;
  return {
    order_id: view.order_id,
    delivery: view.delivery,
    environment: view.environment,
    testing: view.testing,
    promotion: view.promotion,
    state: view.state,
    skus: view.skus,
    amount_limits: view.amount_limits,
    ended_attempt: view.ended_attempt,
    attempt: view.attempt,
    sku: view.sku,
    reward_name: view.reward_name,
    amount: view.amount,
    value: view.value,
    hold_expires_at: view.hold_expires_at,
    hold_seconds_left: view.hold_seconds_left,
    step: view.step,
    reference: view.reference,
    masked_email: view.masked_email,
    created_at: written(order.created_at),
    updated_at: written(order.updated_at),
    booked_at: maybe(booked_at),
    confirmed_at: maybe(currentAttempt(order)?.confirmed_at),
    redeemed_at: maybe(redeemed_at),
    refunded_at: maybe(refunded_at),
    ...(order.pins.metadata && { metadata: order.pins.metadata }),
  };
}
