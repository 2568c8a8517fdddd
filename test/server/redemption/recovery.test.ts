/** Orders are worked to an end without any browser: after a restart, by another instance, with an older copy of the ledger. */
import { describe, expect, it } from "vitest";
import type { Fault } from "../../../demo/fulfillment/app.ts";
import { CLAIM, RECONCILE_EVERY } from "../../../server/timing.ts";
import { OTHER, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { MINUTE, storedPhase } from "./orders.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });

const state = (order_id: string) => storedPhase(world.ledger, order_id);

describe("a process that dies", () => {
  it.each<[string, Record<string, unknown>]>([
    ["before its effect", { kind: "slow", delay_ms: 20_000, effect: "last" }],
    ["after its effect", { kind: "slow", delay_ms: 20_000, effect: "first" }],
    ["and its effect never comes", { kind: "timeout_before" }],
    ["and its effect comes two minutes late", { kind: "late", delay_ms: 120_000 }],
  ])(
    "while a redeem is under way, %s, loses nothing: the next one finishes the order by itself",
    async (_, fault) => {
      const browser = await world.browser({ order_id: "dies" });
      await browser.post("/v1/order/book", { sku: SKU });
      world.control.fault({ operation: "redeem", ...fault } as Fault);
      const { app } = world.server;
      void app.request("/v1/order/redeem", {
        method: "POST",
        headers: {
          Authorization: `Bearer ${browser.token}`,
          Origin: "https://shop.example",
          "Content-Type": "application/json",
        },
        body: JSON.stringify({ attempt: 1, sku: SKU }),
      });
      await world.pass(100);
      await world.restart();
      await world.pass(3 * MINUTE);
      expect(await state("dies")).toBe("redeemed");
      expect(world.control.codes()).toHaveLength(1);
      expect((await browser.post("/v1/order/codes")).status).toBe(200);
    },
  );

  it("again and again, twice a second, does not keep the redeem back that the first one did not send", async () => {
    const browser = await world.browser({ order_id: "dies" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "slow", delay_ms: 5 * MINUTE, effect: "last" });
    void browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }).catch(() => {});
    await world.pass(100);
    await world.restart();
    await world.pass(CLAIM - 2_000);
    for (let starts = 0; starts < 20; starts++) {
      await world.restart();
      await world.pass(500);
    }
    expect(await state("dies")).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });

  it("between book and redeem leaves a hold that the next one redeems", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await world.restart();
    expect((await browser.get("/v1/order")).data.state).toBe("booked");
    expect((await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).data.state).toBe("redeemed");
    expect(world.operations()).toEqual(["book", "redeem"]);
  });

  it("does not ask for another token while the old one lives", async () => {
    await (await world.browser()).post("/v1/order/book", { sku: SKU });
    await world.restart();
    await (await world.browser()).post("/v1/order/book", { sku: OTHER });
    expect(world.control.calls.filter((call) => call.operation === "token")).toHaveLength(1);
  });
});

describe("two instances on one ledger", () => {
  it("make one code of thirty confirmations over both, and answer alike", async () => {
    const second = await world.instance();
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    const answers = await world.until(
      Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }, n % 2 ? second : world.server),
        ),
      ),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(world.operations()).toEqual(["book", "redeem"]);
    expect(world.control.codes()).toHaveLength(1);
    await world.until(second.stop());
  });
});

