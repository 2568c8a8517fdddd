/**
 * What needs no credentials: logos, card images, printable documents and the end user's flow. Documents and activation
 * links are reached only by a key that cannot be guessed. Source: Reward (logo_url), Promotion (allow_pdf), States (end
 * user opens the activation link).
 */
import { Hono } from "hono";
import { html } from "hono/html";
import { printableCard } from "../card.ts";
import { cardSvg, logoSvg } from "../catalog/assets.ts";
import { CATALOG } from "../catalog/rewards.ts";
import { notFound, ServiceError, unauthorized } from "../errors.ts";
import { keep, type Service, settle } from "../service.ts";
import type { RedemptionRecord } from "../store.ts";

const DRAWINGS = { logos: logoSvg, cards: cardSvg };

function drawing(kind: string, file: string): string {
  const reward = CATALOG.get(file.replace(/\.svg$/, ""));
  if (!reward || !file.endsWith(".svg") || !(kind === "logos" || kind === "cards")) throw notFound("Image");
  return DRAWINGS[kind](reward);
}

const page = (record: RedemptionRecord, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="${record.reward.language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${record.reward.name}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}img{width:100%;border-radius:16px}button{font:inherit;padding:.6em 1.4em}dd{margin:0 0 1em;font-weight:600;overflow-wrap:anywhere}</style>
<h1>${record.reward.name}</h1><img src="/assets/cards/${record.reward.sku}.svg" alt="">
${body}
</html>`;

/** What the end user meets behind the link: a button that makes the code, or the code. */
function flowPage(record: RedemptionRecord) {
  if (record.state === "pending") {
    return page(
      record,
      html`<p>Your gift card is ready.</p><form method="post"><button>Show my code</button></form>`,
    );
  }
  if (record.state !== "redeemed" || !record.codes)
    return page(record, html`<p>This link leads to nothing any more.</p>`);
  const items = record.codes.items.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return page(record, html`<dl>${items}</dl>`);
}

export function publicRoutes(service: Service): Hono {
  const app = new Hono();

  app.get("/assets/:kind/:file", (c) =>
    c.body(drawing(c.req.param("kind"), c.req.param("file")), 200, {
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

  /** The redemption of a link; a link without its key is not an authenticated one. */
  const opened = (id: string, key: string | undefined): RedemptionRecord => {
    const record = service.store.redemptions.get(id);
    if (!record) throw notFound("Page");
    if (record.flowKey !== key) throw unauthorized("Open the link that was given to you");
    return record;
  };

  app.get("/flow/:id", (c) => {
    settle(service);
    return c.html(flowPage(opened(c.req.param("id"), c.req.query("key"))), 200, {
      "cache-control": "no-store",
    });
  });

  app.post("/flow/:id", (c) => {
    const now = settle(service);
    const record = opened(c.req.param("id"), c.req.query("key"));
    try {
      service.redemptions.act("open", record, undefined, now);
      keep(service);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    return c.html(flowPage(record), 200, { "cache-control": "no-store" });
  });

  return app;
}
