/** Routes for a site's own backend. Source: contract, "For the site's own backend". */
import { Hono } from "hono";
import { sessionRequest } from "../../shared/wire.ts";
import { siteKey } from "../http/auth.ts";
import { readBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import type { Sessions } from "../sessions.ts";
import type { Sites } from "../sites.ts";

export function siteRoutes({ sites, sessions }: { sites: Sites; sessions: Sessions }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post("/sessions", siteKey(sites), async (c) => {
    const request = await readBody(c, sessionRequest);
    return c.json({ data: await sessions.open(c.get("site"), request) }, 201);
  });
  return app;
}
