/** The catalog of a session. Source: openapi.json, GET /v1/catalog and GET /v1/rewards/{sku}. */
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import type { RewardDetails } from "../../shared/wire.ts";
import type { Catalog, CatalogEntry } from "../catalog/catalog.ts";
import { findOffered, type Limited } from "../catalog/offer.ts";
import { type CatalogViews, etagOf } from "../catalog/views.ts";
import type { AppEnv } from "../http/context.ts";
import { isKnown } from "../http/etag.ts";
import type { SessionRow } from "../rows/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Site } from "../settings/env.ts";

export interface CatalogRoutesOptions {
  readonly sessions: Pick<Sessions, "choicesOf">;
  readonly catalog: Catalog;
  readonly catalogViews: CatalogViews;
}

/** Answers with a catalog mix no secret with an attacker's text, so their compressed length reveals nothing. */
export const zipped = compress({ encoding: "gzip" });

export function catalogRoutes({ sessions, catalog, catalogViews }: CatalogRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  /** The catalog's entry for a session, and the session's limits. */
  const readFor = async (
    session: SessionRow,
    site: Site,
  ): Promise<{ entry: CatalogEntry; limited: Limited }> => {
    const { promotion_id, limits } = await sessions.choicesOf(session);
    const entry = await catalog.get(promotion_id, site.client_id, "view");
    return { entry, limited: { ...limits, currency: session.currency } };
  };

  app.get("/catalog", zipped, async (c) => {
    const { entry, limited } = await readFor(c.get("session"), c.get("site"));
    const { json, etag } = catalogViews.list(entry, limited);
    return send(c, etag, `{"data":${json}}`);
  });

  app.get("/rewards/:sku", zipped, async (c) => {
    const { entry, limited } = await readFor(c.get("session"), c.get("site"));
    const sku = c.req.param("sku");
    const { reward } = findOffered(entry, limited, sku);
    const texts = await catalog.details(sku);
    const details: RewardDetails = {
      ...catalogViews.reward(reward),
      how_to_use_instructions: texts.how_to_use_instructions,
      important_instructions: texts.important_instructions,
      terms_and_conditions: texts.terms_and_conditions,
    };
    const body = JSON.stringify({ data: details });
    return send(c, etagOf(body), body);
  });
  return app;
}

function send(c: Context, etag: string, body: string): Response {
  const headers = {
    "Cache-Control": "private, no-cache",
    Vary: "Authorization, Accept-Encoding",
    ETag: etag,
  };
  if (isKnown(c, etag)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, "Content-Type": "application/json" });
}
