/** The backend of the brands' pages, and the pages as they are served. */
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { BRAND_PATH, BRAND_SITES } from "../../../demo/brand/backend.ts";
import { BRANDS_PATH, createBrands } from "../../../demo/brand/brand.ts";
import { SETS } from "../../../demo/brand/sets.ts";
import { brandSpec, planOf } from "../../../demo/brand/spec.ts";
import { planId, planned, promotionPlan } from "../../../demo/fulfillment/catalog/plan.ts";

const ORIGIN = "http://127.0.0.1:4000";
const SERVER = "http://10.0.0.5:4000";
const SECRET = `whsec_${Buffer.from("secret-of-the-visitor-0001").toString("base64")}`;
const CART = "0123456789abcdef0123456789abcdef";
const SPECS = Object.entries(SETS).flatMap(([id, { versions }]) =>
  Object.entries(versions).map(([language, { spec }]) => [`${id}, ${language}`, spec] as const),
);
const [[, SUPERMARKET] = expect.fail()] = SPECS;
const EMPLOYER = SETS.employer.versions.en?.spec ?? expect.fail();

interface Sent {
  readonly path: string;
  readonly bearer: string | undefined;
  readonly origin: string | undefined;
  readonly body: Record<string, unknown>;
}

function setUp(answer: (sent: Sent) => Response = () => Response.json({ data: { session_token: "t" } })) {
  const sent: Sent[] = [];
  const { app, asked } = createBrands({
    publicUrl: ORIGIN,
    tokenServer: SERVER,
    origins: [ORIGIN],
    sites: Object.fromEntries(
      Object.keys(BRAND_SITES).map((id) => [
        id,
        {
          siteKey: `key of ${id}`,
          receiver: { about: (order: string) => ({ ids: new Set([`evt of ${order}`]), deliveries: [] }) },
        },
      ]),
    ) as never,
    secrets: [SECRET],
    setUp: (plan) => planId(promotionPlan.parse(plan)),
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const call = {
        path: String(input).replace(SERVER, ""),
        bearer: headers.get("authorization")?.replace("Bearer ", ""),
        origin: headers.get("origin") ?? undefined,
        body: JSON.parse(String(init?.body ?? "null")),
      };
      sent.push(call);
      return answer(call);
    },
  });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(`${ORIGIN}${BRAND_PATH}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      body: JSON.stringify(body),
    });
  const question = async (order_id: string, secret = SECRET) => {
    const body = JSON.stringify({ type: "order.authorize", timestamp: "", data: { order_id } });
    const now = new Date();
    const headers = {
      "webhook-id": "auth_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("auth_1", now, body),
    };
    const answer = await asked.request("/", { method: "POST", headers, body });
    return answer.ok ? await answer.json() : answer.status;
  };
  return { app, sent, post, question };
}

const sessionOf = (spec: object, site = "supermarket") => ({ site, spec, cart: CART });

describe("a session for a brand's page", () => {
  it.each(SPECS)("the data set %s is a brand that the service can set up", (_name, spec) => {
    expect(brandSpec.parse(spec)).toEqual(spec);
    expect(spec.brands.length).toBeGreaterThanOrEqual(8);
    expect(spec.brands.length).toBeLessThanOrEqual(12);
    expect(promotionPlan.safeParse(planOf(spec)).success).toBe(true);
  });

  it("is for an order of its site, in the brand's own promotion, currency and delivery", async () => {
    const { sent, post } = setUp();
    const answer = await post("session", sessionOf(SUPERMARKET));
    const promotion_id = String(planId(planOf(SUPERMARKET)));
    const order_id = `supermarket-${promotion_id}-${CART}`;
    expect(await answer.json()).toEqual({ session_token: "t", order_id });
    expect(sent).toMatchObject([
      {
        path: "/v1/sessions",
        bearer: "key of supermarket",
        body: { order_id, promotion_id, currency: "EUR", delivery: "redeem", max_amount: "50" },
      },
    ]);
    expect(order_id.length).toBeLessThanOrEqual(64);
  });

  it("limits no amount where every value is fixed", async () => {
    const { sent, post } = setUp();
    const brands = SUPERMARKET.brands.slice(0, 1);
    await post("session", sessionOf({ ...SUPERMARKET, brands }));
    expect(sent[0]?.body.max_amount).toBeUndefined();
  });

  it("limits no amount of a mail beside fixed values, which would not be offered then", async () => {
    const { sent, post } = setUp();
    await post("session", sessionOf({ ...SUPERMARKET, delivery: "notify" }));
    expect(sent[0]?.body.max_amount).toBeUndefined();
  });

  it("another catalog is another order, another colour of the same catalog too", async () => {
    const { sent, post } = setUp();
    await post("session", sessionOf(SUPERMARKET, "yours"));
    await post("session", sessionOf({ ...SUPERMARKET, color: "#123456" }, "yours"));
    expect(new Set(sent.map(({ body }) => body.order_id)).size).toBe(2);
  });

  it("passes on the token server's reason, and nothing else of it", async () => {
    const { post } = setUp(() => Response.json({ code: "rate_limited", detail: "x" }, { status: 429 }));
    const answer = await post("session", sessionOf(SUPERMARKET));
    expect([answer.status, await answer.json()]).toEqual([502, { error: "rate_limited" }]);
  });

  it.each([
    ["another page", {}, { origin: "http://evil.example" }, 403],
    ["a form", {}, { "content-type": "text/plain" }, 415],
    ["an unknown site", { site: "demo" }, {}, 400],
    ["a logo for the server", { spec: { ...SUPERMARKET, logo: "data:," } }, {}, 400],
    ["no rewards", { spec: { ...SUPERMARKET, brands: [] } }, {}, 400],
    ["more than a page needs", { spec: { ...SUPERMARKET, name: "x".repeat(20_000) } }, {}, 413],
  ])("is refused for %s, and nothing is sent", async (_what, change, headers, status) => {
    const { sent, post } = setUp();
    const answer = await post("session", { ...sessionOf(SUPERMARKET), ...change }, headers as never);
    expect([answer.status, sent]).toEqual([status, []]);
  });
});

describe("what the visitor's page wishes of its order", () => {
  const REASON = "You have 30 points less.";
  const wished = async (order: object) => {
    const set = setUp();
    const answer = await set.post("session", { ...sessionOf(SUPERMARKET, "yours"), order });
    const { order_id } = await answer.json();
    return { ...set, order_id, status: answer.status };
  };

  it("points and words are of the session, and of the one that the element asks for itself", async () => {
    const order = { points_per_unit: 100, message: "From us" };
    const { app, sent, order_id } = await wished(order);
    const asks = (origin: string) =>
      app.request(`${ORIGIN}${BRAND_PATH}session/${order_id}`, { method: "POST", headers: { origin } });
    expect(await (await asks(ORIGIN)).json()).toEqual({ session_token: "t" });
    expect((await asks("http://evil.example")).status).toBe(403);
    expect(sent).toMatchObject([
      { path: "/v1/sessions", body: order },
      { path: `/v1/orders/${order_id}/sessions`, bearer: "key of yours", body: order },
    ]);
  });

  it.each([
    [{}, { decision: "allow" }, []],
    [{ authorize: "allow" }, { decision: "allow" }, ["answered: allow"]],
    [{ authorize: "deny", reason: REASON }, { decision: "deny", reason: REASON }, ["answered: deny"]],
  ])("%j is the answer to a signed question about this order alone", async (order, answer, outcomes) => {
    const { post, question, order_id } = await wished(order);
    expect(await question("another order")).toEqual({ decision: "allow" });
    expect(await question(order_id, `whsec_${btoa("secret-of-somebody-else-01")}`)).toBe(400);
    expect(await question(order_id)).toEqual(answer);
    const heard = await (await post("heard", { site: "yours", order_id })).json();
    expect(heard.deliveries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
  });

  it.each([
    { authorize: "maybe" },
    { points_per_unit: 0 },
    { message: "x".repeat(201) },
    { ttl_seconds: 60 },
  ])("%j is refused", async (order) => expect((await wished(order)).status).toBe(400));
});

describe("an event that is sent again", () => {
  const again = (event_id: string) => ({ site: "yours", order_id: "a", event_id });

  it("is sent by the token server", async () => {
    const { sent, post } = setUp(() => new Response(null, { status: 202 }));
    expect((await post("again", again("evt of a"))).status).toBe(202);
    expect(sent).toMatchObject([{ path: "/v1/events/evt%20of%20a/deliver", bearer: "key of yours" }]);
  });

  it("is one of this order", async () => {
    const { sent, post } = setUp();
    expect([(await post("again", again("evt of b"))).status, sent]).toEqual([404, []]);
  });
});

describe("many at once", () => {
  const thank = { spec: EMPLOYER, cart: CART, brand: 1, amount: "25", people: [0, 2] };
  const answers = ({ path, body }: Sent) =>
    path === "/v1/sessions"
      ? Response.json({ data: { session_token: `token of ${body.order_id}` } })
      : Response.json({ data: { state: "notified", masked_email: "a…" } });

  it("each of the people gets an order of their own, mailed by the employer's site", async () => {
    const { sent, post } = setUp(answers);
    expect(await (await post("team", thank)).json()).toEqual({
      people: [
        { person: 0, state: "notified" },
        { person: 2, state: "notified" },
      ],
    });
    const sku = planned(planOf(EMPLOYER), 0).rewards[1]?.sku;
    const [first, second] = sent.filter(({ path }) => path === "/v1/sessions");
    expect(first).toMatchObject({
      bearer: "key of employer",
      body: { delivery: "notify", skus: [sku], amount: "25" },
    });
    expect([first, second].map((each) => each?.body.order_id)).toEqual([
      `employer-team-${CART}-0`,
      `employer-team-${CART}-2`,
    ]);
    expect(sent.filter(({ path }) => path === "/v1/order/notify")).toMatchObject([
      { bearer: `token of employer-team-${CART}-0`, origin: ORIGIN, body: { sku, amount: "25" } },
      { bearer: `token of employer-team-${CART}-2`, origin: ORIGIN, body: { sku, amount: "25" } },
    ]);
  });

  it("one that fails is told beside the others", async () => {
    const { post } = setUp((call) =>
      call.body.order_id === `employer-team-${CART}-2`
        ? Response.json({ code: "rate_limited" }, { status: 429 })
        : answers(call),
    );
    expect(await (await post("team", thank)).json()).toEqual({
      people: [
        { person: 0, state: "notified" },
        { person: 2, error: "rate_limited" },
      ],
    });
  });

  it.each([
    ["somebody who is not there", { people: [99] }],
    ["a reward that is not there", { brand: 40 }],
    ["no amount", { amount: "0" }],
  ])("%s is refused, and nothing is sent", async (_what, change) => {
    const { sent, post } = setUp(answers);
    expect([(await post("team", { ...thank, ...change })).status, sent]).toEqual([400, []]);
  });
});

describe("the pages", () => {
  it("run under a policy without exceptions, but for a visitor's own logo", async () => {
    const { app } = setUp();
    const policyOf = async (path: string) =>
      (await app.request(`${ORIGIN}${path}`)).headers.get("content-security-policy") ?? "";
    const bank = await policyOf(`${BRANDS_PATH}bank/`);
    expect(bank).toContain("require-trusted-types-for 'script'");
    expect(bank).not.toMatch(/unsafe|data:|blob:/);
    for (const path of [BRAND_PATH, `${BRANDS_PATH}yours/`])
      expect((await policyOf(path)).replace("data: blob: ", "")).not.toMatch(/unsafe|data:|blob:/);
  });

  it("are found without their last slash", async () => {
    const { app } = setUp();
    for (const path of [BRAND_PATH, `${BRANDS_PATH}bank/`]) {
      const answer = await app.request(ORIGIN + path.slice(0, -1));
      expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
    }
  });
});
