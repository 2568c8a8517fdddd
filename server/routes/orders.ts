/**
 * One order for the site's own backend: viewed like in the browser, without codes and links; canceled; refunded; its user
 * forgotten. Source: openapi.json, GET /v1/orders/{order_id}.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { deedRequest, KNOWN_ORDER_ID_PATTERN, ordersQuery, type RefundedOrder } from "../../shared/wire.ts";
import type { Grants } from "../grants/grants.ts";
import { readOptionalBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { siteDoer } from "../http/doer.ts";
import { readQuery } from "../http/query.ts";
import { ProblemError } from "../problems/problem.ts";
import type { Members } from "../rewards/members.ts";
import type { Doer } from "../rows/audit.ts";
import type { OrderKey } from "../rows/order.ts";
import type { SiteOrders } from "../site-orders/site-orders.ts";

interface SiteOrderRoutesOptions {
  /** Authenticates a site's key. */
  readonly asSite: MiddlewareHandler<AppEnv>;
  readonly siteOrders: SiteOrders;
  readonly grants: Pick<Grants, "withBalance">;
  readonly members: Pick<Members, "orders">;
  /** Forgets an order's user. */
  readonly forgetUser: (key: OrderKey, by: Doer) => Promise<void>;
}

export function siteOrderRoutes(options: SiteOrderRoutesOptions): Hono<AppEnv> {
  const { asSite, siteOrders, grants, members, forgetUser } = options;
  const app = new Hono<AppEnv>();
  app.get("/orders", asSite, async (c) =>
    c.json({ data: await members.orders(c.get("site").id, readQuery(c, ordersQuery)) }),
  );
  app.get("/orders/:order_id", asSite, async (c) => {
    const key = orderKeyOf(c);
    return c.json({ data: await grants.withBalance(key, await siteOrders.view(key)) });
  });
  app.post("/orders/:order_id/cancel", asSite, async (c) => {
    const key = orderKeyOf(c);
    const by = siteDoer(c, await readOptionalBody(c, deedRequest));
    return c.json({ data: await grants.withBalance(key, await siteOrders.cancel(key, by)) });
  });
  app.post("/orders/:order_id/refund", asSite, async (c) => {
    const key = orderKeyOf(c);
    const by = siteDoer(c, await readOptionalBody(c, deedRequest));
    const { order, refunded } = await siteOrders.refund(key, by);
    return c.json({ data: { ...(await grants.withBalance(key, order)), refunded } satisfies RefundedOrder });
  });
  const forget = async (c: Context<AppEnv>): Promise<Response> => {
    const key = orderKeyOf(c);
    await forgetUser(key, siteDoer(c, await readOptionalBody(c, deedRequest)));
    return c.body(null, 204);
  };
  app.delete("/orders/:order_id/user", asSite, forget);
  // Some firewalls let no DELETE pass.
  app.post("/orders/:order_id/user/forget", asSite, forget);
  return app;
}

/** The site is part of the key, so another site's order is unknown. Also records the order for the log. */
export function orderKeyOf(c: Context<AppEnv>): OrderKey {
  const order_id = c.req.param("order_id") ?? "";
  if (!KNOWN_ORDER_ID_PATTERN.test(order_id)) throw new ProblemError("order_not_found");
  c.set("orderId", order_id);
  return { site: c.get("site").id, order_id };
}
