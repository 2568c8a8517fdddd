/** The orders that need a person: listed, counted, released. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../../demo/fulfillment/app.ts";
import type { AttentionOrder, ReleasedOrder } from "../../../server/attention/query.ts";
import { REASONS } from "../../../server/attention/reasons.ts";
import {
  type Answer,
  type Browser,
  createWorld,
  OTHER_KEY,
  SITE_KEY,
  type World,
} from "../../support/world.ts";
import { asOperator as headers, metricLine, OPERATOR_KEY } from "./operator.ts";

const SKU = "PLUMVALE-CODE-PIN-C128-30";
const OTHER = "GRIPFELL-60";
const PREPAID = "HEARTHLOW-PREPAID-40";
const MINUTE = 60_000;

let world: World;
beforeEach(async () => {
  world = await createWorld({ OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" });
});
afterEach(() => world.close());

const list = async (query = ""): Promise<{ rows: AttentionOrder[]; total: number; text: string }> => {
  const { data, text } = await world.request(`/v1/attention${query}`, { headers });
  return { rows: data as unknown as AttentionOrder[], total: JSON.parse(text).paging.total, text };
};
const release = (order_id: string, body?: unknown, site = "shop"): Promise<Answer<ReleasedOrder>> =>
  world.request(`/v1/attention/${site}/${order_id}/release`, {
    method: "POST",
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }) as unknown as Promise<Answer<ReleasedOrder>>;
const toldOf = ({ status, data, problem }: Answer<ReleasedOrder>): unknown[] => [
  status,
  data?.done ?? problem.code,
];
const metric = async (name: string): Promise<number> =>
  Number((await metricLine(world, `reward_redemption_${name} `))?.split(" ").at(-1));

/** An order whose redeem ended in `state`, as the service says. */
async function stopped(
  order_id: string,
  state = "denied",
  more: Record<string, unknown> = {},
): Promise<Browser> {
  const browser = await world.browser({ order_id, ttl_seconds: 3600 });
  await browser.post("/v1/order/book", { sku: SKU });
  world.control.fault({ operation: "redeem", kind: "state", state, ...more } as Fault);
  await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  return browser;
}
const reference = async (): Promise<string> => String((await list()).rows[0]?.reference);

