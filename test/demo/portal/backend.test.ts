/** The portal's backend: who may ask it, what a refusal says, and how an order is handed out and ended. */
import { describe, expect, it } from "vitest";
import { type Answer, NEW, ORDER, ORIGIN, ok, problem, SITE_KEY, setUp } from "./token-server.ts";

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
