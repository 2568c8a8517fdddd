/** Who acts by a request, and why: for the audit. */
import type { Context } from "hono";
import type { DeedRequest } from "../../shared/wire.ts";
import type { Doer } from "../rows/audit.ts";
import type { AppEnv } from "./context.ts";

/** A site's backend, and whom it names. */
export const siteDoer = (c: Context<AppEnv>, { reason, actor }: DeedRequest = {}): Doer => ({
  who: c.get("site").id,
  role: "site",
  actor: actor ?? null,
  why: reason ?? null,
  request_id: c.get("requestId"),
});

export const operatorDoer = (c: Context<AppEnv>, why?: string | null): Doer => ({
  who: c.get("operator").operator,
  role: "operator",
  actor: null,
  why: why ?? null,
  request_id: c.get("requestId"),
});
