/**
 * One order for the site's own backend: the same reading as the browser's, without what only the user may have.
 * Source: contract, `GET /v1/orders/{order_id}`.
 */
import { Hono } from "hono";
import { ORDER_ID_PATTERN, type Order, type SiteOrder } from "../../shared/wire.ts";
import { siteKey } from "../http/auth.ts";
import type { AppEnv } from "../http/context.ts";
import { ProblemError } from "../problem.ts";
import type { Orders } from "../redemption/orders.ts";
import type { Sites } from "../sites.ts";

export function siteOrderRoutes({ sites, orders }: { sites: Sites; orders: Orders }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/orders/:order_id", siteKey(sites), async (c) => {
    const order_id = c.req.param("order_id");
    // No order can have such an id. The site is part of the key, so another site's order is just as unknown.
    if (!ORDER_ID_PATTERN.test(order_id)) throw new ProblemError("order_not_found");
    return c.json({ data: forSite(await orders.view({ site: c.get("site").id, order_id }, null)) });
  });
  return app;
}

/** Member by member: what a view gains later for the browser does not reach a backend's logs by itself. */
function forSite(view: Order): SiteOrder {
  return {
    order_id: view.order_id,
    delivery: view.delivery,
    environment: view.environment,
    testing: view.testing,
    promotion: view.promotion,
    state: view.state,
    skus: view.skus,
    amount_limits: view.amount_limits,
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
  };
}
