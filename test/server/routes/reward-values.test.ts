/** The value of a fixed reward is known after a redemption: shown in catalogs, and compared with max_amount. */
import { describe, expect, it } from "vitest";
import type { Reward } from "../../../shared/wire.ts";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Browser, ORIGIN, SITE_KEY } from "../../support/world.ts";

useWorld();

const rewardIn = async (browser: Browser, sku = SKU): Promise<Reward | undefined> =>
  ((await browser.get("/v1/catalog")).data as unknown as Reward[]).find((each) => each.sku === sku);

describe("the value of a reward with a fixed value", () => {
  it("is shown in catalog, details and the site's promotions once a booking has told it", async () => {
    const browser = await world.browser();
    expect(await rewardIn(browser)).not.toHaveProperty("value");
    await browser.post("/v1/order/book", { sku: SKU });
    const value = { amount: 30, currency: "USD" };
    const other = await world.browser();
    expect((await rewardIn(other))?.value).toEqual(value);
    expect((await other.get(`/v1/rewards/${SKU}`)).data.value).toEqual(value);
    const promotions = await world.request("/v1/promotions", {
      headers: { Authorization: `Bearer ${SITE_KEY}` },
    });
    expect(promotions.text).toContain(`"value":${JSON.stringify(value)}`);
  });

  it("keeps it out of the catalogs of sessions with a smaller limit, and refuses it before it is booked", async () => {
    const early = await world.browser({ max_amount: "29" });
    expect(await rewardIn(early)).toBeDefined();
    await (await world.browser()).post("/v1/order/book", { sku: SKU });
    expect(await rewardIn(early)).toBeUndefined();
    expect(await rewardIn(await world.browser({ max_amount: "30" }))).toBeDefined();
    expect(await rewardIn(await world.browser())).toBeDefined();
    for (const [path, method] of [
      ["/v1/order/book", "post"],
      [`/v1/rewards/${SKU}`, "get"],
    ] as const) {
      const { status, problem } = await (method === "post"
        ? early.post(path, { sku: SKU })
        : early.get(path));
      expect([status, problem.code]).toEqual([422, "amount_out_of_range"]);
      expect(problem.detail).toContain("worth 30 USD, which is more than the 29 that this order allows");
    }
    expect(world.operations()).toEqual(["book"]);
  });

  it("is learned by a hold that was given up for it", async () => {
    const browser = await world.browser({ max_amount: "29" });
    for (let n = 0; n < 2; n++)
      expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("amount_out_of_range");
    expect(world.operations()).toEqual(["book"]);
  });

  it("keeps a reward above the limit from being mailed", async () => {
    await (await world.browser()).post("/v1/order/book", { sku: SKU });
    const browser = await world.browser({ delivery: "notify", max_amount: "29" });
    const { status, problem } = await browser.post("/v1/order/notify", { sku: SKU });
    expect([status, problem.code]).toEqual([422, "amount_out_of_range"]);
    expect(world.operations()).toEqual(["book"]);
  });

  it("in another currency than the session's keeps it out of the catalog, from bookings and from being mailed", async () => {
    await (await world.browser()).post("/v1/order/book", { sku: SKU });
    const limits = { max_amount: "100", currency: "JPY" };
    const [booking, mailing] = [
      await world.browser(limits),
      await world.browser({ ...limits, delivery: "notify" }),
    ];
    expect(await rewardIn(booking)).toBeUndefined();
    for (const answer of [
      await booking.post("/v1/order/book", { sku: SKU }),
      await mailing.post("/v1/order/notify", { sku: SKU }),
    ]) {
      expect(answer.problem.code).toBe("amount_out_of_range");
      expect(answer.problem.detail).toContain("worth 30 USD, which cannot be compared with the 100 JPY");
    }
    expect(await rewardIn(await world.browser({ ...limits, currency: "USD" }))).toBeDefined();
    expect(world.operations()).toEqual(["book"]);
  });

  it("is needed before a session with max_amount may have the reward mailed", async () => {
    const mail = { delivery: "notify", max_amount: "30" };
    const early = await world.browser(mail);
    const offered = async (browser: Browser): Promise<string[]> =>
      ((await browser.get("/v1/catalog")).data as unknown as Reward[]).map(({ sku }) => sku);
    // Nothing is known: only rewards of a free value are offered, by the opening as well.
    const first = await offered(early);
    expect(first).toContain("VELMORA-VAR");
    expect(first.every((sku) => sku.endsWith("-VAR"))).toBe(true);
    const opening = await world.request("/v1/opening", {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "text/plain" },
      body: JSON.stringify({ session_token: early.token }),
    });
    expect((opening.data.catalog as Reward[]).map(({ sku }) => sku)).toEqual(first);
    for (const answer of [
      await early.post("/v1/order/notify", { sku: SKU }),
      await early.get(`/v1/rewards/${SKU}`),
    ]) {
      expect([answer.status, answer.problem.code]).toEqual([422, "amount_out_of_range"]);
      expect(answer.problem.detail).toContain(`The value of ${SKU} is not known yet`);
      expect(answer.problem.detail).toContain("at most 30");
    }
    expect(world.operations()).toEqual([]);
    // Where nothing is capped, or a booking comes first, no value needs to be known.
    expect(await offered(await world.browser({ delivery: "notify" }))).toContain(SKU);
    const booking = await world.browser({ max_amount: "30" });
    expect(await offered(booking)).toContain(SKU);
    await booking.post("/v1/order/book", { sku: SKU });
    // At the limit it may be had, above it not.
    expect(await offered(early)).toContain(SKU);
    expect(await offered(await world.browser({ ...mail, max_amount: "29" }))).not.toContain(SKU);
    expect((await early.post("/v1/order/notify", { sku: SKU })).data.state).toBe("notified");
    expect(world.operations()).toEqual(["book", "create"]);
  });

  it("outlives a restart, and reaches another instance within a minute", async () => {
    const other = await world.instance();
    await (await world.browser()).post("/v1/order/book", { sku: SKU });
    const first = world.server;
    world.server = other;
    expect(await rewardIn(await world.browser({ max_amount: "29" }))).toBeDefined();
    await world.pass(61_000);
    const browser = await world.browser({ max_amount: "29" });
    await rewardIn(browser);
    expect(await rewardIn(browser)).toBeUndefined();
    world.server = first;
    await world.restart();
    expect(await rewardIn(browser)).toBeUndefined();
  });

  it("is no amount that a user chose", async () => {
    const browser = await world.browser({ max_amount: "100" });
    await browser.post("/v1/order/book", { sku: "VELMORA-VAR", amount: "50" });
    expect(await rewardIn(browser, "VELMORA-VAR")).not.toHaveProperty("value");
    expect(await world.ledger.rewardValues()).toEqual([]);
  });

  it("is not learned from an answer about another reward", async () => {
    const browser = await world.browser();
    world.tamper = (path, body) => (path.endsWith("/book") ? body.replaceAll(SKU, "ANOTHER-1") : body);
    await browser.post("/v1/order/book", { sku: SKU });
    expect((await world.ledger.rewardValues()).map(({ sku }) => sku)).not.toContain("ANOTHER-1");
  });
});
