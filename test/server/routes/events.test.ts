/** What a site's systems are told of its orders: the list of events, the order's times and metadata, the end of sessions. */
import { describe, expect, it } from "vitest";
import type { Event } from "../../../shared/wire.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, OTHER_KEY, SITE_KEY } from "../../support/world.ts";
import { siteOrdersIn } from "./site-orders.ts";

useWorld();

const { ask, book, reach } = siteOrdersIn(() => world);

const asSite = (path: string, method = "GET", body?: object, key = SITE_KEY) =>
  world.request(`/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const events = async (query = ""): Promise<Event[]> => JSON.parse((await asSite(`events${query}`)).text).data;
const told = async (): Promise<string[]> =>
  (await events()).map(({ type, data: { sequence, attempt, reason } }) =>
    [sequence, type.replace("order.", ""), attempt, reason].filter((each) => each !== undefined).join(" "),
  );

describe("the events of an order", () => {
  it.each<[string, string[]]>([
    ["open", []],
    ["booked", ["1 booked 1"]],
    ["redeemed", ["1 booked 1", "2 redeemed 1"]],
    ["activated", ["1 booked 1", "2 activated 1"]],
    ["notified", ["1 notified 1"]],
    ["processing", ["1 booked 1"]],
    ["refunded", ["1 booked 1", "2 redeemed 1", "3 refunded 1"]],
    ["canceled", ["1 canceled"]],
    ["failed", ["1 booked 1", "2 attention 1 outcome_unknown", "3 attention 1 failed"]],
    ["denied", ["1 booked 1", "2 activated 1", "3 attention 1 denied"]],
  ])("that is %s: %j", async (state, expected) => {
    await reach[state]?.();
    await world.pass(1_000);
    expect(await told()).toEqual(expected);
    for (const { type, timestamp, data } of await events()) {
      expect([data.order_id, Number.isNaN(Date.parse(timestamp))], type).toEqual(["o", false]);
      expect(JSON.stringify(data)).not.toMatch(/@|"codes"|"url"|"pin"|\/flow\//);
    }
  });

  it("tell that a hold lapsed, and what was booked after it", async () => {
    const browser = await book("o");
    await world.pass(31 * MINUTE);
    await browser.post("/v1/order/book", { sku: SKU });
    expect(await told()).toEqual(["1 booked 1", "2 reopened 1 lapsed", "3 booked 2"]);
  });

  it("tell the value and the reference once they are known", async () => {
    await reach.redeemed?.();
    const [booked, redeemed] = await events();
    expect(booked?.data).not.toHaveProperty("reference");
    const { reference, value } = (await ask("o", "GET")).data;
    expect(redeemed?.data).toMatchObject({ reference, value, sku: SKU, state: "redeemed" });
  });

  it("are the site's own, in pages after an event, of types, and undelivered", async () => {
    await reach.refunded?.();
    const [first, second, third] = await events();
    expect(await events(`?after=${first?.data.event_id}&per_page=1`)).toEqual([second]);
    expect(await events("?types=order.refunded,order.canceled")).toEqual([third]);
    expect(await events("?undelivered=true")).toHaveLength(3);
    expect(codeOf(await asSite("events?types=order.paid"))).toEqual([422, "invalid_request"]);
    const foreign = await asSite(`events?after=${first?.data.event_id}`, "GET", undefined, OTHER_KEY);
    expect(codeOf(foreign)).toEqual([404, "not_found"]);
    expect(codeOf(await asSite("events", "GET", undefined, "no key"))).toEqual([401, "site_key_invalid"]);
  });

  it("cannot be sent again where the site has no webhook", async () => {
    await reach.booked?.();
    const [first] = await events();
    expect(codeOf(await asSite(`events/${first?.data.event_id}/deliver`, "POST"))).toEqual([
      422,
      "invalid_request",
    ]);
  });
});

describe("an order, as its site sees it", () => {
  it("says when it was made, booked, confirmed, redeemed and refunded", async () => {
    const browser = await world.browser({ order_id: "o" });
    const times = [world.clock.now()];
    for (const step of ["book", "redeem"]) {
      await world.pass(MINUTE);
      times.push(world.clock.now());
      await browser.post(`/v1/order/${step}`, { sku: SKU, ...(step === "redeem" && { attempt: 1 }) });
    }
    await world.pass(MINUTE);
    times.push(world.clock.now());
    await ask("o/refund");
    const { data } = await ask("o", "GET");
    const told = ["created_at", "booked_at", "redeemed_at", "refunded_at"].map((name) =>
      Date.parse(String(data[name])),
    );
    for (const [n, time] of told.entries()) {
      expect(time).toBeGreaterThanOrEqual(times[n] ?? 0);
      expect(time).toBeLessThan((times[n] ?? 0) + MINUTE);
    }
    expect(Date.parse(String(data.confirmed_at))).toBeLessThanOrEqual(told[2] ?? 0);
  });

  it("has the metadata of its first session, as do its events; the browser does not", async () => {
    const metadata = { campaign: "spring", clerk: "é 7" };
    const browser = await world.browser({ order_id: "o", metadata });
    await browser.post("/v1/order/book", { sku: SKU });
    expect((await ask("o", "GET")).data.metadata).toEqual(metadata);
    expect((await events())[0]?.data.metadata).toEqual(metadata);
    expect((await browser.get("/v1/order")).text).not.toContain("spring");
    const again = { order_id: "o", metadata: { clerk: "é 7", campaign: "spring" } };
    expect((await world.mint(again)).status).toBe(201);
    for (const other of [{ campaign: "autumn", clerk: "é 7" }, undefined])
      expect(codeOf(await world.mint({ order_id: "o", metadata: other }))).toEqual([409, "order_conflict"]);
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect((await ask("o/user", "DELETE")).status).toBe(204);
    expect((await ask("o", "GET")).data.metadata).toEqual(metadata);
  });

  it.each([
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, "v"]))],
    [{ ["k".repeat(41)]: "v" }],
    [{ k: "v".repeat(401) }],
    [{ k: 1 }],
  ])("takes no metadata outside its limits", async (metadata) => {
    expect(codeOf(await world.mint({ order_id: "o", metadata }))).toEqual([422, "invalid_request"]);
  });
});

describe("the end of an order's sessions", () => {
  it("closes every page of the order and no other", async () => {
    const [page, other] = [
      await world.browser({ order_id: "o" }),
      await world.browser({ order_id: "other" }),
    ];
    expect((await asSite("sessions/end", "POST", { order_id: "o" })).status).toBe(204);
    await world.pass(6_000);
    expect(codeOf(await page.get("/v1/order"))).toEqual([401, "session_expired"]);
    expect((await other.get("/v1/order")).status).toBe(200);
    expect((await (await world.browser({ order_id: "o" })).get("/v1/order")).status).toBe(200);
  });

  it("of an order that the site does not have is not found", async () => {
    await world.browser({ order_id: "o" });
    const end = (order_id: string, key?: string) => asSite("sessions/end", "POST", { order_id }, key);
    expect(codeOf(await end("nobody"))).toEqual([404, "order_not_found"]);
    expect(codeOf(await end("o", OTHER_KEY))).toEqual([404, "order_not_found"]);
  });
});
