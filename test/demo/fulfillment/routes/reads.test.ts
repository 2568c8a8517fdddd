import { describe, expect, it } from "vitest";
import { CLIENT, FOREIGN_REDEMPTION, PROMOTIONS } from "../../../../demo/fulfillment/app.ts";
import { DAY, MINUTE } from "../../../../demo/fulfillment/clock.ts";
import type { CardConsult, Promotion, Reward } from "../../../../demo/fulfillment/resources.ts";
import { EMAIL, SKU, setUp } from "../harness.ts";

describe("a redemption of another client", () => {
  it.each([
    ["GET", ""],
    ["GET", "/card_consult"],
    ["POST", "/actions/activate"],
    ["POST", "/actions/redeem"],
    ["POST", "/actions/cancel"],
    ["POST", "/actions/refund"],
  ])("is forbidden: %s %s", async (method, tail) => {
    const { api, control } = setUp();
    const body = method === "POST" ? { data: { user: { email: EMAIL } } } : undefined;
    expect(await api(method, `/redemptions/${FOREIGN_REDEMPTION}${tail}`, body)).toMatchObject({
      status: 401,
      error_name: "forbidden",
    });
    expect(control.redemptions()).toEqual([]);
  });
});

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

  it("show what each is for", async () => {
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

  it("tells how each is stocked", async () => {
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

describe("a redemption", () => {
  it.each([
    ["GET", ""],
    ["GET", "/card_consult"],
    ["POST", "/actions/activate"],
    ["POST", "/actions/redeem"],
    ["POST", "/actions/cancel"],
    ["POST", "/actions/refund"],
  ])("that does not exist is 404 not_found: %s %s", async (method, tail) => {
    const { api } = setUp();
    const body = method === "POST" ? { data: { user: { email: EMAIL } } } : undefined;
    expect(await api(method, `/redemptions/AAAAA-BBBBB${tail}`, body)).toMatchObject({
      status: 404,
      error_name: "not_found",
    });
  });

  it("is read as it was answered, with every field", async () => {
    const { createAndRedeem, get } = setUp();
    const { data } = await createAndRedeem();
    expect((await get(data.id)).data).toEqual(data);
    expect(Object.keys(data).sort()).toEqual(
      [
        "id",
        "url",
        "state",
        "order_id",
        "testing",
        "activation_datetime",
        "redeemed_datetime",
        "refunded_datetime",
        "updated_datetime",
        "client",
        "promotion",
        "authentication_systems",
        "notification_channels",
        "activation_notification_channels",
        "reward",
        "value",
        "user",
        "reward_format",
        "reward_codes",
        "debited",
      ].sort(),
    );
  });
});

describe("testing", () => {
  it.each([
    [true, PROMOTIONS.main, true],
    [false, PROMOTIONS.main, false],
    [false, PROMOTIONS.testing, true],
  ])("where the service says %s, redemptions of %i say %s", async (testing, promotion, expected) => {
    const { book } = setUp({ testing });
    expect((await book({ promotion })).data.testing).toBe(expected);
  });
});

describe("consult card", () => {
  const consult = async (sku: string) => {
    const { createAndRedeem, api } = setUp();
    const { data } = await createAndRedeem({ sku });
    return api<CardConsult>("GET", `/redemptions/${data.id}/card_consult`);
  };

  it("gives the balance where the provider knows it", async () => {
    expect(await consult("PLUMVALE-20")).toMatchObject({
      status: 200,
      data: { card_balance: 20, card_currency: "USD" },
    });
  });

  it("gives nulls where the provider does not", async () => {
    expect((await consult("HEARTHLOW-30")).data).toEqual({ card_balance: null, card_currency: null });
  });

  it("is 422 unprocessable_entity elsewhere", async () => {
    expect(await consult("NOODLEQUAY-20")).toMatchObject({ status: 422, error_name: "unprocessable_entity" });
  });

  it("answers in all three ways in one promotion", async () => {
    const { api, createAndRedeem } = setUp();
    const promotion = PROMOTIONS.balances;
    const { data } = await api<Promotion>("GET", `/promotions/${promotion}`);
    const statuses = [];
    for (const { sku } of data.rewards) {
      const made = await createAndRedeem({ order_id: sku, sku, promotion });
      const { status, data: card } = await api<CardConsult>(
        "GET",
        `/redemptions/${made.data.id}/card_consult`,
      );
      statuses.push([status, card?.card_balance]);
    }
    expect(statuses.sort()).toEqual([
      [200, null],
      [200, 20],
      [422, undefined],
    ]);
  });

  it("is 422 unprocessable_entity before there is a card", async () => {
    const { book, api } = setUp();
    const { data } = await book({ sku: "PLUMVALE-20" });
    expect(await api("GET", `/redemptions/${data.id}/card_consult`)).toMatchObject({
      status: 422,
      error_name: "unprocessable_entity",
    });
  });
});

/** Five redemptions, ten minutes apart: b(ooked), p(ending), r(edeemed), f(refunded), o(ther user, other SKU; redeemed). */
async function five() {
  const harness = setUp();
  const { book, create, createAndRedeem, refund, clock } = harness;
  const start = clock.now();
  await book({ order_id: "b" });
  clock.advance(10 * MINUTE);
  await create({ order_id: "p" });
  clock.advance(10 * MINUTE - 1000);
  await createAndRedeem({ order_id: "r" });
  clock.advance(1000);
  await createAndRedeem({ order_id: "o", sku: SKU.link, email: "bob@user.example" });
  clock.advance(1000);
  const { data } = await createAndRedeem({ order_id: "f" });
  clock.advance(4000);
  await refund(data.id);
  const orders = async (query: string) => (await harness.list(query)).data.map(({ order_id }) => order_id);
  const at = (ms: number) => encodeURIComponent(new Date(start + ms).toISOString());
  return { ...harness, orders, at };
}

describe("list redemptions", () => {
  it("shows the promotion's own, newest first", async () => {
    const { orders, list } = await five();
    expect(await orders("")).toEqual(["f", "o", "r", "p", "b"]);
    expect((await list("", PROMOTIONS.french)).paging.total).toBe(0);
  });

  it.each([
    [`reward_sku=${SKU.link}`, ["o"]],
    ["email=bob%40user.example", ["o"]],
    ["email=BOB%40user.example", []],
    ["order_id=r", ["r"]],
    ["order_id=", ["f", "o", "r", "p", "b"]],
    ["order_id=x", []],
    ["state=booked", ["b"]],
    ["state=redeemed", ["o", "r"]],
    ["state=refunded", ["f"]],
    ["state=denied", []],
    [`state=redeemed&email=${encodeURIComponent(EMAIL)}`, ["r"]],
  ])("filters by %s", async (query, expected) => {
    const { orders } = await five();
    expect(await orders(`?${query}`)).toEqual(expected);
  });

  it("filters by moments, both ends included", async () => {
    const { orders, at } = await five();
    const twenty = 20 * MINUTE;
    expect(await orders(`?activation_datetime_end=${at(10 * MINUTE)}`)).toEqual(["p", "b"]);
    expect(
      await orders(`?activation_datetime_start=${at(10 * MINUTE)}&activation_datetime_end=${at(twenty)}`),
    ).toEqual(["o", "r", "p"]);
    expect(await orders(`?redeemed_datetime_start=${at(twenty)}`)).toEqual(["f", "o"]);
    expect(await orders(`?redeemed_datetime_end=${at(twenty)}`)).toEqual(["o", "r"]);
    expect(await orders(`?refund_datetime_start=${at(twenty + 5000)}`)).toEqual(["f"]);
    expect(await orders(`?refund_datetime_end=${at(twenty + 4999)}`)).toEqual([]);
  });

  it("takes moments with an offset", async () => {
    const { orders } = await five();
    const start = encodeURIComponent("2026-03-10T10:20:00.000+01:00");
    expect(await orders(`?redeemed_datetime_start=${start}`)).toEqual(["f", "o"]);
  });

  it.each([
    ["activation_datetime", ["b", "p", "r", "o", "f"]],
    ["-activation_datetime", ["f", "o", "r", "p", "b"]],
    ["updated_datetime", ["b", "p", "r", "o", "f"]],
    ["-updated_datetime", ["f", "o", "r", "p", "b"]],
    ["redeem_datetime", ["r", "o", "f", "p", "b"]],
    ["-redeem_datetime", ["f", "o", "r", "p", "b"]],
    ["refund_datetime", ["f", "o", "r", "p", "b"]],
    ["-refund_datetime", ["f", "o", "r", "p", "b"]],
  ])("sorts by %s, those without the moment last", async (sort, expected) => {
    const { orders } = await five();
    expect(await orders(`?sort=${sort}`)).toEqual(expected);
  });

  it("sorts by the last change, which a lapse is too", async () => {
    const { orders, clock } = await five();
    clock.advance(30 * MINUTE);
    expect(await orders("?sort=-updated_datetime")).toEqual(["b", "f", "o", "r", "p"]);
  });

  it("is paged", async () => {
    const { list } = await five();
    const { data, paging } = await list("?page=2&per_page=2");
    expect(data.map(({ order_id }) => order_id)).toEqual(["r", "p"]);
    expect(paging).toEqual({ page: 2, per_page: 2, total: 5 });
    expect((await list("?per_page=100")).paging.per_page).toBe(25);
    expect((await list("?page=9")).data).toEqual([]);
  });

  it.each([
    "state=on_hold",
    "sort=email",
    "sort=--updated_datetime",
    "redeemed_datetime_start=yesterday",
    "activation_datetime_end=12",
    "page=0",
  ])("refuses %s", async (query) => {
    const { list } = await five();
    expect(await list(`?${query}`)).toMatchObject({ status: 422, error_name: "invalid_request" });
  });
});
