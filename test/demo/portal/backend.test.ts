/** The portal's backend in front of a token server that answers as told. */
import { describe, expect, it } from "vitest";
import { portalBackend } from "../../../demo/portal/backend.ts";

const ORIGIN = "http://localhost:4001";
const SITE_KEY = "a-site-key-that-nobody-else-may-ever-see";
const SECRETS = { codes: ["secret-code"], url: "https://flow.example/secret" };

const NEW = {
  form_key: "0123456789abcdef0123456789abcdef",
  customer: { name: "Ida Holm", email: "ida@customer.example" },
  promotion_id: "4001",
  delivery: "redeem",
};

const ORDER = {
  order_id: "CV-0A1B2C3D",
  delivery: "redeem",
  environment: "simulated",
  promotion: { id: "4001", name: "Linden Rewards" },
  state: "redeemed",
  reference: "abcde-12345",
};
const REDEMPTION = {
  id: "abcde-12345",
  order_id: ORDER.order_id,
  attempt: 1,
  state: "redeemed",
  testing: true,
  redeemed_datetime: "2026-03-01T10:00:00Z",
  refunded_datetime: null,
  promotion: { id: "4001", status: "enabled" },
  reward: { sku: "FERNHALLOW-20" },
};

type Answer = () => Response | Promise<Response>;
const ok = (data: unknown, more: object = {}): Response => Response.json({ data, ...more });
const page = (...data: unknown[]): Response =>
  ok(data, { paging: { page: 1, per_page: 20, total: data.length } });
const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({ code, request_id: "request-1", detail: `secret ${SITE_KEY}` }, { status, headers });

/** Answers by method and path; what is not named is answered as a healthy token server does. */
function setUp(answers: Record<string, Answer> = {}) {
  const sent: { route: string; init: RequestInit; body: unknown }[] = [];
  const healthy: Record<string, Answer> = {
    "POST /v1/sessions": () =>
      ok({ session_token: "session-1", expires_at: "x", order_id: "x", state: "open" }),
    "GET /v1/redemptions": () => page({ ...REDEMPTION, ...SECRETS }),
    "GET /v1/promotions": () => page(),
    "GET /v1/orders": () => ok({ ...ORDER, ...SECRETS }),
    "POST /v1/orders/cancel": () => ok({ ...ORDER, state: "canceled" }),
    "POST /v1/orders/refund": () => ok({ ...ORDER, refunded: true }),
  };
  const app = portalBackend({
    tokenServer: "http://token-server.example",
    siteKey: SITE_KEY,
    origins: [ORIGIN],
    now: () => 1_000,
    fetch: async (input, init = {}) => {
      const { origin, pathname, search } = new URL(String(input));
      expect(origin).toBe("http://token-server.example");
      sent.push({
        route: `${init.method} ${pathname}${search}`,
        init,
        body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      });
      const kind = `${init.method} ${pathname.replace(/^(\/v1\/orders)\/[^/]+/, "$1")}`;
      return (answers[kind] ?? healthy[kind] ?? problem(404, "not_found"))();
    },
  });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) };
  };
  return { app, post, sent, routes: () => sent.map(({ route }) => route) };
}

const CALLS: [string, object][] = [
  ["/setup", {}],
  ["/find", {}],
  ["/order", { order_id: "1" }],
  ["/create", NEW],
  ["/session", { order_id: "1" }],
  ["/cancel", { order_id: "1" }],
  ["/refund", { order_id: "1" }],
];

describe.each(CALLS)("%s", (path, body) => {
  it("answers no other page, and asks nobody for it", async () => {
    for (const origin of ["http://evil.example", "http://localhost:4000", "null", ""]) {
      const { post, sent } = setUp();
      const answer = await post(path, body, { origin });
      expect([answer.status, answer.json]).toEqual([403, { error: "origin_not_allowed" }]);
      expect(sent).toEqual([]);
    }
  });

  it("takes nothing that a form could send", async () => {
    const { post, sent } = setUp();
    expect((await post(path, body, { "content-type": "text/plain" })).status).toBe(415);
    expect(sent).toEqual([]);
  });

  it("is not there for a GET", async () => {
    const { app, sent } = setUp();
    expect((await app.request(path, { headers: { origin: ORIGIN } })).status).not.toBe(200);
    expect(sent).toEqual([]);
  });

  it("tells the code of a refusal, and never the site key", async () => {
    const refuse = problem(409, "order_processing");
    const { post } = setUp({
      "POST /v1/sessions": refuse,
      "GET /v1/redemptions": refuse,
      "GET /v1/promotions": refuse,
      "GET /v1/orders": refuse,
      "POST /v1/orders/cancel": refuse,
      "POST /v1/orders/refund": refuse,
    });
    const answer = await post(path, body);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(SITE_KEY);
    if (path !== "/session") {
      expect([answer.status, answer.json]).toEqual([
        409,
        { error: "order_processing", request_id: "request-1" },
      ]);
    }
  });

  it("is stored nowhere", async () => {
    expect((await setUp().post(path, body)).headers.get("cache-control")).toBe("no-store");
  });
});

