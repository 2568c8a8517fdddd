/** The webhooks, for operators. Source: docs/operate/alerts.md, "Webhooks"; openapi.json, POST /v1/webhooks/{site}/test. */
import { Hono, type MiddlewareHandler } from "hono";
import { readBody, readOptionalBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { operatorDoer } from "../http/doer.ts";
import { operatorDeed } from "../operators/attention-query.ts";
import { sendAgainRequest, type WebhookOperations } from "../operators/webhooks.ts";
import { askedBy } from "./attention.ts";

export interface OperatorWebhookRoutesOptions {
  readonly webhookOperations: WebhookOperations;
  readonly asOperator: MiddlewareHandler<AppEnv>;
}

export function operatorWebhookRoutes(options: OperatorWebhookRoutesOptions): Hono<AppEnv> {
  const { webhookOperations, asOperator } = options;
  const app = new Hono<AppEnv>();
  app.post("/webhooks/:site/test", asOperator, async (c) =>
    c.json({ data: await webhookOperations.test(c.req.param("site")) }),
  );
  app.post("/webhooks/:site/resume", asOperator, async (c) => {
    const { reason } = await readOptionalBody(c, operatorDeed);
    await webhookOperations.resume(c.req.param("site"), operatorDoer(c, reason), askedBy(c));
    return c.body(null, 204);
  });
  app.get("/webhooks/:site/failures", asOperator, async (c) =>
    c.json({ data: await webhookOperations.failures(c.req.param("site")) }),
  );
  app.post("/webhooks/:site/deliver", asOperator, async (c) => {
    const { since, reason } = await readBody(c, sendAgainRequest);
    const by = operatorDoer(c, reason);
    return c.json({ data: await webhookOperations.sendAgain(c.req.param("site"), since, by) });
  });
  return app;
}
