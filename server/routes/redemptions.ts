/** The redemptions of a site's orders, in pages. Source: openapi.json, GET /v1/redemptions. */
import { Hono, type MiddlewareHandler } from "hono";
import type { Paging } from "../../shared/wire.ts";
import type { AppEnv } from "../http/context.ts";
import { readQuery } from "../http/query.ts";
import { notAllowed } from "../sessions/sessions.ts";
import { csvOf } from "../site-redemptions/csv.ts";
import { redemptionsQuery } from "../site-redemptions/query.ts";
import type { SiteRedemptions } from "../site-redemptions/site-redemptions.ts";

export interface RedemptionRoutesOptions {
  /** Authenticates a site's key. */
  readonly asSite: MiddlewareHandler<AppEnv>;
  readonly siteRedemptions: SiteRedemptions;
}

export function redemptionRoutes({ asSite, siteRedemptions }: RedemptionRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/redemptions", asSite, async (c) => {
    const query = readQuery(c, redemptionsQuery);
    const { id, promotions } = c.get("site");
    if (query.promotion_id !== undefined && promotions && !promotions.includes(query.promotion_id)) {
      throw notAllowed(query.promotion_id);
    }
    if (query.format === "csv")
      return c.body(await csvOf(siteRedemptions.all(id, query, c.req.raw.signal)), 200, {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": 'attachment; filename="redemptions.csv"',
      });
    const { data, total } = await siteRedemptions.page(id, query, c.req.raw.signal);
    const paging: Paging = { page: query.page, per_page: query.per_page, total };
    return c.json({ data, paging });
  });
  return app;
}
