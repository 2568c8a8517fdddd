/** A site's redemptions: ownership, filters, order, pages, and the members that are never shown. */
import { beforeEach, describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { ORIGIN, OTHER_KEY, OTHER_ORIGIN, SITE_KEY } from "../../support/world.ts";

const SECOND_SKU = "OATVANE-CODE-C128-10";

interface Entry {
  readonly id: string;
  readonly order_id: string;
  readonly attempt: number;
  readonly state: string;
  readonly redeemed_datetime: string | null;
  readonly refunded_datetime: string | null;
  readonly activation_datetime: string;
  readonly given_up?: true;
  readonly value?: object;
}
interface Listed {
  readonly data: Entry[];
  readonly paging: { page: number; per_page: number; total: number };
}

useWorld({
  SITES: JSON.stringify([
    { id: "shop", key: SITE_KEY, origins: [ORIGIN] },
    { id: "portal", key: OTHER_KEY, origins: [OTHER_ORIGIN], promotions: ["4001", "4003"] },
  ]),
});

const ask = (query = "", key = SITE_KEY) =>
  world.request(`/v1/redemptions${query}`, { headers: { Authorization: `Bearer ${key}` } });
const list = async (query = "", key = SITE_KEY): Promise<Listed> => {
  const answer = await ask(query, key);
  expect([answer.status, answer.problem.code]).toEqual([200, undefined]);
  return JSON.parse(answer.text);
};
const ordersOf = ({ data }: Listed): string[] => data.map(({ order_id }) => order_id);
const asked = (): string[] =>
  world.control.calls.map(({ operation }) => operation).filter((each) => !/token|account/.test(each));

/** An order on its way: booked, and redeemed where wanted; a second of time between two of them. */
async function make(order_id: string, more: { sku?: string; redeem?: boolean; email?: string } = {}) {
  const { sku = SKU, redeem = false, email = "user@example.com" } = more;
  const browser = await world.browser({ order_id, user: { email } });
  await browser.post("/v1/order/book", { sku });
  const answer = redeem ? await browser.post("/v1/order/redeem", { attempt: 1, sku }) : undefined;
  await world.pass(1_000);
  return { browser, answer };
}

const HEADER =
  "id,order_id,attempt,state,testing,activation_datetime,redeemed_datetime,refunded_datetime,updated_datetime,promotion.id,reward.sku,value.amount,value.currency,given_up,grant_id,confirmed_by";

const quoted = (...fields: (string | undefined)[]): string => fields.map((each) => `"${each}"`).join();

it("of an address with a bare + in the query are refused, with the words to write %2B", async () => {
  const email = "user+gifts@example.com";
  await make("plus", { email });
  const { problem, status } = await ask(`?email=${email}`);
  expect([status, problem.errors]).toEqual([
    422,
    [{ path: "email", message: "expected an e-mail address, its + written as %2B" }],
  ]);
  expect(ordersOf(await list(`?email=${encodeURIComponent(email)}`))).toEqual(["plus"]);
  const at = "2026-01-01T00:00:00+01:00";
  expect((await ask(`?redeemed_datetime_start=${at}`)).problem.errors?.[0]?.message).toContain("%2B");
  expect((await ask(`?redeemed_datetime_start=${encodeURIComponent(at)}`)).status).toBe(200);
});

it("are a file for spreadsheets where the site asks for one, in which no text is a formula", async () => {
  await make("-1042", { redeem: true });
  await make("1043");
  const answer = await ask("?format=csv&per_page=1");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  const lines = answer.text.split("\r\n");
  expect([lines.length, lines[0], lines[3]]).toEqual([4, quoted(...HEADER.split(",")), ""]);
  const { data } = await list();
  expect(lines[1]).toContain(`${quoted(data[0]?.id, "'-1042", "1", "redeemed", "true")},`);
  expect(lines[2]).toContain(`${quoted(data[1]?.id, "1043", "1", data[1]?.state)},`);
  expect((await ask("?format=csv", "no key")).status).toBe(401);
});

it("name who confirmed in place of the user, in the list and in the file", async () => {
  const browser = await world.browser({ order_id: "counter", actor: "counter 3" });
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  await make("user", { redeem: true });
  const { data } = (await list()) as unknown as { data: { confirmed_by?: string }[] };
  expect(data.map(({ confirmed_by }) => confirmed_by)).toEqual(["counter 3", undefined]);
  const [, first, second] = (await ask("?format=csv")).text.split("\r\n");
  expect([first?.endsWith(',"counter 3"'), second?.endsWith(',""')]).toEqual([true, true]);
});

/** The portal's order in the shop's promotion. */
async function makeForPortal(order_id: string): Promise<void> {
  const { data } = await world.mint({ order_id, promotion_id: "4001" }, OTHER_KEY);
  const headers = { Authorization: `Bearer ${data.session_token}`, Origin: OTHER_ORIGIN };
  const booked = await world.request("/v1/order/book", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ sku: SKU }),
  });
  expect(booked.status).toBe(201);
}

