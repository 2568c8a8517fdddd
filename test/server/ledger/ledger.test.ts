/** Rows of orders, their leases and their redemption ids, in every ledger. */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type LeaseChange, type Ledger, RedemptionTaken } from "../../../server/ledger/ledger.ts";
import type { Order, Row } from "../../../server/rows/order.ts";
import { LEASE } from "../../../server/timing.ts";
import { eachLedger } from "./each-ledger.ts";
import { claiming, keyOf, NOW, order, PINS } from "./rows.ts";

const key = keyOf("o-1");
const ALL = { offset: 0, limit: 100 };
const FREE = { kind: "free" } as const;

eachLedger((opened) => {
  let ledger: Ledger;
  let other: Ledger;
  beforeEach(() => {
    ({ ledger, other } = opened);
  });
  const readBack = async (id = "o-1"): Promise<Row> => {
    const row = await other.readOrder(keyOf(id));
    if (!row) throw new Error("no row");
    return row;
  };

  describe("an order", () => {
    it("is read back as it was stored", async () => {
      const row = claiming(order({ due_at: 7, attention: "blocked", attention_since: 5 }), "AAAAA-1");
      expect(await ledger.readOrder(key)).toBeUndefined();
      expect(await ledger.createOrder(row)).toBe(true);
      expect(await readBack()).toEqual({
        order: row,
        lease: null,
        now: NOW,
        recovered_at: null,
        waits_from: null,
      });
    });

    it("is created once, and with the session that opens it or not at all", async () => {
      const session = {
        ...key,
        grant_id: null,
        member: null,
        actor: null,
        audience: null,
        parent: null,
        locale: "de-DE",
        currency: null,
        support_url: null,
        points_per_unit: null,
        message: null,
        groups: null,
        expires_at: 5_000,
      };
      expect(await ledger.createOrder(order(), { ...session, hash: "h-1" })).toBe(true);
      expect(await other.readSession("h-1")).toEqual({ ...session, hash: "h-1" });
      expect(await ledger.createOrder(order({ due_at: 1 }), { ...session, hash: "h-2" })).toBe(false);
      expect(await other.readSession("h-2")).toBeUndefined();
      expect((await readBack()).order.due_at).toBeNull();
    });

    it("is replaced only at the version that was read", async () => {
      await ledger.createOrder(order());
      const stored = await ledger.replaceOrder(order({ due_at: 1 }), FREE);
      expect(stored).toEqual(await readBack());
      expect(stored?.order).toEqual(order({ due_at: 1, version: 2 }));
      expect(await ledger.replaceOrder(order({ due_at: 2 }), FREE)).toBeUndefined();
      expect(await ledger.replaceOrder(order({ order_id: "nobody" }), FREE)).toBeUndefined();
      expect((await readBack()).order.due_at).toBe(1);
    });

    it("has one winner of many that create or replace the same version, on two instances", async () => {
      const both = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? ledger : other));
      const created = await Promise.all(both.map((each) => each.createOrder(order())));
      expect(created.filter(Boolean)).toHaveLength(1);
      const replaced = await Promise.all(
        both.map((each, at) => each.replaceOrder(order(), { kind: "claim", name: `worker-${at}` })),
      );
      const [won] = replaced.filter((row) => row !== undefined);
      expect(replaced.filter(Boolean)).toHaveLength(1);
      expect(await readBack()).toEqual(won);
    });

    it("keeps every character that JSON can carry, and is found by it", async () => {
      const strange =
        "\u0000 \ud800 \udc00\ud800 \u{1f381} \\u0041 \\ \" ' ' % _ $1 :site e\u0301 \u00e9 \u2028";
      const pins = { ...PINS, promotion_id: strange, email: strange };
      const named = claiming(order({ pins, promotion: { name: strange } }), `${strange}1`);
      const attempts = named.known.attempts.map((each) => ({ ...each, sku: strange }));
      const row: Order = { ...named, known: { ...named.known, attempts } };
      await ledger.createOrder(row);
      await ledger.replaceOrder(row, FREE);
      expect((await readBack()).order).toEqual({ ...row, version: 2 });
      expect(await ledger.promotionsOf("shop")).toEqual([strange]);
      const filter = { promotion_id: strange, email: strange, sku: strange };
      expect(await ledger.redemptionsOf("shop", { ...filter, ids: [`${strange}1`] }, ALL)).toEqual([
        { redemption_id: `${strange}1`, order_id: "o-1", attempt: 1, promotion_id: strange },
      ]);
      for (const name of ["promotion_id", "email", "sku"] as const)
        for (const wrong of [strange.slice(1), strange.replace("\ud800", "\ufffd"), strange.normalize("NFD")])
          expect(await ledger.countRedemptionsOf("shop", { ...filter, [name]: wrong })).toBe(0);
    });
  });

  describe("a lease", () => {
    const claim = (order_id: string, name: string): Promise<unknown> =>
      ledger.replaceOrder(order({ order_id }), { kind: "claim", name });
    /** An order for each lease that a row can have; `me` asks. */
    const WHOSE = ["nobody's", "mine", "yours", "mine, but expired", "yours, but expired"] as const;
    beforeEach(async () => {
      for (const order_id of WHOSE) await ledger.createOrder(order({ order_id }));
      opened.now = NOW - LEASE;
      await claim("mine, but expired", "me");
      await claim("yours, but expired", "you");
      opened.now = NOW;
      await claim("mine", "me");
      await claim("yours", "you");
    });
    const [mine, yours] = [
      { name: "me", until: NOW + LEASE },
      { name: "you", until: NOW + LEASE },
    ];
    const [mineEnded, yoursEnded] = [
      { name: "me", until: NOW },
      { name: "you", until: NOW },
    ];

    it.each<[LeaseChange["kind"], (Row["lease"] | "refused")[]]>([
      ["claim", [mine, "refused", "refused", mine, mine]],
      ["free", [null, "refused", "refused", null, null]],
      ["hold", ["refused", mine, "refused", "refused", "refused"]],
      ["drop", ["refused", null, "refused", "refused", "refused"]],
      ["leave", [null, mine, yours, mineEnded, yoursEnded]],
    ])("allows or refuses a write that is to %s, by whose it is", async (kind, leases) => {
      for (const [at, whose] of WHOSE.entries()) {
        const before = await readBack(whose);
        const stored = await ledger.replaceOrder({ ...before.order, due_at: 9 }, { kind, name: "me" });
        expect(stored?.lease ?? (stored ? null : "refused"), whose).toEqual(leases[at]);
        expect(await readBack(whose), whose).toEqual(stored ?? before);
      }
    });

    it("is renewed only where it is the caller's and not expired, and no version changes", async () => {
      const before = await Promise.all(WHOSE.map(readBack));
      opened.now = NOW + 5_000;
      for (const whose of WHOSE) await ledger.renewLease(keyOf(whose), "me");
      const renewed = { name: "me", until: NOW + 5_000 + LEASE };
      const expected = [null, renewed, yours, mineEnded, yoursEnded];
      for (const [at, whose] of WHOSE.entries()) {
        const row = await readBack(whose);
        expect([row.lease, row.order.version], whose).toEqual([expected[at], before[at]?.order.version]);
      }
    });

    it("keeps an order off the list of due ones until it ends", async () => {
      for (const order_id of ["a", "b"]) await ledger.createOrder(order({ order_id, due_at: NOW }));
      await ledger.replaceOrder(order({ order_id: "a", due_at: NOW }), { kind: "claim", name: "me" });
      expect(await other.dueOrders(9)).toEqual([keyOf("b")]);
      opened.now = NOW + LEASE - 1;
      expect(await other.dueOrders(9)).toEqual([keyOf("b")]);
      opened.now = NOW + LEASE;
      expect(await other.dueOrders(9)).toHaveLength(2);
    });
  });

  it("a recovery is seen with every row from then on, and the later time stays", async () => {
    await ledger.createOrder(order());
    for (const [time, seen] of [
      [500.7, 500],
      [90, 500],
      [1_000, 1_000],
    ] as const) {
      await ledger.noteRecovery(time);
      expect((await readBack()).recovered_at).toBe(seen);
      expect((await ledger.replaceOrder((await readBack()).order, FREE))?.recovered_at).toBe(seen);
    }
  });

  it("a recovery is never noted for a time that has not come, and one that is ahead of the clock is noted anew", async () => {
    await ledger.createOrder(order());
    await ledger.noteRecovery(NOW + 30_000);
    expect((await readBack()).recovered_at).toBe(NOW);
    opened.now = NOW - 50_000;
    await ledger.checkRecovery();
    expect((await readBack()).recovered_at).toBe(NOW);
    opened.now = NOW - 3_600_000;
    await ledger.checkRecovery();
    // The recovery is the same; its two minutes begin again.
    expect(await readBack()).toMatchObject({ recovered_at: NOW, waits_from: NOW - 3_600_000 });
    await ledger.noteRecovery(NOW - 3_700_000);
    expect(await readBack()).toMatchObject({ recovered_at: NOW - 3_700_000, waits_from: NOW - 3_700_000 });
  });

  describe("a redemption id", () => {
    const create = async (...ids: string[]): Promise<void> => {
      for (const order_id of ids) await ledger.createOrder(order({ order_id }));
    };

    it("belongs to one attempt: another order that names it stays as it was", async () => {
      await create("o-1", "o-2");
      await ledger.replaceOrder(claiming(order(), "AAAAA-1"), FREE);
      const late = claiming(order({ order_id: "o-2" }), "BBBBB-2", "AAAAA-1");
      await expect(ledger.replaceOrder(late, FREE)).rejects.toBeInstanceOf(RedemptionTaken);
      expect((await readBack("o-2")).order).toEqual(order({ order_id: "o-2" }));
      expect(await ledger.countRedemptionsOf("shop", {})).toBe(1);
    });

    it("cannot be of two attempts of one order", async () => {
      await create("o-1");
      const twice = claiming(order(), "AAAAA-1", "AAAAA-1");
      await expect(ledger.replaceOrder(twice, FREE)).rejects.toBeInstanceOf(RedemptionTaken);
      expect(await ledger.countRedemptionsOf("shop", {})).toBe(0);
    });

    it("may be named again by its attempt", async () => {
      await create("o-1");
      const once = await ledger.replaceOrder(claiming(order(), "AAAAA-1"), FREE);
      if (!once) throw new Error("not stored");
      expect(await other.replaceOrder(claiming(once.order, "AAAAA-1", "BBBBB-2"), FREE)).toBeDefined();
    });

    it("that two orders name at once, on two instances, is one's", async () => {
      for (let round = 0; round < 5; round++) {
        const rows = ["a", "b"].map((name) => order({ order_id: `${name}-${round}` }));
        for (const row of rows) await ledger.createOrder(row);
        const ends = await Promise.allSettled(
          rows.map((row, at) => (at === 0 ? ledger : other).replaceOrder(claiming(row, `R-${round}`), FREE)),
        );
        expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        const versions = await Promise.all(rows.map(({ order_id }) => readBack(order_id)));
        expect(versions.map((row) => row.order.version).sort()).toEqual([1, 2]);
      }
    });

    it("has any length", async () => {
      await create("o-1", "o-2");
      const long = randomBytes(50_000).toString("hex");
      await ledger.replaceOrder(claiming(order(), `${long}1`), FREE);
      await ledger.replaceOrder(claiming(order({ order_id: "o-2" }), `${long}2`), FREE);
      const [first, second] = await ledger.redemptionsOf("shop", {}, ALL);
      expect([first?.redemption_id, second?.redemption_id]).toEqual([`${long}1`, `${long}2`]);
    });
  });
});

eachLedger(
  (opened) => {
    it("the time that comes with a row is the database's, in milliseconds", async () => {
      await opened.ledger.createOrder(order({ due_at: 1 }));
      const before = Date.now();
      const stored = await opened.ledger.replaceOrder(order({ due_at: 1 }), { kind: "claim", name: "me" });
      const read = await opened.other.readOrder(key);
      const [first = 0, second = 0] = [stored?.now, read?.now];
      expect([first, second].every(Number.isInteger)).toBe(true);
      expect(first).toBeGreaterThanOrEqual(before - 1);
      expect(second).toBeGreaterThanOrEqual(first);
      expect(second).toBeLessThanOrEqual(Date.now() + 1);
      expect(read?.lease?.until).toBe(stored?.lease?.until);
      expect(Math.abs((read?.lease?.until ?? 0) - first - LEASE)).toBeLessThan(100);
      expect(await opened.other.dueOrders(9)).toEqual([]);
    });
  },
  { hasOwnClock: true },
);
