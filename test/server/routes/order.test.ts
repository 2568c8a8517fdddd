/** From click to code as a browser sees it, against the simulated service. */
import { describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";

useWorld();

describe("when nothing fails", () => {
  it("the codes come again, equal, and only from redeem and codes", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const again = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const codes = await browser.post("/v1/order/codes");
    expect(again.data).toEqual(redeemed.data);
    expect(codes.data).toEqual({ codes: redeemed.data.codes });
    const seen = await browser.get("/v1/order");
    expect(seen.data).not.toHaveProperty("codes");
    const [first] = (redeemed.data.codes as { items: { value: string }[] }).items;
    expect(seen.text).not.toContain(first?.value);
  });

  it("thirty bookings at once make one hold", async () => {
    const browser = await world.browser();
    const answers = await world.until(
      Promise.all(Array.from({ length: 30 }, () => browser.post("/v1/order/book", { sku: SKU }))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(29).fill(200), 201]);
    expect(world.changes()).toHaveLength(1);
  });
});

describe("the hold", () => {
  it("returns the order to open when it runs out, and a late confirmation is told so", async () => {
    const browser = await world.browser({ ttl_seconds: 3600 });
    const booked = await browser.post("/v1/order/book", { sku: SKU });
    expect(booked.data.hold_seconds_left).toBeGreaterThan(1790);
    await world.pass(29 * 60_000 + 5_000);
    const late = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect([late.status, late.problem.code]).toEqual([409, "hold_expired"]);
    await world.pass(60_000);
    expect((await browser.get("/v1/order")).data.state).toBe("open");
    const again = await browser.post("/v1/order/book", { sku: SKU });
    expect([again.status, again.data.attempt]).toEqual([201, 2]);
    expect(world.control.codes()).toEqual([]);
  });
});

describe("bad input is refused with its own code before any changing call", () => {
  const free = { max_amount: "120" };
  it.each<[string, unknown, string, Record<string, unknown>?]>([
    ["a SKU outside the promotion", { sku: "NO-SUCH-SKU" }, "reward_not_found"],
    ["an amount of null", { sku: SKU, amount: null }, "invalid_request", {}],
    ["4 of 5 to 150", { sku: "VELMORA-VAR", amount: "4" }, "amount_out_of_range", { max_amount: "500" }],
    ["151 of 5 to 150", { sku: "VELMORA-VAR", amount: "151" }, "amount_out_of_range", { max_amount: "500" }],
    [
      "another amount than the session fixes",
      { sku: "VELMORA-VAR", amount: "51" },
      "amount_out_of_range",
      { amount: "50" },
    ],
    ["-5", { sku: "VELMORA-VAR", amount: "-5" }, "amount_invalid", free],
  ])("%s: %j is %s", async (_, body, code, limits = {}) => {
    const browser = await world.browser(limits);
    const answer = await browser.post("/v1/order/book", body);
    expect(answer.problem.code).toBe(code);
    expect(answer.status).toBe(answer.problem.status);
    expect(world.changes()).toEqual([]);
  });

  it.each([
    ["paused", { status: "paused" }],
    ["disabled", { status: "disabled" }],
    ["misconfigured", { state: "invalid_reward" }],
    ["misconfigured for the flow", { state: "invalid_reward_for_redemption_flow" }],
  ] as const)("a reward that is %s is neither listed nor booked", async (_, change) => {
    world.control.setRewardStatus(SKU, change);
    const browser = await world.browser();
    const { data } = (await browser.get("/v1/catalog")) as unknown as { data: { sku: string }[] };
    expect(data.map((reward) => reward.sku)).not.toContain(SKU);
    expect(data.map((reward) => reward.sku)).toContain("GRIPFELL-60");
    expect((await browser.get(`/v1/rewards/${SKU}`)).problem.code).toBe("reward_unavailable");
    expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("reward_unavailable");
    expect(world.changes()).toEqual([]);
  });

  it.each([
    ["4005", "ended", "end_datetime", "2026-11-10T12:00:00.000Z"],
    ["4006", "not_started", "start_datetime", "2026-12-10T12:00:00.000Z"],
    ["4007", "not_enabled", undefined, undefined],
    ["4009", "not_ready", undefined, undefined],
  ])("promotion %s is not available, and why is told: %s", async (promotion_id, reason, member, time) => {
    const browser = await world.browser({ promotion_id });
    for (const answer of [
      await browser.get("/v1/catalog"),
      await browser.get(`/v1/rewards/${SKU}`),
      await browser.post("/v1/order/book", { sku: SKU }),
    ]) {
      const { code, promotion_reason, start_datetime, end_datetime } = answer.problem;
      expect([answer.status, code, promotion_reason]).toEqual([409, "promotion_unavailable", reason]);
      const times = { start_datetime, end_datetime };
      expect(times).toEqual({
        start_datetime: undefined,
        end_datetime: undefined,
        ...(member && { [member]: time }),
      });
    }
    expect(world.changes()).toEqual([]);
  });

  it.each([
    ["4001 is paused", { status: "paused" }, "promotion_unavailable", "not_enabled"],
    ["4001 is not ready", { state: "not_ready" }, "promotion_unavailable", "not_ready"],
    ["4001 ends", { end_datetime: "2026-11-20T12:00:00Z" }, "promotion_unavailable", "ended"],
  ])(
    "a choice made when promotion %s is told that, and so is the next look",
    async (_, change, code, reason) => {
      const browser = await world.browser();
      await browser.get("/v1/catalog");
      await world.pass(10_000);
      world.control.setPromotion(4001, change);
      const told = await browser.post("/v1/order/book", { sku: SKU });
      expect([told.status, told.problem.code, told.problem.promotion_reason]).toEqual([409, code, reason]);
      const look = await browser.get("/v1/catalog");
      expect([look.problem.code, look.problem.promotion_reason]).toEqual([code, reason]);
      await browser.post("/v1/order/book", { sku: "GRIPFELL-60" });
      expect(world.changes()).toHaveLength(1);
    },
  );

  it("a reward that is paused, or runs out, after the catalog was read is told as that", async () => {
    const browser = await world.browser();
    await browser.get("/v1/catalog");
    await world.pass(10_000);
    world.control.setRewardStatus(SKU, { status: "paused" });
    expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("reward_unavailable");
    world.control.setStock("GRIPFELL-60", 0);
    await world.pass(10_000);
    expect((await browser.post("/v1/order/book", { sku: "GRIPFELL-60" })).problem.code).toBe("out_of_stock");
  });

  it("a refusal while the service fails takes the catalog from nobody", async () => {
    const browser = await world.browser();
    await browser.get("/v1/catalog");
    await world.pass(20_000);
    world.control.fault({ operation: "book", kind: "invalid_request" });
    world.control.fault({ operation: "get_promotion", kind: "server_error", status: 503, times: "always" });
    expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("reward_unavailable");
    expect((await browser.get("/v1/catalog")).status).toBe(200);
  });

  it("a refusal that nothing explains asks for the catalog once in five seconds at most", async () => {
    const browser = await world.browser();
    await browser.get("/v1/catalog");
    await world.pass(10_000);
    world.control.fault({ operation: "book", kind: "invalid_request", times: "always" });
    for (let n = 0; n < 5; n++)
      expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("reward_unavailable");
    const reads = world.control.calls.filter(({ operation }) => operation === "get_promotion");
    expect(reads).toHaveLength(2);
  });
});
