/** Logos and cards from our own origin. Source: docs/server/routes.md. */
import { Hono } from "hono";
import type { AppEnv } from "../http/context.ts";
import { isKnown } from "../http/etag.ts";
import type { Images } from "../images/images.ts";
import { ProblemError } from "../problems/problem.ts";
import { IMAGE_MAX_AGE } from "../timing.ts";

export function imageRoutes(images: Images): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/:id", async (c) => {
    const image = await images.get(c.req.param("id"));
    if (!image) throw new ProblemError("not_found");
    const headers = {
      "Content-Type": image.contentType,
      "Cache-Control": `public, max-age=${IMAGE_MAX_AGE / 1000}`,
      // Inside <img> an SVG runs and loads nothing. Opened as a page, this policy prevents both.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "Content-Disposition": "inline",
      "Cross-Origin-Resource-Policy": "cross-origin",
      // Pictures are nobody's secret; a page that draws one may read its drawing.
      "Access-Control-Allow-Origin": "*",
      ETag: image.etag,
    };
    if (isKnown(c, image.etag)) return c.body(null, 304, headers);
    return c.body(image.body, 200, headers);
  });
  return app;
}
