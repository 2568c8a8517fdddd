/**
 * The description and the server hold each other: each route of one is a route of the other, each request is read by its described
 * schema, each answer is held against its description, and no member is described that no answer has.
 */
import { inspectRoutes } from "hono/dev";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { TransportError } from "../../../../server/fulfillment/transport.ts";
import { ROUTES } from "../../../../server/routes/described/descriptions.ts";
import { bodyOf } from "../../../../server/routes/described/openapi.ts";
import type { RouteDescription } from "../../../../server/routes/described/route.ts";
import { fileOf } from "../../../../server/widget/version.ts";
import { WALLETS } from "../../../../shared/wire.ts";
import { type Exchange, schemaOf, undescribed } from "../../../support/described.ts";
import { passAuthority } from "../../../support/pass-authority.ts";
import { MINUTE, OTHER, SKU } from "../../../support/rewards.ts";
import { createWorld, ORIGIN, SITE_KEY, type World } from "../../../support/world.ts";
import { asOperator, goBack, OPERATOR_KEY, operatorIn } from "../operator.ts";
import { siteOrdersIn } from "../site-orders.ts";

const FREE = "VELMORA-VAR";
const SITES = JSON.stringify([
  {
    id: "shop",
    key: SITE_KEY,
    origins: [ORIGIN],
    client_id: "701",
    webhook: {
      url: "https://hooks.example/",
      secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    },
  },
]);
const passes = passAuthority();
const heard: Exchange[] = [];
const stub = fileOf("widget.js", []);
const WIDGET = {
  version: "1",
  stub,
  files: new Map([["integrity.json", fileOf("", [["identity", Buffer.from("{}")]])]]),
  firstWords: { fr: { pick_title: "Choisissez" } },
  passWords: {},
};
/** Whether the site's webhook can be reached. */
let isReached = true;
let webhookStatus = 410;
const open = (env: Record<string, string> = {}): Promise<World> =>
  createWorld(
    { OPERATOR_KEY, SITES, LIMIT_SESSION_PER_MINUTE: "1000", ...passes.apple, ...passes.google, ...env },
    {
      heard: (exchange) => void heard.push(exchange),
      webhooks: async () => {
        if (isReached) return { status: webhookStatus, headers: {}, body: new Uint8Array() };
        throw new TransportError("not_connected", false, new RangeError());
      },
      widget: WIDGET,
    },
  );
const asSite = { Authorization: `Bearer ${SITE_KEY}` };
const nameOf = ({ method, path }: { method: string; path: string }): string =>
  `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`;

describe("every route", () => {
  /** Pictures, the widget's files and the operator's page are for browsers, not for programs. */
  const UNDESCRIBED = /^GET \/(?:(?:images|widget)\b|operator\/(?:page\.js)?$)/;

  it("of the server is described, and every described one is there", async () => {
    const { server, close } = await open();
    const there = inspectRoutes(server.app)
      .filter(({ isMiddleware }) => !isMiddleware)
      .map(nameOf)
      .filter((name) => !UNDESCRIBED.test(name));
    expect(there.toSorted()).toEqual(ROUTES.map(nameOf).toSorted());
    await close();
  });

  it.each(
    ROUTES.filter(({ request, query }) => request ?? query).map((route) => [nameOf(route), route] as const),
  )("reads what %s is sent by its described schema", async (_, route) => {
    const world = await open();
    const { data } = await world.mint({ order_id: "o" });
    const token = String(data.session_token);
    const key = { siteKey: SITE_KEY, operatorKey: OPERATOR_KEY, sessionToken: token }[
      [route.security ?? "sessionToken"].flat()[0] ?? "sessionToken"
    ];
    const schemas = [route.request, route.query].flatMap((schema) => schema ?? []);
    const reads = schemas.flatMap((schema) => [vi.spyOn(schema, "safeParse"), vi.spyOn(schema, "parse")]);
    await world.request(route.path.replace("{site}", "shop").replace(/\{(?:order|grant)_id\}/, "o"), {
      method: route.method.toUpperCase(),
      headers: {
        Authorization: `Bearer ${key}`,
        Origin: route.path.startsWith("/operator/") ? "https://rewards.example" : ORIGIN,
        ...(route.request && { "Content-Type": "application/json" }),
      },
      ...(route.request && { body: "{}" }),
    });
    const isRead = reads.some(({ mock }) => mock.calls.length > 0);
    for (const read of reads) read.mockRestore();
    await world.close();
    // Its one parameter asks for more, whatever its value.
    expect(isRead).toBe(route.path !== "/readyz");
  });
});

