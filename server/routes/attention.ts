/**
 * The orders that need a person, and the webhooks that are off, for operators. Source: docs/operate/index.md, "The list".
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Paging } from "../../shared/wire.ts";
import { readOptionalBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { operatorDoer } from "../http/doer.ts";
import { readQuery } from "../http/query.ts";
import type { AskedBy, AttentionList } from "../operators/attention-list.ts";
import { attentionQuery, orderKey, releaseRequest } from "../operators/attention-query.ts";
import type { WebhookOperations } from "../operators/webhooks.ts";
import { ProblemError } from "../problems/problem.ts";
import type { OrderKey } from "../rows/order.ts";

export interface AttentionRoutesOptions {
  readonly attention: AttentionList;
  readonly webhookOperations: Pick<WebhookOperations, "off">;
  readonly asOperator: MiddlewareHandler<AppEnv>;
}

export function attentionRoutes({
  attention,
  webhookOperations,
  asOperator,
}: AttentionRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/attention", asOperator, async (c) => {
    const query = readQuery(c, attentionQuery);
    const { data, total } = await attention.page(query);
    const paging: Paging = { page: query.page, per_page: query.per_page, total };
    const [webhooks, ledger] = await Promise.all([webhookOperations.off(), attention.ledger()]);
    return c.json({ data, paging, webhooks, ledger });
  });
  app.post("/attention/:site/:order_id/release", asOperator, async (c) => {
    const key = keyOf(c);
    const wish = await readOptionalBody(c, releaseRequest);
    const by = operatorDoer(c, wish.reason);
    return c.json({ data: await attention.release(key, wish, by, askedBy(c)) });
  });
  return app;
}

export const askedBy = (c: Context<AppEnv>): AskedBy => ({
  request_id: c.get("requestId"),
  ...c.get("operator"),
});

/** An impossible site or order id counts as not found. */
export function keyOf(c: Context<AppEnv>): OrderKey {
  const parsed = orderKey.safeParse({ site: c.req.param("site"), order_id: c.req.param("order_id") });
  if (!parsed.success) throw new ProblemError("order_not_found");
  c.set("orderSite", parsed.data.site);
  c.set("orderId", parsed.data.order_id);
  return parsed.data;
}
