/** Events and the standing of webhooks, in every ledger. */
import { beforeEach, expect, it } from "vitest";
import { type Ledger, type NewEvent, WEBHOOKS_LEASE } from "../../../server/ledger/ledger.ts";
import { deedOf } from "../../../server/rows/audit.ts";
import { LEASE } from "../../../server/timing.ts";
import { eachLedger, type Opened } from "./each-ledger.ts";
import { keyOf, NOW, order } from "./rows.ts";

const FREE = { kind: "free" } as const;
const SITE = "shop";

const event = (order_id: string, sequence: number, change: Partial<NewEvent> = {}): NewEvent => ({
  id: `evt_${order_id}_${sequence}`,
  site: SITE,
  order_id,
  sequence,
  type: "order.booked",
  time: NOW,
  body: `{"n":"é ${order_id} ${sequence}"}`,
  next_try_at: NOW,
  ...change,
});

eachLedger((opened: Opened) => {
  let ledger: Ledger;
  let other: Ledger;
  beforeEach(() => {
    ({ ledger, other } = opened);
  });
  /** Stores a change of an order with an event. */
  const change = async (from: Ledger, order_id: string, version: number, told?: Partial<NewEvent>) =>
    from.replaceOrder(order({ order_id, version }), FREE, [event(order_id, version, told)]);
  const all = async (filter = {}): Promise<string[]> =>
    ((await ledger.events(SITE, filter, 100)) ?? []).map(({ id }) => id);

  it("an event is stored with its change, and not without it", async () => {
    await ledger.createOrder(order());
    expect(await change(ledger, "o-1", 1)).toBeDefined();
    expect(await change(other, "o-1", 1, { id: "evt_lost" })).toBeUndefined();
    expect(await other.events(SITE, {}, 10)).toEqual([{ id: "evt_o-1_1", body: '{"n":"é o-1 1"}' }]);
    expect(await other.events("another", {}, 10)).toEqual([]);
  });

  it("no event appears before one that was read already, with two writers", async () => {
    const ORDERS = 12;
    const CHANGES = 8;
    const names = Array.from({ length: ORDERS }, (_, at) => `o-${at}`);
    for (const order_id of names) await ledger.createOrder(order({ order_id }));
    let isWriting = true;
    const write = async (order_id: string, from: Ledger): Promise<void> => {
      for (let version = 1; version <= CHANGES; version++) await change(from, order_id, version);
    };
    const writing = Promise.all(names.map((name, at) => write(name, at % 2 ? ledger : other))).then(() => {
      isWriting = false;
    });
    const read: string[] = [];
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting;
      for (let page = [""]; page.length > 0; read.push(...page)) page = await all({ after: read.at(-1) });
    }
    await writing;
    expect(read).toHaveLength(ORDERS * CHANGES);
    expect(new Set(read).size).toBe(ORDERS * CHANGES);
    for (const name of names) {
      const own = read.filter((id) => id.startsWith(`evt_${name}_`)).map((id) => Number(id.split("_")[2]));
      expect(own).toEqual(Array.from({ length: CHANGES }, (_, at) => at + 1));
    }
  });

  it("events are listed after one, by type, and undelivered", async () => {
    await ledger.createOrder(order());
    await change(ledger, "o-1", 1);
    await change(ledger, "o-1", 2, { type: "order.redeemed" });
    await change(ledger, "o-1", 3);
    expect(await all({ after: "evt_o-1_1" })).toEqual(["evt_o-1_2", "evt_o-1_3"]);
    expect(await all({ types: ["order.redeemed", "order.refunded"] })).toEqual(["evt_o-1_2"]);
    await ledger.takeLease(WEBHOOKS_LEASE, "a");
    await ledger.noteTry("evt_o-1_2", "a", { tries: 1, wait: null, isDelivered: true });
    expect(await all({ undelivered: true })).toEqual(["evt_o-1_1", "evt_o-1_3"]);
    expect(await ledger.events(SITE, { after: "evt_nobody" }, 10)).toBeUndefined();
    expect(await ledger.events("another", { after: "evt_o-1_1" }, 10)).toBeUndefined();
  });

  it("an event is due until it was delivered, and again when it is wanted again", async () => {
    await ledger.createOrder(order());
    await change(ledger, "o-1", 1);
    await change(ledger, "o-1", 2, { next_try_at: null });
    const due = async () => (await other.dueEvents(SITE, 10)).map(({ id, tries }) => [id, tries]);
    expect(await due()).toEqual([["evt_o-1_1", 0]]);
    expect(await ledger.waitingEvents()).toEqual([{ site: SITE, count: 1, since: NOW }]);
    await ledger.takeLease(WEBHOOKS_LEASE, "a");
    expect(await ledger.noteTry("evt_o-1_1", "b", { tries: 1, wait: null, isDelivered: true })).toBe(false);
    expect(await ledger.noteTry("evt_o-1_1", "a", { tries: 2, wait: null, isDelivered: true })).toBe(false);
    await ledger.noteTry("evt_o-1_1", "a", { tries: 1, wait: 5_000, isDelivered: false });
    expect(await due()).toEqual([]);
    opened.now = NOW + 5_000;
    expect(await due()).toEqual([["evt_o-1_1", 1]]);
    await ledger.noteTry("evt_o-1_1", "a", { tries: 2, wait: null, isDelivered: true });
    expect(await due()).toEqual([]);
    expect(await ledger.sendAgain(SITE, "evt_o-1_1")).toBe(true);
    expect(await ledger.sendAgain("another", "evt_o-1_1")).toBe(false);
    expect(await due()).toEqual([["evt_o-1_1", 0]]);
  });

  it("old events are removed a few at a time, but for those that wait for their delivery", async () => {
    await ledger.createOrder(order());
    for (const version of [1, 2, 3])
      await change(ledger, "o-1", version, { time: NOW + version, next_try_at: null });
    await change(ledger, "o-1", 4, { time: NOW - 1, next_try_at: NOW + 500 });
    await ledger.deleteEventsBefore(NOW + 3, 1);
    expect(await all()).toEqual(["evt_o-1_2", "evt_o-1_3", "evt_o-1_4"]);
    await ledger.deleteEventsBefore(NOW + 3, 5);
    expect(await all()).toEqual(["evt_o-1_3", "evt_o-1_4"]);
  });

  it("after the clock was set back, what was never tried and what was tried at a time that has not come is due", async () => {
    const [MINUTE, HOUR] = [60_000, 3_600_000];
    await ledger.createOrder(order());
    await change(ledger, "o-1", 1, { next_try_at: NOW + 1_000 });
    await change(ledger, "o-1", 2);
    await change(ledger, "o-1", 3);
    const tried = { tries: 1, wait: MINUTE, isDelivered: false };
    await ledger.takeLease(WEBHOOKS_LEASE, "a");
    await ledger.noteTry("evt_o-1_2", "a", tried);
    opened.now = NOW + HOUR;
    await ledger.noteTry("evt_o-1_3", "a", tried);
    opened.now = NOW;
    expect((await ledger.dueEvents(SITE, 9)).map(({ id }) => id)).toEqual(["evt_o-1_1", "evt_o-1_3"]);
  });

  it("why the last try of an event failed is kept until one is delivered", async () => {
    await ledger.createOrder(order());
    await ledger.takeLease(WEBHOOKS_LEASE, "a");
    for (const version of [1, 2, 3]) {
      await change(ledger, "o-1", version);
      opened.now = NOW + version * 1_000;
      const tried = { tries: 1, wait: version === 3 ? null : 5_000, isDelivered: false };
      await ledger.noteTry(`evt_o-1_${version}`, "a", { ...tried, failure: `50${version}` });
    }
    const failed = async () =>
      (await other.failedEvents(SITE, 10)).map(({ id, failure, tries }) => [id, failure, tries]);
    expect(await failed()).toEqual([
      ["evt_o-1_3", "503", 1],
      ["evt_o-1_2", "502", 1],
      ["evt_o-1_1", "501", 1],
    ]);
    expect((await other.failedEvents(SITE, 1))[0]).toEqual({
      ...{ id: "evt_o-1_3", order_id: "o-1", type: "order.booked", tries: 1, failure: "503" },
      ...{ tried_at: NOW + 3_000, next_try_at: null },
    });
    expect(await other.failedEvents("another", 10)).toEqual([]);
    await ledger.noteTry("evt_o-1_2", "a", { tries: 2, wait: null, isDelivered: true });
    await ledger.sendAgain(SITE, "evt_o-1_3");
    expect(await failed()).toEqual([
      ["evt_o-1_3", "503", 0],
      ["evt_o-1_1", "501", 1],
    ]);
  });

  it("what a site was told of since a time is sent again, and who wanted it is on record", async () => {
    await ledger.createOrder(order());
    for (const version of [1, 2, 3])
      await change(ledger, "o-1", version, { time: NOW + version, next_try_at: null });
    const anna = {
      who: "anna",
      role: "operator",
      actor: null,
      why: "It was lost",
      request_id: null,
    } as const;
    const deed = deedOf(anna, "send_again", { site: SITE });
    expect(await ledger.sendAgainSince("another", NOW, { ...deed, site: "another" })).toBe(0);
    expect(await ledger.sendAgainSince(SITE, NOW + 2, deed)).toBe(2);
    expect((await other.dueEvents(SITE, 10)).map(({ id }) => id)).toEqual(["evt_o-1_2", "evt_o-1_3"]);
    expect(await other.audit({ site: SITE }, 10)).toMatchObject([deed]);
  });

  it("a lease of the instances has one holder until it ends", async () => {
    expect(await ledger.takeLease("webhooks", "a")).toBe(true);
    expect(await other.takeLease("webhooks", "b")).toBe(false);
    opened.now = NOW + LEASE - 1;
    expect(await ledger.takeLease("webhooks", "a")).toBe(true);
    opened.now = NOW + LEASE;
    expect(await other.takeLease("webhooks", "b")).toBe(false);
    opened.now = NOW + 2 * LEASE;
    expect(await other.takeLease("webhooks", "b")).toBe(true);
    await ledger.dropLease("webhooks", "a");
    expect(await ledger.takeLease("webhooks", "a")).toBe(false);
    await other.dropLease("webhooks", "b");
    expect(await ledger.takeLease("webhooks", "a")).toBe(true);
  });

  it("the standing of a webhook is kept", async () => {
    const webhook = { site: SITE, fingerprint: "f", failing_since: NOW, off_since: null, off_reason: null };
    await ledger.storeWebhook({ ...webhook, fingerprint: "e" });
    await ledger.storeWebhook(webhook);
    expect(await other.webhooks()).toEqual([webhook]);
  });

  it("a webhook that is turned on again is owed all that waits, and nothing else", async () => {
    const off = { fingerprint: "f", failing_since: 1, off_since: NOW, off_reason: "gone" };
    for (const site of [SITE, "another"]) await ledger.storeWebhook({ ...off, site });
    await ledger.createOrder(order());
    await change(ledger, "o-1", 1, { next_try_at: NOW + 60_000 });
    await change(ledger, "o-1", 2, { next_try_at: null });
    await other.resumeWebhook(SITE);
    const on = { fingerprint: "f", failing_since: null, off_since: null, off_reason: null };
    const rows = (await ledger.webhooks()).toSorted((a, b) => (a.site < b.site ? -1 : 1));
    expect(rows).toEqual([
      { ...off, site: "another" },
      { ...on, site: SITE },
    ]);
    expect((await ledger.dueEvents(SITE, 10)).map(({ id }) => id)).toEqual(["evt_o-1_1"]);
  });

  it("the end of an order's sessions ends no other", async () => {
    const common = {
      site: SITE,
      grant_id: null,
      member: null,
      actor: null,
      audience: null,
      parent: null,
      locale: null,
      currency: null,
      support_url: null,
      points_per_unit: null,
      message: null,
      groups: null,
    };
    for (const [hash, order_id] of [
      ["h-1", "o-1"],
      ["h-2", "o-2"],
    ] as const)
      await ledger.createSession({ ...common, hash, order_id, expires_at: NOW + 1_000 });
    await ledger.endSessions(keyOf("o-1"), NOW);
    expect((await other.readSession("h-1"))?.expires_at).toBe(NOW);
    expect((await other.readSession("h-2"))?.expires_at).toBe(NOW + 1_000);
  });
});