describe("the reconciler", () => {
  it("notes a hold that ran out and reads it once", async () => {
    const browser = await world.browser({ order_id: "lapses" });
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(31 * MINUTE);
    expect(await state("lapses")).toBeUndefined();
    const before = world.control.calls.length;
    await world.pass(10 * MINUTE);
    expect(world.control.calls.length).toBe(before);
  });

  it.each([60, 24 * 60])(
    "takes up within a minute what another process stored whose clock is %i min ahead",
    async (minutes) => {
      const browser = await world.browser({ order_id: "ahead", ttl_seconds: 3600 });
      await browser.post("/v1/order/book", { sku: SKU });
      world.control.fault({ operation: "redeem", kind: "timeout_after" });
      world.control.fault({
        operation: "get_redemption",
        kind: "server_error",
        status: 503,
        times: "always",
      });
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      const key = { site: "shop", order_id: "ahead" };
      await world.until(world.server.stop());
      world.control.clearFaults();
      const row = await world.ledger.readOrder(key);
      if (!row?.due_at) throw new Error("nothing is due");
      const atRest = await world.ledger.replaceOrder({ ...row, due_at: null });
      // The process that is left has taken up what there was at its start.
      await world.restart();
      const other = await world.browser({ order_id: "other", ttl_seconds: 3600 });
      await other.post("/v1/order/book", { sku: SKU });
      await world.pass(10_000);
      const ahead = minutes * MINUTE;
      await world.ledger.replaceOrder({
        ...row,
        version: atRest?.version ?? 0,
        due_at: row.due_at + ahead,
        attempts: row.attempts.map((attempt) => ({
          ...attempt,
          hold_ends_at: attempt.hold_ends_at + ahead,
          retry: { ...attempt.retry, until: attempt.retry.until + ahead },
          sends: attempt.sends.map((send) => ({ ...send, at: send.at + ahead })),
        })),
      });
      await world.pass(MINUTE);
      expect(await state("ahead")).toBe("redeemed");
    },
  );

  it("puts a given-up hold that is debited on the operator's list at once", async () => {
    const browser = await world.browser({ promotion_id: "4004" });
    await browser.post("/v1/order/book", { sku: "HEARTHLOW-PREPAID-40" });
    const { data } = (await browser.get("/v1/catalog")) as unknown as {
      data: { sku: string; free_value: boolean }[];
    };
    const other = data.find((reward) => reward.sku !== "HEARTHLOW-PREPAID-40" && !reward.free_value);
    await browser.post("/v1/order/book", { sku: other?.sku });
    await world.pass(2_000);
    const [listed] = await world.ledger.ordersNeedingAttention(10);
    expect(listed?.attention).toBe("debited_hold");
  });

  it("calls a person when an outcome stays unknown for a quarter of an hour, and goes on", async () => {
    const browser = await world.browser({ order_id: "unknown", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    for (const operation of ["redeem", "get_redemption"] as const) {
      world.control.fault({ operation, kind: "timeout_after", times: "always" });
    }
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(16 * MINUTE);
    expect((await world.ledger.ordersNeedingAttention(10)).map((order) => order.attention)).toEqual([
      "outcome_unknown",
    ]);
    world.control.clearFaults();
    await world.pass(2 * MINUTE);
    expect(await state("unknown")).toBe("redeemed");
    expect(await world.ledger.ordersNeedingAttention(10)).toEqual([]);
    expect(world.changes().length).toBeLessThanOrEqual(2 + 2 * 6);
  });
});

describe("before the service's time is known", () => {
  it.each([-5, 5])(
    "nothing is decided by a wall clock that is %i h off, and all is taken up later",
    async (hours) => {
      const browser = await world.browser({ order_id: "timeless", ttl_seconds: 3600 });
      await browser.post("/v1/order/book", { sku: SKU });
      world.clock.jumpWall(hours * 60 * MINUTE);
      const down = world.control.fault({ operation: "account", kind: "reset_before", times: "always" });
      const fresh = await world.browser({ order_id: "timeless", ttl_seconds: 3600 });
      await world.restart();
      expect((await fresh.post("/v1/order/redeem", { attempt: 1, sku: SKU })).problem.code).toBe(
        "upstream_unavailable",
      );
      await world.pass(MINUTE);
      expect(world.operations()).toEqual(["book"]);
      expect(await state("timeless")).toBe("booked");
      world.control.clearFaults(down);
      await world.pass(31 * MINUTE);
      expect(await state("timeless")).toBeUndefined();
    },
  );
});

describe("a process that was halted between the announcement and the call", () => {
  it("does not send it when it wakes", async () => {
    const browser = await world.browser({ order_id: "halted" });
    const { readOrder, replaceOrder } = world.ledger;
    // The write is done; its caller hears of it twenty seconds later.
    world.ledger.replaceOrder = async (order) => {
      const stored = await replaceOrder(order);
      if (order.attempts[0]?.phase === "booking" && order.attempts[0].sends[0]?.outcome === "unanswered")
        await world.clock.sleep(20_000);
      return stored;
    };
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(20_000);
    world.ledger.replaceOrder = replaceOrder;
    expect(world.changes()).toEqual([]);
    await world.pass(MINUTE);
    expect((await readOrder({ site: "shop", order_id: "halted" }))?.attempts).toMatchObject([
      { phase: "refused", refusal: { code: "upstream_unavailable" } },
    ]);
  });
});

describe("a choice that was to be joined", () => {
  it("opens nothing without a look at the catalog where the row has gone on before it is written", async () => {
    const browser = await world.browser({ order_id: "gone-on", delivery: "notify", promotion_id: "4008" });
    world.control.fault({ operation: "create", kind: "slow", delay_ms: 30_000, effect: "last" });
    void browser.post("/v1/order/notify", { sku: SKU });
    await world.pass(1_000);
    const { readOrder } = world.ledger;
    let reads = 0;
    world.ledger.readOrder = async (key) => {
      const row = await readOrder(key);
      // After the first look the attempt turns out to be refused.
      return row && reads++ > 0
        ? {
            ...row,
            current: null,
            attempts: row.attempts.map((each) => ({ ...each, phase: "refused" as const })),
          }
        : row;
    };
    const answer = await browser.post("/v1/order/notify", { sku: SKU });
    world.ledger.readOrder = readOrder;
    expect([answer.status, answer.problem.code]).toEqual([409, "order_processing"]);
    expect((await readOrder({ site: "shop", order_id: "gone-on" }))?.attempts).toHaveLength(1);
  });
});

describe("a hold that lapsed while a lost ledger was in use", () => {
  it("is stepped over: the user books the next attempt in the same request", async () => {
    const browser = await world.browser({ order_id: "over" });
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(31 * MINUTE);
    await anotherWorld({}, { service: world.service });
    const again = await world.browser({ order_id: "over" });
    const booked = await again.post("/v1/order/book", { sku: SKU });
    expect([booked.status, booked.data.attempt]).toEqual([201, 2]);
  });
});

describe("a service whose clock is hours from ours", () => {
  it.each([-5, 5])("(%i h) keeps the hold over a restart as long as it is", async (hours) => {
    world.control.advance(hours * 60 * MINUTE);
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await world.restart();
    const order = await browser.get("/v1/order");
    expect(order.data.state).toBe("booked");
    expect(order.data.hold_seconds_left).toBeGreaterThan(1_780);
    expect(order.data.hold_seconds_left).toBeLessThanOrEqual(1_800);
    expect((await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).data.state).toBe("redeemed");
  });
});

describe("when nothing fails", () => {
  it("a book and a redeem cost two durable writes each", async () => {
    const browser = await world.browser({ order_id: "writes" });
    const version = async () => (await world.ledger.readOrder({ site: "shop", order_id: "writes" }))?.version;
    expect(await version()).toBe(1);
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(1_000);
    expect(await version()).toBe(3);
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(1_000);
    expect(await version()).toBe(5);
  });
});

it("a Book without a seen answer is repeated when the claim is over, by any process", async () => {
  world.control.fault({ operation: "book", kind: "slow", delay_ms: 60_000, effect: "last" });
  const browser = await world.browser({ order_id: "taken-up" });
  void browser.post("/v1/order/book", { sku: SKU }).catch(() => {});
  for (let turns = 0; turns < 20; turns++) await world.pass(25);
  // One process after the other reads it while the claim of the first lasts.
  for (let starts = 0; starts < 4; starts++) {
    await world.restart();
    await world.pass(10_050);
  }
  await world.restart();
  await world.pass(RECONCILE_EVERY + 4_000);
  expect(world.changes().filter(({ operation }) => operation === "book")).toHaveLength(2);
});

it.each([
  ["read", 6_000, 0, 8_000],
  ["look", 6_000, 9_000, 0],
])(
  "a slow %s of one process that tells of before the other's repeat ends no mail",
  async (_, first, second, get) => {
    const slow = (operation: "list_redemptions" | "get_redemption", delay_ms: number, skip: number) =>
      delay_ms > 0 && world.control.fault({ operation, kind: "slow", delay_ms, skip });
    (await world.instance()).start();
    const browser = await world.browser({ order_id: "late", delivery: "notify", promotion_id: "4008" });
    world.control.fault({ operation: "create", kind: "state", state: "failed" });
    // Beyond the recovery lookup of the first call.
    slow("list_redemptions", first, 6);
    slow("list_redemptions", second, 6);
    slow("get_redemption", get, 0);
    expect((await browser.post("/v1/order/notify", { sku: SKU })).data.state).toBe("notified");
    await world.pass(30_000);
    expect(await world.ledger.readOrder({ site: "shop", order_id: "late" })).toMatchObject({
      attention: null,
      attempts: [{ phase: "linked", evidence: { state: "pending" } }],
    });
  },
);
