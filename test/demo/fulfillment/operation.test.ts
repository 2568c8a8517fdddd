/** Rules for every call of the simulated service. */
import { describe, expect, it } from "vitest";
import { EMAIL, SKU, setUp } from "./harness.ts";

describe("every call", () => {
  it("is recorded with its request, effect and answer", async () => {
    const { book, redeem, api, control } = setUp();
    const { data } = await book();
    await redeem(data.id);
    await api("GET", "/rewards?sku=A,B");
    const body = { data: { order_id: "order-1", user: { email: EMAIL } } };
    expect(control.calls).toMatchObject([
      {
        seq: 1,
        operation: "book",
        method: "POST",
        path: `/api/fulfillment/v2/promotions/4001/rewards/${SKU.fixed}/redemptions/book`,
        body,
        order_id: "order-1",
        redemption_id: data.id,
        promotion_id: "4001",
        sku: SKU.fixed,
        auth: "headers",
        at: control.now(),
        answered_at: control.now(),
        status: 201,
        fault: undefined,
        effect: { kind: "created", state: "booked", code: false, redemptionId: data.id, orderId: "order-1" },
      },
      {
        seq: 2,
        operation: "redeem",
        order_id: "order-1",
        redemption_id: data.id,
        effect: { kind: "changed", code: true },
      },
      { seq: 3, operation: "list_rewards", query: { sku: "A,B" }, effect: undefined, status: 200 },
    ]);
  });

  it("is announced before it has any effect", async () => {
    const { book, control } = setUp();
    const seen: unknown[] = [];
    const stop = control.onCall(async ({ operation, order_id }) => {
      await Promise.resolve();
      seen.push([operation, order_id, control.redemptions().length]);
    });
    await book();
    stop();
    await book({ order_id: "order-2" });
    expect(seen).toEqual([["book", "order-1", 0]]);
  });

  it("is answered with the service's own Date, refusals and unknown paths included", async () => {
    const { api, call, control } = setUp();
    const date = new Date(control.now()).toUTCString();
    for (const answer of [
      await api("GET", "/accounts/me"),
      await api("GET", "/accounts/me", undefined, {}),
      await api("GET", "/redemptions/AAAAA-BBBBB"),
      await call("GET", "/nowhere"),
      await call("POST", "/auth/oauth/token", {}, {}),
    ]) {
      expect(answer.headers.get("date")).toBe(date);
    }
  });
});

describe("two services with one seed", () => {
  it("answer the same calls alike, including ids, codes and PINs", async () => {
    const run = async (seed: string) => {
      const { createAndRedeem } = setUp({ seed });
      const a = await createAndRedeem({ order_id: "a", sku: SKU.free, amount: "20" });
      const b = await createAndRedeem({ order_id: "b", sku: SKU.link });
      return [a.data, b.data];
    };
    expect(await run("one")).toEqual(await run("one"));
    expect(await run("one")).not.toEqual(await run("two"));
  });
});
