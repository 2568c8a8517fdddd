/** The care desk's backend: the orders of all shops, its numbers, its notes, and the CSV. */
import { describe, expect, it } from "vitest";
import { createDesk, DESK_PATH } from "../../../demo/desk/desk.ts";
import { asOrdered, numberOf } from "../../../demo/desk/orders.ts";

const ORIGIN = "http://127.0.0.1:4000";
const SERVER = "http://10.0.0.5:4000";
const NOON = Date.UTC(2026, 5, 15, 12);
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();
const SHOPS = [
  { id: "one", name: "Shop One", siteKey: "key of one" },
  { id: "two", name: "Shop Two", siteKey: "key of two" },
];

interface Stored {
  state: string;
  value?: { amount: number; currency: string };
  redeemed_at?: string;
  updated_at: string;
  customer?: string;
  confirmed_by?: string;
}

/** A token server with these orders by shop, and an event for each that is not open. */
function setUp(stored: Record<string, Record<string, Stored>>) {
  const asked: string[] = [];
  /** By the end of its path: the code with which the next such call is refused; an order's wish is carried out all the same. */
  const refused = new Map<string, string>();
  let now = NOON;
  const viewOf = (order_id: string, { customer, ...order }: Stored) => ({
    order_id,
    delivery: "redeem",
    environment: "simulated",
    promotion: { id: "1" },
    reward_name: `Card of ${order_id}`,
    is_used: false,
    created_at: at(-60),
    ...order,
    ...(customer && { metadata: { customer } }),
  });
  const refuse = (status: number, code: string) => Response.json({ code }, { status });
  const desk = createDesk({
    shops: SHOPS,
    tokenServer: SERVER,
    origins: [ORIGIN],
    now: () => now,
    async fetch(input, init) {
      const url = new URL(String(input));
      const shop = SHOPS.find(
        ({ siteKey }) => new Headers(init?.headers).get("authorization") === `Bearer ${siteKey}`,
      );
      const orders = stored[shop?.id ?? ""] ?? {};
      const [, , what, id = "", action] = url.pathname.split("/");
      asked.push([shop?.id, what, id, action].filter(Boolean).join(" "));
      if (what === "events") {
        const ids = Object.keys(orders).filter((each) => orders[each]?.state !== "open");
        const after = url.searchParams.get("after");
        const data = ids.slice(after ? ids.indexOf(after.slice(4)) + 1 : 0).map((order_id) => ({
          type: "order.booked",
          timestamp: at(0),
          data: { event_id: `evt_${order_id}`, sequence: 1, order_id, delivery: "redeem", state: "booked" },
        }));
        return Response.json({ data });
      }
      const order = orders[id];
      if (!order) return refuse(404, "order_not_found");
      if (action === "cancel" && order.state === "redeemed") return refuse(409, "not_cancelable");
      const refunded = order.state === "redeemed";
      if (action === "cancel") Object.assign(order, { state: "canceled", updated_at: at(1) });
      if (action === "refund" && refunded) Object.assign(order, { state: "refunded", updated_at: at(1) });
      const code = refused.get(action ?? id);
      refused.delete(action ?? id);
      if (code) return refuse(503, code);
      return Response.json({ data: { ...viewOf(id, order), ...(action === "refund" && { refunded }) } });
    },
  });
  const post = (name: string, body: object, headers: Record<string, string> = {}) =>
    desk.app.request(`${ORIGIN}${DESK_PATH}api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      body: JSON.stringify(body),
    });
  const list = async (search: object = {}) =>
    (await (await post("orders", search)).json()) as {
      numbers: object;
      orders: { order_id: string; state: string; notes: object[] }[];
    };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { desk, asked, refused, post, list, pass };
}

const EUR = (amount: number) => ({ amount, currency: "EUR" });
const STORED = () => ({
  one: {
    a: {
      state: "redeemed",
      value: EUR(20),
      redeemed_at: at(-5),
      updated_at: at(-5),
      customer: "Ida Holm",
      confirmed_by: "Jana Albers",
    },
    b: { state: "booked", value: EUR(5), updated_at: at(-4), customer: '=HYPERLINK("x")' },
    c: { state: "open", updated_at: at(-1) },
  },
  two: {
    d: { state: "refunded", value: { amount: 7, currency: "GBP" }, redeemed_at: at(-9), updated_at: at(-2) },
    e: { state: "redeemed", value: EUR(30), redeemed_at: at(-24 * 60), updated_at: at(-24 * 60) },
  },
});

const CLERK = { by: "Anna Brandt", reason: "Ordered twice" };

describe("the list", () => {
  it("has the orders of all shops, the newest change first; last one that was only opened, once its shop names it", async () => {
    const { desk, list } = setUp(STORED());
    const ids = async (search?: object) => (await list(search)).orders.map(({ order_id }) => order_id);
    expect(await ids()).toEqual(["d", "b", "a", "e"]);
    desk.orders.opened("one", "c", "Cleo@shop.example");
    expect(await ids()).toEqual(["d", "b", "a", "e", "c"]);
    expect(await ids({ term: "cleo@shop" })).toEqual(["c"]);
    expect(await ids({ shop: "two" })).toEqual(["d", "e"]);
    expect(await ids({ state: "redeemed" })).toEqual(["a", "e"]);
    expect(await ids({ term: "ida CARD" })).toEqual(["a"]);
    expect(await ids({ term: "jana" })).toEqual(["a"]);
    expect(await ids({ term: "nobody" })).toEqual([]);
  });

  it("counts what was issued today with its value by currency, what is open, and what is refunded", async () => {
    const { list } = setUp(STORED());
    expect((await list()).numbers).toEqual({ issued: 2, worth: { EUR: 20, GBP: 7 }, open: 1, refunded: 1 });
  });

  it.each([
    [0, 0],
    [6, 1],
    [10, 2],
  ])(
    "counts as of today what was issued in the %i minutes since the clerk's midnight",
    async (minutes, issued) => {
      const { list } = setUp(STORED());
      expect((await list({ utc: -12 * 60 - minutes })).numbers).toMatchObject({ issued });
    },
  );

  it("reads an order once more that could not be read", async () => {
    const { refused, list } = setUp(STORED());
    refused.set("a", "upstream_unavailable");
    expect((await list()).orders).toHaveLength(3);
    expect((await list()).orders).toHaveLength(4);
  });

  it("reads an order again only after an event, or after a while where it may change without one", async () => {
    const { asked, list, pass } = setUp(STORED());
    await list();
    asked.length = 0;
    await list();
    expect(asked).toEqual(["one events", "two events"]);
    pass(11_000);
    await list();
    expect(asked.filter((each) => each.includes("orders"))).toEqual(["one orders b"]);
  });
});

describe("a refund or cancellation", () => {
  it("is noted with the order: who, when and why", async () => {
    const { list, post } = setUp(STORED());
    await list();
    const answer = await post("act", { shop: "one", order_id: "a", action: "refund", ...CLERK });
    const note = { action: "refund", ...CLERK, at: at(0) };
    expect(await answer.json()).toMatchObject({
      refunded: true,
      order: { state: "refunded", notes: [note] },
    });
    expect((await list()).orders[0]).toMatchObject({ order_id: "a", state: "refunded", notes: [note] });
  });

  it("whose outcome comes late is noted once it is there, with the clerk who asked first", async () => {
    const { refused, list, post } = setUp(STORED());
    const refund = (by: string) =>
      post("act", { shop: "one", order_id: "a", action: "refund", by, reason: "Goodwill" });
    await list();
    for (const by of ["Anna", "Marek"]) {
      refused.set("refund", "upstream_unavailable");
      await refund(by);
    }
    const notes = async () => (await list()).orders.find(({ order_id }) => order_id === "a")?.notes;
    expect(await notes()).toEqual([]);
    await post("order", { shop: "one", order_id: "a" });
    expect(await notes()).toMatchObject([{ by: "Anna" }]);
  });

  it("that the service leaves as it was is not noted", async () => {
    const { post } = setUp(STORED());
    const answer = await post("act", { shop: "two", order_id: "d", action: "refund", ...CLERK });
    expect(await answer.json()).toMatchObject({ refunded: false, order: { notes: [] } });
  });

  it("that is refused passes the code on, and nothing is noted", async () => {
    const { list, post } = setUp(STORED());
    const answer = await post("act", { shop: "one", order_id: "a", action: "cancel", ...CLERK });
    expect([answer.status, await answer.json()]).toEqual([502, { error: "not_cancelable" }]);
    expect((await list()).orders.flatMap(({ notes }) => notes)).toEqual([]);
  });

  it.each([
    ["no reason", { reason: " " }, {}, 400],
    ["nobody", { by: "" }, {}, 400],
    ["another page", {}, { origin: "http://evil.example" }, 403],
    ["a form", {}, { "content-type": "text/plain" }, 415],
  ])("for %s is not sent", async (_what, change, headers, status) => {
    const { asked, post } = setUp(STORED());
    const body = { shop: "one", order_id: "a", action: "refund", ...CLERK, ...change };
    expect([(await post("act", body, headers as never)).status, asked]).toEqual([status, []]);
  });
});

it("the CSV has the rows of the selection with shop and notes, and no formula", async () => {
  const { list, post } = setUp(STORED());
  await list();
  await post("act", { shop: "one", order_id: "b", action: "cancel", by: "=1+1", reason: 'said "no", twice' });
  const answer = await post("csv", { shop: "one" });
  expect(answer.headers.get("content-type")).toContain("text/csv");
  expect((await answer.text()).split("\r\n")).toEqual([
    '"shop","number","order","state","customer","reward","value","currency","changed","given by","notes"',
    `"Shop One","${numberOf("one", "b")}","b","canceled","'=HYPERLINK(""x"")","Card of b","5","EUR","${at(1)}","","'cancel, =1+1: said ""no"", twice"`,
    `"Shop One","${numberOf("one", "a")}","a","redeemed","Ida Holm","Card of a","20","EUR","${at(-5)}","Jana Albers",""`,
    "",
  ]);
});

it("a played order has the times of its day, and what is done to it later has its own", async () => {
  const ordered = "2026-01-02T12:24:00.000Z";
  const created_at = at(-10);
  const order = {
    created_at,
    updated_at: created_at,
    redeemed_at: new Date(Date.parse(created_at) + 1_000).toISOString(),
    metadata: { customer: "Ida Holm", ordered },
  };
  expect(asOrdered(order as never)).toMatchObject({
    created_at: ordered,
    updated_at: ordered,
    redeemed_at: "2026-01-02T12:24:01.000Z",
  });
  const later = new Date(Date.parse(created_at) + 600_000).toISOString();
  expect(asOrdered({ ...order, updated_at: later } as never)).toMatchObject({ updated_at: later });
});
