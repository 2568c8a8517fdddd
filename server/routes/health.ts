/**
 * Liveness and readiness of the process, and low budgets and stocks for operators. Source: docs/server/metrics.md.
 */
import { Hono, type MiddlewareHandler } from "hono";
import type { Registry } from "prom-client";
import type { Environment } from "../../shared/wire.ts";
import type { AppEnv } from "../http/context.ts";
import type { Measures } from "../observing/measures.ts";
import { type DetailsOptions, detailsOf } from "../operators/details.ts";
import { renderMetrics } from "../operators/metrics.ts";

export interface HealthRoutesOptions extends DetailsOptions {
  readonly environment: Environment;
  readonly asOperator: MiddlewareHandler<AppEnv>;
  readonly measures: Measures;
  readonly processMeasures?: Registry;
  /** Whether the process is about to end: a load balancer should send requests elsewhere. */
  readonly isDraining: () => boolean;
}

export function healthRoutes(options: HealthRoutesOptions): Hono<AppEnv> {
  const { ledgerWatch, environment, budgetWatch, attention, webhookOperations, asOperator } = options;
  const { credentials, clock, clockWatch } = options;
  const kept = [options.measures.registry, ...(options.processMeasures ? [options.processMeasures] : [])];
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
    return c.json({ data: { ...status, ...(await detailsOf(options, fault)) } }, answers ? 200 : 503);
  });
  app.get("/metrics", asOperator, async (c) => {
    const [fault, readings, standing, webhooks] = await Promise.all([
      ledgerWatch.check(),
      budgetWatch.read(),
      attention.standing(),
      webhookOperations.standing(),
    ]);
    const { text, type } = await renderMetrics({
      fault,
      readings,
      standing,
      webhooks,
      now: clock.now(),
      clockOffset: clockWatch.offset,
      credentials,
      backups: options.backups?.standing(),
      kept,
    });
    return c.body(text, 200, { "Content-Type": type, "Cache-Control": "no-store" });
  });

  return app;
}
