/**
 * The course of an order over the whole server, in virtual time: how often the service is called, how soon an outcome is known, and
 * how each trouble ends. Times and calls are those of the service's record. Source: docs/proof/rules.md, rules 2 to 9, 15 and 16.
 */
import { describe, expect, it } from "vitest";
import type { Fault } from "../../../demo/fulfillment/app.ts";
import { SENDS_MAX } from "../../../server/timing.ts";
import { MINUTE, OTHER, PREPAID, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf } from "../../support/world.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });

const SECOND = 1_000;
const CONFIRMATION = { attempt: 1, sku: SKU };
/** The promotion that mails its users does not offer `OTHER`. */
const MAILED_OTHER = "KESTROW-CODE-PLAIN-25";
const MAILED = { delivery: "notify", promotion_id: "4008" } as const;
const ALWAYS = { times: "always" } as const;

const open = (more: Record<string, unknown> = {}): Promise<Browser> =>
  world.browser({ order_id: "o", ttl_seconds: 3600, ...more });
const book = (browser: Browser, sku: string = SKU): Promise<Answer> =>
  browser.post("/v1/order/book", { sku });
const redeem = (browser: Browser, attempt = 1, sku: string = SKU): Promise<Answer> =>
  browser.post("/v1/order/redeem", { attempt, sku });
const stateOf = async (browser: Browser): Promise<unknown> => (await browser.get("/v1/order")).data.state;
const fault = (given: Record<string, unknown>): number => world.control.fault(given as Fault);
const firstId = (): string => world.control.redemptions()[0]?.id ?? "";
const attention = async (): Promise<unknown[]> =>
  (await world.ledger.ordersNeedingAttention(10)).map(({ order }) => order.attention);
/** The calls about redemptions, changing or not. */
const calls = (): string[] =>
  world.control.calls
    .map(({ operation }) => operation)
    .filter((each) => /redem|redeem|book|create|activ/.test(each));

describe("a confirmed order without trouble", () => {
  it("costs two calls, also right after a start", async () => {
    await book(await open());
    await world.restart();
    await redeem(await open());
    expect(calls()).toEqual(["book", "redeem"]);
    expect(world.control.codes()).toHaveLength(1);
  });
});

describe("a Book without a clear answer", () => {
  it.each([
    ["a 504", { kind: "timeout_after" }],
    ["a reset", { kind: "reset_before" }],
    ["a 503", { kind: "server_error", status: 503 }],
    ["garbage", { kind: "garbled" }],
  ] as const)("(%s) is a hold within 8 s after two of them, within 12 s after three", async (_, kind) => {
    for (const [times, seconds] of [
      [2, 8],
      [3, 12],
    ] as const) {
      fault({ operation: "book", times, ...kind });
      const before = world.control.calls.length;
      const answer = await book(await world.browser());
      expect([200, 201]).toContain(answer.status);
      const books = world.control.calls.slice(before).filter(({ operation }) => operation === "book");
      const [first, last] = [books[0]?.at ?? 0, books.at(-1)?.answered_at ?? Number.POSITIVE_INFINITY];
      expect(last - first).toBeLessThan(seconds * SECOND);
    }
  });

  it("lets nothing else be chosen; given up when its hold would have ended, it does", async () => {
    fault({ operation: "book", kind: "reset_before", ...ALWAYS });
    const browser = await open();
    expect((await book(browser)).data).toMatchObject({ state: "processing", step: "book" });
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_processing"]);
    await world.pass(29 * MINUTE);
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_processing"]);
    await world.pass(2 * MINUTE);
    world.control.clearFaults();
    expect((await book(browser, OTHER)).data).toMatchObject({ state: "booked", attempt: 2 });
  });

  it("is asked for between two sendings, and repeated with the same parameters", async () => {
    fault({ operation: "book", kind: "timeout_before", times: 3 });
    await book(await open());
    expect(calls()).toEqual([
      "book",
      ...Array.from({ length: 3 }, () => ["list_redemptions", "book"]).flat(),
    ]);
    const sent = world.control.calls.filter(({ operation }) => operation === "book");
    expect(new Set(sent.map(({ path, body }) => JSON.stringify([path, body]))).size).toBe(1);
  });

  it("is not repeated once the promotion ended", async () => {
    fault({ operation: "book", kind: "timeout_before", ...ALWAYS });
    const browser = await open();
    await book(browser);
    world.control.setPromotion(4001, { status: "paused" });
    await world.pass(MINUTE);
    const before = world.operations().length;
    await world.pass(5 * MINUTE);
    expect(world.operations()).toHaveLength(before);
    expect(await stateOf(browser)).toBe("open");
  });
});

