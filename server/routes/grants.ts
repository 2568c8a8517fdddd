/** The grants of a site. Source: openapi.json, GET /v1/grants/{grant_id}. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { deedRequest, ORDER_ID_PATTERN, reopeningRequest } from "../../shared/wire.ts";
import type { Grants } from "../grants/grants.ts";
import { readOptionalBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { siteDoer } from "../http/doer.ts";
import { ProblemError } from "../problems/problem.ts";
import type { GrantKey } from "../rows/grant.ts";
import type { Sessions } from "../sessions/sessions.ts";

export interface GrantRoutesOptions {
  readonly asSite: MiddlewareHandler<AppEnv>;
  readonly grants: Grants;
  readonly sessions: Pick<Sessions, "reopenGrant">;
}

export function grantRoutes({ asSite, grants, sessions }: GrantRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/grants/:grant_id", asSite, async (c) => c.json({ data: await grants.view(grantKeyOf(c)) }));
  app.post("/grants/:grant_id/close", asSite, async (c) => {
    const key = grantKeyOf(c);
    const by = siteDoer(c, await readOptionalBody(c, deedRequest));
    return c.json({ data: await grants.close(key, by) });
  });
  app.post("/grants/:grant_id/sessions", asSite, async (c) => {
    const { grant_id } = grantKeyOf(c);
    const request = await readOptionalBody(c, reopeningRequest);
    return c.json({ data: await sessions.reopenGrant(c.get("site"), grant_id, request) }, 201);
  });
  return app;
}

/** The site is part of the key, so another site's grant is unknown. */
function grantKeyOf(c: Context<AppEnv>): GrantKey {
  const grant_id = c.req.param("grant_id") ?? "";
  if (!ORDER_ID_PATTERN.test(grant_id)) throw new ProblemError("grant_not_found");
  return { site: c.get("site").id, grant_id };
}
