/**
 * Resources that need no credentials, beside the end user's page: logos, card images and printable documents. A
 * document needs a key that cannot be guessed. Source: docs/proof/interface.md, "Fields".
 */
import { Hono } from "hono";
import { printableCard } from "../card.ts";
import { cardSvg, logoSvg } from "../catalog/assets.ts";
import { SERIES_MARK } from "../catalog/brands.ts";
import { notFound } from "../errors.ts";
import { type Service, settle } from "../service.ts";
import type { Store } from "../store.ts";

/**
 * A logo belongs to its brand or card series: all their rewards share one address. A card image belongs to one reward.
 */
function drawing({ catalog, promotions }: Store, kind: string, file: string): string {
  const name = file.endsWith(".svg") ? file.slice(0, -".svg".length) : "";
  const key = name.split(SERIES_MARK)[0];
  const reward =
    kind === "logos" ? [...catalog.values()].find(({ brand }) => brand.key === key) : catalog.get(name);
  const promotion = kind === "senders" ? promotions.get(Number(name)) : undefined;
  if (promotion) return logoSvg(promotion.sender);
  if (reward && kind === "logos") return logoSvg(reward.brand);
  if (reward && kind === "cards") return cardSvg(reward);
  throw notFound("Image");
}

export function publicRoutes(service: Service): Hono {
  const app = new Hono();

  app.get("/assets/:kind/:file", (c) =>
    c.body(drawing(service.store, c.req.param("kind"), c.req.param("file")), 200, {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=86400",
    }),
  );

  app.get("/documents/:file", (c) => {
    settle(service);
    const key = c.req.param("file").replace(/\.pdf$/, "");
    const record = [...service.store.redemptions.values()].find(({ documentKey }) => documentKey === key);
    const promotion = record && service.store.promotions.get(record.promotionId);
    if (!promotion || !record.codes || record.state === "refunded") throw notFound("Document");
    return c.body(printableCard(record, promotion), 200, {
      "content-type": "application/pdf",
      "cache-control": "no-store",
    });
  });

  return app;
}