describe("a user who looks around", () => {
  const skus = async (browser: Browser): Promise<string[]> => {
    const { data } = (await browser.get("/v1/catalog")) as unknown as {
      data: { sku: string; free_value: boolean; in_stock: boolean }[];
    };
    return data.filter((each) => !each.free_value && each.in_stock).map(({ sku }) => sku);
  };

  it("has seven choices in a row and goes back to the first; the ninth live hold is refused", async () => {
    const browser = await open();
    const [first = "", ...others] = await skus(browser);
    for (const sku of [first, ...others.slice(0, 6)]) expect((await book(browser, sku)).status).toBe(201);
    expect((await book(browser, first)).data).toMatchObject({ state: "booked", attempt: 1 });
    expect((await book(browser, others[6])).status).toBe(201);
    const ninth = await book(browser, others[7]);
    expect(codeOf(ninth)).toEqual([429, "attempts_exhausted"]);
    expect(Number(ninth.headers.get("retry-after"))).toBeGreaterThan(1_700);
    expect((await redeem(browser, 8, others[6])).data.state).toBe("redeemed");
    // Before the changes at the service are read for the first time.
    await world.pass(50_000);
    expect(calls()).toEqual([...Array.from({ length: 8 }, () => "book"), "redeem"]);
  });

  it("leaves a small row after forty refused choices, and no list call", async () => {
    await anotherWorld({ ATTEMPTS_PER_DAY: "50" });
    const browser = await open();
    fault({ operation: "book", kind: "invalid_request", ...ALWAYS });
    for (let n = 0; n < 40; n++) expect((await book(browser)).problem.code).toBe("reward_unavailable");
    const row = await world.ledger.readOrder({ site: "shop", order_id: "o" });
    expect(row?.order.known.attempts.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(row).length).toBeLessThan(3_000);
    expect(calls()).toEqual(Array.from({ length: 40 }, () => "book"));
    await anotherWorld({ ATTEMPTS_PER_DAY: "3" });
    const another = await open();
    fault({ operation: "book", kind: "invalid_request", ...ALWAYS });
    for (let n = 0; n < 3; n++) await book(another);
    expect(codeOf(await book(another))).toEqual([429, "attempts_exhausted"]);
  });
});

it("a Book that the service refuses because the promotion ended while its user picked says so", async () => {
  const browser = await open();
  await browser.get("/v1/catalog");
  world.control.setPromotion(4001, { end_datetime: "2020-01-01T00:00:00Z" });
  await world.pass(2 * SECOND);
  expect((await book(browser)).problem).toMatchObject({
    code: "promotion_unavailable",
    promotion_reason: "ended",
  });
});

describe("a Create", () => {
  const notify = (browser: Browser, sku: string = SKU): Promise<Answer> =>
    browser.post("/v1/order/notify", { sku });

  it("that is clearly refused frees the order after four minutes", async () => {
    fault({ operation: "create", kind: "invalid_request" });
    const browser = await open(MAILED);
    expect((await notify(browser)).data).toMatchObject({ state: "processing", step: "notify" });
    await world.pass(3.5 * MINUTE);
    expect(codeOf(await notify(browser, MAILED_OTHER))).toEqual([409, "order_processing"]);
    await world.pass(MINUTE);
    expect(await stateOf(browser)).toBe("open");
    expect((await notify(browser, MAILED_OTHER)).data).toMatchObject({ state: "notified", attempt: 2 });
  });

  it("that failed and whose repeat is refused is read at once, by the id that is known", async () => {
    fault({ operation: "create", kind: "state", state: "failed" });
    fault({ operation: "create", kind: "forbidden" });
    const browser = await open(MAILED);
    await notify(browser);
    await world.pass(MINUTE);
    expect(await stateOf(browser)).toBe("notified");
    expect(world.control.redemptions()).toHaveLength(1);
  });

  it("that is refused after a sending without an answer goes to a person, when the list can no longer lag", async () => {
    fault({ operation: "create", kind: "late", delay_ms: 60 * MINUTE });
    fault({ operation: "create", kind: "invalid_request", ...ALWAYS });
    const browser = await open(MAILED);
    await notify(browser);
    await world.pass(2 * MINUTE);
    expect([await stateOf(browser), await attention()]).toEqual(["processing", []]);
    await world.pass(5 * MINUTE);
    expect([await stateOf(browser), await attention()]).toEqual(["blocked", ["outcome_unknown"]]);
    expect(codeOf(await notify(browser, MAILED_OTHER))).toEqual([409, "order_finished"]);
  });
});

