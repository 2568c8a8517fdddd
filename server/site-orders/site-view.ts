/** The order as its site's backend sees it: pure. Source: openapi.json, GET /v1/orders/{order_id}. */
import { type Order, order as orderSchema, type SiteOrder, siteOrder } from "../../shared/wire.ts";
import { confirmedBy } from "../redemption/view.ts";
import { currentAttempt, type Row } from "../rows/order.ts";

const written = (time: number): string => new Date(time).toISOString();
const maybe = (time: number | null | undefined): string | undefined =>
  time == null ? undefined : written(time);

/** The members of the browser's view that a site's order has, by its schema. */
const SHARED = Object.keys(siteOrder.shape).filter((name): name is keyof Order & keyof SiteOrder =>
  Object.hasOwn(orderSchema.shape, name),
);
type Shared = Pick<Order, (typeof SHARED)[number]>;
/** Every member that only a site's order has: none can be left out, also where it may be absent. */
type Own = { readonly [Name in Exclude<keyof SiteOrder, keyof Order>]-?: SiteOrder[Name] | undefined };

export function forSite(view: Order, { order }: Row): SiteOrder {
  const { booked_at, redeemed_at, refunded_at } = order.told;
  const own = {
    created_at: written(order.created_at),
    updated_at: written(order.updated_at),
    booked_at: maybe(booked_at),
    confirmed_at: maybe(currentAttempt(order)?.confirmed_at),
    redeemed_at: maybe(redeemed_at),
    refunded_at: maybe(refunded_at),
    metadata: order.pins.metadata ?? undefined,
    user_id: order.user_id ?? undefined,
    confirmed_by: confirmedBy(currentAttempt(order)).confirmed_by,
    is_used: order.is_used,
  } satisfies Own;
  return { ...(Object.fromEntries(SHARED.map((name) => [name, view[name]])) as Shared), ...own };
}
