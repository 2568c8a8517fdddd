/** A service that is slow, hangs, breaks off or is away delays neither an answer nor other orders. */
import { describe, expect, it } from "vitest";
import { type Ledger, LedgerUnavailable } from "../../../server/ledger/ledger.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { RECONCILE_EVERY, RETRY_DELAYS } from "../../../server/timing.ts";
import { SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { MINUTE, storedPhase } from "./orders.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });

const state = (order_id: string) => storedPhase(world.ledger, order_id);

describe("a catalog that is slow", () => {
  it("does not hold a booking up longer than a browser waits, and nothing is booked afterwards", async () => {
    const browser = await world.browser({ order_id: "slow" });
    for (const operation of ["get_promotion", "list_rewards"] as const)
      world.control.fault({ operation, kind: "slow", delay_ms: 9_000, effect: "last", times: "always" });
    await world.pass(2 * MINUTE);
    const before = world.clock.monotonic();
    const answer = await browser.post("/v1/order/book", { sku: SKU });
    expect(world.clock.monotonic() - before).toBeLessThan(12_500);
    expect(answer.problem.code).toBe("upstream_unavailable");
    await world.pass(MINUTE);
    expect(world.changes()).toEqual([]);
  });
});

describe("a database that is slow", () => {
  it("does not hold a booking up longer than a browser waits, and works again when it is quick", async () => {
    const kept = openSqliteLedger(":memory:");
    let hold = 0;
    const ledger = new Proxy(kept, {
      get:
        (target, name: keyof Ledger) =>
        async (...args: unknown[]) => {
          if (hold > 0) await world.clock.sleep(hold);
          return Reflect.apply(target[name] as (...given: unknown[]) => unknown, target, args);
        },
    });
    await anotherWorld({}, { ledger });
    const browser = await world.browser({ order_id: "slow" });
    hold = 4_500;
    const before = world.clock.monotonic();
    const answer = await browser.post("/v1/order/book", { sku: SKU });
    expect(world.clock.monotonic() - before).toBeLessThanOrEqual(12_100);
    expect([answer.status, answer.problem.code]).toEqual([503, "upstream_unavailable"]);
    await world.pass(MINUTE);
    hold = 0;
    expect((await browser.post("/v1/order/book", { sku: SKU })).data.state).toBe("booked");
    expect(world.control.redemptions().length).toBeLessThanOrEqual(2);
  });
});

describe("codes that are slow after a redeem", () => {
  it("are left to be fetched apart: the answer comes in time and says redeemed", async () => {
    const browser = await world.browser({ order_id: "slow-codes" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "timeout_after" });
    world.control.fault({
      operation: "get_redemption",
      kind: "slow",
      delay_ms: 9_000,
      effect: "last",
      times: 2,
    });
    const before = world.clock.monotonic();
    const answer = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(world.clock.monotonic() - before).toBeLessThan(12_500);
    expect([answer.status, answer.headers.get("retry-after"), answer.data.state, answer.data.codes]).toEqual([
      202,
      "2",
      "redeemed",
      undefined,
    ]);
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
  });
});

describe("a list that hangs before the first redeem", () => {
  it("does not hold the answer up, and the confirmation is carried out when it is over", async () => {
    const browser = await world.browser({ order_id: "hangs" });
    await browser.post("/v1/order/book", { sku: SKU });
    const slow = world.control.fault({
      operation: "list_redemptions",
      kind: "slow",
      delay_ms: 30_000,
      effect: "last",
      times: "always",
    });
    const before = world.clock.monotonic();
    const answer = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(world.clock.monotonic() - before).toBeLessThan(13_000);
    expect([answer.status, answer.data.state]).toEqual([202, "processing"]);
    world.control.clearFaults(slow);
    await world.pass(2 * MINUTE);
    expect(await state("hangs")).toBe("redeemed");
    expect(world.operations()).toEqual(["book", "redeem"]);
  });
});

it("a look that takes longer than a confirmation waits for it is the last thing before its call", async () => {
  const browser = await world.browser({ order_id: "slow-look", delivery: "notify", promotion_id: "4008" });
  const list = { operation: "list_redemptions", kind: "slow", delay_ms: 4_000, effect: "last" } as const;
  world.control.fault({ ...list, times: "always" });
  const answer = await browser.post("/v1/order/notify", { sku: SKU });
  expect([answer.status, answer.data.state]).toEqual([200, "notified"]);
});

describe("a redeem that fails", () => {
  it("once is repeated after the first wait, and no later", async () => {
    const browser = await world.browser({ order_id: "fails" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "state", state: "failed" });
    const from = world.clock.monotonic();
    expect((await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).data.state).toBe("redeemed");
    expect(world.clock.monotonic() - from).toBeLessThanOrEqual(RETRY_DELAYS[0]);
  });

  it("for good is fenced by a cancel that is carried out, whatever token its first call met", async () => {
    const browser = await world.browser({ order_id: "fenced" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "state", state: "failed", times: "always" });
    world.control.fault({ operation: "cancel", kind: "unauthorized", times: 2 });
    void browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(15 * MINUTE);
    expect(await world.ledger.readOrder({ site: "shop", order_id: "fenced" })).toMatchObject({
      current: null,
      attention: null,
      attempts: [{ phase: "void" }],
    });
  });
});

describe("calls that are cut off before they do anything", () => {
  const states = { book: "booked", redeem: "redeemed" } as const;
  it.each([
    ["book", 1],
    ["book", 2],
    ["book", 3],
    ["redeem", 2],
    ["redeem", 4],
  ] as const)("are made up for within a minute of the last one (%s, %i times)", async (operation, times) => {
    const browser = await world.browser({ order_id: "cut-off" });
    const calls = () => world.operations().filter((each) => each === operation).length;
    if (operation === "redeem") await browser.post("/v1/order/book", { sku: SKU });
    const before = calls();
    world.control.fault({ operation, kind: "reset_before", times });
    void browser.post(`/v1/order/${operation}`, { attempt: 1, sku: SKU });
    for (let second = 0; calls() < before + times; second++) {
      if (second > 10 * 60) throw new Error("never sent so often");
      await world.pass(1_000);
    }
    // The rest of the minute is for a reconciler's round and slower answers.
    await world.pass(MINUTE - 2 * RECONCILE_EVERY + 1_000);
    expect(await state("cut-off")).toBe(states[operation]);
    expect(world.control.codes()).toHaveLength(operation === "redeem" ? 1 : 0);
  });
});

describe("a list that fails when a hold of a while ago is confirmed", () => {
  /** Booked twenty minutes before, and confirmed while no list can be had: none could before, which would have proven the ledger. */
  const confirmLate = async (failsFor: number) => {
    const browser = await world.browser({ order_id: "late", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    const down = world.control.fault({
      operation: "list_redemptions",
      kind: "server_error",
      times: "always",
    });
    await world.pass(20 * MINUTE);
    void world.clock.sleep(failsFor).then(() => world.control.clearFaults(down));
    return browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  };

  it("needs no person, and its order is redeemed seconds after the list is back", async () => {
    expect((await confirmLate(15_000)).status).toBe(202);
    expect((await world.ledger.readOrder({ site: "shop", order_id: "late" }))?.attention).toBeNull();
    await world.pass(10_000);
    expect(await state("late")).toBe("redeemed");
  });

  it("until the hold is over keeps the redeem from leaving, also where the service says failed by then", async () => {
    await confirmLate(30 * MINUTE);
    await world.pass(9 * MINUTE);
    world.control.forceState(world.control.redemptions()[0]?.id ?? "", "failed");
    await world.pass(8 * MINUTE);
    expect(world.operations()).toEqual(["book", "cancel"]);
    expect(await state("late")).toBeUndefined();
  });
});

describe("a ledger that is away for a moment", () => {
  const away = async (): Promise<never> => {
    throw new LedgerUnavailable("ECONNREFUSED");
  };

  it("keeps no order waiting for longer than until the reconciler looks again", async () => {
    const browser = await world.browser({ order_id: "away" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "slow", delay_ms: 20_000, effect: "first" });
    void browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }).catch(() => {});
    for (let turns = 0; turns < 40; turns++) await world.pass(25);
    // Without any further request, only the reconciler of the next process finishes the order.
    await world.restart();
    const { readOrder } = world.ledger;
    world.ledger.readOrder = away;
    await world.pass(3_000);
    world.ledger.readOrder = readOrder;
    expect(await state("away")).toBe("confirmed");
    await world.pass(RECONCILE_EVERY);
    expect(await state("away")).toBe("redeemed");
  });
});

describe("orders whose loop breaks off", () => {
  it.each([
    ["a reason that nobody foresaw", new Error("unforeseen")],
    ["a damaged row", new LedgerUnavailable("damaged")],
  ])("for %s do not keep the others waiting, however many they are", async (_, error) => {
    const browser = await world.browser({ order_id: "after-all", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    const row = await world.ledger.readOrder({ site: "shop", order_id: "after-all" });
    if (!row) throw new Error("no row");
    for (let n = 0; n < 250; n++) {
      await world.ledger.createOrder({ ...row, order_id: `broken-${n}`, due_at: 1 });
    }
    const { readOrder } = world.ledger;
    world.ledger.readOrder = async (key) => {
      if (key.order_id.startsWith("broken")) throw error;
      return readOrder(key);
    };
    await world.pass(32 * MINUTE);
    world.ledger.readOrder = readOrder;
    expect(await state("after-all")).toBeUndefined();
  });
});