it("show a hold that was given up as that, without a value, and so does the cancellation of its order", async () => {
  const browser = await world.browser({ order_id: "above", max_amount: "25" });
  expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("amount_out_of_range");
  await make("booked");
  const rowsOf = async () =>
    (await list()).data.map((row) => [row.order_id, row.state, row.given_up, row.value !== undefined]);
  expect(await rowsOf()).toEqual([
    ["above", "booked", true, false],
    ["booked", "booked", undefined, true],
  ]);
  for (const order of ["above", "booked"]) await world.end(order, "cancel");
  expect((await rowsOf())[1]).toEqual(["booked", "booked", true, false]);
  const events = (await world.ledger.events("shop", { types: ["order.canceled"] }, 9)) ?? [];
  expect(events.map(({ body }) => JSON.parse(body).data.value)).toEqual([undefined, undefined]);
  expect((await browser.get("/v1/order")).data.value).toBeUndefined();
});

describe("whose redemptions", () => {
  it("a site sees its own only, counts its own only, and knows them by its own order ids", async () => {
    await make("a", { redeem: true });
    await makeForPortal("a");
    await makeForPortal("p");
    await make("b");
    const shop = await list();
    expect(shop.data.map(({ order_id, attempt, state }) => [order_id, attempt, state])).toEqual([
      ["a", 1, "redeemed"],
      ["b", 1, "booked"],
    ]);
    expect(shop.paging).toEqual({ page: 1, per_page: 20, total: 2 });
    const portal = await list("?sort=-updated_datetime", OTHER_KEY);
    expect([ordersOf(portal).sort(), portal.paging.total]).toEqual([["a", "p"], 2]);
    const ids = new Set([...shop.data, ...portal.data].map(({ id }) => id));
    expect(ids.size).toBe(4);
  });

  it("each attempt of an order is one, and an order without any has none", async () => {
    const { browser } = await make("twice");
    await browser.post("/v1/order/book", { sku: SECOND_SKU });
    await world.mint({ order_id: "none" });
    const { data } = await list();
    expect(data.map(({ order_id, attempt }) => [order_id, attempt])).toEqual([
      ["twice", 1],
      ["twice", 2],
    ]);
  });
});

describe("what is said of each", () => {
  it("is the service's newest word, also where its lists lag and we heard nothing", async () => {
    await make("a", { redeem: true });
    world.control.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: 1e9, times: "always" });
    const [{ id } = { id: "" }] = (await list()).data;
    world.control.forceState(id, "refunded");
    expect((await list()).data[0]?.state).toBe("refunded");
    expect((await list("?state=redeemed")).paging.total).toBe(0);
    expect((await list("?state=refunded")).paging.total).toBe(1);
  });
});

