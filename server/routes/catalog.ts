/** What the session may choose from. Source: contract, `GET /v1/catalog` and `GET /v1/rewards/{sku}`. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import type { Reward, RewardDetails } from "../../shared/wire.ts";
import type { Catalog, CatalogEntry } from "../catalog.ts";
import type { AppEnv } from "../http/context.ts";
import { type Images, imageAddresses } from "../images/images.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { findOffered, offerOf, viewReward } from "../offer.ts";
import { ProblemError } from "../problem.ts";
import type { Pins } from "../redemption/model.ts";

export interface CatalogRoutesOptions {
  readonly ledger: Ledger;
  readonly catalog: Catalog;
  readonly images: Images;
  readonly publicUrl: string;
}

interface Rendered {
  readonly body: string;
  readonly etag: string;
  /** Made when it is first asked for; a long catalog is a tenth as long. */
  zipped?: Uint8Array<ArrayBuffer>;
}

/** Shorter answers fit one packet anyway. */
const ZIP_FROM_BYTES = 1_400;

export function catalogRoutes({ ledger, catalog, images, publicUrl }: CatalogRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const imageUrl = imageAddresses(images, publicUrl);
  /** Viewers with the same limits get the same bytes; they live as long as the catalog they were made from. */
  const rendered = new WeakMap<CatalogEntry, Map<string, Rendered>>();

  const render = (entry: CatalogEntry, pins: Pins): Rendered => {
    const limits = JSON.stringify([pins.skus, pins.amount, pins.max_amount]);
    const known = rendered.get(entry) ?? new Map<string, Rendered>();
    rendered.set(entry, known);
    const made =
      known.get(limits) ?? renderJson(offerOf(entry, pins).map((each): Reward => viewReward(each, imageUrl)));
    known.set(limits, made);
    return made;
  };

  const pinsOf = async (c: Context<AppEnv>): Promise<Pins> => {
    const order = await ledger.readOrder(c.get("session"));
    if (!order) throw new ProblemError("order_not_found");
    return order.pins;
  };

  app.get("/catalog", async (c) => {
    const pins = await pinsOf(c);
    const entry = await catalog.get(pins.promotion_id, c.get("site").client_id, "view");
    return send(c, render(entry, pins));
  });

  app.get("/rewards/:sku", async (c) => {
    const pins = await pinsOf(c);
    const sku = c.req.param("sku");
    const entry = await catalog.get(pins.promotion_id, c.get("site").client_id, "view");
    const offered = findOffered(entry, pins, sku);
    const texts = await catalog.details(sku);
    const details: RewardDetails = {
      ...viewReward(offered, imageUrl),
      how_to_use_instructions: texts.how_to_use_instructions,
      important_instructions: texts.important_instructions,
      terms_and_conditions: texts.terms_and_conditions,
    };
    return send(c, renderJson(details));
  });
  return app;
}

function renderJson(data: unknown): Rendered {
  const body = JSON.stringify({ data });
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/** Nothing in it is secret and told beside what a stranger chose, so that its length tells nothing. */
function send(c: Context, rendered: Rendered): Response {
  const { body, etag } = rendered;
  const isZipped = body.length >= ZIP_FROM_BYTES && takesGzip(c);
  c.header("Cache-Control", "private, no-cache");
  c.header("Vary", "Authorization", { append: true });
  // The plain form serves everybody. One tag for both forms, and so a weak one. Source: RFC 9110, 8.8.3.3 and 12.5.3.
  if (isZipped) c.header("Vary", "Accept-Encoding", { append: true });
  c.header("ETag", isZipped ? `W/${etag}` : etag);
  const known = c.req
    .header("If-None-Match")
    ?.split(",")
    .some((tag) => tag.trim().replace(/^W\//, "") === etag);
  if (known) return c.body(null, 304);
  if (!isZipped) return c.body(body, 200, { "Content-Type": "application/json" });
  rendered.zipped ??= new Uint8Array(gzipSync(body));
  return c.body(rendered.zipped, 200, { "Content-Type": "application/json", "Content-Encoding": "gzip" });
}

function takesGzip(c: Context): boolean {
  const supports = ["gzip", "identity"];
  return accepts(c, { header: "Accept-Encoding", supports, default: "identity" }) === "gzip";
}
