/** Orders as operators find and read them. Source: docs/operate/index.md, "One order"; openapi.json, GET /v1/sites/{site}/orders. */
import { Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "../http/context.ts";
import { readQuery } from "../http/query.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { siteId } from "../operators/attention-query.ts";
import { findOrders, findQuery, readOperatorOrder } from "../operators/find-orders.ts";
import { keyOf } from "./attention.ts";

export interface OperatorOrderRoutesOptions {
  readonly ledger: Ledger;
  readonly asOperator: MiddlewareHandler<AppEnv>;
}

export function operatorOrderRoutes({ ledger, asOperator }: OperatorOrderRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/sites/:site/orders", asOperator, async (c) => {
    // A name that no site has has no orders.
    const site = siteId.safeParse(c.req.param("site")).data ?? "";
    return c.json({ data: await findOrders(ledger, site, readQuery(c, findQuery)) });
  });
  app.get("/sites/:site/orders/:order_id", asOperator, async (c) =>
    c.json({ data: await readOperatorOrder(ledger, keyOf(c)) }),
  );
  return app;
}