describe("a token server that cannot be used", () => {
  it.each<[string, Answer, number, string]>([
    ["says that our key is wrong", problem(401, "site_key_invalid"), 502, "site_key_invalid"],
    ["sends no JSON", () => new Response("<html>", { status: 502 }), 502, "token_server_unavailable"],
    ["sends another JSON", () => ok({ state: 7 }), 502, "token_server_unavailable"],
    ["sends none", () => Promise.reject(new TypeError("refused")), 502, "token_server_unavailable"],
  ])("%s", async (_, answer, status, error) => {
    const { post } = setUp({ "GET /v1/orders": answer });
    const refused = await post("/order", { order_id: "1" });
    expect([refused.status, refused.json.error]).toEqual([status, error]);
  });

  it("that asks for patience says for how long", async () => {
    const { post } = setUp({
      "POST /v1/orders/cancel": problem(429, "rate_limited", { "retry-after": "90" }),
    });
    expect((await post("/cancel", { order_id: "1" })).json).toMatchObject({
      error: "rate_limited",
      retry_after_seconds: 90,
    });
  });
});

describe("finding", () => {
  it("asks with the site key, newest change first, and shows neither code nor link", async () => {
    const { post, sent, routes } = setUp();
    const { text, json } = await post("/find", {});
    expect(routes()).toEqual(["GET /v1/redemptions?sort=-updated_datetime&page=1&per_page=20"]);
    expect(sent[0]?.init.headers).toEqual({ authorization: `Bearer ${SITE_KEY}` });
    expect(json).toMatchObject({ page: 1, pages: 1, total: 1, redemptions: [{ order_id: ORDER.order_id }] });
    expect(text).not.toContain("secret");
  });

  it.each([
    [{ term: "Ida@Customer.example" }, "email=ida%40customer.example&"],
    [{ term: "cv-0a1b2c3d" }, "order_id=CV-0A1B2C3D&"],
    [{ state: "refunded", promotion_id: "4008" }, "state=refunded&promotion_id=4008&"],
  ])("%j is one of the site's filters", async (body, query) => {
    const { post, routes } = setUp();
    await post("/find", body);
    expect(routes()).toEqual([`GET /v1/redemptions?${query}sort=-updated_datetime&page=1&per_page=20`]);
  });

  it.each([
    [{ term: "Ida Holm" }, "term_unclear"],
    [{ state: "melted" }, "invalid_request"],
    [{ sort: "name" }, "invalid_request"],
    [{ page: 0 }, "invalid_request"],
  ])("%j asks nobody", async (body, error) => {
    const { post, sent } = setUp();
    const answer = await post("/find", body);
    expect([answer.status, answer.json]).toEqual([400, { error }]);
    expect(sent).toEqual([]);
  });

  it("by a name is by the address of the customer who has it, here or in an order", async () => {
    const { post, routes } = setUp();
    const { customer } = (await post("/find", { term: "oceane" })).json;
    expect(customer).toEqual({ name: "Océane Lefèvre", email: "oceane.lefevre@customer.example" });
    await post("/create", NEW);
    await post("/find", { term: "Ida Holm", state: "redeemed" });
    expect(routes().filter((route) => route.startsWith("GET /v1/redemptions"))).toEqual([
      expect.stringContaining("?email=oceane.lefevre%40customer.example&"),
      expect.stringContaining("?email=ida%40customer.example&"),
    ]);
  });

  it("by a name that several have asks for none of them, and tells who they are", async () => {
    const { post, sent } = setUp();
    const other = { name: "Amara Berg", email: "amara.berg@customer.example" };
    await post("/create", { ...NEW, customer: other });
    const before = sent.length;
    const { json } = await post("/find", { term: "amara" });
    expect(json).toMatchObject({
      customers: [other, { name: "Amara Diallo" }],
      redemptions: [],
      waiting: [],
      total: 0,
    });
    expect(sent).toHaveLength(before);
  });

  it("names the customer of an order of this portal, and of no other", async () => {
    let own = "";
    const { post } = setUp({
      "GET /v1/redemptions": () =>
        page({ ...REDEMPTION, order_id: own }, { ...REDEMPTION, order_id: "of-an-earlier-start" }),
    });
    own = (await post("/create", NEW)).json.order_id;
    const { redemptions } = (await post("/find", {})).json as { redemptions: { customer?: object }[] };
    expect(redemptions.map(({ customer }) => customer)).toEqual([NEW.customer, undefined]);
  });

  it("also shows orders that nobody has chosen for, on the first page without a state", async () => {
    const { post } = setUp({ "GET /v1/orders": () => ok({ ...ORDER, state: "open" }) });
    const { order_id } = (await post("/create", NEW)).json;
    const waiting = async (body: object) => (await post("/find", body)).json.waiting;
    expect(await waiting({})).toEqual([
      { order_id, customer: NEW.customer, promotion_id: "4001", made: "1970-01-01T00:00:01.000Z" },
    ]);
    expect(await waiting({ term: "IDA@customer.example" })).toHaveLength(1);
    expect(await waiting({ term: order_id.toLowerCase() })).toHaveLength(1);
    expect(await waiting({ term: "jo@customer.example" })).toEqual([]);
    expect(await waiting({ promotion_id: "4008" })).toEqual([]);
    expect(await waiting({ state: "booked" })).toEqual([]);
    expect(await waiting({ page: 2 })).toEqual([]);
  });
});

