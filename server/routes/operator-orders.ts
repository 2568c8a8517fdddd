/** Orders as operators find and read them. Source: docs/operate/index.md, "One order"; openapi.json, GET /v1/sites/{site}/orders. */
import { Hono, type MiddlewareHandler } from "hono";
import { readOptionalBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { operatorDoer } from "../http/doer.ts";
import { readQuery } from "../http/query.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { operatorDeed, siteId } from "../operators/attention-query.ts";
import { findOrders, findQuery, readOperatorOrder } from "../operators/find-orders.ts";
import type { SiteOrders } from "../site-orders/site-orders.ts";
import { keyOf } from "./attention.ts";

export interface OperatorOrderRoutesOptions {
  readonly ledger: Ledger;
  readonly siteOrders: Pick<SiteOrders, "cancel" | "refund">;
  readonly asOperator: MiddlewareHandler<AppEnv>;
}

export function operatorOrderRoutes(options: OperatorOrderRoutesOptions): Hono<AppEnv> {
  const { ledger, siteOrders, asOperator } = options;
  const app = new Hono<AppEnv>();
  app.get("/sites/:site/orders", asOperator, async (c) => {
    // A name that no site has has no orders.
    const site = siteId.safeParse(c.req.param("site")).data ?? "";
    return c.json({ data: await findOrders(ledger, site, readQuery(c, findQuery)) });
  });
  app.get("/sites/:site/orders/:order_id", asOperator, async (c) =>
    c.json({ data: await readOperatorOrder(ledger, keyOf(c)) }),
  );
  for (const deed of ["cancel", "refund"] as const)
    app.post(`/sites/:site/orders/:order_id/${deed}`, asOperator, async (c) => {
      const key = keyOf(c);
      const { reason } = await readOptionalBody(c, operatorDeed);
      await siteOrders[deed](key, operatorDoer(c, reason));
      return c.json({ data: await readOperatorOrder(ledger, key) });
    });
  return app;
}
