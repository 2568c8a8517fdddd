/** Routes for a site's own backend. Source: docs/server/routes.md. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { anySessionRequest, reopeningRequest, type Session, sessionsEnd } from "../../shared/wire.ts";
import { readBody, readOptionalBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { siteDoer } from "../http/doer.ts";
import { type Sessions, sessionDigest, sessionHash } from "../sessions/sessions.ts";
import { orderKeyOf } from "./orders.ts";

export interface SiteRoutesOptions {
  /** Authenticates a site's key. */
  readonly asSite: MiddlewareHandler<AppEnv>;
  readonly sessions: Sessions;
}

export function siteRoutes({ asSite, sessions }: SiteRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const answer = (c: Context<AppEnv>, session: Session): Response => {
    const hash = sessionHash(session.session_token);
    if (hash !== undefined) c.set("sessionDigest", sessionDigest(hash));
    return c.json({ data: session }, 201);
  };
  app.post("/sessions", asSite, async (c) => {
    const request = await readBody(c, anySessionRequest);
    const site = c.get("site");
    if ("rewards_of" in request) return answer(c, await sessions.openRewards(site, request));
    if ("grant_id" in request) return answer(c, await sessions.openGrant(site, request));
    c.set("orderId", request.order_id);
    return answer(c, await sessions.open(site, request));
  });
  app.post("/orders/:order_id/sessions", asSite, async (c) => {
    const { order_id } = orderKeyOf(c);
    const request = await readOptionalBody(c, reopeningRequest);
    return answer(c, await sessions.reopen(c.get("site"), order_id, request));
  });
  app.post("/sessions/end", asSite, async (c) => {
    const { order_id, grant_id, rewards_of, ...deed } = await readBody(c, sessionsEnd);
    if (order_id != null) c.set("orderId", order_id);
    const subject = {
      site: c.get("site").id,
      order_id: order_id ?? "",
      grant_id: grant_id ?? null,
      member: rewards_of ?? null,
    };
    await sessions.end(subject, siteDoer(c, deed));
    return c.body(null, 204);
  });
  return app;
}
