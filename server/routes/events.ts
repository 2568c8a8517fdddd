/** What happened to a site's orders. Source: openapi.json, GET /v1/events and POST /v1/events/{event_id}/deliver. */
import { Hono, type MiddlewareHandler } from "hono";
import { type Event, eventsQuery } from "../../shared/wire.ts";
import type { AppEnv } from "../http/context.ts";
import { readQuery } from "../http/query.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ProblemError } from "../problems/problem.ts";
import type { WebhookSender } from "../webhooks/sender.ts";

interface EventRoutesOptions {
  /** Authenticates a site's key. */
  readonly asSite: MiddlewareHandler<AppEnv>;
  readonly ledger: Pick<Ledger, "events" | "sendAgain">;
  readonly webhooks: Pick<WebhookSender, "has" | "offSince" | "hurry">;
}

const UNKNOWN =
  "This site has no such event; events are kept for 30 days. Leave `after` out to read from the oldest.";

export function eventRoutes({ asSite, ledger, webhooks }: EventRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/events", asSite, async (c) => {
    const { per_page, ...filter } = readQuery(c, eventsQuery);
    const found = await ledger.events(c.get("site").id, filter, per_page);
    if (!found) throw new ProblemError("not_found", { detail: UNKNOWN });
    return c.json({ data: found.map(({ body }) => JSON.parse(body) as Event) });
  });
  app.post("/events/:event_id/deliver", asSite, async (c) => {
    const { id } = c.get("site");
    if (!webhooks.has(id))
      throw new ProblemError("invalid_request", {
        detail: "The site's entry in the settings has no `webhook`.",
      });
    const off = await webhooks.offSince(id);
    if (off !== null)
      throw new ProblemError("invalid_request", {
        detail: `The site's webhook is off since ${new Date(off).toISOString()}: nothing is sent. Mend the receiver, and have an operator resume the webhook.`,
      });
    const isKnown = await ledger.sendAgain(id, c.req.param("event_id"));
    if (!isKnown) throw new ProblemError("not_found", { detail: UNKNOWN });
    webhooks.hurry(id);
    return c.body(null, 202);
  });
  return app;
}
