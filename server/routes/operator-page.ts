/** The operator's page: its files, and how things are. Source: docs/operate/index.md, "The page"; openapi.json, GET /operator/state. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "../http/context.ts";
import { type Inspection, lineForReport, type Report } from "../operators/inspection.ts";
import { type ScrapeOptions, scrape } from "../operators/metrics.ts";
import { type PageOptions, situationOf } from "../operators/situation.ts";
import { ProblemError } from "../problems/problem.ts";
import { answerFile } from "../widget/routes.ts";
import type { WidgetBuild } from "../widget/version.ts";

export interface OperatorPageRoutesOptions extends PageOptions, Pick<ScrapeOptions, "processMeasures"> {
  readonly measures: ScrapeOptions["measures"];
  readonly asOperator: MiddlewareHandler<AppEnv>;
  /** Whether the settings have an operator. */
  readonly hasOperators: () => boolean;
  readonly files: WidgetBuild["operatorPage"];
  /** Absent in tests that start no process. */
  readonly inspection?: Inspection | undefined;
}

/** Everything is the page's own; nothing is inline, and nobody frames it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types reward-redemption",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-cache",
};

export function operatorPageRoutes(options: OperatorPageRoutesOptions): Hono<AppEnv> {
  const { asOperator, hasOperators, files } = options;
  const inspection = (): Inspection => {
    if (!options.inspection) throw new ProblemError("not_found");
    return options.inspection;
  };
  const app = new Hono<AppEnv>();
  const shown = (name: string) => (c: Context<AppEnv>) => {
    if (!hasOperators()) throw new ProblemError("not_found");
    return answerFile(c, files?.get(name), HEADERS);
  };
  app.get("/operator/", shown("index.html"));
  app.get("/operator/page.js", shown("page.js"));
  app.get("/operator/state", asOperator, async (c) => c.json({ data: await situationOf(options) }));
  app.get("/operator/settings", asOperator, async (c) =>
    c.json({ data: { settings: inspection().settings(), holders: await inspection().holders() } }),
  );
  app.get("/operator/doctor", asOperator, async (c) =>
    c.json({ data: { findings: await inspection().findings() } }),
  );
  app.get("/operator/report", asOperator, async (c) =>
    c.json({ data: await reportOf(options, inspection()) }),
  );
  return app;
}

/** @param inspection of this process */
async function reportOf(options: OperatorPageRoutesOptions, inspection: Inspection): Promise<Report> {
  const [{ lamps, orders }, { text: metrics }, findings] = await Promise.all([
    situationOf(options),
    scrape(options),
    inspection.findings(),
  ]);
  return {
    made_at: new Date(options.clock.now()).toISOString(),
    ...{ version: options.version, environment: options.environment, ...inspection.system },
    ...{ settings: [...inspection.settings()], findings, lamps, orders, metrics },
    log: inspection.lines().map(lineForReport),
  };
}
