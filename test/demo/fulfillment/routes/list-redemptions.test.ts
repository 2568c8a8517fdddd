/** List redemptions: filters, order and pages. */
import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../../demo/fulfillment/app.ts";
import { MINUTE } from "../../../../demo/fulfillment/clock.ts";
import { EMAIL, SKU, setUp } from "../harness.ts";

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

  it("accepts times with an offset", async () => {
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