describe("a Redeem", () => {
  it("whose answer was lost after the effect ends with the same codes, and lets nothing be chosen meanwhile", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "timeout_after", ...ALWAYS });
    fault({ operation: "get_redemption", kind: "timeout_before", ...ALWAYS });
    expect((await redeem(browser)).data).toMatchObject({ state: "processing", step: "redeem" });
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_processing"]);
    world.control.clearFaults();
    await world.pass(MINUTE);
    const { data } = await redeem(browser);
    const [made] = world.control.codes();
    const items = (data.codes as { items: { value: string }[] } | undefined)?.items ?? [];
    expect(items.length).toBeGreaterThan(0);
    for (const { value } of items) expect(JSON.stringify(made)).toContain(value);
    expect((await browser.post("/v1/order/codes")).data.codes).toEqual(data.codes);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("is sent six times in ten minutes at most; meanwhile the service is asked, and after them sent again", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "timeout_before", ...ALWAYS });
    await redeem(browser);
    await world.pass(9 * MINUTE);
    const redeems = () => world.operations().filter((each) => each === "redeem").length;
    expect(redeems()).toBe(SENDS_MAX);
    expect(calls().filter((each) => each === "get_redemption").length).toBeGreaterThan(20);
    world.control.clearFaults();
    await world.pass(2 * MINUTE);
    expect([redeems(), await stateOf(browser)]).toEqual([SENDS_MAX + 1, "redeemed"]);
  });

  it("of an outage of 90 seconds is made in the next minute", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "server_error", status: 503, ...ALWAYS });
    await redeem(browser);
    await world.pass(80_000);
    world.control.clearFaults();
    await world.pass(MINUTE + 20_000);
    expect(await stateOf(browser)).toBe("redeemed");
  });

  it("that fails four times is canceled, and the order is open", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "state", state: "failed", ...ALWAYS });
    expect((await redeem(browser)).problem).toMatchObject({ code: "not_booked", hold_ended: "failed" });
    expect(world.operations()).toEqual(["book", "redeem", "redeem", "redeem", "redeem", "cancel"]);
    expect(await stateOf(browser)).toBe("open");
  });

  it("that failed, and whose Cancel stays refused for half an hour, goes to a person", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "state", state: "failed", ...ALWAYS });
    fault({ operation: "cancel", kind: "invalid_request", ...ALWAYS });
    await redeem(browser);
    await world.pass(29 * MINUTE);
    expect([await stateOf(browser), await attention()]).toEqual(["processing", ["outcome_unknown"]]);
    await world.pass(2 * MINUTE);
    expect([await stateOf(browser), await attention()]).toEqual(["failed", ["failed"]]);
  });

  it("that failed and made a code all the same is for a person: no other code", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "state", state: "failed", codes: true, ...ALWAYS });
    await redeem(browser);
    await world.pass(MINUTE);
    expect([await stateOf(browser), await attention()]).toEqual(["blocked", ["debited"]]);
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_finished"]);
  });

  it("is repeated after the hold's end, too", async () => {
    const browser = await open();
    await book(browser);
    await world.pass(28 * MINUTE);
    fault({ operation: "redeem", kind: "timeout_after", ...ALWAYS });
    fault({ operation: "get_redemption", kind: "timeout_before", ...ALWAYS });
    await redeem(browser);
    await world.pass(5 * MINUTE);
    world.control.clearFaults();
    await world.pass(11 * MINUTE);
    expect(await stateOf(await open())).toBe("redeemed");
  });
});

describe("codes", () => {
  it("that come seconds after the Redeem are waited for", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "codes_late", delay_ms: 4 * SECOND });
    const answer = await redeem(browser);
    expect([answer.status, answer.data.state]).toEqual([200, "redeemed"]);
    expect(answer.data).toHaveProperty("codes.items.0.value");
    expect(await attention()).toEqual([]);
  });

  it("that come minutes later are for a person after a minute, until they come", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "codes_late", delay_ms: 5 * MINUTE });
    const answer = await redeem(browser);
    expect([answer.status, answer.data.state]).toEqual([202, "processing"]);
    expect(codeOf(await browser.post("/v1/order/codes"))).toEqual([503, "upstream_unavailable"]);
    expect(await attention()).toEqual([]);
    await world.pass(MINUTE);
    expect(await attention()).toEqual(["codes_unreadable"]);
    expect(codeOf(await browser.post("/v1/order/codes"))).toEqual([502, "codes_unreadable"]);
    await world.pass(6 * MINUTE);
    expect(await attention()).toEqual([]);
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
    expect(world.operations()).toEqual(["book", "redeem"]);
  });
});

