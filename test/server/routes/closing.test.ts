/** What a site's backend may end: cancel and refund, from every state, and everything that can be wrong with asking. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  type Browser,
  codeOf,
  createWorld,
  OTHER_KEY,
  SITE_KEY,
  type World,
} from "../../support/world.ts";

const SKU = "PLUMVALE-CODE-PIN-C128-30";
const OTHER = "GRIPFELL-60";
const MINUTE = 60_000;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const ask = (path: string, method = "POST", key = SITE_KEY): Promise<Answer> =>
  world.request(`/v1/orders/${path}`, { method, headers: { Authorization: `Bearer ${key}` } });
const operations = (): string[] => world.changes().map(({ operation }) => operation);
const referenceOf = async (order: string): Promise<string> =>
  String((await ask(order, "GET")).data.reference);

const book = async (order: string, delivery?: string): Promise<Browser> => {
  const browser = await world.browser({ order_id: order, ...(delivery && { delivery }) });
  await browser.post("/v1/order/book", { sku: SKU });
  return browser;
};
/** Brings an order named `o` into a state. */
const reach: Record<string, () => Promise<Browser>> = {
  open: () => world.browser({ order_id: "o" }),
  booked: () => book("o"),
  async redeemed() {
    const browser = await book("o");
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    return browser;
  },
  async activated() {
    const browser = await book("o", "activate");
    await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    return browser;
  },
  async notified() {
    const browser = await world.browser({ order_id: "o", delivery: "notify", promotion_id: "4008" });
    await browser.post("/v1/order/notify", { sku: SKU });
    return browser;
  },
  /** Confirmed, and no answer yet. */
  async processing() {
    const browser = await book("o");
    world.control.fault({ operation: "redeem", kind: "late", delay_ms: 5 * MINUTE, times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    return browser;
  },
  async failed() {
    const browser = await reach.activated?.();
    world.control.forceState(await referenceOf("o"), "failed");
    await world.pass(6_000);
    return browser as Browser;
  },
  async denied() {
    const browser = await reach.activated?.();
    world.control.forceState(await referenceOf("o"), "denied");
    await world.pass(6_000);
    await ask("o", "GET");
    return browser as Browser;
  },
  async refunded() {
    const browser = await reach.redeemed?.();
    await ask("o/refund");
    return browser as Browser;
  },
  async canceled() {
    const browser = await reach.open?.();
    await ask("o/cancel");
    return browser as Browser;
  },
};

describe("cancel", () => {
  it.each<[string, number, string, string[]]>([
    ["open", 200, "canceled", []],
    ["booked", 200, "canceled", []],
    ["activated", 200, "canceled", ["cancel"]],
    ["notified", 200, "canceled", ["cancel"]],
    ["failed", 200, "canceled", ["cancel"]],
    ["canceled", 200, "canceled", []],
    ["processing", 409, "order_processing", []],
    ["redeemed", 409, "not_cancelable", []],
    ["refunded", 409, "not_cancelable", []],
    ["denied", 409, "not_cancelable", []],
  ])("of an order that is %s: %i %s", async (state, status, end, calls) => {
    await reach[state]?.();
    const before = operations().length;
    const answer = await ask("o/cancel");
    expect([answer.status, answer.data?.state ?? answer.problem.code]).toEqual([status, end]);
    expect(operations().slice(before)).toEqual(calls);
    const again = await ask("o/cancel");
    expect([again.status, again.data?.state ?? again.problem.code]).toEqual([status, end]);
    expect(operations().slice(before)).toEqual(calls);
    expect(answer.text).not.toMatch(/"codes"|"url"|\/flow\//);
  });

  it("is final: nothing can be chosen, confirmed or opened any more, after a restart either", async () => {
    const browser = await book("o");
    await ask("o/cancel");
    await world.restart();
    for (const [path, body] of [
      ["book", { sku: OTHER }],
      ["book", { sku: SKU }],
      ["redeem", { attempt: 1, sku: SKU }],
    ] as const)
      expect(codeOf(await browser.post(`/v1/order/${path}`, body))).toEqual([409, "order_finished"]);
    expect((await browser.get("/v1/order")).data.state).toBe("canceled");
    const again = await world.mint({ order_id: "o" });
    expect([again.status, again.data.state]).toEqual([201, "canceled"]);
    await world.pass(31 * MINUTE);
    expect(operations()).toEqual(["book"]);
    expect(world.control.codes()).toEqual([]);
  });

  it("of a link makes it lead to nothing", async () => {
    await reach.activated?.();
    const id = await referenceOf("o");
    await ask("o/cancel");
    expect(() => world.control.openLink(id)).toThrow();
    expect(world.control.codes()).toEqual([]);
  });

  it("comes too late for a link that was opened: the order is redeemed and keeps its codes", async () => {
    const browser = await reach.activated?.();
    world.control.openLink(await referenceOf("o"));
    const answer = await ask("o/cancel");
    expect(codeOf(answer)).toEqual([409, "not_cancelable"]);
    expect((await ask("o", "GET")).data.state).toBe("redeemed");
    expect((await browser?.post("/v1/order/codes"))?.status).toBe(200);
  });

  it("and a confirmation at the same time have one winner", async () => {
    for (let round = 0; round < 10; round++) {
      const browser = await book(`race-${round}`);
      const before = world.control.codes().length;
      const ways = [
        () => browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }),
        () => ask(`race-${round}/cancel`),
      ];
      const answers = await Promise.all((round % 2 ? ways : ways.toReversed()).map((way) => way()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const state = (await ask(`race-${round}`, "GET")).data.state;
      expect(world.control.codes().length - before).toBe(state === "redeemed" ? 1 : 0);
    }
  });

  it("of an activated order whose service refuses it is not cancelable, and the link stays", async () => {
    const browser = await reach.activated?.();
    world.control.fault({ operation: "cancel", kind: "invalid_request" });
    expect(codeOf(await ask("o/cancel"))).toEqual([409, "not_cancelable"]);
    const again = await browser?.post("/v1/order/activate", { attempt: 1, sku: SKU });
    expect(again?.data).toMatchObject({ state: "activated", url: expect.stringContaining("/flow/") });
  });

  it("says so when the service refuses access", async () => {
    await reach.activated?.();
    world.control.fault({ operation: "cancel", kind: "forbidden" });
    expect(codeOf(await ask("o/cancel"))).toEqual([503, "upstream_forbidden"]);
  });
});

describe("refund", () => {
  it.each<[string, number, unknown, string[]]>([
    ["open", 409, "not_redeemed", []],
    ["canceled", 409, "not_redeemed", []],
    ["processing", 409, "order_processing", []],
    ["redeemed", 200, ["refunded", true], ["refund"]],
    ["refunded", 200, ["refunded", true], []],
    ["booked", 200, ["booked", false], []],
    ["activated", 200, ["activated", false], []],
    ["notified", 200, ["notified", false], []],
    ["failed", 200, ["failed", false], []],
    ["denied", 200, ["denied", false], []],
  ])("of an order that is %s: %i %j", async (state, status, end, calls) => {
    await reach[state]?.();
    const before = operations().length;
    const answer = await ask("o/refund");
    const told = answer.data ? [answer.data.state, answer.data.refunded] : answer.problem.code;
    expect([answer.status, told]).toEqual([status, end]);
    expect(operations().slice(before)).toEqual(calls);
    expect(answer.text).not.toMatch(/"codes"|"url"|\/flow\//);
  });

  it("ends what the user was given: no codes any more, and nothing else can be chosen", async () => {
    const browser = await reach.refunded?.();
    expect(codeOf((await browser?.post("/v1/order/codes")) as Answer)).toEqual([409, "order_finished"]);
    expect((await browser?.get("/v1/order"))?.data).toMatchObject({ state: "refunded" });
    const other = await browser?.post("/v1/order/book", { sku: OTHER });
    expect(codeOf(other as Answer)).toEqual([409, "order_finished"]);
  });

  it("of last month's leaves it as it is and says so", async () => {
    await world.close();
    world = await createWorld({}, { startsAt: Date.UTC(2026, 10, 30, 23, 50) });
    const browser = await reach.redeemed?.();
    await world.pass(20 * MINUTE);
    const answer = await ask("o/refund");
    expect([answer.status, answer.data.state, answer.data.refunded]).toEqual([200, "redeemed", false]);
    expect((await browser?.post("/v1/order/codes"))?.status).toBe(200);
  });

  it("of a debited hold ends the hold: the user cannot confirm it any more", async () => {
    const browser = await reach.booked?.();
    world.control.forceState(await referenceOfBooked(), "booked", { debited: true });
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    const late = await browser?.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(codeOf(late as Answer)).toEqual([409, "order_finished"]);
    expect(world.control.codes()).toEqual([]);
  });
  const referenceOfBooked = async (): Promise<string> => {
    const row = await world.ledger.readOrder({ site: "shop", order_id: "o" });
    return row?.attempts[0]?.redemption_id ?? "";
  };

  it.each([
    ["activated", "pending"],
    ["notified", "pending"],
    ["failed", "failed"],
  ])("of an order that is %s, and debited while %s, ends it", async (state, upstream) => {
    const browser = await reach[state]?.();
    world.control.forceState(await referenceOf("o"), upstream, { debited: true });
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    expect((await browser?.get("/v1/order"))?.data.state).toBe("refunded");
    expect(() => world.control.openLink(referenceNow())).toThrow();
    expect(world.control.codes()).toEqual([]);
  });
  const referenceNow = (): string => String(world.control.redemptions()[0]?.id);

  it("of a hold that is not debited leaves it: the user can confirm", async () => {
    const browser = await reach.booked?.();
    await ask("o/refund");
    const redeemed = await browser?.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(redeemed?.data.state).toBe("redeemed");
  });

  it("made elsewhere is seen when the site looks", async () => {
    await reach.redeemed?.();
    world.control.forceState(await referenceOf("o"), "refunded");
    await world.pass(6_000);
    expect((await ask("o", "GET")).data.state).toBe("refunded");
    expect((await ask("o/refund")).data.refunded).toBe(true);
  });

  it("stays inside the budget of changing calls, and says when to ask again", async () => {
    await world.close();
    world = await createWorld({}, { startsAt: Date.UTC(2026, 10, 30, 23, 50) });
    await reach.redeemed?.();
    await world.pass(20 * MINUTE);
    const answers: Answer[] = [];
    for (let n = 0; n < 8; n++) answers.push(await ask("o/refund"));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const last = answers.at(-1) as Answer;
    expect(codeOf(last)).toEqual([429, "rate_limited"]);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(500);
  });

  it("of what is not debited asks nothing, and leaves the user's confirmation all its tries", async () => {
    const browser = await reach.booked?.();
    for (let n = 0; n < 5; n++) expect((await ask("o/refund")).data.refunded).toBe(false);
    world.control.fault({ operation: "redeem", kind: "timeout_before" });
    await browser?.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(10_000);
    expect((await browser?.get("/v1/order"))?.data.state).toBe("redeemed");
    expect(operations()).toEqual(["book", "redeem", "redeem"]);
  });

  it("of a canceled hold that was debited is made while the hold lives", async () => {
    const DEBITED = "HEARTHLOW-PREPAID-40";
    const browser = await world.browser({ order_id: "o", promotion_id: "4004" });
    await browser.post("/v1/order/book", { sku: DEBITED });
    const canceled = await ask("o/cancel");
    expect(canceled.data).toMatchObject({ state: "canceled", attempt: 1, sku: DEBITED });
    expect(canceled.data.reference).toMatch(/^\w{5}-\w{5}$/);
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    expect(world.control.redemptions()).toMatchObject([{ state: "refunded" }]);
  });

  const elsewhere = async (order: string): Promise<void> => {
    const url = `http://localhost:9/api/fulfillment/v2/redemptions/${await referenceOf(order)}/actions/refund`;
    const headers = { "Api-Key": "key", "Api-Secret": "the-secret-of-the-service" };
    await world.service.upstream.fetch(new Request(url, { method: "POST", headers }));
  };

  it.each(["activated", "notified"])(
    "made elsewhere after the link of an order that is %s was opened ends the order: no second code",
    async (state) => {
      const browser = (await reach[state]?.()) as Browser;
      world.control.openLink(await referenceOf("o"));
      await elsewhere("o");
      await world.pass(6_000);
      expect((await browser.get("/v1/order")).data.state).toBe("refunded");
      for (const path of ["book", "notify"])
        expect((await browser.post(`/v1/order/${path}`, { sku: OTHER })).status).toBe(409);
      expect(world.control.codes()).toHaveLength(1);
    },
  );

  it("outlives the ledger: a refunded order that nobody remembers gives no second code", async () => {
    await reach.refunded?.();
    const { service } = world;
    await world.close();
    world = await createWorld({}, { service });
    const browser = await world.browser({ order_id: "o" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect((await browser.get("/v1/order")).data.state).toBe("refunded");
    const other = await world.browser({ order_id: "o" });
    await other.post("/v1/order/book", { sku: OTHER });
    expect(world.control.codes()).toHaveLength(1);
  });

  it.each([
    ["a 504", { kind: "timeout_before" }],
    ["a 5xx", { kind: "server_error", status: 503 }],
    ["a 429", { kind: "rate_limited", retry_after: 3 }],
    ["a late effect", { kind: "late", delay_ms: MINUTE }],
  ] as const)("asked when the link had just been opened is not lost to %s", async (_, fault) => {
    await reach.activated?.();
    world.control.openLink(await referenceOf("o"));
    world.control.fault({ operation: "refund", ...fault } as never);
    const first = await ask("o/refund");
    expect([200, 503]).toContain(first.status);
    if (first.status === 200) expect(first.data.refunded).toBe(true);
    await world.pass(12 * MINUTE);
    expect((await ask("o", "GET")).data.state).toBe("refunded");
    expect(world.control.redemptions()).toMatchObject([{ state: "refunded" }]);
  });

  it("in doubt holds a confirmation back until nothing sent can take effect any more", async () => {
    const browser = (await reach.booked?.()) as Browser;
    world.control.forceState(await referenceOfBooked(), "booked", { debited: true });
    world.control.fault({ operation: "refund", kind: "late", delay_ms: 2 * MINUTE });
    world.control.fault({ operation: "refund", kind: "invalid_request", times: "always" });
    expect((await ask("o/refund")).status).toBe(503);
    const early = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(codeOf(early)).toEqual([409, "order_processing"]);
    await world.pass(11 * MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("refunded");
    expect(world.control.codes()).toEqual([]);
  });
});

describe("a wish of the site", () => {
  it("is not put off by whoever looks at the order meanwhile", async () => {
    await reach.redeemed?.();
    world.control.fault({ operation: "refund", kind: "timeout_before", times: 3 });
    expect((await ask("o/refund")).status).toBe(503);
    const seen: unknown[] = [];
    for (let looks = 0; looks < 60 && seen.at(-1) !== "refunded"; looks++) {
      await world.pass(6_000);
      seen.push((await ask("o", "GET")).data.state);
    }
    expect(seen.at(-1)).toBe("refunded");
  });

  it("that is answered after the hold ended still decides: the user gets no reward for what was refunded", async () => {
    const browser = await world.browser({ order_id: "o", promotion_id: "4004" });
    await browser.post("/v1/order/book", { sku: "HEARTHLOW-PREPAID-40" });
    await world.pass(29 * MINUTE + 56_000);
    world.control.fault({ operation: "refund", kind: "slow", delay_ms: 8_000, effect: "first" });
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    const later = await world.browser({ order_id: "o", promotion_id: "4004" });
    const again = await later.post("/v1/order/book", { sku: "HEARTHLOW-PREPAID-40" });
    expect(codeOf(again)).toEqual([409, "order_finished"]);
  });

  it("is not answered by what was answered to an earlier one", async () => {
    await reach.redeemed?.();
    world.control.fault({ operation: "refund", kind: "invalid_request" });
    expect((await ask("o/refund")).data.refunded).toBe(false);
    await world.pass(MINUTE);
    world.control.fault({ operation: "refund", kind: "timeout_before" });
    const second = await ask("o/refund");
    expect([second.status, second.data?.refunded]).toEqual([200, true]);
  });

  it("reads calmly while it is in doubt, and calls a person in the end", async () => {
    await reach.booked?.();
    const row = () => world.ledger.readOrder({ site: "shop", order_id: "o" });
    const id = (await row())?.attempts[0]?.redemption_id ?? "";
    world.control.forceState(id, "booked", { debited: true });
    world.control.fault({ operation: "refund", kind: "timeout_before", times: "always" });
    const before = world.control.calls.length;
    await ask("o/refund");
    await world.pass(5 * MINUTE);
    const reads = world.control.calls.slice(before).filter(({ operation }) => operation === "get_redemption");
    expect(reads.length).toBeLessThan(30);
    await world.pass(11 * MINUTE);
    expect((await row())?.attention).toBe("outcome_unknown");
  });
});

describe("everything bad", () => {
  const paths = ["cancel", "refund"];
  it.each(paths)("%s of an unknown order, or of one of another site, is order_not_found", async (action) => {
    await reach.redeemed?.();
    for (const [order, key] of [
      ["nobody", SITE_KEY],
      ["o", OTHER_KEY],
      ["a%2Fb", SITE_KEY],
      ["x".repeat(65), SITE_KEY],
    ] as const)
      expect(codeOf(await ask(`${order}/${action}`, "POST", key))).toEqual([404, "order_not_found"]);
    expect(operations()).toEqual(["book", "redeem"]);
  });

  it.each(paths)("%s without the site's key, or with a session, is refused", async (action) => {
    const browser = await world.browser({ order_id: "o" });
    for (const key of ["", browser.token, "x".repeat(40)])
      expect(codeOf(await ask(`o/${action}`, "POST", key))).toEqual([401, "site_key_invalid"]);
  });

  it.each(paths)("%s takes POST only, and no page of another origin", async (action) => {
    await world.browser({ order_id: "o" });
    for (const method of ["GET", "PUT", "DELETE", "PATCH"])
      expect(codeOf(await ask(`o/${action}`, method))).toEqual([405, "method_not_allowed"]);
    const preflight = await world.request(`/v1/orders/o/${action}`, {
      method: "OPTIONS",
      headers: { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    expect(operations()).toEqual([]);
  });
});