describe("an order", () => {
  it("is shown with what can be done, its history and its customer, and nothing else", async () => {
    const { post } = setUp();
    const { order_id } = (await post("/create", { ...NEW, message: "Thank you" })).json;
    const { json, text } = await post("/order", { order_id });
    expect(json.order).toEqual({
      order_id: ORDER.order_id,
      state: "redeemed",
      delivery: "redeem",
      testing: false,
      promotion: ORDER.promotion,
      reference: ORDER.reference,
      customer: NEW.customer,
      message: "Thank you",
      actions: ["hand_out", "refund"],
      history: [
        {
          order_id: ORDER.order_id,
          attempt: 1,
          state: "redeemed",
          testing: true,
          promotion_id: "4001",
          sku: "FERNHALLOW-20",
          redeemed: "2026-03-01T10:00:00Z",
        },
      ],
    });
    expect(text).not.toContain("secret");
  });

  it("is shown without a history that cannot be read", async () => {
    const { post } = setUp({ "GET /v1/redemptions": problem(503, "upstream_unavailable") });
    const { status, json } = await post("/order", { order_id: "1" });
    expect([status, json.order.history]).toEqual([200, null]);
  });
});

describe("a new order", () => {
  it("is pinned by its first session, whose token goes nowhere", async () => {
    const { post, sent } = setUp();
    const answer = await post("/create", { ...NEW, skus: ["A"], max_amount: "50", message: "Thanks" });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ order_id: expect.stringMatching(/^CV-/) });
    expect(sent.map(({ body }) => body)).toEqual([
      {
        order_id: answer.json.order_id,
        promotion_id: "4001",
        user: { email: "ida@customer.example" },
        delivery: "redeem",
        skus: ["A"],
        max_amount: "50",
        customization: { pdf: { message: "Thanks" } },
        ttl_seconds: 60,
      },
    ]);
  });

  /** As the token server does: the first session of an order pins its values. */
  function pinning({ loses = 0 } = {}) {
    const pinned = new Map<string, string>();
    let lost = loses;
    const portal = setUp({
      "POST /v1/sessions": () => {
        const {
          order_id,
          ttl_seconds: _,
          ...values
        } = (portal.sent.at(-1)?.body ?? {}) as Record<string, unknown>;
        const text = JSON.stringify(values);
        if ((pinned.get(String(order_id)) ?? text) !== text) return problem(409, "order_conflict")();
        pinned.set(String(order_id), text);
        if (lost-- > 0) return Promise.reject(new TypeError("lost"));
        return ok({ session_token: "session-1" });
      },
      "GET /v1/orders": () => ok({ ...ORDER, state: "open" }),
    });
    return { ...portal, pinned };
  }

  it("sent again after a lost answer is the same one, whichever answer was lost", async () => {
    for (const loses of [0, 1]) {
      const { post, pinned } = pinning({ loses });
      const first = await post("/create", NEW);
      const again = await post("/create", NEW);
      expect([first.status, again.status]).toEqual(loses === 0 ? [201, 200] : [502, 201]);
      expect([...pinned.keys()]).toEqual([again.json.order_id]);
      expect((await post("/find", {})).json.waiting).toHaveLength(1);
    }
  });

  it.each([
    ["values", { max_amount: "50" }],
    ["a customer's e-mail", { customer: { name: "Ida Holm", email: "other@customer.example" } }],
    ["a customer's name", { customer: { name: "Ida Berg", email: "ida@customer.example" } }],
  ])("sent again with other %s is told which one was made, and changes nothing of it", async (_, changed) => {
    const { post, pinned } = pinning();
    const { order_id } = (await post("/create", NEW)).json;
    const again = await post("/create", { ...NEW, ...changed });
    expect([again.status, again.json]).toEqual([409, { error: "order_made", order_id }]);
    expect([...pinned.keys()]).toEqual([order_id]);
    expect((await post("/order", { order_id })).json.order.customer).toEqual(NEW.customer);
  });

  it("sent with other values after a lost answer can be handed out with the values that it was made with", async () => {
    const { post } = pinning({ loses: 1 });
    await post("/create", NEW);
    const { json } = await post("/create", { ...NEW, max_amount: "50" });
    expect(json.error).toBe("order_made");
    expect((await post("/session", { order_id: json.order_id })).json).toEqual({
      session_token: "session-1",
    });
  });

  it("of another form is another order", async () => {
    const { post, pinned } = pinning();
    await post("/create", NEW);
    await post("/create", { ...NEW, form_key: "f".repeat(32) });
    expect(pinned.size).toBe(2);
  });

  it("that the token server refuses is not kept", async () => {
    const { post } = setUp({ "POST /v1/sessions": problem(404, "promotion_not_found") });
    expect((await post("/create", NEW)).json.error).toBe("promotion_not_found");
    expect((await post("/find", {})).json.waiting).toEqual([]);
  });

  it("of another site's promotion asks nobody", async () => {
    const { post, sent } = setUp();
    expect((await post("/create", { ...NEW, promotion_id: "4002" })).json).toEqual({ error: "not_agreed" });
    expect(sent).toEqual([]);
  });

  it.each(["[]", "{", "", "null"])("%j is none", async (body) => {
    expect((await setUp().post("/create", body)).json).toEqual({ error: "invalid_request" });
  });

  it("of any length is refused above the limit", async () => {
    expect((await setUp().post("/create", { ...NEW, more: "x".repeat(20_000) })).status).toBe(413);
  });
});

