/** Routes for the browser: the order of the session and nothing else. Source: docs/server/browser-routes.md. */
import { type Context, Hono } from "hono";
import { PASS_TYPE } from "../../shared/wire/pass.ts";
import type { Confirmation, Order } from "../../shared/wire.ts";
import * as wire from "../../shared/wire.ts";
import type { Grants } from "../grants/grants.ts";
import { readBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { mayHavePass, type Passes } from "../passes/passes.ts";
import { ProblemError } from "../problems/problem.ts";
import { confirmerOf } from "../redemption/confirmer.ts";
import type { Answer, Asking, Orders } from "../redemption/orders.ts";
import type { SessionRow } from "../rows/session.ts";
import { POLL_AFTER } from "../timing.ts";

/** Adds the members of the session, which the order's row lacks. */
const withSession = (
  order: Order,
  { audience, currency, support_url, points_per_unit, message, groups }: SessionRow,
): Order => ({
  ...order,
  ...(audience !== null && { audience }),
  ...(currency !== null && { currency }),
  ...(support_url !== null && { support_url }),
  ...(points_per_unit !== null && { points_per_unit }),
  ...(message !== null && { message }),
  ...(groups !== null && { groups: JSON.parse(groups) as wire.RewardGroup[] }),
});

/** The order of a session, and what the session adds. */
export const askingOf = ({ site, order_id, locale, currency, ...who }: SessionRow): Asking => ({
  site,
  order_id,
  locale,
  currency,
  confirmer: confirmerOf(who),
});

function headersOf(answer: Answer): Record<string, string> {
  return answer.status === 202 ? { "Retry-After": String(POLL_AFTER / 1000) } : {};
}

export interface ShownOptions {
  readonly grants: Pick<Grants, "withBalance">;
  readonly passes: Pick<Passes, "offered">;
}

/** The order with the members of its session, the wallets it may have a pass for, and the money of its grant. */
export const shownTo =
  ({ grants, passes }: ShownOptions) =>
  (order: Order, session: SessionRow): Promise<Order> =>
    grants.withBalance(session, passes.offered(withSession(order, session)));

export interface OrderRoutesOptions {
  readonly orders: Orders;
  readonly grants: Pick<Grants, "withBalance" | "next">;
  readonly passes: Passes;
}

export function orderRoutes({ orders, grants, passes }: OrderRoutesOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const shown = shownTo({ grants, passes });
  app.get("/order", async (c) => {
    const session = c.get("session");
    const order = await orders.view(askingOf(session));
    return c.json({ data: await shown(order, session) });
  });
  app.post("/grant/next", async (c) => {
    const session = c.get("session");
    const { site, grant_id } = session;
    if (grant_id === null) throw new ProblemError("grant_not_found", { detail: NO_GRANT });
    const { chain, isNew } = await grants.next({ site, grant_id });
    const order = await orders.view({ ...askingOf(session), order_id: chain.last.order.order_id });
    return c.json({ data: await shown(order, session) }, isNew ? 201 : 200);
  });
  app.post("/order/book", async (c) => {
    const session = c.get("session");
    const choice = (await readBody(c, wire.choice)) as wire.Choice;
    const answer = await orders.book(askingOf(session), choice);
    return c.json({ data: await shown(answer.order, session) }, answer.status, headersOf(answer));
  });
  app.post("/order/redeem", async (c) => {
    const session = c.get("session");
    const answer = await orders.redeem(askingOf(session), await readConfirmation(c));
    return c.json({ data: await shown(answer.order, session) }, answer.status, headersOf(answer));
  });
  app.post("/order/activate", async (c) => {
    const session = c.get("session");
    const answer = await orders.activate(askingOf(session), await readConfirmation(c));
    return c.json({ data: await shown(answer.order, session) }, answer.status, headersOf(answer));
  });
  app.post("/order/notify", async (c) => {
    const session = c.get("session");
    const choice = (await readBody(c, wire.choice)) as wire.Choice;
    const answer = await orders.notify(askingOf(session), choice);
    return c.json({ data: await shown(answer.order, session) }, answer.status, headersOf(answer));
  });
  app.post("/order/codes", async (c) =>
    c.json({ data: { codes: await orders.codes(askingOf(c.get("session"))) } }),
  );
  app.post("/order/balance", async (c) =>
    c.json({ data: (await orders.balance(askingOf(c.get("session")))) satisfies wire.Balance }),
  );
  app.post("/order/pass", async (c) => {
    const { wallet, locale } = await readBody(c, wire.passRequest);
    const session = c.get("session");
    if (!passes.has(wallet)) throw new ProblemError("not_found", { detail: NO_PASSES });
    const order = withSession(await orders.view(askingOf(session)), session);
    if (!mayHavePass(order)) throw new ProblemError("not_found", { detail: NO_PASS });
    const codes = await orders.codes(askingOf(session));
    const pass = await passes.make(wallet, { site: session.site, order, codes, locale });
    if ("url" in pass) return c.json({ data: pass satisfies wire.PassLink });
    return c.body(pass.file, 200, {
      "Content-Type": PASS_TYPE,
      "Content-Disposition": 'attachment; filename="reward.pkpass"',
    });
  });
  return app;
}

const NO_PASSES = "This server makes no passes for that wallet.";
const NO_PASS = "A reward that is sent by email has no pass.";
const NO_GRANT = "The session is not one of a grant.";

async function readConfirmation(c: Context<AppEnv>): Promise<Confirmation> {
  const { attempt, sku, amount } = await readBody(c, wire.confirmation);
  // The amount is compared byte for byte with the booked one; a value that is no string cannot be equal.
  if (amount !== undefined && typeof amount !== "string") throw new ProblemError("confirmation_mismatch");
  return { attempt, sku, ...(amount !== undefined && { amount }) };
}
