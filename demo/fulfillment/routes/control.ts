/**
 * The control over HTTP, `/control/…`, for demos and for tests in another process, on this machine only. Each function
 * of the typed control has a route here; bodies are JSON. The README has the table.
 */
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { z } from "zod";
import { promotionPlan } from "../catalog/plan.ts";
import { CLIENT, PROMOTIONS } from "../catalog/promotions.ts";
import { SHAPES } from "../catalog/shapes.ts";
import type { Control } from "../control.ts";
import { invalid, notFound } from "../errors.ts";
import { FaultSchema } from "../faults.ts";
import { PAGE_PATH } from "../pages/paths.ts";
import type { RedemptionRecord } from "../store.ts";

/** Dates with four-digit years, in milliseconds since 1970: the interface's format cannot write others. */
const Moment = z.number().int().min(0).max(Date.UTC(9999, 0));
const Clock = z.union([z.object({ advance_ms: z.number() }), z.object({ now: Moment })]);
const RewardChange = z.object({
  promotion_id: z.number().optional(),
  status: z.string().optional(),
  state: z.string().optional(),
  stock_quantity: z.number().int().nonnegative().nullable().optional(),
  in_stock: z.boolean().optional(),
  drop_reservations: z.boolean().optional(),
});
const PromotionChange = z.object({
  status: z.string().optional(),
  state: z.string().optional(),
  start_datetime: z.iso.datetime({ offset: true }).optional(),
  end_datetime: z.iso.datetime({ offset: true }).nullable().optional(),
  testing: z.boolean().optional(),
});
const Nothing = z.object({});
const Forced = z.object({
  state: z.string().min(1),
  debited: z.boolean().optional(),
  codes: z.boolean().optional(),
});

async function body<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    throw invalid("body: must be application/json");
  return read(schema, await c.req.json().catch(() => undefined));
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(z.prettifyError(result.error));
  return result.data;
}

const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html";

/** Behind `loopbackOnly`. */
export function controlRoutes(
  control: Control,
  startOver: () => Promise<void> = async () => control.reset(),
): Hono {
  const app = new Hono();
  const done = (c: Context) => c.json({ data: { now: control.now() } });

  const redemption = ({ reward, ...rest }: RedemptionRecord) => ({
    ...rest,
    sku: reward.sku,
    flow_url: control.flowLink(rest.id),
  });

  app.get("/", (c) => {
    const wanted = accepts(c, { header: "Accept", supports: [JSON_TYPE, HTML_TYPE], default: JSON_TYPE });
    // A browser gets the page.
    if (wanted === HTML_TYPE) return c.redirect(PAGE_PATH, 302);
    return c.json({
      data: {
        now: control.now(),
        counts: control.counts(),
        client: CLIENT,
        promotions: PROMOTIONS,
        shapes: SHAPES,
        faults: control.faults(),
      },
    });
  });
  app.get("/clock", done);
  app.post("/clock", async (c) => {
    const change = await body(c, Clock);
    if ("now" in change) control.setNow(change.now);
    else control.setNow(read(Moment, control.now() + change.advance_ms));
    return done(c);
  });

  app.get("/calls", (c) => {
    const after = Number(c.req.query("after") ?? 0);
    return c.json({ data: control.calls.filter(({ seq }) => seq > after) });
  });
  app.get("/codes", (c) => c.json({ data: control.codes() }));
  app.get("/outbox", (c) => c.json({ data: control.outbox() }));
  app.get("/redemptions", (c) => c.json({ data: control.redemptions().map(redemption) }));
  app.get("/redemptions/:id", (c) => {
    const record = control.redemption(c.req.param("id"));
    if (!record) throw notFound("Redemption");
    return c.json({ data: redemption(record) });
  });

  app.get("/faults", (c) => c.json({ data: control.faults() }));
  app.post("/faults", async (c) => c.json({ data: { id: control.fault(await body(c, FaultSchema)) } }, 201));
  app.delete("/faults", (c) => {
    control.clearFaults();
    return done(c);
  });
  app.delete("/faults/:id", (c) => {
    const id = Number(c.req.param("id"));
    if (!control.faults().some((fault) => fault.id === id)) throw notFound("Fault");
    control.clearFaults(id);
    return done(c);
  });

  app.get("/rewards", (c) => c.json({ data: control.rewards() }));
  app.post("/rewards/:sku", async (c) => {
    const sku = c.req.param("sku");
    const { promotion_id, status, state, stock_quantity, in_stock, drop_reservations } = await body(
      c,
      RewardChange,
    );
    if (status !== undefined) control.setRewardStatus(sku, { status }, promotion_id);
    if (state !== undefined) control.setRewardStatus(sku, { state }, promotion_id);
    control.setStock(sku, { quantity: stock_quantity, in_stock, drop_reservations });
    return done(c);
  });
  app.get("/promotions", (c) => c.json({ data: control.promotions() }));
  app.post("/promotions", async (c) =>
    c.json({ data: { id: control.setUpPromotion(await body(c, promotionPlan)) } }, 201),
  );
  app.post("/promotions/:id/end", async (c) => {
    await body(c, Nothing);
    control.endPromotion(Number(c.req.param("id")));
    return done(c);
  });
  app.post("/promotions/:id", async (c) => {
    control.setPromotion(Number(c.req.param("id")), await body(c, PromotionChange));
    return done(c);
  });
  app.post("/redemptions/:id/state", async (c) => {
    const { state, ...more } = await body(c, Forced);
    control.forceState(c.req.param("id"), state, more);
    return done(c);
  });
  app.post("/redemptions/:id/open", async (c) => {
    await body(c, Nothing);
    control.openLink(c.req.param("id"));
    return done(c);
  });
  app.post("/tokens/revoke", async (c) => {
    await body(c, Nothing);
    return c.json({ data: { revoked: control.revokeTokens() } });
  });
  app.post("/reset", async (c) => {
    await body(c, Nothing);
    await startOver();
    return done(c);
  });

  return app;
}
