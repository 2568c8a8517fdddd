/** The redemptions of a site's orders, in pages. Source: contract, `GET /v1/redemptions`. */
import { Hono } from "hono";
import type { Paging } from "../../shared/wire.ts";
import { siteKey } from "../http/auth.ts";
import type { AppEnv } from "../http/context.ts";
import { readQuery } from "../http/query.ts";
import { ProblemError } from "../problem.ts";
import { redemptionsQuery } from "../site-redemptions/query.ts";
import type { SiteRedemptions } from "../site-redemptions/site-redemptions.ts";
import type { Sites } from "../sites.ts";

export interface RedemptionRoutesOptions {
  readonly sites: Sites;
  readonly siteRedemptions: SiteRedemptions;
}

export function redemptionRoutes({ sites, siteRedemptions }: RedemptionRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/redemptions", siteKey(sites), async (c) => {
    const query = readQuery(c, redemptionsQuery);
    const { id, promotions } = c.get("site");
    if (query.promotion_id !== undefined && promotions && !promotions.includes(query.promotion_id)) {
      throw new ProblemError("promotion_not_allowed");
    }
    const { data, total } = await siteRedemptions.page(id, query);
    const paging: Paging = { page: query.page, per_page: query.per_page, total };
    return c.json({ data, paging });
  });
  return app;
}
