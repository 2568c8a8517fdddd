/**
 * Liveness and readiness of the process, and low budgets and stocks for operators. Source: docs/server/metrics.md.
 */
import { Hono, type MiddlewareHandler } from "hono";
import type { Registry } from "prom-client";
import type { Environment } from "../../shared/wire.ts";
import type { CredentialStanding } from "../fulfillment/credential-standing.ts";
import type { AppEnv } from "../http/context.ts";
import type { ClockWatch } from "../ledger/clock-watch.ts";
import type { LedgerFault } from "../ledger/ledger-fault.ts";
import type { LedgerWatch } from "../ledger/ledger-watch.ts";
import type { Measures } from "../observing/measures.ts";
import type { AttentionList } from "../operators/attention-list.ts";
import type { Budget, BudgetWatch, Stock } from "../operators/budget-watch.ts";
import { renderMetrics } from "../operators/metrics.ts";
import { attentionWarnings } from "../operators/standing.ts";
import {
  clockWarnings,
  credentialWarnings,
  faultWarnings,
  recoveryWarnings,
  type Warning,
  warningsOf,
  webhookWarnings,
} from "../operators/warnings.ts";
import type { WebhookOperations } from "../operators/webhooks.ts";
import type { Clock } from "../tools/clock.ts";

export interface HealthRoutesOptions {
  readonly ledgerWatch: Pick<LedgerWatch, "check">;
  readonly environment: Environment;
  readonly budgetWatch: BudgetWatch;
  readonly attention: AttentionList;
  readonly webhookOperations: Pick<WebhookOperations, "standing">;
  readonly asOperator: MiddlewareHandler<AppEnv>;
  readonly measures: Measures;
  readonly clock: Pick<Clock, "now">;
  readonly clockWatch: Pick<ClockWatch, "offset">;
  readonly processMeasures?: Registry;
  readonly credentials: Pick<CredentialStanding, "refusedBy">;
  /** Whether the process is about to end: a load balancer should send requests elsewhere. */
  readonly isDraining: () => boolean;
}

/** The additional members of `GET /readyz?details`. */
interface Details {
  readonly warnings: readonly Warning[];
  /** Null if the budgets could not be read. */
  readonly budgets: readonly Budget[] | null;
  readonly stocks: readonly Stock[] | null;
}

export function healthRoutes(options: HealthRoutesOptions): Hono<AppEnv> {
  const {
    ledgerWatch,
    environment,
    budgetWatch,
    attention,
    webhookOperations,
    asOperator,
    credentials,
    clock,
    clockWatch,
  } = options;
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
    return c.json({ data: { ...status, ...(await details(fault)) } }, answers ? 200 : 503);
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
      kept,
    });
    return c.body(text, 200, { "Content-Type": type, "Cache-Control": "no-store" });
  });

  async function details(fault: LedgerFault | null): Promise<Details> {
    const [readings, standing, webhooks] = await Promise.all([
      budgetWatch.read(),
      attention.standing(),
      webhookOperations.standing(),
    ]);
    return {
      warnings: [
        ...faultWarnings(fault),
        ...credentialWarnings(credentials.refusedBy),
        ...recoveryWarnings(standing?.recovery, clock.now()),
        ...clockWarnings(clockWatch.offset),
        ...attentionWarnings(standing),
        ...webhookWarnings(webhooks),
        ...warningsOf(readings),
      ],
      budgets: readings.budgets?.value ?? null,
      stocks: readings.stocks?.value ?? null,
    };
  }
  return app;
}
