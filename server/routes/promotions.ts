/** The site's promotions with their usable rewards, in pages. Source: openapi.json, GET /v1/promotions. */
import { Hono, type MiddlewareHandler } from "hono";
import { type Paging, pagingQuery } from "../../shared/wire.ts";
import type { SitePromotions } from "../catalog/site-promotions.ts";
import type { AppEnv } from "../http/context.ts";
import { pageOf, readQuery } from "../http/query.ts";
import { type Images, imageAddresses } from "../images/images.ts";
import { SITE_READS_AT_ONCE } from "../timing.ts";
import { mapConcurrently } from "../tools/concurrent.ts";

export interface PromotionRoutesOptions {
  /** Authenticates a site's key. */
  readonly asSite: MiddlewareHandler<AppEnv>;
  readonly sitePromotions: SitePromotions;
  readonly images: Images;
  readonly publicUrl: string;
}

export function promotionRoutes(options: PromotionRoutesOptions): Hono<AppEnv> {
  const { asSite, sitePromotions, images, publicUrl } = options;
  const app = new Hono<AppEnv>();
  const imageUrl = imageAddresses(images, publicUrl);

  app.get("/promotions", asSite, async (c) => {
    const { page, per_page } = readQuery(c, pagingQuery);
    const site = c.get("site");
    const ids = await sitePromotions.idsOf(site);
    // Only the promotions of the page are read: the others are only counted.
    const data = await mapConcurrently(pageOf(ids, { page, per_page }), SITE_READS_AT_ONCE, (id) =>
      sitePromotions.describe(site, id, imageUrl),
    );
    const paging: Paging = { page, per_page, total: ids.length };
    return c.json({ data, paging });
  });
  return app;
}
