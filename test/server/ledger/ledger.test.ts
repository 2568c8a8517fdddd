import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  claimLedger,
  type Ledger,
  LedgerBelongsElsewhere,
  RedemptionTaken,
} from "../../../server/ledger/ledger.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { attempt, order } from "../redemption/orders.ts";

const inFile = (): string => join(mkdtempSync(join(tmpdir(), "ledger-")), "sub", "ledger.db");

describe.each([
  ["SQLite in a file", () => openSqliteLedger(inFile())],
  ["SQLite in memory", () => openSqliteLedger(":memory:")],
])("%s", (_, open: () => Ledger) => {
  let ledger: Ledger;
  beforeEach(() => {
    ledger = open();
    return () => ledger.close();
  });
  const key = { site: "shop", order_id: "o-1" };

  it("gives back what was stored", async () => {
    expect(await ledger.readOrder(key)).toBeUndefined();
    expect(await ledger.createOrder(order())).toBe(true);
    expect(await ledger.readOrder(key)).toEqual(order());
  });

  it("an order is created once", async () => {
    await ledger.createOrder(order());
    expect(await ledger.createOrder(order([], { canceled: true }))).toBe(false);
    expect((await ledger.readOrder(key))?.canceled).toBe(false);
  });

  it("a row is replaced only at the version that was read", async () => {
    await ledger.createOrder(order());
    const read = await ledger.readOrder(key);
    const changed = { ...order(), ...read, canceled: true };
    expect((await ledger.replaceOrder(changed))?.version).toBe(2);
    expect(await ledger.replaceOrder({ ...changed, canceled: false })).toBeUndefined();
    expect(await ledger.readOrder(key)).toMatchObject({ version: 2, canceled: true });
  });

  it("of many that replace the same version one wins", async () => {
    await ledger.createOrder(order());
    const tries = await Promise.all(Array.from({ length: 30 }, () => ledger.replaceOrder(order())));
    expect(tries.filter(Boolean)).toHaveLength(1);
  });

  it("knows a site's promotions and redemptions, by what the order pinned, and no other site's", async () => {
    for (const [site, order_id, redemption_id] of [
      ["shop", "o-1", "AAAAA-11111"],
      ["shop", "o-2", "BBBBB-22222"],
      ["portal", "o-1", "CCCCC-33333"],
    ]) {
      const row = order([attempt({ redemption_id: redemption_id ?? null })], { site, order_id });
      await ledger.createOrder({ ...row, attempts: [] });
      await ledger.replaceOrder(row);
    }
    const ids = async (filter: Parameters<Ledger["redemptionsOf"]>[1], site = "shop") =>
      (await ledger.redemptionsOf(site, filter)).map((each) => each.redemption_id);
    const { pins, attempts } = order([attempt()]);
    const { promotion_id, email } = pins;
    expect(await ledger.promotionsOf("shop")).toEqual([promotion_id]);
    expect(await ledger.promotionsOf("nobody")).toEqual([]);
    expect(await ids({})).toEqual(["AAAAA-11111", "BBBBB-22222"]);
    expect(await ids({}, "portal")).toEqual(["CCCCC-33333"]);
    expect(await ids({ promotion_id, email, sku: attempts[0]?.sku, order_id: "o-2" })).toEqual([
      "BBBBB-22222",
    ]);
    for (const filter of [{ promotion_id: "x" }, { email: "x" }, { sku: "x" }, { order_id: "x" }]) {
      expect(await ids(filter)).toEqual([]);
    }
  });

  it("a redemption id stands in the ledger once, and the refused row is unchanged", async () => {
    await ledger.createOrder(order());
    await ledger.replaceOrder(order());
    const other = order([attempt({ phase: "redeemed" })], { order_id: "o-2" });
    await ledger.createOrder({ ...other, attempts: [] });
    await expect(ledger.replaceOrder(other)).rejects.toBeInstanceOf(RedemptionTaken);
    expect(await ledger.readOrder({ site: "shop", order_id: "o-2" })).toMatchObject({
      version: 1,
      attempts: [],
    });
  });

  it("the same attempt may name its redemption again", async () => {
    await ledger.createOrder(order());
    const once = await ledger.replaceOrder(order());
    expect(await ledger.replaceOrder({ ...order(), ...once })).toBeDefined();
  });

  it("lists what is due, earliest first, and nothing at rest", async () => {
    await ledger.createOrder(order([], { order_id: "late", due_at: 300 }));
    await ledger.createOrder(order([], { order_id: "soon", due_at: 100 }));
    await ledger.createOrder(order([], { order_id: "next", due_at: 200 }));
    await ledger.createOrder(order([], { order_id: "rest", due_at: null }));
    expect((await ledger.dueOrders(200, 10)).map((each) => each.order_id)).toEqual(["soon", "next"]);
    expect(await ledger.dueOrders(200, 1)).toHaveLength(1);
  });

  it("lists the orders that need a person", async () => {
    await ledger.createOrder(order([], { order_id: "fine" }));
    await ledger.createOrder(order([], { order_id: "sick", attention: "blocked" }));
    expect((await ledger.ordersNeedingAttention(10)).map((each) => each.order_id)).toEqual(["sick"]);
  });

  it("keeps sessions until they are deleted", async () => {
    const session = { hash: "h", site: "shop", order_id: "o-1", locale: null, expires_at: 1000 };
    await ledger.createSession(session);
    await ledger.deleteSessionsBefore(1000);
    expect(await ledger.readSession("h")).toEqual(session);
    await ledger.deleteSessionsBefore(1001);
    expect(await ledger.readSession("h")).toBeUndefined();
  });

  it("belongs to one service address", async () => {
    await claimLedger(ledger, "https://one.example");
    await claimLedger(ledger, "https://one.example");
    await expect(claimLedger(ledger, "https://two.example")).rejects.toBeInstanceOf(LedgerBelongsElsewhere);
  });
});

describe("the file", () => {
  it("is readable by its owner only, and survives closing", async () => {
    const path = inFile();
    const first = openSqliteLedger(path);
    await first.createOrder(order());
    await first.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const second = openSqliteLedger(path);
    expect(await second.readOrder({ site: "shop", order_id: "o-1" })).toEqual(order());
    await second.close();
  });

  it("two processes on one file compare and swap against each other", async () => {
    const path = inFile();
    const [one, two] = [openSqliteLedger(path), openSqliteLedger(path)];
    await one.createOrder(order());
    expect(await one.replaceOrder(order())).toBeDefined();
    expect(await two.replaceOrder(order())).toBeUndefined();
    await Promise.all([one.close(), two.close()]);
  });
});