describe("a ledger that is lost, and said to be", () => {
  /** Another ledger, without anything of the old one's orders. */
  const lose = (): Promise<void> =>
    anotherWorld(
      { LEDGER_RECOVERED_AT: new Date(world.clock.now()).toISOString() },
      { service: world.service },
    );

  it("shows the user's own code, and lets nothing be chosen before", async () => {
    const before = await open();
    await book(before);
    const { data } = await redeem(before);
    await lose();
    const browser = await open();
    expect(await stateOf(browser)).toBe("processing");
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_processing"]);
    await world.pass(MINUTE);
    expect(await stateOf(browser)).toBe("processing");
    await world.pass(1.5 * MINUTE);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "redeemed", attempt: 1, sku: SKU });
    expect((await browser.post("/v1/order/codes")).data.codes).toEqual(data.codes);
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_finished"]);
    expect(world.operations()).toEqual(["book", "redeem"]);
  });

  it("is looked up within the session's creation and the opening, once lists no longer lag: nobody waits for the reconciler", async () => {
    const redeemed = await open({ order_id: "redeemed" });
    await book(redeemed);
    await redeem(redeemed);
    await lose();
    await world.pass(2 * MINUTE + 1_000);
    const changes = world.changes().length;
    expect((await world.mint({ order_id: "brand-new" })).data.state).toBe("open");
    expect((await world.mint({ order_id: "redeemed" })).data.state).toBe("redeemed");
    expect(world.changes().length).toBe(changes);
  });

  it("whose service does not answer keeps a new session waiting for seconds only, and says that it is processing", async () => {
    await lose();
    await world.pass(2 * MINUTE + 1_000);
    world.control.fault({ operation: "list_redemptions", kind: "timeout_before", times: "always" });
    const since = world.clock.now();
    expect((await world.mint({ order_id: "unknown" })).data.state).toBe("processing");
    expect(world.clock.now() - since).toBeLessThan(10_000);
    world.control.clearFaults();
    await world.pass(MINUTE);
    expect((await world.mint({ order_id: "unknown" })).data.state).toBe("open");
  });

  it("waits for a hold to end, and goes on with the next number", async () => {
    await book(await open());
    await lose();
    const browser = await open();
    await browser.get("/v1/order");
    await world.pass(20 * MINUTE);
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_processing"]);
    await world.pass(11 * MINUTE);
    expect((await book(browser, OTHER)).data).toMatchObject({ state: "booked", attempt: 2 });
  });

  it("is looked up for a new order, too, once", async () => {
    await lose();
    const browser = await open();
    await browser.get("/v1/order");
    await world.pass(3 * MINUTE);
    await book(browser);
    await redeem(browser);
    expect(calls()).toEqual(["list_redemptions", "book", "redeem"]);
  });
});

describe("a link", () => {
  const activate = (browser: Browser): Promise<Answer> => browser.post("/v1/order/activate", CONFIRMATION);

  it("whose answer was lost is the same one again, and makes one code", async () => {
    const browser = await open({ delivery: "activate" });
    await book(browser);
    fault({ operation: "activate", kind: "timeout_after", times: 2 });
    const { data } = await activate(browser);
    expect(data).toMatchObject({ state: "activated", url: world.control.flowLink(firstId()) });
    expect((await activate(browser)).data.url).toBe(data.url);
    world.control.openLink(firstId());
    await world.pass(6 * SECOND);
    expect(await stateOf(browser)).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });
});

describe("a refund without a clear answer", () => {
  it("is repeated until the service has it, without another request", async () => {
    const browser = await open();
    await book(browser);
    await redeem(browser);
    const away = fault({ operation: "refund", kind: "timeout_before", ...ALWAYS });
    expect(codeOf(await world.end("o", "refund"))).toEqual([503, "upstream_unavailable"]);
    expect(codeOf(await book(browser, OTHER))).toEqual([409, "order_finished"]);
    world.control.clearFaults(away);
    await world.pass(12 * MINUTE);
    expect(await stateOf(browser)).toBe("refunded");
    expect((await world.end("o", "refund")).data.refunded).toBe(true);
  });
});

describe("a paid hold whose refund is not answered", () => {
  it("is refunded six times in ten minutes at most", async () => {
    const browser = await open({ promotion_id: "4004" });
    await book(browser, PREPAID);
    fault({ operation: "refund", kind: "timeout_before", ...ALWAYS });
    expect((await world.end("o", "refund")).status).toBe(503);
    await world.pass(9 * MINUTE);
    expect(world.operations()).toEqual(["book", ...Array.from({ length: SENDS_MAX }, () => "refund")]);
    world.control.clearFaults();
    await world.pass(2 * MINUTE);
    expect([await stateOf(browser), world.control.redemptions()[0]?.state]).toEqual(["open", "refunded"]);
  });
});

describe("a process that dies while a call is under way", () => {
  it("leaves an order that another one brings to its end within some 20 s", async () => {
    const browser = await open();
    await book(browser);
    fault({ operation: "redeem", kind: "slow", delay_ms: 2 * SECOND });
    const dying = redeem(browser);
    dying.catch(() => {});
    await world.pass(SECOND);
    await world.restart();
    await world.pass(20 * SECOND);
    expect(await stateOf(browser)).toBe("redeemed");
    expect(world.operations()).toEqual(["book", "redeem"]);
    expect(world.control.codes()).toHaveLength(1);
  });
});