describe("who may ask", () => {
  it.each([
    ["GET", "/v1/attention"],
    ["POST", "/v1/attention/shop/o/release"],
  ])("%s %s needs the operator's key", async (method, path) => {
    await stopped("o");
    for (const key of ["", "wrong", SITE_KEY, OPERATOR_KEY.slice(0, -1)]) {
      const answer = await world.request(path, { method, headers: { Authorization: `Bearer ${key}` } });
      expect([answer.status, answer.problem.code]).toEqual([401, "operator_key_invalid"]);
    }
    expect((await list()).total).toBe(1);
  });

  it("no page of another origin is let in by a browser", async () => {
    const answer = await world.request("/v1/attention", {
      headers: { ...headers, Origin: "https://shop.example" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("the list", () => {
  it("is empty while nobody is needed", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(await list()).toMatchObject({ rows: [], total: 0 });
  });

  it("names what a person needs to find the order at the service and to answer its user", async () => {
    const browser = await stopped("o-7");
    const at = new Date(world.clock.now());
    const { rows, text } = await list();
    expect(rows).toEqual([
      {
        site: "shop",
        order_id: "o-7",
        reason: "denied",
        since: expect.any(String),
        delivery: "redeem",
        promotion_id: "4001",
        state: "denied",
        attempt: 1,
        sku: SKU,
        value: { amount: 30, currency: expect.any(String) },
        upstream_order_id: "shop.o-7.1",
        reference: world.control.redemptions()[0]?.id,
        seen: "denied",
        release: { possible: true, effect: "next_attempt" },
      },
    ]);
    expect(Math.abs(Date.parse(rows[0]?.since ?? "") - at.getTime())).toBeLessThan(1_000);
    expect((await browser.get("/v1/order")).data.state).toBe(rows[0]?.state);
    for (const secret of ["user@example.com", "@", SITE_KEY, browser.token, "http"])
      expect(text).not.toContain(secret);
  });

  it("comes in pages, oldest first, by site and by reason", async () => {
    for (const [order_id, state] of [
      ["a", "denied"],
      ["b", "blocked"],
      ["c", "denied"],
    ] as const) {
      await stopped(order_id, state);
      await world.pass(MINUTE);
    }
    const ids = async (query: string) => {
      const { rows, total } = await list(query);
      return [rows.map(({ order_id }) => order_id).join(), total];
    };
    expect(await ids("")).toEqual(["a,b,c", 3]);
    expect(await ids("?per_page=2")).toEqual(["a,b", 3]);
    expect(await ids("?per_page=2&page=2")).toEqual(["c", 3]);
    expect(await ids("?page=9")).toEqual(["", 3]);
    expect(await ids("?reason=denied")).toEqual(["a,c", 2]);
    expect(await ids("?reason=failed")).toEqual(["", 0]);
    expect(await ids("?site=shop")).toEqual(["a,b,c", 3]);
    expect(await ids("?site=portal")).toEqual(["", 0]);
  });

  it.each(["?reason=nonsense", "?page=0", "?per_page=101", "?site=A B", "?reason=denied&reason=failed"])(
    "refuses %s",
    async (query) => {
      const answer = await world.request(`/v1/attention${query}`, { headers });
      expect([answer.status, answer.problem.code]).toEqual([422, "invalid_request"]);
    },
  );

  it("says since when, also when the row changes for another cause", async () => {
    await stopped("o");
    const since = (await list()).rows[0]?.since;
    await world.pass(10 * MINUTE);
    world.control.forceState(await reference(), "blocked");
    await world.end("o", "refund");
    expect((await list()).rows[0]).toMatchObject({ seen: "blocked", reason: "denied", since });
  });

  it("asks the service nothing", async () => {
    await stopped("o");
    const before = world.control.calls.length;
    await list();
    expect(world.control.calls).toHaveLength(before);
  });
});

describe("a release", () => {
  it("lets the user choose again, who ends with the codes of one redemption", async () => {
    const browser = await stopped("o");
    const answer = await release("o");
    expect(toldOf(answer)).toEqual([200, "next_attempt"]);
    expect(answer.data).toMatchObject({
      order_id: "o",
      attempt: 1,
      state: "open",
      release: { possible: false },
    });
    expect(answer.data).not.toHaveProperty("reason");
    expect((await list()).total).toBe(0);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "open", ended_attempt: 1 });
    await browser.post("/v1/order/book", { sku: OTHER });
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    expect(redeemed.data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });

  it("again does nothing, and says so", async () => {
    await stopped("o");
    await release("o");
    const row = await world.ledger.readOrder({ site: "shop", order_id: "o" });
    expect(toldOf(await release("o"))).toEqual([200, "nothing"]);
    expect(await world.ledger.readOrder({ site: "shop", order_id: "o" })).toEqual(row);
  });

  it("of many at once happens once", async () => {
    await stopped("o");
    const answers = await world.until(Promise.all(Array.from({ length: 10 }, () => release("o"))));
    expect(answers.map(({ data }) => data.done).toSorted()).toEqual([
      "next_attempt",
      ...Array.from({ length: 9 }, () => "nothing"),
    ]);
    expect(world.logs.filter((line) => line.includes("released by a person"))).toHaveLength(1);
  });

  it("goes by what the service says then, not by what it said before", async () => {
    const browser = await stopped("o", "blocked");
    const id = await reference();
    world.control.forceState(id, "redeemed", { codes: true });
    expect(toldOf(await release("o"))).toEqual([200, "shown"]);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "redeemed", reference: id });
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
    expect((await list()).total).toBe(0);
  });

  it("opens nothing while something is paid for; after the refund it does", async () => {
    const browser = await stopped("o", "denied", { debited: true });
    const refused = await release("o");
    expect(toldOf(refused)).toEqual([409, "order_finished"]);
    expect(refused.problem.detail).toContain("refunded");
    expect((await browser.get("/v1/order")).data.state).toBe("denied");
    expect((await list()).total).toBe(1);
    world.control.forceState(await reference(), "canceled", { debited: false });
    expect(toldOf(await release("o"))).toEqual([200, "next_attempt"]);
  });

  it("is not possible while the service cannot be asked, and changes nothing", async () => {
    await stopped("o");
    const row = await world.ledger.readOrder({ site: "shop", order_id: "o" });
    world.control.fault({ operation: "get_redemption", kind: "server_error", status: 503, times: "always" });
    expect(toldOf(await release("o"))).toEqual([503, "upstream_unavailable"]);
    world.control.clearFaults();
    world.control.fault({ operation: "get_redemption", kind: "not_found" });
    expect(toldOf(await release("o"))).toEqual([502, "upstream_invalid"]);
    expect(await world.ledger.readOrder({ site: "shop", order_id: "o" })).toEqual(row);
  });

  /** Denied, and a redeem was sent that nobody saw answered. */
  const deniedInDoubt = async (): Promise<void> => {
    const browser = await world.browser({ order_id: "o", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    const down = world.control.fault({ operation: "redeem", kind: "timeout_before", times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    world.control.forceState(world.control.redemptions()[0]?.id ?? "", "denied");
    world.control.clearFaults(down);
    await world.pass(MINUTE);
  };

  it("waits for that by the service's clock, also right after a start on a machine whose clock is ahead", async () => {
    await deniedInDoubt();
    await world.restart();
    world.clock.jumpWall(5 * 60 * MINUTE);
    expect(toldOf(await release("o"))).toEqual([409, "order_processing"]);
  });

  it("waits while a call that was sent may still take effect", async () => {
    await deniedInDoubt();
    const [row] = (await list()).rows;
    expect(row).toMatchObject({
      reason: "denied",
      release: { possible: true, not_before: expect.any(String) },
    });
    const early = await release("o");
    expect(toldOf(early)).toEqual([409, "order_processing"]);
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(400);
    await world.pass(10 * MINUTE);
    expect(toldOf(await release("o"))).toEqual([200, "next_attempt"]);
  });

  it("is not possible while the outcome is unknown; found out later, it leaves the list by itself", async () => {
    const browser = await world.browser({ order_id: "o", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    for (const operation of ["redeem", "get_redemption"] as const)
      world.control.fault({ operation, kind: "timeout_after", times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(16 * MINUTE);
    expect((await list()).rows).toMatchObject([
      { reason: "outcome_unknown", state: "processing", release: { possible: false } },
    ]);
    for (const body of [undefined, { acknowledge: true }])
      expect(toldOf(await release("o", body))).toEqual([409, "order_processing"]);
    world.control.clearFaults();
    await world.pass(2 * MINUTE);
    expect((await list()).total).toBe(0);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("of a debited hold only takes it off the list, one hold at a time", async () => {
    const browser = await world.browser({ promotion_id: "4004", order_id: "o" });
    await browser.post("/v1/order/book", { sku: PREPAID });
    const { data } = (await browser.get("/v1/catalog")) as unknown as {
      data: { sku: string; free_value: boolean }[];
    };
    const other = data.find((reward) => reward.sku !== PREPAID && !reward.free_value)?.sku;
    await browser.post("/v1/order/book", { sku: other });
    await world.pass(2_000);
    const [row] = (await list()).rows;
    expect(row).toMatchObject({ reason: "debited_hold", attempt: 1, sku: PREPAID, state: "booked" });
    const answer = await release("o", { reason: "debited_hold", attempt: 1 });
    expect(toldOf(answer)).toEqual([200, "acknowledged"]);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "booked", attempt: 2, sku: other });
    expect((await list()).total).toBe(0);
  });

  it("of codes nobody can read brings the order back when its user meets them again", async () => {
    const browser = await world.browser({ order_id: "o" });
    await browser.post("/v1/order/book", { sku: SKU });
    const broken = (_: string, body: string) => body.replaceAll('"usages":["primary"', '"usages":["?"');
    world.tamper = broken;
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect((await list()).rows).toMatchObject([{ reason: "codes_unreadable", state: "redeemed" }]);
    expect(toldOf(await release("o"))).toEqual([200, "acknowledged"]);
    expect((await list()).total).toBe(0);
    expect((await browser.post("/v1/order/codes")).problem.code).toBe("codes_unreadable");
    expect((await list()).total).toBe(1);
    world.tamper = undefined;
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
    expect((await list()).total).toBe(0);
  });

  it("with acknowledge leaves the order as its user sees it", async () => {
    const browser = await stopped("o");
    expect(toldOf(await release("o", { acknowledge: true }))).toEqual([200, "acknowledged"]);
    expect((await list()).total).toBe(0);
    expect((await browser.get("/v1/order")).data.state).toBe("denied");
    expect((await browser.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("order_finished");
  });

  it("finds a code that the service makes of a released attempt before another is redeemed", async () => {
    const browser = await stopped("o");
    const id = await reference();
    await release("o");
    await browser.post("/v1/order/book", { sku: OTHER });
    world.control.forceState(id, "redeemed", { codes: true });
    const answer = await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    expect(answer.problem.code).toBe("confirmation_mismatch");
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "redeemed", reference: id });
    expect(world.control.codes()).toHaveLength(1);
  });

  it.each<[string, string, unknown, number, string]>([
    ["an unknown order", "shop/none", undefined, 404, "order_not_found"],
    ["another site's order", "portal/o", undefined, 404, "order_not_found"],
    ["a name no site has", "S%20H/o", undefined, 404, "order_not_found"],
    ["another reason", "shop/o", { reason: "failed" }, 409, "confirmation_mismatch"],
    ["another attempt", "shop/o", { attempt: 2 }, 409, "confirmation_mismatch"],
    ["no reason there is", "shop/o", { reason: "x" }, 422, "invalid_request"],
    ["a word for yes", "shop/o", { acknowledge: "yes" }, 422, "invalid_request"],
  ])("that names %s is refused", async (_, path, body, status, code) => {
    await stopped("o");
    const [site = "", order_id = ""] = path.split("/");
    const answer = await release(order_id, body, site);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    expect((await list()).total).toBe(1);
  });

  it("with a body of no JSON type is refused, without a body it is not", async () => {
    await stopped("o");
    for (const body of ["{}", new TextEncoder().encode('{"acknowledge":true}')]) {
      const answer = await world.request("/v1/attention/shop/o/release", { method: "POST", headers, body });
      expect([answer.status, answer.problem.code]).toEqual([415, "unsupported_media_type"]);
    }
    expect(toldOf(await release("o"))).toEqual([200, "next_attempt"]);
  });

  it("is told with the address, and with the name of the key where one is needed", async () => {
    const socket = { remoteAddress: "127.0.0.1", remotePort: 5, remoteFamily: "IPv4" };
    const named = "a-named-key-0123456789-0123456789";
    for (const [env, init, told] of [
      [
        { OPERATOR_KEYS: JSON.stringify({ anna: named }) },
        { Authorization: `Bearer ${named}` },
        { operator: "anna", address: "127.0.0.1" },
      ],
      [{ PUBLIC_URL: "http://localhost:4000" }, { Host: "localhost:4000" }, { address: "127.0.0.1" }],
    ] as const) {
      await world.close();
      world = await createWorld(env);
      await stopped("o");
      const asked = world.server.app.request(
        "/v1/attention/shop/o/release",
        { method: "POST", headers: init },
        { incoming: { socket } },
      );
      expect((await world.until(Promise.resolve(asked))).status).toBe(200);
      const line = world.logs
        .map((each) => JSON.parse(each))
        .find(({ msg }) => msg === "released by a person");
      expect(line).toMatchObject(told);
    }
  });

  it("is a line in the log, without a secret", async () => {
    await stopped("o");
    await release("o");
    const line = world.logs.map((each) => JSON.parse(each)).find(({ msg }) => msg === "released by a person");
    expect(line).toMatchObject({
      operator: "operator",
      site: "shop",
      order_id: "o",
      attempt: 1,
      reason: "denied",
      outcome: "next_attempt",
    });
    expect(line.request_id).toEqual(expect.any(String));
    expect(world.logs.join()).not.toContain(OPERATOR_KEY);
    expect(world.logs.join()).not.toContain("user@example.com");
  });

  it("makes no changing call", async () => {
    await stopped("o");
    const before = world.changes();
    await release("o");
    expect(world.changes()).toEqual(before);
  });

  it("is a POST: looking releases nothing", async () => {
    await stopped("o");
    for (const method of ["GET", "HEAD"])
      expect((await world.request("/v1/attention/shop/o/release", { method, headers })).status).toBe(405);
    expect((await list()).total).toBe(1);
  });
});

describe("the metrics", () => {
  it("name every reason, zeros included, and how long the oldest waits", async () => {
    for (const reason of REASONS) expect(await metric(`attention_orders{reason="${reason}"}`)).toBe(0);
    expect(await metric("attention_oldest_seconds")).toBe(0);
    await stopped("a");
    await stopped("b");
    await stopped("c", "blocked");
    await world.pass(5 * MINUTE);
    expect(await metric('attention_orders{reason="denied"}')).toBe(2);
    expect(await metric('attention_orders{reason="blocked"}')).toBe(1);
    expect(await metric("attention_oldest_seconds")).toBeGreaterThanOrEqual(300);
    for (const order_id of ["a", "b", "c"]) await release(order_id);
    expect(await metric('attention_orders{reason="denied"}')).toBe(0);
    expect(await metric("attention_oldest_seconds")).toBe(0);
  });

  it("count what is unfinished, and say for how long nobody has taken it up", async () => {
    expect([await metric("unfinished_orders"), await metric("overdue_oldest_seconds")]).toEqual([0, 0]);
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    expect([await metric("unfinished_orders"), await metric("overdue_oldest_seconds")]).toEqual([1, 0]);
    await world.until(world.server.stop());
    await world.pass(40 * MINUTE);
    expect(await metric("unfinished_orders")).toBe(1);
    expect(await metric("overdue_oldest_seconds")).toBeGreaterThan(9 * 60);
  });

  it("say when the ledger does not answer, and are answered all the same", async () => {
    expect(await metric("ledger_up")).toBe(1);
    world.ledger.standing = () => Promise.reject(new Error("gone"));
    const { status, text } = await world.request("/metrics", { headers });
    expect(status).toBe(200);
    expect(text).toContain("reward_redemption_ledger_up 0");
    expect(text).not.toContain("attention_orders{");
  });

  it("ask the ledger once", async () => {
    const asked: string[] = [];
    const { standing } = world.ledger;
    world.ledger.standing = () => {
      asked.push("standing");
      return standing.call(world.ledger);
    };
    await world.request("/metrics", { headers });
    expect(asked).toEqual(["standing"]);
  });
});

describe("readyz with details", () => {
  it("warns while an order needs a person", async () => {
    const warnings = async () => {
      const { data, status } = await world.request("/readyz?details", { headers });
      expect(status).toBe(200);
      return (data as unknown as { warnings: { code: string; message: string }[] }).warnings.filter(
        ({ code }) => code === "attention",
      );
    };
    expect(await warnings()).toEqual([]);
    await stopped("o");
    await stopped("p", "blocked");
    expect(await warnings()).toEqual([
      { code: "attention", message: "2 orders need a person: denied 1, blocked 1. See GET /v1/attention." },
    ]);
  });
});

describe("an order of another site", () => {
  it("is listed with its own name", async () => {
    const minted = await world.mint({ order_id: "o", promotion_id: "4003" }, OTHER_KEY);
    const row = await world.ledger.readOrder({ site: "portal", order_id: "o" });
    expect(minted.status).toBe(201);
    if (row) await world.ledger.replaceOrder({ ...row, attention: "blocked", attention_since: 1 });
    await stopped("o");
    expect((await list()).rows.map(({ site, order_id }) => `${site}/${order_id}`)).toEqual([
      "portal/o",
      "shop/o",
    ]);
    expect((await list("?site=portal")).total).toBe(1);
    expect(toldOf(await release("o", undefined, "portal"))).toEqual([200, "acknowledged"]);
    expect((await list()).rows.map(({ site }) => site)).toEqual(["shop"]);
  });
});
