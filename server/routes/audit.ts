/** Who did what, and why: all of it for operators, its own for a site. Source: openapi.json, GET /v1/audit. */
import { Hono, type MiddlewareHandler } from "hono";
import { auditQuery } from "../../shared/wire.ts";
import type { AppEnv } from "../http/context.ts";
import { readQuery } from "../http/query.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { auditCsv, readAudit } from "../operators/audit.ts";
import { ProblemError } from "../problems/problem.ts";

export interface AuditRoutesOptions {
  readonly ledger: Pick<Ledger, "audit">;
  /** By the key of an operator or of a site. */
  readonly asEither: MiddlewareHandler<AppEnv>;
}

export function auditRoutes({ ledger, asEither }: AuditRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/audit", asEither, async (c) => {
    const query = readQuery(c, auditQuery);
    const own = (c.get("site") as { id: string } | undefined)?.id;
    if (own !== undefined && query.site !== undefined && query.site !== own)
      throw new ProblemError("invalid_request", {
        errors: [{ path: "site", message: "expected none: a site reads its own entries" }],
      });
    const entries = await readAudit(ledger, query, own);
    if (query.format === "json") return c.json({ data: entries });
    return c.body(auditCsv(entries), 200, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="audit.csv"',
    });
  });
  return app;
}
