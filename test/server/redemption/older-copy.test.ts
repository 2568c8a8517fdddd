/** I16 and rule 6: what an old copy of the ledger says is looked up before anything is made, repeated or closed. */
import { describe, expect, it, vi } from "vitest";
import { type Ledger, LedgerUnavailable } from "../../../server/ledger/ledger.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { isObserved } from "../../../server/redemption/evidence.ts";
import type { Attempt, Order } from "../../../server/redemption/model.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { asOperator, OPERATOR_KEY } from "../routes/operator.ts";

/** Of promotion 4011, which gives links. */
const LINKED = "KESTROW-CODE-PLAIN-25";
const MAILED = { delivery: "notify", promotion_id: "4008" } as const;

useWorld({ OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" });

const stored = (): Promise<Order | undefined> => world.ledger.readOrder({ site: "shop", order_id: "copied" });
const cancel = () => world.end("copied", "cancel");
const second = () => world.control.redemptions().find(({ orderId }) => orderId.endsWith(".2"))?.id ?? "";

/** The row as a copy that is made while `act` is under way may have it: with its first attempt like that. */
async function copyDuring(
  isLike: (attempt: Attempt) => boolean,
  act: () => Promise<unknown>,
): Promise<Order> {
  const copies: (Order | undefined)[] = [];
  world.tamper = (_, body) => {
    void stored().then((row) => copies.push(row));
    return body;
  };
  await act();
  world.tamper = undefined;
  const copy = copies.find((row) => row?.attempts[0] && isLike(row.attempts[0]));
  if (!copy) throw new Error("no such copy");
  return copy;
}

/** A new server before the same service, on a ledger that has nothing but the copy. `away`: writes that it refuses first. */
async function restore(copy: Order | undefined, away = 0): Promise<void> {
  const { service } = world;
  const sqlite = openSqliteLedger(":memory:", () => service.clock.now());
  let refusals = away;
  const replaceOrder: Ledger["replaceOrder"] = async (row) => {
    if (refusals-- > 0) throw new LedgerUnavailable("ECONNREFUSED");
    return sqlite.replaceOrder(row);
  };
  const ledger = new Proxy(sqlite, {
    get: (target, name) => {
      const value = name === "replaceOrder" ? replaceOrder : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await anotherWorld({ LIMIT_SESSION_PER_MINUTE: "10000" }, { ledger, service });
  if (copy) await sqlite.createOrder(copy);
}

describe("an older copy of the ledger", () => {
  it("does not let the site cancel what a later attempt has, though it cancels the one that it knows", async () => {
    const browser = await world.browser({ order_id: "copied", ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    const copy = await stored();
    const [first] = world.control.redemptions();
    world.control.forceState(first?.id ?? "", "canceled");
    await browser.get("/v1/order");
    await world.pass(MINUTE);
    expect((await browser.post("/v1/order/notify", { sku: SKU })).data.attempt).toBe(2);
    world.control.openLink(second());
    await restore(copy);
    expect((await cancel()).status).toBe(409);
    await world.pass(MINUTE);
    expect(await stored()).toMatchObject({ canceled: false, current: 2 });
  });

  it("gives a confirmation up for the link that its user was given already", async () => {
    const order = { order_id: "copied", delivery: "activate", promotion_id: "4011", ttl_seconds: 3600 };
    const browser = await world.browser(order);
    await browser.post("/v1/order/book", { sku: SKU });
    const copy = await stored();
    expect((await browser.post("/v1/order/activate", { attempt: 1, sku: SKU })).data.state).toBe("activated");
    await restore(copy);
    await world.pass(12 * MINUTE);
    const again = await world.browser(order);
    const down = world.control.fault({ operation: "get_redemption", kind: "server_error", times: "always" });
    await again.post("/v1/order/book", { sku: LINKED });
    const answer = await again.post("/v1/order/activate", { attempt: 2, sku: LINKED });
    expect(answer.problem.code).toBe("confirmation_mismatch");
    world.control.clearFaults(down);
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "activated", attempt: 1 });
    expect(world.changes().filter(({ operation }) => operation === "activate")).toHaveLength(1);
  });

  it.each([
    ["inside the hold", 12],
    ["after the hold", 50],
  ])(
    "gives no second link %s where the service calls the hold pending, as it calls the link",
    async (_, minutes) => {
      const order = { order_id: "copied", delivery: "activate", promotion_id: "4011", ttl_seconds: 3600 };
      world.control.fault({ operation: "book", kind: "state", state: "pending" });
      const browser = await world.browser(order);
      expect((await browser.post("/v1/order/book", { sku: SKU })).data.state).toBe("booked");
      const copy = await stored();
      await world.pass(2 * MINUTE);
      expect((await browser.post("/v1/order/activate", { attempt: 1, sku: SKU })).data.state).toBe(
        "activated",
      );
      await world.pass(minutes * MINUTE);
      await restore(copy);
      const again = await world.browser(order);
      await again.post("/v1/order/book", { sku: LINKED });
      await again.post("/v1/order/activate", { attempt: 2, sku: LINKED });
      await world.pass(MINUTE);
      expect(world.changes().filter(({ operation }) => operation === "activate")).toHaveLength(1);
      expect((await again.get("/v1/order")).data).toMatchObject({ state: "activated", attempt: 1, sku: SKU });
    },
  );

  it("gives no second link where the copy was made before anybody heard what the book made", async () => {
    const order = { order_id: "copied", delivery: "activate", promotion_id: "4011", ttl_seconds: 3600 };
    world.control.fault({ operation: "book", kind: "timeout_after" });
    const browser = await world.browser(order);
    const copy = await copyDuring(
      ({ sends }) => sends.at(-1)?.operation === "book",
      () => browser.post("/v1/order/book", { sku: SKU }),
    );
    await world.pass(MINUTE);
    const activated = await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    expect(activated.data.state).toBe("activated");
    await world.pass(11 * MINUTE);
    await restore(copy);
    await world.pass(MINUTE);
    const again = await world.browser(order);
    const choose = async (): Promise<void> => {
      const { attempt } = (await again.post("/v1/order/book", { sku: LINKED })).data;
      await again.post("/v1/order/activate", { attempt, sku: LINKED });
    };
    await choose();
    await choose();
    expect(world.changes().filter(({ operation }) => operation === "activate")).toHaveLength(1);
    // A Book in doubt may take effect for ten minutes, and its hold may live for thirty after that.
    await world.pass(30 * MINUTE);
    await choose();
    expect(world.changes().filter(({ operation }) => operation === "activate")).toHaveLength(1);
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "activated", attempt: 1, sku: SKU });
  });

  it("closes nothing for a cancel of which the copy does not say how it ended", async () => {
    const browser = await world.browser({ order_id: "copied", ttl_seconds: 3600, ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    world.control.fault({ operation: "cancel", kind: "invalid_request" });
    const copy = await copyDuring(({ request }) => request?.operation === "cancel", cancel);
    world.control.forceState(world.control.redemptions()[0]?.id ?? "", "canceled");
    await browser.get("/v1/order");
    await world.pass(MINUTE);
    expect((await browser.post("/v1/order/notify", { sku: SKU })).data.attempt).toBe(2);
    world.control.openLink(second());
    await world.pass(15 * MINUTE);
    await restore(copy);
    await world.pass(2 * MINUTE);
    expect(await stored()).toMatchObject({ canceled: false, current: 2, attention: null });
    const again = await world.browser({ order_id: "copied", ...MAILED });
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "redeemed", attempt: 2 });
  });

  it("nor for one that was looked up when the copy was made", async () => {
    const browser = await world.browser({ order_id: "copied", ttl_seconds: 3600, ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    await world.restart();
    await browser.get("/v1/order");
    const away = world.control.fault({ operation: "*", kind: "server_error", times: "always" });
    expect((await cancel()).status).toBe(503);
    world.control.clearFaults(away);
    world.control.fault({ operation: "cancel", kind: "invalid_request" });
    const copy = await copyDuring(
      ({ request, sends }) => request?.operation === "cancel" && sends.at(-1)?.operation === "cancel",
      () => world.pass(MINUTE),
    );
    world.control.forceState(world.control.redemptions()[0]?.id ?? "", "canceled");
    await browser.get("/v1/order");
    await world.pass(MINUTE);
    expect((await browser.post("/v1/order/notify", { sku: SKU })).data.attempt).toBe(2);
    world.control.openLink(second());
    await world.pass(15 * MINUTE);
    await restore(copy);
    await world.pass(2 * MINUTE);
    expect(await stored()).toMatchObject({ canceled: false, current: 2, attention: null });
  });

  it.each(["invalid_request", "forbidden", "not_found"] as const)(
    "sends no create again that was refused (%s) after the copy was made",
    async (kind) => {
      const browser = await world.browser({ order_id: "copied", ttl_seconds: 3600, ...MAILED });
      const refusal = world.control.fault({ operation: "create", kind, times: "always" });
      const copy = await copyDuring(
        ({ phase, sends }) => phase === "confirmed" && sends[0]?.outcome === "unanswered",
        () => browser.post("/v1/order/notify", { sku: SKU }),
      );
      world.control.clearFaults(refusal);
      await world.pass(3 * MINUTE);
      expect((await browser.post("/v1/order/notify", { sku: SKU })).data.attempt).toBe(2);
      world.control.openLink(second());
      await world.pass(15 * MINUTE);
      await restore(copy);
      await world.pass(2 * MINUTE);
      expect(world.control.redemptions()).toHaveLength(1);
      expect(await stored()).toMatchObject({
        current: 2,
        attention: null,
        attempts: [{ phase: "void" }, { phase: "redeemed" }],
      });
    },
  );
});

describe("an older copy, of an attempt that failed, and of which another one was denied or waits", () => {
  it.each(["denied", "booked"])(
    "makes one code where the service redeems the second one after all (%s) and cancels the first",
    async (state) => {
      const { control } = world;
      const failing = control.fault({ operation: "redeem", kind: "state", state: "failed", times: "always" });
      control.fault({ operation: "cancel", kind: "invalid_request", times: "always" });
      const first = await world.browser({ order_id: "copied" });
      await first.post("/v1/order/book", { sku: SKU });
      await first.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      await world.pass(12 * MINUTE);
      const copy = await stored();
      control.clearFaults(failing);
      await world.request("/v1/attention/shop/copied/release", { method: "POST", headers: asOperator });
      const other = await world.browser({ order_id: "copied" });
      await other.post("/v1/order/book", { sku: OTHER });
      if (state === "denied") {
        control.fault({ operation: "redeem", kind: "state", state });
        await other.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
      }
      await world.pass(15 * MINUTE);
      await restore(copy);
      await world.pass(4 * MINUTE);
      expect((await cancel()).status).toBe(409);
      expect(await stored()).toMatchObject({ current: 1, attention: "failed" });
      const [one] = control.redemptions();
      control.forceState(second(), "redeemed");
      control.forceState(one?.id ?? "", "canceled");
      await world.pass(3 * 60 * MINUTE);
      expect(await stored()).toMatchObject({ current: 2, attention: null });
      const browser = await world.browser({ order_id: "copied" });
      expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
      expect(control.codes()).toHaveLength(1);
    },
  );
});

describe("an older copy, of an attempt that failed and was released, and of which another one came", () => {
  /** Attempt 1 fails for good and is released; attempt 2 has the order's code. */
  async function redeemTheSecond(confirm: () => Promise<unknown>): Promise<void> {
    const { control } = world;
    const faults = [
      control.fault({ operation: "redeem", kind: "state", state: "failed", times: "always" }),
      control.fault({ operation: "cancel", kind: "invalid_request", times: "always" }),
    ];
    await confirm();
    await world.pass(12 * MINUTE);
    for (const fault of faults) control.clearFaults(fault);
    const released = await world.request("/v1/attention/shop/copied/release", {
      method: "POST",
      headers: asOperator,
    });
    expect(released.data.done).toBe("next_attempt");
    const browser = await world.browser({ order_id: "copied" });
    await browser.post("/v1/order/book", { sku: OTHER });
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    expect(redeemed.data.state).toBe("redeemed");
  }

  it("does not repeat the redeem that it was made in the middle of", async () => {
    const browser = await world.browser({ order_id: "copied" });
    await browser.post("/v1/order/book", { sku: SKU });
    let copy: Order | undefined;
    await redeemTheSecond(async () => {
      copy = await copyDuring(
        ({ evidence }) => evidence.failures === 1,
        () => browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }),
      );
    });
    await world.pass(15 * MINUTE);
    await restore(copy);
    await world.pass(2 * MINUTE);
    expect(world.control.codes()).toHaveLength(1);
    expect(await stored()).toMatchObject({
      current: 2,
      attempts: [{ phase: "void" }, { phase: "redeemed" }],
    });
  });

  it.each([
    ["", 0],
    [", though the first reading could not be stored", 1],
  ])("reads before it repeats the redeem of which the copy says that it was read%s", async (_, away) => {
    const browser = await world.browser({ order_id: "copied" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "timeout_before" });
    let copy: Order | undefined;
    await redeemTheSecond(async () => {
      const writes = vi.spyOn(world.ledger, "replaceOrder");
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      const rows = writes.mock.calls.map(([row]) => row);
      writes.mockRestore();
      copy = rows.find(
        ({ attempts: [attempt] }) =>
          attempt && isObserved(attempt) && attempt.sends.at(-1)?.outcome === "doubt",
      );
    });
    expect(copy?.attempts[0]?.evidence.state).toBe("booked");
    await world.pass(15 * MINUTE);
    await restore(copy, away);
    await world.pass(2 * MINUTE);
    expect(world.control.codes()).toHaveLength(1);
    expect(await stored()).toMatchObject({
      current: 2,
      attempts: [{ phase: "void" }, { phase: "redeemed" }],
    });
  });

  it("cancels nothing for a site whose cancel it was made in the middle of", async () => {
    const browser = await world.browser({ order_id: "copied" });
    await browser.post("/v1/order/book", { sku: SKU });
    let copy: Order | undefined;
    await redeemTheSecond(async () => {
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      await world.pass(14 * MINUTE);
      copy = await copyDuring(({ request }) => request?.operation === "cancel", cancel);
    });
    await world.pass(15 * MINUTE);
    const before = world.changes().length;
    await restore(copy);
    await world.pass(2 * MINUTE);
    expect(world.changes()).toHaveLength(before);
    expect(await stored()).toMatchObject({ canceled: false, current: 2, attention: null });
  });

  it("redeems nothing after the hold that could not be looked up inside it", async () => {
    const browser = await world.browser({ order_id: "copied" });
    await browser.post("/v1/order/book", { sku: SKU });
    const copy = await stored();
    await redeemTheSecond(() => browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }));
    await restore(copy);
    const again = await world.browser({ order_id: "copied", ttl_seconds: 3600 });
    world.control.fault({ operation: "list_redemptions", kind: "server_error", times: "always" });
    expect((await again.post("/v1/order/redeem", { attempt: 1, sku: SKU })).status).toBe(202);
    await world.pass(25 * MINUTE);
    expect(world.control.codes()).toHaveLength(1);
  });
});
