/** Reading promotions and their rewards. */
import { describe, expect, it } from "vitest";
import { CLIENT, PROMOTIONS } from "../../../../demo/fulfillment/app.ts";
import { DAY } from "../../../../demo/fulfillment/clock.ts";
import type { Promotion, Reward } from "../../../../demo/fulfillment/resources.ts";
import { EMAIL, SKU, setUp } from "../harness.ts";

describe("promotions", () => {
  it("are listed for the client, without those of another", async () => {
    const { api } = setUp();
    const { data, paging } = await api<Promotion[]>("GET", `/clients/${CLIENT.id}/promotions`);
    const ids = data.map(({ id }) => id);
    expect(ids).toEqual(Object.values(PROMOTIONS).filter((id) => id !== PROMOTIONS.foreign));
    expect(paging).toEqual({ page: 1, per_page: 25, total: ids.length });
  });

  it("are paged", async () => {
    const { api } = setUp();
    const { data, paging } = await api<Promotion[]>(
      "GET",
      `/clients/${CLIENT.id}/promotions?page=2&per_page=4`,
    );
    expect(data.map(({ id }) => id)).toEqual([4005, 4006, 4007, 4008]);
    expect(paging).toEqual({ page: 2, per_page: 4, total: Object.keys(PROMOTIONS).length - 1 });
  });

  it("of another client are forbidden", async () => {
    const { api } = setUp();
    for (const path of ["/clients/702/promotions", "/promotions/4900", "/promotions/4900/redemptions"]) {
      expect(await api("GET", path)).toMatchObject({
        status: 401,
        error_name: "forbidden",
        error_message: expect.any(String),
      });
    }
    const body = { data: { order_id: "a", user: { email: EMAIL } } };
    for (const tail of ["book", "redeem"]) {
      const path = `/promotions/4900/rewards/KESTROW-EXCLUSIVE-500/redemptions/${tail}`;
      expect(await api("POST", path, body)).toMatchObject({ status: 401, error_name: "forbidden" });
    }
  });

  it("that do not exist are 404 not_found", async () => {
    const { api } = setUp();
    for (const path of ["/promotions/1", "/promotions/x", "/promotions/1/redemptions"]) {
      expect(await api("GET", path)).toMatchObject({
        status: 404,
        error_name: "not_found",
        error_message: expect.any(String),
      });
    }
  });

  it("carry every field and their rewards", async () => {
    const { api } = setUp();
    const { data } = await api<Promotion>("GET", "/promotions/4001");
    expect(data).toMatchObject({
      id: 4001,
      locale: "en_US",
      end_datetime: null,
      client: CLIENT,
      status: "enabled",
      state: "ready",
      allow_pdf: true,
      authentication_systems: [],
      secured_order_ids: false,
    });
    expect(data.rewards.length).toBeGreaterThanOrEqual(60);
    expect(data.rewards.find(({ sku }) => sku === SKU.free)).toEqual({
      sku: SKU.free,
      name: "Velmora Gift Card, $5 to $150",
      variable_value: true,
      state: "ready",
      status: "enabled",
    });
  });

  it("name the use of each", async () => {
    const { api, control } = setUp();
    const get = async (id: number) => (await api<Promotion>("GET", `/promotions/${id}`)).data;
    const now = control.now();
    expect((await get(PROMOTIONS.french)).locale).toBe("fr_FR");
    expect((await get(PROMOTIONS.single)).rewards).toHaveLength(1);
    expect(Date.parse((await get(PROMOTIONS.ended)).end_datetime ?? "")).toBe(now - 10 * DAY);
    expect(Date.parse((await get(PROMOTIONS.notStarted)).start_datetime)).toBe(now + 20 * DAY);
    expect((await get(PROMOTIONS.paused)).status).toBe("paused");
    expect((await get(PROMOTIONS.notReady)).state).not.toBe("ready");
    expect((await get(PROMOTIONS.notifyingFrench)).locale).toBe("fr_FR");
    expect((await get(PROMOTIONS.activating)).rewards.length).toBeGreaterThan(4);
    const { rewards } = await get(PROMOTIONS.everyStatus);
    expect(new Set(rewards.map(({ status, state }) => `${status} ${state}`)).size).toBe(12);
  });
});

