/** Rows of orders and their redemption ids, in every ledger. */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { type Ledger, RedemptionTaken } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { quiet } from "../../support/postgres.ts";
import { attempt, order } from "../redemption/orders.ts";
import { eachLedger, inFile } from "./each-ledger.ts";

eachLedger((opened) => {
  let ledger: Ledger;
  let other: Ledger;
  beforeEach(() => {
    ({ ledger, other } = opened);
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

  it("an order is created together with the session that opens it, or neither is", async () => {
    const session = {
      hash: "h-1",
      ...key,
      locale: "de-DE",
      currency: null,
      support_url: "https://help.example",
      expires_at: 5_000,
    };
    expect(await ledger.createOrder(order(), session)).toBe(true);
    expect(await other.readSession("h-1")).toEqual(session);
    expect(await ledger.createOrder(order(), { ...session, hash: "h-2" })).toBe(false);
    expect(await other.readSession("h-2")).toBeUndefined();
  });

  it("a row is replaced only at the version that was read", async () => {
    await ledger.createOrder(order());
    const read = await ledger.readOrder(key);
    const changed = { ...order(), ...read, canceled: true };
    expect((await ledger.replaceOrder(changed))?.version).toBe(2);
    expect(await ledger.replaceOrder({ ...changed, canceled: false })).toBeUndefined();
    expect(await ledger.readOrder(key)).toMatchObject({ version: 2, canceled: true });
  });

  it("of many that create or replace the same version, on two instances, one wins", async () => {
    const both = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? ledger : other));
    const created = await Promise.all(both.map((each) => each.createOrder(order())));
    expect(created.filter(Boolean)).toHaveLength(1);
    const replaced = await Promise.all(both.map((each) => each.replaceOrder(order())));
    expect(replaced.filter(Boolean)).toHaveLength(1);
    expect((await other.readOrder(key))?.version).toBe(2);
  });

  it("gives back every character that JSON can carry, and finds by it", async () => {
    const strange = "\u0000 \ud800 \udc00\ud800 \u{1f381} \\u0041 \\ \" ' ' % _ $1 e\u0301 \u00e9 \u2028";
    const row = order([attempt({ redemption_id: `${strange}1`, sku: strange })], {
      pins: { ...order().pins, promotion_id: strange, email: strange },
      promotion: { name: strange },
    });
    await ledger.createOrder({ ...row, attempts: [] });
    await ledger.replaceOrder(row);
    expect(await other.readOrder(key)).toEqual({ ...row, version: 2 });
    expect(await ledger.promotionsOf("shop")).toEqual([strange]);
    const filter = { promotion_id: strange, email: strange, sku: strange };
    const [found] = await ledger.redemptionsOf("shop", filter);
    expect(found).toEqual({
      redemption_id: `${strange}1`,
      order_id: "o-1",
      attempt: 1,
      promotion_id: strange,
      updated_at: row.updated_at,
    });
    for (const name of ["promotion_id", "email", "sku"] as const) {
      for (const wrong of [strange.slice(1), strange.replace("\ud800", "\ufffd"), strange.normalize("NFD")]) {
        expect(await ledger.redemptionsOf("shop", { ...filter, [name]: wrong })).toEqual([]);
      }
    }
  });

  it("sorts by bytes, not by a language", async () => {
    const sorted = ["10", "9", "B", "Z", "a", "b", "\u00e4", "\u{1f381}"];
    for (const promotion_id of [...sorted].reverse()) {
      const pins = { ...order().pins, promotion_id };
      await ledger.createOrder(order([], { order_id: `o-${promotion_id.codePointAt(0)}`, pins }));
    }
    expect(await ledger.promotionsOf("shop")).toEqual(sorted);
  });

  it("keeps redemption ids of any length apart", async () => {
    const long = randomBytes(50_000).toString("hex");
    for (const [order_id, redemption_id] of [
      ["o-1", `${long}1`],
      ["o-2", `${long}2`],
    ]) {
      await ledger.createOrder(order([], { order_id }));
      await ledger.replaceOrder(order([attempt({ redemption_id })], { order_id }));
    }
    const ids = (await ledger.redemptionsOf("shop", {})).map(({ redemption_id }) => redemption_id.length);
    expect(ids).toEqual([100_001, 100_001]);
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
    const { promotion_id } = pins;
    const email = String(pins.email);
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

  it("of two orders that claim a redemption id at once, on two instances, one has it", async () => {
    for (let round = 0; round < 10; round++) {
      const rows = ["a", "b"].map((name) =>
        order([attempt({ redemption_id: `R-${round}` })], { order_id: `${name}-${round}` }),
      );
      for (const row of rows) await ledger.createOrder({ ...row, attempts: [] });
      const [one, two] = await Promise.allSettled(
        rows.map((row, at) => (at === 0 ? ledger : other).replaceOrder(row)),
      );
      const statuses = [one?.status, two?.status].sort();
      expect(statuses).toEqual(["fulfilled", "rejected"]);
      const versions = await Promise.all(rows.map((row) => ledger.readOrder(row)));
      expect(versions.map((row) => row?.version).sort()).toEqual([1, 2]);
    }
  });

  it("one order cannot name one redemption for two attempts", async () => {
    await ledger.createOrder(order([]));
    const twice = order([attempt({ n: 1 }), attempt({ n: 2 })]);
    await expect(ledger.replaceOrder(twice)).rejects.toBeInstanceOf(RedemptionTaken);
    expect(await ledger.redemptionsOf("shop", {})).toEqual([]);
  });

  it("the same attempt may name its redemption again", async () => {
    await ledger.createOrder(order());
    const once = await ledger.replaceOrder(order());
    expect(await ledger.replaceOrder({ ...order(), ...once })).toBeDefined();
  });
});

describe("the file", () => {
  it("is readable by its owner only, and survives closing", async () => {
    const path = inFile();
    const first = await openLedger({ kind: "sqlite", path }, quiet);
    await first.createOrder(order());
    await first.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const second = await openLedger({ kind: "sqlite", path }, quiet);
    expect(await second.readOrder({ site: "shop", order_id: "o-1" })).toEqual(order());
    await second.close();
  });
});