describe("an answer that is not as described is told, with its route, status and member", () => {
  let order: Exchange;
  let refused: Exchange;
  let listed: Exchange;
  beforeAll(async () => {
    const world = await open();
    const browser = await world.browser({ order_id: "o" });
    await browser.get("/v1/order");
    order = heard.at(-1) as Exchange;
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    refused = heard.at(-1) as Exchange;
    await world.request("/v1/promotions?per_page=1", { headers: asSite });
    listed = heard.at(-1) as Exchange;
    await world.close();
  });
  // biome-ignore lint/suspicious/noExplicitAny: a body of any route
  const altered = (exchange: Exchange, alter: (body: any) => unknown, more: Partial<Exchange> = {}) => {
    const body = JSON.parse(exchange.text);
    alter(body);
    return undescribed({ ...exchange, text: JSON.stringify(body), ...more });
  };
  const without = ({ headers }: Exchange, name: string): Headers => {
    const left = new Headers(headers);
    left.delete(name);
    return left;
  };
  const nothing = (): void => {};

  it("and what is as described is not", () => {
    expect([order, refused, listed].map((each) => [each.status, altered(each, nothing)])).toEqual([
      [200, undefined],
      [409, undefined],
      [200, undefined],
    ]);
  });

  it.each<[string, () => string | undefined, string]>([
    [
      "a member more",
      () => altered(order, ({ data }) => (data.email = "u")),
      "GET /v1/order, 200: body.data.email is not described",
    ],
    [
      "a nested one more",
      () => altered(order, ({ data }) => (data.promotion.cost = 1)),
      "GET /v1/order, 200: body.data.promotion.cost is not described",
    ],
    [
      "one more in a list",
      () => altered(listed, ({ data }) => (data[0].rewards[0].cost = 1)),
      "GET /v1/promotions, 200: body.data.0.rewards.0.cost is not described",
    ],
    [
      "one more beside data",
      () => altered(order, (body) => (body.paging = {})),
      "GET /v1/order, 200: body.paging is not described",
    ],
    [
      "a member less",
      () => altered(order, ({ data }) => delete data.state),
      "GET /v1/order, 200: body.data.state: Invalid option",
    ],
    [
      "a nested one less",
      () => altered(order, ({ data }) => delete data.promotion.id),
      "GET /v1/order, 200: body.data.promotion.id: Invalid input",
    ],
    [
      "a page without its place",
      () => altered(listed, (body) => delete body.paging),
      "GET /v1/promotions, 200: body.paging: Invalid input",
    ],
    [
      "another status",
      () => altered(order, nothing, { status: 206 }),
      "GET /v1/order, 206: no such answer is described",
    ],
    [
      "another route",
      () => altered(order, nothing, { path: "/v1/wallet" }),
      "GET /v1/wallet, 200: no such route is described",
    ],
    ["no JSON", () => altered(order, nothing, { text: "{" }), "GET /v1/order, 200: body: Invalid input"],
    [
      "another type",
      () =>
        altered(order, nothing, {
          headers: new Headers({ "X-Request-Id": "r", "Content-Type": "text/html" }),
        }),
      "GET /v1/order, 200: the type text/html is not described",
    ],
    [
      "no request id",
      () => altered(order, nothing, { headers: without(order, "X-Request-Id") }),
      "GET /v1/order, 200: the header X-Request-Id is missing",
    ],
    [
      "a body where there is none",
      () => altered(order, nothing, { method: "DELETE", path: "/v1/orders/o/user", status: 204 }),
      "DELETE /v1/orders/{order_id}/user, 204: has a body",
    ],
    [
      "a problem of another route",
      () => altered(refused, nothing, { path: "/v1/order/codes" }),
      "POST /v1/order/codes, 409: the problem not_booked is not described",
    ],
    [
      "a problem with a member more",
      () => altered(refused, (body) => (body.cause = "x")),
      "POST /v1/order/redeem, 409: problem.cause is not described",
    ],
    [
      "a problem with a member less",
      () => altered(refused, (body) => delete body.detail),
      "POST /v1/order/redeem, 409: problem.detail: Invalid input",
    ],
    [
      "a problem with another status",
      () => altered(refused, nothing, { status: 410 }),
      "POST /v1/order/redeem, 410: not_booked has the status 409",
    ],
  ])("%s", (_, told, says) => {
    expect(told()).toContain(says);
  });
});

