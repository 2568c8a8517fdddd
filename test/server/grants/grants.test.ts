/** A grant as its site and its user meet it: an amount that is spent on several rewards, one after the other. */
import { describe, expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Browser, codeOf, createWorld, OTHER_KEY, SITE_KEY, type World } from "../../support/world.ts";
import { OPERATOR_KEY, operatorIn, toldOf } from "../routes/operator.ts";

useWorld({ OPERATOR_KEY });

const operator = operatorIn(() => world);

/** Worth 25 and 30 dollars, and any amount. */
const [CARD, PIN, FREE] = ["KESTROW-CODE-PLAIN-25", SKU, "VELMORA-VAR"];

const GRANT = {
  order_id: undefined,
  grant_id: "g",
  promotion_id: "4011",
  amount: "100",
  currency: "USD",
  ttl_seconds: 3600,
};
const open = (change: object = {}): Promise<Browser> => world.browser({ ...GRANT, ...change });
const asSite = (path: string, method = "GET", body?: unknown, key = SITE_KEY) =>
  world.request(`/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const grant = async () => (await asSite("grants/g")).data;

/** Chooses and confirms in the present order. @returns the answer of the confirmation */
async function have(browser: Browser, sku: string | undefined, amount?: string, route = "redeem") {
  const choice = { sku, ...(amount !== undefined && { amount }) };
  const booked = await browser.post("/v1/order/book", choice);
  return browser.post(`/v1/order/${route}`, { ...choice, attempt: booked.data?.attempt });
}
const next = async (browser: Browser) => {
  const { status, data, problem } = await browser.post("/v1/grant/next");
  return [status, data?.order_id ?? problem.code];
};

describe("a grant", () => {
  it("is spent on one reward after the other, and shows what is left of it", async () => {
    const minted = await world.mint(GRANT);
    expect(minted.data).toMatchObject({
      order_id: "g~1",
      state: "open",
      grant_id: "g",
      amount: "100",
      left: "100",
    });
    const browser = await open();
    const first = await browser.get("/v1/order");
    expect(first.data).toMatchObject({
      order_id: "g~1",
      amount_limits: { max_amount: "100" },
      grant_id: "g",
      grant: { amount: "100", currency: "USD", spent: "0", left: "100", count: 0 },
    });
    expect((await have(browser, CARD)).data).toMatchObject({
      state: "redeemed",
      grant: { left: "75", count: 1 },
    });
    expect(await next(browser)).toEqual([201, "g~2"]);
    expect(await next(browser)).toEqual([200, "g~2"]);
    expect((await have(browser, FREE, "45")).data).toMatchObject({
      state: "redeemed",
      grant: { left: "30" },
    });
    expect(await next(browser)).toEqual([201, "g~3"]);
    expect((await browser.get("/v1/order")).data.amount_limits).toEqual({ max_amount: "30" });
    await have(browser, PIN);
    expect(await next(browser)).toEqual([409, "grant_spent"]);
    expect(await grant()).toMatchObject({ spent: "100", left: "0", state: "spent", rewards_max: 10 });
    expect(world.control.codes().map(({ order_id, amount }) => [order_id, amount])).toEqual([
      ["shop.g.1x1", 25],
      ["shop.g.2x1", 45],
      ["shop.g.3x1", 30],
    ]);
  });

  it("offers nothing above what is left, and takes nothing above it", async () => {
    const browser = await open({ amount: "40" });
    await have(browser, CARD);
    await browser.post("/v1/grant/next");
    expect(codeOf(await browser.post("/v1/order/book", { sku: FREE, amount: "16" }))).toEqual([
      422,
      "amount_out_of_range",
    ]);
    expect(codeOf(await browser.post("/v1/order/book", { sku: PIN }))).toEqual([422, "amount_out_of_range"]);
    expect((await have(browser, FREE, "15")).data.grant).toMatchObject({ left: "0" });
  });

  it("goes on from its orders' own ids: an earlier one is read by its name, and takes no choice any more", async () => {
    const browser = await open();
    await have(browser, CARD);
    await next(browser);
    expect((await browser.get("/v1/order?order_id=g~1")).data).toMatchObject({
      order_id: "g~1",
      state: "redeemed",
    });
    expect((await browser.post("/v1/order/codes?order_id=g~1")).data.codes).toBeDefined();
    expect(codeOf(await browser.post("/v1/order/book?order_id=g~1", { sku: PIN }))).toEqual([
      409,
      "order_finished",
    ]);
    for (const other of ["g~3", "h~1", "g", "x"])
      expect(codeOf(await browser.get(`/v1/order?order_id=${other}`))).toEqual([404, "order_not_found"]);
  });

  it("never costs more than its amount, however eight tabs at two instances spend it at once", async () => {
    const tabs = await Promise.all(Array.from({ length: 8 }, () => open()));
    const second = await world.instance();
    const spend = async (browser: Browser, n: number): Promise<void> => {
      const server = n % 2 ? second : world.server;
      for (let tries = 0; tries < 12; tries++) {
        const { problem } = await browser.post("/v1/grant/next", undefined, server);
        if (problem?.code === "grant_spent") return;
        const choice = (n + tries) % 3 ? { sku: CARD } : { sku: FREE, amount: "35" };
        const { data } = await browser.post("/v1/order/book", choice, server);
        await browser.post("/v1/order/redeem", { ...choice, attempt: data?.attempt ?? 1 }, server);
      }
    };
    await world.until(Promise.all(tabs.map(spend)));
    await world.pass(MINUTE);
    const billed = world.control.codes().map(({ amount }) => Number(amount));
    const sum = billed.reduce((all, each) => all + each, 0);
    expect(billed.length).toBeGreaterThan(2);
    expect(sum).toBeLessThanOrEqual(100);
    expect(await grant()).toMatchObject({ spent: String(sum), left: String(100 - sum) });
  });

  it("opens nothing while the last outcome is not known", async () => {
    const browser = await open();
    expect(await next(browser)).toEqual([200, "g~1"]);
    await browser.post("/v1/order/book", { sku: CARD });
    expect(await next(browser)).toEqual([200, "g~1"]);
    world.control.fault({ operation: "redeem", kind: "late", delay_ms: MINUTE, times: "always" });
    await browser.post("/v1/order/redeem", { sku: CARD, attempt: 1 });
    expect(await next(browser)).toEqual([409, "order_processing"]);
    world.control.clearFaults();
    await world.pass(3 * MINUTE);
    expect(await next(browser)).toEqual([201, "g~2"]);
    expect(await grant()).toMatchObject({ left: "75" });
  });

  it("gets a refunded value back, also where a smaller order is open already", async () => {
    const browser = await open({ amount: "60" });
    await have(browser, PIN);
    await next(browser);
    expect((await asSite("orders/g~1/refund", "POST")).data).toMatchObject({
      refunded: true,
      grant: { left: "60" },
    });
    expect(await next(browser)).toEqual([201, "g~3"]);
    expect((await browser.get("/v1/order")).data.amount_limits).toEqual({ max_amount: "60" });
    expect((await asSite("orders/g~2")).data.state).toBe("canceled");
  });

  it("counts a stopped order until a person releases it, and its end is no second chance", async () => {
    const browser = await open({ amount: "60" });
    world.control.fault({ operation: "redeem", kind: "state", state: "denied" });
    await have(browser, PIN);
    expect((await browser.get("/v1/order")).data.state).toBe("denied");
    expect(await next(browser)).toEqual([201, "g~2"]);
    expect((await browser.get("/v1/order")).data.amount_limits).toEqual({ max_amount: "30" });
    const [stopped] = (await operator.list()).rows;
    expect(stopped).toMatchObject({ order_id: "g~1", release: { possible: true, effect: "ended" } });
    expect(toldOf(await operator.release("g~1"))).toEqual([200, "ended"]);
    expect((await asSite("orders/g~1")).data).toMatchObject({ state: "canceled", grant: { left: "60" } });
    expect(codeOf(await browser.post("/v1/order/book?order_id=g~1", { sku: PIN }))).toEqual([
      409,
      "order_finished",
    ]);
    expect(await next(browser)).toEqual([201, "g~3"]);
  });

  it("shows what is stopped among its rewards, and ends it also after it was only acknowledged", async () => {
    const browser = await open({ amount: "60" });
    world.control.fault({ operation: "redeem", kind: "state", state: "denied" });
    await have(browser, PIN);
    const { data } = await browser.get("/v1/rewards");
    expect(data).toMatchObject({ rewards: [{ order_id: "g~1", state: "denied", value: { amount: 30 } }] });
    expect((await browser.get("/v1/order")).data).toMatchObject({ grant: { left: "30", count: 0 } });
    await next(browser);
    expect(toldOf(await operator.release("g~1", { acknowledge: true }))).toEqual([200, "acknowledged"]);
    expect([(await operator.list()).total, (await grant()).left]).toEqual([0, "30"]);
    expect(toldOf(await operator.release("g~1"))).toEqual([200, "ended"]);
    expect([(await grant()).left, toldOf(await operator.release("g~1"))]).toEqual(["60", [200, "nothing"]]);
  });

  it("lets the site cancel what is open, and goes on with the same money", async () => {
    const browser = await open();
    await asSite("orders/g~1/cancel", "POST");
    expect(await next(browser)).toEqual([201, "g~2"]);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "open", grant: { left: "100" } });
  });

  it("a link that ends without a code brings its value back, and its order takes no other choice", async () => {
    const browser = await open({ delivery: "activate" });
    await have(browser, CARD, undefined, "activate");
    await next(browser);
    expect((await asSite("orders/g~1/cancel", "POST")).data).toMatchObject({
      state: "canceled",
      grant: { left: "100" },
    });
    expect(codeOf(await browser.post("/v1/order/book?order_id=g~1", { sku: PIN }))).toEqual([
      409,
      "order_finished",
    ]);
  });

  it("closed: nothing more is chosen, and what is open of it is canceled", async () => {
    const browser = await open();
    await have(browser, CARD);
    await next(browser);
    await browser.post("/v1/order/book", { sku: PIN });
    expect((await asSite("grants/g/close", "POST")).data).toMatchObject({ state: "closed", left: "75" });
    expect((await asSite("grants/g/close", "POST")).status).toBe(200);
    expect((await browser.get("/v1/order")).data.state).toBe("canceled");
    expect(codeOf(await browser.post("/v1/order/redeem", { sku: PIN, attempt: 1 }))).toEqual([
      409,
      "order_finished",
    ]);
    expect(await next(browser)).toEqual([409, "grant_spent"]);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("gives at most as many rewards as it says", async () => {
    const browser = await open({ rewards_max: 2 });
    for (const _ of [1, 2]) {
      await have(browser, FREE, "10");
      await next(browser);
    }
    expect(await next(browser)).toEqual([409, "grant_spent"]);
    expect(await grant()).toMatchObject({ left: "80", state: "spent", rewards_max: 2 });
  });

  it("of which less is left than anything costs opens no order, and says so", async () => {
    const browser = await open({ amount: "27", skus: [CARD] });
    await have(browser, CARD);
    const { status, problem } = await browser.post("/v1/grant/next");
    expect([status, problem.code]).toEqual([409, "grant_spent"]);
    expect(problem.detail).toContain("2 USD");
    expect(await grant()).toMatchObject({ left: "2", state: "open" });
  });

  it("is known to its own site alone, and is one from its first session on", async () => {
    expect(codeOf(await asSite("grants/g"))).toEqual([404, "grant_not_found"]);
    expect(codeOf(await asSite("grants/g/sessions", "POST", {}))).toEqual([404, "grant_not_found"]);
    await open();
    expect((await asSite("grants/g/sessions", "POST", {})).data).toMatchObject({
      order_id: "g~1",
      left: "100",
    });
    expect(codeOf(await asSite("grants/g", "GET", undefined, OTHER_KEY))).toEqual([404, "grant_not_found"]);
    expect(codeOf(await asSite("sessions/end", "POST", { grant_id: "h" }))).toEqual([404, "grant_not_found"]);
  });

  it("with other values is a conflict that names them", async () => {
    await open();
    const { problem } = await world.mint({ ...GRANT, amount: "200", rewards_max: 3, delivery: "notify" });
    expect(problem.code).toBe("grant_conflict");
    expect(problem.detail).toContain("another delivery, amount, rewards_max");
    expect(codeOf(await asSite("grants/g/sessions", "POST", { currency: "EUR" }))).toEqual([
      409,
      "grant_conflict",
    ]);
  });

  it.each([
    ["two subjects", { order_id: "o" }],
    ["none", { grant_id: undefined }],
    ["no amount", { amount: undefined }],
    ["no currency", { currency: undefined }],
    ["a limit of a single order", { max_amount: "10" }],
    ["more rewards than a grant has", { rewards_max: 51 }],
    ["an id that no address can name", { grant_id: ".." }],
  ])("asked for with %s is refused", async (_, change) => {
    expect(codeOf(await world.mint({ ...GRANT, ...change }))).toEqual([422, "invalid_request"]);
  });

  it("ends with its sessions: one that was ended opens nothing any more", async () => {
    const browser = await open();
    expect((await asSite("sessions/end", "POST", { grant_id: "g" })).status).toBe(204);
    expect(codeOf(await browser.get("/v1/order"))).toEqual([401, "session_expired"]);
  });
});

describe("the events of a grant's orders", () => {
  it("name the grant, and what is left of it then", async () => {
    const browser = await open();
    await have(browser, CARD);
    await next(browser);
    await have(browser, PIN);
    const { data } = await asSite("events");
    const told = (data as unknown as { type: string; data: Record<string, unknown> }[]).map(
      ({ type, data: { order_id, grant_id, grant: money } }) => [type, order_id, grant_id, money],
    );
    expect(told).toEqual([
      ["order.booked", "g~1", "g", { amount: "100", spent: "0", left: "100" }],
      ["order.redeemed", "g~1", "g", { amount: "100", spent: "25", left: "75" }],
      ["order.booked", "g~2", "g", { amount: "100", spent: "25", left: "75" }],
      ["order.redeemed", "g~2", "g", { amount: "100", spent: "55", left: "45" }],
    ]);
  });
});

describe("after a lost ledger", () => {
  /** What the service knows, before a ledger that knows nothing. */
  async function lost(play: (before: World) => Promise<void>): Promise<World> {
    await play(world);
    await world.pass(MINUTE);
    const { service } = world;
    await world.close();
    const again = await createWorld(
      { LEDGER_RECOVERED_AT: new Date(service.clock.now()).toISOString() },
      { service },
    );
    await again.pass(3 * MINUTE);
    return again;
  }

  it("the chain is walked again: what was spent is known before anything is offered", async () => {
    const after = await lost(async () => {
      const browser = await open();
      await have(browser, CARD);
      await next(browser);
      await have(browser, PIN);
      await next(browser);
      await browser.post("/v1/order/book", { sku: CARD });
      await world.pass(31 * MINUTE);
    });
    expect((await after.mint(GRANT)).data).toMatchObject({ order_id: "g~3", state: "open", left: "45" });
    await after.close();
  });

  it("an order without a reward was ended where a later one was opened: it is no second chance", async () => {
    const after = await lost(async () => {
      const browser = await open();
      await browser.post("/v1/order/book", { sku: CARD });
      await asSite("orders/g~1/cancel", "POST");
      await world.pass(31 * MINUTE);
      await next(browser);
      await have(browser, FREE, "90");
    });
    const session = (await after.mint(GRANT)).data;
    expect(session).toMatchObject({ order_id: "g~3", left: "10" });
    const page = await after.browser(GRANT);
    expect((await page.get("/v1/order?order_id=g~1")).data.state).toBe("canceled");
    expect((await page.get("/v1/order")).data.amount_limits).toEqual({ max_amount: "10" });
    await after.close();
  });

  it("also of one that is closed before its user comes back: what they had is theirs", async () => {
    await open();
    const { service } = world;
    const browser = await open();
    await have(browser, CARD);
    await next(browser);
    await have(browser, PIN);
    await world.pass(MINUTE);
    await world.close();
    const recovered = { LEDGER_RECOVERED_AT: new Date(service.clock.now()).toISOString() };
    const after = await createWorld(recovered, { service });
    const headers = { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" };
    // A list lags: nothing is looked up yet.
    await after.mint(GRANT);
    await after.request("/v1/grants/g/close", { method: "POST", headers });
    await after.pass(3 * MINUTE);
    await after.mint(GRANT);
    expect((await after.request("/v1/grants/g", { headers })).data).toMatchObject({
      state: "closed",
      left: "45",
      orders: [{ state: "redeemed" }, { state: "redeemed" }, { state: "canceled" }],
    });
    await after.close();
  });
});
