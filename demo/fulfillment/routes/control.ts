/**
 * The control over HTTP, `/control/…`, for demos and for tests in another process. It answers on this machine only: the
 * remote address (where a server gives it), the `Host` and any `Origin` must be loopback, which also keeps out pages that
 * rebind a name or post across origins. Bodies are JSON.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import { CLIENT, PROMOTIONS } from "../catalog/promotions.ts";
import { SHAPES } from "../catalog/shapes.ts";
import type { Control } from "../control.ts";
import { invalid } from "../errors.ts";
import { FaultSchema } from "../faults.ts";

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/** What @hono/node-server passes along; absent when the app is called in process. */
interface NodeBindings {
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string } };
}

const hostnameOf = (address: string): string | undefined => {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
};

const isLoopback = (address: string) => LOOPBACK_NAME.test(hostnameOf(address) ?? "");

const loopbackOnly: MiddlewareHandler<{ Bindings: NodeBindings }> = async (c, next) => {
  const remote = c.env?.incoming?.socket.remoteAddress;
  const host = c.req.header("host");
  const origin = c.req.header("origin");
  const allowed =
    (c.env?.incoming === undefined || LOOPBACK_ADDRESS.test(remote ?? "")) &&
    isLoopback(host === undefined ? c.req.url : `http://${host}`) &&
    (origin === undefined || isLoopback(origin));
  if (!allowed) return c.json({ error_name: "forbidden", error_message: "Only from this machine" }, 403);
  await next();
};

const Clock = z.union([z.object({ advance_ms: z.number() }), z.object({ now: z.number() })]);
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
});
const Forced = z.object({
  state: z.string().min(1),
  debited: z.boolean().optional(),
  codes: z.boolean().optional(),
});

async function body<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    throw invalid("body: must be application/json");
  const result = schema.safeParse(await c.req.json().catch(() => undefined));
  if (!result.success) throw invalid(z.prettifyError(result.error));
  return result.data;
}

export function controlRoutes(control: Control): Hono<{ Bindings: NodeBindings }> {
  const app = new Hono<{ Bindings: NodeBindings }>();
  app.use(loopbackOnly);
  const done = (c: Context) => c.json({ data: { now: control.now() } });

  app.get("/", (c) =>
    c.json({
      data: {
        now: control.now(),
        client: CLIENT,
        promotions: PROMOTIONS,
        shapes: SHAPES,
        faults: control.faults(),
      },
    }),
  );
  app.get("/clock", done);
  app.post("/clock", async (c) => {
    const change = await body(c, Clock);
    if ("now" in change) control.setNow(change.now);
    else control.advance(change.advance_ms);
    return done(c);
  });

  app.get("/calls", (c) => {
    const after = Number(c.req.query("after") ?? 0);
    return c.json({ data: control.calls.filter(({ seq }) => seq > after) });
  });
  app.get("/codes", (c) => c.json({ data: control.codes() }));
  app.get("/outbox", (c) => c.json({ data: control.outbox() }));
  app.get("/redemptions", (c) =>
    c.json({ data: control.redemptions().map(({ reward, ...rest }) => ({ ...rest, sku: reward.sku })) }),
  );

  app.get("/faults", (c) => c.json({ data: control.faults() }));
  app.post("/faults", async (c) => c.json({ data: { id: control.fault(await body(c, FaultSchema)) } }, 201));
  app.delete("/faults", (c) => {
    control.clearFaults();
    return done(c);
  });
  app.delete("/faults/:id", (c) => {
    control.clearFaults(Number(c.req.param("id")));
    return done(c);
  });

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
    await body(c, z.object({}));
    control.openLink(c.req.param("id"));
    return done(c);
  });
  app.post("/tokens/revoke", async (c) => {
    await body(c, z.object({}));
    return c.json({ data: { revoked: control.revokeTokens() } });
  });
  app.post("/reset", async (c) => {
    await body(c, z.object({}));
    control.reset();
    return done(c);
  });

  return app;
}