describe("filters and order", () => {
  beforeEach(async () => {
    await make("a", { redeem: true });
    await make("b", { sku: SECOND_SKU, email: "other@example.com" });
    await make("c", { redeem: true, sku: SECOND_SKU });
    await makeForPortal("z");
  });

  it.each([
    ["state=redeemed", "a c"],
    ["state=booked", "b"],
    ["state=canceled", ""],
    [`reward_sku=${SECOND_SKU}`, "b c"],
    ["order_id=b", "b"],
    ["order_id=shop.b.1", ""],
    ["order_id=z", ""],
    ["email=other%40example.com", "b"],
    ["email=Other%40example.com", ""],
    ["promotion_id=4001", "a b c"],
    ["promotion_id=4002", ""],
    ["promotion_id=99999", ""],
    [`state=redeemed&reward_sku=${SECOND_SKU}`, "c"],
    ["redeemed_datetime_start=2000-01-01T00:00:00Z", "a c"],
    ["redeemed_datetime_end=2000-01-01T00:00:00Z", ""],
    ["refund_datetime_start=2000-01-01T00:00:00", ""],
    [
      "activation_datetime_start=2000-01-01T00:00:00%2B02:00&activation_datetime_end=2999-01-01T00:00:00Z",
      "a b c",
    ],
    ["sort=activation_datetime", "a b c"],
    ["sort=-activation_datetime", "c b a"],
    ["sort=redeem_datetime", "a c b"],
    ["sort=-redeem_datetime", "c a b"],
    ["sort=updated_datetime", "a b c"],
    ["sort=-updated_datetime", "c b a"],
    ["sort=refund_datetime", "a b c"],
  ])("%s: %s", async (query, expected) => {
    const listed = await list(`?${query}`);
    expect([ordersOf(listed).join(" "), listed.paging.total]).toEqual([
      expected,
      expected.split(" ").filter(Boolean).length,
    ]);
  });

  it.each([
    ["activation_datetime", "b", "b c", "a b"],
    ["redeemed_datetime", "a", "a c", "a"],
    ["redeemed_datetime", "c", "c", "a c"],
  ] as const)("%s: both ends, and what is on either side of them", async (name, order, from, until) => {
    const [entry] = (await list(`?order_id=${order}`)).data;
    const at = encodeURIComponent(entry?.[name] ?? "");
    const found = async (query: string) => ordersOf(await list(`?${query}`)).join(" ");
    expect(await found(`${name}_start=${at}`)).toBe(from);
    expect(await found(`${name}_end=${at}`)).toBe(until);
    expect(await found(`${name}_start=${at}&${name}_end=${at}`)).toBe(order);
  });

  it("refunds are found and sorted by their own moment", async () => {
    for (const order of ["c", "a"]) {
      await world.end(order, "refund");
      await world.pass(1_000);
    }
    const [a] = (await list("?order_id=a")).data;
    const at = encodeURIComponent(a?.refunded_datetime ?? "");
    const found: [string, string][] = [
      ["state=refunded", "a c"],
      [`refund_datetime_start=${at}`, "a"],
      [`refund_datetime_start=${at}&refund_datetime_end=${at}`, "a"],
      [`refund_datetime_end=${at}`, "a c"],
      ["refund_datetime_end=2000-01-01T00:00:00Z", ""],
      ["sort=refund_datetime", "c a b"],
      ["sort=-refund_datetime", "a c b"],
      ["sort=updated_datetime", "b c a"],
    ];
    for (const [query, orders] of found)
      expect([query, ordersOf(await list(`?${query}`)).join(" ")]).toEqual([query, orders]);
  });

  it("pages cut what fits, and only a shown page is read", async () => {
    const before = asked().length;
    const second = await list("?page=2&per_page=2");
    expect([ordersOf(second), second.paging]).toEqual([["c"], { page: 2, per_page: 2, total: 3 }]);
    expect(asked().slice(before)).toEqual(["get_redemption"]);
    const sorted = await list("?page=2&per_page=1&sort=-activation_datetime&state=redeemed");
    expect([ordersOf(sorted), sorted.paging.total]).toEqual([["a"], 2]);
    expect((await list("?page=1000000&per_page=100")).data).toEqual([]);
  });

  it("nothing changes upstream or here", async () => {
    const [changes, order] = [world.changes(), await world.ledger.readOrder({ site: "shop", order_id: "b" })];
    for (const query of ["", "?sort=updated_datetime", "?state=booked"]) await list(query);
    expect(world.changes()).toEqual(changes);
    expect(await world.ledger.readOrder({ site: "shop", order_id: "b" })).toEqual(order);
  });

  it("an e-mail that is searched for is neither logged nor sent upstream", async () => {
    const before = asked().length;
    await list("?email=other%40example.com&sort=updated_datetime");
    expect(world.logs.join("\n")).not.toContain("other@");
    expect(asked().slice(before)).toEqual(["get_redemption"]);
  });
});

describe("a bad query is refused with its path, before the service is asked", () => {
  it.each([
    ["page=0", "page"],
    ["per_page=101", "per_page"],
    ["state=done", "state"],
    ["sort=order_id", "sort"],
    ["order_id=a&order_id=b", "order_id"],
    ["redeemed_datetime_end=2026-02-30T00:00:00Z", "redeemed_datetime_end"],
    ["reward_skus=A", "reward_skus"],
  ])("%s", async (query, path) => {
    const { status, problem } = await ask(`?${query}`);
    expect([status, problem.code]).toEqual([422, "invalid_request"]);
    expect(problem.errors?.map((each) => each.path)).toEqual([path]);
    if (path.includes("datetime"))
      expect(problem.errors?.[0]?.message).toMatch(/^expected an ISO 8601 date-time/);
    expect(asked()).toEqual([]);
  });

  it("a promotion of another site is not allowed", async () => {
    const { status, problem } = await ask("?promotion_id=4002", OTHER_KEY);
    expect([status, problem.code]).toEqual([403, "promotion_not_allowed"]);
    expect(asked()).toEqual([]);
  });
});

describe("the route", () => {
  it("says so when the service fails; a redemption that it does not know is a row all the same", async () => {
    await make("a");
    world.control.fault({ operation: "get_redemption", kind: "server_error" });
    expect((await ask()).problem.code).toBe("upstream_unavailable");
    world.control.fault({ operation: "get_redemption", kind: "not_found" });
    expect((await list()).data).toMatchObject([{ order_id: "a", attempt: 1, state: "not_found" }]);
  });
});
