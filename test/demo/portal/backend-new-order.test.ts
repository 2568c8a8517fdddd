/** How the portal's backend makes an order, only once for any number of requests. */
import { describe, expect, it } from "vitest";
import { NEW, ORDER, ok, problem, setUp } from "./token-server.ts";

describe("a new order", () => {
  it("is pinned by its first session, whose token is used nowhere", async () => {
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
        currency: "USD",
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
        return ok({ session_token: "session-1", state: "open" });
      },
      "GET /v1/orders": () => ok({ ...ORDER, state: "open" }),
    });
    return { ...portal, pinned };
  }

  it("sent again after a lost answer is the same order, whichever answer was lost", async () => {
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
  ])("sent again with other %s names the existing order, and does not change it", async (_, changed) => {
    const { post, pinned } = pinning();
    const { order_id } = (await post("/create", NEW)).json;
    const again = await post("/create", { ...NEW, ...changed });
    expect([again.status, again.json]).toEqual([409, { error: "order_made", order_id }]);
    expect([...pinned.keys()]).toEqual([order_id]);
    expect((await post("/order", { order_id })).json.order.customer).toEqual(NEW.customer);
  });

  it("sent with other values after a lost answer can be handed out with its original values", async () => {
    const { post } = pinning({ loses: 1 });
    await post("/create", NEW);
    const { json } = await post("/create", { ...NEW, max_amount: "50" });
    expect(json.error).toBe("order_made");
    expect((await post("/session", { order_id: json.order_id })).json).toEqual({
      session_token: "session-1",
    });
  });

  it("that the token server refuses is not kept", async () => {
    const { post } = setUp({ "POST /v1/sessions": problem(404, "promotion_not_found") });
    expect((await post("/create", NEW)).json.error).toBe("promotion_not_found");
    expect((await post("/find", {})).json.waiting).toEqual([]);
  });
});
