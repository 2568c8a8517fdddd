/** How long e-mail addresses stay, how they go, and how they come back. */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openLedger } from "../../../server/ledger/open.ts";
import { type Attempt, type Order, withKnown, withWanted } from "../../../server/rows/order.ts";
import { FORGET_BATCH, FORGET_EVERY, FORGET_PAUSE } from "../../../server/timing.ts";
import { makeDigest, recognizes } from "../../../server/user-data/email-digest.ts";
import { decideForgetting, mayForget, withoutUser, withUser } from "../../../server/user-data/forget.ts";
import { forgetUser } from "../../../server/user-data/retention.ts";
import type { OrderState } from "../../../shared/wire.ts";
import { quiet } from "../../support/postgres.ts";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Browser, SITE_KEY } from "../../support/world.ts";
import { attempt, keyOf, NOW, order } from "../ledger/rows.ts";

const EMAIL = "Mia.Winter+gift@example.com";
const DAY = 24 * 60 * 60_000;

/** An order with one attempt. */
const tried = (of: Partial<Attempt>, change: Partial<Order> = {}): Order =>
  withKnown(order(change), { attempts: [attempt(of)], current: 1 });
const rest = (change: Partial<Order> = {}): Order => tried({ phase: "made", state: "redeemed" }, change);
const CALL = { operation: "refund", n: 1, since: NOW, asked: false, refused_at: null } as const;

describe("an address may go", () => {
  it.each<[string, Order, boolean]>([
    ["of an order that rests", rest(), true],
    ["of one that was never begun", order(), true],
    ["of one that was canceled", withKnown(rest(), { canceled: true }), true],
    ["not of one that changed since", rest({ updated_at: NOW + 1 }), false],
    ["not of one that has something due", rest({ due_at: NOW }), false],
    ["not of one that a person has to look at", rest({ attention: "codes_unreadable" }), false],
    ["not twice", withoutUser(rest(), { salt: "", digest: "" }), false],
    ["not while the outcome of a call is unknown", withKnown(rest(), { call: CALL }), false],
  ])("%s", (_, row, may) => {
    expect(mayForget(row, NOW + 1)).toBe(may);
  });

  it("and nothing else of the row changes", () => {
    const gone = withoutUser(rest(), { salt: "s", digest: "d" });
    const { pins } = rest();
    expect(gone).toEqual({
      ...rest(),
      pins: { ...pins, email: null },
      forgotten_email: { salt: "s", digest: "d" },
    });
    expect(withUser(gone, { email: String(pins.email), customization: null }, 0)).toEqual(rest());
  });
});

describe("a site's word that a user is to be forgotten", () => {
  it.each<[string, Order, OrderState, string]>([
    ["is done for a redeemed order", rest(), "redeemed", "forget"],
    ["is done for a canceled one", withKnown(order(), { canceled: true }), "canceled", "forget"],
    ["was done before", withoutUser(rest(), { salt: "", digest: "" }), "redeemed", "forgotten"],
    ["waits for an open order", order(), "open", "unfinished"],
    ["waits for a hold", tried({ phase: "held" }), "booked", "unfinished"],
    ["waits for an outcome", tried({ phase: "confirmed" }), "processing", "unfinished"],
    ["waits for a person", rest({ attention: "codes_unreadable" }), "redeemed", "unfinished"],
    ["is done while a hold that was left behind still stands", rest({ due_at: NOW }), "redeemed", "forget"],
    ["waits for a refund", withWanted(rest(), { refunds: 1 }), "redeemed", "unfinished"],
    ["waits for codes", tried({ phase: "made", codes_missing_since: NOW }), "redeemed", "unfinished"],
  ])("%s", (_, row, state, decision) => expect(decideForgetting(row, state)).toBe(decision));
});

describe("the digest", () => {
  it("recognizes the same bytes and no others", async () => {
    const user = { email: EMAIL, customization: null };
    const kept = await makeDigest(user);
    expect(await recognizes(kept, user)).toBe(true);
    for (const other of [EMAIL.toLowerCase(), `${EMAIL} `, "", EMAIL.normalize("NFD").replace("M", "Ḿ")])
      expect(await recognizes(kept, { ...user, email: other })).toBe(false);
    expect(JSON.stringify(kept).toLowerCase()).not.toContain("winter");
  });

  it("of equal addresses differs: two orders of one user cannot be told from it", async () => {
    const user = { email: EMAIL, customization: null };
    expect((await makeDigest(user)).digest).not.toBe((await makeDigest(user)).digest);
  });
});

