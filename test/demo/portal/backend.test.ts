/** The portal's backend: its callers, the form of refusals, and how an order is handed out and ended. */
import { describe, expect, it } from "vitest";
import { type Answer, NEW, ORDER, ok, problem, SITE_KEY, setUp } from "./token-server.ts";

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
  it("refuses every body that a form could send", async () => {
    const { post, sent } = setUp();
    expect((await post(path, body, { "content-type": "text/plain" })).status).toBe(415);
    expect(sent).toEqual([]);
  });

  it("returns the code of a refusal, and never the site key", async () => {
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
});

describe("an unusable token server", () => {
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
});

describe("handing out", () => {
  it("repeats the pinned values each time, and returns only the token", async () => {
    const { post, sent } = setUp();
    const { order_id } = (await post("/create", { ...NEW, amount: "25", sender_name: "Corvane" })).json;
    for (let times = 0; times < 2; times++) {
      expect((await post("/session", { order_id })).json).toEqual({ session_token: "session-1" });
    }
    const [pinned, ...again] = sent.map(({ body }) => body as Record<string, unknown>);
    const { ttl_seconds: _, ...values } = pinned ?? {};
    expect(again).toEqual([values, values]);
  });

  it("of an order with forgotten values is refused as that, and causes no request", async () => {
    const { post, sent } = setUp();
    const answer = await post("/session", { order_id: "CV-0A1B2C3D" });
    expect([answer.status, answer.json]).toEqual([404, { error: "order_forgotten" }]);
    expect(sent).toEqual([]);
  });
});

describe("ending an order", () => {
  it("is requested for exactly that order, and shows the result", async () => {
    const { post, routes } = setUp();
    const { json } = await post("/cancel", { order_id: "CV-0A1B2C3D" });
    expect(json.order.order_id).toBe(ORDER.order_id);
    expect(routes()[0]).toBe("POST /v1/orders/CV-0A1B2C3D/cancel");
  });

  it.each(["cancel", "refund"])(
    "by %s is reported as done, even if the order cannot be read afterwards",
    async (action) => {
      const { post } = setUp({
        "GET /v1/orders": problem(503, "upstream_unavailable"),
        "GET /v1/redemptions": problem(503, "upstream_unavailable"),
      });
      const { status, json } = await post(`/${action}`, { order_id: ORDER.order_id });
      expect([status, json.order.order_id]).toEqual([200, ORDER.order_id]);
    },
  );

  it("by a refund says whether the service refunded", async () => {
    for (const refunded of [true, false]) {
      const { post } = setUp({ "POST /v1/orders/refund": () => ok({ ...ORDER, refunded }) });
      expect((await post("/refund", { order_id: "1" })).json.refunded).toBe(refunded);
    }
  });

  it("never uses a path outside of the site's orders", async () => {
    const { post, sent } = setUp();
    for (const order_id of ["..", ".", "1/../../sessions", "1?x"]) {
      expect((await post("/cancel", { order_id })).status).toBe(400);
    }
    expect(sent).toEqual([]);
  });
});
