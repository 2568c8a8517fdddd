/** What every ledger does, whatever database is behind it. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  claimLedger,
  type Ledger,
  LedgerBelongsElsewhere,
  RedemptionTaken,
} from "../../../server/ledger/ledger.ts";
import { openLedger, openPostgresLedger } from "../../../server/ledger/open.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { attempt, order } from "../redemption/orders.ts";

const inFile = (): string => join(mkdtempSync(join(tmpdir(), "ledger-")), "sub", "ledger.db");

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

/** A database whose own order of letters is that of a language, which the ledger must not take over. */
const GERMAN = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE'";

/** Each opens one database twice, as two instances would; in memory there is one only. */
const KINDS: readonly [string, () => Promise<[Ledger, Ledger]>][] = [
  [
    "SQLite in a file",
    async () => {
      const path = inFile();
      return [
        await openLedger({ kind: "sqlite", path }, quiet),
        await openLedger({ kind: "sqlite", path }, quiet),
      ];
    },
  ],
  [
    "SQLite in memory",
    async () => {
      const ledger = openSqliteLedger(":memory:");
      return [ledger, ledger];
    },
  ],
  [
    "PostgreSQL",
    async () => {
      const url = await postgres.database(GERMAN);
      return [await openPostgresLedger(url, quiet), await openPostgresLedger(url, quiet)];
    },
  ],
];

