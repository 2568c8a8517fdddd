/**
 * Liveness and readiness of the process, and low budgets and stocks for operators. Source: docs/server/metrics.md.
 */
import { Hono, type MiddlewareHandler } from "hono";
import type { Environment } from "../../shared/wire.ts";
import type { AppEnv } from "../http/context.ts";
import { detailsOf } from "../operators/details.ts";
import { type ScrapeOptions, scrape } from "../operators/metrics.ts";

export interface HealthRoutesOptions extends ScrapeOptions {
  readonly environment: Environment;
  readonly asOperator: MiddlewareHandler<AppEnv>;
  /** Whether the process is about to end: a load balancer should send requests elsewhere. */
  readonly isDraining: () => boolean;
}

export function healthRoutes(options: HealthRoutesOptions): Hono<AppEnv> {
  const { ledgerWatch, environment, asOperator } = options;
  const app = new Hono<AppEnv>();
  const ifDetailed: MiddlewareHandler<AppEnv> = (c, next) =>
    c.req.query("details") === undefined ? next() : asOperator(c, next);

  app.get("/healthz", (c) => c.json({ data: { status: "ok" } }));
  app.get("/readyz", ifDetailed, async (c) => {
    const fault = await ledgerWatch.check();
    const answers = fault === null && !options.isDraining();
    const status = { status: answers ? "ready" : "unavailable", environment };
    // A warning does not make an instance unready: an empty budget is empty for all instances.
    if (c.req.query("details") === undefined) return c.json({ data: status }, answers ? 200 : 503);
    c.header("Cache-Control", "no-store");
    const { warnings, budgets, stocks } = await detailsOf(options, fault);
    return c.json({ data: { ...status, warnings, budgets, stocks } }, answers ? 200 : 503);
  });
  app.get("/metrics", asOperator, async (c) => {
    const { text, type } = await scrape(options);
    return c.body(text, 200, { "Content-Type": type, "Cache-Control": "no-store" });
  });

  return app;
}
