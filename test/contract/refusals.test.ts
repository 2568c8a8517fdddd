/** Refusals of the service, answers that report a failure, and unreadable codes: what the user is told and may do. */
import { describe, expect, it } from "vitest";
import { OTHER, SKU } from "../support/rewards.ts";
import { useWorld, world } from "../support/use-world.ts";
import { codeOf } from "../support/world.ts";
import { settle } from "./settle.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });

describe("what the service refuses", () => {
  it.each(["forbidden", "not_found", "invalid_request"] as const)(
    "a book answered %s is told, and another can be chosen",
    async (kind) => {
      const browser = await world.browser();
      world.control.fault({ operation: "book", kind });
      const refused = await browser.post("/v1/order/book", { sku: SKU });
      expect([409, 503]).toContain(refused.status);
      expect(refused.problem.code).toBe(kind === "forbidden" ? "upstream_forbidden" : "reward_unavailable");
      const other = await browser.post("/v1/order/book", { sku: OTHER });
      expect([other.status, other.data.attempt]).toEqual([201, 2]);
    },
  );

  it.each(["forbidden", "not_found", "invalid_request"] as const)(
    "a redeem answered %s is read, not believed",
    async (kind) => {
      const browser = await world.browser();
      await browser.post("/v1/order/book", { sku: SKU });
      world.control.fault({ operation: "redeem", kind });
      const settled = await settle(
        world,
        browser,
        await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }),
      );
      expect(settled.data.state).toBe("redeemed");
      expect(world.control.codes()).toHaveLength(1);
    },
  );

  it("a book into a service that is down is told at once, and costs no attempt", async () => {
    const browser = await world.browser();
    await browser.get("/v1/catalog");
    world.control.fault({ operation: "token", kind: "server_error", status: 503, times: "always" });
    world.control.revokeTokens();
    const refused = await browser.post("/v1/order/book", { sku: SKU });
    expect([refused.status, refused.problem.code]).toEqual([503, "upstream_unavailable"]);
    expect(world.control.redemptions()).toEqual([]);
  });
});

describe.each([
  ["denied", "denied"],
  ["blocked", "blocked"],
  ["expired", "expired"],
  ["on_hold", "blocked"],
])("a redemption that turns %s", (state, shown) => {
  it(`is shown as ${shown} with its reference, and waits for a person`, async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "state", state });
    const settled = await settle(
      world,
      browser,
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }),
    );
    expect(settled.data.state).toBe(shown);
    expect(settled.data.reference).toMatch(/^\w{5}-\w{5}$/);
    expect((await browser.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("order_finished");
    expect(await world.ledger.ordersNeedingAttention(10)).toHaveLength(1);
    expect(world.control.codes()).toEqual([]);
  });
});

describe("a redemption that fails", () => {
  it("is redeemed again, and the retry gives the code", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "state", state: "failed" });
    const settled = await settle(
      world,
      browser,
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }),
    );
    expect(settled.data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });
});

describe("another call that fails", () => {
  const failing = (operation: "book" | "create"): void => {
    world.control.fault({ operation, kind: "state", state: "failed" });
  };

  it("a create is sent again, and the user gets one mail", async () => {
    const browser = await world.browser({ delivery: "notify", promotion_id: "4008" });
    failing("create");
    const settled = await settle(world, browser, await browser.post("/v1/order/notify", { sku: SKU }));
    expect(settled.data).toMatchObject({ state: "notified", attempt: 1 });
    expect(world.operations()).toEqual(["create", "create"]);
    expect(world.control.outbox()).toHaveLength(1);
    expect(world.control.redemptions()).toHaveLength(1);
  });

  it("a book is told; the same choice books the next attempt, which gives the one code", async () => {
    const browser = await world.browser();
    failing("book");
    const told = await browser.post("/v1/order/book", { sku: SKU });
    expect([...codeOf(told), told.problem.hold_ended]).toEqual([409, "not_booked", "failed"]);
    const booked = await browser.post("/v1/order/book", { sku: SKU });
    expect(booked.data).toMatchObject({ state: "booked", attempt: 2 });
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 2, sku: SKU });
    expect(redeemed.data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });
});

describe("codes that cannot be read", () => {
  it.each<[string, string, string]>([
    ["the usages list is not one of the four", '"usages":["primary","security"]', '"usages":["security"]'],
    ["a link has a refused address", '"format":"string"', '"format":"url"'],
  ])(
    "because %s, are a problem with the order's reference, and go to the operator's list",
    async (_, from, to) => {
      const browser = await world.browser();
      await browser.post("/v1/order/book", { sku: SKU });
      world.tamper = (_path, body) => body.replaceAll(from, to);
      const answer = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      expect([answer.status, answer.problem.code]).toEqual([502, "codes_unreadable"]);
      expect(answer.problem.reference).toMatch(/^\w{5}-\w{5}$/);
      expect(await world.ledger.ordersNeedingAttention(10)).toHaveLength(1);
      world.tamper = undefined;
      expect((await browser.post("/v1/order/codes")).status).toBe(200);
      expect(await world.ledger.ordersNeedingAttention(10)).toHaveLength(0);
    },
  );
});
