/** The catalog of a session. Source: contract, `GET /v1/catalog` and `GET /v1/rewards/{sku}`. */
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import type { RewardDetails } from "../../shared/wire.ts";
import { type Rendered, render } from "../catalog/bodies.ts";
import type { CatalogViews } from "../catalog/views.ts";
import type { Catalog } from "../catalog.ts";
import type { AppEnv } from "../http/context.ts";
import { findOffered, shownOf } from "../offer.ts";
import type { Sessions } from "../sessions.ts";

export interface CatalogRoutesOptions {
  readonly sessions: Pick<Sessions, "choicesOf">;
  readonly catalog: Catalog;
  readonly catalogViews: CatalogViews;
}

export function catalogRoutes({ sessions, catalog, catalogViews }: CatalogRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get("/catalog", async (c) => {
    const choices = await sessions.choicesOf(c.get("session"));
    const entry = await catalog.get(choices.promotion_id, c.get("site").client_id, "view");
    return send(c, catalogViews.bodies.of(entry, shownOf(entry, choices), choices));
  });

  app.get("/rewards/:sku", async (c) => {
    const choices = await sessions.choicesOf(c.get("session"));
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
    return send(c, render(JSON.stringify({ data: details })));
  });
  return app;
}

/** The answer mixes no secret with an attacker's text, so its compressed length reveals nothing. */
function send(c: Context, rendered: Rendered): Response {
  const { etag } = rendered;
  const zipped = takesGzip(c) ? rendered.zipped : undefined;
  // The plain form suits every client. Both forms have one tag, which is therefore weak. Source: RFC 9110, 8.8.3.3 and 12.5.3.
  const headers = {
    "Cache-Control": "private, no-cache",
    Vary: zipped ? "Authorization, Accept-Encoding" : "Authorization",
    ETag: zipped ? `W/${etag}` : etag,
  };
  const known = c.req
    .header("If-None-Match")
    ?.split(",")
    .some((tag) => tag.trim().replace(/^W\//, "") === etag);
  if (known) return new Response(null, { status: 304, headers });
  const type = { "Content-Type": "application/json" };
  if (!zipped) return new Response(rendered.plain(), { headers: { ...headers, ...type } });
  return new Response(zipped(), { headers: { ...headers, ...type, "Content-Encoding": "gzip" } });
}

/** Whether the client accepts gzip. */
export function takesGzip(c: Context): boolean {
  const supports = ["gzip", "identity"];
  return accepts(c, { header: "Accept-Encoding", supports, default: "identity" }) === "gzip";
}