describe("the server", () => {
  useWorld({ EMAIL_KEPT_DAYS: "30" });

  const browse = (order_id: string, more: Record<string, unknown> = {}): Promise<Browser> =>
    world.browser({ order_id, user: { email: EMAIL }, ...more });
  /** In real time, which is what recognizing an address takes; of the service nothing is asked for an order that exists. */
  const mint = async (order_id: string, email = EMAIL, more: Record<string, unknown> = {}) => {
    const response = await world.server.app.request("/v1/sessions", {
      method: "POST",
      headers: { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify({ order_id, promotion_id: "4001", user: { email }, ...more }),
    });
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  };
  const rowOf = async (order_id: string): Promise<Order> => {
    const row = await world.ledger.readOrder({ site: "shop", order_id });
    if (!row) throw new Error("no row");
    return row.order;
  };
  /** Lets days pass in which other processes ran: the clock is where it should be. */
  const letPass = async (ms: number): Promise<void> => {
    world.clock.jumpWall(ms);
    const note = JSON.stringify({ seen: world.clock.now(), doubted: null });
    await world.ledger.swapValue("clock", await world.ledger.get("clock"), note);
  };
  /** Restarts the process after `days`, and runs it until it finds no address to forget. */
  const restartAfter = async (days: number): Promise<void> => {
    await letPass(days * DAY);
    const { ordersToForget, replaceOrder } = world.ledger;
    let looked = Promise.withResolvers<number>();
    let left = 0;
    let gone = Promise.withResolvers<void>();
    world.ledger.ordersToForget = async (time, limit) => {
      const keys = await ordersToForget.call(world.ledger, time, limit);
      left = keys.length;
      gone = Promise.withResolvers<void>();
      looked.resolve(left);
      return keys;
    };
    world.ledger.replaceOrder = async (row, lease) => {
      const stored = await replaceOrder.call(world.ledger, row, lease);
      if (row.pins.email === null && --left === 0) gone.resolve();
      return stored;
    };
    await world.restart();
    for (let found = await looked.promise; found > 0; found = await looked.promise) {
      // A digest takes real time in a separate thread, independent of the virtual clock.
      await gone.promise;
      looked = Promise.withResolvers<number>();
      await world.clock.advance(found < FORGET_BATCH ? FORGET_EVERY : FORGET_PAUSE);
    }
    Object.assign(world.ledger, { ordersToForget, replaceOrder });
  };
  const redeem = async (order_id: string): Promise<Browser> => {
    const browser = await browse(order_id);
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    return browser;
  };

  it("removes an address when its days are over, and not before", async () => {
    await redeem("o");
    await restartAfter(29);
    expect((await rowOf("o")).pins.email).toBe(EMAIL);
    await restartAfter(2);
    const row = await rowOf("o");
    expect(row.pins.email).toBeNull();
    expect(JSON.stringify(row)).not.toContain("Winter");
    expect(JSON.stringify(row)).not.toContain("example.com");
  });

  it("knows the user again: the same address is taken and put back, another one opens what is finished and is not kept", async () => {
    await redeem("o");
    await browse("open");
    await restartAfter(31);
    for (const other of [EMAIL.toLowerCase(), "other@example.com"]) {
      expect((await mint("open", other)).code).toBe("order_conflict");
      expect((await mint("o", other)).status).toBe(201);
    }
    expect((await rowOf("o")).pins.email).toBeNull();
    expect((await mint("o")).status).toBe(201);
    expect(await rowOf("o")).toMatchObject({ pins: { email: EMAIL } });
    expect((await rowOf("o")).forgotten_email).toBeNull();
    const again = await browse("o");
    expect((await again.get("/v1/order")).data.state).toBe("redeemed");
    expect((await again.post("/v1/order/codes")).status).toBe(200);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("removes what was to be printed with the address, and knows it again", async () => {
    const customization = { pdf: { message: "Happy birthday, dear Mia", sender_name: "Uncle Theo" } };
    const browser = await browse("o", { customization });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await restartAfter(31);
    const row = JSON.stringify(await rowOf("o"));
    for (const word of ["Happy", "Theo", "Winter"]) expect(row).not.toContain(word);
    for (const other of [undefined, { pdf: {} }, { pdf: { ...customization.pdf, sender_name: "Theo" } }])
      expect((await mint("o", EMAIL, { customization: other })).status).toBe(201);
    expect((await mint("o", "other@example.com", { customization })).status).toBe(201);
    expect((await rowOf("o")).pins).toMatchObject({ email: null, customization: null });
    expect((await mint("o", EMAIL, { customization })).status).toBe(201);
    expect((await rowOf("o")).pins).toMatchObject({ email: EMAIL, customization });
  });

  it("works an order that was never used like a new one", async () => {
    await browse("o");
    await restartAfter(31);
    expect((await rowOf("o")).pins.email).toBeNull();
    await mint("o");
    const browser = await browse("o");
    await browser.post("/v1/order/book", { sku: SKU });
    const answer = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(answer.data.state).toBe("redeemed");
    const sent = world.control.calls.flatMap(({ operation, body }) =>
      operation === "book" || operation === "redeem" ? [JSON.stringify(body)] : [],
    );
    for (const body of sent) expect(body).toContain(EMAIL);
  });

  it("shows where a mail went, masked, also when the address is gone", async () => {
    const session = { delivery: "notify", promotion_id: "4008" };
    const browser = await browse("o", session);
    await browser.post("/v1/order/notify", { sku: SKU });
    await restartAfter(31);
    const seen = await world.request("/v1/orders/o", { headers: { Authorization: `Bearer ${SITE_KEY}` } });
    expect(seen.data).toMatchObject({ state: "notified", masked_email: "M•••@example.com" });
    expect(JSON.stringify(await rowOf("o"))).not.toContain("Winter");
  });

  it("keeps the addresses of what is unfinished or on the operator's list", async () => {
    const browser = await browse("listed");
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "state", state: "denied" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const unfinished = await browse("unfinished");
    await unfinished.post("/v1/order/book", { sku: SKU });
    for (const operation of ["redeem", "get_redemption"] as const)
      world.control.fault({ operation, kind: "timeout_before", times: "always" });
    await unfinished.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await restartAfter(400);
    for (const order_id of ["listed", "unfinished"]) expect((await rowOf(order_id)).pins.email).toBe(EMAIL);
  });

  it("a session that is opened in the last day keeps the address for as long as it lives", async () => {
    await browse("o");
    await letPass(30 * DAY - 60_000);
    const browser = await browse("o");
    await restartAfter((2 * 60_000) / DAY);
    expect((await rowOf("o")).pins.email).toBe(EMAIL);
    expect((await browser.post("/v1/order/book", { sku: SKU })).status).toBe(201);
  });

  it("an order without its address is not worked on before a new session: nothing leaves without one", async () => {
    const browser = await browse("o", { ttl_seconds: 3600 });
    const row = await rowOf("o");
    await world.ledger.replaceOrder(withoutUser(row, { salt: "", digest: "" }), { kind: "free" });
    const answer = await browser.post("/v1/order/book", { sku: SKU });
    expect([answer.status, answer.problem.code]).toEqual([401, "session_expired"]);
    expect(world.changes()).toEqual([]);
    expect((await browser.get("/v1/order")).data.state).toBe("open");
  });

  it("goes through a large old ledger in batches", { timeout: 20_000 }, async () => {
    const ids = Array.from({ length: FORGET_BATCH + 1 }, (_, n) => `many-${n}`);
    for (const order_id of ids) await browse(order_id);
    await restartAfter(31);
    for (const order_id of ids) expect((await rowOf(order_id)).pins.email).toBeNull();
  });

  it("does not make an order look changed, and a site's filter by address finds it no more", async () => {
    await redeem("o");
    const { updated_at } = await rowOf("o");
    await restartAfter(31);
    expect((await rowOf("o")).updated_at).toBe(updated_at);
    const listed = async (query: string) =>
      (
        (await world.request(`/v1/redemptions${query}`, { headers: { Authorization: `Bearer ${SITE_KEY}` } }))
          .data as unknown as unknown[]
      ).length;
    expect(await listed("")).toBe(1);
    expect(await listed(`?email=${encodeURIComponent(EMAIL)}`)).toBe(0);
    await mint("o");
    expect(await listed(`?email=${encodeURIComponent(EMAIL)}`)).toBe(1);
  });
});

it("a site's word leaves no trace of the address in the files of an SQLite ledger", async () => {
  const folder = mkdtempSync(join(tmpdir(), "forget-"));
  const path = join(folder, "ledger.db");
  const ledger = await openLedger({ kind: "sqlite", path }, quiet);
  const traces = (): string[] =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes("winter@traces.example"));
  const email = "winter@traces.example";
  await ledger.createOrder(rest({ pins: { ...order().pins, email } }));
  await ledger.replaceOrder(rest({ pins: { ...order().pins, email } }), { kind: "free" });
  expect(traces()).not.toEqual([]);
  const reading = new DatabaseSync(path);
  const by = { who: "shop", role: "site", actor: null, why: null, request_id: null } as const;
  await forgetUser(ledger, keyOf("o-1"), () => "redeemed", by);
  expect(traces()).toEqual([]);
  reading.close();
  await ledger.close();
});