describe("handing out", () => {
  it("repeats the pinned values each time, and answers the token and nothing else", async () => {
    const { post, sent } = setUp();
    const { order_id } = (await post("/create", { ...NEW, amount: "25", sender_name: "Corvane" })).json;
    for (let times = 0; times < 2; times++) {
      expect((await post("/session", { order_id })).json).toEqual({ session_token: "session-1" });
    }
    const [pinned, ...again] = sent.map(({ body }) => body as Record<string, unknown>);
    const { ttl_seconds: _, ...values } = pinned ?? {};
    expect(again).toEqual([values, values]);
  });

  it("of an order whose values are forgotten is refused as that, and asks nobody", async () => {
    const { post, sent } = setUp();
    const answer = await post("/session", { order_id: "CV-0A1B2C3D" });
    expect([answer.status, answer.json]).toEqual([404, { error: "order_forgotten" }]);
    expect(sent).toEqual([]);
  });
});

describe("ending an order", () => {
  it("asks for exactly that order, and shows what became of it", async () => {
    const { post, routes } = setUp();
    const { json } = await post("/cancel", { order_id: "CV-0A1B2C3D" });
    expect(json.order.order_id).toBe(ORDER.order_id);
    expect(routes()[0]).toBe("POST /v1/orders/CV-0A1B2C3D/cancel");
  });

  it.each(["cancel", "refund"])(
    "by %s is told as done, also where the order cannot be read then",
    async (action) => {
      const { post } = setUp({
        "GET /v1/orders": problem(503, "upstream_unavailable"),
        "GET /v1/redemptions": problem(503, "upstream_unavailable"),
      });
      const { status, json } = await post(`/${action}`, { order_id: ORDER.order_id });
      expect([status, json.order.order_id]).toEqual([200, ORDER.order_id]);
    },
  );

  it("by a refund says whether the service did it", async () => {
    for (const refunded of [true, false]) {
      const { post } = setUp({ "POST /v1/orders/refund": () => ok({ ...ORDER, refunded }) });
      expect((await post("/refund", { order_id: "1" })).json.refunded).toBe(refunded);
    }
  });

  it("never leaves the site's orders for another path", async () => {
    const { post, sent } = setUp();
    for (const order_id of ["..", ".", "1/../../sessions", "1?x"]) {
      expect((await post("/cancel", { order_id })).status).toBe(400);
    }
    expect(sent).toEqual([]);
  });
});
