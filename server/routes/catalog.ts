/** The catalog of a session. Source: contract, `GET /v1/catalog` and `GET /v1/rewards/{sku}`. */
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import type { RewardDetails } from "../../shared/wire.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { findOffered, type Limited } from "../catalog/offer.ts";
import { type CatalogViews, etagOf } from "../catalog/views.ts";
import type { AppEnv } from "../http/context.ts";
import { isKnown } from "../http/etag.ts";
import type { SessionRow } from "../rows/session.ts";
import type { Choices, Sessions } from "../sessions/sessions.ts";

export interface CatalogRoutesOptions {
  readonly sessions: Pick<Sessions, "choicesOf">;
  readonly catalog: Catalog;
  readonly catalogViews: CatalogViews;
}

/** Answers with a catalog mix no secret with an attacker's text, so their compressed length reveals nothing. */
export const zipped = compress({ encoding: "gzip" });

export function catalogRoutes({ sessions, catalog, catalogViews }: CatalogRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const limitsOf = async (session: SessionRow): Promise<Choices & Limited> => ({
    ...(await sessions.choicesOf(session)),
    currency: session.currency,
  });

  app.get("/catalog", zipped, async (c) => {
    const choices = await limitsOf(c.get("session"));
    const entry = await catalog.get(choices.promotion_id, c.get("site").client_id, "view");
    const { json, etag } = catalogViews.list(entry, choices);
    return send(c, etag, `{"data":${json}}`);
  });

  app.get("/rewards/:sku", zipped, async (c) => {
    const choices = await limitsOf(c.get("session"));
    const sku = c.req.param("sku");
    const entry = await catalog.get(choices.promotion_id, c.get("site").client_id, "view");
    const { reward } = findOffered(entry, choices, sku);
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
