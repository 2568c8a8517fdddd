/** What a user has, for the browser; and a member, for the site. Source: openapi.json, GET /v1/rewards and GET /v1/users/{user_id}. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import {
  deedRequest,
  KNOWN_ORDER_ID_PATTERN,
  rewardsQuery,
  USER_ID_PATTERN,
  usedMark,
} from "../../shared/wire.ts";
import { readBody, readOptionalBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { siteDoer } from "../http/doer.ts";
import { readQuery } from "../http/query.ts";
import { ProblemError } from "../problems/problem.ts";
import type { Members } from "../rewards/members.ts";
import type { Rewards } from "../rewards/rewards.ts";
import { zipped } from "./catalog.ts";

export interface RewardRoutesOptions {
  readonly asSite: MiddlewareHandler<AppEnv>;
  readonly rewards: Rewards;
  readonly members: Members;
}

export function rewardRoutes({ asSite, rewards, members }: RewardRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/rewards", zipped, async (c) =>
    c.json({ data: await rewards.list(c.get("session"), readQuery(c, rewardsQuery)) }),
  );
  app.post("/rewards/:order_id/session", async (c) =>
    c.json({ data: await rewards.open(c.get("session"), orderIdOf(c)) }, 201),
  );
  app.post("/rewards/:order_id/codes", async (c) =>
    c.json({ data: { codes: await rewards.codes(c.get("session"), orderIdOf(c)) } }),
  );
  app.post("/rewards/:order_id/balance", async (c) =>
    c.json({ data: await rewards.balance(c.get("session"), orderIdOf(c)) }),
  );
  app.post("/rewards/:order_id/link", async (c) =>
    c.json({ data: { url: await rewards.link(c.get("session"), orderIdOf(c)) } }),
  );
  app.put("/rewards/:order_id/used", async (c) => {
    const { used } = await readBody(c, usedMark);
    await rewards.mark(c.get("session"), orderIdOf(c), used);
    return c.body(null, 204);
  });
  app.get("/users/:user_id", asSite, async (c) =>
    c.json({ data: await members.data(c.get("site").id, userIdOf(c)) }),
  );
  app.post("/users/:user_id/forget", asSite, async (c) => {
    const userId = userIdOf(c);
    const by = siteDoer(c, await readOptionalBody(c, deedRequest));
    return c.json({ data: await members.forget(c.get("site").id, userId, by) });
  });
  return app;
}

/** Also records the order for the log. */
function orderIdOf(c: Context<AppEnv>): string {
  const order_id = c.req.param("order_id") ?? "";
  if (!KNOWN_ORDER_ID_PATTERN.test(order_id)) throw new ProblemError("order_not_found");
  c.set("orderId", order_id);
  return order_id;
}

function userIdOf(c: Context<AppEnv>): string {
  const user_id = c.req.param("user_id") ?? "";
  if (!USER_ID_PATTERN.test(user_id)) throw new ProblemError("user_not_found");
  return user_id;
}