describe.each(KINDS)("%s", (_, open) => {
  let ledger: Ledger;
  let other: Ledger;
  beforeEach(async () => {
    [ledger, other] = await open();
    return async () => {
      await ledger.close();
      if (other !== ledger) await other.close();
    };
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

  describe("of the orders that need a person", () => {
    const ids = (orders: readonly { order_id: string }[]): string =>
      orders.map((each) => each.order_id).join();
    beforeEach(async () => {
      await ledger.createOrder(order([], { order_id: "fine" }));
      for (const [order_id, site, attention, attention_since] of [
        ["c", "shop", "blocked", 300],
        ["a", "shop", "denied", 100],
        ["b", "portal", "denied", 200],
      ] as const)
        await ledger.createOrder(order([], { order_id, site, attention, attention_since }));
      // Of before it was noted: the last change counts.
      await ledger.createOrder(order([], { order_id: "old", attention: "failed", updated_at: 250 }));
    });

    it("shows a part, those that wait longest first, by site and reason", async () => {
      expect(ids(await ledger.ordersNeedingAttention(10))).toBe("a,b,old,c");
      expect(ids(await ledger.ordersNeedingAttention(2, { offset: 1 }))).toBe("b,old");
      expect(ids(await ledger.ordersNeedingAttention(10, { offset: 9 }))).toBe("");
      expect(ids(await ledger.ordersNeedingAttention(10, { site: "shop" }))).toBe("a,old,c");
      expect(ids(await ledger.ordersNeedingAttention(10, { reason: "denied" }))).toBe("a,b");
      expect(ids(await ledger.ordersNeedingAttention(10, { site: "portal", reason: "blocked" }))).toBe("");
    });

    it("orders what came to it, or left it, by a change as well", async () => {
      const fine = await ledger.readOrder({ site: "shop", order_id: "fine" });
      const first = await ledger.readOrder({ site: "shop", order_id: "a" });
      if (!fine || !first) throw new Error("no rows");
      await ledger.replaceOrder({ ...fine, attention: "expired", attention_since: 150, updated_at: 900 });
      await ledger.replaceOrder({ ...first, attention: null, attention_since: undefined, updated_at: 900 });
      expect(ids(await ledger.ordersNeedingAttention(10))).toBe("fine,b,old,c");
      expect((await ledger.standing()).attention).toContainEqual({ reason: "expired", count: 1, since: 150 });
    });

    it("counts them, by site and reason", async () => {
      expect(await ledger.countNeedingAttention({})).toBe(4);
      expect(await ledger.countNeedingAttention({ site: "shop" })).toBe(3);
      expect(await ledger.countNeedingAttention({ reason: "denied", site: "portal" })).toBe(1);
      expect(await ledger.countNeedingAttention({ reason: "expired" })).toBe(0);
    });

    it("says how things stand: by reason, and what is unfinished", async () => {
      expect(await ledger.standing()).toMatchObject({ unfinished: 0, due_at: null });
      await ledger.createOrder(order([], { order_id: "due", due_at: 500 }));
      await ledger.createOrder(order([], { order_id: "soon", due_at: 400 }));
      const { attention, ...others } = await ledger.standing();
      expect(others).toEqual({ unfinished: 2, due_at: 400 });
      expect(attention.toSorted((x, y) => x.since - y.since)).toEqual([
        { reason: "denied", count: 2, since: 100 },
        { reason: "failed", count: 1, since: 250 },
        { reason: "blocked", count: 1, since: 300 },
      ]);
    });
  });

  it("knows how things stand with nothing in it", async () => {
    expect(await ledger.standing()).toEqual({ attention: [], unfinished: 0, due_at: null });
  });

  it("finds an order by its e-mail address while it has one", async () => {
    const { pins } = order();
    const found = async () =>
      (await ledger.redemptionsOf("shop", { email: String(pins.email) })).map((each) => each.order_id).join();
    await ledger.createOrder(order());
    const first = (await ledger.replaceOrder(order())) ?? order();
    expect(await found()).toBe("o-1");
    const gone = await ledger.replaceOrder({ ...first, pins: { ...pins, email: null } });
    expect(await found()).toBe("");
    expect(await ledger.ordersToForget(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    await ledger.replaceOrder({ ...(gone ?? first), pins });
    expect(await found()).toBe("o-1");
    expect(await ledger.ordersToForget(Number.MAX_SAFE_INTEGER, 9)).toEqual([key]);
  });

  it("names the orders at rest whose e-mail address is old, oldest first", async () => {
    const { pins } = order();
    for (const [order_id, change] of [
      ["late", { updated_at: 300 }],
      ["soon", { updated_at: 100 }],
      ["next", { updated_at: 200 }],
      ["due", { updated_at: 100, due_at: 1 }],
      ["listed", { updated_at: 100, attention: "denied" }],
      ["gone", { updated_at: 100, pins: { ...pins, email: null } }],
    ] as const)
      await ledger.createOrder(order([], { order_id, ...change }));
    const ids = async (time: number, limit: number) =>
      (await ledger.ordersToForget(time, limit)).map((each) => each.order_id).join();
    expect(await ids(300, 10)).toBe("soon,next");
    expect(await ids(301, 10)).toBe("soon,next,late");
    expect(await ids(301, 1)).toBe("soon");
    expect(await ids(100, 10)).toBe("");
  });

  it("keeps the last value of each reward", async () => {
    const odd = { sku: 'A"\u0000\ud83d\ude00', amount: 12.5 };
    await ledger.storeRewardValue({ sku: "GIFT-30", amount: 30, currency: "USD" });
    await ledger.storeRewardValue(odd);
    await ledger.storeRewardValue({ sku: "GIFT-30", amount: 35, currency: "EUR" });
    const known = await ledger.rewardValues();
    expect(known.toSorted((a, b) => b.amount - a.amount)).toEqual([
      { sku: "GIFT-30", amount: 35, currency: "EUR" },
      odd,
    ]);
    await ledger.storeRewardValue({ sku: "GIFT-30", amount: 35 });
    expect(await ledger.rewardValues()).toContainEqual({ sku: "GIFT-30", amount: 35 });
  });

  it("keeps sessions until they are deleted", async () => {
    const said = { locale: null, currency: "EUR", support_url: "https://shop.example/help" };
    const session = { hash: "h", site: "shop", order_id: "o-1", ...said, expires_at: 1000 };
    await ledger.createSession(session);
    await ledger.deleteSessionsBefore(1000);
    expect(await ledger.readSession("h")).toEqual(session);
    await ledger.deleteSessionsBefore(1001);
    expect(await ledger.readSession("h")).toBeUndefined();
  });

  it("belongs to one service address", async () => {
    await claimLedger(ledger, "https://one.example");
    await claimLedger(ledger, "https://one.example");
    await expect(claimLedger(other, "https://two.example")).rejects.toBeInstanceOf(LedgerBelongsElsewhere);
  });

  it("belongs to one of two that claim it at once", async () => {
    const claims = await Promise.allSettled([
      claimLedger(ledger, "https://one.example"),
      claimLedger(other, "https://two.example"),
    ]);
    expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("a value is swapped only where it still is the one that was seen", async () => {
    expect(await ledger.get("name")).toBeUndefined();
    expect(await ledger.swapValue("name", "something", "one")).toBe(false);
    expect(await ledger.swapValue("name", undefined, "one")).toBe(true);
    expect(await other.swapValue("name", undefined, "two")).toBe(false);
    const tries = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? ledger : other).swapValue("name", "one", `new-${at}`),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(await other.get("name")).toMatch(/^new-/);
  });

  it("tells the database's time with a value", async () => {
    await ledger.swapValue("name", undefined, "one");
    const [first, second] = [await ledger.getTimed("name"), await other.getTimed("nothing")];
    expect([first.value, second.value]).toEqual(["one", undefined]);
    expect(Math.abs(first.now - Date.now())).toBeLessThan(5_000);
    expect(second.now).toBeGreaterThanOrEqual(first.now);
    expect(Number.isInteger(first.now)).toBe(true);
  });

  it("keeps a version of the widget as it was stored first, until it was in use for the last time long ago", async () => {
    const files = JSON.stringify({ "é.js": "x".repeat(300_000) });
    expect(await ledger.noteWidget("1.0.0-a", 5)).toBe(false);
    await Promise.all([
      ledger.addWidget("1.0.0-a", 10, files),
      other.addWidget("1.1.0-b", 20, "{}"),
      other.addWidget("1.0.0-c", 20.7, "{}"),
    ]);
    await other.addWidget("1.0.0-a", 11, "something else");
    expect(await other.readWidget("1.0.0-a")).toBe(files);
    expect(await other.readWidget("9.0.0-z")).toBeUndefined();
    expect(await other.widgetVersions()).toEqual(["1.0.0-a", "1.0.0-c", "1.1.0-b"]);
    expect(await other.noteWidget("1.0.0-a", 30.2)).toBe(true);
    // An instance whose clock is late takes nothing back.
    expect(await ledger.noteWidget("1.0.0-a", 15)).toBe(true);
    await ledger.removeWidgetsBefore(25.5);
    expect(await other.widgetVersions()).toEqual(["1.0.0-a"]);
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