describe("no member is described that no answer has", () => {
  /** Made of the answer that is described under the other name, and some members. */
  const MADE_OF: Readonly<Record<string, string>> = {
    RefundedOrder: "SiteOrder",
    ReleasedOrder: "AttentionOrder",
    RewardDetails: "Reward",
  };
  /** Every member of a schema, by the nearest name above it. @param value only the members that it has; absent: all */
  function* membersOf(schema: z.ZodType, at: string, ...values: unknown[]): Generator<string> {
    // biome-ignore lint/suspicious/noExplicitAny: the parts of every kind of schema
    const { type, innerType, element, options, shape } = schema.def as any;
    // A member's schema is a copy with its own words.
    const id = schema.meta()?.id ?? (schema._zod.parent as z.ZodType | undefined)?.meta()?.id;
    const place = id === undefined ? at : (MADE_OF[id] ?? id);
    if (innerType) yield* membersOf(innerType, place, ...values);
    else if (type === "array") {
      if (values.length === 0) yield* membersOf(element, place);
      else for (const each of (values[0] ?? []) as unknown[]) yield* membersOf(element, place, each);
    } else if (type === "union") for (const each of options) yield* membersOf(each, place, ...values);
    else if (type === "object") {
      const [value] = values as [Record<string, unknown> | null | undefined];
      for (const [name, member] of Object.entries(shape as Record<string, z.ZodType>)) {
        if (values.length > 0 && !Object.hasOwn(value ?? {}, name)) continue;
        yield `${place}.${name}`;
        yield* membersOf(member, `${place}.${name}`, ...(values.length > 0 ? [value?.[name]] : []));
      }
    }
  }

  /** A grant, the rewards of its member, and what staff see of them. */
  async function playGrant(world: World): Promise<void> {
    world.control.clearFaults();
    const user = { email: "user@example.com", id: "m" };
    const grant = { order_id: undefined, grant_id: "g", amount: "100", currency: "USD", user };
    const counter = await world.browser({ ...grant, actor: "counter 3", audience: "staff" });
    await counter.post("/v1/order/book", { sku: SKU });
    await counter.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await counter.post("/v1/grant/next");
    const link = await world.browser({
      order_id: "l",
      delivery: "activate",
      amount: "20",
      max_amount: "50",
      user,
    });
    await link.post("/v1/order/book", { sku: SKU });
    await link.post("/v1/order/activate", { attempt: 1, sku: SKU });
    await (
      await world.browser({
        order_id: "l",
        delivery: "activate",
        amount: "20",
        max_amount: "50",
        audience: "staff",
      })
    ).get("/v1/order");
    await world.mint({ order_id: "still", amount: "20", max_amount: "50", user });
    const member = { order_id: undefined, promotion_id: undefined, user: undefined, rewards_of: "m" };
    const wallet = await world.browser(member);
    await wallet.get("/v1/rewards");
    await (await world.browser({ ...member, audience: "staff" })).get("/v1/rewards");
    await world.request("/v1/opening", {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/json" },
      body: JSON.stringify({ session_token: wallet.token }),
    });
    await wallet.post("/v1/rewards/l/link");
    await wallet.post("/v1/rewards/still/session");
    for (const path of ["grants/g", "orders", "orders/g~1", "users/m", "events?per_page=100"])
      await world.request(`/v1/${path}`, { headers: asSite });
    const closed = { method: "POST", headers: { ...asSite, "Content-Type": "application/json" } };
    await world.request("/v1/grants/g/close", { ...closed, body: JSON.stringify({ reason: "the end" }) });
    await world.request("/v1/audit", { headers: asSite });
    for (const path of ["g~1", "still"])
      await world.request(`/v1/sites/shop/orders/${path}`, { headers: asOperator });
    await world.request("/v1/sites/shop/orders?user_id=m", { headers: asOperator });
    await world.request("/v1/users/m/forget", { method: "POST", headers: asSite });
  }

  /** An order of each kind, and each list. */
  async function play(): Promise<void> {
    const rich = {
      locale: "fr-FR",
      currency: "USD",
      support_url: "https://shop.example/help",
      points_per_unit: 100,
      message: "From Linden Club, for three years with us",
      groups: [{ name: "All", skus: [SKU] }],
      metadata: { campaign: "spring" },
      customization: { pdf: { message: "Well done", sender_name: "The shop" } },
      ttl_seconds: 3600,
    };
    const world = await open();
    const { ask } = siteOrdersIn(() => world);
    const { list, release, stopped } = operatorIn(() => world);
    const browser = await world.browser({
      order_id: "a",
      skus: [SKU, OTHER, FREE],
      amount: "20",
      max_amount: "50",
      ...rich,
    });
    await browser.post("/v1/order/book", { sku: SKU });
    await ask("a", "GET");
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await browser.post("/v1/order/codes");
    await browser.post("/v1/order/balance");
    for (const wallet of WALLETS) await browser.post("/v1/order/pass", { wallet });
    await browser.get("/v1/order");
    await browser.get("/v1/catalog");
    await ask("a/refund");
    await ask("a", "GET");
    // An attempt that ended without a reward.
    const stuck = await stopped("b");
    await list();
    await release("b");
    await stuck.get("/v1/order");
    await ask("b", "GET");
    const linked = await world.browser({ order_id: "c", delivery: "activate" });
    await linked.post("/v1/order/book", { sku: SKU });
    await linked.post("/v1/order/activate", { attempt: 1, sku: SKU });
    const mailed = await world.browser({
      order_id: "d",
      delivery: "notify",
      promotion_id: "4001",
      amount: "35",
    });
    world.control.fault({ operation: "create", kind: "state", state: "denied" });
    await mailed.post("/v1/order/notify", { sku: FREE, amount: "35" });
    await mailed.get("/v1/order");
    await ask("d", "GET");
    const doubted = await world.browser({ order_id: "e" });
    await doubted.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "late", delay_ms: 5 * MINUTE, times: "always" });
    await doubted.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await ask("e", "GET");
    const undecided = await world.browser({ order_id: "u" });
    for (const sku of [SKU, OTHER]) await undecided.post("/v1/order/book", { sku });
    for (const { token } of [browser, doubted])
      await world.request("/v1/opening", {
        method: "POST",
        headers: { Origin: ORIGIN, "Content-Type": "text/plain" },
        body: JSON.stringify({ session_token: token }),
      });
    await browser.get(`/v1/rewards/${SKU}`);
    await world.pass(MINUTE);
    await playGrant(world);
    const held = await world.browser({
      ...{ order_id: undefined, grant_id: "h" },
      ...{ amount: "100", currency: "USD" },
    });
    await held.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "state", state: "denied" });
    await held.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    // The webhook's first answer turns it off.
    await goBack(world);
    const test = () => world.request("/v1/webhooks/shop/test", { method: "POST", headers: asOperator });
    await test();
    await world.request("/v1/webhooks/shop/failures", { headers: asOperator });
    isReached = false;
    await test();
    await world.request("/healthz");
    world.tamper = (_, text) =>
      text.replace(/"balance":([\d.]+)/, '"balance":{"amount":$1,"currency":"USD"}');
    for (const path of ["redemptions", "promotions", "events", "attention"])
      await world.request(`/v1/${path}`, { headers: path === "attention" ? asOperator : asSite });
    for (const path of ["session", "state", "settings", "doctor", "report"])
      await world.request(`/operator/${path}`, { headers: asOperator });
    for (const order of ["a", "d", "e", "h~1"])
      await world.request(`/v1/sites/shop/orders/${order}`, { headers: asOperator });
    await world.request("/readyz?details", { headers: asOperator });
    // What only a start does.
    await world.ledger.swapValue("key_holders", undefined, JSON.stringify({ "site shop": 0 }));
    await world.request("/operator/settings", { headers: asOperator });
    await world.request("/v1/webhooks/shop/resume", { method: "POST", headers: asOperator });
    await world.request("/v1/webhooks/shop/deliver", {
      method: "POST",
      headers: { ...asOperator, "Content-Type": "application/json" },
      body: JSON.stringify({
        since: new Date(world.clock.now() - MINUTE).toISOString(),
        reason: "It was lost",
      }),
    });
    webhookStatus = 204;
    isReached = true;
    await world.request("/v1/webhooks/shop/resume", { method: "POST", headers: asOperator });
    await world.pass(MINUTE);
    await world.request("/v1/sites/shop/orders/b", { headers: asOperator });
    await world.close();
  }

  it("by any route", async () => {
    heard.length = 0;
    await play();
    const described = new Set(
      ROUTES.flatMap((route: RouteDescription) =>
        Object.values(route.responses).flatMap(({ data }) =>
          data ? [...membersOf(bodyOf(data, route), "")] : [],
        ),
      ),
    );
    const answered = new Set(
      heard.flatMap((exchange) => {
        const schema = schemaOf(exchange);
        // A pass for Apple Wallet is a file beside the data of the other kind.
        const isJson = exchange.text.startsWith("{");
        return schema && isJson ? [...membersOf(schema, "", JSON.parse(exchange.text))] : [];
      }),
    );
    expect(described.size).toBeGreaterThan(100);
    expect([...described].filter((member) => !answered.has(member)).toSorted()).toEqual([]);
  });
});