describe("list rewards (R10)", () => {
  it("is spread over pages of 25 at most", async () => {
    const { api } = setUp();
    const skus: string[] = [];
    for (let page = 1; ; page += 1) {
      const { data, paging } = await api<Reward[]>("GET", `/rewards?page=${page}&per_page=100000`);
      expect(paging).toMatchObject({ page, per_page: 25 });
      expect(data.length).toBeLessThanOrEqual(25);
      skus.push(...data.map(({ sku }) => sku));
      if (data.length === 0) {
        expect(skus).toHaveLength(paging.total);
        break;
      }
    }
    expect(new Set(skus).size).toBe(skus.length);
    expect(skus).not.toContain("KESTROW-EXCLUSIVE-500");
    expect(skus.length).toBeGreaterThanOrEqual(60);
  });

  it.each(["page=0", "page=-1", "page=x", "page=1.5", "per_page=0"])("refuses %s", async (query) => {
    const { api } = setUp();
    expect(await api("GET", `/rewards?${query}`)).toMatchObject({
      status: 422,
      error_name: "invalid_request",
    });
  });

  it("filters by a list of SKUs and passes over unknown ones", async () => {
    const { api } = setUp();
    const { data, paging } = await api<Reward[]>("GET", `/rewards?sku=${SKU.link},${SKU.fixed},NOBODY-1`);
    expect(data.map(({ sku }) => sku).sort()).toEqual([SKU.fixed, SKU.link]);
    expect(paging.total).toBe(2);
  });

  it("shows cost only when client_id is given, with the discount deducted", async () => {
    const { api } = setUp();
    const plain = await api<Reward[]>("GET", `/rewards?sku=VELMORA-25`);
    const priced = await api<Reward[]>("GET", `/rewards?sku=VELMORA-25&client_id=${CLIENT.id}`);
    expect(plain.data[0]).not.toHaveProperty("cost");
    expect(priced.data[0]?.cost).toBe(23.25);
    expect(await api("GET", "/rewards?client_id=702")).toMatchObject({
      status: 401,
      error_name: "forbidden",
    });
  });

  it("shows no instructions, which only Get a reward does", async () => {
    const { api } = setUp();
    const { data } = await api<Reward[]>("GET", "/rewards");
    for (const reward of data) {
      expect(reward).not.toHaveProperty("how_to_use_instructions");
      expect(reward).not.toHaveProperty("important_instructions");
      expect(reward.description).not.toBe("");
      expect(reward.terms_and_conditions).toContain("\n");
    }
    const { data: one } = await api<Reward>("GET", `/rewards/${SKU.fixed}`);
    expect(one.how_to_use_instructions).toContain("\n");
    expect(one.important_instructions).toContain("\n");
  });

  it("shows the kind of stock of each", async () => {
    const { api } = setUp();
    const get = async (sku: string) => (await api<Reward>("GET", `/rewards/${sku}`)).data;
    expect(await get(SKU.fixed)).toMatchObject({ in_stock: true, stock_quantity: null, free_value: false });
    expect(await get(SKU.stocked)).toMatchObject({
      in_stock: true,
      stock_quantity: 3,
      expiration_date: "2027-12-31",
    });
    expect(await get(SKU.soldOut)).toMatchObject({ in_stock: false, stock_quantity: 0 });
    expect(await get(SKU.usedUp)).toMatchObject({ in_stock: false, stock_quantity: null });
    expect(await get(SKU.free)).toMatchObject({
      free_value: true,
      dimensions: { available_denominations_range: "5..150" },
    });
    expect(await get(SKU.fixed)).not.toHaveProperty("dimensions");
  });

  it("decreases the stock with every redemption", async () => {
    const { api, createAndRedeem } = setUp();
    await createAndRedeem({ sku: SKU.stocked });
    expect((await api<Reward>("GET", `/rewards/${SKU.stocked}`)).data.stock_quantity).toBe(2);
  });
});

describe("get a reward", () => {
  it("is 404 not_found when there is none, and forbidden when it is another client's", async () => {
    const { api } = setUp();
    expect(await api("GET", "/rewards/NOBODY-1")).toMatchObject({ status: 404, error_name: "not_found" });
    expect(await api("GET", "/rewards/KESTROW-EXCLUSIVE-500")).toMatchObject({
      status: 401,
      error_name: "forbidden",
    });
  });
});
