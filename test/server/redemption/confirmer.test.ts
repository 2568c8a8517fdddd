/** Somebody else at the browser: who confirmed is noted, and staff are shown no code but their counter's own. */
import { describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Browser, codeOf, SITE_KEY } from "../../support/world.ts";

useWorld();

const STAFF = { audience: "staff" };
const order = (change: object = {}): Promise<Browser> => world.browser({ order_id: "o", ...change });
const read = async () =>
  (await world.request("/v1/orders/o", { headers: { Authorization: `Bearer ${SITE_KEY}` } })).data;

async function have(browser: Browser, route = "redeem") {
  const { data } = await browser.post("/v1/order/book", { sku: SKU });
  return browser.post(`/v1/order/${route}`, { sku: SKU, attempt: data.attempt });
}

describe("the actor of a session", () => {
  it("is noted with the confirmation, in the order and its events, and pins nothing", async () => {
    const browser = await order({ actor: "counter 3" });
    await order({ actor: "counter 4" });
    await have(browser);
    expect(await read()).toMatchObject({ confirmed_by: "counter 3" });
    const { data } = await world.request("/v1/events", { headers: { Authorization: `Bearer ${SITE_KEY}` } });
    const events = data as unknown as { type: string; data: object }[];
    expect(events.at(-1)).toMatchObject({ type: "order.redeemed", data: { confirmed_by: "counter 3" } });
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
  });

  it("is nobody where the user confirms", async () => {
    await have(await order());
    expect((await read()).confirmed_by).toBeUndefined();
  });
});

describe("a session of staff", () => {
  it("is answered the code that staff confirmed with `redeem`: a counter hands it out", async () => {
    const counter = await order(STAFF);
    const { data } = await have(counter);
    expect(data).toMatchObject({ state: "redeemed", audience: "staff", codes: expect.any(Object) });
    expect((await counter.post("/v1/order/codes")).status).toBe(200);
    expect(await read()).toMatchObject({ confirmed_by: "staff" });
  });

  it("is answered no code that the customer confirmed", async () => {
    await have(await order());
    const counter = await order(STAFF);
    expect((await counter.get("/v1/order")).data).toMatchObject({ state: "redeemed", withheld: true });
    expect((await counter.post("/v1/order/redeem", { sku: SKU, attempt: 1 })).data).not.toHaveProperty(
      "codes",
    );
    for (const route of ["codes", "balance"])
      expect(codeOf(await counter.post(`/v1/order/${route}`))).toEqual([404, "not_found"]);
  });

  it.each(["activate", "notify"])(
    "is answered nothing that %s makes, whatever becomes of it",
    async (delivery) => {
      const promotion = delivery === "notify" ? { promotion_id: "4008" } : {};
      const counter = await order({ ...STAFF, delivery, ...promotion });
      const answers = [
        delivery === "notify"
          ? await counter.post("/v1/order/notify", { sku: SKU })
          : await have(counter, "activate"),
      ];
      const id = world.control.redemptions()[0]?.id ?? "";
      world.control.openLink(id);
      for (const route of ["codes", "balance"]) answers.push(await counter.post(`/v1/order/${route}`));
      if (delivery === "activate")
        answers.push(await counter.post("/v1/order/activate", { sku: SKU, attempt: 1 }));
      answers.push(await counter.get("/v1/order"));
      const secrets = world.control.codes().flatMap(({ codes }) => codes.map(({ value }) => value));
      expect(secrets.length).toBeGreaterThan(0);
      for (const { text } of answers) {
        for (const secret of [...secrets, "/flow/"]) expect(text).not.toContain(secret);
      }
      expect((await counter.get("/v1/order")).data).toMatchObject({ state: "redeemed", withheld: true });
      expect((await (await order({ delivery, ...promotion })).post("/v1/order/codes")).status).toBe(200);
    },
  );
});
