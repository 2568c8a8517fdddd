/** An order as its site's backend reads it: the browser's view, without what only the user may have. */
import { describe, expect, it } from "vitest";
import { forSite } from "../../../server/site-orders/site-view.ts";
import { order, siteOrder } from "../../../shared/wire.ts";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { OTHER_KEY, SITE_KEY } from "../../support/world.ts";

useWorld();

const read = (order_id: string, key = SITE_KEY) =>
  world.request(`/v1/orders/${order_id}`, { headers: { Authorization: `Bearer ${key}` } });

describe("a site's order", () => {
  it("is what the browser sees, with its times and the site's notes, on the way to the reward", async () => {
    const notes = { metadata: { campaign: "spring" } };
    const browser = await world.browser({ order_id: "o.1_a-B", skus: [SKU], max_amount: "50", ...notes });
    const times: string[][] = [];
    const same = async (): Promise<unknown> => {
      const seen = await read("o.1_a-B");
      const { created_at, updated_at, booked_at, confirmed_at, redeemed_at, metadata, is_used, ...rest } =
        seen.data;
      expect([seen.status, rest]).toEqual([200, (await browser.get("/v1/order")).data]);
      expect([metadata, is_used]).toEqual([{ campaign: "spring" }, false]);
      expect(String(updated_at) >= String(created_at)).toBe(true);
      const known = Object.entries({ booked_at, confirmed_at, redeemed_at }).filter(([, time]) => time);
      times.push(known.map(([name]) => name));
      return rest.state;
    };
    expect(await same()).toBe("open");
    await browser.post("/v1/order/book", { sku: SKU });
    expect(await same()).toBe("booked");
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(await same()).toBe("redeemed");
    expect(times).toEqual([[], ["booked_at"], ["booked_at", "confirmed_at", "redeemed_at"]]);
  });

  it("names the reward of an attempt that ended, as the browser is told", async () => {
    const browser = await world.browser({ order_id: "o" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.forceState(world.control.redemptions()[0]?.id ?? "", "canceled");
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const { ended_attempt, ended_reward_name } = (await browser.get("/v1/order")).data;
    expect([ended_attempt, ended_reward_name]).toEqual([1, expect.any(String)]);
    expect((await read("o")).data).toMatchObject({ ended_attempt, ended_reward_name });
  });

  it("has every member of its description, and of the view none beside", async () => {
    await world.browser({ order_id: "o", metadata: { campaign: "spring" } });
    const row = await world.ledger.readOrder({ site: "shop", order_id: "o" });
    if (!row) throw new Error("the order is not there");
    const ofBrowserAlone = [
      ...["locale", "currency", "support_url", "points_per_unit", "message", "groups", "gift"],
      ...["audience", "withheld", "wallets", "codes", "url"],
    ];
    const everything = Object.fromEntries([...Object.keys(order.shape), "later"].map((name) => [name, name]));
    const shown = forSite(everything as never, row);
    expect(Object.keys(shown).sort()).toEqual(Object.keys(siteOrder.shape).sort());
    expect(Object.keys(order.shape).filter((name) => !Object.hasOwn(shown, name))).toEqual(ofBrowserAlone);
    for (const name of Object.keys(shown).filter((each) => Object.hasOwn(order.shape, each)))
      expect(shown).toHaveProperty(name, name);
  });
});

describe("order_not_found", () => {
  it.each([
    ["an unknown order", "nobody"],
    ["an id of 65 characters", "x".repeat(65)],
    ["an id with a line break after it", "mine%0A"],
    ["bytes that are no UTF-8", "%ff"],
  ])("answers %s", async (_, id) => {
    await world.mint({ order_id: "mine" });
    const before = world.control.calls.length;
    const answer = await read(id);
    expect([answer.status, answer.problem.code]).toEqual([404, "order_not_found"]);
    expect(world.control.calls).toHaveLength(before);
  });

  it("answers another site's order exactly like an unknown one", async () => {
    await world.mint({ order_id: "mine" });
    const [others, unknown] = [await read("mine", OTHER_KEY), await read("nobody", OTHER_KEY)];
    const { request_id: _, ...problem } = others.problem;
    expect([others.status, problem]).toEqual([404, { ...unknown.problem, request_id: undefined }]);
    await world.mint({ order_id: "mine", promotion_id: "4003" }, OTHER_KEY);
    expect((await read("mine")).data.promotion).toMatchObject({ id: "4001" });
    expect((await read("mine", OTHER_KEY)).data.promotion).toMatchObject({ id: "4003" });
  });
});

describe("the user of a site's order", () => {
  const erase = async (order_id: string, key = SITE_KEY) => {
    const response = await world.server.app.request(`/v1/orders/${order_id}/user`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${key}` },
    });
    const text = await response.text();
    return [response.status, text === "" ? "" : (JSON.parse(text) as { code: string }).code];
  };
  const row = async (): Promise<string> =>
    JSON.stringify(await world.ledger.readOrder({ site: "shop", order_id: "o" }));
  const customization = { pdf: { message: "Well done, Mia", sender_name: "The Winter Shop" } };

  it("is forgotten when the site says so, texts included; the order and its codes stay", async () => {
    const browser = await world.browser({ order_id: "o", customization });
    expect(await erase("o")).toEqual([409, "order_processing"]);
    await browser.post("/v1/order/book", { sku: SKU });
    expect(await erase("o")).toEqual([409, "order_processing"]);
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(await row()).toContain("user@example.com");
    expect(await erase("o")).toEqual([204, ""]);
    for (const word of ["user@", "example.com", "Mia", "Winter"]) expect(await row()).not.toContain(word);
    expect(await erase("o")).toEqual([204, ""]);
    expect((await read("o")).data).toMatchObject({ state: "redeemed", sku: SKU });
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
    expect(world.operations()).toEqual(["book", "redeem"]);
  });

  it("of a canceled order is forgotten as well, also where it was never used", async () => {
    await world.browser({ order_id: "o", customization });
    await world.end("o", "cancel");
    expect(await erase("o")).toEqual([204, ""]);
    expect(await row()).not.toContain("user@");
  });

  it("is forgotten by POST as well, for sites behind a firewall without DELETE", async () => {
    await world.browser({ order_id: "o", customization });
    await world.end("o", "cancel");
    const asSite = { method: "POST", headers: { Authorization: `Bearer ${SITE_KEY}` } };
    for (let times = 0; times < 2; times++)
      expect((await world.request("/v1/orders/o/user/forget", asSite)).status).toBe(204);
    expect(await row()).not.toContain("user@");
  });

  it("is nobody else's to forget", async () => {
    await world.browser({ order_id: "o" });
    await world.end("o", "cancel");
    expect(await erase("o", OTHER_KEY)).toEqual([404, "order_not_found"]);
    expect(await erase("none")).toEqual([404, "order_not_found"]);
    expect(await row()).toContain("user@");
  });
});
